"""How each card shows itself: its icon, its two numbers, its stages. Nothing is said per card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Final, NamedTuple

from games.engine.players import SEAT_LETTERS
from games.world_auto_racing.cards import Card
from games.world_auto_racing.kinds import KINDS, STAGES
from games.world_auto_racing.printed import STATS
from games.world_auto_racing.state import Racer
from games.world_auto_racing.words.phrases import figures
from images import icons
from images.panels import Panel
from images.parts import Drawn, Part
from images.pen import Figure, Pen, chamfered
from images.theme import EDGE, INK, PANEL, PAPER, Colour
from images.world_auto_racing.texts import say

NOTHING: Final = "·"
"""Stands where a card adds nothing to a stat."""
_ICONS: Final[Mapping[str, str]] = {
    **{"car": "traffic", "mod": "nut", "condition": "surface", "course": "road"},
    **{"tires": "tire", "weather": "rain", "straight": "road"},
}
"""By type or subtype, where the icon is not called so."""


def icon_of(*kinds: str) -> str:
    """The icon of the first of some types or subtypes that has one."""
    names = (_ICONS.get(each.lower(), each.lower()) for each in kinds)
    return next((name for name in names if name in icons.NAMES), "cards")


_BODIES: Final[Mapping[str, str]] = {
    "harrow_marauder_427": "muscle",
    "kazeno_tsubame_rs": "tuner",
    "bellori_saetta_gt": "gt",
    "fjellmark_r4": "rally",
    "yamabiko_kitsune_d": "drift",
}
"""The bodies of the cars of the house, by id."""


def body_of(car: Card | None) -> str:
    """The body of a car; a server's own car has that of any car."""
    return _BODIES.get(car.id, "car") if car is not None else "car"


_SIGNS: Final = (("≤", "at_most"), ("≥", "at_least"), ("=", "set_to"))
"""Signs before a number, and the texts that say them."""


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
    card: str = ""
    """The card's own name."""

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """Each stat that it does something to, and what."""
        both = zip(STATS, (self.power, self.handling), strict=True)
        return [(stat, number) for stat, number in both if number]

    def __str__(self) -> str:
        """With what it does in words: "Coilover Kit stage 1 of 2, by B, +1 handling"."""
        told = [self.name]
        if self.stages:
            told = [say("stage", card=self.name, stage=self.stage, stages=self.stages)]
        told += [say("by", letter=SEAT_LETTERS[self.owner])] if self.owner >= 0 else []
        for stat, number in self.pairs:
            words = f"{number} {stat}" if number != "0*" else say("by_text", stat=stat)
            for sign, name in _SIGNS:
                words = words.replace(sign, say(name))
            told.append(words.replace("*", ""))
        return ", ".join(told)


def item_of(number: int, owner: int = -1, printed: bool = True) -> Item:
    """A card, named without the stage that its pips show, and with its `printed` numbers."""
    card = KINDS[number]
    stages = stages_of(card)
    return Item(
        icon_of(card.subtype, card.type),
        card.line if stages else card.name,
        *(figures(card) if printed else ("", "")),
        owner,
        card.stage if stages else 0,
        stages,
        card.name,
    )


def front_of(racer: Racer, printed: bool = True) -> list[Item]:
    """What lies in front of a driver, copies counted."""
    lying = Counter([*((each, -1) for each in racer.teams), *racer.controls])
    out = []
    for (number, on), count in lying.items():
        item = item_of(number, printed=printed)
        name = f"{count} {item.name}" if count > 1 else item.name
        name = say("on", card=name, letter=SEAT_LETTERS[on]) if on >= 0 else name
        out.append(item._replace(name=name))
    return out


def stages_of(card: Card) -> int:
    """How many stages a card's line has; 0 for a card without stages."""
    return max(card.stage, STAGES.get(card.line, 0))


class Pips(Figure, frozen=True):
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


class Leant(Figure, frozen=True):
    """The ground of a row or a sum with a leaning block at its right, for what it comes to."""

    width: int
    height: int
    fill: Colour
    block: Colour
    left: int
    """Where the block begins at its foot, px."""
    lean: int
    frame: Colour
    weight: int
    """Of the frame, px; 0 for none."""
    ground: Colour = INK

    def paint(self, pen: Pen) -> None:
        w, h, cut = self.width, self.height, 20
        Panel(w, h, self.fill, corner=cut).paint(pen)
        corners: list[tuple[float, float]] = [(self.left + self.lean, 0), (w - cut, 0)]
        pen.polygon([*corners, (w, cut), (w, h), (self.left, h)], self.block)
        if self.weight:
            edge = chamfered(0, 0, w, h, cut, self.weight / 2)
            pen.outline(edge, self.frame, self.weight)


def pips(item: Item, cell: int, ground: Colour, ink: Colour = PAPER) -> list[Part]:
    """The stages of a card as a part, or none where it has no stages."""
    figure = Pips(item.stage, item.stages, cell, cell * 3 // 2 + 2, ground, ink)
    return [Drawn(figure, say="")] if item.stages else []
