"""Options of a command as the client sends them, checked as the client checks them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from bot.local import shapes
from bot.local.errors import NotShown
from bot.local.hub import Hub
from bot.local.uploads import content_type, fit_name
from bot.local.world import MEMBER_PERMISSIONS, Attachment, Channel, Guild, Json, User

_WORDS: Final[dict[int, type | tuple[type, ...]]] = {3: str, 4: int, 5: bool, 10: (int, float)}


@dataclass(slots=True)
class Typed:
    """What was typed after a command's name."""

    hub: Hub
    channel: Channel
    resolved: Json = field(default_factory=dict)
    words: list[str] = field(default_factory=list)

    def resolve_user(self, value: object) -> str:
        """Put a user into `resolved` and give the id."""
        number = value.id if isinstance(value, User) else int(str(value))
        user = self.hub.world.users.get(number)
        if user is None:
            raise NotShown(f"There is no user {value}.")
        self.resolved.setdefault("users", {})[str(number)] = shapes.user_json(user)
        guild = self.hub.world.guilds.get(self.channel.guild_id or 0)
        if guild is not None and (number in guild.members or user.bot):
            member = shapes.member_json(user, guild, MEMBER_PERMISSIONS)
            for key in ("user", "deaf", "mute"):
                del member[key]
            self.resolved.setdefault("members", {})[str(number)] = member
        return str(number)

    def resolve_channel(self, value: object) -> str:
        number = value.id if isinstance(value, Channel) else int(str(value))
        channel = self.hub.world.channels.get(number)
        if channel is None:
            raise NotShown(f"There is no channel {value}.")
        body = shapes.channel_json(self.hub.world, channel)
        body["permissions"] = str(MEMBER_PERMISSIONS)
        self.resolved.setdefault("channels", {})[str(number)] = body
        return str(number)

    def resolve_role(self, value: object) -> str:
        guild = self._guild()
        for role in shapes.roles_json(self.hub.world, guild):
            if role["id"] == str(value):
                self.resolved.setdefault("roles", {})[role["id"]] = role
                return str(value)
        raise NotShown(f"There is no role {value}.")

    def _guild(self) -> Guild:
        guild = self.hub.world.guilds.get(self.channel.guild_id or 0)
        if guild is None:
            raise NotShown("There are no roles here.")
        return guild

    def resolve_file(self, value: object) -> str:
        """A file given as (name, bytes)."""
        if not isinstance(value, tuple) or len(value) != 2:
            raise NotShown("A file is given as its name and its bytes.")
        name, data = fit_name(str(value[0])), bytes(value[1])
        made = Attachment(
            self.hub.world.new_id(), self.channel.id, name, data, content_type(name), ephemeral=True
        )
        self.hub.world.attachments[made.id] = made
        told = shapes.attachment_json(self.hub.url, made)
        self.resolved.setdefault("attachments", {})[str(made.id)] = told
        return str(made.id)

    def value(self, option: Json, given: object, *, free: bool = False) -> Any:
        """One option's value as it is sent; raises `NotShown` when the client would not."""
        kind, name = option["type"], option["name"]
        if kind == 6 or (kind == 9 and isinstance(given, User)):
            return self.resolve_user(given)
        if kind == 7:
            return self.resolve_channel(given)
        if kind in (8, 9):
            return self.resolve_role(given)
        if kind == 11:
            return self.resolve_file(given)
        wanted = _WORDS[kind]
        fits = isinstance(given, wanted) and (kind == 5 or not isinstance(given, bool))
        if not fits and not free:
            raise NotShown(f"{name}: {given!r} is not of the option's type.")
        choices = option.get("choices")
        if choices and not free and given not in [choice["value"] for choice in choices]:
            raise NotShown(f"{name}: {given!r} is none of the choices.")
        if not free:
            _check_bounds(option, given)
        return given


def _check_bounds(option: Json, given: Any) -> None:
    if option["type"] == 3:
        size, word = len(given), "length"
        if size == 0:
            raise NotShown(f"{option['name']}: nothing is written.")
    elif option["type"] in (4, 10):
        size, word = given, "value"
    else:
        return
    low, high = option.get(f"min_{word}"), option.get(f"max_{word}")
    if (low is not None and size < low) or (high is not None and size > high):
        raise NotShown(f"{option['name']}: {given!r} is out of bounds.")


def leaf(command: Json, path: list[str]) -> Json:
    """The command or the subcommand of that path; raises `NotShown`."""
    here = command
    for word in path:
        inner = [o for o in here.get("options", []) if o["type"] in (1, 2) and o["name"] == word]
        if not inner:
            raise NotShown(f"/{command['name']} has no subcommand {word!r}.")
        here = inner[0]
    if any(o["type"] in (1, 2) for o in here.get("options", [])):
        names = ", ".join(o["name"] for o in here["options"])
        raise NotShown(f"/{command['name']} needs a subcommand: {names}.")
    return here


def typed_options(
    typed: Typed, spec: Json, given: Mapping[str, object], focused: str | None = None
) -> list[Json]:
    """The options as they are sent, in the command's order."""
    known = {o["name"]: o for o in spec.get("options", [])}
    for name in given:
        if name not in known:
            raise NotShown(f"There is no option {name!r}, only {', '.join(known) or 'none'}.")
    out: list[Json] = []
    for name, option in known.items():
        if name not in given:
            if option.get("required") and focused is None:
                raise NotShown(f"{name} is required.")
            continue
        value = typed.value(option, given[name], free=name == focused)
        sent: Json = {"name": name, "type": option["type"], "value": value}
        if name == focused:
            if not option.get("autocomplete"):
                raise NotShown(f"{name} completes nothing.")
            sent["focused"] = True
        typed.words.append(f"{name}:{_shown(option, given[name])}")
        out.append(sent)
    return out


def _shown(option: Json, given: object) -> str:
    """A value as the client shows it: a choice by its name."""
    for choice in option.get("choices") or []:
        if choice["value"] == given:
            return str(choice["name"])
    return str(getattr(given, "name", given))


def nested(path: list[str], command: Json, options: list[Json]) -> list[Json]:
    """Options under their subcommand and group."""
    kinds: list[int] = []
    here = command
    for word in path:
        here = next(o for o in here["options"] if o["name"] == word)
        kinds.append(here["type"])
    for word, kind in zip(reversed(path), reversed(kinds), strict=True):
        options = [{"name": word, "type": kind, "options": options}]
    return options
