"""What is forecast of an attack is what the rules roll."""

from __future__ import annotations

import pytest

from games.carwars import GAME, setup
from games.carwars.base import Move
from games.carwars.builds import Size, sorted_cards
from games.carwars.catalog import BY_ID, CREW
from games.carwars.dice import of
from games.carwars.moves import Fire
from games.carwars.options import Options
from games.carwars.outlook import Step, aim, risk
from games.engine.plane import BACK, FRONT

CREW_OF_TWO = [(BY_ID[name].number, CREW) for name in ("rookie_driver", "rookie_gunner")]


@pytest.mark.parametrize(("y", "more"), [(6.0, True), (1.0, False)])
def test_terrain_under_the_target_counts_for_its_defense(y: float, *, more: bool) -> None:
    """An Off-Road Suspension gives a die on terrain, which is in the middle of the pit."""
    gun, suspension = ((BY_ID[name].number, FRONT) for name in ("minigun", "off_road_suspension"))
    worth = []
    for target in ([], [suspension]):
        state = GAME.setup(2, Options(arena="pit"))
        for seat, cards in enumerate(([gun], target)):
            setup.equip(state.cars[seat], "", sorted_cards([*CREW_OF_TWO, *cards]), Size())
            state.cars[seat].placed, state.cars[seat].control = True, 1
        state.cars[0].pose, state.cars[1].pose = (3.0, y, 0.0), (6.0, y, 0.0)
        weapon = [card.card for card in state.cars[0].cards].index(gun[0])
        worth.append(aim(state, 0, Fire(1, weapon, 1, BACK)).worth)
    assert (worth[1] < worth[0]) is more


@pytest.mark.parametrize(("control", "spun"), [(0, 1 / 3), (1, 0.0)])
def test_a_slide_may_spin_that_a_card_allows_out_of_control(control: int, spun: float) -> None:
    path, yellow = ((3.0, 6.0, 0.0), (3.866, 6.5, 0.0)), {"speed": of("yellow", 1)}
    slide = Step(Move("slide", 1), False, path, yellow, 0, True, 1, (), False, None, ())
    assert risk([slide], control).spun == pytest.approx(spun)
