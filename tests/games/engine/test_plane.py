"""Rectangles on the plane, against shapely, against points on a grid, and by hand.

Shapely reckons with the same corners and its own algorithms; the grid knows nothing but whether a
point lies in a rectangle. Cases are drawn from seeds: half of them lie at random, the rest have
parallel edges on a grid, corners on edges, corners on corners, and gaps just above and below what
still counts.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from itertools import pairwise

import pytest
import shapely

from games.engine.plane import (
    BACK,
    BL,
    BR,
    DIGITS,
    FL,
    FR,
    FRONT,
    GRAZE,
    LEFT,
    RIGHT,
    TOUCH,
    Box,
    Point,
    apart,
    axis,
    crosses,
    distance,
    facing,
    gap,
    is_open,
    meeting_point,
    outline,
    side_struck,
    touching,
    turn_between,
)

SIZES = ((1.0, 0.5), (0.5, 0.5), (1.17, 0.5))
ALMOST = 1e-9
"""What two right answers may differ by in floats, in inches."""
NEAR_GAPS = (-0.2, -1e-4, 0.0, 1e-4, TOUCH - 1e-6, TOUCH + 1e-6, 0.0069, 0.01)


def polygon(box: Box) -> shapely.Polygon:
    return shapely.Polygon(box.corners)


def sized(rng: random.Random, x: float, y: float, heading: float) -> Box:
    return Box(x, y, heading, *rng.choice(SIZES))


def anywhere(rng: random.Random, spread: float = 1.2) -> Box:
    """At rest at random, every other one at a heading of the table."""
    heading = rng.randrange(24) * 15.0 if rng.random() < 0.5 else rng.uniform(0, 360)
    x, y = rng.uniform(-spread, spread), rng.uniform(-spread, spread)
    return sized(rng, x, y, heading).settled()


def on_grid(rng: random.Random) -> Box:
    """In quarter inches and quarter turns: edges in line, exact touching."""
    x, y = rng.randint(-6, 6) / 4, rng.randint(-6, 6) / 4
    return sized(rng, x, y, rng.randrange(4) * 90.0)


def corner_on_edge(rng: random.Random, one: Box) -> Box:
    """A corner of the new one at a given gap before an edge of `one`, at any heading between."""
    side = rng.randrange(4)
    part, wide = rng.random(), rng.choice(NEAR_GAPS)
    (x, y), (to_x, to_y) = one.corner(side), one.corner((side + 1) % 4)
    out_x, out_y = axis(one.heading + 90.0 * side)
    at = (x + (to_x - x) * part + out_x * wide, y + (to_y - y) * part + out_y * wide)
    # 180 to 270 degrees off: the corner FL points back at the side.
    return held(rng, FL, at, one.heading + 90.0 * side + rng.choice((0, 15, 45, 60, 89.99, 90)))


def corner_on_corner(rng: random.Random, one: Box) -> Box:
    """A corner at a given gap diagonally out of a corner of `one`."""
    which, wide = rng.randrange(4), rng.choice(NEAR_GAPS)
    x, y = one.corner(which)
    away = one.heading + 90.0 * which - rng.choice((0.0, 10.0, 45.0, 80.0, 90.0))
    out_x, out_y = axis(away)
    heading = one.heading + rng.choice((0.0, 90.0, 180.0, 0.01, -0.01, rng.uniform(0, 360)))
    return held(rng, rng.randrange(4), (x + out_x * wide, y + out_y * wide), heading)


def held(rng: random.Random, which: int, at: Point, heading: float) -> Box:
    """A counter with one corner at a place."""
    box = sized(rng, 0.0, 0.0, heading % 360.0)
    x, y = box.corner(which)
    return box.moved(at[0] - x, at[1] - y)


def pairs(count: int) -> Iterator[tuple[Box, Box]]:
    rng = random.Random(f"pairs {count}")
    for at in range(count):
        if at % 6 < 3:
            yield anywhere(rng), anywhere(rng)
        elif at % 6 == 3:
            yield on_grid(rng), on_grid(rng)
        else:
            one = anywhere(rng, 3.0)
            yield one, (corner_on_edge if at % 6 == 4 else corner_on_corner)(rng, one)


# -- headings


def test_the_vector_of_a_heading_is_its_sine_and_cosine() -> None:
    rng = random.Random("axis")
    for heading in [15.0 * at for at in range(-30, 30)] + [rng.uniform(-720, 720)] * 2000:
        turn = math.radians(heading)
        assert axis(heading) == pytest.approx((math.sin(turn), math.cos(turn)), abs=4e-15)


def test_multiples_of_fifteen_degrees_are_exact() -> None:
    for at in range(24):
        sin, cos = axis(15.0 * at)
        assert axis(15.0 * at - 360.0) == axis(15.0 * at + 720.0) == (sin, cos)
        assert axis(15.0 * at + 90.0) == (cos, -sin)
        assert axis(-15.0 * at) == (-sin, cos)
        assert sin * sin + cos * cos == pytest.approx(1.0, abs=3e-16)
    assert axis(30.0)[0] == axis(60.0)[1] == 0.5
    assert "-0.0" not in repr([axis(90.0 * at) for at in range(4)])


def test_headings_just_beside_a_step_go_on_from_it() -> None:
    for at in range(24):
        for off in (-7.5, -0.01, 1e-9, 0.01, 7.49):
            turn = math.radians(15.0 * at + off)
            assert axis(15.0 * at + off) == pytest.approx(
                (math.sin(turn), math.cos(turn)), abs=2e-15
            )
    assert axis(-1e-300) == axis(0.0)


@pytest.mark.parametrize(
    ("one", "other", "turn"),
    [(0, 0, 0), (350, 10, 20), (10, 350, 20), (0, 180, 180), (90, 315, 135), (-90, 270, 0)],
)
def test_the_angle_between_headings(one: float, other: float, turn: float) -> None:
    assert turn_between(one, other) == turn


# -- the counter itself


def test_corners_and_sides_go_clockwise_from_the_front_left() -> None:
    box = Box(1.0, 2.0, 0.0, 1.0, 0.5)
    assert box.corners == ((0.75, 2.5), (1.25, 2.5), (1.25, 1.5), (0.75, 1.5))
    middles = [box.middle(side) for side in (FRONT, RIGHT, BACK, LEFT)]
    assert middles == [(1.0, 2.5), (1.25, 2.0), (1.0, 1.5), (0.75, 2.0)]
    east = Box(0.0, 0.0, 90.0, 1.0, 0.5)
    assert (east.corner(FL), east.corner(BR)) == ((0.5, 0.25), (-0.5, -0.25))


@pytest.mark.parametrize(
    ("length", "ahead", "corner", "degrees", "where"),
    [
        (1.0, 1.0, BL, -30.0, (-0.2835, 1.0580, 330.0)),
        (1.0, 1.0, BL, -15.0, (-0.1379, 1.0477, 345.0)),
        (1.0, 1.0, BR, -30.0, (-0.2165, 0.8080, 330.0)),
        (0.5, 1.0, BL, -45.0, (-0.2500, 1.1036, 315.0)),
        (1.0, 0.5, BR, 90.0, (0.75, 0.25, 90.0)),
        (1.0, 0.5, BL, 180.0, (-0.5, -0.5, 180.0)),
        (1.0, 0.0, FR, 30.0, (-0.2165, 0.1920, 30.0)),
    ],
)
def test_turning_about_a_corner(
    length: float, ahead: float, corner: int, degrees: float, where: tuple[float, float, float]
) -> None:
    box = Box(0.0, 0.0, 0.0, length, 0.5).shifted(0.0, ahead)
    turned = box.turned(box.corner(corner), degrees).settled()
    assert (turned.x, turned.y, turned.heading) == where


def test_a_turn_keeps_the_point_it_is_about_and_undoes_itself() -> None:
    rng = random.Random("turned")
    for _ in range(2000):
        box, degrees = anywhere(rng), rng.uniform(-360, 360)
        which = rng.randrange(4)
        turned = box.turned(box.corner(which), degrees)
        assert turned.corner(which) == pytest.approx(box.corner(which), abs=ALMOST)
        back = turned.turned(turned.corner(which), -degrees)
        assert (back.x, back.y) == pytest.approx((box.x, box.y), abs=ALMOST)
        assert turn_between(back.heading, box.heading) < ALMOST


def test_a_counter_at_rest_is_rounded_once() -> None:
    rng = random.Random("settled")
    for _ in range(1000):
        box = sized(rng, rng.uniform(-9, 9), rng.uniform(-9, 9), rng.uniform(0, 360))
        rest = box.settled()
        assert rest.settled() == rest
        assert hash(rest.settled()) == hash(rest)
        assert abs(rest.x - box.x) <= 0.5 * 10**-DIGITS + 1e-12
    edge = Box(-0.00001, 0.0, 359.999, 1.0, 0.5).settled()
    assert (repr(edge.x), edge.heading) == ("0.0", 0.0)


def test_own_coordinates_lead_back_to_the_plane() -> None:
    rng = random.Random("own")
    for _ in range(1000):
        box, point = anywhere(rng), (rng.uniform(-3, 3), rng.uniform(-3, 3))
        assert box.at(*box.own(point)) == pytest.approx(point, abs=ALMOST)


# -- two counters


def test_distances_are_those_of_shapely() -> None:
    for one, other in pairs(6000):
        theirs = polygon(one).distance(polygon(other))
        assert gap(one, other) == pytest.approx(theirs, abs=ALMOST)
        assert gap(other, one) == pytest.approx(theirs, abs=ALMOST)


def test_touching_is_overlap_or_a_small_distance() -> None:
    counted = [0, 0]
    for one, other in pairs(9000):
        theirs = polygon(one).distance(polygon(other))
        touched = touching(one, other)
        assert touched == touching(other, one)
        if abs(theirs - TOUCH) > ALMOST:
            assert touched == (theirs <= TOUCH), (one, other, theirs)
            counted[touched] += 1
    assert min(counted) > 1500


def test_the_widest_gap_never_exceeds_the_distance() -> None:
    for one, other in pairs(6000):
        wide = apart(one, other)
        assert wide == pytest.approx(apart(other, one), abs=ALMOST)
        assert wide <= gap(one, other) + ALMOST
        shared = polygon(one).intersection(polygon(other)).area
        if wide > ALMOST:
            assert shared < ALMOST
        elif wide < -1e-4:
            assert shared > 0.0


def test_corner_to_corner_the_true_distance_counts() -> None:
    box = Box(0.0, 0.0, 0.0, 1.0, 0.5)
    for off, touched in ((0.0035, True), (0.0036, False), (0.0049, False)):
        other = box.moved(0.5 + off, 1.0 + off)
        assert apart(box, other) == pytest.approx(off)
        assert touching(box, other) is touched


def test_overlap_against_a_grid_of_points() -> None:
    """Points 0.02 inch apart: what both hold proves overlap, and an overlap deeper than the
    grid's diagonal in every direction holds a point of it."""
    step = 0.02
    # Deep enough, the centre of what is shared has a circle round it that holds a grid point.
    deep = step * math.sqrt(2.0)
    seen = [0, 0]
    for one, other in pairs(360):
        marks = [
            one.at(-one.side + step * (i + 0.5), -one.half + step * (j + 0.5))
            for i in range(round(one.width / step))
            for j in range(round(one.length / step))
        ]
        inside = sum(
            abs(right) <= other.side and abs(ahead) <= other.half
            for right, ahead in map(other.own, marks)
        )
        if inside:
            assert apart(one, other) <= ALMOST
            assert gap(one, other) == 0.0
        else:
            shared = polygon(one).intersection(polygon(other))
            assert shared.buffer(-deep).is_empty
            seen[0] += 1
            continue
        seen[1] += 1
        # Their area, to what the grid's cells on the rim may hold.
        rim = polygon(one).intersection(polygon(other)).length
        area = polygon(one).intersection(polygon(other)).area
        assert inside * step * step == pytest.approx(area, abs=rim * step + 4 * step * step)
    assert min(seen) > 50


def test_the_distance_from_a_point() -> None:
    rng = random.Random("distance")
    for _ in range(2000):
        box, point = anywhere(rng), (rng.uniform(-3, 3), rng.uniform(-3, 3))
        theirs = polygon(box).distance(shapely.Point(point))
        assert distance(point, box) == pytest.approx(theirs, abs=ALMOST)


def test_the_meeting_point_is_the_middle_of_what_is_shared() -> None:
    met = 0
    for one, other in pairs(3000):
        grown = Box(
            other.x, other.y, other.heading, other.length + 2 * TOUCH, other.width + 2 * TOUCH
        )
        shared = polygon(one).intersection(polygon(grown))
        if not touching(one, other):
            continue
        point = meeting_point(one, other)
        assert distance(point, one) < 1e-6
        assert distance(point, grown) < 1e-6
        if shared.area > 1e-7:
            assert point == pytest.approx((shared.centroid.x, shared.centroid.y), abs=1e-6)
            met += 1
    assert met > 800


def test_the_meeting_point_of_a_shunt() -> None:
    ahead, behind = Box(0.0, 1.004, 0.0, 1.0, 0.5), Box(0.25, 0.0, 0.0, 1.0, 0.5)
    assert meeting_point(behind, ahead) == pytest.approx((0.125, 0.5), abs=TOUCH)
    assert side_struck(behind, meeting_point(behind, ahead)) == FRONT
    assert side_struck(ahead, meeting_point(behind, ahead)) == BACK


# -- sides


def test_the_side_struck_is_the_quarter_the_point_lies_in() -> None:
    box = Box(0.0, 0.0, 90.0, 1.0, 0.5)
    for point, side in (
        ((0.5, 0.2), FRONT),
        ((-0.5, 0.2), BACK),
        ((0.1, 0.25), LEFT),
        ((0.1, -0.25), RIGHT),
        ((0.0, 0.0), FRONT),
    ):
        assert side_struck(box, point) == side


def test_a_corner_struck_is_front_or_back_however_it_is_turned() -> None:
    rng = random.Random("corners")
    for _ in range(2000):
        box = anywhere(rng)
        sides = [side_struck(box, corner) for corner in box.corners]
        assert sides == [FRONT, FRONT, BACK, BACK]


def test_the_quarters_against_triangles() -> None:
    rng = random.Random("quarters")
    for _ in range(1500):
        box = anywhere(rng)
        point = box.at(rng.uniform(-box.side, box.side), rng.uniform(-box.half, box.half))
        side = side_struck(box, point)
        quarter = shapely.Polygon((box.corner(side), box.corner((side + 1) % 4), (box.x, box.y)))
        assert quarter.distance(shapely.Point(point)) < 1e-5


def test_the_sides_that_face_a_point() -> None:
    box = Box(0.0, 0.0, 0.0, 1.0, 0.5)
    assert facing(box, (0.0, 0.0)) == []
    assert facing(box, (0.0, 3.0)) == [FRONT]
    assert facing(box, (0.3, 0.6)) == [FRONT, RIGHT]
    assert facing(box, (-3.0, -3.0)) == [BACK, LEFT]
    # In line with the right side, to the margin.
    assert facing(box, (0.25 + GRAZE / 2, 3.0)) == [FRONT]


def test_a_side_faces_a_point_if_a_line_reaches_its_middle_from_outside() -> None:
    rng = random.Random("facing")
    for _ in range(2000):
        box, point = anywhere(rng), (rng.uniform(-3, 3), rng.uniform(-3, 3))
        right, ahead = box.own(point)
        edge = min(abs(abs(right) - box.side), abs(abs(ahead) - box.half))
        if distance(point, box) < 0.01 or edge < 0.01:
            continue
        seen = [side for side in range(4) if not crosses(point, box.middle(side), box)]
        assert facing(box, point) == seen


# -- lines


def shrunk(box: Box, by: float) -> shapely.Polygon:
    return polygon(Box(box.x, box.y, box.heading, box.length - 2 * by, box.width - 2 * by))


def lines(rng: random.Random, box: Box) -> tuple[Point, Point]:
    """Through, beside, along an edge, through a corner, or starting on the counter."""
    kind = rng.randrange(5)
    if kind == 0:
        return (rng.uniform(-3, 3), rng.uniform(-3, 3)), (
            rng.uniform(-3, 3),
            rng.uniform(-3, 3),
        )
    off = rng.choice((-GRAZE * 2, -GRAZE / 2, 0.0, 1e-9, GRAZE, rng.uniform(-0.2, 0.2)))
    if kind == 1:
        at = box.side + off
        return box.at(at, -rng.uniform(0, 3)), box.at(at, rng.uniform(0, 3))
    if kind == 2:
        at = box.half + off
        return box.at(-rng.uniform(0, 3), at), box.at(rng.uniform(0, 3), at)
    if kind == 3:
        x, y = box.corner(rng.randrange(4))
        right, ahead = axis(rng.uniform(0, 360))
        return (x + 2 * right + off, y + 2 * ahead), (x - 2 * right + off, y - 2 * ahead)
    out = rng.uniform(-3, 3), rng.uniform(-3, 3)
    return box.middle(rng.randrange(4)), out


def test_lines_cross_what_shapely_says_they_cross() -> None:
    rng = random.Random("lines")
    counted = [0, 0]
    for _ in range(8000):
        box = anywhere(rng)
        start, end = lines(rng, box)
        line = shapely.LineString((start, end))
        answer = crosses(start, end, box)
        assert answer == crosses(end, start, box)
        # Between these two only rounding decides.
        if line.intersects(shrunk(box, GRAZE + 1e-9)):
            assert answer
        elif not line.intersects(shrunk(box, GRAZE - 1e-9)):
            assert not answer
        else:
            continue
        counted[answer] += 1
        assert is_open(start, end, [box]) is not answer
    assert min(counted) > 2000


def test_lines_from_an_edge_that_leave_do_not_cross() -> None:
    rng = random.Random("own edge")
    for _ in range(2000):
        box, side = anywhere(rng), rng.randrange(4)
        middle = box.middle(side)
        turn = rng.choice((-90.0, 90.0, rng.uniform(-90, 90)))
        right, ahead = axis(box.heading + 90.0 * side + turn)
        out = middle[0] + 3 * right, middle[1] + 3 * ahead
        assert not crosses(middle, out, box)
        # To the other half of the plane it runs through its own counter.
        into = axis(box.heading + 90.0 * side + 180.0 + rng.uniform(-80, 80))
        assert crosses(middle, (middle[0] + 3 * into[0], middle[1] + 3 * into[1]), box)


def test_a_line_is_open_where_no_counter_is_crossed() -> None:
    rng = random.Random("open")
    counted = [0, 0]
    for _ in range(1500):
        boxes = [anywhere(rng, 6.0) for _ in range(rng.randint(0, 12))]
        start = rng.uniform(-6, 6), rng.uniform(-6, 6)
        end = rng.choice(
            (
                start,
                (rng.uniform(-6, 6), rng.uniform(-6, 6)),
                boxes[0].middle(0) if boxes else start,
            )
        )
        clear = not any(crosses(start, end, box) for box in boxes)
        assert is_open(start, end, boxes) is clear
        counted[clear] += 1
    assert min(counted) > 300


def test_a_point_for_a_line_crosses_what_it_lies_in() -> None:
    box = Box(0.0, 0.0, 30.0, 1.0, 0.5)
    assert crosses((0.0, 0.0), (0.0, 0.0), box)
    assert not is_open((0.0, 0.0), (0.0, 0.0), [box])
    assert is_open((2.0, 0.0), (2.0, 0.0), [box])


def test_a_line_between_corners_that_meet_is_open() -> None:
    """Two counters corner to corner: a line through the very point grazes both."""
    one, other = Box(-0.25, -0.5, 0.0, 1.0, 0.5), Box(0.25, 0.5, 0.0, 1.0, 0.5)
    assert is_open((-1.0, 1.0), (1.0, -1.0), [one, other])
    assert not is_open((-1.0, -1.0), (1.0, 1.0), [one, other])


@pytest.mark.parametrize("step", [1 / 16, 0.1, 5.0])
def test_the_outline_holds_the_corners_and_leaves_no_wider_gaps(step: float) -> None:
    rng = random.Random("outline")
    for _ in range(50):
        box = anywhere(rng)
        for side in range(4):
            points = list(outline(box, [side], step))
            ends = box.corner(side), box.corner((side + 1) % 4)
            assert points[0] == pytest.approx(ends[0], abs=ALMOST)
            assert points[-1] == pytest.approx(ends[1], abs=ALMOST)
            for one, next_one in pairwise(points):
                assert math.dist(one, next_one) <= step + ALMOST
        every = list(outline(box, (FRONT, RIGHT, BACK, LEFT), step))
        assert len(every) == sum(len(list(outline(box, [side], step))) for side in range(4))
