"""What all drivers share: course and conditions, or the cars while they are chosen."""

from __future__ import annotations

from typing import Final

from games.engine.players import SEAT_LETTERS
from games.world_auto_racing.cards import Card
from games.world_auto_racing.kinds import CARS, KINDS
from games.world_auto_racing.printed import STATS
from games.world_auto_racing.race import Race
from games.world_auto_racing.words.phrases import figures, full_stop, numbers, told
from images.cars import Badge, SeatPlate
from images.parts import Drawn, Part, Say, Sign, Text, column, label, row, space
from images.theme import DEEP, MUTE, PANEL, PAPER, RAISED, SOFT, WELL
from images.world_auto_racing.faces import Item, icon_of, item_of
from images.world_auto_racing.texts import Count
from images.world_auto_racing.texts import say as tell

SHARED_TALL: Final = 136
_MOST: Final = 6
"""Conditions and cars for which there is room."""
_INDENT: Final = 10
"""Room before what stands in a panel without one of its own, px."""
NO_COURSE: Final = Card(
    number=-1, id="", name=tell("no_course"), type="course", power=1, handling=1, set_name="",
    source="",
)  # fmt: skip


def course_part(view: Race, wide: int = 1) -> Part:
    """The active course: its two multipliers, whose it is, and how many lie under it."""
    number, owner = view.courses[-1] if view.courses else (-1, -1)
    card = KINDS.get(number, NO_COURSE)
    under = max(0, len(view.courses) - 1)
    parts = tell("course"), card.subtype, tell("under", courses=under) if under else ""
    heading = label(" · ".join(filter(None, parts)))
    heading.height = 28
    names = column(heading, Text(card.name, 40, height=42, grow=1), gap=0, grow=1, width=1)
    badge: list[Part] = [Drawn(Badge(owner, 22))] if view.courses else []
    head = row(Sign(icon_of(card.subtype, card.type), 48), names, *badge, height=72, gap=12)
    factors = zip(STATS, figures(card), (card.power, card.handling), strict=True)
    cells = [
        row(Text(stat, 34, SOFT, "t", grow=1), Text(shown, 42, anchor="right"),
            panel=WELL if factor > 1 else RAISED, corner=0, pad=14, grow=1, width=1, height=50)
        for stat, shown, factor in factors
    ]  # fmt: skip

    def said() -> str:
        if owner < 0:
            return f"{card.name}, {numbers(card)}."
        below = tell("under_it", courses=Count(under)) if under else ""
        named = told(card, tell("by", letter=SEAT_LETTERS[owner]), below)
        return tell("course_says", card=named, text=full_stop(card.text)).strip()

    return column(head, row(*cells, gap=10), panel=PANEL, pad=6, gap=0, width=wide,
                  height=SHARED_TALL, say=said, name="shared")  # fmt: skip


def _panel(name: str, body: Part, say: Say, more: int = 0) -> Part:
    """A heading over the parts, and how many more there are than shown."""
    heading = label(tell("more", name=name, more=more) if more > 0 else name)
    head = row(space(_INDENT), heading, gap=0, height=26)
    return column(head, body, panel=PANEL, pad=4, gap=2, grow=1, height=SHARED_TALL, say=say,
                  name="shared")  # fmt: skip


def conditions_part(view: Race) -> Part:
    """The active conditions: name, both numbers and owner. Up to three are large."""
    items = [item_of(number, owner) for number, owner in view.conditions[:_MOST]]
    body: Part = row(space(_INDENT), Text(tell("none"), 36, SOFT, "t", grow=1), gap=0, grow=1)
    if 0 < len(items) <= 3:
        texts = (KINDS[number].text for number, _ in view.conditions)
        cells = [_large(item, text) for item, text in zip(items, texts, strict=True)]
        body = row(*cells, *[space()] * (2 - len(cells)), gap=8)
    elif items:
        cells = [_small(item) for item in items] + [space()] * (len(items) % 2)
        pairs = zip(cells[::2], cells[1::2], strict=True)
        body = column(*(row(*pair, gap=8) for pair in pairs), gap=2)

    def said() -> str:
        lying = [(KINDS[number], owner) for number, owner in view.conditions]
        named = (
            (told(card, tell("by", letter=SEAT_LETTERS[owner])), card) for card, owner in lying
        )
        said = (tell("condition", card=words, text=card.text) for words, card in named)
        words = "; ".join(each.rstrip(":. ") for each in said)
        return tell("conditions_say", conditions=words) if lying else tell("no_conditions")

    return _panel(tell("conditions"), body, said, len(view.conditions) - _MOST)


def _large(item: Item, text: str) -> Part:
    """A cell; without numbers its text stands there, as far as there is room."""
    says: list[Part] = [Text(text, 28, SOFT, "t", lines=2, top=True, height=64, grow=1)]
    if item.pairs:
        says = [row(Text(stat[0].upper(), 30, MUTE), Text(number, 40, width=70), gap=8)
                for stat, number in item.pairs] + [space()]  # fmt: skip
    foot = row(*says, Drawn(Badge(item.owner, 19)), gap=8, height=64)
    head = row(Sign(item.icon, 34), Text(item.name, 36, grow=1), gap=10, height=34)
    return column(head, foot, panel=RAISED, corner=0, pad=4, gap=0, grow=1, width=1, height=100)


def _small(item: Item) -> Part:
    """A line: name, both numbers, owner."""
    both = [Text(f"{stat[0].upper()}{number}", 28) for stat, number in item.pairs]
    name = Text(item.name, 28, face="t", icon=item.icon, grow=1)
    return row(name, *both, Drawn(Badge(item.owner, 13)), panel=RAISED, corner=0, pad=3,
               gap=12, grow=1, width=1, height=32)  # fmt: skip


def cars_part(view: Race) -> Part:
    """While cars are chosen: each with its numbers, and who has it."""
    owners = {driver.car: seat for seat, driver in enumerate(view.drivers)}
    cells, said = [], []
    for card in CARS:
        owner = owners.get(card.number, -1)
        ground, ink, soft = (RAISED, PAPER, SOFT) if owner < 0 else (DEEP, MUTE, MUTE)
        power, handling = figures(card)
        figured = tell("car_in_short", power=power, handling=handling, cap=card.mod_cap)
        short = Text(figured, 28, soft, "t", grow=1)
        by = [Drawn(SeatPlate(owner, 32))] if owner >= 0 else []
        name = Text(card.name, 30, ink, lines=2, height=64)
        cells.append(column(name, row(short, *by, height=34), panel=ground, corner=0, pad=3, gap=0,
                            grow=1, width=1, height=100))  # fmt: skip
        whose = tell("taken", letter=SEAT_LETTERS[owner]) if owner >= 0 else tell("free")
        car = tell("car_figures", car=card.name, numbers=numbers(card), cap=card.mod_cap)
        said.append(tell("car_of", car=car, whose=whose))
    free = sum(card.number not in owners for card in CARS)
    body, words = row(*cells[:_MOST], gap=8), tell("cars", cars="; ".join(said))
    return _panel(tell("free_cars", free=free), body, words, len(cells) - _MOST)
