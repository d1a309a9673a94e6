"""Alternative texts, at most 1024 characters, the first sentence the one that matters most."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.engine.players import SEAT_LETTERS, Player
from games.nascards.state import State
from images.choices import Choices
from images.nascards.held import HandReading, ManeuverHeld, SpeedHeld, read_hand
from images.nascards.reading import BoardReading, CarReading, read
from images.nascards.twin import car_words, flag_words, moment_words
from images.words import counted, listed, shorten

MOST: Final = 1024
"""Discord's limit for the description of a picture, in characters."""


def _short_car(car: CarReading) -> str:
    place = f"{car.place} " if car.place else ""
    state = ", totaled" if not car.running else ""
    if car.struck is not None and car.struck.icon == "pit":
        state = f", {car.struck.words}"
    return f"{place}{car.letter} {car.name} {car.miles}{state}."


def alt(view: State, players: Sequence[Player], verb: str = "") -> str:
    """The board: the moment, then each car in the order of the standings.

    Where all of it is too long, only the acting car keeps what happened this turn.
    """
    reading = read(view, players, verb)
    head = [moment_words(reading), *flag_words(reading)]
    for told in (
        [car_words(car) for car in reading.cars],
        [_brief_car(reading, car) for car in reading.cars],
    ):
        text = " ".join([*head, *told])
        if len(text) <= MOST:
            return text
    return shorten([*head, *(_short_car(car) for car in reading.cars)], MOST)


def _brief_car(reading: BoardReading, car: CarReading) -> str:
    if car.seat == reading.framed:
        return car_words(car)
    hand = f", {counted(car.cards, 'card')}" if car.status == "track" else ""
    return f"{_short_car(car)[:-1]}{hand}."


def _speed_words(held: SpeedHeld) -> str:
    moves = f", moves {held.moves}" if held.moves != held.value else ""
    severity = f", severity {held.severity}" if held.severity != "0" else ""
    return f"Speed {held.value}{moves}{severity}"


def _dealt_words(held: ManeuverHeld, told: bool) -> str:
    key = f"{held.key} " if held.key else ""
    tag = f" ({held.tag.lower()})" if held.tag else ""
    what = f": {held.text.rstrip('.')}" if told and held.text else ""
    foot = f" ({held.foot})" if held.foot else ""
    return f"{key}{held.name}{tag}{what}{foot}"


def _rows_words(values: Sequence[int]) -> str:
    return listed([str(value) for value in values]) if values else "nothing"


def _hand_sentences(reading: HandReading, told: bool) -> list[str]:
    out: list[str] = []
    if reading.marks:
        out.append(f"Your move: {'; '.join(mark.words for mark in reading.marks)}.")
    live = [_dealt_words(held, told) for held in reading.dealt if held.key]
    live += [_speed_words(held) for held in reading.speed if held.live]
    if live:
        out.append(f"Playable: {'; '.join(live)}.")
    dealt = [_dealt_words(held, told) for held in reading.dealt if not held.key]
    if dealt:
        out.append(f"Not now: {'; '.join(dealt)}.")
    speed = [held for held in reading.speed if not held.live]
    if speed:
        why = f" ({speed[0].reason})" if speed[0].reason else ""
        out.append(f"Not now{why}: {'; '.join(map(_speed_words, speed))}.")
    for aside in reading.asides:
        what = f": {aside.text.rstrip('.')}" if told and aside.text else ""
        out.append(f"{aside.label}, {aside.stamp.lower()}: {aside.name}{what}.")
    for seat, cards in reading.looked:
        out.append(f"{SEAT_LETTERS[seat]} held {_rows_words(cards)} when you looked.")
    return out


def hand_alt(view: State, players: Sequence[Player], choices: Choices) -> str:
    """A hand: what can be played with its keys, then the rest with the reasons."""
    reading = read_hand(view, choices)
    where = reading.standing.replace(" · ", ", ")
    first = f"Your hand, {reading.held}, {SEAT_LETTERS[reading.seat]} {where}: {reading.title}"
    first += "" if first.endswith(("?", "!", ".")) else "."
    if not reading.speed:
        first += f" {reading.empty}."
    for told in (True, False):
        text = " ".join([first, *_hand_sentences(reading, told)])
        if len(text) <= MOST:
            return text
    values = _rows_words([held.value for held in reading.speed])
    rest = [sentence for sentence in _hand_sentences(reading, False) if "Speed " not in sentence]
    return shorten([first, f"Speed cards: {values}.", *rest], MOST)
