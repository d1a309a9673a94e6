"""The board: every car of the duel, who acts, and what is on its way to whom."""

from __future__ import annotations

from collections.abc import Sequence

from games.carwars_cards.state import State
from games.engine.players import Player
from images import fonts
from images.canvas import Canvas, TileCanvas
from images.cars import SeatPlate
from images.carwars_cards.cells import put_large, put_small
from images.carwars_cards.reading import TIRES, BoardReading, IncomingReading, read
from images.gauges import Pointer
from images.panels import Page, text_width, write_actor, write_title
from images.theme import DEEP, GAP, HEADER, MUTE, PAGE, PAPER, SOFT

_LARGE = (2, 576, 382, GAP)
"""Columns, width and height of a cell, and the gap between cells, px."""
_SMALL = (3, 384, 388, 12)


def page(seats: int) -> Page:
    """The empty picture for 2 to 6 seats: one row for up to three."""
    return Page(504 if seats <= 3 else 900)


def compose(canvas: Canvas, reading: BoardReading) -> None:
    """Draw the whole board."""
    canvas.part = "header"
    _put_header(canvas, reading)
    incoming = reading.incoming
    if incoming is not None and incoming.outcome:
        incoming = None
    columns, width, height, gap = _LARGE if len(reading.cars) in (2, 4) else _SMALL
    for i, car in enumerate(reading.cars):
        canvas.part = car.letter
        x = gap + i % columns * (width + gap)
        y = HEADER + gap + i // columns * (height + gap)
        acts = car.seat == reading.acting and car.running and not reading.over
        hit = incoming if incoming is not None and incoming.target == car.seat else None
        if columns == 2:
            put_large(canvas, car, x, y, acts, hit)
        else:
            put_small(canvas, car, x, y, width, acts, hit)


def _put_header(canvas: Canvas, reading: BoardReading) -> None:
    write_title(canvas, reading.game, reading.moment, 400)
    x = 48 + max(text_width(reading.game.upper(), 28), text_width(reading.moment, 42)) + 44
    canvas.write(x, 26, "LAST PILE" if reading.last_pile else "DRAW PILE", 28, DEEP, MUTE)
    canvas.write(x, 61, str(reading.pile), 42, DEEP)
    x += text_width("DRAW PILE", 28) + 40
    if reading.incoming is None:
        write_actor(canvas, reading.acting, reading.verb, PAGE - x - 160)
    else:
        _put_incoming(canvas, reading.incoming, x)


def _put_incoming(canvas: Canvas, coming: IncomingReading, left: int) -> None:
    """Who hits whom, where, with what, and the sum: at the right of the header.

    No armor helps the tires, so they stand where the sum of armor would: both lines have room.
    """
    plates = 2 * 116 + 48
    room = PAGE - 24 - left - plates
    at_tires = coming.side == TIRES and not coming.outcome
    place = "" if at_tires else coming.place
    parts = [coming.card, place, "follow-up" if coming.follow_up else ""]
    if coming.answer and not coming.outcome:
        parts.append(f"after {coming.answer}")
    above, small = fonts.fit(", ".join(filter(None, parts)), 34, room, "t")
    armor = f" − {coming.stopped} armor = {coming.net}" if coming.stopped else " damage"
    to = f", {coming.place}" if at_tires else " to driver" if coming.to_driver else ""
    below, large = fonts.fit(coming.outcome or f"{coming.points}{armor}{to}", 40, room)
    wide = max(round(fonts.width(above, small, "t")), text_width(below, large))
    x = PAGE - 24 - wide
    canvas.write(x, 27, above, small, DEEP, SOFT, face="t")
    canvas.write(x, 63, below, large, DEEP)
    canvas.put(SeatPlate(coming.target, 56, ground=DEEP), x - 128, HEADER // 2 - 28)
    canvas.put(Pointer(30, 36, PAPER, DEEP), x - 128 - 36, HEADER // 2 - 18)
    canvas.put(SeatPlate(coming.source, 56, ground=DEEP), x - 128 - 44 - 112, HEADER // 2 - 28)


def board(view: State, players: Sequence[Player], verb: str = "to act") -> bytes:
    """A palette PNG, 1200 px wide, of 2 to 6 cars.

    `verb` says what the active player does, such as "attacks".
    """
    canvas = TileCanvas(page(len(view.players)))
    compose(canvas, read(view, players, verb))
    return canvas.png()
