"""What is hidden in each game: every card, part and number of a seat that nobody else can know.

A part can be dealt otherwise alone: it changes the checkpoint `then` of a table, given the state
`now` to which the answers since have led.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from games.carwars.moves import RULES
from games.carwars.state import State as Arena
from games.carwars_cards.state import State as Duel
from games.engine.chance import SeededChance
from games.mini_carwars import redeal as mini
from games.mini_carwars.catalog import BODY_ARMOR, COMPUTERS
from games.mini_carwars.state import State as Fight
from games.nascards.kinds import DRIVE_FAST
from games.nascards.state import State as CardRace
from games.world_auto_racing import redeal as war
from games.world_auto_racing.race import Race

Change = Callable[[Any, Any, random.Random], None]


@dataclass(frozen=True)
class Part:
    """One hidden thing of a seat, and how it is dealt otherwise."""

    owner: int
    name: str
    change: Change
    whole: bool = False
    """It takes in every other part of its owner."""


def parts(state: Any) -> list[Part]:
    """Every hidden thing on a table in that state."""
    return [*_FINDERS[type(state)](state)]


def _trade(hand: list[int], card: int, pile: list[int], rng: random.Random) -> int:
    """Lay a card of a hand into a pile, and another kind of card of the pile into the hand.

    Returns the card that came; the same one where the pile has no other.
    """
    others = [at for at, other in enumerate(pile) if other != card]
    if not others:
        return card
    at, place = rng.choice(others), hand.index(card)
    hand[place], pile[at] = pile[at], card
    return hand[place]


# -- Car Wars: The Card Game


def _of_duel(now: Duel) -> Iterator[Part]:
    for seat, player in enumerate(now.players):
        hidden = Counter(player.hand)
        hidden.subtract(player.shown)
        for at, card in enumerate(sorted(hidden.elements())):
            yield Part(seat, f"card {at} of the hand", _card_of_hand(seat, card))


def _card_of_hand(seat: int, card: int) -> Change:
    def change(then: Duel, now: Duel, rng: random.Random) -> None:
        player = then.players[seat]
        _trade(player.hand, card, then.draw, rng)
        player.queued = [each for each in player.queued if each[0] in player.hand]

    return change


# -- NASCARDS


def _of_card_race(now: CardRace) -> Iterator[Part]:
    for seat, driver in enumerate(now.drivers):
        known = [one.card for one in now.known if one.of == seat]
        hidden = Counter(driver.hand)
        hidden.subtract(known)
        for at, card in enumerate(sorted(hidden.elements())):
            yield Part(seat, f"Speed card {at}", _speed_card(seat, card))
        for at, card in enumerate(driver.dealt):
            yield Part(seat, f"Maneuver card {at}", _maneuver(seat, card))
        for at, card in enumerate(driver.thrown):
            yield Part(seat, f"thrown card {at}", _thrown(seat, card))


def _speed_card(seat: int, card: int) -> Change:
    def change(then: CardRace, now: CardRace, rng: random.Random) -> None:
        hand = then.drivers[seat].hand
        _trade(hand, card, then.speed_pile, rng)
        hand.sort()

    return change


def _maneuver(seat: int, card: int) -> Change:
    def change(then: CardRace, now: CardRace, rng: random.Random) -> None:
        driver = then.drivers[seat]
        came = _trade(driver.dealt, card, then.maneuver_pile, rng)
        if driver.kept == card:
            driver.kept = came
            # Whether a card was set aside is hidden, too: only Drive Fast lets one be.
            driver.follow = driver.follow if came == DRIVE_FAST else -1
        elif driver.follow == card:
            driver.follow = came

    return change


def _thrown(seat: int, card: int) -> Change:
    def change(then: CardRace, now: CardRace, rng: random.Random) -> None:
        _trade(then.drivers[seat].thrown, card, then.maneuver_pile, rng)

    return change


# -- World Auto Racing


def _of_race(now: Race) -> Iterator[Part]:
    for seat, racer in enumerate(now.drivers):
        hidden = Counter(racer.hand)
        hidden.subtract(racer.shown)
        for _, cards in racer.seen:
            hidden.subtract(cards)
        for at, card in enumerate(sorted(hidden.elements())):
            yield Part(seat, f"card {at} of the hand", _card_of_racer(seat, card))
        if len(set(racer.garage)) > 1:
            yield Part(seat, "order of the garage", _order_of_garage(seat))
        if racer.brought:
            yield Part(seat, "own garage", _own_garage(seat), whole=True)


def _card_of_racer(seat: int, card: int) -> Change:
    def change(then: Race, now: Race, rng: random.Random) -> None:
        racer = then.drivers[seat]
        _trade(racer.hand, card, racer.garage, rng)

    return change


def _order_of_garage(seat: int) -> Change:
    def change(then: Race, now: Race, rng: random.Random) -> None:
        garage = then.drivers[seat].garage
        before = garage[:]
        while garage == before:
            rng.shuffle(garage)

    return change


def _own_garage(seat: int) -> Change:
    def change(then: Race, now: Race, rng: random.Random) -> None:
        war._others(then, now, seat, None, SeededChance(rng.randrange(1 << 30)))

    return change


# -- Mini Car Wars


def _of_fight(now: Fight) -> Iterator[Part]:
    if now.beat == "buy":
        for seat in {vehicle.owner for vehicle in now.vehicles}:
            yield Part(seat, "vehicles bought", _bought(seat))
        for number, vehicle in enumerate(now.vehicles):
            yield Part(vehicle.owner, f"name of vehicle {number}", _called(number))
        return
    if now.options.open_sheets or now.ended:
        return
    for seat in range(now.seats):
        yield Part(seat, "option, armor and accessories", _sheet(seat), whole=True)
    for number, vehicle in enumerate(now.vehicles):
        sides = mini._open_sides(vehicle.kind, vehicle)
        for at, side in enumerate(sides):
            if len(sides) > 1 and vehicle.armor[side] > 1:
                part = _armor(number, side, sides[at - 1])
                yield Part(vehicle.owner, f"armor of vehicle {number}, side {side}", part)
        for at, person in enumerate(vehicle.crew):
            name = f"of person {at} in vehicle {number}"
            if not person.shown:
                yield Part(vehicle.owner, f"computer {name}", _computer(number, at))
            if not person.seen:
                yield Part(vehicle.owner, f"body armor {name}", _body_armor(number, at))


def _bought(seat: int) -> Change:
    def change(then: Fight, now: Fight, rng: random.Random) -> None:
        mini._buy(then, seat, SeededChance(rng.randrange(1 << 30)))

    return change


def _called(number: int) -> Change:
    def change(then: Fight, now: Fight, rng: random.Random) -> None:
        then.vehicles[number].called = f"Other {rng.randrange(1000)}"

    return change


def _sheet(seat: int) -> Change:
    def change(then: Fight, now: Fight, rng: random.Random) -> None:
        mini._rebuild(then, now, seat, SeededChance(rng.randrange(1 << 30)))

    return change


def _armor(number: int, side: int, other: int) -> Change:
    def change(then: Fight, now: Fight, rng: random.Random) -> None:
        vehicle = then.vehicles[number]
        points = rng.randrange(1, now.vehicles[number].armor[side])
        for each in (vehicle.bought, vehicle.armor):
            each[side] -= points
            each[other] += points

    return change


def _computer(number: int, at: int) -> Change:
    def change(then: Fight, now: Fight, rng: random.Random) -> None:
        person = then.vehicles[number].crew[at]
        person.computer = (person.computer + 1) % len(COMPUTERS)

    return change


def _body_armor(number: int, at: int) -> Change:
    def change(then: Fight, now: Fight, rng: random.Random) -> None:
        person = then.vehicles[number].crew[at]
        person.body_armor = not person.body_armor
        person.boxes = BODY_ARMOR.boxes if person.body_armor else 0

    return change


# -- Car Wars, Sixth Edition


def _of_arena(now: Arena) -> Iterator[Part]:
    for car in now.cars:
        for rule in RULES:
            yield Part(car.owner, f"standing rule {rule}", _standing_rule(car.owner, rule))


def _standing_rule(seat: int, rule: str) -> Change:
    def change(then: Arena, now: Arena, rng: random.Random) -> None:
        car = then.cars[seat]
        others = [value for value in RULES[rule] if value != getattr(car.standing, rule)]
        car.standing = car.standing.put(rule, rng.choice(others))

    return change


_FINDERS: dict[type[Any], Callable[[Any], Iterator[Part]]] = {
    Duel: _of_duel,
    CardRace: _of_card_race,
    Race: _of_race,
    Fight: _of_fight,
    Arena: _of_arena,
}
