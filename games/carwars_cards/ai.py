"""The computer seats: `easy` plays by a sensible whim, `normal` weighs each play."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, Final

from games.carwars_cards import ai_why, judge, kinds
from games.carwars_cards.ai_why import why
from games.carwars_cards.cards import CARDS
from games.carwars_cards.damage import force
from games.carwars_cards.moves import Play, plays
from games.carwars_cards.state import State
from games.carwars_cards.weighing import STEADY, Temper, spare, weighed
from games.engine.ask import Ask
from games.engine.game import ComputerSeat, Decision, Seeing

PASSED: Final = why("passed")
"""Why nothing was played, the same whether or not the hand held an answer: that is a secret."""

WAITED: Final = why("waited")
"""Why anything was chosen that nobody may see."""


def _best(choices: Sequence[judge.Scored], rng: random.Random) -> Decision:
    """The choice worth most; among equals the whim picks."""
    top = max(choice[0] for choice in choices)
    equal = [choice for choice in choices if choice[0] >= top - 1e-9]
    _, value, said = rng.choice(equal) if len(equal) > 1 else equal[0]
    return Decision(value, said)


def normal(view: State, ask: Ask[Any], rng: random.Random, temper: Temper = STEADY) -> Decision:
    """Judges every play by the harm it does or saves, and takes the best."""
    return _discreet(view, ask, _best(weighed(view, ask, temper), rng))


def _discreet(view: State, ask: Ask[Any], made: Decision) -> Decision:
    """An answer that others' jams may let drop unseen, with a reason that does not tell it."""
    joined = ask.kind == "answer" and view.phase == "negation"
    return Decision(made.answer, WAITED) if joined else made


def easy(view: State, ask: Ask[Any], rng: random.Random) -> Decision:
    """Plays by whim, but not against itself: attacks mostly, answers now and then."""
    if len(ask.options) == 1 and ask.combination is None:
        return _discreet(view, ask, Decision(ask.options[0], PASSED))
    judged = weighed(view, ask)
    if ask.kind == "action":
        return _act(view, ask, judged, rng)
    return _discreet(view, ask, _reply(ask, judged, rng))


def _act(
    view: State, ask: Ask[Any], judged: Sequence[judge.Scored], rng: random.Random
) -> Decision:
    """Mostly any attack; else gear; else a card or two of little use."""
    attacks = [play for play in plays(ask) if CARDS[play.card].kind == "attack"]
    sound = [
        play
        for play in attacks
        if not (play.tire_shot and kinds.WHEELGUARDS in view.players[play.on].specials)
    ]
    if sound and rng.random() < 0.85:
        weights = [CARDS[play.card].damage * (0.1 if play.tire_shot else 1) for play in sound]
        return _attack(view, rng.choices(sound, weights)[0])
    gear = [
        play
        for play in plays(ask)
        if CARDS[play.card].kind == "special" and play.card != kinds.EJECTION_SEAT
    ]
    if gear and rng.random() < 0.6:
        return Decision(rng.choice(gear), why("whim_special"))
    combination = ask.combination
    if combination is not None:
        held = spare(ask, combination.items) or combination.items
        items = sorted(held, key=lambda card: judge.keep(view, card))
        count = min(len(items), rng.choice((1, 1, 2, 3)))
        cards = items[:count]
        return Decision(combination.wrap(tuple(cards)), ai_why.discard(view, cards))
    return _best(judged, rng)


def _reply(ask: Ask[Any], judged: Sequence[judge.Scored], rng: random.Random) -> Decision:
    """Half the time a reply that is better than none; seldom anything irreversible."""
    passing, *others = judged
    better = [choice for choice in others if choice[0] > passing[0]]
    chance = {"escape": 0.15, "follow_up": 0.8, "opening": 0.5}.get(ask.kind, 0.55)
    if better and rng.random() < chance:
        return Decision(rng.choice(better)[1], why("whim_answer"))
    return Decision(passing[1], PASSED)


def _attack(view: State, play: Play) -> Decision:
    """An attack picked by whim, and what it was to do."""
    name = "whim_tires" if play.tire_shot else "whim_attack"
    return Decision(play, why(name, play.on, play.side, force(view.me, play.card)))


COMPUTERS: Final[Mapping[str, ComputerSeat]] = {"easy": Seeing(easy), "normal": Seeing(normal)}
"""The computer seats by level."""
TEMPERS: Final[Mapping[str, ComputerSeat]] = {
    name: Seeing(partial(normal, temper=temper))
    for name, temper in {
        "racer": Temper(fire=1.6),
        "careful": Temper(fear=1.8, fire=0.9),
        "bold": Temper(fear=0.7, fire=1.2),
        "hunter": Temper(fear=0.85, spite=4.0),
    }.items()
}
