"""A vehicle to be bought: the stock list with prices, and what may still be spent."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

import msgspec

from games.engine import voice
from games.engine.players import Player
from games.mini_carwars.catalog import KINDS, MODELS, SIDES, TOP, Model
from games.mini_carwars.state import State
from games.mini_carwars.words.paths import ENOUGH
from images.canvas import Canvas
from images.choices import Choices
from images.mini_carwars.reading import LETTERS
from images.panels import Panel, write_fit
from images.theme import (
    DEEP,
    GAP,
    HEADER,
    INK,
    MUTE,
    PAGE,
    PAPER,
    RAISED,
    SOFT,
    Colour,
)

_ROW: Final = 54
_HEAD: Final = 56
_ROOM: Final = 724
"""For all rows, px."""


class Offer(msgspec.Struct, frozen=True):
    """A model of the list."""

    model: Model
    live: bool
    """It can be bought now."""
    own: int
    """Bought already."""

    @property
    def armor(self) -> str:
        """Points by side."""
        sides = [(LETTERS[s], self.model.armor[s]) for s in self.model.armored]
        return " ".join(f"{letter}{points}" for letter, points in sides if points)

    @property
    def weapons(self) -> str:
        """Weapons by kind, with their mounts."""
        kinds: dict[str, list[str]] = {}
        for weapon in self.model.weapons:
            where = "turret" if weapon.mount == TOP else SIDES[weapon.mount]
            kinds.setdefault(KINDS[weapon.kind].short, []).append(where)
        return ", ".join(f"{kind} {_mounts(mounts)}" for kind, mounts in kinds.items())


def _mounts(mounts: Sequence[str]) -> str:
    """Mounts with alike ones counted: "front ×2 back"."""
    counts = Counter(mounts)
    return " ".join(f"{mount} ×{n}" if n > 1 else mount for mount, n in counts.items())


class BuyReading(msgspec.Struct, frozen=True):
    """A vehicle to be bought."""

    seat: int
    left: int
    budget: int
    offers: tuple[Offer, ...]
    enough: bool
    """No more need be bought."""
    mine: tuple[str, ...]


def read_buying(view: State, players: Sequence[Player], choices: Choices) -> BuyReading:
    """The whole list, what can be bought now first."""
    seat = view.seat or 0
    live = {path[0] for path in choices.paths}
    offers = [
        Offer(model, f"m{model.number}" in live, view.mine.count(model.number)) for model in MODELS
    ]
    shown = [offer for offer in offers if offer.live or offer.own]
    cycles = {offer.model.cycle for offer in shown} or {False, True}
    rest = [o for o in offers if o not in shown and o.model.cycle in cycles]
    return BuyReading(
        seat=seat,
        left=view.dollars,
        budget=view.budget[seat] if seat < len(view.budget) else 0,
        offers=(*shown, *rest),
        enough=(ENOUGH,) in choices.paths,
        mine=tuple(MODELS[number].name for number in view.mine),
    )


def _row(reading: BuyReading) -> int:
    """Height of a row, px."""
    return min(_ROW, _ROOM // max(len(reading.offers), 1))


def buying_height(reading: BuyReading) -> int:
    """Height of the picture, px."""
    return HEADER + GAP + _HEAD + _row(reading) * len(reading.offers) + GAP


def compose_buying(canvas: Canvas, reading: BuyReading) -> None:
    """The list; the header is drawn by the caller."""
    y = HEADER + GAP + 24
    words = f"${reading.left:,} of ${reading.budget:,} left"
    canvas.write(GAP + 8, y, words, 38, INK)
    bought = (
        f"bought: {', '.join(voice.counted(reading.mine))}"
        if reading.mine
        else "nothing bought yet"
    )
    write_fit(canvas, PAGE - GAP - 8, y, bought, 30, 700, INK, SOFT, "right", "t")
    y = HEADER + GAP + _HEAD
    for offer in reading.offers:
        canvas.part = offer.model.name
        _put_offer(canvas, offer, y, _row(reading))
        y += _row(reading)


def _put_offer(canvas: Canvas, offer: Offer, y: int, tall: int) -> None:
    fill, ink, soft = (RAISED, PAPER, SOFT) if offer.live else (DEEP, MUTE, MUTE)
    canvas.put(Panel(PAGE - 2 * GAP, tall - 6, fill, corner=16), GAP, y)
    middle = y + (tall - 6) // 2
    _cell(canvas, GAP + 18, middle, offer.model.name, 34, 212, fill, ink, "b")
    size = (f"{offer.own} × " if offer.own else "") + offer.model.size
    _cell(canvas, 252, middle, size, 28, 132, fill, soft, "t")
    _cell(canvas, 398, middle, offer.armor, 28, 190, fill, soft, "b")
    _cell(canvas, 600, middle, offer.weapons, 28, 452, fill, soft, "t")
    write_fit(
        *(canvas, PAGE - GAP - 24, middle, f"${offer.model.cost:,}", 36, 130, fill, ink),
        anchor="right",
    )


def _cell(
    canvas: Canvas,
    x: int,
    y: int,
    words: str,
    size: int,
    room: int,
    fill: Colour,
    ink: Colour,
    face: str,
) -> None:
    write_fit(canvas, x, y, words, size, room, fill, ink, face="b" if face == "b" else "t")
