"""The words of a car's pictures, from the texts of the game."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.players import SEAT_LETTERS, Player
from games.engine.voice import Voice
from games.nascards import GAME
from games.nascards.state import State
from games.nascards.words.speakers import Shown
from images.words import name_of


class Said:
    """Says what a picture tells of one car, by the texts of the section `picture`."""

    def __init__(self, view: State, players: Sequence[Player], seat: int = 0) -> None:
        names = [
            Player(f"{SEAT_LETTERS[each]} {name_of(players, each)}") for each in range(len(players))
        ]
        self._shown = Shown(view, Voice(names, None), at=seat)

    def __call__(self, name: str) -> str:
        return GAME.words.say(self._shown, name)
