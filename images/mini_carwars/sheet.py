"""A vehicle's record sheet: its turn, armor, crew, power plant and weapons."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from games.engine.players import Player
from games.mini_carwars import GAME as MINI
from games.mini_carwars.catalog import MODELS, PERSON
from games.mini_carwars.control import modifier
from games.mini_carwars.state import PHASES, Person, State, Vehicle
from games.mini_carwars.words.phrases import hurt, mph, two_dice
from images import fonts
from images.gauges import Hatching
from images.mini_carwars.armor import Boxes, Unknown, armor_part, boxes
from images.mini_carwars.stock import ICONS, OUT, called, figures, fleet, place
from images.parts import (
    Drawn,
    Flow,
    Header,
    Part,
    Picture,
    Rule,
    Sign,
    Stamp,
    Text,
    column,
    row,
    space,
)
from images.pen import Pen, slanted
from images.theme import ALARM, DEEP, EDGE, GAP, INK, MUTE, PANEL, PAPER, RAISED, SOFT, WELL, Colour
from images.words import counted, name_of

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


@dataclass(frozen=True, slots=True)
class _Phase:
    """The plate of one phase."""

    number: int
    now: bool
    moves: bool
    lost: bool
    """A skid has cost its move."""
    width: int = 70
    height: int = 68
    ground: Colour = PANEL

    def paint(self, pen: Pen) -> None:
        ink = INK if self.now else PAPER if self.moves else MUTE
        if self.now:
            pen.slant(0, 0, 70, 68, PAPER, 0.15)
        elif self.moves:
            pen.slant(0, 6, 70, 56, WELL, 0.15)
        else:
            pen.outline(slanted(2, 8, 66, 52, 0.15), WELL, 3)
        if self.lost:
            pen.line([(11, 56), (59, 12)], INK if self.now else MUTE, 4)
        else:
            pen.text(35, 34, str(self.number), 46 if self.now else 40, ink, "middle")


def shown(view: State, seat: int) -> Vehicle | None:
    """The vehicle whose sheet is meant: the one the seat is asked about, else its first in
    action."""
    own = fleet(view, seat)
    return min(own, key=lambda car: (car.number != view.asked, bool(car.out)), default=None)


def skipped(view: State, car: Vehicle) -> range:
    """The next phases with a move that skids have cost. Rules: Control Table"""
    first = view.phase + (not view.to_come(car.number))
    return range(max(1, first), _moves(car) + 1)[: car.skip]


def _moves(car: Vehicle) -> int:
    """Phases with a move at its speed: 1 up to that."""
    return 0 if car.wreck else min(PHASES, abs(car.speed) // 10)


def picture(view: State, players: Sequence[Player], seat: int) -> Picture:
    """The sheet of one vehicle, or what a seat has bought before the start."""
    car, owner, title = shown(view, seat), name_of(players, seat), MINI.words.title(view)
    if car is None:
        money = f"${view.dollars:,} left to spend." if view.seat == seat else ""
        body = column(
            Text(f"{MINI.words.loadout(view, seat) or 'No vehicle yet'}.", 44, grow=1),
            Text("Record sheets are made when all have bought their vehicles.", 34, SOFT, "t"),
            Text(money, 34, SOFT, "t"),
            panel=PANEL, pad=28, gap=10, height=280,
        )  # fmt: skip
        return Picture(Header(f"Record sheet · {title}", owner, seat), body)
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
    kind = f"Record sheet{' hidden' if car.hidden else ''} · {title}"
    return Picture(Header(kind, f"{owner} · {car.name}", seat, verb), column(*parts))


def _turn(view: State, car: Vehicle) -> Part:
    """Which phases have a move, which is now, and what a control roll would be."""
    moves, lost = _moves(car), skipped(view, car)
    plates = [
        Drawn(_Phase(n, n == view.phase, n <= moves and n not in lost, n in lost), say="")
        for n in range(1, PHASES + 1)
    ]
    said = f"{car.label}: {mph(car.speed)}"
    if moves:
        said += f", moves in phases 1 to {moves}" if moves > 1 else ", moves in phase 1"
    if view.phase:
        said += f", now phase {view.phase}"
    head = [Text("PHASE", 32, MUTE, height=34 if car.skip else 68, say=said)]
    if car.skip:
        skids = f"{counted(car.skip, 'move')} lost to skids"
        head.append(Text(f"{car.skip} lost", 30, SOFT, "t", say=skids, height=34))
    ends: list[Part] = []
    if car.out:
        ends.append(Stamp(OUT.get(car.out, car.out).upper(), 38, width=224, height=56))
    else:
        made, roll = counted(car.maneuvers, "maneuver"), control(car)
        for name, words, say in (
            ("maneuvers", str(car.maneuvers), f"{made} made this turn"),
            ("control", roll, f"control roll {roll}" if car.speed else roll),
        ):
            top = Text(name, 28, SOFT, "t", anchor="right", say="", height=30)
            below = Text(words, 37, anchor="right", say=say, height=38)
            ends.append(column(top, below, gap=0, width=116))
    return row(
        column(*head, gap=0, width=92), row(*plates, gap=5), space(), *ends, panel=PANEL, pad=12,
        height=92,
    )  # fmt: skip


def control(car: Vehicle) -> str:
    """The roll on the Control Table at its speed. Rules: Control Table"""
    return two_dice(modifier(car.speed, car.kind.cycle).total) if car.speed else "no roll"


# -- crew and power plant (Rules: 8. Combat)


def _crew(car: Vehicle) -> Iterator[Part]:
    """A row for each person and one for the power plant."""
    for person in car.crew:
        yield _person(person, car.hidden)
    gone, of = car.plant_gone, MODELS[car.look].plant
    left = None if car.hidden and not gone else car.plant
    found = boxes(of, left or 0, 250, 26)
    gauge = Unknown(found.width, 26) if left is None else Hatching(found.width, 22)
    said = "not known" if left is None else "gone" if gone else f"{left} of {of}"
    name = Text("Power plant", 34, SOFT, "t")
    icon = Sign("power", 52, MUTE if gone else PAPER, width=60)
    yield _member(icon, [name], [Drawn(found if left else gauge)], left, f"{said}.")


def _person(person: Person, hidden: bool) -> Part:
    """Somebody on board. There may be body armor that nobody has seen: it goes before the first
    hit."""
    able, maybe, open_ = person.able, hidden and not person.hits, not hidden
    alive = max(0, PERSON - person.hits)
    left = alive + (person.boxes if open_ else 0)
    head = [Text(person.role.capitalize(), 34, SOFT if able else MUTE, "t")]
    fired = "fired" if person.acted and able else ""
    if state := ", ".join(filter(None, (hurt(person.hits), fired))):
        head.append(Text(state, 30, PAPER if person.hits else SOFT, grow=1))
    low: list[Part] = [Drawn(Boxes(PERSON, alive, PERSON))]
    if maybe or (person.of and open_):
        low.append(Sign("armor", 24, MUTE, width=28))
    if maybe:
        low.append(Text("?", 32, MUTE, say="perhaps body armor"))
    elif person.of and open_:
        worn = f"body armor {person.boxes} of {person.of}"
        low.append(Drawn(Boxes(person.of, person.boxes, person.of), say=worn))
    if person.computer and open_:
        adds = f"+{person.computer}"
        low += [
            Sign("electronics", 26, SOFT, width=30),
            Text(adds, 30, SOFT, say=f"computer {adds}"),
        ]
    icon = Sign("called" if person.gunner else "driver", 52, PAPER if able else MUTE, width=60)
    return _member(icon, head, low, left, f"{left} left.", "+" if maybe else "")


def _member(icon: Part, head: Sequence[Part], low: Sequence[Part], left: int | None, say: str,
            more: str = "") -> Part:  # fmt: skip
    """A row: an icon, words over boxes, and what is left."""
    number: Part = Text("?" if left is None else f"{left}{more}", 64, anchor="right", say=say)
    if left == 0:
        number = Stamp("0", 40, ALARM, width=60, height=46, say=say)
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
        words = "Other weapons not seen" if parts else "No weapon seen yet"
        lock = Sign("lock", 34, MUTE, width=50)
        parts.append(row(lock, Text(words, 32, SOFT, "t", grow=1), height=min(pitch, 84)))
    elif parts:
        parts.pop()
    else:
        parts.append(Text("No weapons", 34, SOFT, "t"))
    return row(column(*parts, gap=1, grow=1), panel=PANEL, pad=10, height=tall)


def _weapon(kind: str, count: int, where: str, state: str, tall: int, out: bool) -> Part:
    """In a high row three lines, in a low one name and place side by side."""
    ready, gone, low = state == "ready" and not out, state == "gone", tall < 58
    ink, dim = (MUTE if gone else PAPER), (MUTE if gone else SOFT)
    fill, edge = (MUTE, None) if out and state == "ready" else _PLATES[state]
    name = called(kind, count)
    written = called(kind, count, short=low or fonts.width(name, 30) > 186)
    words = [
        Text(written, 36, ink, say=name, grow=0 if low else 1, height=0 if low else 38),
        Text(where.removeprefix("in the ") if low else where, 28, dim, "t", say=where, grow=1,
             height=30),
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
    chart = Text(figures(kind), 28, dim, "t", say="", grow=1, height=32)
    return row(icon, column(line, chart, gap=0, grow=1), gap=10, height=tall)


def _other(one: Vehicle, room: int) -> Part:
    """Another vehicle of the seat."""
    state, ink = OUT.get(one.out, one.out), MUTE if one.out else SOFT
    head = row(
        Text(one.label, 40, MUTE if one.out else PAPER),
        Text(mph(one.speed), 30, ink, "t", grow=1), gap=10, height=40,
    )  # fmt: skip
    name = one.name
    if fonts.width(name, 28, "t") > room and " " in name:
        # Without its middle words: "Firelight (a)".
        first, *_, last = name.split()
        name = f"{first} {last}"
    said = f"{one.name}, out of action: {state}." if state else f"{one.name}."
    low = Text(state.upper() or name, 28, ink, "b" if state else "t", grow=1, say=said, height=34)
    return column(head, row(low), gap=2, width=room)
