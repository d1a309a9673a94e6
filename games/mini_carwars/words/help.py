"""Rules help: the topics of the rulebook, every model and every weapon."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final

from games.engine.help import read_help
from games.engine.voice import count, listed
from games.engine.words import Topic
from games.mini_carwars.catalog import KINDS, MODELS, SIDES, Kind, Model
from games.mini_carwars.words.phrases import dollars, weapons

STOCK: Final = "Rules: Stock Car List"
CHART: Final = "Rules: Weapons Chart"
COURIER: Final = "Rules: 3. Vehicle Selection"
"""The Courier stands there."""


@cache
def _notes() -> Mapping[str, str]:
    """A sentence of advice or of reading by weapon and vehicle."""
    return {row["id"]: row["does"] for row in read_help("games.mini_carwars")["card"]}


@cache
def cards() -> Sequence[Topic]:
    """Every model of the list, then every weapon."""
    return (*map(_model, MODELS), *map(_kind, KINDS.values()))


def _model(model: Model) -> Topic:
    crew = "driver and gunner" if model.gunner else "driver only"
    armor = ", ".join(f"{SIDES[side]} {each}" for side, each in enumerate(model.armor) if each)
    carried = listed(weapons((each.kind, each.mount) for each in model.weapons))
    linked = " The pair is linked." if any(each.link for each in model.weapons) else ""
    text = (
        f"{model.size.capitalize()}, {dollars(model.cost)}. Armor {armor}: {model.points} points, "
        f"which may be rearranged over {'front and back' if model.cycle else 'all five sides'}. "
        f"Power plant {model.plant} damage points, {crew}. Weapons: {carried}.{linked} "
        f"{_notes()[model.id]}"
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
    text = f"{kind.short}. {figures} {_notes()[kind.id]}"
    return Topic(kind.id, kind.name, text, CHART)
