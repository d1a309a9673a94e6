"""What a seat is asked, each kind of question with a picture of its own; else its dashboard."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from games.carwars.base import Pose
from games.carwars.ground import place_of
from games.carwars.rounds import EXTINGUISH
from games.carwars.setup import usual_places
from games.carwars.state import State
from games.engine.players import Player
from images.canvas import Canvas
from images.carwars import attack, build, outcome, sheet, turn
from images.carwars.field import Field, fitted
from images.carwars.model import SIDES, Board, box, heading, say
from images.carwars.pieces import Flame, Ghost, Key
from images.choices import Choices
from images.counters import tenths
from images.parts import Drawn, Header, Part, Picture, Sign, Text, column, row, space
from images.theme import GAP, MUTE, PAGE, PANEL, PAPER, RAISED, SOFT, Colour

_ROW: Final = 176


def picture(view: State, players: Sequence[Player], choices: Choices) -> Picture:
    """What the seat is asked. Raises ValueError for a spectator's view."""
    seat = view.seat
    if seat is None:
        raise ValueError("a spectator has no hand")
    if not choices.asked:
        return sheet.picture(view, players, seat)
    if view.phase == "build":
        return build.choice(view, seat, choices)
    if view.harm and view.harm[0].asks:
        return sheet.picture(view, players, seat, choices.title)
    match view.beat:
        case "turn":
            return turn.picture(view, players, choices)
        case "attack":
            return attack.picture(view, players, choices)
        case "again" | "defend":
            model = outcome.read_outcome(view, players, choices)
            return outcome.picture(model, choices.title)
        case "fires":
            return _fires(view, players, choices)
        case "place":
            return _places(view, players, choices)
    return sheet.picture(view, players, seat, choices.title)


def _fires(view: State, players: Sequence[Player], choices: Choices) -> Picture:
    """The sides that are on fire: what each does if it is left burning, and what it costs to put it
    out."""
    seat, board = view.seat or 0, Board(view, players)
    car, rows = view.cars[seat], list[Part]()
    for side in car.fires:
        points = car.armor[side]
        burns = say("fires", "armor" if points else "inside", now=points, then=points - 1)
        enough = car.control >= EXTINGUISH
        wheels = [Sign("control", 52, PAPER if enough else MUTE, width=60)] * EXTINGUISH
        rows.append(row(
            Drawn(Flame(84, PANEL), width=110, say=""),
            column(space(), Text(SIDES[side], 48, grow=1), Text(burns, 34, SOFT, "t", grow=1),
                   space(), gap=4, grow=1),
            *wheels, panel=PANEL, pad=14, height=_ROW,
        ))  # fmt: skip
    many = say("fires", "control", control=car.control, out=min(len(car.fires), car.control // EXTINGUISH))
    held = row(Sign("control", 60, width=70), Text(str(car.control), 76, say=""),
               Text(many, 34, SOFT, "t", lines=2, grow=1), panel=RAISED, pad=16, height=116)  # fmt: skip
    tall = max(560, 132 + (_ROW + 16) * len(rows))
    left = column(sheet.Armor(car, sheet.most_armor(view, car), grow=1), panel=PANEL, width=420, height=tall, say="")
    right = column(*rows, space(), held, grow=1, height=tall)
    header = Header(board.moment, choices.title, seat, board.verb, say=board.tell(car))
    return Picture(header, row(left, right))


@dataclass(slots=True)
class _Places(Part):
    """The arena with the places where a car may start."""

    board: Board
    choices: Choices

    def _spots(self) -> Iterator[tuple[str, Pose]]:
        """Keys and poses of the usual places; of one that is being typed, as far as it is known."""
        view, path = self.board.view, self.choices.path
        if path[:1] == ("place",) and len(path) > 2:
            x, y, heading = (*(float(each[1:]) for each in path[1:]), 0.0, 0.0)[:3]
            yield "", (x / 100, y / 100, heading)
            return
        places = usual_places(view, view.seat or 0)
        for each in self.choices.paths:
            if each[0][1:].isdigit() and int(each[0][1:]) in places:
                yield str(int(each[0][1:]) + 1), places[int(each[0][1:])]

    def draw(self, canvas: Canvas, x: int, y: int, w: int, h: int, ground: Colour) -> None:
        view, field = self.board.view, (x, y, x + w, y + h)
        wide, high = place_of(view).size
        whole = box((wide / 2, high / 2, 0.0), wide, high)
        sheet = Field(canvas, fitted(view, [whole], field, 100.0, 0.3), field)
        sheet.ground(view)
        sheet.things(view)
        for car in self.board.shown:
            sheet.car(car)
        for key, pose in self._spots():
            ghost = Ghost(view.seat or 0, round(sheet.to.scale), tenths(-pose[2] % 360), True)
            sheet.taken.append(sheet.lay(ghost, pose[:2]))
            if key:
                sheet.want(Key(key), sheet.to.around(box(pose, 1.17)), f"key {key}", None)
        sheet.label()
        sheet.edge()

    def words(self, brief: bool = False) -> Iterator[str]:
        yield from (
            say("places", "spot", key=key, x=f"{pose[0]:.1f}", y=f"{pose[1]:.1f}", nose=heading(pose[2]))
            for key, pose in self._spots()
        )


def _places(view: State, players: Sequence[Player], choices: Choices) -> Picture:
    board = Board(view, players)
    arena = _Places(board, choices, width=PAGE - 2 * GAP, height=780)
    header = Header(board.moment, choices.title, view.seat or 0, board.verb)
    return Picture(header, arena)
