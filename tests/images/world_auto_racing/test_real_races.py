"""Pictures and words of states that real races reach, all phases, 2 to 5 drivers."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from games.engine.chance import SeededChance
from games.engine.found import find
from games.engine.table import Table
from games.world_auto_racing.race import Race
from games.world_auto_racing.words.sums import stats_of
from images import Choices, Now, moment
from images.choices import QUIET
from images.world_auto_racing import ARTIST
from images.world_auto_racing.drivers import Driver
from images.world_auto_racing.sums import columns_of
from tests.images.test_board import TOLERANCE, difference
from tests.images.test_words import numbers as numbers_in
from tests.images.world_auto_racing.tables import PLAYERS
from tests.images.world_auto_racing.test_board import redrawn, tiled
from tests.images.world_auto_racing.test_words import board_texts

board, hand, result, sheet = ARTIST.board, ARTIST.hand, ARTIST.result, ARTIST.sheet


def draw_all(view: Race, own: Race, seat: int) -> None:
    drawn = [
        board(view, PLAYERS, QUIET).png(),
        sheet(view, PLAYERS, seat).png(),
        result(view, PLAYERS).png(),
    ]
    assert board(own, PLAYERS, QUIET).png() == drawn[0]
    drawn.append(hand(own, PLAYERS, Choices("Wait")).png())
    assert max(map(len, drawn)) <= 70_000
    assert len(hand(own, PLAYERS, Choices("Wait")).alt_text()) <= 1024
    assert len(sheet(view, PLAYERS, seat).alt_text()) <= 1024
    assert len(result(view, PLAYERS).alt_text()) <= 1024


def assert_told(view: Race, now: Now) -> None:
    """Every number of a row is in its line of the twin, and what a row counts is listed there."""
    parts = board_texts(view, now)
    lines = {
        line[0]: line
        for line in board(view, PLAYERS, now).long_description().split("\n")
        if line[1] == " "
    }
    for letter, own in zip("ABCDE", view.drivers, strict=False):
        shown = numbers_in(" ".join(t for t in parts[letter] if not t.endswith(" more")))
        if len(view.drivers) > 3:
            shown -= numbers_in(f"{len(own.teams)} {len(own.controls)}")
        assert set(shown) <= set(numbers_in(lines[letter])), (view.round, letter)


def assert_parts_make_the_sum(view: Race) -> None:
    """What the sheet's columns add up to is the sum it shows."""
    for seat in range(len(view.drivers)):
        driver = Driver(view, PLAYERS, seat)
        if driver.sum is None:
            continue
        stats = stats_of(driver.sum)
        for _, stat in stats:
            added = stat.base + sum(stat.added.values())
            assert stat.sum == (0 if stat.raised else added)
            assert stat.total <= stat.exact < stat.total + 1
        last = columns_of(stats)[-1]
        assert int(last.power) + int(last.handling) == driver.sum.total
        before, after = driver.way
        assert after - before == driver.sum.total


@pytest.mark.parametrize("seats", range(2, 6))
def test_every_state_of_a_race_can_be_drawn_and_told(seats: int) -> None:
    game, rng = find("world-auto-racing"), random.Random(seats)
    table, told = Table.start(game, seats, SeededChance(seats))
    said: list[Any] = []
    met: Counter[str] = Counter()
    slow = 3
    while table.result is None and met.total() < 1500:
        ask = rng.choice(table.asks)
        quiet = not ask.options or rng.random() < 0.1
        said += [each.event for each in told if each.seats is None]
        answer = ask.default if quiet else rng.choice(ask.options)
        told = table.answer(ask.seat, ask.number, answer)
        view = table.view(None)
        kind = f"{view.phase}/{'checking' if view.checking >= 0 else ''}"
        met[kind] += 1
        if met[kind] > 12 and rng.random() < 0.9:
            continue
        now = moment(game, view, table.asked, said[-32:])
        assert_told(view, now)
        assert_parts_make_the_sum(view)
        assert len(board(view, PLAYERS, now).alt_text()) <= 1024
        if met[kind] in (1, 3, 12):
            draw_all(view, table.view(ask.seat), ask.seat)
            if slow:
                slow -= 1
                assert difference(tiled(view, now), redrawn(view, now)) <= TOLERANCE
    draw_all(table.view(None), table.view(0), 0)
    assert {"car/", "action/", "scrap/"} <= set(met)
