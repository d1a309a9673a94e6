"""What becomes of a match whose rules raise: it is never stuck.

What a person chose is refused with the id of the fault (`Match.answer`). What is answered without
a person (a clock, an auto answer, a plan, a computer) goes through `settle`: where one answer
raises the others are tried. Where all do, the table goes back to its checkpoint and offers its
people an end by vote. Where that does not help it stands still until somebody's own answer counts,
the vote decides, or `PATIENCE_SECONDS` are over; without people it is a draw.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from bot.match.seats import MoveKind, Stuck
from bot.match.state import MatchState
from bot.match.votes import OFFERED, Vote
from bot.words import say
from games.engine.ask import Ask
from games.engine.errors import Illegal, RuleFailed
from games.engine.game import Result

MOST_TRIES: Final = 100
"""Answers to one question that are tried."""
PATIENCE_SECONDS: Final = 24 * 3600
"""A table that stands still is a draw when its people have decided nothing for so long."""


def settle(match: MatchState, kind: MoveKind, ask: Ask[Any], answer: Any) -> str:
    """Answer a question without its player: with `answer`, or where the rules raise with the
    default, or with another answer. Returns the id of the fault; empty when there was none."""
    fault = ""
    for each in _tries(ask, answer):
        try:
            match.give(kind, ask.seat, ask.number, each)
        except (RuleFailed, Illegal) as failed:
            fault = fault or match.failed(failed)
        else:
            return fault
    go_back(match, fault)
    return fault


def _tries(ask: Ask[Any], answer: Any) -> Iterator[Any]:
    yield answer
    for each in ask.tries(MOST_TRIES):
        if each != answer:
            yield each


def go_back(match: MatchState, fault: str) -> None:
    """All answers have raised: back to the checkpoint, once; from then on it stands still."""
    table, before = match.running(), match.stuck
    again = before is not None and before.at == table.first_number
    since = table.since
    if since:
        left = [seat for seat in range(len(match.seats)) if match.has_left(seat)]
        match.forget(since)
        match.loaded(table.back())
        match.leave_again(left)
        match.stuck = before
    halt(match, fault, still=again or not since)


def halt(match: MatchState, fault: str, *, still: bool) -> None:
    """Say that the table cannot go on from here, and offer its people an end."""
    table = match.running()
    since = match.stuck.since if match.stuck is not None else None
    match.stuck = Stuck(fault, table.first_number, still, since)
    if still and not match.people():
        draw(match)
        return
    match.notice = say("stuck.the_rules_failed_whatever", fault=fault) + (
        say("stuck.the_table_waits_choose") if still else say("stuck.the_table_went_back")
    )
    if match.vote is None:
        match.votes += 1
        match.vote = Vote(kind="end", asked_by=OFFERED, number=match.votes)


def try_again(match: MatchState) -> None:
    """After a start of the process, maybe with mended rules, the table may go on by itself; not
    where there is no question even so."""
    if match.stuck is not None and match.running().asks:
        match.stuck.still = False


def closes_at(match: MatchState, now: int) -> int:
    """When a table that stands still is a draw, in ms; 0 for one that goes on. To try again begins
    no new time."""
    if match.stuck is None or not match.stands_still:
        return 0
    if match.stuck.since is None:
        # Of one that stood still before this was kept, its clock tells.
        match.stuck.since = match.closes_at - 1000 * PATIENCE_SECONDS if match.closes_at else now
    return match.stuck.since + 1000 * PATIENCE_SECONDS


def give_up(match: MatchState) -> None:
    """Nobody has decided anything in time."""
    if match.stands_still:
        draw(match)


def draw(match: MatchState) -> None:
    """End the match with nobody before anybody else."""
    match.running().end(nobody_first(match))
    fault = match.stuck.fault if match.stuck is not None else ""
    match.stuck = None
    match.status = "finished"
    match.vote = None
    match.notice = say("stuck.the_rules_failed_fault", fault=fault)


def nobody_first(match: MatchState) -> Result:
    """All share the places."""
    seats = range(len(match.seats))
    return Result((tuple(seats),), (0,) * len(seats))
