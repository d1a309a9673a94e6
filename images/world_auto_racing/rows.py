"""One driver's row on the board: who, how far, how fast, and with what."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from games.world_auto_racing.kinds import KINDS
from games.world_auto_racing.printed import STATS
from images.canvas import Canvas
from images.cars import Running
from images.parts import Flow, Part, Rule, Sign, Stamp, Text, column, plate, row, space
from images.pen import Figure, Pen
from images.theme import DEEP, EDGE, MUTE, PAGE, PANEL, PAPER, RAISED, SOFT, WELL, Colour
from images.world_auto_racing.drivers import Driver
from images.world_auto_racing.faces import Item, Leant, front_of, item_of, pips
from images.world_auto_racing.sheet import words_of
from images.world_auto_racing.texts import Count, say

AROUND: Final = 8
"""Left and right of a row, px."""
WIDE: Final = PAGE - 2 * AROUND
TALL: Final[dict[int, int]] = {2: 254, 3: 199, 4: 148, 5: 117}
"""Height of a row by the number of drivers, px."""
_BLOCK: Final = 918
"""Where the block of sums begins, px from the row's left; it leans from here."""
_LEAN: Final = 20
_CAR: Final = 64
_COUNT: Final = 66
"""Width of a number with its icon, px."""
_NAMED: Final = 366
"""Width of what says whose row it is, px."""


class Finish(Figure, frozen=True):
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


class DriverRow(Part):
    """A row: low ones in short, higher ones with the names in front, the highest with a list."""

    driver: Driver
    acts: bool = False

    def draw(self, canvas: Canvas, x: int, y: int, w: int, h: int, ground: Colour) -> None:
        driver = self.driver
        canvas.part = driver.letter
        live = driver.live
        fill, block, ink, soft = (PANEL, RAISED, PAPER, SOFT) if live else (DEEP, PANEL, MUTE, MUTE)
        panel = Leant(WIDE, h, fill, block, _BLOCK, _LEAN, PAPER, 6 * self.acts)
        canvas.put(panel, x, y)
        named = _named(driver, ink, soft, fill)
        if driver.car is None:
            chooses = say("choosing") if driver.state == "chooses" else ""
            whole = row(named, Text(chooses, 38, soft, "t", grow=1))
        elif h < 160:
            whole = row(named, self._short(h < 130, ink, soft, fill), gap=20)
        else:
            mods = _count(("nut", driver.mods), ink, 44, 0)
            held = [_count(each, ink, 44) for each in _held(driver)]
            count = row(mods, space(), *held, gap=0)
            far = column(Lane(driver, ink, height=54), count, gap=0, grow=1)
            head = row(named, far, gap=20, height=100)
            whole = column(head, Rule(height=6), self._lying(ink, soft, fill), gap=2)
        above = 6 if h < 160 else 12
        whole.draw(canvas, x + 22, y + above, _BLOCK - 38, h - above - 5, fill)
        left = _BLOCK + 30
        _sums(driver, ink, soft, h).draw(canvas, x + left, y + 6, w - left - 22, h - 12, block)

    def _short(self, low: bool, ink: Colour, soft: Colour, fill: Colour) -> Part:
        """How far, then mods and what else lies there, counted; in higher rows by name, too."""
        driver, racer = self.driver, self.driver.racer
        tall = 26 if low else 27
        lying = [("team", len(racer.teams)), ("control", len(racer.controls))]
        held = [*(each for each in lying if each[1]), *_held(driver)[: 1 if low else 2]]
        mods = [item_of(top, printed=False) for top in racer.tops]
        icons = [_staged(item, Sign(item.icon, 26, soft, height=tall), 10, fill, soft)
                 for item in mods]  # fmt: skip
        trait = item_of(racer.trait).name if racer.trait >= 0 else ""
        kept = Text(trait, 26, soft, "t", icon="trait" * bool(trait), grow=1)
        lines: list[Part] = [
            Lane(driver, ink, height=48),
            Flow([_count(("nut", driver.mods), ink, tall, 0), *icons], 16, width=1, height=tall),
            row(kept, *(_count(each, ink, tall) for each in held), gap=0, height=31),
        ]
        if not low:
            names = [item.name for item in front_of(racer, False)] or [_about(driver)]
            named = [Text(each, 28, soft, "t", height=tall) for each in names if each]
            lines.append(Flow(named, 20, width=1, height=tall))
        return column(*lines, gap=0, grow=1)

    def _lying(self, ink: Colour, soft: Colour, fill: Colour) -> Part:
        """Everything in play by name."""
        racer, size = self.driver.racer, 28 if self.height < 220 else 32
        lying = [*[racer.trait] * (racer.trait >= 0), *racer.tops]
        items = [item_of(each, printed=False) for each in lying]
        items += front_of(racer, False)
        if not items:
            return Text(_about(self.driver), 32, soft, "t", lines=2, top=True, grow=1)

        names = (Text(item.name, size, ink, "t", icon=item.icon) for item in items)
        named = [
            _staged(item, name, 12, fill, soft) for item, name in zip(items, names, strict=True)
        ]
        return Flow(named, 26, 0, grow=1)

    def words(self, brief: bool = False) -> Iterator[str]:
        yield self._brief() if brief else " ".join(words_of(self.driver))

    def _brief(self) -> str:
        """Who, how far, what the sum would be, what is on the car."""
        driver, racer, stats = self.driver, self.driver.racer, self.driver.stats
        if not driver.car:
            return f"{driver}."
        figures = driver.say("stats") if stats else ""
        if driver.sum is not None:
            figures = driver.say("scored_sum" if driver.scored else "projected_sum", stats=figures)
        trait = KINDS[racer.trait].name if racer.trait >= 0 else ""
        held = say("cards", cards=Count(len(racer.hand)))
        parts = (driver.say("progress"), figures, driver.say("mods"), held, trait)
        return f"{', '.join(filter(None, parts))}."


def _staged(item: Item, part: Part, cell: int, fill: Colour, ink: Colour) -> Part:
    """What shows a card, with its stages behind it where it has any."""
    return row(part, *pips(item, cell, fill, ink), gap=8) if item.stages else part


def _about(driver: Driver) -> str:
    """What a car does, before the first round."""
    return driver.car.text if driver.car and not driver.view.round else ""


def _held(driver: Driver) -> list[tuple[str, object]]:
    """Cards in the hand and in the garage, with their icons."""
    return [("cards", len(driver.racer.hand)), ("garage", len(driver.racer.garage))]


def _count(counted: tuple[str, object], ink: Colour, tall: int, wide: int = _COUNT) -> Part:
    """A number with its icon."""
    return Text(str(counted[1]), 30, ink, "t", icon=counted[0], height=tall, width=wide)


def _sums(driver: Driver, ink: Colour, soft: Colour, tall: int) -> Part:
    """Power, handling, and what they come to: in higher rows below each other."""
    high, low, cells = tall > 160, tall < 130, list[Part]()
    for stat, number in zip(STATS, driver.stats or (), strict=False):
        if high:
            figures = Text(stat, 34, soft, "t", height=36), Text(str(number), 52, ink, height=40)
            cells.append(column(*figures, gap=0, width=112))
        else:
            cells.append(Text(stat[0].upper(), 34, MUTE, width=24, height=54))
            cells.append(Text(str(number), 48, ink, width=88, height=54))
    total = f"+{driver.sum.total}" if driver.sum is not None else ""
    last = driver.say("last") if driver.gained is not None and not low else ""
    last = say("scored") if driver.scored else last
    both, below = row(*cells, gap=0), Text(last, 30, soft, "t", "right", height=36, grow=not high)
    if high:
        return column(both, Text(total, 80, ink, height=1, grow=1), below, gap=0)
    return column(both, row(Text(total, 66, ink), below, gap=8, height=1, grow=1), gap=0)


def _named(driver: Driver, ink: Colour, soft: Colour, fill: Colour) -> Part:
    """Place, plate and name; car and state below."""
    place = Text(str(driver.place or ""), 46, ink, anchor="middle", width=32)
    name: Part = Text(driver.name, 42, ink, grow=1)
    if driver.computer:
        below = Text(say("computer"), 28, soft, "t", height=26, grow=1)
        name = column(Text(driver.name, 34, ink, height=34), below, gap=0, grow=1)
    head = row(place, plate(driver.seat, 48, not driver.live), name, gap=12, height=56)
    car: Part = Text(driver.drives, 32, soft, "t", height=44, grow=1)
    if driver.state in ("passed", "left", "waits"):
        words = say("stamp_left") if driver.state == "left" else driver.standing
        stamp = Stamp(words.upper(), 28, width=112, height=36)
        car = row(car, stamp, gap=8, height=44)
    return column(head, car, gap=0, width=_NAMED)
