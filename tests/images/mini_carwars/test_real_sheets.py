"""Sheets and results of real fights, played at random: all that the rules can reach is drawable."""

from __future__ import annotations

import random

import pytest

from games.engine.chance import SeededChance
from games.engine.found import find
from games.engine.table import Table
from games.mini_carwars.options import Options, Scenario
from images.mini_carwars import ARTIST
from images.mini_carwars.result import picture as poster
from images.mini_carwars.sheet import picture, shown
from tests.images.mini_carwars.sheets import PLAYERS
from tests.images.test_pictures import assert_twins

result, sheet = ARTIST.result, ARTIST.sheet


@pytest.mark.parametrize(
    ("scenario", "seats"), [("road-duel", 2), ("pack-attack", 2), ("arena", 3), ("arena", 6)]
)
@pytest.mark.parametrize("open_sheets", [False, True])
def test_every_sheet_of_a_fight_can_be_drawn_and_told(
    scenario: Scenario, seats: int, open_sheets: bool
) -> None:
    rng = random.Random(f"{scenario} {seats} {open_sheets}")
    options = Options(scenario=scenario, budget=25_000, open_sheets=open_sheets)
    table, _ = Table.start(find("mini-carwars"), seats, SeededChance(seats), options)
    drawn = answers = 0
    while table.result is None and answers < 700:
        ask = rng.choice(table.asks)
        quiet = not ask.options or rng.random() < 0.2
        table.answer(ask.seat, ask.number, ask.default if quiet else rng.choice(ask.options))
        answers += 1
        own, all_see = table.view(ask.seat), table.view(None)
        if table.result is None and answers > 12 and rng.random() < 0.9:
            continue
        drawn += 1
        for view in (own, all_see):
            for car in view.cars:
                assert shown(view, car.owner) in view.cars
                known = open_sheets or car.owner == view.seat or table.result is not None
                assert car.hidden != known
                assert len(sheet(view, PLAYERS, car.owner).alt_text()) <= 1024
            assert len(result(view, PLAYERS).alt_text()) <= 1024
        if drawn % 5 == 0 or table.result is not None:
            seat = rng.choice(all_see.cars).owner if all_see.cars else 0
            assert len(sheet(all_see, PLAYERS, seat).png()) <= 70_000
            assert len(sheet(own, PLAYERS, ask.seat).png()) <= 70_000
            assert len(result(all_see, PLAYERS).png()) <= 70_000
            whole = picture(own, PLAYERS, ask.seat)
            assert_twins(whole.page(), whole.compose)
    assert drawn > 10
    if table.result is not None:
        words = poster(table.view(None), PLAYERS).lines()
        assert words[0] != "Mini Car Wars: How they stand."
        assert all(line[0].isdigit() for line in words[2:])
