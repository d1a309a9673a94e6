"""One model of the Stock Car List large: armor, crew, power plant, and what its weapons do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from games.mini_carwars import GAME as MINI
from games.mini_carwars.catalog import KINDS, MODELS, SIDES, TOP, Model
from games.mini_carwars.words.phrases import phrase
from images.cars import Portrait
from images.mini_carwars.model import ICONS, body, called, figures, place
from images.parts import Drawn, Header, Part, Picture, Rule, Sign, Text, column, label, row, space
from images.theme import EDGE, MUTE, PANEL, RAISED, SOFT

_TALL: Final = 560
_POSED: Final = 7
"""Seat whose colours the portrait wears: white says least of whose it is."""


def picture(number: int) -> Picture:
    """A model as the list has it. Raises KeyError for a number that is no model."""
    if not 0 <= number < len(MODELS):
        raise KeyError(number)
    model = MODELS[number]
    facts = column(*_facts(model), panel=PANEL, pad=24, gap=4, grow=1, height=_TALL)
    header = Header(f"{MINI.title} · {phrase('stock_list')}", model.name)
    return Picture(header, row(_face(model), facts))


def _face(model: Model) -> Part:
    """The vehicle with its points of armor round it."""
    posed = Portrait(_POSED, 190, ground=RAISED, label="", kind=body(model))
    cost = f"${model.cost:,}"
    said = phrase("face", size=model.size.capitalize(), cost=cost)
    total = Text(phrase("in_all", points=model.points), 28, SOFT, "t", width=104)
    front, right, back, left, top = (_points(model, side) for side in range(len(SIDES)))
    return column(
        row(Text(model.size.upper(), 32, SOFT, "t", grow=1, say=said), Text(cost, 44, say="")),
        row(space(), front, space()),
        row(left, space(), Drawn(posed, say="", width=140), space(), right, height=236),
        row(top, space(), back, space(), total),
        panel=RAISED, frame=EDGE, pad=24, gap=8, width=420, height=_TALL,
    )  # fmt: skip


def _points(model: Model, side: int) -> Part:
    """A side's name over its points; room for them where it has none."""
    points = model.armor[side]
    if side not in model.armored or (side == TOP and not points):
        return space(104)
    told = Text(str(points), 56, anchor="middle", say=f"{SIDES[side]} {points}", height=60)
    return column(label(SIDES[side], "middle"), told, gap=0, width=104)


def _facts(model: Model) -> Iterator[Part]:
    """Crew, power plant, weapons with the chart's figures, and notes."""
    crew = phrase("crew", gunner=model.gunner)
    yield row(
        Sign("driver", 46, width=52), Text(crew, 38, SOFT, "t", say=crew.capitalize(), grow=1),
        Sign("power", 46, width=52), Text(phrase("plant"), 34, SOFT, "t", say=""),
        Text(str(model.plant), 56, say=phrase("plant_points", points=model.plant)),
    )  # fmt: skip
    notes = [Text(note, 28, MUTE, "t", lines=1 + (len(note) > 66)) for note in _notes(model)]
    weapons = Counter((weapon.kind, weapon.mount, weapon.link) for weapon in model.weapons)
    room = _TALL - 126 - sum(note.least()[1] + 4 for note in notes)
    tall = min(100, room // len(weapons) - 10)
    for (kind, mount, link), count in weapons.items():
        name, where = called(kind, count), place(mount, link)
        blind = KINDS[kind].stopped_by_smoke
        words = phrase("does", figures=figures(kind), several=count > 1, blind=blind)
        head = row(
            Text(name, 36, say=f"{name} {where}:", height=40), Text(where, 32, SOFT, "t", say="")
        )
        does = Text(words, 32, SOFT, "t", say=f"{words}.", grow=1, height=38)
        yield Rule()
        lines = column(space(), head, row(does), space(), gap=0, grow=1)
        yield row(Sign(ICONS[kind], 48, width=56), lines, height=tall)
    yield space()
    yield from notes


def _notes(model: Model) -> Iterator[str]:
    """What is our own reading, and what armor may be done with."""
    if model.option and model.armor != MODELS[model.stock_number].armor:
        yield phrase("spread")
    if model.note:
        yield f"{model.note[:1].upper()}{model.note[1:]}."
