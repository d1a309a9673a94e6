"""Turns at Discord's rate limits, so that no call that shows players something ever sleeps. What is
asked seldom (is a channel there, the commands at a start, a table's own thread) takes none.

discord.py lets whoever takes the last place of a bucket sleep until the bucket is full again,
although Discord has done the call by then (`Ratelimit.__aexit__`, `AsyncDeferredLock`). Whoever
holds a lock meanwhile holds up everybody who wants it. So nobody takes a last place here: a call
waits for its turn first, and takes its lock only then.

No figure of a route stands in this file. Every answer tells how much of its bucket is left and when
it is full again, and `Pace` is told that (`learn`). Where nothing is told nothing waits.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, Literal, Protocol

from bot import metrics

Kind = Literal["send", "edit", "delete", "read", "dm", "panel", "dismiss"]
_ROUTES: Final[dict[Kind, tuple[str, str]]] = {
    "send": ("POST", "/channels/#/messages"),
    "edit": ("PATCH", "/channels/#/messages/#"),
    "delete": ("DELETE", "/channels/#/messages/#"),
    "read": ("GET", "/channels/#/messages/#"),
    "dm": ("POST", "/users/@me/channels"),
    "panel": ("PATCH", "/webhooks/#/#/messages/#"),
    "dismiss": ("DELETE", "/webhooks/#/#/messages/#"),
}

_KINDS: Final = {route: kind for kind, route in _ROUTES.items()}

FIRST: Final = 0
"""Rank of what somebody waits for: notices, seals, answers to a press."""
HANDS: Final = 1
BOARDS: Final = 2

AT_ONCE: Final = 20
"""Calls under way at a time, over all tables."""
A_SECOND: Final = 40
"""Calls started in a second; Discord's documented limit over all routes is 50."""
SPREAD: Final = 0.95
"""How far apart calls are that do not go in a row, as a part of what would fill the second: alarms
ring a little late, and none of its calls shall be lost by that."""
MARGIN: Final = 0.05
"""Seconds after a bucket is full again. discord.py reads the same answer a moment later than
`Pace` does, and must have seen the end of the window too."""
_KEPT: Final = 4096


class TakenOver(TimeoutError):
    """This process was stopped for so long that another may have taken over what it does: it makes
    no call until it has looked."""


class Alarm(Protocol):
    """Something set to happen later; `cancel` stops it and may be called twice."""

    def cancel(self) -> None: ...


class Clock(Protocol):
    """Seconds that only go forward, and alarms on them."""

    def now(self) -> float: ...

    def call_at(self, when: float, act: Callable[[], None]) -> Alarm: ...


class LoopClock:
    """Real time, as the running event loop tells it."""

    def now(self) -> float:
        return asyncio.get_running_loop().time()

    def call_at(self, when: float, act: Callable[[], None]) -> Alarm:
        return asyncio.get_running_loop().call_at(when, act)


Key = tuple[str, str, str]
"""Method, route and place of a call; the place is a channel's id or an interaction's token."""


@dataclass(slots=True)
class _Bucket:
    """What is known of a bucket. Times are on the clock, in seconds."""

    limit: int = 1
    left: int = 0
    resets: float = 0.0
    """When it is full again."""
    window: float = 0.0
    """The longest time to that which was ever told: about the whole window."""
    last: float = 0.0
    """When the last answer came."""

    def free_at(self, now: float, share: float) -> float:
        """When the next call may go. The first half of the places may be used in a row; the rest,
        but for the last one, are spread over what is left of the window."""
        at = self.last + share * self.window / self.limit if share else 0.0
        full = self.resets + MARGIN
        if now >= full:
            return at
        spare = self.left - 1
        if spare <= 0:
            return max(at, full)
        if 2 * self.left > self.limit:
            return at
        return max(at, self.last + (self.resets - self.last) / (spare + 1))


class _Turn:
    """One call, from waiting for its turn to its end."""

    __slots__ = ("go", "key", "pace", "rank", "share")

    def __init__(self, pace: Pace, key: Key, rank: int, share: float) -> None:
        self.pace = pace
        self.key = key
        self.rank = rank
        self.share = share
        self.go: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def __aenter__(self) -> None:
        self.pace._waiting.append(self)
        self.pace._step()
        try:
            await self.go
        except asyncio.CancelledError:
            if self.go.cancelled() or not self.go.done():
                with contextlib.suppress(ValueError):
                    self.pace._waiting.remove(self)
            else:
                self.pace._free(self)
            raise
        if not self.pace.alive():
            self.pace._free(self)
            raise TakenOver

    async def __aexit__(self, *_: object) -> None:
        self.pace._free(self)


class Pace:
    """Gives out turns. One bot has one, and all its calls by its own token go through it."""

    def __init__(self, clock: Clock | None = None, *, a_second: float = A_SECOND) -> None:
        """`a_second`: calls started in a second, over all channels; infinite for no limit."""
        self.clock: Clock = LoopClock() if clock is None else clock
        self._a_second = self._share = a_second
        self.alive: Callable[[], bool] = lambda: True
        """Whether this process may call Discord; set by the program."""
        self._names: dict[Key, str] = {}
        self._buckets: dict[tuple[str, str], _Bucket] = {}
        self._closed: dict[str | Key, float] = {}
        """Until when a 429 has closed a route, or (under "") all of them."""
        self._waiting: list[_Turn] = []
        self._busy: set[str] = set()
        """Places where a call is under way: one at a time, so that what is told of a bucket is
        true when the next call looks at it."""
        self._under_way = 0
        self._starts: deque[float] = deque()
        self._alarm: Alarm | None = None

    def share(self, processes: int) -> None:
        """So many processes, this one included, call Discord by one token: each keeps to its part
        of the calls of a second, and to one at the least."""
        self._share = max(1, self._a_second / processes)

    # -- learning

    def learn(self, method: str, path: str, status: int, headers: Mapping[str, str]) -> None:
        """Take in what an answer tells of its bucket."""
        key = _key(method, path)
        metrics.CALLS.labels(_KINDS.get(key[:2], "other"), str(status)).inc()
        now = self.clock.now()
        if status == 429:
            self._refused(key, now, headers)
        left, after = headers.get("X-RateLimit-Remaining"), headers.get("X-RateLimit-Reset-After")
        if left is None or after is None:
            return
        if len(self._buckets) >= _KEPT:
            self._sweep(now)
        name = headers.get("X-RateLimit-Bucket") or f"{key[0]} {key[1]}"
        self._names[key] = name
        if (bucket := self._buckets.get((name, key[2]))) is None:
            bucket = self._buckets[name, key[2]] = _Bucket()
        bucket.limit = max(1, int(headers.get("X-RateLimit-Limit", 1)))
        bucket.left = int(left)
        bucket.resets = now + float(after)
        bucket.window = max(bucket.window, float(after))
        bucket.last = now

    def lost(self, method: str, path: str) -> None:
        """No answer to a call has come."""
        route = _key(method, path)[:2]
        metrics.CALLS.labels(_KINDS.get(route, "other"), "none").inc()

    def _refused(self, key: Key, now: float, headers: Mapping[str, str]) -> None:
        own = headers.get("X-RateLimit-Scope", "user") == "user"
        # What the bucket says of itself is exact, but not what a shared limit has refused.
        exact = headers.get("X-RateLimit-Reset-After") if own else None
        wait = exact or headers.get("Retry-After") or "1"
        everywhere = "X-RateLimit-Global" in headers
        self._closed = {of: until for of, until in self._closed.items() if until > now}
        self._closed["" if everywhere else key] = now + float(wait)

    def _sweep(self, now: float) -> None:
        """Forget what is full again."""
        gone = {of for of, bucket in self._buckets.items() if bucket.resets + bucket.window < now}
        self._buckets = {of: each for of, each in self._buckets.items() if of not in gone}
        self._names = {
            key: name for key, name in self._names.items() if (name, key[2]) in self._buckets
        }

    # -- turns

    def turn(
        self, place: int | str, kind: Kind, *, rank: int = FIRST, share: float = 0.0
    ) -> contextlib.AbstractAsyncContextManager[None]:
        """Wait until a call may be made, and make it inside: exactly one, and no other turn.

        `place` is a channel's id, for `panel` and `dismiss` an interaction's token, for `dm`
        anything. The lowest `rank` in a place goes first; else who has waited longest. With a
        `share` the call also keeps that many fair shares (window / limit) away from the one before
        it: five in five seconds and a share of 2 are one call every two seconds.
        """
        method, route = _ROUTES[kind]
        return _Turn(self, (method, route, "" if kind == "dm" else str(place)), rank, share)

    def _free(self, waiter: _Turn) -> None:
        self._busy.discard(waiter.key[2])
        self._under_way -= 1
        self._step()

    def _free_at(self, waiter: _Turn, now: float) -> float:
        key = waiter.key
        closed = 0.0
        if self._closed:
            closed = max(self._closed.get("", 0.0), self._closed.get(key, 0.0))
        name = self._names.get(key)
        bucket = self._buckets.get((name, key[2])) if name is not None else None
        return closed if bucket is None else max(closed, bucket.free_at(now, waiter.share))

    def _step(self) -> None:
        """Let everybody go whose turn it is, and set an alarm for the next."""
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        now = self.clock.now()
        soonest: float | None = None
        best: dict[str, _Turn] = {}
        for waiter in self._waiting:
            place = waiter.key[2]
            if place in self._busy or waiter.go.done():
                continue
            at = self._free_at(waiter, now)
            if at > now:
                soonest = at if soonest is None else min(soonest, at)
            elif place not in best or waiter.rank < best[place].rank:
                best[place] = waiter
        for waiter in best.values():
            if self._under_way >= AT_ONCE:
                break  # whoever ends lets the next one go
            if (at := self._next_start(now)) > now:
                soonest = at if soonest is None else min(soonest, at)
                break
            self._starts.append(now)
            self._start(waiter)
        if soonest is not None:
            self._alarm = self.clock.call_at(soonest, self._step)

    def _next_start(self, now: float) -> float:
        """When the next call may start. The first half of a second's calls may go in a row, the
        rest are spread: were all of them in a row once a second, two rows of which the first is
        a little late would come within one second of Discord's."""
        while self._starts and self._starts[0] + 1.0 <= now:
            self._starts.popleft()
        used = len(self._starts) + 1
        if used > self._share:
            return self._starts[0] + 1.0
        if 2 * used > self._share and self._starts:
            return self._starts[-1] + SPREAD / self._share
        return now

    def _start(self, waiter: _Turn) -> None:
        self._waiting.remove(waiter)
        self._busy.add(waiter.key[2])
        self._under_way += 1
        waiter.go.set_result(None)


def _key(method: str, path: str) -> Key:
    """The route and the place of a request.

    >>> _key("PATCH", "/api/v10/channels/12/messages/345")
    ('PATCH', '/channels/#/messages/#', '12')
    >>> _key("PATCH", "/api/v10/webhooks/1/aW50ZXI/messages/@original")
    ('PATCH', '/webhooks/#/#/messages/#', 'aW50ZXI')
    """
    parts = path.split("/")
    if len(parts) > 2 and parts[1] == "api":
        del parts[1:3]
    place = ""
    if parts[1:2] == ["webhooks"] and len(parts) > 3:
        place, parts[3] = parts[3], "#"
    elif parts[1:2] in (["channels"], ["guilds"]) and len(parts) > 2:
        place = parts[2]
    route = "/".join("#" if each.isdigit() or each == "@original" else each for each in parts)
    return method, route, place
