"""The clock that deadlines and rate limits of the local Discord go by."""

from __future__ import annotations

import asyncio
import heapq
import itertools
from collections.abc import Callable

from bot.delivery.pacing import Alarm, Clock, LoopClock

__all__ = ["Alarm", "Clock", "HandClock", "LoopClock", "sleep"]


class _HandAlarm:
    def __init__(self, act: Callable[[], None]) -> None:
        self.act: Callable[[], None] | None = act

    def cancel(self) -> None:
        self.act = None


class HandClock:
    """A clock that stands still until a test moves it.

    >>> clock, rung = HandClock(), []
    >>> _ = clock.call_at(3.0, lambda: rung.append("three"))
    >>> clock.advance(2.9); rung
    []
    >>> clock.advance(0.1); rung
    ['three']
    """

    def __init__(self, start: float = 0.0) -> None:
        self._now = start
        self._order = itertools.count()
        self._alarms: list[tuple[float, int, _HandAlarm]] = []

    def now(self) -> float:
        return self._now

    def call_at(self, when: float, act: Callable[[], None]) -> Alarm:
        alarm = _HandAlarm(act)
        heapq.heappush(self._alarms, (when, next(self._order), alarm))
        return alarm

    def advance(self, seconds: float) -> None:
        """Let `seconds` pass; alarms ring in the order they are due."""
        end = self._now + seconds
        while self._alarms and self._alarms[0][0] <= end:
            when, _, alarm = heapq.heappop(self._alarms)
            self._now = max(self._now, when)
            act, alarm.act = alarm.act, None
            if act is not None:
                act()
        self._now = end


async def sleep(clock: Clock, seconds: float) -> None:
    """Wait on `clock` for `seconds`."""
    over = asyncio.Event()
    alarm = clock.call_at(clock.now() + seconds, over.set)
    try:
        await over.wait()
    finally:
        alarm.cancel()
