"""A vehicle's record sheet: its turn, armor (Rules: 3. Vehicle Selection), crew, power plant and
weapons.

Boxes of armor are ten a row in front and back and five a row at the sides, as in the rulebook;
where a side has more than that leaves room for, its boxes are smaller and more a row.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from games.engine.players import Player
from games.engine.voice import upper
from games.mini_carwars import GAME as MINI
from games.mini_carwars.catalog import MODELS, PERSON, SIDES, TOP
from games.mini_carwars.control import modifier
from games.mini_carwars.state import PHASES, Person, State, Vehicle
from games.mini_carwars.words.phrases import hurt, mph, phrase, two_dice
from images import fonts
from images.mini_carwars.model import ICONS, called, fate, figures, fleet, place, portrait, tell
from images.panels import Hatching
from images.parts import (
    Drawn,
    Flow,
    Header,
    Part,
    Picture,
    Rule,
    Sign,
    Soft,
    Stamp,
    Text,
    column,
    figure,
    middle,
    row,
    space,
)
from images.pen import Figure, Pen
from images.theme import ALARM, DEEP, EDGE, GAP, INK, MUTE, PANEL, PAPER, RAISED, SOFT, WELL, Colour
from images.words import name_of

_TALL: Final = 672
"""Of the armor and what stands beside it, px, where the seat has no other vehicle."""
_OTHERS: Final = 100
"""Height of the strip of the seat's other vehicles, px."""
_MOST: Final = 7
"""Vehicles that it has room for."""
_PLATES: Final[dict[str, tuple[Colour, Colour | None]]] = {
    "ready": (PAPER, None),
    "fired": (PANEL, EDGE),
    "spent": (RAISED, EDGE),
    "gone": (ALARM, None),
}
"""Ground and edge of a weapon's state."""
_SIZES: Final = ((22, 5), (14, 4), (11, 2), (8, 2), (6, 1), (4, 1))
"""Size of a box and the space between two, px, as the rulebook's and ever smaller."""
_ENDS: Final = (265, 105)
"""Room for the boxes of front and back, px."""
_WIDE: Final = 130, 157
"""The same of the sides and of the top: its width."""
_LOW: Final = 600
"""A lower panel has less room beside the vehicle, px."""


class Boxes(Figure, frozen=True):
    """Rows of boxes, the first `left` of them lit, the lost ones with a slash."""

    cells: int
    left: int
    per: int
    """Boxes a row."""
    size: int = 22
    space: int = 5
    ground: Colour = PANEL

    @property
    def width(self) -> int:
        return min(self.per, self.cells) * (self.size + self.space) - self.space

    @property
    def height(self) -> int:
        return -(-self.cells // self.per) * (self.size + self.space) - self.space

    def paint(self, pen: Pen) -> None:
        for i in range(self.cells):
            row, column = divmod(i, self.per)
            x, y = (each * (self.size + self.space) for each in (column, row))
            if i < self.left:
                pen.rect(x, y, self.size, self.size, PAPER)
                continue
            pen.rect(x, y, self.size, self.size, WELL)
            if self.size >= 8:
                inset = self.size * 0.23
                ends = [(x + inset, y + self.size - inset), (x + self.size - inset, y + inset)]
                pen.line(ends, EDGE, 2.6 if self.size > 14 else 1.6)


def unknown(wide: int, tall: int) -> Part:
    """A frame with a question mark, for what is not known."""
    asks = Text("?" * (tall > 60), 60, MUTE, anchor="middle", say="", grow=1)
    return row(asks, panel=PANEL, frame=WELL, corner=0, width=wide, height=tall)


@lru_cache(maxsize=256)
def boxes(cells: int, left: int, wide: int, tall: int, ground: Colour = PANEL) -> Boxes:
    """The boxes in the largest size with which they keep within `wide` by `tall` px."""
    for size, apart in _SIZES:
        per = (wide + apart) // (size + apart)
        found = Boxes(cells, left, per, size, apart, ground)
        if found.height <= tall:
            break
    return found


class Side(NamedTuple):
    """The armor of one side, as far as who looks may know it."""

    name: str
    left: int | None
    """None: nobody but the owner knows."""
    of: int
    """Points at the start; 0 where that is hidden."""
    lost: int
    """Points that all have seen lost, at least."""
    breached: bool

    @property
    def bare(self) -> bool:
        """It never had armor."""
        return self.left == 0 and self.of == 0 and not self.breached

    @property
    def seen(self) -> str:
        """What everyone knows of a hidden one."""
        return phrase("seen_lost", lost=self.lost)

    @property
    def words(self) -> str:
        if self.left is None:
            return f"{self.name} {self.seen}"
        gone = "none" if self.bare else "breached"
        which = gone if not self.left else "worn" if self.left < self.of else "whole"
        return phrase(f"side_{which}", side=self)


def sides(car: Vehicle) -> list[Side]:
    """The sides that may carry armor; the top where it has any, or a turret."""
    out = []
    for side in MODELS[car.look].armored:
        breached = side in car.breached
        found = Side(SIDES[side], 0 if breached else None, 0, car.lost[side], breached)
        if car.sheet:
            left, of = car.armor[side], car.bought[side]
            found = Side(SIDES[side], left, of, of - left, left == 0 < of)
        if side != TOP or car.turret or found.of or found.lost or found.breached:
            out.append(found)
    return out


def armor_part(car: Vehicle, height: int) -> Part:
    """The vehicle with what is left of its armor, in a panel so many px high."""
    found = {side.name: side for side in sides(car)}
    low = height < _LOW
    pose = portrait(car, 196 if low else 230)
    room = 150 if low and "top" in found else 213
    hidden = Soft(phrase("hidden"), 28, lines=2, grow=1)
    size = Soft(car.kind.size, 30)
    left: list[Part] = [row(Sign("lock", 40, width=46), hidden), size]
    if car.sheet:
        left = [size, Text(f"${car.cost:,}", 36)]
    if "left" in found:
        left += [space(), _beside(found["left"], _WIDE[0], room)]
    if "top" in found:
        left += [space(), _beside(found["top"], _WIDE[1], 132)]
    else:
        left.append(space())
    right: list[Part] = []
    if "right" in found:
        beside = _beside(found["right"], _WIDE[0], 213)
        right = [middle(beside, height=pose.height)]
    whole = middle(_end(found["front"]),
        row(Drawn(pose, width=_ENDS[0], say=""), *right, gap=8, height=pose.height),
        _end(found["back"]), gap=8, grow=1,
    )  # fmt: skip
    told = phrase("armor", sides="; ".join(side.words for side in found.values()))
    about = phrase("cost" if car.sheet else "only_seen", dollars=car.cost)
    say = f"{told} {car.kind.size.capitalize()}. {about}"
    body = row(column(*left, width=190, height=height - 48), whole, gap=8)
    return column(body, panel=PANEL, pad=24, width=720, height=height, say=say)


def _end(side: Side) -> Part:
    """Front or back: its boxes, and the number beside them."""
    figures = column(Text(side.name.upper(), 34, SOFT), row(*_figures(side), gap=10), gap=0)
    gauge = _gauge(side, *_ENDS)
    gauge.width = _ENDS[0]
    return row(gauge, figures, height=110)


def _beside(side: Side, wide: int, tall: int) -> Part:
    """Another side: the number over its boxes."""
    head: list[Part] = [Text(side.name.upper(), 34, SOFT), *_figures(side)]
    if side.left is not None:
        head = [row(*head, gap=8)]
    return column(*head, row(_gauge(side, wide, tall)), gap=6)


def _figures(side: Side) -> list[Part]:
    """What is left, and of how much where some is lost, as far as who looks may know."""
    if side.left is None or side.bare:
        ink = PAPER if side.lost else MUTE
        return [Text(phrase("no_armor") if side.bare else side.seen, 28, ink, "t")]
    of = [Text(phrase("of", of=side.of), 28, MUTE, "t")] * (side.left < side.of)
    if side.breached and not side.of:
        of = [Text(phrase("armor_gone"), 28, SOFT, "t")]
    return [figure(side.left, 56, anchor="left"), *of]


def _gauge(side: Side, wide: int, tall: int) -> Part:
    """Boxes, hatching where they are all gone, or a question where nobody knows."""
    if side.bare:
        return space(wide)
    # Only what all have seen: how many boxes there were is the owner's secret.
    if side.left is None:
        return unknown(wide, min(tall, 103))
    if not side.of:
        return Drawn(Hatching(wide, min(tall, 103)))
    found = boxes(side.of, side.left, wide, tall)
    return Drawn(found if side.left else Hatching(found.width, found.height))


# -- the sheet


def shown(view: State, seat: int) -> Vehicle | None:
    """The vehicle whose sheet is meant: the one the seat is asked about, else its first in
    action."""
    own = fleet(view, seat)
    return min(own, key=lambda car: (car.number != view.asked, bool(car.out)), default=None)


def skipped(view: State, car: Vehicle) -> range:
    """The next phases with a move that skids have cost. Rules: Control Table"""
    first = view.phase + (not view.to_come(car.number))
    return range(max(1, first), abs(car.speed) // 10 + 1)[: car.skip]


def picture(view: State, players: Sequence[Player], seat: int) -> Picture:
    """The sheet of one vehicle, or what a seat has bought before the start."""
    car, owner, title = shown(view, seat), name_of(players, seat), MINI.words.title(view)
    if car is None:
        money = phrase("purse", dollars=view.dollars) if view.seat == seat else ""
        bought = MINI.words.loadout(view, seat) or upper(phrase("no_vehicle"))
        body = column(
            Text(f"{bought}.", 44, grow=1), Soft(phrase("no_sheets")),
            Soft(money),
            panel=PANEL, pad=28, gap=10, height=280,
        )  # fmt: skip
        return Picture(Header(f"{phrase('sheet')} · {title}", owner, (seat,)), body)
    others = [one for one in fleet(view, seat) if one is not car]
    tall = _TALL - (_OTHERS + GAP if others else 0)
    crew = column(*_crew(car), panel=PANEL, pad=16, gap=20)
    weapons = _weapons(car, tall - crew.least()[1] - GAP)
    parts = [
        _turn(view, car),
        row(armor_part(car, tall), column(crew, weapons, width=432, height=tall)),
    ]
    if others:
        wide = 1144 // max(4, min(len(others), _MOST)) - 14
        strip = Flow([_other(one, wide) for one in others], gap=14, grow=1)
        parts.append(row(strip, panel=DEEP, pad=12, height=_OTHERS))
    speed = mph(car.speed)
    verb = f"{car.label} · {speed}" if len(car.label) > 1 else speed
    kind = f"{upper(phrase('hidden')) if car.hidden else phrase('sheet')} · {title}"
    if car.called:
        kind = f"{MODELS[car.look].name} · {kind}"
    return Picture(Header(kind, f"{owner} · {car.name}", (seat,), verb), column(*parts))


def _turn(view: State, car: Vehicle) -> Part:
    """Which phases have a move, which is now, and what a control roll would be."""
    moves, lost = abs(car.speed) // 10, skipped(view, car)
    plates: list[Part] = []
    for n in range(1, PHASES + 1):
        now, ours = n == view.phase, n <= moves and n not in lost
        plates.append(Stamp(
            "/" if n in lost else str(n), 46 if now else 40,
            PAPER if now else WELL if ours else PANEL, None if now or ours else WELL,
            INK if now else PAPER if ours else MUTE, width=70, height=56, say="",
        ))  # fmt: skip
    said = tell("moves", view, car)
    head = [Text(phrase("phases"), 32, MUTE, height=34 if car.skip else 68, say=said)]
    if car.skip:
        skids = tell("skids", view, car)
        head.append(Soft(phrase("skips", moves=car.skip), 30, say=skids, height=34))
    ends: list[Part] = []
    if car.out:
        ends.append(Stamp(fate(car).upper(), 38, width=224, height=56))
    else:
        made, roll = phrase("made", maneuvers=car.maneuvers), control(car)
        for name, words, say in (
            ("maneuvers", str(car.maneuvers), made),
            ("control", roll, phrase("control_roll", roll=roll) if car.speed else roll),
        ):
            top = Soft(phrase(name), 32, anchor="right", say="", height=30)
            below = Text(words, 37, anchor="right", say=say, height=38)
            ends.append(column(top, below, gap=0, width=140))
    return row(
        column(*head, gap=0, width=92), row(*plates, gap=5), space(), *ends, panel=PANEL, pad=12,
        height=92,
    )  # fmt: skip


def control(car: Vehicle) -> str:
    """The roll on the Control Table at its speed. Rules: Control Table"""
    return two_dice(modifier(car.speed, car.kind.cycle).total) if car.speed else phrase("no_roll")


# -- crew and power plant (Rules: 8. Combat)


def _crew(car: Vehicle) -> Iterator[Part]:
    """A row for each person and one for the power plant."""
    for person in car.crew:
        yield _person(person, car.hidden)
    gone, of = car.plant_gone, MODELS[car.look].plant
    left = None if car.hidden and not gone else car.plant
    found = boxes(of, left or 0, 250, 26)
    gauge: Part = Drawn(found if left else Hatching(found.width, 22))
    said = phrase("boxes", left=left, of=of)
    if left is None:
        said, gauge = phrase("unknown"), unknown(found.width, 26)
    name = Soft(upper(phrase("plant")))
    icon = Sign("power", 52, MUTE if gone else PAPER, width=60)
    yield _member(icon, [name], [gauge], left, phrase("gone") if gone else said)


def _person(person: Person, hidden: bool) -> Part:
    """Somebody on board. There may be body armor that nobody has seen: it goes before the first
    hit."""
    able, maybe, open_ = person.able, hidden and not person.hits, not hidden
    alive = max(0, PERSON - person.hits)
    left = alive + (person.boxes if open_ else 0)
    head = [Text(person.role.capitalize(), 34, SOFT if able else MUTE, "t")]
    fired = phrase("fired") if person.acted and able else ""
    if state := ", ".join(filter(None, (hurt(person.hits), fired))):
        head.append(Text(state, 30, PAPER if person.hits else SOFT, grow=1))
    low: list[Part] = [Drawn(Boxes(PERSON, alive, PERSON))]
    if maybe or (person.of and open_):
        low.append(Sign("armor", 24, MUTE, width=28))
    if maybe:
        low.append(Text("?", 32, MUTE, say=phrase("maybe")))
    elif person.of and open_:
        worn = phrase("suit", person=person)
        low.append(Drawn(Boxes(person.of, person.boxes, person.of), say=worn))
    if person.computer and open_:
        adds = f"+{person.computer}"
        low += [
            Sign("electronics", 26, SOFT, width=30),
            Text(adds, 30, SOFT, say=phrase("computer", adds=adds)),
        ]
    icon = Sign("called" if person.gunner else "driver", 52, PAPER if able else MUTE, width=60)
    return _member(icon, head, low, left, phrase("left", left=left), "+" if maybe else "")


def _member(icon: Part, head: Sequence[Part], low: Sequence[Part], left: int | None, say: str,
            more: str = "") -> Part:  # fmt: skip
    """A row: an icon, words over boxes, and what is left."""
    number: Part = Text("?" if left is None else f"{left}{more}", 64, anchor="right", say=say)
    if left == 0:
        number = figure(0, 58, say)
    words = column(row(*head, gap=12, height=40), row(*low, gap=4, height=26), gap=2, grow=1)
    return row(icon, words, number, gap=12, height=72)


# -- weapons


def _weapons(car: Vehicle, tall: int) -> Part:
    """A row for each weapon; what is alike in kind, mount, link and state shares one. Of a hidden
    sheet nobody knows what is linked."""
    arms = car.arms if car.sheet else car.seen
    groups = Counter((one.kind, one.mount, car.sheet and one.link, one.state) for one in arms)
    pitch = min(112, (tall - 20) // max(len(groups) + car.hidden, 1)) - 4
    parts: list[Part] = []
    for (kind, mount, link, state), count in groups.items():
        where = place(mount, link or 0)
        parts += [_weapon(kind, count, where, state, pitch, bool(car.out)), Rule()]
    if car.hidden:
        words = phrase("other_weapons" if parts else "no_weapon")
        lock = Sign("lock", 34, MUTE, width=50)
        parts.append(row(lock, Soft(words, 32, grow=1), height=min(pitch, 84)))
    elif parts:
        parts.pop()
    else:
        parts.append(Soft(phrase("no_weapons")))
    return row(column(*parts, gap=1, grow=1), panel=PANEL, pad=10, height=tall)


def _weapon(kind: str, count: int, where: str, state: str, tall: int, out: bool) -> Part:
    """In a high row three lines, in a low one name and place side by side."""
    ready, gone, low = state == "ready" and not out, state == "gone", tall < 58
    ink, dim = (MUTE if gone else PAPER), (MUTE if gone else SOFT)
    fill, edge = (MUTE, None) if out and state == "ready" else _PLATES[state]
    name, short = called(kind, count), where.removeprefix(phrase("in_the")) if low else where
    written = called(kind, count, short=low or fonts.width(name, 30) > 186)
    words = [
        Text(written, 36, ink, say=name, grow=0 if low else 1, height=0 if low else 38),
        Text(short, 28, dim, "t", say=where, grow=1, height=30),
    ]  # fmt: skip
    icon = Sign(ICONS[kind], 32 if low else 44, PAPER if ready else MUTE, width=50)
    plate = Stamp(
        state.upper(), 30, fill, edge, width=130, height=min(46, tall - 6), say=f"{state}."
    )
    if low:
        return row(icon, *words, plate, gap=10, height=tall)
    line = row(column(*words, gap=0, grow=1), plate, gap=10, grow=1, height=min(tall, 70))
    if tall < 100:
        return row(icon, line, gap=10, height=tall)
    chart = Text(figures(kind), 32, dim, "t", say="", grow=1, height=32)
    return row(icon, column(line, chart, gap=0, grow=1), gap=10, height=tall)


def _other(one: Vehicle, room: int) -> Part:
    """Another vehicle of the seat."""
    state, ink = fate(one), MUTE if one.out else SOFT
    head = row(
        Text(one.label, 40, MUTE if one.out else PAPER),
        Text(mph(one.speed), 30, ink, "t", grow=1), gap=10, height=40,
    )  # fmt: skip
    name = one.name
    if fonts.width(name, 28, "t") > room and " " in name:
        # Without its middle words: "Firelight (a)".
        first, *_, last = name.split()
        name = f"{first} {last}"
    said = phrase("other_out" if state else "other", car=one.name, fate=state)
    low = Text(state.upper() or name, 28, ink, "b" if state else "t", grow=1, say=said, height=34)
    return column(head, row(low), gap=2, width=room)
