"""Charts: lines that can be told apart, labels that keep their distance, round numbers."""

from __future__ import annotations

import random
import re
from io import BytesIO
from itertools import pairwise

import pytest
from PIL import Image

from games.engine.words import Chart
from images.chart import (
    _DASHES,
    chart,
    chart_alt,
    compose,
    labels_of,
    read_chart,
    round_step,
    spread,
)
from images.theme import PALETTE
from tests.images.nascards.races import EMPTY, HOSTILE, PLAYERS
from tests.images.record import Record


def miles(seats: int, points: int, seed: int = 1, goal: int = 200) -> Chart:
    """A race in which everybody goes forward, mostly."""
    dice = random.Random(f"{seats}/{points}/{seed}")
    lines = []
    for _ in range(seats):
        line = [0]
        while len(line) < points:
            line.append(max(0, line[-1] + dice.randint(-2, 14)))
        lines.append(tuple(line))
    return Chart("Race one", "turn", "miles", tuple(lines), goal)


@pytest.mark.parametrize("seats", range(2, 9))
@pytest.mark.parametrize("points", [1, 2, 7, 30, 81])
def test_a_chart_is_a_small_palette_png(seats: int, points: int) -> None:
    data = chart(miles(seats, points), PLAYERS)
    image = Image.open(BytesIO(data))
    assert (image.format, image.mode, image.size) == ("PNG", "P", (1200, 800))
    assert image.getpalette() == [part for entry in PALETTE for part in entry]
    assert len(data) <= 70_000


@pytest.mark.parametrize("seats", range(2, 9))
def test_labels_keep_their_distance_and_the_order_of_their_lines(seats: int) -> None:
    for points in (1, 2, 20, 60):
        model = read_chart(miles(seats, points), PLAYERS)
        labels = labels_of(model)
        assert len(labels) == seats
        assert all(after.y - before.y >= 53.9 for before, after in pairwise(labels))
        assert all(after.end >= before.end for before, after in pairwise(labels))
        assert all(100 <= label.y <= 770 for label in labels)


def test_labels_stand_at_their_lines_where_there_is_room() -> None:
    assert spread([100, 300, 500], 50, 0, 600) == [100, 300, 500]
    assert spread([300, 300, 310], 50, 0, 600) == pytest.approx([253.33, 303.33, 353.33], abs=0.01)
    assert spread([0, 0, 0], 50, 10, 600) == [10, 60, 110]
    assert spread([600, 600], 50, 10, 600) == [550, 600]
    assert spread([], 50, 0, 600) == []


@pytest.mark.parametrize(
    ("span", "most", "step"),
    [(0, 6, 1), (6, 6, 1), (7, 6, 2), (30, 6, 5), (31, 6, 10), (200, 6, 50), (513, 6, 100)],
)
def test_axes_have_round_numbers(span: int, most: int, step: int) -> None:
    assert round_step(span, most) == step


def test_every_line_has_another_colour_marker_or_dashes() -> None:
    model = read_chart(miles(8, 20), PLAYERS)
    assert model.points == 20
    assert len({(seat % 8, _DASHES[seat]) for seat in range(8)}) == 8
    # Seats whose paint looks alike in grey do not share their dashes.
    for first, second in ((0, 1), (3, 7), (2, 6), (2, 5), (1, 4), (0, 5)):
        assert _DASHES[first] != _DASHES[second], (first, second)


def test_the_goal_comes_into_sight_when_lines_are_near_it() -> None:
    early, late = (Chart("x", "turn", "miles", ((0, 9), (0, far)), 200) for far in (14, 120))
    assert not read_chart(early, PLAYERS).goal_shown
    assert read_chart(early, PLAYERS).ups[-1] < 200
    assert read_chart(late, PLAYERS).goal_shown
    assert read_chart(late, PLAYERS).ups[-1] >= 200
    assert chart(early, PLAYERS) != chart(late, PLAYERS)


def test_lines_that_end_early_or_not_begin_are_drawn_as_far_as_they_go() -> None:
    some = Chart("x", "duel", "points", ((0, 10, 20), (0, 10), (0,), ()), 60)
    model = read_chart(some, PLAYERS)
    assert [label.seat for label in labels_of(model)] == [0, 1, 2]
    assert len(chart(some, PLAYERS)) <= 70_000
    assert "A Rook 20, B Juniper 10 and C Marlowe 0." in chart_alt(some, PLAYERS)
    assert len(chart(Chart("x", "duel", "points", ()), PLAYERS)) <= 70_000


def test_points_may_be_lost_below_nothing() -> None:
    model = read_chart(Chart("x", "round", "points", ((0, -7), (0, 12))), PLAYERS)
    assert model.ups[0] <= -7
    assert 0 in model.ups


def test_the_words_hold_the_last_values_of_the_picture() -> None:
    some = miles(8, 41)
    record = Record()
    compose(record, read_chart(some, PLAYERS))
    drawn = {words for part, words in record.texts if part in "ABCDEFGH" and words.isdigit()}
    said = chart_alt(some, PLAYERS)
    assert said.startswith("Race one: miles by turn. The goal is 200. At turn 40: ")
    assert drawn <= set(re.findall(r"\d+", said))
    for seat, line in enumerate(some.lines):
        assert f"{'ABCDEFGH'[seat]} {PLAYERS[seat].name} {line[-1]}" in said


@pytest.mark.parametrize("players", [HOSTILE, EMPTY])
def test_words_fit_whatever_the_names(players: tuple[object, ...]) -> None:
    for points in (1, 20, 81):
        said = chart_alt(miles(8, points, goal=500), players)  # type: ignore[arg-type]
        assert len(said) <= 1024
        assert not set(said) & set("\n\r\t\x00\x1b\u202e")
        assert len(chart(miles(8, points), players)) <= 70_000  # type: ignore[arg-type]
