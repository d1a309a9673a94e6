"""Garages that players build at home (Rules: Terms to Know).

A garage is kept by the ids of its cards: they stay the same for ever, and one of a set that is not
there any more can still be told.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final

import msgspec

from games.engine import voice
from games.engine.ask import DesignChoice
from games.engine.designs import MOST_WRONG, Designs, Fault, read_lines
from games.engine.errors import Refusal
from games.world_auto_racing.cards import LEAST, MOST, MOST_COPIES, Card, lower_stages
from games.world_auto_racing.kinds import CARS, KINDS, NUMBERS, READY
from games.world_auto_racing.moves import Bring
from games.world_auto_racing.texts import say
from games.world_auto_racing.words.phrases import cut, face, kind, numbers, sense

CITE: Final = "Rules: Terms to Know"
MOST_LINES: Final = 400
"""Lines of a text that is read."""
MOST_ABOUT: Final = 100
"""Characters about a card."""
COUNTED: Final = re.compile(r"(\d{1,3})\s*[xX×]?\s+(.+)")
"""A line such as "4x Redline" or "4 redline"."""


class Garage(msgspec.Struct, frozen=True):
    """A car and the cards of its garage, by id."""

    car: str = ""
    cards: tuple[tuple[str, int], ...] = ()
    """(card, copies), each card once, in the order of the catalogue."""


def garage(car: str, ids: Iterable[str]) -> Garage:
    """A garage of these cards, copies repeated."""
    return _garage(car, Counter(ids))


def _garage(car: str, counts: Mapping[str, int]) -> Garage:
    ids = sorted(counts, key=lambda name: (NUMBERS.get(name, 100_000), name))
    return Garage(car, tuple((name, counts[name]) for name in ids if counts[name]))


def _find(name: str) -> Card | None:
    return KINDS.get(NUMBERS.get(name, -1))


def _name(name: str, unknown: str = "'{}'") -> str:
    """A card's name; for one there is not, its id, in quotes in sentences."""
    card = _find(name)
    return unknown.format(name) if card is None else card.name


def _car(design: Garage) -> str:
    """The car's name, where there is one."""
    return _name(design.car) if design.car else say("garage", "no_car")


class Garages:
    """`games.engine.designs.Designs` for garages."""

    word = "garage"
    Design: type[Any] = Garage
    at_once = False

    def faults(self, design: Garage) -> Sequence[Fault]:
        """Everything that is wrong with a garage.

        Rules: Terms to Know
        """
        return [Fault(sentence, CITE) for sentence in faults_of(design)]

    def rules(self) -> str:
        """What makes a garage legal."""
        return say("garage", "rules", least=LEAST, most=MOST, copies=MOST_COPIES)

    def title(self, design: Garage) -> str:
        """ "Kazeno Tsubame RS, 55 cards"."""
        count = sum(count for _, count in design.cards)
        return f"{_car(design)}, {voice.count(count)}"

    def lines(self, design: Garage) -> Sequence[str]:
        """The car, a warning for each card that can never be played, then a line a card: "4 ×
        Redline (control)".

        Ruling B26
        """
        car = _find(design.car)
        out = [_car(design)]
        if car is not None:
            out = [say("garage", "car", car=car, numbers=numbers(car))]
        held = [card for name, _ in design.cards if (card := _find(name)) is not None]
        out += [say("garage", "warning", stage=words) for words in lower_stages(held)]
        for name, count in design.cards:
            card = _find(name)
            told = say("garage", "unknown", card=name) if card is None else face(card)
            out.append(f"{count} × {told}")
        return out

    def write(self, design: Garage) -> str:
        """The garage as text: the car first, then a line a card."""
        out = [f"# {self.title(design)}"]
        if design.car:
            out.append(_name(design.car, "{}"))
        out += [f"{count}x {_name(name, '{}')}" for name, count in design.cards]
        return "\n".join(out) + "\n"

    def read(self, text: str) -> Garage:
        """The garage of a text: names or ids in any case, `#` begins a comment.

        Raises `Refusal` naming every line that cannot be understood.
        """
        known, counts, cars = _names(), Counter[str](), list[str]()

        def take(line: str) -> None:
            if words := line.partition("#")[0].strip():
                card, count = _entry(words, known)
                if card.type == "car" and not cars:
                    cars.append(card.id)
                else:
                    counts[card.id] += count

        read_lines(text, MOST_LINES, take, partial(say, "garage"))
        if not cars and not counts:
            raise Refusal(say("garage", "no_card"))
        return _garage("".join(cars), counts)

    def ready(self) -> Sequence[Garage]:
        """The ready-made garages, one a car."""
        return [self.begin(car.id) for car in CARS]

    def bases(self) -> Sequence[tuple[str, str]]:
        """The cars."""
        return [(car.id, car.name) for car in CARS]

    def begin(self, base: str) -> Garage:
        """The ready-made garage of a car. Raises `Refusal` for a car there is not."""
        car = _find(base)
        if car is None or car.type != "car":
            raise Refusal(say("garage", "no_such_car"))
        return garage(car.id, (KINDS[number].id for number in READY[car.number]))

    def parts(self, design: Garage) -> Sequence[tuple[str, str, str, int]]:
        """Every card, cars first, and those that are in but not known any more."""
        counts = Counter(dict(design.cards))
        counts[design.car] += 1
        out = [(c.id, c.name, _about(c), counts.pop(c.id, 0)) for c in KINDS.values()]
        del counts[design.car]
        gone = say("garage", "gone")
        return out + [(name, name, gone, n) for name, n in counts.items()]

    def most(self, design: Garage, part: str) -> int:
        """Copies of one card."""
        return MOST_COPIES

    def put(self, design: Garage, part: str, count: int) -> Garage:
        """The garage with so many of that card; a car takes the place of the one there is."""
        counts = dict(design.cards)
        if part not in {car.id for car in CARS}:
            return _garage(design.car, {**counts, part: count})
        counts.pop(part, None)
        car = "" if design.car == part else design.car
        return _garage(part if count > 0 else car, counts)


def faults_of(design: Garage, made: Iterable[Card] = ()) -> Iterator[str]:
    """What is wrong with a garage, in a sentence each; `made` are cards of a set that is read."""
    known = {card.id: card for card in (*KINDS.values(), *made)}
    car, counts = design.car, Counter[str]()
    for name, count in design.cards:
        counts[name] += count
    if not car:
        yield say("garage", "needs_car")
    elif car not in known:
        hint = voice.hint(car, (c.id for c in CARS)) or "."
        yield say("garage", "unknown_car", car=car, hint=hint)
    elif known[car].type != "car":
        yield say("garage", "is_no_car", card=known[car])
    more = [known[name].name for name in counts if name in known and known[name].type == "car"]
    if more:
        beside = _name(car) if car else say("garage", "none")
        yield say("garage", "two_cars", more=", ".join(more), car=beside)
    if not LEAST <= (total := sum(counts.values())) <= MOST:
        yield say("garage", "size", cards=voice.count(total), least=LEAST, most=MOST)
    unknown = 0
    for name, count in counts.items():
        if name not in known:
            unknown += 1
            hint = voice.hint(name, known) if unknown <= MOST_WRONG else ""
            yield say("garage", "unknown_card", card=name, hint=hint or ".")
        if not 1 <= count <= MOST_COPIES:
            wrong = "too_many" if count > 0 else "too_few"
            yield say("garage", wrong, count=count, card=_name(name), most=MOST_COPIES)


def _about(card: Card) -> str:
    """What a card is and does, in short."""
    if card.type == "car":
        told = say("garage", "about_car", car=card, numbers=numbers(card))
    else:
        words = kind(card)
        told = f"{words[:1].upper()}{words[1:]}. {sense(card)}"
    return cut(told.strip(), MOST_ABOUT)


def _names() -> dict[str, Card]:
    """Cards by id and by name, in small letters; a name goes before an id."""
    ids: dict[str, Card] = {card.id.casefold(): card for card in KINDS.values()}
    return ids | {card.name.casefold(): card for card in KINDS.values()}


def _entry(words: str, known: Mapping[str, Card]) -> tuple[Card, int]:
    """The card of a line and how many of it. Raises `Refusal`."""
    plain = " ".join(words.split()).casefold()
    counted = None if plain in known else COUNTED.fullmatch(plain)
    name, count = (counted[2], int(counted[1])) if counted else (plain, 1)
    card = known.get(name)
    if card is None:
        hint = voice.hint(name, known, lambda near: known[near].name) or "."
        raise Refusal(say("garage", "line_unknown", card=voice.cut(name, 40), hint=hint))
    if count < 1:
        raise Refusal(say("garage", "line_none", card=card))
    if card.type == "car" and count > 1:
        raise Refusal(say("garage", "line_cars", count=count))
    return card, count


# -- at the table


def brought(free: Sequence[int]) -> DesignChoice[Bring]:
    """Garages that a driver may bring when these cars are free. Rules: Before You Start"""

    def fits(design: Any) -> str:
        if not isinstance(design, Garage):
            return say("garage", "no_garage")
        taken = NUMBERS.get(design.car) not in free
        told = say("garage", "taken", car=_name(design.car)) if taken else ""
        return next(faults_of(design), told)

    return DesignChoice(fits, _bring, _of)


def _bring(design: Garage, name: str) -> Bring:
    numbers = [NUMBERS[name] for name, count in design.cards for _ in range(count)]
    return Bring(NUMBERS[design.car], tuple(sorted(numbers)), name)


def _of(value: object) -> tuple[Garage, str] | None:
    if not isinstance(value, Bring):
        return None
    # Of a card there is not, the number.
    ids = [one.id if (one := KINDS.get(n)) else str(n) for n in (value.car, *value.cards)]
    return garage(ids[0], ids[1:]), value.name


DESIGNS: Final[Designs] = Garages()
