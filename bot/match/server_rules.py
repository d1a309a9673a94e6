"""What those who manage a server have set for its tables: plain data, and what it allows."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final, Literal

import msgspec

from bot.match.state import Pace
from bot.words import say
from games.engine.errors import Refusal
from games.engine.voice import listed

Enders = Literal["vote", "host", "managers", "both"]
PaceRule = Literal["live", "post", "only-live", "only-post"]

MOST_CHOSEN: Final = 25
"""Channels or roles that can be chosen: Discord's limit for a list."""
MOST_NAMED: Final = 5
"""Of them in a refusal."""
LIMITS: Final = (0, 1, 2, 3, 5, 10, 20, 50, 100)
"""How many tables a server may have at a time; 0 is no limit."""


class ServerRules(msgspec.Struct, frozen=True, omit_defaults=True):
    """The settings of one server. What has not been set is as it is without any."""

    channels: tuple[int, ...] = ()
    """Where tables may be opened, threads in these channels too; empty for everywhere."""
    roles: tuple[int, ...] = ()
    """Who has one of these may open tables, beside those who manage the server; empty for all."""
    most: int = 0
    """Open tables at a time, those that rest left out; 0 for no limit."""
    enders: Enders = "vote"
    """Who may end a table at once, beside its players by vote."""
    pace: PaceRule = "live"
    """What a new table begins with, or must have."""
    calls: bool = True
    """Whether players may be mentioned in channels of the server."""

    @property
    def begins(self) -> Pace:
        """The pace of a new table."""
        return "post" if self.pace in ("post", "only-post") else "live"

    def pace_of(self, wanted: Pace) -> Pace:
        """The pace of a new table that would have the one that is wanted."""
        return self.begins if self.pace.startswith("only") else wanted

    def may_end(self, *, host: bool, manages: bool) -> bool:
        """Whether the host of a table, or somebody who manages the server, may end it at once."""
        return (host and self.enders in ("host", "both")) or (
            manages and self.enders in ("managers", "both")
        )

    def check_pace(self, pace: Pace) -> None:
        """Raise a `Refusal` for a pace that tables here may not have."""
        if self.pace.startswith("only") and pace != self.begins:
            live = self.begins == "live"
            raise Refusal(say("server_rules.only_live") if live else say("server_rules.only_post"))

    def check_place(self, here: Collection[int], known: Collection[int]) -> None:
        """Raise a `Refusal` where no table may be opened. `here` is the channel and what it is a
        thread of, `known` the channels that the server has."""
        if not self.channels or not {*self.channels}.isdisjoint(here):
            return
        there = [f"<#{each}>" for each in self.channels if each in known]
        if not there:
            raise Refusal(say("server_rules.no_channel_is_left"))
        raise Refusal(say("server_rules.other_channels", channels=_named(there)))

    def check_roles(self, has: Collection[int], known: Collection[int]) -> None:
        """Raise a `Refusal` for somebody with these roles who may open no table; `known` are the
        roles that the server has."""
        if not self.roles or not {*self.roles}.isdisjoint(has):
            return
        there = [f"<@&{each}>" for each in self.roles if each in known]
        if not there:
            raise Refusal(say("server_rules.no_role_is_left"))
        raise Refusal(say("server_rules.other_roles", roles=_named(there)))

    def check_room(self, tables: int) -> None:
        """Raise a `Refusal` where the server has so many tables that there is no room for one
        more."""
        if self.most and tables >= self.most:
            raise full(self.most)


def full(most: int) -> Refusal:
    """That a server has as many tables as it may."""
    return Refusal(say("server_rules.full", most=most, s="" if most == 1 else "s"))


def _named(all_of_them: list[str]) -> str:
    return listed(all_of_them[:MOST_NAMED], "or")
