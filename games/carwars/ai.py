"""The computer seats: `easy` drives and fires as comes, `normal` weighs what may come of it."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final, TypeAlias

from games.carwars import ai_build
from games.carwars.ai_drive import STEADY, Temper, best_turn, room
from games.carwars.base import STRAIGHT, ZONES, Move
from games.carwars.driving import turns
from games.carwars.moves import Bring, Build, Fire, Fires, Hold, Slot, Turn
from games.carwars.outlook import Aim, ranked
from games.carwars.paper import Drawn, paper
from games.carwars.state import State
from games.engine.ask import Ask
from games.engine.game import ComputerSeat, Decision, Seeing

Answering: TypeAlias = Callable[[State, Ask[Any], random.Random], Any]

SPARED: Final = 0.8
"""So much more must a weapon do that is spent by it."""
WILD: Final = 0.3
"""How often `easy` does anything at all in place of what looks good at once."""


# -- why: of the same open facts and the same answer there is one reason


def why(view: State, ask: Ask[Any], answer: Any) -> str:
    """The reason for an answer, of what all may know."""
    if isinstance(answer, Build | Bring):
        return "The car was to its taste."
    if isinstance(answer, Fire):
        return "That attack promised the most damage."
    if isinstance(answer, Hold):
        return "No attack was worth it."
    if isinstance(answer, Fires):
        out = "It had control to spare for the fire." if answer.out else ""
        return out or "It needed its control for driving."
    if isinstance(answer, Turn):
        return _why_so(view, ask.seat, answer)
    return "That was the usual choice."


def _why_so(view: State, seat: int, turn: Turn) -> str:
    car = view.cars[seat]
    if car.out_of_control:
        return "It is out of control and can only go straight."
    if ask_more := _meets(view, seat, turn):
        return ask_more
    if any(move.maneuver for move in turn.moves):
        return "The better position was worth the risk of skidding."
    if turn.speed > car.speed:
        return "More speed makes it harder to hit."
    if turn.speed < car.speed:
        return "It slowed down for a better position."
    return "It kept its course for a good shot." if not turn.moves else "It steered for a good shot."


def _meets(view: State, seat: int, turn: Turn) -> str:
    drawn = paper(view, seat, turn)
    if any(each.contact for each in drawn):
        return "It took a collision into account."
    return ""


# -- normal


def _build(temper: Temper, view: State, ask: Ask[Any], rng: random.Random) -> Any:
    return ai_build.styled(view, ask, rng, temper.likes)


def _place(view: State, ask: Ask[Any], rng: random.Random) -> Any:
    return ask.default


def _turn(temper: Temper, view: State, ask: Ask[Any], rng: random.Random) -> Turn:
    return best_turn(view, ask.seat, temper).turn


def _attack(view: State, ask: Ask[Any], rng: random.Random) -> Fire | Hold:
    """The attack that does most for what it costs, with an eye on the weak side."""
    rated = ranked(view, ask.seat, [each for each in ask.options if isinstance(each, Fire)])
    best = max(rated, key=partial(_worth, view), default=None)
    return best.fire if best is not None and _worth(view, best) > 0.0 else Hold()


def _worth(view: State, aim: Aim) -> float:
    target = aim.fire.target
    if target >= len(view.cars) or view.cars[target].out:
        return 0.0
    car = view.cars[target]
    worth = aim.basic * (1.0 + 1.5 / (1 + car.armor[aim.fire.side])) + 0.7 * aim.tire + aim.special
    worth *= 1.0 + 0.3 * (10 - car.power) / 10
    return worth - SPARED * aim.card.one_shot


def _usual(view: State, ask: Ask[Any], rng: random.Random) -> Any:
    """What is done where nobody says."""
    return ask.default


# -- easy


def _easy_build(view: State, ask: Ask[Any], rng: random.Random) -> Any:
    return rng.choice(ask.options[: max(1, len(ask.options) - 1)])


def _easy_place(view: State, ask: Ask[Any], rng: random.Random) -> Any:
    return rng.choice([each for each in ask.options if isinstance(each, Slot)])


def _easy_turn(view: State, ask: Ask[Any], rng: random.Random) -> Turn:
    """A few turns at random, at an easy pace; the first that touches nothing."""
    car = view.cars[ask.seat]
    found: Turn = ask.default
    for _ in range(6):
        assert ask.walked is not None
        keys = [key for key in ask.walked.keys(()) if key in ("v1", "v2", "v3")]
        speed = rng.choice(keys or [*ask.walked.keys(())])
        found = ask.walked.read((speed, "go"))
        drawn = paper(view, ask.seat, found)
        if not car.out_of_control and drawn:
            tenths = rng.choice(ZONES[:3])
            first = Move("turn", rng.choice((1, -1)), tenths)
            moves = (first if rng.random() < 2 * WILD else STRAIGHT,)
            found = Turn(found.speed, found.reverse, moves)
            drawn = paper(view, ask.seat, found)
        if _clear(view, drawn):
            break
    return found


def _clear(view: State, drawn: list[Drawn]) -> bool:
    return not any(each.contact for each in drawn) and all(
        room(view, each.path[-1]) > 0.3 for each in drawn[-1:]
    )


def _easy_attack(view: State, ask: Ask[Any], rng: random.Random) -> Fire | Hold:
    fires = [each for each in ask.options if isinstance(each, Fire)]
    return rng.choice(fires) if fires and rng.random() < WILD else ask.default


def _seat(**by_kind: Answering) -> Seeing:
    """Answers by kind of question; to all others, what is usual."""

    def answer(view: State, ask: Ask[Any], rng: random.Random) -> Decision:
        value = by_kind.get(ask.kind, _usual)(view, ask, rng)
        return Decision(value, why(view, ask, value))

    return Seeing(answer)


def _normal(temper: Temper) -> Seeing:
    drive = partial(_turn, temper)
    return _seat(build=partial(_build, temper), place=_place, turn=drive, drive=drive, attack=_attack)


COMPUTERS: Final[Mapping[str, ComputerSeat]] = {
    "easy": _seat(
        build=_easy_build,
        place=_easy_place,
        turn=_easy_turn,
        drive=_easy_turn,
        attack=_easy_attack,
    ),
    "normal": _normal(STEADY),
}
TEMPERS: Final[Mapping[str, ComputerSeat]] = {
    "racer": _normal(Temper(pace=0.8, likes=("Viper", "Dervish"))),
    "careful": _normal(Temper(wants=0.8, pull=0.05, rams=0.3, likes=("Bastion", "Marksman"))),
    "bold": _normal(Temper(wants=1.4, rams=1.3, likes=("Firebrand", "Hornet"))),
    "hunter": _normal(Temper(pull=0.5, likes=("Hailstorm", "Broadsword"))),
}
