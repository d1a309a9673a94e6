"""The narrow page: what it gives to the game, and what it marks while it is not looked at."""

from __future__ import annotations

import re

from playwright.async_api import ViewportSize, expect

from tests.local_page.conftest import Town
from tests.local_page.desk import PHONE, Desk
from tests.local_page.showroom import BOARD_ALT, Showroom


async def test_the_alt_text_never_covers_the_picture(desk: Desk) -> None:
    await desk.show_board()
    picture = desk.last.locator(".gallery .picture")
    image, badge = picture.locator("img"), picture.locator(".alt-badge")
    desktop: ViewportSize = {"width": 1280, "height": 900}
    for size in (PHONE, desktop):
        await desk.page.set_viewport_size(size)
        await expect(badge).to_be_visible()
        shown, mark = await image.bounding_box(), await badge.bounding_box()
        assert shown is not None
        assert mark is not None
        assert mark["y"] >= shown["y"] + shown["height"] - 1
        assert abs(mark["x"] + mark["width"] - shown["x"] - shown["width"]) < 2
        await badge.click()
        await expect(picture.locator(".alt-words")).to_have_text(BOARD_ALT.format(turn=1))
        await badge.click()


async def test_the_frame_leaves_the_phone_to_the_game(desk: Desk, town: Town) -> None:
    for n in range(7):
        if len(list(town.server.world.people())) >= 7:
            break
        town.server.add_user(f"Racer {n}")
    await desk.page.set_viewport_size(PHONE)
    await expect(desk.page.locator("#seats .seat").nth(6)).to_be_attached()
    box = await desk.page.locator("#pane-channel").bounding_box()
    assert box is not None
    assert box["y"] <= 0.14 * PHONE["height"]
    # Each channel is named once.
    await expect(desk.page.locator(".channel:visible")).to_have_count(0)
    await expect(desk.page.locator("#tab-channel")).to_have_text("#pit-lane")
    assert (await desk.widest())[0] <= PHONE["width"]


async def test_the_phones_tabs_lead_to_every_channel(desk: Desk, town: Town) -> None:
    await desk.page.set_viewport_size(PHONE)
    parent = [c for c in town.server.world.channels.values() if c.kind == "text"][-1]
    thread = town.server.add_thread(parent, "duel-9")
    tab = desk.page.get_by_role("tab", name="↳ duel-9")
    town.server.write(town.rook, thread, "in the thread")
    await tab.click()
    await expect(desk.last).to_contain_text("in the thread")
    await expect(desk.page.locator("#tab-channel")).to_have_text("↳ duel-9")
    await expect(desk.page.locator("#tab-channel")).to_be_focused()
    await desk.page.keyboard.press("ArrowLeft")
    await expect(desk.page.locator("#tab-channel")).to_have_text(re.compile("pit-lane"))
    town.server.write(town.rook, thread, "and more")
    await desk.page.locator("#tab-hand").click()
    await expect(desk.page.locator("#pane-hand")).to_be_visible()


async def test_a_tab_that_is_redrawn_under_a_finger_is_pressed_all_the_same(
    desk: Desk, town: Town
) -> None:
    await desk.page.set_viewport_size(PHONE)
    other = town.server.add_channel("arena")
    tab = desk.page.get_by_role("tab", name="#arena")
    await tab.hover()
    await desk.page.mouse.down()
    juniper = next(user for user in town.server.world.people() if user.name == "Juniper")
    town.server.write(juniper, other, "what redraws it")
    await expect(tab).to_have_class("unread")
    # What the page says of the channel is heard before it goes: last that it is read.
    async with desk.page.expect_response("**/page/api/read"):
        await desk.page.mouse.up()
    await expect(desk.page.locator("#tab-channel")).to_have_text("#arena")
    await expect(desk.last).to_contain_text("what redraws it")
    town.server.delete_channel(other)


async def test_the_tab_of_a_thread_that_a_push_leads_to_is_in_sight(desk: Desk, town: Town) -> None:
    await desk.page.set_viewport_size(PHONE)
    parent = [c for c in town.server.world.channels.values() if c.kind == "text"][-1]
    for name in ("first-of-all", "second-of-all", "duel-of-them-all"):
        thread = town.server.add_thread(parent, name)
    await desk.page.goto(f"{town.server.url}/#as={town.rook.id}&channel={thread.id}")
    await desk.page.reload()
    await expect(desk.page.locator("#tab-channel")).to_have_text("↳ duel-of-them-all")
    tab, hand = [
        await desk.page.locator(f"#tab-{name}").bounding_box() for name in ("channel", "hand")
    ]
    assert tab is not None
    assert hand is not None
    assert tab["x"] >= 0
    assert tab["x"] + tab["width"] <= hand["x"] + 1


async def test_the_message_box_of_a_long_name_keeps_its_one_line(desk: Desk, town: Town) -> None:
    await desk.page.set_viewport_size(PHONE)
    parent = [c for c in town.server.world.channels.values() if c.kind == "text"][-1]
    town.server.add_thread(parent, "NASCARDS: Ann, Rook, Ben and everybody else of the table")
    await desk.page.get_by_role("tab", name="↳ NASCARDS").click()
    await expect(desk.line).to_have_attribute("placeholder", re.compile("NASCARDS: Ann"))
    # What is typed decides how tall the box is; the words that stand there before do not.
    for typed in ("", "hello", ""):
        await desk.line.fill(typed)
        tall = await desk.line.evaluate("box => [box.scrollHeight, box.clientHeight]")
        assert tall == [46, 46], typed


async def test_a_new_message_marks_the_hand_and_an_edit_does_not(
    desk: Desk, town: Town, bot: Showroom
) -> None:
    """As on Discord, where the next question comes as an edit and nobody is told."""
    page = desk.page
    for channel in town.server.world.channels.values():
        town.server.read(town.rook, channel)
    await page.set_viewport_size(PHONE)
    hand = town.server.dm(town.rook)
    await town.server.until(lambda: not town.server.rings.looks_at(town.rook, hand))
    await desk.call("question")
    tab = page.locator("#tab-hand")
    await expect(tab).to_have_attribute("aria-label", "Your hand, 1 new")
    await expect(page).to_have_title(re.compile(r"^\(\d+\) "))
    await tab.click()
    await expect(desk.hand.get_by_role("button", name="Answer 1")).to_be_visible()
    await expect(tab.locator(".count")).to_have_count(0)
    await page.locator("#tab-channel").click()
    await bot.ask(2)
    await town.server.until(lambda: town.server.hub.calls[-1].status == 200)
    await tab.click()
    await expect(desk.hand.get_by_role("button", name="Answer 2")).to_be_visible()
    assert town.server.badge(town.rook) == 0
