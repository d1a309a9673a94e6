"""What the pictures read off a race: the moment, whose it is, and every driver with the sum."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.engine.players import SEAT_LETTERS, Player
from games.engine.voice import ordinal
from games.world_auto_racing import GAME as RULES
from games.world_auto_racing.kinds import KINDS
from games.world_auto_racing.mods import counted
from games.world_auto_racing.progress import Calculation
from games.world_auto_racing.race import Race
from games.world_auto_racing.state import racing
from images.words import listed, name_of
from images.world_auto_racing.texts import lower, say

GAME: Final = RULES.title


class Driver:
    """One driver as shown."""

    def __init__(self, view: Race, players: Sequence[Player], seat: int) -> None:
        self.view, self.seat, self.racer = view, seat, view.drivers[seat]
        self.letter = SEAT_LETTERS[seat]
        self.name = name_of(players, seat)
        self.computer = seat < len(players) and bool(players[seat].computer)
        self.car = KINDS[self.racer.car] if self.racer.car >= 0 else None
        model = self.car.name if self.car is not None else ""
        self.drives = " · ".join(filter(None, (self.racer.called, model)))
        """The car by its own name, if it has one, and by its model; empty before it is chosen."""
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
        """How many mods the cap counts, of how many: "3 of 8"; it does not count Tires."""
        mods, every = counted(self.racer), len(self.racer.tops)
        name = "mods_tires" if every > mods else "mods_of"
        return say(name, mods=mods, cap=self.view.mod_cap(self.seat))

    @property
    def gained(self) -> int | None:
        """What the last round gave, where the sum shown is another."""
        last = None if self.scored else self.view.last(self.seat)
        return None if last is None else last.total

    @property
    def standing(self) -> str:
        """The state in words, empty for none."""
        return say(f"state_{self.state}") if self.state else ""

    @property
    def place(self) -> int:
        """The final place, else that in the racing order; 0 before the first round."""
        if not self.view.round:
            return 0
        return 1 + shown_order(self.view).index(self.seat)

    def say(self, name: str, **facts: object) -> str:
        """A text of that name, told of this driver."""
        return say(name, driver=self, **facts)

    def _state(self) -> str:
        view = self.view
        if self.racer.left:
            return "left"
        if not view.races(self.seat) and view.phase != "over":
            return "waits"
        if view.phase == "car" and self.car is None and self.seat == acting_of(view):
            return "chooses"
        return "passed" if self.racer.passed and view.phase in ("action", "beginning") else ""

    def __str__(self) -> str:
        """Whose it is, with the car, the place in the racing order and the state."""
        who = f"{self.letter} {self.name}"
        if self.computer:
            who = self.say("is_computer")
        car = self.drives or lower(say("no_car"))
        parts = [who, car, ordinal(self.place) if self.place else "", self.standing]
        return ", ".join(filter(None, parts))


def moment_of(view: Race) -> str:
    """ "Round 6 · order B A C · to 100"."""
    parts = [say("round", round=view.round) if view.round else say("before")]
    if view.round and view.phase != "over":
        letters = " ".join(SEAT_LETTERS[seat] for seat in racing(view))
        parts.append(say("tie" if view.tied else "order", letters=letters))
    parts.append(say("length", length=view.options.length))
    return " · ".join(parts)


def title_of(view: Race, players: Sequence[Player]) -> str:
    """The moment in a few words: what is played, what is decided, who has won; empty where the
    round says all."""
    playing = view.playing
    if view.phase == "over":
        first = shown_order(view)[0]
        return say("title_won", letter=SEAT_LETTERS[first], name=name_of(players, first))
    if playing is not None:
        card = KINDS[playing.card].name
        return (
            say("title_on", card=card, letter=SEAT_LETTERS[playing.on]) if playing.on >= 0 else card
        )
    if view.phase == "scrap":
        return say("title_scored", round=view.round)
    if view.tied:
        return say("title_tied", letters=listed([SEAT_LETTERS[each] for each in view.tied]))
    known = view.phase in ("car", "mulligan", "beginning")
    return say(f"title_{view.phase}") if known else ""


def acting_of(view: Race) -> int:
    """The seat whose moment it is, or -1."""
    if view.phase == "over":
        return -1
    if view.choosing >= 0:
        return view.choosing
    return view.playing.seat if view.playing is not None else view.active


def shown_order(view: Race) -> list[int]:
    """Seats as they are shown: by final place, else in racing order, which a round that has been
    scored has changed, else as they sit."""
    if view.phase == "over" and view.places:
        return [seat for place in view.places for seat in place]
    if view.phase in ("scrap", "refuel"):
        return sorted(view.order, key=lambda seat: -view.drivers[seat].progress)
    return list(view.order) if view.round else list(range(len(view.drivers)))
