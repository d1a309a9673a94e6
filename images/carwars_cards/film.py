"""The film of a duel: its shots and hits, from what everyone was told. Cars stand in cells as on
the board, each with what is left of its armor, tires and driver."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import Any, Final, NamedTuple

from PIL import Image

from games.carwars_cards import GAME
from games.carwars_cards import events as e
from games.carwars_cards.cards import ARMOR_LIMIT, DRIVER_LIMIT, LEFT, TIRE_LIMIT
from games.carwars_cards.options import Options
from games.engine.errors import Refusal
from games.engine.players import Player
from games.engine.texts import filled
from images.armed import Armored
from images.canvas import Canvas, TileCanvas
from images.cars import Portrait, SeatPlate
from images.film import (
    FIRST,
    LAST,
    LONGEST,
    TICK,
    Captions,
    Film,
    Frame,
    Scene,
    captions,
    chosen,
    film,
    reading,
    summary,
)
from images.film_frame import FOOT, HEAD, HIGH, SHEET, WIDE, put_foot, put_head
from images.icons import Icon
from images.panels import Leaning, Panel, put_icon, put_zero
from images.pen import Point
from images.shots import Star, put_shot
from images.strokes import lay
from images.theme import ALARM, DEEP, INK, MUTE, PANEL, PAPER, SOFT
from images.words import name_of

SAID: Final = captions(GAME)
"""What its captions say."""
ALWAYS: Final = 100
"""Worth of what is in every film: its start and its end."""
MOTIONS: Final = (4, 2, 1)
"""Frames of a shot on its way, from a film that takes its time to one that must be small."""
_GAP: Final = 6
_WORTH: Final[dict[type[Any], int]] = {
    e.AttackCancelled: 2,
    e.DamageStopped: 2,
    e.DamageTaken: 4,
    e.SideBreached: 6,
    e.TiresDestroyed: 6,
    e.DriverDisabled: 9,
    e.GearPlaced: 1,
    e.JamPlaced: 2,
    e.Painted: 3,
    e.ShakenUp: 3,
    e.EscapeDeclared: 3,
    e.Escaped: 8,
    e.Ejected: 8,
    e.PlayerLeft: 8,
    e.DuelStarted: 50,
    e.DuelEnded: 50,
    e.MatchEnded: ALWAYS,
}
"""Worth of what may have a line; a scene is worth what its best part is."""
_FOLLOWS: Final = (
    *(e.AttackCancelled, e.Shifted, e.Backfired, e.DamageStopped, e.DamageTaken),
    *(e.SideBreached, e.TiresDestroyed, e.DriverDisabled),
)
"""What comes of an attack, in its scene."""
_TOLD: Final[tuple[type[Any], ...]] = (*_WORTH, e.Shifted, e.Backfired, e.AttackDeclared)


@dataclass
class Car:
    """What everyone knows of a car."""

    armor: list[int]
    tires: int = TIRE_LIMIT
    driver: int = DRIVER_LIMIT
    out: bool = False


class Shot(NamedTuple):
    """A line from a car to another's side, or to its tires (-1)."""

    source: int
    target: int
    side: int
    part: float = 1.0
    """How much of it is drawn."""


@dataclass
class Stage:
    """Everything that is in the picture."""

    players: Sequence[Player]
    cars: list[Car]
    whole: int
    """Armor on each side of a whole car."""
    moment: str = ""
    caption: str = ""
    seat: int = -1
    shot: Shot | None = None
    missed: bool = False
    loss: tuple[int, int, str] | None = None
    """(seat, side or -1, what was taken there)."""

    def cell(self, seat: int) -> tuple[int, int, int, int]:
        """Left, top, width and height of a car's cell, px."""
        count = len(self.cars)
        across = {1: 1, 2: 2, 4: 2}.get(count, 3)
        rows = -(-count // across)
        wide = (WIDE - _GAP) // across - _GAP
        tall = (HIGH - FOOT - HEAD - _GAP) // rows - _GAP
        left = _GAP + seat % across * (wide + _GAP)
        return left, HEAD + _GAP + seat // across * (tall + _GAP), wide, tall

    def length(self) -> int:
        """Of a car, px."""
        return 66 if len(self.cars) > 3 else 132

    def middle(self, seat: int) -> tuple[int, int]:
        """Where a car's middle is."""
        left, top, wide, tall = self.cell(seat)
        # What is left of tires and driver stands at its left.
        aside = 0 if wide > 200 else 18 if len(self.cars) > 3 else 8
        return left + wide // 2 + aside, top + (tall + 28) // 2

    def side(self, seat: int, side: int) -> Point:
        """The middle of a car's side (front, back, left, right), or of the car (-1)."""
        x, y = self.middle(seat)
        long, across = round(self.length() * 0.585), self.length() // 4
        ways = ((0, -long), (0, long), (-across, 0), (across, 0), (0, 0))
        dx, dy = ways[side]
        return x + dx, y + dy

    def way(self, shot: Shot) -> list[Point]:
        """From a shooter to what is struck, round the target's car where that lies between."""
        (x0, y0), (x, y) = self.middle(shot.source), self.middle(shot.target)
        end = self.side(shot.target, shot.side)
        dx, dy, far = end[0] - x, end[1] - y, self.length()
        if (x0 - x) * dx + (y0 - y) * dy >= 0:
            return [(x0, y0), end]
        if dx:  # A name stands above a car: a shot at its far flank passes below it.
            bend = end[0] + math.copysign(far * 0.6, dx), y + far * 1.2
        else:
            bend = x + math.copysign(far, x0 - x), end[1] + math.copysign(far * 0.2, dy)
        left, top, wide, tall = self.cell(shot.target)
        return [(x0, y0), (min(max(bend[0], left), left + wide), min(bend[1], top + tall)), end]

    def draw(self) -> Image.Image:
        """The picture as palette numbers."""
        canvas = TileCanvas(SHEET)
        put_head(canvas, GAME.title, self.moment)
        for seat, car in enumerate(self.cars):
            left, top, wide, tall = self.cell(seat)
            fill = DEEP if car.out else PANEL
            canvas.put(Panel(wide, tall, fill, corner=12, ground=DEEP), left, top)
        if self.shot is not None:
            self._line(canvas, self.shot)
        for seat in range(len(self.cars)):
            self._car(canvas, seat)
        self._result(canvas)
        plate = SeatPlate(self.seat, 34, ground=INK) if self.seat >= 0 else None
        put_foot(canvas, plate, self.caption)
        return canvas.sheet()

    def _car(self, canvas: Canvas, seat: int) -> None:
        """A cell: plate and name, the car with its armor, what is left of tires and driver."""
        car, (left, top, wide, tall) = self.cars[seat], self.cell(seat)
        ground, ink = (DEEP, MUTE) if car.out else (PANEL, PAPER)
        plate = SeatPlate(seat, 24, car.out, ground)
        canvas.put(plate, left + 8, top + 6)
        start, name = plate.width + 14, name_of(self.players, seat)
        canvas.write(left + start, top + 18, name, 22, ground, ink, room=wide - start - 16)
        (x, y), length = self.middle(seat), self.length()
        if car.out:
            portrait = Portrait(seat, length, True, ground)
            canvas.put(portrait, x - portrait.width // 2, y - portrait.height // 2)
            words = filled("images", "film", "out")
            canvas.put(Leaning(62, 28, MUTE, ground=ground), left + 8, top + tall - 36)
            canvas.write(left + 39, top + tall - 22, words, 24, MUTE, INK, "middle")
            return
        armored = Armored(seat, car.armor, self.whole, length, thick=11)
        armored.draw(canvas, x - wide, y, 2 * wide, 0, ground)
        for at, icon, count in ((0, "tire", car.tires), (1, "driver", car.driver)):
            down = top + tall - 18 - 28 * at
            put_icon(canvas, icon, left + 20, down, 22, PAPER if count else ALARM, ground)
            if count:
                canvas.write(left + 38, down, str(count), 24, ground)
            else:
                put_zero(canvas, left + 48, down, 24, ground)

    def _line(self, canvas: Canvas, shot: Shot) -> None:
        """The shot: whole in the shooter's colour where it strikes, broken with a cross where it
        does not."""
        legs = list(pairwise(self.way(shot)))
        left = shot.part * sum(math.dist(*leg) for leg in legs)
        for start, end in legs:
            part = min(1.0, max(0.0, left) / math.dist(start, end))
            left -= math.dist(start, end)
            if part:
                to = start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part
                put_shot(canvas, (start, to), shot.source, not self.missed, (11, 6, 1.6), (14, 12))

    def _result(self, canvas: Canvas) -> None:
        """What came of the shot: a cross, or a star with what was taken."""
        if self.missed and self.shot is not None:
            x, y = map(round, self.side(self.shot.target, self.shot.side))
            lay(canvas, Icon("out", 34, SOFT), x - 20, y - 20)
        if self.loss is None:
            return
        seat, side, words = self.loss
        x, y = map(round, self.side(seat, side))
        size, wide = 46 if len(self.cars) > 3 else 58, 62
        lay(canvas, Star(size), x - size // 2, y - size // 2)
        outward = x - size // 2 - 2 - wide
        beside = outward if side == LEFT and outward > 0 else x + size // 2 + 2
        beside = min(beside, WIDE - wide)
        canvas.fill(beside, y - 17, wide, 34, ALARM)
        canvas.write(beside + wide // 2, y, words, 30, ALARM, INK, "middle")


def scenes_of(events: Sequence[Any]) -> list[list[Any]]:
    """The events in scenes: an attack with what comes of it, and each other one alone."""
    out: list[list[Any]] = []
    for x in events:
        if (
            out
            and isinstance(x, _FOLLOWS)
            and isinstance(out[-1][0], (e.AttackDeclared, *_FOLLOWS))
        ):
            out[-1].append(x)
        elif isinstance(x, (*_TOLD, e.TurnBegan)):
            out.append([x])
    return out


class Director:
    """Turns one scene after the other into frames."""

    def __init__(self, seats: int, players: Sequence[Player], armor: int, motion: int) -> None:
        self.say, self._whole = Captions(SAID, players), [armor] * 4
        self.stage = Stage(players, [Car([*self._whole]) for _ in range(seats)], armor)
        self.motion = motion
        self._duel = ""

    def worth(self, scene: Sequence[Any]) -> Scene:
        """What a scene is worth, and how long it takes."""
        ms = 0
        for x in scene:
            if isinstance(x, _TOLD):
                motion = self.motion * TICK if isinstance(x, e.AttackDeclared) else 0
                ms += max(reading(self.say(x)), motion) + 10
        return Scene(max(_WORTH.get(type(x), 0) for x in scene), ms)

    def shoot(self, scenes: Sequence[Sequence[Any]]) -> Iterator[Frame]:
        """The frames of those scenes that have room; the others happen unseen."""
        worth = [self.worth(scene) for scene in scenes]
        shown = chosen(worth, LONGEST - FIRST - LAST)
        first = True
        for number, scene in enumerate(scenes):
            for x in scene:
                self._happen(x)
                if number in shown and isinstance(x, _TOLD):
                    yield from self._tell(x, FIRST * first)
                    first = False
            stage = self.stage
            stage.shot, stage.loss, stage.missed = None, None, False
        yield Frame(self.stage.draw(), LAST)

    def _tell(self, x: Any, least: int) -> Iterator[Frame]:
        """Say what has happened, and show it until it is read, at least so many ms."""
        stage, moved = self.stage, 0
        stage.caption = self.say(x)
        match x:
            case e.AttackCancelled() | e.JamPlaced():
                stage.seat = x.by
            case e.DuelEnded():
                stage.seat = x.winner
            case e.MatchEnded():
                stage.seat = x.first[0]
            case _:
                stage.seat = getattr(x, "seat", getattr(x, "first", -1))
        if isinstance(x, e.AttackDeclared) and stage.shot is not None:
            whole = stage.shot
            for step in range(1, self.motion):
                stage.shot = whole._replace(part=step / self.motion)
                yield Frame(stage.draw(), TICK)
                moved += TICK
            stage.shot = whole
        if stage.caption:
            ms = max(reading(stage.caption) - moved, least, TICK)
            yield Frame(stage.draw(), ms // 10 * 10)

    def _happen(self, x: Any) -> None:
        """What an event changes."""
        stage, cars = self.stage, self.stage.cars
        match x:
            case e.DuelStarted():
                self._duel = stage.moment = self.say(x).partition(":")[0]
                cars[:] = [Car([*self._whole], out=at not in x.seats) for at in range(len(cars))]
            case e.TurnBegan():
                stage.moment = f"{self._duel} · {self.say(x)}"
            case e.AttackDeclared():
                stage.loss, stage.missed = None, False
                aim = -1 if x.tire_shot else x.side
                stage.shot = Shot(x.seat, x.target, aim)
            case e.Shifted() if stage.shot is not None:
                stage.shot = stage.shot._replace(side=x.to_side)
            case e.Backfired():
                stage.shot, stage.missed = None, False
            case e.AttackCancelled():
                stage.missed = True
            case e.DamageStopped():
                stage.loss = (x.seat, x.side, "0")
            case e.DamageTaken():
                self._damage(x, cars[x.seat])
            case e.DriverDisabled() | e.Escaped() | e.Ejected() | e.PlayerLeft():
                cars[x.seat].out = True
            case _:
                pass

    def _damage(self, x: e.DamageTaken, car: Car) -> None:
        """A hit; also one that a maneuver cost which made the shot miss."""
        if self.stage.missed:
            self.stage.shot, self.stage.missed = None, False
        if x.where == "side":
            car.armor[x.side] = max(0, ARMOR_LIMIT - x.total)
        elif x.where == "driver":
            car.driver = max(0, DRIVER_LIMIT - x.total)
        else:
            car.tires = max(0, TIRE_LIMIT - x.total)
        self.stage.loss = (x.seat, x.side, f"−{x.points.total}")


def _seats(events: Sequence[Any]) -> int:
    """How many play, or 0 before there is a duel."""
    started = next((x for x in events if isinstance(x, e.DuelStarted)), None)
    return 1 + max(started.seats) if started else 0


def takes(
    events: Sequence[Any], players: Sequence[Player], armor: int, motion: int
) -> Iterator[Frame]:
    """The frames of a match of cars with so much armor, with so many of each shot on its way."""
    yield from Director(_seats(events), players, armor, motion).shoot(scenes_of(events))


def replay(events: Sequence[Any], players: Sequence[Player], options: Options) -> bytes:
    """The match as a GIF. Raises a `Refusal` before there is a duel, or `TooLong`."""
    if not _seats(events):
        raise Refusal(filled("images", "film", "no_duel"))
    return film([partial(takes, events, players, options.armor, motion) for motion in MOTIONS])


def words_of(events: Sequence[Any], players: Sequence[Player], options: Options) -> str:
    """The match in at most 1024 characters: its result first, then what hurt most."""
    say, moment, said = Captions(SAID, players), "", list[tuple[int, str]]()
    ended = [say(x) for x in events if isinstance(x, e.MatchEnded)]
    for x in events:
        if isinstance(x, e.TurnBegan):
            moment = say(x)
        elif type(x) in _WORTH and not isinstance(x, (e.DuelStarted, e.MatchEnded)):
            said.append((_WORTH[type(x)], f"{moment}: {say(x)}."))
    shots = sum(isinstance(x, e.AttackDeclared) for x in events)
    hits = sum(isinstance(x, e.DamageTaken) for x in events)
    result = "; ".join(ended) or filled("images", "film", "nobody")
    head = filled("images", "film", "duel", shots=shots, hits=hits, result=result)
    return summary(head, said)


FILM: Final = Film(replay, words_of)
