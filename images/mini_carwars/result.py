"""The poster of a fight: places, winners and what is left of every vehicle; also before its end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from games.engine.players import SEAT_LETTERS, Player
from games.mini_carwars import GAME as MINI
from games.mini_carwars.state import State, Vehicle
from games.mini_carwars.words.phrases import DRAWS, WON, mph, phrase
from images.mini_carwars.model import fate, fleet, named, portrait, tell
from images.parts import Drawn, Header, Part, Picture, Soft, Stamp, Text, column, plate, row, space
from images.theme import DEEP, MUTE, PANEL, PAPER, SOFT
from images.words import listed, places_of, who_is

_TALLEST: Final = 780
_LEAST: Final = 400
"""Height of what stands below the header, px."""
_MOST_POSED: Final = 3
_HEAD: Final = 50
"""Height of a seat's name over its vehicles, px."""
_PACK: Final = 5
"""So many vehicles of a seat have one line each."""
_LINES: Final = ((44, 2), (38, 2), (32, 2), (42, 1), (36, 1), (30, 1), (26, 0))
"""Height of a line, px, and lines a vehicle, the roomiest first; at last a line a seat."""


def picture(view: State, players: Sequence[Player]) -> Picture:
    """How a fight ended or how it stands."""
    winners = view.places[0] if view.places and view.ended not in DRAWS else ()
    places = places_of(view.places)
    standing = {car.owner for car in view.cars if not car.out}
    order = sorted(range(view.seats), key=lambda seat: places.get(seat, seat not in standing))
    if not view.ended:
        why = phrase("sides" if view.cars else "not_begun", sides=len(standing))
        title, stamp = phrase("stands"), "so_far"
    else:
        why = WON.get(view.ended) or DRAWS.get(view.ended, phrase("ended"))
        who = listed([who_is(players, seat) for seat in winners])
        stamp = "winner" if len(winners) == 1 else "winners" if winners else "draw"
        title = phrase(f"title_{stamp}", who=who)
    for pitch, lines in _LINES[3 * (max(view.bought) >= _PACK) :]:
        rows = (_side(view, players, seat, places.get(seat, 0), pitch, lines) for seat in order)
        sides = column(*rows, gap=8, grow=1)
        tall = max(_LEAST, sides.least()[1])
        if tall <= _TALLEST:
            break
    first = winners or (view.places[0] if view.places else order)
    poster = column(
        row(space(), *_posed(view, first, tall), space(), gap=14, grow=1),
        row(space(), Stamp(phrase(stamp), 56, PAPER, width=228, height=72, say=""), space()),
        Text(why[:1].upper() + why[1:], 30, SOFT, "t", "middle", 2, height=72),
        panel=PANEL, pad=16, width=288, height=tall,
    )  # fmt: skip
    header = Header(f"{MINI.title} · {MINI.words.title(view)}", title)
    return Picture(header, row(poster, sides, height=tall))


def _posed(view: State, seats: Sequence[int], tall: int) -> list[Part]:
    """A vehicle of each of these seats, or all of a single one that are still in action."""
    fleets = [sorted(fleet(view, seat), key=lambda car: bool(car.out)) for seat in seats]
    cars = [fleet[0] for fleet in fleets if fleet]
    if len(fleets) == 1:
        cars = [car for car in fleets[0] if not car.out] or cars
    length = min(330, (tall - 200) * 100 // 121) if len(cars) == 1 else 140
    return [Drawn(portrait(car, length), say="") for car in cars[:_MOST_POSED]]


def _side(
    view: State, players: Sequence[Player], seat: int, place: int, pitch: int, lines: int
) -> Part:
    """A seat's place and its vehicles; place 0 while the fight goes on."""
    cars = fleet(view, seat)
    standing = sum(not car.out for car in cars)
    won = place == 1 and view.ended not in DRAWS
    ground = PANEL if won or (not place and standing) else DEEP
    ink = PAPER if won or standing else SOFT
    name = named(players, seat)
    several = phrase("fit", cars=standing, of=len(cars)) if len(cars) > 1 else ""
    said = f"{f'{place}. ' if place else ''}{SEAT_LETTERS[seat]} {name}"
    said += f", {several}" if several else ""
    head = row(
        Text(str(place or "–"), 52, ink if place else MUTE, anchor="middle", width=44, say=""),
        plate(seat, 40),
        Text(name, 38, ink, say=f"{said}:", grow=1),
        Soft(several, 30, say=""), space(8),
        height=_HEAD,
    )  # fmt: skip
    if lines and cars:
        told = [_vehicle(view, car, pitch, lines == 2) for car in cars]
    else:
        states = Counter(fate(car) or phrase("in_action") for car in cars)
        words = ", ".join(f"{count} {state}" for state, count in states.items())
        told = [row(Soft(words or phrase("no_vehicle"), 30, grow=1), height=pitch)]
    below = row(Part(width=44), column(*told, gap=0, grow=1), space(8))
    return column(head, below, space(8), panel=ground, gap=0, brief=f"{said}.")


def _vehicle(view: State, car: Vehicle, pitch: int, two: bool) -> Part:
    """Its name and state, and what is left of it as far as the reader may know, in one line or
    two."""
    size = 36 if pitch > 40 else min(32, pitch - 2)
    ink, dim = (MUTE if car.out else PAPER), (MUTE if car.out else SOFT)
    state = fate(car) or phrase("in_action")
    fast = "" if car.out else f", {mph(car.speed)}"
    left = tell("left", view, car)
    label = [Text(car.label, size, ink, width=36)] if len(car.label) > 1 else []
    told = " ".join([*(each.text for each in label), car.name, state])
    said = f"{told}{fast}{f' ({left})' if left else ''}."
    name = Text(car.name, size, ink, width=0 if two else 230)
    if not two:
        short, end = Text(state, size, dim, "t", width=130), Soft(left, size, grow=1)
        return row(*label, name, short, end, height=pitch, say=said)
    head = row(*label, name, Text(state + fast, size, dim, "t", grow=1), height=pitch)
    words, tone = (left, SOFT) if left else (phrase("hidden"), MUTE)
    indent = [Part(width=36)] if label else []
    below = row(*indent, Text(words, size - 2, tone, "t", grow=1), height=pitch)
    return column(head, below, gap=0, say=said)
