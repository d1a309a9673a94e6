"""The fight as plain data, and what can be read off it.

Seats are numbers from 0; -1 stands for "none" throughout. Lengths are L (a car's rectangle is 1.0
long), x to the right, y up, headings degrees counter-clockwise from +x. Sides are FRONT, RIGHT,
BACK, LEFT = 0..3 and CREW = -1, the crew area.

A body is a number: a car or its wreck is its seat, a thing of the arena 100 + its place in
`State.things`, a wall 1000 + its place in the arena.

The marks say who sees what (`games.engine.seen`). A view is a `State` in which the rest is covered,
so whatever only reads a state reads a view as well. Hidden are the standing rules of others; builds
are answers to a window, and in the state only once all are shown.
"""

from __future__ import annotations

from typing import Any, Final, Literal, TypeAlias

import msgspec

from games.carwars.base import Move
from games.carwars.catalog import CARDS, CREW, Card, DamageItem
from games.carwars.dice import NO_DICE, Die, Pool, plus
from games.carwars.effects import (
    EFFECTS,
    OPS,
    ORDER,
    Applied,
    Effect,
    Hook,
    Moment,
    Period,
    Use,
    holds,
)
from games.carwars.events import Touched
from games.carwars.moves import StandingRules
from games.carwars.options import Options
from games.engine.leaving import Leaving
from games.engine.players import Seat
from games.engine.seen import Open, Private, Public
from games.engine.shapes import Pose
from games.engine.table import Context

THING: Final = 100
WALL: Final = 1000
"""Where the numbers of bodies begin that are things, and walls."""

Phase: TypeAlias = Literal["build", "places", "fires", "movement", "combat", "over"]


class Equipped(Public, msgspec.Struct):
    """A card on a car. Free copies are cards of their own."""

    card: int
    """Number in `catalog.CARDS`."""
    side: int = CREW
    damage: int = 0
    """Damage tokens on it."""
    down: str = ""
    """Why it lies face down: `destroyed` (a crew member: dead) or `spent`; empty while face up."""
    used: bool = False
    """In this combat phase: a weapon has fired, a crew member has attacked."""
    stored: int = 0
    """What is counted on it: control kept, markers dropped, build points of revealed weapons."""


class Lying:
    """What lies in the arena."""

    __slots__ = ()
    x: float
    y: float
    heading: float

    @property
    def pose(self) -> Pose:
        return self.x, self.y, self.heading

    @pose.setter
    def pose(self, pose: Pose) -> None:
        self.x, self.y, self.heading = pose  # type: ignore[misc]


class Car(Lying, msgspec.Struct, omit_defaults=True):
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
    paint: Open[list[int]] = []
    """Painted sides, lowest first."""
    opened: Open[list[int]] = []
    """Weapon and target of its first attack in this combat phase."""
    uses: Open[list[Use]] = []
    """Effects of its cards that have been used, while that counts."""
    dealt: Open[int] = 0
    """Basic and tire damage this car has done to others so far."""
    standing: Private[StandingRules] = StandingRules()

    @property
    def out_of_control(self) -> bool:
        """Holds no control token. Rules: Out Of Control"""
        return self.control == 0

    @property
    def pace(self) -> int:
        """The speed for every purpose but the slider: 1 in reverse. Rules: Adjust Speed"""
        return 1 if self.reverse else self.speed

    def applied(self, hook: Hook, now: Moment | None = None) -> list[Applied]:
        """The effects of its cards in force that apply at a hook, in the order in which they take
        their turn. Without a moment it knows only what the car itself says of it."""
        now, out = now or self.moment(), list[Applied]()
        for slot, card in enumerate(self.cards):
            for at, effect in enumerate(EFFECTS[card.card]):
                if effect.hook != hook or card.down:
                    continue
                if holds(effect.guard, now, slot, card.side):
                    n = now.terrain_level if effect.n == "terrain_level" else effect.n
                    out.append(Applied(slot, card.card, at, effect, n))
        return sorted(out, key=lambda each: ORDER[each.effect.op])

    def automatic(self, hook: Hook, op: str, now: Moment | None = None) -> list[Applied]:
        """Those of an op that cost nothing and come unasked."""
        found = self.applied(hook, now)
        return [each for each in found if each.effect.op == op and not each.effect.decided]

    def number(self, hook: Hook, op: str, now: Moment | None = None) -> int:
        """How many they give together."""
        return sum(each.n for each in self.automatic(hook, op, now))

    def added(self, hook: Hook, now: Moment) -> dict[str, Pool]:
        """The dice that cards add to a roll unasked, by the card's id."""
        out = dict[str, Pool]()
        for each in self.automatic(hook, "add_dice", now):
            out[each.name] = plus(out.get(each.name, NO_DICE), each.effect.dice)
        return out

    def offered(self, hook: Hook, op: str, now: Moment | None = None) -> list[Applied]:
        """Those that its owner may use now or decline, and can pay, a free re-roll among them."""
        used = {(use.slot, use.at) for use in self.uses}
        return [
            each
            for each in self.applied(hook, now)
            if each.effect.op == op and (each.effect.decided or OPS[op].chosen)
            if (each.slot, each.at) not in used and self.times(each.effect)
        ]

    def times(self, effect: Effect) -> int:
        """How often it can pay for an effect now. A living card can always take the damage that its
        own effect costs."""
        paid = [(what, price) for what, price in effect.cost.items() if what != "damage_on_this"]
        most = min((int(getattr(self, what)) // price for what, price in paid), default=1)
        return most if effect.repeatable else min(most, 1)

    def over(self, *periods: Period) -> None:
        """Uses of its effects count no more that counted until the end of these."""
        self.uses = [use for use in self.uses if use.until not in periods]

    @property
    def crew(self) -> list[int]:
        """Places of the living crew members."""
        return [place for place in range(len(self.cards[:2])) if not self.cards[place].down]

    def moment(self, **facts: Any) -> Moment:
        """What a guard may ask, with what the car itself says of it."""
        return Moment(
            speed=self.pace,
            tires=self.tires,
            out_of_control=self.out_of_control,
            both_crew_alive=len(self.crew) == 2,
            **facts,
        )

    def durability(self, place: int) -> int:
        """Of a card, of a crew member with what gear adds. Rules: Durability; Crew"""
        bonus = self.number("crew", "durability_bonus") if place < 2 else 0
        return self.kind(place).durability + bonus

    def left(self, place: int) -> int:
        """Damage that a card can still take."""
        return 0 if self.cards[place].down else self.durability(place) - self.cards[place].damage

    def kind(self, place: int) -> Card:
        """What a card is."""
        return CARDS[self.cards[place].card]


class Thing(Lying, Public, msgspec.Struct):
    """An obstacle or hazard in the arena. What it is like stands in the arena's data."""

    kind: str
    """`barrier`, `barrel`, `mud`, `clay` and so on."""
    x: float
    y: float
    heading: float = 0.0
    damage: int = 0
    gone: bool = False
    rounds: int = 0
    """Ends of rounds that it stays for; 0: for good."""


class Crash(Public, msgspec.Struct):
    """A collision or pile-up still to be resolved. Rules: Collisions; Pile-Ups"""

    others: tuple[Touched, ...]
    """What the mover touched: one body, or of a pile-up the two that newly touched, the one nearer
    the mover along the chain first."""
    side: int
    """Side of the mover."""
    paid: list[int] = []
    """Seats that have paid their control."""


class Turning(Public, msgspec.Struct):
    """A car's turn in the movement phase."""

    seat: Seat
    begun: bool = False
    """Its speed has been set."""
    left: int = 0
    """Movement points left, the one being made included."""
    point: int = 0
    """The one being made, from 1; 0 before the first."""
    moves: list[Move] = []
    """Moves that are planned for the next points."""
    look: bool = False
    """When they are made its player is asked again; else all further points are straight."""
    move: Move | None = None
    """What was declared for the point being made."""
    turned: int = 0
    """Tenths of a degree that were turned in it."""
    slid: bool = False
    """It was a slide that moved at all."""
    repositioned: bool = False
    """The point was lost to a wall, or a stuck car: no maneuver dice."""
    pushed: list[int] = []
    """Light things that were pushed in this point and are still in play."""
    crashes: list[Crash] = []
    """Still to be resolved, the next one first."""
    dice: list[Die] = []
    """The driving roll of this point."""
    rolled: bool = False
    """The driving roll of this point is done."""
    ignored: int = 0
    """Wrenches of this roll that a card ignores."""
    spin: int = 0
    """Skids that could not be paid, of a slide or turn whose spin is still to come."""

    def replan(self) -> None:
        """What was planned counts no more: its player is asked before the next point. What would be
        laid down after the last one still is."""
        self.moves = [move for move in self.moves if move.kind == "slab" and self.left <= 1]
        self.look = True


class Attack(Public, msgspec.Struct):
    """An attack being resolved. Rules: Attacking; Defending"""

    seat: Seat
    crew: int
    weapon: int
    target: int
    side: int = -1
    extras: list[int] = []
    distance: float = 0.0
    cover: int = 0
    """Shields that obstacles give."""
    dice: list[Die] = []
    """The attack roll."""
    free: int = 0
    """Free re-rolls left, of the attacker, then of the defender."""
    bonus: int = 0
    """Of the defender: re-rolls left that an ace has bought."""
    defense: list[Die] = []
    """The defense roll."""
    defended: bool = False
    """The target has rolled, or does not defend."""
    spent: int = 0
    """Ace the defender has spent."""
    basic: int = 0
    tire: int = 0
    """Damage before shields."""
    fire: bool = False
    explosion: bool = False
    paint: bool = False
    first: bool = False
    """It is the car's first one in this phase."""
    bought: int = 0
    """Shields that the defender has bought after the roll."""

    @property
    def paid(self) -> bool:
        """The defender's next re-roll costs an ace."""
        return not (self.free or self.bonus)


class Harm(Public, msgspec.Struct):
    """Basic damage that is about to land: one batch. Rules: Basic Damage; Internal Damage"""

    body: int
    side: int
    points: int
    why: str = ""
    """`attack`, `collision`, `pile-up`, `fire`, `explosion` or `push`."""
    by: Seat = -1
    """Who did it, or -1."""
    card: int = -1
    """The damage card that was drawn, its place in `catalog.DECKS`; -1 before."""
    first: list[DamageItem] = []
    """Lines that the weapon puts before those of the card."""
    line: int = 0
    """The item of the damage card that is looked at."""
    taken: int = 0
    """Points that this line has taken."""
    pick: int = -1
    """The card that its owner has picked for this line."""
    asks: bool = False
    """Its owner is asked which card takes it."""


class State(Leaving, msgspec.Struct, omit_defaults=True):
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
    acted: Open[list[int]] = []
    """Seats that have acted in this phase."""
    things: Open[list[Thing]] = []
    turn: Open[Turning | None] = None
    attack: Open[Attack | None] = None
    harm: Open[list[Harm]] = []
    """Batches of damage, the next one first: they land before any other beat."""
    fallen: Open[list[int]] = []
    """Seats by the order in which they were eliminated."""
    history: Open[list[list[int]]] = []
    """Damage done by each seat, after each round."""

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
    def mover(self) -> Car:
        """The car whose turn is being driven."""
        assert self.turn is not None
        return self.cars[self.turn.seat]

    @property
    def target(self) -> Car:
        """The car that is attacked."""
        assert self.attack is not None
        return self.cars[self.attack.target]

    @property
    def points_left(self) -> int | None:
        """Movement points left in the turn that is being driven; None before its speed is set."""
        return self.turn.left if self.turn is not None and self.turn.begun else None

    @property
    def me(self) -> Car | None:
        """In a view: the car of who looks."""
        return None if self.seat is None else self.cars[self.seat]


Live: TypeAlias = Context[State]
"""A fight as it goes on: its state, its chance, and what is told of it."""
