"""Labels by rule: each stands at the first place round its vehicle that covers nothing and that
nobody takes for another vehicle's."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from images.pen import Point

Rect = tuple[int, int, int, int]
"""Left, top, right and bottom, px."""
Line = tuple[Point, Point]

_AIR: Final = 6
"""From a vehicle to its label, px."""
_STEP: Final = 26
"""How much farther each next ring of places lies, px."""
_RINGS: Final = 9
_PATIENCE: Final = 1
"""Rings that are searched for a better place once there is one that covers nothing."""
_FULL: Final = 1e9
"""px that no label can cover."""
_GRAZE: Final = 1e-4
"""The part of a line that may lie in a rectangle it passes."""
_ROUND: Final = [
    (math.cos(angle), math.sin(angle)) for angle in (math.pi * (0.5 + i / 8) for i in range(16))
]
"""The places of a ring, from below on clockwise."""


class Want(NamedTuple):
    """A label that is to stand near something."""

    near: Rect
    width: int
    height: int
    last: tuple[int, int] | None = None
    """Where it stood from the middle of that before, px: in a film it should not jump about."""


class Spot(NamedTuple):
    """Where a label stands."""

    x: int
    y: int
    pushed: bool
    """It stands away from its vehicle: a line leads to it."""


def _places(want: Want) -> Iterator[tuple[int, int, int]]:
    """Ring, left and top of every place: the one it had, the eight (below and above, beside, at the
    corners), then sixteen in each ring farther and farther away."""
    left, top, right, foot = want.near
    w, h, (x, y) = want.width, want.height, _middle(want.near)
    if want.last:
        yield 0, (left + right) // 2 + want.last[0], (top + foot) // 2 + want.last[1]
    below, above = foot + _AIR, top - h - _AIR
    for at in (below, above):
        yield 0, (left + right - w) // 2, at
    for at in ((top + foot - h) // 2, below - h // 2, above + h // 2):
        yield 0, right + _AIR, at
        yield 0, left - w - _AIR, at
    for ring in range(1, _RINGS + 1):
        across, high = (
            size / 2 + _AIR + ring * _STEP for size in (right - left + w, foot - top + h)
        )
        for cos, sin in _ROUND:
            yield ring, round(x + across * cos - w / 2), round(y + high * sin - h / 2)


def place(
    wants: Sequence[Want],
    taken: Iterable[Rect],
    bounds: Rect,
    lines: Iterable[Line] = (),
) -> list[Spot]:
    """A spot for each label, in turn; where nothing is free, the one that covers least. No label
    is to stand on any of the `lines`."""
    field = _Field(bounds, [*taken], {want.near for want in wants}, [*lines])
    out: list[Spot] = []
    for want in wants:
        spot = field.spot(want)
        out.append(spot)
        x, y = spot.x + want.width, spot.y + want.height
        field.taken.append((spot.x - 2, spot.y - 2, x + 2, y + 2))
        field.things.add((spot.x, spot.y, x, y))
        if spot.pushed:
            field.lines.append(leader(want, spot))
    return out


class _Field:
    """What labels must keep clear of, more with every label."""

    def __init__(
        self, bounds: Rect, taken: list[Rect], nears: set[Rect], lines: list[Line]
    ) -> None:
        self.bounds = bounds
        self.taken = taken
        self.nears = nears
        self.things = {*nears}
        """What no label's line may run through: what labels are of, and labels."""
        self.lines = lines

    def spot(self, want: Want) -> Spot:
        """The nearest good place. The least evil is to be lost in other labels' lines, then to
        stand nearer to another vehicle, then to cover something."""
        own = _middle(want.near)
        rivals = [_middle(near) for near in self.nears if near != want.near]
        # The nearest ones first: most places are found out by these.
        rivals.sort(key=lambda at: math.dist(at, own))
        low_x, low_y, high_x, high_y = self.bounds
        # Inside; where it is wider than there is room, its beginning.
        left = sorted((low_x, want.near[0], high_x - want.width))[1]
        best = Spot(left, sorted((low_y, want.near[3], high_y - want.height))[1], True)
        least, rings, last, there = (_FULL, True, True), _RINGS, 0, self.taken
        for ring, left, top in _places(want):
            if ring > rings:
                break
            if ring > last:
                last, there = ring, self._around(want, ring)
            box = _, _, right, foot = (left, top, left + want.width, top + want.height)
            if left < low_x or top < low_y or right > high_x or foot > high_y:
                continue
            covered = _covered(box, least[0], there)
            if covered > least[0]:
                continue
            astray = _astray(box, own, rivals)
            if (covered, astray) > least[:2]:
                continue
            spot = Spot(left, top, ring > 0)
            evil = covered, astray, self._tangled(want, spot, box)
            if evil < least:
                best, least = spot, evil
                if not any(evil):
                    break
                if not covered:
                    # A better place is worth a few steps, not a walk across the picture.
                    rings = min(rings, ring + _PATIENCE)
        return best

    def _around(self, want: Want, ring: int) -> list[Rect]:
        """What is taken where labels of a ring may lie."""
        left, top, right, foot = want.near
        out = _AIR + ring * _STEP + 1
        low_x, high_x = left - want.width - out, right + want.width + out
        low_y, high_y = top - want.height - out, foot + want.height + out
        return [
            each
            for each in self.taken
            if each[0] < high_x and low_x < each[2] and each[1] < high_y and low_y < each[3]
        ]

    def _tangled(self, want: Want, spot: Spot, box: Rect) -> bool:
        """Whether the label's line runs through another label or vehicle, or a line through it."""
        for line in self.lines:
            if crosses(line, box):
                return True
        if not spot.pushed:
            return False
        line, own = leader(want, spot), want.near
        (x, y), (to_x, to_y) = line
        low_x, high_x = (x, to_x) if x < to_x else (to_x, x)
        low_y, high_y = (y, to_y) if y < to_y else (to_y, y)
        for each in self.things:
            left, top, right, foot = each
            # Most are not even near it.
            near = left < high_x and low_x < right and top < high_y and low_y < foot
            if near and each != own and crosses(line, each):
                return True
        return False


def _covered(box: Rect, most: float, taken: Sequence[Rect]) -> int:
    """How much of what is taken a label would cover, px, as far as it is at most `most`."""
    left, top, right, foot = box
    covered = 0
    for x, y, to_x, to_y in taken:
        if x < right and left < to_x and y < foot and top < to_y:
            # Spelled out: `min` and `max` would take longer than all the rest.
            wide = (right if right < to_x else to_x) - (left if left > x else x)
            high = (foot if foot < to_y else to_y) - (top if top > y else y)
            covered += wide * high
            if covered > most:
                break
    return covered


def crosses(line: Line, box: Rect) -> bool:
    """Whether a line runs through the inside of a rectangle."""
    (x, y), (to_x, to_y) = line
    left, top, right, foot = box
    # Most lie all on one side.
    if (x <= left and to_x <= left) or (x >= right and to_x >= right):
        return False
    if (y <= top and to_y <= top) or (y >= foot and to_y >= foot):
        return False
    part = within(line, box)
    return part is not None and part[1] - part[0] > _GRAZE


def within(line: Line, box: Rect) -> tuple[float, float] | None:
    """From where to where a line lies in a rectangle, as parts of it; None for nowhere."""
    (x, y), (to_x, to_y) = line
    left, top, right, foot = box
    low, high = 0.0, 1.0
    for start, end, least, most in ((x, to_x, left, right), (y, to_y, top, foot)):
        if start == end:
            if not least <= start <= most:
                return None
            continue
        enter, leave = (least - start) / (end - start), (most - start) / (end - start)
        low, high = max(low, min(enter, leave)), min(high, max(enter, leave))
    return (low, high) if low < high else None


def around(x: float, y: float, air: int) -> Rect:
    """A square so many px around a point."""
    across, down = round(x), round(y)
    return across - air, down - air, across + air, down + air


def _middle(rect: Rect) -> Point:
    return (rect[0] + rect[2]) / 2, (rect[1] + rect[3]) / 2


def _astray(box: Rect, own: Point, rivals: Sequence[Point]) -> bool:
    """Whether a label would be nearer to the middle of another vehicle than to that of its own."""
    far = _away(box, own)
    return any(_away(box, rival) < far for rival in rivals)


def _away(box: Rect, point: Point) -> float:
    """The distance of a point from a rectangle, squared, px."""
    left, top, right, foot = box
    x, y = point
    aside = left - x if x < left else x - right if x > right else 0.0
    beyond = top - y if y < top else y - foot if y > foot else 0.0
    return aside * aside + beyond * beyond


def leader(want: Want, spot: Spot) -> Line:
    """A line from the edge of a label to the middle of what it belongs to."""
    left, top, right, foot = want.near
    x, y = _middle(want.near)
    to_x = min(max(x, spot.x + 8), spot.x + want.width - 8)
    to_y = min(max(y, spot.y + 2), spot.y + want.height - 2)
    length = math.hypot(to_x - x, to_y - y) or 1.0
    # It begins at the edge of the vehicle, not under its number board.
    start = min(min(right - left, foot - top) * 0.5, length)
    return (x + (to_x - x) * start / length, y + (to_y - y) * start / length), (to_x, to_y)
