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
from games.engine.plane import BACK, FRONT
from images.armed import ROOF, Armed
from images.carwars.dice import Dice, letters, named
from images.carwars.model import LETTERS, SIDES, icon_of, say, short, texts
from images.choices import Choices
from images.fitting import Shares
from images.gauges import Tokens
from images.panels import Cells
from images.parts import Card as Shown
from images.parts import (
    Cards,
    Drawn,
    Header,
    Line,
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
)

_word: Final = partial(say, "build")
_ROW: Final = 41
"""Height of a chip of the crew and of the whole car, px."""
_TALL: Final = 52
"""Of one beside the car, px."""
_SHEET: Final = (736, 536)
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
    house = [Text(say("card", "house", card=card), 28, MUTE, "t", lines=2)]
    facts = column(
        *_facts(card), Rule(), rules, *house[: bool(card.house)], space(), panel=PANEL, pad=28,
        gap=14, grow=1, height=560,
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
    cards = [CARDS[number] for number, _ in fitted]
    guns = Counter(short(card) for card in cards[3:] if card.type == "weapon")
    plates = sum(card.durability for card in cards if card.type == "structure")
    crew, name = " · ".join(card.name for card in cards[:2]), sample.name.split(" (")[0]
    told = ", ".join(f"{count} {gun}" if count > 1 else gun for gun, count in guns.items())
    bars = list[Part]()
    for key, value, cell in (
        ("fire", round(fire(fitted), 1), 1), ("plate", plates, 2), ("tokens", control(fitted), 1)
    ):  # fmt: skip
        called = _word(key)
        cells = Cells(6, min(6, round(value / cell)), 116, 12)
        figure = Text(f"{value:g}", 36, say=f"{called} {value:g}")
        bars += [row(Soft(called, 28, grow=1, say=""), figure, gap=0, height=44),
                 Drawn(cells, height=16, say="")]  # fmt: skip
    best, ink = at == 0, INK if at == 0 else SOFT
    parts = [
        Text(name, 42, height=46), Text(crew.upper(), 28, MUTE, say=crew, height=34),
        row(Armed(seat, _arms(fitted), 98, grow=1, height=184),
            column(*bars, gap=0, width=122), gap=4),
    ]  # fmt: skip
    foot = Text(told, 34, ink, "t", lines=2, floor=30)
    return Shown(parts, gap=4, live=True, best=best, lit=not best, foot=foot, strip=84, height=374)


def _arms(cards: Sequence[Fitted]) -> dict[int, list[str]]:
    """The icons of the weapons of a car, by side."""
    arms: dict[int, list[str]] = {}
    for card, side in ((CARDS[number], side) for number, side in cards):
        if card.type == "weapon":
            arms.setdefault(side if side >= 0 else ROOF, []).append(icon_of(card))
    return arms


# -- a car that is being built


def _free(name: str, height: int = _TALL) -> Part:
    """What may be in a free place; words leave it out."""
    words = Text(_word(f"free_{name}"), 30, MUTE, "t", grow=1)
    return row(Sign("plus", 22, MUTE, width=40), words, panel=DEEP, corner=0, pad=10, gap=8,
               height=height, say="")  # fmt: skip


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

    def slot(self, fitted: Fitted, count: int = 1, height: int = _TALL) -> Line:
        """A card on the car and what it costs; one that is wrong, and one that is being changed,
        stands out."""
        card, rest = CARDS[fitted[0]], list(self.cards)
        rest.remove(fitted)
        bad = self._wrong > 0 and self._faults(rest) < self._wrong
        lit = self.part == f"{PLACES[fitted[1]]}-{card.id}"
        ink, fill, edge = (ALARM, ALARM_GROUND, ALARM) if bad else (PAPER, RAISED, EDGE)
        called = _word(card.subtype, name="{}") if card.type == "crew" else "{}"
        called = f"{count} × {called}" if count > 1 else called
        return row(
            Sign(icon_of(card), 26, ink, width=40),
            Text(called.format(short(card)), 32, grow=1), Text(str(card.cost), 32),
            panel=fill, frame=PAPER if lit else edge, corner=0, pad=10, gap=8, height=height,
            say=f"{called.format(card.name)} {card.cost}",
        )  # fmt: skip

    def slots(self, side: int) -> list[Part]:
        """The cards of a side, and what may still be there."""
        counts = Counter(number for number, at in self.cards if at == side)
        out: list[Part] = [self.slot((number, side), n) for number, n in counts.items()]
        kinds = {CARDS[n].type for n, fits in self.sides.items() if LETTERS[side] in fits}
        if "structure" in kinds and all(CARDS[number].type != "structure" for number in counts):
            return [*out, _free("plate")]
        return [*out, *[_free("weapon")] * ("weapon" in kinds)]


def _sheet(model: DesignModel) -> Part:
    """The car with its cards round it."""
    arms, sides = _arms(model.cards), list[Part]()
    for side, name in enumerate(SIDES):
        slots, lies = model.slots(side), row if side in (FRONT, BACK) else column
        for slot in slots:
            slot.width = 224
        shown = lies(*slots[: 3 if lies is row else 4], gap=10)
        told = ", ".join(words for slot in slots for words in slot.words())
        said = _word("on_side", side=name, cards=told) if told else ""
        sides.append(column(label(name), shown, gap=4, width=224, say=said))
    front, right, back, left = sides
    car = Armed(0, arms, 190, grow=1, say="")
    beside = row(middle(left, gap=0), car, middle(right, gap=0), gap=0, grow=1)
    return column(front, beside, back, panel=PANEL, pad=20, gap=0, height=_SHEET[1])


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
        told = Soft(words, 30, say="", grow=1)
        head = row(Text(name, 36, say="", width=56), told, gap=4, height=36)
        bar = Shares(((spent, ALARM if over else PAPER),), most, width=260, height=20, say="")
        lines.append(row(column(head, row(bar), gap=4, grow=1), value, height=70))
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
        Sign(icon_of(card), 34, ink, width=40), Text(short(card), 32, ink, grow=1, say=card.name),
        Text(where, 28, MUTE if dear else SOFT, "t"),
        Text(f"{card.cost} {unit}", 32, ink, anchor="right", width=72), gap=8, height=46,
    )  # fmt: skip


def _crew(model: DesignModel) -> Part:
    """The crew and what it carries, and what belongs to the whole car."""
    own, sides = [each for each in model.cards if each[1] == CREW], list[Part]()
    for key in ("crew", "whole"):
        there = [each for each in own if CARDS[each[0]].in_crew == (key == "crew")]
        slots = [*(model.slot(each, height=_ROW) for each in there), _free(key, _ROW)][:4]
        sides.append(column(label(_word(key)), *slots, space(), gap=3, grow=1))
    return row(*sides, panel=PANEL, pad=16, gap=20, width=_SHEET[0], height=228)


def design(built: Any, part: str = "") -> Picture | None:
    """A car while it is built, and the card that is being changed; None for what is no car."""
    if not isinstance(built, BuiltCar):
        return None
    model = DesignModel(built, part)
    left = column(_sheet(model), _crew(model), width=_SHEET[0])
    right = column(_totals(model), _verdict(model), _still(model), width=398, grow=1)
    title, _, sums = DESIGNS.title(built).partition(": ")
    return Picture(Header(_word("garage"), title, (), sums), row(left, right))
