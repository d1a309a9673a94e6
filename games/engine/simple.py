"""What a small game is written with, from one place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from games.engine.ask import Action as Answer
from games.engine.ask import Ask, Step, Typed, Walked, choose, everyone
from games.engine.chance import Chance
from games.engine.errors import Illegal
from games.engine.game import Decision, Game, Result
from games.engine.kept import Context
from games.engine.leaving import Leaving, Left
from games.engine.messages import Event
from games.engine.players import Player, Seat
from games.engine.seen import Backs, Open, Own, Private, Secret, Up, deck
from games.engine.turns import RoundGame, RoundState, TurnGame
from games.engine.words import Label, Topic, Words

T = TypeVar("T")


def ask(seat: int, kind: str, options: Sequence[T], default: T | None = None) -> Step[T]:
    """Put one question and go on with its answer; the first option is the usual one."""
    usual = options[0] if default is None else default
    return (yield from choose(Ask(seat, kind, options, usual)))


__all__ = [
    "Answer", "Ask", "Backs", "Chance", "Context", "Decision", "Event", "Game", "Illegal", "Label",
    "Leaving", "Left", "Open", "Own", "Player", "Private", "Result", "RoundGame", "RoundState",
    "Seat", "Secret", "Step", "Topic", "TurnGame", "Typed", "Up", "Walked", "Words", "ask",
    "choose", "deck", "everyone",
]  # fmt: skip
