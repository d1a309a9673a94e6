"""What is sent of a post is what discord.py would make of it."""

from __future__ import annotations

from typing import Any

import discord
import pytest

from bot.match.names import cut
from bot.posts import posts
from bot.posts.posts import Button, Choice, Document, Picture, Post, Select


def _parts_of(row: posts.Row) -> discord.ui.ActionRow[discord.ui.LayoutView]:
    out: discord.ui.ActionRow[discord.ui.LayoutView] = discord.ui.ActionRow()
    if isinstance(row, Select):
        out.add_item(
            discord.ui.Select(
                custom_id=row.custom_id,
                placeholder=cut(row.placeholder, 150),
                min_values=row.least,
                max_values=min(row.most, len(row.choices)),
                options=[
                    discord.SelectOption(
                        label=cut(choice.label, 100),
                        value=choice.value,
                        description=cut(choice.detail, 100) or None,
                    )
                    for choice in row.choices
                ],
            )
        )
        return out
    for button in row:
        label = cut(button.label, 80)
        if button.url:
            out.add_item(discord.ui.Button(label=label, url=button.url))
            continue
        style, off = posts._STYLES[button.style], button.disabled
        out.add_item(
            discord.ui.Button(label=label, custom_id=button.custom_id, style=style, disabled=off)
        )
    return out


def by_discord_py(post: Post) -> discord.ui.LayoutView:
    """The post as discord.py builds it from its own parts. Must run inside the event loop."""
    sheet = discord.ui.LayoutView(timeout=None)
    box: discord.ui.Container[discord.ui.LayoutView] = discord.ui.Container(
        accent_colour=post.accent
    )
    note = cut(f"> {post.note}", posts.MAX_TEXT // 4) if post.note else ""
    left = posts.MAX_TEXT - len(post.foot) - len(note)
    head = cut(f"### {post.head}", min(left, 400)) if post.head else ""
    left -= len(head)
    if head:
        box.add_item(discord.ui.TextDisplay(head))
    body = "\n".join(post.body)
    if body:
        box.add_item(discord.ui.TextDisplay(cut(body, left)))
    if post.picture is not None:
        gallery: discord.ui.MediaGallery[discord.ui.LayoutView] = discord.ui.MediaGallery()
        gallery.add_item(
            media=f"attachment://{post.picture.name}",
            description=cut(post.picture.alt_text, posts.MAX_ALT),
        )
        box.add_item(gallery)
    if post.document is not None:
        box.add_item(discord.ui.File(f"attachment://{post.document.name}"))
    if note:
        box.add_item(discord.ui.TextDisplay(note))
    for row in post.rows:
        box.add_item(_parts_of(row))
    if post.foot:
        box.add_item(discord.ui.TextDisplay(f"-# {post.foot}"))
    sheet.add_item(box)
    return sheet


LONG = Post(
    head="h" * 5000,
    body=("b" * 5000, "c" * 5000),
    picture=Picture("board.png", b"x", "a" * 5000),
    note="n" * 2000,
    document=Document("log.txt", b"x"),
    rows=(
        (Button("l" * 500, "x:TABLE001"),),
        Select("p" * 500, "y:TABLE001", (Choice("t" * 500, "1", "d" * 500),)),
    ),
    foot="f" * 300,
)
SHORT = Post(
    head="A head",
    rows=(
        (
            Button("Main", "a:TABLE001", "main"),
            Button("Good", "b:TABLE001", "good", disabled=True),
            Button("Grave", "c:TABLE001", "grave"),
            Button("Link", url="https://discord.com/channels/1/2"),
        ),
        Select("Some", "d:TABLE001", (Choice("One", "1"), Choice("Two", "2", "more")), 0, 9),
    ),
    accent=0x56B4E9,
)


@pytest.mark.parametrize(
    "post", [LONG, SHORT, Post(head=""), Post(head="h", body=("", "b"), accent=0)]
)
async def test_what_is_sent_is_what_discord_py_would_send(post: Post) -> None:
    made = posts.layout(post)
    wanted: Any = by_discord_py(post)
    assert made.to_components() == wanted.to_components()
    assert made.has_components_v2()
    assert made.is_finished(), "discord.py keeps no view that is finished"
    assert not made.is_dispatchable()


async def test_a_post_never_is_too_long() -> None:
    made = by_discord_py(LONG)
    assert made.content_length() <= 4000
    labels = [item.label for item in made.walk_children() if isinstance(item, discord.ui.Button)]
    assert [len(label or "") for label in labels] == [80]
    shown, _ = posts.files(LONG)
    assert len(shown.description or "") == 1024
