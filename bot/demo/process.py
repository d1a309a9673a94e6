"""The bot as a process of its own, which can be killed at any moment and started again."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
from collections.abc import Callable
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any, Final

import msgspec

from bot.demo import inside
from bot.local import LocalDiscord
from bot.local.lasting import Lasted
from bot.settings import LOCAL_URL
from bot.tables.fixed import FIXED

ENDS_BY: Final = 90.0
"""Seconds after which a bot that was asked to end hangs, on however slow a machine."""
SAYS_BY: Final = 2.0
"""Seconds for a process that hangs to say where."""


class BotProcess:
    """The bot on a database, connected to a local Discord.

    Each process is forked from one that has imported everything and done nothing else, which saves
    a second a start. With `cold` it begins as an operator's does, imports and all. A `patient` one
    gives up no press and no call because the machine is slow. In a `hurry` windows may close so
    many times sooner. The matches are in the file `database`, or at `url`; other files of the
    demo's stand beside that file. It is one of several where it has `shards` of so many. Its clock
    may be `off_ms` fast. `metrics_port` serves its metrics.
    """

    def __init__(
        self,
        local: LocalDiscord,
        database: Path,
        fixed: str = "",
        *,
        cold: bool = False,
        patient: bool = False,
        hurry: int = 1,
        url: str = "",
        shards: tuple[int, ...] = (),
        shard_count: int = 0,
        off_ms: int = 0,
        metrics_port: int = 0,
    ) -> None:
        self._local = local
        self._cold = cold
        self.database = database
        self.url = url or f"sqlite+aiosqlite:///{database}"
        self.shards = frozenset(shards or (0,))
        ids = ",".join(str(shard) for shard in shards)
        self.jumped = database.with_name(f"{database.name}-jumped")
        self._lasted = database.with_name(f"{database.name}-lasted{ids}")
        self._environment = {
            LOCAL_URL: local.url,
            FIXED: fixed,
            inside.JUMPED: str(self.jumped),
            inside.LASTED: str(self._lasted),
            inside.HURRY: str(hurry),
            inside.PATIENT: "1" if patient else "",
            "DISCORD_TOKEN": local.token,
            "DATABASE_URL": self.url,
            inside.OFF: str(off_ms),
            "SHARD_IDS": ids,
            "SHARD_COUNT": str(shard_count or ""),
            "METRICS_PORT": str(metrics_port),
            "LOG_LEVEL": "WARNING",
        }
        self._process: BaseProcess | None = None
        self._to_end: BaseProcess | None = None
        """The process that is killed or asked to end."""
        self.died: Callable[[], None] = lambda: None
        """Called when a process ends that nobody has killed or asked to end."""
        self.kills = 0
        self.starts: list[float] = []
        """When each process was started, on the local Discord's clock."""

    def lasted(self) -> list[Lasted]:
        """The bot's calls that lasted, of all processes that have ended without being killed."""
        lines = self._lasted.read_bytes().splitlines() if self._lasted.exists() else []
        return [msgspec.json.decode(line, type=Lasted) for line in lines]

    def _new(self) -> BaseProcess:
        context: Any = multiprocessing.get_context("spawn" if self._cold else "forkserver")
        context.set_forkserver_preload([inside.__name__])
        made: BaseProcess = context.Process(
            target=inside.run, args=(self._environment,), daemon=True
        )
        return made

    async def start(self) -> None:
        """Start it and wait until it is connected.

        Raises `ChildProcessError` where it ends before.
        """
        self.starts.append(self._local.clock.now())
        self._process = self._new()
        await asyncio.to_thread(self._process.start)
        asyncio.get_running_loop().add_reader(self._process.sentinel, self._ended, self._process)
        await self._local.until(lambda: self._is_connected() or not self.alive)
        if not self._is_connected():
            raise ChildProcessError(f"The bot ended at its start with {self._process.exitcode}.")

    def _ended(self, process: BaseProcess) -> None:
        asyncio.get_running_loop().remove_reader(process.sentinel)
        if process is not self._to_end:
            self.died()

    def _is_connected(self) -> bool:
        return self.shards <= self._local.shards.connected

    async def kill(self) -> None:
        """SIGKILL: nothing is put in order."""
        assert self._process is not None
        self._to_end = self._process
        self._process.kill()
        await asyncio.to_thread(self._process.join)
        self.kills += 1
        await self._local.until(lambda: not self.shards & self._local.shards.connected)

    async def pause(self, seconds: float) -> None:
        """Stop it as a machine that hangs does, and let it go on."""
        assert self._process is not None
        assert self._process.pid is not None
        os.kill(self._process.pid, signal.SIGSTOP)
        await asyncio.sleep(seconds)
        os.kill(self._process.pid, signal.SIGCONT)

    @property
    def alive(self) -> bool:
        """Whether it runs."""
        return self._process is not None and self._process.is_alive()

    async def ended(self) -> int | None:
        """Wait until it ends by itself; returns its exit code."""
        assert self._process is not None
        await asyncio.to_thread(self._process.join, ENDS_BY)
        return self._process.exitcode

    async def stop(self) -> int | None:
        """Ask it to end; returns its exit code, 0 if it was never started.

        A process that hangs says where, on its standard error, and is killed.
        """
        if self._process is None:
            return 0
        self._to_end = self._process
        if self._process.is_alive():
            self._process.terminate()
        await asyncio.to_thread(self._process.join, ENDS_BY)
        if self._process.is_alive() and self._process.pid is not None:
            os.kill(self._process.pid, inside.SAY_WHERE)
            await asyncio.to_thread(self._process.join, SAYS_BY)
            self._process.kill()
            await asyncio.to_thread(self._process.join)
        return self._process.exitcode
