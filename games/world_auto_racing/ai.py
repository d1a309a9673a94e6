"""The computer seats: `easy` plays by a sensible whim, `normal` plans each round."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any, Final

from games.engine.ask import Ask
from games.engine.game import ComputerSeat, Decision
from games.engine.table import Table
from games.world_auto_racing import ai_easy, ai_turn
from games.world_auto_racing.ai_choices import CHOICES
from games.world_auto_racing.race import Race


class NormalSeat:
    """Reckons what each step of a round would give, now and later, and takes the best."""

    def decide(
        self,
        view: Race,
        ask: Ask[Any],
        imagine: Callable[[int], Table[Any]],
        whim: random.Random,
    ) -> Decision:
        """Answer the question from the view alone; nothing is imagined at this level."""
        if ask.kind == "action":
            return ai_turn.action(view, ask)
        return CHOICES[ask.kind](view, ask, whim)


class EasySeat:
    """Plays what helps at once, by whim, and plans nothing."""

    def decide(
        self,
        view: Race,
        ask: Ask[Any],
        imagine: Callable[[int], Table[Any]],
        whim: random.Random,
    ) -> Decision:
        """Answer the question from the view alone, by whim among what does no harm."""
        if ask.kind == "action":
            return ai_easy.action(view, ask, whim)
        return ai_easy.choice(view, ask, whim)


COMPUTERS: Final[Mapping[str, ComputerSeat]] = {"easy": EasySeat(), "normal": NormalSeat()}
"""The computer seats by level."""
