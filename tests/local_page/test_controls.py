"""Buttons, selects and modals, from the press to the bot's answer."""

from __future__ import annotations

import re

from playwright.async_api import expect

from tests.local_page.conftest import Town
from tests.local_page.desk import Desk
from tests.local_page.showroom import Showroom


async def test_a_button_edits_its_message_in_place(desk: Desk, bot: Showroom) -> None:
    await desk.show_board()
    count = await desk.channel.locator(".msg").count()
    element = await desk.last.element_handle()
    image = desk.last.locator(".gallery img")
    old = await image.get_attribute("src")
    await desk.button("Next turn").click()
    await expect(desk.last.locator("h4")).to_have_text(f"Duel 2, turn {bot.turn}")
    await expect(desk.channel.locator(".msg")).to_have_count(count)
    assert element is not None
    assert await element.evaluate("node => node.isConnected")
    await expect(image).not_to_have_attribute("src", old or "")
    assert await desk.focused() == "1Next turn"
    assert await desk.at_end()


async def test_a_press_is_sent_once_while_it_waits(desk: Desk, bot: Showroom) -> None:
    await desk.show_board()
    join = desk.button("Join")
    await join.dblclick()
    await expect(join).to_have_attribute("aria-busy", "true")
    await desk.page.keyboard.press("Enter")
    await desk.button("Next turn").click(force=True)
    await bot.until_pressed("mute")
    await desk.call("whisper")
    await expect(desk.last).to_contain_text("Your secret cards")
    assert bot.pressed == {"mute": 1}


async def test_a_press_without_answer_fails_under_its_message(desk: Desk, town: Town) -> None:
    await desk.show_board()
    await desk.button("Concede").click()
    await town.bot.until_pressed("fail")
    town.clock.advance(3.1)
    await expect(desk.last.locator(".failed")).to_have_text(re.compile("interaction failed"))
    await expect(desk.button("Concede")).not_to_have_attribute("aria-busy", "true")
    await desk.button("Next turn").click()
    await expect(desk.last.locator(".failed")).to_have_count(0)


async def test_a_select_takes_its_least_and_most(desk: Desk) -> None:
    await desk.show_board()
    await desk.last.locator(".select").click()
    picker = desk.page.locator(".picker")
    confirm = picker.get_by_role("button", name="Confirm")
    await expect(confirm).to_be_disabled()
    await picker.get_by_role("option", name="Ramming").click()
    await picker.get_by_role("option", name="Swerve").click()
    await picker.get_by_role("option", name="Autocannon").click()
    await expect(picker.locator('[aria-selected="true"]')).to_have_count(2)
    await confirm.click()
    await expect(picker).to_have_count(0)
    await expect(desk.last.locator(".card")).to_contain_text("Discarded Ramming and Swerve")
    await expect(desk.last.locator(".select")).to_have_text(re.compile("Discard one or two"))


async def test_a_list_of_roles_lets_go_of_its_one_line(desk: Desk, town: Town) -> None:
    town.server.add_role(town.server.guild, "Drivers")
    await desk.page.reload()
    await desk.call("drivers")
    picker = desk.page.locator(".picker")
    for said in ("Chosen: @Drivers", "Chosen: nobody"):
        await desk.last.locator(".select").click()
        await picker.get_by_role("option", name="@Drivers").click()
        await picker.get_by_role("button", name="Confirm").click()
        await expect(desk.last).to_contain_text(said)
    await expect(desk.last.locator(".select")).to_contain_text("Everyone")


async def test_an_open_select_survives_an_edit_of_its_message(desk: Desk, bot: Showroom) -> None:
    await desk.show_board()
    await desk.last.locator(".select").click()
    picker = desk.page.locator(".picker")
    await picker.get_by_role("option", name="Ramming").click()
    await bot.edit_last_board(77)
    await expect(desk.last.locator("h4")).to_have_text("Duel 2, turn 77")
    await expect(picker.locator('[aria-selected="true"]')).to_have_text(re.compile("Ramming"))
    assert await desk.page.evaluate("() => document.activeElement.getAttribute('role')") == (
        "listbox"
    )


async def test_a_modal_goes_round(desk: Desk) -> None:
    await desk.show_board()
    await desk.button("Why?").click()
    await expect(desk.modal.get_by_role("heading")).to_have_text("Options of the table")
    await desk.modal.get_by_role("button", name="Submit").click()
    points = desk.modal.get_by_label("Points to win")
    await expect(points).to_be_focused()
    await expect(desk.modal.locator(".trouble:visible")).to_have_count(3)
    await points.fill("5")
    await desk.modal.get_by_role("button", name="Submit").click()
    await expect(desk.modal.locator(".trouble:visible").first).to_have_text(
        "At least 2 characters."
    )
    await points.fill("120")
    await desk.modal.get_by_label("Pace").click()
    await desk.page.locator(".picker").get_by_role("option", name="By post").click()
    await desk.modal.get_by_role("radio", name="Normal").check()
    await desk.modal.get_by_role("checkbox", name="Seal the dice").uncheck()
    await desk.modal.get_by_role("button", name="Submit").click()
    await expect(desk.modal).to_have_count(0)
    await expect(desk.last.locator(".card")).to_contain_text(
        "points 120, pace post, level normal, fair False"
    )


async def test_a_modal_opens_on_the_page_where_it_was_asked_for(desk: Desk, town: Town) -> None:
    await desk.show_board()
    other = Desk(await desk.page.context.new_page(), desk.url)
    await other.open()
    await expect(other.last.locator(".card")).to_be_visible()
    await other.button("Why?").click()
    await expect(other.modal).to_be_visible()
    channel = [c for c in town.server.world.channels.values() if c.kind == "text"][-1]
    town.server.write(town.rook, channel, "said after that")
    await expect(desk.last).to_contain_text("said after that")
    await expect(desk.modal).to_have_count(0)
    assert other.faults == []
    await other.page.close()


async def test_a_modal_can_be_turned_away_from(desk: Desk) -> None:
    await desk.show_board()
    await desk.button("Why?").click()
    await expect(desk.modal).to_be_visible()
    await desk.page.keyboard.press("Escape")
    await expect(desk.modal).to_have_count(0)
    assert await desk.focused() == "Why?"
