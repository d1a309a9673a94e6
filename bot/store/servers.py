"""Servers that have thrown the bot out: all that is of them goes some time later."""

from __future__ import annotations

from typing import Final

from sqlalchemy import bindparam, delete, select

from bot.store.purge import BITE, delete_matches
from bot.store.statement import Run, Statement, upsert
from bot.store.tables import matches, notes, servers

KEPT_MS: Final = 30 * 24 * 60 * 60 * 1000
"""How long the tables and settings of a server stay after the bot was thrown out."""

_its = servers.c.guild_id == bindparam("guild")
_ALL: Final = Statement(select(servers.c.guild_id, servers.c.gone_at))
_KNOWN: Final = Statement(select(servers.c.gone_at).where(_its))
_INSERT: Final = upsert(servers, least=("gone_at",))
_DELETE: Final = Statement(delete(servers).where(_its))
_OLD: Final = Statement(select(servers.c.guild_id).where(servers.c.gone_at <= bindparam("before")))
_TABLES: Final = Statement(
    select(matches.c.id).where(matches.c.guild_id == bindparam("guild")).limit(bindparam("most"))
)
_SETTINGS: Final = Statement(delete(notes).where(notes.c.name.like(bindparam("ends"))))


def gone(run: Run, guild_id: int, now: int) -> None:
    """Note that a server has thrown the bot out: what is of it goes `KEPT_MS` later. Noted again it
    changes nothing."""
    run.change(_INSERT, guild_id=guild_id, gone_at=now)


def back(run: Run, guild_id: int) -> None:
    """Note that the bot is in a server again: what is of it stays."""
    run.change(_DELETE, guild=guild_id)


def every(run: Run) -> dict[int, int]:
    """The servers that have thrown the bot out, with when that was noted, in ms."""
    return {guild: at for guild, at in run.rows(_ALL)}


def old(run: Run, now: int) -> list[int]:
    """The servers whose time is over."""
    return run.column(_OLD, before=now - KEPT_MS)


def delete_some(run: Run, guild_id: int) -> int:
    """Delete some of a server's tables, at last what else is kept of it; returns how many rows, 0
    when nothing is left.

    A server that has the bot back meanwhile keeps everything.
    """
    if not run.rows(_KNOWN, guild=guild_id):
        return 0
    if found := run.column(_TABLES, guild=guild_id, most=BITE):
        return delete_matches(run, found)
    run.change(_SETTINGS, ends=f"%:{guild_id}")
    return run.change(_DELETE, guild=guild_id)
