"""What a seat is asked, each kind of question with a picture of its own; else its dashboard."""

from __future__ import annotations

from collections.abc import Sequence

from games.carwars.offers import found, said
from games.carwars.state import State
from games.engine.players import Player
from images.carwars import attack, board, build, outcome, sheet, turn
from images.carwars.model import Board
from images.choices import Choices
from images.parts import Picture


def picture(view: State, players: Sequence[Player], choices: Choices) -> Picture:
    """What the seat is asked. Raises ValueError for a spectator's view."""
    seat = view.seat
    if seat is None:
        raise ValueError("a spectator has no hand")
    if not choices.asked:
        return sheet.picture(view, players, seat)
    if view.phase == "build":
        return build.choice(view, seat, choices)
    match "harm" if view.harm and view.harm[0].asks else view.beat:
        case "turn":
            if not choices.path[1:]:
                turns = [(said(names[0]), each) for names, each in found(view, seat)]
                return turn.offered(view, players, choices.title, turns)
            return turn.picture(view, players, choices)
        case "attack":
            return attack.picture(view, players, choices)
        case "again" | "defend":
            keys = outcome.keys_of(choices)
            return outcome.picture(Board(view, players), choices.title, keys)
        case "fires":
            return sheet.fires(view, players, choices)
        case "place":
            return board.places(view, players, choices)
    return sheet.picture(view, players, seat, choices.title)
