"""The parts of a card set's file, each checked on its own; every fault names its place.

A checker takes a value as TOML gives it, and its place; it returns the value in the form the rules
use, or None after it has written down what is wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from difflib import get_close_matches
from typing import Any, Final, TypeAlias

Checker: TypeAlias = Callable[[Any, str, "Faults"], Any]


class Faults:
    """What is wrong with a file, in the order in which it was found."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.sentences: list[str] = []

    def add(self, where: str, words: str) -> None:
        """Write down a fault: "my_set.toml: card hill_climb: effects[0].when: ..."."""
        place = f"{where.removesuffix(':')}: " if where else ""
        self.sentences.append(f"{self.file}: {place}{words}")


def under(where: str, key: str) -> str:
    """The place of a field: "card hill_climb:" and "text" give "card hill_climb: text"."""
    if not where:
        return key
    return f"{where} {key}" if where.endswith(":") else f"{where}.{key}"


def close(word: object, known: Iterable[str]) -> str:
    """ "; did you mean 'add'?" where a known word is near; else empty."""
    near = get_close_matches(str(word), list(known), 1, 0.6)
    return f"; did you mean '{near[0]}'?" if near else ""


def told(value: object) -> str:
    """A value as a fault shows it."""
    try:
        text = f"'{value}'" if isinstance(value, str) else repr(value)
    except ValueError:
        # Python writes no whole numbers of several thousand digits.
        return "a number of thousands of digits"
    return text if len(text) <= 60 else text[:59] + "…"


def one_of(known: Iterable[str], what: str) -> Checker:
    """One of these words; `what` is what an unknown one is not: "no effect"."""
    words = tuple(known)

    def check(value: Any, where: str, faults: Faults) -> str | None:
        if isinstance(value, str) and value in words:
            return value
        hint = close(value, words) or f"; known are {', '.join(words)}"
        faults.add(where, f"{told(value)} is {what}{hint}")
        return None

    return check


def some_of(known: Iterable[str], what: str) -> Checker:
    """One of these words, or a list of them."""
    one = one_of(known, what)

    def check(value: Any, where: str, faults: Faults) -> tuple[str, ...] | None:
        values = value if isinstance(value, list) else [value]
        if not values:
            faults.add(where, "the list is empty")
            return None
        places = [where] if values is not value else [f"{where}[{i}]" for i in range(len(values))]
        found = [one(each, place, faults) for each, place in zip(values, places, strict=True)]
        return None if None in found else tuple(found)

    return check


def text(most: int, *, empty: bool = False) -> Checker:
    """One line of words."""

    def check(value: Any, where: str, faults: Faults) -> str | None:
        if not isinstance(value, str):
            faults.add(where, f"{told(value)} is no text")
        elif "\n" in value or not value.isprintable():
            faults.add(where, "the text is not one plain line")
        elif len(value) > most:
            faults.add(where, f"{len(value)} characters; at most {most} have room")
        elif not empty and not value.strip():
            faults.add(where, "the text is empty")
        else:
            return value.strip()
        return None

    return check


def title(most: int) -> Checker:
    """A name of a card, which stands in a line of a garage that is written out."""
    line = text(most)

    def check(value: Any, where: str, faults: Faults) -> str | None:
        found: str | None = line(value, where, faults)
        if found is None:
            return None
        if "#" in found:
            faults.add(where, "a name has no #: it begins a comment in a garage that is written")
        elif found != " ".join(found.split()):
            faults.add(where, "between the words of a name is one space")
        else:
            return found
        return None

    return check


def identifier(value: Any, where: str, faults: Faults) -> str | None:
    """A name for files and saves: small letters, digits and _."""
    if not isinstance(value, str) or not value:
        faults.add(where, f"{told(value)} is no id")
    elif len(value) > MOST_ID:
        faults.add(where, f"'{value}' has {len(value)} characters; at most {MOST_ID} have room")
    elif not (value.isascii() and value[0].isalpha() and value == value.lower()) or not (
        value.replace("_", "").isalnum()
    ):
        faults.add(where, f"'{value}' is no id: small letters, digits and _, a letter first")
    else:
        return value
    return None


MOST_ID: Final = 40
"""Characters of an id: it stands in what Discord lets us write on a button."""


def whole(low: int, high: int) -> Checker:
    """A whole number."""

    def check(value: Any, where: str, faults: Faults) -> int | None:
        if not isinstance(value, int) or isinstance(value, bool):
            faults.add(where, f"{told(value)} is no whole number")
        elif not low <= value <= high:
            faults.add(where, f"{told(value)} is not from {low} to {high}".replace("-", "−"))
        else:
            return value
        return None

    return check


def quarters(low: float, high: float) -> Checker:
    """A multiplier: a number of quarters, so that sums are exact."""

    def check(value: Any, where: str, faults: Faults) -> float | None:
        if not isinstance(value, int | float) or isinstance(value, bool):
            faults.add(where, f"{told(value)} is no number")
        elif not low <= value <= high:
            faults.add(where, f"{told(value)} is not from {low:g} to {high:g}")
        elif value * 4 != int(value * 4):
            faults.add(where, f"{value} is no number of quarters, such as 0.5 or 1.25")
        else:
            return float(value)
        return None

    return check


def flag(value: Any, where: str, faults: Faults) -> bool | None:
    """True or false."""
    if isinstance(value, bool):
        return value
    faults.add(where, f"{told(value)} is neither true nor false")
    return None


def table(
    value: Any,
    where: str,
    faults: Faults,
    fields: Mapping[str, Checker],
    required: Iterable[str] = (),
    what: str = "this",
) -> dict[str, Any]:
    """The fields of a table that are sound; every unknown, missing or wrong one is a fault."""
    if not isinstance(value, dict):
        faults.add(where, f"{told(value)} is no table")
        return {}
    out: dict[str, Any] = {}
    for key, part in value.items():
        place = under(where, key)
        if key not in fields:
            faults.add(place, f"{what} has no such field{close(key, fields)}")
            continue
        found = fields[key](part, place, faults)
        if found is not None:
            out[key] = found
    for key in required:
        if key not in value:
            faults.add(where, f"{what} needs the field {key}")
    return out


def items(value: Any, where: str, faults: Faults) -> list[tuple[str, Any]]:
    """The items of a list with their places; nothing when it is no list."""
    if not isinstance(value, list):
        faults.add(where, f"{told(value)} is no list")
        return []
    return [(f"{where}[{i}]", each) for i, each in enumerate(value)]
