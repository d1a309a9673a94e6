"""Plans: what players may write, what is refused, and when a plan asks again."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from games.engine.ask import Typed, Walked
from games.engine.chance import SeededChance
from games.engine.errors import Refusal
from games.engine.table import Table
from games.mini_carwars import GAME
from games.mini_carwars.ai import COMPUTERS
from games.mini_carwars.maneuvers import PLAIN_PIVOT, TOP_SPEED, drives, end
from games.mini_carwars.moves import Drive, Fire, Hold, Speed
from games.mini_carwars.options import Options
from games.mini_carwars.plan import Plan
from games.mini_carwars.plans import PLANS
from games.mini_carwars.state import State
from tests.games.mini_carwars.sights import ask, car, replaced, sight
from tests.games.walked import check_walked

STRAIGHT = Drive()
LEFT = Drive("swerve", -15, "left")
MOVES = "Rules: 6. Maneuvers And Control"
SIX: dict[str, Any] = {"phase": 0, "step": "speed", "moving": -1}
"""All moves of the turn lie ahead."""


def alone(**changes: Any) -> State:
    """Ann at the first of six moves of her Courier, with nobody near."""
    cars = (car(0, 0, speed=60, **changes), car(1, 1, y=40.0, speed=60))
    return sight(cars=cars, phase=1)


def walked(view: State, plan: Plan | None = None) -> tuple[Walked[Plan], Typed]:
    """How a plan is made now, and its form."""
    question = PLANS.ahead(view, plan)
    assert question is not None
    assert question.number == view.turn
    assert question.walked is not None
    form = question.walked.typed(())
    assert form is not None
    return question.walked, form


def read(text: str, view: State | None = None) -> Plan:
    way, form = walked(view or alone())
    plan = way.read(form.read(text))
    path = way.path_of(plan)
    assert path is not None
    assert way.read(path) == plan
    return plan


def write(view: State, plan: Plan | None) -> str:
    return walked(view, plan)[1].usual


def drives_of(text: str, view: State | None = None) -> list[Drive]:
    return [step.drive for intent in read(text, view).intents for step in intent.steps]


def moved(view: State, drive: Drive, **changes: Any) -> State:
    """After Ann has made a move that nothing stopped, at her next one."""
    mine = view.cars[0]
    box = end(mine.box, drive, mine.speed < 0)
    there = {"x": box.x, "y": box.y, "heading": box.heading, **changes}
    cars = (replaced(mine, **there), *view.cars[1:])
    return replaced(view, cars=cars, phase=view.phase + 1)


def turn_of(view: State) -> Any:
    return ask("move", *drives(view.cars[0].kind.cycle, view.cars[0].speed))


# -- what is understood


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("straight, straight", [STRAIGHT, STRAIGHT]),
        ("S, Ahead; FORWARD", [STRAIGHT] * 3),
        ("straight x3", [STRAIGHT] * 3),
        ("3 straight", [STRAIGHT] * 3),
        ("straight three times", [STRAIGHT] * 3),
        ("straight 2", [STRAIGHT] * 2),
        ("straight then straight", [STRAIGHT] * 2),
        ("straight.\nstraight.", [STRAIGHT] * 2),
        ("straight to the end of the turn", [STRAIGHT] * 6),
        ("swerve left 15, straight to the end", [LEFT, *[STRAIGHT] * 5]),
        ("swerve left 15", [LEFT]),
        ("Swerve 15 LEFT", [LEFT]),
        ("sw l15", [LEFT]),
        ("swerve left by 15°", [LEFT]),
        ("swerve 15-degrees left holding the left rear corner", [LEFT]),
        ("swerve left 30 hold right", [Drive("swerve", -30, "right")]),
        ("swerve r30", [Drive("swerve", 30, "right")]),
        ("drift right 1/4", [Drive("drift", 1)]),
        ("drift left ½", [Drive("drift", -2)]),
        ("d r half an inch", [Drive("drift", 2)]),
        ("drift 0.25 left", [Drive("drift", -1)]),
        ("A: straight", [STRAIGHT]),
        ("a : straight", [STRAIGHT]),
        ("all: straight", [STRAIGHT]),
    ],
)
def test_moves_may_be_written_in_many_ways(text: str, expected: list[Drive]) -> None:
    assert drives_of(text) == expected


@pytest.mark.parametrize(
    ("text", "most"),
    [
        ("hold fire", 0),
        ("hold", 0),
        ("don't fire", 0),
        ("hold fire to the end of the turn", 0),
        ("fire at 8 or less", 8),
        ("fire when 8 or less is needed", 8),
        ("Fire if the roll needed is 8 or less", 8),
        ("hold fire unless the roll needed is 8 or less", 8),
        ("hold fire unless 7 or lower", 7),
        ("fire 10", 10),
        ("shoot at ten or below", 10),
        ("fire at will", 12),
    ],
)
def test_firing_orders_may_be_written_in_many_ways(text: str, most: int) -> None:
    assert [intent.fire for intent in read(text).intents] == [most]


def test_the_plan_of_the_rulebooks_turn() -> None:
    moves = "straight, straight, swerve left 15, straight"
    text = f"{moves}; hold fire unless the roll needed is 8 or less"
    plan = read(text)
    assert drives_of(text) == [STRAIGHT, STRAIGHT, LEFT, STRAIGHT]
    assert PLANS.told(alone(), plan) == "straight x2, swerve left 15, straight; fire at 8 or less"


@pytest.mark.parametrize(
    ("text", "speed"),
    [
        ("speed 50", 50),
        ("70 mph", 70),
        ("10 faster", 70),
        ("slower 20", 40),
        ("brake", 50),
        ("keep", 60),
        ("keep the speed", 60),
    ],
)
def test_a_speed_may_be_planned_while_speeds_are_chosen(text: str, speed: int) -> None:
    view = sight(cars=alone().cars, **SIX)
    plan = read(text, view)
    assert plan.intents[0].speed == speed
    options = [Speed(mph) for mph in (60, 70, 50, 40)]
    assert PLANS.answer(view, ask("speed", *options), plan) == Speed(speed)


def test_each_line_is_one_vehicle() -> None:
    view = pack()
    plan = read("a1: straight, straight\nA2: drift left 1/4\nall: hold fire", view)
    assert [(i.vehicle, len(i.steps), i.fire) for i in plan.intents] == [(0, 2, 0), (1, 1, 0)]
    assert PLANS.told(view, plan) == "A1: straight x2; hold fire\nA2: drift left 1/4; hold fire"
    assert PLANS.told(view, read("all: straight", view)) == "A1 and A2: straight"
    assert [i.fire for i in read("fire at 9 or less", view).intents] == [9, 9]


def pack() -> State:
    """Ann's two cycles."""
    plain: dict[str, Any] = {"model": "shogun_100", "speed": 40}
    cars = (
        car(0, 0, label="A1", **plain),
        car(1, 0, label="A2", x=1.0, y=0.0, **plain),
        car(2, 1, y=30.0),
    )
    return sight(cars=cars, phase=1, order=(0, 1, 2))


# -- what is refused


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            "straight, swerve left 45, straight",
            "Phase 2: A is a car: it swerves by 15 and 30 degrees",
        ),
        ("pivot left 90", "Phase 1: A can pivot only in a turn that it begins at 10 mph"),
        ("straight x7", "A has 6 moves left this turn at 60 mph, and the plan has 7"),
        ("straight x9999", "A has 6 moves left this turn at 60 mph"),
        ("drift left 1/2 x4", "Phase 4: A would leave the road with drift left 1/2"),
        ("B: straight", "You have no vehicle 'B' in action; yours: A"),
        ("A7: straight", "You have no vehicle 'A7' in action; yours: A"),
        ("turn left", "'turn left' is no part of a plan"),
        ("swerve left", "'swerve left' is no part of a plan"),
        ("swerve 15", "'swerve 15' is no part of a plan"),
        ("swerve left right 15", "is no part of a plan"),
        ("swerve left ten thousand", "is no part of a plan"),
        ("drift left 1", "is no part of a plan"),
        ("drift left 1/4 hold right", "is no part of a plan"),
        ("straight left", "is no part of a plan"),
        ("straight swerve left 15", "is no part of a plan"),
        ("swerve left 15 holding", "is no part of a plan"),
        ("fire", "'fire' is no part of a plan"),
        ("fire at 8 or more", "is no part of a plan"),
        ("hold fire 8", "is no part of a plan"),
        ("fire at 13 or less", "The roll needed is 3 to 12"),
        ("fire at 2 or less", "The roll needed is 3 to 12"),
        ("hold fire; fire at 8", "A has 2 firing orders: one is enough"),
        ("straight x²", "is no part of a plan"),
        ("swerve left 15 holding the road", "is no part of a plan"),
        ("speed 40", "Speeds are chosen before the first phase of a turn"),
        ("<script>" + "x" * 900, "is no part of a plan"),
    ],
)
def test_what_cannot_be_is_one_sentence_with_its_rule(text: str, sentence: str) -> None:
    with pytest.raises(Refusal) as refused:
        read(text)
    assert sentence in str(refused.value)
    assert "(Rules: " in str(refused.value)
    assert str(refused.value).endswith(").")
    assert len(str(refused.value)) < 250
    assert refused.value.cite


def test_no_more_moves_are_made_of_a_text_than_any_turn_can_hold() -> None:
    _, form = walked(alone())
    parts = form.read(", ".join(["straight x9999"] * 250))
    assert parts.count("straight") == TOP_SPEED
    with pytest.raises(Refusal, match="A has 6 moves left this turn at 60 mph"):
        read(", ".join(["straight x9999"] * 250))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("speed 90", "A does 60 mph and can show 70, 60, 50 or 40, not 90"),
        ("30 slower", "can show 70, 60, 50 or 40, not 30"),
        ("speed 55", "can show 70, 60, 50 or 40, not 55"),
        ("reverse 10", "can show 70, 60, 50 or 40, not -10"),
        ("speed 50; keep", "A has 2 speeds: one is enough"),
        ("pivot left 15", "A can pivot only in a turn that it begins at 10 mph"),
        ("speed 50; straight x6", "A has 5 moves left this turn at 50 mph"),
        ("straight x8", "A has 7 moves left this turn, and the plan has 8"),
    ],
)
def test_speeds_that_cannot_be(text: str, sentence: str) -> None:
    with pytest.raises(Refusal) as refused:
        read(text, sight(cars=alone().cars, **SIX))
    assert sentence in str(refused.value)


def test_what_a_vehicle_cannot_do_any_more() -> None:
    with pytest.raises(Refusal, match="Nobody steers A any more"):
        read("straight", alone(hits=(2, 0)))
    with pytest.raises(Refusal, match="can show 30 or 20, not 50"):
        read("10 faster", sight(cars=(car(0, 0, plant_gone=True),), **SIX))
    with pytest.raises(Refusal, match="A stands: say its speed first"):
        read("straight", sight(cars=(car(0, 0, speed=0),), **SIX))
    assert PLANS.ahead(alone(out="crashed"), None) is None
    with pytest.raises(Refusal, match="can show 50, 40, 30 or 20, not -10"):
        read("A1: reverse 10", replaced(pack(), phase=0, step="speed"))
    with pytest.raises(Refusal, match="Begin each line with its vehicle"):
        read("straight", pack())
    with pytest.raises(Refusal, match="yours: A1 and A2"):
        read("A11: straight", pack())


def test_a_skid_costs_moves() -> None:
    assert len(drives_of("straight x5", alone(skip=1))) == 5
    with pytest.raises(Refusal, match="5 moves left"):
        read("straight x6", alone(skip=1))


def test_a_wall_must_be_meant() -> None:
    walls = ((0.0, 3.5, 4.0, 1.0),)
    view = replaced(alone(), walls=walls, road=None, scenario="arena")
    with pytest.raises(Refusal, match="Phase 3: A would hit a wall: add ram"):
        read("straight x3", view)
    plan = read("straight, straight, straight ram", view)
    assert [step.ram for step in plan.intents[0].steps] == [False, False, True]
    assert all(step.ram for step in read("straight x3; ram", view).intents[0].steps)
    assert write(view, None) == "A: straight x2"


@pytest.mark.parametrize("text", ["pivot 0", "pivot left 0", "pivot right 0 hold right"])
def test_a_pivot_without_a_turn_has_no_side(text: str) -> None:
    slow = sight(cars=(car(0, 0, speed=10),), phase=1)
    assert drives_of(text, slow) == [PLAIN_PIVOT]
    assert write(slow, read(text, slow)) == "A: pivot 0"


def test_off_road_a_plan_may_leave_the_road() -> None:
    view = replaced(alone(), ground="off-road")
    assert len(drives_of("drift left 1/2 x4", view)) == 4


def test_who_cannot_stay_on_the_road_may_leave_it() -> None:
    assert drives_of("straight", alone(x=-3.0)) == [STRAIGHT]


WORDS = (
    *("straight", "drift", "swerve", "pivot", "left", "right", "l15", "1/4", "½", "15", "45", "x"),
    *("x3", "0", "hold", "fire", "at", "unless", "8", "or", "less", "ram", "speed", "faster", "10"),
    *(",", ";", ".", ":", "A", "all", "to the end", "then", "\n", "keep", "mph", "²", "-", "times"),
)


def test_whatever_is_typed_is_a_plan_or_one_sentence() -> None:
    rng, read_well, refusals = random.Random(1), 0, set[str]()
    views = (alone(), sight(cars=alone().cars, **SIX), pack())
    for _ in range(4000):
        text = " ".join(rng.choices(WORDS, k=rng.randint(0, 7)))
        try:
            plan = read(text, view := rng.choice(views))
        except Refusal as refused:
            refusals.add(str(refused))
        else:
            read_well += bool(plan.intents)
            assert not write(view, plan) or read(write(view, plan), view)
    assert read_well > 50
    assert len(refusals) > 50
    assert all("(Rules: " in said and said.endswith(").") for said in refusals)


@pytest.mark.parametrize("view", [alone(), sight(cars=alone().cars, **SIX), pack()])
def test_a_plan_is_walked_part_by_part(view: State) -> None:
    question = PLANS.ahead(view, None)
    assert question is not None
    assert question.walked is not None
    check_walked(question, question.walked, GAME, Plan)


def test_the_parts_of_a_plan_stay_the_same_for_ever() -> None:
    moves_said = "straight x2, drift right 1/2, swerve left 15 hold right ram"
    text = f"A: keep; {moves_said}; fire at 8, wrecks too"
    way, form = walked(sight(cars=alone().cars, **SIX))
    moves = ("straight", "straight", "driftrh", "swervel15rightram")
    assert form.read(text) == ("t5", "v0", "s60", *moves, "f8w", "done")
    assert way.keys(("t5", "v0"))[:5] == ("s60", "s70", "s50", "s40", "straight")
    slow = sight(cars=(car(0, 0, speed=10),), phase=1)
    assert walked(slow)[1].read("pivot 0; hold fire") == ("t5", "v0", "pivot0", "f0", "done")


# -- following


def test_a_plan_is_followed_move_by_move() -> None:
    view = alone()
    plan = read("straight, swerve left 15, straight", view)
    for drive in (STRAIGHT, LEFT, STRAIGHT):
        assert PLANS.answer(view, turn_of(view), plan) == drive
        view = moved(view, drive)
    assert PLANS.answer(view, turn_of(view), plan) is None
    assert PLANS.told(view, plan) == ""


def test_a_plan_is_kept_as_json() -> None:
    plan = read("straight, swerve left 15 ram; fire at 9 or less")
    assert msgspec.json.decode(msgspec.json.encode(plan), type=PLANS.kept) == plan


def test_a_plan_counts_in_its_turn_only() -> None:
    view = alone()
    plan = read("straight; hold fire", view)
    later = replaced(view, turn=view.turn + 1)
    way, _ = walked(later)
    path = way.path_of(plan)
    assert path is not None
    with pytest.raises(Refusal, match="no plan for what your vehicles can do now"):
        way.read(path)
    assert PLANS.answer(later, turn_of(later), plan) is None
    assert PLANS.told(later, plan) == ""


def test_the_last_move_of_a_turn_is_no_plan() -> None:
    """Straight to the end is then what straight ahead beside it is."""
    for phase, offered in ((5, True), (6, False)):
        view = replaced(alone(), phase=phase)
        keys = [offer.key for offer in PLANS.offers(view, turn_of(view), None)]
        assert ("straight" in keys) is offered


def test_a_plan_asks_again_after_a_skid_and_can_go_on() -> None:
    view = alone()
    plan = read("straight, straight, drift right 1/4, straight; hold fire", view)
    view = moved(view, STRAIGHT, x=0.3)
    assert PLANS.answer(view, turn_of(view), plan) is None
    assert "asks again before straight, drift right 1/4, straight" in PLANS.told(view, plan)
    assert write(view, plan) == "A: straight, drift right 1/4, straight; hold fire"
    offers = {offer.key: offer for offer in PLANS.offers(view, turn_of(view), plan)}
    assert [*offers] == ["on", "straight", "computer"]
    again = offers["on"].plan
    for drive in (STRAIGHT, Drive("drift", 1), STRAIGHT):
        assert PLANS.answer(view, turn_of(view), again) == drive
        view = moved(view, drive)
    assert again.of(0).fire == 0


def test_a_plan_asks_again_when_the_speed_has_changed() -> None:
    view = alone()
    plan = read("straight, straight", view)
    slowed = (replaced(view.cars[0], speed=50), view.cars[1])
    view = replaced(view, cars=slowed)
    assert PLANS.answer(view, turn_of(view), plan) is None


def test_a_plan_asks_before_a_collision_it_was_not_told_of() -> None:
    view = sight(cars=(car(0, 0, speed=60), car(1, 1, y=1.8)), phase=1)
    for text, answer in (
        ("straight", None),
        ("straight ram", STRAIGHT),
        ("straight; ram", STRAIGHT),
    ):
        assert PLANS.answer(view, turn_of(view), read(text, view)) == answer
    assert [offer.key for offer in PLANS.offers(view, turn_of(view), None)] == ["computer"]
    assert PLANS.told(view, read("straight x2", view)) == "asks before a collision: straight x2"


def test_driving_away_from_what_one_lies_against_is_no_collision() -> None:
    behind = sight(cars=(car(0, 0, speed=60), car(1, 1, y=-1.0)), phase=1)
    assert PLANS.answer(behind, turn_of(behind), read("straight", behind)) == STRAIGHT
    ahead = sight(cars=(car(0, 0, speed=60), car(1, 1, y=1.0)), phase=1)
    assert PLANS.answer(ahead, turn_of(ahead), read("straight", ahead)) is None


def test_a_move_that_is_not_allowed_now_is_asked() -> None:
    view = alone()
    plan = read("swerve left 15", view)
    assert PLANS.answer(view, ask("move", STRAIGHT, Drive("drift", 1)), plan) is None


def test_a_question_with_one_answer_answers_itself() -> None:
    for kind in ("move", "fire", "speed"):
        assert GAME.only(ask(kind, Hold())) == Hold()
    assert GAME.only(ask("fire", Hold(), Fire((0,), 1, 2))) is None


# -- fire


def firing(**changes: Any) -> State:
    cars = (car(0, 0, speed=60), car(1, 1, **{"y": 9.0, **changes}))
    return sight(cars=cars, step="fire", moving=-1, person=0, phase=1)


ROCKET = Fire((0,), 1, 2)


def test_the_best_shot_is_fired_or_none() -> None:
    # The rear 8 inches ahead: rocket 8 + 2 range + 1 rear = 11.
    view = firing()
    question = ask("fire", Hold(), ROCKET)
    assert PLANS.answer(view, question, read("fire at 11 or less", view)) == ROCKET
    assert PLANS.answer(view, question, read("fire at 10 or less", view)) == Hold()
    assert PLANS.answer(view, question, read("hold fire", view)) == Hold()
    assert PLANS.answer(view, question, read("straight", view)) is None


def test_of_shots_the_lowest_roll_then_the_most_dice_count() -> None:
    # Crosswise ahead: its rear needs 10, its right side a point less.
    view = firing(heading=30.0)
    rear, side = Fire((0,), 1, 2), Fire((0,), 1, 1)
    plan = read("fire at will", view)
    assert PLANS.answer(view, ask("fire", Hold(), rear, side), plan) == side
    assert PLANS.answer(view, ask("fire", Hold(), rear), read("fire at 9", view)) == Hold()
    # A linked pair has twice the dice, and the same roll.
    pair = firing()
    pair = replaced(pair, cars=(car(0, 0, "mini_sherman", speed=60), pair.cars[1]))
    single, both = Fire((0,), 1, 2), Fire((0, 1), 1, 2)
    assert PLANS.answer(pair, ask("fire", Hold(), single, both), read("fire at will", pair)) == both


WRECK = Fire((0,), 1, 2, out=True)


def test_about_what_is_out_of_action_nobody_is_asked_unless_it_is_planned() -> None:
    view = firing(out="crashed", speed=0)
    question = ask("fire", Hold(), WRECK)
    assert GAME.only(question) == Hold()
    for text in ("hold fire", "fire at will", "straight"):
        assert PLANS.answer(view, question, read(text, view)) in (None, Hold())
    plan = read("fire at 12 or less, wrecks too", view)
    assert PLANS.answer(view, question, plan) == WRECK
    # Standing adds 1: the rear 8 inches ahead needs a 10.
    low = read("fire at 9 or less, wrecks too", view)
    assert PLANS.answer(view, question, low) == Hold()
    old = replaced(plan, turn=view.turn - 1)
    assert PLANS.answer(view, question, old) is None


def test_what_is_in_action_comes_before_what_is_out_of_it() -> None:
    view = sight(
        cars=(car(0, 0), car(1, 1, y=30.0), car(2, 1, x=-2.0, y=3.0, out="crew", speed=0)),
        step="fire", moving=-1, person=0, phase=1,
    )  # fmt: skip
    far, near = Fire((0,), 1, 2), Fire((0,), 2, 2, out=True)
    question = ask("fire", Hold(), far, near)
    assert GAME.only(question) is None
    only = ask("fire", Hold(), near, Fire((3,)))
    assert GAME.only(only) is None, "smoke can be fired"
    assert PLANS.answer(view, only, read("fire at will, wrecks too", view)) == near
    close = replaced(view, cars=(*view.cars[:1], car(1, 1, y=9.0), view.cars[2]))
    assert PLANS.answer(close, question, read("fire at will, wrecks too", close)) == far
    # The one in action needs 10: to wait for it is better than a wreck.
    assert PLANS.answer(close, question, read("fire at 8, wrecks too", close)) == Hold()
    assert PLANS.answer(view, question, read("fire at will", view)) == Hold()


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("fire at 8 or less, wrecks too", "fire at 8 or less, wrecks too"),
        ("wrecks too; fire at 8", "fire at 8 or less, wrecks too"),
        ("fire at 7 or less and at wrecks too", "fire at 7 or less, wrecks too"),
        ("fire at wrecks, too, at 8 or less; straight", None),
        ("fire at will, even at wrecks", "fire at 12 or less, wrecks too"),
        ("hold fire unless 8 or less, wrecks too", "fire at 8 or less, wrecks too"),
        ("hold fire, wrecks too", None),
        ("wrecks too", None),
        ("hold fire at wrecks", None),
        ("fire at wrecks", None),
        ("fire at 8 or less at wrecks only", None),
        ("fire only at wrecks at 8 or less", None),
    ],
)
def test_how_wrecks_are_written(text: str, told: str | None) -> None:
    view = alone()
    if told is None:
        with pytest.raises(Refusal):
            read(text, view)
        return
    plan = read(text, view)
    assert PLANS.told(view, plan) == told
    assert write(view, plan).endswith(told)
    assert read(write(view, plan), view).intents[0].wrecks


def test_smoke_is_never_fired_by_a_plan() -> None:
    view = firing()
    assert PLANS.answer(view, ask("fire", Hold(), Fire((2,))), read("fire at will", view)) == Hold()


# -- buttons


def test_buttons_beside_a_move_and_a_shot() -> None:
    view = alone()
    straight, computer = PLANS.offers(view, turn_of(view), read("hold fire", view))
    assert straight.text == "Straight to the end of the turn"
    assert PLANS.told(view, straight.plan) == "straight x6; hold fire"
    assert computer.text == "Drive as the computer would"
    assert PLANS.told(view, computer.plan) == "as the computer would; hold fire"
    view = firing()
    offers = PLANS.offers(view, ask("fire", ROCKET, Hold()), None)
    assert [offer.text for offer in offers] == [
        "Fire the best shot",
        "Wait for a better shot",
        "Hold fire to the end of the turn",
        "Fire as the computer would",
    ]
    assert [PLANS.told(view, offer.plan) for offer in offers] == [
        "fire at 11 or less",
        "fire at 10 or less",
        "hold fire",
        "fire as the computer would",
    ]


def test_straighten_up_turns_along_the_road_and_keeps_on() -> None:
    view = alone(heading=45.0)
    offer = PLANS.offered(view, turn_of(view), None, "up")
    assert offer is not None
    assert offer.detail.startswith("swerve left 30, swerve left 15, straight x4")
    for drive in (Drive("swerve", -30, "left"), LEFT, *[STRAIGHT] * 4):
        assert PLANS.answer(view, turn_of(view), offer.plan) == drive
        view = moved(view, drive)
    assert view.cars[0].heading == 0.0
    assert PLANS.offered(alone(), turn_of(alone()), None, "up") is None


def test_a_turn_driven_as_the_computer_would() -> None:
    view = alone()
    plan = read("as the computer would; hold fire", view)
    assert write(view, plan) == "A: as the computer would; hold fire"
    for _ in range(3):
        question = turn_of(view)
        chosen = COMPUTERS["normal"].decide(view, question, lambda seed: None, random.Random(1))
        assert PLANS.answer(view, question, plan) == chosen.answer
        view = moved(view, chosen.answer)


def test_who_was_held_up_is_driven_as_the_computer_would_from_where_he_is() -> None:
    view = alone()
    plan = read("swerve left 15 ram, as the computer would", view)
    assert PLANS.answer(view, turn_of(view), plan) == LEFT
    held = replaced(view, phase=2)
    chosen = PLANS.answer(held, turn_of(held), read("as the computer would", held))
    assert PLANS.answer(held, turn_of(held), plan) == chosen != LEFT


def test_a_shortcut_asks_before_what_its_player_would_be_warned_of() -> None:
    """A typed plan says itself what it risks."""
    risky = alone(heading=15.0, maneuvers=1)
    question, turn = turn_of(risky), Drive("swerve", -15, "left")
    offers = {offer.key: offer for offer in PLANS.offers(risky, question, None)}
    assert PLANS.answer(risky, question, offers["up"].plan) is None
    pressed = PLANS.offered(risky, question, None, "up")
    assert pressed is not None
    assert PLANS.answer(risky, question, pressed.plan) == turn
    assert PLANS.answer(risky, question, read("swerve left 15", risky)) == turn
    assert PLANS.offered(risky, question, None, "no such key") is None


def test_one_button_for_the_moves_of_several_vehicles() -> None:
    view = pack()
    offers = {offer.key: offer for offer in PLANS.offers(view, turn_of(view), None)}
    assert [*offers] == ["straight", "computer", "all"]
    assert PLANS.told(view, offers["computer"].plan) == "A1 and A2: as the computer would"
    assert PLANS.told(view, offers["straight"].plan) == "A1: straight x4"
    assert PLANS.told(view, offers["all"].plan) == "A1 and A2: straight x4"
    planned = read("A2: straight x2", view)
    offers = {offer.key: offer for offer in PLANS.offers(view, turn_of(view), planned)}
    told = PLANS.told(view, offers["computer"].plan)
    assert told == "A1: as the computer would\nA2: straight x2", "what is planned stays"


def test_buttons_for_the_speed_of_several_vehicles() -> None:
    view = replaced(pack(), phase=0, step="speed", moving=-1)
    question = ask("speed", Speed(40), Speed(50), Speed(30), Speed(20))
    offers = {offer.key: offer for offer in PLANS.offers(view, question, None)}
    assert [*offers] == ["faster", "keep", "slower", "brake"]
    assert PLANS.answer(view, question, offers["brake"].plan) == Speed(20)
    assert PLANS.told(view, offers["faster"].plan) == "A1 and A2: speed 50"


@pytest.mark.parametrize(
    ("key", "mph", "text"),
    [
        ("cruise", 60, "60 mph by computer"),
        ("quicken", 70, "70 mph by computer"),
        ("ease", 50, "50 mph by computer"),
        ("slow", 40, "40 mph by computer"),
    ],
)
def test_one_button_sets_the_speed_and_drives_as_the_computer_would(
    key: str, mph: int, text: str
) -> None:
    view = sight(cars=alone().cars, **SIX)
    question = ask("speed", *map(Speed, view.cars[0].speeds))
    offers = {each.key: each for each in PLANS.offers(view, question, read("hold fire", view))}
    assert [*offers] == ["cruise", "quicken", "ease", "slow"]
    offer = offers[key]
    assert offer.text == text
    assert PLANS.answer(view, question, offer.plan) == Speed(mph)
    assert PLANS.told(view, offer.plan) == f"speed {mph}; as the computer would; hold fire"
    moving = alone()
    moving = replaced(moving, cars=(replaced(moving.cars[0], speed=mph), moving.cars[1]))
    assert PLANS.answer(moving, turn_of(moving), offer.plan) == PLANS.answer(
        moving, turn_of(moving), read("as the computer would", moving)
    )


def test_who_stands_is_offered_to_start_and_not_to_reverse() -> None:
    view = sight(cars=(car(0, 0, speed=0, stood=True), car(1, 1, y=40.0, speed=60)), **SIX)
    question = ask("speed", *map(Speed, view.cars[0].speeds))
    (offer,) = PLANS.offers(view, question, None)
    assert (offer.key, PLANS.answer(view, question, offer.plan)) == ("quicken", Speed(10))


def test_what_stands_in_the_form_can_be_sent_back() -> None:
    view = alone()
    for text in (
        "A: straight, swerve left 30 hold right, drift left 1/4; fire at 9 or less",
        "A: straight x6; fire as the computer would",
    ):
        assert write(view, read(text, view)) == text
    assert write(view, None) == "A: straight x6"
    assert read(write(view, None), view).intents[0].steps
    assert write(pack(), None).splitlines() == [
        "A1: straight x4",
        "A2: straight x4",
    ]


def test_a_long_plan_fits_into_the_form() -> None:
    cars = tuple(
        car(
            n, 0, "shogun_100", label=f"A{n + 1}", x=-1.5 + n % 6 * 0.6, y=2.0 * (n // 6), speed=100
        )
        for n in range(12)
    )
    view = sight(cars=cars, phase=1, order=tuple(range(12)))
    assert len(write(view, None)) <= 1000
    assert len(read(write(view, None), view).intents) == 12


# -- at a table


def test_a_whole_turn_goes_by_its_plan() -> None:
    table, _ = Table.start(GAME, 2, SeededChance(5), Options())
    while table.asks[0].kind == "vehicle":
        table.answer(table.asks[0].seat, table.asks[0].number, table.asks[0].default)
    begun = table.view(0)
    texts = ("keep; straight, drift left 1/4, straight x4; hold fire", "50 mph; straight x5; hold")
    plans = [read(text, table.view(seat)) for seat, text in enumerate(texts)]
    while table.view(None).turn == begun.turn:
        question = table.asks[0]
        view, plan = table.view(question.seat), plans[question.seat]
        value = GAME.only(question) or PLANS.answer(view, question, plan)
        assert value is not None, question.kind
        table.answer(question.seat, question.number, value)
    one, two = table.view(None).cars
    assert (one.speed, two.speed) == (60, 50)
    assert (one.x, one.y) == (begun.cars[0].x - 0.25, begun.cars[0].y + 6.0)
    assert two.y == begun.cars[1].y + 5.0


def test_random_plans_never_choose_what_is_not_an_option() -> None:
    table, _ = Table.start(GAME, 2, SeededChance(6), Options(scenario="pack-attack"))
    plans: list[Any] = [None, None]
    rng, followed = random.Random(6), 0
    while table.result is None:
        question = rng.choice(table.asks)
        view = table.view(question.seat)
        value = PLANS.answer(view, question, plans[question.seat])
        offers = PLANS.offers(view, question, plans[question.seat])
        if value is None and offers and rng.random() < 0.5:
            plans[question.seat] = rng.choice(offers).plan
            value = PLANS.answer(view, question, plans[question.seat])
        elif value is None and PLANS.ahead(view, None) is not None and rng.random() < 0.2:
            text = write(view, None)
            plans[question.seat] = read(text, view) if text else None
        followed += value is not None
        if value is not None:
            assert value in question.options
        chosen = rng.choice(question.options) if value is None else value
        table.answer(question.seat, question.number, chosen)
    assert followed > 20


# -- words that must not be guessed at


@pytest.mark.parametrize(
    "text",
    [
        *("don't hold fire", "never hold fire", "no hold fire", "fire at -8"),
        *("swerve left -15", "straight x-3", "?", "-", "💥"),
    ],
)
def test_what_could_mean_the_opposite_is_refused(text: str) -> None:
    with pytest.raises(Refusal):
        read(text)


@pytest.mark.parametrize(
    ("text", "speed", "mph"),
    [
        *(("speed -10", 0, -10), ("-10 mph", 0, -10), ("reverse 10", 0, -10)),
        *(("brake to 20", 30, 20), ("slow to 20 mph", 30, 20), ("go slower to 10", 30, 10)),
        *(("accelerate to 70", 60, 70), ("accelerate to 40", 30, 40), ("slow to 30", 40, 30)),
        *(("brake by 20", 60, 40), ("10 faster", 60, 70)),
    ],
)
def test_a_speed_is_what_is_written(text: str, speed: int, mph: int) -> None:
    view = sight(cars=(car(0, 0, speed=speed, stood=not speed), car(1, 1, y=40.0)), **SIX)
    (intent,) = read(text, view).intents
    assert intent.speed == mph


# -- running along


def test_a_plan_straight_on_goes_on_behind_ones_own() -> None:
    """Held up by somebody who goes the same way at the same speed, it is not asked. Ruling 73"""
    pair = (
        car(0, 0, "shogun_100", label="A1", speed=60),
        car(1, 0, "shogun_100", label="A2", y=1.2, speed=60),
    )
    view = sight(cars=(*pair, car(2, 1, y=40.0, speed=60)), phase=1)
    plan = read("all: straight to the end", view)
    assert PLANS.answer(view, turn_of(view), plan) == STRAIGHT
    short = replaced(pair[0], y=0.7)
    later = replaced(view, cars=(short, *view.cars[1:]), phase=2)
    assert PLANS.answer(later, turn_of(later), plan) == STRAIGHT
    assert "asks" not in PLANS.told(later, plan)
    aside = replaced(short, x=0.3)
    later = replaced(view, cars=(aside, *view.cars[1:]), phase=2)
    assert PLANS.answer(later, turn_of(later), plan) is None


def test_a_plan_tells_the_risk_of_its_maneuvers() -> None:
    view = alone()
    plan = read("swerve left 15, straight, swerve right 15", view)
    told = PLANS.told(view, plan)
    assert told == "swerve left 15, straight, swerve right 15 (42 % out of control)"
    assert write(view, plan) == "A: swerve left 15, straight, swerve right 15"


def test_a_button_for_one_vehicle_leaves_the_others_their_orders() -> None:
    pair = (
        car(0, 0, "shogun_100", label="A1", speed=60),
        car(1, 0, "shogun_100", label="A2", y=5.0, speed=60),
    )
    view = sight(cars=(*pair, car(2, 1, y=40.0, speed=60)), step="fire", asked=0, person=0)
    now = read("A2: fire at 7 or less", view)
    offers = {offer.key: offer for offer in PLANS.offers(view, ask("fire", Hold()), now)}
    assert PLANS.told(view, offers["hold"].plan) == "A1: hold fire\nA2: fire at 7 or less"
    assert PLANS.told(view, offers["cease"].plan) == "A1 and A2: hold fire"
    assert "gun" not in offers, "the computer fires for who has one vehicle"


def test_a_line_for_one_vehicle_counts_before_a_line_for_all() -> None:
    cars = (car(0, 0, label="A1"), car(1, 0, label="A2", y=8.0), car(2, 1, y=20.0))
    view = sight(cars=cars, step="speed", phase=0, moving=-1)
    plan = read("A2: 10 faster; hold fire\nall: keep; straight x2; fire at 8; ram", view)
    one, two = plan.intents
    assert (one.speed, one.fire, two.speed, two.fire) == (40, 8, 50, 0)
    assert all(step.ram for intent in plan.intents for step in intent.steps)
    assert len(two.steps) == 2
    # A name needs no colon.
    assert read("A1 straight x2", view) == read("A1: straight x2", view)


def test_a_text_of_more_parts_than_any_turn_has_is_not_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    read_parts: list[str] = []

    def counted(part: str) -> Any:
        read_parts.append(part)
        return "wrecks", True

    monkeypatch.setattr("games.mini_carwars.plan_text._item", counted)
    for text in ("s," * 2000, "A: s\n" * 800):
        read_parts.clear()
        with pytest.raises(Refusal, match="A plan has at most 400 parts"):
            read(text)
        assert len(read_parts) <= 400
