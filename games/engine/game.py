"""What a game is to everything outside it, and where the games are found."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, Protocol, TypeVar

import msgspec

from games.engine.ask import Ask, Asks, Step
from games.engine.chance import Chance
from games.engine.errors import BadSet

if TYPE_CHECKING:
    from games.engine.designs import Designs
    from games.engine.plans import Plans
    from games.engine.table import Live, Table
    from games.engine.words import Words

S = TypeVar("S", bound=msgspec.Struct)

NAMES: Final = ("carwars-cards", "mini-carwars", "nascards", "world-auto-racing")
"""Every game that can be played, as commands spell it; `games.<name with _>` holds it as `GAME`."""


class Result(msgspec.Struct, frozen=True):
    """How a game ended: `places` groups seats from best to worst, `scores` is by seat."""

    places: tuple[tuple[int, ...], ...]
    scores: tuple[int, ...]


class Wish(msgspec.Struct, frozen=True):
    """A standing wish for one kind of question: it is answered by its default from now on."""

    label: str
    """The words of the button that says so: "Stay from now on"."""
    forced: bool = False
    """Only where the default is the one legal answer."""


class Decision(msgspec.Struct, frozen=True):
    """What a computer seat answers, and why, in one sentence for whoever asks."""

    value: Any
    why: str


class ComputerSeat(Protocol):
    """Plays one seat from what that seat may know: its view, its question, and imagined tables."""

    def decide(
        self,
        view: Any,
        ask: Ask[Any],
        imagine: Callable[[int], Table[Any]],
        whim: random.Random,
    ) -> Decision:
        """Answer the question. `imagine(seed)` is a table that might be the real one."""
        ...


class Game(ABC, Generic[S]):
    """The rules of one game, over a state of type S which is plain data.

    The table calls these; a game never calls the table. `beat` either does something that asks
    nobody (deal, draw, score: everything that moves hidden cards by chance) and returns None, or
    changes nothing and returns the coroutine that asks. Which beat is next is a field of the state.
    """

    name: ClassVar[str]
    title: ClassVar[str]
    seats: ClassVar[tuple[int, int]]
    """Fewest and most seats, whatever the options."""
    minutes: ClassVar[str]
    """How long a game takes, for the lobby: "20 to 40 minutes"."""
    windows: ClassVar[frozenset[str]] = frozenset()
    """Kinds of question that are a short window for several seats to answer in secret."""
    standing: ClassVar[Mapping[str, Wish]] = {}
    """Kinds of question a player may have answered by their default from now on."""
    building: ClassVar[frozenset[str]] = frozenset()
    """Kinds of question that take long because something may be brought, for every seat alike:
    whether it fits hangs on what is hidden, and a clock is public."""
    rules_version: ClassVar[int] = 1
    """Rises with every change after which an older match might be played differently."""
    hides: ClassVar[bool] = True
    """Whether anything is hidden from anybody. Where not, `redeal` gives back what it was given,
    every event is told to all, and all views are a spectator's but for `seat`: it tells all of the
    state. (Answers to an open window are the table's to hide.)"""
    schema: ClassVar[int] = 1
    """Number of the state's form; `migrate` turns older ones into it."""
    State: ClassVar[type[Any]]
    Options: ClassVar[type[Any]]
    """Options of a table with the rulebook's defaults, a msgspec Struct."""
    Answer: ClassVar[Any]
    """Union of the tagged structs that answer questions."""
    Order: ClassVar[Any]
    """Union of the tagged structs that may be laid down at any time."""
    Event: ClassVar[Any]
    """Union of the tagged structs that tell what happened."""
    briefs: ClassVar[int] = 0
    """How many of the last events stand in a hand's post, where much happens between two questions
    of a seat."""
    quiet: ClassVar[tuple[type[Any], ...]] = ()
    """Events too small for the few lines a board has room for."""
    words: ClassVar[Words]
    computers: ClassVar[Mapping[str, ComputerSeat]]
    """Computer seats by level: `easy`, `normal`."""
    designs: ClassVar[Designs | None] = None
    """What players may build at home and bring along; see `games.engine.designs`."""
    plans: ClassVar[Plans | None] = None
    """How players plan ahead; see `games.engine.plans`."""
    names: ClassVar[Mapping[str, int]] = {}
    """Names that rule cases may write where the state or an answer holds a number: card ids, sides.
    Where two names share a number, the one to show comes first."""

    @abstractmethod
    def setup(self, seats: int, options: Any) -> S:
        """The table before anything has happened; chance is drawn in the first beats."""

    @abstractmethod
    def beat(self, live: Live[S]) -> Step[None] | None:
        """Do the next beat, or return the coroutine that asks. See the class."""

    @abstractmethod
    def over(self, state: S) -> Result | None:
        """The result once the game has ended."""

    @abstractmethod
    def view(self, state: S, seat: int | None) -> Any:
        """What that seat (None: a spectator) may see, built up from what is public.

        Every game's view has `seat`, `hand` (the seat's own cards) and `active` (the seat that
        acts alone now, or -1).
        """

    @abstractmethod
    def orders(self, state: S, seat: int) -> Sequence[Any]:
        """What that seat may lay down now outside its questions."""

    @abstractmethod
    def order(self, state: S, seat: int, value: Any) -> None:
        """Write an order into that seat's order field, and nothing else. Rules read it in beats."""

    @abstractmethod
    def redeal(self, then: S, now: S, seat: int | None, chance: Chance) -> S:
        """The checkpoint `then` with everything `seat` cannot see at `now` dealt anew.

        Cards that have become public since the checkpoint stay where they were; what is still
        hidden is pooled, sorted, shuffled and dealt into the places hidden cards held; other
        seats' orders are cleared. May change and return `then`.
        """

    @abstractmethod
    def cards(self, state: S) -> list[int]:
        """Every card on the table wherever it lies, for counting that none is made or lost."""

    def room(self, options: Any) -> tuple[int, int]:
        """Fewest and most seats of a table with these options."""
        return self.seats

    def fields(self, options: Any) -> Sequence[str]:
        """Names of the options that matter beside the others as they are, as a form shows them."""
        return self.Options.__struct_fields__  # type: ignore[no-any-return]

    def retirement(self, state: S, seat: int) -> Any:
        """The order by which a player leaves the match for good; None where there is none."""
        return None

    def has_left(self, state: S, seat: int) -> bool:
        """Whether a seat has left the match for good, or has ordered so."""
        return False

    def why_not(self, state: S, ask: Ask[Any], value: Any) -> str:
        """Why an answer is not among a question's options, in a sentence for its seat; empty where
        the game has nothing to say but that the rules do not allow it.

        `value` may be anything, of the right type only by chance.
        """
        return ""

    def own(self, view: Any) -> Any:
        """What the picture of a seat's hand shows of its view: with it the hand's post changes."""
        return view.hand

    def window_seconds(self, options: Any, kind: str) -> int:
        """How long a window of that kind stays open in live play."""
        return int(options.window_seconds)

    def add_sets(self, files: Mapping[str, str]) -> None:
        """Add card sets, texts by file name: once at the start of a process, before any table.

        Raises `BadSet` with everything that is wrong, having added none.
        """
        if files:
            raise BadSet([f"{self.title} takes no card sets."])

    def lacks(self, state: S) -> str:
        """What a stored state needs that is not installed here, such as a card set, in a sentence
        for players; empty when nothing is missing. Such a table is not played until it is back."""
        return ""

    def migrate(self, state: dict[str, Any], schema: int) -> dict[str, Any]:
        """A state of an older schema in the present form, as plain JSON values."""
        raise ValueError(f"{self.name}: states of schema {schema} are not known")


def find(name: str) -> Game[Any]:
    """The game of that name. Raises KeyError when there is none."""
    if name not in NAMES:
        raise KeyError(name)
    game: Game[Any] = import_module("games." + name.replace("-", "_")).GAME
    return game


def installed(name: str) -> bool:
    """Whether there is a game of that name here and its package can be imported."""
    try:
        find(name)
    except Exception:
        return False
    return True


def all_games() -> list[Game[Any]]:
    """Every game that is installed, in the order commands list them."""
    return [find(name) for name in NAMES if installed(name)]


__all__ = [
    "NAMES",
    "Asks",
    "ComputerSeat",
    "Decision",
    "Game",
    "Result",
    "Wish",
    "all_games",
    "find",
    "installed",
]
