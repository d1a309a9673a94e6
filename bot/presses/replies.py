"""Private answers that stand in a channel: of each button one a person, and the newest takes the
place of the one before it. What the menu More leads to has one place together. What somebody waits
for a seat on has one of its own: there he is told what becomes of it. What is said of a form goes
with the next answer to that form, whatever that is. A private hand goes once its player plays on in
the direct messages: it follows the game no longer, and would show old cards.

Only its reader sees a private answer, and it stays until he puts it away. It can be deleted for
fifteen minutes with the token of the press that it answers. Those tokens stay in memory, like those
of `bot.delivery.panels`: after a restart old answers stay where they are.
"""

from __future__ import annotations

from typing import Final

import discord
import msgspec
import structlog

from bot.delivery import discord_calls
from bot.delivery.click import Click
from bot.delivery.discord_calls import Unable
from bot.delivery.pacing import Pace
from bot.delivery.panels import TOKEN_MS, Panels
from bot.tables.matches import Matches
from bot.words import say

log = structlog.get_logger(__name__)

HAND: Final = "hand"
MENU: Final = "more"
"""A menu is done with once something on it has been answered."""
OF_MORE: Final = say("replies.of_more")
"""The place of what it leads to."""
ASKED: Final = "asked"
"""The place of what somebody waits for a seat on."""
SAME: Final = {
    "respond": HAND,
    **dict.fromkeys(
        (
            *("undo", "leave", "car", "whycomputer", "end", "standings", "chart", "askme"),
            *("notify", "seats", "tellme", "tellmenot", "hurry"),
        ),
        OF_MORE,
    ),
}
"""Buttons whose answers have one place together, with its name."""
MOST: Final = 4096

Key = tuple[str, int, str]
"""A match (empty for none), a user, and the button that was pressed."""


class Reply(msgspec.Struct, frozen=True, eq=False):
    """What one press was answered with, for its reader alone."""

    interaction: discord.Interaction
    messages: list[int]
    at: int


class Replies:
    """The private answers of this process that stand."""

    def __init__(self, matches: Matches, pace: Pace, panels: Panels) -> None:
        self._now = matches.now
        self._pace = pace
        self._panels = panels
        self._standing: dict[Key, Reply] = {}

    async def answered(self, click: Click) -> None:
        """A press has been answered: what its private answer takes the place of goes."""
        new = click.answering.private
        if new or click.interaction.type is discord.InteractionType.modal_submit:
            match_id, user, verb = click.pressed.match_id, click.user, click.pressed.verb
            menu, key = (match_id, user, MENU), (match_id, user, SAME.get(verb, verb))
            message = click.interaction.message
            if message is not None and message.id in self._of(menu):
                await self._put(menu, None)
            await self.replace(key, click.interaction, new)
        if click.settles:
            await self._put((click.pressed.match_id, click.user, HAND), None)
        await self._put_apart(click.pressed.match_id, click.user)

    async def _put_apart(self, match_id: str, user: int) -> None:
        of_more, asked = (match_id, user, OF_MORE), (match_id, user, ASKED)
        if self._panels.asked_on(match_id, user) in self._of(of_more):
            await self._put(asked, self._standing.pop(of_more))

    async def replace(self, key: Key, interaction: discord.Interaction, new: list[int]) -> None:
        """These private answers, or none, take the place of those that stand there. One that was
        pressed and changed stays."""
        message = interaction.message
        if new or message is None or message.id not in self._of(key):
            await self._put(key, Reply(interaction, new, self._now()) if new else None)

    async def _put(self, key: Key, reply: Reply | None) -> None:
        old, now = self._standing.pop(key, None), self._now()
        if reply is not None:
            if len(self._standing) >= MOST:
                fresh = {k: one for k, one in self._standing.items() if now - one.at < TOKEN_MS}
                self._standing = fresh
            self._standing[key] = reply
        if old is not None and now - old.at < TOKEN_MS:
            await self._delete(old)

    def _of(self, key: Key) -> list[int]:
        reply = self._standing.get(key)
        return reply.messages if reply is not None else []

    async def _delete(self, reply: Reply) -> None:
        for message in reply.messages:
            try:
                async with self._pace.turn(reply.interaction.token, "dismiss"):
                    await discord_calls.dismiss(reply.interaction, message)
            except Unable as error:
                log.info("a private answer stays", reason=error.reason)
            except discord_calls.TROUBLE as error:
                log.info("a private answer stays", why=type(error).__name__)
