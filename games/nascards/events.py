"""What happens in a race, as facts in the past tense. All are public but those marked private.

Seats are numbers from 0; Speed cards are their values 1 to 10, Maneuver cards the numbers of
`cards.MANEUVERS`; -1 stands for "none" throughout.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from games.engine.messages import Event as Fact
from games.engine.messages import kinds_of
from games.engine.players import Seat
from games.engine.sums import Sum
from games.nascards.cards import MANEUVERS, Effect

MoveWhy: TypeAlias = Literal["card", "speed", "draft", "crash", "passer"]
EndWhy: TypeAlias = Literal["goal", "alone", "wrecked"]
PitWhy: TypeAlias = Literal["", "crash", "empty"]
Flag: TypeAlias = Literal["yellow", "block", "defensive", "green", "throttle", "momentum"]
Roll: TypeAlias = Literal["mishap", "severity", "draft"]


class Caused(Fact):
    """Something that a Maneuver card may have brought about."""

    @property
    def cause(self) -> Literal["own", "other", "crash", ""]:
        """Whose card did it."""
        by: int = getattr(self, "by", -1)
        if getattr(self, "card", -1) < 0:
            return ""
        return "own" if by in (-1, getattr(self, "seat", -1)) else "other"


# The race and its turns


class AdvantageRolled(Fact):
    """A driver rolled on the table of advantages; `row` counts its rows from 0."""

    seat: Seat
    roll: int
    row: int


class RaceStarted(Fact):
    """A race began; `grid` has the seats from the first place to the last."""

    race: int
    races: int
    goal: int
    grid: tuple[Seat, ...]

    @property
    def series(self) -> bool:
        return self.races > 1


class TurnBegan(Fact):
    """A turn of the race began."""

    turn: int


class PhaseBegan(Fact):
    """A phase of the turn began: `maneuver`, `speed`, `drafting` or `crash`."""

    phase: str


class TurnEnded(Fact):
    """The turn ended with these miles by seat; `leader` gets the cup point, or -1."""

    turn: int
    miles: tuple[int, ...]
    leader: Seat


class RaceEnded(Fact):
    """A race ended. `why` is `goal` (the winner reached it), `alone` or `wrecked` (all totaled)."""

    race: int
    why: EndWhy
    places: tuple[tuple[Seat, ...], ...]
    miles: tuple[int, ...]
    cup: tuple[int, ...]
    """Championship points by seat so far; empty for a single race."""
    paid: int = 0
    """Championship points among them for the miles that the last car left need not drive."""

    @property
    def first(self) -> tuple[Seat, ...]:
        """Who has won."""
        return self.places[0]

    @property
    def best(self) -> int:
        """Miles of the winner."""
        return self.miles[self.first[0]]

    @property
    def rest(self) -> tuple[Seat, ...]:
        """The others, in the order of their places."""
        return tuple(seat for seats in self.places[1:] for seat in seats)


class CupWon(Fact):
    """The series is over; `seats` share the cup when more than one."""

    seats: tuple[Seat, ...]
    cup: tuple[int, ...]

    @property
    def shared(self) -> bool:
        return len(self.seats) > 1

    @property
    def points(self) -> int:
        return self.cup[self.seats[0]]


# Pit stops and cards


class PitsShown(Fact):
    """All decisions were shown: who pits, and who of them had to and why."""

    seats: tuple[Seat, ...]
    forced: tuple[Seat, ...]
    """Seats that owed a turn in the pits after a crash."""
    empty: tuple[Seat, ...]
    """Seats that had to because their hand was empty."""


class Pitted(Fact):
    """A car made its Pit Stop: hand thrown away, new one drawn, penalty gone."""

    seat: Seat
    discarded: int
    drew: int
    cleared: int
    """Engine penalty that was cleared, at most 0."""
    left: int
    """Turns still owed in the pits."""
    why: PitWhy = ""
    """Why it had to: it owed the turn after a crash, or its hand was empty."""


class SpeedDrawn(Fact):
    """A driver drew so many Speed cards."""

    seat: Seat
    count: int
    card: int = -1
    """Maneuver card that let him, or -1."""


class SpeedCards(Fact):
    """Which Speed cards those were. Private to the seat."""

    seat: Seat
    cards: tuple[int, ...]


class SpeedDiscarded(Caused):
    """Speed cards went from a hand to the discard pile."""

    seat: Seat
    cards: tuple[int, ...]
    by: Seat = -1
    """Seat whose Maneuver card did it, or -1 for a crash."""
    card: int = -1

    @property
    def cause(self) -> Literal["own", "other", "crash", ""]:
        return super().cause or "crash"

    def variant(self, reader: int | None) -> Literal["none", "chosen", "lost"]:
        chosen = self.card >= 0 and "drop_speed" in MANEUVERS[self.card].does_what
        return "none" if not self.cards else "chosen" if chosen else "lost"


class SpeedStolen(Fact):
    """So many random Speed cards went from one hand to another."""

    seat: Seat
    by: Seat
    count: int
    card: int


class StolenCards(Fact):
    """Which Speed cards those were. Private to the two seats."""

    seat: Seat
    by: Seat
    cards: tuple[int, ...]


class Reshuffled(Fact):
    """A pile had run out: `pile` (`speed` or `maneuver`) was made anew of so many discards."""

    pile: Literal["speed", "maneuver"]
    cards: int


# Maneuvers


class ManeuversDealt(Fact):
    """A driver was dealt so many Maneuver cards, or drew them because of a card."""

    seat: Seat
    count: int
    card: int = -1


class DealtCards(Fact):
    """Which Maneuver cards those were. Private to the seat."""

    seat: Seat
    cards: tuple[int, ...]


class ManeuverShown(Fact):
    """A driver showed the kept card. `why_not` is empty when it is played, else why it cannot be:
    `NL`, `LPD`, `LEADER_ONLY`, `SECOND_ONLY`, `NL_AND_PASSES_LEADER` or `nobody` (no car there).
    """

    seat: Seat
    card: int
    why_not: str = ""
    follow: bool = False
    """It was set aside with Drive Fast."""


class Aimed(Fact):
    """The cars a Maneuver card works on, the car ahead and the car behind included."""

    seat: Seat
    card: int
    cars: tuple[Seat, ...]

    def variant(self, reader: int | None) -> Literal["level", "mishap", ""]:
        """Only what no later event tells with both names is told."""
        does = MANEUVERS[self.card].does_what
        return "level" if "miles_equal" in does else "mishap" if "mishap_now" in does else ""


class FollowDeclined(Fact):
    """The card set aside was not played: by choice, or because it could not be."""

    seat: Seat
    by_choice: bool


class HandLooked(Fact):
    """A driver looked at another's Speed cards."""

    seat: Seat
    on: Seat
    card: int


class HandSeen(Fact):
    """Which cards those were. Private to the driver who looked."""

    seat: Seat
    on: Seat
    cards: tuple[int, ...]


class RollChanged(Caused):
    """A card changes a car's rolls for the rest of the turn: `roll` is `mishap`, `severity` or
    `draft`."""

    seat: Seat
    roll: Roll
    points: int
    by: Seat
    card: int

    def variant(self, reader: int | None) -> Literal["one", "all", ""]:
        """One line tells of a card for all cars."""
        if self.card < 0 or "all" not in MANEUVERS[self.card].slots:
            return "one"
        return "all" if self.seat == self.by else ""


class FlagShown(Fact):
    """A card set something up for the rest of the turn: `block` on the car `on`."""

    seat: Seat
    flag: Flag
    card: int
    on: Seat = -1

    @property
    def effect(self) -> Effect:
        """The part of the card that does so, with its figures."""
        return MANEUVERS[self.card].effects[0]


# Miles and rolls


class Moved(Caused):
    """A car's miles changed, and maybe places."""

    seat: Seat
    why: MoveWhy
    """`passer`: Defensive Driving."""
    sum: Sum
    """What the gain or loss is made of, before limits."""
    before: int
    after: int
    wall: Seat = -1
    """Car that could not be passed and stopped the gain, or -1."""
    card: int = -1
    by: Seat = -1
    """Seat whose Maneuver card did it, or -1."""
    place_before: int = 0
    place: int = 0

    @property
    def change(self) -> int:
        return self.after - self.before

    @property
    def size(self) -> int:
        return abs(self.change)

    @property
    def how(self) -> Literal["speed", "draft", "gain", "lose", "no_gain", "no_loss"]:
        if self.why == "speed":
            return "speed"
        if not self.change:
            return "no_gain" if self.sum.total > 0 else "no_loss"
        if self.why == "draft" and self.change > 0:
            return "draft"
        return "gain" if self.change > 0 else "lose"

    @property
    def card_total(self) -> int | None:
        """What the one card would drive, where the miles are others."""
        alone = len(self.sum.parts) < 2 and self.change != self.sum.total
        return self.sum.total if alone else None

    @property
    def places(self) -> Literal["take", "lose", "drop_from", "drop", "up", ""]:
        """What has become of its place."""
        before, now = self.place_before, self.place
        if not before or not now or before == now:
            return ""
        if now < before:
            return "take" if now == 1 else "up"
        if before == 1:
            return "lose" if now == 2 else "drop_from"
        return "drop"


class SpeedPlayed(Fact):
    """A driver played these Speed cards; `Moved` follows. None: the hand was empty."""

    seat: Seat
    cards: tuple[int, ...]


class MilesRolled(Fact):
    """A card's own die."""

    seat: Seat
    card: int
    roll: int


class Drafted(Fact):
    """A Drafting Roll and the miles it gives; `Moved` follows where there are any."""

    seat: Seat
    roll: Sum
    miles: int


class MishapRolled(Fact):
    """A Mishap Roll; from 10 on the car is hit."""

    seat: Seat
    roll: Sum
    hit: bool
    card: int = -1
    """Maneuver card that brought it on (MM), or -1 in the Crash Phase."""


class CrashRolled(Fact):
    """A hit car's severity and the row of the Crash Table it means (0 to 10)."""

    seat: Seat
    roll: Sum
    row: int


class EnginePenalised(Caused):
    """A lasting penalty in each Speed Phase until a Pit Stop; `total` is what it now is."""

    seat: Seat
    points: int
    total: int
    by: Seat = -1
    card: int = -1

    @property
    def in_all(self) -> int | None:
        """The whole penalty, where there was one before."""
        return self.total if self.total != self.points else None


class PitsOwed(Fact):
    """A car must pit on the next so many turns."""

    seat: Seat
    turns: int


class Totaled(Fact):
    """A car is out of the race. `retired`: its driver left."""

    seat: Seat
    miles: int
    retired: bool = False


Event: Final = kinds_of(__name__)
