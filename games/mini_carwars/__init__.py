"""Mini Car Wars: fights on the road, on a plane. Rulings: README.md beside this."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Final

from games.engine.ask import Ask, Step
from games.engine.chance import Chance
from games.engine.designs import Designs
from games.engine.game import ComputerSeat, Game, Result
from games.engine.plans import Plans
from games.engine.table import Live
from games.mini_carwars import buying, firing, lining, redeal, refusals, sides, turn, viewing
from games.mini_carwars.ai import COMPUTERS
from games.mini_carwars.catalog import NUMBERS
from games.mini_carwars.designs import DESIGNS
from games.mini_carwars.events import Event, Moved, SpeedsShown, TurnBegan
from games.mini_carwars.moves import Answer, Order, Quit
from games.mini_carwars.options import Options
from games.mini_carwars.plans import PLANS
from games.mini_carwars.state import State as Fight
from games.mini_carwars.view import MiniView
from games.mini_carwars.words import MiniWords

QUIT: Final = Quit()
BEATS: Final[dict[str, Callable[[Live[Fight]], Step[None] | None]]] = {
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


class MiniCarWars(Game[Fight]):
    """The rules of Mini Car Wars."""

    name = "mini-carwars"
    rules_version: ClassVar[int] = 2
    title = "Mini Car Wars"
    seats = (2, 6)
    minutes = "20 to 60 minutes"
    State: ClassVar[type[Any]] = Fight
    Options: ClassVar[type[Any]] = Options
    Answer: ClassVar[Any] = Answer
    Order: ClassVar[Any] = Order
    Event: ClassVar[Any] = Event
    briefs = 12
    quiet = (TurnBegan, SpeedsShown, Moved)
    Words = MiniWords
    computers: ClassVar[Mapping[str, ComputerSeat]] = COMPUTERS
    designs: ClassVar[Designs | None] = DESIGNS
    building = frozenset(("vehicle",))
    plans: ClassVar[Plans | None] = PLANS
    names: ClassVar[Mapping[str, int]] = NUMBERS

    def room(self, options: Any) -> tuple[int, int]:
        return (2, 2) if options.scenario == "road-duel" else self.seats

    def fields(self, options: Any) -> Sequence[str]:
        if options.scenario == "arena":
            return "scenario", "budget", "open_sheets", "arcs"
        if options.scenario == "open-fight":
            own = ("start", "start_speed", "open_sheets", "ground", "arcs", "places")
            return "scenario", "budget", *own
        money = "lone" if options.scenario == "pack-attack" else "budget"
        return "scenario", money, "ground", "open_sheets", "arcs"

    def setup(self, seats: int, options: Any) -> Fight:
        lone = seats - 1 if options.lone == "last" else 0
        return Fight(options, seats, buying=list(range(seats)), lone=lone)

    def beat(self, live: Live[Fight]) -> Step[None] | None:
        if live.state.quitting:
            turn.retire(live)
            return None
        return BEATS[live.state.beat](live)

    def over(self, state: Fight) -> Result | None:
        return sides.result(state) if state.beat == "over" else None

    def view(self, state: Fight, seat: int | None) -> MiniView:
        return viewing.view(state, seat)

    def orders(self, state: Fight, seat: int) -> Sequence[Quit]:
        return () if self.has_left(state, seat) else (QUIT,)

    def order(self, state: Fight, seat: int, value: Any) -> None:
        state.quitting.append(seat)

    def retirement(self, state: Fight, seat: int) -> Quit | None:
        return None if self.has_left(state, seat) else QUIT

    def has_left(self, state: Fight, seat: int) -> bool:
        return seat in state.quit or seat in state.quitting

    def why_not(self, state: Fight, ask: Ask[Any], value: Any) -> str:
        return refusals.why_not(state, ask, value)

    def own(self, view: Any) -> Any:
        # What a vehicle meets next hangs on where everybody is.
        things = (view.cars, view.smoke, view.rubble, view.turn, view.phase)
        return things, view.asked, view.person, view.left, view.mine

    def redeal(self, then: Fight, now: Fight, seat: int | None, chance: Chance) -> Fight:
        return redeal.redeal(then, now, seat, chance)

    def cards(self, state: Fight) -> list[int]:
        # There are no cards to count.
        return []


GAME: Final = MiniCarWars()
