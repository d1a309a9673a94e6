"""Filters of the game's texts: cards, bodies, sides of what was touched."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from games.carwars.catalog import CARDS, DECKS
from games.carwars.events import Touched
from games.carwars.state import THING, WALL
from games.engine.messages import Filter
from games.engine.texts import read_texts
from games.engine.voice import Voice, listed
from games.engine.words import Asking, Words

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
    "body": _body,
    "bodies": _bodies,
    "damage_card": lambda value, thing, voice: DECKS[value].id,
}


class Question(Asking):
    """What is asked."""

    names = "build place fires turn drive substitute ignore attack again defend pick"


class CarWarsWords(Words):
    """See `Words`."""

    Asking = Question

    def path(self, option: Any) -> tuple[str, ...]:
        return tuple(option.path)
