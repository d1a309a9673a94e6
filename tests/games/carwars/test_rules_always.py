"""What holds at every moment of a fight, whatever is answered."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import msgspec
import pytest

from games.carwars import GAME
from games.carwars.events import Moved, Spun
from games.carwars.ground import bodies
from games.carwars.moves import Standing
from games.carwars.options import Options
from games.carwars.state import WALL, Live, State
from games.engine.chance import SeededChance
from games.engine.shapes import apart
from games.engine.table import Table

DEEP = 0.003
"""No base stands deeper in anything, in L."""
ARENAS = ("open", "crossfire", "pit", "yard")


def fight(seats: int, seed: int, arena: str, **options: Any) -> Iterator[Table[Any]]:
    """A fight in which anything is answered, at each of its questions, and at its end."""
    rng = random.Random(seed)
    chosen = msgspec.convert({"arena": arena, **options}, Options)
    table, _ = Table.start(GAME, seats, SeededChance(seed), chosen)
    for seat in range(seats):
        table.order(seat, Standing("lone", "ask"))
    while table.result is None:
        yield table
        if table.result is not None:
            break
        ask = rng.choice(table.asks)
        if ask.walked is not None and (not ask.options or rng.random() < 0.6):
            value = ask.walked.made(rng.choice)
        else:
            value = rng.choice(ask.options)
        table.answer(ask.seat, ask.number, value)
    yield table


def depth(state: State) -> float:
    """How deep two bodies stand in each other, at most."""
    there = bodies(state)
    pairs = combinations(there, 2)
    return -min(
        apart(there[a].hull, there[b].hull)[0] for a, b in pairs if not (a >= WALL and b >= WALL)
    )


@pytest.mark.parametrize(("seats", "arena"), [(2, "crossfire"), (4, "yard"), (3, "pit")])
def test_nothing_stands_in_anything(seats: int, arena: str) -> None:
    looks = 0
    for table in fight(seats, 11, arena, durable=True):
        state = table.context.state
        if state.phase in ("movement", "combat"):
            assert depth(state) <= DEEP, state.beat
            looks += 1
    assert looks > 40


@pytest.mark.parametrize("seats", [2, 5])
def test_dashboards_stay_in_their_bounds(seats: int) -> None:
    for table in fight(seats, 3, "open", build_points=36, crew_points=9, armor_points=9):
        state = table.context.state
        for car in state.cars:
            assert 0 <= car.speed <= 5
            assert 0 <= car.tires <= 10
            assert 0 <= car.power <= 10
            assert min([*car.armor, car.control, car.ace]) >= 0
            assert max([*car.armor, 0]) <= 12
            assert not (car.reverse and car.speed)
            assert car.placed or not car.out or car.gone
            assert sorted(set(car.fires)) == car.fires
            for place, card in enumerate(car.cards):
                assert card.down or not card.damage or card.damage < car.durability(place)
        assert (state.turn is None) == (state.beat not in MOVING) or state.beat == "turn"
        assert state.attack is None or state.beat in ("again", "defend", "pick") or state.harm


MOVING = frozenset(
    ("turn", "point", "push", "collide", "substitute", "crash", "roll", "ignore", "results", "spin")
)


class Watched:
    """The game, noting for each beat what it did."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.beats = 0
        self.faults: list[str] = []
        beat = type(GAME).beat

        def watched(game: Any, context: Live) -> Any:
            state = context.state
            name = "damage" if state.harm else state.beat
            draws, told = context.chance.draws, len(context.told)
            poses = [car.pose for car in state.cars]
            before = msgspec.json.encode(state)
            step = beat(game, context)
            self.beats += 1
            moves = [each.event for each in context.told[told:]]
            travels = any(isinstance(event, Moved | Spun) for event in moves)
            if step is not None and msgspec.json.encode(state) != before:
                self.faults.append(f"{name} changes something and asks")
            if travels and context.chance.draws != draws:
                self.faults.append(f"{name} travels and rolls")
            if step is not None and context.chance.draws != draws:
                self.faults.append(f"{name} rolls and asks")
            if poses != [car.pose for car in state.cars] and step is not None:
                self.faults.append(f"{name} travels and asks")
            return step

        monkeypatch.setattr(type(GAME), "beat", watched)


def test_travel_rolls_and_questions_never_share_a_beat(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = Watched(monkeypatch)
    for seed in range(3):
        for _ in fight(3, seed, ARENAS[seed], durable=True):
            pass
    for seed in range(3):
        for _ in fight(3, seed, ARENAS[seed], sets="all", build_points=36, crew_points=9):
            pass
    assert seen.beats > 500
    assert seen.faults == []


def test_every_question_comes_up_where_all_wish_to_be_asked() -> None:
    wanted = {
        *("build", "place", "fires", "turn", "drive", "attack"),
        *("substitute", "ignore", "again", "defend", "pick"),
    }
    met: set[str] = set()
    for seed in range(30):
        for table in fight(3, seed, ARENAS[seed % 4]):
            met |= {ask.kind for ask in table.asks}
            for seat in range(3) if table.result is None else ():
                orders = GAME.orders(table.context.state, seat)
                asks = [order for order in orders if getattr(order, "value", "") == "ask"]
                for order in asks:
                    table.order(seat, order)
        if met == wanted:
            break
    assert met == wanted


def test_leaving_is_possible_at_any_question() -> None:
    for at in range(0, 60, 7):
        for number, table in enumerate(fight(3, at, "open")):
            if number == at and table.result is None:
                seat = table.asks[0].seat
                table.order(seat, GAME.Leave())
                ask = table.asks[0]
                table.answer(ask.seat, ask.number, ask.default)
        assert table.result is not None
        assert seat in table.context.state.left
        assert table.context.state.cars[seat].out
