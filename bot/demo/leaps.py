"""A clock that a demo lets jump, for its local Discord and for the bot's process alike.

The bot's process reads from a file by how much time has jumped, so both show the same time at any
moment: presses would be taken for late ones otherwise.
"""

from __future__ import annotations

import asyncio
import mmap
import struct
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from bot.local.clock import Alarm

_MS: Final = struct.Struct("<q")


class Jumped:
    """By how many ms the clock has jumped so far, in a file of eight bytes."""

    def __init__(self, file: Path) -> None:
        if not file.exists():
            file.write_bytes(_MS.pack(0))
        with file.open("r+b") as opened:
            self._held = mmap.mmap(opened.fileno(), _MS.size)

    @property
    def ms(self) -> int:
        return int(_MS.unpack_from(self._held)[0])

    def add(self, ms: int) -> None:
        """Jump ahead. Eight aligned bytes are written at once: nobody reads half of them."""
        _MS.pack_into(self._held, 0, self.ms + ms)

    def now_ms(self) -> int:
        """The time of day, in ms."""
        return time.time_ns() // 1_000_000 + self.ms


class _Alarm:
    """Something set to happen at a time on a clock that jumps."""

    def __init__(self, clock: LeapingClock, when: float, act: Callable[[], None]) -> None:
        self._clock = clock
        self._when = when
        self._act = act
        self._handle: asyncio.TimerHandle | None = None

    def set(self) -> None:
        """Wait for the time as it is now."""
        self._forget()
        loop = asyncio.get_running_loop()
        self._handle = loop.call_at(self._when - self._clock.ahead, self._ring)

    def cancel(self) -> None:
        self._clock.alarms.discard(self)
        self._forget()

    def _forget(self) -> None:
        if self._handle is not None:
            self._handle.cancel()

    def _ring(self) -> None:
        self._clock.alarms.discard(self)
        self._act()


class LeapingClock:
    """The local Discord's clock: real time, and the jumps."""

    def __init__(self, jumped: Jumped) -> None:
        self._jumped = jumped
        self.alarms: set[_Alarm] = set()

    @property
    def ahead(self) -> float:
        """Seconds by which it has jumped."""
        return self._jumped.ms / 1000

    def now(self) -> float:
        return asyncio.get_running_loop().time() + self.ahead

    def wall(self) -> float:
        """The time of day, in seconds."""
        return self._jumped.now_ms() / 1000

    def call_at(self, when: float, act: Callable[[], None]) -> Alarm:
        alarm = _Alarm(self, when, act)
        self.alarms.add(alarm)
        alarm.set()
        return alarm

    def leap(self, seconds: float) -> None:
        """Let so much time pass at once; what is due by then happens in the order in which it is
        due."""
        self._jumped.add(round(seconds * 1000))
        for alarm in self.alarms:
            alarm.set()
