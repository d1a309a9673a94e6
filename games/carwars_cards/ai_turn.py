"""How a computer seat weighs its own turn: opening, action, second attack, escape."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from games.carwars_cards import ai_why, judge, kinds
from games.carwars_cards.ai_why import why
from games.carwars_cards.cards import ANY_SIDE, CARDS, DRIVER_LIMIT, SIDES
from games.carwars_cards.damage import force
from games.carwars_cards.moves import Declare, Discard, Pass, Play, plays
from games.carwars_cards.state import Duelist, State
from games.engine.ask import Ask

TIRE_SHOT_COST: Final = 0.8
ESCAPER: Final = 6.0
"""How much more it is worth to ruin the tires of a car about to escape."""


# -- the turn's action


def opening(view: State, ask: Ask[Any]) -> list[judge.Scored]:
    """Gear costs nothing before the first turn, and spoils cards the others may hold."""
    choices: list[judge.Scored] = [(0.0, Pass(), why("keeps"))]
    for play in plays(ask):
        if kinds.IS_JAM[play.card]:
            choices.append((-0.2, play, why("early_jam")))
        elif play.card != kinds.EJECTION_SEAT:
            choices.append((judge.keep(view, play.card), play, why("early")))
    return choices


def action(view: State, ask: Ask[Any]) -> list[judge.Scored]:
    """Attacks, gear and jams, and the best discard."""
    odds = judge.armor_odds(view)
    choices: list[judge.Scored] = []
    for play in plays(ask):
        if CARDS[play.card].kind == "attack":
            choices.append(_attack(view, play, odds))
        else:
            choices.append(_special_action(view, play))
    discard = _discard(view, ask)
    if discard is not None:
        choices.append(discard)
    return choices


def _attack(view: State, play: Play, odds: tuple[float, float, float, float]) -> judge.Scored:
    """An attack: the harm to expect, a ram's second attack, and what the target is about to do."""
    card, car = CARDS[play.card], view.players[play.on]
    points = force(view.me, play.card)
    side = card.side if card.side in range(len(SIDES)) else play.side
    if play.tire_shot:
        if kinds.WHEELGUARDS in car.specials:
            return -5.0, play, why("guarded", play.on)
        worth = judge.hurt(car, -1, points) * 0.75 - TIRE_SHOT_COST
        if car.escaping and points >= car.tires:
            return worth + ESCAPER, play, why("escaper", play.on)
        return worth, play, why("tires", play.on)
    worth = judge.expected(car, side, points, odds, len(car.hand)) * _aim(view, car)
    if card.weapon == "ramming":
        worth += 0.8 * _second_attack(view, play.card, car, side, points, odds)
    if judge.deadly(car, side, points):
        worth += 6.0
    return worth * 0.8, play, ai_why.attack(car, side, points)


def _aim(view: State, car: Duelist) -> float:
    """How much a rival is worth shooting at: the leader and a weakened car more than others."""
    others = view.rivals
    if len(others) == 1:
        return 1.0
    best = max(other.score + 10 * other.kills for other in others)
    lead = 0.12 if car.score + 10 * car.kills == best and best > 0 else 0.0
    weak = judge.harm(car) / 60
    return 1.0 + lead + weak + (0.15 if car.escaping else 0.0)


def _second_attack(
    view: State,
    ram: int,
    car: Duelist,
    side: int,
    points: int,
    odds: tuple[float, float, float, float],
) -> float:
    """The harm of the best weapon attack that could follow a ram on that side."""
    hand = list(view.hand)
    hand.remove(ram)
    best = 0.0
    for number in set(hand):
        card = CARDS[number]
        if card.kind != "attack" or card.weapon == "ramming":
            continue
        if card.side in (side, ANY_SIDE) and judge.can_attack(view, number, car):
            both = judge.expected(car, side, points + card.damage, odds, len(car.hand))
            if 0 < car.armor[side] <= points:
                both = judge.hurt(car, side, points) + judge.DRIVER[min(card.damage, DRIVER_LIMIT)]
            best = max(best, both - judge.expected(car, side, points, odds, len(car.hand)))
    return best


def _special_action(view: State, play: Play) -> judge.Scored:
    """Gear or a jam instead of an attack: free on others' turns, so only for want of better."""
    card = CARDS[play.card]
    if card.number == kinds.EJECTION_SEAT:
        return (5.0 if _lost(view) else -9.0), play, why("lost")
    if kinds.IS_JAM[play.card]:
        return 0.9, play, why("bars_one", play.on, card=_fires(play.card))
    return judge.keep(view, play.card) * 0.55, play, why("lasts", card=card.name)


def _discard(view: State, ask: Ask[Any]) -> judge.Scored | None:
    """Change the cards that are of least use; all of them when that clears a jam worth it."""
    if ask.combination is None:
        dumps = [option for option in ask.options if isinstance(option, Discard)]
        scored = [(judge.discard_worth(view, option.cards), option) for option in dumps]
        if not scored:
            return None
        worth, option = max(scored, key=lambda pair: pair[0])
        return worth, option, ai_why.discard(view, option.cards)
    items = sorted(ask.combination.items, key=lambda card: judge.keep(view, card))
    jams = [card for card in view.me.specials if kinds.IS_JAM[card]]
    if jams and len(items) <= ask.combination.most:
        barred = sum(kinds.JAM_OF[card] in jams for card in items)
        clear = 0.6 * len(jams) + 1.2 * barred + judge.discard_worth(view, items)
        if clear > 1.0:
            return clear, ask.combination.wrap(tuple(items)), _why_clear(jams, barred)
    poor = [card for card in items if judge.keep(view, card) < judge.NEW_CARD * 0.8]
    take = (poor or items[:1])[: ask.combination.most]
    if len(take) == len(items) and len(take) > ask.combination.least:
        take = take[:-1]
    take = (take + items[len(take) :])[: max(len(take), ask.combination.least)]
    worth = judge.discard_worth(view, take)
    return worth, ask.combination.wrap(tuple(take)), ai_why.discard(view, take)


def _why_clear(jams: Sequence[int], barred: int) -> str:
    """Why the whole hand went."""
    guns = " and ".join(f"{_fires(jam)}s" for jam in jams)
    return why("clear_held" if barred else "clear", points=barred, card=guns)


def _fires(jam: int) -> str:
    """The weapon that a jam keeps from firing: "machine gun"."""
    return kinds.WEAPONS[kinds.WEAPON_OF_JAM[jam]].replace("_", " ")


def follow_up(view: State, ask: Ask[Any]) -> list[judge.Scored]:
    """The second attack of a ram: a free one, so the best there is."""
    odds = judge.armor_odds(view)
    choices: list[judge.Scored] = [(0.0, Pass(), why("later"))]
    for play in plays(ask):
        if CARDS[play.card].kind == "attack":
            choices.append(_attack(view, play, odds))
    return choices


# -- leaving


def _lost(view: State) -> bool:
    """Whether the car will hardly live: a hurt driver behind open sides, and a whole rival."""
    me = view.me
    open_sides = me.armor.count(0)
    if not open_sides or me.driver_damage < 3:
        return False
    others = view.rivals
    if len(others) == 1 and me.driver_damage + open_sides < 6:
        return False
    worst_rival = max((judge.harm(car) for car in others), default=0.0)
    return judge.harm(me) > worst_rival + 14 and open_sides + me.driver_damage >= 5


def escape(view: State, ask: Ask[Any]) -> list[judge.Scored]:
    """Leave when the duel is as good as lost: nobody scores for a car that got away."""
    lost = _lost(view)
    choices: list[judge.Scored] = []
    for option in ask.options:
        if isinstance(option, Declare):
            choices.append((1.0 if lost else -1.0, option, why("lost")))
        elif isinstance(option, Pass):
            choices.append((0.0, option, why("chance")))
    return choices
