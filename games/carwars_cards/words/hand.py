"""Why a card of the hand cannot be played now, by the name of its text."""

from __future__ import annotations

from typing import Any, Final

from games.carwars_cards import kinds
from games.carwars_cards.answers import replies
from games.carwars_cards.anytime import places
from games.carwars_cards.cards import CARDS, FRONT, Card
from games.carwars_cards.moves import Play
from games.carwars_cards.state import Duelist, State, Threat
from games.engine.ask import Ask

_AFTER: Final = {
    "skid_armor": "armor_only",
    "backfire_armor": "armor_only",
    "debris_swerve": "swerve_only",
    "paint_swerve": "swerve_only",
}
"""The one help against what an answer has brought, by kind of question."""
_WEAPON: Final = {
    kinds.BACKFIRES: kinds.AUTOCANNON,
    kinds.DUD_MISSILE: kinds.MISSILE,
    **kinds.WEAPON_OF_PROOF,
}


def why_not(view: State, number: int, ask: Ask[Any] | None) -> str:
    """Why who looks could not play a card, though no option plays it."""
    me, card, hit = view.me, CARDS[number], view.incoming
    kind = ask.kind if ask is not None else ""
    if view.seat not in view.operating:
        return "left"
    if card.kind == "attack":
        return _attack(view, me, card, kind)
    if hit is not None and (kind == "answer" or kind in _AFTER):
        return _answer(view, me, card, kind, hit)
    anytime = kinds.IS_ANYTIME[number]
    if view.phase == "negation" and hit is not None and hit.target == view.seat and not anytime:
        own = any(isinstance(play, Play) and play.card == number for play in replies(view, hit))
        return "next" if own else _answer(view, me, card, kind, hit)
    if card.kind == "armor":
        return "keep_armor"
    if number in kinds.NEEDS_TIRES and not me.tires:
        return "tires"
    if anytime:
        return _unplaced(view, me, number) or ("queue" if kind != "action" else "moment")
    if kind == "maneuver" and number in (kinds.SKID, kinds.DEBRIS):
        return "maneuver"
    return "keep" if card.keep else "keep_attack"


def _unplaced(view: State, me: Duelist, card: int) -> str:
    """Why gear or a jam cannot be laid down at all; empty where it can."""
    if kinds.IS_GEAR[card] and card in me.specials:
        return "have"
    if kinds.WEAPON_OF_PROOF.get(card) in me.hurt_by:
        return "hurt"
    if kinds.IS_JAM[card] and not places(view, me.seat, card):
        return "all_jammed" if len(view.rivals) > 1 else "jammed"
    return ""


def _attack(view: State, me: Duelist, card: Card, kind: str) -> str:
    if kind not in ("action", "follow_up"):
        return "keep_turn"
    if kinds.JAM_OF[card.number] in me.specials:
        return "jam"
    if card.weapon == "ramming":
        if kind == "follow_up":
            return "after_ram"
        if not me.armor[FRONT]:
            return "front"
        if not me.tires:
            return "no_tires"
    gear, hit = kinds.PROOF_OF[card.number], view.incoming
    if kind == "follow_up":
        guarded = hit is not None and gear in view.players[hit.target].specials
        return "immune" if guarded else "not_rammed"
    return "immune" if all(gear in car.specials for car in view.rivals) else "moment"


def _answer(view: State, me: Duelist, card: Card, kind: str, hit: Threat) -> str:
    """Why a card is no answer to what is on its way."""
    number = card.number
    if card.kind == "armor":
        if kind == "paint_swerve":
            return "swerve_only"
        if hit.aim < 0:
            return "on_tires"
        if hit.side != card.side:
            return "other_side"
        return "nothing_left" if hit.stopped >= hit.points else "moment"
    if number in kinds.NEEDS_TIRES and not me.tires:
        return "tires"
    if kind in _AFTER:
        return _AFTER[kind]
    alone = number in _WEAPON
    if hit.target == view.seat and hit.armor and (alone or number in kinds.NEEDS_TIRES):
        return "armor_down"
    gear = kinds.IS_GEAR[number]
    other = alone and _WEAPON[number] != kinds.WEAPON[hit.card]
    if other and not (gear and number in me.specials):
        return "weapon"
    return (gear and _unplaced(view, me, number)) or _maneuver(card, hit)


_OTHERS: Final = {
    kinds.BACKFIRES: "first",
    kinds.PAINT_SPRAY: "not_back",
    kinds.WHEELGUARDS: "not_tires",
}


def _maneuver(card: Card, hit: Threat) -> str:
    if card.number == kinds.SWERVE and hit.follow_up:
        return "no_swerve"
    if card.number in (kinds.SPIN, kinds.BOOTLEGGER) and hit.aim < 0:
        return "tire_shot"
    return _OTHERS.get(card.number) or ("keep" if card.keep else "attack")
