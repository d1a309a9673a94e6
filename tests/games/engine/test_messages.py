"""Sentences as data: what a template says to each reader, and what is wrong with one."""

from __future__ import annotations

from typing import ClassVar

import pytest

from games.engine.messages import Event, Messages, Text
from games.engine.players import Player, Seat

PLAYERS = [Player("Ann"), Player("Ben"), Player("Cora")]


class Rolled(Event, frozen=True):
    says: ClassVar = "{seat} {seat:roll} {faces}."
    seat: Seat
    faces: tuple[int, ...]


class Drew(Event, frozen=True):
    seat: Seat
    count: int
    hit: bool = False


class Shared(Event, frozen=True):
    seats: tuple[Seat, ...]


class Passed(Event, frozen=True):
    seat: Seat
    by: Seat

    def variant(self, reader: int | None) -> str:
        return "me" if reader == self.seat else "other"


KINDS = (Rolled, Drew, Shared, Passed)
TEXTS: dict[str, Text] = {
    "Drew": "{seat:'s} turn: {seat:have|has} {count:# card|# cards}, {hit:hit!|safe.} {seat} "
    "{seat:pass}. {seat:'s} end.",
    "Shared": "{seats} {seats:share|shares} it.",
    "Passed": {"me": "{by} {by:pass} {seat}.", "other": "Somebody passes {seat}."},
}
MESSAGES = Messages(KINDS, TEXTS, {})


@pytest.mark.parametrize(
    ("event", "reader", "sentence"),
    [
        (Rolled(0, (3, 4)), None, "Ann rolls 3 and 4."),
        (Rolled(0, (3,)), 0, "You roll 3."),
        (Drew(1, 1, True), None, "Ben's turn: has 1 card, hit! Ben passes. Ben's end."),
        (Drew(1, 0), 1, "Your turn: have 0 cards, safe. You pass. Your end."),
        (Shared((0, 2)), None, "Ann and Cora share it."),
        (Shared((0, 2)), 2, "You and Ann share it."),
        (Shared((1,)), None, "Ben shares it."),
        (Passed(0, 1), 0, "Ben passes you."),
        (Passed(0, 1), 1, "Somebody passes Ann."),
    ],
)
def test_a_sentence_is_said_as_its_reader_reads_it(
    event: Event, reader: int | None, sentence: str
) -> None:
    assert MESSAGES.sentence(event, PLAYERS, reader) == sentence


def test_a_filter_puts_a_value_and_a_head_is_raised() -> None:
    filters = {"worded": lambda value, event, voice: f"so many as {value}"}
    messages = Messages((Drew,), {"Drew": "{count:worded} of {count:worded}."}, filters)
    assert messages.sentence(Drew(0, 4), PLAYERS, None) == "So many as 4 of so many as 4."
    assert not [*messages.faults()]


def test_braces_in_a_name_are_only_letters() -> None:
    odd = [Player("{seat}"), Player("{0.__class__}")]
    assert MESSAGES.sentence(Rolled(0, (1,)), odd, None) == "{seat} rolls 1."


@pytest.mark.parametrize(
    ("texts", "fault"),
    [
        ({}, "There is no sentence for Drew."),
        ({"Drew": "{count}", "Gone": "x"}, "There is a sentence for Gone, and no such event."),
        ({"Drew": "{speed}"}, "has a field {speed}, and the event has none."),
        ({"Drew": "{count:fast}"}, "has {count:fast}, and no filter fast."),
        ({"Drew": "{count"}, "The sentence for Drew cannot be read"),
        ({"Drew": {"a": "{count}", "b": "{miles}"}}, "has a field {miles}"),
    ],
)
def test_what_is_wrong_with_a_text_is_said(texts: dict[str, object], fault: str) -> None:
    (said,) = Messages((Drew,), texts, {}).faults()  # type: ignore[arg-type]
    assert fault in said
