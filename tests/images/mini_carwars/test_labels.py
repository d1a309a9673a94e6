"""Labels by rule: the first free place, a push with a line, and never outside."""

from __future__ import annotations

from images.mini_carwars.labels import Spot, Want, leader, overlap, place

BOUNDS = (0, 0, 600, 400)


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
