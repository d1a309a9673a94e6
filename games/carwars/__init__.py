"""Car Wars, Sixth Edition: cars that shoot in an arena. Rulings: README.md beside this."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Final

from games.carwars import (
    arena,
    attack,
    collisions,
    damage,
    defense,
    driving,
    events,
    ground,
    point,
    redeal,
    results,
    rounds,
    setup,
)
from games.carwars.ai import COMPUTERS, TEMPERS
from games.carwars.catalog import NUMBERS
from games.carwars.designs import DESIGNS
from games.carwars.moves import Answer, Order, Quit, Standing
from games.carwars.offers import PLANS
from games.carwars.options import SIZES, Options
from games.carwars.phrases import FILTERS, SECTIONS, CarWarsWords
from games.carwars.state import Car, Live
from games.carwars.state import State as Fight
from games.engine.ask import Ask, Step
from games.engine.game import Game, Result

BEATS: Final[dict[str, Callable[[Live], Step[None] | None]]] = {
    "results": results.outcome,
} | {rule.__name__: rule for rule in (
    setup.build, setup.order, setup.place, rounds.check, rounds.fires, driving.turn, point.point,
    point.push, collisions.collide, collisions.substitute, collisions.crash, results.roll,
    results.ignore, point.spin, attack.attack, attack.second, attack.shoot,
    attack.again, defense.defense, defense.defend, defense.land, rounds.end, rounds.finish,
)}  # fmt: skip
"""What a fight is made of, by the name in `State.beat`. Travel, rolls and questions never share a
beat: what is replayed to a question moves nothing. `damage.damage` goes before all of them while
damage waits."""


class CarWars(Game[Fight]):
    """The rules of Car Wars, Sixth Edition."""

    name = "carwars"
    title = "Car Wars, Sixth Edition"
    seats, sizes = (2, 8), SIZES
    State = Fight
    Options: ClassVar[type[Any]] = Options
    Answer: ClassVar[Any] = Answer
    Order: ClassVar[Any] = Order
    Leave = Quit
    seconds: ClassVar[Mapping[str, int]] = {"turn": 25}
    rules_version = 3
    schema = 2
    Event: ClassVar[Any] = events.Event
    quiet = (events.Committed, events.ControlTaken, events.Moved, events.Paid, events.Placed,
             events.Rolled)  # fmt: skip
    briefs = 8
    decides = (events.FightEnded,)
    Words = CarWarsWords
    filters = FILTERS
    sections = SECTIONS
    computers, tempers = COMPUTERS, TEMPERS
    designs, plans = DESIGNS, PLANS
    building = frozenset(("build",))
    names = NUMBERS
    redeal = staticmethod(redeal.redeal)

    def room(self, options: Any) -> tuple[int, int]:
        return self.seats[0], arena.most_seats(options.place)

    def add_sets(self, files: Mapping[str, str]) -> None:
        arena.add_arenas(files)

    def lacks(self, state: Fight) -> str:
        name, seats = state.options.place, len(state.cars)
        fits = seats <= arena.most_seats(name)
        return "" if fits else driving.said("small_arena", name=name, seats=seats)

    def setup(self, seats: int, options: Any) -> Fight:
        cars = [Car(seat) for seat in range(seats)]
        fight = Fight(options=options, cars=cars, history=[[0] * seats])
        fight.things = ground.laid_out(fight)
        return fight

    def beat(self, context: Live) -> Step[None] | None:
        state = context.state
        if state.leaving:
            rounds.leave(context)
            return None
        if len(state.alive) < 2:
            # Rules: End Of Game
            state.beat = "finish"
        elif state.harm:
            return damage.damage(context)
        return BEATS[state.beat](context)

    def over(self, state: Fight) -> Result | None:
        return rounds.result(state) if state.beat == "over" else None

    def orders(self, state: Fight, seat: int) -> list[Any]:
        if state.cars[seat].out or self.has_left(state, seat):
            return []
        return [*redeal.rules(state.cars[seat]), Quit()]

    def order(self, state: Fight, seat: int, value: Any) -> None:
        if isinstance(value, Standing):
            car = state.cars[seat]
            car.standing = car.standing.put(value.rule, value.value)
        else:
            super().order(state, seat, value)

    def is_out(self, state: Fight, seat: int) -> bool:
        return bool(state.cars[seat].out) or self.has_left(state, seat)

    def is_public(self, state: Fight, ask: Ask[Any]) -> bool:
        # All lies open but the builds, until they are shown.
        return ask.kind != "build"

    def migrate(self, state: dict[str, Any], schema: int) -> dict[str, Any]:
        if schema != 1:
            return super().migrate(state, schema)
        for crash in (state.get("turn") or {}).get("crashes", ()):
            crash["others"] = [*zip(crash["bodies"], crash["sides"], strict=True)]
        return state

    def own(self, view: Any) -> Any:
        return view.cars, view.things, view.phase, view.attack


GAME: Final = CarWars()
