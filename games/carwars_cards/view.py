"""What one seat may see of the table: built up from what is public, plus that seat's own hand."""

from __future__ import annotations

import msgspec

from games.carwars_cards.kinds import TIRE_SHOT
from games.carwars_cards.state import Duelist, Hit, State, Threat


class Car(msgspec.Struct, frozen=True, kw_only=True):
    """What everyone sees of one car. Damage counts up; pictures show what is left."""

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
    """The attack, Skid, Debris or backfire now on its way to a car.

    Where it does its damage is `reading.aimed_at`: a Tire Shot turns the side aside.
    """

    card: int
    source: int
    target: int
    side: int
    """Side it would hit now: 0 front, 1 back, 2 left, 3 right, -1 for none, as of Debris. Beside a
    Tire Shot the side printed or named, which still decides about Paint Spray and a backfire."""
    tire_shot: bool
    points: int
    """Points before armor, doubled rams included."""
    armor: tuple[int, ...]
    """Armor cards laid against it so far."""
    stopped: int
    follow_up: bool
    landed: bool = False
    """It has missed, was stopped or did its damage: what is open now only follows from it."""
    answer: int = -1
    """The last card its target answered with, such as a Swerve others may now reply to; or -1."""


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
    """The innermost of what is on its way. In `maneuver` its target is the car that maneuvered;
    in `paint` it is the Paint Spray on its way to the attacker; in `shaken` and `follow_up` the
    ram that has connected."""
    points_to_win: int
    single_duel: bool
    hand: tuple[int, ...]
    """This seat's own cards in the order they were drawn; empty for a spectator."""
    queued: tuple[int, ...]
    """This seat's own anytime cards waiting for the next checkpoint."""
    winner: int | None
    """Seat that has won the match."""
    beneath: tuple[Incoming, ...] = ()
    """What `incoming` interrupts or follows from, outermost first."""
    history: tuple[tuple[int, ...], ...] = ()
    """Points by seat after each duel that is over."""


def view(state: State, seat: int | None) -> CardsView:
    """The table as `seat` sees it; None is a spectator, who sees no hand."""
    own = None if seat is None else state.players[seat]
    coming = tuple(_incoming(threat) for threat in state.threats)
    return CardsView(
        seat=seat,
        duel=state.duel,
        turn=state.turn,
        dealer=state.dealer,
        active=state.active,
        phase=state.phase,
        cars=tuple(_car(number, player) for number, player in enumerate(state.players)),
        draw_pile=len(state.draw),
        reshuffled=state.reshuffled,
        discard=tuple(state.discard),
        played=tuple(state.played),
        incoming=coming[-1] if coming else None,
        points_to_win=state.options.points_to_win,
        single_duel=state.options.single_duel,
        hand=() if own is None else tuple(own.hand),
        queued=() if own is None else tuple(card for card, _ in own.queued),
        winner=None if state.winner < 0 else state.winner,
        beneath=coming[:-1],
        history=tuple(state.history),
    )


def _car(seat: int, player: Duelist) -> Car:
    front, back, left, right = player.side_hits
    damage = player.side_damage
    return Car(
        seat=seat,
        status=player.status,
        side_damage=(damage[0], damage[1], damage[2], damage[3]),
        side_hits=(tuple(front), tuple(back), tuple(left), tuple(right)),
        driver_damage=player.driver_damage,
        driver_hits=tuple(player.driver_hits),
        tire_damage=player.tire_damage,
        tire_hits=tuple(player.tire_hits),
        specials=tuple(player.specials),
        hand_size=len(player.hand),
        shown=tuple(player.shown),
        score=player.score,
        kills=player.kills,
        escaping=player.escaping,
        skip_turns=player.skip_turns,
        out_by=None if player.out_by < 0 else player.out_by,
    )


def _incoming(threat: Threat) -> Incoming:
    return Incoming(
        card=threat.card,
        source=threat.source,
        target=threat.target,
        side=threat.side,
        tire_shot=threat.tire_shot,
        points=threat.points,
        armor=tuple(threat.armor),
        stopped=threat.stopped,
        follow_up=threat.follow_up,
        landed=threat.landed,
        answer=threat.answer,
    )


def cards_on_table(state: State) -> list[int]:
    """Every card wherever it lies: piles, hands, cars, and cards on their way."""
    cards = state.draw + state.discard + [card for _, card in state.played]
    for player in state.players:
        cards += player.hand + player.specials
        for stack in (*player.side_hits, player.driver_hits, player.tire_hits):
            for laid in stack:
                cards.append(laid.card)
                cards += laid.armor
    for threat in state.threats:
        if not threat.landed:
            cards.append(threat.card)
            cards += threat.armor
            if threat.tire_shot:
                cards.append(TIRE_SHOT)
    return cards


__all__ = ["Car", "CardsView", "Hit", "Incoming", "cards_on_table", "view"]
