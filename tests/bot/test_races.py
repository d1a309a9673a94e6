"""Two things at the same time: each is held at the one place where the other comes between."""

from __future__ import annotations

import asyncio
from typing import Any

import discord
import pytest

from bot import serving
from bot.app import Motordrome
from bot.delivery import discord_calls
from bot.delivery.delivery import SHUT_MS
from bot.local.hub import HANGS
from bot.match import lobby
from bot.match.notices import Preferences
from bot.settings import Settings
from bot.store import DatabaseLocked, Store
from bot.tables.clocks import Clocks
from bot.tables.membership import Membership
from bot.tables.people import GOOD_MS
from bot.words import say
from tests.bot.faults import capture_logs, errors
from tests.bot.pits import Pits, question
from tests.bot.several import Several


class Gate:
    """A place that waits, once it has been reached, until a test lets it go on."""

    def __init__(self) -> None:
        self.reached, self.go = asyncio.Event(), asyncio.Event()

    async def here(self) -> None:
        self.reached.set()
        await self.go.wait()

    async def wait(self) -> None:
        async with asyncio.timeout(HANGS):
            await self.reached.wait()


async def test_an_answer_is_taken_back_while_the_hand_is_changed(
    pits: Pits, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the hand shows is noted after the match shows what it did before: nobody had to be
    told then."""
    await pits.deal(3)
    panel, edit, gate = pits.panel(pits.ann), discord_calls.edit, Gate()
    number = question(panel)
    assert number

    async def slowly(client: Any, channel: int, message: int, post: Any) -> None:
        await edit(client, channel, message, post)
        if message == panel.id:
            await gate.here()

    monkeypatch.setattr(discord_calls, "edit", slowly)
    await pits.press(pits.ann, "pass")
    await gate.wait()
    await pits.command(pits.ann, "undo")
    assert (await pits.match()).ask_of(0) is not None
    gate.go.set()
    await pits.settled()
    assert question(pits.panel(pits.ann)) == number


async def test_an_answer_is_taken_back_while_a_private_hand_is_changed(
    pits: Pits, monkeypatch: pytest.MonkeyPatch
) -> None:
    await pits.deal(3)
    panel = (await pits.press(pits.ann, "hand")).ephemeral
    assert panel is not None
    update, gate = discord_calls.update, Gate()
    number = question(panel)
    assert number

    async def slowly(interaction: Any, post: Any, **how: Any) -> None:
        await update(interaction, post, **how)
        await gate.here()

    monkeypatch.setattr(discord_calls, "update", slowly)
    await pits.press(pits.ann, "pass")
    await gate.wait()
    await pits.command(pits.ann, "undo")
    assert (await pits.match()).ask_of(0) is not None
    gate.go.set()
    await pits.settled()
    assert question(panel) == number


async def test_settings_that_are_changed_while_they_are_read(
    pits: Pits, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was read before is not taken for what is set."""
    people, read, gate = pits.bot.matches.people, pits.store.user, Gate()

    async def slowly(user: int) -> Any:
        row = await read(user)
        await gate.here()
        return row

    monkeypatch.setattr(pits.store, "user", slowly)
    reading = asyncio.create_task(people.one(pits.ann.id))
    await gate.wait()
    monkeypatch.setattr(pits.store, "user", read)
    await people.set_prefs(pits.ann.id, Preferences(where="none"))
    await people.set_dm(pits.ann.id, 5, closed=True)
    gate.go.set()
    for person in (await reading, await people.one(pits.ann.id)):
        assert (person.prefs.where, person.dm, person.closed) == ("none", 5, True)


async def test_settings_are_read_while_they_are_stored(
    pits: Pits, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was known of somebody has just become too old to go by."""
    people, store, gate = pits.bot.matches.people, pits.store.set_prefs, Gate()
    await people.one(pits.ann.id)
    pits.clock.now += GOOD_MS - 1

    async def slowly(*what: Any) -> None:
        await gate.here()
        await store(*what)

    monkeypatch.setattr(pits.store, "set_prefs", slowly)
    storing = asyncio.create_task(people.set_prefs(pits.ann.id, Preferences(where="none")))
    await gate.wait()
    pits.clock.now += 1
    assert (await people.one(pits.ann.id)).prefs.where == "none"
    gate.go.set()
    await storing
    assert (await people.one(pits.ann.id)).prefs.where == "none"


async def test_where_a_user_reads_is_read_while_it_is_stored(
    pits: Pits, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else a message would go to a place that is known to take none."""
    people, store, gate = pits.bot.matches.people, pits.store.set_dm, Gate()
    await people.one(pits.ann.id)
    pits.clock.now += GOOD_MS - 1

    async def slowly(*what: Any, **how: Any) -> None:
        await gate.here()
        await store(*what, **how)

    monkeypatch.setattr(pits.store, "set_dm", slowly)
    storing = asyncio.create_task(people.set_dm(pits.ann.id, 5, closed=True))
    await gate.wait()
    pits.clock.now += 1
    assert (await people.one(pits.ann.id)).closed
    gate.go.set()
    await storing
    assert (await people.one(pits.ann.id)).closed


async def test_somebody_is_forgotten_while_he_is_read(
    pits: Pits, monkeypatch: pytest.MonkeyPatch
) -> None:
    people, read, gate = pits.bot.matches.people, pits.store.user, Gate()
    await people.set_dm(pits.ann.id, 5, closed=True)
    people.forget(pits.ann.id)  # as of another process, or a minute ago

    async def slowly(user: int) -> Any:
        row = await read(user)
        await gate.here()
        return row

    monkeypatch.setattr(pits.store, "user", slowly)
    reading = asyncio.create_task(people.one(pits.ann.id))
    await gate.wait()
    monkeypatch.setattr(pits.store, "user", read)
    await pits.bot.matches.forget(pits.ann.id)
    gate.go.set()
    for person in (await reading, await people.one(pits.ann.id)):
        assert (person.dm, person.closed) == (0, False)


async def test_what_is_shown_is_noted_while_the_match_is_read(
    pits: Pits, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else the next hand and the next board would be posted beside those that stand."""
    await pits.deal(2)
    matches, read, note = pits.bot.matches, pits.store.match, pits.store.hand_shown
    gate, noted = Gate(), asyncio.Event()
    match = await pits.match()

    async def slowly(match_id: str) -> Any:
        row = await read(match_id)
        await gate.here()
        return row

    async def notes(*what: Any) -> None:
        await note(*what)
        noted.set()

    monkeypatch.setattr(pits.store, "hand_shown", notes)
    monkeypatch.setattr(pits.store, "match", slowly)
    matches._kept.clear()  # as when memory is full, or a commit has failed
    reading = asyncio.create_task(matches.look(match.id))
    await gate.wait()
    shown = asyncio.gather(
        matches.board_shown(match, 77, "board", 1),
        matches.hand_shown(match, pits.ann.id, 5, 78, "hand"),
    )
    await noted.wait()
    gate.go.set()
    await shown
    now = await reading
    assert (now.board.message, now.seats[0].hand.message) == (77, 78)


async def test_a_stop_lets_go_of_what_is_claimed_just_then(
    pits: Pits, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another process need not wait for the end of a lease."""
    await pits.deal(2)
    claim, gate = pits.store.outbox_claim, Gate()

    async def slowly(*how: Any) -> Any:
        rows = await claim(*how)
        await gate.here()
        return rows

    monkeypatch.setattr(pits.store, "outbox_claim", slowly)
    await pits.store.post(pits.match_id, "board", b"", pits.clock())
    pits.bot.matches.wake()
    await gate.wait()
    stop = asyncio.create_task(pits.bot.close())
    for _ in range(200):
        await asyncio.sleep(0)
    gate.go.set()
    await stop
    waiting = await pits.store.outbox_waiting(pits.match_id, "board")
    free = await claim(10, pits.clock(), 1)
    assert waiting is None or [row.target for row in free] == ["board"]
    await pits.stop()
    await pits.start()


async def test_a_stop_lets_go_of_clocks_that_have_not_been_played_out(
    pits: Pits, monkeypatch: pytest.MonkeyPatch
) -> None:
    alley = pits.local.add_channel("back-alley")
    for channel in (pits.channel, alley):
        await pits.open(2, channel=channel)
    matches, gate = pits.bot.matches, Gate()
    play_out = matches.deadline

    async def slowly(row: Any) -> None:
        await gate.here()
        await play_out(row)

    monkeypatch.setattr(matches, "deadline", slowly)
    pits.clock.now += 100 * 3_600_000
    clocks = Clocks(matches)
    ticking = asyncio.create_task(clocks.tick())
    await gate.wait()
    stop = asyncio.create_task(clocks.finish())
    await asyncio.sleep(0)
    gate.go.set()
    await stop
    await ticking
    assert len(await pits.store.deadlines_due(pits.clock(), 1)) == 1


async def test_a_stop_while_the_bot_starts(pits: Pits, monkeypatch: pytest.MonkeyPatch) -> None:
    """What would go on is not begun after its end."""
    await pits.stop()
    store = await Store.open(pits.url)
    member = await Membership.join(store, pits.url, pits.clock)
    bot = Motordrome(Settings(), store, now=pits.clock, member=member, guild_ready_timeout=0)
    lines, close = store.open_lines, discord.AutoShardedClient.close
    gate, stop = Gate(), asyncio.Event()

    async def slowly() -> Any:
        found = await lines()
        await gate.here()
        return found

    async def closes(client: Any) -> None:
        gate.go.set()
        for _ in range(200):
            await asyncio.sleep(0)
        await close(client)

    monkeypatch.setattr(store, "open_lines", slowly)
    monkeypatch.setattr(discord.AutoShardedClient, "close", closes)
    running = asyncio.create_task(serving._run(bot, pits.local.token, stop, member))
    await gate.wait()
    stop.set()
    await running
    begun = {task.get_name() for task in asyncio.all_tasks()}
    resuming = bot.matches._resuming
    await member.leave()
    await store.close()
    monkeypatch.undo()
    await pits.start()
    assert begun.isdisjoint({"delivery", "clocks", "housekeeping"})
    assert resuming == []


def told_of_the_board(pits: Pits) -> list[int]:
    """How often each player reads that the bot may not post in the channel."""
    said = "I may not post in"
    return [
        sum(said in message.content for message in pits.messages(pits.local.dm(user), user))
        for user in (pits.ann, pits.ben)
    ]


async def pass_all(pits: Pits) -> None:
    for user in (pits.ann, pits.ben):
        await pits.press(user, "pick", pits.panel(user), "pass")
    await pits.settled()


async def test_people_are_told_of_a_board_although_the_database_was_busy(
    pits: Pits, monkeypatch: pytest.MonkeyPatch
) -> None:
    await pits.deal(2)
    pits.local.misbehave.deny(pits.channel, "view_channel")

    async def busy(*_: Any) -> None:
        raise DatabaseLocked("busy")

    monkeypatch.setattr(pits.store, "outbox_waiting", busy)
    await pass_all(pits)
    monkeypatch.undo()
    assert told_of_the_board(pits) == [0, 0]
    await pits.store.post(pits.match_id, "board", b"", pits.clock())
    pits.bot.matches.wake()
    await pits.settled()
    assert told_of_the_board(pits) == [1, 1]


async def test_the_board_is_shown_while_people_are_told_that_it_cannot_be(
    pits: Pits, monkeypatch: pytest.MonkeyPatch
) -> None:
    await pits.deal(2)
    board, delivery, gate = pits.board(), pits.bot.delivery, Gate()
    post = delivery.post
    pits.local.misbehave.deny(pits.channel, "view_channel")

    async def slowly(*what: Any, **how: Any) -> int:
        message = await post(*what, **how)
        await gate.here()
        return message

    monkeypatch.setattr(delivery, "post", slowly)
    for user in (pits.ann, pits.ben):
        await pits.press(user, "pick", pits.panel(user), "pass")
    await gate.wait()
    pits.local.misbehave.allow(pits.channel, "view_channel")
    assert await delivery.board_now(pits.match_id)
    gate.go.set()
    await pits.settled()
    pits.clock.now += SHUT_MS
    pits.bot.matches.wake()
    await pits.settled()
    assert pits.board() is board
    assert told_of_the_board(pits) == [0, 0]


@pytest.mark.parametrize("place", ["newest_in_dm", "claim_notice"])
async def test_the_match_ends_while_somebody_is_called(
    pits: Pits, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    ask, gate = getattr(pits.store, place), Gate()

    async def slowly(*what: Any) -> Any:
        found = await ask(*what)
        await gate.here()
        return found

    monkeypatch.setattr(pits.store, place, slowly)
    await pits.open(2)
    with capture_logs() as logs:
        await pits.press(pits.ann, "start")
        await gate.wait()
        await pits.bot.matches.change(pits.match_id, lambda match: match.end())
        gate.go.set()
        await pits.settled()
    assert errors(logs) == []
    assert pits.notices(pits.ben) == []


async def test_two_processes_change_a_hand_at_the_same_time(
    three: Several, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Which of both came last nobody knows: it is shown once more."""
    await three.deal(2)
    panel, home = three.panel(three.ann), three.bot.store
    update, shown, answer, note = discord_calls.update, home.hand_shown, Gate(), Gate()

    async def late(interaction: Any, post: Any, **how: Any) -> None:
        if interaction.message.id == panel.id:
            await answer.here()
        await update(interaction, post, **how)

    async def noted_late(match_id: str, user: int, *what: Any) -> None:
        if user == three.ann.id:
            await note.here()
        await shown(match_id, user, *what)

    monkeypatch.setattr(discord_calls, "update", late)
    monkeypatch.setattr(home, "hand_shown", noted_late)
    press = asyncio.create_task(three.press(three.ann, "pick", panel, "pass"))
    await answer.wait()
    ask = (await three.match()).ask_of(1)
    assert ask is not None
    away = three.bots[0].matches  # where presses in direct messages come to
    await away.change(
        three.match_id, lambda match: match.answer(three.ben.id, ask.number, ask.default)
    )
    await note.wait()  # the table's home has changed the message
    answer.go.set()
    await press
    note.go.set()
    await three.settled()
    await three.shows_what_is_true()
    assert question(panel) == (await three.match()).ask_of(0).number  # type: ignore[union-attr]


async def test_another_process_changes_the_lobby_while_somebody_is_greeted(
    three: Several, monkeypatch: pytest.MonkeyPatch
) -> None:
    """He is not shown the hand of a match that has not begun."""
    send, gate = discord_calls.send, Gate()

    async def slowly(place: Any, post: Any, **how: Any) -> int:
        message = await send(place, post, **how)
        if place.id == three.local.dm(three.ben).id:
            await gate.here()
        return message

    await three.open(1)
    monkeypatch.setattr(discord_calls, "send", slowly)
    joining = asyncio.create_task(three.press(three.ben, "join"))
    await gate.wait()
    here, away = three.bot.matches, three.bots[0].matches  # where commands by message come to
    cora, now = three.cora, three.clock()
    await here.change(three.match_id, lambda match: lobby.join(match, cora.id, cora.name, now))
    await away.change(three.match_id, lambda match: lobby.leave(match, cora.id))
    gate.go.set()
    await joining
    await three.settled()
    greeting = say("messages.you_have_a_seat", title="Car Wars: The Card Game")
    assert greeting in three.panel(three.ben).text
