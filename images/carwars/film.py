"""A whole fight as a film, from what everyone was told of it. The camera holds all cars that fight,
as near as they fit; north is up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import singledispatchmethod
from itertools import pairwise
from typing import Any, Final

import images.plane_film
from games.carwars import GAME
from games.carwars import events as e
from games.carwars.ground import laid_out
from games.carwars.options import Options
from games.carwars.state import THING, Car, Equipped, State, Thing
from games.engine.players import Player
from games.engine.shapes import Pose
from images.canvas import Canvas
from images.cars import SeatPlate
from images.carwars.field import Field, ends_of, fitted, side_middle
from images.carwars.happened import SAID
from images.carwars.model import SIDES, between, box, say
from images.counters import Shields
from images.film import FIRST, Film, Frame, summary
from images.film_frame import FIELD, put_head
from images.pen import Figure
from images.plane import Map
from images.plane_film import Marks, star
from images.theme import INK

_FOLLOWS: Final = (
    e.Defended, e.ArmorLost, e.FireStarted, e.CrewHit, e.ItemHit, e.PowerLost, e.TiresLost,
    e.Collided, e.PiledUp, e.Spun, e.Wrecked, e.OutOfControl, e.Pushed, e.Repositioned, e.Stuck,
)  # fmt: skip
_WORTH: Final[dict[type[Any], int]] = {
    e.Moved: 1, e.Attacked: 2, e.FireStarted: 4, e.ArmorLost: 4, e.Spun: 5, e.Collided: 6,
    e.PiledUp: 6, e.CrewHit: 6, e.Stuck: 5, e.Wrecked: 9, e.FightEnded: 100,
}  # fmt: skip


@dataclass(kw_only=True)
class Stage(images.plane_film.Stage):
    """Everything that is in the picture."""

    to: Map = field(init=False)

    def plane(self, canvas: Canvas) -> None:
        fight, marks = self.fight, self.marks
        sheet = Field(canvas, self.to, FIELD, small=True)
        sheet.last = self.last
        sheet.ground(fight)
        marks.put_shot(sheet, marks.acting)
        for car in sorted(fight.cars, key=lambda car: not car.out):
            if car.placed and not car.gone:
                sheet.car(car, car.owner == marks.acting, 22)
                sheet.flames(car, 20)
        marks.put(sheet, 10)
        sheet.label()
        sheet.edge()

    def head(self, canvas: Canvas) -> None:
        moment = say("film_head", "round", round=self.fight.round) if self.fight.round else ""
        put_head(canvas, say("game", "title"), moment)

    def plate(self) -> Figure:
        return SeatPlate(self.speaker, 34, ground=INK)


class Director(images.plane_film.Director):
    """Turns one event after the other into frames."""

    worth = _WORTH
    follows = _FOLLOWS
    whose = "seat"
    begins = e.RoundBegan
    said = SAID
    stage: Stage

    def staged(self, events: Sequence[Any], options: Any) -> Stage:
        built = [x for x in events if isinstance(x, e.CarBuilt)]
        cars = [
            Car(x.seat, x.name, [Equipped(*each) for each in x.cards], armor=[0] * len(SIDES))
            for x in sorted(built, key=lambda x: x.seat)
        ]
        fight = State(options=options or Options(), cars=cars)
        fight.things = laid_out(fight)
        for x in events:
            if isinstance(x, e.Placed):
                cars[x.seat].pose, cars[x.seat].placed = x.pose, True
        self.fight, self.cars, self.fired = fight, cars, Marks()
        return Stage(fight=fight)

    def opening(self) -> Iterator[Frame]:
        self.look()
        self.stage.caption = say("film_head", "start")
        yield self._frame(FIRST)

    def goes_on(self) -> str:
        return say("film_head", "goes_on")

    def look(self) -> None:
        """Have all cars that fight in the picture, as near as they fit."""
        live = [car for car in self.cars if not car.out] or self.cars
        boxes = [box(car.pose, 1.17) for car in live]
        self.stage.to = fitted(self.fight, boxes, FIELD, 44.0, 2.4)

    def _drive(self, car: Car, path: Sequence[Pose]) -> Iterator[Frame]:
        """A car along a path, from pose to pose."""
        count, legs = max(1, self.pace.move), pairwise(path)
        poses = (between(*leg, n / count) for leg in legs for n in range(1, count + 1))
        yield from self._along(car, poses, car.owner)
        car.pose = path[-1]
        self.look()

    # -- what happens

    @singledispatchmethod
    def happen(self, x: Any) -> Iterator[Frame]:
        """The frames of one event: of many only what is said of them, if anything."""
        if self.say(x):
            yield from self._tell(x, share=0.7)

    def _body(self, body: int) -> Car | Thing:
        return self.cars[body] if body < THING else self.fight.things[body - THING]

    @happen.register
    def began(self, x: e.RoundBegan) -> Iterator[Frame]:
        """A new round."""
        self.fight.round, self.stage.caption, self.stage.speaker = x.round, "", -1
        self.look()
        yield self._frame(int(500 * self.pace.wait))

    @happen.register
    def speed(self, x: e.SpeedSet) -> Iterator[Frame]:
        """The speed on its tag changes."""
        self.cars[x.seat].speed, self.cars[x.seat].reverse = x.speed, x.reverse
        return self._open(x)

    @happen.register
    def moved(self, x: e.Moved) -> Iterator[Frame]:
        """Along its path."""
        yield from self._drive(self.cars[x.seat], x.path)

    @happen.register(e.Spun)
    @happen.register(e.Repositioned)
    @happen.register(e.Stuck)
    def turned(self, x: Any) -> Iterator[Frame]:
        """Along its path, and what that was."""
        self._caption(x)
        yield from self._drive(self.cars[x.seat], x.path)
        yield from self._wait(0.6)

    @happen.register
    def pushed(self, x: e.Pushed) -> Iterator[Frame]:
        """What is pushed lies elsewhere."""
        self._body(x.body).pose = x.after
        return iter(())

    @happen.register
    def dropped(self, x: e.Dropped) -> Iterator[Frame]:
        """It lies there from now on."""
        self.fight.things.append(Thing(x.kind, *x.pose))
        yield from self._tell(x, share=0.7)

    @happen.register(e.Popped)
    @happen.register(e.ThingHit)
    @happen.register(e.SetOff)
    @happen.register(e.Faded)
    def gone(self, x: Any) -> Iterator[Frame]:
        """A thing is removed."""
        if not getattr(x, "left", 0):
            self._body(x.body).gone = True
        return iter(())

    @happen.register(e.Collided)
    @happen.register(e.PiledUp)
    def met(self, x: Any) -> Iterator[Frame]:
        """A star where they met."""
        small, large = (Marks(x.seat, signs=[star(size, x.at)]) for size in (22, 32))
        yield self._frame(marks=small)
        yield self._frame(marks=large)
        yield from self._tell(x, marks=large, share=0.7)

    @happen.register
    def attacked(self, x: e.Attacked) -> Iterator[Frame]:
        """A line grows from the weapon."""
        self._caption(x)
        start, end = ends_of(self.fight, x.seat, x.place, x.target, x.side)
        yield from self._shot(start, end, x.seat)
        self.fired = Marks(x.seat, (start, end, 1.0, True), [star(30, end)])
        if x.target >= THING or self.cars[x.target].out:
            yield from self._tell(x, marks=self.fired)

    @happen.register
    def defended(self, x: e.Defended) -> Iterator[Frame]:
        """A star, or a shield where all of it was held off."""
        shot, marks = self.fired.shot, self.fired
        if shot is not None and not (x.through or x.through_tire):
            marks = Marks(marks.acting, (*shot[:3], False), [(Shields(radius=15), shot[1])])
        yield from self._tell(x, marks=marks, share=0.8)

    @happen.register
    def lost(self, x: e.ArmorLost) -> Iterator[Frame]:
        """The damage, at the side that took it."""
        self.cars[x.seat].armor[x.side] = x.left
        at = side_middle(self.cars[x.seat], x.side)
        yield from self._tell(x, marks=Marks(loss=(at, f"−{x.points}")), share=0.8)

    @happen.register(e.FireStarted)
    @happen.register(e.FireOut)
    def fire(self, x: Any) -> Iterator[Frame]:
        """A side burns, or does no more."""
        car = self.cars[x.seat]
        on = isinstance(x, e.FireStarted)
        car.fires = sorted({*car.fires, x.side}) if on else [s for s in car.fires if s != x.side]
        yield from self._tell(x, share=0.7)

    @happen.register
    def wrecked(self, x: e.Wrecked) -> Iterator[Frame]:
        """It burns, and a wreck is left."""
        car = self.cars[x.seat]
        self._caption(x)
        yield from self._burn((car.x, car.y), (34, 28, 34))
        car.out, car.fires, car.speed = x.why, [], 0
        yield from self._wait()

    @happen.register
    def over(self, x: e.FightEnded) -> Iterator[Frame]:
        """Who has won."""
        return self._over(x, x.places[0][0] if len(x.places[0]) == 1 else -1)


def words_of(events: Sequence[Any], players: Sequence[Player], options: Any = None) -> str:
    """The fight in at most 1024 characters: its result first, then what took cars out."""
    rounds, told, end = 0, list[tuple[int, str]](), f"{say('film_head', 'goes_on')}."
    for x in events:
        rounds = x.round if isinstance(x, e.RoundBegan) else rounds
        if isinstance(x, e.FightEnded):
            end = GAME.words.event(x, players, None)
        elif isinstance(x, e.Wrecked | e.Spun | e.Collided | e.PiledUp):
            what = GAME.words.event(x, players, None)
            told.append((_WORTH[type(x)], say("film_head", "then", round=rounds, what=what)))
    shots = sum(isinstance(x, e.Attacked) for x in events)
    return summary(f"{say('film_head', 'words', rounds=rounds, shots=shots)} {end}", told)


FILM: Final = Film(Director.replay, words_of)
