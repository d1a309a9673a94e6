"""The database as files: where it is, who may read it, and whether a program has it open."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import stat
from pathlib import Path
from typing import Final, Self

import structlog
from sqlalchemy import URL

from bot.store.address import is_postgres, parsed
from bot.store.errors import DatabaseLocked, DatabaseMissing

log = structlog.get_logger(__name__)

BESIDE: Final = ("-wal", "-shm", "-journal", "-bot", "-lock")
"""What stands beside a database file: SQLite's files and those of `Running` and `InUse`."""
_PRIVATE: Final = 0o600
_OTHERS: Final = stat.S_IRWXG | stat.S_IRWXO


def path_of(url: str | URL) -> Path:
    """The file that a database's address names. Raises `DatabaseMissing` where it names none."""
    address = parsed(url)
    if is_postgres(address):
        raise DatabaseMissing(
            "DATABASE_URL names PostgreSQL, which has commands of its own for this: pg_dump and "
            "pg_restore."
        )
    if address.get_backend_name() != "sqlite" or address.database in (None, "", ":memory:"):
        raise DatabaseMissing(
            "DATABASE_URL names no file; it should look like sqlite+aiosqlite:///var/games.sqlite3."
        )
    # Two slashes make the first folder a host, which SQLAlchemy refuses: no other file is meant.
    if address.host or address.port or address.username or address.password:
        raise DatabaseMissing(
            "DATABASE_URL has two slashes before its file; write three, as in "
            "sqlite+aiosqlite:///var/games.sqlite3, or four where the path begins at the root."
        )
    path = Path(str(address.database))
    if path.is_dir():
        raise DatabaseMissing(f"{path} is a folder; let DATABASE_URL name a file in it.")
    return path


def beside(path: Path) -> list[Path]:
    """The files that belong to a database file, there or not."""
    return [path.with_name(path.name + end) for end in BESIDE]


def make_folder(path: Path) -> None:
    """Make the folder of a database, for its owner alone; one that is there stays as it is."""
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise DatabaseMissing(
            f"The folder {path.parent} for the database cannot be made "
            f"({error.strerror}); make it yourself or change DATABASE_URL."
        ) from error


def make_file(path: Path) -> None:
    """Make the file if it is missing, for its owner alone: hands and seeds will stand in it.

    SQLite gives the files beside it the file's own mode.
    """
    # A file that is there is never opened here: closing it would drop SQLite's locks on it.
    with contextlib.suppress(OSError):
        number = os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, _PRIVATE)
        try:
            hand_over(number, path.parent)
        finally:
            os.close(number)


def hand_over(number: int, folder: Path) -> None:
    """Give an open file that root has just made to the owner of its folder: the bot runs as that
    user, who could not open a file of root's."""
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        owner = folder.stat()
        os.fchown(number, owner.st_uid, owner.st_gid)


def shut(path: Path) -> None:
    """Take a database of ours from everybody but its owner."""
    if any([_shut(each) for each in (path, *beside(path))]):
        log.warning("others could use the database; its mode is mended", file=str(path))


def _shut(path: Path) -> bool:
    """Take a file from everybody but its owner; False when nobody else had it."""
    with contextlib.suppress(OSError):
        mode = stat.S_IMODE(path.stat().st_mode)
        if mode & _OTHERS:
            path.chmod(mode & ~_OTHERS)
            return True
    return False


class InUse:
    """That a program has a database open, for as long as it lives.

    It is a lock on a file beside the database, kept by SQLite as it keeps its own: it works where
    the database works, ends with its process, and any number of bots hold it together. The
    database's own lock would not do, because a damaged file has none, and a file that is replaced
    takes its locks along.
    """

    end = "-lock"
    alone_not = "is in use by another program; stop it and start again."
    shared_not = "is being restored; start again when that is done."

    def __init__(self, path: Path, *, alone: bool) -> None:
        whole = Path(os.path.realpath(path))  # the same lock under whatever name
        self._file = whole.with_name(whole.name + self.end)
        make_file(self._file)
        # Who wants it alone is refused at once, and is in nobody's way for longer than that.
        self._held = sqlite3.connect(
            self._file, timeout=0 if alone else 1, isolation_level=None, check_same_thread=False
        )
        try:
            self._held.execute("BEGIN EXCLUSIVE" if alone else "BEGIN")
            self._held.execute("SELECT count(*) FROM sqlite_master").fetchall()
        except sqlite3.Error as error:
            self._held.close()
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY:
                raise DatabaseMissing(
                    f"The database {path} cannot be opened; check DATABASE_URL and the rights of "
                    "its folder."
                ) from error
            why = self.alone_not if alone else self.shared_not
            raise DatabaseLocked(f"The database {path} {why}") from error

    def close(self) -> None:
        """Let go of it."""
        self._held.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class Running(InUse):
    """That a bot runs on a database: the only one (`alone`), or one of several that have shards of
    their own."""

    end = "-bot"
    alone_not = (
        "is played on by another bot already. Stop that one, or give each process its SHARD_IDS "
        "and the same SHARD_COUNT."
    )
    shared_not = (
        "is played on by a bot that has all shards. Stop that one, or give it SHARD_IDS and "
        "SHARD_COUNT, too."
    )
