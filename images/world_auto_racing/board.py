"""The board: every driver in racing order, and what all of them share."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.players import SEAT_LETTERS, Player
from games.world_auto_racing.kinds import KINDS
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
from images.world_auto_racing.texts import lower, say


def header_of(view: Race, players: Sequence[Player], verb: str = "") -> Header:
    """The moment, and who acts or has won. `verb` says what is done; empty, the phase says it."""
    acting = acting_of(view)
    said = plain(verb, 60) or (say(view.phase) if view.phase in ("car", "action") else "")
    if view.playing is not None and view.choosing < 0:
        said = say("plays")
    moment, title = moment_of(view), title_of(view, players)
    at = {"game": GAME, "moment": lower(moment)}
    words = say("head", **at)
    if acting >= 0:
        letter, name = SEAT_LETTERS[acting], name_of(players, acting)
        words = say("head_of", letter=letter, name=name, verb=said, **at)
    words += say("head_title", title=title) if title != GAME else ""
    if view.asked_by >= 0:
        words += say("head_asks", card=KINDS[view.asked_by].name)
    if view.phase == "over":
        acting, said = shown_order(view)[0], say("wins")
    return Header(moment, title, acting, said, say=words)


def picture(view: Race, players: Sequence[Player], verb: str = "") -> Picture:
    """The whole board, of 2 to 5 drivers."""
    tall, acting = TALL[len(view.drivers)], acting_of(view)
    rows = [
        DriverRow(Driver(view, players, seat), seat == acting, height=tall)
        for seat in shown_order(view)
    ]
    parts = course_part(view, 460), conditions_part(view)
    shared = cars_part(view) if view.phase == "car" else row(*parts, gap=12)
    return Picture(header_of(view, players, verb), column(*rows, shared, gap=8), short=True)
