"""What the bot says is shown as Discord shows it, and nothing in it runs."""

from __future__ import annotations

import re

from playwright.async_api import Route, expect

from tests.local_page.conftest import Town
from tests.local_page.desk import Desk
from tests.local_page.showroom import BOARD_ALT, HOSTILE, Showroom


async def test_a_container_shows_text_pictures_sections_and_rows(desk: Desk) -> None:
    await desk.show_board()
    card = desk.last.locator(".card")
    await expect(card.locator("h4")).to_have_text("Duel 2, turn 1")
    await expect(card.locator("p.small").first).to_have_text("sealed 9a8b")
    await expect(card).to_have_css("border-left-color", "rgb(230, 159, 0)")
    await expect(card.locator(".gallery img")).to_have_attribute("alt", BOARD_ALT.format(turn=1))
    await expect(card.locator(".section .thumb img")).to_have_attribute(
        "alt", "Rook's car from above."
    )
    await expect(card.locator("hr")).to_have_count(1)
    await expect(desk.button("Closed")).to_be_disabled()
    await expect(card.locator("kbd")).to_have_text("1")
    link = card.get_by_role("link", name="Handbook")
    await expect(link).to_have_attribute("href", "https://example.org/rules")
    await expect(link).to_have_attribute("rel", "noopener noreferrer")
    await expect(card.get_by_role("link", name="log.txt")).to_have_attribute("download", "log.txt")


async def test_an_older_message_shows_embeds_files_and_rows(desk: Desk) -> None:
    await desk.call("classic")
    await expect(desk.last.locator(".text").first).to_have_text("Round over")
    first, far = desk.last.locator(".embed").first, desk.last.locator(".embed").last
    await expect(first.locator(".embed-title em")).to_have_text("now")
    await expect(first.locator("dt")).to_have_text(["Rook", "Juniper"])
    await expect(first.locator(".picture img")).to_have_count(1)
    await expect(first).to_have_css("border-left-color", "rgb(86, 180, 233)")
    await expect(desk.last.locator(".gallery.loose img")).to_have_attribute(
        "alt", "A loose picture."
    )
    await expect(desk.last.get_by_role("link", name="replay.json")).to_be_visible()
    await expect(desk.button("Again")).to_be_enabled()
    # A picture of another site is offered as a link: the page fetches nothing from elsewhere.
    await expect(far.locator("img")).to_have_count(0)
    await expect(far.get_by_role("link")).to_have_attribute("href", "https://example.org/far.png")


async def test_a_mention_of_a_new_thread_has_its_name_once_it_is_known(
    desk: Desk, town: Town, bot: Showroom
) -> None:
    mine = [c for c in town.server.world.channels.values() if c.kind == "text"][-1]
    thread = town.server.add_thread(mine, "duel-12")
    # The message is here before the page has asked what is new.
    town.server.write(town.rook, mine, f"The table is in <#{thread.id}>.")
    await expect(desk.last.locator(".text")).to_have_text("The table is in #duel-12.")


async def test_the_picture_is_really_there(desk: Desk) -> None:
    await desk.show_board()
    image = desk.last.locator(".gallery img")
    await expect(image).to_have_js_property("complete", True)
    await expect(image).to_have_js_property("naturalWidth", 1200)


async def test_a_picture_opens_full_size_and_closes_by_key(desk: Desk) -> None:
    await desk.show_board()
    await desk.last.locator(".gallery .picture-open").click()
    viewer = desk.page.locator("dialog.viewer")
    await expect(viewer.locator("img")).to_be_visible()
    await expect(viewer.locator(".viewer-words")).to_have_text(BOARD_ALT.format(turn=1))
    await desk.page.keyboard.press("Escape")
    await expect(viewer).to_have_count(0)


async def test_the_badge_shows_the_alt_text(desk: Desk) -> None:
    await desk.show_board()
    picture = desk.last.locator(".gallery .picture")
    await expect(picture.locator(".alt-words")).to_be_hidden()
    await picture.hover()
    await picture.locator(".alt-badge").click()
    await expect(picture.locator(".alt-words")).to_be_visible()


async def test_hostile_text_is_inert(desk: Desk) -> None:
    await desk.line.fill(HOSTILE)
    await desk.line.press("Enter")
    text = desk.last.locator(".text")
    await expect(text).to_contain_text("<img src=x onerror=")
    await expect(text).to_contain_text("<script>")
    await expect(text).to_contain_text("&lt;b&gt;")
    await expect(text.locator("img, script, a, .mention")).to_have_count(0)
    await expect(text.locator("strong")).to_have_text("fair")
    assert await desk.page.evaluate("() => document.body.dataset.owned") is None


async def test_a_hostile_name_is_inert(desk: Desk) -> None:
    name = "<b>x</b>|*y*"
    await desk.page.get_by_role("button", name="Add a person").click()
    await desk.modal.get_by_label("Name").fill(name)
    await desk.modal.get_by_role("button", name="Add").click()
    await expect(desk.modal).to_have_count(0)
    await desk.sit(name)
    await desk.line.fill("hello")
    await desk.line.press("Enter")
    await expect(desk.last.locator(".who-name")).to_have_text(name)
    await expect(desk.page.locator(".who-name b, .seat-name b")).to_have_count(0)


async def test_the_policy_forbids_foreign_code_and_addresses(desk: Desk) -> None:
    ran = await desk.page.evaluate(
        """() => {
          const script = document.createElement('script');
          try { script.text = "document.body.dataset.owned='yes'"; } catch { return 'refused'; }
          document.head.append(script);
          return document.body.dataset.owned ?? 'did not run';
        }"""
    )
    assert ran in ("refused", "did not run")
    desk.faults.clear()


async def test_an_answer_in_the_making_says_so(desk: Desk) -> None:
    await desk.call("ponder")
    await expect(desk.last.locator(".thinking")).to_have_text(re.compile("Motordrome is thinking"))


async def test_relative_times_are_told_in_words(desk: Desk) -> None:
    now = await desk.page.evaluate("() => Math.floor(Date.now() / 1000)")
    await desk.line.fill(f"ends <t:{now + 7300}:R>")
    await desk.line.press("Enter")
    await expect(desk.last.locator("time.moment")).to_have_text("in 2 hours")


async def test_a_quoted_message_is_plain_words(desk: Desk) -> None:
    when = await desk.page.evaluate("() => Math.floor(Date.now() / 1000) + 7300")
    await desk.line.fill(f"/quote when:{when}")
    await desk.box.get_by_role("button", name="Send").click()
    await expect(desk.page.locator("#live")).to_have_text(
        "Motordrome: Duel two. ends in 2 hours... a small line."
    )
    await desk.button("My hand").click()
    await expect(desk.last.locator(".quoted")).to_have_text("Motordrome Duel two")


async def test_a_picture_is_replaced_only_by_one_that_is_ready(desk: Desk, bot: Showroom) -> None:
    held: list[Route] = []

    async def hold(route: Route) -> None:
        held.append(route)

    await desk.show_board()
    image = desk.last.locator(".gallery img")
    old = await image.get_attribute("src") or ""
    await desk.page.route("**/board.png", hold)
    async with desk.page.expect_request("**/board.png"):
        await bot.edit_last_board(5)
    await expect(desk.last.locator("h4")).to_have_text("Duel 2, turn 5")
    await expect(image).to_have_attribute("src", old)
    await expect(image).to_have_js_property("naturalWidth", 1200)
    # It is edited once more while the picture is on its way: nothing is asked for in vain.
    answers: list[int] = []
    desk.page.on("response", lambda answer: answers.append(answer.status))
    async with desk.page.expect_request("**/board.png"):
        await bot.edit_last_board(6)
    for route in held:
        await route.continue_()
    await desk.page.unroute("**/board.png")
    await expect(image).not_to_have_attribute("src", old)
    await expect(image).to_have_attribute("alt", BOARD_ALT.format(turn=6))
    await expect(image).to_have_js_property("complete", True)
    assert all(status < 400 for status in answers)


async def test_a_long_talk_is_followed_until_the_reader_scrolls_up(desk: Desk, town: Town) -> None:
    await desk.show_board()
    for n in range(6):
        await desk.line.fill(f"lap {n}")
        await desk.line.press("Enter")
        await expect(desk.last).to_contain_text(f"lap {n}")
    assert await desk.at_end()
    scroll = desk.channel.locator(".log-scroll")
    await scroll.evaluate("s => { s.scrollTop = 0; }")
    await expect(desk.channel.locator(".jump")).to_be_visible()
    channel = [c for c in town.server.world.channels.values() if c.kind == "text"][-1]
    juniper = next(u for u in town.server.world.people() if u.name == "Juniper")
    town.server.write(juniper, channel, "last lap")
    await expect(desk.channel.locator(".jump")).to_contain_text("1 new message")
    assert await scroll.evaluate("s => s.scrollTop") == 0
    await desk.channel.locator(".jump").click()
    assert await desk.at_end()
    await scroll.evaluate("s => { s.scrollTop = 0; }")
    await desk.call("classic")
    await expect(desk.last.locator("img")).to_have_count(2)
    await expect(desk.button("Again")).to_be_in_viewport()
    await expect(desk.channel.locator(".jump")).to_be_hidden()
