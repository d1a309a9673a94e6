"""A game's data: TOML files beside its code, whose rows become structs.

Everything that is wrong with a file is told at once, each fault in a sentence that says where.
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import Any, TypeVar, get_args

import msgspec

T = TypeVar("T")


class BadData(ValueError):
    """Data that cannot be used, such as a card set; `faults` has all that is wrong, a sentence
    each."""

    def __init__(self, faults: Sequence[str]) -> None:
        super().__init__("\n".join(faults))
        self.faults = tuple(faults)


def read_file(package: str, name: str) -> dict[str, Any]:
    """A file of a package as plain values, such as "data/cards.toml". Raises `BadData` where there
    is none, or none of TOML."""
    try:
        return tomllib.loads(files(package).joinpath(name).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise BadData([f"{name}: {error}."]) from error


def read_if_there(module: str, name: str) -> dict[str, Any] | None:
    """The same of a file beside a module's code; None where there is none."""
    is_package = hasattr(sys.modules[module], "__path__")
    there = is_package and files(module).joinpath(name).is_file()
    return read_file(module, name) if there else None


def as_structs(place: str, rows: Sequence[Mapping[str, Any]], kind: type[T]) -> tuple[T, ...]:
    """The rows of a file as structs of a kind, which tells each field's type. `place` says what a
    row is: "data/cards.toml: card".

    Raises `BadData` with a fault for each value that does not fit: "data/cards.toml: card shove:
    effects[0].do: 'mlies' is none of the words it may be."
    """
    out, faults = [], []
    for at, row in enumerate(rows):
        try:
            out.append(msgspec.convert(row, kind))
        except msgspec.ValidationError:
            here = f"{place} {row.get('id', at)}"
            faults += [f"{here}: {fault}." for fault in _faults(row, kind)]
    if faults:
        raise BadData(faults)
    return tuple(out)


def meant(place: str, word: str, known: Mapping[str, T]) -> T:
    """What a word of a file stands for. Raises `BadData`."""
    if word not in known:
        raise BadData([f"{place}: {word!r} is none of the words it may be."])
    return known[word]


def _faults(value: Any, kind: Any, place: str = "") -> list[str]:
    """What is wrong with a value: with each field of a struct, and with each of a list of them."""
    parts, faults = list[tuple[str, Any, Any]](), list[str]()
    if isinstance(value, Mapping) and isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        fields = {field.encode_name: field for field in msgspec.structs.fields(kind)}
        known = [name for name in value if name in fields]
        parts = [(f"{place}.{name}", value[name], fields[name].type) for name in known]
        if kind.__struct_config__.forbid_unknown_fields:
            faults = [_said(place, f"there is no field `{n}`") for n in value if n not in fields]
        missing = [name for name, it in fields.items() if it.required and name not in value]
        faults += [_said(place, f"the field `{name}` is missing") for name in missing]
    elif isinstance(value, list) and get_args(kind)[1:] == (...,):
        parts = [(f"{place}[{at}]", each, get_args(kind)[0]) for at, each in enumerate(value)]
    for where, each, its in parts:
        faults += _faults(each, its, where)
    if faults:
        return faults
    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        said, _, where = str(error).partition(" - at `")
        within = where.removeprefix("key` in `").removeprefix("$").rstrip("`")
        if said.startswith("Invalid enum value "):
            said = f"{said.removeprefix('Invalid enum value ')} is none of the words it may be"
        return [_said(place + within, said)]
    return []


def _said(place: str, fault: str) -> str:
    """ "field: what is wrong"."""
    return f"{place.removeprefix('.')}: {fault}" if place else fault
