"""One driver's row on the board: who, how far, how fast, and with what."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from games.world_auto_racing import cards
from games.world_auto_racing.words.phrases import STATS
from images.canvas import Canvas
from images.cars import Running, SeatPlate
from images.panels import Panel, put_icon
from images.parts import Drawn, Flow, Part, Rule, Stamp, Text, column, row
from images.pen import Pen
from images.theme import DEEP, EDGE, GAP, INK, MUTE, PAGE, PANEL, PAPER, RAISED, SOFT, WELL, Colour
from images.words import counted
from images.world_auto_racing.drivers import Driver
from images.world_auto_racing.faces import Item, Pips, front_of, item_of, pips
from images.world_auto_racing.sheet import words_of

WIDE: Final = PAGE - 2 * GAP
TALL: Final[dict[int, int]] = {2: 254, 3: 204, 4: 151, 5: 119}
"""Height of a row by the number of drivers, px."""
_BLOCK: Final = 902
"""Where the block of sums begins, px from the row's left; it leans from here."""
_LEAN: Final = 20
_CAR: Final = 64
_COUNT: Final = 66
"""Width of a number with its icon, px."""
_NAMED: Final = 366
"""Width of what says whose row it is, px."""


@dataclass(frozen=True, slots=True)
class RowPanel:
    """The ground of a row with the leaning block for its sums, and the frame of who acts."""

    height: int
    live: bool = True
    acts: bool = False
    width: int = WIDE
    ground: Colour = INK

    def paint(self, pen: Pen) -> None:
        w, h = self.width, self.height
        fill, block = (PANEL, RAISED) if self.live else (DEEP, PANEL)
        Panel(w, h, fill, corner=20).paint(pen)
        corners = [(_BLOCK + _LEAN, 0), (w - 20, 0), (w, 20), (w, h), (_BLOCK, h)]
        pen.polygon([(float(x), float(y)) for x, y in corners], block)
        if self.acts:
            pen.outline([(3, 3), (w - 20, 3), (w - 3, 20), (w - 3, h - 3), (3, h - 3)], PAPER, 6)


@dataclass(frozen=True, slots=True)
class Finish:
    """A checked column, two squares wide."""

    height: int
    square: int = 5
    ground: Colour = PANEL

    @property
    def width(self) -> int:
        return 2 * self.square

    def paint(self, pen: Pen) -> None:
        s = self.square
        for down in range(self.height // s):
            pen.rect((down % 2) * s, down * s, s, s, PAPER)


@dataclass(slots=True)
class Lane(Part):
    """The road from the start to the finish with the car on it, what the sum adds dimmer, and how
    far that is."""

    driver: Driver
    ink: Colour

    def draw(self, canvas: Canvas, x: int, y: int, w: int, h: int, ground: Colour) -> None:
        length, progress = self.driver.view.options.length, str(self.driver.racer.progress)
        car = Running(self.driver.seat, _CAR, not self.driver.live, ground)
        start, finish, top = x + car.width, x + w - 116, y + 37
        before, after = (
            start + (finish - start) * max(0, min(each, length)) // length
            for each in self.driver.way
        )
        added = MUTE if self.driver.scored else EDGE
        spans = ((start, finish, WELL), (start, before, self.ink), (before, after, added))
        for left, right, colour in spans:
            if right > left:
                canvas.fill(left, top, right - left, 9, colour)
        canvas.put(car, (after if self.driver.scored else before) - car.width, y)
        canvas.put(Finish(45, ground=ground), finish + 2, y + 1)
        canvas.write(x + w, y + 26, progress, 60, ground, self.ink, "right", room=100)


@dataclass(slots=True)
class Counts(Part):
    """Numbers with their icons at the right end of the room."""

    counts: list[tuple[str, int]]
    ink: Colour
    soft: Colour

    def draw(self, canvas: Canvas, x: int, y: int, w: int, h: int, ground: Colour) -> None:
        at, middle = x + w - _COUNT * len(self.counts), y + h // 2
        for icon, count in self.counts:
            put_icon(canvas, icon, at + 13, middle, 26, self.soft, ground)
            canvas.write(at + 32, middle, str(count), 30, ground, self.ink, face="t")
            at += _COUNT


@dataclass(slots=True)
class Mods(Part):
    """How many mods of how many; each with its icon and stages, or its stages alone where there is
    no room."""

    count: str
    mods: list[Item]
    ink: Colour
    soft: Colour

    def draw(self, canvas: Canvas, x: int, y: int, w: int, h: int, ground: Colour) -> None:
        middle, right = y + h // 2, x + w
        put_icon(canvas, "nut", x + 12, middle, 24, self.soft, ground)
        x += 50 + canvas.write(x + 30, middle, self.count, 30, ground, self.ink, face="t", room=160)
        shown = [Pips(i.stage or 1, i.stages or 1, 10, 18, ground, self.soft) for i in self.mods]
        staged = [each.width + 2 if each.cells > 1 else 0 for each in shown]
        icons = sum(staged) + 42 * len(shown) <= right - x
        for mod, each, wide in zip(self.mods, shown, staged, strict=True):
            if icons:
                put_icon(canvas, mod.icon, x + 14, middle, 26, self.soft, ground)
                x += 34
            if x + each.width <= right and (wide or not icons):
                canvas.put(each, x, middle - 9)
            x += wide + 8 if icons else each.width + 12


@dataclass(slots=True)
class Sums(Part):
    """Power, handling, and what they come to."""

    driver: Driver
    ink: Colour
    soft: Colour

    def draw(self, canvas: Canvas, x: int, y: int, w: int, h: int, ground: Colour) -> None:
        driver, ink, soft, high, low = self.driver, self.ink, self.soft, h > 150, h < 120
        for at, stat, number in zip((x, x + 112), STATS, driver.stats or (), strict=False):
            if high:
                canvas.write(at, y + 18, stat, 30, ground, soft, face="t")
                canvas.write(at, y + 56, str(number), 52, ground, ink, room=100)
            else:
                canvas.write(at, y + 27, stat[0].upper(), 30, ground, MUTE)
                canvas.write(at + 24, y + 27, str(number), 48, ground, ink, room=76)
        foot, wide = y + (h * 3 // 5 if high else h - 30 - h // 20), 0
        if driver.sum is not None:
            total = f"+{driver.sum.total}"
            wide = canvas.write(x, foot, total, 80 if high else 66, ground, ink, room=150)
        last = f"last +{driver.gained}" if driver.gained is not None and not low else ""
        last, room = "scored" if driver.scored else last, w if high else w - wide - 8
        foot = y + h - 20 if high else foot + 6
        canvas.write(x + w, foot, last, 30, ground, soft, "right", "t", room=room)


@dataclass(slots=True)
class DriverRow(Part):
    """A row: low ones in short, higher ones with the names in front, the highest with a list."""

    driver: Driver
    acts: bool = False

    def draw(self, canvas: Canvas, x: int, y: int, w: int, h: int, ground: Colour) -> None:
        driver = self.driver
        canvas.part = driver.letter
        live = driver.live
        fill, block, ink, soft = (PANEL, RAISED, PAPER, SOFT) if live else (DEEP, PANEL, MUTE, MUTE)
        canvas.put(RowPanel(h, live, self.acts), x, y)
        named = _named(driver, ink, soft, fill)
        if driver.car is None:
            chooses = "choosing a car" if driver.state == "chooses" else ""
            whole = row(named, Text(chooses, 38, soft, "t", grow=1))
        elif h < 160:
            whole = row(named, self._short(h < 130, ink, soft), gap=20)
        else:
            count = row(Mods(driver.mods, [], ink, soft, grow=1),
                        Counts(_held(driver), ink, soft, grow=1), height=44)  # fmt: skip
            far = column(Lane(driver, ink, height=54), count, gap=0, grow=1)
            head = row(named, far, gap=20, height=100)
            whole = column(head, Rule(height=6), self._lying(ink, soft, fill), gap=2)
        whole.draw(canvas, x + 22, y + 6, _BLOCK - 38, h - 12, fill)
        left = _BLOCK + 30
        Sums(driver, ink, soft).draw(canvas, x + left, y + 6, w - left - 22, h - 12, block)

    def _short(self, low: bool, ink: Colour, soft: Colour) -> Part:
        """How far, then mods and what else lies there, counted."""
        driver, racer = self.driver, self.driver.racer
        lying = [("team", len(racer.teams)), ("control", len(racer.controls))]
        held = _held(driver)[: 1 if low else 2]
        counts = [*(each for each in lying if each[1]), *held]
        tall = 26 if low else 28
        mods = [item_of(each[-1], printed=False) for each in racer.mods]
        counted: Part = Counts(counts, ink, soft, width=_COUNT * len(counts), height=tall)
        if racer.trait >= 0:
            name = cards.card(racer.trait).name
            trait = Text(name, 28, soft, "t", icon="trait", grow=1)
            counted = row(trait, counted, gap=8, height=tall)
        lines = [
            Lane(driver, ink, height=50),
            Mods(driver.mods, mods, ink, soft, height=tall),
            counted,
        ]
        if not low:
            names = ", ".join(item.name for _, item in front_of(racer, False)) or _about(driver)
            lines.append(Text(names, 28, soft, "t", width=1, height=tall))
        return column(*lines, gap=1, grow=1)

    def _lying(self, ink: Colour, soft: Colour, fill: Colour) -> Part:
        """Everything in play by name."""
        racer = self.driver.racer
        lying = [*[racer.trait] * (racer.trait >= 0), *(stack[-1] for stack in racer.mods)]
        items = [item_of(each, printed=False) for each in lying]
        items += [item for _, item in front_of(racer, False)]
        size = 30 if self.height < 220 else 32
        if not items:
            return Text(_about(self.driver), 32, soft, "t", lines=2, top=True, grow=1)
        parts: list[Part] = [Text(each.name, size, ink, "t", icon=each.icon) for each in items]
        for at, each in enumerate(items):
            if each.stages:
                parts[at] = row(parts[at], *pips(each, 12, fill, soft), gap=8)
        return Flow(parts, 26, 0, grow=1)

    def words(self, brief: bool = False) -> Iterator[str]:
        yield self._brief() if brief else " ".join(words_of(self.driver))

    def _brief(self) -> str:
        """Who, how far, what the sum would be, what is on the car."""
        driver, racer, stats = self.driver, self.driver.racer, self.driver.stats
        if not driver.car:
            return f"{driver}."
        parts = [f"{driver}: {racer.progress}"]
        figures = "power {}, handling {}".format(*stats) if stats else ""
        if driver.sum is not None:
            how = "scored" if driver.scored else "now"
            parts.append(f"{how} +{driver.sum.total} ({figures})")
        else:
            parts.append(figures)
        parts += [f"mods {driver.mods}", counted(len(racer.hand), "card")]
        parts.append(cards.card(racer.trait).name if racer.trait >= 0 else "")
        return f"{', '.join(filter(None, parts))}."


def _about(driver: Driver) -> str:
    """What a car does, before the first round."""
    return driver.car.text if driver.car and not driver.view.round else ""


def _held(driver: Driver) -> list[tuple[str, int]]:
    """Cards in the hand and in the garage."""
    return [("cards", len(driver.racer.hand)), ("garage", len(driver.racer.garage))]


def _named(driver: Driver, ink: Colour, soft: Colour, fill: Colour) -> Part:
    """Place, plate and name; car and state below."""
    place = Text(str(driver.place or ""), 46, ink, anchor="middle", width=32)
    name: Part = Text(driver.name, 42, ink, grow=1)
    if driver.computer:
        below = Text("computer", 28, soft, "t", height=26, grow=1)
        name = column(Text(driver.name, 34, ink, height=34), below, gap=0, grow=1)
    head = row(place, Drawn(SeatPlate(driver.seat, 48, not driver.live, fill)), name, gap=12,
               height=56)  # fmt: skip
    car: Part = Text(driver.car.name if driver.car else "", 32, soft, "t", height=44, grow=1)
    if driver.state in ("passed", "left", "waits"):
        stamp = Stamp(driver.state.upper(), 28, width=112, height=36)
        car = row(car, stamp, gap=8, height=44)
    return column(head, car, gap=0, width=_NAMED)
