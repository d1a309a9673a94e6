"""A running bot for each test."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from bot.match.drivers import DRIVERS
from bot.store import Store
from tests.bot.pits import Pits, ids, opened, patient
from tests.bot.several import Several, playing


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database that has been made, to copy: migrations are tested elsewhere."""
    file = tmp_path_factory.mktemp("empty") / "motordrome.sqlite3"

    async def make() -> None:
        await (await Store.open(f"sqlite+aiosqlite:///{file}")).close()

    asyncio.run(make())
    return file


@pytest.fixture(scope="package", autouse=True)
def patience() -> Iterator[None]:
    """The bot is not hurried by a machine that is busy, and Rook always comes first."""
    with pytest.MonkeyPatch.context() as patch:
        patient(patch)
        patch.setattr("bot.match.drivers.order", lambda match_id: list(DRIVERS))
        yield


@pytest.fixture
def url(tmp_path: Path) -> str:
    """The address of a database of its own."""
    return f"sqlite+aiosqlite:///{tmp_path / 'm.sqlite3'}"


@pytest.fixture
async def store(url: str) -> AsyncIterator[Store]:
    """That database, open."""
    store = await Store.open(url)
    yield store
    await store.close()


@pytest.fixture
async def pits(
    tmp_path: Path, empty_database: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Pits]:
    """The bot on a local Discord with people who have not opened a table yet."""
    monkeypatch.setattr("bot.tables.matches.new_id", ids())
    async with opened(tmp_path, empty_database) as pits:
        yield pits


@pytest.fixture
async def three(
    tmp_path: Path, empty_database: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Several]:
    """Three processes of the bot on one SQLite file."""
    file = tmp_path / "m.sqlite3"
    shutil.copy(empty_database, file)
    async with playing(f"sqlite+aiosqlite:///{file}", 3, monkeypatch) as three:
        yield three
