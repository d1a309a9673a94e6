"""What is written on a picture, without drawing it."""

from __future__ import annotations

from typing import NamedTuple

from images.canvas import Canvas, Lettering
from images.pen import Figure
from images.theme import Colour


class Written(NamedTuple):
    """A text on a canvas, and the part of the picture it belongs to."""

    part: str
    words: str


class Record(Canvas):
    """A canvas that draws nothing and keeps what is written."""

    def __init__(self) -> None:
        self.texts: list[Written] = []

    def put(self, figure: Figure, x: int, y: int) -> None:
        pass

    def fill(self, x: int, y: int, w: int, h: int, colour: Colour) -> None:
        pass

    def letter(self, x: int, y: int, text: Lettering) -> None:
        self.texts.append(Written(self.part, text.words))
