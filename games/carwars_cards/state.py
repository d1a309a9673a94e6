"""The table as plain data: every card lies in exactly one of the places named here.

Cards are numbers of their kind, seats are numbers from 0 in clockwise order, sides are 0 front,
1 back, 2 left, 3 right; -1 is none. The top of a pile is its last card.

The marks say who sees what (`games.engine.seen`). A view is a `State` in which the rest is covered,
so whatever only reads a state reads a view as well.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

import msgspec

from games.carwars_cards.cards import ARMOR_LIMIT, DRIVER_LIMIT, OPPOSITE, TIRE_LIMIT
from games.carwars_cards.kinds import IS_JAM
from games.carwars_cards.options import Options
from games.engine.players import Seat
from games.engine.seen import Backs, Open, Own, Private, Public, Secret, Up

IN: Final = "in"
OUT: Final = "out"
ESCAPED: Final = "escaped"
EJECTED: Final = "ejected"
QUIT: Final = "quit"
LIMITS: Final[Mapping[str, int]] = {
    "side": ARMOR_LIMIT,
    "driver": DRIVER_LIMIT,
    "tires": TIRE_LIMIT,
}
"""Points of damage that each bears."""


class Hit(msgspec.Struct, frozen=True, array_like=True):
    """A card lying on a car: an attack, Skid, Debris or Swerve with the armor laid over it."""

    card: int
    armor: tuple[int, ...]
    points: int
    """Net points of damage this hit did, after armor."""


class Duelist(msgspec.Struct, omit_defaults=True):
    """A player: hand, car and score. Damage counts up; pictures show what is left."""

    seat: Open[int]
    hand: Own[list[int]] = []
    """In the order the cards were drawn, the newest last."""
    shown: Open[list[int]] = []
    """Cards everybody knows to be in the hand: they were turned up and taken back."""
    status: Open[str] = IN
    """`in`, `out` (driver disabled), `escaped`, `ejected` or `quit`."""
    side_damage: Open[list[int]] = msgspec.field(default_factory=lambda: [0, 0, 0, 0])
    """Points on front, back, left, right; 12 or more is breached."""
    side_hits: Open[list[list[Hit]]] = msgspec.field(default_factory=lambda: [[], [], [], []])
    driver_damage: Open[int] = 0
    driver_hits: Open[list[Hit]] = []
    tire_damage: Open[int] = 0
    tire_hits: Open[list[Hit]] = []
    specials: Up[list[int]] = []
    """Own gear, and the jams and overheats others put there."""
    hurt_by: Open[list[int]] = []
    """Weapons (numbers of `kinds`) whose cards have done damage to this car in this duel."""
    escaping: Open[bool] = False
    skip_turns: Open[int] = 0
    kills: Open[int] = 0
    """Cars eliminated in this duel, 10 points each at its end."""
    out_by: Open[Seat] = -1
    """Seat credited with disabling the driver, or -1."""
    score: Open[int] = 0
    """Points in the match, before this duel is scored."""
    left: Open[bool] = False
    """Has left the match for good."""
    queued: Private[list[tuple[int, int]]] = []
    """Order field: (card, seat it is played on or -1), for the next checkpoint."""
    leaving: Private[bool] = False
    """Order field: means to leave, and is asked for the announcement at the end of an own turn."""
    quitting: Secret[bool] = False
    """Order field: leaves the match at the next checkpoint."""

    @property
    def armor(self) -> list[int]:
        """Points left on front, back, left, right; 0 is breached (Rules: Breached Armor)."""
        return [max(0, ARMOR_LIMIT - damage) for damage in self.side_damage]

    def breached(self, side: int) -> bool:
        """Whether nothing is left of that side (Rules: Breached Armor)."""
        return self.side_damage[side] >= ARMOR_LIMIT

    @property
    def tires(self) -> int:
        """Points left on the tires; 0 when they are destroyed (Rules: Tires)."""
        return max(0, TIRE_LIMIT - self.tire_damage)

    @property
    def driver(self) -> int:
        """Points left before the driver is disabled (Rules: Eliminating an Opponent)."""
        return max(0, DRIVER_LIMIT - self.driver_damage)

    @property
    def jams(self) -> list[int]:
        """The jams and overheats on it."""
        return [card for card in self.specials if IS_JAM[card]]

    @property
    def hits(self) -> list[Hit]:
        """Every hit that lies on the car."""
        stacks = (*self.side_hits, self.driver_hits, self.tire_hits)
        return [hit for stack in stacks for hit in stack]


class Threat(Public, msgspec.Struct):
    """An attack, Skid, Debris, Paint Spray or backfire on its way to a car.

    It stays on the table's list until all that it causes is done; `landed` says that its own
    cards have been laid on a car or on the discard pile.
    """

    card: int
    source: Seat
    """Seat that played it; of a backfire, the seat that turned it back."""
    target: Seat
    side: int
    """Side it would hit now; -1: none, as of Debris. Beside a Tire Shot the side printed or named,
    which still decides about Paint Spray and a backfire."""
    points: int
    """Points before armor, doubled rams included."""
    credit: int
    """Seat that scores the kill should it disable the driver, or -1."""
    tire_shot: bool = False
    follow_up: bool = False
    is_attack: bool = False
    """Played as an Attack card on its target; a backfire is not."""
    armor: list[int] = []
    stopped: int = 0
    answer: int = -1
    """The last card its target answered with, such as a Swerve others may now reply to; or -1."""
    landed: bool = False

    @property
    def aim(self) -> int:
        """The side on which it would do its damage, -1 for the tires."""
        return -1 if self.tire_shot else self.side

    @property
    def aimed(self) -> Literal["side", "tires", "beside", ""]:
        """Where it goes; `beside` a Tire Shot the side on the card is told, too. Paint strikes
        nothing."""
        if not self.points:
            return ""
        return "tires" if self.side < 0 else "beside" if self.tire_shot else "side"

    def turned(self, side: int) -> int:
        """The side it hits once its target has spun to `side`, or reversed (-1)."""
        return side if side >= 0 else OPPOSITE[self.side]

    @property
    def net(self) -> int:
        """Points still on their way after the armor laid so far."""
        return max(0, self.points - self.stopped)


class State(msgspec.Struct, omit_defaults=True):
    """A match of duels."""

    options: Open[Options]
    players: Open[list[Duelist]]
    """By seat."""
    beat: Open[str] = "deal"
    """What comes next: `deal`, `opening`, `turn`, `action`, `escape`, `score`, `over`."""
    phase: Open[str] = "opening"
    """What the table is at: `opening`, `action`, `negation` (the target answers
    meanwhile), `answer`, `maneuver`, `skid`,
    `debris`, `backfire`, `paint`, `shaken`, `follow_up`, `escape`, `scored`, `over`."""
    duel: Open[int] = 0
    """Number of this duel in the match, from 1."""
    turn: Open[int] = 0
    """Number of this turn in the duel, from 1; 0 before the first."""
    dealer: Open[int] = -1
    active: Open[Seat] = 0
    """Seat whose turn it is; before the first turn, the seat that will begin."""
    operating: Open[list[int]] = []
    """Seats of the cars still in the duel, in clockwise order from the lowest."""
    draw: Backs[list[int]] = []
    discard: Up[list[int]] = []
    reshuffled: Open[bool] = False
    """The draw pile has run out once; the next time ends the duel."""
    tied: Open[bool] = False
    """The cards ran out: the duel is a tie of all who are in."""
    played: Open[list[tuple[int, int]]] = []
    """(seat, card) turned up in the window now being resolved and not yet laid anywhere."""
    threats: Open[list[Threat]] = []
    """What is on its way, the innermost last."""
    winner: Open[Seat] = -1
    """Seat that has won the match, or -1."""
    history: Open[list[tuple[int, ...]]] = []
    """Points by seat after each duel that is over."""
    seat: Open[Seat | None] = None
    """In a view: who looks."""

    @property
    def incoming(self) -> Threat | None:
        """The innermost of what is on its way. In `maneuver` its target is the car that
        maneuvered; in `paint` it is the Paint Spray on its way to the attacker; in `shaken` and
        `follow_up` the ram that has connected."""
        return self.threats[-1] if self.threats else None

    @property
    def beneath(self) -> list[Threat]:
        """What `incoming` interrupts or follows from, outermost first."""
        return self.threats[:-1]

    @property
    def me(self) -> Duelist:
        """In a view: the player who looks; a spectator is none."""
        assert self.seat is not None
        return self.players[self.seat]

    @property
    def hand(self) -> tuple[int, ...]:
        """In a view: the cards of who looks, in the order they were drawn."""
        return () if self.seat is None else tuple(self.me.hand)

    @property
    def queued(self) -> tuple[int, ...]:
        """In a view: the anytime cards of who looks that wait for the next checkpoint."""
        return () if self.seat is None else tuple(card for card, _ in self.me.queued)

    @property
    def rivals(self) -> list[Duelist]:
        """In a view: the other cars still in the duel."""
        return [self.players[seat] for seat in self.operating if seat != self.seat]
