"""Boards that come down again: the rows of the outbox that wait until a board may move."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from bot.match.match import Match
from bot.store import OutboxRow
from bot.tables.matches import Matches
from bot.tables.sight import BURIED, FRESH, FRESH_MS, WINDOW_MS, Lifts, NotYet, live_window

__all__ = ["Lifts", "Reposts", "keeps_fresh"]


class Reposts:
    """Posts a board anew when its time has come. A row is done with only then, so that a restart
    neither loses it nor does it twice."""

    def __init__(self, matches: Matches, lift: Callable[[str, Lifts], Awaitable[None]]) -> None:
        self._matches = matches
        self._lift = lift
        self.handlers = {BURIED: self.buried, FRESH: self.fresh}

    async def buried(self, row: OutboxRow, _: str) -> None:
        """The board that stood when the row was written comes down, unless another stands by now.

        Raises `NotYet` while it may not move. That is asked again at the last moment.
        """
        board = row.payload.decode()
        await self._lift(row.match_id, lambda match: self._comes_down(match, board))

    def _comes_down(self, match: Match, board: str) -> bool:
        if match.status != "live" or match.resting:
            return False
        if str(match.board.message) != board:
            return False
        now = self._matches.now()
        free = self._matches.sight.free_at(match)
        if live_window(match):
            free = max(free, now + WINDOW_MS)
        if free > now:
            raise NotYet(free)
        return True

    async def fresh(self, row: OutboxRow, _: str) -> None:
        """A thread by post gets its board again before it is archived. Raises `NotYet` as long as
        the match goes on: the row waits for the next time."""
        if not keeps_fresh(await self._matches.look(row.match_id)):
            return
        now = self._matches.now
        await self._lift(
            row.match_id, lambda match: keeps_fresh(match) and match.board.at + FRESH_MS <= now()
        )
        match = await self._matches.look(row.match_id)
        raise NotYet(max(match.board.at + FRESH_MS, now() + WINDOW_MS))

    async def posted(self, match: Match) -> None:
        """A new board has been posted: keep its thread awake, if it stands in one that needs it."""
        if keeps_fresh(match):
            now = self._matches.now()
            await self._matches.store.post(match.id, FRESH, b"", now, due=now + FRESH_MS)


def keeps_fresh(match: Match) -> bool:
    """Whether the table stands in a thread that Discord would archive between two moves."""
    plays = match.status == "live" and not match.resting
    return plays and match.pace == "post" and match.parent_id != 0
