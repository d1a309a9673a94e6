"""How names, cards, numbers and lists are put into a sentence for the seat that reads it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from games.engine.voice import counted, listed, upper
from games.world_auto_racing.cards import Card
from games.world_auto_racing.kinds import KINDS
from games.world_auto_racing.printed import STATS
from games.world_auto_racing.texts import say


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
    return listed(counted(KINDS[number].name for number in numbers))


# -- numbers


def plain(number: float, form: str = "g") -> str:
    """A number without idle digits: "2", "1.5", "−1"; in the form "+g" with its sign: "+0".

    >>> plain(2.0), plain(0.5), plain(-1), plain(2, "+g")
    ('2', '0.5', '−1', '+2')
    """
    return f"{number:{form}}".replace("-", "−")


def signed(number: float) -> str:
    """A number to add, with its sign: "+2", "−1"; nothing has none: "0"."""
    return plain(number, "+g") if number else "0"


def times(number: float) -> str:
    """A multiplier: "×1.5"."""
    return f"×{plain(number)}"


_FIGURES: Final = {"car": plain, "course": times}


def figures(card: Card) -> tuple[str, str]:
    """The printed power and handling: multipliers of a course, a car's own, else what is added,
    empty for nothing. An asterisk stands where the card's text may change the number."""
    power = _figure(card, card.power, card.power_star)
    return power, _figure(card, card.handling, card.handling_star)


def _figure(card: Card, number: float, star: bool) -> str:
    if not (number or star or card.type in _FIGURES):
        return ""
    return _FIGURES.get(card.type, signed)(number) + "*" * star


def numbers(card: Card, stars: bool = False) -> str:
    """The printed numbers in words; empty where both add nothing.

    "+2 power, −1 handling" for most, "power ×2, handling ×0.5" for a course, "power 5, handling 2"
    for a car. With `stars` an asterisk stands where the text may change the number, and then a 0
    is told too.
    """
    shown = figures(card) if stars else [each.rstrip("*") for each in figures(card)]
    told = [(stat, figure) for stat, figure in zip(STATS, shown, strict=True) if figure]
    if card.type in _FIGURES:
        return ", ".join(f"{stat} {figure}" for stat, figure in told)
    return ", ".join(f"{figure} {stat}" for stat, figure in told if figure != "0")


def kind(card: Card) -> str:
    """What sort of card it is: "control", "Body mod", "Weather condition"."""
    return f"{card.subtype} {card.type}" if card.subtype else card.type


def face(card: Card) -> str:
    """The card as a thing to press: "Redline (control)"."""
    return f"{card.name} ({kind(card)})"


def told(card: Card, *more: str) -> str:
    """A card with its kind and numbers: "Drizzle (Weather condition), −1 handling"."""
    return ", ".join(filter(None, (face(card), numbers(card), *more)))


def effect_numbers(card: Card) -> str:
    """The printed numbers; of a condition and a course, that they are for everyone. A course that
    multiplies one number says only that."""
    told = numbers(card)
    if card.type == "course":
        parts = told.split(", ")
        told = ", ".join([part for part in parts if not part.endswith("×1")] or parts)
    if not told or card.type not in ("condition", "course"):
        return told
    return say("garage", "for_everyone", numbers=told)


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
