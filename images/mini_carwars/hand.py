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


def picture(view: State, players: Sequence[Player], choices: Choices) -> Picture:
    """What the seat is asked. Raises ValueError for a spectator's view."""
    seat = view.seat
    if seat is None:
        raise ValueError("a spectator has no hand")
    if not view.cars and (choices.paths or not view.mine):
        return buying.picture(view, choices)
    asked = choices.asked and choices.paths and view.asked >= 0
    if asked and view.step == "move":
        move = read_move(view, players, choices)
        body = move_part(move)
        status = f"{move.car.label} · {mph(move.car.speed)} mph"
    elif asked and view.step == "fire":
        fire = read_fire(view, players, choices)
        body = fire_part(fire)
        status = f"{fire.car.label} · {fire.person}"
    else:
        return sheet.picture(view, players, seat)
    where = f"{game_of(view)} · {moment_of(view)}"
    return Picture(Header(where, choices.title, seat, status), body, edge=0)
