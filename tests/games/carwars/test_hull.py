"""Shapes that touch, and sweeps, against shapely and looks at fine steps."""

from __future__ import annotations

import math
import random

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from games.carwars.base import (
    CAR,
    DEEP,
    Move,
    base,
    enters,
    free_side,
    in_order,
    legs_of,
    side_touched,
    swing,
)
from games.engine.plane import BACK, EVEN, FRONT, LEFT, RIGHT
from games.engine.shapes import (
    FINE,
    STOP,
    TOUCH,
    Form,
    Hull,
    apart,
    contact,
    gap,
    meeting_point,
    overlap,
    pose_after,
    sweep,
    touching,
)
from games.engine.sweep import Leg, Shift, around, part_of
from tests.games.carwars.shapes import (
    BARREL,
    FORMS,
    box,
    far,
    hulls,
    least,
    legs,
    polygon,
    poses,
)

LOOKS = 200
ALMOST = 1e-8


# -- how two shapes lie


def test_the_base_is_the_octagon_of_ruling_34() -> None:
    corners = {
        (x * a, y * b) for x, y in ((0.585, 0.1), (0.5, 0.25)) for a in (1, -1) for b in (1, -1)
    }
    assert set(CAR.ends) == corners
    assert polygon(base((0.0, 0.0, 0.0))).exterior.is_ccw
    assert polygon(base((0.0, 0.0, 0.0))).area == pytest.approx(1.17 * 0.5 - 2 * 0.085 * 0.15)


@example(Hull(BARREL, (0.0, 0.0, 0.0)), Hull(BARREL, (0.0, 0.2, 0.0)))
@given(hulls(), hulls())
def test_the_distance_is_shapelys(one: Hull, other: Hull) -> None:
    found, x, y = apart(one, other)
    between = far(one, other)
    if between + one.form.rim + other.form.rim > ALMOST:
        assert found == pytest.approx(between, abs=ALMOST)
    else:
        assert found <= ALMOST
    assert math.hypot(x, y) == pytest.approx(1.0)
    assert gap(one, other) == max(0.0, found)
    assert apart(other, one)[0] == pytest.approx(found, abs=ALMOST)


@given(hulls(1.0), hulls(1.0))
def test_the_shortest_way_out_separates_and_none_is_shorter(one: Hull, other: Hull) -> None:
    deep, x, y = apart(one, other)
    assume(deep < -ALMOST)
    moved = other.moved(-deep * x, -deep * y)
    assert apart(one, moved)[0] == pytest.approx(0.0, abs=1e-7)
    for at in range(72):
        out = 0.99 * -deep
        less = other.moved(
            out * math.cos(math.radians(5 * at)), out * math.sin(math.radians(5 * at))
        )
        assert apart(one, less)[0] < 0.0


@given(hulls(), hulls(), st.floats(-0.01, 0.01))
def test_touching_and_overlap_go_by_the_distance(one: Hull, other: Hull, room: float) -> None:
    found, x, y = apart(one, other)
    other = other.moved((room - found) * x, (room - found) * y)
    found = apart(one, other)[0]
    assert touching(one, other) == (found <= TOUCH)
    assert overlap(one, other) == (found < -EVEN)
    assert other.meets_circle(one.x, one.y, one.reach + found + ALMOST)


@given(hulls(), hulls())
def test_what_is_not_near_is_apart(one: Hull, other: Hull) -> None:
    for room in (0.0, TOUCH, 0.5):
        if not other.meets_circle(one.x, one.y, one.reach + room):
            assert far(one, other) > room - ALMOST


@given(hulls(1.5), hulls(1.5))
def test_shapes_meet_on_the_outlines_of_both(one: Hull, other: Hull) -> None:
    found, x, y = apart(one, other)
    assume(found > 0)
    other = other.moved((STOP - found) * x, (STOP - found) * y)
    point = Hull(Form(0.0, 0.0), (*meeting_point(one, other), 0.0))
    assert abs(far(point, other) - STOP) < STOP + ALMOST
    assert abs(far(point, one)) < STOP


@pytest.mark.parametrize(
    ("other", "wanted"),
    [
        (base((1.1705, 0.0, 0.0)), (0.585, 0.0)),
        (base((1.1705, 0.15, 0.0)), (0.585, 0.075)),
        (base((0.4, 0.5005, 180.0)), (0.2, 0.25)),
        (box(0.0, 0.7505, 9.0, 1.0), (0.0, 0.25)),
        (Hull(BARREL, (0.7355, 0.05, 0.0)), (0.585, 0.05)),
        (box(1.0855, 0.6, 1.0, 1.0), (0.585, 0.1)),
    ],
)
def test_where_edges_touch_it_is_at_the_middle(other: Hull, wanted: tuple[float, float]) -> None:
    assert meeting_point(base((0.0, 0.0, 0.0)), other) == pytest.approx(wanted, abs=1e-3)


# -- sweeps


@given(st.data(), hulls(1.5), hulls(1.5, (CAR, *FORMS)))
def test_a_body_is_stopped_at_the_first_moment(
    data: st.DataObject, other: Hull, body: Hull
) -> None:
    assume(far(body, other) > TOUCH)
    leg = data.draw(legs(body.pose))
    part = contact(body, leg, other)
    assert least(body, leg, other, LOOKS, 1.0 if part is None else part) > STOP - ALMOST
    if part is None:
        return
    assert 0.0 <= part <= 1.0
    found = far(part_of(body, leg, part), other)
    assert STOP - ALMOST <= found <= STOP + (ALMOST if isinstance(leg, Shift) else FINE + ALMOST)


def grazed(rng: random.Random) -> tuple[Hull, Leg, Hull, float]:
    """A body, a leg, and something that it passes by on it at hardly any distance."""
    body = Hull(CAR, (0.0, 0.0, 15.0 * rng.randrange(24)))
    move = rng.choice((Move(), Move("slide", 1), Move("turn", 1, 900), Move("turn", -1, 450)))
    leg = rng.choice(legs_of(body.pose, move))
    there = part_of(body, leg, rng.uniform(0.2, 1.0))
    other = Hull(rng.choice(FORMS), (0.0, 0.0, rng.uniform(0, 360)))
    x, y = there.ends[rng.randrange(8)]
    turn = rng.uniform(0, 2 * math.pi)
    other = other.put((x + math.cos(turn), y + math.sin(turn), other.heading))
    found, nx, ny = apart(there, other)
    wide = rng.choice((0.0, STOP - 2e-4, STOP + 2e-4, TOUCH, 0.005))
    return body, leg, other.moved((wide - found) * nx, (wide - found) * ny), wide


def test_grazes_are_found() -> None:
    rng = random.Random(3)
    met = {False: 0, True: 0}
    for _ in range(300):
        body, leg, other, _ = grazed(rng)
        if far(body, other) <= TOUCH:
            continue
        near = least(body, leg, other, 1000)
        if abs(near - STOP) < FINE + 1e-5:
            continue
        part = contact(body, leg, other)
        assert (part is not None) == (near < STOP), (body, leg, other)
        met[part is not None] += 1
    assert min(met.values()) > 10


@given(st.data(), hulls(1.5, (CAR,)), st.lists(hulls(2.0), max_size=5))
def test_a_sweep_stops_at_the_first_of_all(
    data: st.DataObject, body: Hull, others: list[Hull]
) -> None:
    others = [other for other in others if far(body, other) > TOUCH]
    path = legs_of(body.pose, data.draw(st.just(Move("turn", 1, 600)) | st.just(Move("slide", -1))))
    found = sweep(body, path, others)
    pose, first = body, None
    for number, leg in enumerate(path):
        parts = [part for other in others if (part := contact(pose, leg, other)) is not None]
        if parts:
            first = number, min(parts)
            break
        pose = part_of(pose, leg, 1.0)
    if found is None:
        assert first is None
        return
    assert first == (found.leg, found.part)
    assert set(found.touched) == {n for n, it in enumerate(others) if touching(found.box, it)}
    assert found.touched
    assert all(apart(found.box, other)[0] > 0 for other in others)


def test_a_body_at_rest_touches_what_stopped_it() -> None:
    """Rounding never takes it out of touch or into what it touches."""
    rng = random.Random(8)
    seen = 0
    while seen < 200:
        body, leg, other, _ = grazed(rng)
        if far(body, other) > TOUCH and (found := sweep(body, [leg], [other])):
            assert found.touched == (0,)
            assert 0.0001 < far(found.box, other) <= TOUCH
            seen += 1


def test_touched_ones_are_ordered_from_the_middle_outward() -> None:
    car = base((0.0, 0.0, 0.0))
    nose, flank = box(1.5, 0.0, 1.0, 0.2), box(0.3, 0.65, 0.2, 0.2)
    far_flank = box(-0.3, 0.65, 0.2, 0.2)
    found = sweep(car, [Shift(1.0, 0.3)], [far_flank, nose, flank])
    assert found is not None
    beside = car.moved(0.0, 0.2995)
    assert in_order(beside, [(4, flank), (3, far_flank), (7, nose)]) == (3, 4, 7)
    assert in_order(beside, [(7, nose), (5, flank)]) == (5, 7)


# -- walls that are touched


def deepest_look(body: Hull, path: tuple[Leg, ...], wall: Hull) -> float:
    most = math.inf
    for leg in path:
        most = min(most, *(apart(part_of(body, leg, at / 400), wall)[0] for at in range(401)))
        body = part_of(body, leg, 1.0)
    return most


@given(st.data(), poses(1.0), st.sampled_from((-1, 1)), st.integers(0, 3))
def test_a_path_enters_a_wall_where_it_goes_deeper_than_2_thousandths(
    data: st.DataObject, pose: tuple[float, float, float], side: int, kind: int
) -> None:
    wall = box(0.0, -0.5, data.draw(st.sampled_from((1.0, 30.0))), 1.0)
    car = base(pose)
    found, x, y = apart(wall, car)
    car = car.moved((STOP - found) * x, (STOP - found) * y)
    tenths = data.draw(st.integers(1, 900))
    move = (Move(), Move("slide", side), Move("turn", side, tenths), Move("turn", side, 900))[kind]
    for reverse in (False, True):
        path = legs_of(car.pose, move, reverse)
        deep = -deepest_look(car, path, wall)
        if abs(deep - DEEP) > 2 * FINE:
            assert enters(car, path, wall) == (deep > DEEP)


def test_a_car_drives_along_a_wall_and_turns_off_it() -> None:
    wall = box(0.0, -0.5, 30.0, 1.0)
    car = base((0.0, 0.2505, 0.0))
    assert not enters(car, legs_of(car.pose, Move()), wall)
    assert not enters(car, legs_of(car.pose, Move("turn", 1, 900)), wall)
    assert enters(car, legs_of(car.pose, Move("turn", -1, 5)), wall)
    assert enters(car, legs_of(car.pose, Move("slide", -1)), wall)
    # By 0.0013 and 0.003 L at its end.
    for heading, found in ((359.9, False), (359.8, True)):
        lean = base((0.0, 1.0, heading))
        lean = lean.moved(0.0, STOP - apart(wall, lean)[0])
        assert enters(lean, legs_of(lean.pose, Move()), wall) == found
    # Rounding of the heading alone does not lead into it, nor once it is 2 thousandths deep.
    skew = base((0.0, 0.2505, 359.99))
    assert not enters(skew, legs_of(skew.pose, Move()), wall)
    deep = base((0.0, 0.248, 0.0))
    assert not enters(deep, legs_of(deep.pose, Move()), wall)


@pytest.mark.parametrize(
    ("heading", "wanted"), [(0.0, 1), (45.0, 1), (270.0, 0), (268.0, -1), (180.0, -1), (90.3, 0)]
)
def test_the_free_side_is_the_long_side_away_from_the_wall(heading: float, wanted: int) -> None:
    wall = box(0.0, -0.5, 30.0, 1.0)
    car = base((0.0, 2.0, heading))
    car = car.moved(0.0, STOP - apart(wall, car)[0])
    assert free_side(car, wall) == wanted
    # What cannot be pushed counts by the line of the contact.
    block = box(car.x, -0.5, 4.0, 1.0)
    assert free_side(car, block, is_wall=False) == wanted


# -- sides


@pytest.mark.parametrize(
    ("other", "is_wall", "side"),
    [
        (base((1.1705, 0.0, 90.0)), False, FRONT),
        (base((0.0, 0.7, 20.0)), False, LEFT),
        (base((0.2, -0.7, 200.0)), False, RIGHT),
        (base((-1.3, 0.2, 30.0)), False, BACK),
        (box(0.47, 0.9, 0.6, 0.6, 45.0), False, LEFT),
        (box(-0.47, -0.9, 0.6, 0.6, 45.0), False, RIGHT),
        # A corner of another that meets the slope of the nose, and the very corner.
        (box(1.0, 0.6, 0.9, 0.9, 45.0), False, FRONT),
        (box(0.9, 0.6, 0.7, 0.7, 10.0), False, FRONT),
        (box(0.6, 0.8, 0.7, 0.7, 10.0), False, LEFT),
    ],
)
def test_the_side_that_is_touched(other: Hull, is_wall: bool, side: int) -> None:
    car = base((0.0, 0.0, 0.0))
    found, x, y = apart(car, other)
    assert side_touched(car, other.moved((STOP - found) * x, (STOP - found) * y), is_wall) == side


@pytest.mark.parametrize(
    ("lean", "side"), [(-3.0, LEFT), (45.0, FRONT), (40.0, LEFT), (50.0, FRONT)]
)
def test_at_a_corner_the_side_faces_the_other_thing(lean: float, side: int) -> None:
    """A wall that the front left corner of the rectangle touches, its normal leaning forward from
    straight to the left; the bevel there leans by 60 degrees."""
    car = base((0.0, 0.0, 0.0))
    wall = box(0.0, 0.0, 6.0, 1.0, (360.0 - lean) % 360.0)
    wall = wall.moved(
        0.5 + 0.5005 * math.sin(math.radians(lean)), 0.25 + 0.5005 * math.cos(math.radians(lean))
    )
    assert apart(car, wall)[0] <= TOUCH
    assert side_touched(car, wall, is_wall=True) == side


@given(hulls(1.0, (CAR,)), hulls(1.5))
def test_the_side_goes_by_the_ends_of_the_rectangle(car: Hull, other: Hull) -> None:
    found, x, y = apart(car, other)
    other = other.moved((STOP - found) * x, (STOP - found) * y)
    dx, dy = (a - b for a, b in zip(meeting_point(car, other), (car.x, car.y), strict=True))
    ahead, left = dx * car.fx + dy * car.fy, dy * car.fx - dx * car.fy
    assume(math.hypot(abs(ahead) - 0.5, abs(left) - 0.25) > 0.0031)
    wanted = (FRONT if ahead > 0 else BACK) if abs(ahead) > 0.5 else LEFT if left > 0 else RIGHT
    assert side_touched(car, other) == wanted


@given(st.data(), hulls(1.0))
def test_a_circle_holds_all_of_a_leg(data: st.DataObject, body: Hull) -> None:
    leg = data.draw(legs(body.pose))
    x, y, reach = around(body, leg)
    for at in range(21):
        for px, py in part_of(body, leg, at / 20).outline:
            assert math.hypot(px - x, py - y) <= reach


def test_the_part_of_a_leg_is_where_the_pose_says() -> None:
    pose = (1.0, 2.0, 30.0)
    leg = swing(pose, 1, 90.0)
    assert pose_after(pose, leg, 0.5)[2] == 75.0


@pytest.mark.parametrize(
    ("other", "far"), [((6.0, 9.0), 5.7), ((8.0, 3.0), 1.7), ((6.3, 3.4), 0.2), ((6.0, 3.2), -0.1)]
)
def test_two_circles_are_as_far_apart_as_their_middles_less_their_rims(
    other: tuple[float, float], far: float
) -> None:
    barrel = Form(0.0, 0.0, rim=0.15)
    found, x, y = apart(Hull(barrel, (6.0, 3.0, 0.0)), Hull(barrel, (*other, 0.0)))
    assert found == pytest.approx(far)
    size = math.dist((6.0, 3.0), other)
    assert (x, y) == pytest.approx(((other[0] - 6.0) / size, (other[1] - 3.0) / size))
