"""The rest of a round as the computer would drive it, by a button beside the question of a turn."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Final

import msgspec

from games.engine.ask import Ask
from games.engine.plans import Offer, Offered
from games.engine.voice import Voice
from games.world_auto_racing.ai import NORMAL
from games.world_auto_racing.ai_mind import Mind
from games.world_auto_racing.moves import Play
from games.world_auto_racing.race import Race
from games.world_auto_racing.texts import TEXTS
from games.world_auto_racing.words.speakers import Choice


class Round(msgspec.Struct, frozen=True):
    """All that is asked in a round is answered as the `normal` seat answers it."""

    round: int
    number: int
    """The question at which the button was pressed: what it answers has been warned of."""


class Rounds(Offered):
    """See `games.engine.plans.Plans`."""

    kept: type[Any] = Round
    general = True

    def offers(self, view: Race, ask: Ask[Any], plan: Round | None) -> Sequence[Offer]:
        texts, planned = TEXTS["plan"], Round(view.round, ask.number)
        offer = Offer("computer", texts["text"], texts["detail"], planned)
        return [offer] if ask.kind == "action" else []

    def answer(self, view: Race, ask: Ask[Any], plan: Round | None) -> Any | None:
        if plan is None or plan.round != view.round:
            return None
        chosen, _ = NORMAL[ask.kind](Mind(view, ask, Random(0)))
        return None if ask.number != plan.number and _warned(view, ask, chosen) else chosen

    def told(self, view: Race, plan: Round | None) -> str:
        return str(TEXTS["plan"]["told"]) if plan is not None and plan.round == view.round else ""


def _warned(view: Race, ask: Ask[Any], chosen: Any) -> bool:
    """Whether its player is asked once more before an answer: a whole stack of mods goes."""
    if not isinstance(chosen, Play):
        return False
    card, path = chosen.card, chosen.path[:1]
    if chosen.replace >= 0:
        card, path = chosen.replace, chosen.path
    return Choice(view, Voice((), view.seat), card, ask=ask, path=path).weight == "grave"


PLANS: Final = Rounds()
