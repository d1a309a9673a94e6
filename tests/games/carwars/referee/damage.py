"""Where control, tires, armor and cards go. Rules: Damage; Out Of Control."""

from __future__ import annotations

from collections import Counter
from typing import Any, Final, Literal

from games.carwars import events as told
from tests.games.carwars.referee.data import DAMAGE
from tests.games.carwars.referee.fight import Car
from tests.games.carwars.referee.judge import Judge, Over, check_dice, icons, rerolls

_ON_SIDE: Final = ("structure", "weapon", "accessory")
_Why = Literal["skid", "collision", "explosion"]


def pay(judge: Judge, seat: int, why: _Why, owed: int) -> int:
    """Control is paid as far as there is any; returns what could not be paid."""
    car = judge.car(seat)
    event = judge.take(told.Paid, seat=seat, why=why, owed=owed)
    if event.card >= 0:
        fair = why == "collision" and owed == 1 and car.has("strengthened_undercarriage")
        judge.must(fair and event.card == 34, f"card {event.card} cannot pay for this")
        judge.must(event.ace == 2 <= car.ace, f"{event.ace} ace paid of {car.ace}, it costs 2")
        judge.must(event.unpaid in (0, 1), "ace stand in for the one control")
        car.ace -= event.ace
        return 0
    paid = min(owed, car.control)
    judge.must(event.paid == paid, f"paid told as {event.paid}, by the rules {paid}")
    judge.must(event.ace == 0, "ace were paid without a card that allows it")
    lose_control(judge, seat, paid)
    return owed - paid


def lose_control(judge: Judge, seat: int, count: int) -> None:
    """So many control go; with the last one the car goes out of control."""
    car = judge.car(seat)
    before, car.control = car.control, car.control - count
    if before and not car.control:
        judge.take(told.OutOfControl, seat=seat)


def lose_tires(judge: Judge, seat: int, why: str, points: int) -> int:
    """Tires down to 0; returns what they could not take."""
    car = judge.car(seat)
    lost = min(points, car.tires)
    if lost:
        car.tires -= lost
        judge.take(told.TiresLost, seat=seat, why=why, points=lost, left=car.tires)
    return points - lost


def start_fire(judge: Judge, seat: int, side: int) -> None:
    judge.take(told.FireStarted, seat=seat, side=side)
    judge.car(seat).fires.add(side)


def eliminated(judge: Judge, seat: int, why: str, by: int | None = None) -> None:
    """A player is out; the end comes at once when one is left. Rules: Player Elimination"""
    event = judge.take(told.Wrecked, seat=seat, why=why)
    if by is not None:
        judge.must(event.by == by, f"wrecked by {event.by}, by the rules {by}")
    fight, car = judge.fight, judge.car(seat)
    car.out = True
    car.control = car.ace = 0
    car.fires.clear()
    fight.fallen.append(seat)
    if len(fight.alive) <= 1:
        ended(judge, "last" if fight.alive else "none")


def ended(judge: Judge, why: str) -> None:
    """The last one is first, the others by how long they lasted. Ruling 43. Raises `Over`."""
    fight = judge.fight
    places: list[tuple[int, ...]] = []
    if why == "rounds":

        def worth(seat: int) -> tuple[int, int]:
            return fight.cars[seat].power, sum(fight.cars[seat].armor)

        for each in sorted({worth(seat) for seat in fight.alive}, reverse=True):
            places.append(tuple(seat for seat in fight.alive if worth(seat) == each))
    else:
        places += [(seat,) for seat in fight.alive]
    places += [(seat,) for seat in reversed(fight.fallen)]
    judge.take(told.FightEnded, why=why, places=tuple(places))
    judge.must(judge.coming is None, f"told after the end: {judge.coming!r}")
    raise Over


def damage_thing(judge: Judge, body: int, points: int, by: int) -> None:
    """Damage to an obstacle or wreck: nothing unless it is durable. Ruling 21"""
    fight = judge.fight
    room = fight.durable(body)
    if not room or points <= 0:
        return
    event = judge.take(told.ThingHit, body=body, left=max(0, room - points), by=by)
    judge.must(event.points in (points, min(points, room)), f"{event.points} points, not {points}")
    judge.must(event.kind == fight.kind(body), f"it is a {fight.kind(body)}")
    owner: Any = fight.cars[body] if body < 100 else fight.things[body - 100]
    owner.tokens += points
    owner.gone = owner.gone or points >= room


def damage_car(judge: Judge, seat: int, side: int, points: int, by: int | None = None) -> None:
    """One batch of basic damage: armor first, the rest inside. Rules: Basic Damage"""
    car = judge.car(seat)
    if points <= 0 or car.out:
        return
    taken = min(points, car.armor[side])
    if taken:
        car.armor[side] -= taken
        judge.take(
            told.ArmorLost,
            seat=seat,
            side=side,
            points=taken,
            left=car.armor[side],
            opposite=False,
        )
    if points > taken:
        _inside(judge, car, side, points - taken, by)


def _inside(judge: Judge, car: Car, side: int, points: int, by: int | None) -> None:
    """Rules: Internal Damage"""
    drawn = judge.take(told.CardDrawn, seat=car.seat, side=side, points=points)
    card = DAMAGE[drawn.card]
    deck = "A" if judge.fight.small else "B"
    judge.must(card["deck"] == deck, f"damage card {card['id']}, this game has deck {deck}")
    for line in card["items"]:
        if points > 0 and not car.out:
            most = min(points, line.get("limit", points))
            points -= _line(judge, car, side, line["item"], most, by)
    judge.must(points == 0 or car.out, f"{points} damage left after all lines of {card['id']}")


def _line(judge: Judge, car: Car, side: int, item: str, most: int, by: int | None) -> int:
    """One line of a damage card; returns what it takes of `most`."""
    seat = car.seat
    if item == "fire":
        if side in car.fires:
            return 0
        start_fire(judge, seat, side)
        return 1
    if item == "tires":
        return most - lose_tires(judge, seat, "card", most)
    if item == "opposite_armor":
        return _opposite(judge, car, (side + 2) % 4, most)
    if item == "power_plant":
        lost = min(most, car.power)
        car.power -= lost
        event = judge.take(told.PowerLost, seat=seat, why="card", left=car.power)
        judge.must(event.points in (lost, most), f"{event.points} points, by the rules {lost}")
        if not car.power:
            eliminated(judge, seat, "power", by)
        return most
    if item in _ON_SIDE:
        return _items(judge, car, side, item, most)
    return _crew(judge, car, item, most, by)


def _opposite(judge: Judge, car: Car, side: int, most: int) -> int:
    lost = min(most, car.armor[side])
    if lost:
        car.armor[side] -= lost
        judge.take(
            told.ArmorLost,
            seat=car.seat,
            side=side,
            points=lost,
            left=car.armor[side],
            opposite=True,
        )
    return lost


def _items(judge: Judge, car: Car, side: int, kind: str, most: int) -> int:
    """Cards of that type on the side, as the owner picks, until none is left."""
    taken = 0
    while taken < most:
        able = [
            place
            for place, each in enumerate(car.items)
            if each.side == side and each.card["type"] == kind and car.left(place) > 0
        ]
        if not able:
            break
        event = judge.take(told.ItemHit, seat=car.seat, why="card")
        judge.must(
            event.place in able,
            f"card at {event.place} was hit, by the rules one of {able} ({kind}, side {side})",
        )
        taken += _hit(judge, car, event, most - taken)
    return taken


def _hit(judge: Judge, car: Car, event: told.ItemHit | told.CrewHit, most: int) -> int:
    """Tokens on the card that was told; returns how many."""
    item, room = car.items[event.place], car.left(event.place)
    points = min(most, room)
    name = type(event).__name__
    judge.must(event.card == item.number, f"{name}.card {event.card}, there is {item.number}")
    judge.must(event.points == points, f"{name}.points {event.points}, by the rules {points}")
    judge.must(event.left == room - points, f"{name}.left {event.left}, not {room - points}")
    item.tokens += points
    item.down = item.down or points >= room
    return max(1, points)


def _crew(judge: Judge, car: Car, item: str, most: int, by: int | None) -> int:
    """Crew, driver or gunner; an Armored Beer Refrigerator takes it first."""
    taken = 0
    while taken < most:
        able = {"driver": [0], "gunner": [1], "crew": [0, 1]}[item]
        able = [place for place in able if not car.items[place].down]
        if not able:
            break
        cold = [
            place
            for place, each in enumerate(car.items)
            if each.name == "armored_beer_refrigerator" and car.left(place) > 0
        ]
        if cold:
            hit = judge.take(told.ItemHit, seat=car.seat, why="absorb", place=cold[0])
            taken += _hit(judge, car, hit, most - taken)
            continue
        event = judge.take(told.CrewHit, seat=car.seat)
        judge.must(event.place in able, f"crew at {event.place} was hit, not one of {able}")
        taken += _hit(judge, car, event, most - taken)
        if not car.crew():
            eliminated(judge, car.seat, "crew", by)
            break
    return taken


def damage_of_collision(judge: Judge, seat: int, side: int, points: int, by: int | None) -> None:
    """A car's share of a collision: a Safety Cage saves first."""
    car = judge.car(seat)
    if points > 0 and not car.out and car.has("safety_cage"):
        event = judge.take(told.Saved, seat=seat, card=33)
        check_dice(judge, event.dice, Counter({("yellow", "safety_cage"): 3}))
        judge.must(not rerolls(event.dice), "saves have no re-rolls")
        saved = min(points, icons(event.dice)[1])
        judge.must(event.points == saved, f"{event.points} saved, by the rules {saved}")
        points -= saved
    damage_car(judge, seat, side, points, by)


def absorb_fire(judge: Judge, seat: int, side: int) -> bool:
    """An Automatic Fire Suppressor takes the damage and puts the fire out."""
    car = judge.car(seat)
    for place, each in enumerate(car.items):
        if each.name == "automatic_fire_suppressor" and car.left(place) > 0:
            event = judge.take(told.ItemHit, seat=seat, why="fire", place=place)
            _hit(judge, car, event, 1)
            judge.take(told.FireOut, seat=seat, side=side, card=each.number)
            car.fires.discard(side)
            return True
    return False
