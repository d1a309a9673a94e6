"""The words of a car's pictures, from the texts of the game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.engine.players import SEAT_LETTERS, Player
from games.engine.voice import Voice
from games.nascards import GAME
from games.nascards.state import State
from games.nascards.words.speakers import Marked, Shown
from images.words import name_of


@dataclass(frozen=True, slots=True)
class Mark:
    """Something that is true of a car now; its words are made when they are asked for."""

    shown: Marked
    name: str
    """Of its texts."""
    icon: str
    bad: bool

    @property
    def short(self) -> str:
        """On a tag."""
        return GAME.words.say(self.shown, f"{self.name}.short")

    @property
    def brief(self) -> str:
        """On a tag beside many others: the figure alone."""
        return GAME.words.say(self.shown, f"{self.name}.brief")

    @property
    def words(self) -> str:
        """In a sentence, with the same figures."""
        return GAME.words.say(self.shown, f"{self.name}.words")


class Said:
    """Says what a picture tells of one car, by the texts of the section `picture`."""

    def __init__(self, view: State, players: Sequence[Player], seat: int = 0) -> None:
        names = [
            Player(f"{SEAT_LETTERS[each]} {name_of(players, each)}") for each in range(len(players))
        ]
        self._shown = Shown(view, Voice(names, None), at=seat)

    def mark(self, name: str, icon: str, bad: bool, other: int = -1) -> Mark:
        """What holds for it."""
        shown = Marked(self._shown.view, self._shown.voice, at=self._shown.at, other=other)
        return Mark(shown, name, icon, bad)

    def __call__(self, name: str) -> str:
        return GAME.words.say(self._shown, name)
