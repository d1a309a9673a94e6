"""A vehicle that is fitted out: with accessories in the shop, or at home in the garage."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.engine.texts import filled
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
from images.parts import Header, Line, Part, Picture, Sign, Soft, Text, column, label, row, space
from images.theme import (
    ALARM,
    ALARM_GROUND,
    DEEP,
    EDGE,
    INK,
    LINE,
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
_LOW: Final = 104
"""Height of a strip of figures, px."""
_HIGH: Final = 80
"""Of what has two lines, px."""
_ICONS: Final = {OPTION: "nut", COMPUTERS: "electronics", BODY: "armor"}
_KITS: Final = (("k", 1), ("k", 2), ("a", 0), ("a", 1), ("a", 2))
"""Accessories that there are together: with body armor or without, and which computer."""


def _more(cost: int) -> str:
    """What something costs more, or less."""
    return signed(cost).replace(str(abs(cost)), dollars(abs(cost)))


def extras(view: State, seat: int, choices: Choices) -> Picture:
    """Which accessories go with the vehicle that has been chosen; none is needed.

    Rules: Accessories
    """
    model, key = MODELS[int(choices.path[1][1:])], choices.path[2:3]
    kits = {f"{worn}{n}": Take(model.number, n, worn == "a") for worn, n in _KITS}
    take = kits.get(key[0] if key else "", Take(model.number))
    cost, money = price(take), dollars(view.dollars)
    items = [
        item("armor" if kit.body_armor else "electronics", _kit(kit),
             _more(price(kit) - model.cost), kit is take, 84, price(kit) <= view.dollars)
        for kit in kits.values()
    ]  # fmt: skip
    who = label(phrase("fit_both" if model.gunner else "fit_one"))
    none = Soft(phrase("no_extras"), height=38)
    side = column(who, none, *items, space(), panel=PANEL, pad=16, gap=10, width=_SIDE,
                  height=_TALL)  # fmt: skip
    words = phrase("spent", car=dollars(model.cost), more=dollars(cost - model.cost))
    bar = Shares(((model.cost, PAPER), (cost - model.cost, SOFT)), view.dollars)
    foot = spent(words, bar, dollars(view.dollars - cost), money)
    body = column(row(armor_part(built(seat, take), _TALL), side), foot)
    where, title = f"{game_of(view)} · {moment_of(view)}", phrase("fit_title", car=model.name)
    return Picture(Header(where, title, (seat,), money), body)


def _kit(take: Take) -> str:
    """A computer, body armor, or both."""
    worn = take.body_armor
    name = "fit_all" if take.computer and worn else "fit_armor" if worn else "fit_computer"
    return phrase(name, to_hit=take.computer, boxes=BODY_ARMOR.boxes)


def garage(build: Build, part: str = "") -> Picture | None:
    """A vehicle that is being built, and the part that is being changed; None where there
    can be no such vehicle. Rules: 3. Vehicle Selection"""
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
            items.insert(0, changed(name, about, count))
        elif sort != ARMOR:
            items.append(item(_ICONS[sort], name, more, count > 0, tall))
    side = column(*items, space(), panel=PANEL, pad=12, gap=6, width=_SIDE, height=_TALL)
    placed = phrase("placed_of", points=sum(build.armor), of=model.points)
    foot = row(
        Part(width=1), fact(phrase("placed"), placed), fact(phrase("price"), dollars(cost)),
        verdict([fault.sentence for fault in designs.faults(build)]),
        panel=PANEL, corner=0, gap=20, height=_LOW,
    )  # fmt: skip
    body = column(row(armor_part(built(0, builds.bring(build)), _TALL), side), foot)
    arms = listed(weapons(arm.spot for arm in model.weapons))
    return Picture(Header(phrase("garage"), builds.name(build), (), arms), body)


# -- what both are made of


class Shares(Part):
    """A bar of shares one after the other, each in its colour, of all there is."""

    shares: Sequence[tuple[int, Colour]]
    of: int

    def draw(self, canvas: Canvas, x: int, y: int, w: int, h: int, ground: Colour) -> None:
        canvas.fill(x, y, w, h, WELL)
        left = spent = 0
        for share, colour in self.shares:
            spent += share
            right = min(w * spent // max(self.of, 1), w)
            if right > left:
                canvas.fill(x + left, y, right - left, h, colour)
            left = right


def item(icon: str, name: str, cost: str, fitted: bool, tall: int, can: bool = True) -> Line:
    """Something that may be fitted: on paper once it is. In a high one what it does stands below
    its name."""
    fill, ink = (PAPER, INK) if fitted else (RAISED, PAPER) if can else (DEEP, MUTE)
    state, check = "in" if fitted else "possible" if can else "dear", Sign("check", 32, ink)
    said = filled("images", "fitting", state, name=name, cost=cost)
    if tall < _HIGH:
        end: Part = check if fitted else Text(cost, 36, ink)
        return row(Sign(icon, 36, ink), Text(name, 34, ink, "t", grow=1), end, panel=fill,
                   corner=0, pad=10, gap=12, height=tall, say=said)  # fmt: skip
    name, _, does = name.partition(", ")
    head = row(
        Text(name[:1].upper() + name[1:], 38, ink, grow=1),
        *[check, Part(width=14)] * fitted,
        height=34,
    )
    foot = row(Text(does, 32, ink, "t", grow=1), Text(cost, 38, ink), gap=8, height=34)
    return row(Sign(icon, 48, ink, width=52), column(head, foot, gap=0, grow=1), panel=fill,
               frame=None if fitted else EDGE if can else LINE, pad=8, gap=12, height=tall,
               say=said)  # fmt: skip


def changed(name: str, about: str, count: int) -> Line:
    """The part that is being changed."""
    figure = Text(str(count), 84, width=130, anchor="right")
    head = label(filled("images", "fitting", "change"))
    words = column(head, Text(name, 42, grow=1), gap=0, grow=1, height=84)
    told = Text(about, 34, SOFT, "t", lines=2, height=80)
    return column(row(words, figure), told, panel=RAISED, frame=PAPER, pad=16, gap=4)


def fact(name: str, figure: str) -> Line:
    """A figure, below what it is."""
    told = Text(figure, 50, say=f"{name} {figure}.", grow=1)
    return column(space(8), label(name), told, gap=0, grow=1)


def verdict(faults: Sequence[str]) -> Line:
    """The first of what hinders, or that all is well."""
    words = faults[0] if faults else filled("images", "fitting", "legal")
    fill, edge, ink = (ALARM_GROUND, ALARM, PAPER) if faults else (PAPER, None, INK)
    return row(Text(words, 36, ink, lines=2, grow=1), panel=fill, frame=edge, pad=14, width=560,
               height=_LOW)  # fmt: skip


def spent(words: str, bar: Shares, rest: str, of: str) -> Line:
    """What has been spent, as words and as a bar, and what is left."""
    bar.height, bar.say = 24, ""
    left = column(Text(words, 34, SOFT, "t", grow=1), bar, gap=8, pad=14, grow=1, height=_LOW)
    told = filled("images", "fitting", "rest", of=of)
    plate = column(
        Text(rest, 56, INK, anchor="middle", grow=1, say=f"{rest} {told}."),
        Text(told, 34, INK, "t", "middle", say=""),
        panel=PAPER, corner=0, pad=8, gap=0, width=300, height=_LOW,
    )  # fmt: skip
    return row(left, plate, panel=PANEL, corner=0, gap=0, height=_LOW)
