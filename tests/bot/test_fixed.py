"""Chance and choices that come out the same again, for runs of the demo that are compared."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest

from bot.demo.choice import Alike, AtRandom, Chooser
from bot.local import Message, User
from bot.store.ids import CROCKFORD, LENGTH
from bot.tables.fixed import Fixed


def test_a_word_gives_the_same_again_and_another_word_something_else() -> None:
    first, second, other = Fixed("a"), Fixed("a"), Fixed("b")
    ids = [first.new_id(), first.new_id()]
    assert ids == [second.new_id(), second.new_id()]
    assert len({*ids, other.new_id()}) == 3
    assert all(len(each) == LENGTH and set(each) <= set(CROCKFORD) for each in ids)
    assert first.seed() == second.seed() != other.seed()
    assert len(first.seed()) == 32


def test_an_rng_hangs_on_its_table_and_question_alone() -> None:
    fixed = Fixed("a")
    first = fixed.rng("M", 3).random()
    fixed.rng("M", 4).random()
    assert fixed.rng("M", 3).random() == first
    others = [fixed.rng("M", 4), fixed.rng("N", 3), Fixed("b").rng("M", 3)]
    assert first not in [rng.random() for rng in others]


def panel(*parts: dict[str, Any]) -> Message:
    """A hand with these things to press."""
    rows = [{"type": 1, "components": [part]} for part in parts]
    return Message(1, 1, User(1, "Motordrome", bot=True), components=rows)


def button(custom_id: str) -> dict[str, Any]:
    return {"type": 2, "custom_id": custom_id, "label": custom_id}


def select(custom_id: str, values: Sequence[str], most: int = 1) -> dict[str, Any]:
    options = [{"label": value, "value": value} for value in values]
    return {"type": 3, "custom_id": custom_id, "options": options, "max_values": most}


CARDS = [button(f"pick:ABCD:7:c{n}") for n in range(6)]
BESIDE = [button(f"{verb}:ABCD:7") for verb in ("why", "passes", "wish")]


def pressed(chooser: Chooser, *parts: dict[str, Any], name: str = "Ann") -> str:
    return chooser.choose(name, panel(*parts), frozenset()).item.custom_id


def test_who_is_asked_the_same_answers_alike() -> None:
    first = pressed(Alike("1"), *CARDS)
    assert {pressed(Alike("1"), *CARDS[at:], *CARDS[:at]) for at in range(6)} == {first}
    assert len({pressed(Alike(str(word)), *CARDS) for word in range(40)}) == 6
    assert len({pressed(Alike("1"), *CARDS, name=name) for name in "ABCDEFGHIJ"}) > 2


def test_what_stands_beside_a_question_changes_no_answer_to_it() -> None:
    """Else a wish that is stored, but whose answer was lost, would change what comes next."""
    for word in range(40):
        chooser, done = Alike(str(word)), set[str]()
        alone = pressed(chooser, *CARDS)
        while (last := chooser.choose("Ann", panel(*CARDS, *BESIDE), done)).pressed.verb != "pick":
            done.add(last.item.custom_id)
        assert last.item.custom_id == alone


def test_likely_things_are_pressed_more_often_and_idle_ones_never() -> None:
    shown = [button("pick:ABCD:7:shoot"), button("pick:ABCD:7:declare"), *BESIDE]
    often = [pressed(Alike(str(word)), *shown) for word in range(300)]
    assert often.count("pick:ABCD:7:shoot") > 200
    assert 0 < often.count("pick:ABCD:7:declare") < 60
    assert "why:ABCD:7" not in often


@pytest.mark.parametrize("chooser", [Alike("1"), AtRandom(random.Random(1))])
def test_lines_are_chosen_within_what_a_select_takes(chooser: Chooser) -> None:
    lines = [str(n) for n in range(9)]
    many = chooser.choose("Ann", panel(select("some:ABCD:7:discard", lines, 5)), frozenset())
    assert many.values is not None
    assert 1 <= len(set(many.values)) == len(many.values) <= 3
    one = chooser.choose("Ann", panel(select("choose:ABCD:7:c1.n0", lines)), frozenset())
    assert one.values is not None
    assert one.path == ("c1", one.values[0])
