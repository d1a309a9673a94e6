"""The bot as a process of its own, which can be killed at any moment and started again."""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path
from typing import Final

import msgspec

from bot.fixed import FIXED
from bot.local import LocalDiscord
from bot.local.lasting import Lasted
from bot.settings import LOCAL_URL

JUMPED: Final = "MOTORDROME_JUMPED"
"""Environment variable: the file that says by how much the clock has jumped."""
LASTED: Final = "MOTORDROME_LASTED"
"""Environment variable: the file that the bot's calls are written to when it ends."""


class BotProcess:
    """The bot on a database, connected to a local Discord.

    With the module `bot.demo.inside` files beside the database tell the process the time, and tell
    of its calls.
    """

    def __init__(
        self, local: LocalDiscord, database: Path, fixed: str = "", module: str = "bot"
    ) -> None:
        self._local = local
        self._module = module
        self.database = database
        self.jumped = database.with_name(f"{database.name}-jumped")
        self._lasted = database.with_name(f"{database.name}-lasted")
        self._environment = {
            **os.environ,
            LOCAL_URL: local.url,
            FIXED: fixed,
            JUMPED: str(self.jumped),
            LASTED: str(self._lasted),
            "DISCORD_TOKEN": local.token,
            "DATABASE_URL": f"sqlite+aiosqlite:///{database}",
            "LOG_LEVEL": "WARNING",
        }
        self._process: asyncio.subprocess.Process | None = None
        self.kills = 0
        self.starts: list[float] = []
        """When each process was started, on the local Discord's clock."""

    def lasted(self) -> list[Lasted]:
        """The bot's calls that lasted, of all processes that have ended without being killed."""
        lines = self._lasted.read_bytes().splitlines() if self._lasted.exists() else []
        return [msgspec.json.decode(line, type=Lasted) for line in lines]

    async def start(self) -> None:
        """Start it and wait until it is connected."""
        self.starts.append(self._local.clock.now())
        self._process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", self._module, env=self._environment
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
