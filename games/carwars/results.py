"""The driving roll and what comes of it (Rules: Drive; Maneuvering Results; Out Of Control)."""

from __future__ import annotations

from typing import Final

from games.carwars import effects
from games.carwars.base import ZONE_DICE, ZONES, zone
from games.carwars.dashboard import lose_tires, pay, step
from games.carwars.dice import NO_DICE, Pool, of, plus, pool, total
from games.carwars.dice import roll as rolled
from games.carwars.driving import advance, turning
from games.carwars.effects import Applied
from games.carwars.events import Ignored, Rolled
from games.carwars.ground import hazards, level
from games.carwars.moves import Use
from games.carwars.state import Live, State
from games.engine.ask import Ask, Step, asks_once, choose

CITE: Final = "Rules: Maneuvering Results"


def roll(context: Live) -> None:
    """The driving roll of a point. Rules: Drive; Maneuvers; Ruling 1"""
    state = context.state
    turn = turning(state)
    seat, car = turn.seat, state.cars[turn.seat]
    dice = rolled(context.chance, f"driving roll of {seat}", **pools(state))
    turn.dice, turn.rolled = dice, True
    skids, wrenches = results(state)
    if dice or skids or wrenches:
        context.emit(Rolled(seat, "driving", tuple(dice), skids, wrenches, total(dice).hit))
    turn.ignored, state.beat = 0, "results"
    found = ignoring(state)
    if found is not None:
        if car.standing.wrench == "ask":
            state.beat = "ignore"
        else:
            turn.ignored = usual(state, found[1])


def pools(state: State) -> dict[str, Pool]:
    """The dice of the driving roll, by what they are rolled for: terrain, hazards, the maneuver as
    far as it was made, and cards. Rules: Drive; Maneuvers; Rulings 2, 3, 5, 33"""
    turn = turning(state)
    car = state.cars[turn.seat]
    out = {"terrain": of("blue", level(state, car.pose))}
    for hazard in hazards(state, car.pose):
        out[hazard.id] = plus(out.get(hazard.id, NO_DICE), pool(hazard.dice))
    if maneuvered(state):
        out["speed"] = of("yellow", car.pace)
        for number, colour in enumerate(ZONE_DICE[: zone(turn.turned)], 1):
            out[f"d{number}"] = pool({colour: 1})
    return out | effects.added(car.living, "driving_roll", moment(state))


def maneuvered(state: State) -> bool:
    """Whether what was done of the point is a maneuver. Rules: Maneuvers; Rulings 5, 17"""
    turn = turning(state)
    return not turn.repositioned and (turn.slid or turn.turned > ZONES[0])


def moment(state: State) -> effects.Moment:
    """What guards may ask of the driving roll."""
    turn = turning(state)
    car = state.cars[turn.seat]
    return car.moment(
        maneuver=maneuvered(state),
        turn_difficulty=zone(turn.turned),
        terrain_level=level(state, car.pose),
        skids=total(turn.dice).skid_shield,
    )


def results(state: State) -> tuple[int, int]:
    """Skids and wrenches of the driving roll, with what hazards and cards make of them.

    Rules: Drive; Ruling 8
    """
    turn = turning(state)
    car = state.cars[turn.seat]
    shown = total(turn.dice)
    counts = {"skid_shield": shown.skid_shield, "wrench": shown.wrench}
    there = hazards(state, car.pose)
    for hazard in there:
        for icon in counts:
            counts[icon] += hazard.results.get(icon, 0)
    for hazard in there:
        for icon in hazard.double:
            counts[icon] *= 2
    for each in effects.automatic(car.living, "driving_roll", "ignore", moment(state)):
        if each.effect.icon in counts:
            counts[each.effect.icon] = max(0, counts[each.effect.icon] - each.n)
    return counts["skid_shield"], counts["wrench"]


# -- ignored for ace


def ignoring(state: State) -> tuple[Applied, int] | None:
    """The card that ignores wrenches for ace, and how often that can be done to any use."""
    turn = turning(state)
    car = state.cars[turn.seat]
    _, wrenches = results(state)
    purse = effects.Purse(car.control, car.ace, car.tires)
    for each, most in effects.offered(car.living, "driving_roll", moment(state), purse, car.uses):
        effect = each.effect
        if effect.op == "ignore" and effect.icon == "wrench" and effect.cost.keys() == {"ace"}:
            times = min(most, -(-wrenches // each.n))
            return (each, times) if times else None
    return None


def usual(state: State, most: int) -> int:
    """How often wrenches are ignored without a question: as often as keeps the tires from a lower
    step, as long as that can be done. spec 13"""
    turn = turning(state)
    car = state.cars[turn.seat]
    rule = car.standing.wrench
    if rule != "step":
        return most if rule == "always" else 0
    skids, wrenches = results(state)
    left = car.tires - max(0, skids - car.control)
    steps = [step(max(0, left - max(0, wrenches - times))) for times in range(most + 1)]
    return steps.index(max(steps))


@asks_once
def ignore(context: Live) -> Step[None]:
    """Who wished to be asked says how often wrenches are ignored."""
    state = context.state
    turn = turning(state)
    found = ignoring(state)
    options = [Use(times) for times in range((found[1] if found else 0) + 1)]
    answer = yield from choose(Ask(turn.seat, "ignore", options, Use(0), CITE))
    turn.ignored, state.beat = answer.times, "results"


# -- results


def outcome(context: Live) -> None:
    """Pay 1 control for each skid, take 1 tire damage for each that is not paid, and for each
    wrench; then spin out after a slide or turn for what was not paid.

    Rules: Maneuvering Results; Out Of Control; Spinning Out; Rulings 10, 17
    """
    state = context.state
    turn = turning(state)
    seat, car = turn.seat, state.cars[turn.seat]
    skids, wrenches = results(state)
    if turn.ignored and (found := ignoring(state)) is not None:
        count = min(wrenches, turn.ignored * found[0].n)
        ace = turn.ignored * found[0].effect.cost["ace"]
        car.ace -= ace
        wrenches -= count
        context.emit(Ignored(seat, found[0].card, "wrench", count, ace))
    unpaid = pay(context, seat, "skid", skids) if skids else 0
    lose_tires(context, seat, "unpaid", unpaid)
    lose_tires(context, seat, "wrench", wrenches)
    if unpaid and maneuvered(state):
        turn.spin, state.beat = unpaid, "spin"
    else:
        advance(state)
