"""A store on a real file, and on a real PostgreSQL."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.store import Store
from tests.postgres import new_database

EVERY_DAY = ("test_append", "test_group_commit", "test_open", "test_outbox")
"""Where tests run on PostgreSQL every day; elsewhere that is long."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Tests of the store run on both databases; those that look into its file, on SQLite."""
    if "url" not in metafunc.fixturenames:
        return
    every_day = metafunc.module.__name__.rpartition(".")[2] in EVERY_DAY
    postgres = pytest.param("postgresql", marks=() if every_day else pytest.mark.long)
    kinds = ["sqlite"] if "file" in metafunc.fixturenames else ["sqlite", postgres]
    metafunc.parametrize("url", kinds, indirect=True)


@pytest.fixture
async def url(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[str]:
    """Where the database of a test is; not made yet, or empty."""
    if request.param == "sqlite":
        yield f"sqlite+aiosqlite:///{tmp_path / 'var' / 'matches.sqlite3'}"
        return
    async with new_database() as url:
        yield url


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """The file behind `url`."""
    return tmp_path / "var" / "matches.sqlite3"


@pytest.fixture
async def store(url: str) -> AsyncIterator[Store]:
    """An empty store."""
    store = await Store.open(url, busy_timeout_ms=200)
    yield store
    await store.close()
