"""One car large: where it stands, what it did this turn, and what holds for it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from games.engine.players import Player
from games.engine.voice import ordinal
from games.nascards.cards import ADVANTAGES
from games.nascards.state import State
from games.nascards.track import ahead, behind
from images import fonts
from images.canvas import Canvas, TileCanvas
from images.cars import Portrait, SeatPlate
from images.nascards.own import roll_marks
from images.nascards.pieces import Tag, put_speed, put_tag, put_tags, tag_width
from images.nascards.reading import CarReading, game_of, phase_of, read_car, shows_last_turn
from images.nascards.terms import Mark, text_of
from images.panels import Page, Panel, put_icon, put_stamp, write_actor, write_title
from images.theme import (
    GAP,
    HEADER,
    LINE,
    MUTE,
    PAGE,
    PANEL,
    PAPER,
    SOFT,
)
from images.words import counted, name_of

_TOP: Final = HEADER + GAP
_LEFT_WIDE: Final = 388
_X: Final = GAP + _LEFT_WIDE + GAP
_WIDE: Final = PAGE - GAP - _X
_TALL: Final = 612
_BESIDE: Final = 118
_TURN: Final = 274
_HOLDS: Final = _TALL - _BESIDE - _TURN - 2 * GAP
_ADVANTAGES: Final = 148


class Neighbour(NamedTuple):
    """The car one place ahead or behind."""

    seat: int
    name: str
    miles: int
    """How far apart they are."""


class SheetReading(NamedTuple):
    """A car's sheet as shown."""

    game: str
    moment: str
    car: CarReading
    goal: int
    to_go: int
    status: str
    ahead: Neighbour | None
    behind: Neighbour | None
    turn: str
    """Which turn is told of."""
    text: str
    """What its Maneuver card does."""
    idle: str
    """What to say where there is none."""
    marks: tuple[Mark, ...]
    pit_stops: int
    advantages: tuple[tuple[str, str], ...]
    """Names, with how often where more than once, and texts."""


def read_sheet(view: State, players: Sequence[Player], seat: int) -> SheetReading:
    """Everything a sheet shows."""
    car = view.drivers[seat]
    reading = read_car(view, players, seat)
    status = {"pit": "in the pits", "totaled": "totaled"}.get(car.status, "")
    if not status:
        status = "acts" if view.active == seat else "on the track"

    def neighbour(near: int) -> Neighbour | None:
        if near < 0:
            return None
        gap = abs(view.drivers[near].miles - car.miles)
        return Neighbour(near, name_of(players, near), gap)

    rows = {row: car.advantages.count(row) for row in sorted(set(car.advantages))}
    advantages = tuple(
        (ADVANTAGES[row].name + (f" × {times}" if times > 1 else ""), ADVANTAGES[row].does)
        for row, times in rows.items()
    )
    return SheetReading(
        game=game_of(view),
        moment=f"Turn {view.turn} · {phase_of(view)}",
        car=reading,
        goal=view.options.goal,
        to_go=max(0, view.options.goal - car.miles),
        status=status,
        ahead=neighbour(ahead(view, seat)),
        behind=neighbour(behind(view, seat)),
        turn="last turn" if shows_last_turn(view) else "this turn",
        text=text_of(car.maneuver),
        idle=_idle(reading, last=shows_last_turn(view) and len(view.history) > 1),
        marks=(*reading.marks, *roll_marks(view, seat)) if reading.running else (),
        pit_stops=car.pit_stops,
        advantages=advantages,
    )


def _idle(car: CarReading, *, last: bool) -> str:
    """Why a car has shown no Maneuver card; `last`: in the turn before, as all on the track did."""
    if not car.running:
        return f"totaled on turn {car.totaled_turn}" if car.totaled_turn else "out of the race"
    if last:
        return "in the pits"
    return "off the track" if car.status == "pit" else "no Maneuver card shown yet"


def page(reading: SheetReading) -> Page:
    """The empty picture, larger where the driver has advantages."""
    return Page(_TOP + _TALL + GAP + (_ADVANTAGES + GAP) * bool(reading.advantages))


def _put_left(canvas: Canvas, reading: SheetReading) -> None:
    car, x, y = reading.car, GAP, _TOP
    canvas.put(Panel(_LEFT_WIDE, _TALL), x, y)
    portrait = Portrait(car.seat, 300 if car.running else 240, not car.running)
    canvas.put(portrait, x + 118 - portrait.width // 2, y + 22)
    place = ordinal(car.place) if car.place else "–"
    ink = PAPER if car.running else MUTE
    canvas.write(x + 292, y + 70, "PLACE", 28, PANEL, MUTE, "middle")
    words, size = fonts.fit(place, 84, 150)
    canvas.write(x + 292, y + 130, words, size, PANEL, ink, "middle")
    if car.running:
        put_icon(canvas, "cards", x + 262, y + 250, 48, SOFT, PANEL)
        canvas.write(x + 298, y + 252, str(car.cards), 60, PANEL, ink)
    else:
        put_stamp(canvas, x + 30, y + 326, 328, 60, "TOTALED", 48, MUTE, PANEL)
    canvas.fill(x + 20, y + 402, _LEFT_WIDE - 40, 2, LINE)
    words, size = fonts.fit(str(car.miles), 108, 220)
    canvas.write(x + 24, y + 464, words, size, PANEL, ink)
    at = x + 40 + round(fonts.width(words, size))
    canvas.write(at, y + 444, "miles", 36, PANEL, SOFT, face="t")
    canvas.write(at, y + 486, f"of {reading.goal}", 36, PANEL, SOFT, face="t")
    stops = counted(reading.pit_stops, "Pit Stop")
    lines = [f"{reading.to_go} to go · {stops}" if car.running else stops]
    if car.cup is not None:
        lines.append(f"cup {counted(car.cup, 'point')}")
    for i, line in enumerate(lines):
        words, size = fonts.fit(line, 34, _LEFT_WIDE - 48, "t")
        canvas.write(x + 24, y + 540 + 42 * i, words, size, PANEL, SOFT, face="t")


def _put_beside(canvas: Canvas, label: str, other: Neighbour | None, x: int, none: str) -> None:
    """The car ahead or behind, or that there is none."""
    y, w = _TOP, (_WIDE - GAP) // 2
    canvas.put(Panel(w, _BESIDE, corner=20), x, y)
    canvas.write(x + 20, y + 28, label, 28, PANEL, MUTE)
    if other is None:
        canvas.write(x + 20, y + 78, none, 36, PANEL, SOFT, face="t")
        return
    canvas.put(SeatPlate(other.seat, 48), x + 20, y + 54)
    miles, size = (str(other.miles), 60) if other.miles else ("level", 44)
    canvas.write(x + w - 24, y + 78, miles, size, PANEL, anchor="right")
    canvas.write(x + w - 36, y + 28, "MILES", 28, PANEL, MUTE, "right")
    room = w - 130 - 24 - round(fonts.width(miles, size)) - 16
    name, size = fonts.fit(other.name, 40, room)
    canvas.write(x + 128, y + 79, name, size, PANEL)


def _put_turn(canvas: Canvas, reading: SheetReading) -> None:
    """What the car did that turn and what befell it."""
    car, x, y = reading.car, _X, _TOP + _BESIDE + GAP
    canvas.put(Panel(_WIDE, _TURN), x, y)
    canvas.write(x + 20, y + 30, reading.turn.upper(), 28, PANEL, MUTE)
    if car.maneuver:
        stamp = "NOT PLAYED" if car.unplayed else "PLAYED" if car.played else "IN PLAY"
        put_stamp(canvas, x + _WIDE - 232, y + 22, 200, 48, stamp, 34, MUTE, PANEL)
        name, size = fonts.fit(car.maneuver, 46, _WIDE - 40)
        canvas.write(x + 20, y + 84, name, size, PANEL, MUTE if car.unplayed else PAPER)
        block = fonts.paragraph(reading.text, _WIDE - 44, ((34, 2, 42), (30, 2, 40)))
        for i, line in enumerate(block.lines):
            at = y + 132 + block.pitch * i
            canvas.write(x + 20, at, line, block.size, PANEL, SOFT, face="t")
    else:
        canvas.write(x + 20, y + 84, reading.idle, 36, PANEL, SOFT, face="t")
    left, foot = x + 20, y + _TURN - 66
    for speed in car.speed:
        left += put_speed(canvas, speed, left, foot, 50, 44, PANEL) + 6
    if car.draft >= 0:
        words = f"drafted {car.draft}" if car.draft else "no draft"
        canvas.write(left + 8, foot + 25, words, 36, PANEL, SOFT, face="t")
        left += 8 + round(fonts.width(words, 36, "t")) + 24
    if car.struck is not None:
        mark = car.struck
        tag = Tag(tag_width(mark.short, 50, 36), 50, mark.icon, mark.bad, PANEL)
        put_tag(canvas, tag, left, foot, mark.short, 36)


def _put_holds(canvas: Canvas, reading: SheetReading) -> None:
    """Penalties, debts, and what cards set up for the rest of the turn."""
    x, y = _X, _TOP + _BESIDE + _TURN + 2 * GAP
    canvas.put(Panel(_WIDE, _HOLDS), x, y)
    canvas.write(x + 20, y + 30, "HOLDS NOW", 28, PANEL, MUTE)
    if reading.marks:
        put_tags(canvas, reading.marks, x + 20, y + 54, _WIDE - 40, 42, 30, PANEL)
    else:
        words = "no penalties, no bonuses" if reading.car.running else "nothing any more"
        canvas.write(x + 20, y + 84, words, 36, PANEL, SOFT, face="t")


def _put_advantages(canvas: Canvas, reading: SheetReading) -> None:
    """The driver's advantages side by side."""
    y, count = _TOP + _TALL + GAP, len(reading.advantages)
    wide = (PAGE - 2 * GAP - (count - 1) * GAP) // count
    for i, (name, text) in enumerate(reading.advantages):
        x = GAP + i * (wide + GAP)
        canvas.put(Panel(wide, _ADVANTAGES, corner=20), x, y)
        words, size = fonts.fit(name, 38, wide - 60)
        canvas.write(x + 20, y + 36, words, size, PANEL)
        block = fonts.paragraph(text, wide - 40, ((32, 2, 40), (28, 3, 30)))
        for j, line in enumerate(block.lines):
            at = y + 80 + block.pitch * j
            canvas.write(x + 20, at, line, block.size, PANEL, SOFT, face="t")


def compose(canvas: Canvas, reading: SheetReading) -> None:
    """Draw a whole sheet."""
    car = reading.car
    canvas.part = "header"
    write_title(canvas, f"{reading.game} · {reading.moment}", car.name, 780)
    write_actor(canvas, car.seat, reading.status, 240)
    canvas.part = car.letter
    _put_left(canvas, reading)
    none = "nobody" if car.status == "track" else "not on the track"
    _put_beside(canvas, "AHEAD", reading.ahead, _X, none)
    _put_beside(canvas, "BEHIND", reading.behind, _X + (_WIDE + GAP) // 2, none)
    _put_turn(canvas, reading)
    _put_holds(canvas, reading)
    if reading.advantages:
        canvas.part = "advantages"
        _put_advantages(canvas, reading)


def sheet(view: State, players: Sequence[Player], seat: int) -> bytes:
    """A palette PNG, 1200 px wide, of one car."""
    reading = read_sheet(view, players, seat)
    canvas = TileCanvas(page(reading))
    compose(canvas, reading)
    return canvas.png()
