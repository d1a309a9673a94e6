"""Plans of Mini Car Wars: the moves and the fire of a turn, written down ahead.

A plan counts in its turn alone. It asks again where a vehicle is not where the plan expected it
(but for one that was held up on a way straight on), where a move is not possible any more, and
where it would collide with something it was not told to ram; what comes after is kept.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import msgspec

from games.engine import voice
from games.engine.ask import Ask
from games.engine.errors import Refusal
from games.engine.plans import Offer
from games.mini_carwars.catalog import KINDS
from games.mini_carwars.control import modifier
from games.mini_carwars.moves import Drive, Fire, Hold, Speed
from games.mini_carwars.plan import (
    Intent,
    Plan,
    Step,
    moves_left,
    next_step,
    own,
    rest,
)
from games.mini_carwars.plan_reading import plan_moves, read, told
from games.mini_carwars.sight import Sight, aim, chance_of, sight
from games.mini_carwars.state import State, Vehicle
from games.mini_carwars.words.outcomes import FISHTAIL, outcome
from games.mini_carwars.words.phrases import percent

EIGHT: Final = 8
"""The roll that the firing order to be had by a button waits for."""
ALONE: Final = ("speed", "move", "fire")
"""Kinds of question that need not be put where there is one answer."""
CHANGES: Final = (
    ("faster", 10, "10 faster"),
    ("keep", 0, "keep their speed"),
    ("slower", -10, "10 slower"),
    ("brake", -20, "20 slower"),
)
"""What all vehicles of a seat may be told at once: key, mph, words."""


class MiniPlans:
    """How plans are written, told and followed."""

    word = "plan"
    example = "straight, drift right 1/4, swerve left 15, straight x3; fire at 8, wrecks too"
    kept: type[Any] = Plan

    def stamp(self, view: State) -> int:
        return view.turn

    def open(self, view: State) -> bool:
        return view.step in ("speed", "move", "fire") and bool(own(view))

    def read(self, view: State, text: str, plan: Plan | None) -> Plan:
        return read(view, text)

    def write(self, view: State, plan: Plan | None) -> str:
        return "\n".join(_lines(view, plan))

    def told(self, view: State, plan: Plan | None) -> str:
        if plan is None or plan.turn != view.turn:
            return ""
        words: dict[str, list[str]] = {}
        for car in own(view):
            intent = plan.of(car.number)
            if intent is not None and (text := _told(view, car, intent)):
                words.setdefault(text, []).append(car.label)
        several = len(own(view)) > 1
        return "\n".join(
            f"{voice.listed(labels)}: {text}" if several else text for text, labels in words.items()
        )

    # -- following

    def alone(self, ask: Ask[Any], plan: Plan | None, look: Callable[[], State]) -> Any | None:
        if ask.kind in ALONE and len(ask.options) == 1:
            return ask.options[0]
        if ask.kind != "fire" or any(not (type(one) is Hold or one.out) for one in ask.options):
            return None
        # Ten phases are not to be ten questions about wrecks.
        if plan is not None:
            view = look()
            intent = plan.of(view.asked) if plan.turn == view.turn else None
            if intent is not None and intent.wrecks:
                return None
        return Hold()

    def answer(self, view: State, ask: Ask[Any], plan: Plan | None) -> Any | None:
        if plan is None or plan.turn != view.turn or view.asked < 0:
            return None
        intent = plan.of(view.asked)
        if intent is None:
            return None
        if ask.kind == "speed":
            return _among(ask, Speed(intent.speed)) if intent.speed is not None else None
        if ask.kind == "move":
            return _move(view, ask, intent)
        return _fire(view, ask, intent) if ask.kind == "fire" else None

    # -- to be had by a button

    def offers(self, view: State, ask: Ask[Any], plan: Plan | None) -> Sequence[Offer]:
        now = plan if plan is not None and plan.turn == view.turn else Plan(view.turn)
        if view.asked < 0:
            return ()
        if ask.kind == "move":
            return _move_offers(view, ask, now)
        if ask.kind == "fire":
            return _fire_offers(view, now)
        return _speed_offers(view, now) if ask.kind == "speed" else ()


# -- following


def _among(ask: Ask[Any], value: Any) -> Any | None:
    return value if value in ask.options else None


def _move(view: State, ask: Ask[Any], intent: Intent) -> Any | None:
    """The planned move, unless something has come between."""
    car = view.cars[view.asked]
    at = next_step(view, car, intent)
    if at is None or at >= len(intent.steps):
        return None
    step = intent.steps[at]
    if not step.ram and outcome(view, car, step.drive).met:
        return None
    return _among(ask, step.drive)


def _fire(view: State, ask: Ask[Any], intent: Intent) -> Any | None:
    """The shot that needs the lowest roll, if that is low enough; of equal ones the one with the
    most dice of damage. Where nothing else can be shot at, what is out of action is, if wished.

    Rules: 8. Combat
    """
    if intent.fire is None:
        return None
    lines = sight(view)
    aimed = [each for each in ask.options if isinstance(each, Fire) and each.target >= 0]
    shots = [each for each in aimed if not each.out]
    if intent.wrecks and not shots:
        shots = aimed
    best: tuple[int, int] | None = None
    chosen: Any = None
    for option in shots:
        roll, dice = _shot(view, option, lines)
        if roll <= intent.fire and (best is None or (roll, -dice) < best):
            best, chosen = (roll, -dice), option
    return chosen if chosen is not None else _among(ask, Hold())


def _shot(view: State, fire: Fire, lines: Sight) -> tuple[int, int]:
    """What two dice must show at least for a shot, and its dice of damage."""
    line = aim(view, view.asked, view.person, fire, lines)
    kind = view.cars[view.asked].kind.weapons[fire.weapons[0]].kind
    return line.roll if line is not None else 99, len(fire.weapons) * KINDS[kind].dice


# -- in words


def _steps(steps: Sequence[Step], risks: Sequence[str] = ()) -> list[str]:
    """Steps in words, each with its risk; the same ones running are one: "straight x8"."""
    words = [told(step.drive) + (" ram" if step.ram else "") for step in steps]
    if risks:
        words = [word + risk for word, risk in zip(words, risks, strict=True)]
    out: list[tuple[str, int]] = []
    for word in words:
        times = out.pop()[1] if out and out[-1][0] == word else 0
        out.append((word, times + 1))
    return [word if times == 1 else f"{word} x{times}" for word, times in out]


def _risks(car: Vehicle, mph: int, steps: Sequence[Step]) -> list[str]:
    """How likely each step goes wrong: the first maneuver of a turn is free.

    Rules: 6. Maneuvers And Control
    """
    odds = percent(chance_of(FISHTAIL - modifier(mph, car.kind.cycle).total))
    out, maneuvers = [], car.maneuvers
    for step in steps:
        turned = step.drive.how != "straight"
        out.append(f" ({odds} out of control)" if turned and maneuvers else "")
        maneuvers += turned
    return out


def _fire_words(intent: Intent) -> str:
    too = ", wrecks too" if intent.wrecks else ""
    return f"fire at {intent.fire} or less{too}" if intent.fire else "hold fire"


def _told(view: State, car: Vehicle, intent: Intent) -> str:
    """What is left of an intent in words."""
    parts: list[str] = []
    if intent.speed is not None and view.step == "speed":
        parts.append(f"speed {intent.speed}" if intent.speed >= 0 else f"reverse {-intent.speed}")
    left = rest(view, car, intent)
    if left and moves_left(view, car, None):
        mph = intent.mph if intent.mph is not None else car.speed
        moves = ", ".join(_steps(left, _risks(car, mph, left)))
        parts.append(f"{_why_asked(view, car, intent, left[0])}{moves}")
    if intent.fire is not None:
        parts.append(_fire_words(intent))
    return "; ".join(parts)


def _why_asked(view: State, car: Vehicle, intent: Intent, step: Step) -> str:
    """Why a plan asks about its next move; empty as long as it does not."""
    if view.step == "speed":
        return ""
    if next_step(view, car, intent) is None:
        return "asks again before "
    now = view.step == "move" and view.moving == car.number and not step.ram
    if now and outcome(view, car, step.drive).met:
        return "asks before a collision: "
    return ""


def _lines(view: State, plan: Plan | None) -> list[str]:
    """A line for each vehicle that can still do something: what is left of its plan, else straight
    on."""
    out = []
    for car in own(view):
        intent = plan.of(car.number) if plan is not None and plan.turn == view.turn else None
        parts: list[str] = []
        if intent is not None and intent.speed is not None and view.step == "speed":
            mph = intent.speed
            parts.append(f"speed {mph}" if mph >= 0 else f"reverse {-mph}")
        if intent is not None and intent.steps:
            steps: Sequence[Step] = rest(view, car, intent)
        else:
            chosen = intent.speed if intent is not None and view.step == "speed" else None
            steps = _ahead(view, car, chosen if chosen is not None else car.speed)
        steps = steps[: moves_left(view, car, None)]
        if steps:
            parts.append(", ".join(_steps(steps)))
        if intent is not None and intent.fire is not None:
            parts.append(_fire_words(intent))
        if parts:
            out.append(f"{car.label}: {'; '.join(parts)}")
    return out


def _ahead(view: State, car: Vehicle, mph: int) -> tuple[Step, ...]:
    """Straight on to the end of the turn, or as far as that is possible."""
    for times in range(moves_left(view, car, mph), 0, -1):
        steps = (Step(Drive()),) * times
        try:
            plan_moves(view, car, steps, mph)
        except Refusal:
            continue
        return steps
    return ()


# -- to be had by a button


def _from_here(view: State, car: Vehicle, steps: Sequence[Step], now: Plan) -> Intent | None:
    """The vehicle's intent with these steps from where it is, its firing order kept; None where
    they are not possible."""
    old = now.of(car.number)
    try:
        if old is None:
            return plan_moves(view, car, steps, car.speed)
        return plan_moves(view, car, steps, car.speed, fire=old.fire, wrecks=old.wrecks)
    except Refusal:
        return None


def _move_offers(view: State, ask: Ask[Any], now: Plan) -> list[Offer]:
    car = view.cars[view.asked]
    out: list[Offer] = []
    old = now.of(car.number)
    left = rest(view, car, old)[: moves_left(view, car, car.speed)] if old is not None else ()
    if old is not None and left and next_step(view, car, old) is None:
        again = _from_here(view, car, left, now)
        if again is not None and _move(view, ask, again) is not None:
            words = ", ".join(_steps(left))
            detail = f"The rest of the plan goes on from here: {words}."
            out.append(Offer("on", "Go on with the plan", detail, now.put(again)))
    intent = _from_here(view, car, _ahead(view, car, car.speed), now)
    if intent is not None and intent.steps and _move(view, ask, intent) is not None:
        moves = voice.count(len(intent.steps), "move")
        detail = f"{moves} straight on; you are asked again before a collision."
        text = "Straight to the end of the turn"
        out.append(Offer("straight", text, detail, now.put(intent)))
        out += _all_straight(view, now)
    return out


def _all_straight(view: State, now: Plan) -> list[Offer]:
    """Straight on for all vehicles of a seat that has several."""
    intents: list[Intent] = []
    for car in own(view):
        intent = _from_here(view, car, _ahead(view, car, car.speed), now)
        if intent is not None and intent.steps:
            intents.append(intent)
    if len(intents) < 2:
        return []
    text = "All my vehicles: straight to the end of the turn"
    detail = "All your vehicles drive straight on; you are asked again before a collision."
    return [Offer("all", text, detail, now.put(*intents))]


def _fire_offers(view: State, now: Plan) -> list[Offer]:
    """A firing order for the vehicle that is asked, or for all of the seat."""
    mine, car = own(view), view.cars[view.asked]
    out = [
        Offer(
            "hold",
            "Hold fire to the end of the turn",
            f"{car.label} holds its fire to the end of the turn.",
            now.put(_with_fire(now, car, 0)),
        ),
        Offer(
            "eight",
            f"Fire when {EIGHT} or less is needed",
            f"{car.label} fires the best shot that needs {EIGHT} or less, to the end of the turn.",
            now.put(_with_fire(now, car, EIGHT)),
        ),
    ]
    if len(mine) > 1:
        text = "All my vehicles: hold fire to the end of the turn"
        ceased = [_with_fire(now, each, 0) for each in mine]
        out.append(Offer("cease", text, f"{text}.", now.put(*ceased)))
    return out


def _with_fire(now: Plan, car: Vehicle, most: int) -> Intent:
    old = now.of(car.number) or Intent(car.number)
    return msgspec.structs.replace(old, fire=most, wrecks=old.wrecks and most > 0)


def _speed_offers(view: State, now: Plan) -> list[Offer]:
    """One change of speed for all vehicles of the seat, where it has several."""
    out = []
    for key, change, words in CHANGES:
        mine = [
            car
            for car in own(view)
            if car.steered and car.speed and not (car.plant_gone and change > -10)
        ]
        intents = [_with_speed(view, now, car, change) for car in mine]
        asked = any(intent.vehicle == view.asked for intent in intents)
        if asked and len(mine) > 1 and all(0 < abs(i.speed or 0) <= 100 for i in intents):
            text = f"All my vehicles: {words}"
            out.append(Offer(key, text, f"{text}.", now.put(*intents)))
    return out


def _with_speed(view: State, now: Plan, car: Vehicle, change: int) -> Intent:
    """The intent with another speed, and its moves as far as they are possible at that."""
    old = now.of(car.number) or Intent(car.number)
    mph = car.speed + (change if car.speed > 0 else -change)
    bare = Intent(old.vehicle, mph, fire=old.fire, wrecks=old.wrecks)
    if not old.steps or not mph:
        return bare
    try:
        left = old.steps[: moves_left(view, car, mph)]
        again = plan_moves(view, car, left, mph, fire=old.fire, wrecks=old.wrecks)
    except Refusal:
        return bare
    return msgspec.structs.replace(again, speed=mph)


PLANS: Final = MiniPlans()
