"""The REST side: every request is counted, limited, checked, answered and its answer checked."""

from __future__ import annotations

import math
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Final

import msgspec
from aiohttp import web

from bot.local.clock import sleep
from bot.local.errors import UNREADABLE, Problem, Refused, unauthorized
from bot.local.hub import Call, Hub
from bot.local.limits import Verdict, is_interaction_route
from bot.local.uploads import Sent, read_body
from bot.local.world import Channel, Json, Message

Answer = tuple[int, Any]
"""Status and JSON body; None as a body is an empty answer."""


@dataclass(slots=True)
class Asked:
    """A request of the bot."""

    hub: Hub
    params: dict[str, str]
    query: dict[str, str]
    sent: Sent

    def number(self, name: str) -> int:
        """An id from the path."""
        return int(self.params[name])

    @property
    def body(self) -> Json:
        """The JSON body, which must be an object here."""
        if self.sent.body is None:
            return {}
        if not isinstance(self.sent.body, dict):
            raise Refused(50035, problems=[Problem((), "MODEL_TYPE_CONVERT", "Not an object")])
        return self.sent.body

    def channel(self) -> Channel:
        """The channel of the path. Raises 10003."""
        found = self.hub.world.channels.get(self.number("channel_id"))
        if found is None:
            raise Refused(10003)
        return found

    def message(self, channel: Channel) -> Message:
        """The message of the path; ephemeral ones are not in the channel. Raises 10008."""
        found = self.hub.world.find_message(channel.id, self.number("message_id"))
        if found is None or found.ephemeral:
            raise Refused(10008)
        return found


Handler = Callable[[Asked], Awaitable[Answer]]
Route = tuple[str, str, Handler]

_LIMITED: Final = ("You are being rate limited.", "The resource is being rate limited.")
_JSON_HEADERS: Final = {"Content-Type": "application/json", "Via": "1.1 local"}


class Rest:
    """All routes on one hub."""

    def __init__(self, hub: Hub, routes: list[Route]) -> None:
        self._hub = hub
        self._routes = routes

    def add_to(self, app: web.Application) -> None:
        """Serve every route under /api/v10, ids in the path being numbers."""
        for method, template, handler in self._routes:
            path = template
            for name in ("channel_id", "message_id", "guild_id", "user_id", "application_id",
                         "interaction_id", "webhook_id", "command_id"):  # fmt: skip
                path = path.replace(f"{{{name}}}", f"{{{name}:[0-9]+}}")
            app.router.add_route(method, f"/api/v10{path}", self._serve(method, template, handler))
        app.router.add_route("*", "/api/{rest:.*}", self._unknown)

    async def _unknown(self, request: web.Request) -> web.Response:
        call = Call(request.method, request.path, self._hub.clock.now())
        self._hub.record(call)
        self._hub.problems.append(f"{request.method} {request.path}: no such route here")
        return _respond(call, Refused(0))

    def _serve(
        self, method: str, template: str, handler: Handler
    ) -> Callable[[web.Request], Awaitable[web.Response]]:
        async def serve(request: web.Request) -> web.Response:
            call = Call(method, template, self._hub.clock.now(), params=dict(request.match_info))
            self._hub.record(call)
            verdict = Verdict()
            try:
                self._let_in(request, call)
                call.lost = self._hub.mischief.loses(call)
                if call.lost == "request":
                    return _cut(request)
                await self._mischief(call)
                verdict = self._limit(call)
                call.bucket = verdict.bucket
                asked = Asked(self._hub, call.params, dict(request.query), await read_body(request))
                call.body, call.files = asked.sent.body, len(asked.sent.files)
                self._check(call)
                call.status, body = await handler(asked)
            except Refused as refused:
                return self._refuse(call, refused, verdict)
            except ConnectionError:
                # The bot has died in the middle of its request: nobody reads the answer.
                return web.Response(status=400)
            except UNREADABLE as error:
                problem = Problem((), "BASE_TYPE_BAD_TYPE", f"{type(error).__name__}: {error}")
                return self._refuse(call, Refused(50035, problems=[problem]), verdict)
            finally:
                call.took = self._hub.clock.now() - call.at
            self._check_answer(call, body)
            if call.lost == "answer":
                return _cut(request)
            return _answer(call.status, body, verdict.headers)

        return serve

    def _let_in(self, request: web.Request, call: Call) -> None:
        found = self._hub.world.tokens.get(call.params.get("webhook_token", ""))
        found = found or self._hub.world.tokens.get(call.params.get("interaction_token", ""))
        if found is not None:
            call.interaction = found.id
        if is_interaction_route(call.route):
            return
        if request.headers.get("Authorization") != f"Bot {self._hub.token}":
            raise unauthorized()

    async def _mischief(self, call: Call) -> None:
        mischief = self._hub.mischief
        if call.lost == "gateway":
            raise Refused(0, status=502, message="502: Bad Gateway")
        if mischief.delays:
            await sleep(self._hub.clock, mischief.delays.popleft())
        if mischief.failures:
            raise mischief.failures.popleft()

    def _limit(self, call: Call) -> Verdict:
        mischief = self._hub.mischief
        if mischief.limits:
            ordered = mischief.limits.popleft()
            headers = self._hub.limits.unspent(
                call.method, call.route, call.params, self._hub.world.wall()
            )
            call.ordered = True
            raise TooMany(Verdict(
                wait=ordered.retry_after, scope=ordered.scope,
                headers=headers if ordered.scope == "shared" else {},
            ))  # fmt: skip
        world = self._hub.world
        found = world.interactions.get(call.interaction or 0)
        channel_id = None if found is None else found.channel.id
        verdict = self._hub.limits.ask(
            call.method, call.route, call.params, world.wall(), channel_id
        )
        if verdict.wait is not None:
            call.bucket = verdict.bucket
            raise TooMany(verdict)
        return verdict

    def _check(self, call: Call) -> None:
        if self._hub.checker is None or call.body is None:
            return
        found = self._hub.checker.request(call.method, call.route, call.body)
        if found:
            problems = [Problem((), "OPENAPI", line) for line in found]
            raise Refused(50035, problems=problems)

    def _check_answer(self, call: Call, body: Any) -> None:
        if self._hub.checker is None:
            return
        for line in self._hub.checker.answer(call.method, call.route, call.status, body):
            self._hub.faults.append(f"{call.method} {call.route}: {line}")

    def _refuse(self, call: Call, refused: Refused, verdict: Verdict) -> web.Response:
        if refused.status == 429:
            self._hub.limited.append(call)
        if isinstance(refused, TooMany):
            call.status = 429
            call.shared = refused.verdict.scope == "shared"
            return _too_many(refused.verdict)
        for problem in () if refused.ordered else refused.problems:
            call.problems.append(str(problem))
            self._hub.problems.append(f"{call.method} {call.route}: {problem}")
        # A limit within a limit, such as that of old messages, tells nothing of either.
        answer = _respond(call, refused, {} if refused.status == 429 else verdict.headers)
        self._hub.changed()
        return answer


class TooMany(Refused):
    """A refusal by rate limit."""

    def __init__(self, verdict: Verdict) -> None:
        super().__init__(0, status=429)
        self.verdict = verdict


def _too_many(verdict: Verdict) -> web.Response:
    wait = verdict.wait or 0.0
    headers = {
        **verdict.headers,
        "Retry-After": str(max(1, math.ceil(wait))),
        "X-RateLimit-Scope": verdict.scope,
    }
    if verdict.scope == "global":
        headers["X-RateLimit-Global"] = "true"
    body: Json = {
        "message": _LIMITED[verdict.scope == "shared"],
        "retry_after": round(wait, 3),
        "global": verdict.scope == "global",
        "code": 0,
    }
    return _answer(429, body, headers)


def _cut(request: web.Request) -> web.Response:
    """The connection is gone, and with it the answer."""
    if request.transport is not None:
        request.transport.abort()
    return web.Response(status=400)


def _respond(call: Call, refused: Refused, headers: dict[str, str] | None = None) -> web.Response:
    call.status, call.code = refused.status, refused.code
    if refused.status == 429:
        headers = {"Retry-After": str(max(1, math.ceil(refused.retry_after))), **(headers or {})}
    return _answer(refused.status, refused.body(), headers or {})


def _answer(status: int, body: Any, headers: dict[str, str]) -> web.Response:
    """Content-Type is exactly application/json: discord.py reads anything else as text."""
    if body is None:
        return web.Response(status=status, headers={"Via": "1.1 local", **headers})
    raw = msgspec.json.encode(body)
    return web.Response(status=status, body=raw, headers={**_JSON_HEADERS, **headers})
