"""The board: every driver in racing order, and what all of them share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.engine.players import SEAT_LETTERS, Player
from games.world_auto_racing import GAME as RULES
from games.world_auto_racing import events as e
from games.world_auto_racing.kinds import KINDS
from games.world_auto_racing.race import Race
from images.choices import QUIET, Now
from images.news import News
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
from images.world_auto_racing.film import SAID
from images.world_auto_racing.rows import AROUND, TALL, DriverRow
from images.world_auto_racing.shared import cars_part, conditions_part, course_part
from images.world_auto_racing.texts import lower, say

NEWS: Final = News(RULES, SAID, dull=(e.RoundBegan, e.Junked), by=(e.CardStopped,))


def header_of(view: Race, players: Sequence[Player], now: Now) -> Header:
    """The moment, and who acts or has won; where nobody says what is done, the phase does."""
    acting = acting_of(view)
    said = plain(now.action_phrase, 60) or (
        say(view.phase) if view.phase in ("car", "action") else ""
    )
    if view.playing is not None and view.choosing < 0:
        said = say("plays")
    moment, title = moment_of(view), title_of(view, players)
    at = {"game": GAME, "moment": lower(moment)}
    words = say("head", **at)
    if acting >= 0:
        letter, name = SEAT_LETTERS[acting], name_of(players, acting)
        words = say("head_of", letter=letter, name=name, verb=said, **at)
    words += say("head_title", title=title) if title else ""
    if view.asked_by >= 0:
        words += say("head_asks", card=KINDS[view.asked_by].name)
    seats = now.asked or ((acting,) if acting >= 0 else ())
    if view.phase == "over":
        seats, said = (shown_order(view)[0],), say("wins")
    in_round = "title_in" if title else "title_round"
    if view.phase == "action":
        title = say(in_round, round=view.round, title=title)
    game = say("game", game=GAME, length=view.options.length)
    return Header(game, title, seats, said, say=words)


def picture(view: Race, players: Sequence[Player], now: Now = QUIET) -> Picture:
    """The whole board, of 2 to 5 drivers."""
    tall, head = TALL[len(view.drivers)], header_of(view, players, now)
    acting = () if view.phase == "over" else head.seats
    rows = [
        DriverRow(Driver(view, players, seat), seat in acting, height=tall)
        for seat in shown_order(view)
    ]
    parts = course_part(view, 460), conditions_part(view)
    shared = cars_part(view) if view.phase == "car" else row(*parts, gap=12)
    foot = NEWS.strip(now.recent, players, 1 if len(rows) > 2 else 2)
    return Picture(head, column(*rows, shared, gap=6), AROUND, foot, short=True)
