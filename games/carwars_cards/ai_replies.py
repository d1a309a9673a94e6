"""How a computer seat weighs its replies: to hits on its car, and in windows on others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from games.carwars_cards import judge, kinds
from games.carwars_cards.ai_turn import ESCAPER
from games.carwars_cards.cards import CARDS, DRIVER_LIMIT, SIDES
from games.carwars_cards.moves import Pass, Play, plays
from games.carwars_cards.state import Duelist, State, Threat
from games.engine.ask import Ask
from games.engine.players import SEAT_LETTERS

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
            choices.append((least + 1.0, play, "Nothing else would have saved the driver."))
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
    why = f"Stopping {stopped} of {left} on the {SIDES[side]} was worth the armor."
    return -cost, allowed[first], why


def _why_take(me: Duelist, side: int, left: int) -> str:
    if not left:
        return "Nothing of it got through."
    if side < 0:
        return "The tires could bear it."
    if not me.armor[side]:
        return "There was no better answer."
    if left >= me.armor[side]:
        return f"The {SIDES[side]} could not be held for a fair price."
    return f"The {SIDES[side]} could bear {left} more."


ENDERS: Final[Mapping[int, tuple[float, str]]] = {
    kinds.FIREPROOF: (-1.5, "It stops the attack, and every later one of its kind."),
    kinds.LASER_REFLECTIVE: (-1.5, "It stops the attack, and every later one of its kind."),
    kinds.METAL: (-1.5, "It stops the attack, and every later one of its kind."),
    kinds.WHEELGUARDS: (-0.5, "It stops the hit on the tires, and later ones."),
    kinds.DUD_MISSILE: (0.2, "It stops the whole missile."),
    kinds.SMOKESCREEN: (0.9, "It blocks the whole attack."),
    kinds.PAINT_SPRAY: (-3.0, "It blocks the attack and costs the attacker hand and turn."),
}
"""What an answer costs that ends the attack; less than nothing when it does more than that."""


def _special_answer(view: State, hit: Threat, me: Duelist, play: Play) -> judge.Scored:
    card = CARDS[play.card]
    if card.number in ENDERS:
        cost, why = ENDERS[card.number]
        return -cost, play, why
    if card.number == kinds.SWERVE:
        tires = judge.hurt(me, -1, 1)
        return -(1.2 + tires), play, "A miss was worth a point on the tires."
    if card.number == kinds.BACKFIRES:
        attacker = view.players[hit.source]
        back = judge.hurt(attacker, hit.side, hit.points)
        return 0.7 * back - 0.2, play, "It turns the damage on the attacker."
    if card.number in (kinds.SPIN, kinds.BOOTLEGGER):
        return _shift(view, hit, me, play)
    return -9.0, play, "It was worth a try."


def _shift(view: State, hit: Threat, me: Duelist, play: Play) -> judge.Scored:
    """Turn the car: the harm on the new side, with the armor held for it."""
    side = play.side if play.side >= 0 else kinds.OPPOSITE[hit.side]
    held = [card for card in view.hand if CARDS[card].kind == "armor" and CARDS[card].side == side]
    cost, _ = judge.armor_plan(me, side, hit.net, held)
    price = 0.6 if play.card == kinds.SPIN else 0.8
    return -(cost + price), play, f"The {SIDES[side]} could bear the hit better."


def tire_answer(view: State, ask: Ask[Any]) -> list[judge.Scored]:
    """Debris on the own tires: a Swerve saves one point of two, Wheelguards both."""
    me = view.me
    bare = judge.hurt(me, -1, DEBRIS.tire_damage)
    choices: list[judge.Scored] = [(-bare, Pass(), "The tires could bear it.")]
    for play in plays(ask):
        if play.card == kinds.SWERVE:
            cost = judge.hurt(me, -1, 1) + 1.5
            choices.append((-cost, play, "The tires could not bear the Debris."))
        elif play.card == kinds.WHEELGUARDS:
            choices.append((0.5, play, "It guards the tires for the rest of the duel."))
    return choices


def paint(view: State, ask: Ask[Any]) -> list[judge.Scored]:
    """A Swerve against paint saves the hand and a turn."""
    me = view.me
    choices: list[judge.Scored] = [(-6.0, Pass(), "It let the hand go.")]
    for play in plays(ask):
        if play.card == kinds.EJECTION_SEAT:
            continue
        cost = judge.hurt(me, -1, 1) + 1.0
        choices.append((-cost, play, "A hand and a turn are worth a point on the tires."))
    return choices


# -- windows on others' cards


def negation(view: State, ask: Ask[Any]) -> list[judge.Scored]:
    """Straight after a Machine Gun or Laser attack: cancel it, or lay gear down for nothing."""
    hit = view.incoming
    choices: list[judge.Scored] = [(0.0, Pass(), "It let the attack go on.")]
    for play in plays(ask):
        if play.card == kinds.EJECTION_SEAT:
            continue
        if kinds.IS_JAM[play.card]:
            choices.append(_jam(view, play, hit))
        elif hit is not None and hit.target == view.seat and kinds.PROOF_OF[hit.card] == play.card:
            choices.append((3.0, play, "It stops the attack, and every later one of its kind."))
        else:
            worth = judge.keep(view, play.card) * 0.3
            choices.append((worth, play, "It costs nothing on another's turn."))
    return choices


def _jam(view: State, play: Play, hit: Threat | None) -> judge.Scored:
    """A jam: it cancels the attack just made, for the own skin or against whoever leads."""
    who = SEAT_LETTERS[play.on]
    if hit is None or hit.source != play.on or kinds.JAM_OF[hit.card] != play.card:
        return -0.2, play, f"It bars {who}'s weapon."
    if hit.target == view.seat:
        return 2.0, play, "It cancels the attack and bars the weapon."
    leader = max(view.rivals, key=lambda car: car.score + 10 * car.kills - judge.harm(car) / 10)
    return (0.6 if leader.seat == hit.source else -0.6), play, f"{who} is the one to slow down."


def maneuver(view: State, ask: Ask[Any]) -> list[judge.Scored]:
    """Skid and Debris on a car that has just maneuvered."""
    choices: list[judge.Scored] = [(0.0, Pass(), "It let the maneuver stand.")]
    options = plays(ask)
    odds = judge.armor_odds(view) if options else (0.0, 0.0, 0.0, 0.0)
    for play in options:
        car, who = view.players[play.on], SEAT_LETTERS[play.on]
        if play.card == kinds.SKID:
            worth = judge.expected(car, play.side, SKID.damage, odds, len(car.hand))
            why = f"The wall hurt {who} most on the {SIDES[play.side]}."
            choices.append((worth - 0.3, play, why))
        elif kinds.WHEELGUARDS not in car.specials:
            worth = judge.hurt(car, -1, DEBRIS.tire_damage)
            worth += ESCAPER if car.escaping else 0.0
            choices.append((worth - 0.4, play, f"{who}'s tires are worth it."))
    return choices


def shaken(view: State, ask: Ask[Any]) -> list[judge.Scored]:
    """A rammed rival who loses a turn is worth a card at any time."""
    choices: list[judge.Scored] = [(0.0, Pass(), "It let the ram be.")]
    for play in plays(ask):
        choices.append((1.0, play, f"A lost turn for {SEAT_LETTERS[play.on]} is worth a card."))
    return choices
