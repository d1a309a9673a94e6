"""NASCARDS, stock cars over some hundred miles. Rulings: README.md beside this."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, ClassVar, Final

import msgspec

from games.engine.ask import Step
from games.engine.game import Game, Result
from games.engine.texts import FILE
from games.nascards import crash, maneuver, moves, pits, race, redeal, speed
from games.nascards.ai import COMPUTERS, TEMPERS
from games.nascards.cards import ADVANTAGES, MANEUVERS, NUMBERS
from games.nascards.events import (
    Aimed,
    CupWon,
    Drafted,
    Event,
    ManeuversDealt,
    MilesRolled,
    MishapRolled,
    PhaseBegan,
    PitsShown,
    Pitted,
    RaceEnded,
    SpeedDrawn,
    SpeedPlayed,
    TurnBegan,
    TurnEnded,
)
from games.nascards.options import Options
from games.nascards.plans import PLANS
from games.nascards.state import Driver, LiveRace
from games.nascards.state import State as Match
from games.nascards.track import RaceOver
from games.nascards.words import NascardsWords
from games.nascards.words.speakers import FILTERS

BEATS: Final[dict[str, Callable[[LiveRace], Step[None] | None]]] = {
    "advantages": race.advantages,
    "race": race.start,
    "turn": race.turn,
    "pit": pits.pit,
    "stops": pits.stops,
    "deal": maneuver.deal,
    "keep": maneuver.keep,
    "show": maneuver.show,
    "aim": maneuver.aim,
    "play": maneuver.play,
    "drop": maneuver.drop_one,
    "follow": maneuver.follow,
    "pick": maneuver.pick,
    "speed": speed.speed,
    "drafting": speed.drafting,
    "crash": crash.phase,
    "end": race.end,
    "finish": race.finish,
}
"""What a match is made of, by the name in `State.beat`.

Whatever draws a card or rolls a die is a beat that asks nobody. Those that ask write down what was
answered and show cards; the Speed Phase, which moves nothing hidden, is played while it asks.
"""


class Nascards(Game[Match]):
    """The rules of NASCARDS."""

    name = "nascards"
    title = "NASCARDS"
    seats = (2, 8)
    rules_version = 2
    schema = 3
    minutes = "15 to 45 minutes"
    unit = "mile"
    auto_answers: ClassVar = ("pit", "drive")
    public = frozenset(("aim", "follow"))
    briefs = 8
    State = Match
    Options: ClassVar[type[Any]] = Options
    Answer, Leave, Order = moves.Answer, moves.Leave, moves.Leave
    Event: ClassVar[Any] = Event
    decides = (RaceEnded, CupWon)
    quiet = (
        *(TurnBegan, PhaseBegan, SpeedDrawn, ManeuversDealt, Aimed, SpeedPlayed),
        *(Drafted, MishapRolled, MilesRolled, TurnEnded),
    )
    Words = NascardsWords
    filters = FILTERS
    sections = ("advantage", "card", "count", "film", "plan", "reading", "speed", "sum")
    computers, tempers = COMPUTERS, TEMPERS
    plans = PLANS
    names = NUMBERS
    redeal = staticmethod(redeal.redeal)

    def faults(self) -> Iterator[str]:
        for card in MANEUVERS.values():
            if not card.does or not card.short:
                yield f"{FILE}: There is no text card.{card.id}.{'short' if card.does else 'does'}."
        for row in ADVANTAGES:
            if not row.does:
                yield f"{FILE}: There is no text advantage.{row.id}.does."

    def setup(self, seats: int, options: Any) -> Match:
        return Match(options, [Driver(seat) for seat in range(seats)])

    def beat(self, context: LiveRace) -> Step[None] | None:
        state = context.state
        try:
            if state.leaving and state.beat != "finish":
                race.leave(context)
                return None
            step = None
            while step is None and state.beat != "over":
                step = BEATS[state.beat](context)
        except RaceOver:
            state.beat = "finish"
            return None
        return step

    def over(self, state: Match) -> Result | None:
        return race.result(state) if state.beat == "over" else None

    def has_left(self, state: Match, seat: int) -> bool:
        return state.drivers[seat].left or seat in state.leaving

    def is_out(self, state: Match, seat: int) -> bool:
        return not state.drivers[seat].running or self.has_left(state, seat)

    def goal(self, options: Any) -> int:
        return int(options.goal)

    def own(self, view: Any) -> Any:
        # The hand's picture tells of the own car, too, and of what its next move meets.
        own = msgspec.structs.replace(view.me, thrown=[])
        barring = [driver.defensive for driver in view.drivers]
        return own, view.ranks[view.seat], view.yellow_flag, barring, view.phase

    def is_quiet(self, event: msgspec.Struct) -> bool:
        # A Mishap Roll that hits is what a crash is told from, and a roll or a draw that a card
        # brought about is all that tells what the card came to.
        if isinstance(event, MishapRolled) and event.hit:
            return False
        by_card = isinstance(event, (MishapRolled, SpeedDrawn)) and event.card >= 0
        return super().is_quiet(event) and not by_card

    def is_told_by(self, event: msgspec.Struct, other: msgspec.Struct) -> bool:
        if not (isinstance(event, PitsShown) and isinstance(other, Pitted)):
            return False
        return other.seat in event.seats

    def cards(self, state: Match) -> list[int]:
        return super().cards(state) + [play.card for play in state.playing]

    def migrate(self, state: dict[str, Any], schema: int) -> dict[str, Any]:
        if schema not in (1, 2):
            return super().migrate(state, schema)
        state["leaving"] = state.pop("retiring", [])
        for seat, driver in enumerate(state["drivers"]):
            driver["seat"], driver["left"] = seat, driver.pop("gone", False)
        return state


GAME: Final = Nascards()
