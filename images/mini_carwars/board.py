"""The board: the road or the arena from above, with everything on it at its true place."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from games.engine.players import Player
from games.mini_carwars.state import State, Vehicle
from images import fonts
from images.canvas import Canvas, TileCanvas
from images.cars import SeatPlate
from images.chart import spread
from images.mini_carwars import arena
from images.mini_carwars.field import Sheet
from images.mini_carwars.model import Board, game_of, inches, moment_of
from images.mini_carwars.plane import EDGE_OF_ROAD, GRASS, Map, RoadPage, lay, put_ground, stroke
from images.mini_carwars.tags import Disc
from images.mini_carwars.windows import Layout, Window, layout_of
from images.panels import Page, write_title
from images.pen import Figure
from images.theme import (
    DEEP,
    EDGE,
    HEADER,
    INK,
    MUTE,
    PAGE,
    PAPER,
    SEAT_PAINT,
    SOFT,
    WELL,
)

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
_MARK: Final = 12
"""Width of a vehicle's mark there at least, px."""
_ROW: Final = 84
"""Height of a buyer's row, px."""


def write_head(canvas: Canvas, model: Board, width: int = PAGE) -> None:
    """Title, moment, and whose moment it is."""
    write_title(canvas, game_of(model.view), moment_of(model.view), 520)
    right, y = width - 24, HEADER // 2
    wide = 112 * len(model.actors)
    verb, size = fonts.fit(model.verb, 42, 420 if wide < 200 else 200)
    canvas.write(right, y, verb, size, DEEP, anchor="right")
    x = right - round(fonts.width(verb, size)) - 14 - wide
    for i, seat in enumerate(model.actors):
        canvas.put(SeatPlate(seat, 56, ground=DEEP), x + 112 * i, y - 28)


# -- where the road lies


def road_layout(model: Board) -> Layout:
    """The stretches of road that hold all vehicles in action, and what is out of it near them."""
    shown = model.shown
    live = [car for car in shown if not car.out] or shown
    focus = model.acting or (live[0] if live else None)
    places = [place_of(car) for car in live]
    # Where few fight, a wreck is half the story; in a chase it soon lies far behind.
    near = _NEAR if len(model.view.cars) > _DISCS else _FAR
    for car in shown:
        x, y = place_of(car)
        if car.out and any(abs(x - at) <= _NEAR and abs(y - to) <= near for at, to in places):
            places.append((x, y))
    return layout_of(places, place_of(focus) if focus else (0.0, 0.0))


def place_of(car: Vehicle) -> tuple[float, float]:
    """The middle of a vehicle."""
    return car.x, car.y


def road_page(layout: Layout) -> RoadPage:
    """The empty page of a layout."""
    return RoadPage(layout.scale, layout.middle, layout.height)


def road_map(layout: Layout, window: Window) -> Map:
    """Where inches of a window lie."""
    return Map(layout.scale, window.left - window.first * layout.scale, HEADER + layout.middle)


def tag_height(cars: int) -> int:
    """Height of labels for so many vehicles, px."""
    return 48 if cars <= 4 else 42 if cars <= 8 else 36


# -- the road


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


def _ticks(sheet: Sheet, layout: Layout, window: Window, foot: int) -> None:
    """Inch numbers on the verge."""
    step = 4 if layout.scale >= 48 else 8
    for inch in range(window.first, window.first + window.count + 1):
        x = window.left + (inch - window.first) * layout.scale
        near = x - window.left < 44 and window is not layout.windows[0]
        near = near or window.left + window.count * layout.scale - x < 44
        if inch % step or near or not 24 <= x <= PAGE - 24:
            continue
        sheet.canvas.fill(x - 1, foot - 62, 3, 16, SOFT)
        sheet.canvas.write(x, foot - 24, str(inch).replace("-", "−"), 30, GRASS, SOFT, "middle")
        sheet.taken.append((x - 34, foot - 64, x + 34, foot - 4))


def _put_bearing(sheet: Sheet, layout: Layout, foot: int) -> None:
    """Where the road is when none of it is shown."""
    if layout.low < EDGE_OF_ROAD and layout.high > -EDGE_OF_ROAD:
        return
    above = layout.low > 0
    far = layout.low - EDGE_OF_ROAD if above else -EDGE_OF_ROAD - layout.high
    y = HEADER + 32 if above else foot - 92
    words = f"The road: {inches(far)} inches beyond this edge"
    sheet.canvas.write(24, y, words, 30, GRASS, SOFT)
    sheet.taken.append((20, y - 20, 24 + round(fonts.width(words, 30)), y + 20))


def _put_road(canvas: Canvas, model: Board, layout: Layout) -> None:
    foot = HEADER + layout.height
    for window in layout.windows:
        right = window.left + window.count * layout.scale
        last = window is layout.windows[-1]
        bounds = (window.left + 10, HEADER + 6, PAGE - 8 if last else right - 12, foot - 6)
        sheet = Sheet(canvas, bounds)
        canvas.part = "ground"
        _ticks(sheet, layout, window, foot)
        if window is layout.windows[0]:
            _put_bearing(sheet, layout, foot)
        to = road_map(layout, window)
        inside = [car for car in model.shown if layout.window(place_of(car)) is window]
        sheet.rubble(to, (p for p in model.view.lying if layout.window(p) is window))
        for x, y, heading, count in model.heaps:
            if layout.window((x, y)) is window:
                sheet.smoke(to, x, y, heading, count)
        tall = tag_height(len(inside))
        debris, sheet.wants = sheet.wants, []
        for car in sorted(inside, key=partial(_layer, model)):
            sheet.vehicle(to, car, tall, model.acts(car))
        # Who acts is labelled first, what is out of action last, if there is room at all.
        sheet.wants.reverse()
        fit = (right - window.left) * (foot - HEADER) // _AIR
        del sheet.wants[max(_LABELS[0], min(_LABELS[1], fit)) :]
        sheet.label()
        road = HEADER + layout.middle
        sheet.wants = debris
        above, below = road - 2 * layout.scale + 10, road + 2 * layout.scale - 10
        sheet.bounds = (bounds[0], max(bounds[1], above), bounds[2], min(bounds[3], below))
        sheet.label()
    for window in layout.windows[1:]:
        _tear(canvas, window.left, HEADER + 2, foot - 2)


def _layer(model: Board, car: Vehicle) -> tuple[bool, bool, float]:
    """What lies below comes first."""
    return (not car.out, model.acts(car), -car.y)


# -- the overview


def _span(model: Board) -> tuple[float, float]:
    """The inches that the overview shows."""
    ends = _gap_ends(model) or ()
    ys = [car.y for car in model.shown if not car.out or car in ends]
    ys = ys or [car.y for car in model.shown] or [0.0]
    low, high = min(ys) - 2, max(ys) + 2
    air = max(_LEAST - (high - low), 0.0) / 2
    return low - air, high + air


def _strip_words(model: Board) -> str:
    return {"pack-attack": "LEAD", "road-duel": "GAP"}.get(model.view.options.scenario, "ROAD")


def _gap_ends(model: Board) -> tuple[Vehicle, Vehicle] | None:
    """The two vehicles whose distance along the road is given."""
    if model.view.lead is None or len(model.view.cars) < 2:
        return None
    if model.view.options.scenario == "road-duel":
        one, other = model.view.cars[:2]
        return (one, other) if one.here and other.here else None
    lone = next((car for car in model.view.cars if car.owner == model.view.lone), None)
    pack = [car for car in model.shown if car.owner != model.view.lone and not car.out]
    if lone is None or not lone.here or not pack:
        return None
    return lone, max(pack, key=lambda car: car.y)


def _extent(car: Vehicle) -> tuple[float, float]:
    """From where to where along the road a counter lies, in inches."""
    ys = [y for _, y in car.box.corners]
    return min(ys), max(ys)


def _put_strip(canvas: Canvas, model: Board, top: int) -> None:
    """Everybody at their true inches along the road, and the gap or the lead in figures."""
    canvas.part = "strip"
    y = top + 54
    left, right = _BAR
    canvas.write(24, y, _strip_words(model), 32, DEEP, MUTE)
    canvas.write(PAGE - 24, y, "inches", 32, DEEP, MUTE, "right", "t")
    canvas.fill(left - 40, y - 4, right - left + 60, 8, WELL)
    low, high = _span(model)

    def at(inch: float) -> int:
        return round(left + (right - left) * (inch - low) / (high - low))

    step = 6 if high - low <= 60 else 12 if high - low <= 120 else 48
    for inch in range(int(low // step + 1) * step, int(high) + 1, step):
        canvas.fill(at(inch) - 1, y - 14, 3, 28, EDGE)
    ends = _gap_ends(model)
    told = [car for car in model.shown if not car.out or (ends is not None and car in ends)]
    cars = [car for car in told if low <= car.y <= high]
    cars.sort(key=lambda car: (car.y, car.number))
    gone = [car.label for car in model.view.cars if not car.here]
    if gone:
        words = f"{', '.join(gone)} off the map"
        canvas.write(PAGE - 24, top + 24, words, 28, DEEP, MUTE, "right", "t", 380)
    if ends is not None and model.view.lead is not None:
        _put_gap(canvas, ends, model.view.lead, y, at, 740 if gone else 1040)
    for car in cars:
        first, last = (at(inch) for inch in _extent(car))
        wide = max(last - first, _MARK)
        x = (first + last - wide) // 2
        canvas.fill(x, y - 11, wide, 22, PAPER)
        canvas.fill(x + 3, y - 8, wide - 6, 16, SEAT_PAINT[car.owner])
    if len(cars) > _DISCS:
        # Too many to name them all: the ends of the gap alone.
        cars = [car for car in cars if ends is not None and car in ends]
    _put_discs(canvas, cars, [at(car.y) for car in cars], y)


def _put_gap(
    canvas: Canvas,
    ends: tuple[Vehicle, Vehicle],
    lead: float,
    y: int,
    at: Callable[[float], int],
    most: int,
) -> None:
    """The free road between two vehicles, and the figure above it, at most so far right."""
    behind, ahead = sorted((_extent(car) for car in ends), key=sum)
    first, last = at(behind[1]), at(ahead[0])
    if last > first:
        canvas.fill(first, y - 6, last - first, 12, PAPER)
    words = inches(abs(lead))
    words = f"−{words}" if lead < 0 else words
    middle = min(max((first + last) // 2, 180), most)
    canvas.write(middle, y - 32, words, 38, DEEP, anchor="middle")


def _put_discs(canvas: Canvas, cars: Sequence[Vehicle], wanted: Sequence[int], y: int) -> None:
    """The names below the marks, moved apart where they would touch; a line leads to each."""
    spots = [round(x) for x in spread([float(x) for x in wanted], 56, 142, _BAR[1])]
    foot = y + 52
    for mark, x in zip(wanted, spots, strict=True):
        if mark == x:
            canvas.fill(x - 1, y + 11, 3, foot - y - 11, SOFT)
        else:
            stroke(canvas, [[(mark, y + 11), (x, foot)]], SOFT, 2.4, DEEP)
    for car, x in zip(cars, spots, strict=True):
        disc = Disc(car.owner, car.label, 26, DEEP)
        lay(canvas, disc, x - disc.width // 2, foot - disc.height // 2)


# -- before the start


def _put_buyers(canvas: Canvas, model: Board) -> None:
    """Who has bought how much."""
    for seat, name in enumerate(model.names):
        canvas.part = name
        y = HEADER + 20 + _ROW * seat + _ROW // 2
        canvas.put(SeatPlate(seat, 56, ground=INK), 32, y - 28)
        canvas.write(160, y, name, 44, INK, room=440)
        bought = model.view.bought[seat]
        count = f"{bought} vehicle{'' if bought == 1 else 's'}"
        canvas.write(640, y, count, 38, INK, SOFT if bought else MUTE)
        canvas.write(PAGE - 32, y, f"${model.view.budget[seat]:,}", 44, INK, anchor="right")


# -- all of it


def page_of(model: Board) -> Figure:
    """The empty picture for a reading."""
    if not model.view.cars:
        return Page(HEADER + 40 + _ROW * len(model.names))
    if model.view.options.scenario == "arena":
        return arena.ArenaPage()
    return road_page(road_layout(model))


def page(view: State) -> Figure:
    """The empty picture for a view."""
    return page_of(Board(view, ()))


def compose(canvas: Canvas, model: Board) -> None:
    """Draw the whole board."""
    canvas.part = "header"
    if not model.view.cars:
        write_head(canvas, model)
        _put_buyers(canvas, model)
    elif model.view.options.scenario == "arena":
        left, top, right, foot = arena.FIELD
        sheet = Sheet(canvas, (left + 6, top + 6, right - 6, foot - 6), upward=True)
        to = arena.arena_map(model.shown)
        put_ground(canvas, to, arena.FIELD, road=False)
        sheet.taken += arena.put_walls(canvas, to, model.view.walls, arena.FIELD)
        for x, y, heading, count in model.heaps:
            sheet.smoke(to, x, y, heading, count)
        for car in sorted(model.shown, key=partial(_layer, model)):
            # A wreck may lie where nobody drives any more.
            x, y = to.at(car.x, car.y)
            if left <= x <= right and top <= y <= foot:
                sheet.vehicle(to, car, tag_height(len(model.view.cars)) - 6, model.acts(car))
        sheet.wants.reverse()
        sheet.label()
        arena.put_panel(canvas, model)
    else:
        write_head(canvas, model)
        layout = road_layout(model)
        _put_road(canvas, model, layout)
        _put_strip(canvas, model, road_page(layout).foot)


def board(view: State, players: Sequence[Player], verb: str = "") -> bytes:
    """A palette PNG, 1200 px wide.

    `verb` says what the acting vehicle's owner does, such as "moves".
    """
    model = Board(view, players, verb)
    canvas = TileCanvas(page_of(model))
    compose(canvas, model)
    return canvas.png()
