"""A race in the middle, written down in few words, for tests of the rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.engine.ask import Ask
from games.engine.chance import ScriptedChance
from games.engine.table import Table
from games.nascards import GAME
from games.nascards.cards import NUMBERS
from games.nascards.options import Options
from games.nascards.state import Driver, State


def card(name: str) -> int:
    """`bump and run`: a Maneuver card's number."""
    return NUMBERS[name.replace(" ", "_")]


def cards(names: str) -> list[int]:
    """`bump, keep up`: the numbers of several cards."""
    return [card(name.strip()) for name in names.split(",") if name.strip()]


class Race:
    """A table in the Maneuver Phase; miles are by seat, and of level cars the lower seat is ahead.

    Everybody holds two Speed cards and has no Maneuver card before him. Draws of chance are
    written as (name, result), dice as their faces.
    """

    def __init__(
        self,
        *miles: int,
        options: Options | None = None,
        draws: Sequence[tuple[str, Any]] = (),
        **state: Any,
    ) -> None:
        drivers = [Driver(seat, miles=each, hand=[6, 8]) for seat, each in enumerate(miles)]
        self.state = State(
            options or Options(goal=500),
            drivers,
            **{
                "beat": "show",
                "phase": "maneuver",
                "race": 1,
                "turn": 3,
                "order": sorted(range(len(miles)), key=lambda seat: -miles[seat]),
                "history": [[0] * len(miles)],
                "speed_pile": [9, 4, 2, 10, 1, 7] * 8,
                "maneuver_pile": cards("spin out, yellow flag, green flag, down force"),
                **state,
            },
        )
        self.chance = ScriptedChance(
            [(name, face - 1 if name.endswith(" roll") else face) for name, face in draws]
        )
        self.table: Table[State]
        self.events: list[Any] = []

    def driver(self, seat: int, **changes: Any) -> Race:
        """Change a driver before the race goes on."""
        for name, value in changes.items():
            setattr(self.state.drivers[seat], name, value)
        return self

    def shows(self, seat: int, names: str, follow: str = "") -> Race:
        """The first of these cards is kept by the driver; the others lie beside it."""
        dealt = cards(names)
        return self.driver(seat, dealt=dealt, kept=dealt[0], follow=card(follow) if follow else -1)

    def begin(self) -> Race:
        """Go on up to the first question."""
        self.table, told = Table.begin(GAME, self.state, self.chance)
        self.state = self.table.context.state
        self.events = [one.event for one in told]
        return self

    def ask(self, seat: int) -> Ask[Any]:
        ask = self.table.ask_of(seat)
        assert ask is not None, f"open are {self.open}"
        return ask

    def give(self, seat: int, value: Any) -> Race:
        told = self.table.answer(seat, self.ask(seat).number, value)
        self.events += [one.event for one in told]
        return self

    @property
    def open(self) -> list[tuple[int, str]]:
        """The open questions: (seat, kind)."""
        return [(ask.seat, ask.kind) for ask in self.table.asks]

    @property
    def miles(self) -> list[int]:
        return [driver.miles for driver in self.state.drivers]

    def told(self, kind: type[Any]) -> list[Any]:
        """Events of that kind since the beginning."""
        return [event for event in self.events if type(event) is kind]
