"""Private hands in the channel follow the game; links lead from a hand to the table."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any

import pytest

from bot.delivery.answering import Answering
from bot.delivery.panels import LOOKED_AT_MS, OLD_EDIT_MS, OLD_MS, QUIET_MS
from bot.local import Message, User
from bot.local.hub import HANGS
from bot.local.world import walk
from bot.match.match import Match
from bot.match.notices import GLANCE_MS, SHARED_MS
from bot.posts import hands
from bot.posts.custom_ids import write
from bot.posts.hands import HAND_PICTURE
from bot.posts.posts import Picture, Post
from bot.store import OutboxRow
from games.carwars_cards.moves import Escape
from tests.bot.pits import MINUTE, Pits, find, question, verbs
from tests.store.rows import next_due

HANDS = ("gun front, swerve, smoke", "laser left, smoke")
SILENT = 1 << 12


async def my_hand(pits: Pits, user: User) -> Message:
    """Press My hand under the board."""
    panel = (await pits.press(user, "hand")).ephemeral
    assert panel is not None
    return panel


async def turn_over(pits: Pits, panel: Message, user: User | None = None) -> None:
    """Ann, or another, lays a card away, and the next turn begins."""
    await pits.press(user or pits.ann, "some", panel, values=["0"])
    await pits.press(user or pits.ann, "pick", panel, "pass")
    await pits.settled()


async def later(pits: Pits, ms: int) -> None:
    pits.clock.now += ms
    pits.bot.matches.wake()
    await pits.settled()


def links(message: Message) -> list[str]:
    """Where the link buttons of a message lead."""
    return [part["url"] for part in walk(message.components) if part.get("style") == 5]


async def test_a_panel_follows_and_the_direct_message_comes_after(pits: Pits) -> None:
    await pits.lay(*HANDS)
    panel = await my_hand(pits, pits.ben)
    dm = pits.panel(pits.ben)
    assert not question(panel)
    await turn_over(pits, pits.panel(pits.ann))
    number = (await pits.match()).waiting()[0].number
    assert question(panel) == number, "nobody had to press My hand again"
    assert not question(dm)
    await later(pits, QUIET_MS)
    assert question(pits.panel(pits.ben)) == number


async def test_a_press_on_the_direct_message_makes_it_the_one_that_is_looked_at(pits: Pits) -> None:
    await pits.lay(*HANDS)
    panel = await my_hand(pits, pits.ben)
    await turn_over(pits, pits.panel(pits.ann))
    await later(pits, QUIET_MS)
    await turn_over(pits, pits.panel(pits.ben), pits.ben)
    await turn_over(pits, pits.panel(pits.ann))
    number = (await pits.match()).waiting()[0].number
    assert question(pits.panel(pits.ben)) == number, "at once"
    assert panel.deleted, "it would show old cards"
    panel = await my_hand(pits, pits.ben)
    await turn_over(pits, panel, pits.ben)
    await turn_over(pits, pits.panel(pits.ann))
    number = (await pits.match()).waiting()[0].number
    assert question(panel) == number, "until something is pressed in the channel again"
    assert question(pits.panel(pits.ben)) != number


async def test_a_press_is_answered_with_the_next_question(
    pits: Pits, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It came while the hand was drawn."""
    await pits.lay(*HANDS)
    panel, pictures = pits.panel(pits.ann), pits.bot.pictures
    await pits.press(pits.ann, "some", panel, values=["0"])
    await pits.settled()
    before, draw = panel.edits, pictures._draw

    async def slowly(*what: Any) -> Picture:
        drawn = await draw(*what)
        while (ask := (await pits.match()).ask_of(1)) is not None:
            mine = partial(Match.answer, user_id=pits.ben.id, number=ask.number)
            await pits.bot.matches.change(pits.match_id, partial(mine, answer=ask.default))
        return drawn

    monkeypatch.setattr(pictures, "_draw", slowly)
    await pits.press(pits.ann, "pick", panel, "pass")
    await pits.settled()
    assert question(panel) == (await pits.match()).waiting()[0].number
    assert panel.edits == before + 1


async def test_each_press_on_a_panel_brings_a_new_token(pits: Pits) -> None:
    await pits.lay(*HANDS)
    panel = await my_hand(pits, pits.ann)
    pits.clock.now += LOOKED_AT_MS - 1_000
    await turn_over(pits, panel)
    pits.clock.now += LOOKED_AT_MS - 1_000
    for user, dm in ((pits.ben, pits.panel(pits.ben)),):
        await pits.press(user, "some", dm, values=["0"])
        await pits.press(user, "pick", dm, "pass")
    await pits.settled()
    assert question(panel) == (await pits.match()).waiting()[0].number


async def test_a_panel_that_nobody_looks_at_is_left_alone(pits: Pits) -> None:
    await pits.lay(*HANDS)
    panel = await my_hand(pits, pits.ben)
    pits.clock.now += LOOKED_AT_MS
    edits = panel.edits
    await turn_over(pits, pits.panel(pits.ann))
    assert panel.edits == edits
    assert question(pits.panel(pits.ben)), "the direct message comes at once"


async def test_only_a_direct_message_says_that_the_next_question_comes_there(pits: Pits) -> None:
    await pits.lay(*HANDS)
    panel = await my_hand(pits, pits.ben)
    assert hands.NOTHING_NOW in panel.text
    assert "next question" not in panel.text, "it is shown there too, while Ben looks at it"
    assert f"{hands.NOTHING_NOW} {hands.COMES}" in pits.panel(pits.ben).text


async def test_closed_messages_and_a_panel(pits: Pits) -> None:
    pits.local.misbehave.close_dms(pits.ben)
    await pits.lay(*HANDS)
    panel = await my_hand(pits, pits.ben)
    assert hands.CALLED in panel.text
    assert hands.COMES not in panel.text
    await turn_over(pits, pits.panel(pits.ann))
    assert question(panel) == (await pits.match()).waiting()[0].number
    await later(pits, 2_000)  # the call in the channel
    assert await next_due(pits.store) is None


@pytest.mark.parametrize("code", [10015, 50027, 10008])
async def test_a_token_that_has_ended_is_dropped(pits: Pits, code: int) -> None:
    await pits.lay(*HANDS)
    await my_hand(pits, pits.ben)
    place = pits.match_id, pits.ben.id
    assert pits.bot.delivery.panels.of(place) is not None
    pits.local.misbehave.fail_next(code=code)
    await pits.bot.matches.change(pits.match_id, lambda s: s.set_passes(pits.ben.id, True))
    await pits.settled()
    panel = pits.bot.delivery.panels.of(place)
    key = hands.hand_key(await pits.match(), 1)
    assert panel is None or panel.key == key
    await later(pits, QUIET_MS)
    assert (await pits.match()).seats[1].hand.key == key, "the direct message has it"


async def test_a_dismissed_panel_costs_nobody_his_hand(pits: Pits) -> None:
    await pits.lay(*HANDS)
    panel = await my_hand(pits, pits.ben)
    pits.local.misbehave.delete_message(panel)
    await turn_over(pits, pits.panel(pits.ann))
    assert question(pits.panel(pits.ben)) == (await pits.match()).waiting()[0].number
    assert pits.bot.delivery.panels.of((pits.match_id, pits.ben.id)) is None


async def test_who_has_just_lost_the_seat_is_not_shown_its_hand(
    pits: Pits, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The hand was drawn meanwhile."""
    await pits.lay(*HANDS)
    panels = pits.bot.delivery.panels
    draw = panels._post

    async def slowly(match: Match, seat: int) -> Post:
        post = await draw(match, seat)
        await pits.bot.matches.forget(pits.ben.id)
        return post

    monkeypatch.setattr(panels, "_post", slowly)
    shown = await my_hand(pits, pits.ben)
    assert "You are not playing at this table" in shown.text
    assert not shown.alts
    assert panels.of((pits.match_id, pits.ben.id)) is None


@pytest.mark.parametrize("what", ["why", "pick all", "car", "picture"])
async def test_nor_by_a_press_on_a_hand_or_for_ones_car(
    pits: Pits, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    await pits.lay(*HANDS)
    panel = pits.panel(pits.ann)
    if what == "pick all":
        await pits.press(pits.ann, "rest", panel)
    before = panel.edits
    pictures = pits.bot.pictures
    draw = pictures._draw

    async def slowly(*what: Any) -> Picture:
        drawn = await draw(*what)
        await pits.bot.matches.forget(pits.ann.id)
        return drawn

    monkeypatch.setattr(pictures, "_draw", slowly)
    there = {
        "car": write("car", pits.match_id),
        "picture": write("picture", pits.match_id, HAND_PICTURE),
    }
    pressed = there.get(what) or find(panel, *what.split())
    (said,) = (await pits.forge(pits.ann, pressed, panel)).messages
    assert "You are not playing at this table" in said.text
    assert not said.alts
    assert panel.edits == before


async def test_tokens_are_not_stored(pits: Pits) -> None:
    await pits.lay(*HANDS)
    await my_hand(pits, pits.ben)
    panel = pits.bot.delivery.panels.of((pits.match_id, pits.ben.id))
    assert panel is not None
    token = panel.interaction.token.encode()
    file = pits.url.partition("///")[2]
    for name in (file, f"{file}-wal"):
        with open(name, "rb") as stored:  # noqa: ASYNC230
            assert token not in stored.read()


async def test_a_hand_links_to_its_table(pits: Pits) -> None:
    await pits.lay(*HANDS)
    where = f"https://discord.com/channels/{pits.local.guild.id}/{pits.channel.id}"
    assert links(pits.panel(pits.ann)) == [where]
    assert links(pits.panel(pits.ben)) == [where], "also while nothing is asked"


async def test_a_question_on_an_old_hand_is_posted_anew_silently(pits: Pits) -> None:
    await pits.lay(*HANDS)
    old = pits.panel(pits.ben)
    ann = pits.panel(pits.ann)
    pits.clock.now += OLD_MS + MINUTE
    since = len(pits.local.calls)
    await turn_over(pits, ann)
    new = pits.panel(pits.ben)
    assert old.deleted
    assert question(new) == (await pits.match()).waiting()[0].number
    dm = str(pits.local.dm(pits.ben).id)
    (call,) = [
        c
        for c in pits.local.calls[since:]
        if c.method == "POST" and c.params.get("channel_id") == dm and not c.body.get("content")
    ]
    assert call.body["flags"] & SILENT
    assert (await pits.match()).seats[1].hand.at == pits.clock()


async def test_an_old_hand_without_a_question_is_edited_seldom(pits: Pits) -> None:
    await pits.lay(*HANDS)
    old = pits.panel(pits.ben)
    pits.clock.now += OLD_MS + MINUTE
    edits = old.edits
    for passes in (True, False, True):
        wish = partial(Match.set_passes, user_id=pits.ben.id, passes=passes)
        await pits.bot.matches.change(pits.match_id, wish)
        await pits.settled()
    assert old.edits == edits + 1
    await later(pits, OLD_EDIT_MS)
    assert old.edits == edits + 1, "what it shows is true again"
    await pits.bot.matches.change(pits.match_id, lambda s: s.set_passes(pits.ben.id, False))
    await pits.settled()
    assert old.edits == edits + 2
    assert not old.deleted


@pytest.mark.parametrize("by", ["/hand", "My hand"])
async def test_who_opens_a_hand_is_shown_nothing_elsewhere(
    pits: Pits, monkeypatch: pytest.MonkeyPatch, by: str
) -> None:
    """Which comes first, the new hand or what its press changed, hangs on the machine alone: here
    the new hand comes last."""
    await pits.lay(*HANDS)
    old = await my_hand(pits, pits.ben)
    await pits.command(pits.ben, "leave")
    await pits.settled()
    await later(pits, QUIET_MS)
    match = await pits.match()
    assert match.seats[1].computer
    assert match.seats[1].hand.key == hands.hand_key(match, 1)
    before = old.edits, pits.panel(pits.ben).edits
    delivery = pits.bot.delivery
    opens = delivery.panels.open

    async def when_all_has_been_told(answering: Answering, match: Match, seat: int) -> None:
        async with asyncio.timeout(HANGS):
            while not await pits.told():  # noqa: ASYNC110 - the outbox changes it
                await asyncio.sleep(0)
        await opens(answering, match, seat)

    monkeypatch.setattr(delivery.panels, "open", when_all_has_been_told)
    outcome = await (
        pits.command(pits.ben, "hand") if by == "/hand" else pits.press(pits.ben, "hand")
    )
    assert outcome.ephemeral is not None
    assert question(outcome.ephemeral) == question(pits.panel(pits.ben))
    await pits.settled()
    assert not (await pits.match()).seats[1].computer
    assert (old.edits, pits.panel(pits.ben).edits) == before
    await later(pits, QUIET_MS)
    match = await pits.match()
    assert match.seats[1].hand.key == hands.hand_key(match, 1)


async def test_a_call_in_the_channel_waits_for_no_hand(pits: Pits) -> None:
    """When its player last changed a private hand must not show in the channel."""
    await pits.lay(*HANDS)
    await pits.command(pits.ann, "notify", {"where": "channel"})
    ask = (await pits.match()).waiting()[0]
    half = max((await pits.match()).rings[ask.number])

    async def till(when: int) -> None:
        pits.clock.now = when
        await pits.bot.clocks.tick()
        await pits.settled()

    await till(pits.clock() + GLANCE_MS)
    await till(half - 1_000)
    await my_hand(pits, pits.ann)
    await pits.bot.matches.change(pits.match_id, lambda s: s.set_auto_answer(pits.ann.id, "escape"))
    await pits.settled()
    match = await pits.match()
    assert match.seats[0].hand.key != hands.hand_key(match, 0), "it follows later"
    await till(half)
    await till(half + SHARED_MS)
    assert [m.content[-5:] for m in pits.public() if m.content] == ["left."]


async def test_a_private_hand_is_what_the_direct_message_shows_no_more(pits: Pits) -> None:
    """The direct message has not followed yet, and shows what is true once more."""
    await pits.lay(*HANDS)
    panel = await my_hand(pits, pits.ben)
    for passes in (True, False):
        edits = panel.edits
        change = partial(Match.set_passes, user_id=pits.ben.id, passes=passes)
        await pits.bot.matches.change(pits.match_id, change)
        await pits.settled()
        assert panel.edits == edits + 1


@pytest.mark.parametrize("closed", [False, True])
async def test_what_changes_while_a_private_hand_is_opened_is_on_it(
    pits: Pits, monkeypatch: pytest.MonkeyPatch, *, closed: bool
) -> None:
    if closed:
        pits.local.misbehave.close_dms(pits.ben)
    await pits.lay(*HANDS)
    panels = pits.bot.delivery.panels
    honest = panels._post

    async def meanwhile(match: Match, seat: int) -> Post:
        post = await honest(match, seat)
        monkeypatch.setattr(panels, "_post", honest)
        await pits.bot.matches.change(pits.match_id, lambda s: s.set_passes(pits.ben.id, True))
        return post

    monkeypatch.setattr(panels, "_post", meanwhile)
    panel = await my_hand(pits, pits.ben)
    await pits.settled()
    assert panel.edits == 1
    shown = panels.of((pits.match_id, pits.ben.id))
    assert shown is not None
    assert shown.key == hands.hand_key(await pits.match(), 1)


async def test_what_an_answer_shows_the_outbox_does_not_make_again(pits: Pits) -> None:
    await pits.lay(*HANDS)
    told: list[str] = []
    hand = pits.bot.delivery.handlers["hand"]

    async def noted(row: OutboxRow, seat: str) -> None:
        told.append(seat)
        await hand(row, seat)

    pits.bot.delivery.handlers["hand"] = noted
    await pits.press(pits.ann, "some", pits.panel(pits.ann), values=["0"])
    await pits.settled()
    assert not told
    assert await next_due(pits.store) is None
    match = await pits.match()
    assert match.seats[0].hand.key == hands.hand_key(match, 0)


async def test_what_is_true_again_while_a_press_is_answered_is_shown(
    pits: Pits, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The hand changes with a press and back before its answer is there: what was noted of the
    message then says that nothing is to be done."""
    await pits.lay(*HANDS)
    show = Answering.show

    async def slowly(self: Answering, *what: Any, **how: Any) -> int | None:
        await pits.bot.matches.change(pits.match_id, lambda s: s.order(pits.ann.id, Escape()))
        lock = pits.bot.delivery.lock(pits.match_id, "hand:0")
        async with asyncio.timeout(HANGS):
            while not (lock._waiters or await pits.told()):  # noqa: ASYNC110 - the outbox changes it
                await asyncio.sleep(0)
        return await show(self, *what, **how)

    monkeypatch.setattr(Answering, "show", slowly)
    await pits.press(pits.ann, "unorder", pits.panel(pits.ann))
    await pits.settled()
    match = await pits.match()
    assert match.seats[0].hand.key == hands.hand_key(match, 0)
    assert "unorder" in verbs(pits.panel(pits.ann))
