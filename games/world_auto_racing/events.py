"""What happens in a race, as facts in the past tense. All are public but those marked private.

Seats are numbers from 0, cards the numbers of `kinds.KINDS`; -1 stands for "none" throughout.
"""

from __future__ import annotations

from typing import Final, Literal

from games.engine.messages import Event as Fact
from games.engine.messages import kinds_of
from games.engine.players import Seat
from games.world_auto_racing.kinds import KINDS
from games.world_auto_racing.progress import Calculation

# Setting up


class CarChosen(Fact):
    """A driver chose a car, with its ready-made garage or (`own`) with one built at home."""

    seat: Seat
    car: int
    own: bool = False
    called: str = ""
    """What its driver calls the car, of an own garage."""


class StartDrawn(Fact):
    """Garages were shuffled and the starting order was drawn."""

    order: tuple[Seat, ...]
    garages: tuple[int, ...]
    """Cards in each garage, by seat."""


class Mulligan(Fact):
    """These drivers shuffled their first hand back and drew a new one."""

    seats: tuple[Seat, ...]


class CardsDrawn(Fact):
    """A driver drew so many cards; fewer than wanted when the garage ran out."""

    seat: Seat
    count: int
    card: int = -1
    """Card whose effect it was, or -1 for the rules' own draws."""


class DrawnCards(Fact):
    """Which cards those were. Private to the seat."""

    seat: Seat
    cards: tuple[int, ...]


class OutOfFuel(Fact):
    """A garage is empty: its driver races on without drawing."""

    seat: Seat


# Rounds and turns


class RoundBegan(Fact):
    """A round began with this racing order."""

    round: int
    order: tuple[int, ...]
    progress: tuple[int, ...]
    """By seat."""


class CardPlayed(Fact):
    """A driver played a card; what it does follows."""

    seat: Seat
    card: int
    on: int = -1
    pick: int = -1
    replace: int = -1


class CardStopped(Fact):
    """A check stopped a card that was being played; it is junked and its effects do not happen."""

    seat: Seat
    """Who played the stopped card."""
    card: int
    by: Seat
    """Owner of the card that stopped it."""
    check: int
    """The card that stopped it."""


class AbilityUsed(Fact):
    """A driver used an action ability."""

    seat: Seat
    card: int
    on: int = -1
    pick: int = -1


class CheckFired(Fact):
    """A check of an active card fired; what it does follows."""

    seat: Seat
    card: int
    why: str
    """The event of the vocabulary: `beginning`, `scrap`, `you_play:mod`, ..."""


class CheckDeclined(Fact):
    """An optional check was not used."""

    seat: Seat
    card: int


class Passed(Fact):
    """A driver does nothing more this round."""

    seat: Seat


# What cards do


class ModPlaced(Fact):
    """A mod entered play: `how` is `new`, `upgrade`, `swap` (identical card) or `replace`."""

    seat: Seat
    card: int
    how: str


class Junked(Fact):
    """Cards left play for their owner's junkyard; `why` is `replaced`, `effect`, `cap`, `scrap`,
    `stopped` or `cost`."""

    seat: Seat
    """Their owner."""
    cards: tuple[int, ...]
    why: str
    card: int = -1
    """Card whose effect it was, or -1."""

    def variant(self, reader: int | None) -> Literal["old", "cap", "itself", "by", ""]:
        # Teams and controls that go as the rules say in the scrap step are no news; nor is a mod
        # that makes room for another of the same: that it was swapped is told.
        again = self.card in self.cards
        if self.why in ("scrap", "stopped") or not self.cards:
            return ""
        if again and self.why == "replaced":
            return "" if KINDS[self.card].type == "mod" else "old"
        if self.why == "cap":
            return "cap"
        return "itself" if again else "by"


class Uninstalled(Fact):
    """An active mod was taken off its car; the stage below is active again."""

    seat: Seat
    card: int
    by: Seat
    """Owner of the card that did it."""
    because: int
    """That card."""
    again: int = -1
    """The stage that is active again, or -1."""


class Protected(Fact):
    """A driver's mods could not be uninstalled by another's card."""

    seat: Seat
    card: int
    """The card that protects them."""
    because: int
    """The card that would have uninstalled one."""


class Bonus(Fact):
    """A driver gained or lost points of a stat for the rest of the round."""

    seat: Seat
    stat: str
    """`power` or `handling`."""
    points: int
    card: int


class Discarded(Fact):
    """Cards went from a hand to its owner's junkyard; `why` is `cost`, `effect` or `scrap`."""

    seat: Seat
    cards: tuple[int, ...]
    why: str
    card: int = -1


class Fetched(Fact):
    """A driver took a card out of the junkyard (`card`, public) or the garage (-1) into the hand;
    with `found` false there was nothing that fits."""

    seat: Seat
    zone: str
    """`junkyard` or `garage`."""
    because: int
    card: int = -1
    found: bool = True

    def variant(self, reader: int | None) -> Literal["nothing", "open", "hidden", ""]:
        if not self.found:
            return "nothing"
        if self.card >= 0:
            return "open"
        return "" if self.seat == reader else "hidden"


class FetchedCard(Fact):
    """Which card came out of the garage. Private to the seat."""

    seat: Seat
    card: int


class HandLooked(Fact):
    """A driver looked at another's hand."""

    seat: Seat
    on: Seat
    card: int


class HandSeen(Fact):
    """Which cards those were. Private to the driver who looked."""

    seat: Seat
    on: Seat
    cards: tuple[int, ...]


class TopLooked(Fact):
    """A driver looked at the top card of the own garage and kept or junked it."""

    seat: Seat
    card: int
    """Card that let him."""
    junked: int
    """The card, when it was put into the junkyard; else -1."""

    def variant(self, reader: int | None) -> Literal["left", "junked"]:
        return "left" if self.junked < 0 else "junked"


class NoEffect(Fact):
    """A part of a card had nothing to work on; `why`: `target`, `mod`, `condition`, `course`,
    `hand`, `garage` or `junkyard`, or `unmet`: nothing is as the card asks for."""

    seat: Seat
    card: int
    why: str


class CapFell(Fact):
    """A driver has more active mods than the mod cap now allows."""

    seat: Seat
    cap: int
    mods: int


# The end of a round


class Progressed(Fact):
    """A driver's progress of the round, part by part."""

    seat: Seat
    calculation: Calculation
    before: int
    after: int


class TieBegan(Fact):
    """These drivers are level at the finish and race on alone."""

    seats: tuple[Seat, ...]
    progress: int


class RaceEnded(Fact):
    """The race is over. `why`: `finish`, or `stopped` after 40 rounds."""

    why: str
    places: tuple[tuple[int, ...], ...]
    progress: tuple[int, ...]

    @property
    def first(self) -> tuple[Seat, ...]:
        """Who has won."""
        return self.places[0]

    @property
    def best(self) -> int:
        """Progress of the winner."""
        return self.progress[self.first[0]]


class DriverLeft(Fact, tag="DriverRetired"):
    """A driver left for good: the car goes on by itself."""

    seat: Seat


Event: Final = kinds_of(__name__)
