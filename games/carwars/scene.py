"""What each car sees of the others: arcs, range, cover. It hangs on poses alone, so it is reckoned
once for them and remembered (Rules: Choosing A Target; Range; Cover)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from games.carwars.ground import Seen, durability, is_player, seen
from games.carwars.hull import rectangle
from games.carwars.sight import Cover, arcs, distance, sight
from games.carwars.state import State
from games.engine.shapes import Hull, Pose


class Target(NamedTuple):
    """What can be attacked, as an attacker sees it."""

    distance: float
    """Between the rectangles, in L."""
    arcs: frozenset[int]
    """The attacker's arcs that hold part of it."""
    sides: tuple[int, ...]
    """Its sides whose arcs hold part of the attacker; none of what has no sides."""
    partial: tuple[int, ...]
    """Bodies that give it partial cover, and full cover."""
    full: tuple[int, ...]

    @property
    def cover(self) -> int:
        """Shields that the cover gives: 1 for partial and 2 for full. Rules: Cover"""
        return len(self.partial) + 2 * len(self.full)


Scene: TypeAlias = Mapping[int, Target]
"""Everything that an attacker could hit, by body."""


def scene(state: State, seat: int) -> Scene:
    """Everything that a car could attack with a weapon of the right arc and range.

    Cars of other players, and obstacles and wrecks that can take damage, of which a sightline is
    open. One's own car is none. Rules: Choosing A Target; Rulings 23, 28
    """
    bodies = seen(state)
    targets = tuple(
        number
        for number, _, _, _ in bodies
        if number != seat and (is_player(state, number) or durability(state, number))
    )
    sided = tuple(number for number in targets if is_player(state, number))
    return _scene(state.cars[seat].pose, seat, bodies, targets, sided)


@lru_cache(512)
def _scene(
    pose: Pose,
    seat: int,
    bodies: tuple[Seen, ...],
    targets: tuple[int, ...],
    sided: tuple[int, ...],
) -> Scene:
    attacker = rectangle(pose).outline
    hulls = {number: Hull(form, there) for number, form, there, _ in bodies}
    covers = {
        number: Cover(number, hulls[number].outline, cover == "full")
        for number, _, _, cover in bodies
        if cover != "none"
    }
    out = {}
    for number in targets:
        target = hulls[number]
        held = arcs(pose, target.outline)
        if not held:
            continue
        others = [cover for n, cover in covers.items() if n not in (seat, number)]
        found = sight(attacker, target.outline, others)
        if found.is_open:
            sides = arcs(target.pose, attacker) if number in sided else ()
            far = round(distance(pose, target), 4)
            out[number] = Target(far, frozenset(held), sides, found.partial, found.full)
    return out
