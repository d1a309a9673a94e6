"""Why a Maneuver card cannot be played, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec

from games.nascards.state import State
from games.nascards.track import why_not


class Limit(msgspec.Struct, frozen=True):
    """A reason for which a Maneuver card cannot be played."""

    sentence: str
    """For the rules help."""
    short: str
    """After "not now: ", at most 24 characters: "only for the last car"."""
    told: str
    """What the sentence says that tells it was thrown away, after the driver's name."""
    told_you: str
    """The same to the driver."""

    @property
    def here(self) -> str:
        """For a card in the hand: "Not now: only for the last car"."""
        return f"Not now: {self.short}"


LIMITS: Final[Mapping[str, Limit]] = {
    "NL": Limit("The Leader cannot play it.", "you lead", "leads", "lead"),
    "LPD": Limit(
        "Only the last car can play it.", "only for the last car", "is not last", "are not last"
    ),
    "LEADER_ONLY": Limit(
        "Only the Leader can play it.", "only for the Leader", "does not lead", "do not lead"
    ),
    "SECOND_ONLY": Limit(
        "Only the car in second place can play it.",
        "only for second place",
        "is not second",
        "are not second",
    ),
    "NL_AND_PASSES_LEADER": Limit(
        "It can be played only if it takes you past the Leader.",
        "no pass of the Leader",
        "would not pass the Leader",
        "would not pass the Leader",
    ),
    "nobody": Limit(
        "It needs another car to work on.",
        "no car to work on",
        "has no car to aim at",
        "have no car to aim at",
    ),
}
"""By restriction of the card; `nobody` where no car is there to work on.
Rules: Maneuver Deck Card List Notation"""


def unmet(view: State, card: int) -> str:
    """Why who looks could not play a Maneuver card as the cars now stand: a key of `LIMITS`, or
    empty."""
    return "" if view.seat is None else why_not(view, view.seat, card)
