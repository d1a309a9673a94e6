"""A vehicle to be bought: the stock list with prices, and what may still be spent."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Final

from games.engine import voice
from games.mini_carwars.catalog import KINDS, MODELS, Model
from games.mini_carwars.state import State
from games.mini_carwars.words.paths import ENOUGH
from games.mini_carwars.words.phrases import mounted
from images.choices import Choices
from images.mini_carwars.model import LETTERS, game_of, moment_of
from images.parts import Header, Part, Picture, Text, column, row
from images.theme import DEEP, MUTE, PAPER, RAISED, SOFT

_ROW: Final = 54
"""Height of a row and the gap below it, px, and of all rows."""
_ROWS: Final = 724


def picture(view: State, choices: Choices) -> Picture:
    """The whole list, what can be bought now first."""
    live = {path[0] for path in choices.paths}
    shown = [each for each in MODELS if f"m{each.number}" in live or each.number in view.mine]
    cycles = {model.cycle for model in shown} or {False, True}
    every = [*shown, *(each for each in MODELS if each not in shown and each.cycle in cycles)]
    tall = min(_ROW, _ROWS // len(every)) - 6
    bought = voice.counted([MODELS[number].name for number in view.mine])
    budget = view.budget[view.seat or 0]
    words = f"bought: {', '.join(bought)}" if bought else "nothing bought yet"
    more = " Or buy no more." if (ENOUGH,) in choices.paths else ""
    left = Text(f"${view.dollars:,} of ${budget:,} left", 38)
    told = Text(words, 30, SOFT, "t", "right", say=f"{words.capitalize()}.{more}", grow=1)
    offers = [_offer(each, f"m{each.number}" in live, view, tall) for each in every]
    header = Header(f"{game_of(view)} · {moment_of(view)}", choices.title, view.seat or 0, "buys")
    return Picture(header, column(row(left, told, height=40), *offers, gap=6))


def _offer(model: Model, live: bool, view: State, tall: int) -> Part:
    """A model: its size, points by side, weapons by kind, and price."""
    ground, ink, soft = (RAISED, PAPER, SOFT) if live else (DEEP, MUTE, MUTE)
    own = view.mine.count(model.number)
    sides = [(LETTERS[side], model.armor[side]) for side in model.armored]
    return row(
        Text(model.name, 34, ink, width=202),
        Text((f"{own} × " if own else "") + model.size, 28, soft, "t", width=124),
        Text(" ".join(f"{side}{points}" for side, points in sides if points), 28, soft, width=194),
        Text(", ".join(_weapons(model)), 28, soft, "t", grow=1),
        Text(f"${model.cost:,}", 36, ink, anchor="right", width=120),
        panel=ground, pad=12, gap=8, height=tall, say=None if live else "",
    )  # fmt: skip


def _weapons(model: Model) -> Iterator[str]:
    """By kind, with their mounts, alike ones counted: "MG front ×2 back"."""
    kinds: dict[str, Counter[str]] = defaultdict(Counter)
    for weapon in model.weapons:
        kinds[KINDS[weapon.kind].short][mounted(weapon.mount)] += 1
    for kind, mounts in kinds.items():
        places = (f"{at} ×{count}" if count > 1 else at for at, count in mounts.items())
        yield f"{kind} {' '.join(places)}"
