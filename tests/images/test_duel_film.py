"""The film of a duel shows the cars as they were."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import pytest

from games.carwars_cards import GAME
from games.carwars_cards import events as e
from games.carwars_cards.options import Options
from games.engine.chance import SeededChance
from games.engine.table import Table
from images import armed
from images.canvas import Redraw
from images.carwars_cards import board, sheet
from images.carwars_cards.film import Car, Director, Shot, Stage, scenes_of
from images.gauges import Gauge
from tests.images.tables import PLAYERS


def test_cars_begin_with_the_armor_of_their_match() -> None:
    rng, seats, options = random.Random(2), 3, Options(single_duel=True, armor=6)
    table, told = Table.start(GAME, seats, SeededChance(2), options)
    director, running = Director(seats, PLAYERS, options.armor, 1), 0
    events: list[Any] = [each.event for each in told if each.seats is None]
    while table.result is None:
        for scene in scenes_of(events):
            for happened in scene:
                director._happen(happened)
        if not any(isinstance(x, e.DuelEnded) for x in events):
            for car, drawn in zip(table.view(None).players, director.stage.cars, strict=True):
                assert drawn.out or drawn.armor == car.armor
                running += not drawn.out
        ask = table.asks[0]
        answer = rng.choice(ask.options) if ask.options else ask.default
        told = table.answer(ask.seat, ask.number, answer)
        events = [each.event for each in told if each.seats is None]
    assert running > 20


def test_a_whole_car_has_every_cell_of_its_armor_lit(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where the match begins with less than the book's."""
    drawn: list[Gauge] = []

    def put(*facts: int) -> Gauge:
        drawn.append(Gauge(*facts))
        return drawn[-1]

    monkeypatch.setattr(armed, "Gauge", put)
    options = Options(single_duel=True, armor=6)
    table, _ = Table.start(GAME, 2, SeededChance(2), options)
    view = table.view(0)
    stage = Director(2, PLAYERS, options.armor, 1).stage
    for shown in (board.picture(view, PLAYERS), sheet.picture(view, PLAYERS, 0)):
        canvas = Redraw(shown.page())
        shown.compose(canvas)
    stage._car(canvas, 0)
    assert len(drawn) == 16
    assert {(each.cells, each.left) for each in drawn} == {(6, 6)}


def test_a_shot_comes_in_from_the_side_it_strikes() -> None:
    for seats in range(2, 7):
        stage = Stage(PLAYERS, [Car([12] * 4) for _ in range(seats)], 12)
        for source, target, side in product(range(seats), range(seats), range(4)):
            if source == target:
                continue
            (x, y), (left, top, wide, tall) = stage.middle(target), stage.cell(target)
            way, struck = stage.way(Shot(source, target, side)), stage.side(target, side)
            assert (way[0], way[-1]) == (stage.middle(source), struck)
            before = way[-2]
            assert (before[0] - x) * (struck[0] - x) + (before[1] - y) * (struck[1] - y) >= 0
            if len(way) == 3:
                assert left <= before[0] <= left + wide
                assert top <= before[1] <= top + tall
