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
from games.mini_carwars.words.phrases import hurt, mph
from images import fonts
from images.gauges import Hatching
from images.icons import Icon
from images.mini_carwars.armor import Boxes, Unknown, armor_part, boxes
from images.mini_carwars.stock import ICONS, OUT, ROLE_ICONS, called, figures, place, short
from images.parts import (
    Drawn,
    Header,
    Part,
    Picture,
    Rule,
    Stamp,
    Text,
    column,
    row,
    space,
)
from images.pen import Pen, slanted
from images.theme import (
    ALARM,
    DEEP,
    EDGE,
    GAP,
    INK,
    MUTE,
    PANEL,
    PAPER,
    RAISED,
    SOFT,
    WELL,
    Colour,
)
from images.words import counted, listed, name_of

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


def shown(view: State, seat: int, vehicle: int = -1) -> Vehicle | None:
    """The vehicle whose sheet is meant: the one asked for if it is the seat's, else the one the
    seat is asked about, else its first in action."""
    own = [car for car in view.cars if car.owner == seat]
    for wanted in (vehicle, view.asked):
        for car in own:
            if car.number == wanted:
                return car
    return next((car for car in own if not car.out), own[0] if own else None)


def skipped(view: State, car: Vehicle) -> range:
    """The next phases with a move that skids have cost. Rules: Control Table"""
    first = max(1, view.phase)
    if view.phase and not view.to_come(car.number):
        first += 1
    return range(first, _moves(car) + 1)[: car.skip]


def _moves(car: Vehicle) -> int:
    """Phases with a move at its speed: 1 up to that."""
    return 0 if car.wreck else min(PHASES, abs(car.speed) // 10)


def picture(view: State, players: Sequence[Player], seat: int, vehicle: int = -1) -> Picture:
    """The sheet of one vehicle, or what a seat has bought before the start."""
    car = shown(view, seat, vehicle)
    owner = name_of(players, seat)
    if car is None:
        body = _none(view, view.seat == seat)
        return Picture(Header(f"Record sheet · {MINI.words.title(view)}", owner, seat), body)
    others = [one for one in view.cars if one.owner == seat and one is not car]
    tall = _TALL - (_OTHERS + GAP if others else 0)
    crew = column(*_crew(car), panel=PANEL, pad=16, gap=20)
    weapons = _weapons(car, tall - crew.least()[1] - GAP)
    body = column(
        _turn(view, car),
        row(armor_part(car, tall), column(crew, weapons, width=432, height=tall)),
        *([_others(others)] if others else []),
    )
    speed = mph(car.speed)
    verb = f"{car.label} · {speed}" if len(car.label) > 1 else speed
    kind = "Record sheet hidden" if car.hidden else "Record sheet"
    return Picture(
        Header(f"{kind} · {MINI.words.title(view)}", f"{owner} · {car.name}", seat, verb), body
    )


def _none(view: State, mine: bool) -> Part:
    """A seat without a vehicle: what it has bought, as far as the reader may know."""
    bought = [MODELS[model].name for model in view.mine] if mine else []
    later = "Record sheets are made when all have bought their vehicles."
    parts = [
        Text(f"{listed(bought) or 'No vehicle yet'}.", 44, grow=1),
        Text(later, 34, SOFT, "t"),
        Text(f"${view.dollars:,} left to spend." if mine else "", 34, SOFT, "t"),
    ]
    return column(*parts, panel=PANEL, pad=28, gap=10, height=280)


def _turn(view: State, car: Vehicle) -> Part:
    """Which phases have a move, which is now, and what a control roll would be."""
    moves, lost = _moves(car), skipped(view, car)
    plates: list[Part] = [
        Drawn(_Phase(n, n == view.phase, n <= moves and n not in lost, n in lost), say="")
        for n in range(1, PHASES + 1)
    ]
    now = [f"now phase {view.phase}"] if view.phase else []
    where = f"moves in phases 1 to {moves}" if moves > 1 else "moves in phase 1" if moves else ""
    told = [f"{car.label}: {mph(car.speed)}", where, *now]
    said = ", ".join(filter(None, told))
    head: list[Part] = [Text("PHASE", 32, MUTE, height=34 if car.skip else 68, say=said)]
    if car.skip:
        skids = f"{counted(car.skip, 'move')} lost to skids"
        head.append(Text(f"{car.skip} lost", 30, SOFT, "t", say=skids, height=34))
    if car.out:
        ends: list[Part] = [Stamp(OUT.get(car.out, car.out).upper(), 38, width=224, height=56)]
    else:
        roll = control(car)
        made = counted(car.maneuvers, "maneuver")
        ends = [
            column(Text(name, 28, SOFT, "t", anchor="right", say="", height=30),
                   Text(words, 37, anchor="right", say=say, height=38), gap=0, width=wide)
            for name, words, say, wide in (
                ("maneuvers", str(car.maneuvers), f"{made} made this turn", 116),
                ("control", roll, roll if car.speed == 0 else f"control roll {roll}", 116),
            )
        ]  # fmt: skip
    return row(
        column(*head, gap=0, width=92), row(*plates, gap=5), space(), *ends, panel=PANEL, pad=12,
        height=92,
    )  # fmt: skip


def control(car: Vehicle) -> str:
    """The roll on the Control Table at its speed. Rules: Control Table"""
    if not car.speed:
        return "no roll"
    add = modifier(car.speed, car.kind.cycle).total
    return f"2d6 + {add}" if add else "2d6"


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
    icon = Icon("power", 52, MUTE if gone else PAPER)
    yield _member(icon, [name], [Drawn(found if left else gauge)], left, f"{said}.")


def _person(person: Person, hidden: bool) -> Part:
    """Somebody on board. There may be body armor that nobody has seen: it goes before the first
    hit."""
    ink, maybe = (PAPER if person.able else MUTE), hidden and not person.hits
    left = max(0, PERSON - person.hits) + (0 if hidden else person.boxes)
    role = Text(person.role.capitalize(), 34, SOFT if person.able else MUTE, "t")
    fired = "fired" if person.acted and person.able else ""
    state = ", ".join(filter(None, (hurt(person.hits), fired)))
    head = [role, *([Text(state, 30, PAPER if person.hits else SOFT, grow=1)] if state else [])]
    low: list[Part] = [Drawn(Boxes(PERSON, max(0, PERSON - person.hits), PERSON))]
    armor = Drawn(Icon("armor", 24, MUTE))
    if maybe:
        low += [armor, Text("?", 32, MUTE, say="perhaps body armor")]
    elif person.of and not hidden:
        worn = f"body armor {person.boxes} of {person.of}"
        low += [armor, Drawn(Boxes(person.of, person.boxes, person.of), say=worn)]
    if person.computer and not hidden:
        adds = f"+{person.computer}"
        low += [Drawn(Icon("electronics", 26, SOFT)), Text(adds, 30, SOFT, say=f"computer {adds}")]
    icon = Icon(ROLE_ICONS[person.role], 52, ink)
    return _member(icon, head, low, left, f"{left} left.", "+" if maybe else "")


def _member(icon: Icon, head: Sequence[Part], low: Sequence[Part], left: int | None, say: str,
            more: str = "") -> Part:  # fmt: skip
    """A row: an icon, words over boxes, and what is left."""
    number: Part = Text("?" if left is None else f"{left}{more}", 64, anchor="right", say=say)
    if left == 0:
        number = Stamp("0", 40, ALARM, width=60, height=46, say=say)
    words = column(row(*head, gap=12, height=40), row(*low, gap=4, height=26), gap=2, grow=1)
    return row(Drawn(icon), words, number, gap=12, height=72)


# -- weapons


def _weapons(car: Vehicle, tall: int) -> Part:
    """A row for each weapon; what is alike in kind, mount, link and state shares one. Of a hidden
    sheet nobody knows what is linked."""
    arms = car.arms if car.sheet else car.seen
    groups = Counter((one.kind, one.mount, car.sheet and one.link, one.state) for one in arms)
    rows = len(groups) + car.hidden
    pitch = min(112, (tall - 20) // max(rows, 1)) - 4
    parts: list[Part] = []
    for (kind, mount, link, state), count in groups.items():
        where = f"{place(mount)}, linked" if link else place(mount)
        parts += [_weapon(kind, count, where, state, pitch, bool(car.out)), Rule()]
    if car.hidden:
        words = "Other weapons not seen" if parts else "No weapon seen yet"
        lock = Drawn(Icon("lock", 34, MUTE), width=50)
        parts.append(row(lock, Text(words, 32, SOFT, "t", grow=1), height=min(pitch, 84)))
    elif parts:
        parts.pop()
    else:
        parts.append(Text("No weapons", 34, SOFT, "t"))
    body = column(*parts, gap=1)
    return row(column(body, grow=1), panel=PANEL, pad=10, height=tall)


def _weapon(kind: str, count: int, where: str, state: str, tall: int, out: bool) -> Part:
    """In a high row three lines, in a low one name and place side by side."""
    ready, gone = state == "ready" and not out, state == "gone"
    name, low = called(kind, count), tall < 58
    ink, dim = (MUTE if gone else PAPER), (MUTE if gone else SOFT)
    fill, edge = (MUTE, None) if out and state == "ready" else _PLATES[state]
    written = short(kind, count) if low or fonts.width(name, 30) > 186 else name
    words: list[Part] = [
        Text(written, 36, ink, say=name, grow=0 if low else 1, height=0 if low else 38),
        Text(where.removeprefix("in the ") if low else where, 28, dim, "t", say=where, grow=1,
             height=30),
    ]  # fmt: skip
    icon = Drawn(Icon(ICONS[kind], 32 if low else 44, PAPER if ready else MUTE), width=50)
    plate = Stamp(
        state.upper(), 30, fill, edge, width=130, height=min(46, tall - 6), say=f"{state}."
    )
    if low:
        return row(icon, *words, plate, gap=10, height=tall)
    if tall < 100:
        return row(icon, column(*words, gap=0, grow=1), plate, gap=10, height=tall)
    lines = [
        row(column(*words, gap=0, grow=1), plate, height=70),
        Text(figures(kind), 28, dim, "t", say="", grow=1, height=32),
    ]
    return row(icon, column(*lines, gap=0, grow=1), gap=10, height=tall)


# -- the seat's other vehicles


def _others(others: Sequence[Vehicle]) -> Part:
    """All of them side by side, or as many as there is room for."""
    listed_ = others if len(others) <= _MOST else others[: _MOST - 1]
    wide = 1144 // max(4, min(len(others), _MOST))
    parts = [_other(one, wide - 14) for one in listed_]
    if more := len(others) - len(listed_):
        parts.append(Text(f"and {more} more", 32, MUTE, "t", width=wide - 14))
    return row(*parts, panel=DEEP, pad=12, gap=14, height=_OTHERS)


def _other(one: Vehicle, room: int) -> Part:
    state, ink = OUT.get(one.out, one.out), MUTE if one.out else SOFT
    speed = mph(one.speed)
    head = row(
        Text(one.label, 40, MUTE if one.out else PAPER),
        Text(speed, 30, ink, "t", grow=1), gap=10, height=40,
    )  # fmt: skip
    name = one.name
    if fonts.width(name, 28, "t") > room and " " in name:
        # Without its middle words: "Firelight (a)".
        first, *_, last = name.split()
        name = f"{first} {last}" if last.startswith("(") else first
    said = f"{one.name}, out of action: {state}." if state else f"{one.name}."
    low = Text(state.upper() or name, 28, ink, "b" if state else "t", grow=1, say=said, height=34)
    return column(head, row(low), gap=2, width=room)


def sheet(view: State, players: Sequence[Player], seat: int, vehicle: int = -1) -> bytes:
    """A palette PNG, 1200 px wide, of one vehicle: the one given if it is the seat's, else the one
    the seat is asked about, else its first in action."""
    return picture(view, players, seat, vehicle).png()


def sheet_alt(view: State, players: Sequence[Player], seat: int, vehicle: int = -1) -> str:
    """The sheet in words, at most 1024 characters."""
    return picture(view, players, seat, vehicle).alt_text()
