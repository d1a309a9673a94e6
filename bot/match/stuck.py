"""What becomes of a match whose rules raise: it is never stuck.

What a person chose is refused with the id of the fault (`Session.answer`). What is answered without
a person (a clock, a wish, a plan, a computer) goes through `settle`: where one answer raises the
others are tried. Where all do, the table goes back to its checkpoint and offers its people an end
by vote. Where that does not help it stands still until somebody's own answer counts, the vote
decides, or `PATIENCE_SECONDS` are over; without people it is a draw.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

import msgspec

from bot.match.votes import OFFERED, Vote
from bot.words import say
from games.engine.ask import Ask
from games.engine.errors import Illegal, RuleFailed
from games.engine.game import Result

if TYPE_CHECKING:
    from bot.match.seats import MoveKind
    from bot.match.session import Session

MOST_TRIES: Final = 100
"""Answers to one question that are tried."""
PATIENCE_SECONDS: Final = 24 * 3600
"""A table that stands still is a draw when its people have decided nothing for so long."""


class Stuck(msgspec.Struct):
    """Where all answers raised."""

    fault: str
    at: int
    """The first question's number at the checkpoint: at a later one this counts no more."""
    still: bool = False
    """Going back has not helped: nothing is done by itself."""


def settle(session: Session, kind: MoveKind, ask: Ask[Any], value: Any) -> str:
    """Answer a question without its player: with `value`, or where the rules raise with the
    default, or with another answer. Returns the id of the fault; empty when there was none."""
    fault = ""
    for each in _tries(ask, value):
        try:
            session.give(kind, ask.seat, ask.number, each)
        except (RuleFailed, Illegal) as failed:
            fault = fault or session.failed(failed)
        else:
            return fault
    go_back(session, fault)
    return fault


def _tries(ask: Ask[Any], value: Any) -> Iterator[Any]:
    yield value
    for each in ask.tries(MOST_TRIES):
        if each != value:
            yield each


def go_back(session: Session, fault: str) -> None:
    """All answers have raised: back to the checkpoint, once; from then on it stands still."""
    table = session.running()
    again = session.stuck is not None and session.stuck.at == table.first_number
    since = table.since
    if since:
        left = [seat for seat in range(len(session.seats)) if session.has_left(seat)]
        session.forget(since)
        session.loaded(table.back())
        session.leave_again(left)
    halt(session, fault, still=again or not since)


def halt(session: Session, fault: str, *, still: bool) -> None:
    """Say that the table cannot go on from here, and offer its people an end."""
    table = session.running()
    session.stuck = Stuck(fault, table.first_number, still)
    if still and not session.people():
        draw(session)
        return
    session.notice = say("stuck.the_rules_failed_whatever", fault=fault) + (
        say("stuck.the_table_waits_choose") if still else say("stuck.the_table_went_back")
    )
    if session.vote is None:
        session.votes += 1
        session.vote = Vote(kind="end", asked_by=OFFERED, number=session.votes)


def try_again(session: Session) -> None:
    """After a start of the process, maybe with mended rules, the table may go on by itself; not
    where there is no question even so."""
    if session.stuck is not None and session.running().asks:
        session.stuck.still = False


def give_up(session: Session) -> None:
    """Nobody has decided anything in time."""
    if session.stands_still:
        draw(session)


def draw(session: Session) -> None:
    """End the match with nobody before anybody else."""
    session.running().end(nobody_first(session))
    fault = session.stuck.fault if session.stuck is not None else ""
    session.stuck = None
    session.status = "finished"
    session.vote = None
    session.notice = say("stuck.the_rules_failed_fault", fault=fault)


def nobody_first(session: Session) -> Result:
    """All share the places."""
    seats = range(len(session.seats))
    return Result((tuple(seats),), (0,) * len(seats))
