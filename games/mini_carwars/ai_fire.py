"""How `normal` fires: the best shot there is, unless the rest of the turn promises a better one."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from games.engine.ask import Ask
from games.mini_carwars import ai_drive, ai_paths, ai_worth
from games.mini_carwars.ai_drive import Setting, setting
from games.mini_carwars.moves import Fire, Hold
from games.mini_carwars.sight import aim, sight
from games.mini_carwars.state import State

PATIENCE: Final = 1.2
"""So much better must a later shot be to wait for it."""
LONG: Final = 5
"""After so many turns without damage even a weapon with one shot is fired at any odds."""
TAILED: Final = 6.0
"""A pursuer within so many inches is worth a smokescreen."""

HELD: Final = "held"
"""The reason for every shot that is not fired: a reason of its own would tell of weapons unseen."""


class Shot(NamedTuple):
    """A firing action, and what it is worth."""

    fire: Fire
    odds: float
    worth: float


def shots(of: Setting, person: int, options: Sequence[Fire | Hold]) -> list[Shot]:
    """What each shot is worth to the person who fires it."""
    view = of.view
    lines = sight(view)
    foes = {foe.number: foe for foe in of.foes}
    out = []
    for option in options:
        if not isinstance(option, Fire) or option.target not in foes:
            continue
        kind = of.me.car.kind.weapons[option.weapons[0]].weapon
        shot = aim(view, of.me.number, person, option, lines)
        if shot is None:
            continue
        worth = shot.odds * foes[option.target].hit[kind.dice][option.side]
        if kind.shots == 1 and shot.odds < ai_worth.LONE_ROCKET:
            worth *= 0.0 if view.quiet < LONG else 0.8
        out.append(Shot(option, shot.odds, worth * len(option.weapons)))
    return out


def best_shot(of: Setting, person: int, options: Sequence[Fire | Hold]) -> Shot | None:
    """The shot that is best with what the other one of the crew could then still do."""
    mine = [shot for shot in shots(of, person, options) if shot.worth > 0]
    if not mine:
        return None
    # The same shots as they would be with a gunner, who may fire after the driver in the phase.
    gunners = () if person else of.me.car.crew[1:]
    fires = [shot.fire for shot in mine]
    mates = shots(of, 1, fires) if any(one.able and not one.acted for one in gunners) else []

    def both(shot: Shot) -> float:
        free = [mate.worth for mate in mates if not set(mate.fire.weapons) & set(shot.fire.weapons)]
        return shot.worth + max(free, default=0.0)

    best = max(mine, key=both)
    alone = max((mate.worth for mate in mates), default=0.0)
    if mates and alone > both(best):
        return None
    return best


def later(of: Setting, weapons: Sequence[int]) -> float:
    """What these weapons would be worth later in the turn, everyone going straight on."""
    view, me = of.view, of.me
    if of.fastest // 10 <= view.phase:
        return 0.0
    when = ai_paths.moments(view.phase + 1, of.fastest)
    mine = ai_paths.track(view, me, me.speed, when)
    best = 0.0
    for foe, boxes, pace in ai_drive.tracks(ai_drive.paced(of.foes), view, when):
        for at, box in enumerate(boxes):
            inches = ai_worth.range_of(mine[at], box)
            values = ai_worth.volley(me, mine[at], me.speed, foe, box, pace, inches, of.ground)
            for group, value in zip(me.groups, values, strict=True):
                if group.weapons[0] in weapons:
                    worth = value * len(weapons) / len(group.weapons)
                    best = max(best, worth * ai_worth.LATER**at)
    return best


def wants_smoke(of: Setting) -> bool:
    """Whether somebody close behind could shoot at this vehicle's back, and no cloud is there."""
    me = of.me
    if me.speed <= 0:
        return False
    for foe in of.foes:
        right, ahead = me.box.own((foe.box.x, foe.box.y))
        if not (-TAILED < ahead < -1.0 and abs(right) < -ahead * 0.5):
            continue
        inches = ai_worth.range_of(foe.box, me.box)
        back = ai_worth.volley(foe, foe.box, foe.speed, me, me.box, me.speed, inches, of.ground)
        if max(back, default=0.0) > 0.01:
            return True
    return False


def decide(view: State, ask: Ask[Any], rng: random.Random) -> tuple[Fire | Hold, str]:
    """What to fire, and the text of `[reason]` for it."""
    options: Sequence[Fire | Hold] = ask.options
    held = Hold(), HELD
    if len(options) == 1:
        return held
    of = setting(view, view.asked)
    best = best_shot(of, view.person, options)
    smoke = next((o for o in options if isinstance(o, Fire) and o.target < 0), None)
    if smoke is not None and (best is None or best.worth < 0.01) and wants_smoke(of):
        return smoke, "smoke"
    if best is None or (best.worth < 0.001 and best.odds < 0.1):
        return held
    if later(of, best.fire.weapons) > PATIENCE * best.worth:
        return held
    return best.fire, "best"
