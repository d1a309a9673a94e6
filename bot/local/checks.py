"""What Discord refuses in a message and its document does not say, checked by hand.

The plain limits are here too, so that the server is as strict where the document is absent.
Each check gives `Problem`s; `where` is the path of the message inside the request body.
"""

from __future__ import annotations

from collections.abc import Collection, Generator, Iterable, Iterator
from typing import Final

from bot.local.errors import Problem, Where
from bot.local.world import EPHEMERAL, V2, Json, walk

SUPPRESS_EMBEDS: Final = 1 << 2
SELECTS: Final = frozenset({3, 5, 6, 7, 8})
_ONLY_V2: Final = frozenset({9, 10, 11, 12, 13, 14, 17})
_TOP: Final = frozenset({1, 9, 10, 12, 13, 14, 17})
_LINKS: Final = ("http://", "https://", "discord://")
_EMBED_TEXTS: Final = (("title", 256), ("description", 4096))
NO_SUCH_FILE: Final = "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND"
MAX_CONTENT: Final = 2000
MAX_V2_TEXT: Final = 4000
MAX_V2_COMPONENTS: Final = 40
MAX_EMBED_TEXT: Final = 6000


def length(where: Where, text: object, least: int, most: int) -> Iterator[Problem]:
    """A text that must have `least` to `most` characters; None passes when `least` is 0."""
    if text is None and least == 0:
        return
    if not isinstance(text, str):
        yield Problem(where, "BASE_TYPE_REQUIRED", "This field is required")
    elif not least <= len(text) <= most:
        code = "BASE_TYPE_MAX_LENGTH" if len(text) > most else "BASE_TYPE_MIN_LENGTH"
        yield Problem(where, code, f"Must be between {least} and {most} in length.")


def count(where: Where, given: Collection[object], least: int, most: int) -> Iterator[Problem]:
    if not least <= len(given) <= most:
        code = "BASE_TYPE_BAD_LENGTH"
        yield Problem(where, code, f"Must be between {least} and {most} in length.")


def check_flags(where: Where, flags: int, allowed: int) -> Iterator[Problem]:
    """Only flags that may be sent here."""
    if flags & ~allowed:
        word = "EPHEMERAL may not be set here" if flags & ~allowed & EPHEMERAL else "Unknown flags"
        yield Problem((*where, "flags"), "BITFIELD_INVALID", f"{word}: {flags & ~allowed}")


def check_content(where: Where, body: Json) -> Iterator[Problem]:
    yield from length((*where, "content"), body.get("content"), 0, MAX_CONTENT)


def check_embeds(where: Where, body: Json) -> Iterator[Problem]:
    """Every embed has something in it, in bounds, and 6000 characters together."""
    embeds: list[Json] = body.get("embeds") or []
    place = (*where, "embeds")
    yield from count(place, embeds, 0, 10)
    total = 0
    for n, embed in enumerate(embeds):
        total += yield from _check_embed((*place, n), embed)
    if total > MAX_EMBED_TEXT:
        message = f"Embed size exceeds maximum size of {MAX_EMBED_TEXT}"
        yield Problem(place, "MAX_EMBED_SIZE_EXCEEDED", message)


def _check_embed(place: Where, embed: Json) -> Generator[Problem, None, int]:
    """The faults of one embed; its number of characters is what the generator returns."""
    total = 0
    for key, most in _EMBED_TEXTS:
        yield from length((*place, key), embed.get(key), 0, most)
        total += len(embed.get(key) or "")
    fields: list[Json] = embed.get("fields") or []
    yield from count((*place, "fields"), fields, 0, 25)
    for m, entry in enumerate(fields):
        for key, most in (("name", 256), ("value", 1024)):
            text = entry.get(key)
            yield from length((*place, "fields", m, key), text.strip() if text else text, 1, most)
            total += len(text or "")
    for key, inner, most in (("footer", "text", 2048), ("author", "name", 256)):
        text = (embed.get(key) or {}).get(inner)
        yield from length((*place, key, inner), text, 0, most)
        total += len(text or "")
    if not any(embed.get(k) for k in ("title", "description", "fields", "footer", "author",
                                      "image", "thumbnail")):  # fmt: skip
        yield Problem(place, "BASE_TYPE_REQUIRED", "An embed must show something")
    return total


def check_attachments(where: Where, body: Json, files: Collection[int], kept: Collection[int]
) -> Iterator[Problem]:  # fmt: skip
    """Listed attachments exist: `files` are the numbers uploaded, `kept` ids on the message."""
    listed = body.get("attachments")
    place = (*where, "attachments")
    if listed is None:
        yield from count(place, files, 0, 10)
        return
    yield from count(place, listed, 0, 10)
    seen: set[int] = set()
    for n, entry in enumerate(listed):
        yield from length((*place, n, "description"), entry.get("description"), 0, 1024)
        number = int(entry.get("id", -1))
        if number in seen or (number not in files and number not in kept):
            yield Problem((*place, n, "id"), "ATTACHMENT_NOT_FOUND", f"No attachment {number}")
        seen.add(number)


def check_listed(where: Where, body: Json, files: Collection[int], *, edit: bool
) -> Iterator[Problem]:  # fmt: skip
    """Files that were uploaded are listed: all of them in an edit, else where any is."""
    listed = body.get("attachments")
    if listed is None and not edit:
        return
    seen = {int(entry.get("id", -1)) for entry in listed or ()}
    for number in files:
        if number not in seen:
            place = (*where, "attachments")
            yield Problem(place, "ATTACHMENT_NOT_FOUND", f"files[{number}] is not listed")


def check_mentions(where: Where, body: Json) -> Iterator[Problem]:
    allowed: Json = body.get("allowed_mentions") or {}
    for key in ("users", "roles"):
        place = (*where, "allowed_mentions", key)
        if key in (allowed.get("parse") or []) and allowed.get(key):
            yield Problem(place, "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", "Also in `parse`")
        yield from count(place, allowed.get(key) or [], 0, 100)


def check_components(
    where: Where, components: list[Json], *, v2: bool, files: Collection[str]
) -> Iterator[Problem]:
    """All components of a message. `files` are the names that `attachment://` may point at."""
    place = (*where, "components")
    everything = list(walk(components))
    if v2:
        if len(everything) > MAX_V2_COMPONENTS:
            message = f"More than {MAX_V2_COMPONENTS} components, nested ones included"
            yield Problem(place, "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", message)
        total = sum(len(c.get("content") or "") for c in everything if c["type"] == 10)
        if total > MAX_V2_TEXT:
            message = f"Text over all components is {total}, more than {MAX_V2_TEXT}"
            yield Problem(place, "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", message)
    else:
        yield from count(place, components, 0, 5)
    for n, component in enumerate(components):
        kind = component["type"]
        if kind in _ONLY_V2 and not v2:
            message = f"Component type {kind} needs the flag IS_COMPONENTS_V2"
            yield Problem((*place, n, "type"), "UNION_TYPE_CHOICES", message)
        elif kind not in _TOP:
            message = f"Component type {kind} may not stand by itself"
            yield Problem((*place, n, "type"), "UNION_TYPE_CHOICES", message)
        yield from _check_component((*place, n), component, files)
    yield from duplicates(place, everything)


def duplicates(place: Where, components: Iterable[Json]) -> Iterator[Problem]:
    """No two components share a custom id or an id."""
    for key in ("custom_id", "id"):
        seen: set[object] = set()
        for component in components:
            value = component.get(key)
            if not value:
                continue
            if value in seen:
                code = "COMPONENT_CUSTOM_ID_DUPLICATED" if key == "custom_id" else "DUPLICATED_ID"
                yield Problem(place, code, f"Component {key} cannot be duplicated: {value}")
            seen.add(value)


def _check_component(place: Where, component: Json, files: Collection[str]) -> Iterator[Problem]:
    kind = component["type"]
    if kind == 1:
        yield from _check_row(place, component)
    elif kind == 9:
        yield from _check_section(place, component, files)
    elif kind == 10:
        yield from length((*place, "content"), component.get("content"), 1, MAX_V2_TEXT)
    elif kind == 11:
        yield from _check_media((*place, "media"), component.get("media"), files)
        yield from length((*place, "description"), component.get("description"), 0, 1024)
    elif kind == 12:
        items: list[Json] = component.get("items") or []
        yield from count((*place, "items"), items, 1, 10)
        for n, item in enumerate(items):
            here = (*place, "items", n)
            yield from _check_media((*here, "media"), item.get("media"), files)
            yield from length((*here, "description"), item.get("description"), 0, 1024)
    elif kind == 13:
        yield from _check_media((*place, "file"), component.get("file"), files, only_file=True)
    elif kind == 17:
        yield from _check_container(place, component, files)


def _check_container(place: Where, component: Json, files: Collection[str]) -> Iterator[Problem]:
    inside: list[Json] = component.get("components") or []
    yield from count((*place, "components"), inside, 1, MAX_V2_COMPONENTS)
    for n, inner in enumerate(inside):
        here = (*place, "components", n)
        if inner["type"] not in _TOP - {17}:
            message = f"Component type {inner['type']} may not be in a container"
            yield Problem((*here, "type"), "UNION_TYPE_CHOICES", message)
        yield from _check_component(here, inner, files)


def _check_section(place: Where, component: Json, files: Collection[str]) -> Iterator[Problem]:
    texts: list[Json] = component.get("components") or []
    yield from count((*place, "components"), texts, 1, 3)
    for n, text in enumerate(texts):
        here = (*place, "components", n)
        if text["type"] != 10:
            yield Problem((*here, "type"), "UNION_TYPE_CHOICES", "A section holds texts only")
        yield from _check_component(here, text, files)
    accessory: Json = component.get("accessory") or {}
    here = (*place, "accessory")
    if accessory.get("type") == 2:
        yield from _check_button(here, accessory)
    elif accessory.get("type") == 11:
        yield from _check_component(here, accessory, files)
    else:
        yield Problem(here, "BASE_TYPE_REQUIRED", "A section needs a button or a thumbnail")


def _check_media(
    place: Where, media: Json | None, files: Collection[str], *, only_file: bool = False
) -> Iterator[Problem]:
    url = str((media or {}).get("url") or "")
    if url.startswith("attachment://"):
        if url.removeprefix("attachment://") not in files:
            message = f"{url} refers to no file of this request, and to none it lists with its name"
            yield Problem((*place, "url"), NO_SUCH_FILE, message)
    elif only_file or not url.startswith(("http://", "https://")):
        message = f"Scheme of {url!r} is not allowed here"
        yield Problem((*place, "url"), "URL_TYPE_INVALID_SCHEME", message)


def _check_row(place: Where, row: Json) -> Iterator[Problem]:
    inside: list[Json] = row.get("components") or []
    yield from count((*place, "components"), inside, 1, 5)
    if any(c["type"] in SELECTS for c in inside) and len(inside) > 1:
        message = "A select stands alone in its row"
        yield Problem((*place, "components"), "COMPONENT_LAYOUT_WIDTH_EXCEEDED", message)
    for n, component in enumerate(inside):
        here = (*place, "components", n)
        if component["type"] == 2:
            yield from _check_button(here, component)
        elif component["type"] in SELECTS:
            yield from check_select(here, component)
        else:
            message = f"Component type {component['type']} may not be in a row"
            yield Problem((*here, "type"), "UNION_TYPE_CHOICES", message)


def _check_button(place: Where, button: Json) -> Iterator[Problem]:
    yield from length((*place, "label"), button.get("label"), 0, 80)
    style = button.get("style")
    if style == 6:
        yield Problem((*place, "style"), "BASE_TYPE_CHOICES", "Nothing is for sale here")
    if style != 6 and not button.get("label") and not button.get("emoji"):
        message = "A button needs a label or an emoji"
        yield Problem(place, "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED", message)
    if style == 5:
        if button.get("custom_id"):
            message = "A link button has no custom id"
            yield Problem(
                (*place, "custom_id"), "BUTTON_COMPONENT_CUSTOM_ID_URL_EXCLUSIVE", message
            )
        yield from length((*place, "url"), button.get("url"), 1, 512)
        if not str(button.get("url") or "").startswith(_LINKS):
            message = f"Scheme of {button.get('url')!r} is not allowed here"
            yield Problem((*place, "url"), "URL_TYPE_INVALID_SCHEME", message)
        return
    yield from length((*place, "custom_id"), button.get("custom_id"), 1, 100)
    if button.get("url"):
        message = "Only a link button has a URL"
        yield Problem((*place, "url"), "BUTTON_COMPONENT_CUSTOM_ID_URL_EXCLUSIVE", message)


def check_select(place: Where, select: Json) -> Iterator[Problem]:
    """A select of a message or a modal."""
    yield from length((*place, "custom_id"), select.get("custom_id"), 1, 100)
    yield from length((*place, "placeholder"), select.get("placeholder"), 0, 150)
    yield from check_bounds(place, select, "values", 25)
    if select["type"] != 3:
        return
    options: list[Json] = select.get("options") or []
    yield from count((*place, "options"), options, 1, 25)
    yield from check_options(place, options)
    most = _given(select, "max_values", 1)
    if most > len(options):
        message = f"max_values {most} is more than the {len(options)} options"
        yield Problem((*place, "options"), "BASE_TYPE_BAD_LENGTH", message)
    chosen = sum(bool(option.get("default")) for option in options)
    if chosen > most:
        message = f"{chosen} options are chosen beforehand, at most {most} can be"
        yield Problem((*place, "options"), "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES", message)


def check_bounds(place: Where, component: Json, word: str, most: int) -> Iterator[Problem]:
    """min_… and max_… are in order and at most `most`."""
    low, high = _given(component, f"min_{word}", 1), _given(component, f"max_{word}", 1)
    if not 0 <= low <= most:
        yield Problem((*place, f"min_{word}"), "NUMBER_TYPE_MAX", f"Must be from 0 to {most}")
    if not 1 <= high <= most:
        yield Problem((*place, f"max_{word}"), "NUMBER_TYPE_MAX", f"Must be from 1 to {most}")
    if low > high:
        message = f"min_{word} {low} is more than max_{word} {high}"
        yield Problem((*place, f"min_{word}"), "COMPONENT_MIN_OVER_MAX", message)


def _given(component: Json, key: str, default: int) -> int:
    value = component.get(key)
    return default if value is None else int(value)


def check_options(place: Where, options: list[Json]) -> Iterator[Problem]:
    """The lines of a select, radio group or checkbox group."""
    seen: set[object] = set()
    for n, option in enumerate(options):
        here = (*place, "options", n)
        for key, least in (("label", 1), ("value", 1), ("description", 0)):
            yield from length((*here, key), option.get(key), least, 100)
        if option.get("value") in seen:
            message = f"The specified option value is already used: {option.get('value')}"
            yield Problem((*here, "value"), "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", message)
        seen.add(option.get("value"))


def check_form(where: Where, body: Json) -> Iterator[Problem]:
    """The parts of a message body that stand for themselves."""
    yield from check_content(where, body)
    yield from check_embeds(where, body)
    yield from check_mentions(where, body)


def check_v2(where: Where, content: str, embeds: list[Json], flags: int) -> Iterator[Problem]:
    """Components V2 leave no room for content and embeds."""
    if not flags & V2:
        return
    code = "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"
    for key, given in (("content", content), ("embeds", embeds)):
        if given:
            message = f"The '{key}' field cannot be used with the flag IS_COMPONENTS_V2"
            yield Problem((*where, key), code, message)
