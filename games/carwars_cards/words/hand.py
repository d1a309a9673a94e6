"""Under each card of the hand: on whom it can be played, or why not now."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from games.carwars_cards import kinds
from games.carwars_cards.answers import replies
from games.carwars_cards.anytime import places
from games.carwars_cards.cards import CARDS, FRONT, SIDES, Card
from games.carwars_cards.damage import force
from games.carwars_cards.moves import Play, plays
from games.carwars_cards.state import Duelist, State, Threat
from games.carwars_cards.words.phrases import JAMMED, PROOF, WEAPON, an
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


def foot(view: State, ask: Ask[Any], players: Sequence[Player]) -> dict[int, tuple[str, str]]:
    """First key and "on whom" of each playable card, by place in the hand."""
    by_card: dict[int, list[Any]] = {}
    for play in plays(ask):
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


def _foot(view: State, card: Card, options: Sequence[Any]) -> str:
    seats = sorted({play.on for play in options if play.on >= 0 and play.on != view.seat})
    on = letters(seats)
    if card.kind == "attack":
        if force(view.me, card.number) != card.damage:
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


def idle(view: State, ask: Ask[Any] | None) -> dict[int, str]:
    """Why a card cannot be played now, by place in the hand; playable ones are absent."""
    playable = {play.card for play in plays(ask)} if ask is not None else set()
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


def _why_not(view: State, card: Card, kind: str) -> str:
    if view.seat not in view.operating:
        return "You have left the duel"
    me = view.me
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
        return NEXT if _answers(view, card.number, hit) else _answer(view, me, card, kind, hit)
    if card.kind == "armor":
        return f"Keep: for a hit on {SIDES[card.side]}"
    if card.number in kinds.NEEDS_TIRES and not me.tires:
        return "Your tires are destroyed"
    if kinds.IS_ANYTIME[card.number]:
        aside = "Can be laid aside" if kind != "action" else "Not at this moment"
        return _unplaced(view, me, card.number) or aside
    if kind == "maneuver" and card.number in (kinds.SKID, kinds.DEBRIS):
        return "Not against this maneuver"
    return KEEP.get(card.number, "Keep: for an attack on you")


def _unplaced(view: State, me: Duelist, card: int) -> str:
    """Why gear or a jam cannot be laid down at all; empty where it can."""
    if kinds.IS_GEAR[card] and card in me.specials:
        return "You have one already"
    if kinds.WEAPON_OF_PROOF.get(card) in me.hurt_by:
        return f"A {WEAPON[kinds.WEAPON_OF_PROOF[card]]} has hit you"
    if kinds.IS_JAM[card] and not places(view, me.seat, card):
        return "All are jammed already" if len(view.rivals) > 1 else "Jammed already"
    return ""


def _attack(view: State, me: Duelist, card: Card, kind: str) -> str:
    if kind not in ("action", "follow_up"):
        return "Keep: for your turn"
    jam = kinds.JAM_OF[card.number]
    if jam in me.specials:
        return JAMMED[jam]
    if card.weapon == "ramming":
        if kind == "follow_up":
            return "Not after a ram"
        if not me.armor[FRONT]:
            return "Front breached: no ramming"
        if not me.tires:
            return "No tires: no ramming"
    gear = kinds.PROOF_OF[card.number]
    others = view.rivals
    immune = [car.seat for car in others if gear in car.specials]
    if kind == "follow_up":
        hit = view.incoming
        if hit is not None and hit.target in immune:
            return f"{SEAT_LETTERS[hit.target]} is {PROOF[gear]}"
        return "Not the side you rammed"
    if immune and len(immune) == len(others):
        return f"{letters(immune, 'and')} {'is' if len(immune) == 1 else 'are'} {PROOF[gear]}"
    return "Not at this moment"


def _answers(view: State, card: int, hit: Threat) -> bool:
    """Whether a card of the target's can answer the attack once nobody has jammed it."""
    return any(isinstance(play, Play) and play.card == card for play in replies(view, hit))


def _answer(view: State, me: Duelist, card: Card, kind: str, hit: Threat) -> str:
    """Why a card is no answer to what is on its way."""
    if card.kind == "armor":
        if kind == "paint_swerve":
            return "Only a Swerve helps here"
        if hit.aim < 0:
            return "No armor for tires"
        if hit.side != card.side:
            return f"The hit is on your {SIDES[hit.side]}"
        return "Nothing left to stop" if hit.stopped >= hit.points else "Not at this moment"
    if card.number in kinds.NEEDS_TIRES and not me.tires:
        return "Your tires are destroyed"
    if kind in ("skid_armor", "backfire_armor"):
        return "Only armor helps here"
    if kind in ("debris_swerve", "paint_swerve"):
        return "Only a Swerve helps here"
    weapon = AGAINST.get(card.number)
    if hit.target == view.seat and hit.armor and (weapon or card.number in kinds.NEEDS_TIRES):
        return "Armor is down already"
    gear = kinds.IS_GEAR[card.number]
    if weapon and weapon != kinds.WEAPON[hit.card] and not (gear and card.number in me.specials):
        return f"Not {an(WEAPON[weapon])}"
    return (gear and _unplaced(view, me, card.number)) or _maneuver(card, hit)


AGAINST: Final = {
    kinds.BACKFIRES: kinds.AUTOCANNON,
    kinds.DUD_MISSILE: kinds.MISSILE,
    **kinds.WEAPON_OF_PROOF,
}
"""Answers that work against one weapon only."""


def _maneuver(card: Card, hit: Threat) -> str:
    if card.number == kinds.BACKFIRES:
        return "Only as your first answer"
    if card.number == kinds.PAINT_SPRAY:
        return "The hit is not on your back"
    if card.number == kinds.SWERVE and hit.follow_up:
        return "No Swerve after a ram"
    if card.number in (kinds.SPIN, kinds.BOOTLEGGER) and hit.aim < 0:
        return "Not against a Tire Shot"
    if card.number == kinds.WHEELGUARDS:
        return "Not aimed at your tires"
    if card.number in KEEP:
        return KEEP[card.number]
    return "Not against an attack"
