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
from bot.delivery.delivery import Delivery
from bot.posts.posts import Button, Document, Post
from bot.store import OPEN, StoreError
from bot.tables.sessions import Sessions
from games.engine.voice import count

log = structlog.get_logger(__name__)

ASK, SURE, KEEP = "privacy:ask", "privacy:sure", "privacy:keep"
"""Custom ids of the buttons. Whoever presses one means himself: none names a user."""
PRESSES: Final = frozenset({ASK, SURE, KEEP})
MOST_PLAIN: Final = 8_000_000
"""Bytes of a file that is sent as it is; a larger one is packed, for Discord's limit."""
MOST_TABLES: Final = 10_000
FILE: Final = "motordrome-data.json"

KEPT: Final = Post(head="Your data is kept", body=("Nothing was deleted.",))
QUESTION: Final = Post(
    head="Delete your data?",
    body=(
        "**What goes:** your name and your id at every table, your designs, drafts and share "
        "codes, your wishes, plans and settings, seats that are kept for you, results you "
        "wait for, and the messages in which I showed you your hand.",
        "**Running matches:** the computer takes your seat for good, and the others play on. A "
        "match without other people ends.",
        "**What stays:** what was played in your seat, as the moves of “a former player”, with the "
        "names of designs you brought to a table; and the lucky words of matches that have "
        "started. Every card and roll was drawn with those words, so nobody could check the dice "
        "without them. Until a running match ends, a number made of your id stays there: whoever "
        "has seen a hand must not play another one.",
        "I can't reach messages of finished matches in channels, copies that others took of what "
        "you shared, or older backups of whoever runs me.",
        "It cannot be brought back.",
    ),
    rows=((Button("Yes, delete it", SURE, "grave"), Button("Keep it", KEEP)),),
)


def data_post(data: dict[str, Any]) -> Post:
    """All that is kept of a user, as a file, and the button that deletes it. Takes some ms."""
    raw = msgspec.json.format(msgspec.json.encode(data), indent=2)
    file = Document(FILE, raw)
    if len(raw) > MOST_PLAIN:
        file = Document(f"{FILE}.gz", gzip.compress(raw))
    return Post(
        head="Your data",
        body=(
            "The file holds everything that I keep of you: your seats and your moves, what you "
            "have built, where I showed you your hands and called you, what you set under "
            "`/notify`, and when you last pressed something. Times are milliseconds since 1970.",
            "**Delete my data** first tells what goes and what stays.",
        ),
        rows=((Button("Delete my data", ASK, "grave"),),),
        document=file,
    )


def deleted(matches: int) -> Post:
    """What has been done."""
    body = ["I keep nothing of you any more, until you play again."]
    if matches:
        body.append(f"The computer has taken your seat at {count(matches, 'open table')}.")
    return Post(head="Your data is deleted", body=tuple(body))


class Privacy:
    """Gives users their data, and forgets them."""

    def __init__(self, sessions: Sessions, delivery: Delivery) -> None:
        self._sessions = sessions
        self._delivery = delivery

    async def post(self, user: int) -> Post:
        """What `/privacy` shows to a user."""
        data = await self._sessions.store.data_of(user)
        return await asyncio.to_thread(data_post, data)

    async def component(self, interaction: discord.Interaction, custom_id: str) -> None:
        """One of the buttons was pressed."""
        message = interaction.message
        own = message is not None and (interaction.guild_id is None or message.flags.ephemeral)
        own = own and custom_id != ASK  # beside the file, which stays
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
                await answering.say("The database is busy. Nothing was deleted; please try again.")
            except Exception as error:
                fault = self._sessions.faults.tell("", "/privacy failed", error)
                await answering.say(f"Something went wrong here (fault {fault}). Please try again.")

    async def _forget(self, user: int) -> tuple[int, list[tuple[int, int]]]:
        """Forget a user; returns at how many open matches he sat, and (channel, message) of his
        hands and notices. No hand of his is being sent meanwhile, and none is afterwards: nobody
        waits for a turn at Discord's limits with these locks held."""
        store = self._sessions.store
        async with AsyncExitStack() as held:
            lines = await store.matches_of(user, limit=MOST_TABLES)
            seats = sorted((line.id, line.seat) for line in lines if line.status in OPEN)
            for match_id, seat in seats:
                lock = self._delivery.lock(match_id, f"hand:{seat}")
                await held.enter_async_context(lock)
            data = await store.data_of(user)
            shown = [*data["hands"], *data["notices"]]
            await self._sessions.forget(user)
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
            await answering.say(
                f"Discord didn't let me remove {count(stay, 'message')} with hands of yours from "
                "your direct messages."
            )
