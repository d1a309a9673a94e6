"""Standing rules: which there are for a seat, and what others take them for."""

from __future__ import annotations

from typing import Final

from games.carwars import effects
from games.carwars.moves import RULES, Standing
from games.carwars.state import Car, State
from games.engine.chance import Chance

_CARDS: Final = {
    "wrench": ("driving_roll", "ignore"),
    "substitute": ("collision", "pay_substitute"),
    "chute": ("check_speed", "set_speed"),
}
"""Rules that hang on a card: the hook and the op of its effect."""


def rules(car: Car) -> list[Standing]:
    """The standing rules that a seat could set now, as its car was built: other values than those
    that hold."""
    every = [effect for card in car.cards for effect in effects.EFFECTS[card.card]]
    decided = [(effect.hook, effect.op) for effect in every if effect.decided]
    return [
        Standing(rule, value)
        for rule, values in RULES.items()
        if rule not in _CARDS or _CARDS[rule] in decided
        for value in values
        if value != getattr(car.standing, rule)
    ]


def redeal(then: State, now: State, seat: int | None, chance: Chance) -> State:
    """The standing rules of others are all that is hidden: each may be any, the usual as likely as
    all others together. A question that one of them has led to is in the state."""
    for owner, car in enumerate(then.cars):
        if owner == seat:
            continue
        for rule, values in RULES.items():
            value = values[0]
            if chance.below(2, f"redeal {rule}"):
                value = values[1 + chance.below(len(values) - 1, f"redeal {rule}")]
            car.standing = car.standing.put(rule, value)
    then.leaving = [other for other in then.leaving if other == seat]
    return then
