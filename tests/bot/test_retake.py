"""What a hand says of an answer that has not counted yet, and who may take it back."""

from __future__ import annotations

import pytest

from bot.match.match import Match
from bot.posts import hands, takeover
from bot.posts.pictures import Pictures
from bot.posts.posts import Post
from games.mini_carwars.moves import Hold
from tests.bot import test_waits_of_fire as fire
from tests.bot.faults import match_of, settled
from tests.bot.pits import Pits, follow_up
from tests.bot.test_questions import pressable, pressed_by


async def hand_of(match: Match, seat: int) -> tuple[str, bool]:
    """The words of a hand, and whether it offers to take an answer back."""
    post: Post = await hands.hand(match, seat, Pictures())
    return "\n".join(post.body), "retake" in [pressed_by(each).verb for each in pressable(post)]


async def test_what_the_table_answers_in_a_moment_is_not_the_players_to_take_back() -> None:
    match = fire.match_of("courier", 1)
    held = match.seats[0].held
    assert held is not None
    assert held.kind == "forced"
    key = hands.hand_key(match, 0)
    words, retake = await hand_of(match, 0)
    assert "Your answer is in" not in words
    assert hands.WAITING["forced"] in words
    assert not retake
    match.seats[0].held = None
    assert hands.hand_key(match, 0) != key


async def test_who_has_nothing_to_choose_in_a_window_has_nothing_to_take_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(fire, "ASIDE", (0.0, -4.0))  # behind, where it alone can fire
    match = fire.match_of("killer_kart", None)
    asked = {ask.seat: ask.given for ask in match.waiting()}
    assert asked == {0: Hold(), 1: None}
    assert match.seats[0].held is None
    words, retake = await hand_of(match, 0)
    assert "Nothing for you to choose here. The others still do." in words
    assert not retake


async def test_what_a_computer_has_chosen_is_not_shown_to_who_left_it_the_seat() -> None:
    match = match_of("nascards", people=3)
    ask = match.waiting()[0]
    match.hand_over(ask.seat + 1)
    settled(match)
    assert match.ask_of(ask.seat) is None
    assert ask in match.waiting()
    words, retake = await hand_of(match, ask.seat)
    assert "Your answer is in" not in words
    assert not retake


async def test_a_button_of_an_earlier_window_takes_back_nothing_of_this_one(pits: Pits) -> None:
    await pits.deal(2, game="nascards")
    match = await pits.match()
    first = match.waiting()[0].number

    def all_answer(match: Match) -> None:
        for ask in [*match.running().asks]:
            match.answer(pits.people[ask.seat].id, ask.number, ask.default)

    await pits.bot.matches.change(pits.match_id, all_answer)
    await pits.settled()
    match = await pits.match()
    assert match.waiting()[0].number > first
    ask = match.ask_of(0)
    assert ask is not None
    assert len(match.waiting()) == 2
    await pits.bot.matches.change(
        pits.match_id, lambda now: now.answer(pits.ann.id, ask.number, ask.default)
    )
    await pits.settled()
    assert "Your answer is in" in pits.panel(pits.ann).text
    outcome = await pits.forge(pits.ann, f"retake:{pits.match_id}:{first}")
    assert "That question is settled by now" in await follow_up(outcome)
    assert (await pits.match()).ask_of(0) is None
    await pits.press(pits.ann, "retake", pits.panel(pits.ann))
    assert (await pits.match()).ask_of(0) is not None


@pytest.mark.parametrize("game", ["nascards", "carwars-cards"])
async def test_nobody_else_sees_that_an_answer_was_taken_back(pits: Pits, game: str) -> None:
    """Neither on the board nor on another hand, nor by a call."""
    await pits.deal(3, game=game)
    await pits.settled()
    match = await pits.match()
    ask = match.ask_of(0)
    assert ask is not None
    assert len(match.waiting()) > 1
    board, others = pits.board(), (pits.ben, pits.cora)

    def seen() -> object:
        panels = [(pits.panel(user).text, pits.panel(user).edited_at) for user in others]
        calls = [len(pits.notices(user)) for user in others]
        return board is pits.board(), board.text, board.edited_at, panels, calls

    before = seen()
    await pits.bot.matches.change(
        pits.match_id, lambda now: now.answer(pits.ann.id, ask.number, ask.default)
    )
    await pits.settled()
    assert (await pits.match()).ask_of(0) is None
    await pits.press(pits.ann, "retake", pits.panel(pits.ann))
    await pits.settled()
    assert (await pits.match()).ask_of(0) is not None
    assert seen() == before


async def test_what_was_answered_before_somebody_took_the_seat_is_not_his_to_take_back() -> None:
    """A press would be refused: nobody takes back a move of who sat there before him."""
    match = match_of("nascards", people=2, computers=1)
    ask = next(each for each in match.waiting() if each.seat == 2)
    assert ask.given is not None
    match.taking = "free"
    assert takeover.ask(match, 9, "Zoe", 2, 0)
    settled(match)
    assert match.ask_of(2) is None
    words, retake = await hand_of(match, 2)
    assert "Your answer is in" not in words
    assert not retake
    for user in (1, 2):
        asked = match.ask_of(user - 1)
        assert asked is not None
        match.answer(user, asked.number, asked.default)
    own = match.ask_of(2)
    assert own is not None
    assert len(match.waiting()) > 1
    match.answer(9, own.number, own.default)
    words, retake = await hand_of(match, 2)
    assert "Your answer is in" in words
    assert retake
