"""What a Maneuver card is worth to a car now, in miles, and at whom it is best aimed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.nascards import ai_speed
from games.nascards.cards import MANEUVERS, Effect, Maneuver
from games.nascards.state import Driver, State
from games.nascards.track import ahead, behind, in_front, rear, why_not

RIVAL: Final = 0.35
"""A mile that the nearest rival loses, in own miles; others count less the more cars race."""
CARD: Final = 2.2
"""A random Speed card, in miles: most of them will be thrown away at the next Pit Stop."""
DRAFT: Final = 0.32
"""A point on a Drafting Roll, in miles."""
PENALTY_TURNS: Final = 3.0
"""Turns an engine penalty lasts on average before its driver pits."""
ROLL: Final = 5.5
"""A ten-sided die."""
WIN: Final = 60.0
"""Crossing the line now, in miles."""
PLAY_DRAWN: Final = 3.0
"""The best of three or four drawn Maneuver cards, in miles."""


def rivalry(view: State, me: int, seat: int) -> float:
    """How much a mile of that car matters to `me`: the nearer in the standings, the more."""
    gap = abs(view.drivers[seat].miles - view.drivers[me].miles)
    racing = max(1, len(view.order) - 1)
    front = 1.5 if view.order and view.order[0] == seat else 1.0
    return RIVAL * front * (1.0 if gap <= 15 else 0.6) * (2.0 / (1 + racing) + 0.4)


def harm(view: State, effect: Effect, seat: int) -> float:
    """Miles one effect costs the car it works on; negative where it helps."""
    car = view.drivers[seat]
    to_go = max(0, view.options.goal - car.miles)
    match effect.do:
        case "miles":
            return -float(effect.n)
        case "mishap_now":
            chance = ai_speed.hit_chance(car, 0)
            return chance * ai_speed.crash_cost(car.severity_mod, to_go)
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
    return 0.0


def targets(view: State, me: int, card: Maneuver) -> list[int]:
    """Cars a chosen slot may take, the one it does most good to `me` first."""
    others = [seat for seat in view.order if seat != me]
    aimed = [e for e in card.effects if {"to", "cars", "adj"} & set(e.who)]

    def good(seat: int) -> float:
        return sum(harm(view, effect, seat) for effect in aimed) * rivalry(view, me, seat)

    return sorted(others, key=lambda seat: (-good(seat), view.order.index(seat)))


def _reached(view: State, me: int, card: Maneuver, who: str) -> list[int]:
    """Cars one word of `who` means now, for a card this seat might play."""
    if who == "all":
        return view.order
    if who == "all_behind":
        return rear(view, me)
    if who == "tr":
        return in_front(view, me)[-1:]
    if who == "tb":
        return rear(view, me)[:1]
    if who == "adj":
        near = (ahead(view, me), behind(view, me))
        return [seat for seat in targets(view, me, card) if seat in near][:1]
    if who in ("to", "cars"):
        most = card.cars if who == "cars" else 1
        return targets(view, me, card)[:most]
    return []


def worth(view: State, me: int, number: int, hand: Sequence[int]) -> float:
    """Miles playing this card gains, the harm to rivals counted in; 0 when it cannot be played."""
    card = MANEUVERS[number]
    if me not in view.order or why_not(view, me, number):
        return 0.0
    car = view.drivers[me]
    last = view.order[-1] == me
    total = 0.0
    for effect in card.effects:
        if effect.if_last and not last:
            continue
        total += _own(view, car, effect, hand)
        for who in effect.who:
            for seat in _reached(view, me, card, who):
                if seat == me:
                    if who == "all":
                        total -= _suffered(view, car, effect)
                    continue
                total += harm(view, effect, seat) * rivalry(view, me, seat)
    return total


def _suffered(view: State, car: Driver, effect: Effect) -> float:
    """What a part for all costs the player of the card."""
    if effect.do == "severity_mod":
        return 0.4 * effect.n
    return harm(view, effect, car.seat)


def _own(view: State, car: Driver, effect: Effect, hand: Sequence[int]) -> float:
    """What one effect does for the player of the card himself."""
    if effect.do in ("miles", "miles_roll", "miles_equal", "no_passing", "passer_penalty"):
        return _on_the_road(view, car, effect)
    if effect.do in ("mishap_mod", "severity_mod", "mishap_now", "draft_mod"):
        return _on_the_rolls(view, car, effect) if "self" in effect.who else 0.0
    return _on_the_hand(effect, hand)


def _on_the_road(view: State, car: Driver, effect: Effect) -> float:
    """Miles gained, and what keeping others behind is worth."""
    place = len(in_front(view, car.seat))
    room = ai_speed.room(view, car.seat)
    mine = "self" in effect.who
    match effect.do:
        case "miles" if mine:
            gain = min(effect.n, room)
            return WIN if gain >= view.options.goal - car.miles else float(gain)
        case "miles_roll" if mine:
            return min(ROLL, room)
        case "miles_equal":
            return float(view.drivers[view.order[place - 1]].miles - car.miles) if place else 0.0
        case "no_passing":
            return 3.0 if place == 0 else -1.5
        case "passer_penalty":
            return 0.6 * (len(view.order) - 1 - place)
    return 0.0


def _on_the_rolls(view: State, car: Driver, effect: Effect) -> float:
    """What a change of the own rolls, or a roll at once, is worth."""
    match effect.do:
        case "mishap_mod":
            to_go = max(0, view.options.goal - car.miles)
            return -effect.n * ai_speed.crash_cost(0, to_go) / ai_speed.FACES
        case "severity_mod":
            return -0.6 * effect.n
        case "draft_mod":
            return effect.n * DRAFT
    return -harm(view, effect, car.seat)


def _on_the_hand(effect: Effect, hand: Sequence[int]) -> float:
    """What cards drawn, lost or played together are worth."""
    mine = "self" in effect.who
    values = sorted(hand)
    second = values[-2] if len(values) > 1 else 0
    low = [value for value in values if value <= 5]
    match effect.do:
        case "draw_speed" if mine:
            return effect.n * CARD
        case "discard_speed" if mine:
            return -effect.n * CARD
        case "drop_speed" if mine:
            return -0.3 * CARD  # the worst of all after drawing: next to nothing
        case "steal_speed":
            return CARD
        case "speed_cards_max":
            return (0.8 if mine else 0.25) * second
        case "speed_phase_bonus":
            return max(0.0, low[-1] + effect.n - values[-1]) if low else 0.0
        case "may_play_another":
            return 0.5
        case "draw_maneuver_play":
            return PLAY_DRAWN
    return 0.0
