"""Posts as the bodies of requests that change a message: what discord.py would make of them."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from typing import Any, Final, NamedTuple

import discord
import msgspec

from bot.posts import posts
from bot.posts.posts import Post, Upload

_V2: Final = discord.MessageFlags(components_v2=True).value
_JSON: Final = "application/json"
_FORM: Final = "multipart/form-data;boundary="
_PART: Final = b"--%b\r\nContent-Disposition: form-data; %b\r\nContent-Type: %b\r\n\r\n%b\r\n"


class Body(NamedTuple):
    """A body that is ready to be sent."""

    kind: str
    """Its content type."""
    data: bytes


def message(post: Post, kept: dict[str, Any] | None = None) -> Body:
    """A message that shows the post, and nothing else. With `kept` it keeps the picture it has."""
    return _body(*_parts(post, kept))


def change(post: Post, kept: dict[str, Any] | None = None) -> Body:
    """The answer to a press that has its message show the post."""
    shown, files = _parts(post, kept)
    kind = discord.InteractionResponseType.message_update.value
    return _body({"type": kind, "data": shown}, files)


def _parts(post: Post, kept: dict[str, Any] | None) -> tuple[dict[str, Any], list[Upload]]:
    """What is said of the message, and the files that go along."""
    files = posts.uploads(post)[0 if kept is None else 1 :]
    listed = [] if kept is None else [kept]
    for number, file in enumerate(files):
        words = {} if file.words is None else {"description": file.words}
        listed.append({"id": number, "filename": file.name, **words})
    return {
        "components": posts.components(post),
        "flags": _V2,
        "tts": False,
        "allowed_mentions": {"parse": [], "users": post.mentions},
        "attachments": listed,
    }, files


def _body(said: dict[str, Any], files: Iterable[Upload]) -> Body:
    told = msgspec.json.encode(said)
    if not files:
        return Body(_JSON, told)
    edge = secrets.token_hex(16)
    parts = [_part(edge, b'name="payload_json"', _JSON, told)]
    for number, file in enumerate(files):
        named = b'name="files[%d]"; filename="%b"' % (number, file.name.encode())
        parts.append(_part(edge, named, "application/octet-stream", file.data))
    return Body(_FORM + edge, b"%b--%b--\r\n" % (b"".join(parts), edge.encode()))


def _part(edge: str, named: bytes, kind: str, data: bytes) -> bytes:
    """A part of a form."""
    return _PART % (edge.encode(), named, kind.encode(), data)
