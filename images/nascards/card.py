"""One card large, with its text and where it is from."""

from __future__ import annotations

from games.engine.voice import Voice
from games.nascards import GAME
from games.nascards.cards import MANEUVERS
from games.nascards.words.speakers import Printed
from images.nascards.marks import say
from images.nascards.pieces import chevrons
from images.parts import Header, Part, Picture, Rule, Sign, Text, column, fact, row, space
from images.theme import EDGE, INK, PANEL, RAISED, SOFT

_TALL = 504


def picture(number: int) -> Picture:
    """A card with its text and its facts. Raises KeyError for a number that is no card."""
    printed = Printed(number, Voice((), None))
    facts = [part for fact in printed.facts for part in (Rule(), _fact(printed, *fact))]
    texts: list[Part] = [Text(say(printed, "told"), 40, SOFT, "t", lines=2, top=True, grow=1)]
    if limit := say(printed, "limit"):
        lines = 1 + (printed.restriction == "NL_AND_PASSES_LEADER")
        texts.insert(0, Text(limit, 36, lines=lines))
    right = column(*texts, *facts, gap=8, panel=PANEL, pad=26, grow=1, height=_TALL)
    title = say(printed, "name")
    return Picture(Header(GAME.title, title), row(_face(printed, number), right))


def _face(printed: Printed, number: int) -> Part:
    kind = say(printed, "kind")
    head: list[Part] = [Text(kind.upper(), 34, SOFT, "t", say=kind, grow=1)]
    if number not in MANEUVERS:
        figure = Text(str(number), 260, anchor="middle", grow=1, say="")
        body = [figure, chevrons(number, 64), space(40)]
    else:
        head.append(Sign("control", 88))
        name = Text(MANEUVERS[number].name, 54, lines=2, say="")
        body = [name, Text(say(printed, "short"), 40, SOFT, "t", lines=4, grow=1, say="")]
        if tag := say(printed, "tag"):
            body.append(column(Text(tag.upper(), 34, say=""), panel=INK, pad=10))
    return column(row(*head), *body, panel=RAISED, frame=EDGE, pad=26, width=408, height=_TALL)


def _fact(printed: Printed, name: str, source: str) -> Part:
    """Something about the card, and where it is from."""
    what, figure = say(printed, f"fact.{name}"), say(printed, f"figure.{name}")
    where = say(printed, f"source.{source}")
    told = f"{' '.join(filter(None, (what, figure)))} ({where})"
    return fact(what, figure, where, source != "seed", told)
