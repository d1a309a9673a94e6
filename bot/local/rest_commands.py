"""REST: registering commands."""

from __future__ import annotations

from typing import Any, Final

from bot.local.check_commands import check_commands
from bot.local.errors import Problem, Refused, refuse_if
from bot.local.hub import Hub
from bot.local.rest import Answer, Asked, Route
from bot.local.world import Json

_CREATES_A_DAY: Final = 200


def _place(asked: Asked) -> int:
    """The server whose commands are meant; 0 is everywhere."""
    if asked.number("application_id") != asked.hub.world.bot.id:
        raise Refused(10002)
    if "guild_id" not in asked.params:
        return 0
    guild = asked.hub.world.guilds.get(asked.number("guild_id"))
    if guild is None or not guild.bot_inside:
        raise Refused(50001)
    return guild.id


def _check(commands: Any) -> None:
    try:
        problems = [*check_commands(commands)]
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        problems = [Problem((), "BASE_TYPE_BAD_TYPE", repr(error))]
    refuse_if(problems)


def _keep(hub: Hub, sent: Json, guild_id: int, old: Json | None) -> Json:
    """A command as Discord stores it; one of the same name keeps its id."""
    out: Json = {
        "id": str(hub.world.moment()) if old is None else old["id"],
        "application_id": str(hub.world.bot.id),
        "version": str(hub.world.moment()),
        "type": 1,
        "description": "",
        "nsfw": False,
        "default_member_permissions": None,
        "integration_types": [0],
        "contexts": None,
        **{k: v for k, v in sent.items() if v is not None and k != "id"},
    }
    if out["default_member_permissions"] is not None:
        out["default_member_permissions"] = str(out["default_member_permissions"])
    if guild_id:
        out["guild_id"] = str(guild_id)
    return out


def _key(command: Json) -> tuple[int, str]:
    return int(command.get("type") or 1), command["name"]


def _create(hub: Hub) -> None:
    hub.command_creates += 1
    if hub.command_creates > _CREATES_A_DAY:
        raise Refused(30034)


async def overwrite(asked: Asked) -> Answer:
    hub, guild_id, sent = asked.hub, _place(asked), asked.sent.body or []
    _check(sent)
    old = {_key(c): c for c in hub.world.commands.get(guild_id, [])}
    for command in sent:
        if _key(command) not in old:
            _create(hub)
    kept = [_keep(hub, command, guild_id, old.get(_key(command))) for command in sent]
    hub.world.commands[guild_id] = kept
    hub.tell("state", {})
    hub.changed()
    return 200, kept


async def list_all(asked: Asked) -> Answer:
    return 200, asked.hub.world.commands.get(_place(asked), [])


async def create(asked: Asked) -> Answer:
    """Register one command; one of the same name is replaced."""
    hub, guild_id, sent = asked.hub, _place(asked), asked.body
    before = hub.world.commands.get(guild_id, [])
    old = next((c for c in before if _key(c) == (int(sent.get("type") or 1), sent["name"])), None)
    others = [c for c in before if c is not old]
    _check([*others, sent])
    if old is None:
        _create(hub)
    kept = _keep(hub, sent, guild_id, old)
    hub.world.commands[guild_id] = [*others, kept]
    hub.tell("state", {})
    return (201 if old is None else 200), kept


def _one(asked: Asked) -> tuple[int, Json]:
    guild_id = _place(asked)
    for command in asked.hub.world.commands.get(guild_id, []):
        if command["id"] == asked.params["command_id"]:
            return guild_id, command
    raise Refused(10063)


async def get(asked: Asked) -> Answer:
    return 200, _one(asked)[1]


async def delete(asked: Asked) -> Answer:
    guild_id, command = _one(asked)
    asked.hub.world.commands[guild_id].remove(command)
    asked.hub.tell("state", {})
    return 204, None


_EVERYWHERE: Final = "/applications/{application_id}/commands"
_IN_GUILD: Final = "/applications/{application_id}/guilds/{guild_id}/commands"
ROUTES: Final[list[Route]] = [
    route
    for place in (_EVERYWHERE, _IN_GUILD)
    for route in (
        ("PUT", place, overwrite),
        ("GET", place, list_all),
        ("POST", place, create),
        ("GET", f"{place}/{{command_id}}", get),
        ("DELETE", f"{place}/{{command_id}}", delete),
    )
]
