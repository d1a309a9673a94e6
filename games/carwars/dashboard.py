"""What changes on a car's dashboard, and the elimination of its player.

Each function changes the state first and then tells of it, so that whoever reads an event finds it
in the view that comes with it.
"""

from __future__ import annotations

from games.carwars.dice import roll, total
from games.carwars.effects import Applied, Hook
from games.carwars.events import (
    CardUsed,
    Fall,
    FireOut,
    FireStarted,
    ItemCause,
    ItemHit,
    OutOfControl,
    Owed,
    Paid,
    PowerCause,
    PowerLost,
    Saved,
    TireCause,
    TiresLost,
    Wrecked,
)
from games.carwars.state import Car, Live


def spend_control(context: Live, seat: int, tokens: int) -> None:
    """Control tokens go back. The car is out of control the moment the last one goes.

    Rules: Out Of Control; Ruling 10
    """
    car = context.state.cars[seat]
    held, car.control = car.control, car.control - tokens
    if held and not car.control:
        context.emit(OutOfControl(seat))


def pay(context: Live, seat: int, why: Owed, owed: int) -> int:
    """Pay as much of the control that is owed as there is; returns what is not paid.

    Rules: Maneuvering Results; Collisions; Explosion Damage
    """
    car = context.state.cars[seat]
    for each in car.offered("pay_control", "use_stored") if owed >= car.control else ():
        # Kept control is spent where the last token would go, or is not there. Ruling 62
        if car.cards[each.slot].stored:
            car.cards[each.slot].stored -= each.n
            car.control += each.n
            use(context, seat, each)
    paid = min(owed, car.control)
    told = Paid(seat, why, owed, paid)
    if not paid:
        context.emit(told)
        return owed
    car.control -= paid
    context.emit(told)
    if not car.control:
        context.emit(OutOfControl(seat))
    return owed - paid


def lose_tires(context: Live, seat: int, why: TireCause, points: int) -> int:
    """Tire damage, as far as there are tires; what a card absorbs goes on that card first. Returns
    what both have taken. Rules: Tire Damage; Wheel Hubs"""
    car = context.state.cars[seat]
    taken = absorbed(context, seat, "tire_damage", points)
    points = min(points - taken, car.tires)
    if points > 0:
        car.tires -= points
        context.emit(TiresLost(seat, why, points, car.tires))
    return taken + max(0, points)


def tire_room(car: Car) -> int:
    """Tire damage that a car can take."""
    cards = car.automatic("tire_damage", "absorb")
    return car.tires + sum(car.left(each.slot) for each in cards)


def lose_power(context: Live, seat: int, why: PowerCause, points: int, by: int = -1) -> None:
    """Damage to the power plant; at 0 its player is eliminated. Rules: Power Plant Damage; Power
    Plant Shielding"""
    car = context.state.cars[seat]
    points = min(points - absorbed(context, seat, "power_damage", points), car.power)
    if not points:
        return
    car.power -= points
    context.emit(PowerLost(seat, why, points, car.power))
    if not car.power:
        eliminate(context, seat, "power", by)


# -- cards


def use(
    context: Live, seat: int, found: Applied, times: int = 1, *, n: int = 0, place: int = -1
) -> None:
    """A card is used so often: what it costs is paid, and one that works once in a game lies face
    down. Rules: its text"""
    car, price = context.state.cars[seat], found.effect.cost
    control, ace = (price.get(token, 0) * times for token in ("control", "ace"))
    if control:
        spend_control(context, seat, control)
    car.ace -= ace
    if "tires" in price:
        lose_tires(context, seat, "price", price["tires"] * times)
    if "damage_on_this" in price:
        hit_card(context, seat, found.slot, price["damage_on_this"], "price")
    car.uses = [*car.uses, *found.use]
    if found.effect.once and not car.cards[found.slot].down:
        car.cards[found.slot].down = "spent"
    context.emit(CardUsed(seat, found.card, found.effect.op, n or found.n, place, control, ace))


def hit_card(context: Live, seat: int, place: int, points: int, why: ItemCause) -> int:
    """Damage tokens on a card of a car, as many as it takes; returns them, with what another card
    saves of those on a weapon. Rules: Basic Damage; Destroyed; Reinforced Weapon Brackets"""
    car = context.state.cars[seat]
    card = car.cards[place]
    if points <= 0 or car.left(place) <= 0:
        return 0
    saves = car.kind(place).type == "weapon"
    saved = save(context, seat, "weapon_damage", points) if saves else 0
    points = min(points - saved, car.left(place))
    left = car.left(place) - points
    card.damage += points
    if not left:
        card.down, card.damage = "destroyed", 0
    if points:
        context.emit(ItemHit(seat, place, card.card, points, left, why))
    return saved + points


def save(context: Live, seat: int, hook: Hook, points: int) -> int:
    """What cards take off damage on its way (Safety Cage). Rules: its text"""
    car, saved = context.state.cars[seat], 0
    for each in car.automatic(hook, "save"):
        if saved == points:
            break
        card = car.kind(each.slot).id
        draw = f"{hook.replace('_', ' ')} to {seat}"
        dice = roll(context.chance, draw, **{card: each.effect.dice})
        off = min(points - saved, total(dice).skid_shield * each.effect.shield)
        saved += off
        context.emit(Saved(seat, each.card, tuple(dice), off))
    return saved


def absorbed(context: Live, seat: int, hook: Hook, points: int) -> int:
    """Damage that goes on a card in place of what it was aimed at. spec 10"""
    car, taken = context.state.cars[seat], 0
    for each in car.automatic(hook, "absorb"):
        taken += hit_card(context, seat, each.slot, points - taken, "absorb")
    return taken


def douse(context: Live, seat: int, card: int = -1) -> None:
    """A fire is put out, the one on the side with the least armor. Ruling 57"""
    car = context.state.cars[seat]
    for side in sorted(car.fires, key=lambda side: (car.armor[side], side))[:1]:
        car.fires = [other for other in car.fires if other != side]
        context.emit(FireOut(seat, side, card))


def start_fire(context: Live, seat: int, side: int) -> None:
    """Rules: Fire Damage"""
    car = context.state.cars[seat]
    car.fires = sorted([*car.fires, side])
    context.emit(FireStarted(seat, side))


def eliminate(context: Live, seat: int, why: Fall, by: int = -1) -> None:
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
