"""Pictures of real races, played at random: every state the rules can reach must be drawable."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from games.engine.chance import SeededChance
from games.engine.found import find
from games.engine.table import Table
from games.nascards.options import Options
from images import Choices, Playable, moment
from images.chart import chart, chart_alt
from images.nascards import ARTIST
from images.nascards.board import picture
from tests.images.nascards.races import MIXED
from tests.images.nascards.test_board import redrawn, tiled
from tests.images.nascards.test_words import WHO, numbers
from tests.images.test_board import TOLERANCE, difference
from tests.images.test_words import drawn


@pytest.mark.parametrize("seats", range(2, 9))
def test_every_state_of_a_series_can_be_drawn_and_told(seats: int) -> None:
    game, rng = find("nascards"), random.Random(seats)
    options = Options(goal=100, races=1 + seats % 3, advantages=seats % 4)
    table, told = Table.start(game, seats, SeededChance(seats), options)
    said: list[Any] = []
    met: Counter[str] = Counter()
    slow = 2
    while table.result is None and met.total() < 1200:
        ask = rng.choice(table.asks)
        quiet = not ask.options or rng.random() < 0.3
        answer = ask.default if quiet else rng.choice(ask.options)
        said += [each.event for each in told if each.seats is None]
        told = table.answer(ask.seat, ask.number, answer)
        view = table.view(None)
        met[view.phase] += 1
        if view.phase != "over" and met[view.phase] > 10 and rng.random() < 0.93:
            continue
        now = moment(game, view, table.asked, said[-32:])
        parts = drawn(picture(view, MIXED, now).compose)
        head, *lines = ARTIST.board(view, MIXED, now).long_description().split("\n")
        assert numbers(" ".join(parts["header"])) == numbers(head)
        for line in lines[:seats]:
            who = WHO.match(line)
            assert who is not None
            assert numbers(" ".join(parts[who[1]])) == numbers(line)
        own = table.view(ask.seat)
        texts = [
            ARTIST.board(view, MIXED, now).alt_text(),
            ARTIST.result(view, MIXED).alt_text(),
            ARTIST.sheet(view, MIXED, ask.seat).alt_text(),
            ARTIST.hand(own, MIXED, Choices("Wait")).alt_text(),
        ]
        assert max(map(len, texts)) <= 1024
        if view.phase == "over" or met[view.phase] in (3, 9):
            pictures = [
                ARTIST.board(view, MIXED, now).png(),
                ARTIST.result(view, MIXED).png(),
                ARTIST.sheet(view, MIXED, ask.seat).png(),
                ARTIST.hand(own, MIXED, Choices("Wait")).png(),
            ]
            assert max(map(len, pictures)) <= 70_000
            assert ARTIST.board(own, MIXED, now).png() == pictures[0]
            if slow:
                slow -= 1
                assert difference(tiled(view, now), redrawn(view, now)) <= TOLERANCE
    assert table.result is not None
    assert set(met) == {"pit", "maneuver", "speed", "over"}
    view = table.view(None)
    best = view.places[0][0]
    assert MIXED[best].name in ARTIST.result(view, MIXED).alt_text().split(". ")[0]
    miles = game.words.chart(view)
    assert len(chart(miles, MIXED)) <= 70_000
    assert len(chart_alt(miles, MIXED)) <= 1024


def test_the_keys_of_a_real_question_stand_on_the_cards() -> None:
    game = find("nascards")
    table, _ = Table.start(game, 4, SeededChance(4))
    while table.asks[0].kind != "keep":
        for ask in table.asks:
            table.answer(ask.seat, ask.number, ask.default)
    ask = table.asks[0]
    view = table.view(ask.seat)
    feet = game.words.captions(view, ask, MIXED)
    idle = game.words.unplayable(view, ask)
    shown = {
        place: Playable(str(number), foot)
        for number, (place, (_, foot)) in enumerate(sorted(feet.items()), 1)
    }
    assert set(feet) | set(idle) == set(range(len(view.hand) + len(view.dealt)))
    said = ARTIST.hand(
        view, MIXED, Choices(game.words.hand_title(view, ask, MIXED), shown, idle)
    ).alt_text()
    assert "Which Maneuver card? Playable: 1 " in said
    assert "For Speed. Foot: adds to a crash" in said
