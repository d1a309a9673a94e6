"""A filled-in modal as the client sends it, checked as the client checks it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bot.local.errors import NotShown
from bot.local.options import Typed
from bot.local.world import Json, walk

Value = str | bool | Sequence[Any] | None


def fields(modal: Json) -> list[Json]:
    """The fields of a modal that can be filled in."""
    return [c for c in walk(modal["components"]) if c.get("custom_id")]


def filled(typed: Typed, modal: Json, values: Mapping[str, Value]) -> list[Json]:
    """The components of a submission. What is left out keeps its default; raises `NotShown`."""
    known = {f["custom_id"] for f in fields(modal)}
    for custom_id in values:
        if custom_id not in known:
            raise NotShown(f"The form has no field {custom_id!r}, only {sorted(known)}.")
    out: list[Json] = []
    for number, item in enumerate(modal["components"], 1):
        made: Json = {"type": item["type"], "id": item.get("id") or number * 2}
        if item["type"] == 18:
            made["component"] = _field(typed, item["component"], values, number * 2 + 1)
        elif item["type"] == 1:
            made["components"] = [
                _field(typed, inner, values, number * 2 + 1) for inner in item["components"]
            ]
        out.append(made)
    return out


def _field(typed: Typed, field: Json, values: Mapping[str, Value], number: int) -> Json:
    custom_id, kind = field["custom_id"], field["type"]
    out: Json = {"type": kind, "id": field.get("id") or number, "custom_id": custom_id}
    given = values.get(custom_id)
    if kind == 4:
        out["value"] = _text(field, field.get("value") or "" if given is None else str(given))
    elif kind == 23:
        out["value"] = bool(field.get("default")) if given is None else bool(given)
    elif kind == 21:
        chosen = values_of(typed, field, _chosen(field, given))
        if len(chosen) > 1 or (not chosen and field.get("required") is not False):
            raise NotShown(f"{custom_id}: one of the options must be chosen.")
        out["value"] = chosen[0] if chosen else None
    else:
        out["values"] = _many(typed, field, _chosen(field, given))
    return out


def _text(field: Json, text: str) -> str:
    required = field.get("required") is not False
    low, high = field.get("min_length") or 0, field.get("max_length") or 4000
    if not text and required:
        raise NotShown(f"{field['custom_id']} must be filled in.")
    if text and not low <= len(text) <= high:
        raise NotShown(f"{field['custom_id']}: {low} to {high} characters, not {len(text)}.")
    return text


def _chosen(field: Json, given: Value) -> list[Any]:
    if given is None:
        return [o["value"] for o in field.get("options") or [] if o.get("default")]
    if isinstance(given, str):
        return [given]
    if isinstance(given, bool):
        raise NotShown(f"{field['custom_id']} is not a checkbox.")
    return list(given)


def _many(typed: Typed, field: Json, chosen: list[Any]) -> list[str]:
    required = field.get("required") is not False
    low = 1 if field.get("min_values") is None else int(field["min_values"])
    usual = len(field.get("options") or []) if field["type"] == 22 else 1
    high = usual if field.get("max_values") is None else int(field["max_values"])
    if (chosen or required) and not low <= len(chosen) <= high:
        raise NotShown(f"{field['custom_id']}: {low} to {high} must be chosen, not {len(chosen)}.")
    return values_of(typed, field, chosen)


def values_of(typed: Typed, select: Json, chosen: Sequence[Any]) -> list[str]:
    """The values of a select, radio or checkbox group as they are sent."""
    kind = select["type"]
    if kind in (3, 21, 22):
        offered = [option["value"] for option in select.get("options") or []]
        for value in chosen:
            if value not in offered:
                raise NotShown(f"{value!r} is none of {offered}.")
        return [str(value) for value in chosen]
    if kind == 19:
        return [typed.resolve_file(value) for value in chosen]
    if kind == 8:
        return [typed.resolve_channel(value) for value in chosen]
    if kind == 6:
        return [typed.resolve_role(value) for value in chosen]
    return [typed.resolve_user(value) for value in chosen]
