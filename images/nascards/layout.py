"""Where the parts of a hand lie: Speed cards as large as everything below them leaves room for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from images.nascards.held import HandReading
from images.nascards.pieces import tag_lines
from images.theme import GAP, HEADER, PAGE

TALLEST: Final = 900
ROOM: Final = PAGE - 2 * GAP
LABEL: Final = 196
"""Width of the label before tags and before cards seen, px."""
_NOTE: Final = 44
_ENOUGH: Final = 120
"""Room for Speed cards below which the other parts are made smaller, px."""


class Scale(NamedTuple):
    """Heights of the parts below the Speed cards, px."""

    dealt: int
    """A Maneuver card in one row."""
    dealt_in_two: int
    """The same in two rows."""
    aside: int
    mark: int
    mark_size: int
    """Type size on a tag."""
    look: int


_SCALES: Final = (
    Scale(352, 282, 164, 46, 32, 64),
    Scale(320, 262, 84, 38, 28, 50),
    Scale(280, 176, 84, 38, 28, 50),
)


class Grid(NamedTuple):
    """How the Speed cards lie: in so many columns and rows, each so wide and high, px."""

    columns: int
    rows: int
    width: int
    height: int
    gap: int


class Layout(NamedTuple):
    """Where the parts of a hand begin, px from the top, and how large they are."""

    grid: Grid
    scale: Scale
    dealt_height: int
    aside_height: int
    note: int
    dealt: int
    asides: int
    marks: int
    looked: int
    foot: int


def grid_of(cards: int, room: int, tallest: int) -> Grid:
    """The layout with the largest cards for a room of so many px, none taller than `tallest`."""

    def laid(rows: int) -> Grid:
        columns = max(8, -(-cards // rows))
        gap = GAP if columns <= 10 else 8
        width = (ROOM - (columns - 1) * gap) // columns
        height = min(tallest, (room - (rows - 1) * gap) // rows)
        return Grid(columns, rows, width, max(height, 60), gap)

    # A card up to 2.7 times as high as wide is as good as its height.
    return max(
        map(laid, (1, 2, 3)),
        key=lambda grid: (min(grid.width * 27 // 10, grid.height), -grid.rows),
    )


def columns_of(dealt: int) -> int:
    """Maneuver cards in a row: four at most as long as one row holds them."""
    return max(3, dealt if dealt <= 4 else -(-dealt // 2))


def _laid(reading: HandReading, scale: Scale) -> Layout:
    rows = -(-len(reading.dealt) // columns_of(len(reading.dealt)))
    tall = scale.dealt if rows <= 1 else scale.dealt_in_two
    aside = 132 if len(reading.asides) == 1 and scale.aside > 132 else scale.aside
    lines = tag_lines(reading.marks, ROOM - LABEL, scale.mark, scale.mark_size)
    parts: Sequence[int] = (
        _NOTE,
        rows * (tall + GAP),
        (aside + GAP) * bool(reading.asides),
        lines * (scale.mark + 8) + 8 * bool(lines),
        scale.look * len(reading.looked),
    )
    room = TALLEST - HEADER - GAP - sum(parts)
    grid = grid_of(max(len(reading.speed), 1), room, 190 if reading.dealt else 272)
    if not reading.speed:
        grid = Grid(1, 1, ROOM, 120, GAP)
    tops = [HEADER + GAP + grid.rows * grid.height + (grid.rows - 1) * grid.gap]
    for part in parts:
        tops.append(tops[-1] + part)
    return Layout(grid, scale, tall, aside, *tops)


def layout_of(reading: HandReading) -> Layout:
    """The largest layout that leaves the Speed cards enough room, else the smallest."""
    layouts = [_laid(reading, scale) for scale in _SCALES]
    for at in layouts:
        free = TALLEST - at.foot + at.grid.rows * at.grid.height
        if at.foot <= TALLEST and free >= _ENOUGH:
            return at
    return layouts[-1]
