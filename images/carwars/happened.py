"""What of the last events a board shows. A board is no history: an attack stays until its attacker
or its target drives, what was lost until that car drives, everything else until the next car does."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import msgspec

from games.carwars import GAME
from games.carwars import events as e
from games.carwars.base import Pose
from games.engine.plane import Point
from games.engine.players import Player
from images.words import lettered

_TOLD: Final = 8
"""As many facts are told at most."""


class Shot(msgspec.Struct, frozen=True):
    """An attack that was made."""

    attack: e.Attacked
    defense: e.Defended | None = None
    """None: what was attacked does not defend."""
    after: tuple[Any, ...] = ()
    """What else came of it."""

    @property
    def held(self) -> bool:
        """Nothing of it got through."""
        defense, attack = self.defense, self.attack
        if defense is None:
            return not (attack.basic.total or attack.tire.total)
        done = defense.through or defense.through_tire or attack.fire or attack.explosion
        return not done


class Latest(msgspec.Struct, frozen=True):
    """What of the last public events a board shows."""

    shots: tuple[Shot, ...] = ()
    blows: tuple[tuple[int, int, int, int], ...] = ()
    """Seat, side, armor that it has lost since it drove, and what is left."""
    meets: tuple[Point, ...] = ()
    """Where cars have run into something."""
    tracks: tuple[tuple[Pose, ...], ...] = ()
    """Maneuvers and spins of who drove last."""
    last: dict[int, tuple[int, int]] = {}
    """By seat the side that was hit last, and what it lost."""
    told: tuple[Any, ...] = ()
    """The same as facts, in the order in which they happened."""

    def sentences(self, players: Sequence[Player]) -> list[str]:
        """The same in words."""
        told = (GAME.words.event(x, lettered(players), None).rstrip(".") for x in self.told)
        return [each for each in told if each]


_COMES: Final = (
    e.ArmorLost, e.CardDrawn, e.ItemHit, e.CrewHit, e.PowerLost, e.TiresLost, e.FireStarted,
    e.Exploded,
)  # fmt: skip
_SHOWN: Final = (
    e.Attacked, e.Defended, e.ArmorLost, e.FireStarted, e.Exploded, e.ItemHit, e.CrewHit,
    e.PowerLost, e.TiresLost, e.Collided, e.PiledUp, e.Spun, e.Wrecked, e.Repositioned, e.Stuck,
    e.FireBurned, e.ThingHit,
)  # fmt: skip


def latest(events: Sequence[Any]) -> Latest:
    """What a board shows of the last public events."""
    shots, facts = list[Shot](), list[tuple[int, Any]]()
    meets, tracks, mover, moment = list[Point](), list[tuple[Pose, ...]](), -1, 0
    last = dict[int, tuple[int, int, int]]()
    for x in events:
        if isinstance(x, e.RoundBegan):
            moment += 1
        elif isinstance(x, e.Moved):
            if x.seat != mover:
                mover, moment = x.seat, moment + 1
                meets, tracks = [], []
            shots = [s for s in shots if x.seat not in (s.attack.seat, s.attack.target)]
            facts = [each for each in facts if not _of(each[1], x.seat)]
            if x.move.maneuver:
                tracks.append(x.path)
        elif isinstance(x, e.Attacked):
            shots.append(Shot(x))
            moment += 1
        elif isinstance(x, e.Defended) and shots:
            shots[-1] = Shot(shots[-1].attack, x)
        elif isinstance(x, e.Spun):
            tracks.append(x.path)
        elif isinstance(x, e.Collided | e.PiledUp):
            meets.append(x.at)
        elif isinstance(x, e.ArmorLost):
            side, points, when = last.get(x.seat, (-1, 0, -1))
            more = points if (side, when) == (x.side, moment) else 0
            last[x.seat] = x.side, x.points + more, moment
        if isinstance(x, _COMES) and shots and x.seat == shots[-1].attack.target:
            last_shot = shots[-1]
            shots[-1] = msgspec.structs.replace(last_shot, after=(*last_shot.after, x))
        if isinstance(x, _SHOWN):
            facts.append((moment, x))
    blows = dict[tuple[int, int], tuple[int, int]]()
    for _, x in facts:
        if isinstance(x, e.ArmorLost):
            before = blows.get((x.seat, x.side), (0, 0))[0]
            blows[x.seat, x.side] = before + x.points, x.left
    return Latest(
        tuple(shots),
        tuple((*struck, *points) for struck, points in blows.items()),
        tuple(dict.fromkeys(meets)),
        tuple(tracks),
        {seat: (side, points) for seat, (side, points, _) in last.items()},
        tuple(x for _, x in facts[-_TOLD:]),
    )


def _of(x: Any, seat: int) -> bool:
    """Whether a fact is over once a car drives."""
    if isinstance(x, e.Attacked):
        return seat in (x.seat, x.target)
    return bool(x.seat == seat) if hasattr(x, "seat") else False


NOTHING: Final = Latest()
