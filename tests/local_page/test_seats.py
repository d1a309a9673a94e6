"""One person at every seat: who sees what, and the narrow page."""

from __future__ import annotations

import re
from datetime import UTC, datetime

from playwright.async_api import Route, WebSocketRoute, expect

from tests.local_page.conftest import Town
from tests.local_page.desk import PHONE, Desk


async def away(route: Route) -> None:
    """Answer as the server does while its bot is not there."""
    answer = await route.fetch()
    state = await answer.json()
    state["bot"]["online"] = False
    await route.fulfill(response=answer, json=state)


async def test_the_seats_have_initials_and_one_is_pressed(desk: Desk) -> None:
    names = desk.page.locator("#seats .seat-name")
    assert (await names.all_text_contents())[:3] == ["Rook", "Juniper", "Marlowe"]
    discs = desk.page.locator("#seats .disc")
    assert (await discs.all_text_contents())[:3] == ["R", "J", "M"]
    # Cars have colours, people have none: who sits where changes with every match.
    grounds = await discs.evaluate_all(
        "all => all.slice(1).map(one => getComputedStyle(one).backgroundColor)"
    )
    assert set(grounds) == {"rgb(78, 80, 88)"}
    await desk.sit("Juniper")
    await expect(desk.page.locator('#seats [aria-pressed="true"]')).to_have_count(1)
    await expect(desk.page.locator("#hand-to")).to_have_text("to Juniper")


async def test_an_ephemeral_answer_is_its_owners_alone(desk: Desk) -> None:
    await desk.sit("Rook")
    await desk.call("whisper")
    secret = desk.channel.get_by_text("Your secret cards")
    await expect(secret).to_have_count(1)
    await expect(desk.last).to_contain_text("Only you can see this")
    await desk.sit("Juniper")
    await expect(secret).to_have_count(0)
    await desk.sit("Rook")
    await expect(secret).to_have_count(1)
    await desk.last.get_by_role("button", name="Dismiss message").click()
    await expect(secret).to_have_count(0)


async def test_what_was_dismissed_stays_away(desk: Desk) -> None:
    await desk.show_board()
    board = desk.channel.locator(".msg").first
    for n in range(1, 4):
        await board.locator("button.btn", has_text="My hand").click()
        await expect(desk.channel.locator(".msg.ephemeral")).to_have_count(n)
        await expect(desk.last).to_be_in_viewport(ratio=0.99)
    await desk.last.get_by_role("button", name="Dismiss message").click()
    await desk.channel.get_by_role("button", name="Dismiss all 2").click()
    await expect(desk.channel.locator(".msg")).to_have_count(1)
    await desk.page.reload()
    await expect(desk.last.locator(".gallery img")).to_be_visible()
    await expect(desk.channel.locator(".msg")).to_have_count(1)


async def test_an_answer_comes_into_view_where_the_reader_scrolled_up(desk: Desk) -> None:
    await desk.show_board()
    await desk.show_board()
    await desk.channel.locator(".log-scroll").evaluate("s => { s.scrollTop = 0; }")
    await desk.channel.locator("button.btn", has_text="My hand").first.click()
    await expect(desk.last).to_contain_text("Hand of Rook")
    await expect(desk.last).to_be_in_viewport(ratio=0.99)


async def test_a_button_answers_the_one_who_sits_there(desk: Desk) -> None:
    await desk.show_board()
    await desk.sit("Marlowe")
    await desk.channel.locator("button.btn", has_text="My hand").last.click()
    await expect(desk.last).to_contain_text("Hand of Marlowe")


async def test_the_hand_comes_into_its_own_pane(desk: Desk) -> None:
    await desk.sit("Juniper")
    await desk.call("deal")
    await expect(desk.hand.locator(".msg").last).to_contain_text("Five cards for Juniper")
    await expect(desk.channel.get_by_text("Five cards")).to_have_count(0)
    await desk.sit("Rook")
    await expect(desk.hand.get_by_text("Five cards for Juniper")).to_have_count(0)


async def test_another_seats_unread_is_counted_on_its_button(desk: Desk, town: Town) -> None:
    marlowe = next(u for u in town.server.world.people() if u.name == "Marlowe")
    for channel in town.server.world.channels.values():
        town.server.read(marlowe, channel)
    count = desk.seat("Marlowe").locator(".count")
    await desk.line.fill("ready?")
    await desk.line.press("Enter")
    await expect(desk.last).to_contain_text("ready?")
    await desk.line.fill(f"<@{marlowe.id}> ready?")
    await desk.line.press("Enter")
    await expect(desk.last).to_contain_text("@Marlowe ready?")
    await expect(count).to_contain_text("1")
    await desk.sit("Marlowe")
    await expect(count).to_have_count(0)


async def test_a_thread_is_read_in_its_own_tab(desk: Desk, town: Town) -> None:
    parent = [c for c in town.server.world.channels.values() if c.kind == "text"][-1]
    thread = town.server.add_thread(parent, "duel-2")
    tab = desk.page.locator(f'[data-channel="{thread.id}"]')
    await expect(tab).to_be_visible()
    town.server.write(town.rook, thread, "into the thread")
    await expect(desk.channel.locator(".msg")).to_have_count(0)
    await tab.click()
    await expect(tab).to_have_attribute("aria-current", "page")
    await expect(desk.last).to_contain_text("into the thread")
    await expect(desk.line).to_have_attribute("placeholder", "Message #duel-2, or / for a command")


async def test_a_lost_connection_is_told_and_mended(desk: Desk, town: Town) -> None:
    lines: list[WebSocketRoute] = []

    def through(line: WebSocketRoute) -> None:
        lines.append(line)
        line.connect_to_server()

    await desk.page.route_web_socket("**/page/ws*", through)
    await desk.page.reload()
    await expect(desk.line).to_have_attribute("placeholder", re.compile("pit-lane"))
    await desk.page.wait_for_function("() => document.querySelector('#notice').hidden")
    channel = [c for c in town.server.world.channels.values() if c.kind == "text"][-1]
    await lines[-1].close()
    town.server.write(town.rook, channel, "said while the line was down")
    await expect(desk.last).to_contain_text("said while the line was down")
    await expect(desk.page.locator("#notice")).to_be_hidden()
    assert len(lines) >= 2
    town.server.write(town.rook, channel, "said when it was up again")
    await expect(desk.last).to_contain_text("said when it was up again")


async def test_a_lost_server_is_asked_less_and_less_often(desk: Desk) -> None:
    page = desk.page
    await page.clock.install(time=datetime(2026, 1, 1, tzinfo=UTC))
    asked: list[str] = []

    async def gone(route: Route) -> None:
        asked.append(route.request.url)
        await route.abort()

    lines: list[WebSocketRoute] = []

    def through(line: WebSocketRoute) -> None:
        lines.append(line)
        line.connect_to_server()

    await page.route_web_socket("**/page/ws*", through)
    await page.reload()
    await expect(desk.line).to_have_attribute("placeholder", re.compile("pit-lane"))
    await page.wait_for_function("() => document.querySelector('#notice').hidden")
    # From here on its clock goes by the test alone, not by how fast the machine is.
    await page.clock.pause_at(datetime(2026, 1, 2, tzinfo=UTC))
    await page.route("**/page/api/state*", gone)
    await lines[-1].close()
    await expect(page.locator("#notice")).to_contain_text("The connection is lost")
    assert asked == []
    for count, seconds in enumerate((1, 2, 4, 8, 15, 15), 1):
        await page.clock.run_for(seconds * 1000 - 200)
        assert len(asked) == count - 1
        async with page.expect_event("requestfailed"):
            await page.clock.run_for(200)
        # The page learns of it and sets its clock for the next attempt.
        await page.evaluate("() => new Promise(done => { queueMicrotask(done); })")
        assert len(asked) == count
    await page.unroute("**/page/api/state*")
    await page.clock.run_for(15_000)
    await page.clock.resume()
    await expect(page.locator("#notice")).to_be_hidden()
    desk.faults.clear()


async def test_a_bot_that_is_away_is_told(desk: Desk, town: Town) -> None:
    notice = desk.page.locator("#notice")
    await desk.page.route("**/page/api/state*", away)
    town.server.hub.tell("state", {})
    await expect(notice).to_contain_text("Motordrome is not connected")
    await desk.page.unroute("**/page/api/state*")
    town.server.hub.tell("state", {})
    await expect(notice).to_be_hidden()


async def test_the_page_opens_for_whoever_is_first(desk: Desk, town: Town) -> None:
    await desk.page.goto("about:blank")
    await desk.page.goto(town.server.url)
    await expect(desk.seat("Rook")).to_have_attribute("aria-pressed", "true")
    # An address kept from before the server was started anew names nobody it knows.
    await desk.page.goto("about:blank")
    await desk.page.goto(f"{town.server.url}/#as=1&channel=2")
    await expect(desk.seat("Rook")).to_have_attribute("aria-pressed", "true")
    desk.faults.clear()


async def test_the_phone_has_tabs_and_never_scrolls_sideways(desk: Desk) -> None:
    await desk.page.set_viewport_size(PHONE)
    await desk.show_board()
    assert (await desk.widest())[0] <= PHONE["width"]
    await expect(desk.page.locator("#pane-hand")).to_be_hidden()
    for button in await desk.last.locator(".btn, .select").all():
        box = await button.bounding_box()
        assert box is not None
        assert box["height"] >= 44, await button.text_content()
        assert box["x"] + box["width"] <= PHONE["width"]
    await desk.call("deal")
    tab = desk.page.get_by_role("tab", name="Your hand")
    await expect(tab.locator(".count")).to_be_visible()
    await tab.click()
    await expect(desk.hand.locator(".msg").last).to_contain_text("Five cards")
    await expect(desk.page.locator("#pane-channel")).to_be_hidden()
    await expect(tab.locator(".count")).to_have_count(0)
    assert (await desk.widest())[0] <= PHONE["width"]


async def test_long_words_and_code_do_not_widen_the_phone(desk: Desk) -> None:
    await desk.page.set_viewport_size(PHONE)
    await desk.line.fill(
        "W" * 300 + "\n```\n" + "x" * 400 + "\n```\nhttps://example.org/" + "y" * 200
    )
    await desk.line.press("Enter")
    await expect(desk.last.locator("pre")).to_be_visible()
    assert (await desk.widest())[0] <= PHONE["width"]
    overflow = await desk.channel.locator(".log-scroll").evaluate(
        "s => s.scrollWidth - s.clientWidth"
    )
    assert overflow <= 0
