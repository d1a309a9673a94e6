"""Tables that rest: clocks are off, computers wait, and the channel is free for another table.

A table rests because its people have left it, because nobody has pressed anything for a week, or
because the bot cannot reach its channel any more. What one of its people presses wakes it; where
its channel is gone or another table has it, in the channel where he types `/table`. After a while
it ends with its standings. Here is what a session does of that; `bot.presses.moving` follows
channels.

This is not `bot.tables.out_of_order`: those tables cannot be loaded, and nobody can wake them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from bot.match.notices import left
from bot.words import say
from games.engine.errors import Refusal, Stale

if TYPE_CHECKING:
    from bot.match.session import Session

LEFT: Final = "left"
"""Its people have left, all of them."""
ASLEEP: Final = "asleep"
"""Nobody has pressed anything for a week."""
GONE: Final = "gone"
"""The bot cannot reach its channel any more."""
BACK: Final = "back"
"""The bot was thrown out of its server, and is there again."""

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
    BACK: say("resting.i_was_away_from"),
}
_OVER: Final = {
    LEFT: say("resting.everyone_left_and_nobody"),
    ASLEEP: say("resting.nobody_pressed_a_button"),
    GONE: say("resting.this_match_was_paused"),
    BACK: say("resting.nobody_pressed_a_button"),
}


# -- what is told


def sentence(session: Session) -> str:
    """That a table rests, why, what wakes it, and when it closes."""
    what = say("resting.presses_a_button")
    if session.resting == GONE:
        what = say("resting.types_table_table", id=session.id)
    closes = say("resting.it_closes_if_nobody", rests_at=session.rests_at // 1000)
    until = say("resting.until_one", what=what)
    return f"{_WHY[session.resting]} {until}{closes if session.rests_at else ''}."


def call(session: Session, now: int) -> str:
    """The same of a table that has lost its channel, for a notice: what to do stands within what a
    lock screen shows, which knows neither Markdown nor Discord's times."""
    what = say("resting.type_table_table", id=session.id)
    closes = say("resting.it_closes_in_if", left=left(session.rests_at - now))
    closes = closes if session.rests_at else ""
    return say("resting.i_cant_reach_its_channel", what=what, closes=closes)


def over(session: Session) -> str:
    """Why a table that rested has ended; empty for one that did not rest."""
    if session.resting == GONE and session.table is None:
        return say("resting.i_cant_reach_this_tables")
    return _OVER.get(session.resting, "")


def state(session: Session) -> str:
    """That it rests, in one word for a list."""
    return say("resting.sleeps") if session.resting == ASLEEP else say("resting.is_paused")


def move_hint(session: Session, why: str) -> str:
    """How the table goes on where it cannot in its own channel."""
    return say("resting.type_table_table_in_another", why=why, id=session.id)


# -- falling to rest, and waking


def rest(session: Session, why: str) -> None:
    """Let it rest. One that rests already keeps its time unless its reason changes."""
    if session.resting != why:
        session.resting, session.rests_at = why, 0


def look(session: Session) -> None:
    """A match without people rests; where none of them can come back, it ends."""
    if session.status != "live" or session.people() or session.resting:
        return
    seats = range(len(session.seats))
    if any(session.seats[n].user_id and not session.has_left(n) for n in seats):
        rest(session, LEFT)
    else:
        session.end()


def lose(session: Session) -> None:
    """The bot cannot reach its channel: a lobby closes, a match is paused. Its people are told
    where they can still be reached."""
    if session.status == "lobby":
        session.status = "ended"
    elif session.status != "live" or session.resting == GONE:
        return
    session.lost = not session.resting
    rest(session, GONE)


def is_lost(session: Session) -> bool:
    """Whether it waits for another channel, or was closed as a lobby because it lost its own."""
    return session.resting == GONE and (session.status == "live" or session.table is None)


def found(session: Session) -> None:
    """The bot can reach its channel again."""
    if session.status == "live" and session.resting == GONE:
        rest(session, BACK)


def reaches(session: Session, here: int) -> bool:
    """Whether the table has a channel to go on in: its own, in which somebody has just pressed
    something if the bot could not reach it before (`here`)."""
    return session.resting != GONE or here == session.channel_id


def wake(session: Session, user_id: int, here: int = 0) -> None:
    """One of its people goes on. `here` is the channel in which he has pressed something, 0 if
    that is no channel of a server.

    Raises `Refusal` for who is not at the table or has left it for good, and where its channel is
    gone. The commit raises `ChannelTaken` where another table has its channel.
    """
    session.running()
    number = session.my_seat_in_play(user_id)
    if not reaches(session, here):
        raise Refusal(sentence(session))
    if session.resting:
        session.resting, session.rests_at = "", 0
        session.takes_channel = True
    session.take_seat_back(user_id)
    session.seats[number].missed = 0
    if session.seat_of(session.host_id) not in session.people():
        session.host_id = user_id
    session.pressed_at = 0  # now, once it is stored


def move(
    session: Session, user_id: int, guild_id: int, channel_id: int, *, locked: bool = False
) -> None:
    """One of its people takes a table that rests into another channel, and goes on there.

    Raises and commits as `wake` does. A table that is being played stays where it is, unless that
    is a `locked` thread.
    """
    session.running()
    session.my_seat_in_play(user_id)
    if session.channel_id == channel_id:
        wake(session, user_id, channel_id)
        return
    if not (session.resting or locked):
        raise Refusal(say("resting.that_table_is_being", channel_id=session.channel_id))
    if not session.sealed_in[1]:
        session.sealed_in = (session.guild_id, session.channel_id)
    if session.thread == "own":
        sign = {"channel": session.parent_id, "message": session.channel_id}
        session.tell.append(("moved", msgspec.json.encode(sign)))
    session.guild_id, session.channel_id, session.parent_id = guild_id, channel_id, 0
    session.thread = ""
    wake(session, user_id, channel_id)
    session.takes_channel = True


def awake(session: Session) -> None:
    """Raise `Stale` for a table that rests."""
    if session.resting:
        raise Stale(sentence(session))


def concerns(session: Session, user_id: int, now: int) -> bool:
    """Whether a press of that user must be noted: it wakes the table, takes his seat back, or is
    the first for a while."""
    seat = session.seat_of(user_id)
    if session.status != "live" or seat is None or session.has_left(seat):
        return False
    long_ago = now - session.pressed_at > NOTED_MS
    return bool(session.resting or session.is_away(user_id) or long_ago)


# -- its times


def set_times(session: Session, now: int) -> None:
    """Note the last press, and when the table falls asleep, or ends while it rests."""
    if session.status != "live":
        session.rests_at = 0
        return
    if not session.pressed_at or any(m.kind in ("answer", "order") for m in session.moves):
        session.pressed_at = now
    if not session.resting:
        session.rests_at = session.pressed_at + SLEEPS_AFTER_MS
    elif not session.rests_at:
        session.rests_at = now + ENDS_AFTER_MS[session.resting]


def time_is_up(session: Session, now: int) -> None:
    """What `set_times` has set has come: it falls asleep, or ends."""
    if session.status != "live" or now < session.rests_at:
        return
    if not session.resting:
        rest(session, ASLEEP)
    else:
        session.status = "ended"
        session.vote = None


def alone(session: Session) -> bool:
    """Whether one person plays, and only computers wait: there is no clock then."""
    return len(session.people()) == 1
