"""Screenshots of the page as a phone shows it, for docs/phone.md: `python -m tools.phone`.

A match is played in the browser, on the local Discord that `make play` puts a page in front of. It
needs what the tests need, and chromium.
"""

from __future__ import annotations

import argparse
import asyncio
import io
import random
import sys
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
from tests.local_page.desk import PHONE, Desk, panel, press

FOLDER: Final = "docs/phone"
GAME: Final = "/play game:nascards preset:quick"
COLOURS: Final = 96
"""Of a screenshot: text stays sharp, and a file small."""
BOARD_AT: Final = 8
"""The board is shown after so many answers, when the field has spread."""
MOST: Final = 200
"""Answers of a match."""
ANSWER: Final = 'button.btn[data-id^="pick:"]:not([disabled])'
"""The first of them: NASCARDS offers its answers in the order of the hand."""
LOOKS: Final = 200
"""At a hand in which nothing is asked, 50 ms apart, until the match is taken to be over."""


def small(png: bytes) -> bytes:
    """A screenshot with few colours."""
    out = io.BytesIO()
    image = Image.open(io.BytesIO(png)).convert("RGB")
    image.quantize(COLOURS, dither=Image.Dither.NONE).save(out, "PNG", optimize=True)
    return out.getvalue()


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
            local.add_user("Ann")
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


async def _match(desk: Desk) -> AsyncIterator[str]:
    """Plays a match; yields a name whenever the phone shows what belongs on the page."""
    await desk.line.press_sequentially(GAME)
    await desk.box.get_by_role("button", name="Send").click()
    await _pictures(desk.channel)
    yield "lobby"
    await desk.button("Play against the computer").click()
    await expect(desk.button("My hand")).to_be_visible()
    for answered in range(MOST):
        await _show(desk, "hand")
        if not await _asked(desk):
            break
        if answered == 1:
            await _pictures(desk.hand)
            yield "hand"
        if answered == BOARD_AT:
            await _show(desk, "channel")
            await _pictures(desk.channel)
            yield "board"
            await _show(desk, "hand")
        await press(desk.hand, panel(desk.hand).locator(ANSWER).first)
    await _show(desk, "channel")
    await _pictures(desk.channel)
    yield "result"


async def _show(desk: Desk, tab: str) -> None:
    await desk.page.locator(f"#tab-{tab}").click()


async def _pictures(within: Locator) -> None:
    """Wait until the newest picture is there."""
    picture = within.locator(".gallery img").last
    await expect(picture).to_be_visible()
    await picture.scroll_into_view_if_needed()


async def _asked(desk: Desk) -> bool:
    """Wait until something is asked. False where nothing is any more."""
    for _ in range(LOOKS):
        if await panel(desk.hand).locator(ANSWER).count():
            return True
        await desk.page.wait_for_timeout(50)
    return False


async def main(folder: Path) -> None:
    """Write the screenshots into a folder."""
    with tempfile.TemporaryDirectory() as rooms:
        async for name, png in shots(Path(rooms)):
            (folder / f"{name}.png").write_bytes(png)
            print(f"{folder / name}.png: {len(png):,} bytes", file=sys.stderr)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--folder", type=Path, default=Path(FOLDER))
    asyncio.run(main(parser.parse_args().folder))
