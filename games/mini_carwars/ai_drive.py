"""How `normal` drives. A move: every end pose is weighed, with the rest of the turn straight on
from it. A speed: turns are played through for its own speeds and the enemies', and every vehicle
likes some pace."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import zip_longest
from typing import Final, NamedTuple

import msgspec

from games.engine.plane import Box, distance, touching
from games.engine.rows import read_file
from games.engine.sweep import along, opening, part_of, sweep
from games.mini_carwars import ai_paths, ai_worth
from games.mini_carwars.ai_known import Fighter, fighters, harm
from games.mini_carwars.ai_worth import Field
from games.mini_carwars.catalog import FRONT
from games.mini_carwars.ground import DEBRIS
from games.mini_carwars.maneuvers import STRAIGHT, legs
from games.mini_carwars.moves import Drive, Speed
from games.mini_carwars.road import beyond
from games.mini_carwars.state import PHASES, State

NEAREST: Final = 3
"""So many enemies are looked at."""
MANY: Final = 30
"""Among so many moves each is looked at less closely."""
AVOIDABLE: Final = 0.35
"""Weight of a collision still some moves away."""
CLOSE: Final = 0.3
"""Inches to spare before a wall."""
DEEP: Final = 4
"""So many moves are looked ahead to get past a wall."""
OPENINGS: Final[dict[bool, tuple[Drive, ...]]] = {
    cycle: (STRAIGHT, Drive("swerve", -angle, "left"), Drive("swerve", angle, "right"))
    for cycle, angle in ((False, 30), (True, 45))
}
"""First moves of a turn that are looked at, by whether it is a cycle."""
WAYS_OUT: Final = OPENINGS[False]
REACH: Final = 3.0
"""No move brings any part of a counter farther than so many inches from where its middle was."""
TRAPPED: Final = 1.2
"""With less road ahead there is no room for a swerve, in inches."""
EDGY: Final = 0.5
"""Weight of the rolls that being trapped at the edge will cost."""
PULL: Final = 0.003
"""What an inch of distance costs."""
BORED: Final = 0.4
"""How the pull grows with every turn without damage."""
BEARING: Final = 0.02
"""What it is worth to have an enemy ahead rather than behind."""
CHANGES: Final = ((0, 0.5), (-10, 0.2), (10, 0.2), (-20, 0.1))
"""Of speed: what enemies may do, and how likely that is taken to be."""
PIVOTS: Final = tuple(
    Drive("pivot", sign * angle, hold)
    for angle in (60, 120, 180)
    for sign, hold in ((-1, "left"), (1, "right"))
)
LEADS: Final = 0.02
"""PACK ATTACK: what an inch of the lead is worth."""


CRUISE: Final[dict[str, int]] = read_file(__package__, "data/trials.toml")["cruise"]
"""mph that each vehicle likes on the road."""
BRISK: Final = 50
"""The same of all others."""
IN_WALLS: Final = 30
"""mph that all like in the arena."""
KEEP_UP: Final = 20
"""Who fights somebody slow wants to be no more than so many mph faster."""
PACE: Final = {False: 0.25, True: 0.8}
"""What it costs to stand, by whether there are walls; to drive at less than the speed it likes
costs a part of that."""
HUNT: Final = 3.0
"""The pull of an enemy out of sight, compared with one in sight."""


class Temper(msgspec.Struct, frozen=True):
    """How a driver likes to fight (`data/trials.toml`)."""

    wants: float = 1.0
    """What harm done weighs."""
    pace: int = 0
    """So many mph more than others it likes to drive."""
    pull: float = 1.0
    """How much it wants to be near."""
    likes: tuple[str, ...] = ()
    """What it would rather buy, by name."""


STEADY: Final = Temper()


class Setting(NamedTuple):
    """Everything around a vehicle that a seat weighs poses by."""

    view: State
    me: Fighter
    foes: tuple[Fighter, ...]
    """Enemies in action, the nearest first."""
    others: tuple[Fighter, ...]
    """All other vehicles."""
    ground: Field
    walls: tuple[Box, ...]
    rubble: tuple[Box, ...]
    wants: float
    """Weight of harm done: more of it as nothing happens."""
    temper: Temper

    @property
    def fastest(self) -> int:
        """mph of the fastest of it and its enemies."""
        return max([abs(self.me.speed), *(abs(foe.speed) for foe in self.foes)])

    @property
    def around(self) -> list[Box]:
        """Counters of all others, and the walls."""
        return [*(one.box for one in self.others), *self.walls]


def setting(view: State, number: int, temper: Temper = STEADY) -> Setting:
    """What a seat knows around one of its vehicles."""
    everyone = fighters(view)
    me = everyone[number]
    others = [one for one in everyone if one is not me and one.car.here]
    foes = [one for one in others if one.team != me.team and not one.car.out]
    foes.sort(key=lambda foe: (foe.box.x - me.box.x) ** 2 + (foe.box.y - me.box.y) ** 2)
    return Setting(
        view,
        me,
        tuple(foes[:NEAREST]),
        tuple(others),
        ai_worth.field(view),
        tuple(wall.box for wall in view.walls),
        tuple(Box(x, y, 0.0, *DEBRIS) for x, y in view.lying),
        temper.wants * (1.0 + 0.04 * view.quiet),
        temper,
    )


Tracks = Sequence[tuple[Fighter, Sequence[Box], int]]


def tracks(of: Iterable[tuple[Fighter, int]], view: State, when: Sequence[int]) -> Tracks:
    """Where these will be at the ends of phases, keeping straight on at these speeds."""
    return [(one, ai_paths.track(view, one, pace, when), pace) for one, pace in of]


def paced(of: Iterable[Fighter]) -> list[tuple[Fighter, int]]:
    """With the speeds that they have."""
    return [(one, one.speed) for one in of]


def lure(of: Setting, box: Box, foes: Tracks) -> float:
    """The pull of the enemies at the end of a turn: to be near, to have them ahead, and not to
    have oneself ahead of them; the stronger the longer nothing has happened."""
    if not foes:
        return 0.0
    nearest = min(foes, key=lambda foe: (foe[1][-1].x - box.x) ** 2 + (foe[1][-1].y - box.y) ** 2)
    its = nearest[1][-1]
    (x, y), inches = ai_paths.way_to(box, its, of.ground.blocks)
    dx, dy = x - box.x, y - box.y
    mine = (dx * box.fx + dy * box.fy) / max(0.1, math.hypot(dx, dy))
    dx, dy = its.x - box.x, its.y - box.y
    theirs = -(dx * its.fx + dy * its.fy) / max(0.1, math.hypot(dx, dy))
    bored = 1 + BORED * of.view.quiet
    pull = PULL * of.temper.pull * bored * (HUNT if (x, y) != (its.x, its.y) else 1.0)
    return BEARING * (mine - 0.8 * theirs) - pull * max(0.0, inches - 1.5)


class Close(NamedTuple):
    """Walls that are close, and what to run into one costs."""

    walls: list[Box]
    speed: int
    hit: float
    risk: float


def _escape(
    of: Close, box: Box, left: int, maneuvers: int, spent: float = 0.0, best: float = 9.0
) -> float:
    """What the cheapest way past the walls costs, `left` moves of the turn still to come: control
    rolls, a collision, or to end the turn with too little room to brake."""
    back = of.speed < 0
    if left <= 0:
        room = ai_paths.room_ahead(box, back, 0.0, of.walls)
        short = ai_paths.needed(of.speed, 0) + CLOSE - room
        return min(best, spent + 0.15 * of.hit * max(0.0, min(1.0, short)))
    for drive in WAYS_OUT:
        cost = spent + (of.risk if drive.amount and maneuvers else 0.0)
        if cost >= best:
            continue
        end = along(box, legs(box, drive, back))
        if any(touching(end, wall) for wall in of.walls):
            best = min(best, cost + of.hit)
        else:
            best = _escape(of, end, left - 1, maneuvers + (drive.amount != 0), cost, best)
    return best


def ground_cost(of: Setting, box: Box, speed: int, left: int, maneuvers: int) -> float:
    """What walls and the edge of the road ahead of a pose cost, with `left` moves of the turn
    still to come and so many maneuvers behind."""
    me, back = of.me, speed < 0
    risk = ai_worth.control_risk(speed, me.cycle)
    turns = maneuvers == 0 and left > 0
    if of.walls:
        if ai_paths.room_ahead(box, back, 0.0, of.walls) >= ai_paths.needed(speed, left) + CLOSE:
            return 0.0
        reach = left + 2.0
        near = [
            wall
            for wall in of.walls
            if abs(wall.x - box.x) < wall.side + reach and abs(wall.y - box.y) < wall.half + reach
        ]
        hit = harm(me.insides, FRONT, 3.5 * abs(speed) / 10) + ai_paths.THROWN
        return _escape(Close(near, speed, hit, risk), box, min(left, DEEP), maneuvers)
    free = ai_paths.road_ahead(box, back) - left
    across = abs(box.x)
    phases = max(1, abs(speed) // 10 - 1)
    # Off the road every phase takes a roll until it is back.
    cost = phases * risk * ai_paths.astray(box, back)
    if free < 0:
        cost += (0.15 if turns else 0.8) * risk + 0.01
    if free < TRAPPED:
        # A swerve goes an inch ahead first: from here it takes a maneuver each phase to stay on.
        cost += EDGY * phases * risk * min(1.0, (TRAPPED - free) / TRAPPED)
    elif free < 3:
        cost += (3 - free) * 0.05 * risk
    return cost + 0.002 * across


class Weighed(NamedTuple):
    """An option and what spoke for it."""

    drive: Drive
    value: float
    hits: bool
    """It runs into something."""
    risk: float


def _hazards(of: Setting, box: Box, drive: Drive, maneuvers: int) -> float:
    """What the control rolls of a move cost."""
    me, back = of.me, of.me.back
    way = legs(box, drive, back)
    rolls = int(drive.how != "straight" and maneuvers > 0)
    if not of.walls and (beyond(part_of(box, way[0], 1.0)) or beyond(along(box, way))):
        rolls += 1
    pieces = [one for one in of.rubble if abs(one.y - box.y) <= 3 and not touching(box, one)]
    if pieces and sweep(box, way, pieces) is not None:
        rolls += 1
    return rolls * ai_worth.control_risk(me.speed, me.cycle)


def weigh(of: Setting, drive: Drive, when: Sequence[int], foes: Tracks, all_tracks: Tracks,
          obstacles: Sequence[tuple[Fighter | None, Box]]) -> Weighed:  # fmt: skip
    """The value of a move."""
    me, view = of.me, of.view
    box, speed = me.box, me.speed
    way = legs(box, drive, me.back)
    value = -_hazards(of, box, drive, me.car.maneuvers)
    risk = -value
    contact = sweep(box, way, [each for _, each in obstacles])
    end = along(box, way)
    left = max(0, ai_paths.done(speed, PHASES) - view.phase - me.car.skip)
    maneuvers = me.car.maneuvers + (drive.how != "straight")
    if contact is not None:
        other, its = obstacles[contact.touched[0] if contact.touched else 0]
        end = contact.box
        value += ai_paths.impact(me, end, speed, other, its, other.speed if other else 0)
        left = 0
    mine = [
        ai_paths.straight(end, me.back, min(left, ai_paths.done(speed, phase) - view.phase))
        for phase in when
    ]
    value += ai_worth.exchange(me, mine, speed, foes, of.ground, of.wants)
    value += lure(of, mine[-1], foes)
    if contact is None:
        met = ai_paths.first_touch(mine, all_tracks)
        if met is not None:
            at, other_one, its, pace = met
            value += AVOIDABLE * ai_paths.impact(me, mine[at], speed, other_one, its, pace)
        value -= ground_cost(of, end, speed, left, maneuvers)
    # A maneuver is free once a turn: it is kept for better use where it gains nothing.
    value -= 0.002 * (drive.how != "straight")
    return Weighed(drive, value, contact is not None, risk)


def best_drive(
    view: State, options: Sequence[Drive], number: int, temper: Temper = STEADY
) -> tuple[Weighed, Weighed]:
    """The best move of a vehicle, and straight on for comparison."""
    of = setting(view, number, temper)
    me = of.me
    looks = ai_paths.LOOKS if len(options) < MANY else 2
    when = ai_paths.moments(view.phase, of.fastest, looks)
    foes = tracks(paced(of.foes), view, when)
    here = me.box.x, me.box.y
    far = REACH + max(0, ai_paths.done(me.speed, PHASES) - view.phase)
    all_tracks = [
        one
        for one in tracks(paced(of.others), view, when)
        if any(distance(here, box) <= far for box in one[1])
    ]
    obstacles = [
        (one, box)
        for one, box in zip_longest(of.others, of.around)
        if distance(here, box) <= REACH and not touching(me.box, box)
    ]
    against = [box for box in of.around if touching(me.box, box)]
    weighed = [weigh(of, drive, when, foes, all_tracks, obstacles) for drive in options]
    if against:
        weighed = [
            one._replace(value=one.value - 0.05)
            if any(opening(me.box, legs(me.box, one.drive, me.back)[0], box) < 0 for box in against)
            else one
            for one in weighed
        ]
    return max(weighed, key=lambda one: one.value), weighed[0]


# -- speeds


def _paced(foe: Fighter, change: int) -> int:
    """An enemy's speed after a change, as far as the rules let it."""
    speed = foe.speed
    if not foe.insides.plant or not foe.car.driver.able:
        change = min(change, -10)
    if speed < 0:
        return speed
    return max(0, min(speed + change, 100 if speed else 10))


def _turn(of: Setting, mph: int, first: Drive, foes: Tracks, when: Sequence[int]) -> float:
    """What a turn at a speed is worth that begins with a move and goes straight on."""
    me = of.me
    box = me.box
    moves = max(0, abs(mph) // 10 - me.car.skip)
    if moves:
        box = along(box, legs(box, first, mph < 0))
    mine: list[Box] = [
        ai_paths.straight(box, mph < 0, max(0, min(moves, phase) - 1)) for phase in when
    ]
    value = 0.0
    met = ai_paths.first_touch(mine, foes)
    if met is not None and not touching(me.box, met[1].box):
        at, other, its, pace = met
        value += AVOIDABLE * ai_paths.impact(me, mine[at], mph, other, its, pace)
        mine = [mine[min(at, n)] for n in range(len(mine))]
    value += ai_worth.exchange(me, mine, mph, foes, of.ground, of.wants)
    value += lure(of, mine[-1], foes)
    value -= ground_cost(of, box, mph, max(0, moves - 1), int(first is not STRAIGHT))
    if of.view.lone >= 0:
        value += _lead(of, mine[-1], foes)
    return value


def _lead(of: Setting, box: Box, foes: Tracks) -> float:
    """PACK ATTACK: the lone car wants to get away, the pack to be near. Rules: 9. Scenarios"""
    lead = box.y - max((boxes[-1].y for _, boxes, _ in foes), default=box.y)
    if of.me.team == 0:
        return LEADS * max(0.0, lead) * 0.5 + (1.0 if lead > 30 else 0.0)
    return -LEADS * max(0.0, -lead - 1)


def dawdling(of: Setting, mph: int) -> float:
    """What a speed costs by being less than it likes ahead, as long as some enemy near still
    drives: who only waits to be shot is shot at rest. A pack and its prey have no time for that."""
    if of.view.lone >= 0 or not any(foe.car.steered for foe in of.foes):
        return 0.0
    likes = IN_WALLS
    if not of.walls:
        likes = CRUISE.get(of.me.car.kind.vehicle, BRISK)
        likes = min(likes, abs(of.foes[0].speed) + KEEP_UP)
    likes += of.temper.pace
    return PACE[bool(of.walls)] * max(0, likes - max(0, mph)) / likes


def best_speed(
    view: State, options: Sequence[Speed], number: int, temper: Temper = STEADY
) -> tuple[Speed, Setting]:
    """The speed of a vehicle that promises most against what the enemies may choose."""
    of = setting(view, number, temper)

    def worth(option: Speed) -> float:
        firsts = OPENINGS[of.me.cycle] if option.mph else (STRAIGHT,)
        if abs(option.mph) == 10:
            firsts += PIVOTS
        total = 0.0
        for change, odds in CHANGES:
            foes = [(foe, _paced(foe, change)) for foe in of.foes]
            fastest = max([abs(option.mph), *(abs(pace) for _, pace in foes)])
            when = ai_paths.moments(1, fastest)
            theirs = tracks(foes, view, when)
            total += odds * max(_turn(of, option.mph, first, theirs, when) for first in firsts)
        risk = ai_worth.control_risk(option.mph, of.me.cycle)
        return total - 0.3 * risk * (1 if of.walls else 0.3) - dawdling(of, option.mph)

    return max(options, key=worth), of
