"""Answers that are made part by part: read, walked, pressed, typed, saved, and written in cases."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from games.engine.ask import Ask, Walked
from games.engine.cases import read_cases, run
from games.engine.chance import SeededChance
from games.engine.errors import Illegal
from games.engine.game import easy
from games.engine.leaving import Leave
from games.engine.table import Save, Table
from games.engine.walk import USUAL, presses, walk
from tests.examples.drift import GAME, Drive, Stay, keys, parts_of, read, typed
from tests.games.conformance import Fault, play_enough, stand_in
from tests.games.engine.toy import ToyWords
from tests.games.walked import check_walked

PATH = ("straight", "left", "300", "right", "125", "go")
VALUE = Drive((0, -300, 125))


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    stand_in(monkeypatch, GAME)


@pytest.fixture
def table() -> Table[Any]:
    return Table.start(GAME, 2, SeededChance(1))[0]


def asked(table: Table[Any]) -> Ask[Any]:
    (ask,) = table.asks
    return ask


def test_it_keeps_the_contract() -> None:
    for orders in (False, True):
        tally = play_enough(GAME, 3, 1, 40, orders=orders)
        assert tally["looks"] == 40
        assert tally["Drove"]


@pytest.mark.parametrize("bends", [(0, -300, 125), (0,), (900,), (1,) * 6, (-899, 1, 0, 0, 0, 0)])
def test_any_legal_answer_is_read_and_not_only_the_usual(
    table: Table[Any], bends: tuple[int, ...]
) -> None:
    value = Drive(bends)
    assert asked(table).read(value) == value
    assert read(parts_of(value) or ()) == value
    plain = msgspec.to_builtins(value)
    table.answer(0, asked(table).number, plain)
    assert [one.event.moves for one in table.context.told] in ([], [len(bends)])


@pytest.mark.parametrize(
    ("bends", "sentence"),
    [
        ((), "made of straight"),
        ((901,), "needs its angle|90 degrees"),
        ((-450, 451), "90 degrees at most"),
        ((0,) * 7, "6 moves at most"),
        ((10**6,), "needs its angle"),
    ],
)
def test_an_answer_that_is_not_legal_is_refused_with_its_own_sentence(
    table: Table[Any], bends: tuple[int, ...], sentence: str
) -> None:
    with pytest.raises(Illegal, match=sentence):
        table.answer(0, asked(table).number, Drive(bends))


def test_a_walk_goes_part_by_part(table: Table[Any]) -> None:
    ask, words = asked(table), GAME.words
    stand = walk(ask, words, ())
    assert stand is not None
    assert stand.keys == ("stay", "drive")
    assert stand.before is None
    stand = walk(ask, words, ("drive",))
    assert stand is not None
    assert stand.keys == ("straight", "left", "right")
    assert stand.typed is not None
    assert stand.before == ()
    stand = walk(ask, words, ("drive", *PATH[:2]))
    assert stand is not None
    assert stand.keys == ("300", "150", "450", "600")
    assert stand.before == ("drive", "straight")
    stand = walk(ask, words, ("drive", *PATH))
    assert stand is not None
    assert stand.found
    assert stand.answer == VALUE


def test_a_part_without_a_choice_is_skipped(table: Table[Any]) -> None:
    walked = Walked(
        "w", lambda p: [("a", "b"), ("c",), ("d", "e"), ()][len(p)], str, lambda v: None
    )
    ask = Ask[Any](0, "drive", [Stay()], Stay(), "Rules", walked=walked)
    stand = walk(ask, GAME.words, ("w", "a"))
    assert stand is not None
    assert (stand.path, stand.keys, stand.before) == (("w", "a", "c"), ("d", "e"), ("w",))


def test_the_step_before_is_one_in_which_there_was_a_choice() -> None:
    class Split(ToyWords):
        path = staticmethod(lambda option: (*option,))

    options = ["afx", "afy", "bgx", "bgy"]
    stand = walk(Ask[Any](0, "two", options, "afx", "Rules"), Split(GAME), ("a",))
    assert stand is not None
    assert (stand.path, stand.keys, stand.before) == (("a", "f"), ("x", "y"), ())


def test_turns_go_round_past_who_has_left() -> None:
    table = Table.start(GAME, 4, SeededChance(1))[0]
    turns = []
    for _ in range(8):
        turns.append(asked(table).seat)
        if turns == [0, 1, 2, 3, 0]:
            table.order(1, Leave())
        table.answer(turns[-1], asked(table).number, Stay())
    assert turns == [0, 1, 2, 3, 0, 2, 3, 0]


def test_where_nothing_else_is_asked_it_begins_at_once(table: Table[Any]) -> None:
    ask = asked(table)
    ask.options = []
    stand = walk(ask, GAME.words, ())
    assert stand is not None
    assert (stand.path, stand.before) == (("drive",), None)
    assert stand.keys == ("straight", "left", "right")


def test_presses_lead_to_their_answer(table: Table[Any]) -> None:
    ask = asked(table)
    pressed = presses(ask, GAME.words, VALUE)
    assert pressed[0] == ("drive",)
    assert pressed[-1] == ("drive", *PATH)
    assert len(pressed) == 7
    assert presses(ask, GAME.words, Stay()) == (("stay",),)


def test_a_path_that_is_not_legal_says_why(table: Table[Any]) -> None:
    with pytest.raises(Illegal, match="90 degrees"):
        walk(asked(table), GAME.words, ("drive", "left", "901"))
    assert walk(asked(table), GAME.words, ("brake",)) is None


def test_the_default_is_reached_where_words_fail(table: Table[Any]) -> None:
    ask = asked(table)
    stand = walk(ask, GAME.words, (USUAL,))
    assert stand is not None
    assert stand.answer == Stay()


def test_a_typed_value_is_read_as_parts() -> None:
    form = typed(("left",))
    assert form is not None
    assert form.read("12.5") == ("125",)
    with pytest.raises(Illegal, match="Type an angle"):
        form.read("about twelve")
    whole = typed(())
    assert whole is not None
    assert read(whole.read(whole.usual)) == Drive((0, -125))
    assert typed(("straight",)) is None


def test_a_stored_answer_is_played_again(table: Table[Any]) -> None:
    table.answer(0, asked(table).number, Drive((0, 0)))
    save = msgspec.json.decode(msgspec.json.encode(table.save()), type=Save)
    again = Table.load(save, SeededChance(1))
    assert again.context.state.scores == table.context.state.scores


def test_what_is_tried_when_rules_fail_and_what_an_easy_seat_plays(table: Table[Any]) -> None:
    ask = asked(table)
    tried = [*ask.tries(100)]
    assert tried[:2] == [Stay(), Drive((0,) * 6)]
    assert len(tried) == 3
    assert ask.read(tried[2]) == tried[2]
    assert not ask.forced
    rng = random.Random(1)
    values = [easy(table.view(0), ask, rng).answer for _ in range(30)]
    assert Stay() in values
    assert len({type(ask.read(value)) for value in values}) == 2


CASE = """
game = "drift"
seats = 2

[[case]]
name = "any angle"
rule = "Drift"
answers = [{ seat = 0, drive = [0, -125] }]
draws = [{ name = "spin", below = 1000 }]
[case.expect]
state.scores = [2, 0]

[[case]]
name = "too far round"
rule = "Drift"
answers = [{ seat = 0, drive = [450, 451] }]
[case.expect]
refused = "90 degrees"

[[case]]
name = "what is legal"
rule = "Drift"
[[case.expect.questions]]
seat = 0
legal = [{ drive = [1, 2, 3] }, { stay = true }]
illegal = [{ drive = [] }, { drive = [901] }]
options = [{ stay = true }]
"""


def test_a_case_sets_a_state_whose_type_has_parameters() -> None:
    text = (
        CASE.split("[[case]]", maxsplit=1)[0]
        + """
[[case]]
name = "set"
rule = "Drift"
set.scores = [3, 4]
[case.expect]
state.scores = [3, 4]
state.options.goal = 40
"""
    )
    cases = read_cases(text)
    assert run(cases, cases.case[0]) == []


def test_a_case_writes_it_like_any_other() -> None:
    cases = read_cases(CASE)
    for case in cases.case:
        assert run(cases, case) == []


def broken(**changes: Any) -> Walked[Any]:
    parts = {"keys": keys, "read": read, "path_of": parts_of, "typed": typed} | changes
    return Walked("drive", **parts)


@pytest.mark.parametrize(
    ("walked", "fault"),
    [
        (broken(keys=lambda path: ["Left"]), "no short words"),
        (broken(read=lambda path: VALUE), "were accepted"),
        (broken(path_of=lambda value: ("go",)), "path of an answer"),
        (broken(keys=lambda path: (*keys(path), *keys(path))), "there twice"),
        (broken(keys=lambda path: keys(path[:1])), "accepted|no end"),
    ],
)
def test_what_breaks_the_contract_is_found(
    table: Table[Any], walked: Walked[Any], fault: str
) -> None:
    ask = asked(table)
    ask.walked = walked
    with pytest.raises(Fault, match=fault):
        check_walked(ask, walked, GAME)
