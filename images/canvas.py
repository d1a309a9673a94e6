"""Two ways to draw one picture: from tiles made once, and all of it anew.

A picture's layout is one function that puts figures and writes texts on a `Canvas`. `TileCanvas`
is the one in use: figures and texts are tiles of palette numbers, made once and laid down whole.
`Redraw` draws every shape again on one large sheet; it is slow, and says what is right.

Tiles are opaque, so what is put on a canvas must lie on the plain ground it names, and boxes may
overlap only where both show that ground. The tests compare the two canvases, which shows a fault.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeVar

import msgspec
from PIL import Image, ImageDraw

from images import fonts
from images.encode import empty, mapped, numbered, png, ramp, rows_of
from images.kept import kept
from images.pen import SCALE, Anchor, Figure, Pen, Point, placed
from images.theme import INK, PAPER, Colour, Face


class Lettering(NamedTuple):
    """A line of text as it stands, and how it is written."""

    words: str
    size: int
    ground: Colour
    ink: Colour
    anchor: Anchor
    face: Face


F = TypeVar("F", bound=Figure)
Stencil = Callable[[F], tuple[Image.Image, Image.Image]]
"""A figure as palette numbers, and what of its box it covers."""
Box = tuple[int, int, int, int]
"""Left, top, right and foot, px."""


class Scene(msgspec.Struct, frozen=True):
    """A plain drawing larger than a picture, such as the ground of an arena: a canvas of tiles
    draws it once, and equal ones are one."""

    @property
    def size(self) -> tuple[int, int]:
        """Width and height, px."""
        raise NotImplementedError

    def draw(self, canvas: Canvas, x: int, y: int) -> None:
        """Draw it with its top left corner at (x, y)."""
        raise NotImplementedError


class Canvas(ABC):
    """A sheet to compose a picture on. Places and sizes are whole px."""

    part = ""
    """What is being drawn now, such as a seat's letter; it marks the texts in a record."""

    @abstractmethod
    def put(self, figure: Figure, x: int, y: int) -> None:
        """Lay a figure with its top left corner at (x, y)."""

    @abstractmethod
    def fill(self, x: int, y: int, w: int, h: int, colour: Colour) -> None:
        """A plain rectangle."""

    @abstractmethod
    def letter(self, x: int, y: int, text: Lettering) -> None:
        """A line of text, beside or around x, its capitals centred on y."""

    def within(self, box: Box, paint: Callable[[Canvas], None]) -> None:
        """Draw on the canvas what of a drawing lies in a box (left, top, right, foot)."""
        paint(self)

    def lie(self, scene: Scene, x: int, y: int) -> None:
        """What lies below everything, with its top left corner at (x, y); it may reach beyond."""
        scene.draw(self, x, y)

    def cover(self, figure: F, x: int, y: int, stencil: Stencil[F]) -> None:
        """Lay a figure with its top left corner at (x, y) over whatever is there."""
        self.put(figure, x, y)

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
        room: int | None = None,
    ) -> int:
        """One line of text, beside or around x, its capitals centred on y; in at most `room` px, if
        that is given: smaller, and then cut, where it is longer. Returns its width, px."""
        if room is not None:
            words, size = fonts.fit(words, size, max(room, 1), face)
        self.letter(x, y, Lettering(words, size, ground, ink, anchor, face))
        return fonts.width(words, size, face)


def drawn(figure: Figure, ground: Colour) -> Image.Image:
    """A figure on some ground as palette numbers."""
    pen = Pen(figure.width, figure.height, ground)
    figure.paint(pen)
    return numbered(pen.finish())


class _Piece(NamedTuple):
    """What is laid down whole, and the box that it covers, seen from the point where it is put."""

    image: Image.Image
    core: Any
    """Of Pillow's picture: to ask for it and for its size takes as long as to paste it."""
    left: int
    top: int
    right: int
    bottom: int
    advance: int = 0
    """Width of a line of text, px."""


def _piece(image: Image.Image, left: int = 0, top: int = 0, advance: int = 0) -> _Piece:
    right, bottom = left + image.width, top + image.height
    return _Piece(image, image.im, left, top, right, bottom, advance)


@kept
def _tile(figure: Figure) -> _Piece:
    return _piece(drawn(figure, figure.ground))


def tile(figure: Figure) -> Image.Image:
    """A figure as palette numbers. Shared: never draw on it."""
    return _tile(figure).image


@kept
def _line(
    words: str,
    size: int,
    ground: Colour,
    ink: Colour,
    anchor: Anchor,
    face: Face,
    room: int | None,
) -> _Piece:
    """A line of text, as `Canvas.write` fits it into the room."""
    if room is not None:
        words, size = fonts.fit(words, size, max(room, 1), face)
    start = placed(0, 0, words, size, ink, anchor, face)
    left, top, cover = fonts.coverage(words, size, face)
    inked = Image.frombytes("L", cover.size, cover.tobytes().translate(ramp(ground, ink)))
    return _piece(inked, start.x + left, start.y + top, fonts.width(words, size, face))


@kept
def _blank(page: Figure) -> bytes:
    """The rows of an empty page."""
    sheet = Image.new("L", (page.width, page.height), page.ground)

    def fill(x: int, y: int, w: int, h: int, colour: Colour) -> None:
        # Pillow takes one grey for another, also where nothing is smoothed.
        sheet.paste(ramp(colour, colour)[0], (x, y, x + w, y + h))

    page.floor(fill)
    sheet.paste(tile(page.head))
    return bytes(rows_of(sheet))


@kept
def _scene(scene: Scene) -> Image.Image:
    canvas = TileCanvas.__new__(TileCanvas)
    wide, high = scene.size
    canvas._show(empty(wide, high), wide)
    scene.draw(canvas, 0, 0)
    return canvas.sheet()


class TileCanvas(Canvas):
    """The canvas in use: lays down tiles of palette numbers, right on the rows of the PNG."""

    def __init__(self, page: Figure) -> None:
        self._show(bytearray(_blank(page)), page.width)

    def _show(self, rows: bytearray, width: int, box: Box | None = None) -> None:
        """Draw on some rows, or on what of them lies in a box."""
        self._rows, self._width = rows, width
        self._left, self._top = box[:2] if box else (0, 0)
        self._sheet = mapped(rows, width, box)
        # Without `Image.paste` around it, which takes three times as long as the pasting itself.
        self._paste = self._sheet.im.paste

    def put(self, figure: Figure, x: int, y: int) -> None:
        _, core, left, top, right, bottom, _ = _tile(figure)
        x, y = x - self._left, y - self._top
        self._paste(core, (x + left, y + top, x + right, y + bottom))

    def lay(self, image: Image.Image, x: int, y: int, mask: Image.Image | None = None) -> None:
        """Lay palette numbers (mode L) with their top left corner at (x, y), all of them or what
        a mask (mode 1) shows."""
        x, y, (w, h) = x - self._left, y - self._top, image.size
        if mask is None:
            self._paste(image.im, (x, y, x + w, y + h))
        else:
            self._paste(image.im, (x, y, x + w, y + h), mask.im)

    def cover(self, figure: F, x: int, y: int, stencil: Stencil[F]) -> None:
        image, mask = stencil(figure)
        self.lay(image, x, y, mask)

    def fill(self, x: int, y: int, w: int, h: int, colour: Colour) -> None:
        x, y = x - self._left, y - self._top
        self._paste(colour, (x, y, x + w, y + h))

    def polygon(self, points: Sequence[Point], colour: Colour) -> None:
        """What some points enclose, its edges not smoothed."""
        moved = [(x - self._left, y - self._top) for x, y in points]
        ImageDraw.Draw(self._sheet).polygon(moved, colour)

    def letter(self, x: int, y: int, text: Lettering) -> None:
        self.write(x, y, *text)

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
        room: int | None = None,
    ) -> int:
        """See `Canvas`: one look-up where the line has been written before."""
        line = _line(words, size, ground, ink, anchor, face, room)
        _, core, left, top, right, bottom, advance = line
        x, y = x - self._left, y - self._top
        self._paste(core, (x + left, y + top, x + right, y + bottom))
        return advance

    def within(self, box: Box, paint: Callable[[Canvas], None]) -> None:
        inside = TileCanvas.__new__(TileCanvas)
        inside._show(self._rows, self._width, box)
        paint(inside)

    def lie(self, scene: Scene, x: int, y: int) -> None:
        self.lay(_scene(scene), x, y)

    def sheet(self) -> Image.Image:
        """The picture as palette numbers, in mode L, as it stands now."""
        return self._sheet.copy()

    def png(self) -> bytes:
        """The picture as it stands now, in at most 70 KB."""
        return png(self._rows, self._width)


class _Bare(Figure, frozen=True):
    """A page with nothing on it."""

    width: int
    height: int
    ground: Colour = INK

    def paint(self, pen: Pen) -> None:
        """Leave it bare."""


class Redraw(Canvas):
    """The slow twin: every shape drawn at three times its size, then all of it reduced."""

    def __init__(self, page: Figure) -> None:
        self._page = page
        self._pen = Pen(page.width, page.height, page.ground)
        page.paint(self._pen)

    def put(self, figure: Figure, x: int, y: int) -> None:
        figure.paint(self._pen.moved(x, y))

    def fill(self, x: int, y: int, w: int, h: int, colour: Colour) -> None:
        self._pen.rect(x, y, w, h, colour)

    def letter(self, x: int, y: int, text: Lettering) -> None:
        self._pen.text(x, y, text.words, text.size, text.ink, text.anchor, text.face)

    def within(self, box: Box, paint: Callable[[Canvas], None]) -> None:
        other = Redraw(_Bare(self._page.width, self._page.height))
        paint(other)
        seen = other.rgb().crop(box)
        large = seen.resize((seen.width * SCALE, seen.height * SCALE), Image.Resampling.NEAREST)
        self._pen.masked(large, Image.new("L", large.size, 255), *box[:2])

    def rgb(self) -> Image.Image:
        """The picture before its colours are set to the palette."""
        return self._pen.finish()

    def sheet(self) -> Image.Image:
        """The picture as palette numbers, in mode L."""
        return numbered(self.rgb())

    def png(self) -> bytes:
        sheet = self.sheet()
        return png(rows_of(sheet), sheet.width)
