"""What the parts of the local Discord share: the world, its clock, its records and its news."""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final, Literal, NamedTuple, Protocol

from bot.local.clock import Clock
from bot.local.errors import Refused
from bot.local.limits import Limits, Rates, Scope
from bot.local.rings import Rings
from bot.local.world import Channel, Json, User, World

_KEEP_CALLS: Final = 20_000
_LOOK_EVERY: Final = 0.02
ANSWERED_BY: Final = 3.0
"""Seconds after which Discord shows an interaction as failed."""
HANGS: Final = 120.0
"""Real seconds after which something that is waited for counts as never coming, however slow the
machine is."""


class Checker(Protocol):
    """Discord's document, asked about requests and answers; each line is one fault."""

    def request(self, method: str, template: str, body: Any) -> list[str]: ...

    def answer(self, method: str, template: str, status: int, body: Any) -> list[str]: ...


class Gateway(Protocol):
    """The way to the bot's websockets."""

    def dispatch(
        self, event: str, d: Json, guild_id: int | None, intent: int, bare: Json | None
    ) -> bool: ...


Loss = Literal["request", "answer", "gateway"]
"""What is lost of a call: the request on its way, so that nothing happens; the answer, once all has
been done; or a gateway before Discord has nobody to send it to (502)."""


@dataclass(slots=True)
class Call:
    """One REST call of the bot."""

    method: str
    route: str
    """The path as a template, such as /channels/{channel_id}/messages."""
    at: float
    """Seconds on the server's clock when it came."""
    status: int = 0
    code: int = 0
    """Discord's JSON error code, 0 when there is none."""
    bucket: str | None = None
    problems: list[str] = field(default_factory=list)
    interaction: int | None = None
    body: Any = None
    """The JSON body, files left out."""
    files: int = 0
    params: dict[str, str] = field(default_factory=dict)
    shared: bool = False
    """Refused by a limit that is not the bot's own."""
    ordered: bool = False
    """Refused because a test asked for it."""
    lost: Loss | None = None
    """What the network has lost of it."""
    took: float | None = None
    """Seconds on the server's clock until it was answered; None while it is not. What the bot
    waited besides, before it sent it or after, is in `bot.local.lasting`."""


class Wait(NamedTuple):
    """How long a person waited for the first answer to a press, a command or a form."""

    interaction: int
    type: int
    """Of the interaction: 2 command, 3 component, 4 autocomplete, 5 modal."""
    answer: int | None
    """Type of the answer; None when there was none in time."""
    seconds: float
    """On the server's clock."""


@dataclass(slots=True)
class RateLimited:
    """A refusal by rate limit that was ordered."""

    retry_after: float
    scope: Scope = "user"


@dataclass(slots=True)
class Mischief:
    """What will go wrong next, in order."""

    failures: deque[Refused] = field(default_factory=deque)
    limits: deque[RateLimited] = field(default_factory=deque)
    delays: deque[float] = field(default_factory=deque)
    loses: Callable[[Call], Loss | None] = lambda call: None
    """Asked at each call what is to be lost of it."""
    dms_too_fast: int = 0
    bad_media: int = 0


Hearer = Callable[[str, Json, Channel | None, User | None], None]


class Hub:
    """The middle of the local Discord. Everything in it runs on one event loop."""

    def __init__(
        self,
        world: World,
        checker: Checker | None,
        rates: Rates,
        interaction_seconds: float,
        token_seconds: float,
    ) -> None:
        self.world = world
        self.checker = checker
        self.limits = Limits(rates, world.clock)
        self.interaction_seconds = interaction_seconds
        self.token_seconds = token_seconds
        self.url = ""
        self.token = ""
        self.calls: list[Call] = []
        self.problems: list[str] = []
        self.faults: list[str] = []
        self.filled_by_follow_up: list[str] = []
        self.waits: list[Wait] = []
        self.limited: list[Call] = []
        self.rings = Rings(world)
        self.thread_cap: int | None = None
        self.wanted_shards = 1
        """How many shards Discord tells a bot to begin with."""
        self.privileged_intents = 0
        self.dm_openings: Counter[int] = Counter()
        self.mischief = Mischief()
        self.gateway: Gateway | None = None
        self.hearers: list[Hearer] = []
        self.nonces: dict[tuple[int, str], tuple[float, int]] = {}
        self.command_creates = 0
        self._waiting: list[asyncio.Event] = []

    @property
    def clock(self) -> Clock:
        return self.world.clock

    def record(self, call: Call) -> None:
        if len(self.calls) >= _KEEP_CALLS:
            del self.calls[: _KEEP_CALLS // 2]
        self.calls.append(call)

    def dispatch(
        self,
        event: str,
        d: Json,
        guild_id: int | None,
        intent: int = 0,
        bare: Json | None = None,
    ) -> bool:
        """Tell the bot; False when no session was there to take it.

        `bare` goes to sessions without the intent for what messages contain. From a server that it
        was thrown out of the bot hears nothing more.
        """
        guild = self.world.guilds.get(guild_id or 0)
        if self.gateway is None or (
            guild is not None and not guild.bot_inside and event != "GUILD_DELETE"
        ):
            return False
        return self.gateway.dispatch(event, d, guild_id, intent, bare)

    def tell(
        self, kind: str, d: Json, channel: Channel | None = None, only: User | None = None
    ) -> None:
        """Tell the people who can see `channel` (all when None), or one of them alone."""
        for hearer in self.hearers:
            hearer(kind, d, channel, only)

    def changed(self) -> None:
        """Something happened: let those who wait for it look."""
        for event in self._waiting:
            event.set()

    async def until(self, predicate: Callable[[], bool], seconds: float = HANGS) -> None:
        """Wait until `predicate` holds. Raises `TimeoutError` after so many real seconds.

        It is asked at each change here, and now and then besides, as it may speak of the bot.
        """
        event = asyncio.Event()
        self._waiting.append(event)
        try:
            async with asyncio.timeout(seconds):
                while not predicate():
                    event.clear()
                    # asyncio.wait_for of Python 3.11 can lose the outer timeout's cancellation.
                    with contextlib.suppress(TimeoutError):
                        async with asyncio.timeout(_LOOK_EVERY):
                            await event.wait()
        finally:
            self._waiting.remove(event)
