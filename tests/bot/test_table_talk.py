"""What a table agrees on: taking back, ending, leaving; and what happened."""

from __future__ import annotations

import random

import pytest

from bot.posts import boards
from bot.presses import table_talk
from tests.bot import faults
from tests.bot.pits import Pits, find, follow_up, question, verbs
from tests.bot.test_clicks import nothing_happens
from tests.bot.test_plans import answer_all
from tests.bot.test_play import take_any


async def discard(pits: Pits, place: str = "0") -> None:
    """Ann throws a card away, so that the table stands at her question about an escape."""
    await pits.press(pits.ann, "some", pits.panel(pits.ann), values=[place])
    await pits.settled()


# -- taking back


async def test_an_answer_without_effect_is_taken_back_at_once(pits: Pits) -> None:
    await pits.deal(3)
    await pits.press(pits.ann, "pick", pits.panel(pits.ann), "pass")
    others = pits.seen(pits.ann)
    outcome = await pits.command(pits.ann, "undo")
    assert "Taken back: Ready. Your question is open again." in await follow_up(outcome)
    await pits.settled()
    assert question(pits.panel(pits.ann))
    assert [t for _, t in pits.seen(pits.ann)] == [t for _, t in others]
    log = await pits.store.moves(pits.match_id)
    assert [move.undone for move in log] == [False, True]


async def test_taking_back_an_effect_is_for_the_table(pits: Pits) -> None:
    await pits.lay("gun front, swerve, smoke", "laser left, smoke")
    # The laid-out position is no move: play on from the next turn, which is one.
    await discard(pits)
    await pits.press(pits.ann, "pick", pits.panel(pits.ann), "pass")
    await pits.settled()
    hand = (await pits.match()).table.view(1).hand  # type: ignore[union-attr]
    await pits.press(pits.ben, "some", pits.panel(pits.ben), values=["0"])
    outcome = await pits.command(pits.ben, "undo")
    assert "so I ask the table on the board" in await follow_up(outcome)
    await pits.settled()
    assert "asks to take back “Ben discards Laser (left)”. Agreed: **B** Ben" in pits.board().text
    assert verbs(pits.board())[:2] == ["agree", "refuse"]
    old = find(pits.panel(pits.ben), "pick", "pass")
    await pits.press(pits.ann, "agree")
    await pits.settled()
    match = await pits.match()
    assert match.vote is None
    assert "Ben took back: discards Laser (left)." in pits.board().text
    assert match.table.view(1).hand == hand  # type: ignore[union-attr]
    assert "agree" not in verbs(pits.board())
    assert match.waiting()[0].kind == "action"
    async with nothing_happens(pits, pits.ben):
        await pits.forge(pits.ben, old, pits.panel(pits.ben))
    await pits.press(pits.ben, "some", pits.panel(pits.ben), values=["0"])
    await pits.settled()
    assert "took back" not in pits.board().text, "that goes with the next news"


async def test_one_no_is_enough_against_taking_back(pits: Pits) -> None:
    await pits.lay("gun front, swerve, smoke", "laser left, smoke", "armor front")
    await discard(pits)
    await pits.command(pits.ann, "undo")
    await pits.settled()
    before = await pits.stored()
    outcome = await pits.press(pits.cora, "refuse")
    assert outcome.updated
    assert (await pits.stored()).save == before.save
    assert (await pits.match()).vote is None
    outcome = await pits.forge(pits.ben, f"agree:{pits.match_id}")
    assert "That vote is over." in await follow_up(outcome)


async def test_a_person_alone_takes_back_without_asking(pits: Pits) -> None:
    await pits.deal(1, computers=1, options={"window_seconds": "3600"})
    await pits.press(pits.ann, "pick", pits.panel(pits.ann), "pass")
    await pits.settled()
    assert (await pits.match()).waiting()[0].seat == 0
    before = (await pits.match()).table.view(0)  # type: ignore[union-attr]
    await pits.press(pits.ann, "some", pits.panel(pits.ann), values=["0"])
    await pits.settled()
    assert (await pits.match()).table.view(0) != before  # type: ignore[union-attr]
    outcome = await pits.command(pits.ann, "undo")
    assert " The same cards and rolls will come again." in await follow_up(outcome)
    await pits.settled()
    assert (await pits.match()).table.view(0) == before  # type: ignore[union-attr]
    outcome = await pits.command(pits.ann, "verify")
    assert "The seed is opened when the match is over" in outcome.text


async def test_nothing_to_take_back(pits: Pits) -> None:
    await pits.deal(2)
    async with nothing_happens(pits, pits.ann):
        outcome = await pits.command(pits.ann, "undo")
    assert "You have no move to take back." in await follow_up(outcome)


async def test_after_an_undo_the_dice_still_check(pits: Pits) -> None:
    await pits.deal(1, computers=1, options={"window_seconds": "3600", "single_duel": "true"})
    await pits.press(pits.ann, "pick", pits.panel(pits.ann), "pass")
    await pits.settled()
    await pits.press(pits.ann, "some", pits.panel(pits.ann), values=["0"])
    await pits.settled()
    await pits.command(pits.ann, "undo")
    await pits.settled()
    await pits.press(pits.ann, "pick", pits.panel(pits.ann))
    await pits.settled()
    await pits.command(pits.ann, "end")
    await pits.settled()
    outcome = await pits.command(pits.ann, "verify", {"table": pits.match_id})
    assert "come out the same." in await follow_up(outcome)


# -- ending


async def test_a_match_ends_when_most_agree(pits: Pits) -> None:
    await pits.deal(3)
    outcome = await pits.command(pits.ann, "end")
    assert "The match ends when most people at the table agree" in await follow_up(outcome)
    await pits.settled()
    assert "**A** Ann asks to end this match. Agreed: **A** Ann" in pits.board().text
    assert (await pits.stored()).status == "live"
    await pits.press(pits.ben, "agree")
    await pits.settled()
    assert (await pits.stored()).status == "ended"
    assert "This match was ended early." in pits.public()[0].text
    assert not pits.public()[0].pressables
    assert not pits.panel(pits.cora).pressables


async def test_a_vote_without_a_majority_left_is_off(pits: Pits) -> None:
    await pits.deal(2)
    await pits.command(pits.ann, "end")
    await pits.settled()
    await pits.press(pits.ben, "refuse")
    await pits.settled()
    assert (await pits.match()).vote is None
    assert "agree" not in verbs(pits.board())
    outcome = await pits.command(pits.ann, "end")
    assert "Noted." in await follow_up(outcome)


async def test_of_three_one_no_leaves_the_vote_open(pits: Pits) -> None:
    await pits.deal(3)
    await pits.command(pits.ann, "end")
    await pits.settled()
    await pits.press(pits.ben, "refuse")
    assert (await pits.match()).vote is not None
    await pits.press(pits.cora, "agree")
    assert (await pits.stored()).status == "ended"


@pytest.mark.parametrize("how", ["computer", "retire"])
async def test_a_vote_is_done_when_those_who_are_left_have_agreed(pits: Pits, how: str) -> None:
    await pits.lay("gun front, swerve, smoke", "laser left, smoke", "armor front")
    await pits.command(pits.ann, "end")
    await pits.command(pits.ben, "leave")
    assert (await pits.stored()).status == "live", "Cora has not agreed"
    outcome = await pits.command(pits.cora, "leave", {"how": how})
    assert table_talk.AGREED in await follow_up(outcome)
    assert (await pits.stored()).status == "ended"


async def test_who_asks_for_the_end_and_leaves_ends_nothing(pits: Pits) -> None:
    await pits.deal(2)
    await pits.command(pits.ann, "end")
    await pits.command(pits.ann, "leave")
    assert (await pits.stored()).status == "live"


def test_a_vote_is_done_when_the_clock_of_who_had_not_agreed_runs_out() -> None:
    match = faults.match_of("mini-carwars")
    ask = faults.to_a_choice(match)
    assert ask.kind not in match.game.windows
    other = match.seats[1 - ask.seat].user_id
    assert other is not None
    assert not match.call_vote(other, "end")
    match.seats[ask.seat].missed = 1
    assert match.time_out(ask.number)
    assert match.status == "ended"


async def test_a_move_is_taken_back_when_those_who_are_left_have_agreed(pits: Pits) -> None:
    await pits.lay("gun front, swerve, smoke", "laser left, smoke")
    await discard(pits)
    await pits.press(pits.ann, "pick", pits.panel(pits.ann), "pass")
    await pits.settled()
    await pits.press(pits.ben, "some", pits.panel(pits.ben), values=["0"])
    await pits.command(pits.ben, "undo")
    await pits.settled()
    assert (await pits.match()).vote is not None
    await pits.command(pits.ann, "leave")
    await pits.settled()
    match = await pits.match()
    assert match.vote is None
    assert match.undos == 1
    assert question(pits.panel(pits.ben))


async def test_two_votes_at_a_time_are_too_many(pits: Pits) -> None:
    await pits.lay("gun front, swerve, smoke", "laser left, smoke", "armor front")
    await discard(pits)
    await pits.command(pits.ben, "end")
    before = await pits.stored()
    outcome = await pits.command(pits.ann, "undo")
    assert "The table is already voting on something else." in await follow_up(outcome)
    assert (await pits.stored()).save == before.save


async def test_the_host_closes_a_lobby_and_nobody_else(pits: Pits) -> None:
    await pits.open(2)
    outcome = await pits.command(pits.ben, "end")
    assert "Only the host of this table can close it." in await follow_up(outcome)
    outcome = await pits.command(pits.ann, "end")
    assert "The table is closed." in await follow_up(outcome)
    await pits.settled()
    assert not pits.public()[0].pressables


# -- leaving


async def test_leaving_gives_the_seat_to_the_computer(pits: Pits) -> None:
    await pits.deal(3)
    outcome = await pits.command(pits.ann, "leave")
    assert "The computer plays your seat now." in await follow_up(outcome)
    await pits.settled()
    match = await pits.match()
    assert match.seats[0].computer
    assert match.host_id == pits.ben.id
    assert any(move.kind == "computer" for move in await pits.store.moves(pits.match_id))


async def test_retiring_takes_the_car_away_for_good(pits: Pits) -> None:
    await pits.lay("gun front, swerve, smoke", "laser left, smoke", "armor front")
    outcome = await pits.command(pits.cora, "leave", {"how": "retire"})
    assert "Your car leaves the match" in await follow_up(outcome)
    outcome = await pits.command(pits.cora, "leave", {"how": "retire"})
    assert "You cannot retire here now" in await follow_up(outcome)
    await discard(pits)
    await pits.press(pits.ann, "pick", pits.panel(pits.ann), "pass")
    await pits.settled()
    table = (await pits.match()).table
    assert table is not None
    assert table.view(None).players[2].status == "quit"


async def test_the_result_says_why_a_place_is_not_that_of_the_score(pits: Pits) -> None:
    """The last car running wins at once, however far it is."""
    await pits.deal(2, game="nascards")
    await pits.command(pits.ann, "leave", {"how": "retire"})
    for _ in range(20):
        await pits.settled()
        if (await pits.match()).status != "live":
            break
        await take_any(pits, pits.ben, pits.panel(pits.ben), random.Random(1))
    lines = (await pits.press(pits.ben, "missed")).text.split("\n")
    assert any("Ann (left the match)" in line and line.startswith("2. ") for line in lines), lines
    assert any("Ben: " in line and line.startswith("1. ") for line in lines), lines


async def test_leaving_a_lobby(pits: Pits) -> None:
    await pits.open(2)
    outcome = await pits.command(pits.ben, "leave")
    assert "You have left the table." in await follow_up(outcome)
    await pits.settled()
    assert "Ben" not in pits.board().text


# -- what happened


async def test_what_happened_since_ones_last_answer(pits: Pits) -> None:
    await pits.lay("gun front, swerve, smoke", "laser left, smoke", "armor front")
    await discard(pits)
    await pits.press(pits.ann, "pick", pits.panel(pits.ann), "pass")
    await pits.settled()
    told = (await pits.press(pits.ben, "missed")).text
    assert "discards" in told
    (drawn,) = [line.partition("You draw ")[2] for line in told.splitlines() if "You dr" in line][
        -1:
    ]
    assert drawn
    for user in (pits.ann, pits.cora, pits.stranger):
        outcome = await pits.press(user, "missed")
        assert drawn not in outcome.text
        assert "Ben draws" in outcome.text
    before = await pits.press(pits.ann, "missed")
    assert "Machine Gun (front)" not in before.text, "only since the last answer"


async def test_nothing_has_happened(pits: Pits) -> None:
    await pits.open(2)
    outcome = await pits.forge(pits.ann, f"missed:{pits.match_id}")
    assert "Nothing since your last action." in outcome.text


def test_what_is_too_long_to_tell_begins_with_a_turn() -> None:
    match = faults.match_of("nascards")
    turns = [[f"**Turn {turn}** · {'x' * 900}", "y" * 300] for turn in range(1, 6)]
    body = boards.happened(match, turns).body
    assert [line[:10] for line in body[:2]] == ["…", "- **Turn 4"]
    assert len(body) == 5
    assert boards.happened(match, turns[3:]).body == body[1:]
    # A turn that is too long by itself is told as far as there is room for its last lines.
    body = boards.happened(match, [[f"**Turn 1** · {'x' * 3000}", "y" * 300, "z" * 300]]).body
    assert [line[:3] for line in body] == ["…", "- y", "- z"]


async def test_standings_and_chart_are_there_after_the_end(pits: Pits) -> None:
    await pits.deal(2)
    for user in (pits.ann, pits.ben):
        await pits.command(user, "end")
        await pits.settled()
    assert (await pits.match()).status == "ended"
    for show in ("standings", "chart"):
        outcome = await pits.command(pits.ben, "table", {"show": show})
        assert outcome.ephemeral is not None
        assert "There is no table" not in outcome.text
    outcome = await pits.command(pits.ben, "table", {"show": "board"})
    assert "There is no table in this channel." in await follow_up(outcome)


async def test_an_undo_does_not_bring_back_who_has_left(pits: Pits) -> None:
    await pits.open(1, game="mini-carwars", options={"scenario": "arena"})
    for user in (pits.ben, pits.cora):
        await pits.press(user, "join")
    await pits.press(pits.ann, "start")
    await pits.settled()
    await answer_all(pits, "vehicle")
    await answer_all(pits, "speed")
    (last,) = [ask.seat for ask in (await pits.match()).waiting()]
    mover = pits.people[last]
    gone, other = [user for user in pits.people[:3] if user is not mover]
    await pits.press(mover, "pick", pits.panel(mover), "straight")
    await pits.settled()
    await pits.command(gone, "leave", {"how": "retire"})
    await pits.settled()
    await pits.command(mover, "undo")
    await pits.settled()
    await pits.press(other, "agree")
    await pits.settled()
    match = await pits.match()
    seat = pits.people.index(gone)
    assert match.undone.startswith(f"{{{last}}} took back: {{{last}}}'s")
    assert match.has_left(seat)
    assert match.seats[seat].computer
    log = [move for move in await pits.store.moves(pits.match_id) if not move.undone]
    assert (log[-1].kind, log[-1].seat) == ("order", seat)


async def test_leaving_for_good_is_not_laid_down_like_a_card(pits: Pits) -> None:
    await pits.deal(2, game="mini-carwars")
    outcome = await pits.forge(pits.ann, f"order:{pits.match_id}:1", values=['{"type":"quit"}'])
    assert "That cannot be laid down any more." in await follow_up(outcome)
    assert not (await pits.match()).has_left(0)


async def test_the_last_person_does_not_end_the_match_by_handing_over(pits: Pits) -> None:
    await pits.deal(1, computers=1, game="mini-carwars")
    outcome = await pits.forge(pits.ann, f"leave:{pits.match_id}")
    assert "so this table is paused" in await follow_up(outcome)
    assert (await pits.match()).status == "live"


async def test_who_plays_alone_is_asked_before_one_press_ends_the_match(pits: Pits) -> None:
    await pits.deal(1, computers=1)
    (asked,) = (
        await pits.press(pits.ann, "end", (await pits.press(pits.ann, "more")).message)
    ).messages
    assert "End the match?" in asked.text
    assert (await pits.match()).status == "live"
    await pits.press(pits.ann, "end", asked)
    assert (await pits.match()).status == "ended"


@pytest.mark.parametrize("people", [1, 2])
async def test_a_seat_is_handed_over_where_others_play_on_and_a_table_paused_where_not(
    pits: Pits, people: int
) -> None:
    await pits.deal(people, computers=2 - people)
    menu = (await pits.press(pits.ann, "more")).message
    assert menu is not None
    assert "leave" in verbs(menu)
    assert ("Hand over" in menu.text) is (people > 1)
    assert ("Pause" in menu.text) is (people == 1)
    assert "undo" in verbs(menu)
