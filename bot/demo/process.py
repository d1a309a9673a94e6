"""The bot as a process of its own, which can be killed at any moment and started again."""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path

from bot.fixed import FIXED
from bot.local import LocalDiscord
from bot.settings import LOCAL_URL


class BotProcess:
    """`python -m bot` on a database, connected to a local Discord."""

    def __init__(self, local: LocalDiscord, database: Path, fixed: str = "") -> None:
        self._local = local
        self.database = database
        self._environment = {
            **os.environ,
            LOCAL_URL: local.url,
            FIXED: fixed,
            "DISCORD_TOKEN": local.token,
            "DATABASE_URL": f"sqlite+aiosqlite:///{database}",
            "LOG_LEVEL": "WARNING",
        }
        self._process: asyncio.subprocess.Process | None = None
        self.kills = 0
        self.starts: list[float] = []
        """When each process was started, on the local Discord's clock."""

    async def start(self) -> None:
        """Start it and wait until it is connected."""
        self.starts.append(self._local.clock.now())
        self._process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "bot", env=self._environment
        )
        await self._local.until(lambda: self._local.bot_online, 60)

    async def kill(self) -> None:
        """SIGKILL: nothing is put in order."""
        assert self._process is not None
        self._process.kill()
        await self._process.wait()
        self.kills += 1
        await self._local.until(lambda: not self._local.bot_online, 30)

    async def stop(self) -> int:
        """Ask it to end; returns its exit code."""
        if self._process is None:
            return 0
        if self._process.returncode is None:
            self._process.terminate()
        return await self._process.wait()
