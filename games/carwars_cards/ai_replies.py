"""How a computer seat weighs its replies: to hits on its car, and in windows on others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from games.carwars_cards import judge, kinds
from games.carwars_cards.ai_turn import ESCAPER
from games.carwars_cards.ai_why import why
from games.carwars_cards.cards import CARDS, DRIVER_LIMIT
from games.carwars_cards.moves import Pass, Play, plays
from games.carwars_cards.state import Duelist, State, Threat
from games.engine.ask import Ask

DEBRIS: Final = CARDS[kinds.DEBRIS]
SKID: Final = CARDS[kinds.SKID]


# -- answers to a hit on the own car


def answer(view: State, ask: Ask[Any]) -> list[judge.Scored]:
    """Every way to meet the hit, by what it would cost in the end."""
    hit, me = view.incoming, view.me
    assert hit is not None
    left = hit.net
    side = hit.aim
    options = plays(ask)
    choices: list[judge.Scored] = [(-judge.hurt(me, side, left), Pass(), _why_take(me, side, left))]
    plan = _armor(view, options, me, side, left)
    if plan is not None:
        choices.append(plan)
    for play in options:
        card = CARDS[play.card]
        if card.kind != "armor" and card.number != kinds.EJECTION_SEAT:
            choices.append(_special_answer(view, hit, me, play))
    least = max(choice[0] for choice in choices)
    for play in options:
        if play.card == kinds.EJECTION_SEAT and least <= -_death(me):
            choices.append((least + 1.0, play, why("eject")))
    return choices


def _death(me: Duelist) -> float:
    """The least harm a hit does that puts the driver out."""
    return judge.DRIVER[DRIVER_LIMIT] - judge.DRIVER[min(me.driver_damage, DRIVER_LIMIT)] - 0.5


def _armor(
    view: State, plays: Sequence[Play], me: Duelist, side: int, left: int
) -> judge.Scored | None:
    """The first card of the cheapest armor against the hit, when armor is worth it."""
    if side < 0:
        return None
    allowed = {play.card: play for play in plays if CARDS[play.card].kind == "armor"}
    held = [card for card in view.hand if card in allowed]
    cost, cards = judge.armor_plan(me, side, left, held)
    if not cards:
        return None
    first = max(cards, key=lambda card: CARDS[card].stop)
    # Not a word of the armor that is to follow: it is still in the hand.
    stopped = min(left, CARDS[first].stop)
    return -cost, allowed[first], why("armor", side=side, points=stopped, left=left)


def _why_take(me: Duelist, side: int, left: int) -> str:
    if not left:
        return why("harmless")
    if side < 0:
        return why("bears_tires")
    if not me.armor[side]:
        return why("no_better")
    if left >= me.armor[side]:
        return why("price", side=side)
    return why("bears", side=side, left=left)


ENDERS: Final[Mapping[int, tuple[float, str]]] = {
    kinds.FIREPROOF: (-1.5, "gear"),
    kinds.LASER_REFLECTIVE: (-1.5, "gear"),
    kinds.METAL: (-1.5, "gear"),
    kinds.WHEELGUARDS: (-0.5, "guards"),
    kinds.DUD_MISSILE: (0.2, "dud"),
    kinds.SMOKESCREEN: (0.9, "smoke"),
    kinds.PAINT_SPRAY: (-3.0, "paint"),
}
"""What an answer costs that ends the attack; less than nothing when it does more than that."""


def _special_answer(view: State, hit: Threat, me: Duelist, play: Play) -> judge.Scored:
    card = CARDS[play.card]
    if card.number in ENDERS:
        cost, name = ENDERS[card.number]
        return -cost, play, why(name)
    if card.number == kinds.SWERVE:
        tires = judge.hurt(me, -1, 1)
        return -(1.2 + tires), play, why("miss")
    if card.number == kinds.BACKFIRES:
        attacker = view.players[hit.source]
        back = judge.hurt(attacker, hit.side, hit.points)
        return 0.7 * back - 0.2, play, why("backfire")
    if card.number in (kinds.SPIN, kinds.BOOTLEGGER):
        return _shift(view, hit, me, play)
    return -9.0, play, why("try")


def _shift(view: State, hit: Threat, me: Duelist, play: Play) -> judge.Scored:
    """Turn the car: the harm on the new side, with the armor held for it."""
    side = play.side if play.side >= 0 else kinds.OPPOSITE[hit.side]
    held = [card for card in view.hand if CARDS[card].kind == "armor" and CARDS[card].side == side]
    cost, _ = judge.armor_plan(me, side, hit.net, held)
    price = 0.6 if play.card == kinds.SPIN else 0.8
    return -(cost + price), play, why("shift", side=side)


def tire_answer(view: State, ask: Ask[Any]) -> list[judge.Scored]:
    """Debris on the own tires: a Swerve saves one point of two, Wheelguards both."""
    me = view.me
    bare = judge.hurt(me, -1, DEBRIS.tire_damage)
    choices: list[judge.Scored] = [(-bare, Pass(), why("bears_tires"))]
    for play in plays(ask):
        if play.card == kinds.SWERVE:
            cost = judge.hurt(me, -1, 1) + 1.5
            choices.append((-cost, play, why("debris")))
        elif play.card == kinds.WHEELGUARDS:
            choices.append((0.5, play, why("guard")))
    return choices


def paint(view: State, ask: Ask[Any]) -> list[judge.Scored]:
    """A Swerve against paint saves the hand and a turn."""
    me = view.me
    choices: list[judge.Scored] = [(-6.0, Pass(), why("hand"))]
    for play in plays(ask):
        if play.card == kinds.EJECTION_SEAT:
            continue
        cost = judge.hurt(me, -1, 1) + 1.0
        choices.append((-cost, play, why("swerve")))
    return choices


# -- windows on others' cards


def negation(view: State, ask: Ask[Any]) -> list[judge.Scored]:
    """Straight after a Machine Gun or Laser attack: cancel it, or lay gear down for nothing."""
    hit = view.incoming
    choices: list[judge.Scored] = [(0.0, Pass(), why("let"))]
    for play in plays(ask):
        if play.card == kinds.EJECTION_SEAT:
            continue
        if kinds.IS_JAM[play.card]:
            choices.append(_jam(view, play, hit))
        elif hit is not None and hit.target == view.seat and kinds.PROOF_OF[hit.card] == play.card:
            choices.append((3.0, play, why("gear")))
        else:
            worth = judge.keep(view, play.card) * 0.3
            choices.append((worth, play, why("free")))
    return choices


def _jam(view: State, play: Play, hit: Threat | None) -> judge.Scored:
    """A jam: it cancels the attack just made, for the own skin or against whoever leads."""
    if hit is None or hit.source != play.on or kinds.JAM_OF[hit.card] != play.card:
        return -0.2, play, why("bars", play.on)
    if hit.target == view.seat:
        return 2.0, play, why("cancels")
    leader = max(view.rivals, key=lambda car: car.score + 10 * car.kills - judge.harm(car) / 10)
    return (0.6 if leader.seat == hit.source else -0.6), play, why("leader", play.on)


def maneuver(view: State, ask: Ask[Any]) -> list[judge.Scored]:
    """Skid and Debris on a car that has just maneuvered."""
    choices: list[judge.Scored] = [(0.0, Pass(), why("let_maneuver"))]
    options = plays(ask)
    odds = judge.armor_odds(view) if options else (0.0, 0.0, 0.0, 0.0)
    for play in options:
        car = view.players[play.on]
        if play.card == kinds.SKID:
            worth = judge.expected(car, play.side, SKID.damage, odds, len(car.hand))
            choices.append((worth - 0.3, play, why("wall", play.on, play.side)))
        elif kinds.WHEELGUARDS not in car.specials:
            worth = judge.hurt(car, -1, DEBRIS.tire_damage)
            worth += ESCAPER if car.escaping else 0.0
            choices.append((worth - 0.4, play, why("worth_tires", play.on)))
    return choices


def shaken(view: State, ask: Ask[Any]) -> list[judge.Scored]:
    """A rammed rival who loses a turn is worth a card at any time."""
    choices: list[judge.Scored] = [(0.0, Pass(), why("let_ram"))]
    for play in plays(ask):
        choices.append((1.0, play, why("turn", play.on)))
    return choices
