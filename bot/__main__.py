"""The bot's command line: play (the default), `check`, `backup`, `restore` and `demo`."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import signal
import sys
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, Final

import discord

from bot import card_sets, logs
from bot.app import Motordrome, warm_up
from bot.fixed import FIXED, Fixed
from bot.settings import LOCAL_URL, Settings, SettingsError, read_settings
from bot.store import Store, StoreError, backups, files
from games.engine.game import NAMES


def _asked_to_stop() -> asyncio.Event:
    """An event that is set when the process is asked to end, from now on."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):
            loop.add_signal_handler(number, stop.set)
    return stop


SWITCH_SECONDS: Final = 0.001


Around = Callable[[Motordrome], AbstractContextManager[object]]
"""What is entered as long as a bot runs."""


async def serve(
    settings: Settings,
    token: str,
    stop: asyncio.Event,
    around: Around = contextlib.nullcontext,
    **options: Any,
) -> None:
    """Run the bot until `stop` is set. Raises `StoreError` or `discord.LoginFailure`."""
    # Threads that draw and decide hold Python's lock for this long; the loop waits meanwhile.
    sys.setswitchinterval(SWITCH_SECONDS)
    store = await Store.open(settings.database_url)
    try:
        warm_up()
        bot = Motordrome(settings, store, **options)
        with around(bot):
            await _run(bot, token, stop)
    finally:
        await store.close()


async def _run(bot: Motordrome, token: str, stop: asyncio.Event) -> None:
    async with bot:
        work = asyncio.create_task(bot.start(token))
        waiting = asyncio.create_task(stop.wait())
        try:
            await asyncio.wait((work, waiting), return_when=asyncio.FIRST_COMPLETED)
            if work.done():
                work.result()
        finally:
            waiting.cancel()
    work.cancel()
    await asyncio.gather(work, waiting, return_exceptions=True)


async def play_on_discord(settings: Settings, **options: Any) -> None:
    """The bot on Discord, or on the local Discord that the client has been pointed at."""
    await serve(settings, settings.token, _asked_to_stop(), **options)


async def play_locally(settings: Settings) -> None:
    """The bot and a local Discord in one process, with a page to play on."""
    from bot.local.places import furnished  # noqa: PLC0415 - not needed on Discord

    stop = _asked_to_stop()
    local = furnished()
    try:
        await local.start(settings.local_port)
    except OSError as error:
        raise SettingsError(
            f"Port {settings.local_port} cannot be used ({error.strerror or error}). Stop what "
            "uses it, or set LOCAL_PORT to another; 0 takes any that is free."
        ) from error
    local.point_client_here()

    async def tell() -> None:
        await local.until(lambda: local.bot_online, 3600)
        print(f"Motordrome is ready. Open {local.url} in a browser. Ctrl+C stops it.", flush=True)

    telling = asyncio.create_task(tell())
    try:
        # This Discord keeps no messages from one start to the next, so boards are posted anew.
        await serve(settings, local.token, stop, guild_ready_timeout=0, post_anew=True)
    finally:
        telling.cancel()
        await asyncio.gather(telling, return_exceptions=True)
        await local.stop()


def _arguments(words: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m bot",
        description="Motordrome: games of cars that race and cars that shoot, on Discord. "
        "Without a command it runs the bot: on Discord when .env holds a token, else on a local "
        "Discord with a page in your browser.",
    )
    commands = parser.add_subparsers(dest="command")
    demo = commands.add_parser("demo", help="play a whole match without a screen, and check it")
    demo.add_argument("game", choices=NAMES)
    demo.add_argument(
        "--seats", type=int, default=0, help="people at the table; 4 or as many as fit if not said"
    )
    demo.add_argument("--computers", type=int, default=0, help="seats the computer plays besides")
    demo.add_argument("--seed", type=int, default=1, help="what the people will do")
    demo.add_argument(
        "--set", action="append", metavar="NAME=VALUE", help="an option of the table, by field"
    )
    demo.add_argument(
        "--pace", choices=("live", "post"), help="short for --set pace=...; by post the clock jumps"
    )
    demo.add_argument(
        "--hurry", type=int, default=1, metavar="N",
        help="people think N times as fast, and rate limits end N times as soon as on Discord",
    )  # fmt: skip
    demo.add_argument("--scenario", metavar="NAME", help="short for --set scenario=NAME")
    demo.add_argument("--single-duel", action="store_true", help="short for --set single_duel=true")
    demo.add_argument(
        "--kill-every", type=int, default=0, metavar="N",
        help="kill the bot's process after every N moves and start it again",
    )  # fmt: skip
    demo.add_argument(
        "--fixed", action="store_true",
        help="people and chance follow from --seed and the questions alone: each run comes to the "
        "same digest, killed or not",
    )  # fmt: skip
    demo.add_argument("--verbose", action="store_true", help="tell every move")
    commands.add_parser("check", help="look whether everything is in order to play on Discord")
    backup = commands.add_parser("backup", help="copy all matches to one file; the bot may run")
    backup.add_argument("file", type=Path)
    backup.add_argument("--force", action="store_true", help="replace a file that is there")
    restore = commands.add_parser("restore", help="put a backup in place; the bot must not run")
    restore.add_argument("file", type=Path)
    return parser.parse_args(words)


def _keep_safe(arguments: argparse.Namespace, database: Path) -> int:
    """`backup` or `restore`."""
    # Asked to end, it ends as after Ctrl+C: no half file stays behind.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    if arguments.command == "backup":
        backups.back_up(database, arguments.file, force=arguments.force)
        print(f"Everything is in {arguments.file} now ({arguments.file.stat().st_size:,} bytes).")
        return 0
    kept = backups.restore(arguments.file, database)
    print(f"{arguments.file} is in place; start the bot as always.")
    if kept is not None:
        print(f"The database that was there is {kept} now.")
    return 0


def fixed_by(local_url: str | None) -> Fixed | None:
    """What a demo has fixed. Raises `SettingsError` for a bot that is not on a local Discord."""
    word = os.environ.get(FIXED)
    if word and not local_url:
        raise SettingsError(
            f"{FIXED} makes every draw known beforehand, so it is for a demo's local Discord "
            "alone. Unset it and start again."
        )
    return Fixed(word) if word else None


def main(words: Sequence[str] | None = None) -> int:
    """Run a command; returns the exit code. Expected trouble is one sentence, no traceback."""
    arguments = _arguments(sys.argv[1:] if words is None else words)
    try:
        if arguments.command == "check":
            from bot import check  # noqa: PLC0415 - the bot itself does not need it

            return check.run()
        settings = read_settings()
        logs.set_up(settings.log_level)
        if arguments.command in ("backup", "restore"):
            return _keep_safe(arguments, files.path_of(settings.database_url))
        card_sets.install(settings.card_sets)
        if arguments.command == "demo":
            from bot import demo  # noqa: PLC0415 - the bot itself does not need it

            return asyncio.run(demo.run(demo.Plan.of(arguments)))
        local_url = os.environ.get(LOCAL_URL)
        fixed = fixed_by(local_url)
        if local_url:
            from bot.local.places import point_client_at  # noqa: PLC0415

            try:
                point_client_at(local_url)
            except ValueError as error:
                raise SettingsError(str(error)) from None
            asyncio.run(play_on_discord(settings, guild_ready_timeout=0, fixed=fixed))
        elif settings.token:
            asyncio.run(play_on_discord(settings))
        else:
            asyncio.run(play_locally(settings))
    except (SettingsError, StoreError) as error:
        print(error, file=sys.stderr)
        return 2
    except discord.LoginFailure:
        print(
            "Discord does not accept DISCORD_TOKEN. Reset the token on the Bot page of your "
            "application, copy the new one into .env, and start again.",
            file=sys.stderr,
        )
        return 2
    except OSError as error:
        print(f"Could not start: {error.strerror or error}.", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
