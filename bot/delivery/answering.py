"""Answering one interaction: once, in time, to the right person.

Discord gives three seconds for the first answer. `Answering` is the one place that knows: it
defers by itself when an answer takes long, and turns every later answer into the form that is
then allowed.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from types import TracebackType
from typing import Final, Literal, TypeVar

import aiohttp
import discord
import structlog

from bot import metrics
from bot.delivery import discord_calls
from bot.delivery.discord_calls import Kept, Unable
from bot.match.faults import FaultLog
from bot.posts.posts import Post, sentence
from bot.store import DatabaseAway
from bot.words import say

log = structlog.get_logger(__name__)
T = TypeVar("T")

PATIENCE: Final = 1.8
"""Seconds after which an unanswered interaction is deferred."""
CALL_SECONDS: Final = 8.0
"""How long one call may take. Who answers may hold a message's lock, and others wait for that."""


def _went_wrong(fault: str) -> str:
    return say("clicks.something_went_wrong_here", fault=fault)


class Answering:
    """One interaction being answered. Use as an async context manager around the work.

    `kind` says what a late answer will be: a private message, or a change of the message that was
    clicked. No public one is promised: what comes may be a refusal, which is for one person only.
    """

    def __init__(
        self, interaction: discord.Interaction, kind: Literal["private", "change"]
    ) -> None:
        self.interaction = interaction
        self.user = interaction.user.id
        self.kind = kind
        self.private: list[int] = []
        """Ids of the new messages that only this person sees."""
        self._lock = asyncio.Lock()
        self._unheard = False
        """Discord has left a call without an answer."""
        self._begun: float | None = None
        """When this began, on the loop's clock; None again once Discord has an answer."""
        self._timer: asyncio.TimerHandle | asyncio.Task[bool] | None = None

    async def __aenter__(self) -> Answering:
        loop = asyncio.get_running_loop()
        self._begun, self._timer = loop.time(), loop.call_later(PATIENCE, self._late)
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self._timer is not None:
            self._timer.cancel()

    async def _tried(self, what: str, call: Callable[[], Awaitable[T]], otherwise: T) -> T:
        """One call at a time; `otherwise` where Discord did not take it. What Discord does not
        answer at all is the last one: nobody waits for that twice."""
        async with self._lock:
            if self._unheard:
                return otherwise
            try:
                async with asyncio.timeout(CALL_SECONDS):
                    done = await call()
            except Unable as error:
                log.info(f"could not {what}", reason=error.reason)
            except (discord.DiscordServerError, aiohttp.ClientError, OSError) as error:
                self._unheard = isinstance(error, TimeoutError)
                log.info(f"could not {what}", why=type(error).__name__)
            else:
                if self._begun is not None:
                    metrics.ANSWERS.observe(asyncio.get_running_loop().time() - self._begun)
                    self._begun = None
                return done
            return otherwise

    async def _done(self, what: str, call: Callable[[], Awaitable[None]]) -> bool:
        """The same of a call that gives nothing; False where Discord did not take it."""

        async def done() -> bool:
            await call()
            return True

        return await self._tried(what, done, False)

    async def _defer(self, what: str, *, new_message: bool) -> bool:
        defer = partial(discord_calls.defer, new_message=new_message, private=True)
        return await self._done(what, partial(defer, self.interaction))

    def _late(self) -> None:
        self._timer = asyncio.create_task(self._defer("defer", new_message=self.kind != "change"))

    async def reply(self, post: Post | str, *, private: bool = True) -> int | None:
        """A new message with a post or one sentence; returns its id, or None when Discord would not
        take it any more."""
        post = sentence(post) if isinstance(post, str) else post
        message = await self._tried(
            "reply", lambda: discord_calls.reply(self.interaction, post, private=private), None
        )
        if private and message is not None:
            self.private.append(message)
        return message

    async def update(self, post: Post, *, kept: Kept | None = None) -> bool:
        """Change the message that was clicked; False when Discord would not take it any more.
        With `kept` it keeps the picture it has."""
        update = partial(discord_calls.update, self.interaction, post, kept=kept)
        return await self._done("update", update)

    async def show(self, post: Post, *, kept: Kept | None = None) -> int | None:
        """Change the message that was clicked, where the answer may (`kind`). Where it may not, or
        Discord does not take that (nobody can edit in an archived thread), a new message to this
        person alone. Returns the id of the message that shows it; None when Discord took none."""
        clicked = self.interaction.message
        if self.kind == "change" and clicked is not None and await self.update(post, kept=kept):
            return clicked.id
        return await self.reply(post)

    async def failed(
        self,
        faults: FaultLog,
        what: str,
        error: Exception,
        *,
        match_id: str = "",
        words: Callable[[str], str] = _went_wrong,
    ) -> None:
        """Answer with one sentence because the work has raised something, and log it; `words` makes
        it of the fault's id. A database that is away is no fault of the program's: it has no
        number, and is tried again."""
        if isinstance(error, DatabaseAway):
            log.warning(what, why=str(error))
            await self.reply(say("answering.the_database_is_away"))
        else:
            await self.reply(words(faults.tell(match_id, what, error)))

    async def accept(self, otherwise: str) -> None:
        """Answer without a word: nobody sees anything of it, neither here nor in the channel. Where
        Discord does not take that, because the message that was clicked has gone meanwhile, with a
        sentence to this person alone."""
        if not await self._defer("accept", new_message=False):
            await self.reply(otherwise)

    async def form(self, modal: discord.ui.Modal) -> None:
        """Answer with a form; only possible as the first answer."""
        show = partial(discord_calls.show_modal, self.interaction, modal)
        if not await self._done("show a form", show):
            await self.reply(say("answering.that_took_too_long"))
