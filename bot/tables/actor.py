"""Who does something at a table, by one interaction."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import structlog

from bot.match.match import Match
from bot.tables.matches import Matches

T = TypeVar("T")


class Actor:
    """A user at a match, and the interaction by which what he does is done once. What this task
    logs from now on names the match."""

    def __init__(self, matches: Matches, match_id: str, user: int, interaction: int) -> None:
        structlog.contextvars.bind_contextvars(match_id=match_id)
        self.matches = matches
        self.match_id = match_id
        self.user = user
        self._looked = False
        self.id = interaction, user
        """(interaction id, user id)."""

    async def look(self) -> Match:
        """The match as it is now. The database is asked once for all that an interaction does; the
        commit finds out whether the match has gone on elsewhere."""
        look = self.matches.again if self._looked else self.matches.look
        self._looked = True
        return await look(self.match_id)

    async def change(self, action: Callable[[Match], T]) -> T:
        """Do something to it, once for this interaction (`Matches.change`)."""
        return await self.matches.change(self.match_id, action, interaction=self.id)
