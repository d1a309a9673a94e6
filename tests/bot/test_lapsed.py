"""Time ran out: the panel says what was given, and a press that comes too late changes nothing."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from bot.local import User
from bot.match import lapsed
from bot.match.match import Match
from bot.match.seats import Lapse, Seat
from bot.match.state import BUILDING, TURN_SECONDS
from bot.posts.custom_ids import write
from games.engine.chance import SeededChance
from games.engine.fair import LoggedChance
from games.engine.found import NAMES
from games.engine.found import find as game_of
from games.engine.table import Table
from tests.bot.pits import Pits, find, follow_up, question
from tests.bot.test_clocks import later
from tests.bot.test_forgotten import stored
from tests.games.conformance import some_answer

TURN = 1000 * TURN_SECONDS["live"]
GIVEN = "Time ran out, so I chose “Ready” for you."
NEXT = " This is the next question."


async def played(pits: Pits) -> tuple[bytes | None, int, str]:
    """What has been played so far. That somebody is here again is stored beside it."""
    row = await pits.stored()
    return row.save, row.moves, row.status


@asynccontextmanager
async def match_stays(pits: Pits, user: User) -> AsyncIterator[None]:
    """The match stays as it is, and nobody but this user sees anything new."""
    await pits.settled()
    before, seen = await played(pits), pits.seen(user)
    yield
    await pits.settled()
    assert await played(pits) == before
    assert pits.seen(user) == seen


async def asked(pits: Pits) -> User:
    """Who is to act alone now."""
    (ask,) = (await pits.match()).waiting()
    return pits.people[ask.seat]


async def test_the_panel_says_what_was_given_until_the_next_answer(pits: Pits) -> None:
    await pits.deal(2, options={"window_seconds": "30"})
    await later(pits, 30_000)
    for user in (pits.ann, pits.ben):
        assert GIVEN in pits.panel(user).text
    await pits.stop()
    await pits.start()
    actor = await asked(pits)
    other = pits.ann if actor is pits.ben else pits.ben
    shown = (await pits.press(other, "hand")).text
    assert shown.count(GIVEN) == 1
    await pits.press(actor, "some", pits.panel(actor), values=["0"])
    await pits.settled()
    assert GIVEN not in pits.panel(actor).text
    assert GIVEN in pits.panel(other).text


async def lapse(pits: Pits, seat: int) -> None:
    """The opening of a laid table ran out for that seat."""

    def note(match: Match) -> None:
        match.seats[seat].given = Lapse(1, 1, "Ready")

    await pits.bot.matches.change(pits.match_id, note)
    await pits.settled()
    assert GIVEN in pits.panel(pits.people[seat]).text


async def press(pits: Pits, user: User, part: str) -> None:
    """Press the choice with that label."""
    panel = pits.panel(user)
    custom_id = next(p.custom_id for p in panel.pressables if part in p.label)
    await pits.answered(await pits.local.click(user, panel, custom_id))
    await pits.settled()


async def test_it_goes_with_the_first_part_of_an_answer(pits: Pits) -> None:
    await pits.lay("laser front, swerve", "laser left, gun left", "smoke")
    await lapse(pits, 0)
    await press(pits, pits.ann, "Laser at the front")
    assert "Time ran out" not in pits.panel(pits.ann).text
    await pits.press(pits.ann, "back", pits.panel(pits.ann))
    assert "Time ran out" not in pits.panel(pits.ann).text


async def test_it_goes_when_a_question_comes_later(pits: Pits) -> None:
    """Not with what is asked right after it, which may be nothing."""
    await pits.lay("laser front, swerve", "laser left, gun left", "smoke")
    await lapse(pits, 1)
    await press(pits, pits.ann, "Laser at the front")
    assert GIVEN in pits.panel(pits.ben).text
    await press(pits, pits.ann, "Ben")
    assert question(pits.panel(pits.ben))
    assert "Time ran out" not in pits.panel(pits.ben).text
    late = write("pick", pits.match_id, 1, ("pass",))
    await pits.forge(pits.ben, late, pits.panel(pits.ben))
    assert GIVEN + NEXT in pits.panel(pits.ben).text, "a late press is told all the same"


async def test_it_goes_with_the_next_move_once_its_player_has_looked(pits: Pits) -> None:
    """Also while he is asked nothing himself, and after a restart."""
    await pits.lay("laser front, swerve", "laser left, gun left", "smoke")
    await lapse(pits, 2)
    (mine,) = (await pits.press(pits.cora, "hand")).messages
    assert GIVEN in mine.text
    await pits.settled()
    assert GIVEN in pits.panel(pits.cora).text, "nothing is edited because he has looked"
    await pits.stop()
    await pits.start()
    await pits.settled()
    await pits.press(pits.ann, "some", pits.panel(pits.ann), values=["0"])
    await pits.settled()
    assert "Time ran out" not in pits.panel(pits.cora).text


async def test_what_was_given_is_told_to_its_player_alone(pits: Pits) -> None:
    await pits.lay("gun front, swerve", "laser left, smoke")
    await later(pits, TURN)
    given = "Discard › Swerve"
    assert f"Time ran out, so I chose “{given}” for you." in pits.panel(pits.ann).text
    for place, user in ((pits.channel, pits.ben), (pits.local.dm(pits.ben), pits.ben)):
        assert not any("Time ran out" in m.text for m in pits.messages(place, user))


async def test_a_late_press_on_the_hand_changes_nothing_and_says_why(pits: Pits) -> None:
    await pits.deal(2, options={"window_seconds": "30"})
    late = {user.id: find(pits.panel(user), "pick", "pass") for user in pits.people[:2]}
    await later(pits, 30_000)
    actor = await asked(pits)
    panel = pits.panel(actor)
    async with match_stays(pits, actor):
        await pits.forge(actor, late[actor.id], panel)
    assert panel.text.count(GIVEN + NEXT) == 1
    assert panel.text.count("Time ran out") == 1
    assert question(panel)


async def test_a_press_on_an_earlier_turn_is_told_the_same(pits: Pits) -> None:
    await pits.deal(2, game="mini-carwars")
    before = {user.id: find(pits.panel(user), "pick") for user in pits.people[:2]}
    await later(pits, BUILDING * TURN)
    for user in pits.people[:2]:
        panel = pits.panel(user)
        moves = (await pits.stored()).moves
        await pits.forge(user, before[user.id], panel)
        assert (await pits.stored()).moves == moves
        lapse = (await pits.match()).seats[pits.people.index(user)].given
        assert lapse is not None
        assert f"Time ran out, so I chose “{lapse.given}” for you.{NEXT}" in panel.text


async def test_the_boards_pass_that_comes_too_late(pits: Pits) -> None:
    """All who are asked share that button, and its number is the window's last."""
    await pits.deal(3, options={"window_seconds": "30"})
    board = pits.board()
    late = find(board, "pass")
    await later(pits, 30_000)
    before = await played(pits)
    actor = await asked(pits)
    for user in pits.people[:3]:
        more = NEXT if user is actor else ""
        edits = pits.board().edits
        outcome = await pits.forge(user, late, board)
        said = await follow_up(outcome)
        assert GIVEN + more in said
        assert (NEXT in said) == bool(more)
        assert pits.board().edits == edits
    assert await played(pits) == before


@pytest.mark.parametrize("public", [False, True])
async def test_the_pass_of_a_notice_that_comes_too_late(pits: Pits, public: bool) -> None:
    """It carries the number of one question of the window, in the channel maybe another one's."""
    for user in pits.people[1:3] if public else ():
        pits.local.misbehave.close_dms(user)
    await pits.deal(3, options={"window_seconds": "30"})
    await later(pits, 2_000)
    shared = [m for m in pits.public() if m.content][-1:]
    called = shared * 2 or [pits.notices(user)[0] for user in (pits.ben, pits.cora)]
    late = [find(message, "pass") for message in called]
    await later(pits, 28_000)
    before = await played(pits)
    for user, custom_id in zip((pits.ben, pits.cora), late, strict=True):
        outcome = await pits.forge(user, custom_id, pits.board())
        assert GIVEN in await follow_up(outcome)
    assert await played(pits) == before


async def test_who_answered_in_time_is_told_nothing_of_the_clock(pits: Pits) -> None:
    await pits.deal(2, options={"window_seconds": "30"})
    await pits.press(pits.ben, "pick", pits.panel(pits.ben), "pass")
    await later(pits, 30_000)
    assert "Time ran out" not in pits.panel(pits.ben).text
    assert GIVEN in pits.panel(pits.ann).text


async def test_who_is_forgotten_is_not_named_in_what_a_clock_gave(pits: Pits) -> None:
    await pits.deal(2, options={"window_seconds": "30"})
    await later(pits, 30_000)

    def name_him(match: Match) -> None:
        assert match.seats[0].given is not None
        match.seats[0].given = Lapse(1, 1, "Fire › Ben")

    await pits.bot.matches.change(pits.match_id, name_him)
    await pits.settled()
    assert "“Fire › Ben”" in pits.panel(pits.ann).text
    await pits.bot.matches.forget(pits.ben.id)
    await pits.settled()
    assert stored(pits, "Ben") == []
    assert "Ben" not in pits.panel(pits.ann).text


def started(name: str) -> tuple[Match, Table[Any]]:
    """A full table of people."""
    game = game_of(name)
    seats = game.room(game.Options())[1]
    table, _ = Table.start(game, seats, LoggedChance(SeededChance(3)), game.Options())
    people = [Seat(name=f"Player {n}", user_id=n + 1) for n in range(seats)]
    match = Match(
        id="TABLE1", game=game, guild_id=1, channel_id=1, host_id=1, seats=people, status="live"
    )
    match.loaded(table)
    return match, table


async def test_an_answer_is_named_by_the_buttons_that_were_pressed_for_it(pits: Pits) -> None:
    """Between two cars there is nobody to choose, and a Laser hits one side."""
    await pits.lay("laser left, swerve", "laser back")
    match = await pits.match()
    (ask,) = match.waiting()
    (fire,) = [option for option in ask.options if len(match.game.words.path(option)) > 2]
    button = match.game.words.part(match.view(0), ask, match.game.words.path(fire)[:1], [])
    assert lapsed.answered(match, match.view(0), ask, fire) == button.text


@pytest.mark.parametrize("name", NAMES)
def test_every_default_has_a_label(name: str) -> None:
    rng = random.Random(5)
    match, table = started(name)
    for _ in range(150):
        if table.result is not None or not table.asks:
            break
        for ask in table.asks:
            text = lapsed.label(
                match, table.view(ask.seat), ask, match.game.words.path(ask.default)
            )
            assert text.strip(), ask
            assert len(text) <= 300, text
        ask = rng.choice(table.asks)
        value = ask.default if rng.random() < 0.5 else some_answer(ask, rng)
        table.answer(ask.seat, ask.number, value)


@pytest.mark.parametrize("name", NAMES)
def test_what_a_clock_gave_is_in_its_seats_own_words(name: str) -> None:
    match, table = started(name)
    for _ in range(60):
        if match.status != "live" or not table.asks:
            break
        ask = table.asks[0]
        seat = match.seats[ask.seat]
        own = lapsed.answered(match, table.view(ask.seat), ask, ask.default)
        seat.missed = 0
        assert match.time_out(ask.number)
        assert seat.given is not None
        assert (seat.given.number, seat.given.given) == (ask.number, own)
    assert match.faults == []
