"""What happens in a fight, as facts in the past tense. All are public.

Cards are the numbers of `catalog.CARDS`; `place` is a card's place on its car. Sides are 0..3, -1
the crew area. A body is a seat, 100 + the place of a thing, or 1000 + that of a wall. Poses are x
and y in L, and the heading in degrees. `kind` says what kind of thing a body is, `wreck` among
them; it is empty for a car in the fight and a wall.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

import msgspec

from games.carwars.base import Move
from games.carwars.dice import Die
from games.engine.messages import Event as Fact
from games.engine.messages import kinds_of
from games.engine.players import Seat
from games.engine.shapes import Pose
from games.engine.sums import Sum

Owed: TypeAlias = Literal["skid", "collision", "explosion"]
TireCause: TypeAlias = Literal["unpaid", "wrench", "brake", "attack", "card", "price"]
"""`card`: internal damage; `price`: of a card that was used."""
PowerCause: TypeAlias = Literal["card", "accelerate"]
ItemCause: TypeAlias = Literal["card", "absorb", "fire", "overload", "price"]
"""`card`: internal damage; `overload`: its own wrenches."""
Fall: TypeAlias = Literal["power", "crew", "flipped", "left"]


class Touched(msgspec.Struct, frozen=True, array_like=True):
    """A body and its side that was touched, -1 for what has no sides."""

    body: int
    side: int


# -- setup


class CarBuilt(Fact):
    """A car was shown. `cards` are (card, side), free copies and the Hand Cannon among them; `own`:
    it was built at home."""

    seat: Seat
    name: str
    cards: tuple[tuple[int, int], ...]
    own: bool = False


class FirstPlayer(Fact):
    """Who has the first-player marker now."""

    seat: Seat


class Placed(Fact):
    """A car was placed at the edge."""

    seat: Seat
    pose: Pose


# -- the round


class RoundBegan(Fact):
    """A round began."""

    round: int
    first: Seat


class SpeedCut(Fact):
    """Check Speed lowered a speed to the max that worn tires allow."""

    seat: Seat
    before: int
    speed: int


class ControlTaken(Fact):
    """Take Control: the tokens a car took. The parts are `tires`, `speed`, or ids of cards."""

    seat: Seat
    control: Sum
    ace: Sum


class FireOut(Fact):
    """A fire was put out with control, or by a card."""

    seat: Seat
    side: int
    card: int = -1

    @property
    def by_hand(self) -> bool:
        return self.card < 0


class FireBurned(Fact):
    """A fire was left burning: 1 damage to its side follows."""

    seat: Seat
    side: int


class MarkerPassed(Fact):
    """The round ended; all unspent control and ace went back, and the first-player marker on."""

    round: int
    seat: Seat


# -- driving


class SpeedSet(Fact):
    """A player adjusted the speed."""

    seat: Seat
    before: int
    speed: int
    reverse: bool = False
    was_reverse: bool = False
    hard: Literal["accelerate", "brake", ""] = ""
    card: int = -1
    """Card that took the damage of a hard change away."""

    @property
    def pace(self) -> Literal["keep", "up", "down", "stop", "stand", "shift", "reverse"]:
        """What became of the speed."""
        if self.reverse:
            return "reverse" if self.was_reverse else "shift"
        if not self.speed:
            return "stop" if self.before or self.was_reverse else "stand"
        if self.speed == self.before:
            return "keep"
        return "up" if self.speed > self.before else "down"


class Committed(Fact):
    """A player committed to a maneuver and took ace for it."""

    seat: Seat
    move: Move
    ace: int


class Moved(Fact):
    """A car made its move of a movement point."""

    seat: Seat
    point: int
    move: Move
    path: tuple[Pose, ...]
    """Where it stood: at the start, at the corner of a turn, at the end."""
    reverse: bool = False
    turned: int = 0
    """Tenths of a degree that it turned in the end."""
    cut: bool = False
    """A collision cut it short."""


class Pushed(Fact):
    """A body was pushed along by a car."""

    seat: Seat
    body: int
    before: Pose
    after: Pose
    kind: str = ""


class Popped(Fact):
    """A light thing was pushed into something, and popped."""

    seat: Seat
    body: int
    kind: str = ""


class Repositioned(Fact):
    """A car stood against a wall, or against what cannot give way: it lost the point, paid 1
    control and swung round by 90 degrees."""

    seat: Seat
    body: int
    path: tuple[Pose, ...]
    paid: bool
    stuck: bool = False
    """It could not be turned all the way."""
    kind: str = ""


class Stuck(Fact):
    """A stuck car: speed 0, no control, and back it slid."""

    seat: Seat
    path: tuple[Pose, ...]
    control: int
    """Tokens that it returned."""
    reverse: bool = False
    """It was in reverse, and slid ahead."""


class Rolled(Fact):
    """Dice were rolled, re-rolls done."""

    seat: Seat
    purpose: Literal["driving", "collision", "push", "control"]
    dice: tuple[Die, ...]
    skids: int = 0
    """Of a driving roll, with what hazards add."""
    wrenches: int = 0
    hits: int = 0
    card: int = -1
    """Card that it is rolled for."""


class Ignored(Fact):
    """A card took so many results out of a driving roll, for so many ace."""

    seat: Seat
    card: int
    icon: str
    count: int
    ace: int


class Paid(Fact):
    """Control was owed: how much, and how much of it was paid."""

    seat: Seat
    why: Owed
    owed: int
    paid: int
    card: int = -1
    """Card that let it be paid in ace instead."""
    ace: int = 0

    @property
    def unpaid(self) -> int:
        return self.owed - self.paid


class TiresLost(Fact):
    """Tires took damage."""

    seat: Seat
    why: TireCause
    points: int
    left: int


class OutOfControl(Fact):
    """The last control token went."""

    seat: Seat


class Spun(Fact):
    """A car spun out for so many skids that it could not pay."""

    seat: Seat
    skids: int
    path: tuple[Pose, ...]
    cut: bool = False


class Collided(Fact):
    """A car hit a heavy obstacle or a wall."""

    seat: Seat
    side: int
    other: Touched
    at: tuple[float, float]
    kind: str = ""


class PiledUp(Fact):
    """What a car pushed was driven into something: both newly touched, the nearer one first."""

    seat: Seat
    side: int
    others: tuple[Touched, Touched]
    at: tuple[float, float]
    kinds: tuple[str, str] = ("", "")
    """Of each."""


# -- combat


class Attacked(Fact):
    """The attack roll, re-rolls done, and the damage that is dealt before it is defended."""

    seat: Seat
    crew: int
    """Card of who attacks."""
    card: int
    """Card of the weapon."""
    place: int
    target: int
    side: int
    dice: tuple[Die, ...]
    basic: Sum
    """The parts are `hits`, `flat`, `wrenches`, `converted`, or ids of cards."""
    tire: Sum
    fire: bool = False
    explosion: bool = False
    extras: tuple[int, ...] = ()
    distance: float = 0.0
    kind: str = ""
    """Of the target."""

    @property
    def aimed(self) -> Touched:
        return Touched(self.target, self.side)


class Defended(Fact):
    """The defense roll, re-rolls done, and what the shields cancelled."""

    seat: Seat
    dice: tuple[Die, ...]
    rolled: int
    """Shields on the dice."""
    cover: int
    ace: int
    """Ace spent on re-rolls."""
    tire: int
    """Tire damage cancelled."""
    basic: int
    """Basic damage cancelled."""
    through: int
    """Basic damage that gets through, with tire damage that the tires cannot take."""
    through_tire: int

    @property
    def stopped(self) -> int:
        return self.tire + self.basic

    @property
    def dealt(self) -> int:
        """What there was to defend against."""
        return self.stopped + self.through + self.through_tire


class FireStarted(Fact):
    """A side is on fire."""

    seat: Seat
    side: int


class Exploded(Fact):
    """An explosion: its car pays 1 control."""

    seat: Seat
    side: int


class ArmorLost(Fact):
    """Armor of a side was lost. `opposite`: the damage card said so of the other side."""

    seat: Seat
    side: int
    points: int
    left: int
    opposite: bool = False


class CardDrawn(Fact):
    """Damage went inside: the damage card that was drawn for so many points."""

    seat: Seat
    side: int
    card: int
    points: int


class ItemHit(Fact):
    """A card of a car took damage tokens."""

    seat: Seat
    place: int
    card: int
    points: int
    left: int
    """Durability that is left; 0: destroyed."""
    why: ItemCause = "card"

    @property
    def destroyed(self) -> bool:
        return not self.left


class CrewHit(Fact):
    """A crew member took damage."""

    seat: Seat
    place: int
    card: int
    points: int
    left: int

    @property
    def dead(self) -> bool:
        return not self.left


class PowerLost(Fact):
    """The power plant took damage."""

    seat: Seat
    why: PowerCause
    points: int
    left: int


class Saved(Fact):
    """A card took so much off collision damage, or off damage to a weapon."""

    seat: Seat
    card: int
    dice: tuple[Die, ...]
    points: int


class CardUsed(Fact):
    """A card was used, for what it costs. `op`: what it does, a word of `data/effects.toml`; `n`:
    how much of it; `place`: on which card of the car, -1 for none."""

    seat: Seat
    card: int
    op: str
    n: int = 0
    place: int = -1
    control: int = 0
    ace: int = 0


class Dropped(Fact):
    """A car laid something down; so many are `left`."""

    seat: Seat
    kind: str
    pose: Pose
    left: int = 0

    @property
    def body(self) -> int:
        """What it is, for words: any number of a thing."""
        return 100


class SetOff(Fact):
    """A car drove onto a mine, which is gone."""

    seat: Seat
    kind: str
    side: int
    body: int


class Faded(Fact):
    """What lay in the arena for some rounds is gone."""

    kind: str
    body: int


class Painted(Fact):
    """A side was painted, or with 2 control made `clean`."""

    seat: Seat
    side: int
    clean: bool = False


class Revealed(Fact):
    """A hidden weapon was fitted."""

    seat: Seat
    card: int
    side: int


class ThingHit(Fact):
    """An obstacle that is no car took damage; 0 left: it is removed."""

    body: int
    points: int
    left: int
    by: Seat = -1
    kind: str = ""

    @property
    def removed(self) -> bool:
        return not self.left


class Wrecked(Fact):
    """A player is eliminated. `by`: who did it, or -1."""

    seat: Seat
    why: Fall
    by: Seat = -1


class FightEnded(Fact):
    """The fight is over. `why`: `last` (one is left), `none` (nobody is) or `rounds`."""

    why: Literal["last", "none", "rounds"]
    places: tuple[tuple[Seat, ...], ...]

    @property
    def best(self) -> tuple[Seat, ...]:
        return self.places[0]


Event: Final = kinds_of(__name__)
