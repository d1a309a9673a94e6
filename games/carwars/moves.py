"""What players answer: small values that say everything about a choice. A `path` is the answer as
short keys, the same for ever.

Sides are FRONT, RIGHT, BACK, LEFT = 0..3 (`base`). Cards of a car are their places in `Car.cards`.
A body is a seat, 100 + the place of a thing in `State.things`, or 1000 + the place of a wall.
Angles are tenths of a degree, places on the arena hundredths of L.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final, Literal, TypeAlias, get_args, get_type_hints

import msgspec

from games.carwars.base import Move
from games.engine.ask import Action

Path: TypeAlias = tuple[str, ...]


# -- answers


class Numbered(Action):
    """An answer that is a number, whose path has a letter before it."""

    letter: ClassVar[str] = ""

    @property
    def path(self) -> Path:
        (number,) = msgspec.structs.astuple(self)
        return (f"{self.letter}{number}",)


class Build(Numbered):
    """Drive this car that comes with the game: its row in `data/builds.toml`."""

    letter: ClassVar[str] = "b"

    number: int


class Bring(Action):
    """Drive a car built at home: it is brought along, never listed."""

    path: ClassVar[Path] = ("bring",)

    name: str
    cards: tuple[tuple[int, int], ...]
    """(card, side) of everything that is paid for, lowest first: the Hand Cannon is not among
    them. Side -1 is the crew area."""


class Slot(Numbered):
    """Start at this usual place. Ruling 40, 41"""

    letter: ClassVar[str] = "p"

    number: int


class Place(Action):
    """Start anywhere along the edge. It is made part by part. Rules: Starting Positions"""

    x: int
    """Hundredths of L."""
    y: int
    heading: int
    """Whole degrees, 0 to 359."""

    @property
    def path(self) -> Path:
        """
        >>> Place(600, 70, 90).path
        ('place', 'x600', 'y70', 'h90')
        """
        return "place", f"x{self.x}", f"y{self.y}", f"h{self.heading}"


class Fires(Action):
    """Manage Fires. Rules: Manage Fires"""

    out: tuple[int, ...] = ()
    """Sides whose fires are put out, lowest first."""
    burn: tuple[int, ...] = ()
    """The other burning sides, in the order in which they do damage."""

    @property
    def path(self) -> Path:
        """
        >>> Fires((0, 2), (3, 1)).path
        ('o02', 'b31')
        """
        return "o" + "".join(map(str, self.out)), "b" + "".join(map(str, self.burn))


class Turn(Action):
    """Speed and moves of a turn, or of what is left of it. It is made part by part.

    Rules: Adjust Speed; Drive
    """

    speed: int
    """What the speed slider is set to, 0 to 5. Two steps are a hard change."""
    reverse: bool = False
    """At speed 0: drive in reverse; else stopped."""
    moves: tuple[Move, ...] = ()
    look: bool = False
    """Asked again when these moves are made; else all further points are straight."""

    @property
    def path(self) -> Path:
        """The speed, the moves, and `go` or `ask`.

        >>> Turn(3, moves=(Move("turn", 1, 225), Move("slide", -1))).path
        ('turn', 'v3', 'l225', 'ar', 'go')
        >>> Turn(0, True, (Move(),), look=True).path
        ('turn', 'vr0', 's', 'ask')
        """
        keys = (move.key for move in self.moves)
        way = "r" if self.reverse else ""
        return "turn", f"v{way}{self.speed}", *keys, "ask" if self.look else "go"


class Fire(Action):
    """One attack. Rules: Attacking"""

    crew: int
    """Card of the crew member."""
    weapon: int
    """Card of the weapon or sidearm."""
    target: int
    side: int = -1
    """Side of the target; -1 for what has no sides."""
    extras: tuple[int, ...] = ()
    """Cards that are announced with it: Targeting Computer, HUD Goggles."""

    @property
    def path(self) -> Path:
        """
        >>> Fire(0, 3, 1, 2, (5,)).path
        ('w3', 't1', 's2', 'c0', 'x5')
        >>> Fire(0, 3, 104).path
        ('w3', 't104', 's', 'c0', 'x')
        """
        side = f"s{self.side}" if self.side >= 0 else "s"
        extras = "x" + "x".join(map(str, self.extras))
        return f"w{self.weapon}", f"t{self.target}", side, f"c{self.crew}", extras


class Drop(Action):
    """A crew member lays down what a weapon drops, in place of an attack. Ruling 60"""

    crew: int
    weapon: int

    @property
    def path(self) -> Path:
        return f"w{self.weapon}", "drop", f"c{self.crew}"


class Reveal(Action):
    """Fit a hidden weapon on this side; -1 is the crew area.

    Rules: Simple Concealment System
    """

    card: int
    side: int

    @property
    def path(self) -> Path:
        """
        >>> Reveal(36, 0).path
        ('reveal', 'k36', 'm0')
        """
        return "reveal", f"k{self.card}", f"m{self.side}" if self.side >= 0 else "m"


class Hold(Action):
    """Attack no more in this combat phase."""

    path: ClassVar[Path] = ("hold",)


class Reroll(Action):
    """Re-roll this die of the roll at hand. Rules: Re-Rolling Dice"""

    die: int
    ace: bool = False
    """It is bought with an ace; else it is free."""

    @property
    def path(self) -> Path:
        return (f"{'a' if self.ace else 'd'}{self.die}",)


class Enough(Action):
    """Re-roll no more."""

    path: ClassVar[Path] = ("enough",)


class Pick(Numbered):
    """The card that takes the damage. Rules: Internal Damage"""

    letter: ClassVar[str] = "k"

    card: int


class Use(Numbered):
    """Use what the question is about so often; 0 declines."""

    letter: ClassVar[str] = "u"

    times: int = 1


Answer = (
    Build | Bring | Slot | Place | Fires | Turn | Fire | Drop | Reveal | Hold | Reroll | Enough
    | Pick | Use
)  # fmt: skip


# -- orders


class StandingRules(msgspec.Struct, frozen=True, omit_defaults=True):
    """The standing rules of a seat."""

    defense: Literal["all", "1", "2", "3", "none", "ask"] = "all"
    """Ace spent on defense re-rolls, at most so many an attack. Ruling 45"""
    attack: Literal["usual", "ask"] = "usual"
    """Attack re-rolls."""
    second: Literal["same", "ask"] = "same"
    """The attack after a car's first one in a phase. `same`: at the same target, without a question
    if none does more damage. Ruling 65"""
    lone: Literal["fire", "ask"] = "fire"
    """A car's first attack in a phase where one side of one target is all that can be hit. `fire`:
    made without a question. Ruling 65"""
    wrench: Literal["step", "never", "always", "ask"] = "step"
    """Ace spent to ignore wrenches of a driving roll (High-Density Radials). `step`: when the
    damage would cross a tire step."""
    substitute: Literal["low", "never", "always", "ask"] = "low"
    """Ace in place of control in a collision (Strengthened Undercarriage). `low`: while control is
    1 or less."""
    damage: Literal["usual", "ask"] = "usual"
    """Which card or crew member takes damage where there is a choice."""
    fires: Literal["usual", "ask"] = "usual"
    """Which fires are put out, and the order of the others. Ruling 57"""
    look: Literal["no", "low"] = "no"
    """Asked again before the next point. `low`: while control is 2 or less."""
    chute: Literal["no", "next"] = "no"
    """The Drag Chute is pulled at the next Check Speed."""

    def put(self, rule: str, value: str) -> StandingRules:
        """The same with another value of one rule. Values are those of the table: a usual one that
        was read from a text would be stored, and none other is."""
        known = next(each for each in RULES[rule] if each == value)
        return msgspec.structs.replace(self, **{rule: known})


RULES: Final[Mapping[str, tuple[str, ...]]] = {
    rule: get_args(hint) for rule, hint in get_type_hints(StandingRules).items()
}
"""The values of each standing rule, the default first."""


class Standing(Action):
    """From now on this rule is followed for this seat."""

    rule: str
    value: str


class Quit(Action):
    """Leave for good: the car is a wreck at the next beat, and nobody scores it. Ruling 43"""


Order = Standing | Quit
