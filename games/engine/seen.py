"""Who sees which part of a state: marked once, at the field.

    class Player(Struct):
        miles: Open[int] = 0              everyone
        hand: Own[list[int]] = []         its owner; the others see as many backs
        kept: Own[int] = -1               its owner; the others see the default
        looked: Private[list[int]] = []   its owner; the others not even how many
        prizes: Backs[list[int]] = []     nobody; everyone sees as many backs
        played: Up[list[int]] = []        everyone, and they are cards
        plans: Secret[list[int]] = []     nobody, and not even how many

What has no mark is secret, and `unmarked` names it: a game is refused until somebody has decided.
A view is a state of the same type with the rest covered, so a rule that only reads serves the
table, the words, the pictures and the computer alike.

A part of a state in which nothing is hidden is `Public`: its fields need no mark.

The owner of what lies in a list is its place there, which is its seat: of a struct in a list that
stands in the state itself, and of each item of such a list that is `Own`. A struct with a field
`owner` is that seat's, wherever it lies. A field whose visibility changes in play moves to another
field when it is shown; where all that has an owner lies open, as with open record sheets or after
the end, the state says so (`bare`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from types import UnionType
from typing import (
    Annotated,
    Any,
    Final,
    Literal,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

import msgspec
from msgspec import Meta, Struct

from games.engine.chance import Chance

T = TypeVar("T")
S = TypeVar("S", bound=Struct)

Open = Annotated[T, Meta(extra={"seen": "everyone"})]
Up = Annotated[T, Meta(extra={"seen": "everyone", "deck": "up"})]
Own = Annotated[T, Meta(extra={"seen": "owner"})]
Private = Annotated[T, Meta(extra={"seen": "private"})]
Backs = Annotated[T, Meta(extra={"seen": "backs"})]
Secret = Annotated[T, Meta(extra={"seen": "nobody"})]
Mark = Literal["everyone", "owner", "private", "backs", "nobody"]

_OWNED: Final = ("owner", "private")


class Public(Struct, omit_defaults=True):
    """A part of a state whose fields all lie open, but for those with another mark."""


ORDERS: Final = "leaving"
"""The field for orders: the table clears those of other seats."""
BACK: Final = -1
"""A card of which only the back is seen."""


def deck(name: str) -> Meta:
    """Which cards a hidden list holds, where a game has cards that must not mix: a mark beside the
    others, as in `Annotated[Own[list[int]], deck("speed")]`."""
    return Meta(extra={"deck": name})


Cover = Callable[[Any, int | None, int | None], Any]
"""(value, the seat that looks, the seat that owns what is looked at) -> what is seen."""


class _Field(msgspec.Struct, frozen=True):
    """What the marks of a field say."""

    name: str
    mark: Mark | None
    deck: str
    type: Any
    default: Any
    """The default, or a function that makes it; NODEFAULT where there is none."""

    def empty(self) -> Any:
        return self.default() if callable(self.default) else self.default


@cache
def _fields(kind: type[msgspec.Struct]) -> tuple[_Field, ...]:
    origin = get_origin(kind) or kind
    hints = get_type_hints(origin, include_extras=True)
    bound = dict(zip(getattr(origin, "__parameters__", ()), get_args(kind), strict=False))
    out = []
    for field in msgspec.structs.fields(origin):
        mark: Mark | None = None
        cards, hint = "", hints[field.name]
        while get_origin(hint) is Annotated:
            for meta in hint.__metadata__:
                extra = getattr(meta, "extra", None) or {}
                mark = mark or extra.get("seen")
                cards = cards or extra.get("deck", "")
            hint = get_args(hint)[0]
        if mark is None and issubclass(origin, Public):
            mark = "everyone"
        factory = field.default is msgspec.NODEFAULT
        default = field.default_factory if factory else field.default
        out.append(_Field(field.name, mark, cards, bound.get(hint, hint), default))
    return tuple(out)


def unmarked(kind: type[msgspec.Struct]) -> list[str]:
    """The fields of a state that nobody has marked, those of its parts among them, as
    `Player.hand`."""
    return _named(kind, lambda field: field.mark is None)


def uncovered(kind: type[msgspec.Struct]) -> list[str]:
    """The hidden fields that cannot be covered, because they have no default to show instead."""
    return _named(
        kind,
        lambda field: (
            field.mark not in (None, "everyone", "backs")
            and field.default is msgspec.NODEFAULT
            and not _is_list(field.type)
        ),
    )


def _named(kind: type[msgspec.Struct], wrong: Callable[[_Field], bool]) -> list[str]:
    """The fields of a state and its parts of which something is so."""
    return [
        f"{(get_origin(each) or each).__name__}.{field.name}"
        for each in _kinds(kind)
        for field in _fields(each)
        if wrong(field)
    ]


def _kinds(kind: type[msgspec.Struct]) -> list[type[msgspec.Struct]]:
    """A state's type and the types of the structs in it that marks can tell parts of."""
    found: list[type[msgspec.Struct]] = [kind]
    for each in found:
        for field in _fields(each):
            if field.mark == "everyone" or field.mark in _OWNED:
                found += [part for part in _parts(field.type) if part not in found]
    return found


def _parts(hint: Any) -> list[type[msgspec.Struct]]:
    """The mutable structs in a type."""
    if _is_part(hint):
        return [hint]
    return [part for each in get_args(hint) for part in _parts(each)]


def _is_part(hint: Any) -> bool:
    """Whether a type is a struct of which a view may cover a part; what is frozen is a value."""
    kind = get_origin(hint) or hint
    is_struct = isinstance(kind, type) and issubclass(kind, Struct)
    return is_struct and not kind.__struct_config__.frozen


def _is_list(hint: Any) -> bool:
    return get_origin(hint) is list


def undealt(kind: type[msgspec.Struct]) -> list[str]:
    """The hidden fields of a state that `redeal` cannot deal anew, because they hold no cards: a
    game that has any deals them anew itself, or its computer seats would see them."""
    out = []
    for each in _kinds(kind):
        for field in _fields(each):
            shown = field.mark == "everyone" or field.name == ORDERS
            if not shown and not _holds_cards(field, each is kind):
                out.append(f"{(get_origin(each) or each).__name__}.{field.name}")
    return out


def _holds_cards(field: _Field, by_seat: bool) -> bool:
    """Whether a field that is not for everyone holds cards: a list of numbers, or such a list for
    each seat. Numbers by seat are no cards."""
    if field.type == list[int]:
        return field.mark == "backs" or (field.mark in _OWNED and not by_seat)
    return by_seat and field.mark in _OWNED and field.type == list[list[int]]


@cache
def card_fields(kind: type[msgspec.Struct]) -> frozenset[str]:
    """The fields of a struct whose marks say that they hold cards, hidden or face up."""
    return frozenset(
        field.name
        for field in _fields(kind)
        if field.deck or (field.mark != "everyone" and _holds_cards(field, False))
    )


@cache
def hides(kind: type[msgspec.Struct]) -> bool:
    """Whether a state of that type hides anything from anybody."""
    return any(
        field.mark != "everyone" and field.name != ORDERS
        for each in _kinds(kind)
        for field in _fields(each)
    )


# -- views


def view(state: S, seat: int | None) -> S:
    """The state as that seat (None: a spectator) sees it: a copy of its own."""
    bare = bool(getattr(state, "bare", False))
    covered: S = _cover(type(state), bare, True)(state, seat, None)
    return covered


@cache
def _cover(kind: type[msgspec.Struct], bare: bool, whole: bool = False) -> Cover:
    """Covers a struct; `whole` where it is the state itself, whose lists go by seat, and `bare`
    where what has an owner lies open."""
    covers = [(field.name, _covered(field, bare, whole)) for field in _fields(kind)]
    owned = any(name == "owner" for name, _ in covers)
    changed = [(name, seen) for name, seen in covers if seen is not _same]

    def cover(value: Any, seat: int | None, owner: int | None) -> Any:
        whose = value.owner if owned else owner
        out = value.__copy__()
        for name, seen in changed:
            setattr(out, name, seen(getattr(value, name), seat, whose))
        return out

    return cover


def _covered(field: _Field, bare: bool, by_seat: bool) -> Cover:
    """What is seen of one field."""
    inner = _inner(field.type, bare, by_seat)
    if field.mark == "everyone" or (bare and field.mark in _OWNED):
        return inner
    if field.mark == "backs":
        return lambda value, seat, owner: [BACK] * len(value)
    if field.mark not in _OWNED:
        return lambda value, seat, owner: field.empty()
    backs = field.mark == "owner"
    if by_seat and _is_list(field.type):
        item = get_args(field.type)[0]
        one = _inner(item, bare, False)
        lists = _is_list(item)

        def covered(part: Any) -> Any:
            return [BACK] * (len(part) if backs else 0) if lists else BACK

        def each(value: Any, seat: int | None, owner: int | None) -> Any:
            return [
                one(part, seat, at) if at == seat else covered(part)
                for at, part in enumerate(value)
            ]

        return each

    def own(value: Any, seat: int | None, owner: int | None) -> Any:
        if seat is not None and seat == owner:
            return inner(value, seat, owner)
        return [BACK] * len(value) if backs and isinstance(value, list) else field.empty()

    return own


def _inner(hint: Any, bare: bool, by_seat: bool) -> Cover:
    """A copy of a value of that type, its parts covered."""
    if _is_part(hint):
        return _cover(hint, bare)
    args, origin = get_args(hint), get_origin(hint)
    if origin is list:
        one = _inner(args[0], bare, False)
        if one is _same:
            return _copied
        if by_seat:
            return lambda value, seat, owner: [one(v, seat, at) for at, v in enumerate(value)]
        return lambda value, seat, owner: [one(v, seat, owner) for v in value]
    if origin is dict:
        one = _inner(args[1], bare, False)
        return lambda value, seat, owner: {k: one(v, seat, owner) for k, v in value.items()}
    if origin in (Union, UnionType) and (parts := _parts(hint)):
        covers = {get_origin(part) or part: _cover(part, bare) for part in parts}
        return lambda value, seat, owner: covers.get(type(value), _same)(value, seat, owner)
    return _same


def _copied(value: Any, seat: int | None, owner: int | None) -> Any:
    return value.copy()


def _same(value: Any, seat: int | None, owner: int | None) -> Any:
    return value


# -- what might lie where


def redeal(then: S, now: S, seat: int | None, chance: Chance) -> S:
    """The checkpoint `then` with the cards that `seat` cannot see at `now` dealt anew: they are
    pooled, shuffled, and dealt into the places where they lay. Cards are the numbers in lists that
    are `Own`, `Private` or `Backs`, of one `deck`; what is `Secret` holds none. Changes `then`.

    What has become public since the checkpoint, or was drawn by the seat, stays where it was.
    """
    hidden: dict[str, Counter[int]] = {}
    for name, cards in _hidden(now, seat):
        hidden.setdefault(name, Counter()).update(cards)
    places: dict[str, list[tuple[list[int], int]]] = {}
    for name, cards in _hidden(then, seat):
        still = hidden.get(name, Counter())
        for at, card in enumerate(cards):
            if still[card] > 0:
                still[card] -= 1
                places.setdefault(name, []).append((cards, at))
    for name, slots in sorted(places.items()):
        pool = chance.shuffled(sorted(cards[at] for cards, at in slots), f"redeal {name}".strip())
        for (cards, at), card in zip(slots, pool, strict=True):
            cards[at] = card
    return then


def _hidden(state: Any, seat: int | None) -> Iterator[tuple[str, list[int]]]:
    """Every list of cards that a seat cannot see, with its deck."""
    bare = bool(getattr(state, "bare", False))
    for field, owner, cards in _piles(state, None, True):
        shown = bare or (seat is not None and seat == owner)
        if field.mark == "backs" or (field.mark in _OWNED and not shown):
            yield field.deck, cards


def cards(state: Any) -> list[int]:
    """Every card of a state: what lies in lists of numbers that are hidden, or face up (`Up`)."""
    return [card for _, _, cards in _piles(state, None, True) for card in cards]


def _piles(
    value: Any, owner: int | None, by_seat: bool
) -> Iterator[tuple[_Field, int | None, list[int]]]:
    """Every list of cards in a part of a state, with what its marks say and whose it is; `by_seat`
    where lists go by seat."""
    if isinstance(value, list):
        for at, each in enumerate(value):
            yield from _piles(each, at if by_seat else owner, False)
    elif isinstance(value, Struct) and not value.__struct_config__.frozen:
        owner = getattr(value, "owner", owner)
        for field in _leads(type(value), by_seat):
            part = getattr(value, field.name)
            if field.mark == "everyone" and not field.deck:
                yield from _piles(part, owner, by_seat and isinstance(part, list))
            elif field.type == list[list[int]]:
                yield from ((field, at, pile) for at, pile in enumerate(part))
            else:
                yield field, owner, part


@cache
def _leads(kind: type[Struct], by_seat: bool) -> tuple[_Field, ...]:
    """The fields of a struct that hold cards, and those with parts that may."""
    return tuple(
        field
        for field in _fields(kind)
        if _holds_cards(field, by_seat)
        or (
            field.mark == "everyone"
            and (field.deck or isinstance(field.type, TypeVar) or _parts(field.type))
        )
    )
