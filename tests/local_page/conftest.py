"""A local Discord, a small real bot on it, and a browser at its page."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from typing import NamedTuple

import pytest
import pytest_asyncio
from discord.asset import Asset
from discord.gateway import DiscordWebSocket
from discord.http import Route
from playwright.async_api import Browser, Page, async_playwright, expect

from bot.local import HandClock, LocalDiscord, User
from tests.browser import ARGUMENTS, chromium
from tests.local_page.desk import WIDE, Desk
from tests.local_page.showroom import Showroom

# Generous, because a slow machine must not look like a broken page.
expect.set_options(timeout=60_000)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """One event loop for the whole package: the browser, the server and the bot live on it."""
    here = os.path.dirname(__file__)
    for item in items:
        if str(item.path).startswith(here) and "browser" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)


class Town(NamedTuple):
    """The server, the bot on it, and the clock that its deadlines go by."""

    server: LocalDiscord
    bot: Showroom
    clock: HandClock
    rook: User


@pytest_asyncio.fixture(scope="package", loop_scope="session")
async def town() -> AsyncIterator[Town]:
    clock = HandClock()
    server = LocalDiscord(clock=clock, limits="off")
    rook, *_ = [server.add_user(name) for name in ("Rook", "Juniper", "Marlowe")]
    server.add_channel("pit-lane", topic="Card duel, 3 seats, live pace")
    await server.start()
    with pytest.MonkeyPatch.context() as patch:
        # point_client_here holds for the process: what it sets is put back for other tests.
        patch.setattr(Route, "BASE", Route.BASE)
        patch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", DiscordWebSocket.DEFAULT_GATEWAY)
        patch.setattr(Asset, "BASE", Asset.BASE)
        server.point_client_here()
        bot = Showroom()
        await bot.login(server.token)
        running = bot.loop.create_task(bot.connect())
        await bot.wait_until_ready()
        yield Town(server, bot, clock, rook)
        await bot.close()
        await running
    await server.stop()


@pytest.fixture
def bot(town: Town) -> Showroom:
    return town.bot


@pytest_asyncio.fixture(scope="package", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    path = chromium()
    async with async_playwright() as play:
        opened = await play.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield opened
        await opened.close()


@pytest_asyncio.fixture(loop_scope="session")
async def desk(town: Town, browser: Browser) -> AsyncIterator[Desk]:
    """A fresh page in a channel of its own; it must end without a fault in its console."""
    town.bot.reset()
    channel = town.server.add_channel("pit-lane", topic="Card duel, 3 seats, live pace")
    context = await browser.new_context(viewport=WIDE)
    desk = Desk(
        await context.new_page(), f"{town.server.url}/#as={town.rook.id}&channel={channel.id}"
    )
    await desk.open()
    yield desk
    await context.close()
    assert desk.faults == []


@pytest_asyncio.fixture(scope="package", loop_scope="session")
async def sheet(town: Town, browser: Browser) -> AsyncIterator[Page]:
    """One page for all tests that only borrow its modules; nobody sits at it and reads along."""
    page = await browser.new_page()
    await page.goto(f"{town.server.url}/static/markdown.js")
    yield page
    await page.close()
