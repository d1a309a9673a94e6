"""Alternative texts, at most 1024 characters, the first sentence the one that matters most."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.engine.players import SEAT_LETTERS, Player
from games.world_auto_racing.race import Race
from images.choices import Choices
from images.words import counted, plain, shorten
from images.world_auto_racing.faces import effect_words
from images.world_auto_racing.hand import read_hand
from images.world_auto_racing.held import Held
from images.world_auto_racing.parts import read_sheet
from images.world_auto_racing.reading import BoardReading, DriverReading, read
from images.world_auto_racing.twin import (
    cars_words,
    course_words,
    driver_words,
    moment_words,
    parts_words,
    sum_words,
    who_words,
)

MOST: Final = 1024
"""Discord's limit for the description of a picture, in characters."""


def _short(driver: DriverReading) -> str:
    """One driver: who, how far, what the sum would be, what is on the car."""
    if not driver.car:
        return f"{who_words(driver)}."
    words = f"{who_words(driver)}: {driver.progress}"
    if driver.total is not None:
        how = "scored" if driver.scored else "now"
        words += f", {how} +{driver.total} (power {driver.power}, handling {driver.handling})"
    elif driver.power is not None:
        words += f", power {driver.power}, handling {driver.handling}"
    words += f", mods {driver.counted} of {driver.cap}, {counted(driver.hand, 'card')}"
    words += f", {driver.trait}" if driver.trait else ""
    return f"{words}."


def _shared(reading: BoardReading) -> list[str]:
    if reading.cars:
        return [cars_words(reading.cars)]
    told = []
    for each in reading.conditions:
        effect = effect_words(each.power, each.handling)
        told.append(f"{each.name} ({SEAT_LETTERS[each.owner]}){f' {effect}' if effect else ''}")
    conditions = [f"Conditions: {'; '.join(told)}."] if told else []
    return [course_words(reading.course), *conditions]


def alt(view: Race, players: Sequence[Player], verb: str = "") -> str:
    """The board: the moment, each driver in racing order with the acting one first, the road."""
    reading = read(view, players, verb)
    drivers = sorted(reading.drivers, key=lambda driver: driver.seat != reading.acting)
    return shorten([moment_words(reading), *map(_short, drivers), *_shared(reading)], MOST)


def _held_words(held: Held, told: bool) -> str:
    words = f"{held.card.name}, {held.kind.replace(' · ', ' ').lower()}"
    effect = effect_words(*held.numbers)
    words += f", {effect}" if effect else ""
    words += f", {held.card.text.rstrip('.')}" if told and held.card.text else ""
    foot = f" ({held.foot})" if held.foot else ""
    return f"{held.key} {words}{foot}" if held.key else f"{words}{foot}"


def hand_alt(view: Race, players: Sequence[Player], choices: Choices) -> str:
    """A hand: what can be played with its keys, the own sum, then the rest with the reasons."""
    reading = read_hand(view, players, choices)
    moment = reading.moment.replace(" · ", ", ")
    stop = "" if reading.title.endswith(("?", "!", ".", "…")) else "."
    first = f"{moment}, {SEAT_LETTERS[reading.seat]} {reading.verb}: {reading.title}{stop}"
    rest = [f"{note}." for note in reading.notes]
    rest += [sum_words(reading.sum)] if reading.sum is not None else []
    if not reading.cards:
        return shorten([first, "No cards in hand.", *rest], MOST)
    text = ""
    for told in (True, False):
        live = "; ".join(_held_words(held, told) for held in reading.cards if held.live)
        idle = "; ".join(_held_words(held, told) for held in reading.cards if not held.live)
        label = "To choose from" if view.phase == "car" else "Playable"
        rest_label = "Cards" if view.phase == "mulligan" else "Not now"
        parts = [first]
        parts += [f"{label}: {live}."] if live else []
        parts += [f"{rest_label}: {idle}."] if idle else []
        parts += [f"{reading.more} more."] if reading.more else []
        text = " ".join([*parts, *rest])
        if len(text) <= MOST:
            return text
    return plain(text, MOST)


def sheet_alt(view: Race, players: Sequence[Player], seat: int) -> str:
    """One driver: the sum with every part, then all that lies in play."""
    reading = read_sheet(view, players, seat)
    first, *rest = driver_words(reading)
    car = [f"The car: power {reading.power}, handling {reading.handling}."]
    shared = [f"Conditions: {parts_words(reading.conditions)}."] if reading.conditions else []
    sentences = [f"{reading.moment.replace(' · ', ', ')}. {first}", *rest[:1]]
    sentences += [*(car if reading.driver.car else []), *rest[1:], *shared]
    return shorten([*sentences, course_words(reading.course)], MOST)
