"""The computer seats: `easy` plays by a sensible whim, `normal` plans each round."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeAlias

from games.engine.ask import Ask
from games.engine.game import ComputerSeat, Decision, Seeing
from games.world_auto_racing import ai_turn
from games.world_auto_racing.ai_mind import STEADY, WHY, Answered, Mind, Temper
from games.world_auto_racing.ai_outlook import Hand, gain
from games.world_auto_racing.ai_road import after, lose, road_of
from games.world_auto_racing.kinds import KINDS
from games.world_auto_racing.moves import (
    Accept,
    Decline,
    Discard,
    Fetch,
    Keep,
    Lose,
    Play,
    Redraw,
    Take,
    Use,
)

SAMPLES: Final = 24
"""First hands dealt in the mind to learn what the garage gives on average."""
CLEARLY: Final = 0.4
"""How much better a change must be than none."""
STOPS: Final = 0.12
"""How often `easy` passes though it could do something."""
Decide: TypeAlias = Callable[[Mind], Answered]

# -- normal: everything but its turns


def car(mind: Mind) -> Answered:
    """Any free car: over many races each is driven as often as the others."""
    takes = [option for option in mind.ask.options if isinstance(option, Take)]
    return mind.rng.choice(takes) if takes else mind.ask.default, "car"


def mulligan(mind: Mind) -> Answered:
    """Redraw a hand that is worth less than five cards of the garage are on average."""
    hand, held = mind.hand, mind.view.hand
    mine, pool = first_hand(hand, held), mind.view.own_garage(hand.outlook.seat)
    dealt = [first_hand(hand, mind.rng.sample(pool, len(held))) for _ in range(SAMPLES)]
    return (Redraw(), "redrawn") if mine < sum(dealt) / len(dealt) else (Keep(), "kept")


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
        part = {"control": 1.0, "mod": 0.8}.get(kind, 0.3)
        total += sum(value * part**place for place, value in enumerate(values))
    return total


def discard(mind: Mind) -> Answered:
    """The card that is worth least to keep."""
    return Discard(mind.hand.poorest(mind.cards(Discard))), "discard"


def scrap(mind: Mind) -> Answered:
    """A card that is worth less than the one drawn in its place; nothing from a full hand."""
    hand, cards, held = mind.hand, mind.cards(Discard), len(mind.view.hand)
    if cards and held < 5:
        worst = hand.poorest(cards)
        if hand.refill(held) > hand.keep(worst) + CLEARLY / 2:
            return Discard(worst), "scrap"
    return Decline(), "scrap_kept"


def give_up(mind: Mind) -> Answered:
    """The mod whose loss costs least."""
    outlook = mind.outlook

    def worth(card: int) -> float:
        return outlook.worth(lose(outlook.road, outlook.seat, card))

    return Lose(max(mind.cards(Lose), key=worth)), "lose"


def fetch(mind: Mind) -> Answered:
    """The card that helps most: at once where its type may still be played, or later."""
    view, outlook, cards = mind.view, mind.outlook, mind.cards(Fetch)
    if not cards:
        return mind.ask.options[0], "nothing"
    spent = view.spent(outlook.seat)

    def worth(number: int) -> float:
        later = mind.hand.keep(number)
        if KINDS[number].type in spent or view.phase != "action":
            return later
        return max(later, gain(outlook, outlook.road, number))

    return Fetch(max(cards, key=worth)), "fetch"


def check(mind: Mind) -> Answered:
    """Use an optional check that does more good than harm."""
    return (Accept(), "accept") if _serves(mind) else (Decline(), "decline")


def _serves(mind: Mind) -> bool:
    view, hand = mind.view, mind.hand
    checks = KINDS[view.checking].checks if view.checking >= 0 else ()
    deeds = [deed for check in checks for deed in check.deeds]
    if any(deed.op == "cancel" for deed in deeds):
        return _harms(mind)
    if not any(deed.op == "discard" and deed.who == "self" for deed in deeds):
        return True
    if not view.hand:
        return False
    lost, won = hand.keep(hand.poorest(view.hand)), mind.outlook.fresh
    for deed in deeds:
        if deed.op == "retrieve":
            junk = view.drivers[mind.outlook.seat].junkyard
            worths = [hand.keep(card) for card in set(junk) if KINDS[card].type in deed.type]
            won = max(worths, default=0.0)
    return won > lost + CLEARLY


def _harms(mind: Mind) -> bool:
    """Whether the card being played would leave the driver worse off."""
    view, outlook = mind.view, mind.outlook
    playing = view.playing
    if playing is None or playing.seat == outlook.seat:
        return False
    # Without the check itself: it would stop the card in the mind as well.
    without = outlook.road.copy()
    racer = without.own(outlook.seat)
    racer.teams = [card for card in racer.teams if card != view.checking]
    without.forget()
    then = after(without, playing.seat, Play(playing.card, playing.on))
    return outlook.worth(then) < outlook.worth(without) - 0.1


def peek(mind: Mind) -> Answered:
    """Junk the top card of the garage when a card drawn blindly, by what has been seen of the
    garage, would be worth more."""
    hand, left = mind.hand, mind.outlook.promise.left
    cards = {card: count for card, count in left.items() if count > 0}
    average = sum(hand.keep(card) * n for card, n in cards.items()) / (sum(cards.values()) or 1)
    if mind.view.found and hand.keep(mind.view.found[0]) < average - CLEARLY:
        return Accept(), "junk_top"
    return Decline(), "keep_top"


NORMAL: Final[Mapping[str, Decide]] = {
    "action": ai_turn.action,
    "car": car,
    "mulligan": mulligan,
    "discard": discard,
    "scrap": scrap,
    "lose": give_up,
    "fetch": fetch,
    "check": check,
    "peek": peek,
}
"""How `normal` answers each kind of question: what each step would give, now and later."""

# -- easy: what helps at once is good enough, and it often stops too soon


def any_action(mind: Mind) -> Answered:
    """Any play that does not lower the own progress of this round, or now and then a pass. No mod
    is given up without need."""
    seat, options = mind.view.seat, mind.ask.options
    assert seat is not None
    road = road_of(mind.view)
    fits = {o.card for o in options if isinstance(o, Play) and o.replace < 0}
    sound = [
        option
        for option in options
        if isinstance(option, Play | Use)
        and not (isinstance(option, Play) and option.replace >= 0 and option.card in fits)
        and after(road, seat, option).pace(seat) >= road.pace(seat)
    ]
    if not sound or (mind.passing in options and mind.rng.random() < STOPS):
        return mind.passing, "passed"
    return mind.rng.choice(sound), "picked"


def any_choice(mind: Mind) -> Answered:
    """Anything but a turn: by whim, but no hand is shuffled back, and the smallest card goes."""
    options = mind.ask.options
    keep = next((option for option in options if isinstance(option, Keep | Decline)), None)
    if keep is not None:
        if mind.ask.kind == "check" and mind.rng.random() < 0.5:
            return Accept(), "accept"
        return keep, "chosen"
    if cheap := mind.cards(Discard):
        return Discard(min(cheap, key=lambda card: KINDS[card].points)), "discard"
    return mind.rng.choice(options) if options else mind.ask.default, "chosen"


EASY: Final[Mapping[str, Decide]] = {
    **dict.fromkeys(NORMAL, any_choice),
    "action": any_action,
    "car": car,
}


def _seat(answers: Mapping[str, Decide], temper: Temper = STEADY) -> Seeing:
    """A computer seat by how it answers each kind of question."""

    def answer(view: Any, ask: Ask[Any], rng: random.Random) -> Decision:
        value, why = answers[ask.kind](Mind(view, ask, rng, temper))
        return Decision(value, WHY.get(why, why))

    return Seeing(answer)


COMPUTERS: Final[Mapping[str, ComputerSeat]] = {"easy": _seat(EASY), "normal": _seat(NORMAL)}
"""The computer seats by level."""
TEMPERS: Final[Mapping[str, ComputerSeat]] = {
    "racer": _seat(NORMAL, Temper(spite=0.3)),
    "careful": _seat(NORMAL, Temper(thrift=1.2)),
    "bold": _seat(NORMAL, Temper(thrift=0.2)),
    "hunter": _seat(NORMAL, Temper(spite=2.2)),
}
