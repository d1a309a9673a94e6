"""Boards that come down again: the rows of the outbox that wait until a board may move."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from bot.session import Session
from bot.sessions import Sessions
from bot.sight import BURIED, FRESH, FRESH_MS, WINDOW_MS, NotYet, live_window
from bot.store import OutboxRow

Show = Callable[[str], Awaitable[None]]
"""Posts a match's board anew at the bottom."""


class Reposts:
    """Posts a board anew when its time has come. A row is done with only then, so that a restart
    neither loses it nor does it twice."""

    def __init__(self, sessions: Sessions, show: Show) -> None:
        self._sessions = sessions
        self._show = show
        self.handlers = {BURIED: self.buried, FRESH: self.fresh}

    async def buried(self, row: OutboxRow) -> None:
        """The board that stood when the row was written comes down, unless another stands by now.

        Raises `NotYet` while it may not move.
        """
        session = await self._sessions.look(row.match_id)
        if session.status != "live" or str(session.board.message).encode() != row.payload:
            return
        now = self._sessions.now()
        free = self._sessions.sight.free_at(session)
        if live_window(session):
            free = max(free, now + WINDOW_MS)
        if free > now:
            raise NotYet(free)
        await self._show(row.match_id)

    async def fresh(self, row: OutboxRow) -> None:
        """A thread by post gets its board again before it is archived. Raises `NotYet` as long as
        the match goes on: the row waits for the next time."""
        session = await self._sessions.look(row.match_id)
        now = self._sessions.now()
        if not keeps_fresh(session):
            return
        if session.board.at + FRESH_MS <= now:
            await self._show(row.match_id)
            session = await self._sessions.look(row.match_id)
        raise NotYet(max(session.board.at + FRESH_MS, now + WINDOW_MS))

    async def posted(self, session: Session) -> None:
        """A new board has been posted: keep its thread awake, if it stands in one that needs it."""
        if keeps_fresh(session):
            now = self._sessions.now()
            await self._sessions.store.post(session.id, FRESH, b"", now, due_at=now + FRESH_MS)


def keeps_fresh(session: Session) -> bool:
    """Whether the table stands in a thread that Discord would archive between two moves."""
    return session.status == "live" and session.pace == "post" and session.parent_id != 0
