"""What a seat is asked: where its vehicle can go, at what it can fire, what it can buy; else its
record sheet."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.players import Player
from games.mini_carwars.state import State
from images.choices import Choices
from images.mini_carwars import buying, sheet
from images.mini_carwars.ghosts import move_part
from images.mini_carwars.model import game_of, moment_of, mph
from images.mini_carwars.shots import fire_part, read_fire
from images.mini_carwars.ways import read_move
from images.parts import Header, Picture


def kind_of(view: State, choices: Choices) -> str:
    """What the picture shows: `buy`, `move`, `fire` or `sheet`."""
    if view.seat is None:
        raise ValueError("a spectator has no hand")
    if not view.cars:
        return "buy" if choices.paths or not view.mine else "sheet"
    if not choices.asked or not choices.paths or view.asked < 0:
        return "sheet"
    return view.step if view.step in ("move", "fire") else "sheet"


def picture(view: State, players: Sequence[Player], choices: Choices) -> Picture:
    """What the seat is asked. Raises ValueError for a spectator's view."""
    kind = kind_of(view, choices)
    if kind == "sheet":
        return sheet.picture(view, players, view.seat or 0, view.asked)
    if kind == "buy":
        return buying.picture(view, choices)
    if kind == "move":
        move = read_move(view, players, choices)
        body = move_part(move)
        status = f"{move.car.label} · {mph(move.car.speed)} mph"
    else:
        fire = read_fire(view, players, choices)
        body = fire_part(fire)
        status = f"{fire.car.label} · {fire.person}"
    where = f"{game_of(view)} · {moment_of(view)}"
    return Picture(Header(where, choices.title, view.seat or 0, status), body, edge=0)


def hand(view: State, players: Sequence[Player], choices: Choices) -> bytes:
    """A palette PNG, 1200 px wide, of what the seat the view was made for is asked.

    Raises ValueError for a spectator's view.
    """
    return picture(view, players, choices).png()


def hand_alt(view: State, players: Sequence[Player], choices: Choices) -> str:
    """The same in words, at most 1024 characters."""
    return picture(view, players, choices).alt_text()
