"""Ready bodies say what discord.py would say."""

from __future__ import annotations

from email import message_from_bytes
from typing import Any

import discord
import msgspec
import pytest
from discord.http import MultipartParameters, handle_message_parameters
from discord.webhook.async_ import interaction_message_response_params

from bot.delivery import bodies
from bot.delivery.bodies import Body
from bot.posts import posts
from bot.posts.posts import Button, Document, Picture, Post

PICTURE = Picture("board.png", b"\x89PNG\r\n--", "What it shows")
DOCUMENT = Document("log.txt", b"words")
POSTS = [
    Post(head="Head", body=("Body",), rows=((Button("Press", "x"),),), mentions=(5, 6)),
    Post(head="Head", picture=PICTURE, accent=7),
    Post(head="Head", picture=PICTURE, document=DOCUMENT),
]
KEPT = {"id": 9, "filename": "board.png"}


class Listed:
    """A picture that stays, for discord.py."""

    def to_dict(self) -> dict[str, Any]:
        return KEPT


def read(body: Body) -> tuple[Any, dict[str, tuple[str, bytes]]]:
    """What a body says, and its files by their fields."""
    if body.kind == "application/json":
        return msgspec.json.decode(body.data), {}
    form = message_from_bytes(b"Content-Type: " + body.kind.encode() + b"\r\n\r\n" + body.data)
    _, said, *files = form.walk()
    found = {}
    for file in files:
        name = str(file.get_param("name", header="content-disposition"))
        data = file.get_payload(decode=True)
        assert isinstance(data, bytes)
        found[name] = (str(file.get_filename()), data)
    told = said.get_payload(decode=True)
    assert isinstance(told, bytes)
    return msgspec.json.decode(told), found


def usual(params: MultipartParameters) -> tuple[Any, dict[str, tuple[str, bytes]]]:
    """The same of what discord.py makes."""
    if not params.multipart:
        return params.payload, {}
    said, *files = params.multipart
    found = {each["name"]: (each["filename"], each["value"].read()) for each in files}
    return msgspec.json.decode(said["value"]), found


def parts(post: Post, *, kept: bool) -> dict[str, Any]:
    """What discord.py is told."""
    files: list[Any] = posts.files(post)
    return {
        "view": posts.layout(post),
        "allowed_mentions": posts.allowed_mentions(post),
        "attachments": [Listed(), *files[1:]] if kept else files,
    }


CASES = [(post, False) for post in POSTS] + [(post, True) for post in POSTS[1:]]


@pytest.mark.parametrize(("post", "kept"), CASES)
def test_a_message(post: Post, kept: bool) -> None:
    made = read(bodies.message(post, KEPT if kept else None))
    assert made == usual(handle_message_parameters(**parts(post, kept=kept)))


@pytest.mark.parametrize(("post", "kept"), CASES)
def test_an_answer_that_changes_the_message(post: Post, kept: bool) -> None:
    made = read(bodies.change(post, KEPT if kept else None))
    none = discord.AllowedMentions.none()
    params = interaction_message_response_params(
        type=7, previous_allowed_mentions=none, **parts(post, kept=kept)
    )
    assert made == usual(params)
