"""Card sets: a good one works at once, a bad one is refused with every fault and its place."""

from __future__ import annotations

import re
import tomllib
from importlib.resources import files
from pathlib import Path

import pytest

from games.engine.chance import SeededChance
from games.engine.rows import BadData
from games.engine.table import Table
from games.world_auto_racing import GAME, kinds
from games.world_auto_racing import events as e
from games.world_auto_racing.moves import Accept, Decline, Lose, Pass, Play, Take, Use
from games.world_auto_racing.printed import CARDS, EFFECTS, OPS, SUBTYPES, TYPES, Test
from games.world_auto_racing.sets import CardSet, install, read_set
from games.world_auto_racing.setup import free_cars
from tests.games.world_auto_racing.laps import Race, n, ns, pace, racer, state

HARROW = "harrow_marauder_427"
KAZENO = "kazeno_tsubame_rs"

HEAD = """
set = "Hill Set"
number = 7
"""
CLIMB = """
[[card]]
id = "hill_climb"
name = "Hill Climb"
type = "course"
subtype = "Mixed"
power = 1.25
handling = 0.75
text = "Each driver with four or more active mods loses 1 power."
[[card.effects]]
when = "static"
[[card.effects.do]]
op = "sub"
stat = "power"
n = 1
who = "all"
per = { count = "mods", max = 1, minus = 3 }
"""
CAR = """
[[card]]
id = "alpin_110"
name = "Alpin 110"
type = "car"
make = "Alpin"
mod_cap = 3
power = 3
handling = 3
plan = "Stay light."
"""
GARAGE = """
[[garage]]
car = "alpin_110"
[garage.cards]
redline = 4
late_brake = 4
heel_and_toe = 4
clutch_kick = 4
granny_shift = 4
hood_scoop = 4
semi_slicks = 4
carbon_rotors = 4
pit_crew = 4
home_crowd = 4
hill_climb = 4
"""
GOOD = HEAD + CLIMB + CAR + GARAGE


BAD_EFFECTS = tomllib.loads(
    Path(__file__).with_name("bad_effects.toml").read_text(encoding="utf-8")
)["bad"]


pytestmark = pytest.mark.usefixtures("catalogue")


def faults(text: str) -> list[str]:
    """Everything that is wrong with a set."""
    with pytest.raises(BadData) as error:
        read_set("my_set.toml", text)
    assert str(error.value).splitlines() == list(error.value.faults)
    return list(error.value.faults)


def added(text: str) -> CardSet:
    """A set that is read and installed."""
    one = read_set("my_set.toml", HEAD + text)
    install([one])
    return one


def card(body: str, kind: str = "control") -> str:
    """A card with these fields."""
    return f'\n[[card]]\nid = "test_card"\nname = "Test Card"\ntype = "{kind}"\n{body}\n'


def effect(words: str) -> str:
    """The effects of a card in one line."""
    return f"effects = [{words}]"


def doing(when: str, *ops: str) -> str:
    """One effect: its occasion with what goes beside it, and its ops."""
    return effect(f"{{ when = {when}, do = [{', '.join(f'{{ op = {op} }}' for op in ops)}] }}")


# -- the house set


def test_the_house_set_is_a_set_like_any_other() -> None:
    text = files("games.world_auto_racing").joinpath("data/cards.toml").read_text("utf-8")
    told = faults(text)
    assert told[0] == "cards.toml: number: 0 is not from 1 to 99".replace("cards", "my_set")
    assert len(kinds.KINDS) == 132
    assert [*kinds.KINDS] == list(range(132))
    assert {card.source for card in kinds.KINDS.values()} == {"house"}
    assert [len(kinds.READY[car.number]) for car in kinds.CARS] == [56, 55, 52, 52, 51]


def test_numbers_of_the_house_set_stay() -> None:
    """Saved tables hold them: this list may only be added to."""
    assert [n(name) for name in ("harrow_marauder_427", "yamabiko_kitsune_d")] == [0, 4]
    assert n("big_bore_block_stage_1") == 5
    assert [n("lead_foot"), n("redline"), n("drizzle")] == [48, 62, 90]
    assert [n("quarter_mile_strip"), n("pit_crew"), n("closed_road_order")] == [104, 117, 131]


def test_the_page_about_sets_names_every_word_and_its_example_is_sound() -> None:
    page = (Path(__file__).parents[3] / "docs" / "card-sets.md").read_text(encoding="utf-8")
    example = read_set("hill.toml", page.split("```toml")[1].split("```")[0])
    assert [card.id for card in example.cards] == ["hill_climb"]
    fields = [
        word for sorts in (CARDS, EFFECTS, OPS) for one in sorts.values() for word in one.fields
    ]
    words = [*OPS, *EFFECTS, *Test.__struct_fields__, *TYPES, *fields]
    quoted = re.findall(r"`([^`]+)`", re.sub(r"```.*?```", "", page, flags=re.DOTALL))
    told = set(re.findall(r"[a-z_]+", " ".join(quoted)))
    assert set(words) <= told
    for subtypes in SUBTYPES.values():
        assert all(f"`{subtype}`" in page for subtype in subtypes)


# -- a set that is added


def test_a_good_set_is_read() -> None:
    one = read_set("hill.toml", GOOD)
    assert (one.name, one.number, one.source) == ("Hill Set", 7, "Hill Set")
    assert [card.number for card in one.cards] == [7000, 7001]
    assert one.cards[0].power == 1.25
    assert one.cards[0].set_name == "Hill Set"
    assert len(one.garages[7001]) == 44
    # Nothing is added by reading.
    assert len(kinds.KINDS) == 132


def test_an_installed_set_is_raced_with() -> None:
    install([read_set("hill.toml", GOOD)])
    assert kinds.NUMBERS["hill_climb"] == 7000
    assert [car.id for car in kinds.CARS][-1] == "alpin_110"
    start = state(racer(HARROW), racer(KAZENO))
    assert n("alpin_110") in free_cars(start)
    assert kinds.READY[n("alpin_110")][-1] == n("hill_climb")
    own = racer("alpin_110", mods="hood_scoop, semi_slicks, carbon_rotors, side_pipes")
    # 3 + 2 + 1, one less with four mods, times 1.25; 3 + 1 + 1 times 0.75.
    assert pace(state(own, racer(KAZENO), courses="hill_climb 1"), 0) == (6, 3)
    table, _ = Table.start(GAME, 2, SeededChance(1))
    table.answer(0, table.asks[0].number, Take(n("alpin_110")))
    assert table.view(0).own_garage(0) == kinds.READY[n("alpin_110")]


def test_two_sets_may_not_clash() -> None:
    one = read_set("hill.toml", GOOD)
    other = read_set("other.toml", GOOD.replace("Hill Set", "Other Set"))
    with pytest.raises(BadData) as error:
        install([one, other])
    assert error.value.faults[0] == "other.toml: number: set number 7 is taken by Hill Set"
    assert any("card hill_climb: id" in fault for fault in error.value.faults)
    assert len(kinds.KINDS) == 132


def test_an_installed_set_may_not_be_added_again() -> None:
    install([read_set("hill.toml", GOOD)])
    told = faults(GOOD)
    assert "my_set.toml: number: set number 7 is taken by Hill Set" in told
    assert (
        "my_set.toml: card hill_climb: id: the id 'hill_climb' is taken by a card of Hill Set"
        in told
    )


# -- bad sets


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("set = [", r"my_set\.toml: this is no TOML: "),
        ("card = " + "[" * 10_000, r"my_set\.toml: this is no card set: lists within lists"),
        ("number = " + "9" * 5_000, r"my_set\.toml: this is no TOML: "),
        ("number = 0x" + "9" * 5_000, r"number: a number of thousands of digits is not from"),
        ("", r"my_set\.toml: a card set needs the field set"),
        ("set = 'X'\nnumber = 7", r"my_set\.toml: a card set needs the field card"),
        ("set = 'X'\nnumber = 100\ncard = []", r"number: 100 is not from 1 to 99"),
        ("set = 'X'\nnumber = '7'\ncard = []", r"number: '7' is no whole number"),
        ("set = ''\nnumber = 7\ncard = []", r"set: the text is empty"),
        (
            "set = 'X'\nnumber = 7\ncards = []",
            r"cards: a card set has no such field; did you mean 'card'\?",
        ),
        ("set = 'X'\nnumber = 7\ncard = []", r"my_set\.toml: the set has no card"),
        ("set = 'X'\nnumber = 7\ncard = 3", r"card: 3 is no list"),
        ("set = 'X'\nnumber = 7\ncard = [3]", r"card\[0\]: 3 is no table"),
        (HEAD + "[[card]]\nid = 'a'\nname = 'A'", r"card a: a card needs the field type"),
        (
            HEAD + "[[card]]\nid = 'a'\nname = 'A'\ntype = 'mot'",
            r"card a: type: 'mot' is no type of card; did you mean 'mod'\?",
        ),
        (HEAD + card("", "mod"), r"card test_card: a card of type mod needs the field subtype"),
        (
            HEAD + card("subtype = 'Engin'", "mod"),
            r"card test_card: subtype: 'Engin' is no subtype of a mod; did you mean 'Engine'\?",
        ),
        (HEAD + card("subtype = 'Law'"), r"subtype: a card of type control has no such field"),
        (
            HEAD + card("powr = 1"),
            r"powr: a card of type control has no such field; did you mean 'power'\?",
        ),
        (HEAD + card("power = '1'"), r"card test_card: power: '1' is no whole number"),
        (HEAD + card("power = true"), r"power: True is no whole number"),
        (HEAD + card("power = 0.5"), r"power: 0\.5 is no whole number"),
        (HEAD + card("power = 99"), r"power: 99 is not from −20 to 20"),
        (HEAD + card("power_asterisk = 1"), r"power_asterisk: 1 is neither true nor false"),
        (HEAD + card('text = "x\\ny"'), r"text: the text is not one plain line"),
        (HEAD + card("target = 'me'"), r"target: 'me' is no target"),
        (
            HEAD + card("target = 'opponent'"),
            r"target: no effect of the card is done to the target",
        ),
        (HEAD + CLIMB.replace("1.25", "1.1"), r"power: 1\.1 is no number of quarters"),
        (HEAD + CLIMB.replace("power = 1.25", ""), r"needs the field power"),
        (HEAD + CLIMB.replace('"hill_climb"', '"Hill Climb"'), r"'Hill Climb' is no id"),
        (
            HEAD + CLIMB.replace('"hill_climb"', '"redline"'),
            r"the id 'redline' is taken by a card of House Set One",
        ),
        (HEAD + CLIMB.replace('"Hill Climb"', '"Redline"'), r"name: the name 'Redline' is taken"),
        (HEAD + CLIMB.replace('"Hill Climb"', '"Hill #2"'), r"name: a name has no #"),
        (HEAD + CLIMB.replace('"Hill Climb"', '"Hill  2"'), r"name: between the words of a name"),
        (
            HEAD + CLIMB + CLIMB,
            r"card hill_climb: id: the id 'hill_climb' is taken by a card of this set",
        ),
        (HEAD + CAR, r"card alpin_110: the car has no garage"),
        # stages
        (HEAD + card("subtype = 'Engine'\nstage = 1", "mod"), r"line and stage belong together"),
        (
            HEAD + card("subtype = 'Engine'\nstage = 2\nline = 'Odd'", "mod"),
            r"card test_card: stage: Odd has a stage 2 but no stage 1",
        ),
        (
            HEAD + card("subtype = 'Engine'\nstage = 2\nline = 'Coilover Kit'", "mod"),
            r"stage: coilover_kit_stage_2 is stage 2 of Coilover Kit already",
        ),
        (
            HEAD + card("subtype = 'Engine'\nstage = 3\nline = 'Coilover Kit'", "mod"),
            r"subtype: its lower stage coilover_kit_stage_2 is of Suspension",
        ),
        (
            HEAD + card("subtype = 'Engine'\nstage = 4\nline = 'Odd'", "mod"),
            r"stage: 4 is not from 1 to 3",
        ),
    ],
)
def test_a_bad_card_is_named_with_its_field(text: str, fault: str) -> None:
    assert any(re.search(fault, told) for told in faults(text)), faults(text)


@pytest.mark.parametrize("bad", BAD_EFFECTS, ids=lambda bad: bad["fault"][:40])
def test_a_bad_effect_is_named_with_its_place(bad: dict[str, str]) -> None:
    told = faults(HEAD + card(effect(bad["effects"]), bad["type"]))
    assert any(re.search(bad["fault"], one) for one in told), told
    assert all(one.startswith("my_set.toml: card test_card: effects") for one in told)


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        (
            '[[garage]]\ncar = "alpin_110"',
            '[[garage]]\ncar = "alpin"',
            r"garage alpin: car: 'alpin' is no car of this set; did you mean 'alpin_110'\?",
        ),
        ('[[garage]]\ncar = "alpin_110"', "[[garage]]\ncar = [1]", r"garage.*car: \[1\] is no car"),
        (
            "redline = 4",
            "redlin = 4",
            r"garage alpin_110: Unknown card 'redlin'; did you mean 'redline'\?",
        ),
        ("redline = 4", "redline = 5", r"cards\.redline: 5 is not from 1 to 4"),
        ("redline = 4", "redline = '4'", r"cards\.redline: '4' is no whole number"),
        ("redline = 4\n", "", r"garage alpin_110: 40 cards: a garage has 44 to 59 without its car"),
        (
            "redline = 4",
            "alpin_110 = 4",
            r"garage alpin_110: Two cars: Alpin 110 beside 'alpin_110'",
        ),
        ("redline = 4", "coilover_kit_stage_2 = 4", r"Coilover Kit Stage 2 without Stage 1"),
        (
            "[garage.cards]",
            "size = 44\n[garage.cards]",
            r"garage alpin_110: size: a garage has no such field",
        ),
    ],
)
def test_a_bad_garage_is_named_with_its_card(old: str, new: str, fault: str) -> None:
    told = faults(GOOD.replace(old, new, 1))
    assert any(re.search(fault, one) for one in told), told


def test_every_fault_is_told_at_once() -> None:
    text = HEAD + card("power = 99\ncolour = 1") + CLIMB.replace("Mixed", "Mixd")
    told = faults(text)
    assert len(told) == 3


# -- the vocabulary works for sets too


def test_an_op_on_the_leader_and_a_lower_cap() -> None:
    added(
        card(
            doing("'static'", "'mod_cap', n = -1, who = 'leader'") + "\nsubtype = 'Law'",
            "condition",
        )
    )
    race = Race(
        state(
            racer(HARROW, mods="side_pipes, posi_rear_axle, hood_scoop, nitrous_bottle"),
            racer(KAZENO, hand="test_card"),
            active=1,
        )
    )
    race.play(1, "test_card")
    # Stages and Tires aside, one of four must go at once.
    assert race.asked() == [(0, "lose")]
    assert race.table.asks[0].default == Lose(n("nitrous_bottle"))
    race.give(0, Lose(n("hood_scoop")))
    assert [one.cap for one in race.events(e.CapFell)] == [3]
    assert len(race.driver(0).mods) == 3


def test_two_mods_of_each_driver() -> None:
    added(
        card(
            doing("'play'", "'uninstall', n = 2, who = 'all', chooser = 'owner'"),
            "team",
        )
    )
    race = Race(
        state(
            racer(KAZENO, hand="test_card", mods="side_pipes"),
            racer(HARROW, mods="hood_scoop, drag_slicks, posi_rear_axle"),
        )
    )
    race.play(0, "test_card")
    # One mod is no choice.
    assert race.driver(0).mods == []
    race.give(1, Lose(n("hood_scoop")))
    race.give(1, Lose(n("drag_slicks")))
    assert race.driver(1).mods == [ns("posi_rear_axle")]


def test_extra_plays_gained_for_the_round() -> None:
    added(card(doing("'play'", "'extra_play', type = 'trait', n = 2, who = 'all'")))
    race = Race(
        state(
            racer(KAZENO, hand="test_card, lead_foot, silk_hands, showboat, underdog"),
            racer(HARROW, hand="lead_foot, silk_hands"),
        )
    )
    race.play(0, "test_card")
    assert race.driver(1).extra == ["trait", "trait"]
    for trait in ("lead_foot", "silk_hands", "showboat"):
        race.play(0, trait)
    # The other has passed; three traits have been played, and that is all.
    assert race.options(0) == [Pass()]


def test_an_action_with_a_target() -> None:
    added(
        card(
            "subtype = 'Brakes'\ntarget = 'opponent'\n"
            + doing("'action', limit = 'round'", "'sub', stat = 'handling', n = 2, who = 'target'"),
            "mod",
        )
    )
    race = Race(state(racer(KAZENO, mods="test_card"), racer(HARROW), racer(HARROW)))
    assert race.options(0) == [Use(n("test_card"), 1), Use(n("test_card"), 2), Pass()]
    race.give(0, Use(n("test_card"), 2))
    assert pace(race.state, 2) == (5, 0)
    assert pace(race.state, 1) == (5, 2)


def test_an_optional_check_with_a_limit() -> None:
    added(
        card(
            doing(
                "'check', event = 'opponent_plays:condition', limit = 'round', optional = true",
                "'add', stat = 'power', n = 3",
            ),
            "trait",
        )
    )
    drivers = [racer(KAZENO, hand="drizzle"), racer(HARROW, trait="test_card")]
    race = Race(state(*drivers))
    race.play(0, "drizzle")
    assert race.asked() == [(1, "check")]
    race.give(1, Accept())
    assert pace(race.state, 1)[0] == 8
    again = Race(state(racer(KAZENO, hand="drizzle"), racer(HARROW, trait="test_card")))
    again.play(0, "drizzle")
    again.give(1, Decline())
    assert again.driver(1).used == []
    assert [one.card for one in again.events(e.CheckDeclined)] == ns("test_card")


def test_a_trait_that_leaves_by_the_event_still_fires_its_check() -> None:
    added(
        card(
            doing("'check', event = 'you_play:trait', limit = 'round'", "'draw', n = 1"),
            "trait",
        )
    )
    race = Race(
        state(
            racer(KAZENO, hand="test_card", trait="test_card", garage="redline, drizzle"),
            racer(HARROW),
        )
    )
    race.play(0, "test_card")
    # The old one answers, the new one does not answer its own play.
    assert len(race.events(e.CheckFired)) == 1
    assert race.driver(0).used == []
    assert race.driver(0).hand == ns("drizzle")


def test_what_a_card_uncovers_answers_its_completion() -> None:
    """Ruling B24"""
    added(
        card(
            "subtype = 'Mixed'\npower = 1\nhandling = 1\n"
            + doing("'check', event = 'opponent_plays:control'", "'add', stat = 'power', n = 1"),
            "course",
        )
    )
    race = Race(
        state(
            racer(KAZENO, hand="shortcut"),
            racer(HARROW),
            courses="test_card 1, hairpin 0",
        )
    )
    race.play(0, "shortcut")
    assert [one.seat for one in race.events(e.CheckFired)] == [1]


def test_a_card_that_stays_for_two_scrap_steps() -> None:
    added(
        card(
            "power = 1\n" + doing("'static'", "'remains', rounds = 2"),
            "team",
        )
    )
    race = Race(state(racer(KAZENO, hand="test_card"), racer(HARROW)))
    race.play(0, "test_card")
    for left in (1, 1, 0):
        race.passes()
        assert len(race.driver(0).teams) == left


def test_floors_caps_and_sets_on_everybody() -> None:
    added(
        card(
            "subtype = 'Traffic'\n"
            + effect(
                "{ when = 'static', do = ["
                "{ op = 'floor_total', stat = 'handling', n = 4, who = 'all' }, "
                "{ op = 'set_total', stat = 'power', n = 6, who = 'last' }, "
                "{ op = 'mul', stat = 'handling', x = 1.5, who = 'leader' }] }"
            ),
            "condition",
        )
    )
    start = state(racer(KAZENO), racer(HARROW), conditions="test_card 0")
    assert pace(start, 0) == (3, 6)
    assert pace(start, 1) == (6, 4)


def test_a_play_names_a_mod_of_the_leader() -> None:
    added(card(doing("'play'", "'uninstall', n = 1, who = 'leader'")))
    race = Race(
        state(
            racer(KAZENO, hand="test_card"),
            racer(HARROW, mods="hood_scoop, drag_slicks"),
            order=[1, 0],
        )
    )
    assert race.options(0)[:2] == [
        Play(n("test_card"), pick=n("hood_scoop")),
        Play(n("test_card"), pick=n("drag_slicks")),
    ]
    race.play(0, "test_card", pick="drag_slicks")
    assert race.driver(1).mods == [ns("hood_scoop")]


def test_how_many_mods_a_driver_has_is_asked_once() -> None:
    added(
        card(
            doing(
                "'play'",
                "'uninstall', n = 2, who = 'all', chooser = 'owner', filter = { min_active = 3 }",
            ),
            "team",
        )
    )
    race = Race(
        state(
            racer(KAZENO, hand="test_card", mods="side_pipes, roll_cage"),
            racer(HARROW, mods="hood_scoop, drag_slicks, posi_rear_axle"),
        )
    )
    race.play(0, "test_card")
    race.give(1, Lose(n("hood_scoop")))
    race.give(1, Lose(n("drag_slicks")))
    assert len(race.driver(1).mods) == 1
    assert len(race.driver(0).mods) == 2


def test_a_card_that_is_gone_already_is_not_uninstalled_again() -> None:
    """Ruling B20"""
    added(
        card(
            "subtype = 'Electronics'\n"
            + doing("'action', cost = [{ op = 'uninstall_this' }]", "'uninstall_this'"),
            "mod",
        )
    )
    race = Race(state(racer(KAZENO, mods="test_card"), racer(HARROW)))
    race.give(0, Use(n("test_card")))
    assert race.driver(0).junkyard == ns("test_card")
    assert [one.why for one in race.events(e.NoEffect)] == ["mod"]


def test_a_cap_that_asks_for_the_rank_is_known_before_the_start() -> None:
    """Before the start is drawn drivers rank as they joined."""
    static = doing("'static'", "'mod_cap', n = 1, if = { rank = 'last' }")
    added(CLIMB + CAR + static + GARAGE)
    table, _ = Table.start(GAME, 2, SeededChance(1))
    for seat in range(2):
        ask = table.ask_of(seat)
        assert ask is not None
        alpin = Take(n("alpin_110"))
        table.answer(seat, ask.number, alpin if alpin in ask.options else ask.default)
        assert table.view(None).mod_cap(0) == 3


def test_a_cap_is_never_below_none() -> None:
    """A cap lowered by more than there is asks nobody to give up what is not there."""
    added(card(doing("'static'", "'mod_cap', n = -5, who = 'all'"), "trait"))
    race = Race(
        state(racer(KAZENO, hand="test_card"), racer("bellori_saetta_gt", mods="hood_scoop"))
    )
    race.play(0, "test_card")
    assert race.table.view(None).mod_cap(1) == 0
    assert race.asked() == [(1, "lose")]
    race.give(1, Lose(n("hood_scoop")))
    assert race.driver(1).mods == []
    assert race.asked() == [(1, "action")]


def test_a_cap_falls_when_what_it_hangs_on_ends() -> None:
    """Ruling B18: at once, also where no card leaves play."""
    test = "if = { hand = 'largest' }"
    added(card(doing("'static'", f"'mod_cap', n = 1, {test}"), "trait"))
    mods = "hood_scoop, roll_cage, side_pipes"
    race = Race(
        state(
            racer("bellori_saetta_gt", trait="test_card", mods=mods, hand="redline, drizzle"),
            racer(HARROW, hand="redline"),
        )
    )
    race.play(0, "drizzle")
    assert race.asked() == [(0, "lose")]
