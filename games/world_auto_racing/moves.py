"""What drivers answer: small values that say everything about a choice.

Cards are the numbers of `kinds.KINDS`. A mod in play is named by the card on top of its stack.
"""

from __future__ import annotations

from typing import ClassVar

import msgspec

from games.engine.ask import Action


class Numbered(Action):
    """An answer made of numbers.

    Its path says all of them: a card played is always four keys, itself, whom it is aimed at, the
    card it works on and the mod given up for it; a part there is not is the letter alone. So no
    path is the beginning of another, whatever a card asks for.

    >>> Play(24, on=1, pick=7).path
    ('c24', 'o1', 'k7', 'r')
    >>> Use(3).path
    ('u3', 'o', 'k')
    """

    letters: ClassVar[str]
    """The first letter of each key."""

    @property
    def path(self) -> tuple[str, ...]:
        """The keys of the answer."""
        numbers = zip(self.letters, msgspec.structs.astuple(self), strict=True)
        return tuple(f"{letter}{n}" if n >= 0 else letter for letter, n in numbers)


class Take(Numbered):
    """Drive this car with its ready-made garage."""

    letters = "t"

    car: int


class Bring(Action):
    """Drive this car with an own garage."""

    path: ClassVar[tuple[str]] = ("own",)

    car: int
    cards: tuple[int, ...]
    """Every card, copies repeated, lowest number first."""
    name: str = ""
    """What its driver calls it."""


class Keep(Action):
    """Keep the first hand."""


class Redraw(Action):
    """Shuffle the first hand back and draw a new one."""


class Play(Numbered):
    """Play a card from the hand, with everything it asks its player to choose."""

    letters = "cokr"

    card: int
    on: int = -1
    """Seat it is aimed at, or -1 for none."""
    pick: int = -1
    """Card in play that its effect works on, chosen by the player: a mod of `on` (or of one's own
    car), or a condition; -1 for none."""
    replace: int = -1
    """Own mod given up to make room under the mod cap, or -1."""


class Use(Numbered):
    """Use the action ability of an own active card."""

    letters = "uok"

    card: int
    on: int = -1
    pick: int = -1


class Pass(Action):
    """Do nothing more this round."""


class Discard(Numbered):
    """Discard this card from the hand: a cost, an effect, or the scrap step."""

    letters = "d"

    card: int


class Lose(Numbered):
    """Give up this own active mod (Scrutineers, a lowered mod cap)."""

    letters = "l"

    card: int


class Fetch(Numbered):
    """Take this card out of the own garage or junkyard."""

    letters = "f"

    card: int


class Accept(Action):
    """Use an optional check; of a card that was looked at: put it into the junkyard."""


class Decline(Action):
    """Do not: no optional check, no card discarded in the scrap step, the card stays on top,
    nothing in the garage fits."""


Answer = (
    Take | Bring | Keep | Redraw | Play | Use | Pass | Discard | Lose | Fetch | Accept | Decline
)


class Leave(Action, tag="retire"):
    """Leave for good: passes in all turns from now on, default answers, keeps scoring."""
