"""Backups: made while a bot plays, checked, and put back without losing anything."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from bot.store import DatabaseLocked, Store, StoreError
from bot.store.backups import back_up, restore
from bot.store.errors import BackupRefused, DatabaseCorrupt, DatabaseMissing
from bot.store.files import InUse
from tests.store.databases import ID, at, lose_the_thread, made, mode, save_in, whole
from tests.store.rows import SEED, commit, match

pytestmark = pytest.mark.long

# ruff: noqa: ASYNC240 - files are what is tested


# -- making one


async def test_a_backup_of_a_running_bot_holds_what_was_acknowledged(
    store: Store, file: Path, tmp_path: Path
) -> None:
    await store.new_match(match(), SEED)
    await store.append(commit(0, save=b"the newest"))
    assert file.with_name(file.name + "-wal").stat().st_size > 0
    back_up(file, tmp_path / "backup")
    assert await store.append(commit(1, save=b"later")) == 2
    assert await save_in(tmp_path / "backup") == b"the newest"


async def test_a_backup_is_one_file_for_its_owner_alone(
    store: Store, file: Path, tmp_path: Path
) -> None:
    await store.new_match(match(), SEED)
    folder = tmp_path / "backups"
    folder.mkdir()
    back_up(file, folder / "backup")
    assert [each.name for each in folder.iterdir()] == ["backup"]
    assert mode(folder / "backup") == 0o600
    assert b"WAL" not in (folder / "backup").read_bytes()[:32]
    check = sqlite3.connect(folder / "backup")
    assert check.execute("PRAGMA journal_mode").fetchone() == ("delete",)
    check.close()


async def test_a_file_that_is_there_is_kept_unless_forced(
    store: Store, file: Path, tmp_path: Path
) -> None:
    await store.new_match(match(save=b"S"), SEED)
    (tmp_path / "backup").write_text("older")
    with pytest.raises(BackupRefused, match="--force"):
        back_up(file, tmp_path / "backup")
    assert (tmp_path / "backup").read_text() == "older"
    back_up(file, tmp_path / "backup", force=True)
    assert await save_in(tmp_path / "backup") == b"S"


async def test_a_backup_onto_the_database_itself(store: Store, file: Path, tmp_path: Path) -> None:
    await store.new_match(match(save=b"S"), SEED)
    (tmp_path / "link").symlink_to(file)
    os.link(file, tmp_path / "twin")
    ends = ("", "-wal", "-shm", "-journal", "-lock")
    for target in (
        *(file.with_name(file.name + end) for end in ends),
        file.parent / ".." / "var" / file.name,
        tmp_path / "link",
        tmp_path / "twin",
    ):
        with pytest.raises(BackupRefused, match="the database itself"):
            back_up(file, target, force=True)
    assert await store.append(commit(0, save=b"T")) == 1
    assert (await store.match(ID)) is not None


async def test_targets_that_cannot_be_written(store: Store, file: Path, tmp_path: Path) -> None:
    with pytest.raises(BackupRefused, match="is a folder"):
        back_up(file, tmp_path, force=True)
    with pytest.raises(BackupRefused, match="could not be written"):
        back_up(file, tmp_path / "nowhere" / "backup")


async def test_there_must_be_a_database(tmp_path: Path) -> None:
    with pytest.raises(DatabaseMissing):
        back_up(tmp_path / "none", tmp_path / "backup")
    assert list(tmp_path.iterdir()) == []


async def test_a_damaged_database_gives_no_backup(url: str, file: Path, tmp_path: Path) -> None:
    await made(file, b"S" * 60_000)
    pages = bytearray(file.read_bytes())
    for start in range(8192, len(pages), 8192):
        pages[start : start + 64] = b"\xff" * 64
    file.write_bytes(pages)
    with pytest.raises(DatabaseCorrupt):
        back_up(file, tmp_path / "backup")
    assert not (tmp_path / "backup").exists()


async def test_damage_that_only_a_look_at_all_of_it_finds(file: Path, tmp_path: Path) -> None:
    await made(file, b"S" * 60_000)
    lose_the_thread(file)
    with pytest.raises(DatabaseCorrupt, match="is damaged"):
        back_up(file, tmp_path / "backup")
    assert not (tmp_path / "backup").exists()


FULL = """
import resource, sys
from pathlib import Path
from bot.store import StoreError
from bot.store.backups import back_up, restore
resource.setrlimit(resource.RLIMIT_FSIZE, (65536, 65536))
try:
    {action}
except StoreError as error:
    sys.exit(f"refused: {{error}}")
"""


def with_no_room(action: str) -> str:
    """What is said when no file may grow beyond 64 KB: the writes fail as on a full disk."""
    ended = subprocess.run(
        [sys.executable, "-c", FULL.format(action=action)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 1
    assert ended.stderr.startswith("refused: "), ended.stderr
    return ended.stderr


async def test_a_full_disk_leaves_no_half_file(store: Store, file: Path, tmp_path: Path) -> None:
    await store.new_match(match(save=b"S" * 200_000), SEED)
    folder = tmp_path / "backups"
    folder.mkdir()
    (folder / "backup").write_text("older")
    action = f"back_up(Path({str(file)!r}), Path({str(folder / 'backup')!r}), force=True)"
    assert "make room on the disk" in with_no_room(action)
    assert whole(folder) == {"backup": b"older"}


# -- putting one back


async def test_a_restored_database_is_played_on(file: Path, tmp_path: Path) -> None:
    await made(file, b"old")
    back_up(file, tmp_path / "backup")
    store = await Store.open(at(file))
    await store.append(commit(0, save=b"new"))
    await store.close()
    kept = restore(tmp_path / "backup", file)
    assert kept == file.with_name(file.name + ".before-restore")
    assert await save_in(file) == b"old"
    assert await save_in(kept) == b"new"
    assert mode(file) == 0o600
    assert restore(tmp_path / "backup", file) == file.with_name(f"{file.name}.before-restore-2")


async def test_a_database_is_restored_where_there_is_none(file: Path, tmp_path: Path) -> None:
    await made(tmp_path / "backup", b"S")
    assert restore(tmp_path / "backup", file) is None
    assert mode(file.parent) == 0o700
    assert await save_in(file) == b"S"


async def test_the_log_of_a_bot_that_was_killed_goes_with_the_old_database(
    store: Store, file: Path, tmp_path: Path
) -> None:
    """The old -wal must neither be lost nor be read with the restored file."""
    await made(tmp_path / "backup", b"restored")
    await store.new_match(match(save=b"S"), SEED)
    await store.append(commit(0, save=b"only in the log"))
    killed = tmp_path / "killed" / file.name
    killed.parent.mkdir()
    for end in ("", "-wal"):
        shutil.copy(f"{file}{end}", f"{killed}{end}")
    kept = restore(tmp_path / "backup", killed)
    assert kept is not None
    assert await save_in(killed) == b"restored"
    assert await save_in(kept) == b"only in the log"


async def test_a_damaged_database_is_kept_as_it_is(file: Path, tmp_path: Path) -> None:
    await made(tmp_path / "backup", b"S")
    file.parent.mkdir()
    file.write_bytes(b"no database at all " * 900)
    file.with_name(file.name + "-wal").write_bytes(b"its log")
    kept = restore(tmp_path / "backup", file)
    assert kept is not None
    assert kept.read_bytes() == b"no database at all " * 900
    assert kept.with_name(kept.name + "-wal").read_bytes() == b"its log"
    assert await save_in(file) == b"S"


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files away")
async def test_what_root_restores_belongs_to_the_owner_of_its_folder(
    file: Path, tmp_path: Path
) -> None:
    await made(file)
    back_up(file, tmp_path / "backup")
    folder = tmp_path / "of the bot's user"
    folder.mkdir()
    os.chown(folder, 1234, 1234)
    restore(tmp_path / "backup", folder / "m.sqlite3")
    owners = {each.name: each.stat().st_uid for each in folder.iterdir()}
    assert owners == {"m.sqlite3": 1234, "m.sqlite3-lock": 1234}
    back_up(folder / "m.sqlite3", folder / "backup")
    assert (folder / "backup").stat().st_uid == 0


async def test_nothing_is_restored_while_a_bot_runs(
    store: Store, file: Path, tmp_path: Path
) -> None:
    await made(tmp_path / "backup", b"older")
    await store.new_match(match(save=b"S"), SEED)
    second = await Store.open(at(file))
    with pytest.raises(DatabaseLocked, match="in use by another program"):
        restore(tmp_path / "backup", file)
    await store.close()
    with pytest.raises(DatabaseLocked):
        restore(tmp_path / "backup", file)
    assert await second.append(commit(0, save=b"T")) == 1
    await second.close()
    assert await save_in(file) == b"T"
    restore(tmp_path / "backup", file)
    assert await save_in(file) == b"older"


async def test_nothing_is_restored_while_a_bot_is_just_starting(file: Path, tmp_path: Path) -> None:
    await made(tmp_path / "backup", b"older")
    await made(file, b"S")
    with InUse(file, alone=False), InUse(file, alone=False), pytest.raises(DatabaseLocked):
        restore(tmp_path / "backup", file)
    assert await save_in(file) == b"S"


async def test_nothing_is_restored_over_a_file_that_another_program_reads(
    file: Path, tmp_path: Path
) -> None:
    await made(tmp_path / "backup", b"older")
    await made(file, b"S")
    reader = sqlite3.connect(file)
    reader.execute("SELECT count(*) FROM matches").fetchall()
    with pytest.raises(DatabaseLocked):
        restore(tmp_path / "backup", file)
    reader.close()
    assert await save_in(file) == b"S"


async def test_no_bot_starts_while_a_database_is_restored(url: str, file: Path) -> None:
    await made(file)
    with InUse(file, alone=True), pytest.raises(DatabaseLocked, match="being restored"):
        await Store.open(url)
    await (await Store.open(url)).close()


def _shopping_list(backup: Path) -> None:
    backup.write_text("tires, tires, tires " * 900)


def _empty(backup: Path) -> None:
    backup.write_bytes(b"")


def _recipes(backup: Path) -> None:
    _run(backup, "CREATE TABLE recipes (name)")


def _cut_in_two(backup: Path) -> None:
    backup.write_bytes(backup.read_bytes()[: backup.stat().st_size // 2])


def _newer(backup: Path) -> None:
    _run(backup, "UPDATE alembic_version SET version_num = '9999'")


def _scratched(backup: Path) -> None:
    pages = bytearray(backup.read_bytes())
    for start in range(8192 * 3, len(pages), 8192 * 2):
        pages[start : start + 64] = b"\xff" * 64
    backup.write_bytes(pages)


def _gone(backup: Path) -> None:
    backup.unlink()


def _run(file: Path, statement: str) -> None:
    if b"SQLite" not in file.read_bytes()[:16] or "recipes" in statement:
        file.unlink()
    connection = sqlite3.connect(file)
    connection.execute(statement)
    connection.commit()
    connection.close()


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (_shopping_list, "no database"),
        (_empty, "is not a database of Motordrome"),
        (_recipes, "is not a database of Motordrome"),
        (_cut_in_two, "damaged"),
        (_newer, "newer version"),
        (_scratched, "damaged"),
        (_gone, "There is no file"),
    ],
)
async def test_what_is_no_good_backup_is_refused(
    spoil: object, says: str, file: Path, tmp_path: Path
) -> None:
    await made(file, b"S")
    backup = tmp_path / "backup"
    await made(backup, b"older" * 40_000)
    assert callable(spoil)
    spoil(backup)
    before = whole(file.parent)
    with pytest.raises(StoreError, match=says) as refusal:
        restore(backup, file)
    assert "\n" not in str(refusal.value)
    assert whole(file.parent) == before
    assert await save_in(file) == b"S"


async def test_the_database_is_no_backup_of_itself(file: Path) -> None:
    await made(file, b"S")
    with pytest.raises(BackupRefused, match="the database itself"):
        restore(file, file)
    assert await save_in(file) == b"S"


async def test_no_room_to_restore(file: Path, tmp_path: Path) -> None:
    await made(file, b"S")
    await made(tmp_path / "backup", b"older" * 40_000)
    before = whole(file.parent)
    action = f"restore(Path({str(tmp_path / 'backup')!r}), Path({str(file)!r}))"
    assert "make room on the disk" in with_no_room(action)
    assert whole(file.parent) == before
