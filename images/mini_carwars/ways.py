"""The ways a vehicle can move now, where each would end and what it would come to."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from games.engine.plane import Box
from games.engine.players import Player
from games.mini_carwars.maneuvers import WAYS, end
from games.mini_carwars.moves import Drive
from games.mini_carwars.state import State, Vehicle
from games.mini_carwars.words.outcomes import Outcome, outcome
from games.mini_carwars.words.paths import signed_amount
from games.mini_carwars.words.phrases import percent, two_dice
from images.choices import Choices
from images.mini_carwars.model import Board
from images.words import listed


class Ghost(msgspec.Struct, frozen=True):
    """Where one way to move would end."""

    path: tuple[str, ...]
    drive: Drive
    box: Box
    hits: tuple[str, ...]
    """Labels of what it would touch."""
    done: Outcome

    @property
    def rolls(self) -> str:
        """The control rolls it needs."""
        if not self.done.rolls:
            return "no roll"
        times = f"{self.done.rolls} × " if self.done.rolls > 1 else ""
        return f"{times}roll {two_dice(self.done.add)}"

    @property
    def risk(self) -> str:
        """The same with their odds."""
        odds = f", {percent(self.done.trouble)} trouble" if self.done.rolls else ""
        return f"{self.rolls}{odds}"


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
    chosen: Sequence[str]
    """What has been pressed so far."""

    @property
    def ghosts(self) -> list[Ghost]:
        return [ghost for group in self.groups for ghost in group.ghosts]


def drive_of(path: Sequence[str]) -> Drive:
    """The move that a path says."""
    return Drive(path[0], signed_amount(path[1]) if path[1:] else 0, "".join(path[2:]))


def names(path: Sequence[str]) -> list[str]:
    """A move part by part.

    >>> names(("swerve", "l30", "left")), names(("drift", "r2"))
    (['swerve', 'L 30°', 'hold left'], ['drift', 'R ½ inch'])
    """
    out = list(path[:1])
    for key in path[1:]:
        if key in ("left", "right"):
            out.append(f"hold {key}")
        elif amount := signed_amount(key):
            far = f"{abs(amount)}°"
            if path[0] == "drift":
                far = "¼ inch" if abs(amount) == 1 else "½ inch"
            out.append(f"{'R' if amount > 0 else 'L'} {far}")
        else:
            out.append("no turn")
    return out


def told(ghosts: Sequence[Ghost]) -> str:
    """What some ways to move come to."""
    least = min(ghosts, key=lambda ghost: ghost.done.rolls)
    words = [least.risk]
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
        words.append(f"{said} ({most.risk})" if most.done.rolls > least.done.rolls else said)
    return ", ".join(words)


def _ghost(view: State, car: Vehicle, path: tuple[str, ...]) -> Ghost:
    drive = drive_of(path)
    done = outcome(view, car, drive)
    labels = {other.number: other.label for other in view.cars}
    hits = tuple(labels.get(one, "wall") for one in done.met)
    return Ghost(path, drive, end(car.box, drive, car.speed < 0), hits, done)


def read_move(view: State, players: Sequence[Player], choices: Choices) -> MoveReading:
    """Everything the picture of a move shows."""
    car, depth = view.cars[view.asked], len(choices.path)
    groups: dict[str, list[Ghost]] = {}
    for path in choices.paths:
        groups.setdefault(path[min(depth, len(path) - 1)], []).append(_ghost(view, car, path))
    out = []
    for key, ghosts in groups.items():
        name = names(ghosts[0].path)[: depth + 1][-1]
        held = None if depth else choices.playable.get(WAYS.index(key))
        number, foot = (held.key, held.foot) if held else ("", "")
        out.append(Group(key, name, number, foot, tuple(ghosts)))
    idle = () if depth else tuple((WAYS[at], why) for at, why in choices.idle.items())
    return MoveReading(Board(view, players), car, tuple(out), idle, names(choices.path))
