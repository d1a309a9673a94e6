"""Cars that players build at home and bring to a fight: step by step with what is still legal,
written as text, and read again. Rules: Car Construction (p. 10)

A car is kept by the ids of its cards: they stay the same for ever, and one that is not there any
more can still be told.
"""

from __future__ import annotations

import operator
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache, partial
from typing import Any, Final, Literal, cast, get_args

import msgspec
from msgspec.structs import replace

from games.carwars import builds
from games.carwars.builds import SAMPLES, STYLES, Cards, Fitted, Size, car_of, fits, say, totals
from games.carwars.catalog import (
    BY_ID,
    CARDS,
    CREW,
    HAND_CANNON,
    INCOMPLETE,
    PLACES,
    SET_NAMES,
    Card,
    Sets,
)
from games.carwars.dice import COLOURS
from games.carwars.moves import Bring
from games.engine import voice
from games.engine.ask import DesignChoice
from games.engine.designs import MOST_WRONG, Designs, Fault, read_lines
from games.engine.errors import Refusal
from games.engine.texts import read_texts

Place = Literal["crew", "front", "right", "back", "left"]
MOST: Final = {"ap": builds.MOST_ARMOR, "bp": 60, "cp": 24}
"""Points of a game. House, but for armor: a slider ends there."""
SETS, FILL = "sets", "fill"
MOST_COPIES: Final = 4
"""Copies of a weapon that are asked for on one side."""
MOST_LINES: Final = 100
MOST_LETTERS: Final = 400
"""Lines of a text that is read, and characters of a line."""
MOST_CARDS: Final = 200
"""Cards of a text that is read: more than any legal car has."""
MOST_ABOUT: Final = 100
MOST_NAME: Final = 40
told: Final = partial(say, "designs")
_BESIDE: Final[Sequence[Sets]] = [each for each in get_args(Sets) if each not in ("core", "all")]
"""Sets of which one may be used beside the core set."""
_TEXTS: Final = read_texts("games.carwars")
_GROUPS: Final[Mapping[str, str]] = _TEXTS["groups"]
_TYPED: Final[Mapping[str, str]] = _TEXTS["typed"]
_SIDES: Final = {name: side for side, name in PLACES.items()}
_LINE: Final = re.compile(r"([A-Za-z ]{1,20})[:=](.*)")
_COUNTED: Final = re.compile(r"(\d{1,2})\s*[xX×]?\s+(.+)")
_FOREIGN: Final = re.compile(r"\s*(?:[{\[<]|https?:)")


class BuiltCar(msgspec.Struct, frozen=True):
    """A car, legal or not."""

    size: Size = Size()
    cards: tuple[tuple[str, Place], ...] = ()
    """(card, place) by id and name: the crew area first, then by side, each by number; unknown
    cards last."""


def made(size: Size, cards: Iterable[tuple[str, str]]) -> BuiltCar:
    """A car of cards in any order."""
    return BuiltCar(size, cast(Any, tuple(sorted(cards, key=_order))))


def of_cards(size: Size, cards: Iterable[Fitted]) -> BuiltCar:
    """The same by numbers; of a card that there is not, the number."""
    named = ((CARDS[n].id if n in CARDS else str(n), PLACES[side]) for n, side in cards)
    return made(size, named)


def cards_of(car: BuiltCar) -> Cards:
    """The cards that are known, by numbers."""
    known = ((BY_ID[name].number, _SIDES[place]) for name, place in car.cards if name in BY_ID)
    return builds.sorted_cards(known)


def unarmed(cards: Cards) -> bool:
    """Whether a car has no weapon but the Hand Cannon, which is legal."""
    return not any(CARDS[number].type in ("weapon", "sidearm") for number, _ in cards)


def _order(each: tuple[str, str]) -> tuple[bool, int, int, str]:
    card = BY_ID.get(each[0])
    return card is None, _SIDES[each[1]], card.number if card else 0, each[0]


def _weapons_first(each: tuple[str, str]) -> tuple[bool, int, bool, int, str]:
    gone, side, number, name = _order(each)
    return side == CREW, side, not gone and BY_ID[name].type != "weapon", number, name


_NAMES: Final = {of_cards(each.size, each.cards): each for each in SAMPLES}
_BARE: Final = [replace(builds.division(n), sets="core") for n in range(2, 13)]
_BASES: Final = {f"s{at}": (each.name, car) for at, (car, each) in enumerate(_NAMES.items())} | {
    f"d{size.ap}": (told("bare", size=size), of_cards(size, SAMPLES[-1].cards)) for size in _BARE
}
"""What a new car can begin with: its name, and the car."""


class Cars:
    """`games.engine.designs.Designs` for cars. Any style finishes a car that is begun."""

    word = told("word")
    Design: type[Any] = BuiltCar
    at_once = True

    def faults(self, design: BuiltCar) -> Sequence[Fault]:
        """Everything that is wrong with a car. Rules: Car Construction"""
        unknown = [name for name, _ in design.cards if name not in BY_ID]
        wrong = [_unknown(name, hint=at < MOST_WRONG) for at, name in enumerate(unknown)]
        told_so = [Fault(sentence, builds.CONSTRUCTION) for sentence in wrong]
        return [*told_so, *builds.faults(cards_of(design), design.size)]

    def rules(self) -> str:
        return told("rules")

    def title(self, design: BuiltCar) -> str:
        """ "Bulldog (small): 16 of 16 BP, 4 of 4 CP"; of a player's own car the sums."""
        sums = told("title", sum=totals(cards_of(design), design.size))
        return f"{_NAMES[design].name}: {sums}" if design in _NAMES else sums

    def lines(self, design: BuiltCar) -> Sequence[str]:
        """The sums, a line a group of cards, and what is to be known of them."""
        sums = told("sums", sum=totals(cards_of(design), design.size), size=design.size)
        notes = list[str]()
        if (sample := _NAMES.get(design)) is not None:
            notes += filter(None, (told(f"from_{sample.source}"), sample.note))
        there = [BY_ID[name] for name in dict.fromkeys(n for n, _ in design.cards) if name in BY_ID]
        notes += [told("house", card=card) for card in there if card.house]
        if unarmed(cards_of(design)):
            notes.append(told("unarmed"))
        return [sums, *_listed(design), *notes]

    def write(self, design: BuiltCar) -> str:
        """The car as text: its size, then a line a group of cards."""
        sets = told("sets", sets=told_sets(design.size.sets))
        size = told("size", size=design.size)
        return "\n".join((f"# {self.title(design)}", size, sets, *_listed(design), ""))

    def read(self, text: str) -> BuiltCar:
        """The car of a text, legal or not. Raises `Refusal` naming every line that cannot be
        understood."""
        if _FOREIGN.match(text):
            raise Refusal(told("foreign"))
        car = _Read()
        read_lines(text, MOST_LINES, car.take, told)
        if not car.cards:
            raise Refusal(told("empty"))
        if len(car.cards) > MOST_CARDS:
            raise Refusal(told("too_many", cards=len(car.cards), most=MOST_CARDS))
        return made(car.size, car.cards)

    def ready(self) -> Sequence[BuiltCar]:
        """The cars that come with the game."""
        return [*_NAMES]

    def bases(self) -> Sequence[tuple[str, str]]:
        """Every car that comes with the game, then a bare car of each division."""
        return [(key, name) for key, (name, _) in _BASES.items()]

    def begin(self, base: str) -> BuiltCar:
        """A car to go on from; a bare one has the crew that costs nothing, and is built of the core
        set."""
        return _BASES[base][1]

    def parts(self, design: BuiltCar) -> Sequence[tuple[str, str, str, int]]:
        """What is there or still fits, side by side with the weapons first, then the crew area;
        who may finish the car, and the size."""
        size, there = design.size, Counter[tuple[str, str]](design.cards)
        out = list[tuple[str, str, str, int]]()
        for name, place in sorted({*_legal(design), *there}, key=_weapons_first):
            card = BY_ID.get(name)
            shown = f"{_GROUPS[_group(card, place)]}: {card.name if card else name}"
            about = about_card(card) if card else told("gone")
            out.append((f"{place}-{name}", shown, about, there[name, place]))
        out += [(f"{FILL}-{name}", *_told(FILL, name=name), 0) for name in STYLES]
        out += [(key, *_told(key), int(getattr(size, key))) for key in MOST]
        for sets in ("core", *_BESIDE):
            words = _told(SETS, sets=told_sets(sets))
            out.append((f"{SETS}-{sets}", *words, int(size.sets == sets)))
        return out

    def most(self, design: BuiltCar, part: str) -> int:
        """Points of a game, or copies of a card in one place: of a weapon as many as can be paid,
        and no fewer than there are."""
        place, _, name = part.partition("-")
        card = BY_ID.get(name)
        if card is None or card.type != "weapon" or place not in _SIDES:
            return MOST.get(part, 1)
        fitted = (card.number, _SIDES[place])
        have = [each for each in cards_of(design) if each != fitted]
        most = builds.filled_up(have, design.size, [fitted] * MOST_COPIES).count(fitted)
        return max(most, design.cards.count((name, cast(Any, place))))

    def put(self, design: BuiltCar, part: str, count: int) -> BuiltCar:
        """The car with so many of that card there, or for a game of another size. A crew member
        takes the place of the other one, a structure card that of the one on its side."""
        place, _, name = part.partition("-")
        if part in MOST or (place == SETS and name in get_args(Sets)):
            new = {part: count} if part in MOST else {SETS: name if count else "all"}
            return BuiltCar(replace(design.size, **new), design.cards)
        if place == FILL and name in STYLES and count:
            have = cards_of(design)
            more = Counter(car_of(name, design.size, have)) - Counter(have)
            return made(design.size, (*design.cards, *of_cards(design.size, more.elements()).cards))
        if place not in _SIDES:
            return design
        rest = [each for each in design.cards if each != (name, place)]
        card = BY_ID.get(name)
        if count and card is not None and card.type in ("crew", "structure"):
            rest = [it for it in rest if it[1] != place or not _alike(BY_ID.get(it[0]), card)]
        return made(design.size, [*rest, *[(name, place)] * count])


@lru_cache(maxsize=64)
def _legal(design: BuiltCar) -> frozenset[tuple[str, str]]:
    """What still fits, also in the place of the crew and the structure cards that are there."""
    cards, size = cards_of(design), design.size
    found = [*fits(cards, size)]
    for number, side in dict.fromkeys(cards):
        card, rest = CARDS[number], [each for each in cards if each != (number, side)]
        if card.type in ("crew", "structure"):
            alike = [each for each in CARDS.values() if _alike(each, card)]
            found += [each for each in fits(rest, size, alike) if each[1] == side]
    return frozenset((CARDS[number].id, PLACES[side]) for number, side in found)


def _alike(one: Card | None, other: Card) -> bool:
    return one is not None and (one.type, one.subtype) == (other.type, other.subtype)


# -- in words


def about_card(card: Card) -> str:
    """What a card costs, takes and does, in a line: "3 BP · shred · 1 red, 2 yellow, 1 white"."""
    dice = [f"{n} {colour}" for colour, n in zip(COLOURS, card.dice, strict=True) if n]
    facts = [
        say("cards", "crew_cost" if card.in_crew else "cost", card=card),
        card.subtype if card.type == "weapon" else "",
        ", ".join(dice),
        say("cards", "basic", card=card) if card.basic else "",
        say("cards", f"wrench_{card.wrench}") if card.wrench != "none" else "",
        say("cards", "range", card=card) if card.range else "",
        say("cards", "one_shot") if card.one_shot else "",
        say("cards", "exclusive") if card.exclusive else "",
        say("cards", "durability", card=card) if card.durability and card.type != "crew" else "",
        card.rules,
    ]
    return voice.cut(" · ".join(filter(None, facts)), MOST_ABOUT)


def _told(key: str, **facts: Any) -> tuple[str, str]:
    """What a part is called that is no card, and what it does."""
    return told(f"part_{key}", **facts), told(f"about_{key}")


def told_sets(sets: Sets) -> str:
    """What a car is built of, as it is written: "core and Armory"."""
    if sets in ("core", "all"):
        return told(f"sets_{sets}")
    return told("sets_set", name=SET_NAMES[sets])


def _group(card: Card | None, place: str) -> str:
    """Under what a card is listed: its side, or what it is."""
    if place != PLACES[CREW] or card is None:
        return place
    return card.subtype if card.type == "crew" else card.type


def _listed(design: BuiltCar) -> list[str]:
    """The cards, a line a group: "Front: 2x Flamethrower, Superbooster"."""
    groups = {group: Counter[str]() for group in _GROUPS}
    for name, place in design.cards:
        card = BY_ID.get(name)
        group = _group(card, place)
        # A driver and a gunner may share a name, which then says neither.
        alone = card is not None and (group == card.subtype or len(_KNOWN[_plain(card.name)]) == 1)
        groups[group][card.name if card and alone else name] += 1
    return [
        f"{_GROUPS[group]}: {', '.join(f'{n}x {it}' if n > 1 else it for it, n in there.items())}"
        for group, there in groups.items()
        if there
    ]


def _unknown(said: str, *, hint: bool) -> str:
    """A sentence about a card that cannot be on a car."""
    for card in INCOMPLETE:
        if _plain(said) in (_plain(card.id), _plain(card.name)):
            return told("incomplete", card=card)
    near = hint and voice.hint(_plain(said), _KNOWN, lambda name: _KNOWN[name][0].name)
    return told("unknown", said=voice.cut(said, MOST_NAME), hint=near or ".")


# -- as text


def _plain(name: str) -> str:
    """A name or an id by its letters and digits alone."""
    return re.sub(r"[^a-z0-9]+", "", name.casefold())


_KNOWN: Final[dict[str, list[Card]]] = {}
for _card in CARDS.values():
    for _name in {_plain(_card.name), _plain(_card.id)}:
        _KNOWN.setdefault(_name, []).append(_card)


class _Read:
    """What a text has said so far."""

    def __init__(self) -> None:
        self.size = Size()
        self.cards = list[tuple[str, str]]()

    def take(self, line: str) -> None:
        """One line. Raises `Refusal`."""
        words = " ".join(re.sub("[*`]+", " ", line.partition("#")[0]).strip("•>- \t").split())
        if len(words) > MOST_LETTERS:
            raise Refusal(told("long_line", most=MOST_LETTERS))
        found = _LINE.fullmatch(words)
        key, said = (_plain(found[1]), found[2].strip()) if found else ("", words)
        group = _TYPED.get(key, "")
        if found and not group:
            hint = voice.hint(key, _TYPED) or "."
            raise Refusal(told("no_group", said=found[1].strip(), hint=hint))
        if group == "size":
            numbers = [int(each) for each in re.findall(r"\d{1,4}", said)]
            if len(numbers) != len(MOST) or any(map(operator.gt, numbers, MOST.values())):
                raise Refusal(told("no_size", **MOST))
            self.size = replace(self.size, **dict(zip(MOST, numbers, strict=True)))
        elif group == SETS:
            # The core set goes without saying beside another.
            known = {"all": "all", **{_plain(SET_NAMES[each]): each for each in _BESIDE}}
            sets = [each for name, each in (*known.items(), ("core",) * 2) if name in _plain(said)]
            if not sets:
                raise Refusal(told("no_sets", names=", ".join(SET_NAMES[each] for each in _BESIDE)))
            self.size = replace(self.size, sets=cast(Any, sets[0]))
        else:
            for item in re.split(r"\s*[,;]\s*", said):
                self._take_card(group, item.strip(". "))

    def _take_card(self, group: str, item: str) -> None:
        if not item or _plain(item) in _TEXTS["typed_nothing"]:
            return
        counted = None if _plain(item) in _KNOWN else _COUNTED.fullmatch(item)
        name, count = (counted[2], int(counted[1])) if counted else (item, 1)
        cards = _KNOWN.get(_plain(name), [])
        if not cards:
            raise Refusal(_unknown(name, hint=True))
        card = next((card for card in cards if len(cards) == 1 or card.subtype == group), None)
        if card is None:
            raise Refusal(told("which", name=name))
        place = group if group in _SIDES else PLACES[CREW]
        if not group and card.places != (CREW,):
            raise Refusal(told("where", card=card))
        if not count:
            raise Refusal(told("count", card=card))
        if card.number != HAND_CANNON:
            self.cards += [(card.id, place)] * count


# -- at the table


def brought(size: Size) -> DesignChoice[Bring]:
    """Cars that may be brought to a game of that size. Rules: Car Construction"""

    def why_not(design: BuiltCar) -> str:
        sized = BuiltCar(size, design.cards)
        return next((fault.sentence for fault in DESIGNS.faults(sized)), "")

    def wrap(design: BuiltCar, name: str) -> Bring:
        if not name and design in _NAMES:
            name = _NAMES[design].name
        return Bring(name, cards_of(design))

    def design_of(value: object) -> tuple[BuiltCar, str] | None:
        return (of_cards(size, value.cards), value.name) if isinstance(value, Bring) else None

    return DesignChoice(why_not, wrap, design_of)


DESIGNS: Final[Designs] = Cars()
