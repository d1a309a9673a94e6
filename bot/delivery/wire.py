"""HTTP/1.1 on connections that are kept: what calls to Discord need, and no more.

aiohttp makes dozens of objects for a request and its answer, and most of the processor time of a
call went there; this takes a third of it. An answer is read whole before it is given back. There
are no cookies, redirects, proxies and compression, because Discord's API needs none of them.
Errors are aiohttp's: who asks need not know which of the two has carried a call.
"""

from __future__ import annotations

import asyncio
import ssl
from collections import defaultdict
from collections.abc import Mapping
from functools import cache
from typing import Final, NamedTuple, cast
from urllib.parse import urlsplit

from aiohttp import ClientPayloadError, ServerDisconnectedError, ServerTimeoutError
from multidict import CIMultiDict

LONGEST: Final = 300.0
"""Seconds that an answer may take; who asks may have less patience."""
CONNECT_SECONDS: Final = 30.0
IDLE_SECONDS: Final = 15.0
"""After so long a connection is used no more: the other side may be about to close it."""
MOST_HEAD: Final = 1 << 16
"""Bytes of an answer's head, or of the line before a chunk."""
AGAIN: Final = frozenset({"GET", "HEAD", "PUT", "DELETE"})
"""Methods of requests that may be sent once more where a kept connection ended before an answer."""
_REQUEST: Final = b"%b %b HTTP/1.1\r\nHost: %b\r\nAccept: */*\r\nContent-Length: %d\r\n%b\r\n%b"
_LINE: Final = b"\r\n"
_BLANK: Final = b"\r\n\r\n"
_BARE: Final = frozenset({204, 304})
"""Answers that have no body."""

Headers = CIMultiDict[str]


class Answer(NamedTuple):
    """An answer, as discord.py reads one."""

    status: int
    reason: str
    headers: Headers
    body: bytes

    async def text(self, encoding: str = "utf-8") -> str:
        """The body in words."""
        return self.body.decode(encoding)


class _Line(asyncio.Protocol):
    """One connection. It carries one request at a time."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.used_at = 0.0
        self._loop = loop
        self._transport: asyncio.Transport | None = None
        self._begin()

    def _begin(self) -> None:
        """Nobody has asked, and nothing has come."""
        self._asked: asyncio.Future[Answer] | None = None
        self._got = bytearray()
        self._head: tuple[int, str, Headers] | None = None
        self._size: int | None = None
        """Bytes of the body; None where they come in chunks, or until the connection ends."""
        self._chunks: bytearray | None = None
        """What has come in whole chunks; None where there are none."""

    @property
    def is_open(self) -> bool:
        """Whether a request may be sent."""
        return self._transport is not None and not self._transport.is_closing()

    def close(self) -> None:
        """Hang up."""
        if self._transport is not None:
            self._transport.abort()

    async def ask(self, request: bytes) -> Answer:
        """Send a request; raises an error of aiohttp's or `TimeoutError` where no answer comes."""
        assert self._transport is not None
        asked: asyncio.Future[Answer] = self._loop.create_future()
        self._asked = asked
        late = self._loop.call_later(LONGEST, self._fail, TimeoutError())
        self._transport.write(request)
        try:
            answer = await asked
        except BaseException:
            self.close()
            raise
        finally:
            late.cancel()
        self.used_at = self._loop.time()
        return answer

    def _fail(self, error: Exception) -> None:
        asked = self._asked
        self._begin()
        if asked is not None and not asked.done():
            asked.set_exception(error)

    def _end(self, body: bytearray) -> None:
        """The answer is whole."""
        assert self._head is not None
        asked, answer = self._asked, Answer(*self._head, bytes(body))
        self._begin()
        if answer.headers.get("Connection", "").lower() == "close":
            self.close()
        if asked is not None and not asked.done():
            asked.set_result(answer)

    # -- what the transport tells

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """See `asyncio.Protocol`."""
        # uvloop's are no subclass.
        self._transport = cast("asyncio.Transport", transport)

    def connection_lost(self, error: Exception | None) -> None:
        """See `asyncio.Protocol`."""
        self._transport = None
        to_the_end = self._head is not None and self._size is None and self._chunks is None
        if to_the_end and error is None:
            self._end(self._got)
        else:
            self._fail(ServerDisconnectedError())

    def data_received(self, data: bytes) -> None:
        """See `asyncio.Protocol`."""
        if self._asked is None:
            self.close()
            return
        self._got += data
        try:
            self._read()
        except ValueError:
            self._fail(ClientPayloadError("This is no answer."))
            self.close()

    # -- reading an answer

    def _read(self) -> None:
        """Read what has come. Raises `ValueError` where it makes no sense."""
        while self._head is None:
            end = self._got.find(_BLANK)
            if end < 0:
                if len(self._got) > MOST_HEAD:
                    raise ValueError
                return
            head = self._got[:end].decode("latin-1")
            del self._got[: end + len(_BLANK)]
            self._read_head(head)
        if self._chunks is not None:
            self._read_chunks(self._chunks)
        elif self._size is not None and len(self._got) >= self._size:
            if len(self._got) > self._size:
                raise ValueError
            self._end(self._got)

    def _read_head(self, head: str) -> None:
        first, *lines = head.split("\r\n")
        _, status, *reason = first.split(" ", 2)
        if int(status) < 200:
            return  # the answer is still to come
        fields = [line.partition(":") for line in lines]
        headers = CIMultiDict([(name, value.strip()) for name, _, value in fields])
        self._head = int(status), "".join(reason), headers
        if int(status) in _BARE:
            self._size = 0
        elif headers.get("Transfer-Encoding", "").lower() == "chunked":
            self._chunks = bytearray()
        elif (size := headers.get("Content-Length")) is not None:
            self._size = int(size)

    def _read_chunks(self, chunks: bytearray) -> None:
        while (end := self._got.find(_LINE)) >= 0:
            size = int(self._got[:end].decode("latin-1").partition(";")[0], 16)
            begins = end + len(_LINE)
            if not size:
                # More headers may follow, and then a blank line.
                if self._got.find(_BLANK, end) >= 0:
                    self._end(chunks)
                return
            if len(self._got) < begins + size + len(_LINE):
                return
            chunks += self._got[begins : begins + size]
            del self._got[: begins + size + len(_LINE)]
        if len(self._got) > MOST_HEAD:
            raise ValueError


@cache
def _trusted() -> ssl.SSLContext:
    """Whom to trust: the certificates of this machine."""
    context = ssl.create_default_context()
    context.set_alpn_protocols(("http/1.1",))
    return context


class Wire:
    """Sends requests, each on a connection that is free, or on a new one."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._free: defaultdict[str, list[_Line]] = defaultdict(list)
        """Connections that nobody uses, by scheme and host; the one used last at the end."""

    def close(self) -> None:
        """Close every connection that is free."""
        for lines in self._free.values():
            for line in lines:
                line.close()
        self._free.clear()

    async def request(
        self, method: str, url: str, headers: Mapping[str, str], body: bytes
    ) -> Answer:
        """Send a request and wait for the whole answer. `url` is as it goes over the wire, nothing
        in it to be quoted. Raises what `aiohttp.ClientSession.request` does."""
        root, path = apart(url)
        host, fields = root.partition("://")[2], [f"{k}: {v}\r\n" for k, v in headers.items()]
        first = method.encode(), path.encode("ascii"), host.encode()
        request = _REQUEST % (*first, len(body), "".join(fields).encode("latin-1"), body)
        line = self._kept(root)
        if line is not None:
            try:
                return await self._asked(root, line, request)
            except ServerDisconnectedError:
                if method not in AGAIN:
                    raise
        return await self._asked(root, await self._connected(root), request)

    async def _asked(self, root: str, line: _Line, request: bytes) -> Answer:
        answer = await line.ask(request)
        if line.is_open:
            self._free[root].append(line)
        return answer

    def _kept(self, root: str) -> _Line | None:
        """A connection that is free; those that have been so for too long are closed."""
        free, now = self._free[root], self._loop.time()
        while free and now - free[0].used_at >= IDLE_SECONDS:
            free.pop(0).close()
        while free:
            if (line := free.pop()).is_open:
                return line
        return None

    async def _connected(self, root: str) -> _Line:
        to = urlsplit(root)
        secure = to.scheme == "https"
        port = to.port or (443 if secure else 80)
        try:
            async with asyncio.timeout(CONNECT_SECONDS):
                _, line = await self._loop.create_connection(
                    lambda: _Line(self._loop),
                    to.hostname or "",
                    port,
                    ssl=_trusted() if secure else None,
                )
        except TimeoutError as error:
            raise ServerTimeoutError("No connection in time.") from error
        return line


def apart(url: str) -> tuple[str, str]:
    """Scheme with host, and the path.

    >>> apart("https://discord.com/api/v10/users/@me")
    ('https://discord.com', '/api/v10/users/@me')
    """
    scheme, _, rest = url.partition("://")
    host, _, path = rest.partition("/")
    return f"{scheme}://{host}", f"/{path}"
