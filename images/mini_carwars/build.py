"""What a vehicle is before a fight: a model of the Stock Car List large, all of them as cards, and
one that is fitted out, in the shop or at home in the garage."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from games.engine.voice import listed, signed, upper
from games.mini_carwars import GAME as MINI
from games.mini_carwars import builds
from games.mini_carwars.builds import Build
from games.mini_carwars.buying import built, price
from games.mini_carwars.catalog import BODY_ARMOR, KINDS, MODELS, SIDES, TOP, Model
from games.mini_carwars.designs import ARMOR, BODY, COMPUTERS, OPTION
from games.mini_carwars.moves import Take
from games.mini_carwars.state import State, Vehicle
from games.mini_carwars.words import paths as keys
from games.mini_carwars.words.phrases import VALUES, dollars, phrase, weapons
from images.armed import Armed
from images.canvas import Canvas
from images.cars import Portrait
from images.choices import Choices
from images.gauges import Cells
from images.mini_carwars.model import ICONS, asking, body, called, figures, place
from images.mini_carwars.sheet import armor_part
from images.parts import (
    Card,
    Cards,
    Drawn,
    Header,
    Line,
    Part,
    Picture,
    Rule,
    Sign,
    Soft,
    Text,
    column,
    label,
    row,
    space,
)
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

# -- a model large

_TALL: Final = 560
_POSED: Final = 7
"""Seat whose colours the portrait wears: white says least of whose it is."""


def page(number: int) -> Picture:
    """A model as the list has it. Raises KeyError for a number that is no model."""
    if not 0 <= number < len(MODELS):
        raise KeyError(number)
    model = MODELS[number]
    header = Header(f"{MINI.title} · {phrase('stock_list')}", model.name)
    return Picture(header, _large(model, _POSED))


def _large(model: Model, seat: int) -> Part:
    """A model in the colours of a seat, with all that the list says of it."""
    facts = column(*_facts(model), panel=PANEL, pad=24, gap=4, grow=1, height=_TALL)
    return row(_face(model, seat), facts)


def _face(model: Model, seat: int) -> Part:
    """The vehicle with its points of armor round it."""
    posed = Portrait(seat, 190, ground=RAISED, label="", kind=body(model))
    cost = f"${model.cost:,}"
    said = phrase("face", size=model.size.capitalize(), cost=cost)
    total = Text(phrase("in_all", points=model.points), 28, SOFT, "t", width=104)
    front, right, back, left, top = (_points(model, side) for side in range(len(SIDES)))
    return column(
        row(Text(model.size.upper(), 32, SOFT, "t", grow=1, say=said), Text(cost, 44, say="")),
        row(space(), front, space()),
        row(left, space(), Drawn(posed, say="", width=140), space(), right, height=236),
        row(top, space(), back, space(), total),
        panel=RAISED, frame=EDGE, pad=24, gap=8, width=420, height=_TALL,
    )  # fmt: skip


def _points(model: Model, side: int) -> Part:
    """A side's name over its points; room for them where it has none."""
    points = model.armor[side]
    if side not in model.armored or (side == TOP and not points):
        return space(104)
    told = Text(str(points), 56, anchor="middle", say=f"{SIDES[side]} {points}", height=60)
    return column(label(SIDES[side], "middle"), told, gap=0, width=104)


def _facts(model: Model) -> Iterator[Part]:
    """Crew, power plant, weapons with the chart's figures, and notes."""
    crew = phrase("crew", gunner=model.gunner)
    yield row(
        Sign("driver", 46, width=52), Text(crew, 38, SOFT, "t", say=crew.capitalize(), grow=1),
        Sign("power", 46, width=52), Text(phrase("plant"), 34, SOFT, "t", say=""),
        Text(str(model.plant), 56, say=phrase("plant_points", points=model.plant)),
    )  # fmt: skip
    notes = [Text(note, 28, MUTE, "t", lines=1 + (len(note) > 66)) for note in _notes(model)]
    weapons = Counter((weapon.kind, weapon.mount, weapon.link) for weapon in model.weapons)
    room = _TALL - 126 - sum(note.least()[1] + 4 for note in notes)
    tall = min(100, room // len(weapons) - 10)
    for (kind, mount, link), count in weapons.items():
        name, where = called(kind, count), place(mount, link)
        blind = KINDS[kind].stopped_by_smoke
        words = phrase("does", figures=figures(kind), several=count > 1, blind=blind)
        head = row(
            Text(name, 36, say=f"{name} {where}:", height=40), Text(where, 32, SOFT, "t", say="")
        )
        does = Text(words, 32, SOFT, "t", say=f"{words}.", grow=1, height=38)
        yield Rule()
        lines = column(space(), head, row(does), space(), gap=0, grow=1)
        yield row(Sign(ICONS[kind], 48, width=56), lines, height=tall)
    yield space()
    yield from notes


def _notes(model: Model) -> Iterator[str]:
    """What is our own reading, and what armor may be done with."""
    if model.option and model.armor != MODELS[model.stock_number].armor:
        yield phrase("spread")
    if model.note:
        yield f"{upper(model.note)}."


# -- models to choose from

FIRST: Final = "rocket_special"
"""The vehicle for whoever has never bought one. House."""
_CARD: Final = 382
"""Height of a vehicle's card, px."""
_BARS: Final = (("armor", 8, 25), ("fire", 6, 1), ("engine", 6, 2))
"""By its text: how many cells a bar has, and what one of them stands for."""


def dice(model: Model) -> int:
    """The most dice of damage that its crew can fire in one turn. Rules: 8. Combat"""
    actions = Counter[object]()
    for at, arm in enumerate(model.weapons):
        actions[("link", arm.link) if arm.link else at] += arm.weapon.dice
    return sum(sorted(actions.values(), reverse=True)[: 1 + model.gunner])


def choice(view: State, seat: int, choices: Choices) -> Picture:
    """The stock vehicles, each with its options, and what may still be spent."""
    budget = phrase("budget", left=view.dollars, budget=view.budget[seat])
    if choices.path[:1] == (keys.EXTRAS,) and len(choices.path) > 1:
        title = phrase("fit_title", car=MODELS[int(choices.path[1][1:])].name)
        header = asking(view, seat, title, dollars(view.dollars))
        return Picture(header, _extras(view, seat, choices))
    bought = MINI.words.loadout(view, seat)
    words = phrase("bought" if bought else "unbought", vehicles=bought)
    said = phrase("bought_so", bought=words.capitalize(), more=(keys.ENOUGH,) in choices.paths)
    told = Text(words, 30, SOFT, "t", "right", say=said, grow=1)
    head = row(Text(budget, 34, say=f"{budget}."), told, height=40)
    cards = _cards(view, seat, choices)
    body = column(head, cards) if bought else cards
    return Picture(asking(view, seat, choices.title, dollars(view.dollars)), body)


def chosen(view: State, seat: int, choices: Choices) -> Picture:
    """The vehicle that has been chosen, while others still choose. One that was built at home is
    not among the choices: its name stands beside the picture."""
    model = next((MODELS[int(key[1:])] for key in choices.path if key[0] == "m"), None)
    title = phrase("picked", vehicle=model.name if model else phrase("own_vehicle"))
    if model is None:
        body: Part = column(Soft(phrase("no_sheets")), panel=PANEL, pad=28, height=280)
    elif choices.path[0] == keys.EXTRAS:
        body = _extras(view, seat, choices)
    else:
        body = _large(model, seat)
    return Picture(asking(view, seat, title, dollars(view.dollars)), body)


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


# -- a vehicle that is fitted out

_BESIDE: Final = 600
"""Of the vehicle and what stands beside it, px."""
_SIDE: Final = 432
_FOOT: Final = 104
"""Height of the strip of figures, px."""
_ICONS: Final = {OPTION: "nut", COMPUTERS: "electronics", BODY: "armor"}
_KITS: Final = (("k", 1), ("k", 2), ("a", 0), ("a", 1), ("a", 2))
"""Accessories that there are together: with body armor or without, and which computer."""


class _Shares(Part):
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


def _more(cost: int) -> str:
    """What something costs more, or less."""
    return signed(cost).replace(str(abs(cost)), dollars(abs(cost)))


def _item(icon: str, name: str, cost: str, fitted: bool, can: bool = True, tall: int = 0) -> Line:
    """Something that may be fitted: on paper once it is. Of an accessory, whose row is not `tall`,
    what it does stands below its name."""
    fill, ink = (PAPER, INK) if fitted else (RAISED, PAPER) if can else (DEEP, MUTE)
    check = Sign("check", 32, ink)
    state = "fit_in" if fitted else "fit_possible" if can else "fit_dear"
    said = phrase(state, name=name, cost=cost)
    if tall:
        end: Part = check if fitted else Text(cost, 36, ink)
        return row(Sign(icon, 36, ink), Text(name, 34, ink, "t", grow=1), end, panel=fill,
                   corner=0, pad=10, gap=12, height=tall, say=said)  # fmt: skip
    called, _, does = name.partition(", ")
    checks: list[Part] = [check, Part(width=14)]
    head = row(Text(upper(called), 38, ink, grow=1), *checks * fitted, height=34)
    foot = row(Text(does, 32, ink, "t", grow=1), Text(cost, 38, ink), gap=8, height=34)
    return row(Sign(icon, 48, ink, width=52), column(head, foot, gap=0, grow=1), panel=fill,
               frame=None if fitted else EDGE if can else LINE, pad=8, gap=12, height=84,
               say=said)  # fmt: skip


def _fitted(vehicle: Vehicle, side: Part, foot: Part) -> Part:
    """The vehicle, what stands beside it, and what is spent."""
    return column(row(armor_part(vehicle, _BESIDE), side), foot)


def _extras(view: State, seat: int, choices: Choices) -> Part:
    """Which accessories go with the vehicle that has been chosen; none is needed.

    Rules: Accessories
    """
    model, key = MODELS[int(choices.path[1][1:])], choices.path[2:3]
    kits = {f"{worn}{n}": Take(model.number, n, worn == "a") for worn, n in _KITS}
    take = kits.get(key[0] if key else "", Take(model.number))
    cost, money = price(take), dollars(view.dollars)
    items = [
        _item("armor" if kit.body_armor else "electronics", _kit(kit),
              _more(price(kit) - model.cost), kit is take, price(kit) <= view.dollars)
        for kit in kits.values()
    ]  # fmt: skip
    who = label(phrase("fit_both" if model.gunner else "fit_one"))
    none = Soft(phrase("no_extras"), height=38)
    side = column(who, none, *items, space(), panel=PANEL, pad=16, gap=10, width=_SIDE,
                  height=_BESIDE)  # fmt: skip
    spent = phrase("spent", car=dollars(model.cost), more=dollars(cost - model.cost))
    shares = (model.cost, PAPER), (cost - model.cost, SOFT)
    bar = _Shares(shares, view.dollars, height=24, say="")
    rest, of = dollars(view.dollars - cost), phrase("fit_rest", of=money)
    plate = column(
        Text(rest, 56, INK, anchor="middle", grow=1, say=f"{rest} {of}."),
        Text(of, 34, INK, "t", "middle", say=""),
        panel=PAPER, corner=0, pad=8, gap=0, width=300, height=_FOOT,
    )  # fmt: skip
    left = column(Text(spent, 34, SOFT, "t", grow=1), bar, gap=8, pad=14, grow=1, height=_FOOT)
    foot = row(left, plate, panel=PANEL, corner=0, gap=0, height=_FOOT)
    return _fitted(built(seat, take), side, foot)


def _kit(take: Take) -> str:
    """A computer, body armor, or both."""
    worn = take.body_armor
    name = "fit_all" if take.computer and worn else "fit_armor" if worn else "fit_computer"
    return phrase(name, to_hit=take.computer, boxes=BODY_ARMOR.boxes)


def _changed(name: str, about: str, count: int) -> Part:
    """The part that is being changed."""
    words = column(label(phrase("fit_change")), Text(name, 42, grow=1), gap=0, grow=1, height=84)
    told = Text(about, 34, SOFT, "t", lines=2, height=80)
    return column(row(words, Text(str(count), 84, width=130, anchor="right")), told, panel=RAISED,
                  frame=PAPER, pad=16, gap=4)  # fmt: skip


def _fact(name: str, figure: str) -> Part:
    """A figure, below what it is."""
    told = Text(figure, 50, say=f"{name} {figure}.", grow=1)
    return column(space(8), label(name), told, gap=0, grow=1)


def design(build: Build, part: str = "") -> Picture | None:
    """A vehicle that is being built at home, and the part that is being changed; None where there
    can be no such vehicle. Rules: 3. Vehicle Selection"""
    model, designs, cost = builds.model_of(build), MINI.designs, builds.cost(build)
    odd = len(build.armor) != len(SIDES) or not {*build.computers} <= {0, 1, 2}
    if model is None or odd or not all(0 <= each <= model.points for each in build.armor):
        return None
    every, items = designs.parts(build), list[Part]()
    rows = sum(not key.startswith(ARMOR) for key, *_ in every)
    tall = min(50, (_BESIDE - 228) // max(1, rows) - 6)
    for key, name, about, count in every:
        sort, who, to_hit = (*key.split("-"), "0")[:3]
        more = _more(builds.cost(designs.put(build, key, int(not count))) - cost)
        if sort in (COMPUTERS, BODY):
            name = phrase("fit_part", who=who, to_hit=int(to_hit))  # noqa: PLW2901
        if key == part:
            items.insert(0, _changed(name, about, count))
        elif sort != ARMOR:
            items.append(_item(_ICONS[sort], name, more, count > 0, tall=tall))
            if sort == OPTION and not part:
                # Where nothing is being changed there is room for what it comes to; the price
                # stands above.
                told = about.rpartition(";")[0]
                items.append(Text(told, 28, SOFT, "t", lines=2, floor=26, height=76))
    side = column(*items, space(), panel=PANEL, pad=12, gap=6, width=_SIDE, height=_BESIDE)
    placed = phrase("placed_of", points=sum(build.armor), of=model.points)
    faults = [fault.sentence for fault in designs.faults(build)]
    fill, edge, ink = (ALARM_GROUND, ALARM, PAPER) if faults else (PAPER, None, INK)
    told = faults[0] if faults else phrase("fit_legal")
    verdict = row(Text(told, 36, ink, lines=2, grow=1), panel=fill, frame=edge, pad=14,
                  width=560, height=_FOOT)  # fmt: skip
    foot = row(
        Part(width=1), _fact(phrase("placed"), placed), _fact(phrase("price"), dollars(cost)),
        verdict, panel=PANEL, corner=0, gap=20, height=_FOOT,
    )  # fmt: skip
    arms = listed(weapons(arm.spot for arm in model.weapons))
    header = Header(phrase("garage"), builds.name(build), (), arms)
    return Picture(header, _fitted(built(0, builds.bring(build)), side, foot))
