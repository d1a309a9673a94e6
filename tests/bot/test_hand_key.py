"""A hand is edited only when its key has changed, so the key knows all that the picture shows."""

from __future__ import annotations

import random

import pytest

import images
from bot.posts.pictures import Pictures, _choices
from games.carwars.moves import Standing
from games.engine.chance import SeededChance
from games.engine.found import NAMES, find
from games.engine.players import Player
from games.engine.table import Table
from games.engine.walk import presses
from tests.games.conformance import some_answer

SEATS = {"mini-carwars": 2}
ANSWERS = {
    "carwars": 60,
    "carwars-cards": 150,
    "mini-carwars": 60,
    "nascards": 150,
    "world-auto-racing": 100,
}
PLAYERS = [Player("Ann"), Player("Ben"), Player("Cora")]


@pytest.mark.parametrize("seed", [3, 6])
@pytest.mark.parametrize("name", NAMES)
def test_a_hand_that_looks_different_has_another_key(name: str, seed: int) -> None:
    game, artist = find(name), images.artist(name)
    seats, rng = SEATS.get(name, 3), random.Random(seed)
    compared = 0
    table, _ = Table.start(game, seats, SeededChance(seed))
    shown: dict[int, tuple[object, str, bytes]] = {}
    for _ in range(ANSWERS[name]):
        if table.result is not None:
            break
        ask = rng.choice(table.asks)
        table.answer(ask.seat, ask.number, some_answer(ask, rng))
        if table.result is not None:
            break
        for seat in range(seats):
            view, mine = table.view(seat), table.ask_of(seat)
            key = (game.own(view), mine.number if mine is not None else 0)
            before = shown.get(seat)
            choices = _choices(game, view, mine, PLAYERS[:seats], ())
            words = artist.hand(view, PLAYERS[:seats], choices).alt_text()
            picture = artist.hand(view, PLAYERS[:seats], choices).png()
            if before is not None and before[0] == key:
                assert words == before[1]
                assert picture == before[2]
                compared += 1
            shown[seat] = (key, words, picture)
    assert compared


def test_in_car_wars_the_picture_shows_what_can_be_pressed_next() -> None:
    game, artist = find("carwars"), images.artist("carwars")
    table, _ = Table.start(game, 2, SeededChance(1))
    for seat in range(2):
        table.order(seat, Standing("lone", "ask"))
    said: dict[str, list[str]] = {}
    while "attack" not in said:
        ask, players = table.asks[0], PLAYERS[:2]
        view, told = table.view(ask.seat), said.setdefault(ask.kind, [])
        for path in ((), *presses(ask, game.words, ask.default)[:-1]):
            choices = _choices(game, view, ask, players, path)
            told.append(artist.hand(view, players, choices).alt_text())
        table.answer(ask.seat, ask.number, ask.default)
    assert "1 at 6.0, 0.7, nose north" in said["place"][0]
    assert "1 of 2" in said["turn"][1]
    assert "damage expected" in said["attack"][0]


async def test_a_hand_is_drawn_for_its_own_table() -> None:
    """Another one may have the same cards, and other names."""
    view, pictures = Table.start(find("nascards"), 2, SeededChance(1))[0].view(0), Pictures()
    for players in (PLAYERS[:2], PLAYERS[1:]):
        await pictures.hand(find("nascards"), view, None, players)
    pictures.close()
    assert pictures.drawn == 2
