"""Speed Phase and Drafting Phase: everyone drives the miles of a Speed card, and drafts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.engine.ask import Ask, Combination, Step, asks_once
from games.engine.sums import Part, Sum
from games.nascards.cards import MANEUVERS, NUMBERS
from games.nascards.crash import mods, rolled
from games.nascards.decks import lay_down
from games.nascards.events import Drafted, PhaseBegan, SpeedPlayed
from games.nascards.moves import Drive
from games.nascards.state import Driver, LiveRace
from games.nascards.tables import alone, bonus, miles_drafted
from games.nascards.track import RaceOver, move, next_to_act

_MOMENTUM: Final = MANEUVERS[NUMBERS["momentum"]]
_BONUS: Final = _MOMENTUM.effects[0]


def speed(context: LiveRace) -> Step[None] | None:
    """The next car in rank order plays a Speed card and drives; with one card, or none, it is not
    asked.

    Rules: Speed Phase; Ruling 46
    """
    state = context.state
    seat = state.active = next_to_act(state)
    if seat < 0:
        state.beat = "drafting"
        return None
    hand = state.drivers[seat].hand
    if len(hand) > 1:
        return _chosen(context, seat)
    _drive(context, seat, tuple(hand))
    return None


@asks_once
def _chosen(context: LiveRace, seat: int) -> Step[None]:
    """Which Speed card, or two where that is allowed; by default the highest alone."""
    driver = context.state.drivers[seat]
    options = [Drive((card,)) for card in dict.fromkeys(driver.hand)]
    two = None
    if driver.speed_max > 1:
        two = Combination("two", tuple(driver.hand), Drive, 2, 2, _both)
    ask = Ask(seat, "drive", options, options[-1], "Rules: Speed Phase", two)
    yield (ask,)
    _drive(context, seat, ask.given.cards)


def _both(cards: tuple[int, ...]) -> Drive:
    return Drive(tuple(sorted(cards)))


def _drive(context: LiveRace, seat: int, cards: tuple[int, ...]) -> None:
    """Speed cards are laid down in the open and make one move; without any the car stands still.

    Rules: Speed Phase; Ruling 37
    """
    state = context.state
    driver = state.drivers[seat]
    state.acted.append(seat)
    driver.speed = list(cards)
    lay_down(state, seat, cards)
    context.emit(SpeedPlayed(seat, cards))
    if cards:
        try:
            move(context, seat, driven(driver, cards), "speed")
        except RaceOver:
            state.beat = "finish"


def driven(driver: Driver, cards: Sequence[int]) -> Sum:
    """What a car's move with one or two Speed cards is made of; it is never less than 0.

    Rules: Speed Phase; Rules: Driver Advantage Table; Ruling 13
    """
    if len(cards) == 1:
        if not (driver.engine_penalty or driver.momentum or driver.advantages):
            return alone(cards[0], "card", 0)
        parts = [Part(cards[0], "card")]
    else:
        parts = [Part(cards[0], "first"), Part(cards[1], "second")]
    if driver.engine_penalty:
        parts.append(Part(driver.engine_penalty, "engine"))
    parts += bonus(driver.advantages, "speed")
    if driver.momentum and _BONUS.low <= min(cards) <= _BONUS.high:
        parts.append(Part(driver.momentum, _MOMENTUM.name))
    return Sum(tuple(parts), 0)


def drafting(context: LiveRace) -> None:
    """Every car on the track makes a Drafting Roll, the best-placed first.

    Rules: Drafting Phase
    """
    state = context.state
    state.phase = "drafting"
    context.emit(PhaseBegan("drafting"))
    state.acted.clear()
    while (seat := next_to_act(state)) >= 0:
        state.acted.append(seat)
        _draft(context, seat)
    state.beat = "crash"


def _draft(context: LiveRace, seat: int) -> None:
    """Rules: Drafting Phase; Rules: The Drafting Table; Rules: Driver Advantage Table"""
    driver = context.state.drivers[seat]
    roll = rolled(context, "drafting roll", mods(driver, "draft"))
    miles = driver.drafted = miles_drafted(roll.total)
    context.emit(Drafted(seat, roll, miles))
    if miles:
        move(context, seat, alone(miles, "draft"), "draft")
