"""Plans of Mini Car Wars: the moves and the fire of a turn, given ahead part by part or as text.

A plan counts in its turn alone. It asks again where a vehicle is not where the plan expected it
(but for one that was held up on a way straight on), where a move is not possible any more, and
where it would collide with something it was not told to ram; what comes after is kept.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import groupby
from typing import Any, Final

from msgspec.structs import replace

from games.engine import voice
from games.engine.ask import Ask, Typed, Walked
from games.engine.errors import Illegal
from games.engine.plans import Offer
from games.mini_carwars import plan_text
from games.mini_carwars.builds import told as text_of
from games.mini_carwars.control import modifier
from games.mini_carwars.moves import Drive, Fire, Hold, Speed
from games.mini_carwars.plan import (
    Intent,
    Plan,
    Step,
    keys,
    made,
    moves_left,
    next_step,
    own,
    path_of,
    read,
    rest,
    told,
)
from games.mini_carwars.sight import aim, chance_of, sight
from games.mini_carwars.state import State, Vehicle
from games.mini_carwars.words.outcomes import FISHTAIL, outcome
from games.mini_carwars.words.phrases import VALUES, percent

EIGHT: Final = 8
"""The roll that the firing order to be had by a button waits for."""
KINDS_OF_QUESTION: Final = ("speed", "move", "fire")
"""What is planned."""
MOST: Final = 4000
"""Characters of a plan: Discord's limit for a form's field."""


class MiniPlans:
    """How plans are made, told and followed."""

    kept: type[Any] = Plan

    def ahead(self, view: State, plan: Plan | None) -> Ask[Plan] | None:
        if view.step not in KINDS_OF_QUESTION or not own(view):
            return None
        walked = Walked(
            "plan",
            keys=partial(keys, view),
            read=partial(read, view),
            path_of=path_of,
            typed=lambda parts: None if parts else _form(view, plan),
        )
        cite = "Rules: 4. Movement And Scale"
        return Ask(
            view.seat or 0, "plan", (), Plan(view.turn), cite, walked=walked, number=view.turn
        )

    def told(self, view: State, plan: Plan | None) -> str:
        words: dict[str, list[str]] = {}
        for car in own(view):
            if text := _told(view, car, _now(view, plan).of(car.number)):
                words.setdefault(text, []).append(car.label)
        several = len(own(view)) > 1
        return "\n".join(
            f"{voice.listed(labels)}: {text}" if several else text for text, labels in words.items()
        )

    def answer(self, view: State, ask: Ask[Any], plan: Plan | None) -> Any | None:
        intent = _now(view, plan).of(view.asked)
        chosen: Any = None
        if ask.kind == "speed" and intent.speed is not None:
            chosen = Speed(intent.speed)
        elif ask.kind == "move":
            chosen = _move(view, intent)
        elif ask.kind == "fire" and intent.fire is not None:
            chosen = _fire(view, ask, intent, intent.fire)
        return chosen if chosen in ask.options else None

    def offers(self, view: State, ask: Ask[Any], plan: Plan | None) -> Sequence[Offer]:
        # Something that the vehicle asked about can do, and what is for all another one, too.
        now, out = _now(view, plan), list[Offer]()
        for key, (kind, for_all, change) in OFFERS.items() if view.asked >= 0 else ():
            car = view.cars[view.asked]
            cars = own(view) if for_all else [car]
            wishes = (change(view, each, now.of(each.number)) for each in cars if kind == ask.kind)
            intents = {wish.vehicle: wish for wish in wishes if wish is not None}
            mine = intents.get(car.number)
            if mine is None or len(intents) <= for_all:
                continue
            # No move is offered that would be asked again.
            if kind != "move" or _move(view, mine) is not None:
                text, detail = VALUES["offer"][key], ""
                if key in VALUES["offered"]:
                    facts = {"moves": _steps(mine.steps), "count": len(mine.steps)}
                    detail = text_of(key, "offered", car=car.label, **facts)
                out.append(Offer(key, text, detail or f"{text}.", now.put(*intents.values())))
        return out


def _now(view: State, plan: Plan | None) -> Plan:
    """The plan, as long as it counts."""
    return plan if plan is not None and plan.turn == view.turn else Plan(view.turn)


def _form(view: State, plan: Plan | None) -> Typed:
    """What is left of the plan, to be changed; without one straight on."""
    usual, label = _written(view, plan), "field"
    if len(usual) > MOST:
        # Written out a plan may be longer than it was typed.
        usual, label = "", "field_new"
    texts = VALUES["planned"]
    return Typed(texts[label], texts["example"], partial(plan_text.read, view), usual, MOST)


# -- following


def _move(view: State, intent: Intent) -> Drive | None:
    """The planned move, unless something has come between."""
    car = view.cars[intent.vehicle]
    at = next_step(view, car, intent)
    if at is None or at >= len(intent.steps):
        return None
    step = intent.steps[at]
    return None if not step.ram and outcome(view, car, step.drive).met else step.drive


def _fire(view: State, ask: Ask[Any], intent: Intent, most: int) -> Fire | Hold:
    """The shot that needs the lowest roll, if that is low enough; of equal ones the one with the
    most dice of damage. Where nothing else can be shot at, what is out of action is, if wished.

    Rules: 8. Combat
    """
    lines = sight(view)
    aimed = [each for each in ask.options if isinstance(each, Fire) and each.target >= 0]
    shots = [each for each in aimed if not each.out] or (aimed if intent.wrecks else [])

    def need(fire: Fire) -> tuple[int, int]:
        """What two dice must show at least, and the dice of damage."""
        line = aim(view, view.asked, view.person, fire, lines)
        kind = view.cars[view.asked].kind.weapons[fire.weapons[0]].weapon
        return line.roll if line is not None else 99, -len(fire.weapons) * kind.dice

    best = min(shots, key=need, default=None)
    return best if best is not None and need(best)[0] <= most else Hold()


# -- in words


def _spelled(view: State, intent: Intent, moves: str) -> str:
    """What is said of a vehicle, with its moves."""
    out = [moves]
    if intent.speed is not None and view.step == "speed":
        way = "speed" if intent.speed >= 0 else "reverse"
        out.insert(0, text_of(way, "planned", mph=abs(intent.speed)))
    if intent.fire is not None:
        out.append(text_of("fire" if intent.fire else "hold", "planned", intent=intent))
    return "; ".join(part for part in out if part)


def _steps(steps: Sequence[Step], risks: Sequence[str] | None = None) -> str:
    """Steps in words, each with its risk; the same ones running are one: "straight x8"."""
    words = [
        f"{told(step)}{risk}" for step, risk in zip(steps, risks or [""] * len(steps), strict=True)
    ]
    runs = [(word, len([*same])) for word, same in groupby(words)]
    return ", ".join(text_of("times", "planned", move=word, times=times) for word, times in runs)


def _told(view: State, car: Vehicle, intent: Intent) -> str:
    """What is left of an intent in words, with how likely each move goes wrong: the first maneuver
    of a turn is free. Rules: 6. Maneuvers And Control"""
    left = rest(view, car, intent)
    if not left or not moves_left(view, car, None):
        return _spelled(view, intent, "")
    mph = intent.mph if intent.mph is not None else car.speed
    odds = percent(chance_of(FISHTAIL - modifier(mph, car.kind.cycle).total))
    risk = text_of("risk", "planned", odds=odds)
    risks, maneuvers = [], car.maneuvers
    for step in left:
        turned = step.drive.how != "straight"
        risks.append(risk if turned and maneuvers else "")
        maneuvers += turned
    why = ""
    if view.step != "speed" and next_step(view, car, intent) is None:
        why = "asks"
    elif view.step == "move" and view.moving == car.number and _move(view, intent) is None:
        why = "asks_ram"
    moves = _steps(left, risks)
    return _spelled(view, intent, text_of(why, "planned", moves=moves) if why else moves)


def _written(view: State, plan: Plan | None) -> str:
    """A line for each vehicle that can still do something: what is left of its plan, else straight
    on."""
    out = []
    for car in own(view):
        intent = _now(view, plan).of(car.number)
        steps = rest(view, car, intent) if intent.steps else _ahead(view, car, intent.speed)
        if text := _spelled(view, intent, _steps(steps[: moves_left(view, car, None)])):
            out.append(f"{car.label}: {text}")
    return "\n".join(out)


def _ahead(view: State, car: Vehicle, speed: int | None = None) -> tuple[Step, ...]:
    """Straight on to the end of the turn, or as far as that is possible."""
    chosen = speed if view.step == "speed" else None
    most = moves_left(view, car, car.speed if chosen is None else chosen)
    ways = ((Step(Drive()),) * times for times in range(most, 0, -1))
    return next((way for way in ways if _tried(view, Intent(car.number, chosen, way))), ())


# -- to be had by a button


def _tried(view: State, wish: Intent) -> Intent | None:
    """An intent from where its vehicle is; None where it is not possible."""
    try:
        return made(view, wish)
    except Illegal:
        return None


def _again(view: State, car: Vehicle, old: Intent) -> Intent | None:
    """The steps that are left, from where the vehicle has come to."""
    left = rest(view, car, old)[: moves_left(view, car, car.speed)]
    if not left or next_step(view, car, old) is not None:
        return None
    return _tried(view, replace(old, speed=None, steps=left))


def _straight(view: State, car: Vehicle, old: Intent) -> Intent | None:
    steps = _ahead(view, car)
    return made(view, replace(old, speed=None, steps=steps)) if steps else None


def _firing(most: int, view: State, car: Vehicle, old: Intent) -> Intent:
    return replace(old, fire=most, wrecks=old.wrecks and most > 0)


def _faster(change: int, view: State, car: Vehicle, old: Intent) -> Intent | None:
    """Another speed, and the moves as far as they are possible at that."""
    mph = car.speed + (change if car.speed > 0 else -change)
    if not mph or not car.steered or mph not in car.speeds:
        return None
    wish = replace(old, speed=mph, steps=old.steps[: moves_left(view, car, mph)])
    return _tried(view, wish) or made(view, replace(wish, steps=()))


OFFERS: Final[Mapping[str, tuple[str, bool, Callable[[State, Vehicle, Intent], Intent | None]]]] = {
    "on": ("move", False, _again),
    "straight": ("move", False, _straight),
    "all": ("move", True, _straight),
    "hold": ("fire", False, partial(_firing, 0)),
    "eight": ("fire", False, partial(_firing, EIGHT)),
    "cease": ("fire", True, partial(_firing, 0)),
    "faster": ("speed", True, partial(_faster, 10)),
    "keep": ("speed", True, partial(_faster, 0)),
    "slower": ("speed", True, partial(_faster, -10)),
    "brake": ("speed", True, partial(_faster, -20)),
}
"""By the key of its text: at which question, whether for all vehicles of the seat, and what it
makes of an intent; None where that is not possible."""
PLANS: Final = MiniPlans()
