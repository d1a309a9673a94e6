"""A PostgreSQL server of one's own for demos, tests and benchmarks: made, used and thrown away.

It listens on a socket in a folder of its own and on no port. It lives as long as the process that
holds the folder's lifeline, however that ends: a guard reads from that pipe and clears away when
nobody has its other end any more.
"""

from __future__ import annotations

import asyncio
import contextlib
import fcntl
import itertools
import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

DATABASES: Final = ("sqlite", "postgresql")
"""Where a demo may store its match."""
USER: Final = "motordrome"
TEMPLATE: Final = "motordrome_template"
MISSING: Final = "PostgreSQL's programs initdb and pg_ctl are not here; install postgresql."
_PLACES: Final = (
    "/usr/lib/postgresql/*/bin",
    "/usr/pgsql-*/bin",
    "/opt/homebrew/opt/postgresql*/bin",
)
"""Where packages put them, off the path."""
_GUARD: Final = """
cat <&3 >/dev/null
if read -r server <"$1/data/postmaster.pid"; then
  kill -QUIT "$server"
  while kill -0 "$server" 2>/dev/null; do sleep 0.05; done
fi 2>/dev/null
rm -rf "$1"
"""
_SETTINGS: Final = {
    "listen_addresses": "''",
    "max_connections": "200",
    "shared_buffers": "32MB",
    "wal_level": "minimal",
    "max_wal_senders": "0",
    "timezone": "'UTC'",
    "deadlock_timeout": "20ms",
}
_NUMBERS: Final = itertools.count(1)
"""Of databases that this process has made."""
_LOOSE: Final = {"fsync": "off", "full_page_writes": "off"}
"""Of a server that may lose everything with the machine's power."""


def programs() -> Path | None:
    """The folder of the newest initdb and pg_ctl on this machine; None where there is none."""
    there = [Path(each).parent for each in (shutil.which("initdb"),) if each]
    for pattern in _PLACES:
        there += sorted(Path("/").glob(pattern[1:]), key=_version, reverse=True)
    return next((each for each in there if _are_in(each)), None)


def _are_in(folder: Path) -> bool:
    return all((folder / name).is_file() for name in ("initdb", "pg_ctl"))


def _version(folder: Path) -> list[int]:
    return [int(part) for part in str(folder).replace("-", "/").split("/") if part.isdigit()]


class Server:
    """A server in the folder of a `lifeline`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._data = folder / "data"

    def url(self, database: str) -> str:
        """The address of one of its databases."""
        return f"postgresql+asyncpg://{USER}@/{database}?host={self.folder}"

    def start(self) -> None:
        """Start it, and wait until it answers."""
        log = self.folder / "log"
        self._run("pg_ctl", "start", "-D", self._data, "-l", log, "-w", "-s", "-t", "120")

    def stop(self, mode: str = "immediate") -> None:
        """End it at once, as a crash of the machine would; what was committed stays. By the mode
        "fast" it ends as its operator ends it, with a word to every connection."""
        self._run("pg_ctl", "stop", "-D", self._data, "-m", mode, "-w", "-s", "-t", "120")

    def make(self, *, durable: bool) -> None:
        """Make its files. One that is not `durable` never waits for the disk."""
        owner = _owner()
        if owner is not None:
            os.chown(self.folder, owner.pw_uid, owner.pw_gid)
        self._run(
            "initdb", "-D", self._data, "-U", USER, "-A", "trust", "-E", "UTF8", "--locale=C",
            "--no-sync", "--no-instructions",
        )  # fmt: skip
        settings = _SETTINGS | ({} if durable else _LOOSE)
        settings["unix_socket_directories"] = f"'{self.folder}'"
        with (self._data / "postgresql.conf").open("a", encoding="utf-8") as file:
            file.writelines(f"{name} = {value}\n" for name, value in settings.items())

    def _run(self, program: str, *words: object) -> None:
        folder, owner = programs(), _owner()
        if folder is None:
            raise FileNotFoundError(MISSING)
        # PostgreSQL refuses to run as root.
        become: dict[str, Any] = (
            {"user": owner.pw_uid, "group": owner.pw_gid, "extra_groups": []} if owner else {}
        )
        # Not to a pipe: the server would keep it open.
        with tempfile.TemporaryFile("w+", encoding="utf-8") as said:
            done = subprocess.run(
                [folder / program, *map(str, words)],
                cwd="/", stdin=subprocess.DEVNULL, stdout=said, stderr=said, check=False, **become,
            )  # fmt: skip
            said.seek(0)
            if done.returncode:
                raise RuntimeError(f"{program} failed: {said.read()}")

    async def template(self) -> None:
        """Make the database that new ones are copies of."""
        from bot.store import Store  # noqa: PLC0415 - every test run imports this file

        await self._say(f"CREATE DATABASE {TEMPLATE}")
        await (await Store.open(self.url(TEMPLATE))).close()

    async def database(self, *, empty: bool = False) -> str:
        """A new database, with the tables in it unless it is to be `empty`; returns its address."""
        name = f"d{os.getpid()}_{next(_NUMBERS)}"
        of = "template0" if empty else TEMPLATE
        await self._say(f"CREATE DATABASE {name} TEMPLATE {of} STRATEGY file_copy")
        return self.url(name)

    async def drop(self, url: str) -> None:
        """Delete a database, whoever still uses it."""
        name = url.partition("?")[0].rpartition("/")[2]
        await self._say(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")

    async def _say(self, words: str) -> None:
        import asyncpg  # noqa: PLC0415 - an extra, which only those who come here need

        connection = await asyncpg.connect(host=str(self.folder), user=USER, database="postgres")
        try:
            await connection.execute(words)
        finally:
            await connection.close()


def _owner() -> pwd.struct_passwd | None:
    """Whom the server runs as; None for whoever runs this."""
    if os.geteuid():
        return None
    for name in ("postgres", "nobody"):
        with contextlib.suppress(KeyError):
            return pwd.getpwnam(name)
    return None


@contextlib.contextmanager
def lifeline() -> Iterator[Path]:
    """A folder for a server, which lives as long as this does."""
    folder = Path(tempfile.mkdtemp(prefix="motordrome-pg-"))
    os.mkfifo(folder / "alive")
    held = os.open(folder / "alive", os.O_RDWR)
    # Opened for the guard: one that opened it after this process was killed would wait for ever.
    ending = os.open(folder / "alive", os.O_RDONLY)
    try:
        subprocess.run(
            # What runs behind `&` has no input of its own.
            ["/bin/sh", "-c", f"exec 3<&0; ({_GUARD}) &", "guard", folder],
            stdin=ending, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            start_new_session=True, check=True,
        )  # fmt: skip
        os.close(ending)
        yield folder
    finally:
        os.close(held)


async def shared(folder: Path, *, durable: bool = False) -> Server:
    """The server in the folder of a lifeline that somebody holds; who comes first makes it."""
    server = Server(folder)
    with (folder / "first").open("a") as first:
        fcntl.flock(first, fcntl.LOCK_EX)
        if not (folder / "ready").exists():
            await asyncio.to_thread(server.make, durable=durable)
            await asyncio.to_thread(server.start)
            await server.template()
            (folder / "ready").touch()
    return server
