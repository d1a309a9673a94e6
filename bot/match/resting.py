"""Tables that rest: clocks are off, computers wait, and the channel is free for another table.

A table rests because its people have left it, because nobody has pressed anything for a week, or
because the bot cannot reach its channel any more. What one of its people presses wakes it; where
its channel is gone or another table has it, in the channel where he types `/table`. After a while
it ends with its standings. Here is what a match does of that; `bot.presses.moving` follows
channels.

This is not `bot.tables.out_of_order`: those tables cannot be loaded, and nobody can wake them.
"""

from __future__ import annotations

from typing import Final

from bot.match.notices import left
from bot.match.seats import Shown
from bot.match.state import MatchState
from bot.words import say
from games.engine.errors import Refusal, Stale

LEFT: Final = "left"
"""Its people have left, all of them."""
ASLEEP: Final = "asleep"
"""Nobody has pressed anything for a week."""
GONE: Final = "gone"
"""The bot cannot reach its channel any more."""
BACK: Final = "back"
"""The bot could not reach its channel, by a kick or for an outage, and can again."""

_HOUR: Final = 3600 * 1000
_DAY: Final = 24 * _HOUR
NOTED_MS: Final = _HOUR
"""Presses that change nothing are noted once in so long."""
SLEEPS_AFTER_MS: Final = 7 * _DAY
"""How long nobody must have pressed anything."""
ENDS_AFTER_MS: Final = {LEFT: _DAY, ASLEEP: 60 * _DAY, GONE: 60 * _DAY, BACK: 60 * _DAY}
"""How long a table rests before it ends with its standings."""
ALONE_MS: Final = {"live": 10 * 60 * 1000, "post": _DAY}
"""When somebody who plays without clocks, because only computers wait, is reminded: once."""

_WHY: Final = {
    LEFT: say("resting.everyone_has_left"),
    ASLEEP: say("resting.nobody_has_pressed"),
    GONE: say("resting.i_cant_reach"),
    BACK: say("resting.for_a_while"),
}
_OVER: Final = {
    LEFT: say("resting.everyone_left_and_nobody"),
    ASLEEP: say("resting.nobody_pressed_a_button"),
    GONE: say("resting.this_match_was_paused"),
    BACK: say("resting.nobody_pressed_a_button"),
}


# -- what is told


def sentence(match: MatchState) -> str:
    """That a table rests, why, what wakes it, and when it closes."""
    what = say("resting.presses_a_button")
    if match.resting == GONE:
        what = say("resting.types_table_table", id=match.id)
    closes = say("resting.it_closes_if_nobody", rests_at=match.rests_at // 1000)
    until = say("resting.until_one", what=what)
    return f"{_WHY[match.resting]} {until}{closes if match.rests_at else ''}."


def call(match: MatchState, now: int) -> str:
    """The same of a table that has lost its channel, for a notice: what to do stands within what a
    lock screen shows, which knows neither Markdown nor Discord's times."""
    what = say("resting.type_table_table", id=match.id)
    closes = say("resting.it_closes_in_if", left=left(match.rests_at - now))
    closes = closes if match.rests_at else ""
    return say("resting.i_cant_reach_its_channel", what=what, closes=closes)


def over(match: MatchState) -> str:
    """Why a table that rested has ended; empty for one that did not rest."""
    if match.resting == GONE and match.table is None:
        return say("resting.i_cant_reach_this_tables")
    return _OVER.get(match.resting, "")


def move_hint(match: MatchState, why: str) -> str:
    """How the table goes on where it cannot in its own channel."""
    return say("resting.type_table_table_in_another", why=why, id=match.id)


# -- falling to rest, and waking


def rest(match: MatchState, why: str) -> None:
    """Let it rest. One that rests already keeps its time unless its reason changes."""
    if match.resting != why:
        match.resting, match.rests_at = why, 0


def look(match: MatchState) -> None:
    """A match without people rests; where none of them can come back, it ends."""
    if match.status != "live" or match.people() or match.resting:
        return
    seats = range(len(match.seats))
    if any(match.seats[n].user_id and not match.has_left(n) for n in seats):
        rest(match, LEFT)
    else:
        match.status, match.vote = "ended", None


def lose(match: MatchState) -> None:
    """The bot cannot reach its channel: a lobby closes, a match is paused. Its people are told
    where they can still be reached."""
    if match.status == "lobby":
        match.status = "ended"
    elif match.status != "live" or match.resting == GONE:
        return
    match.lost = not match.resting
    rest(match, GONE)


def is_lost(match: MatchState) -> bool:
    """Whether it waits for another channel, or was closed as a lobby because it lost its own."""
    return match.resting == GONE and (match.status == "live" or match.table is None)


def found(match: MatchState) -> None:
    """The bot can reach its channel again."""
    if match.status == "live" and match.resting == GONE:
        rest(match, BACK)


def reaches(match: MatchState, here: int) -> bool:
    """Whether the table has a channel to go on in: its own, in which somebody has just pressed
    something if the bot could not reach it before (`here`)."""
    return match.resting != GONE or here == match.channel_id


def wake(match: MatchState, user_id: int, here: int = 0) -> None:
    """One of its people goes on. `here` is the channel in which he has pressed something, 0 if
    that is no channel of a server.

    Raises `Refusal` for who is not at the table or has left it for good, and where its channel is
    gone. The commit raises `ChannelTaken` where another table has its channel.
    """
    number = match.my_seat_in_play(user_id)
    if not reaches(match, here):
        raise Refusal(sentence(match))
    if match.resting:
        match.resting, match.rests_at = "", 0
        match.takes_channel = True
    match.take_seat_back(user_id)
    match.seats[number].missed = 0
    if match.seat_of(match.host_id) not in match.people():
        match.host_id = user_id
    match.pressed_at = 0  # now, once it is stored


def move(
    match: MatchState, user_id: int, guild_id: int, channel_id: int, *, locked: bool = False
) -> None:
    """One of its people takes a table that rests into another channel, and goes on there.

    Raises and commits as `wake` does. A table that is being played stays where it is, unless that
    is a `locked` thread.
    """
    match.my_seat_in_play(user_id)
    if match.channel_id == channel_id:
        wake(match, user_id, channel_id)
        return
    if not (match.resting or locked):
        raise Refusal(say("resting.that_table_is_being", channel_id=match.channel_id))
    if not match.sealed_in[1]:
        match.sealed_in = (match.guild_id, match.channel_id)
    if match.thread == "own":
        match.tell.append(("moved", Shown(match.parent_id, match.channel_id).place()))
    match.guild_id, match.channel_id, match.parent_id = guild_id, channel_id, 0
    match.thread = ""
    wake(match, user_id, channel_id)
    match.takes_channel = True


def awake(match: MatchState) -> None:
    """Raise `Stale` for a table that rests."""
    if match.resting:
        raise Stale(sentence(match))


def concerns(match: MatchState, user_id: int, now: int) -> bool:
    """Whether a press of that user must be noted: it wakes the table, takes his seat back, or is
    the first for a while."""
    seat = match.seat_of(user_id)
    if match.status != "live" or seat is None or match.has_left(seat):
        return False
    long_ago = now - match.pressed_at > NOTED_MS
    return bool(match.resting or match.is_away(user_id) or long_ago)


# -- its times


def set_times(match: MatchState, now: int) -> None:
    """Note the last press, and when the table falls asleep, or ends while it rests."""
    if match.status != "live":
        match.rests_at = 0
        return
    if not match.pressed_at or any(m.kind in ("answer", "order") for m in match.moves):
        match.pressed_at = now
    if not match.resting:
        match.rests_at = match.pressed_at + SLEEPS_AFTER_MS
    elif not match.rests_at:
        match.rests_at = now + ENDS_AFTER_MS[match.resting]


def time_is_up(match: MatchState, now: int) -> None:
    """What `set_times` has set has come: it falls asleep, or ends."""
    if match.status != "live" or now < match.rests_at:
        return
    if not match.resting:
        rest(match, ASLEEP)
    else:
        match.status, match.vote = "ended", None


def alone(match: MatchState) -> bool:
    """Whether one person plays, and only computers wait: there is no clock then."""
    return len(match.people()) == 1
