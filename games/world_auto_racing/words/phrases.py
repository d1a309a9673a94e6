"""How names, cards, numbers and lists are put into a sentence for the seat that reads it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from games.engine.voice import counted, listed, upper
from games.world_auto_racing import cards
from games.world_auto_racing.cards import Card


def full_stop(words: str) -> str:
    """The words closed with a full stop, if nothing closes them yet."""
    return words if not words or words.endswith((".", "!", "?")) else f"{words}."


def cut(words: str, most: int) -> str:
    """At most so many characters, cut between words where there are any; an ellipsis shows it."""
    if len(words) <= most:
        return words
    kept, _, rest = words[:most].rpartition(" ")
    if len(rest) > most // 2:
        kept = words[: most - 1]
    return kept.rstrip(" .,;:") + "…"


def cards_named(numbers: Iterable[int]) -> str:
    """Cards by name, copies counted: "Redline and 2 Heel and Toe"."""
    return listed(counted(name(number) for number in numbers))


def name(number: int) -> str:
    """The card's name."""
    return cards.card(number).name


# -- numbers


def plain(number: float) -> str:
    """A number without idle digits: "2", "1.5", "−1".

    >>> plain(2.0), plain(0.5), plain(-1)
    ('2', '0.5', '−1')
    """
    return f"{number:g}".replace("-", "−")


def signed(number: float) -> str:
    """A number to add, with its sign: "+2", "−1"."""
    return plain(number) if number < 0 else f"+{plain(number)}"


def times(number: float) -> str:
    """A multiplier: "×1.5"."""
    return f"×{plain(number)}"


STATS: Final = ("power", "handling")


def numbers(card: Card, stars: bool = False) -> str:
    """The printed numbers in words; empty where both add nothing.

    "+2 power, −1 handling" for most, "power ×2, handling ×0.5" for a course, "power 5, handling 2"
    for a car. With `stars` an asterisk stands where the text may change the number, and then a 0
    is told too.
    """
    told: list[str] = []
    for stat, number, star in zip(
        STATS, (card.power, card.handling), (card.power_star, card.handling_star), strict=True
    ):
        mark = "*" if stars and star else ""
        if card.type == "car":
            told.append(f"{stat} {plain(number)}{mark}")
        elif card.type == "course":
            told.append(f"{stat} {times(number)}{mark}")
        elif number or mark:
            told.append(f"{signed(number) if number else 0}{mark} {stat}")
    return ", ".join(told)


def kind(card: Card) -> str:
    """What sort of card it is: "control", "Body mod", "Weather condition"."""
    return f"{card.subtype} {card.type}" if card.subtype else card.type


def face(card: Card) -> str:
    """The card as a thing to press: "Redline (control)"."""
    return f"{card.name} ({kind(card)})"


def effect_numbers(card: Card) -> str:
    """The printed numbers; of a condition and a course, that they are for everyone."""
    told = numbers(card)
    return f"{told} for everyone" if told and card.type in ("condition", "course") else told


def sense(card: Card) -> str:
    """What a card does in a sentence or two: its numbers, then its text.

    "+1 power. Draw a card."
    """
    told = (effect_numbers(card), card.text.strip())
    return " ".join(full_stop(upper(part)) for part in told if part)


def worth(card: Card) -> str:
    """The end of a sentence that names a card: its numbers, and its own words in quotes.

    ": +1 handling. “Raise your power to 5 if it is lower.”" In quotes, because "you" on a card is
    whoever has played it.
    """
    told = effect_numbers(card)
    text = f" “{card.text.strip()}”" if card.text.strip() else ""
    return f"{f': {told}' if told else ''}.{text}"


def an(words: str) -> str:
    """The words with their article: "an Engine mod"."""
    return f"{'an' if words[:1].lower() in 'aeiou' else 'a'} {words}"
