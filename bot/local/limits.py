"""Rate limits as Discord keeps them: buckets by route and place, and one limit over all.

The figures are observed ones; Discord publishes none for its routes. A window opens with its first
request and is full again when its seconds have passed.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Final, Literal

from bot.local.clock import Clock

Scope = Literal["user", "shared", "global"]


@dataclass(frozen=True, slots=True)
class Rate:
    """So many requests in so many seconds."""

    requests: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Rates:
    """Which limits hold; None means that one is off."""

    create: Rate | None = Rate(5, 5.0)
    """New messages, per channel."""
    edit: Rate | None = Rate(5, 5.0)
    """Edits of messages, per channel."""
    webhook: Rate | None = Rate(5, 2.0)
    """Follow-ups and edits through one interaction's token."""
    channel_webhook: Rate | None = Rate(30, 60.0)
    """Follow-ups of all interactions in one channel; its 429 has the scope "shared"."""
    old_edit: Rate | None = Rate(3, 6.0)
    """Edits of messages older than an hour, per channel; its 429 has the code 30046."""
    everything: Rate | None = Rate(50, 1.0)
    """All of the bot's requests but those on interactions."""
    open_dm: Rate | None = Rate(10, 20.0)
    """Create DM, whether the channel was there before or not; past it comes 40003. The figure is
    a guess: nobody has told one, and six people who press Join at once must pass."""
    identify: Rate | None = Rate(1, 5.0)
    """IDENTIFYs of one token. `requests` is Discord's max_concurrency: of the shards whose numbers
    leave the same rest by it, one in that time."""


DISCORD: Final = Rates()
OFF: Final = Rates(None, None, None, None, None, None, None, None)


def rates(named: Rates | Literal["discord", "off"]) -> Rates:
    """The limits of that name."""
    if isinstance(named, Rates):
        return named
    return DISCORD if named == "discord" else OFF


def hurried(rates: Rates, times: float) -> Rates:
    """The same limits with windows that end so many times sooner.

    >>> hurried(DISCORD, 10).edit
    Rate(requests=5, seconds=0.5)
    """
    held = {one.name: getattr(rates, one.name) for one in fields(rates)}
    return Rates(
        **{
            name: None if rate is None else Rate(rate.requests, rate.seconds / times)
            for name, rate in held.items()
        }
    )


@dataclass(slots=True)
class _Window:
    opened: float
    used: int = 0


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the limits say to one request. `wait` is None when it may pass."""

    bucket: str | None = None
    headers: dict[str, str] = field(default_factory=dict)
    wait: float | None = None
    scope: Scope = "user"


def is_interaction_route(template: str) -> bool:
    """Whether the limit over all leaves this route out."""
    return template.startswith(("/interactions/", "/webhooks/"))


class Limits:
    """The windows of one bot."""

    def __init__(self, rates: Rates, clock: Clock) -> None:
        self.rates = rates
        self._clock = clock
        self._windows: dict[tuple[str, str], _Window] = {}

    def _bucket(self, method: str, template: str, params: dict[str, str]) -> tuple[str, str, Rate]:
        name, major, rate = "", "", None
        if template.startswith("/webhooks/"):
            name, rate = "webhook", self.rates.webhook
            major = params["webhook_id"] + params["webhook_token"]
        elif template.startswith("/channels/{channel_id}/messages"):
            major = params["channel_id"]
            if method == "POST" and template.endswith("/messages"):
                name, rate = "create", self.rates.create
            elif method == "PATCH":
                name, rate = "edit", self.rates.edit
        return (name, major, rate) if rate is not None else ("", "", Rate(0, 0.0))

    def _take(self, name: str, major: str, rate: Rate, *, spend: bool = True) -> tuple[float, int]:
        """Seconds until the window ends and requests left; -1 left means none was free. Without
        `spend` nothing is taken, and what is left is what was."""
        now = self._clock.now()
        if len(self._windows) > 4096:
            self._sweep(now)
        window = self._windows.get((name, major))
        if window is None or now - window.opened >= rate.seconds:
            window = _Window(now)
            if spend:
                self._windows[name, major] = window
        if not spend:
            return window.opened + rate.seconds - now, rate.requests - window.used
        left = rate.requests - window.used - 1
        if left >= 0:
            window.used += 1
        return window.opened + rate.seconds - now, left

    def _sweep(self, now: float) -> None:
        held = (getattr(self.rates, one.name) for one in fields(self.rates))
        longest = max(rate.seconds for rate in held if rate is not None)
        self._windows = {k: w for k, w in self._windows.items() if now - w.opened < longest}

    def old_edit(self, channel_id: int) -> float | None:
        """Count one edit of an old message: seconds to wait, None when it may pass."""
        rate = self.rates.old_edit
        if rate is None:
            return None
        reset, left = self._take("old_edit", str(channel_id), rate)
        return reset if left < 0 else None

    def open_dm(self) -> bool:
        """Count one opening of direct messages; False when there are too many."""
        rate = self.rates.open_dm
        return rate is None or self._take("open_dm", "", rate)[1] >= 0

    def identify(self, shard: int) -> bool:
        """Count one IDENTIFY of a shard; False where it comes too early."""
        rate = self.rates.identify
        if rate is None:
            return True
        one = Rate(1, rate.seconds)
        return self._take("identify", str(shard % rate.requests), one)[1] >= 0

    def unspent(self, method: str, template: str, params: dict[str, str], wall: float = 0.0
    ) -> dict[str, str]:  # fmt: skip
        """The headers of a request's own bucket as it is, without a place taken."""
        name, major, rate = self._bucket(method, template, params)
        if not name:
            return {}
        return _headers(name, rate, wall, *self._take(name, major, rate, spend=False))

    def ask(
        self,
        method: str,
        template: str,
        params: dict[str, str],
        wall: float,
        channel_id: int | None = None,
    ) -> Verdict:
        """Count one request. `wall` is the time of day, for the reset header.

        `channel_id` is where an interaction's token writes.
        """
        if self.rates.everything is not None and not is_interaction_route(template):
            reset, left = self._take("everything", "", self.rates.everything)
            if left < 0:
                return Verdict(wait=reset, scope="global", headers={"X-RateLimit-Global": "true"})
        name, major, rate = self._bucket(method, template, params)
        shared = self.rates.channel_webhook
        if shared is not None and method == "POST" and template.startswith("/webhooks/"):
            own = self.unspent(method, template, params, wall)
            if own.get("X-RateLimit-Remaining") != "0":
                reset, left = self._take("channel_webhook", str(channel_id), shared)
                if left < 0:
                    # The request's own bucket has places left, and says so.
                    return Verdict(name or None, own, reset, "shared")
        if not name:
            return Verdict()
        reset, left = self._take(name, major, rate)
        headers = _headers(name, rate, wall, reset, left)
        return Verdict(name, headers, reset if left < 0 else None)


def _headers(name: str, rate: Rate, wall: float, reset: float, left: int) -> dict[str, str]:
    return {
        "X-RateLimit-Limit": str(rate.requests),
        "X-RateLimit-Remaining": str(max(left, 0)),
        "X-RateLimit-Reset": f"{wall + reset:.3f}",
        "X-RateLimit-Reset-After": f"{reset:.3f}",
        "X-RateLimit-Bucket": f"local-{name}",
    }
