"""Where the fight stands and what is asked: titles, headlines, prompts, options and the chart."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

from games.engine.ask import Ask, Asks
from games.engine.plane import gap, turn_between
from games.engine.players import Player
from games.engine.voice import Voice, count, letter, listed
from games.engine.words import Chart
from games.mini_carwars import places
from games.mini_carwars.control import added
from games.mini_carwars.options import Options
from games.mini_carwars.sight import chance_of
from games.mini_carwars.state import PHASES, State, Vehicle
from games.mini_carwars.words.outcomes import FISHTAIL
from games.mini_carwars.words.phrases import (
    DRAWS,
    SCENARIOS,
    WON,
    Fleet,
    dollars,
    fleet,
    inches,
    mph,
    percent,
    two_dice,
    weapons,
)

TASKS: Final = {
    "vehicle": "Choose a vehicle",
    "speed": "Choose a speed",
    "move": "Move your vehicle",
    "fire": "Fire or hold?",
}
"""What is to be done, by kind of question."""
VERBS: Final = {
    "buy": "choose vehicles",
    "speed": "choose speeds",
    "move": "moves",
    "fire": "fire",
}
"""What is being done, by step of the turn."""


def title(view: State) -> str:
    """ "Road duel, turn 5, phase 4"."""
    head = SCENARIOS[view.options.scenario]
    if view.step == "over":
        return f"{head}, turn {view.turn}, over"
    if view.step == "buy":
        return f"{head}, before the start"
    return f"{head}, turn {view.turn}, {f'phase {view.phase}' if view.phase else 'speeds'}"


def verb(view: State, asked: Asks) -> str:
    """What is being done, for the head of the picture; empty once it is over."""
    return VERBS.get(view.step, "")


def task(ask: Ask[Any]) -> str:
    """What is to be done, for the head of the hand's picture."""
    return TASKS[ask.kind]


def watching(view: State) -> str:
    """Why the seat only looks on; empty while it still fights."""
    if view.seat is None:
        return "You are watching"
    mine = view.fleet(view.seat)
    if view.step == "over" or not mine or any(not car.out for car in mine):
        return ""
    which = "Your vehicle is" if len(mine) == 1 else "Your vehicles are"
    return f"{which} out of action; you are watching"


# -- for everyone


def headline(view: State, asked: Asks, players: Sequence[Player]) -> str:
    """Who is to do what: nothing but what everyone sees."""
    v = Voice(players, view.seat)
    if view.step == "over":
        return _end(view, v)
    if not asked:
        return "The fight goes on."
    seats = [ask.seat for ask in asked]
    kind = asked[0].kind
    several = len(seats) > 1
    if kind == "vehicle":
        buy = "buy" if several else v.does(seats[0], "buy")
        return f"{v.Several(seats)} {buy} vehicles in secret."
    if kind == "speed":
        choose = "choose" if several else v.does(seats[0], "choose")
        return f"Turn {view.turn}: {v.Several(seats)} {choose} speeds in secret."
    if kind == "move" and 0 <= view.moving < len(view.cars):
        car = view.cars[view.moving]
        what = Fleet.of_view(view, v).whose(view.moving)
        return f"Phase {view.phase} of {PHASES}: {what} moves at {mph(car.speed)}."
    if view.options.open_sheets:
        declare = "declare" if several else v.does(seats[0], "declare")
        return f"Phase {view.phase} of {PHASES}: {v.Several(seats)} {declare} shots in secret."
    # Who may fire would tell what weapons there are.
    return f"Phase {view.phase} of {PHASES}: shots are declared in secret."


def _end(view: State, v: Voice) -> str:
    first = view.places[0] if view.places else ()
    if view.ended in DRAWS or not first:
        return f"{DRAWS.get(view.ended, 'The fight is over')}: a draw."
    win = v.does(first[0], "win") if len(first) == 1 else "win"
    why = WON.get(view.ended, "")
    return f"{v.Several(first)} {win} the fight{f': {why}' if why else ''}."


# -- the questions


def prompt(view: State, ask: Ask[Any], players: Sequence[Player]) -> str:
    """The question to the seat it is put to."""
    if ask.kind == "vehicle":
        return _vehicle(view)
    f = Fleet.of_view(view, Voice(players, view.seat))
    if not 0 <= view.asked < len(view.cars):
        return f"{TASKS[ask.kind]}."
    car = view.cars[view.asked]
    if ask.kind == "speed":
        return _speed(view, car, f)
    if ask.kind == "move":
        return _move(view, car, f)
    return _fire(view, car, f)


def _vehicle(view: State) -> str:
    """The role and what is left of the budget. Rules: 9. Scenarios"""
    have = f" You have {fleet(view.mine)}." if view.mine else ""
    if view.options.scenario == "pack-attack":
        if view.seat == view.lone:
            return f"You drive the lone car: which one, for at most {dollars(view.dollars)}?"
        owed = view.owes(view.seat or 0)
        more = f" At least {count(owed, 'more cycle')} from you." if owed else ""
        return f"Which cycle for the pack? {dollars(view.dollars)} left.{have}{more}"
    if view.options.scenario == "open-fight":
        which = "Which vehicle next?" if view.mine else "Which vehicle first?"
        return f"{which} {dollars(view.dollars)} left, for as many as you like.{have}"
    return f"Which vehicle do you take? {dollars(view.dollars)} to spend.{have}"


def _speed(view: State, car: Vehicle, f: Fleet) -> str:
    """How fast it is and what that brings. Rules: 5. Acceleration And Deceleration"""
    words = [f"Turn {view.turn}: which speed for {f.whose(car.number)}?"]
    words.append(f"It does {mph(car.speed)}." if car.speed else "It stands still.")
    if car.plant_gone:
        words.append("Its power plant is gone: it must slow down.")
    if car.skip:
        words.append(f"{count(car.skip, 'move')} will be lost to a skid.")
    if view.options.scenario == "pack-attack" and view.lead is not None:
        words.append(_lead(view, f.v))
    if (near := nearest(view, car)) is not None:
        words.append(f"{f.Whose(near.number)} is {_bearing(car, near)}.")
    return " ".join(words)


def nearest(view: State, car: Vehicle) -> Vehicle | None:
    """The nearest vehicle in action of another side."""
    enemies = (view.vehicles[number] for number in view.enemies(car.owner))
    foes = [one for one in enemies if not one.out]
    return min(foes, key=lambda one: gap(car.box, one.box), default=None)


AROUND: Final = (
    *("straight ahead", "ahead right", "on the right", "behind right"),
    *("straight behind", "behind left", "on the left", "ahead left"),
)
"""Eight bearings, clockwise."""


def _bearing(car: Vehicle, other: Vehicle) -> str:
    """ "3.2 inches off, ahead right, at 40 mph, coming towards it"."""
    right, ahead = car.box.own((other.x, other.y))
    eighth = round(math.degrees(math.atan2(right, ahead)) / 45) % len(AROUND)
    turn = turn_between(car.course, other.course)
    way = "the same way" if turn <= 45 else "the other way" if turn >= 135 else "across"
    speed = f"at {mph(other.speed)} {way}" if other.speed else "standing still"
    return f"{inches(gap(car.box, other.box))} off, {AROUND[eighth]}, {speed}"


def _lead(view: State, v: Voice) -> str:
    """The distance that matters in a scenario on the road. Rules: 9. Scenarios"""
    assert view.lead is not None
    if view.options.scenario == "pack-attack":
        who = "You lead" if view.lone == view.seat else f"{v.Who(view.lone)} leads"
        if view.lead < 0:
            whose = "your rear" if view.lone == view.seat else f"{v.whose(view.lone)} rear"
            return f"The pack's foremost is {inches(-view.lead)} past {whose}; 30 ahead would win."
        return f"{who} by {inches(view.lead)} of the 30 that would win."
    return f"The gap is {inches(max(view.lead, 0.0))}."


def _move(view: State, car: Vehicle, f: Fleet) -> str:
    """Where in the turn, how fast, and what a maneuver risks. Rules: 6. Maneuvers And Control"""
    left = abs(car.speed) // 10 - view.phase
    more = f"{count(left, 'move')} to come after this one" if left > 0 else "its last move"
    head = f"Phase {view.phase} of {PHASES}. {f.Whose(car.number)}, {mph(car.speed)}, {more}"
    return f"{head}: where to? {risk(car)}"


def risk(car: Vehicle) -> str:
    """What a maneuver risks now."""
    add = added(car)
    roll = f"{two_dice(add)}, 11 or more is trouble ({percent(chance_of(FISHTAIL - add))})"
    if car.maneuvers:
        return f"Another maneuver this turn needs a control roll: {roll}."
    return f"The first maneuver of a turn is free, each more needs a control roll: {roll}."


def _fire(view: State, car: Vehicle, f: Fleet) -> str:
    """Who may fire, and with what later still. Rules: 8. Combat"""
    head = f"Phase {view.phase} of {PHASES}, after all moves."
    who = car.crew[view.person].role
    ready = ready_weapons(car)
    carried = f" Ready: {listed(ready)}." if ready else ""
    if view.last and view.phase < PHASES:
        head = f"Phase {view.phase} of {PHASES}. All held: this is the last chance this turn."
    return f"{head} Does the {who} of {f.whose(car.number)} fire?{carried} One action a turn."


def ready_weapons(car: Vehicle) -> list[str]:
    """Weapons of one's own that may still fire this turn."""
    return weapons((w.kind, w.mount) for w in car.arms if w.state == "ready")


# -- where in the turn


def why(view: State, ask: Ask[Any], players: Sequence[Player]) -> str:
    """Where in the turn the question stands, and what comes after it."""
    f = Fleet.of_view(view, Voice(players, view.seat))
    if ask.kind == "vehicle" or not 0 <= view.asked < len(view.cars):
        return f"Before the start > vehicles. {AFTER['vehicle']}"
    steps = [f"Turn {view.turn}"]
    if ask.kind != "speed":
        steps.append(f"phase {view.phase} of {PHASES}")
    steps.append(f"{f.whose(view.asked)}: {LAST[ask.kind]}")
    return f"{' > '.join(steps)}. {AFTER[ask.kind]}"


LAST: Final = {"speed": "its speed", "move": "its move", "fire": "fire or hold"}
AFTER: Final = {
    "vehicle": "All buy in secret. Then the vehicles are placed and the first turn begins.",
    "speed": "All choose in secret and show together: 10 mph more, the same, 10 or 20 less. A "
    "vehicle moves an inch in each phase up to a tenth of its speed.",
    "move": "Faster vehicles move first, equals in an order drawn for the turn. Contacts come "
    "first, then the control rolls. When all have moved, everybody may fire.",
    "fire": "All declare in secret; all shots count at one moment, new smoke appears after them. "
    "Each person acts once a turn, each weapon fires once a turn.",
}
"""What each kind of question is, and what happens after it; at most 220 characters."""


# -- options, chart and score


GROUNDS: Final = {
    "plain": "plain ground",
    "debris": "debris on the road",
    "off-road": "leaving the road allowed",
    "both": "debris, and leaving the road allowed",
}
"""The variants of the ground in a table's options. Rules: 9. Scenarios"""


def options(chosen: Options) -> str:
    """A table's options in one line."""
    budget = f"{dollars(chosen.budget)} each"
    if chosen.scenario == "pack-attack":
        budget = f"$17,000 against $25,000 · the {chosen.lone} seat is the lone car"
    sheets = "open record sheets" if chosen.open_sheets else "hidden record sheets"
    parts = [SCENARIOS[chosen.scenario], budget]
    if chosen.scenario == "open-fight":
        parts.append(f"{STARTS[chosen.start]} at {mph(chosen.start_speed)}")
        named = places.read(chosen.places)
        told = [_place(place, chosen.start_speed) for place in named[:MOST_PLACES]]
        if more := len(named) - len(told):
            told.append(f"{count(more, 'more place')}")
        parts += told
    if chosen.scenario != "arena":
        parts.append(GROUNDS[chosen.ground])
    arcs = ["firing arcs of 90 degrees"] if chosen.arcs else []
    return " · ".join([*parts, sheets, *arcs])


def _place(place: places.Place, usual: int) -> str:
    """ "A at −1, 0 facing 90° at 60 mph"."""
    who = f"{letter(place.seat)}{place.vehicle or ''}"
    speed = usual if place.speed is None else place.speed
    x, y = (f"{inch:g}".replace("-", "−") for inch in (place.x, place.y))
    return f"{who} at {x}, {y} facing {place.heading:g}° at {mph(speed)}"


MOST_PLACES: Final = 8
"""As many places of the host's own are told in a table's options."""
STARTS: Final = {
    "abreast": "side by side",
    "chase": "one behind the other",
    "head-on": "in two camps head-on",
}
"""How all line up in an open fight. House"""


def chart(view: State) -> Chart:
    """Points of armor each seat has been seen to lose, by turn, up to now."""
    now = view.losses
    rows = [[0] * view.seats, *view.history, now]
    lines = tuple(tuple(row[seat] for row in rows) for seat in range(len(now)))
    return Chart("Armor lost", "turn", "points", lines)


def score(view: State, number: int) -> str:
    """A score of the result: vehicles still in action."""
    return f"{count(number, 'vehicle')} left"


def kit(view: State, seat: int) -> str:
    """What a seat drives, as far as the reader may know it; empty before it is placed."""
    shown = view.lined or seat == view.seat
    names = Counter(car.name for car in view.fleet(seat) if shown)
    return ", ".join(name if n == 1 else f"{n} {name}" for name, n in names.items())
