"""What players answer: small values that say everything about a choice.

Vehicles are their numbers in `State.vehicles`, weapons their places on a vehicle, sides those of
`catalog.SIDES`.
"""

from __future__ import annotations

import msgspec


class Take(msgspec.Struct, frozen=True, tag="take"):
    """Buy this model with its armor as it is delivered, and the same accessories for everyone on
    board."""

    model: int
    computer: int = 0
    """What a targeting computer adds to a roll to hit: 0 (there is none), 1 or 2."""
    body_armor: bool = False
    count: int = 1
    """Alike ones that are bought at once."""

    @property
    def plain(self) -> bool:
        """Without accessories."""
        return not (self.computer or self.body_armor)


class Bring(msgspec.Struct, frozen=True, tag="bring"):
    """Buy a vehicle built at home."""

    model: int
    armor: tuple[int, int, int, int, int]
    """Points by side."""
    computers: tuple[int, int] = (0, 0)
    """What the driver's and the gunner's targeting computer adds: 0, 1 or 2."""
    body_armor: tuple[bool, bool] = (False, False)
    """Driver, gunner."""


class Enough(msgspec.Struct, frozen=True, tag="enough"):
    """Buy no more vehicles."""


class Speed(msgspec.Struct, frozen=True, tag="speed"):
    """The speed of a vehicle for this turn, in mph; below 0 in reverse."""

    mph: int


class Drive(msgspec.Struct, frozen=True, tag="drive"):
    """How a vehicle moves in a phase."""

    how: str = "straight"
    """`straight`, `drift`, `swerve` or `pivot`."""
    amount: int = 0
    """Of a drift: quarter inches to the right (below 0: left). Of a turn: degrees clockwise."""
    hold: str = ""
    """Corner held in a turn: `left` or `right` one of the trailing end."""


class Fire(msgspec.Struct, frozen=True, tag="fire"):
    """One firing action: a weapon, or a linked pair, at a side of a vehicle."""

    weapons: tuple[int, ...]
    target: int = -1
    """Vehicle, or -1 for a smokescreen."""
    side: int = -1
    """Side shot at (`TOP`: the turret), or -1 for a smokescreen."""
    out: bool = False
    """The target is out of action: what a hit does there decides nothing any more."""


class Hold(msgspec.Struct, frozen=True, tag="hold"):
    """Hold fire in this phase."""


Answer = Take | Bring | Enough | Speed | Drive | Fire | Hold


class Quit(msgspec.Struct, frozen=True, tag="quit"):
    """Leave for good: one's vehicles keep straight on, slow down and hold their fire."""


Order = Quit
