"""What happens in a race, as facts in the past tense. All are public but those marked private.

Seats are numbers from 0, cards the numbers of `cards.every()`; -1 stands for "none" throughout.
"""

from __future__ import annotations

import msgspec

from games.world_auto_racing.progress import Calculation


class Fact(msgspec.Struct, frozen=True, tag=True, gc=False):
    """Something that has happened; the tag in JSON is the name of its class."""


# Setting up


class CarChosen(Fact, frozen=True):
    """A driver chose a car, with its ready-made garage or (`own`) with one built at home."""

    seat: int
    car: int
    own: bool = False


class StartDrawn(Fact, frozen=True):
    """Garages were shuffled and the starting order was drawn."""

    order: tuple[int, ...]
    garages: tuple[int, ...]
    """Cards in each garage, by seat."""


class Mulligan(Fact, frozen=True):
    """These drivers shuffled their first hand back and drew a new one."""

    seats: tuple[int, ...]


class CardsDrawn(Fact, frozen=True):
    """A driver drew so many cards; fewer than wanted when the garage ran out."""

    seat: int
    count: int
    card: int = -1
    """Card whose effect it was, or -1 for the rules' own draws."""


class DrawnCards(Fact, frozen=True):
    """Which cards those were. Private to the seat."""

    seat: int
    cards: tuple[int, ...]


class OutOfFuel(Fact, frozen=True):
    """A garage is empty: its driver races on without drawing."""

    seat: int


# Rounds and turns


class RoundBegan(Fact, frozen=True):
    """A round began with this racing order."""

    round: int
    order: tuple[int, ...]
    progress: tuple[int, ...]
    """By seat."""


class CardPlayed(Fact, frozen=True):
    """A driver played a card; what it does follows."""

    seat: int
    card: int
    on: int = -1
    pick: int = -1
    replace: int = -1


class CardStopped(Fact, frozen=True):
    """A check stopped a card that was being played; it is junked and its effects do not happen."""

    seat: int
    """Who played the stopped card."""
    card: int
    by: int
    """Owner of the card that stopped it."""
    check: int
    """The card that stopped it."""


class AbilityUsed(Fact, frozen=True):
    """A driver used an action ability."""

    seat: int
    card: int
    on: int = -1
    pick: int = -1


class CheckFired(Fact, frozen=True):
    """A check of an active card fired; what it does follows."""

    seat: int
    card: int
    why: str
    """The event of the vocabulary: `beginning`, `scrap`, `you_play:mod`, ..."""


class CheckDeclined(Fact, frozen=True):
    """An optional check was not used."""

    seat: int
    card: int


class Passed(Fact, frozen=True):
    """A driver does nothing more this round."""

    seat: int


# What cards do


class ModPlaced(Fact, frozen=True):
    """A mod entered play: `how` is `new`, `upgrade`, `swap` (identical card) or `replace`."""

    seat: int
    card: int
    how: str


class Junked(Fact, frozen=True):
    """Cards left play for their owner's junkyard; `why` is `replaced`, `effect`, `cap`, `scrap`,
    `stopped` or `cost`."""

    seat: int
    """Their owner."""
    cards: tuple[int, ...]
    why: str
    card: int = -1
    """Card whose effect it was, or -1."""


class Uninstalled(Fact, frozen=True):
    """An active mod was taken off its car; the stage below is active again."""

    seat: int
    card: int
    by: int
    """Owner of the card that did it."""
    because: int
    """That card."""
    again: int = -1
    """The stage that is active again, or -1."""


class Protected(Fact, frozen=True):
    """A driver's mods could not be uninstalled by another's card."""

    seat: int
    card: int
    """The card that protects them."""
    because: int
    """The card that would have uninstalled one."""


class Bonus(Fact, frozen=True):
    """A driver gained or lost points of a stat for the rest of the round."""

    seat: int
    stat: str
    """`power` or `handling`."""
    points: int
    card: int


class Discarded(Fact, frozen=True):
    """Cards went from a hand to its owner's junkyard; `why` is `cost`, `effect` or `scrap`."""

    seat: int
    cards: tuple[int, ...]
    why: str
    card: int = -1


class Fetched(Fact, frozen=True):
    """A driver took a card out of the junkyard (`card`, public) or the garage (-1) into the hand;
    with `found` false there was nothing that fits."""

    seat: int
    zone: str
    """`junkyard` or `garage`."""
    because: int
    card: int = -1
    found: bool = True


class FetchedCard(Fact, frozen=True):
    """Which card came out of the garage. Private to the seat."""

    seat: int
    card: int


class HandLooked(Fact, frozen=True):
    """A driver looked at another's hand."""

    seat: int
    on: int
    card: int


class HandSeen(Fact, frozen=True):
    """Which cards those were. Private to the driver who looked."""

    seat: int
    on: int
    cards: tuple[int, ...]


class TopLooked(Fact, frozen=True):
    """A driver looked at the top card of the own garage and kept or junked it."""

    seat: int
    card: int
    """Card that let him."""
    junked: int
    """The card, when it was put into the junkyard; else -1."""


class NoEffect(Fact, frozen=True):
    """A part of a card had nothing to work on; `why`: `target`, `mod`, `condition`, `course`,
    `hand`, `garage` or `junkyard`, or `unmet`: nothing is as the card asks for."""

    seat: int
    card: int
    why: str


class CapFell(Fact, frozen=True):
    """A driver has more active mods than the mod cap now allows."""

    seat: int
    cap: int
    mods: int


# The end of a round


class Progressed(Fact, frozen=True):
    """A driver's progress of the round, part by part."""

    seat: int
    calculation: Calculation
    before: int
    after: int


class TieBegan(Fact, frozen=True):
    """These drivers are level at the finish and race on alone."""

    seats: tuple[int, ...]
    progress: int


class RaceEnded(Fact, frozen=True):
    """The race is over. `why`: `finish`, or `stopped` after 40 rounds."""

    why: str
    places: tuple[tuple[int, ...], ...]
    progress: tuple[int, ...]


class DriverRetired(Fact, frozen=True):
    """A driver left for good: the car goes on by itself."""

    seat: int


Event = (
    CarChosen
    | StartDrawn
    | Mulligan
    | CardsDrawn
    | DrawnCards
    | OutOfFuel
    | RoundBegan
    | CardPlayed
    | CardStopped
    | AbilityUsed
    | CheckFired
    | CheckDeclined
    | Passed
    | ModPlaced
    | Junked
    | Uninstalled
    | Protected
    | Bonus
    | Discarded
    | Fetched
    | FetchedCard
    | HandLooked
    | HandSeen
    | TopLooked
    | NoEffect
    | CapFell
    | Progressed
    | TieBegan
    | RaceEnded
    | DriverRetired
)
