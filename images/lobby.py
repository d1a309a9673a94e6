"""The picture on a lobby: what is played, a still from it, and who stands on the starting grid.

Stills are what a game is like in one look. They stand in `images/<game>/data/still.toml`, in px of
the whole picture; what lies left of the title's edge is covered. Strokes are those of icons
(`images/data/icons.toml`) with a colour of `images.theme`, or a seat's letter, after their name,
and besides:

    car, seat, x, y, length, heading             in degrees counter-clockwise from the right
    icon, colour, colour of the ground, name, x, y, size
    text, colour, x, y, size, figures            no words
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, partial
from importlib.resources import files
from typing import Any, Final

import msgspec

from games.engine.game import Game
from games.engine.players import SEAT_LETTERS, Player
from games.engine.texts import filled
from games.engine.voice import listed, span
from images import fonts, theme
from images.canvas import Canvas, TileCanvas
from images.cars import BODIES, car_image
from images.helmets import Helmet
from images.icons import paint_icon, paint_stroke
from images.panels import Leaning, put_icon
from images.pen import SCALE, Figure, Pen, dashed, polar
from images.theme import (
    ASPHALT,
    DEEP,
    EDGE,
    INK,
    LINE,
    MUTE,
    PAGE,
    PAPER,
    RAISED,
    SEAT_PAINT,
    SOFT,
    TYRE,
    Colour,
)
from images.words import counted, lettered, name_of, plain

_word: Final = partial(filled, "images", "lobby")
_TOP: Final = 224
"""Height of the title and the still, px; the starting grid has the rest."""
_HIGH: Final = 372
_LINE: Final = 4
_HELMET: Final = 38
_WIDEST: Final = 226
"""Of a box on the grid, px."""


class Still(msgspec.Struct, frozen=True):
    """What the lobby's picture of a game shows beside its words."""

    strokes: Sequence[Sequence[Any]]
    race: bool = False
    """The starting grid ends in a checked column."""
    body: str = "car"
    """Of its cars, in `images/data/bodies.toml`."""

    def paint(self, pen: Pen, joined: int) -> None:
        """Draw it with the cars of those who have joined, and always with two."""
        for stroke in self.strokes:
            match stroke:
                case "car", seat, *place:
                    if seat < max(2, joined):
                        paint_car(pen, self.body, seat, *place)
                case "icon", ink, ground, name, x, y, size:
                    paint_icon(pen, name, x, y, size, _colour(ink), _colour(ground))
                case "text", ink, x, y, size, figures:
                    pen.text(x, y, figures, size, _colour(ink), "middle")
                case kind, ink, *told:
                    paint_stroke(pen, kind, told, _colour(ink), (0, 0, 1))


@cache
def still_of(game: str) -> Still:
    """The still of that game; two cars on a road for one that has none."""
    own = files("images").joinpath(game.replace("-", "_"), "data/still.toml")
    file = own if own.is_file() else files("images").joinpath("data/still.toml")
    return msgspec.toml.decode(file.read_bytes(), type=Still)


def _colour(name: str) -> Colour:
    number: Colour = (
        SEAT_PAINT[SEAT_LETTERS.index(name)] if len(name) == 1 else getattr(theme, name)
    )
    return number


def paint_car(
    pen: Pen, body: str, seat: int, x: float, y: float, length: int, heading: int
) -> None:
    """A seat's car with its number board, its middle at (x, y)."""
    image = car_image(seat, length, heading, False, 0.03, body)
    left, top = round(x - image.width / 2 / SCALE), round(y - image.height / 2 / SCALE)
    pen.masked(image.convert("RGB"), image.getchannel("A"), left, top)
    across, down = polar(0.05 * length, 180 - heading, x, y)
    radius = 0.185 * length
    pen.disc(across, down, radius, TYRE)
    pen.disc(across, down, radius * 0.9, PAPER)
    pen.text(across, down, SEAT_LETTERS[seat], round(radius * 1.55), INK, "middle")


class Stage(Figure, frozen=True):
    """The picture without its words and without the grid's boxes."""

    game: str
    joined: int
    width: int = PAGE
    height: int = _HIGH
    ground: Colour = ASPHALT

    def paint(self, pen: Pen) -> None:
        still, high = still_of(self.game), _HIGH - _TOP
        still.paint(pen, self.joined)
        pen.polygon([(0, 0), (752, 0), (696, _TOP), (0, _TOP)], DEEP)
        pen.line([(754, 0), (698, _TOP)], INK, 10)
        pen.line([(752, 0), (696, _TOP)], PAPER, 5)
        pen.polygon([(0, 0), (30, 0), (4, _TOP), (0, _TOP)], PAPER)
        pen.rect(0, _TOP, PAGE, high, ASPHALT)
        pen.rect(0, _TOP, PAGE, _LINE, SOFT)
        side = (high - _LINE) / 10
        for at in range(20 if still.race else 0):
            row, column = divmod(at, 2)
            ink = PAPER if (row + column) % 2 else TYRE
            pen.rect(PAGE - (2 - column) * side, _TOP + _LINE + row * side, side, side, ink)


class Box(Figure, frozen=True):
    """A box of the starting grid: a car, the frame to join in, or a free place."""

    width: int
    body: str
    seat: int = -1
    """Whose car stands in it; -1: none."""
    joins: bool = False
    height: int = _HIGH - _TOP - _LINE
    ground: Colour = ASPHALT

    def paint(self, pen: Pen) -> None:
        middle, right = self.width // 2 - 6, self.width - 12
        if self.joins:
            pen.rect(8, 12, self.width - 20, 118, PAPER)
            pen.rect(14, 18, self.width - 32, 106, INK)
            paint_icon(pen, "plus", middle + 4, 48, 46, PAPER, INK)
            return
        bracket = [(right - 34, 14), (right, 14), (right, 98), (right - 34, 98)]
        pen.line(bracket, LINE if self.seat < 0 else EDGE, 3)
        long = min(112, int((self.width - 44) / 1.2))
        if self.seat >= 0:
            paint_car(pen, self.body, self.seat, middle, 56, long, 0)
            return
        outline = BODIES[self.body].outline
        points = [(middle + x * long, 56 + y * long) for x, y in (*outline, outline[0])]
        for piece in dashed(points, (9, 8)):
            pen.line(piece, EDGE, 3)


@dataclass(frozen=True)
class Lobby:
    """A table before its start."""

    game: Game[Any]
    room: tuple[int, int]
    """Fewest and most players."""
    minutes: str
    """How long it takes ("20 to 40 minutes"); empty where nobody knows."""
    players: Sequence[Player]
    """Who has joined, by seat."""
    places: int
    """Seats of the table."""
    kept: Sequence[str] = ()
    """For whom seats are kept, by name."""
    joins: bool = True
    """Whether somebody may join now."""

    def png(self) -> bytes:
        """The picture."""
        canvas = TileCanvas(self.page())
        self.compose(canvas)
        return canvas.png()

    def page(self) -> Stage:
        """The picture without its words and boxes."""
        return Stage(self.game.name, len(self.players))

    def compose(self, canvas: Canvas) -> None:
        """Draw the rest on its page."""
        kind, line = self.game.words.lobby()
        canvas.write(56, 32, kind.upper(), 34, DEEP, MUTE, room=640)
        canvas.write(54, 86, self.game.title, 68, DEEP, room=640)
        canvas.write(56, 139, line, 34, DEEP, SOFT, face="t", room=650)
        short = self.minutes.replace(" to ", "–").replace("minutes", "min")
        players, x = span(*self.room).replace(" to ", "–"), 50
        for icon, words in ("people", players), ("clock", short), ("dice", _word("computers")):
            if words:
                chip = Leaning(fonts.width(words, 32) + 74, 46, RAISED, 0.2, EDGE, 2, DEEP)
                canvas.put(chip, x, 168)
                put_icon(canvas, icon, x + 34, 191, 30, PAPER, RAISED)
                canvas.write(x + 60, 191, words, 32, RAISED)
                x += chip.width + 8
        still = still_of(self.game.name)
        room = PAGE - 40 - (32 if still.race else 0)
        wide = min(_WIDEST, room // self.places)
        for at in range(self.places):
            x = 20 + (room - wide * self.places) // 2 + wide * at
            self._put_box(canvas, x, at, wide, still.body)

    def _put_box(self, canvas: Canvas, x: int, at: int, wide: int, body: str) -> None:
        """The box of a seat; the first that is free is the one to join in."""
        taken, first = len(self.players), len(self.players) + len(self.kept)
        joins, middle, top = self.joins and at == first, x + wide // 2, _TOP + _LINE
        canvas.put(Box(wide, body, at if at < taken else -1, joins), x, top)
        if joins:
            canvas.write(middle - 2, top + 102, _word("join"), 44, INK, anchor="middle")
        elif at < taken and not self.players[at].computer:
            name = name_of(self.players, at)
            canvas.write(middle - 6, top + 120, name, 32, ASPHALT, PAPER, "middle", room=wide - 16)
        else:
            name, ink, size = _word("free"), MUTE, 32
            if at < taken:
                name, ink, size = name_of(self.players, at), SOFT, 32
                helmet = Helmet(self.players[at].name, at, _HELMET)
                width = fonts.width(*fonts.fit(name, size, wide - 28 - _HELMET, "t"), "t")
                canvas.put(helmet, middle - 12 - (width + _HELMET) // 2, top + 120 - _HELMET // 2)
                middle += _HELMET // 2
                wide -= 12 + _HELMET
            elif at < first:
                name = _word("kept", name=plain(self.kept[at - taken]))
            canvas.write(middle - 6, top + 120, name, size, ASPHALT, ink, "middle", "t", wide - 16)

    def alt_text(self) -> str:
        """What is drawn, in words."""
        told = self.game.title, _word("players", players=span(*self.room)), self.minutes
        names = listed([player.name for player in lettered(self.players)])
        said = [f"{', '.join(filter(None, told))}.", self.game.words.lobby()[1]]
        said.append(_word("joined", names=names))
        if self.kept:
            said.append(_word("kept_all", names=listed(list(map(plain, self.kept)))))
        free = self.places - len(self.players) - len(self.kept)
        said.append(_word("free_all", seats=counted(free, "seat")) if free else _word("full"))
        return " ".join(filter(None, said))
