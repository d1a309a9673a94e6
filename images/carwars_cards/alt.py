"""Alternative texts, at most 1024 characters, the first sentence the one that matters most."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.carwars_cards.cards import CARDS, SIDES
from games.carwars_cards.state import State
from games.engine.players import SEAT_LETTERS, Player
from images.carwars_cards.card import facts_of
from images.carwars_cards.hand import Held, read_hand
from images.carwars_cards.reading import read
from images.carwars_cards.result import read_result
from images.carwars_cards.sheet import hit_words, read_sheet
from images.carwars_cards.twin import car_words, incoming_words, moment_words, pile_words
from images.choices import Choices
from images.words import counted, shorten

MOST: Final = 1024
"""Discord's limit for the description of a picture, in characters."""


def alt(view: State, players: Sequence[Player], verb: str = "to act") -> str:
    """The board: the moment, what is on its way, then each car, the acting one first."""
    reading = read(view, players, verb)
    sentences = [moment_words(reading)]
    if reading.incoming is not None:
        sentences.append(incoming_words(reading.incoming))
    sentences += [car_words(car) for car in reading.order()]
    sentences.append(pile_words(reading))
    return shorten(sentences, MOST)


def _held_words(held: Held, told: bool) -> str:
    figures = held.figures
    if figures is not None:
        what = f", {figures.number} {figures.first}, {figures.second}"
    else:
        what = f", {held.text.rstrip('.')}" if told else ""
    foot = f" ({held.foot})" if held.foot else ""
    key = f"{held.key} " if held.key else ""
    return f"{key}{held.card.name}{what}{foot}"


def hand_alt(view: State, players: Sequence[Player], choices: Choices) -> str:
    """A hand: what can be played with its keys, then the rest with the reasons."""
    reading = read_hand(view, choices)
    first = f"Your hand, {reading.cards_held}, {SEAT_LETTERS[reading.seat]} {reading.verb}: "
    first += f"{reading.title}."
    if not reading.cards:
        return shorten([first, f"{reading.empty}."], MOST)
    text = ""
    for told in (True, False):
        live = [_held_words(held, told) for held in reading.cards if held.key]
        idle = [_held_words(held, told) for held in reading.cards if not held.key]
        text = first
        if live:
            text += f" Playable: {'; '.join(live)}."
        if idle:
            text += f" Not now: {'; '.join(idle)}."
        if len(text) <= MOST:
            return text
    return f"{text[: MOST - 1]}…"


def sheet_alt(view: State, players: Sequence[Player], seat: int) -> str:
    """One car with the cards lying on it."""
    reading = read_sheet(view, players, seat)
    sentences = [car_words(reading.car)]
    for row in reading.rows:
        if row.hits:
            sentences.append(f"{row.label.capitalize()}: {', '.join(map(hit_words, row.hits))}.")
    if reading.known:
        sentences.append(f"Seen in hand: {', '.join(reading.known)}.")
    return shorten(sentences, MOST)


def card_alt(number: int) -> str:
    """One card: name, text, and where its figures are from."""
    card = CARDS[number]
    side = f", {SIDES[card.side]}" if card.side in range(4) else ""
    facts = [
        f"{f.label.lower()} {f.figure} ({f.source})".replace("  ", " ") for f in facts_of(number)
    ]
    sentences = [f"{card.name}{side}, {card.kind} card.", card.text, f"{'; '.join(facts)}."]
    if "house" in card.source.values():
        sentences.append("A house figure or ruling is chosen here: no source gives it.")
    return shorten(sentences, MOST)


def result_alt(view: State, players: Sequence[Player]) -> str:
    """The end of a duel or match: who won, then places and how the points came about."""
    reading = read_result(view, players)
    sentences = [f"{reading.game.replace(' · ', ' ')}. {reading.title}."]
    for line in reading.standings:
        plus = f", {line.gained} from this duel" if line.gained is not None else ""
        who = f"{line.place}. {line.car.letter} {line.car.name}"
        points = counted(line.car.points, "point")
        sentences.append(f"{who}: {points}{plus}; {line.state}.")
    return shorten(sentences, MOST)
