"""Boards that come down again: the rows of the outbox that wait until a board may move."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from bot.match.session import Session
from bot.store import OutboxRow
from bot.tables.sessions import Sessions
from bot.tables.sight import BURIED, FRESH, FRESH_MS, WINDOW_MS, Lifts, NotYet, live_window

__all__ = ["Lifts", "Reposts", "keeps_fresh"]


class Reposts:
    """Posts a board anew when its time has come. A row is done with only then, so that a restart
    neither loses it nor does it twice."""

    def __init__(self, sessions: Sessions, lift: Callable[[str, Lifts], Awaitable[None]]) -> None:
        self._sessions = sessions
        self._lift = lift
        self.handlers = {BURIED: self.buried, FRESH: self.fresh}

    async def buried(self, row: OutboxRow, _: str) -> None:
        """The board that stood when the row was written comes down, unless another stands by now.

        Raises `NotYet` while it may not move. That is asked again at the last moment.
        """
        board = row.payload.decode()
        await self._lift(row.match_id, lambda session: self._comes_down(session, board))

    def _comes_down(self, session: Session, board: str) -> bool:
        if session.status != "live" or session.resting:
            return False
        if str(session.board.message) != board:
            return False
        now = self._sessions.now()
        free = self._sessions.sight.free_at(session)
        if live_window(session):
            free = max(free, now + WINDOW_MS)
        if free > now:
            raise NotYet(free)
        return True

    async def fresh(self, row: OutboxRow, _: str) -> None:
        """A thread by post gets its board again before it is archived. Raises `NotYet` as long as
        the match goes on: the row waits for the next time."""
        if not keeps_fresh(await self._sessions.look(row.match_id)):
            return
        await self._lift(row.match_id, self._is_stale)
        session = await self._sessions.look(row.match_id)
        raise NotYet(max(session.board.at + FRESH_MS, self._sessions.now() + WINDOW_MS))

    def _is_stale(self, session: Session) -> bool:
        return keeps_fresh(session) and session.board.at + FRESH_MS <= self._sessions.now()

    async def posted(self, session: Session) -> None:
        """A new board has been posted: keep its thread awake, if it stands in one that needs it."""
        if keeps_fresh(session):
            now = self._sessions.now()
            await self._sessions.store.post(session.id, FRESH, b"", now, due=now + FRESH_MS)


def keeps_fresh(session: Session) -> bool:
    """Whether the table stands in a thread that Discord would archive between two moves."""
    plays = session.status == "live" and not session.resting
    return plays and session.pace == "post" and session.parent_id != 0
