"""What poses are worth to a computer seat: who could do how much harm to whom from them.

It is the rules' reckoning of a shot, made lean: a decision looks at hundreds of poses.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

from games.engine.plane import BR, FL, Box, Point, crosses, facing, gap
from games.mini_carwars.ai_known import Fighter
from games.mini_carwars.ai_paths import Block, is_clear
from games.mini_carwars.catalog import BACK, FRONT, LEFT, RIGHT, TOP
from games.mini_carwars.control import CYCLE, PER_MPH
from games.mini_carwars.sight import PER_INCHES, POINT_BLANK, chance_of
from games.mini_carwars.state import State

NEAR: Final = 5.0
"""Beyond so many inches a range is reckoned between centres."""
_LOW: Final = -20
_NEVER: Final = 20
"""What no roll can be, whatever side is shot at."""
_ODDS: Final = tuple(chance_of(max(3, roll)) for roll in range(_LOW, 40))
"""How likely two dice show at least a number, from `_LOW` on."""
LATER: Final = 0.97
"""A shot in a later phase is worth so much of one now, by phase."""
NEXT: Final = 0.7
"""What the next turn weighs against the rest of this one."""
FEAR: Final = 0.8
"""What harm to oneself weighs against harm done."""
WRECK: Final = 0.35
"""A wreck hides as much as a square that reaches so far from its middle, about."""
LONE_ROCKET: Final = 0.55
"""A weapon with one shot is not wasted below these odds."""


class Field(NamedTuple):
    """What stands and hangs between vehicles."""

    clouds: tuple[Box, ...]
    blocks: tuple[Block, ...]
    """Walls and wrecks."""
    arcs: bool = False
    """Weapons on a side fire within 90 degrees only."""


def field(view: State) -> Field:
    """The smoke, walls and wrecks of a view that may lie between vehicles in action."""
    clouds = tuple(cloud.box for cloud in view.smoke)
    blocks = [
        (x - width / 2, y - length / 2, x + width / 2, y + length / 2)
        for x, y, width, length in view.walls
    ]
    blocks += [
        (car.x - WRECK, car.y - WRECK, car.x + WRECK, car.y + WRECK) for car in view.cars if car.out
    ]
    xs = [car.x for car in view.cars if not car.out]
    ys = [car.y for car in view.cars if not car.out]
    # No line between two points of a rectangle leaves it.
    low_x, low_y, high_x, high_y = min(xs) - 1, min(ys) - 1, max(xs) + 1, max(ys) + 1
    between = [
        block
        for block in blocks
        if block[0] < high_x and block[2] > low_x and block[1] < high_y and block[3] > low_y
    ]
    return Field(clouds, tuple(between), view.options.arcs)


def _visible(own: Box, mount: int, ahead: float, right: float, cos: float, sin: float,
             other: Box) -> bool:  # fmt: skip
    """Whether any part of the other counter lies in front of the side a weapon is on."""
    if mount == TOP:
        return True
    if mount == FRONT:
        return ahead + other.half * cos + other.side * sin >= own.half
    if mount == BACK:
        return -ahead + other.half * cos + other.side * sin >= own.half
    across = other.half * sin + other.side * cos
    return (right if mount == RIGHT else -right) + across >= own.side


def _in_arc(mount: int, ahead: float, right: float, reach: float) -> bool:
    """Whether some of a counter may lie within 45 degrees of straight out of a side. Ruling 77"""
    out, aside = (ahead, right) if mount in (FRONT, BACK) else (right, ahead)
    if mount in (BACK, LEFT):
        out = -out
    return mount == TOP or abs(aside) - reach <= out + reach


def range_of(one: Box, other: Box) -> float:
    """Inches between two counters, from some range on between their middles less their lengths."""
    dx, dy = other.x - one.x, other.y - one.y
    square = dx * dx + dy * dy
    far = square > NEAR * NEAR
    return math.sqrt(square) - one.half - other.half if far else gap(one, other)


def volley(a: Fighter, own: Box, speed: int, b: Fighter, other: Box, to_speed: int,
           inches: float, ground: Field) -> list[float]:  # fmt: skip
    """The expected worth of each weapon group of `a` against its best side of `b`, in order.

    `inches` is their range.
    """
    dx, dy = other.x - own.x, other.y - own.y
    mods = a.bonus + b.size
    mods += 4 if inches < POINT_BLANK else -int(inches // PER_INCHES)
    mods += (speed == 0) + (to_speed == 0)
    ahead, right = dx * own.fx + dy * own.fy, dx * own.fy - dy * own.fx
    cos = abs(own.fx * other.fx + own.fy * other.fy)
    sin = abs(own.fx * other.fy - own.fy * other.fx)
    out = [0.0] * len(a.groups)
    for mount, groups in a.mounts.items():
        if not _visible(own, mount, ahead, right, cos, sin, other):
            continue
        if ground.arcs and not _in_arc(mount, ahead, right, other.reach):
            continue
        start = (own.x, own.y) if mount == TOP else own.middle(mount)
        smoke = 0
        if ground.blocks and not _open(start, other, ground.blocks):
            continue
        if ground.clouds:
            middle = (other.x, other.y)
            smoke = sum(
                crosses(start, middle, cloud)
                for cloud in ground.clouds
                if abs(cloud.x - own.x) + abs(cloud.y - own.y) < abs(dx) + abs(dy) + 1.5
            )
        sides = [(side, b.compact - (side in (FRONT, BACK))) for side in facing(other, start)]
        if b.turret:
            sides.append((TOP, -2))
        for at, group in groups:
            kind = group.kind
            if smoke and kind.stopped_by_smoke:
                continue
            roll = min(kind.to_hit - mods + 2 * smoke, _NEVER) - _LOW
            worth = b.hit[kind.dice]
            best = 0.0
            for side, modifier in sides:
                odds = _ODDS[roll - modifier]
                if kind.shots == 1 and odds < LONE_ROCKET:
                    odds *= 0.3
                value = odds * worth[side]
                best = max(best, value)
            out[at] = best * len(group.weapons)
    return out


def _open(start: Point, other: Box, blocks: Sequence[Block]) -> bool:
    """Whether the middle of a counter, or else an end of it, can be seen."""
    return (
        is_clear(start, (other.x, other.y), blocks)
        or is_clear(start, other.corner(FL), blocks)
        or is_clear(start, other.corner(BR), blocks)
    )


def most(values: Sequence[float], hands: int) -> float:
    """What so many people can do with weapons of these worths."""
    if hands <= 0:
        return 0.0
    if hands >= len(values):
        return sum(values)
    return max(values) if hands == 1 else sum(sorted(values, reverse=True)[:hands])


def exchange(me: Fighter, mine: Sequence[Box], speed: int,
             foes: Sequence[tuple[Fighter, Sequence[Box], int]], ground: Field,
             wants: float) -> float:  # fmt: skip
    """What the rest of a turn is worth, poses given at a few moments of it, and the next turn from
    the last of them.

    Every weapon is fired once, at its best moment. `wants` is the weight of harm done.
    """
    now, fresh = [0.0] * len(me.groups), [0.0] * len(me.groups)
    theirs = 0.0
    last = len(mine) - 1
    for foe, boxes, pace in foes:
        their_now = [0.0] * len(foe.groups)
        ours, back, before = now, their_now, None
        for at, box in enumerate(mine):
            worth = LATER**at
            its = boxes[at]
            lie = box.x, box.y, its.x, its.y
            if lie != before:
                before = lie
                inches = range_of(box, its)
                ours = volley(me, box, speed, foe, its, pace, inches, ground)
                back = volley(foe, its, pace, me, box, speed, inches, ground)
            for place, group in enumerate(me.groups):
                if group.ready and ours[place] * worth > now[place]:
                    now[place] = ours[place] * worth
            for place, group in enumerate(foe.groups):
                if group.ready and back[place] * worth > their_now[place]:
                    their_now[place] = back[place] * worth
            if at == last:
                fresh = [max(one, two) for one, two in zip(fresh, ours, strict=True)]
                theirs += NEXT * most(back, foe.hands)
        theirs += most(their_now, foe.acts)
    return wants * (most(now, me.acts) + NEXT * most(fresh, me.hands)) - FEAR * theirs


def control_risk(speed: int, cycle: bool) -> float:
    """What a roll on the Control Table costs on the average. Rules: Control Table"""
    if not speed:
        return 0.0
    added = abs(speed) // PER_MPH + (CYCLE if cycle else 0)
    crash = _ODDS[14 - added - _LOW]
    some = _ODDS[11 - added - _LOW]
    return 1.1 * crash + 0.12 * (some - crash)
