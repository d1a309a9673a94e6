"""The poster of how the players stand, and at the end of a duel or a match: places and points."""

from __future__ import annotations

from collections.abc import Sequence

from games.carwars_cards import GAME
from games.carwars_cards.state import State
from games.engine.players import Player
from images.cars import Portrait
from images.carwars_cards.pieces import Said
from images.parts import Header, Picture, column, poster, row, standing

_TALL = 536


def picture(view: State, players: Sequence[Player]) -> Picture:
    """Best first, equal points share a place. A single duel has a winner, a series an Ace."""
    said, cars = Said.of(view, players), view.players
    tall = min(128, (_TALL + 8) // len(cars) - 8)
    lines = []
    for car in sorted(cars, key=lambda car: (-car.score, car.seat)):
        place = 1 + sum(other.score > car.score for other in cars)
        points, stood = GAME.words.score(view, car.score), said.at(car.seat)("stood")
        lines.append(standing(players, car.seat, place, car.score, points, stood, tall))
    first = said.shown.first
    length = 300 if len(first) == 1 else 150
    posed = poster([Portrait(seat, length) for seat in first], said("poster"))
    header = Header(said("game"), said("title"))
    return Picture(header, row(posed, column(*lines, gap=8, grow=1), height=_TALL))
