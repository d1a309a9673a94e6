"""What a seat can buy: the vehicles of the Stock Car List as cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from games.engine.voice import listed
from games.mini_carwars import GAME as MINI
from games.mini_carwars.catalog import MODELS, Model
from games.mini_carwars.state import State
from games.mini_carwars.words import paths as keys
from games.mini_carwars.words.phrases import VALUES, dollars, phrase, weapons
from images.armed import Armed
from images.choices import Choices
from images.gauges import Cells
from images.mini_carwars import fitting
from images.mini_carwars.model import ICONS, body, game_of, moment_of
from images.parts import Card, Cards, Drawn, Header, Part, Picture, Text, column, row
from images.theme import INK, MUTE, PAPER, SOFT, Colour

FIRST: Final = "rocket_special"
"""The vehicle for whoever has never bought one. House."""
_CARD: Final = 382
"""Height of a vehicle's card, px."""
_BARS: Final = (("armor", 8, 25), ("fire", 6, 1), ("engine", 6, 2))
"""By its text: how many cells a bar has, and what one of them stands for."""


def dice(model: Model) -> int:
    """The most dice of damage that its crew can fire in one turn. Rules: 8. Combat"""
    actions = Counter[object]()
    for place, arm in enumerate(model.weapons):
        actions[("link", arm.link) if arm.link else place] += arm.weapon.dice
    return sum(sorted(actions.values(), reverse=True)[: 1 + model.gunner])


def picture(view: State, seat: int, choices: Choices) -> Picture:
    """The stock vehicles, each with its options, and what may still be spent."""
    budget = phrase("budget", left=view.dollars, budget=view.budget[seat])
    where, verb = f"{game_of(view)} · {moment_of(view)}", dollars(view.dollars)
    if choices.path[:1] == (keys.EXTRAS,) and len(choices.path) > 1:
        return fitting.extras(view, seat, choices)
    bought = MINI.words.loadout(view, seat)
    words = phrase("bought" if bought else "unbought", vehicles=bought)
    said = phrase("bought_so", bought=words.capitalize(), more=(keys.ENOUGH,) in choices.paths)
    told = Text(words, 30, SOFT, "t", "right", say=said, grow=1)
    head = row(Text(budget, 34, say=f"{budget}."), told, height=40)
    cards = _cards(view, seat, choices)
    body = column(head, cards) if bought else cards
    return Picture(Header(where, choices.title, (seat,), verb), body)


# -- the list


def _cards(view: State, seat: int, choices: Choices) -> Part:
    """A card for each stock vehicle; what can be bought now first."""
    live = {key for path in choices.paths for key in path[:2]}
    cycles = {each.cycle for each in MODELS if f"m{each.number}" in live} or {False, True}
    stock = [each for each in MODELS if not each.option and each.cycle in cycles]
    cards = [_card(view, seat, each, live) for each in stock]
    # In two rows: as few columns as that takes, so that words can be read on a phone.
    return Cards(cards, max(2, (len(cards) + 1) // 2))


def _arms(model: Model) -> dict[int, list[str]]:
    """The icons of its weapons, by where they are."""
    out: dict[int, list[str]] = {}
    for arm in sorted(model.weapons, key=lambda arm: arm.mount):
        out.setdefault(arm.mount, []).append(ICONS[arm.kind])
    return out


def _card(view: State, seat: int, model: Model, live: set[str]) -> Card:
    """A stock vehicle: what it costs and has; at its foot what it is like, and its options."""
    fits, options = f"m{model.number}" in live, [
        each for each in MODELS if each.option and each.vehicle == model.vehicle
    ]  # fmt: skip
    best = fits and model.vehicle == FIRST and not view.mine
    can = fits or any(f"m{each.number}" in live for each in options)
    ink, soft = (PAPER, SOFT) if can else (MUTE, MUTE)
    own = sum(view.mine.count(each.number) for each in (model, *options))
    name = f"{own} × {model.name}" if own else model.name
    arms = weapons(arm.spot for arm in model.weapons)
    crew = 1 + model.gunner
    said = phrase("offer", name=name, model=model, cost=dollars(model.cost), crew=crew,
                  dice=dice(model), weapons=listed(arms))  # fmt: skip
    parts = [
        Text(name, 40, ink, say=said, height=42),
        row(Text(model.size.upper(), 28, MUTE, grow=1, say=""),
            Text(dollars(model.cost), 44, ink if fits else MUTE, say=""), height=46),
        row(Armed(seat, _arms(model), 92, crew, not can, body(model), grow=1, height=182),
            column(*_bars(model, ink, soft), gap=0, width=128), gap=2),
    ]  # fmt: skip
    line = phrase("first") if best else VALUES["character"][model.vehicle]
    other = " · ".join(f"({each.option}) {dollars(each.cost)}" for each in options)
    below, short = other or phrase("no_options"), model.cost - view.dollars
    told = phrase("options", options=other) if other else ""
    if not can and short > 0:
        below = told = phrase("too_dear", over=dollars(short))
    tone = INK if best else soft
    foot = column(
        Text(line, 34, tone, "t", say=""),
        Text(below, 32, tone if best else MUTE, "t", say=told),
        gap=0,
    )
    return Card(parts, gap=4, live=can, lit=can and not best, best=best,
                foot=foot, strip=88, height=_CARD)  # fmt: skip


def _bars(model: Model, ink: Colour, soft: Colour) -> Iterator[Part]:
    """Armor, dice of damage in one turn, and power plant. All of them are as fast."""
    for (name, cells, each), figure in zip(
        _BARS, (model.points, dice(model), model.plant), strict=True
    ):
        lit = max(1, round(figure / each))
        yield row(Text(VALUES["bars"][name], 32, soft, "t", grow=1, say=""),
                  Text(str(figure), 36, ink, say=""), gap=0, height=36)  # fmt: skip
        yield Drawn(Cells(cells, lit, 124, 12), height=16, say="")
