"""A thread of its own for a table: opened at the start on the lobby message, which stays as a sign.

The thread has the lobby message's id. The first message there names the players, which adds them
to it; then come the sealing message and the board.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Final

import discord
import msgspec
import structlog

from bot.delivery import discord_calls
from bot.delivery.discord_calls import Unable
from bot.delivery.pacing import BOARDS
from bot.delivery.showing import Showing
from bot.match.match import Match
from bot.match.names import short_name
from bot.posts import boards
from bot.posts.posts import Post
from bot.store import OutboxRow, Outgoing, Store
from bot.tables.matches import Matches
from bot.words import say
from games.engine.errors import Refusal
from games.engine.voice import listed

log = structlog.get_logger(__name__)

SIGN: Final = "sign"
"""Target of the outbox: the lobby message that leads to the thread."""
SIGN_MS: Final = 60_000
"""A sign is changed at most so often: it is an old message, and the board says more."""
ARCHIVE_MINUTES: Final = {"live": 1440, "post": 10_080}
"""When Discord archives a silent thread, by pace."""
SIGNS_KEPT: Final = 4096
NEEDED: Final = {
    "create_public_threads": say("threads.create_public_threads"),
    "send_messages_in_threads": say("threads.send_messages_in_threads"),
}
"""What the bot must be allowed for a thread of a table's own."""
HERE: Final = say("threads.the_match_goes")
NO_THREAD: Final = say("threads.discord_didnt_let_me") + HERE


class Threads:
    """Opens threads for tables, and keeps the signs that lead there."""

    def __init__(self, matches: Matches, showing: Showing, client: discord.Client) -> None:
        self._matches = matches
        self._showing = showing
        self._client = client
        self._signs: dict[str, str] = {}
        """What each sign shows, by match: a key of its post."""
        self.handlers = {SIGN: self.sign, "moved": self.moved}
        matches.sign = self.sign_due

    async def open(self, match: Match, allowed: discord.Permissions) -> tuple[int, str]:
        """Open a thread for a table and call its players there; returns the thread's id, or 0 and
        why there is none, in a sentence for the host. The table has not moved yet (`move`).

        May be done again after a crash: nothing is opened or said twice. `allowed` is what the bot
        may do in the channel.
        """
        missing = [name for flag, name in NEEDED.items() if not getattr(allowed, flag)]
        if missing:
            return (
                0,
                say("threads.i_cant_open", missing=listed(missing), here=HERE),
            )
        thread = match.board.message
        try:
            async with asyncio.timeout(self._showing.call_seconds):
                await self._open_on(match, thread)
            post = _call(match)
            await self._showing.post(thread, post, nonce=post.key(), silent=True)
        except (Unable, TimeoutError, *discord_calls.TROUBLE) as error:
            log.info("no thread", match_id=match.id, why=str(error) or type(error).__name__)
            return 0, NO_THREAD
        return thread, ""

    async def _open_on(self, match: Match, message: int) -> None:
        name, minutes = _name(match), ARCHIVE_MINUTES[match.pace]
        try:
            await discord_calls.open_thread(
                self._client, match.channel_id, message, name=name, minutes=minutes
            )
        except Unable as error:
            if error.reason != "has_thread":
                raise

    def sign_due(self, match: Match) -> Sequence[Outgoing]:
        """The row of the outbox that a table's sign needs as it is stored, if it needs one."""
        if match.thread != "own" or match.table is None:
            return ()
        if self._signs.get(match.id) == boards.sign(match).key():
            return ()
        now = self._matches.now()
        known = match.id in self._signs or not self._matches.member.is_home(match.guild_id)
        waits = match.status == "live" and known
        return (Outgoing(target=SIGN, due_at=now + SIGN_MS if waits else now),)

    async def sign(self, row: OutboxRow, _: str) -> None:
        """Make the lobby message show where the table is, and how far."""
        match = await self._matches.look(row.match_id)
        if match.thread != "own":
            return
        post = boards.sign(match)
        if self._signs.get(match.id) == post.key():
            return
        # A sign that somebody has deleted was not wanted.
        self.signed(match, post)
        turn = self._showing.pace.turn(match.parent_id, "edit", rank=BOARDS)
        async with turn, asyncio.timeout(self._showing.call_seconds):
            await discord_calls.edit(self._client, match.parent_id, match.channel_id, post)

    async def moved(self, row: OutboxRow, _: str) -> None:
        """Make the lobby message of a table that has left its thread show where it is."""
        match = await self._matches.look(row.match_id)
        sign = msgspec.json.decode(row.payload, type=dict[str, int])
        self._signs.pop(match.id, None)
        try:
            await self._showing.edit(sign["channel"], sign["message"], boards.moved(match))
        except Unable as error:
            log.info("an old sign stays", reason=error.reason)

    def signed(self, match: Match, post: Post) -> None:
        """A table's sign shows this post."""
        if len(self._signs) >= SIGNS_KEPT:
            del self._signs[next(iter(self._signs))]
        self._signs[match.id] = post.key()


def move(match: Match, thread: int) -> None:
    """The table is in that thread of its channel from now on."""
    match.parent_id = match.channel_id
    match.channel_id = thread
    match.thread = "own"
    match.takes_channel = True


def _name(match: Match) -> str:
    names = ", ".join(short_name(seat.name) for seat in match.seats)
    return f"{match.game.title}: {names}"[:100]


def _call(match: Match) -> Post:
    """The one plain message that names the players, which adds them to the thread. It makes no
    sound: their notices ring, as each of them prefers."""
    users = tuple(seat.user_id for seat in match.seats if seat.user_id is not None)
    names = " ".join(f"<@{user}>" for user in users)
    return Post(
        head="",
        ring=say("threads.is_played", names=names, title=match.game.title, id=match.id),
        mentions=users,
    )


async def table_at(store: Store, channel_id: int, user_id: int = 0) -> str | None:
    """Id of the open table of a channel: the one that is there, else the one in a thread of it.

    Of several in threads the user's own one; raises `Refusal` where that does not tell.
    """
    match_id = await store.open_match_in(channel_id)
    if match_id is not None:
        return match_id
    inside = await store.open_matches_under(channel_id)
    if len(inside) > 1:
        mine = {line.id for line in await store.matches_of(user_id, limit=100)}
        inside = [match_id for match_id in inside if match_id in mine] or inside
    if len(inside) > 1:
        raise Refusal(say("threads.several_tables_stand"))
    return inside[0] if inside else None
