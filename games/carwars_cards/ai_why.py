"""Why a computer seat answered so, in one sentence for whoever asks: the texts of `[reason]`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from games.carwars_cards import judge, kinds
from games.carwars_cards.cards import CARDS, SIDE_NAMES, TEXTS
from games.carwars_cards.state import Duelist, State
from games.engine.players import SEAT_LETTERS

MOST: Final = 120
"""Most characters of a reason."""
WAITING: Final = frozenset((kinds.TIRE_SHOT, kinds.SKID, kinds.DEBRIS, kinds.SHAKEN))
"""Cards that need another card or another's move before they can be played."""
_REASONS: Final = TEXTS["reason"]
_POOR: Final = TEXTS["poor"]


def why(name: str, seat: int = -1, side: int = -1, points: int = 0, left: int = 0,
        card: str = "") -> str:  # fmt: skip
    """A reason: `seat` and `side` are whom and where it strikes."""
    who = SEAT_LETTERS[seat] if seat >= 0 else ""
    where = SIDE_NAMES[side] if side >= 0 else ""
    text: str = _REASONS[name]
    return text.format(who=who, side=where, points=points, left=left, card=card)


def attack(car: Duelist, side: int, points: int) -> str:
    """Why that side of that car."""
    left = car.armor[side]
    if judge.deadly(car, side, points):
        name = "deadly"
    elif not left:
        name = "reaches"
    elif points >= left:
        name = "breaches"
    else:
        name = "wears" if car.side_damage[side] else "best"
    return why(name, car.seat, side, points, left)


def discard(view: State, cards: Sequence[int]) -> str:
    """What made these cards the poorest: "Three cards of little use: weak attacks and …"."""
    uses = Counter(_POOR[_use(view, card)] for card in cards)
    head = _POOR["head"][min(len(cards), 7) - 1].format(count=len(cards))
    told = ""
    for use, _ in uses.most_common():
        longer = f"{told}, {use}" if told else use
        if len(head) + len(longer) + 1 < MOST:
            told = longer
    return f"{head} {told}."


def _use(view: State, number: int) -> str:
    """Why a card in the hand is worth little as things stand."""
    card, me = CARDS[number], view.me
    worth = judge.keep(view, number)
    if card.kind == "armor":
        if not me.armor[card.side]:
            return "driver"
        return "armor" if me.side_damage[card.side] else "whole"
    if card.kind == "attack":
        if kinds.JAM_OF[number] in me.specials:
            return "jammed"
        hits = any(judge.can_attack(view, number, car) for car in view.rivals)
        return "weak" if hits else "nobody"
    if number in kinds.NEEDS_TIRES:
        return "answers" if worth > 0 else "tires"
    if worth <= 0:
        if kinds.IS_JAM[number]:
            return "jam"
        return "late" if card.role == "gear" else "twice"
    if number == kinds.EJECTION_SEAT:
        return "way_out"
    return "waiting" if number in WAITING else "specials"
