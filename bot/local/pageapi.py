"""The page on which one person sits at every seat: what it asks, and the news it gets."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

import msgspec
from aiohttp import web

from bot.local import posting, threads
from bot.local.errors import UNREADABLE, NotShown
from bot.local.gateway import Shards
from bot.local.hub import Hub
from bot.local.people import Modal
from bot.local.rings import push_json
from bot.local.threadwork import ThreadWork
from bot.local.uploads import SERVED_AS
from bot.local.world import Attachment, Channel, Interaction, Json, User

PAGE: Final = Path(__file__).with_name("page")
_LOOPBACK: Final = frozenset({"127.0.0.1", "localhost", "::1"})
_NAME_MOST: Final = 32
_FILE_NAME_MOST: Final = 100
_DIGITS_MOST: Final = 19
"""Digits of the largest id."""
_PICTURES_MOST: Final = 96
"""Files still given out after their message has changed: a page may be on its way to them."""
_PUSHES_SHOWN: Final = 3
_TYPES: Final = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".ttf": "font/ttf",
    ".woff2": "font/woff2",
}


def is_loopback(host: str) -> bool:
    """Whether a Host header or an origin's host names this machine.

    >>> is_loopback("127.0.0.1:8765"), is_loopback("[::1]:80"), is_loopback("evil.example")
    (True, True, False)
    """
    try:
        return urlsplit(f"//{host}").hostname in _LOOPBACK
    except ValueError:
        return False


def _from_here(origin: str) -> bool:
    """Whether an Origin header names this machine."""
    try:
        return is_loopback(urlsplit(origin).netloc)
    except ValueError:
        return False


_PROTECTION: Final = {
    "Content-Security-Policy": "frame-ancestors 'none'",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}


async def protect(request: web.Request, response: web.StreamResponse) -> None:
    """Let no other site frame an answer or read more into it than it is, refusals included."""
    for name, value in _PROTECTION.items():
        response.headers.setdefault(name, value)


_OF_ONE_PAGE: Final = frozenset({"modal", "interaction_failed"})
"""What is told only on the page where the person has done something."""
_NOT_READ: Final = "The request cannot be read."
_COUNTS: Final = msgspec.json.encode({"t": "state", "d": {}})


@web.middleware
async def only_here(
    request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
) -> web.StreamResponse:
    """Refuse what another site could have sent through somebody's browser."""
    if not is_loopback(request.headers.get("Host", "")):
        raise web.HTTPForbidden(text="This server answers on this machine only.")
    origin = request.headers.get("Origin")
    if origin is not None and not _from_here(origin):
        raise web.HTTPForbidden(text="Requests from other sites are refused.")
    return await handler(request)


class _Listener:
    """One page's websocket."""

    def __init__(self, user: User, page: str) -> None:
        self.user = user
        self.page = page
        """Its own name for itself: one person may have several pages open."""
        self.looks: tuple[Channel, ...] = ()
        """Channels whose newest message is in sight."""
        self.queue: asyncio.Queue[bytes] = asyncio.Queue()


class PageApi:
    """The page's requests on one hub."""

    def __init__(
        self, hub: Hub, people: ThreadWork, shards: Shards, add_user: Callable[[str], User]
    ) -> None:
        self._hub = hub
        self._people = people
        self._shards = shards
        self._add_user = add_user
        self._listeners: set[_Listener] = set()
        self._files: dict[int, Attachment] = {}
        hub.hearers.append(self._hear)

    def add_to(self, app: web.Application) -> None:
        app.router.add_get("/", self._index)
        app.router.add_get("/static/saira.ttf", self._font)
        app.router.add_get("/static/{file}", self._static)
        app.router.add_get("/attachments/{channel}/{id:[0-9]+}/{name}", self._attachment)
        app.router.add_get("/page/ws", self._ws)
        app.router.add_get("/page/api/state", self._asked(self._state))
        app.router.add_get("/page/api/messages", self._asked(self._messages))
        for name, verb in {
            "command": self._command,
            "autocomplete": self._autocomplete,
            "component": self._component,
            "modal": self._modal,
            "message": self._message,
            "read": self._read,
            "users": self._users,
            "dms": self._dms,
            "place": self._place,
        }.items():
            app.router.add_post(f"/page/api/{name}", self._posted(verb))

    # files

    async def _index(self, request: web.Request) -> web.StreamResponse:
        return _file(PAGE / "index.html")

    async def _static(self, request: web.Request) -> web.StreamResponse:
        return _file(PAGE / Path(request.match_info["file"]).name)

    async def _font(self, request: web.Request) -> web.StreamResponse:
        import fontpkg  # noqa: PLC0415  # only the page needs it

        return _file(Path(fontpkg.path("Saira")))

    async def _attachment(self, request: web.Request) -> web.Response:
        number = _number(dict(request.match_info), "id")
        found = self._hub.world.attachments.get(number) or self._files.get(number)
        if found is None or found.filename != request.match_info["name"]:
            raise web.HTTPNotFound
        known = found.content_type in SERVED_AS
        return web.Response(
            body=found.data,
            content_type=found.content_type if known else "application/octet-stream",
            headers={
                "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
                "Cache-Control": "private, max-age=86400, immutable",
            },
        )

    # questions

    def _asked(self, verb: Callable[[Json], Any]) -> Callable[[web.Request], Any]:
        async def serve(request: web.Request) -> web.Response:
            try:
                return _json(200, verb(dict(request.query)))
            except NotShown as refusal:
                return _refused(str(refusal))

        return serve

    def _posted(self, verb: Callable[[Json], Awaitable[Json]]) -> Callable[[web.Request], Any]:
        async def serve(request: web.Request) -> web.Response:
            if request.content_type != "application/json":
                return _refused("Send application/json.", 415)
            try:
                body = msgspec.json.decode(await request.read(), type=dict[str, Any])
                return _json(200, {"ok": True, **await verb(body)})
            except NotShown as refusal:
                return _refused(str(refusal))
            except (msgspec.DecodeError, *UNREADABLE):
                return _refused(_NOT_READ)

        return serve

    def _who(self, body: Json) -> User:
        if not body.get("as"):
            # A page that has just been opened: it sits down as the first person.
            first = next(self._hub.world.people(), None)
            if first is not None:
                return first
        found = self._hub.world.users.get(_number(body, "as"))
        if found is None or found.bot:
            raise NotShown("There is no such person.")
        return found

    def _where(self, body: Json, user: User) -> Channel:
        found = self._hub.world.channels.get(_number(body, "channel"))
        if found is None or not self._hub.world.may_see(user, found):
            raise NotShown(f"{user.name} sees no such channel.")
        return found

    def _state(self, query: Json) -> Json:
        """What one person sees; somebody unknown gets what the first person does."""
        world = self._hub.world
        user = world.users.get(_number(query, "as"))
        if user is None or user.bot:
            user = next(world.people(), None)
        if user is None:
            raise NotShown("There is nobody here yet.")
        world.dm(user)
        guild = next((g for g in world.guilds.values() if user.id in g.members), None)
        guild = guild or next(iter(world.guilds.values()))
        seen = [c for c in world.channels.values() if world.may_see(user, c)]
        return {
            "as": str(user.id),
            "users": [
                {
                    "id": str(u.id),
                    "name": u.name,
                    "color": u.colour,
                    "dms_open": u.dms_open,
                    "badge": self._people.badge(u),
                }
                for u in world.people()
            ],
            "pushes": [push_json(push) for push in self._people.pushes(user)[-_PUSHES_SHOWN:]],
            "guild": {"id": str(guild.id), "name": guild.name, "bot": guild.bot_inside},
            "channels": [self._channel_json(c, user) for c in seen],
            "roles": [{"id": str(role.id), "name": role.name} for role in guild.roles],
            "commands": [
                command
                for place in (guild.id, 0)
                for command in world.commands.get(place, [])
                if world.share_guild(user) and world.offers(user, command)
            ],
            "bot": {
                "id": str(world.bot.id),
                "name": world.bot.name,
                "online": self._shards.online,
            },
        }

    def _channel_json(self, channel: Channel, user: User) -> Json:
        name = self._hub.world.bot.name if channel.kind == "dm" else channel.name
        # Of a thread that somebody has not joined nothing is news to them.
        away = channel.kind == "thread" and user.id not in channel.members
        return {
            "id": str(channel.id),
            "name": name,
            "type": channel.kind,
            "parent_id": None if channel.parent_id is None else str(channel.parent_id),
            "archived": channel.archived,
            "locked": channel.locked,
            "private": channel.private,
            "member": user.id in channel.members,
            "topic": channel.topic,
            "unread": 0 if away else self._hub.world.unread(channel, user),
            "badge": self._people.badge(user, channel),
        }

    def _messages(self, query: Json) -> list[Json]:
        user = self._who(query)
        channel = self._where(query, user)
        return [posting.page_json(self._hub, m) for m in self._people.messages(channel, user)]

    # what the person at the page does

    async def _command(self, body: Json) -> Json:
        user = self._who(body)
        made = self._people.begin_command(
            user, self._where(body, user), _text(body, "name"), _named(body, "options")
        )
        return _begun(made, body)

    async def _autocomplete(self, body: Json) -> Json:
        user = self._who(body)
        made = self._people.begin_autocomplete(
            user, self._where(body, user), _text(body, "name"), _text(body, "option"),
            body.get("value", ""), _named(body, "options"),
        )  # fmt: skip
        await made.done.wait()
        if made.failed:
            raise NotShown("Loading options failed.")
        return {**_begun(made, body), "choices": made.choices or []}

    async def _component(self, body: Json) -> Json:
        user = self._who(body)
        channel = self._where(body, user)
        message = self._hub.world.find_message(channel.id, _number(body, "message"))
        if message is None:
            raise NotShown("The message is not there any more.")
        values = body.get("values")
        if values is not None and not isinstance(values, list):
            values = [values]
        custom_id = _text(body, "custom_id")
        return _begun(self._people.begin_press(user, message, custom_id, values), body)

    async def _modal(self, body: Json) -> Json:
        user = self._who(body)
        trigger = self._hub.world.interactions.get(_number(body, "interaction"))
        if trigger is None or trigger.modal is None:
            raise NotShown("The form is not open any more.")
        if body.get("custom_id") not in (None, trigger.modal["custom_id"]):
            raise NotShown("This is another form.")
        values = _named(body, "values")
        return _begun(self._people.begin_submit(user, Modal(trigger, trigger.modal), values), body)

    async def _message(self, body: Json) -> Json:
        user = self._who(body)
        message = self._people.write(user, self._where(body, user), _text(body, "content"))
        return {"message": str(message.id)}

    async def _read(self, body: Json) -> Json:
        user = self._who(body)
        channel = self._where(body, user)
        self._people.read(user, channel)
        self._hub.tell("state", {}, None, user)
        return {}

    async def _place(self, body: Json) -> Json:
        """Do something with the channel that is read; the last four are the owner's to do."""
        user, people = self._who(body), self._people
        channel, action = self._where(body, user), _text(body, "do")
        guild = self._hub.world.guilds.get(channel.guild_id or 0)
        if action == "thread":
            return {"channel": str(people.open_thread(user, channel, _text(body, "name")).id)}
        if action in ("join", "leave") and channel.kind == "thread":
            (people.join_thread if action == "join" else people.leave_thread)(user, channel)
        elif action == "archive" and channel.kind == "thread":
            threads.archive(self._hub, channel)
        elif action == "delete" and guild is not None:
            people.delete_channel(channel)
        elif action in ("kick", "invite") and guild is not None:
            (people.kick_bot if action == "kick" else people.invite_bot)(guild)
        else:
            raise NotShown("That cannot be done here.")
        return {}

    async def _users(self, body: Json) -> Json:
        name = " ".join(_text(body, "name").split())
        if not 1 <= len(name) <= _NAME_MOST:
            raise NotShown(f"A name has 1 to {_NAME_MOST} characters.")
        user = self._add_user(name)
        for channel in self._hub.world.channels.values():
            # What was said before somebody came is not news to them.
            if self._hub.world.may_see(user, channel):
                self._people.read(user, channel)
        self._hub.tell("state", {})
        return {"id": str(user.id)}

    async def _dms(self, body: Json) -> Json:
        if not isinstance(body.get("open"), bool):
            raise NotShown("open must be true or false.")
        self._who(body).dms_open = body["open"]
        self._hub.tell("state", {})
        return {}

    # news

    def _hear(self, kind: str, d: Json, channel: Channel | None, only: User | None) -> None:
        said = channel is not None and kind.startswith("message_")
        if channel is not None and said:
            self._keep_files(d, channel)
        frame: bytes | None = None
        page = self._page_of(d) if kind in _OF_ONE_PAGE else None
        for listener in self._listeners:
            user = listener.user
            if page is not None and listener.page != page:
                continue
            hidden = channel is not None and not self._hub.world.may_see(user, channel)
            if hidden or (only is not None and only is not user):
                if said or kind == "push":
                    # Not a word of it, only that the counts on the bar have changed.
                    listener.queue.put_nowait(_COUNTS)
                continue
            frame = frame or msgspec.json.encode({"t": kind, "d": d})
            listener.queue.put_nowait(frame)

    def _page_of(self, d: Json) -> str | None:
        """The page on which somebody did what this is the answer to."""
        made = self._hub.world.interactions.get(int(d["interaction"]))
        return made.page if made is not None else None

    def _keep_files(self, d: Json, channel: Channel) -> None:
        message = self._hub.world.find_message(channel.id, int(d["id"]))
        for attachment in message.attachments if message is not None else ():
            self._files[attachment.id] = attachment
        while len(self._files) > _PICTURES_MOST:
            del self._files[next(iter(self._files))]

    async def _ws(self, request: web.Request) -> web.StreamResponse:
        try:
            user = self._who(dict(request.query))
        except NotShown as refusal:
            raise web.HTTPBadRequest(text=str(refusal)) from None
        ws = web.WebSocketResponse(heartbeat=30.0)
        await ws.prepare(request)
        listener = _Listener(user, request.query.get("page", ""))
        self._listeners.add(listener)
        pump = asyncio.create_task(_pump(ws, listener))
        try:
            async for told in ws:
                if told.type is web.WSMsgType.TEXT:
                    self._look(listener, told.data)
        finally:
            self._listeners.discard(listener)
            self._looked(listener.user)
            pump.cancel()
        return ws

    def _look(self, listener: _Listener, told: str) -> None:
        """The page tells which channels are read there now, down to their newest message."""
        try:
            ids = msgspec.json.decode(told, type=dict[str, list[str]]).get("looks", [])
        except (msgspec.DecodeError, msgspec.ValidationError):
            return
        channels = [self._hub.world.channels.get(_number({"id": one}, "id")) for one in ids]
        listener.looks = tuple(channel for channel in channels if channel is not None)
        self._looked(listener.user)

    def _looked(self, user: User) -> None:
        """One person may have several pages open."""
        pages = [one for one in self._listeners if one.user is user]
        self._hub.rings.look(user, *(channel for one in pages for channel in one.looks))


async def _pump(ws: web.WebSocketResponse, listener: _Listener) -> None:
    while True:
        frame = await listener.queue.get()
        try:
            await ws.send_str(frame.decode())
        except (ConnectionError, RuntimeError):
            return


def _begun(made: Interaction, body: Json) -> Json:
    made.page = str(body.get("page", ""))
    return {"interaction": str(made.id)}


def _number(body: Json, key: str) -> int:
    """An id; 0 for what is none."""
    text = str(body.get(key, ""))
    fits = text.isascii() and text.isdigit() and len(text) <= _DIGITS_MOST
    return int(text) if fits else 0


def _text(body: Json, key: str) -> str:
    text = body.get(key, "")
    if not isinstance(text, str):
        raise NotShown(f"{key} must be a text.")
    return text


def _named(body: Json, key: str) -> Json:
    """Values by name; none where there are none."""
    values = body.get(key) or {}
    if not isinstance(values, dict):
        raise NotShown(f"{key} must be names with values.")
    return values


def _refused(sentence: str, status: int = 400) -> web.Response:
    return _json(status, {"ok": False, "error": sentence})


def _json(status: int, body: Any) -> web.Response:
    return web.Response(
        status=status, body=msgspec.json.encode(body), content_type="application/json",
        headers={"Cache-Control": "no-store"},
    )  # fmt: skip


def _file(path: Path) -> web.StreamResponse:
    if path.suffix not in _TYPES or len(path.name) > _FILE_NAME_MOST or not path.is_file():
        raise web.HTTPNotFound
    headers = {
        "Content-Type": _TYPES[path.suffix],
        "Cache-Control": "no-cache",
    }
    return web.FileResponse(path, headers=headers)
