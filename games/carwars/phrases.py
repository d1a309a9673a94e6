"""Filters of the game's texts: cards, bodies, sides of what was touched."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from games.carwars.builds import SAMPLES
from games.carwars.catalog import CARDS, DECKS, PLACES
from games.carwars.events import Touched
from games.carwars.state import THING, WALL, State
from games.engine.ask import Ask
from games.engine.messages import Filter, Speaker
from games.engine.players import Player
from games.engine.texts import read_texts
from games.engine.voice import Voice, listed
from games.engine.words import Asking, Label, Words

_BODIES: Final[Mapping[str, str]] = read_texts("games.carwars")["bodies"]


def _card(value: int, thing: object, voice: Voice) -> str | None:
    """The name of a card; None for none."""
    return CARDS[value].name if value in CARDS else None


def _body(value: int | Touched, thing: object, voice: Voice) -> str:
    """What was touched: a player's car, a thing, a wall."""
    number = value.body if isinstance(value, Touched) else value
    kind = "car" if number < THING else "thing" if number < WALL else "wall"
    owner = voice.own(number) if kind == "car" else ""
    return _BODIES[kind].format(owner=owner)


def _bodies(value: tuple[Touched, ...], thing: object, voice: Voice) -> str:
    return listed([_body(each, thing, voice) for each in value])


SECTIONS: Final = (
    *(
        "bodies",
        "builds",
        "cards",
        "designs",
        "groups",
        "places",
        "refused",
        "typed",
        "typed_nothing",
    ),
)
"""Sections of the texts that the code reads by itself."""
FILTERS: Final[Mapping[str, Filter]] = {
    "card": _card,
    "one_side": lambda value, thing, voice: PLACES.get(value, ""),
    "body": _body,
    "bodies": _bodies,
    "damage_card": lambda value, thing, voice: DECKS[value].id,
}


class Table(Speaker):
    """What everybody sees."""

    section = "table"
    names = "title score"

    view: State
    score: int = 0
    """Damage done to others."""


class Question(Asking):
    """What is asked."""

    names = "build place fires turn drive substitute ignore attack again defend pick"


class Choice(Speaker):
    """A thing to press: the last key of a path."""

    section = "label"
    names = (
        "build slot place x y heading put_out burn turn speed reverse straight left right slide_l "
        "slide_r go ask weapon target side no_side crew extras hold again ace enough pick use"
    )

    view: State
    ask: Ask[Any]
    key: str

    @property
    def number(self) -> int:
        """What stands in the key."""
        return int("".join(char for char in self.key if char.isdigit()) or "-1")

    @property
    def numbers(self) -> str:
        return listed([PLACES[int(side)] for side in self.key[1:]]) or "-"

    @property
    def degrees(self) -> str:
        return f"{self.number / 10:g}"

    @property
    def car(self) -> str:
        """A car that comes with the game."""
        return SAMPLES[self.number].name

    @property
    def card(self) -> int:
        """A card of the car that the question is about."""
        return self.view.cars[self.ask.seat].cards[self.number].card


_KEYS: Final = {
    "b": "build", "p": "slot", "x": "x", "y": "y", "h": "heading", "o": "put_out", "v": "speed",
    "vr": "reverse", "s": "straight", "l": "left", "r": "right", "al": "slide_l", "ar": "slide_r",
    "w": "weapon", "t": "target", "c": "crew", "d": "again", "a": "ace", "k": "pick", "u": "use",
}  # fmt: skip
"""The texts of keys by what they begin with."""
_BY_KIND: Final = {
    ("fires", "b"): "burn", ("attack", "s"): "side", ("attack", "x"): "extras",
}  # fmt: skip


class CarWarsWords(Words):
    """See `Words`."""

    Table = Table
    Asking = Question
    speakers = (Table, Choice)

    def path(self, option: Any) -> tuple[str, ...]:
        return tuple(option.path)

    def part(
        self, view: State, ask: Ask[Any], path: tuple[str, ...], players: Sequence[Player], /
    ) -> Label:
        choice = Choice(view, Voice(players, view.seat), ask=ask, key=path[-1])
        letters = path[-1].rstrip("0123456789")
        name = _BY_KIND.get((ask.kind, letters[:1] if letters[:1] == "x" else letters))
        if name == "side" and choice.number < 0:
            name = "no_side"
        return self.label(choice, name or _KEYS.get(letters, letters))
