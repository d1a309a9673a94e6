"""Why a computer seat attacked or discarded so, in one sentence for whoever asks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.carwars_cards import judge, kinds
from games.carwars_cards.cards import ARMOR_LIMIT, CARDS, SIDES
from games.carwars_cards.state import Duelist, State
from games.engine.players import SEAT_LETTERS

MOST: Final = 120
"""Most characters of a reason."""
COUNTS: Final = ("No", "One", "Two", "Three", "Four", "Five", "Six")
WAITING: Final = frozenset((kinds.TIRE_SHOT, kinds.SKID, kinds.DEBRIS, kinds.SHAKEN))
"""Cards that need another card or another's move before they can be played."""


def attack(car: Duelist, side: int, points: int) -> str:
    """Why that side of that car."""
    where = f"{SEAT_LETTERS[car.seat]}'s {SIDES[side]}"
    left = car.armor[side]
    if judge.deadly(car, side, points):
        return f"{where} is breached; {points} damage can put the driver out."
    if not left:
        return f"{where} is breached; {points} damage reaches the driver."
    if points >= left:
        return f"{where} has {left} armor left; {points} damage can breach it."
    if car.side_damage[side]:
        return f"{where} is down to {left} of {ARMOR_LIMIT}; {points} more wear it down."
    return f"{points} damage on {where}, still whole, was the best its hand could do."


def discard(view: State, cards: Sequence[int]) -> str:
    """What made these cards the poorest: "Three cards of little use: weak attacks and …"."""
    uses: dict[str, int] = {}
    for card in cards:
        use = _use(view, card)
        uses[use] = uses.get(use, 0) + 1
    many = COUNTS[len(cards)] if len(cards) < len(COUNTS) else str(len(cards))
    head = f"{many} {'card' if len(cards) == 1 else 'cards'} of little use now: "
    told = ""
    for use in sorted(uses, key=lambda use: -uses[use]):
        longer = f"{told}, {use}" if told else use
        if len(head) + len(longer) < MOST:
            told = longer
    return f"{head}{told}."


def _use(view: State, number: int) -> str:
    """Why a card in the hand is worth little as things stand."""
    card, me = CARDS[number], view.me
    if card.kind == "armor":
        if not me.armor[card.side]:
            return "armor it could spare for the driver"
        hurt = me.side_damage[card.side]
        return "armor it could spare" if hurt else "armor for sides still whole"
    if card.kind == "attack":
        if kinds.JAM_OF[number] in me.specials:
            return "weapons that are jammed"
        if not any(judge.can_attack(view, number, car) for car in view.rivals):
            return "attacks nobody can be hit with"
        return "the weaker attacks"
    if number in kinds.NEEDS_TIRES:
        whole = judge.keep(view, number) > 0
        return "answers it could spare" if whole else "dodges that need tires"
    if judge.keep(view, number) <= 0:
        if kinds.IS_JAM[number]:
            return "no target for the jam"
        return (
            "gear that comes too late" if number in kinds.WEAPON_OF_PROOF else "gear it has already"
        )
    if number == kinds.EJECTION_SEAT:
        return "a way out not needed yet"
    return "cards that wait for another" if number in WAITING else "specials it could spare"
