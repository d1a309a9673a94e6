"""A store on a real file."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.store import Store


@pytest.fixture
def url(tmp_path: Path) -> str:
    """Where the database of a test is; not made yet."""
    return f"sqlite+aiosqlite:///{tmp_path / 'var' / 'matches.sqlite3'}"


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
