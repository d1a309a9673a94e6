"""Labels by rule: the first free place, a push with a line, and never outside."""

from __future__ import annotations

import math
import random

import pytest

from images.labels import Rect, Spot, Want, leader, place

BOUNDS = (0, 0, 600, 400)


def overlap(a: Rect, b: Rect) -> int:
    """The area two rectangles share, px."""
    wide = min(a[2], b[2]) - max(a[0], b[0])
    high = min(a[3], b[3]) - max(a[1], b[1])
    return wide * high if wide > 0 and high > 0 else 0


def test_the_first_place_is_below() -> None:
    (spot,) = place([Want((280, 180, 320, 200), 100, 40)], [(280, 180, 320, 200)], BOUNDS)
    assert spot == Spot(250, 206, False)


def test_a_taken_place_sends_a_label_above() -> None:
    taken = [(280, 180, 320, 200), (240, 205, 360, 260)]
    (spot,) = place([Want((280, 180, 320, 200), 100, 40)], taken, BOUNDS)
    assert spot == Spot(250, 134, False)


def test_labels_keep_clear_of_one_another_and_inside() -> None:
    near = [(280 + 12 * i, 180, 300 + 12 * i, 200) for i in range(8)]
    wants = [Want(each, 110, 36) for each in near]
    spots = place(wants, near, BOUNDS)
    boxes = [(s.x, s.y, s.x + 110, s.y + 36) for s in spots]
    for i, box in enumerate(boxes):
        assert box[0] >= 0
        assert box[1] >= 0
        assert box[2] <= 600
        assert box[3] <= 400
        assert not any(overlap(box, other) for other in [*boxes[:i], *near])
    assert any(spot.pushed for spot in spots)


def away(box: Rect, near: Rect) -> float:
    """How far a label is from the middle of a vehicle."""
    x, y = (near[0] + near[2]) / 2, (near[1] + near[3]) / 2
    across, down = max(box[0] - x, x - box[2], 0), max(box[1] - y, y - box[3], 0)
    return math.hypot(across, down)


def boxes_of(wants: list[Want], spots: list[Spot]) -> list[Rect]:
    """What the labels cover."""
    both = zip(wants, spots, strict=True)
    return [(s.x, s.y, s.x + want.width, s.y + want.height) for want, s in both]


def scene(seed: int, count: int) -> list[Want]:
    """Vehicles that lie close together."""
    dice = random.Random(seed)
    nears: list[Rect] = []
    while len(nears) < count:
        x, y = round(dice.gauss(400, 100)), round(dice.gauss(300, 70))
        near = (x - 25, y - 20, x + 25, y + 20)
        if not any(overlap(near, each) for each in nears):
            nears.append(near)
    return [Want(near, 130, 38) for near in nears]


def test_a_label_does_not_stand_beside_another_vehicle_than_its_own() -> None:
    # The place below the first is right above the second.
    wants = [Want((280, 180, 320, 200), 100, 40), Want((280, 248, 320, 268), 100, 40)]
    spots = place(wants, [want.near for want in wants], BOUNDS)
    assert [spot.y for spot in spots] == [134, 274]
    wants = [Want((280, 180, 320, 220), 100, 30), Want((290, 260, 310, 274), 100, 30)]
    for box, want in zip(boxes_of(wants, place(wants, [], BOUNDS)), wants, strict=True):
        assert all(away(box, want.near) <= away(box, other.near) for other in wants)


@pytest.mark.parametrize(("count", "most"), [(3, 0), (5, 1), (7, 6)])
def test_labels_are_hardly_ever_nearer_to_another_vehicle(count: int, most: int) -> None:
    astray = 0
    for seed in range(40):
        wants = scene(seed, count)
        spots = place(wants, [want.near for want in wants], (0, 0, 800, 600))
        for box, want in zip(boxes_of(wants, spots), wants, strict=True):
            far = away(box, want.near)
            astray += any(away(box, other.near) < far for other in wants)
    assert astray <= most


def test_lines_hardly_ever_run_through_other_labels() -> None:
    through = 0
    for seed in range(80):
        wants = scene(seed, 8)
        spots = place(wants, [want.near for want in wants], (0, 0, 800, 600))
        boxes = boxes_of(wants, spots)
        for number, spot in enumerate(spots):
            if spot.pushed:
                (x, y), (to_x, to_y) = leader(wants[number], spot)
                others = boxes[:number] + boxes[number + 1 :]
                through += any(
                    left < x + (to_x - x) * part / 50 < right
                    and top < y + (to_y - y) * part / 50 < foot
                    for left, top, right, foot in others
                    for part in range(51)
                )
    assert through <= 3


def test_where_nothing_is_free_a_label_still_stands_inside() -> None:
    (spot,) = place([Want((5, 5, 20, 20), 100, 40)], [BOUNDS], BOUNDS)
    assert 0 <= spot.x <= 500
    assert 0 <= spot.y <= 360


def test_a_line_leads_from_the_vehicle_to_its_label() -> None:
    want = Want((100, 100, 140, 120), 80, 30)
    start, end = leader(want, Spot(300, 200, True))
    assert 100 <= start[0] <= 140
    assert 300 <= end[0] <= 380
    assert 200 <= end[1] <= 230
