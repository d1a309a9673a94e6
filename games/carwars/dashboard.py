"""What changes on a car's dashboard, and the elimination of its player.

Each function changes the state first and then tells of it, so that whoever reads an event finds it
in the view that comes with it.
"""

from __future__ import annotations

from typing import Literal

from games.carwars.catalog import DASHBOARD
from games.carwars.events import (
    FireStarted,
    OutOfControl,
    Paid,
    PowerLost,
    TiresLost,
    Wrecked,
)
from games.carwars.state import Live


def step(tires: int) -> tuple[int, int]:
    """What tires give: max speed, and control. Rules: Dashboards; Take Control"""
    return DASHBOARD.most_speed_by_tires[tires], DASHBOARD.control_by_tires[tires]


def spend_control(context: Live, seat: int, tokens: int) -> None:
    """Control tokens go back. The car is out of control the moment the last one goes.

    Rules: Out Of Control; Ruling 10
    """
    car = context.state.cars[seat]
    held, car.control = car.control, car.control - tokens
    if held and not car.control:
        context.emit(OutOfControl(seat))


def pay(context: Live, seat: int, why: Literal["skid", "collision", "explosion"], owed: int) -> int:
    """Pay as much of the control that is owed as there is; returns what is not paid.

    Rules: Maneuvering Results; Collisions; Explosion Damage
    """
    paid = min(owed, context.state.cars[seat].control)
    told = Paid(seat, why, owed, paid)
    if not paid:
        context.emit(told)
        return owed
    car = context.state.cars[seat]
    car.control -= paid
    context.emit(told)
    if not car.control:
        context.emit(OutOfControl(seat))
    return owed - paid


def lose_tires(
    context: Live,
    seat: int,
    why: Literal["unpaid", "wrench", "brake", "attack", "card"],
    points: int,
) -> int:
    """Tire damage, as far as there are tires; returns what they have taken. Rules: Tire Damage"""
    car = context.state.cars[seat]
    points = min(points, car.tires)
    if points > 0:
        car.tires -= points
        context.emit(TiresLost(seat, why, points, car.tires))
    return points


def lose_power(
    context: Live, seat: int, why: Literal["card", "accelerate"], points: int, by: int = -1
) -> None:
    """Damage to the power plant; at 0 its player is eliminated. Rules: Power Plant Damage"""
    car = context.state.cars[seat]
    points = min(points, car.power)
    car.power -= points
    context.emit(PowerLost(seat, why, points, car.power))
    if not car.power:
        eliminate(context, seat, "power", by)


def start_fire(context: Live, seat: int, side: int) -> None:
    """Rules: Fire Damage"""
    car = context.state.cars[seat]
    car.fires = sorted([*car.fires, side])
    context.emit(FireStarted(seat, side))


def eliminate(
    context: Live, seat: int, why: Literal["power", "crew", "flipped", "left"], by: int = -1
) -> None:
    """The car becomes a wreck, and what is left of its damage is dropped.

    Rules: Player Elimination; who leaves: Ruling 43
    """
    state = context.state
    car = state.cars[seat]
    car.out, car.fires, car.control, car.ace, car.damage = why, [], 0, 0, 0
    car.gone = not car.placed
    state.harm = [harm for harm in state.harm if harm.body != seat]
    state.fallen.append(seat)
    context.emit(Wrecked(seat, why, by if by != seat else -1))
