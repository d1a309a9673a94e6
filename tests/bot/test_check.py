"""`python -m bot check`: what is in order, and one sentence with what to do where it is not."""

from __future__ import annotations

import asyncio
import os
import re
import sqlite3
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import discord
import pytest

from bot import check_database
from bot.check import check, link, plain
from bot.check_database import Finding
from bot.local import LocalDiscord, point_client_at
from bot.local.hub import HANGS
from bot.presses import hosting
from bot.settings import Settings
from bot.store import Store
from tests.bot.pits import Pits
from tests.bot.test_process import WRONG_TOKEN, start

pytestmark = pytest.mark.long

GOOD = (
    "Token", "Clock", "Commands", "Intents", "Invitation", 'Server "Local Speedway"',
    "Database", "Lock", "Disk",
)  # fmt: skip


def settings(pits: Pits, **changes: object) -> Settings:
    """Those of the running bot, with its token."""
    return Settings(**{"token": pits.local.token, "database_url": pits.url, **changes})  # type: ignore[arg-type]


async def looked(pits: Pits, **how: object) -> dict[str, Finding]:
    """What the check says of a bot that runs, by what it is about."""
    wanted = how.pop("settings", settings(pits))
    found = await check(wanted, guild_ready_timeout=0, **how)  # type: ignore[arg-type]
    for each in found:
        assert pits.local.token not in str(each)
        assert each.sentence.count("\n") == 0
        assert each.sentence.endswith(".") or "https://" in each.sentence.split()[-1]
    return {each.about: each for each in found}


def wrong(found: dict[str, Finding]) -> dict[str, str]:
    """The sentences about what is not in order."""
    return {about: each.sentence for about, each in found.items() if not each.good}


async def test_a_bot_that_runs_is_in_order(pits: Pits) -> None:
    pits.local.add_channel("staff", deny=("view_channel",))
    found = await looked(pits)
    assert tuple(found) == GOOD
    assert wrong(found) == {}
    registered = len(pits.local.world.commands[0])
    assert found["Commands"].sentence == f"All {registered} are registered for every server."
    assert found["Token"].sentence == (
        f"It is that of Motordrome, application {pits.local.world.bot.id}."
    )
    assert found["Lock"].sentence.startswith("A bot has it open now")
    assert found['Server "Local Speedway"'].sentence == (
        "Tables can be hosted in 1 of its 2 text channels."
    )
    assert found["Database"].sentence.endswith("can be read and written and up to date.")


async def test_it_changes_nothing_and_writes_nothing(pits: Pits) -> None:
    before = len(pits.local.calls)
    await looked(pits)
    assert {call.method for call in pits.local.calls[before:]} == {"GET"}


async def test_the_invitation_asks_for_what_a_table_needs(pits: Pits) -> None:
    shown = (await looked(pits))["Invitation"].sentence
    assert link(pits.local.world.bot.id) in shown
    bits = re.search(r"permissions=(\d+)", shown)
    assert bits is not None
    asked = discord.Permissions(int(bits[1]))
    for flag in (*hosting.NEEDED, "send_messages_in_threads", "create_public_threads"):
        assert getattr(asked, flag), flag
    for flag in ("administrator", "manage_messages", "manage_threads", "mention_everyone"):
        assert not getattr(asked, flag), flag
    assert "scope=bot+applications.commands" in shown


# -- the account


async def test_without_a_token_it_says_where_to_get_one(pits: Pits) -> None:
    found = await looked(pits, settings=settings(pits, token=""))
    assert wrong(found).keys() == {"Token"}
    assert "put the token from the Bot page" in wrong(found)["Token"]
    assert found["Database"].good, "the database is looked at all the same"


async def test_a_wrong_token(pits: Pits) -> None:
    found = await looked(pits, settings=settings(pits, token=WRONG_TOKEN))
    assert wrong(found).keys() == {"Token"}
    assert "does not accept DISCORD_TOKEN; reset the token" in wrong(found)["Token"]
    assert WRONG_TOKEN not in str(found)
    assert found["Clock"].good, "a refusal tells the time, too"


async def test_no_network(pits: Pits) -> None:
    point_client_at("http://127.0.0.1:9")
    try:
        found = await looked(pits)
    finally:
        pits.local.point_client_here()
    assert wrong(found).keys() == {"Token"}
    assert "cannot be reached; check this machine's network" in wrong(found)["Token"]
    assert "Clock" not in found


async def test_discord_that_refuses(pits: Pits) -> None:
    pits.local.misbehave.fail_next(status=403)
    assert "answers with HTTP 403" in wrong(await looked(pits))["Token"]


async def test_discord_that_does_not_answer(pits: Pits) -> None:
    pits.local.misbehave.delay_next(0.5)
    assert "cannot be reached" in wrong(await looked(pits, patience=0.01))["Token"]


@pytest.mark.parametrize(("seconds", "said"), [(60, "60 seconds fast"), (-60, "60 seconds slow")])
async def test_a_clock_that_is_wrong_by_a_minute(pits: Pits, seconds: int, said: str) -> None:
    found = await looked(pits, now=lambda: time.time() + seconds)
    assert wrong(found).keys() == {"Clock"}
    near = wrong(found)["Clock"].replace("59", "60").replace("61", "60")
    assert said in near
    assert "let it be set from the network" in near


async def test_a_clock_that_is_a_little_wrong_will_do(pits: Pits) -> None:
    assert wrong(await looked(pits, now=lambda: time.time() + 3)) == {}


async def test_intents_that_are_not_switched_on(pits: Pits) -> None:
    found = await looked(pits, intents=discord.Intents(guilds=True, members=True))
    assert wrong(found) == {
        "Intents": "Discord refuses guilds, members; switch the privileged ones on, on the Bot "
        "page of your application."
    }


async def test_a_gateway_that_closes(pits: Pits) -> None:
    found = await looked(pits, intents=discord.Intents._from_value(1 | 1 << 30))
    assert "closes the connection with 4013" in wrong(found)["Intents"]


# -- servers


async def test_a_bot_in_no_server(pits: Pits) -> None:
    pits.local.misbehave.kick_bot(pits.local.guild)
    found = await looked(pits)
    assert wrong(found).keys() == {"Servers"}
    invitation = link(pits.local.world.bot.id)
    assert wrong(found)["Servers"] == (
        f"The bot is in no server; open {invitation} and choose one."
    )


async def test_a_server_that_gives_the_bot_too_little(
    pits: Pits, monkeypatch: pytest.MonkeyPatch
) -> None:
    little = discord.Permissions(view_channel=True, send_messages=True).value
    pits.local.world.bot_permissions = little
    monkeypatch.setattr("bot.local.shapes.MEMBER_PERMISSIONS", little)
    (sentence,) = wrong(await looked(pits)).values()
    assert sentence == (
        "The bot lacks Attach Files, Read Message History, Send Messages in Threads and Create "
        "Public Threads; open Server Settings, Roles, and give it to the bot's role."
    )


async def test_a_server_whose_channels_are_all_closed(pits: Pits) -> None:
    pits.local.misbehave.deny(pits.channel, "attach_files")
    (sentence,) = wrong(await looked(pits)).values()
    assert sentence.startswith("None of its 1 text channels lets the bot host a table; allow it")


async def test_a_server_without_a_text_channel(pits: Pits) -> None:
    pits.local.add_guild("Empty Lot")
    (sentence,) = wrong(await looked(pits)).values()
    assert sentence == "It shows the bot no text channel; make one for tables."


async def test_a_server_that_cannot_be_reached(pits: Pits) -> None:
    pits.local.misbehave.outage(pits.local.guild)
    found = await looked(pits)
    assert wrong(found) == {}
    assert any("Discord cannot show it at present" in each.sentence for each in found.values())


async def test_a_link_of_the_applications_own_that_asks_for_too_little(
    pits: Pits, monkeypatch: pytest.MonkeyPatch
) -> None:
    from bot.local import shapes  # noqa: PLC0415

    honest = shapes.application_json
    little = {"scopes": ["bot"], "permissions": "1024"}
    monkeypatch.setattr(
        shapes, "application_json", lambda world: {**honest(world), "install_params": little}
    )
    (sentence,) = wrong(await looked(pits)).values()
    assert "does not ask for Send Messages, Attach Files" in sentence
    assert "applications.commands; add it on the Installation page" in sentence


def test_a_name_that_a_terminal_would_obey() -> None:
    assert plain("The \x1b[2J\nPits\u202e") == "The ?[2J?Pits?"


# -- commands


async def test_commands_that_discord_has_lost_are_told_again_by_the_next_start(pits: Pits) -> None:
    await pits.stop()
    await pits.start(settings=settings(pits))
    registered = len(pits.local.world.commands[0])
    pits.local.world.commands[0] = pits.local.world.commands[0][1:]
    sentence = wrong(await looked(pits))["Commands"]
    assert re.fullmatch(r"/\w+ are not registered .* stop the bot and start it again.*", sentence)
    await pits.stop()
    await pits.start(settings=settings(pits))
    assert len(pits.local.world.commands[0]) == registered
    assert wrong(await looked(pits)) == {}


async def test_commands_of_another_version_are_noticed(pits: Pits) -> None:
    pits.local.world.commands[0][0]["description"] = "Something else"
    assert wrong(await looked(pits)).keys() == {"Commands"}


async def test_before_the_first_start_nothing_is_wrong(tmp_path: Path) -> None:
    local = LocalDiscord()
    await local.start()
    local.point_client_here()
    local.add_channel("pit-lane")
    url = f"sqlite+aiosqlite:///{tmp_path / 'var' / 'm.sqlite3'}"
    try:
        wanted = Settings(token=local.token, database_url=url)
        found = await check(wanted, guild_ready_timeout=0)
    finally:
        await local.stop()
    assert [each for each in found if not each.good] == []
    said = {each.about: each.sentence for each in found}
    assert said["Commands"].startswith("None is registered for every server")
    assert said["Database"].endswith("m.sqlite3 yet; the first start makes it.")
    assert not (tmp_path / "var").exists()


async def test_a_server_for_trying_that_the_bot_is_not_in(pits: Pits) -> None:
    found = await looked(pits, settings=settings(pits, test_guild=81384788765712384))
    assert wrong(found).keys() == {"Commands"}
    assert "invite it there with the scope applications.commands" in wrong(found)["Commands"]


async def test_commands_of_a_server_for_trying(pits: Pits) -> None:
    wanted = settings(pits, test_guild=pits.local.guild.id)
    await pits.stop()
    await pits.start(settings=wanted)
    found = await looked(pits, settings=wanted)
    assert wrong(found) == {}
    assert "they stand there twice until TEST_GUILD is empty" in found["Commands"].sentence
    pits.local.world.commands[0] = []
    found = await looked(pits, settings=wanted)
    assert found["Commands"].sentence.endswith(f"the server {pits.local.guild.id} (TEST_GUILD).")


# -- the database


@pytest.fixture
async def file(tmp_path: Path) -> Path:
    """A database that no bot has open."""
    path = tmp_path / "m.sqlite3"
    await (await Store.open(f"sqlite+aiosqlite:///{path}")).close()
    return path


def seen(file: Path, **how: float) -> dict[str, Finding]:
    found = check_database.look(f"sqlite+aiosqlite:///{file}", **{"patience": 0.0, **how})  # type: ignore[arg-type]
    return {each.about: each for each in found}


def test_a_database_at_rest(file: Path) -> None:
    found = seen(file)
    assert wrong(found) == {}
    assert found["Lock"].sentence.startswith("No bot has it open")


@pytest.mark.parametrize("lock", ["IMMEDIATE", "EXCLUSIVE"])
def test_a_locked_database(file: Path, lock: str) -> None:
    holder = sqlite3.connect(file, isolation_level=None)
    holder.execute(f"BEGIN {lock}")
    try:
        (sentence,) = wrong(seen(file)).values()
    finally:
        holder.close()
    assert sentence.endswith("is in use by another program; stop it and start again.")


def test_a_newer_database(file: Path) -> None:
    with sqlite3.connect(file) as database:
        database.execute("UPDATE alembic_version SET version_num = 'v9999'")
    (sentence,) = wrong(seen(file)).values()
    assert "was made by a newer version of Motordrome; update the program" in sentence


def test_an_older_database_is_told_to_be_backed_up(file: Path) -> None:
    with sqlite3.connect(file) as database:
        database.execute("UPDATE alembic_version SET version_num = '0001'")
    before = file.read_bytes()
    found = seen(file)
    assert wrong(found) == {}
    assert "make a backup first" in found["Database"].sentence
    assert file.read_bytes() == before


def test_a_database_of_another_program(file: Path) -> None:
    file.unlink()
    with sqlite3.connect(file) as database:
        database.execute("CREATE TABLE recipes (name)")
    (sentence,) = wrong(seen(file)).values()
    assert "belongs to another program; set DATABASE_URL to another one" in sentence


def test_a_damaged_database(file: Path) -> None:
    file.write_bytes(b"no database at all " * 1000)
    (sentence,) = wrong(seen(file)).values()
    assert "is damaged or is something else; put a backup in its place" in sentence


def test_a_file_with_nothing_in_it(tmp_path: Path) -> None:
    file = tmp_path / "m.sqlite3"
    assert "There is no " in seen(file)["Database"].sentence
    file.touch()
    assert "is empty; the first start makes its tables." in seen(file)["Database"].sentence


def test_an_address_that_names_no_file(tmp_path: Path) -> None:
    (finding,) = check_database.look("sqlite+aiosqlite://")
    assert not finding.good
    found = seen(tmp_path)
    assert "is a folder; let DATABASE_URL name a file in it" in wrong(found)["Database"]


def test_a_disk_with_little_room(file: Path) -> None:
    found = seen(file, least_room=1 << 60)
    assert wrong(found).keys() == {"Disk"}
    assert "make room" in wrong(found)["Disk"]


NOBODY = 65534


@contextmanager
def as_somebody_else() -> Iterator[Path]:
    """A folder, and a user who is not its owner, for as long as it lasts."""
    if os.geteuid():
        pytest.skip("only root can become somebody else")
    with tempfile.TemporaryDirectory(dir="/tmp") as name:
        folder = Path(name)
        folder.chmod(0o755)
        try:
            yield folder
        finally:
            os.seteuid(0)


@pytest.mark.parametrize("folder_mode", [0o755, 0o777])
def test_a_database_that_may_not_be_written(file: Path, folder_mode: int) -> None:
    with as_somebody_else() as folder:
        there = folder / "m.sqlite3"
        there.write_bytes(file.read_bytes())
        there.chmod(0o444)
        folder.chmod(folder_mode)
        os.seteuid(NOBODY)
        (sentence,) = wrong(seen(there)).values()
    assert re.search(r"cannot be (written|opened)", sentence)
    assert "check" in sentence


def test_a_folder_in_which_no_database_can_be_made() -> None:
    with as_somebody_else() as folder:
        os.seteuid(NOBODY)
        found = seen(folder / "var" / "m.sqlite3")
    assert "none can be made in" in wrong(found)["Database"]


# -- the command


async def ended(folder: Path, **given: str) -> tuple[int | None, list[str], str]:
    """How the command ends: its exit code, its lines and what it says besides."""
    process = await start(folder, "check", **given)
    async with asyncio.timeout(HANGS):
        out, error = await process.communicate()
    return process.returncode, out.decode().splitlines(), error.decode()


async def test_the_command_says_all_that_and_never_the_token(tmp_path: Path) -> None:
    local = LocalDiscord()
    await local.start()
    local.add_channel("pit-lane")
    here = {"MOTORDROME_LOCAL_URL": local.url, "LOG_LEVEL": "DEBUG"}
    try:
        good, refused, away, odd = await asyncio.gather(
            ended(tmp_path, DISCORD_TOKEN=local.token, **here),
            ended(tmp_path, DISCORD_TOKEN=WRONG_TOKEN, **here),
            ended(tmp_path, DISCORD_TOKEN=WRONG_TOKEN, MOTORDROME_LOCAL_URL="http://127.0.0.1:9"),
            ended(tmp_path, DISCORD_TOKEN="not-a-token"),
        )
    finally:
        await local.stop()
    for code, lines, error in (good, refused, away, odd):
        told = "\n".join([*lines, error])
        assert local.token not in told
        assert WRONG_TOKEN not in told
        assert "not-a-token" not in told
        assert error == ""
        assert code == int(any(line.startswith("WRONG ") for line in lines))
    assert good[0] == 0, good[1]
    assert len(good[1]) == 8
    assert [each[0] for each in (refused, away, odd)] == [1, 1, 1]
    assert odd[1] == [
        "WRONG Settings: DISCORD_TOKEN does not look like a bot token (three parts with dots "
        "between). Copy it again from the Bot page of your application, or leave it empty to use "
        "the local Discord."
    ]
