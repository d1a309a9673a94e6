"""The board: the road or the arena from above, with everything on it at its true place; and the
same in words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import cos, radians
from typing import Final

from games.engine.plane import Box, Point, gap
from games.engine.players import SEAT_LETTERS, Player
from games.engine.voice import minus
from games.mini_carwars.catalog import SIDES, TOP, WIDTH
from games.mini_carwars.ground import ARENA, THICK
from games.mini_carwars.road import EDGE as ROAD_EDGE
from games.mini_carwars.state import State, Vehicle
from games.mini_carwars.words.phrases import VALUES, inches, phrase
from images import fonts
from images.arena import (
    HEAD,
    SIDE,
    WIDE,
    ArenaPicture,
    Inset,
    Round,
    arena_map,
    put_edges,
)
from images.canvas import Canvas
from images.cars import Badge
from images.chart import spread
from images.choices import Now
from images.counters import Plate
from images.field import Plane
from images.labels import Rect
from images.mini_carwars.field import Sheet, happened, tag_height
from images.mini_carwars.model import (
    ICONS,
    LETTERS,
    NEWS,
    Board,
    body,
    game_of,
    gone,
    moment_of,
    tag,
    tell,
)
from images.mini_carwars.plane import RoadPage, put_ground
from images.mini_carwars.windows import WITHIN, Layout, layout_of
from images.panels import Page, Panel
from images.parts import Header, Part, Picture, Sign, Stamp, Text, column, driver, row
from images.plane import Map
from images.strokes import lay, stroke, stroke_over
from images.theme import (
    ALARM,
    DEEP,
    EDGE,
    GAP,
    GRASS,
    HEADER,
    INK,
    MUTE,
    PAGE,
    PANEL,
    PAPER,
    SEAT_PAINT,
    SOFT,
    WELL,
    Colour,
)
from images.words import MOST_ALT, listed, name_of

_TEAR: Final = 10
"""How far a torn edge between two windows swings, px."""
_NEAR: Final = 8.0
"""What is out of action is shown with the rest when it lies so near, in inches."""
_FAR: Final = 60.0
"""The same in a fight of few."""
_BAR: Final = (330, 1150)
"""The overview's ends, px from the left."""
_LEAST: Final = 24.0
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
_INCHES: Final = ARENA + 2 * THICK
"""Across the arena, its outer walls included."""
_CELL: Final = 136
"""Height of a vehicle's cell where they are few, px."""
_LOW: Final = 112
"""The same where they are five or six; in a lower one there is no vehicle with its sides."""
_ICONS: Final = 4
"""As many signs have room in it."""
_ROUND: Final = 118
"""Width of that, px."""
_ZOOMS: Final = (8, 10, 12, 14, 16)
"""Inches across that are shown, the fewest that hold all vehicles in action."""
_CROPPED: Final = 14
"""At least so many around the acting one where not all fit."""
_NUMBERED: Final = 4
"""Among more vehicles their sides have no numbers round them,"""
_LARGE: Final = 60
"""and none where an inch has fewer px."""
_CROWD: Final = 6
"""Among more vehicles too many would be left out."""
_AROUND: Final = 2.0
"""Around the outermost vehicles, in inches."""


def seen_of(model: Board) -> Map:
    """Where inches lie: as near as all vehicles in action fit; else the acting one and what has
    just happened; else the whole arena."""
    acting, latest, focus = model.acting, model.latest, list[Point]()
    live = [car.box for car in model.shown if not car.out]
    wrecks = [car.box for car in model.shown if car.out]
    if acting is not None and len(live) <= _CROWD:
        shots = [end for shot in latest.shots for end in (shot.start, shot.end)]
        focus = [(acting.x, acting.y), *shots, *latest.meets]
    return arena_map(live or wrecks, wrecks, focus, _ZOOMS, _INCHES, (0.0, 0.0), _CROPPED, _AROUND)


class Arena(Plane):
    """The field with everything on it."""

    model: Board

    def words(self, brief: bool = False) -> Iterator[str]:
        yield from _told(self.model, brief)

    def compose(self, canvas: Canvas, field: Rect) -> None:
        model, to = self.model, seen_of(self.model)
        put_ground(canvas.fill, to, field)
        sheet = Sheet(canvas, to, field)
        # A wreck may lie where nobody drives any more.
        just = happened(model)
        below = partial(just.put_below, sheet)
        tall = tag_height(len(model.view.cars)) - 6
        sheet.things(model, model.framed, tall=tall, air=0, below=below)
        put_edges(canvas, to, field)
        just.put_above(sheet)
        for car in model.shown:
            if not (car.out or sheet.shows(car.x, car.y)):
                far = gap(model.acting.box, car.box) if model.acting else 0.0
                sheet.beyond(car, 40, inches(far).split()[0])
        _put_sides(sheet, model)
        sheet.label()


def _arena(model: Board, header: Header, foot: Part | None) -> Picture:
    """The arena with a cell for each vehicle."""
    cars = model.view.cars
    most = _CELL if len(cars) <= _NUMBERED else _LOW
    high = min(most, (SIDE - HEAD) // len(cars) - 8)
    live = [(car.x, car.y, car.owner) for car in model.shown if not car.out]
    words = phrase("inset"), phrase("inset_size", size=round(ARENA))
    walls = [wall.box for wall in model.view.walls]
    inset = Inset(seen_of(model), _INCHES, (0.0, 0.0), walls, live, *words)
    cells = [_Cell(model, car, car.number in model.framed, height=high) for car in cars]
    more = partial(_more, model)
    return ArenaPicture(header, Arena(model), foot=foot, more=more, cells=cells, inset=inset)


def _put_sides(sheet: Sheet, model: Board) -> None:
    """The armor of each vehicle's sides round it, where all may know it and they are few; what a
    side has left that was just struck stands beside what it lost."""
    live = [car for car in model.shown if not car.out]
    if model.view.bare and len(live) <= _NUMBERED and sheet.to.scale >= _LARGE:
        for car in live:
            if sheet.shows(car.x, car.y):
                sheet.sides(
                    car, [at for number, at, _ in model.latest.blows if number == car.number]
                )


class _Cell(Part):
    """A vehicle: who drives it, where it was hit last, its weapons as far as all have seen them,
    and what its sides have left or have lost."""

    model: Board
    car: Vehicle
    acts: bool

    def draw(self, canvas: Canvas, x: int, y: int, w: int, h: int, ground: Colour) -> None:
        model, car, bare, tall = self.model, self.car, self.model.view.bare, h
        last = model.latest.last.get(car.number, (-1, 0))
        out, size, left, wide = bool(car.out), min(40, tall - 12), x + 12, WIDE - 18
        fill, ink = (DEEP, MUTE) if out else (PANEL, PAPER)
        canvas.part = car.label
        canvas.put(Panel(WIDE, tall, fill, PAPER if self.acts else None, corner=20), x, y)
        fate = tag(car) if out else ""
        tagged = Plate(car.owner, car.label, fate, size, self.acts, out, ground=fill)
        canvas.put(tagged, left, y + 7)
        round_it = tall >= _LOW and not out
        if round_it:
            wide -= _ROUND
            _around(bare, car, tall).draw(canvas, x + WIDE - _ROUND - 8, y, _ROUND, tall, fill)
        start = tagged.width + 6
        room = wide - start + (_ROUND // 2 - 26) * round_it
        name = name_of(model.players, car.owner)
        canvas.write(left + start, y + 7 + size // 2, name, 32, fill, ink, room=room)
        arms = [] if out else car.arms if bare else car.seen
        able = ("ready", "fired")
        icons = [Sign(ICONS[arm.kind], 30, SOFT if arm.state in able else EDGE) for arm in arms[:4]]
        rows: Sequence[Sequence[Part]] = [
            _struck(bare, last, car), [*_hurt(car), *icons][:_ICONS]
        ]  # fmt: skip
        if not round_it and not out:
            rows = [_condition(model.view, car, ink)]
        for parts in rows[: (tall - size - 8) // 36]:
            y += 40
            row(*parts, gap=5).draw(canvas, left, y + size - 28, wide - 6, 36, fill)


def _struck(bare: bool, last: tuple[int, int], car: Vehicle) -> list[Part]:
    """Where it was hit last and how hard, or else its weakest side; why it is out of action."""
    if car.out:
        return [Text(VALUES["fates"].get(car.out, ""), 34, MUTE, "t", grow=1)]
    side, points = last
    if side < 0 and not any(car.lost):
        return [Text(phrase("not_hit"), 34, MUTE, "t", grow=1)]
    icon, words = "hit", minus(-points)
    if side < 0 and bare:
        sides = [each for each in car.kind.armored if each != TOP]
        icon, side = "armor", min(sides, key=lambda each: car.armor[each])
        words = str(car.armor[side])
    elif side < 0:
        side = max(range(len(SIDES)), key=lambda each: car.lost[each])
        words = minus(-car.lost[side])
    breached = side in car.breached
    return [
        Sign(icon, 30, ALARM if breached else PAPER),
        Text(f"{words} {SIDES[side]}", 34, ALARM if breached else SOFT, "t", grow=1),
    ]


def _hurt(car: Vehicle) -> list[Part]:
    """Who is hurt, and whether it has power."""
    signs: list[Part] = [
        Sign("driver" if person.role == "driver" else "called", 30, ALARM)
        for person in car.crew
        if person.hits
    ]
    return [*signs, *([Sign("power", 30, ALARM)] * car.plant_gone)]


def _around(bare: bool, car: Vehicle, tall: int) -> Round:
    """A small vehicle, nose up, with the number of each side: what it has left, where all may know
    it, else what it has lost."""
    numbers = dict[int, tuple[str, int, Colour]]()
    for side in (each for each in car.kind.armored if each != TOP):
        left, lost = car.armor[side], car.lost[side]
        if side in car.breached and not (bare and left):
            numbers[side] = "0", 28, ALARM
        elif bare:
            numbers[side] = str(left), 32, PAPER
        else:
            numbers[side] = (minus(-lost), 30, PAPER) if lost else ("·", 30, EDGE)
    # In a low cell they keep clear of the name.
    return Round(car.owner, numbers, body(car.kind), 12 if tall < _CELL else 0)


def _condition(view: State, car: Vehicle, ink: Colour) -> list[Part]:
    """What its sides have left, where all may know; else what all have seen them lose, and who is
    hurt."""
    wounds = VALUES["wounds"]
    if view.bare:
        return [
            Stamp("0", 34, ALARM, width=50)
            if side in car.breached and not points
            else Text(str(points), 34, ink, anchor="middle", width=46)
            for side, points in enumerate(car.armor)
            if points or side != TOP
        ]
    lost = [(side, points) for side, points in enumerate(car.lost) if side not in car.breached]
    told = [f"{LETTERS[side]} {minus(-points)}" for side, points in lost if points]
    hurt = [person for person in car.crew if person.hits]
    told += [f"{one.role[0].upper()} {wounds[str(one.hits)]}" for one in hurt]
    told += [phrase("no_power")] * car.plant_gone
    if not (told or car.breached or car.out):
        told = [phrase("not_hit")]
    stamps = [Stamp(gone(car, len(view.cars)), 28, ALARM, height=36)] * bool(car.breached)
    return [*stamps, Text(" · ".join(told), 28, MUTE if car.out else SOFT, "t", grow=1)]


# -- the board
CROWD: Final = 16
"""Among more vehicles those out of action are only named."""


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
    stroke_over(canvas, [side], ((SOFT, 24), (INK, 18)), INK)


def _put_bearing(sheet: Sheet, layout: Layout) -> None:
    """Where the road is when none of it is shown."""
    if layout.low < ROAD_EDGE and layout.high > -ROAD_EDGE:
        return
    above = layout.low > 0
    far = layout.low - ROAD_EDGE if above else -ROAD_EDGE - layout.high
    y = sheet.field[1] + 32 if above else sheet.field[3] - 92
    words = phrase("road", far=inches(far))
    sheet.canvas.write(24, y, words, 30, GRASS, SOFT)
    sheet.taken.append((20, y - 20, 24 + round(fonts.width(words, 30)), y + 20))


class Road(Part):
    """The stretches of road where the fight is."""

    model: Board
    layout: Layout

    def words(self, brief: bool = False) -> Iterator[str]:
        yield from _told(self.model, brief)

    def draw(self, canvas: Canvas, x: int, y: int, w: int, h: int, ground: Colour) -> None:
        model, layout, foot, just = self.model, self.layout, y + h, happened(self.model)
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
            below = partial(just.put_below, sheet)
            sheet.things(model, model.framed, tall=tag_height(inside), air=0, below=below)
            fit = (right - left) * h // _AIR
            del sheet.wants[max(_LABELS[0], min(_LABELS[1], fit)) :]
            just.put_above(sheet)
            _put_sides(sheet, model)
            sheet.label()
        for window in layout.windows[1:]:
            _tear(canvas, window.left, y + 2, foot - 2)


# -- the overview


def ends_of(model: Board) -> Sequence[Vehicle]:
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


def closing(ends: Sequence[Vehicle]) -> str:
    """Which of the two at the ends of the gap comes nearer or draws away, and how fast; empty
    where nobody does, or where there is no gap. Rules: 4. Movement And Scale: 10 mph are an inch a
    turn"""
    behind, before = ends or (None, None)
    if behind is None or before is None or behind.out or before.out:
        return ""
    if _extent(behind)[1] > _extent(before)[0] - 0.1:
        return ""
    speeds = [car.speed * cos(radians(car.heading)) / 10 for car in (behind, before)]
    rate = speeds[0] - speeds[1]
    if abs(rate) < 0.1:
        return phrase("steady") if behind.speed else ""
    car = (before if speeds[1] < 0 < rate else behind) if rate > 0 else before
    return phrase("closing" if rate > 0 else "leaving", car=car.label, far=inches(rate))


class Strip(Part):
    """Everybody at their true inches along the road; the gap or the lead in figures, and what will
    become of it."""

    model: Board

    def draw(self, canvas: Canvas, x: int, y: int, w: int, h: int, ground: Colour) -> None:
        view, ends, (left, right) = self.model.view, ends_of(self.model), _BAR
        canvas.part, middle = "strip", y + 50
        canvas.fill(0, y - 2, PAGE, 4, SOFT)
        title, said = VALUES["overview"][view.options.scenario], closing(ends)
        canvas.write(24, y + 38, title, 32, DEEP, MUTE)
        canvas.write(24, y + 84, phrase("scale"), 32, DEEP, MUTE, face="t")
        gone = ", ".join(car.label for car in view.cars if not car.here)
        if ends and (lead := view.lead) is not None:
            words = "−" * (lead < 0) + inches(lead).split()[0]
            canvas.write(left - 56, y + 62, words, 76, DEEP, anchor="right", room=150)
        else:
            left = 180
        if gone or said:
            told = phrase("off_map", cars=gone) if gone else said
            right -= 300
            canvas.fill(right + 44, y + 2, PAGE - right - 44, h - 2, PANEL)
            chevron = Sign("speed", 44)
            ahead = Text(told, 34, SOFT, "t", lines=2, grow=1)
            row(*([chevron] * (not gone)), ahead, gap=14).draw(
                canvas, right + 60, y, PAGE - right - 76, h, PANEL
            )
        canvas.fill(left - 20, middle - 4, right - left + 40, 8, WELL)
        cars = [car for car in self.model.shown if not car.out or car in ends]
        ys = [car.y for car in cars or self.model.shown] or [0.0]
        long = max(max(ys) - min(ys) + 4, _LEAST)
        low, high = ((min(ys) + max(ys) + side * long) / 2 for side in (-1, 1))

        def at(inch: float) -> int:
            return round(left + (right - left) * (inch - low) / long)

        step = next(each for each in (2, 6, 12, 24, 48) if long <= 12 * each or each == 48)
        for inch in range(int(low // step + 1) * step, int(high) + 1, step):
            canvas.fill(at(inch) - 1, middle - 14, 3, 28, EDGE)
        if ends:
            # The free road between the two.
            first, last = at(_extent(ends[0])[1]), at(_extent(ends[1])[0])
            if last > first:
                canvas.fill(first, middle - 6, last - first, 12, PAPER)
        cars.sort(key=lambda car: (car.y, car.number))
        for car in cars:
            first, last = (at(inch) for inch in _extent(car))
            wide = max(last - first, _MARK)
            mark = (first + last - wide) // 2
            canvas.fill(mark, middle - 11, wide, 22, PAPER)
            canvas.fill(mark + 3, middle - 8, wide - 6, 16, SEAT_PAINT[car.owner])
        # Too many to name them all: the ends of the gap alone.
        named = ends if len(cars) > _DISCS else cars
        _put_discs(canvas, named, at, middle, (left, right))


def _put_discs(canvas: Canvas, cars: Sequence[Vehicle], at: Callable[[float], int], y: int,
               ends: tuple[int, int]) -> None:  # fmt: skip
    """The names below the marks, moved apart where they would touch; a line leads to each."""
    wanted, foot = [at(car.y) for car in cars], y + 42
    spots = [round(x) for x in spread([float(x) for x in wanted], 56, *ends)]
    for mark, x in zip(wanted, spots, strict=True):
        if mark == x:
            canvas.fill(x - 1, y + 11, 3, foot - y - 11, SOFT)
        else:
            stroke(canvas, [[(mark, y + 11), (x, foot)]], SOFT, 2.4, DEEP)
    for car, x in zip(cars, spots, strict=True):
        disc = Badge(car.owner, 26, DEEP, car.label)
        lay(canvas, disc, x - disc.width // 2, foot - disc.height // 2)


# -- all of it


def _buyer(model: Board, seat: int) -> Part:
    """Who has bought how much before the start."""
    bought, budget = model.view.bought[seat], model.view.budget[seat]
    ink = SOFT if bought else MUTE
    named = driver(model.players, seat, 44)
    named.width, named.grow = 576, 0
    return row(
        named, Text(phrase("vehicles", bought=bought), 38, ink, grow=1),
        Text(f"${budget:,}", 44, say=phrase("to_spend", dollars=budget)),
        panel=INK, corner=0, height=_ROW, pad=GAP,
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class RoadPicture(Picture):
    """A road below its header."""

    ground: tuple[int, int] = (0, 0)
    """Scale and middle of its page."""

    def page(self) -> Page:
        return RoadPage(Picture.page(self).height, PAGE, INK, *self.ground)


def picture(model: Board) -> Picture:
    """The whole board: who has bought what, the road, or the arena."""
    view = model.view
    header = Header(game_of(view), moment_of(view), model.asked, model.verb, labels=model.labels)
    if not view.cars:
        return Picture(header, column(*(_buyer(model, at) for at in range(view.seats)), gap=0))
    header, arena = replace(header, say=_moment(model)), view.options.scenario == "arena"
    foot = NEWS.strip(model.latest.news, model.players, 1 if arena else 2)
    if foot is not None:
        foot.say = ""
    if arena:
        return _arena(model, header, foot)
    layout = road_layout(model)
    strip = column(Strip(model, width=PAGE, height=124), panel=DEEP, corner=0)
    body = column(Road(model, layout, width=PAGE, height=layout.height), strip, gap=0)
    lies = layout.scale, HEADER + layout.middle
    return RoadPicture(header, body, 0, foot, partial(_more, model), ground=lies)


def shown(view: State, players: Sequence[Player], now: Now) -> Picture:
    """The board of a moment."""
    return picture(Board(view, players, now))


# -- in words, good enough to play by ear: every vehicle with its place, speed and state; shorter in
# the alternative text


def _told(model: Board, brief: bool) -> Iterator[str]:
    """Each vehicle, the acting one first, then what has happened and what lies around.

    In brief, places and what lies around are left out as far as there is no room for them.
    """
    view, center = model.view, _center(model)
    cars = sorted(view.cars, key=lambda car: (car is not center, bool(car.out), car.number))
    each = model.sentences
    just = [phrase("just_now", each="; ".join(each))] if each else []
    if not brief:
        crowd = [car for car in cars if car.out] if len(cars) > CROWD else []
        yield from (_tell(model, car, "full") for car in cars if car not in crowd)
        if crowd:
            yield phrase("crowd", cars=", ".join(car.label for car in crowd))
        yield from (*just, *_lying(model))
        return
    lies = [phrase("clouds", clouds=len(view.clouds))] if view.smoke else []
    if view.lying:
        lies.append(phrase("littered", places=len(view.lying)))
    room = MOST_ALT - len(_moment(model))
    for how in ("full", "brief", "short"):
        told = [*(_tell(model, car, how) for car in cars), *just, *lies]
        if sum(len(line) + 1 for line in told) <= room:
            break
    yield from told


def _more(model: Board) -> list[str]:
    """Where vehicles were hit last, and what was taken there since they moved."""
    view, latest, cars = model.view, model.latest, model.view.cars
    hits = dict.fromkeys([*((n, *hit) for n, hit in latest.last.items()), *latest.blows])
    each = [
        phrase("lost_there", car=cars[n].label, side=SIDES[side], points=points)
        for n, side, points in hits
    ]
    told = [phrase("hit_last", each="; ".join(each))] if each else []
    quiet = view.quiet and view.step != "over"
    return [*told, phrase("quiet", turns=view.quiet)] if quiet else told


def _moment(model: Board) -> str:
    """The fight, its moment, and who acts; the gap of a duel or the lone car's lead where it
    counts."""
    view, who = model.view, [
        f"{label or SEAT_LETTERS[seat]} {name_of(model.players, seat)}"
        for seat, label in zip(model.asked, model.labels, strict=True)
    ]  # fmt: skip
    action = " ".join(filter(None, [listed(who), model.verb]))
    told = f"{game_of(view)}, {moment_of(view).lower()}".replace(" · ", ", ")
    told += f": {action}." if action else "."
    lead = view.lead
    if lead is None:
        return told
    alone = phrase("gap", gap=inches(lead))
    if view.lone >= 0:
        alone = phrase("lead", lead=inches(lead), ahead=lead >= 0)
    comes = closing(ends_of(model))
    return f"{told} {alone}" + f" {comes}." * bool(comes)


def _center(model: Board) -> Vehicle | None:
    """The vehicle from which distances are told: the acting one, else the one asked about, else the
    reader's, else the first."""
    live = [car for car in model.shown if not car.out] or model.shown
    acting, asked, seat = model.acting, model.view.asked, model.view.seat
    return min(
        live,
        key=lambda car: (car is not acting, car.number != asked, car.owner != seat),
        default=None,
    )


def _tell(model: Board, thing: Vehicle | Box, how: str) -> str:
    """A vehicle or a counter by its distance and bearing from the one in the middle; `how`: see the
    texts. What is off the map is only named, and in brief what is out of action, too."""
    if isinstance(thing, Vehicle) and (not thing.here or (how == "brief" and thing.out)):
        how = "gone"
    return tell(how, model.view, thing, _center(model), model.players)


def _lying(model: Board) -> list[str]:
    """Smoke, debris and fixed objects, with distances from the vehicle in the middle."""
    center, place = _center(model), partial(_tell, model, how="thing")
    pieces = [Box(x, y, 0.0, 0.25, WIDTH) for x, y in sorted(model.view.lying)]
    if center is not None:
        pieces.sort(key=lambda box: gap(center.box, box))
    kinds = {
        "smoke": [phrase("heap", clouds=count, place=place(box)) for box, count in model.heaps],
        "debris": [place(box) for box in pieces],
        "walls": [
            phrase("wall", place=place(wall.box), wide=wall.width, long=wall.length)
            for wall in model.view.walls
        ],
    }
    return [phrase(kind, each="; ".join(each)) for kind, each in kinds.items() if each]
