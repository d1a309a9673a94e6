"""Backups: one file that holds everything, made while the bot runs, and put back while it does not.

Both commands make the new file beside its place first and move it there when it has been checked,
so that nothing is ever half written.
"""

from __future__ import annotations

import contextlib
import itertools
import os
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

from bot.store import files, migrate
from bot.store.errors import (
    BackupRefused,
    DatabaseCorrupt,
    DatabaseLocked,
    DatabaseMissing,
    StoreError,
)

_PATIENCE: Final = 5.0
"""Seconds that a lock of another program is waited for."""


def back_up(database: Path, target: Path, *, force: bool = False) -> None:
    """Copy a database to one file as it is at this moment; the bot may run and play on.

    Raises `BackupRefused` for a file that is there already (unless `force`), for the database's
    own files and where it cannot be written; `DatabaseMissing`, `DatabaseCorrupt` or
    `DatabaseLocked` where the database cannot be read. Then nothing has been changed.
    """
    if not database.is_file():
        raise DatabaseMissing(f"There is no database {database} to back up; check DATABASE_URL.")
    if _is_of(database, target):
        raise BackupRefused(f"{target} belongs to the database itself; name another file.")
    if target.is_dir():
        raise BackupRefused(f"{target} is a folder; name a file in it.")
    if target.exists() and not force:
        raise BackupRefused(f"{target} is there already; name another file, or add --force.")
    with _made_beside(target) as made:
        _copy(database, made)
        _check(made, database)
        made.replace(target)


def restore(source: Path, database: Path) -> Path | None:
    """Put a backup in the database's place; returns where the old database is, if there was one.

    An older backup is brought up to date by the bot's next start. Raises `DatabaseLocked` while a
    bot or another program has the database open, and `BackupRefused` or `DatabaseCorrupt` for a
    file that cannot be taken or written. Then nothing has been changed.
    """
    database = Path(os.path.realpath(database))  # a link to it stays
    if not source.is_file():
        raise BackupRefused(f"There is no file {source} to restore.")
    if _is_of(database, source):
        raise BackupRefused(f"{source} belongs to the database itself; name a backup.")
    files.make_folder(database)
    with (
        contextlib.closing(files.InUse(database, alone=True)),
        _made_beside(database, for_bot=True) as made,
    ):
        _copy(source, made)
        _check(made, source)
        _pack(made)
        kept = _keep(database)
        made.replace(database)
    return kept


def _is_of(database: Path, other: Path) -> bool:
    """Whether a file is the database's or stands beside it, under whatever name."""
    mine = [database, *files.beside(database)]
    if os.path.realpath(other) in [os.path.realpath(each) for each in mine]:
        return True
    return any(each.exists() and other.exists() and each.samefile(other) for each in mine)


@contextmanager
def _made_beside(place: Path, *, for_bot: bool = False) -> Iterator[Path]:
    """A new file in the same folder, for its owner alone; gone at the end unless it was moved. One
    `for_bot` is the bot's, also where root makes it."""
    made: Path | None = None
    try:
        number, name = tempfile.mkstemp(prefix=f".{place.name}.", suffix=".part", dir=place.parent)
        made = Path(name)
        try:
            if for_bot:
                files.hand_over(number, place.parent)
        finally:
            os.close(number)
        yield made
        _sync_folder(place.parent)
    except (OSError, sqlite3.Error) as error:
        if isinstance(error, sqlite3.Error) and _code(error) == sqlite3.SQLITE_CORRUPT:
            raise DatabaseCorrupt(f"What was to be copied is damaged ({error}).") from error
        why = error.strerror if isinstance(error, OSError) and error.strerror else error
        raise BackupRefused(
            f"{place} could not be written ({why}); make room on the disk and check the rights of "
            "its folder. Nothing was changed."
        ) from error
    finally:
        for each in (made, *files.beside(made)) if made is not None else ():
            each.unlink(missing_ok=True)


def _sync_folder(folder: Path) -> None:
    """Make a file's new name outlive a power cut, where folders can be synced."""
    with contextlib.suppress(OSError):
        number = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)


def _copy(source: Path, made: Path) -> None:
    """Copy a database with what is still in its -wal, all of it of one moment."""
    uri = f"{source.resolve().as_uri()}?mode=ro"
    try:
        there = sqlite3.connect(uri, uri=True, timeout=_PATIENCE, isolation_level=None)
    except sqlite3.Error as error:
        raise _unreadable(error, source) from error
    with closing(there):
        try:
            # Reading first: the copy itself would wait for a lock for ever.
            there.execute("BEGIN")
            there.execute("SELECT count(*) FROM sqlite_master").fetchall()
        except sqlite3.Error as error:
            raise _unreadable(error, source) from error
        with closing(sqlite3.connect(made, isolation_level=None)) as here:
            there.backup(here)
    with closing(sqlite3.connect(made, isolation_level=None)) as here:
        # One file, with nothing beside it.
        here.execute("PRAGMA journal_mode=DELETE").fetchall()


def _code(error: sqlite3.Error) -> int:
    return error.sqlite_errorcode & 0xFF


def _unreadable(error: sqlite3.Error, source: Path) -> StoreError:
    match _code(error):
        case sqlite3.SQLITE_BUSY:
            return DatabaseLocked(
                f"{source} is held by another program; try again when that is done."
            )
        case sqlite3.SQLITE_NOTADB | sqlite3.SQLITE_CORRUPT:
            return DatabaseCorrupt(f"{source} is damaged, or is no database.")
    return DatabaseMissing(f"{source} cannot be read ({error}); check its rights.")


def _check(made: Path, source: Path) -> None:
    """That a copy is whole and is a database of this program, and of no newer one."""
    with closing(sqlite3.connect(made, isolation_level=None)) as here:
        try:
            tables = {row[0] for row in here.execute("SELECT name FROM sqlite_master")}
            if not {"alembic_version", "matches", "moves"} <= tables:
                raise BackupRefused(
                    f"{source} is not a database of Motordrome, or only a part of one: a copy of "
                    "the file alone while the bot runs. Use one that the command backup made."
                )
            there = {row[0] for row in here.execute("SELECT version_num FROM alembic_version")}
            found = here.execute("PRAGMA quick_check(1)").fetchall()
        except sqlite3.DatabaseError as error:
            raise DatabaseCorrupt(f"{source} is damaged; use another backup.") from error
    if not there or not there <= migrate.known():
        raise BackupRefused(
            f"{source} was made by a newer version of Motordrome; update the program first."
        )
    if found != [("ok",)]:
        raise DatabaseCorrupt(f"{source} is damaged; use another backup.")


def _pack(made: Path) -> None:
    """Leave out what is free, and let the file shrink by itself from now on."""
    with closing(sqlite3.connect(made, isolation_level=None)) as here:
        here.execute("PRAGMA auto_vacuum=INCREMENTAL").fetchall()
        here.execute("VACUUM")


def _keep(database: Path) -> Path | None:
    """Give the database that is there another name besides; returns it."""
    if not database.exists() or database.stat().st_size == 0:
        return None
    names = itertools.chain([""], (f"-{n}" for n in itertools.count(2)))
    kept = next(
        name
        for end in names
        if not (name := database.with_name(f"{database.name}.before-restore{end}")).exists()
    )
    log, kept_log = (each.with_name(each.name + "-wal") for each in (database, kept))
    if log.exists():
        os.link(log, kept_log)  # SQLite deletes the log of a file that it cannot read
    try:
        with closing(sqlite3.connect(database, timeout=0, isolation_level=None)) as old:
            # Its log belongs into it, and must not be read with the new file.
            old.execute("PRAGMA journal_mode=DELETE").fetchall()
        kept_log.unlink(missing_ok=True)
    except sqlite3.Error as error:
        if _code(error) in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            kept_log.unlink(missing_ok=True)
            raise DatabaseLocked(
                f"The database {database} is in use by another program; stop it and start again."
            ) from error
        for end in ("-wal", "-shm"):
            database.with_name(database.name + end).unlink(missing_ok=True)
    os.link(database, kept)
    return kept
