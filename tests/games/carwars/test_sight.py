"""Arcs, range, sightlines and cover, against shapely and random lines."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest
import shapely
from hypothesis import assume, given
from hypothesis import strategies as st

from games.carwars.base import rectangle
from games.carwars.sight import Cover, arcs, in_range, key_lengths, shields
from games.engine.plane import BACK, FRONT, LEFT, RIGHT, Point
from games.engine.polygons import AREA, Polygon, area, hull_of, interiors_meet, is_seen, shared_area
from games.engine.shapes import Form, Hull, at, gap
from tests.games.carwars.shapes import BARREL, box, hulls, poses, round_numbers

BARRIER = Form(0.85, 0.2)
POINTS = st.tuples(round_numbers(-3, 3, 2), round_numbers(-3, 3, 2))


def shape(polygon: Polygon) -> shapely.Polygon:
    return shapely.Polygon(polygon)


# -- polygons


@given(hulls(1.5), hulls(1.5))
def test_the_shared_area_is_shapelys(one: Hull, other: Hull) -> None:
    a, b = one.outline, other.outline
    assert area(a) == pytest.approx(shape(a).area)
    assert shared_area(a, b) == pytest.approx(shape(a).intersection(shape(b)).area, abs=1e-9)
    assert shared_area(b, a) == pytest.approx(shared_area(a, b), abs=1e-9)


@given(st.lists(POINTS, min_size=3, max_size=14))
def test_the_convex_hull_is_shapelys(points: list[Point]) -> None:
    wanted = shapely.MultiPoint(points).convex_hull
    assume(wanted.area > 1e-3)
    found = shape(hull_of(points))
    assert found.exterior.is_ccw
    assert found.symmetric_difference(wanted).area < 1e-9


@given(hulls(1.2), hulls(1.2))
def test_interiors_meet_where_area_is_shared(one: Hull, other: Hull) -> None:
    a, b = one.outline, other.outline
    shared = shape(a).intersection(shape(b)).area
    if interiors_meet(a, b):
        assert shared > 0.0
    else:
        assert shared < 1e-4
    assert interiors_meet(a, b) == interiors_meet(b, a)


def test_edges_that_touch_do_not_meet() -> None:
    one = box(0.0, 0.0, 1.0, 1.0).outline
    assert not interiors_meet(one, box(1.0, 0.3, 1.0, 1.0).outline)
    assert not interiors_meet(one, box(1.0, 1.0, 1.0, 1.0).outline)
    assert interiors_meet(one, box(0.99, 0.99, 1.0, 1.0).outline)


# -- arcs and range

FAR = 40.0


def wedge(pose: tuple[float, float, float], side: int) -> shapely.Polygon:
    """An arc as a triangle from the middle of the car."""
    ends = {FRONT: (2, 1), LEFT: (-2, 1), BACK: (-2, -1), RIGHT: (2, -1)}
    x, y = ends[side]
    other = {FRONT: (2, -1), LEFT: (2, 1), BACK: (-2, 1), RIGHT: (-2, -1)}[side]
    points = [pose[:2], at(pose, FAR * x, FAR * y), at(pose, FAR * other[0], FAR * other[1])]
    return shapely.Polygon(points)


@given(poses(1.0), hulls(3.0))
def test_an_arc_holds_what_its_triangle_shares_area_with(
    pose: tuple[float, float, float], target: Hull
) -> None:
    found = arcs(pose, target.outline)
    for side in (FRONT, RIGHT, BACK, LEFT):
        shared = wedge(pose, side).intersection(shape(target.outline)).area
        if abs(shared - AREA) > 1e-7:
            assert (side in found) == (shared > AREA)
    assert found


def test_a_car_wider_than_an_arc_needs_no_corner_in_it() -> None:
    assert arcs((0.0, 0.0, 0.0), box(0.7, 0.0, 0.1, 6.0).outline) == (FRONT, RIGHT, LEFT)


def test_a_shape_that_touches_a_line_only_is_not_in_the_far_arc() -> None:
    # Its corner lies on the diagonal.
    assert arcs((0.0, 0.0, 0.0), box(2.5, 0.5, 1.0, 1.0).outline) == (FRONT,)
    assert arcs((0.0, 0.0, 0.0), box(2.5, 0.51, 1.0, 1.0).outline) == (FRONT, LEFT)


def test_range_is_between_the_nearest_points_and_counts_whole_keys() -> None:
    assert gap(HERE, rectangle((3.0, 0.0, 0.0))) == pytest.approx(2.0)
    assert gap(HERE, rectangle((3.0, 0.0, 90.0))) == pytest.approx(2.25)
    assert gap(HERE, Hull(BARREL, (0.0, 2.0, 0.0))) == pytest.approx(2.0 - 0.25 - 0.15)
    for far, count in ((0.0, 0), (1.9999, 0), (2.0, 1), (1.9999999, 1), (5.9, 2)):
        assert key_lengths(far) == count
    assert in_range(2.0000001, 2.0)
    assert not in_range(2.0001, 2.0)


# -- sightlines

HERE, THERE = rectangle((0.0, 0.0, 0.0)), rectangle((5.0, 0.0, 0.0))


def covers(*hulls: Hull, full: bool = True) -> list[Cover]:
    return [Cover(hull.outline, full) for hull in hulls]


def test_a_wall_between_closes_the_sight_and_one_beside_covers() -> None:
    wide = shields(HERE.outline, THERE.outline, covers(box(2.5, 0.0, 0.2, 4.0)))
    assert wide is None
    beside = shields(HERE.outline, THERE.outline, covers(box(2.5, 0.35, 0.2, 0.4)))
    assert beside == 2
    away = shields(HERE.outline, THERE.outline, covers(box(2.5, 0.45, 0.2, 0.4)))
    assert away == 0


def test_a_sight_through_a_gap_in_the_middle_alone() -> None:
    """No corner sees a corner past these, but the middles see each other."""
    ajar = covers(box(2.5, 1.02, 0.2, 2.0), box(2.5, -1.02, 0.2, 2.0))
    assert shields(HERE.outline, THERE.outline, ajar) is not None
    shut = covers(box(2.5, 1.0, 0.2, 2.0), box(2.5, -0.99, 0.2, 2.0))
    assert shields(HERE.outline, THERE.outline, shut) is None


def test_partial_cover_adds_up_and_closes_nothing() -> None:
    cars = covers(rectangle((2.5, 0.0, 90.0)), rectangle((1.5, 0.3, 0.0)), full=False)
    found = shields(
        HERE.outline, THERE.outline, [*cars, Cover(box(3.6, 0.3, 0.2, 0.3).outline, True)]
    )
    assert found == 1 + 1 + 2


def line_is_open(start: Point, end: Point, walls: list[shapely.Polygon]) -> bool:
    line = shapely.LineString([start, end])
    return not any(line.intersection(wall).length > 1e-5 for wall in walls)


def points_of(rng: random.Random, hull: Hull) -> Point:
    ends = hull.ends
    along = rng.choice((0.0, 1.0, rng.random())), rng.choice((0.0, 1.0, rng.random()))
    (x, y), (ax, ay), _, (bx, by) = ends
    return (
        x + along[0] * (ax - x) + along[1] * (bx - x),
        y + along[0] * (ay - y) + along[1] * (by - y),
    )


def test_random_lines_find_what_is_seen_and_nothing_more() -> None:
    """Where a random line is open the sight is; where 300 are not it is shut, or hardly open: then
    there is a line through two corners that shapely finds open, too."""
    rng = random.Random(11)
    counted = {True: 0, False: 0}
    for _ in range(120):
        one = rectangle((0.0, 0.0, rng.uniform(0, 360)))
        other = rectangle((rng.uniform(2.5, 4.0), 0.0, rng.uniform(0, 360)))
        walls = [
            Hull(
                Form(rng.uniform(0.3, 1.6), 0.2),
                (rng.uniform(0.9, 2.2), rng.uniform(-0.6, 0.6), rng.uniform(0, 180)),
            )
            for _ in range(rng.randint(1, 4))
        ]
        walls = [
            it
            for it in walls
            if not interiors_meet(it.outline, one.outline)
            and not interiors_meet(it.outline, other.outline)
        ]
        shapes = [shape(it.outline) for it in walls]
        found = is_seen(one.outline, other.outline, [it.outline for it in walls])
        sampled = any(
            line_is_open(points_of(rng, one), points_of(rng, other), shapes) for _ in range(300)
        )
        counted[found] += 1
        assert found or not sampled
        if found and not sampled:
            assert through_corners(one, other, walls, shapes)
    assert min(counted.values()) > 15


def through_corners(
    one: Hull, other: Hull, walls: list[Hull], shapes: list[shapely.Polygon]
) -> bool:
    ends = [end for hull in (one, other, *walls) for end in hull.ends]
    both = shape(one.outline), shape(other.outline)
    for a in ends:
        for b in ends:
            if a == b:
                continue
            dx, dy = b[0] - a[0], b[1] - a[1]
            line = shapely.LineString(
                [(a[0] - 99 * dx, a[1] - 99 * dy), (a[0] + 99 * dx, a[1] + 99 * dy)]
            )
            parts = [line.intersection(it.buffer(1e-6)) for it in both]
            if any(part.is_empty for part in parts):
                continue
            between = shapely.shortest_line(*parts)
            if not any(between.intersection(it).length > 1e-5 for it in shapes):
                return True
    return False


@given(st.lists(hulls(1.2, (BARRIER, BARREL)), min_size=1, max_size=4), poses(3.0), poses(3.0))
def test_cover_is_what_some_line_crosses(
    obstacles: list[Hull], one: tuple[float, float, float], other: tuple[float, float, float]
) -> None:
    a, b = rectangle(one).outline, rectangle(other).outline
    around = shapely.MultiPoint([*a, *b]).convex_hull
    for it in obstacles:
        deep = around.intersection(shape(it.outline)).area
        if deep > 1e-5 or deep == 0.0:
            assert shields(a, b, covers(it, full=False)) == (deep > 0.0)


@given(poses(3.0), poses(3.0), st.lists(hulls(2.0, (BARRIER,)), max_size=3))
def test_sight_is_the_same_both_ways(
    one: tuple[float, float, float], other: tuple[float, float, float], walls: list[Hull]
) -> None:
    a, b = rectangle(one).outline, rectangle(other).outline
    assert shields(a, b, covers(*walls)) == shields(b, a, covers(*walls))


def test_a_circle_is_clipped_as_sixteen_corners() -> None:
    ends = Hull(BARREL, (1.0, 1.0, 0.0)).outline
    assert len(ends) == 16
    assert {round(((x - 1) ** 2 + (y - 1) ** 2) ** 0.5, 9) for x, y in ends} == {0.15}
    assert all((x, y) != (to_x, to_y) for (x, y), (to_x, to_y) in pairwise(ends))
