"""The computer seats: `easy` drives gently and fires at even odds, `normal` weighs every pose."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any, Final

from games.engine.ask import Ask
from games.engine.game import ComputerSeat, Decision
from games.engine.table import Table
from games.mini_carwars import ai_buy, ai_drive, ai_easy, ai_fire, ai_speed
from games.mini_carwars.buying import price
from games.mini_carwars.moves import Fire, Hold, Take
from games.mini_carwars.sight import aim
from games.mini_carwars.state import State

EVEN: Final = 0.5
"""Odds from which `easy` fires."""


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
        if len(ask.options) == 1 and ask.brought is None:
            only = ask.options[0]
            forced = "There was nothing else to do."
            return Decision(only, ai_fire.HELD if isinstance(only, Hold) else forced)
        match ask.kind:
            case "vehicle":
                return Decision(
                    ai_buy.best(view, ask),
                    "Of what the budget allows this had done best in trial fights.",
                )
            case "speed":
                return self._speed(view, ask)
            case "move":
                return self._move(view, ask)
            case "fire":
                fire, why = ai_fire.decide(view, ask.options)
                return Decision(Hold() if fire is None else fire, why)
        return Decision(ask.default, "There was nothing better to do.")

    def _speed(self, view: State, ask: Ask[Any]) -> Decision:
        best, of = ai_speed.best_speed(view, ask.options)
        value = next(option for option in ask.options if option.mph == best.mph)
        now = of.me.speed
        if abs(best.mph) > abs(now):
            why = "More speed brought it into a better place by the end of the turn."
        elif abs(best.mph) < abs(now):
            why = "Less speed brought it into a better place by the end of the turn."
        else:
            why = "No other speed promised a better place by the end of the turn."
        return Decision(value, why)

    def _move(self, view: State, ask: Ask[Any]) -> Decision:
        best, straight = ai_drive.best_drive(view, ask.options)
        if best.hits:
            why = "Ramming did more harm than it cost, or could not be helped."
        elif best.drive.how == "straight":
            why = "No maneuver promised more than going straight on."
        elif straight.hits:
            why = "It kept out of a collision."
        elif best.risk > straight.risk:
            why = "What it gained was worth the risk of losing control."
        else:
            # How much better depends on what nobody else may know of its weapons.
            why = "It was better placed that way."
        return Decision(best.drive, why)


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
        match ask.kind:
            case "vehicle":
                return self._buy(view, ask, whim)
            case "speed":
                return Decision(*ai_easy.speed(view, ask.options, whim))
            case "move":
                return Decision(*ai_easy.drive(view, ask.options, whim))
            case "fire":
                return self._fire(view, ask)
        return Decision(ask.default, "Easy does what is usual.")

    def _buy(self, view: State, ask: Ask[Any], whim: random.Random) -> Decision:
        if not isinstance(ask.default, Take) and view.options.scenario != "open-fight":
            return Decision(ask.default, "It had what it needed.")
        takes = [o for o in ask.options if isinstance(o, Take) and o.plain and o.count == 1]
        most = max(map(price, takes))
        takes = [option for option in takes if 2 * price(option) >= most]
        return Decision(takes[whim.randrange(len(takes))], "Easy took what looked costly enough.")

    def _fire(self, view: State, ask: Ask[Any]) -> Decision:
        best, value = 0.0, ask.default
        for option in ask.options:
            if isinstance(option, Fire) and not option.out:
                shot = aim(view, view.asked, view.person, option)
                if shot is not None and shot.odds >= EVEN and shot.odds > best:
                    best, value = shot.odds, option
        if best:
            return Decision(value, "A hit was at least as likely as a miss.")
        return Decision(ask.default, ai_fire.HELD)


COMPUTERS: Final[Mapping[str, ComputerSeat]] = {"easy": EasySeat(), "normal": NormalSeat()}
