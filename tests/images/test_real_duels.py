"""Pictures of real matches, played at random: every state the rules can reach must be drawable."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from games.engine.chance import SeededChance
from games.engine.found import find
from games.engine.table import Table
from images import Choices, moment
from images.carwars_cards import ARTIST
from tests.images.tables import PLAYERS
from tests.images.test_board import TOLERANCE, difference, redrawn, tiled
from tests.images.test_words import board_texts, numbers


@pytest.mark.parametrize("seats", range(2, 7))
def test_every_state_of_a_match_can_be_drawn_and_told(seats: int) -> None:
    game, rng = find("carwars-cards"), random.Random(seats)
    table, told = Table.start(game, seats, SeededChance(seats))
    said: list[Any] = []
    met: Counter[str] = Counter()
    slow = 3
    while table.result is None and met.total() < 1500:
        ask = rng.choice(table.asks)
        quiet = ask.kind != "action" and rng.random() < 0.6
        value = ask.default if quiet or not ask.options else rng.choice(ask.options)
        said += [each.event for each in told if each.seats is None]
        told = table.answer(ask.seat, ask.number, value)
        view = table.view(None)
        met[view.phase] += 1
        if met[view.phase] > 12 and rng.random() < 0.9:
            continue
        now = moment(game, view, table.asked, said[-32:])
        parts = board_texts(view, now)
        lines = {
            line[0]: line
            for line in ARTIST.board(view, PLAYERS, now).long_description().split("\n")
            if line[1] == " "
        }
        for letter in "ABCDEF"[:seats]:
            texts = [text for text in parts[letter] if not text.startswith("−")]
            assert numbers(" ".join(texts)) == numbers(lines[letter])
        assert len(ARTIST.board(view, PLAYERS, now).alt_text()) <= 1024
        if met[view.phase] == 3:
            own = table.view(ask.seat)
            drawn = (
                ARTIST.board(view, PLAYERS, now).png(),
                ARTIST.sheet(view, PLAYERS, ask.seat).png(),
                ARTIST.result(view, PLAYERS).png(),
            )
            assert max(map(len, drawn)) <= 70_000
            assert ARTIST.board(own, PLAYERS, now).png() == drawn[0]
            assert len(ARTIST.hand(own, PLAYERS, Choices("Wait")).png()) <= 70_000
            assert ARTIST.hand(own, PLAYERS, Choices("Wait")).alt_text().startswith("Your hand, ")
            if slow:
                slow -= 1
                assert difference(tiled(view, now), redrawn(view, now)) <= TOLERANCE
    assert len(met) >= 6
