"""A race as a film: cars on lanes of one road, from standing to standing, with a line about what
happened. A game says what happened (`Beat`); what nobody is told of goes with the next that is."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final, NamedTuple

from PIL import Image

from games.engine.errors import Refusal
from games.engine.players import SEAT_LETTERS, Player
from games.engine.texts import filled
from images.canvas import Canvas, TileCanvas
from images.cars import Badge, Running, SeatPlate, longest
from images.film import (
    FIRST,
    LAST,
    LONGEST,
    TICK,
    Film,
    Frame,
    Scene,
    chosen,
    film,
    reading,
    summary,
)
from images.film_frame import FOOT, HEAD, HIGH, SHEET, WIDE, put_foot, put_head
from images.panels import Leaning, Pointer, put_icon
from images.pen import Pen, Square
from images.strokes import lay
from images.theme import (
    ALARM,
    ASPHALT,
    DEEP,
    EDGE,
    GRID,
    INK,
    LINE,
    MUTE,
    PANEL,
    PAPER,
    SEAT_PAINT,
    SOFT,
    WELL,
    Colour,
)
from images.window import Window, window_of
from images.words import name_of

ALWAYS: Final = 100
"""Worth of what is in every film: its start and its end."""
BIG: Final = 6
"""Worth of a new leader, a crash, a car that is out."""
STILL: Final = 400
"""ms that a picture stays at least once the cars have come to rest."""
MOTIONS: Final = (6, 3, 1)
"""Frames of cars on their way, from a film that takes its time to one that must be small."""
OUT: Final = "out"
PIT: Final = "pit"

_RULER: Final = (HEAD, 36)
"""Top and height of the race on a ruler, px."""
_BAR: Final = (24, 548)
"""Where the ruler begins and where the goal is, px."""
_LANES: Final = HEAD + 56
"""Below the numbers of miles."""
_TALL: Final = 66
"""Height of a lane, px, at most."""
_ROAD: Final = (180, WIDE - 60)
"""Left and right end of the lanes, px."""
_AHEAD: Final = 12
_CHECK: Final = 6
_SIGN: Final = 28
_DASHES: Final = 4
"""Dashes and gaps between two lines across the road."""
_CARD: Final = 34
"""Height of the card below the lanes, px."""


class Card(NamedTuple):
    """A card that lies open for all, such as the course that is driven."""

    icon: str
    name: str
    facts: str
    """What it does, in figures."""
    seat: int = -1
    """Whose it is, or -1."""


class Beat(NamedTuple):
    """What happened at one moment of a race."""

    caption: str = ""
    """One short line."""
    seat: int = -1
    """Whose deed it is, or -1."""
    worth: int = 0
    """See `chosen`; 0: it has no line."""
    at: Mapping[int, int] = {}
    """How far some seats are now."""
    fates: Mapping[int, str] = {}
    """`out`, `pit`, or nothing, of some seats."""
    sign: str = ""
    """An icon at its car; `hit` is a bad one."""
    notes: Mapping[int, str] = {}
    """Beside some cars, such as "+7"."""
    moment: str = ""
    """What stands in the head from now on."""
    begins: bool = False
    """A race begins: all are at the start."""
    grid: Sequence[int] = ()
    """The seats from the first place to the last, as it begins."""
    ends: bool = False
    """A race is over."""
    card: Card | None = None
    """The card that lies open from now on; None: the one before."""


NOTHING: Final = Beat()


class Course(NamedTuple):
    """What is raced."""

    title: str
    goal: int
    seats: int
    card: Card | None = None
    """What lies open at the start, in a game in which something does."""


Tell = Callable[[Sequence[Any], Sequence[Player], Any], tuple[Course, Sequence[Beat]]]
"""The race in beats, from (events, players, options); without beats before there is one."""


class Dot(Square, frozen=True):
    """A car on the ruler."""

    seat: int
    ground: Colour = DEEP

    @property
    def width(self) -> int:
        return 16

    def paint(self, pen: Pen) -> None:
        pen.disc(8, 8, 7.4, INK)
        pen.disc(8, 8, 6.4, PAPER)
        pen.disc(8, 8, 5, SEAT_PAINT[self.seat])


@dataclass
class Stage:
    """Everything that is in the picture."""

    course: Course
    players: Sequence[Player]
    at: list[float]
    fates: dict[int, str] = field(default_factory=dict)
    moment: str = ""
    beat: Beat = NOTHING
    """What is told now."""
    resting: bool = True
    """The cars are where they are told to be: what befell one stands beside it."""
    card: Card | None = None
    """What lies open."""
    order: list[int] = field(default_factory=list)
    """The seats from the first place to the last: who is level keeps the order they had."""

    def __post_init__(self) -> None:
        self.order = self.order or [*range(self.course.seats)]

    def running(self) -> list[int]:
        """The seats that race; all once none does."""
        seats = range(self.course.seats)
        return [seat for seat in seats if self.fates.get(seat) != OUT] or [*seats]

    def by_miles(self) -> list[int]:
        """The seats from the first place to the last, as the cars are in the picture."""
        return sorted(self.order, key=lambda seat: -self.at[seat])

    def window(self) -> Window:
        """The stretch that the lanes show once the cars are at rest."""
        miles = [round(self.at[seat]) for seat in self.running()]
        return window_of(miles, self.course.goal)

    def draw(self, window: Window) -> Image.Image:
        """The picture as palette numbers, its lanes as that shows them."""
        canvas = TileCanvas(SHEET)
        put_head(canvas, self.course.title, self.moment)
        self._ruler(canvas, window)
        seats, foot = self.course.seats, HIGH - FOOT
        if self.card is not None:
            foot -= _CARD + 4
            self._open(canvas, self.card, foot)
        tall = min((foot - _LANES - 4) // seats, _TALL)
        top = _LANES + (foot - _LANES - tall * seats) // 2
        running = set(self.running())
        placed = [seat for seat in self.by_miles() if seat in running]
        for seat in range(seats):
            place = placed.index(seat) + 1 if seat in placed else 0
            self._lane(canvas, seat, place, (top + seat * tall, tall - 2), window)
        self._course(canvas, (top, tall), window)
        plate = SeatPlate(self.beat.seat, 34, ground=INK) if self.beat.seat >= 0 else None
        put_foot(canvas, plate, self.beat.caption)
        return canvas.sheet()

    def _open(self, canvas: Canvas, card: Card, top: int) -> None:
        """The card that lies open for all: what it is called, what it does, and whose it is."""
        middle = top + _CARD // 2
        canvas.fill(12, top, WIDE - 24, _CARD, PANEL)
        put_icon(canvas, card.icon, 34, middle, 26)
        right = WIDE - 24 - canvas.write(WIDE - 24, middle, card.facts, 20, PANEL, SOFT, "right")
        if card.seat >= 0:
            badge = Badge(card.seat, 12)
            right -= badge.width + 14
            canvas.put(badge, right, middle - badge.width // 2)
        canvas.write(56, middle, card.name, 24, PANEL, PAPER, "left", "b", right - 56 - 14)

    def _ruler(self, canvas: Canvas, window: Window) -> None:
        """The whole race: how far all are, and a bracket over what the lanes show."""
        (top, tall), (left, right), goal = _RULER, _BAR, self.course.goal
        middle = top + tall // 2 + 2

        def at(miles: float) -> int:
            return left + round((right - left) * min(max(miles, 0.0), goal) / goal)

        start, end = at(window.first), at(window.last)
        canvas.fill(start, top + 5, end - start, 2, EDGE)
        for side in (start, end - 2):
            canvas.fill(side, top + 5, 2, 7, EDGE)
        canvas.fill(left, middle - 2, right - left, 5, WELL)
        lead = max(self.at)
        if lead > 0:
            canvas.fill(left, middle - 2, at(lead) - left, 5, EDGE)
        put_icon(canvas, "flag", right + 24, middle, 22, SOFT, DEEP)
        for seat in sorted(self.running(), key=self.at.__getitem__):
            lay(canvas, Dot(seat), at(self.at[seat]) - 8, middle - 8)

    def _course(self, canvas: Canvas, band: tuple[int, int], window: Window) -> None:
        """What lies on and beside the road: its edges, the dashes between the lanes, which pass by
        as the cars go on, and the miles at its lines."""
        (top, tall), (left, right) = band, _ROAD
        nose = _Noses(window, _car(0, tall - 2).width)
        foot = top + tall * self.course.seats - 2
        for edge in (top - 2, foot):
            canvas.fill(left, edge, right - left, 2, SOFT)
        dash = window.step / _DASHES
        pair = int(nose.miles(left) // (2 * dash))
        begins = [2 * dash * n for n in range(pair, int(nose.miles(right) // (2 * dash)) + 1)]
        for lane in range(1, self.course.seats):
            for at in begins:
                start, end = max(nose.at(at), left), min(nose.at(at + dash), right)
                if start < end:
                    canvas.fill(start, top + lane * tall - 2, end - start, 2, SOFT)
        for miles in window.lines():
            if left < nose.at(miles) < right:
                canvas.write(nose.at(miles), top - 11, str(miles), 15, DEEP, MUTE, "middle")

    def _lane(
        self, canvas: Canvas, seat: int, place: int, band: tuple[int, int], window: Window
    ) -> None:
        """One car: its place, plate and name; its road; how far it is."""
        (top, tall), (left, right), goal = band, _ROAD, self.course.goal
        fate, middle = self.fates.get(seat, ""), top + tall // 2
        out, ground = fate == OUT, DEEP if fate == OUT else ASPHALT
        ink, high = MUTE if out else PAPER, min(24, tall - 8)
        canvas.write(18, middle, str(place or "–"), min(30, tall), DEEP, ink, "middle")
        plate = SeatPlate(seat, high, out, DEEP)
        canvas.put(plate, 34, middle - high // 2)
        start = 34 + plate.width + 4
        name = name_of(self.players, seat)
        canvas.write(start, middle, name, 19, DEEP, ink, "left", "b", left - start - 6)
        miles = str(round(self.at[seat]))
        canvas.write(WIDE - 10, middle, miles, min(30, tall), DEEP, ink, "right")
        canvas.fill(left, top, right - left, tall, ground)
        car = _car(seat, tall, out, ground)
        nose = _Noses(window, car.width).at
        for line in window.lines() if not out else ():
            if left <= nose(line) < right:
                heavy = line % (2 * window.step) == 0
                canvas.fill(nose(line), top, 2, tall, LINE if heavy else GRID)
        if window.first < goal <= window.last + 1 and not out:
            for down in range(0, tall, _CHECK):
                x = nose(goal) + _CHECK * (down // _CHECK % 2)
                canvas.fill(x, top + down, _CHECK, min(_CHECK, tall - down), PAPER)
        tip = nose(min(self.at[seat], window.last))
        if self.at[seat] < window.first and not out:
            canvas.put(Pointer(12, 20, SOFT, ground, True), left + 6, middle - 10)
            tip = left + 18
        else:
            tip = max(tip, left + car.width)
            box = (tip - car.width, middle - car.height // 2)
            canvas.fill(*box, car.width, car.height, ground)
            canvas.put(car, *box)
        self._beside(canvas, seat, (tip + 6, middle, tall), right, car.width, ground)

    def _beside(
        self,
        canvas: Canvas,
        seat: int,
        tip: tuple[int, int, int],
        right: int,
        car: int,
        ground: Colour,
    ) -> None:
        """What befell a car, before it where there is room, else behind it."""
        (x, middle, tall), beat = tip, self.beat if self.resting else NOTHING
        sign, note = beat.sign * (beat.seat == seat), beat.notes.get(seat, "")
        fate = self.fates.get(seat, "")
        size = min(_SIGN, tall - 4)
        wide = 38 * bool(sign) + 56 * bool(note) + 62 * bool(fate)
        if x + wide > right:
            x -= car + 12 + wide
        if sign:
            canvas.fill(x, middle - size // 2 - 2, size + 6, size + 4, ground)
            ink = ALARM if sign == "hit" else PAPER
            put_icon(canvas, sign, x + 16, middle, size, ink, ground)
            x += 38
        if note:
            canvas.fill(x, middle - 13, 50, 26, ground)
            canvas.write(x + 2, middle, note, 26, ground)
            x += 56
        if fate:
            canvas.put(Leaning(56, 24, MUTE, ground=ground), x, middle - 12)
            words = filled("images", "film", fate)
            canvas.write(x + 28, middle, words, 20, MUTE, INK, "middle")


def _car(seat: int, tall: int, out: bool = False, ground: Colour = ASPHALT) -> Running:
    """A car on a lane of that height, px."""
    return Running(seat, min(longest("car", 110, tall), 84), out, ground)


class _Noses(NamedTuple):
    """Where the noses of cars stand on the lanes."""

    window: Window
    car: int
    """Width of a car, px."""

    @property
    def _reach(self) -> tuple[int, int]:
        """Where the first mile of the window is, px, and how far it is from there to the last."""
        begin = _ROAD[0] + self.car + 6
        return begin, _ROAD[1] - _AHEAD - begin

    def at(self, miles: float) -> int:
        """Px from the left edge of the picture."""
        (first, last, _), (begin, reach) = self.window, self._reach
        return begin + round(reach * (miles - first) / (last - first))

    def miles(self, at: int) -> float:
        """Which miles are there."""
        (first, last, _), (begin, reach) = self.window, self._reach
        return first + (at - begin) * (last - first) / reach


def directed(beats: Sequence[Beat], seats: int) -> list[Beat]:
    """The beats, with a new leader named where there is one."""
    at, lead, out, made = [0] * seats, -1, set[int](), []
    for beat in beats:
        if beat.begins:
            at, lead, out = [0] * seats, -1, set()
        for seat, miles in beat.at.items():
            at[seat] = miles
        out |= {seat for seat, fate in beat.fates.items() if fate == OUT}
        far = [-1 if seat in out else miles for seat, miles in enumerate(at)]
        first = far.index(max(far))
        if far.count(max(far)) == 1 and first != lead:
            if lead >= 0 and beat.worth and not beat.ends:
                text = "leads" if beat.seat == first else "other_leads"
                letter = SEAT_LETTERS[first]
                caption = filled("images", "film", text, caption=beat.caption, letter=letter)
                beat = beat._replace(caption=caption, worth=max(beat.worth, BIG))  # noqa: PLW2901
            lead = first
        made.append(beat)
    return made


def shown(beats: Sequence[Beat], motion: int) -> set[int]:
    """Which beats have a picture of their own, with so many frames on the way to it."""
    room = LONGEST - FIRST - LAST
    scenes = [Scene(x.worth, max(reading(x.caption), motion * TICK + STILL)) for x in beats]
    return chosen(scenes, room)


def takes(
    beats: Sequence[Beat], course: Course, players: Sequence[Player], motion: int
) -> Iterator[Frame]:
    """The frames of a race, with so many on the way from one standing to the next."""
    stage = Stage(course, players, [0.0] * course.seats, card=course.card)
    to, now = [*stage.at], stage.window()
    told = shown(beats, motion)
    last = max(told)
    yielded = False
    for number, beat in enumerate(beats):
        if beat.begins:
            to, stage.fates = [0.0] * course.seats, {}
            stage.at, stage.order = [*to], [*beat.grid] or stage.order
            now = stage.window()
        for seat, miles in beat.at.items():
            to[seat] = miles
        stage.order.sort(key=lambda seat: -to[seat])
        stage.fates.update(beat.fates)
        stage.moment = beat.moment or stage.moment
        stage.card = beat.card or stage.card
        if number not in told:
            continue
        stage.beat, moved, before = beat, 0, stage.at
        stage.at = to
        then = stage.window()
        if before != to:
            stage.resting = False
            for step in range(1, motion + 1):
                part = step / (motion + 1)
                part = part * part * (3 - 2 * part)
                stage.at = [a + (b - a) * part for a, b in zip(before, to, strict=True)]
                first = now.first + (then.first - now.first) * part
                end = now.last + (then.last - now.last) * part
                yield Frame(stage.draw(Window(first, end, then.step)), TICK)
                moved += TICK
        stage.at, stage.resting, now = [*to], True, then
        rest = max(reading(beat.caption) - moved, STILL)
        rest = max(rest, FIRST * (not yielded), LAST * (number == last))
        yielded = True
        yield Frame(stage.draw(now), rest // 10 * 10)


def race_film(tell: Tell) -> Film:
    """The film of a game whose races are told in beats."""

    def replay(events: Sequence[Any], players: Sequence[Player], options: Any) -> bytes:
        course, beats = tell(events, players, options)
        if not beats:
            raise Refusal(filled("images", "film", "no_race"))
        beats = directed(beats, course.seats)
        return film([partial(takes, beats, course, players, motion) for motion in MOTIONS])

    def words(events: Sequence[Any], players: Sequence[Player], options: Any) -> str:
        """Its results first, then what had most worth, in the order of the race."""
        course, beats = tell(events, players, options)
        beats = directed(beats, course.seats)
        ends = [beat.caption for beat in beats if beat.ends]
        result = "; ".join(ends) or filled("images", "film", "nobody")
        head = filled("images", "film", "race", result=result)
        said, moment = list[tuple[int, str]](), ""
        for beat in beats:
            moment = beat.moment or moment
            if beat.caption and not (beat.ends or beat.begins):
                said.append((beat.worth, f"{moment}: {beat.caption}."))
        return summary(head, said)

    return Film(replay, words)
