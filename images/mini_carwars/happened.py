"""What of the last events a board shows: shots, what they did, collisions and skids. A board is no
history: a shot stays until its shooter or its target moves, everything else until the phase after
the next."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from games.mini_carwars import events as e
from images.shots import Latest

_TOLD: Final = 8
"""As many facts are told at most."""


_SHOWN: Final = (e.Fired, e.Hit, e.Collided, e.Slid, e.Crashed, e.WentOut, e.ControlRolled)
_ENDS: Final = e.Crashed, e.WentOut
_QUIET: Final = e.TurnBegan, e.SmokeGone, e.Laid, e.Bought


def latest(events: Sequence[Any]) -> Latest:
    """What a board shows of the last public events."""
    moment, phase, fresh, last = 0, 0, list[tuple[int, Any]](), dict[int, tuple[int, int, int]]()
    for x in events:
        if isinstance(x, e.TurnBegan):
            moment, phase = moment + 1, 0
        elif isinstance(x, e.Moved):
            moment, phase = moment + bool(phase and phase != x.phase), x.phase
            fresh = [each for each in fresh if not _ends(each[1], x.vehicle)]
        elif isinstance(x, _SHOWN) and not _dull(x):
            fresh.append((moment, x))
        if isinstance(x, e.Hit):
            side, points, when = last.get(x.vehicle, (-1, 0, -1))
            more = points if (side, when) == (x.side, moment) else 0
            last[x.vehicle] = x.side, x.points + more, moment
    moved = [x for x in events if not (isinstance(x, _QUIET) or _dull(x))]
    now = [x for when, x in fresh if when >= moment - 1]
    # A collision tells more than what it took, which stands beside those that met.
    met = next((x for x in reversed(now) if isinstance(x, (e.Fired, *_ENDS, e.Collided))), None)
    facts = [x for x in now if x is not met] + [met] if isinstance(met, e.Collided) else now
    blows = dict[tuple[int, int], tuple[int, int]]()
    for when, x in fresh:
        if when >= moment - 1 and isinstance(x, e.Hit) and x.points:
            # As beside the name of its vehicle: what a side took in an earlier phase is not added.
            then, points = blows.get((x.vehicle, x.side), (when, 0))
            blows[x.vehicle, x.side] = when, x.points + points * (then == when)
    return Latest(
        tuple(x for x in now if isinstance(x, e.Fired)),
        tuple((*struck, points) for struck, (_, points) in blows.items()),
        tuple(x.at for x in now if isinstance(x, e.Collided) and x.speed),
        tuple(x.path for x in now if isinstance(x, e.Slid)),
        tuple(x.vehicle for x in now if isinstance(x, e.Crashed)),
        {vehicle: (side, points) for vehicle, (side, points, _) in last.items()},
        told=tuple(now[-_TOLD:]),
        # The most important last: the last fact, or else the last move or speeds.
        news=tuple([*moved[-2:], *facts[-2:]][-2:]),
    )


def _dull(x: Any) -> bool:
    """Whether it is a roll of which nothing came."""
    return isinstance(x, e.ControlRolled) and x.result == "none"


def _ends(x: Any, moved: int) -> bool:
    """Whether a fact is over once a vehicle has moved."""
    if isinstance(x, e.Fired):
        return moved in (x.vehicle, x.target)
    return isinstance(x, e.Hit) and x.vehicle == moved
