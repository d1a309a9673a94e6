"""Matches that have long been over, packed: a tenth of the room, and read as before.

A match is played from checkpoints, and those are most of what it leaves. Once it is over nobody
goes back to one: what it was dealt from (seed, words), what was done and what came of it are all
that `/verify`, `/replay`, the chart and the record need. They stand in columns, like with like,
and are packed as one.
"""

from __future__ import annotations

import bz2
import itertools
from collections.abc import Iterable, Iterator
from typing import Final

import msgspec
from sqlalchemy import bindparam, delete, insert, select, text, update

from bot.store.rows import MatchRow, MoveRow
from bot.store.statement import Run, Statement, of_match
from bot.store.tables import (
    IS_OVER,
    archives,
    deadlines,
    hands,
    interactions,
    matches,
    moves,
    outbox,
)

KEPT_MS: Final = 30 * 24 * 60 * 60 * 1000
"""How long a match that is over stays as it was played."""
BITE: Final = 20

_ripe = (
    text(IS_OVER),
    matches.c.finished_at <= bindparam("before"),
    matches.c.last_move > 0,
    ~select(archives.c.match_id).where(archives.c.match_id == matches.c.id).exists(),
)
_RIPE: Final = Statement(select(matches.c.id).where(*_ripe).limit(bindparam("most")))
_UNLOAD: Final = Statement(
    update(matches)
    .where(of_match(matches), matches.c.version == bindparam("expected"))
    .values(save=None, extra=b"{}")
)
_INSERT: Final = Statement(insert(archives))
_DROP: Final = tuple(
    Statement(delete(table).where(of_match(table)))
    for table in (moves, hands, deadlines, outbox, interactions)
)
_BODY: Final = Statement(select(archives.c.body).where(of_match(archives)))
_EXTRA: Final = Statement(select(archives.c.extra).where(of_match(archives)))
_CHANGE: Final = Statement(update(archives).where(of_match(archives)), ("extra",))


class _Body(msgspec.Struct, array_like=True):
    """The save at the end and the log, by column; numbers and times as steps from the last."""

    save: bytes | None
    n: list[int]
    seat: list[int]
    kind: list[str]
    number: list[int]
    value: list[bytes]
    events: list[bytes]
    draws: list[bytes | None]
    at: list[int]
    undone: list[int]
    """Which moves do not stand; of those only the place is kept."""


_encode: Final = msgspec.msgpack.encode
_decode: Final = msgspec.msgpack.Decoder(_Body).decode


def pack(match: MatchRow, log: list[MoveRow]) -> tuple[bytes, bytes]:
    """What is kept of a match beside its row: (extra, body). It takes some ms: not for a line."""
    body = _Body(
        save=match.save,
        n=_steps(move.n for move in log),
        seat=[move.seat for move in log],
        kind=[move.kind for move in log],
        number=_steps(move.number for move in log),
        value=[b"null" if move.undone else move.value for move in log],
        events=[b"[]" if move.undone else move.events for move in log],
        draws=[None if move.undone else move.draws for move in log],
        at=_steps(move.at for move in log),
        undone=[move.n for move in log if move.undone],
    )
    return bz2.compress(match.extra), bz2.compress(_encode(body))


def _steps(values: Iterable[int]) -> list[int]:
    return [after - before for before, after in itertools.pairwise([0, *values])]


def ripe(run: Run, now: int) -> list[str]:
    """Some matches that are to be packed. It looks at all that are over: not for a write."""
    return run.column(_RIPE, before=now - KEPT_MS, most=BITE)


def put(run: Run, match: MatchRow, packed: tuple[bytes, bytes]) -> int:
    """Keep a match packed, if it is still the one that was read; returns how many matches.

    The version stays: what is read of the match is the same.
    """
    if not run.change(_UNLOAD, of_match=match.id, expected=match.version):
        return 0
    extra, body = packed
    run.change(_INSERT, match_id=match.id, at=match.finished_at, extra=extra, body=body)
    for statement in _DROP:
        run.change(statement, of_match=match.id)
    return 1


def save_of(run: Run, match_id: str) -> bytes | None:
    """The save of a packed match."""
    body = _body(run, match_id)
    return body.save if body is not None else None


def extra_of(run: Run, match_id: str) -> bytes | None:
    """What the match kept of a packed match; None for one that is not packed."""
    packed = run.one(_EXTRA, of_match=match_id)
    return None if packed is None else bz2.decompress(packed)


def change_extra(run: Run, match_id: str, extra: bytes) -> None:
    """Put something else in its place."""
    run.change(_CHANGE, of_match=match_id, extra=bz2.compress(extra))


def moves_of(run: Run, match_id: str, since: int) -> list[MoveRow]:
    """The log of a packed match after move `since`; empty for one that is not packed."""
    body = _body(run, match_id)
    return [move for move in _rows(body) if move.n > since] if body is not None else []


def _body(run: Run, match_id: str) -> _Body | None:
    packed = run.one(_BODY, of_match=match_id)
    return None if packed is None else _decode(bz2.decompress(packed))


def _rows(body: _Body) -> Iterator[MoveRow]:
    undone = set(body.undone)
    numbers, places, times = (itertools.accumulate(c) for c in (body.number, body.n, body.at))
    for n, seat, kind, number, value, events, draws, at in zip(
        places, body.seat, body.kind, numbers, body.value, body.events, body.draws, times,
        strict=True,
    ):  # fmt: skip
        yield MoveRow(
            n=n,
            seat=seat,
            kind=kind,
            number=number,
            value=value,
            events=events,
            draws=draws,
            at=at,
            undone=n in undone,
        )
