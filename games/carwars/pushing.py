"""A body on its way: what stops it, and what it pushes along (Rules: Collisions; Pushing).

A body that touches something as its way begins pushes it; what it touches on the way stops it, where
there may be a collision, or else is pushed as well. Without anything to push the way is swept
exactly (Ruling 35); pushing goes by steps, in each of which whatever is overlapped gives way by the
smallest vector that separates both, without turning.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final, Literal, NamedTuple, TypeAlias

from games.carwars.base import Leg, Pose, Shift, Swing, part_of, rest
from games.carwars.hull import DEEP, FINE, STOP, TOUCH, Hull, apart, contact, deepest, in_order, is_near

SHIFT: Final = 0.02
"""A step of a straight leg, in L. House"""
SWING: Final = 0.5
"""A step of a turn, in degrees. House"""
ROOM: Final = 0.0002
"""What is pushed lies so far off, in L: it touches whatever rounding does."""
HALVINGS: Final = 6
"""Of a step, to find where in it something new is touched."""
ROUNDS: Final = 4
"""How often the mover looks again whether what it pushed overlaps it."""

Weight: TypeAlias = Literal["wall", "heavy", "light"]


class Body(NamedTuple):
    """What can be touched. What cars drive through is none."""

    hull: Hull
    weight: Weight


World: TypeAlias = Mapping[int, Body]
"""Bodies by number."""


class Trip(NamedTuple):
    """How a way ended."""

    path: tuple[Pose, ...]
    """Where it began, the ends of its legs, and where it ended, at rest."""
    leg: int
    part: float
    """On which leg it ended, and how much of that was done."""
    moved: Mapping[int, Pose]
    """Where what was pushed lies now, at rest."""
    popped: tuple[tuple[int, int], ...]
    """Light things that popped, each with what it was driven into."""
    touched: tuple[int, ...]
    """New contacts that stopped it, in the order of Ruling 49."""
    pile: tuple[int, int] | None
    """What it pushed, and what that was driven into."""
    held: tuple[int, ...]
    """What stopped it without a new contact: walls at which it stood, and what cannot give way."""

    @property
    def pose(self) -> Pose:
        return self.path[-1]

    @property
    def whole(self) -> bool:
        """Nothing has stopped it."""
        return not (self.touched or self.pile or self.held)


def travel(
    world: World,
    mover: int,
    legs: Sequence[Leg],
    *,
    collides: bool = True,
    ignored: Collection[int] = (),
) -> Trip:
    """The way of a body along some legs.

    What it comes to touch stops it where it `collides`; else it is pushed, and only walls stop it,
    and what is pushed against one. What is `ignored` is not there for the mover.

    Rules: Collisions; Pushing; Pushing Walls; Stuck
    """
    return _Way(world, mover, collides, ignored).done(legs)


class _Step:
    """What a step does, on paper: nothing counts before the step is taken."""

    __slots__ = ("hulls", "pile", "pin", "popped", "split")

    def __init__(self, hulls: dict[int, Hull]) -> None:
        self.hulls = hulls
        self.popped: list[tuple[int, int]] = []
        self.pile: tuple[int, int] | None = None
        self.pin = -1
        """What the mover touches of a chain that cannot give way."""
        self.split: list[frozenset[int]] = []
        """Pairs that have come apart."""

    @property
    def fails(self) -> bool:
        return self.pile is not None or self.pin >= 0


class _Way:
    """A way being made."""

    def __init__(
        self, world: World, mover: int, collides: bool, ignored: Collection[int]
    ) -> None:
        self._world, self._mover, self._collides = world, mover, collides
        self._start = {n: body.hull for n, body in world.items()}
        self._hulls = dict(self._start)
        self._others = [n for n in world if n != mover and n not in ignored]
        hull = self._hulls[mover]
        self._old = {n for n in self._others if _touch(hull, self._hulls[n])}
        """What the mover touches since the leg began, or pushes."""
        self._split: set[frozenset[int]] = set()
        self._popped: list[tuple[int, int]] = []
        self._moved: set[int] = set()

    def done(self, legs: Sequence[Leg]) -> Trip:
        mover = self._mover
        path = [rest(self._hulls[mover].pose)]
        for number, leg in enumerate(legs):
            hull = self._hulls[mover]
            self._old = {n for n in self._old if _touch(hull, self._hulls[n])}
            pushes = [n for n in self._old if self._is_pushed(hull, leg, n)]
            part, touched, held = self._swept(hull, leg)
            if pushes or self._meets_movable(hull, leg, part):
                part, pile, touched, held = self._stepped(hull, leg)
            else:
                self._hulls[mover] = hull.put(part_of(hull.pose, leg, part))
                pile = None
            end = rest(self._hulls[mover].pose)
            path.append(end)
            if pile or touched or held:
                return self._trip(path, number, part, touched, pile, held)
        return self._trip(path, max(0, len(legs) - 1), 1.0, (), None, ())

    def _trip(
        self,
        path: list[Pose],
        leg: int,
        part: float,
        touched: Iterable[int],
        pile: tuple[int, int] | None,
        held: Iterable[int],
    ) -> Trip:
        moved = {n: rest(self._hulls[n].pose) for n in sorted(self._moved)}
        stands = self._hulls[self._mover].put(path[-1])
        order = in_order(stands, [(n, self._hulls[n]) for n in touched])
        return Trip(
            tuple(path), leg, part, moved, tuple(self._popped), order, pile, tuple(sorted(held))
        )

    # -- what is in the way

    def _weight(self, number: int) -> Weight:
        return self._world[number].weight

    def _there(self, step: _Step | None = None) -> list[int]:
        """Everything that has not popped, without the mover and what it ignores."""
        gone = {n for n, _ in self._popped}
        if step is not None:
            gone |= {n for n, _ in step.popped}
        return [n for n in self._others if n not in gone] if gone else self._others

    def _is_pushed(self, hull: Hull, leg: Leg, number: int) -> bool:
        """Whether a leg presses upon something movable that it touches."""
        if self._weight(number) == "wall":
            return False
        other = self._hulls[number]
        margin = min(0.0, apart(hull, other)[0]) - 3 * FINE
        return contact(hull, leg, other, margin) is not None

    def _margin(self, hull: Hull, number: int) -> float | None:
        """How near the mover may come to something before it is stopped; None: as near as it
        likes, and pushes it."""
        wall = self._weight(number) == "wall"
        if number in self._old:
            return deepest(hull, self._hulls[number]) if wall else None
        stops = wall or (self._collides and self._weight(number) == "heavy")
        return STOP if stops else None

    def _swept(self, hull: Hull, leg: Leg) -> tuple[float, list[int], list[int]]:
        """How much of a leg can be done, what new contacts stop it, and what walls it stood at."""
        first, reached = 2.0, list[tuple[float, int]]()
        for number in self._there():
            margin = self._margin(hull, number)
            if margin is None:
                continue
            part = contact(hull, leg, self._hulls[number], margin)
            if part is not None:
                reached.append((part, number))
                first = min(first, part)
        if first > 1.0:
            return 1.0, [], []
        stands = hull.put(part_of(hull.pose, leg, first))
        touched = [
            n
            for part, n in reached
            if n not in self._old and (part == first or _touch(stands, self._hulls[n]))
        ]
        held = [n for part, n in reached if n in self._old and part <= first]
        return first, touched, held

    def _meets_movable(self, hull: Hull, leg: Leg, part: float) -> bool:
        """Whether something that would be pushed lies on a part of a leg."""
        done = _cut(leg, part)
        return any(
            self._margin(hull, n) is None
            and n not in self._old
            and contact(hull, done, self._hulls[n]) is not None
            for n in self._there()
        )

    # -- by steps

    def _stepped(
        self, hull: Hull, leg: Leg
    ) -> tuple[float, tuple[int, int] | None, list[int], list[int]]:
        """A leg on which something is pushed: how much of it was done, and what stopped it."""
        steps = _steps(leg)
        for at in range(steps):
            low, high = at / steps, (at + 1) / steps
            here = self._hulls[self._mover]
            share, touched, held = self._swept(here, _between(hull.pose, leg, low, high))
            part = low + share / steps
            step = self._tried(hull, leg, part)
            if step.fails:
                found = step
                good, bad = low, part
                for _ in range(HALVINGS):
                    middle = (good + bad) / 2
                    tried = self._tried(hull, leg, middle)
                    if tried.fails:
                        bad, found = middle, tried
                    else:
                        good = middle
                same = (part - good) * _length(leg) <= STOP
                self._take(self._tried(hull, leg, good))
                pins = [found.pin] if found.pin >= 0 else []
                return good, found.pile, touched if same else [], [*pins, *(held if same else ())]
            self._take(step)
            if touched or held:
                return part, None, touched, held
        return 1.0, None, [], []

    def _take(self, step: _Step) -> None:
        for number, hull in step.hulls.items():
            self._hulls[number] = hull
            if number != self._mover:
                self._moved.add(number)
                if _touch(step.hulls[self._mover], hull):
                    self._old.add(number)
        self._split.update(step.split)
        self._popped += step.popped
        self._moved -= {number for number, _ in step.popped}

    def _tried(self, hull: Hull, leg: Leg, part: float) -> _Step:
        """A step on paper: the mover stands there, and what it overlaps gives way."""
        mover = self._mover
        here = hull.put(part_of(hull.pose, leg, part))
        step = _Step({mover: here})
        for _ in range(ROUNDS):
            moved = False
            for number in self._there(step):
                if self._weight(number) == "wall" or step.fails:
                    continue
                if self._margin(here, number) is None and is_near(here, self._at(step, number)):
                    moved |= self._push(step, mover, number, (mover, number))
            if not moved or step.fails:
                break
        return step

    def _at(self, step: _Step, number: int) -> Hull:
        return step.hulls.get(number) or self._hulls[number]

    def _push(self, step: _Step, by: int, number: int, chain: tuple[int, ...]) -> bool:
        """Something gives way to what overlaps it; whether it does overlap it."""
        hull = self._at(step, number)
        deep, nx, ny = apart(self._at(step, by), hull)
        if deep >= 0.0:
            return False
        light = self._weight(number) == "light"
        if light and (into := self._against(step, hull, number, by, TOUCH)) >= 0:
            step.popped.append((number, into))
            return True
        way = ROOM - deep
        pushed = step.hulls[number] = hull.moved(nx * way, ny * way)
        if light:
            if (into := self._against(step, pushed, number, by, STOP)) >= 0:
                step.popped.append((number, into))
                del step.hulls[number]
            return True
        for other in self._there(step):
            if other not in chain and is_near(pushed, self._at(step, other)):
                self._drive_into(step, number, other, chain)
            if step.fails:
                break
        return True

    def _against(self, step: _Step, hull: Hull, number: int, by: int, room: float) -> int:
        """What a light thing touches other than what pushes it; -1 for nothing."""
        for other in (*self._there(step), self._mover):
            if other in (number, by):
                continue
            there = self._at(step, other)
            if is_near(hull, there, room) and apart(hull, there)[0] <= room:
                return other
        return -1

    def _drive_into(self, step: _Step, number: int, other: int, chain: tuple[int, ...]) -> None:
        """What comes of it when something heavy that is pushed comes near another body."""
        there = self._at(step, other)
        lies = apart(step.hulls[number], there)[0]
        weight, pair = self._weight(other), frozenset((number, other))
        old = pair not in self._split and _touch(self._start[number], self._start[other])
        if old and lies > TOUCH:
            step.split.append(pair)
        if weight == "light":
            self._push(step, number, other, (*chain, other))
        elif weight == "wall":
            if old:
                begun = apart(self._start[number], self._start[other])[0]
                if lies < min(-DEEP, begun - 2 * FINE):
                    step.pin = chain[1]
            elif lies <= STOP:
                self._stop(step, number, other, chain)
        elif old or not self._collides:
            self._push(step, number, other, (*chain, other))
        elif lies <= STOP:
            step.pile = (number, other)

    def _stop(self, step: _Step, number: int, wall: int, chain: tuple[int, ...]) -> None:
        """Something heavy is driven into a wall that it did not touch."""
        if self._collides:
            step.pile = (number, wall)
        else:
            step.pin = chain[1]


def _touch(a: Hull, b: Hull) -> bool:
    return is_near(a, b) and apart(a, b)[0] <= TOUCH


def _length(leg: Leg) -> float:
    """About how far a leg leads, in L."""
    if isinstance(leg, Shift):
        return math.sqrt(leg.dx * leg.dx + leg.dy * leg.dy)
    return abs(leg.degrees) / 57.0


def _steps(leg: Leg) -> int:
    if isinstance(leg, Shift):
        return max(1, math.ceil(_length(leg) / SHIFT - 1e-9))
    return max(1, math.ceil(abs(leg.degrees) / SWING - 1e-9))


def _cut(leg: Leg, part: float) -> Leg:
    """The first part of a leg."""
    if isinstance(leg, Shift):
        return Shift(leg.dx * part, leg.dy * part)
    return Swing(leg.about, leg.degrees * part)


def _between(start: Pose, leg: Leg, low: float, high: float) -> Leg:
    """The leg between two parts of it."""
    return _cut(leg, high - low)
