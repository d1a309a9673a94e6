"""How `easy` drives: gently, out of the way of things, and at one maneuver a turn."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, Final

from games.engine.ask import Ask
from games.engine.plane import Box, touching
from games.engine.sweep import along, sweep
from games.mini_carwars import ai_paths
from games.mini_carwars.ai_drive import Setting, setting
from games.mini_carwars.maneuvers import legs
from games.mini_carwars.moves import Drive, Speed
from games.mini_carwars.road import EDGE, beyond
from games.mini_carwars.state import State

WHIM: Final = 0.25
"""How often it moves or changes speed for no reason."""
IN_WALLS: Final = (20, 30)
"""mph it likes in the arena."""
ON_ROAD: Final = (40, 80)
"""mph it likes on the road."""
FAR: Final = 6.0
"""An enemy farther away than this is to be caught, in inches."""
GENTLE: Final = 15
"""Degrees it turns at most without need."""


def speed(view: State, ask: Ask[Any], rng: random.Random) -> tuple[Speed, str]:
    """Faster after whoever is far ahead, slower for whoever is far behind, else as it was."""
    of = setting(view, view.asked)
    me = of.me
    slowest, fastest = IN_WALLS if of.walls else ON_ROAD
    wanted, why = me.speed, "kept"
    if of.walls:
        free = ai_paths.room_ahead(me.box, me.back, 0.0, of.walls)
        if free < ai_paths.needed(me.speed, abs(me.speed) // 10):
            wanted, why = me.speed - 10, "wall"
            if me.speed <= 10:
                wanted, why = 10, "creep"
        elif me.speed < slowest:
            wanted, why = me.speed + 10, "again"
    elif of.foes:
        ahead = me.box.own((of.foes[0].box.x, of.foes[0].box.y))[1]
        if ahead > FAR:
            wanted, why = me.speed + 10, "catch"
            fastest = 100
        elif ahead < -FAR:
            wanted, why = me.speed - 10, "waits"
            slowest = 20
    if wanted == me.speed and rng.random() < WHIM:
        wanted, why = me.speed + rng.choice((-10, 10)), "whim"
    if me.speed >= 0:
        wanted = max(slowest, wanted) if wanted < me.speed else min(fastest, wanted)
        wanted = max(wanted, 10)
    chosen: Speed = min(ask.options, key=lambda option: (abs(option.mph - wanted), option.mph))
    return chosen, why if chosen.mph != me.speed else "kept"


def _bad(of: Setting, drive: Drive, obstacles: Sequence[Box]) -> float:
    """How badly a move ends: in a contact, off the road, or with a wall close ahead."""
    me = of.me
    way = legs(me.box, drive, me.back)
    end = along(me.box, way)
    bad = 3.0 * (sweep(me.box, way, obstacles) is not None)
    # Friends and enemies keep on, too: what is right ahead is not to be touched.
    bad += 0.5 * any(touching(ai_paths.straight(end, me.back, 0.3), box) for box in obstacles)
    if of.walls:
        return bad + max(0.0, 2.5 - ai_paths.room_ahead(end, me.back, 0.0, of.walls)) / 2
    bad += 2.0 * beyond(end) + ai_paths.astray(end, me.back)
    ahead = max(0.0, ai_paths.road_ahead(end, me.back))
    return bad + max(0.0, 2.0 - ahead) / 4 + max(0.0, abs(end.x) - EDGE / 2) / 20


def drive(view: State, ask: Ask[Any], rng: random.Random) -> tuple[Drive, str]:
    """Straight on unless that ends badly; now and then a gentle turn or drift."""
    options: Sequence[Drive] = ask.options
    of = setting(view, view.asked)
    me = of.me
    obstacles = [box for box in of.around if not touching(me.box, box)]
    bad = [_bad(of, option, obstacles) for option in options]
    if bad[0] <= 0.1 and (me.car.maneuvers or rng.random() >= WHIM):
        return options[0], "safe"
    if me.car.maneuvers and bad[0] < 1:
        return options[0], "risk"
    least = min(bad)
    if bad[0] > least + 0.1 and bad[0] > 0.1:
        best = [option for option, one in zip(options, bad, strict=True) if one <= least + 0.05]
        return rng.choice(best), "clear"
    gentle = [
        option
        for option, one in zip(options, bad, strict=True)
        if one <= bad[0] + 0.05 and (option.how == "drift" or abs(option.amount) <= GENTLE)
    ]
    if of.foes:
        foe = of.foes[0].box
        right, ahead = me.box.own((foe.x, foe.y))
        if of.walls and abs(right) > max(ahead, 0.0):
            sign = 1 if right > 0 else -1
            toward = [option for option in gentle if option.amount * sign > 0]
            if toward:
                return rng.choice(toward), "toward"
    chosen = rng.choice(gentle)
    return chosen, "wander" if chosen.how != "straight" else "safe"
