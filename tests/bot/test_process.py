"""The process as an operator starts it: it runs, or says in one sentence why it does not."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import socket
import sqlite3
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path

import aiohttp
import pytest

from bot.local import LocalDiscord
from bot.local.hub import HANGS
from bot.store import Store, files

ROOT = Path(__file__).parents[2]
OURS = (
    "DISCORD_TOKEN", "DATABASE_URL", "DATABASE_WAIT", "LOCAL_PORT", "LOG_LEVEL", "TEST_GUILD",
    "KEEP_PICTURES", "SHARD_IDS", "SHARD_COUNT", "METRICS_PORT",
)  # fmt: skip


async def start(folder: Path, *words: str, **settings: str) -> asyncio.subprocess.Process:
    """Start `python -m bot` in an empty folder with these settings and no others."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if name not in OURS and not name.startswith(("MOTORDROME", "COV"))
    }
    environment = {
        **kept,
        "PYTHONPATH": str(ROOT),
        "DATABASE_URL": f"sqlite+aiosqlite:///{folder / 'm.sqlite3'}",
        "LOCAL_PORT": "0",
        **settings,
    }
    return await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bot", *words, cwd=folder, env=environment,
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip


Prepare = Callable[[Path], AbstractContextManager[Mapping[str, str]]]
"""Gets an empty folder ready and gives the settings to start with."""


def plain(**settings: str) -> Prepare:
    """These settings, and nothing else to do."""

    def prepare(folder: Path) -> AbstractContextManager[Mapping[str, str]]:
        return nullcontext({name: text.format(folder=folder) for name, text in settings.items()})

    return prepare


@contextmanager
def taken_port(folder: Path) -> Iterator[Mapping[str, str]]:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        yield {"LOCAL_PORT": str(taken.getsockname()[1])}


@contextmanager
def no_folder(folder: Path) -> Iterator[Mapping[str, str]]:
    (folder / "file").write_text("not a folder")
    yield {"DATABASE_URL": f"sqlite+aiosqlite:///{folder}/file/m.sqlite3"}


@contextmanager
def damaged(folder: Path) -> Iterator[Mapping[str, str]]:
    (folder / "m.sqlite3").write_bytes(b"no database at all " * 1000)
    yield {}


@contextmanager
def of_another_program(folder: Path) -> Iterator[Mapping[str, str]]:
    database = sqlite3.connect(folder / "m.sqlite3")
    with database:
        database.execute("CREATE TABLE recipes (name)")
    database.close()
    yield {}


@contextmanager
def newer(folder: Path) -> Iterator[Mapping[str, str]]:
    database = sqlite3.connect(folder / "m.sqlite3")
    with database:
        database.execute("CREATE TABLE alembic_version (version_num)")
        database.execute("INSERT INTO alembic_version VALUES ('v9999')")
    database.close()
    yield {}


@contextmanager
def held(folder: Path) -> Iterator[Mapping[str, str]]:
    holder = sqlite3.connect(folder / "m.sqlite3", isolation_level=None)
    holder.execute("CREATE TABLE x (y)")
    holder.execute("BEGIN EXCLUSIVE")
    yield {}
    holder.close()


@contextmanager
def played_on(folder: Path) -> Iterator[Mapping[str, str]]:
    with files.Running(folder / "m.sqlite3", alone=True):
        yield {}


@contextmanager
def shard_is_taken(folder: Path) -> Iterator[Mapping[str, str]]:
    """Another process has shard 1 of 3, and renews its lease."""
    url, stop = f"sqlite+aiosqlite:///{folder / 'm.sqlite3'}", threading.Event()

    async def live() -> None:
        store = await Store.open(url)
        mine = await store.join((0, 1), 3)
        there.set()
        while not stop.is_set():
            await store.renew(mine.id)
            await asyncio.to_thread(stop.wait, 0.1)
        await store.close()

    there = threading.Event()
    living = threading.Thread(target=lambda: asyncio.run(live()))
    living.start()
    there.wait()
    yield {"SHARD_IDS": "1-2", "SHARD_COUNT": "3", "LOG_LEVEL": "ERROR"}
    stop.set()
    living.join()


@contextmanager
def env_file(folder: Path) -> Iterator[Mapping[str, str]]:
    (folder / ".env").write_text("LOG_LEVEL=LOUD\n")
    yield {}


WRONG_TOKEN = "MTIz.Abcdef.wrong-wrong-wrong"
CASES: dict[str, tuple[Prepare, str]] = {
    "another bot on the database": (
        played_on,
        r"The database .* is played on by another bot already\. .* SHARD_IDS",
    ),
    "a shard that another process has": (
        shard_is_taken,
        r"Another process has shard 1 already: give each process its own SHARD_IDS\.",
    ),
    "malformed token": (
        plain(DISCORD_TOKEN="not-a-token"),
        r"DISCORD_TOKEN does not look like a bot token",
    ),
    "wrong token": (
        plain(DISCORD_TOKEN=WRONG_TOKEN, MOTORDROME_LOCAL_URL="here"),
        r"Discord does not accept DISCORD_TOKEN; reset the token",
    ),
    "a port for metrics that is none": (
        plain(METRICS_PORT="http"),
        r"METRICS_PORT must be a whole number",
    ),
    "a TEST_GUILD without a number": (
        plain(TEST_GUILD="my server"),
        r"TEST_GUILD must be a whole number",
    ),
    "a TEST_GUILD the bot is not in": (
        plain(DISCORD_TOKEN="here", MOTORDROME_LOCAL_URL="here", TEST_GUILD="81384788765712384"),
        r"TEST_GUILD is 81384788765712384, and the bot may not register commands .* Invite it",
    ),
    "a local Discord elsewhere": (
        plain(DISCORD_TOKEN="a.b.c", MOTORDROME_LOCAL_URL="http://example.com:80"),
        r"'http://example.com:80' is no local Discord",
    ),
    "a local Discord that is away": (
        plain(DISCORD_TOKEN="a.b.c", MOTORDROME_LOCAL_URL="http://127.0.0.1:9"),
        r"Discord cannot be reached; check this machine's network",
    ),
    "fixed chance on Discord": (
        plain(DISCORD_TOKEN="a.b.c", MOTORDROME_FIXED="7"),
        r"MOTORDROME_FIXED makes every draw known beforehand",
    ),
    "fixed chance on the page": (
        plain(MOTORDROME_FIXED="7"),
        r"MOTORDROME_FIXED makes every draw known beforehand",
    ),
    "fixed chance on a Discord elsewhere": (
        plain(
            DISCORD_TOKEN="a.b.c",
            MOTORDROME_LOCAL_URL="http://example.com:80",
            MOTORDROME_FIXED="7",
        ),
        r"'http://example.com:80' is no local Discord",
    ),
    "a port in use": (taken_port, r"Port \d+ cannot be used .* set LOCAL_PORT to another"),
    "a folder that cannot be made": (no_folder, r"The folder .* cannot be made .* DATABASE_URL"),
    "a database that is a folder": (
        plain(DATABASE_URL="sqlite+aiosqlite:///{folder}"),
        r".* is a folder; let DATABASE_URL name a file in it",
    ),
    "a file after two slashes": (
        plain(DATABASE_URL="sqlite+aiosqlite://var/m.sqlite3"),
        r"DATABASE_URL has two slashes before its file; write three",
    ),
    "a damaged database": (damaged, r"The database .* is damaged or is something else"),
    "another program's database": (of_another_program, r".* belongs to another program"),
    "a newer database": (newer, r".* was made by a newer version of Motordrome"),
    "a PostgreSQL that is away": (
        plain(DATABASE_URL="postgresql://ann:not-a-token@127.0.0.1:9/m", DATABASE_WAIT="0"),
        r"The database m at 127\.0\.0\.1:9 cannot be reached",
    ),
    "a database in use": (held, r".* is in use by another program"),
    "a setting in .env": (env_file, r"LOG_LEVEL must be one of "),
}


async def ending(folder: Path, prepare: Prepare, local: LocalDiscord) -> tuple[int, str, str]:
    """Start the process, and wait for its end: exit code, standard output and error."""
    with prepare(folder) as wanted:
        settings = dict(wanted)
        if settings.get("MOTORDROME_LOCAL_URL") == "here":
            settings["MOTORDROME_LOCAL_URL"] = local.url
        if settings.get("DISCORD_TOKEN") == "here":
            settings["DISCORD_TOKEN"] = local.token
        process = await start(folder, **settings)
        try:
            async with asyncio.timeout(HANGS):
                out, error = await process.communicate()
        finally:
            if process.returncode is None:
                process.kill()
    assert process.returncode is not None
    return process.returncode, out.decode(), error.decode()


@pytest.fixture(scope="module")
def endings(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[int, str, str]]:
    """How each case ended. They run side by side: one of them waits for a lock."""

    async def run() -> dict[str, tuple[int, str, str]]:
        local = LocalDiscord()
        await local.start()
        try:
            ended = await asyncio.gather(
                *(
                    ending(tmp_path_factory.mktemp("case"), prepare, local)
                    for prepare, _ in CASES.values()
                )
            )
        finally:
            await local.stop()
        return dict(zip(CASES, ended, strict=True))

    return asyncio.run(run())


@pytest.mark.long
@pytest.mark.parametrize("case", CASES)
def test_what_cannot_run_says_why_in_one_sentence(
    endings: dict[str, tuple[int, str, str]], case: str
) -> None:
    code, out, error = endings[case]
    assert "Traceback" not in error
    assert code == 2, error
    assert out == ""
    (sentence,) = error.splitlines()
    assert re.match(CASES[case][1], sentence)
    assert sentence.endswith(".")
    assert "not-a-token" not in sentence
    assert WRONG_TOKEN not in sentence


async def test_without_a_token_it_plays_on_a_local_discord(tmp_path: Path) -> None:
    process = await start(tmp_path)
    assert process.stdout is not None
    async with asyncio.timeout(HANGS):
        line = (await process.stdout.readline()).decode()
        found = re.search(r"Open (http://127\.0\.0\.1:\d+)/? in a browser", line)
        assert found is not None, line
        async with aiohttp.ClientSession() as http, http.get(found[1]) as page:
            assert page.status == 200
            assert "<html" in await page.text()
        process.send_signal(signal.SIGTERM)
        _, error = await process.communicate()
    assert process.returncode == 0
    assert b"Traceback" not in error
    assert (tmp_path / "m.sqlite3").is_file()


async def command(folder: Path, *words: str) -> tuple[int | None, str, str]:
    """How a command of the bot's ends."""
    process = await start(folder, *words)
    async with asyncio.timeout(HANGS):
        out, error = await process.communicate()
    return process.returncode, out.decode(), error.decode()


@pytest.mark.long
async def test_a_backup_of_the_running_bot_is_put_back_once_it_has_ended(tmp_path: Path) -> None:
    process = await start(tmp_path)
    assert process.stdout is not None
    async with asyncio.timeout(HANGS):
        await process.stdout.readline()
    code, out, _ = await command(tmp_path, "backup", "copy")
    assert (code, out.startswith("Everything is in copy now")) == (0, True)
    code, out, error = await command(tmp_path, "backup", "copy")
    assert (code, out) == (2, "")
    assert error == "copy is there already; name another file, or add --force.\n"
    assert (await command(tmp_path, "backup", "copy", "--force"))[0] == 0
    code, out, error = await command(tmp_path, "restore", "copy")
    assert (code, out) == (2, "")
    assert re.fullmatch(r"The database .* is in use by another program; .*\.\n", error)
    here, there = (f"sqlite+aiosqlite:///{tmp_path}/{name}.sqlite3" for name in "mn")
    code, out, error = await command(tmp_path, "copy", here, there)
    assert (code, out) == (2, "")
    assert re.fullmatch(r"The database .* is in use by another program; .*\.\n", error)
    process.kill()
    await process.communicate()
    code, out, error = await command(tmp_path, "copy", here, there)
    assert (code, error) == (0, "")
    assert re.fullmatch(r"Everything is copied and compared \(\d+ rows\)\. .*\.\n", out)
    code, out, error = await command(tmp_path, "restore", "copy")
    assert (code, error) == (0, "")
    assert "m.sqlite3.before-restore" in out
    code, _, error = await command(tmp_path, "restore", "nothing")
    assert (code, error) == (2, "There is no file nothing to restore.\n")
