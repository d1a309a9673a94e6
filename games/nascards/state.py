"""The race as plain data: every card lies in exactly one of the places named here.

Seats are numbers from 0; Speed cards are their values 1 to 10, Maneuver cards the numbers of
`cards.MANEUVERS`. The top of a pile is its last card; -1 stands for "none" throughout.

The marks say who sees what (`games.engine.seen`). A view is a `State` in which the rest is covered,
so whatever only reads a state reads a view as well.
"""

from __future__ import annotations

from typing import Annotated, Final, TypeAlias

import msgspec

from games.engine.seen import Backs, Open, Own, Private, Public, Secret, Up, deck
from games.engine.table import Context
from games.nascards.options import Options

TRACK: Final = "track"
PIT: Final = "pit"
TOTALED: Final = "totaled"

SPEED: Final = deck("speed")
MANEUVER: Final = deck("maneuver")


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

    seat: Open[int]
    miles: Open[int] = 0
    hand: Annotated[Own[list[int]], SPEED] = []
    """Speed cards, lowest first."""
    hand_changes: Open[int] = 0
    """How often cards have come into the hand or left it otherwise than by being driven."""
    status: Open[str] = TRACK
    """`track`, `pit` (off the track until the turn ends) or `totaled`."""
    pit_stops: Open[int] = 0
    engine_penalty: Open[int] = 0
    """At most 0: added in each Speed Phase until the next Pit Stop."""
    forced_pits: Open[int] = 0
    """Turns still owed in the pits."""
    totaled_turn: Open[int] = 0
    behind: Open[list[int]] = []
    """Cars that were behind this one when it was totaled this turn."""
    advantages: Open[list[int]] = []
    """Rows of `cards.ADVANTAGES`, repeats included."""
    cup_points: Open[int] = 0
    wins: Open[int] = 0
    left: Open[bool] = False
    """Has left the match for good."""
    thrown: Annotated[Own[list[int]], MANEUVER] = []
    """Maneuver cards this driver threw away unseen: they lie face down among the discards."""
    dealt: Annotated[Own[list[int]], MANEUVER] = []
    """Maneuver cards before the driver, not yet shown: those to choose from; once one is kept,
    that one and the others, which leave with it; once Drive Fast is shown, the one set aside."""
    kept: Own[int] = -1
    """The one of `dealt` that will be shown."""
    follow: Own[int] = -1
    """The one of `dealt` that is set aside with Drive Fast."""
    maneuver: Open[int] = -1
    """Maneuver card shown last this turn."""
    maneuver_done: Open[str] = ""
    """What became of it: `` (still being played), `played` or `discarded` (could not be)."""
    speed: Open[list[int]] = []
    """Speed cards played this turn; they lie on the discard pile."""
    drafted: Open[int] = -1
    """Miles drafted this turn, or -1 before the Drafting Roll."""
    mods: Open[list[Mod]] = []
    speed_max: Open[int] = 1
    """Speed cards that may be played this turn."""
    momentum: Open[int] = 0
    """Miles that a Speed card 1 to 5 adds this turn."""
    blocked_by: Open[list[int]] = []
    """Cars this one may not pass this turn."""
    defensive: Open[int] = 0
    """Miles that whoever passes this car loses this turn, at most 0."""
    hit: Open[bool] = False
    crash: Open[int] = -1
    """Row of the Crash Table that struck the car last this turn."""
    looked: Private[list[tuple[int, list[int]]]] = []
    """(seat, Speed cards) of hands this driver was shown this turn, as they were then."""

    @property
    def running(self) -> bool:
        return self.status != TOTALED

    def mod(self, roll: str) -> int:
        """What cards add to the car's rolls of that kind for the rest of the turn; the Speed
        cards' share and lasting advantages are not in it."""
        return sum(mod.points for mod in self.mods if mod.roll == roll)

    @property
    def mishap_mod(self) -> int:
        return self.mod("mishap")

    @property
    def severity_mod(self) -> int:
        return self.mod("severity")

    @property
    def draft_mod(self) -> int:
        return self.mod("draft")


class Play(Public, msgspec.Struct):
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

    options: Open[Options]
    drivers: Open[list[Driver]]
    """By seat."""
    beat: Secret[str] = "advantages"
    """What comes next, a key of `BEATS`; or `over`."""
    phase: Open[str] = "pit"
    """`pit`, `maneuver`, `speed`, `drafting`, `crash` or `over`."""
    race: Open[int] = 0
    turn: Open[int] = 0
    active: Open[int] = -1
    """Seat that acts in a phase that runs in rank order."""
    order: Open[list[int]] = []
    """Seats on the track, the Leader first."""
    pits: Open[list[int]] = []
    """Seats in the pits this turn, in the order they had on the track."""
    wrecks: Open[list[int]] = []
    """Totaled cars, the first one first; those of drivers who had left before the start."""
    acted: Open[list[int]] = []
    """Seats that have acted in this phase."""
    yellow_flag: Open[bool] = False
    speed_pile: Annotated[Backs[list[int]], SPEED] = []
    speed_discard: Up[list[int]] = []
    maneuver_pile: Annotated[Backs[list[int]], MANEUVER] = []
    maneuver_discard: Up[list[int]] = []
    """Those that were shown; the others lie with their drivers (`Driver.thrown`)."""
    playing: Open[list[Play]] = []
    """Maneuver cards being carried out, the innermost last."""
    known: Secret[list[Known]] = []
    leaving: Secret[list[int]] = []
    """Order field: seats that leave for good at the next beat."""
    history: Open[list[list[int]]] = []
    """Miles by seat at the end of each turn of this race, the grid first."""
    winners: Open[list[int]] = []
    """Winner of each race that is over."""
    places: Open[list[list[int]]] = []
    """Final places of the last race that is over; of the whole match once that is over."""
    seat: Open[int | None] = None
    """In a view: who looks."""

    @property
    def series(self) -> bool:
        """Whether it is a cup series of several races."""
        return self.options.races > 1

    @property
    def over(self) -> bool:
        """Whether the whole match is."""
        return self.phase == "over"

    @property
    def me(self) -> Driver | None:
        """In a view: the driver who looks."""
        return None if self.seat is None else self.drivers[self.seat]

    @property
    def hand(self) -> tuple[int, ...]:
        """In a view: the Speed cards of who looks."""
        return () if self.me is None else tuple(sorted(self.me.hand))

    @property
    def dealt(self) -> tuple[int, ...]:
        """In a view: the Maneuver cards that who looks may choose from now."""
        me = self.me
        return () if me is None or me.kept >= 0 or me.follow >= 0 else tuple(me.dealt)

    @property
    def looks_back(self) -> bool:
        """Whether what cars did and what befell them was in the turn before: nobody has moved
        yet."""
        return self.phase == "pit" or (self.phase == "maneuver" and self.active < 0)

    def pitted(self, seat: int) -> bool:
        """Whether a car was in the pits in the turn before, and that is still what it did last:
        every car on the track shows a card and makes a Drafting Roll."""
        car = self.drivers[seat]
        idle = car.status == TRACK and max(car.maneuver, car.drafted, car.crash) < 0
        return idle and self.looks_back and len(self.history) > 1

    @property
    def ranks(self) -> list[int]:
        """The place of each seat: 1 is the Leader, 0 a car that holds none now. Once all is over
        the final place, the same for those who share one."""
        groups = self.places if self.over else [[seat] for seat in self.order]
        ranks, rank = [0] * len(self.drivers), 1
        for group in groups:
            for seat in group:
                ranks[seat] = rank
            rank += len(group)
        return ranks

    @property
    def standings(self) -> list[int]:
        """All seats as they would be placed now: the cars still running by miles, then the wrecks.

        Rules: Place; Ruling 35; Ruling 42
        """
        drivers = self.drivers
        running = sorted(self.order + self.pits, key=lambda seat: -drivers[seat].miles)
        wrecks = sorted(
            self.wrecks[::-1], key=lambda seat: (-drivers[seat].miles, drivers[seat].left)
        )
        return running + wrecks

    @property
    def discarded(self) -> int:
        """How many Maneuver cards have been discarded, those beside a kept card included.

        A card set aside with one counts as well until the kept card is shown: that there is one is
        a secret. Who has kept a card is none: all who are still to show theirs.

        Ruling 45
        """
        count = len(self.maneuver_discard)
        for driver in self.drivers:
            count += len(driver.thrown)
            if driver.dealt and self.active >= 0 and driver.seat not in self.acted:
                count += len(driver.dealt) - 1
        return count


LiveRace: TypeAlias = Context[State]
"""A race that is being played, as the rules are given it."""
