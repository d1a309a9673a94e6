"""Icons on a grid of 24: one colour, with holes in the colour of the ground."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from images import racing_icons
from images.grid import Grid, polar, star
from images.pen import Pen, spline, turned
from images.theme import PANEL, PAPER, Colour


def _fire(g: Grid) -> None:
    flame = [(12, 0.5), (13.2, 5), (18.5, 9.5), (20, 15.5), (17, 21.5), (12, 23.5)]
    flame += [(7, 21.5), (4, 15.5), (5.6, 10.5), (8.2, 12.3), (9.2, 7)]
    heart = [(12.4, 11.5), (15.6, 16), (14.8, 20), (12, 21.6), (9.2, 20), (8.8, 16.6), (11, 15)]
    g.shape(*spline(flame, 4))
    g.gap(*spline([(float(x), float(y)) for x, y in heart], 4))


def _tire(g: Grid) -> None:
    g.disc(12, 12, 11.2, g.ink)
    for i in range(10):
        g.cut(1.7, polar(9.6, i * 36), polar(12, i * 36))
    g.disc(12, 12, 5.8, g.hole)
    g.disc(12, 12, 2.6, g.ink)


def _driver(g: Grid) -> None:
    helmet = [(12, 1.5), (19, 4), (22, 11), (21, 16), (21, 21.5)]
    helmet += [(10, 22), (4, 19), (2, 12), (5, 4.5)]
    g.shape(*spline([(float(x), float(y)) for x, y in helmet], 4))
    g.gap((10, 8.6), (19.6, 8.6), (20, 14.6), (12.4, 14.6), (10, 12.4))
    g.cut(1.5, (12, 18.4), (21, 18.4))


def _armor(g: Grid) -> None:
    g.shape((3, 2), (18, 2), (22, 6), (22, 22), (3, 22))
    for x, y in ((6.5, 5.7), (6.5, 18.3), (18.4, 18.3), (17.2, 7.2)):
        g.disc(x, y, 1.7, g.hole)


def _heavy_armor(g: Grid) -> None:
    """Two plates, one behind the other."""
    g.shape((7, 1), (20, 1), (23.5, 4.5), (23.5, 19), (7, 19))
    g.gap((0, 3.6), (15.6, 3.6), (20.6, 8.6), (20.6, 24), (0, 24))
    g.shape((1, 5.5), (14.6, 5.5), (18.6, 9.5), (18.6, 23), (1, 23))
    for x, y in ((4.4, 8.9), (4.4, 19.6), (15.2, 19.6), (14, 10.4)):
        g.disc(x, y, 1.5, g.hole)


def _cards(g: Grid) -> None:
    def card(w: float, h: float, angle: float, x: float, ink: Colour) -> None:
        u = g.unit
        corners = [(-w * u, -h * u), (w * u, -h * u), (w * u, h * u), (-w * u, h * u)]
        g.pen.polygon(turned(corners, angle, g.x + x * u, g.y), ink)

    card(5.5, 8, -0.25, -3.5, g.ink)
    card(7.2, 9.6, 0.16, 3.6, g.hole)
    card(5.5, 8, 0.16, 3.6, g.ink)


def _rounds(g: Grid) -> None:
    for o in (0, 7, 14):
        g.shape(
            (2 + o, 23),
            (2 + o, 9),
            (3.6 + o, 4),
            (5 + o, 1.5),
            (6.4 + o, 4),
            (8 + o, 9),
            (8 + o, 23),
        )
        g.cut(1.6, (2 + o, 18.4), (8 + o, 18.4))


def _bare_rounds(g: Grid) -> None:
    for o in (0, 7.5, 15):
        g.shape((1.5 + o, 23), (1.5 + o, 8), (4.5 + o, 1.5), (7.5 + o, 8), (7.5 + o, 23))


def _cannon(g: Grid) -> None:
    """One large shell with its driving band."""
    g.shape((6, 23), (6, 10), (8, 5), (12, 0.5), (16, 5), (18, 10), (18, 23))
    g.cut(1.8, (6, 18), (18, 18))
    g.cut(1.8, (6, 11), (18, 11))


def _missile(g: Grid) -> None:
    u = g.unit
    body = [(12, 0), (7, -3.4), (-7, -3.4), (-12, -7.5), (-9.5, 0), (-12, 7.5), (-7, 3.4), (7, 3.4)]
    g.pen.polygon(turned([(x * u, y * u) for x, y in body], -0.78, g.x, g.y), g.ink)
    band = turned([(3.2 * u, -4 * u), (3.2 * u, 4 * u)], -0.78, g.x, g.y)
    g.pen.line(band, g.hole, 1.8 * u)


def _laser(g: Grid) -> None:
    g.stroke(3.4, (1, 23), (15, 9))
    g.shape(*star(6, 9, 3.2, 16.4, 7.6))


def _called(g: Grid) -> None:
    """A gunsight: the attacker names the side."""
    g.ring(8.4, 2.6)
    g.disc(12, 12, 2.2, g.ink)
    for degrees in (0, 90, 180, 270):
        g.stroke(2.6, polar(5, degrees), polar(12, degrees))


def _swerve(g: Grid) -> None:
    track = spline([(3, 22), (3, 15), (8, 11.5), (14, 10), (17, 6)], 5)[:20]
    g.stroke(3.6, *track)
    g.shape((12, 5.5), (20.5, 0.5), (21.5, 10.5))


def _spin(g: Grid) -> None:
    g.arc(12, 12, 9.5, -60, 220, 3.6, g.ink)
    g.shape((9.5, -0.5), (19.5, 1.2), (13, 9.3))


def _reverse(g: Grid) -> None:
    """A turn back on oneself."""
    g.stroke(3.6, (18.5, 23), (18.5, 10))
    g.arc(12, 10, 8.3, 180, 360, 3.6, g.ink)
    g.shape((-0.6, 11), (11.6, 11), (5.5, 20.5))


def _wall(g: Grid) -> None:
    """A brick wall with a track running into it."""
    for row, (y, starts) in enumerate(((1, (14, 20)), (8.5, (14,)), (16, (14, 20)))):
        for i, x in enumerate(starts):
            w = 9.5 if row == 1 else (4.6 if i == 0 else 3.5)
            g.block(x, y, w, 6)
    g.stroke(3, (0.5, 19), (5, 17), (8, 12.5))
    g.shape((4.2, 9.8), (12.8, 6.4), (11.4, 16))


def _ram(g: Grid) -> None:
    for o in (0, 6.5):
        g.shape((1 + o, 4), (6 + o, 4), (12 + o, 12), (6 + o, 20), (1 + o, 20), (7 + o, 12))
    g.block(20.4, 1, 3.4, 22)


def _smoke(g: Grid) -> None:
    for x, y, r in ((7, 15, 6), (16, 15, 6.5), (11, 8.5, 6.2)):
        g.disc(x, y, r, g.ink)
    g.arc(16, 15, 3, 150, 330, 1.8, g.hole)
    g.arc(11, 8.5, 3, 150, 330, 1.8, g.hole)


def _paint(g: Grid) -> None:
    """A nozzle and its cone of drops."""
    g.block(0.5, 8.5, 8, 7)
    g.shape((8.5, 10), (11.5, 10), (11.5, 14), (8.5, 14))
    for x, y, r in ((15, 12, 1.7), (19, 8.6, 2), (19, 15.4, 2), (22.4, 4.6, 1.6), (22.4, 12, 1.6)):
        g.disc(x, y, r, g.ink)
    g.disc(22.4, 19.4, 1.6, g.ink)


def _debris(g: Grid) -> None:
    g.shape((2, 17), (8, 12), (12, 18), (7, 23))
    g.shape((13, 20), (17, 13), (23, 17), (20, 23))
    g.shape((5, 8), (10, 2), (13, 8), (8, 10))
    g.shape((15, 9), (19, 4), (22, 9), (18, 11))


def _exit(g: Grid) -> None:
    g.shape((3, 2), (13, 2), (13, 5.4), (6.4, 5.4), (6.4, 18.6), (13, 18.6), (13, 22), (3, 22))
    g.stroke(3.4, (9, 12), (18, 12))
    g.shape((16, 6), (23.5, 12), (16, 18))


def _eject(g: Grid) -> None:
    g.shape((12, 1), (22, 14), (2, 14))
    g.block(2, 17.5, 20, 4.5)


def _struck(base: Callable[[Grid], None], falling: bool = False) -> Callable[[Grid], None]:
    """The same icon struck through, against its own lean: a weapon that does not work."""
    ends = ((0.5, 1.5), (23.5, 22.5)) if falling else ((0.0, 20.5), (24.0, 6.5))

    def draw(g: Grid) -> None:
        base(g)
        g.cut(6, *ends)
        g.stroke(2.8, *ends)

    return draw


def _pause(g: Grid) -> None:
    g.block(4, 2, 6, 20)
    g.block(14, 2, 6, 20)


def _shaken(g: Grid) -> None:
    """A jagged line between two strokes."""
    g.stroke(2.8, (3, 4), (3, 20))
    g.stroke(2.8, (21, 4), (21, 20))
    g.stroke(2.8, (8, 2), (15, 7), (9, 12), (15, 17), (9, 22))


def _mirror(g: Grid) -> None:
    """A ray thrown back by a plate."""
    g.block(19.5, 1, 4, 22)
    g.stroke(3, (1, 4), (18, 12), (6, 18.4))
    g.shape((0.5, 21), (5, 13.6), (9.6, 21.4))


_DRAWN: Final[Mapping[str, Callable[[Grid], None]]] = {
    "armor": _armor,
    "called": _called,
    "cannon": _cannon,
    "cards": _cards,
    "debris": _debris,
    "driver": _driver,
    "dud": _struck(_missile, falling=True),
    "eject": _eject,
    "exit": _exit,
    "fire": _fire,
    "heavy_armor": _heavy_armor,
    "jammed": _struck(_bare_rounds),
    "laser": _laser,
    "mirror": _mirror,
    "missile": _missile,
    "misfire": _struck(_cannon),
    "overheated": _struck(_laser, falling=True),
    "paint": _paint,
    "pause": _pause,
    "ram": _ram,
    "reverse": _reverse,
    "rounds": _rounds,
    "shaken": _shaken,
    "smoke": _smoke,
    "spin": _spin,
    "swerve": _swerve,
    "tire": _tire,
    "wall": _wall,
    **racing_icons.DRAWN,
}
NAMES: Final = tuple(_DRAWN)


def paint_icon(
    pen: Pen, name: str, x: float, y: float, size: float, ink: Colour, hole: Colour
) -> None:
    """Draw an icon with its middle at (x, y), `size` px high."""
    _DRAWN[name](Grid(pen, x, y, size, ink, hole))


@dataclass(frozen=True, slots=True)
class Icon:
    """An icon on a plain ground, in a square box one eighth larger than itself."""

    name: str
    size: int
    ink: Colour = PAPER
    ground: Colour = PANEL

    @property
    def width(self) -> int:
        return self.size + 2 * (self.size // 16 + 1)

    @property
    def height(self) -> int:
        return self.width

    def paint(self, pen: Pen) -> None:
        half = self.width / 2
        paint_icon(pen, self.name, half, half, self.size, self.ink, self.ground)
