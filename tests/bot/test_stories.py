"""Who only watches follows a seat: its car and its story, as everybody knows them."""

from __future__ import annotations

import pytest

from bot.local import Message, User
from bot.match import drivers
from bot.posts import more, naming
from bot.presses import table_talk
from bot.tables import rows
from bot.tables.actor import Actor
from games.engine.found import NAMES
from tests.bot.pits import Pits, find, follow_up, item, verbs
from tests.bot.test_out import answer, put_out
from tests.bot.test_table_talk import discard

HANDS = ("gun front, swerve, smoke", "laser left, smoke")


async def menu(pits: Pits, user: User) -> Message:
    """What a person is shown under More."""
    shown = (await pits.press(user, "more")).message
    assert shown is not None
    return shown


async def test_a_watcher_follows_a_seat_and_looks_again(pits: Pits) -> None:
    await pits.lay(*HANDS)
    await discard(pits)
    await pits.press(pits.ann, "pick", pits.panel(pits.ann), "pass")
    await pits.settled()
    shown = await menu(pits, pits.stranger)
    choices = [line["label"] for line in item(shown, "story").options]
    assert choices == ["A Ann", "B Ben"]
    before = await pits.stored()
    story = (await pits.press(pits.stranger, "story", shown, "seat", values=["1"])).message
    assert story is not None
    assert story.ephemeral
    assert story.id == shown.id, "it takes the place of the menu"
    assert story.text.startswith("### B Ben")
    assert "discards" not in story.text
    assert len(story.attachments) == 1
    story = (await pits.press(pits.stranger, "story", story, "seat", values=["0"])).message
    assert story is not None
    assert "Ann discards Machine Gun (front)." in story.text
    assert "Ben" not in story.text
    assert await pits.stored() == before
    await pits.press(pits.ben, "some", pits.panel(pits.ben), values=["0"])
    await pits.settled()
    again = await pits.press(pits.stranger, "story", story, "seat", values=["1"])
    assert again.message is not None
    again = await pits.forge(pits.stranger, f"story:{pits.match_id}:1", again.message)
    assert again.message is not None
    assert again.message.id == shown.id
    assert "Ben discards" in again.text
    assert "Ann discards" not in again.text


async def test_who_plays_is_offered_nobodys_story_and_who_is_out_is(pits: Pits) -> None:
    await pits.lay(*HANDS, "armor front")
    assert "story" not in verbs(await menu(pits, pits.cora))
    await put_out(pits, 2)
    shown = await menu(pits, pits.cora)
    assert "story" in verbs(shown)
    assert "story" not in verbs(await menu(pits, pits.ann))


@pytest.mark.parametrize("seat", ["2", "99", "-1", "\u0661", "x", ""])
async def test_a_seat_that_there_is_not(pits: Pits, seat: str) -> None:
    await pits.lay(*HANDS)
    shown = await menu(pits, pits.stranger)
    before = await pits.stored()
    outcome = await pits.forge(pits.stranger, find(shown, "story"), shown, [seat])
    assert await follow_up(outcome) == "There is no such seat at this table."
    assert await pits.stored() == before


async def test_a_car_to_which_nothing_has_happened(pits: Pits) -> None:
    await pits.deal(2, game="nascards")
    match = await pits.match()
    post = await more.story(match, 0, [], pits.bot.pictures)
    assert post.body == ("-# Nothing has happened to this car yet.",)


async def test_before_the_start_there_is_no_story(pits: Pits) -> None:
    await pits.open(2)
    outcome = await pits.forge(pits.stranger, f"story:{pits.match_id}")
    assert await follow_up(outcome) == "This match has not started yet."


@pytest.mark.parametrize("game", NAMES)
async def test_a_story_tells_what_everybody_was_told(pits: Pits, game: str) -> None:
    """Of each seat, in each game; a driver's has what he is like."""
    await pits.deal(1, game=game, computers=1)
    for _ in range(12):
        await answer(pits, 0)
    match = await pits.match()
    by = Actor(pits.bot.matches, match.id, pits.stranger.id, 1)
    public, hidden = list[str](), list[str]()
    players = naming.names_for_text(match)
    for move in await pits.store.moves(match.id):
        for told in rows.told_of(match.game, move.events):
            line = match.game.words.event(told.event, players, None)
            (public if told.reaches(None) else hidden).append(line)
    told_of = list[str]()
    for seat in range(2):
        post = await table_talk.story(by, seat, pits.bot.pictures)
        assert post.picture is not None
        text = "\n".join(post.body)
        assert not [line for line in hidden if line and line not in public and line in text]
        told_of += [line for line in public if line and line in text]
    assert told_of, "something has happened to somebody"
    assert "You " not in text
    driver = drivers.DRIVERS[match.seats[1].name]
    assert post.body[0] == driver.about
