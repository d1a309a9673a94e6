"""What a table holds and what is stored of it, as data."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

import msgspec

from games.engine.ask import Ask
from games.engine.chance import Chance

S = TypeVar("S", bound=msgspec.Struct)
_encode = msgspec.json.Encoder().encode


class Emitted(msgspec.Struct, frozen=True, gc=False):
    """An event and who may know of it: None for everyone, else the seats."""

    event: Any
    seats: tuple[int, ...] | None = None

    def reaches(self, seat: int | None) -> bool:
        """Whether that seat (None: a spectator) may know of it."""
        return self.seats is None or seat in self.seats


class Entry(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """An answer or an order as it was given, by value."""

    seat: int
    value: Any
    is_order: bool = False
    ask: Ask[Any] | None = None
    """The question that it answers."""

    @property
    def known(self) -> Entry:
        """As the other seats know it: an answer that was let drop unseen might be any."""
        ask = self.ask
        return self if ask is None or not ask.withheld else Entry(self.seat, ask.default)


class Save(msgspec.Struct):
    """A table as it is stored. Chance is stored beside it by whoever keeps the seed."""

    game: str
    schema: int
    checkpoint: msgspec.Raw
    log: list[tuple[int, msgspec.Raw, bool]]
    """(seat, value, is it an order) since the checkpoint, in order."""
    number: int
    """Number of the first question after the checkpoint."""
    draws: int
    """Draws taken up to the checkpoint."""


class Context(Generic[S]):
    """What rules hold while they run: the state, chance, and a way to tell what happened."""

    __slots__ = ("chance", "checkpoint", "state", "told")

    def __init__(self, state: S, chance: Chance) -> None:
        self.state = state
        self.chance = chance
        self.checkpoint = b""
        """The state at the table's checkpoint, encoded; empty while the present state is the same
        (`asks_once`)."""
        self.told: list[Emitted] = []

    def keep(self) -> bytes:
        """The checkpoint, encoded: before it is read, before an order changes the state, and before
        a rule that was to ask once goes on to ask again."""
        if not self.checkpoint:
            self.checkpoint = _encode(self.state)
        return self.checkpoint

    def emit(self, event: Any, *seats: int) -> None:
        """Tell an event to everyone, or to some seats only."""
        self.told.append(Emitted(event, seats) if seats else Emitted(event))
