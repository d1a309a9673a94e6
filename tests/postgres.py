"""The PostgreSQL server that all tests of a session share; the first that needs it starts it."""

from __future__ import annotations

import asyncio
import contextlib
import os
import tempfile
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot import own_postgres

FOLDER = "MOTORDROME_TEST_SERVER"
"""Environment variable: the folder that `tests/conftest.py` has made for it."""
_SOCKET = ".s.PGSQL.5432"
NEEDED = "POSTGRES_NEEDED"
"""Environment variable: not empty where a test that lacks PostgreSQL's programs fails."""


async def server() -> own_postgres.Server:
    """The server. Skips the test where its programs are missing."""
    if own_postgres.programs() is None:
        if os.environ.get(NEEDED):
            pytest.fail(own_postgres.MISSING)
        pytest.skip(own_postgres.MISSING)
    return await own_postgres.shared(Path(os.environ[FOLDER]))


@contextlib.asynccontextmanager
async def new_database(*, empty: bool = False) -> AsyncIterator[str]:
    """The address of a database of its own on that server, with the tables in it unless it is to be
    `empty`."""
    there = await server()
    url = await there.database(empty=empty)
    yield url
    await there.drop(url)


class Wire:
    """A way to the server's socket that a test can cut (connections end, and new ones are refused)
    or let fall silent (nothing that is sent arrives)."""

    def __init__(self, to: Path, folder: Path) -> None:
        self._to = to / _SOCKET
        self._path = folder / _SOCKET
        self._carries = asyncio.Event()
        self._carries.set()
        self._listening: asyncio.Server | None = None
        self._carrying: set[asyncio.Task[None]] = set()

    async def mend(self) -> None:
        """Carry again."""
        self._carries.set()
        if self._listening is None:
            self._listening = await asyncio.start_unix_server(self._taken, self._path)

    async def cut(self) -> None:
        """The server cannot be reached from now on."""
        if self._listening is not None:
            self._listening.close()
            self._path.unlink()
            self._listening = None
        for task in [*self._carrying]:
            task.cancel()
        await asyncio.gather(*self._carrying, return_exceptions=True)

    def silence(self) -> None:
        """What is sent from now on goes nowhere until `mend`, as where a network swallows it."""
        self._carries.clear()

    async def _taken(self, near: asyncio.StreamReader, back: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._carrying.add(task)
        task.add_done_callback(self._carrying.discard)
        ends, ways = [back], []
        try:
            far, there = await asyncio.open_unix_connection(self._to)
            ends.append(there)
            ways += [asyncio.create_task(self._carry(*way)) for way in ((near, there), (far, back))]
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        except (OSError, asyncio.CancelledError):
            pass  # the server is away, or the wire is cut
        finally:
            for way in ways:
                way.cancel()
            await asyncio.gather(*ways, return_exceptions=True)
            for end in ends:
                end.transport.abort()

    async def _carry(self, of: asyncio.StreamReader, to: asyncio.StreamWriter) -> None:
        while some := await of.read(1 << 16):
            await self._carries.wait()
            to.write(some)
            await to.drain()


@contextlib.asynccontextmanager
async def wired(there: own_postgres.Server) -> AsyncIterator[tuple[Wire, str]]:
    """A way to a new database of a server, and its address by that way."""
    url = await there.database()
    with tempfile.TemporaryDirectory(prefix="motordrome-wire-") as folder:
        wire = Wire(there.folder, Path(folder))
        await wire.mend()
        yield wire, url.replace(str(there.folder), folder)
        await wire.cut()
    await there.drop(url)
