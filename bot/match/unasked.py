"""Which question is not put to its player: because he has answered it ahead, has passed the same
one before, or because there is nothing to choose.

`unasked` are those that are answered at once, `to_wait` those whose answer would tell the others
something by coming at once (`bot.match.waits`).
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import Any, Final

import msgspec

from bot.match import waits
from bot.match.notices import LAPSES
from bot.match.seats import MoveKind, Seat
from bot.match.state import MatchState
from games.engine import automatic
from games.engine.ask import Ask

Given = tuple[MoveKind, Ask[Any], Any]
"""What kind of move it is, the question, and what is answered."""
REMEMBERED: Final = 8
"""Passes of a player that are remembered."""


def unasked(match: MatchState) -> Given | None:
    """The next question that is answered at once without its player, and what is answered."""
    for kind, ask, answer in _found(match):
        if kind == "plan":
            # A plan answers whatever its seat holds: that it comes at once tells nothing of that.
            return "forced" if ask.forced else "wish", ask, answer
        if not _waits(match, ask):
            return kind, ask, answer
    return None


def to_wait(match: MatchState) -> Iterator[tuple[Ask[Any], MoveKind, Any]]:
    """The questions that the table is to answer after a while, and how."""
    for kind, ask, answer in _found(match):
        if kind != "plan" and _waits(match, ask):
            yield ask, kind, answer


def _waits(match: MatchState, ask: Ask[Any]) -> bool:
    return match.floor_ms > 0 and not match.poker_faces and waits.is_secret(match, ask)


def _found(match: MatchState) -> Iterator[tuple[Any, Ask[Any], Any]]:
    """Open questions that are answered without their player: how, which, and what."""
    table = match.in_play
    if table is None or match.stands_still or match.resting:
        return
    for ask in table.asks:
        seat = match.seats[ask.seat]
        if ask.kind in match.game.turns:
            seat.passes = False
        if seat.computer or match.held(ask) is not None:
            continue
        # By an auto answer, or because he has let some lapse.
        passes = ask.kind in match.game.windows and (seat.passes or seat.lapsed >= LAPSES)
        wished = passes or (ask.kind in seat.auto_answers and ask.kind in match.game.auto_answers)
        try:
            found = _by_the_table(match, seat, ask, wished=wished)
        except Exception as error:
            # The question is put to its player.
            match.failed(error)
            seat.plan, seat.again = None, ask.number
        else:
            if found is not None:
                yield found


def _by_the_table(
    match: MatchState, seat: Seat, ask: Ask[Any], *, wished: bool
) -> tuple[Any, Ask[Any], Any] | None:
    """What a seat's plan answers, its auto answer, or the table."""
    table, plans = match.running(), match.game.plans
    if plans is not None and seat.plan is not None and not (wished and plans.general):
        answer = plans.answer(table.view(ask.seat), ask, seat.plan)
        if answer is not None:
            return "plan", ask, answer
    if wished:
        return "wish", ask, ask.default
    if ask.number == seat.again:
        return None
    given = automatic.given(table, ask)
    if given is not None:
        if match.poker_faces and waits.is_secret(match, ask):
            return None
        return "forced", ask, given.answer
    if seat.passed and not match.poker_faces and _mark(match, ask) in seat.passed:
        return "again", ask, ask.default
    return None


# -- passes that are remembered


def _mark(match: MatchState, ask: Ask[Any]) -> str:
    """A question with all that matters for its answer; empty where no pass is remembered."""
    if ask.kind not in match.game.windows:
        return ""
    what = match.game.matters(match.running().view(ask.seat), ask)
    encoded = msgspec.json.encode((ask.kind, ask.options, what))
    return hashlib.blake2s(encoded, digest_size=8).hexdigest()


def remember(match: MatchState, ask: Ask[Any], answer: Any) -> list[str]:
    """The windows that a seat has passed, after it has answered one so."""
    passed = match.seats[ask.seat].passed
    if match.poker_faces or not (mark := _mark(match, ask)):
        return passed
    kept = [each for each in passed if each != mark]
    return [*kept, mark][-REMEMBERED:] if answer == ask.default else kept
