"""A plan part by part: `t5`, then for each vehicle `v0`, its speed, its moves and its fire; `done`.

A speed is `s40`, or `r10` in reverse. A move is `straight`, `driftlq` (a quarter inch to the left;
`h`: half an inch), `swervel15`, `pivot0`; with the corner that it holds (`swervel15right`) where
that is not the one it turns to, and `ram` behind it where it may end in a collision. Fire is `f0`
to hold it, or `f8` for the most that two dice may have to show, with a `w` where wrecks are fired
at too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Final

from games.engine.errors import Illegal
from games.engine.plane import Box
from games.mini_carwars.catalog import WIDTH
from games.mini_carwars.maneuvers import PLAIN_PIVOT, drives
from games.mini_carwars.moves import Drive, Speed
from games.mini_carwars.plan import (
    UNKNOWN,
    Intent,
    Plan,
    Step,
    made,
    moves_left,
    own,
    refuse,
    told,
    tried,
)
from games.mini_carwars.state import State, Vehicle

DONE: Final = "done"
USUAL_FIRE: Final = ("f0", "f8", "f12")
STEP: Final = (
    "(?:straight|pivot0|drift[lr][qh]|(?:swerve|pivot)[lr][1-9][0-9]{0,3}(?:left|right)?)(?:ram)?"
)
_TURNED: Final = re.compile("(drift|swerve|pivot)([lr])(q|h|[0-9]+)(left|right)?(?:ram)?")
_SHORT: Final = (
    (" hold ", ""), (" left ", "l"), (" right ", "r"), ("1/4", "q"), ("1/2", "h"), (" ", ""),
)  # fmt: skip
"""What becomes of the words of a move in its key, one after the other."""
_SECTION: Final = (
    " v(?P<vehicle>[0-9]{1,4})(?: (?P<way>[sr])(?P<mph>[0-9]{1,5}))?"
    f"(?P<steps>(?: {STEP})*)(?: f(?P<fire>0|(?:[3-9]|1[0-2])(?P<wrecks>w)?))?"
)
_NAMELESS: Final = re.sub(r"\?P<[a-z]+>", "?:", _SECTION)


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
        out += [*map(key_of, map(told, _further(view, car, now))), *USUAL_FIRE]
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
        out += map(key_of, map(told, intent.steps))
        if intent.fire is not None:
            out.append(f"f{intent.fire}{'w' if intent.wrecks else ''}")
    return (*out, DONE)


def key_of(words: str) -> str:
    """The part for a move in words (`plan.told`)."""
    for word, short in _SHORT:
        words = words.replace(word, short)
    return words


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
        fire = int(said["fire"].rstrip("w")) if said["fire"] else None
        steps = tuple(_step_of(key) for key in said["steps"].split())
        wish = Intent(number, mph, steps, fire=fire, wrecks=said["wrecks"] is not None)
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
