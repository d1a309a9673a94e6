"""The race as plain data: every card lies in exactly one of the places named here.

Seats are numbers from 0; Speed cards are their values 1 to 10, Maneuver cards the numbers of
`cards.MANEUVERS`. The top of a pile is its last card; -1 stands for "none" throughout.
"""

from __future__ import annotations

from typing import Final

import msgspec

from games.nascards.options import Options

TRACK: Final = "track"
PIT: Final = "pit"
TOTALED: Final = "totaled"


class Mod(msgspec.Struct, frozen=True, array_like=True):
    """What a Maneuver card adds to a car's `mishap`, `severity` or `draft` rolls this turn."""

    roll: str
    points: int
    card: int


class Known(msgspec.Struct, frozen=True, array_like=True):
    """A Speed card that one driver knows to be in another's hand."""

    by: int
    of: int
    card: int


class Driver(msgspec.Struct, omit_defaults=True):
    """A driver with car and cards. What is said of "this turn" is cleared when the turn ends; what
    the car did and what struck it, once Maneuver cards of the next turn are shown."""

    miles: int = 0
    hand: list[int] = []
    """Speed cards, lowest first."""
    status: str = TRACK
    """`track`, `pit` (off the track until the turn ends) or `totaled`."""
    pit_stops: int = 0
    engine_penalty: int = 0
    """At most 0: added in each Speed Phase until the next Pit Stop."""
    forced_pits: int = 0
    """Turns still owed in the pits."""
    totaled_turn: int = 0
    behind: list[int] = []
    """Cars that were behind this one when it was totaled this turn."""
    advantages: list[int] = []
    """Rows of `cards.ADVANTAGES`, repeats included."""
    cup_points: int = 0
    wins: int = 0
    gone: bool = False
    """Has left the match for good."""
    thrown: list[int] = []
    """Maneuver cards this driver threw away unseen: they lie face down among the discards."""
    dealt: list[int] = []
    """Maneuver cards before the driver, not yet shown: those to choose from; once one is kept,
    that one and the others, which leave with it; once Drive Fast is shown, the one set aside."""
    kept: int = -1
    """The one of `dealt` that will be shown."""
    follow: int = -1
    """The one of `dealt` that is set aside with Drive Fast."""
    maneuver: int = -1
    """Maneuver card shown last this turn."""
    maneuver_done: str = ""
    """What became of it: `` (still being played), `played` or `discarded` (could not be)."""
    speed: list[int] = []
    """Speed cards played this turn; they lie on the discard pile."""
    drafted: int = -1
    """Miles drafted this turn, or -1 before the Drafting Roll."""
    mods: list[Mod] = []
    speed_max: int = 1
    """Speed cards that may be played this turn."""
    momentum: int = 0
    """Miles that a Speed card 1 to 5 adds this turn."""
    blocked_by: list[int] = []
    """Cars this one may not pass this turn."""
    defensive: int = 0
    """Miles that whoever passes this car loses this turn, at most 0."""
    hit: bool = False
    crash: int = -1
    """Row of the Crash Table that struck the car last this turn."""
    looked: list[tuple[int, list[int]]] = []
    """(seat, Speed cards) of hands this driver was shown this turn, as they were then."""


class Play(msgspec.Struct, omit_defaults=True):
    """A Maneuver card being carried out, with the cars it was locked on when it was shown."""

    card: int
    seat: int
    step: int = 0
    """The next of the card's effects."""
    ahead: int = -1
    """TR: the car one place ahead."""
    behind: int = -1
    """TB: the car one place behind."""
    rear: list[int] = []
    """All cars behind."""
    last: bool = False
    """The player was last."""
    targets: list[int] = []
    """The cars the player chose, or had no choice about."""


class State(msgspec.Struct, omit_defaults=True):
    """A race, or a cup series of races."""

    options: Options
    drivers: list[Driver]
    """By seat."""
    beat: str = "advantages"
    """What comes next, a key of `BEATS`; or `over`."""
    phase: str = "pit"
    """`pit`, `maneuver`, `speed`, `drafting`, `crash` or `over`."""
    race: int = 0
    turn: int = 0
    active: int = -1
    """Seat that acts in a phase that runs in rank order."""
    order: list[int] = []
    """Seats on the track, the Leader first."""
    pits: list[int] = []
    """Seats in the pits this turn, in the order they had on the track."""
    wrecks: list[int] = []
    """Totaled cars, the first one first; those of drivers who are gone from the start."""
    acted: list[int] = []
    """Seats that have acted in this phase."""
    yellow_flag: bool = False
    speed_pile: list[int] = []
    speed_discard: list[int] = []
    maneuver_pile: list[int] = []
    maneuver_discard: list[int] = []
    """Those that were shown; the others lie with their drivers (`Driver.thrown`)."""
    playing: list[Play] = []
    """Maneuver cards being carried out, the innermost last."""
    known: list[Known] = []
    retiring: list[int] = []
    """Order field: seats that leave for good at the next beat."""
    history: list[list[int]] = []
    """Miles by seat at the end of each turn of this race, the grid first."""
    winners: list[int] = []
    """Winner of each race that is over."""
    places: list[list[int]] = []
    """Final places of the last race that is over; of the whole match once that is over."""
