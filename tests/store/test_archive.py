"""Matches that have long been over: packed, and read as before."""

from __future__ import annotations

import bz2
import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.store import Commit, Deadline, InteractionRow, MatchRow, MoveRow, Outgoing, Store, archive
from bot.store.rows import Status
from tests.store.rows import ANN, BEN, SEED, match, move, next_due

ID = "7KQ2MX9A01"
END = 1_000
LATER = END + 30 * 24 * 60 * 60 * 1000
EXTRA = b'{"room":2,"news":[[null,{"type":"passed"}]],"words":["luck",""]}'
LOG = [
    move(1, kind="start", value=b"null", events=b'[[null,{"type":"dealt"}]]', draws=b"[3,5]"),
    move(2, seat=1, number=7, value=b'{"card":4}', events=b"[]", checkpoint=b"C" * 900, why="So."),
    move(4, number=8, value=b'"pass"', events=b'[[[0],{"type":"seen"}]]', at=90, draws=b"[]"),
    move(5, number=9, at=95, interaction_id=6),
]


async def over(store: Store, status: Status = "finished", id: str = ID, channel: int = 70) -> None:
    """A match that has been played and is over."""
    await store.new_match(match(id, channel, status="live", extra=EXTRA), SEED)
    await store.append(Commit(match_id=id, expected_version=0, at=1, moves=LOG))
    commit = Commit(
        match_id=id,
        expected_version=1,
        at=END,
        save=b"the save at the end",
        status=status,
        result=b'{"places":[[0],[1]]}',
        words="luck",
        board_message=90,
        undone=[4],
        outbox=[Outgoing(target="board")],
        deadlines=[Deadline(number=1, seat=0, due_at=5)],
        interaction=InteractionRow(id=1 + int(id[-2:]), user_id=ANN, at=END),
    )
    await store.append(commit)
    await store.hand_shown(id, ANN, 900, 901, "k")


def as_kept(row: MatchRow | None) -> MatchRow:
    """A match as it is read once it is packed: without what only a running one has."""
    assert row is not None
    row.hands, row.deadlines = [], []
    return row


def stands(log: list[MoveRow]) -> list[MoveRow]:
    """A log as it is read once it is packed."""
    out = []
    for each in log:
        gone = {"value": b"null", "events": b"[]", "draws": None} if each.undone else {}
        fields = {name: getattr(each, name) for name in MoveRow.__struct_fields__}
        bare = {"checkpoint": None, "why": "", "interaction_id": None}
        out.append(MoveRow(**(fields | bare | gone)))
    return out


@pytest.mark.parametrize("status", ["finished", "ended", "abandoned"])
async def test_a_packed_match_reads_as_before(store: Store, status: Status) -> None:
    await over(store, status)
    row, log, seed = await store.match(ID), await store.moves(ID), await store.revealed_seed(ID)
    assert [each.undone for each in log] == [False, False, True, False]
    assert await store.purge(LATER - 1) == 1, "its interaction, and nothing else yet"
    assert await store.moves(ID) == log
    assert await store.purge(LATER) == 1
    assert await store.match(ID) == as_kept(row)
    assert await store.moves(ID) == stands(log)
    assert await store.moves(ID, 2) == stands(log)[2:]
    assert await store.moves(ID, 5) == []
    assert await store.revealed_seed(ID) == seed == SEED
    assert [line.id for line in await store.matches_of(BEN)] == [ID]
    assert await store.checkpoint(ID, 9) is None
    assert await next_due(store) is None
    assert await store.purge(LATER + archive.KEPT_MS) == 0, "once"


async def test_what_was_taken_back_is_nowhere_in_a_packed_match(store: Store, file: Path) -> None:
    await over(store)
    assert _holds(file, b'"pass"')
    await store.purge(LATER)
    assert _holds(file, b'{"card":4}'), "what stands is there"
    assert not _holds(file, b'"pass"')
    assert not _holds(file, b"seen"), "nor what came of it"


def _holds(file: Path, what: bytes) -> bool:
    """Whether a value stands anywhere in a database, packed or not."""
    with closing(sqlite3.connect(file)) as connection:
        names = [row[0] for row in connection.execute("SELECT name FROM sqlite_master "
                                                      "WHERE type = 'table'")]  # fmt: skip
        values = [v for n in names for row in connection.execute(f"SELECT * FROM {n}") for v in row]
    plain = [bz2.decompress(v) if v[:3] == b"BZh" else v for v in values if isinstance(v, bytes)]
    return any(what in value for value in plain)


async def test_what_is_not_over_for_long_stays_as_it_is(store: Store) -> None:
    await store.new_match(match(), SEED)
    await store.append(Commit(match_id=ID, expected_version=0, at=1, status="live", moves=LOG))
    await over(store, id="7KQ2MX9A02", channel=71)
    assert await store.purge(LATER - 1) == 1
    for id in (ID, "7KQ2MX9A02"):
        assert await store.checkpoint(id, 3) is not None


async def test_many_are_packed_in_bites(store: Store) -> None:
    ids = [f"7KQ2MX9B{number:02}" for number in range(archive.BITE + 3)]
    for channel, id in enumerate(ids, 100):
        await over(store, id=id, channel=channel)
    assert await store.purge(LATER) == 2 * len(ids)
    for id in ids:
        assert await store.checkpoint(id, 9) is None
        assert len(await store.moves(id)) == len(LOG)


async def test_a_match_that_has_changed_meanwhile_is_left(store: Store) -> None:
    await over(store)
    row, log = await store.match(ID), await store.moves(ID)
    assert row is not None
    packed = archive.pack(row, log)
    await store.append(Commit(match_id=ID, expected_version=row.version, at=END, extra=b"{}"))
    assert await store.write(lambda run: archive.put(run, row, packed)) == 0
    assert await store.moves(ID) == log


async def test_room_is_given_back_to_the_disk(store: Store, file: Path) -> None:
    for number in range(20):
        id = f"7KQ2MX9C{number:02}"
        await store.new_match(match(id, 200 + number, status="live"), SEED)
        log = [move(n, checkpoint=os.urandom(20_000)) for n in range(1, 6)]
        ended = Commit(match_id=id, expected_version=0, at=END, status="ended", moves=log)
        await store.append(ended)
    await store.copy_log()
    before = _size(file)
    assert before > 2_000_000
    await store.purge(LATER)
    await store.copy_log()
    assert _size(file) < before // 4


def _size(file: Path) -> int:
    return file.stat().st_size
