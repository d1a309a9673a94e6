"""Stills: what a game is like in one look, beside its title in the lobby.

They stand in `images/<game>/data/still.toml`, in px of the whole picture. What lies left of the
title's edge is covered. Strokes are those of icons (`images/data/icons.toml`) with a colour of
`images.theme`, or a seat's letter, after their name, and besides:

    car, seat, x, y, length, heading             in degrees counter-clockwise from the right
    icon, colour, colour of the ground, name, x, y, size
    text, colour, x, y, size, figures            no words
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec

from games.engine.players import SEAT_LETTERS
from images import theme
from images.cars import car_image
from images.icons import paint_icon, paint_stroke
from images.pen import SCALE, Pen, polar
from images.theme import INK, PAPER, SEAT_PAINT, TYRE, Colour


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
