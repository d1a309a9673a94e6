"""How much there is to do: counts for whoever runs the bot."""

from __future__ import annotations

from typing import Final

import msgspec
from sqlalchemy import func, select, text

from bot.store.statement import Run, Statement
from bot.store.tables import HOLDS, matches, outbox

_TABLES: Final = Statement(select(func.count()).select_from(matches).where(text(HOLDS)))
_OUTBOX: Final = Statement(select(func.count()).select_from(outbox))


class Load(msgspec.Struct, frozen=True):
    """What there is to do now."""

    tables: int
    """Open tables that do not rest."""
    outbox: int
    """What is still to be shown."""


def read(run: Run) -> Load:
    """The load of the database, over all processes on it."""
    return Load(tables=run.one(_TABLES) or 0, outbox=run.one(_OUTBOX) or 0)
