"""Mini Car Wars as `normal` played it until it learned to drive: it looks one turn ahead for the
most harm, and so stands still at point blank.

    python -m games match mini-carwars --games 1200 --levels normal,benchmarks.opponents.parked

What decides is a copy, so that it does not change with `normal`: the values of moves and speeds,
and what is bought. Paths, odds, what a hit is worth, and when to fire are shared; the test of it
(tests/games/mini_carwars/test_parked.py) tells when a decision has become another.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from itertools import zip_longest
from typing import Any, Final

from games.engine.ask import Ask
from games.engine.game import Decision, Seeing
from games.engine.plane import Box, distance, touching
from games.engine.sweep import along, opening, part_of, sweep
from games.mini_carwars import ai_fire, ai_paths, ai_worth
from games.mini_carwars.ai_drive import (
    Setting,
    Tracks,
    Weighed,
    ground_cost,
    paced,
    setting,
    tracks,
)
from games.mini_carwars.ai_known import Fighter
from games.mini_carwars.builds import Build, bring
from games.mini_carwars.maneuvers import STRAIGHT, legs
from games.mini_carwars.moves import Drive, Speed
from games.mini_carwars.road import beyond
from games.mini_carwars.state import PHASES, State

AIMED: Final = Build("rocket_special", "a", (40, 35, 35, 35, 30), 2, 0, True)
TWO: Final = Build("rocket_special", "", (40, 35, 35, 35, 30), 2, 2, True, True)
PLAIN: Final = Build("rocket_special", "", (40, 35, 35, 35, 30), 1, 1, True, True)
BOUGHT: Final = (AIMED, TWO, PLAIN, Build("mini_sherman", "", (35, 25, 33, 25, 0), 1, 0, True))
"""In a road duel and in the arena: the first that may be brought."""
MANY: Final = 30
AVOIDABLE: Final = 0.35
OPENINGS: Final[dict[bool, tuple[Drive, ...]]] = {
    cycle: (STRAIGHT, Drive("swerve", -angle, "left"), Drive("swerve", angle, "right"))
    for cycle, angle in ((False, 30), (True, 45))
}
REACH: Final = 3.0
PULL: Final = 0.003
BORED: Final = 0.4
BEARING: Final = 0.02
CHANGES: Final = ((0, 0.5), (-10, 0.2), (10, 0.2), (-20, 0.1))
PIVOTS: Final = tuple(
    Drive("pivot", sign * angle, hold)
    for angle in (60, 120, 180)
    for sign, hold in ((-1, "left"), (1, "right"))
)


def _buy(ask: Ask[Any]) -> Any:
    if ask.brought is None:
        return ask.default
    fits = (build for build in BOUGHT if not ask.brought.fits(build))
    build = next(fits, None)
    return ask.default if build is None else bring(build)


def _lure(of: Setting, box: Box, foes: Tracks) -> float:
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
    return BEARING * (mine - 0.8 * theirs) - PULL * bored * max(0.0, inches - 1.5)


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


def _weigh(of: Setting, drive: Drive, when: Sequence[int], foes: Tracks, all_tracks: Tracks,
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
    value += ai_worth.exchange(me, mine, speed, foes, of.ground, 1.0 + 0.04 * of.view.quiet)
    value += _lure(of, mine[-1], foes)
    if contact is None:
        met = ai_paths.first_touch(mine, all_tracks)
        if met is not None:
            at, other_one, its, pace = met
            value += AVOIDABLE * ai_paths.impact(me, mine[at], speed, other_one, its, pace)
        value -= ground_cost(of, end, speed, left, maneuvers)
    # A maneuver is free once a turn: it is kept for better use where it gains nothing.
    value -= 0.002 * (drive.how != "straight")
    return Weighed(drive, value, contact is not None, risk)


def _best_drive(view: State, options: Sequence[Drive], number: int) -> Drive:
    """The best move."""
    of = setting(view, number)
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
    weighed = [_weigh(of, drive, when, foes, all_tracks, obstacles) for drive in options]
    if against:
        weighed = [
            one._replace(value=one.value - 0.05)
            if any(opening(me.box, legs(me.box, one.drive, me.back)[0], box) < 0 for box in against)
            else one
            for one in weighed
        ]
    return max(weighed, key=lambda one: one.value).drive


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
    value += ai_worth.exchange(me, mine, mph, foes, of.ground, 1.0 + 0.04 * of.view.quiet)
    value += _lure(of, mine[-1], foes)
    value -= ground_cost(of, box, mph, max(0, moves - 1), int(first is not STRAIGHT))
    if of.view.lone >= 0:
        value += _lead(of, mine[-1], foes)
    return value


def _lead(of: Setting, box: Box, foes: Tracks) -> float:
    """PACK ATTACK: the lone car wants to get away, the pack to be near. Rules: 9. Scenarios"""
    lead = box.y - max((boxes[-1].y for _, boxes, _ in foes), default=box.y)
    if of.me.team == 0:
        return 0.02 * max(0.0, lead) * 0.5 + (1.0 if lead > 30 else 0.0)
    return -0.02 * max(0.0, -lead - 1)


def _best_speed(view: State, options: Sequence[Speed], number: int) -> Speed:
    """The speed of a vehicle that promises most against what the enemies may choose."""
    of = setting(view, number)

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
        return total - 0.3 * risk * (1 if of.walls else 0.1)

    return max(options, key=worth)


def _answer(view: State, ask: Ask[Any], rng: random.Random) -> Decision:
    if ask.kind == "vehicle":
        return Decision(_buy(ask), "")
    if ask.kind == "fire":
        return Decision(ai_fire.decide(view, ask, rng)[0], "")
    if len(ask.options) == 1:
        return Decision(ask.options[0], "")
    best = _best_speed if ask.kind == "speed" else _best_drive
    return Decision(best(view, ask.options, view.asked), "")


SEAT: Final = Seeing(_answer)
