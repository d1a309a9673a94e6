"""What a Speed card, a hand and a turn are worth, in miles, as a computer seat reckons."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Final

from games.nascards.speed import driven
from games.nascards.state import Driver, State
from games.nascards.tables import DIE, changed_by, severity
from games.nascards.track import in_front, reach

REST: Final = 4.0
"""Miles of a turn that no Speed card gives: a Maneuver card and a Drafting Roll."""
PACE: Final = 9.3
"""Miles a turn over a whole stint, its Pit Stop counted: eight fresh cards of 1 to 10, of which
the best four or five are played."""
ROW_COST: Final = (1.0, 3.0, 5.0, 4.0, 8.0, 3.0, 6.0, 10.0, 19.0, 28.0)
"""What rows 0 to 9 of the Crash Table cost, in miles."""
OUT: Final = 70.0
"""What being totaled costs early on, in miles: the race."""
FAR: Final = 99
"""More miles than any card gives."""
PATIENCE: Final = 0.2
"""Miles a turn that a stint must fall short of a fresh one before a car pits."""


def crash_cost(severity: int, to_go: int) -> float:
    """Miles a hit costs on average with this severity modifier and so many miles to go."""
    out = min(OUT, 25.0 + to_go / 2)
    total = 0.0
    for face in range(1, DIE + 1):
        row = max(0, face + severity)
        total += ROW_COST[row] if row < len(ROW_COST) else out
    return total / DIE


def hit_chance(car: Driver, ahead: int) -> float:
    """Chance of a hit in the Crash Phase with so many cars ahead, each of which may be hit."""
    faces = 1 + car.mishap_mod + 0.12 * ahead
    return min(1.0, max(0.0, faces / DIE))


def to_go(view: State, car: Driver) -> int:
    """Miles to the goal."""
    return max(0, view.options.goal - car.miles)


def room(view: State, seat: int) -> int:
    """Miles the car can gain before one it may not pass, at most `FAR`."""
    return reach(view, seat, FAR)[0] - view.drivers[seat].miles


def drive_worth(view: State, car: Driver, cards: Sequence[int], caution: float = 1.0) -> float:
    """Miles gained, less what a crash would cost on average by so much, less the loss of good
    cards."""
    miles = min(driven(car, cards).total, room(view, car.seat))
    to_go = max(0, view.options.goal - car.miles - miles)
    if to_go == 0:
        return 1000.0 + miles
    chance = hit_chance(car, len(in_front(view, car.seat)))
    risk = caution * chance * crash_cost(car.severity_mod + severity(cards), to_go)
    # A card that moves nothing is better kept; the others will be thrown away at the Pit Stop.
    wasted = sum(cards) - miles if miles < sum(cards) else 0
    return miles - risk - 0.4 * wasted


def best_drive(view: State, car: Driver, most: int, caution: float = 1.0) -> tuple[int, ...]:
    """The Speed cards to play, lowest first."""
    counts = range(1, min(most, len(view.hand)) + 1)
    plays = [play for count in counts for play in sorted(set(combinations(view.hand, count)))]
    return max(plays, key=lambda cards: (drive_worth(view, car, cards, caution), -sum(cards)))


def wants_pit(view: State, car: Driver) -> bool:
    """Whether the next turn on the track is worth less than a turn of a fresh stint.

    Nobody pits who can reach the goal with the cards in hand sooner than with new ones.
    """
    if not view.hand:
        return True
    if view.pitted(car.seat):
        # Whatever the new hand is like, it is not thrown away unplayed.
        return False
    bonus = changed_by(car.advantages, "speed") + car.engine_penalty
    to_go = view.options.goal - car.miles
    miles = 0.0
    for turns, card in enumerate(reversed(view.hand), 1):
        miles += max(0, card + bonus) + REST
        if miles >= to_go:
            return turns > 2 + max(1, round(to_go / (PACE + 3)))
    return view.hand[-1] + bonus + REST < PACE - PATIENCE
