"""The demo's judge finds every fault that is planted in how people are told, once."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bot.demo import judge, told
from bot.demo.told import Evidence, Notice, Question, Watch
from bot.local import Call
from bot.local.hub import Wait
from bot.local.lasting import Lasted
from tests.bot.pits import Pits
from tests.bot.test_demo_judge import Case, case, evidence

__all__ = ["case", "evidence"]

HEADLINE = "Ben attacks Ann with a Laser."
SPOKEN = "Your move · Car Wars: The Card Game · Ben attacks you. 3 minutes."
ANN, BEN = 1, 2
DAY = 86_400.0


def press(number: int, seconds: float = 0.2, answer: int | None = 7) -> Wait:
    return Wait(number, 3, answer, seconds)


def sound() -> Evidence:
    """Two people at a table by post, one of them away for a while; nothing is wrong."""
    public = told.words(HEADLINE) | told.words("Ben attacks you.") | told.FRAME
    public |= told.words("Car Wars: The Card Game Ann Ben")
    return Evidence(
        questions=[
            Question(ANN, 1, opened=100.0, seen=90.0, settled=110.0),
            Question(BEN, 2, opened=5_000.0, seen=95.0, settled=9_000.0),
            Question(ANN, 3, opened=9_001.0, seen=110.0, settled=9_001.0 + DAY / 2 + 50),
        ],
        notices=[
            Notice(BEN, SPOKEN, at=5_021.0, rang=True, gone=9_002.0),
            Notice(ANN, SPOKEN, at=9_021.0, rang=True, gone=9_001.0 + DAY / 2),
            Notice(
                ANN, SPOKEN.replace("Your", "Still your").replace("minutes.", "hours left."),
                at=9_001.0 + DAY / 2, rang=True, gone=9_001.0 + DAY / 2 + 55,
            ),
        ],
        waits=[press(number) for number in range(100)],
        starts=[0.0, 10.0, 20.0],
        lasted=[Lasted("PATCH", "/channels/{channel_id}/messages/{message_id}", 1.9, False)],
        openings={ANN: 1, BEN: 1},
        ended=9_001.0 + DAY,
        by_post=True,
        public=[frozenset(public)],
    )  # fmt: skip


def found(evidence: Evidence) -> dict[str, list[str]]:
    """The faults that there are, by name."""
    return {name: sentences for name, sentences in told.counts(evidence).items() if sentences}


def test_nothing_is_wrong_with_a_sound_match() -> None:
    assert found(sound()) == {}


def refused(at: float, channel: str = "1", *, shared: bool = False) -> Call:
    return Call(
        "PATCH", "/channels/{channel_id}/messages/{message_id}", at, 429,
        bucket="edit", params={"channel_id": channel}, shared=shared,
    )  # fmt: skip


def too_fast(made: Evidence) -> None:
    made.limited = [refused(1.0)]


def too_fast_for_a_shared_limit(made: Evidence) -> None:
    made.limited = [refused(1.0, shared=True)]


def deferred(made: Evidence) -> None:
    made.waits += [press(100, 1.85, 5), press(101, 1.9, 6)]


def never_answered(made: Evidence) -> None:
    made.waits += [press(100, 3.0, None), press(101, 3.0, None)]


def asleep_in_a_call(made: Evidence) -> None:
    made.lasted = [Lasted("PATCH", "/channels/{channel_id}/messages/{message_id}", 5.0, False)]


def opened_again(made: Evidence) -> None:
    made.openings = {ANN: 1, BEN: 2}


def rings_nobody(made: Evidence) -> None:
    made.notices[0].rang = False


def never_called(made: Evidence) -> None:
    del made.notices[0]


def called_somebody_else(made: Evidence) -> None:
    made.questions[0].settled = None  # it goes on being hers, so that the ring is about something
    del made.questions[2]
    del made.notices[1:]
    made.notices[0] = Notice(ANN, SPOKEN, at=5_021.0, rang=True, gone=made.ended)


def rings_twice(made: Evidence) -> None:
    made.notices.append(Notice(ANN, SPOKEN, at=9_030.0, rang=True, gone=9_040.0))


def rings_a_reminder_at_once(made: Evidence) -> None:
    text = SPOKEN.replace("Your move", "Still your move")
    made.notices.append(Notice(ANN, text, at=9_040.0, rang=True, gone=9_050.0))


def stands_after_the_answer(made: Evidence) -> None:
    made.notices[0].gone = 9_000.0 + told.GONE_BY + 1


def never_goes(made: Evidence) -> None:
    made.notices[0].gone = None


def never_goes_in_the_channel(made: Evidence) -> None:
    made.notices[0].public, made.notices[0].gone = True, None


def names_a_card(made: Evidence) -> None:
    made.notices[1].text = SPOKEN.replace("attacks you", "attacks you, you hold Ramplate")


def tells_a_number(made: Evidence) -> None:
    made.notices[1].text = SPOKEN.replace("attacks you", "attacks you with 4")


def tells_it_before_all_else(made: Evidence) -> None:
    made.notices[1].text = f"Ramplate! {SPOKEN}"


@pytest.mark.parametrize(
    ("plant", "name", "sentence"),
    [
        (too_fast, "429", "Too fast for a limit: PATCH"),
        (too_fast_for_a_shared_limit, "429", "Too fast for a limit: PATCH"),
        (deferred, "late answers", "2 of 102 presses were answered after 1.8 s"),
        (never_answered, "late answers", "2 of 102 presses were answered after 1.8 s"),
        (asleep_in_a_call, "long calls", "A call of the bot lasted 5.0 s: PATCH"),
        (opened_again, "Create DM again", "of user 2 were opened 2 times."),
        (rings_nobody, "away and not called", "nobody was rung for question 2 of user 2."),
        (never_called, "away and not called", "nobody was rung for question 2 of user 2."),
        (called_somebody_else, "away and not called", "nobody was rung for question 2 of user 2."),
        (rings_twice, "rung twice", "Rung twice for question 3 of user 1: Your move"),
        (rings_a_reminder_at_once, "rung twice", "for question 3 of user 1: Still your move"),
        (stands_after_the_answer, "stale notices", "when its question was settled: Your move"),
        (never_goes, "stale notices", "when its question was settled: Your move"),
        (never_goes_in_the_channel, "stale notices", "when its question was settled: Your move"),
        (names_a_card, "notices that tell", "more than a spectator reads: Your move"),
        (tells_a_number, "notices that tell", "more than a spectator reads: Your move"),
        (tells_it_before_all_else, "notices that tell", "more than a spectator reads: Ramplate"),
    ],
)
def test_a_planted_fault_is_counted_once(
    plant: Callable[[Evidence], None], name: str, sentence: str
) -> None:
    made = sound()
    plant(made)
    faults = found(made)
    assert faults.keys() == {name}
    (told_of,) = faults[name]
    assert sentence in told_of


def test_a_reminder_may_follow_a_call_that_came_late() -> None:
    made = sound()
    made.notices[0] = Notice(BEN, SPOKEN, at=8_000.0, rang=True, gone=8_020.0)
    text = SPOKEN.replace("Your", "Still your")
    made.notices.insert(1, Notice(BEN, text, at=8_020.0, rang=True, gone=9_002.0))
    assert found(made) == {}


def test_one_late_answer_in_a_hundred_is_no_fault() -> None:
    made = sound()
    made.waits[0] = press(0, 2.9, 5)
    assert found(made) == {}


@pytest.mark.parametrize(
    ("calls", "blamed"),
    [
        ([refused(1.0)], 1),
        ([refused(11.0)], 0),
        ([refused(11.0), refused(11.2)], 1),
        ([refused(11.0), refused(11.2, "2"), refused(21.0)], 0),
    ],
)
def test_a_new_process_cannot_know_what_the_old_one_has_used_up(
    calls: list[Call], blamed: int
) -> None:
    made = sound()
    made.limited = calls
    assert len(found(made).get("429", [])) == blamed


def test_who_is_here_need_not_be_called() -> None:
    made = sound()
    made.questions[1].seen = made.questions[1].opened - 100.0
    del made.notices[0]
    assert found(made) == {}


def test_live_nobody_has_to_be_called() -> None:
    made = sound()
    made.by_post = False
    del made.notices[0]
    assert found(made) == {}


def test_what_is_answered_within_the_minute_calls_nobody() -> None:
    made = sound()
    made.questions[1].settled = made.questions[1].opened + 30
    del made.notices[0]
    assert found(made) == {}


def test_who_has_closed_messages_finds_the_question_after_the_call() -> None:
    made = sound()
    made.notices[0].at, made.notices[0].public = made.questions[1].opened - 60, True
    assert found(made) == {}
    made.notices[0].gone = made.questions[1].opened
    assert found(made).keys() == {"away and not called"}, "that call was for another question"


def test_a_notice_may_come_a_moment_before_the_hand() -> None:
    made = sound()
    made.notices[0].at = made.questions[1].opened - 1
    assert found(made) == {}


def test_the_beginning_calls_to_no_question_and_goes_with_the_next() -> None:
    made = sound()
    begun = Notice(BEN, "The match has begun · Car Wars: The Card Game.", 101.0, rang=True)
    made.notices.append(begun)
    begun.gone = 5_001.0
    assert found(made) == {}
    begun.gone = 5_100.0
    assert found(made).keys() == {"stale notices"}


# -- what is noted


@pytest.fixture
async def watch(pits: Pits) -> Watch:
    """Somebody who notes how people are told."""
    made = Watch(pits.local, by_post=True)
    await pits.deal(3)
    return made


async def call(pits: Pits, text: str, *, silent: bool = False) -> int:
    """A notice for Ann, as the bot would send it."""
    place = pits.bot.get_partial_messageable(pits.local.dm(pits.ann).id)
    return (await place.send(text, silent=silent)).id


async def test_questions_are_noted_as_hands_put_them(pits: Pits, watch: Watch) -> None:
    asked = {each.user_id: each for each in watch.evidence.questions}
    assert asked.keys() == {user.id for user in pits.people[:3]}
    assert all(each.settled is None for each in asked.values())
    panel = pits.panel(pits.ann)
    watch.pressed(pits.ann)
    (ready,) = [i for i in panel.pressables if i.label == "Ready"] or panel.pressables[:1]
    await pits.local.click(pits.ann, panel, ready.custom_id)
    await pits.settled()
    assert asked[pits.ann.id].settled is not None
    assert asked[pits.ben.id].settled is None


async def test_notices_are_noted_with_whom_they_ring(pits: Pits, watch: Watch) -> None:
    before = len(watch.evidence.notices)
    number = await call(pits, SPOKEN)
    await call(pits, SPOKEN, silent=True)
    loud, soft = watch.evidence.notices[before:]
    assert (loud.user_id, loud.text, loud.rang, loud.public) == (pits.ann.id, SPOKEN, True, False)
    assert (soft.rang, soft.gone) == (False, None)
    assert loud.gone is None
    place = pits.bot.get_partial_messageable(pits.local.dm(pits.ann).id)
    await place.get_partial_message(number).delete()
    assert loud.gone is not None


async def test_what_is_measured_by_the_local_discord_comes_along(pits: Pits, watch: Watch) -> None:
    await pits.press(pits.ann, "hand")
    lost = await pits.press(pits.ann, "hand")
    pits.local.misbehave.open_dms_too_fast()
    made = watch.close([0.0], {lost.interaction.id})
    assert {wait.interaction for wait in made.waits} == {
        wait.interaction for wait in pits.local.waits if wait.type == 3
    } - {lost.interaction.id}
    assert made.openings == pits.local.dm_openings
    assert set(made.openings) == {user.id for user in pits.people[:3]}
    assert made.limited == []


async def test_a_spectator_reads_what_every_question_is_about(case: Case) -> None:
    record = await judge.read(case.url, case.match_id, case.log)
    said = told.public(record)
    assert len(said) == len(record.moves)
    names = {seat.name.casefold() for seat in record.match.seats}
    assert all(names <= words for words in said)
    assert len({*said}) > 2
