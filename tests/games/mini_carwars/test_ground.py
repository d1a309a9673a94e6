"""Whether a path leaves the road, against looking at it very often."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from games.engine.plane import BL, BR, FL, FR, Box
from games.engine.sweep import Leg, Swing, part_of
from games.mini_carwars import ground
from games.mini_carwars.maneuvers import drives, legs
from games.mini_carwars.road import beyond

LOOKS = 720


def looked_at(box: Box, path: Sequence[Leg]) -> bool:
    """Whether any of many looks along a path finds the counter off the road."""
    for leg in path:
        looks = LOOKS if isinstance(leg, Swing) else 1
        if any(beyond(part_of(box, leg, at / looks)) for at in range(looks + 1)):
            return True
        box = part_of(box, leg, 1.0)
    return False


def test_paths_that_leave_the_road_are_found_exactly() -> None:
    rng = random.Random(7)
    met = {False: 0, True: 0}
    while sum(met.values()) < 800:
        cycle = rng.random() < 0.4
        x = round(rng.uniform(-2.0, 2.0), 4)
        box = Box(x, 0.0, 15.0 * rng.randrange(24), 0.5 if cycle else 1.0, 0.5)
        if beyond(box):
            continue
        back = not cycle and rng.random() < 0.3
        drive = rng.choice(drives(cycle, -10 if back else 10))
        path = legs(box, drive, back)
        found = ground.strays(box, path)
        assert found == looked_at(box, path), (box, drive)
        met[found] += 1
    assert min(met.values()) > 80


@pytest.mark.parametrize("corner", [FL, FR, BR, BL])
@pytest.mark.parametrize("heading", [0.0, 90.0, 180.0, 270.0])
def test_a_turn_that_was_stopped_at_once_leaves_nothing(corner: int, heading: float) -> None:
    # A counter cannot turn that lies against another one: its path is a turn of no degrees.
    box = Box(1.2, 0.0, heading, 1.0, 0.5)
    assert not ground.strays(box, (Swing(box.corner(corner), 0.0),))
