"""A question that a player has answered by its default from now on."""

from __future__ import annotations

import pytest

from bot.match.unasked import unasked
from games.engine.chance import ScriptedChance
from games.engine.errors import Refusal
from games.engine.table import Table
from games.world_auto_racing.moves import Decline, Discard
from games.world_auto_racing.plans import Round
from tests.bot.faults import match_of
from tests.bot.pits import Pits, follow_up, verbs
from tests.bot.test_table_talk import discard
from tests.games.world_auto_racing import laps


async def test_stay_from_now_on_is_not_asked_again_until_taken_back(pits: Pits) -> None:
    await pits.lay("gun front, swerve, smoke", "laser left, smoke")
    await discard(pits)
    assert "wish" in verbs(pits.panel(pits.ann))
    outcome = await pits.press(pits.ann, "wish", pits.panel(pits.ann))
    assert "Got it: I won't ask you that again." in outcome.text
    await pits.settled()
    match = await pits.match()
    assert match.seats[0].auto_answers == ["escape"]
    assert [(ask.seat, ask.kind) for ask in match.waiting()] == [(1, "action")]
    await pits.press(pits.ben, "some", pits.panel(pits.ben), values=["0"])
    await pits.settled()
    await pits.press(pits.ben, "pick", pits.panel(pits.ben), "pass")
    await pits.settled()
    await discard(pits)
    asked = (await pits.match()).waiting()
    assert [ask.seat for ask in asked] == [1], "Ann stayed without being asked"
    outcome = await pits.forge(pits.ann, f"askme:{pits.match_id}")
    assert "I'll ask you everything again." in await follow_up(outcome)
    assert (await pits.match()).seats[0].auto_answers == []


async def test_they_survive_a_restart(pits: Pits) -> None:
    await pits.lay("gun front, swerve, smoke", "laser left, smoke")
    await discard(pits)
    await pits.press(pits.ann, "wish", pits.panel(pits.ann))
    await pits.settled()
    await pits.stop()
    await pits.start()
    assert (await pits.match()).seats[0].auto_answers == ["escape"]


async def test_only_what_the_game_lists_can_be_answered_so(pits: Pits) -> None:
    await pits.lay("gun front, swerve, smoke", "laser left, smoke")
    match = await pits.match()
    with pytest.raises(Refusal, match="wants an answer every time"):
        match.set_auto_answer(pits.ann.id, "action")
    with pytest.raises(Refusal, match="You are not playing at this table"):
        match.set_auto_answer(1, "escape")


def test_no_general_plan_overrules_it() -> None:
    """The computer would discard that card; what stands from now on holds for it too. A plan of
    that very question goes before it (`test_plans`)."""
    match = match_of("world-auto-racing")
    hand, beat = "big_bore_block_stage_3, redline", "scrap"
    mine = laps.racer(hand=hand, garage="redline, drizzle, hairpin")
    race = laps.state(mine, laps.racer(laps.CARS[1]), beat=beat, phase=beat)
    match.loaded(Table.begin(match.game, race, ScriptedChance(()))[0])
    asked = match.ask_of(0)
    assert asked is not None
    match.seats[0].plan = Round(race.round, asked.number - 1)
    assert unasked(match) == ("wish", asked, Discard(laps.n("big_bore_block_stage_3")))
    match.seats[0].auto_answers = ["scrap"]
    assert unasked(match) == ("wish", asked, Decline())


async def test_an_undo_lapses_when_play_goes_on(pits: Pits) -> None:
    await pits.lay("gun front, swerve, smoke", "laser left, smoke")
    await discard(pits)
    await pits.press(pits.ann, "pick", pits.panel(pits.ann), "pass")
    await pits.settled()
    await pits.command(pits.ann, "undo")
    await pits.settled()
    assert (await pits.match()).vote is not None
    await pits.press(pits.ben, "some", pits.panel(pits.ben), values=["0"])
    await pits.settled()
    assert (await pits.match()).vote is None
    assert "**Vote:**" not in pits.board().text
