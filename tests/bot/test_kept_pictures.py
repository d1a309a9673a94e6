"""How each kind of message gets its picture and keeps it, and what is shown where Discord refuses.

The local Discord is as strict as the real one: a gallery may name only a file of the same request,
or one that the message has and that is listed with its id and its file name.
"""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from structlog.testing import capture_logs

from bot.delivery.keeping import NOTE, REFUSED
from bot.local import Message, Outcome
from bot.posts import posts
from bot.posts.hands import HAND_PICTURE
from bot.settings import Settings
from tests.bot.pits import Pits, find, follow_up

HANDS = ("gun front, swerve, smoke", "laser left, smoke")
KEEPING = Settings(keep_pictures=True)
MESSAGES = "/channels/{channel_id}/messages"
MESSAGE = "/channels/{channel_id}/messages/{message_id}"


def attachments(body: Any) -> list[dict[str, Any]]:
    """What a request lists, of the message or of the answer."""
    listed: list[dict[str, Any]] = body.get("data", body)["attachments"]
    return listed


def read(message: Message) -> str:
    return message.text + "".join(message.alts)


async def keep(pits: Pits) -> None:
    """Start the bot again, with pictures kept."""
    await pits.stop()
    await pits.start(settings=KEEPING)


def show_picture(message: Message) -> str:
    """Custom id of the button that stands where a picture was refused."""
    return next(b.custom_id for b in message.pressables if b.label == posts.SHOW_PICTURE)


# -- the table of cases


async def test_a_new_board_and_a_new_hand_list_their_files(pits: Pits) -> None:
    await pits.lay(*HANDS)
    since = len(pits.local.calls)
    pits.local.misbehave.delete_message(pits.board())
    await pits.bot.delivery.board(pits.match_id, anew=True)
    await pits.bot.delivery.hand(pits.match_id, 0, anew=True)
    sent = [c for c in pits.local.calls[since:] if (c.method, c.route) == ("POST", MESSAGES)]
    names = [[(a["id"], a["filename"]) for a in attachments(c.body)] for c in sent]
    assert names == [[(0, "board.png")], [(0, "hand.png")]]
    assert all(a["description"] for c in sent for a in attachments(c.body))


async def test_an_edit_by_the_bot_brings_a_new_picture_for_the_old_one(pits: Pits) -> None:
    await pits.lay(*HANDS)
    board, old = pits.board(), pits.board().attachments[0]
    since = len(pits.local.calls)
    await pits.press(pits.ann, "some", pits.panel(pits.ann), values=["0"])
    await pits.press(pits.ann, "pick", pits.panel(pits.ann), "pass")
    await pits.settled()
    edits = [c for c in pits.local.calls[since:] if (c.method, c.route) == ("PATCH", MESSAGE)]
    assert edits
    assert all(c.files == len(attachments(c.body)) == 1 for c in edits)
    assert [a.filename for a in board.attachments] == ["board.png"]
    assert board.attachments[0].id != old.id


async def test_an_answer_brings_a_new_picture(pits: Pits) -> None:
    await pits.lay(*HANDS)
    panel = pits.panel(pits.ann)
    old = panel.attachments[0]
    outcome = await pits.press(pits.ann, "some", panel, values=["0"])
    assert outcome.interaction.answer == 7
    assert [a.filename for a in panel.attachments] == ["hand.png"]
    assert panel.attachments[0].data != old.data


async def test_a_late_answer_brings_a_new_picture(
    pits: Pits, monkeypatch: pytest.MonkeyPatch
) -> None:
    await pits.lay(*HANDS)
    panel = pits.panel(pits.ann)
    old = panel.attachments[0]
    made = await late(pits, monkeypatch, panel, find(panel, "some"), ["0"])
    assert made.interaction.answer == 6
    assert [a.filename for a in panel.attachments] == ["hand.png"]
    assert panel.attachments[0].data != old.data


async def late(
    pits: Pits,
    monkeypatch: pytest.MonkeyPatch,
    message: Message,
    custom_id: str,
    values: list[str] | None = None,
) -> Outcome:
    """A press that is answered after its deferral."""
    monkeypatch.setattr("bot.delivery.answering.PATIENCE", 0.0)
    lock = pits.bot.matches._lock(pits.match_id)
    await lock.acquire()
    made = pits.local.begin_press(pits.ann, message, custom_id, values)
    await pits.local.until(lambda: made.answer is not None)
    lock.release()
    return await pits.answered(Outcome(pits.local.hub, made))


@pytest.mark.parametrize("verb", ["why", "back"])
async def test_the_same_picture_is_sent_again_and_not_drawn_again(pits: Pits, verb: str) -> None:
    await pits.lay(*HANDS)
    panel = pits.panel(pits.ann)
    data, drawn = panel.attachments[0].data, pits.bot.pictures.drawn
    outcome = await pits.forge(pits.ann, find(panel, "why").replace("why", verb), panel)
    (call,) = [c for c in pits.local.calls if c.interaction == outcome.interaction.id]
    assert call.files == len(attachments(call.body)) == 1
    assert panel.attachments[0].data == data
    assert pits.bot.pictures.drawn == drawn


async def test_a_kept_picture_is_listed_by_id_and_name_and_not_sent(pits: Pits) -> None:
    await pits.lay(*HANDS)
    await keep(pits)
    panel = pits.panel(pits.ann)
    picture = panel.attachments[0]
    outcome = await pits.press(pits.ann, "why", panel)
    (call,) = [c for c in pits.local.calls if c.interaction == outcome.interaction.id]
    assert call.files == 0
    assert attachments(call.body) == [{"id": picture.id, "filename": "hand.png"}]
    assert panel.attachments == [picture]
    assert "Rules: Your turn" in panel.text


async def test_a_picture_is_kept_after_a_deferral_too(
    pits: Pits, monkeypatch: pytest.MonkeyPatch
) -> None:
    await pits.lay(*HANDS)
    await keep(pits)
    panel = pits.panel(pits.ann)
    picture = panel.attachments[0]
    await late(pits, monkeypatch, panel, find(panel, "why"))
    assert panel.attachments == [picture]


async def test_a_private_answer_in_time_lists_its_file(pits: Pits) -> None:
    await pits.lay(*HANDS)
    outcome = await pits.press(pits.ann, "hand")
    (call,) = [c for c in pits.local.calls if c.interaction == outcome.interaction.id]
    assert outcome.interaction.answer == 4
    assert call.files == len(attachments(call.body)) == 1
    assert outcome.ephemeral is not None
    # A panel that only its player sees keeps its picture likewise.
    panel = outcome.ephemeral
    await pits.press(pits.ann, "why", panel)
    assert [a.filename for a in panel.attachments] == ["hand.png"]


# -- where Discord refuses


async def test_a_refused_picture_is_sent_again_and_keeping_ends(pits: Pits) -> None:
    await pits.lay(*HANDS)
    await keep(pits)
    panel = pits.panel(pits.ann)
    data = panel.attachments[0].data
    pits.local.misbehave.bad_media = 1
    outcome = await pits.press(pits.ann, "why", panel)
    calls = [c for c in pits.local.calls if c.interaction == outcome.interaction.id]
    assert [(c.code, c.files) for c in calls] == [(50035, 0), (0, 1)]
    assert panel.attachments[0].data == data
    assert not pits.bot.delivery.keeping.on
    assert await pits.store.note(NOTE) == REFUSED
    await pits.stop()
    await pits.start(settings=KEEPING)
    assert not pits.bot.delivery.keeping.on, "also after a start"
    await pits.stop()
    await pits.start()
    await pits.stop()
    await pits.start(settings=KEEPING)
    assert pits.bot.delivery.keeping.on, "until the setting is taken out and put back"


async def test_an_answer_without_its_picture_has_its_words_and_a_button(pits: Pits) -> None:
    await pits.lay(*HANDS)
    panel = pits.panel(pits.ann)
    alt = panel.alts[0]
    pits.local.misbehave.bad_media = 1
    with capture_logs() as logs:
        await pits.press(pits.ann, "why", panel)
    assert "a picture was refused" in str(logs)
    assert alt not in str(logs)
    assert alt in panel.text
    assert not panel.attachments
    assert "Something went wrong" not in panel.text
    outcome = await pits.answered(await pits.local.click(pits.ann, panel, show_picture(panel)))
    assert outcome.ephemeral is not None
    assert [a.filename for a in outcome.ephemeral.attachments] == ["hand.png"]
    await pits.press(pits.ann, "why", panel)
    assert panel.attachments, "the next answer tries again"


async def test_a_board_without_its_picture_has_its_words_and_a_button(pits: Pits) -> None:
    await pits.lay(*HANDS)
    board = pits.board()
    pits.local.misbehave.bad_media = 1
    await pits.bot.delivery.board(pits.match_id, anew=True)
    board = pits.board()
    assert not board.attachments
    outcome = await pits.local.click(pits.stranger, board, show_picture(board))
    await pits.answered(outcome)
    assert outcome.ephemeral is not None
    assert [a.filename for a in outcome.ephemeral.attachments] == ["board.png"]


async def test_the_button_of_a_hand_shows_everybody_his_own(pits: Pits) -> None:
    """Its custom id names no seat, and anybody may send it."""
    await pits.lay(*HANDS)
    button = f"picture:{pits.match_id}:{HAND_PICTURE}"
    for user in (pits.ann, pits.ben):
        outcome = await pits.forge(user, button)
        assert outcome.ephemeral is not None
        (shown,), (own,) = outcome.ephemeral.attachments, pits.panel(user).attachments
        assert (shown.data, shown.description) == (own.data, own.description)
    outcome = await pits.forge(pits.stranger, button)
    assert "You are not playing at this table." in await follow_up(outcome)
    assert not any(message.attachments for message in outcome.messages)


@pytest.mark.parametrize("refused", [1, 2])
async def test_a_promised_answer_gets_its_picture_apart(
    pits: Pits, monkeypatch: pytest.MonkeyPatch, refused: int
) -> None:
    await pits.lay(*HANDS)
    gate, drawn = asyncio.Event(), pits.bot.pictures.hand

    async def slowly(*args: Any, **more: Any) -> Any:
        await gate.wait()
        return await drawn(*args, **more)

    monkeypatch.setattr(pits.bot.pictures, "hand", slowly)
    monkeypatch.setattr("bot.delivery.answering.PATIENCE", 0.0)
    made = pits.local.begin_press(pits.ann, pits.board(), find(pits.board(), "hand"))
    await pits.local.until(lambda: made.answer == 5)
    pits.local.misbehave.bad_media = refused
    gate.set()
    outcome = await pits.answered(Outcome(pits.local.hub, made))
    assert all(message.ephemeral for message in outcome.messages)
    first, *more = outcome.messages
    assert not first.attachments
    assert find(first, "why"), "it can be played on"
    if refused == 1:
        assert [[a.filename for a in m.attachments] for m in more] == [["hand.png"]]
    else:
        assert more == []
        assert show_picture(first)
    assert "Something went wrong" not in outcome.text
