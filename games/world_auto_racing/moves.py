"""What drivers answer: small values that say everything about a choice.

Cards are the numbers of `cards.every()`. A mod in play is named by the card on top of its stack.
"""

from __future__ import annotations

from games.engine.ask import Action


class Take(Action):
    """Drive this car with its ready-made garage."""

    car: int


class Bring(Action):
    """Drive this car with an own garage."""

    car: int
    cards: tuple[int, ...]
    """Every card, copies repeated, lowest number first."""


class Keep(Action):
    """Keep the first hand."""


class Redraw(Action):
    """Shuffle the first hand back and draw a new one."""


class Play(Action):
    """Play a card from the hand, with everything it asks its player to choose."""

    card: int
    on: int = -1
    """Seat it is aimed at, or -1 for none."""
    pick: int = -1
    """Card in play that its effect works on, chosen by the player: a mod of `on` (or of one's own
    car), or a condition; -1 for none."""
    replace: int = -1
    """Own mod given up to make room under the mod cap, or -1."""


class Use(Action):
    """Use the action ability of an own active card."""

    card: int
    on: int = -1
    pick: int = -1


class Pass(Action):
    """Do nothing more this round."""


class Discard(Action):
    """Discard this card from the hand: a cost, an effect, or the scrap step."""

    card: int


class Lose(Action):
    """Give up this own active mod (Scrutineers, a lowered mod cap)."""

    card: int


class Fetch(Action):
    """Take this card out of the own garage or junkyard."""

    card: int


class Accept(Action):
    """Use an optional check; of a card that was looked at: put it into the junkyard."""


class Decline(Action):
    """Do not: no optional check, no card discarded in the scrap step, the card stays on top,
    nothing in the garage fits."""


Answer = (
    Take | Bring | Keep | Redraw | Play | Use | Pass | Discard | Lose | Fetch | Accept | Decline
)


class Retire(Action):
    """Leave for good: passes in all turns from now on, default answers, keeps scoring."""
