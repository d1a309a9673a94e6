"""The lobby's lengths, its minutes, and playing against the computer with few presses."""

from __future__ import annotations

import pytest

from bot.local import Message
from bot.posts import custom_ids
from games.engine.found import all_games, find
from tests.bot.pits import Pits, follow_up, item, read, verbs

CARDS, MINI = find("carwars-cards"), find("mini-carwars")
MOST_PRESSES = 5
ANSWERS = ("pick", "choose", "some")


def labels(message: Message) -> dict[str, str]:
    """What the buttons of the lengths say."""
    shown = [(custom_ids.read(each.custom_id), each) for each in message.pressables]
    return {p.path[0]: each.label for p, each in shown if p is not None and p.verb == "preset"}


# -- lengths


async def test_a_new_table_is_standard_and_shows_the_others(pits: Pits) -> None:
    await pits.open(1)
    assert (await pits.match()).options == CARDS.standard
    standard = CARDS.presets["standard"].span()
    assert "**Standard.** One duel: the last car running wins." in pits.board().text
    assert "minutes" not in pits.board().text, "the picture and the button say how long it takes"
    shown = labels(pits.board())
    assert list(shown) == ["quick", "standard", "long"]
    assert shown["standard"] == f"Standard {standard.replace(' to ', '–')} min"


async def test_a_press_changes_the_length_and_a_form_makes_it_ones_own(pits: Pits) -> None:
    await pits.open(2)
    await pits.press(pits.ann, "preset", None, "long")
    match = await pits.match()
    assert match.options == CARDS.presets["long"].options == CARDS.Options()
    assert "**Long.** Duel after duel" in pits.board().text
    form = (await pits.press(pits.ann, "options")).modal
    await pits.submit(pits.ann, form, {"points_to_win": "70"})
    assert "**Own options.**" in pits.board().text
    assert "minutes" not in pits.board().text
    await pits.press(pits.ann, "preset", None, "quick")
    assert (await pits.match()).options.armor == 6
    await pits.press(pits.ann, "start")
    await pits.settled()
    table = (await pits.match()).table
    assert table is not None
    assert table.context.state.players[1].armor == [6, 6, 6, 6]


async def test_minutes_are_those_of_who_sits_here(pits: Pits) -> None:
    await pits.open(2)
    preset = CARDS.presets["standard"]
    assert labels(pits.board())["standard"] == f"Standard {preset.about(2, 2)} min"
    await pits.press(pits.ann, "computer")
    await pits.press(pits.ann, "computer")
    assert labels(pits.board())["standard"] == f"Standard {preset.about(4, 2)} min"
    assert preset.about(4, 1) < preset.about(4, 2) < preset.about(4, 4)
    form = (await pits.press(pits.ann, "options")).modal
    await pits.submit(pits.ann, form, {"pace": "post"})
    assert labels(pits.board())["standard"] == "Standard", "a clock of days is no matter of minutes"


async def test_a_lobby_says_whom_its_minutes_are_for(pits: Pits) -> None:
    """An arena of four with computers is quicker than a duel of two people."""
    await pits.open(1, game="mini-carwars")
    await pits.press(pits.ann, "preset", None, "long")
    assert "Times are for people in every seat" in pits.board().text
    for _ in range(3):
        await pits.press(pits.ann, "computer")
    assert labels(pits.board())["long"] == f"Long {MINI.presets['long'].about(4, 1)} min"
    assert "Times are for the seats so far, 1 person among computers" in pits.board().text
    await pits.press(pits.ben, "join")
    assert "Times are for the seats so far, 2 people among computers" in pits.board().text
    form = (await pits.press(pits.ann, "options")).modal
    await pits.submit(pits.ann, form, {"pace": "post"})
    assert "Minutes:" not in pits.board().text


async def test_people_alone_read_nothing_of_minutes(pits: Pits) -> None:
    await pits.open(2)
    assert "Minutes:" not in pits.board().text


async def test_only_the_host_chooses(pits: Pits) -> None:
    await pits.open(2)
    before = await pits.stored()
    outcome = await pits.press(pits.ben, "preset", None, "quick")
    assert "Only the host of this table can change the options." in await follow_up(outcome)
    assert await pits.stored() == before


@pytest.mark.parametrize("name", ["", "eternal"])
async def test_a_length_that_there_is_not(pits: Pits, name: str) -> None:
    await pits.open(1)
    before = await pits.stored()
    outcome = await pits.forge(pits.ann, f"preset:{pits.match_id}:0:{name}")
    assert "has one length only." in await follow_up(outcome)
    assert await pits.stored() == before


async def test_a_length_for_fewer_than_sit_here_is_refused(pits: Pits) -> None:
    await pits.command(pits.ann, "play", {"game": MINI.name, "computers": 3})
    pits.match_id = read(pits.board())[0].match_id
    assert (await pits.match()).options.scenario == "arena", "the first length with room for four"
    before = await pits.stored()
    outcome = await pits.press(pits.ann, "preset", None, "quick")
    said = "Quick is for 2 players here, not for 4. Nothing was changed."
    assert await follow_up(outcome) == said
    assert await pits.stored() == before


async def test_play_takes_a_length(pits: Pits) -> None:
    await pits.command(pits.ann, "play", {"preset": "quick"})
    pits.match_id = read(pits.board())[0].match_id
    assert (await pits.match()).options == CARDS.presets["quick"].options
    yard = pits.local.add_channel("yard")
    given = {"game": MINI.name, "preset": "quick", "seats": 4}
    outcome = await pits.command(pits.ben, "play", given, yard)
    assert "Quick is for 2 players here, not for 4." in await follow_up(outcome)
    assert pits.public(yard) == []


# -- against the computer


@pytest.mark.parametrize("game", [game.name for game in all_games()])
async def test_few_presses_lead_to_the_first_answer(pits: Pits, game: str) -> None:
    await pits.open(1, game=game)
    presses = 1
    await pits.press(pits.ann, "solo")
    await pits.settled()
    presses += 1
    outcome = await pits.press(pits.ann, "hand")
    shown = outcome.messages[-1]
    while await _answers(pits) == 0:
        pressed = next(p for p in read(shown) if p.verb in ANSWERS)
        thing = next(e for e in shown.pressables if custom_ids.read(e.custom_id) == pressed)
        values = [str(each["value"]) for each in thing.options[: max(1, thing.least)]] or None
        outcome = await pits.press(pits.ann, pressed.verb, shown, *pressed.path, values=values)
        presses += 1
        assert presses <= MOST_PRESSES
        await pits.settled()
    assert await _answers(pits) == 1


async def _answers(pits: Pits) -> int:
    """Answers that Ann has given."""
    moves = await pits.store.moves(pits.match_id)
    return sum(move.kind == "answer" and move.seat == 0 for move in moves)


async def test_one_press_seats_a_computer_and_starts(pits: Pits) -> None:
    await pits.open(1)
    assert "Play against the computer" in {each.label for each in pits.board().pressables}
    assert "start" not in verbs(pits.board())
    await pits.press(pits.ann, "solo")
    await pits.settled()
    match = await pits.match()
    assert match.status == "live"
    assert [seat.user_id for seat in match.seats] == [pits.ann.id, None]


async def test_who_is_not_alone_starts_as_ever(pits: Pits) -> None:
    await pits.open(1)
    late = pits.board()
    solo = item(late, "solo").custom_id
    await pits.press(pits.ben, "join")
    assert "solo" not in verbs(pits.board())
    before = await pits.stored()
    for user, sentence in (
        (pits.ann, "You are not alone at this table any more: press **Start**"),
        (pits.ben, "Only the host of this table can start it."),
    ):
        assert sentence in await follow_up(await pits.forge(user, solo))
    assert await pits.stored() == before
