"""The readings of a race: every figure and word that the board shows and its twin says."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from games.engine.players import SEAT_LETTERS, Player
from games.nascards.cards import TEXTS
from games.nascards.state import Driver, State
from images.nascards.said import Mark, Said
from images.nascards.terms import (
    ENGINE_ROWS,
    GAME,
    PIT_ROWS,
    TOTALED_ROW,
    name_of_card,
)
from images.words import name_of, plain

_VERB: Final = 60
"""Longest verb that is taken over, in characters."""


class CarReading(msgspec.Struct, frozen=True, kw_only=True):
    """One car as shown."""

    seat: int
    letter: str
    name: str
    computer: bool
    status: str
    miles: int
    place: int
    """0 for a car without a place."""
    back: int | None
    """Miles behind the Leader; None for the Leader and for cars without a place in the race."""
    cards: int
    start: int
    """Miles when the turn began that is shown."""
    maneuver: str
    """Name of the Maneuver card shown this turn, or empty."""
    played: bool
    unplayed: bool
    """It could not be played."""
    speed: tuple[int, ...]
    draft: int
    """Miles drafted, or -1 before the roll."""
    struck: Mark | None
    """What befell the car this turn: it stands on the road beside it."""
    marks: tuple[Mark, ...]
    """What else holds for the car; bad ones first."""
    totaled_turn: int
    cup: int | None
    """Championship points, or None outside a series."""

    @property
    def running(self) -> bool:
        return self.status != "totaled"


class BoardReading(msgspec.Struct, frozen=True, kw_only=True):
    """The whole board as shown."""

    game: str
    """The game, its goal, and which race of the series this is."""
    moment: str
    """Turn and phase."""
    actors: tuple[int, ...]
    """Whose moment it is: the acting car, or who has won."""
    framed: int
    """The car to act, or -1."""
    verb: str
    """What they do; while nobody has moved in a turn, which one the rows tell of."""
    goal: int
    yellow_flag: bool
    cars: tuple[CarReading, ...]
    """In the order of the standings."""


def _struck(view: State, car: Driver) -> Mark | None:
    said = Said(view, (), car.seat)
    if car.status == "pit":
        return said.mark("pit", "pit", False)
    if view.pitted(car.seat):
        return said.mark("pitted", "pit", False)
    if car.status == "totaled" or not (car.hit or car.crash >= 0):
        return None
    return said.mark("struck" if car.crash in range(TOTALED_ROW) else "hit", "hit", True)


def marks_of(view: State, car: Driver, crash: int = -1) -> tuple[Mark, ...]:
    """What holds for a car; what the row `crash` of the Crash Table, which is shown as well, has
    done to it is not told twice."""
    said, marks = Said(view, (), car.seat), []
    penalty, owed = car.engine_penalty, car.forced_pits
    if penalty and not (crash in ENGINE_ROWS and penalty == 4 - crash):
        name = "engine_in_all" if crash in ENGINE_ROWS else "engine"
        marks.append(said.mark(name, "engine", True))
    if owed and not (crash in PIT_ROWS and owed == crash - 6):
        marks.append(said.mark("owes", "pit", True))
    if car.blocked_by:
        marks.append(said.mark("blocked", "lock", True))
    if car.defensive:
        marks.append(said.mark("defensive", "swerve", False))
    return tuple(marks)


def read_car(view: State, players: Sequence[Player], seat: int) -> CarReading:
    """One car as shown. Once all is over its place is that of the last race, also in a series."""
    car = view.drivers[seat]
    over = view.phase == "over"
    first = view.standings[0] if over else view.order[0] if view.order else seat
    back = view.drivers[first].miles - car.miles
    behind = seat != first and back >= 0 and car.status != "totaled"
    if not over:
        behind = behind and car.status == "track"
    crash = car.crash if car.status == "track" else -1
    turns = view.history[:-1] or view.history if view.looks_back else view.history
    start = turns[-1][seat] if turns else 0
    return CarReading(
        seat=seat,
        letter=SEAT_LETTERS[seat],
        name=name_of(players, seat),
        computer=seat < len(players) and bool(players[seat].computer),
        status=car.status,
        miles=car.miles,
        place=view.standings.index(seat) + 1 if over else view.ranks[seat],
        back=back if behind else None,
        cards=len(car.hand),
        start=min(start, car.miles),
        maneuver=name_of_card(car.maneuver) if car.maneuver >= 0 else "",
        played=car.maneuver_done == "played",
        unplayed=car.maneuver_done == "discarded",
        speed=tuple(car.speed),
        draft=car.drafted,
        struck=_struck(view, car),
        marks=() if car.status == "totaled" else marks_of(view, car, crash),
        totaled_turn=car.totaled_turn,
        cup=car.cup_points if view.options.races > 1 else None,
    )


def game_of(view: State) -> str:
    """The game, its goal, and which race of a series this is."""
    series = f" · race {view.race} of {view.options.races}" if view.options.races > 1 else ""
    return f"{GAME} · {view.options.goal} miles{series}"


def phase_of(view: State) -> str:
    """The phase of the turn."""
    return "race over" if view.phase == "over" else str(TEXTS["values"]["phases"][view.phase])


def moment_of(view: State) -> str:
    """Turn and phase."""
    if view.phase == "over":
        return "The series is over" if view.options.races > 1 else "The race is over"
    return f"Turn {view.turn} · {phase_of(view)}"


def read(view: State, players: Sequence[Player], verb: str = "") -> BoardReading:
    """Everything the board shows. `verb` says what the acting car does."""
    over = view.phase == "over"
    actors = tuple(view.places[0]) if over and view.places else ()
    if not over and view.active >= 0:
        actors = (view.active,)
    if not verb:
        verb = ("win" if len(actors) > 1 else "wins") if over else "acts" if actors else ""
    if view.looks_back and view.turn > 1:
        verb = f"after turn {view.turn - 1}"
    return BoardReading(
        game=game_of(view),
        moment=moment_of(view),
        actors=actors,
        framed=-1 if over else view.active,
        verb=plain(verb, _VERB),
        goal=view.options.goal,
        yellow_flag=view.yellow_flag and not over,
        cars=tuple(read_car(view, players, seat) for seat in view.standings),
    )
