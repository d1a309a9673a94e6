"""Why a card of the hand cannot be played now, by the name of its text."""

from __future__ import annotations

from typing import Any, Final

from games.carwars_cards import kinds
from games.carwars_cards.answers import bar
from games.carwars_cards.anytime import places, unfit
from games.carwars_cards.attack import unusable
from games.carwars_cards.cards import CARDS, Card
from games.carwars_cards.state import State, Threat
from games.engine.ask import Ask

_AFTER: Final = {
    "skid_armor": "armor_only",
    "backfire_armor": "armor_only",
    "debris_swerve": "swerve_only",
    "paint_swerve": "swerve_only",
}
"""The one help against what an answer has brought, by kind of question."""


def why_not(view: State, number: int, ask: Ask[Any] | None) -> str:
    """Why who looks could not play a card, though no option plays it."""
    card, hit, kind = CARDS[number], view.incoming, ask.kind if ask is not None else ""
    anytime, unfitting = number in kinds.ANYTIME, "keep" if card.keep else "attack"
    if view.seat not in view.operating:
        return "left"
    if card.kind == "attack":
        return _attack(view, card, kind)
    if hit is not None and (kind == "answer" or kind in _AFTER):
        return _answer(view, card, kind, hit) or unfitting
    if card.kind == "armor":
        return "keep_armor"
    if number in kinds.NEEDS_TIRES and not view.me.tires:
        return "tires"
    if anytime:
        if kinds.IS_JAM[number] and not places(view, view.me.seat, number):
            return "all_jammed" if len(view.rivals) > 1 else "jammed"
        return unfit(view.me, number) or ("queue" if kind != "action" else "moment")
    if kind == "maneuver" and number in (kinds.SKID, kinds.DEBRIS):
        return "maneuver"
    return "keep" if card.keep else "keep_attack"


def _attack(view: State, card: Card, kind: str) -> str:
    """Why an Attack card cannot be played."""
    gear, hit = kinds.PROOF_OF[card.number], view.incoming
    if kind not in ("action", "follow_up"):
        return "keep_turn"
    if kind == "follow_up" and card.number in kinds.RAMS:
        return "after_ram"
    if why := unusable(view.me, card.number):
        return why
    if kind == "follow_up":
        guarded = hit is not None and gear in view.players[hit.target].specials
        return "immune" if guarded else "not_rammed"
    return "immune" if all(gear in car.specials for car in view.rivals) else "moment"


def _answer(view: State, card: Card, kind: str, hit: Threat) -> str:
    """Why a card is no answer to what is on its way; empty where nothing bars it."""
    if card.kind == "armor" and kind != "paint_swerve":
        return "on_tires" if hit.aim < 0 else "other_side" if hit.side != card.side else ""
    why = bar(hit, view.me, card.number)
    return why if why == "tires" or kind not in _AFTER else _AFTER[kind]
