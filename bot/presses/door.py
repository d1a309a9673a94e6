"""Which interactions are carried out: none that Discord has given up, none once the bot is to stop.

Discord waits three seconds for an answer and then shows the press as failed. What reaches us later
than `OLDEST_MS`, after a reconnect or a stop, is dropped: its player has seen it fail, and may have
done something else since.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Final

import discord
import structlog

from bot import metrics
from bot.delivery import discord_calls
from bot.delivery.discord_calls import Unable
from bot.posts.posts import sentence
from bot.words import say

log = structlog.get_logger(__name__)

OLDEST_MS: Final = 10_000
"""Discord has shown the press as failed long before; the rest is for clocks that differ."""
RESTARTING: Final = say("door.i_am_restarting_press")


class Door:
    """Lets interactions in, and knows which are still being answered."""

    def __init__(self, now: Callable[[], int]) -> None:
        self._now = now
        self.oldest_ms = OLDEST_MS
        self._shut = False
        self._inside: set[asyncio.Task[Any]] = set()

    async def admits(self, interaction: discord.Interaction) -> bool:
        """Whether to carry it out. To be asked in the task that will do it: all that this task logs
        from now on names the interaction."""
        structlog.contextvars.bind_contextvars(interaction=interaction.id)
        metrics.PRESSES.labels(interaction.type.name).inc()
        sent = discord.utils.snowflake_time(interaction.id).timestamp() * 1000
        age = self._now() - round(sent)
        if age > self.oldest_ms:
            # Where all are dropped, this machine's clock is wrong.
            log.warning("an interaction came too late", seconds=age // 1000)
            metrics.LATE.inc()
            return False
        task = asyncio.current_task()
        assert task is not None
        self._inside.add(task)
        task.add_done_callback(self._inside.discard)
        if not self._shut:
            return True
        if interaction.type is not discord.InteractionType.autocomplete:
            try:
                await discord_calls.reply(interaction, sentence(RESTARTING))
            except (Unable, discord.HTTPException):
                log.info("could not say that the bot restarts")
        return False

    @property
    def is_shut(self) -> bool:
        """Whether the bot is to stop."""
        return self._shut

    def shut(self) -> None:
        """Let nothing in from now on."""
        self._shut = True

    async def empty(self) -> None:
        """Wait until everything that was let in has been answered."""
        while self._inside:
            await asyncio.wait(self._inside)
