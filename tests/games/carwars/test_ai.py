"""The computer seats: legal, quick to decide, different from each other, and of use."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from functools import partial
from typing import Any, Final, get_args

import msgspec
import pytest

from games.carwars import GAME
from games.carwars.ai_drive import CHOICES, STEADY, Judge, arcs_to, arms, candidates, falls
from games.carwars.base import rectangle
from games.carwars.builds import STYLES, Size, car_of, faults
from games.carwars.catalog import CARDS, Sets
from games.carwars.ground import lying
from games.carwars.moves import Bring, Build, Turn
from games.carwars.options import Options
from games.carwars.outlook import drawn
from games.carwars.sight import arcs
from games.carwars.state import State, Thing
from games.engine.ask import Ask
from games.engine.chance import SeededChance
from games.engine.game import Decision
from games.engine.shapes import Pose
from games.engine.table import Table

SIZES: Final = [
    Size(4, 16, 4, sets="core"),
    Size(9, 36, 9, sets="core"),
    Size(3, 10, 2, sets="core"),
]


def started(seats: int, seed: int, **options: Any) -> Table[Any]:
    return Table.start(GAME, seats, SeededChance(seed), msgspec.convert(options, Options))[0]


def decide(table: Table[Any], ask: Ask[Any], level: str, rng: random.Random) -> Decision:
    computer = {**GAME.computers, **GAME.tempers}[level]
    return computer.decide(table.view(ask.seat), ask, partial(table.imagine, ask.seat), rng)


class Played:
    """A fight of computers, and what was seen of it."""

    def __init__(self, levels: Sequence[str], seed: int, **options: Any) -> None:
        self.table, rng = started(len(levels), seed, **options), random.Random(seed)
        self.speeds: dict[str, list[int]] = {level: [] for level in levels}
        self.seconds: list[float] = []
        self.reasons = set[str]()
        self.most = 0
        while self.table.result is None:
            ask = self.table.asks[0]
            view: State = self.table.view(ask.seat)
            before = msgspec.json.encode(view)
            start = time.thread_time()
            decision = decide(self.table, ask, levels[ask.seat], rng)
            self.seconds.append(time.thread_time() - start)
            assert msgspec.json.encode(view) == before
            self.reasons.add(decision.why)
            if ask.kind == "turn":
                self.most = max(self.most, len(candidates(view, ask.seat)))
                assert isinstance(decision.answer, Turn)
                self.speeds[levels[ask.seat]].append(decision.answer.speed)
            self.table.answer(ask.seat, ask.number, decision.answer)
        self.places = self.table.result.places


@pytest.mark.parametrize("size", SIZES)
def test_every_style_is_a_legal_car_of_its_own(size: Size) -> None:
    cars = [car_of(style, size) for style in STYLES]
    assert not [fault for car in cars for fault in faults(car, size)]
    assert len({*cars}) == len(cars)


@pytest.mark.parametrize("sets", get_args(Sets)[1:])
def test_every_style_has_cards_of_the_sets_that_may_be_used(sets: Sets) -> None:
    for size in (Size(4, 16, 4, sets), Size(9, 36, 9, sets)):
        cars = [car_of(style, size) for style in STYLES]
        assert not [fault for car in cars for fault in faults(car, size)]
        assert len({*cars}) == len(cars)
        others = [any(CARDS[number].set != "core" for number, _ in car) for car in cars]
        assert others.count(True) >= 6


@pytest.mark.parametrize("size", [Size(1, 0, 0, sets="core"), Size(12, 60, 24, sets="core")])
def test_a_style_makes_a_legal_car_of_the_smallest_and_largest_size(size: Size) -> None:
    assert not [fault for style in STYLES for fault in faults(car_of(style, size), size)]


@pytest.mark.parametrize("seats", [2, 3, 8])
def test_no_two_seats_build_the_same_car(seats: int) -> None:
    for seed in range(20):
        table = started(seats, seed)
        built = [decide(table, ask, "normal", random.Random(seed)).answer for ask in table.asks]
        assert len({each.cards for each in built if isinstance(each, Bring)}) == seats
    for ask, car in zip(table.asks, built, strict=True):
        told = table.answer(ask.seat, ask.number, car)
    # The one that answers last has all cars shown: by the names of their styles.
    said = [GAME.words.event(each.event, [], None) for each in told]
    for seat, car in enumerate(built):
        assert table.context.state.cars[seat].name == car.name
        assert any(f" {car.name}, a car of their own." in sentence for sentence in said)


def test_a_temper_shows_in_the_car() -> None:
    table = started(2, 1)
    ask = table.asks[0]

    def built(level: str, style: str) -> int:
        answers = [decide(table, ask, level, random.Random(n)).answer for n in range(60)]
        return [each.name for each in answers].count(style)

    assert built("bold", "Firebrand") > 1.5 * built("normal", "Firebrand")
    assert built("careful", "Bastion") > 1.5 * built("normal", "Bastion")


def test_easy_builds_a_car_that_comes_with_the_game() -> None:
    table = started(3, 1)
    answers = [decide(table, ask, "easy", random.Random(7)).answer for ask in table.asks]
    assert all(isinstance(each, Build) for each in answers)


def test_the_arcs_at_first_sight_are_mostly_those_of_the_rules() -> None:
    rng, wrong = random.Random(5), 0
    for _ in range(400):
        one: Pose = (0.0, 0.0, rng.uniform(0, 360))
        other = (rng.uniform(-5, 5), rng.uniform(-5, 5), rng.uniform(0, 360))
        if abs(other[0]) + abs(other[1]) > 1.5:
            wrong += arcs_to(one, other) != {*arcs(one, rectangle(other).outline)}
    assert wrong < 60


def test_damage_is_worth_most_to_a_car_that_soon_falls_and_each_of_a_crew_fires_a_sidearm() -> None:
    table, rng = started(2, 2), random.Random(2)
    while table.asks[0].kind == "build":
        ask = table.asks[0]
        table.answer(ask.seat, ask.number, decide(table, ask, "normal", rng).answer)
    view: State = table.view(0)
    whole, hurt = view.cars
    guns = len(arms(hurt))
    hurt.power = 3
    powerless = falls(hurt)
    hurt.cards[0].damage, hurt.cards[1].down = 2, "destroyed"
    assert falls(whole) < powerless < falls(hurt)
    assert len(arms(hurt)) < guns


@pytest.mark.parametrize(
    ("levels", "options"),
    [
        (("normal", "easy"), {}),
        (("normal", "normal", "easy"), {"arena": "pit"}),
        (("racer", "careful", "bold", "hunter"), {"arena": "yard", "durable": True}),
        (("normal", "bold"), {"armor_points": 9, "build_points": 36, "crew_points": 9}),
        (("easy",) * 5, {"arena": "crossfire"}),
    ],
)
def test_a_fight_of_computers_is_legal_lively_and_quick(
    levels: Sequence[str], options: dict[str, Any]
) -> None:
    played = Played(levels, 3, **options)
    assert played.most <= CHOICES
    assert len(played.reasons) >= 6
    times = sorted(played.seconds)
    assert times[len(times) * 9 // 10] < 0.15


@pytest.mark.parametrize("kind", ["fire_mine", "spikes"])
def test_normal_steers_round_what_lies_in_its_way(kind: str) -> None:
    met = tried = 0
    table, rng = started(2, 2), random.Random(2)
    while tried < 12:
        ask = table.asks[0]
        if ask.kind == "turn":
            view: State = table.view(ask.seat)
            spot = ends(view, ask.seat)[-1]
            view.things.append(Thing(kind, *spot))
            after = ends(view, ask.seat)
            met += any(lying(view, pose) for pose in after)
            tried += 1
        table.answer(ask.seat, ask.number, decide(table, ask, "normal", rng).answer)
    assert met <= 3


def ends(view: State, seat: int) -> list[Pose]:
    """Where the points of the turn that `normal` chooses end."""
    return [step.end for step in drawn(view, seat, Judge(view, seat).best(STEADY))[0]]


def test_a_racer_drives_faster() -> None:
    speeds = dict.fromkeys(("racer", "normal"), 0)
    for seed in range(3):
        table, rng = started(2, seed), random.Random(seed)
        while table.result is None:
            ask = table.asks[0]
            answers = {level: decide(table, ask, level, rng).answer for level in speeds}
            if ask.kind == "turn":
                for level, answer in answers.items():
                    speeds[level] += answer.speed
            table.answer(ask.seat, ask.number, answers["normal"])
    assert speeds["racer"] > 1.05 * speeds["normal"]


def test_normal_beats_easy_and_keeps_moving() -> None:
    won, speeds = 0, list[int]()
    for seed in range(6):
        levels = ("normal", "easy") if seed % 2 else ("easy", "normal")
        played = Played(levels, seed)
        won += played.places[0] == (levels.index("normal"),)
        speeds += played.speeds["normal"]
    assert won >= 4
    assert sum(speeds) / len(speeds) > 2.2


def test_a_seat_decides_by_its_view_and_its_own_chance_alone() -> None:
    one, other = (Played(("normal", "easy", "hunter"), 11) for _ in range(2))
    assert msgspec.json.encode(one.table.view(None)) == msgspec.json.encode(other.table.view(None))
