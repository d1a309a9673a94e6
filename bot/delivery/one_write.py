"""Uploads in one write.

aiohttp writes each piece of a form by itself, some ten to a picture, and each wakes whoever reads:
that took more of the bot's time than drawing the picture.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Final

import aiohttp
import discord

LARGE: Final = 1 << 20
"""Bytes from which a form goes piece by piece: the event loop is not to wait for it."""
_SESSION: Final = "_HTTPClient__session"
"""discord.py takes a connector from outside, and no session."""


class OneWrite:
    """A session that puts a form together before it sends it; all else is the session's own."""

    def __init__(self, session: aiohttp.ClientSession) -> None:
        self._session = session

    def __getattr__(self, name: str) -> Any:
        return getattr(self._session, name)

    @asynccontextmanager
    async def request(
        self, method: str, url: str, *, data: Any = None, **more: Any
    ) -> AsyncIterator[aiohttp.ClientResponse]:
        """As `aiohttp.ClientSession.request`."""
        if isinstance(data, aiohttp.FormData):
            data = data()
            if (data.size or LARGE) < LARGE:
                data = aiohttp.BytesPayload(await data.as_bytes(), content_type=data.content_type)
        async with self._session.request(method, url, data=data, **more) as response:
            yield response


def in_one_write(client: discord.Client) -> None:
    """Have a client that is logged in send its forms so, answers to interactions among them."""
    http = vars(client.http)
    http[_SESSION] = OneWrite(http[_SESSION])
