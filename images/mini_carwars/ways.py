"""The ways a vehicle can move now, where each would end and what it would come to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from games.engine.plane import Box
from games.engine.players import Player
from games.mini_carwars.control import added
from games.mini_carwars.maneuvers import end
from games.mini_carwars.moves import Drive
from games.mini_carwars.state import State, Vehicle
from games.mini_carwars.words.outcomes import Outcome, outcome
from games.mini_carwars.words.paths import signed_amount
from games.mini_carwars.words.phrases import percent
from images.choices import Choices
from images.mini_carwars.model import Board
from images.words import listed

NAMES: Final = ("straight", "drift", "swerve", "pivot")
"""First keys, by place in `Choices.playable`."""


class Ghost(msgspec.Struct, frozen=True):
    """Where one way to move would end."""

    path: tuple[str, ...]
    drive: Drive
    box: Box
    hits: tuple[str, ...]
    """Labels of what it would touch."""
    done: Outcome


class Group(msgspec.Struct, frozen=True):
    """Ways to move that begin with the same key: one thing to press."""

    key: str
    name: str
    number: str
    """On its button, if it has one."""
    foot: str
    ghosts: tuple[Ghost, ...]

    @property
    def bad(self) -> bool:
        """Whichever way, it touches something."""
        return all(ghost.hits for ghost in self.ghosts)


class MoveReading(msgspec.Struct, frozen=True):
    """A move to be chosen."""

    board: Board
    car: Vehicle
    groups: tuple[Group, ...]
    idle: tuple[tuple[str, str], ...]
    """Sorts of moves there are none of now, with the reason."""
    chosen: str
    """What has been pressed so far, in words."""

    @property
    def add(self) -> int:
        """What is added to a control roll."""
        return added(self.car)

    @property
    def ghosts(self) -> list[Ghost]:
        return [ghost for group in self.groups for ghost in group.ghosts]


def drive_of(path: Sequence[str]) -> Drive:
    """The move that a path says."""
    if len(path) == 1:
        return Drive(path[0])
    return Drive(path[0], signed_amount(path[1]), path[2] if len(path) > 2 else "")


def amount_words(how: str, key: str) -> str:
    """ "L 30°", "R ½ inch", or the corner that is held."""
    if key in ("left", "right"):
        return f"HOLD {key.upper()}"
    if key in NAMES:
        return key.upper()
    amount = signed_amount(key)
    side = "R" if amount > 0 else "L"
    if how == "drift":
        return f"{side} {('', '¼', '½')[abs(amount)]} INCH"
    return f"{side} {abs(amount)}°" if amount else "NO TURN"


def _part(how: str, key: str) -> str:
    """A part of a move inside a sentence."""
    words = amount_words(how, key)
    if key in ("left", "right") or words == "NO TURN":
        return words.lower()
    return words.replace("INCH", "inch")


def full_name(ghost: Ghost) -> str:
    """A move in full: "SWERVE 30° L"."""
    drive = ghost.drive
    if drive.how == "straight":
        return "STRAIGHT"
    side = "R" if drive.amount > 0 else "L"
    if drive.how == "drift":
        return f"DRIFT {('', '¼', '½')[abs(drive.amount)]} {side}"
    if not drive.amount:
        return f"{drive.how.upper()}, NO TURN"
    return f"{drive.how.upper()} {abs(drive.amount)}° {side}"


def roll_words(ghost: Ghost, add: int) -> str:
    """The control roll a move needs."""
    rolls = ghost.done.rolls
    if not rolls:
        return "no roll"
    times = f"{rolls} × " if rolls > 1 else ""
    return f"{times}roll 2d6{f' + {add}' if add else ''}"


def told(ghosts: Sequence[Ghost], add: int) -> str:
    """What some ways to move come to."""
    least = min(ghosts, key=lambda ghost: ghost.done.rolls)
    words = [roll_words(least, add)]
    if least.done.rolls:
        words.append(f"{percent(least.done.trouble)} trouble")
    labels = listed(sorted({label for ghost in ghosts for label in ghost.hits}))
    for one, several, those in (
        (f"hits {labels}", f"hit {labels}", [ghost for ghost in ghosts if ghost.hits]),
        ("leaves the road", "leave the road", [ghost for ghost in ghosts if ghost.done.off_road]),
        ("goes over debris", "go over debris", [ghost for ghost in ghosts if ghost.done.debris]),
    ):
        if not those:
            continue
        said = one
        if len(those) < len(ghosts):
            said = f"{len(those)} of {len(ghosts)} {one if len(those) == 1 else several}"
        most = max(those, key=lambda ghost: ghost.done.rolls)
        if most.done.rolls > least.done.rolls:
            said += f" ({roll_words(most, add)}, {percent(most.done.trouble)} trouble)"
        words.append(said)
    return ", ".join(words)


def _ghost(view: State, car: Vehicle, path: tuple[str, ...]) -> Ghost:
    drive = drive_of(path)
    done = outcome(view, car, drive)
    labels = {other.number: other.label for other in view.cars}
    hits = tuple(labels.get(one, "wall") for one in done.met)
    return Ghost(
        path=path,
        drive=drive,
        box=end(car.box, drive, car.speed < 0),
        hits=hits,
        done=done,
    )


def read_move(view: State, players: Sequence[Player], choices: Choices) -> MoveReading:
    """Everything the picture of a move shows."""
    car = view.cars[view.asked]
    depth = len(choices.path)
    groups: dict[str, list[Ghost]] = {}
    for path in choices.paths:
        groups.setdefault(path[min(depth, len(path) - 1)], []).append(_ghost(view, car, path))
    out = []
    for key, ghosts in groups.items():
        held = choices.playable.get(NAMES.index(key)) if not depth and key in NAMES else None
        name = key.upper() if not depth else amount_words(choices.path[0], key)
        foot = held.foot if held is not None else ""
        out.append(Group(key, name, held.key if held is not None else "", foot, tuple(ghosts)))
    idle = tuple((NAMES[at], why) for at, why in choices.idle.items() if at < len(NAMES))
    how = choices.path[:1]
    chosen = " · ".join([*how, *(_part(how[0], key) for key in choices.path[1:])])
    return MoveReading(
        board=Board(view, players),
        car=car,
        groups=tuple(out),
        idle=idle if not depth else (),
        chosen=chosen,
    )
