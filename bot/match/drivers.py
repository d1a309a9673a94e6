"""The named drivers of computer seats: who they are, and what they say at the table.

What they say comes of public events alone and of a number that everybody can reckon, so it tells
nothing. A game names the occasions in the section `[talk]` of its texts (`games.engine.talk`).
"""

from __future__ import annotations

import random
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from importlib.resources import files
from typing import Any, Final, Protocol
from zlib import crc32

import msgspec

from games.engine import talk
from games.engine.game import Game

APART: Final = 5
"""Between two lines at a table this many turns begin."""


class Driver(msgspec.Struct, frozen=True):
    """Who plays a computer's seat."""

    about: str
    """What he is like, a sentence."""
    temper: str
    """How he likes to play, for games that know tempers."""
    says: Mapping[str, Sequence[str]]
    """Lines by occasion."""


DRIVERS: Final[Mapping[str, Driver]] = msgspec.convert(
    tomllib.loads((files("bot") / "data" / "drivers.en.toml").read_text(encoding="utf-8")),
    dict[str, Driver],
)
"""By name."""


class Line(msgspec.Struct, frozen=True, array_like=True):
    """What a driver has said."""

    at: int
    """Number of the move it was said at."""
    name: str
    said: str


class Spoken(Protocol):
    """A match as far as its drivers speak there."""

    id: str
    said: list[Line]
    """Everything, the oldest first."""
    quiet: int
    """Turns that have begun since somebody spoke."""


def temper(name: str) -> str:
    """How whoever has that name likes to play; "" for one that is no driver's."""
    return DRIVERS[name].temper if name in DRIVERS else ""


def order(match_id: str) -> list[str]:
    """The drivers in the order in which they come to that table: not always the same ones."""
    names = list(DRIVERS)
    first = crc32(match_id.encode()) % len(names)
    return names[first:] + names[:first]


def heard(
    match: Spoken, game: Game[Any], at: int, events: Iterable[Any], names: Sequence[str]
) -> None:
    """Public events of a move: perhaps somebody says something about them.

    `names` are the drivers by seat, "" for a person's.
    """
    for event in events:
        match.quiet += talk.turn(game, event) > 0
        if match.quiet < APART:
            continue
        told = {line.said for line in match.said}
        lines = [
            (names[seat], line)
            for occasion, seat in talk.occasions(game, event)
            if names[seat] in DRIVERS
            for line in DRIVERS[names[seat]].says[occasion]
            if line not in told
        ]
        if lines:
            rng = random.Random(crc32(f"{match.id} {at}".encode()))
            match.said = [*match.said, Line(at, *rng.choice(lines))]
            match.quiet = 0


def forget(match: Spoken, last: int) -> None:
    """What was said after a move that stands goes with the moves; nobody speaks at once then."""
    if match.said and match.said[-1].at > last:
        match.said = [line for line in match.said if line.at <= last]
        match.quiet = 0
