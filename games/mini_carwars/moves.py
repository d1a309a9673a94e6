"""What players answer: small values that say everything about a choice. A `path` is the answer as
short keys, the same for ever.

Vehicles are their numbers in `State.vehicles`, weapons their places on a vehicle, sides those of
`catalog.SIDES`.
"""

from __future__ import annotations

from typing import ClassVar, TypeAlias

from games.engine.ask import Action

Path: TypeAlias = tuple[str, ...]


class Take(Action):
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

    @property
    def path(self) -> Path:
        """One as it is delivered takes one press.

        >>> Take(3).path, Take(3, 1, True, 2).path
        (('m3',), ('extras', 'm3', 'a1', 'n2'))
        """
        if self.plain and self.count == 1:
            return (f"m{self.model}",)
        worn = "a" if self.body_armor else "k"
        return "extras", f"m{self.model}", f"{worn}{self.computer}", f"n{self.count}"


class Bring(Action):
    """Buy a vehicle built at home: it is brought along, never listed."""

    path: ClassVar[Path] = ("bring",)

    model: int
    armor: tuple[int, int, int, int, int]
    """Points by side."""
    computers: tuple[int, int] = (0, 0)
    """What the driver's and the gunner's targeting computer adds: 0, 1 or 2."""
    body_armor: tuple[bool, bool] = (False, False)
    """Driver, gunner."""
    name: str = ""
    """What its player calls it."""


class Enough(Action):
    """Buy no more vehicles."""

    path: ClassVar[Path] = ("enough",)


class Speed(Action):
    """The speed of a vehicle for this turn, in mph; below 0 in reverse."""

    mph: int

    @property
    def path(self) -> Path:
        return (f"s{self.mph}" if self.mph >= 0 else f"r{-self.mph}",)


class Drive(Action):
    """How a vehicle moves in a phase."""

    how: str = "straight"
    """`straight`, `drift`, `swerve` or `pivot`."""
    amount: int = 0
    """Of a drift: quarter inches to the right (below 0: left). Of a turn: degrees clockwise."""
    hold: str = ""
    """Corner held in a turn: `left` or `right` one of the trailing end."""

    @property
    def size(self) -> int:
        return abs(self.amount)

    @property
    def way(self) -> str:
        return "right" if self.amount > 0 else "left"

    @property
    def path(self) -> Path:
        """The corner is named where it is the one on the other side.

        >>> Drive("drift", -2).path, Drive("swerve", 30, "right").path
        (('drift', 'l2'), ('swerve', 'r30'))
        >>> Drive("swerve", 30, "left").path
        ('swerve', 'r30left')
        """
        if self.how == "straight":
            return (self.how,)
        other = self.hold if self.hold != self.way else ""
        return self.how, f"{self.way[0]}{self.size}{other}"


class Fire(Action):
    """One firing action: a weapon, or a linked pair, at a side of a vehicle."""

    weapons: tuple[int, ...]
    target: int = -1
    """Vehicle, or -1 for a smokescreen."""
    side: int = -1
    """Side shot at (`TOP`: the turret), or -1 for a smokescreen."""
    out: bool = False
    """The target is out of action: what a hit does there decides nothing any more. Such shots stand
    apart."""

    @property
    def path(self) -> Path:
        """
        >>> Fire((0, 1), 1, 3).path, Fire((2,)).path
        (('w01t1s3',), ('w2',))
        """
        weapons = "w" + "".join(map(str, self.weapons))
        if self.target < 0:
            return (weapons,)
        return *(("out",) * self.out), f"{weapons}t{self.target}s{self.side}"


class Hold(Action):
    """Hold fire in this phase."""

    path: ClassVar[Path] = ("hold",)


Answer = Take | Bring | Enough | Speed | Drive | Fire | Hold


class Leave(Action, tag="quit"):
    """Leave for good: one's vehicles keep straight on, slow down and hold their fire."""


Order = Leave
