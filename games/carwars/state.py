"""The fight as plain data, and what can be read off it.

Seats are numbers from 0; -1 stands for "none" throughout. Lengths are L (a car's rectangle is 1.0
long), x to the right, y up, headings degrees counter-clockwise from +x. Sides are FRONT, RIGHT,
BACK, LEFT = 0..3 and CREW = 4, the crew area.

A body is a number: a car or its wreck is its seat, a thing of the arena 100 + its place in
`State.things`, a wall 1000 + its place in the arena.

The marks say who sees what (`games.engine.seen`). A view is a `State` in which the rest is covered,
so whatever only reads a state reads a view as well. Hidden are the standing rules of others; builds
are answers to a window, and in the state only once all are shown.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

import msgspec

from games.carwars.base import Move, Pose
from games.carwars.catalog import CREW
from games.carwars.events import Die
from games.carwars.moves import Rule
from games.carwars.options import Options
from games.engine.leaving import Leaving
from games.engine.players import Seat
from games.engine.seen import Open, Private
from games.engine.table import Context

THING: Final = 100
WALL: Final = 1000
"""Where the numbers of bodies begin that are things, and walls."""

Phase: TypeAlias = Literal["build", "places", "fires", "movement", "combat", "over"]


class Standing(msgspec.Struct, frozen=True, omit_defaults=True):
    """The standing rules of a seat, each a value of `moves.RULES`."""

    defense: str = "all"
    attack: str = "usual"
    wrench: str = "step"
    substitute: str = "low"
    damage: str = "usual"
    look: str = "no"

    def put(self, rule: Rule, value: str) -> Standing:
        """The same with another value of one rule."""
        return msgspec.structs.replace(self, **{rule: value})

    def of(self, rule: Rule) -> str:
        value: str = getattr(self, rule)
        return value


class Equipped(msgspec.Struct, omit_defaults=True):
    """A card on a car. Free copies are cards of their own."""

    card: Open[int]
    """Number in `catalog.CARDS`."""
    side: Open[int] = CREW
    damage: Open[int] = 0
    """Damage tokens on it."""
    down: Open[str] = ""
    """Why it lies face down: `destroyed` (a crew member: dead) or `spent`; empty while face up."""
    used: Open[bool] = False
    """In this combat phase: a weapon has fired, a crew member has attacked."""
    uses: Open[int] = 0
    """How often its effect that works `per` round has been used in this round."""
    stored: Open[int] = 0
    """Tokens kept on it."""


class Car(msgspec.Struct, omit_defaults=True):
    """A car with its dashboard, or the wreck it has become."""

    owner: Open[Seat]
    name: Open[str] = ""
    """Of its build."""
    cards: Open[list[Equipped]] = []
    """The driver is the first card, the gunner the second, the Hand Cannon the third."""
    x: Open[float] = 0.0
    y: Open[float] = 0.0
    heading: Open[float] = 0.0
    placed: Open[bool] = False
    """It stands in the arena."""
    speed: Open[int] = 2
    """What the speed slider shows, 0 to 5."""
    reverse: Open[bool] = False
    """At speed 0: in reverse, until the next declaration."""
    limit: Open[int] = 5
    """Max speed of this round. Ruling 51"""
    tires: Open[int] = 10
    power: Open[int] = 10
    armor: Open[list[int]] = []
    """By side."""
    fires: Open[list[int]] = []
    """Sides on fire, lowest first."""
    control: Open[int] = 0
    ace: Open[int] = 0
    out: Open[str] = ""
    """Why it is a wreck: `power`, `crew`, `flipped` or `left`; empty while it fights."""
    damage: Open[int] = 0
    """Damage tokens on the wreck."""
    gone: Open[bool] = False
    """The wreck has been destroyed and removed."""
    dealt: Open[int] = 0
    """Basic and tire damage this car has done to others so far."""
    standing: Private[Standing] = Standing()

    @property
    def pose(self) -> Pose:
        return self.x, self.y, self.heading

    @pose.setter
    def pose(self, pose: Pose) -> None:
        self.x, self.y, self.heading = pose

    @property
    def out_of_control(self) -> bool:
        """Holds no control token. Rules: Out Of Control"""
        return self.control == 0

    @property
    def pace(self) -> int:
        """The speed for every purpose but the slider: 1 in reverse. Rules: Adjust Speed"""
        return 1 if self.reverse else self.speed

    @property
    def driver(self) -> Equipped:
        return self.cards[0]

    @property
    def gunner(self) -> Equipped:
        return self.cards[1]


class Thing(msgspec.Struct, omit_defaults=True):
    """An obstacle or hazard in the arena. What it is like stands in the arena's data."""

    kind: Open[str]
    """`barrier`, `barrel`, `mud`, `clay` and so on."""
    x: Open[float]
    y: Open[float]
    heading: Open[float] = 0.0
    damage: Open[int] = 0
    gone: Open[bool] = False

    @property
    def pose(self) -> Pose:
        return self.x, self.y, self.heading

    @pose.setter
    def pose(self, pose: Pose) -> None:
        self.x, self.y, self.heading = pose


class Crash(msgspec.Struct, omit_defaults=True):
    """A collision or pile-up still to be resolved. Rules: Collisions; Pile-Ups"""

    bodies: Open[list[int]]
    """What the mover touched: one body, or of a pile-up the two that newly touched, the one nearer
    the mover along the chain first."""
    sides: Open[list[int]]
    """The touched side of each; -1 for what has no sides."""
    side: Open[int]
    """Side of the mover."""
    at: Open[tuple[float, float]] = (0.0, 0.0)
    """Where they touch."""
    pile: Open[bool] = False
    paid: Open[list[int]] = []
    """Seats that have paid their control."""
    dice: Open[list[Die]] = []
    """What was rolled for damage."""


class Turning(msgspec.Struct, omit_defaults=True):
    """A car's turn in the movement phase."""

    seat: Open[Seat]
    left: Open[int] = 0
    """Movement points left, the one being made included."""
    point: Open[int] = 0
    """The one being made, from 1; 0 before the first."""
    moves: Open[list[Move]] = []
    """Moves that are planned for the next points."""
    look: Open[bool] = False
    """When they are made its player is asked again; else all further points are straight."""
    move: Open[Move | None] = None
    """What was declared for the point being made."""
    turned: Open[int] = 0
    """Tenths of a degree that were turned in it."""
    slid: Open[bool] = False
    """It was a slide that moved at all."""
    repositioned: Open[bool] = False
    """The point was lost to a wall, or a stuck car: no maneuver dice."""
    pushed: Open[list[int]] = []
    """Light things that were pushed in this point and are still in play."""
    crashes: Open[list[Crash]] = []
    """Still to be resolved, the next one first."""
    dice: Open[list[Die]] = []
    """The driving roll of this point."""
    rolled: Open[bool] = False
    """The driving roll of this point is done."""
    rerolls: Open[list[int]] = []
    """Cards whose re-rolls of this roll have been used, one for each use."""
    spin: Open[int] = 0
    """Skids that could not be paid, of a slide or turn whose spin is still to come."""


class Attack(msgspec.Struct, omit_defaults=True):
    """An attack being resolved. Rules: Attacking; Defending"""

    seat: Open[Seat]
    crew: Open[int]
    weapon: Open[int]
    target: Open[int]
    side: Open[int] = -1
    extras: Open[list[int]] = []
    distance: Open[float] = 0.0
    cover: Open[int] = 0
    """Shields that obstacles give."""
    dice: Open[list[Die]] = []
    """The attack roll."""
    free: Open[int] = 0
    """Free re-rolls left, of the attacker, then of the defender."""
    bonus: Open[int] = 0
    """Of the defender: re-rolls left that an ace has bought."""
    defense: Open[list[Die]] = []
    """The defense roll."""
    defended: Open[bool] = False
    """The target has rolled, or does not defend."""
    spent: Open[int] = 0
    """Ace the defender has spent."""
    basic: Open[int] = 0
    tire: Open[int] = 0
    """Damage before shields."""
    fire: Open[bool] = False
    explosion: Open[bool] = False


class Harm(msgspec.Struct, omit_defaults=True):
    """Basic damage that is about to land: one batch. Rules: Basic Damage; Internal Damage"""

    body: Open[int]
    side: Open[int]
    points: Open[int]
    why: Open[str] = ""
    """`attack`, `collision`, `pile-up`, `fire`, `explosion` or `push`."""
    by: Open[Seat] = -1
    """Who did it, or -1."""
    card: Open[int] = -1
    """The damage card that was drawn, its place in `catalog.DECKS`; -1 before."""
    line: Open[int] = 0
    """The item of the damage card that is looked at."""
    taken: Open[int] = 0
    """Points that this line has taken."""


class State(Leaving, omit_defaults=True):
    """A fight."""

    options: Open[Options]
    cars: Open[list[Car]]
    """By seat, which is clockwise around the table."""
    beat: Open[str] = "build"
    """What comes next, a key of `BEATS`; or `over`."""
    phase: Open[Phase] = "build"
    round: Open[int] = 0
    first: Open[Seat] = 0
    """Who has the first-player marker."""
    active: Open[Seat] = -1
    """Seat that acts alone now, or -1."""
    acted: Open[list[int]] = msgspec.field(default_factory=list)
    """Seats that have acted in this phase."""
    things: Open[list[Thing]] = msgspec.field(default_factory=list)
    turn: Open[Turning | None] = None
    attack: Open[Attack | None] = None
    harm: Open[list[Harm]] = msgspec.field(default_factory=list)
    """Batches of damage, the next one first: they land before any other beat."""
    fallen: Open[list[int]] = msgspec.field(default_factory=list)
    """Seats by the order in which they were eliminated."""
    history: Open[list[list[int]]] = msgspec.field(default_factory=list)
    """Damage done by each seat, after each round."""

    @property
    def hand(self) -> tuple[int, ...]:
        """There are no cards in a hand."""
        return ()

    @property
    def alive(self) -> list[int]:
        """Seats that are not eliminated."""
        return [seat for seat, car in enumerate(self.cars) if not car.out]

    @property
    def clockwise(self) -> list[int]:
        """Those from the first player on. Rules: Sequence Of Play"""
        count = len(self.cars)
        seats = ((self.first + at) % count for at in range(count))
        return [seat for seat in seats if not self.cars[seat].out]

    @property
    def next(self) -> int:
        """Who acts next in this phase, or -1."""
        return next((seat for seat in self.clockwise if seat not in self.acted), -1)

    @property
    def me(self) -> Car | None:
        """In a view: the car of who looks."""
        return None if self.seat is None else self.cars[self.seat]

    @property
    def small(self) -> bool:
        """The arena is one of 12 L; else one of 18 L. Ruling 41"""
        return len(self.cars) <= 4


Live: TypeAlias = Context[State]
"""A fight as it goes on: its state, its chance, and what is told of it."""
