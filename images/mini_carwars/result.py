"""The poster of a fight: places, winners and what is left of every vehicle; also before its end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from games.engine.players import SEAT_LETTERS, Player
from games.mini_carwars import GAME as MINI
from games.mini_carwars.catalog import MODELS
from games.mini_carwars.state import State, Vehicle
from games.mini_carwars.words.phrases import DRAWS, SCENARIOS, WON, hurt, mph
from images.canvas import Canvas, TileCanvas
from images.cars import SeatPlate
from images.mini_carwars.portrait import Pose
from images.mini_carwars.stock import GAME, OUT
from images.panels import Page, Panel, put_stamp, text_width, write_fit, write_title
from images.theme import DEEP, GAP, HEADER, MUTE, PAGE, PANEL, PAPER, SOFT, Colour
from images.words import counted, listed, name_of, shorten

_LEFT_WIDE: Final = 288
_SPACE: Final = 8
_TALLEST: Final = 900
_LEAST: Final = 400
"""Height of the poster, px."""
_MOST_POSED: Final = 3
_HEAD: Final = 50
"""Height of a seat's name over its vehicles, px."""
_PACK: Final = 5
"""So many vehicles of a seat have one line each."""
_LETTERS: Final = 1024
"""Discord's limit for the description of a picture, in characters."""


class Fighter(NamedTuple):
    """One vehicle's line."""

    label: str
    name: str
    out: bool
    state: str
    """In action and how fast, or why not."""
    left: str
    """Of armor and power plant, or who is hurt, where the reader may know it."""


class Side(NamedTuple):
    """One seat with its vehicles."""

    place: int
    """0 while the fight goes on."""
    seat: int
    name: str
    computer: bool
    won: bool
    standing: int
    fighters: tuple[Fighter, ...]


class Posed(NamedTuple):
    """A vehicle on the poster."""

    seat: int
    label: str
    cycle: bool
    grey: bool


class ResultReading(NamedTuple):
    """A result as shown."""

    moment: str
    title: str
    why: str
    stamp: str
    sides: tuple[Side, ...]
    posed: tuple[Posed, ...]


def _fighter(car: Vehicle) -> Fighter:
    state = OUT.get(car.out, car.out) if car.out else f"in action, {mph(car.speed)}"
    if car.out == "crashed":
        return Fighter(car.label, car.name, True, state, "burned out, all aboard dead")
    parts = []
    if car.sheet:
        left, bought = sum(car.sheet.armor), sum(car.sheet.bought)
        parts.append(f"armor {left} of {bought}")
        plant = MODELS[car.look].plant
        if 0 < car.sheet.plant < plant:
            parts.append(f"power plant {car.sheet.plant} of {plant}")
    if car.plant_gone:
        parts.append("no power")
    parts += [f"{person.role} {hurt(person.hits)}" for person in car.crew if person.hits]
    return Fighter(car.label, car.name, bool(car.out), state, " · ".join(parts))


def _side(
    view: State, players: Sequence[Player], seat: int, place: int, winners: Sequence[int]
) -> Side:
    cars = [car for car in view.cars if car.owner == seat]
    return Side(
        place,
        seat,
        name_of(players, seat),
        seat < len(players) and bool(players[seat].computer),
        seat in winners,
        sum(not car.out for car in cars),
        tuple(map(_fighter, cars)),
    )


def _won(view: State) -> Sequence[int]:
    """Seats that have won; none of a draw or before the end."""
    return view.places[0] if view.places and view.ended not in DRAWS else ()


def read_result(view: State, players: Sequence[Player]) -> ResultReading:
    """Everything the poster shows, at the end of a fight and before it."""
    seats = range(len(view.budget))
    winners = _won(view)
    places: dict[int, int] = {}
    for group in view.places:
        places.update(dict.fromkeys(group, len(places) + 1))
    if not view.ended:
        standing = {car.owner for car in view.cars if not car.out}
        order = sorted(seats, key=lambda seat: seat not in standing)
        why = f"{counted(len(standing), 'side')} in action" if view.cars else "before the start"
        title, stamp = "How they stand", "SO FAR"
    else:
        order = sorted(seats, key=lambda seat: places.get(seat, len(seats) + 1))
        why = WON.get(view.ended) or DRAWS.get(view.ended, "the fight is over")
        who = listed([f"{SEAT_LETTERS[seat]} {name_of(players, seat)}" for seat in winners])
        title = f"{who} {'win' if len(winners) > 1 else 'wins'} the fight" if winners else "A draw"
        stamp = "WINNER" if len(winners) == 1 else "WINNERS" if winners else "DRAW"
    return ResultReading(
        MINI.words.title(view) if view.options.scenario in SCENARIOS else GAME,
        title,
        why[:1].upper() + why[1:],
        stamp,
        tuple(_side(view, players, seat, places.get(seat, 0), winners) for seat in order),
        _posed(view, winners or (view.places[0] if view.places else order)),
    )


def _posed(view: State, seats: Sequence[int]) -> tuple[Posed, ...]:
    """A vehicle of each of some seats, or all of a single one that are still in action."""
    found = [
        sorted((car for car in view.cars if car.owner == seat), key=lambda car: bool(car.out))
        for seat in seats
    ]
    cars = [cars[0] for cars in found if cars]
    if len(found) == 1:
        cars = [car for car in found[0] if not car.out] or cars
    return tuple(
        Posed(car.owner, car.label, car.kind.cycle, bool(car.out)) for car in cars[:_MOST_POSED]
    )


class _Rows(NamedTuple):
    """How a seat's vehicles are listed: how high a line is, and how many lines each has."""

    pitch: int
    lines: int
    """0: one line for all vehicles of the seat."""

    def tall(self, side: Side) -> int:
        return _HEAD + self.pitch * (max(1, self.lines * len(side.fighters))) + 8


def _rows(reading: ResultReading) -> _Rows:
    """The roomiest rows that fit."""
    room = _TALLEST - HEADER - 2 * GAP
    most = max((len(side.fighters) for side in reading.sides), default=0)
    for rows in (
        *(_Rows(pitch, 2) for pitch in (44, 38, 32)),
        *(_Rows(p, 1) for p in (42, 36, 30)),
    ):
        if _sum(reading, rows) <= room and (rows.lines == 1 or most < _PACK):
            return rows
    return _Rows(26, 0)


def _sum(reading: ResultReading, rows: _Rows) -> int:
    return sum(rows.tall(side) + _SPACE for side in reading.sides) - _SPACE


def _tall(reading: ResultReading) -> int:
    return max(_LEAST, _sum(reading, _rows(reading)))


def page(reading: ResultReading) -> Page:
    """The empty picture."""
    return Page(HEADER + 2 * GAP + _tall(reading))


def compose(canvas: Canvas, reading: ResultReading) -> None:
    """Draw the whole poster."""
    canvas.part = "header"
    write_title(canvas, f"{GAME} · {reading.moment}", reading.title, 1100)
    _put_poster(canvas, reading)
    rows = _rows(reading)
    x, y = 2 * GAP + _LEFT_WIDE, HEADER + GAP
    for side in reading.sides:
        canvas.part = SEAT_LETTERS[side.seat]
        _put_side(canvas, side, x, y, PAGE - GAP - x, rows)
        y += rows.tall(side) + _SPACE


def _put_poster(canvas: Canvas, reading: ResultReading) -> None:
    """Who won or still stands, large, and why the fight is over."""
    y, tall = HEADER + GAP, _tall(reading)
    canvas.put(Panel(_LEFT_WIDE, tall), GAP, y)
    count = len(reading.posed)
    length = min(330, (tall - 200) * 100 // 121) if count == 1 else 140
    for i, posed in enumerate(reading.posed):
        pose = Pose(posed.seat, posed.label, length, posed.cycle, posed.grey)
        middle = GAP + _LEFT_WIDE // 2 + (2 * i - count + 1) * 46
        canvas.put(pose, middle - pose.width // 2, y + (tall - 176 - pose.height) // 2)
    put_stamp(canvas, GAP + 30, y + tall - 168, _LEFT_WIDE - 60, 72, reading.stamp, 56,
              PAPER, PANEL)  # fmt: skip
    half = _halves(reading.why)
    for i, line in enumerate(half):
        at = y + tall - (50 if len(half) == 1 else 66) + 34 * i
        write_fit(canvas, GAP + _LEFT_WIDE // 2, at, line, 30, _LEFT_WIDE - 32, PANEL, SOFT,
                  "middle", "t")  # fmt: skip


def _halves(words: str) -> tuple[str, ...]:
    """A sentence on one line, or on two of about the same length."""
    if len(words) < 24:
        return (words,)
    spaces = [at for at, char in enumerate(words) if char == " "]
    best = min(spaces, key=lambda at: abs(2 * at - len(words)))
    return words[:best], words[best + 1 :]


def _put_side(canvas: Canvas, side: Side, x: int, y: int, w: int, rows: _Rows) -> None:
    ground: Colour = PANEL if side.won or (side.place == 0 and side.standing) else DEEP
    ink = PAPER if side.won or side.standing else SOFT
    canvas.put(Panel(w, rows.tall(side), ground, corner=20), x, y)
    place = str(side.place) if side.place else "–"
    canvas.write(x + 40, y + 29, place, 52, ground, ink if side.place else MUTE, "middle")
    canvas.put(SeatPlate(side.seat, 40, ground=ground), x + 76, y + 9)
    count = len(side.fighters)
    standing = f"{side.standing} of {count} in action" if count > 1 else ""
    used = text_width(standing, 30)
    if standing:
        canvas.write(x + w - 32, y + 29, standing, 30, ground, SOFT, "right", "t")
    name = f"{side.name} (computer)" if side.computer else side.name
    write_fit(canvas, x + 172, y + 29, name, 38, w - 172 - used - 60, ground, ink)
    top = y + _HEAD
    if not rows.lines or not side.fighters:
        middle = top + rows.pitch // 2
        write_fit(canvas, x + 76, middle, _summary(side), 30, w - 108, ground, SOFT, face="t")
    for i, fighter in enumerate(side.fighters if rows.lines else ()):
        _put_fighter(canvas, fighter, x + 76, top + rows.pitch * rows.lines * i, w - 100, rows,
                     ground)  # fmt: skip


def _put_fighter(
    canvas: Canvas, fighter: Fighter, x: int, y: int, w: int, rows: _Rows, ground: Colour
) -> None:
    """Label and name, state, and what is left: beside them, or on a second line."""
    ink, dim = (MUTE, MUTE) if fighter.out else (PAPER, SOFT)
    size, y = min(34, rows.pitch - 4), y + rows.pitch // 2
    start = 0
    if len(fighter.label) > 1:
        canvas.write(x, y, fighter.label, size, ground, ink)
        start = 52
    if rows.lines == 2:
        used = write_fit(canvas, x + start, y, fighter.name, size, 340, ground, ink) + start + 20
        write_fit(canvas, x + used, y, fighter.state, size, w - used, ground, dim, face="t")
        left, tone = (fighter.left, SOFT) if fighter.left else ("record sheet hidden", MUTE)
        y += rows.pitch
        write_fit(canvas, x + start, y, left, size - 2, w - start, ground, tone, face="t")
        return
    write_fit(canvas, x + start, y, fighter.name, size, 230 - start, ground, ink)
    write_fit(canvas, x + 244, y, fighter.state.split(",")[0], size, 130, ground, dim, face="t")
    if fighter.left:
        write_fit(canvas, x + 386, y, fighter.left, size, w - 386, ground, SOFT, face="t")


def _summary(side: Side) -> str:
    """How many vehicles of a side are in which state: "2 in action, 1 crashed"."""
    states: dict[str, int] = {}
    for fighter in side.fighters:
        state = fighter.state.split(",")[0]
        states[state] = states.get(state, 0) + 1
    return ", ".join(f"{count} {state}" for state, count in states.items()) or "no vehicle yet"


def result(view: State, players: Sequence[Player]) -> bytes:
    """A palette PNG, 1200 px wide, of how a fight ended or how it stands."""
    reading = read_result(view, players)
    canvas = TileCanvas(page(reading))
    compose(canvas, reading)
    return canvas.png()


def result_alt(view: State, players: Sequence[Player]) -> str:
    """The same in words, at most 1024 characters."""
    reading = read_result(view, players)
    sentences = [f"{GAME}, {reading.moment[:1].lower()}{reading.moment[1:]}: {reading.title}."]
    sentences.append(f"{reading.why}.")
    for told in (True, False):
        sides = [_side_words(side, told) for side in reading.sides]
        text = " ".join([*sentences, *sides])
        if len(text) <= _LETTERS:
            return text
    return shorten([*sentences, *sides], _LETTERS)


def _side_words(side: Side, told: bool) -> str:
    place = f"{side.place}. " if side.place else ""
    computer = " (computer)" if side.computer else ""
    head = f"{place}{SEAT_LETTERS[side.seat]} {side.name}{computer}"
    if len(side.fighters) != 1:
        head += f", {side.standing} of {len(side.fighters)} in action"
    if not told:
        return f"{head}."
    fighters = [
        " ".join(filter(None, (each.label if len(each.label) > 1 else "", each.name)))
        + f" {each.state}"
        + (f" ({each.left.replace(' · ', ', ')})" if each.left else "")
        for each in side.fighters
    ]
    return f"{head}: {'; '.join(fighters)}." if fighters else f"{head}."
