"""What can be seen and hit from where (Rules: 8. Combat)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final, NamedTuple

import msgspec

from games.engine.plane import GRAZE, Box, Point, crosses, facing, gap, is_open, outline
from games.engine.sums import Part, Sum
from games.mini_carwars.builds import VALUES
from games.mini_carwars.catalog import BACK, COMPACT, FRONT, SIDES, TOP
from games.mini_carwars.moves import Fire
from games.mini_carwars.state import State

STEP: Final = 1 / 16
"""How far apart lie the points of a target that are looked at, in inches."""
POINT_BLANK: Final = 1.0
PER_INCHES: Final = 4
"""Every so many inches of range cost a point."""
TO_HIT: Final = VALUES["to_hit"]
"""What is told of each modification."""
LEAST: Final = 3
"""A roll of 2 always misses."""
WAYS: Final = {roll: 6 - abs(roll - 7) for roll in range(2, 13)}
"""Of two dice to show a sum."""


def chance_of(least: int) -> float:
    """How likely two dice show at least that much.

    >>> chance_of(7)
    0.5833333333333334
    """
    return sum(ways for roll, ways in WAYS.items() if roll >= least) / 36


class Body(NamedTuple):
    """A vehicle as others see it."""

    box: Box
    speed: int
    size: str
    turret: bool
    """There is a turret with a weapon in it to hit. Ruling 10"""


class Aim(msgspec.Struct, frozen=True):
    """A shot before the dice: its line of fire and its sum."""

    start: Point
    end: Point
    range: float
    clouds: int
    sum: Sum
    need: int
    """The weapon's number to hit."""

    @property
    def roll(self) -> int:
        """What two dice must show at least; more than 12: it cannot hit. Rules: To-Hit
        Modifications"""
        return max(LEAST, self.need - self.sum.total)

    @property
    def odds(self) -> float:
        """How likely it hits, 0 to 1."""
        return chance_of(self.roll)


class _Line(NamedTuple):
    clouds: int
    end: Point


@dataclass
class Sight:
    """All lines of fire between vehicles as they stand, each looked for once."""

    known: tuple[tuple[int, Body], ...]
    """Vehicles by number."""
    clouds: tuple[Box, ...]
    walls: tuple[Box, ...]
    arcs: bool
    _lines: dict[tuple[int, int, int], dict[int, _Line]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.bodies = dict(self.known)

    def lines(self, firer: int, mount: int, target: int) -> Mapping[int, _Line]:
        """The best open line from a weapon to each side of a target that it may shoot at, by side;
        empty where nothing of the target can be seen.

        Every side that faces the weapon may be shot at, by whatever line is open; clouds are
        counted on the best one to that side, or the best of all where it has none.

        Rules: 8. Combat; Ruling 9, 24
        """
        key = (firer, mount, target)
        if key not in self._lines:
            self._lines[key] = self._look(firer, mount, target)
        return self._lines[key]

    def _look(self, firer: int, mount: int, target: int) -> dict[int, _Line]:
        own, body = self.bodies[firer].box, self.bodies[target]
        start = (own.x, own.y) if mount == TOP else own.middle(mount)
        near = [*(each.box for n, each in self.known if n not in (firer, target)), *self.walls]
        sides = facing(body.box, start)
        best: dict[int, _Line] = {}
        for side in sides:
            line = self._best(own, start, mount, _points(body.box, side), near)
            if line is not None:
                best[side] = line
        if not best:
            return {}
        any_line = min(best.values())
        for side in sides:
            best.setdefault(side, any_line)
        if body.turret:
            best[TOP] = any_line
        return best

    def _best(
        self, own: Box, start: Point, mount: int, points: Iterable[Point], near: Sequence[Box]
    ) -> _Line | None:
        best: _Line | None = None
        for point in points:
            if mount != TOP and not _before(own, mount, point, self.arcs):
                continue
            if not is_open(start, point, near):
                continue
            clouds = sum(crosses(start, point, cloud) for cloud in self.clouds)
            if best is None or clouds < best.clouds:
                best = _Line(clouds, point)
                if not clouds:
                    break
        return best


# A question is made again from its checkpoint many times, and put to several seats, while nothing
# moves: the lines that were found are kept with what they were found between.
_kept: Final = lru_cache(64)(Sight)


def sight(state: State) -> Sight:
    """The lines of fire now."""
    bodies = tuple(
        (number, Body(vehicle.box, vehicle.speed, vehicle.kind.size, vehicle.turret))
        for number, vehicle in enumerate(state.vehicles)
        if vehicle.here
    )
    clouds, walls = (tuple(each.box for each in lying) for lying in (state.smoke, state.walls))
    return _kept(bodies, clouds, walls, state.options.arcs)


def sight_from(state: State, number: int, box: Box) -> Sight:
    """The lines of fire as they would be with one vehicle elsewhere."""
    now = sight(state)
    known = tuple((n, body._replace(box=box) if n == number else body) for n, body in now.known)
    return Sight(known, now.clouds, now.walls, now.arcs)


def _points(box: Box, side: int) -> list[Point]:
    """Points of a side, its middle first: lines look best there."""
    points = list(outline(box, (side,), STEP))
    middle = len(points) // 2
    return [points[at] for at in sorted(range(len(points)), key=lambda at: abs(at - middle))]


def _before(own: Box, mount: int, point: Point, arcs: bool) -> bool:
    """Whether a point lies in front of the side a weapon is on: no weapon fires across its own
    counter but a turret's. With arcs it lies within 45 degrees of straight out, too, seen from the
    counter's middle. Rulings 9 and 77"""
    right, ahead = own.own(point)
    out, aside = (ahead, right) if mount in (FRONT, BACK) else (right, ahead)
    if mount == BACK or SIDES[mount] == "left":
        out = -out
    if arcs and abs(aside) > out + GRAZE:
        return False
    return out > (own.half if mount in (FRONT, BACK) else own.side) + GRAZE


def aim(
    state: State, firer: int, person: int, fire: Fire, lines: Sight | None = None
) -> Aim | None:
    """A shot of somebody's; None where it is not possible, or nothing is shot at. `lines` are those
    of now, where they are at hand.

    Rules: To-Hit Modifications
    """
    if fire.target < 0:
        return None
    lines = lines or sight(state)
    vehicle = state.vehicles[firer]
    mounted = vehicle.kind.weapons[fire.weapons[0]]
    mount, weapon = mounted.mount, mounted.weapon
    bonus = vehicle.crew[person].computer
    side = fire.side
    line = lines.lines(firer, mount, fire.target).get(side)
    if line is None or (weapon.stopped_by_smoke and line.clouds):
        return None
    own, body = lines.bodies[firer], lines.bodies[fire.target]
    inches = round(gap(own.box, body.box), 4)
    added = (
        (inches < POINT_BLANK, 4, "point_blank"),
        (inches >= PER_INCHES, -int(inches // PER_INCHES), "range"),
        (side == TOP, -2, "turret"),
        (side != TOP and body.size in COMPACT, -1, body.size),
        (side in (FRONT, BACK), -1, SIDES[side]),
        (body.size == "cycle", -2, "cycle"),
        (own.speed == 0, 1, "firer_stands"),
        (body.speed == 0, 1, "target_stands"),
        (line.clouds, -2 * line.clouds, "smoke"),
        (bonus, bonus, "computer" if bonus == 1 else "hires"),
    )
    parts = tuple(Part(points, TO_HIT[reason]) for counts, points, reason in added if counts)
    start = (own.box.x, own.box.y) if mount == TOP else own.box.middle(mount)
    return Aim(start, line.end, inches, line.clouds, Sum(parts), weapon.to_hit)
