"""The board: the road or the arena from above, with everything on it at its true place."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from games.engine.players import Player
from games.mini_carwars.road import EDGE as ROAD_EDGE
from games.mini_carwars.state import State, Vehicle
from images import fonts
from images.canvas import Canvas
from images.chart import spread
from images.mini_carwars.arena import Arena, ArenaPicture
from images.mini_carwars.field import Sheet, tag_height
from images.mini_carwars.model import Board, game_of, inches, long, moment_of
from images.mini_carwars.plane import GRASS, Map, RoadPage, lay, stroke
from images.mini_carwars.tags import Disc
from images.mini_carwars.windows import WITHIN, Layout, layout_of
from images.panels import Page
from images.parts import Header, Part, Picture, Text, column, driver, plate, row
from images.theme import (
    DEEP,
    EDGE,
    GAP,
    HEADER,
    INK,
    MUTE,
    PAGE,
    PAPER,
    SEAT_PAINT,
    SOFT,
    WELL,
    Colour,
)
from images.words import counted

_TEAR: Final = 10
"""How far a torn edge between two windows swings, px."""
_NEAR: Final = 8.0
"""What is out of action is shown with the rest when it lies so near, in inches."""
_FAR: Final = 60.0
"""The same in a fight of few."""
_BAR: Final = (150, 1060)
"""The overview's ends, px from the left."""
_LEAST: Final = 36.0
"""Inches the overview shows at least."""
_DISCS: Final = 5
"""As many vehicles are named in the overview."""
_LABELS: Final = (4, 30)
"""As many labels are put on a stretch of road, on the smallest and on the largest; a counter
carries its name besides."""
_AIR: Final = 20_000
"""px of the picture that a label needs around it."""
_TITLES: Final = {"pack-attack": "LEAD", "road-duel": "GAP"}
"""Of the overview, by scenario."""
_MARK: Final = 12
"""Width of a vehicle's mark there at least, px."""
_ROW: Final = 84
"""Height of a buyer's row, px."""


# -- the road


def road_layout(model: Board) -> Layout:
    """The stretches of road that hold all vehicles in action, and what is out of it near them."""
    shown = model.shown
    live = [car for car in shown if not car.out] or shown
    focus = model.acting or next(iter(live), None)
    places = [(car.x, car.y) for car in live]
    # Where few fight, a wreck is half the story; in a chase it soon lies far behind.
    near = _NEAR if len(model.view.cars) > _DISCS else _FAR
    for car in shown:
        x, y = car.x, car.y
        if car.out and any(abs(x - at) <= _NEAR and abs(y - to) <= near for at, to in places):
            places.append((x, y))
    return layout_of(places, (focus.x, focus.y) if focus else (0.0, 0.0))


def _tear(canvas: Canvas, x: int, top: int, foot: int) -> None:
    """A torn edge down the road at x."""
    side = [(float(x), float(top))]
    y = float(top)
    for i in range(200):
        y += 18 + 7 * (i * i % 5)
        if y > foot - 12:
            break
        side.append((x + (_TEAR if i % 2 else -_TEAR) * (0.5 + i * 7 % 4 / 4), y))
    side.append((float(x), float(foot)))
    stroke(canvas, [side], SOFT, 24, INK)
    stroke(canvas, [side], INK, 18, INK)


def _put_bearing(sheet: Sheet, layout: Layout) -> None:
    """Where the road is when none of it is shown."""
    if layout.low < ROAD_EDGE and layout.high > -ROAD_EDGE:
        return
    above = layout.low > 0
    far = layout.low - ROAD_EDGE if above else -ROAD_EDGE - layout.high
    y = sheet.field[1] + 32 if above else sheet.field[3] - 92
    words = f"The road: {long(far)} beyond this edge"
    sheet.canvas.write(24, y, words, 30, GRASS, SOFT)
    sheet.taken.append((20, y - 20, 24 + round(fonts.width(words, 30)), y + 20))


@dataclass(slots=True)
class Road(Part):
    """The stretches of road where the fight is."""

    model: Board
    layout: Layout

    def least(self) -> tuple[int, int]:
        return PAGE, self.layout.height

    def draw(self, canvas: Canvas, x: int, y: int, w: int, h: int, ground: Colour) -> None:
        model, layout, foot = self.model, self.layout, y + h
        for window in layout.windows:
            left, scale = window.left, layout.scale
            canvas.part = "ground"
            to = Map(scale, left - window.first * scale, y + layout.middle)
            sheet = Sheet(canvas, to, (left, y, left + window.count * scale, foot))
            sheet.inches(foot - 24, 30, 4 if scale >= 48 else 8)
            if not left:
                _put_bearing(sheet, layout)
            right, air = sheet.field[2], round(WITHIN * scale)
            sheet.field = left, y + air, right, foot - air
            inside = sum(layout.window((car.x, car.y)) is window for car in model.shown)
            sheet.things(model, model.framed, tall=tag_height(inside), air=0)
            fit = (right - left) * h // _AIR
            del sheet.wants[max(_LABELS[0], min(_LABELS[1], fit)) :]
            sheet.label()
        for window in layout.windows[1:]:
            _tear(canvas, window.left, y + 2, foot - 2)


# -- the overview


def _ends(model: Board) -> Sequence[Vehicle]:
    """The two whose distance along the road is given, from behind; else nobody."""
    view = model.view
    pair = view.cars[:2]
    if view.options.scenario != "road-duel":
        pack = [car for car in model.shown if car.owner != view.lone and not car.out]
        lone = [car for car in view.cars if car.owner == view.lone]
        pair = [*lone[:1], *sorted(pack, key=lambda car: -car.y)[:1]]
    if view.lead is None or len(pair) < 2 or not all(car.here for car in pair):
        return ()
    return sorted(pair, key=lambda car: car.y)


def _extent(car: Vehicle) -> tuple[float, float]:
    """From where to where along the road a counter lies, in inches."""
    ys = [y for _, y in car.box.corners]
    return min(ys), max(ys)


@dataclass(slots=True)
class Strip(Part):
    """Everybody at their true inches along the road, and the gap or the lead in figures."""

    model: Board

    def least(self) -> tuple[int, int]:
        return PAGE, 140

    def draw(self, canvas: Canvas, x: int, y: int, w: int, h: int, ground: Colour) -> None:
        view, ends, (left, right) = self.model.view, _ends(self.model), _BAR
        canvas.part, middle = "strip", y + 54
        canvas.fill(0, y - 2, PAGE, 4, SOFT)
        canvas.write(24, middle, _TITLES.get(view.options.scenario, "ROAD"), 32, DEEP, MUTE)
        canvas.write(PAGE - 24, middle, "inches", 32, DEEP, MUTE, "right", "t")
        canvas.fill(left - 40, middle - 4, right - left + 60, 8, WELL)
        cars = [car for car in self.model.shown if not car.out or car in ends]
        ys = [car.y for car in cars or self.model.shown] or [0.0]
        long = max(max(ys) - min(ys) + 4, _LEAST)
        low, high = ((min(ys) + max(ys) + side * long) / 2 for side in (-1, 1))

        def at(inch: float) -> int:
            return round(left + (right - left) * (inch - low) / long)

        step = 6 if long <= 60 else 12 if long <= 120 else 48
        for inch in range(int(low // step + 1) * step, int(high) + 1, step):
            canvas.fill(at(inch) - 1, middle - 14, 3, 28, EDGE)
        gone = ", ".join(car.label for car in view.cars if not car.here)
        if gone:
            words = f"{gone} off the map"
            canvas.write(PAGE - 24, y + 24, words, 28, DEEP, MUTE, "right", "t", 380)
        if ends and view.lead is not None:
            # The free road between the two, and the figure above it.
            first, last = at(_extent(ends[0])[1]), at(_extent(ends[1])[0])
            if last > first:
                canvas.fill(first, middle - 6, last - first, 12, PAPER)
            words = inches(abs(view.lead))
            words = f"−{words}" if view.lead < 0 else words
            over = min(max((first + last) // 2, 180), 740 if gone else 1040)
            canvas.write(over, middle - 32, words, 38, DEEP, anchor="middle")
        cars.sort(key=lambda car: (car.y, car.number))
        for car in cars:
            first, last = (at(inch) for inch in _extent(car))
            wide = max(last - first, _MARK)
            mark = (first + last - wide) // 2
            canvas.fill(mark, middle - 11, wide, 22, PAPER)
            canvas.fill(mark + 3, middle - 8, wide - 6, 16, SEAT_PAINT[car.owner])
        # Too many to name them all: the ends of the gap alone.
        _put_discs(canvas, ends if len(cars) > _DISCS else cars, at, middle)


def _put_discs(canvas: Canvas, cars: Sequence[Vehicle], at: Callable[[float], int], y: int) -> None:
    """The names below the marks, moved apart where they would touch; a line leads to each."""
    wanted, foot = [at(car.y) for car in cars], y + 52
    spots = [round(x) for x in spread([float(x) for x in wanted], 56, 142, _BAR[1])]
    for mark, x in zip(wanted, spots, strict=True):
        if mark == x:
            canvas.fill(x - 1, y + 11, 3, foot - y - 11, SOFT)
        else:
            stroke(canvas, [[(mark, y + 11), (x, foot)]], SOFT, 2.4, DEEP)
    for car, x in zip(cars, spots, strict=True):
        disc = Disc(car.owner, car.label, 26, DEEP)
        lay(canvas, disc, x - disc.width // 2, foot - disc.height // 2)


# -- all of it


def _buyer(model: Board, seat: int) -> Part:
    """Who has bought how much before the start."""
    bought, budget = model.view.bought[seat], model.view.budget[seat]
    ink = SOFT if bought else MUTE
    return row(
        row(driver(model.players, seat, 44, INK), width=576),
        Text(counted(bought, "vehicle"), 38, ink, grow=1), Text(f"${budget:,}", 44),
        height=_ROW, pad=GAP,
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class RoadPicture(Picture):
    """A road below its header."""

    ground: tuple[int, int] = (0, 0)
    """Scale and middle of its page."""

    def page(self) -> Page:
        return RoadPage(HEADER + self.body.least()[1], PAGE, INK, *self.ground)


def picture(model: Board) -> Picture:
    """The whole board: who has bought what, the road, or the arena."""
    view = model.view
    *others, last = [*model.actors] or [-1]
    aside = row(*(plate(seat, 56, DEEP) for seat in others)) if others else None
    header = Header(game_of(view), moment_of(view), last, model.verb, aside)
    if not view.cars:
        return Picture(header, column(*(_buyer(model, at) for at in range(view.seats)), gap=0))
    if view.options.scenario == "arena":
        return ArenaPicture(header, Arena(model))
    layout = road_layout(model)
    strip = column(Strip(model), panel=DEEP, corner=0)
    body = column(Road(model, layout), strip, gap=0)
    return RoadPicture(header, body, 0, ground=(layout.scale, HEADER + layout.middle))


def board(view: State, players: Sequence[Player], verb: str = "") -> bytes:
    """A palette PNG, 1200 px wide.

    `verb` says what the acting vehicle's owner does, such as "moves".
    """
    return picture(Board(view, players, verb)).png()
