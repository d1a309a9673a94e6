"""Answers are read however they come, and a connection that is in doubt is used no more."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable

import aiohttp
import pytest

from bot.delivery import wire
from bot.delivery.wire import Answer, Wire

WHOLE = b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\nX-Told: Yes \r\n\r\nhello"
BARE = b"HTTP/1.1 204 No Content\r\nContent-Length: 9\r\n\r\n"
CHUNKS = (
    b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nhel\r\n2;of=words\r\nlo\r\n0\r\n"
)
UNTIL_CLOSED = b"HTTP/1.1 200 OK\r\n\r\nhello"
Act = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


class Server:
    """Does on each connection what it is told to, and counts both."""

    def __init__(self) -> None:
        self.act: Act = self.hold
        self.connections = 0
        self.requests: list[bytes] = []
        self.url = ""

    async def hear(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One connection."""
        self.connections += 1
        try:
            await self.act(reader, writer)
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            writer.close()

    async def read(self, reader: asyncio.StreamReader) -> None:
        """One request whose body is `ask`, or empty."""
        head = await reader.readuntil(b"\r\n\r\n")
        body = b"" if b"Content-Length: 0\r\n" in head else await reader.readexactly(3)
        self.requests.append(head + body)

    async def hold(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Never answer."""
        await self.read(reader)
        await reader.read()

    def says(self, *pieces: bytes, closes: bool = False) -> None:
        """Answer every request with these pieces, each in a write of its own."""

        async def act(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            while True:
                await self.read(reader)
                for piece in pieces:
                    writer.write(piece)
                    await writer.drain()
                    await asyncio.sleep(0)
                if closes:
                    return

        self.act = act


@pytest.fixture
async def server() -> AsyncIterator[Server]:
    """A server on this machine."""
    made = Server()
    listening = await asyncio.start_server(made.hear, "127.0.0.1", 0)
    made.url = f"http://127.0.0.1:{listening.sockets[0].getsockname()[1]}"
    yield made
    listening.close()


@pytest.fixture
async def line() -> AsyncIterator[Wire]:
    """What is tested."""
    made = Wire()
    yield made
    made.close()


async def asked(line: Wire, server: Server, method: str = "POST") -> Answer:
    """One request's answer."""
    return await line.request(method, f"{server.url}/here?a=b", {"X-Mine": "1"}, b"ask")


async def test_a_request_goes_as_it_should(line: Wire, server: Server) -> None:
    server.says(WHOLE)
    told = await asked(line, server)
    host = server.url.removeprefix("http://")
    assert server.requests == [
        f"POST /here?a=b HTTP/1.1\r\nHost: {host}\r\nAccept: */*\r\nContent-Length: 3\r\n"
        "X-Mine: 1\r\n\r\nask".encode()
    ]
    assert (told.status, told.reason, told.headers["x-told"]) == (200, "OK", "Yes")
    assert await told.text() == "hello"


@pytest.mark.parametrize(
    ("whole", "body"),
    [
        (WHOLE, b"hello"),
        (BARE, b""),
        (CHUNKS + b"\r\n", b"hello"),
        (CHUNKS + b"X-Later: 1\r\n\r\n", b"hello"),
        (b"HTTP/1.1 100 Continue\r\n\r\n" + WHOLE, b"hello"),
    ],
)
@pytest.mark.parametrize("split", [False, True])
async def test_an_answer_is_read_in_whatever_pieces_it_comes(
    whole: bytes, body: bytes, split: bool, line: Wire, server: Server
) -> None:
    server.says(*([bytes([each]) for each in whole] if split else [whole]))
    assert [(await asked(line, server)).body for _ in range(3)] == [body] * 3
    assert server.connections == 1


async def test_an_answer_may_end_with_its_connection(line: Wire, server: Server) -> None:
    server.says(UNTIL_CLOSED, closes=True)
    assert [(await asked(line, server)).body for _ in range(2)] == [b"hello"] * 2
    assert server.connections == 2


async def test_a_connection_that_is_to_end_is_not_used_again(line: Wire, server: Server) -> None:
    server.says(WHOLE.replace(b"X-Told: Yes", b"Connection: close"))
    await asked(line, server)
    await asked(line, server)
    assert server.connections == 2


async def test_a_connection_idle_for_too_long_is_not_used_again(
    line: Wire, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    server.says(WHOLE)
    await asked(line, server)
    monkeypatch.setattr(wire, "IDLE_SECONDS", 0.0)
    await asked(line, server)
    assert server.connections == 2


@pytest.mark.parametrize("method", ["GET", "POST"])
async def test_what_a_kept_connection_lost_is_sent_again_where_it_may_be(
    method: str, line: Wire, server: Server
) -> None:
    async def once(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await server.read(reader)
        writer.write(WHOLE)
        await server.read(reader)  # and no answer

    server.act = once
    await asked(line, server, method)
    if method == "GET":
        assert (await asked(line, server, method)).body == b"hello"
        assert len(server.requests) == 3
        return
    with pytest.raises(aiohttp.ServerDisconnectedError):
        await asked(line, server, method)
    assert len(server.requests) == 2


@pytest.mark.parametrize(
    "said",
    [
        b"Good day\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nhello",
        b"HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nfive\r\nhello\r\n",
        b"x" * (wire.MOST_HEAD + 1),
    ],
)
async def test_what_is_no_answer_is_refused(said: bytes, line: Wire, server: Server) -> None:
    server.says(said)
    with pytest.raises(aiohttp.ClientPayloadError):
        await asked(line, server)
    server.says(WHOLE)
    assert (await asked(line, server)).status == 200
    assert server.connections == 2


async def test_a_call_given_up_takes_its_connection_along(line: Wire, server: Server) -> None:
    gone = asyncio.Event()

    async def hold(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await server.hold(reader, writer)
        gone.set()

    server.act = hold
    calling = asyncio.create_task(asked(line, server))
    while not server.requests:  # noqa: ASYNC110 - the server tells nobody
        await asyncio.sleep(0)
    calling.cancel()
    with pytest.raises(asyncio.CancelledError):
        await calling
    await gone.wait()


async def test_an_answer_that_takes_too_long_is_given_up(
    line: Wire, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wire, "LONGEST", 0.0)
    with pytest.raises(TimeoutError):
        await asked(line, server)


async def test_where_nobody_listens(line: Wire, server: Server) -> None:
    server.url = "http://127.0.0.1:1"
    with pytest.raises(ConnectionRefusedError):
        await asked(line, server)
