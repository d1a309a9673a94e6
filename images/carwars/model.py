"""The readings of a fight: every figure and word that its pictures show and tell."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

import msgspec

from games.carwars import GAME
from games.carwars.base import LENGTH, WIDTH, rectangle
from games.carwars.catalog import Card
from games.carwars.state import THING, WALL, Car, State
from games.engine.plane import Box, Point
from games.engine.players import SEAT_LETTERS, Player
from games.engine.rows import read_file
from games.engine.shapes import Pose, gap, own, pose_after
from games.engine.texts import filled, read_texts
from images.carwars.happened import pending
from images.choices import QUIET, Now
from images.parts import Header, Say
from images.plane import leg
from images.shots import NOTHING, Latest
from images.words import lettered, listed, plain, who_is

say: Final = partial(filled, "images.carwars")
"""(section, name, facts): a text of these pictures."""
_word: Final = partial(say, "board")
SIDES: Final = ("front", "right", "back", "left")
"""As texts name them, in their order."""
LETTERS: Final = "FRBL"
WAYS: Final = ((0, -1), (1, 0), (0, 1), (-1, 0))
"""Where they are of a car, nose up: to the right and down."""
_VERB: Final = 60
"""Longest verb that is taken over, in characters."""
_SIGNS: Final = read_file("images.carwars", "data/signs.toml")
ITEMS: Final[Mapping[str, str]] = _SIGNS["item"]
"""Icons by line of a damage card."""


def texts(section: str) -> Mapping[str, str]:
    """A section of the texts."""
    found: Mapping[str, str] = read_texts("images.carwars")[section]
    return found


def icon_of(card: Card) -> str:
    """What a card's picture says of it."""
    signs: Mapping[str, str] = _SIGNS["card"]
    return signs.get(card.id) or signs.get(f"{card.type} {card.subtype}") or signs[card.type]


def box(pose: Pose, length: float = LENGTH, width: float = WIDTH) -> Box:
    """A shape of the arena as a counter of the engine's plane, whose headings are clockwise from
    +y."""
    return Box(pose[0], pose[1], 90.0 - pose[2], length, width)


def between(start: Pose, end: Pose, part: float) -> Pose:
    """Where a car is that has gone part of its way from pose to pose: along a line, or round the
    corner about which it turns."""
    turn = (end[2] - start[2] + 180.0) % 360.0 - 180.0
    return pose_after(start, leg(start, end, turn), part)


def speed_of(car: Car) -> str:
    """On a tag: "3", "R" in reverse, or what became of it."""
    if car.out:
        return texts("fates")[car.out]
    return _word("reverse_tag") if car.reverse else str(car.speed)


def pace_said(speed: int, reverse: bool) -> str:
    """ "speed 3", "in reverse"."""
    return _word("reverse" if reverse else "speed" if speed else "stopped", speed=speed)


def body_name(view: State, body: int) -> str:
    """What a body is called: "B", "barrier", "wall"."""
    known = texts("things")
    if body >= THING:
        kind = "wall" if body >= WALL else view.things[body - THING].kind
        return known.get(kind, kind)
    return known["wreck"] if view.cars[body].out else SEAT_LETTERS[body]


def side_of(side: int) -> str:
    """A side's name; of what has none nothing."""
    return SIDES[side] if side >= 0 else ""


def target_name(view: State, body: int, side: int) -> str:
    """What is attacked, and where: "B front"."""
    return f"{body_name(view, body)} {side_of(side)}".rstrip()


def apart(one: Car, other: Car) -> float:
    """The range between two cars, in L."""
    return gap(rectangle(one.pose), rectangle(other.pose))


def beyond(one: Car, other: Car) -> str:
    """How far a car is that is not seen."""
    return say("board", "beyond", far=lengths(apart(one, other)))


def percent(part: float) -> str:
    """ "30 %"; less than one in a hundred is "<1 %"."""
    return say("attack", "rare") if 0.0 < part < 0.01 else f"{round(part * 100)} %"


def lengths(number: float) -> str:
    """A range with one decimal, rounded down so that none looks longer."""
    return f"{int(number * 10 + 1e-6) / 10:.1f}"


def bearing(pose: Pose, point: Point) -> str:
    """Where a point lies, seen from a car: "ahead left"."""
    ahead, left = own(pose, point)
    return texts("bearings")[str(round(math.degrees(math.atan2(left, ahead)) / 45) % 8)]


def heading(degrees: float) -> str:
    """Which way a nose points: "north-east"."""
    return texts("headings")[str(round(degrees / 45) % 8)]


@dataclass(frozen=True, slots=True)
class Board:
    """A fight as its pictures show it: the view, who plays, and the moment."""

    view: State
    players: Sequence[Player]
    now: Now = QUIET

    @property
    def latest(self) -> Latest:
        """What has just happened, and what is about to."""
        latest: Latest = self.now.recent or NOTHING
        shot, shots = pending(self.view), latest.shots
        if shot is None:
            return latest
        if shots and shots[-1].defense is None and shots[-1].line == shot.line:
            shots = shots[:-1]
        return msgspec.structs.replace(latest, shots=(*shots, shot))

    @property
    def sentences(self) -> list[str]:
        """The same in words."""
        told, news = self.latest.told, self.latest.news[-1:]
        facts, players = [*told, *(x for x in news if x not in told)], lettered(self.players)
        each = (GAME.words.event(x, players, None).rstrip(".") for x in facts)
        return [words for words in each if words]

    @property
    def asked(self) -> tuple[int, ...]:
        """Seats whose moment it is, or who have won."""
        view = self.view
        if view.phase == "over":
            return tuple(view.alive)
        asked, acts = self.now.asked, view.active
        return asked if acts < 0 or (asked and acts not in asked) else (acts,)

    @property
    def acting(self) -> Car | None:
        """The car that acts alone now, if any."""
        view = self.view
        if view.active < 0 or view.phase == "over" or not view.cars[view.active].placed:
            return None
        return view.cars[view.active]

    @property
    def moment(self) -> str:
        """ "Round 5 · combat"."""
        view = self.view
        phase = texts("phases")[view.phase]
        return say("moment", "round" if view.round else "before", round=view.round, phase=phase)

    @property
    def verb(self) -> str:
        """What whoever acts does."""
        usual = texts("verbs")[self.view.phase if self.asked else "none"]
        return plain(self.now.action_phrase or usual, _VERB)

    @property
    def shown(self) -> list[Car]:
        """The cars and wrecks in the arena."""
        return [car for car in self.view.cars if car.placed and not car.gone]

    @property
    def whose(self) -> str:
        """The moment, and who acts, as a sentence."""
        who = listed([who_is(self.players, seat) for seat in self.asked])
        how = "acts" if who and self.verb else "quiet"
        moment = self.moment.replace(" · ", ", ")
        return _word(how, moment=moment, who=who, verb=self.verb)

    def header(self, title: str, said: Say = "", verb: str = "") -> Header:
        """Of what the reader is asked."""
        return Header(self.moment, title, (self.view.seat or 0,), verb or self.verb, say=said)

    def tell(self, car: Car, brief: bool = False, *, lies: bool = True) -> str:
        """A car in a sentence; `brief`: without where it is and what it holds. Where it lies hangs
        on who acts: what is not drawn anew with every move leaves that out."""
        who, view = who_is(self.players, car.owner), self.view
        if not car.cards:
            return _word("no_car", who=who)
        if car.out:
            return _word("out", who=who, fate=texts("fates")[car.out])
        facts = [pace_said(car.speed, car.reverse), *self._facts(car)]
        if not brief:
            facts.append(_word("tokens", car=car))
            side, points = self.latest.last.get(car.owner, (-1, 0))
            facts += [_word("last_hit", points=points, side=SIDES[side])] * (side >= 0)
            facts += [self.where(car)] if car.placed and lies else []
        if car.out_of_control and view.phase in ("fires", "movement", "combat"):
            facts.insert(1, _word("uncontrolled"))
        name = car.name or _word("own")
        return _word("car", who=who, name=name, facts="; ".join(facts))

    def state(self, car: Car) -> str:
        """What a car has left, wreck or not."""
        return f"{'; '.join([*self._facts(car), _word('tokens', car=car)])}."

    def _facts(self, car: Car) -> list[str]:
        driver, gunner = (car.left(place) or _word("dead") for place in (0, 1))
        harm = [
            _word(name, sides=listed([SIDES[side] for side in sides]))
            for name, sides in (("burning", car.fires), ("painted", car.paint)) if sides
        ]  # fmt: skip
        armor = ", ".join(
            _word("side" if points else "breached", side=side, points=points)
            for side, points in zip(SIDES, car.armor, strict=True)
        )
        return [armor, *harm, _word("left", car=car, driver=driver, gunner=gunner)]

    def where(self, car: Car) -> str:
        """How a car lies from the one that acts."""
        center, nose = self.acting, heading(car.heading)
        if center is None or center is car:
            return _word("nose", heading=nose)
        far = lengths(apart(center, car))
        lies = bearing(center.pose, (car.x, car.y))
        who = SEAT_LETTERS[center.owner]
        return _word("place", far=far, bearing=lies, who=who, heading=nose)
