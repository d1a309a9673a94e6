"""A vehicle's record sheet: its turn, armor, crew, power plant and weapons."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from games.engine.players import SEAT_LETTERS, Player
from games.mini_carwars.state import State
from images import fonts
from images.canvas import Canvas, TileCanvas
from images.mini_carwars.armor import WIDE as ARMOR_WIDE
from images.mini_carwars.armor import put_armor
from images.mini_carwars.crew import WIDE as CREW_WIDE
from images.mini_carwars.crew import crew_tall, put_crew, put_weapons
from images.mini_carwars.sheet_reading import (
    MOST_OTHERS,
    PHASES,
    NoSheet,
    OtherReading,
    PersonReading,
    SheetReading,
    SideReading,
    read_sheet,
)
from images.panels import Page, Panel, put_stamp, write_actor, write_fit, write_title
from images.pen import Pen, slanted
from images.theme import (
    DEEP,
    GAP,
    HEADER,
    INK,
    MUTE,
    PAGE,
    PANEL,
    PAPER,
    SOFT,
    WELL,
    Colour,
)
from images.words import counted, listed, shorten

TALL: Final = 900
MOST: Final = 1024
"""Discord's limit for the description of a picture, in characters."""
_STRIP: Final = 92
"""Height of the strip of phases, px."""
_TOP: Final = HEADER + 2 * GAP + _STRIP
_OTHERS: Final = 100
"""Height of the strip of the seat's other vehicles, px."""


@dataclass(frozen=True, slots=True)
class _Phase:
    """The plate of one phase, lettered by the canvas."""

    state: str
    """`now`, `move` or `none`."""
    lost: bool = False
    """A skid has cost its move."""
    width: int = 70
    height: int = 68
    ground: Colour = PANEL

    @property
    def fill(self) -> Colour:
        return {"now": PAPER, "move": WELL}.get(self.state, PANEL)

    def paint(self, pen: Pen) -> None:
        if self.state == "now":
            pen.slant(0, 0, 70, 68, PAPER, 0.15)
        elif self.state == "move":
            pen.slant(0, 6, 70, 56, WELL, 0.15)
        else:
            pen.outline(slanted(2, 8, 66, 52, 0.15), WELL, 3)
        if self.lost:
            pen.line([(11, 56), (59, 12)], INK if self.state == "now" else MUTE, 4)


def _put_phases(canvas: Canvas, reading: SheetReading, y: int) -> None:
    """Which phases have a move, which is now, and what a control roll would be."""
    canvas.part = "phases"
    canvas.put(Panel(PAGE - 2 * GAP, _STRIP), GAP, y)
    lost = reading.carried + len(reading.skipped)
    canvas.write(GAP + 22, y + (30 if lost else 46), "PHASE", 32, PANEL, MUTE)
    for phase in range(1, PHASES + 1):
        now, skipped = phase == reading.now, phase in reading.skipped
        moves = phase <= reading.moves and not skipped
        plate = _Phase("now" if now else "move" if moves else "none", skipped)
        x = GAP + 122 + 75 * (phase - 1)
        canvas.put(plate, x, y + 12)
        if skipped:
            continue
        ink = INK if now else PAPER if moves else MUTE
        canvas.write(x + 35, y + 46, str(phase), 46 if now else 40, plate.fill, ink, "middle")
    canvas.part = "control"
    if lost:
        canvas.write(GAP + 22, y + 66, f"{lost} lost", 30, PANEL, SOFT, face="t")
    if reading.out:
        put_stamp(canvas, 944, y + 18, 224, 56, reading.out.upper(), 38, MUTE, PANEL)
        return
    canvas.write(1036, y + 28, "maneuvers", 28, PANEL, SOFT, "right", "t")
    canvas.write(1036, y + 64, str(reading.maneuvers), 38, PANEL, PAPER, "right")
    canvas.write(1164, y + 28, "control", 28, PANEL, SOFT, "right", "t")
    canvas.write(1164, y + 64, reading.control, 36, PANEL, PAPER, "right")


def _put_others(canvas: Canvas, others: Sequence[OtherReading], y: int) -> None:
    """The seat's other vehicles side by side."""
    canvas.put(Panel(PAGE - 2 * GAP, _OTHERS, DEEP, corner=20), GAP, y)
    shown = others if len(others) <= MOST_OTHERS else others[: MOST_OTHERS - 1]
    pitch = (PAGE - 2 * GAP - 24) // max(4, min(len(others), MOST_OTHERS))
    if more := len(others) - len(shown):
        canvas.part = "more"
        x = GAP + 20 + pitch * len(shown)
        write_fit(canvas, x, y + 53, f"and {more} more", 32, pitch - 14, DEEP, MUTE, face="t")
    for i, other in enumerate(shown):
        canvas.part = other.label
        x = GAP + 20 + pitch * i
        ink = MUTE if other.state else PAPER
        canvas.write(x, y + 34, other.label, 40, DEEP, ink)
        used = 10 + round(fonts.width(other.label, 40))
        room = pitch - 14
        write_fit(canvas, x + used, y + 35, other.speed, 30, room - used, DEEP,
                  MUTE if other.state else SOFT, face="t")  # fmt: skip
        second = other.state.upper() if other.state else _shorter(other.name, room)
        write_fit(canvas, x, y + 72, second, 28, room, DEEP, MUTE if other.state else SOFT,
                  face="b" if other.state else "t")  # fmt: skip


def _shorter(name: str, room: int) -> str:
    """A vehicle's name, without its middle words where it is too long: "Firelight (a)"."""
    words = name.split()
    if fonts.width(name, 28, "t") <= room or len(words) < 2:
        return name
    return f"{words[0]} {words[-1]}" if words[-1].startswith("(") else words[0]


def page(reading: SheetReading | NoSheet) -> Page:
    """The empty picture."""
    return Page(TALL if isinstance(reading, SheetReading) else 400)


def _compose_none(canvas: Canvas, reading: NoSheet) -> None:
    canvas.part = "header"
    write_title(canvas, f"Record sheet · {reading.moment}", reading.owner, 900)
    write_actor(canvas, reading.seat, "")
    canvas.part = "bought"
    y = HEADER + GAP
    canvas.put(Panel(PAGE - 2 * GAP, 280), GAP, y)
    write_fit(canvas, GAP + 28, y + 60, _bought(reading), 44, PAGE - 100, PANEL)
    words = "Record sheets are made when all have bought their vehicles."
    canvas.write(GAP + 28, y + 122, words, 34, PANEL, SOFT, face="t")
    if reading.dollars >= 0:
        words = f"${reading.dollars:,} left to spend"
        canvas.write(GAP + 28, y + 180, words, 34, PANEL, SOFT, face="t")


def _bought(reading: NoSheet) -> str:
    return listed(reading.bought) if reading.bought else "No vehicle yet"


def compose(canvas: Canvas, reading: SheetReading | NoSheet) -> None:
    """Draw a whole sheet."""
    if isinstance(reading, NoSheet):
        _compose_none(canvas, reading)
        return
    canvas.part = "header"
    several = len(reading.label) > 1
    verb = f"{reading.label} · {reading.speed}" if several else reading.speed
    left = write_actor(canvas, reading.seat, verb)
    kind = "Record sheet hidden" if reading.hidden else "Record sheet"
    title = f"{reading.owner} · {reading.name}"
    write_title(canvas, f"{kind} · {reading.moment}", title, left - 48 - 24)
    _put_phases(canvas, reading, HEADER + GAP)
    tall = TALL - GAP - _TOP - (_OTHERS + GAP if reading.others else 0)
    put_armor(canvas, reading, GAP, _TOP, tall)
    x = 2 * GAP + ARMOR_WIDE
    assert x + CREW_WIDE + GAP == PAGE
    put_crew(canvas, reading, x, _TOP)
    used = crew_tall(reading) + GAP
    put_weapons(canvas, reading, x, _TOP + used, tall - used)
    if reading.others:
        _put_others(canvas, reading.others, TALL - GAP - _OTHERS)


def sheet(view: State, players: Sequence[Player], seat: int, vehicle: int = -1) -> bytes:
    """A palette PNG, 1200 px wide, of one vehicle: the one given if it is the seat's, else the one
    the seat is asked about, else its first in action."""
    reading = read_sheet(view, players, seat, vehicle)
    canvas = TileCanvas(page(reading))
    compose(canvas, reading)
    return canvas.png()


# -- in words


def sheet_alt(view: State, players: Sequence[Player], seat: int, vehicle: int = -1) -> str:
    """The sheet in words, at most 1024 characters: what is left first."""
    reading = read_sheet(view, players, seat, vehicle)
    letter = SEAT_LETTERS[seat]
    if isinstance(reading, NoSheet):
        sentences = [f"{letter} {reading.owner}: {_bought(reading)}."]
        if reading.dollars >= 0:
            sentences.append(f"${reading.dollars:,} left to spend.")
        return shorten(sentences, MOST)
    hidden = ["The record sheet is hidden: only what all have seen."] if reading.hidden else []
    sentences = [
        _first(reading),
        *hidden,
        f"Armor: {'; '.join(map(_side_words, reading.sides))}.",
        f"{_capital('; '.join(map(_person_words, reading.crew)))}; {_plant_words(reading)}.",
        _weapon_words(reading),
        _turn_words(reading),
        f"{_capital(reading.size)}{f', ${reading.cost:,}' if reading.cost else ''}.",
        *(_other_words(other) for other in reading.others),
    ]
    return shorten([each for each in sentences if each], MOST)


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def _first(reading: SheetReading) -> str:
    parts = [f"{reading.label} {reading.owner}, {reading.name}", reading.speed]
    if reading.out:
        parts.append(f"out of action: {reading.out}")
    if reading.moves:
        last = f"s 1 to {reading.moves}" if reading.moves > 1 else " 1"
        parts.append(f"moves in phase{last}")
    if reading.now:
        parts.append(f"now phase {reading.now}")
    return f"{', '.join(parts)}."


def _side_words(side: SideReading) -> str:
    if side.left is None:
        return f"{side.name} {f'at least {side.lost} lost' if side.lost else 'none seen lost'}"
    if side.bare:
        return f"{side.name} none"
    if side.left == 0:
        return f"{side.name} breached{f', of {side.of}' if side.of else ''}"
    return f"{side.name} {side.left}{f' of {side.of}' if side.left < side.of else ''}"


def _person_words(person: PersonReading) -> str:
    parts = [f"{person.role} {person.left} left" if person.left else person.role]
    if person.state:
        parts.append(person.state)
    if person.of:
        parts.append(f"body armor {person.boxes} of {person.of}")
    elif person.maybe:
        parts.append("perhaps body armor")
    if person.computer:
        parts.append(f"computer +{person.computer}")
    return ", ".join(parts)


def _plant_words(reading: SheetReading) -> str:
    if reading.plant is None:
        return "power plant not known"
    if not reading.plant:
        return "power plant gone"
    return f"power plant {reading.plant} of {reading.plant_of}"


def _weapon_words(reading: SheetReading) -> str:
    told = [f"{weapon.name} {weapon.place} {weapon.state}" for weapon in reading.weapons]
    if reading.hidden:
        told.append("other weapons not seen" if told else "none seen yet")
    return f"Weapons: {'; '.join(told)}." if told else "No weapons."


def _turn_words(reading: SheetReading) -> str:
    if reading.out:
        return ""
    parts = [f"{counted(reading.maneuvers, 'maneuver')} made this turn"]
    lost = reading.carried + len(reading.skipped)
    if lost:
        parts.append(f"{counted(lost, 'move')} lost to skids")
    roll = "no control roll at 0 mph" if reading.control == "no roll" else reading.control
    parts.append(roll if roll.startswith("no") else f"control roll {roll}")
    words = ", ".join(parts)
    return f"{_capital(words)}."


def _other_words(other: OtherReading) -> str:
    state = f"out of action, {other.state}" if other.state else other.speed
    return f"{other.label} {other.name}: {state}."
