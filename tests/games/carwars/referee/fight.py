"""What the referee keeps of a fight: only what the events have told so far."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any, Final

from shapely import Polygon

from games.carwars.options import Options
from tests.games.carwars.referee import shapes
from tests.games.carwars.referee.data import CARDS, DASHBOARD, HAZARD_SIZE, THINGS, arena
from tests.games.carwars.referee.shapes import Pose

THING: Final = 100
WALL: Final = 1000
"""Where the numbers of things and walls begin (`state.py`)."""
TOUCH: Final = 0.001
"""Distance up to which two shapes touch, in L (spec section 4)."""


@dataclass
class Item:
    """A card on a car."""

    number: int
    side: int
    tokens: int = 0
    down: bool = False
    fired: bool = False
    """In this combat phase."""

    @property
    def card(self) -> dict[str, Any]:
        return CARDS[self.number]

    @property
    def name(self) -> str:
        identity: str = self.card["id"]
        return identity


@dataclass
class Car:
    """A car with its dashboard."""

    seat: int
    items: list[Item]
    armor: list[int]
    pose: Pose = (0.0, 0.0, 0.0)
    placed: bool = False
    speed: int = DASHBOARD["start_speed"]
    reverse: bool = False
    limit: int = DASHBOARD["most_speed"]
    tires: int = DASHBOARD["most_tires"]
    power: int = DASHBOARD["most_power"]
    fires: set[int] = field(default_factory=set)
    control: int = 0
    ace: int = 0
    out: bool = False
    tokens: int = 0
    """On its wreck."""
    gone: bool = False
    computer_used: bool = False
    """Its Targeting Computer, in this round."""
    shot: set[tuple[int, int]] = field(default_factory=set)
    """(crew member, sidearm) of this combat phase."""

    @property
    def pace(self) -> int:
        """Its speed for all but the slider."""
        return 1 if self.reverse else self.speed

    def has(self, name: str, side: int | None = None) -> bool:
        """Whether such a card lies face up on it (on that side)."""
        return self.count(name, side) > 0

    def count(self, name: str, side: int | None = None) -> int:
        return sum(
            each.name == name and not each.down and side in (None, each.side) for each in self.items
        )

    def durability(self, place: int) -> int:
        """Of a card; Flak Jackets add 1 to each crew member."""
        extra = self.count("flak_jacket") if place < 2 else 0
        return int(self.items[place].card.get("durability", 0)) + extra

    def left(self, place: int) -> int:
        """Damage that a card can take still."""
        return 0 if self.items[place].down else self.durability(place) - self.items[place].tokens

    def crew(self) -> list[int]:
        """Places of the living crew members."""
        return [place for place in (0, 1) if not self.items[place].down]


@dataclass
class Thing:
    """An obstacle or hazard."""

    kind: str
    pose: Pose
    tokens: int = 0
    gone: bool = False

    @property
    def row(self) -> dict[str, Any]:
        return THINGS[self.kind]

    @property
    def shape(self) -> Any:
        if "radius" in self.row:
            return shapes.disc(self.pose, self.row["radius"])
        return shapes.box(self.pose, tuple(self.row.get("size", HAZARD_SIZE)))


class Fight:
    """The fight as far as it has been told."""

    def __init__(self, options: Options, seats: int) -> None:
        self.options = options
        self.plan = arena(options.arena, seats)
        self.width, self.height = self.plan["size"]
        self.seats = seats
        self.cars: list[Car] = []
        self.things = [
            Thing(row["kind"], (*row["at"], row.get("heading", 0.0)))
            for row in self.plan.get("thing", ())
        ]
        self.first = 0
        self.round = 0
        self.fallen: list[int] = []
        width, height, far = self.width, self.height, 5.0
        self.walls = [
            _strip(-far, -far, width + far, 0),
            _strip(-far, -far, 0, height + far),
            _strip(-far, height, width + far, height + far),
            _strip(width, -far, width + far, height + far),
        ]

    @property
    def small(self) -> bool:
        """A small game. Rules: Game Size"""
        return self.options.build_points <= 24

    @property
    def alive(self) -> list[int]:
        return [car.seat for car in self.cars if not car.out]

    def clockwise(self) -> list[int]:
        """Who is alive, from the first player on."""
        order = [(self.first + at) % self.seats for at in range(self.seats)]
        return [seat for seat in order if not self.cars[seat].out]

    # -- bodies

    def bodies(self) -> list[int]:
        """All that can be bumped into."""
        cars = [car.seat for car in self.cars if car.placed and not car.gone]
        things = [
            THING + at
            for at, each in enumerate(self.things)
            if not each.gone and each.row["weight"] != "drive_thru"
        ]
        return [*cars, *things, *(WALL + at for at in range(len(self.walls)))]

    def shape(self, body: int) -> Any:
        """Its outline for contacts."""
        if body >= WALL:
            return self.walls[body - WALL]
        if body >= THING:
            return self.things[body - THING].shape
        return shapes.base(self.cars[body].pose)

    def aim(self, body: int) -> Any:
        """Its outline for attacks."""
        return self.shape(body) if body >= THING else shapes.rectangle(self.cars[body].pose)

    def pose(self, body: int) -> Pose:
        return self.things[body - THING].pose if body >= THING else self.cars[body].pose

    def put(self, body: int, pose: Pose) -> None:
        """It lies there from now on."""
        if body >= THING:
            self.things[body - THING].pose = pose
        else:
            self.cars[body].pose = pose

    def radius(self, body: int) -> float:
        """Of a round thing; 0 of what has corners."""
        if THING <= body < WALL:
            return float(self.things[body - THING].row.get("radius", 0.0))
        return 0.0

    def is_light(self, body: int) -> bool:
        return THING <= body < WALL and self.things[body - THING].row["weight"] == "light"

    def is_player(self, body: int) -> bool:
        """A car that somebody drives."""
        return body < THING and not self.cars[body].out

    def kind(self, body: int) -> str:
        """As events name it: empty for a car and a wall."""
        if body >= WALL:
            return ""
        if body >= THING:
            return self.things[body - THING].kind
        return "wreck" if self.cars[body].out else ""

    def durable(self, body: int) -> int:
        """Damage that a thing or wreck can take still; 0: it cannot be damaged."""
        kind = self.kind(body)
        if not kind or not self.options.durable:
            return 0
        tokens = self.cars[body].tokens if body < THING else self.things[body - THING].tokens
        return max(0, int(THINGS[kind].get("durability", 0)) - tokens)

    def cover(self, body: int) -> int:
        """Shields that it gives: 2 full, 1 partial."""
        if body >= WALL:
            return 2
        kind = self.kind(body) or "wreck"
        return {"none": 0, "partial": 1, "full": 2}[THINGS[kind]["cover"]]

    # -- ground

    def terrain(self, pose: Pose) -> int:
        """The highest level under a car. Ruling 2, 42"""
        level, shape = 0, shapes.rectangle(pose)
        for row in self.plan.get("terrain", ()):
            if "radius" in row:
                inner = row.get("inner", 0.0)
                under = shapes.ring_holds(shape, tuple(row["at"]), row["radius"], inner)
            else:
                laid = shapes.box((*row["at"], row.get("heading", 0.0)), tuple(row["size"]))
                under = shape.intersection(laid).area > shapes.GRAZE
            if under:
                level = max(level, row["level"])
        return level

    def hazards(self, pose: Pose) -> list[str]:
        """Kinds of the hazards under a car. Ruling 3, 4"""
        shape = shapes.rectangle(pose)
        return [
            each.kind
            for each in self.things
            if not each.gone
            and each.row["weight"] == "drive_thru"
            and shape.intersection(each.shape).area > shapes.GRAZE
        ]

    def ground_dice(self, pose: Pose) -> tuple[Counter[tuple[str, str]], int]:
        """Dice of terrain and hazards there, and skids that hazards add."""
        dice: Counter[tuple[str, str]] = Counter()
        skids = 0
        if level := self.terrain(pose):
            dice["blue", "terrain"] += level
        for kind in self.hazards(pose):
            for colour, count in THINGS[kind].get("dice", {}).items():
                dice[colour, kind] += count
            skids += THINGS[kind].get("results", {}).get("skid_shield", 0)
        return dice, skids


def _strip(left: float, low: float, right: float, high: float) -> Any:
    return Polygon([(left, low), (right, low), (right, high), (left, high)])
