"""Servers: what is set for their tables, and that all of it goes, at once or some time after the
bot was thrown out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from sqlalchemy import bindparam, delete, func, select, text

from bot.store.purge import BITE, delete_matches
from bot.store.statement import Run, Statement, upsert
from bot.store.tables import (
    HOLDS,
    IS_OPEN,
    hands,
    matches,
    notes,
    notices,
    server_settings,
    servers,
)

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
_NOTES: Final = Statement(delete(notes).where(notes.c.name.like(bindparam("ends"))))
_of_it = server_settings.c.guild_id == bindparam("guild")
_SETTINGS: Final = Statement(select(server_settings.c.body).where(_of_it))
_SET: Final = upsert(server_settings, "body")
_NO_SETTINGS: Final = Statement(delete(server_settings).where(_of_it))
_AWAKE: Final = Statement(
    select(func.count())
    .select_from(matches)
    .where(matches.c.guild_id == bindparam("guild"), matches.c.id != bindparam("but"), text(HOLDS))
)
_there = matches.c.guild_id == bindparam("guild")
_SHOWN: Final = (
    Statement(select(matches.c.channel_id, matches.c.board_message).where(_there, text(IS_OPEN))),
    *(
        Statement(select(table.c.channel, table.c.message).join_from(table, matches).where(_there))
        for table in (hands, notices)
    ),
)


def settings(run: Run, guild_id: int) -> bytes:
    """What is set for a server's tables; empty where nothing is."""
    return run.one(_SETTINGS, guild=guild_id) or b""


def change_settings(run: Run, guild_id: int, make: Callable[[bytes], bytes]) -> bytes:
    """Set what `make` makes of it; returns that."""
    body = make(settings(run, guild_id))
    run.change(_SET, guild_id=guild_id, body=body)
    return body


def shown_in(run: Run, guild_id: int) -> list[tuple[int, int]]:
    """Channel and message of what shows a server's tables: boards of those that are open, hands and
    notices of all (until they are packed, `archive.KEPT_MS`). Results stay in their channels."""
    return [
        (channel, message)
        for statement in _SHOWN
        for channel, message in run.rows(statement, guild=guild_id)
        if message
    ]


def tables_in(run: Run, guild_id: int, but: str = "") -> int:
    """How many open tables a server has, leaving out those that rest and the one with the id
    `but`."""
    return run.one(_AWAKE, guild=guild_id, but=but) or 0


def is_full(run: Run, guild_id: int, most: int, match_id: str = "") -> bool:
    """Whether a server has `most` tables (0: any number), so that no other may be opened or go on
    there. The match with the id `match_id` may always go on if it is one of them already.

    Who asks is answered one after the other until the end of their transactions.
    """
    if not most:
        return False
    run.alone(guild_id)
    others = tables_in(run, guild_id, match_id)
    return others >= most and others == tables_in(run, guild_id)


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
    if gone := erase_some(run, guild_id):
        return gone
    return run.change(_DELETE, guild=guild_id)


def erase_some(run: Run, guild_id: int) -> int:
    """Delete some of a server's tables, open ones too, and at last its settings and what is noted
    of it; returns how many tables."""
    if found := run.column(_TABLES, guild=guild_id, most=BITE):
        return delete_matches(run, found)
    run.change(_NO_SETTINGS, guild=guild_id)
    run.change(_NOTES, ends=f"%:{guild_id}")
    return 0
