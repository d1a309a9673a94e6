"""A match is a series of duels: dealing, scoring, and who becomes an Ace."""

from __future__ import annotations

from typing import Final

from games.carwars_cards.anytime import leave_match
from games.carwars_cards.cards import ARMOR_LIMIT
from games.carwars_cards.damage import clockwise, lay_off
from games.carwars_cards.events import (
    AceDeclared,
    CardsDrawn,
    DuelEnded,
    DuelStarted,
    HandDrawn,
    MatchEnded,
)
from games.carwars_cards.kinds import DECK, REDUCED_DECK, TIRE_SHOT
from games.carwars_cards.state import QUIT, Duelist, State
from games.engine.game import Result, ranked
from games.engine.table import Context

DEALT: Final = 5
WIN: Final = 20
TIE: Final = 10
KILL: Final = 10
FEW: Final = 3
"""Up to so many players play with the reduced deck."""


def deal(context: Context[State]) -> None:
    """Shuffle and deal five cards each; the player on the dealer's left will begin.

    The first dealer is drawn; after that the deal passes to the previous dealer's right.

    Rules: Starting the Game; Rules: The Next Duel; Ruling 17; Ruling 48
    """
    state = context.state
    state.duel += 1
    seats = [seat for seat, player in enumerate(state.players) if not player.left]
    if state.dealer < 0:
        state.dealer = seats[context.chance.below(len(seats), "first dealer")]
    else:
        state.dealer = max((s for s in seats if s < state.dealer), default=seats[-1])
    for seat, player in enumerate(state.players):
        status = QUIT if player.left else "in"
        car = Duelist(seat, score=player.score, left=player.left, status=status)
        car.side_damage = [ARMOR_LIMIT - state.options.armor] * len(car.side_damage)
        state.players[seat] = car
    state.operating = seats
    cards = REDUCED_DECK if state.options.reduced_deck and len(seats) <= FEW else DECK
    state.draw = context.chance.shuffled(cards, f"duel {state.duel} deck")
    state.discard.clear()
    state.reshuffled = state.tied = False
    state.turn = 0
    order = clockwise(state, state.dealer + 1)
    state.active = order[0]
    context.emit(DuelStarted(state.duel, state.dealer, state.active, tuple(seats), len(cards)))
    for seat in order:
        hand = [state.draw.pop() for _ in range(DEALT)]
        state.players[seat].hand = hand
        context.emit(HandDrawn(seat, DEALT))
        context.emit(CardsDrawn(seat, tuple(hand)), seat)
    state.beat = "opening"


def score(context: Context[State]) -> None:
    """The last car in scores 20, or in a tie each car still in 10; and 10 for each kill.

    Rules: Scoring and Winning
    """
    state = context.state
    gather(state)
    state.phase = "scored"
    survivors = tuple(state.operating)
    earned = [sum(earnings(state, player.seat)) for player in state.players]
    for player, points in zip(state.players, earned, strict=True):
        player.score += points
    state.history.append(tuple(player.score for player in state.players))
    context.emit(
        DuelEnded(
            state.duel,
            -1 if state.tied else survivors[0],
            survivors,
            tuple(player.kills for player in state.players),
            tuple(earned),
            tuple(player.score for player in state.players),
        )
    )
    for seat, player in enumerate(state.players):
        player.queued.clear()
        if player.quitting:
            leave_match(context, seat)
    conclude(context)


def earnings(state: State, seat: int) -> tuple[int, int]:
    """What a duel that is over brings a player: points for kills, and for being still in.

    Rules: Scoring and Winning
    """
    survived = seat in state.operating
    return state.players[seat].kills * KILL, survived * (TIE if len(state.operating) > 1 else WIN)


def lying(state: State) -> list[int]:
    """The cards that lie in no pile and no hand: turned up, on cars, and on their way."""
    cards = [card for _, card in state.played]
    for player in state.players:
        for hit in player.hits:
            cards += (hit.card, *hit.armor)
    for threat in state.threats:
        if not threat.landed:
            cards += (threat.card, *threat.armor)
            cards += [TIRE_SHOT] * threat.tire_shot
    return cards


def gather(state: State) -> None:
    """Cards on their way when the duel was decided go to the discard pile."""
    for threat in state.threats:
        if not threat.landed:
            lay_off(state, threat)
    state.threats.clear()
    state.discard += [card for _, card in state.played]
    state.played.clear()


def conclude(context: Context[State]) -> None:
    """Whoever has points enough and most of all is an Ace; equal highest play on.

    A match also ends after a single duel if the table wants that, and when fewer than two
    players are left.

    Rules: The Next Duel; Ruling 29
    """
    state = context.state
    state.beat = "deal"
    staying = [seat for seat, player in enumerate(state.players) if not player.left]
    best = max((state.players[seat].score for seat in staying), default=0)
    leaders = [seat for seat in staying if state.players[seat].score == best]
    ace = best >= state.options.points_to_win and len(leaders) == 1
    if not (ace or state.options.single_duel or len(staying) < 2):
        return
    state.beat = state.phase = "over"
    if len(leaders) == 1:
        state.winner = leaders[0]
    if ace and not state.options.single_duel:
        context.emit(AceDeclared(leaders[0], best))
    ended = result(state)
    context.emit(MatchEnded(ended.places, ended.scores))


def result(state: State) -> Result:
    """Places by points; players who have left come after all who stayed.

    Ruling 29
    """
    scores = tuple(player.score for player in state.players)
    return Result(ranked([(player.left, -player.score) for player in state.players]), scores)
