"""Questions that rules put to seats, and the two ways a rule puts them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, Final, Generic, ParamSpec, TypeAlias, TypeVar, dataclass_transform

import msgspec

from games.engine.errors import Illegal, refused

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)
R = TypeVar("R")


@dataclass_transform(frozen_default=True)
class Action(msgspec.Struct, frozen=True, tag=str.lower, gc=False):
    """What a player answers or orders, by a name and its fields. `label` is what stands on its
    button, `detail` what stands below it in a list; without them both are made from its name and
    its fields. `path` is the path of one that is made part by part (`Walked`)."""


TRIED_OF_COMBINATION: Final = 8
"""Answers of a `Combination` that are tried where none is known to be playable."""


class Combination(msgspec.Struct, Generic[T_co], frozen=True, eq=False):
    """Answers that take several cards of a list at once, as when a player may discard any two to
    six cards of a hand. Such answers are not listed as options: of six cards there are 63.

        class Discard(Answer):
            cards: tuple[int, ...]

        Combination("discard", hand, Discard, least=2, limit=6)

    `name` is what the path of such an answer begins with, `items` are the cards to take from, and
    `least` and `limit` say how many (all of them where `limit` is left out). `kind` is the type of
    the answers, with one field that holds the cards. `make` makes an answer of cards in any order;
    it is needed only where `kind` itself would not do, such as for sorted cards.
    """

    name: str
    items: Sequence[int]
    kind: type[T_co]
    least: int = 1
    limit: int | None = None
    make: Callable[[tuple[int, ...]], T_co] | None = None

    @property
    def most(self) -> int:
        """How many cards may be taken."""
        return len(self.items) if self.limit is None else self.limit

    def wrap(self, cards: tuple[int, ...]) -> T_co:
        """The answer of these cards, in any order."""
        make: Any = self.make or self.kind
        return make(cards)  # type: ignore[no-any-return]

    def cards_of(self, value: object) -> tuple[int, ...] | None:
        """The cards of such an answer; None for one of another kind."""
        if not isinstance(value, self.kind):
            return None
        answer: Any = value
        (cards,) = msgspec.structs.astuple(answer)
        return tuple(cards)

    def holds(self, value: object) -> bool:
        """Whether this answer takes an allowed number of cards, all of them there to take."""
        return self.read(value) is not None

    def read(self, value: object) -> T_co | None:
        """The answer with these cards, if it takes an allowed number of them, all there to take."""
        cards = self.cards_of(value)
        if cards is None or not self.least <= len(cards) <= self.most:
            return None
        left = list(self.items)
        for card in cards:
            if card not in left:
                return None
            left.remove(card)
        return self.wrap(cards)

    def samples(self) -> Iterator[T_co]:
        """Some answers of it, always the same: the first items, one more each time."""
        for count in range(self.least, self.most + 1):
            yield self.wrap(tuple(self.items[:count]))


class DesignChoice(Generic[T_co]):
    """Answers made of a design that a player brings along, such as a garage built at home.

    `fits` says in a sentence why a design cannot be used here (empty: it can), `wrap` makes the
    answer of it and of what its player calls it (empty: nothing), `design_of` takes both out again
    (None for an answer of another kind).
    """

    __slots__ = ("design_of", "fits", "wrap")

    def __init__(
        self,
        fits: Callable[[Any], str],
        wrap: Callable[[Any, str], T_co],
        design_of: Callable[[object], tuple[Any, str] | None],
    ) -> None:
        self.fits = fits
        self.wrap = wrap
        self.design_of = design_of


class Typed(msgspec.Struct, frozen=True, eq=False):
    """A form of one field, in which a player types parts that are not listed, such as an angle."""

    label: str
    """What stands on its button and above the field: at most 45 characters."""
    about: str
    """What may be typed, in at most 100 characters."""
    read: Callable[[str], tuple[str, ...]]
    """The parts that a text stands for: one, or several. Raises `Illegal` with one sentence."""
    usual: str = ""
    """The text that stands in the field at first; one that can be read, or empty."""
    most: int = 40
    """Characters at most; a field of more than 100 has several lines."""


def _nothing(path: tuple[str, ...]) -> Typed | None:
    """Where nothing can be typed."""


class Walked(msgspec.Struct, Generic[T_co], frozen=True, eq=False):
    """Answers made part by part, too many to list: all moves of a turn, each with its angle.

    An answer is a path of parts, short keys of small letters and digits that stay the same for
    ever. No answer's path begins another's: what may end sooner has a part that says so. `keys` and
    `read` are given any parts whatever and raise `Illegal`, with one sentence for the player.
    """

    name: str
    """What paths of such answers begin with; no listed option's path does."""
    keys: Callable[[tuple[str, ...]], Sequence[str]]
    """The usual parts that may come next after some; none where the answer is whole. Raises
    `Illegal` for parts that begin no answer."""
    read: Callable[[tuple[str, ...]], T_co]
    """The answer of a whole path, of any parts that the rules allow, usual or not. Raises `Illegal`
    for all others."""
    path_of: Callable[[object], tuple[str, ...] | None]
    """The parts that a value is made of, which `read` makes it of again; None for a value of
    another kind. It need not be legal."""
    typed: Callable[[tuple[str, ...]], Typed | None] = _nothing
    """What may be typed after some parts, beside the usual ones."""

    def made(self, choose: Callable[[Sequence[str]], str]) -> T_co:
        """The answer that comes of choosing among the usual parts until it is whole."""
        path: tuple[str, ...] = ()
        while keys := self.keys(path):
            path = (*path, choose(keys))
        return self.read(path)


def parts_of(kind: type[Any]) -> Callable[[object], tuple[str, ...] | None]:
    """`Walked.path_of` for answers of a kind that tell their path."""
    return lambda value: value.path[1:] if isinstance(value, kind) else None


def next_parts(paths: Iterable[tuple[str, ...]], parts: tuple[str, ...]) -> tuple[str, ...]:
    """What may come after some parts in these paths, each once."""
    at = len(parts)
    return tuple(dict.fromkeys(path[at] for path in paths if path[:at] == parts != path))


def _last(keys: Sequence[str]) -> str:
    return keys[-1]


def _first(keys: Sequence[str]) -> str:
    return keys[0]


def _none_spare(options: Sequence[Any]) -> Collection[Any]:
    """Where every answer is worth a button of its own."""
    return ()


class Ask(msgspec.Struct, Generic[T_co], eq=False):
    """One question to one seat.

    `kind` says in one public word what is asked ("action", "answer"); `options` are the legal
    answers, `combination`, `brought` and `walked` sets of further ones; `default` is what a clock
    or a leaver gives; `cite` is the rule's address, if it has one. `spare` says which of some
    options need not be offered, because another of them comes to the same: they stay legal.
    `number` is given by the table and never used again.
    """

    seat: int
    kind: str
    options: Sequence[T_co]
    default: T_co
    cite: str = ""
    combination: Combination[T_co] | None = None
    brought: DesignChoice[T_co] | None = None
    walked: Walked[T_co] | None = None
    spare: Callable[[Sequence[Any]], Collection[Any]] = _none_spare
    number: int = 0
    given: Any = None
    withheld: bool = False
    """Set by a rule once it is answered: the answer was let drop unseen and asks for another, so it
    stays the secret of its seat."""

    def __repr__(self) -> str:
        """Without options and answer: they may show a hand, and must not reach a log."""
        return f"<Ask number={self.number} seat={self.seat} kind={self.kind}>"

    @property
    def forced(self) -> bool:
        """Whether there is one legal answer only."""
        return len(self.options) == 1 and not (self.combination or self.brought or self.walked)

    def tries(self, most: int) -> Iterator[T_co]:
        """The default, then further answers in order, at most so many in all: for whoever has to
        find one that can be played. A design cannot be made up."""
        further = (option for option in self.options if option != self.default)
        yield self.default
        yield from islice(further, most - 1 - TRIED_OF_COMBINATION)
        if self.combination is not None:
            yield from islice(self.combination.samples(), TRIED_OF_COMBINATION)
        if self.walked is not None:
            yield from map(self.walked.made, (_first, _last))

    def read(self, value: object) -> T_co:
        """The legal answer equal to `value`; raises `Illegal` when there is none."""
        # Such answers are not listed, so the list would be gone through in vain.
        combination = self.combination
        if (
            combination is not None
            and isinstance(value, combination.kind)
            and (made := combination.read(value)) is not None
        ):
            return made
        for option in self.options:
            if option is value:
                return option
        kind = type(value)
        for option in self.options:
            if type(option) is kind and option == value:
                return option
        brought = self.brought
        if brought is not None and (found := brought.design_of(value)) is not None:
            design, name = found
            if why_not := brought.fits(design):
                raise Illegal(why_not, self.cite)
            return brought.wrap(design, name)
        walked = self.walked
        if walked is not None and (path := walked.path_of(value)) is not None:
            return walked.read(path)
        raise Illegal(refused("not_allowed"), self.cite)


Asks: TypeAlias = Sequence[Ask[Any]]
Step: TypeAlias = Generator[Asks, None, R]
"""A rule that puts questions: it yields what it asks, and returns its result."""


ASKS_ONCE: Final[set[int]] = set()
"""Ids of the code of the rules that are marked by `asks_once`: a hash of code reads all of it."""
P = ParamSpec("P")


def asks_once(rule: Callable[P, Step[R]]) -> Callable[P, Step[R]]:
    """Marks a rule that puts one question, or one window, and changes nothing before.

    Until it is answered the state is its own checkpoint: nothing need be kept beside it. A rule
    that asks again after some of the answers has the state kept after these (`Context.keep`),
    before it changes anything.
    """
    ASKS_ONCE.add(id(rule.__code__))
    return rule


def choose(ask: Ask[T]) -> Step[T]:
    """Put one question and go on with its answer."""
    yield (ask,)
    answer: T = ask.given
    return answer


@asks_once
def put(ask: Ask[T], then: Callable[[T], object]) -> Step[None]:
    """Put one question, having changed nothing, and do that with its answer."""
    then((yield from choose(ask)))


def everyone(asks: Sequence[Ask[T]]) -> Step[list[tuple[int, T]]]:
    """Put one question to each of several seats at once, in secret, and go on when all answered."""
    if asks:
        yield asks
    return [(ask.seat, ask.given) for ask in asks]
