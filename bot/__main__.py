"""The bot's command line: `play` (the default), `demo`, `soak`, `check`, `backup`, `restore` and
`copy`.

`python -m bot` and the installed command `motordrome` are the same.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
import sys
from collections.abc import Sequence
from pathlib import Path

import aiohttp
import discord

from bot import card_sets, logs, loop
from bot.own_postgres import DATABASES
from bot.serving import fixed_by, play_locally, play_on_discord, point_client_at
from bot.settings import LOCAL_URL, SettingsError, read_settings
from bot.store import StoreError, backups, copying, files
from games.engine.found import NAMES


def _arguments(words: Sequence[str]) -> argparse.Namespace:
    installed = Path(sys.argv[0]).name != "__main__.py"
    parser = argparse.ArgumentParser(
        prog="motordrome" if installed else "python -m bot",
        description="Motordrome: games of cars that race and cars that shoot, on Discord. "
        "Without a command it runs the bot: on Discord when .env holds a token, else on a local "
        "Discord with a page in your browser.",
    )
    commands = parser.add_subparsers(dest="command")
    commands.add_parser("play", help="run the bot, as without a command")
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
    demo.add_argument("--size", metavar="NAME", help="short for --set with the game's own sizes")
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
    demo.add_argument("--tables", type=int, default=1, metavar="N", help="so many matches at once")
    demo.add_argument(
        "--processes", type=int, default=1, metavar="N",
        help="so many processes of the bot on one database; they are killed at random",
    )  # fmt: skip
    demo.add_argument(
        "--database", choices=DATABASES, default=DATABASES[0],
        help="where matches are stored; for PostgreSQL the demo starts a server of its own",
    )  # fmt: skip
    demo.add_argument("--verbose", action="store_true", help="tell every move")
    soak = commands.add_parser(
        "soak", help="play many tables for minutes on several processes, while much goes wrong"
    )
    soak.add_argument("--tables", type=int, default=200, metavar="N", help="so many tables")
    soak.add_argument("--minutes", type=float, default=5.0, metavar="N", help="for so long")
    soak.add_argument(
        "--processes", type=int, default=3, metavar="N", help="on so many processes of the bot"
    )
    soak.add_argument(
        "--database", choices=DATABASES, default=DATABASES[1],
        help="where matches are stored; a server of its own is restarted halfway",
    )  # fmt: skip
    soak.add_argument(
        "--every", type=float, default=24.0, metavar="SECONDS", help="a table has a press so often"
    )
    soak.add_argument("--seed", type=int, default=1, help="what the people will do")
    commands.add_parser("check", help="look whether everything is in order to play on Discord")
    backup = commands.add_parser("backup", help="copy all matches to one file; the bot may run")
    backup.add_argument("file", type=Path)
    backup.add_argument("--force", action="store_true", help="replace a file that is there")
    restore = commands.add_parser("restore", help="put a backup in place; the bot must not run")
    restore.add_argument("file", type=Path)
    copy = commands.add_parser("copy", help="move all matches to another database; no bot must run")
    copy.add_argument("source", metavar="FROM", help="as DATABASE_URL names it")
    copy.add_argument("target", metavar="TO", help="likewise; it must be new or empty")
    return parser.parse_args(words)


def _keep_safe(arguments: argparse.Namespace, url: str) -> int:
    """`backup`, `restore` or `copy`."""
    # Asked to end, it ends as after Ctrl+C: no half file stays behind.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    if arguments.command == "copy":
        rows = asyncio.run(copying.copy(arguments.source, arguments.target))
        print(f"Everything is copied and compared ({rows:,} rows).", end=" ")
        print("Set DATABASE_URL to the new database.")
    elif arguments.command == "backup":
        backups.back_up(files.path_of(url), arguments.file, force=arguments.force)
        print(f"Everything is in {arguments.file} now ({arguments.file.stat().st_size:,} bytes).")
    else:
        kept = backups.restore(arguments.file, files.path_of(url))
        print(f"{arguments.file} is in place; start the bot as always.")
        if kept is not None:
            print(f"The database that was there is {kept} now.")
    return 0


def main(words: Sequence[str] | None = None) -> int:
    """Run a command; returns the exit code. Expected trouble is one sentence, no traceback."""
    arguments = _arguments(sys.argv[1:] if words is None else words)
    try:
        if arguments.command == "check":
            from bot import check  # noqa: PLC0415 - the bot itself does not need it

            return check.run()
        settings = read_settings()
        logs.set_up(settings.log_level)
        if arguments.command in ("backup", "restore", "copy"):
            return _keep_safe(arguments, settings.database_url)
        card_sets.install(settings.card_sets)
        if arguments.command == "demo":
            from bot import demo  # noqa: PLC0415 - the bot itself does not need it

            return asyncio.run(demo.run(demo.Plan.of(arguments)))
        if arguments.command == "soak":
            from bot.demo import soak  # noqa: PLC0415 - the bot itself does not need it

            return asyncio.run(soak.run(soak.Soak.of(arguments)))
        local_url = os.environ.get(LOCAL_URL)
        fixed = fixed_by(local_url)
        if local_url:
            point_client_at(local_url)
            loop.run(play_on_discord(settings, guild_ready_timeout=0, fixed=fixed))
        elif settings.token:
            loop.run(play_on_discord(settings))
        else:
            loop.run(play_locally(settings))
    except (SettingsError, StoreError) as error:
        print(error, file=sys.stderr)
        return 2
    except (
        discord.LoginFailure,
        discord.HTTPException,
        discord.ConnectionClosed,
        aiohttp.ClientError,
    ) as error:
        from bot import check  # noqa: PLC0415 - the bot itself does not need it

        print(check.why_not(error), file=sys.stderr)
        return 2
    except OSError as error:
        where = f" ({error.filename})" if error.filename else ""
        print(f"It could not run: {error.strerror or error}{where}.", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
