"""The turn: speeds, ten phases of movement and fire (Rules: 4 to 8)."""

from __future__ import annotations

from games.engine.ask import Ask, Asks, Step, asks_once, choose, everyone
from games.engine.plane import Box
from games.mini_carwars import buying, control, corners, firing, ground, sides
from games.mini_carwars.events import Moved, Skipped, SmokeGone, SpeedsShown, TurnBegan
from games.mini_carwars.maneuvers import STRAIGHT, drives, legs
from games.mini_carwars.moves import Drive, Speed
from games.mini_carwars.state import UNCHOSEN, Play, State
from games.mini_carwars.telling import tell


def leave(context: Play) -> None:
    """Players who have ordered so leave for good."""
    state = context.state
    sides.leave(context)
    for seat in state.buying:
        if seat in state.left:
            buying.take_cheapest(state, seat)
    state.buying = [seat for seat in state.buying if seat not in state.left]
    if state.vehicles and state.turn:
        sides.look(context)


def turn(context: Play) -> None:
    """A new turn: everybody may fire again, and the tie order is drawn.

    Rules: 4. Movement And Scale; once a turn: house
    """
    state = context.state
    state.turn += 1
    state.phase = state.slot = state.held = 0
    context.emit(TurnBegan(state.turn))
    for vehicle in state.vehicles:
        vehicle.maneuvers = 0
        for weapon in vehicle.weapons:
            weapon.fired = False
        for person in vehicle.crew:
            person.acted = False
    state.speeds = [UNCHOSEN] * len(state.vehicles)
    state.order = context.chance.shuffled(range(len(state.vehicles)), f"moving order {state.turn}")
    ground.lay(context)
    state.beat = "speed"


# -- speeds


def speed(context: Play) -> Step[None] | None:
    """One vehicle of each seat is asked for its speed, all together and in secret; then the next.

    Rules: 5. Acceleration And Deceleration
    """
    state, asks = context.state, list[Ask[Speed]]()
    for seat in range(state.seats):
        number, _ = state.asked_of(seat)
        if number >= 0:
            options = [Speed(mph) for mph in state.vehicles[number].speeds]
            cite = "Rules: 5. Acceleration And Deceleration"
            asks.append(Ask(seat, "speed", options, options[0], cite))
    if not asks:
        state.beat = "reveal"
        return None
    return _choose_speeds(context, asks)


@asks_once
def _choose_speeds(context: Play, asks: Asks) -> Step[None]:
    state = context.state
    for seat, value in (yield from everyone(asks)):
        state.speeds[state.asked_of(seat)[0]] = value.mph
    state.slot += 1


def reveal(context: Play) -> None:
    """All speeds are shown together. Rules: 5. Acceleration And Deceleration"""
    state = context.state
    before = tuple(vehicle.speed for vehicle in state.vehicles)
    for number, vehicle in enumerate(state.vehicles):
        chosen = state.speeds[number]
        vehicle.speed = vehicle.speeds[0] if chosen == UNCHOSEN else chosen
        if vehicle.speed:
            vehicle.forward = 1 if vehicle.speed > 0 else -1
        vehicle.shown = vehicle.speed
    tell(context, SpeedsShown(before, tuple(vehicle.speed for vehicle in state.vehicles)))
    state.speeds = []
    state.slot = 0
    state.beat = "phase"
    sides.look(context)


# -- phases


def phase(context: Play) -> None:
    """The next phase: who moves in it, in which order.

    Rules: 4. Movement And Scale; spec 3.2
    """
    state = context.state
    state.phase += 1
    state.starts = [vehicle.course for vehicle in state.vehicles]
    state.skidded = []
    state.rolls = []
    due = [n for n in state.by_speed if state.vehicles[n].moves_in(state.phase)]
    for _ in due:
        # Once for each: of several in a chain all have to stand behind those before them.
        for number in list(due):
            _lead(state, due, number)
    state.movers = due
    if due:
        state.held = 0
    state.beat = "move"


def _lead(state: State, due: list[int], number: int) -> None:
    """Of two in contact the front one goes first. House"""
    for other in state.vehicles[number].leads:
        if other in due and due.index(other) < due.index(number):
            due.remove(number)
            due.insert(due.index(other), number)


def move(context: Play) -> Step[None] | None:
    """The next mover: it moves by itself where nobody steers, else its owner is asked.

    Rules: 4. Movement And Scale; Rules: 6. Maneuvers And Control
    """
    state = context.state
    while state.movers and not _moves_now(context, state.movers[0]):
        state.movers.pop(0)
    if not state.movers:
        state.moving = -1
        state.slot = 0
        state.beat = "fire"
        return None
    number = state.moving = state.movers[0]
    vehicle = state.vehicles[number]
    if not vehicle.steered or vehicle.owner in state.left:
        drive(context, number, STRAIGHT)
        return None
    return _ask(context, number)


def _moves_now(context: Play, number: int) -> bool:
    """Whether a vehicle that was due still moves; a skid costs it this move.

    Rules: Control Table
    """
    state = context.state
    vehicle = state.vehicles[number]
    if vehicle.wreck or not vehicle.here or not vehicle.moves_in(state.phase):
        return False
    if vehicle.skip:
        vehicle.skip -= 1
        tell(context, Skipped(number, state.phase))
        return False
    return True


def options(state: State, box: Box, cycle: bool, mph: int) -> list[Drive]:
    """The moves that may be made from a pose at a speed. Without the off-road variant a vehicle
    must stay on the road where it can.

    Rules: 6. Maneuvers And Control; Rules: 9. Scenarios; house: forced off the road
    """
    every = drives(cycle, mph)
    if state.options.off_road or state.walls:
        return list(every)
    kept = [one for one in every if not ground.strays(box, legs(box, one, mph < 0))]
    return kept or list(every)


@asks_once
def _ask(context: Play, number: int) -> Step[None]:
    vehicle = context.state.vehicles[number]
    legal = options(context.state, vehicle.box, vehicle.kind.cycle, vehicle.speed)
    cite = "Rules: 6. Maneuvers And Control"
    spare = corners.spare(context.state, number)
    chosen = yield from choose(Ask(vehicle.owner, "move", legal, legal[0], cite, spare=spare))
    drive(context, number, chosen)


def drive(context: Play, number: int, how: Drive) -> None:
    """Make a move: the way, collisions on it, then the rolls for control.

    Rules: 6. Maneuvers And Control; Rules: 7. Crashes And Collisions; spec 3.2
    """
    state = context.state
    vehicle = state.vehicles[number]
    way = control.travel(context, number, legs(vehicle.box, how, vehicle.speed < 0))
    tell(context, Moved(number, state.phase, how.how, how.amount, how.hold, way.path, way.stopped))
    control.settle(context, number, way.met)
    cause = ""
    if how.how != "straight":
        vehicle.maneuvers += 1
        cause = "maneuver" if vehicle.maneuvers > 1 else ""
    if not vehicle.wreck:
        control.aftermath(context, number, way.hazards, cause)
    state.movers.remove(number)
    state.moving = -1
    firing.wounds(context)
    sides.look(context)


def wounds(context: Play) -> None:
    """The end of a fire step, and with it of the phase.

    Rules: 8. Combat; Ruling 46
    """
    state = context.state
    firing.wounds(context)
    if sides.look(context):
        return
    state.beat = "end" if state.spent(state.held) else "phase"


def end(context: Play) -> None:
    """The end of a turn: smoke blows away, who stood still may change direction.

    Rules: 8. Combat, Smokescreens; Rules: 6. Maneuvers And Control
    """
    state = context.state
    for cloud in [cloud for cloud in state.smoke if cloud.until <= state.turn]:
        state.smoke.remove(cloud)
        context.emit(SmokeGone(cloud.box.pose))
    for vehicle in state.vehicles:
        vehicle.stood = vehicle.speed == 0 == vehicle.shown
    if not sides.end_of_turn(context):
        state.beat = "turn"
