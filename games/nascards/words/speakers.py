"""What the texts of NASCARDS tell of: the race, a question, a thing to press, a card."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal

from games.engine.ask import Ask
from games.engine.messages import Filter, Speaker, spelled
from games.engine.players import Seat
from games.engine.sums import Sum
from games.engine.voice import Voice, letter, listed, ordinal
from games.engine.words import Asking
from games.nascards.cards import ADVANTAGES, AIMED, MANEUVERS, TEXTS, Maneuver
from games.nascards.crash import hit_on
from games.nascards.kinds import DRIVE_FAST, touched, why_not
from games.nascards.pits import draws
from games.nascards.speed import driven
from games.nascards.state import Driver, State
from games.nascards.tables import DIE, changed_by, severity
from games.nascards.track import ahead, behind, in_front, passed, reach
from games.nascards.words import paths
from games.nascards.words.paths import ALONE, CARS

FEW: Final = 2
"""So many cars that would be passed are named; of more it is told how many."""


class Race(Speaker):
    """What everybody sees."""

    section = "table"
    names = "title headline spectating chart score"

    view: State
    score: int = 0
    """Miles, or Championship Points."""

    @property
    def first(self) -> tuple[Seat, ...]:
        """Who has won."""
        return tuple(self.view.places[0]) if self.view.over and self.view.places else ()

    @property
    def shared(self) -> bool:
        return self.view.series and len(self.first) > 1

    @property
    def best(self) -> int:
        """Miles of the winner, or points in a series."""
        car = self.view.drivers[self.first[0]]
        return car.cup_points if self.view.series else car.miles


class Shown(Race):
    """A car in pictures."""

    section = "picture"
    names = (
        "game moment verb before flag changes piles who computer cards miles back brief drew turn "
        "status fate place total of rest cup nobody off maneuver idle draft holds nothing out "
        "title stamp won head this_race the_cup held standing note no_speed kept shown follow"
    )

    at: Seat = 0
    """Whose car."""
    changes: str = ""
    """What cards change for the rolls of all cars."""

    @property
    def car(self) -> Driver:
        return self.view.drivers[self.at]

    @property
    def acts(self) -> bool:
        return not self.view.over and self.view.active == self.at

    @property
    def place(self) -> int | None:
        """The place it holds; once all is over that of the last race."""
        if self.view.over:
            return self.view.standings.index(self.at) + 1
        return self.view.ranks[self.at] or None

    @property
    def to_go(self) -> int:
        return max(0, self.view.options.goal - self.car.miles)

    @property
    def gap(self) -> int:
        """How far it is behind the car that stands first."""
        return self.view.drivers[self.view.standings[0]].miles - self.car.miles

    @property
    def back(self) -> int | None:
        """The same of a car that still races, on the track; None for the Leader."""
        view, miles = self.view, self.car.miles
        racing = view.standings if view.over else view.order
        there = self.car.running and self.at in racing[1:]
        return view.drivers[racing[0]].miles - miles if there else None

    @property
    def start(self) -> int:
        """Its miles when the turn began that is shown."""
        turns = self.view.history
        turns = turns[:-1] or turns if self.view.looks_back else turns
        return min(turns[-1][self.at], self.car.miles) if turns else 0

    @property
    def before(self) -> int:
        """The turn before, where what is shown was in it."""
        return self.view.turn - 1 if self.view.looks_back else 0

    @property
    def leads(self) -> bool:
        """Whether it stands first."""
        return self.at == self.view.standings[0]

    @property
    def away(self) -> bool:
        """Whether it is in the pits, or was as long as that is what it did last."""
        return self.car.status == "pit" or self.view.pitted(self.at)


class Marked(Shown):
    """What holds for a car, as a tag and in a sentence."""

    section = "mark"
    names = (
        "pit pitted hit struck engine engine_in_all owes blocked defensive two momentum mishap "
        "severity draft power yellow beside looked costly"
    )

    other: Seat = -1
    """The car that it has to do with."""
    cards: tuple[int, ...] = ()
    """Its Speed cards, if they were looked at."""

    @property
    def power(self) -> int:
        """What a Powerful Engine adds."""
        return changed_by(self.car.advantages, "speed")

    @property
    def rival(self) -> Driver:
        return self.view.drivers[self.other]

    @property
    def apart(self) -> int:
        """Miles between the two."""
        return abs(self.rival.miles - self.car.miles)

    @property
    def in_front(self) -> bool:
        """Whether the other is one place ahead."""
        return self.other == ahead(self.view, self.at)


class Own(Race):
    """What a driver sees of the own car."""

    @property
    def car(self) -> Driver:
        assert self.view.me is not None
        return self.view.me

    @property
    def front(self) -> Seat:
        """The car one place ahead, or none."""
        return ahead(self.view, self.car.seat)

    @property
    def back(self) -> Seat:
        """The car one place behind, or none."""
        return behind(self.view, self.car.seat)

    def _gap(self, other: int) -> int:
        return abs(self.view.drivers[other].miles - self.car.miles)

    @property
    def front_gap(self) -> int:
        return self._gap(self.front)

    @property
    def back_gap(self) -> int:
        return self._gap(self.back)

    @property
    def standing(self) -> Literal["off", "alone", "level", "lead", "place"]:
        view = self.view
        if self.car.seat not in view.order:
            return "off"
        if len(view.order) == 1:
            return "alone"
        together = len({view.drivers[seat].miles for seat in view.order}) == 1
        if together and len(view.order) > 2:
            return "level"
        return "lead" if view.order[0] == self.car.seat and self.back_gap else "place"

    @property
    def best(self) -> int:
        """Most miles that one Speed card of the hand would drive."""
        return max((driven(self.car, (card,)).total for card in self.view.hand), default=0)

    @property
    def draws(self) -> int:
        """Speed cards drawn at a Pit Stop."""
        return draws(self.car)


class Question(Asking, Own):
    """A question, to the seat it is put to and to everyone."""

    section = "question"
    names = "pit keep aim follow pick drop drive"

    @property
    def driver(self) -> Driver:
        """Who is asked."""
        car: Driver = self.view.drivers[self.seat]
        return car

    @property
    def several(self) -> bool:
        return len(self.asked) > 1

    @property
    def must(self) -> tuple[Seat, ...]:
        """Who must pit, and so is not asked: both follow from what lies open."""
        cars = self.view.drivers
        return tuple(c.seat for c in cars if c.status == "track" and c.seat not in self.seats)

    @property
    def usual(self) -> int:
        """Miles a car has made in a turn of this race on average; 0 before the second turn."""
        turns = (len(self.view.history) - 1) * len(self.view.drivers)
        return round(sum(self.view.history[-1]) / turns) if turns > 0 else 0

    @property
    def dealt(self) -> tuple[Choice, ...]:
        return tuple(Choice(self.view, self.voice, key=f"m{card}") for card in self.view.dealt)

    @property
    def stuck(self) -> bool:
        """Every dealt card is barred at the present order."""
        return bool(self.dealt) and all(choice.reason for choice in self.dealt)

    @property
    def cars(self) -> int:
        """How many cars are chosen."""
        card = MANEUVERS.get(self.driver.maneuver)
        return card.cars if card else 1

    @property
    def walls(self) -> tuple[Seat, ...]:
        """Cars ahead that this one may not pass."""
        front = in_front(self.view, self.car.seat)
        return tuple(seat for seat in self.car.blocked_by if seat in front)

    @property
    def costly(self) -> tuple[Seat, ...]:
        """Cars ahead that are defended."""
        cars = self.view.drivers
        return tuple(s for s in in_front(self.view, self.car.seat) if cars[s].defensive)

    @property
    def dear(self) -> Driver:
        """The first of them."""
        car: Driver = self.view.drivers[self.costly[0]]
        return car


_MATTERS: Final[Mapping[str, Literal["hand", "mishap", "draft", "engine"]]] = {
    "look_hand": "hand",
    "discard_speed": "hand",
    "steal_speed": "hand",
    "mishap_now": "mishap",
    "draft_mod": "draft",
    "engine_penalty": "engine",
}
"""What of another car matters to a card aimed at it, by what the card does to it."""


class Choice(Own):
    """A thing to press: a card, a car, or a move."""

    section = "label"
    names = (
        "pit stay keep alone then follow decline nobody cars target drop two one_of_two "
        "drive read_out"
    )

    ask: Ask[Any] | None = None
    key: str = ""
    """The last key of its path."""

    @property
    def numbers(self) -> tuple[int, ...]:
        """The cards or the car in it."""
        return paths.numbers(self.key)

    @property
    def card(self) -> int:
        """The card in it, or the Maneuver card that it is about."""
        about = {"follow": self.car.follow, CARS: self.car.maneuver, ALONE: DRIVE_FAST}
        return self.numbers[0] if self.numbers else about[self.key]

    # -- a Maneuver card

    @property
    def reason(self) -> str:
        """Why it could not be played as the cars now stand, as `ManeuverShown` names it; or ""."""
        return why_not(self.view, self.car.seat, self.card)

    @property
    def works(self) -> tuple[Seat, ...]:
        """The other cars it would or could work on as the cars now stand."""
        return tuple(touched(self.view, self.car.seat, self.card))

    @property
    def maneuver(self) -> Maneuver:
        return MANEUVERS[self.card]

    @property
    def works_on(self) -> Literal["self", "all", "all_these", "one_of_these", "some"]:
        slots, seats = self.maneuver.slots, self.works
        if not seats:
            return "self"
        if "all" in slots:
            return "all"
        if "cars" in slots and len(seats) > self.maneuver.cars:
            return "some"
        return "one_of_these" if slots & {"to", "adj"} else "all_these"

    # -- a car to aim at

    @property
    def other(self) -> Seat:
        return self.numbers[0]

    @property
    def near(self) -> Literal["ahead", "behind", ""]:
        if self.other == self.front:
            return "ahead"
        return "behind" if self.other == self.back else ""

    @property
    def target(self) -> Driver:
        return self.view.drivers[self.other]

    @property
    def matters(self) -> Literal["hand", "mishap", "draft", "engine", ""]:
        """What matters of a car to the card that is aimed at it."""
        card = self.car.maneuver
        effects = MANEUVERS[card].effects if card >= 0 else ()
        done = [each.do for each in effects if AIMED.intersection(each.who)]
        return next((_MATTERS[do] for do in done if do in _MATTERS), "")

    @property
    def other_cards(self) -> int | None:
        """Cards of its hand, where nothing else tells them."""
        return None if self.matters == "hand" else len(self.target.hand)

    @property
    def lowest(self) -> int:
        """The lowest face of the die that hits it."""
        return hit_on(self.view, self.other)

    @property
    def danger(self) -> Literal["never", "always", "ten", "nine", "many"]:
        if self.lowest > DIE:
            return "never"
        if self.lowest <= 1:
            return "always"
        return "ten" if self.lowest == DIE else "nine" if self.lowest == DIE - 1 else "many"

    # -- Speed cards, those of one move or one to discard

    @property
    def left(self) -> tuple[int, ...]:
        """The hand without one card of that value."""
        rest = list(self.view.hand)
        rest.remove(self.card)
        return tuple(rest)

    @property
    def sum(self) -> Sum:
        return driven(self.car, self.numbers)

    @property
    def other_total(self) -> int | None:
        """Miles, where they are not those of the one card."""
        return None if self.numbers == (self.sum.total,) else self.sum.total

    @property
    def severity(self) -> int:
        return severity(self.numbers)

    @property
    def after(self) -> int:
        return reach(self.view, self.car.seat, self.sum.total)[0]

    @property
    def wall(self) -> Seat:
        """The car that would stop it, or none."""
        return reach(self.view, self.car.seat, self.sum.total)[1]

    @property
    def wins(self) -> bool:
        return self.wall < 0 and self.after >= self.view.options.goal

    @property
    def passed(self) -> tuple[Seat, ...]:
        """The cars it would pass."""
        return () if self.wall >= 0 else tuple(passed(self.view, self.car.seat, self.after)[::-1])

    @property
    def crowd(self) -> int | None:
        """How many, where they are too many to be named."""
        return len(self.passed) if len(self.passed) > FEW else None

    @property
    def fine(self) -> int | None:
        """What passing costs right after, unless the race is won."""
        cost = sum(self.view.drivers[seat].defensive for seat in self.passed)
        return None if self.wins else cost or None


class Held(Choice):
    """A card of the hand: what it would do, or why it cannot be played now."""

    section = "hand"
    names = "drop drive works_on unplayable"

    @property
    def maneuvers(self) -> bool:
        """Whether it is a Maneuver card."""
        return self.key[0] == "m"

    @property
    def bar(self) -> str:
        """What bars a Maneuver card now, while it is asked for one."""
        return self.reason if self.maneuvers and self.ask is not None else ""

    @property
    def unplayable(self) -> str:
        """Why it cannot be played, where no rule bars it."""
        view, car = self.view, self.car
        if self.maneuvers:
            return "wait" if self.ask is None else "moment"
        if view.over:
            return "over"
        if car.status != "track":
            return car.status
        if view.phase in ("pit", "maneuver"):
            return "early"
        waits = view.phase == "speed" and not car.speed and self.ask is None
        return "wait_speed" if waits else "keep"


class Printed(Speaker):
    """A card in the rules help."""

    section = "help"
    names = (
        "maneuver maneuver_title maneuver_cite speed speed_title speed_cite name kind tag named "
        "face limit told short fact figure source"
    )

    view: int
    """Its number."""

    @property
    def maneuver(self) -> Maneuver:
        return MANEUVERS[self.view]

    @property
    def speed(self) -> bool:
        """Whether it is a Speed card. Raises KeyError for a number that is no card."""
        return self.view in range(1, DIE + 1) or not MANEUVERS[self.view]

    @property
    def restriction(self) -> str:
        return "" if self.speed else self.maneuver.restriction

    @property
    def facts(self) -> tuple[tuple[str, str], ...]:
        """(what, source) of what has a source of its own."""
        if self.speed:
            return ("deck", "seed"), ("more", "house"), ("severity", "seed")
        given = self.maneuver.source
        return tuple((name, given[name]) for name in ("restriction", "numbers", "reading"))

    def _from(self, source: str) -> tuple[str, ...]:
        return tuple(fact for fact, each in self.maneuver.source.items() if each == source)

    @property
    def inferred(self) -> tuple[str, ...]:
        """What of it is a reading of the rulebook."""
        return self._from("inferred")

    @property
    def house(self) -> tuple[str, ...]:
        """What of it was chosen here."""
        return self._from("house")

    @property
    def severity(self) -> int:
        return severity((self.view,))


class Reason(Speaker):
    """Why a computer seat answered so."""

    section = "reason"
    names = (
        "mend pit stay keep aim follow decline drop nothing two goal wall slow miles whim few out"
    )

    @property
    def cars(self) -> tuple[Seat, ...]:
        """Whom it aimed at."""
        return tuple(self.view)


def _ranked(by_seat: tuple[int, ...], thing: object, voice: Voice) -> str:
    """ "Ben 121, you 118": a figure of every seat, the highest first."""
    order = sorted(range(len(by_seat)), key=lambda seat: -by_seat[seat])
    return ", ".join(f"{voice.who(seat)} {by_seat[seat]}" for seat in order)


def _name(card: int) -> str | None:
    if card < 0:
        return None
    return MANEUVERS[card].name if card in MANEUVERS else str(card)


def _gaps(seats: Sequence[int], thing: Any, voice: Voice) -> str | None:
    """ "Ben 6 behind and Cora 2 ahead", seen by the driver; None where there are none."""
    told = []
    for seat in seats:
        gap = thing.view.drivers[seat].miles - thing.car.miles
        name = "ahead" if gap > 0 else "behind" if gap else "level"
        told.append(TEXTS["count"][name].format(who=voice.who(seat), gap=abs(gap)))
    return listed(told) or None


def _told(field: str) -> Filter:
    """A text of a Maneuver card; nothing of a Speed card."""
    return lambda card, thing, voice: getattr(MANEUVERS.get(card), field, None)


FILTERS: Final[Mapping[str, Filter]] = {
    "maneuver": lambda card, thing, voice: _name(card),
    "maneuvers": lambda cards, thing, voice: listed([_name(card) or "" for card in cards]),
    "does": _told("does"),
    "short": _told("short"),
    "reading": _told("reading"),
    "advantage": lambda row, thing, voice: ADVANTAGES[row].name,
    "advantage_does": lambda row, thing, voice: ADVANTAGES[row].does,
    "ranked": _ranked,
    "gaps": _gaps,
    "few": lambda seats, thing, voice: voice.several(seats) if 0 < len(seats) <= FEW else None,
    "plates": lambda seats, thing, voice: " ".join(map(letter, seats)),
    "place": lambda seat, thing, voice: ordinal(thing.view.ranks[seat]),
    "cost": lambda miles, thing, voice: spelled(-miles, TEXTS["count"]["cost"]),
    "sum": lambda roll, thing, voice: roll.told(TEXTS["sum"]) if len(roll.parts) > 1 else None,
    "last": lambda cards, thing, voice: str(cards[-1]) if cards else None,
}
"""How texts put cards, rolls and figures by seat."""
