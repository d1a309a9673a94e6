"""What people do with threads, with their own messages, and as those who run the server."""

from __future__ import annotations

from bot.local import posting, threads
from bot.local.errors import NotShown, Refused
from bot.local.people import People
from bot.local.rest_account import thrown_out
from bot.local.rest_channels import announce, on_message, vanish
from bot.local.shapes import guild_create_json, role_json
from bot.local.world import Channel, Guild, Message, Role, User


class ThreadWork(People):
    """Deeds on places, beside what is typed and pressed."""

    def open_thread(
        self,
        user: User,
        channel: Channel,
        name: str,
        message: Message | None = None,
        *,
        private: bool = False,
    ) -> Channel:
        """A person opens a thread, on a message or by itself. Raises `NotShown`."""
        hub = self._hub
        name = " ".join(name.split())
        if not hub.world.may_see(user, channel) or channel.kind != "text":
            raise NotShown("A thread cannot be opened here.")
        if not 1 <= len(name) <= 100:
            raise NotShown("A thread's name has 1 to 100 characters.")
        if message is not None and message.id in hub.world.channels:
            raise NotShown("This message has a thread already.")
        number = hub.world.new_id() if message is None else message.id
        try:
            thread = threads.opened(hub, channel, name, number, user, private=private)
        except Refused as refused:
            raise NotShown(f"{refused.message}.") from None
        if message is not None:
            on_message(hub, thread, message)
        elif not private:
            announce(hub, channel, thread, user)
        return thread

    def archive_thread(self, user: User, thread: Channel, *, locked: bool | None = None) -> None:
        """Who opened a thread may archive it; who runs the server may lock it too."""
        if thread.kind != "thread" or not (thread.owner_id == user.id or user.manages):
            raise NotShown("You cannot archive this.")
        if locked is not None and not user.manages:
            raise NotShown("You cannot lock this.")
        threads.archive(self._hub, thread, locked=locked)

    def join_thread(self, user: User, thread: Channel) -> None:
        """A person wants to hear of a thread from now on."""
        if thread.kind != "thread" or not self._hub.world.may_see(user, thread):
            raise NotShown("There is no such thread.")
        threads.add(self._hub, thread, [user])

    def leave_thread(self, user: User, thread: Channel) -> None:
        """A person does not want to hear of it any more."""
        threads.remove(self._hub, thread, user)

    def add_to_thread(self, user: User, thread: Channel, other: User) -> None:
        """A member of a thread, or anyone in a public one, adds somebody: the bot, say."""
        if thread.kind != "thread" or not self._hub.world.may_see(user, thread):
            raise NotShown("There is no such thread.")
        threads.add(self._hub, thread, [other])

    def delete_message(self, user: User, message: Message) -> None:
        """A person deletes a message of their own, or of anybody where they run the server."""
        if message.author is not user and not user.manages:
            raise NotShown("This is another's message.")
        posting.remove(self._hub, message)

    # as those who run the server

    def delete_channel(self, channel: Channel) -> None:
        """A channel or thread goes, with all that was in it."""
        vanish(self._hub, channel)

    def add_role(self, guild: Guild, name: str, *users: User) -> Role:
        """A new role, for these people."""
        role = Role(self._hub.world.new_id(), name, guild.id, {user.id for user in users})
        guild.roles.append(role)
        body = {"guild_id": str(guild.id), "role": role_json(role, len(guild.roles) + 1)}
        self._hub.dispatch("GUILD_ROLE_CREATE", body, guild.id, 1)
        return role

    def delete_role(self, guild: Guild, role: Role) -> None:
        """A role goes; nobody has it any more."""
        guild.roles.remove(role)
        body = {"guild_id": str(guild.id), "role_id": str(role.id)}
        self._hub.dispatch("GUILD_ROLE_DELETE", body, guild.id, 1)

    def kick_bot(self, guild: Guild) -> None:
        """The bot is thrown out of a server."""
        thrown_out(self._hub, guild)

    def invite_bot(self, guild: Guild) -> None:
        """Somebody invites it, for the first time or again."""
        hub = self._hub
        if guild.bot_inside:
            return
        guild.bot_inside = True
        body = guild_create_json(hub.world, guild, joined=True)
        hub.dispatch("GUILD_CREATE", body, guild.id, 1)
        hub.tell("state", {})
        hub.changed()
