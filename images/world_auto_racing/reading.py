"""The readings of a race: every figure and word that the pictures show and their words say.

Both are made from this alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from games.engine.players import SEAT_LETTERS, Player
from games.world_auto_racing import cards
from games.world_auto_racing.cards import Card
from games.world_auto_racing.mods import counted
from games.world_auto_racing.progress import Calculation
from games.world_auto_racing.race import Race
from games.world_auto_racing.state import racing
from games.world_auto_racing.words.phrases import times
from images.words import listed, name_of, plain
from images.world_auto_racing.faces import icon_of, numbers_of, short_name, stages_of

GAME: Final = "World Auto Racing"
_SENTENCE: Final = 60
"""Longest verb that is taken over, in characters."""
_TITLES: Final[Mapping[str, str]] = {
    "car": "Choosing cars",
    "mulligan": "First hands",
    "beginning": "The round begins",
    "over": "The race is over",
}
_VERBS: Final[Mapping[str, str]] = {"car": "chooses a car", "action": "acts"}


class Item(NamedTuple):
    """A card that lies in play; a mod is named without its stage."""

    icon: str
    name: str
    stage: int = 0
    stages: int = 0
    """0 for a card without stages."""


class Aimed(NamedTuple):
    """A control in front of its driver."""

    name: str
    on: int
    """Seat it is aimed at, or -1."""


class SharedReading(NamedTuple):
    """An active condition, or the active course, with its printed numbers."""

    name: str
    kind: str
    icon: str
    power: str
    handling: str
    owner: int
    """-1 where there is no course."""
    text: str
    covered: int = 0
    """Courses under it."""


class DriverReading(NamedTuple):
    """One driver as shown."""

    seat: int
    letter: str
    name: str
    computer: bool
    car: str
    """Empty before it is chosen."""
    about: str
    """What the car does, before the first round."""
    state: str
    """`passed`, `left`, `waits`, `chooses` or empty."""
    racing: bool
    order: int
    """Place in the racing order, or in the result once there is one; 0 for none."""
    hand: int
    garage: int
    junkyard: int
    mods: tuple[Item, ...]
    counted: int
    """Active mods that the cap counts."""
    cap: int
    trait: str
    teams: tuple[str, ...]
    controls: tuple[Aimed, ...]
    spent: tuple[str, ...]
    """Types of which no more may be played this round."""
    progress: int
    power: int | None
    """Total of the sum shown; None while there is none. Of a car just chosen, its own."""
    handling: int | None
    total: int | None
    shown: Calculation | None
    """The sum shown, part by part."""
    scored: bool
    """The sum shown is the last round's and counted already."""
    last: int | None
    """What the last round gave, where the sum shown is another."""

    @property
    def before(self) -> int:
        """Progress without the sum shown."""
        return self.progress - (self.total or 0) if self.scored else self.progress

    @property
    def after(self) -> int:
        """Progress with the sum shown."""
        return self.progress if self.scored else self.progress + (self.total or 0)


class CarReading(NamedTuple):
    """A car that may be chosen."""

    card: Card
    owner: int
    """Who has taken it, or -1."""


class BoardReading(NamedTuple):
    """The whole board as shown."""

    moment: str
    title: str
    length: int
    acting: int
    """Seat framed, or -1."""
    named: int
    """Seat in the header: who acts, or who has won; or -1."""
    verb: str
    drivers: tuple[DriverReading, ...]
    """In racing order, the lead first."""
    course: SharedReading
    conditions: tuple[SharedReading, ...]
    cars: tuple[CarReading, ...]
    """While cars are chosen; else empty."""


def moment_of(view: Race) -> str:
    """ "Round 6 · order B A C · to 100"."""
    parts = [f"Round {view.round}" if view.round else "Before the race"]
    if view.round and view.phase != "over":
        label = "tie-break" if view.tied else "order"
        parts.append(f"{label} {' '.join(SEAT_LETTERS[seat] for seat in racing(view))}")
    parts.append(f"to {view.options.length}")
    return " · ".join(parts)


def title_of(view: Race, players: Sequence[Player]) -> str:
    """The moment in a few words: what is played, what is decided, who has won."""
    playing = view.playing
    if view.phase == "over" and view.places and view.places[0]:
        first = view.places[0]
        if len(first) == 1:
            return f"{SEAT_LETTERS[first[0]]} {name_of(players, first[0])} wins"
        return f"{listed([SEAT_LETTERS[each] for each in first])} win"
    if playing is not None:
        at = f" on {SEAT_LETTERS[playing.on]}" if playing.on >= 0 else ""
        return f"{cards.card(playing.card).name}{at}"
    if view.phase == "scrap":
        return f"Round {view.round} is scored"
    if view.tied and view.phase != "over":
        return f"{listed([SEAT_LETTERS[each] for each in view.tied])} race on"
    return _TITLES.get(view.phase, GAME)


def acting_of(view: Race) -> int:
    """The seat whose moment it is, or -1."""
    if view.phase == "over":
        return -1
    if view.choosing >= 0:
        return view.choosing
    return view.playing.seat if view.playing is not None else view.active


def mod_of(card: Card) -> Item:
    """A mod as it is named."""
    return Item(icon_of(card), short_name(card), card.stage, stages_of(card))


def shown_sum(view: Race, seat: int) -> tuple[Calculation | None, bool]:
    """The sum to show, and whether it is counted already: after a round the last one, else what
    the progress step would give now."""
    if view.phase == "over" or (view.phase == "scrap" and view.races(seat)):
        last = view.last(seat)
        return last, last is not None
    return view.projected(seat), False


def _state_of(view: Race, seat: int, acting: int) -> str:
    driver = view.drivers[seat]
    if driver.retired:
        return "left"
    if not view.races(seat) and view.phase != "over":
        return "waits"
    if view.phase == "car" and driver.car < 0 and seat == acting:
        return "chooses"
    return "passed" if driver.passed and view.phase in ("action", "beginning") else ""


def read_driver(
    view: Race, players: Sequence[Player], seat: int, acting: int = -1
) -> DriverReading:
    driver = view.drivers[seat]
    car = cards.card(driver.car) if driver.car >= 0 else None
    sum_shown, scored = shown_sum(view, seat)
    power = handling = total = None
    if sum_shown is not None:
        power, handling = sum_shown.power_total, sum_shown.handling_total
        total = sum_shown.total
    elif car is not None and view.round == 0:
        power, handling = int(car.power), int(car.handling)
    last = None if scored else view.last(seat)
    return DriverReading(
        seat=seat,
        letter=SEAT_LETTERS[seat],
        name=name_of(players, seat),
        computer=seat < len(players) and bool(players[seat].computer),
        car=car.name if car else "",
        about=car.text if car and view.round == 0 else "",
        state=_state_of(view, seat, acting),
        racing=view.races(seat) or view.phase == "over",
        order=_place(view, seat),
        hand=len(driver.hand),
        garage=len(driver.garage),
        junkyard=len(driver.junkyard),
        mods=tuple(mod_of(cards.card(stack[-1])) for stack in driver.mods),
        counted=counted(driver),
        cap=view.mod_cap(seat) if car else 0,
        trait=cards.card(driver.trait).name if driver.trait >= 0 else "",
        teams=tuple(cards.card(each).name for each in driver.teams),
        controls=tuple(Aimed(cards.card(each).name, on) for each, on in driver.controls),
        spent=tuple(view.spent(seat)) if view.phase == "action" else (),
        progress=driver.progress,
        power=power,
        handling=handling,
        total=total,
        shown=sum_shown,
        scored=scored,
        last=last.total if last is not None else None,
    )


def _place(view: Race, seat: int) -> int:
    """The final place, else that in the racing order; 0 before the first round."""
    if not view.round:
        return 0
    groups = view.places or [(each,) for each in view.order]
    at = next(at for at, seats in enumerate(groups) if seat in seats)
    return 1 + sum(map(len, groups[:at]))


def read_course(view: Race) -> SharedReading:
    if not view.courses:
        return SharedReading("No course", "course", "road", times(1), times(1), -1, "")
    number, owner = view.courses[-1]
    course = _shared(number, owner)
    kind = f"course · {course.kind}" if course.kind else "course"
    return course._replace(kind=kind, covered=len(view.courses) - 1)


def read_conditions(view: Race) -> tuple[SharedReading, ...]:
    return tuple(_shared(number, owner) for number, owner in view.conditions)


def _shared(number: int, owner: int) -> SharedReading:
    card = cards.card(number)
    return SharedReading(
        card.name, card.subtype, icon_of(card), *numbers_of(card), owner, card.text
    )


def shown_order(view: Race) -> list[int]:
    """Seats as they are shown: by final place, else in racing order, else as they sit."""
    if view.phase == "over" and view.places:
        return [seat for place in view.places for seat in place]
    return list(view.order) if view.round else list(range(len(view.drivers)))


def _cars(view: Race) -> tuple[CarReading, ...]:
    if view.phase != "car":
        return ()
    owners = {driver.car: seat for seat, driver in enumerate(view.drivers)}
    return tuple(CarReading(card, owners.get(card.number, -1)) for card in cards.cars())


def read(view: Race, players: Sequence[Player], verb: str = "") -> BoardReading:
    """Everything the board shows. `verb` says what the acting seat does; empty, the phase does."""
    acting = named = acting_of(view)
    said = plain(verb, _SENTENCE)
    if view.phase == "over":
        first = view.places[0] if view.places else ()
        named, said = (first[0], "wins") if len(first) == 1 else (-1, "")
    elif view.playing is not None and view.choosing < 0:
        said = "plays"
    else:
        said = said or _VERBS.get(view.phase, "")
    return BoardReading(
        moment=moment_of(view),
        title=title_of(view, players),
        length=view.options.length,
        acting=acting,
        named=named,
        verb=said,
        drivers=tuple(read_driver(view, players, seat, acting) for seat in shown_order(view)),
        course=read_course(view),
        conditions=read_conditions(view),
        cars=_cars(view),
    )
