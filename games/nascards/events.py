"""What happens in a race, as facts in the past tense. All are public but those marked private.

Seats are numbers from 0; Speed cards are their values 1 to 10, Maneuver cards the numbers of
`cards.MANEUVERS`; -1 stands for "none" throughout.
"""

from __future__ import annotations

import msgspec

from games.engine.sums import Sum


class Fact(msgspec.Struct, frozen=True, tag=True, gc=False):
    """Something that has happened; the tag in JSON is the name of its class."""


# The race and its turns


class AdvantageRolled(Fact, frozen=True):
    """A driver rolled on the table of advantages; `row` counts its rows from 0."""

    seat: int
    roll: int
    row: int


class RaceStarted(Fact, frozen=True):
    """A race began; `grid` has the seats from the first place to the last."""

    race: int
    races: int
    goal: int
    grid: tuple[int, ...]


class TurnBegan(Fact, frozen=True):
    """A turn of the race began."""

    turn: int


class PhaseBegan(Fact, frozen=True):
    """A phase of the turn began: `maneuver`, `speed`, `drafting` or `crash`."""

    phase: str


class TurnEnded(Fact, frozen=True):
    """The turn ended with these miles by seat; `leader` gets the cup point, or -1."""

    turn: int
    miles: tuple[int, ...]
    leader: int


class RaceEnded(Fact, frozen=True):
    """A race ended. `why` is `goal` (the winner reached it), `alone` or `wrecked` (all totaled)."""

    race: int
    why: str
    places: tuple[tuple[int, ...], ...]
    miles: tuple[int, ...]
    cup: tuple[int, ...]
    """Championship points by seat so far; empty for a single race."""
    paid: int = 0
    """Championship points among them for the miles that the last car left need not drive."""


class CupWon(Fact, frozen=True):
    """The series is over; `seats` share the cup when more than one."""

    seats: tuple[int, ...]
    cup: tuple[int, ...]


# Pit stops and cards


class PitsShown(Fact, frozen=True):
    """All decisions were shown: who pits, and who of them had to and why."""

    seats: tuple[int, ...]
    forced: tuple[int, ...]
    """Seats that owed a turn in the pits after a crash."""
    empty: tuple[int, ...]
    """Seats that had to because their hand was empty."""


class Pitted(Fact, frozen=True):
    """A car made its Pit Stop: hand thrown away, new one drawn, penalty gone."""

    seat: int
    discarded: int
    drew: int
    cleared: int
    """Engine penalty that was cleared, at most 0."""
    left: int
    """Turns still owed in the pits."""


class SpeedDrawn(Fact, frozen=True):
    """A driver drew so many Speed cards."""

    seat: int
    count: int
    card: int = -1
    """Maneuver card that let him, or -1."""


class SpeedCards(Fact, frozen=True):
    """Which Speed cards those were. Private to the seat."""

    seat: int
    cards: tuple[int, ...]


class SpeedDiscarded(Fact, frozen=True):
    """Speed cards went from a hand to the discard pile."""

    seat: int
    cards: tuple[int, ...]
    by: int = -1
    """Seat whose Maneuver card did it, or -1 for a crash."""
    card: int = -1


class SpeedStolen(Fact, frozen=True):
    """So many random Speed cards went from one hand to another."""

    seat: int
    by: int
    count: int
    card: int


class StolenCards(Fact, frozen=True):
    """Which Speed cards those were. Private to the two seats."""

    seat: int
    by: int
    cards: tuple[int, ...]


class Reshuffled(Fact, frozen=True):
    """A pile had run out: `pile` (`speed` or `maneuver`) was made anew of so many discards."""

    pile: str
    cards: int


# Maneuvers


class ManeuversDealt(Fact, frozen=True):
    """A driver was dealt so many Maneuver cards, or drew them because of a card."""

    seat: int
    count: int
    card: int = -1


class DealtCards(Fact, frozen=True):
    """Which Maneuver cards those were. Private to the seat."""

    seat: int
    cards: tuple[int, ...]


class ManeuverShown(Fact, frozen=True):
    """A driver showed the kept card. `why_not` is empty when it is played, else why it cannot be:
    `NL`, `LPD`, `LEADER_ONLY`, `SECOND_ONLY`, `NL_AND_PASSES_LEADER` or `nobody` (no car there).
    """

    seat: int
    card: int
    why_not: str = ""
    follow: bool = False
    """It was set aside with Drive Fast."""


class Aimed(Fact, frozen=True):
    """The cars a Maneuver card works on, the car ahead and the car behind included."""

    seat: int
    card: int
    cars: tuple[int, ...]


class FollowDeclined(Fact, frozen=True):
    """The card set aside was not played: by choice, or because it could not be."""

    seat: int
    by_choice: bool


class HandLooked(Fact, frozen=True):
    """A driver looked at another's Speed cards."""

    seat: int
    on: int
    card: int


class HandSeen(Fact, frozen=True):
    """Which cards those were. Private to the driver who looked."""

    seat: int
    on: int
    cards: tuple[int, ...]


class RollChanged(Fact, frozen=True):
    """A card changes a car's rolls for the rest of the turn: `roll` is `mishap`, `severity` or
    `draft`."""

    seat: int
    roll: str
    points: int
    by: int
    card: int


class FlagShown(Fact, frozen=True):
    """A card set something up for the rest of the turn: `flag` is `yellow`, `block` (on `on`),
    `defensive`, `green`, `throttle` or `momentum`."""

    seat: int
    flag: str
    card: int
    on: int = -1


# Miles and rolls


class Moved(Fact, frozen=True):
    """A car's miles changed, and maybe places."""

    seat: int
    why: str
    """`card`, `speed`, `draft`, `crash` or `passer` (Defensive Driving)."""
    sum: Sum
    """What the gain or loss is made of, before limits."""
    before: int
    after: int
    wall: int = -1
    """Car that could not be passed and stopped the gain, or -1."""
    card: int = -1
    by: int = -1
    """Seat whose Maneuver card did it, or -1."""
    place_before: int = 0
    place: int = 0


class SpeedPlayed(Fact, frozen=True):
    """A driver played these Speed cards; `Moved` follows. None: the hand was empty."""

    seat: int
    cards: tuple[int, ...]


class MilesRolled(Fact, frozen=True):
    """A card's own die."""

    seat: int
    card: int
    roll: int


class Drafted(Fact, frozen=True):
    """A Drafting Roll and the miles it gives; `Moved` follows where there are any."""

    seat: int
    roll: Sum
    miles: int


class MishapRolled(Fact, frozen=True):
    """A Mishap Roll; from 10 on the car is hit."""

    seat: int
    roll: Sum
    hit: bool
    card: int = -1
    """Maneuver card that brought it on (MM), or -1 in the Crash Phase."""


class CrashRolled(Fact, frozen=True):
    """A hit car's severity and the row of the Crash Table it means (0 to 10)."""

    seat: int
    roll: Sum
    row: int


class EnginePenalised(Fact, frozen=True):
    """A lasting penalty in each Speed Phase until a Pit Stop; `total` is what it now is."""

    seat: int
    points: int
    total: int
    by: int = -1
    card: int = -1


class PitsOwed(Fact, frozen=True):
    """A car must pit on the next so many turns."""

    seat: int
    turns: int


class Totaled(Fact, frozen=True):
    """A car is out of the race. `retired`: its driver left."""

    seat: int
    miles: int
    retired: bool = False


Event = (
    AdvantageRolled
    | RaceStarted
    | TurnBegan
    | PhaseBegan
    | TurnEnded
    | RaceEnded
    | CupWon
    | PitsShown
    | Pitted
    | SpeedDrawn
    | SpeedCards
    | SpeedDiscarded
    | SpeedStolen
    | StolenCards
    | Reshuffled
    | ManeuversDealt
    | DealtCards
    | ManeuverShown
    | Aimed
    | FollowDeclined
    | HandLooked
    | HandSeen
    | RollChanged
    | FlagShown
    | Moved
    | SpeedPlayed
    | MilesRolled
    | Drafted
    | MishapRolled
    | CrashRolled
    | EnginePenalised
    | PitsOwed
    | Totaled
)
