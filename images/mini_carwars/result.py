"""The poster of a fight: places, winners and what is left of every vehicle; also before its end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from games.engine.players import SEAT_LETTERS, Player
from games.mini_carwars import GAME as MINI
from games.mini_carwars.state import State, Vehicle
from games.mini_carwars.words.phrases import DRAWS, WON, hurt, mph
from images.mini_carwars.portrait import Pose
from images.mini_carwars.stock import GAME, OUT
from images.parts import Drawn, Header, Part, Picture, Stamp, Text, column, plate, row, space
from images.theme import DEEP, MUTE, PANEL, PAPER, SOFT
from images.words import counted, listed, name_of

_TALLEST: Final = 780
_LEAST: Final = 400
"""Height of what stands below the header, px."""
_MOST_POSED: Final = 3
_HEAD: Final = 50
"""Height of a seat's name over its vehicles, px."""
_PACK: Final = 5
"""So many vehicles of a seat have one line each."""


def picture(view: State, players: Sequence[Player]) -> Picture:
    """How a fight ended or how it stands."""
    seats = range(len(view.budget))
    winners = view.places[0] if view.places and view.ended not in DRAWS else ()
    places: dict[int, int] = {}
    for group in view.places:
        places.update(dict.fromkeys(group, len(places) + 1))
    if not view.ended:
        standing = {car.owner for car in view.cars if not car.out}
        order = sorted(seats, key=lambda seat: seat not in standing)
        why = f"{counted(len(standing), 'side')} in action" if view.cars else "before the start"
        title, stamp = "How they stand", "SO FAR"
    else:
        order = sorted(seats, key=lambda seat: places.get(seat, len(seats) + 1))
        why = WON.get(view.ended) or DRAWS.get(view.ended, "the fight is over")
        who = listed([f"{SEAT_LETTERS[seat]} {name_of(players, seat)}" for seat in winners])
        title = f"{who} {'win' if len(winners) > 1 else 'wins'} the fight" if winners else "A draw"
        stamp = "WINNER" if len(winners) == 1 else "WINNERS" if winners else "DRAW"
    pitch, lines = _rows(view)
    sides = column(
        *(_side(view, players, seat, places.get(seat, 0), pitch, lines) for seat in order),
        gap=8, grow=1,
    )  # fmt: skip
    tall = max(_LEAST, sides.least()[1])
    poster = _poster(view, winners or (view.places[0] if view.places else order), stamp,
                     why[:1].upper() + why[1:], tall)  # fmt: skip
    return Picture(
        Header(f"{GAME} · {MINI.words.title(view)}", title), row(poster, sides, height=tall)
    )


def _fleet(view: State, seat: int) -> list[Vehicle]:
    """A seat's vehicles, once they have lined up."""
    return [car for car in view.cars if car.owner == seat]


def _poster(view: State, seats: Sequence[int], stamp: str, why: str, tall: int) -> Part:
    """Who won or still stands, large, and why the fight is over: a vehicle of each of these seats,
    or all of a single one that are still in action."""
    fleets = [sorted(_fleet(view, seat), key=lambda car: bool(car.out)) for seat in seats]
    cars = [fleet[0] for fleet in fleets if fleet]
    if len(fleets) == 1:
        cars = [car for car in fleets[0] if not car.out] or cars
    cars = cars[:_MOST_POSED]
    length = min(330, (tall - 200) * 100 // 121) if len(cars) == 1 else 140
    posed = [
        Drawn(Pose(car.owner, car.label, length, car.kind.cycle, bool(car.out)), say="")
        for car in cars
    ]
    return column(
        row(space(), *posed, space(), gap=14, grow=1),
        row(space(), Stamp(stamp, 56, PAPER, width=228, height=72, say=""), space()),
        Text(why, 30, SOFT, "t", "middle", 2, height=72),
        panel=PANEL, pad=16, width=288, height=tall,
    )  # fmt: skip


def _rows(view: State) -> tuple[int, int]:
    """Height of a line and lines a vehicle, the roomiest that fit; (26, 0): a line a seat."""
    fleets = [len(_fleet(view, seat)) for seat in range(len(view.budget))]
    for pitch, lines in ((44, 2), (38, 2), (32, 2), (42, 1), (36, 1), (30, 1)):
        tall = sum(_HEAD + pitch * max(1, lines * count) + 16 for count in fleets) - 8
        if tall <= _TALLEST and (lines == 1 or max(fleets) < _PACK):
            return pitch, lines
    return 26, 0


def _side(
    view: State, players: Sequence[Player], seat: int, place: int, pitch: int, lines: int
) -> Part:
    """A seat's place and its vehicles; place 0 while the fight goes on."""
    cars = _fleet(view, seat)
    standing = sum(not car.out for car in cars)
    won = bool(place) and view.ended not in DRAWS and seat in view.places[0]
    ground = PANEL if won or (not place and standing) else DEEP
    ink = PAPER if won or standing else SOFT
    computer = seat < len(players) and players[seat].computer
    name = name_of(players, seat) + (" (computer)" if computer else "")
    several = f"{standing} of {len(cars)} in action" if len(cars) > 1 else ""
    said = f"{f'{place}. ' if place else ''}{SEAT_LETTERS[seat]} {name}"
    said += f", {several}" if several else ""
    head = row(
        Text(str(place or "–"), 52, ink if place else MUTE, anchor="middle", width=44, say=""),
        plate(seat, 40, ground),
        Text(name, 38, ink, say=f"{said}:", grow=1),
        Text(several, 30, SOFT, "t", say=""), space(8),
        height=_HEAD,
    )  # fmt: skip
    if lines and cars:
        told = [_vehicle(car, pitch, lines) for car in cars]
    else:
        states = Counter(OUT.get(car.out, car.out) or "in action" for car in cars)
        words = ", ".join(f"{count} {state}" for state, count in states.items())
        told = [row(Text(words or "no vehicle yet", 30, SOFT, "t", grow=1), height=pitch)]
    below = row(column(width=44), column(*told, gap=0, grow=1), space(8))
    side = column(head, below, space(8), panel=ground, gap=0)
    side.brief = f"{said}."
    return side


def _vehicle(car: Vehicle, pitch: int, lines: int) -> Part:
    """Its name and state, and what is left of it as far as the reader may know."""
    size, ink = min(32, pitch - 2), MUTE if car.out else PAPER
    dim = MUTE if car.out else SOFT
    state = OUT.get(car.out, car.out) if car.out else f"in action, {mph(car.speed)}"
    left = " · ".join(_left(car))
    several = [Text(car.label, size, ink, width=36)] if len(car.label) > 1 else []
    told = f"{car.label} {car.name}" if several else car.name
    said = f"{told} {state}{f' ({left})' if left else ''}."
    name = Text(car.name, size, ink)
    if lines == 2:
        head = row(*several, name, Text(state, size, dim, "t", grow=1), height=pitch)
        words = left or "record sheet hidden"
        tone = SOFT if left else MUTE
        indent = [column(width=36)] if several else []
        below = row(*indent, Text(words, size - 2, tone, "t", grow=1), height=pitch)
        return column(head, below, gap=0, say=said)
    name.width = 230
    short = Text(state.split(",")[0], size, dim, "t", width=130)
    return row(*several, name, short, Text(left, size, SOFT, "t", grow=1), height=pitch, say=said)


def _left(car: Vehicle) -> list[str]:
    """Of armor and power plant, or who is hurt."""
    if car.wreck:
        return ["burned out, all aboard dead"]
    parts = []
    if car.sheet:
        parts.append(f"armor {sum(car.armor)} of {sum(car.bought)}")
        if 0 < car.plant < car.kind.plant:
            parts.append(f"power plant {car.plant} of {car.kind.plant}")
    if car.plant_gone:
        parts.append("no power")
    return parts + [f"{person.role} {hurt(person.hits)}" for person in car.crew if person.hits]


def result(view: State, players: Sequence[Player]) -> bytes:
    """A palette PNG, 1200 px wide, of how a fight ended or how it stands."""
    return picture(view, players).png()


def result_alt(view: State, players: Sequence[Player]) -> str:
    """The same in words, at most 1024 characters."""
    return picture(view, players).alt_text()
