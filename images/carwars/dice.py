"""Dice, as they are still to be rolled and as they lie."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate, pairwise
from typing import Final, NamedTuple

from games.carwars.dice import COLOURS, FACES, Die, Pool
from games.carwars.dice import Colour as Hue
from images.counters import Key
from images.icons import paint_icon
from images.parts import Drawn, Part, Text, row
from images.pen import Figure, Pen
from images.theme import INK, MUTE, PANEL, PAPER, RED, SEAT_PAINT, STEEL, Colour

ORDER: Final[Sequence[Hue]] = ("blue", "green", "yellow", "red", "white", "black")
"""How colours stand beside each other."""
_FILLS: Final[Mapping[Hue, tuple[Colour, Colour, Colour, Colour]]] = {
    "red": (RED, PAPER, 60, 60),
    "yellow": (SEAT_PAINT[3], INK, 42, 41),
    "green": (SEAT_PAINT[2], INK, 38, 37),
    "blue": (SEAT_PAINT[4], PAPER, 46, 45),
    "white": (PAPER, INK, STEEL, 58),
    "black": (INK, PAPER, INK, STEEL),
}
"""By color: the die's own, that of its icons, and those of a die and an icon that do not count."""
_ICONS: Final = ("hit", "shield", "wrench")
_ONE: Final = ((0.5, 0.5, 0.64),)
_TWO: Final = ((0.30, 0.32, 0.44), (0.69, 0.68, 0.44))
"""Where the icons of a face stand, and how large they are."""
_LETTERS: Final[Mapping[Hue, str]] = {hue: hue[0].upper() for hue in COLOURS} | {"black": "K"}
SIZE: Final = 36
"""Of a die that is not rolled yet, px: its letter can be read on a phone."""
_SMALLER: Final = ((SIZE, 3, 5), (30, 3, 5), (26, 3, 5), (22, 3, 5), (22, 1, 3), (18, 1, 2))
"""Size, gap and more between two colors where many dice have little room."""
NOT_YET: Final = -1
"""The face of a die that is not rolled yet: its letter."""


class Look(NamedTuple):
    """A die as it is shown."""

    hue: Hue
    face: int = NOT_YET
    struck: tuple[int, ...] = ()
    """Icons of its face that shields have cancelled, or a card ignores."""
    again: bool = False
    """It was rolled again."""
    idle: bool = False
    """What it shows does nothing here."""
    key: str = ""
    """The number of its button."""

    @property
    def icons(self) -> list[str]:
        """Those of its face."""
        counts = zip(_ICONS, FACES[self.hue][self.face], strict=True)
        return [name for name, count in counts for _ in range(count)]

    @property
    def bare(self) -> bool:
        """Nothing stands on its edge."""
        return not (self.struck or self.again or self.key)


class Dice(Figure, frozen=True):
    """Dice in a row, one at least."""

    looks: tuple[Look, ...]
    size: int
    gap: int = 4
    between: int = 0
    """More between two colors, px."""
    ground: Colour = PANEL

    @property
    def _edge(self) -> int:
        """Room for badges around the dice, px."""
        return 0 if all(look.bare for look in self.looks) else self.size // 4

    @property
    def lefts(self) -> list[int]:
        """Where each die begins, px."""
        steps = (
            self.size + self.gap + self.between * (one.hue != other.hue)
            for one, other in pairwise(self.looks)
        )  # fmt: skip
        return [*accumulate(steps, initial=self._edge)]

    @property
    def width(self) -> int:
        return self.lefts[-1] + self.size + self._edge

    @property
    def height(self) -> int:
        return self.size + 2 * self._edge

    def paint(self, pen: Pen) -> None:
        edge = self._edge
        for left, look in zip(self.lefts, self.looks, strict=True):
            paint_die(pen.moved(left, edge), look, self.size)
        for left, look in zip(self.lefts, self.looks, strict=True):
            at = pen.moved(left, edge)
            if look.struck:
                self._badge(at, "shield", 10, self.size - 8)
            if look.again:
                self._badge(at, "spin", self.size - self.size // 11, self.size // 11)
            if look.key:
                key = Key(look.key, radius=self.size // 6)
                key.paint(at.moved((self.size - key.width) // 2, self.size - key.width * 2 // 3))

    def _badge(self, pen: Pen, icon: str, x: float, y: float) -> None:
        radius = self.size * 0.22
        pen.disc(x, y, radius + 2, PAPER)
        pen.disc(x, y, radius - 1, INK)
        paint_icon(pen, icon, x, y, radius * 1.3, PAPER, INK)


def paint_die(pen: Pen, look: Look, s: int) -> None:
    """A die so many px large."""
    fill, ink, dull, dim = _FILLS[look.hue]
    if look.idle:
        fill, ink = dull, MUTE
    radius = max(5.0, s * 0.16)
    edge = PAPER if look.hue == "black" else INK
    weight = max(2.0, s * 0.04) if look.hue == "black" else 1.0
    pen.rect(0, 0, s, s, edge, radius)
    pen.rect(weight, weight, s - 2 * weight, s - 2 * weight, fill, radius - weight)
    if look.face == NOT_YET:
        pen.text(s / 2, s / 2, _LETTERS[look.hue], max(18, round(s * 0.92)), ink, "middle")
        return
    icons = look.icons
    spots = _ONE if len(icons) == 1 else _TWO
    for at, (icon, (x, y, part)) in enumerate(zip(icons, spots, strict=False)):
        struck = at in look.struck
        paint_icon(pen, icon, s * x, s * y, s * part, dim if struck else ink, fill)
        if struck:
            reach, way = s * part * 0.58, 1 if len(icons) == 1 else -1
            ends = [(s * x - reach, s * y - reach * way), (s * x + reach, s * y + reach * way)]
            pen.line(ends, fill, s * 0.14)
            pen.line(ends, ink, s * 0.052)


def counted(pool: Pool) -> list[tuple[Hue, int]]:
    """How many dice of each color there are."""
    return [(hue, count) for hue in ORDER if (count := pool[COLOURS.index(hue)])]


def letters(pool: Pool) -> tuple[Look, ...]:
    """Dice that are not rolled yet."""
    return tuple(Look(hue) for hue, count in counted(pool) for _ in range(count))


def lying(dice: Iterable[Die]) -> list[Look]:
    """Dice as they lie."""
    return [Look(die.colour, die.face, again=bool(die.was)) for die in dice]


def cost_of(look: Look) -> Look:
    """The same with the face that costs something: a skid-shield."""
    faces = FACES[look.hue]
    face = next(at for at, icons in enumerate(faces) if icons.skid_shield == 1)
    return look._replace(face=face)


def thrown(pool: Pool, room: int, say: str = "") -> list[Part]:
    """Dice that are not rolled yet, beside each other; where they have no room one of each color
    with its number, or smaller ones."""
    if not any(pool):
        return []
    few = (SIZE + 53) * len(counted(pool)) <= room
    for size, gap, between in ((SIZE, 3, 5),) if few else _SMALLER:
        every = Dice(letters(pool), size, gap, between)
        if every.width <= room or (size, gap, between) == _SMALLER[-1]:
            return [Drawn(every, say=say)]
    parts = (
        row(Drawn(Dice((Look(hue),), SIZE)), Text(f"×{count}", 34, width=44), gap=3)
        for hue, count in counted(pool)
    )
    return [row(*parts, gap=6, say=say)]


def named(pool: Pool) -> str:
    """ "2 blue, 1 green"."""
    return ", ".join(f"{count} {hue}" for hue, count in counted(pool))
