"""The board: every car of the duel, who acts, and what is on its way to whom."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.carwars_cards import GAME
from games.carwars_cards import events as e
from games.carwars_cards.cards import DRIVER_LIMIT, TIRE_LIMIT
from games.carwars_cards.state import State, Threat
from games.carwars_cards.words.speakers import Coming
from games.engine.players import SEAT_LETTERS, Player
from games.engine.voice import Voice
from images import fonts
from images.carwars_cards.film import SAID
from images.carwars_cards.pieces import Armored, Said, fallen, say, sign, tags
from images.choices import QUIET, Now
from images.gauges import Cells
from images.news import TALL, News
from images.panels import Hatching, Pointer
from images.parts import (
    Drawn,
    Header,
    Line,
    Part,
    Picture,
    Rule,
    Sign,
    Text,
    column,
    driver,
    figure,
    plate,
    row,
    space,
)
from images.theme import DEEP, MUTE, PANEL, PAPER, SOFT
from images.words import listed, plain, who_is

_GAP = 12
_TOTAL: Final = 420
"""Room for the sum of an attack, px."""
NEWS: Final = News(GAME, SAID, dull=(e.Reshuffled,), by=(e.AttackCancelled, e.JamPlaced))


def picture(view: State, players: Sequence[Player], now: Now = QUIET) -> Picture:
    """2 to 6 cars, two or three in a row; the alt text begins with the one whose moment it is."""
    said, verb = Said.of(view, players), plain(now.action_phrase, 60)
    settled = said.shown.settled
    coming = None if view.incoming is None else Coming(view, Voice((), None))
    hit = None if coming is None or coming.fate else view.incoming
    asked = said.shown.first[:1] if settled else now.asked or (view.active,)
    # Others may join in an answer to an attack; it is its target's moment all the same.
    acts = (hit.target,) if hit is not None and hit.target in asked else asked
    count = len(view.players)
    make, across = (_large, 2) if count in (2, 4) else (_small, 3)
    cells = []
    for seat in range(count):
        one = said.at(seat)
        cell = make(one, players, hit if hit is not None and hit.target == seat else None)
        cell.name, cell.panel = SEAT_LETTERS[seat], PANEL if one.running else DEEP
        cell.frame = PAPER if seat in asked and one.running and not settled else None
        cells.append(cell)
    rows = [row(*cells[at : at + across], gap=_GAP) for at in range(0, count, across)]

    def told() -> str:
        who = listed([who_is(players, seat) for seat in acts])
        head = f"{said('head')}: {who} {verb}".strip() + "."
        hits = "" if coming is None else say(coming, "shown")
        return " ".join(filter(None, (head, said("pile"), hits, said("turned"))))

    def known() -> list[str]:
        return [said.at(car.seat)("known") for car in view.players if car.shown]

    game, title = said("game"), said("moment")
    aside = column(
        space(10), Text(said("pile_name").upper(), 34, MUTE, height=32),
        Text(str(len(view.draw)), 42, height=38), gap=0,
    )  # fmt: skip
    header = Header(game, title, acts, verb, aside, told)
    first = acts[0] if len(acts) == 1 else 0
    foot = hitting(coming) if coming else NEWS.strip(now.recent, players)
    return Picture(header, column(*rows, gap=_GAP), _GAP, foot, known, start=first)


def hitting(coming: Coming) -> Line:
    """At the foot of the board: who hits whom, where, with what, and the sum."""
    cars = [
        plate(coming.hit.source, 52),
        Drawn(Pointer(30, 36)),
        plate(coming.hit.target, 52),
    ]
    how, total = say(coming, "above"), say(coming, "below")
    wide = min(fonts.width(total, 44) + 4, _TOTAL)
    return row(
        Part(width=4), *cars, Text(how, 40, SOFT, "t", grow=1),
        Text(total, 44, anchor="right", width=wide), Part(width=4),
        panel=DEEP, corner=0, height=TALL, say="",
    )  # fmt: skip


def _large(said: Said, players: Sequence[Player], hit: Threat | None) -> Line:
    """A car with room for its gauges and for what holds for it in words."""
    car, ink = said.car, PAPER if said.running else MUTE
    head: list[Part] = [driver(players, car.seat, 46, not said.running)]
    if said.running:
        held = Text(str(len(car.hand)), 44, SOFT, say=said.later("cards"))
        head += [Sign("cards", 40, SOFT), held, space(4)]
        right = column(*_lives(said, hit, True), tags(said, 224, (40, 52), 2), gap=12, grow=1)
        armored = Armored(car.seat, car.armor, said.armor, 136, hit=hit, width=304, height=230,
                          say=said.later("armor"))  # fmt: skip
        body = row(armored, right, gap=8)
    else:
        body = fallen(said, 264, 168, 72, 230)
    points = Text(str(car.score), 56, ink, say=said.later("points"))
    return column(
        row(*head, points, height=58), Rule(), body, gap=10, pad=16, width=582, height=348
    )


def _small(said: Said, players: Sequence[Player], hit: Threat | None) -> Line:
    """A car with icons for what holds for it."""
    car = said.car
    points = Text(str(car.score), 46, PAPER if said.running else MUTE, say=said.later("points"))
    head = row(driver(players, car.seat, 38, not said.running), points, height=50)
    if said.running:
        held = Text(str(len(car.hand)), 44, say=said.later("cards"))
        cards = row(Sign("cards", 40), held, gap=6, grow=1)
        armored = Armored(car.seat, car.armor, said.armor, 102, hit=hit, height=190, grow=1,
                          say=said.later("armor"))  # fmt: skip
        wide, size = 46 if len(car.specials) < 4 else 89, 42 if len(car.specials) < 6 else 34
        body = [row(armored, tags(said, wide, (size, size)), gap=0), Rule()]
        body.append(row(*_lives(said, hit, False), cards, height=48))
    else:
        body = [fallen(said, 144, 148, 56, 240)]
    return column(head, *body, gap=8, pad=14, width=384, height=348)


def _lives(said: Said, hit: Threat | None, gauged: bool) -> list[Part]:
    """What is left of the tires and the driver."""
    car = said.car
    at_driver = hit is not None and hit.net > 0 and hit.aim >= 0 and not car.armor[hit.aim]
    at_tires = hit is not None and hit.aim < 0
    parts: list[Part] = []
    for name, icon, left, limit, aimed in (
        ("tires", "tire", car.tires, TIRE_LIMIT, at_tires),
        ("driver", "driver", car.driver, DRIVER_LIMIT, at_driver),
    ):
        shown = [sign(icon, 44 if gauged else 40, left, aimed)]
        if gauged:
            cells = Cells(limit, left, 106, 28) if left else Hatching(112, 28, 6)
            shown.append(Drawn(cells, width=112))
        size, wide = (48, 60) if gauged else (44, 0)
        shown.append(figure(left, size, said.later(name), wide))
        parts.append(row(*shown, gap=4, grow=0 if gauged else 1, height=50))
    return parts
