"""Mini Car Wars: fights on the road, on a plane. Rulings: README.md beside this."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar, Final

import msgspec

from games.engine.ask import Ask, Step
from games.engine.game import Game, Result
from games.engine.voice import Voice
from games.mini_carwars import buying, firing, lining, redeal, sides, turn
from games.mini_carwars.ai import COMPUTERS, TEMPERS
from games.mini_carwars.catalog import NUMBERS
from games.mini_carwars.designs import DESIGNS
from games.mini_carwars.events import (
    Collided,
    Crashed,
    Event,
    Hit,
    Moved,
    SpeedsShown,
    Thrown,
    TurnBegan,
    WentOut,
)
from games.mini_carwars.moves import Answer, Hold, Order
from games.mini_carwars.options import Options
from games.mini_carwars.plans import PLANS
from games.mini_carwars.state import Play
from games.mini_carwars.state import State as Fight
from games.mini_carwars.words import MiniWords
from games.mini_carwars.words.speakers import FILTERS, Refused

BEATS: Final[dict[str, Callable[[Play], Step[None] | None]]] = {
    "buy": buying.buy,
    "line up": lining.line_up,
    "turn": turn.turn,
    "speed": turn.speed,
    "reveal": turn.reveal,
    "phase": turn.phase,
    "move": turn.move,
    "fire": firing.fire,
    "resolve": firing.resolve,
    "wounds": turn.wounds,
    "end": turn.end,
}
"""What a fight is made of, by the name in `State.beat`."""
FIELDS: Final = {
    "road-duel": "budget ground open_sheets arcs",
    "pack-attack": "lone ground open_sheets arcs",
    "arena": "budget open_sheets arcs",
    "open-fight": "budget start start_speed open_sheets ground arcs places",
}
"""Options of a scenario."""


class MiniCarWars(Game[Fight]):
    """The rules of Mini Car Wars."""

    name = "mini-carwars"
    rules_version = 2
    schema = 2
    title = "Mini Car Wars"
    seats = (2, 6)
    minutes = "20 to 60 minutes"
    State = Fight
    Options: ClassVar[type[Any]] = Options
    Answer: ClassVar[Any] = Answer
    Order: ClassVar[Any] = Order
    Leave = Order
    Event: ClassVar[Any] = Event
    briefs = 12
    quiet = (TurnBegan, SpeedsShown, Moved, Thrown)
    decides = (Crashed, WentOut)
    Words = MiniWords
    filters = FILTERS
    sections = ("film", "seen")
    computers, tempers = COMPUTERS, TEMPERS
    designs = DESIGNS
    building = frozenset(("vehicle",))
    public = frozenset(("speed", "move"))
    plans = PLANS
    names = NUMBERS

    def room(self, options: Any) -> tuple[int, int]:
        return (2, 2) if options.scenario == "road-duel" else self.seats

    def fields(self, options: Any) -> Sequence[str]:
        return ("scenario", *FIELDS[options.scenario].split())

    def setup(self, seats: int, options: Any) -> Fight:
        lone = -1
        if options.scenario == "pack-attack":
            lone = seats - 1 if options.lone == "last" else 0
        return Fight(options=options, seats=seats, buying=list(range(seats)), lone=lone)

    def beat(self, context: Play) -> Step[None] | None:
        if context.state.leaving:
            turn.leave(context)
            return None
        return BEATS[context.state.beat](context)

    def over(self, state: Fight) -> Result | None:
        return sides.result(state) if state.beat == "over" else None

    def is_out(self, state: Fight, seat: int) -> bool:
        fleet = state.fleet(seat)
        wrecked = bool(fleet) and all(vehicle.out for vehicle in fleet)
        return wrecked or self.has_left(state, seat)

    def view(self, state: Fight, seat: int | None) -> Fight:
        view: Fight = super().view(state, seat)
        redeal.fill(view, state)
        return view

    def why_not(self, state: Fight, ask: Ask[Any], value: Any) -> str:
        refused = Refused(state, Voice((), None), (ask,), value=value)
        return self.words.say(refused, refused.why)

    def only(self, ask: Ask[Any]) -> Any | None:
        # Ten phases are not to be ten questions about wrecks.
        idle = ask.kind == "fire" and all(isinstance(one, Hold) or one.out for one in ask.options)
        return ask.default if idle else super().only(ask)

    def is_public(self, state: Fight, ask: Ask[Any]) -> bool:
        if ask.kind == "fire":
            return firing.is_public(state, ask.seat)
        return super().is_public(state, ask)

    def is_told_by(self, event: msgspec.Struct, other: msgspec.Struct) -> bool:
        # A collision tells the points, and armor that holds is worth no line more.
        if not (isinstance(event, Hit) and isinstance(other, Collided)):
            return False
        first, second = other.points
        blows = (other.vehicle, other.other, first), (other.other, other.vehicle, second)
        harmless = not (event.breached or event.through)
        return harmless and (event.vehicle, event.by, event.points) in blows

    def own(self, view: Any) -> Any:
        # What a vehicle meets next hangs on where everybody is.
        things = (view.cars, view.clouds, view.lying, view.turn, view.phase)
        return things, view.asked, view.person, view.dollars, view.mine

    redeal = staticmethod(redeal.redeal)

    def migrate(self, state: dict[str, Any], schema: int) -> dict[str, Any]:
        if schema != 1:
            return super().migrate(state, schema)
        state["left"], state["leaving"] = state.pop("quit", []), state.pop("quitting", [])
        if state["options"].get("scenario") == "pack-attack":
            state.setdefault("lone", 0)
        else:
            state.pop("lone", None)
        for vehicle in state.get("vehicles", ()):
            vehicle["lost"] = vehicle.get("lost") or [0] * len(vehicle["armor"])
        return state

    def cards(self, state: Fight) -> list[int]:
        # There are no cards to count.
        return []


GAME: Final = MiniCarWars()
