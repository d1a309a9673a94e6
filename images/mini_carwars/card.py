"""One model of the Stock Car List large: armor, crew, power plant, and what its weapons do."""

from __future__ import annotations

from typing import Final, NamedTuple

from games.mini_carwars.catalog import FRONT, KINDS, LEFT, MODELS, RIGHT, SIDES, TOP, Model
from images import fonts
from images.canvas import Canvas, TileCanvas
from images.mini_carwars.portrait import Pose
from images.mini_carwars.stock import GAME, ICONS, called, figures, place
from images.panels import Page, Panel, put_icon, write_fit, write_title
from images.theme import DEEP, EDGE, GAP, HEADER, LINE, MUTE, PANEL, PAPER, RAISED, SOFT
from images.words import counted, shorten

_FACE: Final = 420
_TALL: Final = 560
_MOST: Final = 1024
_POSED: Final = 7
"""Seat whose colours the portrait wears: white says least of whose it is."""


class ArmRow(NamedTuple):
    """A weapon, or alike ones on one side."""

    icon: str
    name: str
    place: str
    figures: str


class CardReading(NamedTuple):
    """A model as shown."""

    number: int
    name: str
    size: str
    cycle: bool
    cost: str
    armor: tuple[tuple[str, int], ...]
    """Points by name of the side, of those that may carry armor."""
    points: int
    crew: str
    plant: int
    weapons: tuple[ArmRow, ...]
    notes: tuple[str, ...]


def read_card(number: int) -> CardReading:
    """Everything a card's picture shows. Raises KeyError for a number that is no model."""
    if not 0 <= number < len(MODELS):
        raise KeyError(number)
    model = MODELS[number]
    groups: dict[tuple[str, int, int], int] = {}
    for weapon in model.weapons:
        key = (weapon.kind, weapon.mount, weapon.link)
        groups[key] = groups.get(key, 0) + 1
    return CardReading(
        number=number,
        name=model.name,
        size=model.size,
        cycle=model.cycle,
        cost=f"${model.cost:,}",
        armor=tuple((SIDES[side], model.armor[side]) for side in model.armored),
        points=model.points,
        crew="driver and gunner" if model.gunner else "driver",
        plant=model.plant,
        weapons=tuple(
            ArmRow(
                ICONS[kind],
                called(kind, count, bool(link)),
                place(mount),
                _figures(kind, count),
            )
            for (kind, mount, link), count in groups.items()
        ),
        notes=_notes(model),
    )


def _figures(kind: str, count: int) -> str:
    """What the Weapons Chart says, and of a laser what stops it. Rules: 8. Combat"""
    words = figures(kind) + (" each" if count > 1 else "")
    return f"{words}; not through smoke" if KINDS[kind].stopped_by_smoke else words


def _notes(model: Model) -> tuple[str, ...]:
    """What is our own reading, and what armor may be done with."""
    notes = []
    if model.option and any(
        model.armor[side] != base for side, base in enumerate(MODELS[_plain(model)].armor)
    ):
        notes.append("The option's extra armor is spread evenly (house).")
    if model.note:
        notes.append(f"{model.note[:1].upper()}{model.note[1:]}.")
    return tuple(notes)


def _plain(model: Model) -> int:
    """Number of the same vehicle without its option."""
    return next(m.number for m in MODELS if m.vehicle == model.vehicle and not m.option)


def page() -> Page:
    return Page(HEADER + 2 * GAP + _TALL)


def compose(canvas: Canvas, reading: CardReading) -> None:
    """Draw a whole card."""
    canvas.part = "header"
    write_title(canvas, f"{GAME} · Stock Car List", reading.name, 800)
    cost, size = fonts.fit(reading.cost, 52, 260)
    canvas.write(1200 - 24, HEADER // 2, cost, size, DEEP, PAPER, "right")
    _put_face(canvas, reading, GAP, HEADER + GAP)
    x = 2 * GAP + _FACE
    _put_facts(canvas, reading, x, HEADER + GAP, 1200 - GAP - x)


def _put_face(canvas: Canvas, reading: CardReading, x: int, y: int) -> None:
    """The vehicle with its points of armor round it."""
    canvas.part = "armor"
    canvas.put(Panel(_FACE, _TALL, RAISED, EDGE, 3, 28), x, y)
    canvas.write(x + 28, y + 46, reading.size.upper(), 32, RAISED, SOFT, face="t")
    middle, line = x + _FACE // 2, y + 290
    pose = Pose(_POSED, "", 190, reading.cycle, ground=RAISED)
    canvas.put(pose, middle - pose.width // 2, line - pose.height // 2)
    spots = {
        SIDES[FRONT]: (middle, line - 202),
        "back": (middle, line + 152),
        SIDES[LEFT]: (middle - 134, line - 20),
        SIDES[RIGHT]: (middle + 134, line - 20),
        SIDES[TOP]: (x + 66, line + 152),
    }
    for name, points in reading.armor:
        if name == "top" and not points:
            continue
        at, top = spots[name]
        canvas.write(at, top, name.upper(), 28, RAISED, MUTE, "middle")
        canvas.write(at, top + 44, str(points), 56, RAISED, PAPER, "middle")
    canvas.write(x + _FACE - 28, y + _TALL - 34, f"{reading.points} in all", 30, RAISED, SOFT,
                 "right", "t")  # fmt: skip


def _put_facts(canvas: Canvas, reading: CardReading, x: int, y: int, w: int) -> None:
    """Crew, power plant, weapons with the chart's figures, and notes."""
    canvas.part = "facts"
    canvas.put(Panel(w, _TALL), x, y)
    put_icon(canvas, "driver", x + 46, y + 50, 46)
    canvas.write(x + 84, y + 50, reading.crew, 38, PANEL, SOFT, face="t")
    put_icon(canvas, "power", x + 426, y + 50, 46)
    canvas.write(x + 460, y + 50, "power plant", 34, PANEL, SOFT, face="t")
    canvas.write(x + w - 24, y + 50, str(reading.plant), 56, PANEL, anchor="right")
    top = y + 94
    foot = y + _TALL - 16 - 38 * sum(len(_lines(note, w)) for note in reading.notes)
    pitch = min(108, (foot - top - 8) // len(reading.weapons))
    for i, row in enumerate(reading.weapons):
        at = top + pitch * i
        canvas.fill(x + 24, at, w - 48, 2, LINE)
        middle = at + pitch // 2
        put_icon(canvas, row.icon, x + 46, middle, min(48, pitch - 16))
        used = write_fit(canvas, x + 84, middle - 17, row.name, 36, w - 300, PANEL)
        write_fit(canvas, x + 84 + used + 16, middle - 16, row.place, 32, w - 124 - used, PANEL,
                  SOFT, face="t")  # fmt: skip
        write_fit(canvas, x + 84, middle + 21, row.figures, 32, w - 108, PANEL, SOFT, face="t")
    at = foot
    for note in reading.notes:
        for line in _lines(note, w):
            canvas.write(x + 28, at + 19, line, 28, PANEL, MUTE, face="t")
            at += 38


def _lines(note: str, w: int) -> tuple[str, ...]:
    return tuple(fonts.wrap(note, 28, w - 56, 3))


def card(number: int) -> bytes:
    """A palette PNG, 1200 px wide, of one model. Raises KeyError if there is none."""
    reading = read_card(number)
    canvas = TileCanvas(page())
    compose(canvas, reading)
    return canvas.png()


def card_alt(number: int) -> str:
    """One model in words, at most 1024 characters. Raises KeyError if there is none."""
    reading = read_card(number)
    armor = ", ".join(f"{name} {points}" for name, points in reading.armor if points)
    weapons = "; ".join(f"{row.name} {row.place}: {row.figures}" for row in reading.weapons)
    return shorten(
        [
            f"{reading.name}, {reading.size}, {reading.cost}.",
            f"Armor: {armor}; {counted(reading.points, 'point')} in all.",
            f"{reading.crew[:1].upper()}{reading.crew[1:]}; power plant {reading.plant}.",
            f"Weapons: {weapons}.",
            *reading.notes,
        ],
        _MOST,
    )
