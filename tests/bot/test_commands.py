"""The slash commands: what they answer, to whom, and what they refuse."""

from __future__ import annotations

import re
from typing import Any

import pytest

from bot.local import Channel
from games.engine.found import all_games
from games.engine.found import find as find_game
from tests.bot.pits import MINUTE, Pits, follow_up, question, verbs
from tests.bot.test_clicks import nothing_happens

NO_GAME = "There is no game of that name. Choose one from the list."
UNKNOWN = ("chess", "", "carwars_cards", "x" * 100, "../carwars-cards")
NO_TABLE = "There is no table in this channel. /play opens one."
NOWHERE = "You are at no table. /play opens one."
NOTHING = "There is nothing of that name. Start typing and choose from the list."


# -- values that do not fit


@pytest.mark.parametrize("game", [*UNKNOWN, "Car Wars: The Card Game (2 to 6 players)nas"])
async def test_an_unknown_game(pits: Pits, game: str) -> None:
    outcome = await pits.raw_command(pits.ann, "play", {"game": game})
    assert await follow_up(outcome) == NO_GAME
    assert pits.public() == []


@pytest.mark.parametrize("game", [" Mini Car Wars", "mini car wars (2 to 6 players", "NASCARDS"])
async def test_a_game_may_be_typed_by_its_title(pits: Pits, game: str) -> None:
    await pits.raw_command(pits.ann, "play", {"game": game})
    assert game.strip().split(" (")[0].casefold() in pits.board().text.casefold()


@pytest.mark.parametrize(
    "values",
    [
        {"seats": 9},
        {"seats": -1},
        {"seats": 10**15},
        {"computers": 8},
        {"computers": -3},
    ],
)
async def test_numbers_that_no_client_would_send(pits: Pits, values: dict[str, Any]) -> None:
    outcome = await pits.raw_command(pits.ann, "play", values)
    assert "has 2 to 6 seats, and one of them is yours." in await follow_up(outcome)
    assert await pits.store.open_lines() == []


async def test_a_level_that_there_is_not(pits: Pits) -> None:
    outcome = await pits.raw_command(pits.ann, "play", {"computers": 1, "level": "hard"})
    assert await follow_up(outcome) == "The computer plays at level easy or normal."
    assert await pits.store.open_lines() == []


@pytest.mark.parametrize("name", ["hand", "help"])
async def test_options_of_another_version(pits: Pits, name: str) -> None:
    outcome = await pits.raw_command(pits.ann, name, {"colour": "red"})
    assert "went wrong" not in outcome.text
    assert not outcome.failed


@pytest.mark.parametrize(
    "values",
    [{"seats": 8}, {"seats": 7}, {"computers": 7}, {"seats": 3, "computers": 3}, {"computers": 6}],
)
async def test_seats_that_the_game_does_not_have(pits: Pits, values: dict[str, int]) -> None:
    outcome = await pits.command(pits.ann, "play", values)
    assert "has 2 to 6 seats, and one of them is yours." in await follow_up(outcome)
    assert await pits.store.open_lines() == []


@pytest.mark.parametrize("name", ["card", "rules"])
@pytest.mark.parametrize(
    "typed", ["warp drive", "   ", "<@1234567890>", "'; DROP TABLE matches; --"]
)
async def test_a_card_or_rule_that_there_is_not(pits: Pits, name: str, typed: str) -> None:
    option = "name" if name == "card" else "topic"
    outcome = await pits.command(pits.ann, name, {option: typed})
    assert await follow_up(outcome) == NOTHING


@pytest.mark.parametrize("name", ["hand", "verify"])
@pytest.mark.parametrize("table", ["NEVERTHERE", "x", "-", "pick:TABLE001:1", "é" * 100])
async def test_a_table_that_there_is_not(pits: Pits, name: str, table: str) -> None:
    await pits.deal(2)
    outcome = await pits.command(pits.ann, name, {"table": table})
    assert "There is no such table any more. /play opens a new one." in await follow_up(outcome)


@pytest.mark.parametrize("name", ["table", "undo", "leave", "end"])
async def test_a_channel_without_a_table(pits: Pits, name: str) -> None:
    outcome = await pits.command(pits.ann, name)
    assert await follow_up(outcome) == NO_TABLE


@pytest.mark.parametrize("name", ["undo", "leave", "end"])
async def test_an_outsiders_command(pits: Pits, name: str) -> None:
    await pits.deal(2)
    async with nothing_happens(pits, pits.stranger):
        outcome = await pits.command(pits.stranger, name)
    assert "You are not playing at this table." in await follow_up(outcome)


# -- completion


async def test_completion_offers_what_fits(pits: Pits) -> None:
    offer = pits.local.autocomplete
    games = await offer(pits.ann, pits.channel, "play", "game", "card game")
    assert [choice["value"] for choice in games] == ["carwars-cards"]
    assert "2 to 6 players" in games[0]["name"]
    assert await offer(pits.ann, pits.channel, "play", "game", "ludo") == []
    laser = await offer(pits.ann, pits.channel, "card", "name", "laser")
    assert [choice["value"] for choice in laser[:2]] == [
        "carwars-cards:laser",
        "mini-carwars:laser",
    ]
    assert len(await offer(pits.ann, pits.channel, "card", "name", "")) == 25
    for odd in ("\u202e", "**", "x" * 100, "<@1234567890>"):
        assert await offer(pits.ann, pits.channel, "rules", "topic", odd) == []


async def test_completion_begins_with_the_game_played_here(pits: Pits) -> None:
    await pits.open(2, game="mini-carwars")
    offer = pits.local.autocomplete
    skids = await offer(pits.ann, pits.channel, "rules", "topic", "skid")
    assert skids[0]["value"] == "mini-carwars:control"
    lasers = await offer(pits.ann, pits.channel, "card", "name", "laser")
    assert lasers[0]["value"] == "mini-carwars:laser"


async def test_completion_offers_ones_own_tables_only(pits: Pits) -> None:
    match_id = await pits.open(2)
    offer = pits.local.autocomplete
    mine = await offer(pits.ben, pits.channel, "hand", "table", "")
    assert [choice["value"] for choice in mine] == [match_id]
    assert await offer(pits.stranger, pits.channel, "verify", "table", "") == []


# -- what they answer


async def test_the_board_comes_to_the_bottom_again(pits: Pits) -> None:
    await pits.deal(2)
    old = pits.board()
    pits.local.write(pits.cora, pits.channel, "nice weather")
    outcome = await pits.command(pits.cora, "table")
    assert "The board has been posted again." in await follow_up(outcome)
    await pits.settled()
    assert old.deleted
    assert pits.public()[-1] is pits.board()
    assert (await pits.match()).board.message == pits.board().id


async def test_the_table_in_words_is_the_twin_of_the_picture(pits: Pits) -> None:
    await pits.lay("gun front, swerve", "laser left, smoke")
    told = await pits.command(pits.cora, "table", {"show": "words"})
    pressed = await pits.press(pits.ann, "words")
    assert told.text == pressed.text
    assert "A Ann" in told.text.replace("*", "")
    assert "Laser" not in told.text
    assert [message.ephemeral for message in told.messages] == [True]


async def test_the_tables_status(pits: Pits) -> None:
    await pits.deal(2, computers=1)
    outcome = await pits.command(pits.cora, "table", {"show": "status"})
    said = await follow_up(outcome)
    assert f"table {pits.match_id}" in said
    assert "(computer, normal)" in said
    assert "The clock runs out <t:" in said
    seal = (await pits.match()).commitment
    assert f"sealed as {seal[:8]}…{seal[-4:]}" in said


async def test_a_hand_is_for_its_player_alone(pits: Pits) -> None:
    await pits.lay("gun front, swerve", "laser left, smoke")
    async with nothing_happens(pits, pits.ben):
        here = await pits.command(pits.ben, "hand")
        there = await pits.command(pits.ben, "hand", channel=pits.local.dm(pits.ben))
    for outcome in (here, there):
        assert outcome.ephemeral is not None
        assert "Laser" in outcome.ephemeral.alts[0]
    async with nothing_happens(pits, pits.stranger):
        outcome = await pits.command(pits.stranger, "hand", {"table": pits.match_id})
    assert "You are not playing at this table." in await follow_up(outcome)
    assert outcome.messages[0].attachments == []


async def test_a_hand_that_cannot_be_told_apart(pits: Pits) -> None:
    dm = pits.local.dm(pits.ann)
    outcome = await pits.command(pits.ann, "hand", channel=dm)
    assert await follow_up(outcome) == NOWHERE
    await pits.deal(2)
    second = await pits.deal(2, channel=pits.local.add_channel("arena"))
    outcome = await pits.command(pits.ann, "hand", channel=dm)
    assert await follow_up(outcome) == "You play at several tables: name one."
    outcome = await pits.command(pits.ann, "hand", {"table": second.lower()}, dm)
    assert f"Table {second}" in await follow_up(outcome)


@pytest.mark.parametrize("name", ["verify", "standings", "chart"])
async def test_the_match_meant_is_the_one_that_was_dealt(pits: Pits, name: str) -> None:
    """An open lobby, here or elsewhere, has nothing to show yet."""

    async def answer(place: Channel) -> str:
        if name == "verify":
            return await follow_up(await pits.command(pits.ann, name, channel=place))
        return await follow_up(await pits.command(pits.ann, "table", {"show": name}, place))

    elsewhere, arena = pits.local.add_channel("elsewhere"), pits.local.add_channel("arena")
    first = await pits.deal(1, computers=1)
    await pits.command(pits.ann, "end")
    pits.clock.now += MINUTE
    second = await pits.deal(1, computers=1, channel=arena)
    await pits.command(pits.ann, "end", channel=arena)
    lobby = await pits.open(2, channel=elsewhere)
    await pits.settled()
    assert first in await answer(pits.channel)
    assert second in await answer(arena)
    await pits.open(2)
    assert first in await answer(pits.channel)
    if name == "verify":
        for place in (elsewhere, pits.local.dm(pits.ann)):
            assert second in await answer(place), "the newest that is over"
    else:
        assert "has not started yet" in await answer(elsewhere)
    live = await pits.deal(2, channel=pits.local.add_channel("pit"))
    assert live not in await answer(pits.channel)
    assert lobby not in await answer(pits.channel)


async def test_a_hand_before_the_start(pits: Pits) -> None:
    await pits.open(2)
    outcome = await pits.command(pits.ann, "hand")
    assert await follow_up(outcome) == "This match has not started yet."


async def test_a_card_comes_with_its_picture_and_its_words(pits: Pits) -> None:
    outcome = await pits.command(pits.stranger, "card", {"name": "smokescreen"})
    message = outcome.ephemeral
    assert message is not None
    assert "Smokescreen" in message.text
    assert message.attachments[0].width is not None
    assert message.alts[0]


async def test_a_rule_by_its_title_or_a_part_of_it(pits: Pits) -> None:
    whole = await pits.command(pits.stranger, "rules", {"topic": "Escaping"})
    part = await pits.command(pits.stranger, "rules", {"topic": "escap"})
    assert whole.text == part.text
    assert whole.text.startswith("### Escaping")


async def test_a_rule_by_a_word_of_its_text(pits: Pits) -> None:
    await pits.open(2, game="mini-carwars")
    outcome = await pits.command(pits.ann, "rules", {"topic": "pivot"})
    assert outcome.text.startswith("### Maneuvers")
    outcome = await pits.command(pits.ann, "card", {"name": "hi-res"})
    assert "$4,000 for each person aboard" in outcome.text


async def test_rules_alone_tell_the_rule_of_the_open_question(pits: Pits) -> None:
    await pits.lay("gun front, swerve", "laser left, smoke")
    outcome = await pits.command(pits.ann, "rules")
    assert "You are being asked about: **Your turn**\nFirst you draw " in outcome.text
    outcome = await pits.command(pits.ben, "rules")
    assert "You are being asked" not in outcome.text
    assert "**The game in a minute.**" in outcome.text


@pytest.mark.parametrize(
    ("game", "asked"),
    [
        ("carwars-cards", "Starting the game"),
        ("mini-carwars", "Choosing a vehicle"),
        ("nascards", "Pit Stop Phase"),
        ("world-auto-racing", "Before the race starts"),
    ],
)
async def test_rules_open_at_what_is_asked_else_at_the_game_in_a_minute(
    pits: Pits, game: str, asked: str
) -> None:
    await pits.deal(2, game=game)
    for user, first in (
        (pits.ann, f"You are being asked about: **{asked}**"),
        (pits.stranger, " in a minute.** "),
    ):
        head, told, *rest = (await follow_up(await pits.press(user, "rules"))).split("\n")
        assert head == f"### Rules: {find_game(game).title}"
        assert first in told
        assert not any("**" in line for line in rest)


async def test_rules_alone_are_a_menu_for_somebody_without_a_table(pits: Pits) -> None:
    zoe, here = pits.stranger, pits.local.dm(pits.stranger)
    (menu,) = (await pits.command(zoe, "rules", channel=here)).messages
    (games,) = menu.pressables
    assert [line["value"] for line in games.options] == [game.name for game in all_games()]
    (shown,) = (await pits.local.select(zoe, menu, games.custom_id, ["carwars-cards"])).messages
    assert shown.id == menu.id, "the menu itself changes"
    assert "**The game in a minute.**" in shown.text
    first, further, _ = shown.pressables
    keys = [str(line["value"]) for each in (first, further) for line in each.options]
    assert keys == [topic.key for topic in find_game("carwars-cards").words.topics()]
    for each in (first, further):
        line = each.options[-1]
        await pits.local.select(zoe, menu, each.custom_id, [str(line["value"])])
        assert f"**{line['label']}.** " in menu.text


@pytest.mark.parametrize(
    "custom_id", ["rules:game:", "rules:topic:chess", "rules:topic:nascards", "rules:further:x y"]
)
@pytest.mark.parametrize("line", ["chess", "", "**"])
async def test_a_line_that_the_menu_of_the_rules_does_not_have(
    pits: Pits, custom_id: str, line: str
) -> None:
    (menu,) = (await pits.command(pits.ann, "rules")).messages
    outcome = await pits.forge(pits.ann, custom_id, menu, [line])
    assert not outcome.failed
    assert "went wrong" not in outcome.text


async def test_help_is_short_and_names_what_there_is(pits: Pits) -> None:
    outcome = await pits.command(pits.stranger, "help")
    said = await follow_up(outcome)
    assert len(said) < 700
    names = {str(command["name"]) for command in pits.local.world.commands[0]}
    assert len(names) > 10
    told = set(re.findall(r"`/(\w+)`", said))
    assert {"play", "rules", "games", "leave"} <= told <= names
    assert "`/leave` lets the computer play your seat" in said


@pytest.mark.parametrize("who", ["seated", "watching"])
async def test_more_explains_only_what_needs_it_and_shows_what_can_be_pressed(
    pits: Pits, who: str
) -> None:
    await pits.deal(2)
    (shown,) = (await pits.press(pits.ann if who == "seated" else pits.stranger, "more")).messages
    explained = re.findall(r"\*\*(.+?)\*\*", shown.text)
    assert explained == ["Hand over" if who == "seated" else "Tell me the result"]
    assert not any(pressable.disabled for pressable in shown.pressables)
    mine = {"undo", "leave", "car", "end"}
    assert mine & {*verbs(shown)} == (mine if who == "seated" else set())
    assert "askme" not in verbs(shown), "nothing is answered for anybody"


async def test_games_lists_what_waits_for_the_player_first(pits: Pits) -> None:
    first = await pits.lay("gun front, swerve", "laser left, smoke")
    second = await pits.open(2, channel=pits.local.add_channel("arena"))
    outcome = await pits.command(pits.ann, "games", channel=pits.local.dm(pits.ann))
    lines = (await follow_up(outcome)).splitlines()
    assert f"table {first}: **waits for you**" in lines[1]
    board = pits.board()
    link = f"https://discord.com/channels/{pits.local.guild.id}/{pits.channel.id}/{board.id}"
    assert f"[to the board]({link})" in lines[1]
    assert f"table {second}: **waits for you** to press Start" in lines[2]
    outcome = await pits.command(pits.ben, "games")
    assert f"table {first}: in progress" in outcome.text
    outcome = await pits.command(pits.stranger, "games")
    assert NOWHERE in outcome.text


async def test_a_private_answer_is_seen_by_nobody_else(pits: Pits) -> None:
    await pits.lay("gun front, swerve", "laser left, smoke")
    async with nothing_happens(pits, pits.ann):
        for name in ("hand", "games", "rules", "help", "verify"):
            outcome = await pits.command(pits.ann, name)
            assert all(message.ephemeral for message in outcome.messages), name
        for verb in ("hand", "words", "missed", "rules", "more"):
            outcome = await pits.press(pits.ann, verb)
            assert all(message.ephemeral for message in outcome.messages), verb
    assert question(pits.panel(pits.ann))
    assert "some" in verbs(pits.panel(pits.ann))


async def test_what_one_person_is_told_shifts_no_id_that_dice_hang_on(pits: Pits) -> None:
    """On a slow machine `/play` tells its host one sentence more, and the same dice come."""
    before = pits.local.world.new_id()
    assert (await pits.command(pits.ann, "privacy")).ephemeral is not None
    assert pits.local.world.new_id() == before + 1
