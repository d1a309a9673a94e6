"""Where the games are: folders and modules under `games/`, and installed packages that announce
one through the entry point group `motordrome.games`. Nothing in the engine knows a game's name.

A game that cannot be played is refused, with a sentence for each fault, and the others play.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from pkgutil import iter_modules
from typing import Any, Final

import games
from games.engine.check import faults_of
from games.engine.game import Game
from games.engine.rows import BadData

GROUP: Final = "motordrome.games"
_OURS: Final = frozenset({"engine", "pace", "tally", "__main__"})
"""What else lies in the folder."""


MOST_FAULTS: Final = 20
"""Faults that are told of one game; of more, how many there are."""


class Refused(Exception):
    """A game that cannot be played; `faults` say what is wrong and where, a sentence each, and
    `str()` is the first."""

    def __init__(self, faults: Sequence[str]) -> None:
        super().__init__(faults[0])
        more = len(faults) - MOST_FAULTS
        self.faults = (*faults[:MOST_FAULTS], *([f"And {more} more faults."] if more > 0 else []))


def _announced() -> dict[str, list[str]]:
    """Where each name's game is, as `package.module:attribute`."""
    out: dict[str, list[str]] = {}
    for module in iter_modules(games.__path__):
        if module.name not in _OURS:
            name = module.name.replace("_", "-")
            out.setdefault(name, []).append(f"{games.__name__}.{module.name}:GAME")
    for point in sorted(entry_points(group=GROUP), key=lambda point: point.name):
        places = out.setdefault(point.name, [])
        if point.value not in places:
            places.append(point.value)
    return dict(sorted(out.items()))


PLACES: Final = _announced()
NAMES: Final = tuple(PLACES)
"""Every game that is announced, as commands spell it."""


@cache
def _game(name: str) -> Game[Any] | Refused:
    places = PLACES[name]
    if len(places) > 1:
        return Refused([f"The name {name} is announced twice: {' and '.join(places)}."])
    here, faults = f"{name} ({places[0]})", list[str]()
    # Nothing that a package does when it is imported or looked at keeps others from being played.
    try:
        game: Game[Any] = EntryPoint(name, places[0], GROUP).load()
    except BadData as error:
        return Refused([f"{here}: {fault}" for fault in error.faults])
    except (Exception, SystemExit) as error:
        return Refused([f"{here} cannot be imported: {_said(error)}"])
    try:
        if fault := _misnamed(game, name):
            return Refused([f"{here} {fault}"])
        for fault in faults_of(game):
            faults.append(f"{here}: {fault}")
    except (Exception, SystemExit) as error:
        faults.append(f"{here} cannot be checked: {_said(error)}")
    return Refused(faults) if faults else game


def _misnamed(game: Any, name: str) -> str:
    """What is wrong with what is announced under a name; empty for nothing."""
    if not isinstance(game, Game):
        return "is no game: announce what `GAME = ...()` made, as package.module:GAME."
    own = getattr(game, "name", None)
    return "" if own == name else f"calls itself {own}: announce it under that name."


def _said(error: BaseException) -> str:
    text = " ".join(str(error).split()) or "no reason given"
    return f"{type(error).__name__}: {text}".rstrip(".") + "."


def find(name: str) -> Game[Any]:
    """The game of that name. Raises KeyError when none is announced, and `Refused`."""
    game = _game(name)
    if isinstance(game, Refused):
        raise game
    return game


def installed(name: str) -> bool:
    """Whether there is a game of that name here that can be played."""
    return name in PLACES and not isinstance(_game(name), Refused)


def refused() -> dict[str, tuple[str, ...]]:
    """Why games that are announced cannot be played, by name: all that is wrong with each."""
    return {name: game.faults for name in NAMES if isinstance(game := _game(name), Refused)}


def all_games() -> list[Game[Any]]:
    """Every game that can be played, in the order commands list them."""
    return [find(name) for name in NAMES if installed(name)]
