"""Reads a card set's file by the structs that it is written in; every fault names its place."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Annotated, Any, Final, NamedTuple

import msgspec
from msgspec import inspect as forms

from games.engine.voice import hint
from games.world_auto_racing.cards import Card
from games.world_auto_racing.printed import CARDS, EFFECTS, OPS, Effect, Op, Sort, one_of
from games.world_auto_racing.texts import say


class Faults:
    """What is wrong with a file, in the order in which it was found."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.sentences: list[str] = []

    def add(self, where: str, words: str) -> None:
        """Write down a fault: "my_set.toml: card hill_climb: effects[0].when: ..."."""
        place = f"{where.removesuffix(':')}: " if where else ""
        self.sentences.append(f"{self.file}: {place}{words}")


def under(where: str, key: str) -> str:
    """The place of a field: "card hill_climb:" and "text" give "card hill_climb: text"."""
    if not where or not key:
        return where or key
    return f"{where} {key}" if where.endswith(":") else f"{where}.{key}"


def told(value: object) -> str:
    """A value as a fault shows it."""
    try:
        text = f"'{value}'" if isinstance(value, str) else repr(value)
    except ValueError:
        # Python writes no whole numbers of several thousand digits.
        return say("form", "digits")
    return text if len(text) <= 60 else text[:59] + "…"


class _Sorted(NamedTuple):
    """A struct of which only some fields go together, as the word in one of them says."""

    tag: str
    sorts: Mapping[str, Sort]
    what: str
    """The text of what one is called; with `_of`, of one of a sort."""
    no: str
    """The text of what an unknown word is not."""


_SORTED: Final[Mapping[type[Any], _Sorted]] = {
    Card: _Sorted("type", CARDS, "card", "type"),
    Effect: _Sorted("when", EFFECTS, "effect", "when"),
    Op: _Sorted("op", OPS, "op", "op"),
}


@cache
def _fields(kind: type[msgspec.Struct]) -> Mapping[str, forms.Field]:
    """The fields of a struct as they are named in a file."""
    info = forms.type_info(kind)
    assert isinstance(info, forms.StructType)
    return {field.encode_name: field for field in info.fields}


def read(value: Any, form: Any, where: str, faults: Faults) -> Any:
    """A value of a file in that form (`msgspec.inspect`), ready for `msgspec.convert`; None after
    what is wrong with it has been written down."""
    match form:
        case forms.UnionType(types=(inner, forms.NoneType())):
            return read(value, inner, where, faults)
        case forms.StructType(cls=kind):
            return read_table(value, kind, where, faults)
        case forms.DictType(value_type=inner) if isinstance(value, dict):
            return {key: read(value[key], inner, under(where, key), faults) for key in value}
        case forms.VarTupleType(item_type=inner, max_length=most):
            if isinstance(inner, forms.StructType):
                return [read(each, inner, at, faults) for at, each in items(value, where, faults)]
            if isinstance(value, list) and most != 1:
                if not value:
                    faults.add(where, say("form", "empty_list"))
                return [read(each, inner, at, faults) for at, each in items(value, where, faults)]
            return [read(value, inner, where, faults)]
    try:
        return _plain(value, form)
    except ValueError as error:
        faults.add(where, str(error))
        return None


def items(value: Any, where: str, faults: Faults) -> list[tuple[str, Any]]:
    """The items of a list with their places; nothing when it is no list."""
    if isinstance(value, list):
        return [(f"{where}[{i}]", each) for i, each in enumerate(value)]
    faults.add(where, say("form", "is", said=told(value), no=say("no", "list")))
    return []


def _plain(value: Any, form: Any) -> Any:
    """A value that holds no others. Raises ValueError with what is wrong with it."""
    no = ""
    match form:
        case forms.Metadata(extra={"known": known, "no": no}):
            if isinstance(value, str) and value in known:
                return value
            no = say("no", no)
            no += hint(value, known) or say("form", "known", known=", ".join(known))
        case forms.Metadata(extra={"form": wanted, "no": no}):
            try:
                return msgspec.convert(value, wanted)
            except msgspec.ValidationError:
                no = say("no", no)
        case forms.BoolType():
            if isinstance(value, bool):
                return value
            no = say("no", "bool")
        case forms.IntType() | forms.FloatType():
            low, high = form.ge or 0, form.le or 0
            whole = isinstance(form, forms.IntType)
            if isinstance(value, bool) or not isinstance(value, int if whole else int | float):
                no = say("no", "whole" if whole else "number")
            elif not low <= value <= high:
                no = say("no", "range", low=low, high=high)
            elif value * 4 != int(value * 4):
                no = say("no", "quarters")
            else:
                return value
            raise ValueError(say("form", "is", said=told(value), no=no).replace("-", "−"))
        case forms.StrType(min_length=least, max_length=most):
            if isinstance(value, str):
                return _line(value, least or 0, most or len(value))
            no = say("no", "text")
        case forms.DictType():
            no = say("no", "table")
        case _:
            return value
    raise ValueError(say("form", "is", said=told(value), no=no))


def _line(text: str, least: int, most: int) -> str:
    """One line of words. Raises ValueError with what is wrong with it."""
    if "\n" in text or not text.isprintable():
        raise ValueError(say("form", "line"))
    if len(text) > most:
        raise ValueError(say("form", "long", count=len(text), most=most))
    if len(text.strip()) < least:
        raise ValueError(say("form", "empty"))
    return text.strip()


def read_table(
    value: Any, kind: type[msgspec.Struct], where: str, faults: Faults
) -> dict[str, Any]:
    """The fields of a table that is a struct of that kind, by their names in a file: every
    unknown, missing or wrong one is a fault."""
    known = _fields(kind)
    fields = {name: field.type for name, field in known.items()}
    needs = tuple(name for name, field in known.items() if field.required)
    what = getattr(kind, "what", "")
    word: Any = ""
    if kind in _SORTED:
        tag, sorts, what, no = _SORTED[kind]
        word = value.get(tag) if isinstance(value, dict) else None
        sort = sorts.get(word) if isinstance(word, str) else None
        if sort is None:
            # Nothing else can be judged.
            fields = dict.fromkeys(fields, forms.AnyType())
            fields[tag] = forms.type_info(Annotated[str, one_of(tuple(sorts), no)])
            needs = (tag,)
        else:
            fields = {name: sort.narrow.get(name, fields[name]) for name in sort.fields}
            needs, what = sort.needs, f"{what}_of"
    if not isinstance(value, dict):
        faults.add(where, say("form", "is", said=told(value), no=say("no", "table")))
        return {}
    for name in value:
        if name not in fields:
            near = hint(name, fields)
            called = say("form", what, word=word)
            faults.add(under(where, name), say("form", "no_field", what=called, hint=near))
    for name in needs:
        if name not in value:
            called = say("form", what, word=word)
            faults.add(where, say("form", "needs", what=called, name=name))
    return {
        name: read(value[name], form, under(where, name), faults)
        for name, form in fields.items()
        if name in value
    }
