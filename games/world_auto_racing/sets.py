"""Card sets: files that a server adds to the house set (docs/card-sets.md).

A set has a number, and its cards the numbers that follow from their places in the file. Saved
tables hold those numbers, so a set that has been raced with may only grow at its end.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from importlib.resources import files
from typing import Annotated, Any, ClassVar, Final

import msgspec
from msgspec import Meta

from games.engine.rows import BadData
from games.engine.voice import hint
from games.world_auto_racing.cards import MOST_COPIES, Card, lower_stages
from games.world_auto_racing.designs import Garage, faults_of
from games.world_auto_racing.kinds import KINDS, add
from games.world_auto_racing.set_cards import read_card
from games.world_auto_racing.set_form import Faults, items, read_table, told, under
from games.world_auto_racing.texts import say

PLACES: Final = 1_000
"""Numbers of cards in a set."""


class CardSet(msgspec.Struct, frozen=True):
    """A set that has been read and found sound."""

    file: str
    name: str
    number: int
    source: str
    cards: tuple[Card, ...]
    garages: Mapping[int, tuple[int, ...]]
    """The ready-made garage of each of its cars, by number, sorted."""


class SetFile(msgspec.Struct):
    """A set as its file says it; the cards and garages are read one by one."""

    what: ClassVar[str] = "set"
    set: Annotated[str, Meta(min_length=1, max_length=40)]
    number: Annotated[int, Meta(ge=1, le=99)]
    card: Any
    source: Annotated[str, Meta(min_length=1, max_length=60)] = ""
    garage: Any = ()


class HouseFile(SetFile):
    """The house set's."""

    number: Annotated[int, Meta(ge=0, le=0)]


class GarageRow(msgspec.Struct):
    """A ready-made garage as its file says it: a car, and cards by id."""

    what: ClassVar[str] = "garage"
    car: Any
    cards: dict[str, Annotated[int, Meta(ge=1, le=MOST_COPIES)]]


def read_set(name: str, text: str, kind: type[SetFile] = SetFile) -> CardSet:
    """The card set in a file of that name.

    Everything is checked, against the sets that have been installed too: first each card by
    itself, then how they go together, then the garages. Raises `BadData` with every fault as a
    sentence that names the file, the card and the field.
    """
    faults = Faults(name)
    try:
        rows = tomllib.loads(text)
    except ValueError as error:
        raise BadData([f"{name}: {say('set', 'no_toml', error=error)}"]) from error
    except RecursionError as error:
        raise BadData([f"{name}: {say('set', 'endless')}"]) from error
    head = read_table(rows, kind, "", faults)
    number, called = head.get("number") or 0, head.get("set") or ""
    of = {"set_name": called, "source": head.get("source") or called}
    listed = items(rows.get("card", []), "card", faults)
    read = [
        read_card(row, at, number * PLACES + at, of, faults) for at, (_, row) in enumerate(listed)
    ]
    found = [card for card in read if card is not None]
    if len(listed) > PLACES:
        faults.add("", say("set", "too_many", count=len(listed), most=PLACES))
    if rows.get("card") == []:
        faults.add("", say("set", "no_card"))
    _Taken().take(number, called, found, faults, say("set", "this"))
    _makes(found, faults)
    if len(found) == len(listed):
        _lines(found, faults)
    if faults.sentences:
        # Garages of cards that are not sound would only be told of twice.
        raise BadData(faults.sentences)
    garages = _garages(rows.get("garage", []), found, faults)
    if faults.sentences:
        raise BadData(faults.sentences)
    return CardSet(name, called, number, of["source"], tuple(found), garages)


class _Taken:
    """Numbers, ids and names that are taken, each with the name of the set that has it."""

    def __init__(self) -> None:
        self.numbers = {card.number // PLACES: card.set_name for card in KINDS.values()}
        self.words = {one: card.set_name for card in KINDS.values() for one in _words(card)}

    def take(self, number: int, name: str, added: Iterable[Card], faults: Faults, own: str) -> None:
        """Have a set take its own; `own` is how the set of its cards is called."""
        if number and number in self.numbers:
            words = say("set", "number_taken", number=number, name=self.numbers[number])
            faults.add("number", words)
        self.numbers[number] = name
        for card in added:
            for key, word in _words(card):
                if (key, word) in self.words:
                    of, plain = self.words[key, word], getattr(card, key)
                    where = under(f"card {card.id}:", key)
                    faults.add(where, say("set", "word_taken", key=key, word=plain, name=of))
                self.words[key, word] = own


def _words(card: Card) -> Sequence[tuple[str, str]]:
    """What no other card may be called."""
    return ("id", card.id), ("name", card.name.casefold())


def _makes(found: Sequence[Card], faults: Faults) -> None:
    """A make that is counted is the make of some card."""
    makes = {card.make for card in (*KINDS.values(), *found) if card.make}
    for card in found:
        for at, effect in enumerate(card.effects):
            for part, ops in (("cost", effect.cost), ("do", effect.do)):
                for place, op in enumerate(ops):
                    if op.per and op.per.make and op.per.make not in makes:
                        where = f"card {card.id}: effects[{at}].{part}[{place}].per.make"
                        near = hint(op.per.make, makes)
                        faults.add(where, say("set", "no_make", make=op.per.make, hint=near))


def _lines(found: Sequence[Card], faults: Faults) -> None:
    """Every stage has its lower ones, each stage of a line is one card, a line one subtype."""
    every: Iterable[Card] = KINDS.values()
    stages = {(card.line, card.stage): card for card in every if card.stage}
    staged = [card for card in found if card.stage]
    for card in staged:
        same = stages.setdefault((card.line, card.stage), card)
        if same is not card:
            words = say("set", "stage_taken", card=same)
            faults.add(f"card {card.id}: stage", words)
    for card in staged:
        below = stages.get((card.line, card.stage - 1))
        if card.stage > 1 and below is None:
            words = say("set", "no_lower", card=card, below=card.stage - 1)
            faults.add(f"card {card.id}: stage", words)
        elif below is not None and below.subtype != card.subtype:
            words = say("set", "lower_subtype", card=below)
            faults.add(f"card {card.id}: subtype", words)


def _garages(value: Any, made: Sequence[Card], faults: Faults) -> dict[int, tuple[int, ...]]:
    """The ready-made garages: one for each car of the set."""
    known = {card.id: card for card in (*KINDS.values(), *made)}
    cars = {card.id: card.number for card in made if card.type == "car"}
    out: dict[int, tuple[int, ...]] = {}
    named: set[int] = set()
    for place, row in items(value, "garage", faults):
        car = row.get("car") if isinstance(row, dict) else None
        where = f"garage {car}:" if isinstance(car, str) else f"{place}:"
        before = len(faults.sentences)
        read_table(row, GarageRow, where, faults)
        number = cars.get(car, -1) if isinstance(car, str) else -1
        if number < 0 and car is not None:
            words = say("set", "no_car", car=told(car), hint=hint(car, cars))
            faults.add(under(where, "car"), words)
        if number in named:
            faults.add(where, say("set", "two_garages"))
        named.add(number)
        if len(faults.sentences) == before:
            held = {name: known[name] for name in row["cards"] if name in known}
            wrong = faults_of(Garage(row["car"], tuple(row["cards"].items())), made)
            for sentence in (*wrong, *lower_stages(held.values())):
                faults.add(where, sentence.removesuffix("."))
            counts = Counter({held[name].number: row["cards"][name] for name in held})
            out[number] = tuple(sorted(counts.elements()))
    for car, number in cars.items():
        if number not in named:
            faults.add(f"card {car}:", say("set", "no_garage"))
    return out


# -- installing


def install(sets: Iterable[CardSet]) -> None:
    """Add sets to the catalogue: once at the start of the process, before any table is loaded.

    Raises `BadData` where two of them do not go together, having added none.
    """
    ordered = sorted(sets, key=lambda one: one.number)
    taken = _Taken()
    wrong: list[str] = []
    for one in ordered:
        faults = Faults(one.file)
        taken.take(one.number, one.name, one.cards, faults, one.name)
        wrong += faults.sentences
    if wrong:
        raise BadData(wrong)
    for one in ordered:
        add(one.cards, one.garages)


def lacking(held: Iterable[int]) -> str:
    """That cards of these numbers are not installed, in a sentence; empty when all are."""
    missing = sorted({number // PLACES for number in held if number not in KINDS})
    if not missing:
        return ""
    named = ", ".join(str(number) for number in missing)
    return say("set", "lacking", sets=named)


def install_house() -> None:
    """Add the house set, the first of all, unless it is there."""
    if not KINDS:
        source = files(__package__).joinpath("data/cards.toml").read_text(encoding="utf-8")
        install([read_set("cards.toml", source, HouseFile)])
