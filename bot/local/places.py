"""A ready-made local Discord to play on, and how another process finds a local Discord."""

from __future__ import annotations

import time
from typing import Final

from bot.local.server import LocalDiscord, point_client_at

__all__ = ["furnished", "point_client_at"]

PEOPLE: Final = ("Ann", "Ben", "Cora", "Dev", "Eve", "Finn")
CHANNELS: Final = (
    ("pit-lane", "Open a table with /play"),
    ("arena", "Another channel, for another table"),
)
ROLE: Final = "Drivers"
"""Of the first three people. The first also runs the server."""
_OPENED: Final = 1_767_225_600.0
"""The first second of 2026: when this little Discord was made."""


class _Wall:
    """The time of day, held at one moment while ids must come out the same at every start."""

    held: float | None = _OPENED

    def __call__(self) -> float:
        return time.time() if self.held is None else self.held


def furnished() -> LocalDiscord:
    """A local Discord with people and channels, whose ids are the same at every start: a table
    kept in the database is found again after the process has ended."""
    wall = _Wall()
    local = LocalDiscord(wall=wall)
    for name in PEOPLE:
        local.add_user(name)
    for name, topic in CHANNELS:
        local.add_channel(name, topic=topic)
    people = list(local.world.people())
    for user in people:
        local.world.dm(user)
    people[0].manages = True
    local.add_role(local.guild, ROLE, *people[:3])
    wall.held = None
    return local
