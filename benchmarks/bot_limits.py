"""Six people at one table press as fast as they can, under Discord's rate limits, in real time.

A part of `benchmarks.bot`. Three play in their direct messages. The other three look at private
hands in the channel, pass most windows on the board, and press My hand again when they are asked
nothing for a moment. Targets: no 429, no call of the bot over 2 s, at most 1 % of presses answered
later than 1.8 s, and no press that waits over 0.5 s for another's edit.
"""

from __future__ import annotations

import asyncio
import time
from typing import Final

from benchmarks.bot_tables import Table, started, tables
from bot.delivery.answering import PATIENCE
from bot.demo.choice import button, question
from bot.local import LocalDiscord, Message

PEOPLE: Final = 6
LOOK_AGAIN: Final = 0.2
"""Seconds without a question after which somebody in the channel presses My hand."""
ON_BOARD: Final = 0.9
"""How many of the windows somebody in the channel passes on the board."""


async def _press(table: Table, user: int, until: float, *, in_channel: bool) -> None:
    """Answer what is asked at once, until that time or the end of the match."""
    while time.perf_counter() < until and not table.over:
        hand = table.hand(user)
        if hand is not None:
            await _answer(table, user, hand, in_channel=in_channel)
            continue
        try:
            await table.local.until(lambda: table.hand(user) is not None, LOOK_AGAIN)
        except TimeoutError:
            if in_channel:
                await table.open_hand(user)


async def _answer(table: Table, user: int, hand: Message, *, in_channel: bool) -> None:
    on_board = in_channel and button(hand, "passes") and button(table.board(), "pass")
    if on_board and table.rng.random() < ON_BOARD:
        await table.pass_on_board(user, question(hand))
    else:
        await table.choose(user, hand)


async def limits(seconds: float) -> None:
    """Play for so many seconds and print what came of it."""
    local = LocalDiscord(limits="discord")
    await local.start()
    played: list[Table] = []
    try:
        async with started(local, limited=True) as bot:
            played += await tables(local, bot, 1, PEOPLE)
            first, moves = len(local.calls), bot.moves()
            await bot.order("watch")
            until = time.perf_counter() + seconds
            while time.perf_counter() < until:
                if played[-1].over:
                    played += await tables(local, bot, 1, PEOPLE)
                await asyncio.gather(
                    *(
                        _press(played[-1], user, until, in_channel=number % 2 == 0)
                        for number, user in enumerate(played[-1].people)
                    )
                )
            called, waited = await bot.order("watched")
            made = bot.moves() - moves
    finally:
        await local.stop()
    calls = local.calls[first:]
    answered = [wait for table in played for wait in table.waits]
    unanswered = sum(table.unanswered for table in played)
    refused = sum(call.status == 429 for call in calls)
    late = sum(wait > PATIENCE for wait in answered)
    print(f"{PEOPLE} people at one table, {seconds:g} s, limits as on Discord:")
    print(f"  {len(answered)} presses, {made} moves, {len(calls)} calls")
    print(f"  429: {refused} (target 0); longest call {max(called):.2f} s (target 2)")
    print(
        f"  answered later than {PATIENCE} s: {late} ({late / len(answered):.1%}, target 1 %); "
        f"longest {max(answered):.2f} s; not at all: {unanswered}"
    )
    longest = max(waited, default=0.0)  # in a short run nobody may have waited
    print(f"  longest wait of a press for another's edit: {longest:.3f} s (target 0.5)")
