"""The computer seats: `easy` goes by the first look, `normal` weighs what may come of it."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final, TypeAlias

import msgspec

from games.carwars import ai_drive
from games.carwars.ai_drive import STEADY, Judge, Temper
from games.carwars.base import STRAIGHT
from games.carwars.builds import SAMPLES, STYLES, car_of
from games.carwars.moves import Bring, Build, Drop, Fire, Hold, Slot, Turn
from games.carwars.outlook import Aim, drawn, ranked
from games.carwars.setup import choices
from games.carwars.state import State
from games.engine.ask import Ask
from games.engine.game import ComputerSeat, Decision, Seeing
from games.engine.plane import FRONT
from games.engine.rows import read_file
from games.engine.texts import read_texts

Answering: TypeAlias = Callable[[State, Ask[Any], random.Random], Any]

READY: Final = 0.5
"""How often a ready-made car is taken where other sets than the core set may be used."""
SHARE: Final = 4
"""Of so many ready-made cars for that size a seat chooses one."""
LIKED: Final = 6
"""So much more often a driver builds what his temper likes."""
SPARED: Final = 0.8
"""So much more must a weapon do that is spent by it."""
CHASED: Final = 4.0
"""A car that is nearer than this, in L, and faces ours chases it."""
WILD: Final = 0.3
"""How often `easy` makes any attack at all in place of what looks good at once."""
TRIES: Final = 8
"""Turns that `easy` thinks of."""


# -- why: of the same open facts and the same answer there is one reason

_WHY: Final[Mapping[str, str]] = read_texts("games.carwars")["reason"]


def why(view: State, ask: Ask[Any], answer: Any) -> str:
    """The text of `[reason]` for an answer, of what all may know."""
    if isinstance(answer, Fire | Hold):
        return "fire" if isinstance(answer, Fire) else "hold"
    if isinstance(answer, Drop):
        return "drop"
    if not isinstance(answer, Turn):
        return ask.kind if ask.kind in _WHY else "usual"
    car = view.cars[ask.seat]
    if car.out_of_control:
        return "no_control"
    if any(each.meets and not each.swung for each in drawn(view, ask.seat, answer)[0]):
        return "contact"
    if any(move.maneuver for move in answer.moves):
        return "skid"
    if answer.speed != car.speed:
        return "faster" if answer.speed > car.speed else "slower"
    return "steer" if any(move != STRAIGHT for move in answer.moves) else "straight"


# -- normal


def _build(temper: Temper, view: State, ask: Ask[Any], rng: random.Random) -> Bring | Build:
    """A car of a style that no other seat of the table chooses among: each seat has its share of
    them, and takes what its temper likes more often."""
    size, count = view.options.size, len(view.cars)
    others = [each for each in ask.options if SAMPLES[each.number].source != "house"]
    if others and size.sets != "core" and rng.random() < READY:
        share: Build = rng.choice(others[: SHARE * count][ask.seat :: count])
        return share
    mine = list(STYLES)[ask.seat % len(STYLES) :: count]
    style = rng.choices(mine, [LIKED if each in temper.likes else 1 for each in mine])[0]
    return Bring(style, car_of(style, size))


def _place(view: State, ask: Ask[Any], rng: random.Random) -> Any:
    """The usual place that is farthest from those who stand already."""
    slots, _ = choices(view, ask.seat)
    taken = [car.pose for car in view.cars if car.placed]
    far = {n: min((math.dist(p[:2], t[:2]) for t in taken), default=0.0) for n, p in slots.items()}
    return Slot(rng.choice([n for n in far if far[n] > max(far.values()) - 0.1]))


def _turn(temper: Temper, view: State, ask: Ask[Any], rng: random.Random) -> Turn:
    return Judge(view, ask.seat).best(temper)


def _attack(view: State, ask: Ask[Any], rng: random.Random) -> Fire | Drop | Hold:
    """The attack that does most for what it costs, with an eye on the weak side; without one
    something is dropped in a chaser's way."""
    rated = ranked(view, ask.seat, [each for each in ask.options if isinstance(each, Fire)])
    best = max(rated, key=partial(_worth, view), default=None)
    if best is not None and _worth(view, best) > 0.0:
        return best.fire
    drops = [each for each in ask.options if isinstance(each, Drop) and _is_chased(view, ask, each)]
    return next(iter(drops), Hold())


def _is_chased(view: State, ask: Ask[Any], drop: Drop) -> bool:
    """Whether somebody comes up to the side on which a weapon drops."""
    me = view.cars[ask.seat]
    side = me.cards[drop.weapon].side
    return any(
        math.dist(car.pose[:2], me.pose[:2]) < CHASED
        and side in ai_drive.arcs_to(me.pose, car.pose)
        and FRONT in ai_drive.arcs_to(car.pose, me.pose)
        for car in view.cars
        if car is not me and not car.out
    )


def _worth(view: State, aim: Aim) -> float:
    target = aim.fire.target
    if target >= len(view.cars) or view.cars[target].out:
        return 0.0
    car = view.cars[target]
    worth = aim.basic * ai_drive.dearer(car.armor[aim.fire.side]) + 0.7 * aim.tire + aim.special
    return worth * ai_drive.falls(car) - SPARED * aim.card.one_shot


# -- easy


def _easy_build(view: State, ask: Ask[Any], rng: random.Random) -> Any:
    return rng.choice(ask.options[: max(1, len(ask.options) - 1)])


def _easy_place(view: State, ask: Ask[Any], rng: random.Random) -> Any:
    return rng.choice(ask.options)


def _easy_turn(view: State, ask: Ask[Any], rng: random.Random) -> Turn:
    """Of a few turns at random the one that looks best, whatever lies in the way."""
    some = ai_drive.candidates(view, ask.seat)
    judge = Judge(view, ask.seat)
    tried = rng.sample(some, min(TRIES, len(some)))
    return max(tried, key=judge.looks)


def _easy_attack(view: State, ask: Ask[Any], rng: random.Random) -> Fire | Hold:
    fires = [each for each in ask.options if isinstance(each, Fire)]
    return rng.choice(fires) if fires and rng.random() < WILD else ask.default


def _seat(level: str = "", **by_kind: Answering) -> Seeing:
    """Answers by kind of question; to all others, what is usual."""

    def answer(view: State, ask: Ask[Any], rng: random.Random) -> Decision:
        value = by_kind[ask.kind](view, ask, rng) if ask.kind in by_kind else ask.default
        name = why(view, ask, value)
        return Decision(value, _WHY.get(level + name, _WHY[name]))

    return Seeing(answer)


def _normal(temper: Temper) -> Seeing:
    build, drive = partial(_build, temper), partial(_turn, temper)
    return _seat(build=build, place=_place, turn=drive, drive=drive, attack=_attack)


COMPUTERS: Final[Mapping[str, ComputerSeat]] = {
    "easy": _seat(
        "easy_",
        build=_easy_build,
        place=_easy_place,
        turn=_easy_turn,
        drive=_easy_turn,
        attack=_easy_attack,
    ),
    "normal": _normal(STEADY),
}
TEMPERS: Final[Mapping[str, ComputerSeat]] = {
    name: _normal(msgspec.convert(row, Temper))
    for name, row in read_file(__package__, "data/styles.toml")["temper"].items()
}
