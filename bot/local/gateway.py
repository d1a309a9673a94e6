"""The gateway: websockets of the bot's shards, with sessions that can be resumed."""

from __future__ import annotations

import asyncio
import secrets
import zlib
from collections import deque
from dataclasses import dataclass, field
from typing import Any, Final

import discord
import msgspec
from aiohttp import WSMsgType, web

from bot.local import shapes
from bot.local.hub import Hub
from bot.local.rest_account import gateway_url
from bot.local.world import Json

_GUILDS: Final = discord.Intents(guilds=True).value
_CONTENT: Final = discord.Intents(message_content=True).value
_KNOWN_INTENTS: Final = discord.Intents.all().value | 1 << 24 | 1 << 25
PRIVILEGED: Final = discord.Intents(members=True, presences=True, message_content=True).value
_HEARTBEAT_MS: Final = 41_250
_SENDS: Final = (120, 60.0)
"""Most messages from the bot on one connection, in so many seconds."""
_ROUND_TRIP: Final = 0.02
"""Seconds until a heartbeat is answered: discord.py notes when it has sent one only after the
sending, and an answer before that looks to it like one of a minute ago."""
_KEPT_EVENTS: Final = 1000
ABORT: Final = 1006
"""The close code that is never sent: the connection just ends."""


@dataclass(slots=True, eq=False)
class Session:
    """What one shard was told; it outlives its socket."""

    id: str
    shard: int
    shards: int
    intents: int
    seq: int = 0
    events: deque[tuple[int, bytes]] = field(default_factory=lambda: deque(maxlen=_KEPT_EVENTS))
    socket: Socket | None = None
    resumable: bool = True

    def holds(self, guild_id: int | None) -> bool:
        """Whether events of that server (None: direct messages) come to this shard."""
        return self.shard == (0 if guild_id is None else (guild_id >> 22) % self.shards)


class Socket:
    """One connection. Frames are sent in order by a task of its own."""

    def __init__(
        self, ws: web.WebSocketResponse, transport: asyncio.Transport | None, *, compress: bool
    ) -> None:
        self.ws = ws
        self._transport = transport
        self._deflate = zlib.compressobj() if compress else None
        self._queue: asyncio.Queue[bytes | int] = asyncio.Queue()
        self.session: Session | None = None
        self.closed_with: int | None = None
        """The code this side closes with, None when the bot's side did."""
        self.sent_at: deque[float] = deque(maxlen=_SENDS[0])

    def send(self, frame: bytes) -> None:
        self._queue.put_nowait(frame)

    def close(self, code: int) -> None:
        self.closed_with = code
        self._queue.put_nowait(code)

    async def pump(self) -> None:
        """Send what is queued until a close is, or the connection is gone."""
        while True:
            frame = await self._queue.get()
            if frame == ABORT and self._transport is not None:
                self._transport.abort()
                return
            if isinstance(frame, int):
                await self.ws.close(code=frame, drain=False)
                return
            try:
                if self._deflate is None:
                    await self.ws.send_str(frame.decode())
                else:
                    packed = self._deflate.compress(frame)
                    await self.ws.send_bytes(packed + self._deflate.flush(zlib.Z_SYNC_FLUSH))
            except (ConnectionError, RuntimeError):
                return


def _frame(op: int, d: Any, seq: int | None = None, event: str | None = None) -> bytes:
    return msgspec.json.encode({"op": op, "d": d, "s": seq, "t": event})


class Shards:
    """All sessions of the bot."""

    def __init__(self, hub: Hub, privileged: int = 0) -> None:
        self._hub = hub
        self._privileged = privileged
        self.sessions: dict[str, Session] = {}
        self.sockets: set[Socket] = set()
        self.identifies = 0
        self.too_early = 0
        """IDENTIFYs that were refused because another had come just before."""
        self.resumes = 0
        self.mute = False
        """Heartbeats are not answered any more."""

    @property
    def online(self) -> bool:
        return bool(self.connected)

    @property
    def connected(self) -> set[int]:
        """The shards that are connected now, of however many processes."""
        return {s.shard for s in self.sessions.values() if s.socket is not None}

    def dispatch(
        self, event: str, d: Json, guild_id: int | None, intent: int, bare: Json | None
    ) -> bool:
        """Tell the shard concerned; False when there is none to take it.

        A session whose socket is lost keeps the event for its return. `bare` is what a session
        without the intent for the content of messages gets, where that is less.
        """
        taken = False
        for session in list(self.sessions.values()):
            if session.holds(guild_id) and (not intent or session.intents & intent):
                reads = bare is None or session.intents & _CONTENT
                self._tell(session, event, d if reads or bare is None else bare)
                taken = taken or session.socket is not None
        return taken

    def _tell(self, session: Session, event: str, d: Any) -> None:
        session.seq += 1
        frame = _frame(0, d, session.seq, event)
        session.events.append((session.seq, frame))
        if session.socket is not None:
            session.socket.send(frame)

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        """One connection, from HELLO to its end."""
        ws = web.WebSocketResponse(max_msg_size=4096 * 4, autoclose=True)
        await ws.prepare(request)
        compress = request.query.get("compress") == "zlib-stream"
        socket = Socket(ws, request.transport, compress=compress)
        if request.query.get("v") != "10" or request.query.get("encoding") != "json":
            await ws.close(code=4012, drain=False)
            return ws
        self.sockets.add(socket)
        pump = asyncio.create_task(socket.pump())
        socket.send(_frame(10, {"heartbeat_interval": _HEARTBEAT_MS}))
        try:
            async for message in ws:
                if message.type is WSMsgType.TEXT:
                    self._hear(socket, message.data)
        finally:
            self.sockets.discard(socket)
            self._lose(socket)
            pump.cancel()
        return ws

    def _lose(self, socket: Socket) -> None:
        session, socket.session = socket.session, None
        if session is None or session.socket is not socket:
            return
        session.socket = None
        code = socket.ws.close_code if socket.closed_with is None else socket.closed_with
        if code in (1000, 1001) or not session.resumable:
            self.sessions.pop(session.id, None)
        self._hub.tell("state", {})
        self._hub.changed()

    def _hear(self, socket: Socket, raw: str) -> None:
        now = self._hub.clock.now()
        full = len(socket.sent_at) == _SENDS[0]
        if full and now - socket.sent_at[0] < _SENDS[1]:
            socket.close(4008)
            return
        socket.sent_at.append(now)
        try:
            told = msgspec.json.decode(raw, type=dict[str, Any])
            op, d = int(told["op"]), told.get("d")
        except (msgspec.DecodeError, KeyError, TypeError, ValueError):
            socket.close(4002)
            return
        if op == 1:
            if not self.mute:
                later = asyncio.get_running_loop().call_later
                later(_ROUND_TRIP, socket.send, _frame(11, None))
        elif op == 2:
            self._identify(socket, d or {})
        elif op == 6:
            self._resume(socket, d or {})
        elif socket.session is None:
            socket.close(4003)
        elif op == 8:
            self._members(socket.session, d or {})
        elif op not in (3, 4, 31):
            socket.close(4001)

    def _identify(self, socket: Socket, d: Json) -> None:
        shard, shards = d.get("shard") or (0, 1)
        intents = d.get("intents")
        wrong = 0
        if socket.session is not None:
            wrong = 4005
        elif d.get("token") != self._hub.token:
            wrong = 4004
        elif not 0 <= shard < shards:
            wrong = 4010
        elif not isinstance(intents, int) or intents & ~_KNOWN_INTENTS:
            wrong = 4013
        elif intents & PRIVILEGED & ~self._privileged:
            wrong = 4014
        if wrong or not isinstance(intents, int):
            socket.close(wrong)
            return
        if not self._hub.limits.identify(shard):
            self.too_early += 1
            socket.send(_frame(9, False))
            return
        self.identifies += 1
        for old in [s for s in self.sessions.values() if s.shard == shard and s.socket is None]:
            del self.sessions[old.id]
        session = Session(secrets.token_hex(16), shard, shards, intents, socket=socket)
        socket.session = self.sessions[session.id] = session
        self._ready(session)
        self._hub.tell("state", {})
        self._hub.changed()

    def _ready(self, session: Session) -> None:
        world = self._hub.world
        mine = [g for g in world.guilds.values() if session.holds(g.id) and g.bot_inside]
        ready: Json = {
            "v": 10,
            "user": shapes.me_json(world.bot),
            "guilds": [{"id": str(g.id), "unavailable": True} for g in mine],
            "private_channels": [],
            "session_id": session.id,
            "session_type": "normal",
            "resume_gateway_url": gateway_url(self._hub.url),
            "shard": [session.shard, session.shards],
            "application": {"id": str(world.bot.id), "flags": 0},
        }
        self._tell(session, "READY", ready)
        if session.intents & _GUILDS:
            for guild in mine:
                if not guild.away:
                    self._tell(session, "GUILD_CREATE", shapes.guild_create_json(world, guild))

    def _resume(self, socket: Socket, d: Json) -> None:
        session = self.sessions.get(str(d.get("session_id")))
        if socket.session is not None:
            socket.close(4005)
            return
        if d.get("token") != self._hub.token:
            socket.close(4004)
            return
        seq = d.get("seq")
        first = session.events[0][0] if session is not None and session.events else 1
        if (
            session is None
            or not session.resumable
            or not isinstance(seq, int)
            or not first - 1 <= seq <= session.seq
        ):
            socket.send(_frame(9, False))
            return
        if session.socket is not None:
            session.socket.session = None
            session.socket.close(4000)
        self.resumes += 1
        socket.session, session.socket = session, socket
        for number, frame in session.events:
            if number > seq:
                socket.send(frame)
        self._tell(session, "RESUMED", {})
        self._hub.tell("state", {})
        self._hub.changed()

    def _members(self, session: Session, d: Json) -> None:
        """Members by id; a list of everyone is for those with the privileged intent."""
        world = self._hub.world
        guild = world.guilds.get(int(d.get("guild_id") or 0))
        if guild is None:
            return
        asked = d.get("user_ids") or []
        ids = [int(n) for n in (asked if isinstance(asked, list) else [asked])]
        members = [
            shapes.member_json(world.users[n], guild)
            for n in ids
            if n in guild.members or n == world.bot.id
        ]
        chunk: Json = {"guild_id": str(guild.id), "members": members, "chunk_index": 0,
                       "chunk_count": 1, "nonce": d.get("nonce")}  # fmt: skip
        self._tell(session, "GUILD_MEMBERS_CHUNK", chunk)

    def drop(self, shard: int | None, code: int) -> None:
        """Close the sockets of a shard, or of all."""
        for socket in list(self.sockets):
            if shard is None or (socket.session is not None and socket.session.shard == shard):
                socket.close(code)

    def send_op(self, op: int, d: Any, shard: int | None) -> None:
        """Send a bare opcode, such as 7 (reconnect) or 9 (invalid session)."""
        for session in list(self.sessions.values()):
            if session.socket is not None and shard in (None, session.shard):
                if op == 9 and not d:
                    session.resumable = False
                session.socket.send(_frame(op, d))

    async def stop(self) -> None:
        """Close everything; nothing can be resumed."""
        self.sessions.clear()
        for socket in list(self.sockets):
            await socket.ws.close(code=1001, drain=False)
