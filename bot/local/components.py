"""Components and embeds turned from what a bot sends into what Discord keeps and answers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from bot.local.world import Json, walk

Media = Callable[[str], Json]
"""Gives the media object for the URL that a bot wrote."""

_KEPT: Final[dict[int, tuple[str, ...]]] = {
    2: ("custom_id", "style", "label", "disabled", "url", "emoji"),
    3: ("custom_id", "placeholder", "disabled", "options"),
    5: ("custom_id", "placeholder", "disabled", "default_values"),
    6: ("custom_id", "placeholder", "disabled", "default_values"),
    7: ("custom_id", "placeholder", "disabled", "default_values"),
    8: ("custom_id", "placeholder", "disabled", "default_values", "channel_types"),
    10: ("content",),
}


def keep_components(sent: list[Json], media: Media) -> list[Json]:
    """The components as they are stored: defaults filled in, ids given, media resolved."""
    taken = {c["id"] for c in walk(sent) if c.get("id")}
    numbers = _free(taken)
    return [_keep(component, media, numbers) for component in sent]


def _free(taken: set[int]) -> Iterator[int]:
    number = 0
    while True:
        number += 1
        if number not in taken:
            yield number


def _keep(sent: Json, media: Media, numbers: Iterator[int]) -> Json:
    kind: int = sent["type"]
    out: Json = {"type": kind, "id": sent.get("id") or next(numbers)}
    for key in _KEPT.get(kind, ()):
        if sent.get(key) is not None:
            out[key] = sent[key]
    if "options" in out:
        out["options"] = [
            {k: v for k, v in option.items() if v is not None} for option in out["options"]
        ]
    if "default_values" in out:
        # discord.py sends ids as numbers here.
        out["default_values"] = [{**v, "id": str(v["id"])} for v in out["default_values"]]
    if "emoji" in out:
        out["emoji"] = {k: v for k, v in out["emoji"].items() if v is not None}
    if kind in (3, 5, 6, 7, 8):
        out["min_values"] = _or(sent.get("min_values"), 1)
        out["max_values"] = _or(sent.get("max_values"), 1)
    if kind in (1, 9, 17):
        out["components"] = [_keep(inner, media, numbers) for inner in sent["components"]]
    if kind == 9:
        out["accessory"] = _keep(sent["accessory"], media, numbers)
    elif kind == 11:
        out |= _shown(sent, media)
    elif kind == 12:
        out["items"] = [_shown(item, media) for item in sent["items"]]
    elif kind == 13:
        resolved = media(sent["file"]["url"])
        name, size = resolved["url"].rsplit("/", 1)[-1], resolved.pop("_size", None)
        out |= {"file": resolved, "name": name, "size": size}
        out["spoiler"] = bool(sent.get("spoiler"))
    elif kind == 14:
        out |= {"divider": _or(sent.get("divider"), True), "spacing": _or(sent.get("spacing"), 1)}
    elif kind == 17:
        out |= {"accent_color": sent.get("accent_color"), "spoiler": bool(sent.get("spoiler"))}
    return out


def _or(given: Any, default: Any) -> Any:
    return default if given is None else given


def _shown(sent: Json, media: Media) -> Json:
    resolved = media(sent["media"]["url"])
    resolved.pop("_size", None)
    return {
        "media": resolved,
        "description": sent.get("description"),
        "spoiler": bool(sent.get("spoiler")),
    }


def keep_embeds(sent: list[Json], media: Media) -> list[Json]:
    """The embeds as they are stored."""
    return [_keep_embed(embed, media) for embed in sent]


def _keep_embed(sent: Json, media: Media) -> Json:
    out = {k: v for k, v in sent.items() if v is not None and k not in ("image", "thumbnail")}
    out["type"] = "rich"
    out.pop("flags", None)
    for key in ("image", "thumbnail"):
        url = (sent.get(key) or {}).get("url")
        if url:
            resolved = media(url)
            wanted = ("url", "proxy_url", "width", "height", "content_type")
            out[key] = {k: resolved[k] for k in wanted if resolved.get(k) is not None}
    return out
