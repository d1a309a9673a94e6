"""What is the same in the pictures of every film: size, the line at the head, and the caption."""

from __future__ import annotations

from typing import Final

from images.canvas import Canvas
from images.labels import Rect
from images.panels import Panel
from images.parts import Drawn, Part, Text, row
from images.pen import Figure
from images.theme import DEEP, INK, LINE, MUTE, PAPER, SOFT

WIDE: Final = 600
HIGH: Final = 420
HEAD: Final = 34
FOOT: Final = 64
FIELD: Final[Rect] = (0, HEAD, WIDE, HIGH - FOOT)
"""Where things happen."""
SHEET: Final = Panel(WIDE, HIGH, DEEP, corner=0, ground=DEEP)
"""An empty picture."""


def put_head(canvas: Canvas, title: str, moment: str, right: int = WIDE - 14) -> None:
    """What is played, and the moment, which ends at `right` px."""
    canvas.fill(0, 0, WIDE, HEAD, DEEP)
    canvas.fill(0, 0, 6, HEAD, PAPER)
    canvas.fill(0, HEAD - 1, WIDE, 1, LINE)
    canvas.write(20, HEAD // 2, title.upper(), 17, DEEP, MUTE)
    canvas.write(right, HEAD // 2, moment, 22, DEEP, anchor="right")


def put_foot(canvas: Canvas, plate: Figure | None, caption: str) -> None:
    """What is said of the picture, in at most two lines, and the plate of who did it."""
    top = HIGH - FOOT
    canvas.fill(0, top, WIDE, FOOT, INK)
    canvas.fill(0, top, WIDE, 1, SOFT)
    tagged: list[Part] = [Drawn(plate)] if plate else []
    words = Text(caption, 32, lines=2, floor=22, grow=1)
    row(*tagged, words, gap=8).draw(canvas, 16, top, WIDE - 28, FOOT, INK)
