"""Cars to choose from as cards, and a car while it is built at home."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, Final

import msgspec

from games.carwars import builds, effects
from games.carwars.builds import SAMPLES, Fitted, Sample
from games.carwars.catalog import CARDS, CREW, PLACES, SMALL, Card
from games.carwars.designs import DESIGNS, BuiltCar, cards_of, unarmed
from games.carwars.dice import COLOURS, MEANS
from games.carwars.state import State
from games.engine.plane import BACK, FRONT, LEFT, RIGHT
from images.armed import ROOF, Armed
from images.canvas import Canvas
from images.carwars.model import LETTERS, SIDES, icon_of, say, short
from images.carwars.pieces import CarPiece
from images.choices import Choices
from images.gauges import Points
from images.panels import Cells, Leaning, Panel, put_icon
from images.parts import Card as Shown
from images.parts import (
    Cards,
    Drawn,
    Header,
    Part,
    Picture,
    Rule,
    Sign,
    Stamp,
    Text,
    column,
    label,
    row,
    space,
)
from images.pen import Figure, Pen, dashed, slanted
from images.theme import (
    ALARM,
    ALARM_GROUND,
    EDGE,
    INK,
    MUTE,
    PANEL,
    PAPER,
    RAISED,
    SOFT,
    Colour,
)

_CARDS: Final = 6
_CARD: Final = 374
_CHIP: Final = (224, 52)
_ROW: Final = 41
"""Height of a chip of the crew and of the whole car, px."""
_SHEET: Final = (736, 536)
_LONG: Final = 210
"""px of the car."""
_ABOUT: Final = 398
_RIGHT: Final = 172
_WRONG: Final = 240
"""Height of what hinders a fight, px; and if nothing does."""
_MANY: Final = 60
"""More points than any car costs."""


# -- cars to choose from


def fire(cards: Sequence[Fitted]) -> float:
    """Hits to be expected of the two best weapons in one turn."""
    worth = sorted((_damage(number) for number, _ in cards), reverse=True)
    return sum(worth[:2])


@cache
def _damage(number: int) -> float:
    card = CARDS[number]
    if card.type not in ("weapon", "sidearm"):
        return 0.0
    wrench = card.wrench not in ("none", "paint")
    means = [MEANS[hue]["hit"] + wrench * MEANS[hue]["wrench"] for hue in COLOURS]
    return card.basic + sum(n * mean for n, mean in zip(card.dice, means, strict=True))


def control(cards: Sequence[Fitted]) -> int:
    """Control and ace that its cards give each round, at the start."""
    living = [effects.Live(at, number, side) for at, (number, side) in enumerate(cards)]
    moment = effects.Moment(speed=2, tires=10)
    return sum(effects.gained(living, "take_control", moment))


def choice(view: State, seat: int, choices: Choices) -> Picture:
    """The cars that come with the game, as many as there is room for."""
    size = view.options.size
    numbers = [int(path[0][1:]) for path in choices.paths if path[0][1:].isdigit()]
    cards = [_card(seat, SAMPLES[n], at) for at, n in enumerate(numbers[:_CARDS])]
    moment = say("build", "size", size=size)
    more = say("build", "more", more=len(numbers) - len(cards)) if len(numbers) > len(cards) else ""
    return Picture(Header(moment, choices.title, (seat,), more), Cards(cards, 3))


def _card(seat: int, sample: Sample, at: int) -> Shown:
    cards = builds.equipped(sample.cards)
    arms: dict[int, list[str]] = {}
    for number, side in cards[3:]:
        if CARDS[number].type == "weapon":
            arms.setdefault(side if side >= 0 else ROOF, []).append(icon_of(CARDS[number]))
    plates = sum(CARDS[n].durability for n, _ in cards if CARDS[n].type == "structure")
    crew = " · ".join(CARDS[number].name for number, _ in cards[:2])
    name = sample.name.split(" (")[0]
    guns = Counter(short(CARDS[n]) for n, _ in cards[3:] if CARDS[n].type == "weapon")
    told = ", ".join(f"{count} {gun}" if count > 1 else gun for gun, count in guns.items())
    bars = []
    for key, value, cell in (
        ("fire", round(fire(cards), 1), 1), ("plate", plates, 2), ("tokens", control(cards), 1)
    ):  # fmt: skip
        called, lit = say("build", key), min(6, round(value / cell))
        bars += [
            row(Text(called, 28, SOFT, "t", grow=1, say=""),
                Text(f"{value:g}", 36, say=f"{called} {value:g}"), gap=0, height=44),
            Drawn(Cells(6, lit, 116, 12, RAISED), height=16, say=""),
        ]  # fmt: skip
    best, ink = at == 0, INK if at == 0 else SOFT
    parts = [
        Text(name, 42, height=46), Text(crew.upper(), 28, MUTE, say=crew, height=34),
        row(Armed(seat, arms, 98, grow=1, height=184), column(*bars, gap=0, width=122), gap=4),
    ]  # fmt: skip
    return Shown(
        parts, gap=4, live=True, best=best, lit=not best, key="",
        foot=Text(told, 34, ink, "t", lines=2, floor=30), strip=84, height=_CARD,
    )  # fmt: skip


# -- a car that is being built


class _Slot(Figure, frozen=True):
    """A chip for a card: fitted, part of what is wrong, or a free place."""

    width: int
    height: int
    bad: bool = False
    lit: bool = False
    free: bool = False
    ground: Colour = PANEL

    @property
    def fill(self) -> Colour:
        return self.ground if self.free else ALARM_GROUND if self.bad else RAISED

    def paint(self, pen: Pen) -> None:
        w, h = self.width, self.height
        if not self.free:
            edge, weight = (PAPER, 4) if self.lit else (ALARM, 3) if self.bad else (EDGE, 2)
            Leaning(w, h, self.fill, 0.2, edge, weight, self.ground).paint(pen)
            return
        corners = slanted(1.5, 1.5, w - 3, h - 3, 0.2)
        for piece in dashed([*corners, corners[0]], (8, 7)):
            pen.line(piece, EDGE, 2.4)


class Slot(Part):
    """A card on a car and what it costs; without a card what may be there."""

    card: Card | None
    bad: bool = False
    lit: bool = False
    """It is being changed."""
    free: str = ""
    count: int = 1

    def draw(self, canvas: Canvas, x: int, y: int, w: int, h: int, ground: Colour) -> None:
        slot, low = _Slot(w, h, self.bad, self.lit, not self.card, ground), y + h // 2
        canvas.put(slot, x, y)
        if self.card is None:
            put_icon(canvas, "plus", x + 32, low, 22, MUTE, ground)
            canvas.write(x + 54, low, self.free, 30, ground, MUTE, face="t", room=w - 70)
            return
        ink, fill = ALARM if self.bad else PAPER, slot.fill
        put_icon(canvas, icon_of(self.card), x + 36, low, h * 2 // 3 if h < 50 else 34, ink, fill)
        canvas.write(x + 62, low, self._called(short(self.card)), 34, fill, room=w - 62 - 46)
        canvas.write(x + w - 20, low, str(self.card.cost), 36, fill, anchor="right")

    def written(self) -> str:
        if self.card is None:
            return ""
        return f"{self._called(self.card.name)} {self.card.cost}"

    def _called(self, name: str) -> str:
        assert self.card is not None
        if self.card.type == "crew":
            name = say("build", self.card.subtype, name=name)
        return f"{self.count} × {name}" if self.count > 1 else name


class DesignModel:
    """Everything that the picture of a design shows."""

    def __init__(self, design: BuiltCar, part: str) -> None:
        self.part, self.size, self.cards = part, design.size, cards_of(design)
        self.totals = builds.totals(self.cards, self.size)
        self.faults = [fault.sentence for fault in DESIGNS.faults(design)]
        self.sides: dict[int, str] = {}
        for number, side in builds.fits(self.cards, self.size):
            self.sides[number] = self.sides.get(number, "") + (LETTERS[side] if side >= 0 else "")
        most = SMALL if self.size.small else _MANY
        self._free = msgspec.structs.replace(self.size, cp=_MANY, bp=most)
        self._wrong = len([*builds.faults(self.cards, self._free)])

    def slot(self, fitted: Fitted, count: int = 1, height: int = 0) -> Slot:
        """A card on the car."""
        card = CARDS[fitted[0]]
        lit = self.part == f"{PLACES[fitted[1]]}-{card.id}"
        return Slot(card, self._bad(fitted), lit, count=count, height=height)

    def _bad(self, fitted: Fitted) -> bool:
        """Whether a card takes part in what is wrong, but for what the car costs."""
        rest = list(self.cards)
        rest.remove(fitted)
        return self._wrong > 0 and len([*builds.faults(rest, self._free)]) < self._wrong

    def slots(self, side: int) -> list[Slot]:
        """The cards of a side, and what may still be there."""
        counts = Counter(number for number, at in self.cards if at == side)
        out = [self.slot((number, side), n) for number, n in counts.items()]
        kinds = {CARDS[n].type for n, fits in self.sides.items() if LETTERS[side] in fits}
        plated = any(CARDS[number].type == "structure" for number in counts)
        if "structure" in kinds and not plated:
            out.append(Slot(None, free=say("build", "free_plate")))
        elif "weapon" in kinds:
            out.append(Slot(None, free=say("build", "free_weapon")))
        return out


class _Sheet(Part):
    """The car with its cards round it."""

    model: DesignModel

    def draw(self, canvas: Canvas, x: int, y: int, w: int, h: int, ground: Colour) -> None:
        model, (wide, tall) = self.model, _CHIP
        canvas.put(Panel(w, h), x, y)
        guns = {FRONT: (0, -1), BACK: (0, 1), LEFT: (-1, 0), RIGHT: (1, 0)}
        armed = {side for n, side in model.cards if CARDS[n].type == "weapon" and side >= 0}
        pose = CarPiece(0, _LONG, 2700, tuple(sorted(armed)), board=False, ground=PANEL)
        across, down = x + w // 2, y + h // 2 + 8
        canvas.put(pose, across - pose.width // 2, down - pose.height // 2)
        for side, (dx, dy) in guns.items():
            spot = across + dx * 88, down + dy * (_LONG // 2 + 20) - (30 if dx else 0)
            spot = (across + 74, spot[1]) if dy else spot
            canvas.write(*spot, str(model.totals.armor), 46, PANEL, anchor="middle")
            name = SIDES[side].upper()
            slots = model.slots(side)
            if dy:
                top = y + 26 if dy < 0 else y + h - 94
                canvas.write(x + 24, top, name, 28, PANEL, MUTE)
                for at, slot in enumerate(slots[:3]):
                    slot.draw(canvas, x + 20 + (wide + 12) * at, top + 22, wide, tall, PANEL)
            else:
                left = x + 20 if dx < 0 else x + w - 20 - wide
                top = down - 31 * (min(len(slots), 4) + 1)
                canvas.write(left + 4, top + 20, name, 28, PANEL, MUTE)
                for at, slot in enumerate(slots[:4]):
                    slot.draw(canvas, left, top + 42 + 62 * at, wide, tall, PANEL)

    def words(self, brief: bool = False) -> Iterator[str]:
        for side in range(len(SIDES)):
            told = [slot.written() for slot in self.model.slots(side)]
            if cards := ", ".join(each for each in told if each):
                yield say("build", "on_side", side=SIDES[side], cards=cards)


def _totals(model: DesignModel) -> Part:
    totals, lines = model.totals, list[Part]()
    for name, spent, most in (
        ("AP", totals.armor, totals.armor), ("BP", totals.bp, totals.most_bp),
        ("CP", totals.cp, totals.most_cp),
    ):  # fmt: skip
        key = "sides" if name == "AP" else "over" if spent > most else "left"
        words = say("build", key, most=most, left=abs(most - spent))
        over = spent > most
        value: Part = Text(str(spent), 56, width=76, anchor="right", say=f"{name} {spent} {words}")
        if over:
            value = Stamp(str(spent), 44, ALARM, width=76, height=54, say=f"{name} {spent} {words}")
        told = Text(words, 30, SOFT, "t", say="", grow=1)
        head = row(Text(name, 36, say="", width=56), told, gap=4, height=36)
        gauge = Drawn(Points(spent, most, 260), width=260, say="")
        lines.append(row(column(head, row(gauge), gap=4, grow=1), value, height=70))
    return column(*lines, panel=PANEL, pad=16, gap=4, width=_ABOUT, height=250)


def _verdict(model: DesignModel) -> Part:
    """What hinders a fight, or that nothing does."""
    if not model.faults:
        words = [Text(say("build", "legal"), 56, INK)]
        if unarmed(model.cards):
            words.append(Text(say("build", "unarmed"), 34, INK, "t"))
        sign, told = (
            Sign("check", 56, INK, width=76),
            column(space(), *words, space(), gap=0, grow=1),
        )
        return row(sign, told, panel=PAPER, pad=20, width=_ABOUT, height=_RIGHT)
    lines = list[Part]()
    for fault in model.faults[:2]:
        what, _, remedy = fault.partition(". ")
        lines += [row(Text(what, 34, say=fault, grow=1), height=38),
                 Text(remedy, 34, SOFT, "t", lines=2, floor=28, say="", grow=1)]  # fmt: skip
    body = column(*lines, space(), gap=2, grow=1)
    return row(Sign("lock", 40, ALARM, width=50), body, panel=ALARM_GROUND, frame=ALARM, pad=14,
               width=_ABOUT, height=_WRONG)  # fmt: skip


def _still(model: DesignModel) -> Part:
    """What still fits, the dearest of each kind first, and the cheapest that does not."""
    left = model.totals.most_bp - model.totals.bp
    there = sorted(model.sides, key=lambda n: (-CARDS[n].cost, CARDS[n].name))
    best: dict[str, int] = {}
    for number in there:
        best.setdefault(f"{CARDS[number].type} {CARDS[number].subtype}", number)
    tall = 498 - (_WRONG if model.faults else _RIGHT)
    room = (tall - 76) // 50 - 1
    rows = [_fit(CARDS[n], " ".join(model.sides[n]), False) for n in [*best.values()][:room]]
    dear = [
        card for card in CARDS.values()
        if left >= 0 and not card.in_crew and card.cost > left and card.number not in model.sides
    ]  # fmt: skip
    if dear:
        card = min(dear, key=lambda each: (each.cost, each.number))
        rows.append(_fit(card, say("build", "short", short=card.cost - left), True))
    crew = max(model.totals.most_cp - model.totals.cp, 0)
    points = Text(f"{max(left, 0)} BP, {crew} CP", 32, say="")
    head = row(label(say("build", "fits")), space(), points, height=38)
    lines = [part for each in rows for part in (Rule(), each)]
    return column(head, *lines, space(), panel=PANEL, pad=18, gap=2, width=_ABOUT, height=tall)


def _fit(card: Card, where: str, dear: bool) -> Part:
    ink, unit = MUTE if dear else PAPER, say("card", "cp" if card.in_crew else "bp")
    return row(
        Sign(icon_of(card), 34, ink, width=40), Text(short(card), 32, ink, grow=1, say=card.name),
        Text(where, 28, MUTE if dear else SOFT, "t"),
        Text(f"{card.cost} {unit}", 32, ink, anchor="right", width=72), gap=8, height=46,
    )  # fmt: skip


def _crew(model: DesignModel) -> Part:
    """The crew and what it carries, and what belongs to the whole car."""
    own: dict[bool, list[Part]] = {True: [], False: []}
    for number, side in model.cards:
        if side == CREW:
            own[CARDS[number].in_crew].append(model.slot((number, side), height=_ROW))
    sides = []
    for in_crew, key in ((True, "crew"), (False, "whole")):
        slots = own[in_crew][:4]
        if len(slots) < 4:
            slots.append(Slot(None, free=say("build", f"free_{key}"), height=_ROW))
        sides.append(column(label(say("build", key)), *slots, space(), gap=3, grow=1))
    return row(*sides, panel=PANEL, pad=16, gap=20, width=_SHEET[0], height=228)


def design(built: Any, part: str = "") -> Picture | None:
    """A car while it is built, and the card that is being changed; None for what is no car."""
    if not isinstance(built, BuiltCar):
        return None
    model = DesignModel(built, part)
    wide, tall = _SHEET
    left = column(_Sheet(model, width=wide, height=tall), _crew(model))
    right = column(_totals(model), _verdict(model), _still(model), grow=1)
    title, _, sums = DESIGNS.title(built).partition(": ")
    return Picture(Header(say("build", "garage"), title, (), sums), row(left, right))
