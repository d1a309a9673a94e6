"""Deleting what is no longer needed, a bite at a time."""

from __future__ import annotations

from typing import Final

from sqlalchemy import bindparam, delete, select, text

from bot.store.statement import Run, Statement, of_match
from bot.store.tables import IS_OVER, interactions, matches, secrets

INTERACTION_MS: Final = 60 * 60 * 1000
"""Discord gives an interaction up after 15 minutes; an hour leaves room for clocks that differ."""
LOBBY_MS: Final = 24 * 60 * 60 * 1000
BITE: Final = 500

_INTERACTIONS: Final = Statement(
    delete(interactions).where(
        interactions.c.id.in_(
            select(interactions.c.id)
            .where(interactions.c.at <= bindparam("before"))
            .limit(bindparam("most"))
        )
    )
)
_LOBBIES: Final = Statement(
    select(matches.c.id)
    .where(
        text(IS_OVER),
        matches.c.status == "ended",
        matches.c.last_move == 0,
        matches.c.finished_at <= bindparam("before"),
    )
    .limit(bindparam("most"))
)
_DELETE_SEED: Final = Statement(delete(secrets).where(of_match(secrets)))
_DELETE_MATCH: Final = Statement(delete(matches).where(of_match(matches)))


def old_interactions(run: Run, now: int) -> int:
    """Delete some interactions nobody can send again; returns how many."""
    return run.change(_INTERACTIONS, before=now - INTERACTION_MS, most=BITE)


def empty_lobbies(run: Run, now: int) -> list[str]:
    """Some lobbies that closed without a game a day ago.

    It looks at all that are over: not for a write.
    """
    return run.column(_LOBBIES, before=now - LOBBY_MS, most=BITE)


def delete_matches(run: Run, match_ids: list[str]) -> int:
    """Delete closed matches with their seeds and everything that hangs on them."""
    keys = [{"of_match": match_id} for match_id in match_ids]
    run.change_many(_DELETE_SEED, keys)
    run.change_many(_DELETE_MATCH, keys)
    return len(keys)
