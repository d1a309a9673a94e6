"""The computer seats: `easy` drives gently and fires at even odds, `normal` weighs every pose."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

from games.engine.ask import Ask
from games.engine.game import ComputerSeat, Decision
from games.engine.table import Table
from games.engine.texts import read_texts
from games.mini_carwars import ai_buy, ai_drive, ai_easy, ai_fire, ai_speed
from games.mini_carwars.buying import price
from games.mini_carwars.moves import Fire, Hold, Take
from games.mini_carwars.sight import aim
from games.mini_carwars.state import State

EVEN: Final = 0.5
"""Odds from which `easy` fires."""


_WHY: Final[Mapping[str, str]] = read_texts(__package__)["reason"]
Found: TypeAlias = tuple[Any, str]
"""An answer, and the text of `[reason]` for it."""


class NormalSeat:
    """Weighs what it could do to others against what they could do to it, and the risks."""

    def decide(
        self,
        view: State,
        ask: Ask[Any],
        imagine: Callable[[int], Table[Any]],
        whim: random.Random,
    ) -> Decision:
        """Answer from the view alone; nothing is imagined at this level."""
        value, why = self._answer(view, ask)
        return Decision(value, _WHY[why])

    def _answer(self, view: State, ask: Ask[Any]) -> Found:
        if len(ask.options) == 1 and ask.brought is None:
            only = ask.options[0]
            return only, ai_fire.HELD if isinstance(only, Hold) else "forced"
        match ask.kind:
            case "vehicle":
                return ai_buy.best(view, ask), "buy"
            case "speed":
                return self._speed(view, ask)
            case "move":
                return self._move(view, ask)
            case "fire":
                fire, why = ai_fire.decide(view, ask.options)
                return Hold() if fire is None else fire, why
        return ask.default, "default"

    def _speed(self, view: State, ask: Ask[Any]) -> Found:
        best, of = ai_speed.best_speed(view, ask.options)
        value = next(option for option in ask.options if option.mph == best.mph)
        change = abs(best.mph) - abs(of.me.speed)
        return value, "faster" if change > 0 else "slower" if change else "keep"

    def _move(self, view: State, ask: Ask[Any]) -> Found:
        best, straight = ai_drive.best_drive(view, ask.options)
        if best.hits:
            return best.drive, "ram"
        if best.drive.how == "straight":
            return best.drive, "straight"
        if straight.hits:
            return best.drive, "kept_out"
        # How much better depends on what nobody else may know of its weapons.
        return best.drive, "worth_it" if best.risk > straight.risk else "better"


class EasySeat:
    """Buys something armed, drives gently, and fires when a hit is as likely as not."""

    def decide(
        self,
        view: State,
        ask: Ask[Any],
        imagine: Callable[[int], Table[Any]],
        whim: random.Random,
    ) -> Decision:
        """Answer from the view, and a whim."""
        value, why = self._answer(view, ask, whim)
        return Decision(value, _WHY[why])

    def _answer(self, view: State, ask: Ask[Any], whim: random.Random) -> Found:
        match ask.kind:
            case "vehicle":
                return self._buy(view, ask, whim)
            case "speed":
                return ai_easy.speed(view, ask.options, whim)
            case "move":
                return ai_easy.drive(view, ask.options, whim)
            case "fire":
                return self._fire(view, ask)
        return ask.default, "usual"

    def _buy(self, view: State, ask: Ask[Any], whim: random.Random) -> Found:
        if not isinstance(ask.default, Take) and view.options.scenario != "open-fight":
            return ask.default, "enough"
        takes = [o for o in ask.options if isinstance(o, Take) and o.plain and o.count == 1]
        most = max(map(price, takes))
        takes = [option for option in takes if 2 * price(option) >= most]
        return takes[whim.randrange(len(takes))], "costly"

    def _fire(self, view: State, ask: Ask[Any]) -> Found:
        best, value = 0.0, ask.default
        for option in ask.options:
            if isinstance(option, Fire) and not option.out:
                shot = aim(view, view.asked, view.person, option)
                if shot is not None and shot.odds >= EVEN and shot.odds > best:
                    best, value = shot.odds, option
        return value, "even" if best else ai_fire.HELD


COMPUTERS: Final[Mapping[str, ComputerSeat]] = {"easy": EasySeat(), "normal": NormalSeat()}
