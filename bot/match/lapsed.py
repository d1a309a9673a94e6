"""What was answered for a player because time ran out, and what is told of a press that comes too
late: the next question may show the same button in the same place."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from bot.match.names import plain_name
from bot.match.seats import Lapse
from bot.match.state import MatchState
from bot.words import say
from games.engine.ask import Ask
from games.engine.errors import Stale
from games.engine.walk import presses


def label(
    match: MatchState, view: Any, ask: Ask[Any], path: tuple[str, ...], *, whole: bool = False
) -> str:
    """What has been chosen as its buttons say it, part by part: "Called Shot › C Rook". What is
    said twice is told once unless it is to be the `whole` of it.

    Raises what the game's words raise.
    """
    return _texts(match, view, ask, [path[:at] for at in range(1, len(path) + 1)], whole=whole)


def answered(match: MatchState, view: Any, ask: Ask[Any], value: Any) -> str:
    """A whole answer as `label` says it, without the parts in which there was nothing to
    choose: they had no button. Raises what the game's words raise."""
    words = match.game.words
    if value not in ask.options:
        return label(match, view, ask, words.path(value))
    return _texts(match, view, ask, presses(ask, words, value))


def _texts(
    match: MatchState, view: Any, ask: Ask[Any], paths: Iterable[tuple[str, ...]], *,
    whole: bool = False,
) -> str:  # fmt: skip
    players = [msgspec.structs.replace(p, name=plain_name(p.name)) for p in match.players]
    parts: list[str] = []
    for path in paths:
        text = match.game.words.part(view, ask, path, players).text
        if whole or text not in parts:
            parts.append(text)
    return " › ".join(parts)


def note(match: MatchState, ask: Ask[Any], view: Any, window: range) -> None:
    """Note that the clock of a question has answered it, as the last moves tell. `view` is what its
    seat saw before, `window` the numbers of all that was asked with it."""
    move = next((m for m in match.moves if (m.seat, m.number) == (ask.seat, ask.number)), None)
    if move is None:
        return  # the table went back: nothing was answered
    try:
        given = answered(match, view, ask, move.value)
    except Exception as error:
        match.failed(error)
        given = ""
    lapse = Lapse(ask.number, window[-1], given, window[0])
    match.seats[ask.seat].given = lapse


def look(match: MatchState) -> None:
    """Let go of what was given once another question comes than the one right after it; where its
    player has looked at it, with the next move."""
    if match.table is None or match.more:
        return
    for number, seat in enumerate(match.seats):
        lapse = seat.given
        if lapse is None or lapse.read or match.table.first_number <= lapse.upto:
            continue
        ask = match.ask_of(number)
        asked = ask.number if ask is not None else 0
        if lapse.shown and match.moves:
            read(match, number)
        elif lapse.following is None:
            seat.given = msgspec.structs.replace(lapse, following=asked)
        elif asked not in (0, lapse.following):
            read(match, number)


def read(match: MatchState, seat: int) -> None:
    """The hand says no more what was given: its player has gone on."""
    lapse = match.seats[seat].given
    if lapse is not None:
        match.seats[seat].given = msgspec.structs.replace(lapse, read=True)


def seen(match: MatchState, user_id: int, number: int) -> None:
    """A press of that user has shown him what was given to that question."""
    seat = match.seat_of(user_id)
    lapse = match.seats[seat].given if seat is not None else None
    if seat is not None and lapse is not None and lapse.number == number:
        match.seats[seat].given = msgspec.structs.replace(lapse, shown=True)


def unseen(match: MatchState, seat: int) -> int:
    """The number of the question of which the hand says what was given, where no press has shown
    that yet; else 0."""
    lapse = match.seats[seat].given
    return 0 if lapse is None or lapse.read or lapse.shown else lapse.number


def told(match: MatchState, seat: int) -> str:
    """That time ran out for that seat, and what was given, as long as the hand says it."""
    lapse = match.seats[seat].given
    return "" if lapse is None or lapse.read else _sentence(lapse)


def _sentence(lapse: Lapse) -> str:
    chose = say("lapsed.chose", given=lapse.given) if lapse.given else "answered"
    return say("lapsed.time_ran_out", chose=chose)


def too_late(match: MatchState, seat: int, number: int, *, of_board: bool = False) -> None:
    """Raise `Stale` for a press on a question whose time ran out; `of_board`: by a button that all
    who are asked in a window share, which may carry the number of another one's question."""
    lapse = match.seats[seat].given
    if lapse is None:
        return
    if of_board:
        late = (lapse.first or lapse.upto) <= number <= lapse.upto
    else:
        late = number == lapse.number
    if not late:
        return
    ask = match.ask_of(seat)
    if ask is not None and ask.number == number:
        return  # taken back: it is put again
    more = say("lapsed.this_is_the_next") if ask is not None and not match.resting else ""
    raise Stale(_sentence(lapse) + more)
