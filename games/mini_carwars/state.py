"""The fight as plain data, and what can be read off it.

Seats are numbers from 0; vehicles are numbered in the order they were bought, by seat; -1 stands
for "none" throughout. Lengths are inches, headings degrees clockwise from up the road (+y), speeds
mph.

The marks say who sees what (`games.engine.seen`). A view is a `State` in which the rest is covered,
and record sheets that who looks cannot see are what everyone takes them for (`redeal`): whatever
only reads a state reads a view as well.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple, TypeAlias

import msgspec

from games.engine.leaving import Leaving
from games.engine.plane import Box, gap
from games.engine.players import Seat
from games.engine.seen import Open, Own, Private, Public, Secret
from games.engine.table import Context
from games.mini_carwars.catalog import (
    BODY_ARMOR,
    CHEAPEST,
    COMPUTERS,
    MODELS,
    TOP,
    WIDTH,
    Model,
    Mounted,
)
from games.mini_carwars.events import Pose
from games.mini_carwars.maneuvers import IN_REVERSE, TOP_SPEED
from games.mini_carwars.options import Options
from games.mini_carwars.road import CLOUD, SECTION

UNCHOSEN: Final = -1000
"""In `State.speeds`: not chosen yet."""
PHASES: Final = 10
"""Of a turn. Rules: 4. Movement And Scale"""
LONE_BUDGET, PACK_BUDGET = 17_000, 25_000
PACK_LEAST: Final = 5
"""Cycles of a pack at least."""
HOLDS: Final = 2
"""Fire steps running, with nothing moving, in which all hold before the turn is over. Ruling 46"""
_STEPS: Final = {
    "buy": "buy",
    "line up": "buy",
    "turn": "speed",
    "speed": "speed",
    "reveal": "speed",
    "over": "over",
    "phase": "move",
    "move": "move",
}


class Weapon(Public, msgspec.Struct):
    """A weapon on a vehicle. What it is stands in the model, at the same place."""

    working: bool = True
    fired: bool = False
    """In this turn."""
    spent: bool = False
    """Has no shot left for the rest of the fight."""
    seen: bool = False
    """Everyone knows that it is there: it has fired, or its loss was told."""

    @property
    def state(self) -> str:
        """`ready`, `fired` (this turn), `spent` (no shot left) or `gone`."""
        if not self.working:
            return "gone"
        return "spent" if self.spent else "fired" if self.fired else "ready"


class Arm(Mounted, frozen=True, kw_only=True):
    """A weapon as it stands on a record sheet."""

    place: int
    """Number on the vehicle."""
    state: str


class Person(msgspec.Struct, omit_defaults=True):
    """Somebody on board."""

    hits: Open[int] = 0
    """1 wounded, 2 unconscious, 3 dead."""
    boxes: Own[int] = 0
    """Of body armor, left."""
    body_armor: Own[bool] = False
    """Wore body armor at the start."""
    computer: Own[int] = 0
    """What the targeting computer adds to a roll."""
    acted: Open[bool] = False
    """Has fired this turn."""
    seen: Open[bool] = False
    """Everyone knows of the body armor, or that there is none: the person has been hit."""
    shown: Open[bool] = False
    """Everyone knows the computer, or that there is none: the person has fired."""
    gunner: Open[bool] = False

    @property
    def role(self) -> str:
        return "gunner" if self.gunner else "driver"

    @property
    def of(self) -> int:
        """Boxes of body armor at the start."""
        return BODY_ARMOR.boxes * self.body_armor

    @property
    def extras(self) -> int:
        """Dollars for the accessories. Rules: Accessories"""
        return COMPUTERS[self.computer].cost + BODY_ARMOR.cost * self.body_armor

    @property
    def able(self) -> bool:
        """Conscious."""
        return self.hits < 2


class Vehicle(msgspec.Struct, omit_defaults=True, kw_only=True):
    """A vehicle with its record sheet."""

    owner: Open[Seat]
    called: Open[str] = ""
    """What its player calls it, of one built at home."""
    model: Own[int] = -1
    armor: Private[list[int]] = []
    """Points left by side."""
    bought: Private[list[int]] = []
    """Points by side at the start."""
    plant: Own[int] = 0
    """Damage points left."""
    weapons: Private[list[Weapon]] = []
    crew: Open[list[Person]] = []
    """The driver, and the gunner if there is one."""
    x: Open[float] = 0.0
    y: Open[float] = 0.0
    heading: Open[float] = 0.0
    speed: Open[int] = 0
    maneuvers: Open[int] = 0
    """Made this turn."""
    skip: Open[int] = 0
    """Moves still to be skipped for skids."""
    shown: Open[int] = 0
    """Speed shown at the beginning of this turn, or given to it by a collision since."""
    stood: Open[bool] = False
    """Showed speed 0 for the whole of the last turn, or stood at the start of the fight."""
    forward: Open[int] = 1
    """Way it rolled last: 1 ahead, -1 in reverse."""
    contact: Open[list[int]] = []
    """Vehicles it lies against after a collision in the same direction."""
    leads: Open[list[int]] = []
    """Those of them it is in front of: it moves before them."""
    struck_by: Open[int] = -1
    """Vehicle that did it damage last."""
    breached: Open[list[int]] = []
    """Sides whose armor everyone knows to be gone."""
    lost: Open[list[int]] = msgspec.field(default_factory=lambda: [0, 0, 0, 0, 0])
    """Points of armor that everyone has seen lost, by side."""
    out: Open[str] = ""
    """Why it is out of action: `crashed`, `crew`, `stranded` (can neither move nor shoot), `quit`;
    empty while it fights. `left` (off the map) is from fights begun when the map had an edge."""
    number: Open[int] = -1
    """In a view: its place among the vehicles."""
    label: Open[str] = ""
    """In a view: "A", or "B3" where a seat has several."""
    hidden: Open[bool] = False
    """In a view: its record sheet is a secret, and the one here what everyone takes it for."""

    def __post_init__(self) -> None:
        for person in self.crew[1:]:
            # A position of a rule case is put together before it is read.
            if isinstance(person, Person):
                person.gunner = True

    # -- the model

    @property
    def kind(self) -> Model:
        return MODELS[self.model]

    @property
    def look(self) -> int:
        """The model, without its option where the sheet is hidden."""
        return self.kind.stock_number if self.hidden else self.model

    @property
    def name(self) -> str:
        """What its player calls it, else of the model, likewise."""
        return self.called or MODELS[self.look].name

    @property
    def word(self) -> str:
        """How it is told from the others of its owner: its name or its model, or its label if
        there are several."""
        return self.label if len(self.label) > 1 else self.called or self.kind.stock

    @property
    def cost(self) -> int:
        """Dollars it was bought for, accessories included. Rules: Accessories"""
        return self.kind.cost + sum(person.extras for person in self.crew)

    # -- the record sheet

    @property
    def sheet(self) -> Vehicle | None:
        """The vehicle itself where who looks may see its sheet."""
        return None if self.hidden else self

    @property
    def arms(self) -> list[Arm]:
        """The weapons with what they are."""
        return [
            Arm(mounted.kind, mounted.mount, mounted.link, place=place, state=weapon.state)
            for place, (mounted, weapon) in enumerate(
                zip(self.kind.weapons, self.weapons, strict=True)
            )
        ]

    @property
    def seen(self) -> list[Arm]:
        """The weapons that everyone knows of, by mount, kind and state: where they stand in the
        list of the option, and in which order, would tell which option it is."""
        known = [arm for arm, weapon in zip(self.arms, self.weapons, strict=True) if weapon.seen]
        return sorted(known, key=lambda arm: (arm.mount, arm.kind, arm.state))

    @property
    def hits(self) -> list[int]:
        """Of the driver, and of the gunner if there is one."""
        return [person.hits for person in self.crew]

    @property
    def acted(self) -> list[bool]:
        """Who of them has fired this turn."""
        return [person.acted for person in self.crew]

    @property
    def turret(self) -> bool:
        """A weapon still works in a turret. Ruling 10"""
        return self.kind.turret and any(
            mounted.mount == TOP and weapon.working
            for mounted, weapon in zip(self.kind.weapons, self.weapons, strict=True)
        )

    @property
    def driver(self) -> Person:
        return self.crew[0]

    @property
    def plant_gone(self) -> bool:
        return self.plant <= 0

    @property
    def ready(self) -> list[Arm]:
        """The weapons that can fire now."""
        return [arm for arm in self.arms if arm.state == "ready"]

    # -- on the plane

    @property
    def wreck(self) -> bool:
        """Crashed and burned: a wreck lies here."""
        return self.out == "crashed"

    @property
    def here(self) -> bool:
        """In play: in a fight begun when the map had an edge it may have left it."""
        return self.out != "left"

    @property
    def pose(self) -> Pose:
        """Where the middle of its counter lies, and its heading."""
        return self.x, self.y, self.heading

    @pose.setter
    def pose(self, pose: Pose) -> None:
        self.x, self.y, self.heading = pose

    @property
    def box(self) -> Box:
        """Its counter."""
        return Box(self.x, self.y, self.heading, self.kind.length, WIDTH)

    @property
    def steered(self) -> bool:
        """Somebody conscious is at the wheel."""
        return self.driver.able and not self.out

    @property
    def course(self) -> float:
        """Direction of travel: the heading, or its opposite in reverse."""
        return self.heading if self.speed >= 0 else (self.heading + 180.0) % 360.0

    def moves_in(self, phase: int) -> bool:
        """Whether its speed gives it a move in a phase. Rules: 4. Movement And Scale"""
        return abs(self.speed) >= 10 * phase

    @property
    def speeds(self) -> list[int]:
        """The speeds it may show this turn, in mph, the one to keep (or nearest to it) first.

        Rules: 5. Acceleration And Deceleration; Rules: 6. Maneuvers And Control; spec 3.1
        """
        now = self.speed
        if not self.steered:
            return [_slower(now, 10)]
        if now == 0:
            out = [0]
            if not self.plant_gone:
                if self.forward > 0 or self.stood:
                    out.append(10)
                if not self.kind.cycle and (self.forward < 0 or self.stood):
                    out.append(-10)
            return out
        slower = [_slower(now, 10), _slower(now, 20)]
        if self.plant_gone:
            return list(dict.fromkeys(slower))
        keep = [] if now < -IN_REVERSE else [now]
        faster = now + 10 if now > 0 else now - 10
        if -IN_REVERSE <= faster <= TOP_SPEED:
            keep.append(faster)
        return list(dict.fromkeys((*keep, *slower)))


def _slower(speed: int, by: int) -> int:
    """So much nearer to 0, never beyond it."""
    return max(0, speed - by) if speed > 0 else min(0, speed + by)


class Cloud(msgspec.Struct, frozen=True, array_like=True):
    """A smoke cloud; it does not move."""

    x: float
    y: float
    heading: float
    until: int
    """Last turn in which it lies there."""

    @property
    def box(self) -> Box:
        return Box(self.x, self.y, self.heading, *CLOUD)


class Rubble(NamedTuple):
    """A piece of debris, along the road."""

    x: float
    y: float


class Wall(NamedTuple):
    """A fixed object of the arena."""

    x: float
    y: float
    width: float
    """Across (along x)."""
    length: float
    """Along y."""

    @property
    def box(self) -> Box:
        return Box(self.x, self.y, 0.0, self.length, self.width)


class Shot(msgspec.Struct, frozen=True, array_like=True):
    """A firing action that has been declared."""

    vehicle: int
    person: int
    """0 the driver, 1 the gunner."""
    weapons: tuple[int, ...]
    target: int
    side: int


class State(Leaving, msgspec.Struct, omit_defaults=True):
    """A fight."""

    options: Open[Options]
    seats: Open[int]
    beat: Open[str] = "buy"
    """What comes next, a key of `BEATS`; or `over`."""
    vehicles: Open[list[Vehicle]] = []
    buying: Open[list[int]] = []
    """Seats that have not bought all they want; asked together, secretly."""
    turn: Open[int] = 0
    phase: Open[int] = 0
    """1 to 10; 0 while speeds are chosen."""
    slot: Open[int] = 0
    """Which vehicle of each seat (speeds) or which person of each seat (fire) is asked now."""
    speeds: Secret[list[int]] = []
    """Chosen in secret, by vehicle, while all choose; `UNCHOSEN` for none yet."""
    order: Open[list[int]] = []
    """Vehicles in the tie order of this turn."""
    movers: Open[list[int]] = []
    """Vehicles still to move in this phase, in order."""
    moving: Open[int] = -1
    shots: Secret[list[Shot]] = []
    """Declared in this fire step."""
    held: Open[int] = 0
    """Fire steps running in which all have held, since anything last moved or was fired."""
    starts: Open[list[float]] = []
    """Heading of travel of each vehicle when the phase began."""
    rolls: Open[list[tuple[int, str]]] = []
    """(vehicle, cause) of the control rolls of this phase: debris and rough ground count once."""
    skidded: Open[list[int]] = []
    """Vehicles that have skidded in this phase."""
    wounded: Open[list[int]] = []
    """Vehicles whose driver has just been wounded, still to roll for control."""
    sections: Open[list[int]] = []
    """Numbers of the road sections that lie out, lowest first; a section is 12 inches."""
    rolled: Open[dict[int, int]] = {}
    """The die of each section that was ever laid out."""
    rubble: Open[list[Rubble]] = []
    """All debris there ever was, whether its section lies out now or not."""
    smoke: Open[list[Cloud]] = []
    walls: Open[list[Wall]] = []
    history: Open[list[list[int]]] = []
    """Points of armor each seat has been seen to lose, at the end of each turn."""
    quiet: Open[int] = 0
    """Turns running without damage."""
    harmed: Open[bool] = False
    """Damage was done this turn."""
    lone: Open[Seat] = -1
    """PACK ATTACK: the seat of the lone car."""
    ended: Open[str] = ""
    """Why the fight is over: `survivor`, `pack`, `lone`, `escaped`, `both out`, `lost touch`,
    `stalemate`."""
    places: Open[list[list[int]]] = []
    """Seats from best to worst, once it is over; level seats together."""
    fallen: Open[list[list[int]]] = []
    """Seats in the order they lost their last vehicle, those at one moment together."""

    @property
    def bare(self) -> bool:
        """All record sheets lie open, by the table's options or because the fight is over."""
        return self.lined and (self.options.open_sheets or bool(self.ended))

    # -- the moment

    @property
    def step(self) -> str:
        """`buy`, `speed`, `move`, `fire` or `over`."""
        return _STEPS.get(self.beat, "fire")

    @property
    def lined(self) -> bool:
        """The vehicles stand at the start, or have."""
        return self.step != "buy"

    @property
    def cars(self) -> Sequence[Vehicle]:
        """The vehicles, once they have lined up."""
        return self.vehicles if self.lined else ()

    @property
    def active(self) -> int:
        """Seat that moves a vehicle now, or -1."""
        return self.vehicles[self.moving].owner if self.moving >= 0 else -1

    @property
    def by_speed(self) -> list[int]:
        """Who moves before whom this turn, by the speeds shown."""
        return sorted(self.order, key=lambda number: -abs(self.vehicles[number].speed))

    def to_come(self, number: int) -> bool:
        """Whether a vehicle's moment in this phase comes after that of the one that moves now."""
        order = self.by_speed if self.step == "move" and self.moving >= 0 else []
        if self.moving not in order or number not in order:
            return False
        return order.index(number) > order.index(self.moving)

    def next_phase(self, number: int) -> int:
        """The first phase in which a vehicle may still move this turn.

        Rules: 4. Movement And Scale
        """
        return self.phase + (number != self.moving and not self.to_come(number))

    @property
    def last(self) -> bool:
        """In a fire step: the turn has no other after it, unless somebody fires in this one."""
        return self.beat == "fire" and self.spent(self.held + 1)

    def spent(self, held: int) -> bool:
        """Whether no fire step follows in this turn after one that was the `held`th held running.

        Phases in which nobody can move are gone through until all have held twice running: who
        held is asked once more, knowing that it is the last time, and asking oftener would change
        nothing.

        Ruling 46
        """
        if self.phase == PHASES:
            return True
        more = any(vehicle.moves_in(self.phase + 1) for vehicle in self.vehicles)
        return not more and held >= HOLDS

    # -- who is asked

    @property
    def asked(self) -> int:
        """In a view: the vehicle that who looks is asked about now, or -1."""
        return self.asked_of(self.seat)[0]

    @property
    def person(self) -> int:
        """In a view: the person on it who may fire, 0 the driver, 1 the gunner; -1 else."""
        return self.asked_of(self.seat)[1]

    def asked_of(self, seat: int | None) -> tuple[int, int]:
        """The vehicle and the person a seat is asked about now; -1 for none."""
        if seat is None:
            return -1, -1
        if self.beat not in ("fire", "speed"):
            return (self.moving, -1) if self.active == seat else (-1, -1)
        mine = self.slots(seat)
        return mine[self.slot] if self.slot < len(mine) else (-1, -1)

    def slots(self, seat: int) -> list[tuple[int, int]]:
        """(vehicle, person) of a seat that are asked one after the other. For speeds: vehicles
        whose speed is a choice, and -1. For fire: who may still fire this turn, as everyone can
        tell.

        With hidden sheets nobody knows what weapons are left, so they are asked all the same.

        Rules: 8. Combat
        """
        mine = [(n, car) for n, car in enumerate(self.vehicles) if car.owner == seat]
        if seat in self.left:
            return []
        if self.beat == "speed":
            return [(number, -1) for number, car in mine if len(car.speeds) > 1]
        return [
            (number, place)
            for number, car in mine
            if not car.out and (car.ready or not self.options.open_sheets)
            for place, person in enumerate(car.crew)
            if person.able and not person.acted
        ]

    # -- who fights whom

    def side_of(self, seat: int) -> int:
        """Seats of one number fight together: in PACK ATTACK all but the lone car's."""
        return int(seat != self.lone) if self.lone >= 0 else seat

    def enemies(self, seat: int) -> list[int]:
        """Vehicles of the other sides."""
        own = self.side_of(seat)
        return [n for n, v in enumerate(self.vehicles) if self.side_of(v.owner) != own]

    def fleet(self, seat: int | None) -> list[Vehicle]:
        """A seat's vehicles."""
        return [vehicle for vehicle in self.vehicles if vehicle.owner == seat]

    @property
    def lead(self) -> float | None:
        """ROAD DUEL: inches between the two. PACK ATTACK: the lone car's lead along the road, from
        its rear to the foremost cycle in action, in inches. None where neither counts.

        Rules: 9. Scenarios; measured: house
        """
        scenario, cars = self.options.scenario, self.cars
        if not cars or scenario not in ("road-duel", "pack-attack"):
            return None
        if scenario == "road-duel":
            return round(gap(cars[0].box, cars[1].box), 4)
        lone = next(vehicle for vehicle in cars if vehicle.owner == self.lone)
        pack = [v for v in cars if v.owner != self.lone and not v.out]
        if not pack:
            return None
        rear = min(y for _, y in lone.box.corners)
        front = max(y for cycle in pack for _, y in cycle.box.corners)
        return round(rear - front, 4)

    @property
    def losses(self) -> list[int]:
        """Points of armor each seat has been seen to lose so far."""
        out = [0] * self.seats
        for vehicle in self.vehicles:
            out[vehicle.owner] += sum(vehicle.lost)
        return out

    # -- what lies around

    @property
    def lying(self) -> list[Rubble]:
        """The debris on the sections that lie out."""
        low, high = self.road or (0, 0)
        return [piece for piece in self.rubble if low <= piece.y < high]

    @property
    def clouds(self) -> list[tuple[float, float, float]]:
        """(x, y, heading) of the smoke."""
        return [cloud.box.pose for cloud in self.smoke]

    @property
    def road(self) -> tuple[float, float] | None:
        """Ends of the road that lies out along y, in inches; None in the arena."""
        if not self.sections:
            return None
        return float(self.sections[0] * SECTION), float((self.sections[-1] + 1) * SECTION)

    # -- money

    @property
    def budget(self) -> list[int]:
        """Dollars each seat has to spend. A pack's budget is shared evenly by who runs it (house).

        Rules: 9. Scenarios
        """
        if self.lone < 0:
            return [self.options.budget] * self.seats
        each = PACK_BUDGET // (self.seats - 1)
        return [LONE_BUDGET if seat == self.lone else each for seat in range(self.seats)]

    @property
    def bought(self) -> list[int]:
        """Vehicles each seat has bought."""
        return [len(self.fleet(seat)) for seat in range(self.seats)]

    @property
    def mine(self) -> list[int]:
        """In a view: the models that who looks has bought so far, while all buy."""
        return [] if self.lined else [vehicle.model for vehicle in self.fleet(self.seat)]

    @property
    def dollars(self) -> int:
        """In a view: what who looks has not spent, while all buy."""
        return 0 if self.lined or self.seat is None else self.unspent(self.seat)

    def unspent(self, seat: int) -> int:
        """Dollars a seat has not spent."""
        return self.budget[seat] - sum(vehicle.cost for vehicle in self.fleet(seat))

    def least(self, seat: int) -> int:
        """Vehicles a seat must buy."""
        if self.lone < 0 or seat == self.lone:
            return 1
        pack = [other for other in range(self.seats) if other != self.lone]
        each, more = divmod(PACK_LEAST, len(pack))
        return each + (pack.index(seat) < more)

    def owes(self, seat: int) -> int:
        """Vehicles it has still to buy."""
        return max(0, self.least(seat) - self.bought[seat])

    def cycles(self, seat: int) -> bool | None:
        """What a seat may buy: cycles only, cars only, or (None) both. Rules: 9. Scenarios"""
        if self.options.scenario in ("arena", "open-fight"):
            return None
        return self.lone not in (-1, seat)

    def several(self, seat: int) -> bool:
        """Whether a seat may buy more than one vehicle. Rules: 9. Scenarios"""
        return self.options.scenario == "open-fight" or self.lone not in (-1, seat)

    def room(self, seat: int, count: int = 1) -> int:
        """Dollars a seat may spend on so many vehicles: the rest is for those it owes."""
        owes = self.least(seat) - self.bought[seat] - count
        return self.unspent(seat) - max(owes, 0) * CHEAPEST[bool(self.cycles(seat))]


Play: TypeAlias = Context[State]
"""A fight as it goes on: its state, its chance, and what is told of it."""
