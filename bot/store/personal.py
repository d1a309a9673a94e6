"""What the store holds of one user, for him to have or to be rid of.

Blobs stay JSON that the store does not understand, but for what a match keeps by seat
(`bot.tables.rows.Extra`): the words a player typed, his auto answers and plans.
"""

from __future__ import annotations

import base64
from collections.abc import Sequence
from typing import Any, Final, TypeVar

import msgspec
from sqlalchemy import select

from bot.store import archive
from bot.store.rows import OPEN, MoveRow
from bot.store.statement import Run, Statement, of_match, of_user
from bot.store.tables import (
    designs,
    drafts,
    guests,
    hands,
    interactions,
    matches,
    notices,
    seats,
    shares,
    users,
)

T = TypeVar("T")
_List = list[msgspec.Raw]
_Fields = dict[str, msgspec.Raw]
_Times = dict[str, list[int]]

OWN: Final = ("answer", "order", "wish", "again")
"""Kinds of moves that a person makes; clocks and the computer make others in his seat."""
_BY_SEAT: Final = {
    "words": b'""',
    "wishes": b"[]",
    "plans": b"null",
    "again": b"0",
    "drafts": b"null",
    "held": b"null",
    "passed": b"[]",
}
"""What a match keeps of each seat, as lists by seat number (`bot.tables.rows.Extra`), with what
stands for nothing."""
_TIMES: Final = "took"
"""How long each seat took for which kind of question, by both in one key: "1 negation"."""

_SEAT: Final = {
    "match": matches.c.id,
    "game": matches.c.game,
    "server": matches.c.guild_id,
    "channel": matches.c.channel_id,
    "status": matches.c.status,
    "seat": seats.c.seat,
    "name": seats.c.name,
    "computer": seats.c.computer,
    "host": matches.c.host_id,
    "opened_at": matches.c.created_at,
    "over_at": matches.c.finished_at,
    "since": seats.c.since,
    "acted_at": seats.c.acted_at,
}
"""What is told of a seat, by name."""
_SEATS: Final = Statement(
    select(matches.c.extra, *_SEAT.values())
    .join_from(seats, matches)
    .where(of_user(seats))
    .order_by(matches.c.created_at, matches.c.id)
)
_EXTRA: Final = Statement(select(matches.c.extra).where(of_match(matches)))
_ROWS: Final = {
    table.name: (
        [column.name for column in table.columns],
        Statement(select(*table.columns).where(of_user(table))),
    )
    for table in (users, hands, notices, interactions, designs, drafts, shares, guests)
}


def seats_of(run: Run, user_id: int) -> list[dict[str, Any]]:
    """The matches in which a user has a seat, without his moves, the oldest first."""
    out = []
    for extra, *values in run.rows(_SEATS, user=user_id):
        seat = dict(zip(_SEAT, values, strict=True))
        seat["host"] = seat["host"] == user_id
        packed = archive.extra_of(run, seat["match"]) if seat["status"] not in OPEN else None
        out.append(seat | _of_seat(packed or extra, seat["seat"]))
    return out


def _of_seat(extra: bytes, seat: int) -> dict[str, Any]:
    """What a match keeps of one seat, and nothing of the others."""
    found = _read(extra, _Fields)
    kept = {name: _read(raw, _List) for name, raw in found.items() if name in _BY_SEAT}
    mine = {
        name: msgspec.json.decode(each[seat]) for name, each in kept.items() if seat < len(each)
    }
    if _TIMES in found:
        keys = ((key.partition(" "), times) for key, times in _read(found[_TIMES], _Times).items())
        mine[_TIMES] = {kind: times for (of, _, kind), times in keys if of == str(seat)}
    return mine


def _read(kept: bytes | msgspec.Raw, kind: type[T]) -> T:
    """What a match keeps; nothing of what cannot be read."""
    try:
        return msgspec.json.decode(kept, type=kind)
    except msgspec.DecodeError:
        return kind()


def rows_of(run: Run, user_id: int) -> dict[str, list[dict[str, Any]]]:
    """A user's rows of the tables that have some of his own, by table."""
    return {
        table: [
            {name: plain(value) for name, value in zip(names, row, strict=True)}
            for row in run.rows(statement, user=user_id)
        ]
        for table, (names, statement) in _ROWS.items()
    }


def own_moves(
    log: Sequence[MoveRow], seat: int, first: int, last: int | None = None
) -> list[dict[str, Any]]:
    """The moves that the player of a seat made himself, from the move `first` to `last`: what he
    did and when, and not what came of it."""
    return [
        {
            "n": move.n,
            "kind": move.kind,
            "value": plain(move.value),
            "at": move.at,
            "taken_back": move.undone,
        }
        for move in log
        if move.seat == seat
        and move.kind in OWN
        and first <= move.n
        and (last is None or move.n <= last)
    ]


def plain(value: Any) -> Any:
    """A stored value as plain JSON can hold it."""
    if not isinstance(value, bytes):
        return value
    try:
        return msgspec.json.decode(value) if value else ""
    except msgspec.DecodeError:
        return base64.b64encode(value).decode()


def forget_seat(run: Run, match_id: str, seat: int) -> bytes | None:
    """Take what a match keeps of a seat away; the column's new value, None where it is packed.

    A vote goes too, and what clocks have given: both may tell a move in words, with names. And of
    which question a player was reminded: who has the seat next is reminded for himself.
    """
    packed = archive.extra_of(run, match_id)
    if packed is not None:
        archive.change_extra(run, match_id, _without(packed, seat))
        return None
    return _without(run.column(_EXTRA, of_match=match_id)[0], seat)


def _without(extra: bytes, seat: int) -> bytes:
    kept = _read(extra, _Fields)
    for name in ("vote", "given", "reminded"):
        kept.pop(name, None)
    for name, nothing in _BY_SEAT.items():
        if name in kept:
            each = _read(kept[name], _List)
            if seat < len(each):
                each[seat] = msgspec.Raw(nothing)
            kept[name] = msgspec.Raw(msgspec.json.encode(each))
    if _TIMES in kept:
        times = _read(kept[_TIMES], _Times).items()
        left = {key: each for key, each in times if not key.startswith(f"{seat} ")}
        kept[_TIMES] = msgspec.Raw(msgspec.json.encode(left))
    return msgspec.json.encode(kept)
