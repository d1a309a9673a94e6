"""A whole fight as a film, from what everyone was told of it: how each event is shown, how fast,
and what is said beside it. What is in each picture, and where its camera stands: `film_stage`.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from functools import singledispatchmethod
from typing import Any, Final

import msgspec

import images.plane_film
from games.engine.players import Player
from games.mini_carwars import GAME
from games.mini_carwars import events as e
from games.mini_carwars.catalog import TOP
from games.mini_carwars.ground import walls
from games.mini_carwars.options import Options
from games.mini_carwars.road import SECTION
from games.mini_carwars.state import Cloud, Rubble, State, Vehicle
from games.mini_carwars.telling import labels
from games.mini_carwars.words.phrases import phrase
from images.counters import Sign
from images.film import FIRST, TICK, Film, Frame
from images.film_frame import WIDE
from images.mini_carwars.film_stage import (
    MARGIN,
    Camera,
    Stage,
    best,
    best_inside,
    pan,
    steps,
    turn_of,
)
from images.mini_carwars.model import SAID
from images.pen import Point
from images.plane_film import Marks, star
from images.theme import SOFT
from images.words import MOST_ALT, shorten

NEAR: Final = 0.7
"""The camera goes nearer once its scale is less than this part of what it may be."""
CUT: Final = 1.5
"""Pictures' widths from which it jumps instead of panning."""
SKIDS: Final = 16
"""Skid marks that stay."""
_FOLLOWS: Final = (e.Hit, e.Collided, e.ControlRolled, e.Slid, e.Thrown, e.Crashed, e.WentOut)
"""What comes of a move or a shot, in its scene."""
_WORTH: Final[dict[type[Any], int]] = {
    e.Moved: 1,
    e.SpeedsShown: 1,
    e.ControlRolled: 2,
    e.Smoked: 2,
    e.Fired: 2,
    e.Slid: 4,
    e.Hit: 5,
    e.Collided: 6,
    e.Thrown: 6,
    e.Crashed: 9,
    e.WentOut: 9,
    e.PlayerLeft: 9,
    e.Ended: 100,
}
"""Worth of what is shown, see `chosen`; a scene is worth what its best part is."""
MOST_QUICK: Final = 150
"""Phases that only move are shown in one frame each, if they are at most so many."""


def _phases(events: Iterable[Any]) -> int:
    """In how many phases something moves."""
    turn, out = 0, set()
    for x in events:
        if isinstance(x, e.TurnBegan):
            turn = x.turn
        elif isinstance(x, e.Moved):
            out.add((turn, x.phase))
    return len(out)


class Director(images.plane_film.Director):
    """Turns one event after the other into frames."""

    worth = _WORTH
    follows = _FOLLOWS

    begins = e.Lined
    said = SAID
    stage: Stage
    quick = False
    """Scenes that are not shown have a frame for each phase in which something has moved."""

    def staged(self, events: Sequence[Any], options: Any) -> Stage:
        lined = events[-1]
        names = labels(lined.owners)
        arena = lined.scenario == "arena"
        called = lined.called or [""] * len(names)
        every = zip(
            lined.owners, lined.models, lined.poses, lined.speeds, called, strict=True
        )  # fmt: skip
        self.cars = [
            Vehicle(owner=seat, called=name, model=model, x=pose[0], y=pose[1], heading=pose[2],
                    speed=mph, number=number, label=names[number], plant=1)
            for number, (seat, model, pose, mph, name) in enumerate(every)
        ]  # fmt: skip
        self.fight = State(
            msgspec.structs.replace(Options(), scenario=lined.scenario),
            len(set(lined.owners)), "turn", self.cars, walls=walls() if arena else [],
        )  # fmt: skip
        self.tags = tuple(
            e.Tag(car.number, car.owner, car.label, car.model, car.called) for car in self.cars
        )
        self.first = lined
        return Stage(fight=self.fight, camera=self._best(_places(self.cars)))

    def opening(self) -> Iterator[Frame]:
        self._caption(self.first)
        there = _places(self._fighting())
        self.stage.camera = self._best(there if self._fits(there) else there[:1])
        yield self._frame(FIRST)
        self.stage.caption = ""

    def goes_on(self) -> str:
        return phrase("goes_on", turn=self.fight.turn)

    def spare(self, events: Sequence[Any]) -> int:
        return min(_phases(events), MOST_QUICK) * TICK

    def shoot(self, events: Sequence[Any], shown: Container[int] | None = None) -> Iterator[Frame]:
        self.quick = _phases(events) <= MOST_QUICK
        return super().shoot(events, shown)

    def unseen(self, x: Any) -> Iterator[Frame]:
        if self.quick and isinstance(x, e.Moved) and x.phase != self.fight.phase and self.still:
            self.blind, self.stage.caption, self.stage.speaker = False, "", -1
            yield self._frame()
            self.blind = True
        yield from super().unseen(x)
        self.still = TICK * isinstance(x, e.Moved)

    def happen(self, x: Any) -> Iterator[Frame]:
        """The frames of one event."""
        if not isinstance(x, e.Moved):
            yield from self._rest()
        yield from self.show(
            msgspec.structs.replace(x, tags=self.tags) if isinstance(x, e.Tagged) else x
        )

    # -- pictures

    def _open(self, x: Any, *points: Point) -> Iterator[Frame]:
        yield from self._look(points or _places([self.cars[x.vehicle]]))
        yield from super()._open(x)

    def _drive(self, car: Vehicle, poses: Iterable[e.Pose]) -> Iterator[Frame]:
        """A vehicle from pose to pose."""
        yield from self._along(car, poses, car.number)
        self.stage.marks = Marks()

    # -- the camera

    def _fighting(self) -> Sequence[Vehicle]:
        """Those in action; all once nobody is."""
        return [car for car in self.cars if not car.out] or self.cars

    def _best(self, points: Sequence[Point]) -> Camera:
        """The camera for these points; on the road with room ahead of those in action."""
        if self.fight.walls:
            return best_inside(points, [*points, *_places(self._fighting())])
        return best(points, [car.heading for car in self._fighting() if car.speed])

    def _fits(self, points: Sequence[Point]) -> bool:
        """Whether some camera has all of these in its picture."""
        return self._best(points).shows(points, MARGIN / 2)

    def _look(self, must: Sequence[Point]) -> Iterator[Frame]:
        """Have these points in the picture, and with them all in action where they fit."""
        both = [*must, *_places(self._fighting())]
        points = both if self._fits(both) else must
        now, then = self.stage.camera, self._best(points)
        if now.shows(points, MARGIN / 2) and now.scale >= NEAR * then.scale:
            return
        if abs(then.y - now.y) * min(now.scale, then.scale) < CUT * WIDE:
            for camera in pan(now, then, self.pace.pan):
                self.stage.camera = camera
                yield self._frame()
        self.stage.camera = then

    def _watched(self, number: int) -> bool:
        """Whether moves of a vehicle are shown and that one's is worth following: all fit, or it
        is in the picture."""
        fighting, camera = self._fighting(), self.stage.camera
        seen = [car.number for car in fighting if camera.shows(_places([car]))]
        fits = self._fits(_places(fighting))
        return self.pace.move > 0 and (fits or not seen or number in seen)

    # -- what happens

    @singledispatchmethod
    def show(self, _: Any) -> Iterable[Frame]:
        """How each kind of event is shown; others are not."""
        return ()

    @show.register
    def turn(self, x: e.TurnBegan) -> Iterable[Frame]:
        """A new turn."""
        self.fight.turn, self.fight.phase = x.turn, 0
        return ()

    @show.register
    def speeds(self, x: e.SpeedsShown) -> Iterator[Frame]:
        """The speeds on the tags change; of what is out of action nothing is said."""
        before = list(x.before)
        for car, after in zip(self.cars, x.after, strict=True):
            car.speed = after
            if car.out:
                before[car.number] = after
        self._caption(msgspec.structs.replace(x, before=tuple(before)))
        if x.before != x.after:
            yield from self._wait(0.7)

    @show.register
    def moved(self, x: e.Moved) -> Iterator[Frame]:
        """Along its path, at the pace of the film."""
        if self.fight.phase != x.phase:
            yield from self._rest()
            if self.fight.phase:
                # What was said of the last phase is over; the speeds stay for the first one.
                self.stage.caption = ""
            self.fight.phase = x.phase
        car = self.cars[x.vehicle]
        if not self._watched(x.vehicle):
            car.pose = x.path[-1]
            if not self.pace.move:
                self.still += TICK
                yield from self._look(_places([car]))
            return
        yield from self._look([pose[:2] for pose in x.path])
        words = self.say(x)
        if words:
            self._caption(x)
        turning = len(x.path) > 2 and self.pace.move > 2
        yield from self._drive(car, steps(x.path, self.pace.move + turning, x.amount))
        if words:
            yield self._frame(int(400 * self.pace.wait))

    @show.register
    def skipped(self, x: e.Skipped) -> Iterator[Frame]:
        """A move is lost."""
        self._caption(x)
        if self._watched(x.vehicle):
            yield from self._wait(0.5)

    @show.register
    def control(self, x: e.ControlRolled) -> Iterator[Frame]:
        """A roll on the Control Table."""
        kept = x.result == "none"
        if not kept or self._watched(x.vehicle):
            yield from self._tell(x, share=0.5 if kept else 1.0, marks=Marks(acting=x.vehicle))

    @show.register
    def slid(self, x: e.Slid) -> Iterator[Frame]:
        """A skid or a fishtail; a skid leaves its marks."""
        yield from self._look([pose[:2] for pose in x.path])
        self._caption(x)
        if x.how == "skid":
            self.stage.skids = [*self.stage.skids[1 - SKIDS :], (x.path[0], x.path[-1])]
        count = max(self.pace.move, 1) + 1
        yield from self._drive(self.cars[x.vehicle], steps(x.path, count))
        yield from self._wait(0.5)

    @show.register
    def crashed(self, x: e.Crashed) -> Iterator[Frame]:
        """It burns, and a wreck is left."""
        car = self.cars[x.vehicle]
        yield from self._open(x)
        yield from self._burn((car.x, car.y), (30,))
        car.out = "crashed"
        yield from self._burn((car.x, car.y), (24, 30, 24))
        self.stage.marks = Marks()

    @show.register
    def collided(self, x: e.Collided) -> Iterator[Frame]:
        """A star where they met."""
        yield from self._open(x, x.at)
        for size in (24, 36) if x.speed else ():
            yield self._frame(marks=Marks(signs=[star(size, x.at)]))
        for number, after in zip((x.vehicle, x.other), x.after, strict=True):
            if number >= 0:
                self.cars[number].speed = after
        yield from self._wait(1.0 if x.speed else 0.3)

    @show.register
    def thrown(self, x: e.Thrown) -> Iterator[Frame]:
        """It flies to where it comes to rest, turning."""
        car = self.cars[x.vehicle]
        yield from self._look([x.pose[:2]])
        self._caption(x)
        (to_x, to_y, heading), start, turn = x.pose, car.pose, turn_of(car.pose, x.pose)
        for share in (0.8, 0.6, 0.4, 0.2):
            back = (start[0] - to_x) * share, (start[1] - to_y) * share, turn * share
            car.pose = to_x + back[0], to_y + back[1], heading - back[2]
            yield self._frame()
        car.pose = x.pose
        yield self._frame(300)

    @show.register
    def fired(self, x: e.Fired) -> Iterator[Frame]:
        """A line grows from the weapon; a star or a cross says what came of it."""
        self._caption(x, brief=True)
        yield from self._look([x.start, x.end] if self._fits([x.start, x.end]) else [x.start])
        yield from self._shot(x.start, x.end, x.vehicle)
        yield from self._look([x.end])
        self._caption(x)
        for size in (24, 36):
            sign = star(size, x.end) if x.hit else (Sign("out", 18, SOFT), x.end)
            yield self._frame(marks=Marks(x.vehicle, (x.start, x.end, 1.0, x.hit), [sign]))
        yield from self._wait(0.7)

    @show.register
    def hit(self, x: e.Hit) -> Iterator[Frame]:
        """The damage, at the side that took it."""
        car = self.cars[x.vehicle]
        at = (car.x, car.y) if x.side == TOP else car.box.middle(x.side)
        if x.breached:
            car.breached = [*car.breached, x.side]
        yield from self._tell(x, at, share=0.8, marks=Marks(loss=(at, f"−{x.points}")))

    @show.register
    def smoked(self, x: e.Smoked) -> Iterator[Frame]:
        """A cloud behind the vehicle."""
        self.fight.smoke.append(Cloud(*x.pose, 0))
        yield from self._tell(x, x.pose[:2], share=0.7)

    @show.register
    def smoke_gone(self, x: e.SmokeGone) -> Iterable[Frame]:
        """The cloud is not there any more."""
        self.fight.smoke = [one for one in self.fight.smoke if one.box.pose != x.pose]
        return ()

    @show.register
    def laid(self, x: e.Laid) -> Iterable[Frame]:
        """Debris lies on new sections."""
        fight = self.fight
        fight.rubble += [Rubble(*piece) for piece in x.rubble]
        fight.sections = sorted({int(piece.y // SECTION) for piece in fight.rubble})
        return ()

    @show.register
    def went_out(self, x: e.WentOut) -> Iterator[Frame]:
        """The tag says so from now on."""
        car = self.cars[x.vehicle]
        known = bool(car.out)
        car.out, car.speed = car.out or x.why, 0
        yield from self._tell(x, share=0.5 if known else 1.0)

    @show.register
    def left(self, x: e.PlayerLeft) -> Iterator[Frame]:
        """A player has left."""
        self._caption(x)
        self.stage.speaker = next((car.number for car in self.cars if car.owner == x.seat), -1)
        yield from self._wait()

    @show.register
    def end(self, x: e.Ended) -> Iterator[Frame]:
        """Who has won."""
        own = [car for car in self.cars if car.owner in x.winners]
        won = sorted(own, key=lambda car: bool(car.out))[:1]
        if won:
            yield from self._look(_places(won))
        yield from self._over(x, won[0].number if won else -1)


def _places(cars: Iterable[Vehicle]) -> list[Point]:
    return [(car.x, car.y) for car in cars]


# -- the whole fight in words


def words_of(events: Sequence[Any], players: Sequence[Player], options: Any = None) -> str:
    """The fight in at most 1024 characters: its result first, then who was there, then what took
    vehicles out."""
    turn, deeds = 0, []
    told: dict[type[Any], str] = {e.Ended: phrase("nobody")}
    for x in events:
        if isinstance(x, e.TurnBegan):
            turn = x.turn
        elif isinstance(x, (e.Ended, e.Lined)):
            told[type(x)] = GAME.words.event(x, players, None)
        elif isinstance(x, (e.WentOut, e.Crashed, e.Collided)):
            deeds.append((turn, GAME.words.event(x, players, None)))
    hits = [x.hit for x in events if isinstance(x, e.Fired)]
    head = phrase("film", turns=turn, shots=len(hits), hits=sum(hits))
    each = [f"{phrase('turn', turn=turn)}: {said}" for turn, said in deeds if said]
    return shorten([head, *told.values(), *each], MOST_ALT)


FILM: Final = Film(Director.replay, words_of)
