"""What Discord refuses in a modal."""

from __future__ import annotations

from collections.abc import Iterator

from bot.local.checks import SELECTS, check_bounds, check_options, check_select, count, duplicates
from bot.local.checks import length as check_length
from bot.local.errors import Problem, Where
from bot.local.world import Json, walk


def check_modal(where: Where, modal: Json) -> Iterator[Problem]:
    """A title, a custom id and one to five items."""
    yield from check_length((*where, "title"), modal.get("title"), 1, 45)
    yield from check_length((*where, "custom_id"), modal.get("custom_id"), 1, 100)
    items: list[Json] = modal.get("components") or []
    place = (*where, "components")
    yield from count(place, items, 1, 5)
    for n, item in enumerate(items):
        yield from _check_item((*place, n), item)
    yield from duplicates(place, list(walk(items)))


def _check_item(place: Where, item: Json) -> Iterator[Problem]:
    kind = item["type"]
    if kind == 10:
        yield from check_length((*place, "content"), item.get("content"), 1, 4000)
    elif kind == 18:
        yield from check_length((*place, "label"), item.get("label"), 1, 45)
        yield from check_length((*place, "description"), item.get("description"), 0, 100)
        yield from _check_field((*place, "component"), item.get("component") or {})
    elif kind == 1:
        inside: list[Json] = item.get("components") or []
        yield from count((*place, "components"), inside, 1, 1)
        for n, field in enumerate(inside):
            here = (*place, "components", n)
            if field["type"] != 4:
                yield Problem((*here, "type"), "UNION_TYPE_CHOICES", "A row holds a text input")
            yield from check_length((*here, "label"), field.get("label"), 1, 45)
            yield from _check_field(here, field)
    else:
        yield Problem((*place, "type"), "UNION_TYPE_CHOICES", f"Type {kind} is not for modals")


def _check_field(place: Where, field: Json) -> Iterator[Problem]:
    kind = field.get("type")
    if kind in SELECTS:
        yield from check_select(place, field)
        return
    yield from check_length((*place, "custom_id"), field.get("custom_id"), 1, 100)
    if kind == 4:
        yield from _check_text(place, field)
    elif kind in (21, 22):
        options: list[Json] = field.get("options") or []
        yield from count((*place, "options"), options, 2 if kind == 21 else 1, 10)
        yield from check_options(place, options)
        if kind == 22:
            most = len(options)
            bounds = {"min_values": 0 if field.get("required") is False else 1, "max_values": most}
            given = {k: field[k] for k in bounds if field.get(k) is not None}
            yield from check_bounds(place, bounds | given, "values", most)
    elif kind not in (19, 23):
        yield Problem((*place, "type"), "UNION_TYPE_CHOICES", f"Type {kind} is not for modals")


def _check_text(place: Where, field: Json) -> Iterator[Problem]:
    yield from check_length((*place, "placeholder"), field.get("placeholder"), 0, 100)
    low = field.get("min_length") or 0
    high = 4000 if field.get("max_length") is None else field["max_length"]
    if not 0 <= low <= high <= 4000 or high < 1:
        message = f"min_length {low} and max_length {high} do not go together"
        yield Problem((*place, "min_length"), "COMPONENT_MIN_OVER_MAX", message)
    value = field.get("value")
    if value:
        yield from check_length((*place, "value"), value, low, high)
