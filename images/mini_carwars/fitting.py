"""A vehicle that is fitted out: with accessories in the shop, or at home in the garage."""

from __future__ import annotations

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
from images.choices import Choices
from images.fitting import LOW, Shares, changed, fact, item, spent, verdict
from images.mini_carwars.model import game_of, moment_of
from images.mini_carwars.sheet import armor_part
from images.parts import Header, Part, Picture, Soft, column, label, row, space
from images.theme import PANEL, PAPER, SOFT

_TALL: Final = 600
"""Of the vehicle and what stands beside it, px."""
_SIDE: Final = 432
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
             _more(price(kit) - model.cost), kit is take, price(kit) <= view.dollars, 84)
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
            items.append(item(_ICONS[sort], name, more, count > 0, tall=tall))
    side = column(*items, space(), panel=PANEL, pad=12, gap=6, width=_SIDE, height=_TALL)
    placed = phrase("placed_of", points=sum(build.armor), of=model.points)
    foot = row(
        Part(width=1), fact(phrase("placed"), placed), fact(phrase("price"), dollars(cost)),
        verdict([fault.sentence for fault in designs.faults(build)]),
        panel=PANEL, corner=0, gap=20, height=LOW,
    )  # fmt: skip
    body = column(row(armor_part(built(0, builds.bring(build)), _TALL), side), foot)
    arms = listed(weapons(arm.spot for arm in model.weapons))
    return Picture(Header(phrase("garage"), builds.name(build), (), arms), body)
