"""Building a car: what is legal, what it costs, what still fits, and the cars that come with the
game. Rules: Restrictions (p. 8), Build Cards (p. 8, 9), Game Size, Car Construction (p. 10)

The cards of a car are pairs of a card's number and its side (-1: crew area), sorted. Every copy is
one of them, the second rocket of a purchase too, which may stand on another side. The Hand Cannon,
which everyone has, is none of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from typing import Any, Final, Literal, NamedTuple, TypeAlias

import msgspec

from games.carwars.catalog import (
    BY_ID,
    CARDS,
    CREW,
    HAND_CANNON,
    PLACES,
    SET_NAMES,
    SMALL,
    Card,
    Sets,
)
from games.carwars.effects import EFFECTS
from games.engine.designs import Fault
from games.engine.plane import BACK, FRONT, LEFT, RIGHT
from games.engine.rows import as_structs, meant, read_file
from games.engine.texts import filled

CONSTRUCTION: Final = "Rules: Car Construction"
RESTRICTIONS: Final = "Rules: Restrictions"
GAME_SIZE: Final = "Rules: Game Size"
BUILD_CARDS: Final = "Rules: Build Point Cards"
CREW_CARDS: Final = "Rules: Crew Point Cards"
DIVISION_BP: Final = 4
"""Build points of a division, for each of its number. House: the AADA's divisions."""
DEAR: Final = 6
"""Build points from which on a weapon may not be in a small game. Rules: Game Size"""
MOST_ARMOR: Final = 12
"""Where an armor slider ends. Rules: Dashboards"""

Fitted: TypeAlias = tuple[int, int]
"""A card's number and its side."""
Cards: TypeAlias = tuple[Fitted, ...]
say: Final = partial(filled, "games.carwars")


class Size(msgspec.Struct, frozen=True, omit_defaults=True):
    """What players agree on before they build."""

    ap: int = 4
    bp: int = 16
    cp: int = 4
    sets: Sets = "all"

    @property
    def small(self) -> bool:
        """A small game. Rules: Game Size"""
        return self.bp <= SMALL

    def allows(self, card: Card) -> bool:
        """Whether a card is of a set that may be used."""
        return self.sets == "all" or card.set in ("core", self.sets)


class Totals(NamedTuple):
    """What a car costs and may cost, and its armor."""

    bp: int
    cp: int
    most_bp: int
    most_cp: int
    armor: int
    """Of each side."""


def division(number: int) -> Size:
    """The size of a division. House: the AADA's divisions

    >>> division(4)
    Size(ap=4, bp=16, cp=4, sets='all')
    """
    return Size(number, DIVISION_BP * number, number)


def sorted_cards(cards: Iterable[Fitted]) -> Cards:
    """A car's cards as they are kept: the crew area first, then by side, each by number."""
    return tuple(sorted(cards, key=lambda each: (each[1], each[0])))


def equipped(cards: Iterable[Fitted]) -> list[Fitted]:
    """Everything on a legal car: the driver, the gunner, the Hand Cannon, then the other cards.

    Rules: Crew Point Cards
    """

    def order(each: Fitted) -> tuple[bool, bool, int, int]:
        card = CARDS[each[0]]
        return card.type != "crew", card.subtype == "gunner", each[1], each[0]

    first = sorted(cards, key=order)
    return [*first[:2], (HAND_CANNON, CREW), *first[2:]]


# -- what it costs


def bonus(number: int, op: str) -> int:
    """How many of something a card gives while building: a `build` effect of that op."""
    found = (each for each in EFFECTS[number] if each.hook == "build" and each.op == op)
    return sum(each.n for each in found if isinstance(each.n, int))


def totals(cards: Iterable[Fitted], size: Size) -> Totals:
    """What a car costs in points and what it may cost. Cards that there are not cost nothing.

    Rules: Game Size; Heavy, Standard and Light Rocket: one purchase equips two
    """
    counts = Counter(number for number, _ in cards if number in CARDS)
    spent = {True: 0, False: 0}
    for number, count in counts.items():
        card = CARDS[number]
        spent[card.in_crew] += card.cost * -(-count // (1 + bonus(number, "free_copy")))
    armor, crew = (sum(bonus(number, op) for number in counts) for op in ("ap_bonus", "cp_bonus"))
    most = min(size.ap + armor, MOST_ARMOR)
    return Totals(spent[False], spent[True], size.bp, size.cp + crew, most)


# -- what is wrong with it


def faults(cards: Sequence[Fitted], size: Size) -> Iterator[Fault]:
    """Everything that makes a car illegal in a game of that size, a sentence each.

    Rules: Car Construction
    """
    for at, (number, side) in enumerate(cards):
        if number not in CARDS:
            yield Fault(say("builds", "no_card", number=number), CONSTRUCTION)
            continue
        yield from _breaches(cards[:at], CARDS[number], side, size)
    there = {CARDS[number].subtype for number, _ in cards if number in CARDS}
    for who in ("driver", "gunner"):
        if who not in there:
            yield Fault(say("builds", f"no_{who}"), CREW_CARDS)
    spent = totals(cards, size)
    if spent.bp > spent.most_bp:
        yield Fault(say("builds", "over_bp", spent=spent.bp, most=spent.most_bp), GAME_SIZE)
    if spent.cp > spent.most_cp:
        yield Fault(say("builds", "over_cp", spent=spent.cp, most=spent.most_cp), GAME_SIZE)


def _breaches(have: Sequence[Fitted], card: Card, side: int, size: Size) -> Iterator[Fault]:
    """Rules that a card breaks on that side, beside the cards that are there.

    Rules: Restrictions; Build Point Cards; Crew Point Cards; Game Size; Rulings 7, 14 and 20
    """

    def breach(name: str, cite: str, **facts: Any) -> Fault:
        return Fault(say("builds", name, card=card.name, **facts), cite)

    there = [(CARDS[number], at) for number, at in have if number in CARDS]
    if card.number == HAND_CANNON:
        yield breach("had", CREW_CARDS)
    if not size.allows(card):
        only, beside = "core" if size.sets == "core" else "set", SET_NAMES[size.sets]
        yield breach(f"not_{only}", GAME_SIZE, set=card.set_name, beside=beside)
    if side not in card.places:
        place = "crew" if card.places == (CREW,) else card.placement or "side"
        yield breach(f"place_{place}", RESTRICTIONS)
    if size.small and card.type == "weapon" and card.cost >= DEAR:
        yield breach("dear", GAME_SIZE, cost=card.cost, dear=DEAR, small=SMALL)
    cite = CREW_CARDS if card.in_crew else BUILD_CARDS
    alike = [(each, at) for each, at in there if each.type == card.type]
    same = next((each for each, _ in alike if each.subtype == card.subtype), None)
    if card.type == "crew":
        if same is not None:
            yield breach("two_crew", cite, who=card.subtype, other=same.name)
    elif card.type == "structure":
        for other in [each for each, at in alike if at == side][:1]:
            yield breach("structure", cite, side=PLACES.get(side, side), other=other.name)
    elif card.type != "weapon":
        if card in (each for each, _ in alike):
            yield breach("twice", cite)
        elif card.type in ("upgrade", "gear") and card.subtype and same is not None:
            yield breach("subtype", cite, type=card.type, subtype=card.subtype, other=same.name)
    for other in [each for each, _ in there if each.exclusive and card.exclusive][:1]:
        yield breach("exclusive", RESTRICTIONS, other=other.name)


# -- what still fits


def fits(
    cards: Sequence[Fitted], size: Size, among: Iterable[Card] = CARDS.values()
) -> Iterator[Fitted]:
    """Every card that could be added now, with each side on which it may be, by number.

    Rules: Car Construction
    """
    for card in among:
        spent = totals([*cards, (card.number, CREW)], size)
        if spent.bp <= spent.most_bp and spent.cp <= spent.most_cp:
            yield from _placed(cards, card, size)


def revealable(cards: Cards, size: Size, bp: int) -> Iterator[Fitted]:
    """Weapons for so many build points that could be added in mid-fight, with each side.

    Rules: Simple Concealment System
    """
    for card in CARDS.values():
        if card.type == "weapon" and card.cost <= bp:
            yield from _placed(cards, card, size)


def _placed(cards: Sequence[Fitted], card: Card, size: Size) -> Iterator[Fitted]:
    """A card on each side on which it breaks no rule."""
    for side in card.places:
        if next(_breaches(cards, card, side, size), None) is None:
            yield card.number, side


def filled_up(cards: Iterable[Fitted], size: Size, wishes: Iterable[Fitted]) -> Cards:
    """A car with what is wished of it, the first wish first: what it has already, or what does not
    fit, is left out. A free copy is a card like any other."""
    have, wished = sorted_cards(cards), Counter[Fitted]()
    for wish in wishes:
        wished[wish] += 1
        if have.count(wish) < wished[wish] and wish in fits(have, size, [CARDS[wish[0]]]):
            have = sorted_cards((*have, wish))
    return have


# -- cars in the data

_PLACES: Final = {"c": (CREW,), "f": (FRONT,), "r": (RIGHT,), "b": (BACK,), "l": (LEFT,),
                  "s": (RIGHT, LEFT)}  # fmt: skip
"""The places that a letter stands for."""


def _fitted(written: Iterable[str]) -> Iterator[Fitted]:
    """Cards as the data writes them: the letter of a place, a colon, and the card's id."""
    for each in written:
        place, _, name = each.partition(":")
        card = meant(each, name, BY_ID)
        for side in meant(each, place, _PLACES):
            yield card.number, side


class Sample(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A car that comes with the game."""

    name: str
    source: Literal["house", "guide", "sheet"]
    ap: int
    bp: int
    cp: int
    cards: Cards
    note: str = ""
    """What was found of it, for players. Ruling 52"""

    @property
    def size(self) -> Size:
        """The size of game it is built for; of the house's cars with the core set only."""
        return Size(self.ap, self.bp, self.cp, "core" if self.source == "house" else "all")


SAMPLES: Final = as_structs(
    "data/builds.toml: build",
    [
        row | {"cards": sorted_cards(_fitted(row["cards"]))}
        for row in read_file(__package__, "data/builds.toml")["build"]
    ],
    Sample,
)
"""In the order of the file, which saved tables hold."""


def samples(size: Size) -> list[int]:
    """The cars that come with the game and are legal in a game of that size, by their places in
    `SAMPLES`: those that are built for it first, then those that make use of the most points. There
    is always one."""

    def order(at: int) -> tuple[bool, int, int]:
        sample, spent = SAMPLES[at], totals(SAMPLES[at].cards, size)
        other = (sample.bp, sample.cp) != (size.bp, size.cp)
        return other, -(spent.bp + spent.cp) * other, at

    legal = [at for at, each in enumerate(SAMPLES) if next(faults(each.cards, size), None) is None]
    return sorted(legal, key=order)


# -- styles: what finishes a car

_STYLES: Final = read_file(__package__, "data/styles.toml")
STYLES: Final[Mapping[str, Sequence[str]]] = _STYLES["style"]
"""What a car of a style has, what it wants most first; what does not fit is left out."""
BESIDE: Final = 3
"""Wishes of other sets that a style has."""


def _wishes(style: str, sets: Sets) -> Sequence[str]:
    allowed = [some for name, some in _STYLES["set"].items() if sets in ("all", name)]
    beside = [wish for some in allowed for wish in some]
    first = [*STYLES].index(style) * len(beside) // len(STYLES)
    mine = [*beside[first:], *beside[:first]][:BESIDE]
    return [*mine, *STYLES[style], *_STYLES["rest"]["cards"]]


@lru_cache(64)
def car_of(style: str, size: Size, begun: Cards = ()) -> Cards:
    """A car that is begun with what a style adds to it; of nothing one that is legal in any game.

    Rules: Car Construction
    """
    return filled_up(begun, size, _fitted(_wishes(style, size.sets)))
