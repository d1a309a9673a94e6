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
from images.parts import Header, Line, Picture, Text, column, label, poster, row, space, standing
from images.theme import MUTE


def picture(view: State, players: Sequence[Player]) -> Picture:
    """How a race or series ended or how it stands. While a race is run, those in the pits are
    placed too."""
    of, cars = shown(view, players), view.drivers
    ranked, miles = [*enumerate(view.standings, 1)], [car.miles for car in cars]
    tables = [_table(of, players, ranked, miles, "this_race", "miles")]
    if of.view.series:
        points = [car.cup_points for car in cars]
        tables.append(_table(of, players, _cup(of), points, "the_cup", "points"))
    else:
        length = min(430, (tables[0].least()[1] - 180) * 100 // 121)
        first = Portrait((*of.first, *view.standings)[0], length)
        tables.insert(0, poster([first], say(of, "stamp")))
    return Picture(Header(say(of, "game"), say(of, "won" if of.first else "title")), row(*tables))


def _table(
    of: Shown,
    players: Sequence[Player],
    ranked: Sequence[tuple[int, int]],
    figures: Sequence[int],
    name: str,
    unit: str,
) -> Line:
    """(place, seat) in order with a figure by seat; the names are those of its texts and of the
    head of its figures."""
    title, tall = say(of, f"{name}.head"), max(82, min(140, 448 // len(ranked) - 8))
    lines = []
    for place, seat in ranked:
        car = replace(of, at=seat)
        told, state = say(car, f"{name}.figure"), say(car, f"{name}.stood")
        lines.append(standing(players, seat, place, figures[seat], told, state, tall))
    named = Text(title.upper(), 28, MUTE, say=f"{title}:")
    top = row(named, space(), label(say(of, f"head.{unit}"), "right"), space(16))
    return column(top, *lines, gap=8, grow=1)


def _cup(of: Shown) -> list[tuple[int, int]]:
    """Points, then races won, and last who has left; at the end as the rules have placed it."""
    view = of.view
    if of.first:
        return [(view.ranks[seat], seat) for group in view.places for seat in group]
    ranks = [cup_rank(view, seat) for seat in range(len(view.drivers))]
    order = sorted(view.standings, key=ranks.__getitem__)
    return [(1 + sum(other < ranks[seat] for other in ranks), seat) for seat in order]
