"""Card sets: files that a server adds to the house set (docs/card-sets.md).

A set has a number, and its cards the numbers that follow from their places in the file. Saved
tables hold those numbers, so a set that has been raced with may only grow at its end.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from importlib.resources import files
from typing import Any, Final

import msgspec

from games.engine import voice
from games.engine.errors import BadSet
from games.world_auto_racing import cards, kinds
from games.world_auto_racing.cards import Card
from games.world_auto_racing.garage_rules import LEAST, MOST, MOST_COPIES, lower_stages
from games.world_auto_racing.printed import Printed
from games.world_auto_racing.set_cards import read_card
from games.world_auto_racing.set_fields import (
    Checker,
    Faults,
    close,
    items,
    table,
    text,
    told,
    under,
    whole,
)

PLACES: Final = 1_000
"""Numbers of cards in a set."""
HOUSE: Final = "house"
"""The `source` of the house set."""


class CardSet(msgspec.Struct, frozen=True):
    """A set that has been read and found sound."""

    file: str
    name: str
    number: int
    source: str
    cards: tuple[Card, ...]
    garages: Mapping[int, tuple[int, ...]]
    """The ready-made garage of each of its cars, by number, sorted."""


_FIELDS: Final[dict[str, Checker]] = {
    "set": text(40),
    "number": whole(1, 99),
    "source": text(60),
    "card": lambda value, where, faults: value,
    "garage": lambda value, where, faults: value,
}


def read_set(name: str, text: str) -> CardSet:
    """The card set in a file of that name.

    Everything is checked, against the sets that have been installed too. Raises `BadSet` with
    every fault as a sentence that names the file, the card and the field.
    """
    return _read(name, text, _FIELDS)


def _read(file: str, source: str, fields: Mapping[str, Checker]) -> CardSet:
    faults = Faults(file)
    try:
        rows = tomllib.loads(source)
    except ValueError as error:
        faults.add("", f"this is no TOML: {error}")
        raise BadSet(faults.sentences) from error
    except RecursionError as error:
        faults.add("", "this is no card set: lists within lists without end")
        raise BadSet(faults.sentences) from error
    head = table(rows, "", faults, fields, ("set", "number", "card"), "a card set")
    number = head.get("number", 0)
    found = [
        read_card(row, at, faults)
        for at, (_, row) in enumerate(items(rows.get("card", []), "card", faults))
    ]
    if len(found) > PLACES:
        faults.add("", f"{len(found)} cards; a set has at most {PLACES}")
    if rows.get("card") == []:
        faults.add("", "the set has no card")
    _apart(found, faults)
    _makes(found, faults)
    _lines(found, faults)
    if number and number in {card.number // PLACES for card in cards.every()}:
        faults.add("number", f"set number {number} is taken by another set")
    if faults.sentences:
        # Garages of cards that are not sound would only be told of twice.
        raise BadSet(faults.sentences)
    made = tuple(
        _card(row, number * PLACES + at, head["set"], head.get("source", head["set"]))
        for at, row in enumerate(found)
    )
    garages = _garages(rows.get("garage", []), made, faults)
    if faults.sentences:
        raise BadSet(faults.sentences)
    return CardSet(file, head["set"], number, head.get("source", head["set"]), made, garages)


def _card(row: Mapping[str, Any], number: int, name: str, source: str) -> Card:
    printed = msgspec.convert({"target": row.get("target", ""), "effects": row["effects"]}, Printed)
    plain = {key: row[key] for key in Card.__struct_fields__ if key in row and key != "effects"}
    stars = {f"{stat}_star": row.get(f"{stat}_asterisk", False) for stat in ("power", "handling")}
    return Card(**plain, **stars, number=number, set_name=name, source=source, effects=printed)


# -- cards together


def _apart(found: Sequence[Mapping[str, Any]], faults: Faults) -> None:
    """No two cards share an id or a name, in this set or with one that is installed."""
    ids: dict[str, str] = {card.id: card.set_name for card in cards.every()}
    names: dict[str, str] = {card.name.casefold(): card.set_name for card in cards.every()}
    for row in found:
        where = f"card {row.get('id')}:"
        for key, known, word in (("id", ids, "id"), ("name", names, "name")):
            value = str(row.get(key, "")).casefold()
            if not value:
                continue
            if value in known:
                of = known[value]
                faults.add(under(where, key), f"the {word} '{row[key]}' is taken by a card of {of}")
            known[value] = "this set"


def _makes(found: Sequence[Mapping[str, Any]], faults: Faults) -> None:
    """A make that is counted is the make of some card."""
    makes = {card.make for card in cards.every()} | {row.get("make", "") for row in found}
    makes.discard("")
    for row in found:
        for at, effect in enumerate(row.get("effects", ())):
            for part in ("cost", "do"):
                for place, op in enumerate(effect.get(part, ())):
                    make = op.get("per", {}).get("make", "")
                    if make and make not in makes:
                        where = f"card {row.get('id')}: effects[{at}].{part}[{place}].per.make"
                        faults.add(where, f"no card is made by {make}{close(make, makes)}")


def _lines(found: Sequence[Mapping[str, Any]], faults: Faults) -> None:
    """Every stage has its lower ones, each stage of a line is one card, a line one subtype."""
    stages = {
        (card.line, card.stage): (card.id, card.subtype) for card in cards.every() if card.stage
    }
    staged = [row for row in found if row.get("stage") and row.get("line")]
    for row in staged:
        key = (row["line"], row["stage"])
        if key in stages:
            where = f"card {row.get('id')}: stage"
            faults.add(where, f"{stages[key][0]} is stage {key[1]} of {key[0]} already")
        else:
            stages[key] = (str(row.get("id")), row.get("subtype", ""))
    for row in staged:
        line, stage = row["line"], row["stage"]
        if stage == 1:
            continue
        below = stages.get((line, stage - 1))
        if below is None:
            where = f"card {row.get('id')}: stage"
            faults.add(where, f"{line} has a stage {stage} but no stage {stage - 1}")
        elif below[1] != row.get("subtype", ""):
            where = f"card {row.get('id')}: subtype"
            faults.add(where, f"its lower stage {below[0]} is of {below[1]}")


# -- garages


def _garages(value: Any, made: Sequence[Card], faults: Faults) -> dict[int, tuple[int, ...]]:
    """The ready-made garages: one for each car of the set."""
    known = {card.id: card for card in (*cards.every(), *made)}
    cars = {card.id: card.number for card in made if card.type == "car"}
    out: dict[int, tuple[int, ...]] = {}
    for place, row in items(value, "garage", faults):
        car = row.get("car") if isinstance(row, dict) else None
        where = f"garage {car}:" if isinstance(car, str) else f"{place}:"
        fields: dict[str, Checker] = {"car": _as_is, "cards": _as_is}
        table(row, where, faults, fields, ("car", "cards"), "a garage")
        if not isinstance(row, dict) or not isinstance(row.get("cards"), dict):
            if isinstance(row, dict) and "cards" in row:
                faults.add(under(where, "cards"), f"{told(row['cards'])} is no table")
            continue
        if "car" in row and not (isinstance(car, str) and car in cars):
            faults.add(under(where, "car"), f"{told(car)} is no car of this set{close(car, cars)}")
        numbers = _contents(row["cards"], under(where, "cards"), known, faults)
        if isinstance(car, str) and car in cars:
            if cars[car] in out:
                faults.add(where, "the car has a garage already")
            out[cars[car]] = numbers
    for car, number in cars.items():
        if number not in out and not any(f": garage {car}:" in one for one in faults.sentences):
            faults.add(f"card {car}:", "the car has no garage")
    return out


def _as_is(value: Any, where: str, faults: Faults) -> Any:
    return value


def _contents(
    rows: Mapping[str, Any], where: str, known: Mapping[str, Card], faults: Faults
) -> tuple[int, ...]:
    """The cards of a garage, sorted."""
    counts: Counter[int] = Counter()
    for key, count in rows.items():
        place = under(where, key)
        card = known.get(key)
        if card is None:
            faults.add(place, f"there is no such card{close(key, known)}")
        elif card.type == "car":
            faults.add(place, "a car is not one of the cards of a garage")
        elif whole(1, MOST_COPIES)(count, place, faults) is not None:
            counts[card.number] = count
    by_number = {card.number: card for card in known.values()}
    total = counts.total()
    is_sound = total == sum(n for n in rows.values() if isinstance(n, int))
    if is_sound and not LEAST <= total <= MOST:
        faults.add(where, f"{voice.count(total)}: a garage has {LEAST} to {MOST} without its car")
    for sentence in lower_stages([by_number[number] for number in counts]):
        faults.add(where, sentence)
    return tuple(sorted(counts.elements()))


# -- installing


def install(sets: Iterable[CardSet]) -> None:
    """Add sets to the catalogue: once at the start of the process, before any table is loaded.

    Raises `BadSet` where two of them do not go together, having added none.
    """
    ordered = sorted(sets, key=lambda one: one.number)
    faults: list[str] = []
    numbers = {card.number // PLACES: card.set_name for card in cards.every()}
    ids = {card.id: card.set_name for card in cards.every()}
    names = {card.name.casefold(): card.set_name for card in cards.every()}
    for one in ordered:
        if one.number in numbers:
            faults.append(
                f"{one.file}: number: set number {one.number} is taken by {numbers[one.number]}"
            )
        numbers[one.number] = one.name
        for card in one.cards:
            for key, value, known in (("id", card.id, ids), ("name", card.name, names)):
                if value.casefold() in known:
                    faults.append(
                        f"{one.file}: card {card.id}: {key}: the {key} '{value}' is taken by a "
                        f"card of {known[value.casefold()]}"
                    )
                known[value.casefold()] = one.name
    if faults:
        raise BadSet(faults)
    for one in ordered:
        cards.add(one.cards, one.garages)
        kinds.add(one.cards)


def lacking(held: Iterable[int]) -> str:
    """That cards of these numbers are not installed, in a sentence; empty when all are."""
    known = {card.number for card in cards.every()}
    missing = sorted({number // PLACES for number in held if number not in known})
    if not missing:
        return ""
    named = ", ".join(str(number) for number in missing)
    return f"It is played with cards of set {named}, which are not installed here."


def install_house() -> None:
    """Add the house set, the first of all, unless it is there."""
    if not cards.every():
        source = files(__package__).joinpath("data/cards.toml").read_text(encoding="utf-8")
        install([_read("cards.toml", source, {**_FIELDS, "number": whole(0, 0)})])
