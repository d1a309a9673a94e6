"""What is set for the tables of servers. Rows own it, so every process obeys a change at once."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import Final

import msgspec

from bot.match.server_rules import ServerRules
from bot.store import Store

_read: Final = msgspec.json.Decoder(ServerRules).decode


def _rules(body: bytes) -> ServerRules:
    with contextlib.suppress(msgspec.MsgspecError):  # the usual where it cannot be read
        return _read(body)
    return ServerRules()


class Servers:
    """The settings of every server, by id."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def rules(self, guild_id: int) -> ServerRules:
        """What is set for a server."""
        return _rules(await self._store.server_settings(guild_id))

    async def change(
        self, guild_id: int, make: Callable[[ServerRules], ServerRules]
    ) -> ServerRules:
        """Set what `make` makes of it, in one transaction; returns that. What somebody else sets at
        that moment stays."""
        body = await self._store.change_server_settings(
            guild_id, lambda old: msgspec.json.encode(make(_rules(old)))
        )
        return _rules(body)
