"""How long each call of the bot lasted for the bot, with all that discord.py waits inside it.

The server sees a request come and go. It does not see that discord.py lets the caller sleep before
it sends (a bucket that is used up), between two tries (a 429) or after the answer (the last place
of a bucket). So this is measured in the process of the bot.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

import discord
from discord.webhook.async_ import AsyncWebhookAdapter


class Lasted(NamedTuple):
    """One call of the bot."""

    method: str
    path: str
    """As a template, such as /channels/{channel_id}/messages."""
    seconds: float
    failed: bool
    """It ended in an exception."""


@contextmanager
def lasting(
    client: discord.Client, now: Callable[[], float] = time.perf_counter
) -> Iterator[list[Lasted]]:
    """The calls of `client`, and of all interactions in this process, as they end.

    `now` gives seconds. It changes nothing else; at the end all is as it was.
    """
    calls: list[Lasted] = []
    plain, webhook = client.http.request, AsyncWebhookAdapter.request

    async def timed(call: Any, route: Any, *given: Any, **named: Any) -> Any:
        began, failed = now(), True
        try:
            out = await call(*given, **named)
            failed = False
            return out
        finally:
            path = getattr(route, "path", "")
            calls.append(Lasted(route.method, path, now() - began, failed))

    async def request(route: Any, **named: Any) -> Any:
        return await timed(plain, route, route, **named)

    async def adapted(adapter: Any, route: Any, *given: Any, **named: Any) -> Any:
        return await timed(webhook, route, adapter, route, *given, **named)

    client.http.request = request  # type: ignore[method-assign]
    AsyncWebhookAdapter.request = adapted  # type: ignore[assignment, method-assign]
    try:
        yield calls
    finally:
        client.http.request = plain  # type: ignore[method-assign]
        AsyncWebhookAdapter.request = webhook  # type: ignore[method-assign]
