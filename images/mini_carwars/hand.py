"""What a seat is asked: where its vehicle can go, at what it can fire, what it can buy; else its
record sheet."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.players import Player
from games.mini_carwars.state import State
from images.canvas import Canvas, TileCanvas
from images.choices import Choices
from images.mini_carwars.buying import buying_height, compose_buying, read_buying
from images.mini_carwars.ghosts import HEIGHT as MOVE_HEIGHT
from images.mini_carwars.ghosts import compose_move
from images.mini_carwars.plane import Header
from images.mini_carwars.reading import game_of, moment_of, mph
from images.mini_carwars.sheet import sheet
from images.mini_carwars.shots import HEIGHT as FIRE_HEIGHT
from images.mini_carwars.shots import compose_fire, read_fire
from images.mini_carwars.ways import read_move
from images.panels import Page, write_actor, write_title


def kind_of(view: State, choices: Choices) -> str:
    """What the picture shows: `buy`, `move`, `fire` or `sheet`."""
    if view.seat is None:
        raise ValueError("a spectator has no hand")
    if not view.cars:
        return "buy" if choices.paths or not view.mine else "sheet"
    if not choices.asked or not choices.paths or view.asked < 0:
        return "sheet"
    return view.step if view.step in ("move", "fire") else "sheet"


def page(view: State, players: Sequence[Player], choices: Choices) -> Page:
    """The empty picture for a question."""
    kind = kind_of(view, choices)
    if kind == "buy":
        return Page(buying_height(read_buying(view, players, choices)))
    return Page(MOVE_HEIGHT if kind == "move" else FIRE_HEIGHT)


def compose(canvas: Canvas, view: State, players: Sequence[Player], choices: Choices) -> None:
    """Draw a hand that is not a record sheet."""
    kind = kind_of(view, choices)
    seat = view.seat or 0
    if kind == "buy":
        reading = read_buying(view, players, choices)
        compose_buying(canvas, reading)
        status = "buys"
    elif kind == "move":
        move = read_move(view, players, choices)
        compose_move(canvas, move)
        status = f"{move.car.label} · {mph(move.car.speed)} mph"
    else:
        fire = read_fire(view, players, choices)
        compose_fire(canvas, fire)
        status = f"{fire.car.label} · {fire.person}"
    canvas.part = "header"
    canvas.put(Header(), 0, 0)
    where = f"{game_of(view)} · {moment_of(view)}"
    write_title(canvas, where, choices.title, 620)
    write_actor(canvas, seat, status, 340)


def hand(view: State, players: Sequence[Player], choices: Choices) -> bytes:
    """A palette PNG, 1200 px wide, of what the seat the view was made for is asked.

    Raises ValueError for a spectator's view.
    """
    if kind_of(view, choices) == "sheet":
        return sheet(view, players, view.seat or 0, view.asked)
    canvas = TileCanvas(page(view, players, choices))
    compose(canvas, view, players, choices)
    return canvas.png()
