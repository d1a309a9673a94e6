"""Bodies of requests: JSON, or JSON and files together."""

from __future__ import annotations

import io
import mimetypes
import re
from dataclasses import dataclass, field
from typing import Any, Final

import msgspec
from aiohttp import BodyPartReader, web
from PIL import Image

from bot.local.errors import Refused
from bot.local.world import FILE_LIMIT

_FILE_FIELD: Final = re.compile(r"files\[(\d+)\]")
_UNFIT: Final = re.compile(r"[^\w.\-]")
_PICTURES: Final = frozenset({"image/png", "image/gif", "image/jpeg", "image/webp", "image/apng"})
SERVED_AS: Final = _PICTURES | {"text/plain", "application/json"}
"""Types that files are served as; others are served as plain bytes."""


@dataclass(slots=True)
class Upload:
    """A file as it was sent."""

    filename: str
    data: bytes


@dataclass(slots=True)
class Sent:
    """A body. `body` is None when there was none."""

    body: Any = None
    files: dict[int, Upload] = field(default_factory=dict)


def fit_name(name: str) -> str:
    """A file name as Discord keeps it.

    >>> fit_name("my board (1).png")
    'my_board_1.png'
    """
    return _UNFIT.sub("", name.replace(" ", "_")) or "unknown"


def content_type(name: str) -> str:
    return mimetypes.guess_type(name)[0] or "application/octet-stream"


def size_of(data: bytes, kind: str) -> tuple[int, int] | None:
    """Width and height of a picture, None for anything else."""
    if kind not in _PICTURES:
        return None
    try:
        with Image.open(io.BytesIO(data)) as picture:
            return picture.size
    except (OSError, ValueError, SyntaxError):
        return None


def _loads(text: bytes) -> Any:
    try:
        return msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError, ValueError):
        raise Refused(50109) from None


async def read_body(request: web.Request) -> Sent:
    """The body of a request; raises `Refused` for broken JSON and files that are too large."""
    if request.content_type == "multipart/form-data":
        return await _read_parts(request)
    raw = await request.read()
    if not raw:
        return Sent()
    if request.content_type != "application/json":
        raise Refused(50035, message=f"Unsupported media type {request.content_type}", status=415)
    return Sent(_loads(raw))


async def _read_parts(request: web.Request) -> Sent:
    sent = Sent(body={})
    async for part in await request.multipart():
        if not isinstance(part, BodyPartReader):
            raise Refused(50109)
        data = bytes(await part.read(decode=False))
        found = _FILE_FIELD.fullmatch(part.name or "")
        if part.name == "payload_json":
            sent.body = _loads(data)
        elif found is not None:
            if len(data) > FILE_LIMIT:
                raise Refused(40005)
            sent.files[int(found[1])] = Upload(fit_name(part.filename or "unknown"), data)
    return sent
