"""Icons of races: parts, road, weather, people. On a grid of 24 like all others."""

from __future__ import annotations

import math

from images.grid import Grid, polar
from images.pen import Point, spline


def _shoulders(x: float, y: float, half: float) -> list[Point]:
    top = [polar(half, 180 + 15 * i, x, y + half) for i in range(13)]
    return [(px, min(py, 23.0)) for px, py in top] + [(x + half, 23.0), (x - half, 23.0)]


class RacingIcons(Grid):
    """An icon a method."""

    def nut(self) -> None:
        """A hexagonal nut: a mod."""
        self.shape(*(polar(11.4, 60 * i + 30) for i in range(6)))
        self.disc(12, 12, 4.6, self.hole)

    def control(self) -> None:
        """A steering wheel."""
        self.ring(11.4, 3.2)
        self.disc(12, 12, 3.4, self.ink)
        for degrees in (90, 200, 340):
            self.stroke(3.2, (12, 12), polar(10, degrees))

    def road(self) -> None:
        """A straight running away."""
        self.shape((8, 1), (16, 1), (23, 23), (1, 23))
        for top, foot in ((2.6, 6), (9, 13), (16.4, 21.6)):
            self.cut(2.2, (12, top), (12, foot))

    def corner(self) -> None:
        """A road bending to the right round its middle line."""
        self.arc(23, 23, 22, 180, 270, 11, self.ink)
        for start in (184, 212, 240):
            self.arc(23, 23, 17.4, start, start + 14, 1.9, self.hole)

    def technical(self) -> None:
        """A road winding away."""
        for i in range(89):
            y = 3.2 + i / 5
            self.disc(12 + 7 * math.sin(0.4 * y + 0.7), y, 3.1, self.ink)

    def mixed(self) -> None:
        """A closed circuit with its start line."""
        lap = [
            (3, 12),
            (5, 5),
            (12, 3),
            (19.6, 5),
            (21, 11),
            (15.4, 13.4),
            (14.6, 19.4),
            (7.6, 20.6),
        ]
        for x, y in spline([(float(x), float(y)) for x, y in lap], 12):
            self.disc(x, y, 2.3, self.ink)
        self.cut(2, (12, 0), (12, 6.4))

    def rain(self) -> None:
        for x, y, r in ((7.4, 9, 5), (13.4, 6.6, 5.8), (18.4, 10, 4.6)):
            self.disc(x, y, r, self.ink)
        self.block(5, 9.4, 14, 4.8)
        for x in (8, 13, 18):
            self.stroke(2.4, (x, 16.6), (x - 2.6, 23))

    def surface(self) -> None:
        """Two tracks swerving apart: what the wheels run on."""
        for x in (5, 13):
            trace = spline([(x, 30), (x, 23), (x + 4, 16), (x, 9), (x + 4, 1), (x + 4, -8)], 6)[
                6:25
            ]
            self.stroke(3.4, *[(float(px), float(py)) for px, py in trace])

    def light(self) -> None:
        """A sun, half of it dark."""
        self.disc(12, 12, 6, self.ink)
        self.disc(14.6, 12, 4.2, self.hole)
        for i in range(8):
            self.stroke(2.4, polar(8.2, 45 * i), polar(11.6, 45 * i))

    def traffic(self) -> None:
        """A car from behind."""
        self.shape((6.5, 3), (17.5, 3), (20.6, 11), (23, 13), (23, 20), (1, 20), (1, 13), (3.4, 11))
        self.gap((8, 5.4), (16, 5.4), (18, 11), (6, 11))
        for x in (2.4, 16.6):
            self.block(x, 19, 5, 4.4)
        for x in (5.4, 18.6):
            self.disc(x, 15.4, 1.7, self.hole)

    def lock(self) -> None:
        self.arc(12, 9.4, 6.4, 180, 360, 3, self.ink)
        self.block(5.6, 9, 3, 4)
        self.block(15.4, 9, 3, 4)
        self.block(2.6, 11, 18.8, 12, 1.6)
        self.disc(12, 16, 2.2, self.hole)
        self.cut(1.8, (12, 16), (12, 20))

    def law(self) -> None:
        """A badge with a star."""
        self.shape(
            (12, 0.5), (15.4, 3), (21.6, 3.4), (22, 12), (18, 19), (12, 23.5), (6, 19), (2, 12)
        )
        self.shape((12, 0.5), (8.6, 3), (2.4, 3.4), (2, 12), (12, 12))
        self.gap(*(polar(2.9 if i % 2 else 7, -90 + 36 * i, 12, 11.6) for i in range(10)))

    def team(self) -> None:
        """Two people, one in front."""
        self.disc(16.4, 6.4, 4, self.ink)
        self.shape(*_shoulders(16.4, 11.6, 7))
        self.disc(8.6, 8.2, 6, self.hole)
        self.gap(*_shoulders(8.6, 12.6, 9.6))
        self.disc(8.6, 8.2, 4.6, self.ink)
        self.shape(*_shoulders(8.6, 14.2, 8))

    def flag(self) -> None:
        self.block(1, 0.5, 2.6, 23)
        self.block(3.4, 1.4, 20, 14)
        for row in range(3):
            for column in range(4):
                if (row + column) % 2:
                    x, y = 4.6 + 4.6 * column, 2.6 + 4 * row
                    self.gap((x, y), (x + 4.6, y), (x + 4.6, y + 4), (x, y + 4))

    def power(self) -> None:
        """A bolt."""
        self.shape((14, 0), (4, 13.4), (11, 13.4), (8.6, 24), (20, 9.4), (12.8, 9.4), (17.4, 0))

    def engine(self) -> None:
        """A piston on its rod."""
        self.block(4.6, 1, 14.8, 10, 1.2)
        self.cut(1.5, (4, 4.2), (20, 4.2))
        self.cut(1.5, (4, 7.2), (20, 7.2))
        self.stroke(4, (12, 10), (12, 17))
        self.disc(12, 18.6, 5, self.ink)
        self.disc(12, 18.6, 2.1, self.hole)

    def induction(self) -> None:
        """A turbocharger."""
        self.disc(11, 13, 10.4, self.ink)
        self.block(11, 0.6, 12.4, 8)
        self.disc(11, 13, 7, self.hole)
        for i in range(6):
            self.stroke(2.2, polar(2, 60 * i, 11, 13), polar(6.6, 60 * i + 34, 11, 13))
        self.disc(11, 13, 2.4, self.ink)

    def exhaust(self) -> None:
        """A tail pipe with its puffs."""
        self.shape((0.5, 7), (12, 9), (12, 21), (0.5, 19))
        self.disc(12, 15, 6, self.ink)
        self.disc(12, 15, 3.6, self.hole)
        for x, y, r in ((18.4, 9.4, 2.6), (21, 4, 2), (20.8, 14.6, 1.8)):
            self.disc(x, y, r, self.ink)

    def suspension(self) -> None:
        """A spring between two plates."""
        self.block(3, 0.8, 18, 3.4)
        self.block(3, 19.8, 18, 3.4)
        for y in (5.8, 10.4, 15.0):
            self.stroke(2.6, (5.6, y + 2.4), (18.4, y))

    def brakes(self) -> None:
        """A disc in its caliper."""
        self.disc(11, 12, 9.6, self.ink)
        self.disc(11, 12, 3, self.hole)
        for i in range(6):
            self.disc(*polar(6.2, 60 * i + 30, 11, 12), 1.2, self.hole)
        self.arc(11, 12, 12.4, -56, 56, 6.6, self.hole)
        self.arc(11, 12, 12.6, -44, 44, 5.4, self.ink)

    def drivetrain(self) -> None:
        """A cogwheel."""
        for i in range(8):
            self.stroke(4.4, (12, 12), polar(11.6, 45 * i))
        self.disc(12, 12, 8.6, self.ink)
        self.disc(12, 12, 3.8, self.hole)

    def body(self) -> None:
        """A car from the side with its wing."""
        self.block(0.5, 3.4, 6, 2.4)
        self.block(2, 5, 2.4, 6)
        self.shape(
            (1, 10), (8, 9.2), (11, 5.2), (16.6, 5.2), (19.4, 9.8), (23.4, 12), (23.4, 18), (1, 18)
        )
        self.gap((10, 9.8), (12.2, 7), (15.6, 7), (17.2, 9.8))
        for x in (6.4, 17.8):
            self.disc(x, 18, 4.8, self.hole)
            self.disc(x, 18, 3.6, self.ink)

    def electronics(self) -> None:
        """A chip on its legs."""
        for x in (7, 12, 17):
            self.stroke(2.2, (x, 0.5), (x, 23.5))
            self.stroke(2.2, (0.5, x), (23.5, x))
        self.block(4, 4, 16, 16, 1.4)
        self.gap((8, 8), (16, 8), (16, 16), (8, 16))

    def nitrous(self) -> None:
        """A gas bottle."""
        self.block(10, 0.8, 4, 5)
        self.block(6.6, 1.4, 10.8, 2.6)
        self.disc(12, 10, 5.6, self.ink)
        self.block(6.4, 10, 11.2, 13.4, 1.6)
        self.cut(1.8, (6, 13.4), (18, 13.4))
        self.cut(1.8, (6, 18.6), (18, 18.6))

    def trait(self) -> None:
        """A star with a hole: what a driver is known for."""
        self.shape(*(polar(4.9 if i % 2 else 12, -90 + 36 * i, 12, 12.8) for i in range(10)))

    def check(self) -> None:
        """A tick."""
        self.stroke(4.2, (2, 13), (9, 20), (22, 4.4))

    def garage(self) -> None:
        """A roof over a rolling door."""
        self.shape((12, 0.6), (23.4, 8), (23.4, 23), (0.6, 23), (0.6, 8))
        self.gap((4.4, 11), (19.6, 11), (19.6, 23), (4.4, 23))
        for y in (13.4, 17.2, 21):
            self.stroke(2, (4.4, y), (19.6, y))

    def aim(self) -> None:
        """An arrow into a bar: played at somebody."""
        self.stroke(3.4, (1, 12), (12, 12))
        self.shape((10, 5.4), (18.4, 12), (10, 18.6))
        self.block(19.6, 2, 3.6, 20)

    def pit(self) -> None:
        """A board with a P: the pits."""
        self.block(1, 1, 22, 22, 3)
        self.gap((7.4, 4.4), (10.6, 4.4), (10.6, 19.6), (7.4, 19.6))
        self.arc(12.6, 9.2, 4.8, -90, 90, 2.8, self.hole)
        self.gap((10, 4.4), (12.8, 4.4), (12.8, 7.2), (10, 7.2))
        self.gap((10, 11.2), (12.8, 11.2), (12.8, 14), (10, 14))

    def speed(self) -> None:
        """Two chevrons."""
        chevron = ((1.5, 3), (6.5, 3), (14.5, 12), (6.5, 21), (1.5, 21), (9.5, 12))
        for o in (0, 8):
            self.shape(*((x + o, y) for x, y in chevron))

    def hit(self) -> None:
        """A burst of four long and four short rays."""
        self.shape(*(polar((11.8, 4.6, 8, 4.6)[i % 4], -90 + 22.5 * i) for i in range(16)))

    def out(self) -> None:
        """A cross."""
        self.stroke(4.6, (3.4, 3.4), (20.6, 20.6))
        self.stroke(4.6, (20.6, 3.4), (3.4, 20.6))
