"""Two processes on one database: whichever gets a press plays it, and the table's home shows it.

Both are here in one process, each with a store of its own; `test_demo` kills real ones.
"""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.app import Motordrome
from bot.demo import many
from bot.demo.choice import Alike
from bot.local import Interaction, LocalDiscord, User
from bot.local.hub import HANGS
from bot.local.world import walk
from bot.settings import Settings
from bot.store import Store
from bot.tables.membership import Membership
from bot.tables.stored import ANSWERED_MS
from tests.bot.pits import DOCUMENT, LIMITS, PATIENT, Clock, Pits, begin, ids, judge, question

SHARDS = 2


class Two(Pits):
    """People in a server of shard 1, and direct messages, which come to shard 0. `bot` is the one
    of shard 1, where the table is at home."""

    def __init__(self, local: LocalDiscord, url: str, clock: Clock) -> None:
        super().__init__(local, url, clock)
        server = (local.world.new_id() >> 22) // SHARDS * SHARDS + 1
        west = local.add_guild("West", id=server << 22 | 1)
        self.channel = local.add_channel("west", guild=west)
        self.bots: list[Motordrome] = []
        self.sent: list[tuple[int, str]] = []
        """What was sent from the outbox, each with the shard of who sent it."""
        self.presses = 0
        self._tasks: list[asyncio.Task[None]] = []

    async def start_one(self, shard: int) -> Motordrome:
        store = await Store.open(self.url)
        member = await Membership.join(store, self.url, self.clock, (shard,), SHARDS)
        settings = Settings(shard_ids=(shard,), shard_count=SHARDS)
        bot, running = await begin(self.local, store, self.clock, settings, member=member)
        bot.matches.poker_faces = True
        bot.delivery.every = 0.01
        for name, handler in [*bot.delivery.handlers.items()]:

            async def noted(row, rest, name=name, handler=handler):  # type: ignore[no-untyped-def]
                self.sent.append((shard, row.target))
                await handler(row, rest)

            bot.delivery.handlers[name] = noted
        self.bots.append(bot)
        self._tasks.append(running)
        return bot

    async def start_all(self) -> None:
        for shard in range(SHARDS):
            self.bot = await self.start_one(shard)
        self.store = self.bot.store
        for bot in self.bots:
            await bot.member.renew()

    async def stop_one(self, bot: Motordrome) -> None:
        await bot.close()
        await self._tasks.pop(self.bots.index(bot))
        self.bots.remove(bot)
        await bot.member.leave()
        await bot.store.close()

    async def settled(self) -> None:
        """Wait until everything has been told."""
        async with asyncio.timeout(HANGS):
            while True:
                if await self._told():
                    return
                await asyncio.sleep(0.01)

    async def _told(self) -> bool:
        due = await self.store.outbox_next()
        busy = any(bot.delivery._sending or bot.matches._driving for bot in self.bots)
        return not busy and (due is None or due > self.clock())

    async def answer(self, user: User) -> None:
        """Press what a direct message shows until its question is answered."""
        number = question(self.panel(user))
        assert number
        while question(self.panel(user)) == number:
            panel = self.panel(user)
            choice = Alike("two").choose(user.name, panel, set())
            if choice.values is None:
                outcome = await self.local.click(user, panel, choice.item.custom_id)
            else:
                outcome = await self.local.select(user, panel, choice.item.custom_id, choice.values)
            await self.answered(outcome)
            self.presses += 1

    def hold_back(self, target: str) -> asyncio.Event:
        """The home sends nothing until it has sent a row of that kind, which sets the event: no
        other row has it look before at what another process has stored."""
        sent, handlers = asyncio.Event(), self.bot.delivery.handlers
        for name, handler in [*handlers.items()]:

            async def held(row, rest, name=name, handler=handler):  # type: ignore[no-untyped-def]
                if name != target:
                    await sent.wait()
                try:
                    await handler(row, rest)
                finally:
                    if name == target:
                        sent.set()

            handlers[name] = held
        return sent

    async def answered_or(self, died: list[bool], begun: Interaction) -> None:
        """Wait until a press has been answered, or who was to answer has died."""
        await self.local.until(lambda: begun.answer is not None or bool(died))

    async def fresh(self, *users: User) -> None:
        """Everybody's panel puts the question that is open for him, and nothing more is to come."""
        await self.settled()
        match = await self.match()
        for user in users:
            seat = match.seat_of(user.id)
            assert seat is not None
            ask = match.ask_of(seat)
            assert question(self.panel(user)) == (ask.number if ask is not None else 0)


@pytest.fixture
async def two(
    tmp_path: Path, empty_database: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Two]:
    monkeypatch.setattr("bot.tables.matches.new_id", ids())
    # Nobody renews a lease here.
    for each in ("store.processes", "tables.membership"):
        monkeypatch.setattr(f"bot.{each}.LEASE_MS", 3_600_000)
    file, clock = tmp_path / "m.sqlite3", Clock()
    shutil.copy(empty_database, file)
    local = LocalDiscord(
        openapi=DOCUMENT, limits=LIMITS, wall=lambda: clock() / 1000, shards=SHARDS,
        interaction_seconds=PATIENT,
    )  # fmt: skip
    await local.start()
    local.point_client_here()
    two = Two(local, f"sqlite+aiosqlite:///{file}", clock)
    try:
        await two.start_all()
        yield two
        await two.settled()
    finally:
        for bot in [*two.bots]:
            await two.stop_one(bot)
        await local.stop()
    judge(local)


async def test_a_press_is_played_where_it_comes_and_shown_from_home(two: Two) -> None:
    await two.lay("armor front, swerve", "laser front, swerve")
    two.sent.clear()
    version = (await two.stored()).version
    panel = two.panel(two.ann)
    edits = panel.edits
    await two.answer(two.ann)
    presses, two.presses = two.presses, 0
    await two.fresh(two.ann, two.ben)
    assert (await two.stored()).version > version
    # Ann's hand is the answer to her press; the rest is sent by the table's home.
    assert panel.edits == edits + presses
    assert {shard for shard, _ in two.sent} == {1}
    assert "board" in {target for _, target in two.sent}
    # Neither has anything left of what the other has changed.
    for bot in two.bots:
        assert (await bot.matches.look(two.match_id)).board.key
    assert "hand:0" not in {target for _, target in two.sent}


async def test_the_demo_finds_a_message_that_is_stale(two: Two) -> None:
    await two.deal(2)
    await two.bot.matches.change(two.match_id, lambda match: match.end())
    await two.settled()
    world = two.local.world
    shown = await two.bot.matches.look(two.match_id)

    async def stale() -> list[str]:
        return await many.stale(world, two.match_id, two.bot.matches, two.bot.pictures)

    assert await stale() == []
    hand = two.panel(two.ben)
    board = world.find_message(two.channel.id, shown.board.message)
    assert board is not None
    for message in (hand, board):
        next(c for c in walk(message.components) if c["type"] == 10)["content"] = "something old"
    assert await stale() == ["The board is stale.", "The hand of seat 1 is stale."]


async def test_both_change_a_match_at_once_and_nothing_is_lost(two: Two) -> None:
    await two.lay("swerve", "swerve")
    zero, one = two.bots

    def rise(bot: Motordrome, times: int) -> list[asyncio.Task[None]]:
        def change(match):  # type: ignore[no-untyped-def]
            match.undos += 1

        return [asyncio.create_task(bot.matches.change(two.match_id, change)) for _ in range(times)]

    before = (await two.match()).undos
    await asyncio.gather(*rise(zero, 9), *rise(one, 9))
    for bot in two.bots:
        assert (await bot.matches.look(two.match_id)).undos == before + 18


async def test_a_hand_that_two_have_shown_is_shown_once_more(two: Two) -> None:
    """Shard 0 answers a press with a hand; while its answer is on the way the match goes on."""
    await two.lay("armor front, swerve", "laser front, swerve")
    zero = two.bots[0]
    shown = zero.matches.hand_shown

    async def late(match, *what, **how):  # type: ignore[no-untyped-def]
        await two.bot.matches.change(two.match_id, lambda match: None)
        await shown(match, *what, **how)

    zero.matches.hand_shown = late  # type: ignore[method-assign]
    two.sent.clear()
    await two.answer(two.ann)
    await two.fresh(two.ann, two.ben)
    assert (1, "hand:0") in two.sent


async def test_who_dies_before_his_answer_leaves_the_hand_to_the_tables_home(
    two: Two, monkeypatch: pytest.MonkeyPatch
) -> None:
    await two.lay("armor front, swerve", "laser front, swerve")
    before = await two.stored()
    died: list[bool] = []

    async def dies(*what: object, **how: object) -> None:
        died.append(True)
        raise asyncio.CancelledError

    monkeypatch.setattr(two.bots[0].clicks._hands, "_show_mine", dies)
    while not died:
        panel = two.panel(two.ann)
        edits, choice = panel.edits, Alike("two").choose("Ann", panel, set())
        begun = two.local.begin_press(two.ann, panel, choice.item.custom_id, choice.values)
        await two.answered_or(died, begun)
    await two.settled()
    assert (await two.stored()).moves > before.moves
    assert panel.edits == edits
    two.sent.clear()
    two.clock.now += ANSWERED_MS
    await two.fresh(two.ann, two.ben)
    assert (1, "hand:0") in two.sent


async def test_only_a_tables_home_wakes_for_what_is_to_be_told_of_it(two: Two) -> None:
    await two.deal(2)
    await two.settled()
    woken: list[int] = []
    for shard, bot in enumerate(two.bots):
        bot.matches.wake = lambda shard=shard: woken.append(shard)  # type: ignore[misc]
    for bot in two.bots:
        bot._told([two.channel.guild_id or 0])
        await bot.matches.change(two.match_id, lambda match: None)
    assert woken == [1, 1]
    for bot in two.bots:
        bot._told([])  # nobody knows where
    assert woken == [1, 1, 0, 1]


async def test_computers_are_played_for_at_home_and_then_by_who_is_left(two: Two) -> None:
    await two.deal(1, computers=1)
    await two.fresh(two.ann)
    played = {shard for shard, target in two.sent if target == "computers"}
    await two.stop_one(two.bots[1])
    two.bot = two.bots[0]
    two.store = two.bot.store
    await two.bot.member.renew()
    two.sent.clear()
    for _ in range(3):
        await two.answer(two.ann)
        await two.fresh(two.ann)
    kinds = [move.kind for move in await two.store.moves(two.match_id)]
    assert kinds.count("answer") == 3
    assert kinds.count("computer") >= 3
    assert played == {1}
    assert {shard for shard, target in two.sent if target == "computers"} == {0}


async def test_computers_are_played_for_by_who_has_not_looked_yet(two: Two) -> None:
    await two.deal(1, computers=1)
    await two.fresh(two.ann)
    sent = two.hold_back("computers")
    await two.answer(two.ann)
    await sent.wait()
    await two.settled()
    assert not (await two.match()).goes_on


async def test_a_private_hand_follows_what_another_process_has_stored(two: Two) -> None:
    await two.deal(2)
    await two.settled()
    shown = (await two.press(two.ann, "hand")).ephemeral
    assert shown is not None
    before = shown.text
    await two.settled()
    sent = two.hold_back("hand")
    await two.bots[0].matches.change(two.match_id, lambda match: match.end())
    await sent.wait()
    await two.settled()
    assert shown.text != before
