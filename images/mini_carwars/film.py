"""A whole fight as a film, from what everyone was told of it.

On the road the camera stands still while the action stays in its picture, and pans when it does
not: that is calmer to watch, and a picture that stands still costs next to nothing in a GIF. The
arena is in the picture as a whole, all the time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final, NamedTuple

from games.engine.errors import Refusal
from games.engine.plane import Box
from games.engine.players import Player
from games.mini_carwars import events as e
from games.mini_carwars.catalog import MODELS, TOP, WIDTH
from games.mini_carwars.ground import walls
from games.mini_carwars.telling import labels
from games.mini_carwars.words.phrases import SCENARIOS
from images.film import TICK, Frame, film
from images.mini_carwars.film_camera import WHOLE, WIDE, Camera, Point, best, pan, shows
from images.mini_carwars.film_path import steps
from images.mini_carwars.film_stage import Actor, Marks, Stage
from images.mini_carwars.film_words import Captions, words_of

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
    """The frames of a fight at one pace, each an RGB picture of 600 by 420 px."""
    at, lined = next((at, x) for at, x in enumerate(events) if isinstance(x, e.Lined))
    return Director(lined, players, pace).shoot(events[at + 1 :])


class Director:
    """Turns one event after the other into frames."""

    def __init__(self, lined: e.Lined, players: Sequence[Player], pace: Pace) -> None:
        names = labels(lined.owners)
        self.pace = pace
        self.say = Captions(names, players)
        self.arena = lined.scenario == "arena"
        self.stage = Stage(
            SCENARIOS[lined.scenario],
            [
                Actor(number, seat, names[number], MODELS[model].cycle, pose, mph)
                for number, (seat, model, pose, mph) in enumerate(
                    zip(lined.owners, lined.models, lined.poses, lined.speeds, strict=True)
                )
            ],
            [(w.x, w.y, w.width, w.length) for w in walls()] if self.arena else [],
        )
        self.stage.caption = self.say.lined(lined)
        self.still = 0
        """ms for which pictures have changed without being shown."""
        self.ended = False

    def shoot(self, events: Iterable[Any]) -> Iterator[Frame]:
        """The frames from the start to the last event."""
        there = self._places(self._fighting())
        self.stage.camera = self._best(there if self._fits(there) else there[:1])
        yield self._frame(FIRST)
        self.stage.caption = ""
        for x in events:
            direct = DIRECTIONS.get(type(x))
            if direct is not None:
                yield from direct(self, x)
        if not self.ended:
            yield from self._rest()
            self._caption(f"Turn {self.stage.turn}: the fight goes on")
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
        """As long as the caption takes to be read."""
        yield self._frame(int((350 + 26 * len(self.stage.caption)) * self.pace.wait * share))

    # -- the camera

    def _fighting(self) -> list[Actor]:
        """Those in action; all once nobody is."""
        return [a for a in self.stage.actors if not a.out] or self.stage.actors

    def _places(self, actors: Iterable[Actor]) -> list[Point]:
        return [(a.pose[0], a.pose[1]) for a in actors]

    def _best(self, points: Sequence[Point]) -> Camera:
        """The camera for these points, with room ahead of those in action."""
        if self.arena:
            return WHOLE
        return best(points, [a.pose[2] for a in self._fighting() if a.speed])

    def _fits(self, points: Sequence[Point]) -> bool:
        """Whether some camera has all of these in its picture."""
        return self.arena or shows(self._best(points), points)

    def _look(self, must: Sequence[Point]) -> Iterator[Frame]:
        """Have these points in the picture, and with them all in action where they fit."""
        if self.arena:
            return
        both = [*must, *self._places(self._fighting())]
        points = both if self._fits(both) else must
        now, then = self.stage.camera, self._best(points)
        if shows(now, points) and now.scale >= NEAR * then.scale:
            return
        if abs(then.y - now.y) * min(now.scale, then.scale) < CUT * WIDE:
            for camera in pan(now, then, self.pace.pan):
                self.stage.camera = camera
                yield self._frame()
        self.stage.camera = then

    def _watched(self, actor: Actor) -> bool:
        """Whether a move of that vehicle is worth following: all fit, or it is in the picture."""
        if self._fits(self._places(self._fighting())):
            return True
        shows = self.stage.camera.shows
        seen = [a.number for a in self._fighting() if shows(a.pose[0], a.pose[1])]
        return not seen or actor.number in seen

    # -- what happens

    def turn(self, x: e.TurnBegan) -> Iterator[Frame]:
        """A new turn."""
        yield from self._rest()
        self.stage.turn, self.stage.phase = x.turn, 0

    def speeds(self, x: e.SpeedsShown) -> Iterator[Frame]:
        """The speeds on the tags change."""
        for actor, after in zip(self.stage.actors, x.after, strict=True):
            actor.speed = after
        self._caption(self.say.speeds(x, {a.number for a in self.stage.actors if a.out}))
        if x.before != x.after:
            yield from self._wait(0.7)

    def moved(self, x: e.Moved) -> Iterator[Frame]:
        """Along its path, at the pace of the film."""
        if self.stage.phase != x.phase:
            yield from self._rest()
            if self.stage.phase:
                # What was said of the last phase is over; the speeds stay for the first one.
                self._caption("")
            self.stage.phase = x.phase
        actor = self.stage.actors[x.vehicle]
        if not self.pace.move or not self._watched(actor):
            actor.pose = x.path[-1]
            self.still += TICK if not self.pace.move else 0
            if not self.pace.move:
                yield from self._look(self._places([actor]))
            return
        yield from self._look([(p[0], p[1]) for p in x.path])
        words = self.say.moved(x)
        if words:
            self._caption(words, x.vehicle)
        turning = len(x.path) > 2 and self.pace.move > 2
        yield from self._slide(actor, x.path, self.pace.move + turning, x.amount)
        if words:
            yield self._frame(int(400 * self.pace.wait))

    def _slide(
        self, actor: Actor, path: Sequence[e.Pose], count: int, amount: int = 0
    ) -> Iterator[Frame]:
        self.stage.marks = Marks(acting=actor.number)
        for pose in steps(path, count, amount):
            actor.pose = pose
            yield self._frame()
        self.stage.marks = Marks()

    def skipped(self, x: e.Skipped) -> Iterator[Frame]:
        """A move is lost."""
        yield from self._rest()
        self._caption("loses this move to its skid", x.vehicle)
        if self.pace.move and self._watched(self.stage.actors[x.vehicle]):
            yield from self._wait(0.5)

    def control(self, x: e.ControlRolled) -> Iterator[Frame]:
        """A roll on the Control Table."""
        yield from self._rest()
        actor = self.stage.actors[x.vehicle]
        if x.result == "none" and not (self.pace.move and self._watched(actor)):
            return
        yield from self._look(self._places([actor]))
        self._caption(self.say.control(x), x.vehicle)
        self.stage.marks = Marks(acting=x.vehicle)
        yield from self._wait(0.5 if x.result == "none" else 1.0)
        self.stage.marks = Marks()

    def slid(self, x: e.Slid) -> Iterator[Frame]:
        """A skid or a fishtail; a skid leaves its marks."""
        actor = self.stage.actors[x.vehicle]
        yield from self._look([(p[0], p[1]) for p in x.path])
        self._caption(self.say.slid(x), x.vehicle)
        if x.how == "skid":
            self.stage.skids = [*self.stage.skids[1 - SKIDS :], (x.path[0], x.path[-1])]
        yield from self._slide(actor, x.path, max(self.pace.move, 1) + 1)
        yield from self._wait(0.5)

    def crashed(self, x: e.Crashed) -> Iterator[Frame]:
        """It burns, and a wreck is left."""
        yield from self._rest()
        actor = self.stage.actors[x.vehicle]
        yield from self._look(self._places([actor]))
        self._caption("crashes and burns", x.vehicle)
        # Two pictures in turn, neither more than twice a second.
        for number in range(4):
            self.stage.marks = Marks(fire=(x.vehicle, number % 2 == 0))
            yield self._frame(300)
            actor.wreck = actor.out = number > 0
        self.stage.marks = Marks()

    def collided(self, x: e.Collided) -> Iterator[Frame]:
        """A star where they met."""
        yield from self._rest()
        yield from self._look([x.at])
        self._caption(self.say.collided(x), x.vehicle)
        if x.speed:
            yield from self._star(x.at)
        for number, after in zip((x.vehicle, x.other), x.after, strict=True):
            if number >= 0:
                self.stage.actors[number].speed = after
        yield from self._wait(1.0 if x.speed else 0.3)
        self.stage.marks = Marks()

    def _star(self, at: Point, acting: int = -1) -> Iterator[Frame]:
        self.stage.marks = Marks(acting=acting, star=(at, 24))
        yield self._frame()
        self.stage.marks.star = (at, 36)
        yield self._frame()

    def thrown(self, x: e.Thrown) -> Iterator[Frame]:
        """It flies to where it comes to rest, turning."""
        actor = self.stage.actors[x.vehicle]
        yield from self._look([(x.pose[0], x.pose[1])])
        self._caption("is thrown", x.vehicle)
        (x0, y0, _), (x1, y1, heading) = actor.pose, x.pose
        turn = (heading - actor.pose[2] + 180.0) % 360.0 - 180.0
        for number in range(1, 5):
            part = number / 5
            actor.pose = (x0 + (x1 - x0) * part, y0 + (y1 - y0) * part, heading - turn * (1 - part))
            yield self._frame()
        actor.pose = x.pose
        yield self._frame(300)

    def fired(self, x: e.Fired) -> Iterator[Frame]:
        """A dotted line grows from the weapon; a star or a cross says what came of it."""
        yield from self._rest()
        self._caption(self.say.fires(x), x.vehicle)
        yield from self._look([x.start, x.end] if self._fits([x.start, x.end]) else [x.start])
        for number in range(1, self.pace.shot + 1):
            part = number / self.pace.shot
            self.stage.marks = Marks(acting=x.vehicle, shot=(x.start, x.end, part))
            yield self._frame()
        yield from self._look([x.end])
        self._caption(self.say.fired(x), x.vehicle)
        line = (x.start, x.end, 1.0)
        for size in (24, 36):
            self.stage.marks = Marks(acting=x.vehicle, shot=line)
            if x.hit:
                self.stage.marks.star = (x.end, size)
            else:
                self.stage.marks.miss = x.end
            yield self._frame()
        yield from self._wait(0.7)
        self.stage.marks = Marks()

    def hit(self, x: e.Hit) -> Iterator[Frame]:
        """The damage, at the side that took it."""
        yield from self._rest()
        actor = self.stage.actors[x.vehicle]
        long = 0.5 if actor.cycle else 1.0
        box = Box(*actor.pose, long, WIDTH)
        at = (box.x, box.y) if x.side == TOP else box.middle(x.side)
        yield from self._look([at])
        self._caption(self.say.hit(x), x.vehicle)
        self.stage.marks = Marks(loss=(at, f"−{x.points}"))
        yield from self._wait(0.8)
        self.stage.marks = Marks()

    def smoked(self, x: e.Smoked) -> Iterator[Frame]:
        """A cloud behind the vehicle."""
        yield from self._rest()
        yield from self._look([(x.pose[0], x.pose[1])])
        self._caption("lays a smoke cloud", x.vehicle)
        self.stage.clouds.append(x.pose)
        yield from self._wait(0.7)

    def smoke_gone(self, x: e.SmokeGone) -> Iterator[Frame]:
        """The cloud is not there any more."""
        self.stage.clouds = [pose for pose in self.stage.clouds if pose != x.pose]
        yield from self._rest()

    def laid(self, x: e.Laid) -> Iterator[Frame]:
        """Debris lies on new sections."""
        self.stage.rubble += x.rubble
        yield from self._rest()

    def went_out(self, x: e.WentOut) -> Iterator[Frame]:
        """The tag says so from now on."""
        yield from self._rest()
        actor = self.stage.actors[x.vehicle]
        yield from self._look(self._places([actor]))
        told = actor.out
        actor.out = True
        actor.speed = 0
        self._caption(self.say.went_out(x), x.vehicle)
        yield from self._wait(0.5 if told else 1.0)

    def has_quit(self, x: e.HasQuit) -> Iterator[Frame]:
        """A player has left."""
        yield from self._rest()
        own = [a.number for a in self.stage.actors if a.seat == x.seat]
        self._caption("has left the fight for good", own[0] if own else -1)
        yield from self._wait()

    def end(self, x: e.Ended) -> Iterator[Frame]:
        """Who has won."""
        yield from self._rest()
        self.ended = True
        own = [a for a in self.stage.actors if a.seat in x.winners]
        won = [a.number for a in sorted(own, key=lambda a: a.out)]
        yield from self._look(self._places(self.stage.actors[n] for n in won[:1]))
        self._caption(self.say.ended(x), won[0] if won else -1)
        yield self._frame(LAST)


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
