"""Three processes on one database: whoever gets a press plays it, and the table's home shows it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Any, Final, get_args

import pytest

from bot.app import Motordrome
from bot.delivery.answering import Answering
from bot.demo import many
from bot.demo.choice import Alike
from bot.local import Message
from bot.local.hub import HANGS, Loss
from bot.local.world import walk
from bot.match.match import Match
from bot.match.stuck import halt
from bot.posts.posts import Post
from bot.presses.door import OLDEST_MS
from bot.store import UNSURE, DueRow
from bot.store.processes import Roll
from bot.tables.membership import SHARED_LEASE_MS
from bot.tables.stored import ANSWERED_MS
from games.carwars_cards.moves import Stay
from tests.bot.faults import capture_logs
from tests.bot.pits import PATIENT, find, verbs
from tests.bot.several import Several, playing
from tests.postgres import new_database

ANSWER: Final = "/interactions/{interaction_id}/{interaction_token}/callback"


async def test_a_press_is_played_where_it_comes_and_shown_from_home(three: Several) -> None:
    await three.lay("armor front, swerve", "laser front, swerve")
    three.sent.clear()
    version = (await three.stored()).version
    panel = three.panel(three.ann)
    edits = panel.edits
    await three.answer(three.ann)
    presses, three.presses = three.presses, 0
    await three.fresh(three.ann, three.ben)
    assert (await three.stored()).version > version
    # Ann's hand is the answer to her press; the rest is sent by the table's home.
    assert panel.edits == edits + presses
    assert {shard for shard, _ in three.sent} == {1}
    assert "board" in {target for _, target in three.sent}
    # Neither has anything left of what the other has changed.
    for bot in three.bots:
        assert (await bot.matches.look(three.match_id)).board.key
    assert "hand:0" not in {target for _, target in three.sent}


async def test_a_table_is_opened_with_one_board_whoever_believes_it_at_home(
    three: Several, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process that has not heard yet that another is alive sends what is in the outbox."""
    first = three.bots[0].member
    alone = [each for each in first._roll.living if each.shards == (0,)]
    first._roll = Roll(three.clock(), tuple(alone))
    assert first.is_home(three.channel.guild_id or 0)
    reply = Answering.reply

    async def nothing() -> int:
        return 0

    async def slowly(self: Answering, *what: Any, **how: Any) -> int | None:
        """The answer to /play comes when all that is due has been sent."""
        async with asyncio.timeout(HANGS):
            while not await three._told():  # noqa: ASYNC110 - others change it
                await asyncio.sleep(0)
        return await reply(self, *what, **how)

    with monkeypatch.context() as patch:
        patch.setattr(three.bots[1].delivery, "send_due", nothing)
        patch.setattr(Answering, "reply", slowly)
        await three.open(1, computers=1)
    await three.settled()
    (board,) = [message for message in three.public() if message.is_v2]
    assert board.id == (await three.match()).board.message


async def test_the_demo_finds_a_message_that_is_stale(three: Several) -> None:
    await three.deal(2)
    await three.bot.matches.change(three.match_id, lambda match: match.end())
    await three.settled()
    world = three.local.world
    shown = await three.bot.matches.look(three.match_id)

    async def stale() -> list[str]:
        return await many.stale(world, three.match_id, three.bot.matches, three.bot.pictures)

    assert await stale() == []
    hand = three.panel(three.ben)
    board = world.find_message(three.channel.id, shown.board.message)
    assert board is not None
    for message in (hand, board):
        next(c for c in walk(message.components) if c["type"] == 10)["content"] = "something old"
    await three.bot.delivery.post(three.local.dm(three.ann).id, Post(head="", ring="Your move"))
    assert await stale() == [
        "The board is stale.", "A notice to seat 0 still stands.", "The hand of seat 1 is stale.",
    ]  # fmt: skip


async def test_the_demo_finds_what_nobody_tells(
    three: Several, monkeypatch: pytest.MonkeyPatch
) -> None:
    await three.deal(2)
    await three.settled()
    monkeypatch.setattr(many, "wall", three.clock)
    assert await many.settled(three.url) == []
    for bot in three.bots:
        bot.delivery._stopping = True
        bot.matches.wake()
    monkeypatch.setattr(many, "SETTLES_BY_MS", -1)
    await three.store.post(three.match_id, "board", b"", three.clock())
    (fault,) = await many.settled(three.url)
    assert fault.startswith("Something was still to be told")
    await three.store.outbox_complete(*await three.store.outbox_claim(1, three.clock()))


async def test_both_change_a_match_at_once_and_nothing_is_lost(three: Several) -> None:
    await three.lay("swerve", "swerve")
    zero, one, _ = three.bots

    def rise(bot: Motordrome, times: int) -> list[asyncio.Task[None]]:
        def change(match):  # type: ignore[no-untyped-def]
            match.undos += 1

        changes = [bot.matches.change(three.match_id, change) for _ in range(times)]
        return [*map(asyncio.create_task, changes)]

    before = (await three.match()).undos
    await asyncio.gather(*rise(zero, 9), *rise(one, 9))
    for bot in three.bots:
        assert (await bot.matches.look(three.match_id)).undos == before + 18


async def test_a_hand_that_two_have_shown_is_shown_once_more(three: Several) -> None:
    """Shard 0 answers a press with a hand; while its answer is on the way the match goes on."""
    await three.lay("armor front, swerve", "laser front, swerve")
    zero = three.bots[0]
    shown = zero.matches.hand_shown

    async def late(match, *what, **how):  # type: ignore[no-untyped-def]
        await three.bot.matches.change(three.match_id, lambda match: None)
        await shown(match, *what, **how)

    zero.matches.hand_shown = late  # type: ignore[method-assign]
    three.sent.clear()
    await three.answer(three.ann)
    await three.fresh(three.ann, three.ben)
    assert (1, "hand:0") in three.sent


async def test_a_hand_that_two_change_crosswise_shows_what_is_true(
    three: Several, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The home shows the newer hand, an older answer of shard 0 comes after it, and the home notes
    last: what is noted is true, and what stands there is not."""
    await three.lay("armor front, swerve", "laser front, swerve")
    zero, home, _ = three.bots
    edited, answered = asyncio.Event(), asyncio.Event()
    show, of_home, of_zero = Answering.show, home.matches.hand_shown, zero.matches.hand_shown

    async def meanwhile(self: Answering, *what: Any, **how: Any) -> int | None:
        await home.matches.change(three.match_id, lambda match: match.order(three.ann.id, Stay()))
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
        await three.press(three.ann, "why", three.panel(three.ann))
        await three.settled()
    assert "unorder" not in verbs(three.panel(three.ann))


@pytest.mark.parametrize(
    ("verb", "lost"),
    [*(("some", lost) for lost in get_args(Loss)), ("some", "its process"), ("why", "answer")],
)
async def test_an_answer_that_nobody_has_heard_of_leaves_nothing_old(
    three: Several, monkeypatch: pytest.MonkeyPatch, verb: str, lost: Any
) -> None:
    """Shard 0 answers a press with what is old by then: the home has shown what is new. Nobody
    notes it, because Discord's answer to it is lost, or its process dies."""
    await three.lay("gun front, swerve, smoke", "laser left, smoke")
    zero, home, _ = three.bots
    edited, show, of_home = asyncio.Event(), Answering.show, home.matches.hand_shown
    of_zero, ended = zero.matches.answered, asyncio.Event()

    def go_on(match: Match) -> int:
        """By the default; the number of Ann's question then, 0 for none."""
        ask = match.waiting()[0]
        match.answer((three.ann, three.ben)[ask.seat].id, ask.number, ask.default)
        mine = match.ask_of(0)
        return mine.number if mine is not None else 0

    async def meanwhile(self: Answering, *what: Any, **how: Any) -> int | None:
        while not await home.matches.change(three.match_id, go_on):
            pass
        await edited.wait()
        if lost in get_args(Loss):
            three.local.misbehave.lose_next(lost, "POST", ANSWER)
        return await show(self, *what, **how)

    async def note(match: Match, *what: Any, **how: Any) -> None:
        await of_home(match, *what, **how)
        if match.ask_of(0) is not None:
            edited.set()

    async def dies(*what: Any, **how: Any) -> None:
        ended.set()
        raise asyncio.CancelledError

    async def ends(*what: Any, **how: Any) -> None:
        await of_zero(*what, **how)
        ended.set()

    with monkeypatch.context() as patch:
        patch.setattr(Answering, "show", meanwhile)
        patch.setattr(home.matches, "hand_shown", note)
        patch.setattr(zero.matches, "hand_shown", dies)
        patch.setattr(zero.matches, "answered", ends)
        panel = three.panel(three.ann)
        values = ["0"] if verb == "some" else None
        three.local.begin_press(three.ann, panel, find(panel, verb), values)
        await ended.wait()
    await three.settled()
    three.clock.now += ANSWERED_MS
    await three.settled()
    await three.fresh(three.ann, three.ben)


async def test_what_is_claimed_together_is_compared_with_the_database_once(
    three: Several, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Board and hands of a change that another process has stored."""
    await three.lay("armor front, swerve", "laser front, swerve")
    await three.settled()
    far, store = three.bots[0], three.bot.store
    claim, glance, claims, glances = store.outbox_claim, store.glance, list[int](), list[str]()

    async def claimed(*what: Any, **how: Any) -> Any:
        rows = await claim(*what, **how)
        claims.extend([len(rows)] * bool(rows))
        return rows

    async def glanced(match_id: str) -> Any:
        glances.append(match_id)
        return await glance(match_id)

    monkeypatch.setattr("bot.tables.stored.MOMENT", 3_600.0)  # however slow the machine
    monkeypatch.setattr(store, "outbox_claim", claimed)
    monkeypatch.setattr(store, "glance", glanced)
    await far.matches.change(three.match_id, lambda match: match.end())
    await three.settled()
    assert max(claims) >= 3
    assert len(glances) <= len(claims)


@pytest.mark.parametrize("target", ["hand:0", "board"])
async def test_what_nobody_is_sure_of_is_shown_whatever_is_noted(
    three: Several, target: str
) -> None:
    await three.lay("armor front, swerve", "laser front, swerve")
    await three.settled()
    message = three.board() if target == "board" else three.panel(three.ann)
    for name, edits in ((target, message.edits), (UNSURE + target, message.edits + 1)):
        await three.store.post(three.match_id, name, b"", three.clock())
        await three.settled()
        assert message.edits == edits


async def test_who_dies_before_his_answer_leaves_the_hand_to_the_tables_home(
    three: Several, monkeypatch: pytest.MonkeyPatch
) -> None:
    await three.lay("armor front, swerve", "laser front, swerve")
    before = await three.stored()
    died: list[bool] = []

    async def dies(*what: object, **how: object) -> None:
        died.append(True)
        raise asyncio.CancelledError

    monkeypatch.setattr(three.bots[0].clicks._hands, "_show_mine", dies)
    while not died:
        panel = three.panel(three.ann)
        edits, choice = panel.edits, Alike("several").choose("Ann", panel, set())
        begun = three.local.begin_press(three.ann, panel, choice.item.custom_id, choice.values)
        await three.answered_or(died, begun)
    await three.settled()
    assert (await three.stored()).moves > before.moves
    assert panel.edits == edits
    three.sent.clear()
    three.clock.now += ANSWERED_MS
    await three.fresh(three.ann, three.ben)
    assert (1, UNSURE + "hand:0") in three.sent


async def test_only_a_tables_home_wakes_for_what_is_to_be_told_of_it(three: Several) -> None:
    await three.deal(2)
    await three.settled()
    woken: list[int] = []
    for shard, bot in enumerate(three.bots):
        bot.matches.wake = lambda shard=shard: woken.append(shard)  # type: ignore[misc]
    for bot in three.bots:
        bot._told([three.channel.guild_id or 0])
        await bot.matches.change(three.match_id, lambda match: None)
    assert woken == [1, 1]
    for bot in three.bots:
        bot._told([])  # nobody knows where
    assert woken == [1, 1, 0, 1, 2]


async def test_computers_are_played_for_at_home_and_then_by_who_is_left(three: Several) -> None:
    await three.deal(1, computers=1)
    await three.fresh(three.ann)
    played = {shard for shard, target in three.sent if target == "computers"}
    await three.stop_home()
    three.sent.clear()
    for _ in range(3):
        await three.answer(three.ann)
        await three.fresh(three.ann)
    kinds = [move.kind for move in await three.store.moves(three.match_id)]
    assert kinds.count("answer") == 3
    assert kinds.count("computer") >= 3
    assert played == {1}
    assert {shard for shard, target in three.sent if target == "computers"} == {2}


async def test_a_clock_rings_once_more_when_the_lease_of_who_died_over_it_is_over(
    three: Several, monkeypatch: pytest.MonkeyPatch
) -> None:
    await three.lay("armor front, swerve", "laser front, swerve")
    due, before = (await three.match()).earliest_due(), await three.stored()
    assert due is not None
    three.clock.now = due
    dies, _, heir = three.bots

    async def dead(row: DueRow) -> None:
        raise asyncio.CancelledError

    monkeypatch.setattr(dies.matches, "deadline", dead)
    with pytest.raises(asyncio.CancelledError):
        await dies.clocks.tick()
    three.clock.now += SHARED_LEASE_MS - 1
    assert await heir.clocks.tick() == 0
    three.clock.now += 1
    assert await heir.clocks.tick()
    assert (await three.stored()).moves > before.moves


async def test_who_stops_lets_go_of_what_it_had_no_time_to_send(
    three: Several, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Discord is slow, and the drain ends: another process sends it, with no lease to wait for."""
    await three.lay("armor front, swerve", "laser front, swerve")
    monkeypatch.setattr("bot.app.DRAIN_SECONDS", 0.05)
    home, board = three.bot, three.board()
    begun = asyncio.Event()

    async def hangs(*what: Any) -> None:
        begun.set()
        await asyncio.Event().wait()

    home.delivery.handlers["board"] = hangs
    edits = board.edits
    await home.matches.change(three.match_id, lambda match: match.end())
    await begun.wait()
    await three.stop_home()
    await three.local.until(lambda: board.edits > edits)
    await three.settled()


async def test_who_gets_the_tables_of_another_looks_at_once_what_is_to_be_told(
    three: Several,
) -> None:
    """Who was told of it is no more, and nobody looks now and then here."""
    await three.lay("armor front, swerve", "laser front, swerve")
    await three.settled()
    for bot in three.bots:
        bot.delivery.every = 3600.0
        bot.matches.wake()
    board = three.board()
    edits = board.edits
    await three.bots[0].store.post(three.match_id, UNSURE + "board", b"", three.clock())
    await three.stop_home()
    await three.local.until(lambda: board.edits > edits)


async def test_computers_go_on_where_their_process_was_stopped(three: Several) -> None:
    """In the midst of what they play: another process plays the rest."""
    await three.deal(1, computers=1)
    await three.fresh(three.ann)
    matches, begun = three.bot.matches, asyncio.Event()
    play = matches._computers_play

    async def until_the_stop(match_id: str) -> bool:
        if not (await matches.look(match_id)).goes_on:
            return await play(match_id)
        begun.set()
        await matches._stop.wait()
        return True

    matches._computers_play = until_the_stop  # type: ignore[method-assign]
    await three.answer(three.ann)
    async with asyncio.timeout(HANGS):
        await begun.wait()
    three.sent.clear()
    await three.stop_home()
    await three.fresh(three.ann)
    assert (2, "computers") in three.sent
    assert not (await three.match()).goes_on


async def test_a_table_that_stood_still_tries_again_where_its_home_begins_anew(
    three: Several,
) -> None:
    """Its rules may have been mended; a clock rings by itself, and this one has none."""
    await three.lay("armor front, swerve", "laser front, swerve")
    await three.bot.matches.change(three.match_id, lambda match: halt(match, "F", still=True))
    await three.settled()
    assert (await three.match()).stands_still
    await three.stop_home()
    three.bot = await three.start_one(1)
    three.store = three.bot.store
    await three.settled()
    assert not (await three.match()).stands_still


async def test_a_press_is_too_late_by_the_clock_of_the_database(three: Several) -> None:
    """That of the process's machine may be minutes slow."""
    await three.lay("armor front, swerve", "laser front, swerve")
    before, panel = await three.stored(), three.panel(three.ann)
    zero = three.bots[0]
    zero.member._ahead += OLDEST_MS + 1
    three.local.hub.interaction_seconds = 0.5
    begun = three.local.begin_press(three.ann, panel, find(panel, "why"))
    await begun.done.wait()
    assert begun.answer is None
    three.local.hub.interaction_seconds = PATIENT
    zero.member._ahead -= OLDEST_MS + 1
    assert await three.stored() == before


async def test_who_else_is_alive_has_a_share_of_discords_limit(three: Several) -> None:
    for bot in three.bots:
        bot.delivery.pace._a_second = 60
        await bot.member.renew()
        assert bot.delivery.pace._share == 20
    await three.stop_home()
    for bot in three.bots:
        # The last calls of who has left may be of this second.
        assert bot.delivery.pace._share == 20
        await bot.member.renew()
        assert bot.delivery.pace._share == 30


async def test_computers_are_played_for_by_who_has_not_looked_yet(three: Several) -> None:
    await three.deal(1, computers=1)
    await three.fresh(three.ann)
    sent = three.hold_back("computers")
    await three.answer(three.ann)
    await sent.wait()
    await three.settled()
    assert not (await three.match()).goes_on


async def test_a_private_hand_follows_what_another_process_has_stored(three: Several) -> None:
    await three.deal(2)
    await three.settled()
    shown = (await three.press(three.ann, "hand")).ephemeral
    assert shown is not None
    before = shown.text
    await three.settled()
    sent = three.hold_back("hand")
    await three.bots[0].matches.change(three.match_id, lambda match: match.end())
    await sent.wait()
    await three.settled()
    assert shown.text != before


async def test_a_private_hand_follows_what_its_player_presses_elsewhere(three: Several) -> None:
    """The press in direct messages is answered by shard 0, and leaves no row for his hand."""
    await three.lay("armor front, swerve", "laser front, swerve")
    shown = (await three.press(three.ann, "hand")).ephemeral
    assert shown is not None
    await three.settled()
    edits = shown.edits
    await three.answer(three.ann)
    await three.settled()
    assert shown.edits > edits


async def test_a_private_hand_far_from_the_tables_home_follows_the_game_too(three: Several) -> None:
    """`/hand` in direct messages comes to shard 0, which alone has the token to change its answer.
    The table is at home in shard 1."""
    await three.lay("armor front, swerve", "laser front, swerve")
    away = three.bots[0]
    shown = (await three.command(three.ben, "hand", channel=three.local.dm(three.ben))).ephemeral
    assert shown is not None
    await three.settled()
    edits = shown.edits
    assert not away.member.is_home(three.channel.guild_id or 0)
    await three.bot.matches.change(three.match_id, lambda match: match.end())
    await three.local.until(lambda: shown.edits > edits)
    assert not shown.pressables


def _is_edited(message: Message, before: int) -> bool:
    return message.edits > before


async def test_such_a_hand_is_woken_by_a_word(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody looks now and then here. What another process stores is told, and what its own one
    does comes to no home."""
    async with new_database() as url, playing(url, 3, monkeypatch) as three:
        await three.lay("armor front, swerve", "laser front, swerve")
        away, mail = three.bots[0], three.local.dm(three.ben)
        shown = (await three.command(three.ben, "hand", channel=mail)).ephemeral
        assert shown is not None
        changes: tuple[tuple[Motordrome, Callable[[Match], object]], ...] = (
            (three.bot, lambda match: match.order(three.ben.id, Stay())),
            (away, lambda match: match.end()),
        )
        for bot, change in changes:
            await three.settled()
            edits = shown.edits
            await bot.matches.change(three.match_id, change)
            await three.local.until(partial(_is_edited, shown, edits))
        assert not shown.pressables


async def test_one_of_those_that_fails_leaves_the_others_following(
    three: Several, monkeypatch: pytest.MonkeyPatch
) -> None:
    await three.lay("armor front, swerve", "laser front, swerve")
    away = three.bots[0]
    panels, shown = away.delivery.panels, []
    for user in (three.ann, three.ben):
        answer = (await three.command(user, "hand", channel=three.local.dm(user))).ephemeral
        assert answer is not None
        shown.append(answer)
    await three.settled()
    follow, edits = panels.follow, shown[1].edits

    async def fails_for_ann(match_id: str, seat: int) -> int:
        if seat == 0:
            raise ValueError("planted")
        return await follow(match_id, seat)

    monkeypatch.setattr(panels, "follow", fails_for_ann)
    with capture_logs() as logs:
        await three.bot.matches.change(three.match_id, lambda match: match.end())
        await three.local.until(lambda: shown[1].edits > edits)
    assert [line["event"] for line in logs if "fault" in line] == ["a hand could not be shown"]


async def test_which_message_shows_a_hand_is_known_to_all(three: Several) -> None:
    """Another process has posted one anew."""
    await three.deal(2)
    await three.settled()
    hand = (await three.match()).seats[0].hand
    shown = partial(three.bots[0].store.hand_shown, three.match_id, three.ann.id, hand.channel)
    await shown(hand.message + 1, "another")
    assert (await three.match()).seats[0].hand.message == hand.message + 1
    await shown(hand.message, hand.key)


async def test_which_message_is_the_board_is_known_to_all(three: Several) -> None:
    """Another process has posted it anew, where somebody wished so by direct message."""
    await three.lay("armor front, swerve", "laser front, swerve")
    await three.settled()
    before = three.board()
    assert await three.bots[0].delivery.board_now(three.match_id, anew=True)
    await three.settled()
    board = three.board()
    assert board is not before
    edits = board.edits
    await three.store.post(three.match_id, UNSURE + "board", b"", three.clock())
    await three.shows_what_is_true()
    assert board.edits == edits + 1
