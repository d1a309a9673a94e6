"""What the pictures read off a race: the moment, whose it is, and every driver with the sum."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.engine.players import SEAT_LETTERS, Player
from games.engine.voice import ordinal
from games.world_auto_racing.kinds import KINDS
from games.world_auto_racing.mods import counted
from games.world_auto_racing.progress import Calculation
from games.world_auto_racing.race import Race
from games.world_auto_racing.state import racing
from images.words import listed, name_of

GAME: Final = "World Auto Racing"
_TITLES: Final = {
    "car": "Choosing cars",
    "mulligan": "First hands",
    "beginning": "The round begins",
}
_STATES: Final = {"left": "left the race"}


class Driver:
    """One driver as shown."""

    def __init__(self, view: Race, players: Sequence[Player], seat: int) -> None:
        self.view, self.seat, self.racer = view, seat, view.drivers[seat]
        self.letter = SEAT_LETTERS[seat]
        self.name = name_of(players, seat)
        self.computer = seat < len(players) and bool(players[seat].computer)
        self.car = KINDS[self.racer.car] if self.racer.car >= 0 else None
        counted = view.phase == "over" or (view.phase == "scrap" and view.races(seat))
        self.sum: Calculation | None = view.last(seat) if counted else view.projected(seat)
        """After a round the last one, else what the progress step would give now."""
        self.scored = counted and self.sum is not None
        """The sum is the last round's and counted already."""
        self.state = self._state()
        """`left`, `waits`, `chooses`, `passed` or empty."""
        self.live = self.state not in ("left", "waits")
        """Whether the driver races on."""

    @property
    def stats(self) -> tuple[int, int] | None:
        """Power and handling by the sum; of a car just chosen, its own."""
        if self.sum is not None:
            return self.sum.power_total, self.sum.handling_total
        if self.car is not None and not self.view.round:
            return int(self.car.power), int(self.car.handling)
        return None

    @property
    def way(self) -> tuple[int, int]:
        """Progress without the sum and with it."""
        now, total = self.racer.progress, self.sum.total if self.sum else 0
        return (now - total, now) if self.scored else (now, now + total)

    @property
    def mods(self) -> str:
        """How many mods the cap counts, of how many: "3 of 8"."""
        return f"{counted(self.racer)} of {self.view.mod_cap(self.seat)}"

    @property
    def gained(self) -> int | None:
        """What the last round gave, where the sum shown is another."""
        last = None if self.scored else self.view.last(self.seat)
        return None if last is None else last.total

    @property
    def place(self) -> int:
        """The final place, else that in the racing order; 0 before the first round."""
        if not self.view.round:
            return 0
        return 1 + shown_order(self.view).index(self.seat)

    def _state(self) -> str:
        view = self.view
        if self.racer.retired:
            return "left"
        if not view.races(self.seat) and view.phase != "over":
            return "waits"
        if view.phase == "car" and self.car is None and self.seat == acting_of(view):
            return "chooses"
        return "passed" if self.racer.passed and view.phase in ("action", "beginning") else ""

    def __str__(self) -> str:
        """Whose it is, with the car, the place in the racing order and the state."""
        state = self.state
        parts = [
            f"{self.letter} {self.name}" + " (computer)" * self.computer,
            self.car.name if self.car else "no car yet",
            ordinal(self.place) if self.place else "",
            _STATES.get(state, state),
        ]
        return ", ".join(filter(None, parts))


def moment_of(view: Race) -> str:
    """ "Round 6 · order B A C · to 100"."""
    parts = [f"Round {view.round}" if view.round else "Before the race"]
    if view.round and view.phase != "over":
        label = "tie-break" if view.tied else "order"
        parts.append(f"{label} {' '.join(SEAT_LETTERS[seat] for seat in racing(view))}")
    parts.append(f"to {view.options.length}")
    return " · ".join(parts)


def title_of(view: Race, players: Sequence[Player]) -> str:
    """The moment in a few words: what is played, what is decided, who has won."""
    playing = view.playing
    if view.phase == "over":
        first = shown_order(view)[0]
        return f"{SEAT_LETTERS[first]} {name_of(players, first)} wins"
    if playing is not None:
        at = f" on {SEAT_LETTERS[playing.on]}" if playing.on >= 0 else ""
        return f"{KINDS[playing.card].name}{at}"
    if view.phase == "scrap":
        return f"Round {view.round} is scored"
    if view.tied:
        return f"{listed([SEAT_LETTERS[each] for each in view.tied])} race on"
    return _TITLES.get(view.phase, GAME)


def acting_of(view: Race) -> int:
    """The seat whose moment it is, or -1."""
    if view.phase == "over":
        return -1
    if view.choosing >= 0:
        return view.choosing
    return view.playing.seat if view.playing is not None else view.active


def shown_order(view: Race) -> list[int]:
    """Seats as they are shown: by final place, else in racing order, else as they sit."""
    if view.phase == "over" and view.places:
        return [seat for place in view.places for seat in place]
    return list(view.order) if view.round else list(range(len(view.drivers)))
