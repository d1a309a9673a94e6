"""What the texts of Mini Car Wars tell of: the fight, a question, a thing to press, a model."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, Final, Literal, TypeAlias

from msgspec.structs import replace

from games.engine.messages import Filter, Speaker
from games.engine.plane import gap, turn_between
from games.engine.players import Seat
from games.engine.sums import Sum
from games.engine.voice import Voice, counted, letter, listed, signed
from games.engine.words import Asking
from games.mini_carwars import places
from games.mini_carwars.builds import told
from games.mini_carwars.buying import price
from games.mini_carwars.catalog import (
    COMPUTERS,
    MODELS,
    SIDES,
    Accessory,
    Kind,
    Model,
    Mounted,
)
from games.mini_carwars.control import modifier
from games.mini_carwars.events import Lined, SpeedsShown
from games.mini_carwars.firing import groups
from games.mini_carwars.maneuvers import ANGLES, TOP_SPEED, WAYS
from games.mini_carwars.moves import Drive, Fire, Speed, Take
from games.mini_carwars.options import Options
from games.mini_carwars.sight import LEAST, Aim, aim, chance_of, sight
from games.mini_carwars.state import Arm, State, Vehicle
from games.mini_carwars.words import paths
from games.mini_carwars.words.outcomes import FISHTAIL, Outcome, outcome
from games.mini_carwars.words.phrases import (
    VALUES,
    dollars,
    inches,
    mounted,
    mph,
    needed,
    percent,
    phrase,
    side,
    two_dice,
    weapon,
    weapons,
)

_ANSWERS: Final = {"vehicle": Take, "speed": Speed, "move": Drive, "fire": Fire}
"""By kind of question: of which answers it is told why they are not legal."""
Share: TypeAlias = Literal["all", "some", ""]
_Reasons = Iterator[tuple[bool, str]]
"""What may be wrong with an answer: whether it is, and the text of it."""
FEW: Final = 3
"""So many vehicles are named in full where all are told of; more by their labels."""
CROWD: Final = 5
"""So many labels have room below a way to move."""
SHOTS: Final = 4
"""So many shots have buttons, the likeliest to hit; the others stand in a list."""
MOST_PLACES: Final = 8
"""As many places of the host's own are told in a table's options."""
AROUND: Final = 8
"""Bearings, clockwise from straight ahead."""


class Fight(Speaker):
    """What everybody sees."""

    section = "table"
    names = "title headline spectating chart score"

    view: State
    score: int = 0
    """Vehicles."""

    @property
    def first(self) -> tuple[Seat, ...]:
        """Who has won."""
        return tuple(self.view.places[0]) if self.view.places else ()

    @property
    def spectating(self) -> bool:
        return self.view.seat is None

    @property
    def gone(self) -> Sequence[Vehicle]:
        """The vehicles of who only looks on, as none of them is in action any more."""
        mine = self.view.fleet(self.view.seat)
        return mine if self.view.step != "over" and all(car.out for car in mine) else ()


class Question(Asking):
    """A question, to the seat it is put to and to everyone."""

    names = "vehicle speed move fire"

    view: State

    @property
    def car(self) -> Vehicle:
        """The vehicle that the question is about."""
        return self.view.cars[self.view.asked_of(self.seat)[0]]

    @property
    def ready(self) -> list[Arm]:
        """Its weapons that can fire now. The driver's shot is secret, even from the view of its
        own seat: the gunner is told of what has something to fire at, which leaves it out."""
        given = {place for one in self.asked[0].options for place in getattr(one, "weapons", ())}
        told = self.view.person and given
        return [arm for arm in self.car.ready if not told or arm.place in given]

    @property
    def plate(self) -> str | None:
        """Its label, where its owner has several."""
        return self.car.label if len(self.car.label) > 1 else None

    # -- buying

    @property
    def several(self) -> bool:
        return self.view.several(self.seat)

    @property
    def owed(self) -> int:
        """Vehicles that it must still buy."""
        return self.view.owes(self.seat)

    # -- speeds

    @property
    def lead(self) -> Literal["ahead", "behind", ""]:
        """PACK ATTACK: whether the lone car has the lead that would win. Rules: 9. Scenarios"""
        if self.view.lone < 0 or self.view.lead is None:
            return ""
        return "behind" if self.view.lead < 0 else "ahead"

    @property
    def near(self) -> Vehicle | None:
        """The nearest vehicle in action of another side."""
        cars = [self.view.cars[number] for number in self.view.enemies(self.seat)]
        foes = [one for one in cars if not one.out]
        return min(foes, key=lambda one: gap(self.car.box, one.box), default=None)

    @property
    def distance(self) -> float:
        return gap(self.car.box, self.near.box) if self.near is not None else 0.0

    @property
    def bearing(self) -> int | None:
        """Where it lies, in eighths clockwise."""
        if self.near is None:
            return None
        right, ahead = self.car.box.own((self.near.x, self.near.y))
        found = round(math.degrees(math.atan2(right, ahead)) / 45) % AROUND
        if found % 4 or abs(right) <= self.car.box.width:
            return found
        # Straight is only what lies within the vehicle's own width.
        return (found + (1 if (right > 0) == (found == 0) else -1)) % AROUND

    @property
    def its_way(self) -> Literal["still", "same", "other", "across"]:
        if self.near is None or not self.near.speed:
            return "still"
        turn = turn_between(self.car.course, self.near.course)
        return "same" if turn <= 45 else "other" if turn >= 135 else "across"

    # -- moves

    @property
    def left(self) -> int:
        """Moves of the turn after this one."""
        return abs(self.car.speed) // 10 - self.view.phase

    @property
    def trouble(self) -> float:
        """How likely a control roll goes wrong now."""
        return chance_of(FISHTAIL - modifier(self.car.speed, self.car.kind.cycle).total)


class Choice(Question):
    """A thing to press: the last key of a path among its sisters."""

    section = "label"
    names = "enough bring extras model kit many speed move hold out smoke shot"

    path: tuple[str, ...] = ()

    @cached_property
    def below(self) -> Sequence[Any]:
        """The answers whose path begins so."""
        return paths.under(self.asked[0], self.path)

    @property
    def name(self) -> str:
        """Of its text."""
        kind, depth = self.asked[0].kind, len(self.path)
        if self.path in ((paths.ENOUGH,), (paths.BRING,), (paths.HOLD,), (paths.EXTRAS,)):
            return self.path[0]
        if kind == "vehicle":
            return ("model", "kit", "many")[depth - 1 - (self.path[0] == paths.EXTRAS)]
        if kind != "fire":
            return kind
        if self.path == (paths.OUT,):
            return "out"
        return "smoke" if self.fire.target < 0 else "shot"

    @property
    def aside(self) -> str:
        """The list in which it stands, as it is no button."""
        if self.name == "model" and self.path[0] != paths.EXTRAS:
            return "models"
        if self.path[0] == "pivot" and len(self.path) > 1:
            return "corners" if self.drive.amount and self.drive.hold != self.drive.way else ""
        beside = self.name == "shot" and self.below[0] in self.asked[0].options[SHOTS:]
        return "shots" if beside and not self.fire.out else ""

    # -- buying

    @property
    def take(self) -> Take:
        take: Take = self.below[0]
        return take

    @property
    def model(self) -> Model:
        return MODELS[self.take.model]

    @property
    def price(self) -> int:
        return price(self.take)

    @property
    def total(self) -> int:
        return self.take.count * self.price

    @property
    def more(self) -> int:
        """Dollars of the price that the accessories cost."""
        return self.price - self.model.cost

    @property
    def extras(self) -> tuple[Literal["computer", "armor"], ...]:
        """Accessories that are bought with it."""
        worn: tuple[Literal["armor"], ...] = ("armor",) if self.take.body_armor else ()
        return ("computer", *worn) if self.take.computer else worn

    @property
    def computer(self) -> Accessory:
        return COMPUTERS[self.take.computer]

    # -- speeds

    @property
    def speed(self) -> Speed:
        speed: Speed = self.below[0]
        return speed

    @property
    def change(self) -> int:
        """mph faster, or below 0 slower. Rules: 5. Acceleration And Deceleration"""
        return abs(self.speed.mph) - abs(self.car.speed)

    @property
    def moves(self) -> int:
        return abs(self.speed.mph) // 10

    @property
    def lost(self) -> int:
        """Moves of them that a skid costs."""
        return min(self.car.skip, self.moves)

    @property
    def added(self) -> int | None:
        """What is added to control rolls."""
        then = self.speed.mph
        return modifier(then, self.car.kind.cycle).total if then else None

    # -- moves: a sort of move, a turn, or a move in full. Rules: 6. Maneuvers And Control

    @property
    def drive(self) -> Drive:
        drive: Drive = self.below[0]
        return drive

    @cached_property
    def dones(self) -> Sequence[Outcome]:
        """What each way to make it would come to."""
        return [outcome(self.view, self.car, drive) for drive in self.below]

    @property
    def ways(self) -> int | None:
        """How many ways there are to make it, where there are several."""
        return len(self.below) if len(self.below) > 1 else None

    @property
    def done(self) -> Outcome | None:
        """What it comes to, where there is one way."""
        return None if self.ways else self.dones[0]

    @property
    def sort(self) -> str | None:
        """Its name, where it begins with it."""
        return self.drive.how if len(self.path) == 1 and self.drive.how != "straight" else None

    @property
    def rest(self) -> Literal["straight", "drift", "inch", "turn", ""]:
        """How far it goes to which side."""
        if self.drive.how == "straight":
            return "straight"
        if self.ways and self.sort:
            return ""
        if not self.drive.amount:
            return "inch"
        if self.drive.how == "drift":
            return "drift"
        return "turn"

    @property
    def corner(self) -> str | None:
        """The corner that is held, where it matters."""
        drive, ask = self.drive, self.asked[0]
        if self.ways or not drive.amount or not drive.hold:
            return None
        pair = [replace(drive, hold=hold) for hold in ("left", "right")]
        matters = drive.hold != drive.way or (pair[0] in ask.options and not ask.spare(pair))
        return drive.hold if matters and pair[1] in ask.options else None

    @property
    def back(self) -> bool:
        return self.car.speed < 0

    @property
    def hits(self) -> int:
        """How many of the ways hit something."""
        return sum(bool(done.met) for done in self.dones)

    @property
    def grave(self) -> bool:
        return all(done.grave for done in self.dones)

    @property
    def hit(self) -> tuple[int, ...]:
        """What they hit, as `Outcome.met`."""
        return tuple(dict.fromkeys(one for done in self.dones for one in done.met))

    @property
    def odds(self) -> tuple[float, ...]:
        """How likely each way loses control, where any may."""
        rolls = any(done.rolls for done in self.dones)
        return tuple(done.trouble for done in self.dones) if rolls else ()

    @property
    def crashes(self) -> tuple[float, ...]:
        """How likely each crashes. Where some hit something there is no room for it; every single
        move tells its own."""
        return () if self.hits and self.ways else tuple(done.crash for done in self.dones)

    @property
    def off_road(self) -> Share:
        return _share([done.off_road for done in self.dones])

    @property
    def debris(self) -> Share:
        return _share([done.debris for done in self.dones])

    @property
    def free(self) -> bool:
        return bool(self.sort and self.ways) and not self.hits and not self.odds

    # -- fire. Rules: 8. Combat

    @property
    def fire(self) -> Fire:
        fire: Fire = self.below[0]
        return fire

    @property
    def mounted(self) -> Mounted:
        """The weapon in its place."""
        return self.car.kind.weapons[self.fire.weapons[0]]

    @property
    def target(self) -> Vehicle:
        return self.view.cars[self.fire.target]

    @property
    def which(self) -> str | None:
        """What the target is called, where its owner has several vehicles."""
        return self.target.word if len(self.target.label) > 1 else None

    @property
    def targets(self) -> tuple[int, ...]:
        return tuple(dict.fromkeys(each.target for each in self.below))

    @cached_property
    def aims(self) -> Sequence[Aim]:
        asked, person = self.view.asked_of(self.seat)
        every = (aim(self.view, asked, person, each) for each in self.below)
        return [each for each in every if each is not None]

    @property
    def shot(self) -> Aim | None:
        """The first of them."""
        return self.aims[0] if self.aims else None

    @property
    def best(self) -> bool:
        """None is likelier to hit."""
        return bool(self.below[0] == self.asked[0].options[0])


class Held(Choice):
    """A way to move in the hand's picture: what it comes to, or why there is none now."""

    section = "hand"
    names = "hits crowd strays litter back ahead free roll slow edge"

    @property
    def caption(self) -> str:
        if not self.below:
            return "slow" if self.path[0] == "pivot" and abs(self.car.speed) != 10 else "edge"
        if self.hits == len(self.dones):
            return "crowd" if len(self.hit) > CROWD else "hits"
        if self.path[0] != "straight" and self.car.maneuvers:
            return "roll"
        if self.off_road or self.debris:
            return "strays" if self.off_road else "litter"
        if self.path[0] != "straight":
            return "free"
        return "back" if self.back else "ahead"


class Refused(Choice):
    """An answer that is not legal; the view is the state."""

    section = "refusal"
    names = (
        "no_model no_computer no_money top_speed speed pivot swerve drift ways edge no_weapon "
        "not_ready firing not_linked smoke no_target own_side gone out unseen side fog never"
    )

    value: Any = None

    @cached_property
    def below(self) -> Sequence[Any]:
        return [self.value]

    @property
    def why(self) -> str:
        """The text of it: it is read by the seat that answers, of its own vehicle and of what
        everybody sees. Empty where there is nothing to say of it."""
        kind = self.asked[0].kind
        if not isinstance(self.value, _ANSWERS[kind]):
            return ""
        reasons: _Reasons = getattr(self, f"_{kind}")()
        return next((why for wrong, why in reasons if wrong), "")

    def _vehicle(self) -> _Reasons:
        yield self.take.model not in range(len(MODELS)), "no_model"
        yield self.take.computer not in range(len(COMPUTERS)), "no_computer"
        yield True, "no_money"

    def _speed(self) -> _Reasons:
        yield self.speed.mph > TOP_SPEED, "top_speed"
        yield True, "speed"

    def _move(self) -> _Reasons:
        """Rules: 6. Maneuvers And Control"""
        how, size = self.drive.how, self.drive.size
        yield how not in WAYS, "ways"
        yield how == "pivot" and abs(self.car.speed) != 10, "pivot"
        yield how == "swerve" and size not in ANGLES[self.car.kind.cycle], "swerve"
        yield how == "drift" and size not in (1, 2), "drift"
        yield not (self.view.options.off_road or self.view.walls), "edge"

    def _fire(self) -> _Reasons:
        """Rules: 8. Combat"""
        view, car, fire = self.view, self.car, self.fire
        number, weapons, side = view.asked_of(self.seat)[0], fire.weapons, fire.side
        yield not weapons or not {*weapons} <= {*range(len(car.weapons))}, "no_weapon"
        yield any(car.weapons[place].state != "ready" for place in weapons), "not_ready"
        firing = {place for shot in view.shots if shot.vehicle == number for place in shot.weapons}
        yield not firing.isdisjoint(weapons), "firing"
        yield len(weapons) > 1 and weapons not in groups(car, weapons), "not_linked"
        yield not self.mounted.weapon.to_hit, "smoke"
        yield fire.target not in range(len(view.cars)), "no_target"
        yield fire.target not in view.enemies(car.owner), "own_side"
        yield not self.target.here, "gone"
        yield bool(self.target.out) and not fire.out, "out"
        lines = sight(view).lines(number, self.mounted.mount, fire.target)
        yield side not in lines and (not lines or side not in range(len(SIDES))), "unseen"
        yield side not in lines, "side"
        yield self.mounted.weapon.stopped_by_smoke and lines[side].clouds > 0, "fog"
        yield True, "never"

    @property
    def speeds(self) -> tuple[int, ...]:
        """What the vehicle can show."""
        return tuple(sorted(self.car.speeds, reverse=True))


class Printed(Speaker):
    """A model, weapon or accessory in the rules help."""

    section = "help"
    names = "model kind extra"

    model: Model | None = None
    kind: Kind | None = None
    extra: Accessory | None = None


class Reason(Speaker):
    """Why a computer seat answered so."""

    section = "reason"
    names = (
        "forced buy faster slower keep ram straight kept_out worth_it better smoke best held "
        "enough costly even kept wall creep again catch waits whim safe risk clear toward wander"
    )


def _share(those: Sequence[bool]) -> Share:
    """How many of some ways it is so of."""
    return "all" if all(those) else "some" if any(those) else ""


# -- how texts put values


def fleet(models: Sequence[int], called: Sequence[str] = ()) -> str | None:
    """Vehicles by model, alike ones counted: "a Courier", "3 Shogun 100 and a Shogun 220"; those
    with a name of their own first: "Night Shift (Courier)"."""
    every = [*zip(models, called or [""] * len(models), strict=True)]
    own = [phrase("called", name=name, model=MODELS[n].name) for n, name in every if name]
    names = counted(MODELS[model].name for model, name in every if not name)
    names = [name if name[0].isdigit() else told("one", name=name) for name in names]
    return listed([*own, *names]) or None


def _fleets(owners: Sequence[int], x: Lined, v: Voice) -> str:
    """Who has what."""
    fleets = {}
    for seat in owners:
        mine = [n for n, one in enumerate(owners) if one == seat]
        fleets[seat] = fleet([x.models[n] for n in mine], [x.called[n] for n in mine if x.called])
    return ", ".join(phrase("with", who=v.who(seat), fleet=has) for seat, has in fleets.items())


def _speeds(moving: Sequence[int], x: SpeedsShown, v: Voice) -> str:
    """ "your Courier up to 50 mph, Ben's Courier 60 mph"."""
    told = []
    for n in moving:
        tag, before, after = x.tag(n), x.before[n], x.after[n]
        full = len(moving) <= FEW or not tag.label
        way = "faster" if abs(after) > abs(before) else "slower" if after != before else "as_fast"
        name = f"{v.whose(tag.owner)} {tag.word}" if full else tag.label
        told.append(phrase(way, name=name, mph=mph(after)))
    return ", ".join(told)


def _things(called: Callable[[Vehicle, Voice], str]) -> Filter:
    """Vehicles as they are called, and a wall."""

    def put(cars: Sequence[int], x: Question, v: Voice) -> str | None:
        every = {number: called(car, v) for number, car in enumerate(x.view.cars)}
        return listed([every.get(number, VALUES["things"]["wall"]) for number in cars]) or None

    return put


def span(odds: Sequence[float]) -> str | None:
    """From the least to the most likely: "28 to 48 %", "28 %"; None where nothing is."""
    if not any(odds):
        return None
    low, high = percent(min(odds)), percent(max(odds))
    return low if low == high else phrase("span", low=low.removesuffix(" %"), high=high)


def _added(sum_: Sum, x: Choice, v: Voice) -> str | None:
    """What is added to a roll: "−1 range − 1 front = −2", "−1 range"."""
    if len(sum_.parts) == 1:
        return f"{signed(sum_.total)} {sum_.parts[0].reason}"
    return str(sum_) if sum_.parts else None


def _places(text: str, x: Options, v: Voice) -> str | None:
    """ "A at −1, 0 facing 90° at 60 mph"."""
    named = places.read(text) if x.formation else ()
    told = [_stands(place, x.start_speed) for place in named[:MOST_PLACES]]
    if len(named) > MOST_PLACES:
        told.append(phrase("more", places=len(named) - MOST_PLACES))
    return " · ".join(told) or None


def _stands(place: places.Place, usual: int) -> str:
    speed = mph(usual if place.speed is None else place.speed)
    facts = {"x": _inch(place.x), "y": _inch(place.y), "heading": place.heading, "mph": speed}
    return phrase("stands_at", car=f"{letter(place.seat)}{place.vehicle or ''}", **facts)


def _inch(inch: float) -> str:
    return f"{inch:g}".replace("-", "−")


def _by_side(armor: Sequence[int], x: Printed, v: Voice) -> str:
    """ "front 30, right 20"."""
    return ", ".join(f"{SIDES[at]} {each}" for at, each in enumerate(armor) if each)


def _alone(put: Callable[[Any], str | None]) -> Filter:
    """A filter that looks at nothing but the value."""
    return lambda value, x, v: put(value)


FILTERS: Final[Mapping[str, Filter]] = {
    **{put.__name__: _alone(put) for put in (dollars, fleet, inches, mounted, mph, percent, side)},
    **{put.__name__: _alone(put) for put in (span, two_dice)},
    "by_side": _by_side,
    "either": lambda each, x, v: listed([str(one) for one in each], "or"),
    "fleets": _fleets,
    "model": lambda model, x, v: MODELS[model].name,
    "places": _places,
    "plates": _things(lambda car, v: car.label),
    "slowest": lambda speeds, x, v: str(min(speeds)) if len(set(speeds)) > 1 else None,
    "fastest": lambda speeds, x, v: mph(max(speeds)),
    "speeds": _speeds,
    "weapon": lambda kind, x, v: weapon(kind, x.mount),
    "weapons": lambda lost, x, v: listed(weapons(each[1:] for each in lost)) or None,
    "least": lambda need, x, v: str(max(LEAST, need - x.sum.total)),
    "needed": lambda added, x, v: needed(x.need, added) if added.parts else None,
    "total": lambda dice, x, v: str(sum(dice)),
    "arms": lambda arms, x, v: listed(weapons(arm.spot for arm in arms)) or None,
    "added": _added,
    "whose": _things(lambda car, v: f"{v.whose(car.owner)} {car.word}"),
}
"""How texts put values."""
