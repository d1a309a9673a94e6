"""Answers that wait, so that nobody can tell by the clock what a seat holds.

An answer that the table gives by itself in a secret question (`games.engine.automatic`) comes about
when its player's own might: after a time like those he took there before, drawn outside the match's
dice. A secret window never closes in its first seconds: what a person answers sooner is kept until
then. Both are a `Held` of the seat with a deadline of its own, stored with the match, so they go on
after a restart. A question whose answer is held counts as answered wherever its player looks, and
as open wherever everybody does.
"""

from __future__ import annotations

import math
import random
from statistics import median
from typing import Any, Final

import msgspec

from bot.match.seats import Held, MoveKind
from bot.match.state import MatchState
from games.engine.ask import Ask

FLOOR_MS: Final = 3_000
"""A secret window never closes sooner."""
SOONEST_MS: Final = 1_200
"""No answer of the table's comes sooner to a secret question of one seat, nor so soon after what
has brought it on."""
BY_POST_MS: Final = (60_000, 30 * 60_000)
"""Between these an answer of the table's comes by post."""
USUAL_MS: Final = 6_500
SPREAD: Final = 0.45
"""Median, and the spread of the logarithm, of times where a player's own are not known yet."""
OF_SHORT: Final = 0.75
"""And the median as a share of a question's time where that is short."""
KNOWN: Final = 8
"""So many times of a player's own are enough to go by."""
MOST_MEDIANS: Final = 2
"""A time of a player's own is used again up to so many of his medians: nobody wants to wait for a
forced pass as long as somebody once read a card."""
KEPT: Final = 24
BLUR: Final = 0.15
"""By how much of itself a time that is used again may differ."""


def is_secret(match: MatchState, ask: Ask[Any]) -> bool:
    """Whether it could tell another person something if an answer came at once because its seat has
    no choice. Computers learn nothing from the clock."""
    people = sum(seat.user_id is not None for seat in match.seats)
    return people > 1 and not match.game.is_public(match.running().context.state, ask)


def is_window(match: MatchState, ask: Ask[Any]) -> bool:
    """Whether several are asked at once, or might be."""
    return ask.kind in match.game.windows or len(match.waiting()) > 1


def opened(match: MatchState) -> int:
    """When the present questions were put, in ms; now, where a clock that was ahead has been put
    right since: else their answers would be kept for as long as it was ahead."""
    first = min((ask.number for ask in match.waiting()), default=0)
    ahead = match.opened[1] - match.now
    if match.opened[0] != first or ahead > 0:
        for seat in match.seats if match.opened[0] == first else ():
            if seat.held is not None:
                seat.held = msgspec.structs.replace(seat.held, at=seat.held.at - ahead)
        match.opened = (first, match.now)
    return match.opened[1]


def closes_from(match: MatchState, ask: Ask[Any]) -> int:
    """Until when a person's answer is kept, in ms; 0 where it counts at once."""
    if match.poker_faces or not is_window(match, ask) or not is_secret(match, ask):
        return 0
    return opened(match) + min(match.floor_ms, 1000 * match.seconds_for(ask))


def noted(match: MatchState, ask: Ask[Any]) -> dict[str, list[int]]:
    """The times that players took (`MatchState.took`) after a person, or his clock, answers a
    question now; only one in which there is something to choose counts."""
    if match.poker_faces or match.game.only(ask) is not None or not is_secret(match, ask):
        return match.took
    key = f"{ask.seat} {ask.kind}"
    times = [*match.took.get(key, ()), match.now - opened(match)]
    return {**match.took, key: times[-KEPT:]}


def forget(match: MatchState, seat: int) -> None:
    """Somebody else has that seat now: he takes times of his own."""
    match.took = {key: times for key, times in match.took.items() if not key.startswith(f"{seat} ")}


def draw(match: MatchState, ask: Ask[Any], rng: random.Random) -> int:
    """How long after a question was put the table answers it, in ms."""
    if match.pace == "post":
        return rng.randint(*BY_POST_MS)
    known, most = match.took.get(f"{ask.seat} {ask.kind}", ()), 1000 * match.seconds_for(ask)
    if rng.random() * KNOWN < len(known):
        took = rng.choice(known)
        usual = min(took, MOST_MEDIANS * median(known))
        # Who lets his clock run out does so to the very end.
        wait = usual * rng.uniform(1 - BLUR, 1 + BLUR) if took < most else most
    else:
        # A demo in a hurry shortens the floor, and with it all times that nobody has taken yet.
        usual = min(USUAL_MS, OF_SHORT * most)
        wait = rng.lognormvariate(math.log(usual), SPREAD) * match.floor_ms / FLOOR_MS
    least = match.floor_ms if is_window(match, ask) else min(SOONEST_MS, match.floor_ms)
    return min(max(round(wait), least), most)


def hold(match: MatchState, ask: Ask[Any], kind: MoveKind, answer: Any, at: int) -> None:
    """Keep an answer to an open question until that time (ms)."""
    match.seats[ask.seat].held = Held(ask.number, kind, msgspec.to_builtins(answer), at)


def wait(match: MatchState, ask: Ask[Any], kind: MoveKind, answer: Any) -> None:
    """Have the table give an answer when its player might have."""
    at = opened(match) + draw(match, ask, match.rng_for(ask.number))
    hold(match, ask, kind, answer, max(at, match.now + min(SOONEST_MS, match.floor_ms)))


def tidy(match: MatchState) -> None:
    """Let go of what is held for questions that are not open any more, or that a computer decides
    now."""
    for number, seat in enumerate(match.seats):
        if seat.held is None:
            continue
        ask = match.table.ask_of(number) if match.table is not None else None
        gone = match.status != "live" or ask is None or ask.number != seat.held.number
        if gone or (seat.computer and seat.held.kind != "answer"):
            seat.held = None


def next_at(match: MatchState) -> int:
    """When the next answer that is held is given, in ms; 0 where none is."""
    return min((seat.held.at for seat in match.seats if seat.held is not None), default=0)
