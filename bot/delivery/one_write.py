"""How requests go out: uploads and ready bodies in one write, answers to presses over a session of
their own.

aiohttp writes each piece of a form by itself, some ten to a picture, and each wakes whoever reads:
that took more of the bot's time than drawing the picture. Answers to presses use no bucket, so
nobody has to read their headers; what comes back is read only for the id of a new message.
"""

from __future__ import annotations

import io
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any, Final
from urllib.parse import urlsplit

import aiohttp
import discord
import msgspec
from discord.http import MultipartParameters, Route
from discord.webhook.async_ import AsyncWebhookAdapter, async_context

from bot import metrics
from bot.delivery.bodies import Body
from bot.delivery.pacing import Pace

LARGE: Final = 1 << 20
"""Bytes from which a form goes piece by piece: the event loop is not to wait for it."""
_SESSION: Final = "_HTTPClient__session"
"""discord.py takes a connector from outside, and no session."""

_ANSWER: Final = "/interactions/{webhook_id}/{webhook_token}/callback"


class OneWrite:
    """A session that puts a form together before it sends it; all else is the session's own. What
    comes back is told to `pace`, where one is given."""

    def __init__(self, session: aiohttp.ClientSession, pace: Pace | None = None) -> None:
        self._session = session
        self._pace = pace

    def __getattr__(self, name: str) -> Any:
        return getattr(self._session, name)

    @asynccontextmanager
    async def request(
        self, method: str, url: str, *, data: Any = None, headers: Mapping[str, str] | None = None,
        **more: Any,
    ) -> AsyncIterator[aiohttp.ClientResponse]:  # fmt: skip
        """As `aiohttp.ClientSession.request`."""
        if isinstance(data, Body):
            headers = {**(headers or {}), "Content-Type": data.kind}
            data = data.data if len(data.data) < LARGE else io.BytesIO(data.data)
        elif isinstance(data, aiohttp.FormData):
            data = await _whole(data())
        try:
            response = await self._session.request(method, url, data=data, headers=headers, **more)
        except BaseException:
            if self._pace is not None:
                self._pace.lost(method, urlsplit(url).path)
            raise
        if self._pace is not None:
            self._pace.learn(method, response.url.path, response.status, response.headers)
        async with response:
            yield response


async def _whole(form: aiohttp.Payload) -> aiohttp.Payload:
    """A form in one piece, unless it is a large one."""
    if (form.size or LARGE) >= LARGE:
        return form
    return aiohttp.BytesPayload(await form.as_bytes(), content_type=form.content_type)


class Answers(AsyncWebhookAdapter):
    """What interactions are answered through."""

    def __init__(self, session: aiohttp.ClientSession) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self.session = session
        self._sender: Any = OneWrite(session)

    async def create_interaction_response(
        self, interaction_id: int, token: str, *, params: MultipartParameters, **_: Any
    ) -> Any:
        """The first answer, by discord.py, which always asks for the message that comes of it."""
        body = params.payload or msgspec.json.decode((params.multipart or [{}])[0]["value"])
        new = body["type"] == discord.InteractionResponseType.channel_message.value
        told = await self._first(
            interaction_id,
            token,
            payload=params.payload,
            multipart=params.multipart,
            files=params.files,
            params={"with_response": "1"} if new else None,
        )
        return told or {"interaction": {"id": interaction_id}}

    async def ready(self, interaction_id: int, token: str, body: Body) -> None:
        """The first answer, as a ready body. It makes no new message."""
        await self._first(interaction_id, token, payload=body)

    async def _first(self, interaction_id: int, token: str, **said: Any) -> Any:
        status = "none"
        route = Route("POST", _ANSWER, webhook_id=interaction_id, webhook_token=token)
        try:
            told = await self.request(route, self._sender, **said)
            status = "200"
        except discord.HTTPException as error:
            status = str(error.status)
            raise
        finally:
            metrics.CALLS.labels("answer", status).inc()
        return told


def answers() -> Answers:
    """What interactions are answered through in this task."""
    found = async_context.get()
    assert isinstance(found, Answers)
    return found


def _to_json(said: Any) -> Any:
    """As discord.py does where orjson is installed; a ready body stays what it is."""
    return said if isinstance(said, Body) else msgspec.json.encode(said).decode()


def begin(client: discord.Client, pace: Pace) -> None:
    """Have a client that is logged in send its requests so, in this task and those it starts, and
    `pace` hear what comes back. Its connections carry the answers to presses, too, of which nothing
    is told, and end with it."""
    vars(discord.utils).update(_to_json=_to_json, _from_json=msgspec.json.decode)
    http = vars(client.http)
    http[_SESSION] = OneWrite(http[_SESSION], pace)
    session = aiohttp.ClientSession(
        connector=client.http.connector, connector_owner=False, cookie_jar=aiohttp.DummyCookieJar()
    )
    async_context.set(Answers(session))
