"""The table as plain data: every card lies in exactly one of the places named here.

Cards are numbers of their kind, seats are numbers from 0 in clockwise order, sides are 0 front,
1 back, 2 left, 3 right. The top of a pile is its last card.
"""

from __future__ import annotations

from typing import Final

import msgspec

from games.carwars_cards.options import Options

IN: Final = "in"
OUT: Final = "out"
ESCAPED: Final = "escaped"
EJECTED: Final = "ejected"
QUIT: Final = "quit"


class Hit(msgspec.Struct, frozen=True, array_like=True):
    """A card lying on a car: an attack, Skid, Debris or Swerve with the armor laid over it."""

    card: int
    armor: tuple[int, ...]
    points: int
    """Net points of damage this hit did, after armor."""


def _four_zeros() -> list[int]:
    return [0, 0, 0, 0]


def _four_stacks() -> list[list[Hit]]:
    return [[], [], [], []]


class Duelist(msgspec.Struct, omit_defaults=True):
    """A player: hand, car and score."""

    hand: list[int] = []
    """In the order the cards were drawn, the newest last."""
    shown: list[int] = []
    """Cards everybody knows to be in the hand: they were turned up and taken back."""
    status: str = IN
    """`in`, `out`, `escaped`, `ejected` or `quit`."""
    side_damage: list[int] = msgspec.field(default_factory=_four_zeros)
    side_hits: list[list[Hit]] = msgspec.field(default_factory=_four_stacks)
    driver_damage: int = 0
    driver_hits: list[Hit] = []
    tire_damage: int = 0
    tire_hits: list[Hit] = []
    specials: list[int] = []
    """Own gear, and the jams and overheats others put there."""
    hurt_by: list[int] = []
    """Weapons (numbers of `kinds`) whose cards have done damage to this car in this duel."""
    escaping: bool = False
    skip_turns: int = 0
    kills: int = 0
    out_by: int = -1
    """Seat credited with disabling the driver, or -1."""
    score: int = 0
    gone: bool = False
    """Has left the match for good."""
    queued: list[tuple[int, int]] = []
    """Order field: (card, seat it is played on or -1), for the next checkpoint."""
    quitting: bool = False
    """Order field: leaves the match at the next checkpoint."""


class Threat(msgspec.Struct, omit_defaults=True):
    """An attack, Skid, Debris, Paint Spray or backfire on its way to a car.

    It stays on the table's list until all that it causes is done; `landed` says that its own
    cards have been laid on a car or on the discard pile.
    """

    card: int
    source: int
    """Seat that played it; of a backfire, the seat that turned it back."""
    target: int
    side: int
    """Side it would hit now; beside a Tire Shot the side printed or named; -1: none."""
    points: int
    """Points before armor."""
    credit: int
    """Seat that scores the kill should it disable the driver, or -1."""
    tire_shot: bool = False
    follow_up: bool = False
    is_attack: bool = False
    """Played as an Attack card on its target; a backfire is not."""
    armor: list[int] = []
    stopped: int = 0
    answer: int = -1
    """The last card its target answered with, or -1."""
    landed: bool = False


class State(msgspec.Struct, omit_defaults=True):
    """A match of duels."""

    options: Options
    players: list[Duelist]
    """By seat."""
    beat: str = "deal"
    """What comes next: `deal`, `opening`, `turn`, `action`, `score`, `over`."""
    phase: str = "opening"
    """What the table is at, as `CardsView.phase` names it."""
    duel: int = 0
    turn: int = 0
    dealer: int = -1
    active: int = 0
    """Seat whose turn it is; before the first turn, the seat that will begin."""
    operating: list[int] = []
    """Seats of the cars still in the duel, in clockwise order from the lowest."""
    draw: list[int] = []
    discard: list[int] = []
    reshuffled: bool = False
    tied: bool = False
    """The cards ran out: the duel is a tie of all who are in."""
    played: list[tuple[int, int]] = []
    """(seat, card) turned up in the window now being resolved and not yet laid anywhere."""
    threats: list[Threat] = []
    """What is on its way, the innermost last."""
    winner: int = -1
    """Seat that has won the match, or -1."""
    history: list[tuple[int, ...]] = []
    """Points by seat after each duel that is over."""
