"""One car large: what is left of it, and every card that lies on it."""

from __future__ import annotations

from collections.abc import Sequence

from games.carwars_cards.cards import CARDS, DRIVER_LIMIT, TEXTS, TIRE_LIMIT
from games.carwars_cards.state import Hit, State
from games.engine.players import SEAT_LETTERS, Player
from images.canvas import Canvas
from images.carwars_cards.pieces import Armored, Said, fallen, tags
from images.panels import put_icon
from images.parts import Header, Part, Picture, Rule, Sign, Text, column, figure, label, row, space
from images.theme import EDGE, MUTE, PANEL, PAPER, RAISED, SOFT, WELL, Colour
from images.words import name_of

_PARTS = TEXTS["part"]
_TALL = 780
_WIDE = 364


def picture(view: State, players: Sequence[Player], seat: int) -> Picture:
    """One car and every card that lies on it."""
    said = Said.of(view, players, seat)
    car, name, status = said.car, name_of(players, seat), said("stands")
    front, back, left, right = zip(car.armor, car.side_hits, strict=True)
    rows = [
        _row(said, name_, limit, left_, hits)
        for name_, limit, (left_, hits) in (
            ("front", said.armor, front),
            ("right", said.armor, right),
            ("back", said.armor, back),
            ("left", said.armor, left),
            ("tires", TIRE_LIMIT, (car.tires, car.tire_hits)),
            ("driver", DRIVER_LIMIT, (car.driver, car.driver_hits)),
        )
    ]
    about = column(*_about(said), panel=PANEL, pad=12, gap=12, width=388, height=_TALL)
    header = Header(
        f"{said('game')} · {said('moment')}", name, (seat,), status,
        say=f"{said('head')}: {SEAT_LETTERS[seat]} {name}, {status}.",
    )  # fmt: skip
    return Picture(header, row(about, column(*rows, gap=8, grow=1)))


def _about(said: Said) -> list[Part]:
    """The car, its points and cards, and what holds for it."""
    car = said.car
    figures = row(
        label(said("score")), Text(str(car.score), 52, say=said.later("points")), space(),
        Sign("cards", 44, SOFT), Text(str(len(car.hand)), 52, SOFT, say=said.later("cards")),
    )  # fmt: skip
    if not said.running:
        return [figures, Rule(), fallen(said, 170, 236, 48, 320)]
    holds: Part = tags(said, _WIDE, (179, 44), 4, full=True)
    if not (car.specials or car.escaping or car.skip_turns):
        holds = said.text("bare", 34)
    armored = Armored(car.seat, car.armor, said.armor, 222, height=350)
    parts = [armored, Rule(), figures, label(said("in_play")), holds]
    return [*parts, space(), said.text("seen", 28)]


def _told(hits: Sequence[Hit], between: str) -> str:
    """Cards lying on a car with the armor over them, such as `Autocannon + Armor: 2`."""
    names = [" + ".join(CARDS[card].name for card in (hit.card, *hit.armor)) for hit in hits]
    return between.join(f"{name}: {hit.points}" for name, hit in zip(names, hits, strict=True))


def _row(said: Said, name: str, limit: int, left: int, hits: Sequence[Hit]) -> Part:
    """One side, the tires or the driver, with the hits lying there."""
    if not said.running:
        # Its cards are in the discard pile: nothing is left to count.
        head, text, told = space(70), Text("", 30, say="", height=38), ""
        bar = _Bar(limit, 0, (), height=46)
    else:
        text = Text(_told(hits, " · ") or said("whole"), 30, SOFT if hits else MUTE, "t", lines=2)
        gone = _PARTS["gone" if name == "tires" else "breached"]
        lying = f": {_told(hits, ', ')}" if hits else ""
        told = f"{_PARTS[name].capitalize()} {left or gone}{lying}."
        head, bar = figure(left, 58, anchor="left"), _Bar(limit, left, hits, height=46)
    return row(
        column(Text(_PARTS[name].upper(), 34, SOFT, height=38), head, space(), gap=0, width=120),
        column(bar, text, gap=4, grow=1), panel=PANEL, pad=14, height=123, say=told,
        name=name,
    )  # fmt: skip


class _Bar(Part):
    """A row of wide cells: hits eat it from the left, what is left is lit."""

    cells: int
    left: int
    hits: Sequence[Hit]

    def draw(self, canvas: Canvas, x: int, y: int, w: int, h: int, ground: Colour) -> None:
        canvas.fill(x, y, w, h, ground)
        lost, at = self.cells - self.left, 0
        edges = [x + round(cell * w / self.cells) for cell in range(self.cells + 1)]
        for cell in range(self.cells):
            start, end = edges[cell : cell + 2]
            canvas.fill(start, y, end - start - 4, h, PAPER if cell >= lost else WELL)
        for hit in self.hits:
            points = min(hit.points, lost - at)
            if points <= 0:
                break
            start, wide = edges[at], edges[at + points] - edges[at] - 4
            canvas.fill(start, y, wide, h, EDGE)
            canvas.fill(start + 2, y + 2, wide - 4, h - 4, RAISED)
            middle, icon = start + wide // 2, wide >= 84
            if icon:
                put_icon(canvas, CARDS[hit.card].icon, middle - 20, y + 23, 32, PAPER, RAISED)
            canvas.write(middle + 20 * icon, y + 23, str(hit.points), 36, RAISED, anchor="middle")
            at += points
