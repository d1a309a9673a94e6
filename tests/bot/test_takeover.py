"""Taking a computer's seat in a running match."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import discord
import msgspec
import pytest

from bot.delivery import discord_calls
from bot.delivery.messages import HandMessage
from bot.delivery.outbox import RETRY_MS
from bot.delivery.pacing import Kind
from bot.delivery.panels import QUIET_MS
from bot.local import Message, User
from bot.local.hub import HANGS
from bot.match import guests, resting
from bot.match.guests import ASKING_MS
from bot.match.match import Match
from bot.match.notices import EVERY_MS, MOST_CHARACTERS, SHARED_MS
from bot.match.seats import Seat, Shown
from bot.match.state import TURNED_AWAY
from bot.match.votes import Vote
from bot.posts import boards, hands, takeover
from bot.posts.custom_ids import write
from bot.posts.posts import Post
from bot.posts.pressing import who
from bot.presses.guest_clicks import ASKED
from bot.store import MoveRow, OutboxRow
from bot.store.archive import KEPT_MS
from games.engine.ask import Ask
from games.engine.errors import Refusal, Stale
from games.engine.found import NAMES
from tests.bot import faults
from tests.bot.pits import MINUTE, Pits, find, follow_up, item, question, verbs
from tests.bot.test_privacy import data_in, delete
from tests.bot.test_ringing import later, lose_next, silent

pytestmark = pytest.mark.long

NOW = 10 * MINUTE
ENDLESS = {"single_duel": "true", "window_seconds": "3600"}


async def table(pits: Pits, rule: str = "ask", people: int = 2, computers: int = 1) -> None:
    """A running match with computers, which begins with a window open for all."""
    await pits.open(people, options=ENDLESS)
    for _ in range(computers):
        await pits.press(pits.ann, "computer")
    await pits.press(pits.ann, "start")
    await pits.settled()
    if rule != "ask":
        shown = await seats(pits, pits.ann)
        await pits.press(pits.ann, "taking", shown, values=[rule])
        await pits.settled()


async def seats(pits: Pits, user: User) -> Message:
    """The private post about seats, by More."""
    (more,) = (await pits.press(user, "more")).messages
    (shown,) = (await pits.press(user, "seats", more)).messages
    assert shown.ephemeral
    return shown


async def take(pits: Pits, user: User, seat: int) -> str:
    """Choose a seat in that post; what he is told."""
    shown = await seats(pits, user)
    outcome = await pits.press(user, "sit", shown, values=[str(seat)])
    said = outcome.text
    await pits.settled()
    return said


async def forged(pits: Pits, user: User, seat: int) -> str:
    """The same without the post."""
    outcome = await pits.forge(user, write("sit", pits.match_id), pits.board(), [str(seat)])
    await pits.settled()
    return await follow_up(outcome)


def by_default(user_id: int, ask: Ask[Any]) -> Callable[[Match], object]:
    """A user's answer to a question: its default."""
    return lambda match: match.answer(user_id, ask.number, ask.default)


async def goes_on(pits: Pits) -> None:
    """Everybody answers a few times, by default."""
    for _ in range(6):
        match = await pits.match()
        ask = match.running().asks[0]
        user = match.seats[ask.seat].user_id
        assert user is not None
        await pits.bot.matches.change(pits.match_id, by_default(user, ask))
        await pits.settled()


def free(match: Match) -> list[int]:
    return [n for n, seat in enumerate(match.seats) if seat.computer]


# -- free


async def test_who_has_left_again_is_not_said_to_play_now(pits: Pits) -> None:
    await table(pits, "free")
    (seat,) = free(await pits.match())
    await take(pits, pits.stranger, seat)
    assert "Zoe plays C now." in pits.board().text
    await pits.command(pits.stranger, "leave")
    await pits.settled()
    assert "plays C now" not in pits.board().text
    await pits.press(pits.stranger, "hand")
    assert "plays C now" not in pits.board().text


async def test_who_plays_a_seat_now_stands_there_until_the_table_goes_on(pits: Pits) -> None:
    """Within a window it would tell that somebody has answered if it went."""
    await table(pits, "free")
    (seat,) = free(await pits.match())
    await take(pits, pits.stranger, seat)
    asks = (await pits.match()).running().asks
    assert len(asks) > 1
    for ask in asks:
        match = await pits.match()
        assert match.notice == "{2} plays C now."
        user = match.seats[ask.seat].user_id
        assert user is not None
        await pits.bot.matches.change(pits.match_id, by_default(user, ask))
    assert (await pits.match()).notice == ""


async def test_anyone_sits_down_at_once_where_seats_are_free(pits: Pits) -> None:
    await table(pits, "free")
    (seat,) = free(await pits.match())
    shown = await seats(pits, pits.stranger)
    hidden = (await pits.match()).table.view(seat).hand  # type: ignore[union-attr]
    assert hidden
    assert "Whoever takes such a seat sees its hand only then" in shown.text
    assert not shown.alts, "no picture before"
    said = await take(pits, pits.stranger, seat)
    assert "You play **C** Zoe now." in said
    match = await pits.match()
    assert (match.seats[seat].user_id, match.seats[seat].computer) == (pits.stranger.id, "")
    assert match.seats[seat].since == match.last_move + 1
    panel = pits.panel(pits.stranger)
    assert panel.alts, "his hand came by direct message"
    assert "**Zoe plays C now.**" in pits.board().text


async def test_who_loses_the_seat_again_while_its_hand_is_drawn_is_not_shown_it(
    pits: Pits, monkeypatch: pytest.MonkeyPatch
) -> None:
    await table(pits, "free")
    shown = await seats(pits, pits.stranger)
    draw = hands.hand

    async def slowly(*args: Any, **how: Any) -> Post:
        post = await draw(*args, **how)
        await pits.bot.matches.forget(pits.stranger.id)
        return post

    monkeypatch.setattr(hands, "hand", slowly)
    outcome = await pits.press(pits.stranger, "sit", shown, values=["2"])
    assert "You are not playing at this table" in await follow_up(outcome)
    assert not shown.alts


def test_nothing_that_its_player_before_wanted_goes_with_a_seat() -> None:
    """A plan is secret, and nobody passes or wishes by what somebody else has pressed."""
    match = faults.match_of("mini-carwars")
    match.seats[0] = Seat(
        name="P1", user_id=1, computer="normal", passes=True, missed=2, auto_answers=["fire"],
        again=7, plan="right 2", words="lucky", lapsed=3, muted=True, hand=Shown(5, 6, "key", 7),
        seen=1,
    )  # fmt: skip
    match.took = {"0 fire": [1111], "1 fire": [2222]}
    takeover.ask(match, 9, "Zoe", 0, NOW)
    takeover.admit(match, 2, match.guests[-1].first, NOW, 0)
    last = match.last_move
    assert match.seats[0] == Seat(
        name="Zoe", user_id=9, since=last + 1, seen=last, shown=last, acted_at=NOW
    )
    assert match.took == {"1 fire": [2222]}, "nor how long he took"


def test_what_was_voted_in_a_seat_goes_with_who_voted() -> None:
    match = faults.match_of("nascards", people=3)
    match.seats[0].computer = "normal"
    match.vote = Vote(kind="end", asked_by=1, number=1, yes=[0, 1], no=[0, 2])
    takeover.ask(match, 9, "Zoe", 0, NOW)
    takeover.admit(match, 2, match.guests[-1].first, NOW, 0)
    assert (match.vote.yes, match.vote.no) == ([1], [2])


def test_nobody_is_let_in_to_a_seat_that_somebody_plays_by_then() -> None:
    match = faults.match_of("nascards", computers=1)
    takeover.ask(match, 9, "Zoe", 2, NOW)
    match.seats[2] = Seat(name="Dev", user_id=8)
    with pytest.raises(Stale, match="plays that seat now"):
        takeover.admit(match, 1, match.guests[-1].first, NOW, NOW)
    assert match.seats[2].user_id == 8


@pytest.mark.parametrize(("moved", "pressed"), [(NOW, 0), (0, NOW)])
def test_a_move_of_the_hosts_is_a_sign_of_him_as_a_press_is(moved: int, pressed: int) -> None:
    match = faults.match_of("nascards", computers=1)
    takeover.ask(match, 9, "Zoe", 2, NOW)
    match.seats[0].acted_at = moved
    number, away = match.guests[-1].first, NOW + takeover.AWAY_MS["live"]
    with pytest.raises(Refusal, match="The host is here"):
        takeover.admit(match, 2, number, away - 1, pressed)
    assert takeover.admit(match, 2, number, away, pressed) == (True, "Zoe plays C now.")


async def test_a_hand_on_its_way_does_not_go_to_who_sat_there_before(pits: Pits) -> None:
    """The seat has another player while its hand waits for a turn to be sent."""
    await table(pits)
    bot, match = pits.bot, await pits.match()
    thing = HandMessage(bot.delivery, bot.matches, bot.pictures, 1, anew=True)
    wanted = await thing.wanted(match)
    assert wanted is not None
    assert wanted.channel == pits.local.dm(pits.ben).id
    seats = [*match.seats]
    seats[1] = Seat(name="Zoe", user_id=pits.stranger.id)
    assert await thing.wanted(msgspec.structs.replace(match, seats=seats)) is None


async def test_a_hand_that_was_drawn_late_does_not_either(pits: Pits) -> None:
    """The match goes on whenever it is drawn, at last with another player."""
    await table(pits)
    bot, drawn = pits.bot, 0

    def happens(match: Match) -> None:
        if drawn < 4:
            match.set_passes(pits.ben.id, drawn % 2 == 1)
        else:
            match.seats[1] = Seat(name="Zoe", user_id=pits.stranger.id)

    class Late(HandMessage):
        async def post(self, match: Match) -> Post:
            nonlocal drawn
            drawn += 1
            await bot.matches.change(pits.match_id, happens)
            return Post(head="A secret")

    late = Late(bot.delivery, bot.matches, bot.pictures, 1, anew=True)
    await bot.delivery.show(pits.match_id, late)
    assert drawn == 4
    seen = pits.messages(pits.local.dm(pits.ben), pits.ben)
    assert not any("A secret" in message.text for message in seen)


@pytest.mark.parametrize("rule", ["free", "ask"])
async def test_a_private_hand_does_not_follow_the_next_player(pits: Pits, rule: str) -> None:
    """Of the same seat."""
    await table(pits, rule, people=3, computers=0)
    (old,) = (await pits.press(pits.cora, "hand")).messages
    before = [*old.alts]
    await delete(pits, pits.cora)
    await take(pits, pits.dev, 2)
    if rule == "ask":
        await pits.press(pits.ann, "admit")
        await pits.settled()
    assert (await pits.match()).seats[2].user_id == pits.dev.id
    await goes_on(pits)
    assert old.alts == before


async def test_a_private_hand_that_waits_for_its_turn_does_not_either(
    pits: Pits, monkeypatch: pytest.MonkeyPatch
) -> None:
    await table(pits, people=3, computers=0)
    (old,) = (await pits.press(pits.cora, "hand")).messages
    before = [*old.alts]
    pace = pits.bot.delivery.pace
    turn, waits, goes = pace.turn, asyncio.Event(), asyncio.Event()

    @asynccontextmanager
    async def slowly(place: int | str, kind: Kind, **how: Any) -> AsyncIterator[None]:
        if kind == "panel":
            waits.set()
            await goes.wait()
        async with turn(place, kind, **how):
            yield

    monkeypatch.setattr(pace, "turn", slowly)
    await pits.command(pits.cora, "leave")
    async with asyncio.timeout(HANGS):
        await waits.wait()
    shown = await seats(pits, pits.dev)
    await pits.forge(pits.dev, write("sit", pits.match_id), shown, ["2"])
    (asks,) = (await pits.match()).guests_of("asks")
    await pits.forge(pits.ann, write("admit", pits.match_id, asks.first))
    match = await pits.match()
    assert match.seats[2].user_id == pits.dev.id
    goes.set()
    await pits.settled()
    assert old.alts == before
    assert shown.alts, "his own follows"
    await goes_on(pits)
    assert old.alts == before


async def test_a_private_hand_that_is_drawn_again_does_not_either(
    pits: Pits, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The match goes on while it is drawn, at last with another player."""
    await table(pits, people=3, computers=0)
    (old,) = (await pits.press(pits.cora, "hand")).messages
    await pits.settled()
    before, panels, matches, drawn = [*old.alts], pits.bot.delivery.panels, pits.bot.matches, 0
    draw = panels._post

    def happens(match: Match) -> None:
        if drawn == 1:
            match.set_auto_answer(pits.cora.id, next(iter(match.game.auto_answers)))
        elif drawn == 2:
            match.seats[2] = Seat(name="Zoe", user_id=pits.stranger.id)

    async def meanwhile(match: Match, seat: int) -> Post:
        nonlocal drawn
        post = await draw(match, seat)
        drawn += 1
        await matches.change(pits.match_id, happens)
        return post

    monkeypatch.setattr(panels, "_post", meanwhile)
    await matches.change(pits.match_id, lambda match: match.set_passes(pits.cora.id, True))
    await pits.settled()
    assert drawn > 1
    assert old.alts == before
    assert "Zoe" not in old.text


async def test_who_took_a_seat_plays_it(pits: Pits) -> None:
    await table(pits, "free")
    await take(pits, pits.stranger, 2)
    await pits.press(pits.ann, "pick", pits.panel(pits.ann), "pass")
    await pits.press(pits.ben, "pick", pits.panel(pits.ben), "pass")
    await pits.settled()
    for _ in range(30):
        match = await pits.match()
        ask = match.ask_of(2)
        if ask is not None:
            break
        waiting = match.running().asks[0]
        action = by_default(pits.people[waiting.seat].id, waiting)
        await pits.bot.matches.change(pits.match_id, action)
        await pits.settled()
    panel = pits.panel(pits.stranger)
    assert question(panel)
    assert match.due_of(2), "and the clock runs for him"
    assert ask is not None
    await pits.bot.matches.change(pits.match_id, by_default(pits.stranger.id, ask))
    own = [m for m in await pits.store.moves(pits.match_id) if m.seat == 2]
    assert (own[-1].kind, own[0].kind) == ("answer", "computer")


async def test_several_take_one_seat_at_once_and_one_has_it(pits: Pits) -> None:
    await table(pits, "free")
    people = [pits.cora, pits.dev, pits.stranger]
    shown = [await seats(pits, user) for user in people]
    pressed = [
        pits.press(user, "sit", post, values=["2"])
        for user, post in zip(people, shown, strict=True)
    ]
    said = [outcome.text for outcome in await asyncio.gather(*pressed)]
    match = await pits.match()
    assert sum("You play **C**" in text for text in said) == 1
    assert len([g for g in match.guests if g.kind == "played"]) == 1
    assert match.seats[2].user_id in [user.id for user in people]
    late = [await follow_up(o) for o in [await pits.forge(pits.dev, "sit:" + pits.match_id)]]
    assert "Choose one line of the list." in late[0]


async def test_a_double_click_changes_nothing_more(pits: Pits) -> None:
    await table(pits, "free")
    await take(pits, pits.stranger, 2)
    before = await pits.stored()
    assert "You have a seat at this table already." in await forged(pits, pits.stranger, 2)
    assert "**C** Zoe plays that seat now." in await forged(pits, pits.dev, 2)
    assert "There is no such seat" in await forged(pits, pits.dev, 77)
    assert await pits.stored() == before


# -- ask


async def test_the_host_lets_somebody_in(pits: Pits) -> None:
    await table(pits)
    said = await take(pits, pits.stranger, 2)
    assert "You have asked." in said
    board = pits.board()
    assert "**Zoe** asks to play **C** Rook (computer), until" in board.text
    assert verbs(board)[-2:] == ["admit", "turnaway"], "no other button moves"
    assert item(board, "admit").label == "Let Zoe play"
    assert not pits.messages(pits.local.dm(pits.stranger), pits.stranger), "nothing of the hand yet"
    outcome = await pits.press(pits.ann, "admit")
    assert outcome.updated
    await pits.settled()
    # What he asked on shows his hand first.
    pits.clock.now += QUIET_MS
    pits.bot.matches.wake()
    await pits.settled()
    match = await pits.match()
    assert match.seats[2].user_id == pits.stranger.id
    assert pits.panel(pits.stranger).alts
    assert "admit" not in verbs(pits.board())


async def test_what_he_asked_on_becomes_his_hand(pits: Pits) -> None:
    await table(pits)
    shown = await seats(pits, pits.stranger)
    await pits.press(pits.stranger, "sit", shown, values=["2"])
    await pits.settled()
    decides = "The host decides, or anyone at the table while the host is away."
    assert f"You have asked. {decides}" in shown.text
    assert decides in pits.board().text
    assert "when the table agrees" not in shown.text
    await pits.press(pits.ann, "admit")
    await pits.settled()
    assert "You have asked." not in shown.text
    assert "You play **C** now, in Rook's place." in shown.text
    assert "withdraw" not in verbs(shown)
    assert shown.alts, "his cards"
    pits.clock.now += QUIET_MS
    pits.bot.matches.wake()
    await pits.settled()
    assert pits.panel(pits.stranger).alts, "the direct message follows"
    assert "You play **C** now, in Rook's place." in pits.panel(pits.stranger).text
    match = await pits.match()
    match.seats[2].seen = match.seats[2].since
    assert takeover.welcome(match, 2) == "", "until his first answer"


async def test_what_he_asked_on_says_that_he_was_turned_away(pits: Pits) -> None:
    await table(pits)
    shown = await seats(pits, pits.stranger)
    await pits.press(pits.stranger, "sit", shown, values=["2"])
    await pits.settled()
    outcome = await pits.press(pits.ann, "turnaway")
    assert "You turned Zoe away." in await follow_up(outcome)
    await pits.settled()
    assert TURNED_AWAY in shown.text
    assert "You have asked." not in shown.text
    assert verbs(shown) == []


async def test_and_that_the_host_lets_nobody_in_any_more(pits: Pits) -> None:
    await table(pits)
    shown = await seats(pits, pits.stranger)
    await pits.press(pits.stranger, "sit", shown, values=["2"])
    await pits.settled()
    mine = await seats(pits, pits.ann)
    await pits.press(pits.ann, "taking", mine, values=["no"])
    await pits.settled()
    assert takeover.NOBODY_MAY in shown.text
    assert verbs(shown) == []
    assert "admit" not in verbs(pits.board())


@pytest.mark.parametrize("looks", [False, True], ids=["somebody answers", "the host says yes"])
async def test_and_that_nobody_has_answered_in_time(pits: Pits, looks: bool) -> None:
    await table(pits)
    shown = await seats(pits, pits.stranger)
    await pits.press(pits.stranger, "sit", shown, values=["2"])
    await pits.settled()
    pits.clock.now += guests.ASKING_MS["live"]
    await pits.press(pits.ann, "admit" if looks else "pass")
    await pits.settled()
    assert guests.LAPSED in shown.text
    assert verbs(shown) == []


async def test_and_that_the_match_is_over(pits: Pits) -> None:
    await table(pits)
    shown = await seats(pits, pits.stranger)
    await pits.press(pits.stranger, "sit", shown, values=["2"])
    await pits.settled()
    await pits.bot.matches.change(pits.match_id, lambda match: match.end())
    await pits.settled()
    assert guests.OVER in shown.text


async def test_and_that_the_seat_has_left_the_match(pits: Pits) -> None:
    await pits.lay("gun front, swerve, smoke", "laser left, smoke", "armor front")
    await pits.command(pits.cora, "leave")
    shown = await seats(pits, pits.stranger)
    await pits.press(pits.stranger, "sit", shown, values=["2"])
    await pits.settled()
    assert called(pits, pits.ann)
    await pits.command(pits.cora, "leave", {"how": "retire"})
    await pits.settled()
    assert guests.SEAT_LEFT in shown.text
    assert verbs(shown) == []
    assert not called(pits, pits.ann)
    assert "admit" not in verbs(pits.board())


async def test_who_asked_long_ago_keeps_what_he_asked_on(pits: Pits) -> None:
    """Its token is no longer good."""
    await table(pits)
    shown = await seats(pits, pits.stranger)
    await pits.press(pits.stranger, "sit", shown, values=["2"])
    await pits.settled()
    before = shown.text
    pits.clock.now += 14 * MINUTE
    match = await pits.match()
    sentence = b"Too late."
    await pits.store.post(match.id, f"asker:{pits.stranger.id}", sentence, pits.clock.now)
    pits.bot.matches.wake()
    await pits.settled()
    assert shown.text == before


async def test_what_he_asked_on_says_so_at_the_second_try(
    pits: Pits, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the first one failed."""
    await table(pits)
    shown = await seats(pits, pits.stranger)
    await pits.press(pits.stranger, "sit", shown, values=["2"])
    await pits.settled()
    target = f"asker:{pits.stranger.id}"
    with monkeypatch.context() as slow:
        slow.setattr("bot.delivery.discord_calls.update", faults.raising)
        await pits.store.post(pits.match_id, target, b"Not this time.", pits.clock.now)
        pits.bot.matches.wake()
        await pits.settled()
    assert "Not this time." not in shown.text
    pits.clock.now += MINUTE
    pits.bot.matches.wake()
    await pits.settled()
    assert "Not this time." in shown.text


@pytest.mark.parametrize("first", ["seats", "standings"])
async def test_who_asked_is_told_on_the_newest_post_about_seats(pits: Pits, first: str) -> None:
    await table(pits)
    old = await seats(pits, pits.stranger)
    await pits.press(pits.stranger, "sit", old, values=["2"])
    await pits.settled()
    if first == "standings":
        (more,) = (await pits.press(pits.stranger, "more")).messages
        await pits.press(pits.stranger, "standings", more)
        assert not old.deleted
    new = await seats(pits, pits.stranger)
    assert old.deleted
    assert verbs(new) == ["withdraw"]
    await pits.press(pits.ann, "turnaway")
    await pits.settled()
    assert TURNED_AWAY in new.text
    assert verbs(new) == []
    await seats(pits, pits.stranger)
    assert not new.deleted


async def test_what_he_asked_on_stays_while_he_looks_at_something_else(pits: Pits) -> None:
    await table(pits)
    shown = await seats(pits, pits.stranger)
    await pits.press(pits.stranger, "sit", shown, values=["2"])
    await pits.settled()
    (more,) = (await pits.press(pits.stranger, "more")).messages
    await pits.press(pits.stranger, "standings", more)
    await pits.press(pits.ann, "turnaway")
    await pits.settled()
    assert not shown.deleted
    assert TURNED_AWAY in shown.text


async def test_the_newest_post_about_seats_becomes_his_hand(pits: Pits) -> None:
    await table(pits)
    await take(pits, pits.stranger, 2)
    new = await seats(pits, pits.stranger)
    await pits.press(pits.ann, "admit")
    await pits.settled()
    assert new.alts
    assert verbs(new) != ["withdraw"]


@pytest.mark.parametrize("before", ["he asks no more", "he asks for another seat"])
async def test_what_he_asked_on_is_no_hand_when_he_sits_down_himself(
    pits: Pits, before: str
) -> None:
    await table(pits, people=3, computers=1)
    await pits.command(pits.cora, "leave")
    await pits.settled()
    old = await seats(pits, pits.stranger)
    await pits.press(pits.stranger, "sit", old, values=["2"])
    await pits.settled()
    if before == "he asks no more":
        await pits.press(pits.stranger, "withdraw", old)
    await pits.press(pits.ann, "taking", await seats(pits, pits.ann), values=["free"])
    await pits.settled()
    assert "You play **D**" in await forged(pits, pits.stranger, 3)
    assert not old.alts
    await later(pits, QUIET_MS)
    assert not old.alts


@pytest.mark.parametrize("verb", ["admit", "turnaway"])
async def test_an_answer_that_comes_at_once_is_shown_last(
    pits: Pits, monkeypatch: pytest.MonkeyPatch, verb: str
) -> None:
    """While he is still being shown that he has asked."""
    await table(pits)
    shown = await seats(pits, pits.stranger)
    update, waits, goes, told = discord_calls.update, asyncio.Event(), asyncio.Event(), []

    async def slowly(interaction: discord.Interaction, post: Post, **how: Any) -> None:
        if post.note == ASKED:
            waits.set()
            await goes.wait()
        await update(interaction, post, **how)

    handlers = pits.bot.delivery.handlers
    target = "hand" if verb == "admit" else "asker"
    handler = handlers[target]

    async def noted(row: OutboxRow, rest: str) -> None:
        told.append(rest)
        await handler(row, rest)

    monkeypatch.setattr(discord_calls, "update", slowly)
    monkeypatch.setitem(handlers, target, noted)
    custom_id = find(shown, "sit")
    asking = asyncio.create_task(pits.local.select(pits.stranger, shown, custom_id, ["2"]))
    async with asyncio.timeout(HANGS):
        await waits.wait()
        (asks,) = (await pits.match()).guests_of("asks")
        number = write(verb, pits.match_id, asks.first)
        await pits.local.forge(pits.ann, pits.board(), number)
        awaited = "2" if verb == "admit" else str(pits.stranger.id)
        await pits.local.until(lambda: awaited in told)
        goes.set()
        await pits.answered(await asking)
    await pits.settled()
    if verb == "admit":
        assert shown.alts, "his cards"
    else:
        assert TURNED_AWAY in shown.text
    assert "withdraw" not in verbs(shown)


async def test_while_the_host_is_here_nobody_else_decides(pits: Pits) -> None:
    await table(pits)
    await take(pits, pits.stranger, 2)
    before = await pits.stored()
    outcome = await pits.press(pits.ben, "admit")
    assert "The host is here and decides that." in await follow_up(outcome)
    outcome = await pits.press(pits.cora, "admit")
    assert "You are not playing at this table." in await follow_up(outcome)
    outcome = await pits.press(pits.stranger, "admit")
    assert "You are not playing at this table." in await follow_up(outcome)
    assert await pits.stored() == before
    pits.clock.now += takeover.AWAY_MS["live"] + MINUTE
    await pits.press(pits.ben, "admit")
    assert (await pits.match()).seats[2].user_id == pits.stranger.id


async def test_two_agree_at_once_and_a_late_no_is_nothing(pits: Pits) -> None:
    await table(pits, people=3)
    pits.clock.now += takeover.AWAY_MS["live"] + MINUTE
    await take(pits, pits.stranger, 3)
    board = pits.board()
    yes, no = find(board, "admit"), find(board, "turnaway")
    await asyncio.gather(*(pits.forge(u, yes, board) for u in (pits.ben, pits.cora)))
    match = await pits.match()
    assert match.seats[3].user_id == pits.stranger.id
    assert len([g for g in match.guests if g.kind == "played"]) == 1
    outcome = await pits.forge(pits.ben, no, board)
    assert "That has been settled already." in await follow_up(outcome)
    assert (await pits.match()).seats[3].user_id == pits.stranger.id


async def test_who_is_turned_away_cannot_ask_again_until_the_host_lets_him(pits: Pits) -> None:
    await table(pits)
    await take(pits, pits.stranger, 2)
    await pits.press(pits.ann, "turnaway")
    await pits.settled()
    assert TURNED_AWAY in await forged(pits, pits.stranger, 2)
    shown = await seats(pits, pits.stranger)
    assert TURNED_AWAY in shown.text
    assert verbs(shown) == [], "he is offered no seat"
    assert TURNED_AWAY in await follow_up(await pits.press(pits.stranger, "hand"))
    outcome = await pits.command(pits.stranger, "play")
    assert "There is a table in this channel already." in await follow_up(outcome)
    shown = await seats(pits, pits.ann)
    await pits.press(pits.ann, "letin", shown, values=[str(pits.stranger.id)])
    assert "You have asked." in await forged(pits, pits.stranger, 2)


async def test_one_asks_once_and_can_take_it_back(pits: Pits) -> None:
    await table(pits)
    await take(pits, pits.stranger, 2)
    assert "You have asked already." in await forged(pits, pits.stranger, 2)
    assert "Somebody else has asked for that seat" in await forged(pits, pits.dev, 2)
    shown = await seats(pits, pits.stranger)
    outcome = await pits.press(pits.stranger, "withdraw", shown)
    assert outcome.updated
    await pits.settled()
    assert "admit" not in verbs(pits.board())
    assert "You have asked." in await forged(pits, pits.dev, 2)


async def test_a_request_lapses(pits: Pits) -> None:
    await table(pits)
    await take(pits, pits.stranger, 2)
    admit, board = find(pits.board(), "admit"), pits.board()
    pits.clock.now += ASKING_MS["live"]
    outcome = await pits.forge(pits.ann, admit, board)
    assert "Zoe waited too long" in await follow_up(outcome)
    assert not (await pits.match()).guests_of("asks")
    assert "admit" not in verbs(pits.board())


async def test_nobody_where_the_host_says_no(pits: Pits) -> None:
    await table(pits, "no")
    shown = await seats(pits, pits.stranger)
    assert "Nobody may take a computer's seat" in shown.text
    assert not shown.pressables
    assert "lets nobody take a computer's seat" in await forged(pits, pits.stranger, 2)
    outcome = await pits.command(pits.stranger, "play")
    assert "There is a table in this channel already." in await follow_up(outcome)


async def test_who_asks_is_answered_when_the_host_says_nobody(pits: Pits) -> None:
    await table(pits)
    await take(pits, pits.stranger, 2)
    (notice,) = called(pits, pits.ann)
    await pits.press(pits.ann, "taking", await seats(pits, pits.ann), values=["no"])
    await pits.settled()
    assert "asks to play" not in pits.board().text
    assert "admit" not in verbs(pits.board())
    assert notice.deleted


async def test_only_the_host_makes_the_rule(pits: Pits) -> None:
    await table(pits)
    shown = await seats(pits, pits.ben)
    assert verbs(shown) == [], "who plays already takes nothing"
    for user, value in ((pits.ben, "free"), (pits.stranger, "free"), (pits.ann, "maybe")):
        await pits.forge(user, write("taking", pits.match_id), pits.board(), [value])
        assert (await pits.match()).taking == "ask"


# -- a table that rests


@pytest.mark.parametrize("why", [resting.LEFT, resting.ASLEEP])
async def test_who_sits_down_wakes_a_table_that_rests(pits: Pits, why: str) -> None:
    await table(pits, "free", people=1, computers=2)
    if why == resting.LEFT:
        await pits.command(pits.ann, "leave")
    else:
        await pits.bot.matches.change(pits.match_id, lambda match: resting.rest(match, why))
    await pits.settled()
    assert (await pits.match()).resting == why
    assert "You play **C** Zoe now." in await take(pits, pits.stranger, 2)
    match = await pits.match()
    assert match.resting == ""
    assert 2 in match.people()
    assert "wake" not in verbs(pits.board())
    await later(pits, resting.ENDS_AFTER_MS[resting.LEFT] + MINUTE)
    assert (await pits.stored()).status == "live"


async def test_where_another_table_has_the_channel_he_is_told_how_to_go_on(pits: Pits) -> None:
    await table(pits, "free", people=1, computers=1)
    first, board = pits.match_id, pits.board()
    await pits.command(pits.ann, "leave")
    await pits.settled()
    await pits.open(2, people=[pits.ben, pits.cora])
    outcome = await pits.forge(pits.stranger, write("sit", first), board, ["1"])
    await pits.settled()
    said = await follow_up(outcome)
    assert "**B** Zoe is yours. Another table has its channel now." in said
    assert f"Type `/table table:{first}` in another channel to go on there." in said
    assert (await pits.match(first)).resting == resting.LEFT
    arena = pits.local.add_channel("arena")
    outcome = await pits.command(pits.stranger, "table", {"table": first}, arena)
    assert "The table is here now, and the match goes on." in await follow_up(outcome)
    match = await pits.match(first)
    assert (match.resting, match.people()) == ("", [1])


@pytest.mark.parametrize("here", [0, 2])
def test_where_the_channel_is_gone_it_wakes_only_from_there(here: int) -> None:
    match = faults.match_of("mini-carwars", people=1, computers=1)
    match.taking = "free"
    resting.rest(match, resting.GONE)
    assert takeover.ask(match, 77, "Zoe", 1, NOW, here)
    assert match.seat_of(77) == 1
    assert (match.resting, match.people()) == (
        ("", [0, 1]) if here == match.channel_id else (resting.GONE, [0])
    )


async def test_nobody_is_let_in_where_the_table_cannot_go_on(pits: Pits) -> None:
    await table(pits)
    board = pits.board()
    await take(pits, pits.stranger, 2)
    admit = find(pits.board(), "admit")
    first = pits.match_id
    for user in (pits.ann, pits.ben):
        await pits.command(user, "leave")
    await pits.settled()
    await pits.open(2, people=[pits.cora, pits.dev])
    outcome = await pits.forge(pits.ann, admit, board)
    assert f"Type `/table table:{first}` in another channel" in await follow_up(outcome)
    assert (await pits.match(first)).seats[2].user_id is None


# -- the host is called


def called(pits: Pits, user: User) -> list[Message]:
    """The notices of a person that tell of somebody who asks for a seat."""
    return [message for message in pits.notices(user) if " asks to play " in message.content]


async def test_the_host_is_called_and_answers_there(pits: Pits) -> None:
    await table(pits)
    await take(pits, pits.stranger, 2)
    (notice,) = called(pits, pits.ann)
    assert notice.content == (
        "Car Wars: The Card Game · Zoe asks to play C Rook (computer). 10 minutes to answer."
    )
    assert pits.local.pushes(pits.ann)[-1].text == notice.content
    assert verbs(notice) == ["admit", "turnaway", "mute"]
    assert not called(pits, pits.ben), "the host is there"
    outcome = await pits.press(pits.ann, "admit", notice)
    assert not outcome.updated
    assert "Zoe plays C now." in await follow_up(outcome)
    await pits.settled()
    assert (await pits.match()).seats[2].user_id == pits.stranger.id
    assert notice.deleted
    assert {row.user_id for row in await pits.store.notices(pits.match_id)} == {pits.ben.id}


@pytest.mark.parametrize("how", ["turned away", "withdrawn", "lapsed", "seat taken back", "over"])
async def test_the_call_goes_when_that_is_settled(pits: Pits, how: str) -> None:
    await table(pits, people=3, computers=0)
    await pits.command(pits.cora, "leave")
    await take(pits, pits.stranger, 2)
    (notice,) = called(pits, pits.ann)
    if how == "turned away":
        await pits.press(pits.ann, "turnaway")
    elif how == "withdrawn":
        await pits.press(pits.stranger, "withdraw", await seats(pits, pits.stranger))
    elif how == "lapsed":
        pits.clock.now += ASKING_MS["live"]
        await pits.press(pits.ben, "pick", pits.panel(pits.ben), "pass")
    elif how == "seat taken back":
        await pits.press(pits.cora, "missed")
    else:
        for user in (pits.ann, pits.ben):
            await pits.command(user, "end")
    await pits.settled()
    assert notice.deleted
    assert not called(pits, pits.ann)


async def sits_in_bens_seat(pits: Pits) -> None:
    """Ben leaves, and Dev is let in, without waiting for anything to be told."""
    await pits.command(pits.ben, "leave")
    await pits.forge(pits.dev, write("sit", pits.match_id), pits.board(), ["1"])
    (asks,) = (await pits.match()).guests_of("asks")
    await pits.forge(pits.ann, write("admit", pits.match_id, asks.first), pits.board())
    assert (await pits.match()).seats[1].user_id == pits.dev.id


@pytest.mark.parametrize("where", ["dm", "channel"])
async def test_what_called_a_player_goes_when_somebody_else_has_his_seat(
    pits: Pits, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    """However late it is told that he left."""
    await pits.command(pits.ben, "notify", {"where": where})
    await table(pits)
    await later(pits, SHARED_MS)
    (notice,) = [m for m in [*pits.notices(pits.ben), *pits.public()] if m.content]
    handlers, goes = pits.bot.delivery.handlers, asyncio.Event()
    handler = handlers["notice"]

    async def slowly(row: OutboxRow, seat: str) -> None:
        await goes.wait()
        await handler(row, seat)

    monkeypatch.setitem(handlers, "notice", slowly)
    await sits_in_bens_seat(pits)
    goes.set()
    await pits.settled()
    assert notice.deleted
    rows = await pits.store.notices(pits.match_id)
    assert pits.ben.id not in {row.user_id for row in rows}


@pytest.mark.parametrize("late", ["before it is sent", "while it is sent"])
async def test_nobody_is_called_for_a_seat_that_he_has_lost(
    pits: Pits, monkeypatch: pytest.MonkeyPatch, late: str
) -> None:
    await pits.command(pits.ben, "notify", {"where": "channel"})
    await table(pits)
    ringing = pits.bot.delivery.ringing
    name = "_send" if late == "before it is sent" else "_post"
    call = getattr(ringing, name)
    sent: list[object] = []

    async def slowly(*args: Any) -> Any:
        if not sent:
            sent.append(args)
            await sits_in_bens_seat(pits)
        return await call(*args)

    monkeypatch.setattr(ringing, name, slowly)
    before = len(pits.local.pushes(pits.ben))
    await pits.command(pits.ben, "notify", {"where": "dm"})
    await pits.settled()
    assert sent
    assert len(pits.local.pushes(pits.ben)) == before + (name == "_post")
    assert pits.notices(pits.ben) == pits.notices(pits.dev) == []
    rows = await pits.store.notices(pits.match_id)
    assert pits.ben.id not in {row.user_id for row in rows}


async def test_one_call_at_a_time_and_each_comes(pits: Pits) -> None:
    await table(pits, computers=2)
    await take(pits, pits.stranger, 2)
    await take(pits, pits.dev, 3)
    (first,) = called(pits, pits.ann)
    assert "· Zoe asks to play C " in first.content
    outcome = await pits.press(pits.ann, "turnaway", first)
    assert "You turned Zoe away." in await follow_up(outcome)
    await pits.settled()
    (second,) = called(pits, pits.ann)
    assert "· Dev asks to play D " in second.content
    await pits.press(pits.ann, "turnaway", second)
    await pits.settled()
    assert called(pits, pits.ann) == []


@pytest.mark.parametrize("where", ["dm", "channel"])
async def test_the_notice_for_a_question_tells_of_a_request_too(pits: Pits, where: str) -> None:
    """A person has one notice at a table, and whoever asks for a seat waits all the same."""
    await table(pits)
    await pits.command(pits.ann, "notify", {"where": where})
    await take(pits, pits.stranger, 2)
    await later(pits, SHARED_MS)
    place = pits.channel if where == "channel" else pits.local.dm(pits.ann)

    def standing() -> list[Message]:
        calls = [m for m in pits.messages(place) if m.content]
        return [m for m in calls if m.content.startswith(f"<@{pits.ann.id}>") or where == "dm"]

    (first,) = standing()
    assert "asks to play" in first.content
    rang = len(pits.local.pushes(pits.ann))
    for _ in range(12):
        match = await pits.match()
        if any(number > 0 and call.seat == 0 for number, call in match.called.items()):
            break
        ask = match.running().asks[0]
        user = match.seats[ask.seat].user_id
        assert user is not None
        await pits.bot.matches.change(pits.match_id, by_default(user, ask))
        await later(pits, 25_000)
    await later(pits, SHARED_MS)
    (question_,) = standing()
    assert first.deleted
    assert "Your move · Car Wars: The Card Game" in question_.content
    assert " Zoe asks to play C Rook (computer). " in question_.content
    assert len(question_.content.removeprefix(f"<@{pits.ann.id}> ")) <= MOST_CHARACTERS
    assert verbs(question_)[:2] == ["admit", "turnaway"]
    assert len(pits.local.pushes(pits.ann)) > rang
    await later(pits, 25_000)
    rang = len(pits.local.pushes(pits.ann))
    ask = (await pits.match()).running().asks[0]
    assert ask.seat == 0
    await pits.bot.matches.change(pits.match_id, by_default(pits.ann.id, ask))
    await pits.settled()
    await later(pits, SHARED_MS)
    (again,) = standing()
    assert "asks to play" in again.content
    assert verbs(again) == ["admit", "turnaway", "mute"]
    assert silent(again)
    assert again.mentions == []
    assert len(pits.local.pushes(pits.ann)) == rang


@pytest.mark.parametrize("where", ["dm", "channel"])
async def test_a_request_is_told_while_a_question_waits(pits: Pits, where: str) -> None:
    await pits.lay("gun front, swerve", "laser left, smoke", "smoke")
    await pits.command(pits.cora, "leave")
    await pits.command(pits.ann, "notify", {"where": where})
    place = pits.channel if where == "channel" else pits.local.dm(pits.ann)

    def standing() -> list[Message]:
        said = [m for m in pits.messages(place) if m.content]
        return [m for m in said if m.content.startswith(f"<@{pits.ann.id}>") or where == "dm"]

    await later(pits, 10_000)
    await later(pits, SHARED_MS)
    (before,) = standing()
    assert "Your move" in before.content
    await later(pits, EVERY_MS)
    rang = len(pits.local.pushes(pits.ann))
    await take(pits, pits.stranger, 2)
    await later(pits, SHARED_MS)
    assert before.deleted
    (both,) = standing()
    assert "Still your move · Car Wars: The Card Game" in both.content
    assert both.content.endswith(" Zoe asks to play C Cora (computer). 10 minutes to answer.")
    assert verbs(both)[:2] == ["admit", "turnaway"]
    assert len(pits.local.pushes(pits.ann)) == rang + 1
    await later(pits, EVERY_MS)
    rang = len(pits.local.pushes(pits.ann))
    await pits.press(pits.ann, "turnaway", both)
    await pits.settled()
    await later(pits, SHARED_MS)
    assert both.deleted
    (after,) = standing()
    assert "Still your move" in after.content
    assert "asks to play" not in after.content
    assert "admit" not in verbs(after)
    assert len(pits.local.pushes(pits.ann)) == rang, "nothing new"


async def test_the_call_in_the_channel_is_one_of_its_own(pits: Pits) -> None:
    await table(pits)
    await pits.command(pits.ann, "notify", {"where": "channel"})
    await take(pits, pits.stranger, 2)
    pits.clock.now += SHARED_MS
    await pits.settled()
    (message,) = [m for m in pits.public() if m.content]
    said = f"<@{pits.ann.id}> Car Wars: The Card Game · Zoe asks to play C Rook (computer)."
    assert message.content.startswith(said)
    assert message.mentions == [pits.ann]
    assert verbs(message) == ["admit", "turnaway", "mute"]
    outcome = await pits.press(pits.ann, "admit", message)
    assert not outcome.updated, "a plain message does not become a board"
    await pits.settled()
    assert message.deleted
    assert (await pits.match()).seats[2].user_id == pits.stranger.id


async def test_a_call_that_nobody_has_noted_goes_beside_that_one(
    pits: Pits, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Discord has posted the first of both, the process has not heard so, and then it is
    settled."""
    for user in (pits.ann, pits.ben):
        await pits.command(user, "notify", {"where": "channel"})
    await table(pits)
    await take(pits, pits.stranger, 2)
    lost = lose_next(monkeypatch)
    await later(pits, SHARED_MS)
    assert [message.id for message in pits.public() if message.content] == lost
    assert len(await pits.store.notices(pits.match_id)) == 2
    await pits.bot.matches.change(pits.match_id, lambda match: match.end())
    await later(pits, 3 * RETRY_MS)
    assert [message.content for message in pits.public() if message.content] == []
    assert await pits.store.notices(pits.match_id) == []


async def test_while_a_computer_plays_for_the_host_somebody_else_is_called(pits: Pits) -> None:
    await table(pits, people=3)
    await take(pits, pits.stranger, 3)

    def clocks_ran_out(match: Match) -> None:
        match.seats[0].computer = "normal"

    await pits.bot.matches.change(pits.match_id, clocks_ran_out)
    await pits.settled()
    assert (await pits.match()).host_id == pits.ann.id
    assert not called(pits, pits.ann)
    (both,) = called(pits, pits.ben)
    assert "your move" in both.content, "his own question comes first"
    await pits.press(pits.ben, "pick", pits.panel(pits.ben), "pass")
    await pits.settled()
    assert (await pits.match()).ask_of(2) is not None, "which nobody else knows yet"
    assert len(called(pits, pits.ben)) == 1
    await pits.press(pits.ann, "missed")
    await pits.settled()
    assert len(called(pits, pits.ann)) == 1
    assert not called(pits, pits.ben)


async def test_nobody_is_called_where_nobody_is_asked(pits: Pits) -> None:
    await table(pits, "free")
    await take(pits, pits.stranger, 2)
    assert not called(pits, pits.ann)


# -- seats that were handed over


async def test_a_handed_over_seat_comes_back_to_its_person_first(pits: Pits) -> None:
    await table(pits, "free", people=3, computers=0)
    await pits.command(pits.cora, "leave")
    await pits.settled()
    assert "You have asked." in await take(pits, pits.stranger, 2), "it is somebody's: it is asked"
    await pits.press(pits.cora, "missed")  # any press
    match = await pits.match()
    assert (match.seats[2].user_id, match.seats[2].computer) == (pits.cora.id, "")
    assert not match.guests_of("asks"), "there is nothing left to ask for"


async def test_once_somebody_else_sits_there_it_is_his(pits: Pits) -> None:
    await table(pits, people=3, computers=0)
    old = pits.panel(pits.cora)
    await pits.command(pits.cora, "leave")
    await take(pits, pits.stranger, 2)
    await pits.press(pits.ann, "admit")
    await pits.settled()
    assert "has your seat" in pits.panel(pits.cora).text
    assert pits.panel(pits.cora) is old, "an edit, which rings nobody"
    assert not pits.panel(pits.cora).pressables
    before = await pits.stored()
    outcome = await pits.press(pits.cora, "hand")
    assert "Somebody else has your seat at this table now" in await follow_up(outcome)
    assert await pits.stored() == before
    match = await pits.match()
    assert match.seats[2].user_id == pits.stranger.id
    assert [move["n"] for move in await moves_in_file(pits, pits.stranger)] == []


async def moves_in_file(pits: Pits, user: User) -> list[dict[str, int]]:
    (shown,) = (await pits.command(user, "privacy", channel=pits.local.dm(user))).messages
    (seat,) = data_in(shown)["seats"]
    found: list[dict[str, int]] = seat["moves"]
    return found


# -- fairness


async def test_who_has_seen_a_hand_may_not_play_another(pits: Pits) -> None:
    await table(pits, "free", people=3, computers=1)
    await pits.command(pits.cora, "leave")
    await take(pits, pits.stranger, 2)
    await pits.press(pits.ann, "admit")
    await pits.settled()
    assert "You have seen another hand of this match" in await forged(pits, pits.cora, 3)
    shown = await seats(pits, pits.cora)
    assert "You have seen another hand of this match" in shown.text
    assert verbs(shown) == []
    await pits.command(pits.stranger, "leave")
    (only,) = (await seats(pits, pits.cora)).pressables
    assert [option["value"] for option in only.options] == ["2"]
    assert "You have asked." in await forged(pits, pits.cora, 2), "but the same one"


async def test_who_had_himself_forgotten_may_not_either(pits: Pits) -> None:
    await table(pits, "free", people=3, computers=1)
    await delete(pits, pits.cora)
    assert "You have seen another hand of this match" in await forged(pits, pits.cora, 3)
    assert "**More › Take a seat**" in await follow_up(await pits.press(pits.cora, "hand"))
    match = await pits.match()
    assert pits.cora.id not in [guest.user_id for guest in match.guests]
    assert "You play **C** Cora now." in await forged(pits, pits.cora, 2)


async def test_who_retired_has_a_seat(pits: Pits) -> None:
    await pits.lay("gun front, swerve, smoke", "laser left, smoke", "armor front")
    await pits.command(pits.cora, "leave", {"how": "retire"})
    await pits.settled()
    assert "That seat has left the match for good." in await forged(pits, pits.stranger, 2)
    assert "You have a seat at this table already." in await forged(pits, pits.cora, 0)


def news(pits: Pits) -> list[str]:
    return [line for line in pits.board().text.splitlines() if line.startswith("-# ")]


async def test_what_was_played_before_him_is_told_of_somebody_else(pits: Pits) -> None:
    await table(pits, "free", people=1, computers=1)
    for _ in range(14):
        ask = (await pits.match()).ask_of(0)
        if ask is None:
            break
        await pits.bot.matches.change(pits.match_id, by_default(pits.ann.id, ask))
        await pits.settled()
    before, board = (await pits.press(pits.stranger, "missed")).text, news(pits)
    assert "Rook" in before
    assert "You play **B** Zoe now." in await forged(pits, pits.stranger, 1)
    happened = (await pits.press(pits.stranger, "missed")).text
    assert happened == before
    assert news(pits) == board
    why = (await pits.forge(pits.stranger, write("whycomputer", pits.match_id), pits.board())).text
    assert "**B** Rook: " in why
    assert "Zoe" not in why


async def test_who_loses_the_seat_while_he_reads_on_is_told_nothing_of_who_has_it(
    pits: Pits, monkeypatch: pytest.MonkeyPatch
) -> None:
    await table(pits, people=2, computers=0)
    matches = pits.bot.matches
    moves = matches.store.moves

    def changes(match: Match) -> None:
        match.hand_over(pits.ben.id)
        takeover.ask(match, pits.dev.id, "Dev", 1, NOW)
        takeover.admit(match, pits.ann.id, match.guests[-1].first, NOW, NOW)

    async def slowly(match_id: str, since: int = 0) -> list[MoveRow]:
        await matches.change(match_id, changes)
        while (ask := (await pits.match()).running().asks[0]).kind != "action" or not ask.seat:
            user = (pits.ann, pits.dev)[ask.seat]
            await matches.change(match_id, by_default(user.id, ask))
        return await moves(match_id, since)

    monkeypatch.setattr(matches.store, "moves", slowly)
    (told,) = (await pits.press(pits.ben, "missed")).messages
    assert "Dev draws" in told.text
    assert "You draw" not in told.text


async def test_nobody_takes_back_what_was_played_before_him(pits: Pits) -> None:
    await table(pits, people=3, computers=0)
    await pits.press(pits.cora, "pick", pits.panel(pits.cora), "pass")
    await pits.command(pits.cora, "leave")
    await take(pits, pits.stranger, 2)
    await pits.press(pits.ann, "admit")
    await pits.settled()
    outcome = await pits.command(pits.stranger, "undo")
    assert "You have no move to take back." in await follow_up(outcome)


# -- the host, votes, /play


async def test_the_seat_of_a_host_whose_clocks_ran_out(pits: Pits) -> None:
    await table(pits, people=2, computers=0)

    def away(match: Match) -> None:
        match.seats[0].computer = "normal"

    await pits.bot.matches.change(pits.match_id, away)
    assert "You have asked." in await forged(pits, pits.stranger, 0)
    await pits.press(pits.ben, "admit")
    match = await pits.match()
    assert match.seats[0].user_id == pits.stranger.id
    assert match.host_id in (pits.stranger.id, pits.ben.id)


async def test_play_offers_a_seat_where_a_match_runs(pits: Pits) -> None:
    await table(pits)
    outcome = await pits.command(pits.stranger, "play")
    (shown,) = outcome.messages
    assert shown.ephemeral
    assert "Car Wars: The Card Game is being played here" in shown.text
    said = await pits.press(pits.stranger, "sit", shown, values=["2"])
    assert "You have asked." in said.text
    outcome = await pits.command(pits.ann, "play")
    assert "There is a table in this channel already." in await follow_up(outcome)


async def test_my_hand_tells_a_stranger_how_to_play(pits: Pits) -> None:
    await table(pits)
    outcome = await pits.press(pits.stranger, "hand")
    assert "**More › Take a seat** lets you play on for a computer." in await follow_up(outcome)


# -- what is kept


async def test_a_restart_between_asking_and_agreeing(pits: Pits) -> None:
    await table(pits)
    await take(pits, pits.stranger, 2)
    await pits.stop()
    await pits.start()
    await pits.settled()
    assert "admit" in verbs(pits.board())
    pits.clock.now += takeover.AWAY_MS["live"]
    await pits.press(pits.ben, "admit")  # nobody has seen the host since
    await pits.stop()
    await pits.start()
    await pits.settled()
    match = await pits.match()
    assert (match.seats[2].name, match.seats[2].user_id) == ("Zoe", pits.stranger.id)
    assert match.knows(pits.stranger.id) is None
    assert pits.panel(pits.stranger).alts


async def test_a_kill_before_anything_was_told(pits: Pits, monkeypatch: pytest.MonkeyPatch) -> None:
    await table(pits, people=3, computers=0)
    await pits.command(pits.cora, "leave")
    await take(pits, pits.stranger, 2)

    async def nothing(*args: object, **more: object) -> list[object]:
        return []

    monkeypatch.setattr(pits.store, "outbox_claim", nothing)
    await pits.press(pits.ann, "admit")
    assert "has your seat" not in pits.panel(pits.cora).text
    await pits.stop()
    await pits.start()
    await pits.settled()
    assert "has your seat" in pits.panel(pits.cora).text
    assert pits.panel(pits.stranger).alts


@pytest.mark.long
async def test_the_end_names_seats_rightly_and_the_dice_check(pits: Pits) -> None:
    await table(pits, "free")
    await take(pits, pits.stranger, 2)
    while (await pits.match()).status == "live":
        ask = (await pits.match()).running().asks[0]
        user = (await pits.match()).seats[ask.seat].user_id
        assert user is not None
        await pits.bot.matches.change(pits.match_id, by_default(user, ask))
    await pits.settled()
    board = pits.board()
    assert "Rook" not in board.text
    told = (await pits.press(pits.ann, "missed")).text
    assert "**C** Zoe: " in told
    assert "**C** Zoe took over from Rook." in told
    assert "come out the same." in (await pits.press(pits.stranger, "verify")).text
    pits.clock.now += KEPT_MS + 24 * 60 * MINUTE
    await pits.store.purge(pits.clock())
    match = await pits.match()
    assert takeover.past(match) == ["-# **C** Zoe took over from Rook."]
    outcome = await pits.command(pits.stranger, "verify", {"table": pits.match_id})
    assert "come out the same." in outcome.text


async def test_the_files_of_both_hold_their_own_moves(pits: Pits) -> None:
    await table(pits, people=3, computers=0)
    await pits.press(pits.cora, "pick", pits.panel(pits.cora), "pass")
    await pits.command(pits.cora, "leave")
    await take(pits, pits.stranger, 2)
    await pits.press(pits.ann, "admit")
    await pits.settled()
    assert await moves_in_file(pits, pits.stranger) == []
    (shown,) = (await pits.command(pits.cora, "privacy", channel=pits.local.dm(pits.cora))).messages
    data = data_in(shown)
    assert data["seats"] == []
    (had,) = data["guests"]
    assert (had["kind"], had["seat"], len(had["moves"])) == ("played", 2, 1)
    assert "Zoe" not in json.dumps(data)


@pytest.mark.parametrize("game", NAMES)
def test_a_seat_is_taken_in_every_game(game: str) -> None:
    match = faults.match_of(game, people=1, computers=1)
    match.taking = "free"
    assert match.takeable() == [1]
    before = match.running().view(1)
    assert takeover.ask(match, 77, "**Zoe** @everyone", 1, 1000)
    assert match.running().view(1) == before
    assert match.seat_of(77) == 1
    assert "Zoe" not in match.notice
    assert "\\*\\*Zoe" in who(match, 1)
    match.set_clocks(1000)
    assert all(ask.number in match.due for ask in match.running().asks if ask.seat == 1)
    assert boards.status(match, 0).body
