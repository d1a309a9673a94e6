"""How requests go out: each in one write, over connections of our own (`bot.delivery.wire`).

aiohttp writes each piece of a form by itself, some ten to a picture, and each wakes whoever reads:
that took more of the bot's time than drawing the picture. discord.py still says what goes out and
when. Answers to presses use no bucket, so nobody has to read their headers; what comes back is read
only for the id of a new message.
"""

from __future__ import annotations

from collections.abc import Awaitable, Mapping
from typing import Any, Final, Protocol
from urllib.parse import urlencode

import aiohttp
import discord
import msgspec
from discord.http import MultipartParameters, Route
from discord.webhook.async_ import AsyncWebhookAdapter, async_context
from multidict import CIMultiDict

from bot import metrics
from bot.delivery.bodies import Body
from bot.delivery.wire import Answer, Wire, apart

LARGE: Final = 1 << 20
"""Bytes from which a form goes piece by piece: the event loop is not to wait for it."""
_SESSION: Final = "_HTTPClient__session"
"""discord.py takes a connector from outside, and no session."""

_ANSWER: Final = "/interactions/{webhook_id}/{webhook_token}/callback"


class Learn(Protocol):
    """Is told what came of a request: status and headers of its answer, if there was one."""

    def __call__(
        self, method: str, path: str, status: int = ..., headers: Mapping[str, str] = ..., /
    ) -> None: ...


class _Call:
    """A request as discord.py makes it: sent at `async with`."""

    __slots__ = ("_answer",)

    def __init__(self, answer: Awaitable[Answer]) -> None:
        self._answer = answer

    async def __aenter__(self) -> Answer:
        return await self._answer

    async def __aexit__(self, *_: object) -> None:
        """The answer has been read already."""


class OneWrite:
    """A session whose requests go out in one write; all else is the session's own."""

    def __init__(
        self,
        session: aiohttp.ClientSession,
        wire: Wire,
        user_agent: str,
        learn: Learn | None = None,
    ) -> None:
        self._session = session
        self._wire = wire
        self._headers = {"User-Agent": user_agent}
        self._learn = learn

    def __getattr__(self, name: str) -> Any:
        return getattr(self._session, name)

    async def close(self) -> None:
        """Close it, and the connections that are kept."""
        self._wire.close()
        await self._session.close()

    def request(self, method: str, url: str, **more: Any) -> _Call:
        """As `aiohttp.ClientSession.request`, without proxies."""
        return _Call(self._asked(method, url, **more))

    async def _asked(
        self, method: str, url: str, *, data: Any = None, headers: Mapping[str, str] | None = None,
        params: Mapping[str, Any] | None = None, **_: Any,
    ) -> Answer:  # fmt: skip
        fields = {**self._headers, **(headers or {})}
        if isinstance(data, aiohttp.FormData):
            form = data()
            if (form.size or LARGE) >= LARGE:
                return await self._in_pieces(method, url, data=form, headers=fields, params=params)
            data = Body(form.content_type, await form.as_bytes())
        if isinstance(data, Body):
            fields["Content-Type"], data = data
        body = data.encode() if isinstance(data, str) else data or b""
        asked = f"{url}?{urlencode(params)}" if params else url
        if self._learn is None:
            return await self._wire.request(method, asked, fields, body)
        told: tuple[Any, ...] = ()
        try:
            answer = await self._wire.request(method, asked, fields, body)
            told = answer.status, answer.headers
        finally:
            self._learn(method, apart(url)[1], *told)
        return answer

    async def _in_pieces(self, method: str, url: str, **more: Any) -> Answer:
        """By aiohttp, whose traces are told what comes of it."""
        async with self._session.request(method, url, **more) as told:
            headers = CIMultiDict(told.headers)
            return Answer(told.status, told.reason or "", headers, await told.read())


class Answers(AsyncWebhookAdapter):
    """What interactions are answered through."""

    def __init__(self, session: OneWrite) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self._session: Any = session

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
            told = await self.request(route, self._session, **said)
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


def begin(client: discord.Client, learn: Learn) -> None:
    """Have a client that is logged in send its requests so, in this task and those it starts. They
    end with it. `learn` is told what came of every call that uses a bucket."""
    vars(discord.utils).update(_to_json=_to_json, _from_json=msgspec.json.decode)
    http, agent, wire = vars(client.http), client.http.user_agent, Wire()
    http[_SESSION] = OneWrite(http[_SESSION], wire, agent, learn)
    session = aiohttp.ClientSession(
        connector=client.http.connector, connector_owner=False, cookie_jar=aiohttp.DummyCookieJar()
    )
    async_context.set(Answers(OneWrite(session, wire, agent)))
