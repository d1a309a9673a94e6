"""Whoever is out may ask for haste; what computers play alone is told at its end."""

from __future__ import annotations

import msgspec

from bot.local import User
from bot.match.match import Match
from bot.match.state import HURRIED_SECONDS
from bot.posts import boards
from bot.tables import rows
from games.carwars_cards.state import OUT
from tests.bot.pits import Pits, follow_up, verbs


async def put_out(pits: Pits, *seats: int) -> None:
    """Their cars are out of the duel."""

    def out(match: Match) -> None:
        state = match.running().context.state
        for seat in seats:
            state.players[seat].status = OUT
            state.operating.remove(seat)

    await pits.bot.matches.change(pits.match_id, out)
    await pits.settled()


async def answer(pits: Pits, seat: int) -> None:
    """The player of a seat gives what his clock would."""

    def give(match: Match) -> None:
        ask = match.ask_of(seat)
        if ask is not None:
            match.answer(match.seats[seat].user_id or 0, ask.number, ask.default)

    await pits.bot.matches.change(pits.match_id, give)
    await pits.settled()


async def menu(pits: Pits, user: User) -> list[str]:
    """What a person can press under More."""
    shown = (await pits.press(user, "more")).message
    assert shown is not None
    return verbs(shown)


def seconds(match: Match) -> int:
    """How long a window lasts."""
    ask = msgspec.structs.replace(match.waiting()[0], kind=min(match.game.windows))
    return match.seconds_for(ask)


async def test_who_is_out_asks_for_haste_and_most_decide(pits: Pits) -> None:
    await pits.lay("gun front, swerve", "laser left, smoke", "armor front")
    usual = seconds(await pits.match())
    for user in (pits.ann, pits.cora):
        assert "hurry" not in await menu(pits, user)
    outcome = await pits.forge(pits.cora, f"hurry:{pits.match_id}")
    assert "Only who is out can ask" in await follow_up(outcome)
    await put_out(pits, 2)
    assert "hurry" in await menu(pits, pits.cora)
    assert "hurry" not in await menu(pits, pits.ann)
    outcome = await pits.forge(pits.cora, f"hurry:{pits.match_id}")
    assert "once most of its people agree" in await follow_up(outcome)
    await pits.settled()
    assert "**C** Cora asks to speed up" in pits.board().text
    assert seconds(await pits.match()) == usual > HURRIED_SECONDS
    await pits.press(pits.ann, "agree")
    await pits.settled()
    assert seconds(await pits.match()) == HURRIED_SECONDS
    assert "agree" not in verbs(pits.board())
    row = await pits.store.match(pits.match_id)
    assert row is not None
    assert rows.extra_of(row.extra).hurried


async def test_who_still_plays_takes_haste_back_and_who_is_out_does_not(pits: Pits) -> None:
    await pits.lay("gun front, swerve", "laser left, smoke", "armor front")
    await put_out(pits, 2)
    usual = seconds(await pits.match())
    await pits.forge(pits.cora, f"hurry:{pits.match_id}")
    await pits.settled()
    await pits.press(pits.ben, "agree")
    await pits.settled()
    assert "hurry" not in await menu(pits, pits.cora)
    outcome = await pits.forge(pits.cora, f"hurry:{pits.match_id}")
    assert "Only who still plays can slow it down" in await follow_up(outcome)
    assert seconds(await pits.match()) == HURRIED_SECONDS
    assert "hurry" in await menu(pits, pits.ann)
    outcome = await pits.forge(pits.ann, f"hurry:{pits.match_id}")
    assert "as long as usual again" in await follow_up(outcome)
    assert seconds(await pits.match()) == usual


async def test_a_result_says_in_one_sentence_that_computers_played_on(pits: Pits) -> None:
    await pits.deal(1, computers=3)
    while (ask := (await pits.match()).ask_of(0)) is None or ask.kind != "action":
        await answer(pits, 0)
    edits = pits.public()[0].edits
    await put_out(pits, 0)
    await answer(pits, 0)
    match = await pits.match()
    assert match.status == "finished"
    assert match.alone is not None
    assert match.alone.last - match.alone.first > 50
    (board,) = pits.public()
    assert board.edits - edits <= 3, "nothing is shown in between"
    _, told, small = board.text.splitlines()
    assert told == f"**The computers played on alone, and {boards.winners(match)}**"
    assert small.startswith("-# Table ")


async def test_the_last_who_plays_and_leaves_hears_that_the_computers_finish(pits: Pits) -> None:
    await pits.lay("gun front, swerve", "laser left, smoke", "armor front")
    await put_out(pits, 2)
    outcome = await pits.command(pits.ben, "leave")
    assert "take it back" in await follow_up(outcome), "Ann plays on"
    outcome = await pits.command(pits.ann, "leave")
    told = await follow_up(outcome)
    assert "the computers play the match to its end" in told
    assert "take it back" not in told
    assert (await pits.match()).people() == [2]


async def test_how_it_was_decided_is_told_with_the_result(pits: Pits) -> None:
    await pits.lay("missile back, smoke", "eject")
    for user in (pits.ann, pits.ben):

        def answer(match: Match, user: User = user) -> None:
            ask = match.ask_of(match.my_seat(user.id))
            assert ask is not None
            match.answer(user.id, ask.number, next(x for x in ask.options if x != ask.default))

        await pits.bot.matches.change(pits.match_id, answer)
        await pits.settled()
    head, told, _ = pits.board().text.splitlines()
    assert head.endswith("Car Wars: The Card Game"), "who won stands in the sentence"
    assert told == "**Ann won:** Ben ejects and leaves the duel."
    assert "You won. Ben ejects and leaves the duel. See" in pits.panel(pits.ann).text
    lost = "Ann won. You came 2nd of 2. You eject and leave the duel. See"
    assert lost in pits.panel(pits.ben).text
