"""The command box: completion, options, and what is refused before it is sent."""

from __future__ import annotations

from playwright.async_api import Locator, expect

from tests.local_page.desk import Desk
from tests.local_page.showroom import LENGTH


def suggestions(desk: Desk) -> Locator:
    return desk.box.get_by_role("option")


async def test_a_slash_lists_the_commands_and_letters_filter_them(desk: Desk) -> None:
    await desk.line.fill("/")
    await expect(suggestions(desk)).to_have_count(11)
    await desk.line.fill("/p")
    await expect(suggestions(desk).locator("b")).to_contain_text(["/play", "/ponder"])
    await expect(suggestions(desk).first).to_contain_text("Open a table")
    await desk.line.press("ArrowDown")
    await expect(suggestions(desk).nth(1)).to_have_attribute("aria-selected", "true")
    await desk.line.press("Escape")
    await expect(suggestions(desk)).to_have_count(0)
    await expect(desk.line).to_have_value("/p")


async def test_a_command_is_filled_in_from_the_bots_own_list(desk: Desk) -> None:
    page = desk.page
    await desk.line.fill("/pla")
    await desk.line.press("Tab")
    game = desk.box.get_by_label("game")
    await expect(game).to_be_focused()
    await game.press_sequentially("nas")
    await expect(suggestions(desk)).to_have_text(["NASCARDS"])
    await page.keyboard.press("Enter")
    await expect(game).to_have_value("NASCARDS")
    seats = desk.box.get_by_label("seats")
    await expect(seats).to_be_focused()
    await seats.press_sequentially("4")
    await page.keyboard.press("Tab")
    await page.keyboard.press("Enter")
    live = desk.box.get_by_label("live")
    await expect(live).to_be_focused()
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Enter")
    await expect(live).to_have_value("False")
    await page.keyboard.press("Enter")
    await expect(desk.last.locator(".text")).to_have_text("NASCARDS for 4, by post")
    await expect(desk.last.locator(".used")).to_contain_text("/play")
    await expect(desk.line).to_be_focused()


async def test_enter_twice_sends_a_command_that_is_complete(desk: Desk) -> None:
    await desk.line.fill("/rate")
    await desk.line.press("Enter")
    await expect(desk.box.locator(".command-name")).to_have_text("/rate")
    await desk.page.keyboard.press("Enter")
    await expect(desk.last.locator(".text")).to_have_text("rated nothing")


async def test_who_goes_on_typing_fills_in_the_first_option(desk: Desk) -> None:
    keyboard = desk.page.keyboard
    await desk.line.fill("/rate")
    await desk.line.press("Enter")
    await keyboard.type("Half")
    length = desk.box.get_by_label("length")
    await expect(length).to_be_focused()
    await expect(suggestions(desk)).to_have_count(1)
    await keyboard.press("Enter")
    await expect(length).to_have_value(LENGTH)
    await expect(length).to_have_attribute("title", LENGTH)
    assert await length.evaluate("input => input.scrollWidth <= input.clientWidth")
    await keyboard.press("Enter")
    await expect(desk.last.locator(".text")).to_have_text("rated half")


async def test_an_open_list_takes_enter_only_once_it_was_entered(desk: Desk) -> None:
    keyboard = desk.page.keyboard
    await desk.line.fill("/rate")
    await desk.line.press("Enter")
    await desk.box.get_by_role("button", name="Add option length").click()
    await expect(suggestions(desk)).to_have_count(2)
    await expect(desk.box.locator('[role=option][aria-selected="true"]')).to_have_count(0)
    await keyboard.press("ArrowUp")
    await expect(suggestions(desk).last).to_have_attribute("aria-selected", "true")
    await keyboard.press("Escape")
    await keyboard.press("Enter")
    await expect(desk.last.locator(".text")).to_have_text("rated nothing")


async def test_a_pasted_command_falls_into_its_options(desk: Desk) -> None:
    await desk.line.fill("/play game:mini seats:3")
    await expect(desk.box.get_by_label("game")).to_have_value("mini")
    await expect(desk.box.get_by_label("seats")).to_have_value("3")
    await desk.box.get_by_role("button", name="Send").click()
    await expect(desk.last.locator(".text")).to_have_text("Mini Car Wars for 3, live")


async def test_a_command_typed_with_the_names_of_its_options(desk: Desk) -> None:
    await desk.line.press_sequentially("/play seats:3 game:mini seats:4", delay=5)
    await expect(desk.box.get_by_label("game")).to_have_value("mini")
    await expect(desk.box.get_by_label("seats")).to_have_value("34")
    await desk.box.get_by_label("seats").fill("3")
    await desk.page.keyboard.press("Enter")
    await expect(desk.last.locator(".text")).to_have_text("Mini Car Wars for 3, live")


async def test_what_is_wrong_is_said_before_it_is_sent(desk: Desk) -> None:
    count = await desk.channel.locator(".msg").count()
    await desk.line.fill("/play game:mini seats:9")
    send = desk.box.get_by_role("button", name="Send")
    await send.click()
    seats = desk.box.get_by_label("seats")
    await expect(desk.box.get_by_role("alert")).to_have_text("seats: At most 6.")
    await expect(seats).to_be_focused()
    await seats.fill("")
    await send.click()
    await expect(desk.box.get_by_role("alert")).to_have_text("seats: This option is required.")
    await seats.fill("2.5")
    await send.click()
    await expect(desk.box.get_by_role("alert")).to_have_text("seats: Type a whole number.")
    await expect(desk.channel.locator(".msg")).to_have_count(count)
    await desk.page.keyboard.press("Escape")
    await desk.page.keyboard.press("Escape")
    await expect(desk.line).to_be_visible()


async def test_backspace_goes_back_to_the_list(desk: Desk) -> None:
    await desk.line.fill("/echo ")
    await expect(desk.box.get_by_label("words")).to_be_focused()
    await desk.page.keyboard.press("Backspace")
    await expect(desk.line).to_have_value("/echo")
    await expect(suggestions(desk)).to_have_count(1)


async def test_an_unknown_command_is_not_sent_as_words(desk: Desk) -> None:
    count = await desk.channel.locator(".msg").count()
    await desk.line.fill("/nosuch")
    await desk.line.press("Enter")
    await expect(desk.box.get_by_role("alert")).to_contain_text("/nosuch")
    await expect(desk.channel.locator(".msg")).to_have_count(count)
    await desk.line.fill("")


async def test_a_turn_is_played_by_keyboard_alone(desk: Desk) -> None:
    keyboard = desk.page.keyboard
    await desk.page.evaluate("() => document.activeElement.blur()")
    await keyboard.press("/")
    await keyboard.type("board")
    await keyboard.press("Enter")
    await keyboard.press("Enter")
    await expect(desk.last.locator("h4")).to_have_text("Duel 2, turn 1")
    for _ in range(30):
        await keyboard.press("Shift+Tab")
        if await desk.focused() == "1Next turn":
            break
    assert await desk.focused() == "1Next turn"
    await keyboard.press("Enter")
    await expect(desk.last.locator("h4")).not_to_have_text("Duel 2, turn 1")
    assert await desk.focused() == "1Next turn"
    for _ in range(10):
        await keyboard.press("ArrowRight")
        if (await desk.focused()).startswith("Discard"):
            break
    await keyboard.press("Enter")
    await keyboard.press("ArrowDown")
    await keyboard.press(" ")
    await keyboard.press("Tab")
    await keyboard.press("Enter")
    await expect(desk.last.locator(".card")).to_contain_text("Discarded Called Shot")
    assert (await desk.focused()).startswith("Discard")
