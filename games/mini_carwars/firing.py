"""Fire at the end of a phase (Rules: 8. Combat)."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from games.engine.ask import Ask, Asks, Step, asks_once, everyone
from games.engine.plane import Box
from games.mini_carwars import control, damage, redeal
from games.mini_carwars.events import Fired, Smoked
from games.mini_carwars.moves import Fire, Hold
from games.mini_carwars.road import CLOUD
from games.mini_carwars.sight import Sight, aim, sight
from games.mini_carwars.state import Cloud, Play, Shot, State, Vehicle
from games.mini_carwars.telling import public_place, tell

HOLD = Hold()
CITE = "Rules: 8. Combat"
LASTS = 60
"""Turns that smoke lies. Rules: 8. Combat, Smokescreens"""


def fire(context: Play) -> Step[None] | None:
    """One person of each seat is asked, all together and in secret; then the next.

    Rules: 8. Combat
    """
    state = context.state
    lines = sight(state)
    asks: list[Ask[Fire | Hold]] = []
    waiting = False
    for seat in range(state.seats):
        number, person = state.asked_of(seat)
        if number < 0:
            continue
        waiting = True
        # With open sheets everyone knows who has nothing to fire; what is declared nobody knows.
        if state.options.open_sheets and len(firings(state, lines, number, person, ())) == 1:
            continue
        options = firings(state, lines, number, person, state.shots)
        asks.append(Ask(seat, "fire", options, HOLD, CITE))
    if not waiting:
        state.beat = "resolve"
        return None
    if not asks:
        state.slot += 1
        return None
    return _declare(context, asks)


@asks_once
def _declare(context: Play, asks: Asks) -> Step[None]:
    state = context.state
    for seat, value in (yield from everyone(asks)):
        if isinstance(value, Fire):
            who = state.asked_of(seat)
            state.shots.append(Shot(*who, value.weapons, value.target, value.side))
    state.slot += 1


def firings(
    state: State, lines: Sight, number: int, person: int, shots: Iterable[Shot]
) -> list[Fire | Hold]:
    """Every firing action a person may take now: a weapon or a linked pair at every side it can
    hit, the likeliest to hit first, of equals the one with more dice of damage; smokescreens; to
    hold fire. What is out of action comes last. Weapons that are alike are offered once.

    `shots` have been declared in this step: their weapons are taken. What is out of action can be
    hit as long as it is on the map.

    Rules: 8. Combat; Ruling 67
    """
    vehicle = state.vehicles[number]
    declared = {place for shot in shots if shot.vehicle == number for place in shot.weapons}
    free = [
        place
        for place, weapon in enumerate(vehicle.weapons)
        if place not in declared and weapon.state == "ready"
    ]
    smoke: list[Fire | Hold] = []
    aimed: list[tuple[bool, float, int, Fire]] = []
    targets = [n for n in state.enemies(vehicle.owner) if state.vehicles[n].here]
    for weapons in groups(vehicle, free):
        mounted = vehicle.kind.weapons[weapons[0]]
        if not mounted.weapon.to_hit:
            smoke.append(Fire(weapons))
            continue
        for target in targets:
            gone = bool(state.vehicles[target].out)
            for side in lines.lines(number, mounted.mount, target):
                fire = Fire(weapons, target, side, gone)
                shot = aim(state, number, person, fire, lines)
                if shot is not None and shot.odds:
                    dice = len(weapons) * mounted.weapon.dice
                    aimed.append((gone, -shot.odds, -dice, fire))
    aimed.sort(key=lambda each: each[:2])
    now, last = ([fire for gone, *_, fire in aimed if gone == out] for out in (False, True))
    return [*now, *smoke, HOLD, *last]


def is_public(state: State, seat: int) -> bool:
    """Whether everybody can work out if the person whom a seat is asked about has a target.

    With open sheets it is the weapons that an earlier person of the same vehicle has taken, in
    secret, that nobody else knows. With hidden ones everybody knows it only where no sheet that the
    vehicle may have lets this person shoot at anything, or lay smoke: by where all stand, what its
    kind is sold with, and the weapons that have been seen fired or lost.
    """
    number, person = state.asked_of(seat)
    if state.options.open_sheets:
        if all(each != number for each, _ in state.slots(seat)[: state.slot]):
            return True
        return not _may_fire(state, number, person)
    vehicles = list(state.vehicles)
    for sheet in redeal.armed(vehicles[number]):
        vehicles[number] = sheet
        if _may_fire(msgspec.structs.replace(state, vehicles=vehicles), number, person):
            return False
    return True


def _may_fire(state: State, number: int, person: int) -> bool:
    """Whether a person has anything to fire at that is still in action, or smoke to lay, with
    nothing declared yet."""
    every = firings(state, sight(state), number, person, ())
    return any(isinstance(one, Fire) and not one.out for one in every)


def groups(vehicle: Vehicle, free: Iterable[int]) -> list[tuple[int, ...]]:
    """What one person can fire at once with these weapons: linked pairs, then single weapons.

    Rules: 8. Combat
    """
    kinds = vehicle.kind.weapons
    free = list(free)
    out: list[tuple[int, ...]] = []
    for link in dict.fromkeys(kinds[place].link for place in free if kinds[place].link):
        pair = tuple(place for place in free if kinds[place].link == link)
        if len(pair) > 1:
            out.append(pair)
    seen = set()
    for place in free:
        if kinds[place] not in seen:
            seen.add(kinds[place])
            out.append((place,))
    return out


def resolve(context: Play) -> None:
    """All shots are fired at once; then their damage, then smoke, then drivers who were wounded.

    Rules: 8. Combat
    """
    state = context.state
    state.slot = 0
    lines = sight(state)
    hits: list[tuple[Shot, int]] = []
    for shot in state.shots:
        hits += [(shot, place) for place in _shoot(context, lines, shot)]
    for shot, place in hits:
        kind = state.vehicles[shot.vehicle].kind.weapons[place].weapon
        rolled = damage.dice(context, kind.dice, f"damage of {shot.vehicle}")
        damage.hurt(context, shot.target, shot.side, rolled, sum(rolled), shot.vehicle)
    for shot in state.shots:
        if shot.target >= 0:
            continue
        # A cloud behind the vehicle, its short end against the rear. Rules: 8. Combat, Smokescreens
        box = state.vehicles[shot.vehicle].box
        x, y = box.at(0.0, -box.half - CLOUD[0] / 2)
        rest = Box(x, y, box.heading, *CLOUD).settled()
        state.smoke.append(Cloud(*rest.pose, state.turn + LASTS - 1))
        tell(context, Smoked(shot.vehicle, public_place(state, shot.weapons[0]), rest.pose))
    state.held = 0 if state.shots else state.held + 1
    state.shots = []
    state.beat = "wounds"


def _shoot(context: Play, lines: Sight, shot: Shot) -> list[int]:
    """Fire the weapons of one action; those that hit."""
    state = context.state
    vehicle = state.vehicles[shot.vehicle]
    person = vehicle.crew[shot.person]
    person.acted = True
    out = []
    for place in shot.weapons:
        mounted, weapon = vehicle.kind.weapons[place], vehicle.weapons[place]
        weapon.fired = weapon.seen = True
        weapon.spent = mounted.weapon.shots == 1
        if shot.target < 0:
            continue
        person.shown = True
        fire = Fire((place,), shot.target, shot.side)
        line = aim(state, shot.vehicle, shot.person, fire, lines)
        assert line is not None
        draw = f"shot of {shot.vehicle}"
        dice = damage.die(context, draw), damage.die(context, draw)
        hit = sum(dice) >= line.roll
        if hit:
            out.append(place)
        start, end = ((round(x, 4), round(y, 4)) for x, y in (line.start, line.end))
        gun = public_place(state, place), mounted.kind, mounted.mount
        roll = start, end, line.range, line.sum, line.need, dice, hit
        told = shot.vehicle, shot.person, *gun, shot.target, shot.side, *roll
        tell(context, Fired(*told))
    return out


def wounds(context: Play) -> None:
    """Drivers who have just been wounded and are still conscious roll for control, the fastest
    first.

    Rules: 8. Combat, Calculating Damage; Ruling 11
    """
    state = context.state
    tied = {number: at for at, number in enumerate(state.order)}
    while state.wounded:
        number = min(state.wounded, key=lambda n: (-abs(state.vehicles[n].speed), tied.get(n, n)))
        # Who skids may wound somebody else.
        state.wounded.remove(number)
        vehicle = state.vehicles[number]
        if vehicle.driver.hits == 1 and not vehicle.out:
            control.aftermath(context, number, set(), "wound")
