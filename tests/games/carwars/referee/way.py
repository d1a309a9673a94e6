"""The way of a move: a straight leg, then a rotation about a corner."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

from tests.games.carwars.referee import shapes
from tests.games.carwars.referee.shapes import Pose, Spot

_STEP: Final = 0.01
"""L between two looks."""
_ANGLE: Final = 0.25
"""Degrees between two looks."""


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

    def stops(self, coarse: int = 1) -> Iterator[tuple[float, Pose]]:
        """Looks along what was driven."""
        leg, turn = self._lengths
        steps = self.upto * (leg / _STEP + math.degrees(turn) / _ANGLE)
        steps = max(2, math.ceil(steps / coarse))
        for step in range(steps + 1):
            share = self.upto * step / steps
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
