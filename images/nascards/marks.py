"""What holds for a car, each with its icon and its texts; and the speaker of a car's pictures."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Final, NamedTuple

from games.engine.players import Player
from games.engine.voice import Voice
from games.nascards import GAME
from games.nascards.state import State
from games.nascards.tables import changed_by
from games.nascards.words.speakers import Marked, Shown
from images.words import lettered

say: Final = GAME.words.say
"""A text of a speaker."""


def later(shown: Shown, name: str) -> Callable[[], str]:
    """The same once it is asked for, of what is said and not drawn."""
    return partial(say, shown, name)


ENGINE_ROWS: Final = (5, 6)
PIT_ROWS: Final = (7, 8, 9)
"""Of the Crash Table: what they do stays with the car."""


def shown(view: State, players: Sequence[Player], seat: int = 0) -> Shown:
    """A car as pictures speak of it: drivers by plate and name."""
    return Shown(view, Voice(lettered(players), None), at=seat)


class Mark(NamedTuple):
    """Something that is true of a car now; its words are made when they are asked for."""

    of: Marked
    name: str
    icon: str
    bad: bool

    def __call__(self, how: str) -> str:
        """`short` on a tag, `brief` there beside many others, `words` in a sentence."""
        return say(self.of, f"{self.name}.{how}")


_Row = tuple[object, str, str, bool]
"""(what makes it hold, name of its texts, icon, whether it is bad)."""


def _marks(car: Shown, rows: Iterable[_Row], other: int = -1) -> list[Mark]:
    held = [row for row in rows if row[0]]
    of = Marked(car.view, car.voice, at=car.at, other=other) if held else None
    return [Mark(of, name, icon, bad) for _, name, icon, bad in held] if of else []


def struck(shown: Shown) -> list[Mark]:
    """What befell a car this turn, at most one thing: it stands beside it on the road."""
    car, pitted = shown.car, shown.view.pitted(shown.at)
    hit = shown.car.running and (car.hit or car.crash >= 0)
    rows: list[_Row] = [
        (car.status == "pit", "pit", "pit", False),
        (pitted, "pitted", "pit", False),
        (hit, "struck" if car.crash in range(10) else "hit", "hit", True),
    ]
    return _marks(shown, rows)[:1]


def lasting(shown: Shown, crash: int = -1) -> list[Mark]:
    """What holds for a car; what the row `crash` of the Crash Table, which is shown as well, has
    done to it is not told twice."""
    car = shown.car
    penalty, owed = car.engine_penalty, car.forced_pits
    engine = "engine_in_all" if crash in ENGINE_ROWS else "engine"
    rows: list[_Row] = [
        (penalty and not (crash in ENGINE_ROWS and penalty == 4 - crash), engine, "engine", True),
        (owed and not (crash in PIT_ROWS and owed == crash - 6), "owes", "pit", True),
        (car.blocked_by, "blocked", "lock", True),
        (car.defensive, "defensive", "swerve", False),
    ]
    return _marks(shown, rows) if shown.car.running else []


def rolls(shown: Shown) -> list[Mark]:
    """What cards change for a car's rolls and Speed cards in the rest of the turn."""
    car = shown.car
    ahead, undrafted = not car.speed, car.drafted < 0
    rows: list[_Row] = [
        (ahead and car.speed_max > 1, "two", "cards", False),
        (ahead and car.momentum, "momentum", "speed", False),
        (car.mishap_mod, "mishap", "spin", car.mishap_mod > 0),
        (car.severity_mod, "severity", "hit", car.severity_mod > 0),
        (undrafted and car.draft_mod, "draft", "speed", car.draft_mod < 0),
    ]
    return _marks(shown, rows)


def coming(shown: Shown) -> list[Mark]:
    """Everything that bears on a car's coming move, bad or good."""
    view, marks = shown.view, lasting(shown)
    rows: list[_Row] = [
        (changed_by(shown.car.advantages, "speed"), "power", "engine", False),
        (view.yellow_flag, "yellow", "lock", True),
    ]
    marks += _marks(shown, rows)
    for other in view.drivers:
        costs = other.seat != shown.at and other.status == "track" and other.defensive
        marks += _marks(shown, [(costs, "costly", "swerve", True)], other.seat)
    return marks + rolls(shown)
