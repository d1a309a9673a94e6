"""Labels by rule: each stands at the first place round its vehicle that covers nothing and that
nobody takes for another vehicle's."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Final, NamedTuple

from games.engine.plane import Box, Point, is_open

Rect = tuple[int, int, int, int]
"""Left, top, right and bottom, px."""

_AIR: Final = 6
"""From a vehicle to its label, px."""
_STEP: Final = 26
"""How much farther each next ring of places lies, px."""
_RINGS: Final = 9
_PATIENCE: Final = 2
"""Rings that are searched for a better place once there is one that covers nothing."""


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


def _near(want: Want) -> list[tuple[int, int]]:
    """The place it had, then the eight: below and above, beside, and at the corners."""
    left, top, right, foot = want.near
    w, h = want.width, want.height
    middle, level = (left + right - w) // 2, (top + foot - h) // 2
    below, above = foot + _AIR, top - h - _AIR
    x, y = (left + right) // 2, (top + foot) // 2
    return [
        *([(x + want.last[0], y + want.last[1])] if want.last else []),
        (middle, below),
        (middle, above),
        (right + _AIR, level),
        (left - w - _AIR, level),
        (right + _AIR, below - h // 2),
        (left - w - _AIR, below - h // 2),
        (right + _AIR, above + h // 2),
        (left - w - _AIR, above + h // 2),
    ]


def _rings(want: Want) -> Iterator[Iterable[tuple[int, int]]]:
    """Places farther and farther away, sixteen in each ring."""
    w, h = want.width, want.height
    left, top, right, foot = want.near
    x, y = _middle(want.near)
    for ring in range(1, _RINGS + 1):
        across = (right - left + w) / 2 + _AIR + ring * _STEP
        high = (foot - top + h) / 2 + _AIR + ring * _STEP
        yield (
            (round(x + across * cos - w / 2), round(y + high * sin - h / 2)) for cos, sin in _ROUND
        )


def place(
    wants: Sequence[Want],
    taken: Iterable[Rect],
    bounds: Rect,
    lines: Iterable[tuple[Point, Point]] = (),
) -> list[Spot]:
    """A spot for each label, in turn; where nothing is free, the one that covers least. No label
    is to stand on any of the `lines`."""
    field = _Field(bounds, list(taken), [want.near for want in wants], list(lines))
    out: list[Spot] = []
    for want in wants:
        spot = field.spot(want)
        out.append(spot)
        box = (spot.x, spot.y, spot.x + want.width, spot.y + want.height)
        field.taken.append((box[0] - 2, box[1] - 2, box[2] + 2, box[3] + 2))
        field.tags.append(_box(box))
        if spot.pushed:
            field.lines.append(leader(want, spot))
    return out


class _Field:
    """What labels must keep clear of, more with every label."""

    def __init__(
        self,
        bounds: Rect,
        taken: list[Rect],
        nears: Sequence[Rect],
        lines: list[tuple[Point, Point]],
    ) -> None:
        self.bounds = bounds
        self.taken = taken
        self.nears = {near: _box(near) for near in nears}
        self.tags: list[Box] = []
        self.lines = lines

    def spot(self, want: Want) -> Spot:
        """The nearest good place. The least evil is to be lost in other labels' lines, then to
        stand nearer to another vehicle, then to cover something."""
        own = _middle(want.near)
        rivals = [(box.x, box.y) for box in self.nears.values() if (box.x, box.y) != own]
        # The nearest ones first: most places are found out by these.
        rivals.sort(key=lambda at: math.dist(at, own))
        best: Spot | None = None
        least, rings = (math.inf, True, True), _RINGS
        for ring, places in enumerate(chain((_near(want),), _rings(want))):
            if ring > rings:
                break
            for left, top in places:
                box = (left, top, left + want.width, top + want.height)
                covered = self._covered(box, least[0])
                if covered > least[0]:
                    continue
                astray = _astray(box, own, rivals)
                if (covered, astray) > least[:2]:
                    continue
                spot = Spot(left, top, ring > 0)
                evil = covered, astray, self._tangled(want, spot, box)
                if not any(evil):
                    return spot
                if evil < least:
                    best, least = spot, evil
            if not least[0]:
                # A better place is worth a few steps, not a walk across the picture.
                rings = min(rings, ring + _PATIENCE)
        if best is not None:
            return best
        left = min(max(want.near[0], self.bounds[0]), self.bounds[2] - want.width)
        top = min(max(want.near[3], self.bounds[1]), self.bounds[3] - want.height)
        return Spot(left, top, True)

    def _covered(self, box: Rect, most: float) -> float:
        """The area a label would cover, px, as far as it is at most `most`."""
        left, top, right, foot = box
        low_x, low_y, high_x, high_y = self.bounds
        if left < low_x or top < low_y or right > high_x or foot > high_y:
            return math.inf
        covered = 0
        for x, y, to_x, to_y in self.taken:
            if x < right and left < to_x and y < foot and top < to_y:
                # Spelled out: `min` and `max` would take longer than all the rest.
                wide = (right if right < to_x else to_x) - (left if left > x else x)
                high = (foot if foot < to_y else to_y) - (top if top > y else y)
                covered += wide * high
                if covered > most:
                    break
        return covered

    def _tangled(self, want: Want, spot: Spot, box: Rect) -> bool:
        """Whether the label's line runs through another label or vehicle, or a line through it."""
        own = (_box(box),)
        if not all(is_open(*line, own) for line in self.lines):
            return True
        others = (box for near, box in self.nears.items() if near != want.near)
        return spot.pushed and not is_open(*leader(want, spot), chain(self.tags, others))


def _middle(rect: Rect) -> Point:
    return (rect[0] + rect[2]) / 2, (rect[1] + rect[3]) / 2


def _box(rect: Rect) -> Box:
    return Box(*_middle(rect), 0.0, rect[3] - rect[1], rect[2] - rect[0])


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


def leader(want: Want, spot: Spot) -> tuple[Point, Point]:
    """A line from the edge of a label to the middle of what it belongs to."""
    left, top, right, foot = want.near
    x, y = _middle(want.near)
    to_x = min(max(x, spot.x + 8), spot.x + want.width - 8)
    to_y = min(max(y, spot.y + 2), spot.y + want.height - 2)
    length = math.hypot(to_x - x, to_y - y) or 1.0
    # It begins at the edge of the vehicle, not under its number board.
    start = min(min(right - left, foot - top) * 0.5, length)
    return (x + (to_x - x) * start / length, y + (to_y - y) * start / length), (to_x, to_y)
