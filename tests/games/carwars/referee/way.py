"""The way of a move: a straight leg, then a rotation about a corner."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

from tests.games.carwars.referee import shapes
from tests.games.carwars.referee.shapes import Pose, Spot

_STEP: Final = 0.02
"""L of a step of pushing (spec section 4)."""
_ANGLE: Final = 0.5
"""Degrees of one."""


class Way:
    """A way of a car, read by a share from 0 to 1 of both parts together: the leg up to its length,
    the rotation after it, an L for each radian."""

    def __init__(self, start: Pose, leg: Pose) -> None:
        self.start = start
        self.leg = leg
        self.pivot: Spot = (0.0, 0.0)
        self.degrees = 0.0
        self.upto = 1.0
        """Share of it that was driven."""

    def corner(self, pivot: Spot, degrees: float) -> None:
        """Then it turns about that place of the car's frame."""
        self.pivot, self.degrees = pivot, degrees

    def stop(self, share: float) -> None:
        """It was driven so far only."""
        self.upto = share

    @property
    def _lengths(self) -> tuple[float, float]:
        return math.dist(self.start[:2], self.leg[:2]), math.radians(abs(self.degrees))

    @property
    def end(self) -> Pose:
        return self.at(1.0)

    def at(self, share: float) -> Pose:
        """Where the car stands after so much of it."""
        leg, turn = self._lengths
        gone = share * (leg + turn)
        if gone < leg:
            part = gone / leg
            x = self.start[0] + part * (self.leg[0] - self.start[0])
            y = self.start[1] + part * (self.leg[1] - self.start[1])
            return x, y, self.start[2]
        if not turn:
            return self.leg
        return shapes.turned(self.leg, self.pivot, self.degrees * (gone - leg) / turn)

    def stops(self, fine: int = 2) -> Iterator[tuple[float, Pose]]:
        """Looks along what was driven: its leg, then its rotation, in equal steps of at most a
        fine part of 0.02 L and 0.5 degrees."""
        leg, turn = self._lengths
        whole = leg + turn
        yield 0.0, self.start
        if not whole:
            return
        ends = [(0.0, leg / whole, leg / _STEP), (leg / whole, 1.0, abs(self.degrees) / _ANGLE)]
        for first, last, size in ends:
            upto = min(last, self.upto)
            if upto <= first:
                continue
            part = (upto - first) / (last - first)
            steps = max(1, math.ceil(fine * size * part - 1e-9))
            for step in range(1, steps + 1):
                share = first + (upto - first) * step / steps
                yield share, self.at(share)

    def nearest(self, pose: Pose) -> tuple[float, float]:
        """The share at which it comes nearest to a pose, and how far off it is there, in L; a
        degree counts for 0.1 L."""

        def miss(share: float) -> float:
            apart, angle = shapes.off(self.at(share), pose)
            return apart + 0.1 * angle

        best = min((step / 400 for step in range(401)), key=miss)
        low, high = max(0.0, best - 1 / 400), min(1.0, best + 1 / 400)
        for _ in range(40):
            third = (high - low) / 3
            if miss(low + third) < miss(high - third):
                high -= third
            else:
                low += third
        share = (low + high) / 2
        return share, miss(share)
