"""How rule cases write answers, events and parts of a state: by name, and only what matters."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from inspect import isfunction
from typing import Any, Final, TypeAlias

import msgspec
from msgspec import inspect

from games.engine.ask import Ask
from games.engine.errors import Illegal
from games.engine.game import Game
from games.engine.seen import card_fields
from games.engine.table import Emitted

Tree: TypeAlias = dict[str, Any]
"""Parts by path: TOML's `set.hands.0 = [...]` is `{"hands": {"0": [...]}}`."""

_PILES: Final = frozenset({"count", "has", "lacks", "any_order"})
"""What can be said of a list instead of writing it out."""
_CARDS: Final = frozenset({"card", "cards", "hand"})
"""Fields and properties that hold cards by their name, beside those that are marked so."""


class CaseError(Exception):
    """A rule case that does not make sense."""


class Written(msgspec.Struct):
    """An answer or order as a case writes it: a value, and which of its fields were written."""

    value: Any
    fields: tuple[str, ...]
    is_order: bool

    def fits(self, ask: Ask[Any]) -> list[Any]:
        """The options that agree with every written field."""
        return [
            option
            for option in ask.options
            if type(option) is type(self.value)
            and all(getattr(option, f) == getattr(self.value, f) for f in self.fields)
        ]

    def legal(self, ask: Ask[Any]) -> bool:
        """Whether the question has such an answer."""
        if self.fits(ask):
            return True
        try:
            ask.read(self.value)
        except Illegal:
            return False
        return True

    def option(self, ask: Ask[Any]) -> Any:
        """The option that is meant: fields left out have their usual value where that is possible.

        Without such an option it is the value itself, for the table to refuse.
        """
        fits = self.fits(ask)
        if len(fits) < 2:
            return fits[0] if fits else self.value
        free = [f for f in type(self.value).__struct_fields__ if f not in self.fields]

        def strangeness(option: Any) -> int:
            return sum(getattr(option, f) != getattr(self.value, f) for f in free)

        fits.sort(key=strangeness)
        if strangeness(fits[0]) == strangeness(fits[1]):
            raise CaseError(f"{self.value} could be {fits[0]} or {fits[1]}")
        return fits[0]


class Notation:
    """The names of one game, read from its types and its `names`."""

    def __init__(self, game: Game[Any]) -> None:
        self._names = game.names
        self._kind = game.State
        self._state = inspect.type_info(game.State)
        self._answers = _by_tag(game.Answer)
        self._orders = _by_tag(game.Order)
        self._events = _by_tag(game.Event)
        self._shown: dict[int, list[str]] = {}
        for name, number in game.names.items():
            self._shown.setdefault(number, []).append(name)

    def numbers(self, names: Sequence[int | str]) -> list[int]:
        """Cards by name as numbers."""
        return [self._number(name) if isinstance(name, str) else name for name in names]

    def _number(self, name: str) -> int:
        if name not in self._names:
            raise CaseError(f"nothing is named {name!r}")
        return self._names[name]

    # -- answers and events

    def answer(self, row: Mapping[str, Any]) -> Written:
        """An answer or order written as `play = "swerve"`, with its other fields beside it.

        The key is the tag; its value is the first field, or true for one without fields.
        """
        for kinds, is_order in ((self._answers, False), (self._orders, True)):
            tag = next((key for key in row if key in kinds), None)
            if tag is None:
                continue
            kind = kinds[tag]
            fields = {key: value for key, value in row.items() if key != tag}
            if kind.fields:
                fields[kind.fields[0].encode_name] = row[tag]
            elif row[tag] is not True:
                raise CaseError(f"{tag} is written {tag} = true")
            value = self._struct(kind, fields)
            names = tuple(f.name for f in kind.fields if f.encode_name in fields)
            return Written(value, names, is_order)
        raise CaseError(f"{dict(row)} is no answer or order of this game")

    def _struct(self, kind: inspect.StructType, fields: Mapping[str, Any]) -> Any:
        named = self._named(dict(fields), kind)
        raw: Any = {str(kind.tag_field): kind.tag, **named}
        try:
            return msgspec.convert(raw, kind.cls)
        except msgspec.ValidationError as error:
            raise CaseError(f"{dict(fields)}: {error}") from error

    def event(self, row: Mapping[str, Any]) -> Callable[[Emitted], bool]:
        """A test for an event written as `{event = "tag", some = "field"}`, `to` its seats."""
        tag = row.get("event")
        if not isinstance(tag, str) or tag not in self._events:
            raise CaseError(f"{dict(row)}: the game has no such event")
        kind = self._events[tag]
        fields = {key: value for key, value in row.items() if key not in ("event", "to")}
        self._check_fields(kind, fields)
        to = row.get("to")
        if to is not None and to != "everyone" and not isinstance(to, list):
            raise CaseError(f'{dict(row)}: to is a list of seats or "everyone"')

        def is_it(told: Emitted) -> bool:
            if type(told.event) is not kind.cls:
                return False
            if to is not None and (None if to == "everyone" else tuple(to)) != told.seats:
                return False
            return not any(self.differences(fields, told.event, ""))

        return is_it

    def tell(self, told: Emitted) -> str:
        """An event as a failure shows it."""
        to = "" if told.seats is None else f" to {list(told.seats)}"
        return f"{told.event!r}{to}"

    # -- parts of a state

    def put(self, state: Any, tree: Tree) -> Any:
        """The state with these parts changed; everything is checked against its types."""
        changed = self._put(state, self._state, tree, "set")
        try:
            return msgspec.json.decode(msgspec.json.encode(changed), type=self._kind)
        except msgspec.ValidationError as error:
            raise CaseError(f"set: {error}") from error

    def _put(self, node: Any, kind: inspect.Type, tree: Any, where: str) -> Any:
        kind = _bare(kind)
        if not isinstance(tree, dict) or node is None:
            return self._named(tree, kind, where)
        if isinstance(kind, inspect.UnionType):
            kind = next((k for k in kind.types if not isinstance(k, inspect.NoneType)), kind)
        if isinstance(kind, inspect.StructType):
            self._check_fields(kind, tree, where)
            new = {
                f.name: self._put(getattr(node, f.name), f.type, tree[f.encode_name], where)
                for f in kind.fields
                if f.encode_name in tree
            }
            return msgspec.structs.replace(node, **new)
        if isinstance(node, list | tuple):
            out = list(node)
            for key, part in tree.items():
                at = _index(key, out, where)
                out[at] = self._put(out[at], _item(kind, at), part, f"{where}.{key}")
            return out
        if isinstance(node, dict) and isinstance(kind, inspect.DictType):
            return {**node, **{k: self._named(v, kind.value_type, where) for k, v in tree.items()}}
        raise CaseError(f"{where} has no parts {sorted(tree)}")

    def _check_fields(
        self, kind: inspect.StructType, tree: Mapping[str, Any], where: str = ""
    ) -> None:
        unknown = sorted({*tree} - {f.encode_name for f in kind.fields})
        if unknown:
            raise CaseError(f"{where or kind.cls.__name__} has no part {', '.join(unknown)}")

    def _named(self, value: Any, kind: inspect.Type, where: str = "") -> Any:
        """A plain value with numbers for names wherever the type wants a number."""
        kind = _bare(kind)
        kinds = kind.types if isinstance(kind, inspect.UnionType) else (kind,)
        if isinstance(value, str):
            if value == "none" and any(isinstance(k, inspect.NoneType) for k in kinds):
                return None
            if any(_takes_numbers(k) for k in kinds):
                return self._number(value)
            return value
        if isinstance(value, list):
            holder = next((k for k in kinds if isinstance(k, _LISTS)), None)
            if holder is None:
                return value
            return [self._named(v, _item(holder, i), where) for i, v in enumerate(value)]
        if isinstance(value, dict):
            for k in kinds:
                if isinstance(k, inspect.StructType):
                    return self._fields(value, k, where)
        return value

    def _fields(self, value: Mapping[str, Any], kind: inspect.StructType, where: str) -> Any:
        """A struct by its fields, in the form in which it is stored."""
        self._check_fields(kind, value, where)
        given = {
            f.encode_name: self._named(value[f.encode_name], f.type, where)
            for f in kind.fields
            if f.encode_name in value
        }
        if not kind.array_like:
            return given
        missing = [f.encode_name for f in kind.fields if f.encode_name not in given and f.required]
        if missing:
            raise CaseError(f"{where}: {kind.cls.__name__} needs {', '.join(missing)}")
        return [given.get(f.encode_name, f.default) for f in kind.fields]

    # -- comparing

    def differences(self, wanted: Any, came: Any, where: str, cards: bool = False) -> Iterator[str]:
        """Each way in which `came` is not as `wanted` says, a line each; `where` is its path.

        Parts that are not written do not matter. The properties of a struct are parts as well, and
        so are its methods that say something of a seat: `spent.1`. `cards`: its numbers are cards.
        """
        if not isinstance(wanted, dict):
            if not self._same(wanted, came):
                yield f"{where}: expected {wanted!r}, came {self.show(came, wanted, cards)}"
        elif isinstance(came, list | tuple):
            if wanted.keys() and wanted.keys() <= _PILES:
                yield from self._pile(wanted, list(came), where, cards)
                return
            for key, part in wanted.items():
                at = _index(key, came, where)
                yield from self.differences(part, came[at], f"{where}.{key}", cards)
        elif isinstance(came, msgspec.Struct):
            for key, part in wanted.items():
                if _is_method(came, key):
                    yield from self._of_seats(part, getattr(came, key), f"{where}.{key}")
                elif key in came.__struct_fields__ or _is_property(came, key):
                    held = key in _CARDS or key in card_fields(type(came))
                    yield from self.differences(part, getattr(came, key), f"{where}.{key}", held)
                else:
                    raise CaseError(f"{where or type(came).__name__} has no part {key}")
        elif isinstance(came, dict):
            for key, part in wanted.items():
                if key not in came:
                    raise CaseError(f"{where} has no part {key}")
                yield from self.differences(part, came[key], f"{where}.{key}", cards)
        elif came is None:
            yield f"{where}: expected {wanted!r}, came none"
        else:
            raise CaseError(f"{where} has no parts {sorted(wanted)}")

    def _of_seats(self, wanted: Any, say: Callable[[int], Any], where: str) -> Iterator[str]:
        """The same of what a method says of each seat that is written."""
        if not isinstance(wanted, dict) or not all(seat.isdigit() for seat in wanted):
            raise CaseError(f"{where} is said of a seat: {where}.0")
        for seat, part in wanted.items():
            yield from self.differences(part, say(int(seat)), f"{where}.{seat}")

    def _pile(
        self, wanted: Mapping[str, Any], came: list[Any], where: str, cards: bool
    ) -> Iterator[str]:
        """The same of a list of which is said what is in it; `cards`: its numbers are cards."""
        if "count" in wanted and wanted["count"] != len(came):
            yield f"{where}: expected {wanted['count']} of them, came {len(came)}"
        for word in ("has", "any_order"):
            left = list(came)
            for item in wanted.get(word, ()):
                at = next((i for i, other in enumerate(left) if self._same(item, other)), None)
                if at is None:
                    yield f"{where}: expected {item!r} there, came {self.show(came, [item], cards)}"
                    break
                del left[at]
            else:
                if word in wanted and word == "any_order" and left:
                    yield f"{where}: also came {self.show(left, wanted[word], cards)}"
        for item in wanted.get("lacks", ()):
            if any(self._same(item, other) for other in came):
                yield f"{where}: expected no {item!r} there, came {self.show(came, [item], cards)}"

    def _same(self, wanted: Any, came: Any) -> bool:
        if isinstance(wanted, list) and isinstance(came, list | tuple):
            return len(wanted) == len(came) and all(map(self._same, wanted, came))
        if isinstance(wanted, dict):
            return not any(self.differences(wanted, came, ""))
        if isinstance(wanted, str) and came is None:
            return wanted == "none"
        if isinstance(wanted, str) and type(came) is int:
            return self._number(wanted) == came
        return type(wanted) is type(came) and bool(wanted == came)

    def show(self, value: Any, like: Any = None, cards: bool = False) -> str:
        """A value in a failure: cards with the names they have, other numbers as they are.

        Numbers are taken for cards where the field holds `cards`, or where the case has a name in
        their place in `like`; items past its end are like its last one.
        """
        if isinstance(value, list | tuple):
            rows = like if isinstance(like, list) else []
            rows = [*rows, *(rows[-1:] * len(value) or [None] * len(value))]
            items = zip(value, rows, strict=False)
            return "[" + ", ".join(self.show(each, row, cards) for each, row in items) + "]"
        named = cards or (isinstance(like, str) and like in self._names)
        if named and type(value) is int and value in self._shown:
            return f"{value} ({' or '.join(self._shown[value])})"
        return "none" if value is None else repr(value)


_LISTS = (inspect.ListType, inspect.VarTupleType, inspect.TupleType, inspect.SetType)


def _by_tag(union: Any) -> dict[str, inspect.StructType]:
    kind = inspect.type_info(union)
    kinds = kind.types if isinstance(kind, inspect.UnionType) else (kind,)
    return {str(k.tag): k for k in kinds if isinstance(k, inspect.StructType)}


def _bare(kind: inspect.Type) -> inspect.Type:
    """A type without what marks say of it."""
    return kind.type if isinstance(kind, inspect.Metadata) else kind


def _takes_numbers(kind: inspect.Type) -> bool:
    if isinstance(kind, inspect.LiteralType):
        return any(isinstance(value, int) for value in kind.values)
    return isinstance(kind, inspect.IntType)


def _item(kind: inspect.Type, at: int) -> inspect.Type:
    if isinstance(kind, inspect.TupleType):
        return kind.item_types[at] if at < len(kind.item_types) else inspect.AnyType()
    if isinstance(kind, inspect.ListType | inspect.VarTupleType | inspect.SetType):
        return kind.item_type
    return inspect.AnyType()


def _index(key: str, items: Sequence[Any], where: str) -> int:
    if not key.isdigit() or int(key) >= len(items):
        raise CaseError(f"{where} has no part {key}")
    return int(key)


def _is_method(value: msgspec.Struct, name: str) -> bool:
    return not name.startswith("_") and isfunction(getattr(type(value), name, None))


def _is_property(value: msgspec.Struct, name: str) -> bool:
    return isinstance(getattr(type(value), name, None), property)
