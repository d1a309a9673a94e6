"""What a Maneuver card is worth to a car now, in miles, and at whom it is best aimed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from games.nascards import ai_speed
from games.nascards.cards import AIMED, MANEUVERS, Effect, Maneuver
from games.nascards.kinds import lock, on_whom, why_not
from games.nascards.state import Driver, State
from games.nascards.tables import DIE
from games.nascards.track import in_front

RIVAL: Final = 0.35
"""A mile that the nearest rival loses, in own miles; others count less the more cars race."""
CARD: Final = 2.2
"""A random Speed card, in miles: most of them will be thrown away at the next Pit Stop."""
DRAFT: Final = 0.32
"""A point on a Drafting Roll, in miles."""
FRESH: Final = 7
"""Speed cards from which on a hand is a fresh one."""
GIFT: Final = 40.0
"""What a second Speed card is worth to a rival with a fresh hand: too much to give it to him."""
PENALTY_TURNS: Final = 3.0
"""Turns an engine penalty lasts on average before its driver pits."""
ROLL: Final = 5.5
"""A ten-sided die."""
WIN: Final = 60.0
"""Crossing the line now, in miles."""
PLAY_DRAWN: Final = 3.0
"""The best of three or four drawn Maneuver cards, in miles."""


MINE: Final[Mapping[str, float]] = {
    "severity_mod": -0.6,
    "draft_mod": DRAFT,
    "draw_speed": CARD,
    "discard_speed": -CARD,
    "drop_speed": -0.3 * CARD,
}
"""Miles that a point or a card is worth to the player of a card who gets it. One dropped after
drawing is the worst of all: next to nothing."""
ONCE: Final[Mapping[str, float]] = {
    "steal_speed": CARD,
    "may_play_another": 0.5,
    "draw_maneuver_play": PLAY_DRAWN,
}
"""Miles that what a card does for its player besides is worth, whatever its figure."""


def rivalry(view: State, me: int, seat: int) -> float:
    """How much a mile of that car matters to `me`: the nearer in the standings, the more."""
    gap = abs(view.drivers[seat].miles - view.drivers[me].miles)
    racing = max(1, len(view.order) - 1)
    front = 1.5 if view.order and view.order[0] == seat else 1.0
    return RIVAL * front * (1.0 if gap <= 15 else 0.6) * (2.0 / (1 + racing) + 0.4)


def harm(view: State, effect: Effect, seat: int) -> float:
    """Miles one effect costs the car it works on; negative where it helps."""
    car = view.drivers[seat]
    match effect.do:
        case "miles":
            return -float(effect.n)
        case "mishap_now":
            cost = ai_speed.crash_cost(car.severity_mod, ai_speed.to_go(view, car))
            return ai_speed.hit_chance(car, 0) * cost
        case "discard_speed" | "steal_speed":
            return min(effect.n, len(car.hand)) * CARD
        case "draw_speed":
            return -effect.n * CARD
        case "draft_mod":
            return -effect.n * DRAFT
        case "engine_penalty":
            return -effect.n * PENALTY_TURNS
        case "cannot_pass_me":
            return 2.0
        case "speed_cards_max":
            return -GIFT if len(car.hand) >= FRESH else -CARD
    return 0.0


def targets(view: State, me: int, card: Maneuver) -> list[int]:
    """Cars a chosen slot may take, the one it does most good to `me` first."""
    others = [seat for seat in view.order if seat != me]
    aimed = [e for e in card.effects if AIMED.intersection(e.who)]

    def good(seat: int) -> float:
        return sum(harm(view, effect, seat) for effect in aimed) * rivalry(view, me, seat)

    return sorted(others, key=lambda seat: (-good(seat), view.order.index(seat)))


def worth(view: State, car: Driver, number: int, malice: float = 1.0) -> float:
    """Miles playing this card gains, the harm to rivals counted in by so much; 0 when it cannot be
    played."""
    me, card = car.seat, MANEUVERS[number]
    if me not in view.order or why_not(view, me, number):
        return 0.0
    play, total = lock(view, me, number), 0.0
    if card.aimed:
        near = (play.ahead, play.behind) if "adj" in card.slots else view.order
        play.targets = [seat for seat in targets(view, me, card) if seat in near][: card.cars]
    for effect in card.effects:
        if effect.if_last and not play.last:
            continue
        total += _own(view, car, effect)
        for seat in on_whom(view, play, effect):
            if seat != me:
                total += malice * harm(view, effect, seat) * rivalry(view, me, seat)
            elif "all" in effect.who and effect.do != "speed_cards_max":
                # What a part for all costs the player of the card.
                severe = effect.do == "severity_mod"
                total -= 0.4 * effect.n if severe else harm(view, effect, seat)
    return total


def _own(view: State, car: Driver, effect: Effect) -> float:
    """What one effect does for the player of the card himself: miles gained, what keeping others
    behind is worth, and what changed rolls and cards drawn, lost or played together are."""
    n, mine, hand = effect.n, "self" in effect.who, view.hand
    place, room = len(in_front(view, car.seat)), ai_speed.room(view, car.seat)
    match effect.do:
        case "miles" if mine:
            gain = min(n, room)
            return WIN if gain >= view.options.goal - car.miles else float(gain)
        case "miles_roll" if mine:
            return min(ROLL, room)
        case "miles_equal":
            return float(view.drivers[view.order[place - 1]].miles - car.miles) if place else 0.0
        case "no_passing":
            return 3.0 if place == 0 else -1.5
        case "passer_penalty":
            return 0.6 * (len(view.order) - 1 - place)
        case "mishap_mod" if mine:
            return -n * ai_speed.crash_cost(0, ai_speed.to_go(view, car)) / DIE
        case "mishap_now" if mine:
            return -harm(view, effect, car.seat)
        case "speed_cards_max":
            return (0.8 if mine else 0.25) * (hand[-2] if len(hand) > 1 else 0)
        case "speed_phase_bonus":
            low = [value for value in hand if value <= 5]
            return max(0.0, low[-1] + n - hand[-1]) if low else 0.0
    return ONCE.get(effect.do, n * MINE.get(effect.do, 0.0) if mine else 0.0)
