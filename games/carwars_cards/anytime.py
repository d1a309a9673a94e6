"""Cards that may be played at any time, and the windows in which players are asked for them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from games.carwars_cards.damage import DuelOver, clockwise, give_back, lay_off, leave, take
from games.carwars_cards.events import (
    AttackCancelled,
    CardPlayed,
    Ejected,
    GearPlaced,
    JamPlaced,
    PlayerLeft,
    QueueDropped,
)
from games.carwars_cards.kinds import (
    ALONE,
    ANYTIME,
    IS_GEAR,
    IS_JAM,
    JAM_OF,
    ON,
    PASS,
    PROOF_OF,
    WEAPON_OF_PROOF,
)
from games.carwars_cards.moves import Escape, Leave, Order, Pass, Play, Queue, Stay, Unqueue
from games.carwars_cards.state import EJECTED, QUIT, Duelist, State, Threat
from games.engine.ask import Ask, Step
from games.engine.table import Context

Turned: TypeAlias = tuple[int, Play]
"""A seat and the card that it has turned up."""


def unfit(player: Duelist, card: int) -> str:
    """Why a player cannot put that gear on the own car, by the name of its text; or empty.

    Gear against a weapon only while that weapon has done the car no damage in this duel; no car
    carries the same special twice.

    Rules: Fireproof Armor, Laser-Reflective Armor, and Metal Armor; Ruling 16; Ruling 19
    """
    if IS_GEAR[card] and card in player.specials:
        return "have"
    return "hurt" if WEAPON_OF_PROOF.get(card) in player.hurt_by else ""


def places(state: State, seat: int, card: int) -> list[Play]:
    """The ways in which an anytime card may be laid down now. Ruling 16; Ruling 24"""
    players = state.players
    if not IS_JAM[card]:
        return [] if unfit(players[seat], card) else [ALONE[card]]
    ways = ON[card]
    return [ways[on] for on in state.operating if on != seat and card not in players[on].specials]


def may_place(state: State, seat: int, card: int, on: int) -> bool:
    """Whether an anytime card may be laid down now on that seat (-1: on the own car)."""
    return any(play.on == on for play in places(state, seat, card))


def plays(state: State, seat: int) -> list[Play]:
    """The anytime cards a player can lay down now, each on whom."""
    cards = ANYTIME.intersection(state.players[seat].hand)
    options: list[Play] = []
    for card in sorted(cards):
        options += places(state, seat, card)
    return options


def choices(state: State, seat: int) -> Sequence[Play | Pass]:
    """What a player can answer in a window for anytime cards."""
    return (PASS, *plays(state, seat))


def from_hand(player: Duelist, cards: Iterable[int]) -> list[Play | Pass]:
    """What a player can answer who may use any of these cards."""
    hand = player.hand
    return [PASS, *[ALONE[card] for card in cards if card in hand]]


def place(context: Context[State], seat: int, card: int, on: int) -> None:
    """Lay down an anytime card that has left the hand.

    Against an attack still on its way, gear protects its target and a jam stops its attacker.

    Rules: Machine Gun Jams and Laser Overheats; Rules: Fireproof Armor, Laser-Reflective Armor,
    and Metal Armor; Rules: Ejection Seat
    """
    state, threat, jam = context.state, context.state.incoming, IS_JAM[card]
    if not (jam or IS_GEAR[card]):
        state.discard.append(card)
        context.emit(Ejected(seat))
        leave(context, seat, EJECTED)
        return
    owner = on if jam else seat
    state.players[owner].specials.append(card)
    context.emit(JamPlaced(on, seat, card) if jam else GearPlaced(seat, card))
    if threat is None or threat.landed or not threat.is_attack:
        return
    whose, stopped_by = (threat.source, JAM_OF) if jam else (threat.target, PROOF_OF)
    if whose == owner and stopped_by[threat.card] == card:
        cancel(context, threat, seat, card)


def cancel(context: Context[State], threat: Threat, by: int, by_card: int) -> None:
    """An attack misses, is blocked or negated: it goes to the discard pile."""
    context.emit(AttackCancelled(threat.source, threat.target, threat.card, by, by_card))
    lay_off(context.state, threat)


# -- windows


def turn_up(context: Context[State], asks: Sequence[Ask[Play | Pass]]) -> Step[list[Turned]]:
    """Ask some seats at once, in secret; then turn up together what they have chosen: it lies in
    `played` until resolved, the active player's card first.

    What the target of an attack has chosen against the attack itself stays in the hand for now.

    Ruling 7; Ruling 50
    """
    state = context.state
    turned: list[Turned] = []
    if asks:
        yield asks
    plays = {ask.seat: ask.given for ask in asks if isinstance(ask.given, Play)}
    if not plays:
        return turned
    met = {ask.seat for ask in asks if ask.kind == "answer"}
    for seat in clockwise(state, state.active):
        play = plays.get(seat)
        if play is not None and (seat not in met or play.card in ANYTIME):
            take(state, seat, play.card)
            state.played.append((seat, play.card))
            context.emit(CardPlayed(seat, play.card, play.on, play.side))
            turned.append((seat, play))
    return turned


def lay_out(context: Context[State], turned: Sequence[Turned]) -> None:
    """Lay down the anytime cards that have been turned up, those that still may be.

    Ruling 7
    """
    state = context.state
    for seat, play in turned:
        state.played.remove((seat, play.card))
        if seat in state.operating and may_place(state, seat, play.card, play.on):
            place(context, seat, play.card, play.on)
        else:
            give_back(context, seat, play.card)


def opening(context: Context[State]) -> Step[None]:
    """Before the first turn everyone may lay down anytime cards: asked at once, in secret, and
    whoever has turned one up again, until all have passed.

    Rules: Components; Rules: Starting the Game; Ruling 7; Ruling 25
    """
    state = context.state
    state.phase = "opening"
    # The book says it of the cards; who looks the question up wants to read how the game starts.
    cite = "Rules: Starting the Game"
    asked = clockwise(state, state.active)
    while asked:
        turned = yield from turn_up(
            context, [Ask(seat, "opening", choices(state, seat), PASS, cite) for seat in asked]
        )
        try:
            lay_out(context, turned)
        except DuelOver:
            state.beat = "score"
            return
        asked = [seat for seat, _ in turned if seat in state.operating]
    state.beat = "turn"


# -- orders, laid down at any time and read between turns


def orders(state: State, seat: int) -> list[Order]:
    """What a player may lay aside for the next change of turn, or take back; to mean to escape; and
    to leave the match.

    Rules: Escaping; Ruling 26; Ruling 51
    """
    player = state.players[seat]
    out: list[Order] = []
    if seat in state.operating:
        queued = [card for card, _ in player.queued]
        for play in plays(state, seat):
            free = player.hand.count(play.card) - queued.count(play.card)
            if free > 0 and (play.card, play.on) not in player.queued:
                out.append(Queue(play.card, play.on))
        out += [Unqueue(card, on) for card, on in player.queued]
        if player.leaving:
            out.append(Stay())
        elif player.tires and not player.escaping:
            out.append(Escape())
    if not player.left and not player.quitting:
        out.append(Leave())
    return out


def order(state: State, seat: int, value: Order) -> None:
    """Write an order into the player's order fields."""
    player = state.players[seat]
    if isinstance(value, Queue):
        player.queued.append((value.card, value.on))
    elif isinstance(value, Unqueue):
        player.queued.remove((value.card, value.on))
    elif isinstance(value, Leave):
        player.quitting = True
    else:
        player.leaving = isinstance(value, Escape)


def checkpoint(context: Context[State]) -> None:
    """At a change of turn leavers leave, and cards laid aside are played if they still may be.

    Active player first, then clockwise.

    Ruling 7; Ruling 26
    """
    state = context.state
    for seat in clockwise(state, state.active):
        player = state.players[seat]
        if player.quitting:
            leave_match(context, seat)
            leave(context, seat, QUIT)
        while player.queued:
            card, on = player.queued.pop(0)
            if card in player.hand and may_place(state, seat, card, on):
                take(state, seat, card)
                place(context, seat, card, on)
            else:
                context.emit(QueueDropped(seat, card), seat)
    for seat, player in enumerate(state.players):
        if player.quitting:
            leave_match(context, seat)


def leave_match(context: Context[State], seat: int) -> None:
    """A player leaves for good: points stay listed, no further duel is dealt to that seat.

    Ruling 39
    """
    player = context.state.players[seat]
    player.quitting = False
    player.left = True
    context.emit(PlayerLeft(seat))
