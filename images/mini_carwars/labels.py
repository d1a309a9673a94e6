"""Labels by rule: each stands at the first place round its vehicle that covers nothing."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

Rect = tuple[int, int, int, int]
"""Left, top, right and bottom, px."""

_AIR: Final = 6
"""From a vehicle to its label, px."""
_STEP: Final = 26
"""How much farther each next ring of places lies, px."""
_RINGS: Final = 9


class Want(NamedTuple):
    """A label that is to stand near something."""

    near: Rect
    width: int
    height: int


class Spot(NamedTuple):
    """Where a label stands."""

    x: int
    y: int
    pushed: bool
    """It stands away from its vehicle: a line leads to it."""


def overlap(a: Rect, b: Rect) -> int:
    """The area two rectangles share, px."""
    wide = min(a[2], b[2]) - max(a[0], b[0])
    high = min(a[3], b[3]) - max(a[1], b[1])
    return wide * high if wide > 0 and high > 0 else 0


def _near(want: Want) -> list[tuple[int, int]]:
    """The eight places: below and above, then beside, then at the corners."""
    left, top, right, foot = want.near
    w, h = want.width, want.height
    middle, level = (left + right - w) // 2, (top + foot - h) // 2
    below, above = foot + _AIR, top - h - _AIR
    return [
        (middle, below),
        (middle, above),
        (right + _AIR, level),
        (left - w - _AIR, level),
        (right + _AIR, below - h // 2),
        (left - w - _AIR, below - h // 2),
        (right + _AIR, above + h // 2),
        (left - w - _AIR, above + h // 2),
    ]


def _rings(want: Want) -> Iterable[tuple[int, int]]:
    """Places farther and farther away, sixteen in each ring."""
    left, top, right, foot = want.near
    w, h = want.width, want.height
    x, y = (left + right) / 2, (top + foot) / 2
    for ring in range(1, _RINGS + 1):
        across = (right - left + w) / 2 + _AIR + ring * _STEP
        high = (foot - top + h) / 2 + _AIR + ring * _STEP
        for i in range(16):
            angle = math.pi * (0.5 + i / 8)
            yield (
                round(x + across * math.cos(angle) - w / 2),
                round(y + high * math.sin(angle) - h / 2),
            )


def place(wants: Sequence[Want], taken: Iterable[Rect], bounds: Rect) -> list[Spot]:
    """A spot for each label, in turn; where nothing is free, the one that covers least."""
    rects = list(taken)
    out: list[Spot] = []
    for want in wants:
        spot = _spot(want, rects, bounds)
        rects.append((spot.x - 2, spot.y - 2, spot.x + want.width + 2, spot.y + want.height + 2))
        out.append(spot)
    return out


def _spot(want: Want, taken: Sequence[Rect], bounds: Rect) -> Spot:
    w, h = want.width, want.height
    best: tuple[int, Spot] | None = None
    for pushed, places in ((False, _near(want)), (True, _rings(want))):
        for x, y in places:
            inside = bounds[0] <= x and bounds[1] <= y and x + w <= bounds[2]
            if not inside or y + h > bounds[3]:
                continue
            box = (x, y, x + w, y + h)
            covered = 0
            for rect in taken:
                if rect[0] < box[2] and box[0] < rect[2] and rect[1] < box[3] and box[1] < rect[3]:
                    covered += overlap(box, rect)
                    if best is not None and covered >= best[0]:
                        break
            if not covered:
                return Spot(x, y, pushed)
            if best is None or covered < best[0]:
                best = covered, Spot(x, y, pushed)
    if best is not None:
        return best[1]
    x = min(max(want.near[0], bounds[0]), bounds[2] - w)
    return Spot(x, min(max(want.near[3], bounds[1]), bounds[3] - h), True)


def leader(want: Want, spot: Spot) -> list[tuple[float, float]]:
    """A line from the edge of a label to the middle of what it belongs to."""
    left, top, right, foot = want.near
    x, y = (left + right) / 2, (top + foot) / 2
    to_x = min(max(x, spot.x + 8), spot.x + want.width - 8)
    to_y = min(max(y, spot.y + 2), spot.y + want.height - 2)
    length = math.hypot(to_x - x, to_y - y) or 1.0
    # It begins at the edge of the vehicle, not under its number board.
    start = min(min(right - left, foot - top) * 0.5, length)
    return [(x + (to_x - x) * start / length, y + (to_y - y) * start / length), (to_x, to_y)]
