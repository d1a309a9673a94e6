"""How each card shows itself: its icon, its two numbers and its kind. Nothing is said per card."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from games.world_auto_racing import cards
from games.world_auto_racing.cards import Card
from games.world_auto_racing.words import phrases
from games.world_auto_racing.words.phrases import plain, times

NOTHING: Final = "·"
"""Stands where a card adds nothing to a stat."""
_TYPES: Final[Mapping[str, str]] = {
    "car": "traffic",
    "mod": "nut",
    "trait": "trait",
    "control": "control",
    "condition": "surface",
    "course": "road",
    "team": "team",
}
_SUBTYPES: Final[Mapping[str, str]] = {
    "engine": "engine",
    "induction": "induction",
    "exhaust": "exhaust",
    "suspension": "suspension",
    "brakes": "brakes",
    "drivetrain": "drivetrain",
    "body": "body",
    "electronics": "electronics",
    "nitrous": "nitrous",
    "tires": "tire",
    "weather": "rain",
    "surface": "surface",
    "light": "light",
    "traffic": "traffic",
    "law": "law",
    "straight": "road",
    "corner": "corner",
    "technical": "technical",
    "mixed": "mixed",
}
"""Subtypes of the house set; a server's own fall back to their type."""


class Numbers(NamedTuple):
    """The two printed numbers as they are shown; empty where a card adds nothing."""

    power: str
    handling: str


def signed(number: float) -> str:
    """A number to add; nothing has no sign.

    >>> signed(2), signed(-1), signed(0)
    ('+2', '−1', '0')
    """
    return phrases.signed(number) if number else "0"


def icon_of(card: Card) -> str:
    return _SUBTYPES.get(card.subtype.lower()) or _TYPES.get(card.type, "cards")


def kind_of(card: Card) -> str:
    """Type and subtype.

    "mod · Engine", "control".
    """
    return f"{card.type} · {card.subtype}" if card.subtype else card.type


def numbers_of(card: Card) -> Numbers:
    """The printed numbers: multipliers of a course, a car's own, else what is added.

    An asterisk stands where the card's text may change the number.
    """
    power = _number(card, card.power, card.power_star)
    return Numbers(power, _number(card, card.handling, card.handling_star))


def _number(card: Card, number: float, star: bool) -> str:
    mark = "*" if star else ""
    if card.type == "course":
        return times(number) + mark
    if card.type == "car":
        return plain(number) + mark
    return f"{signed(number)}{mark}" if number or star else ""


def short_name(card: Card) -> str:
    """The name without what the stage pips beside it say.

    "High-Rev Head" for "High-Rev Head Stage 2".
    """
    return card.line if card.line and card.stage else card.name


def stages_of(card: Card) -> int:
    """How many stages a card's line has; 0 for a card without stages."""
    if not card.stage or not card.line:
        return 0
    return max(card.stage, _lines(len(cards.every())).get(card.line, 0))


@lru_cache(maxsize=4)
def _lines(count: int) -> Mapping[str, int]:
    """The highest stage of each line. `count` is the number of cards: sets may be added."""
    highest: dict[str, int] = {}
    for each in cards.every():
        if each.line:
            highest[each.line] = max(highest.get(each.line, 0), each.stage)
    return highest


_SIGNS: Final = (("≤", "at most "), ("≥", "at least "), ("=", "set to "), ("*", ""))


def effect_words(power: str, handling: str) -> str:
    """What a card does to both stats: "+1 power, −1 handling"; empty for nothing."""
    told = []
    for stat, number in (("power", power), ("handling", handling)):
        if number == "0*":
            told.append(f"{stat} by its text")
        elif number:
            words = number
            for sign, meaning in _SIGNS:
                words = words.replace(sign, meaning)
            told.append(f"{words} {stat}")
    return ", ".join(told)
