"""Sweeps of counters along straights and turns, against samples at fine steps and shapely."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator

import pytest
import shapely

from games.engine.plane import BL, BR, FL, FR, TOUCH, Box, apart, axis, gap, touching
from games.engine.sweep import (
    BIT,
    FINE,
    STOP,
    Contact,
    Leg,
    Shift,
    Swing,
    along,
    opening,
    part_of,
    slide_contact,
    sweep,
    turn_contact,
)

SIZES = ((1.0, 0.5), (0.5, 0.5), (1.17, 0.5))
ALMOST = 1e-9
CORNERS = (FL, FR, BR, BL)
ORIGIN = Box(0.0, 0.0, 0.0, 1.0, 0.5)


def sized(rng: random.Random, x: float, y: float, heading: float) -> Box:
    return Box(x, y, heading, *rng.choice(SIZES)).settled()


def anywhere(rng: random.Random, spread: float) -> Box:
    heading = rng.randrange(24) * 15.0 if rng.random() < 0.7 else rng.uniform(0, 360)
    if rng.random() < 0.4:
        at = rng.randint(-8, 8) / 8 * spread, rng.randint(-8, 8) / 8 * spread
    else:
        at = rng.uniform(-spread, spread), rng.uniform(-spread, spread)
    return sized(rng, *at, heading)


def a_leg(rng: random.Random, box: Box) -> Leg:
    """An inch ahead, a drift, a tiny move, any; a turn about a corner, up to half round."""
    kind = rng.randrange(8)
    if kind == 0:
        return Shift(box.fx, box.fy)
    if kind == 1:
        across = rng.choice((-0.5, -0.25, 0.25, 0.5))
        return Shift(box.fx + across * box.fy, box.fy - across * box.fx)
    if kind == 2:
        tiny = rng.choice((1e-3, 1e-6, 1e-12))
        return rng.choice((Shift(tiny, -tiny), Swing(box.corner(rng.choice(CORNERS)), tiny)))
    if kind == 3:
        return Shift(rng.uniform(-2, 2), rng.uniform(-2, 2))
    if kind == 4:
        return Swing((rng.uniform(-2, 2), rng.uniform(-2, 2)), rng.uniform(-120, 120))
    degrees = rng.choice((15.0, 30.0, 45.0, 90.0, 180.0)) if kind < 7 else rng.uniform(1, 180)
    return Swing(box.corner(rng.choice(CORNERS)), rng.choice((-degrees, degrees)))


def beside(rng: random.Random, box: Box, leg: Leg) -> Box:
    """Grazed: a corner or an edge of the mover, somewhere on its way, comes by an edge or a
    corner of this one at hardly any distance."""
    there = part_of(box, leg, rng.random())
    wide = rng.choice((0.0, STOP - 1e-5, STOP + 1e-5, TOUCH, 0.006, 0.01, 0.03))
    length, width = rng.choice(SIZES)
    which = rng.choice(CORNERS)
    x, y = there.corner(which)
    right, ahead = axis(there.heading + 90.0 * which - rng.choice((0.0, 30.0, 45.0, 60.0, 90.0)))
    turn = rng.choice((0.0, 90.0, 180.0, 15.0, 45.0, rng.uniform(0, 360)))
    other = Box(0.0, 0.0, (there.heading + turn) % 360.0, length, width)
    to_x, to_y = other.corner(rng.choice(CORNERS))
    return other.moved(x + right * wide - to_x, y + ahead * wide - to_y)


def moves(count: int) -> Iterator[tuple[Box, Leg, Box]]:
    rng = random.Random(f"moves {count}")
    for at in range(count):
        box = anywhere(rng, 1.0)
        leg = a_leg(rng, box)
        yield box, leg, beside(rng, box, leg) if at % 2 else anywhere(rng, 2.0)


def contact(box: Box, leg: Leg, other: Box) -> float | None:
    if isinstance(leg, Shift):
        return slide_contact(box, leg, other)
    return turn_contact(box, leg, other)


def polygon(box: Box) -> shapely.Polygon:
    return shapely.Polygon(box.corners)


def farthest(box: Box, leg: Leg) -> float:
    """How far a corner goes on a leg, in inches."""
    if isinstance(leg, Shift):
        return math.hypot(leg.dx, leg.dy)
    reach = max(math.dist(leg.about, corner) for corner in box.corners)
    return reach * math.radians(abs(leg.degrees))


# -- one obstacle


def test_a_contact_lies_at_the_tolerance_and_nothing_earlier_does() -> None:
    """Samples of the way before the contact, or of all of it: none is nearer than `STOP`."""
    hits = {Shift: 0, Swing: 0}
    misses = {Shift: 0, Swing: 0}
    for box, leg, other in moves(4000):
        part = contact(box, leg, other)
        fine = ALMOST if isinstance(leg, Shift) else FINE + ALMOST
        if part is None:
            until = 1.0
            misses[type(leg)] += 1
        else:
            until = part
            hits[type(leg)] += 1
            left = gap(part_of(box, leg, part), other)
            assert left <= STOP + fine
            if part > 0.0:
                assert left >= STOP - ALMOST
        for at in range(40 if until else 0):
            there = part_of(box, leg, until * at / 40)
            assert gap(there, other) >= STOP - ALMOST
    assert min(*hits.values(), *misses.values()) > 400


def test_a_contact_is_found_wherever_a_sample_touches() -> None:
    """The same from the other side: a sample nearer than `STOP` means a contact not after it."""
    hits = 0
    for box, leg, other in moves(3001):
        part = contact(box, leg, other)
        for at in range(33):
            if gap(part_of(box, leg, at / 32), other) < STOP - ALMOST:
                assert part is not None
                assert part <= at / 32 + ALMOST
                hits += 1
                break
    assert hits > 900


def test_slides_against_shapely() -> None:
    """The hull of start and end holds all that a straight runs over."""
    hits = misses = 0
    for box, leg, other in moves(5000):
        if not isinstance(leg, Shift):
            continue
        run = shapely.MultiPoint([*box.corners, *along(box, [leg]).corners]).convex_hull
        theirs = run.distance(polygon(other))
        if abs(theirs - STOP) < ALMOST:
            continue
        part = slide_contact(box, leg, other)
        assert (part is not None) == (theirs < STOP), (box, leg, other)
        hits, misses = hits + (part is not None), misses + (part is None)
    assert min(hits, misses) > 500


def test_turns_against_shapely() -> None:
    """A turn in 64 steps: what the steps overlap is met, and what they miss by more than the
    steps' chords leave out is not."""
    hits = misses = 0
    for box, leg, other in moves(1201):
        if not isinstance(leg, Swing):
            continue
        shapes = [polygon(part_of(box, leg, at / 64)) for at in range(65)]
        theirs = float(shapely.distance(shapes, polygon(other)).min())
        part = turn_contact(box, leg, other)
        if theirs < STOP - ALMOST:
            assert part is not None
            hits += 1
        elif theirs - farthest(box, leg) / 128 > STOP + FINE:
            assert part is None
            misses += 1
    assert min(hits, misses) > 200


def test_a_straight_the_other_way_round_meets_alike() -> None:
    """Whoever of two moves: the other moving against it meets it at the same part."""
    for box, leg, other in moves(3000):
        if isinstance(leg, Shift):
            one = slide_contact(box, leg, other)
            two = slide_contact(other, Shift(-leg.dx, -leg.dy), box)
            if one is None or two is None:
                # Only where it is a matter of rounding may they disagree.
                assert one is two or gap(part_of(box, leg, one or two or 0.0), other) > STOP - 1e-6
            elif farthest(box, leg) > 1e-3:
                assert one == pytest.approx(two, abs=1e-6)


def test_a_head_on_stops_at_the_tolerance() -> None:
    assert slide_contact(ORIGIN, Shift(0.0, 1.0), Box(0.0, 1.5, 180.0, 1.0, 0.5)) == pytest.approx(
        0.5 - STOP
    )
    assert slide_contact(ORIGIN, Shift(0.0, 1.0), Box(0.0, 2.0 + TOUCH, 0.0, 1.0, 0.5)) is None


@pytest.mark.parametrize(("across", "met"), [(0.5, True), (0.504, True), (0.505, False)])
def test_driving_by_side_to_side(across: float, met: bool) -> None:
    other = Box(across, 2.0, 0.0, 1.0, 0.5)
    part = slide_contact(ORIGIN, Shift(0.0, 3.0), other)
    assert (part is not None) is met
    if part is not None and across > 0.5:
        # Corner to corner it comes a little nearer than `STOP` before it is there.
        ahead = math.sqrt(STOP * STOP - (across - 0.5) ** 2)
        assert 3.0 * part == pytest.approx(1.0 - ahead)


def test_a_diagonal_by_a_corner_measures_the_true_distance() -> None:
    """Towards the corner's mitre: both sides' lines are near, the corner itself is not."""
    for off, met in ((0.0, True), (STOP * 0.99, True), (STOP * 1.01, False), (0.006, False)):
        # The corner FR passes the corner BL of the other at `off`, at 45 degrees.
        step = off / math.sqrt(2.0)
        other = Box(0.5 + step, 1.0 + step, 0.0, 1.0, 0.5)
        start = ORIGIN.moved(-1.0, 1.0)
        part = slide_contact(start, Shift(2.0, -2.0), other)
        assert (part is not None) is met


def test_a_pivot_half_round() -> None:
    about = ORIGIN.corner(BL)
    right_behind = Box(-0.5, -1.0, 0.0, 0.5, 0.5)
    part = turn_contact(ORIGIN, Swing(about, 180.0), right_behind)
    assert part is not None
    # Just before a quarter round, where the back comes up to a corner a quarter inch away.
    assert (0.5 - part) * math.pi == pytest.approx(math.asin(STOP / 0.25), abs=FINE / 0.25)
    assert turn_contact(ORIGIN, Swing(about, -90.0), right_behind) is None
    assert turn_contact(ORIGIN, Swing(about, 0.0), right_behind) is None
    assert turn_contact(ORIGIN, Swing(about, 0.0), ORIGIN) == 0.0


def test_no_move_at_all_meets_only_what_is_there() -> None:
    assert slide_contact(ORIGIN, Shift(0.0, 0.0), ORIGIN.moved(0.3, 0.0)) == 0.0
    assert slide_contact(ORIGIN, Shift(0.0, 0.0), ORIGIN.moved(0.5 + STOP / 2, 0.0)) == 0.0
    assert slide_contact(ORIGIN, Shift(0.0, 0.0), ORIGIN.moved(0.504, 1.004)) is None
    assert slide_contact(ORIGIN, Shift(0.0, 0.0), ORIGIN.moved(0.51, 0.0)) is None


# -- whole paths


def crowd(rng: random.Random) -> list[Box]:
    return [anywhere(rng, 3.5) for _ in range(rng.randint(1, 12))]


def paths(count: int) -> Iterator[tuple[Box, list[Leg], list[Box]]]:
    rng = random.Random(f"paths {count}")
    for at in range(count):
        box = anywhere(rng, 1.0)
        legs: list[Leg] = []
        end = box
        for _ in range(rng.randint(1, 3)):
            legs.append(a_leg(rng, end))
            end = along(box, legs)
        others = crowd(rng)
        if at % 2:
            # One that is grazed on the last leg, or two in the same place.
            others.append(beside(rng, along(box, legs[:-1]), legs[-1]).settled())
            if at % 4 == 1:
                others.append(others[-1])
        yield box, legs, [other for other in others if gap(box, other) > TOUCH]


def earlier(found: Contact[Box] | None, legs: list[Leg]) -> Iterator[tuple[int, float]]:
    """Samples of a path before what stopped it: numbers of legs and parts."""
    for number in range(len(legs)):
        if found is not None and number > found.leg:
            return
        until = found.part if found is not None and number == found.leg else 1.0
        yield from ((number, until * at / 24) for at in range(24))


def test_a_stopped_counter_touches_what_it_names_and_nothing_before() -> None:
    stopped = free = several = 0
    for box, legs, others in paths(1500):
        found = sweep(box, legs, others)
        if found is None:
            free += 1
        else:
            stopped += 1
            several += len(found.touched) > 1
            assert found.touched
            assert found.box == found.box.settled()
            for at, other in enumerate(others):
                assert touching(found.box, other) is (at in found.touched)
            there = part_of(along(box, legs[: found.leg]), legs[found.leg], found.part)
            assert found.box == there.settled()
        starts = [along(box, legs[:number]) for number in range(len(legs))]
        for number, part in earlier(found, legs):
            there = part_of(starts[number], legs[number], part)
            for other in others:
                if apart(there, other) <= STOP:
                    assert gap(there, other) >= STOP - ALMOST
    assert min(stopped, free) > 300
    assert several > 5


def test_a_sweep_is_the_first_of_its_contacts() -> None:
    for box, legs, others in paths(1501):
        found = sweep(box, legs, others)
        parts = [contact(box, legs[0], other) for other in others]
        met = [part for part in parts if part is not None]
        if found is None or found.leg > 0:
            assert not met
        else:
            assert found.part == min(met)
            assert parts.index(found.part) in found.touched


def test_the_rounding_of_a_stopped_counter_never_opens_the_gap() -> None:
    """The closest calls: stopped at any heading and any place, at rest it still touches."""
    closest = 1.0
    rng = random.Random("rounding")
    for _ in range(4000):
        box = Box(
            rng.uniform(-40, 40), rng.uniform(-40, 40), rng.uniform(0, 360), *rng.choice(SIZES)
        )
        leg = a_leg(rng, box)
        other = beside(rng, box, leg).settled()
        found = sweep(box, [leg], [other])
        if found is not None:
            assert touching(found.box, other)
            closest = min(closest, TOUCH - gap(found.box, other))
    assert closest > 0.0001


def test_two_met_at_once_are_both_named() -> None:
    left, right = Box(-0.25, 1.5, 0.0, 1.0, 0.5), Box(0.25, 1.5, 0.0, 1.0, 0.5)
    aside = Box(2.0, 1.5, 0.0, 1.0, 0.5)
    found = sweep(ORIGIN, [Shift(0.0, 1.0)], [aside, left, right])
    assert found is not None
    assert (found.touched, found.leg) == ((1, 2), 0)
    assert (found.box.x, found.box.y) == (0.0, 0.4955)


def test_what_touches_at_the_start_stops_at_once_unless_left_out() -> None:
    beside_it = ORIGIN.moved(0.5, 0.0)
    found = sweep(ORIGIN, [Shift(0.0, 1.0)], [beside_it])
    assert found is not None
    assert (found.part, found.box, found.touched) == (0.0, ORIGIN, (0,))
    assert sweep(ORIGIN, [Shift(0.0, 1.0)], []) is None


def test_a_later_leg_starts_where_the_one_before_ended() -> None:
    """A swerve: an inch ahead, then a turn about the back left corner into a wall."""
    ahead = Shift(0.0, 1.0)
    swerve = Swing(ORIGIN.moved(0.0, 1.0).corner(BL), 30.0)
    wall = Box(0.75, 1.5, 0.0, 1.0, 0.5)
    found = sweep(ORIGIN, [ahead, swerve], [wall])
    assert found is not None
    assert found.leg == 1
    assert 0.0 < found.part < 1.0
    assert sweep(ORIGIN, [ahead, swerve._replace(degrees=-30.0)], [wall]) is None
    end = along(ORIGIN, [ahead, swerve._replace(degrees=-30.0)]).settled()
    assert (end.x, end.y, end.heading) == (-0.2835, 1.0580, 330.0)


def test_the_order_of_the_obstacles_changes_only_the_names() -> None:
    rng = random.Random("order")
    for box, legs, others in paths(400):
        order = list(range(len(others)))
        rng.shuffle(order)
        one, two = sweep(box, legs, others), sweep(box, legs, [others[at] for at in order])
        assert (one is None) == (two is None)
        if one is not None and two is not None:
            assert (one.box, one.leg, one.part) == (two.box, two.leg, two.part)
            assert set(one.touched) == {order[at] for at in two.touched}


# -- the first bit of a leg


def test_leaving_a_contact_is_seen() -> None:
    ahead = Box(0.0, 1.004, 0.0, 1.0, 0.5)
    assert opening(ORIGIN, Shift(0.0, -1.0), ahead) == pytest.approx(BIT)
    assert opening(ORIGIN, Shift(0.0, 1.0), ahead) == pytest.approx(-BIT)
    aside = Box(0.5, 0.0, 0.0, 1.0, 0.5)
    assert opening(ORIGIN, Shift(-0.25, 1.0), aside) > 0.0
    assert opening(ORIGIN, Shift(0.25, 1.0), aside) < 0.0
    assert opening(ORIGIN, Swing(ORIGIN.corner(BL), 15.0), aside) < 0.0
    # Along its side, about the corner it touches with, or not at all: neither.
    assert opening(ORIGIN, Shift(0.0, 1.0), aside) == 0.0
    assert opening(ORIGIN, Swing(ORIGIN.corner(BR), -15.0), aside) == 0.0
    assert opening(ORIGIN, Shift(0.0, 0.0), ahead) == 0.0


def test_out_of_an_overlap_and_away_from_a_corner() -> None:
    inside = Box(0.0, 0.9, 0.0, 1.0, 0.5)
    assert opening(ORIGIN, Shift(0.0, -0.5), inside) > 0.0
    assert opening(ORIGIN, Shift(0.0, 0.5), inside) < 0.0
    corner = Box(0.503, 1.003, 0.0, 1.0, 0.5)
    assert opening(ORIGIN, Shift(-1.0, -1.0), corner) == pytest.approx(BIT, rel=0.01)
    assert opening(ORIGIN, Shift(1.0, 1.0), corner) < 0.0


def test_a_leg_that_opens_is_not_met_again_at_once() -> None:
    """From `STOP` off, a leg that leads away is swept without a contact for its first bit."""
    rng = random.Random("opening")
    counted = 0
    for box, leg, other in moves(4002):
        part = contact(box, leg, other)
        if not part or not isinstance(leg, Shift):
            continue
        there = part_of(box, leg, part)
        turn = Swing((rng.uniform(-2, 2), rng.uniform(-2, 2)), rng.uniform(-90, 90))
        if opening(there, turn, other) > 0.0:
            reach = farthest(there, turn)
            assert gap(part_of(there, turn, min(1.0, BIT / reach)), other) > STOP
            counted += 1
    assert counted > 100
