"""REST: answers to interactions, and what their tokens can do for fifteen minutes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bot.local import checks, posting, shapes, threads
from bot.local.check_commands import check_choices_answer
from bot.local.check_modals import check_modal
from bot.local.errors import Problem, Refused, refuse_if
from bot.local.hub import Hub, Wait
from bot.local.rest import Answer, Asked, Route
from bot.local.world import EPHEMERAL, LOADING, Interaction, Json, Message

_ANSWERS: Final[dict[int, frozenset[int]]] = {
    2: frozenset({4, 5, 9}),
    3: frozenset({4, 5, 6, 7, 9}),
    4: frozenset({8}),
    5: frozenset({4, 5, 6, 7}),
}
"""Types of answer to each type of interaction."""
_NEW_MAY_SET: Final = posting.SETTABLE | EPHEMERAL


async def answer(asked: Asked) -> Answer:
    """The first answer: in time, the only one, and of a fitting type."""
    hub = asked.hub
    found = hub.world.interactions.get(asked.number("interaction_id"))
    if found is None or found.token != asked.params["interaction_token"]:
        raise Refused(10062)
    if found.answer is not None:
        raise Refused(40060)
    if found.failed or hub.clock.now() - found.made_at > hub.interaction_seconds:
        raise Refused(10062)
    kind = int(asked.body.get("type", 0))
    refuse_if([*_check_type(found, kind)])
    message: Message | None = None
    if kind == 4:
        message = _reply(asked, found)
    elif kind == 5:
        message = _defer(asked, found)
    elif kind in (6, 7):
        message = _update(asked, found, kind)
    elif kind == 8:
        _complete(asked, found)
    else:
        _open_modal(asked, found)
    found.answer = kind
    hub.waits.append(Wait(found.id, found.type, kind, hub.clock.now() - found.made_at))
    found.done.set()
    hub.changed()
    if asked.query.get("with_response", "").lower() not in ("1", "true"):
        return 204, None
    return 200, _answered(hub, found, kind, message)


def _check_type(found: Interaction, kind: int) -> Iterator[Problem]:
    fitting = _ANSWERS[found.type]
    if found.type == 5 and found.source is None:
        fitting -= {6, 7}
    if kind not in fitting:
        message = f"Interactions of type {found.type} cannot be answered with type {kind}"
        yield Problem(("type",), "INTERACTION_RESPONSE_TYPE_INVALID", message)


def _answered(hub: Hub, found: Interaction, kind: int, message: Message | None) -> Json:
    told: Json = {
        "id": str(found.id),
        "type": found.type,
        "channel_id": str(found.channel.id),
    }
    if found.channel.guild_id is not None:
        told["guild_id"] = str(found.channel.guild_id)
    out: Json = {"interaction": told}
    if message is not None:
        told["response_message_id"] = str(message.id)
        told["response_message_loading"] = message.thinking
        told["response_message_ephemeral"] = message.ephemeral
    if kind in (4, 7) and message is not None:
        body = shapes.message_json(hub.world, hub.url, message)
        out["resource"] = {"type": kind, "message": body}
    return out


def _new_message(hub: Hub, found: Interaction, flags: int) -> Message:
    owner = found.user.id if flags & EPHEMERAL else None
    # Some are sent only where a machine is slow: they must not shift the ids that dice hang on.
    number = hub.world.new_id() if owner is None else hub.world.moment()
    message = Message(
        number, found.channel.id, hub.world.bot, flags=flags, owner_id=owner,
        type=20 if found.source is None else 19, interaction=found,
    )  # fmt: skip
    if found.source is not None:
        message.reference_id = found.source.id
    return message


def _reply(asked: Asked, found: Interaction) -> Message:
    made = posting.draft(
        asked.hub, found.channel, asked.sent, where=("data",), may_set=_NEW_MAY_SET
    )
    if not made.flags & EPHEMERAL:
        threads.writable(asked.hub, found.channel)
    message = found.original = _new_message(asked.hub, found, made.flags)
    posting.apply(asked.hub, made, message)
    posting.post(asked.hub, message)
    return message


def _defer(asked: Asked, found: Interaction) -> Message:
    flags = int((asked.body.get("data") or {}).get("flags") or 0)
    refuse_if([*checks.check_flags(("data",), flags, EPHEMERAL)])
    if not flags & EPHEMERAL:
        threads.writable(asked.hub, found.channel)
    message = found.original = _new_message(asked.hub, found, flags | LOADING)
    posting.post(asked.hub, message)
    return message


def _update(asked: Asked, found: Interaction, kind: int) -> Message | None:
    message = found.source
    if message is None or message.deleted:
        raise Refused(10008)
    if kind == 7:
        if found.channel.archived:
            raise Refused(50083)
        made = posting.draft(asked.hub, found.channel, asked.sent, old=message, where=("data",))
        posting.apply(asked.hub, made, message)
        posting.edited(asked.hub, message, found)
    found.original = message
    return message


def _complete(asked: Asked, found: Interaction) -> None:
    choices: list[Json] = (asked.body.get("data") or {}).get("choices") or []
    refuse_if([*check_choices_answer(("data",), choices, found.focused_type)])
    found.choices = choices


def _open_modal(asked: Asked, found: Interaction) -> None:
    modal: Json = asked.body.get("data") or {}
    try:
        problems = [*check_modal(("data",), modal)]
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        problems = [Problem(("data",), "BASE_TYPE_BAD_TYPE", repr(error))]
    refuse_if(problems)
    found.modal = modal
    asked.hub.tell("modal", {**modal, "interaction": str(found.id)}, found.channel, found.user)


def _by_token(asked: Asked) -> Interaction:
    """The answered interaction of a token that still works."""
    hub = asked.hub
    found = hub.world.tokens.get(asked.params["webhook_token"])
    if found is None or asked.number("webhook_id") != hub.world.bot.id:
        raise Refused(10015)
    if hub.clock.now() - found.made_at > hub.token_seconds:
        raise Refused(50027)
    if found.answer is None:
        raise Refused(10015)
    return found


def _original(asked: Asked) -> tuple[Interaction, Message]:
    found = _by_token(asked)
    message = found.original
    if message is None or message.deleted:
        raise Refused(10008)
    return found, message


def _followed(asked: Asked) -> tuple[Interaction, Message]:
    found = _by_token(asked)
    number = asked.number("message_id")
    for message in (*found.follow_ups, found.original):
        if message is not None and message.id == number and not message.deleted:
            return found, message
    raise Refused(10008)


def _edit(asked: Asked, found: Interaction, message: Message) -> Answer:
    if found.channel.archived:
        raise Refused(50083)
    made = posting.draft(asked.hub, found.channel, asked.sent, old=message)
    posting.apply(asked.hub, made, message)
    posting.edited(asked.hub, message, found)
    return 200, shapes.message_json(asked.hub.world, asked.hub.url, message)


async def get_original(asked: Asked) -> Answer:
    _, message = _original(asked)
    return 200, shapes.message_json(asked.hub.world, asked.hub.url, message)


async def edit_original(asked: Asked) -> Answer:
    return _edit(asked, *_original(asked))


async def delete_original(asked: Asked) -> Answer:
    found, message = _original(asked)
    posting.remove(asked.hub, message, found)
    return 204, None


async def follow_up(asked: Asked) -> Answer:
    """A further message; straight after a deferral it fills the message that was promised."""
    hub, found = asked.hub, _by_token(asked)
    waiting = found.original
    if waiting is not None and waiting.thinking and not waiting.deleted:
        body = asked.body
        flags = int(body.get("flags") or 0) & ~EPHEMERAL
        asked.sent.body = {**body, "flags": flags}
        hub.filled_by_follow_up.append(f"{found.called or 'a press'} of {found.user.name}")
        return _edit(asked, found, waiting)
    made = posting.draft(hub, found.channel, asked.sent, may_set=_NEW_MAY_SET)
    if not made.flags & EPHEMERAL:
        threads.writable(hub, found.channel)
    message = _new_message(hub, found, made.flags)
    message.reference_id = None if found.original is None else found.original.id
    message.type = 0 if message.reference_id is None else 19
    posting.apply(hub, made, message)
    found.follow_ups.append(message)
    posting.post(hub, message)
    return 200, shapes.message_json(hub.world, hub.url, message)


async def get_followed(asked: Asked) -> Answer:
    _, message = _followed(asked)
    return 200, shapes.message_json(asked.hub.world, asked.hub.url, message)


async def edit_followed(asked: Asked) -> Answer:
    return _edit(asked, *_followed(asked))


async def delete_followed(asked: Asked) -> Answer:
    found, message = _followed(asked)
    posting.remove(asked.hub, message, found)
    return 204, None


_TOKEN: Final = "/webhooks/{webhook_id}/{webhook_token}"
_ORIGINAL: Final = f"{_TOKEN}/messages/@original"
_FOLLOWED: Final = f"{_TOKEN}/messages/{{message_id}}"
ROUTES: Final[list[Route]] = [
    ("POST", "/interactions/{interaction_id}/{interaction_token}/callback", answer),
    ("GET", _ORIGINAL, get_original),
    ("PATCH", _ORIGINAL, edit_original),
    ("DELETE", _ORIGINAL, delete_original),
    ("POST", _TOKEN, follow_up),
    ("GET", _FOLLOWED, get_followed),
    ("PATCH", _FOLLOWED, edit_followed),
    ("DELETE", _FOLLOWED, delete_followed),
]
