"""Plans of Mini Car Wars: the moves and the fire of a turn, given ahead part by part or as text.

A plan counts in its turn alone. It asks again where a vehicle is not where the plan expected it
(but for one that was held up on a way straight on), where a move is not possible any more, and
where it would collide with something it was not told to ram; what comes after is kept.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import groupby
from random import Random
from typing import Any, Final, TypeAlias

from msgspec.structs import replace

from games.engine import voice
from games.engine.ask import Ask, Typed, Walked
from games.engine.errors import Illegal
from games.engine.plans import Offer
from games.mini_carwars import plan_text
from games.mini_carwars.ai import COMPUTERS
from games.mini_carwars.builds import told as text_of
from games.mini_carwars.control import modifier
from games.mini_carwars.maneuvers import ANGLES, STEP
from games.mini_carwars.moves import Drive, Fire, Hold, Speed
from games.mini_carwars.plan import (
    BY_COMPUTER,
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
from games.mini_carwars.sight import LEAST, aim, chance_of, sight
from games.mini_carwars.state import State, Vehicle
from games.mini_carwars.turn import options
from games.mini_carwars.words.outcomes import FISHTAIL, outcome
from games.mini_carwars.words.phrases import VALUES, percent

KINDS_OF_QUESTION: Final = ("speed", "move", "fire")
"""What is planned."""
MOST: Final = 4000
"""Characters of a plan: Discord's limit for a form's field."""


class MiniPlans:
    """How plans are made, told and followed."""

    kept: type[Any] = Plan
    general = False

    def ended(self, view: State, plan: Plan | None) -> str:
        """What no longer fits is asked, and the rest goes on: none ends before its time."""
        return ""

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
            by_computer = intent.fire == BY_COMPUTER
            chosen = _as_computer(view, ask) if by_computer else _fire(view, ask, intent)
        return chosen if chosen in ask.options else None

    def offers(self, view: State, ask: Ask[Any], plan: Plan | None) -> Sequence[Offer]:
        every = (_offer(view, ask, plan, key) for key in OFFERS)
        return [offer for offer in every if offer is not None]

    def offered(self, view: State, ask: Ask[Any], plan: Plan | None, key: str) -> Offer | None:
        offer = _offer(view, ask, plan, key) if key in OFFERS else None
        if offer is None or ask.kind != "move":
            return offer
        car, mine = view.cars[view.asked], offer.plan.of(view.asked)
        steps = mine.steps or (Step(_as_computer(view, ask)),)
        moves = _steps([replace(each, ram=False) for each in steps])
        facts = {"moves": moves, "count": len(steps), "car": car.label}
        # Its player is asked once more before its first move, if need be, and not again.
        mine = made(view, replace(mine, steps=(Step(steps[0].drive, ram=True), *mine.steps[1:])))
        detail = text_of(key, "offered", **facts)
        return replace(offer, detail=detail, plan=offer.plan.put(mine))


def _offer(view: State, ask: Ask[Any], plan: Plan | None, key: str) -> Offer | None:
    """A plan by its key, where the vehicle asked about can do something with it, and what is for
    several another one, too."""
    kind, least, change = OFFERS[key]
    if view.asked < 0 or kind != ask.kind:
        return None
    now, car = _now(view, plan), view.cars[view.asked]
    roll = _needed(view, ask.options) if kind == "fire" else 0
    cars = own(view) if least else [car]
    wishes = [change(view, each, now.of(each.number), roll) for each in cars]
    intents = {wish.vehicle: wish for wish in wishes if wish is not None}
    mine = intents.get(car.number)
    if mine is None or len(intents) < least:
        return None
    # No move is offered that would touch something.
    if mine.steps and kind == "move" and _touches(view, car, mine):
        return None
    mph, detail = abs(mine.speed or 0), ""
    text = text_of(key, "offer", roll=roll, better=roll - 1, mph=mph)
    if kind != "move" and key in VALUES["offered"]:
        detail = text_of(key, "offered", car=car.label, roll=mine.fire, mph=mph)
    return Offer(key, text, detail or f"{text}.", now.put(*intents.values()))


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
    if _by_computer(view, car, intent):
        legal = options(view, car.box, car.kind.cycle, car.speed)
        step = Step(_as_computer(view, Ask(car.owner, "move", legal, legal[0], "")))
    else:
        at = next_step(view, car, intent)
        if at is None or at >= len(intent.steps):
            return None
        step = intent.steps[at]
    done = outcome(view, car, step.drive)
    asks = done.grave if intent.careful else done.met
    return None if asks and not step.ram else step.drive


def _by_computer(view: State, car: Vehicle, intent: Intent) -> bool:
    """Whether it is driven as the computer would by now."""
    return intent.computer and not rest(view, car, intent)


def _as_computer(view: State, ask: Ask[Any]) -> Any:
    """What the `normal` seat answers about the vehicle that is asked about."""
    return COMPUTERS["normal"].decide(view, ask, _imagines_nothing, Random(0)).answer


def _imagines_nothing(seed: int) -> Any:
    raise NotImplementedError


def _touches(view: State, car: Vehicle, intent: Intent) -> bool:
    step = intent.steps[next_step(view, car, intent) or 0]
    return not step.ram and bool(outcome(view, car, step.drive).met)


def _fire(view: State, ask: Ask[Any], intent: Intent) -> Fire | Hold:
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
    return best if best is not None and need(best)[0] <= (intent.fire or 0) else Hold()


# -- in words


def _spelled(view: State, intent: Intent, moves: str) -> str:
    """What is said of a vehicle, with its moves."""
    out = [moves]
    if intent.speed is not None and view.step == "speed":
        way = "speed" if intent.speed >= 0 else "reverse"
        out.insert(0, text_of(way, "planned", mph=abs(intent.speed)))
    if intent.fire is not None:
        way = "gun" if intent.fire == BY_COMPUTER else "fire" if intent.fire else "hold"
        out.append(text_of(way, "planned", intent=intent))
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
    then = text_of("computer", "planned") if intent.computer else ""
    if not left or not moves_left(view, car, None):
        return _spelled(view, intent, then if moves_left(view, car, None) else "")
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
    moves = ", ".join(filter(None, (_steps(left, risks), then)))
    return _spelled(view, intent, text_of(why, "planned", moves=moves) if why else moves)


def _written(view: State, plan: Plan | None) -> str:
    """A line for each vehicle that can still do something: what is left of its plan, else straight
    on."""
    out = []
    for car in own(view):
        intent = _now(view, plan).of(car.number)
        named = intent.steps or intent.computer
        steps = rest(view, car, intent) if named else _ahead(view, car, intent.speed)
        moves = [_steps(steps[: moves_left(view, car, None)])]
        moves += [text_of("computer", "planned")] * intent.computer
        if text := _spelled(view, intent, ", ".join(filter(None, moves))):
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


def _again(view: State, car: Vehicle, old: Intent, roll: int) -> Intent | None:
    """The steps that are left, from where the vehicle has come to."""
    left = rest(view, car, old)[: moves_left(view, car, car.speed)]
    if not left or next_step(view, car, old) is not None:
        return None
    return _tried(view, replace(old, speed=None, steps=left))


def _straight(least: int, view: State, car: Vehicle, old: Intent, roll: int) -> Intent | None:
    """So many moves at least: one alone is an answer that stands beside it."""
    steps = _ahead(view, car)
    wish = replace(old, speed=None, steps=steps, computer=False, careful=True)
    return made(view, wish) if len(steps) >= least else None


def _up(view: State, car: Vehicle, old: Intent, roll: int) -> Intent | None:
    """Turns until it heads along the road, in an arena along the nearest wall; then straight on."""
    between, cycle = (90 if view.walls else 180), car.kind.cycle
    left = STEP * round(((between / 2 - car.heading) % between - between / 2) / STEP)
    turns = []
    while left and car.steered:
        how = "pivot" if abs(car.speed) == 10 else "swerve"
        size = abs(left) if how == "pivot" else min(abs(left), ANGLES[cycle][-1])
        turn = size if left > 0 else -size
        turns.append(Step(Drive(how, turn, "right" if left > 0 else "left")))
        left -= turn
    most = moves_left(view, car, car.speed) - len(turns)
    if not turns or most < 0:
        return None
    ways = ((*turns, *[Step(Drive())] * times) for times in range(most, -1, -1))
    wishes = (replace(old, speed=None, steps=w, computer=False, careful=True) for w in ways)
    return next(filter(None, (_tried(view, wish) for wish in wishes)), None)


def _computer(view: State, car: Vehicle, old: Intent, roll: int) -> Intent | None:
    """Other vehicles keep what is planned for them."""
    planned = car.number != view.asked and (old.computer or rest(view, car, old))
    if planned or not car.steered or not moves_left(view, car, car.speed):
        return None
    wish = replace(old, speed=None, steps=(), computer=True, careful=True)
    return made(view, wish)


def _needed(view: State, options: Sequence[Fire | Hold]) -> int:
    """What two dice must show at least for the likeliest shot there is; 0: there is none."""
    lines = sight(view)
    shots = (each for each in options if isinstance(each, Fire) and not each.out)
    aims = (aim(view, view.asked, view.person, fire, lines) for fire in shots)
    return min((each.roll for each in aims if each is not None), default=0)


def _hold(view: State, car: Vehicle, old: Intent, roll: int) -> Intent:
    return replace(old, fire=0, wrecks=False)


def _gun(view: State, car: Vehicle, old: Intent, roll: int) -> Intent | None:
    """Of a seat's only vehicle: it fires as the computer would."""
    return replace(old, fire=BY_COMPUTER, wrecks=False) if len(own(view)) == 1 else None


def _as_good(change: int, view: State, car: Vehicle, old: Intent, roll: int) -> Intent | None:
    """To fire now and at whatever is as likely to hit; or, with a change, to wait for better."""
    return replace(old, fire=roll + change) if roll + change >= LEAST else None


def _faster(change: int, view: State, car: Vehicle, old: Intent, roll: int) -> Intent | None:
    """Another speed, and the moves as far as they are possible at that."""
    mph = car.speed + change * car.forward
    if mph * car.forward <= 0 or not car.steered or mph not in car.speeds:
        return None
    wish = replace(old, speed=mph, steps=old.steps[: moves_left(view, car, mph)])
    return _tried(view, wish) or made(view, replace(wish, steps=()))


def _cruise(change: int, view: State, car: Vehicle, old: Intent, roll: int) -> Intent | None:
    """Of a seat's only vehicle: its speed, and then it is driven as the computer would."""
    wish = replace(old, steps=(), computer=True, careful=True)
    return _faster(change, view, car, wish, roll) if len(own(view)) == 1 else None


_Change: TypeAlias = Callable[[State, Vehicle, Intent, int], Intent | None]
OFFERS: Final[Mapping[str, tuple[str, int, _Change]]] = {
    "on": ("move", 0, _again),
    "straight": ("move", 0, partial(_straight, 2)),
    "up": ("move", 0, _up),
    "computer": ("move", 1, _computer),
    "all": ("move", 2, partial(_straight, 1)),
    "fire": ("fire", 0, partial(_as_good, 0)),
    "wait": ("fire", 0, partial(_as_good, -1)),
    "hold": ("fire", 0, _hold),
    "gun": ("fire", 0, _gun),
    "cease": ("fire", 2, _hold),
    "cruise": ("speed", 0, partial(_cruise, 0)),
    "quicken": ("speed", 0, partial(_cruise, 10)),
    "ease": ("speed", 0, partial(_cruise, -10)),
    "slow": ("speed", 0, partial(_cruise, -20)),
    "faster": ("speed", 2, partial(_faster, 10)),
    "keep": ("speed", 2, partial(_faster, 0)),
    "slower": ("speed", 2, partial(_faster, -10)),
    "brake": ("speed", 2, partial(_faster, -20)),
}
"""By the key of its text: at which question; for the vehicle asked about (0), or all of the seat's,
where at least so many can; and what it makes of an intent and of the roll that the likeliest shot
needs; None where that is not possible."""
PLANS: Final = MiniPlans()
