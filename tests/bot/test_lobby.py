"""The lobby: sitting down, getting up, options, words for the dice, the start."""

from __future__ import annotations

import pytest

from bot.local import Message
from bot.local.world import walk
from bot.match.match import LOBBY_SECONDS
from tests.bot.pits import MINUTE, Pits, find, follow_up, item, read, verbs

PLAIN, GOOD = 2, 3


def styles(message: Message, *sought: str) -> list[int]:
    """The styles of the buttons with these verbs."""
    parts = {part.get("custom_id"): part.get("style", 0) for part in walk(message.components)}
    return [parts[item(message, verb).custom_id] for verb in sought]


async def test_play_opens_a_table_with_its_host_in_it(pits: Pits) -> None:
    await pits.open(1)
    board = pits.board()
    assert "Car Wars: The Card Game" in board.text
    assert "**A** Ann (host)" in board.text
    assert "5 empty seats" in board.text
    seal = (await pits.match()).commitment
    assert f"sealed as {seal[:8]}…{seal[-4:]};" in board.text
    assert seal not in board.text, "it would fill a phone's screen"
    outcome = await pits.command(pits.ann, "verify", {"table": pits.match_id})
    assert seal in await follow_up(outcome)
    above = ["join", "unjoin", "computer", "solo", *["preset"] * 3]
    assert verbs(board) == [*above, "options", "options", "seats", "luck"]
    assert not item(board, "solo").disabled
    assert "start" not in verbs(board)


async def test_what_begins_the_match_stands_out_and_join_does_not(pits: Pits) -> None:
    """The host, whose button that is, is in already."""
    await pits.open(1)
    assert styles(pits.board(), "join", "solo") == [PLAIN, GOOD]
    await pits.press(pits.ben, "join")
    assert styles(pits.board(), "join", "start") == [PLAIN, GOOD]


async def test_one_joins_and_one_leaves(pits: Pits) -> None:
    await pits.open(1)
    await pits.press(pits.ben, "join")
    assert "**B** Ben" in pits.board().text
    await pits.press(pits.ben, "unjoin")
    assert "Ben" not in pits.board().text
    assert len(pits.public()) == 1


async def test_who_joins_gets_a_quiet_direct_message(pits: Pits) -> None:
    await pits.open(2)
    await pits.settled()
    assert "You have a seat" in pits.panel(pits.ben).text
    assert f"<#{pits.channel.id}>" in pits.panel(pits.ben).text


async def test_when_the_host_leaves_the_next_person_is_host(pits: Pits) -> None:
    await pits.open(2)
    await pits.press(pits.ann, "unjoin")
    assert "**A** Ben (host)" in pits.board().text
    await pits.press(pits.ben, "computer")
    await pits.press(pits.ben, "start")
    assert (await pits.match()).status == "live"


async def test_when_the_last_person_leaves_the_table_closes(pits: Pits) -> None:
    await pits.open(1)
    await pits.press(pits.ann, "unjoin")
    assert "closed" in pits.public()[0].text
    assert not pits.public()[0].pressables
    await pits.open(1)
    assert len(pits.public()) == 2


async def test_a_full_table_takes_nobody(pits: Pits) -> None:
    await pits.open(6)
    board = pits.board()
    assert item(board, "join").disabled
    assert item(board, "computer").disabled
    before = await pits.stored()
    outcome = await pits.forge(pits.people[6], f"join:{pits.match_id}")
    assert "All 6 seats are taken." in await follow_up(outcome)
    outcome = await pits.forge(pits.ann, f"computer:{pits.match_id}")
    assert "All 6 seats are taken." in await follow_up(outcome)
    assert await pits.stored() == before


async def test_an_added_computer_can_be_taken_out_again(pits: Pits) -> None:
    await pits.open(2)
    before = verbs(pits.board())
    assert "drop" not in before
    await pits.press(pits.ann, "computer")
    assert verbs(pits.board()) == [*before, "drop"], "no other button moves"
    await pits.press(pits.cora, "join")
    await pits.press(pits.ann, "computer")
    assert "**E** Juniper (computer, normal)" in pits.board().text
    await pits.press(pits.ben, "drop")  # anyone at the table, and the last computer first
    assert "Juniper" not in pits.board().text
    await pits.press(pits.ann, "drop")
    assert "Rook" not in pits.board().text
    assert "**C** Cora" in pits.board().text
    assert "drop" not in verbs(pits.board())
    await pits.press(pits.ann, "start")
    await pits.settled()
    assert [seat.name for seat in (await pits.match()).seats] == ["Ann", "Ben", "Cora"]


async def test_a_second_press_of_the_same_button_takes_no_second_computer_out(pits: Pits) -> None:
    await pits.open(1, computers=2)
    board = pits.board()
    button = find(board, "drop")
    await pits.forge(pits.ann, button, board)
    outcome = await pits.forge(pits.ann, button, board)
    assert "The seats have changed meanwhile." in await follow_up(outcome)
    assert [seat.name for seat in (await pits.match()).seats] == ["Ann", "Rook"]


async def test_who_may_not_take_a_computer_out(pits: Pits) -> None:
    await pits.open(2, computers=1)
    before = await pits.stored()
    outcome = await pits.press(pits.stranger, "drop")
    assert "You are not playing at this table." in await follow_up(outcome)
    assert await pits.stored() == before
    await pits.press(pits.ann, "drop")
    before = await pits.stored()
    outcome = await pits.forge(pits.ann, f"drop:{pits.match_id}")
    assert "No computer sits at this table." in await follow_up(outcome)
    await pits.press(pits.ann, "start")
    await pits.settled()
    outcome = await pits.forge(pits.ann, f"drop:{pits.match_id}")
    assert "This match has already started." in await follow_up(outcome)


async def test_one_cannot_sit_down_twice(pits: Pits) -> None:
    await pits.open(2)
    before = await pits.stored()
    outcome = await pits.press(pits.ben, "join")
    assert "You are already at this table." in await follow_up(outcome)
    assert await pits.stored() == before


async def test_only_the_host_starts(pits: Pits) -> None:
    await pits.open(2)
    before = await pits.stored()
    outcome = await pits.press(pits.ben, "start")
    assert "Only the host of this table can start it." in await follow_up(outcome)
    assert await pits.stored() == before


async def test_one_alone_cannot_start(pits: Pits) -> None:
    await pits.open(1)
    outcome = await pits.forge(pits.ann, f"start:{pits.match_id}")
    assert "needs at least 2 seats" in await follow_up(outcome)
    assert (await pits.stored()).status == "lobby"


async def test_play_with_computers_fills_their_seats(pits: Pits) -> None:
    await pits.command(pits.ann, "play", {"seats": 4, "computers": 2, "level": "easy"})
    text = pits.board().text
    assert text.count("(computer, easy)") == 2
    assert "1 empty seat" in text


async def test_a_table_has_as_many_seats_as_its_host_said(pits: Pits) -> None:
    await pits.command(pits.ann, "play", {"seats": 2, "computers": 1})
    pits.match_id = read(pits.board())[0].match_id
    board = pits.board()
    assert "empty seat" not in board.text
    assert item(board, "join").disabled
    assert item(board, "computer").disabled
    for verb in ("join", "computer"):
        user = pits.ben if verb == "join" else pits.ann
        outcome = await pits.forge(user, f"{verb}:{pits.match_id}")
        assert "All 2 seats are taken." in await follow_up(outcome)
    assert len((await pits.match()).seats) == 2


async def test_the_options_form_goes_there_and_back(pits: Pits) -> None:
    await pits.open(1)
    form = (await pits.press(pits.ann, "options")).modal
    assert form is not None
    values = {"pace": "post", "points_to_win": "100", "single_duel": "true", "window_seconds": "30"}
    await pits.submit(pits.ann, form, values)
    match = await pits.match()
    assert match.pace == "post"
    assert match.options.points_to_win == 100
    assert match.options.single_duel
    assert match.options.window_seconds == 30
    assert match.options.reduced_deck, "what was left out keeps its value"
    assert "slow" in pits.board().text
    again = (await pits.press(pits.ann, "options")).modal
    assert again is not None
    await pits.submit(pits.ann, again, {})
    assert (await pits.match()).options == match.options


@pytest.mark.parametrize("typed", ["", "nine", "9", "301", "-60", "60.5", "٦٠", "1e2", "9" * 20])
async def test_an_option_that_does_not_fit_is_named(pits: Pits, typed: str) -> None:
    await pits.open(1)
    form = (await pits.press(pits.ann, "options")).modal
    assert form is not None
    before = await pits.stored()
    for field in form.body["components"]:
        field["component"]["required"] = False  # a client that checks nothing
    outcome = await pits.submit(pits.ann, form, {"points_to_win": typed})
    assert "Points to win must be a whole number from 10 to 300." in await follow_up(outcome)
    assert await pits.stored() == before


async def test_only_the_host_gets_the_form_and_only_in_the_lobby(pits: Pits) -> None:
    await pits.open(2)
    outcome = await pits.press(pits.ben, "options")
    assert outcome.modal is None
    assert "Only the host of this table can change the options." in await follow_up(outcome)
    form = (await pits.press(pits.ann, "options")).modal
    assert form is not None
    await pits.press(pits.ann, "start")
    await pits.settled()
    before = await pits.stored()
    outcome = await pits.submit(pits.ann, form, {"pace": "post"})
    assert "This match has already started." in await follow_up(outcome)
    assert await pits.stored() == before


async def test_a_form_whose_lobby_message_was_deleted_still_counts(pits: Pits) -> None:
    await pits.open(1)
    form = (await pits.press(pits.ann, "options")).modal
    assert form is not None
    pits.local.misbehave.delete_message(pits.board())
    outcome = await pits.submit(pits.ann, form, {"pace": "post"})
    await pits.settled()
    assert not outcome.failed
    assert (await pits.match()).pace == "post"
    assert "slow" in pits.board().text
    assert "went wrong" not in outcome.text


async def test_everyones_words_are_mixed_into_the_dice(pits: Pits) -> None:
    await pits.open(2)
    for user, words in ((pits.ann, " lucky\n seven "), (pits.ben, "no whammies")):
        form = (await pits.press(user, "luck")).modal
        outcome = await pits.submit(user, form, {"words": words})
        assert "Your words are in: they are mixed into" in await follow_up(outcome)
    await pits.press(pits.ann, "start")
    assert (await pits.match()).words == "lucky seven / no whammies"


async def test_the_dice_take_words_of_players_only_and_before_the_start(pits: Pits) -> None:
    await pits.open(2)
    outcome = await pits.press(pits.cora, "luck")
    assert outcome.modal is None
    assert "You are not playing at this table." in await follow_up(outcome)
    form = (await pits.press(pits.ben, "luck")).modal
    assert form is not None
    await pits.press(pits.ann, "start")
    outcome = await pits.submit(pits.ben, form, {"words": "late"})
    assert "This match has already started." in await follow_up(outcome)


async def test_an_unused_lobby_closes_itself_after_half_an_hour(pits: Pits) -> None:
    await pits.open(2)
    pits.clock.now += 1000 * LOBBY_SECONDS - 1
    assert await pits.bot.clocks.tick() == 0
    pits.clock.now += 1
    await pits.bot.clocks.tick()
    await pits.settled()
    assert "Nobody started it." in pits.public()[0].text
    assert (await pits.stored()).status == "ended"
    for user in (pits.ann, pits.ben):
        assert "You have a seat" not in pits.panel(user).text
        assert "This table was closed before it started." in pits.panel(user).text


@pytest.mark.parametrize("how", ["end", "leave"])
async def test_a_closed_lobby_says_who_closed_it(pits: Pits, how: str) -> None:
    await pits.open(1)
    await pits.command(pits.ann, how)
    await pits.settled()
    said = {"end": "The host closed it.", "leave": "Everyone left before it started."}
    assert said[how] in pits.public()[0].text


async def test_who_leaves_a_lobby_is_not_told_any_more_that_he_has_a_seat(pits: Pits) -> None:
    await pits.open(2)
    greeting = pits.panel(pits.ben)
    assert "You have a seat" in greeting.text
    await pits.press(pits.ben, "unjoin")
    await pits.settled()
    assert greeting.deleted
    assert "You have a seat" in pits.panel(pits.ann).text


async def test_a_started_table_is_not_closed_by_the_lobbys_clock(pits: Pits) -> None:
    await pits.deal(2, options={"pace": "post"})
    pits.clock.now += 31 * MINUTE
    await pits.bot.clocks.tick()
    assert (await pits.match()).status == "live"


async def test_a_channel_has_one_table_and_its_threads_others(pits: Pits) -> None:
    await pits.open(2)
    first = pits.match_id
    outcome = await pits.command(pits.cora, "play")
    assert "There is a table in this channel already." in outcome.text
    thread = pits.local.add_thread(pits.channel, "table two")
    second = await pits.open(2, channel=thread, people=[pits.cora, pits.dev])
    assert second != first
    await pits.press(pits.cora, "start", pits.board(thread))
    await pits.press(pits.ann, "start")
    await pits.settled()
    assert (await pits.match(first)).status == (await pits.match(second)).status == "live"
    assert "Cora" not in pits.board().text
    assert f"Table {second}" in pits.board(thread).text
