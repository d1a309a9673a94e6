"""Rules help: the topics of the rulebook, every model, weapon and accessory."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from games.engine.voice import count, listed
from games.engine.words import Topic
from games.mini_carwars.catalog import (
    BODY_ARMOR,
    COMPUTER,
    HIRES,
    KINDS,
    MODELS,
    SIDES,
    Accessory,
    Kind,
    Model,
)
from games.mini_carwars.words.phrases import VALUES, dollars, weapons

STOCK: Final = "Rules: Stock Car List"
CHART: Final = "Rules: Weapons Chart"
ACCESSORIES: Final = "Rules: Accessories"
COURIER: Final = "Rules: 3. Vehicle Selection"
"""The Courier stands there."""
_NOTES: Final = VALUES["notes"]
"""A sentence of advice or of reading by weapon, vehicle and accessory."""


@cache
def cards() -> Sequence[Topic]:
    """Every model of the list, then every weapon, then every accessory."""
    return (
        *map(_model, MODELS),
        *map(_kind, KINDS.values()),
        *map(_accessory, (COMPUTER, HIRES, BODY_ARMOR)),
    )


def _model(model: Model) -> Topic:
    crew = "driver and gunner" if model.gunner else "driver only"
    armor = ", ".join(f"{SIDES[side]} {each}" for side, each in enumerate(model.armor) if each)
    carried = listed(weapons((each.kind, each.mount) for each in model.weapons))
    linked = " The pair is linked." if any(each.link for each in model.weapons) else ""
    text = (
        f"{model.size.capitalize()}, {dollars(model.cost)}. Armor {armor}: {model.points} points, "
        f"which may be rearranged over {'front and back' if model.cycle else 'all five sides'}. "
        f"Power plant {model.plant} damage points, {crew}. Weapons: {carried}.{linked} "
        f"{_NOTES[model.id]}"
    )
    if model.note:
        text += f" House reading: {model.note}."
    key = model.id.replace("_", "")
    return Topic(
        key, model.name, text, COURIER if model.vehicle == "courier" else STOCK, model.number
    )


def _kind(kind: Kind) -> Topic:
    if kind.dice:
        figures = f"Hits on {kind.to_hit} or more, {count(kind.dice, 'die', 'dice')} of damage."
    else:
        figures = "No roll to hit, no damage."
    text = f"{kind.short}. {figures} {_NOTES[kind.id]}"
    return Topic(kind.id, kind.name, text, CHART)


def _accessory(extra: Accessory) -> Topic:
    if extra.to_hit:
        use = f"+{extra.to_hit} to that person's rolls to hit."
    else:
        use = f"Takes {count(extra.boxes, 'hit')} of damage for that person."
    text = f"{dollars(extra.cost)} for each person aboard. {use} {_NOTES[extra.id]}"
    return Topic(extra.id.replace("_", ""), extra.name, text, ACCESSORIES)
