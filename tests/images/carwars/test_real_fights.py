"""Boards and hands of real fights, played at random: all that the rules can reach is drawable."""

from __future__ import annotations

import random
import re
from collections import Counter
from importlib import import_module
from typing import Any

import pytest

import images
from games.carwars import GAME
from games.carwars.state import State
from games.engine.ask import Ask
from games.engine.chance import SeededChance
from games.engine.table import Table
from images.carwars import ARTIST
from images.carwars.model import Board
from images.choices import Choices
from tests.images.carwars.fights import PLAYERS
from tests.images.record import Record

drawer = import_module("images.carwars.board")
FIGHTS: list[tuple[int, str, dict[str, Any]]] = [
    (2, "open", {}),
    (3, "pit", {}),
    (4, "yard", {"durable": True}),
    (6, "crossfire", {}),
    (3, "yard", {"sets": "all", "build_points": 36, "crew_points": 9}),
]
ANSWERS = 90
"""Of each fight."""
_NUMBER = re.compile(r"\d+(?:\.\d+)?")


def asked(view: State, ask: Ask[Any], path: tuple[str, ...]) -> Choices:
    """What the hand is given when so much of an answer has been pressed."""
    words = GAME.words
    if ask.walked is not None and path[:1] == (ask.walked.name,):
        paths = tuple((*path, key) for key in ask.walked.keys(path[1:]))
    else:
        every = (words.path(option) for option in ask.options)
        paths = tuple(each for each in every if each[: len(path)] == path)
    return Choices(words.hand_title(view, ask, PLAYERS), path=path, paths=paths)


@pytest.mark.parametrize(("seats", "arena", "more"), FIGHTS)
def test_every_state_of_a_fight_can_be_drawn_and_told(
    seats: int, arena: str, more: dict[str, Any]
) -> None:
    rng, met = random.Random(f"{seats} {arena}"), Counter[str]()
    options = GAME.Options(arena=arena, **more)
    table, emitted = Table.start(GAME, seats, SeededChance(seats), options)
    events: list[Any] = []
    while table.result is None and met.total() < ANSWERS:
        events += [each.event for each in emitted if each.reaches(None)]
        ask = rng.choice(table.asks)
        view, own = table.view(None), table.view(ask.seat)
        now = images.moment(GAME, view, table.asks, events[-32:])
        record = Record()
        drawer.picture(Board(view, PLAYERS, now)).compose(record)
        words = ARTIST.board(view, PLAYERS, now).long_description()
        told = {"0", *_NUMBER.findall(words)}
        for text in record.texts:
            if text.part != "inset":
                assert set(_NUMBER.findall(text.words)) <= told, text
        assert 0 < len(ARTIST.board(view, PLAYERS, now).alt_text()) <= 1024
        if met.total() % 6 == 0:
            data = ARTIST.board(view, PLAYERS, now).png()
            assert len(data) <= 70_000
            assert ARTIST.board(own, PLAYERS, now).png() == data
        if not met[ask.kind] or met.total() % 9 == 0:
            _look(own, ask, rng)
        met[ask.kind] += 1
        some = list(ask.options)
        value = rng.choice(some) if some and rng.random() < 0.6 else ask.default
        emitted = table.answer(ask.seat, ask.number, value)
    assert {"build", "place", "turn", "attack"} <= set(met)


def _look(view: State, ask: Ask[Any], rng: random.Random) -> None:
    """Walk a question part by part, as a player presses it."""
    path: tuple[str, ...] = ()
    while True:
        choices = asked(view, ask, path)
        assert len(ARTIST.hand(view, PLAYERS, choices).png()) <= 70_000
        assert 0 < len(ARTIST.hand(view, PLAYERS, choices).alt_text()) <= 1024
        if ask.walked is not None and path[:1] in ((), (ask.walked.name,)):
            keys = ask.walked.keys(path[1:])
            if not keys:
                return
            path = (*path, rng.choice(keys)) if path else (ask.walked.name,)
        else:
            return
