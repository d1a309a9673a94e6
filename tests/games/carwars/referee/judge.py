"""The head that reads events one after the other, and notes what is not as it should be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias, TypeVar

from games.carwars.options import Options
from tests.games.carwars.referee.data import FACES
from tests.games.carwars.referee.fight import Car, Fight

E = TypeVar("E")
Cause: TypeAlias = tuple[str, str]
"""Colour of a die, and what it is rolled for: `speed`, `terrain`, `weapon`, a card and so on."""


class Lost(Exception):
    """The next event is not one that can come here: the referee cannot follow any further."""


class Over(Exception):
    """The fight has ended."""


@dataclass(frozen=True)
class Difference:
    """What was told and what the referee says."""

    seed: int
    event: int
    what: str

    def __str__(self) -> str:
        return f"match {self.seed}, event {self.event}: {self.what}"


class Judge:
    """One match being judged."""

    def __init__(
        self,
        events: Sequence[Any],
        options: Options,
        seats: int,
        seed: int = 0,
        until: int | None = None,
    ) -> None:
        self.events = events
        self.until = len(events) if until is None else until
        self.at = 0
        """Place of the event that is read next."""
        self.fight = Fight(options, seats)
        self.seed = seed
        self.found: list[Difference] = []
        self.judged: Counter[str] = Counter()

    def car(self, seat: int) -> Car:
        return self.fight.cars[seat]

    @property
    def coming(self) -> Any:
        """The next event, or None at the end."""
        return self.events[self.at] if self.at < len(self.events) else None

    def comes(self, kind: type[Any], /, **fields: Any) -> bool:
        """Whether the next event is of that kind, and so."""
        event = self.coming
        return type(event) is kind and all(
            getattr(event, name) == value for name, value in fields.items()
        )

    def take(self, kind: type[E], /, **want: Any) -> E:
        """Read the next event, which must be of that kind and say so. Raises `Lost`."""
        event = self.coming
        if event is not None and self.at >= self.until:
            raise Over
        if type(event) is not kind:
            said = ", ".join(f"{name} {value}" for name, value in want.items())
            raise Lost(f"told {event!r}; by the rules {kind.__name__} comes here ({said})")
        self.at += 1
        self.judged[kind.__name__] += 1
        for name, value in want.items():
            told = getattr(event, name)
            if told != value:
                self.differ(f"{kind.__name__}.{name} told as {told}, by the rules {value}")
        return event

    def differ(self, what: str) -> None:
        """Note a difference at the event that was read last."""
        self.found.append(Difference(self.seed, self.at - 1, what))

    def must(self, true: bool, what: str) -> None:
        """Note a difference unless so."""
        if not true:
            self.differ(what)


def icons(dice: Sequence[Any]) -> tuple[int, int, int]:
    """Hits, skid-shields and wrenches of a roll."""
    faces = [FACES[die.colour][die.face] for die in dice]
    return sum(f[0] for f in faces), sum(f[1] for f in faces), sum(f[2] for f in faces)


def check_dice(judge: Judge, dice: Sequence[Any], want: Counter[Cause]) -> None:
    """The colours must be those, each for its reason."""
    told = Counter((die.colour, die.why) for die in dice)
    judge.must(told == +want, f"dice told as {dict(told)}, by the rules {dict(+want)}")


def rerolls(dice: Sequence[Any]) -> int:
    """How many re-rolls a roll has had."""
    return sum(len(die.was) for die in dice)
