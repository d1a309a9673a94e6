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
    """A body that was touched, its side (-1 for what has none), and what kind of thing it is."""

    body: int
    side: int = -1
    kind: str = ""


# -- what they are built on


class Seated(Fact):
    """What a player or a car did, or what became of it."""

    seat: Seat


class Sided(Seated):
    """The same of a side of the car."""

    side: int


# -- setup


class CarBuilt(Seated):
    """A car was shown. `cards` are (card, side), free copies and the Hand Cannon among them; `own`:
    it was built at home."""

    name: str
    cards: tuple[tuple[int, int], ...]
    own: bool = False


class FirstPlayer(Seated):
    """Who has the first-player marker now."""


class Placed(Seated):
    """A car was placed at the edge."""

    pose: Pose


# -- the round


class RoundBegan(Fact):
    """A round began."""

    round: int
    first: Seat


class SpeedCut(Seated):
    """Check Speed lowered a speed to the max that worn tires allow."""

    before: int
    speed: int


class ControlTaken(Seated):
    """Take Control: the tokens a car took. The parts are `tires`, `speed`, or ids of cards."""

    control: Sum
    ace: Sum


class FireOut(Sided):
    """A fire was put out with control, or by a card."""

    card: int = -1

    @property
    def by_hand(self) -> bool:
        return self.card < 0


class FireBurned(Sided):
    """A fire was left burning: 1 damage to its side follows."""


class MarkerPassed(Fact):
    """The round ended; all unspent control and ace went back, and the first-player marker on."""

    round: int
    seat: Seat


# -- driving


class SpeedSet(Seated):
    """A player adjusted the speed."""

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


class Committed(Seated):
    """A player committed to a maneuver and took ace for it."""

    move: Move
    ace: int


class Moved(Seated):
    """A car made its move of a movement point."""

    point: int
    move: Move
    path: tuple[Pose, ...]
    """Where it stood: at the start, at the corner of a turn, at the end."""
    reverse: bool = False
    turned: int = 0
    """Tenths of a degree that it turned in the end."""
    cut: bool = False
    """A collision cut it short."""


class Pushed(Seated):
    """A body was pushed along by a car."""

    body: int
    before: Pose
    after: Pose
    kind: str = ""


class Popped(Seated):
    """A light thing was pushed into something, and popped."""

    body: int
    kind: str = ""


class Repositioned(Seated):
    """A car stood against a wall, or against what cannot give way: it lost the point, paid 1
    control and swung round by 90 degrees."""

    body: int
    path: tuple[Pose, ...]
    paid: bool
    stuck: bool = False
    """It could not be turned all the way."""
    kind: str = ""


class Stuck(Seated):
    """A stuck car: speed 0, no control, and back it slid."""

    path: tuple[Pose, ...]
    control: int
    """Tokens that it returned."""
    reverse: bool = False
    """It was in reverse, and slid ahead."""


class Rolled(Seated):
    """Dice were rolled, re-rolls done."""

    purpose: Literal["driving", "collision", "push", "control"]
    dice: tuple[Die, ...]
    skids: int = 0
    """Of a driving roll, with what hazards add."""
    wrenches: int = 0
    hits: int = 0


class Ignored(Seated):
    """A card took so many results out of a driving roll, for so many ace."""

    card: int
    icon: str
    count: int
    ace: int


class Paid(Seated):
    """Control was owed: how much, and how much of it was paid."""

    why: Owed
    owed: int
    paid: int
    card: int = -1
    """Card that let it be paid in ace instead."""
    ace: int = 0

    @property
    def unpaid(self) -> int:
        return self.owed - self.paid


class TiresLost(Seated):
    """Tires took damage."""

    why: TireCause
    points: int
    left: int


class OutOfControl(Seated):
    """The last control token went."""


class Spun(Seated):
    """A car spun out for so many skids that it could not pay."""

    skids: int
    path: tuple[Pose, ...]
    cut: bool = False


class Collided(Sided):
    """A car hit a heavy obstacle or a wall."""

    other: Touched
    at: tuple[float, float]


class PiledUp(Sided):
    """What a car pushed was driven into something: both newly touched, the nearer one first."""

    others: tuple[Touched, Touched]
    at: tuple[float, float]


# -- combat


class OnlyTarget(Seated):
    """The attack that follows was not asked for: nothing else could be hit. Told to its player
    alone. Ruling 65"""

    target: int
    side: int

    @property
    def aimed(self) -> Touched:
        return Touched(self.target, self.side)


class Attacked(Seated):
    """The attack roll, re-rolls done, and the damage that is dealt before it is defended."""

    crew: int
    card: int
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
        return Touched(self.target, self.side, self.kind)


class Defended(Seated):
    """The defense roll, re-rolls done, and what the shields cancelled."""

    dice: tuple[Die, ...]
    rolled: int
    cover: int
    ace: int
    tire: int
    basic: int
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


class FireStarted(Sided):
    """A side is on fire."""


class Exploded(Sided):
    """An explosion: its car pays 1 control."""


class ArmorLost(Sided):
    """Armor of a side was lost. `opposite`: the damage card said so of the other side."""

    points: int
    left: int
    opposite: bool = False


class CardDrawn(Sided):
    """Damage went inside: the damage card that was drawn for so many points."""

    card: int
    points: int


class CardHit(Seated):
    """A card of a car took damage tokens; so much durability is `left`."""

    place: int
    card: int
    points: int
    left: int


class ItemHit(CardHit):
    """The same of a card that is no crew member."""

    why: ItemCause = "card"


class CrewHit(CardHit):
    """The same of a crew member."""


class PowerLost(Seated):
    """The power plant took damage."""

    why: PowerCause
    points: int
    left: int


class Saved(Seated):
    """A card took so much off collision damage, or off damage to a weapon."""

    card: int
    dice: tuple[Die, ...]
    points: int


class CardUsed(Seated):
    """A card was used, for what it costs. `op`: what it does, a word of `data/effects.toml`; `n`:
    how much of it; `place`: on which card of the car, -1 for none."""

    card: int
    op: str
    n: int = 0
    place: int = -1
    control: int = 0
    ace: int = 0


class Dropped(Seated):
    """A car laid something down; so many are `left`."""

    kind: str
    pose: Pose
    left: int = 0


class SetOff(Seated):
    """A car drove onto a mine, which is gone."""

    kind: str
    side: int
    body: int


class Faded(Fact):
    """What lay in the arena for some rounds is gone."""

    kind: str
    body: int


class Painted(Sided):
    """A side was painted, or with 2 control made `clean`."""

    clean: bool = False


class Revealed(Seated):
    """A hidden weapon was fitted."""

    card: int
    side: int


class ThingHit(Fact):
    """An obstacle that is no car took damage; 0 left: it is removed."""

    body: int
    points: int
    left: int
    by: Seat = -1
    kind: str = ""


class Wrecked(Seated):
    """A player is eliminated. `by`: who did it, or -1."""

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
