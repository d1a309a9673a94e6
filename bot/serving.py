"""Running a bot to its end: on Discord, on a local Discord elsewhere, or with one of its own."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sys
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any, Final

import structlog

from bot import health
from bot.app import Motordrome, warm_up
from bot.settings import Settings, SettingsError, why
from bot.store import DatabaseAway, Store
from bot.tables.fixed import FIXED, Fixed
from bot.tables.membership import Membership, wall

log = structlog.get_logger(__name__)

SWITCH_SECONDS: Final = 0.001
LOOK_AGAIN_SECONDS: Final = 1.0
"""How often a start looks whether a database is there that was not."""
Around = Callable[[Motordrome], AbstractContextManager[object]]
"""What is entered as long as a bot runs."""


def _asked_to_stop() -> asyncio.Event:
    """An event that is set when the process is asked to end, from now on."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):
            loop.add_signal_handler(number, stop.set)
    return stop


async def serve(
    settings: Settings,
    token: str,
    stop: asyncio.Event,
    around: Around = contextlib.nullcontext,
    now: Callable[[], int] = wall,
    **options: Any,
) -> None:
    """Run the bot until `stop` is set. Raises `StoreError` (`ShardTaken` where another process has
    its shards) or `discord.LoginFailure`. `now` is the time of day in ms."""
    # Threads that draw and decide hold Python's lock for this long; the loop waits meanwhile.
    sys.setswitchinterval(SWITCH_SECONDS)
    store = await _opened(settings, stop)
    if store is None:
        return
    try:
        warm_up()
        member = await Membership.join(
            store, settings.database_url, now, settings.shard_ids, settings.shard_count
        )
        try:
            bot = Motordrome(settings, store, member=member, **options)
            async with contextlib.AsyncExitStack() as beside:
                if settings.metrics_port:
                    await beside.enter_async_context(health.served(bot, settings.metrics_port))
                with around(bot):
                    await _run(bot, token, stop, member)
        finally:
            await member.leave()
    finally:
        await store.close()


async def _opened(settings: Settings, stop: asyncio.Event) -> Store | None:
    """The store; None where the process is asked to end first. After a machine's start the
    database may be there later than the bot, so a server that does not answer is waited for. What
    waiting does not mend (no such database, a wrong password) is raised at once."""
    until, told = time.monotonic() + settings.database_wait, False
    while True:
        try:
            return await Store.open(settings.database_url)
        except DatabaseAway as away:
            if time.monotonic() >= until:
                raise
            if not told:
                log.warning("waiting for the database", why=str(away), most=settings.database_wait)
                told = True
        # asyncio.wait_for of Python 3.11 can lose a cancellation.
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(LOOK_AGAIN_SECONDS):
                await stop.wait()
                return None


async def _run(bot: Motordrome, token: str, stop: asyncio.Event, member: Membership) -> None:
    async with bot:
        work = asyncio.create_task(bot.start(token))
        waiting = asyncio.create_task(stop.wait())
        living = asyncio.create_task(member.run())
        try:
            tasks = (work, waiting, living)
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in (work, living):
                if task.done():
                    task.result()
        finally:
            waiting.cancel()
    for task in (work, living):
        task.cancel()
    await asyncio.gather(work, waiting, living, return_exceptions=True)


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
            f"Port {settings.local_port} cannot be used ({why(error)}). Stop what "
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


def point_client_at(url: str) -> None:
    """Let the client speak to a local Discord. Raises `SettingsError` for anything else."""
    from bot.local.places import point_client_at as point  # noqa: PLC0415 - not needed on Discord

    try:
        point(url)
    except ValueError as error:
        raise SettingsError(str(error)) from None


def fixed_by(local_url: str | None) -> Fixed | None:
    """What a demo has fixed. Raises `SettingsError` for a bot that is not on a local Discord."""
    word = os.environ.get(FIXED)
    if word and not local_url:
        raise SettingsError(
            f"{FIXED} makes every draw known beforehand, so it is for a demo's local Discord "
            "alone. Unset it and start again."
        )
    return Fixed(word) if word else None
