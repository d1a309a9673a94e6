"""Clocks of a match's questions, and to which of them players are called: plain logic.

A call is noted in the match first and stored with it; `bot.delivery.ringing` then makes the
messages fit. So a message that is sent or deleted late, or twice, or by another process, does no
harm.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from bot.match import notices, resting
from bot.match.notices import Moment, Person
from bot.match.seats import Call, Guest
from bot.match.state import MatchState
from games.engine.ask import Ask

_OF_REQUEST: Final = -1000
"""Calls for no question have negative numbers: from here on downwards those to who decides about
somebody who asks for a seat."""


class Callers(msgspec.Struct, frozen=True):
    """What bears on calling people now."""

    people: Mapping[int, Person] = {}
    """By user id; who is not among them has never pressed anything."""
    by: int = 0
    """Whose press this is; 0 for nobody's."""


def set_clocks(match: MatchState, now: int, callers: Callers) -> None:
    """Start the clocks of new questions and plan the calls to them; settle what is answered."""
    table = None if match.stands_still or match.resting else match.in_play
    asked, open_now = ((), ()) if table is None else (table.asked, table.asks)
    waiting = {ask.number for ask in open_now if match.held(ask) is None}
    begun = any(move.kind == "start" for move in match.moves)
    alone = resting.alone(match)
    _call_to_decide(match)
    due: dict[int, int] = {}
    closed: dict[int, int] = {}
    rings: dict[int, tuple[int, ...]] = {}
    for ask in asked:
        number, seat = ask.number, match.seats[ask.seat]
        if seat.computer or seat.user_id is None:
            continue
        if alone:
            rings[number] = _reminder(match, ask, now)
            continue
        known = match.due.get(number) or match.closed.get(number)
        if known is None or number not in match.rings:
            known, rings[number] = _plan(match, ask, now, known, callers, begun=begun)
        else:
            rings[number] = match.rings[number]
        # What an answered question's clock was stays known: whether somebody has answered must
        # not show in the time that the board tells, and taking back wins none.
        (due if number in waiting else closed)[number] = known
    match.due, match.closed, match.rings = due, closed, rings
    if begun and table is not None:
        _call_to_begin(match)
    if match.lost:
        _call_to_tell(match)
    _settle(match, {ask.number for ask in asked}, waiting)
    _tell_of_requests(match)


def _reminder(match: MatchState, ask: Ask[Any], now: int) -> tuple[int, ...]:
    """When somebody is called who plays alone, where no clock runs: once to a question, also where
    the process ends between."""
    number = ask.number
    if number in match.due or number > match.reminded:
        match.reminded = max(match.reminded, number)
        return () if match.seats[ask.seat].muted else (now + resting.ALONE_MS[match.pace],)
    return match.rings.get(number, ())


def _plan(
    match: MatchState, ask: Ask[Any], now: int, due: int | None, callers: Callers, *, begun: bool
) -> tuple[int, tuple[int, ...]]:
    """When the clock of a question runs out (at `due` if it is set), and when its player is
    called; a call that is due now is noted at once."""
    seat = match.seats[ask.seat]
    user = seat.user_id or 0
    person = callers.people.get(user)
    seen = person.seen if person is not None else 0
    moment = Moment(
        now=now,
        wait=due - now if due is not None else 1000 * match.seconds_for(ask),
        by_post=match.pace == "post",
        window=ask.kind in match.game.windows,
        own=due is not None or user == callers.by,
        here=notices.here(now, seen),
        called=seat.lapsed > 0,
        silent=seat.muted or (person is not None and person.prefs.where == "none"),
    )
    end = due if due is not None else now + notices.clock(moment)
    times = notices.ladder(moment)
    if begun and user != match.host_id and not moment.silent:
        _call(match, ask.number, ask.seat, begun=True)
        return end, tuple(time for time in times if time > now + notices.SETTLE_MS)
    if times and times[0] <= now and not match.more:
        # While more is answered by itself the clock calls, if anything is left to call for then.
        _call(match, ask.number, ask.seat)
        times = times[1:]
    return end, times


def _call(match: MatchState, number: int, seat: int, *, begun: bool = False) -> None:
    call = match.called.get(number)
    if call is None:
        call = match.called[number] = Call(seat, begun=begun)
    else:
        call.stage += 1
    call.heard, call.request = False, _first_request(match, seat)
    match.calls.append(seat)


def _call_to_begin(match: MatchState) -> None:
    """Tell those who are not asked that the match has begun. Who started it knows."""
    asked = {call.seat for call in match.called.values()}
    for number in match.people():
        seat = match.seats[number]
        if number not in asked and seat.user_id != match.host_id and not seat.muted:
            _call(match, _of_no_question(number), number, begun=True)


def _of_no_question(seat: int) -> int:
    return -1 - seat


def _call_to_tell(match: MatchState) -> None:
    """Tell everybody that the table has lost its channel, until it goes on or is over."""
    for number in match.people():
        match.called[_of_no_question(number)] = Call(number, stage=0, lost=True)
        match.calls.append(number)


def _call_to_decide(match: MatchState) -> None:
    """Call the host, once, to each who asks for a seat; somebody else while a computer plays for
    the host."""
    people = match.people()
    if match.status != "live" or not people:
        return
    host = match.seat_of(match.host_id)
    decides = host if host in people else people[0]
    assert decides is not None
    for asks in match.guests_of("asks"):
        number = _OF_REQUEST - asks.first
        before = match.called.get(number)
        if before is None or before.seat != decides:
            match.called[number] = Call(decides)
            match.calls += [decides, *([before.seat] if before is not None else [])]


def _first_request(match: MatchState, seat: int) -> int:
    """The number of the call to that seat about who has asked first for another one; 0 for none."""
    numbers = (number for number, call in match.called.items() if call.seat == seat)
    return max((number for number in numbers if number <= _OF_REQUEST), default=0)


def _tell_of_requests(match: MatchState) -> None:
    """A person has one notice at a table: what calls him for something else tells who waits for
    his answer, too. It comes anew when somebody else does, and without a sound when nobody does."""
    for number, call in match.called.items():
        if number <= _OF_REQUEST or call.lost:
            continue
        first = _first_request(match, call.seat)
        if first != call.request:
            call.stage += 1
            call.heard, call.request = not first, first
            match.calls.append(call.seat)


def told_of(match: MatchState, number: int, call: Call) -> Guest | None:
    """Who asks for a seat, as a notice tells."""
    return request(match, call.request if number > _OF_REQUEST else number)


def request(match: MatchState, number: int) -> Guest | None:
    """Who asks for a seat, of a call with that number."""
    asks = match.guests_of("asks") if match.status == "live" else []
    return next((guest for guest in asks if number == _OF_REQUEST - guest.first), None)


def _settle(match: MatchState, asked: set[int], waiting: set[int]) -> None:
    """Note the calls that are answered, and let go of those that everybody may know are."""
    busy = {ask.seat for ask in match.waiting()}
    for number, call in list(match.called.items()):
        seat = match.seats[call.seat] if call.seat < len(match.seats) else None
        over = seat is None or seat.user_id is None or bool(seat.computer)
        if number <= _OF_REQUEST:
            over = over or request(match, number) is None
        elif call.lost:
            over = over or not resting.is_lost(match)
        elif number < 0:
            over = over or match.status != "live" or call.seat in busy
        else:
            over = over or number not in asked
        if over:
            del match.called[number]
        elif number > 0 and number not in waiting and not call.answered:
            call.answered = True
        else:
            continue
        if (heard := match.called.get(call.request)) is not None:
            heard.heard = True
        match.calls.append(call.seat)


def ring(match: MatchState, number: int, now: int, person: Person) -> bool:
    """A call is due. False where there is nothing to call for.

    Who has answered is called nevertheless where others are asked with him: whether a name is
    missing in the channel would tell that. Direct messages leave it out (`bot.delivery.ringing`).
    """
    times = match.rings.get(number, ())
    ask = next((each for each in match.waiting() if each.number == number), None)
    if not times or times[0] > now or ask is None or match.more:
        return False
    left = tuple(time for time in times if time > now)
    alone = resting.alone(match)
    due = match.due.get(number) or match.closed.get(number) or now
    if person.prefs.quiet is not None and person.prefs.quiet.holds(now):
        again = person.prefs.quiet.over(now)
        if (alone or again < due) and again not in left:
            left = tuple(sorted((*left, again)))
    match.rings[number] = left
    opened = due - (resting.ALONE_MS[match.pace] if alone else 1000 * match.seconds_for(ask))
    looked = notices.has_looked(opened, times[0], person.seen, by_post=match.pace == "post")
    public = "channel" in person.prefs.places(closed=person.closed)
    if looked and not (public and len(match.waiting()) > 1):
        return False
    _call(match, number, ask.seat)
    return True


def call_of(match: MatchState, seat: int, *, private: bool = False) -> tuple[int, Call] | None:
    """The question that a seat is called to, with the call; negative where it is none. Of several
    the question's; a `private` place need not hide that it is answered."""
    mine = [(number, call) for number, call in match.called.items() if call.seat == seat]
    mine = [each for each in mine if not (private and each[1].answered)]
    return max(mine, default=None, key=lambda each: each[0])


def mute(match: MatchState, user_id: int, *, muted: bool) -> None:
    """No notices of this match for a player any more, or again."""
    match.running()
    number = match.my_seat(user_id)
    match.seats[number].muted = muted
    match.calls.append(number)
