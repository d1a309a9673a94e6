"""Bevelled boxes against shapely: sweeps among cars, barriers and walls, and 200 candidate moves.

    python -m benchmarks.carwars_plane [--rounds 21] [--shortest]

As in `benchmarks.geometry`, whose way of shapely this is too: only ratios taken in one run count,
and the time is that of the process. Shapely samples a move every 1/16 L and 5 degrees, all samples
made by numpy at once and asked of a tree in one query. Targets: an exact sweep at most 0.25x of
that along straight legs and 0.3x along turns; 200 candidate moves of a computer seat, each with
both its legs, within 20 ms.
"""

from __future__ import annotations

import gc
import math
import random
import statistics
from collections.abc import Callable, Sequence
from itertools import cycle, islice
from time import process_time
from typing import Any, NamedTuple

import numpy as np
import shapely

from benchmarks import arguments
from games.carwars.arena import ARENAS, thing, walls
from games.carwars.base import Move, base, legs_of, swing
from games.engine.shapes import TOUCH, Hull, Pose, apart, contact, sweep, touching
from games.engine.sweep import Leg, Shift

BODIES = (4, 10, 20, 30)
"""In an arena of 12 L, besides its four walls."""
QUESTIONS = 40
"""Per table, in a round."""
TABLES = 3
CANDIDATES = 200
STEP = 1 / 16
TURN_STEP = 5.0
ANGLES = (75, 225, 450, 675, 900)
MOVES = (
    Move(),
    *(Move("slide", side) for side in (1, -1)),
    *(Move("turn", side, tenths) for side in (1, -1) for tenths in ANGLES),
)


class Table(NamedTuple):
    """Bodies and walls, and the legs that are asked about, on both sides."""

    hulls: list[Hull]
    shapes: Any
    tree: shapely.STRtree
    straights: list[tuple[Hull, Leg]]
    turns: list[tuple[Hull, Leg]]
    poses: list[Pose]


def table(seed: int, count: int) -> Table:
    rng = random.Random(seed)
    edges = walls(ARENAS["open"])

    def pose() -> Pose:
        heading = rng.choice((15.0 * rng.randrange(24), round(rng.uniform(0, 360), 2) % 360.0))
        return round(rng.uniform(0.6, 11.4), 4), round(rng.uniform(0.6, 11.4), 4), heading

    hulls = [thing(rng.choice(("wreck", "wreck", "barrier")), pose()) for _ in range(count)]
    hulls += edges

    def clear() -> Pose:
        while True:
            car = base(pose())
            if not any(touching(car, other) for other in hulls):
                return car.pose

    poses = [clear() for _ in range(QUESTIONS)]
    straights, turns = list[tuple[Hull, Leg]](), list[tuple[Hull, Leg]]()
    for number, start in enumerate(poses):
        side = rng.choice((1, -1))
        straight = (Move(), Move("slide", side))[number % 2]
        straights.append((base(start), legs_of(start, straight)[0]))
        # As if the straight leg had ended here: where a turn begins is clear.
        turns.append((base(start), swing(start, side, rng.choice(ANGLES) / 10)))
    shapes = np.array([shapely.polygons(hull.ends) for hull in hulls])
    shapely.prepare(shapes)
    return Table(hulls, shapes, shapely.STRtree(shapes), straights, turns, poses)


# -- shapely's way


def samples(hull: Hull, leg: Leg) -> Any:
    """All the shapes of a leg, at most 1/16 L or 5 degrees apart."""
    ring = np.array(hull.ends)
    if isinstance(leg, Shift):
        count = max(1, math.ceil(math.hypot(leg.dx, leg.dy) / STEP))
        steps = np.linspace(0.0, 1.0, count + 1)[:, None, None]
        return shapely.polygons(ring + steps * np.array((leg.dx, leg.dy)))
    count = max(1, math.ceil(abs(leg.degrees) / TURN_STEP))
    turn = np.radians(np.linspace(0.0, leg.degrees, count + 1))
    cos, sin = np.cos(turn)[:, None], np.sin(turn)[:, None]
    x, y = (ring - leg.about).T
    return shapely.polygons(np.stack((x * cos - y * sin, x * sin + y * cos), axis=-1) + leg.about)


def their_sweep(table: Table, asked: tuple[Hull, Leg]) -> tuple[int, int] | None:
    """The first sample that touches, and what it touches first."""
    found = table.tree.query(samples(*asked), predicate="dwithin", distance=TOUCH)
    if not found.shape[1]:
        return None
    at = found[0].argmin()
    return int(found[0, at]), int(found[1, at])


# -- ours


def our_sweep(table: Table, asked: tuple[Hull, Leg]) -> tuple[int, int] | None:
    hull, leg = asked
    # As new as theirs: a move makes a new hull.
    found = sweep(base(hull.pose), [leg], table.hulls)
    return None if found is None else (found.leg, found.touched[0])


# -- both


def microseconds(
    tables: Sequence[Table], asked: str, answer: Callable[[Table, Any], object]
) -> float:
    """Of one question, over all tables."""
    began = process_time()
    for one in tables:
        for what in getattr(one, asked):
            answer(one, what)
    return (process_time() - began) / (len(tables) * QUESTIONS) * 1e6


def agreement(tables: Sequence[Table]) -> str:
    """That both sides answer alike, but for what lies between samples."""
    met = both = 0
    for one in tables:
        for pose in one.poses:
            car = base(pose)
            theirs = shapely.distance(one.shapes, shapely.polygons(car.ends))
            if not np.allclose([apart(car, hull)[0] for hull in one.hulls], theirs, atol=1e-9):
                raise SystemExit("distances differ")
        for asked in (*one.straights, *one.turns):
            exact, sampled = our_sweep(one, asked), their_sweep(one, asked)
            if sampled is not None and exact is None:
                near = min(contact(*asked, hull, TOUCH) or 9.0 for hull in one.hulls)
                if near > 1.0:
                    raise SystemExit("a sampled sweep stops where the exact one does not")
            met, both = met + (exact is not None), both + (sampled is not None)
    return f"stopped: {met} of {2 * len(tables) * QUESTIONS}, by samples {both}"


def candidates(table: Table) -> float:
    """Milliseconds for as many moves as a computer seat looks at, from one place each."""
    began = process_time()
    for pose in table.poses:
        for move in islice(cycle(MOVES), CANDIDATES):
            sweep(base(pose), legs_of(pose, move), table.hulls)
    return (process_time() - began) / len(table.poses) * 1e3


def main() -> None:
    parser = arguments.parser("carwars_plane", __doc__)
    parser.add_argument("--rounds", type=int, default=21)
    args = parser.parse_args()
    rounds = 1 if args.shortest else args.rounds
    for count in BODIES[:1] if args.shortest else BODIES:
        tables = [table(seed, count) for seed in range(1 if args.shortest else TABLES)]
        gc.collect()
        gc.freeze()
        print(f"{count} bodies and 4 walls; {agreement(tables)}")
        for title, asked, target in (
            ("straight", "straights", 0.25),
            ("turn", "turns", 0.3),
        ):
            ours, theirs, ratios = [], [], []
            for n in range(rounds + 1):
                one = microseconds(tables, asked, our_sweep)
                other = microseconds(tables, asked, their_sweep)
                if n:
                    ours.append(one)
                    theirs.append(other)
                    ratios.append(one / other)
            print(
                f"  sweep, {title:<9}{statistics.median(ours):7.1f} us, shapely"
                f" {statistics.median(theirs):7.1f} us, ratio {statistics.median(ratios):.3f}"
                f" ({min(ratios):.3f} to {max(ratios):.3f} in {rounds} rounds, target {target})"
            )
        took = [candidates(one) for one in tables for _ in range(1 if args.shortest else 3)]
        print(f"  {CANDIDATES} candidate moves {statistics.median(took):.1f} ms, target 20")


if __name__ == "__main__":
    main()
