"""Pushes as a phone shows them, links that jump, threads and what can be done with a place."""

from __future__ import annotations

import re

import discord
import pytest
from playwright.async_api import Locator, ViewportSize, expect

from bot.local import Channel, LocalDiscord, User
from tests.local_page.conftest import Town
from tests.local_page.desk import PHONE, WIDE, Desk
from tests.local_page.showroom import Showroom

pytestmark = pytest.mark.by_turns

NOTICE = "Your move · Car Wars: The Card Game · Ben attacks you. 3 minutes."


def named(server: LocalDiscord, name: str) -> User:
    return next(user for user in server.world.people() if user.name == name)


def here(server: LocalDiscord) -> Channel:
    """The channel that the desk of this test reads."""
    return [c for c in server.world.channels.values() if c.kind == "text"][-1]


async def ring(bot: Showroom, user: User, text: str, *buttons: discord.ui.Button[discord.ui.View]
) -> discord.Message:  # fmt: skip
    view = discord.ui.View(timeout=None)
    for button in buttons:
        view.add_item(button)
    view.stop()
    channel = await bot.create_dm(discord.Object(user.id))
    return await channel.send(text, view=view if buttons else discord.utils.MISSING)


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
async def test_the_last_three_pushes_stand_on_the_phone(
    desk: Desk, town: Town, bot: Showroom, size: ViewportSize
) -> None:
    await desk.page.set_viewport_size(size)
    marlowe = named(town.server, "Marlowe")
    for n in range(3):
        await ring(bot, marlowe, f"Old {n}")
    hand = discord.ui.LayoutView(timeout=None)
    hand.add_item(discord.ui.TextDisplay("Your hand"))
    hand.stop()
    await (await bot.create_dm(discord.Object(marlowe.id))).send(view=hand)
    await ring(bot, marlowe, NOTICE)
    await desk.sit("Marlowe")
    phone = desk.page.locator("#phone")
    if size is PHONE:
        await desk.page.locator("#tab-hand").click()
    await expect(phone.locator(".phone-newest")).to_have_text(re.compile("Motordrome: Your move"))
    await phone.locator("summary").click()
    texts = phone.locator(".push-text")
    await expect(texts).to_have_text([NOTICE, "(no text)", "Old 2"])
    await expect(phone.get_by_role("list")).to_have_attribute(
        "aria-label", "Marlowe's phone, the last 3 pushes, newest first"
    )
    assert (await desk.widest())[0] <= size["width"]
    await phone.locator(".push").first.click()
    await expect(desk.hand.locator(".msg.found")).to_contain_text(NOTICE)
    await expect(desk.page.locator("#pane-hand")).to_be_visible()
    await desk.sit("Juniper")
    await expect(phone.get_by_text(NOTICE)).to_have_count(0)


async def test_a_push_is_read_out_and_who_looks_gets_none(
    desk: Desk, town: Town, bot: Showroom
) -> None:
    server = town.server
    await server.until(lambda: server.rings.looks_at(town.rook, server.dm(town.rook)))
    before = len(server.pushes(town.rook))
    await ring(bot, town.rook, "Seen as it comes")
    await expect(desk.hand.locator(".msg").last).to_contain_text("Seen as it comes")
    assert len(server.pushes(town.rook)) == before
    await desk.page.set_viewport_size(PHONE)
    await server.until(lambda: not server.rings.looks_at(town.rook, server.dm(town.rook)))
    await ring(bot, town.rook, "Heard in the channel")
    await expect(desk.page.locator("#live")).to_have_text("Push: Motordrome: Heard in the channel")
    await expect(desk.page.locator("#phone .phone-newest")).to_contain_text("Heard in the channel")


async def test_a_deleted_notice_leaves_badge_and_not_the_phone(
    desk: Desk, town: Town, bot: Showroom
) -> None:
    marlowe = named(town.server, "Marlowe")
    town.server.read(marlowe, town.server.dm(marlowe))
    count = desk.seat("Marlowe").locator(".count")
    notice = await ring(bot, marlowe, NOTICE)
    await expect(count).to_contain_text("1")
    await notice.delete()
    await expect(count).to_have_count(0)
    await desk.sit("Marlowe")
    await desk.page.locator("#phone summary").click()
    await expect(desk.page.locator("#phone .push").first).to_contain_text("has been deleted")


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
async def test_links_between_hand_and_board(
    desk: Desk, town: Town, bot: Showroom, size: ViewportSize
) -> None:
    server = town.server
    board, hand = here(server), server.dm(town.rook)
    await desk.page.set_viewport_size(size)
    first = await ring(bot, town.rook, "The hand to look at")
    for n in range(12):
        await ring(bot, town.rook, f"More that came later, line {n}")
    # A made-up id may be a message's after all; one that was given is never given again.
    gone = await ring(bot, town.rook, "A notice of an earlier turn")
    await gone.delete()
    place = f"https://discord.com/channels/@me/{hand.id}"
    view = discord.ui.View(timeout=None)
    view.add_item(discord.ui.Button(label="Hand", url=f"{place}/{first.id}"))
    view.add_item(discord.ui.Button(label="Gone", url=f"{place}/{gone.id}"))
    view.add_item(discord.ui.Button(label="Hidden", url="https://discord.com/channels/1/2"))
    view.stop()
    await bot.get_partial_messageable(board.id).send("Your move", view=view)
    back = f"https://discord.com/channels/{server.guild.id}/{board.id}"
    await ring(bot, town.rook, "A notice", discord.ui.Button(label="Board", url=back))
    await desk.last.get_by_role("link", name="Hidden").click()
    await expect(desk.last).to_contain_text("You cannot see that place.")
    await desk.last.get_by_role("link", name="Hand").click()
    await expect(desk.hand.locator(".msg.found")).to_contain_text("The hand to look at")
    await expect(desk.hand.locator(".msg.found")).to_be_in_viewport()
    await desk.hand.locator(".msg").last.get_by_role("link", name="Board").click()
    await expect(desk.last).to_contain_text("Your move")
    await desk.last.get_by_role("link", name="Gone").click()
    await expect(desk.page.locator("#hand-box .trouble")).to_have_text("That message is gone.")
    desk.faults[:] = [fault for fault in desk.faults if "400" not in fault]


def tab(desk: Desk, place: int) -> Locator:
    """A channel's button: the page hears of a new channel a moment after it was made."""
    return desk.page.locator(f'#channels .channel[data-channel="{place}"]')


async def test_a_link_into_another_channel_loads_it(desk: Desk, town: Town, bot: Showroom) -> None:
    server = town.server
    other = server.add_channel("arena")
    goal = server.write(town.rook, other, "The place to be")
    for n in range(30):
        server.write(town.rook, other, f"chat {n}")
    there = f"https://discord.com/channels/{server.guild.id}/{other.id}/{goal.id}"
    mine = here(server) if here(server) is not other else [
        c for c in server.world.channels.values() if c.kind == "text"][-2]  # fmt: skip
    await bot.get_partial_messageable(mine.id).send(f"See [the arena]({there}).")
    await expect(tab(desk, other.id)).to_be_visible()
    await desk.last.get_by_role("link", name="the arena").click()
    await expect(desk.channel.locator(".msg.found")).to_contain_text("The place to be")
    await expect(desk.channel.locator(".msg.found")).to_be_in_viewport()
    server.delete_channel(other)


async def test_an_address_of_a_message_is_told_as_the_place_on_this_page(
    desk: Desk, town: Town, bot: Showroom
) -> None:
    server = town.server
    mine = here(server)
    goal = server.write(town.rook, mine, "The seal")
    channel = f"https://discord.com/channels/{server.guild.id}/{mine.id}"
    await bot.get_partial_messageable(mine.id).send(
        f"See {channel}/{goal.id} in {channel}, not https://discord.com/channels/1/2/3."
    )
    links = desk.last.get_by_role("link")
    await expect(links).to_have_text(
        [f"#{mine.name} › message", f"#{mine.name}", "https://discord.com/channels/1/2/3"]
    )
    await links.first.click()
    await expect(desk.channel.locator(".msg.found")).to_contain_text("The seal")


async def test_a_thread_hangs_under_its_message_and_its_channel(
    desk: Desk, town: Town, bot: Showroom
) -> None:
    server = town.server
    mine = here(server)
    channel = bot.get_partial_messageable(mine.id, guild_id=server.guild.id)
    lobby = await channel.send("A table for six")
    thread = await lobby.create_thread(name="Table 7")
    await thread.send("Welcome to the table")
    way = desk.last.locator(".thread-of")
    await expect(way).to_contain_text("Table 7")
    await expect(tab(desk, thread.id)).to_be_visible()
    tabs = desk.page.locator("#channels .channel")
    order = await tabs.evaluate_all("all => all.map(one => one.dataset.channel)")
    assert order.index(str(thread.id)) == order.index(str(mine.id)) + 1
    await expect(desk.page.locator(f'[data-channel="{thread.id}"].unread')).to_have_count(0)
    await way.click()
    await expect(desk.last).to_contain_text("Welcome to the table")
    server.misbehave.archive(server.world.channels[thread.id])
    await expect(desk.page.locator(f'#channels [data-channel="{thread.id}"]')).to_have_class(
        re.compile("archived")
    )
    await desk.line.fill("wake up")
    await desk.line.press("Enter")
    await expect(desk.last).to_contain_text("wake up")
    assert not server.world.channels[thread.id].archived


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
async def test_what_can_be_done_with_a_place(desk: Desk, town: Town, size: ViewportSize) -> None:
    await desk.page.set_viewport_size(size)
    plus = desk.box.get_by_role("button", name="Do something with this place")
    action = desk.page.get_by_role("option")
    await plus.click()
    await action.filter(has_text="Open a thread").click()
    await desk.modal.get_by_label("Name of the thread").fill("Table 9")
    await desk.modal.get_by_role("button", name="Open").click()
    await expect(desk.line).to_have_attribute("placeholder", re.compile("Table 9"))
    await plus.click()
    await action.filter(has_text="Leave this thread").click()
    await plus.click()
    await expect(action.filter(has_text="Join this thread")).to_be_visible()
    await action.filter(has_text="Delete this place").click()
    await expect(desk.modal).to_contain_text("Delete Table 9 with all that was said in it?")
    await desk.modal.get_by_role("button", name="Delete").click()
    await expect(desk.line).not_to_have_attribute("placeholder", re.compile("Table 9"))
    await plus.click()
    await action.filter(has_text="Throw Motordrome out").click()
    await desk.modal.get_by_role("button", name="Throw").click()
    await town.server.until(lambda: not town.server.guild.bot_inside)
    await expect(desk.modal).to_have_count(0)
    await expect(desk.page.locator("#notice")).to_contain_text("not in this server")
    await plus.click()
    await action.filter(has_text="Invite Motordrome").click()
    await town.server.until(lambda: town.server.guild.bot_inside)
    await expect(desk.page.locator("#notice")).to_be_hidden()


async def test_chat_buries_the_board(desk: Desk, town: Town) -> None:
    await desk.show_board()
    for n in range(12):
        await desk.line.fill(f"line {n}")
        await desk.line.press("Enter")
        await expect(desk.last).to_contain_text(f"line {n}")
    await expect(desk.channel.locator(".gallery img").first).not_to_be_in_viewport()
    assert await desk.at_end()


async def test_news_that_counts_on_no_badge_is_a_dot(desk: Desk, town: Town) -> None:
    server = town.server
    other = server.add_channel("arena")
    tab = desk.page.locator(f'#channels [data-channel="{other.id}"]')
    await expect(tab).to_be_visible()
    server.write(named(server, "Juniper"), other, "chat")
    await expect(tab).to_have_class(re.compile("unread"))
    await expect(tab.locator(".count")).to_have_count(0)
    server.write(named(server, "Juniper"), other, f"<@{town.rook.id}> your move")
    await expect(tab.locator(".count")).to_contain_text("1")
    server.delete_channel(other)
