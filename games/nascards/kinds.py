"""Maneuver cards in a race: on which cars one works as they stand, and whether it can be played.

All of it takes a whole state or a covered one.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cache
from typing import Final

from games.nascards.cards import MANEUVERS, NUMBERS, Effect
from games.nascards.options import Options
from games.nascards.state import Play, State
from games.nascards.track import ahead, reach, rear

DRIVE_FAST: Final = NUMBERS["drive_fast"]
SLING_SHOT_PASS: Final = NUMBERS["sling_shot_pass"]

# -- the cars it works on


def lock(state: State, seat: int, card: int) -> Play:
    """The card with the cars around its player, which stay the same while it is carried out.

    Rules: Maneuver Deck Card List Notation; Ruling 5; Ruling 17
    """
    back = rear(state, seat)
    after = back[0] if back else -1
    front = ahead(state, seat)
    return Play(card, seat, ahead=front, behind=after, rear=back, last=not back)


def targets(state: State, play: Play) -> list[int]:
    """The cars a card can be aimed at, the best-placed first; none that has left since.

    Rules: Maneuver Deck Card List Notation; Ruling 12
    """
    card, order = MANEUVERS[play.card], state.order
    if "adj" in card.slots:
        return [seat for seat in (play.ahead, play.behind) if seat in order]
    return [seat for seat in order[int(card.leader_immune) :] if seat != play.seat]


def cars_for(state: State, play: Play, who: Collection[str]) -> list[int]:
    """The cars that something for `who` (`Effect.who`) works on, in rank order; those no longer on
    the track are left out.

    Rules: Maneuver Deck Card List Notation; Ruling 5; Ruling 17
    """
    cars: list[int] = []
    for each in who:
        match each:
            case "self":
                cars.append(play.seat)
            case "tr":
                cars.append(play.ahead)
            case "tb":
                cars.append(play.behind)
            case "all":
                cars += state.order
            case "all_behind":
                cars += play.rear
            case _:
                cars += play.targets
    return [seat for seat in state.order if seat in cars]


def on_whom(state: State, play: Play, effect: Effect) -> list[int]:
    """The cars a part of a card works on. Ruling 30"""
    if effect.if_last and not play.last:
        return []
    if effect.who == ("self",):
        return [play.seat] if play.seat in state.order else []
    return cars_for(state, play, effect.who)


def touched(state: State, seat: int, card: int) -> list[int]:
    """The other cars a card would or could work on as the cars now stand."""
    play = lock(state, seat, card)
    play.targets = targets(state, play)
    return [car for car in cars_for(state, play, MANEUVERS[card].slots) if car != seat]


# -- whether it can be played


@cache
def _barred(card: int, place: int, cars: int) -> str:
    """Why a card cannot be played at a place, 0 being the Leader's, among so many cars on the
    track; or "". To be played it needs a part that has a car to work on, and its target.

    Rules: Maneuver Deck Card List Notation; Ruling 20; Ruling 29
    """
    kind = MANEUVERS[card]
    unmet = {
        "NL": place == 0,
        "NL_AND_PASSES_LEADER": place == 0,
        "LPD": place < cars - 1,
        "LEADER_ONLY": place > 0,
        "SECOND_ONLY": place != 1,
    }
    if unmet.get(kind.restriction, False):
        return kind.restriction.removesuffix("_AND_PASSES_LEADER")
    race = State(Options(), [], order=[*range(cars)])
    play = lock(race, place, card)
    play.targets = targets(race, play)
    works = any(on_whom(race, play, effect) for effect in kind.effects)
    return "" if works and (play.targets or not kind.needs_target) else "nobody"


def why_not(state: State, seat: int, card: int) -> str:
    """Why a car on the track cannot play a Maneuver card now, as `ManeuverShown` names it; or "".

    Rules: Maneuver Phase; Rules: Maneuver Deck Card List Notation; Ruling 38
    """
    order = state.order
    if seat not in order:
        return ""
    reason = _barred(card, order.index(seat), len(order))
    if card == SLING_SHOT_PASS and not reason:
        after, _ = reach(state, seat, MANEUVERS[card].effects[0].n)
        return "" if after > state.drivers[order[0]].miles else MANEUVERS[card].restriction
    return reason


def playable(state: State, seat: int, cards: Sequence[int]) -> list[int]:
    """Those of the cards that a car on the track could play now."""
    return [card for card in cards if not why_not(state, seat, card)]
