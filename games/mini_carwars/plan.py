"""What a plan is: the moves and the fire of one's vehicles for one turn; whether it can be done,
and what of it is still to come.

It is made part by part: `t5`, then for each vehicle `v0`, its speed, its moves and its fire;
`done`. A speed is `s40`, or `r10` in reverse. A move is `straight`, `driftlq` (a quarter inch to
the left; `h`: half an inch), `swervel15`, `pivot0`; with the corner that it holds
(`swervel15right`) where that is not the one it turns to, and `ram` behind it where it may end in a
collision. After the moves `computer` has the rest of the turn driven as the `normal` seat would.
Fire is `f0` to hold it, `fc` for as the computer would, or `f8` for the most that two dice may have
to show, with a `w` where wrecks are fired at too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Final

import msgspec
from msgspec.structs import replace

from games.engine.errors import Illegal
from games.engine.plane import Box
from games.engine.voice import listed
from games.mini_carwars import builds
from games.mini_carwars.catalog import WIDTH
from games.mini_carwars.collisions import stop
from games.mini_carwars.events import Pose
from games.mini_carwars.ground import strays
from games.mini_carwars.maneuvers import ANGLES, PLAIN_PIVOT, TOP_SPEED, drives, end, legs
from games.mini_carwars.moves import Drive, Speed
from games.mini_carwars.state import State, Vehicle
from games.mini_carwars.turn import options

NEAR: Final = 0.001
"""Poses no farther apart than this are the same, in inches and degrees."""
UNKNOWN: Final = 20
"""mph at which moves are tried while no speed is chosen: one that allows no pivot."""
DONE: Final = "done"
COMPUTER: Final = "computer"
USUAL_FIRE: Final = ("f0", "f8", "f12")
BY_COMPUTER: Final = -1
"""`Intent.fire` where the `normal` seat decides it."""
STEP: Final = (
    "(?:straight|pivot0|drift[lr][qh]|(?:swerve|pivot)[lr][1-9][0-9]{0,3}(?:left|right)?)(?:ram)?"
)
_TURNED: Final = re.compile("(drift|swerve|pivot)([lr])(q|h|[0-9]+)(left|right)?(?:ram)?")
_SECTION: Final = (
    " v(?P<vehicle>[0-9]{1,4})(?: (?P<way>[sr])(?P<mph>[0-9]{1,5}))?"
    f"(?P<steps>(?: {STEP})*)(?P<computer> {COMPUTER})?"
    "(?: f(?P<fire>c|0|(?:[3-9]|1[0-2])(?P<wrecks>w)?))?"
)
_NAMELESS: Final = re.sub(r"\?P<[a-z]+>", "?:", _SECTION)


class Step(msgspec.Struct, frozen=True, omit_defaults=True):
    """One planned move."""

    drive: Drive
    ram: bool = False
    """It is made even when it ends in a collision."""


class Intent(msgspec.Struct, frozen=True, omit_defaults=True):
    """What one vehicle is to do this turn."""

    vehicle: int
    speed: int | None = None
    """mph to be chosen for it."""
    steps: tuple[Step, ...] = ()
    poses: tuple[Pose, ...] = ()
    """Where it is expected before each step, and after the last."""
    mph: int | None = None
    """Speed at which it makes them; None while it was not known."""
    first: int = 1
    """Phase of the first step."""
    fire: int | None = None
    """Most that two dice may have to show for a shot to be fired; 0: hold fire; `BY_COMPUTER`."""
    wrecks: bool = False
    """Where nothing in action can be shot at, it fires at what is out of action."""
    computer: bool = False
    """After its steps it is driven as the computer would, to the end of the turn."""
    careful: bool = False
    """It asks before each move that its player would be warned of."""


class Plan(msgspec.Struct, frozen=True):
    """What a seat's vehicles are to do in one turn."""

    turn: int
    intents: tuple[Intent, ...] = ()

    def of(self, vehicle: int) -> Intent:
        """What it says of a vehicle, be it nothing."""
        return next((each for each in self.intents if each.vehicle == vehicle), Intent(vehicle))

    def put(self, *intents: Intent) -> Plan:
        """The same with other words on some vehicles."""
        named = {each.vehicle: each for each in (*self.intents, *intents)}
        return Plan(self.turn, tuple(named[number] for number in sorted(named)))


def refuse(why: str, **facts: object) -> Illegal:
    """A sentence about a plan that cannot be, by its name in the texts; it ends with its rule."""
    sentence = builds.told(why, "plan", **facts)
    return Illegal(sentence, sentence.rpartition(" (")[2].rstrip(")."))


# -- the vehicles of a view


def own(view: State) -> list[Vehicle]:
    """The seat's vehicles in action."""
    return [car for car in view.fleet(view.seat) if not car.out]


def first_move(view: State, car: Vehicle) -> int:
    """The phase of its next move: moves lost to a skid come before it."""
    return view.next_phase(car.number) + car.skip


def moves_left(view: State, car: Vehicle, mph: int | None) -> int:
    """How many moves it still makes this turn at a speed (None: at the highest it may choose).

    Rules: 4. Movement And Scale
    """
    if mph is None:
        mph = abs(car.speed) + 10 if view.phase == 0 else car.speed
    return max(0, min(abs(mph), TOP_SPEED) // 10 - first_move(view, car) + 1)


# -- on paper


def made(view: State, wish: Intent) -> Intent:
    """An intent with its poses: each step is tried from where the one before ends.

    Raises `Illegal` for a speed it may not choose, a move it may not make, and one that would hit
    what never moves without being told to. Rules: 4. Movement And Scale; 6. Maneuvers And Control
    """
    car, speed, steps = view.cars[wish.vehicle], wish.speed, wish.steps
    name = car.label
    if speed is not None and view.step != "speed":
        raise refuse("late")
    if speed is not None and speed not in car.speeds:
        can = listed([str(mph) for mph in sorted(car.speeds, reverse=True)], "or")
        raise refuse("speed", car=name, now=car.speed, can=can, mph=speed)
    mph, first = car.speed if view.phase else speed, first_move(view, car)
    if len(steps) > (room := moves_left(view, car, mph)):
        facts = {"known": mph is not None, "mph": abs(mph or 0), "steps": len(steps)}
        raise refuse("moves", car=name, room=room, **facts)
    if steps and not car.steered:
        raise refuse("nobody", car=name)
    if steps and mph is None and not car.speed:
        raise refuse("stands", car=name)
    box, poses = car.box, [car.pose]
    for number, step in enumerate(steps, first):
        box = tried(view, car, box, step, number, mph)
        poses.append(box.pose)
    return replace(wish, poses=tuple(poses) if steps else (), mph=mph, first=first)


def tried(view: State, car: Vehicle, box: Box, step: Step, phase: int, mph: int | None) -> Box:
    """Where a step from there ends, at a speed that may not be known yet. Raises `Illegal`.

    Rules: 6. Maneuvers And Control; Rules: 7. Crashes And Collisions
    """
    drive, cycle = step.drive, car.kind.cycle
    pace = mph if mph is not None else UNKNOWN if car.speed > 0 else -UNKNOWN
    way = legs(box, drive, pace < 0)
    known = drive in drives(cycle, pace)
    if not known or (strays(box, way) and drive not in options(view, box, cycle, pace)):
        pivots = drive.how == "pivot" and abs(pace) != 10
        why = "pivot" if pivots else "road" if known else "angle"
        angles = listed([str(each) for each in ANGLES[cycle]])
        facts = {"move": told(step), "cycle": cycle, "angles": angles}
        raise refuse(why, phase=phase, car=car.label, amount=abs(drive.amount), **facts)
    here = replace(car, x=box.x, y=box.y, heading=box.heading, contact=[])
    never_moves = replace(view, vehicles=[here, *(other for other in view.cars if other.wreck)])
    if not step.ram and stop(never_moves, 0, way):
        raise refuse("wall", phase=phase, car=car.label, wall=bool(view.walls))
    return end(box, drive, pace < 0)


def told(step: Step) -> str:
    """A move in the words of a plan: "swerve left 15", "swerve left 15 hold right ram"."""
    drive = step.drive
    way = drive.how if drive.amount or drive.how == "straight" else "inch"
    facts = {"left": drive.amount < 0, "size": drive.size, "other": drive.hold != drive.way}
    return builds.told(way, "steps", ram=step.ram, **facts)


# -- what is still to come


def next_step(view: State, car: Vehicle, intent: Intent) -> int | None:
    """Number of the step that comes next; None where the vehicle does not lie where it was
    expected, or drives at another speed.

    On a way straight on it does no harm to have been held up.
    """
    if intent.mph not in (None, car.speed):
        return None
    here = car.pose
    for at, pose in enumerate(intent.poses):
        if _same(pose, here):
            return at
    straight = all(step.drive.how == "straight" for step in intent.steps)
    if intent.mph is None or not intent.poses or not straight:
        return None
    x, y, heading = intent.poses[0]
    on_its_way = abs(car.box.own((x, y))[0]) <= NEAR and _same((0, 0, heading), (0, 0, here[2]))
    return _by_phase(view, car, intent) if on_its_way else None


def rest(view: State, car: Vehicle, intent: Intent) -> tuple[Step, ...]:
    """The steps not made yet: by the place of the vehicle; by the phase where it has been thrown
    off its course, and where the computer drives on: who was held up makes no step again."""
    at = None if intent.computer else next_step(view, car, intent)
    return intent.steps[at if at is not None else _by_phase(view, car, intent) :]


def _by_phase(view: State, car: Vehicle, intent: Intent) -> int:
    return max(0, first_move(view, car) - intent.first)


def _same(one: Pose, other: Pose) -> bool:
    """Whether two poses are the same but for rounding."""
    turn = (one[2] - other[2] + 180.0) % 360.0 - 180.0
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]), abs(turn)) <= NEAR


# -- part by part


def keys(view: State, parts: tuple[str, ...]) -> Sequence[str]:
    """The usual parts that may come next. Raises `Illegal` for parts that begin no plan."""
    if not parts:
        return (f"t{view.turn}",)
    if parts[-1] == DONE:
        read(view, parts)
        return ()
    intents, out = _intents(view, parts), list[str]()
    if intents and (now := intents[-1]).fire is None:
        car = view.cars[now.vehicle]
        if parts[-1].startswith("v") and view.step == "speed":
            out += (Speed(mph).path[0] for mph in car.speeds)
        further = [] if now.computer else [*map(key_of, _further(view, car, now))]
        out += [*further, *[COMPUTER] * bool(further), *USUAL_FIRE]
    last = intents[-1].vehicle if intents else -1
    return (*out, *(f"v{car.number}" for car in own(view) if car.number > last), DONE)


def read(view: State, parts: tuple[str, ...]) -> Plan:
    """The plan of a whole path. Raises `Illegal` for all others, and where it cannot be done."""
    if parts[-1:] != (DONE,):
        raise refuse("path")
    return Plan(view.turn).put(*_intents(view, parts[:-1]))


def path_of(plan: object) -> tuple[str, ...] | None:
    """The parts of a plan; None for anything else."""
    if not isinstance(plan, Plan):
        return None
    out = [f"t{plan.turn}"]
    for intent in plan.intents:
        out.append(f"v{intent.vehicle}")
        if intent.speed is not None:
            out += Speed(intent.speed).path
        out += map(key_of, intent.steps)
        out += [COMPUTER] * intent.computer
        if intent.fire is not None:
            fire = "c" if intent.fire == BY_COMPUTER else intent.fire
            out.append(f"f{fire}{'w' if intent.wrecks else ''}")
    return (*out, DONE)


def key_of(step: Step) -> str:
    """The part for a move."""
    drive, ram = step.drive, "ram" if step.ram else ""
    if not drive.amount:
        return f"{'straight' if drive.how == 'straight' else 'pivot0'}{ram}"
    if drive.how == "drift":
        return f"drift{drive.way[0]}{' qh'[drive.size]}{ram}"
    hold = drive.hold if drive.hold != drive.way else ""
    return f"{drive.how}{drive.way[0]}{drive.size}{hold}{ram}"


def _step_of(key: str) -> Step:
    ram = key.endswith("ram")
    if (found := _TURNED.fullmatch(key)) is None:
        return Step(PLAIN_PIVOT if key.startswith("pivot") else Drive(), ram)
    how, side, size, hold = found.groups()
    amount = {"q": 1, "h": 2}.get(size) or int(size)
    turned = "" if how == "drift" else hold or {"l": "left", "r": "right"}[side]
    return Step(Drive(how, -amount if side == "l" else amount, turned), ram)


def _intents(view: State, parts: tuple[str, ...]) -> list[Intent]:
    """What some parts say of each vehicle; of the last one more may come."""
    text, mine = " ".join(parts), [car.number for car in own(view)]
    if text.split() != [*parts] or not re.fullmatch(f"t{view.turn}(?:{_NAMELESS})*", text):
        raise refuse("path")
    out = []
    for said in re.finditer(_SECTION, text):
        if (number := int(said["vehicle"])) not in mine:
            raise refuse("path")
        mph = int(said["mph"]) * (-1 if said["way"] == "r" else 1) if said["mph"] else None
        order = (said["fire"] or "").rstrip("w")
        fire = BY_COMPUTER if order == "c" else int(order) if order else None
        steps = tuple(_step_of(key) for key in said["steps"].split())
        wrecks, computer = said["wrecks"] is not None, said["computer"] is not None
        wish = Intent(number, mph, steps, fire=fire, wrecks=wrecks, computer=computer)
        out.append(made(view, wish))
    return out


def _further(view: State, car: Vehicle, now: Intent) -> Iterator[Step]:
    """The moves that may come after those of an intent."""
    pose = now.poses[-1] if now.poses else car.pose
    box, phase = Box(*pose, car.kind.length, WIDTH), now.first + len(now.steps)
    room = (
        moves_left(view, car, now.mph) > len(now.steps) and car.steered and (now.mph or car.speed)
    )
    for drive in drives(car.kind.cycle, now.mph or UNKNOWN) if room else ():
        with suppress(Illegal):
            tried(view, car, box, Step(drive), phase, now.mph)
            yield Step(drive)
