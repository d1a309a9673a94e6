"""Six people at one table press as fast as they can, under Discord's rate limits.

A part of `benchmarks.bot`. Targets: no 429, no call of the bot over 2 s, at most 1 % of presses
answered later than 1.8 s, and no press that waits over 0.5 s for another's edit.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from typing import Final

from benchmarks.bot_process import NOW_MS
from benchmarks.bot_tables import Table, started, tables
from bot.answering import PATIENCE
from bot.local import LocalDiscord

PEOPLE: Final = 6
LOOK_AGAIN: Final = 0.2
"""Seconds without a question after which somebody presses My hand."""


async def _press(table: Table, user: int, until: float) -> int:
    """Answer what is asked at once; press My hand when nothing is. Returns how many presses were
    not answered at all."""
    failed = 0
    while time.perf_counter() < until:
        try:
            panel = table.hand(user)
            if panel is not None:
                await table.choose(user, panel)
                continue
            with contextlib.suppress(TimeoutError):
                await table.local.until(lambda: table.hand(user) is not None, LOOK_AGAIN)
                continue
            await table.private_hand(user)
        except TimeoutError:
            failed += 1
    return failed


async def limits(seconds: float) -> None:
    """Play for so many seconds and print what came of it."""
    local = LocalDiscord(limits="discord", wall=lambda: NOW_MS / 1000)
    await local.start()
    try:
        async with started(local, limited=True) as bot:
            (table,) = await tables(local, bot, 1, PEOPLE)
            first, moves = len(local.calls), bot.moves()
            await bot.order("watch")
            until = time.perf_counter() + seconds
            failed = await asyncio.gather(*(_press(table, user, until) for user in table.people))
            called, waited = await bot.order("watched")
            made = bot.moves() - moves
            await bot.settled()
    finally:
        await local.stop()
    calls = local.calls[first:]
    refused = sum(call.status == 429 for call in calls)
    answered = [wait for wait, _ in table.waits]
    late = sum(wait > PATIENCE for wait in answered)
    print(f"{PEOPLE} people at one table, {seconds:g} s, limits as on Discord:")
    print(f"  {len(answered)} presses, {made} moves, {len(calls)} calls")
    print(f"  429: {refused} (target 0); longest call {max(called):.2f} s (target 2)")
    print(
        f"  answered later than {PATIENCE} s: {late} ({late / len(answered):.1%}, target 1 %); "
        f"longest {max(answered):.2f} s; not at all: {sum(failed)}"
    )
    print(f"  longest wait of a press for another's edit: {max(waited):.3f} s (target 0.5)")
