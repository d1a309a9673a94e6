"""How a computer seat answers everything but its turns: hand, discards, searches, checks, mods."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from games.engine.ask import Ask
from games.engine.game import Decision
from games.world_auto_racing.ai_hand import Hand, gain
from games.world_auto_racing.ai_outlook import Outlook
from games.world_auto_racing.ai_plays import lose, play
from games.world_auto_racing.ai_why import WHY
from games.world_auto_racing.kinds import KINDS
from games.world_auto_racing.moves import (
    Accept,
    Decline,
    Discard,
    Fetch,
    Keep,
    Lose,
    Redraw,
    Take,
)
from games.world_auto_racing.race import Race

SAMPLES: Final = 24
"""First hands dealt in the mind to learn what the garage gives on average."""
CLEARLY: Final = 0.4
"""How much better a change must be than none."""


def car(view: Race, ask: Ask[Any], whim: random.Random) -> Decision:
    """Any free car: over many races each is driven as often as the others."""
    takes = [option for option in ask.options if isinstance(option, Take)]
    return Decision(takes[whim.randrange(len(takes))] if takes else ask.default, WHY["car"])


def mulligan(view: Race, ask: Ask[Any], whim: random.Random) -> Decision:
    """Redraw a hand that is worth less than five cards of the garage are on average."""
    hand = Hand(Outlook(view), view.hand)
    mine = first_hand(hand, view.hand)
    pool, count = view.own_garage(hand.outlook.seat), len(view.hand)
    dealt = [first_hand(hand, whim.sample(pool, count)) for _ in range(SAMPLES)]
    if mine < sum(dealt) / len(dealt):
        return Decision(Redraw(), WHY["redrawn"])
    return Decision(Keep(), WHY["kept"])


def first_hand(hand: Hand, cards: Sequence[int]) -> float:
    """What a first hand is worth: of each type that is played once a round, the best card counts
    whole, the others for later rounds; a higher stage counts with its lower one only."""
    worths: dict[str, list[float]] = {}
    lines = {(KINDS[card].line, KINDS[card].stage) for card in cards}
    for number in cards:
        card = KINDS[number]
        worth = hand.keep(number)
        if card.stage > 1:
            below = all((card.line, stage) in lines for stage in range(1, card.stage))
            worth = 4.0 if below else 0.0
        worths.setdefault(card.type, []).append(worth)
    total = 0.0
    for kind, values in worths.items():
        values.sort(reverse=True)
        part = 1.0 if kind == "control" else {"mod": 0.8}.get(kind, 0.3)
        total += sum(value * part**place for place, value in enumerate(values))
    return total


def discard(view: Race, ask: Ask[Any], whim: random.Random) -> Decision:
    """The card that is worth least to keep."""
    hand = Hand(Outlook(view), view.hand)
    cards = [option.card for option in ask.options if isinstance(option, Discard)]
    return Decision(Discard(hand.poorest(cards)), WHY["discard"])


def scrap(view: Race, ask: Ask[Any], whim: random.Random) -> Decision:
    """A card that is worth less than the one drawn in its place; nothing from a full hand."""
    hand = Hand(Outlook(view), view.hand)
    cards = [option.card for option in ask.options if isinstance(option, Discard)]
    if cards:
        worst = hand.poorest(cards)
        if hand.refill(len(view.hand)) > hand.keep(worst) + CLEARLY / 2 and len(view.hand) < 5:
            return Decision(Discard(worst), WHY["scrap"])
    return Decision(Decline(), WHY["scrap_kept"])


def give_up(view: Race, ask: Ask[Any], whim: random.Random) -> Decision:
    """The mod whose loss costs least."""
    outlook = Outlook(view)
    cards = [option.card for option in ask.options if isinstance(option, Lose)]
    worth = {card: outlook.worth(lose(outlook.road, outlook.seat, card)) for card in cards}
    return Decision(Lose(max(cards, key=lambda card: worth[card])), WHY["lose"])


def fetch(view: Race, ask: Ask[Any], whim: random.Random) -> Decision:
    """The card that helps most: at once where its type may still be played, or later."""
    outlook = Outlook(view)
    cards = [option.card for option in ask.options if isinstance(option, Fetch)]
    if not cards:
        return Decision(ask.options[0], WHY["nothing"])
    hand = Hand(outlook, (*view.hand, *cards))
    hand.cards = view.hand
    spent = view.spent(outlook.seat)

    def worth(number: int) -> float:
        later = hand.keep(number)
        if KINDS[number].type in spent or view.phase != "action":
            return later
        return max(later, gain(outlook, outlook.road, number))

    return Decision(Fetch(max(cards, key=worth)), WHY["fetch"])


def check(view: Race, ask: Ask[Any], whim: random.Random) -> Decision:
    """Use an optional check that does more good than harm."""
    outlook = Outlook(view)
    if _serves(outlook):
        return Decision(Accept(), WHY["accept"])
    return Decision(Decline(), WHY["decline"])


def _serves(outlook: Outlook) -> bool:
    view = outlook.view
    checks = KINDS[view.checking].checks if view.checking >= 0 else ()
    deeds = [deed for check in checks for deed in check.deeds]
    if any(deed.op == "cancel" for deed in deeds):
        return _harms(outlook)
    if not any(deed.op == "discard" and deed.who == "self" for deed in deeds):
        return True
    if not view.hand:
        return False
    hand = Hand(outlook, view.hand)
    lost = hand.keep(hand.poorest(view.hand))
    won = outlook.fresh
    for deed in deeds:
        if deed.op == "retrieve":
            junk = view.drivers[outlook.seat].junkyard
            worths = [hand.keep(card) for card in set(junk) if KINDS[card].type in deed.types]
            won = max(worths, default=0.0)
    return won > lost + CLEARLY


def _harms(outlook: Outlook) -> bool:
    """Whether the card being played would leave the driver worse off."""
    playing = outlook.view.playing
    if playing is None or playing.seat == outlook.seat:
        return False
    # Without the check itself: it would stop the card in the mind as well.
    without = outlook.road.copy()
    racer = without.own(outlook.seat)
    racer.teams = [card for card in racer.teams if card != outlook.view.checking]
    without.forget()
    after = play(without, playing.seat, playing.card, playing.on)
    return outlook.worth(after) < outlook.worth(without) - 0.1


def peek(view: Race, ask: Ask[Any], whim: random.Random) -> Decision:
    """Junk the top card of the garage when a card drawn blindly would be worth more."""
    outlook = Outlook(view)
    hand = Hand(outlook, view.hand)
    average = _average(hand)
    if view.found and hand.keep(view.found[0]) < average - CLEARLY:
        return Decision(Accept(), WHY["junk_top"])
    return Decision(Decline(), WHY["keep_top"])


def _average(hand: Hand) -> float:
    """What a card of the garage is worth on average, by what has been seen of it."""
    cards = {card: count for card, count in hand.outlook.promise.left.items() if count > 0}
    whole = sum(cards.values())
    if not whole:
        return 0.0
    return sum(hand.keep(card) * count for card, count in cards.items()) / whole


CHOICES: Final[Mapping[str, Callable[[Race, Ask[Any], random.Random], Decision]]] = {
    "car": car,
    "mulligan": mulligan,
    "discard": discard,
    "scrap": scrap,
    "lose": give_up,
    "fetch": fetch,
    "check": check,
    "peek": peek,
}
"""How each kind of question is answered, turns apart."""
