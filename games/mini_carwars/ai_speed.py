"""How `normal` chooses a speed: turns are played through for its own speeds and the enemies'."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.engine.plane import Box, touching
from games.engine.sweep import along
from games.mini_carwars import ai_drive, ai_paths, ai_worth
from games.mini_carwars.ai_drive import Setting, Tracks, setting
from games.mini_carwars.ai_known import Fighter
from games.mini_carwars.maneuvers import STRAIGHT, legs
from games.mini_carwars.moves import Drive, Speed
from games.mini_carwars.state import State

CHANGES: Final = ((0, 0.5), (-10, 0.2), (10, 0.2), (-20, 0.1))
"""What enemies may do, and how likely that is taken to be."""
OPENINGS: Final[dict[bool, tuple[Drive, ...]]] = {
    False: ai_drive.WAYS_OUT,
    True: (STRAIGHT, Drive("swerve", -45, "left"), Drive("swerve", 45, "right")),
}
"""First moves that are looked at, by whether it is a cycle."""
PIVOTS: Final = tuple(
    Drive("pivot", sign * angle, hold)
    for angle in (60, 120, 180)
    for sign, hold in ((-1, "left"), (1, "right"))
)
LEADS: Final = 0.02
"""PACK ATTACK: what an inch of the lead is worth."""


def _paced(foe: Fighter, change: int) -> int:
    """An enemy's speed after a change, as far as the rules let it."""
    speed = foe.speed
    if not foe.insides.plant or not foe.car.driver.able:
        change = min(change, -10)
    if speed < 0:
        return speed
    return max(0, min(speed + change, 100 if speed else 10))


def _turn(of: Setting, mph: int, first: Drive, tracks: Tracks, when: Sequence[int]) -> float:
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
    met = ai_paths.first_touch(mine, tracks)
    if met is not None and not touching(me.box, met[1].box):
        at, other, its, pace = met
        value += ai_drive.AVOIDABLE * ai_paths.impact(me, mine[at], mph, other, its, pace)
        mine = [mine[min(at, n)] for n in range(len(mine))]
    value += ai_worth.exchange(me, mine, mph, tracks, of.ground, of.wants)
    value += ai_drive.lure(of, mine[-1], tracks)
    value -= ai_drive.ground_cost(of, box, mph, max(0, moves - 1), int(first is not STRAIGHT))
    if of.view.lone >= 0:
        value += _lead(of, mine[-1], tracks)
    return value


def _lead(of: Setting, box: Box, tracks: Tracks) -> float:
    """PACK ATTACK: the lone car wants to get away, the pack to be near. Rules: 9. Scenarios"""
    lead = box.y - max((boxes[-1].y for _, boxes, _ in tracks), default=box.y)
    if of.me.team == 0:
        return LEADS * max(0.0, lead) * 0.5 + (1.0 if lead > 30 else 0.0)
    return -LEADS * max(0.0, -lead - 1)


def best_speed(view: State, options: Sequence[Speed]) -> tuple[Speed, Setting]:
    """The speed that promises most against what the enemies may choose."""
    of = setting(view, view.asked)

    def worth(option: Speed) -> float:
        firsts: tuple[Drive, ...] = OPENINGS[of.me.cycle] if option.mph else (STRAIGHT,)
        if abs(option.mph) == 10:
            firsts += PIVOTS
        total = 0.0
        for change, odds in CHANGES:
            foes = [(foe, _paced(foe, change)) for foe in of.foes]
            fastest = max([abs(option.mph), *(abs(pace) for _, pace in foes)])
            when = ai_paths.moments(1, fastest)
            tracks = ai_drive.tracks(foes, view, when)
            total += odds * max(_turn(of, option.mph, first, tracks, when) for first in firsts)
        risk = ai_worth.control_risk(option.mph, of.me.cycle)
        return total - 0.3 * risk * (1 if of.walls else 0.1)

    return max(options, key=worth), of
