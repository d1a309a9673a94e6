"""Arenas as data: walls, obstacles, hazards and terrain, and where cars start.

The house's lie in `data/arenas`, one file each, whose form is told in `open.toml`; a server adds
its own (`add_arenas`). An arena is a rectangle. Walls have the numbers that `walls` lists them by:
the south, west, north and east edge, then the pieces within.
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib.resources import files
from itertools import combinations
from typing import Annotated, Final, Literal, TypeAlias

import msgspec
from msgspec import Meta

from games.carwars.base import CAR, base, rectangle
from games.engine.plane import EVEN, Point
from games.engine.polygons import AREA, shared_area
from games.engine.rows import BadData, as_structs, read_file
from games.engine.shapes import TOUCH, Form, Hull, Pose, gap, meeting_point, overlap, own, rest
from games.engine.voice import hint

EDGES: Final = 4
"""Walls that are edges of the arena: the first ones."""
THICK: Final = 1.0
"""Of the walls along the edges, outward, in L."""
GAP: Final = 2.0
"""The least room between walls that do not meet, in L. Rules: Arena Setup"""
KEY_WIDTH: Final = 0.5
"""Some part of a car that starts is so near the edge, in L. Rules: Starting Positions"""
INSET: Final = 0.7
"""Of a usual place from its edge, in L. Ruling 40"""
OFF_CORNER: Final = 1.0
"""Of a usual place from a corner along the edge, at least, in L. Ruling 41"""
MOST_NAME: Final = 24
"""Characters of a name."""
MOST: Final = {"walls": 40, "terrain": 40, "things": 100}
"""What lies in an arena at most: everything that is driven and shot asks all of it. House"""
STRIDE: Final = 0.1
"""Between the places along the edge that are tried when one is taken, in L. House"""

Length: TypeAlias = Annotated[float, Meta(ge=0, le=60)]
Size: TypeAlias = Annotated[float, Meta(gt=0, le=60)]
Turn: TypeAlias = Annotated[float, Meta(ge=0, lt=360)]
Count: TypeAlias = Annotated[int, Meta(ge=0, le=9)]


class _Row(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A row of a file."""


class Kind(_Row, frozen=True):
    """What can lie in the arena (`data/things.toml` tells the fields)."""

    id: str
    name: str
    weight: Literal["drive_thru", "light", "heavy"]
    cover: Literal["none", "partial", "full"]
    size: tuple[Size, Size] = (0.85, 0.55)
    """Of a hazard card, unless said."""
    radius: Length = 0.0
    is_car: bool = False
    durability: Count = 0
    always: bool = False
    dice: dict[str, Count] = {}
    results: dict[str, Count] = {}
    double: tuple[str, ...] = ()
    rounds: Count = 0
    sets_off: Literal["", "explosion", "fire"] = ""
    douses: bool = False


class _Lying(_Row, frozen=True, kw_only=True):
    """What lies somewhere from the start."""

    at: tuple[Length, Length]
    """Its middle."""
    heading: Turn = 0.0

    @property
    def pose(self) -> Pose:
        return *self.at, self.heading


class Spot(_Lying, frozen=True):
    """A thing that lies in the arena."""

    kind: str


class Wall(_Lying, frozen=True):
    """A piece of wall."""

    size: tuple[Size, Size]
    """Along its heading, and across."""

    @property
    def hull(self) -> Hull:
        return Hull(Form(*self.size), self.pose)


class Terrain(_Lying, frozen=True):
    """Ground that is not road: a disc, a ring (`inner` above 0) or a rectangle."""

    level: Annotated[int, Meta(ge=1, le=3)]
    radius: Length = 0.0
    inner: Length = 0.0
    size: tuple[Length, Length] = (0.0, 0.0)

    @property
    def hull(self) -> Hull:
        return Hull(Form(*self.size, rim=self.radius), self.pose)


class Arena(_Row, frozen=True):
    """An arena; each file has one."""

    id: str
    name: Annotated[str, Meta(min_length=1, max_length=MOST_NAME)]
    size: tuple[Annotated[float, Meta(ge=6, le=60)], Annotated[float, Meta(ge=6, le=60)]]
    seats: Annotated[int, Meta(ge=2, le=8)] = 4
    larger: str = ""
    walls: tuple[Wall, ...] = msgspec.field(name="wall", default=())
    terrain: tuple[Terrain, ...] = ()
    things: tuple[Spot, ...] = msgspec.field(name="thing", default=())


_ROWS: Final = read_file(__package__, "data/things.toml")["thing"]
KINDS: Final = {kind.id: kind for kind in as_structs("data/things.toml: thing", _ROWS, Kind)}
"""What can lie in the arena, by id."""
ARENAS: Final[dict[str, Arena]] = {}
"""Every arena there is, by id: the name of its file."""


def arena_for(name: str, seats: int) -> Arena:
    """The arena of that id, or the larger one that stands in for it where it has no room for so
    many seats. Raises KeyError where there is neither. Ruling 41"""
    arena = ARENAS[name]
    return arena if seats <= arena.seats else arena_for(arena.larger, seats)


def most_seats(name: str) -> int:
    """For how many there is room in the arena of that id, or in those that stand in for it."""
    arena = ARENAS[name]
    return most_seats(arena.larger) if arena.larger else arena.seats


# -- what lies where


@cache
def form_of(kind: str) -> Form:
    """The shape of a thing for contact."""
    it = KINDS[kind]
    return CAR if it.is_car else Form(0.0, 0.0, rim=it.radius) if it.radius else Form(*it.size)


def thing(kind: str, pose: Pose) -> Hull:
    """A thing where it lies, for contact."""
    return Hull(form_of(kind), pose)


@cache
def walls(arena: Arena) -> tuple[Hull, ...]:
    """The walls by number. Those of the edges lie outside, and reach past the corners."""
    (x, y), out = arena.size, THICK / 2
    across, along = Form(x + 2 * THICK, THICK), Form(y + 2 * THICK, THICK)
    return (
        Hull(across, (x / 2, -out, 0.0)),
        Hull(along, (-out, y / 2, 90.0)),
        Hull(across, (x / 2, y + out, 0.0)),
        Hull(along, (x + out, y / 2, 90.0)),
        *(wall.hull for wall in arena.walls),
    )


def level_under(arena: Arena, pose: Pose) -> int:
    """The highest level of terrain under a car's rectangle; 0 on the road. Rules: Terrain And
    Hazards"""
    car = rectangle(pose)
    return max((it.level for it in arena.terrain if _lies_on(car, it)), default=0)


def _lies_on(car: Hull, ground: Terrain) -> bool:
    """Ruling 42"""
    if not ground.radius:
        return shared_area(car.outline, ground.hull.outline) > AREA
    ahead, left = map(abs, own(car.pose, ground.at))
    over, past = max(ahead - car.form.half, 0.0), max(left - car.form.side, 0.0)
    far, wide = ahead + car.form.half, left + car.form.side
    return (
        over * over + past * past < ground.radius * ground.radius - EVEN
        and far * far + wide * wide > ground.inner * ground.inner + EVEN
    )


def under(pose: Pose, things: Mapping[int, Hull]) -> tuple[int, ...]:
    """The numbers of the things that lie under a car's rectangle. Rules: Terrain And Hazards"""
    car = rectangle(pose)
    lying = [key for key, it in things.items() if overlap(car, it)]
    return tuple(key for key in lying if shared_area(car.outline, things[key].outline) > AREA)


# -- where cars start


def default_places(arena: Arena, seats: int) -> list[Pose]:
    """The usual places by seat, facing straight in. Up to four: the middles of the south, north,
    west and east edge. More: evenly along the edge, clockwise. Ruling 40, 41"""
    whole = _edge(arena)
    if seats <= 4:
        return [_place(arena, part * whole) for part in (0.0, 0.5, 0.25, 0.75)[:seats]]
    stride = whole / seats
    far = [at * stride for at in range(seats)]
    if any(_off_corner(arena, it) < OFF_CORNER for it in far):
        far = [it + stride / 2 for it in far]
    return [_place(arena, it) for it in far]


def free_place(arena: Arena, pose: Pose, others: Iterable[Hull]) -> Pose | None:
    """The free place along the edge that is nearest to one that is taken; None where all are
    taken. Rules: Starting Positions; house"""
    taken, tries = list(others), round(_edge(arena) / STRIDE)
    if not start_fault(arena, pose, taken):
        return pose
    places = [_place(arena, STRIDE * at) for at in range(tries)]
    first = min(range(tries), key=lambda at: math.dist(places[at][:2], pose[:2]))
    for step in range(tries):
        place = places[(first + (-step // 2 if step % 2 else step // 2)) % tries]
        if not start_fault(arena, place, taken):
            return place
    return None


def start_fault(
    arena: Arena, pose: Pose, others: Iterable[Hull]
) -> Literal["", "outside", "far", "taken"]:
    """Why a car may not start there; empty when it may. Rules: Starting Positions"""
    car, standing = base(pose), walls(arena)
    if not _holds(arena, car):
        return "outside"
    if all(gap(car, edge) > KEY_WIDTH + EVEN for edge in standing[:EDGES]):
        return "far"
    others = (*standing[EDGES:], *others)
    return "taken" if any(overlap(car, other) for other in others) else ""


def _edge(arena: Arena) -> float:
    """How long all around is."""
    return 2 * (arena.size[0] + arena.size[1])


def _place(arena: Arena, far: float) -> Pose:
    """The place so far along the edge, clockwise from the middle of the south one."""
    x, y = arena.size
    far = (far + x / 2) % _edge(arena)
    if far < x:
        return rest((x - far, INSET, 90.0))
    if far < x + y:
        return rest((INSET, far - x, 0.0))
    if far < x + y + x:
        return rest((far - x - y, y - INSET, 270.0))
    return rest((x - INSET, y - (far - x - y - x), 180.0))


def _off_corner(arena: Arena, far: float) -> float:
    """How far a place along the edge is from the nearest corner."""
    x, y = arena.size
    far = (far + x / 2) % (x + y)
    return min(far, abs(far - x), x + y - far)


def _holds(arena: Arena, hull: Hull) -> bool:
    """Whether all of a shape lies in an arena."""
    most = arena.size[0] + EVEN, arena.size[1] + EVEN
    return all(-EVEN <= x <= most[0] and -EVEN <= y <= most[1] for x, y in hull.outline)


# -- reading


def add_arenas(texts: Mapping[str, str]) -> None:
    """Add the arenas in these files, by the files' names: once at the start of the process.

    Raises `BadData` with all that is wrong, having added none.
    """
    read, faults = dict[str, Arena](), list[str]()
    for name, text in texts.items():
        try:
            arena = read_arena(name, text)
        except BadData as error:
            faults += error.faults
            continue
        for other in (*ARENAS.values(), *read.values()):
            if arena.id == other.id or arena.name.casefold() == other.name.casefold():
                faults.append(f"{name}: there is another arena {other.id}, called {other.name}.")
        read[arena.id] = arena
    for arena in read.values():
        more = read.get(arena.larger) or ARENAS.get(arena.larger)
        if arena.larger and (more is None or more.seats <= arena.seats):
            faults.append(f"{arena.id}: {arena.larger} is no arena with room for more seats.")
    if faults:
        raise BadData(faults)
    ARENAS.update(read)


def read_arena(name: str, text: str) -> Arena:
    """The arena in a file of that name. Raises `BadData` with a sentence for each fault."""
    try:
        rows = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadData([f"{name}: this is no TOML: {error}."]) from error
    identity = name.rpartition("/")[2].removesuffix(".toml")
    (arena,) = as_structs(f"{name}: arena", [rows | {"id": identity}], Arena)
    if faults := [f"{name}: {fault}" for fault in _faults(arena)]:
        raise BadData(faults)
    return arena


def _faults(arena: Arena) -> Iterator[str]:
    """All that is wrong with an arena whose rows can be read."""
    if len(arena.id) > MOST_NAME:
        yield f"the file's name is longer than {MOST_NAME} characters, so no host can write it."
    over = [what for what, most in MOST.items() if len(getattr(arena, what)) > most]
    for what in over:
        yield f"{what}: there are {len(getattr(arena, what))}, and at most {MOST[what]} fit."
    if over:
        return
    yield from _of_walls(arena)
    for number, ground in enumerate(arena.terrain):
        if bool(ground.radius) == bool(min(ground.size)):
            yield f"terrain {number} has either a radius or a size."
        elif ground.inner and ground.inner >= ground.radius:
            yield f"terrain {number} has an inner radius that is not below its radius."
        elif not _holds(arena, ground.hull):
            yield f"terrain {number} reaches out of the arena."
    lying = [(f"wall {number}", wall.hull) for number, wall in enumerate(arena.walls)]
    for number, it in enumerate(arena.things):
        if it.kind not in KINDS:
            yield f"thing {number}: there is no kind {it.kind!r}{hint(it.kind, KINDS)}."
            continue
        name, hull = f"thing {number}, a {KINDS[it.kind].name},", thing(it.kind, it.pose)
        if not _holds(arena, hull):
            yield f"{name} reaches out of the arena."
        yield from (f"{name} lies on {other}." for other, there in lying if overlap(hull, there))
        if KINDS[it.kind].weight != "drive_thru":
            lying.append((f"thing {number}", hull))
    taken = [hull for _, hull in lying]
    for place in default_places(arena, arena.seats):
        if (free := free_place(arena, place, taken)) is None:
            yield f"along the edge is no room for {arena.seats} cars."
            return
        taken.append(base(free))


def _of_walls(arena: Arena) -> Iterator[str]:
    """Rules: Arena Setup"""
    edges = [f"the {edge} edge" for edge in ("south", "west", "north", "east")]
    names = edges + [f"wall {number}" for number in range(len(arena.walls))]
    named = list(zip(names, walls(arena), strict=True))
    for name, wall in named[EDGES:]:
        if not _holds(arena, wall):
            yield f"{name} reaches out of the arena."
    for (one, a), (other, b) in combinations(named, 2):
        if other in edges:
            continue
        room = gap(a, b)
        if TOUCH < room < GAP - EVEN:
            yield f"the gap between {one} and {other} is less than 2 L."
        if room <= TOUCH and _is_acute(a, b):
            yield f"{one} and {other} meet at less than 90 degrees."


def _is_acute(a: Hull, b: Hull) -> bool:
    """Whether two walls that meet leave a corner of less than 90 degrees between them. Square to
    each other they never do, nor end to end if they bend by no more than that."""
    turn = abs(a.fx * b.fx + a.fy * b.fy)
    if turn < _ALMOST or turn > 1.0 - _ALMOST * _ALMOST / 2:
        return False
    joint = meeting_point(a, b)
    arms = [_arms(wall, joint, a.form.side + b.form.side) for wall in (a, b)]
    return any(x * u + y * v > _ALMOST for x, y in arms[0] for u, v in arms[1])


_ALMOST: Final = 0.01
"""Cosine of an angle that still counts as 90 degrees."""


def _arms(wall: Hull, joint: Point, near: float) -> Iterable[Point]:
    """The directions in which a wall goes on from where it meets another."""
    ahead, _ = own(wall.pose, joint)
    if wall.form.half - ahead > near:
        yield wall.fx, wall.fy
    if wall.form.half + ahead > near:
        yield -wall.fx, -wall.fy


_HOUSE: Final = sorted(files(__package__).joinpath("data/arenas").iterdir(), key=str)
add_arenas({file.name: file.read_text(encoding="utf-8") for file in _HOUSE})
