"""What changes on a dashboard, how a card is used, and basic damage, batch by batch: armor, then a
damage card (Rules: Damage; Player Elimination).

Each function changes the state first and then tells of it, so that whoever reads an event finds it
in the view that comes with it. `State.harm` is the queue of damage. The first batch lands before
any other beat: armor and the draw of a damage card in one, the items of that card in the next ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from games.carwars.catalog import CREW, DECKS, DamageItem, deck
from games.carwars.dice import roll, total
from games.carwars.effects import Applied, Hook
from games.carwars.events import (
    ArmorLost,
    CardDrawn,
    CardUsed,
    CrewHit,
    Exploded,
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
    ThingHit,
    TireCause,
    TiresLost,
    Wrecked,
)
from games.carwars.ground import durability, is_player, kind_of
from games.carwars.moves import Pick
from games.carwars.state import THING, Car, Harm, Live
from games.engine.ask import Ask, Step, put
from games.engine.plane import BACK, FRONT, LEFT, RIGHT


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
    use_kept(context, seat, owed)
    car = context.state.cars[seat]
    paid = min(owed, car.control)
    context.emit(Paid(seat, why, owed, paid))
    spend_control(context, seat, paid)
    return owed - paid


def kept(car: Car) -> list[Applied]:
    """The cards whose kept control can be spent. Rules: Autopilot"""
    found = car.offered("pay_control", "use_stored")
    return [each for each in found if car.cards[each.slot].stored]


def use_kept(context: Live, seat: int, owed: int) -> None:
    """Kept control is spent where the last token would go, or is not there. Ruling 62"""
    car = context.state.cars[seat]
    for each in kept(car) if owed >= car.control else ():
        car.cards[each.slot].stored -= each.n
        car.control += each.n
        use(context, seat, each)


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


def hit_card(
    context: Live, seat: int, place: int, points: int, why: ItemCause, by: int = -1
) -> int:
    """Damage tokens on a card of a car, as many as it takes; returns them, with what other cards
    save of those on a weapon, or absorb of those on a crew member. When both crew members are dead
    the player is eliminated.

    Rules: Internal Damage; Destroyed; Player Elimination; Reinforced Weapon Brackets; spec 10
    """
    car = context.state.cars[seat]
    card, kind = car.cards[place], car.kind(place).type
    if points <= 0 or car.left(place) <= 0:
        return 0
    other = 0
    if kind == "weapon":
        other = save(context, seat, "weapon_damage", points)
    elif kind == "crew":
        other = absorbed(context, seat, "crew_damage", points)
    points = min(points - other, car.left(place))
    left = car.left(place) - points
    card.damage += points
    if not left:
        card.down, card.damage = "destroyed", 0
    if points and kind == "crew":
        context.emit(CrewHit(seat, place, card.card, points, left))
        if not car.crew:
            eliminate(context, seat, "crew", by)
    elif points:
        context.emit(ItemHit(seat, place, card.card, points, left, why))
    return other + points


def save(context: Live, seat: int, hook: Hook, points: int) -> int:
    """What cards take off damage on its way (Safety Cage). Rules: its text"""
    car, saved = context.state.cars[seat], 0
    for each in car.automatic(hook, "save"):
        if saved == points:
            break
        draw = f"{hook.replace('_', ' ')} to {seat}"
        dice = roll(context.chance, draw, **{each.name: each.effect.dice})
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
    if car.fires:
        side = min(car.fires, key=lambda side: (car.armor[side], side))
        car.fires.remove(side)
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


HURT: Final = {"crew": 3.0, "driver": 3.0, "gunner": 3.0, "power_plant": 2.0, "tires": 0.7}
"""So much a point of damage on a line of a damage card hurts; of others as much as one of armor.
Ruling 61"""
OPPOSITE: Final = {FRONT: BACK, BACK: FRONT, LEFT: RIGHT, RIGHT: LEFT}
CITE: Final = "Rules: Internal Damage"


def harm(context: Live, body: int, side: int, points: int, why: str, by: int = -1) -> None:
    """Basic damage for a body: one batch, behind those that wait already.

    What cannot take damage takes none. Rules: Basic Damage; Durability
    """
    state = context.state
    if points > 0 and (is_player(state, body) or durability(state, body)):
        state.harm.append(Harm(body, side, points, why, by))


def special(context: Live, body: int, side: int, what: str, by: int = -1) -> None:
    """A `fire` or an `explosion` that comes of no attack; where neither can be it is 1 damage.

    Rules: Fire Damage; Explosion Damage; spec 9
    """
    car = context.state.cars[body] if is_player(context.state, body) else None
    if car is not None and what == "fire" and side not in car.fires:
        start_fire(context, body, side)
    elif car is not None and what == "explosion" and not car.out_of_control:
        context.emit(Exploded(body, side))
        pay(context, body, "explosion", 1)
    else:
        harm(context, body, side, 1, what, by)


def damage(context: Live) -> Step[None] | None:
    """The first batch, as far as nobody has to be asked and nothing to be drawn.

    Rules: Basic Damage; Internal Damage
    """
    state = context.state
    batch = state.harm[0]
    if batch.asks:
        car = state.cars[batch.body]
        choice = candidates(car, lines(batch)[batch.line].item, batch.side)
        options, default = [*map(Pick, choice)], Pick(usual(car, choice))
        return put(Ask(batch.body, "pick", options, default, CITE), partial(_pick, batch))
    if not is_player(state, batch.body):
        state.harm.pop(0)
        hit_thing(context, batch.body, batch.points, batch.by)
    elif batch.card < 0:
        _armor(context, batch)
    else:
        _inside(context, batch)
    return None


def hit_thing(context: Live, body: int, points: int, by: int) -> None:
    """Damage tokens on an obstacle or wreck; with as many as its durability it is removed.

    Rules: Destroyed
    """
    state = context.state
    most = durability(state, body)
    thing = state.things[body - THING] if body >= THING else state.cars[body]
    if thing.gone or not most:
        return
    points = min(points, most - thing.damage)
    thing.damage += points
    thing.gone = thing.damage == most
    if thing.gone and state.turn is not None:
        # What is drawn from here on was drawn around it.
        state.turn.replan()
    context.emit(ThingHit(body, points, most - thing.damage, by, kind_of(state, body)))


# -- armor


def _armor(context: Live, batch: Harm) -> None:
    """What cards save, then armor; what is left goes inside: a damage card is drawn.

    Rules: Basic Damage; Internal Damage
    """
    state, seat, side = context.state, batch.body, batch.side
    if batch.why in ("collision", "pile-up"):
        batch.points -= save(context, seat, "collision_damage", batch.points)
    if batch.by not in (-1, seat):
        state.cars[batch.by].dealt += batch.points
    batch.points -= _lose_armor(context, seat, side, batch.points)
    if batch.points:
        _draw(context, batch, deck(state.options.build_points))
        _redrawn(context, batch)
    else:
        state.harm.pop(0)


def _draw(context: Live, batch: Harm, cards: Sequence[int]) -> None:
    batch.card = cards[context.chance.below(len(cards), f"damage card of {batch.body}")]
    context.emit(CardDrawn(batch.body, batch.side, batch.card, batch.points))


def _lose_armor(context: Live, seat: int, side: int, points: int, *, opposite: bool = False) -> int:
    """Armor of a side, as much as there is; returns how much."""
    armor = context.state.cars[seat].armor
    points = min(points, armor[side])
    armor[side] -= points
    if points:
        context.emit(ArmorLost(seat, side, points, armor[side], opposite))
    return points


def _redrawn(context: Live, batch: Harm) -> None:
    """The attacker has another damage card drawn, where the first hurts less than most.

    Rules: Monarch; Ruling 61
    """
    state = context.state
    if batch.why != "attack" or batch.by < 0 or state.cars[batch.by].out:
        return
    for each in state.cars[batch.by].offered("internal_damage", "redraw"):
        others = [card for card in deck(state.options.build_points) if card != batch.card]
        hurts = [_hurt(state.cars[batch.body], batch, card) for card in (batch.card, *others)]
        if hurts[0] < sum(hurts[1:]) / len(others):
            use(context, batch.by, each)
            _draw(context, batch, others)


def _hurt(car: Car, batch: Harm, card: int) -> float:
    """About how much a damage card hurts a car."""
    points, hurt = batch.points, 0.0
    room = {"power_plant": car.power, "tires": car.tires, "fire": 1}
    room["opposite_armor"] = car.armor[OPPOSITE[batch.side]]
    for item in (*batch.first, *DECKS[card].items):
        places = candidates(car, item.item, batch.side)
        most = room.get(item.item, sum(car.left(place) for place in places))
        took = min(points, item.limit or points, most)
        points, hurt = points - took, hurt + took * HURT.get(item.item, 1.0)
    return hurt


# -- inside


def _inside(context: Live, batch: Harm) -> None:
    """Walk down the damage card. Rules: Internal Damage; Damage Cards; Ruling 15"""
    state = context.state
    car, items = state.cars[batch.body], lines(batch)
    while batch.points and not car.out and batch.line < len(items):
        item = items[batch.line]
        room = item.limit - batch.taken if item.limit else batch.points
        took = _take(context, batch, item, min(room, batch.points)) if room > 0 else 0
        if took < 0:
            batch.asks = True
            return
        batch.points -= took
        batch.taken += took
        if not took:
            batch.line, batch.taken, batch.pick = batch.line + 1, 0, -1
    if batch in state.harm:
        state.harm.remove(batch)


def lines(batch: Harm) -> tuple[DamageItem, ...]:
    """What the damage hits, from top to bottom. Rules: Damage Cards; Spike Gun"""
    return *batch.first, *DECKS[batch.card].items


def _take(context: Live, batch: Harm, item: DamageItem, points: int) -> int:
    """What an item of the damage card takes of so many points; 0 for nothing, -1 where its owner
    is to be asked which of several takes it."""
    seat, side, car = batch.body, batch.side, context.state.cars[batch.body]
    match item.item:
        case "power_plant":
            lose_power(context, seat, "card", points, batch.by)
            return points
        case "tires":
            return lose_tires(context, seat, "card", points)
        case "opposite_armor":
            return _lose_armor(context, seat, OPPOSITE[side], points, opposite=True)
        case "fire":
            if side in car.fires:
                return 0
            start_fire(context, seat, side)
            return 1
    choice = candidates(car, item.item, side)
    if not choice:
        return 0
    if len(choice) > 1 and batch.pick not in choice:
        if car.standing.damage == "ask":
            return -1
        batch.pick = usual(car, choice)
    place = batch.pick if batch.pick in choice else choice[0]
    return hit_card(context, seat, place, points, "card", batch.by)


def candidates(car: Car, item: str, side: int) -> list[int]:
    """The living cards that may take the damage of a line of a damage card.

    Turrets are weapons on every side. Rules: Internal Damage; spec 10
    """
    if item in ("crew", "driver", "gunner"):
        named = {"driver": (0,), "gunner": (1,)}.get(item, (0, 1))
        return [place for place in car.crew if place in named]
    return [
        place
        for place, card in enumerate(car.cards)
        if (kind := car.kind(place)).type == item
        and (card.side == side or (kind.turret and card.side == CREW))
        and kind.durability
        and not card.down
    ]


def usual(car: Car, choice: Sequence[int]) -> int:
    """Which of several takes damage where nobody says: most durability left, then the cheapest,
    then the gunner. spec 13"""
    return max(choice, key=lambda place: (car.left(place), -car.kind(place).cost, place))


def _pick(batch: Harm, answer: Pick) -> None:
    """Its owner says which of several cards takes the damage. Rules: Internal Damage; spec 10"""
    batch.pick, batch.asks = answer.card, False
