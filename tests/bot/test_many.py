"""Two processes on one database: whichever gets a press plays it, and the table's home shows it."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from bot.app import Motordrome
from bot.delivery.answering import Answering
from bot.demo import many
from bot.demo.choice import Alike
from bot.local.hub import HANGS
from bot.local.world import walk
from bot.posts.posts import Post
from bot.presses.door import OLDEST_MS
from bot.store import UNSURE
from bot.store.processes import Roll
from bot.tables.stored import ANSWERED_MS
from games.carwars_cards.moves import Stay
from tests.bot.faults import capture_logs
from tests.bot.pits import PATIENT, find, verbs
from tests.bot.several import Several, playing


@pytest.fixture
async def two(
    tmp_path: Path, empty_database: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Several]:
    file = tmp_path / "m.sqlite3"
    shutil.copy(empty_database, file)
    async with playing(f"sqlite+aiosqlite:///{file}", 2, monkeypatch) as two:
        yield two


async def test_a_press_is_played_where_it_comes_and_shown_from_home(two: Several) -> None:
    await two.lay("armor front, swerve", "laser front, swerve")
    two.sent.clear()
    version = (await two.stored()).version
    panel = two.panel(two.ann)
    edits = panel.edits
    await two.answer(two.ann)
    presses, two.presses = two.presses, 0
    await two.fresh(two.ann, two.ben)
    assert (await two.stored()).version > version
    # Ann's hand is the answer to her press; the rest is sent by the table's home.
    assert panel.edits == edits + presses
    assert {shard for shard, _ in two.sent} == {1}
    assert "board" in {target for _, target in two.sent}
    # Neither has anything left of what the other has changed.
    for bot in two.bots:
        assert (await bot.matches.look(two.match_id)).board.key
    assert "hand:0" not in {target for _, target in two.sent}


async def test_a_table_is_opened_with_one_board_whoever_believes_it_at_home(
    two: Several, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process that has not heard yet that another is alive sends what is in the outbox."""
    first = two.bots[0].member
    alone = [each for each in first._roll.living if each.shards == (0,)]
    first._roll = Roll(two.clock(), tuple(alone))
    assert first.is_home(two.channel.guild_id or 0)
    reply = Answering.reply

    async def nothing() -> int:
        return 0

    async def slowly(self: Answering, *what: Any, **how: Any) -> int | None:
        """The answer to /play comes when all that is due has been sent."""
        async with asyncio.timeout(HANGS):
            while not await two._told():  # noqa: ASYNC110 - others change it
                await asyncio.sleep(0)
        return await reply(self, *what, **how)

    with monkeypatch.context() as patch:
        patch.setattr(two.bots[1].delivery, "send_due", nothing)
        patch.setattr(Answering, "reply", slowly)
        await two.open(1, computers=1)
    await two.settled()
    (board,) = [message for message in two.public() if message.is_v2]
    assert board.id == (await two.match()).board.message


async def test_the_demo_finds_a_message_that_is_stale(two: Several) -> None:
    await two.deal(2)
    await two.bot.matches.change(two.match_id, lambda match: match.end())
    await two.settled()
    world = two.local.world
    shown = await two.bot.matches.look(two.match_id)

    async def stale() -> list[str]:
        return await many.stale(world, two.match_id, two.bot.matches, two.bot.pictures)

    assert await stale() == []
    hand = two.panel(two.ben)
    board = world.find_message(two.channel.id, shown.board.message)
    assert board is not None
    for message in (hand, board):
        next(c for c in walk(message.components) if c["type"] == 10)["content"] = "something old"
    await two.bot.delivery.post(two.local.dm(two.ann).id, Post(head="", ring="Your move"))
    assert await stale() == [
        "The board is stale.", "A notice to seat 0 still stands.", "The hand of seat 1 is stale.",
    ]  # fmt: skip


async def test_the_demo_finds_what_nobody_tells(
    two: Several, monkeypatch: pytest.MonkeyPatch
) -> None:
    await two.deal(2)
    await two.settled()
    monkeypatch.setattr(many, "wall", two.clock)
    assert await many.settled(two.url) == []
    for bot in two.bots:
        bot.delivery._stopping = True
        bot.matches.wake()
    monkeypatch.setattr(many, "SETTLES_BY_MS", -1)
    await two.store.post(two.match_id, "board", b"", two.clock())
    (fault,) = await many.settled(two.url)
    assert fault.startswith("Something was still to be told")
    await two.store.outbox_complete(*await two.store.outbox_claim(1, two.clock()))


async def test_both_change_a_match_at_once_and_nothing_is_lost(two: Several) -> None:
    await two.lay("swerve", "swerve")
    zero, one = two.bots

    def rise(bot: Motordrome, times: int) -> list[asyncio.Task[None]]:
        def change(match):  # type: ignore[no-untyped-def]
            match.undos += 1

        return [asyncio.create_task(bot.matches.change(two.match_id, change)) for _ in range(times)]

    before = (await two.match()).undos
    await asyncio.gather(*rise(zero, 9), *rise(one, 9))
    for bot in two.bots:
        assert (await bot.matches.look(two.match_id)).undos == before + 18


async def test_a_hand_that_two_have_shown_is_shown_once_more(two: Several) -> None:
    """Shard 0 answers a press with a hand; while its answer is on the way the match goes on."""
    await two.lay("armor front, swerve", "laser front, swerve")
    zero = two.bots[0]
    shown = zero.matches.hand_shown

    async def late(match, *what, **how):  # type: ignore[no-untyped-def]
        await two.bot.matches.change(two.match_id, lambda match: None)
        await shown(match, *what, **how)

    zero.matches.hand_shown = late  # type: ignore[method-assign]
    two.sent.clear()
    await two.answer(two.ann)
    await two.fresh(two.ann, two.ben)
    assert (1, "hand:0") in two.sent


async def test_a_hand_that_two_change_crosswise_shows_what_is_true(
    two: Several, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The home shows the newer hand, an older answer of shard 0 comes after it, and the home notes
    last: what is noted is true, and what stands there is not."""
    await two.lay("armor front, swerve", "laser front, swerve")
    zero, home = two.bots
    edited, answered = asyncio.Event(), asyncio.Event()
    show, of_home, of_zero = Answering.show, home.matches.hand_shown, zero.matches.hand_shown

    async def meanwhile(self: Answering, *what: Any, **how: Any) -> int | None:
        await home.matches.change(two.match_id, lambda match: match.order(two.ann.id, Stay()))
        await edited.wait()
        return await show(self, *what, **how)

    async def note_last(*what: Any, **how: Any) -> None:
        edited.set()
        await answered.wait()
        await of_home(*what, **how)

    async def note_first(*what: Any, **how: Any) -> None:
        await of_zero(*what, **how)
        answered.set()

    with monkeypatch.context() as patch:
        patch.setattr(Answering, "show", meanwhile)
        patch.setattr(home.matches, "hand_shown", note_last)
        patch.setattr(zero.matches, "hand_shown", note_first)
        await two.press(two.ann, "why", two.panel(two.ann))
        await two.settled()
    assert "unorder" not in verbs(two.panel(two.ann))


@pytest.mark.parametrize("target", ["hand:0", "board"])
async def test_what_nobody_is_sure_of_is_shown_whatever_is_noted(two: Several, target: str) -> None:
    await two.lay("armor front, swerve", "laser front, swerve")
    await two.settled()
    message = two.board() if target == "board" else two.panel(two.ann)
    for payload, edits in ((b"", message.edits), (UNSURE, message.edits + 1)):
        await two.store.post(two.match_id, target, payload, two.clock())
        await two.settled()
        assert message.edits == edits


async def test_who_dies_before_his_answer_leaves_the_hand_to_the_tables_home(
    two: Several, monkeypatch: pytest.MonkeyPatch
) -> None:
    await two.lay("armor front, swerve", "laser front, swerve")
    before = await two.stored()
    died: list[bool] = []

    async def dies(*what: object, **how: object) -> None:
        died.append(True)
        raise asyncio.CancelledError

    monkeypatch.setattr(two.bots[0].clicks._hands, "_show_mine", dies)
    while not died:
        panel = two.panel(two.ann)
        edits, choice = panel.edits, Alike("several").choose("Ann", panel, set())
        begun = two.local.begin_press(two.ann, panel, choice.item.custom_id, choice.values)
        await two.answered_or(died, begun)
    await two.settled()
    assert (await two.stored()).moves > before.moves
    assert panel.edits == edits
    two.sent.clear()
    two.clock.now += ANSWERED_MS
    await two.fresh(two.ann, two.ben)
    assert (1, "hand:0") in two.sent


async def test_only_a_tables_home_wakes_for_what_is_to_be_told_of_it(two: Several) -> None:
    await two.deal(2)
    await two.settled()
    woken: list[int] = []
    for shard, bot in enumerate(two.bots):
        bot.matches.wake = lambda shard=shard: woken.append(shard)  # type: ignore[misc]
    for bot in two.bots:
        bot._told([two.channel.guild_id or 0])
        await bot.matches.change(two.match_id, lambda match: None)
    assert woken == [1, 1]
    for bot in two.bots:
        bot._told([])  # nobody knows where
    assert woken == [1, 1, 0, 1]


async def test_computers_are_played_for_at_home_and_then_by_who_is_left(two: Several) -> None:
    await two.deal(1, computers=1)
    await two.fresh(two.ann)
    played = {shard for shard, target in two.sent if target == "computers"}
    await two.stop_one(two.bots[1])
    two.bot = two.bots[0]
    two.store = two.bot.store
    await two.bot.member.renew()
    two.sent.clear()
    for _ in range(3):
        await two.answer(two.ann)
        await two.fresh(two.ann)
    kinds = [move.kind for move in await two.store.moves(two.match_id)]
    assert kinds.count("answer") == 3
    assert kinds.count("computer") >= 3
    assert played == {1}
    assert {shard for shard, target in two.sent if target == "computers"} == {0}


async def test_who_stops_lets_go_of_what_it_had_no_time_to_send(
    two: Several, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Discord is slow, and the drain ends: another process sends it, with no lease to wait for."""
    await two.lay("armor front, swerve", "laser front, swerve")
    monkeypatch.setattr("bot.app.DRAIN_SECONDS", 0.05)
    home, board = two.bot, two.board()
    begun = asyncio.Event()

    async def hangs(*what: Any) -> None:
        begun.set()
        await asyncio.Event().wait()

    home.delivery.handlers["board"] = hangs
    edits = board.edits
    await home.matches.change(two.match_id, lambda match: match.end())
    await begun.wait()
    await two.stop_one(home)
    two.bot, two.store = two.bots[0], two.bots[0].store
    assert await two.store.outbox_next() == two.clock()
    await two.bot.member.renew()
    await two.local.until(lambda: board.edits > edits)
    await two.settled()


async def test_computers_go_on_where_their_process_was_stopped(two: Several) -> None:
    """In the midst of what they play: another process plays the rest."""
    await two.deal(1, computers=1)
    await two.fresh(two.ann)
    heir, home = two.bots
    play, begun, matches = home.matches._computers_play, asyncio.Event(), home.matches

    async def until_the_stop(match_id: str) -> bool:
        if not (await matches.look(match_id)).goes_on:
            return await play(match_id)
        begun.set()
        await matches._stop.wait()
        return True

    matches._computers_play = until_the_stop  # type: ignore[method-assign]
    await two.answer(two.ann)
    async with asyncio.timeout(HANGS):
        await begun.wait()
    two.bot, two.store = heir, heir.store
    await two.stop_one(home)
    assert (await two.match()).goes_on
    await heir.member.renew()
    await two.fresh(two.ann)
    assert not (await two.match()).goes_on


async def test_a_press_is_too_late_by_the_clock_of_the_database(two: Several) -> None:
    """That of the process's machine may be minutes slow."""
    await two.lay("armor front, swerve", "laser front, swerve")
    before, panel = await two.stored(), two.panel(two.ann)
    zero = two.bots[0]
    zero.member._ahead += OLDEST_MS + 1
    two.local.hub.interaction_seconds = 0.5
    begun = two.local.begin_press(two.ann, panel, find(panel, "why"))
    await begun.done.wait()
    assert begun.answer is None
    two.local.hub.interaction_seconds = PATIENT
    zero.member._ahead -= OLDEST_MS + 1
    assert await two.stored() == before


async def test_who_else_is_alive_has_a_share_of_discords_limit(two: Several) -> None:
    for bot in two.bots:
        bot.delivery.pace._a_second = 40
        await bot.member.renew()
        assert bot.delivery.pace._share == 20
    first, second = two.bots
    await two.stop_one(second)
    await first.member.renew()
    assert first.delivery.pace._share == 40
    two.bot, two.store = first, first.store


async def test_computers_are_played_for_by_who_has_not_looked_yet(two: Several) -> None:
    await two.deal(1, computers=1)
    await two.fresh(two.ann)
    sent = two.hold_back("computers")
    await two.answer(two.ann)
    await sent.wait()
    await two.settled()
    assert not (await two.match()).goes_on


async def test_a_private_hand_follows_what_another_process_has_stored(two: Several) -> None:
    await two.deal(2)
    await two.settled()
    shown = (await two.press(two.ann, "hand")).ephemeral
    assert shown is not None
    before = shown.text
    await two.settled()
    sent = two.hold_back("hand")
    await two.bots[0].matches.change(two.match_id, lambda match: match.end())
    await sent.wait()
    await two.settled()
    assert shown.text != before


async def test_a_private_hand_far_from_the_tables_home_follows_the_game_too(two: Several) -> None:
    """`/hand` in direct messages comes to shard 0, which alone has the token to change its answer.
    The table is at home in shard 1."""
    await two.lay("armor front, swerve", "laser front, swerve")
    away = two.bots[0]
    shown = (await two.command(two.ben, "hand", channel=two.local.dm(two.ben))).ephemeral
    assert shown is not None
    await two.settled()
    edits = shown.edits
    assert not away.member.is_home(two.channel.guild_id or 0)
    await two.bot.matches.change(two.match_id, lambda match: match.end())
    await two.local.until(lambda: shown.edits > edits)
    assert not shown.pressables


async def test_one_of_those_that_fails_leaves_the_others_following(
    two: Several, monkeypatch: pytest.MonkeyPatch
) -> None:
    await two.lay("armor front, swerve", "laser front, swerve")
    away = two.bots[0]
    panels, shown = away.delivery.panels, []
    for user in (two.ann, two.ben):
        answer = (await two.command(user, "hand", channel=two.local.dm(user))).ephemeral
        assert answer is not None
        shown.append(answer)
    await two.settled()
    follow, edits = panels.follow, shown[1].edits

    async def fails_for_ann(match_id: str, seat: int) -> int:
        if seat == 0:
            raise ValueError("planted")
        return await follow(match_id, seat)

    monkeypatch.setattr(panels, "follow", fails_for_ann)
    with capture_logs() as logs:
        await two.bot.matches.change(two.match_id, lambda match: match.end())
        await two.local.until(lambda: shown[1].edits > edits)
    assert [line["event"] for line in logs if "fault" in line] == ["a hand could not be shown"]


async def test_which_message_shows_a_hand_is_known_to_all(two: Several) -> None:
    """Another process has posted one anew."""
    await two.deal(2)
    await two.settled()
    hand = (await two.match()).seats[0].hand
    shown = partial(two.bots[0].store.hand_shown, two.match_id, two.ann.id, hand.channel)
    await shown(hand.message + 1, "another")
    assert (await two.match()).seats[0].hand.message == hand.message + 1
    await shown(hand.message, hand.key)
