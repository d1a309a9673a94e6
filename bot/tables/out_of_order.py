"""Open tables that cannot be played: one that is out of order until its game is back, and one that
is closed because nobody will ever read its save again.

A table is out of order when its game, or a card set it is played with, is not installed here. Its
clocks are off; it goes on by itself when it can be loaded again, and only a manager can end it
before. A table that rests (`bot.match.resting`) is another thing: its people wake it.
"""

from __future__ import annotations

from typing import Final

from bot.store import Commit, InteractionRow, MatchRow, Outgoing
from bot.tables.rows import extra_with
from bot.words import say
from games.engine.errors import Refusal

WORD: Final = "word"
"""What the outbox holds for one sentence to the channel: its payload."""
HUSH: Final = "hush"
"""What it holds for a table whose notices are to go, though nobody can read it."""


class NoSuchMatch(Refusal):
    """The match is not there (any more)."""

    def __init__(self, sentence: str = "") -> None:
        super().__init__(sentence or say("out_of_order.there_is_no_such"))


class OutOfOrder(Refusal):
    """The table is out of order."""

    def __init__(self, match_id: str, why: str) -> None:
        super().__init__(say("out_of_order.table_is_out", match_id=match_id, why=why))
        self.match_id = match_id
        self.why = why


def stop(row: MatchRow, why: str, now: int) -> Commit:
    """The table's clocks are off, and its channel is told so once."""
    return Commit(
        match_id=row.id,
        expected_version=row.version,
        at=now,
        extra=extra_with(row.extra, out_of_order=why),
        goes_on=True,  # every start tries to load it
        deadlines=(),
        outbox=[_word(str(OutOfOrder(row.id, why)))],
    )


def close(
    row: MatchRow, sentence: str, now: int, interaction: InteractionRow | None = None
) -> Commit:
    """The table ends without being read: its channel is told a sentence, and nobody is called any
    more."""
    return Commit(
        match_id=row.id,
        expected_version=row.version,
        at=now,
        status="ended",
        deadlines=(),
        outbox=[_word(sentence), Outgoing(target=HUSH)],
        interaction=interaction,
    )


def _word(sentence: str) -> Outgoing:
    return Outgoing(target=WORD, payload=sentence.encode())
