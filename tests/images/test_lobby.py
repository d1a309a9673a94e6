"""The picture on a lobby: every game, at every number of seats, empty to full."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine.found import all_games, find
from games.engine.game import Game
from games.engine.players import Player
from images import fonts
from images.lobby import Lobby
from tests.images.record import Record
from tests.images.tables import EMPTY, HOSTILE, PLAYERS
from tests.images.test_pictures import assert_twins, check

GAMES = [game.name for game in all_games()]
MANY = (*PLAYERS, Player("Gil"), Player("Hanna", "easy"))[:8]


def lobby(game: Game[Any], joined: int, places: int, **told: Any) -> Lobby:
    return Lobby(game, game.seats, game.minutes, MANY[:joined], places, **told)


def texts(shown: Lobby) -> list[str]:
    record = Record()
    shown.compose(record)
    return [words for _, words in record.texts]


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("places", range(2, 9))
def test_tiles_draw_what_a_full_redraw_draws(name: str, places: int) -> None:
    for joined in {1, (places + 1) // 2, places}:
        shown = lobby(find(name), joined, places)
        check(shown.png())
        assert_twins(shown.page(), shown.compose)


@pytest.mark.parametrize("name", GAMES)
def test_every_game_says_what_it_is_like(name: str) -> None:
    kind, line = find(name).words.lobby()
    assert 0 < len(kind) <= 20
    assert 0 < sum(map(str.isalpha, line)) <= 50
    assert texts(lobby(find(name), 1, 4))[:3] == [kind.upper(), find(name).title, line]
    assert fonts.fit(line, 34, 650, "t")[1] >= 32, "about as large as it is meant to be"


def test_the_next_free_box_is_the_one_to_join_in() -> None:
    nascards = find("nascards")
    shown = lobby(nascards, 2, 5, kept=["Zoe"])
    assert texts(shown)[-5:] == ["Rook", "Juniper", "for Zoe", "JOIN", "free"]
    assert shown.alt_text() == (
        f"NASCARDS, 2 to 8 players, {nascards.minutes}. "
        "Spend your speed, pit in time, pass at the end. "
        "Joined: A Rook and B Juniper. Kept for Zoe. 2 seats free."
    )
    assert "JOIN" not in texts(lobby(nascards, 2, 5, joins=False))
    full = lobby(nascards, 3, 3, joins=False)
    assert "free" not in texts(full)
    assert full.alt_text().endswith("All seats are taken.")


@pytest.mark.parametrize("players", [HOSTILE, EMPTY])
def test_hostile_names_neither_break_nor_spill(players: tuple[Player, ...]) -> None:
    game = find("nascards")
    shown = Lobby(game, game.seats, "", players, 8, kept=[players[0].name])
    check(shown.png())
    assert len(shown.alt_text()) <= 1024
    for words in texts(shown)[-8:]:
        assert fonts.width(words, 26, "t") <= 150
