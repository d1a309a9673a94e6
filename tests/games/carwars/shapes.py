"""Shapes and paths for tests of the plane, and what shapely says of them."""

from __future__ import annotations

from typing import Any

import shapely
from hypothesis import strategies as st

from games.carwars.base import CAR, RECTANGLE, Move, legs_of
from games.engine.shapes import Form, Hull, Pose, rest
from games.engine.sweep import Leg, Shift, Swing, part_of

BARREL = Form(0.0, 0.0, rim=0.15)
FORMS = (CAR, RECTANGLE, Form(0.85, 0.2), Form(14.0, 1.0), BARREL)


def polygon(hull: Hull) -> Any:
    """A shape without its rim."""
    return shapely.Polygon(hull.ends) if len(hull.ends) > 1 else shapely.Point(hull.ends[0])


def far(one: Hull, other: Hull) -> float:
    """The distance of two shapes by shapely; below 0 only for rims that overlap."""
    between = shapely.distance(polygon(one), polygon(other))
    return float(between) - one.form.rim - other.form.rim


def least(body: Hull, leg: Leg, other: Hull, looks: int, whole: float = 1.0) -> float:
    """How near a body comes to another on a leg, or on a part of it, by so many looks."""
    ends = [part_of(body, leg, whole * at / looks).ends for at in range(looks + 1)]
    shapes = shapely.polygons(ends) if len(ends[0]) > 1 else shapely.points([it[0] for it in ends])
    found = shapely.distance(shapes, polygon(other)).min()
    return float(found) - body.form.rim - other.form.rim


def box(x: float, y: float, length: float, width: float, heading: float = 0.0) -> Hull:
    return Hull(Form(length, width), (x, y, heading))


def round_numbers(low: float, high: float, digits: int) -> st.SearchStrategy[float]:
    scale = 10**digits
    return st.integers(int(low * scale), int(high * scale)).map(lambda n: n / scale)


HEADINGS = st.one_of(st.integers(0, 23).map(lambda n: n * 15.0), round_numbers(0, 359.99, 2))


def poses(spread: float) -> st.SearchStrategy[Pose]:
    place = round_numbers(-spread, spread, 4)
    return st.tuples(place, place, HEADINGS).map(rest)


def hulls(spread: float = 2.5, forms: tuple[Form, ...] = FORMS) -> st.SearchStrategy[Hull]:
    return st.builds(Hull, st.sampled_from(forms), poses(spread))


TENTHS = st.one_of(st.sampled_from((75, 225, 450, 675, 900)), st.integers(1, 900))
MOVES = st.one_of(
    st.just(Move()),
    st.builds(Move, st.just("slide"), st.sampled_from((1, -1))),
    st.builds(Move, st.just("turn"), st.sampled_from((1, -1)), TENTHS),
)


@st.composite
def legs(draw: st.DrawFn, pose: Pose) -> Leg:
    """A leg of a move, or any."""
    if draw(st.booleans()):
        leg = draw(st.sampled_from(legs_of(pose, draw(MOVES), draw(st.booleans()))))
        assert isinstance(leg, Shift | Swing)
        return leg
    place = round_numbers(-2.0, 2.0, 2)
    if draw(st.booleans()):
        return Shift(draw(place), draw(place))
    about = pose[0] + draw(place), pose[1] + draw(place)
    return Swing(about, draw(round_numbers(-180, 180, 1)))
