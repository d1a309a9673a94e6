"""What hits do to a car, and how a car leaves the duel."""

from __future__ import annotations

from bisect import bisect_left
from typing import Final

from games.carwars_cards.cards import CARDS
from games.carwars_cards.events import (
    CardReturned,
    DamageStopped,
    DamageTaken,
    DriverDisabled,
    HandLost,
    SideBreached,
    TiresDestroyed,
)
from games.carwars_cards.kinds import (
    DAMAGE,
    DEBRIS,
    RAMPLATE,
    RAMS,
    TIRE_SHOT,
    WEAPON,
    WHEELGUARDS,
)
from games.carwars_cards.state import OUT, Duelist, Hit, State, Threat
from games.engine.sums import Part, Sum
from games.engine.table import Context

PRINTED: Final = tuple(Part(card.damage or card.tire_damage, card.name) for card in CARDS)
"""By card: its points as the first part of a sum."""
STOPS: Final = tuple(Part(-card.stop, card.name) for card in CARDS)
"""By armor: what it takes off."""
PLAIN_SUMS: Final = tuple(Sum((part,), floor=0) for part in PRINTED)
"""By card: its points alone."""


class DuelOver(Exception):
    """The duel is decided; whatever was going on stops. Caught where beats are run."""


def clockwise(state: State, start: int) -> list[int]:
    """Seats of the operating cars in turn order, from `start` or the next one after it."""
    seats = state.operating
    at = bisect_left(seats, start)
    return seats[at:] + seats[:at]


def others(state: State, seat: int) -> list[int]:
    """Everybody still in but one, in turn order from whoever acts."""
    return [other for other in clockwise(state, state.active) if other != seat]


def force(player: Duelist, card: int) -> int:
    """Points of an attack before armor; a Ramplate doubles a ram.

    Ruling 1
    """
    doubled = card in RAMS and RAMPLATE in player.specials
    return DAMAGE[card] * (1 + doubled)


def take(state: State, seat: int, card: int) -> None:
    """Take a card out of a hand; from now on everybody sees it."""
    player = state.players[seat]
    player.hand.remove(card)
    if card in player.shown:
        player.shown.remove(card)


def give_back(context: Context[State], seat: int, card: int) -> None:
    """A card that has become illegal goes back to its owner's hand, and everybody knows it there.

    Ruling 7
    """
    state = context.state
    if seat not in state.operating:
        state.discard.append(card)
        return
    player = state.players[seat]
    player.hand.insert(0, card)
    player.shown.append(card)
    context.emit(CardReturned(seat, card))


def lay_off(state: State, threat: Threat) -> None:
    """Discard what was on its way, with the armor and the Tire Shot played with it."""
    threat.landed = True
    state.discard.append(threat.card)
    state.discard += threat.armor
    if threat.tire_shot:
        state.discard.append(TIRE_SHOT)


def points(threat: Threat) -> Sum:
    """The points of a threat with all that changes them.

    Rules: Attack
    """
    card = threat.card
    doubled = threat.is_attack and threat.points != DAMAGE[card]
    if not threat.armor and not doubled:
        return PLAIN_SUMS[card]
    parts = [PRINTED[card]]
    if doubled:
        parts.append(Part(threat.points - DAMAGE[card], CARDS[RAMPLATE].name))
    parts += [STOPS[armor] for armor in threat.armor]
    return Sum(tuple(parts), floor=0)


def hit(context: Context[State], threat: Threat) -> None:
    """Apply what is left of a threat: to the tires, the side, or the driver behind a breach.

    The hit that breaches a side does nothing to the driver; its excess is lost. Ordinary armor
    never helps the tires, Wheelguards always do. Damage from a weapon bars the gear against it; a
    backfire is no damage from that weapon.

    Rules: Attack; Rules: Breached Armor; Rules: Tire Shot; Ruling 3;
    Rules: Fireproof Armor, Laser-Reflective Armor, and Metal Armor
    """
    state = context.state
    seat, side, net = threat.target, threat.side, threat.points - threat.stopped
    player = state.players[seat]
    low = threat.tire_shot or threat.card == DEBRIS
    if low:
        side, net = -1, 0 if WHEELGUARDS in player.specials else threat.points
    if net <= 0:
        lay_off(state, threat)
        context.emit(DamageStopped(seat, threat.card, side, points(threat)))
        return
    weapon = WEAPON[threat.card]
    if threat.is_attack and weapon not in player.hurt_by:
        player.hurt_by.append(weapon)
    threat.landed = True
    if low:
        if threat.tire_shot:
            state.discard.append(TIRE_SHOT)
        wear(context, seat, threat.card, net, points(threat))
        return
    laid = Hit(threat.card, tuple(threat.armor), net)
    if not player.breached(side):
        player.side_damage[side] += net
        player.side_hits[side].append(laid)
        total = player.side_damage[side]
        context.emit(DamageTaken(seat, "side", side, threat.card, points(threat), total))
        if player.breached(side):
            context.emit(SideBreached(seat, side))
        return
    player.driver_damage += net
    player.driver_hits.append(laid)
    total = player.driver_damage
    context.emit(DamageTaken(seat, "driver", side, threat.card, points(threat), total))
    if not player.driver:
        disable(context, threat)


def wear(context: Context[State], seat: int, card: int, net: int, told: Sum) -> None:
    """Lay a card on a car's tires.

    Rules: Tires
    """
    player = context.state.players[seat]
    whole = player.tires > 0
    player.tire_damage += net
    player.tire_hits.append(Hit(card, (), net))
    context.emit(DamageTaken(seat, "tires", -1, card, told, player.tire_damage))
    if whole and not player.tires:
        context.emit(TiresDestroyed(seat))


def disable(context: Context[State], threat: Threat) -> None:
    """The driver is out; the player of the Attack card scores a kill.

    Rules: Eliminating an Opponent
    """
    state, seat, credit, card = context.state, threat.target, threat.credit, threat.card
    state.players[seat].out_by = credit
    if credit >= 0:
        state.players[credit].kills += 1
    whose = threat.source if threat.is_attack or not WEAPON[card] else seat
    context.emit(DriverDisabled(seat, credit, card, threat.side, whose))
    leave(context, seat, OUT)


def leave(context: Context[State], seat: int, status: str) -> None:
    """A car leaves the duel; all its cards go to the discard pile. The last car left has won.

    Raises `DuelOver` when one car is left.

    Rules: Eliminating an Opponent; Ruling 18
    """
    state = context.state
    player = state.players[seat]
    player.status = status
    lose_hand(context, seat)
    state.discard += player.specials
    player.specials.clear()
    for laid in player.hits:
        state.discard.append(laid.card)
        state.discard += laid.armor
    for stack in (*player.side_hits, player.driver_hits, player.tire_hits):
        stack.clear()
    player.queued.clear()
    player.escaping = player.leaving = False
    player.skip_turns = 0
    state.operating.remove(seat)
    if len(state.operating) == 1:
        raise DuelOver


def lose_hand(context: Context[State], seat: int) -> None:
    """A whole hand goes to the discard pile, in the catalog's order: its own was a secret.

    Ruling 40
    """
    player = context.state.players[seat]
    if player.hand:
        cards = sorted(player.hand)
        context.state.discard += cards
        player.hand.clear()
        player.shown.clear()
        context.emit(HandLost(seat, tuple(cards)))
