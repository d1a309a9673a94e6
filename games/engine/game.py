"""What a game is to everything outside it."""

from __future__ import annotations

import random
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import (
    TYPE_CHECKING,
    Any,
    ClassVar,
    Final,
    Generic,
    Protocol,
    TypeAlias,
    TypeVar,
    get_args,
    get_origin,
)

import msgspec

from games.engine import seen
from games.engine.ask import Ask, Asks, Step
from games.engine.chance import Chance
from games.engine.defaults import SHARED, common
from games.engine.errors import BadSet
from games.engine.kept import Context
from games.engine.leaving import Leave, Left
from games.engine.messages import VALUES, Event, Filter, Messages
from games.engine.texts import FILE, read_texts
from games.engine.words import Words as Said

if TYPE_CHECKING:
    from games.engine.designs import Designs
    from games.engine.plans import Plans

S = TypeVar("S", bound=msgspec.Struct)


class Result(msgspec.Struct, frozen=True):
    """How a game ended: `places` groups seats from best to worst, `scores` is by seat."""

    places: tuple[tuple[int, ...], ...]
    scores: tuple[int, ...]


def ranked(keys: Sequence[Any]) -> tuple[tuple[int, ...], ...]:
    """The seats in groups of equal keys (by seat), the smallest first: places of a `Result`."""
    groups: dict[Any, list[int]] = {}
    for seat, key in enumerate(keys):
        groups.setdefault(key, []).append(seat)
    return tuple(tuple(groups[key]) for key in sorted(groups))


class AutoAnswer(msgspec.Struct, frozen=True):
    """A standing wish for one kind of question: it is answered by its default from now on."""

    label: str = ""
    """The words of the button that says so: "Stay from now on"; or they are the question's `wish`
    in the game's texts."""
    forced: bool = False
    """Only where the default is the one legal answer."""


class Decision(msgspec.Struct, frozen=True):
    """What a computer seat answers, and why, in one sentence for whoever asks."""

    value: Any
    why: str


_TRIED_OF_WALKED: Final = 50
"""Answers made part by part that a simple computer seat looks at."""


Imagine: TypeAlias = Callable[[int], Any]
"""Makes a table (`games.engine.table.Table`) that might be the real one, by a seed."""


class ComputerSeat(Protocol):
    """Plays one seat from what that seat may know: its view, its question, and imagined tables."""

    def decide(
        self,
        view: Any,
        ask: Ask[Any],
        imagine: Imagine,
        rng: random.Random,
    ) -> Decision:
        """Answer the question. `imagine(seed)` is a table that might be the real one."""


class Seeing:
    """A computer seat that goes by its view and a whim: nothing is imagined."""

    def __init__(self, answer: Callable[[Any, Ask[Any], random.Random], Decision]) -> None:
        self._answer = answer

    def decide(self, view: Any, ask: Ask[Any], imagine: Imagine, rng: random.Random) -> Decision:
        """See `ComputerSeat`."""
        return self._answer(view, ask, rng)


class NoOptions(msgspec.Struct, frozen=True):
    """A table with nothing to choose."""


class Easy:
    """A computer seat that answers anything."""

    def decide(self, view: Any, ask: Ask[Any], imagine: Imagine, rng: random.Random) -> Decision:
        """See `ComputerSeat`."""
        return Decision(_any(ask, rng), common("easy"))


class Worth:
    """A computer seat that goes by what an answer is worth at first sight."""

    def __init__(self, game: Game[Any]) -> None:
        self._game = game

    def decide(self, view: Any, ask: Ask[Any], imagine: Imagine, rng: random.Random) -> Decision:
        """See `ComputerSeat`."""
        options = ask.options
        if ask.walked is not None:
            options = [*options, *(ask.walked.made(rng.choice) for _ in range(_TRIED_OF_WALKED))]
        if not options:
            return Decision(_any(ask, rng), common("at_hand"))
        worth = {at: self._game.worth(view, ask.seat, each) for at, each in enumerate(options)}
        best = max(worth.values())
        at = rng.choice([at for at in worth if worth[at] == best])
        return Decision(options[at], common("best"))


def _by_marks(kind: type[Game[Any]]) -> bool:
    """Whether views of a game are its covered states: they tell who looks."""
    return "seat" in (get_origin(kind.State) or kind.State).__struct_fields__


_SECTIONS: Final = (
    "event",
    "label",
    "lobby",
    "option",
    "options",
    "order",
    "question",
    "table",
    "topic",
    VALUES,
)
"""Sections of a file of texts that the engine reads."""


def _left_out(kind: type[Game[Any]]) -> set[str]:
    """Events that stand in the modules of a game's others and are not among them. What others are
    built on is none."""
    told = get_args(kind.Event) or (kind.Event,)
    modules = {kind.__module__, *(each.__module__ for each in told)}
    known: list[type[Any]] = [Event]
    for each in known:
        known += each.__subclasses__()
    return {
        each.__name__
        for each in known
        if each.__module__ in modules
        and not each.__subclasses__()
        and each not in told
        and getattr(sys.modules[each.__module__], each.__name__, None) is each
    }


def _any(ask: Ask[Any], rng: random.Random) -> Any:
    """A legal answer, whichever."""
    if ask.walked is not None and rng.random() * (len(ask.options) + 1) >= len(ask.options):
        return ask.walked.made(rng.choice)
    return rng.choice(ask.options) if ask.options else ask.default


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
    minutes: ClassVar[str] = ""
    """How long a game takes, for the lobby: "20 to 40 minutes"; empty where nobody has measured."""
    unit: ClassVar[str] = "point"
    """What scores count, in the singular."""
    windows: ClassVar[frozenset[str]] = frozenset()
    """Kinds of question that are a short window for several seats to answer in secret."""
    auto_answers: ClassVar[Mapping[str, AutoAnswer]] = {}
    """Kinds of question a player may have answered by their default from now on."""
    building: ClassVar[frozenset[str]] = frozenset()
    """Kinds of question that take long because something may be brought, for every seat alike:
    whether it fits hangs on what is hidden, and a clock is public."""
    rules_version: ClassVar[int] = 1
    """Rises with every change after which an older match might be played differently."""
    hides: ClassVar[bool] = True
    """Whether anything is hidden from anybody, as the marks of the state say. Where not, `redeal`
    gives back what it was given, every event is told to all, and all views are a spectator's but
    for `seat`: it tells all of the state. (Answers to an open window are the table's to hide.)"""
    schema: ClassVar[int] = 1
    """Number of the state's form; `migrate` turns older ones into it."""
    State: ClassVar[type[msgspec.Struct]]
    Options: ClassVar[type[Any]] = NoOptions
    """Options of a table with the rulebook's defaults, a msgspec Struct."""
    Answer: ClassVar[Any]
    """Union of the tagged structs that answer questions."""
    Leave: ClassVar[type[Any]] = Leave
    """The order by which a player leaves for good."""
    Order: ClassVar[Any] = Leave
    """Union of the tagged structs that may be laid down at any time."""
    Event: ClassVar[Any]
    """Union of the tagged structs that tell what happened."""
    briefs: ClassVar[int] = 0
    """How many of the last events stand in a hand's post, where much happens between two questions
    of a seat."""
    quiet: ClassVar[tuple[type[msgspec.Struct], ...]] = ()
    """Kinds of events too small for the few lines a board has room for; `is_quiet` decides."""
    Words: ClassVar[type[Said]] = Said
    """What it says better than its structs do."""
    words: ClassVar[Said]
    texts: ClassVar[Mapping[str, Any]] = {}
    """Its file of texts, `data/words.en.toml`, section by section."""
    sections: ClassVar[Collection[str]] = ()
    """Sections of that file which its own code reads, besides those its words tell of."""
    messages: ClassVar[Messages]
    """What it says, from that file and from what its events say of themselves."""
    filters: ClassVar[Mapping[str, Filter]] = {}
    """How its sentences put values, by the name that stands after the colon."""
    computers: ClassVar[Mapping[str, ComputerSeat]]
    """Computer seats by level: `easy`, `normal`."""
    designs: ClassVar[Designs | None] = None
    """What players may build at home and bring along; see `games.engine.designs`."""
    plans: ClassVar[Plans | None] = None
    """How players plan ahead; see `games.engine.plans`."""
    names: ClassVar[Mapping[str, int]] = {}
    """Names that rule cases may write where the state or an answer holds a number: card ids, sides.
    Where two names share a number, the one to show comes first."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if "name" not in vars(cls):
            return
        game = cls()
        if cls.Order is Leave:
            cls.Event = cls.Event | Left
        if _by_marks(cls):
            cls.hides = seen.hides(cls.State)
        cls.texts = read_texts(cls.__module__) or cls.texts
        cls.messages = cls._messages()
        cls.auto_answers = {
            kind: wish
            if wish.label
            else AutoAnswer(cls.texts["question"][kind]["wish"], wish.forced)
            for kind, wish in cls.auto_answers.items()
        }
        cls.words = cls.Words(game)
        if not hasattr(cls, "computers"):
            cls.computers = {"easy": Easy(), "normal": Worth(game)}

    @classmethod
    def _messages(cls) -> Messages:
        """What it says, from its texts and from those of the engine."""
        events = get_args(cls.Event) or (cls.Event,)
        told = SHARED["event"] if Left in events else {}
        texts = {**cls.texts, "event": {**told, **cls.texts.get("event", {})}}
        speakers: dict[str, type[Any]] = {each.section: each for each in cls.Words.speakers}
        names = {each.section: each.names.split() for each in cls.Words.speakers if each.names}
        speakers |= {"question": cls.Words.Asking, "options": cls.Options}
        if cls.Words.Asking.names:
            names["question"] = cls.Words.Asking.names.split()
        if "option" in texts:
            names["option"] = cls.Options.__struct_fields__
        if "lobby" in texts:
            names["lobby"] = ["kind", "line"]
        speakers |= {"lobby": NoOptions, "option": NoOptions, "order": NoOptions}
        return Messages(events, texts, cls.filters, speakers, names)

    def faults(self) -> Iterator[str]:
        """What of the game is missing or makes no sense, a sentence each; nothing for one that can
        be played."""
        low, high = getattr(self, "seats", (0, 0))
        if not getattr(self, "title", ""):
            yield "It has no title."
        if not 1 <= low <= high:
            yield f"It has seats from {low} to {high}: seats are (fewest, most), from 1."
            return
        if _by_marks(type(self)):
            for field in seen.unmarked(self.State):
                yield f"{field} has no mark that says who sees it (games.engine.seen)."
            for field in seen.undealt(self.State) if type(self).redeal is Game.redeal else ():
                yield f"{field} is hidden and holds no cards: the game must deal it anew (redeal)."
        elif type(self).view is Game.view:
            yield (
                f"{self.State.__name__} has no field `seat` for who looks: "
                "base it on games.engine.simple.Leaving."
            )
            return
        yield from self._faults_of_setup()
        for kind in sorted(_left_out(type(self))):
            yield f"The event {kind} is not in the game's union `Event`."
        known = {*_SECTIONS, *self.sections, *(each.section for each in self.Words.speakers)}
        for section in sorted(set(self.texts) - known):
            yield f"{FILE}: Nothing reads the section [{section}]."
        if self.Words.event is Said.event or self.Words.speakers:
            for fault in self.messages.faults():
                yield f"{FILE}: {fault}" if self.texts else fault

    def _faults_of_setup(self) -> Iterator[str]:
        """Whether a table can be laid out with the usual options."""
        try:
            options = self.Options()
            self.goal(options)
            for seats in sorted({*self.room(options)}):
                state = self.setup(seats, options)
                self.over(state)
                self.view(state, None)
        except Exception as error:
            yield f"setup fails with the usual options: {type(error).__name__}: {error}"

    @abstractmethod
    def setup(self, seats: int, options: Any) -> S:
        """The table before anything has happened; chance is drawn in the first beats."""

    @abstractmethod
    def beat(self, context: Context[S]) -> Step[None] | None:
        """Do the next beat, or return the coroutine that asks. See the class."""

    @abstractmethod
    def over(self, state: S) -> Result | None:
        """The result once the game has ended."""

    def view(self, state: S, seat: int | None) -> Any:
        """What that seat (None: a spectator) may see: the state with the rest covered.

        Every game's view has `seat`, `hand` (the seat's own cards) and `active` (the seat that
        acts alone now, or -1).
        """
        view: Any = seen.view(state, seat)
        view.seat = seat
        return view

    def orders(self, state: S, seat: int) -> Sequence[Any]:
        """What that seat may lay down now outside its questions."""
        return () if self.has_left(state, seat) else (self.Leave(),)

    def order(self, state: Any, seat: int, value: Any) -> None:
        """Write an order into that seat's order field, and nothing else. Rules read it in beats."""
        state.leaving.append(seat)

    def redeal(self, then: S, now: S, seat: int | None, chance: Chance) -> S:
        """The checkpoint `then` with everything `seat` cannot see at `now` dealt anew.

        Cards that have become public since the checkpoint stay where they were; what is still
        hidden is pooled, sorted, shuffled and dealt into the places hidden cards held; other
        seats' orders are cleared. May change and return `then`.
        """
        dealt: Any = seen.redeal(then, now, seat, chance)
        dealt.leaving = [other for other in dealt.leaving if other == seat]
        return dealt  # type: ignore[no-any-return]

    def cards(self, state: S) -> list[int]:
        """Every card on the table wherever it lies, for counting that none is made or lost."""
        return seen.cards(state)

    def goal(self, options: Any) -> int:
        """The score that wins, or 0 where none does."""
        return 0

    def worth(self, view: Any, seat: int, answer: Any) -> float:
        """How good an answer looks, from a seat's view: what the computer seat goes by where a game
        has none of its own."""
        return 0.0

    def room(self, options: Any) -> tuple[int, int]:
        """Fewest and most seats of a table with these options."""
        return self.seats

    def fields(self, options: Any) -> Sequence[str]:
        """Names of the options that matter beside the others as they are, as a form shows them."""
        return self.Options.__struct_fields__  # type: ignore[no-any-return]

    def retirement(self, state: S, seat: int) -> Any:
        """The order by which a player leaves the match for good; None where there is none."""
        return None if self.has_left(state, seat) else self.Leave()

    def has_left(self, state: Any, seat: int) -> bool:
        """Whether a seat has left the match for good, or has ordered so."""
        return seat in state.left or seat in state.leaving

    def is_quiet(self, event: msgspec.Struct) -> bool:
        """Whether an event is too small for the few lines a board has room for."""
        return isinstance(event, self.quiet)

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
        """How long a window of that kind stays open in live play: as long as any, or longer where
        an option of its own says so, such as `opening_seconds`."""
        return int(max(options.window_seconds, getattr(options, f"{kind}_seconds", 0)))

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


__all__ = [
    "Asks",
    "AutoAnswer",
    "ComputerSeat",
    "Decision",
    "Game",
    "Result",
]
