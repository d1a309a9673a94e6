"""What drivers answer: small values that say everything about a choice.

Speed cards are their values 1 to 10, Maneuver cards the numbers of `cards.MANEUVERS` (from 11).
"""

from __future__ import annotations

from games.engine.ask import Action


class Pit(Action):
    """Make a Pit Stop this turn."""


class Stay(Action):
    """Stay on the track this turn."""


class Keep(Action):
    """Keep this Maneuver card of those dealt or drawn; with Drive Fast maybe one to follow it."""

    card: int
    follow: int = -1


class Aim(Action):
    """The cars the shown Maneuver card is aimed at, lowest seat first."""

    cars: tuple[int, ...]


class Follow(Action):
    """Play the card set aside with Drive Fast."""


class Decline(Action):
    """Do not play it."""


class Drop(Action):
    """Discard this Speed card (Efficient Driving)."""

    card: int


class Drive(Action):
    """Play these Speed cards: one, or two where the rules allow it; the lower first."""

    cards: tuple[int, ...]


Answer = Pit | Stay | Keep | Aim | Follow | Decline | Drop | Drive


class Leave(Action, tag="retire"):
    """Leave for good: the car is totaled at the next beat."""
