"""Garages built at home: what is legal, the text of one, editing, and bringing it to a table."""

from __future__ import annotations

from difflib import get_close_matches
from typing import Any

import msgspec
import pytest

from games.engine.ask import Ask
from games.engine.chance import SeededChance
from games.engine.errors import Illegal, Refusal
from games.engine.table import Table
from games.world_auto_racing import GAME, kinds
from games.world_auto_racing.designs import DESIGNS, Garage, garage
from games.world_auto_racing.moves import Bring, Take
from games.world_auto_racing.options import Options
from tests.games.world_auto_racing.laps import n

KAZENO = "kazeno_tsubame_rs"
READY = DESIGNS.begin(KAZENO)


SIZE = "cards: a garage has 44 to 59 without its car."
NEVER = "it can never be played."


def told(design: Garage) -> list[str]:
    """Every fault of a garage."""
    return [fault.sentence for fault in DESIGNS.faults(design)]


def put(*changes: tuple[str, int]) -> Garage:
    """The Tsubame's ready-made garage with changes."""
    design: Garage = READY
    for card, count in changes:
        design = DESIGNS.put(design, card, count)
    return design


# -- what is legal


def test_ready_made_garages_are_legal() -> None:
    ready = DESIGNS.ready()
    assert [design.car for design in ready] == [car.id for car in kinds.CARS]
    assert [told(design) for design in ready] == [[]] * 5
    assert DESIGNS.title(READY) == "Kazeno Tsubame RS, 55 cards"


@pytest.mark.parametrize(
    ("design", "faults"),
    [
        (put(("redline", 4)), []),
        (put(("redline", 5)), [f"60 {SIZE}", "5 copies of Redline: at most 4."]),
        (garage(KAZENO, ["redline"] * 4), [f"4 {SIZE}"]),
        (put(("redlin", 2)), ["Unknown card 'redlin'; did you mean 'redline'?"]),
        (put(("zzz", 2)), ["Unknown card 'zzz'."]),
        (put(("coilover_kit_stage_1", 0)), []),
        (put(("high_rev_head_stage_2", 0)), []),
        (put((KAZENO, 0)), ["No car: a garage is raced with one."]),
        (Garage("tsubame", READY.cards), ["Unknown car 'tsubame'."]),
        (
            Garage("kazeno_tsubame", READY.cards),
            ["Unknown car 'kazeno_tsubame'; did you mean 'kazeno_tsubame_rs'?"],
        ),
        (Garage("redline", READY.cards), ["Redline is no car."]),
        (
            Garage(KAZENO, (*READY.cards, ("fjellmark_r4", 1))),
            ["Two cars: Fjellmark R4 beside Kazeno Tsubame RS."],
        ),
        (Garage(KAZENO, (*READY.cards, ("redline", 0))), ["0 copies of Redline: at least 1."]),
        (Garage(KAZENO, (*READY.cards, ("redline", 3), ("redline", 1))), []),
        (
            Garage(KAZENO, (*READY.cards, ("redline", 3), ("redline", 2))),
            [f"60 {SIZE}", "5 copies of Redline: at most 4."],
        ),
    ],
)
def test_every_broken_rule_is_a_sentence(design: Garage, faults: list[str]) -> None:
    assert told(design) == faults


def test_a_stage_without_its_lower_one_is_legal_with_a_warning_above_the_cards() -> None:
    design = put(("coilover_kit_stage_1", 0), ("high_rev_head_stage_2", 0))
    assert DESIGNS.lines(design)[1:4] == [
        f"Warning: High-Rev Head Stage 3 without Stage 2: {NEVER}",
        f"Warning: Coilover Kit Stage 2 without Stage 1: {NEVER}",
        "4 × High-Rev Head Stage 1 (Engine mod)",
    ]
    assert "legal, but can never be played" in DESIGNS.rules()
    for ready in DESIGNS.ready():
        assert not any("Warning" in line for line in DESIGNS.lines(ready))
    [fault] = DESIGNS.faults(put(("redlin", 2)))
    assert fault.cite == "Rules: Terms to Know"


# -- as text


def test_a_garage_is_the_same_after_writing_and_reading() -> None:
    for design in DESIGNS.ready():
        assert DESIGNS.read(DESIGNS.write(design)) == design
    assert DESIGNS.write(READY).splitlines()[:4] == [
        "# Kazeno Tsubame RS, 55 cards",
        "Kazeno Tsubame RS",
        "4x High-Rev Head Stage 1",
        "3x High-Rev Head Stage 2",
    ]


def test_names_and_ids_are_read_in_any_case_with_comments() -> None:
    design = DESIGNS.read(
        """
        # my garage
        KAZENO tsubame rs      # the car
        4x Redline
        2 late_brake
        3× heel AND toe
        1X  High-Rev   Head Stage 1
        Clutch_Kick
        redline # a fifth, for the check to tell of
        """
    )
    assert design.car == KAZENO
    assert dict(design.cards) == {
        "redline": 5,
        "late_brake": 2,
        "heel_and_toe": 3,
        "high_rev_head_stage_1": 1,
        "clutch_kick": 1,
    }
    assert "5 copies of Redline: at most 4." in told(design)


def test_a_second_car_is_read_and_told_as_a_fault() -> None:
    design = DESIGNS.read("Fjellmark R4\nharrow_marauder_427\n4 redline")
    assert design.car == "fjellmark_r4"
    assert "Two cars: Harrow Marauder 427 beside Fjellmark R4." in told(design)
    assert DESIGNS.read("4 redline").car == ""


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "There is no card in this text."),
        ("# nothing\n\n", "There is no card in this text."),
        ("Kazeno Tsubame RS\n4x Redlin", "Line 2: unknown card 'redlin'; did you mean 'Redline'?"),
        ("\n\nzzz", "Line 3: unknown card 'zzz'."),
        ("0x Redline", "Line 1: 0 copies of Redline; leave the line out."),
        ("2x Fjellmark R4", "Line 1: 2 cars; a garage has one."),
        ("1234x Redline", "Line 1: unknown card '1234x redline'"),
        ("x" * 90, f"Line 1: unknown card '{'x' * 39}…'"),
        ("redline\n" * 401, "401 lines: a garage is told in at most 400."),
    ],
)
def test_what_cannot_be_read_is_named_with_its_line(text: str, sentence: str) -> None:
    with pytest.raises(Refusal) as error:
        DESIGNS.read(text)
    assert str(error.value).startswith(sentence)


def test_what_is_in_it_is_told_line_by_line() -> None:
    lines = DESIGNS.lines(READY)
    assert lines[0] == "Kazeno Tsubame RS (power 3, handling 2, mod cap 7)"
    assert "4 × High-Rev Head Stage 1 (Engine mod)" in lines
    assert len(lines) == 1 + len(READY.cards)
    assert DESIGNS.lines(Garage("", (("redlin", 2),))) == ["No car", "2 × 'redlin' (unknown)"]


# -- editing


def test_parts_are_every_card_with_how_many_are_in() -> None:
    parts = DESIGNS.parts(READY)
    assert [part[0] for part in parts] == [card.id for card in kinds.KINDS.values()]
    counts = {part[0]: part[3] for part in parts}
    assert counts[KAZENO] == 1
    assert counts["high_rev_head_stage_1"] == 4
    assert counts["redline"] == 0
    assert all(part[1] and 0 < len(part[2]) <= 100 for part in parts)
    unknown = DESIGNS.parts(put(("redlin", 2)))[-1]
    assert unknown == ("redlin", "redlin", "Not known any more", 2)


def test_a_part_is_put_in_or_taken_out() -> None:
    more = DESIGNS.put(READY, "redline", 3)
    assert dict(more.cards)["redline"] == 3
    assert DESIGNS.put(more, "redline", 0) == READY
    # In the order of the catalogue, whatever is put in when.
    ids = [name for name, _ in more.cards]
    assert ids == sorted(ids, key=n)
    other = DESIGNS.put(READY, "fjellmark_r4", 1)
    assert (other.car, other.cards) == ("fjellmark_r4", READY.cards)
    assert DESIGNS.put(other, KAZENO, 0) == other


def test_bases_are_the_cars() -> None:
    assert [key for key, _ in DESIGNS.bases()] == [car.id for car in kinds.CARS]
    with pytest.raises(Refusal):
        DESIGNS.begin("redline")
    with pytest.raises(Refusal):
        DESIGNS.begin("tsubame")


def test_a_garage_is_kept_by_ids() -> None:
    kept = msgspec.json.encode(READY)
    assert b'"car":"kazeno_tsubame_rs"' in kept
    assert msgspec.json.decode(kept, type=Garage) == READY


# -- at the table


def table(**options: Any) -> Table[Any]:
    """A race at its first choice of a car."""
    return Table.start(GAME, 2, SeededChance(1), Options(**options))[0]


def ask_of(race: Table[Any]) -> Ask[Any]:
    return race.asks[0]


def bring(design: Garage, name: str = "") -> Bring:
    """A garage as an answer."""
    numbers = sorted(n(name) for name, count in design.cards for _ in range(count))
    return Bring(n(design.car), tuple(numbers), name)


def test_a_legal_garage_may_be_brought() -> None:
    race = table()
    ask = ask_of(race)
    assert ask.brought is not None
    design = put(("redline", 4))
    assert ask.brought.fits(design) == ""
    assert ask.brought.wrap(design, "Rusty") == bring(design, "Rusty")
    assert ask.brought.design_of(bring(design, "Rusty")) == (design, "Rusty")
    assert ask.brought.design_of(Take(0)) is None
    race.answer(0, ask.number, msgspec.to_builtins(bring(design)))
    racer = race.context.state.drivers[0]
    assert racer.brought == list(bring(design).cards)
    assert race.view(0).own_garage(0) == bring(design).cards
    assert len(race.view(None).drivers[0].garage) == 59
    # The cards on the table are counted as if it were the ready-made one.
    assert sorted(GAME.cards(race.context.state)) == sorted(GAME.cards(table().context.state))


def test_a_car_that_is_taken_cannot_be_brought() -> None:
    race = table()
    race.answer(0, ask_of(race).number, Take(n(KAZENO)))
    brought = ask_of(race).brought
    assert brought is not None
    assert brought.fits(READY) == "The Kazeno Tsubame RS is taken by another driver."
    with pytest.raises(Illegal, match="is taken by another driver"):
        race.answer(1, ask_of(race).number, bring(READY))
    other = DESIGNS.put(READY, "fjellmark_r4", 1)
    race.answer(1, ask_of(race).number, bring(other))
    assert race.context.state.drivers[1].car == n("fjellmark_r4")


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        (bring(put(("redline", 5))), "60 cards"),
        (Bring(n("redline"), bring(READY).cards), "Redline is no car"),
        (Bring(10**9, bring(READY).cards), "Unknown car '1000000000'"),
        (Bring(n(KAZENO), (*bring(READY).cards, -7)), "Unknown card '-7'"),
        (Bring(n(KAZENO), (*bring(READY).cards, n("fjellmark_r4"))), "Two cars"),
        (Bring(n(KAZENO), ()), "0 cards"),
    ],
)
def test_an_illegal_garage_is_refused_with_its_first_fault(answer: Bring, sentence: str) -> None:
    race = table()
    before = msgspec.json.encode(race.save())
    with pytest.raises(Illegal) as error:
        race.answer(0, ask_of(race).number, answer)
    assert str(error.value).startswith(sentence)
    assert msgspec.json.encode(race.save()) == before


def test_a_table_may_want_ready_made_garages_only() -> None:
    race = table(own_garages=False)
    assert ask_of(race).brought is None
    with pytest.raises(Illegal):
        race.answer(0, ask_of(race).number, bring(READY))


def test_something_else_is_no_garage() -> None:
    brought = ask_of(table()).brought
    assert brought is not None
    assert brought.fits(object()) == "That is no garage."


def test_a_table_with_an_own_garage_is_saved_and_loaded() -> None:
    race = table()
    race.answer(0, ask_of(race).number, bring(put(("redline", 4))))
    again = Table.load(race.save(), SeededChance(1))
    assert again.view(0) == race.view(0)
    race.answer(1, ask_of(race).number, ask_of(race).default)
    again.answer(1, ask_of(again).number, ask_of(again).default)
    assert again.view(0).hand == race.view(0).hand


def test_every_line_that_is_wrong_is_named() -> None:
    with pytest.raises(Refusal) as refused:
        DESIGNS.read("4x Redlin\nHarrow Marauder 427\n2x Warp Drive\n4x Redline\n")
    said = str(refused.value)
    assert "Line 1: unknown card 'redlin'; did you mean 'Redline'?" in said
    assert "Line 3: unknown card 'warp drive'" in said
    assert "Line 4" not in said


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The words for which near names have been looked for."""
    words: list[str] = []

    def counted(word: str, *rest: Any) -> list[str]:
        words.append(word)
        return get_close_matches(word, *rest)

    monkeypatch.setattr("games.engine.voice.get_close_matches", counted)
    return words


@pytest.mark.parametrize("first", ["", "2x Harrow Marauder 427\n" * 8], ids=["names", "cars"])
def test_near_names_are_looked_for_in_the_lines_that_are_told_alone(
    asked: list[str], first: str
) -> None:
    with pytest.raises(Refusal) as refused:
        DESIGNS.read(first + "Redlin\n" * 392)
    assert str(refused.value).count("Line ") == 8
    assert len(asked) == str(refused.value).count("did you mean") == (0 if first else 8)


def test_near_names_of_unknown_cards_are_looked_for_in_the_first_alone(asked: list[str]) -> None:
    faults = DESIGNS.faults(Garage("", tuple((f"redlin{n}", 1) for n in range(200))))
    assert len([f for f in faults if f.sentence.startswith("Unknown card")]) == 200
    assert len(asked) == 8
