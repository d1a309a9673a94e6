"""What a seat is asked, each kind of question with a picture of its own; else its dashboard."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from games.carwars.offers import found as offered
from games.carwars.offers import said
from games.carwars.rounds import EXTINGUISH
from games.carwars.setup import usual_places
from games.carwars.state import State
from games.engine.players import Player
from games.engine.shapes import Pose, at
from images.arena import ArenaPicture
from images.carwars import attack, build, outcome, sheet, turn
from images.carwars.board import Arena
from images.carwars.field import Field
from images.carwars.model import SIDES, Board, heading, say
from images.carwars.pieces import Ghost, Tip
from images.choices import Choices
from images.counters import Flame, Key, tenths
from images.parts import Drawn, Part, Picture, Sign, Text, column, row, space
from images.theme import MUTE, PANEL, PAPER, RAISED, SOFT

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
            if not choices.path[1:] and len(found := offered(view, seat)) > 1:
                turns = [(said(names[0]), each) for names, each in found]
                return turn.offered(view, players, choices.title, turns)
            return turn.picture(view, players, choices)
        case "attack":
            return attack.picture(view, players, choices)
        case "again" | "defend":
            shown = outcome.OutcomeModel(Board(view, players), outcome.keys_of(choices))
            return outcome.picture(shown, choices.title)
        case "fires":
            return _fires(view, players, choices)
        case "place":
            board = Board(view, players)
            return ArenaPicture(board.header(choices.title), _Places(board, choices))
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
            Drawn(Flame(84, PANEL), width=110),
            column(space(), Text(SIDES[side], 48, grow=1), Text(burns, 34, SOFT, "t", grow=1),
                   space(), gap=4, grow=1),
            *wheels, panel=PANEL, pad=14, height=_ROW,
        ))  # fmt: skip
    out = min(len(car.fires), car.control // EXTINGUISH)
    many = say("fires", "control", control=car.control, out=out)
    held = row(
        Sign("control", 60, width=70), Text(str(car.control), 76, say=""),
        Text(many, 34, SOFT, "t", lines=2, grow=1), panel=RAISED, pad=16, height=116,
    )  # fmt: skip
    tall = max(560, 132 + (_ROW + 16) * len(rows))
    armor = sheet.Armor(car, sheet.most_armor(view, car), grow=1)
    left = column(armor, panel=PANEL, width=420, height=tall, say="")
    right = column(*rows, space(), held, grow=1, height=tall)
    return Picture(board.header(choices.title, board.tell(car)), row(left, right))


class _Places(Arena):
    """The arena with the places where a car may start."""

    choices: Choices

    def _spots(self) -> Iterator[tuple[str, Pose]]:
        """Keys and poses of the usual places; of one that is being typed, as far as it is known."""
        view, path = self.model.view, self.choices.path
        if path[:1] == ("place",) and len(path) > 2:
            x, y, *turned = (float(each[1:]) for each in path[1:])
            yield "", (x / 100, y / 100, turned[0] if turned else 0.0)
            return
        places = usual_places(view, view.seat or 0)
        for key in (each[0] for each in self.choices.paths):
            if key[1:].isdigit() and int(key[1:]) in places:
                yield str(int(key[1:]) + 1), places[int(key[1:])]

    def more(self, sheet: Field) -> None:
        view = self.model.view
        for key, pose in self._spots():
            scale, angle = round(sheet.to.scale), tenths(-pose[2] % 360)
            sheet.taken.append(sheet.lay(Ghost(view.seat or 0, scale, angle, True), pose[:2]))
            sheet.lay(Tip(scale, angle), pose[:2])
            if key:
                sheet.taken.append(sheet.lay(Key(key), at(pose, 0.5 + 28 / scale, 0.0)))

    def words(self, brief: bool = False) -> Iterator[str]:
        for key, pose in self._spots():
            x, y = (f"{each:.1f}" for each in pose[:2])
            yield say("places", "spot" if key else "new", key=key, x=x, y=y, nose=heading(pose[2]))
