"""Car Wars: The Card Game, after the third edition rulebook. Rulings: README.md beside this."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, Final

from games.carwars_cards import anytime, match, moves, redeal, turn
from games.carwars_cards.ai import COMPUTERS, TEMPERS
from games.carwars_cards.cards import FRONT, NUMBERS, SIDE_NUMBERS
from games.carwars_cards.damage import DuelOver
from games.carwars_cards.events import (
    CardsRanOut,
    DriverDisabled,
    Ejected,
    Escaped,
    Event,
    HandDrawn,
    PlayerLeft,
    TurnBegan,
)
from games.carwars_cards.options import Options
from games.carwars_cards.state import IN, Duelist
from games.carwars_cards.state import State as Match
from games.carwars_cards.words import CardWords
from games.carwars_cards.words.speakers import FILTERS
from games.engine.ask import Ask, Step
from games.engine.game import Game, Result
from games.engine.table import Context

BEATS: Final[dict[str, Callable[[Context[Match]], Step[None] | None]]] = {
    "deal": match.deal,
    "opening": anytime.opening,
    "turn": turn.turn,
    "action": turn.action,
    "escape": turn.escape,
    "score": match.score,
}
"""What a match is made of, by the name in `State.beat`."""


class CarWarsCards(Game[Match]):
    """The rules of Car Wars: The Card Game."""

    name = "carwars-cards"
    title = "Car Wars: The Card Game"
    rules_version = 3
    schema = 3
    seats = (2, 6)
    minutes = "30 to 60 minutes"
    auto_answers: ClassVar = ("escape",)
    public = frozenset(("escape",))
    windows = frozenset(("opening", "negation", "maneuver", "shaken"))
    turns = frozenset(("action",))
    State = Match
    Options: ClassVar[type[Any]] = Options
    Answer, Order, Leave = moves.Answer, moves.Order, moves.Leave
    Event: ClassVar[Any] = Event
    quiet = (HandDrawn, TurnBegan)
    decides = (CardsRanOut, DriverDisabled, Ejected, Escaped, PlayerLeft)
    Words = CardWords
    orders = staticmethod(anytime.orders)
    order = staticmethod(anytime.order)
    redeal = staticmethod(redeal.redeal)
    filters = FILTERS
    sections = ("count", "face", "film", "kind", "part", "poor")
    computers, tempers = COMPUTERS, TEMPERS
    names: ClassVar = {**NUMBERS, **SIDE_NUMBERS, "none": -1}

    def setup(self, seats: int, options: Any) -> Match:
        return Match(options, [Duelist(seat) for seat in range(seats)])

    def beat(self, context: Context[Match]) -> Step[None] | None:
        try:
            return BEATS[context.state.beat](context)
        except DuelOver:
            context.state.beat = "score"
            return None

    def over(self, state: Match) -> Result | None:
        return match.result(state) if state.beat == "over" else None

    def has_left(self, state: Match, seat: int) -> bool:
        player = state.players[seat]
        return player.left or player.quitting

    def is_out(self, state: Match, seat: int) -> bool:
        return state.players[seat].status != IN or self.has_left(state, seat)

    def matters(self, view: Any, ask: Ask[Any]) -> Any:
        cars = [
            (p.status, p.specials, p.side_damage, p.driver_damage, p.tire_damage, p.escaping)
            for p in view.players
        ]
        return view.hand, cars, view.threats, view.played

    def own(self, view: Any) -> Any:
        if view.seat is None:
            return ()
        # Beside the cards stands why they wait: destroyed tires, a breached front, a jam.
        me = view.me
        return view.hand, view.queued, me.tires > 0, me.armor[FRONT] > 0, tuple(me.specials)

    def cards(self, state: Match) -> list[int]:
        return super().cards(state) + match.lying(state)

    def migrate(self, state: dict[str, Any], schema: int) -> dict[str, Any]:
        if schema not in (1, 2):
            return super().migrate(state, schema)
        for seat, player in enumerate(state["players"]):
            player["seat"], player["left"] = seat, player.pop("gone", False)
        return state


GAME: Final = CarWarsCards()
