"""A thread of its own for a table: opened at the start on the lobby message, which stays as a sign.

The thread has the lobby message's id. The first message there names the players, which adds them
to it; then come the sealing message and the board.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import discord
import structlog

from bot import boards, discord_calls
from bot.discord_calls import Unable
from bot.posts import Post, short_name
from bot.session import Session
from bot.sessions import Sessions
from bot.store import OutboxRow, Outgoing, Store
from games.engine.errors import Refusal

log = structlog.get_logger(__name__)

SIGN: Final = "sign"
"""Target of the outbox: the lobby message that leads to the thread."""
SIGN_MS: Final = 60_000
"""A sign is changed at most so often: it is an old message, and the board says more."""
ARCHIVE_MINUTES: Final = {"live": 1440, "post": 10_080}
"""When Discord archives a silent thread, by pace."""
SIGNS_KEPT: Final = 4096
NEEDED: Final = {
    "create_public_threads": "Create Public Threads",
    "send_messages_in_threads": "Send Messages in Threads",
}
"""What the bot must be allowed for a thread of a table's own."""
HERE: Final = "The match goes on in this channel."
NOT_ALLOWED: Final = "I can't open a thread here: I need the permission {}. " + HERE
NO_THREAD: Final = "Discord didn't let me open a thread here. " + HERE
SEVERAL: Final = "Several tables stand in threads of this channel: use the command in one of them."


class Threads:
    """Opens threads for tables, and keeps the signs that lead there."""

    def __init__(self, sessions: Sessions, client: discord.Client) -> None:
        self._sessions = sessions
        self._client = client
        self._signs: dict[str, str] = {}
        """What each sign shows, by match: a key of its post."""
        self.handlers = {SIGN: self.sign}
        sessions.sign = self.sign_due

    async def open(self, match_id: str, allowed: discord.Permissions | None = None) -> str:
        """Open the thread that a table wants, and move the table there; returns why that was not
        done, in a sentence for the host (empty: it was done, or is not wanted).

        May be done again after a crash: nothing is opened or said twice. `allowed` is what the bot
        may do in the channel, where that is known.
        """
        session = await self._sessions.look(match_id)
        if session.thread != "wanted":
            return ""
        if session.parent_id:  # a thread has no threads
            await self._sessions.change(match_id, stay)
            return ""
        missing = [name for flag, name in NEEDED.items() if allowed and not getattr(allowed, flag)]
        try:
            thread = 0 if missing else await self._opened(session)
        except Unable as error:
            log.info("no thread", match=match_id, reason=error.reason)
            thread = 0
            missing = [*NEEDED.values()] if error.reason == "forbidden" else []
        if not thread:
            await self._sessions.change(match_id, stay)
            return NOT_ALLOWED.format(" and ".join(missing)) if missing else NO_THREAD
        await self._sessions.change(match_id, lambda s: move(s, thread))
        return ""

    async def _opened(self, session: Session) -> int:
        """The thread's id, once its players have been called there. Raises `Unable`."""
        thread = session.board.message
        try:
            await discord_calls.open_thread(
                self._client,
                session.channel_id,
                thread,
                name=_name(session),
                minutes=ARCHIVE_MINUTES[session.pace],
            )
        except Unable as error:
            if error.reason != "there":
                raise
        place = self._client.get_partial_messageable(thread)
        post = _call(session)
        await discord_calls.send(place, post, nonce=post.key())
        return thread

    def sign_due(self, session: Session) -> Sequence[Outgoing]:
        """The row of the outbox that a table's sign needs as it is stored, if it needs one."""
        if session.thread != "own" or session.table is None:
            return ()
        if self._signs.get(session.id) == boards.sign(session).key():
            return ()
        now = self._sessions.now()
        waits = session.status == "live" and session.id in self._signs
        return (Outgoing(target=SIGN, due_at=now + SIGN_MS if waits else now),)

    async def sign(self, row: OutboxRow) -> None:
        """Make the lobby message show where the table is, and how far."""
        session = await self._sessions.look(row.match_id)
        if session.thread != "own":
            return
        post = boards.sign(session)
        if self._signs.get(session.id) == post.key():
            return
        channel = self._client.get_partial_messageable(session.parent_id)
        # A sign that somebody has deleted was not wanted.
        self.signed(session, post)
        await discord_calls.edit(channel, session.channel_id, post)

    def signed(self, session: Session, post: Post) -> None:
        """A table's sign shows this post."""
        if len(self._signs) >= SIGNS_KEPT:
            del self._signs[next(iter(self._signs))]
        self._signs[session.id] = post.key()


def stay(session: Session) -> None:
    """The table has no thread of its own after all."""
    session.thread = ""


def move(session: Session, thread: int) -> None:
    """The table is in that thread of its channel from now on."""
    session.parent_id = session.channel_id
    session.channel_id = thread
    session.thread = "own"


def _name(session: Session) -> str:
    names = ", ".join(short_name(seat.name) for seat in session.seats)
    return f"{session.game.title}: {names}"[:100]


def _call(session: Session) -> Post:
    """The one plain message that names the players, adds them to the thread and rings."""
    users = tuple(seat.user_id for seat in session.seats if seat.user_id is not None)
    names = " ".join(f"<@{user}>" for user in users)
    return Post(
        head="",
        ring=f"{names} {session.game.title} is played in this thread. Table {session.id}.",
        mentions=users,
    )


async def table_at(store: Store, channel_id: int, user_id: int = 0) -> str | None:
    """Id of the open table of a channel: the one that is there, else the one in a thread of it.

    Of several in threads the user's own one; raises `Refusal` where that does not tell.
    """
    match = await store.open_match_in(channel_id)
    if match is not None:
        return match
    inside = await store.open_matches_under(channel_id)
    if len(inside) > 1:
        mine = {line.id for line in await store.matches_of(user_id, limit=100)}
        inside = [match for match in inside if match in mine] or inside
    if len(inside) > 1:
        raise Refusal(SEVERAL)
    return inside[0] if inside else None
