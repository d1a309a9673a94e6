"""Screenshots of the page as a phone shows it, for docs/phone.md: `python -m tools.phone`.

A match is played in the browser, on the local Discord that `make play` puts a page in front of. It
needs what the tests need, and chromium.
"""

from __future__ import annotations

import argparse
import asyncio
import io
import random
import re
import tempfile
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Final

from PIL import Image
from playwright.async_api import Locator, async_playwright, expect

from bot.app import Motordrome
from bot.settings import Settings
from bot.store import Store
from tests.bot.pits import PATIENT
from tests.browser import ARGUMENTS, chromium
from tests.local.fixtures import connected
from tests.local_page.desk import PHONE, Desk

FOLDER: Final = "docs/pictures"
NAMES: Final = ("lobby", "board", "hand", "choice", "notice", "result")
GAME: Final = "/play game:nascards computers:3 preset:quick"
COLOURS: Final = 96
"""Of a screenshot: text stays sharp, and a file small."""
MOST: Final = 200
"""Questions of a match."""
PLAIN: Final = re.compile(r"^(Why\?|More.*|Undo|Back|Board|My plan|Rules)$")
"""Buttons that answer nothing."""


async def shots(folder: Path) -> AsyncIterator[tuple[str, bytes]]:
    """Names of screenshots, and the PNGs. The database is put into a folder."""
    store = await Store.open(f"sqlite+aiosqlite:///{folder}/matches.sqlite3")

    def bot() -> Motordrome:
        return Motordrome(Settings(), store, rng=random.Random(3), guild_ready_timeout=0)

    try:
        async with (
            connected(bot, limits="off", interaction_seconds=PATIENT) as (local, _),
            async_playwright() as play,
        ):
            for name in ("Ann", "Ben"):
                local.add_user(name)
            local.add_channel("pit-lane")
            browser = await play.chromium.launch(executable_path=chromium(), args=ARGUMENTS)
            page = await browser.new_page(viewport=PHONE, reduced_motion="reduce")
            desk = Desk(page, local.url)
            await desk.open()
            async for name in _match(desk):
                yield name, small(await page.screenshot())
            await browser.close()
    finally:
        await store.close()
