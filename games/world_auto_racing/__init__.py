"""World Auto Racing, after the publisher's rules manual. Rulings: README.md beside this."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Final

from games.engine.ask import Ask, Step
from games.engine.chance import Chance
from games.engine.game import Game, Result
from games.engine.rows import BadData
from games.world_auto_racing import (
    choices,
    mods,
    moves,
    redeal,
    rounds,
    sets,
    setup,
    turn,
)
from games.world_auto_racing.ai import COMPUTERS, TEMPERS
from games.world_auto_racing.designs import DESIGNS
from games.world_auto_racing.events import CardsDrawn, CheckFired, Event, Passed, RaceEnded
from games.world_auto_racing.kinds import NUMBERS, SHIFTS
from games.world_auto_racing.options import Options
from games.world_auto_racing.plans import PLANS
from games.world_auto_racing.race import Race
from games.world_auto_racing.state import RaceContext, Racer
from games.world_auto_racing.state import State as Data
from games.world_auto_racing.words import WarWords
from games.world_auto_racing.words.speakers import FILTERS

sets.install_house()

BEATS: Final[dict[str, Callable[[RaceContext], Step[None] | None]]] = {
    "car": setup.car,
    "start": setup.start,
    "mulligan": setup.mulligan,
    "redraw": setup.redraw,
    "beginning": rounds.beginning,
    "turn": turn.pass_on,
    "action": turn.action,
    "progress": rounds.progress,
    "scrap": rounds.scrap,
    "discards": rounds.discards,
    "refuel": rounds.refuel,
}
"""What a race is made of, by the name in `State.beat`."""


class WorldAutoRacing(Game[Data]):
    """The rules of World Auto Racing."""

    name = "world-auto-racing"
    title = "World Auto Racing"
    seats = (2, 5)
    rules_version = 2
    schema = 3
    minutes = "20 to 60 minutes"
    auto_answers: ClassVar = ("scrap",)
    public = frozenset(("car", "mulligan", "peek", "check"))
    briefs = 8
    State = Race
    Options: ClassVar[type[Any]] = Options
    Answer: ClassVar[Any] = moves.Answer
    Leave = Order = moves.Leave
    Event: ClassVar[Any] = Event
    quiet = (CardsDrawn, CheckFired, Passed)
    decides = (RaceEnded,)
    Words = WarWords
    filters = FILTERS
    sections = (
        "cars", "fault", "film", "form", "garage", "no", "picture", "plan", "set", "step", "sum",
        "told", "totals",
    )  # fmt: skip
    computers, tempers = COMPUTERS, TEMPERS
    designs = DESIGNS
    plans = PLANS
    names = NUMBERS

    def is_public(self, state: Data, ask: Ask[Any]) -> bool:
        # Without a card in hand there is only what lies in the open.
        idle = ask.kind == "action" and not state.drivers[ask.seat].hand
        return idle or super().is_public(state, ask)

    def setup(self, seats: int, options: Any) -> Race:
        # Until the start is drawn, the order of joining.
        return Race(options, [Racer() for _ in range(seats)], order=list(range(seats)))

    def beat(self, context: RaceContext) -> Step[None] | None:
        if context.state.leaving:
            turn.leave(context)
            return None
        if SHIFTS and context.state.round:
            mods.watch_caps(context)
        if context.state.todo:
            return choices.next_task(context)
        return BEATS[context.state.beat](context)

    def over(self, state: Data) -> Result | None:
        return rounds.result(state) if state.phase == "over" else None

    def has_left(self, state: Any, seat: int) -> bool:
        return state.drivers[seat].left or seat in state.leaving

    def redeal(self, then: Data, now: Data, seat: int | None, chance: Chance) -> Data:
        return redeal.redeal(then, now, seat, chance)

    def own(self, view: Any) -> Any:
        # The hand's picture adds up one's car, which others' cards change too, and says why a card
        # cannot be played; while cars are chosen it shows who has taken which.
        seat = view.seat
        taken = [racer.car for racer in view.drivers] if view.phase == "car" else []
        sums = view.projected(seat), view.last(seat), view.me.progress, view.spent(seat)
        now = view.phase, view.active == seat, view.races(seat), view.me.left, view.me.passed
        return view.hand, view.found, view.looked, taken, sums, now

    def add_sets(self, files: Mapping[str, str]) -> None:
        faults: list[str] = []
        found: list[sets.CardSet] = []
        for name, text in files.items():
            try:
                found.append(sets.read_set(name, text))
            except BadData as error:
                faults += error.faults
        if faults:
            raise BadData(faults)
        sets.install(found)

    def lacks(self, state: Data) -> str:
        return sets.lacking(redeal.held(state))

    def cards(self, state: Data) -> list[int]:
        # Whatever garage is brought: a driver's cards are always those of its own.
        return redeal.astray(state)

    def migrate(self, state: dict[str, Any], schema: int) -> dict[str, Any]:
        if schema not in (1, 2):
            return super().migrate(state, schema)
        drivers = state["drivers"]
        for racer in drivers:
            racer["left"] = racer.pop("retired", False)
        if schema == 2:
            return state
        state["leaving"] = state.pop("retiring", [])
        for racer in drivers:
            racer["found"] = racer.get("garage", [])[-1:] if racer.pop("peeked", False) else []
        for kind, _, _, _, _, whom, *_ in state.get("todo", ()):
            if kind == "search":
                drivers[whom]["found"] = sorted(drivers[whom].get("garage", ()))
        return state


GAME: Final = WorldAutoRacing()
