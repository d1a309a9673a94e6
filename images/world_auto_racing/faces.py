"""How each card shows itself: its icon, its two numbers, its stages. Nothing is said per card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

from games.engine.players import SEAT_LETTERS
from games.world_auto_racing import cards
from games.world_auto_racing.cards import Card
from games.world_auto_racing.state import Racer
from games.world_auto_racing.words import phrases
from games.world_auto_racing.words.phrases import STATS, plain, times
from images.parts import Drawn, Part
from images.pen import Pen
from images.theme import EDGE, PANEL, PAPER, Colour

NOTHING: Final = "·"
"""Stands where a card adds nothing to a stat."""
_ALIKE: Final = (
    *("trait", "control", "team", "engine", "induction", "exhaust", "suspension", "brakes"),
    *("drivetrain", "body", "electronics", "nitrous", "surface", "light", "traffic", "law"),
    *("corner", "technical", "mixed"),
)
_ICONS: Final[Mapping[str, str]] = {
    **{name: name for name in _ALIKE},
    **{"car": "traffic", "mod": "nut", "condition": "surface", "course": "road"},
    **{"tires": "tire", "weather": "rain", "straight": "road"},
}
"""By subtype in the house set; a server's own subtypes fall back to their type."""


def icon_of(*kinds: str) -> str:
    """The icon of the first of some types or subtypes that has one."""
    return next((_ICONS[each.lower()] for each in kinds if each.lower() in _ICONS), "cards")


class Item(NamedTuple):
    """A card that lies in play, or has left it, with what it does to each stat."""

    icon: str
    name: str
    power: str = ""
    """Such as "+2", "≤7" or "×2"; empty for nothing."""
    handling: str = ""
    owner: int = -1
    """Whose it is, where that is not the driver, or -1."""
    stage: int = 0
    stages: int = 0
    """0 for a card without stages."""

    def __str__(self) -> str:
        stage = f" stage {self.stage} of {self.stages}" if self.stages else ""
        by = f", by {SEAT_LETTERS[self.owner]}" if self.owner >= 0 else ""
        effect = effect_words(self.power, self.handling)
        return f"{self.name}{stage}{by}{effect and ', '}{effect}"


def item_of(number: int, owner: int = -1, printed: bool = True) -> Item:
    """A card, named without the stage that its pips show, and with its `printed` numbers."""
    card = cards.card(number)
    stages = stages_of(card)
    name = card.line if stages else card.name
    icon = icon_of(card.subtype, card.type)
    power, handling = numbers_of(card) if printed else ("", "")
    return Item(icon, name, power, handling, owner, card.stage if stages else 0, stages)


def front_of(racer: Racer, printed: bool = True) -> list[tuple[str, Item]]:
    """What lies in front of a driver, copies counted: (the card's name, the card)."""
    lying = Counter([*((each, -1) for each in racer.teams), *racer.controls])
    out = []
    for (number, on), count in lying.items():
        item = item_of(number, printed=printed)
        name = f"{count} {item.name}" if count > 1 else item.name
        at = f" on {SEAT_LETTERS[on]}" if on >= 0 else ""
        out.append((item.name, item._replace(name=f"{name}{at}")))
    return out


def signed(number: float) -> str:
    """A number to add; nothing has no sign.

    >>> signed(2), signed(-1), signed(0)
    ('+2', '−1', '0')
    """
    return phrases.signed(number) if number else "0"


def numbers_of(card: Card) -> tuple[str, str]:
    """The printed power and handling: multipliers of a course, a car's own, else what is added,
    empty for nothing. An asterisk stands where the card's text may change the number."""
    power = _number(card, card.power, card.power_star)
    return power, _number(card, card.handling, card.handling_star)


def _number(card: Card, number: float, star: bool) -> str:
    if card.type not in ("course", "car") and not (number or star):
        return ""
    shown = {"course": times, "car": plain}.get(card.type, signed)(number)
    return f"{shown}*" if star else shown


def stages_of(card: Card) -> int:
    """How many stages a card's line has; 0 for a card without stages."""
    if not card.stage or not card.line:
        return 0
    return max(card.stage, _lines(len(cards.numbers())).get(card.line, 0))


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
    for stat, number in zip(STATS, (power, handling), strict=True):
        if number == "0*":
            told.append(f"{stat} by its text")
        elif number:
            words = number
            for sign, meaning in _SIGNS:
                words = words.replace(sign, meaning)
            told.append(f"{words} {stat}")
    return ", ".join(told)


@dataclass(frozen=True, slots=True)
class Pips:
    """Stages of a mod: as many cells as its line has, the first `lit` of them on."""

    lit: int
    cells: int
    cell: int = 12
    height: int = 20
    ground: Colour = PANEL
    ink: Colour = PAPER

    @property
    def width(self) -> int:
        return self.cells * (self.cell + 4) - 4

    def paint(self, pen: Pen) -> None:
        for i in range(self.cells):
            x = i * (self.cell + 4)
            pen.rect(x, 0, self.cell, self.height, self.ink if i < self.lit else EDGE)
            if i >= self.lit:
                pen.rect(x + 2, 2, self.cell - 4, self.height - 4, self.ground)


def pips(item: Item, cell: int, ground: Colour, ink: Colour = PAPER) -> list[Part]:
    """The stages of a card as a part, or none where it has no stages."""
    figure = Pips(item.stage, item.stages, cell, cell * 3 // 2 + 2, ground, ink)
    return [Drawn(figure, say="")] if item.stages else []
