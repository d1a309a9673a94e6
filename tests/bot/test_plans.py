"""Plans: a turn that a player writes down ahead, on the panel, in the form and in the database."""

from __future__ import annotations

import argparse
from typing import Any

import msgspec
import pytest

from bot import __main__ as command_line
from bot.demo import Plan as Demo
from bot.local import Message, User
from bot.match.match import Match
from bot.posts import boards, planning
from bot.posts.hands import hand_key
from bot.posts.pictures import Pictures
from bot.presses.hand_clicks import HandClicks
from bot.tables import rows
from games.engine.chance import SeededChance
from games.engine.errors import Refusal, Stale
from games.engine.fair import LoggedChance
from games.engine.found import find as installed
from games.engine.kept import Emitted
from games.engine.table import Table
from games.mini_carwars.events import PlayerLeft
from tests.bot.pits import Pits, find, follow_up, item, question, read, verbs

GAME = "mini-carwars"


async def duel(pits: Pits, **how: Any) -> None:
    """Ann and Ben on the road, about to choose their speeds for the first turn."""
    await pits.deal(2, game=GAME, **how)
    await answer_all(pits, "vehicle")


def planned(view: Any, text: str) -> Any:
    """The plan that a text stands for."""
    plans = installed(GAME).plans
    ahead = plans.ahead(view, None) if plans is not None else None
    assert ahead is not None
    assert ahead.walked is not None
    form = ahead.walked.typed(())
    assert form is not None
    return ahead.walked.read(form.read(text))


async def answer_all(pits: Pits, kind: str) -> None:
    """Have every question of a kind answered by its default, as if it had been pressed."""

    def go(match: Match) -> None:
        while asks := [ask for ask in match.waiting() if ask.kind == kind]:
            table = match.running()
            ask = next(ask for ask in table.asks if ask in asks)
            match.answer(match.seats[ask.seat].user_id or 0, ask.number, ask.default)

    await pits.bot.matches.change(pits.match_id, go)
    await pits.settled()


async def write(pits: Pits, user: User, text: str) -> str:
    """Press Plan, type, send; returns what the player then reads."""
    form = (await pits.press(user, "plan", pits.panel(user))).modal
    outcome = await pits.submit(user, form, {"text": text})
    await pits.settled()
    return outcome.text


def prefilled(form: Any) -> str:
    """What stands in a form before anything is typed."""
    (row,) = form.body["components"]
    return str(row["component"].get("value", ""))


async def asked(pits: Pits) -> list[tuple[int, str]]:
    return [(ask.seat, ask.kind) for ask in (await pits.match()).waiting()]


async def test_a_plan_answers_until_it_does_not_fit(pits: Pits) -> None:
    await duel(pits)
    assert "plan" in verbs(pits.panel(pits.ann))
    said = await write(pits, pits.ann, "keep; straight, drift left 1/4, straight; hold fire")
    assert "**Your plan:** speed 60; straight, drift left 1/4, straight; hold fire" in said
    await write(pits, pits.ben, "keep; straight to the end; hold fire")
    match = await pits.match()
    assert [(ask.seat, ask.kind) for ask in match.waiting()] == [(0, "move")]
    view = match.running().view(0)
    assert (view.turn, view.phase) == (1, 4)
    moves = [move for move in await pits.store.moves(pits.match_id) if move.kind == "wish"]
    assert {move.seat for move in moves} == {0, 1}
    panel = pits.panel(pits.ann)
    assert "**Your plan:** hold fire" in panel.text
    assert "drift" not in pits.board().text
    assert "Your plan" not in pits.board().text


async def test_a_form_that_is_opened_on_a_hand_and_put_away_stops_nothing(pits: Pits) -> None:
    """A press that is answered with a form cannot change the message it was on."""
    await duel(pits)
    panels, place = pits.bot.delivery.panels, (pits.match_id, pits.ann.id)
    hand = (await pits.press(pits.ann, "hand")).ephemeral
    assert hand is not None
    assert (await pits.press(pits.ann, "plan", hand)).modal is not None
    await answer_all(pits, "speed")
    looked_at = panels.of(place)
    assert looked_at is not None
    assert looked_at.key == hand_key(await pits.match(), 0)
    panels.leave(*place)
    assert (await pits.press(pits.ann, "plan", hand)).modal is not None
    assert panels.of(place) is None


async def test_the_board_in_words_tells_the_moment_once(pits: Pits) -> None:
    await duel(pits)
    post = boards.in_words(await pits.match(), Pictures())
    assert post.head == "Road duel, turn 1, speeds"
    assert post.body[0].startswith("A Ann and B Ben choose speeds.")


async def test_another_player_reads_nothing_of_a_plan(pits: Pits) -> None:
    await duel(pits)
    before = pits.seen(pits.ann)
    await write(pits, pits.ann, "straight; fire at 9 or less")
    assert all("9 or less" not in text for _, text in pits.seen(pits.ann))
    assert pits.seen(pits.ann) == before


async def test_a_refused_plan_changes_nothing_and_is_not_lost(pits: Pits) -> None:
    await duel(pits)
    form = (await pits.press(pits.ann, "plan", pits.panel(pits.ann))).modal
    assert form is not None
    assert prefilled(form) == "A: straight x6"
    assert form.title == "Plan", "what its field says stands there once"
    before = await pits.stored()
    typed = "straight, swerve left 45, straight"
    said = await write(pits, pits.ann, typed)
    assert "Phase 2: A is a car: it swerves by 15 and 30 degrees" in said
    assert "not by 45 (Rules: 6." in said
    assert await pits.stored() == before
    assert (await pits.match()).seats[0].plan is None
    form = (await pits.press(pits.ann, "plan", pits.panel(pits.ann))).modal
    assert prefilled(form) == typed
    await write(pits, pits.ann, "straight, swerve left 15, straight")
    form = (await pits.press(pits.ann, "plan", pits.panel(pits.ann))).modal
    assert prefilled(form) == "A: straight, swerve left 15, straight"


async def test_a_plan_that_comes_too_late(pits: Pits) -> None:
    await duel(pits)
    form = (await pits.press(pits.ann, "plan", pits.panel(pits.ann))).modal
    for _ in range(40):
        for kind in ("speed", "move", "fire"):
            await answer_all(pits, kind)
        if (await pits.match()).running().view(0).turn > 1:
            break
    before = await pits.stored()
    outcome = await pits.submit(pits.ann, form, {"text": "straight"})
    assert "That plan came too late" in outcome.text
    assert await pits.stored() == before


async def test_an_empty_plan_takes_the_plan_back(pits: Pits) -> None:
    await duel(pits)
    await write(pits, pits.ann, "straight; hold fire")
    assert (await pits.match()).seats[0].plan is not None
    said = await write(pits, pits.ann, "  ")
    assert "Your plan" not in said
    assert (await pits.match()).seats[0].plan is None


async def test_a_plan_may_be_changed_while_others_are_asked(pits: Pits) -> None:
    await duel(pits)
    await write(pits, pits.ann, "keep; straight")
    assert [seat for seat, _ in await asked(pits)] == [0, 1]
    panel = pits.panel(pits.ann)
    assert question(panel) == 0
    assert "plan" in verbs(panel)
    said = await write(pits, pits.ann, "keep; drift left 1/4")
    assert "**Your plan:** speed 60; drift left 1/4" in said


async def test_one_button_plans_the_rest_of_the_turn(pits: Pits) -> None:
    await duel(pits)
    await answer_all(pits, "speed")
    match = await pits.match()
    user = pits.people[match.waiting()[0].seat]
    other = pits.people[1 - match.waiting()[0].seat]
    outcome = await pits.press(user, "offer", pits.panel(user), "straight")
    assert "Planned: 6 moves straight ahead" in outcome.text
    await pits.settled()
    assert item(pits.panel(other), "offer").label == "Straight to the end of the turn"
    await pits.press(other, "offer", pits.panel(other), "straight")
    await pits.settled()
    fire = await asked(pits)
    assert {kind for _, kind in fire} == {"fire"}
    for who in (user, other):
        await pits.press(who, "offer", pits.panel(who), "hold")
        await pits.settled()
    assert (await pits.match()).running().view(0).turn == 2
    assert {kind for _, kind in await asked(pits)} == {"speed"}


async def test_what_was_planned_is_not_told_once_nothing_of_it_is_left(pits: Pits) -> None:
    """In Car Wars a turn that is taken up is driven at once; what comes next is another matter."""

    """In Car Wars a turn that is taken up is driven at once, and something else is asked."""
    await pits.deal(2, game="carwars")
    await answer_all(pits, "build")
    await answer_all(pits, "place")
    (ask,) = (await pits.match()).waiting()
    user = pits.people[ask.seat]
    outcome = await pits.press(user, "offer", pits.panel(user), "straight")
    assert outcome.text
    assert "Planned:" not in outcome.text


async def test_a_turn_is_driven_as_the_computer_would(pits: Pits) -> None:
    await duel(pits)
    await answer_all(pits, "speed")
    ask = (await pits.match()).waiting()[0]
    user = pits.people[ask.seat]
    custom_id = find(pits.panel(user), "offer", "computer")
    outcome = await pits.press(user, "offer", pits.panel(user), "computer")
    assert "drives as the computer would to the end of the turn, first: " in outcome.text
    await pits.settled()
    assert [seat for seat, kind in await asked(pits) if kind == "move"] == [1 - ask.seat]
    before = await pits.stored()
    outcome = await pits.forge(user, custom_id, pits.panel(user))
    assert "settled by now" in outcome.text
    assert await pits.stored() == before


async def test_what_was_told_before_a_plan_is_not_told_after_it(pits: Pits) -> None:
    await duel(pits)
    await answer_all(pits, "speed")
    ask = (await pits.match()).waiting()[0]
    user = pits.people[ask.seat]

    def happen(match: Match) -> None:
        match.news = [*match.news, (match.last_move, Emitted(PlayerLeft(ask.seat)))]

    await pits.bot.matches.change(pits.match_id, happen)
    before = await pits.press(user, "why", pits.panel(user))
    assert "You leave for good" in before.text
    for each in (user, pits.people[1 - ask.seat]):
        await pits.press(each, "offer", pits.panel(each), "straight")
        await pits.settled()
    assert "fire?" in pits.panel(user).text
    assert "leave for good" not in pits.panel(user).text


async def test_a_shortcut_warns_as_the_single_move_does(
    pits: Pits, monkeypatch: pytest.MonkeyPatch
) -> None:
    await duel(pits)
    await answer_all(pits, "speed")
    ask = (await pits.match()).waiting()[0]
    user = pits.people[ask.seat]
    monkeypatch.setattr(HandClicks, "_foolish", lambda *of: True)
    before = await pits.stored()
    outcome = await pits.press(user, "offer", pits.panel(user), "straight")
    assert "Are you sure?" in outcome.text
    assert "Straight ahead" in outcome.text
    assert await pits.stored() == before
    assert outcome.message is not None
    sure = next(each for each in read(outcome.message) if each.verb == "offer" and each.sure)
    assert sure.path == ("straight",)
    await pits.forge(user, f"offer:{pits.match_id}:{ask.number}:straight!", outcome.message)
    assert (await pits.match()).seats[ask.seat].plan is not None


async def test_a_shortcut_that_has_become_dangerous_changes_nothing(pits: Pits) -> None:
    """It counts only while it answers what its player was warned of, or not warned of."""
    await duel(pits)
    await answer_all(pits, "speed")
    match = await pits.match()
    ask = match.waiting()[0]
    user = pits.people[ask.seat]
    with pytest.raises(Stale, match="cannot be planned here any more"):
        planning.take(match, user.id, ask.number, "straight", None)
    assert match.seats[ask.seat].plan is None


async def test_an_old_button_plans_nothing(pits: Pits) -> None:
    await duel(pits)
    await answer_all(pits, "speed")
    match = await pits.match()
    ask = match.waiting()[0]
    user = pits.people[ask.seat]
    custom_id = find(pits.panel(user), "offer", "straight")
    await pits.press(user, "pick", pits.panel(user), "straight")
    await pits.settled()
    before = await pits.stored()
    outcome = await pits.forge(user, custom_id, pits.panel(user))
    assert "settled by now" in outcome.text
    outcome = await pits.forge(pits.stranger, custom_id)
    assert "You are not playing at this table" in await follow_up(outcome)
    assert await pits.stored() == before


async def test_a_plan_survives_a_restart(pits: Pits) -> None:
    await duel(pits)
    await write(pits, pits.ann, "keep; straight, swerve right 30; fire at 7 or less")
    plan = (await pits.match()).seats[0].plan
    await pits.stop()
    await pits.start()
    match = await pits.match()
    assert match.seats[0].plan == plan
    assert match.seats[1].plan is None
    await write(pits, pits.ben, "keep; straight; hold fire")
    await pits.settled()
    moves = await pits.store.moves(pits.match_id)
    given = [move.value for move in moves if move.kind == "wish" and move.seat == 0]
    assert any(b'"straight"' in value for value in given), given


async def test_a_plan_of_a_form_that_is_gone_is_forgotten(pits: Pits) -> None:
    await duel(pits)
    await write(pits, pits.ann, "keep; straight")
    row = await pits.store.match(pits.match_id)
    assert row is not None
    assert rows.match_of(row).seats[0].plan is not None
    extra = rows.extra_of(row.extra)
    extra.plans[0] = {"turn": "first"}
    row = msgspec.structs.replace(row, extra=msgspec.json.encode(extra))
    assert rows.match_of(row).seats[0].plan is None


async def test_ask_me_everything_takes_a_plan_back(pits: Pits) -> None:
    await duel(pits)
    await write(pits, pits.ann, "keep; straight")
    more = await pits.press(pits.ann, "more")
    message = more.message
    assert message is not None
    assert not item(message, "askme").disabled
    await pits.forge(pits.ann, f"askme:{pits.match_id}")
    assert (await pits.match()).seats[0].plan is None


async def test_taking_an_answer_back_takes_the_plan_back(pits: Pits) -> None:
    await duel(pits)
    await write(pits, pits.ann, "keep; straight")
    outcome = await pits.command(pits.ann, "undo")
    assert "Your question is open again." in await follow_up(outcome)
    await pits.settled()
    match = await pits.match()
    assert match.seats[0].plan is None
    ask = match.ask_of(0)
    assert ask is not None
    assert ask.kind == "speed"


async def test_taking_a_move_back_takes_every_plan_back(pits: Pits) -> None:
    """What the others have planned since was planned for what has not happened now."""
    await duel(pits)
    await answer_all(pits, "speed")
    for _ in range(4):
        (last,) = [ask.seat for ask in (await pits.match()).waiting()]
        user, other = pits.people[last], pits.people[1 - last]
        await pits.press(user, "pick", pits.panel(user), "straight")
        await pits.settled()
        if [seat for seat, _ in await asked(pits)] == [1 - last]:
            break
    await write(pits, other, "straight to the end")
    assert (await pits.match()).seats[1 - last].plan is not None
    await pits.command(user, "undo")
    await pits.settled()
    await pits.press(other, "agree")
    await pits.settled()
    assert [seat.plan for seat in (await pits.match()).seats] == [None, None]


async def test_a_question_with_one_answer_is_not_asked_and_not_undone(pits: Pits) -> None:
    # In the arena they see nothing of each other at first.
    await duel(pits, options={"scenario": "arena"})
    await answer_all(pits, "speed")
    for _ in range(2):
        last = (await pits.match()).waiting()[0].seat
        user = pits.people[last]
        await pits.press(user, "pick", pits.panel(user), "straight")
        await pits.settled()
    assert (await pits.match()).running().view(0).phase == 2
    assert [kind for _, kind in await asked(pits)] == ["move"]
    forced = [move for move in await pits.store.moves(pits.match_id) if move.kind == "forced"]
    assert {move.seat for move in forced} == {0, 1}
    assert {move.value for move in forced} == {b'{"type":"hold"}'}
    await pits.command(user, "undo")
    await pits.settled()
    other = pits.people[1 - last]
    await pits.press(other, "agree")
    await pits.settled()
    view = (await pits.match()).running().view(0)
    assert (view.phase, await asked(pits)) == (1, [(last, "move")])


async def test_only_a_game_with_plans_takes_one(pits: Pits) -> None:
    await pits.lay("gun front, swerve, smoke", "laser left, smoke")
    assert "plan" not in verbs(pits.panel(pits.ann))
    outcome = await pits.forge(pits.ann, f"plan:{pits.match_id}")
    assert "is played without plans" in await follow_up(outcome)
    match = await pits.match()
    with pytest.raises(Refusal, match="played without plans"):
        planning.write(match, pits.ann.id, "straight", 1)


async def test_there_is_nothing_to_plan_while_vehicles_are_bought(pits: Pits) -> None:
    await pits.deal(2, game=GAME)
    assert "plan" not in verbs(pits.panel(pits.ann))
    outcome = await pits.forge(pits.ann, f"plan:{pits.match_id}")
    assert "There is nothing to plan just now." in await follow_up(outcome)


async def test_a_text_too_long_for_the_form(pits: Pits) -> None:
    await duel(pits)
    match = await pits.match()
    with pytest.raises(Refusal, match="at most 4000 characters"):
        planning.write(match, pits.ann.id, "straight," * 500, 1)
    with pytest.raises(Stale, match="too late"):
        planning.write(match, pits.ann.id, "straight", 0)


async def test_a_computer_seat_does_not_go_by_the_plan(pits: Pits) -> None:
    await duel(pits)
    match = await pits.match()
    match.seats[0].plan = planned(match.running().view(0), "speed 40")
    match.seats[0].computer = "normal"
    match._pass_windows()
    assert match.ask_of(0) is not None


# -- plans that are to be had by a button alone


async def racers(pits: Pits) -> tuple[User, int]:
    """A race in which a Speed card is to be chosen: by whom, and in which seat."""
    await pits.deal(3, game="nascards")
    while {kind for _, kind in await asked(pits)} != {"drive"}:
        for _, kind in await asked(pits):
            await answer_all(pits, kind)
    ((seat, _),) = await asked(pits)
    return pits.people[seat], seat


async def to_the_pits(pits: Pits) -> None:
    """The others answer until the next turn begins."""
    while (kinds := {kind for _, kind in await asked(pits)}) and "pit" not in kinds:
        for kind in kinds:
            await answer_all(pits, kind)


async def test_a_pit_stop_is_decided_with_the_card_before_it(pits: Pits) -> None:
    user, seat = await racers(pits)
    outcome = await pits.press(user, "offer", pits.panel(user), "pit")
    assert ", pit next turn, and drive on after that." in outcome.text
    assert "**Your plan:** pit next turn" in pits.panel(user).text
    assert "plan" not in verbs(pits.panel(user)), "there is nothing to write down"
    await to_the_pits(pits)
    assert (await pits.match()).ask_of(seat) is None
    await answer_all(pits, "pit")
    match = await pits.match()
    assert match.running().context.state.drivers[seat].pit_stops == 1
    moves = await pits.store.moves(pits.match_id)
    assert [move.kind for move in moves if move.seat == seat][-2:] == ["wish", "wish"]


async def test_a_plan_of_a_button_is_switched_off_and_nobody_else_reads_of_it(pits: Pits) -> None:
    user, seat = await racers(pits)
    await pits.press(user, "offer", pits.panel(user), "pit")
    await pits.settled()
    before = pits.seen(user)
    panel = pits.panel(user)
    assert item(panel, "unwish").label == "✓ Plan"
    outcome = await pits.press(user, "unwish", panel)
    assert "Switched off" in outcome.text
    await pits.settled()
    assert pits.seen(user) == before
    assert "unwish" not in verbs(pits.panel(user))
    await to_the_pits(pits)
    assert (await pits.match()).ask_of(seat) is not None


async def test_why_a_plan_has_ended_is_told_until_its_player_answers(pits: Pits) -> None:
    user, seat = await racers(pits)
    await pits.press(user, "offer", pits.panel(user), "stay")

    def hurt(match: Match) -> None:
        table = match.running()
        table.context.state.drivers[seat].engine_penalty = -2
        chance = LoggedChance(SeededChance(1))
        again: Table[Any] = Table(match.game, table.context.state, chance, table.next_number)
        again._beats()
        match.loaded(again)

    await pits.bot.matches.change(pits.match_id, hurt)
    await to_the_pits(pits)
    await pits.settled()
    panel = pits.panel(user)
    assert (await pits.match()).ask_of(seat) is not None, "the plan would have answered"
    assert "**Your plan has ended:** your engine was damaged." in panel.text
    assert "Your plan:" not in panel.text
    assert "unwish" not in verbs(panel), "there is nothing to switch off"
    await pits.press(user, "pick", panel, "stay")
    await pits.settled()
    assert (await pits.match()).seats[seat].plan is None
    assert "plan has ended" not in pits.panel(user).text


async def test_a_plan_goes_before_an_auto_answer(pits: Pits) -> None:
    user, seat = await racers(pits)
    await pits.press(user, "offer", pits.panel(user), "pit")
    await pits.bot.matches.change(pits.match_id, lambda s: s.set_auto_answer(user.id, "pit"))
    await to_the_pits(pits)
    await answer_all(pits, "pit")
    assert (await pits.match()).running().context.state.drivers[seat].pit_stops == 1


async def test_a_round_is_driven_as_the_computer_would(pits: Pits) -> None:
    await pits.deal(2, game="world-auto-racing")
    while {kind for _, kind in await asked(pits)} != {"action"}:
        for _, kind in await asked(pits):
            await answer_all(pits, kind)
    ((seat, _),) = await asked(pits)
    user = pits.people[seat]
    outcome = await pits.press(user, "offer", pits.panel(user), "computer")
    assert "the computer answers for you to the end of this round" in outcome.text
    await pits.settled()
    assert item(pits.panel(user), "unwish").label == "✓ Plan"
    while (await pits.match()).running().view(seat).round == 1:
        assert (await pits.match()).ask_of(seat) is None
        for _, kind in await asked(pits):
            await answer_all(pits, kind)
    while (await pits.match()).ask_of(seat) is None:
        await answer_all(pits, "action")
    assert "unwish" not in verbs(pits.panel(user))


# -- the picture


def picture(message: Message) -> bytes:
    return b"".join(attachment.data for attachment in message.attachments)


async def test_the_picture_follows_what_is_pressed(pits: Pits) -> None:
    await duel(pits)
    await answer_all(pits, "speed")
    user = pits.people[(await pits.match()).waiting()[0].seat]
    panel = pits.panel(user)
    first = picture(panel)
    await pits.press(user, "pick", panel, "swerve")
    await pits.settled()
    assert picture(pits.panel(user)) != first
    await pits.press(user, "back", pits.panel(user))
    await pits.settled()
    assert picture(pits.panel(user)) == first


async def test_other_pictures_only_ask_the_step_at_hand(pits: Pits) -> None:
    await pits.lay("gun front, swerve, smoke", "laser left, smoke", "armor front")
    panel = pits.panel(pits.ann)
    drawn, first = pits.bot.pictures.drawn, picture(panel)
    card = next(p for p in read(panel) if p.verb == "pick" and p.path != ("pass",))
    await pits.press(pits.ann, "pick", panel, *card.path)
    await pits.settled()
    panel = pits.panel(pits.ann)
    assert "›" in panel.text
    assert "Which target?" in panel.alts[0]
    assert pits.bot.pictures.drawn == drawn + 1
    await pits.press(pits.ann, "back", panel)
    await pits.settled()
    assert picture(pits.panel(pits.ann)) == first
    assert pits.bot.pictures.drawn == drawn + 1


# -- seats that hang on the options


async def test_seats_hang_on_the_options(pits: Pits) -> None:
    await pits.open(2, game=GAME)
    board = pits.board()
    assert "empty seat" not in board.text
    assert item(board, "join").disabled
    form = (await pits.press(pits.ann, "options")).modal
    await pits.submit(pits.ann, form, {"scenario": "arena"})
    assert "4 empty seats" in pits.board().text
    await pits.press(pits.cora, "join")
    form = (await pits.press(pits.ann, "options")).modal
    await pits.submit(pits.ann, form, {"scenario": "road-duel"})
    board = pits.board()
    sentence = "With these options Mini Car Wars is for 2 players, and 3 sit here."
    assert sentence in board.text
    assert item(board, "start").disabled
    before = await pits.stored()
    outcome = await pits.forge(pits.ann, f"start:{pits.match_id}")
    assert sentence in await follow_up(outcome)
    assert await pits.stored() == before
    await pits.press(pits.cora, "unjoin")
    await pits.press(pits.ann, "start")
    assert (await pits.stored()).status == "live"


async def test_a_host_who_asks_for_more_seats_gets_a_length_that_has_them(pits: Pits) -> None:
    await pits.command(pits.ann, "play", {"game": GAME, "seats": 4, "computers": 2})
    assert "**Long.** The arena" in pits.board().text
    assert "1 empty seat" in pits.board().text
    outcome = await pits.command(
        pits.ben, "play", {"game": GAME, "seats": 7}, pits.local.add_channel("yard")
    )
    assert "has 2 to 6 seats" in await follow_up(outcome)


async def test_computers_alone_say_how_many_seats_there_are(pits: Pits) -> None:
    await pits.command(pits.ann, "play", {"game": GAME, "computers": 3})
    assert "**Long.** The arena" in pits.board().text
    assert "2 empty seats" in pits.board().text


# -- the demo's command line


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ([GAME, "--scenario", "arena"], ""),
        ([GAME, "--scenario", "road-duel"], ""),
        ([GAME, "--scenario", "open-fight", "--seats", "6"], ""),
        ([GAME], ""),
        (
            [GAME, "--scenario", "moon"],
            "has the scenarios road-duel, pack-attack, arena, open-fight.",
        ),
        (["nascards", "--scenario", "arena"], "--scenario: NASCARDS has no scenarios."),
        (["carwars", "--size", "large", "--seats", "8"], ""),
        (
            ["carwars", "--size", "tiny"],
            "--size: Car Wars, Sixth Edition has the sizes small, large.",
        ),
        (["nascards", "--size", "small"], "--size: NASCARDS has no sizes."),
        ([GAME, "--scenario", "road-duel", "--seats", "3"], "has 2 seats with these options."),
        (["nascards", "--seats", "9"], "has 2 to 8 seats with these options."),
        (["nascards", "--set", "wings=2"], "has no option 'wings'"),
    ],
)
def test_scenarios_of_the_demo(words: list[str], sentence: str) -> None:
    arguments: argparse.Namespace = command_line._arguments(["demo", *words])
    plan = Demo.of(arguments)
    assert sentence in plan.fault()
    assert bool(sentence) == bool(plan.fault())


def test_how_many_people_the_demo_seats() -> None:
    assert Demo(game=GAME).people() == 2
    assert Demo(game=GAME, options={"scenario": "arena"}).people() == 4
    assert Demo(game=GAME, computers=1).people() == 1
    assert Demo(game="nascards", seats=3).people() == 3


async def test_an_offer_stands_only_where_nothing_has_been_pressed(pits: Pits) -> None:
    """It is a whole answer: beside the moves at a speed it would drop that speed."""
    await pits.deal(2, game="carwars")
    await answer_all(pits, "build")
    await answer_all(pits, "place")
    match = await pits.match()
    (ask,) = match.waiting()
    assert ask.kind == "turn"
    user = (pits.ann, pits.ben)[ask.seat]
    panel = pits.panel(user)
    assert "straight" in [each.path[0] for each in read(panel) if each.verb == "offer"]
    speeds = [each for each in read(panel) if each.verb in ("pick", "choose")]
    await pits.press(user, speeds[0].verb, panel, *speeds[0].path)
    panel = pits.panel(user)
    assert "offer" not in verbs(panel)
    await pits.press(user, "back", panel)
    assert "offer" in verbs(pits.panel(user))
