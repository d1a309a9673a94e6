"""The board in words, good enough to play by ear: every number of the picture and no other."""

from __future__ import annotations

from collections.abc import Sequence

from games.carwars_cards.cards import CARDS
from games.carwars_cards.match import KILL
from games.carwars_cards.state import State
from games.engine.players import SEAT_LETTERS, Player
from images.carwars_cards.reading import (
    STAMPS,
    BoardReading,
    CarReading,
    IncomingReading,
    read,
)
from images.words import counted, listed

_AROUND = (("front", 0), ("right", 3), ("back", 1), ("left", 2))


def moment_words(reading: BoardReading) -> str:
    """Game, duel and turn, and who acts: the first sentence of all."""
    car = reading.cars[reading.acting]
    moment = reading.moment.replace(" · ", ", ").lower()
    return f"{reading.game.replace(' · ', ' ')}, {moment}: {car.letter} {car.name} {reading.verb}."


def pile_words(reading: BoardReading) -> str:
    last = ", the last one: the duel ends with it" if reading.last_pile else ""
    return f"Draw pile {counted(reading.pile, 'card')}{last}."


def incoming_words(coming: IncomingReading) -> str:
    """Who hits whom, where, with what, and the sum."""
    source, target = SEAT_LETTERS[coming.source], SEAT_LETTERS[coming.target]
    where = f"{target}'s {coming.place}" if coming.place else target
    follow_up = "Follow-up: " if coming.follow_up else ""
    attack = f"{follow_up}{source} plays {coming.card} on {where}"
    if coming.outcome:
        return f"{attack}: {coming.outcome}."
    after = f" after {coming.answer}" if coming.answer else ""
    driver = ", on the driver: that side is breached" if coming.to_driver else ""
    armor = ""
    if coming.stopped:
        armor = f", {coming.stopped} stopped by armor, {coming.net} come through"
    return f"{attack}{after}, {coming.points} damage{armor}{driver}."


def left_words(car: CarReading) -> str:
    """How a car left the duel, and who scores for it."""
    stamp, sentence = STAMPS.get(car.status, STAMPS["out"])
    if car.out_by < 0:
        return f"{stamp.lower()}, {sentence}"
    killer = SEAT_LETTERS[car.out_by]
    return f"{stamp.lower()}, disabled by {killer}, {KILL} points for {killer}"


def car_words(car: CarReading) -> str:
    """One car: whose it is, points and hand, then what is left of it and what lies on it."""
    computer = " (computer)" if car.computer else ""
    who = f"{car.letter} {car.name}{computer}, {counted(car.points, 'point')}"
    if not car.running:
        return f"{who}: {left_words(car)}."
    armor = ", ".join(f"{side} {car.armor[at] or 'breached'}" for side, at in _AROUND)
    tires = f"Tires {car.tires or 'gone'}, driver {car.driver}."
    marks = ", ".join(mark.words for mark in car.marks)
    lying = f" {marks[0].upper()}{marks[1:]}." if marks else ""
    return f"{who}, {counted(car.cards, 'card')}. Armor: {armor}. {tires}{lying}"


def twin(view: State, players: Sequence[Player], verb: str = "to act") -> str:
    """The board in words, one line for each car in seat order.

    `verb` is the one given to the picture.
    """
    reading = read(view, players, verb)
    lines = [f"{moment_words(reading)} {pile_words(reading)}"]
    if reading.incoming is not None:
        lines.append(incoming_words(reading.incoming))
    if view.played:
        played = [f"{SEAT_LETTERS[seat]} {CARDS[card].name}" for seat, card in view.played]
        lines.append(f"Turned up now: {listed(played)}.")
    lines += [car_words(car) for car in reading.cars]
    for car in view.players:
        if car.shown:
            known = listed([CARDS[card].title for card in car.shown])
            lines.append(f"{SEAT_LETTERS[car.seat]} is known to hold {known}.")
    return "\n".join(lines)
