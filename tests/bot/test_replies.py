"""Private answers: the newest of a button takes the place of the one before it."""

from __future__ import annotations

import pytest
from structlog.testing import capture_logs

from bot.delivery.panels import TOKEN_MS
from bot.local import Message, Modal, User
from bot.local.forms import fields
from tests.bot.pits import Pits


def private(pits: Pits, user: User) -> list[Message]:
    """The private answers that a person sees in the channel."""
    return [message for message in pits.messages(user=user) if message.ephemeral]


def heads(pits: Pits, user: User) -> list[str]:
    return [message.text.split("\n")[0] for message in private(pits, user)]


@pytest.mark.parametrize("verb", ["hand", "words", "missed", "rules", "more"])
async def test_a_newer_answer_takes_the_place_of_the_one_before_it(pits: Pits, verb: str) -> None:
    await pits.deal(2)
    await pits.press(pits.ben, verb)
    first = (await pits.press(pits.ann, verb)).message
    other = (await pits.press(pits.ann, "words" if verb == "rules" else "rules")).message
    newer = (await pits.press(pits.ann, verb)).message
    assert first is not None
    assert first.deleted
    assert private(pits, pits.ann) == [other, newer]
    assert len(private(pits, pits.ben)) == 1, "another's stays"


async def test_what_is_said_of_a_press_takes_the_place_of_what_was_said_before(pits: Pits) -> None:
    await pits.deal(2)
    for _ in range(3):
        await pits.press(pits.ann, "undo", (await pits.press(pits.ann, "more")).message)
    assert heads(pits, pits.ann) == ["You have no move to take back."]


async def test_the_menu_goes_once_something_on_it_has_been_answered(pits: Pits) -> None:
    await pits.deal(2)
    menu = (await pits.press(pits.ann, "more")).message
    await pits.press(pits.ann, "rules")
    assert menu is not None
    assert not menu.deleted
    await pits.press(pits.ann, "standings", menu)
    assert menu.deleted
    assert len(private(pits, pits.ann)) == 2


async def test_what_the_menu_leads_to_has_one_place(pits: Pits) -> None:
    await pits.deal(2, computers=1)
    for user, verbs in (
        (pits.ann, ("standings", "notify", "undo")),
        (pits.stranger, ("seats", "standings", "tellme", "tellmenot")),
    ):
        for verb in verbs:
            newest = (
                await pits.press(user, verb, (await pits.press(user, "more")).message)
            ).message
            assert private(pits, user) == [newest]


async def test_a_refused_form_is_forgotten_with_the_next_answer_to_it(pits: Pits) -> None:
    await pits.open(2)

    async def options(points: str) -> None:
        form = (await pits.press(pits.ann, "options")).modal
        await pits.submit(pits.ann, form, {"points_to_win": points})

    for points in ("many", "lots"):
        await options(points)
        (said,) = heads(pits, pits.ann)
        assert "must be a whole number" in said
    await options("100")
    assert private(pits, pits.ann) == []


async def test_refused_quiet_hours_are_forgotten_with_the_next_answer(pits: Pits) -> None:
    panel = (await pits.command(pits.ann, "notify")).messages[0]

    async def form() -> Modal:
        shown = (await pits.forge(pits.ann, "notices:quiet", panel)).modal
        assert shown is not None
        return shown

    for start in ("noon", "dusk"):
        await pits.submit(pits.ann, await form(), {"from": start, "until": "7", "now": "9"})
        assert private(pits, pits.ann)[0] == panel
        (said,) = private(pits, pits.ann)[1:]
        assert start in said.text
    # What was typed is still there, until it is taken.
    assert {f["custom_id"]: f.get("value") for f in fields((await form()).body)} == {
        "from": "dusk", "until": "7", "now": "9",
    }  # fmt: skip
    await pits.submit(pits.ann, await form(), {"from": "22"})
    assert private(pits, pits.ann) == [panel]
    assert "22:00 to 7:00" in panel.text
    assert [f.get("value") for f in fields((await form()).body)] == ["22:00", "7:00", None]


async def test_respond_and_my_hand_are_one(pits: Pits) -> None:
    await pits.deal(2)
    await pits.press(pits.ann, "respond")
    newer = (await pits.press(pits.ann, "hand")).message
    assert private(pits, pits.ann) == [newer]
    panel = pits.bot.delivery.panels.of((pits.match_id, pits.ann.id))
    assert panel is not None
    assert newer is not None
    assert panel.message == newer.id


async def test_an_answer_whose_token_has_ended_stays(pits: Pits) -> None:
    await pits.deal(2)
    first = (await pits.press(pits.ann, "rules")).message
    pits.clock.now += TOKEN_MS
    newer = (await pits.press(pits.ann, "rules")).message
    assert private(pits, pits.ann) == [first, newer]


async def test_one_that_was_put_away_already_costs_nothing(pits: Pits) -> None:
    await pits.deal(2)
    first = (await pits.press(pits.ann, "rules")).message
    assert first is not None
    pits.local.misbehave.delete_message(first)
    with capture_logs() as logs:
        newer = (await pits.press(pits.ann, "rules")).message
    assert private(pits, pits.ann) == [newer]
    assert {line["log_level"] for line in logs} <= {"info"}
    assert "a private answer stays" in [line["event"] for line in logs]


async def test_after_a_restart_old_answers_stay(pits: Pits) -> None:
    await pits.deal(2)
    await pits.press(pits.ann, "rules")
    await pits.stop()
    await pits.start()
    await pits.press(pits.ann, "rules")
    assert len(private(pits, pits.ann)) == 2


async def test_not_more_are_remembered_than_can_be_deleted(
    pits: Pits, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.presses.replies.MOST", 3)
    await pits.deal(2)
    for verb in ("rules", "words", "missed"):
        await pits.press(pits.ann, verb)
    pits.clock.now += TOKEN_MS
    await pits.press(pits.ann, "hand")
    standing = pits.bot.clicks._replies._standing
    assert [key[2] for key in standing] == ["hand"]


async def test_a_further_message_is_taken_away_as_a_first_one_is(pits: Pits) -> None:
    """A refused press on the lobby shows the lobby anew, and says why in a further message."""
    await pits.open(2)
    for _ in range(2):
        assert (await pits.press(pits.ben, "start")).updated
    assert heads(pits, pits.ben) == ["Only the host of this table can start it."]
