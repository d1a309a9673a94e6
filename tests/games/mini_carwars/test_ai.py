"""The computer seats: legal, repeatable, blind to what is hidden, and `normal` the stronger."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest

from games.engine.ask import Ask
from games.engine.chance import SeededChance
from games.engine.game import Decision
from games.engine.plane import Box
from games.engine.table import Table
from games.mini_carwars import GAME, ai_drive, ai_easy, ai_known, ai_paths, ai_worth
from games.mini_carwars.ai import COMPUTERS, TASTE
from games.mini_carwars.builds import build_of, cost, faults
from games.mini_carwars.catalog import BACK, FRONT, LEFT, MODELS, RIGHT, TOP
from games.mini_carwars.maneuvers import drives, end
from games.mini_carwars.moves import Bring, Drive, Enough, Fire, Hold, Speed, Take
from games.mini_carwars.options import Options
from games.mini_carwars.plan import own
from games.mini_carwars.plans import PLANS
from games.mini_carwars.road import beyond
from games.mini_carwars.sight import aim
from games.mini_carwars.state import State, Vehicle
from tests.games.mini_carwars.sights import car, replaced, sight

LEVELS = ("easy", "normal")
POSITIONS = 240
"""Answers after which a fight is followed no further."""
TABLES = [
    ("road-duel", 2, "plain"),
    ("road-duel", 2, "both"),
    ("pack-attack", 2, "debris"),
    ("pack-attack", 4, "off-road"),
    ("arena", 2, "plain"),
    ("arena", 6, "plain"),
    ("open-fight", 3, "debris"),
]


def _start(seed: int, scenario: Any, seats: int, ground: Any = "plain", **more: Any) -> Table[Any]:
    options = Options(scenario=scenario, ground=ground, **more)
    return Table.start(GAME, seats, SeededChance(seed), options)[0]


def _decide(table: Table[Any], ask: Ask[Any], level: str, rng: random.Random) -> Decision:
    seen = table.view(ask.seat)
    return COMPUTERS[level].decide(seen, ask, partial(table.imagine, ask.seat), rng)


def _positions(seed: int, scenario: str, seats: int, ground: str) -> Iterator[Table[Any]]:
    """A fight of which every second answer is given at random, before each of its answers."""
    rng = random.Random(seed)
    table = _start(seed, scenario, seats, ground, open_sheets=bool(seed % 2))
    levels = [LEVELS[(seat + seed) % 2] for seat in range(seats)]
    for _ in range(POSITIONS):
        if table.result is not None:
            return
        yield table
        ask = rng.choice(table.asks)
        if rng.random() < 0.5:
            value = rng.choice(ask.options)
        else:
            value = _decide(table, ask, levels[ask.seat], rng).answer
        table.answer(ask.seat, ask.number, value)


@pytest.mark.by_turns
@pytest.mark.parametrize(("scenario", "seats", "ground"), TABLES)
def test_decisions_are_legal_wherever_a_fight_has_got(
    scenario: str, seats: int, ground: str
) -> None:
    kinds: set[tuple[str, str]] = set()
    for seed in range(2):
        for at, table in enumerate(_positions(seed, scenario, seats, ground)):
            for ask in table.asks if table.context.state.turn < 2 or at % 5 == 0 else ():
                for level in LEVELS:
                    decision = _decide(table, ask, level, random.Random(seed))
                    assert ask.read(decision.answer) == decision.answer
                    assert decision.why.endswith(".")
                    assert decision.why.count(".") == 1
                    kinds.add((ask.kind, level))
    assert kinds == {
        (kind, level) for kind in ("vehicle", "speed", "move", "fire") for level in LEVELS
    }


@pytest.mark.parametrize(("scenario", "seats", "ground"), TABLES)
def test_a_decision_comes_of_the_view_and_the_rng_alone(
    scenario: str, seats: int, ground: str
) -> None:
    for seed in range(2):
        for at, table in enumerate(_positions(seed, scenario, seats, ground)):
            if at % 11:
                continue
            for ask in table.asks:
                imagined = table.imagine(ask.seat, seed + 77)
                own = imagined.ask_of(ask.seat)
                assert own is not None
                for level in LEVELS:
                    decision = _decide(table, ask, level, random.Random(at))
                    assert _decide(imagined, own, level, random.Random(at)) == decision


def test_a_why_tells_no_number_of_a_hidden_sheet() -> None:
    for table in _positions(0, "road-duel", 2, "plain"):
        for ask in table.asks:
            why = _decide(table, ask, "normal", random.Random(0)).why
            assert not any(letter.isdigit() for letter in why)


@pytest.mark.by_turns
@pytest.mark.parametrize(
    ("scenario", "seats"), [("road-duel", 2), ("pack-attack", 2), ("arena", 3), ("open-fight", 3)]
)
def test_fights_of_normal_seats_end_in_time(scenario: str, seats: int) -> None:
    for seed in range(1, 4):
        table, rng = _start(seed, scenario, seats), random.Random(seed)
        while table.result is None:
            for ask in table.asks:
                value = _decide(table, ask, "normal", rng).answer
                table.answer(ask.seat, ask.number, value)
        assert table.context.state.turn < 120
        assert table.context.state.ended != "stalemate"


@pytest.mark.long
def test_normal_wins_most_duels_against_easy() -> None:
    wins = 0.0
    for game in range(40):
        levels = LEVELS if game % 2 else LEVELS[::-1]
        table, rng = _start(game // 2, "road-duel", 2), random.Random(game)
        while table.result is None:
            for ask in table.asks:
                value = _decide(table, ask, levels[ask.seat], rng).answer
                table.answer(ask.seat, ask.number, value)
        first = table.result.places[0]
        wins += sum(levels[seat] == "normal" for seat in first) / len(first)
    assert wins >= 28


# -- what it knows


def _fight(*cars: Any, **changes: Any) -> State:
    """A view of the seat that owns the first vehicle, which it is asked about."""
    return replaced(sight(cars=cars), **{"asked": 0, **changes})


def test_a_hidden_option_is_guessed_from_what_has_been_seen() -> None:
    assert _taken("rocket_special_a").kind.option == "a", "no other has no gunner and a turret"
    assert _taken("courier_a").kind.option == ""
    assert _taken("courier_a", budget=12_500).kind.option == "a", "a Courier costs more"


def test_the_weapons_of_a_hidden_sheet_are_those_of_what_it_is_taken_for() -> None:
    """A computer seat knows kind and mount of what it has seen, and takes the rest as stock."""
    sherman = _taken("mini_sherman_b", seen=[("mg", FRONT, "fired"), ("ss", BACK, "fired")])
    its = ai_known.fighters(_fight(car(0, 0), sherman))[1]
    assert [(group.weapons, group.ready) for group in its.groups] == [((0,), False), ((1,), True)]
    assert _taken("mini_sherman_b", seen=[("hr", FRONT, "spent")]).kind.option == "b"
    # A turret that is shot away was there.
    lone_man = _taken("rocket_special_a", seen=[("laser", TOP, "gone")])
    assert lone_man.kind.option == "a"
    assert not lone_man.turret
    assert not ai_known.fighters(_fight(car(0, 0), lone_man))[1].groups


def _taken(model: str, budget: int = 25_000, **changes: Any) -> Vehicle:
    """What a rival takes a vehicle for."""
    state = _fight(car(0, 0), car(1, 1, model, **changes), budget=(budget, budget))
    return GAME.view(state, 0).vehicles[1]


def test_harm_grows_as_a_side_wears_down() -> None:
    of = ai_known.Insides((20, 10, 20, 4, 0), (0.6, 0.0, 0.0, 0.0, 0.0), (0,), (0,), 10)
    worths = ai_known.worth_of_hit(of, 2)
    assert worths[LEFT] > worths[RIGHT] > worths[BACK] == worths[FRONT]
    # The last point in front takes the guns along.
    assert ai_known.harm(of, FRONT, 20) > ai_known.harm(of, BACK, 20) + 0.5


def test_odds_made_lean_are_those_of_the_rules() -> None:
    """A volley is the best of the odds of `sight.aim`, times what a hit is worth."""
    rng = random.Random(5)
    looked = 0
    for _ in range(300):
        mine = car(
            0, 0, "courier", x=0.0, y=0.0, heading=15.0 * rng.randrange(24), speed=10,
        )  # fmt: skip
        theirs = car(
            1, 1, rng.choice(("mini_sherman", "shogun_220", "rocket_special")),
            x=rng.uniform(-6, 6), y=rng.uniform(-6, 6), heading=15.0 * rng.randrange(24),
            speed=rng.choice((0, 50)),
        )  # fmt: skip
        seen = _fight(mine, theirs)
        me, foe = ai_known.fighters(seen)
        if abs(me.box.x - foe.box.x) + abs(me.box.y - foe.box.y) < 2:
            continue
        ground = ai_worth.field(seen)
        inches = ai_worth.range_of(me.box, foe.box)
        values = ai_worth.volley(me, me.box, me.speed, foe, foe.box, foe.speed, inches, ground)
        for value, group in zip(values, me.groups, strict=True):
            worth = ai_known.worth_of_hit(foe.insides, group.kind.dice)
            fires = [Fire(group.weapons, 1, side) for side in range(TOP + 1)]
            shots = [(aim(seen, 0, 0, fire), fire.side) for fire in fires]
            near = [shot.range for shot, _ in shots if shot is not None]
            if near and min(abs(near[0] - edge) for edge in (4, 8, 12)) < 0.7:
                # Far ranges are reckoned between centres, and may fall on the other side.
                continue
            best = max((shot.odds * worth[side] for shot, side in shots if shot), default=0.0)
            assert value == pytest.approx(best)
            looked += 1
    assert looked > 500


# -- single decisions


def _answer(seen: State, kind: str, options: Any, level: str = "normal") -> Any:
    ask: Ask[Any] = Ask(0, kind, options, options[0], "")
    return COMPUTERS[level].decide(seen, ask, _nothing, random.Random(0)).answer


def _nothing(seed: int) -> Table[Any]:
    raise AssertionError("nothing is imagined")


def _own(**changes: Any) -> Any:
    model = changes.pop("model", "courier")
    return car(0, 0, model, **changes)


def test_it_buys_what_the_budget_allows_and_rounds_off_a_pack() -> None:
    for budget in (10_000, 15_000, 25_000):
        table = _start(1, "arena", 2, budget=budget)
        for ask in table.asks:
            bought = _decide(table, ask, "normal", random.Random(0)).answer
            assert isinstance(bought, Bring)
    table = _start(1, "pack-attack", 2)
    bought = []
    while table.context.state.beat == "buy":
        ask = table.asks[0]
        value = _decide(table, ask, "normal", random.Random(0)).answer
        if ask.seat == 1:
            bought.append(value)
        table.answer(ask.seat, ask.number, value)
    assert sum(not isinstance(value, Enough) for value in bought) >= 5


def test_seats_have_different_tastes() -> None:
    """Where each fights alone: six models in fifty fights, and none of them everybody's."""
    table, bought = _start(1, "road-duel", 2), list[str]()
    for seed in range(100):
        value = _decide(table, table.asks[0], "normal", random.Random(seed)).answer
        bought.append(MODELS[value.model].name)
    assert len(set(bought)) >= 6
    assert max(bought.count(name) for name in bought) <= 35


def test_what_it_likes_can_be_brought_and_is_worth_its_money() -> None:
    for build in TASTE:
        assert not [*faults(build)], build
    for budget in (4_000, 8_000, 15_000, 30_000):
        table = _start(1, "arena", 2, budget=budget)
        for seed in range(30):
            value = _decide(table, table.asks[0], "normal", random.Random(seed)).answer
            brought = build_of(value)
            assert brought is not None
            assert min(budget, 21_000) / 2 < cost(brought[0]) <= budget


def test_it_likes_some_pace_but_waits_for_who_is_slow() -> None:
    """Nothing else speaks for another speed: the enemy, far ahead, cannot be hurt."""
    for theirs, slow in ((60, False), (0, True)):
        seen = _fight(_own(speed=20), car(1, 1, y=3.0, speed=theirs), step="speed")
        of = ai_drive.setting(seen, 0)
        costs = [ai_drive.dawdling(of, mph) for mph in (0, 10, 20, 30, 60)]
        assert costs == sorted(costs, reverse=True)
        assert (costs[2] == 0.0) == slow
        assert costs[4] == 0.0


def test_it_looks_for_whoever_is_out_of_sight() -> None:
    ahead = Box(0.0, 0.0, 0.0, 1.0, 0.5)
    wall = (0.0, 3.0, 2.0, 0.5)
    own, foe = _own(speed=30), car(1, 1, y=6.0, speed=0)
    pulls = []
    for walls in ((), (wall,)):
        seen = _fight(own, foe, scenario="arena", walls=walls, road=None, step="speed")
        of = ai_drive.setting(seen, 0)
        foes = ai_drive.tracks(ai_drive.paced(of.foes), seen, [1])
        near, far = (ai_drive.lure(of, ahead.shifted(0.0, -back), foes) for back in (0.0, 3.0))
        pulls.append(near - far)
    assert pulls[1] > 2 * pulls[0]


@pytest.mark.long
def test_in_fights_of_normal_seats_they_drive() -> None:
    speeds = []
    for seed in range(36):
        table, rng = _start(seed, "road-duel", 2), random.Random(seed)
        while table.result is None:
            for ask in table.asks:
                value = _decide(table, ask, "normal", rng).answer
                speeds += [abs(value.mph)] if ask.kind == "speed" else []
                table.answer(ask.seat, ask.number, value)
    assert sum(speeds) / len(speeds) >= 35
    assert sum(mph <= 10 for mph in speeds) <= len(speeds) / 4


def test_easy_buys_stock_vehicles() -> None:
    for seed in range(10):
        table = _start(seed, "road-duel", 2)
        value = _decide(table, table.asks[0], "easy", random.Random(seed)).answer
        assert isinstance(value, Take)
        assert MODELS[value.model].cost >= 6000


@pytest.mark.parametrize("level", LEVELS)
def test_it_turns_away_from_a_wall(level: str) -> None:
    wall = (0.0, 8.8, 3.0, 0.5)
    seen = _fight(
        _own(y=5.5, speed=30), car(1, 1, y=-9.0, x=9.0, speed=0), scenario="arena",
        walls=(wall,), road=None, phase=1, moving=0, step="move",
    )  # fmt: skip
    assert _answer(seen, "move", drives(False, 30), level) != Drive()


def test_it_makes_no_second_maneuver_for_nothing() -> None:
    seen = _fight(
        _own(speed=80, maneuvers=1), car(1, 1, y=9.0, speed=80), phase=3, moving=0, step="move"
    )
    assert _answer(seen, "move", drives(False, 80)) == Drive()


def test_it_catches_up_with_whoever_is_far_ahead() -> None:
    for level in LEVELS:
        seen = _fight(_own(speed=60), car(1, 1, y=25.0, speed=60), step="speed")
        options = [Speed(mph) for mph in (60, 70, 50, 40)]
        assert _answer(seen, "speed", options, level) == Speed(70)


def test_it_waits_for_the_better_shot_of_a_turn() -> None:
    """Closing in fast, it does not spend its launcher at long range."""
    shot = Fire((0,), 1, BACK)
    closing = _fight(_own(speed=60), car(1, 1, y=6.0, speed=10), phase=2, person=0, step="fire")
    assert _answer(closing, "fire", [Hold(), shot]) == Hold()
    last = replaced(closing, phase=6)
    assert _answer(last, "fire", [Hold(), shot]) == shot


def test_it_keeps_a_weapon_with_one_shot_for_good_odds() -> None:
    """The one rocket that points back is not fired at a pursuer far behind, unless nothing has
    happened for long."""
    shot = Fire((3,), 1, FRONT)
    for y, quiet, fired in ((2.0, 0, False), (2.0, 5, True), (6.3, 0, True)):
        own, foe = _own(model="rocket_special_b", y=8.0, speed=60), car(1, 1, y=y, speed=60)
        seen = _fight(own, foe, phase=6, person=0, step="fire", quiet=quiet)
        assert (_answer(seen, "fire", [Hold(), shot]) == shot) == fired


def test_it_shoots_at_the_side_that_is_worn_down() -> None:
    worn = car(1, 1, x=1.5, y=3.0, speed=0, lost=(0, 0, 0, 19, 0))
    seen = _fight(_own(speed=0), worn, phase=1, person=0, step="fire")
    options = [Hold(), Fire((0,), 1, BACK), Fire((0,), 1, LEFT)]
    assert _answer(seen, "fire", options) == Fire((0,), 1, LEFT)


def test_easy_fires_at_even_odds_only() -> None:
    near = _fight(_own(speed=0), car(1, 1, y=1.5, speed=0), phase=1, person=0, step="fire")
    options = [Hold(), Fire((0,), 1, BACK)]
    assert _answer(near, "fire", options, "easy") == options[1]
    far = replaced(near, cars=(near.cars[0], car(1, 1, y=14.0, speed=60)))
    assert _answer(far, "fire", options, "easy") == Hold()


def test_it_lays_smoke_for_whoever_is_close_behind() -> None:
    chased = _own(model="mini_sherman", y=4.0, speed=60)
    tail = car(1, 1, "mini_sherman", y=1.0, speed=60)
    seen = _fight(chased, tail, phase=1, person=0, step="fire")
    smoke = Fire((2,))
    assert _answer(seen, "fire", [Hold(), smoke]) == smoke
    gone = replaced(seen, cars=(chased, car(1, 1, y=9.0, speed=60)))
    assert _answer(gone, "fire", [Hold(), smoke]) == Hold()


# -- looking along paths


def test_room_ahead_of_a_counter() -> None:
    box = Box(0.0, 0.0, 0.0, 1.0, 0.5)
    wall = Box(0.0, 5.0, 0.0, 1.0, 2.0)
    assert ai_paths.room_ahead(box, False, 0.0, [wall]) == pytest.approx(3.65)
    assert ai_paths.room_ahead(box, True, 0.0, [wall]) > 50
    assert ai_paths.room_ahead(box, False, 60.0, [wall]) > 50
    assert ai_paths.road_ahead(Box(0.0, 3.0, 90.0, 1.0, 0.5), False) == pytest.approx(1.5)
    assert ai_paths.road_ahead(Box(1.0, 3.0, 0.0, 1.0, 0.5), False) == 100.0


def test_the_way_round_a_block() -> None:
    here, there = Box(0.0, -4.0, 0.0, 1.0, 0.5), Box(0.0, 4.0, 0.0, 1.0, 0.5)
    block = (-1.5, -0.5, 1.5, 0.5)
    (x, _), inches = ai_paths.way_to(here, there, [block])
    assert abs(x) > 1.5
    assert inches > 8.0
    assert ai_paths.way_to(here, there, []) == ((0.0, 4.0), 8.0)


def test_stopping_takes_this_many_inches() -> None:
    assert [ai_paths.needed(speed, 0) for speed in (20, 30, 50, 60)] == [0, 1, 4, 6]


def test_moments_hold_the_first_and_the_last_move() -> None:
    for fastest in range(0, 110, 10):
        for phase in range(1, 11):
            when = ai_paths.moments(phase, fastest)
            assert when[0] == phase
            assert when[-1] == max(phase, fastest // 10)
            assert when == sorted(set(when))
            assert len(when) <= ai_paths.LOOKS


def test_ramming_pays_against_a_cycle_only() -> None:
    cycle = _fight(_own(speed=50), car(1, 1, "shogun_100", y=1.2, heading=90.0, speed=10))
    me, foe = ai_known.fighters(cycle)
    assert ai_paths.impact(me, me.box, 50, foe, foe.box, 10) > 0.2
    rider = _fight(
        _own(model="shogun_100", speed=50), car(1, 1, "courier", y=1.2, heading=90.0, speed=10)
    )
    me, foe = ai_known.fighters(rider)
    assert ai_paths.impact(me, me.box, 50, foe, foe.box, 10) < -0.2


def test_easy_stays_on_the_road() -> None:
    seen = _fight(
        _own(x=1.4, heading=30.0, speed=50), car(1, 1, y=20.0), phase=1, moving=0, step="move"
    )
    options = drives(False, 50)
    asked = Ask(0, "move", options, options[0], "")
    for seed in range(5):
        drive, why = ai_easy.drive(seen, asked, random.Random(seed))
        assert drive.amount < 0
        assert why == "clear"


@pytest.mark.parametrize("level", ["easy", "normal"])
@pytest.mark.parametrize(("x", "heading"), [(15.0, 90.0), (-9.0, 270.0), (6.0, 0.0), (-4.0, 180.0)])
def test_who_is_off_the_road_comes_back(level: str, x: float, heading: float) -> None:
    """The rough ground has no end, and computer seats must not drive on over it for ever."""
    box, speed = Box(x, 0.0, heading, 1.0, 0.5), 30
    for move in range(120):
        phase = 1 + move % 3
        own = _own(x=box.x, y=box.y, heading=box.heading, speed=speed, maneuvers=phase - 1)
        foe = car(1, 1, y=box.y + 8.0, speed=30)
        seen = _fight(own, foe, phase=phase, moving=0, step="move", ground="off-road")
        box = end(box, _answer(seen, "move", drives(False, speed), level), backwards=False)
        if not beyond(box):
            return
    raise AssertionError(f"it is still at {box}")


def test_a_pose_is_weighed_with_what_lies_around() -> None:
    seen = _fight(_own(speed=40), car(1, 1, y=2.2, speed=0), phase=1, moving=0, step="move")
    best, straight = ai_drive.best_drive(seen, drives(False, 40), 0)
    assert straight.drive == Drive()
    assert best.value >= straight.value


def test_a_crew_of_two_shares_its_weapons() -> None:
    """The one with the better computer gets the launcher, though the other one is asked first."""
    options = [Hold(), Fire((0,), 1, BACK), Fire((1,), 1, LEFT)]
    foe = car(1, 1, x=1.2, y=3.0, speed=0)
    for computers, weapon in (((2, 0), 0), ((0, 2), 1)):
        own = _own(speed=0, computers=computers)
        seen = _fight(own, foe, phase=1, person=0, step="fire")
        assert _answer(seen, "fire", options).weapons == (weapon,)


# -- "Drive as the computer would"


@pytest.mark.by_turns
@pytest.mark.parametrize(("scenario", "seats", "ground"), TABLES)
def test_as_the_computer_would_is_what_normal_does(scenario: str, seats: int, ground: str) -> None:
    looked = Counter[str]()
    keys = {"move": "computer", "fire": "gun"}
    for at, table in enumerate(_positions(3, scenario, seats, ground)):
        for ask in table.asks if at % 2 == 0 else ():
            seen, key = table.view(ask.seat), keys.get(ask.kind)
            if key is None or (key == "gun" and len(own(seen)) > 1):
                continue
            offer = PLANS.offered(seen, ask, None, key)
            assert offer is not None
            looked[key] += 1
            value = _decide(table, ask, "normal", random.Random(0)).answer
            assert PLANS.answer(seen, ask, offer.plan) == value
    assert looked["computer"] >= 4
