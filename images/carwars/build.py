"""Build cards: one of them large, cars to choose from, and a car while it is built at home."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any, Final

import msgspec

from games.carwars import builds
from games.carwars.builds import SAMPLES, Fitted, Sample
from games.carwars.catalog import CARDS, CREW, PLACES, SMALL, Card
from games.carwars.designs import DESIGNS, BuiltCar, cards_of, unarmed
from games.carwars.dice import damage_of
from games.carwars.effects import Moment
from games.carwars.state import Car, Equipped, State
from images.armed import ROOF, Armed
from images.canvas import Canvas
from images.carwars.dice import Dice, letters, named
from images.carwars.model import LETTERS, SIDES, WAYS, icon_of, say, texts
from images.carwars.pieces import CarPiece
from images.choices import Choices
from images.gauges import Cells, Points, Tokens
from images.panels import Chip, Panel, put_icon
from images.parts import Card as Shown
from images.parts import (
    Cards,
    Drawn,
    Header,
    Part,
    Picture,
    Rule,
    Sign,
    Soft,
    Stamp,
    Text,
    column,
    label,
    middle,
    row,
    space,
)
from images.pen import dashed, slanted
from images.strokes import stroke
from images.theme import (
    ALARM,
    ALARM_GROUND,
    DEEP,
    EDGE,
    INK,
    MUTE,
    PANEL,
    PAPER,
    RAISED,
    SOFT,
    Colour,
)

_word: Final = partial(say, "build")
_ROW: Final = 41
"""Height of a chip of the crew and of the whole car, px."""
_SHEET: Final = (736, 536)
_LONG: Final = 210
"""px of the car."""
_PLACES: Final = 6
"""Cards of a side that have room: two rows of three, or one below the other."""
_RIGHT: Final = 172
_WRONG: Final = 240
"""Height of what hinders a fight, px; and if nothing does."""
_MANY: Final = 60
"""More points than any car costs."""


# -- a card large: what it costs, where it goes, what it rolls, and what it does


def page(number: int) -> Picture:
    """A card of the catalog. Raises KeyError for a number that is no card."""
    card = CARDS[number]
    kind = f"{texts('types')[card.type]}{f' · {card.subtype}' if card.subtype else ''}"
    told = card.rules or say("card", "plain")
    rules = Soft(told, 38, lines=5, floor=30, grow=1, height=250)
    house = [Text(say("card", "house", card=card), 34, MUTE, "t", lines=2)]
    lines = [*_facts(card)]
    facts = column(
        *lines, *[Rule()] * bool(lines), rules, *house[: bool(card.house)], space(),
        panel=PANEL, pad=28, gap=14, grow=1, height=560,
    )  # fmt: skip
    points, held = say("card", "cp" if card.in_crew else "bp"), card.durability
    tokens = Drawn(Tokens(held, held, 13), say=say("card", "durability", card=card))
    face = column(
        space(), row(space(), Sign(icon_of(card), 200), space()), space(),
        row(Text(str(card.cost), 92, say=f"{card.cost} {points}"),
            Soft(points, 36, say=""), space(), *[tokens] * bool(held), height=90),
        panel=RAISED, frame=EDGE, pad=24, width=360, height=560,
    )  # fmt: skip
    return Picture(Header(f"{kind} · {card.set_name}", card.name), row(face, facts))


def _facts(card: Card) -> Iterator[Part]:
    """What it rolls and where it may be."""
    if any(card.dice) or card.basic:
        dice = [Drawn(Dice(letters(card.dice), 64, 6, 12), say=named(card.dice))] * any(card.dice)
        flat = [Text(f"+{card.basic}", 56)] * bool(card.basic)
        wrench = Soft(say("wrench", card.wrench), 36)
        yield row(*dice, *flat, space(), wrench, gap=14, height=72)
    told = [words for name, words in texts("tags").items() if getattr(card, name)]
    if card.range:
        told.append(say("card", "range", card=card))
    if card.placement or not card.in_crew:
        places = [SIDES[side] for side in card.places if side >= 0]
        every = say("card", "any" if places else "whole")
        told.append(", ".join(places) if 0 < len(places) < len(SIDES) else every)
    if told:
        stamps = (Stamp(each, 30, DEEP, EDGE, PAPER, height=46) for each in told)
        yield row(*stamps, space(), gap=10, height=50)


# -- cars to choose from


def fire(cards: Sequence[Fitted]) -> float:
    """Hits to be expected of the two best weapons in one turn."""
    worth = [
        card.basic + damage_of(card.dice, card.wrench not in ("none", "paint"))
        for card in (CARDS[number] for number, _ in cards) if card.type in ("weapon", "sidearm")
    ]  # fmt: skip
    return sum(sorted(worth, reverse=True)[:2])


def control(cards: Sequence[Fitted]) -> int:
    """Control and ace that its cards give each round, at the start."""
    car = Car(0, cards=[Equipped(number, side) for number, side in cards])
    return car.number("take_control", "gain", Moment(speed=2, tires=10))


def choice(view: State, seat: int, choices: Choices) -> Picture:
    """The cars that come with the game, as many as there is room for."""
    numbers = [int(path[0][1:]) for path in choices.paths if path[0][1:].isdigit()]
    cards = [_card(seat, SAMPLES[n], at) for at, n in enumerate(numbers[:6])]
    moment = _word("size", size=view.options.size)
    more = _word("more", more=len(numbers) - len(cards)) if len(numbers) > len(cards) else ""
    return Picture(Header(moment, choices.title, (seat,), more), Cards(cards, 3))


def _card(seat: int, sample: Sample, at: int) -> Shown:
    fitted = builds.equipped(sample.cards)
    cards, arms = [CARDS[number] for number, _ in fitted], dict[int, list[str]]()
    guns = Counter(card.short for card in cards[3:] if card.type == "weapon")
    for card, (_, side) in zip(cards[3:], fitted[3:], strict=True):
        if card.type == "weapon":
            arms.setdefault(side if side >= 0 else ROOF, []).append(icon_of(card))
    plates = sum(card.durability for card in cards if card.type == "structure")
    crew, name = " · ".join(card.name for card in cards[:2]), sample.name.split(" (")[0]
    told = ", ".join(f"{count}×{gun}" if count > 1 else gun for gun, count in guns.items())
    bars = list[Part]()
    for key, value, cell in (
        ("fire", round(fire(fitted), 1), 1), ("plate", plates, 2), ("tokens", control(fitted), 1)
    ):  # fmt: skip
        called = _word(key)
        cells = Cells(6, min(6, round(value / cell)), 116, 12)
        figure = Text(f"{value:g}", 36, say=f"{called} {value:g}")
        bars += [row(Soft(called, 32, grow=1, say=""), figure, gap=0, height=44),
                 Drawn(cells, height=16, say="")]  # fmt: skip
    best, ink = at == 0, INK if at == 0 else SOFT
    parts = [
        Text(name, 42, height=46), Soft(crew, 32, height=34),
        row(Armed(seat, arms, 98, grow=1, height=184), column(*bars, gap=0, width=122), gap=4),
    ]  # fmt: skip
    foot = Text(told or _word("unarmed"), 34, ink, "t", lines=2, floor=30)
    return Shown(parts, gap=4, live=True, best=best, lit=not best, foot=foot, strip=84, height=374)


# -- a car that is being built


class _Free(Part):
    """What may be in a free place; words leave it out."""

    name: str

    def draw(self, canvas: Canvas, x: int, y: int, w: int, h: int, ground: Colour) -> None:
        corners = slanted(x + 1.5, y + 1.5, w - 3, h - 3, 0.2)
        stroke(canvas, [*dashed([*corners, corners[0]], (8, 7))], EDGE, 2.4, ground)
        put_icon(canvas, "plus", x + 32, y + h // 2, 22, MUTE, ground)
        words = _word(f"free_{self.name}")
        size = min(34, h - 8)
        canvas.write(x + 54, y + h // 2, words, size, ground, MUTE, face="t", room=w - 70)


class Slot(Part):
    """A card on a car and what it costs."""

    card: Card
    bad: bool = False
    lit: bool = False
    """It is being changed."""
    count: int = 1

    def draw(self, canvas: Canvas, x: int, y: int, w: int, h: int, ground: Colour) -> None:
        chip = Chip(w, h, icon_of(self.card), self.bad, ground=ground, lit=self.lit)
        canvas.put(chip, x, y)
        name, low, size = self._called(self.card.short), y + h // 2, min(34, h - 8)
        canvas.write(x + 62, low, name, size, chip.fill, room=w - 62 - 46)
        canvas.write(x + w - 20, low, str(self.card.cost), size + 2, chip.fill, anchor="right")

    def written(self) -> str:
        return f"{self._called(self.card.name)} {self.card.cost}"

    def _called(self, name: str) -> str:
        if self.card.type == "crew":
            name = _word(self.card.subtype, name=name)
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
        self._wrong = self._faults(self.cards)

    def _faults(self, cards: Sequence[Fitted]) -> int:
        """How much is wrong with some cards, but for what they cost."""
        most = SMALL if self.size.small else _MANY
        free = msgspec.structs.replace(self.size, cp=_MANY, bp=most)
        return len([*builds.faults(cards, free)])

    def slot(self, fitted: Fitted, count: int = 1, height: int = 0) -> Slot:
        """A card on the car."""
        card, rest = CARDS[fitted[0]], list(self.cards)
        rest.remove(fitted)
        bad = self._wrong > 0 and self._faults(rest) < self._wrong
        lit = self.part == f"{PLACES[fitted[1]]}-{card.id}"
        return Slot(card, bad, lit, count, height=height)

    def slots(self, side: int) -> list[Part]:
        """The cards of a side, and what may still be there."""
        counts = Counter(number for number, at in self.cards if at == side)
        out: list[Part] = [self.slot((number, side), n) for number, n in counts.items()]
        kinds = {CARDS[n].type for n, fits in self.sides.items() if LETTERS[side] in fits}
        if "structure" in kinds and all(CARDS[number].type != "structure" for number in counts):
            return [*out, _Free("plate")]
        return [*out, *[_Free("weapon")] * ("weapon" in kinds)]


class _Sheet(Part):
    """The car with its cards round it."""

    model: DesignModel

    def draw(self, canvas: Canvas, x: int, y: int, w: int, h: int, ground: Colour) -> None:
        model, wide = self.model, 224
        canvas.put(Panel(w, h), x, y)
        armed = {side for n, side in model.cards if CARDS[n].type == "weapon" and side >= 0}
        pose = CarPiece(0, _LONG, 2700, tuple(sorted(armed)), board=False, ground=PANEL)
        across, down = x + w // 2, y + h // 2 + 8
        canvas.put(pose, across - pose.width // 2, down - pose.height // 2)
        for side, (dx, dy) in enumerate(WAYS):
            spot = across + (dx * 88 or 74), down + dy * (_LONG // 2 + 20) - (30 if dx else 0)
            canvas.write(*spot, str(model.totals.armor), 46, PANEL, anchor="middle")
            slots = model.slots(side)[:_PLACES]
            flat = len(slots) > (3 if dy else 4)
            tall, step = (38, 42) if flat else (52, 62)
            left = x + w - 20 - wide if dx > 0 else x + 20
            rise = step * (len(slots) + 1) // 2 - 20
            top = {-1: y + 26, 0: down - rise, 1: y + h - (94 + 28 * flat)}[dy]
            canvas.write(left + 4, top, SIDES[side].upper(), 34, PANEL, MUTE)
            for at, slot in enumerate(slots):
                over, under = divmod(at, 3)[::-1] if dy else (0, at)
                spot = left + over * (wide + 12), top + 22 + under * step
                slot.draw(canvas, *spot, wide, tall, PANEL)

    def words(self, brief: bool = False) -> Iterator[str]:
        for side in range(len(SIDES)):
            told = [slot.written() for slot in self.model.slots(side)]
            if cards := ", ".join(each for each in told if each):
                yield _word("on_side", side=SIDES[side], cards=cards)


def _totals(model: DesignModel) -> Part:
    totals, lines = model.totals, list[Part]()
    for name, spent, most in (
        ("AP", totals.armor, totals.armor), ("BP", totals.bp, totals.most_bp),
        ("CP", totals.cp, totals.most_cp),
    ):  # fmt: skip
        over = spent > most
        key = "sides" if name == "AP" else "over" if over else "left"
        words = _word(key, most=most, left=abs(most - spent))
        value: Part = Text(str(spent), 56, width=76, anchor="right")
        if over:
            value = Stamp(str(spent), 44, ALARM, width=76, height=54)
        value.say = f"{name} {spent} {words}"
        told = Soft(words, say="", grow=1)
        head = row(Text(name, 36, say="", width=56), told, gap=4, height=36)
        gauge = Drawn(Points(spent, most, 260), width=260)
        lines.append(row(column(head, row(gauge), gap=4, grow=1), value, height=70))
    return column(*lines, panel=PANEL, pad=16, gap=4, height=250)


def _verdict(model: DesignModel) -> Part:
    """What hinders a fight, or that nothing does."""
    if not model.faults:
        words = [Text(_word("legal"), 56, INK)]
        if unarmed(model.cards):
            words.append(Text(_word("unarmed"), 34, INK, "t"))
        told = middle(*words, gap=0, grow=1)
        return row(Sign("check", 56, INK, width=76), told, panel=PAPER, pad=20, height=_RIGHT)
    lines = (Text(fault, 32, lines=4, floor=26, grow=1) for fault in model.faults[:2])
    body = column(*lines, gap=8, grow=1)
    lock = Sign("lock", 40, ALARM, width=50)
    return row(lock, body, panel=ALARM_GROUND, frame=ALARM, pad=14, height=_WRONG)


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
        if 0 <= left < card.cost and not card.in_crew and card.number not in model.sides
    ]  # fmt: skip
    for card in sorted(dear, key=lambda each: (each.cost, each.number))[:1]:
        rows.append(_fit(card, _word("short", short=card.cost - left), True))
    crew = max(model.totals.most_cp - model.totals.cp, 0)
    points = Text(f"{max(left, 0)} BP, {crew} CP", 32, say="")
    head = row(label(_word("fits")), space(), points, height=38)
    lines = [part for each in rows for part in (Rule(), each)]
    return column(head, *lines, space(), panel=PANEL, pad=18, gap=2, height=tall)


def _fit(card: Card, where: str, dear: bool) -> Part:
    ink, unit = MUTE if dear else PAPER, say("card", "cp" if card.in_crew else "bp")
    return row(
        Sign(icon_of(card), 34, ink, width=40), Text(card.short, 32, ink, grow=1, say=card.name),
        Text(where, 32, MUTE if dear else SOFT, "t"),
        Text(f"{card.cost} {unit}", 32, ink, anchor="right", width=72), gap=8, height=46,
    )  # fmt: skip


def _crew(model: DesignModel) -> Part:
    """The crew and what it carries, and what belongs to the whole car."""
    own, sides = [each for each in model.cards if each[1] == CREW], list[Part]()
    for key in ("crew", "whole"):
        there = [each for each in own if CARDS[each[0]].in_crew == (key == "crew")]
        free = any(
            not at and CARDS[n].type != "crew" and CARDS[n].in_crew == (key == "crew")
            for n, at in model.sides.items()
        )
        slots: list[Part] = [model.slot(each, height=_ROW) for each in there]
        slots = [*slots, *[_Free(key, height=_ROW)] * free][:4]
        sides.append(column(label(_word(key)), *slots, space(), gap=3, grow=1, width=1))
    return row(*sides, panel=PANEL, pad=16, gap=20, width=_SHEET[0], height=228)


def design(built: Any, part: str = "") -> Picture | None:
    """A car while it is built, and the card that is being changed; None for what is no car."""
    if not isinstance(built, BuiltCar):
        return None
    model = DesignModel(built, part)
    wide, tall = _SHEET
    left = column(_Sheet(model, width=wide, height=tall), _crew(model))
    right = column(_totals(model), _verdict(model), _still(model), width=398, grow=1)
    name, _, sums = DESIGNS.title(built).rpartition(": ")
    title = name or _word("size", size=built.size)
    return Picture(Header(_word("garage"), title, (), sums), row(left, right))
