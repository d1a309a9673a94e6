"""What players answer and order: small values that say everything about a play."""

from __future__ import annotations

from typing import Any

from games.engine.ask import Action, Ask


class Play(Action):
    """Play a card from the hand.

    `on` is the seat it is played on (-1: on oneself, or on the card being answered); `side` is
    0 front, 1 back, 2 left, 3 right where the player chooses or the card prints one, else -1;
    `tire_shot` lays a Tire Shot beside an attack.
    """

    card: int
    on: int = -1
    side: int = -1
    tire_shot: bool = False


class Discard(Action):
    """Discard these cards as the turn's action; the whole hand unjams."""

    cards: tuple[int, ...]


class Declare(Action):
    """Announce an escape at the end of the turn."""


class Pass(Action):
    """Play nothing here."""


def plays(ask: Ask[Any]) -> list[Play]:
    """The cards that a question allows to be played."""
    return [option for option in ask.options if isinstance(option, Play)]


Answer = Play | Discard | Declare | Pass


class Queue(Action):
    """Play an anytime card at the next checkpoint, if it is still legal then."""

    card: int
    on: int = -1


class Unqueue(Action):
    """Take a queued card back."""

    card: int
    on: int = -1


class Leave(Action, tag="quit"):
    """Leave the match for good once the attack in progress is finished."""


class Escape(Action):
    """Mean to leave the arena: be asked for the announcement at the end of each own turn."""


class Stay(Action):
    """Mean to stay after all."""


Order = Queue | Unqueue | Escape | Stay | Leave
