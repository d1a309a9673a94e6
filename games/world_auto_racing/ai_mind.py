"""What a computer seat goes by for one question: the view, what it may answer, and its outlook."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, NamedTuple, TypeAlias

from games.engine.ask import Ask
from games.engine.texts import read_texts
from games.world_auto_racing.ai_outlook import Hand, Outlook
from games.world_auto_racing.moves import Pass
from games.world_auto_racing.race import Race

WHY: Final[Mapping[str, str]] = read_texts(__package__)["reason"]
"""Why a seat did what it did, in one sentence for whoever asks, by name."""
Answered: TypeAlias = tuple[Any, str]
"""An answer, and its reason: a name in `WHY`, or a sentence."""


class Temper(NamedTuple):
    """How a driver likes to race."""

    spite: float = 1.0
    """What rivals' progress weighs against the own."""
    thrift: float = 1.0
    """What it is worth to keep a card."""


STEADY: Final = Temper()


@dataclass(frozen=True)
class Mind:
    """One question as a computer seat turns it over."""

    view: Race
    ask: Ask[Any]
    rng: random.Random
    temper: Temper = STEADY

    @cached_property
    def outlook(self) -> Outlook:
        """What positions are worth to it."""
        return Outlook(self.view, self.temper.spite)

    @cached_property
    def hand(self) -> Hand:
        """What its cards are worth."""
        return Hand(self.outlook, self.temper.thrift)

    @property
    def passing(self) -> Any:
        """A pass, or the default where there is none."""
        return next((one for one in self.ask.options if isinstance(one, Pass)), self.ask.default)

    def cards(self, kind: type[Any]) -> Sequence[int]:
        """The cards of the answers of one kind."""
        return [option.card for option in self.ask.options if isinstance(option, kind)]
