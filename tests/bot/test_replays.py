"""/replay: who may see it, what is in it, and what it says where there is none."""

from __future__ import annotations

from functools import partial
from io import BytesIO
from typing import Any

import pytest
from PIL import Image

import images
from bot.local import Message, Outcome, shapes, uploads
from bot.match.match import Match
from bot.posts.posts import Picture
from bot.presses import replays, table_talk
from bot.tables import rows
from bot.tables.actor import Actor
from games.engine.errors import Refusal
from games.engine.found import find
from games.mini_carwars import GAME
from games.mini_carwars.events import Bought, Lined, Moved
from games.mini_carwars.moves import Leave
from tests.bot.pits import Pits, follow_up, verbs

pytestmark = pytest.mark.long


async def fight(pits: Pits, turns: int = 2, *, over: bool = True) -> str:
    """A road duel between two people who answer what is the default, until a turn has begun; then
    one of them leaves, and it is over."""
    match_id = await pits.deal(2, game=GAME.name)
    for _ in range(200):
        match = await pits.match()
        assert match.table is not None
        if match.status != "live" or match.table.view(None).turn > turns:
            break
        ask = match.table.asks[0]
        user = match.seats[ask.seat].user_id
        assert user is not None

        def answer(
            s: Match, user: int = user, number: int = ask.number, value: object = ask.default
        ) -> None:
            s.answer(user, number, value)

        await pits.bot.matches.change(match_id, answer)
    if over:
        await end(pits, match_id)
    await pits.settled()
    return match_id


async def end(pits: Pits, match_id: str, leave: Any = Leave) -> None:
    """Ben leaves for good; what there is to answer until it is over is answered as by a clock."""
    await pits.bot.matches.change(match_id, lambda s: s.order(pits.ben.id, leave()))
    for _ in range(400):
        match = await pits.match(match_id)
        if match.status != "live" or match.table is None:
            break
        await pits.bot.matches.change(match_id, partial(run_out, match.table.asks[0].number))
    await pits.settled()


def film(outcome: Outcome) -> Message:
    """The message with the film."""
    message = outcome.messages[-1]
    assert [a.filename for a in message.attachments] == ["replay.gif"]
    return message


@pytest.mark.parametrize("over", [False, True])
async def test_a_fight_has_a_film_once_it_is_over(pits: Pits, over: bool) -> None:
    match_id = await fight(pits, over=over)
    before = await pits.stored()
    outcome = await pits.command(pits.ann, "replay", {"table": match_id})
    if not over:
        said = await follow_up(outcome)
        assert "still going on" in said
        assert "Drawing" not in said
        assert len(said.splitlines()) == 1
        assert await pits.stored() == before
        return
    message = film(outcome)
    assert message.ephemeral
    assert f"Replay of table {match_id}" in message.text
    assert "Drawing" not in message.text
    gif = Image.open(BytesIO(message.attachments[0].data))
    assert (gif.format, gif.size) == ("GIF", (600, 420))
    assert getattr(gif, "n_frames", 1) > 10
    assert "Ann wins" in message.alts[0]


async def test_everyone_can_be_shown_the_film(pits: Pits) -> None:
    await fight(pits, 1)
    before = len(pits.public())
    asked = {"table": pits.match_id, "show": "everyone"}
    message = film(await pits.command(pits.stranger, "replay", asked))
    assert not message.ephemeral
    assert len(pits.public()) == before + 1


async def test_a_stranger_finds_the_channels_last_match(pits: Pits) -> None:
    """Not the open lobby there, nor a match of another channel; his own match there comes first."""
    first = await fight(pits, 1)
    pits.clock.now += 1000
    second = await fight(pits, 1)
    await pits.open(2)
    message = film(await pits.command(pits.stranger, "replay"))
    assert f"Replay of table {second}" in message.text
    lane = pits.local.add_channel("another lane")
    said = await follow_up(await pits.command(pits.stranger, "replay", channel=lane))
    assert not any(table in said for table in (first, second))


async def test_in_a_locked_thread_who_asked_for_the_film_sees_it(pits: Pits) -> None:
    await fight(pits, 1)
    thread = pits.local.add_thread(pits.channel, "a talk")
    pits.local.misbehave.lock(thread)
    options = {"table": pits.match_id, "show": "everyone"}
    message = film(await pits.command(pits.ann, "replay", options, thread))
    assert message.ephemeral
    assert "below" not in message.text


async def test_a_late_refusal_of_a_film_for_everyone_is_private(
    pits: Pits, monkeypatch: pytest.MonkeyPatch
) -> None:
    await fight(pits, 1)
    before = len(pits.public())

    def refuse(_: replays.Film) -> object:
        raise Refusal("There is nothing in it.")

    monkeypatch.setattr(replays, "draw", refuse)
    outcome = await pits.command(pits.ann, "replay", {"show": "everyone"})
    assert [(m.text, m.ephemeral) for m in outcome.messages] == [("There is nothing in it.", True)]
    assert len(pits.public()) == before


async def test_a_film_that_is_too_large_says_so(
    pits: Pits, monkeypatch: pytest.MonkeyPatch
) -> None:
    await fight(pits, 1)
    large = b"x" * (11 * 1024 * 1024)
    monkeypatch.setattr(replays, "draw", lambda _: Picture("replay.gif", large, "A fight."))
    outcome = await pits.command(pits.ann, "replay")
    assert "The picture is too large to send here: 11.0 MB of 10 MB." in outcome.text
    assert not outcome.messages[0].attachments


async def test_what_was_told_to_one_seat_is_not_in_the_film(pits: Pits) -> None:
    match_id = await fight(pits, 1)
    moves = await pits.store.moves(match_id)
    stored = [each for move in moves for each in rows.told_of(GAME, move.events)]
    assert any(isinstance(each.event, Bought) for each in stored), "there was something to hide"
    told = replays.told(GAME, moves)
    assert not any(isinstance(event, Bought) for event in told)
    assert {Lined, Moved} <= {type(event) for event in told}


async def test_the_film_is_drawn_again_only_after_a_move(
    pits: Pits, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[int] = []
    draw = replays.draw

    def counted(film: replays.Film) -> object:
        drawn.append(len(film.moves))
        return draw(film)

    monkeypatch.setattr(replays, "draw", counted)
    await fight(pits, 1)
    first = film(await pits.command(pits.ann, "replay")).attachments[0].data
    again = film(await pits.command(pits.ben, "replay")).attachments[0].data
    assert first == again
    assert len(drawn) == 1


async def test_moves_taken_back_are_not_in_the_film(pits: Pits) -> None:
    match_id = await fight(pits, 1, over=False)
    maker = replays.Replays(pits.bot.matches)
    await table_talk.undo(Actor(pits.bot.matches, match_id, pits.ann.id, 1))
    vote = (await pits.match()).votes
    ben = Actor(pits.bot.matches, match_id, pits.ben.id, 2)
    await ben.change(lambda s: s.agree(pits.ben.id, vote))
    await end(pits, match_id)
    after = await maker.film(match_id)
    stored = await pits.store.moves(match_id)
    assert any(move.undone for move in stored)
    assert not any(move.undone for move in after.moves)


async def test_a_film_that_would_take_minutes_is_not_drawn(
    pits: Pits, monkeypatch: pytest.MonkeyPatch
) -> None:
    await fight(pits, 1)
    monkeypatch.setattr(replays, "MOST_MOVES", 2)
    said = await follow_up(await pits.command(pits.ann, "replay"))
    assert "too long for a film" in said
    assert "Drawing" not in said


@pytest.mark.parametrize("game", ["carwars-cards", "nascards", "world-auto-racing"])
async def test_every_game_has_a_film(pits: Pits, game: str) -> None:
    match_id = await pits.deal(2, game=game)
    await end(pits, match_id, find(game).Leave)
    message = film(await pits.command(pits.ann, "replay", {"table": match_id}))
    assert "as a film" in message.alts[0]


async def test_a_game_without_a_film_says_so(pits: Pits, monkeypatch: pytest.MonkeyPatch) -> None:
    await fight(pits, 1)
    monkeypatch.setattr(images.artist(GAME.name), "film", None)
    said = await follow_up(await pits.command(pits.ann, "replay"))
    assert "has no replay" in said
    assert "/table chart" in said
    assert "Drawing" not in said


async def test_a_table_that_waits_for_its_start(pits: Pits) -> None:
    await pits.open(2, game=GAME.name)
    said = await follow_up(await pits.command(pits.ann, "replay"))
    assert "has not started yet" in said


async def test_a_table_that_there_is_not(pits: Pits) -> None:
    said = await follow_up(await pits.command(pits.ann, "replay", {"table": "NEVERTHERE"}))
    assert "There is no such table any more." in said


async def test_the_end_of_a_fight_offers_its_film(pits: Pits) -> None:
    await fight(pits, 1)
    assert verbs(pits.board()) == ["again", "missed", "replay", "verify"]
    message = film(await pits.press(pits.ann, "replay"))
    assert message.ephemeral
    assert "so far" not in message.text


def run_out(number: int, match: Match) -> None:
    """As a clock does where several play."""
    for ask in match.running().asks if match.status == "live" else ():
        if ask.number == number:
            match.give("clock", ask.seat, number, ask.default)
            return


async def test_a_server_that_takes_larger_files_gets_the_film(
    pits: Pits, monkeypatch: pytest.MonkeyPatch
) -> None:
    await fight(pits, 1)
    for part in (shapes, uploads):
        monkeypatch.setattr(part, "FILE_LIMIT", 50 * 1024 * 1024)
    large = b"x" * (11 * 1024 * 1024)
    monkeypatch.setattr(replays, "draw", lambda _: Picture("replay.gif", large, "A fight."))
    before = len(pits.local.calls)
    outcome = await pits.command(pits.ann, "replay")
    assert "too large" not in outcome.text
    assert any(call.files for call in pits.local.calls[before:])
