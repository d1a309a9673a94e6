"""What a game is to everything outside it."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import (
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
from games.engine.ask import Ask, Step
from games.engine.chance import Chance
from games.engine.defaults import TEXTS, common
from games.engine.designs import Designs
from games.engine.kept import Context
from games.engine.leaving import Leave, Left
from games.engine.messages import Filter, Messages
from games.engine.plans import Plans
from games.engine.presets import STANDARD, Preset, read_presets
from games.engine.rows import BadData
from games.engine.texts import read_texts
from games.engine.words import Words as Said

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


class Decision(msgspec.Struct, frozen=True):
    """What a computer seat answers, and why, in one sentence for whoever asks."""

    answer: Any
    why: str


NORMAL: Final = "normal"
"""The level at which tempers show."""
WINDOW: Final = 60
"""Seconds that a window stays open where no option says how many."""
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
    """A computer seat that decides from its view and by chance, and imagines no tables."""

    def __init__(self, answer: Callable[[Any, Ask[Any], random.Random], Decision]) -> None:
        self._answer = answer

    def decide(self, view: Any, ask: Ask[Any], imagine: Imagine, rng: random.Random) -> Decision:
        return self._answer(view, ask, rng)


class NoOptions(msgspec.Struct, frozen=True):
    """A table with nothing to choose."""


def easy(view: Any, ask: Ask[Any], rng: random.Random) -> Decision:
    """Any legal answer."""
    return Decision(_any(ask, rng), common("easy"))


def by_marks(kind: type[Game[Any]]) -> bool:
    """Whether views of a game are its covered states: they tell who looks."""
    return "seat" in (get_origin(kind.State) or kind.State).__struct_fields__


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
    """How long a game takes, in words: "20 to 40 minutes"; empty where nobody has measured. Where
    there are presets it is made of what was measured."""
    unit: ClassVar[str] = "point"
    """What scores count, in the singular."""
    windows: ClassVar[frozenset[str]] = frozenset()
    """Kinds of question that are a short window for several seats to answer in secret."""
    turns: ClassVar[frozenset[str]] = frozenset()
    """Kinds of question that begin a seat's own turn: until then it may have windows passed."""
    auto_answers: ClassVar[Collection[str]] = ()
    """Kinds of question a player may have answered by their default from now on; the button that
    says so is the text `question.<kind>.auto_answer`."""
    public: ClassVar[frozenset[str]] = frozenset()
    """Kinds of question of which everybody can work out whether there is more than one answer."""
    building: ClassVar[frozenset[str]] = frozenset()
    """Kinds of question with a long clock, because a player may build a design for them. Every
    seat has that clock, whether a design would fit or not: clocks are public, and that may not be.
    """
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
    presets: ClassVar[Mapping[str, Preset]] = {}
    """Lengths to choose from with one press, by name: its files `data/presets.toml` and
    `data/minutes.toml` (`games.engine.presets`). None for a game without them."""
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
    decides: ClassVar[tuple[type[msgspec.Struct], ...]] = ()
    """Kinds of events that may end a match: a result tells the last one."""
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
    tempers: ClassVar[Mapping[str, ComputerSeat]] = {}
    """How `normal` plays by temper, for the tempers that show in its play."""
    designs: ClassVar[Designs | None] = None
    """What players may build at home and bring along; see `games.engine.designs`."""
    plans: ClassVar[Plans | None] = None
    """How players plan ahead; see `games.engine.plans`."""
    names: ClassVar[Mapping[str, int]] = {}
    """Names that rule cases may write where the state or an answer holds a number: card ids, sides.
    Where two names share a number, the one to show comes first."""

    seconds: ClassVar[Mapping[str, int]] = {}
    """What a person takes for a question of a kind, where that is longer than usual: the minutes of
    a match are reckoned with it (`games.pace`)."""

    sizes: ClassVar[Mapping[str, Mapping[str, Any]]] = {}
    """Sizes of a match that the rulebook suggests, by name: the options that they set."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if "name" not in vars(cls):
            return
        game = cls()
        if cls.Order is Leave:
            cls.Event = cls.Event | Left
        if by_marks(cls):
            cls.hides = seen.hides(cls.State)
        cls.texts = read_texts(cls.__module__) or cls.texts
        cls.presets = read_presets(cls.__module__, cls.Options) or cls.presets
        if cls.presets:
            cls.minutes = common("minutes", span=cls.presets[STANDARD].span())
        cls.messages = cls._messages()
        cls.words = cls.Words(game)
        if not hasattr(cls, "computers"):
            cls.computers = {"easy": Seeing(easy), "normal": Seeing(game._normal)}

    @classmethod
    def _messages(cls) -> Messages:
        """What it says, from its texts and from those of the engine."""
        events = get_args(cls.Event) or (cls.Event,)
        told = TEXTS["event"] if Left in events else {}
        texts = {**cls.texts, "event": {**told, **cls.texts.get("event", {})}}
        own = (*cls.Words.speakers, cls.Words.Asking)
        speakers: dict[str, type[Any]] = {each.section: each for each in own}
        names = {each.section: each.names.split() for each in own if each.names}
        speakers["options"] = cls.Options
        if "option" in texts:
            names["option"] = cls.Options.__struct_fields__
        if "lobby" in texts:
            names["lobby"] = ["kind", "line"]
        names["preset"] = list(cls.presets)
        speakers |= {each: NoOptions for each in ("lobby", "option", "order", "preset")}
        return Messages(events, texts, cls.filters, speakers, names)

    def faults(self) -> Iterable[str]:
        """What is missing in its own data and texts, a sentence each, beside what
        `games.engine.check` looks for in every game."""
        return ()

    def computer(self, level: str, temper: str = "") -> ComputerSeat:
        """The computer seat of a level, as a driver of that temper plays it: `easy`, and tempers
        that the game does not know, make no difference."""
        usual = self.computers[level]
        return self.tempers.get(temper, usual) if level == NORMAL else usual

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

    def _normal(self, view: Any, ask: Ask[Any], rng: random.Random) -> Decision:
        """One of the answers that are worth most at first sight."""
        options = ask.options
        if ask.walked is not None:
            options = [*options, *(ask.walked.made(rng.choice) for _ in range(_TRIED_OF_WALKED))]
        if not options:
            return Decision(_any(ask, rng), common("at_hand"))
        worth = {at: self.worth(view, ask.seat, each) for at, each in enumerate(options)}
        best = max(worth.values())
        at = rng.choice([at for at in worth if worth[at] == best])
        return Decision(options[at], common("best"))

    def room(self, options: Any) -> tuple[int, int]:
        """Fewest and most seats of a table with these options."""
        return self.seats

    @property
    def standard(self) -> Any:
        """Options of a new table: its standard preset's, the rulebook's where it has none."""
        preset = self.presets.get(STANDARD)
        return preset.options if preset is not None else self.Options()

    def preset_of(self, options: Any) -> Preset | None:
        """The preset whose options a table has; None where they are its own."""
        return next((each for each in self.presets.values() if each.options == options), None)

    def fields(self, options: Any) -> Sequence[str]:
        """Names of the options that matter beside the others as they are, as a form shows them."""
        return self.Options.__struct_fields__  # type: ignore[no-any-return]

    def leave_order(self, state: S, seat: int) -> Any:
        """The order by which a player leaves the match for good; None where there is none."""
        return None if self.has_left(state, seat) else self.Leave()

    def has_left(self, state: Any, seat: int) -> bool:
        """Whether a seat has left the match for good, or has ordered so."""
        return seat in state.left or seat in state.leaving

    def is_out(self, state: Any, seat: int) -> bool:
        """Whether everybody sees that a seat plays no more in this part of the match (a duel, a
        race): it has left, or its car is out of action."""
        return self.has_left(state, seat)

    def only(self, ask: Ask[Any]) -> Any | None:
        """What the table answers by itself, because nothing else is worth a question; None where
        there is something to choose. See `games.engine.automatic`."""
        return ask.options[0] if ask.forced else None

    def is_public(self, state: S, ask: Ask[Any]) -> bool:
        """Whether everybody can work out what `only` says of an open question, from what a
        spectator sees. Kinds that are named in `public` are so; where a game says more, it reads
        what is hidden only to say no. The conformance suite deals what is hidden anew to check it.
        """
        return not self.hides or ask.kind in self.public

    def matters(self, view: Any, ask: Ask[Any]) -> Any:
        """What decides whether a window that a seat has passed is put to it again: the same
        question is passed once more as long as this, and its options, are as they were. Anything
        that is written as JSON, made of the seat's view; by default what its hand's picture shows.
        """
        return self.own(view)

    def is_quiet(self, event: msgspec.Struct) -> bool:
        """Whether an event is too small for the few lines a board has room for."""
        return isinstance(event, self.quiet)

    def is_told_by(self, event: msgspec.Struct, other: msgspec.Struct) -> bool:
        """Whether what another event of the same turn tells makes this one's line needless."""
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
        """How long a window of that kind stays open in live play: as the option `window_seconds`
        says, a minute where there is none, or longer where an option of its own says so, such as
        `opening_seconds`."""
        usual = getattr(options, "window_seconds", WINDOW)
        return int(max(usual, getattr(options, f"{kind}_seconds", 0)))

    def add_sets(self, files: Mapping[str, str]) -> None:
        """Add card sets, texts by file name: once at the start of a process, before any table.

        Raises `BadData` with everything that is wrong, having added none.
        """
        if files:
            raise BadData([f"{self.title} takes no card sets."])

    def lacks(self, state: S) -> str:
        """What a stored state needs that is not installed here, such as a card set, in a sentence
        for players; empty when nothing is missing. Such a table is not played until it is back."""
        return ""

    def migrate(self, state: dict[str, Any], schema: int) -> dict[str, Any]:
        """A state of an older schema in the present form, as plain JSON values."""
        raise ValueError(f"{self.name}: states of schema {schema} are not known")
