"""What one seat may see of the table: built up from what is public, plus that seat's own hand."""

from __future__ import annotations

import msgspec


class Hit(msgspec.Struct, frozen=True):
    """A card lying on a car: an attack, Skid, Debris or Swerve with the armor laid over it."""

    card: int
    armor: tuple[int, ...]
    points: int
    """Net points of damage this hit did, after armor."""


class Car(msgspec.Struct, frozen=True, kw_only=True):
    """What everyone sees of one car and its player. Damage counts up; pictures show what is left."""

    seat: int
    status: str
    """`in`, `out` (driver disabled), `escaped`, `ejected` or `quit`."""
    side_damage: tuple[int, int, int, int]
    """Points on front, back, left, right; 12 or more is breached."""
    side_hits: tuple[tuple[Hit, ...], tuple[Hit, ...], tuple[Hit, ...], tuple[Hit, ...]]
    driver_damage: int
    driver_hits: tuple[Hit, ...]
    tire_damage: int
    tire_hits: tuple[Hit, ...]
    specials: tuple[int, ...]
    """Own gear, and the jams and overheats others put there."""
    hand_size: int
    shown: tuple[int, ...]
    """Cards known to be in this hand, because they were turned up and taken back."""
    score: int
    """Points in the match, before this duel is scored."""
    kills: int
    """Cars eliminated in this duel, 10 points each at its end."""
    escaping: bool
    skip_turns: int
    out_by: int | None
    """Seat credited with disabling the driver, if any."""


class Incoming(msgspec.Struct, frozen=True, kw_only=True):
    """The attack, Skid, Debris or backfire now on its way to a car."""

    card: int
    source: int
    target: int
    side: int
    """Side it would hit now: 0 front, 1 back, 2 left, 3 right, -1 for tires or none."""
    tire_shot: bool
    points: int
    """Points before armor, doubled rams included."""
    armor: tuple[int, ...]
    """Armor cards laid against it so far."""
    stopped: int
    follow_up: bool


class CardsView(msgspec.Struct, frozen=True, kw_only=True):
    """The whole table as one seat sees it (`seat` None: as a spectator does)."""

    seat: int | None
    duel: int
    """Number of this duel in the match, from 1."""
    turn: int
    """Number of this turn in the duel, from 1; 0 before the first."""
    dealer: int
    active: int
    """Seat whose turn it is."""
    phase: str
    """What the table is at: `opening`, `action`, `negation`, `answer`, `maneuver`, `skid`,
    `debris`, `backfire`, `paint`, `shaken`, `follow_up`, `escape`, `scored`, `over`."""
    cars: tuple[Car, ...]
    """In seat order, seat 0 first: `cars[seat].seat == seat`."""
    draw_pile: int
    reshuffled: bool
    """The draw pile has run out once; the next time ends the duel."""
    discard: tuple[int, ...]
    """Public, the newest last."""
    played: tuple[tuple[int, int], ...]
    """(seat, card) of cards turned up in the window now being resolved."""
    incoming: Incoming | None
    points_to_win: int
    single_duel: bool
    hand: tuple[int, ...]
    """This seat's own cards in the order they were drawn; empty for a spectator."""
    queued: tuple[int, ...]
    """This seat's own anytime cards waiting for the next checkpoint."""
    winner: int | None
    """Seat that has won the match."""
