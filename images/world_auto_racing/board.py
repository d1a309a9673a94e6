"""The board: every driver in racing order, and what all of them share."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.players import SEAT_LETTERS, Player
from games.world_auto_racing import cards
from games.world_auto_racing.race import Race
from images.parts import Header, Picture, column, row
from images.words import name_of, plain
from images.world_auto_racing.drivers import (
    GAME,
    Driver,
    acting_of,
    moment_of,
    shown_order,
    title_of,
)
from images.world_auto_racing.rows import TALL, DriverRow
from images.world_auto_racing.shared import cars_part, conditions_part, course_part

_VERBS = {"car": "chooses a car", "action": "acts"}


def header_of(view: Race, players: Sequence[Player], verb: str = "") -> Header:
    """The moment, and who acts or has won. `verb` says what is done; empty, the phase says it."""
    acting = named = acting_of(view)
    said = plain(verb, 60)
    if view.phase == "over":
        first = view.places[0] if view.places else ()
        named, said = (first[0], "wins") if len(first) == 1 else (-1, "")
    elif view.playing is not None and view.choosing < 0:
        said = "plays"
    else:
        said = said or _VERBS.get(view.phase, "")
    moment, title = moment_of(view), title_of(view, players)
    words = f"{GAME}, {moment[:1].lower()}{moment[1:]}"
    words += f": {SEAT_LETTERS[acting]} {name_of(players, acting)} {said}." if acting >= 0 else "."
    words += f" {title}." if title != GAME else ""
    words += f" Now: {said}." if said and named < 0 else ""
    if view.checking not in (-1, view.playing.card if view.playing is not None else -1):
        words += f" {cards.card(view.checking).name} asks."
    return Header(moment, title, named, said, say=words)


def picture(view: Race, players: Sequence[Player], verb: str = "") -> Picture:
    """The whole board, of 2 to 5 drivers."""
    tall, acting = TALL[len(view.drivers)], acting_of(view)
    rows = [
        DriverRow(Driver(view, players, seat), seat == acting, height=tall)
        for seat in shown_order(view)
    ]
    parts = [cars_part(view)] if view.phase == "car" else []
    parts = parts or [course_part(view, 460), conditions_part(view)]
    shared = row(*parts, gap=12)
    return Picture(header_of(view, players, verb), column(*rows, shared, gap=8), short=True)
