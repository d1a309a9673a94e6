"""What World Auto Racing says: single sentences, labels and prompts from views made by hand.

Whole races are listened to in `test_words_in_play.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from games.engine.ask import Ask, DesignChoice
from games.engine.check import faults_of
from games.engine.players import Player
from games.engine.seen import BACK
from games.engine.voice import Voice
from games.world_auto_racing import GAME, kinds
from games.world_auto_racing import events as e
from games.world_auto_racing.moves import (
    Accept,
    Bring,
    Decline,
    Discard,
    Fetch,
    Keep,
    Leave,
    Lose,
    Pass,
    Play,
    Redraw,
    Take,
    Use,
)
from games.world_auto_racing.options import Options
from games.world_auto_racing.progress import Calculation, Step
from games.world_auto_racing.race import Race
from games.world_auto_racing.state import Playing, Racer, Task
from games.world_auto_racing.words.speakers import Choice
from games.world_auto_racing.words.sums import SAID

WORDS = GAME.words

PLAYERS = [Player("Ann"), Player("Ben"), Player("Cora")]
CARS = ("kazeno_tsubame_rs", "harrow_marauder_427", "bellori_saetta_gt")


def n(card: str) -> int:
    """The number of a card by its id."""
    return kinds.NUMBERS[card]


def ns(names: str) -> tuple[int, ...]:
    """Numbers of several cards: "redline, door_slam"."""
    return tuple(n(name) for name in names.split(", ")) if names else ()


def driver(seat: int, **changes: Any) -> Racer:
    """A driver in the middle of a race, with nothing in play; nobody's cards are seen."""
    plain: dict[str, Any] = {
        "car": n(CARS[seat]),
        "hand": [BACK] * 5,
        "garage": [BACK] * 40,
        "progress": (47, 52, 30)[seat],
    }
    return Racer(**{**plain, **changes})


def sight(
    seat: int | None = 0,
    own: dict[str, Any] | None = None,
    checking: int = -1,
    found: Sequence[int] = (),
    **changes: Any,
) -> Race:
    """What a seat sees in the sixth round; `own` changes its own driver. `checking` is a card that
    asks it, `found` what it looks at in its garage."""
    drivers = [driver(0), driver(1), driver(2)]
    if seat is not None:
        hand = {"hand": list(changes.pop("hand"))} if "hand" in changes else {}
        drivers[seat] = driver(seat, **{"found": list(found), **hand, **(own or {})})
    kind = "search" if found else "check"
    plain: dict[str, Any] = {
        "seat": seat,
        "options": Options(),
        "round": 6,
        "phase": "action",
        "active": 0,
        "drivers": drivers,
        "order": [1, 0, 2],
        "history": [(0, 0, 0), (10, 12, 5)],
        "todo": [Task(kind, 0, checking, whom=0 if seat is None else seat)] * (checking >= 0),
    }
    return Race(**{**plain, **changes})


def ask(kind: str, *options: Any, seat: int = 0, brought: Any = None) -> Ask[Any]:
    """A question whose default is its last option."""
    return Ask(seat, kind, options, options[-1], "Rules: Action", brought=brought)


def said_of(view: Race, asked: Ask[Any], players: Sequence[Player]) -> str:
    """A question with its details."""
    return str(WORDS.question(view, asked, players))


def forecast(view: Race, option: Play) -> tuple[int, int]:
    """What a play makes of the round."""
    asked = ask("action", option, Pass())
    return Choice(view, Voice((), view.seat), option.card, ask=asked).forecast


def label(view: Race, asked: Ask[Any], *keys: str) -> tuple[str, str, str]:
    shown = WORDS.part(view, asked, keys, PLAYERS)
    return shown.text, shown.detail, shown.style


# -- paths


@pytest.mark.parametrize(
    ("option", "path"),
    [
        (Play(24), ("c24", "o", "k", "r")),
        (Play(24, on=1, pick=7), ("c24", "o1", "k7", "r")),
        (Play(1003, replace=0), ("c1003", "o", "k", "r0")),
        (Use(2), ("u2", "o", "k")),
        (Use(2, on=0, pick=9), ("u2", "o0", "k9")),
        (Take(3), ("t3",)),
        (Bring(3, (5, 5, 6)), ("own",)),
        (Keep(), ("keep",)),
        (Redraw(), ("redraw",)),
        (Pass(), ("pass",)),
        (Discard(7), ("d7",)),
        (Lose(7), ("l7",)),
        (Fetch(7), ("f7",)),
        (Accept(), ("accept",)),
        (Decline(), ("decline",)),
    ],
)
def test_paths_stay_the_same_for_ever(option: Any, path: tuple[str, ...]) -> None:
    assert WORDS.path(option) == path


# -- where the race stands


@pytest.mark.parametrize(
    ("changes", "title"),
    [
        ({"phase": "car", "round": 0}, "Before the race · cars"),
        ({"phase": "mulligan", "round": 0}, "Before the race · first hands"),
        ({}, "Round 6 · action"),
        ({"phase": "scrap"}, "Round 6 · scrap"),
        ({"tied": [0, 1]}, "Round 6 · tie-break · action"),
        ({"phase": "over"}, "Round 6 · the race is over"),
    ],
)
def test_titles(changes: dict[str, Any], title: str) -> None:
    assert WORDS.title(sight(**changes)) == title


def test_the_verb_is_of_all_who_are_asked() -> None:
    assert WORDS.action_phrase(sight(None), [ask("action", Pass())]) == "plays a card or passes"
    assert WORDS.action_phrase(sight(None), [ask("lose", Lose(0))]) == "gives up a mod"
    assert WORDS.action_phrase(sight(None), [ask("lose", Lose(0), seat=1)]) == "gives up a mod"
    assert WORDS.action_phrase(sight(None, phase="car"), [ask("car", Take(0))]) == "chooses a car"
    beginning = sight(None, phase="beginning", active=-1)
    assert WORDS.action_phrase(beginning, [ask("peek", Decline())]) == "looks at a card"
    scrapping = sight(None, phase="scrap", active=-1)
    assert WORDS.action_phrase(scrapping, [ask("scrap", Decline())]) == "may discard a card"
    assert WORDS.action_phrase(sight(None, phase="over"), []) == ""


def test_headlines_name_everyone_who_is_asked_in_secret() -> None:
    asked = [ask("mulligan", Keep(), seat=seat) for seat in (0, 1, 2)]
    everyone = "Ann, Ben and Cora may redraw the first hand, once."
    assert WORDS.headline(sight(None, phase="mulligan"), asked, PLAYERS) == everyone
    mine = "You, Ann and Cora may redraw the first hand, once."
    assert WORDS.headline(sight(1, phase="mulligan"), asked, PLAYERS) == mine
    scrap = [ask("scrap", Decline(), seat=seat) for seat in (0, 2)]
    said = "Scrap step: Ann and Cora may each discard a card."
    assert WORDS.headline(sight(None, phase="scrap"), scrap, PLAYERS) == said


def test_the_headline_says_for_which_card_a_driver_is_asked() -> None:
    view = sight(None, checking=n("scrutineers"))
    said = WORDS.headline(view, [ask("lose", Lose(n("hood_scoop")), seat=1)], PLAYERS)
    assert said == "Ben chooses a mod to give up for Scrutineers."


def test_the_winner_is_named_with_the_progress_made() -> None:
    view = sight(None, phase="over", places=[(1,), (0,), (2,)])
    assert WORDS.headline(view, [], PLAYERS) == "Ben wins the race with 52 points."
    mine = sight(1, phase="over", places=[(1,), (0,), (2,)])
    assert WORDS.headline(mine, [], PLAYERS) == "You win the race with 52 points."


@pytest.mark.parametrize(
    ("own", "changes", "said"),
    [
        ({}, {}, ""),
        ({"left": True}, {}, "You left the race; your car goes on by itself"),
        ({}, {"tied": [1, 2]}, "You look on while the drivers who are level race on"),
        ({"left": True}, {"phase": "over"}, "You have left the match."),
    ],
)
def test_who_only_looks_on(own: dict[str, Any], changes: dict[str, Any], said: str) -> None:
    assert WORDS.spectating(sight(0, own, **changes)) == said


def test_a_spectator_is_watching() -> None:
    assert WORDS.spectating(sight(None)) == "You are watching"


def test_the_chart_has_a_line_for_every_driver() -> None:
    chart = WORDS.chart(sight(None))
    assert chart.lines == ((0, 10), (0, 12), (0, 5))
    assert chart.goal == 100
    assert [WORDS.loadout(sight(None), seat) for seat in (0, 1)] == [
        "Kazeno Tsubame RS",
        "Harrow Marauder 427",
    ]


def test_the_options_of_a_table() -> None:
    assert WORDS.options(Options()) == "First to 100 · own garages allowed"
    short = Options(length=60, own_garages=False)
    assert WORDS.options(short) == "First to 60 · ready-made garages only"
    for field in msgspec.structs.fields(Options):
        title, help_ = WORDS.option(field.name)
        assert 0 < len(title) <= 45
        assert 0 < len(help_) <= 100
    with pytest.raises(KeyError):
        WORDS.option("colour")


# -- prompts


def test_the_turn_tells_the_sum_the_rival_and_what_is_used_up() -> None:
    view = sight(0, {"played": ["mod", "mod", "team"]}, hand=ns("redline"))
    assert said_of(view, ask("action", Play(n("redline")), Pass()), PLAYERS) == (
        "Which action? You'd score 5 now: power 3, handling 2. You are at 47 of 100. "
        "Ben, ahead with 52, would score 7 and have 59. Already played: mod and team."
    )


def test_the_leader_reads_of_who_follows() -> None:
    view = sight(1, active=1)
    said = said_of(view, ask("action", Pass(), seat=1), PLAYERS)
    assert said.endswith("52 of 100. Ann, behind with 47, would score 5 and have 52.")


def test_the_rival_is_who_would_have_most_wherever_that_is_now() -> None:
    mods = [[n("big_bore_block_stage_3")], [n("high_rev_head_stage_2")]]
    drivers = [driver(0), driver(1, progress=51), driver(2, progress=46, mods=mods)]
    view = sight(0, drivers=drivers)
    said = said_of(view, ask("action", Pass()), PLAYERS)
    assert "Cora, behind with 46, would score 13 and have 59." in said


def test_where_no_mod_must_go_it_is_asked_whether_one_is_to() -> None:
    assert WORDS.step(("r3", "r8")) == "Give up which mod?"
    assert WORDS.step(("r", "r3", "r8")) == "Add it, or replace a mod?"


def test_the_title_of_the_picture_holds_for_each_part_of_a_play() -> None:
    asked = ask("action", Play(n("redline")), Pass())
    assert WORDS.hand_title(sight(0), asked, PLAYERS) == "Your turn"
    only = WORDS.hand_title(sight(0), ask("action", Pass()), PLAYERS)
    assert only == "Nothing left but to pass"


def test_a_rival_who_is_level_does_not_lead() -> None:
    said = said_of(sight(0, {"progress": 52}), ask("action", Pass()), PLAYERS)
    assert "52 of 100. Ben, tied with you, would score 7 and have 59." in said


def test_drivers_who_are_level_are_not_told_a_goal_behind_them() -> None:
    view = sight(0, {"progress": 103}, tied=[0, 1])
    said = said_of(view, ask("action", Pass()), PLAYERS)
    assert "handling 2. You are at 103. Ben" in said


def test_a_car_is_chosen_among_those_left() -> None:
    before = sight(0, {"car": -1}, phase="car", round=0)
    question = ask("car", Take(n("kazeno_tsubame_rs")))
    assert said_of(before, question, PLAYERS) == (
        "Which car? It comes with a ready-made garage. "
        "Taken: Harrow Marauder 427 (Ben), Bellori Saetta GT (Cora)."
    )
    own = DesignChoice[Any](lambda _: "", lambda _, name: Bring(0, (), name), lambda _: None)
    with_own = ask("car", Take(n("kazeno_tsubame_rs")), brought=own)
    said = said_of(before, with_own, PLAYERS)
    assert "ready-made garage; you may bring your own instead." in said


@pytest.mark.parametrize(
    ("held", "left", "said"),
    [
        (4, 40, "You refuel to 5 cards either way."),
        (6, 40, "Then you draw one."),
        (4, 1, "Only 1 card is left to draw."),
        (4, 0, "Your garage is empty: you draw no more."),
        (1, 9, "You refuel to 5 cards either way."),
    ],
)
def test_the_scrap_step_says_what_a_discard_costs(held: int, left: int, said: str) -> None:
    view = sight(0, {"hand": [BACK] * held, "garage": [BACK] * left}, phase="scrap")
    assert said_of(view, ask("scrap", Decline()), PLAYERS).endswith(said)


def test_questions_of_cards_begin_with_the_card() -> None:
    view = sight(0, checking=n("scrutineers"))
    lose = ask("lose", Lose(n("hood_scoop")))
    assert said_of(view, lose, PLAYERS) == ("Which mod do you give up? Scrutineers takes one off.")
    view = sight()
    assert said_of(view, lose, PLAYERS) == (
        "Which mod do you give up? Your mod cap is 7 now; the stages below a mod go with it."
    )
    assert WORDS.why(view, lose, PLAYERS).startswith("Round 6 > action > your mod. Your mod cap")
    view = sight(0, checking=n("data_engineer"), found=ns("hood_scoop, semi_slicks"))
    fetch = ask("fetch", Fetch(n("hood_scoop")), Fetch(n("semi_slicks")))
    said = said_of(view, fetch, PLAYERS)
    assert said == "Which card from your garage? Data Engineer lets you take a mod."
    view = sight(0, checking=n("junkyard_deal"))
    fetch = ask("fetch", Fetch(n("hood_scoop")), Fetch(n("redline")))
    said = said_of(view, fetch, PLAYERS)
    assert said == "Which card from your junkyard? Junkyard Deal lets you take a mod or control."
    view = sight(0, checking=n("shot_of_nitrous"))
    said = said_of(view, ask("discard", Discard(n("redline"))), PLAYERS)
    assert said == "Which card do you discard? Shot of Nitrous asks for one."


def test_the_card_on_top_is_told_to_who_looks() -> None:
    view = sight(0, checking=n("rally_computer"), found=ns("redline"))
    assert said_of(view, ask("peek", Accept(), Decline()), PLAYERS) == (
        "Junk the top card of your garage? It is Redline: +2 power. If not, you draw it next. "
        "Rally Computer lets you look."
    )


def test_why_tells_what_is_being_played() -> None:
    view = sight(1, playing=Playing(0, n("scrutineers")), checking=n("scrutineers"))
    said = WORDS.why(view, ask("lose", Lose(n("hood_scoop")), seat=1), PLAYERS)
    assert said.startswith("Round 6 > action > Ann's Scrutineers > your mod. ")


# -- labels


def test_a_card_is_shown_with_its_type_its_numbers_and_its_text() -> None:
    view = sight(hand=ns("granny_shift, drizzle"))
    question = ask("action", Play(n("granny_shift")), Play(n("drizzle")), Pass())
    assert label(view, question, f"c{n('granny_shift')}") == (
        "Granny Shift: scores 6 (+1)",
        "+1 power. Draw a card",
        "main",
    )
    assert label(view, question, f"c{n('drizzle')}") == (
        "Drizzle: −1 handling for everyone; you score 4 (−1)",
        "",
        "main",
    )
    assert label(view, question, "pass") == ("Pass", "Final for this round", "plain")


def test_a_part_without_a_choice_says_what_the_part_before_said() -> None:
    view = sight(hand=ns("redline"))
    question = ask("action", Play(n("redline")), Pass())
    path = WORDS.path(Play(n("redline")))
    assert label(view, question, *path) == label(view, question, path[0])


def test_a_course_says_what_it_would_multiply() -> None:
    view = sight(hand=ns("quarter_mile_strip"))
    question = ask("action", Play(n("quarter_mile_strip")), Pass())
    shown = label(view, question, f"c{n('quarter_mile_strip')}")
    assert shown[1] == "Without a course: you 3 and 2, B 5 and 2"


def test_a_course_names_only_what_it_changes() -> None:
    number = n("harbor_freeway")
    question = ask("action", Play(number), Pass())
    shown = label(sight(hand=(number,)), question, f"c{number}")
    assert shown[0] == "Harbor Freeway: power ×1.5 for everyone; you score 6 (+1)"


def test_a_card_without_numbers_says_what_it_does() -> None:
    chicane, pinch = ns("chicane, pinch_to_the_wall")
    question = ask("action", Play(chicane), Play(pinch, on=1), Pass())
    view = sight(hand=(chicane, pinch))
    assert label(view, question, f"c{chicane}")[:2] == (
        "Chicane: power ×1, handling ×1 for everyone",
        "Without a course: you 3 and 2, B 5 and 2. Power limited to 8 for every driver",
    )
    assert label(view, question, f"c{pinch}")[0] == (
        "Pinch to the Wall. Target opponent: handling limited to 4"
    )


def test_a_course_says_what_is_multiplied_now() -> None:
    loop, chicane = ns("roundabout, chicane")
    view = sight(hand=(loop, chicane), courses=((n("hairpin"), 1),))
    question = ask("action", Play(loop), Play(chicane), Pass())
    assert label(view, question, f"c{loop}")[1] == (
        "Now power ×0.5, handling ×1.5. Without a course: you 3 and 2, B 5 and 2"
    )
    assert label(view, question, f"c{chicane}")[1] == (
        "Now power ×0.5, handling ×1.5. Power limited to 8 for every driver"
    )


def test_what_is_multiplied_is_the_stat_before_the_present_course() -> None:
    view = sight(hand=ns("quarter_mile_strip"), courses=[(n("harbor_freeway"), 0)])
    question = ask("action", Play(n("quarter_mile_strip")), Pass())
    assert label(view, question, f"c{n('quarter_mile_strip')}")[1] == (
        "Now power ×1.5, handling ×1. Without a course: you 3 and 2, B 5 and 2"
    )


def test_a_target_is_shown_with_how_the_driver_stands() -> None:
    slam = n("door_slam")
    question = ask("action", Play(slam, on=1), Play(slam, on=2), Pass())
    assert label(sight(), question, f"c{slam}", "o1") == (
        "B Ben",
        "Makes 7 (power 5, handling 2); at 52 of 100; 5 cards in hand",
        "plain",
    )


def test_a_target_with_nothing_to_work_on_says_so() -> None:
    rod, scoop = n("bent_tie_rod"), n("hood_scoop")
    question = ask("action", Play(rod, on=1, pick=scoop), Play(rod, on=2), Pass())
    assert label(sight(), question, f"c{rod}", "o2")[1].startswith("Nothing there to work on. ")
    assert label(sight(), question, f"c{rod}", "o1", f"k{scoop}")[0] == "Hood Scoop (Body mod)"


def test_a_condition_to_junk_says_whose_it_is() -> None:
    view = sight(conditions=((n("drizzle"), 1), (n("rush_hour"), 0)))
    clear = n("clear_the_air")
    plays = [Play(clear, pick=n("drizzle")), Play(clear, pick=n("rush_hour"))]
    question = ask("action", *plays, Pass())
    details = [label(view, question, *WORDS.path(play)[:3])[1] for play in plays]
    assert details == [
        "Ben's. −1 handling for everyone",
        "Yours. Power of every driver is limited to 9",
    ]


def test_a_mod_says_what_it_replaces_and_a_lost_stack_is_grave() -> None:
    stages = ns("high_rev_head_stage_1, high_rev_head_stage_2")
    view = sight(0, {"mods": (stages, ns("roll_cage"))})
    up, scoop, block = ns("high_rev_head_stage_3, hood_scoop, big_bore_block_stage_1")
    question = ask("action", Play(up), Play(scoop), Play(block), Pass())
    assert label(view, question, f"c{up}")[1:] == (
        "On top of Stage 2. +2 power, +2 handling",
        "main",
    )
    assert label(view, question, f"c{scoop}")[1:] == ("Junks Roll Cage. +2 power", "main")
    assert label(view, question, f"c{block}")[1:] == (
        "Junks High-Rev Head Stage 2 and 1 stage below. +1 power",
        "grave",
    )
    assert label(view, question, *WORDS.path(Play(block)))[2] == "grave"


def test_below_the_cap_all_mods_may_be_kept() -> None:
    rotors, cage = n("carbon_rotors"), n("roll_cage")
    view = sight(0, {"mods": ((cage,),)}, hand=(rotors,))
    question = ask("action", Play(rotors), Play(rotors, replace=cage), Pass())
    assert "At the mod cap" not in label(view, question, f"c{rotors}")[1]
    assert label(view, question, f"c{rotors}", "o", "k", "r") == (
        "Add it",
        "You keep all your mods and score 7",
        "main",
    )
    assert label(view, question, f"c{rotors}", "o", "k", f"r{cage}")[0] == (
        "Give up Roll Cage (Body mod)"
    )
    [(_, words)] = WORDS.captions(view, question, PLAYERS).values()
    assert "goes" not in words


def test_a_mod_given_up_says_what_goes_with_it() -> None:
    stages = ns("high_rev_head_stage_1, high_rev_head_stage_2")
    view = sight(0, {"mods": (stages, ns("roll_cage"))})
    rotors = n("carbon_rotors")
    top, cage = stages[1], n("roll_cage")
    question = ask("action", Play(rotors, replace=top), Play(rotors, replace=cage), Pass())
    assert label(view, question, f"c{rotors}")[1].startswith(
        "+1 handling. At the mod cap: another goes."
    )
    assert label(view, question, f"c{rotors}", "o", "k", f"r{top}") == (
        "Give up High-Rev Head Stage 2 (Engine mod)",
        "You score 7. With High-Rev Head Stage 1. +1 power, +1 handling",
        "grave",
    )
    assert label(view, question, f"c{rotors}", "o", "k", f"r{cage}")[2] == "plain"


def test_a_mod_taken_off_says_what_is_below_it() -> None:
    stages = ns("high_rev_head_stage_1, high_rev_head_stage_2")
    view = sight(0, {"mods": (stages,)}, checking=n("scrutineers"))
    question = ask("lose", Lose(stages[1]))
    assert label(view, question, f"l{stages[1]}") == (
        "High-Rev Head Stage 2 (Engine mod)",
        "Below it: High-Rev Head Stage 1 (+1 power). +1 power, +1 handling",
        "plain",
    )


def test_an_ability_says_what_it_does() -> None:
    car, brake = n("bellori_saetta_gt"), n("hydraulic_handbrake")
    view = sight(2, {"mods": (ns("hydraulic_handbrake"),)}, active=2)
    question = ask("action", Use(car), Use(brake), Pass(), seat=2)
    assert label(view, question, f"u{car}")[0] == "Car: discard a card; gain 1 power this round"
    assert label(view, question, f"u{brake}")[0] == (
        "Hydraulic Handbrake: gain 2 handling this round"
    )


def test_a_car_is_shown_with_its_numbers_and_plan() -> None:
    question = ask("car", Take(n("harrow_marauder_427")))
    text, detail, _ = label(sight(phase="car"), question, f"t{n('harrow_marauder_427')}")
    assert text == "Harrow Marauder 427"
    assert detail.startswith("Power 5, handling 2, mod cap 4. Straight-line power")
    assert len(detail) <= 100


@pytest.mark.parametrize(
    ("kind", "option", "text"),
    [
        ("mulligan", Keep(), "Keep this hand"),
        ("mulligan", Redraw(), "Draw five new cards"),
        ("check", Accept(), "Use Parts Hoarder"),
        ("check", Decline(), "Don't use it"),
        ("peek", Accept(), "Into the junkyard"),
        ("peek", Decline(), "Leave it on top"),
        ("scrap", Decline(), "Discard nothing"),
    ],
)
def test_plain_choices(kind: str, option: Any, text: str) -> None:
    view = sight(checking=n("parts_hoarder"))
    assert label(view, ask(kind, option), *WORDS.path(option))[0] == text


def test_leaving_is_grave() -> None:
    shown = WORDS.order(sight(), Leave(), PLAYERS)
    assert (shown.text, shown.style) == ("Leave the race", "grave")


# -- the hand


def test_below_each_card_stands_what_it_would_do_or_why_not() -> None:
    hand = ns("redline, door_slam, quarter_mile_strip, pit_crew, high_rev_head_stage_2, full_send")
    view = sight(0, {"played": ["team"]}, hand=hand)
    plays = [Play(hand[0]), Play(hand[1], on=1), Play(hand[1], on=2), Play(hand[2]), Play(hand[5])]
    question = ask("action", *plays, Pass())
    assert WORDS.captions(view, question, PLAYERS) == {
        0: (f"c{hand[0]}", "Scores 7 (+2)"),
        1: (f"c{hand[1]}", "Aim at B or C"),
        2: (f"c{hand[2]}", "Scores 7 (+2)"),
        5: (f"c{hand[5]}", "Scores 6 (+1)"),
    }
    assert WORDS.unplayable(view, question) == {
        3: "You played a team this round",
        4: "Stage 2 needs Stage 1 in play",
    }


def test_a_foot_says_what_makes_room_for_the_card() -> None:
    hand = ns("hood_scoop, high_rev_head_stage_2, lead_foot, drizzle, carbon_rotors")
    mods = (ns("high_rev_head_stage_1"), ns("roll_cage"))
    own = {"mods": mods, "trait": n("silk_hands")}
    view = sight(0, own, hand=hand, conditions=((n("cloudburst"), 1),))
    plays = [*(Play(card) for card in hand[:4]), Play(hand[4], replace=n("roll_cage"))]
    feet = WORDS.captions(view, ask("action", *plays, Pass()), PLAYERS)
    assert [words for _, words in feet.values()] == [
        "Scores 8 (+1), junks Roll Cage",
        "Scores 8 (+1), upgrade",
        "No change now, junks Silk Hands",
        "Scores 8 (+1), junks Cloudburst",
        "No change now, one mod goes",
    ]


def test_a_mod_that_is_on_the_car_already_promises_nothing() -> None:
    hand = ns("hood_scoop")
    view = sight(0, {"mods": (hand,)}, hand=hand)
    feet = WORDS.captions(view, ask("action", Play(hand[0]), Pass()), PLAYERS)
    assert feet == {0: (f"c{hand[0]}", "Swap for the one you have")}


def test_a_card_with_nobody_to_aim_at_says_so() -> None:
    hand = ns("block_the_line")
    view = sight(hand=hand)
    question = ask("action", Play(hand[0]), Pass())
    assert WORDS.captions(view, question, PLAYERS)[0][1] == "+1 handling, nobody to aim at"
    shown = label(view, question, f"c{hand[0]}")
    assert shown[1].startswith("+1 handling. Nobody it can aim at now. Target opponent behind")


def test_a_check_that_waits_for_a_card_is_told_beside_it() -> None:
    slam, strip = ns("door_slam, city_grid")
    drivers = (driver(0), driver(1, teams=ns("lawyers_on_retainer, closed_road_order")), driver(2))
    view = sight(hand=(slam, strip), drivers=drivers)
    question = ask("action", Play(slam, on=1), Play(slam, on=2), Play(strip), Pass())
    assert label(view, question, f"c{slam}", "o1")[1].startswith(
        "B's Lawyers on Retainer may stop it. Makes 9"
    )
    assert label(view, question, f"c{slam}", "o2")[1].startswith("Makes 6")
    assert "B's Closed Road Order may stop it" in label(view, question, f"c{strip}")[1]


def test_a_target_whose_mods_are_protected_says_so() -> None:
    rod, scoop = n("bent_tie_rod"), n("hood_scoop")
    drivers = (driver(0), driver(1, mods=(ns("skid_plate"), (scoop,))), driver(2))
    question = ask("action", Play(rod, on=1, pick=scoop), Play(rod, on=2), Pass())
    shown = label(sight(drivers=drivers), question, f"c{rod}", "o1")
    assert shown[1].startswith("Skid Plate protects the mods. Makes 10")


@pytest.mark.parametrize(
    ("own", "changes", "kind", "said"),
    [
        ({}, {}, "", "Wait for your turn"),
        ({"passed": True}, {}, "", "You have passed this round"),
        ({}, {"tied": [1, 2]}, "", "Others race on alone"),
        ({"left": True}, {}, "", "You left the race"),
        ({}, {"phase": "over"}, "", "The race is over"),
        ({}, {"phase": "mulligan"}, "mulligan", ""),
        ({}, {}, "lose", "First give up a mod"),
    ],
)
def test_why_a_card_waits(
    own: dict[str, Any], changes: dict[str, Any], kind: str, said: str
) -> None:
    view = sight(0, own, hand=ns("redline"), **changes)
    question = ask(kind, Keep()) if kind else None
    assert WORDS.unplayable(view, question) == {0: said}


def test_what_a_hand_depends_on_tells_that_its_driver_has_passed() -> None:
    before, after = (sight(0, {"passed": it}, hand=ns("redline")) for it in (False, True))
    assert GAME.own(before) != GAME.own(after)


def test_a_card_to_discard_has_its_key_at_every_copy() -> None:
    hand = ns("redline, drizzle, redline")
    view = sight(hand=hand, phase="scrap")
    question = ask("scrap", Discard(hand[0]), Discard(hand[1]), Decline())
    feet = WORDS.captions(view, question, PLAYERS)
    assert [feet[place][0] for place in range(3)] == [f"d{card}" for card in hand]
    assert WORDS.unplayable(view, question) == {}


# -- what happened


def test_every_kind_of_event_has_a_sentence() -> None:
    assert [*faults_of(GAME), *SAID.faults()] == []


STEPS = Calculation(
    power=(
        Step("base", 3, "Kazeno Tsubame RS", "car", 3),
        Step("add", 2, "High-Rev Head Stage 3", "mod", 5),
        Step("add", 4, "Twin-Screw Blower Stage 2", "mod", 9),
        Step("add", 3, "Bribed Patrol", "condition", 12),
        Step("course", 1.5, "Harbor Freeway", "course", 18),
        Step("down", 18, "rounded down", "rule", 18),
    ),
    handling=(
        Step("base", 2, "Kazeno Tsubame RS", "car", 2),
        Step("add", 3, "Coilover Kit Stage 2", "mod", 5),
        Step("sub", -1, "Drizzle", "condition", 4),
        Step("course", 1, "Harbor Freeway", "course", 4),
        Step("down", 4, "rounded down", "rule", 4),
    ),
    power_total=18,
    handling_total=4,
    total=22,
)


def test_progress_is_told_part_by_part() -> None:
    event = e.Progressed(0, STEPS, 47, 69)
    assert WORDS.event(event, PLAYERS, None) == (
        "Ann: power 3 +6 mods +3 conditions = 12, ×1.5 = 18; "
        "handling 2 +3 mods −1 conditions = 4. +22: 47 to 69."
    )
    assert WORDS.event(event, PLAYERS, 0).startswith("You: power 3 +6 mods")


def test_limits_doublings_and_rounding_name_their_card() -> None:
    power = (
        Step("base", 5, "Harrow Marauder 427", "car", 5),
        Step("set_base", 7, "Perfect Launch", "trait", 7),
        Step("add", 4, "Nitrous Bottle", "mod", 11),
        Step("cap", 9, "Rush Hour", "condition", 9),
        Step("mul", 2, "Full Send", "control", 18),
        Step("course", 0.75, "Sand", "course", 13.5),
        Step("down", 13, "rounded down", "rule", 13),
    )
    handling = (
        Step("base", 2, "Harrow Marauder 427", "car", 2),
        Step("sub", -3, "Door Slam", "control", -1),
        Step("zero", 0, "not below 0", "rule", 0),
    )
    told = WORDS.event(e.Progressed(1, Calculation(power, handling, 13, 0, 13), 0, 13), PLAYERS, 0)
    assert told == (
        "Ben: power 7 (Perfect Launch) +4 mods = 11, limited to 9 by Rush Hour, "
        "×2 (Full Send) = 18, ×0.75 = 13.5, rounded down to 13; "
        "handling 2 −3 controls = −1, raised to 0. +13: 0 to 13."
    )


def test_a_group_that_comes_to_nothing_is_shown_all_the_same() -> None:
    power = (
        Step("base", 3, "Kazeno Tsubame RS", "car", 3),
        Step("add", 2, "Drag Slicks", "mod", 5),
        Step("sub", -2, "Skid Plate", "mod", 3),
        Step("course", 1, "no course", "course", 3),
    )
    handling = (
        Step("base", 2, "Kazeno Tsubame RS", "car", 2),
        Step("course", 1, "no course", "course", 2),
    )
    told = WORDS.event(e.Progressed(0, Calculation(power, handling, 3, 2, 5), 0, 5), PLAYERS, None)
    assert told == "Ann: power 3 +0 mods = 3; handling 2. +5: 0 to 5."


def test_a_half_of_a_control_that_changes_nothing_says_so() -> None:
    power = (
        Step("base", 3, "Kazeno Tsubame RS", "car", 3),
        Step("add", 5, "Redline", "control", 8),
        Step("idle", 5, "Trail Off", "control", 8),
        Step("course", 1, "no course", "course", 8),
    )
    told = WORDS.event(e.Progressed(0, Calculation(power, (), 8, 0, 8), 0, 8), PLAYERS, None)
    assert told.startswith("Ann: power 3 +5 controls = 8, Trail Off changes nothing; ")
    finds = WORDS.event(e.NoEffect(0, n("block_the_line"), "target"), PLAYERS, None)
    assert finds == "Ann's Block the Line finds nobody to aim at."
    finds = WORDS.event(e.NoEffect(0, n("block_the_line"), "unmet"), PLAYERS, None)
    assert finds == "Ann's Block the Line finds nothing it could count or change."


def test_a_sum_too_long_for_a_line_leaves_out_its_parts() -> None:
    name = "A Card With A Very Long Name"
    many = tuple(Step("cap", 17 - cap, name, "team", 17 - cap) for cap in range(12))
    long = msgspec.structs.replace(STEPS, power=(*STEPS.power, *many))
    told = WORDS.event(e.Progressed(0, long, 47, 69), PLAYERS, None)
    assert told == "Ann: power 18, handling 4. +22: 47 to 69."


@pytest.mark.parametrize(
    ("event", "reader", "said"),
    [
        (lambda: e.CarChosen(1, n("fjellmark_r4")), None, "Ben drives the Fjellmark R4."),
        (lambda: e.CarChosen(1, n("fjellmark_r4")), 1, "You drive the Fjellmark R4."),
        (
            lambda: e.StartDrawn((1, 0), (50, 51)),
            0,
            "Garages are shuffled, five cards each. The starting order is drawn: Ben and you.",
        ),
        (
            lambda: e.Mulligan((0, 1)),
            1,
            "You and Ann shuffle the first hand back and draw a new one.",
        ),
        (lambda: e.Mulligan((1,)), None, "Ben shuffles the first hand back and draws a new one."),
        (lambda: e.CardsDrawn(0, 2, n("pit_crew")), 1, "Ann draws 2 cards (Pit Crew)."),
        (lambda: e.CardsDrawn(0, 2, n("pit_crew")), 0, ""),
        (lambda: e.CardsDrawn(0, 1), 1, ""),
        (lambda: e.DrawnCards(0, ns("redline, redline, drizzle")), 0, None),
        (lambda: e.OutOfFuel(0), 0, "You are out of fuel and race on without drawing."),
        (
            lambda: e.RoundBegan(3, (1, 0), (20, 31)),
            None,
            "Round 3. Racing order: Ben 31, Ann 20.",
        ),
        (lambda: e.CardPlayed(0, n("redline")), None, "Ann plays Redline: +2 power."),
        (
            lambda: e.CardPlayed(0, n("door_slam"), 1),
            1,
            "Ann plays Door Slam on you. “Target opponent: minus 2 handling.”",
        ),
        (lambda: e.CardPlayed(0, n("hood_scoop")), 1, ""),
        (
            lambda: e.ModPlaced(0, n("hood_scoop"), "new"),
            1,
            "Ann installs Hood Scoop: +2 power.",
        ),
        (
            lambda: e.ModPlaced(0, n("high_rev_head_stage_2"), "upgrade"),
            0,
            "You upgrade to High-Rev Head Stage 2: +1 power, +1 handling.",
        ),
        (
            lambda: e.CardStopped(0, n("door_slam"), 1, n("lawyers_on_retainer")),
            0,
            "Ben's Lawyers on Retainer stops your Door Slam: it is junked and does nothing.",
        ),
        (lambda: e.AbilityUsed(1, n("nitrous_bottle")), None, "Ben uses Nitrous Bottle."),
        (lambda: e.CheckDeclined(0, n("parts_hoarder")), 0, "You don't use Parts Hoarder."),
        (lambda: e.Passed(2), None, "Cora passes."),
        (
            lambda: e.Uninstalled(
                1, n("big_bore_block_stage_2"), 0, n("bent_tie_rod"), n("big_bore_block_stage_1")
            ),
            1,
            "Your Big-Bore Block Stage 2 comes off the car (Ann's Bent Tie Rod). "
            "Big-Bore Block Stage 1 is active again.",
        ),
        (
            lambda: e.Protected(1, n("skid_plate"), n("bent_tie_rod")),
            None,
            "Ben's Skid Plate protects the mods from Bent Tie Rod.",
        ),
        (
            lambda: e.Bonus(0, "power", 2, n("widebody_kit")),
            None,
            "Ann gains 2 power this round (Widebody Kit).",
        ),
        (
            lambda: e.Junked(0, ns("drizzle"), "replaced", n("cloudburst")),
            None,
            "Ann's Drizzle goes to the junkyard (Cloudburst).",
        ),
        (
            lambda: e.Junked(0, ns("lead_foot"), "replaced", n("lead_foot")),
            0,
            "Your old Lead Foot goes to the junkyard.",
        ),
        (lambda: e.Junked(0, ns("hood_scoop"), "replaced", n("hood_scoop")), 0, ""),
        (lambda: e.Junked(0, ns("redline"), "scrap"), 0, ""),
        (lambda: e.Discarded(0, ns("redline"), "scrap"), None, "Ann discards Redline."),
        (
            lambda: e.Fetched(0, "garage", n("data_engineer")),
            1,
            "Ann takes a card from the garage (Data Engineer).",
        ),
        (lambda: e.Fetched(0, "garage", n("data_engineer")), 0, ""),
        (lambda: e.FetchedCard(0, n("hood_scoop")), 0, "You take Hood Scoop from the garage."),
        (
            lambda: e.HandLooked(0, 1, n("eyes_on_the_mirror")),
            1,
            "Ann looks at your hand (Eyes on the Mirror).",
        ),
        (lambda: e.HandSeen(0, 1, ns("redline, drizzle")), 0, "Ben's hand: Redline and Drizzle."),
        (
            lambda: e.NoEffect(0, n("lug_nut_trick"), "mod"),
            None,
            "Ann's Lug Nut Trick finds no mod to take off.",
        ),
        (
            lambda: e.CapFell(0, 3, 4),
            0,
            "You have 4 mods under a mod cap of 3 and must junk 1.",
        ),
        (
            lambda: e.TieBegan((0, 1), 103),
            None,
            "Ann and Ben are level at 103 and race on alone until one is ahead.",
        ),
        (
            lambda: e.RaceEnded("finish", ((1,), (0,)), (90, 104)),
            0,
            "Ben wins the race: Ben 104, you 90.",
        ),
        (
            lambda: e.RaceEnded("stopped", ((0,), (1,)), (90, 84)),
            0,
            "You win the race, which is stopped after 40 rounds: you 90, Ben 84.",
        ),
        (
            lambda: e.DriverLeft(1),
            None,
            "Ben leaves the race for good; the car goes on by itself.",
        ),
    ],
)
def test_events_are_told_to_each_reader(event: Any, reader: int | None, said: str | None) -> None:
    told = WORDS.event(event(), PLAYERS, reader)
    assert told == ("You draw 2 Redline and Drizzle." if said is None else said)


def test_names_are_put_in_as_they_stand() -> None:
    players = [Player(r"\*ann\*"), Player("Ben")]
    assert WORDS.event(e.Passed(0), players, 1) == r"\*ann\* passes."


# -- rules help


def test_topics_are_apart_and_fit() -> None:
    topics = WORDS.topics()
    assert len({topic.key for topic in topics}) == len(topics)
    assert len({topic.title for topic in topics}) == len(topics)
    assert all(0 < len(topic.text) <= 1500 for topic in topics)


@pytest.mark.parametrize(
    "heading",
    [
        *("Overview", "Terms to Know", "Play Area", "Card Types", "Control", "Car", "Condition"),
        *("Course", "Mods", "Team", "Trait", "Before You Start", "Steps Of A Round", "Beginning"),
        *("Action", "Progress", "Scrap", "Refuel"),
    ],
)
def test_every_heading_of_the_manual_has_a_topic(heading: str) -> None:
    cites = {cite for topic in WORDS.topics() for cite in topic.cite.split("; ")}
    assert f"Rules: {heading}" in cites


def test_the_help_says_what_a_legal_garage_is() -> None:
    text = next(topic.text for topic in WORDS.topics() if topic.key == "garage")
    for figure in ("44 to 59", "not counting your car", "four copies"):
        assert figure in text


def test_every_card_has_a_topic() -> None:
    told = {topic.card: topic for topic in WORDS.cards()}
    assert told.keys() == {card.number for card in kinds.KINDS.values()}
    assert len({topic.key for topic in told.values()}) == len(told)
    for card in kinds.KINDS.values():
        topic = told[card.number]
        assert card.name in topic.title
        assert card.text in topic.text
        assert len(topic.text) <= 1500


def test_a_card_of_the_house_set_says_so_and_what_it_needs() -> None:
    text = next(t.text for t in WORDS.cards() if t.card == n("big_bore_block_stage_2"))
    assert text.startswith("Engine mod by Harrow, Stage 2 of Big-Bore Block. +3 power. Needs ")
    assert text.endswith("House card set: the publisher's card list is not public.")


def test_a_course_multiplies_for_everyone() -> None:
    text = next(t.text for t in WORDS.cards() if t.card == n("quarter_mile_strip"))
    assert "Multiplies for everyone: power ×2, handling ×0.5." in text


def test_a_foot_counts_what_the_printed_numbers_leave_out() -> None:
    """The car's own ability adds to an exhaust; a limit takes the worth of power away."""
    pipes = Play(n("side_pipes"))
    own = {"car": n("harrow_marauder_427")}
    question = ask("action", pipes, Pass())
    view = sight(0, own, hand=ns("side_pipes"), conditions=(), courses=())
    foot = WORDS.captions(view, question, PLAYERS)[0][1]
    now, then = forecast(view, pipes)
    assert foot == f"Scores {then} (+{then - now})"
    assert then - now == 3
    text, detail, _ = label(view, question, f"c{n('side_pipes')}")
    assert text == f"Side Pipes: scores {then} (+3)", "the button says what the card says"
    assert detail == "+1 power. Plus 1 power on a car of the same make"
    full = {**own, "mods": (ns("high_rev_head_stage_1"), ns("roll_cage"))}
    limited = sight(0, full, hand=ns("side_pipes"), conditions=(), courses=((n("chicane"), 1),))
    assert forecast(limited, pipes)[1] - forecast(limited, pipes)[0] < 3
