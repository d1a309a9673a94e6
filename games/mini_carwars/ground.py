"""The road that rolls on, its debris and edges, and the arena (Rules: 9. Scenarios)."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Final

from games.engine.plane import Box, touching
from games.engine.rows import read_file
from games.engine.sweep import Leg, Swing, part_of, sweep
from games.mini_carwars import damage
from games.mini_carwars.events import Laid
from games.mini_carwars.road import EDGE, SECTION, SLACK, beyond
from games.mini_carwars.state import Play, Rubble, Wall

BEHIND, AHEAD = 12, 24
"""Road that lies out behind the last vehicle and ahead of the first, in inches. House."""
DEBRIS: Final = (0.25, 0.5)
"""Length along the road and width of a piece of debris."""
PIECES: Final = 6
"""On a section littered with debris. House."""
LITTERED: Final = 6
"""Roll for a new section that makes it one with debris. Rules: 9. Scenarios"""
SQUARES: Final = 4
"""Squares of the grid to an inch."""
ARENA: Final = 20.0
"""The arena is square, so many inches inside its walls. House."""
THICK: Final = 0.5
"""Of the arena's walls, in inches."""
_WALLS: Final = read_file(__package__, "data/arena.toml")["walls"]


def walls() -> list[Wall]:
    """The arena's fixed objects: four walls, four pillars and a block in the middle. House"""
    return [Wall(*wall) for wall in _WALLS]


# -- the road


def lay(context: Play) -> None:
    """Have road lie out far enough behind and ahead; a section that is new rolls for debris.

    Rules: 2. Beginning The Game; Rules: 9. Scenarios
    """
    state = context.state
    if state.walls:
        return
    in_action = [vehicle for vehicle in state.vehicles if not vehicle.out]
    ys = [vehicle.y for vehicle in in_action or state.vehicles]
    first, last = int((min(ys) - BEHIND) // SECTION), int((max(ys) + AHEAD) // SECTION)
    wanted = range(first, last + 1)
    new = [number for number in wanted if number not in state.rolled]
    state.sections = list(wanted)
    rubble: list[Rubble] = []
    for number in new:
        die = 0
        if state.options.debris:
            die = damage.die(context, f"road section {number}")
            if die == LITTERED:
                rubble += _littered(context, number)
        state.rolled[number] = die
    if new:
        state.rubble += rubble
        sections = tuple((number, state.rolled[number]) for number in new)
        context.emit(Laid(sections, tuple((piece.x, piece.y) for piece in rubble)))


def _littered(context: Play, section: int) -> list[Rubble]:
    """Six pieces at random places of the grid that do not overlap. House"""
    columns, rows = int(2 * EDGE * SQUARES) - 1, SECTION * SQUARES
    out: list[Rubble] = []
    for place in context.chance.shuffled(range(columns * rows), f"debris of section {section}"):
        row, column = divmod(place, columns)
        x = -EDGE + (column + 1) / SQUARES
        y = section * SECTION + (row + 0.5) / SQUARES
        if all(abs(x - piece.x) >= 0.5 or piece.y != y for piece in out):
            out.append(Rubble(x, y))
        if len(out) == PIECES:
            break
    return out


def strays(box: Box, legs: Iterable[Leg]) -> bool:
    """Whether any part of a counter is off the road at some time of a path, by the tolerance of
    `beyond`."""
    if beyond(box):
        return True
    for leg in legs:
        end = part_of(box, leg, 1.0)
        if beyond(end) or (isinstance(leg, Swing) and _swings_out(box, end, leg)):
            return True
        box = end
    return False


def _swings_out(box: Box, end: Box, turn: Swing) -> bool:
    """Whether a corner leaves the road between the ends of a turn: where it comes to lie straight
    to the right or left of the corner that is held. Turns go by 180 degrees at most."""
    x, y = turn.about
    if not turn.degrees:
        return False
    for before, after in zip(box.corners, end.corners, strict=True):
        first, last = (before, after) if turn.degrees > 0 else (after, before)
        up, down = first[1] - y, last[1] - y
        far = math.sqrt((first[0] - x) ** 2 + up * up)
        if (up >= 0 >= down and x + far > EDGE + SLACK) or (
            up <= 0 <= down and x - far < -EDGE - SLACK
        ):
            return True
    return False


def runs_over(rubble: Iterable[Sequence[float]], box: Box, legs: Sequence[Leg]) -> bool:
    """Whether a counter comes upon debris, given by (x, y), along a path that it did not lie on at
    its start.

    Rules: 9. Scenarios
    """
    pieces = [Box(x, y, 0.0, *DEBRIS) for x, y in rubble]
    pieces = [piece for piece in pieces if not touching(box, piece)]
    return bool(pieces) and sweep(box, legs, pieces) is not None
