"""Which question is not put to its player, because he has wished or planned its answer."""

from __future__ import annotations

from typing import Any

from bot.match.notices import LAPSES
from bot.match.seats import MoveKind, Seat
from bot.match.state import MatchState
from games.engine import automatic
from games.engine.ask import Ask

Given = tuple[MoveKind, Ask[Any], Any]
"""What kind of move it is, the question, and what is answered."""


def unasked(match: MatchState) -> Given | None:
    """The next question that need not be put to its player, and what is answered."""
    table = match.table
    if table is None or match.status != "live" or match.stands_still or match.resting:
        return None
    for ask in table.asks:
        seat = match.seats[ask.seat]
        if ask.kind == "action":
            seat.passes = False
        if seat.computer:
            continue
        # By its player's wish, or because he has let some lapse.
        passes = ask.kind in match.game.windows and (seat.passes or seat.lapsed >= LAPSES)
        wished = ask.kind in seat.wishes and ask.kind in match.game.auto_answers
        if passes or wished:
            return "wish", ask, ask.default
        try:
            found = _by_the_table(match, seat, ask)
        except Exception as error:
            # The question is put to its player.
            match.failed(error)
            seat.plan, seat.again = None, ask.number
        else:
            if found is not None:
                return found
    return None


def _by_the_table(match: MatchState, seat: Seat, ask: Ask[Any]) -> Given | None:
    """What a seat's plan answers, or the table where there is nothing to choose."""
    table, plans = match.running(), match.game.plans
    alone = None if ask.number == seat.again else automatic.given(table, ask)
    if plans is not None and seat.plan is not None and not ask.forced:
        value = plans.answer(table.view(ask.seat), ask, seat.plan)
        if value is not None:
            return "wish", ask, value
    # Games with plans do not wait.
    if alone is not None and (alone.at_once or plans is not None):
        return "forced", ask, alone.value
    return None
