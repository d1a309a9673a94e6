"""A round from Check Speed to Manage Fires, its end, leaving, and the end of the fight (Rules:
Sequence Of Play; Player Elimination; End Of Game)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from itertools import combinations, permutations
from typing import Final

from games.carwars.attack import close
from games.carwars.catalog import DASHBOARD
from games.carwars.damage import (
    eliminate,
    harm,
    hit_card,
    kept,
    spend_control,
    use,
    use_kept,
)
from games.carwars.dice import of, roll, total
from games.carwars.driving import HELD
from games.carwars.driving import finish as end_turn
from games.carwars.events import (
    ControlTaken,
    Faded,
    FightEnded,
    FireBurned,
    FireOut,
    MarkerPassed,
    Painted,
    Rolled,
    RoundBegan,
    SpeedCut,
)
from games.carwars.ground import level
from games.carwars.moves import Fires
from games.carwars.state import THING, Car, Live, State
from games.engine.ask import Ask, Step, put
from games.engine.game import Result, ranked
from games.engine.sums import Part, sum_of

EXTINGUISH: Final = 2
"""Control that it costs to put a fire out. spec 1"""
WEAK: Final = 2
"""With so little power left a spare cell is used. Ruling 62"""
CITE: Final = "Rules: Manage Fires"


def check(context: Live) -> None:
    """Check Speed, then Take Control, of all at once.

    Rules: Check Speed; Take Control; Ruling 51
    """
    state = context.state
    state.round += 1
    state.phase, state.acted, state.active, state.beat = "fires", [], -1, "fires"
    context.emit(RoundBegan(state.round, state.first))
    for seat in state.clockwise:
        car = state.cars[seat]
        car.over("round", "turn", "phase")
        _start(context, seat)
        worn = not car.automatic("max_speed", "ignore_tire_penalty")
        car.limit = DASHBOARD.most_speed_by_tires[car.tires] if worn else DASHBOARD.most_speed
        for each in car.offered("check_speed", "set_speed") if car.standing.chute == "next" else ():
            car.speed, car.reverse = each.effect.speed, False
            use(context, seat, each)
        if car.speed > car.limit:
            before, car.speed = car.speed, car.limit
            context.emit(SpeedCut(seat, before, car.speed))
    for seat in state.clockwise:
        _take_control(context, seat)
        _clean(context, seat)


def _start(context: Live, seat: int) -> None:
    """What cards do when a round starts, as far as it is of use. Rules: their texts; Ruling 62"""
    car = context.state.cars[seat]
    for each in car.automatic("round_start", "set_tires"):
        car.tires = each.n
        use(context, seat, each)
    for each in car.offered("round_start", "heal_crew"):
        hurt = max(car.crew, key=lambda place: (car.cards[place].damage, -car.left(place)))
        if car.cards[hurt].damage >= each.n or (car.cards[hurt].damage and car.left(hurt) == 1):
            points = min(each.n, car.cards[hurt].damage)
            car.cards[hurt].damage -= points
            use(context, seat, each, n=points, place=hurt)
    for each in car.offered("round_start", "move_crew_damage"):
        weak, strong = sorted(car.crew, key=car.left)
        if car.cards[weak].damage and car.left(strong) - car.left(weak) > each.n:
            car.cards[weak].damage -= each.n
            car.cards[strong].damage += each.n
            use(context, seat, each, place=weak)
    for each in car.offered("any_time", "power_gain") if car.power <= WEAK else ():
        car.power += each.n
        use(context, seat, each)


def _clean(context: Live, seat: int) -> None:
    """Painted sides are made clean as long as 3 control are left then. Ruling 63"""
    car = context.state.cars[seat]
    while car.paint and car.control >= EXTINGUISH + HELD:
        spend_control(context, seat, EXTINGUISH)
        context.emit(Painted(seat, car.paint.pop(0), clean=True))


def _take_control(context: Live, seat: int) -> None:
    """Tokens by tires, by speed, and by cards. Rules: Take Control; Dashboards"""
    car, ace = context.state.cars[seat], list[Part]()
    control = [
        Part(DASHBOARD.control_by_tires[car.tires], "tires"),
        Part(DASHBOARD.control_by_speed[car.speed], "speed"),
    ]
    moment = car.moment(terrain_level=level(context.state, car.pose))
    for each in car.automatic("take_control", "gain", moment):
        parts = control if each.effect.token == "control" else ace
        parts.append(Part(each.n, each.name))
    for each in car.automatic("take_control", "roll_gain", moment):
        pools = {each.name: of(each.effect.die or "black", 1)}
        dice = roll(context.chance, f"control of {seat}", **pools)
        shown = total(dice)
        context.emit(Rolled(seat, "control", tuple(dice), wrenches=shown.wrench, hits=shown.hit))
        for icon, gain in ((shown.wrench, each.effect.wrench), (shown.hit, each.effect.hit)):
            control.append(Part(icon * gain.get("control", 0), each.name))
            ace.append(Part(icon * gain.get("ace", 0), each.name))
    told = ControlTaken(seat, sum_of(control), sum_of(ace))
    car.control += told.control.total
    car.ace += told.ace.total
    context.emit(told)


# -- fires


def fires(context: Live) -> Step[None] | None:
    """The next player whose car burns puts fires out, or lets them burn.

    Rules: Manage Fires; Ruling 57
    """
    state = context.state
    seat = next((s for s in state.clockwise if s not in state.acted and state.cars[s].fires), -1)
    if seat < 0:
        state.phase, state.acted, state.active, state.beat = "movement", [], -1, "turn"
        return None
    car = state.cars[seat]
    if state.active == seat:
        ask = Ask(seat, "fires", managing(car), usual(car), CITE, spare=reordered)
        return put(ask, partial(_manage, context, seat))
    state.active = seat
    if car.standing.fires == "usual":
        _manage(context, seat, usual(car))
    return None


def managing(car: Car) -> list[Fires]:
    """What a player may do about fires: which to put out, and the order of the others.

    Rules: Manage Fires; Rulings 11, 18
    """
    held = car.control + sum(each.n for each in kept(car))
    most = min(len(car.fires), held // EXTINGUISH)
    return [
        Fires(out, burn)
        for count in range(most + 1)
        for out in combinations(car.fires, count)
        for burn in permutations(side for side in car.fires if side not in out)
    ]


def usual(car: Car) -> Fires:
    """What is done where nobody says: as long as 3 control are held the fire on the side with the
    least armor is put out; the others burn front, right, back, left. spec 13"""
    out, held = list[int](), car.control
    for side in sorted(car.fires, key=lambda side: (car.armor[side], side)):
        if held >= HELD:
            out.append(side)
            held -= EXTINGUISH
    return Fires(tuple(sorted(out)), tuple(side for side in car.fires if side not in out))


def _manage(context: Live, seat: int, answer: Fires) -> None:
    car = context.state.cars[seat]
    if answer.out:
        use_kept(context, seat, EXTINGUISH * len(answer.out))
    for side in answer.out:
        car.fires.remove(side)
        spend_control(context, seat, EXTINGUISH)
        context.emit(FireOut(seat, side))
    for side in answer.burn:
        _burn(context, seat, side)
    context.state.acted.append(seat)


def reordered(options: Iterable[Fires]) -> list[Fires]:
    """Those that differ from another only by the order in which fires burn: it hardly matters."""
    return [each for each in options if each.burn != tuple(sorted(each.burn))]


def _burn(context: Live, seat: int, side: int) -> None:
    """A fire left burning does 1 damage, unless a card takes it and puts the fire out.

    Rules: Fire Damage; Automatic Fire Suppressor
    """
    car = context.state.cars[seat]
    for each in car.automatic("manage_fires", "absorb_and_extinguish"):
        car.fires.remove(side)
        hit_card(context, seat, each.slot, 1, "fire")
        context.emit(FireOut(seat, side, each.card))
        return
    context.emit(FireBurned(seat, side))
    harm(context, seat, side, 1, "fire")


# -- the end


def end(context: Live) -> None:
    """All unspent control and ace go back, and the marker passes on to the left.

    Rules: End Of Round; Rulings 9, 43
    """
    state = context.state
    for seat, car in enumerate(state.cars):
        for each in car.offered("any_time", "convert"):
            # What is left would go back anyway. Ruling 62
            if car.cards[each.slot].stored < each.effect.cap:
                car.cards[each.slot].stored += each.effect.store.get("control", 0)
                use(context, seat, each)
        for each in car.offered("own_phase", "reveal_weapons"):
            if car.cards[each.slot].stored:
                use(context, seat, each)
        car.control = car.ace = 0
    for number, thing in enumerate(state.things, THING):
        if thing.rounds and not thing.gone:
            thing.rounds -= 1
            thing.gone = not thing.rounds
            if thing.gone:
                context.emit(Faded(thing.kind, number))
    state.history.append([car.dealt for car in state.cars])
    others = [seat for seat in state.clockwise if seat != state.first]
    state.first = next(iter(others), state.first)
    context.emit(MarkerPassed(state.round, state.first))
    state.acted, state.active = [], -1
    state.beat = "check" if state.round < state.options.rounds else "finish"


def leave(context: Live) -> None:
    """Who has ordered so is out, and nobody scores it. Ruling 43"""
    state = context.state
    seat = state.leaving.pop(0)
    if seat in state.left:
        return
    state.left.append(seat)
    if state.cars[seat].out:
        return
    eliminate(context, seat, "left")
    if state.attack is not None and seat == state.attack.target and state.attack.dice:
        close(context)
    elif state.attack is not None and seat in (state.attack.seat, state.attack.target):
        state.attack = None
        state.beat = "attack"
    if state.turn is not None and state.turn.seat == seat:
        end_turn(state)
    if state.active == seat:
        state.active = -1
        if state.beat == "second":
            state.beat = "attack"


def finish(context: Live) -> None:
    """Rules: End Of Game; the round limit: Ruling 43"""
    state = context.state
    state.phase, state.active, state.turn, state.attack, state.harm = "over", -1, None, None, []
    state.beat = "over"
    places = result(state).places
    why = "rounds" if len(state.alive) > 1 else "last" if state.alive else "none"
    context.emit(FightEnded(why, places))  # type: ignore[arg-type]


def result(state: State) -> Result:
    """Who is left comes first: by power plant, then by armor left. Then the others, who fell last
    first. Scores are the damage done to others. Ruling 43"""
    keys = []
    for seat, car in enumerate(state.cars):
        if car.out:
            keys.append((1, -state.fallen.index(seat), 0))
        else:
            keys.append((0, -car.power, -sum(car.armor)))
    return Result(ranked(keys), tuple(car.dealt for car in state.cars))
