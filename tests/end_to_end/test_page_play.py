"""The whole way in a browser: the page, the local Discord, the real bot, a real database."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from playwright.async_api import Locator, async_playwright, expect

from bot.app import Motordrome
from bot.settings import Settings
from bot.store import Store
from tests.bot.pits import PATIENT
from tests.browser import ARGUMENTS, chromium
from tests.local.fixtures import connected
from tests.local_page.desk import Desk, panel, press

# A slow machine must not look like a broken page.
expect.set_options(timeout=60_000)

ATTACK = re.compile(r"^\d+ .+ \d+$")
"""An attack's button: the number on the card, its name, its damage."""
DISCARD = re.compile(r"^Discard: ")
"""Only the question for one's action offers it."""
DISCARD_ALL = re.compile(r"^Discard \d")
"""Behind More choices."""
ANSWERS = re.compile(r"^(Ready|Take it|Pass|Stay|Yes, do it|Discard: .*)$")
"""What answers any question without an attack."""


def buttons(log: Locator, name: str | re.Pattern[str]) -> Locator:
    """The newest button of that name."""
    return log.get_by_role("button", name=name, exact=True).last


async def picture(log: Locator) -> str:
    """Address of the newest picture: another one for every upload."""
    source = await log.locator(".gallery img").last.get_attribute("src")
    assert source is not None
    return source


@pytest.mark.parametrize("width", [1280, 400])
async def test_a_few_moves_on_the_page_change_the_picture_and_the_hand(
    tmp_path: Path, width: int
) -> None:
    """/play, a computer, Start, an attack: board and hand are other pictures after it."""
    path = chromium()
    store = await Store.open(f"sqlite+aiosqlite:///{tmp_path}/matches.sqlite3")

    def make_bot() -> Motordrome:
        return Motordrome(Settings(), store, rng=random.Random(3), guild_ready_timeout=0)

    try:
        async with (
            connected(make_bot, limits="off", interaction_seconds=PATIENT) as (local, _),
            async_playwright() as play,
        ):
            local.add_user("Ann")
            local.add_channel("pit-lane")
            browser = await play.chromium.launch(executable_path=path, args=ARGUMENTS)
            page = await browser.new_page(viewport={"width": width, "height": 860})
            desk = Desk(page, local.url)
            await desk.open()
            await _attack(desk, narrow=width < 760)
            overflow = "document.documentElement.scrollWidth > window.innerWidth"
            assert not await page.evaluate(overflow)
            await browser.close()
            assert local.problems == []
    finally:
        await store.close()


async def _attack(desk: Desk, *, narrow: bool) -> None:
    async def to(tab: str) -> None:
        if narrow:
            await desk.page.locator(f"#tab-{tab}").click()

    channel, hand = desk.channel, desk.hand
    await desk.line.press_sequentially("/play game:carwars-cards")
    await desk.box.get_by_role("button", name="Send").click()
    await buttons(channel, "Add computer").click()
    await buttons(channel, "Start").click()
    await expect(buttons(channel, "My hand")).to_be_visible()
    await to("hand")
    for _ in range(60):  # what is asked before the first attack depends on the deal
        # While the others act, or a window is still open, nothing can be pressed.
        await expect(buttons(hand, ANSWERS)).to_be_visible()
        await expect(hand.locator(".gallery img")).to_have_count(1)
        hand_before, board_before = await picture(hand), await picture(channel)
        acts = await buttons(hand, DISCARD).count()
        if acts and await press(hand, buttons(hand, ATTACK).first):
            break
        await _answer(hand)
    else:
        pytest.fail("sixty questions and never an attack")
    for _ in range(4):
        # A part more may be asked: a side, or with a Tire Shot or without. The first will do.
        if not await buttons(hand, "Choose again").count():
            break
        await press(hand, panel(hand).locator("button.btn").first)
    await expect(hand.locator(f'img[src="{hand_before}"]')).to_have_count(0)
    await to("channel")
    await expect(channel.locator(f'img[src="{board_before}"]')).to_have_count(0)


async def _answer(hand: Locator) -> None:
    """Anything that is not an attack: be ready, take it, stay, or throw the hand away."""
    for name in ("Ready", "Take it", "Pass", "Stay", "Yes, do it"):
        if await press(hand, buttons(hand, name)):
            return
    await press(hand, buttons(hand, "More choices"))
    await press(hand, buttons(hand, DISCARD_ALL))
