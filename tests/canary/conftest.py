"""What the canary's worlds begin with."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot.store import Store


@pytest.fixture(scope="session")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database that has been made, to copy."""
    file = tmp_path_factory.mktemp("empty") / "motordrome.sqlite3"

    async def make() -> None:
        await (await Store.open(f"sqlite+aiosqlite:///{file}")).close()

    asyncio.run(make())
    return file
