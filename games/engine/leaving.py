"""Leaving a match for good: the order, the event, and where the state keeps it."""

from __future__ import annotations

import msgspec

from games.engine.ask import Action
from games.engine.messages import Event
from games.engine.players import Seat
from games.engine.seen import Open, Secret


class Leave(Action):
    """Leave the match for good."""


class Left(Event):
    """A player has left for good."""

    seat: Seat


class Leaving(msgspec.Struct, kw_only=True):
    """The part of a state that tells who has left. A game's state begins with it."""

    left: Open[list[int]] = []
    """Seats that have left for good, the first one first."""
    leaving: Secret[list[int]] = []
    """Order field: seats that leave before the next beat."""
    seat: Open[int | None] = None
    """In a view: who looks."""

    @property
    def hand(self) -> tuple[int, ...]:
        """In a view: the cards of who looks, if there are any."""
        return ()
