"""A vehicle that is fitted out: with accessories in the shop, or at home in the garage."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from games.engine.voice import listed, signed
from games.mini_carwars import GAME as MINI
from games.mini_carwars import builds
from games.mini_carwars.builds import Build
from games.mini_carwars.buying import built, price
from games.mini_carwars.catalog import BODY_ARMOR, MODELS, SIDES
from games.mini_carwars.designs import ARMOR, BODY, COMPUTERS, OPTION
from games.mini_carwars.moves import Take
from games.mini_carwars.state import State
from games.mini_carwars.words.phrases import dollars, phrase, weapons
from images.canvas import Canvas
from images.choices import Choices
from images.mini_carwars.model import game_of, moment_of
from images.mini_carwars.sheet import armor_part
from images.parts import Header, Part, Picture, Sign, Text, column, label, row, space
from images.theme import (
    ALARM,
    ALARM_GROUND,
    DEEP,
    INK,
    MUTE,
    PANEL,
    PAPER,
    RAISED,
    SOFT,
    WELL,
    Colour,
)

_TALL: Final = 600
"""Of the vehicle and what stands beside it, px."""
_SIDE: Final = 432
_FOOT: Final = 104
_ICONS: Final = {OPTION: "nut", COMPUTERS: "electronics", BODY: "armor", ARMOR: "heavy_armor"}
_KITS: Final = (("k", 1), ("k", 2), ("a", 0), ("a", 1), ("a", 2))
"""Accessories that there are together: with body armor or without, and which computer."""


@dataclass(slots=True)
class Money(Part):
    """What is spent on the vehicle and its accessories, of all there is."""

    car: int
    more: int
    of: int

    def draw(self, canvas: Canvas, x: int, y: int, w: int, h: int, ground: Colour) -> None:
        car, more = (w * part // max(self.of, 1) for part in (self.car, self.car + self.more))
        for left, right, colour in ((0, w, WELL), (0, min(more, w), SOFT), (0, min(car, w), PAPER)):
            canvas.fill(x + left, y, right - left, h, colour)


def _item(
    icon: str, name: str, figure: str, fitted: bool, can: bool = True, tall: int = 62
) -> Part:
    """Something that may be fitted: on paper once it is."""
    fill, ink = (PAPER, INK) if fitted else (RAISED, PAPER) if can else (DEEP, MUTE)
    state = "fitted" if fitted else "possible" if can else "dear"
    end: Part = Sign("check", 32, ink) if fitted else Text(figure, 36, ink)
    said = phrase(state, name=name, cost=figure)
    return row(
        Sign(icon, 36, ink), Text(name, 34, ink, "t", grow=1), end,
        panel=fill, corner=0, pad=10, gap=12, height=tall, say=said,
    )  # fmt: skip


def _more(cost: int) -> str:
    """What something costs more, or less."""
    return signed(cost).replace(str(abs(cost)), dollars(abs(cost)))


# -- in the shop (Rules: Accessories)


def extras(view: State, seat: int, choices: Choices) -> Picture:
    """Which accessories go with the vehicle that has been chosen. None is needed."""
    model, key = MODELS[int(choices.path[1][1:])], choices.path[2:3]
    kits = {f"{worn}{n}": Take(model.number, n, worn == "a") for worn, n in _KITS}
    take = kits.get(key[0] if key else "", Take(model.number))
    more, rest = price(take) - model.cost, view.dollars - price(take)
    items = [
        _item("armor" if kit.body_armor else "electronics", _kit(kit.computer, kit.body_armor),
              _more(price(kit) - model.cost), kit is take, price(kit) <= view.dollars)
        for kit in kits.values()
    ]  # fmt: skip
    head = column(
        label(phrase("fit_both" if model.gunner else "fit_one")),
        Text(phrase("no_extras"), 32, SOFT, "t"), gap=2,
    )  # fmt: skip
    side = column(head, *items, space(), panel=PANEL, pad=16, gap=12, width=_SIDE, height=_TALL)
    spent = Text(
        phrase("spent", car=dollars(model.cost), more=dollars(more)), 34, SOFT, "t", grow=1
    )
    bar = Money(model.cost, more, view.dollars, height=24, say="")
    plate = column(
        Text(dollars(rest), 56, INK, anchor="middle", grow=1, say=""),
        Text(phrase("rest", of=dollars(view.dollars)), 30, INK, "t", "middle",
             say=f"{dollars(rest)} {phrase('rest', of=dollars(view.dollars))}."),
        panel=PAPER, corner=0, pad=8, gap=0, width=300, height=_FOOT,
    )  # fmt: skip
    foot = row(column(spent, bar, gap=8, pad=14, grow=1, height=_FOOT), plate,
               panel=PANEL, corner=0, gap=0, height=_FOOT)  # fmt: skip
    body = column(row(armor_part(built(seat, take), _TALL), side), foot)
    where, title = f"{game_of(view)} · {moment_of(view)}", phrase("fit_title", car=model.name)
    return Picture(Header(where, title, (seat,), dollars(view.dollars)), body)


def _kit(computer: int, worn: bool) -> str:
    """A computer, body armor, or both."""
    name = "fit_all" if computer and worn else "fit_armor" if worn else "fit_computer"
    return phrase(name, to_hit=computer, boxes=BODY_ARMOR.boxes)


# -- at home (Rules: 3. Vehicle Selection)


def garage(build: Build, part: str = "") -> Picture | None:
    """A vehicle that is being built, and the part that is being changed; None where there
    can be no such vehicle."""
    model, designs, cost = builds.model_of(build), MINI.designs, builds.cost(build)
    odd = len(build.armor) != len(SIDES) or not {*build.computers} <= {0, 1, 2}
    if model is None or odd or not all(0 <= each <= model.points for each in build.armor):
        return None
    every, items = designs.parts(build), list[Part]()
    tall = min(50, (_TALL - 228) // max(1, sum(not key.startswith(ARMOR) for key, *_ in every)) - 6)
    for key, name, about, count in every:
        sort, who, to_hit = (*key.split("-"), "0")[:3]
        more = _more(builds.cost(designs.put(build, key, int(not count))) - cost)
        if sort in (COMPUTERS, BODY):
            name = phrase("fit_part", who=who, to_hit=int(to_hit))  # noqa: PLW2901
        if key == part:
            items.insert(0, _changed(name, about, count))
        elif sort != ARMOR:
            items.append(_item(_ICONS[sort], name, more, count > 0, tall=tall))
    side = column(*items, space(), panel=PANEL, pad=12, gap=6, width=_SIDE, height=_TALL)
    faults = [fault.sentence for fault in designs.faults(build)]
    verdict = Text(faults[0] if faults else phrase("legal"), 36, PAPER if faults else INK, lines=2,
                   grow=1)  # fmt: skip
    placed = phrase("placed_of", points=sum(build.armor), of=model.points)
    foot = row(
        Part(width=1), _fact(phrase("placed"), placed), _fact(phrase("price"), dollars(cost)),
        row(verdict, panel=ALARM_GROUND if faults else PAPER, frame=ALARM if faults else None,
            pad=14, width=560, height=_FOOT),
        panel=PANEL, corner=0, gap=20, height=_FOOT,
    )  # fmt: skip
    body = column(row(armor_part(built(0, builds.bring(build)), _TALL), side), foot)
    arms = listed(weapons(arm.spot for arm in model.weapons))
    return Picture(Header(phrase("garage"), builds.name(build), (), arms), body)


def _changed(name: str, about: str, count: int) -> Part:
    """The part that is being changed."""
    figure = Text(str(count), 84, width=130, anchor="right")
    words = column(label(phrase("change")), Text(name, 42, grow=1), gap=0, grow=1, height=84)
    told = Text(about, 30, SOFT, "t", lines=2, height=72)
    return column(row(words, figure), told, panel=RAISED, frame=PAPER, pad=16, gap=4)


def _fact(name: str, figure: str) -> Part:
    """A figure at the foot, below what it is."""
    return column(
        space(8), label(name), Text(figure, 50, say=f"{name} {figure}.", grow=1), gap=0, grow=1
    )
