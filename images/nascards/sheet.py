"""One car large: where it stands, what it did this turn, and what holds for it."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.players import SEAT_LETTERS, Player
from games.nascards.cards import ADVANTAGES, MANEUVERS
from games.nascards.state import State
from games.nascards.track import ahead, behind
from games.nascards.words.speakers import Marked, Shown
from images.cars import Portrait
from images.nascards.marks import lasting, rolls, say, shown, struck
from images.nascards.pieces import Tag, lying
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
from images.words import name_of

_TALL = 612
_BESIDE = 118
_TURN = 274


def picture(view: State, players: Sequence[Player], seat: int) -> Picture:
    """One car and all that holds for it."""
    of, name = shown(view, players, seat), name_of(players, seat)
    marks = [*lasting(of), *rolls(of)] if of.car.running else []
    holds: Part = Flow([Tag(mark, 30, height=42) for mark in marks], grow=1)
    if not marks:
        holds = Text(say(of, "nothing"), 36, SOFT, "t", say="")
    head = say(of, "holds")
    right = column(
        row(
            _beside(of, players, ahead(view, seat), "ahead"),
            _beside(of, players, behind(view, seat), "behind"),
        ),
        _turn(of),
        column(
            Text(head.upper(), 28, MUTE, say=f"{head.capitalize()}:"), holds,
            panel=PANEL, pad=20, gap=12, grow=1, say=None if marks else "",
        ),
        height=_TALL, grow=1,
    )  # fmt: skip
    parts: list[Part] = [row(_car(of, name), right)]
    held = of.car.advantages
    if rows := sorted(set(held)):
        parts.append(row(*(_advantage(each, held.count(each)) for each in rows)))
    title = f"{say(of, 'game')} · {say(of, 'moment')}"
    return Picture(Header(title, name, (seat,), say(of, "status")), column(*parts))


def _car(of: Shown, name: str) -> Part:
    """Whose car it is, its place and its miles."""
    ink, place, status, held = PAPER, say(of, "place.short"), say(of, "status"), len(of.car.hand)
    low: Part = Text(str(held), 60, ink, icon="cards", say=say(of, "cards"))
    if not of.car.running:
        ink, low = MUTE, Stamp(say(of, "fate").upper(), 34, width=150, say="")
    portrait = Portrait(of.at, 300 if of.car.running else 240, not of.car.running)
    figures = column(
        space(), label(say(of, "head.place"), "middle"),
        Text(place or "–", 84, ink, anchor="middle", say=say(of, "place.words")),
        space(), low, space(), gap=0, width=150,
    )  # fmt: skip
    beside = say(of, "head.miles"), say(of, "of")
    total = row(
        Text(str(of.car.miles), 108, ink, height=110, say=say(of, "total")),
        column(*(Text(each, 36, SOFT, "t", say="") for each in beside), gap=0),
    )
    small = [
        Text(line, 34, SOFT, "t", width=348)
        for each in ("rest", "cup.words")
        if (line := say(of, each))
    ]
    who = Text("", 2, say=f"{SEAT_LETTERS[of.at]} {name}, {status}", height=1)
    return column(
        who, row(Drawn(portrait, say="", grow=1), figures, height=364), Rule(), total, *small,
        space(), panel=PANEL, pad=20, gap=2, width=388, height=_TALL,
    )  # fmt: skip


def _beside(of: Shown, players: Sequence[Player], other: int, where: str) -> Part:
    """The car ahead or behind, or that there is none."""
    head = label(say(of, f"head.{where}"))
    if other < 0:
        none = say(of, "nobody" if of.car.status == "track" else "off")
        parts: list[Part] = [head, Text(none, 36, SOFT, "t", say="")]
        return column(*parts, panel=PANEL, pad=16, gap=4, grow=1, height=_BESIDE, say="")
    mark = Marked(of.view, of.voice, at=of.at, other=other)
    figure = Text(str(mark.apart), 60) if mark.apart else Text(say(mark, "beside.short"), 44)
    who = row(plate(other, 48), Text(name_of(players, other), 40, grow=1), figure)
    return column(
        row(head, space(), label(say(of, "head.miles"))), who,
        panel=PANEL, pad=16, gap=0, grow=1, height=_BESIDE, say=say(mark, "beside.words"),
    )  # fmt: skip


def _turn(of: Shown) -> Part:
    """What the car did that turn and what befell it."""
    car, out = of.car, of.car.maneuver_done == "discarded"
    turn = say(of, "turn")
    head: list[Part] = [Text(turn.upper(), 28, MUTE, say=f"{turn.capitalize()}:"), space()]
    told: list[Part] = []
    if card := MANEUVERS.get(car.maneuver):
        head.append(Stamp(say(of, "shown.stamp").upper(), 34, say=""))
        ink = MUTE if out else PAPER
        told.append(Text(card.name, 46, ink, say=say(of, "maneuver")))
        told.append(Text(card.does, 32, SOFT, "t", lines=2, top=True))
    else:
        why = say(of, "idle" if of.car.running else "out")
        told.append(Text(why, 36, SOFT, "t", say="" if of.car.running else None))
    low: list[Part] = [lying(speed, 50) for speed in car.speed]
    if car.drafted >= 0:
        low.append(Text(say(of, "draft"), 36, SOFT, "t"))
    low += [Tag(mark, 36, height=50) for mark in struck(of)]
    body, foot = column(*told, gap=2), row(*low, gap=12, height=50)
    return column(
        row(*head, height=40), body, space(), foot, panel=PANEL, pad=20, gap=2, height=_TURN
    )


def _advantage(number: int, times: int) -> Part:
    name = ADVANTAGES[number].name + (f" × {times}" if times > 1 else "")
    does = Text(ADVANTAGES[number].does, 32, SOFT, "t", lines=2, top=True, floor=28, grow=1)
    head = Text(name, 38, say=f"{name}:", grow=1)
    return column(row(head), does, panel=PANEL, pad=18, gap=4, grow=1, height=148)
