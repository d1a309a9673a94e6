"""The bot's process in a demo: the bot as it is, with a clock that jumps and its calls timed.

Files beside the database tell it the time, and tell of its calls.
"""

from __future__ import annotations

import faulthandler
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import msgspec

from bot import card_sets, logs, loop
from bot.app import Motordrome
from bot.demo.leaps import Jumped
from bot.local.lasting import lasting
from bot.local.places import point_client_at
from bot.serving import fixed_by, play_on_discord
from bot.settings import LOCAL_URL, read_settings

JUMPED: Final = "MOTORDROME_JUMPED"
"""Environment variable: the file that says by how much the clock has jumped."""
LASTED: Final = "MOTORDROME_LASTED"
"""Environment variable: the file that the bot's calls are written to when it ends."""
OFF: Final = "MOTORDROME_CLOCK_OFF"
"""Environment variable: by how many ms this process's machine is fast; it may be empty."""
PATIENT: Final = "MOTORDROME_PATIENT"
"""Environment variable: not empty for a bot that is not to give up what comes late."""
HURRY: Final = "MOTORDROME_HURRY"
"""Environment variable: how many times shorter secret windows stay open at least."""
PATIENCE: Final = 300.0
"""Seconds that such a bot waits at most."""
SAY_WHERE: Final = signal.SIGUSR1
"""Has a process say on its standard error where each of its threads is."""
WORTH_TELLING: Final = 0.5
"""Seconds from which on a call is written down."""


@contextmanager
def timed(bot: Motordrome) -> Iterator[None]:
    """Write down the calls of a bot that lasted. A process that is killed writes nothing."""
    if os.environ[PATIENT]:
        bot.door.oldest_ms = round(1000 * PATIENCE)
        bot.delivery.call_seconds = PATIENCE
    hurry = int(os.environ[HURRY])
    # Twice: people who press so fast are few, and the table waits for each question of a turn.
    bot.matches.floor_ms //= hurry**2
    bot.delivery.opening.every_ms //= hurry
    bot.delivery.opening.late_ms //= hurry
    bot.member.identify_ms //= hurry
    with lasting(bot) as calls:
        yield
    long = [call for call in calls if call.seconds >= WORTH_TELLING]
    with Path(os.environ[LASTED]).open("ab") as file:
        file.writelines(msgspec.json.encode(call) + b"\n" for call in long)


def _end_with_the_demo() -> None:
    """A demo that is killed leaves no bots behind, which would look for its database for ever."""
    parent = multiprocessing.parent_process()
    assert parent is not None

    def wait() -> None:
        parent.join()
        os.kill(os.getpid(), signal.SIGKILL)

    threading.Thread(target=wait, daemon=True).start()


def run(environment: Mapping[str, str]) -> None:
    """Run the bot until it is asked to end, with settings that stand in the environment besides.

    `bot.settings.LOCAL_URL` must be among them: this bot runs on a local Discord and nowhere else.
    """
    _end_with_the_demo()
    os.environ.update(environment)
    if off := int(environment.get(OFF) or 0):
        right = time.time_ns
        time.time_ns = lambda: right() + 1_000_000 * off
    faulthandler.register(SAY_WHERE)
    url = environment[LOCAL_URL]
    point_client_at(url)
    settings = read_settings()
    logs.set_up(settings.log_level)
    card_sets.install(settings.card_sets)
    now = Jumped(Path(environment[JUMPED])).now_ms
    loop.run(
        play_on_discord(settings, around=timed, guild_ready_timeout=0, fixed=fixed_by(url), now=now)
    )
