""" "Tell me the result": asked for by who watches, told once, and then forgotten."""

from __future__ import annotations

import asyncio
import sqlite3

import pytest

from bot.delivery import watchers
from bot.local import Message, User
from bot.posts import custom_ids
from bot.store import Store
from tests.bot.pits import NOON, Pits, find, follow_up, item, verbs
from tests.bot.test_privacy import data_in, delete, rows
from tests.bot.test_takeover import by_default
from tests.store.rows import next_due

pytestmark = pytest.mark.long

ENDLESS = {"single_duel": "true", "window_seconds": "3600"}


async def more(pits: Pits, user: User) -> Message:
    (shown,) = (await pits.press(user, "more")).messages
    return shown


async def ask(pits: Pits, user: User) -> str:
    return await follow_up(await pits.press(user, "tellme", await more(pits, user)))


async def end(pits: Pits) -> None:
    for user in pits.people[:2]:
        if (await pits.match()).status == "live":
            await pits.command(user, "end")
    await pits.settled()


def told(pits: Pits, user: User) -> list[Message]:
    return [
        m for m in pits.messages(pits.local.dm(user), user) if "the match you watched" in m.text
    ]


async def test_who_watches_is_told_once(pits: Pits) -> None:
    await pits.deal(2, options=ENDLESS)
    assert "I will tell you the result by direct message, once" in await ask(pits, pits.stranger)
    assert not pits.messages(pits.local.dm(pits.stranger), pits.stranger), "nothing before"
    await end(pits)
    (message,) = told(pits, pits.stranger)
    assert message.text.startswith(
        "Car Wars: The Card Game: the match you watched is over. Ended early."
    )
    assert not message.pressables
    assert f"https://discord.com/channels/{pits.local.guild.id}/" in message.text
    assert (await pits.match()).guests == ()
    assert await next_due(pits.store) is None
    assert "guests" not in "".join(r for r in rows(pits) if r.startswith("INSERT"))
    await pits.stop()
    await pits.start()
    await pits.settled()
    assert len(told(pits, pits.stranger)) == 1


async def test_the_winner_is_named(pits: Pits) -> None:
    await pits.lay("gun front, swerve, smoke", "laser left, smoke")
    await ask(pits, pits.stranger)
    await pits.command(pits.ben, "leave", {"how": "retire"})
    for _ in range(40):
        match = await pits.match()
        if match.status != "live":
            break
        asked = match.running().asks[0]
        user = match.seats[asked.seat].user_id
        assert user is not None
        await pits.bot.matches.change(pits.match_id, by_default(user, asked))
        await pits.settled()
    (message,) = told(pits, pits.stranger)
    assert "is over. Ann won." in message.text
    assert "You won. Ben leaves the match. See the result" in pits.panel(pits.ann).text


async def test_a_lock_screen_shows_it_whole(pits: Pits) -> None:
    await pits.deal(2, options=ENDLESS)
    await ask(pits, pits.stranger)
    await end(pits)
    (message,) = told(pits, pits.stranger)
    assert message.content.startswith("Car Wars"), "plain text, which a push shows"
    assert len(watchers.result(await pits.match())) <= 150


async def test_pressed_twice_and_taken_back(pits: Pits) -> None:
    await pits.deal(2, options=ENDLESS)
    first = await more(pits, pits.stranger)
    press = find(first, "tellme")
    both = await asyncio.gather(*(pits.forge(pits.stranger, press, first) for _ in range(2)))
    answers = [made for outcome in both if (made := outcome.interaction.original) is not None]
    assert sorted(answer.text for answer in answers) == [
        "I will tell you the result by direct message, once, when this match is over.",
        "I will tell you the result. You need not press it again.",
    ]
    # Whichever came first gives its place to the other.
    assert sorted(answer.deleted for answer in answers) == [False, True]
    assert len((await pits.match()).guests_of("watches")) == 1
    shown = await more(pits, pits.stranger)
    assert item(shown, "tellmenot").label == "Don't tell me the result"
    await pits.press(pits.stranger, "tellmenot", shown)
    outcome = await pits.forge(pits.stranger, find(shown, "tellmenot"))
    assert "I wasn't going to tell you." in await follow_up(outcome)
    await end(pits)
    assert not told(pits, pits.stranger)


async def test_who_plays_is_told_by_his_hand(pits: Pits) -> None:
    await pits.deal(2, options=ENDLESS)
    shown = await more(pits, pits.ann)
    assert "tellme" not in verbs(shown)
    outcome = await pits.forge(pits.ann, custom_ids.write("tellme", pits.match_id), shown)
    assert "You play at this table, so your hand tells you the result." in await follow_up(outcome)


async def test_too_late_and_too_many(pits: Pits, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watchers, "MOST", 1)
    await pits.deal(2, options=ENDLESS)
    shown = await more(pits, pits.stranger)
    await ask(pits, pits.cora)
    assert "1 people are told the result already." in await ask(pits, pits.stranger)
    await end(pits)
    outcome = await pits.forge(pits.stranger, find(shown, "tellme"), pits.public()[-1])
    assert "This match is over." in await follow_up(outcome)


async def test_with_closed_messages_he_is_told_in_the_channel(pits: Pits) -> None:
    await pits.deal(2, options=ENDLESS)
    pits.stranger.dms_open = False
    await ask(pits, pits.stranger)
    await end(pits)
    (message,) = [m for m in pits.public() if f"<@{pits.stranger.id}>" in m.text]
    assert message.mentions == [pits.stranger]
    assert "the match you watched is over" in message.text
    assert (await pits.match()).guests_of("watches") == []


async def test_a_kill_before_it_was_told(pits: Pits, monkeypatch: pytest.MonkeyPatch) -> None:
    await pits.deal(2, options=ENDLESS)
    await ask(pits, pits.stranger)

    async def nothing(*args: object, **more: object) -> list[object]:
        return []

    monkeypatch.setattr(pits.store, "outbox_claim", nothing)
    for user in pits.people[:2]:
        if (await pits.match()).status == "live":
            await pits.command(user, "end")
    assert not told(pits, pits.stranger)
    await pits.stop()
    await pits.start()
    await pits.settled()
    assert len(told(pits, pits.stranger)) == 1


async def test_a_kill_after_it_was_told_and_before_that_was_noted(pits: Pits) -> None:
    await pits.deal(2, options=ENDLESS)
    await ask(pits, pits.stranger)

    async def dies(row: object) -> bool:
        raise OSError("killed")

    complete, pits.store.outbox_complete = pits.store.outbox_complete, dies  # type: ignore[method-assign]
    for user in pits.people[:2]:
        if (await pits.match()).status == "live":
            await pits.command(user, "end")
    await pits.settled()
    assert told(pits, pits.stranger)
    await pits.stop()
    del complete
    await pits.start()
    await pits.settled()
    assert len(told(pits, pits.stranger)) == 1, "Discord knows the number of the message"


async def test_it_is_in_his_data_and_goes_with_it(pits: Pits) -> None:
    await pits.deal(2, options=ENDLESS)
    await ask(pits, pits.stranger)
    (shown,) = (await pits.command(pits.stranger, "privacy")).messages
    (guest,) = data_in(shown)["guests"]
    assert (guest["match_id"], guest["kind"]) == (pits.match_id, "watches")
    await delete(pits, pits.stranger)
    assert (await pits.match()).guests == ()
    await end(pits)
    assert not told(pits, pits.stranger)
    connection = sqlite3.connect(pits.url.removeprefix("sqlite+aiosqlite:///"))
    assert connection.execute("SELECT * FROM guests").fetchall() == []
    connection.close()


async def test_deleted_while_it_waits_to_be_told(
    pits: Pits, monkeypatch: pytest.MonkeyPatch
) -> None:
    await pits.deal(2, options=ENDLESS)
    await ask(pits, pits.stranger)

    async def nothing(*args: object, **more: object) -> list[object]:
        return []

    monkeypatch.setattr(pits.store, "outbox_claim", nothing)
    for user in pits.people[:2]:
        if (await pits.match()).status == "live":
            await pits.command(user, "end")
    await pits.store.delete_user(pits.stranger.id, NOON)
    await pits.stop()
    store = await Store.open(pits.url)
    claimed = await store.outbox_claim(32, NOON)
    assert not [row for row in claimed if row.target.startswith("result")]
    await store.release()
    await store.close()
    await pits.start()
    await pits.settled()
    assert not told(pits, pits.stranger)
