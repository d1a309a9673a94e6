"""The readings of a fight: every figure and word that its pictures show and tell."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Final

from games.engine.messages import BRIEF, Filter, Messages, Speaker
from games.engine.plane import Box, crosses, gap
from games.engine.players import Player
from games.engine.texts import read_texts
from games.engine.voice import Voice
from games.mini_carwars import GAME
from games.mini_carwars import events as e
from games.mini_carwars.catalog import KINDS, MODELS, SIDES, TOP, Model
from games.mini_carwars.road import EDGE
from games.mini_carwars.state import Person, State, Vehicle
from games.mini_carwars.words.phrases import DRAWS, SCENARIOS, VALUES, hurt, inches, mounted, phrase
from games.mini_carwars.words.speakers import FILTERS
from images.cars import Portrait
from images.choices import QUIET, Now
from images.counters import Plate
from images.mini_carwars.happened import latest
from images.news import PLATE, News
from images.panels import Pointer
from images.parts import Header
from images.pen import Figure
from images.shots import NOTHING, Latest
from images.theme import DEEP, PAPER
from images.words import counted, listed, name_of, plain

_FEW: Final = 4
"""Vehicles of which each has room for words at its tag."""
_NAMED: Final = 2
"""So many sides are named there."""
_VERB: Final = 60
"""Longest verb that is taken over, in characters."""
LETTERS: Final = VALUES["phrases"]["letters"]
"""Of the sides, in their order."""
ICONS: Final[Mapping[str, str]] = {
    "mg": "rounds",
    "rl": "missile",
    "laser": "laser",
    "hr": "cannon",
    "ss": "smoke",
}
"""By kind of weapon."""


@dataclass(frozen=True, slots=True)
class Board:
    """A fight as its pictures show it: the view, who plays, and the moment."""

    view: State
    players: Sequence[Player]
    now: Now = QUIET

    @property
    def latest(self) -> Latest:
        """What has just happened."""
        return self.now.recent or NOTHING

    @property
    def sentences(self) -> list[str]:
        """The same in words, a vehicle's label before each fact."""
        told, news = self.latest.told, self.latest.news
        facts = [*told, *(x for x in news if x not in told)]
        return [f"{line.who}{line.words}" for line in NEWS.lines(facts, self.players)]

    @property
    def actors(self) -> Sequence[int]:
        """Seats whose moment it is, or who have won."""
        view = self.view
        if view.step == "over":
            return view.places[0] if view.places and view.ended not in DRAWS else ()
        return (view.active,) if view.active >= 0 else ()

    @property
    def asked(self) -> Sequence[int]:
        """Seats whose moment it is: all who are asked together, or who acts."""
        return self.now.asked or self.actors

    @property
    def framed(self) -> Sequence[int]:
        """The vehicles that they are asked about, or -1."""
        view, over = self.view, self.view.step == "over"
        return [-1 if over else view.asked_of(seat)[0] for seat in self.asked]

    @property
    def labels(self) -> Sequence[str]:
        """Of these vehicles."""
        return [self.view.cars[number].label if number >= 0 else "" for number in self.framed]

    @property
    def verb(self) -> str:
        """What they do."""
        over, actors = self.view.step == "over", len(self.actors)
        usual = phrase("verb_over" if over else "verb", actors=actors)
        return plain(self.now.action_phrase or usual, _VERB)

    @property
    def acting(self) -> Vehicle | None:
        """The vehicle that moves now."""
        moving = self.view.moving if self.view.step != "over" else -1
        return next((car for car in self.view.cars if car.number == moving), None)

    @property
    def shown(self) -> list[Vehicle]:
        """The vehicles that are on the map."""
        return [car for car in self.view.cars if car.here]

    @property
    def heaps(self) -> Iterable[tuple[Box, int]]:
        """Smoke: clouds that lie on one another are counted together."""
        heaps: dict[tuple[int, int], tuple[Box, int]] = {}
        for cloud in self.view.smoke:
            key = round(cloud.x * 4), round(cloud.y * 4)
            heaps[key] = cloud.box, 1 + (heaps[key][1] if key in heaps else 0)
        return heaps.values()


def tag(car: Vehicle) -> str:
    """Its speed, or what became of it."""
    tags = VALUES["tags"]
    return tags.get(car.out, tags["out"]) if car.out else mph(car.speed)


def gone(car: Vehicle, cars: int) -> str:
    """Which sides everyone knows to be without armor: in words where there are only a few `cars`,
    else by their letters; empty for none."""
    if not car.breached:
        return ""
    if cars > _FEW:
        return phrase("side_gone", sides="".join(LETTERS[side] for side in car.breached))
    if len(car.breached) > _NAMED:
        return phrase("sides_gone", sides=len(car.breached))
    return phrase("side_gone", sides=", ".join(mounted(side) for side in car.breached))


def mph(speed: int) -> str:
    """A speed on a tag: "60", "R 10" in reverse."""
    return phrase("reverse", mph=-speed) if speed < 0 else str(speed)


class Seen(Speaker):
    """A vehicle as pictures tell of it, or a counter on the map, and how it lies from another."""

    section = "seen"
    names = "full brief short gone thing near left moves skids"

    view: State
    thing: Vehicle | Box
    center: Vehicle | None = None
    """From where its distance is told."""

    @property
    def car(self) -> Vehicle | None:
        return self.thing if isinstance(self.thing, Vehicle) else None

    @property
    def box(self) -> Box:
        return self.thing.box if isinstance(self.thing, Vehicle) else self.thing

    @property
    def apart(self) -> float | None:
        """The range between the two, in inches."""
        return gap(self.center.box, self.box) if self.center is not None else None

    @property
    def bearing(self) -> int | None:
        """Where it lies from there, in eighths clockwise from the nose."""
        if self.center is None:
            return None
        right, ahead = self.center.box.own((self.box.x, self.box.y))
        return round(math.degrees(math.atan2(right, ahead)) / 45) % 8

    @property
    def clouds(self) -> int:
        """How many are in between."""
        if self.center is None:
            return 0
        ends = (self.center.x, self.center.y), (self.box.x, self.box.y)
        return sum(crosses(*ends, cloud.box) for cloud in self.view.smoke)

    @property
    def lane(self) -> str | None:
        """Where across the road it is, where there is one."""
        x, off = self.box.x, abs(self.box.x) - EDGE
        side = "right" if x > 0 else "left"
        if self.view.road is None:
            return None
        if off > 0:
            return phrase("rough", off=inches(off), side=side)
        return phrase("middle_line" if abs(x) < 0.01 else "lane", side=side)

    @property
    def place(self) -> str:
        """Its lane and inch, or how far it is from the middle of the arena."""
        x, y = self.box.x, self.box.y
        if self.lane:
            inch = f"{y:.1f}".replace("-", "−").replace("−0.0", "0.0")
            return phrase("inch", lane=self.lane, inch=inch)
        return phrase("compass", x=abs(x), west=x < 0, y=abs(y), south=y < 0)

    @property
    def heading(self) -> str:
        """Which way its nose points."""
        turn = round(self.box.heading, 1) % 360
        if self.view.road is None:
            if turn % 90 == 0:
                return phrase("heading", way=VALUES["compass"][str(int(turn // 90))])
            return phrase("heading_turned", degrees=turn)
        if turn % 180 == 0:
            return phrase("heading_along", down=bool(turn))
        return phrase("heading_aside", degrees=min(turn, 360 - turn), right=turn < 180)


def named(players: Sequence[Player], seat: int) -> str:
    """A player's name; a computer's says so."""
    computer = seat < len(players) and players[seat].computer
    name = name_of(players, seat)
    return phrase("computer_seat", name=name) if computer else name


def _wounded(crew: Sequence[Person], x: Any, v: Voice) -> str | None:
    """ "driver wounded and gunner dead", "driver and gunner dead"."""
    groups = groupby((one for one in crew if one.hits), lambda one: one.hits)
    return listed([f"{listed([one.role for one in same])} {hurt(n)}" for n, same in groups]) or None


def _phases(speed: int, x: Any, v: Voice) -> str | None:
    """With a move at that speed: "phases 1 to 6"."""
    last = abs(speed) // 10
    return phrase("moves_in", last=last, one=last == 1) if last else None


def _fighters(owners: Sequence[int], x: e.Lined, v: Voice) -> str | None:
    """Who has what, where they are two; else who is there."""
    if len(owners) == len(set(owners)) == 2:
        return FILTERS["fleets"](owners, x, v)
    return listed([v.who(seat) for seat in dict.fromkeys(owners)])


def _changes(after: Sequence[int], x: e.SpeedsShown, v: Voice) -> str | None:
    """The speeds that have changed."""
    told = [f"{x.tag(n).label} {mph(now)}" for n, now in enumerate(after) if now != x.before[n]]
    return ", ".join(told) or None


def _roll(value: Any, x: e.ControlRolled, v: Voice) -> str:
    """A roll for control."""
    rolled, add = sum(x.dice), x.sum.total
    return f"{rolled} + {add} = {rolled + add}" if add else str(rolled)


_FILTERS: Final[Mapping[str, Filter]] = {
    **FILTERS,
    "driver": lambda seat, x, v: named(v.players, seat),
    "wounded": _wounded,
    "points": lambda armor, x, v: ", ".join(
        f"{side} {points or phrase('none')}" for side, points in zip(SIDES, armor, strict=False)
    ),
    "taken": lambda lost, x, v: (
        ", ".join(f"{side} {points}" for side, points in zip(SIDES, lost, strict=False) if points)
        or None
    ),
    "sides": lambda sides, x, v: ", ".join(SIDES[side] for side in sides) or None,
    "stock": lambda model, x, v: MODELS[model].stock,
    "sum": lambda points, x, v: str(sum(points)),
    "worn": lambda left, x, v: (
        phrase("parts", left=left, of=x.car.kind.plant) if 0 < left < x.car.kind.plant else None
    ),
    "changes": _changes,
    "fighters": _fighters,
    "phases": _phases,
    "roll": _roll,
    "same": lambda after, x, v: "" if after == x.before else None,
}
_TEXTS: Final = read_texts("games.mini_carwars")
SAID: Final = Messages(
    [getattr(e, name) for name in _TEXTS["film"] if not name.endswith(BRIEF)],
    {**_TEXTS, "event": _TEXTS["film"]},
    _FILTERS,
    {"seen": Seen},
    {"seen": Seen.names.split()},
)
"""What pictures and films say."""


class FightNews(News):
    """What vehicles did last, each with its own plate; who has hit one stands before it."""

    recent = staticmethod(latest)

    def doer(self, x: Any) -> tuple[Sequence[Figure], str]:
        if not hasattr(x, "vehicle"):
            return (), ""
        who = [x.tag(n) for n in (getattr(x, "by", -1), x.vehicle) if n >= 0]
        plates: list[Figure] = [
            Plate(each.owner, each.label, "", PLATE, ground=DEEP) for each in who
        ]
        if len(plates) > 1:
            plates.insert(1, Pointer(18, 24, PAPER, DEEP))
        return plates, f"{who[-1].label}: "


NEWS: Final = FightNews(GAME, SAID)


def tell(
    name: str,
    view: State,
    thing: Vehicle | Box,
    center: Vehicle | None = None,
    players: Sequence[Player] = (),
) -> str:
    """A text about something on the map, seen from a vehicle; of itself no distance is told."""
    seen = Seen(view, Voice(players, None), thing, center if center is not thing else None)
    return SAID.say(f"seen.{name}", seen, seen.voice)


def moment_of(view: State) -> str:
    """Turn and phase."""
    if view.step == "over":
        return phrase("over")
    if view.step == "buy":
        return phrase("before")
    phase = phrase("phase" if view.phase else "speeds", phase=view.phase)
    return f"{phrase('turn', turn=view.turn)} · {phase}"


def game_of(view: State) -> str:
    """The scenario's name."""
    return SCENARIOS[view.options.scenario]


def asking(view: State, seat: int, title: str, verb: str) -> Header:
    """Of what a seat is asked."""
    return Header(f"{game_of(view)} · {moment_of(view)}", title, (seat,), verb)


# -- how weapons and vehicles are called and drawn on sheets and cards


def fate(car: Vehicle) -> str:
    """Why it is out of action, in two or three words; empty while it is not."""
    return VALUES["fates"].get(car.out, "")


def fleet(view: State, seat: int) -> Sequence[Vehicle]:
    """A seat's vehicles, once they have lined up."""
    return view.fleet(seat) if view.lined else ()


def body(model: Model) -> str:
    """What a model looks like, as `Portrait.kind`."""
    return "car" if model.size == "mid-size" else model.size


def portrait(car: Vehicle, length: int) -> Portrait:
    """A vehicle so many px long, nose up, with its label on the number board."""
    return Portrait(car.owner, length, bool(car.out), label=car.label, kind=body(car.kind))


def figures(kind: str) -> str:
    """What the Weapons Chart says of a kind: "hits on 7 or more, 1 die"."""
    weapon = KINDS[kind]
    if not weapon.to_hit:
        return phrase("drops")
    return phrase("chart", weapon=weapon, once=weapon.shots == 1)


def called(kind: str, count: int, short: bool = False) -> str:
    """Weapons that are alike: "2 Machine Guns"; in little room "2 MG"."""
    if short:
        return f"{count} {KINDS[kind].short}" if count > 1 else KINDS[kind].short
    return counted(count, KINDS[kind].name) if count > 1 else KINDS[kind].name


def place(mount: int, link: int) -> str:
    """Where weapons are, and whether they are linked."""
    where = (phrase("in_the") if mount == TOP else "") + mounted(mount)
    return phrase("linked", where=where) if link else where
