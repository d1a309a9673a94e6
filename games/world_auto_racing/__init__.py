"""World Auto Racing, after the publisher's rules manual. Rulings: README.md beside this."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Final

from games.engine.ask import Step
from games.engine.chance import Chance
from games.engine.designs import Designs
from games.engine.errors import BadSet
from games.engine.game import ComputerSeat, Game, Result, Wish
from games.engine.table import Live
from games.world_auto_racing import (
    cards,
    choices,
    mods,
    redeal,
    rounds,
    sets,
    setup,
    turn,
    viewing,
)
from games.world_auto_racing.ai import COMPUTERS
from games.world_auto_racing.designs import DESIGNS
from games.world_auto_racing.events import CardsDrawn, CheckFired, Event, Passed
from games.world_auto_racing.kinds import SHIFTS
from games.world_auto_racing.moves import Answer, Order, Retire
from games.world_auto_racing.options import Options
from games.world_auto_racing.state import Racer
from games.world_auto_racing.state import State as Race
from games.world_auto_racing.view import WarView
from games.world_auto_racing.words import WarWords

sets.install_house()

BEATS: Final[dict[str, Callable[[Live[Race]], Step[None] | None]]] = {
    "car": setup.car,
    "start": setup.start,
    "mulligan": setup.mulligan,
    "redraw": setup.redraw,
    "beginning": rounds.beginning,
    "turn": turn.turn,
    "action": turn.action,
    "progress": rounds.progress,
    "scrap": rounds.scrap,
    "discards": rounds.discards,
    "refuel": rounds.refuel,
}
"""What a race is made of, by the name in `State.beat`."""


class WorldAutoRacing(Game[Race]):
    """The rules of World Auto Racing."""

    name = "world-auto-racing"
    title = "World Auto Racing"
    seats = (2, 5)
    rules_version: ClassVar[int] = 2
    minutes = "20 to 60 minutes"
    standing: ClassVar[Mapping[str, Wish]] = {
        "action": Wish("Pass for me when I can do nothing", forced=True)
    }
    State: ClassVar[type[Any]] = Race
    Options: ClassVar[type[Any]] = Options
    Answer: ClassVar[Any] = Answer
    Order: ClassVar[Any] = Order
    Event: ClassVar[Any] = Event
    quiet = (CardsDrawn, CheckFired, Passed)
    Words = WarWords
    computers: ClassVar[Mapping[str, ComputerSeat]] = COMPUTERS
    designs: ClassVar[Designs | None] = DESIGNS
    names: ClassVar[Mapping[str, int]] = cards.numbers()

    def setup(self, seats: int, options: Any) -> Race:
        # Until the start is drawn, the order of joining.
        return Race(options, [Racer() for _ in range(seats)], order=list(range(seats)))

    def beat(self, live: Live[Race]) -> Step[None] | None:
        if live.state.retiring:
            turn.retire(live)
            return None
        if SHIFTS and live.state.round:
            mods.watch_caps(live)
        if live.state.todo:
            return choices.next_task(live)
        return BEATS[live.state.beat](live)

    def over(self, state: Race) -> Result | None:
        return rounds.result(state) if state.beat == "over" else None

    def view(self, state: Race, seat: int | None) -> WarView:
        return viewing.view(state, seat)

    def orders(self, state: Race, seat: int) -> Sequence[Any]:
        return [] if self.has_left(state, seat) else [Retire()]

    def order(self, state: Race, seat: int, value: Any) -> None:
        state.retiring.append(seat)

    def retirement(self, state: Race, seat: int) -> Retire | None:
        return None if self.has_left(state, seat) else Retire()

    def has_left(self, state: Race, seat: int) -> bool:
        return state.drivers[seat].retired or seat in state.retiring

    def redeal(self, then: Race, now: Race, seat: int | None, chance: Chance) -> Race:
        return redeal.redeal(then, now, seat, chance)

    def own(self, view: Any) -> Any:
        # The hand's picture adds up one's car, which others' cards change too; while cars are
        # chosen it shows who has taken which.
        taken = [driver.car for driver in view.drivers] if view.phase == "car" else []
        car = view.drivers[view.seat]
        return view.hand, view.found, view.looked, view.phase, view.active == view.seat, taken, car

    def add_sets(self, files: Mapping[str, str]) -> None:
        faults: list[str] = []
        found: list[sets.CardSet] = []
        for name, text in files.items():
            try:
                found.append(sets.read_set(name, text))
            except BadSet as error:
                faults += error.faults
        if faults:
            raise BadSet(faults)
        sets.install(found)

    def lacks(self, state: Race) -> str:
        return sets.lacking(redeal.held(state))

    def cards(self, state: Race) -> list[int]:
        return redeal.cards_on_table(state)


GAME: Final = WorldAutoRacing()
