"""The poster of a race: places and miles, and in a series the cup; also while it is still run."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from games.engine.players import Player
from games.nascards.race import cup_rank
from games.nascards.state import State
from games.nascards.words.speakers import Shown
from images.cars import Portrait
from images.nascards.marks import say, shown
from images.parts import (
    Drawn,
    Header,
    Part,
    Picture,
    Stamp,
    Text,
    column,
    label,
    row,
    space,
    standing,
)
from images.theme import MUTE, PANEL, PAPER
from images.words import counted


def picture(view: State, players: Sequence[Player]) -> Picture:
    """How a race or series ended or how it stands."""
    of = shown(view, players)
    tables = [_race(of, players)]
    if of.series:
        tables.append(_cup(of, players))
    else:
        tables.insert(0, _poster(view, say(of, "stamp")))
    return Picture(Header(say(of, "game"), say(of, "won" if of.first else "title")), row(*tables))


def _tall(count: int) -> int:
    """Height of a line of a table, px."""
    return max(82, min(140, 448 // count - 8))


def _table(name: str, unit: str, lines: Sequence[Part]) -> Part:
    head = row(
        Text(name.upper(), 28, MUTE, say=f"{name}:"), space(), label(unit, "right"), space(16)
    )
    return column(head, *lines, gap=8, grow=1)


def _race(of: Shown, players: Sequence[Player]) -> Part:
    """In the order of the standings: while a race is run, those in the pits are placed too."""
    lines, drivers = [], of.view.drivers
    for place, seat in enumerate(of.view.standings, 1):
        miles, state = drivers[seat].miles, say(replace(of, at=seat), "stood")
        told = counted(miles, "mile")
        lines.append(standing(players, seat, place, miles, told, state, _tall(len(drivers))))
    return _table(say(of, "this_race"), "miles", lines)


def _cup(of: Shown, players: Sequence[Player]) -> Part:
    """Points, then races won, and last who has left; at the end as the rules have placed it."""
    view = of.view
    if of.first:
        order, places = [seat for group in view.places for seat in group], view.ranks
    else:
        ranks = [cup_rank(view, seat) for seat in range(len(view.drivers))]
        order = sorted(view.standings, key=lambda seat: ranks[seat])
        places = [1 + sum(other < rank for other in ranks) for rank in ranks]
    lines = []
    for seat in order:
        points, state = view.drivers[seat].cup_points, say(replace(of, at=seat), "won_races")
        told = counted(points, "point")
        lines.append(standing(players, seat, places[seat], points, told, state, _tall(len(order))))
    return _table(say(of, "the_cup"), "points", lines)


def _poster(view: State, stamp: str) -> Part:
    """Who won or leads a single race, large."""
    first = view.places[0] if view.phase == "over" and view.places else view.standings[:1]
    tall = 44 + len(view.drivers) * (_tall(len(view.drivers)) + 8) - 8
    length = min(430, (tall - 140) * 100 // 121) if len(first) == 1 else 150
    cars = [Drawn(Portrait(seat, length), say="", grow=1) for seat in first[:3]]
    plate = Stamp(stamp.upper(), 64, PAPER, width=304, height=80, say="")
    below = row(space(), plate, space())
    return column(row(*cars, grow=1), below, panel=PANEL, pad=16, width=372, height=tall)
