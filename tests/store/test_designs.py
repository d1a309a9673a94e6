"""Designs: saved ones, drafts, shares, and what is kept apart from what."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path
from typing import Any

import msgspec
import pytest
from alembic import command
from sqlalchemy import create_engine

from bot.store import (
    DesignRow,
    DraftChanged,
    DraftRow,
    NameTaken,
    NoSuchDesign,
    NoSuchDraft,
    Store,
    TooManyDesigns,
    designs,
)
from bot.store.migrate import config
from bot.store.rows import ShareRow
from bot.store.statement import Statement
from tests.store.rows import ANN, BEN

GAME, OTHER = "world-auto-racing", "car-wars"
MOST = 3


def design(id: str = "D001", **more: Any) -> DesignRow:
    """A design of Ann's called after its id."""
    values: dict[str, Any] = {
        "user_id": ANN,
        "game": GAME,
        "key": id.casefold(),
        "name": id,
        "updated_at": 5,
        "body": b'{"car":1}',
    }
    return DesignRow(id=id, **(values | more))


def draft(id: str = "E001", **more: Any) -> DraftRow:
    """A draft of Ann's."""
    values: dict[str, Any] = {"user_id": ANN, "game": GAME, "updated_at": 5, "body": b"{}"}
    return DraftRow(id=id, **(values | more))


async def share(store: Store, design_id: str, *codes: str, now: int = 9, most: int = 9) -> str:
    """Share a design of Ann's; new codes come in this order."""
    return await store.share_design(ANN, design_id, iter(codes).__next__, now, most=most)


# -- saved designs


async def test_a_design_is_read_as_it_was_saved(store: Store) -> None:
    row = design(name="Night ☾ shift", key="night ☾ shift", body=b'{"cards":[1,1,2]}')
    await store.save_design(row, most=MOST)
    assert await store.design(ANN, row.id) == row
    assert await store.designs(ANN, GAME) == [row]


async def test_designs_are_listed_by_name_for_their_owner_and_game_alone(store: Store) -> None:
    rows = [design("D001", key="b"), design("D002", key="a")]
    others = [design("D003", user_id=BEN), design("D004", game=OTHER)]
    for row in (*rows, *others):
        await store.save_design(row, most=MOST)
    assert await store.designs(ANN, GAME) == [rows[1], rows[0]]
    assert await store.designs(BEN, GAME) == [others[0]]
    assert await store.design(BEN, "D001") is None


async def test_saving_again_takes_the_place_of_the_design_with_that_id(store: Store) -> None:
    await store.save_design(design(), most=MOST)
    new = design(name="New", key="new", body=b"[2]", updated_at=8)
    await store.save_design(new, most=MOST)
    assert await store.designs(ANN, GAME) == [new]


async def test_two_designs_cannot_have_one_name(store: Store) -> None:
    await store.save_design(design("D001", key="rook"), most=MOST)
    await store.save_design(design("D002", key="heron"), most=MOST)
    before = await store.designs(ANN, GAME)
    with pytest.raises(NameTaken):
        await store.save_design(design("D003", key="rook"), most=MOST)
    with pytest.raises(NameTaken):
        await store.save_design(design("D002", key="rook"), most=MOST)
    with pytest.raises(NameTaken):
        await store.rename_design(ANN, "D002", "rook", "Rook", 9)
    assert await store.designs(ANN, GAME) == before
    await store.save_design(design("D004", key="rook", user_id=BEN), most=MOST)
    await store.save_design(design("D005", key="rook", game=OTHER), most=MOST)


async def test_no_more_than_so_many_designs_of_a_game(store: Store) -> None:
    for n in range(MOST):
        await store.save_design(design(f"D00{n}"), most=MOST)
    with pytest.raises(TooManyDesigns):
        await store.save_design(design("D009"), most=MOST)
    assert len(await store.designs(ANN, GAME)) == MOST
    await store.save_design(design("D000", body=b"[3]"), most=MOST)
    await store.save_design(design("D009", game=OTHER), most=MOST)
    assert await store.delete_design(ANN, "D001")
    await store.save_design(design("D00A"), most=MOST)


async def test_of_many_saved_at_once_only_so_many_stay(store: Store) -> None:
    rows = [design(f"D{n:03}") for n in range(3 * MOST)]
    done = await asyncio.gather(
        *(store.save_design(row, most=MOST) for row in rows), return_exceptions=True
    )
    assert [type(each) for each in done].count(TooManyDesigns) == 2 * MOST
    assert len(await store.designs(ANN, GAME)) == MOST


async def test_renaming(store: Store) -> None:
    await store.save_design(design(), most=MOST)
    await store.rename_design(ANN, "D001", "new", "New", 9)
    assert await store.designs(ANN, GAME) == [design(key="new", name="New", updated_at=9)]
    await store.rename_design(ANN, "D001", "new", "NEW", 10)
    row = await store.design(ANN, "D001")
    assert row is not None
    assert row.name == "NEW"
    with pytest.raises(NoSuchDesign):
        await store.rename_design(BEN, "D001", "mine", "Mine", 9)


async def test_only_the_owner_deletes_and_only_once(store: Store) -> None:
    await store.save_design(design(), most=MOST)
    assert not await store.delete_design(BEN, "D001")
    assert await store.delete_design(ANN, "D001")
    assert not await store.delete_design(ANN, "D001")
    assert await store.designs(ANN, GAME) == []


# -- shares


async def test_a_share_stays_what_it_was(store: Store) -> None:
    await store.save_design(design(body=b"[1]"), most=MOST)
    assert await share(store, "D001", "CODE0001") == "CODE0001"
    snapshot = ShareRow(
        code="CODE0001", user_id=ANN, game=GAME, name="D001", shared_at=9, body=b"[1]"
    )
    assert await share(store, "D001") == "CODE0001"
    await store.save_design(design(body=b"[2]"), most=MOST)
    row = await store.design(ANN, "D001")
    assert row is not None
    assert row.code == ""
    assert await share(store, "D001", "CODE0002") == "CODE0002"
    assert await store.delete_design(ANN, "D001")
    assert await store.shared("CODE0001") == snapshot
    second = await store.shared("CODE0002")
    assert second is not None
    assert second.body == b"[2]"
    assert await store.shared("CODE0003") is None


async def test_another_name_is_a_change_and_saving_the_same_is_none(store: Store) -> None:
    await store.save_design(design(), most=MOST)
    await share(store, "D001", "CODE0001")
    await store.save_design(design(updated_at=8), most=MOST)
    assert await share(store, "D001") == "CODE0001"
    await store.rename_design(ANN, "D001", "new", "New", 9)
    assert await share(store, "D001", "CODE0002") == "CODE0002"


async def test_a_code_that_is_taken_is_drawn_again(store: Store) -> None:
    await store.save_design(design("D001"), most=MOST)
    await store.save_design(design("D002"), most=MOST)
    await share(store, "D001", "CODE0001")
    assert await share(store, "D002", "CODE0001", "CODE0002") == "CODE0002"


async def test_nobody_shares_what_is_anothers(store: Store) -> None:
    await store.save_design(design(), most=MOST)
    with pytest.raises(NoSuchDesign):
        await store.share_design(BEN, "D001", iter(["CODE0001"]).__next__, 9, most=9)


async def test_the_oldest_shares_lapse(store: Store) -> None:
    for n in range(3):
        await store.save_design(design(f"D00{n}"), most=MOST)
        await share(store, f"D00{n}", f"CODE000{n}", now=10 + n, most=2)
    assert await store.shared("CODE0000") is None
    first = await store.design(ANN, "D000")
    assert first is not None
    assert first.code == ""
    assert await store.shared("CODE0001") is not None
    assert await store.shared("CODE0002") is not None


# -- drafts


async def test_a_draft_for_each_user_and_game(store: Store) -> None:
    rows = [draft(), draft("E002", user_id=BEN), draft("E003", game=OTHER)]
    for row in rows:
        await store.begin_draft(row)
    assert [await store.draft(row.user_id, row.game) for row in rows] == rows
    await store.begin_draft(draft("E004"))
    assert await store.draft(ANN, GAME) == draft("E004")
    assert await store.draft(BEN, OTHER) is None


async def test_a_draft_is_changed_from_what_was_read(store: Store) -> None:
    await store.begin_draft(draft())
    await store.change_draft(draft(), b"[1]", 8)
    changed = draft(body=b"[1]", version=1, updated_at=8)
    assert await store.draft(ANN, GAME) == changed
    with pytest.raises(DraftChanged):
        await store.change_draft(draft(), b"[2]", 9)
    with pytest.raises(NoSuchDraft):
        await store.change_draft(draft("E002"), b"[2]", 9)
    assert await store.draft(ANN, GAME) == changed


async def test_saving_ends_the_draft_with_it(store: Store) -> None:
    await store.begin_draft(draft())
    with pytest.raises(DraftChanged):
        await store.save_design(design(), most=MOST, draft=draft(version=4))
    assert await store.designs(ANN, GAME) == []
    await store.save_design(design(), most=MOST, draft=draft())
    assert await store.draft(ANN, GAME) is None
    with pytest.raises(NoSuchDraft):
        await store.save_design(design("D002"), most=MOST, draft=draft())
    assert await store.designs(ANN, GAME) == [design()]


async def test_a_refused_save_leaves_the_draft(store: Store) -> None:
    await store.save_design(design(), most=1)
    await store.begin_draft(draft())
    with pytest.raises(TooManyDesigns):
        await store.save_design(design("D002"), most=1, draft=draft())
    assert await store.draft(ANN, GAME) == draft()


async def test_discarding_the_draft_that_is_meant(store: Store) -> None:
    await store.begin_draft(draft())
    assert not await store.drop_draft(ANN, GAME, "E000")
    assert not await store.drop_draft(BEN, GAME, "E001")
    assert await store.drop_draft(ANN, GAME, "E001")
    assert not await store.drop_draft(ANN, GAME, "E001")


# -- forgetting, restarting, finding


async def test_a_forgotten_user_leaves_no_design_behind(store: Store, file: Path) -> None:
    for user, id in ((ANN, "D001"), (BEN, "D002")):
        await store.save_design(design(id, user_id=user), most=MOST)
        await store.share_design(user, id, iter([f"CODE{id}"]).__next__, 9, most=9)
        await store.begin_draft(draft(user_id=user))
    await store.delete_user(ANN, now=50)
    assert await store.designs(ANN, GAME) == []
    assert await store.draft(ANN, GAME) is None
    assert await store.shared("CODED001") is None
    connection = sqlite3.connect(file)
    for table in ("designs", "drafts", "shares"):
        rows = connection.execute(f"SELECT user_id FROM {table}").fetchall()
        assert rows == [(BEN,)], table
    connection.close()


async def test_all_of_it_outlives_the_process(url: str) -> None:
    store = await Store.open(url)
    await store.save_design(design(), most=MOST)
    code = await share(store, "D001", "CODE0001")
    await store.begin_draft(draft())
    await store.close()
    store = await Store.open(url)
    kept = msgspec.structs.replace(design(), code=code)
    assert await store.designs(ANN, GAME) == [kept]
    assert await store.draft(ANN, GAME) == draft()
    assert await store.shared(code) is not None
    await store.close()


async def test_a_database_of_the_first_tables_gets_them_and_keeps_its_matches(
    url: str, file: Path
) -> None:
    file.parent.mkdir()
    engine = create_engine(f"sqlite:///{file}")
    settings = config()
    with engine.begin() as connection:
        settings.attributes["connection"] = connection
        command.upgrade(settings, "0001")
        connection.exec_driver_sql("INSERT INTO notes VALUES ('kept', 'yes')")
        connection.exec_driver_sql(f"INSERT INTO users VALUES ({ANN}, 1, 900, x'7b7d')")
    engine.dispose()
    store = await Store.open(url)
    assert await store.note("kept") == "yes"
    assert (await store.user(ANN)).dm_channel == 900
    await store.save_design(design(), most=MOST)
    assert await store.designs(ANN, GAME) == [design()]
    await store.close()


async def test_they_are_found_by_an_index(store: Store, file: Path) -> None:
    connection = sqlite3.connect(file)

    def plan(statement: Statement, **values: object) -> str:
        text = statement.sqlite
        rows = connection.execute("EXPLAIN QUERY PLAN " + text.sql, text.values(values))
        return "; ".join(row[3] for row in rows)

    mine = {"user": ANN, "of_game": GAME}
    assert "uq_designs_user_id_game_key" in plan(designs._OF_USER, **mine)
    assert "uq_designs_user_id_game_key" in plan(designs._NAMED, called="rook", **mine)
    assert "ix_shares_user_id_game_shared_at" in plan(designs._LAPSED, most=5, **mine)
    assert "SCAN" not in plan(designs._DRAFT, **mine)
    connection.close()
