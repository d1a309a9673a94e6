"""What the bot posts, as data: text, one picture, and things to press.

A post knows nothing of Discord's classes; `layout` makes a Components V2 view of it. No view is
kept: a click is answered from its custom id and the database, so buttons outlive any process.
"""

from __future__ import annotations

import hashlib
import io
from collections.abc import Callable, Iterable
from types import SimpleNamespace
from typing import Any, Final, Literal, NamedTuple

import discord
import msgspec

from bot.match.names import cut
from bot.words import say

Style = Literal["main", "plain", "good", "grave"]
_STYLES: Final = {
    "main": discord.ButtonStyle.primary,
    "plain": discord.ButtonStyle.secondary,
    "good": discord.ButtonStyle.success,
    "grave": discord.ButtonStyle.danger,
}
MAX_TEXT: Final = 3900
"""All text of a post together; Discord's limit is 4000."""
MAX_ALT: Final = 1024
A_SELECT: Final = 25
"""Lines of a select at most, by Discord's limit."""
SEAT_COLOURS: Final = (
    0xE69F00, 0x56B4E9, 0x009E73, 0xF0E442, 0x0072B2, 0xD55E00, 0xCC79A7, 0xE9E6DC,
)  # fmt: skip
"""The seats' colours as accents, in seat order; the letter always stands beside them."""


SHOW_PICTURE: Final = say("posts.show_the_picture")
NOBODY: Final = 0x647285
"""Accent while nobody acts alone."""


class Button(msgspec.Struct, frozen=True):
    """Something to press. `label` is cut at 80 characters."""

    label: str
    custom_id: str = ""
    style: Style = "plain"
    disabled: bool = False
    url: str = ""
    """Where it leads: a link has no custom id, and the bot does not hear of a press."""


class Choice(msgspec.Struct, frozen=True):
    """One line of a select."""

    label: str
    value: str
    detail: str = ""


class Select(msgspec.Struct, frozen=True):
    """A list to choose from, at most `A_SELECT` lines."""

    placeholder: str
    custom_id: str
    choices: tuple[Choice, ...]
    least: int = 1
    most: int = 1


class Pick(Select, frozen=True, kw_only=True):
    """A list of the server's own channels or roles, which Discord fills; none is a choice."""

    choices: tuple[Choice, ...] = ()
    least: int = 0
    of: Literal["channel", "role"]
    chosen: tuple[int, ...] = ()
    """What is chosen already, by id; all of it must be there."""
    channel_types: tuple[int, ...] = ()
    """Kinds of channels that are listed, as Discord numbers them; all where none is named."""


Draw = Callable[[], tuple[bytes, str]]
"""Draws a picture: the PNG, and its alt text. Both want its parts laid out, which takes too long
for the event loop."""


class Picture(msgspec.Struct, frozen=True):
    """A PNG with its words. `name` is a file name of letters, digits and dots."""

    name: str
    data: bytes = b""
    alt_text: str = ""
    of: str = ""
    """A hash of what it shows, known before it is drawn; empty where nobody compares it."""
    draw: Draw | None = None
    """None once `data` and `alt_text` are there."""


class Document(msgspec.Struct, frozen=True):
    """A file to keep, such as the log of a match's draws."""

    name: str
    data: bytes


Row = tuple[Button, ...] | Select


class Post(msgspec.Struct, frozen=True, kw_only=True):
    """One message. `head` is its first line, as a heading, or empty; `body` paragraphs, `foot`
    small print."""

    head: str
    body: tuple[str, ...] = ()
    picture: Picture | None = None
    news: tuple[str, ...] = ()
    """Small print on what has happened, between the picture and the buttons: on a phone the picture
    comes before it, and no button moves under the thumb of who reads the last message."""
    note: str = ""
    """A line for the reader alone, told between the picture and the buttons, where he has just
    pressed."""
    document: Document | None = None
    rows: tuple[Row, ...] = ()
    foot: str = ""
    accent: int | None = None
    mentions: tuple[int, ...] = ()
    """Users this post may ping; names typed by players never do."""
    ring: str = ""
    """Words that a phone rings with: a plain message of these and the rows, and of nothing else.
    The push of any other post is empty."""
    undrawn: str = ""
    """Key of the same post with its picture, where that could not be drawn."""
    picture_id: str = ""
    """Custom id of a button that shows the picture, for where Discord refuses it here."""

    def key(self) -> str:
        """A hash of all that is shown: equal keys need no edit, and no picture has to be drawn."""
        if self.undrawn:
            return self.undrawn
        if self.picture is not None and self.picture.of:
            bare = Picture(self.picture.name, of=self.picture.of)
            return _hash(msgspec.structs.replace(self, picture=bare))
        return _hash(self)


def sentence(text: str) -> Post:
    """An answer of one sentence, which is no heading."""
    return Post(head="", body=(text,))


def _hash(post: Post) -> str:
    return hashlib.sha256(msgspec.msgpack.encode(post)).hexdigest()[:24]


def _sheet(components: list[dict[str, Any]], *, v2: bool) -> Any:
    """What discord.py takes for a view: components that are written already, as Discord takes them.
    What the bot sends is sent once and forgotten, and needs no objects for its parts."""
    return SimpleNamespace(
        __discord_ui_view__=True,
        to_components=lambda: components,
        has_components_v2=lambda: v2,
        is_finished=lambda: True,  # so that discord.py keeps none
        is_dispatchable=lambda: False,
        timeout=None,
    )


_TYPES: Final = discord.ComponentType


def _words(text: str) -> dict[str, Any]:
    return {"type": _TYPES.text_display.value, "content": text}


def _pressed(button: Button) -> dict[str, Any]:
    out = {"type": _TYPES.button.value, "disabled": button.disabled and not button.url}
    label = {"label": cut(button.label, 80)} if button.label else {}
    if button.url:
        return {**out, **label, "style": discord.ButtonStyle.link.value, "url": button.url}
    return {**out, **label, "style": _STYLES[button.style].value, "custom_id": button.custom_id}


def _line(choice: Choice) -> dict[str, Any]:
    out = {"label": cut(choice.label, 100), "value": choice.value, "default": False}
    return {**out, "description": cut(choice.detail, 100)} if choice.detail else out


def _chosen(select: Select) -> dict[str, Any]:
    out = {
        "type": _TYPES.select.value,
        "custom_id": select.custom_id,
        "placeholder": cut(select.placeholder, 150),
        "min_values": select.least,
        "max_values": select.most,
        "disabled": False,
    }
    if not isinstance(select, Pick):
        options = [_line(choice) for choice in select.choices]
        most = min(select.most, len(options))
        return {**out, "max_values": most, "required": True, "options": options}
    kind = _TYPES.channel_select if select.of == "channel" else _TYPES.role_select
    types = {"channel_types": [*select.channel_types]} if select.channel_types else {}
    chosen = [{"id": str(each), "type": select.of} for each in select.chosen]
    return {**out, "type": kind.value, "default_values": chosen, **types}


def _row(row: Row) -> dict[str, Any]:
    parts = [_chosen(row)] if isinstance(row, Select) else [_pressed(each) for each in row]
    return {"type": _TYPES.action_row.value, "components": parts}


def components(post: Post) -> list[dict[str, Any]]:
    """The post as Components V2: one container, as Discord's API takes it."""
    note = cut(f"> {post.note}", MAX_TEXT // 4) if post.note else ""
    left = MAX_TEXT - len(post.foot) - len(note)
    head = cut(f"### {post.head}", min(left, 400)) if post.head else ""
    left -= len(head)
    parts = [_words(head)] if head else []
    body = "\n".join(post.body)
    if body:
        parts.append(_words(cut(body, left)))
        left -= len(body)
    if post.picture is not None:
        shown = {
            "media": {"url": f"attachment://{post.picture.name}"},
            "description": cut(post.picture.alt_text, MAX_ALT),
            "spoiler": False,
        }
        parts.append({"type": _TYPES.media_gallery.value, "items": [shown]})
    if post.news:
        parts.append(_words(cut("\n".join(f"-# {line}" for line in post.news), max(1, left))))
    if post.document is not None:
        url = f"attachment://{post.document.name}"
        parts.append({"type": _TYPES.file.value, "file": {"url": url}, "spoiler": False})
    if note:
        parts.append(_words(note))
    parts += [_row(row) for row in post.rows]
    if post.foot:
        parts.append(_words(f"-# {post.foot}"))
    box = {"accent_color": post.accent or None, "spoiler": False, "components": parts}
    return [{"type": _TYPES.container.value, **box}]


def layout(post: Post) -> Any:
    """The post, as a view for discord.py."""
    return _sheet(components(post), v2=True)


def slip(post: Post) -> Any:
    """What stands under the words of a plain message."""
    return _sheet([_row(row) for row in post.rows], v2=False)


def in_words(post: Post) -> Post:
    """The post with the picture's words in its place, and a button that shows the picture."""
    if post.picture is None:
        return post
    rows = post.rows
    if post.picture_id:
        rows = (*rows, (Button(SHOW_PICTURE, post.picture_id),))
    body = (*post.body, f"*{post.picture.alt_text}*")
    return msgspec.structs.replace(post, picture=None, body=body, rows=rows)


def written(post: Post) -> list[str]:
    """The paragraphs of a post, as `texts` finds them on its message."""
    (box,) = components(post)
    return [part["content"] for part in box["components"] if "content" in part]


def texts(components: Iterable[Any]) -> list[str]:
    """The paragraphs that components of a message show, in order."""
    out = []
    for part in components:
        if isinstance(part, discord.TextDisplay):
            out.append(part.content)
        out += texts(getattr(part, "children", ()))
    return out


class Upload(NamedTuple):
    """A file that goes with a post."""

    name: str
    data: bytes
    words: str | None
    """What is read to who does not see it."""


def uploads(post: Post) -> list[Upload]:
    """What the post uploads: its picture with the picture's words, and its document."""
    out = []
    if (picture := post.picture) is not None:
        out.append(Upload(picture.name, picture.data, cut(picture.alt_text, MAX_ALT)))
    if post.document is not None:
        out.append(Upload(post.document.name, post.document.data, None))
    return out


def files(post: Post) -> list[discord.File]:
    """The same for discord.py."""
    return [
        discord.File(io.BytesIO(each.data), filename=each.name, description=each.words)
        for each in uploads(post)
    ]


def allowed_mentions(post: Post) -> discord.AllowedMentions:
    """Only the users a post names on purpose."""
    return discord.AllowedMentions(
        everyone=False,
        roles=False,
        replied_user=False,
        users=[discord.Object(user) for user in post.mentions],
    )
