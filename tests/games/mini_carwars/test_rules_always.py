"""What holds at every moment of any fight, whatever is answered."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from games.engine.chance import SeededChance
from games.engine.plane import Box, apart
from games.engine.sweep import part_of
from games.engine.table import Emitted, Table
from games.mini_carwars import GAME
from games.mini_carwars import events as e
from games.mini_carwars.catalog import KINDS, PERSON, TOP
from games.mini_carwars.ground import ARENA
from games.mini_carwars.maneuvers import legs
from games.mini_carwars.moves import Drive
from games.mini_carwars.options import Options
from games.mini_carwars.road import beyond
from games.mini_carwars.state import State

TABLES = [
    ("road-duel", 2, "plain"),
    ("road-duel", 2, "both"),
    ("pack-attack", 2, "debris"),
    ("pack-attack", 4, "off-road"),
    ("arena", 2, "plain"),
    ("arena", 5, "plain"),
    ("open-fight", 2, "plain"),
    ("open-fight", 4, "both"),
]
FIGHTS = [
    pytest.param(range(2), id="few"),
    pytest.param(range(2, 14), id="many", marks=pytest.mark.long),
]
"""Random fights of each kind, by seed."""
SLACK = 0.02
"""A counter that turns while it is held up by its partner may dip so deep into it, in inches."""


def fight(
    seed: int, scenario: Any, seats: int, ground: Any
) -> Iterator[tuple[Table[State], list[Emitted]]]:
    """A random fight, one answer after the other, with what was told of it."""
    rng = random.Random(seed)
    calm = rng.choice((0.0, 0.6, 0.9))
    options = Options(scenario=scenario, ground=ground, open_sheets=rng.random() < 0.5)
    table, told = Table.start(GAME, seats, SeededChance(seed), options)
    yield table, told
    while table.result is None:
        ask = rng.choice(table.asks)
        value = ask.default if rng.random() < calm else rng.choice(ask.options)
        told = table.answer(ask.seat, ask.number, value)
        yield table, told


@pytest.mark.by_turns
@pytest.mark.parametrize("seeds", FIGHTS)
@pytest.mark.parametrize(("scenario", "seats", "ground"), TABLES)
def test_any_fight_keeps_the_rules(
    scenario: str, seats: int, ground: str, seeds: Sequence[int]
) -> None:
    met: Counter[str] = Counter()
    for seed in seeds:
        turn = Turn()
        for table, told in fight(seed, scenario, seats, ground):
            state = table.context.state
            met.update(type(one.event).__name__ for one in told)
            if state.turn:
                counters_lie_apart(state)
            sheets_add_up(state)
            road_is_kept(table)
            secrets_are_kept(table)
            for one in told:
                turn.note(state, one.event)
    assert min(met["Hit"], met["Fired"], met["Moved"], met["ControlRolled"]) > 0


def counters_lie_apart(state: State) -> None:
    """What touches has collided. Rules: 7. Crashes And Collisions"""
    boxes = [vehicle.box for vehicle in state.vehicles if vehicle.here]
    walls = [wall.box for wall in state.walls]
    for at, box in enumerate(boxes):
        for other in (*boxes[:at], *walls):
            assert apart(box, other) > -SLACK
        if walls:
            assert max(abs(box.x), abs(box.y)) < ARENA / 2
    for number, vehicle in enumerate(state.vehicles):
        for partner in vehicle.contact:
            assert number in state.vehicles[partner].contact


def sheets_add_up(state: State) -> None:
    """Rules: 8. Combat, Calculating Damage"""
    for vehicle in state.vehicles:
        pairs = zip(vehicle.bought, vehicle.lost or [0] * 5, strict=True)
        assert vehicle.armor == [points - gone for points, gone in pairs]
        assert min(vehicle.armor) >= 0
        assert sum(vehicle.bought) == vehicle.kind.points
        assert all(0 <= person.hits <= PERSON for person in vehicle.crew)
        assert all(person.boxes >= 0 for person in vehicle.crew)
        assert 0 <= vehicle.plant <= vehicle.kind.plant
        for weapon, mounted in zip(vehicle.weapons, vehicle.kind.weapons, strict=True):
            assert not (weapon.working and mounted.mount in vehicle.breached)


def road_is_kept(table: Table[State]) -> None:
    """Who is on the road leaves it only where nothing else is left. Rules: 9. Scenarios"""
    state = table.context.state
    for ask in table.asks:
        if ask.kind != "move" or state.options.off_road or state.walls:
            continue
        vehicle = state.vehicles[state.moving]
        if not beyond(vehicle.box):
            off = [strays(vehicle.box, how, vehicle.speed < 0) for how in ask.options]
            assert all(off) or not any(off)


def strays(box: Box, how: Drive, backwards: bool) -> bool:
    """Whether a counter is off the road anywhere on its way, looked at closely."""
    for leg in legs(box, how, backwards):
        if any(beyond(part_of(box, leg, at / 60)) for at in range(61)):
            return True
        box = part_of(box, leg, 1.0)
    return False


def secrets_are_kept(table: Table[State]) -> None:
    """Rules: 9. Scenarios (c)"""
    state = table.context.state
    for seat in (None, 0, 1):
        for car in table.view(seat).cars:
            if car.owner == seat or state.ended or state.options.open_sheets:
                assert car.sheet is not None
                assert car.armor == state.vehicles[car.number].armor
            else:
                assert car.sheet is None
                assert "(" not in car.name


Gun = tuple[int, str, int]
"""A weapon as it is told: vehicle, kind and mount. There may be two of them."""


class Turn:
    """Counts what everybody does. Rules: 4. Movement And Scale; Rules: 8. Combat"""

    def __init__(self) -> None:
        self.fired: Counter[Gun] = Counter()
        self.moved: Counter[tuple[int, int]] = Counter()
        self.actions: dict[tuple[int, int], list[Gun]] = {}
        self.rockets: Counter[Gun] = Counter()

    def note(self, state: State, event: Any) -> None:
        if isinstance(event, e.TurnBegan):
            self.fired.clear()
            self.moved.clear()
            self.actions.clear()
        elif isinstance(event, e.Fired):
            self._fired(state, event)
        elif isinstance(event, e.Moved):
            self.moved[event.vehicle, event.phase] += 1
            assert self.moved[event.vehicle, event.phase] == 1
            assert event.path[0] != event.path[-1] or event.stopped
            assert all(abs(x * 1e4 - round(x * 1e4)) < 1e-6 for p in event.path for x in p)
        elif isinstance(event, e.SpeedsShown):
            for before, after in zip(event.before, event.after, strict=True):
                assert after % 10 == 0
                assert before * after >= 0
                assert abs(after) <= 100
                assert -20 <= abs(after) - abs(before) <= 10
        elif isinstance(event, e.Hit):
            inside = event.cloth + event.inside + event.far
            assert event.points >= event.through >= event.off >= 0
            assert event.through == (event.off if event.side == TOP else inside)

    def _fired(self, state: State, event: e.Fired) -> None:
        """One shot a weapon, one action a person; a linked pair is one action."""
        carried = state.vehicles[event.vehicle].kind.weapons
        alike = [one for one in carried if (one.kind, one.mount) == (event.kind, event.mount)]
        weapon = event.vehicle, event.kind, event.mount
        self.fired[weapon] += 1
        assert self.fired[weapon] <= len(alike)
        person = event.vehicle, event.person
        actions = self.actions.setdefault(person, [])
        actions.append(weapon)
        assert actions in ([weapon], [weapon] * 2)
        assert len(actions) == 1 or all(one.link for one in alike)
        total = sum(event.dice)
        assert event.hit == (total > 2 and total + event.sum.total >= event.need)
        if KINDS[event.kind].shots:
            self.rockets[weapon] += 1
            assert self.rockets[weapon] <= len(alike)
