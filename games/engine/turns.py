"""Games with scores, played in rounds or in turns. Such a game says what is in a round, or in a
turn, and how far everybody comes; their order, leaving, places and the result come from here."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, Generic, TypeVar, cast

import msgspec

from games.engine.ask import Step
from games.engine.game import Game, Result, ranked
from games.engine.kept import Context
from games.engine.leaving import Leaving, Left
from games.engine.players import Seat
from games.engine.seen import Open

Chosen = TypeVar("Chosen")


class RoundState(Leaving, Generic[Chosen], kw_only=True):
    """What such a game has; a game adds its own, each part marked with who sees it."""

    options: Open[Chosen]
    scores: Open[list[int]]
    """How far everybody has come, by seat."""
    active: Open[Seat] = -1
    """The seat whose turn it is; -1 where all play at once."""
    history: Open[list[list[int]]] = msgspec.field(default_factory=list)
    """The scores at the start and after each round, or turn."""
    dealt: Open[int] = 0
    """The round, or turn, that has been dealt for."""
    over: Open[bool] = False

    @property
    def turn(self) -> int:
        """The number of this round, or turn, from 1."""
        return len(self.history)

    @property
    def hand(self) -> tuple[int, ...]:
        """The cards of the seat that looks; none in a game without `hands`."""
        hands = getattr(self, "hands", None)
        return () if hands is None or self.seat is None else tuple(hands[self.seat])

    @property
    def playing(self) -> list[int]:
        """The seats that have not left."""
        return [seat for seat in range(len(self.scores)) if seat not in self.left]


S = TypeVar("S", bound=RoundState[Any])


class RoundGame(Game[S]):
    """Everybody plays at once. Fill in `round`; `goal` where a score wins, and `deal` where there
    are cards."""

    @abstractmethod
    def round(self, context: Context[S]) -> Step[None]:
        """A round: its questions, and what comes of them. It moves no hidden card by chance."""

    def deal(self, context: Context[S]) -> None:
        """What comes before each round and asks nobody, such as shuffling and drawing."""

    def setup(self, seats: int, options: Any) -> S:
        return self.laid_out(seats, options)

    def laid_out(self, seats: int, options: Any, **own: Any) -> S:
        """The state at the start, with the fields that a game adds: its `setup` says what is in
        them."""
        zero = [0] * seats
        return cast(S, self.State(options=options, scores=zero, history=[list(zero)], **own))

    def beat(self, context: Context[S]) -> Step[None] | None:
        state = context.state
        for seat in state.leaving:
            state.left.append(seat)
            context.emit(Left(seat))
        state.leaving = []
        self._settle(state)
        if state.over:
            return None
        self._ready(state)
        if state.dealt < state.turn:
            state.dealt = state.turn
            self.deal(context)
            return None
        return self._played(context)

    def _ready(self, state: S) -> None:
        """Before a round nothing has to be done."""

    def _played(self, context: Context[S]) -> Step[None]:
        yield from self.round(context)
        context.state.history.append(list(context.state.scores))
        self._settle(context.state)

    def _settle(self, state: S) -> None:
        """The game is over once a score has reached the goal, or one player alone is left."""
        goal = self.goal(state.options)
        state.over = len(state.playing) < 2 or bool(goal and max(state.scores) >= goal)

    def over(self, state: S) -> Result | None:
        """Who has left comes after all who stayed, and the first to leave is last."""
        if not state.over or state.leaving:
            return None
        rank = [
            (False, state.left.index(seat)) if seat in state.left else (True, score)
            for seat, score in enumerate(state.scores)
        ]
        return Result(ranked(rank)[::-1], tuple(state.scores))

    def own(self, view: Any) -> Any:
        return view.hand, view.scores[view.seat]


class TurnGame(RoundGame[S]):
    """One after the other. Fill in `turn`; the rest as in a `RoundGame`."""

    @abstractmethod
    def turn(self, context: Context[S], seat: int) -> Step[None]:
        """The turn of a seat: its questions, and what comes of them."""

    def laid_out(self, seats: int, options: Any, **own: Any) -> S:
        return super().laid_out(seats, options, active=0, **own)

    def _ready(self, state: S) -> None:
        if state.active in state.left:
            self._next(state)

    def round(self, context: Context[S]) -> Step[None]:
        yield from self.turn(context, context.state.active)
        self._next(context.state)

    def _next(self, state: S) -> None:
        there = state.playing
        state.active = next((seat for seat in there if seat > state.active), there[0])
