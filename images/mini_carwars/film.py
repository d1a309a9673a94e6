"""A whole fight as a film, from what everyone was told of it.

On the road the camera stands still while the action stays in its picture, and pans when it does
not: that is calmer to watch, and a picture that stands still costs next to nothing in a GIF. The
arena is in the picture as a whole, all the time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final, NamedTuple

import msgspec

from games.engine.errors import Refusal
from games.engine.players import Player
from games.mini_carwars import events as e
from games.mini_carwars.catalog import TOP
from games.mini_carwars.ground import walls
from games.mini_carwars.options import Options
from games.mini_carwars.road import SECTION
from games.mini_carwars.state import Cloud, Rubble, State, Vehicle
from games.mini_carwars.telling import labels
from images.film import TICK, Frame, film
from images.mini_carwars.film_camera import WHOLE, WIDE, Camera, best, pan, shows
from images.mini_carwars.film_path import steps
from images.mini_carwars.film_stage import Marks, Stage
from images.mini_carwars.film_words import Captions, words_of
from images.pen import Point

LAST: Final = 2500
"""ms that the last picture stays."""
FIRST: Final = 1500
"""ms of the first one: a viewer who has animations off sees it alone."""
NEAR: Final = 0.7
"""The camera goes nearer once its scale is less than this part of what it may be."""
CUT: Final = 1.5
"""Pictures' widths from which it jumps instead of panning."""
SKIDS: Final = 16
"""Skid marks that stay."""


class Pace(NamedTuple):
    """How much time a film takes."""

    move: int
    """Frames of a move; 0: all moves of a phase are one frame."""
    shot: int
    """Frames of a shot."""
    pan: int
    """Frames on the way of the camera."""
    wait: float
    """How long captions stay: a share of what reading them takes."""


PACES: Final = (Pace(3, 3, 4, 1.0), Pace(2, 2, 2, 0.8), Pace(1, 1, 2, 0.6), Pace(0, 0, 0, 0.3))
"""From a film that takes its time to one that must be short."""
FEW: Final = 8
"""Up to twice as many vehicles a film takes no shorter pace for their number."""
TOLD: Final = (150, 200, 2000)
"""Up to so much that is to be told a film has the pace of the same place: with these a duel of
twenty turns takes about two minutes."""


def replay(events: Sequence[Any], players: Sequence[Player]) -> bytes:
    """The fight as a GIF. `events` are the public ones, from the start on.

    Raises a `Refusal` before there is a fight, or `TooLong`.
    """
    if not any(isinstance(x, e.Lined) for x in events):
        raise Refusal("The vehicles have not lined up yet: there is nothing to replay.")
    told = sum(_told(x) for x in events) * _crowd(events)
    first = sum(told > most for most in TOLD)
    return film([partial(takes, events, players, pace) for pace in PACES[first:]])


def _crowd(events: Sequence[Any]) -> int:
    """So much longer it takes to draw what there is to tell, as there are more vehicles."""
    lined = next(x for x in events if isinstance(x, e.Lined))
    return max(1, len(lined.owners) // FEW)


def _told(event: Any) -> int:
    """How much there is to tell of an event: what has to be read takes twice as long as a move."""
    read = isinstance(event, e.Fired | e.Hit | e.Collided | e.ControlRolled)
    return 2 if read else int(isinstance(event, e.Moved))


def replay_alt(events: Sequence[Any], players: Sequence[Player]) -> str:
    """The fight in words, at most 1024 characters."""
    return words_of(events, players)


def takes(events: Sequence[Any], players: Sequence[Player], pace: Pace) -> Iterator[Frame]:
    """The frames of a fight at one pace, each a picture of 600 by 420 px."""
    at, lined = next((at, x) for at, x in enumerate(events) if isinstance(x, e.Lined))
    return Director(lined, players, pace).shoot(events[at + 1 :])


class Director:
    """Turns one event after the other into frames."""

    def __init__(self, lined: e.Lined, players: Sequence[Player], pace: Pace) -> None:
        names = labels(lined.owners)
        self.pace = pace
        self.say = Captions(players)
        self.arena = lined.scenario == "arena"
        every = zip(lined.owners, lined.models, lined.poses, lined.speeds, strict=True)
        cars = [
            Vehicle(owner=seat, model=model, x=pose[0], y=pose[1], heading=pose[2], speed=mph,
                    number=number, label=names[number], plant=1)
            for number, (seat, model, pose, mph) in enumerate(every)
        ]  # fmt: skip
        self.stage = Stage(
            State(
                msgspec.structs.replace(Options(), scenario=lined.scenario),
                len(set(lined.owners)), "turn", cars, walls=walls() if self.arena else [],
            )
        )  # fmt: skip
        self.tags = tuple(e.Tag(car.number, car.owner, car.label, car.model) for car in cars)
        self.stage.caption = self.say(lined)
        self.still = 0
        """ms for which pictures have changed without being shown."""
        self.ended = False

    @property
    def cars(self) -> Sequence[Vehicle]:
        return self.stage.fight.vehicles

    def shoot(self, events: Iterable[Any]) -> Iterator[Frame]:
        """The frames from the start to the last event."""
        there = _places(self._fighting())
        self.stage.camera = self._best(there if self._fits(there) else there[:1])
        yield self._frame(FIRST)
        self.stage.caption = ""
        for x in events:
            direct = DIRECTIONS.get(type(x))
            if direct is not None:
                tagged = isinstance(x, e.Tagged)
                yield from direct(self, msgspec.structs.replace(x, tags=self.tags) if tagged else x)
        if not self.ended:
            yield from self._rest()
            self._caption(f"Turn {self.stage.fight.turn}: the fight goes on")
            yield self._frame(LAST)

    # -- pictures

    def _frame(self, ms: int = TICK) -> Frame:
        self.still = 0
        return Frame(self.stage.draw(), max(ms // 10 * 10, 20))

    def _rest(self) -> Iterator[Frame]:
        """Show what has moved without being shown."""
        if self.still:
            yield self._frame(self.still)

    def _caption(self, words: str, about: int = -1) -> None:
        self.stage.caption, self.stage.speaker = words, about

    def _wait(self, share: float = 1.0) -> Iterator[Frame]:
        """As long as the caption takes to be read; then what was marked is over."""
        yield self._frame(int((350 + 26 * len(self.stage.caption)) * self.pace.wait * share))
        self.stage.marks = Marks()

    def _tell(self, x: Any, *points: Point, share: float = 1.0, marks: Marks | None = None,
              about: int | None = None) -> Iterator[Frame]:  # fmt: skip
        """Look at some points and say what has happened there, or at its vehicle."""
        yield from self._rest()
        about = x.vehicle if about is None else about
        if about >= 0 or points:
            yield from self._look(points or _places([self.cars[about]]))
        self._caption(self.say(x), about)
        self.stage.marks = marks or Marks()
        yield from self._wait(share)

    # -- the camera

    def _fighting(self) -> Sequence[Vehicle]:
        """Those in action; all once nobody is."""
        return [car for car in self.cars if not car.out] or self.cars

    def _best(self, points: Sequence[Point]) -> Camera:
        """The camera for these points, with room ahead of those in action."""
        if self.arena:
            return WHOLE
        return best(points, [car.heading for car in self._fighting() if car.speed])

    def _fits(self, points: Sequence[Point]) -> bool:
        """Whether some camera has all of these in its picture."""
        return self.arena or shows(self._best(points), points)

    def _look(self, must: Sequence[Point]) -> Iterator[Frame]:
        """Have these points in the picture, and with them all in action where they fit."""
        if self.arena:
            return
        both = [*must, *_places(self._fighting())]
        points = both if self._fits(both) else must
        now, then = self.stage.camera, self._best(points)
        if shows(now, points) and now.scale >= NEAR * then.scale:
            return
        if abs(then.y - now.y) * min(now.scale, then.scale) < CUT * WIDE:
            for camera in pan(now, then, self.pace.pan):
                self.stage.camera = camera
                yield self._frame()
        self.stage.camera = then

    def _watched(self, car: Vehicle) -> bool:
        """Whether a move of that vehicle is worth following: all fit, or it is in the picture."""
        fighting = self._fighting()
        seen = [one for one in fighting if self.stage.camera.shows(one.x, one.y)]
        return self._fits(_places(fighting)) or not seen or car in seen

    # -- what happens

    def turn(self, x: e.TurnBegan) -> Iterator[Frame]:
        """A new turn."""
        yield from self._rest()
        self.stage.fight.turn, self.stage.fight.phase = x.turn, 0

    def speeds(self, x: e.SpeedsShown) -> Iterator[Frame]:
        """The speeds on the tags change; of what is out of action nothing is said."""
        before = tuple(
            after if car.out else was
            for car, was, after in zip(self.cars, x.before, x.after, strict=True)
        )
        for car, after in zip(self.cars, x.after, strict=True):
            car.speed = after
        self._caption(self.say(msgspec.structs.replace(x, before=before)))
        if x.before != x.after:
            yield from self._wait(0.7)

    def moved(self, x: e.Moved) -> Iterator[Frame]:
        """Along its path, at the pace of the film."""
        if self.stage.fight.phase != x.phase:
            yield from self._rest()
            if self.stage.fight.phase:
                # What was said of the last phase is over; the speeds stay for the first one.
                self._caption("")
            self.stage.fight.phase = x.phase
        car = self.cars[x.vehicle]
        if not self.pace.move or not self._watched(car):
            _put(car, x.path[-1])
            self.still += TICK if not self.pace.move else 0
            if not self.pace.move:
                yield from self._look(_places([car]))
            return
        yield from self._look([pose[:2] for pose in x.path])
        words = self.say(x)
        if words:
            self._caption(words, x.vehicle)
        turning = len(x.path) > 2 and self.pace.move > 2
        yield from self._slide(car, x.path, self.pace.move + turning, x.amount)
        if words:
            yield self._frame(int(400 * self.pace.wait))

    def _slide(
        self, car: Vehicle, path: Sequence[e.Pose], count: int, amount: int = 0
    ) -> Iterator[Frame]:
        self.stage.marks = Marks(acting=car.number)
        for pose in steps(path, count, amount):
            _put(car, pose)
            yield self._frame()
        self.stage.marks = Marks()

    def skipped(self, x: e.Skipped) -> Iterator[Frame]:
        """A move is lost."""
        yield from self._rest()
        self._caption(self.say(x), x.vehicle)
        if self.pace.move and self._watched(self.cars[x.vehicle]):
            yield from self._wait(0.5)

    def control(self, x: e.ControlRolled) -> Iterator[Frame]:
        """A roll on the Control Table."""
        if x.result != "none" or (self.pace.move and self._watched(self.cars[x.vehicle])):
            share = 0.5 if x.result == "none" else 1.0
            yield from self._tell(x, share=share, marks=Marks(acting=x.vehicle))
        else:
            yield from self._rest()

    def slid(self, x: e.Slid) -> Iterator[Frame]:
        """A skid or a fishtail; a skid leaves its marks."""
        yield from self._look([pose[:2] for pose in x.path])
        self._caption(self.say(x), x.vehicle)
        if x.how == "skid":
            self.stage.skids = [*self.stage.skids[1 - SKIDS :], (x.path[0], x.path[-1])]
        yield from self._slide(self.cars[x.vehicle], x.path, max(self.pace.move, 1) + 1)
        yield from self._wait(0.5)

    def crashed(self, x: e.Crashed) -> Iterator[Frame]:
        """It burns, and a wreck is left."""
        yield from self._rest()
        car = self.cars[x.vehicle]
        yield from self._look(_places([car]))
        self._caption(self.say(x), x.vehicle)
        # Two pictures in turn, neither more than twice a second.
        for number in range(4):
            self.stage.marks = Marks(fire=(x.vehicle, number % 2 == 0))
            yield self._frame(300)
            car.out = "crashed"
        self.stage.marks = Marks()

    def collided(self, x: e.Collided) -> Iterator[Frame]:
        """A star where they met."""
        yield from self._rest()
        yield from self._look([x.at])
        self._caption(self.say(x), x.vehicle)
        if x.speed:
            self.stage.marks = Marks(star=(x.at, 24))
            yield self._frame()
            self.stage.marks = Marks(star=(x.at, 36))
            yield self._frame()
        for number, after in zip((x.vehicle, x.other), x.after, strict=True):
            if number >= 0:
                self.cars[number].speed = after
        yield from self._wait(1.0 if x.speed else 0.3)

    def thrown(self, x: e.Thrown) -> Iterator[Frame]:
        """It flies to where it comes to rest, turning."""
        car = self.cars[x.vehicle]
        yield from self._look([x.pose[:2]])
        self._caption(self.say(x), x.vehicle)
        (x0, y0, start), (x1, y1, heading) = (car.x, car.y, car.heading), x.pose
        turn = (heading - start + 180.0) % 360.0 - 180.0
        for number in range(1, 5):
            part = number / 5
            _put(car, (x0 + (x1 - x0) * part, y0 + (y1 - y0) * part, heading - turn * (1 - part)))
            yield self._frame()
        _put(car, x.pose)
        yield self._frame(300)

    def fired(self, x: e.Fired) -> Iterator[Frame]:
        """A dotted line grows from the weapon; a star or a cross says what came of it."""
        yield from self._rest()
        self._caption(self.say(x, "aims"), x.vehicle)
        yield from self._look([x.start, x.end] if self._fits([x.start, x.end]) else [x.start])
        for number in range(1, self.pace.shot + 1):
            part = number / self.pace.shot
            self.stage.marks = Marks(acting=x.vehicle, shot=(x.start, x.end, part))
            yield self._frame()
        yield from self._look([x.end])
        self._caption(self.say(x, "done"), x.vehicle)
        for size in (24, 36):
            self.stage.marks = Marks(
                acting=x.vehicle, shot=(x.start, x.end, 1.0),
                star=(x.end, size) if x.hit else None, miss=None if x.hit else x.end,
            )  # fmt: skip
            yield self._frame()
        yield from self._wait(0.7)

    def hit(self, x: e.Hit) -> Iterator[Frame]:
        """The damage, at the side that took it."""
        car = self.cars[x.vehicle]
        at = (car.x, car.y) if x.side == TOP else car.box.middle(x.side)
        if x.breached:
            car.breached = [*car.breached, x.side]
        yield from self._tell(x, at, share=0.8, marks=Marks(loss=(at, f"−{x.points}")))

    def smoked(self, x: e.Smoked) -> Iterator[Frame]:
        """A cloud behind the vehicle."""
        yield from self._rest()
        self.stage.fight.smoke.append(Cloud(*x.pose, 0))
        yield from self._tell(x, x.pose[:2], share=0.7)

    def smoke_gone(self, x: e.SmokeGone) -> Iterator[Frame]:
        """The cloud is not there any more."""
        fight = self.stage.fight
        fight.smoke = [one for one in fight.smoke if (one.x, one.y, one.heading) != x.pose]
        yield from self._rest()

    def laid(self, x: e.Laid) -> Iterator[Frame]:
        """Debris lies on new sections."""
        fight = self.stage.fight
        fight.rubble += [Rubble(*piece) for piece in x.rubble]
        lie = {*fight.sections, *(int(piece.y // SECTION) for piece in fight.rubble)}
        fight.sections = sorted(lie)
        yield from self._rest()

    def went_out(self, x: e.WentOut) -> Iterator[Frame]:
        """The tag says so from now on."""
        car = self.cars[x.vehicle]
        known = bool(car.out)
        car.out, car.speed = car.out or x.why, 0
        yield from self._tell(x, share=0.5 if known else 1.0)

    def has_quit(self, x: e.HasQuit) -> Iterator[Frame]:
        """A player has left."""
        own = (car.number for car in self.cars if car.owner == x.seat)
        self._caption(self.say(x), next(own, -1))
        yield from self._wait()

    def end(self, x: e.Ended) -> Iterator[Frame]:
        """Who has won."""
        yield from self._rest()
        self.ended = True
        own = [car for car in self.cars if car.owner in x.winners]
        won = sorted(own, key=lambda car: bool(car.out))[:1]
        if won:
            yield from self._look(_places(won))
        self._caption(self.say(x), won[0].number if won else -1)
        yield self._frame(LAST)


def _places(cars: Iterable[Vehicle]) -> list[Point]:
    return [(car.x, car.y) for car in cars]


def _put(car: Vehicle, pose: e.Pose) -> None:
    car.x, car.y, car.heading = pose


DIRECTIONS: Final[Mapping[type[Any], Callable[[Director, Any], Iterator[Frame]]]] = {
    e.TurnBegan: Director.turn,
    e.SpeedsShown: Director.speeds,
    e.Moved: Director.moved,
    e.Skipped: Director.skipped,
    e.ControlRolled: Director.control,
    e.Slid: Director.slid,
    e.Crashed: Director.crashed,
    e.Collided: Director.collided,
    e.Thrown: Director.thrown,
    e.Fired: Director.fired,
    e.Hit: Director.hit,
    e.Smoked: Director.smoked,
    e.SmokeGone: Director.smoke_gone,
    e.Laid: Director.laid,
    e.WentOut: Director.went_out,
    e.HasQuit: Director.has_quit,
    e.Ended: Director.end,
}
"""How each kind of event is shown."""
