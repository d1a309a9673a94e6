"""One browser page of the local Discord, spoken of as a person would."""

from __future__ import annotations

from collections.abc import Sequence

from playwright.async_api import Locator, Page, TimeoutError, ViewportSize, expect

WIDE: ViewportSize = {"width": 1280, "height": 900}
PHONE: ViewportSize = {"width": 400, "height": 860}

PATIENCE = 1_200
"""Looks at a message, 50 ms apart, until a press is taken for unanswered."""


class Desk:
    """`page` with its parts by name. `faults` collects what the console and scripts complain of."""

    def __init__(self, page: Page, url: str) -> None:
        self.page = page
        self.url = url
        self.faults: list[str] = []
        page.on("pageerror", lambda fault: self.faults.append(str(fault)))
        page.on(
            "console",
            lambda line: self.faults.append(line.text) if line.type == "error" else None,
        )

    async def open(self) -> None:
        await self.page.goto(self.url)
        await expect(self.page.locator("#seats .seat").first).to_be_visible()
        await expect(self.page.locator("#channel-box textarea")).to_be_visible()

    @property
    def channel(self) -> Locator:
        return self.page.locator("#channel-log")

    @property
    def hand(self) -> Locator:
        return self.page.locator("#hand-log")

    @property
    def box(self) -> Locator:
        return self.page.locator("#channel-box")

    @property
    def line(self) -> Locator:
        """The channel's message box, while no command is in it."""
        return self.box.locator("textarea")

    @property
    def modal(self) -> Locator:
        return self.page.locator("dialog.modal")

    @property
    def last(self) -> Locator:
        """The newest message of the channel."""
        return self.channel.locator(".msg").last

    def seat(self, name: str) -> Locator:
        return self.page.locator("#seats .seat", has_text=name)

    def button(self, label: str) -> Locator:
        return self.last.locator("button.btn", has_text=label)

    async def sit(self, name: str) -> None:
        await self.seat(name).click()
        await expect(self.seat(name)).to_have_attribute("aria-pressed", "true")

    async def call(self, command: str) -> None:
        """Run a command without options from the channel's box."""
        await self.line.fill(f"/{command}")
        await self.line.press("Enter")
        await expect(self.box.locator(".command-name")).to_have_text(f"/{command}")
        await self.page.keyboard.press("Enter")

    async def show_board(self) -> None:
        """Have the bot post its board and wait until the picture is in."""
        before = await self.channel.locator(".card").count()
        await self.call("board")
        await expect(self.channel.locator(".card")).to_have_count(before + 1)
        await expect(self.last.locator(".gallery img")).to_be_visible()

    async def at_end(self) -> bool:
        """Whether the channel is scrolled to its newest message, or will be once all is shown."""
        try:
            await self.page.wait_for_function(
                """() => {
                  const s = document.querySelector('#channel-log .log-scroll');
                  return s.scrollHeight - s.scrollTop - s.clientHeight < 3;
                }"""
            )
        except TimeoutError:
            return False
        return True

    async def focused(self) -> str:
        """Text of what has the focus."""
        return str(await self.page.evaluate("() => document.activeElement.textContent.trim()"))

    async def widest(self) -> Sequence[int]:
        """Width of the page's content and of its window, pixels."""
        found: list[int] = await self.page.evaluate(
            "() => [document.scrollingElement.scrollWidth, innerWidth]"
        )
        return found


def panel(hand: Locator) -> Locator:
    """The message with the hand itself: notices may stand below it."""
    return hand.locator(".msg").filter(has=hand.page.locator(".gallery")).last


async def press(hand: Locator, button: Locator) -> bool:
    """Press what is there and wait for the answer: the hand's message reads otherwise, or is gone.

    False when there is no such button, or the message has changed under the finger."""
    if not await button.count():
        return False
    newest = panel(hand)
    before = await newest.inner_html()
    try:
        await button.click(timeout=3_000)
    except TimeoutError:
        return False
    busy = newest.locator("[aria-busy=true], [aria-disabled=true]")
    for _ in range(PATIENCE):
        # A button that waits for its answer is marked, which is no answer yet.
        if not await newest.count():
            return True
        if not await busy.count() and await newest.inner_html() != before:
            return True
        await hand.page.wait_for_timeout(50)
    return False
