"""How a car travels: what stops it and what it pushes (Rules: Collisions; Pushing).

Bodies have numbers; what is drive-thru is no body. Each weight has its way:

* a **wall** that was apart stops the mover. One that it stands at stops it only where it would go
  deeper (Ruling 37).
* a **heavy** body that was apart stops the mover; one that touches it from the start is pushed
  along, and what that touches likewise. Pushed into another heavy body or a wall: a pile-up.
* a **light** body is always pushed, and pops where it then touches anything but what pushes it.

In a reposition and in the slide back of a stuck car nothing collides (`calm`): heavy bodies are
pushed as soon as they are touched, and a wall in the way of any of them stops the mover.

While something is pushed the mover goes by steps of `STEP` and `TURN_STEP`; after each what is
pushed moves by the smallest vector that separates it, without turning. House
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache
from typing import Final, Literal, NamedTuple, TypeAlias

from games.carwars.base import deepest, in_order
from games.engine.shapes import FINE, STOP, Hull, Pose, apart, contact, is_near, rest, touching
from games.engine.sweep import Leg, Shift, Swing, around, part_of, portion

STEP: Final = 0.02
"""Of a straight leg while something is pushed, in L. House"""
TURN_STEP: Final = 0.5
"""Of a turn, in degrees. House"""
MOST_PUSHES: Final = 64
"""Bodies that one step moves; what takes more cannot give way."""
_ME: Final = -1
_RADIANS: Final = 0.017453292519943295

Weight: TypeAlias = Literal["heavy", "light", "wall"]


class Body(NamedTuple):
    """What can be touched."""

    hull: Hull
    weight: Weight


class Pile(NamedTuple):
    """A pile-up. Rules: Pile-Ups"""

    first: int
    """What the mover pushes, at the near end of the chain."""
    pushed: int
    """The body of the chain that newly touches another."""
    into: int


class Travel(NamedTuple):
    """How a path was driven, as far as it was. All poses are at rest."""

    pose: Pose
    leg: int
    """The leg on which it ended, and how much of that was done, 0 to 1."""
    part: float
    touched: tuple[int, ...]
    """Walls and heavy bodies that the mover newly touches, in the order of Ruling 49; walls alone
    where nothing collides."""
    piles: tuple[Pile, ...]
    """Never where nothing collides."""
    pinned: tuple[int, ...]
    """Why it cannot go on, where it was stopped without a new contact: walls that it stands at, and
    bodies it pushes that cannot give way, or not all the chain behind them."""
    moved: Mapping[int, Pose]
    """Bodies that were pushed and are still there."""
    popped: tuple[int, ...]
    """Light bodies that popped, in their order."""

    @property
    def stopped(self) -> bool:
        """Whether the path was cut short, or ended at something."""
        return bool(self.touched or self.piles or self.pinned)


class _Step(NamedTuple):
    """What comes of one step of the mover: where all that it moves would lie, and what happens."""

    hulls: dict[int, Hull]
    popped: list[int]
    piles: list[Pile]
    pinned: list[int]

    def aside(self, key: int) -> bool:
        """Whether what the mover would come to is pushed out of its way by what it pushes."""
        return key in self.hulls and not touching(self.hulls[_ME], self.hulls[key])


def travel(
    hull: Hull,
    legs: Iterable[Leg],
    bodies: Mapping[int, Body],
    calm: bool = False,
    passed: Collection[int] = (),
) -> Travel:
    """Drive along a path as far as it goes. `passed` are bodies that the mover goes through, such
    as the wall that is left behind in a reposition; what it pushes does not. It is remembered, for
    pictures, computers and the turn itself drive the same way."""
    return _travel(hull, tuple(legs), tuple(sorted(bodies.items())), calm, *passed)


@lru_cache(1024)
def _travel(
    hull: Hull, legs: Iterable[Leg], bodies: Iterable[tuple[int, Body]], calm: bool, *passed: int
) -> Travel:
    way = _Way(hull, dict(bodies), calm, passed)
    number, part = 0, 0.0
    for number, leg in enumerate(legs):  # noqa: B007
        part = way.drive(leg)
        if way.stopped:
            break
    return way.ended(number, part)


class _Way:
    """A path while it is driven."""

    def __init__(
        self, hull: Hull, bodies: Mapping[int, Body], calm: bool, passed: Collection[int]
    ) -> None:
        self.hulls = {_ME: hull, **{key: body.hull for key, body in bodies.items()}}
        self.weights = {key: body.weight for key, body in bodies.items()}
        self.calm, self.passed = calm, {_ME, *passed}
        self.moved: set[int] = set()
        self.popped: list[int] = []
        self.piles: list[Pile] = []
        self.pinned: list[int] = []
        self.stopped = False
        self.old = {(_ME, key) for key in bodies if touching(hull, bodies[key].hull)}
        """Pairs that have touched since before the step at hand; until something is pushed those of
        the mover alone."""
        self.deep: dict[tuple[int, int], float] = {}
        """How deep a body may come into a wall that it stands at."""
        self.knows_all = False

    def is_pushed(self, key: int) -> bool:
        """Whether the mover pushes a body that it comes to, in place of being stopped."""
        weight = self.weights[key]
        return weight == "light" or (weight == "heavy" and (self.calm or (_ME, key) in self.old))

    def limit(self, key: int, wall: int) -> float:
        if (key, wall) not in self.deep:
            self.deep[key, wall] = deepest(self.hulls[key], self.hulls[wall])
        return self.deep[key, wall]

    def drive(self, leg: Leg) -> float:
        """Drive along a leg; returns the part of it that was done."""
        start, part = self.hulls[_ME], 0.0
        steps, span = _measures(start, leg)
        pushed = False
        while part < 1.0 and not self.stopped:
            pushes = pushed or self.presses(portion(leg, 1.0 - part))
            goal = (math.floor(part * steps + 1e-9) + 1) / steps if pushes else 1.0
            goal = min(goal, 1.0)
            found, key = self.first(portion(leg, goal - part))
            goal = part + found * (goal - part)
            step = self.step(part_of(start, leg, goal), pushes)
            if step.piles or step.pinned:
                goal, step = self.halved(start, leg, (part, goal), step, FINE / 2 / span)
            elif key is not None and not (goal > part and step.aside(key)):
                self.meet(key)
            self.commit(step)
            part, pushed = goal, len(step.hulls) > 1
        return part

    def is_pressed(self, key: int) -> bool:
        """Whether the mover pushes a body as soon as it moves into it."""
        return (_ME, key) in self.old and key not in self.passed and self.is_pushed(key)

    def pressed(self) -> list[int]:
        """What the mover pushes as soon as it moves into it."""
        return [key for one, key in self.old if one == _ME and self.is_pressed(key)]

    def presses(self, leg: Leg) -> bool:
        """Whether the mover may push something that it touches; on a straight leg it does."""
        me, there = self.hulls[_ME], [self.hulls[key] for key in self.pressed()]
        return any(
            isinstance(leg, Swing) or contact(me, leg, it, apart(me, it)[0] - 2 * FINE) is not None
            for it in there
        )

    def first(self, leg: Leg) -> tuple[float, int | None]:
        """The part of a leg after which the mover first comes to what it does not push yet, and the
        number of that: what stops it before what does not."""
        me, best, number = self.hulls[_ME], (1.0, True), None
        x, y, reach = around(me, leg)
        for key, it in self.hulls.items():
            if key in self.passed or not it.meets_circle(x, y, reach) or self.is_pressed(key):
                continue
            old, pushed = (_ME, key) in self.old, self.is_pushed(key)
            part = contact(me, leg, it, self.limit(_ME, key) if old else STOP)
            if part is not None and (number is None or (part, pushed) < best):
                best, number = (part, pushed), key
        return best[0], number

    def meet(self, key: int) -> None:
        """The mover has come to something: it is stopped, or pushes it from now on."""
        if self.is_pushed(key):
            self.old.add((_ME, key))
            return
        self.stopped = True
        if (_ME, key) in self.old:
            self.pinned.append(key)

    def step(self, mover: Hull, pushes: bool) -> _Step:
        """What comes of putting the mover there."""
        out = _Step({_ME: mover}, [], [], [])
        if not pushes:
            return out
        if not self.knows_all:
            self.knows_all = True
            self.old |= {
                (key, other)
                for key, it in self.hulls.items()
                if key != _ME and self.weights[key] == "heavy"
                for other, there in self.hulls.items()
                if other not in (key, _ME) and touching(it, there)
            }
        first, pushers, pressed = {_ME: _ME}, [_ME], sorted(self.pressed())
        for pusher in pushers:
            here = out.hulls[pusher]
            for key in pressed if pusher == _ME else self.hulls:
                if (
                    key not in (_ME, pusher)
                    and is_near(here, out.hulls.get(key) or self.hulls[key])
                    and key not in out.popped
                    and self.push(out, pusher, key, first)
                    and self.weights[key] == "heavy"
                ):
                    pushers.append(key)
            if len(pushers) > MOST_PUSHES:
                out.pinned.append(first[pusher])
                break
        return out

    def push(self, out: _Step, pusher: int, key: int, first: dict[int, int]) -> bool:
        """Move a body out of the way of what is pushed into it; returns whether it has been."""
        here, there = out.hulls[pusher], out.hulls.get(key, self.hulls[key])
        old = (pusher, key) in self.old
        wide, nx, ny = apart(here, there)
        weight = self.weights[key]
        if wide >= (self.limit(pusher, key) if weight == "wall" and old else STOP - 1e-9):
            return False
        if weight == "wall" and (old or self.calm):
            out.pinned.append(first[pusher])
            return False
        if weight != "light" and not old and not self.calm:
            out.piles.append(Pile(first[pusher], pusher, key))
            return False
        first.setdefault(key, key if pusher == _ME else first[pusher])
        out.hulls[key] = there.moved(nx * (STOP - wide), ny * (STOP - wide))
        if weight == "light" and self.at_other(out, key, pusher):
            out.popped.append(key)
        return True

    def at_other(self, out: _Step, key: int, pusher: int) -> bool:
        """Whether a light body touched anything but what pushes it before it was pushed on, or does
        now. Rules: Pushing Light Obstacles"""
        before, here = self.hulls[key], out.hulls[key]
        return any(
            touching(here, out.hulls.get(other, it)) or touching(before, it)
            for other, it in self.hulls.items()
            if other not in (key, pusher) and other not in out.popped
        )

    def halved(
        self, start: Hull, leg: Leg, parts: tuple[float, float], step: _Step, fine: float
    ) -> tuple[float, _Step]:
        """Where within a step something happens, just before it: what piles up is put in touch."""
        (low, high), before = parts, _Step({_ME: self.hulls[_ME]}, [], [], [])
        while high - low > fine:
            middle = (low + high) / 2
            tried = self.step(part_of(start, leg, middle), True)
            if tried.piles or tried.pinned:
                high, step = middle, tried
            else:
                low, before = middle, tried
        self.stopped = True
        self.piles += dict.fromkeys(step.piles)
        self.pinned += dict.fromkeys(step.pinned)
        # Where another side of a body comes to be pushed it jumps: what stands before it does not
        # stand in anything.
        for pile in step.piles:
            here, there = (before.hulls.get(n, self.hulls[n]) for n in (pile.pushed, pile.into))
            wide, nx, ny = apart(here, there)
            before.hulls[pile.pushed] = here.moved(nx * (wide - STOP), ny * (wide - STOP))
        return low, before

    def commit(self, step: _Step) -> None:
        """Have a step happen, and forget contacts that have come apart."""
        self.hulls.update(step.hulls)
        self.moved |= step.hulls.keys() - {_ME}
        for key in step.popped:
            del self.hulls[key]
            self.popped.append(key)
        for pair in [pair for pair in self.old if step.hulls.keys() & pair]:
            if pair[1] not in self.hulls or not touching(*(self.hulls[key] for key in pair)):
                self.old.discard(pair)

    def ended(self, leg: int, part: float) -> Travel:
        pose = rest(self.hulls[_ME].pose)
        me = self.hulls[_ME].put(pose)
        moved = {key: rest(self.hulls[key].pose) for key in sorted(self.moved - {*self.popped})}
        met = [
            (key, it)
            for key, it in self.hulls.items()
            if key not in self.passed and not self.is_pushed(key)
            if (_ME, key) not in self.old and touching(me, it)
        ]
        return Travel(
            pose,
            leg,
            part,
            in_order(me, met),
            tuple(self.piles),
            tuple(self.pinned),
            moved,
            tuple(self.popped),
        )


def _measures(hull: Hull, leg: Leg) -> tuple[int, float]:
    """Steps of a leg, and at most how far it takes any point of a body, in L."""
    if isinstance(leg, Shift):
        span = math.sqrt(leg.dx * leg.dx + leg.dy * leg.dy)
        return max(1, math.ceil(span / STEP - 1e-9)), span
    dx, dy = hull.x - leg.about[0], hull.y - leg.about[1]
    turn = abs(leg.degrees)
    span = turn * _RADIANS * (math.sqrt(dx * dx + dy * dy) + hull.form.reach)
    return max(1, math.ceil(turn / TURN_STEP - 1e-9)), span
