"""The computer seats: `easy` drives gently and fires at even odds, `normal` weighs every pose."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final, TypeAlias

import msgspec

from games.engine.ask import Ask
from games.engine.game import ComputerSeat, Decision, Seeing
from games.engine.rows import read_file
from games.engine.texts import read_texts
from games.mini_carwars import ai_drive, ai_easy, ai_fire
from games.mini_carwars.ai_drive import STEADY, Temper
from games.mini_carwars.builds import Build, bring, cost
from games.mini_carwars.buying import price
from games.mini_carwars.moves import Fire, Take
from games.mini_carwars.sight import aim
from games.mini_carwars.state import State

EVEN: Final = 0.5
"""Odds from which `easy` fires."""


_TRIALS: Final = read_file(__package__, "data/trials.toml")
_BUILDS: Final = {name: msgspec.convert(each, Build) for name, each in _TRIALS["build"].items()}
BEST: Final[Mapping[str, Sequence[Build]]] = {
    name: [_BUILDS[each] for each in builds] for name, builds in _TRIALS["best"].items()
}
"""For an open fight, or by side in PACK ATTACK; the best first."""
TASTE: Final[Mapping[Build, int]] = {
    _BUILDS[name]: weight for name, weight in _TRIALS["taste"].items()
}
"""For the other scenarios: how likely each is to be liked best."""
LIKED: Final = 6
"""So much more often a driver buys what his temper likes."""
DEAR: Final = 2 / 3
"""Vehicles that cost less than so much of the dearest that may be brought are left alone."""
_WHY: Final[Mapping[str, str]] = read_texts(__package__)["reason"]
Found: TypeAlias = tuple[Any, str]
"""An answer, and the text of `[reason]` for it."""
Answering: TypeAlias = Callable[[State, Ask[Any], random.Random], Found]


def _seat(**by_kind: Answering) -> Seeing:
    """Answers by kind of question."""

    def answer(view: State, ask: Ask[Any], rng: random.Random) -> Decision:
        value, why = by_kind[ask.kind](view, ask, rng)
        return Decision(value, _WHY[why])

    return Seeing(answer)


# -- normal weighs what it could do to others against what they could do to it, and the risks


def _buy(temper: Temper, view: State, ask: Ask[Any], rng: random.Random) -> Found:
    """The best vehicle that may be bought now, or where a seat fights alone one to its taste."""
    if len(ask.options) == 1 and ask.brought is None:
        return ask.options[0], "forced"
    alone = view.lone < 0 and view.options.scenario != "open-fight"
    side = "lone" if ask.seat == view.lone else "pack" if view.lone >= 0 else "open-fight"
    builds = TASTE if alone else BEST[side]
    fits = [build for build in builds if ask.brought is not None and not ask.brought.fits(build)]
    if not fits:
        return ask.default, "buy"
    if not alone:
        return bring(fits[0]), "buy"
    least = DEAR * max(map(cost, fits))
    best = [_BUILDS[name] for name in temper.likes]
    liked = {b: TASTE[b] * (LIKED if b in best else 1) for b in fits if cost(b) >= least}
    return bring(rng.choices([*liked], [*liked.values()])[0]), "buy"


def _speed(temper: Temper, view: State, ask: Ask[Any], rng: random.Random) -> Found:
    if len(ask.options) == 1:
        return ask.options[0], "forced"
    best, of = ai_drive.best_speed(view, ask.options, view.asked, temper)
    change = abs(best.mph) - abs(of.me.speed)
    return best, "faster" if change > 0 else "slower" if change else "keep"


def _move(temper: Temper, view: State, ask: Ask[Any], rng: random.Random) -> Found:
    if len(ask.options) == 1:
        return ask.options[0], "forced"
    best, straight = ai_drive.best_drive(view, ask.options, view.asked, temper)
    if best.hits:
        return best.drive, "ram"
    if best.drive.how == "straight":
        return best.drive, "straight"
    if straight.hits:
        return best.drive, "kept_out"
    # How much better depends on what nobody else may know of its weapons.
    return best.drive, "worth_it" if best.risk > straight.risk else "better"


# -- easy buys something armed, drives gently, and fires when a hit is as likely as not


def _easy_buy(view: State, ask: Ask[Any], rng: random.Random) -> Found:
    if not isinstance(ask.default, Take) and view.options.scenario != "open-fight":
        return ask.default, "enough"
    takes = [o for o in ask.options if isinstance(o, Take) and o.plain and o.count == 1]
    most = max(map(price, takes))
    takes = [option for option in takes if 2 * price(option) >= most]
    return rng.choice(takes), "costly"


def _easy_fire(view: State, ask: Ask[Any], rng: random.Random) -> Found:
    best, value = 0.0, ask.default
    for option in ask.options:
        if isinstance(option, Fire) and not option.out:
            shot = aim(view, view.asked, view.person, option)
            if shot is not None and shot.odds >= EVEN and shot.odds > best:
                best, value = shot.odds, option
    return value, "even" if best else ai_fire.HELD


def _normal(temper: Temper = STEADY) -> Seeing:
    of = {"vehicle": _buy, "speed": _speed, "move": _move}
    return _seat(**{kind: partial(each, temper) for kind, each in of.items()}, fire=ai_fire.decide)


COMPUTERS: Final[Mapping[str, ComputerSeat]] = {
    "easy": _seat(vehicle=_easy_buy, speed=ai_easy.speed, move=ai_easy.drive, fire=_easy_fire),
    "normal": _normal(),
}
TEMPERS: Final[Mapping[str, ComputerSeat]] = {
    name: _normal(msgspec.convert(each, Temper)) for name, each in _TRIALS["temper"].items()
}
