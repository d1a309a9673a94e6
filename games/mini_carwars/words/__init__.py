"""What Mini Car Wars says, for the seat that reads it."""

from __future__ import annotations

from functools import partial
from typing import Final

from games.engine.help import topics_of
from games.engine.words import Words
from games.mini_carwars.words import events, hand, help, labels, paths, place

WORDS: Final = Words(
    title=place.title,
    verb=place.verb,
    headline=place.headline,
    prompt=place.prompt,
    watching=place.watching,
    task=place.task,
    why=place.why,
    event=events.sentence,
    path=paths.path,
    part=labels.part,
    order=labels.order,
    idle=hand.idle,
    foot=hand.foot,
    named=hand.NAMED,
    chart=place.chart,
    score=place.score,
    kit=place.kit,
    topics=partial(topics_of, "games.mini_carwars"),
    cards=help.cards,
    options=place.options,
    option=place.option,
)
