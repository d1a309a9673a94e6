"""Metrics and health of a running bot, for whoever runs it: over HTTP, on this machine alone.

`/metrics` is what Prometheus reads. `/health` answers 200 when all is well, else 503 with a
sentence for each thing that is wrong.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

import prometheus_client
import structlog
from aiohttp import web

from bot import metrics
from bot.app import Motordrome
from bot.settings import SettingsError, why
from bot.store import StoreError

log = structlog.get_logger(__name__)

HOST: Final = "127.0.0.1"
PATIENCE: Final = 2.0
"""Seconds that the database is waited for."""
NOTE: Final = "health"
"""The note that is written to find out whether the database can be."""
EVERY: Final = 0.25
"""Seconds between two looks at how late the event loop is."""


class Health:
    """Knows how a bot is."""

    def __init__(self, bot: Motordrome) -> None:
        self._bot = bot

    async def trouble(self) -> list[str]:
        """What keeps the bot from serving, a sentence each; nothing when all is well."""
        bot, wrong = self._bot, []
        if bot.is_closed():
            wrong.append("The bot is stopping.")
        elif not bot.is_ready():
            wrong.append("The bot is not connected to Discord yet.")
        elif lost := [number for number, shard in bot.shards.items() if shard.is_closed()]:
            wrong.append(f"The connection to Discord is lost (shard {', '.join(map(str, lost))}).")
        if bot.is_ready() and not bot.is_at_work:
            wrong.append("A part of the bot has ended; start it again.")
        if not await self._counted():
            wrong.append("The database does not answer.")
        elif not await self._written():
            wrong.append("The database cannot be written; is the disk full?")
        return wrong

    async def _counted(self) -> bool:
        """Count what there is to do; False where the database does not say."""
        try:
            async with asyncio.timeout(PATIENCE):
                load = await self._bot.store.load()
        except (StoreError, TimeoutError) as error:
            log.warning("the database does not answer", why=str(error) or "too slow")
            return False
        metrics.TABLES.set(load.tables)
        metrics.OUTBOX.set(load.outbox)
        return True

    async def _written(self) -> bool:
        """Write a note; False where the database does not take it. Where the disk is full reading
        still works."""
        try:
            async with asyncio.timeout(PATIENCE):
                await self._bot.store.set_note(NOTE, str(self._bot.matches.now()))
        except (StoreError, TimeoutError) as error:
            log.warning("the database cannot be written", why=str(error) or "too slow")
            return False
        return True

    async def on_health(self, _: web.Request) -> web.Response:
        """Whether all is well."""
        wrong = await self.trouble()
        return web.Response(text="\n".join(wrong or ["ok"]) + "\n", status=503 if wrong else 200)

    async def on_metrics(self, _: web.Request) -> web.Response:
        """Everything that is counted. Where the database does not answer, what it said last."""
        await self._counted()
        body = prometheus_client.generate_latest()
        return web.Response(
            body=body, headers={"Content-Type": prometheus_client.CONTENT_TYPE_LATEST}
        )

    async def watch_loop(self) -> None:
        """Until cancelled: notice how late the event loop is."""
        loop = asyncio.get_running_loop()
        while True:
            due = loop.time() + EVERY
            await asyncio.sleep(EVERY)
            metrics.LAG.observe(max(0.0, loop.time() - due))


@asynccontextmanager
async def served(bot: Motordrome, port: int) -> AsyncIterator[str]:
    """Serve a bot's metrics and health as long as this is entered; gives the address. Port 0 takes
    any free one. Raises `SettingsError` for a port that cannot be used."""
    health = Health(bot)
    app = web.Application()
    app.router.add_get("/health", health.on_health)
    app.router.add_get("/metrics", health.on_metrics)
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.5)
    await runner.setup()
    watching = asyncio.create_task(health.watch_loop(), name="event loop")
    try:
        await _listen(runner, port)
        yield f"http://{HOST}:{runner.addresses[0][1]}"
    finally:
        watching.cancel()
        await asyncio.gather(watching, return_exceptions=True)
        await runner.cleanup()


async def _listen(runner: web.AppRunner, port: int) -> None:
    try:
        await web.TCPSite(runner, HOST, port).start()
    except OSError as error:
        raise SettingsError(
            f"Port {port} cannot be used ({why(error)}). Stop what uses it, set "
            "METRICS_PORT to another, or leave it empty."
        ) from error
