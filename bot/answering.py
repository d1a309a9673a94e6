"""Answering one interaction: once, in time, to the right person.

Discord gives three seconds for the first answer. `Answering` is the one place that knows: it
defers by itself when an answer takes long, and turns every later answer into the form that is
then allowed.
"""

from __future__ import annotations

import asyncio
from types import TracebackType
from typing import Final, Literal

import discord
import structlog

from bot import discord_calls
from bot.discord_calls import Kept, Unable
from bot.posts import Post

log = structlog.get_logger(__name__)

PATIENCE: Final = 1.8
"""Seconds after which an unanswered interaction is deferred."""


class Answering:
    """One interaction being answered. Use as an async context manager around the work.

    `kind` says what a late answer will be: a private message, or a change of the message that was
    clicked. No public one is promised: what comes may be a refusal, which is for one person only.
    """

    def __init__(
        self, interaction: discord.Interaction, kind: Literal["private", "change"]
    ) -> None:
        self.interaction = interaction
        self.kind = kind
        self.private: list[int] = []
        """Ids of the new messages that only this person sees."""
        self._lock = asyncio.Lock()
        self._timer: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Answering:
        self._timer = asyncio.create_task(self._defer_when_late())
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self._timer is not None:
            self._timer.cancel()

    async def _defer_when_late(self) -> None:
        await asyncio.sleep(PATIENCE)
        async with self._lock:
            try:
                await discord_calls.defer(
                    self.interaction, new_message=self.kind != "change", private=True
                )
            except Unable as error:
                log.info("could not defer", reason=error.reason)

    async def reply(self, post: Post, *, private: bool = True) -> int | None:
        """A new message; returns its id, or None when Discord would not take it any more."""
        async with self._lock:
            try:
                message = await discord_calls.reply(self.interaction, post, private=private)
            except Unable as error:
                log.info("could not reply", reason=error.reason)
                return None
            if private and message is not None:
                self.private.append(message)
            return message

    async def update(self, post: Post, *, kept: Kept | None = None) -> bool:
        """Change the message that was clicked; False when Discord would not take it any more.
        With `kept` it keeps the picture it has."""
        async with self._lock:
            try:
                await discord_calls.update(self.interaction, post, kept=kept)
            except Unable as error:
                log.info("could not update", reason=error.reason)
                return False
            return True

    async def accept(self) -> None:
        """Answer without a word. Nobody sees anything of it, neither here nor in the channel."""
        async with self._lock:
            try:
                await discord_calls.defer(self.interaction, new_message=False, private=True)
            except Unable as error:
                log.info("could not accept", reason=error.reason)

    async def form(self, modal: discord.ui.Modal) -> None:
        """Answer with a form; only possible as the first answer."""
        async with self._lock:
            try:
                await discord_calls.show_modal(self.interaction, modal)
            except Unable as error:
                log.info("could not show a form", reason=error.reason)
            else:
                return
        await self.say("That took too long. Please press it again.")

    async def say(self, sentence: str) -> None:
        """One private sentence."""
        await self.reply(Post(head=sentence))
