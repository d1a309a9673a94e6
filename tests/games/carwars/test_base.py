"""Moves of the turning key: where they end, their zones and dice, spins and repositions."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.carwars.base import (
    CAR,
    FLIP,
    STRAIGHT,
    Move,
    along,
    backwards,
    done_tenths,
    legs_of,
    maneuver_dice,
    rectangle,
    spin,
    swing,
    zone,
)
from games.carwars.dice import of, plus, pool
from games.engine.shapes import Hull, Pose, apart, at, own, pose_after, rest
from tests.games.carwars.shapes import MOVES, box, poses

SIDES = st.sampled_from((1, -1))


def end(pose: Pose, move: Move, reverse: bool = False) -> Pose:
    return along(pose, legs_of(pose, move, reverse))


def closed_form(pose: Pose, side: int, degrees: float, way: int) -> Pose:
    """The turn as spec section 4 writes it down, with the C library's sines."""
    x, y, heading = pose
    h, h2 = math.radians(heading), math.radians(heading + way * side * degrees)
    qx, qy = x + way * math.cos(h), y + way * math.sin(h)
    pivot_x = qx - 0.5 * way * math.cos(h) - 0.25 * side * math.sin(h)
    pivot_y = qy - 0.5 * way * math.sin(h) + 0.25 * side * math.cos(h)
    return (
        pivot_x + 0.5 * way * math.cos(h2) + 0.25 * side * math.sin(h2),
        pivot_y + 0.5 * way * math.sin(h2) - 0.25 * side * math.cos(h2),
        math.degrees(h2) % 360.0,
    )


@given(poses(6), SIDES, st.integers(1, 900), st.booleans())
def test_a_turn_ends_where_its_closed_form_says(
    pose: Pose, side: int, tenths: int, reverse: bool
) -> None:
    found = end(pose, Move("turn", side, tenths), reverse)
    wanted = closed_form(pose, side, tenths / 10, -1 if reverse else 1)
    assert found[:2] == pytest.approx(wanted[:2], abs=6e-5)
    assert abs((found[2] - wanted[2] + 180) % 360 - 180) < 0.0051


def test_the_worked_example_of_a_turn() -> None:
    assert end((0.0, 0.0, 0.0), Move("turn", 1, 450)) == (1.0303, 0.4268, 45.0)


@pytest.mark.parametrize(
    ("move", "reverse", "wanted"),
    [
        (STRAIGHT, False, (1.0, 0.0, 0.0)),
        (STRAIGHT, True, (-1.0, 0.0, 0.0)),
        (Move("slide", 1), False, (0.866, 0.5, 0.0)),
        (Move("slide", -1), True, (-0.866, -0.5, 0.0)),
        # The tail swings to the car's left, and the heading falls.
        (Move("turn", 1, 900), True, (-0.75, 0.75, 270.0)),
        (Move("turn", -1, 900), False, (0.75, -0.75, 270.0)),
    ],
)
def test_moves_from_the_middle(move: Move, reverse: bool, wanted: Pose) -> None:
    assert end((0.0, 0.0, 0.0), move, reverse) == wanted


@given(poses(3), MOVES)
def test_reverse_is_the_mirror_image_of_forward(pose: Pose, move: Move) -> None:
    ahead, back = end(pose, move), end(pose, move, reverse=True)
    x, y = own(pose, ahead[:2])
    assert own(pose, back[:2]) == pytest.approx((-x, y), abs=2e-4)
    turned, mirrored = (ahead[2] - pose[2]) % 360, (back[2] - pose[2]) % 360
    assert (turned + mirrored) % 360 == pytest.approx(0, abs=0.011) or (
        turned + mirrored
    ) % 360 == pytest.approx(360, abs=0.011)


@given(poses(3), MOVES, st.booleans(), SIDES, st.integers(1, 5))
def test_pivots_stay_where_they_are(
    pose: Pose, move: Move, reverse: bool, side: int, skids: int
) -> None:
    way = -1 if reverse else 1
    for leg, corner in (
        (swing(pose, side, move.tenths / 10, reverse), (-0.5 * way, 0.25 * side)),
        (spin(pose, side, skids, reverse), (0.5 * way, -0.25 * side)),
    ):
        assert leg.about == pytest.approx(at(pose, *corner))
        assert at(pose_after(pose, leg), *corner) == pytest.approx(leg.about, abs=1e-9)


@pytest.mark.parametrize(("skids", "turned"), [(1, 22.5), (2, 45.0), (4, 90.0), (FLIP, 90.0)])
def test_a_spin_turns_by_the_skids_to_the_side_of_the_maneuver(skids: int, turned: float) -> None:
    pose = (0.0, 0.0, 0.0)
    assert spin(pose, 1, skids).degrees == turned
    assert spin(pose, -1, skids).degrees == -turned
    assert spin(pose, 1, skids, reverse=True).degrees == -turned
    # The nose turns on to the left, and the tail swings out to the right.
    assert along(pose, [spin(pose, 1, 4)]) == (0.25, -0.75, 90.0)
    assert along(pose, [spin(pose, 1, 4, reverse=True)]) == (-0.25, -0.75, 270.0)


@pytest.mark.parametrize("reverse", [False, True])
def test_a_reposition_leaves_a_wall_by_415_thousandths(reverse: bool) -> None:
    """From every angle at which a car can drive into a straight wall, turned by 90 degrees about
    the corner on its free side."""
    wall = box(0.0, -0.5, 30.0, 1.0)
    least = 9.0
    for degrees in range(181):
        heading = degrees + (0.0 if reverse else 180.0)
        car = Hull(CAR, (0.0, 2.0, heading % 360.0))
        car = car.moved(0.0, -apart(wall, car)[0])
        for one in (1, -1) if degrees == 90 else (1,) if car.fx > 0.0 else (-1,):
            moved = car.put(along(car.pose, [swing(car.pose, one, 90.0, reverse)]))
            least = min(least, apart(wall, moved)[0])
    assert least == pytest.approx(0.415, abs=1e-3)


def test_a_stuck_car_goes_straight_back() -> None:
    pose = (3.0, 3.0, 90.0)
    assert along(pose, [backwards(pose)]) == (3.0, 1.0, 90.0)
    assert along(pose, [backwards(pose, reverse=True)]) == (3.0, 5.0, 90.0)


@pytest.mark.parametrize(
    ("tenths", "dice"),
    [
        (76, {"yellow": 3, "green": 1}),
        (225, {"yellow": 3, "green": 1}),
        (226, {"yellow": 4, "green": 1}),
        (451, {"yellow": 4, "green": 1, "red": 1}),
        (676, {"yellow": 4, "green": 1, "red": 1, "white": 1}),
        (900, {"yellow": 4, "green": 1, "red": 1, "white": 1}),
    ],
)
def test_a_turn_rolls_the_dice_of_every_zone_it_reaches(tenths: int, dice: dict[str, int]) -> None:
    assert plus(*maneuver_dice(tenths, 3).values()) == pool(dice)
    assert zone(tenths) == len({*dice}) - 1 + (tenths > 225)
    assert Move("turn", 1, tenths).maneuver
    assert not Move("turn", 1, 75).maneuver


def test_a_turn_cut_short_has_come_as_far_as_it_was_driven() -> None:
    turn = Move("turn", 1, 900)
    assert [zone(done_tenths(turn, 0, part)) for part in (0.1, 0.9)] == [0, 0]
    assert [zone(done_tenths(turn, 1, part / 90)) for part in (7.5, 7.7)] == [0, 1]
    assert [zone(done_tenths(turn, 1, part / 90)) for part in (22.509, 22.52)] == [1, 2]
    assert done_tenths(Move("slide", 1), 0, 0.5) == 0
    assert maneuver_dice(0, 2) == {"speed": of("yellow", 2)}
    assert done_tenths(turn, 1, 1.0) == 900


@given(poses(6))
def test_a_pose_at_rest_stays_at_rest(pose: Pose) -> None:
    assert rest(pose) == pose
    assert rest((pose[0], pose[1], 359.996))[2] == 0.0
    assert math.copysign(1.0, rest((-0.00001, 0.0, 0.0))[0]) == 1.0


@given(poses(6))
def test_a_cars_rectangle_lies_in_its_base(pose: Pose) -> None:
    assert all(abs(apart(Hull(CAR, pose), rectangle(pose))[0]) > 0.49 for _ in "1")
    assert [tuple(round(v, 9) for v in own(pose, end)) for end in rectangle(pose).ends] == [
        (0.5, 0.25),
        (-0.5, 0.25),
        (-0.5, -0.25),
        (0.5, -0.25),
    ]
