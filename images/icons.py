"""Icons on a grid of 24: one colour, with holes in the colour of the ground."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from images.grid import polar, star
from images.pen import Pen, spline, turned
from images.racing_icons import RacingIcons
from images.theme import PANEL, PAPER, Colour


class Icons(RacingIcons):
    """Icons of duels, beside those of races, a method each."""

    def fire(self) -> None:
        flame = [(12, 0.5), (13.2, 5), (18.5, 9.5), (20, 15.5), (17, 21.5), (12, 23.5)]
        flame += [(7, 21.5), (4, 15.5), (5.6, 10.5), (8.2, 12.3), (9.2, 7)]
        heart = [(12.4, 11.5), (15.6, 16), (14.8, 20), (12, 21.6), (9.2, 20), (8.8, 16.6), (11, 15)]
        self.shape(*spline(flame, 4))
        self.gap(*spline([(float(x), float(y)) for x, y in heart], 4))

    def tire(self) -> None:
        self.disc(12, 12, 11.2, self.ink)
        for i in range(10):
            self.cut(1.7, polar(9.6, i * 36), polar(12, i * 36))
        self.disc(12, 12, 5.8, self.hole)
        self.disc(12, 12, 2.6, self.ink)

    def driver(self) -> None:
        helmet = [(12, 1.5), (19, 4), (22, 11), (21, 16), (21, 21.5)]
        helmet += [(10, 22), (4, 19), (2, 12), (5, 4.5)]
        self.shape(*spline([(float(x), float(y)) for x, y in helmet], 4))
        self.gap((10, 8.6), (19.6, 8.6), (20, 14.6), (12.4, 14.6), (10, 12.4))
        self.cut(1.5, (12, 18.4), (21, 18.4))

    def armor(self) -> None:
        self.shape((3, 2), (18, 2), (22, 6), (22, 22), (3, 22))
        for x, y in ((6.5, 5.7), (6.5, 18.3), (18.4, 18.3), (17.2, 7.2)):
            self.disc(x, y, 1.7, self.hole)

    def heavy_armor(self) -> None:
        """Two plates, one behind the other."""
        self.shape((7, 1), (20, 1), (23.5, 4.5), (23.5, 19), (7, 19))
        self.gap((0, 3.6), (15.6, 3.6), (20.6, 8.6), (20.6, 24), (0, 24))
        self.shape((1, 5.5), (14.6, 5.5), (18.6, 9.5), (18.6, 23), (1, 23))
        for x, y in ((4.4, 8.9), (4.4, 19.6), (15.2, 19.6), (14, 10.4)):
            self.disc(x, y, 1.5, self.hole)

    def cards(self) -> None:
        def card(w: float, h: float, angle: float, x: float, ink: Colour) -> None:
            u = self.unit
            corners = [(-w * u, -h * u), (w * u, -h * u), (w * u, h * u), (-w * u, h * u)]
            self.pen.polygon(turned(corners, angle, self.x + x * u, self.y), ink)

        card(5.5, 8, -0.25, -3.5, self.ink)
        card(7.2, 9.6, 0.16, 3.6, self.hole)
        card(5.5, 8, 0.16, 3.6, self.ink)

    def rounds(self) -> None:
        shell = ((2, 23), (2, 9), (3.6, 4), (5, 1.5), (6.4, 4), (8, 9), (8, 23))
        for o in (0, 7, 14):
            self.shape(*((x + o, y) for x, y in shell))
            self.cut(1.6, (2 + o, 18.4), (8 + o, 18.4))

    def cannon(self) -> None:
        """One large shell with its driving band."""
        self.shape((6, 23), (6, 10), (8, 5), (12, 0.5), (16, 5), (18, 10), (18, 23))
        self.cut(1.8, (6, 18), (18, 18))
        self.cut(1.8, (6, 11), (18, 11))

    def missile(self) -> None:
        u = self.unit
        body = [
            (12, 0),
            (7, -3.4),
            (-7, -3.4),
            (-12, -7.5),
            (-9.5, 0),
            (-12, 7.5),
            (-7, 3.4),
            (7, 3.4),
        ]
        self.pen.polygon(turned([(x * u, y * u) for x, y in body], -0.78, self.x, self.y), self.ink)
        band = turned([(3.2 * u, -4 * u), (3.2 * u, 4 * u)], -0.78, self.x, self.y)
        self.pen.line(band, self.hole, 1.8 * u)

    def laser(self) -> None:
        self.stroke(3.4, (1, 23), (15, 9))
        self.shape(*star(6, 9, 3.2, 16.4, 7.6))

    def called(self) -> None:
        """A gunsight: the attacker names the side."""
        self.ring(8.4, 2.6)
        self.disc(12, 12, 2.2, self.ink)
        for degrees in (0, 90, 180, 270):
            self.stroke(2.6, polar(5, degrees), polar(12, degrees))

    def swerve(self) -> None:
        track = spline([(3, 22), (3, 15), (8, 11.5), (14, 10), (17, 6)], 5)[:20]
        self.stroke(3.6, *track)
        self.shape((12, 5.5), (20.5, 0.5), (21.5, 10.5))

    def spin(self) -> None:
        self.arc(12, 12, 9.5, -60, 220, 3.6, self.ink)
        self.shape((9.5, -0.5), (19.5, 1.2), (13, 9.3))

    def reverse(self) -> None:
        """A turn back on oneself."""
        self.stroke(3.6, (18.5, 23), (18.5, 10))
        self.arc(12, 10, 8.3, 180, 360, 3.6, self.ink)
        self.shape((-0.6, 11), (11.6, 11), (5.5, 20.5))

    def wall(self) -> None:
        """A brick wall with a track running into it."""
        for row, (y, starts) in enumerate(((1, (14, 20)), (8.5, (14,)), (16, (14, 20)))):
            for i, x in enumerate(starts):
                w = 9.5 if row == 1 else (4.6 if i == 0 else 3.5)
                self.block(x, y, w, 6)
        self.stroke(3, (0.5, 19), (5, 17), (8, 12.5))
        self.shape((4.2, 9.8), (12.8, 6.4), (11.4, 16))

    def ram(self) -> None:
        for o in (0, 6.5):
            self.shape((1 + o, 4), (6 + o, 4), (12 + o, 12), (6 + o, 20), (1 + o, 20), (7 + o, 12))
        self.block(20.4, 1, 3.4, 22)

    def smoke(self) -> None:
        for x, y, r in ((7, 15, 6), (16, 15, 6.5), (11, 8.5, 6.2)):
            self.disc(x, y, r, self.ink)
        self.arc(16, 15, 3, 150, 330, 1.8, self.hole)
        self.arc(11, 8.5, 3, 150, 330, 1.8, self.hole)

    def paint(self) -> None:
        """A nozzle and its cone of drops."""
        self.block(0.5, 8.5, 8, 7)
        self.shape((8.5, 10), (11.5, 10), (11.5, 14), (8.5, 14))
        for x, y, r in (
            (15, 12, 1.7),
            (19, 8.6, 2),
            (19, 15.4, 2),
            (22.4, 4.6, 1.6),
            (22.4, 12, 1.6),
        ):
            self.disc(x, y, r, self.ink)
        self.disc(22.4, 19.4, 1.6, self.ink)

    def debris(self) -> None:
        self.shape((2, 17), (8, 12), (12, 18), (7, 23))
        self.shape((13, 20), (17, 13), (23, 17), (20, 23))
        self.shape((5, 8), (10, 2), (13, 8), (8, 10))
        self.shape((15, 9), (19, 4), (22, 9), (18, 11))

    def exit(self) -> None:
        self.shape(
            (3, 2), (13, 2), (13, 5.4), (6.4, 5.4), (6.4, 18.6), (13, 18.6), (13, 22), (3, 22)
        )
        self.stroke(3.4, (9, 12), (18, 12))
        self.shape((16, 6), (23.5, 12), (16, 18))

    def eject(self) -> None:
        self.shape((12, 1), (22, 14), (2, 14))
        self.block(2, 17.5, 20, 4.5)

    def _strike(self, falling: bool = False) -> None:
        """Through what is drawn, against its own lean: a weapon that does not work."""
        ends = ((0.5, 1.5), (23.5, 22.5)) if falling else ((0.0, 20.5), (24.0, 6.5))
        self.cut(6, *ends)
        self.stroke(2.8, *ends)

    def dud(self) -> None:
        self.missile()
        self._strike(falling=True)

    def jammed(self) -> None:
        for o in (0, 7.5, 15):
            self.shape((1.5 + o, 23), (1.5 + o, 8), (4.5 + o, 1.5), (7.5 + o, 8), (7.5 + o, 23))
        self._strike()

    def misfire(self) -> None:
        self.cannon()
        self._strike()

    def overheated(self) -> None:
        self.laser()
        self._strike(falling=True)

    def pause(self) -> None:
        self.block(4, 2, 6, 20)
        self.block(14, 2, 6, 20)

    def shaken(self) -> None:
        """A jagged line between two strokes."""
        self.stroke(2.8, (3, 4), (3, 20))
        self.stroke(2.8, (21, 4), (21, 20))
        self.stroke(2.8, (8, 2), (15, 7), (9, 12), (15, 17), (9, 22))

    def mirror(self) -> None:
        """A ray thrown back by a plate."""
        self.block(19.5, 1, 4, 22)
        self.stroke(3, (1, 4), (18, 12), (6, 18.4))
        self.shape((0.5, 21), (5, 13.6), (9.6, 21.4))


NAMES: Final = tuple(
    name for kind in (Icons, RacingIcons) for name in vars(kind) if not name.startswith("_")
)


def paint_icon(
    pen: Pen, name: str, x: float, y: float, size: float, ink: Colour, hole: Colour
) -> None:
    """Draw an icon with its middle at (x, y), `size` px high."""
    getattr(Icons(pen, x, y, size, ink, hole), name)()


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
