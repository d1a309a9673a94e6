"""What the engine refuses, and why. A refusal changes nothing and is a sentence for the player."""

from __future__ import annotations

from functools import partial
from typing import Final

from games.engine.texts import filled

refused: Final = partial(filled, "games.engine", "refused")
"""A sentence that says why something is not done."""


class Refusal(Exception):
    """An action that is not done. `str()` is the sentence to show; `cite` is the rule's address."""

    def __init__(self, sentence: str, cite: str = "") -> None:
        super().__init__(sentence)
        self.cite = cite


class Illegal(Refusal):
    """The rules do not allow this answer or order."""


class Stale(Refusal):
    """The question was answered, taken back, or the game is over."""


class NotYourSeat(Refusal):
    """The question was put to another seat."""


class LogDoesNotFit(Exception):
    """Answers given since the checkpoint are not possible under these rules.

    The table can go on from its checkpoint: `Table.load(..., forget_answers=True)`.
    """


class RuleFailed(Exception):
    """The rules raised (`__cause__`), which is a fault in them. The table is as it was before."""


class NotInstalled(ValueError):
    """The table needs something that is not installed here; `str()` says what, in a sentence. Where
    options raise it, it is the cause of the error that msgspec raises."""
