"""What people do: type commands, press what is shown, fill in forms, write."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bot.local import posting, shapes, threads
from bot.local.errors import NotShown, Refused
from bot.local.forms import Value, filled, values_of
from bot.local.hub import HANGS, Hub, Wait
from bot.local.options import Typed, leaf, nested, typed_options
from bot.local.rings import Push
from bot.local.world import (
    Channel,
    Interaction,
    Json,
    Message,
    User,
    new_token,
)


@dataclass(slots=True, frozen=True)
class Modal:
    """A form that the bot has put before a person."""

    interaction: Interaction
    body: Json

    @property
    def title(self) -> str:
        return str(self.body["title"])

    @property
    def custom_id(self) -> str:
        return str(self.body["custom_id"])


class Outcome:
    """What came of something a person did. It is live: later edits show in its messages."""

    def __init__(self, hub: Hub, interaction: Interaction) -> None:
        self._hub = hub
        self.interaction = interaction

    def __repr__(self) -> str:
        return f"<Outcome answer={self.interaction.answer} failed={self.failed} {self.text[:60]!r}>"

    @property
    def failed(self) -> bool:
        """The person reads "This interaction failed" or "did not respond"."""
        return self.interaction.failed

    @property
    def message(self) -> Message | None:
        """The message that the answer made or changed; None when there is none (any more)."""
        found = self.interaction.original
        return None if found is None or found.deleted else found

    @property
    def messages(self) -> list[Message]:
        """That message and all follow-ups."""
        found = (self.interaction.original, *self.interaction.follow_ups)
        return [m for m in found if m is not None and not m.deleted]

    @property
    def ephemeral(self) -> Message | None:
        """The first of them that only this person sees."""
        return next((m for m in self.messages if m.ephemeral), None)

    @property
    def modal(self) -> Modal | None:
        body = self.interaction.modal
        return None if body is None else Modal(self.interaction, body)

    @property
    def choices(self) -> list[Json]:
        return self.interaction.choices or []

    @property
    def text(self) -> str:
        """Everything written on its messages."""
        return "\n".join(m.text for m in self.messages)

    @property
    def updated(self) -> bool:
        """The answer changed the message that was pressed, or promised to."""
        return self.interaction.answer in (6, 7)

    async def finished(self, seconds: float = HANGS) -> Outcome:
        """Wait until the bot no longer thinks. Raises `TimeoutError` after real seconds."""
        await self._hub.until(self._is_finished, seconds)
        return self

    def _is_finished(self) -> bool:
        found = self.interaction
        if found.failed or found.answer in (4, 7, 8, 9):
            return True
        return found.answer is not None and found.changes > (1 if found.answer == 5 else 0)

    async def next_change(self, seconds: float = HANGS) -> Outcome:
        """Wait until this interaction makes, edits or removes another message."""
        before = self.interaction.changes
        await self._hub.until(lambda: self.interaction.changes > before, seconds)
        return self


class People:
    """Everything people do, as interactions that go to the bot."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub

    def _begin(
        self, kind: int, user: User, channel: Channel, data: Json, source: Message | None = None
    ) -> Interaction:
        """Make an interaction and send it to the shard concerned."""
        hub, world = self._hub, self._hub.world
        if not world.may_see(user, channel):
            raise NotShown(f"{user.name} is not in this channel.")
        number, token = world.moment(), new_token()
        payload: Json = {
            "id": str(number),
            "application_id": str(world.bot.id),
            "type": kind,
            "token": token,
            "version": 1,
            "locale": user.locale,
            "entitlements": [],
            "data": data,
            **shapes.place_json(world, channel),
        }
        guild = world.guilds.get(channel.guild_id or 0)
        if guild is None:
            payload["user"] = shapes.user_json(user)
        else:
            payload["member"] = shapes.member_json(user, guild, world.held(user))
        if source is not None:
            payload["message"] = shapes.message_json(world, hub.url, source)
        made = Interaction(
            number, token, kind, user, channel, hub.clock.now(), payload, source=source
        )
        world.add_interaction(made, keep=2 * hub.token_seconds)
        return made

    def _send(self, made: Interaction) -> Interaction:
        hub = self._hub
        channel = made.channel
        made.heard = hub.dispatch("INTERACTION_CREATE", made.payload, channel.guild_id)
        late = made.made_at + hub.interaction_seconds
        hub.clock.call_at(late, lambda: self._late(made))
        return made

    def _late(self, made: Interaction) -> None:
        if made.answer is not None:
            return
        made.failed = True
        self._hub.waits.append(Wait(made.id, made.type, None, self._hub.interaction_seconds))
        made.done.set()
        told: Json = {
            "interaction": str(made.id),
            "message": None if made.source is None else str(made.source.id),
            "channel": str(made.channel.id),
            "text": "This interaction failed" if made.type in (3, 5)
            else "The application did not respond",
        }  # fmt: skip
        if made.type != 4:
            self._hub.tell("interaction_failed", told, made.channel, made.user)
        self._hub.changed()

    async def _outcome(self, made: Interaction) -> Outcome:
        await made.done.wait()
        return Outcome(self._hub, made)

    # what can be typed

    def find_command(self, channel: Channel, name: str) -> Json:
        """The registered command of that name, a server's own before everyone's."""
        world = self._hub.world
        guild = world.guilds.get(channel.guild_id or 0)
        if guild is not None and not guild.bot_inside:
            raise NotShown(f"There is no command /{name}: {world.bot.name} is not in this server.")
        for place in (channel.guild_id or -1, 0):
            for command in world.commands.get(place, []):
                if command["name"] == name and command["type"] == 1:
                    contexts = command.get("contexts")
                    here = 1 if channel.kind == "dm" else 0
                    if contexts is not None and here not in contexts:
                        raise NotShown(f"/{name} is not offered here.")
                    return dict(command)
        raise NotShown(f"There is no command /{name}.")

    def _typed(
        self,
        channel: Channel,
        name: str,
        given: Mapping[str, object],
        subcommand: str | None,
        focused: str | None = None,
    ) -> tuple[Json, Typed, Json]:
        if channel.archived:
            raise NotShown("Commands do not work in an archived thread.")
        first, *path = [*name.split(), *(subcommand or "").split()]
        command = self.find_command(channel, first)
        spec = leaf(command, path)
        typed = Typed(self._hub, channel)
        options = nested(path, command, typed_options(typed, spec, given, focused))
        data: Json = {"id": command["id"], "name": first, "type": 1, "options": options}
        if "guild_id" in command:
            data["guild_id"] = command["guild_id"]
        if typed.resolved:
            data["resolved"] = typed.resolved
        typed.words[:0] = [f"/{first}", *path]
        return data, typed, spec

    def begin_command(
        self,
        user: User,
        channel: Channel,
        name: str,
        options: Mapping[str, object],
        subcommand: str | None = None,
    ) -> Interaction:
        """Send a slash command. Raises `NotShown` for what the client would not send."""
        data, typed, _ = self._typed(channel, name, options, subcommand)
        if not self._hub.world.offers(user, self.find_command(channel, data["name"])):
            raise NotShown(f"/{name} is not offered to {user.name}.")
        made = self._begin(2, user, channel, data)
        made.called = " ".join(typed.words)
        return self._send(made)

    def begin_autocomplete(
        self,
        user: User,
        channel: Channel,
        name: str,
        option: str,
        value: object,
        options: Mapping[str, object],
        subcommand: str | None = None,
    ) -> Interaction:
        given = {**options, option: value}
        data, _, spec = self._typed(channel, name, given, subcommand, focused=option)
        made = self._begin(4, user, channel, data)
        made.focused_type = next(o["type"] for o in spec["options"] if o["name"] == option)
        return self._send(made)

    async def command(
        self,
        user: User,
        channel: Channel,
        name: str,
        options: Mapping[str, object] | None = None,
        *,
        subcommand: str | None = None,
    ) -> Outcome:
        """Type a slash command and wait for the first answer."""
        return await self._outcome(
            self.begin_command(user, channel, name, options or {}, subcommand)
        )

    async def autocomplete(
        self,
        user: User,
        channel: Channel,
        name: str,
        option: str,
        value: object,
        options: Mapping[str, object] | None = None,
        *,
        subcommand: str | None = None,
    ) -> list[Json]:
        """The choices {name, value} offered while `value` stands in `option`; none when late."""
        made = self.begin_autocomplete(
            user, channel, name, option, value, options or {}, subcommand
        )
        return (await self._outcome(made)).choices

    # what can be pressed

    def _shown_to(self, user: User, message: Message) -> Channel:
        channel = self._hub.world.channels.get(message.channel_id)
        if channel is None or message.deleted or not self._hub.world.may_see(user, channel):
            raise NotShown("The message is not there.")
        if message.owner_id not in (None, user.id):
            raise NotShown(f"The message is not shown to {user.name}.")
        return channel

    def begin_press(
        self, user: User, message: Message, custom_id: str, values: Sequence[Any] | None = None
    ) -> Interaction:
        """Press a button (`values` None) or choose in a select, as it is shown now."""
        channel = self._shown_to(user, message)
        pressed = message.pressable(custom_id)
        if pressed.disabled:
            raise NotShown(f"{custom_id!r} is disabled.")
        if (values is None) != (pressed.type == 2):
            raise NotShown(f"{custom_id!r} is {'a button' if pressed.type == 2 else 'a select'}.")
        data: Json = {"custom_id": custom_id, "component_type": pressed.type, "id": pressed.id}
        if values is not None:
            if not pressed.least <= len(values) <= pressed.most or len(set(values)) < len(values):
                raise NotShown(f"{pressed.least} to {pressed.most} can be chosen, not {values}.")
            typed = Typed(self._hub, channel)
            select = {"type": pressed.type, "options": pressed.options}
            data["values"] = values_of(typed, select, values)
            if typed.resolved:
                data["resolved"] = typed.resolved
        return self._send(self._begin(3, user, channel, data, message))

    async def click(self, user: User, message: Message, custom_id: str) -> Outcome:
        """Press a button."""
        return await self._outcome(self.begin_press(user, message, custom_id))

    async def select(
        self, user: User, message: Message, custom_id: str, values: Sequence[Any]
    ) -> Outcome:
        """Choose in a select."""
        return await self._outcome(self.begin_press(user, message, custom_id, values))

    async def forge(
        self,
        user: User,
        message: Message,
        custom_id: str,
        values: Sequence[str] | None = None,
    ) -> Outcome:
        """Press what the message does not show: an old or made-up custom id."""
        channel = self._shown_to(user, message)
        data: Json = {"custom_id": custom_id, "component_type": 2 if values is None else 3, "id": 1}
        if values is not None:
            data["values"] = list(values)
        return await self._outcome(self._send(self._begin(3, user, channel, data, message)))

    def begin_submit(self, user: User, modal: Modal, values: Mapping[str, Value]) -> Interaction:
        trigger = modal.interaction
        if trigger.user is not user:
            raise NotShown(f"The form is not shown to {user.name}.")
        typed = Typed(self._hub, trigger.channel)
        data: Json = {
            "custom_id": modal.custom_id,
            "components": filled(typed, modal.body, values),
        }
        if typed.resolved:
            data["resolved"] = typed.resolved
        source = trigger.source
        if source is not None and source.deleted:
            source = None
        made = self._begin(5, user, trigger.channel, data, source)
        made.trigger = trigger
        made.called = trigger.called
        return self._send(made)

    async def submit(self, user: User, modal: Modal, values: Mapping[str, Value]) -> Outcome:
        """Send a form; `values` by custom id, what is left out keeps its default."""
        return await self._outcome(self.begin_submit(user, modal, values))

    def redeliver(self, outcome: Outcome) -> bool:
        """Send the same interaction once more; False when no bot was there to take it."""
        made = outcome.interaction
        return self._hub.dispatch("INTERACTION_CREATE", made.payload, made.channel.guild_id)

    # what can be written

    def write(self, user: User, channel: Channel, content: str) -> Message:
        """Post a message as a person."""
        hub = self._hub
        if not hub.world.may_see(user, channel):
            raise NotShown(f"{user.name} is not in this channel.")
        if not 1 <= len(content.strip()) <= 2000:
            raise NotShown("A message has 1 to 2000 characters.")
        if channel.locked and not user.manages:
            raise NotShown("The thread is locked.")
        try:
            if channel.archived:
                threads.room(hub, channel.guild_id)
        except Refused as refused:
            raise NotShown(f"{refused.message}.") from None
        message = Message(hub.world.new_id(), channel.id, user, content=content)
        message.mentions = posting.mentioned(hub, content)
        posting.post(hub, message)
        hub.world.reads[user.id, channel.id] = message.id
        return message

    def look(self, user: User, *channels: Channel) -> None:
        """A person looks at these channels and nowhere else; with none, at Discord not at all."""
        self._hub.rings.look(user, *channels)
        for channel in channels:
            self.read(user, channel)

    def read(self, user: User, channel: Channel) -> None:
        """A person has read all that is in a channel."""
        seen = self.messages(channel, user)
        if seen:
            self._hub.world.reads[user.id, channel.id] = seen[-1].id
        self._hub.rings.read(user, channel)

    def pushes(self, user: User) -> list[Push]:
        """What a person's phone rang with, oldest first."""
        return self._hub.rings.pushes(user)

    def badge(self, user: User, channel: Channel | None = None) -> int:
        """The number on a person's app, or on one channel: unread direct messages and mentions."""
        return self._hub.rings.badge(user, channel)

    def messages(self, channel: Channel, user: User) -> list[Message]:
        """The messages of a channel that this person sees, oldest first."""
        return self._hub.world.visible(channel, user)

    def dm(self, user: User) -> Channel:
        """The person's direct messages with the bot."""
        return self._hub.world.dm(user)
