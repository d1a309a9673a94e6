"""Which question is not put to its player, because he has wished or planned its answer."""

from __future__ import annotations

from functools import partial
from typing import Any

from bot.match.notices import LAPSES
from bot.match.seats import MoveKind, Seat
from bot.match.state import MatchState
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
        if passes or _wished(match, seat, ask):
            return "wish", ask, ask.default
        try:
            planned = _planned(match, seat, ask)
        except Exception as error:
            # The question is put to its player.
            match.failed(error)
            seat.plan, seat.again = None, ask.number
        else:
            if planned is not None:
                return planned
    return None


def _planned(match: MatchState, seat: Seat, ask: Ask[Any]) -> Given | None:
    """What a seat's plan answers, or what need not be asked where there are plans."""
    plans = match.game.plans
    if plans is None:
        return None
    look = partial(match.running().view, ask.seat)
    if ask.number != seat.again:
        value = plans.alone(ask, seat.plan, look)
        if value is not None:
            return "forced", ask, value
    if seat.plan is not None:
        value = plans.answer(look(), ask, seat.plan)
        if value is not None:
            return "wish", ask, value
    return None


def _wished(match: MatchState, seat: Seat, ask: Ask[Any]) -> bool:
    """Whether the player wants this question answered for him."""
    if ask.kind not in seat.wishes:
        return False
    return ask.forced or not match.game.auto_answers[ask.kind].forced
