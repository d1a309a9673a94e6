"""A local Discord with a bot on it, for tests that go through the real discord.py."""

from __future__ import annotations

import asyncio
import io
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any, NamedTuple, TypeVar

import aiohttp
import discord
from PIL import Image

from bot.local import LocalDiscord, openapi

DOCUMENT = openapi.find()
"""Discord's document, None where it is absent: then bodies are checked by hand alone."""

BotT = TypeVar("BotT", bound=discord.Client)
Handler = Callable[[discord.Interaction], Awaitable[object]]


@asynccontextmanager
async def connected(
    make_bot: Callable[[], BotT], **options: Any
) -> AsyncIterator[tuple[LocalDiscord, BotT]]:
    """A started local Discord and a bot that is ready on it; both are closed at the end.

    `options` go to `LocalDiscord`. At the end no answer of the server may have been at fault.
    """
    local = LocalDiscord(**{"openapi": DOCUMENT, **options})
    await local.start()
    local.point_client_here()
    bot = make_bot()
    try:
        async with bot:
            running = asyncio.create_task(bot.start(local.token))
            ready = asyncio.create_task(bot.wait_until_ready())
            await asyncio.wait((running, ready), return_when=asyncio.FIRST_COMPLETED)
            if running.done():
                running.result()
            yield local, bot
        await running
    finally:
        await local.stop()
    assert local.faults == []


class Rig(discord.Client):
    """A bot whose answers a test writes: `on` names a command or custom id and its handler."""

    def __init__(self, commands: list[dict[str, Any]] | None = None, **options: Any) -> None:
        super().__init__(
            **{
                "intents": discord.Intents(guilds=True),
                "guild_ready_timeout": 0,
                "max_messages": None,
                "chunk_guilds_at_startup": False,
                **options,
            }
        )
        self.commands = commands or []
        self.handlers: dict[str, Handler] = {}
        self.errors: list[Exception] = []
        self.heard: list[discord.Interaction] = []
        self.events: list[str] = []

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Discord wants five seconds between two beginnings; here they need not wait."""

    async def setup_hook(self) -> None:
        if self.commands:
            await self.http.bulk_upsert_global_commands(self.application_id or 0, self.commands)

    def on(self, name: str) -> Callable[[Handler], Handler]:
        def keep(handler: Handler) -> Handler:
            self.handlers[name] = handler
            return handler

        return keep

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        self.heard.append(interaction)
        data: Any = interaction.data
        handler = self.handlers.get(data.get("custom_id") or data.get("name"))
        if handler is None:
            return
        try:
            await handler(interaction)
        except Exception as error:
            self.errors.append(error)

    async def on_socket_event_type(self, event: str) -> None:
        self.events.append(event)


COMMAND: dict[str, Any] = {"type": 1, "name": "go", "description": "Go."}


class Talk(NamedTuple):
    """A local Discord, a bot, a person and a channel."""

    local: LocalDiscord
    rig: Rig
    ann: Any
    pits: Any


@asynccontextmanager
async def talk(commands: list[dict[str, Any]] | None = None, **options: Any) -> AsyncIterator[Talk]:
    """The usual setting: /go is registered, Ann is in the channel "pits"."""
    async with connected(lambda: Rig(commands or [COMMAND]), **options) as (local, rig):
        yield Talk(local, rig, local.add_user("Ann"), local.add_channel("pits"))


def png(colour: str = "red", size: tuple[int, int] = (40, 20)) -> bytes:
    out = io.BytesIO()
    Image.new("RGB", size, colour).save(out, "PNG")
    return out.getvalue()


def file(name: str = "board.png", colour: str = "red", alt: str | None = None) -> discord.File:
    return discord.File(io.BytesIO(png(colour)), name, description=alt)


def board(text: str, *rows: discord.ui.ActionRow[Any], name: str = "board.png", alt: str = ""
) -> discord.ui.LayoutView:  # fmt: skip
    """A Components V2 message: text, a picture with alt text, rows."""
    view = discord.ui.LayoutView(timeout=None)
    view.stop()
    box: discord.ui.Container[Any] = discord.ui.Container(accent_colour=0x56B4E9)
    box.add_item(discord.ui.TextDisplay(text))
    gallery: discord.ui.MediaGallery[Any] = discord.ui.MediaGallery()
    gallery.add_item(media=f"attachment://{name}", description=alt or text)
    box.add_item(gallery)
    for row in rows:
        box.add_item(row)
    view.add_item(box)
    return view


def buttons(*labels: str, disabled: bool = False) -> discord.ui.ActionRow[Any]:
    """A row of buttons whose custom ids are their labels in lower case."""
    row: discord.ui.ActionRow[Any] = discord.ui.ActionRow()
    for label in labels:
        row.add_item(discord.ui.Button(label=label, custom_id=label.lower(), disabled=disabled))
    return row


class Bare:
    """The bot's REST calls without discord.py, which would refuse some bodies itself."""

    def __init__(self, local: LocalDiscord, session: aiohttp.ClientSession) -> None:
        self.local = local
        self._session = session

    async def __call__(
        self, method: str, path: str, body: Any = None, *, token: str | None = None
    ) -> tuple[int, Any]:
        headers = {"Authorization": f"Bot {self.local.token if token is None else token}"}
        url = f"{self.local.url}/api/v10{path}"
        async with self._session.request(method, url, json=body, headers=headers) as answer:
            return answer.status, None if answer.status == 204 else await answer.json()


@asynccontextmanager
async def bare(**options: Any) -> AsyncIterator[Bare]:
    """A local Discord without a bot, to be called by hand."""
    local = LocalDiscord(**{"limits": "off", **options})
    await local.start()
    try:
        async with aiohttp.ClientSession() as session:
            yield Bare(local, session)
    finally:
        await local.stop()
