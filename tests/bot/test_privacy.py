"""/privacy: one's data as a file, and what goes and what stays when it is deleted."""

from __future__ import annotations

import asyncio
import gzip
import json
import random
import sqlite3
from typing import Any

import pytest

from bot.local import Message, User
from bot.match import guests, waits
from bot.match.match import Match
from bot.match.seats import Guest, Lapse
from bot.posts import custom_ids
from bot.presses import privacy
from bot.presses.privacy import ASK, KEEP, SURE, data_post
from tests.bot.pits import Pits, follow_up, question
from tests.bot.test_clicks import nothing_happens
from tests.bot.test_forgotten import stored
from tests.bot.test_play import take_any

pytestmark = pytest.mark.long

LONG = {"single_duel": "true", "window_seconds": "3600"}


async def ask(pits: Pits, user: User) -> Message:
    """The question that comes after `/privacy` and its button."""
    (shown,) = (await pits.command(user, "privacy")).messages
    outcome = await pits.answered(await pits.local.click(user, shown, ASK))
    (question,) = outcome.messages
    assert question.ephemeral
    assert not outcome.updated, "the file stays where it is"
    return question


async def delete(pits: Pits, user: User) -> Message:
    """Press everything that it takes; the message that says it is done."""
    message = await ask(pits, user)
    await pits.answered(await pits.local.click(user, message, SURE))
    await pits.settled()
    return message


def said_by(message: Message) -> str:
    """Everything that a message says, on its buttons and in its pictures' words too."""
    lines = [str(option["label"]) for item in message.pressables for option in item.options]
    return "\n".join([message.text, *message.alts, *message.labels, *lines])


def data_in(message: Message) -> Any:
    (attachment,) = message.attachments
    assert attachment.filename == "motordrome-data.json"
    return json.loads(attachment.data)


def rows(pits: Pits) -> list[str]:
    """The whole database, as text."""
    connection = sqlite3.connect(pits.url.removeprefix("sqlite+aiosqlite:///"))
    out = list(connection.iterdump())
    connection.close()
    return out


async def keep_a_design(pits: Pits, user: User) -> None:
    """Save a garage of World Auto Racing."""
    game = "world-auto-racing"
    (shown,) = (await pits.command(user, "garage", {"game": game})).messages
    bases = custom_ids.write_design("base", game)
    outcome = await pits.forge(user, bases, shown, ["kazeno_tsubame_rs"])
    (draft,) = await drafts(pits, user)
    save = custom_ids.write_design("name", game, f"d{draft}")
    form = (await pits.forge(user, save, shown)).modal
    assert not outcome.failed
    await pits.submit(user, form, {"name": "Night shift"})


async def drafts(pits: Pits, user: User) -> list[str]:
    draft = await pits.store.draft(user.id, "world-auto-racing")
    return [] if draft is None else [draft.id]


# -- the file


async def test_the_file_holds_what_is_kept_of_a_user_and_of_nobody_else(pits: Pits) -> None:
    await pits.deal(2, options=LONG)
    await pits.press(pits.ann, "pick", pits.panel(pits.ann))
    await pits.settled()
    await keep_a_design(pits, pits.ann)
    hand = pits.panel(pits.ann)
    outcome = await pits.command(pits.ann, "privacy", channel=pits.local.dm(pits.ann))
    (shown,) = outcome.messages
    assert shown.ephemeral
    data = data_in(shown)
    (seat,) = data["seats"]
    assert (seat["match"], seat["name"], seat["seat"]) == (pits.match_id, "Ann", 0)
    assert [move["kind"] for move in seat["moves"]] == ["answer"]
    assert [design["name"] for design in data["designs"]] == ["Night shift"]
    assert [hand["message"] for hand in data["hands"]] == [hand.id]
    text = json.dumps(data)
    assert "Ben" not in text
    assert str(pits.ben.id) not in text
    assert "seed" not in text


async def keep_times(pits: Pits) -> None:
    """An answer of Ben's waits, and it is known what he has passed and how long both took."""

    def note(match: Match) -> None:
        match.poker_faces = False
        match.took = {"0 opening": [1111], "1 opening": [2222], "1 answer": [3333]}
        for seat, mark in enumerate(("anns pass", "bens pass")):
            match.seats[seat].passed = [mark]
        ask = match.ask_of(1)
        assert ask is not None
        waits.hold(match, ask, "answer", ask.default, pits.clock.now + 5_000)

    await pits.bot.matches.change(pits.match_id, note)
    await pits.settled()


async def test_the_file_holds_what_waits_and_how_long_its_player_took(pits: Pits) -> None:
    await pits.deal(2, options=LONG)
    await keep_times(pits)
    (seat,) = data_in((await pits.command(pits.ben, "privacy")).messages[0])["seats"]
    assert seat["took"] == {"opening": [2222], "answer": [3333]}
    assert seat["passed"] == ["bens pass"]
    assert seat["held"][1:3] == ["answer", {"type": "pass"}]
    (seat,) = data_in((await pits.command(pits.ann, "privacy")).messages[0])["seats"]
    assert (seat["took"], seat["passed"], seat["held"]) == (
        {"opening": [1111]}, ["anns pass"], None,
    )  # fmt: skip


async def test_what_waits_and_how_long_its_player_took_is_forgotten(pits: Pits) -> None:
    await pits.deal(3, options=LONG)
    await keep_times(pits)
    await delete(pits, pits.ben)
    for word in ("bens pass", "2222", "3333"):
        assert stored(pits, word) == [], word
    match = await pits.match()
    assert match.took == {"0 opening": [1111]}
    assert [seat.passed for seat in match.seats] == [["anns pass"], [], []]
    assert [seat.held for seat in match.seats] == [None, None, None]


async def test_of_a_stranger_nothing_is_kept(pits: Pits) -> None:
    await pits.deal(2)
    (shown,) = (await pits.command(pits.stranger, "privacy")).messages
    data = data_in(shown)
    assert data.pop("user") is None
    assert data
    assert not any(data.values())


def test_a_file_too_large_for_discord_is_packed(monkeypatch: pytest.MonkeyPatch) -> None:
    data = {"moves": ["x"] * 100}
    plain = data_post(data).document
    monkeypatch.setattr(privacy, "MOST_PLAIN", 100)
    packed = data_post(data).document
    assert plain is not None
    assert packed is not None
    assert packed.name == "motordrome-data.json.gz"
    assert gzip.decompress(packed.data) == plain.data
    assert json.loads(plain.data) == data


# -- before the second press


async def test_the_first_press_and_keeping_delete_nothing(pits: Pits) -> None:
    await pits.deal(2)
    before = rows(pits)
    async with nothing_happens(pits, pits.ben):
        message = await ask(pits, pits.ben)
        words = (
            "your name",
            "the computer takes your seat",
            "added to the shuffle",
            "check the dice",
        )
        for word in words:
            assert word in message.text
        await pits.answered(await pits.local.click(pits.ben, message, KEEP))
        assert "Nothing was deleted." in message.text
    assert rows(pits) == before


async def test_a_press_deletes_what_is_of_the_one_who_presses(pits: Pits) -> None:
    await pits.deal(2)
    outcome = await pits.forge(pits.stranger, SURE)
    assert "Your data is deleted" in await follow_up(outcome)
    await pits.settled()
    assert [seat.name for seat in (await pits.match()).seats] == ["Ann", "Ben"]
    assert "Ben" in said_by(pits.board())


# -- a running match


async def test_in_a_running_match_everything_shows_a_former_player(pits: Pits) -> None:
    await pits.open(3, options={"single_duel": "true", "window_seconds": "3600"})
    form = (await pits.press(pits.ben, "luck")).modal
    await pits.submit(pits.ben, form, {"words": "seven clovers"})
    await pits.press(pits.ann, "start")
    await pits.settled()
    hand = pits.panel(pits.ben)
    assert "Ben" in said_by(pits.board())
    told = await delete(pits, pits.ben)
    assert "The computer has taken your seat at 1 open table." in told.text
    assert hand.deleted
    assert stored(pits, "Ben") == stored(pits, pits.ben.id) == []
    assert stored(pits, "seven clovers") == ["matches"]
    kept = [kept.match for kept in pits.bot.matches._kept.values()]
    assert not any(seat.name == "Ben" for match in kept for seat in match.seats)
    assert "Ben" not in said_by(pits.board())
    assert "a former player" in said_by(pits.board())
    rng = random.Random(1)
    while (await pits.match()).status == "live":
        for user in (pits.ann, pits.cora):
            if question(pits.panel(user)):
                await take_any(pits, user, pits.panel(user), rng)
                await pits.settled()
    said = await follow_up(await pits.command(pits.ann, "verify", {"table": pits.match_id}))
    assert "come out the same" in said
    assert "Players' words: seven clovers" in said
    assert pits.messages(pits.local.dm(pits.ben), pits.ben) == []


async def test_what_time_has_answered_and_who_was_reminded_is_forgotten(pits: Pits) -> None:
    await pits.deal(3, options=LONG)

    def note(match: Match) -> None:
        match.seats[1].given = Lapse(1, 1, "Ready for Ben's duel")
        match.reminded = 7

    await pits.bot.matches.change(pits.match_id, note)
    await pits.settled()
    assert stored(pits, "Ready for Ben") == ["matches"]
    assert stored(pits, '"reminded":7') == ["matches"]
    await delete(pits, pits.ben)
    assert stored(pits, "Ready for Ben") == stored(pits, '"reminded":7') == []
    match = await pits.match()
    assert [seat.given for seat in match.seats] == [None, None, None]
    assert match.reminded == 0


async def test_the_hands_of_the_others_name_a_former_player(pits: Pits) -> None:
    await pits.lay("laser front, swerve", "laser left, swerve", "laser left, smoke")
    panel = pits.panel(pits.ann)
    for part in ("Laser at the front", "Ben"):
        custom_id = next(p.custom_id for p in panel.pressables if part in p.label)
        await pits.answered(await pits.local.click(pits.ann, panel, custom_id))
        await pits.settled()
    asked = pits.panel(pits.ben)
    assert "Ann" in said_by(asked), "he is attacked by her"
    await delete(pits, pits.ann)
    assert pits.panel(pits.ben) is asked, "it is edited, so no phone rings"
    assert "Ann" not in said_by(asked)
    assert "a former player" in said_by(asked).lower()


async def test_a_finished_match_is_checked_and_its_hand_taken_away(pits: Pits) -> None:
    await pits.deal(2, options=LONG)
    await pits.press(pits.ann, "pick", pits.panel(pits.ann))
    was = Guest(user_id=pits.cora.id, kind="played", name="Cora")
    await pits.bot.matches.change(pits.match_id, lambda match: guests.add(match, was))
    for user in (pits.ann, pits.ben):
        await pits.command(user, "end")
    await pits.settled()
    await pits.match()
    await delete(pits, pits.cora)
    assert all("Cora" not in str(kept.match.guests) for kept in pits.bot.matches._kept.values())
    hand = pits.panel(pits.ben)
    told = await delete(pits, pits.ben)
    assert "open table" not in told.text
    assert hand.deleted
    assert stored(pits, "Ben") == []
    assert all("Ben" not in str(kept.match.seats) for kept in pits.bot.matches._kept.values())
    said = await follow_up(await pits.command(pits.ann, "verify", {"table": pits.match_id}))
    assert "come out the same" in said


async def test_a_second_time_changes_nothing_and_one_may_play_again(pits: Pits) -> None:
    await pits.deal(2)
    message = await delete(pits, pits.ben)
    outcome = await pits.forge(pits.ben, SURE, message)
    assert "Your data is deleted" in outcome.text
    await pits.settled()
    assert not any(data_in((await pits.command(pits.ben, "privacy")).messages[0]).values())
    await pits.deal(2, channel=pits.local.add_channel("arena"), people=[pits.ben, pits.cora])
    assert [seat.name for seat in (await pits.match()).seats] == ["Ben", "Cora"]
    assert question(pits.panel(pits.ben)) or pits.panel(pits.ben)


async def test_no_token_of_his_presses_is_kept(pits: Pits) -> None:
    await pits.deal(2)
    panels = pits.bot.delivery.panels
    await pits.press(pits.ann, "hand")
    await pits.press(pits.ben, "hand")
    assert panels.of((pits.match_id, pits.ben.id)) is not None
    await delete(pits, pits.ben)
    assert panels.of((pits.match_id, pits.ben.id)) is None
    assert panels.of((pits.match_id, pits.ann.id)) is not None, "another's stays"


async def test_a_hand_that_is_being_sent_is_waited_for(pits: Pits) -> None:
    await pits.deal(2)
    message = await ask(pits, pits.ben)
    lock = pits.bot.delivery.lock(pits.match_id, "hand:1")
    async with lock:
        pressed = asyncio.create_task(pits.local.click(pits.ben, message, SURE))
        await pits.local.until(lambda: bool(lock._waiters))
        assert stored(pits, "Ben") == ["seats"]
        # The hand is posted anew meanwhile, and the old message removed.
        old = pits.panel(pits.ben)
        place = pits.bot.get_partial_messageable(pits.local.dm(pits.ben).id)
        new = await place.send("the hand")
        await pits.store.hand_shown(pits.match_id, pits.ben.id, place.id, new.id, "key")
        pits.local.misbehave.delete_message(old)
    await pits.answered(await pressed)
    await pits.settled()
    assert pits.messages(pits.local.dm(pits.ben), pits.ben) == []


async def test_a_hand_that_discord_keeps_is_told(pits: Pits) -> None:
    await pits.deal(2)
    shut = pits.local.add_channel("shut", deny=["view_channel"])
    await pits.store.hand_shown(pits.match_id, pits.ben.id, shut.id, pits.board().id, "key")
    message = await ask(pits, pits.ben)
    outcome = await pits.answered(await pits.local.click(pits.ben, message, SURE))
    assert "Discord didn't let me remove 1 message with hands" in await follow_up(outcome)
    assert stored(pits, "Ben") == []


async def test_who_asks_for_a_seat_is_named_no_more(pits: Pits) -> None:
    await pits.deal(2, computers=1, options=LONG)
    (seat,) = [n for n, each in enumerate((await pits.match()).seats) if each.computer]
    ask = custom_ids.write("sit", pits.match_id)
    await pits.forge(pits.stranger, ask, pits.board(), [str(seat)])
    await pits.settled()
    assert "Zoe" in said_by(pits.board())
    assert any("Zoe" in notice.content for notice in pits.notices(pits.ann))
    told = await delete(pits, pits.stranger)
    assert "open table" not in told.text
    assert "Zoe" not in said_by(pits.board())
    assert not any("Zoe" in notice.content for notice in pits.notices(pits.ann))
    kept = [kept.match for kept in pits.bot.matches._kept.values()]
    assert not any(match.guests for match in kept)


# -- before the start


async def test_who_is_invited_is_named_no_more(pits: Pits) -> None:
    await pits.deal(2, options=LONG)
    for user in (pits.ann, pits.ben):
        await pits.command(user, "end")
    await pits.settled()
    again = custom_ids.write("again", pits.match_id)
    await pits.forge(pits.ann, again, pits.public()[-1])
    await pits.settled()
    assert "Ben" in said_by(pits.board())
    await delete(pits, pits.ben)
    assert "Ben" not in said_by(pits.board())


async def test_in_a_lobby_the_computer_takes_the_seat(pits: Pits) -> None:
    await pits.open(2)
    await delete(pits, pits.ben)
    assert "Ben" not in pits.board().text
    assert "a former player" in pits.board().text
    await pits.press(pits.ann, "start")
    await pits.settled()
    assert (await pits.stored()).status == "live"
    assert question(pits.panel(pits.ann))


async def test_a_lobby_of_the_last_person_is_closed(pits: Pits) -> None:
    await pits.open(1, computers=1)
    await delete(pits, pits.ann)
    assert (await pits.stored()).status == "ended"
    assert "Ann" not in pits.public()[-1].text
    assert await pits.store.open_match_in(pits.channel.id) is None


async def test_a_table_that_its_last_person_has_left_is_not_dealt(pits: Pits) -> None:
    await pits.open(1, computers=1)
    async with pits.bot.delivery.lock(pits.match_id, "seal"):
        start = custom_ids.write("start", pits.match_id)
        pressed = asyncio.create_task(pits.local.click(pits.ann, pits.board(), start))
        kept = pits.bot.matches._kept[pits.match_id]
        await pits.local.until(lambda: kept.match.sealing)
        await pits.bot.matches.forget(pits.ann.id)
    await pits.answered(await pressed)
    await pits.settled()
    assert (await pits.stored()).status == "ended"
    assert pits.seals() == []


# -- trouble


async def test_a_database_in_use_deletes_nothing_and_says_so(pits: Pits) -> None:
    await pits.stop()
    pits.patience_ms = 20
    await pits.start()
    await pits.deal(2)
    message = await ask(pits, pits.ben)
    hand = pits.panel(pits.ben)
    holder = sqlite3.connect(pits.url.removeprefix("sqlite+aiosqlite:///"), isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    try:
        outcome = await pits.answered(await pits.local.click(pits.ben, message, SURE))
        assert "Nothing was deleted; please try again." in await follow_up(outcome)
    finally:
        holder.execute("ROLLBACK")
        holder.close()
    assert not hand.deleted
    assert stored(pits, "Ben") == ["seats"]
    await pits.answered(await pits.local.click(pits.ben, message, SURE))
    await pits.settled()
    assert stored(pits, "Ben") == []
