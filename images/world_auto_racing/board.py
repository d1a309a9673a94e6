"""The board: every driver in racing order, and what all of them share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.engine.players import Player
from games.world_auto_racing.race import Race
from images import fonts
from images.canvas import Canvas, TileCanvas
from images.panels import Page, write_actor, write_title
from images.theme import DEEP, HEADER, PAGE, SOFT
from images.world_auto_racing import rows, shared
from images.world_auto_racing.reading import BoardReading, read

_GAP: Final = 12
_SPACE: Final = 8
"""Between rows, px."""


def page(seats: int) -> Page:
    """The empty picture for 2 to 5 drivers."""
    height = rows.TALL[seats]
    tall = seats * height + (seats - 1) * _SPACE
    return Page(HEADER + _GAP + tall + _GAP + shared.TALL + 16)


def compose(canvas: Canvas, reading: BoardReading) -> None:
    """Draw the whole board."""
    canvas.part = "header"
    _put_header(canvas, reading)
    height = rows.TALL[len(reading.drivers)]
    y = HEADER + _GAP
    for driver in reading.drivers:
        canvas.part = driver.letter
        rows.put_row(canvas, driver, reading.length, driver.seat == reading.acting, 16, y, height)
        y += height + _SPACE
    shared.put_shared(canvas, reading.course, reading.conditions, reading.cars, y - _SPACE + _GAP)


def _put_header(canvas: Canvas, reading: BoardReading) -> None:
    if reading.named >= 0:
        left = write_actor(canvas, reading.named, reading.verb, 330)
    else:
        words, size = fonts.fit(reading.verb, 42, 400, "t")
        if words:
            canvas.write(PAGE - 24, HEADER // 2, words, size, DEEP, SOFT, "right", "t")
        left = PAGE - 24 - round(fonts.width(words, size, "t"))
    write_title(canvas, reading.moment, reading.title, left - 48 - 24)


def board(view: Race, players: Sequence[Player], verb: str = "") -> bytes:
    """A palette PNG, 1200 px wide, of 2 to 5 drivers.

    `verb` says what the acting driver does, such as "acts"; left empty, the phase says it.
    """
    canvas = TileCanvas(page(len(view.drivers)))
    compose(canvas, read(view, players, verb))
    return canvas.png()
