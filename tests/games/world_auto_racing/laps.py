"""Races put up in the middle, for tests of the rules."""

from __future__ import annotations

from typing import Any

from games.engine.chance import Chance, ScriptedChance
from games.engine.table import Emitted, Table
from games.world_auto_racing import GAME, kinds
from games.world_auto_racing.moves import Pass, Play
from games.world_auto_racing.options import Options
from games.world_auto_racing.progress import lineup, short, total
from games.world_auto_racing.race import Race as Whole
from games.world_auto_racing.state import Racer, State

view = GAME.view
CARS = (
    "kazeno_tsubame_rs",
    "harrow_marauder_427",
    "bellori_saetta_gt",
    "fjellmark_r4",
    "yamabiko_kitsune_d",
)


def n(name: str) -> int:
    """The number of a card by its id."""
    return kinds.NUMBERS[name]


def ns(names: str) -> list[int]:
    """Cards by id: "redline, drizzle"."""
    return [n(name) for name in names.split(", ")] if names else []


def racer(car: str = "", **parts: Any) -> Racer:
    """A driver; cards are written by id: `hand="redline, drizzle"`, `mods="a > b, c"`.

    `mods` puts a stage on top with ">"; `controls` may be aimed with "@": "brake_check @ 1".
    """
    made: dict[str, Any] = {"car": n(car or CARS[0])}
    for field, value in parts.items():
        if field == "mods":
            made[field] = [ns(stack.replace(" > ", ", ")) for stack in value.split(", ")]
        elif field == "controls":
            made[field] = [_aimed(one) for one in value.split(", ")]
        elif field == "trait":
            made[field] = n(value)
        elif isinstance(value, str):
            made[field] = ns(value)
        else:
            made[field] = value
    return Racer(**made)


def _aimed(words: str) -> tuple[int, int]:
    card, _, on = words.partition(" @ ")
    return n(card), int(on) if on else -1


def state(*drivers: Racer, conditions: str = "", courses: str = "", **parts: Any) -> Whole:
    """A race in its third round; shared cards are written with their owner: "drizzle 1"."""
    made: dict[str, Any] = {
        "beat": "action",
        "phase": "action",
        "round": 3,
        "active": 0,
        "order": list(range(len(drivers))),
        "conditions": _owned(conditions),
        "courses": _owned(courses),
    }
    return Whole(Options(), list(drivers), **{**made, **parts})


def _owned(words: str) -> list[tuple[int, int]]:
    pairs = [one.split(" ") for one in words.split(", ")] if words else []
    return [(n(card), int(owner)) for card, owner in pairs]


class Race:
    """A table and what has been told on it."""

    def __init__(self, start: State, chance: Chance | None = None) -> None:
        self.table, told = Table.begin(GAME, start, chance or ScriptedChance(()))
        self.told: list[Emitted] = list(told)

    @property
    def state(self) -> State:
        """The race as it stands."""
        return self.table.context.state

    def driver(self, seat: int) -> Racer:
        """One driver as it stands."""
        return self.state.drivers[seat]

    def asked(self) -> list[tuple[int, str]]:
        """Who is asked what."""
        return [(ask.seat, ask.kind) for ask in self.table.asks]

    def options(self, seat: int) -> list[Any]:
        """What that seat may answer."""
        ask = self.table.ask_of(seat)
        assert ask is not None
        return list(ask.options)

    def give(self, seat: int, value: Any) -> None:
        """Answer that seat's question."""
        ask = self.table.ask_of(seat)
        assert ask is not None, f"seat {seat} is not asked, but {self.asked()}"
        self.told += self.table.answer(seat, ask.number, value)

    def play(self, seat: int, card: str, **how: Any) -> None:
        """Play a card by id; others who are asked for an action first pass."""
        while self.asked()[0] != (seat, "action"):
            self.give(self.table.asks[0].seat, Pass())
        for part in ("pick", "replace"):
            if isinstance(how.get(part), str):
                how[part] = n(how[part])
        self.give(seat, Play(n(card), **how))

    def passes(self) -> None:
        """Everyone passes until this round's action step is over."""
        now = self.state.round
        while self.state.round == now and self.asked() and self.asked()[0][1] == "action":
            self.give(self.table.asks[0].seat, Pass())

    def events(self, kind: type[Any]) -> list[Any]:
        """What has been told of one kind."""
        return [one.event for one in self.told if isinstance(one.event, kind)]


def pace(start: State, seat: int) -> tuple[int, int]:
    """Power and handling of a driver if the progress step came now."""
    steps = short(start, seat, lineup(start))
    assert total(steps) == steps[0][-1][3] + steps[1][-1][3]
    return int(steps[0][-1][3]), int(steps[1][-1][3])
