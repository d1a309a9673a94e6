"""Films of what happens on a plane: how fast they go, what of them is shown, and who turns events
into frames."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final, NamedTuple

from PIL import Image

from games.engine.errors import Refusal
from games.engine.messages import Messages
from games.engine.plane import Box
from games.engine.players import Player
from games.engine.texts import filled
from images.canvas import Canvas, TileCanvas
from images.counters import Note, Sign, flame
from images.field import Sheet
from images.film import (
    FIRST,
    LAST,
    LONGEST,
    TICK,
    Captions,
    Frame,
    Scene,
    chosen,
    film,
    reading,
)
from images.film_frame import FIELD, SHEET, put_foot
from images.pen import Figure, Point
from images.shots import put_shot
from images.theme import ALARM, PAPER

_NONE: Final = Image.new("L", (1, 1))


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


@dataclass
class Marks:
    """What is shown for a moment on top of everything."""

    acting: int = -1
    shot: tuple[Point, Point, float, bool] | None = None
    """From, to, how much of it is drawn, and whether it did anything."""
    signs: Sequence[tuple[Figure, Point]] = ()
    """Each with its place."""
    loss: tuple[Point, str] | None = None
    """Points of damage, where they were done."""

    def put_shot(self, sheet: Sheet, seat: int) -> None:
        """The shot of a seat, as far as it has come."""
        if self.shot is not None:
            start, end, part, real = self.shot
            (x, y), (to_x, to_y) = sheet.to.at(*start), sheet.to.at(*end)
            line = (x, y), (x + (to_x - x) * part, y + (to_y - y) * part)
            put_shot(sheet.canvas, line, seat, real, (7.0, 4.0, 1.0), (8, 6))

    def put(self, sheet: Sheet, air: int) -> None:
        """All else; the loss is wanted."""
        for sign, at in self.signs:
            sheet.lay(sign, at)
        if self.loss is not None:
            near = sheet.to.around(Box(*self.loss[0], 0.0, 0.0, 0.0), air)
            sheet.want(Note(self.loss[1], "", bad=True, size=22), near, line=None)


@dataclass(kw_only=True)
class Stage:
    """Everything that is in the picture."""

    fight: Any
    """The state as it is shown."""
    caption: str = ""
    speaker: int = -1
    """Who the caption is about, or -1."""
    marks: Marks = field(default_factory=Marks)
    last: dict[str, tuple[int, int]] = field(default_factory=dict)
    """Where tags stood last; see `Sheet`."""

    def draw(self) -> Image.Image:
        """The picture as palette numbers, in mode L."""
        canvas = TileCanvas(SHEET)
        canvas.within(FIELD, self.plane)
        self.head(canvas)
        put_foot(canvas, self.plate() if self.speaker >= 0 else None, self.caption)
        return canvas.sheet()

    def plane(self, canvas: Canvas) -> None:
        """Draw what happens."""
        raise NotImplementedError

    def head(self, canvas: Canvas) -> None:
        """Draw the line at the head."""
        raise NotImplementedError

    def plate(self) -> Figure:
        """Of who the caption is about."""
        raise NotImplementedError


def star(size: int, at: Point) -> tuple[Figure, Point]:
    """What struck there, so many px large."""
    return Sign("hit", size, ALARM, PAPER), at


def scenes(events: Iterable[Any], follows: tuple[type[Any], ...]) -> list[list[Any]]:
    """The events in scenes: what comes of a move or a shot (`follows`) with it, each other one
    alone."""
    out: list[list[Any]] = []
    for x in events:
        if out and isinstance(x, follows):
            out[-1].append(x)
        else:
            out.append([x])
    return out


class Director:
    """Turns one event after the other into frames."""

    worth: Mapping[type[Any], int] = {}
    """Worth of what is shown, see `chosen`; a scene is worth what its best part is."""
    follows: tuple[type[Any], ...] = ()
    """What comes of a move or a shot, in its scene."""
    whose = "vehicle"
    """Field of an event that says who the caption is about."""

    begins: type[Any]
    """The first event that is shown; of those before it only how things stand is."""
    said: Messages
    """Short lines about events."""

    def __init__(
        self, events: Sequence[Any], players: Sequence[Player], pace: Pace, options: Any = None
    ) -> None:
        """`events`: up to the first that is shown."""
        self.pace, self.say = pace, Captions(self.said, players)
        self.still = 0
        """ms for which pictures have changed without being shown."""
        self.blind = False
        """Frames are counted and not drawn."""
        self.ended = False
        self.stage = self.staged(events, options)

    def staged(self, events: Sequence[Any], options: Any) -> Any:
        """The stage as things stand after these events."""
        raise NotImplementedError

    def happen(self, x: Any) -> Iterator[Frame]:
        """The frames of one event."""
        raise NotImplementedError

    def opening(self) -> Iterator[Frame]:
        """The first frame."""
        raise NotImplementedError

    def goes_on(self) -> str:
        """What is said in the end of a fight that is not over."""
        raise NotImplementedError

    @classmethod
    def replay(cls, events: Sequence[Any], players: Sequence[Player], options: Any = None) -> bytes:
        """A whole fight as a GIF. `events` are the public ones, from the start on.

        Raises a `Refusal` before there is a fight, or `TooLong`.
        """
        if not any(isinstance(x, cls.begins) for x in events):
            raise Refusal(filled("images", "film", "not_yet"))
        return film([partial(cls.takes, events, players, pace, options) for pace in PACES])

    @classmethod
    def takes(
        cls, events: Sequence[Any], players: Sequence[Player], pace: Pace, options: Any = None
    ) -> Iterator[Frame]:
        """The frames of a fight at one pace; its dull scenes are left out where it would be too
        long."""
        start = next(at for at, x in enumerate(events) if isinstance(x, cls.begins))
        before, rest = events[: start + 1], events[start:]
        shown = cls(before, players, pace, options).chosen(rest)
        return cls(before, players, pace, options).shoot(rest, shown)

    def unseen(self, x: Any) -> Iterator[Frame]:
        """The frames that are left of an event in a scene that is not shown."""
        for _ in self.happen(x):
            pass
        return iter(())

    def shoot(self, events: Sequence[Any], shown: Container[int] | None = None) -> Iterator[Frame]:
        """The frames from the start to the last event: of all scenes, or of those that are shown;
        the others happen unseen."""
        yield from self.opening()
        for number, scene in enumerate(scenes(events, self.follows)):
            self.blind = shown is not None and number not in shown
            for x in scene:
                yield from self.unseen(x) if self.blind else self.happen(x)
        self.blind = False
        if not self.ended:
            yield from self._rest()
            self.stage.caption, self.stage.speaker = self.goes_on(), -1
            yield self._frame(LAST)

    def spare(self, events: Sequence[Any]) -> int:
        """ms of scenes that are not shown."""
        return 0

    def chosen(self, events: Sequence[Any]) -> set[int]:
        """The scenes for which there is time; measured without drawing anything."""
        told, found = scenes(events, self.follows), list[Scene]()
        self.blind = True
        for scene in told:
            ms = sum(frame.ms for x in scene for frame in self.happen(x))
            found.append(Scene(max(self.worth.get(type(x), 0) for x in scene), ms))
        if sum(scene.ms for scene in found) <= LONGEST - FIRST - LAST:
            return set(range(len(told)))
        return chosen(found, LONGEST - FIRST - LAST - self.spare(events))

    def _frame(self, ms: int = TICK, marks: Marks | None = None) -> Frame:
        self.still = 0
        self.stage.marks = marks or self.stage.marks
        return Frame(_NONE if self.blind else self.stage.draw(), max(ms // 10 * 10, 20))

    def _rest(self) -> Iterator[Frame]:
        """Show what has moved without being shown."""
        if self.still:
            yield self._frame(self.still)

    def _caption(self, x: Any, *, brief: bool = False) -> None:
        """Say what has happened beside its vehicle's tag; briefly: not yet what came of it."""
        self.stage.caption = self.say(x, brief=brief)
        self.stage.speaker = getattr(x, self.whose, -1)

    def _open(self, x: Any, *points: Point) -> Iterator[Frame]:
        """Look at some points, or at its vehicle, and say what has happened there."""
        self._caption(x)
        return iter(())

    def _tell(
        self, x: Any, *points: Point, share: float = 1.0, marks: Marks | None = None
    ) -> Iterator[Frame]:
        """The same, and wait until it is read."""
        yield from self._open(x, *points)
        self.stage.marks = marks or Marks()
        yield from self._wait(share)

    def _wait(self, share: float = 1.0) -> Iterator[Frame]:
        """As long as the caption takes to be read; then what was marked is over."""
        yield self._frame(int(reading(self.stage.caption) * self.pace.wait * share))
        self.stage.marks = Marks()

    def _along(self, thing: Any, poses: Iterable[Any], acting: int) -> Iterator[Frame]:
        """Something from pose to pose."""
        self.stage.marks = Marks(acting)
        for pose in poses:
            thing.pose = pose
            yield self._frame()

    def _shot(self, start: Point, end: Point, acting: int) -> Iterator[Frame]:
        """A line grows from a weapon."""
        for number in range(1, self.pace.shot + 1):
            yield self._frame(marks=Marks(acting, (start, end, number / self.pace.shot, True)))

    def _burn(self, at: Point, sizes: Iterable[int]) -> Iterator[Frame]:
        """A fire in pictures of several sizes in turn, neither more than twice a second."""
        for size in sizes:
            yield self._frame(300, Marks(signs=[(flame(size), at)]))

    def _over(self, x: Any, speaker: int) -> Iterator[Frame]:
        """The end, and who has won."""
        self.ended = True
        self._caption(x)
        self.stage.speaker = speaker
        yield self._frame(LAST)
