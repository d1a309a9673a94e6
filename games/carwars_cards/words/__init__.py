"""What Car Wars: The Card Game says, for the seat that reads it."""

from __future__ import annotations

from functools import partial
from typing import Final

from games.carwars_cards.words import events, hand, help, labels, paths, place
from games.engine.help import topics_of
from games.engine.words import Words

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
    chart=place.chart,
    score=place.score,
    topics=partial(topics_of, "games.carwars_cards"),
    cards=help.kinds,
    options=place.options,
    option=place.option,
)
