"""What all drivers share: course and conditions, or the cars while they are chosen."""

from __future__ import annotations

from typing import Final

from games.engine.players import SEAT_LETTERS
from games.world_auto_racing import cards
from games.world_auto_racing.race import Race
from games.world_auto_racing.words.phrases import STATS, full_stop, numbers, times
from images.cars import Badge, SeatPlate
from images.parts import Drawn, Part, Sign, Text, column, label, row, space
from images.theme import DEEP, MUTE, PANEL, PAPER, RAISED, SOFT, WELL
from images.words import counted
from images.world_auto_racing.faces import Item, item_of, numbers_of

SHARED_TALL: Final = 144
_MOST: Final = 6
"""Conditions and cars for which there is room."""


def course_part(view: Race, wide: int = 1) -> Part:
    """The active course: its two multipliers, whose it is, and how many lie under it."""
    number, owner = view.courses[-1] if view.courses else (-1, -1)
    card = cards.card(number) if view.courses else None
    name, sort, text = (card.name, card.subtype, card.text) if card else ("No course", "", "")
    factors = (card.power, card.handling) if card else (1, 1)
    shown = numbers_of(card) if card else (times(1), times(1))
    under, kind = len(view.courses) - 1, " · ".join(filter(None, ("course", sort)))
    if under > 0:
        kind += f" · {under} under"
    cells = [
        row(Text(stat, 28, SOFT, "t", grow=1), Text(shown[i], 42, anchor="right"),
            panel=WELL if factors[i] > 1 else RAISED, corner=0, pad=14, grow=1, width=1, height=50)
        for i, stat in enumerate(STATS)
    ]  # fmt: skip
    said = f"Course {name}" if card else name
    said += f" ({sort.lower()})" if sort else ""
    said += f", power {shown[0]}, handling {shown[1]}"
    said += f", by {SEAT_LETTERS[owner]}" if card else ""
    said += f", {counted(under, 'course')} under it" if under > 0 else ""
    heading = label(kind)
    heading.height = 28
    names = column(heading, Text(name, 40, height=42, grow=1), gap=0, grow=1, width=1)
    icon = item_of(number).icon if card else "road"
    badge: list[Part] = [Drawn(Badge(owner, 22))] if card else []
    head = row(Sign(icon, 48), names, *badge, height=72, gap=12)
    told = full_stop(f"{said}. {text}") if text else f"{said}."
    return column(head, row(*cells, gap=10), panel=PANEL, pad=10, gap=0, width=wide,
                  height=SHARED_TALL, say=told, name="shared")  # fmt: skip


def conditions_part(view: Race) -> Part:
    """The active conditions: name, both numbers and owner. Up to three are large."""
    found = [(item_of(number, owner), number) for number, owner in view.conditions]
    large, told = len(found) <= 3, []
    for item, number in found:
        card = cards.card(number)
        kind = f" ({card.subtype.lower()})" if card.subtype else ""
        effect = numbers(card)
        words = f"{item.name}{kind}{effect and ', '}{effect}, by {SEAT_LETTERS[item.owner]}"
        told.append(f"{words}: {card.text.rstrip('.')}" if card.text else words)
    say = f"Conditions: {'; '.join(told)}." if told else "No conditions."
    body: Part = Text("none", 36, SOFT, "t", grow=1)
    if found and large:
        cells = [_large(item, cards.card(number).text) for item, number in found]
        body = row(*cells, *[space()] * (2 - len(cells)), gap=8)
    elif found:
        lines = [_small(item) for item, _ in found[:_MOST]]
        body = column(*(row(*lines[i : i + 2], *[space()] * (i + 2 > len(lines)), gap=8)
                        for i in range(0, len(lines), 2)), gap=2)  # fmt: skip
    return _panel("conditions", len(found), body, say)


def _panel(name: str, count: int, body: Part, say: str) -> Part:
    """A heading over the parts, and how many more there are than shown."""
    heading = label(f"{name} · {count - _MOST} more" if count > _MOST else name)
    heading.height = 26
    return column(heading, body, panel=PANEL, pad=8, gap=2, grow=1, height=SHARED_TALL, say=say,
                  name="shared")  # fmt: skip


def _large(item: Item, text: str) -> Part:
    """A cell; without numbers its text stands there, as far as there is room."""
    pairs = [(stat, number) for stat, number in zip("PH", (item.power, item.handling), strict=True)
             if number]  # fmt: skip
    says: list[Part] = [
        part
        for stat, number in pairs
        for part in (Text(stat, 30, MUTE), Text(number, 40, width=70))
    ]
    if not pairs:
        says = [Text(text, 28, SOFT, "t", lines=2, top=True, height=64, grow=1)]
    foot = row(*says, *[space()] * bool(pairs), Drawn(Badge(item.owner, 19, RAISED)),
               gap=8, height=64)  # fmt: skip
    head = row(Sign(item.icon, 34), Text(item.name, 36, grow=1), gap=10, height=34)
    return column(head, foot, panel=RAISED, corner=0, pad=4, gap=0, grow=1, width=1, height=100)


def _small(item: Item) -> Part:
    """A line: name, both numbers, owner."""
    pairs = zip("PH", (item.power, item.handling), strict=True)
    told = [Text(f"{stat}{number}", 28) for stat, number in pairs if number]
    badge = Drawn(Badge(item.owner, 13, RAISED))
    return row(Sign(item.icon, 26), Text(item.name, 28, face="t", grow=1), *told, badge,
               panel=RAISED, corner=0, pad=3, gap=12, grow=1, width=1, height=32)  # fmt: skip


def cars_part(view: Race) -> Part:
    """While cars are chosen: each with its numbers, and who has it."""
    owners = {driver.car: seat for seat, driver in enumerate(view.drivers)}
    found, told, free = [], [], 0
    for card in cards.cars():
        owner = owners.get(card.number, -1)
        taken, free = owner >= 0, free + (owner < 0)
        ground, ink, soft = (DEEP, MUTE, MUTE) if taken else (RAISED, PAPER, SOFT)
        power, handling = numbers_of(card)
        short = Text(f"P{power} H{handling} cap {card.mod_cap}", 28, soft, "t", grow=1)
        by = [Drawn(SeatPlate(owner, 32, ground=ground))] if taken else []
        name = Text(card.name, 30, ink, lines=2, height=64)
        found.append(column(name, row(short, *by, height=34), panel=ground, corner=0, pad=3, gap=0,
                            grow=1, width=1, height=100))  # fmt: skip
        whose = f"taken by {SEAT_LETTERS[owner]}" if taken else "free"
        told.append(f"{card.name}, {numbers(card)}, mod cap {card.mod_cap}, {whose}")
    body = row(*found[:_MOST], gap=8)
    return _panel(f"cars · {free} free", len(found), body, f"Cars: {'; '.join(told)}.")
