"""A picture goes to Discord in one write; what comes of an answer is asked for where it is read."""

from __future__ import annotations

import io
from collections.abc import AsyncIterator

import aiohttp
import discord
import pytest
from aiohttp import web
from discord.http import Route
from discord.webhook.async_ import interaction_message_response_params

from bot import metrics
from bot.delivery import bodies
from bot.delivery.one_write import LARGE, Answers, OneWrite
from bot.delivery.pacing import Pace
from bot.posts.posts import Picture, Post
from tests.bot.pits import Pits


@pytest.fixture
async def url() -> AsyncIterator[str]:
    """A server that tells the sizes of the fields of a form."""

    async def sizes(request: web.Request) -> web.Response:
        found = {}
        async for part in await request.multipart():
            assert isinstance(part, aiohttp.BodyPartReader)
            found[part.name] = (part.filename, len(await part.read()))
        return web.json_response(found)

    app = web.Application(client_max_size=4 * LARGE)
    app.router.add_post("/", sizes)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    yield f"http://127.0.0.1:{runner.addresses[0][1]}/"
    await runner.cleanup()


def form(size: int) -> aiohttp.FormData:
    """Words and a file of that many bytes, as discord.py makes it."""
    made = aiohttp.FormData(quote_fields=False)
    made.add_field(name="payload_json", value="{}")
    kind = "application/octet-stream"
    made.add_field("files[0]", io.BytesIO(b"x" * size), filename="board.png", content_type=kind)
    return made


async def sent(url: str, size: int, *, whole: bool, ready: bool = False) -> tuple[object, int]:
    """What came of a form, and in how many pieces it was sent."""
    pieces = []
    trace = aiohttp.TraceConfig()

    async def note(*_: object) -> None:
        pieces.append(1)

    trace.on_request_chunk_sent.append(note)
    async with aiohttp.ClientSession(trace_configs=[trace]) as session:
        sender = OneWrite(session) if whole else session
        data: object = form(size)
        if ready:
            data = bodies.message(Post(head="x", picture=Picture("board.png", b"x" * size, "")))
        # As discord.py says of every body of a webhook.
        headers = {"Content-Type": "application/json"} if ready else None
        async with sender.request("POST", url, data=data, headers=headers) as answer:
            return await answer.json(), len(pieces)


async def test_a_form_goes_in_one_piece(url: str) -> None:
    said = {"payload_json": [None, 2], "files[0]": ["board.png", 50_000]}
    assert await sent(url, 50_000, whole=True) == (said, 1)
    by_itself, pieces = await sent(url, 50_000, whole=False)
    assert by_itself == said
    assert pieces > 1


@pytest.mark.parametrize(("size", "pieces"), [(50_000, 1), (LARGE, None)])
async def test_a_ready_body_goes_as_what_it_is(url: str, size: int, pieces: int | None) -> None:
    told, sent_in = await sent(url, size, whole=True, ready=True)
    assert isinstance(told, dict)
    assert told["files[0]"] == ["board.png", size]
    assert sent_in == pieces if pieces else sent_in > 1


async def test_a_large_form_does_not(url: str) -> None:
    told, pieces = await sent(url, LARGE, whole=True)
    assert told == {"payload_json": [None, 2], "files[0]": ["board.png", LARGE]}
    assert pieces > 1


async def test_what_comes_back_is_told(url: str) -> None:
    told = [metrics.CALLS.labels("other", status)._value for status in ("200", "none")]
    before = [count.get() for count in told]
    async with aiohttp.ClientSession() as session:
        sender = OneWrite(session, Pace())
        async with sender.request("POST", url, data=form(1)):
            assert [count.get() for count in told] == [before[0] + 1, before[1]]
        with pytest.raises(aiohttp.ClientError):
            async with sender.request("POST", "http://127.0.0.1:1/", data=form(1)):
                pass
    assert [count.get() for count in told] == [before[0] + 1, before[1] + 1]


async def test_the_bot_sends_so(pits: Pits) -> None:
    assert isinstance(vars(pits.bot.http)["_HTTPClient__session"], OneWrite)


@pytest.mark.parametrize(("kind", "told"), [(4, 7), (7, None)])
@pytest.mark.parametrize("files", [[], [discord.File(io.BytesIO(b"x"), "board.png")]])
async def test_only_a_new_message_is_asked_for(
    kind: int, told: int | None, files: list[discord.File], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    async def answered(request: web.Request) -> web.Response:
        asked.append((request.path, "with_response" in request.query))
        if not asked[-1][1]:
            return web.Response(status=204)
        body = b'{"interaction": {"id": "1", "response_message_id": "7"}}'
        return web.Response(body=body, content_type="application/json")

    app = web.Application()
    app.router.add_post("/{rest:.*}", answered)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    monkeypatch.setattr(Route, "BASE", f"http://127.0.0.1:{runner.addresses[0][1]}")
    params = interaction_message_response_params(
        type=kind, content="x", files=files, allowed_mentions=discord.AllowedMentions.none()
    )
    async with aiohttp.ClientSession() as session:
        made = await Answers(session).create_interaction_response(1, "token", params=params)
    await runner.cleanup()
    assert asked == [("/interactions/1/token/callback", kind == 4)]
    assert int(made["interaction"].get("response_message_id", 0)) == (told or 0)
