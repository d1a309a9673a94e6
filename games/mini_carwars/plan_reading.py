"""From the text of a plan to the plan: every move is made on paper, and what cannot be is refused.

Rules: 4. Movement And Scale; Rules: 6. Maneuvers And Control
"""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches
from typing import Final

from games.engine import voice
from games.mini_carwars import turn
from games.mini_carwars.builds import quoted
from games.mini_carwars.maneuvers import ANGLES, IN_REVERSE, STEP, TOP_SPEED, drives, end, legs
from games.mini_carwars.moves import Drive
from games.mini_carwars.plan import (
    Intent,
    Plan,
    Step,
    first_move,
    fixed,
    meets,
    moves_left,
    own,
    poses,
)
from games.mini_carwars.plan_text import (
    COMBAT,
    EVERYONE,
    MANEUVERS,
    MOVEMENT,
    SPEEDS,
    Fire,
    Item,
    Line,
    Move,
    Pace,
    Ram,
    Wrecks,
    lines,
    refuse,
)
from games.mini_carwars.state import State, Vehicle

SCENARIOS: Final = "Rules: 9. Scenarios"


def read(view: State, text: str) -> Plan:
    """The plan that a text stands for, for this turn.

    Raises `Refusal` for the first thing that is not understood or cannot be done.
    """
    mine = own(view)
    if not mine or view.step not in ("speed", "move", "fire"):
        raise refuse("There is nothing to plan just now", MOVEMENT)
    items: dict[int, list[Item]] = {}
    alone: set[tuple[int, str]] = set()
    # What is written of one vehicle counts before what is written of all.
    for line in sorted(lines(text), key=_is_for_all):
        for car in _named(line, mine):
            about = [(item, (car.number, _sort(item))) for item in line.items]
            if _is_for_all(line):
                about = [(item, what) for item, what in about if what not in alone]
            else:
                alone.update(what for _, what in about)
            items.setdefault(car.number, []).extend(item for item, _ in about)
    if not items:
        raise refuse("Nothing in that is a plan: write straight x3; hold fire", MOVEMENT)
    intents = [_intent(view, view.cars[number], said) for number, said in items.items()]
    return Plan(view.turn).put(*intents)


def _is_for_all(line: Line) -> bool:
    """Whether a line is about every vehicle."""
    return line.label.lower() in (*EVERYONE, "")


def _sort(item: Item) -> str:
    """What an item is about: moves, ramming, the speed or fire."""
    if isinstance(item, Fire | Wrecks):
        return "fire"
    if isinstance(item, Ram):
        return "ram"
    return "speed" if isinstance(item, Pace) else "moves"


def _named(line: Line, mine: Sequence[Vehicle]) -> Sequence[Vehicle]:
    """The vehicles a line is about."""
    if line.label.lower() in EVERYONE:
        return mine
    if not line.label:
        moves = any(isinstance(item, Move | Ram) for item in line.items)
        if len(mine) == 1 or not moves:
            return mine
        raise refuse(
            f"Begin each line with its vehicle, such as {mine[0].label}: or all:", MOVEMENT
        )
    for car in mine:
        if car.label == line.label:
            return [car]
    labels = [car.label for car in mine]
    close = get_close_matches(line.label, labels, 1, 0.6)
    yours = f"yours {'is' if len(labels) == 1 else 'are'} {voice.listed(labels)}"
    hint = f"; did you mean {close[0]}, as {yours}?" if close and len(labels) > 1 else f"; {yours}"
    raise refuse(f"You have no vehicle {quoted(line.label)} in action{hint.rstrip('?')}", MOVEMENT)


def _intent(view: State, car: Vehicle, items: Sequence[Item]) -> Intent:
    """What is written of one vehicle, tried out."""
    fires = [item for item in items if isinstance(item, Fire)]
    paces = [item for item in items if isinstance(item, Pace)]
    for found, what, cite in ((fires, "firing orders", MOVEMENT), (paces, "speeds", SPEEDS)):
        if len(found) > 1:
            raise refuse(f"{car.label} has {len(found)} {what}: one is enough", cite)
    alone = any(isinstance(item, Wrecks) for item in items)
    if alone and not (fires and fires[0].most):
        raise refuse("Wrecks too, but when? Write fire at 8 or less, wrecks too", COMBAT)
    speed = _speed(view, car, paces[0]) if paces else None
    mph = car.speed if view.phase else speed
    steps = _steps(view, car, items, mph)
    fire, wrecks = (fires[0].most, alone or fires[0].wrecks) if fires else (None, False)
    return plan_moves(view, car, steps, mph, speed, fire, wrecks=wrecks)


def _speed(view: State, car: Vehicle, pace: Pace) -> int:
    """The speed that is meant. Rules: 5. Acceleration And Deceleration"""
    if view.step != "speed":
        raise refuse("Speeds are chosen before the first phase of a turn", SPEEDS)
    now, mph = car.speed, pace.mph
    if pace.change:
        mph = now + (pace.mph if now >= 0 else -pace.mph)
    if mph % 10 or not -IN_REVERSE <= mph <= TOP_SPEED:
        raise refuse(f"Speeds are multiples of 10 up to {TOP_SPEED} mph, not {mph}", SPEEDS)
    if mph < 0 and car.kind.cycle:
        raise refuse(f"{car.label} is a cycle, and cycles do not back up", SPEEDS)
    if mph * now < 0:
        raise refuse(f"{car.label} must stop for a turn before it goes the other way", SPEEDS)
    by = abs(mph) - abs(now)
    if by > 10 or by < -20:
        raise refuse(
            f"{car.label} drives at {abs(now)} mph: it can become 10 faster, or 10 or 20 slower",
            SPEEDS,
        )
    if by > 0 and car.plant_gone:
        raise refuse(f"{car.label} has no power plant left to accelerate with", SPEEDS)
    return mph


def _steps(view: State, car: Vehicle, items: Sequence[Item], mph: int | None) -> list[Step]:
    """The moves that are meant, one by one."""
    every = any(isinstance(item, Ram) for item in items)
    room = moves_left(view, car, mph)
    steps: list[Step] = []
    for item in items:
        if isinstance(item, Move):
            times = max(0, room - len(steps)) if item.times is None else item.times
            # More than a turn can hold is refused anyway: they need not all be made.
            steps += [Step(item.drive, item.ram or every)] * min(times, TOP_SPEED)
    if len(steps) > room:
        at = f" at {abs(mph)} mph" if mph is not None else ""
        more = voice.count(room, "move") if room else "no move"
        raise refuse(
            f"{car.label} has {more} left this turn{at}, and the plan has {len(steps)}", MOVEMENT
        )
    return steps


def plan_moves(
    view: State,
    car: Vehicle,
    steps: Sequence[Step],
    mph: int | None,
    speed: int | None = None,
    fire: int | None = None,
    *,
    wrecks: bool = False,
) -> Intent:
    """An intent with these steps, each tried from where the one before ends. Raises `Refusal`."""
    if not steps:
        now = first_move(view, car)
        return Intent(car.number, speed, mph=mph, first=now, fire=fire, wrecks=wrecks)
    if not car.steered:
        raise refuse(f"Nobody steers {car.label} any more: it drives straight on", MANEUVERS)
    at = _pace_of(car, mph)
    box, still = car.box, fixed(view)
    for number, step in enumerate(steps, first_move(view, car)):
        where = f"Phase {number}: {car.label}"
        if step.drive not in drives(car.kind.cycle, at):
            raise refuse(_illegal(where, car, step.drive, mph), MANEUVERS)
        if step.drive not in turn.options(view, box, car.kind.cycle, at):
            raise refuse(f"{where} would leave the road with {told(step.drive)}", SCENARIOS)
        if not step.ram and meets(box, legs(box, step.drive, at < 0), still):
            raise refuse(
                f"{where} would hit {'a wall' if view.walls else 'a wreck'}: add ram if it should",
                "Rules: 7. Crashes And Collisions",
            )
        box = end(box, step.drive, at < 0)
    return Intent(
        car.number,
        speed,
        tuple(steps),
        tuple(poses(car.box, steps, at)),
        mph,
        first_move(view, car),
        fire,
        wrecks,
    )


def _pace_of(car: Vehicle, mph: int | None) -> int:
    """The speed moves are tried at. Before it is chosen only its direction is known: any that
    allows no pivot will do."""
    if mph is None and car.speed == 0:
        raise refuse(f'{car.label} stands: say its speed first, such as "speed 10"', SPEEDS)
    return mph if mph is not None else 20 if car.speed > 0 else -20


def _illegal(where: str, car: Vehicle, drive: Drive, mph: int | None) -> str:
    """Why no move at that speed is like this one."""
    cycle = car.kind.cycle
    if drive.how == "pivot":
        if mph is None:
            return f'{where} can pivot at 10 mph only: write "speed 10" before it'
        if abs(mph) != 10:
            return f"{where} can pivot at 10 mph only, and drives at {abs(mph)}"
        return f"{where} pivots by multiples of {STEP} degrees up to 180, not {abs(drive.amount)}"
    angles = voice.listed([str(angle) for angle in ANGLES[cycle]])
    kind = "cycle" if cycle else "car"
    return f"{where} is a {kind}, which swerves by {angles} degrees, not {abs(drive.amount)}"


def told(drive: Drive, *, held: bool = True) -> str:
    """A move in the words of a plan: "swerve left 15"."""
    if drive.how == "straight":
        return "straight"
    if not drive.amount:
        return "pivot 0"
    side = "left" if drive.amount < 0 else "right"
    if drive.how == "drift":
        return f"drift {side} {'1/4' if abs(drive.amount) == 1 else '1/2'}"
    corner = f" hold {drive.hold}" if held and drive.hold != side else ""
    return f"{drive.how} {side} {abs(drive.amount)}{corner}"
