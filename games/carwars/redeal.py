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
    """The standing rules that a seat could set now: other values than those that hold."""
    return [
        Standing(rule, value)
        for rule, values in RULES.items()
        if _matters(car, rule)
        for value in values
        if value != getattr(car.standing, rule)
    ]


def _matters(car: Car, rule: str) -> bool:
    """Whether a rule is of any use to a car as it was built."""
    if rule not in _CARDS:
        return True
    hook, op = _CARDS[rule]
    return any(
        effect.hook == hook and effect.op == op and effect.decided
        for card in car.cards
        for effect in effects.EFFECTS[card.card]
    )


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
