"""Sentences as data: what a template says to each reader, and what is wrong with one."""

from __future__ import annotations

from typing import Any, ClassVar, Literal

import pytest

from games.engine.messages import Event, Messages, Speaker
from games.engine.players import Player, Seat
from games.engine.voice import Voice

PLAYERS = [Player("Ann"), Player("Ben"), Player("Cora")]


class Rolled(Event):
    says: ClassVar = "{seat} {seat:roll} {faces}."
    seat: Seat
    faces: tuple[int, ...]


class Drew(Event):
    seat: Seat
    count: int
    hit: bool = False
    seats: tuple[int, ...] = ()


class Shared(Event):
    seats: tuple[Seat, ...]


class Passed(Event):
    seat: Seat
    by: Seat

    def variant(self, reader: int | None) -> str:
        return "me" if reader == self.seat else "other"


KINDS = (Rolled, Drew, Shared, Passed)
TEXTS: dict[str, Any] = {
    "Drew": "{seat:'s} turn: {seat:have|has} {count:# card|# cards}, {hit:hit!|safe.} {seat} "
    "{seat:pass}. {seat:'s} end.",
    "Shared": "{seats} {seats:share|shares} it.",
    "Passed": {"me": "{by} {by:pass} {seat}.", "other": "Somebody passes {seat}."},
}
MESSAGES = Messages(KINDS, {"event": TEXTS}, {})


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
    messages = Messages((Drew,), {"event": {"Drew": "{count:worded} of {count:worded}."}}, filters)
    assert messages.sentence(Drew(0, 4), PLAYERS, None) == "So many as 4 of so many as 4."
    assert not [*messages.faults()]


def test_braces_in_a_name_are_only_letters() -> None:
    odd = [Player("{seat}"), Player("{0.__class__}")]
    assert MESSAGES.sentence(Rolled(0, (1,)), odd, None) == "{seat} rolls 1."


@pytest.mark.parametrize(
    ("texts", "fault"),
    [
        ({}, "There is no text event.Drew."),
        ({"Drew": "{count}", "Gone": "x"}, "Nothing asks for the text event.Gone."),
        ({"Drew": "{speed}"}, "has a field {speed}, and there is none."),
        (
            {"Drew": "{count:fast}"},
            "has {count:fast}, and no filter fast (a seat is typed `Seat`).",
        ),
        ({"Drew": "{count"}, "The text event.Drew cannot be read"),
        ({"Drew": "{seats} won."}, "{seats}, which writes a number: type the field as `Seat`"),
        ({"Drew": {"a": "x", "b": "y"}}, "The event Drew has several texts: type what its"),
    ],
)
def test_what_is_wrong_with_a_text_is_said(texts: dict[str, object], fault: str) -> None:
    (said,) = Messages((Drew,), {"event": texts}, {}).faults()
    assert fault in said


class Drove(Event):
    seat: Seat
    spun: bool = False

    def variant(self, reader: int | None) -> Literal["spun", "drove", ""]:
        return "" if reader == self.seat else "spun" if self.spun else "drove"


class Spun(Event):
    seat: Seat

    def variant(self, reader: int | None) -> Literal["wall", "car"] | Literal[""]:
        return ""


def test_of_a_union_of_variants_some_need_no_text() -> None:
    assert not [*Messages((Spun,), {"event": {"Spun": {"wall": "a"}}}, {}).faults()]
    (said,) = Messages((Spun,), {"event": {"Spun": {"wall": "a", "cra": "b"}}}, {}).faults()
    assert said == "Nothing asks for the text event.Spun.cra."


@pytest.mark.parametrize(
    ("texts", "faults"),
    [
        ({"drove": "a", "spun": "b", "spun_brief": "c"}, []),
        ({"drove": "a"}, ["There is no text event.Drove.spun."]),
        (
            {"drove": "a", "spun": "{miles}"},
            ["The text event.Drove.spun has a field {miles}, and there is none."],
        ),
        (
            {"drove": "a", "spun": "b", "spnu": "c"},
            ["Nothing asks for the text event.Drove.spnu."],
        ),
    ],
)
def test_there_is_a_text_for_each_variant(texts: dict[str, str], faults: list[str]) -> None:
    assert [*Messages((Drove,), {"event": {"Drove": texts}}, {}).faults()] == faults


# -- clauses, tables, and what else speaks than events


class Moved(Event):
    seat: Seat
    after: int
    wall: Seat = -1
    how: Literal["gain", "lose"] = "gain"

    @property
    def won(self) -> int | None:
        return self.after if self.after > 9 else None


MOVED: dict[str, Any] = {
    "event": {
        "Moved": [
            "{how:moves}: now {after}",
            ", held behind {wall}",
            ", {won} wins",
            ".",
            "{seat:if you}Well done.",
            "{seat:if not you}{wall:if}{wall} {wall:hold}.",
        ]
    },
    "values": {"moves": {"gain": "{seat} {seat:gain}", "lose": "{seat} {seat:lose}"}},
}


@pytest.mark.parametrize(
    ("event", "reader", "sentence"),
    [
        (Moved(0, 3), None, "Ann gains: now 3."),
        (Moved(0, 3), 0, "You gain: now 3. Well done."),
        (Moved(1, 3, 0, "lose"), 2, "Ben loses: now 3, held behind Ann. Ann holds."),
        (Moved(1, 12, 0), 0, "Ben gains: now 12, held behind you, 12 wins. You hold."),
    ],
)
def test_a_clause_that_holds_nothing_is_left_out(
    event: Event, reader: int | None, sentence: str
) -> None:
    messages = Messages((Moved,), MOVED, {})
    assert not [*messages.faults()]
    assert messages.sentence(event, PLAYERS, reader) == sentence


class Card(Speaker):
    section = "card"
    names = "read"

    @property
    def does(self) -> str:
        return f"+{self.view}"


class Asked(Speaker):
    section = "question"
    names = "pit"

    @property
    def cards(self) -> tuple[Card, ...]:
        return Card(3, self.voice), Card(4, self.voice)

    @property
    def kinds(self) -> tuple[str, ...]:
        return ("a", "b")


def spoken(question: dict[str, Any], card: dict[str, Any]) -> Messages:
    texts = {"question": question, "card": card, "values": {"kind": {"a": "one", "b": "two"}}}
    speakers = {"question": Asked, "card": Card}
    return Messages(
        (), texts, {}, speakers, {each.section: [each.names] for each in speakers.values()}
    )


def test_whoever_speaks_may_let_others_speak() -> None:
    messages = spoken({"pit": "Cards: {cards:read} {kinds:kind}"}, {"read": "Gain {does}."})
    assert not [*messages.faults()]
    voice = Voice((), None)
    assert messages.say("question.pit", Asked(None, voice), voice) == (
        "Cards: Gain +3. Gain +4. one and two"
    )


@pytest.mark.parametrize(
    ("question", "card", "fault"),
    [
        ({}, {"read": "x"}, "There is no text question.pit."),
        ({"pit": "x", "stay": "y"}, {"read": "x"}, "Nothing asks for the text question.stay."),
        ({"pit": "{cards:said}"}, {"read": "x"}, "no filter said"),
        ({"pit": "{kinds:kind}"}, {"read": "{gone}"}, "card.read has a field {gone}"),
    ],
)
def test_what_is_wrong_with_a_speaker_is_said(
    question: dict[str, Any], card: dict[str, Any], fault: str
) -> None:
    (said,) = spoken(question, card).faults()
    assert fault in said


def test_a_value_that_its_table_misses_is_found_where_its_type_tells_all() -> None:
    values = {"moves": {"gain": "{seat} {seat:gain}"}}
    (said,) = Messages((Moved,), {**MOVED, "values": values}, {}).faults()
    assert said == "There is no text values.moves.lose."


def test_a_table_may_have_words_for_every_other_value() -> None:
    values = {"moves": {"gain": "{seat} {seat:gain}", "else": "{seat} {seat:stay}"}}
    messages = Messages((Moved,), {**MOVED, "values": values}, {})
    assert not [*messages.faults()]
    assert messages.sentence(Moved(1, 3, how="lose"), PLAYERS, None) == "Ben stays: now 3."


def test_a_text_that_has_no_room_is_said_in_brief() -> None:
    texts = {"Shared": "{seats} {seats:share|shares} it.", "Shared_brief": "{seats:letters}."}
    messages = Messages((Shared,), {"event": texts}, {})
    assert not [*messages.faults()]
    assert messages.sentence(Shared((0, 1)), PLAYERS, None) == "Ann and Ben share it."
    assert messages.sentence(Shared((0, 1)), [Player("Ann" * 99)] * 2, None) == "A and B."
    texts = {"Shared": "{seats}.", "Shared_brief": "{gone}"}
    (said,) = Messages((Shared,), {"event": texts}, {}).faults()
    assert "event.Shared_brief has a field {gone}" in said
