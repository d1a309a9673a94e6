"""Every call to Discord, and the failures each one is expected to meet."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, Final, Literal, TypeVar

import aiohttp
import discord
import msgspec
import structlog
from discord.http import Route
from discord.webhook.async_ import async_context

from bot.delivery import bodies
from bot.delivery.one_write import answers
from bot.posts import posts
from bot.posts.posts import Picture, Post
from bot.words import say

log = structlog.get_logger(__name__)
T = TypeVar("T")

Failure = Literal[
    "gone", "forbidden", "closed_dms", "too_fast", "archived", "late", "answered", "bad_media",
    "no_thread", "has_thread",
]  # fmt: skip
_CODES: Final[dict[int, Failure]] = {
    10003: "gone",  # unknown channel
    10008: "gone",  # unknown message
    10062: "late",  # interaction answered after three seconds
    10015: "late",  # unknown webhook: the token has ended
    50027: "late",  # invalid webhook token: fifteen minutes are over
    40060: "answered",  # already acknowledged
    40003: "too_fast",  # opening direct messages too fast
    20028: "too_fast",  # the channel takes no more for now
    20029: "too_fast",  # the server takes no more for now
    50001: "forbidden",  # missing access
    50013: "forbidden",  # missing permissions
    50007: "closed_dms",  # cannot send messages to this user
    50278: "closed_dms",  # no mutual server
    50083: "archived",  # thread is archived
    160005: "archived",  # thread is locked
    50024: "no_thread",  # not in a channel of this kind
    160006: "no_thread",  # the server has as many open threads as it may
    160004: "has_thread",  # the message has one already
    30046: "gone",  # too many edits of an old message: post anew
    50005: "gone",  # message of another author: the token has changed
}
_MESSAGE: Final = "/channels/{channel_id}/messages/{message_id}"
_BAD_FORM: Final = 50035
_BAD_MEDIA: Final = b"UNFURLED_MEDIA_ITEM"
"""In the errors of a body whose gallery names a file that Discord does not find."""
USUAL_LIMIT: Final = 10 * 1024 * 1024
"""Bytes of a file that Discord takes where it does not say."""
BELOW: Final = posts.sentence(say("discord_calls.it_stands_below"))
HERE: Final = say("discord_calls.here_is_the_picture")
_FILLED: Final = "filled"
"""Mark of a promised answer that has been given (`Interaction.extras`)."""
_FIRST: Final = "first"
"""There, too: id of the message that is the first answer. Others are further messages."""


NETWORK: Final = (aiohttp.ClientError, OSError, discord.DiscordServerError)
"""What a call raises whose answer is late (`TimeoutError` is one of them) or has not come at all:
nobody's fault."""
TROUBLE: Final = (discord.DiscordException, aiohttp.ClientError, OSError)
"""What a call may raise beside `Unable`: it is not known whether Discord has done it."""


class Unable(Exception):
    """Discord did not do it, for a reason that is part of the day. `reason` says which, `wait` for
    how many seconds it will not, where that is known."""

    def __init__(self, reason: Failure, wait: float = 0.0) -> None:
        super().__init__(reason)
        self.reason = reason
        self.wait = wait


class Kept(msgspec.Struct, frozen=True):
    """A picture that a message has and keeps: named by id and file name, as Discord wants it.

    `refused` is called where Discord does not take that.
    """

    id: int
    filename: str
    refused: Callable[[], Awaitable[None]]

    def to_dict(self) -> dict[str, Any]:
        """How the list of attachments names it."""
        return {"id": self.id, "filename": self.filename}


async def _expecting(call: Callable[[], Awaitable[T]]) -> T:
    """Do a call; known failures become `Unable`, others go on as they are."""
    try:
        return await call()
    except discord.HTTPException as error:
        reason = _CODES.get(error.code)
        if reason is None and _refuses_media(error):
            reason = "bad_media"
        if reason is None and error.status == 401:
            reason = "late"
        if reason is None and error.status == 404:
            reason = "gone"
        if reason is None and error.status == 403:
            reason = "forbidden"
        if reason is None:
            raise
        raise Unable(reason) from error
    except discord.RateLimited as error:
        raise Unable("too_fast", error.retry_after) from error
    except discord.InteractionResponded as error:
        raise Unable("answered") from error


def _refuses_media(error: discord.HTTPException) -> bool:
    if error.code != _BAD_FORM:
        return False
    # The text that discord.py makes of the errors leaves their codes out.
    told = msgspec.json.encode(getattr(error, "_errors", None), enc_hook=str)
    return _BAD_MEDIA in told or _BAD_MEDIA in error.text.encode()


# -- pictures that Discord may refuse


async def _shown(
    route: str,
    post: Post,
    call: Callable[[Post, Kept | None], Awaitable[T]],
    kept: Kept | None = None,
) -> T:
    """Do a call that shows a post. Where Discord refuses a kept picture it is sent again, and where
    it refuses that too the picture's words take its place."""
    if post.picture is None:
        return await _expecting(lambda: call(post, None))
    try:
        return await _expecting(lambda: call(post, kept))
    except Unable as error:
        if error.reason != "bad_media":
            raise
    if kept is not None:
        log.warning("a kept picture was refused", route=route)
        await kept.refused()
        try:
            return await _expecting(lambda: call(post, None))
        except Unable as error:
            if error.reason != "bad_media":
                raise
    log.warning("a picture was refused", route=route)
    return await _expecting(lambda: call(posts.in_words(post), None))


def _parts(post: Post) -> dict[str, Any]:
    """What every message says: its components, and whom they may ping."""
    return {"view": posts.layout(post), "allowed_mentions": posts.allowed_mentions(post)}


def _fitting(post: Post, limit: int) -> Post:
    """The post without files that Discord would not take, and a line that says so."""
    left_out = []
    if post.picture is not None and len(post.picture.data) > limit:
        left_out.append(_too_large("picture", len(post.picture.data), limit))
        post = msgspec.structs.replace(post, picture=None)
    if post.document is not None and len(post.document.data) > limit:
        left_out.append(_too_large("file", len(post.document.data), limit))
        post = msgspec.structs.replace(post, document=None)
    return msgspec.structs.replace(post, body=(*post.body, *left_out)) if left_out else post


def _too_large(what: str, size: int, limit: int) -> str:
    mega = 1024 * 1024
    return say("discord_calls.the_is_too_large", what=what, size=size / mega, limit=limit / mega)


def _fit_for(interaction: discord.Interaction, post: Post) -> Post:
    return _fitting(post, interaction.filesize_limit or USUAL_LIMIT)


# -- messages


async def send(
    channel: discord.PartialMessageable,
    post: Post,
    *,
    nonce: str = "",
    silent: bool = False,
    other: Callable[[], None] = lambda: None,
) -> int:
    """Post a message and return its id; a `silent` one makes no phone ring.

    With a nonce Discord posts it once, and gives the same id again to who asks twice within some
    minutes. `other` is called where what it shows then is something else.
    """
    if post.ring:
        plain = await _expecting(
            lambda: channel.send(
                post.ring,
                view=posts.slip(post),
                allowed_mentions=posts.allowed_mentions(post),
                silent=silent,
                nonce=nonce or None,  # type: ignore[arg-type] # discord.py says int, and takes both
            )
        )
        if nonce and _flat([plain.content]) != _flat([post.ring]):
            other()
        return plain.id

    async def call(post: Post, _: Kept | None) -> discord.Message:
        parts = {**_parts(post), "nonce": nonce or None}
        sent = await channel.send(**parts, files=posts.files(post), silent=silent)
        if nonce and _flat(posts.texts(sent.components)) != _flat(posts.written(post)):
            other()
        return sent

    return (await _shown("send", _fitting(post, USUAL_LIMIT), call)).id


def _flat(texts: list[str]) -> list[str]:
    """Words alone: blanks around them are Discord's business."""
    return " ".join(texts).split()


async def read(channel: discord.PartialMessageable, message_id: int) -> discord.Message:
    """A message as it stands now."""
    return await _expecting(lambda: channel.fetch_message(message_id))


async def is_there(client: discord.Client, channel_id: int) -> bool:
    """Whether a channel or thread exists, also one that the bot may not see; True where Discord
    does not say."""
    try:
        await _expecting(lambda: client.fetch_channel(channel_id))
    except Unable as error:
        return error.reason != "gone"
    except TROUBLE:
        return True
    return True


async def is_locked(client: discord.Client, channel_id: int) -> bool:
    """Whether a channel is a locked thread, in which the bot may not write; False where Discord
    does not say."""
    try:
        # discord.py forgets threads that are archived.
        place = client.get_channel(channel_id) or await _expecting(
            lambda: client.fetch_channel(channel_id)
        )
        return (
            isinstance(place, discord.Thread)
            and place.locked
            and not place.permissions_for(place.guild.me).manage_threads
        )
    except (Unable, *TROUBLE):
        return False


async def edit(client: discord.Client, channel_id: int, message_id: int, post: Post) -> None:
    """Replace what a message shows, its files included."""

    async def call(post: Post, _: Kept | None) -> None:
        # As `PartialMessage.edit` does, which makes a message of the answer that nobody reads.
        route = Route("PATCH", _MESSAGE, channel_id=channel_id, message_id=message_id)
        await client.http.request(route, data=bodies.message(post))

    await _shown("edit", _fitting(post, USUAL_LIMIT), call)


async def delete(channel: discord.PartialMessageable, message_id: int) -> None:
    """Delete a message of the bot's."""
    message = channel.get_partial_message(message_id)
    await _expecting(message.delete)


# -- answers to interactions


async def reply(
    interaction: discord.Interaction, post: Post, *, private: bool = True
) -> int | None:
    """Answer an interaction with a new message: at once, as the answer that was promised, or as a
    further message. A promise is private, so a public answer follows it."""
    post = _fit_for(interaction, post)
    if not interaction.response.is_done():
        return await _answer(interaction, post, private=private)
    if not _promised(interaction):
        return await _follow_up(interaction, post, private=private)
    if private:
        return await _fill(interaction, post)
    await _fill(interaction, BELOW)
    return await _follow_up(interaction, post, private=False)


def _promised(interaction: discord.Interaction) -> bool:
    """Whether a new message has been promised (type 5) and not been given yet."""
    kind = interaction.response.type
    promised = kind is discord.InteractionResponseType.deferred_channel_message
    return promised and _FILLED not in interaction.extras


async def _answer(interaction: discord.Interaction, post: Post, *, private: bool) -> int | None:
    async def call(post: Post, _: Kept | None) -> int | None:
        made = await interaction.response.send_message(
            **_parts(post), files=posts.files(post), ephemeral=private
        )
        interaction.extras[_FIRST] = made.message_id
        return made.message_id

    return await _shown("answer", post, call)


async def _follow_up(interaction: discord.Interaction, post: Post, *, private: bool) -> int:
    async def call(post: Post, _: Kept | None) -> int:
        sent = await interaction.followup.send(
            **_parts(post), files=posts.files(post), ephemeral=private, wait=True
        )
        return int(sent.id)

    return await _shown("follow-up", post, call)


async def _edit_answer(interaction: discord.Interaction, post: Post, kept: Kept | None) -> int:
    # As `edit_original_response` does, which makes a message of the answer that nobody reads.
    body: Any = bodies.message(post, kept.to_dict() if kept is not None else None)
    told = await async_context.get().edit_original_interaction_response(
        interaction.application_id, interaction.token, session=interaction._session, payload=body
    )
    return int(told["id"])


async def _fill(interaction: discord.Interaction, post: Post) -> int:
    """Give the private answer that was promised. Where Discord refuses its picture the text comes
    alone, and the picture as a further message; where it refuses that too, in words."""
    try:
        made = await _expecting(lambda: _edit_answer(interaction, post, None))
    except Unable as error:
        if error.reason != "bad_media" or post.picture is None:
            raise
        log.warning("a picture was refused", route="promised answer")
        made = await _fill_apart(interaction, post, post.picture)
    interaction.extras[_FILLED] = True
    interaction.extras[_FIRST] = made
    return made


async def _fill_apart(interaction: discord.Interaction, post: Post, picture: Picture) -> int:
    bare = msgspec.structs.replace(post, picture=None)
    made = await _expecting(lambda: _edit_answer(interaction, bare, None))
    try:
        here = Post(head=HERE, picture=picture)
        parts = {**_parts(here), "files": posts.files(here)}
        await _expecting(lambda: interaction.followup.send(**parts, ephemeral=True))
    except Unable as error:
        if error.reason != "bad_media":
            raise
        log.warning("a picture was refused", route="follow-up")
        words = posts.in_words(post)
        await _expecting(lambda: _edit_answer(interaction, words, None))
    return made


async def update(interaction: discord.Interaction, post: Post, *, kept: Kept | None = None) -> None:
    """Answer a click by changing the message it was on, or change the answer that was given.

    With `kept` the message keeps the picture it has, which is the one of the post.
    """
    post = _fit_for(interaction, post)
    response = interaction.response
    if response.is_done():
        if _promised(interaction):
            await _fill(interaction, post)
            return
        await _shown("edit of an answer", post, lambda p, k: _edit_answer(interaction, p, k), kept)
        return

    async def call(post: Post, kept: Kept | None) -> None:
        body = bodies.change(post, kept.to_dict() if kept is not None else None)
        await answers().ready(interaction.id, interaction.token, body)
        response._response_type = discord.InteractionResponseType.message_update

    await _shown("change of the message", post, call, kept)


async def dismiss(interaction: discord.Interaction, message_id: int) -> None:
    """Delete an answer with the token of the interaction that it answers."""
    if interaction.extras.get(_FIRST) == message_id:
        await _expecting(interaction.delete_original_response)
    else:
        await _expecting(lambda: interaction.followup.delete_message(message_id))


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


async def open_dm(client: discord.Client, user_id: int, *, anew: bool = False) -> int:
    """Id of the direct message channel with a user. `anew` asks Discord although discord.py
    remembers one: it is not there any more."""
    if anew:
        told = await _expecting(lambda: client.http.start_private_message(user_id))
        return int(told["id"])
    channel = await _expecting(lambda: client.create_dm(discord.Object(user_id)))
    return channel.id
