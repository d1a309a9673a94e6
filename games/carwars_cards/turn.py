"""One turn: skip, escape, draw, one action, and the announcement of an escape."""

from __future__ import annotations

from typing import Final

from games.carwars_cards.anytime import checkpoint, place, plays
from games.carwars_cards.attack import attack, attacks
from games.carwars_cards.damage import DuelOver, clockwise, leave, take
from games.carwars_cards.events import (
    CardsDrawn,
    CardsRanOut,
    Discarded,
    Escaped,
    EscapeDeclared,
    EscapeLapsed,
    HandDrawn,
    Reshuffled,
    TurnBegan,
    TurnLost,
    Unjammed,
)
from games.carwars_cards.kinds import DECLARE, IS_JAM, PASS, WEAPON
from games.carwars_cards.moves import Declare, Discard, Play
from games.carwars_cards.state import ESCAPED, State
from games.engine.ask import Ask, Combination, Step, asks_once, choose
from games.engine.table import Context

HAND: Final = 6
"""Cards a hand is filled up to at the beginning of a turn."""


def turn(context: Context[State]) -> None:
    """The turn passes on: orders are carried out, then the next operating car's turn begins.

    Rules: Drawing and Playing
    """
    state = context.state
    for player in state.players:
        if player.queued or player.quitting:
            checkpoint(context)
            break
    seat = clockwise(state, state.active + (state.turn > 0))[0]
    state.active = seat
    state.turn += 1
    context.emit(TurnBegan(seat, state.turn))
    begin(context, seat)


def begin(context: Context[State], seat: int) -> None:
    """The beginning of a turn: it may be lost, or used to escape; else the hand is filled up.

    Rules: Escaping; Rules: Drawing and Playing; Ruling 10; Ruling 46
    """
    state = context.state
    player = state.players[seat]
    if player.skip_turns:
        player.skip_turns -= 1
        context.emit(TurnLost(seat, player.skip_turns))
        return
    if player.escaping:
        if player.tires:
            context.emit(Escaped(seat))
            leave(context, seat, ESCAPED)
            return
        player.escaping = False
        context.emit(EscapeLapsed(seat))
    draw(context, seat, HAND - len(player.hand))
    state.beat = state.phase = "action"


def draw(context: Context[State], seat: int, count: int) -> None:
    """Draw cards from the top. The first time the pile runs out, the discard pile is reshuffled.

    The second time nothing is reshuffled: once a card must be drawn and there is none, the duel
    is a tie of all who are in, which raises `DuelOver`.

    Rules: Reshuffling; Ruling 15
    """
    state = context.state
    if count <= 0:
        return
    drawn = _from_top(state.draw, count)
    missing = count - len(drawn)
    if missing and state.discard and not state.reshuffled:
        reshuffle(context)
        drawn += _from_top(state.draw, missing)
        missing = count - len(drawn)
    if drawn:
        state.players[seat].hand += drawn
        context.emit(HandDrawn(seat, len(drawn)))
        context.emit(CardsDrawn(seat, tuple(drawn)), seat)
    if missing:
        state.tied = True
        context.emit(CardsRanOut(tuple(state.operating)))
        raise DuelOver


def _from_top(pile: list[int], count: int) -> list[int]:
    """Up to `count` cards, at least one, off the top of a pile."""
    cards = pile[: -count - 1 : -1]
    del pile[-count:]
    return cards


def reshuffle(context: Context[State]) -> None:
    """The discard pile becomes the draw pile, once in a duel.

    Rules: Reshuffling
    """
    state = context.state
    cards = sorted(state.discard)
    state.draw = context.chance.shuffled(cards, f"duel {state.duel} reshuffle")
    state.discard.clear()
    state.reshuffled = True
    context.emit(Reshuffled(len(cards)))


# -- the action


@asks_once
def action(context: Context[State]) -> Step[None]:
    """One action: attack, play a special, or discard. There is no pass.

    An Ejection Seat is played on top of that, at any time. Cards that only answer others are no
    action; their moments may come in one's own turn too.

    Rules: Drawing and Playing; Ruling 20; Ruling 23; Ruling 42
    """
    state = context.state
    # Tables that were stored by older rules may stand here in the phase before.
    state.phase = "action"
    seat = state.active
    hand = state.players[seat].hand
    cards = Combination("discard", tuple(hand), Discard)
    options = [*attacks(state, seat), *plays(state, seat)]
    newest = Discard((hand[-1],))
    ask = Ask(seat, "action", options, newest, "Rules: Drawing and Playing", cards)
    yield (ask,)
    choice: Play | Discard = ask.given
    if isinstance(choice, Discard):
        discard(context, seat, choice.cards)
    else:
        try:
            if WEAPON[choice.card]:
                context.keep()
                yield from attack(context, seat, choice)
            else:
                take(state, seat, choice.card)
                place(context, seat, choice.card, choice.on)
        except DuelOver:
            state.beat = "score"
            return
    state.threats.clear()
    end(state)


def discard(context: Context[State], seat: int, cards: tuple[int, ...]) -> None:
    """Discard one or more cards, in the catalog's order; the whole hand clears jams and overheats.

    Rules: Discard; Rules: Machine Gun Jams and Laser Overheats; Ruling 38; Ruling 40
    """
    state = context.state
    player = state.players[seat]
    cards = tuple(sorted(cards))
    for card in cards:
        take(state, seat, card)
        state.discard.append(card)
    context.emit(Discarded(seat, cards))
    if player.hand or not (jams := player.jams):
        return
    player.specials = [card for card in player.specials if not IS_JAM[card]]
    state.discard += jams
    context.emit(Unjammed(seat, tuple(jams)))


# -- escaping


def end(state: State) -> None:
    """The end of a turn: whoever has ordered it is asked for an escape, whatever the action was.

    Rules: Escaping; Ruling 11; Ruling 38; Ruling 51
    """
    player = state.players[state.active]
    asked = player.leaving and player.tires and state.active in state.operating
    state.beat = "escape" if asked else "turn"


def escape(context: Context[State]) -> Step[None]:
    """An escape may be announced.

    Rules: Escaping; Ruling 51
    """
    state = context.state
    state.phase = "escape"
    seat = state.active
    choice = yield from choose(Ask(seat, "escape", (PASS, DECLARE), PASS, "Rules: Escaping"))
    if isinstance(choice, Declare):
        state.players[seat].escaping = True
        context.emit(EscapeDeclared(seat))
    state.beat = "turn"
