"""The whole bot: calls a move costs, stalls of its event loop, memory, processor time, latency.

    python -m benchmarks.bot [--shortest]

The bot is a process of its own (`benchmarks.bot_process`) with the real discord.py, its database
and its pictures; the local Discord and the people are in this one, and everything is on loopback.
People press only what messages show them. Targets: one REST call for a move that changes only the
board, no press held up by a rate limit (`benchmarks.bot_limits`), no stall of the event loop over
50 ms while six tables render, at most 10 KB for an idle table and no View held, and (secondary) at
most five times the processor time of a plain POST.
"""

from __future__ import annotations

import asyncio
import statistics
import time
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

import msgspec
from aiohttp import web

from benchmarks.arguments import parser
from benchmarks.bot_limits import limits
from benchmarks.bot_process import NOW_MS
from benchmarks.bot_tables import Asked, Bot, Table, asked, started, tables
from bot.demo.choice import question
from bot.local import Call, LocalDiscord, Message


class Size(NamedTuple):
    """How much is measured."""

    tables: int
    idle: int
    kept: int
    """Matches the bot keeps in memory (`bot.tables.stored`)."""
    seconds: float
    """How long a stretch of free play is watched."""
    rounds: int
    """Rounds in which every table with an open window has it passed."""
    posts: int
    """Plain POSTs after each round."""
    lone: int
    """Moves of one table alone."""
    limited: float
    """How long six people press under Discord's limits, in seconds."""


WHOLE: Final = Size(
    tables=50, idle=2000, kept=256, seconds=6.0, rounds=10, posts=500, lone=60, limited=30.0
)
SHORTEST: Final = Size(
    tables=3, idle=12, kept=4, seconds=0.5, rounds=1, posts=50, lone=5, limited=2.0
)
PRESSES: Final = 4
"""Presses for a move alone, at most: some of them are steps on the way to a move."""


# -- stalls of the event loop


def _stalls(what: str, ticked: Sequence[Sequence[float]]) -> None:
    gaps, own = (sorted(1000 * gap for gap in some) for some in ticked)
    print(
        f"  {what:<50} longest {own[-1]:5.1f} ms, p99 {own[len(own) * 99 // 100]:4.1f}"
        f" (with waits for a processor {gaps[-1]:5.1f} and {gaps[len(gaps) * 99 // 100]:4.1f})"
    )


async def stalls(seconds: float) -> None:
    """Six tables at once, from the first picture of a new process on."""
    local = LocalDiscord(limits="off", wall=lambda: NOW_MS / 1000)
    await local.start()
    try:
        async with started(local) as bot:
            print(f"event loop, {seconds:g} s each (target: none over 50 ms)")
            await bot.order("tick")
            await asyncio.sleep(1)
            _stalls("nothing to do, 1 s", await bot.order("ticked"))
            await bot.order("tick")
            six = await tables(local, bot, 6, 4)
            _stalls("six tables dealt, a cold start", await bot.order("ticked"))
            await _watch(bot, six, "six tables of people, all pictures", seconds)
            await _watch(
                bot,
                await tables(local, bot, 6, 1, computers=3),
                "six tables, three computers each",
                seconds,
            )
    finally:
        await local.stop()


async def _watch(bot: Bot, some: list[Table], what: str, seconds: float) -> None:
    moves = bot.moves()
    await bot.order("tick")
    until = time.perf_counter() + seconds
    await asyncio.gather(*(table.play(until) for table in some))
    ticked = await bot.order("ticked")
    await bot.settled()
    _stalls(f"{what}, {bot.moves() - moves} moves{_unanswered(some)}", ticked)


def _unanswered(some: Sequence[Table]) -> str:
    count = sum(table.unanswered for table in some)
    return f" ({count} presses not answered)" if count else ""


# -- calls by kind of move


class Kind(NamedTuple):
    """At what kind of table moves are counted."""

    title: str
    closed: bool
    """Its people take no direct messages."""
    looked_at: bool
    """They look at private hands in the channel, which follow the game."""


KINDS: Final = (
    Kind("no other hand in sight", closed=True, looked_at=False),
    Kind("private hands in sight", closed=True, looked_at=True),
    Kind("hands in direct messages", closed=False, looked_at=False),
)
PARTS: Final = ("answer", "board", "hands", "notices")


async def calls(local: LocalDiscord, bot: Bot, lone: int) -> None:
    """Moves one at a time, counting what each makes the bot send."""
    counted: dict[str, list[Counter[str]]] = defaultdict(list)
    drawn: list[float] = []
    for kind in KINDS:
        table, presses, moves = await _new_table(local, bot, kind), 0, 0
        while presses < PRESSES * lone and moves < lone:
            if table.over:
                table = await _new_table(local, bot, kind)
            presses += 1
            pick = table.rng.choice((await asked(bot))[table.channel.id])
            on_board = pick.window and table.rng.random() < 0.9
            if not kind.looked_at:
                await bot.order("look_away")
            hand = None if on_board else await _hand(table, pick)
            local.calls.clear()
            before = bot.moves()
            if on_board:
                await table.pass_on_board(pick.user, pick.number)
            elif hand is not None:
                await table.choose(pick.user, hand)
            await bot.settled()
            if any(_part(call, table) == "answer" and call.files for call in local.calls):
                drawn.append(table.waits[-1])
            if bot.moves() == before:
                continue  # a step on the way to a move
            moves += 1
            what = "Pass on the board" if on_board else "from the hand"
            counted[f"{what}, {kind.title}"].append(Counter(_part(c, table) for c in local.calls))
    print("REST calls a move (target: 1 when only the board changes)")
    for what, found in counted.items():
        totals = [each.total() for each in found]
        means = (f"{part} {statistics.mean(each[part] for each in found):.2f}" for part in PARTS)
        print(
            f"  {what:<43}{statistics.mean(totals):5.2f} ({', '.join(means)});"
            f" {min(totals)} to {max(totals)} in {len(totals)} moves"
        )
    _latency("  lone click answered with a picture", drawn)


async def _new_table(local: LocalDiscord, bot: Bot, kind: Kind) -> Table:
    """A table of four."""
    (table,) = await tables(local, bot, 1, 4, closed=kind.closed)
    if kind.looked_at:
        for user in table.people:
            await table.open_hand(user)
    return table


async def _hand(table: Table, pick: Asked) -> Message | None:
    """A hand that puts the question; None where a press for it was not answered."""
    hand = table.hand(pick.user)
    if hand is None or question(hand) != pick.number:
        hand = await table.open_hand(pick.user)
    return hand


def _part(call: Call, table: Table) -> str:
    """What a call was for."""
    if call.route.startswith("/interactions/"):
        return "answer"
    if call.method != "PATCH":
        return "notices"
    return "board" if call.params.get("channel_id") == str(table.channel.id) else "hands"


def _latency(what: str, waits: list[float]) -> None:
    if not waits:
        print(f"{what}: none")
        return
    waits = sorted(1000 * wait for wait in waits)
    p99 = waits[len(waits) * 99 // 100]
    print(f"{what}: p50 {statistics.median(waits):.1f} ms, p99 {p99:.1f} ms ({len(waits)} clicks)")


# -- processor time


async def sink(answer: Any) -> tuple[web.AppRunner, str, str]:
    """A plain aiohttp server, its address, and the body of an answer of the bot's."""
    told = msgspec.json.encode({"id": "1", "text": "x" * 3000})

    async def take(request: web.Request) -> web.Response:
        await request.read()
        return web.Response(body=told, content_type="application/json")

    app = web.Application()
    app.router.add_post("/sink", take)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    body = msgspec.json.encode(answer, enc_hook=str).decode()
    return runner, f"http://127.0.0.1:{runner.addresses[0][1]}/sink", body


async def passes(local: LocalDiscord, bot: Bot, size: Size) -> None:
    """A move without a picture, at all tables at once: Pass, pressed on the board."""
    await bot.order("pictures", shown=False)
    busy = await tables(local, bot, size.tables, 6, closed=True)
    await busy[0].open_hand((await asked(bot))[busy[0].channel.id][0].user)
    runner, url, body = await sink(local.calls[-1].body)
    spent, made, sent, posts = 0.0, 0, 0, []
    for _ in range(size.rounds):
        found = await asked(bot)
        chosen = [(table, pick) for table in busy if (pick := _window(found, table)) is not None]
        await bot.order("look_away")
        local.calls.clear()
        moves, before = bot.moves(), await bot.order("cpu")
        await asyncio.gather(*(t.pass_on_board(pick.user, pick.number) for t, pick in chosen))
        await bot.settled()
        spent += await bot.order("cpu") - before
        made += bot.moves() - moves
        sent += len(local.calls)
        posts.append(await bot.order("post", url=url, body=body, count=size.posts))
        found = await asked(bot)
        await asyncio.gather(*(_advance(table, found.get(table.channel.id, ())) for table in busy))
        await bot.settled()
    await runner.cleanup()
    move, post = 1e6 * spent / max(1, made), 1e6 * statistics.median(posts)
    print(f"processor time of a move, {size.tables} tables at once, no picture: {move:.0f} us")
    print(f"  a plain aiohttp POST of an answer with a hand ({len(body)} bytes): {post:.0f} us")
    print(
        f"  ratio {move / post:.1f} (target 5); {sent / max(1, made):.2f} REST calls, {made} moves"
    )


def _window(found: Mapping[int, Sequence[Asked]], table: Table) -> Asked | None:
    """A question of a table's that can be passed."""
    return next((pick for pick in found.get(table.channel.id, ()) if pick.window), None)


async def _advance(table: Table, asks: Sequence[Asked]) -> None:
    """Somebody who is asked plays on a little, away from the clock."""
    for pick in asks[:1]:
        hand = await table.open_hand(pick.user)
        for _ in range(3):
            if hand is not None:
                await table.choose(pick.user, hand)
                hand = table.hand(pick.user)


class Played(NamedTuple):
    """What free play at several tables cost, until everything was told."""

    moves: int
    calls: int
    """To Discord's REST API."""
    seconds: float
    spent: float
    """Processor seconds of the bot's process."""
    own: float
    """Processor seconds of this process: the local Discord and the people."""


async def played(local: LocalDiscord, bot: Bot, busy: Sequence[Table], seconds: float) -> Played:
    """All these tables as fast as they go, for so long."""
    local.calls.clear()
    moves, spent = bot.moves(), await bot.order("cpu")
    began, own = time.perf_counter(), time.process_time()
    for table in busy:
        table.waits.clear()
    await asyncio.gather(*(table.play(began + seconds) for table in busy))
    await bot.settled()
    return Played(
        bot.moves() - moves,
        len(local.calls),
        time.perf_counter() - began,
        await bot.order("cpu") - spent,
        time.process_time() - own,
    )


async def busy_tables(local: LocalDiscord, bot: Bot, size: Size) -> None:
    """Print what free play costs, without pictures and with them."""
    busy: list[Table] = []
    for shown in (False, True):
        await bot.order("pictures", shown=shown)
        busy = busy or await tables(local, bot, size.tables, 4)
        found = await played(local, bot, busy, size.seconds)
        made, took = max(1, found.moves), found.seconds
        print(
            f"{size.tables} busy tables {'with' if shown else 'without'} pictures:"
            f" {made / took:.0f} moves/s, {found.calls / made:.1f} REST calls a move,"
            f" {1000 * found.spent / made:.1f} ms of the bot's processor time a move\n"
            f"  bot at {found.spent / took:.0%} of a core,"
            f" local Discord and people at {found.own / took:.0%}"
        )
        _latency(f"  click{_unanswered(busy)}", [wait for table in busy for wait in table.waits])


# -- memory


async def idle(size: Size) -> None:
    """Many tables that nobody plays at just now."""
    local = LocalDiscord(limits="off", wall=lambda: NOW_MS / 1000)
    people = [(local.add_user(name, dms_open=False).id, 0) for name in ("Ann", "Ben")]
    channels = [local.add_channel(f"table-{n}").id for n in range(size.idle)]
    await local.start()
    try:
        async with started(local) as bot:
            warm = 2 * size.kept
            for part in (channels[:warm], channels[warm:]):
                before, _ = await bot.order("memory")
                await bot.order("open", channels=part, people=[people] * len(part), computers=0)
                await bot.settled()
            after, views = await bot.order("memory")
            kept = await bot.order("kept", count=size.kept)
    finally:
        await local.stop()
    each = (after - before) / (size.idle - warm)
    print(f"{size.idle} idle live tables: {each / 1000:.2f} KB of resident memory each (target 10)")
    print(
        f"  {size.kept} of them kept in memory cost {kept / 1000:.1f} KB each besides:"
        f" {(each + kept * size.kept / size.idle) / 1000:.2f} KB a table with them;"
        f" {views} Views held"
    )


async def main(size: Size) -> None:
    """All parts, one after another."""
    await limits(size.limited)
    await stalls(size.seconds)
    local = LocalDiscord(limits="off", wall=lambda: NOW_MS / 1000)
    await local.start()
    try:
        async with started(local) as bot:
            await calls(local, bot, size.lone)
            await passes(local, bot, size)
            await busy_tables(local, bot, size)
    finally:
        await local.stop()
    await idle(size)


if __name__ == "__main__":
    asyncio.run(main(SHORTEST if parser("bot", __doc__).parse_args().shortest else WHOLE))
