"""Under each card of the hand: what it would do, or why it cannot be played now.

Places number the Speed cards of the hand first, then the Maneuver cards that were dealt.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from games.engine.ask import Ask
from games.engine.players import Player
from games.engine.voice import letters
from games.nascards.cards import MANEUVERS
from games.nascards.maneuver import touched
from games.nascards.speed import driven
from games.nascards.state import State
from games.nascards.words import paths
from games.nascards.words.labels import severity_words
from games.nascards.words.limits import LIMITS, unmet
from games.nascards.words.phrases import miles

FOOT: Final = 32
"""Most characters below a playable card."""


NAMED: Final = frozenset(f"s{value}" for value in range(1, 11))
"""Speed cards: their value is their name."""


def keys(view: State) -> list[str]:
    """The first key of the path of every card of the hand, by place."""
    return [*(f"s{card}" for card in view.hand), *(f"m{card}" for card in view.dealt)]


def foot(view: State, ask: Ask[Any], players: Sequence[Player]) -> dict[int, tuple[str, str]]:
    """First key of the path and what the card would do, by place."""
    allowed = {paths.path(option)[0] for option in ask.options}
    out: dict[int, tuple[str, str]] = {}
    for at, key in enumerate(keys(view)):
        if key in allowed:
            number = paths.number(key)
            words = _maneuver(view, number) if key.startswith("m") else _speed(view, ask, number)
            out[at] = (key, words)
    return out


def _speed(view: State, ask: Ask[Any], card: int) -> str:
    car = view.me
    if ask.kind == "drop" or car is None:
        return "Discard"
    total = driven(car, (card,)).total
    told = [f"Moves {total}" if total != card else "", severity_words((card,))]
    words = ", ".join(word for word in told if word)
    return words[:1].upper() + words[1:] if words else miles(total)


def _maneuver(view: State, card: int) -> str:
    """On whom it would or could work as the cars now stand."""
    reason = unmet(view, card)
    if reason:
        return LIMITS[reason].here
    assert view.seat is not None
    seats, maneuver = touched(view, view.seat, card), MANEUVERS[card]
    if not seats:
        return "For you"
    if "all" in maneuver.slots:
        return "On all cars"
    if len(seats) == 1:
        return f"On {letters(seats)}"
    if "cars" in maneuver.slots:
        few = len(seats) <= maneuver.cars
        return f"On {letters(seats, 'and')}" if few else f"On {maneuver.cars} of {letters(seats)}"
    chosen = maneuver.slots & {"to", "adj"}
    return f"On {letters(seats, 'or' if chosen else 'and')}"


def idle(view: State, ask: Ask[Any] | None) -> dict[int, str]:
    """Why a card cannot be played now, by place; playable ones are absent."""
    allowed = {paths.path(option)[0] for option in ask.options} if ask is not None else set()
    speed = _not_speed(view, ask)
    out: dict[int, str] = {}
    for at, key in enumerate(keys(view)):
        if key in allowed:
            continue
        out[at] = _not_maneuver(view, ask, paths.number(key)) if key.startswith("m") else speed
    return out


def _not_speed(view: State, ask: Ask[Any] | None) -> str:
    """Why no Speed card can be played now."""
    car = view.me
    if car is None or view.phase == "over":
        return "The race is over"
    if car.status == "totaled":
        return "Your car is out of the race"
    if car.status == "pit":
        return "Off the track until the turn ends"
    if view.phase in ("pit", "maneuver"):
        return "You play speed in the Speed Phase"
    if view.phase == "speed" and not car.speed and ask is None:
        return "Wait: the cars play by place"
    return "Keep: for the next Speed Phase"


def _not_maneuver(view: State, ask: Ask[Any] | None, card: int) -> str:
    """Why a dealt Maneuver card cannot be chosen now."""
    if ask is None:
        return "Wait: the others choose"
    reason = unmet(view, card)
    return LIMITS[reason].here if reason else "Not at this moment"
