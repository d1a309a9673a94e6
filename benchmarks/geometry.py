"""Plane geometry against shapely: touching, gaps, sweeps and lines of fire over 30 obstacles.

    python -m benchmarks.geometry [--rounds 21] [--shortest]

Only ratios taken in one run count: both sides answer the same questions in turn, and the median of
the rounds' ratios is reported. Time is that of the process. What moves is new each time on both
sides, because a move makes a new counter; the obstacles lie still, so shapely has them in a tree,
and prepared where that helps it. Shapely has no exact sweep: its way is to sample a move every
1/16 inch and 5 degrees, which is the sampled sweep of most table games, with all samples turned
into polygons by numpy at once and asked of the tree in one query. For single questions it takes the
faster of the tree and an array of all obstacles. Target: an exact sweep at most 0.25x of that.
"""

from __future__ import annotations

import gc
import math
import random
import statistics
from collections.abc import Callable
from time import process_time
from typing import Any, NamedTuple

import numpy as np
import shapely

from benchmarks import arguments
from games.engine.plane import BL, BR, TOUCH, Box, Point, gap, is_open, touching
from games.engine.sweep import Leg, Shift, Swing, sweep

OBSTACLES = 30
QUESTIONS = 40
"""Per table, in a round."""
TABLES = 5
STEP = 1 / 16
TURN_STEP = 5.0


class Arena(NamedTuple):
    """30 obstacles in an arena of 12 inches, and what is asked about them, on both sides."""

    boxes: list[Box]
    shapes: Any
    tree: shapely.STRtree
    cars: list[Box]
    slides: list[tuple[Box, Shift]]
    turns: list[tuple[Box, Swing]]
    lines: list[tuple[Point, Point]]


def polygon(box: Box) -> Any:
    return shapely.polygons(box.corners)


def arena(seed: int) -> Arena:
    rng = random.Random(seed)

    def car() -> Box:
        x, y = rng.uniform(-6, 6), rng.uniform(-6, 6)
        return Box(x, y, 15.0 * rng.randrange(24), 1.0, 0.5).settled()

    boxes = [car() for _ in range(OBSTACLES)]

    def clear() -> Box:
        while any(touching(box := car(), other) for other in boxes):
            pass
        return box

    cars = [clear() for _ in range(QUESTIONS)]
    slides = []
    turns = []
    for box in cars:
        drift = rng.choice((-0.5, -0.25, 0.0, 0.25, 0.5))
        slides.append((box, Shift(box.fx + drift * box.fy, box.fy - drift * box.fx)))
        about = box.corner(rng.choice((BL, BR)))
        turns.append((box, Swing(about, rng.choice((-1, 1)) * rng.choice((15.0, 30.0, 90.0)))))
    lines = [(box.middle(0), rng.choice(boxes).corner(rng.randrange(4))) for box in cars]
    shapes = np.array([polygon(box) for box in boxes])
    shapely.prepare(shapes)
    return Arena(boxes, shapes, shapely.STRtree(shapes), cars, slides, turns, lines)


# -- shapely's way


def their_touching(arena: Arena, box: Box) -> int:
    shape = polygon(box)
    return len(arena.tree.query(shape, predicate="dwithin", distance=TOUCH))


def their_touching_all(arena: Arena, box: Box) -> int:
    return int(shapely.dwithin(arena.shapes, polygon(box), TOUCH).sum())


def their_gaps(arena: Arena, box: Box) -> Any:
    return shapely.distance(arena.shapes, polygon(box))


def samples(box: Box, leg: Leg) -> Any:
    """All the shapes of a move, at most 1/16 inch or 5 degrees apart."""
    if isinstance(leg, Shift):
        count = max(1, math.ceil(math.hypot(leg.dx, leg.dy) / STEP))
        steps = np.linspace(0.0, 1.0, count + 1)[:, None, None]
        moves = steps * np.array((leg.dx, leg.dy))
        return shapely.polygons(np.array(box.corners) + moves)
    count = max(1, math.ceil(abs(leg.degrees) / TURN_STEP))
    turn = np.radians(np.linspace(0.0, leg.degrees, count + 1))
    cos, sin = np.cos(turn)[:, None], np.sin(turn)[:, None]
    x, y = (np.array(box.corners) - leg.about).T
    ring = np.stack((x * cos + y * sin, y * cos - x * sin), axis=-1) + leg.about
    return shapely.polygons(ring)


def their_sweep(arena: Arena, move: tuple[Box, Leg]) -> tuple[int, int] | None:
    """The first sample that touches, and what it touches first."""
    found = arena.tree.query(samples(*move), predicate="dwithin", distance=TOUCH)
    if not found.shape[1]:
        return None
    at = found[0].argmin()
    return int(found[0, at]), int(found[1, at])


def their_line(arena: Arena, line: tuple[Point, Point]) -> bool:
    shape = shapely.linestrings(line)
    return not len(arena.tree.query(shape, predicate="crosses"))


def their_line_all(arena: Arena, line: tuple[Point, Point]) -> bool:
    return not shapely.crosses(arena.shapes, shapely.linestrings(line)).any()


# -- ours


def our_touching(arena: Arena, box: Box) -> int:
    # As new as theirs: a move makes a new counter.
    box = Box(box.x, box.y, box.heading, box.length, box.width)
    return len([other for other in arena.boxes if touching(box, other)])


def our_gaps(arena: Arena, box: Box) -> list[float]:
    box = Box(box.x, box.y, box.heading, box.length, box.width)
    return [gap(box, other) for other in arena.boxes]


def our_sweep(arena: Arena, move: tuple[Box, Leg]) -> tuple[int, int] | None:
    box, leg = move
    found = sweep(box, [leg], arena.boxes)
    return None if found is None else (found.leg, found.touched[0])


def our_line(arena: Arena, line: tuple[Point, Point]) -> bool:
    return is_open(*line, arena.boxes)


class Question(NamedTuple):
    title: str
    asked: str
    """Which of an arena's lists."""
    ours: Callable[[Arena, Any], object]
    theirs: tuple[Callable[[Arena, Any], object], ...]
    """Ways of shapely: the fastest of a round counts."""
    target: float | None = None


ASKED = (
    Question("touching", "cars", our_touching, (their_touching, their_touching_all)),
    Question("gap", "cars", our_gaps, (their_gaps,)),
    Question("sweep, straight", "slides", our_sweep, (their_sweep,), 0.25),
    Question("sweep, turn", "turns", our_sweep, (their_sweep,), 0.25),
    Question("line of fire", "lines", our_line, (their_line, their_line_all)),
)


def microseconds(arenas: list[Arena], asked: str, answer: Callable[[Arena, Any], object]) -> float:
    """Of one question, over all arenas."""
    began = process_time()
    for one in arenas:
        for what in getattr(one, asked):
            answer(one, what)
    return (process_time() - began) / (TABLES * QUESTIONS) * 1e6


def agreement(arenas: list[Arena]) -> None:
    """That both sides answer alike, but for what lies between samples."""
    met = both = 0
    for one in arenas:
        for box in one.cars:
            ours, theirs = our_gaps(one, box), their_gaps(one, box)
            if not np.allclose(ours, theirs, atol=1e-9):
                raise SystemExit("gaps differ")
        moves: list[tuple[Box, Leg]] = [*one.slides, *one.turns]
        for move in moves:
            exact, sampled = our_sweep(one, move), their_sweep(one, move)
            if sampled is not None and exact is None:
                raise SystemExit("a sampled sweep stops where the exact one does not")
            met, both = met + (exact is not None), both + (sampled is not None)
    print(f"{'stopped':<18}{met} of {2 * TABLES * QUESTIONS} moves, by samples {both}")


def main() -> None:
    parser = arguments.parser("geometry", __doc__)
    parser.add_argument("--rounds", type=int, default=21)
    args = parser.parse_args()
    rounds = 1 if args.shortest else args.rounds
    arenas = [arena(seed) for seed in range(TABLES)]
    gc.collect()
    gc.freeze()

    agreement(arenas)
    for question in ASKED:
        ours, theirs, ratios = [], [], []
        for n in range(rounds + 1):
            one = microseconds(arenas, question.asked, question.ours)
            other = min(microseconds(arenas, question.asked, way) for way in question.theirs)
            if n:
                ours.append(one)
                theirs.append(other)
                ratios.append(one / other)
        target = f", target {question.target}" if question.target is not None else ""
        print(
            f"{question.title:<18}{statistics.median(ours):8.2f} us, shapely"
            f" {statistics.median(theirs):8.2f} us, ratio {statistics.median(ratios):.2f}"
            f" ({min(ratios):.2f} to {max(ratios):.2f} in {rounds} rounds{target})"
        )


if __name__ == "__main__":
    main()
