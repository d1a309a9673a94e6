"""Two ways to draw one picture: from tiles made once, and all of it anew.

A picture's layout is one function that puts figures and writes texts on a `Canvas`. `Press` is
the canvas in use: figures and texts are tiles of palette numbers, made once and laid down whole.
`Redraw` draws every shape again on one large sheet; it is slow, and says what is right.

Tiles are opaque, so what is put on a canvas must lie on the plain ground it names, and boxes may
overlap only where both show that ground. The tests compare the two canvases, which shows a fault.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple, Protocol

from PIL import Image

from images import fonts
from images.encode import numbered, png, ramp
from images.pen import Anchor, Figure, Pen, placed
from images.theme import PAPER, Colour, Face


class Written(NamedTuple):
    """A text on a canvas, and the part of the picture it belongs to."""

    part: str
    words: str


class Canvas(Protocol):
    """A sheet to compose a picture on. Places and sizes are whole px."""

    part: str
    """What is being drawn now, such as a seat's letter; it marks the texts in a record."""

    def put(self, figure: Figure, x: int, y: int) -> None:
        """Lay a figure with its top left corner at (x, y)."""
        ...

    def fill(self, x: int, y: int, w: int, h: int, colour: Colour) -> None:
        """A plain rectangle."""
        ...

    def write(
        self,
        x: int,
        y: int,
        words: str,
        size: int,
        ground: Colour,
        ink: Colour = PAPER,
        anchor: Anchor = "left",
        face: Face = "b",
    ) -> None:
        """One line of text, as it stands, beside or around x, its capitals centred on y."""
        ...


@lru_cache(maxsize=1500)
def tile(figure: Figure) -> Image.Image:
    """A figure as palette numbers. Shared: never draw on it."""
    pen = Pen(figure.width, figure.height, figure.ground)
    figure.paint(pen)
    return numbered(pen.finish())


class _Word(NamedTuple):
    left: int
    top: int
    image: Image.Image


@lru_cache(maxsize=2000)
def _word(words: str, size: int, face: Face, ink: Colour, ground: Colour) -> _Word:
    left, top, _, _ = fonts.ink_box(words, size, face)
    return _Word(left, top, fonts.coverage(words, size, face).point(list(ramp(ground, ink))))


class Press:
    """The canvas in use: lays down tiles of palette numbers."""

    def __init__(self, page: Figure) -> None:
        self._sheet = tile(page).copy()
        self.part = ""

    def put(self, figure: Figure, x: int, y: int) -> None:
        self._sheet.paste(tile(figure), (x, y))

    def fill(self, x: int, y: int, w: int, h: int, colour: Colour) -> None:
        self._sheet.paste(colour, (x, y, x + w, y + h))

    def write(
        self,
        x: int,
        y: int,
        words: str,
        size: int,
        ground: Colour,
        ink: Colour = PAPER,
        anchor: Anchor = "left",
        face: Face = "b",
    ) -> None:
        start = placed(x, y, words, size, ink, anchor, face)
        word = _word(words, size, face, ink, ground)
        self._sheet.paste(word.image, (start.x + word.left, start.y + word.top))

    def sheet(self) -> Image.Image:
        """The picture as palette numbers, in mode L."""
        return self._sheet

    def png(self) -> bytes:
        """The finished picture; the canvas is used up."""
        return png(self._sheet)


class Redraw:
    """The slow twin: every shape drawn at three times its size, then all of it reduced."""

    def __init__(self, page: Figure) -> None:
        self._pen = Pen(page.width, page.height, page.ground)
        page.paint(self._pen)
        self.part = ""

    def put(self, figure: Figure, x: int, y: int) -> None:
        figure.paint(self._pen.moved(x, y))

    def fill(self, x: int, y: int, w: int, h: int, colour: Colour) -> None:
        self._pen.rect(x, y, w, h, colour)

    def write(
        self,
        x: int,
        y: int,
        words: str,
        size: int,
        ground: Colour,
        ink: Colour = PAPER,
        anchor: Anchor = "left",
        face: Face = "b",
    ) -> None:
        self._pen.text(x, y, words, size, ink, anchor, face)

    def rgb(self) -> Image.Image:
        """The picture before its colours are set to the palette."""
        return self._pen.finish()

    def sheet(self) -> Image.Image:
        """The picture as palette numbers, in mode L."""
        return numbered(self.rgb())

    def png(self) -> bytes:
        return png(self.sheet())


class Record:
    """A canvas that draws nothing and keeps what is written, for tests of what a picture says."""

    def __init__(self) -> None:
        self.part = ""
        self.texts: list[Written] = []

    def put(self, figure: Figure, x: int, y: int) -> None:
        pass

    def fill(self, x: int, y: int, w: int, h: int, colour: Colour) -> None:
        pass

    def write(
        self,
        x: int,
        y: int,
        words: str,
        size: int,
        ground: Colour,
        ink: Colour = PAPER,
        anchor: Anchor = "left",
        face: Face = "b",
    ) -> None:
        self.texts.append(Written(self.part, words))
