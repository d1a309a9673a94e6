"""One car large: where it stands, what it did this turn, and what holds for it."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.players import SEAT_LETTERS, Player
from games.nascards.cards import ADVANTAGES, MANEUVERS
from games.nascards.state import State
from games.nascards.track import ahead, behind
from images.cars import Portrait
from images.icons import Icon
from images.nascards.own import roll_marks
from images.nascards.pieces import SpeedPart, TagPart
from images.nascards.reading import CarReading, marks_of, read_car
from images.nascards.said import Said
from images.parts import (
    Drawn,
    Flow,
    Header,
    Part,
    Picture,
    Rule,
    Stamp,
    Text,
    column,
    label,
    plate,
    row,
    space,
)
from images.theme import MUTE, PANEL, PAPER, SOFT
from images.words import counted, name_of

_TALL = 612
_BESIDE = 118
_TURN = 274


def picture(view: State, players: Sequence[Player], seat: int) -> Picture:
    """One car and all that holds for it."""
    said, car = Said(view, players, seat), read_car(view, players, seat)
    marks = (*marks_of(view, view.drivers[seat]), *roll_marks(view, seat)) if car.running else ()
    holds: Part = Flow([TagPart(mark, 30, height=42) for mark in marks], grow=1)
    if not marks:
        holds = Text(said("nothing"), 36, SOFT, "t", say="")
    told = None if marks else ""
    right = column(
        row(
            _beside(view, players, seat, ahead(view, seat), said, "ahead"),
            _beside(view, players, seat, behind(view, seat), said, "behind"),
        ),
        _turn(view, car, said),
        column(
            Text(said("holds").upper(), 28, MUTE, say=f"{said('holds').capitalize()}:"), holds,
            panel=PANEL, pad=20, gap=12, grow=1, say=told,
        ),
        height=_TALL, grow=1,
    )  # fmt: skip
    parts: list[Part] = [row(_car(view, car, said), right)]
    if rows := sorted(set(view.drivers[seat].advantages)):
        held = view.drivers[seat].advantages
        parts.append(row(*(_advantage(each, held.count(each)) for each in rows)))
    title = f"{said('game')} · {said('moment')}"
    return Picture(Header(title, car.name, seat, said("status")), column(*parts))


def _car(view: State, car: CarReading, said: Said) -> Part:
    """Whose car it is, its place and its miles."""
    ink, place = PAPER if car.running else MUTE, said("place")
    low: Part = row(
        Drawn(Icon("cards", 48, SOFT, PANEL), say=""),
        Text(str(car.cards), 60, ink, say=counted(car.cards, "card")), gap=12,
    )  # fmt: skip
    portrait = Drawn(Portrait(car.seat, 300, not car.running), say="", grow=1)
    if not car.running:
        portrait = Drawn(Portrait(car.seat, 240, True), say="", grow=1)
        low = Stamp(said("status").upper(), 34, width=150, say="")
    figures = column(
        space(), label("place", "middle"),
        Text(place or "–", 84, ink, anchor="middle", say=f"place {place}" if place else ""),
        space(), low, space(), gap=0, width=150,
    )  # fmt: skip
    miles = row(
        Text(str(car.miles), 108, ink, height=110, say=f"{car.miles} miles {said('of')}"),
        column(*(Text(said(each), 36, SOFT, "t", say="") for each in ("miles", "of")), gap=0),
    )  # fmt: skip
    lines = [said("rest"), said("cup")]
    small = [Text(line, 34, SOFT, "t", width=348) for line in lines if line]
    who = Text("", 2, say=f"{SEAT_LETTERS[car.seat]} {car.name}, {said('status')}", height=1)
    return column(
        who, row(portrait, figures, height=364), Rule(), miles, *small, space(),
        panel=PANEL, pad=20, gap=2, width=388, height=_TALL,
    )  # fmt: skip


def _beside(
    view: State, players: Sequence[Player], seat: int, other: int, said: Said, where: str
) -> Part:
    """The car ahead or behind, or that there is none."""
    if other < 0:
        none = said("nobody") if view.drivers[seat].status == "track" else said("off")
        parts: list[Part] = [label(where), Text(none, 36, SOFT, "t", say="")]
        return column(*parts, panel=PANEL, pad=16, gap=4, grow=1, height=_BESIDE, say="")
    gap = abs(view.drivers[other].miles - view.drivers[seat].miles)
    far = counted(gap, "mile") if gap else f"{said('level')}, one place"
    name = name_of(players, other)
    who = row(
        plate(other, 48), Text(name, 40, grow=1),
        Text(str(gap) if gap else said("level"), 60 if gap else 44),
    )  # fmt: skip
    head = row(label(where), space(), label("miles"))
    told = f"{SEAT_LETTERS[other]} {name} is {far} {where}."
    return column(head, who, panel=PANEL, pad=16, gap=0, grow=1, height=_BESIDE, say=told)


def _turn(view: State, car: CarReading, said: Said) -> Part:
    """What the car did that turn and what befell it."""
    turn = "last turn" if view.looks_back else "this turn"
    head: list[Part] = [Text(turn.upper(), 28, MUTE, say=f"{turn.capitalize()}:"), space()]
    told: list[Part] = []
    if car.maneuver:
        done = said("done") or "in play"
        ink = MUTE if car.unplayed else PAPER
        head.append(Stamp(done.upper(), 34, say=""))
        name = f"could not play {car.maneuver}" if car.unplayed else car.maneuver
        does = MANEUVERS[view.drivers[car.seat].maneuver].does
        told += [
            Text(car.maneuver, 46, ink, say=name),
            Text(does, 32, SOFT, "t", lines=2, top=True),
        ]
    else:
        why = said("out") if not car.running else said("idle")
        told.append(Text(why, 36, SOFT, "t", say="" if car.running else None))
    low: list[Part] = [SpeedPart(speed, height=50) for speed in car.speed]
    if car.draft >= 0:
        low.append(Text(said("draft") if car.draft else said("no_draft"), 36, SOFT, "t"))
    if car.struck is not None:
        low.append(TagPart(car.struck, 36, height=50))
    body = column(*told, gap=2)
    foot = row(*low, gap=12, height=50)
    return column(
        row(*head, height=40), body, space(), foot, panel=PANEL, pad=20, gap=2, height=_TURN
    )


def _advantage(number: int, times: int) -> Part:
    name = ADVANTAGES[number].name + (f" × {times}" if times > 1 else "")
    does = Text(ADVANTAGES[number].does, 32, SOFT, "t", lines=2, top=True, floor=28, grow=1)
    head = Text(name, 38, say=f"{name}:", grow=1)
    return column(row(head), does, panel=PANEL, pad=18, gap=4, grow=1, height=148)


def sheet(view: State, players: Sequence[Player], seat: int) -> bytes:
    """A palette PNG, 1200 px wide, of one car."""
    return picture(view, players, seat).png()


def sheet_alt(view: State, players: Sequence[Player], seat: int) -> str:
    """The same in words."""
    return picture(view, players, seat).alt()
