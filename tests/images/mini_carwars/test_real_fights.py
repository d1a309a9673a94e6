"""Boards and hands of real fights, played at random: all that the rules can reach is drawable."""

from __future__ import annotations

import random
import re
from collections import Counter
from importlib import import_module
from typing import Any

import pytest

import images
from games.engine.ask import Ask
from games.engine.chance import SeededChance
from games.engine.found import find
from games.engine.game import Game
from games.engine.table import Table
from games.mini_carwars.options import Ground, Options, Scenario
from games.mini_carwars.state import State
from images.choices import Choices, Playable
from images.mini_carwars import ARTIST
from images.mini_carwars.model import Board
from tests.images.mini_carwars.fights import PLAYERS
from tests.images.record import Record

drawer = import_module("images.mini_carwars.board")
board, hand = ARTIST.board, ARTIST.hand
FIGHTS: list[tuple[Scenario, Ground, int]] = [
    ("road-duel", "both", 2),
    ("pack-attack", "plain", 2),
    ("pack-attack", "debris", 4),
    ("arena", "plain", 3),
    ("arena", "plain", 6),
    ("open-fight", "both", 4),
]
ANSWERS = 500
"""Of each fight."""


def asked(game: Game[Any], view: State, ask: Ask[Any], path: tuple[str, ...]) -> Choices:
    """What the hand is given when so much of an answer has been pressed."""
    words = game.words
    playable = {
        place: Playable("", foot) for place, (_, foot) in words.captions(view, ask, PLAYERS).items()
    }
    every = (words.path(option) for option in ask.options)
    paths = tuple(each for each in every if each[: len(path)] == path)
    return Choices(
        words.hand_title(view, ask, PLAYERS),
        playable,
        words.unplayable(view, ask),
        True,
        path,
        paths,
    )


@pytest.mark.parametrize(("scenario", "ground", "seats"), FIGHTS)
def test_every_state_of_a_fight_can_be_drawn_and_told(
    scenario: Scenario, ground: Ground, seats: int
) -> None:
    game, rng = find("mini-carwars"), random.Random(f"{scenario} {ground} {seats}")
    options = Options(scenario=scenario, ground=ground, budget=25_000)
    table, emitted = Table.start(game, seats, SeededChance(seats), options)
    met: Counter[str] = Counter()
    while table.result is None and met.total() < ANSWERS:
        ask = rng.choice(table.asks)
        own = table.view(ask.seat)
        met[ask.kind] += 1
        if met[ask.kind] <= 4 or rng.random() < 0.02:
            _look(game, own, ask, rng)
        quiet = not ask.options or rng.random() < 0.4
        answer = ask.default if quiet else rng.choice(ask.options)
        emitted = [*emitted, *table.answer(ask.seat, ask.number, answer)][-32:]
        view = table.view(None)
        if table.result is None and met[ask.kind] > 4 and rng.random() < 0.9:
            continue
        record = Record()
        events = [each.event for each in emitted if each.seats is None]
        now = images.moment(game, view, table.asked, events)
        drawer.picture(Board(view, PLAYERS, now)).compose(record)
        words = board(view, PLAYERS, now).long_description()
        told = set(re.findall(r"\d+(?:\.\d+)?", words.replace(",", "").replace("none", "0")))
        for text in record.texts:
            if text.part != "ground":
                assert set(re.findall(r"\d+(?:\.\d+)?", text.words.replace(",", ""))) <= told
        assert len(board(view, PLAYERS, now).alt_text()) <= 1024
        data = ARTIST.board(view, PLAYERS, now).png()
        assert len(data) <= 70_000
        assert ARTIST.board(table.view(ask.seat), PLAYERS, now).png() == data
    assert {"vehicle", "speed", "move", "fire"} <= set(met)


def _look(game: Game[Any], view: State, ask: Ask[Any], rng: random.Random) -> None:
    """Walk a question part by part, as a player presses it."""
    if not ask.options:
        return
    full = game.words.path(rng.choice(ask.options))
    for depth in range(len(full) + 1):
        choices = asked(game, view, ask, full[:depth])
        assert len(hand(view, PLAYERS, choices).png()) <= 70_000
        assert len(hand(view, PLAYERS, choices).alt_text()) <= 1024
