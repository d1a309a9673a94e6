"""The race with what follows from it, in truth and in what a seat sees of it alike."""

from __future__ import annotations

from typing import Final

from games.world_auto_racing.area import spent
from games.world_auto_racing.kinds import READY
from games.world_auto_racing.mods import mod_cap
from games.world_auto_racing.progress import Calculation, calculation, lineup, short, unpack
from games.world_auto_racing.state import Racer, State, Task, racing

ASKING: Final = frozenset(("check", "discard", "lose", "cap", "retrieve", "search", "peek"))
"""Tasks in which a driver is asked."""


class Race(State, omit_defaults=True):
    """A race. What is said of who looks holds in a view, where `seat` says who that is."""

    spent = spent
    mod_cap = mod_cap

    @property
    def me(self) -> Racer | None:
        """The driver who looks; None for a spectator."""
        return None if self.seat is None else self.drivers[self.seat]

    @property
    def hand(self) -> tuple[int, ...]:
        """The cards of who looks, in the order they were drawn, the newest last."""
        return () if self.me is None else tuple(self.me.hand)

    @property
    def looked(self) -> tuple[tuple[int, tuple[int, ...]], ...]:
        """(seat, cards) of hands who looks was shown this round, as they were then."""
        return () if self.me is None else tuple(self.me.looked)

    @property
    def found(self) -> tuple[int, ...]:
        """The cards that who looks may choose from in a search now, or the one looked at on top of
        the garage."""
        task = self.asking
        if self.me is None or task is None or task.whom != self.seat:
            return ()
        return tuple(self.me.found) if task.kind in ("search", "peek") else ()

    @property
    def asking(self) -> Task | None:
        """What a driver is asked for in the middle of a step."""
        return self.todo[-1] if self.todo and self.todo[-1].kind in ASKING else None

    @property
    def checking(self) -> int:
        """Card whose check or effect asks now, or -1."""
        return self.asking.card if self.asking else -1

    @property
    def asked_by(self) -> int:
        """The card that asks now, where it is not the one being played; else -1."""
        same = self.playing is not None and self.playing.card == self.checking
        return -1 if same else self.checking

    @property
    def choosing(self) -> int:
        """Seat that is asked in the middle of a step, or -1."""
        task = self.asking
        if task is None:
            return -1
        return task.seat if task.kind in ("check", "cap") else task.whom

    def races(self, seat: int) -> bool:
        """Whether a driver races, and does not wait while those who are level race on."""
        return not self.tied or seat in self.tied

    def projected(self, seat: int | None) -> Calculation | None:
        """What the progress step would give a driver if it came now; None where none comes."""
        if seat is None or not self.round or self.phase == "over" or seat not in racing(self):
            return None
        return calculation(short(self, seat, lineup(self)))

    def last(self, seat: int) -> Calculation | None:
        """What it gave a driver in the last round."""
        return unpack(self.drivers[seat].last)

    def own_garage(self, seat: int) -> tuple[int, ...]:
        """Every card of a driver's garage, sorted: the one brought, or the ready-made one."""
        racer = self.drivers[seat]
        return tuple(racer.brought) or READY[racer.car] if racer.car >= 0 else ()
