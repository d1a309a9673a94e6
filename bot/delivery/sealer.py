"""The sealing message: posted before anything is dealt, and looked at afterwards."""

from __future__ import annotations

import asyncio
from contextlib import AbstractAsyncContextManager
from typing import Literal

import discord
import structlog

from bot.delivery import discord_calls
from bot.delivery.discord_calls import Unable
from bot.delivery.showing import Showing
from bot.match import sealing
from bot.match.match import Match
from bot.match.names import plain_text
from bot.posts import boards, posts
from bot.posts.posts import Post
from bot.store import StoreError
from bot.tables.matches import Matches
from bot.words import say
from games.engine.errors import Refusal

log = structlog.get_logger(__name__)


class Sealer:
    """Posts sealing messages."""

    def __init__(self, matches: Matches, showing: Showing, client: discord.Client) -> None:
        self._matches = matches
        self._showing = showing
        self._client = client

    def turn(self, channel: int) -> AbstractAsyncContextManager[None]:
        """The turn to post in a channel, for whoever takes a lock before `seal`."""
        return self._showing.pace.turn(channel, "send")

    async def seal(self, match_id: str) -> None:
        """Post the sealing message of a match that waits for it, in a turn of its own, and deal."""
        match = await self._matches.look(match_id)
        if match.sealing:
            async with self.turn(match.channel_id):
                await self.seal_now(match_id)

    async def seal_now(self, match_id: str) -> None:
        """The same inside a `turn`. Where it cannot be posted the table is a lobby again, and says
        why."""
        async with self._showing.lock(match_id, "seal"):
            match = await self._matches.look(match_id)
            if not match.sealing or match.status != "lobby":
                return
            channel = self._client.get_partial_messageable(match.channel_id)
            post = boards.seal(match)
            try:
                message = await self._sent(channel, post)
            except (Unable, *discord_calls.TROUBLE) as error:
                log.info("not sealed", match_id=match_id, why=type(error).__name__)
                why = _why_not(error)
                await self._matches.change(match_id, lambda s: sealing.give_up(s, why))
                return
            seed = await self._matches.seed(match_id)
            try:
                await self._matches.change(match_id, lambda s: sealing.deal(s, seed, message))
            except (Refusal, StoreError):
                raise
            except Exception as error:
                fault = self._matches.faults.tell(match_id, "not dealt", error)
                why = say("sealer.something_went_wrong_while", fault=fault)
                await self._matches.change(match_id, lambda s: sealing.give_up(s, why))

    async def _sent(self, channel: discord.PartialMessageable, post: Post) -> int:
        """Post it, once more where no answer comes: it may stand there already, and is the same
        message then. Its text names the start, so another press of Start posts another one."""
        async with asyncio.timeout(self._showing.call_seconds):
            try:
                return await discord_calls.send(channel, post, nonce=post.key())
            except discord_calls.NETWORK as error:
                log.info("sealed once more", why=type(error).__name__)
                return await discord_calls.send(channel, post, nonce=post.key())

    async def seen(self, match: Match) -> Literal["there", "changed", "gone", "lost", "unseen"]:
        """What has become of the sealing message; "lost" where Discord itself has forgotten it."""
        _, place = boards.sealed_in(match)
        channel = self._client.get_partial_messageable(place)
        try:
            async with self._showing.pace.turn(place, "read"):
                message = await discord_calls.read(channel, match.seal_message)
        except Unable as error:
            if error.reason != "gone":
                return "unseen"
            sent = discord.utils.snowflake_time(match.seal_message).timestamp() * 1000
            return "lost" if sent < self._matches.lost_before else "gone"
        except discord_calls.TROUBLE:
            return "unseen"
        # The sentences around it may be others in another release of the bot.
        shown = "\n".join(posts.texts(message.components))
        sealed = (match.id, match.commitment, plain_text(match.words))
        kept = message.edited_at is None and all(each in shown for each in sealed)
        return "there" if kept else "changed"


def _why_not(error: Exception) -> str:
    """Why a sealing message could not be posted, in a sentence."""
    if not isinstance(error, Unable):
        return sealing.NOT_TAKEN
    return sealing.LOCKED if error.reason == "archived" else sealing.NOT_POSTED
