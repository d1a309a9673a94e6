"""What Mini Car Wars says: sentences, labels and prompts from views made by hand.

Events are in `test_words_events.py`, the rules help in `test_words_help.py`; whole fights are
listened to in `test_words_in_play.py`.
"""

from __future__ import annotations

from typing import Any

import pytest

from games.engine.ask import Ask
from games.mini_carwars import GAME
from games.mini_carwars.corners import spare
from games.mini_carwars.maneuvers import PLAIN_PIVOT, drives
from games.mini_carwars.moves import Bring, Drive, Enough, Fire, Hold, Leave, Speed, Take
from games.mini_carwars.options import Options
from games.mini_carwars.state import State, Vehicle
from games.mini_carwars.words.outcomes import outcome
from tests.games.mini_carwars.sights import PLAYERS, ask, car, n, replaced, sight

WORDS = GAME.words

MOVES = ask("move", *drives(False, 40))
FIRE: dict[str, Any] = {"step": "fire", "moving": -1, "person": 0}


def label(view: State, asked: Ask[Any], *path: str) -> tuple[str, str, str]:
    shown = WORDS.part(view, asked, path, PLAYERS)
    return shown.text, shown.detail, shown.style


def prompt(view: State, asked: Ask[Any], players: Any) -> str:
    """A question in one."""
    return str(WORDS.question(view, asked, players))


def lone(**changes: Any) -> State:
    """Ann alone on the road."""
    return sight(cars=(car(0, 0, **changes),))


# -- paths


@pytest.mark.parametrize(
    ("option", "path"),
    [
        (Take(3), ("m3",)),
        (Take(3, count=4), ("extras", "m3", "k0", "n4")),
        (Take(3, 2, True), ("extras", "m3", "a2", "n1")),
        (Enough(), ("enough",)),
        (Bring(3, (1, 2, 3, 4, 5)), ("bring",)),
        (Speed(60), ("s60",)),
        (Speed(0), ("s0",)),
        (Speed(-10), ("r10",)),
        (Drive(), ("straight",)),
        (Drive("drift", -2), ("drift", "l2")),
        (Drive("drift", 1), ("drift", "r1")),
        (Drive("swerve", -30, "left"), ("swerve", "l30")),
        (Drive("swerve", -30, "right"), ("swerve", "l30right")),
        (Drive("pivot", 165, "right"), ("pivot", "r165")),
        (Fire((0,), 1, 3), ("w0t1s3",)),
        (Fire((0, 1), 12, 4), ("w01t12s4",)),
        (Fire((2,)), ("w2",)),
        (Hold(), ("hold",)),
    ],
)
def test_paths_stay_the_same_for_ever(option: Any, path: tuple[str, ...]) -> None:
    assert WORDS.path(option) == path


# -- where the fight stands


@pytest.mark.parametrize(
    ("changes", "title"),
    [
        ({}, "Road duel, turn 5, phase 4"),
        ({"step": "speed", "phase": 0}, "Road duel, turn 5, speeds"),
        ({"step": "buy", "turn": 0, "phase": 0}, "Road duel, before the start"),
        ({"step": "over"}, "Road duel, turn 5, over"),
        ({"scenario": "pack-attack"}, "Pack attack, turn 5, phase 4"),
        ({"scenario": "arena", "step": "fire"}, "Arena fight, turn 5, phase 4"),
    ],
)
def test_titles(changes: dict[str, Any], title: str) -> None:
    assert WORDS.title(sight(None, **changes)) == title


@pytest.mark.parametrize(
    ("kind", "verb"),
    [
        ("vehicle", "choose vehicles"),
        ("speed", "choose speeds"),
        ("move", "chooses a move"),
        ("fire", "may fire or wait"),
    ],
)
def test_verbs(kind: str, verb: str) -> None:
    both = tuple(ask(kind, Hold(), seat=seat) for seat in (0, 1))
    alone = kind == "move"
    assert WORDS.action_phrase(sight(None), both[:1] if alone else both) == verb
    assert not WORDS.action_phrase(sight(), ())


def test_one_alone_chooses() -> None:
    for kind, verb in (("vehicle", "chooses vehicles"), ("speed", "chooses speeds")):
        assert WORDS.action_phrase(sight(None), (ask(kind, Hold()),)) == verb


def test_headlines_say_who_is_awaited() -> None:
    both = [ask("vehicle", Take(0), seat=seat) for seat in (0, 1)]
    buying = sight(None, cars=(), step="buy", turn=0, phase=0)
    assert WORDS.headline(buying, both, PLAYERS) == "Ann and Ben buy vehicles in secret."
    speeds = [ask("speed", Speed(60), seat=1)]
    choosing = sight(1, step="speed", phase=0)
    assert WORDS.headline(choosing, speeds, PLAYERS) == "Turn 5: you choose speeds in secret."
    said = "Phase 4 of 10: Ann's Courier moves at 40 mph."
    assert WORDS.headline(sight(None), [MOVES], PLAYERS) == said
    assert WORDS.headline(sight(0), [MOVES], PLAYERS) == said.replace("Ann's", "your")


def test_a_headline_says_who_is_asked_to_fire() -> None:
    both = [ask("fire", Hold(), seat=seat) for seat in (0, 1)]
    for open_sheets in (True, False):
        view = sight(None, open_sheets=open_sheets, **FIRE)
        said = "Phase 4 of 10: Ann and Ben decide in secret whether to fire."
        assert WORDS.headline(view, both, PLAYERS) == said
        view = sight(1, open_sheets=open_sheets, **FIRE)
        said = "Phase 4 of 10: you decide in secret whether to fire."
        assert WORDS.headline(view, both[1:], PLAYERS) == said


@pytest.mark.parametrize(
    ("ended", "places", "said"),
    [
        ("survivor", ((1,), (0,)), "Ben wins the fight: nobody else is left in action."),
        ("pack", ((1, 2), (0,)), "Ben and Cora win the fight: the lone car is out of action."),
        ("both out", ((0, 1),), "Nobody is left in action: a draw."),
    ],
)
def test_the_end_names_the_winner(ended: str, places: Any, said: str) -> None:
    over = sight(None, step="over", ended=ended, places=places)
    assert WORDS.headline(over, (), PLAYERS) == said


def test_who_is_out_of_action_is_watching() -> None:
    assert WORDS.spectating(sight(None)) == "You are watching"
    assert WORDS.spectating(sight(0)) == ""
    out = (car(0, 0, out="crew"), car(1, 1))
    assert WORDS.spectating(sight(0, out)) == "Your vehicle is out of action; you are watching"
    assert WORDS.spectating(sight(0, out, step="over")) == ""


# -- buying


def test_a_model_is_offered_with_its_price_and_arms() -> None:
    asked = ask("vehicle", Take(n("courier")), Enough())
    view = sight(cars=(), step="buy", turn=0, phase=0)
    assert label(view, asked, f"m{n('courier')}") == (
        "Courier, luxury: $13,000",
        "Front RL, right MG, left MG and back MG; armor 95, power 12; driver and gunner",
        "plain",
    )
    assert label(view, asked, "enough")[:2] == (
        "Done buying",
        "$15,000 left over",
    )
    short = "MG: machine gun, RL: rocket launcher, HR: heavy rocket."
    said = f"Which vehicle? $15,000 to spend. {short}"
    assert prompt(view, asked, PLAYERS) == said


def test_the_pack_is_told_what_it_owes() -> None:
    pack: dict[str, Any] = {
        "cars": (),
        "scenario": "pack-attack",
        "lone": 0,
        "budget": (17_000, 12_500, 12_500),
    }
    take = Take(n("shogun_100"))
    car_buyer = sight(0, **pack)
    said = "Which car goes alone? $17,000 to spend. MG: machine gun, RL: rocket launcher, HR: "
    said += "heavy rocket."
    assert prompt(car_buyer, ask("vehicle", take), PLAYERS) == said
    second = sight(1, mine=(n("shogun_100"),), **pack)
    said = (
        "Which cycle for the pack? $9,500 to spend on one or more. You have a Shogun 100. You "
        "still need at least 2 cycles."
    )
    assert prompt(second, ask("vehicle", take, seat=1), PLAYERS) == said
    third = sight(2, mine=(n("shogun_100"),) * 2, **pack)
    said = "Which cycle for the pack? $6,500 to spend on one or more. You have 2 Shogun 100."
    assert prompt(third, ask("vehicle", take, seat=2), PLAYERS) == said


# -- speeds


@pytest.mark.parametrize(
    ("speed", "text", "detail", "style"),
    [
        (40, "40 mph: keep", "4 moves this turn; control rolls are 2d6 + 2", "main"),
        (50, "50 mph: faster", "5 moves this turn; control rolls are 2d6 + 2", "plain"),
        (30, "30 mph: brake", "3 moves this turn; control rolls are 2d6 + 1", "plain"),
        (20, "20 mph: brake hard", "2 moves this turn; control rolls are 2d6 + 1", "plain"),
        (0, "0 mph: stop", "No move this turn", "plain"),
    ],
)
def test_speeds(speed: int, text: str, detail: str, style: str) -> None:
    asked = ask("speed", Speed(speed))
    view = sight(step="speed", phase=0)
    assert label(view, asked, f"s{speed}") == (text, detail, style)


def test_reverse_has_its_own_words() -> None:
    standing = lone(speed=0)
    assert label(standing, ask("speed", Speed(-10)), "r10")[0] == "10 mph in reverse: faster"
    assert label(standing, ask("speed", Speed(0)), "s0")[::2] == ("0 mph: stand", "main")
    slow = label(lone(speed=20), ask("speed", Speed(10)), "s10")
    assert slow[:2] == ("10 mph: brake", "1 move this turn; control rolls are 2d6")


def test_the_question_for_a_speed_tells_what_it_hangs_on() -> None:
    asked = ask("speed", Speed(40))
    said = (
        "Which speed? (now 40 mph). Ben's Courier is 5 inches straight ahead, same direction, "
        "40 mph."
    )
    assert prompt(sight(step="speed", phase=0), asked, PLAYERS) == said
    hurt = sight(cars=(car(0, 0, plant_gone=True, skip=1, speed=10),))
    said = (
        "Which speed? (now 10 mph). Your power plant is gone: you must slow down. You will lose "
        "1 move to a skid."
    )
    assert prompt(hurt, asked, PLAYERS) == said
    chased = sight(scenario="pack-attack", lone=0, cars=(car(0, 0, y=19.25), car(1, 1, y=0.0)))
    assert "You lead by 18.2 inches of the 30 that would win." in prompt(chased, asked, PLAYERS)
    passed = sight(scenario="pack-attack", lone=0, cars=(car(0, 0), car(1, 1, y=1.0)))
    assert "The pack's foremost is 2 inches past your rear; 30 ahead would win." in prompt(
        passed, asked, PLAYERS
    )


# -- moves


def test_the_question_for_a_move_tells_what_a_maneuver_risks() -> None:
    said = (
        "Which way? You go 40 mph, your last move this turn. Your first maneuver this turn "
        "needs no roll of its own."
    )
    assert prompt(sight(), MOVES, PLAYERS) == said
    again = sight(cars=(car(0, 0, "shogun_100", maneuvers=1, speed=50),), phase=2)
    said = (
        "Which way? You go 50 mph, 3 more moves after this one. Another maneuver risks losing "
        "control (58 %)."
    )
    assert prompt(again, MOVES, PLAYERS) == said


def test_several_vehicles_of_one_seat_are_told_by_their_labels() -> None:
    pack = (
        car(0, 0, "shogun_100", label="A1"),
        car(1, 0, "shogun_100", label="A2", y=3.0),
    )
    view = sight(cars=pack, asked=1, moving=1)
    assert prompt(view, MOVES, PLAYERS).startswith("A2: which way? You go 40 mph")
    assert WORDS.loadout(view, 0) == "2 Shogun 100"


def test_the_first_maneuver_rolls_for_debris_alone_and_all_texts_say_so() -> None:
    """Rules: 6. Maneuvers And Control"""
    littered = sight(cars=(car(0, 0),), rubble=((0.0, 1.2), (1.5, 1.2)))
    assert label(littered, MOVES, "straight")[0].startswith("Straight ahead, over debris: 28 %")
    assert label(littered, MOVES, "drift")[0].startswith("Drift, over debris: 28 %")
    captions = WORDS.captions(littered, MOVES, PLAYERS)
    assert captions[1] == ("drift", "Over debris: 28 % trouble")
    one = sight(cars=(car(0, 0),), rubble=((-0.9, 1.2),))
    assert label(one, MOVES, "drift")[0].startswith("Drift, some over debris: 0 to 28 %")


def test_straight_ahead_is_what_lies_within_the_own_width() -> None:
    asked = ask("speed", Speed(40))
    for x, way in (
        (0.2, "straight ahead"),
        (-1.0, "ahead left"),
        (1.0, "ahead right"),
    ):
        near = sight(cars=(car(0, 0), car(1, 1, x=x)), step="speed", moving=-1)
        assert f"inches {way}" in prompt(near, asked, PLAYERS)
    behind = sight(cars=(car(0, 0), car(1, 1, x=1.0, y=-6.0)), step="speed", moving=-1)
    assert "inches behind right" in prompt(behind, asked, PLAYERS)


def test_a_pivot_lists_every_angle_about_the_near_corner_before_the_other_one() -> None:
    slow = lone(speed=10)
    asked = ask("move", *drives(False, 10))
    keys = [WORDS.path(each)[1] for each in asked.options if each.how == "pivot"]
    labels = {key: WORDS.part(slow, asked, ("pivot", key), PLAYERS) for key in keys}
    near = [key for key in keys if not labels[key].under]
    assert near == ["l0", *(f"{way}{size}" for size in range(15, 181, 15) for way in "lr")]
    other = {each.under for key, each in labels.items() if key not in near}
    assert other == {"About the corner on the other side"}


def test_a_free_move_is_plain() -> None:
    alone = lone()
    assert label(alone, MOVES, "straight") == (
        "Straight ahead",
        "No roll, nothing in the way",
        "main",
    )
    assert label(alone, MOVES, "swerve")[0] == "Swerve, free"
    free = ask("move", *drives(False, 40), spare=spare(alone, 0))
    assert label(alone, free, "swerve", "l30") == (
        "30° left",
        "No roll, nothing in the way",
        "plain",
    )
    said = "30° left, hold the right rear corner"
    assert label(alone, free, "swerve", "l30right")[0] == said
    assert label(alone, MOVES, "swerve", "l30")[0] == said.replace("right", "left")
    assert label(alone, MOVES, "drift", "r1")[0] == "A quarter inch right"
    assert label(lone(speed=-10), ask("move", *drives(False, -10)), "straight")[0] == (
        "Straight back"
    )


@pytest.mark.parametrize(("speed", "way"), [(10, "ahead"), (-10, "back")])
def test_a_pivot_without_a_turn_says_what_it_does(speed: int, way: str) -> None:
    slow = lone(speed=speed)
    asked = ask("move", *drives(False, speed))
    words = f"alf an inch straight {way}, no turn"
    assert label(slow, asked, "pivot", "l0")[0] == f"H{words}"
    only = ask("move", Drive(), PLAIN_PIVOT)
    assert label(slow, only, "pivot")[0] == f"Pivot h{words}"


def test_the_button_says_what_comes_after_holding() -> None:
    shot = ask("fire", Hold(), Fire((0,), 1, 2))
    view = duel()
    assert label(view, shot, "hold")[1] == "You may fire in the next phase instead"
    assert prompt(view, shot, PLAYERS).startswith("Driver: fire? Ready: ")
    last = replaced(view, held=1)
    words = "The last chance this turn, unless somebody fires now"
    assert label(last, shot, "hold")[1] == words
    said = "Driver: fire? This is your last chance this turn. Ready: "
    assert prompt(last, shot, PLAYERS).startswith(said)
    tenth = replaced(last, phase=10)
    assert label(tenth, shot, "hold")[1] == "The last chance this turn"
    assert prompt(tenth, shot, PLAYERS).startswith(said)


def test_a_further_maneuver_shows_its_odds() -> None:
    again = lone(maneuvers=1)
    assert label(again, MOVES, "drift")[0] == "Drift: 28 % out of control, 3 % crash"
    assert label(again, MOVES, "drift", "l2") == (
        "Half an inch left: 28 % out of control, 3 % crash",
        "2d6 + 2: fishtail 17 %, skid 14 %, crash 3 %",
        "plain",
    )
    assert label(again, MOVES, "straight")[0] == "Straight ahead"


def test_a_likely_crash_is_grave() -> None:
    fast = sight(cars=(car(0, 0, "shogun_100", maneuvers=1, speed=80),))
    assert label(fast, ask("move", *drives(True, 80)), "drift", "l2") == (
        "Half an inch left: 83 % out of control, 42 % crash",
        "2d6 + 6: fishtail 28 %, skid 31 %, crash 42 %",
        "grave",
    )


def test_running_into_somebody_is_grave() -> None:
    near = sight(cars=(car(0, 0), car(1, 1, y=1.5, speed=30)))
    assert label(near, MOVES, "straight") == (
        "Straight ahead, hits Ben's Courier",
        "Hits Ben's Courier; same-direction collision at 10 mph, 1 die of damage to each",
        "grave",
    )
    assert WORDS.captions(near, MOVES, PLAYERS)[0] == ("straight", "Hits B")


def test_odds_are_never_cut_off_where_much_is_told() -> None:
    view = sight(cars=(car(0, 0, maneuvers=1, speed=70), car(1, 1, y=1.5, speed=30)))
    moves = ask("move", *drives(False, 70))
    assert label(view, moves, "drift", "l2")[1] == (
        "2d6 + 2: fishtail 17 %, skid 14 %, crash 3 %; same direction at 40 mph, 4 dice to each"
    )
    assert label(view, moves, "swerve", "r15")[0] == (
        "15° right, right rear corner, hits B: 28 % out of control, 3 % crash"
    )


def test_the_edge_the_debris_and_the_wall_are_told() -> None:
    edge = lone(x=1.5)
    assert label(edge, MOVES, "drift", "r2") == (
        "Half an inch right, off the road: 28 % out of control, 3 % crash",
        "Off the road; 2d6 + 2: fishtail 17 %, skid 14 %, crash 3 %",
        "plain",
    )
    rubble = sight(cars=(car(0, 0, maneuvers=1),), rubble=((0.0, 1.2), (1.5, 1.2)))
    assert label(rubble, MOVES, "drift", "l1")[:2] == (
        "A quarter inch left, over debris: 48 % out of control, 5 % crash",
        "Over debris; 2 rolls 2d6 + 2: fishtail 30 %, skid 25 %, crash 5 %",
    )
    walled = sight(cars=(car(0, 0),), walls=((0.0, 1.5, 4.0, 0.5),), road=None, scenario="arena")
    assert label(walled, MOVES, "straight")[:2] == (
        "Straight ahead, hits a wall",
        "Hits a wall; collision at 40 mph, 4 dice of damage",
    )
    assert WORDS.captions(walled, MOVES, PLAYERS)[0] == ("straight", "Hits a wall")
    # Far off the road is no edge: it costs a roll, like anywhere beside the road.
    away = lone(x=60.0, heading=90.0)
    assert label(away, MOVES, "straight")[::2] == (
        "Straight ahead, off the road: 28 % out of control, 3 % crash",
        "main",
    )


def test_who_lies_against_another_is_held_and_does_not_hit() -> None:
    pair = (car(0, 0, contact=(1,)), car(1, 1, y=1.0, contact=(0,)))
    done = outcome(sight(cars=pair), pair[0], Drive())
    assert (done.met, done.held) == ((), (1,))
    assert label(sight(cars=pair), MOVES, "straight") == (
        "Straight ahead, held up by Ben's Courier",
        "Held up by Ben's Courier",
        "main",
    )
    pair = (car(0, 0), car(1, 1, y=1.0, speed=30))
    done = outcome(sight(cars=pair), pair[0], Drive())
    assert (done.met, done.held) == ((1,), ())


def test_the_feet_of_a_hand_say_what_each_way_comes_to() -> None:
    assert WORDS.captions(lone(), MOVES, PLAYERS) == {
        0: ("straight", "An inch ahead"),
        1: ("drift", "First maneuver: free"),
        2: ("swerve", "First maneuver: free"),
    }
    assert WORDS.unplayable(lone(), MOVES) == {3: "Only at 10 mph"}
    slow = ask("move", *drives(False, 10))
    again = lone(speed=10, maneuvers=1)
    assert WORDS.captions(again, slow, PLAYERS)[3] == ("pivot", "Roll: 8 % trouble")
    assert WORDS.unplayable(again, slow) == {}
    held = ask("fire", Hold())
    assert WORDS.captions(sight(**FIRE), held, PLAYERS) == {}
    assert WORDS.unplayable(sight(**FIRE), held) == {}
    assert WORDS.unplayable(sight(), None) == {}


# -- fire


def duel(**changes: Any) -> State:
    """Ann's Mini Sherman behind Ben's Courier, five inches apart."""
    return sight(cars=(car(0, 0, "mini_sherman"), car(1, 1, **changes)), **FIRE)


def test_a_shot_is_one_press_and_the_best_stands_out() -> None:
    asked = ask("fire", Fire((0, 1), 1, 1), Fire((0, 1), 1, 2), Fire((2,)), Hold())
    view = duel(x=2.0, heading=45.0)
    assert label(view, asked, "hold")[0] == "Hold fire"
    assert label(view, asked, "w01t1s2") == (
        "2 linked front MGs at Ben's back: 9+, 28 %",
        "7 for the Machine Gun each; −1 range − 1 back = −2",
        "plain",
    )
    best = label(view, asked, "w01t1s1")
    assert best[0] == "2 linked front MGs at Ben's right side: 8+, 42 %"
    assert best[2] == "main"
    assert label(view, asked, "w2")[0] == "Smokescreen, back"


def test_a_shot_names_the_vehicle_where_its_owner_has_several() -> None:
    three = (car(0, 0), car(1, 1, label="B1"), car(2, 1, label="B2", x=-1.5))
    shot = Fire((0,), 1, 2)
    told = label(sight(cars=three, **FIRE), ask("fire", shot, Hold()), *shot.path)[0]
    assert told == "Front RL at the back of Ben's B1: 10+, 17 %"


def test_what_accessories_cost_is_told_apart_from_the_vehicle() -> None:
    kart = n("killer_kart")
    takes = [Take(kart, 1), Take(kart, 2, True)]
    asked = ask("vehicle", *takes)
    view = sight(cars=(), step="buy", turn=0, phase=0)
    paths = [WORDS.path(take)[:3] for take in takes]
    assert [label(view, asked, *path)[0] for path in paths] == [
        "Targeting Computer (+1 to hit): +$1,000",
        "Hi-Res Targeting Computer and Body Armor: +$4,250",
    ]


def test_the_likeliest_shots_have_buttons_and_the_others_a_list() -> None:
    shots = [Fire((place,), 1, side) for place in (0, 1) for side in (2, 1, 3)]
    asked = ask("fire", *shots, Hold())
    view = duel(x=2.0, heading=45.0)
    under = [WORDS.part(view, asked, shot.path, PLAYERS).under for shot in shots]
    assert under == [""] * 4 + ["More shots"] * 2
    assert WORDS.part(view, asked, ("hold",), PLAYERS).under == ""


def test_shots_at_what_is_out_of_action_stand_apart_and_are_grave() -> None:
    three = (car(0, 0, "mini_sherman"), car(1, 1), car(2, 1, x=-1.5, y=4.0, out="crashed", speed=0))
    back, left = Fire((0, 1), 2, 2, out=True), Fire((0, 1), 2, 1, out=True)
    view = sight(cars=three, **FIRE)
    asked = ask("fire", Hold(), Fire((0, 1), 1, 2), back, left)
    assert label(view, asked, "w01t1s2")[0].startswith("2 linked front MGs at Ben's back")
    assert label(view, asked, "out") == (
        "At what is out of action",
        "Ben's Courier: a hit decides nothing any more",
        "plain",
    )
    assert label(view, asked, "out", "w01t2s2") == (
        "2 linked front MGs at Ben's back (out): 7+, 58 %",
        "7 for the Machine Gun each; −1 back + 1 target stands = 0",
        "grave",
    )


def test_the_computer_of_who_fires_counts() -> None:
    own = car(0, 0, "rocket_special", computers=(0, 2))
    view = sight(cars=(own, car(1, 1)), **{**FIRE, "person": 1})
    asked = ask("fire", Hold(), Fire((0,), 1, 2))
    shown = WORDS.part(view, asked, ("w0t1s2",), PLAYERS)
    assert shown.text == "Front RL at Ben's back: 8+, 42 %"
    assert shown.detail.endswith("−1 range − 1 back + 2 hi-res computer = 0")


def test_the_question_for_fire_tells_who_and_with_what() -> None:
    said = "Driver: fire? Ready: 2 front MGs and back smokescreen. One shot this turn."
    assert prompt(duel(), ask("fire", Hold()), PLAYERS) == said
    # The driver has fired the rocket launcher in this step: the gunner is left the turret.
    view = sight(cars=(car(0, 0, "rocket_special"), car(1, 1)), **{**FIRE, "person": 1})
    said = "Gunner: fire? Ready: turret MG. One shot this turn."
    assert prompt(view, ask("fire", Fire((1,), 1, 2), Hold()), PLAYERS) == said
    said = "Gunner: fire? Ready: front RL and turret MG. One shot this turn."
    assert prompt(view, ask("fire", Hold()), PLAYERS) == said


def test_why_says_where_in_the_turn() -> None:
    said = WORDS.why(sight(), MOVES, PLAYERS)
    assert said.startswith("Turn 5 > phase 4 of 10 > your Courier: its move. ")
    fire = WORDS.why(duel(), ask("fire", Hold()), PLAYERS)
    assert "> your Mini Sherman: fire or hold. All declare in secret" in fire
    speed = WORDS.why(sight(step="speed", phase=0), ask("speed", Speed(40)), PLAYERS)
    assert speed.startswith("Turn 5 > your Courier: its speed. ")


@pytest.mark.parametrize("kind", ["vehicle", "speed", "move", "fire"])
def test_every_kind_of_question_is_short(kind: str) -> None:
    view = sight(**(FIRE if kind == "fire" else {"step": kind}))
    said = WORDS.question(view, ask(kind, Hold()), PLAYERS)
    assert 0 < len(said.ask.split()) <= 8


# -- the rest


def test_leaving_is_grave() -> None:
    assert WORDS.order(sight(), Leave(), PLAYERS).style == "grave"


@pytest.mark.parametrize(
    ("options", "line"),
    [
        (Options(), "Road duel · $15,000 each · plain ground · hidden record sheets"),
        (
            Options(scenario="pack-attack", ground="both"),
            "Pack attack · $17,000 against $25,000 · the first seat is the lone car · "
            "debris, and leaving the road allowed · hidden record sheets",
        ),
        (
            Options(scenario="arena", budget=25_000, open_sheets=True),
            "Arena fight · $25,000 each · open record sheets",
        ),
    ],
)
def test_options_in_one_line(options: Options, line: str) -> None:
    assert WORDS.options(options) == line


def test_every_option_has_a_label_and_its_help() -> None:
    for field in Options.__struct_fields__:
        text, help_ = WORDS.option(field)
        assert 0 < len(text) <= 45
        assert 0 < len(help_) <= 100
    with pytest.raises(KeyError):
        WORDS.option("color")


def test_scores_count_what_is_left() -> None:
    assert WORDS.score(sight(), 1) == "1 vehicle left"
    assert WORDS.score(sight(), 0) == "0 vehicles left"


def test_the_chart_has_the_armor_that_was_seen_lost() -> None:
    cars: tuple[Vehicle, ...] = (car(0, 0, lost=(3, 0, 0, 2, 0)), car(1, 1))
    assert WORDS.chart(sight(None, cars)).lines == ((0, 5), (0, 0))


def test_a_hidden_option_is_not_named_to_others() -> None:
    known = car(0, 0, "courier_b")
    view = sight(0, (known, car(1, 1)))
    assert WORDS.loadout(view, 0) == "Courier (b)"
    assert WORDS.loadout(view, 1) == "Courier"
    assert WORDS.loadout(sight(0, (), mine=(n("courier_b"),)), 0) == "Courier (b)"
    assert WORDS.loadout(sight(0, (), mine=(n("courier_b"),)), 1) == ""
