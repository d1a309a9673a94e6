"""The driving roll and what comes of it (Rules: Drive; Maneuvering Results; Out Of Control)."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from games.carwars.arena import KINDS
from games.carwars.base import ZONES, maneuver_dice, zone
from games.carwars.catalog import BY_ID, DASHBOARD
from games.carwars.damage import douse, lose_tires, pay, use
from games.carwars.dice import (
    MEANS,
    NO_DICE,
    Colour,
    Icon,
    Pool,
    colours,
    minus,
    of,
    plus,
    pool,
    reroll,
    total,
)
from games.carwars.dice import roll as rolled
from games.carwars.driving import HELD, advance, turning
from games.carwars.drops import drive_over
from games.carwars.effects import Applied, Moment, holds
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
    added = aero(state)
    dice = rolled(context.chance, f"driving roll of {turn.seat}", **pools(state))
    turn.dice, turn.rolled = dice, True
    for each in added:
        douse(context, turn.seat, each.card)
    _reroll(context)
    skids, wrenches = results(state)
    if dice or skids or wrenches:
        context.emit(Rolled(turn.seat, "driving", tuple(dice), skids, wrenches, total(dice).hit))
    state.beat = "results"
    if (found := ignoring(state)) is not None:
        if state.mover.standing.wrench == "ask":
            state.beat = "ignore"
        else:
            _ignore(context, found[0], usual(state, found[1]))


def pools(state: State) -> dict[str, Pool]:
    """The dice of the driving roll, by what they are rolled for: terrain, hazards, the maneuver as
    far as it was made, and cards. Rules: Drive; Maneuvers; Rulings 2, 3, 5, 33"""
    car = state.mover
    out = {"terrain": of("blue", level(state, car.pose))}
    for hazard in hazards(state, car.pose):
        out[hazard.id] = plus(out.get(hazard.id, NO_DICE), pool(hazard.dice))
    if maneuvered(state):
        out |= maneuver_dice(turning(state).turned, car.pace)
    now = moment(state)
    out |= car.added("driving_roll", now)
    out |= {each.name: each.effect.dice for each in aero(state)}
    for each in car.applied("driving_roll", replace(now, die_from="maneuver")):
        out = _left_out(out, each, now)
    return {why: dice for why, dice in out.items() if any(dice)}


def aero(state: State) -> list[Applied]:
    """Cards whose dice are taken for what comes with them: to put a fire out, as long as 3 control
    are held. Rules: Sharkfin Aero Package; Ruling 61"""
    car = state.mover
    if not car.fires or car.control < HELD:
        return []
    found = car.applied("driving_roll", moment(state))
    return [each for each in found if each.effect.then == "extinguish"]


def _left_out(pools: dict[str, Pool], each: Applied, now: Moment) -> dict[str, Pool]:
    """The dice without those that a card takes out, the worst one where its owner chooses; or with
    the easier one that it lets a turn have. Rules: Ranger; Driving Gloves; Ruling 61"""
    effect, out = each.effect, dict(pools)
    if effect.frm and effect.to and "d1" in out and _bad(effect.to) < _bad(effect.frm):
        out["d1"] = plus(minus(out["d1"], of(effect.frm, 1)), of(effect.to, 1))
    if effect.op != "remove_dice":
        return out
    for taken in colours(effect.dice) or (None,) * effect.any:
        there = [
            (_bad(colour), why, colour)
            for why, dice in out.items()
            if holds(effect.guard, replace(now, die_from=_from(why)))
            for colour in colours(dice)
            if taken in (None, colour)
        ]
        if there:
            _, why, worst = max(there)
            out[why] = minus(out[why], of(worst, 1))
    return out


def _from(why: str) -> str:
    """What put a die into the roll, as guards name it."""
    if why in BY_ID:
        return "card"
    return why if why == "terrain" else "hazard" if why in KINDS else "maneuver"


def _bad(colour: Colour) -> float:
    """Skids and wrenches to be expected of a die."""
    return float(MEANS[colour]["skid_shield"] + MEANS[colour]["wrench"])


def _reroll(context: Live) -> None:
    """Dice that are rolled again: those with most skids, then wrenches; for ace only where the
    skids would cost the last control. Rules: Bandit; Driving Boots; Ruling 61"""
    state = context.state
    turn, car = turning(state), state.mover
    for each in car.offered("driving_roll", "reroll", moment(state)):
        for _ in range(each.n):
            rated = [
                (die.shows.skid_shield, die.shows.wrench, -at)
                for at, die in enumerate(turn.dice)
                if each.effect.die in (None, die.colour)
            ]
            skids, wrenches, at = max(rated, default=(0, 0, 0))
            short = skids and results(state)[0] >= car.control
            if short if each.effect.cost else skids or wrenches:
                use(context, turn.seat, each)
                reroll(context.chance, f"driving roll of {turn.seat}", turn.dice, -at)


def maneuvered(state: State) -> bool:
    """Whether what was done of the point is a maneuver. Rules: Maneuvers; Rulings 5, 17"""
    turn = turning(state)
    return not turn.repositioned and (turn.slid or turn.turned > ZONES[0])


def moment(state: State) -> Moment:
    """What guards may ask of the driving roll."""
    turn, car = turning(state), state.mover
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
    shown, there = total(turning(state).dice), hazards(state, state.mover.pose)
    ignored = state.mover.automatic("driving_roll", "ignore", moment(state))

    def count(icon: Icon) -> int:
        number = getattr(shown, icon) + sum(hazard.results.get(icon, 0) for hazard in there)
        number *= 2 ** sum(hazard.double.count(icon) for hazard in there)
        return int(max(0, number - sum(each.n for each in ignored if each.effect.icon == icon)))

    return count("skid_shield"), count("wrench")


# -- ignored for ace


def ignoring(state: State) -> tuple[Applied, int] | None:
    """The card that ignores wrenches for ace, and how often that can be done to any use."""
    car, (_, wrenches) = state.mover, results(state)
    for each in car.offered("driving_roll", "ignore", moment(state)):
        if each.effect.icon == "wrench" and each.effect.cost.keys() == {"ace"}:
            times = min(car.times(each.effect), -(-wrenches // each.n))
            return (each, times) if times else None
    return None


def usual(state: State, most: int) -> int:
    """How often wrenches are ignored without a question: as often as keeps the tires from a lower
    step, as long as that can be done. spec 13"""
    car = state.mover
    rule = car.standing.wrench
    if rule != "step":
        return most if rule == "always" else 0
    skids, wrenches = results(state)
    left = car.tires - max(0, skids - car.control)
    tires = [max(0, left - max(0, wrenches - times)) for times in range(most + 1)]
    steps = [(DASHBOARD.most_speed_by_tires[n], DASHBOARD.control_by_tires[n]) for n in tires]
    return steps.index(max(steps))


@asks_once
def ignore(context: Live) -> Step[None]:
    """Who wished to be asked says how often wrenches are ignored."""
    state, found = context.state, ignoring(context.state)
    assert found is not None
    options = [*map(Use, range(found[1] + 1))]
    answer = yield from choose(Ask(turning(state).seat, "ignore", options, Use(0), CITE))
    _ignore(context, found[0], answer.times)
    state.beat = "results"


def _ignore(context: Live, found: Applied, times: int) -> None:
    """Pay ace so often, and ignore the wrenches."""
    turn, car = turning(context.state), context.state.mover
    if times:
        turn.ignored, ace = min(results(context.state)[1], times * found.n), times * found.ace
        car.ace -= ace
        context.emit(Ignored(turn.seat, found.card, "wrench", turn.ignored, ace))


# -- results


def outcome(context: Live) -> None:
    """Pay 1 control for each skid, take 1 tire damage for each that is not paid, and for each
    wrench; then spin out after a slide or turn for what was not paid.

    Rules: Maneuvering Results; Out Of Control; Spinning Out; Rulings 10, 17
    """
    state = context.state
    turn = turning(state)
    seat, (skids, wrenches) = turn.seat, results(state)
    skids -= _bought(context, skids)
    unpaid = pay(context, seat, "skid", skids) if skids else 0
    lose_tires(context, seat, "unpaid", unpaid)
    lose_tires(context, seat, "wrench", wrenches - turn.ignored)
    drive_over(context, seat)
    if unpaid and maneuvered(state):
        turn.spin, state.beat = unpaid, "spin"
    elif state.harm:
        # A mine may destroy the car: whether its turn goes on is seen once its damage has landed.
        state.beat = "collide"
    else:
        advance(state)


def _bought(context: Live, skids: int) -> int:
    """Skids that cost something else: as many as keep 1 control, for tires only where the car would
    spin. Returns how many. Rules: Scorpion; Spoiler; Supplemental Power Cell; Ruling 61"""
    state, bought = context.state, 0
    car, now = state.mover, moment(context.state)
    found = [
        each
        for each in car.offered("driving_roll", "ignore", now)
        if each.effect.icon == "skid_shield" and each.effect.cost
    ]
    for each in (*found, *car.offered("driving_roll", "pay_substitute", now)):
        short = skids - bought - max(0, car.control - 1)
        if "tires" in each.effect.cost:
            short = skids - bought - car.control if maneuvered(state) else 0
        times = min(car.times(each.effect), short)
        if times > 0:
            use(context, turning(state).seat, each, times, n=times)
            bought += times
    return bought
