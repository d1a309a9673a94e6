"""/privacy: what is kept of a user, for him to have as a file and to be rid of."""

from __future__ import annotations

import asyncio
import gzip
from contextlib import AsyncExitStack
from typing import Any, Final

import discord
import msgspec
import structlog

from bot.delivery.answering import Answering
from bot.delivery.click import stands_among
from bot.delivery.delivery import Delivery
from bot.posts.posts import Button, Document, Post
from bot.store import OPEN, StoreError
from bot.tables.matches import Matches
from bot.words import say
from games.engine.voice import count

log = structlog.get_logger(__name__)

ASK, SURE, KEEP = "privacy:ask", "privacy:sure", "privacy:keep"
"""Custom ids of the buttons. Whoever presses one means himself: none names a user."""
PRESSES: Final = frozenset({ASK, SURE, KEEP})
MOST_PLAIN: Final = 8_000_000
"""Bytes of a file that is sent as it is; a larger one is packed, for Discord's limit."""
MOST_TABLES: Final = 10_000
FILE: Final = "motordrome-data.json"

KEPT: Final = Post(
    head=say("privacy.your_data_is_kept"), body=(say("privacy.nothing_was_deleted"),)
)
QUESTION: Final = Post(
    head=say("privacy.delete_your_data"),
    body=(say("privacy.what_is_deleted"),),
    rows=((Button(say("privacy.yes_delete"), SURE, "grave"), Button(say("privacy.keep"), KEEP)),),
)


def data_post(data: dict[str, Any]) -> Post:
    """All that is kept of a user, as a file, and the button that deletes it. Takes some ms."""
    raw = msgspec.json.format(msgspec.json.encode(data), indent=2)
    file = Document(FILE, raw)
    if len(raw) > MOST_PLAIN:
        file = Document(f"{FILE}.gz", gzip.compress(raw))
    return Post(
        head=say("privacy.your_data"),
        body=(
            say("privacy.the_file_holds_everything"),
            say("privacy.delete_my_data_first"),
        ),
        rows=((Button(say("privacy.delete_my_data"), ASK, "grave"),),),
        document=file,
    )


def deleted(matches: int) -> Post:
    """What has been done."""
    body = [say("privacy.i_keep_nothing")]
    if matches:
        body.append(
            say("privacy.the_computer_has_taken", count=matches, s="" if matches == 1 else "s")
        )
    return Post(head=say("privacy.your_data_is_deleted"), body=tuple(body))


class Privacy:
    """Gives users their data, and forgets them."""

    def __init__(self, matches: Matches, delivery: Delivery) -> None:
        self._matches = matches
        self._delivery = delivery

    async def post(self, user: int) -> Post:
        """What `/privacy` shows to a user."""
        data = await self._matches.store.data_of(user)
        return await asyncio.to_thread(data_post, data)

    async def component(self, interaction: discord.Interaction, custom_id: str) -> None:
        """One of the buttons was pressed."""
        # The question comes beside the file, which stays.
        own = custom_id != ASK and stands_among(interaction, PRESSES.__contains__)
        async with Answering(interaction, "change" if own else "private") as answering:
            try:
                if custom_id == ASK:
                    await answering.show(QUESTION)
                elif custom_id == KEEP:
                    await answering.show(KEPT)
                else:
                    changed, hands = await self._forget(interaction.user.id)
                    await answering.show(deleted(changed))
                    await self._take_away(answering, hands)
            except StoreError as error:
                log.warning("a user could not be forgotten", why=str(error))
                await answering.reply(say("privacy.the_database_is_busy"))
            except Exception as error:
                await answering.failed(
                    self._matches.faults,
                    "/privacy failed",
                    error,
                    words=lambda fault: say("privacy.something_went_wrong_here", fault=fault),
                )

    async def _forget(self, user: int) -> tuple[int, list[tuple[int, int]]]:
        """Forget a user; returns at how many open matches he sat, and (channel, message) of his
        hands and notices. No hand of his is being sent meanwhile, and none is afterwards: nobody
        waits for a turn at Discord's limits with these locks held."""
        store = self._matches.store
        async with AsyncExitStack() as held:
            lines = await store.matches_of(user, limit=MOST_TABLES)
            seats = sorted((line.id, line.seat) for line in lines if line.status in OPEN)
            for match_id, seat in seats:
                lock = self._delivery.lock(match_id, f"hand:{seat}")
                await held.enter_async_context(lock)
            data = await store.data_of(user)
            shown = [*data["hands"], *data["notices"]]
            await self._matches.forget(user)
            self._delivery.panels.forget(user)
        return len(seats), [(each["channel"], each["message"]) for each in shown]

    async def _take_away(self, answering: Answering, hands: list[tuple[int, int]]) -> None:
        """Remove the messages that showed a user his hands or called him, and tell of those that
        stay."""
        stay = 0
        for channel, message in hands:
            if message and not await self._delivery.remove(channel, message):
                stay += 1
        if stay:
            await answering.reply(say("privacy.discord_didnt_let_me", count=count(stay, "message")))
