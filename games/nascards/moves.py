"""What drivers answer: small values that say everything about a choice.

Speed cards are their values 1 to 10, Maneuver cards the numbers of `cards.MANEUVERS` (from 11).
"""

from __future__ import annotations

import msgspec


class Pit(msgspec.Struct, frozen=True, tag="pit"):
    """Make a Pit Stop this turn."""


class Stay(msgspec.Struct, frozen=True, tag="stay"):
    """Stay on the track this turn."""


class Keep(msgspec.Struct, frozen=True, tag="keep"):
    """Keep this Maneuver card of those dealt or drawn; with Drive Fast maybe one to follow it."""

    card: int
    follow: int = -1


class Aim(msgspec.Struct, frozen=True, tag="aim"):
    """The cars the shown Maneuver card is aimed at, lowest seat first."""

    cars: tuple[int, ...]


class Follow(msgspec.Struct, frozen=True, tag="follow"):
    """Play the card set aside with Drive Fast."""


class Decline(msgspec.Struct, frozen=True, tag="decline"):
    """Do not play it."""


class Drop(msgspec.Struct, frozen=True, tag="drop"):
    """Discard this Speed card (Efficient Driving)."""

    card: int


class Drive(msgspec.Struct, frozen=True, tag="drive"):
    """Play these Speed cards: one, or two where the rules allow it; the lower first."""

    cards: tuple[int, ...]


Answer = Pit | Stay | Keep | Aim | Follow | Decline | Drop | Drive


class Retire(msgspec.Struct, frozen=True, tag="retire"):
    """Leave for good: the car is totaled at the next beat."""
