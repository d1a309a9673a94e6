"""What a view says without being asked: who is near, what a card could do now, what a move gives.

Questions list only what is legal; this tells players why the rest is not, and what would follow.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from games.engine.sums import Part, Sum
from games.nascards.cards import ADVANTAGES, MANEUVERS
from games.nascards.kinds import BARRED, MOMENTUM, SLING_SHOT, SLING_SHOT_PASS
from games.nascards.tables import HIT, HIT_AHEAD, PIT_HAND, SEVERITY
from games.nascards.view import Car, RaceView
from games.nascards.words.phrases import place


class Limit(msgspec.Struct, frozen=True):
    """A reason for which a Maneuver card cannot be played."""

    sentence: str
    """For the rules help."""
    short: str
    """After "not now: ", at most 24 characters: "only for the last car"."""
    told: str
    """What the sentence says that tells it was thrown away, after the driver's name."""
    told_you: str
    """The same to the driver."""

    @property
    def here(self) -> str:
        """For a card in the hand: "Not now: only for the last car"."""
        return f"Not now: {self.short}"


LIMITS: Final[Mapping[str, Limit]] = {
    "NL": Limit("The Leader cannot play it.", "you lead", "leads", "lead"),
    "LPD": Limit(
        "Only the last car can play it.", "only for the last car", "is not last", "are not last"
    ),
    "LEADER_ONLY": Limit(
        "Only the Leader can play it.", "only for the Leader", "does not lead", "do not lead"
    ),
    "SECOND_ONLY": Limit(
        "Only the car in second place can play it.",
        "only for second place",
        "is not second",
        "are not second",
    ),
    "NL_AND_PASSES_LEADER": Limit(
        "It can be played only if it takes you past the Leader.",
        "no pass of the Leader",
        "would not pass the Leader",
        "would not pass the Leader",
    ),
    "nobody": Limit(
        "It needs another car to work on.",
        "no car to work on",
        "has no car to aim at",
        "have no car to aim at",
    ),
}
"""By restriction of the card; `nobody` where no car is there to work on.
Rules: Maneuver Deck Card List Notation"""


# -- who is where


def me(view: RaceView) -> Car | None:
    """The reader's own car."""
    return view.cars[view.seat] if view.seat is not None else None


def rivals(view: RaceView) -> tuple[int, ...]:
    """The other cars on the track, the best-placed first."""
    return tuple(seat for seat in view.order if seat != view.seat)


def in_front(view: RaceView, seat: int) -> tuple[int, ...]:
    """The cars on the track ahead of one, the Leader first."""
    return view.order[: view.order.index(seat)] if seat in view.order else ()


def ahead(view: RaceView, seat: int) -> int:
    """The car one place ahead, or -1. Rules: Maneuver Deck Card List Notation"""
    return in_front(view, seat)[-1] if in_front(view, seat) else -1


def behind(view: RaceView, seat: int) -> int:
    """The car one place behind, or -1."""
    if seat not in view.order:
        return -1
    at = view.order.index(seat) + 1
    return view.order[at] if at < len(view.order) else -1


def rank(view: RaceView, number: int) -> str:
    """ "2nd of 3"; "2nd of 2 on the track" while others stand in the pits."""
    pits = any(car.status == "pit" for car in view.cars)
    return f"{place(number)} of {len(view.order)}{' on the track' if pits else ''}"


def has(car: Car, advantage: str) -> int:
    """How often a driver has the advantage of that id. Rules: Driver Advantages"""
    return sum(ADVANTAGES[row].id == advantage for row in car.advantages)


def pit_draws(car: Car) -> int:
    """Speed cards a driver draws at a Pit Stop. Rules: Pit Stop Phase; Driver Advantage Table"""
    return PIT_HAND + has(car, "superior_pit_crew")


# -- Maneuver cards


def touched(view: RaceView, card: int) -> tuple[int, ...]:
    """The other cars a Maneuver card would or could work on as the cars now stand."""
    seat, maneuver = view.seat, MANEUVERS[card]
    assert seat is not None
    slots, others = maneuver.slots, rivals(view)
    front, back = ahead(view, seat), behind(view, seat)
    if slots & {"to", "cars", "all"}:
        return tuple(s for s in others if not (maneuver.leader_immune and s == view.order[0]))
    if "all_behind" in slots:
        return others[others.index(back) :] if back >= 0 else ()
    near = (front if slots & {"tr", "adj"} else -1, back if slots & {"tb", "adj"} else -1)
    return tuple(s for s in near if s >= 0)


def why_not(view: RaceView, card: int) -> str:
    """Why a Maneuver card could not be played as the cars now stand: a key of `LIMITS`, or empty.

    Rules: Maneuver Phase
    """
    seat, order = view.seat, view.order
    if seat is None or seat not in order:
        return ""
    reason = BARRED[len(order)][order.index(seat)][card]
    if card == SLING_SHOT_PASS and not reason:
        after, _ = reach(view, seat, SLING_SHOT)
        if after <= view.cars[order[0]].miles:
            return MANEUVERS[card].restriction
    return reason


# -- moves


def reach(view: RaceView, seat: int, gain: int) -> tuple[int, int]:
    """Where a car on the track comes to with a gain, and the car it cannot pass on the way, or -1.

    Rules: Maneuver Deck Card List (Yellow Flag, Blocking)
    """
    car = view.cars[seat]
    front = in_front(view, seat)
    walls = list(front[-1:]) if view.yellow_flag else []
    walls += [other for other in car.blocked_by if other in front]
    after = max(0, car.miles + gain)
    stops = [wall for wall in walls if after > view.cars[wall].miles]
    if gain <= 0 or not stops:
        return after, -1
    wall = min(stops, key=lambda other: view.cars[other].miles)
    return view.cars[wall].miles, wall


def passed(view: RaceView, seat: int, after: int) -> tuple[int, ...]:
    """The cars a car gets ahead of with so many miles, the first one passed last."""
    return tuple(other for other in in_front(view, seat) if view.cars[other].miles < after)


def toll(view: RaceView, seats: Sequence[int]) -> int:
    """Miles that passing these cars costs this turn, at most 0.

    Rules: Maneuver Deck Card List (Defensive Driving)
    """
    return sum(view.cars[seat].defensive for seat in seats)


def drive(car: Car, cards: Sequence[int]) -> Sum:
    """What a car's move with these Speed cards is made of. Rules: Speed Phase"""
    reasons = ("card",) if len(cards) == 1 else ("first", "second")
    parts = [Part(card, reason) for card, reason in zip(cards, reasons, strict=True)]
    if car.engine_penalty:
        parts.append(Part(car.engine_penalty, "engine"))
    if bonus := has(car, "powerful_engine"):
        parts.append(Part(bonus, "Powerful Engine"))
    if car.momentum and any(card in MOMENTUM for card in cards):
        parts.append(Part(car.momentum, "Momentum"))
    return Sum(tuple(parts), 0)


def severity(cards: Sequence[int]) -> int:
    """What Speed cards add to a Severity Roll in their turn. Rules: Crash Phase

    >>> severity((7,)), severity((2, 9))
    (0, -1)
    """
    return sum(part.points for values, part in SEVERITY if not values.isdisjoint(cards))


def hit_on(view: RaceView, seat: int) -> int:
    """The lowest face of the die that hits that car if it rolls now. Rules: Crash Phase"""
    car = view.cars[seat]
    on_track = sum(view.cars[other].hit for other in in_front(view, seat))
    wrecks = sum(
        other.hit and other.totaled_turn == view.turn and other.miles > car.miles
        for other in view.cars
    )
    return HIT - car.mishap_mod - HIT_AHEAD * (on_track + wrecks)


def a_turn(view: RaceView) -> int:
    """Miles a car has made in a turn of this race on average, rounded; 0 before the second turn."""
    turns = (len(view.history) - 1) * len(view.cars)
    return round(sum(view.history[-1]) / turns) if turns > 0 else 0
