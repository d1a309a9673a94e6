"""What the local Discord holds: servers, people, channels, messages and interactions, as data."""

from __future__ import annotations

import asyncio
import itertools
import secrets
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final, Literal

import discord

from bot.local.clock import Alarm, Clock
from bot.local.errors import NotShown

Json = dict[str, Any]
Kind = Literal["text", "voice", "thread", "dm"]

EPOCH_MS: Final = 1_420_070_400_000
"""The first millisecond of Discord's ids."""
COUNTED_FROM: Final = (1_767_225_600_000 - EPOCH_MS) << 22
"""The first of the ids that are counted: that of the first moment of 2026."""
EPHEMERAL: Final = 1 << 6
LOADING: Final = 1 << 7
HAS_THREAD: Final = 1 << 5
SUPPRESS_NOTIFICATIONS: Final = 1 << 12
V2: Final = 1 << 15
COLOURS: Final = (
    "#E69F00", "#56B4E9", "#009E73", "#F0E442", "#0072B2", "#D55E00", "#CC79A7", "#999999",
)  # fmt: skip
"""Okabe and Ito's colours, given to people in order."""
FILE_LIMIT: Final = 10 * 1024 * 1024
"""Most bytes of one attachment."""

_P = discord.Permissions
BOT_PERMISSIONS: Final = _P(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    create_public_threads=True,
    embed_links=True,
    attach_files=True,
    read_message_history=True,
    use_external_emojis=True,
    connect=True,
).value
"""What the bot may do in a server unless a channel denies it: no moderator's rights."""
MEMBER_PERMISSIONS: Final = _P(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    embed_links=True,
    attach_files=True,
    add_reactions=True,
    read_message_history=True,
    use_application_commands=True,
).value
"""What everyone in a server may do."""
MANAGER_PERMISSIONS: Final = MEMBER_PERMISSIONS | _P(manage_channels=True, manage_guild=True).value
"""What those may do who run a server."""
DM_PERMISSIONS: Final = MEMBER_PERMISSIONS | BOT_PERMISSIONS


@dataclass(slots=True, eq=False)
class User:
    """A person, or the bot."""

    id: int
    name: str
    colour: str = COLOURS[-1]
    dms_open: bool = True
    bot: bool = False
    locale: str = "en-US"
    manages: bool = False
    """May manage channels and servers."""


@dataclass(slots=True, eq=False)
class Role:
    """A role of a server, that people may have; it gives no permission."""

    id: int
    name: str
    guild_id: int
    members: set[int] = field(default_factory=set)
    """Ids of those who have it."""


@dataclass(slots=True, eq=False)
class Guild:
    """A server. `members` are user ids; `bot_inside` is False once the bot was thrown out."""

    id: int
    name: str
    owner_id: int
    members: set[int] = field(default_factory=set)
    bot_inside: bool = True
    roles: list[Role] = field(default_factory=list)
    """Beside everyone's and the bot's own."""
    away: bool = False
    """An outage: the server is there but cannot be reached."""


@dataclass(slots=True, eq=False)
class Channel:
    """A text channel, a thread of one, or a direct message channel."""

    id: int
    kind: Kind
    name: str
    guild_id: int | None = None
    parent_id: int | None = None
    topic: str = ""
    deny: int = 0
    """Permission bits that the bot lacks here."""
    recipient_id: int | None = None
    """The person of a direct message channel."""
    owner_id: int = 0
    archived: bool = False
    locked: bool = False
    private: bool = False
    invitable: bool = True
    """Members of a private thread who are no moderators may add others."""
    auto_archive: int = 1440
    """Minutes without activity after which a thread is archived."""
    changed_at: float = 0.0
    opened_at: float = 0.0
    """Time of day."""
    active_at: float = 0.0
    """Last activity of a thread, seconds on the server's clock."""
    members: dict[int, float] = field(default_factory=dict)
    """Members of a thread with the time of day they joined."""
    alarm: Alarm | None = None
    """What archives a thread."""
    last_message_id: int | None = None


@dataclass(slots=True, eq=False)
class Attachment:
    """A file of a message."""

    id: int
    channel_id: int
    filename: str
    data: bytes
    content_type: str
    description: str | None = None
    width: int | None = None
    height: int | None = None
    ephemeral: bool = False


@dataclass(slots=True, frozen=True)
class Pressable:
    """A button or select as a person sees it."""

    type: int
    custom_id: str
    label: str
    disabled: bool
    options: tuple[Json, ...] = ()
    least: int = 1
    most: int = 1
    id: int = 0


@dataclass(slots=True, eq=False)
class Message:
    """A message as it is now; the object stays the same when it is edited.

    `embeds` and `components` are kept in the form Discord answers with.
    """

    id: int
    channel_id: int
    author: User
    type: int = 0
    content: str = ""
    embeds: list[Json] = field(default_factory=list)
    components: list[Json] = field(default_factory=list)
    attachments: list[Attachment] = field(default_factory=list)
    flags: int = 0
    mentions: list[User] = field(default_factory=list)
    mention_everyone: bool = False
    tts: bool = False
    nonce: str | int | None = None
    reference_id: int | None = None
    thread_id: int | None = None
    """The thread that was opened on it, or that it tells of (type 18)."""
    owner_id: int | None = None
    """Who alone sees it, when it is ephemeral."""
    interaction: Interaction | None = None
    """What it answers, when it answers an interaction."""
    edited_at: float | None = None
    sent_at: float = 0.0
    deleted: bool = False
    edits: int = 0

    @property
    def ephemeral(self) -> bool:
        return bool(self.flags & EPHEMERAL)

    @property
    def thinking(self) -> bool:
        return bool(self.flags & LOADING)

    @property
    def is_v2(self) -> bool:
        return bool(self.flags & V2)

    @property
    def text(self) -> str:
        """Everything written on it that is not to be pressed, a line for each part."""
        parts = [self.content]
        for embed in self.embeds:
            parts += [embed.get("title", ""), embed.get("description", "")]
            parts += [f"{f['name']}: {f['value']}" for f in embed.get("fields", [])]
            parts.append(embed.get("footer", {}).get("text", ""))
        parts += [c["content"] for c in walk(self.components) if c["type"] == 10]
        return "\n".join(part for part in parts if part)

    @property
    def pressables(self) -> list[Pressable]:
        """The buttons and selects on it, in order, link buttons left out."""
        return [_pressable(c) for c in walk(self.components) if c.get("custom_id")]

    @property
    def labels(self) -> list[str]:
        """What its buttons say and its selects ask."""
        return [p.label for p in self.pressables]

    def press(self, label: str) -> str:
        """Custom id of the one button or select with that label; raises `NotShown`."""
        found = [p.custom_id for p in self.pressables if p.label == label]
        if len(found) != 1:
            raise NotShown(f"{len(found)} of {self.labels} are labelled {label!r}")
        return found[0]

    def pressable(self, custom_id: str) -> Pressable:
        """The button or select with that custom id; raises `NotShown`."""
        for found in self.pressables:
            if found.custom_id == custom_id:
                return found
        ids = [p.custom_id for p in self.pressables]
        raise NotShown(f"{custom_id!r} is not on the message, only {ids}")

    def choice(self, custom_id: str, label: str) -> str:
        """Value of the line labelled so in that select; raises `NotShown`."""
        options = self.pressable(custom_id).options
        for option in options:
            if option["label"] == label:
                return str(option["value"])
        raise NotShown(f"{label!r} is none of {[o['label'] for o in options]}")

    @property
    def alts(self) -> list[str]:
        """The alternative texts of its pictures, as they are shown."""
        shown = [
            item["description"] or ""
            for c in walk(self.components)
            for item in (c["items"] if c["type"] == 12 else [c] if c["type"] == 11 else [])
        ]
        return shown if self.is_v2 else [a.description or "" for a in self.attachments]


@dataclass(slots=True, eq=False)
class Interaction:
    """Something a person did, waiting for the bot's answer, or answered."""

    id: int
    token: str
    type: int
    """2 command, 3 component, 4 autocomplete, 5 modal."""
    user: User
    channel: Channel
    made_at: float
    payload: Json
    called: str = ""
    """A command as typed, such as "/play game: nascards"."""
    trigger: Interaction | None = None
    """The interaction that a submitted modal came from."""
    source: Message | None = None
    """The message whose component was used."""
    answer: int | None = None
    """Type of the first answer."""
    original: Message | None = None
    follow_ups: list[Message] = field(default_factory=list)
    modal: Json | None = None
    choices: list[Json] | None = None
    focused_type: int = 3
    """Type of the option that is being completed."""
    failed: bool = False
    heard: bool = False
    """Whether it was handed to a connected bot."""
    page: str | None = None
    """The browser page on which the person did it, if any."""
    done: asyncio.Event = field(default_factory=asyncio.Event)
    """Set by the first answer, or when there was none in time."""
    changes: int = 0
    """Messages made, changed or removed by this interaction so far."""
    source_then: Message | None = None
    """A copy of `source` as this interaction changed it last: others may have changed it since."""


class World:
    """All of it. `changed` is called after each change that a person could see."""

    def __init__(
        self, clock: Clock, wall: Callable[[], float] = time.time, *, count_ids: bool = False
    ) -> None:
        self.clock = clock
        self.wall = wall
        self._last_id = 0
        self._counted = itertools.count(COUNTED_FROM) if count_ids else None
        self._colours = itertools.cycle(COLOURS)
        self.guilds: dict[int, Guild] = {}
        self.users: dict[int, User] = {}
        self.channels: dict[int, Channel] = {}
        self.messages: dict[int, dict[int, Message]] = {}
        """By channel, then by message id, oldest first."""
        self.attachments: dict[int, Attachment] = {}
        self.interactions: dict[int, Interaction] = {}
        self.tokens: dict[str, Interaction] = {}
        self.commands: dict[int, list[Json]] = {}
        """Registered commands by server; 0 stands for everywhere."""
        self.bot_permissions = BOT_PERMISSIONS
        """What the bot may do in every server, unless a channel denies it."""
        self.reads: dict[tuple[int, int], int] = {}
        """Last message read, by person and channel."""
        self.bot = User(self.new_id(), "Motordrome", bot=True)
        self.users[self.bot.id] = self.bot

    def new_id(self) -> int:
        """An id never given before. It tells the time of day as Discord's do, unless ids are
        counted (`count_ids`): then the same actions give the same ids at any time."""
        return self.moment() if self._counted is None else next(self._counted)

    def moment(self) -> int:
        """An id never given before that always tells the time of day, as an interaction's must:
        a bot may ask how old a press is. So does that of a message for one person alone."""
        now = (int(self.wall() * 1000) - EPOCH_MS) << 22
        self._last_id = max(self._last_id + 1, now)
        return self._last_id

    def add_user(self, name: str, *, dms_open: bool = True) -> User:
        """A new person, in no server yet."""
        user = User(self.new_id(), name, next(self._colours), dms_open)
        self.users[user.id] = user
        return user

    def people(self) -> Iterator[User]:
        """Everyone but the bot, in order of arrival."""
        return (u for u in self.users.values() if not u.bot)

    def add_channel(self, channel: Channel) -> Channel:
        channel.changed_at = channel.opened_at = self.wall()
        self.channels[channel.id] = channel
        self.messages[channel.id] = {}
        return channel

    def dm(self, user: User) -> Channel:
        """The direct message channel between a person and the bot, made when first asked for."""
        for channel in self.channels.values():
            if channel.recipient_id == user.id:
                return channel
        return self.add_channel(Channel(self.new_id(), "dm", user.name, recipient_id=user.id))

    def held(self, user: User) -> int:
        """What a person may do in a server, as permission bits."""
        return MANAGER_PERMISSIONS if user.manages else MEMBER_PERMISSIONS

    def offers(self, user: User, command: dict[str, Any]) -> bool:
        """Whether a command stands in this person's list: it may want permissions."""
        wanted = int(command.get("default_member_permissions") or 0)
        return not wanted & ~self.held(user)

    def share_guild(self, user: User) -> bool:
        """Whether the person is in a server where the bot is."""
        return any(g.bot_inside and user.id in g.members for g in self.guilds.values())

    def may_see(self, user: User, channel: Channel) -> bool:
        """Whether the channel is in this person's client at all."""
        if channel.kind == "dm":
            return channel.recipient_id == user.id
        guild = self.guilds.get(channel.guild_id or 0)
        if guild is None or user.id not in guild.members:
            return False
        return not channel.private or user.id in channel.members or user.manages

    def visible(self, channel: Channel, user: User) -> list[Message]:
        """The messages of a channel that a person sees, oldest first."""
        if not self.may_see(user, channel):
            return []
        return [m for m in self.messages[channel.id].values() if m.owner_id in (None, user.id)]

    def count_in(self, thread: Channel) -> int:
        """How many messages a thread has. What only one person sees is never sent there."""
        return sum(m.owner_id is None for m in self.messages.get(thread.id, {}).values())

    def unread(self, channel: Channel, user: User) -> int:
        """How many messages of others came after the last that the person has read."""
        last = self.reads.get((user.id, channel.id), 0)
        return sum(m.id > last and m.author is not user for m in self.visible(channel, user))

    def bot_may_see(self, channel: Channel) -> bool:
        """Whether the channel is there for the bot: it is in the server, may view the channel, and
        is a member of a private thread or a moderator."""
        guild = self.guilds.get(channel.guild_id or 0)
        if guild is None:
            return channel.kind == "dm"
        held = self.permissions(channel)
        if not guild.bot_inside or not held & _P(view_channel=True).value:
            return False
        moderates = bool(held & _P(manage_threads=True).value)
        return not channel.private or self.bot.id in channel.members or moderates

    def permissions(self, channel: Channel) -> int:
        """What the bot may do in a channel, overwrites included, as permission bits."""
        if channel.kind == "dm":
            return DM_PERMISSIONS
        parent = self.channels.get(channel.parent_id or 0)
        deny = channel.deny | (parent.deny if parent is not None else 0)
        allowed = self.bot_permissions & ~deny
        if channel.kind == "voice" and not allowed & _P(connect=True).value:
            # Who may not enter may do nothing else there either.
            allowed &= _P(view_channel=True).value
        return allowed if allowed & _P(view_channel=True).value else 0

    def add_interaction(self, interaction: Interaction, keep: float) -> None:
        """Store it, and forget those made more than `keep` seconds ago."""
        for old in list(itertools.takewhile(
            lambda i: interaction.made_at - i.made_at > keep, self.interactions.values()
        )):  # fmt: skip
            del self.interactions[old.id]
            del self.tokens[old.token]
        self.interactions[interaction.id] = interaction
        self.tokens[interaction.token] = interaction

    def find_message(self, channel_id: int, message_id: int) -> Message | None:
        return self.messages.get(channel_id, {}).get(message_id)


def permission_bits(names: Iterable[str]) -> int:
    """Permissions by discord.py's names as bits.

    >>> permission_bits(["view_channel"])
    1024
    """
    return _P(**dict.fromkeys(names, True)).value


def new_token() -> str:
    """A token nobody can guess."""
    return secrets.token_urlsafe(48)


def walk(components: list[Json]) -> Iterator[Json]:
    """All components, nested ones after the one they are in."""
    for component in components:
        yield component
        yield from walk(component.get("components") or [])
        for inner in ("accessory", "component"):
            if component.get(inner):
                yield from walk([component[inner]])


def _pressable(component: Json) -> Pressable:
    emoji = (component.get("emoji") or {}).get("name") or ""
    return Pressable(
        type=component["type"],
        custom_id=component["custom_id"],
        label=component.get("label") or component.get("placeholder") or emoji,
        disabled=bool(component.get("disabled")),
        options=tuple(component.get("options") or ()),
        least=component.get("min_values", 1),
        most=component.get("max_values", 1),
        id=component.get("id", 0),
    )
