"""Every call to Discord, and the failures each one is expected to meet."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, Final, Literal, TypeVar

import aiohttp
import discord
import structlog

from bot import posts
from bot.posts import Post

log = structlog.get_logger(__name__)
T = TypeVar("T")

Failure = Literal[
    "gone", "forbidden", "closed_dms", "too_fast", "archived", "late", "answered", "no_thread",
    "there",
]  # fmt: skip
_CODES: Final[dict[int, Failure]] = {
    10003: "gone",  # unknown channel
    10008: "gone",  # unknown message
    10062: "late",  # interaction answered after three seconds
    10015: "late",  # unknown webhook: the token has ended
    50027: "late",  # invalid webhook token: fifteen minutes are over
    40060: "answered",  # already acknowledged
    40003: "too_fast",  # opening direct messages too fast
    50001: "forbidden",  # missing access
    50013: "forbidden",  # missing permissions
    50007: "closed_dms",  # cannot send messages to this user
    50278: "closed_dms",  # no mutual server
    50083: "archived",  # thread is archived
    30046: "gone",  # too many edits of an old message: post anew
    50005: "gone",  # message of another author: the token has changed
    50024: "no_thread",  # this kind of channel has none
    160006: "no_thread",  # the server has as many active threads as it may
    160004: "there",  # this message has a thread already
}


TROUBLE: Final = (discord.DiscordException, aiohttp.ClientError, OSError)
"""What a call may raise beside `Unable`: it is not known whether Discord has done it."""


class Unable(Exception):
    """Discord did not do it, for a reason that is part of the day. `reason` says which."""

    def __init__(self, reason: Failure) -> None:
        super().__init__(reason)
        self.reason = reason


async def _expecting(call: Callable[[], Awaitable[T]]) -> T:
    """Do a call; known failures become `Unable`, others go on as they are."""
    try:
        return await call()
    except discord.HTTPException as error:
        reason = _CODES.get(error.code)
        if reason is None and error.status == 401:
            reason = "late"
        if reason is None and error.status == 404:
            reason = "gone"
        if reason is None:
            raise
        raise Unable(reason) from error
    except discord.InteractionResponded as error:
        raise Unable("answered") from error


async def send(
    channel: discord.PartialMessageable, post: Post, *, nonce: str = "", silent: bool = False
) -> int:
    """Post a message and return its id; a `silent` one rings nobody.

    With a nonce Discord posts it once, and gives the same id again to who asks twice within some
    minutes.
    """
    if post.ring:
        plain = await _expecting(
            lambda: channel.send(
                post.ring,
                allowed_mentions=posts.allowed_mentions(post),
                nonce=nonce or None,  # type: ignore[arg-type]
                silent=silent,
            )
        )
        return plain.id
    message = await _expecting(
        lambda: channel.send(
            view=posts.layout(post),
            files=posts.files(post),
            allowed_mentions=posts.allowed_mentions(post),
            nonce=nonce or None,  # type: ignore[arg-type] # discord.py says int, and takes both
            silent=silent,
        )
    )
    return message.id


async def read(channel: discord.PartialMessageable, message_id: int) -> discord.Message:
    """A message as it stands now."""
    return await _expecting(lambda: channel.fetch_message(message_id))


async def edit(
    channel: discord.PartialMessageable, message_id: int, post: Post, *, same_picture: bool = False
) -> None:
    """Replace what a message shows; `same_picture` keeps the one it has without sending it."""
    message = channel.get_partial_message(message_id)
    mentions = posts.allowed_mentions(post)
    if same_picture and post.picture is not None:
        await _expecting(lambda: message.edit(view=posts.layout(post), allowed_mentions=mentions))
        return
    await _expecting(
        lambda: message.edit(
            view=posts.layout(post), attachments=posts.files(post), allowed_mentions=mentions
        )
    )


async def delete(channel: discord.PartialMessageable, message_id: int) -> None:
    """Delete a message of the bot's."""
    message = channel.get_partial_message(message_id)
    await _expecting(message.delete)


async def reply(
    interaction: discord.Interaction, post: Post, *, private: bool = True
) -> int | None:
    """Answer an interaction with a new message, or follow up when it has been deferred."""
    response = interaction.response
    if response.is_done():
        sent = await _expecting(
            lambda: interaction.followup.send(
                view=posts.layout(post),
                files=posts.files(post),
                ephemeral=private,
                allowed_mentions=posts.allowed_mentions(post),
                wait=True,
            )
        )
        return sent.id
    made = await _expecting(
        lambda: response.send_message(
            view=posts.layout(post),
            files=posts.files(post),
            ephemeral=private,
            allowed_mentions=posts.allowed_mentions(post),
        )
    )
    return made.message_id


async def update(
    interaction: discord.Interaction, post: Post, *, same_picture: bool = False
) -> None:
    """Answer a click by changing the message it was on."""
    response = interaction.response
    mentions = posts.allowed_mentions(post)
    if response.is_done():
        if same_picture and post.picture is not None:
            await _expecting(
                lambda: interaction.edit_original_response(
                    view=posts.layout(post), allowed_mentions=mentions
                )
            )
            return
        await _expecting(
            lambda: interaction.edit_original_response(
                view=posts.layout(post), attachments=posts.files(post), allowed_mentions=mentions
            )
        )
        return
    if same_picture and post.picture is not None:
        await _expecting(
            lambda: response.edit_message(view=posts.layout(post), allowed_mentions=mentions)
        )
        return
    await _expecting(
        lambda: response.edit_message(
            view=posts.layout(post), attachments=posts.files(post), allowed_mentions=mentions
        )
    )


async def defer(interaction: discord.Interaction, *, new_message: bool, private: bool) -> None:
    """Promise an answer that needs longer than three seconds."""
    if interaction.response.is_done():
        return
    await _expecting(lambda: interaction.response.defer(ephemeral=private, thinking=new_message))


async def show_modal(interaction: discord.Interaction, modal: discord.ui.Modal) -> None:
    """Answer with a form. discord.py keeps none: its submission is routed by custom id."""
    modal.stop()
    await _expecting(lambda: interaction.response.send_modal(modal))


async def open_thread(
    client: discord.Client, channel_id: int, message_id: int, *, name: str, minutes: int
) -> None:
    """Open a public thread on a message; it gets the message's id. It is archived after so many
    minutes of silence: 60, 1440, 4320 or 10080."""
    channel = client.get_channel(channel_id)
    if not isinstance(channel, discord.TextChannel):
        raise Unable("no_thread")
    message = channel.get_partial_message(message_id)
    archive: Any = minutes
    await _expecting(lambda: message.create_thread(name=name, auto_archive_duration=archive))


async def look_at(client: discord.Client, channel_id: int) -> None:
    """Read a channel or thread. Raises `Unable` where the bot may not see it."""
    await _expecting(lambda: client.fetch_channel(channel_id))


async def open_dm(client: discord.Client, user_id: int) -> int:
    """Id of the direct message channel with a user."""
    channel = await _expecting(lambda: client.create_dm(discord.Object(user_id)))
    return channel.id
