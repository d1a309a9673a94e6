"""Words and pictures that raise do not stop a table: it stays playable by text."""

from __future__ import annotations

import re
from typing import Any

import pytest

import images
from bot.delivery import discord_calls
from games.engine.found import find
from games.engine.walk import PLACE, walk
from tests.bot.faults import NAMES, capture_logs, errors, match_of, raising, to_a_choice
from tests.bot.pits import Pits, verbs
from tests.bot.pits import find as button

FAULT = re.compile(r"\(fault [0-9A-F]{6}\)")


async def play_on(pits: Pits) -> None:
    """Ann and Ben answer a few questions, each from the own hand's message."""
    for _ in range(4):
        match = await pits.match()
        (ask,) = match.running().asks
        user = pits.people[ask.seat]
        before = await pits.stored()
        panel = pits.panel(user)
        if "choose" in verbs(panel):
            await pits.press(user, "choose", panel, values=[f"{PLACE}0"])
        elif ask.combination is not None:
            await pits.press(user, "some", panel, values=["0"])
        else:
            await pits.press(user, "pick", panel)
        await pits.settled()
        assert (await pits.stored()).moves > before.moves


async def test_where_pictures_raise_the_words_stay(
    pits: Pits, monkeypatch: pytest.MonkeyPatch
) -> None:
    artist: Any = images.artist("carwars-cards")
    monkeypatch.setattr(artist, "board", raising)
    monkeypatch.setattr(artist, "hand", raising)
    with capture_logs() as logs:
        await pits.lay("gun front, swerve, smoke", "laser left, smoke")
        board, panel = pits.board(), pits.panel(pits.ann)
        for message in (board, panel):
            assert "The picture cannot be drawn (fault " in message.text
            assert not message.attachments
        assert "Ann" in board.text
        await play_on(pits)
    assert 1 <= len(errors(logs)) <= 2


async def test_a_board_without_its_picture_is_edited_only_when_it_changes(
    pits: Pits, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else an edit would tell that somebody has answered in secret."""
    monkeypatch.setattr(images.artist("carwars-cards"), "board", raising)
    await pits.lay("gun front, swerve, smoke", "laser left, smoke")
    edits: list[int] = []
    edit = discord_calls.edit

    async def counted(client: Any, channel: int, message: int, post: Any) -> None:
        edits.append(message)
        await edit(client, channel, message, post)

    monkeypatch.setattr(discord_calls, "edit", counted)
    for _ in range(2):
        await pits.bot.delivery.board(pits.match_id)
    assert not edits
    await pits.press(pits.ann, "some", pits.panel(pits.ann), values=["0"])
    await pits.settled()
    assert pits.board().id in edits


@pytest.mark.parametrize("name", ["carwars-cards", "nascards"])
async def test_where_words_raise_answers_are_chosen_by_place(
    pits: Pits, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    game = find(name)
    silent = (
        "title",
        "headline",
        "prompt",
        "event",
        "path",
        "part",
        "captions",
        "action_phrase",
    )
    for each in silent:
        monkeypatch.setattr(game.words, each, raising)
    with capture_logs() as logs:
        if name == "carwars-cards":
            await pits.lay("gun front, swerve, smoke", "laser left, smoke")
            await play_on(pits)
        else:
            await pits.deal(3, game=name)
            for user in pits.people[:3]:
                before = await pits.stored()
                panel = pits.panel(user)
                await pits.press(user, "choose", panel, values=[f"{PLACE}0"])
                await pits.settled()
                assert (await pits.stored()).moves > before.moves
    board = pits.board()
    assert FAULT.search(board.text)
    assert "To act: " in board.text
    assert button(board, "hand")
    assert len(errors(logs)) <= 6
    await pits.command(pits.ann, "end")
    await pits.settled()
    assert "agree" in verbs(pits.board())


async def test_where_the_view_raises_the_table_still_plays(
    pits: Pits, monkeypatch: pytest.MonkeyPatch
) -> None:
    await pits.lay("gun front, swerve, smoke", "laser left, smoke")
    monkeypatch.setattr(type(find("carwars-cards")), "view", raising)
    with capture_logs() as logs:
        panel = pits.panel(pits.ann)
        await pits.press(pits.ann, "some", panel, values=["0"])
        await pits.settled()
        await play_on(pits)
    assert len(errors(logs)) <= 3


@pytest.mark.parametrize("name", NAMES)
def test_every_option_can_be_named_by_its_place(name: str) -> None:
    match = match_of(name)
    ask = to_a_choice(match)
    words: Any = None
    for place, option in enumerate(ask.options):
        stand = walk(ask, words, (f"{PLACE}{place}",))
        assert stand is not None
        assert stand.answer == option
        assert stand.found
    assert walk(ask, words, (f"{PLACE}{len(ask.options)}",)) is None
    assert not any(match.game.words.path(o)[0].startswith(PLACE) for o in ask.options)
