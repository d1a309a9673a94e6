"""What a person's phone does when a message comes: nothing, a badge, or a ring with a push.

After `../shared/real-discord.md`, section 1. Where that says "by the person's settings", the
settings are Discord's usual ones: in a server, mentions alone ring. A person who is at a desktop
and looks elsewhere gets the push all the same; nobody knows yet how long Discord holds it back.
"""

from __future__ import annotations

import re
from collections import defaultdict, deque
from dataclasses import dataclass
from typing import Final, Literal

from bot.local.world import SUPPRESS_NOTIFICATIONS, Channel, Json, Message, User, World

Sign = Literal["none", "unread", "badge", "ring"]
"""What one message does for one person: nothing at all (it is read, or not theirs), a channel with
something unread in it, a number on the badge besides, or a push besides."""
PUSH_MOST: Final = 150
"""Letters of a push that a lock screen shows."""
_KEPT: Final = 500
"""Pushes kept for each person."""
_USER: Final = re.compile(r"<@!?(\d+)>")
_SAYS_SOMETHING: Final = frozenset({0, 19, 20, 23})
"""Types of messages that somebody wrote, not Discord."""


@dataclass(slots=True, eq=False)
class Push:
    """One ring, as a phone shows it."""

    message_id: int
    channel_id: int
    title: str
    """Who and where, such as "Motordrome" or "Motordrome (#pit-lane, Local Speedway)"."""
    text: str
    """The message's content, cut. Components V2 leave no room for content: their push is empty."""
    at: float
    """Time of day, seconds."""
    taken_back: bool = False
    """Its message is deleted. The push itself may stay on a lock screen."""


class Rings:
    """The phones of everybody."""

    def __init__(self, world: World) -> None:
        self._world = world
        self.deleting_takes_badges = True
        """Whether a deleted message no longer counts on the badge. Nobody knows it of Discord."""
        self._pushes: dict[int, deque[Push]] = defaultdict(lambda: deque(maxlen=_KEPT))
        self._counted: dict[tuple[int, int], list[int]] = defaultdict(list)
        self._looking: dict[int, frozenset[int]] = {}

    def look(self, user: User, *channels: Channel) -> None:
        """From now on this person looks at these channels, down to their newest message, and
        nowhere else. With none the person has put Discord away."""
        self._looking[user.id] = frozenset(channel.id for channel in channels)

    def looks_at(self, user: User, channel: Channel) -> bool:
        return channel.id in self._looking.get(user.id, ())

    def read(self, user: User, channel: Channel) -> None:
        """All in the channel is read, so nothing counts there any more."""
        self._counted.pop((user.id, channel.id), None)

    def pushes(self, user: User) -> list[Push]:
        """What rang at this person, oldest first."""
        return list(self._pushes[user.id])

    def badge(self, user: User, channel: Channel | None = None) -> int:
        """The number on the badge of a channel, or (None) of the app: unread direct messages and
        mentions, in channels that the person sees."""
        if channel is None:
            seen = (c for c in self._world.channels.values() if self._world.may_see(user, c))
            return sum(self.badge(user, one) for one in seen)
        read = self._world.reads.get((user.id, channel.id), 0)
        return sum(number > read for number in self._counted.get((user.id, channel.id), ()))

    def sign(self, message: Message, user: User) -> Sign:
        """What a new message does for that person now."""
        world = self._world
        channel = world.channels[message.channel_id]
        answers = message.interaction is not None and message.interaction.user is user
        if (
            user.bot or message.author is user or message.ephemeral or answers
            or not world.may_see(user, channel) or self.looks_at(user, channel)
            or (channel.kind == "thread" and user.id not in channel.members)
        ):  # fmt: skip
            return "none"
        meant = user in message.mentions or message.mention_everyone
        if message.type not in _SAYS_SOMETHING or not (meant or channel.kind == "dm"):
            return "unread"
        return "badge" if message.flags & SUPPRESS_NOTIFICATIONS else "ring"

    def heard(self, message: Message) -> list[tuple[User, Push]]:
        """Count a new message. Gives who is rung, and the push."""
        channel = self._world.channels[message.channel_id]
        rung: list[tuple[User, Push]] = []
        for user in self._world.people():
            sign = self.sign(message, user)
            if sign in ("badge", "ring"):
                self._counted[user.id, channel.id].append(message.id)
            if sign == "ring":
                push = Push(
                    message.id, channel.id, self._title(message, channel),
                    self._text(message), self._world.wall(),
                )  # fmt: skip
                self._pushes[user.id].append(push)
                rung.append((user, push))
        return rung

    def gone(self, message: Message) -> None:
        """A message was deleted."""
        for user in self._world.people():
            counted = self._counted.get((user.id, message.channel_id), [])
            if self.deleting_takes_badges and message.id in counted:
                counted.remove(message.id)
            for push in self._pushes.get(user.id, ()):
                if push.message_id == message.id:
                    push.taken_back = True

    def _title(self, message: Message, channel: Channel) -> str:
        if channel.kind == "dm":
            return message.author.name
        guild = self._world.guilds[channel.guild_id or 0]
        return f"{message.author.name} (#{channel.name}, {guild.name})"

    def _text(self, message: Message) -> str:
        users = self._world.users

        def named(found: re.Match[str]) -> str:
            user = users.get(int(found[1]))
            return found[0] if user is None else f"@{user.name}"

        text = _USER.sub(named, message.content)
        return text if len(text) <= PUSH_MOST else f"{text[: PUSH_MOST - 1]}…"


def push_json(push: Push) -> Json:
    """A push as the page gets it."""
    return {
        "message": str(push.message_id),
        "channel": str(push.channel_id),
        "title": push.title,
        "text": push.text,
        "at": round(push.at * 1000),
        "taken_back": push.taken_back,
    }
