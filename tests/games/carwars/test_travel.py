"""Travel among walls, heavy and light bodies: what stops a car, what it pushes, what pops."""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from games.carwars.base import (
    CAR,
    STRAIGHT,
    Move,
    along,
    backwards,
    base,
    in_order,
    legs_of,
    spin,
    swing,
)
from games.carwars.travel import Body, Pile, Travel, Weight, travel
from games.engine.shapes import (
    STOP,
    TOUCH,
    Form,
    Hull,
    Pose,
    apart,
    overlap,
    own,
    pose_after,
    rest,
    sweep,
    touching,
)
from games.engine.sweep import Shift, portion
from tests.games.carwars.shapes import BARREL, MOVES, box, poses

WALLS = {
    1000: Body(box(6.0, -0.5, 14.0, 1.0), "wall"),
    1001: Body(box(-0.5, 6.0, 14.0, 1.0, 90.0), "wall"),
    1002: Body(box(6.0, 12.5, 14.0, 1.0), "wall"),
    1003: Body(box(12.5, 6.0, 14.0, 1.0, 90.0), "wall"),
}
EAST = 1003
LENGTH = 1.17 + STOP
"""From car to car, nose to tail in touch."""


def car(x: float, y: float = 6.0, heading: float = 0.0) -> Body:
    return Body(base((x, y, heading)), "heavy")


def barrel(x: float, y: float = 6.0) -> Body:
    return Body(Hull(BARREL, (x, y, 0.0)), "light")


def drive(
    pose: Pose, move: Move, bodies: Mapping[int, Body], reverse: bool = False, calm: bool = False
) -> Travel:
    path = legs_of(pose, move, reverse)
    return travel(base(pose), path, {**WALLS, **bodies}, calm)


AT = (5.0, 6.0, 0.0)


def test_nothing_in_the_way() -> None:
    move = Move("turn", 1, 450)
    assert drive(AT, move, {}) == Travel(along(AT, legs_of(AT, move)), 1, 1.0, (), (), (), {}, ())


def test_what_was_apart_stops_the_mover() -> None:
    wall = drive((11.0, 6.0, 0.0), STRAIGHT, {})
    assert (wall.pose, wall.touched, wall.leg) == ((11.4145, 6.0, 0.0), (EAST,), 0)
    assert wall.part == pytest.approx(0.4145)
    heavy = drive(AT, STRAIGHT, {1: car(5.5 + LENGTH)})
    assert (heavy.pose, heavy.touched, heavy.moved) == ((5.5, 6.0, 0.0), (1,), {})
    assert heavy.stopped
    turned = drive((9.0, 10.8, 0.0), Move("turn", 1, 900), {})
    assert (turned.leg, turned.touched) == (1, (1002,))
    assert 0.0 < turned.part < 1.0


def test_it_is_stopped_by_a_graze_between_two_steps_while_it_pushes() -> None:
    """A corner comes within reach for less than a step of 0.02 L."""
    nose, turned = Body(base((5.0 + LENGTH, 6.0, 0.0)), "heavy"), 45.0
    corner = box(5.63, 6.2503 + math.sqrt(0.5), 1.0, 1.0, turned)
    found = drive(AT, STRAIGHT, {1: nose, 2: Body(corner, "heavy")})
    assert found.touched == (2,)
    assert found.pose[0] < 5.2
    assert found.moved[1][0] - found.pose[0] == pytest.approx(LENGTH, abs=2e-4)


def test_a_heavy_body_that_touches_is_pushed_along_and_keeps_its_heading() -> None:
    found = drive(AT, STRAIGHT, {1: car(5.0 + LENGTH, 6.1, 180.0)})
    assert found.pose == (6.0, 6.0, 0.0)
    assert not found.stopped
    assert found.moved == {1: (6.0 + LENGTH, 6.1, 180.0)}


def test_a_chain_is_pushed() -> None:
    found = drive(AT, STRAIGHT, {1: car(5.0 + LENGTH), 2: car(5.0 + 2 * LENGTH)})
    assert found.moved == {1: (6.0 + LENGTH, 6.0, 0.0), 2: (6.0 + 2 * LENGTH, 6.0, 0.0)}
    assert not found.stopped


def test_a_pushed_body_that_meets_another_is_a_pile_up() -> None:
    found = drive(AT, STRAIGHT, {1: car(5.0 + LENGTH), 2: car(5.507 + 2 * LENGTH)})
    assert found.piles == (Pile(1, 1, 2),)
    assert found.touched == found.pinned == ()
    assert found.pose[0] == pytest.approx(5.507, abs=3e-4)
    assert found.part == pytest.approx(0.507, abs=3e-4)
    first = base(found.moved[1])
    assert 0.0001 < apart(first, base((5.507 + 2 * LENGTH, 6.0, 0.0)))[0] <= TOUCH
    assert 0.0001 < apart(first, base(found.pose))[0] <= TOUCH


def test_the_end_of_a_chain_that_meets_a_wall_is_a_pile_up() -> None:
    last = 12.0 - 0.585 - 0.3
    chain = {1: car(last - LENGTH), 2: car(last)}
    found = drive((last - 2 * LENGTH, 6.0, 0.0), STRAIGHT, chain)
    assert found.piles == (Pile(1, 2, EAST),)
    assert found.moved[2][0] == pytest.approx(12.0 - 0.585 - STOP, abs=3e-4)


def test_a_chain_at_a_wall_cannot_give_way() -> None:
    last = 12.0 - 0.585 - STOP
    chain = {1: car(last - LENGTH), 2: car(last)}
    found = drive((last - 2 * LENGTH, 6.0, 0.0), STRAIGHT, chain)
    assert (found.pinned, found.piles, found.touched) == ((1,), (), ())
    assert found.part < 0.004
    assert all(apart(base(pose), WALLS[EAST].hull)[0] > -0.0022 for pose in found.moved.values())


def test_a_wall_that_it_stands_at_stops_it_only_when_it_goes_deeper() -> None:
    at_wall = (12.0 - 0.2505, 6.0, 90.0)
    assert not drive(at_wall, STRAIGHT, {}).stopped
    found = drive(at_wall, Move("slide", -1), {})
    assert (found.pinned, found.touched) == ((EAST,), ())
    assert -0.0021 < apart(base(found.pose), WALLS[EAST].hull)[0] < -0.0015


def test_it_drives_along_a_body_without_pushing_it() -> None:
    found = drive(AT, STRAIGHT, {1: car(5.3, 6.5005)})
    assert not found.stopped
    assert found.moved == {}


def test_what_is_pushed_aside_stops_the_mover_only_where_it_is_touched() -> None:
    """What the mover pushes takes a car out of its way, but not far enough."""
    barrier = Body(box(5.1869757, 4.3929633, 0.85, 0.2), "heavy")
    bodies = {1: car(5.5792, 3.7074633, 90.0), 6: barrier}
    found = drive((6.1904152, 4.5849685, 187.5), STRAIGHT, bodies)
    assert found.touched == (1,)
    assert {*found.moved} == {1, 6}


def test_a_pile_up_leaves_nothing_in_anything_where_another_side_comes_to_be_pushed() -> None:
    there = car(1.9312, 11.4133, 90.74)
    found = drive((2.7455, 11.0568, 210.0), Move("turn", -1, 900), {1: there})
    assert [pile.into for pile in found.piles] == [1002]
    after = there.hull.put(found.moved[1])
    assert abs(apart(after, WALLS[1002].hull)[0]) < TOUCH
    assert apart(base(found.pose), after)[0] > -TOUCH


def test_a_body_that_came_apart_is_new_when_it_is_touched_again() -> None:
    beside = {**WALLS, 1: car(5.3, 5.4995)}
    away_and_back = [Shift(0.0, 0.5), Shift(0.0, -0.6)]
    found = travel(base(AT), away_and_back, beside)
    assert (found.leg, found.touched, found.moved) == (1, (1,), {})
    assert travel(base(AT), [Shift(0.0, -0.1)], beside).moved == {1: (5.3, 5.3995, 0.0)}


def test_a_light_body_is_pushed_from_where_it_is_touched() -> None:
    found = drive(AT, STRAIGHT, {100: barrel(6.0)})
    assert found.moved == {100: (6.0 + 0.585 + 0.15 + STOP, 6.0, 0.0)}
    assert (found.pose, found.popped) == ((6.0, 6.0, 0.0), ())


def test_a_light_body_pops_at_the_first_other_thing() -> None:
    other = drive(AT, STRAIGHT, {100: barrel(6.0), 101: barrel(6.5)})
    assert other.popped == (100,)
    assert other.moved == {101: (6.0 + 0.735 + STOP, 6.0, 0.0)}
    wall = drive((10.8, 6.0, 0.0), STRAIGHT, {100: barrel(11.6)})
    assert (wall.popped, wall.touched) == ((100,), (EAST,))
    already = drive(AT, STRAIGHT, {100: barrel(5.0 + 0.735 + STOP), 1: car(6.4 + 0.0855, 6.6)})
    assert already.popped == ()
    at_car = drive(AT, STRAIGHT, {100: barrel(5.7355), 1: Body(box(6.0, 6.3, 0.2, 0.3), "heavy")})
    assert at_car.popped == (100,)
    # It is touched at the very end of the way.
    last = drive(AT, STRAIGHT, {100: barrel(6.0), 1: car(6.0 + 0.735 + STOP + 0.735 + 0.0003)})
    assert last.popped == (100,)


def test_a_light_body_between_two_pushers_pops() -> None:
    # The mover pushes a plate that reaches past its nose, and a barrel beside that.
    plate = Body(box(5.0 + 0.5855 + 0.1, 6.1004 + 0.45, 0.2, 0.9), "heavy")
    apart_from_it = drive(AT, STRAIGHT, {1: plate, 100: barrel(5.7355, 5.93)})
    assert (apart_from_it.popped, set(apart_from_it.moved)) == ((), {1, 100})
    assert drive(AT, STRAIGHT, {1: plate, 100: barrel(5.7355, 5.95)}).popped == (100,)
    # What a pushed body pushes may touch that, and nothing else.
    ahead = 5.0 + 0.5855 + 0.2 + 0.1505
    assert drive(AT, STRAIGHT, {1: plate, 100: barrel(ahead, 6.5)}).popped == ()
    both = {1: plate, 100: barrel(ahead, 6.5), 101: barrel(ahead + 0.5, 6.5)}
    assert drive(AT, STRAIGHT, both).popped == (100,)


def test_a_spin_pushes_and_is_stopped_by_what_is_new() -> None:
    pose = (6.0, 6.0, 0.0)
    leg = spin(pose, 1, 4)
    behind = {1: Body(box(5.65, 5.6, 0.3, 0.299), "heavy")}
    pushed = travel(base(pose), [leg], {**WALLS, **behind})
    assert not pushed.stopped
    assert set(pushed.moved) == {1}
    new = travel(base(pose), [leg], {**WALLS, 2: Body(box(5.6, 5.3, 0.3, 0.3), "heavy")})
    assert new.touched == (2,)
    assert 0.0 < new.part < 1.0


def test_where_nothing_collides_bodies_are_pushed_as_soon_as_they_are_touched() -> None:
    found = drive(AT, STRAIGHT, {1: car(5.5 + LENGTH), 2: car(5.8 + 2 * LENGTH)}, calm=True)
    assert not found.stopped
    assert found.moved == {1: (6.0 + LENGTH, 6.0, 0.0), 2: (6.0 + 2 * LENGTH, 6.0, 0.0)}


def test_where_nothing_collides_a_wall_stops_the_mover_and_what_it_pushes() -> None:
    own = drive((11.0, 6.0, 0.0), STRAIGHT, {}, calm=True)
    assert own.touched == (EAST,)
    last = 12.0 - 0.585 - 0.3
    other = drive((last - LENGTH - 0.1, 6.0, 0.0), STRAIGHT, {1: car(last)}, calm=True)
    assert (other.pinned, other.touched, other.piles) == ((1,), (), ())
    assert other.moved[1][0] == pytest.approx(12.0 - 0.585 - STOP, abs=4e-4)


def test_a_reposition_passes_the_wall_that_it_leaves_and_no_other() -> None:
    pose = (11.4145, 6.0, 0.0)
    assert travel(base(pose), [swing(pose, 1, 90.0)], WALLS, True).pinned == (EAST,)
    free = travel(base(pose), [swing(pose, 1, 90.0)], WALLS, True, (EAST,))
    assert (free.pose, free.stopped) == ((11.1645, 6.75, 90.0), False)
    low = (11.4145, 0.4, 0.0)
    stuck = travel(base(low), [swing(low, -1, 90.0)], WALLS, True, (EAST,))
    assert stuck.touched == (1000,)
    # What it pushes does not pass the wall.
    beside = {1: Body(box(11.79, 6.35, 0.4, 0.19), "heavy")}
    pinned = travel(base(pose), [swing(pose, 1, 90.0)], {**WALLS, **beside}, True, (EAST,))
    assert pinned.pinned == (1,)


def test_a_stuck_car_slides_out_of_the_wall_that_it_passed() -> None:
    low = (11.4145, 0.4, 0.0)
    stuck = travel(base(low), [swing(low, -1, 90.0)], WALLS, True, (EAST,))
    assert overlap(base(stuck.pose), WALLS[EAST].hull)
    back = travel(base(stuck.pose), [backwards(stuck.pose)], WALLS, True)
    assert back.part == pytest.approx(1.0) or 1002 in back.touched
    assert not overlap(base(back.pose), WALLS[EAST].hull)


def test_a_stuck_car_that_lies_along_a_wall_does_not_slide_through_it() -> None:
    pose = (11.75 - STOP + 0.0015, 6.0, 91.0)
    back = travel(base(pose), [backwards(pose)], WALLS, True)
    assert (
        apart(base(back.pose), WALLS[EAST].hull)[0] > apart(base(pose), WALLS[EAST].hull)[0] - 3e-4
    )


# -- any world


KINDS: tuple[tuple[Form, Weight], ...] = (
    (CAR, "heavy"),
    (Form(0.85, 0.2), "heavy"),
    (BARREL, "light"),
)


@st.composite
def worlds(draw: st.DrawFn) -> tuple[Pose, dict[int, Body]]:
    """A mover and up to six bodies in a small yard, many in touch and none overlapping."""
    pose = draw(poses(1.4))
    bodies = {
        1000: Body(box(0.0, -2.9, 8.0, 1.0), "wall"),
        1001: Body(box(0.0, 2.9, 8.0, 1.0), "wall"),
        1002: Body(box(-2.9, 0.0, 1.0, 8.0), "wall"),
        1003: Body(box(2.9, 0.0, 1.0, 8.0), "wall"),
    }
    placed = [base(pose)]
    for key in range(draw(st.integers(1, 6))):
        form, weight = draw(st.sampled_from(KINDS))
        hull = Hull(form, draw(poses(2.0)))
        if draw(st.booleans()):
            found, x, y = apart(placed[-1], hull)
            hull = hull.put(rest(hull.moved((STOP - found) * x, (STOP - found) * y).pose))
        others = [*placed, *(body.hull for body in bodies.values())]
        if all(apart(hull, other)[0] > 0.0 for other in others):
            bodies[key] = Body(hull, weight)
            placed.append(hull)
    assume(all(apart(base(pose), body.hull)[0] > 0.0 for body in bodies.values()))
    return pose, bodies


@settings(max_examples=150)
@given(worlds(), MOVES, st.booleans(), st.booleans())
def test_nothing_ever_stands_in_anything(
    world: tuple[Pose, dict[int, Body]], move: Move, reverse: bool, calm: bool
) -> None:
    pose, bodies = world
    path = legs_of(pose, move, reverse)
    found = travel(base(pose), path, bodies, calm)
    assert found == travel(base(pose), path, bodies, calm)
    hulls = {key: body.hull for key, body in bodies.items() if key not in found.popped}
    hulls.update({key: bodies[key].hull.put(there) for key, there in found.moved.items()})
    mover = base(found.pose)
    assert found.pose == rest(found.pose)
    for key, hull in hulls.items():
        assert apart(mover, hull)[0] > -0.003
        for other, it in hulls.items():
            if key < other and not key >= 1000:
                assert apart(hull, it)[0] > -0.003
    for key in (*found.moved, *found.popped):
        assert bodies[key].weight != "wall"
    for key in found.touched:
        assert touching(mover, hulls[key])
        assert not touching(base(pose), bodies[key].hull) or move.kind == "turn"
    if not found.stopped:
        assert found.pose == along(pose, path)
    if calm:
        assert not found.piles
        assert all(bodies[key].weight == "wall" for key in found.touched)


@settings(max_examples=60)
@given(worlds(), MOVES)
def test_without_contacts_it_is_stopped_where_a_sweep_is(
    world: tuple[Pose, dict[int, Body]], move: Move
) -> None:
    pose, bodies = world
    bodies = {
        key: body
        for key, body in bodies.items()
        if body.weight != "light" and not touching(base(pose), body.hull)
    }
    keys = list(bodies)
    found = travel(base(pose), legs_of(pose, move), bodies)
    wanted = sweep(base(pose), legs_of(pose, move), [body.hull for body in bodies.values()])
    if wanted is None:
        assert found.part == 1.0
        return
    assert (found.pose, found.leg, found.part) == (wanted.box.pose, wanted.leg, wanted.part)
    touched = [(keys[at], bodies[keys[at]].hull) for at in wanted.touched]
    assert found.touched == in_order(wanted.box, touched)


def slow_push(pose: Pose, move: Move, body: Hull, steps: int) -> Pose:
    """Where a body ends that is pushed by very fine steps, with separating axes of our own."""
    for leg in legs_of(pose, move):
        for at in range(1, steps + 1):
            there = base(pose)
            here = there.put(pose_after(pose, leg, at / steps))
            deep, x, y = _out(np.array(here.ends), np.array(body.ends))
            if deep > 0:
                body = body.moved(deep * x, deep * y)
        pose = pose_after(pose, leg, 1.0)
    return body.pose


def _out(one: np.ndarray, other: np.ndarray) -> tuple[float, float, float]:
    best = (math.inf, 0.0, 0.0)
    for shape in (one, other):
        for a, b in zip(shape, np.roll(shape, -1, axis=0), strict=True):
            normal = np.array((b[1] - a[1], a[0] - b[0])) / np.hypot(*(b - a))
            for n in (normal, -normal):
                deep = (one @ n).max() - (other @ n).min()
                if deep < best[0]:
                    best = deep, n[0], n[1]
    return best


@pytest.mark.parametrize(
    "move", [STRAIGHT, Move("slide", 1), Move("turn", 1, 600), Move("turn", -1, 900)]
)
@pytest.mark.parametrize(
    ("ahead", "left", "heading"), [(0.9, 0.3, 60.0), (0.7, -0.5, 135.0), (0.2, 0.6, 10.0)]
)
def test_a_body_is_pushed_to_where_very_fine_steps_push_it(
    move: Move, ahead: float, left: float, heading: float
) -> None:
    pose = (0.0, 0.0, 0.0)
    body = base((ahead, left, heading))
    found, x, y = apart(base(pose), body)
    body = body.put(rest(body.moved((STOP - found) * x, (STOP - found) * y).pose))
    went = travel(base(pose), legs_of(pose, move), {1: Body(body, "heavy")}, calm=True)
    assert not went.stopped
    wanted = slow_push(pose, move, body, 400)
    assert went.moved.get(1, body.pose)[:2] == pytest.approx(wanted[:2], abs=0.03)


def test_a_portion_of_a_leg() -> None:
    assert portion(Shift(2.0, 4.0), 0.25) == Shift(0.5, 1.0)
    assert portion(swing(AT, 1, 90.0), 0.5).degrees == 45.0  # type: ignore[union-attr]
    assert own(AT, swing(AT, 1, 90.0).about) == (-0.5, 0.25)
