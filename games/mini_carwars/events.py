"""What happens in a fight, as facts in the past tense. Everyone is told but where it says so.

Vehicles are numbers; poses are (x, y, heading) of the counter's middle. Nothing here tells how much
armor is left: with hidden sheets that is the owner's secret.
"""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

import msgspec

from games.engine.messages import Event as Base
from games.engine.messages import kinds_of
from games.engine.plane import axis
from games.engine.players import Seat
from games.engine.sums import Sum
from games.mini_carwars.catalog import MODELS

Pose = tuple[float, float, float]


class Tag(msgspec.Struct, frozen=True, array_like=True):
    """A vehicle as everyone may speak of it: sentences have no view to look it up in."""

    vehicle: int
    owner: Seat
    label: str
    """ "A", or "B3" where a seat has several."""
    model: int
    """Without its option where sheets are hidden; -1 where nobody said."""
    called: str = ""
    """What its player calls it."""

    @property
    def word(self) -> str:
        """How it is told from the others of its owner: its name or its model, or its label if
        there are several."""
        if len(self.label) > 1:
            return self.label
        if self.called:
            return self.called
        return MODELS[self.model].stock if self.model >= 0 else "vehicle"


class Fact(Base, tag=str.lower):
    """What happened."""


class Tagged(Fact, kw_only=True):
    """What is told of vehicles, with a tag of each vehicle named in it."""

    tags: tuple[Tag, ...] = ()

    def tag(self, vehicle: int) -> Tag:
        """A vehicle as it is spoken of; where nobody said, it is that of the seat of its number."""
        found = (tag for tag in self.tags if tag.vehicle == vehicle)
        return next(found, Tag(vehicle, vehicle, "", -1))

    @property
    def car(self) -> Tag:
        """Whom it happened to, or who did it."""
        return self.tag(getattr(self, "vehicle", -1))


class Bought(Fact):
    """A vehicle was bought; told to its owner."""

    seat: Seat
    model: int
    dollars: int
    """Left of the budget."""


class Lined(Fact):
    """The vehicles stand at the start."""

    scenario: str
    owners: tuple[int, ...]
    """By vehicle."""
    models: tuple[int, ...]
    """By vehicle: what everyone may know, the model without its option where sheets are hidden."""
    poses: tuple[Pose, ...]
    speeds: tuple[int, ...]
    """mph by vehicle."""
    gap: int = 0
    """ROAD DUEL: inches rolled between the two."""
    called: tuple[str, ...] = ()
    """By vehicle: what its player calls one built at home; empty where none has a name."""

    @property
    def front(self) -> Seat:
        """Who is in front, or none."""
        if not self.gap or len(self.poses) < 2:
            return -1
        return self.owners[max(range(len(self.poses)), key=lambda n: self.poses[n][1])]


class TurnBegan(Fact, tag="turn"):
    """A new turn."""

    turn: int


class SpeedsShown(Tagged, tag="speeds"):
    """The speeds all have chosen, shown together."""

    before: tuple[int, ...]
    after: tuple[int, ...]
    """mph by vehicle."""

    @property
    def moving(self) -> tuple[int, ...]:
        """What does not stand still before and after."""
        both = zip(self.before, self.after, strict=True)
        return tuple(n for n, (before, after) in enumerate(both) if before or after)


class Moved(Tagged):
    """A vehicle moved of its own in a phase."""

    vehicle: int
    phase: int
    how: str
    """As in `Drive`."""
    amount: int
    hold: str
    path: tuple[Pose, ...]
    """Where it was, where it began to turn if it did, where it came to rest."""
    stopped: bool = False
    """By a contact, before the end of the move."""

    @property
    def back(self) -> bool:
        """It led against the heading at its start."""
        (x, y, heading), (to_x, to_y, _) = self.path[0], self.path[min(1, len(self.path) - 1)]
        ahead, along = axis(heading)
        return (to_x - x) * ahead + (to_y - y) * along < 0.0

    @property
    def size(self) -> int:
        return abs(self.amount)

    @property
    def way(self) -> str:
        return "right" if self.amount > 0 else "left"


class Skipped(Tagged):
    """A move was lost to a skid."""

    vehicle: int
    phase: int


class ControlRolled(Tagged, tag="control"):
    """A roll on the Control Table."""

    vehicle: int
    cause: str
    """`maneuver`, `debris`, `off-road` or `wound`."""
    dice: tuple[int, int]
    sum: Sum
    result: str
    """`none`, `fishtail`, `skid`, `both` or `crash`."""

    @property
    def total(self) -> str:
        """ "9 + 2 (40 mph) = 11"; a bare roll where nothing is added."""
        roll = sum(self.dice)
        if not self.sum.parts:
            return str(roll)
        parts = "".join(f" + {part.points} ({part.reason})" for part in self.sum.parts)
        return f"{roll}{parts} = {roll + self.sum.total}"


class Slid(Tagged):
    """A vehicle out of control was carried on."""

    vehicle: int
    how: str
    """`fishtail` or `skid`."""
    side: str
    """Of a fishtail: the way the rear went, `left` or `right`."""
    path: tuple[Pose, ...]
    stopped: bool = False


class Crashed(Tagged):
    """Crash and burn: a wreck lies here, and all aboard are dead."""

    vehicle: int


class Blow(NamedTuple):
    """What a collision is to one of the two; fields as in `Collided`."""

    side: int
    speed: int
    dice: tuple[int, ...]
    points: int
    after: int

    @property
    def whole(self) -> int | None:
        """What its dice showed, where it takes a third of that."""
        return sum(self.dice) if sum(self.dice) != self.points else None


class Collided(Tagged):
    """A vehicle ran into something."""

    vehicle: int
    other: int
    """A vehicle (also a wreck), or -1 for a wall."""
    kind: str
    """`same direction`, `T-bone`, `head-on` or `fixed`."""
    sides: tuple[int, int]
    """Struck side of each."""
    speeds: tuple[int, int]
    """mph of each before."""
    speed: int
    """Collision speed, mph."""
    dice: tuple[tuple[int, ...], tuple[int, ...]]
    """Damage dice each of them takes; none for a wall or a wreck."""
    points: tuple[int, int]
    """Damage each takes: a third of its dice where the other is a cycle."""
    after: tuple[int, int]
    """mph of each afterwards."""
    at: tuple[float, float]
    """Point of contact."""

    def variant(self, reader: int | None) -> Literal["fixed", "hard", "soft"]:
        return "fixed" if self.kind == "fixed" else "hard" if self.speed else "soft"

    @property
    def rival(self) -> Tag | None:
        return self.tag(self.other) if self.other >= 0 else None

    @property
    def blows(self) -> list[Blow]:
        both = zip(self.sides, self.speeds, self.dice, self.points, self.after, strict=True)
        return [Blow(*each) for each in both]

    @property
    def first(self) -> Blow:
        return self.blows[0]

    @property
    def second(self) -> Blow:
        return self.blows[1]

    @property
    def ends(self) -> Literal["stop", "together", "apart"]:
        if not any(self.after):
            return "stop"
        return "together" if self.after[0] == self.after[1] else "apart"


class Thrown(Tagged):
    """A collision threw a vehicle to a new place."""

    vehicle: int
    bearing: int
    """Degrees in which it was thrown from the point of contact."""
    quarters: int
    """Quarter inches."""
    pose: Pose

    @property
    def degrees(self) -> int:
        return round(self.pose[2])


class Fired(Tagged):
    """One weapon of a firing action was fired."""

    vehicle: int
    person: int
    weapon: int
    """Its place on the vehicle; -1 where sheets are hidden, as it would tell the option."""
    kind: str
    mount: int
    target: int
    side: int
    start: tuple[float, float]
    """Ends of the line of fire."""
    end: tuple[float, float]
    range: float
    sum: Sum
    """What is added to the roll."""
    need: int
    """The weapon's number to hit."""
    dice: tuple[int, int]
    hit: bool

    @property
    def rival(self) -> Tag:
        return self.tag(self.target)

    @property
    def void(self) -> bool:
        """Rules: 8. Combat"""
        return sum(self.dice) == 2


class Hit(Tagged):
    """Damage was done to a vehicle. How much armor is left is not told."""

    vehicle: int
    side: int
    by: int
    """Vehicle that did it, a wreck too, or -1 for a wall."""
    dice: tuple[int, ...]
    points: int
    breached: bool
    """The last point of that side's armor went with it."""
    through: int
    """Points that passed the armor."""
    part: str
    """What they met inside: `driver`, `gunner`, `plant`; `none` where there was nothing (any more)
    or the top was hit; empty when nothing passed."""
    die: int
    """The roll for it, or 0."""
    cloth: int
    """Points that body armor took."""
    inside: int
    """Points that the person or the power plant took."""
    state: int
    """Hits the person has now; of a power plant 1 when it is destroyed."""
    weapons: tuple[tuple[int, str, int], ...]
    """Weapons destroyed: (place, kind, mount); the place is -1 where sheets are hidden."""
    far: int
    """Points that went on into the armor of the opposite side."""
    far_breached: bool
    off: int
    """Points that left the vehicle, 0 where that would tell how much armor there was."""

    @property
    def armor(self) -> Literal["none", "bare", "gone", "takes"]:
        """What became of the armor."""
        if not self.points:
            return "none"
        if self.through == self.points:
            return "bare"
        return "gone" if self.breached else "takes"

    @property
    def taken(self) -> int:
        """By the armor of the far side."""
        return max(0, self.far - self.off)


class Smoked(Tagged):
    """A smokescreen was fired."""

    vehicle: int
    weapon: int
    """As in `Fired`."""
    pose: Pose


class SmokeGone(Fact, tag="smoke gone"):
    """A cloud has blown away."""

    pose: Pose


class Laid(Fact):
    """New road sections were laid out; with the debris variant each has rolled a die."""

    sections: tuple[tuple[int, int], ...]
    """(number, die; 0 without the variant)."""
    rubble: tuple[tuple[float, float], ...]
    """Debris on them."""

    @property
    def faces(self) -> tuple[int, ...]:
        """None without the debris variant: there is nothing to tell then. Rules: 9. Scenarios"""
        return tuple(die for _, die in self.sections if die)

    @property
    def bad(self) -> int:
        return self.faces.count(6)


class WentOut(Tagged, tag="out"):
    """A vehicle is out of action."""

    vehicle: int
    why: str
    by: int = -1
    """Vehicle that did it, where one did."""

    @property
    def culprit(self) -> Tag | None:
        return self.tag(self.by) if self.by not in (-1, self.vehicle) else None


class PlayerLeft(Fact, tag="quit"):
    """A player has left for good."""

    seat: Seat


class Ended(Fact):
    """The fight is over."""

    why: str
    """As `State.ended`."""
    winners: tuple[Seat, ...]
    """Seats; none for a draw."""


Event: Final = kinds_of(__name__)
