"""Under each card of the hand: on whom it can be played, or why not now."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from games.carwars_cards import kinds
from games.carwars_cards.cards import ARMOR_LIMIT, BACK, CARDS, FRONT, SIDES, TIRE_LIMIT, Card
from games.carwars_cards.reading import (
    GEAR_WEAPON,
    JAM_WEAPON,
    NEEDS_TIRES,
    aimed_at,
    barred,
    power,
    rivals,
    weapons_on,
)
from games.carwars_cards.view import Car, CardsView, Incoming
from games.carwars_cards.words import paths
from games.carwars_cards.words.phrases import JAMMED, PROOF, WEAPON
from games.engine.ask import Ask
from games.engine.players import SEAT_LETTERS, Player
from games.engine.voice import letters, listed

LAID_ASIDE: Final = "Laid aside for the next turn change"
ALSO_ASIDE: Final = "Laid aside; or play now"
"""The same below a card that may be played at once instead."""
NEXT: Final = "Next: your own defence"
"""Below an answer whose moment comes when nobody has jammed the attack."""
KEEP: Final = {
    kinds.TIRE_SHOT: "Goes with an attack",
    kinds.SKID: "Keep: answers a maneuver",
    kinds.DEBRIS: "Keep: answers a maneuver",
    kinds.SHAKEN: "Keep: answers a ram",
    kinds.BACKFIRES: "Keep: answers an Autocannon",
    kinds.DUD_MISSILE: "Keep: answers a Missile",
    kinds.PAINT_SPRAY: "Keep: answers a hit on back",
}
"""Why a special is kept on one's own turn; the others answer an attack."""
ANSWERS: Final = ("answer", "skid_armor", "backfire_armor", "debris_swerve", "paint_swerve")


def foot(view: CardsView, ask: Ask[Any], players: Sequence[Player]) -> dict[int, tuple[str, str]]:
    """First key and "on whom" of each playable card, by place in the hand."""
    by_card: dict[int, list[Any]] = {}
    for play in paths.plays(ask):
        by_card.setdefault(play.card, []).append(play)
    aside = list(view.queued)
    out: dict[int, tuple[str, str]] = {}
    for place, card in enumerate(view.hand):
        if card not in by_card:
            continue
        words = _foot(view, CARDS[card], by_card[card])
        if card in aside:
            aside.remove(card)
            words = ALSO_ASIDE
        out[place] = (f"c{card}", words)
    return out


def _foot(view: CardsView, card: Card, options: Sequence[Any]) -> str:
    seats = sorted({play.on for play in options if play.on >= 0 and play.on != view.seat})
    on = letters(seats)
    if card.kind == "attack":
        if power(view, card) != card.damage:
            return f"Ramplate: {card.damage} doubled" if len(seats) > 2 else f"On {on}: doubled"
        return f"Play on {on}" if seats else "Play now"
    hit = view.incoming
    if card.kind == "armor" and hit is not None:
        return f"Stops {card.stop} of {hit.points}"
    if card.number == kinds.SWERVE:
        return "Costs 1 on your tires"
    if card.number == kinds.EJECTION_SEAT:
        return "Leave the duel"
    sides = sorted({play.side for play in options if play.side >= 0})
    if card.number == kinds.BOOTLEGGER and hit is not None:
        sides = [kinds.OPPOSITE[hit.side]]
    if card.number in (kinds.SPIN, kinds.BOOTLEGGER) and sides:
        return f"To {listed([SIDES[side] for side in sides], 'or')}"
    return f"Play on {on}" if seats else "Play now"


def idle(view: CardsView, ask: Ask[Any] | None) -> dict[int, str]:
    """Why a card cannot be played now, by place in the hand; playable ones are absent."""
    playable = {play.card for play in paths.plays(ask)} if ask is not None else set()
    aside = list(view.queued)
    out: dict[int, str] = {}
    for place, card in enumerate(view.hand):
        if card in playable:
            continue
        if card in aside:
            aside.remove(card)
            out[place] = LAID_ASIDE
        else:
            out[place] = _why_not(view, CARDS[card], ask.kind if ask is not None else "")
    return out


def _why_not(view: CardsView, card: Card, kind: str) -> str:
    if view.seat is None or view.cars[view.seat].status != "in":
        return "You have left the duel"
    me = view.cars[view.seat]
    if card.kind == "attack":
        return _attack(view, me, card, kind)
    hit = view.incoming
    if kind in ANSWERS and hit is not None:
        return _answer(view, me, card, kind, hit)
    if (
        view.phase == "negation"
        and hit is not None
        and hit.target == view.seat
        and not kinds.IS_ANYTIME[card.number]
    ):
        return NEXT if _will_answer(me, card, hit) else _answer(view, me, card, kind, hit)
    if card.kind == "armor":
        return f"Keep: for a hit on {SIDES[card.side]}"
    if card.number in NEEDS_TIRES and me.tire_damage >= TIRE_LIMIT:
        return "Your tires are destroyed"
    if card.number in GEAR_WEAPON or card.number in JAM_WEAPON:
        reason = _gear(view, me, card)
        if reason:
            return reason
    if kinds.IS_GEAR[card.number] and card.number in me.specials:
        return "You have one already"
    if kinds.IS_ANYTIME[card.number]:
        return "Can be laid aside" if kind != "action" else "Not at this moment"
    if kind == "maneuver" and card.number in (kinds.SKID, kinds.DEBRIS):
        return "Not against this maneuver"
    return KEEP.get(card.number, "Keep: for an attack on you")


def _gear(view: CardsView, me: Car, card: Card) -> str:
    """Why gear or a jam cannot be laid down at all."""
    if card.number in me.specials and card.number in GEAR_WEAPON:
        return "You have one already"
    if card.number in GEAR_WEAPON:
        hurt = GEAR_WEAPON[card.number] in weapons_on(me)
        return f"A {WEAPON[GEAR_WEAPON[card.number]]} has hit you" if hurt else ""
    others = rivals(view)
    if all(card.number in car.specials for car in others):
        return "All are jammed already" if len(others) > 1 else "Jammed already"
    return ""


def _attack(view: CardsView, me: Car, card: Card, kind: str) -> str:
    if kind not in ("action", "follow_up"):
        return "Keep: for your turn"
    if card.weapon in barred(view):
        return JAMMED[card.weapon]
    if card.weapon == "ramming":
        if kind == "follow_up":
            return "Not after a ram"
        if me.side_damage[FRONT] >= ARMOR_LIMIT:
            return "Front breached: no ramming"
        if me.tire_damage >= TIRE_LIMIT:
            return "No tires: no ramming"
    gear, proof = kinds.PROOF_OF[card.number], PROOF.get(card.weapon, "")
    others = rivals(view)
    immune = [car.seat for car in others if gear in car.specials]
    if kind == "follow_up":
        hit = view.incoming
        if hit is not None and hit.target in immune:
            return f"{SEAT_LETTERS[hit.target]} is {proof}"
        return "Not the side you rammed"
    if immune and len(immune) == len(others):
        return f"{letters(immune, 'and')} {'is' if len(immune) == 1 else 'are'} {proof}"
    return "Not at this moment"


def _will_answer(me: Car, card: Card, hit: Incoming) -> bool:
    """Whether a card can answer the attack once nobody has jammed it."""
    if card.kind == "armor":
        return aimed_at(hit) == card.side
    if card.number in NEEDS_TIRES and me.tire_damage >= TIRE_LIMIT:
        return False
    if card.number == kinds.SWERVE:
        return not hit.follow_up
    if card.number in (kinds.SPIN, kinds.BOOTLEGGER):
        return not hit.tire_shot
    if card.number == kinds.PAINT_SPRAY:
        return hit.side == BACK
    return card.number == kinds.SMOKESCREEN


def _answer(view: CardsView, me: Car, card: Card, kind: str, hit: Incoming) -> str:
    """Why a card is no answer to what is on its way."""
    weapon = CARDS[hit.card].weapon
    if card.kind == "armor":
        if kind == "paint_swerve":
            return "Only a Swerve helps here"
        if aimed_at(hit) < 0:
            return "No armor for tires"
        if hit.side != card.side:
            return f"The hit is on your {SIDES[hit.side]}"
        return "Nothing left to stop" if hit.stopped >= hit.points else "Not at this moment"
    if card.number in NEEDS_TIRES and me.tire_damage >= TIRE_LIMIT:
        return "Your tires are destroyed"
    if kind in ("skid_armor", "backfire_armor"):
        return "Only armor helps here"
    if kind in ("debris_swerve", "paint_swerve"):
        return "Only a Swerve helps here"
    if (
        hit.target == view.seat
        and hit.armor
        and card.number in (*NEEDS_TIRES, *GEAR_WEAPON, *WEAPON_OF)
    ):
        return "Armor is down already"
    if kinds.IS_GEAR[card.number] and card.number in me.specials:
        return "You have one already"
    if card.number in WEAPON_OF and weapon != WEAPON_OF[card.number][0]:
        return f"Not {WEAPON_OF[card.number][1]}"
    if card.number in GEAR_WEAPON and weapon in weapons_on(me):
        return f"A {WEAPON[GEAR_WEAPON[card.number]]} has hit you"
    return _maneuver(card, hit)


WEAPON_OF: Final = {
    kinds.BACKFIRES: ("autocannon", "an Autocannon"),
    kinds.DUD_MISSILE: ("missile", "a Missile"),
    kinds.FIREPROOF: ("flamethrower", "a Flamethrower"),
    kinds.LASER_REFLECTIVE: ("laser", "a Laser"),
    kinds.METAL: ("machine_gun", "a Machine Gun"),
}
"""Answers that work against one weapon only."""


def _maneuver(card: Card, hit: Incoming) -> str:
    if card.number == kinds.BACKFIRES:
        return "Only as your first answer"
    if card.number == kinds.PAINT_SPRAY:
        return "The hit is not on your back"
    if card.number == kinds.SWERVE and hit.follow_up:
        return "No Swerve after a ram"
    if card.number in (kinds.SPIN, kinds.BOOTLEGGER) and aimed_at(hit) < 0:
        return "Not against a Tire Shot"
    if card.number == kinds.WHEELGUARDS:
        return "Not aimed at your tires"
    if card.number in KEEP:
        return KEEP[card.number]
    return "Not against an attack"
