"""What NASCARDS says: single sentences, labels and prompts from views made by hand.

Events are in `test_words_events.py`, the rules help in `test_words_help.py`; whole races are
listened to in `test_words_in_play.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from games.engine.ask import Ask, Combination
from games.engine.players import Player
from games.nascards import GAME
from games.nascards.cards import NUMBERS
from games.nascards.moves import Aim, Decline, Drive, Drop, Follow, Keep, Leave, Pit, Stay
from games.nascards.options import Options
from games.nascards.state import Driver, Mod, State

WORDS = GAME.words
PLAYERS = [Player("Ann"), Player("Ben"), Player("Cora"), Player("Dan")]


def driver(seat: int, **changes: Any) -> Driver:
    """A driver in the middle of a race: Ben leads Ann, Cora and Dan."""
    plain = {"miles": (118, 121, 112, 112)[seat], "hand": [2, 3, 5, 7, 9], "pit_stops": 1}
    return Driver(seat, **{**plain, **changes})


def sight(
    seat: int | None = 0,
    cars: dict[int, dict[str, Any]] | None = None,
    goal: Any = 200,
    races: int = 1,
    **changes: Any,
) -> State:
    """What a seat sees in turn 12; `cars` changes drivers by seat, and what a driver alone sees of
    his own cards is of the one who looks."""
    drivers = [driver(each, **(cars or {}).get(each, {})) for each in range(4)]
    for name in ("hand", "dealt", "kept", "follow", "looked"):
        if name in changes:
            setattr(drivers[seat or 0], name, changes.pop(name))
    plain: dict[str, Any] = {
        "race": 1,
        "turn": 12,
        "phase": "speed",
        "active": 0,
        "order": [1, 0, 2, 3],
        "speed_pile": [5] * 20,
        "maneuver_pile": [11] * 30,
        "maneuver_discard": [12] * 10,
        "history": [[0, 0, 0, 0], [9, 8, 12, 3]],
    }
    state = State(Options(goal=goal, races=races), drivers, **{**plain, **changes})
    view: State = GAME.view(state, seat)
    return view


def ask(kind: str, *options: Any, seat: int = 0, some: Any = None) -> Ask[Any]:
    """A question whose default is its first option."""
    return Ask(seat, kind, options, options[0], "Rules: Maneuver Phase", some)


def question(view: State, asked: Ask[Any]) -> str:
    return str(WORDS.question(view, asked, PLAYERS))


def n(card: str) -> int:
    """The number of a card by its id."""
    return NUMBERS[card]


def dealt(*cards: str, **changes: Any) -> tuple[State, Ask[Any]]:
    """A view with these cards dealt, and the question which to keep."""
    numbers = [n(card) for card in cards]
    view = sight(phase="maneuver", active=-1, dealt=numbers, **changes)
    return view, ask("keep", *(Keep(number) for number in numbers))


def label(view: State, asked: Ask[Any], *path: str) -> tuple[str, str]:
    shown = WORDS.part(view, asked, path, PLAYERS)
    return shown.text, shown.detail


# -- paths


@pytest.mark.parametrize(
    ("option", "path"),
    [
        (Pit(), ("pit",)),
        (Stay(), ("stay",)),
        (Keep(25), ("m25",)),
        (Keep(34), ("m34", "alone")),
        (Keep(34, 25), ("m34", "f25")),
        (Aim((2,)), ("a2",)),
        (Aim((0, 2, 3)), ("a0", "a2", "a3")),
        (Follow(), ("follow",)),
        (Decline(), ("decline",)),
        (Drop(4), ("s4",)),
        (Drive((10,)), ("s10",)),
        (Drive((3, 7)), ("two", "c3c7")),
    ],
)
def test_paths_stay_the_same_for_ever(option: Any, path: tuple[str, ...]) -> None:
    assert WORDS.path(option) == path


# -- where the race stands


@pytest.mark.parametrize(
    ("changes", "title"),
    [
        ({}, "Turn 12 · Speed phase"),
        ({"phase": "pit"}, "Turn 12 · Pit Stop phase"),
        ({"races": 3}, "Race 1 of 3 · turn 12 · Speed phase"),
        ({"phase": "over"}, "Turn 12 · the race is over"),
        ({"phase": "over", "races": 3, "race": 3}, "Race 3 of 3 · turn 12 · the series is over"),
        ({"turn": 0, "phase": "maneuver"}, "Before the start · Maneuver phase"),
    ],
)
def test_titles(changes: dict[str, Any], title: str) -> None:
    assert WORDS.title(sight(None, **changes)) == title


def test_the_verb_is_of_all_who_are_asked() -> None:
    several = [ask("keep", Keep(25), seat=seat) for seat in (0, 1)]
    view = sight(None, phase="maneuver", active=-1)
    assert WORDS.action_phrase(view, several) == "choose a maneuver"
    assert WORDS.action_phrase(sight(None), [ask("drive", Drive((2,)))]) == "plays a Speed card"
    assert WORDS.action_phrase(sight(None, phase="drafting"), []) == ""


def test_everyone_who_decides_in_secret_is_named_and_who_must_pit() -> None:
    race: dict[str, Any] = {"phase": "pit", "active": -1, "cars": {2: {"forced_pits": 1}}}
    asked = [ask("pit", Stay(), Pit(), seat=seat) for seat in (0, 1, 3)]
    said = "Pit or stay out? Ann, Ben and Dan decide in secret. Cora must pit."
    assert WORDS.headline(sight(None, **race), asked, PLAYERS) == said
    own = WORDS.headline(sight(3, **race), asked, PLAYERS)
    assert own == "Pit or stay out? You, Ann and Ben decide in secret. Cora must pit."


@pytest.mark.parametrize(
    ("kind", "option", "cars", "headline"),
    [
        ("keep", Keep(25), {}, "Ann keeps one Maneuver card in secret."),
        ("aim", Aim((1,)), {"maneuver": 37}, "Ann chooses a car for Bump."),
        ("aim", Aim((1, 2, 3)), {"maneuver": 23}, "Ann chooses cars for Three Abreast."),
        ("follow", Decline(), {}, "Ann may play the card set aside with Drive Fast."),
        ("pick", Keep(25), {"maneuver": 62}, "Ann chooses a card drawn with Radio Chatter."),
        ("drop", Drop(2), {}, "Ann chooses a Speed card to discard."),
        ("drive", Drive((2,)), {}, "Ann plays a Speed card."),
        ("drive", Drive((2,)), {"speed_max": 2}, "Ann plays one or two Speed cards."),
    ],
)
def test_headlines_name_who_acts(
    kind: str, option: Any, cars: dict[str, Any], headline: str
) -> None:
    view = sight(None, cars={0: cars})
    assert WORDS.headline(view, [ask(kind, option)], PLAYERS) == headline


def test_a_score_that_does_not_tell_its_place_has_a_word_beside_it() -> None:
    wrecked: dict[int, dict[str, Any]] = {
        1: {"status": "totaled", "totaled_turn": 5},
        2: {"status": "totaled"},
    }
    view = sight(None, cars=wrecked, phase="over", places=[[0], [3], [1], [2]])
    ended = [WORDS.ended(view, seat) for seat in range(4)]
    assert ended == ["", "totaled on turn 5", "out of the race", ""]
    assert WORDS.ended(sight(None, cars=wrecked, races=2), 1) == "", "points tell the cup's places"
    left: dict[int, dict[str, Any]] = {1: {"status": "totaled", "totaled_turn": 5, "left": True}}
    for races in (1, 2):
        assert WORDS.ended(sight(None, cars=left, races=races), 1) == "left the match"


def test_the_end_names_the_winner() -> None:
    over: dict[str, Any] = {"phase": "over", "places": [[1], [0], [2], [3]]}
    assert WORDS.headline(sight(None, **over), (), PLAYERS) == "Ben wins the race with 121 miles."
    cup = sight(1, races=2, cars={1: {"cup_points": 9}}, **over)
    said = "You win the Championship Cup with 9 points."
    assert WORDS.headline(cup, (), PLAYERS) == said
    assert WORDS.score(cup, 9) == "9 points"
    assert WORDS.score(sight(None, **over), 121) == "121 miles"


@pytest.mark.parametrize(
    ("seat", "changes", "words"),
    [
        (None, {}, "You are watching."),
        (0, {}, ""),
        (0, {"status": "totaled"}, "Your car is out of the race; you are watching."),
        (
            0,
            {"status": "pit"},
            "You made a Pit Stop: you are off the track until the turn ends.",
        ),
        (
            0,
            {"status": "pit", "forced_pits": 2},
            "After your crash you sit in the pits this turn and the next 2.",
        ),
        (
            0,
            {"status": "pit", "forced_pits": 1},
            "After your crash you sit in the pits this turn and the next.",
        ),
    ],
)
def test_who_looks_on_is_told_why(seat: int | None, changes: dict[str, Any], words: str) -> None:
    assert WORDS.spectating(sight(seat, cars={0: changes})) == words


def test_the_chart_has_a_line_for_every_car() -> None:
    chart = WORDS.chart(sight(None))
    assert chart.lines == ((0, 9), (0, 8), (0, 12), (0, 3))
    assert (chart.title, chart.goal) == ("Miles by turn", 200)
    assert WORDS.chart(sight(None, races=2, race=2)).title == "Race 2: miles by turn"


# -- the questions


def test_pit_or_stay_tells_hand_place_and_what_each_does() -> None:
    view = sight(phase="pit", active=-1, cars={0: {"engine_penalty": -2}})
    asked = ask("pit", Stay(), Pit())
    assert question(view, asked) == (
        "Pit or stay out? You are 2nd of 4 with 118 miles, 3 behind Ben, 6 ahead of Cora. "
        "5 Speed cards left, best 7 miles. Your engine is at −2."
    )
    face, _ = label(view, asked, "pit")
    assert face == "Pit: 8 new cards, engine −2 cleared, no miles this turn"
    assert label(view, asked, "stay") == (
        "Stay out: race on with 5 Speed cards",
        "Your best move: 7 miles",
    )
    told = WORDS.why(view, asked, PLAYERS)
    assert told.startswith("Turn 12 > Pit Stop phase > your decision.")
    assert told.endswith("In this race a car makes 8 miles a turn on average.")


@pytest.mark.parametrize(
    ("driven", "changes", "stands"),
    [
        ((0, 0, 0, 0), {}, "You are 2nd of 4, level with everybody at 0 miles."),
        ((0, 0), {"order": [1, 0]}, "You are 2nd of 2 with 0 miles, level with Ben."),
        ((7, 7, 5, 3), {"order": [0, 1, 2, 3]}, "You are 1st of 4 with 7 miles, level with Ben."),
        ((9, 7, 5, 3), {"order": [0, 1, 2, 3]}, "You lead with 9 miles, 2 ahead of Ben."),
    ],
)
def test_who_is_level_does_not_lead(
    driven: Sequence[int], changes: dict[str, Any], stands: str
) -> None:
    cars = {seat: {"miles": each} for seat, each in enumerate(driven)}
    view = sight(phase="pit", active=-1, cars=cars, **changes)
    said = question(view, ask("pit", Stay(), Pit()))
    assert said.startswith(f"Pit or stay out? {stands} 5 Speed cards left")


def test_a_place_is_one_on_the_track_while_others_are_in_the_pits() -> None:
    view, asked = driving({seat: {"status": "pit"} for seat in (2, 3)}, order=[1, 0], pits=[2, 3])
    said = question(view, asked)
    assert "You are 2nd of 2 on the track with 118 miles" in said
    gaps = [car.miles - 118 for car in view.drivers[2:4]]
    words = [f"{abs(gap)} {'ahead' if gap > 0 else 'behind'}" for gap in gaps]
    assert f"In the pits: Cora {words[0]} and Dan {words[1]}." in said


def test_a_superior_pit_crew_draws_one_more() -> None:
    view = sight(phase="pit", cars={0: {"advantages": [4, 4]}})
    assert label(view, ask("pit", Stay(), Pit()), "pit")[0].startswith("Pit: 10 new cards")


def test_keeping_shows_what_a_card_does_or_why_it_could_not_be_played() -> None:
    view, asked = dealt("catch_up", "fan_the_tail", "bump")
    assert label(view, asked, f"m{n('fan_the_tail')}")[0] == "Fan the Tail: you +2, car ahead −2"
    barred, _ = label(view, asked, f"m{n('catch_up')}")
    assert barred == "Catch Up (not now: last car only)"
    feet = WORDS.captions(view, asked, PLAYERS)
    assert [feet[place][1] for place in (5, 6, 7)] == [
        "Not now: last car only",
        "On B",
        "On B, C or D",
    ]
    told = WORDS.why(view, asked, PLAYERS)
    assert "Catch Up: You gain 8 miles. Not now: last car only." in told
    assert "Bump: Another car makes a Mishap Roll at once." in told


@pytest.mark.parametrize(
    ("card", "seat", "reason"),
    [
        ("breakout", 1, "Not now: you lead"),
        ("breakout", 0, ""),
        ("catch_up", 2, "Not now: last car only"),
        ("catch_up", 3, ""),
        ("clean_air", 0, "Not now: Leader only"),
        ("clean_air", 1, ""),
        ("battle_for_the_lead", 1, "Not now: second place only"),
        ("battle_for_the_lead", 0, ""),
        ("sling_shot_pass", 0, ""),
        ("sling_shot_pass", 1, "Not now: you lead"),
        ("sling_shot_pass", 2, "Not now: no pass of the Leader"),
        ("three_abreast", 1, ""),
    ],
)
def test_why_a_card_could_not_be_played_now(card: str, seat: int, reason: str) -> None:
    number = n(card)
    view = sight(seat, phase="maneuver", dealt=[number], hand=[])
    other = ask("keep", Keep(n("spotters")), seat=seat)
    assert WORDS.unplayable(view, other)[0] == (reason or "Not at this moment")
    foot = WORDS.captions(view, ask("keep", Keep(number), seat=seat), PLAYERS)[0][1]
    assert foot == reason if reason else not foot.startswith("Not now")


@pytest.mark.parametrize("card", ["bump", "shove", "overheating", "blocking", "hung_out_to_dry"])
def test_a_card_for_another_car_needs_one(card: str) -> None:
    rest = {seat: {"status": "pit"} for seat in (0, 1, 2)}
    if card == "overheating":
        # The one other car leads.
        rest[1] = {}
    order = [1, 3] if card == "overheating" else [3]
    view = sight(3, rest, phase="maneuver", order=order, dealt=[n(card)], hand=[])
    reason = WORDS.captions(view, ask("keep", Keep(n(card)), seat=3), PLAYERS)[0][1]
    assert reason == (
        "Not now: you lead" if card == "hung_out_to_dry" else "Not now: no car to work on"
    )


def test_yellow_flag_keeps_a_sling_shot_from_passing() -> None:
    number = n("sling_shot_pass")
    view = sight(phase="maneuver", yellow_flag=True, dealt=[number])
    feet = WORDS.captions(view, ask("keep", Keep(number)), PLAYERS)
    assert feet[5][1] == "Not now: no pass of the Leader"


def test_drive_fast_asks_for_the_card_to_follow() -> None:
    fast, bump = n("drive_fast"), n("bump")
    view = sight(phase="maneuver", dealt=[fast, bump])
    asked = ask("keep", Keep(fast), Keep(fast, bump), Keep(bump))
    assert label(view, asked, f"m{fast}")[0] == "Drive Fast: you +2, maybe another card"
    assert label(view, asked, f"m{fast}", "alone")[0] == "Drive Fast alone"
    assert label(view, asked, f"m{fast}", f"f{bump}")[0] == "Then Bump: another's Mishap Roll now"


def test_nothing_to_be_played_is_said() -> None:
    view, asked = dealt("catch_up", "clean_air")
    prompt = question(view, asked)
    assert prompt.endswith("None of yours could be played as the cars stand now.")


def test_aiming_shows_what_matters_of_each_car() -> None:
    def faces(card: str, **changes: Any) -> list[str]:
        view = sight(phase="maneuver", cars={0: {"maneuver": n(card)}, 1: changes})
        asked = ask("aim", Aim((1,)), Aim((2,)))
        return [label(view, asked, f"a{seat}")[0] for seat in (1, 2)]

    assert faces("bump", hit=True) == [
        "B Ben (ahead), 121 miles, mishap on a roll of 10",
        "C Cora (behind), 112 miles, mishap on a roll of 9 or 10",
    ]
    safe = [Mod("mishap", -1, n("safe_driving"))]
    assert faces("bump", mods=safe)[0] == "B Ben (ahead), 121 miles, can't have a mishap"
    assert faces("brake_hard", hand=[4])[0] == "B Ben (ahead), 121 miles, 1 Speed card"
    drafting = [Mod("draft", 3, n("slipstream"))]
    assert faces("slipstream", mods=drafting)[0] == "B Ben (ahead), 121 miles, draft +3 so far"
    assert faces("engine_problems", engine_penalty=-1)[0] == "B Ben (ahead), 121 miles, engine −1"
    assert faces("check_up") == ["B Ben (ahead), 121 miles", "C Cora (behind), 112 miles"]


def test_several_cars_are_a_subset() -> None:
    view = sight(phase="maneuver", cars={0: {"maneuver": n("three_abreast")}})
    some = Combination("cars", [1, 2, 3], Aim, 3, 3)
    asked = ask("aim", Aim((1, 2, 3)), some=some)
    assert WORDS.hand_title(view, asked, PLAYERS) == "Three Abreast: which 3 cars?"
    assert question(view, asked).startswith("Three Abreast: which 3 cars? Three other")
    assert label(view, asked, "cars") == ("Choose 3 cars", "3 Mishap Rolls; if last, +2")
    assert label(view, asked, "cars", "c3")[0] == "D Dan, 112 miles, mishap on a roll of 10"


def test_the_card_set_aside_is_named() -> None:
    view = sight(phase="maneuver", follow=n("bump"), cars={0: {"maneuver": n("drive_fast")}})
    asked = ask("follow", Decline(), Follow())
    said = "Play Bump too? Another car makes a Mishap Roll at once."
    assert question(view, asked) == said
    assert label(view, asked, "follow")[0] == "Play Bump: another's Mishap Roll now"
    assert label(view, asked, "decline")[0] == "Don't play it"


def test_picking_names_the_card_that_drew_them() -> None:
    view = sight(phase="maneuver", dealt=[n("bump")], cars={0: {"maneuver": n("radio_chatter")}})
    asked = ask("pick", Keep(n("bump")))
    assert question(view, asked).startswith(
        "Which of these cards? You drew them with Radio Chatter."
    )
    assert label(view, asked, f"m{n('bump')}")[0] == "Bump: another's Mishap Roll now"


def test_dropping_tells_what_stays() -> None:
    view = sight(phase="maneuver", hand=[3, 3, 8])
    asked = ask("drop", Drop(3), Drop(8))
    assert question(view, asked).endswith("You hold 3, 3 and 8.")
    assert label(view, asked, "s3") == ("Discard 3", "3 and 8 stay in your hand")
    assert WORDS.captions(view, asked, PLAYERS)[2] == ("s8", "Discard")


# -- Speed cards


def driving(cars: dict[int, dict[str, Any]] | None = None, **changes: Any) -> tuple[Any, Ask[Any]]:
    view = sight(cars=cars, **changes)
    return view, ask("drive", *(Drive((card,)) for card in view.hand))


@pytest.mark.parametrize(
    ("cars", "changes", "card", "expected"),
    [
        ({}, {}, 2, ("Speed 2", "118 to 120; crash severity −2")),
        ({}, {}, 3, ("Speed 3", "118 to 121; crash severity −2")),
        ({}, {}, 5, ("Speed 5", "118 to 123; passes Ben; crash severity −1")),
        ({}, {}, 7, ("Speed 7", "118 to 125; passes Ben")),
        ({}, {}, 9, ("Speed 9", "118 to 127; passes Ben; crash severity +1")),
        (
            {0: {"engine_penalty": -2, "momentum": 5, "advantages": [2]}},
            {},
            5,
            (
                "Speed 5: 9 miles",
                "5 card − 2 engine + 1 Powerful Engine + 5 Momentum = 9; 118 to 127; passes Ben; "
                "crash severity −1",
            ),
        ),
        (
            {0: {"engine_penalty": -3}},
            {},
            2,
            ("Speed 2: 0 miles", "2 card − 3 engine: 0; 118 to 118; crash severity −2"),
        ),
        (
            {},
            {"yellow_flag": True},
            9,
            ("Speed 9, stops behind Ben", "118 to 121; crash severity +1"),
        ),
        ({0: {"blocked_by": [1]}}, {}, 7, ("Speed 7, stops behind Ben", "118 to 121")),
        ({0: {"blocked_by": [2]}}, {}, 7, ("Speed 7", "118 to 125; passes Ben")),
        (
            {1: {"defensive": -2}},
            {},
            7,
            ("Speed 7", "118 to 125; passes Ben; then −2 for passing"),
        ),
        ({}, {"goal": 125}, 7, ("Speed 7, wins the race", "118 to 125; passes Ben")),
    ],
)
def test_a_speed_card_shows_its_move(
    cars: dict[int, dict[str, Any]], changes: dict[str, Any], card: int, expected: tuple[str, str]
) -> None:
    view, asked = driving(cars, **changes)
    assert label(view, asked, f"s{card}") == expected


def test_what_holds_a_car_back_is_told_before_it_drives() -> None:
    def prompt(cars: dict[int, dict[str, Any]], **changes: Any) -> str:
        return question(*driving(cars, **changes))

    plain = "Which Speed card? You are 2nd of 4 with 118 miles, 3 behind Ben, 6 ahead of Cora."
    assert prompt({}) == plain
    assert prompt({}, yellow_flag=True) == f"{plain} Nobody may pass."
    assert prompt({0: {"blocked_by": [1, 2]}}) == f"{plain} You may not pass Ben."
    assert prompt({1: {"defensive": -2}}) == f"{plain} Passing Ben costs 2 miles."
    assert prompt({2: {"defensive": -2}}) == plain
    engine = f"{plain} Your engine costs you 1 mile. A card from 1 to 5 gives 5 extra."
    assert prompt({0: {"engine_penalty": -1, "momentum": 5}}) == engine


def test_two_speed_cards_are_a_subset() -> None:
    some = Combination("two", [2, 3, 5, 7, 9], Drive, 2, 2)
    view = sight(cars={0: {"speed_max": 2}})
    asked = ask("drive", Drive((2,)), some=some)
    assert WORDS.hand_title(view, asked, PLAYERS) == "Which Speed cards, one or two?"
    assert label(view, asked, "two") == ("Two Speed cards", "Both make one move")
    assert label(view, asked, "two", "c9") == ("Speed 9", "Crash severity +1")
    assert label(view, asked, "two", "c2c9") == (
        "Speed 2 and 9: 11 miles",
        "2 first + 9 second = 11; 118 to 129; passes Ben; crash severity −1",
    )


def test_feet_of_speed_cards_tell_severity_and_a_changed_move() -> None:
    view, asked = driving()
    feet = {card: WORDS.captions(view, asked, PLAYERS)[at][1] for at, card in enumerate(view.hand)}
    assert feet == {
        2: "2 miles, crash severity −2",
        3: "3 miles, crash severity −2",
        5: "5 miles, crash severity −1",
        7: "7 miles",
        9: "9 miles, crash severity +1",
    }
    view, asked = driving({0: {"engine_penalty": -2}})
    assert WORDS.captions(view, asked, PLAYERS)[0] == ("s2", "0 miles, crash severity −2")


@pytest.mark.parametrize(
    ("cars", "changes", "reason"),
    [
        ({}, {"phase": "pit"}, "For Speed. Foot: adds to a crash"),
        ({}, {"phase": "maneuver"}, "For Speed. Foot: adds to a crash"),
        ({}, {}, "Wait: the cars play by place"),
        ({"speed": [4]}, {}, "Keep: for the next Speed Phase"),
        ({}, {"phase": "crash"}, "Keep: for the next Speed Phase"),
        ({"status": "pit"}, {}, "Off the track until the turn ends"),
        ({}, {"phase": "over"}, "The race is over"),
    ],
)
def test_why_no_speed_card_can_be_played(
    cars: dict[str, Any], changes: dict[str, Any], reason: str
) -> None:
    view = sight(cars={0: cars}, hand=[4, 6], **changes)
    assert WORDS.unplayable(view, None) == {0: reason, 1: reason}


def test_leaving_asks_once_more() -> None:
    shown = WORDS.order(sight(), Leave(), PLAYERS)
    assert (shown.text, shown.style) == ("Leave the race", "grave")


def test_options_have_words() -> None:
    assert WORDS.options(Options()) == "Race to 200 miles · no driver advantages"
    cup = Options(goal=100, races=3, advantages=2)
    assert WORDS.options(cup) == "Cup of 3 races to 100 miles each · 2 rolls for advantages"
    alone = Options(race_on=True)
    assert WORDS.options(alone).endswith(" · no driver advantages · the last car races on")
    for field in msgspec.structs.fields(Options):
        shown, help_ = WORDS.option(field.name)
        assert 0 < len(shown) <= 45
        assert 0 < len(help_) <= 100
    with pytest.raises(KeyError):
        WORDS.option("points")
