"""Clocks: defaults, and seats that go to the computer. Time is the test's."""

from __future__ import annotations

from bot.match.state import BUILDING, TURN_SECONDS, WINDOW_SECONDS_BY_POST
from tests.bot.pits import Pits

TURN = 1000 * TURN_SECONDS["live"]


async def later(pits: Pits, ms: int) -> None:
    """Let time pass, play out what is due, and wait until it has been told."""
    pits.clock.now += ms
    await pits.bot.clocks.tick()
    await pits.settled()


async def test_at_its_end_the_default_is_given(pits: Pits) -> None:
    await pits.lay("gun front, swerve", "laser left, smoke")
    before = await pits.stored()
    await later(pits, TURN)
    log = await pits.store.moves(pits.match_id, before.moves)
    assert [(move.kind, move.seat) for move in log] == [("clock", 0)]
    assert "Swerve" in pits.board().text, "the newest card is discarded"
    match = await pits.match()
    assert match.seats[0].missed == 1
    assert not match.seats[0].computer


async def test_two_misses_running_hand_the_seat_over_and_say_so(pits: Pits) -> None:
    await pits.lay("gun front, swerve", "laser left, smoke")
    await later(pits, TURN)
    await later(pits, TURN)
    match = await pits.match()
    assert match.seats[0].computer == "normal"
    notice = "Two clocks ran out, so the computer plays A for Ann now. "
    notice += "Ann takes the seat back by pressing any button."
    assert notice in pits.board().text
    assert "The computer plays for you" in pits.panel(pits.ann).text
    await pits.press(pits.ann, "hand")
    match = await pits.match()
    assert not match.seats[0].computer
    assert match.seats[0].missed == 0


async def test_an_answer_between_starts_the_count_anew(pits: Pits) -> None:
    await pits.lay("gun front, swerve, smoke", "laser left, smoke")
    await later(pits, TURN)
    await pits.press(pits.ann, "pick", pits.panel(pits.ann), "pass")
    await pits.settled()
    for _ in range(2):
        await later(pits, TURN)
    match = await pits.match()
    assert match.seats[0].missed == 0
    assert match.seats[1].computer


async def test_a_window_has_its_own_clock_and_costs_no_miss(pits: Pits) -> None:
    await pits.deal(2, options={"window_seconds": "30"})
    assert (await pits.match()).seconds_for((await pits.match()).waiting()[0]) == 30
    await later(pits, 29_999)
    assert (await pits.stored()).moves == 1
    await later(pits, 1)
    log = await pits.store.moves(pits.match_id, 1)
    assert {move.kind for move in log} == {"clock"}
    assert [seat.missed for seat in (await pits.match()).seats] == [0, 0]


async def test_who_may_build_what_to_bring_has_more_time(pits: Pits) -> None:
    await pits.deal(2, game="mini-carwars")
    await later(pits, BUILDING * TURN - 1)
    assert {ask.kind for ask in (await pits.match()).waiting()} == {"vehicle"}
    await later(pits, 1)
    match = await pits.match()
    assert {ask.kind for ask in match.waiting()} == {"speed"}
    assert match.seconds_for(match.waiting()[0]) == TURN_SECONDS["live"]


async def test_by_post_clocks_are_hours_and_days(pits: Pits) -> None:
    await pits.deal(2, options={"pace": "post"})
    await later(pits, 1000 * WINDOW_SECONDS_BY_POST - 1)
    assert (await pits.stored()).moves == 1
    await later(pits, 1)
    match = await pits.match()
    assert match.waiting()[0].kind == "action"
    assert match.seconds_for(match.waiting()[0]) == 24 * 3600


async def test_an_answered_question_has_no_clock(pits: Pits) -> None:
    await pits.lay("gun front, swerve, smoke", "laser left, smoke")
    await later(pits, TURN - 1)
    await pits.press(pits.ann, "some", pits.panel(pits.ann), values=["0"])
    moves = (await pits.stored()).moves
    await later(pits, TURN - 1)
    assert (await pits.stored()).moves == moves


async def test_taking_an_answer_back_wins_no_time(pits: Pits) -> None:
    await pits.deal(3, options={"window_seconds": "30"})
    due = (await pits.match()).due_of(0)
    pits.clock.now += 10_000
    await pits.press(pits.ann, "pick", pits.panel(pits.ann), "pass")
    assert (await pits.match()).due_of(0) is None
    pits.clock.now += 10_000
    await pits.command(pits.ann, "undo")
    assert (await pits.match()).due_of(0) == due is not None
    await later(pits, 10_000)
    log = await pits.store.moves(pits.match_id, 1)
    assert next(move.kind for move in log if move.seat == 0 and not move.undone) == "clock"


async def test_a_clock_that_ran_out_while_the_bot_was_away(pits: Pits) -> None:
    await pits.lay("gun front, swerve", "laser left, smoke")
    await pits.stop()
    pits.clock.now += TURN
    await pits.start()
    await later(pits, 0)
    log = await pits.store.moves(pits.match_id, 1)
    assert [move.kind for move in log if move.seat == 0][-1] == "clock"


async def test_the_board_tells_when_the_clock_runs_out(pits: Pits) -> None:
    await pits.lay("gun front, swerve", "laser left, smoke")
    due = (pits.clock.now + TURN) // 1000
    assert f"<t:{due}:R>" in pits.board().text
    assert f"<t:{due}:R>" in pits.panel(pits.ann).text
