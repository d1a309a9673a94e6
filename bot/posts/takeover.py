"""Taking a computer's seat while the match runs.

The host decides who may: anyone, whoever is let in, or nobody. Who takes a seat sees its hand only
then; the seat's past stays the seat's. A seat that its own person has handed over is still his: any
press of his takes it back until somebody else sits there, and somebody else is always asked about.
Whoever has seen another hand of the match may not play this one.
"""

from __future__ import annotations

from typing import Final

import msgspec

from bot.match import guests, notices, resting, waits
from bot.match.match import Match
from bot.match.names import plain_name, short_name
from bot.match.seats import Guest, GuestKind, Seat
from bot.match.state import TURNED_AWAY, Taking
from bot.posts.posts import A_SELECT, Button, Choice, Post, Row, Select
from bot.posts.pressing import button_id, press, who
from bot.words import say
from games.engine.errors import Refusal, Stale
from games.engine.players import SEAT_LETTERS
from games.engine.voice import listed

MOST_ASKING: Final = 3
"""People who wait for an answer at a time."""
AWAY_MS: Final = {"live": 3 * 60_000, "post": 12 * 3_600_000}
"""Without a press for so long, by pace, the host is away, and anyone at the table may decide."""
RULES: Final[dict[Taking, tuple[str, str]]] = {
    "free": (say("takeover.anyone_may_take_one"), say("takeover.a_seat_that_somebody")),
    "ask": (say("takeover.ask_me_first"), say("takeover.while_you_are_away")),
    "no": (say("takeover.nobody"), say("takeover.computers_play")),
}
DECIDES: Final = say("takeover.the_host_decides")
NOBODY_MAY: Final = say("takeover.the_host_lets_nobody")


# -- which seats


def open_to(match: Match, user_id: int) -> list[int]:
    """The seats that this user can take, or ask for."""
    return [n for n in match.takeable() if not match.why_not(user_id, n)]


def may(match: Match, user_id: int, number: int) -> None:
    """Raise a `Refusal` for who cannot take that seat."""
    match.running()
    if match.seat_of(user_id) is not None:
        raise Refusal(say("takeover.you_have_a_seat"))
    if match.taking == "no":
        raise Refusal(say("takeover.the_host"))
    if number >= len(match.seats):
        raise Stale(say("takeover.there_is_no_such"))
    if not match.seats[number].computer:
        raise Stale(say("takeover.plays_that_seat_now", who=who(match, number)))
    if match.has_left(number):
        raise Refusal(say("takeover.that_seat_has_left"))
    if reason := match.why_not(user_id, number):
        raise Refusal(reason)


# -- actions


def ask(
    match: Match,
    user_id: int,
    name: str,
    number: int,
    now: int,
    here: int = 0,
    *,
    wakes: bool = True,
) -> bool:
    """Take a seat, or ask for it; True when he sits there now.

    Who sits down at a table that rests wakes it, with `here` and `ChannelTaken` as `resting.wake`
    has them. Where its channel is gone, and without `wakes`, the seat is his as that of somebody
    who has left: it goes on when he takes the table elsewhere.
    """
    may(match, user_id, number)
    before = match.seats[number]
    if match.taking == "free" and before.user_id is None:
        _sit(match, user_id, name, number, now)
        if match.resting and wakes and resting.reaches(match, here):
            resting.wake(match, user_id, here)
        elif match.resting:
            match.seats[number].computer = before.computer
        return True
    waiting = match.guests_of("asks")
    if any(guest.user_id == user_id for guest in waiting):
        raise Refusal(say("takeover.you_have_asked_already"))
    if any(guest.seat == number for guest in waiting):
        raise Refusal(say("takeover.somebody_else_has_asked"))
    if len(waiting) >= MOST_ASKING:
        raise Refusal(say("takeover.enough_people_have_asked"))
    if not match.people():
        raise Refusal(say("takeover.nobody_sits"))
    match.votes += 1  # numbers whatever the table is asked
    guests.add(
        match,
        Guest(user_id=user_id, kind="asks", seat=number, name=name, at=now, first=match.votes),
    )
    return False


def withdraw(match: Match, user_id: int) -> None:
    """He does not want it any more."""
    if not guests.drop(match, "asks", user_id):
        raise Stale(say("takeover.nothing_of_yours"))


def admit(match: Match, user_id: int, number: int, now: int, host_seen: int) -> tuple[bool, str]:
    """Somebody at the table lets in who asked with that number. `host_seen` is when the host last
    pressed anything, in ms. Returns whether somebody has come in, and who, or why not, in a
    sentence."""
    request = _request(match, user_id, number, now, host_seen)
    if _too_late(match, request, now):
        return False, say("takeover.has_waited_too_long", name=plain_name(request.name))
    may(match, request.user_id, request.seat)
    _sit(match, request.user_id, request.name, request.seat, now)
    return True, say(
        "takeover.plays_now", name=plain_name(request.name), letter=SEAT_LETTERS[request.seat]
    )


def turn_away(
    match: Match, user_id: int, number: int, now: int, host_seen: int
) -> tuple[bool, str]:
    """Somebody at the table says no: he cannot ask again unless the host lets him. Returns as
    `admit` does."""
    request = _request(match, user_id, number, now, host_seen)
    guests.drop(match, "asks", request.user_id)
    guests.add(match, msgspec.structs.replace(request, kind="barred"))
    guests.tell_asker(match, request, TURNED_AWAY)
    name = plain_name(request.name)
    again = say("takeover.the_host_can_undo")
    return True, say("takeover.you_turned_away", name=name, again=again)


def _too_late(match: Match, request: Guest, now: int) -> bool:
    """Whether a request has lapsed; it is gone then."""
    late = now >= request.at + guests.ASKING_MS[match.pace]
    if late:
        guests.drop(match, "asks", request.user_id)
        guests.tell_asker(match, request, guests.LAPSED)
    return late


def _request(match: Match, user_id: int, number: int, now: int, host_seen: int) -> Guest:
    match.my_seat_in_play(user_id)
    request = next((g for g in match.guests_of("asks") if g.first == number), None)
    if request is None:
        raise Stale(say("takeover.that_has_been_settled"))
    if user_id != match.host_id and _host_here(match, now, host_seen):
        raise Refusal(say("takeover.the_host_is_here"))
    return request


def _host_here(match: Match, now: int, seen: int) -> bool:
    seat = match.seat_of(match.host_id)
    if seat not in match.people():
        return False
    assert seat is not None
    return now < max(seen, match.seats[seat].acted_at) + AWAY_MS[match.pace]


def set_rule(match: Match, user_id: int, rule: str) -> None:
    """Who may take a computer's seat of this table."""
    match.host_only(user_id, say("takeover.decide"))
    if match.status not in ("lobby", "live"):
        raise Stale(say("match.this_match_is_over"))
    known = next((each for each in RULES if each == rule), None)
    if known is None:
        raise Refusal(say("click.choose_one_line"))
    match.taking = known
    if known == "no":
        for guest in match.guests_of("asks"):
            guests.tell_asker(match, guest, NOBODY_MAY)
        match.guests = tuple(guest for guest in match.guests if guest.kind != "asks")


def _sit(match: Match, user_id: int, name: str, number: int, now: int) -> None:
    before = match.seats[number]
    last = match.last_move
    guests.drop(match, "asks", user_id)
    guests.drop(match, "watches", user_id)
    guests.add(
        match,
        Guest(
            user_id=before.user_id or 0,
            kind="played",
            seat=number,
            name=before.name,
            at=now,
            first=before.since,
            last=last,
        ),
    )
    if before.user_id:
        match.calls.append(number)  # what called him goes
    if before.user_id and before.hand.message:
        match.tell.append((f"former:{before.user_id}", before.hand.place()))
    waits.forget(match, number)
    match.seats[number] = Seat(
        name=name, user_id=user_id, since=last + 1, seen=last, shown=last, acted_at=now
    )
    if match.host_id in (0, before.user_id):
        match.host_id = match.seats[match.people()[0]].user_id or user_id
    vote = match.vote
    if vote is not None:
        # What was said in this seat was said by somebody else.
        vote.yes = [seat for seat in vote.yes if seat != number]
        vote.no = [seat for seat in vote.no if seat != number]
    match.notice = say("takeover.plays_now_2", number=number, letter=SEAT_LETTERS[number])
    match.look_ahead()


# -- what is shown


def lines(match: Match) -> list[str]:
    """Who asks for a seat, for the board."""
    until = guests.ASKING_MS[match.pace]
    return [
        say(
            "takeover.asks_to_play_computer",
            name=plain_name(guest.name),
            who=who(match, guest.seat),
            at=(guest.at + until) // 1000,
            decides=DECIDES,
        )
        for guest in match.guests_of("asks")
        if match.status == "live"
    ]


def rows(match: Match) -> list[Row]:
    """The buttons of those lines."""
    return [answers(match, guest) for guest in match.guests_of("asks") if match.status == "live"]


def answers(match: Match, guest: Guest) -> tuple[Button, ...]:
    """What can be said to who asks for a seat."""
    name = short_name(guest.name)
    return (
        press(match, "admit", guest.first, style="good", label=say("takeover.let_play", name=name)),
        press(match, "turnaway", guest.first, label=say("takeover.turn_away", name=name)),
    )


def request(match: Match, guest: Guest, now: int) -> str:
    """That somebody asks for a seat, and how long he waits for an answer, for who decides: plain
    text that fits a lock screen."""
    seat = f"{SEAT_LETTERS[guest.seat]} {plain_name(match.seats[guest.seat].name)}"
    left = notices.left(guest.at + guests.ASKING_MS[match.pace] - now)
    return say(
        "takeover.asks_to_play_computer_to_answer",
        name=plain_name(guest.name),
        seat=seat,
        left=left,
    )


def welcome(match: Match, seat: int) -> str:
    """Which seat is his, and whose place he has, for who has taken it and answered nothing yet."""
    mine = match.seats[seat]
    if mine.seen >= mine.since:
        return ""
    before = [plain_name(guest.name) for guest in match.guests_of("played") if guest.seat == seat]
    place = say("takeover.in_s_place", before=before[-1]) if before else ""
    return say("takeover.you_play_now", letter=SEAT_LETTERS[seat], place=place)


def past(match: Match) -> list[str]:
    """Who had which seat before, for the end of a match and its status."""
    names: dict[int, list[str]] = {}
    for guest in match.guests_of("played"):
        names.setdefault(guest.seat, []).append(plain_name(guest.name))
    return [
        say("takeover.took_over_from", who=who(match, seat), before=listed(before))
        for seat, before in sorted(names.items())
    ]


def more(match: Match, user_id: int) -> tuple[list[str], Row]:
    """The buttons about seats and the result, under More, and what is to be said of them; none
    where the match does not run."""
    if match.status != "live":
        return [], ()
    seat = match.seat_of(user_id)
    label = say("takeover.take_a_seat") if seat is None else ""
    seats = press(match, "seats", label=label)
    if seat is not None and not match.has_left(seat):
        return [], (seats,)
    told = match.guest("watches", user_id) is not None
    tell = press(match, "tellmenot" if told else "tellme")
    return [say("takeover.tell_me_the_result")] * (not told), (seats, tell)


def seats_post(match: Match, user_id: int, note: str = "") -> Post:
    """What can be done about seats: by the host, and by who has none. Raises a `Refusal` where that
    is nothing."""
    if match.status == "lobby":
        match.in_lobby()
        match.host_only(user_id, say("takeover.free_seats"))
        rows = _host_rows(match)
        return Post(head=say("press.seats"), body=_lobby_help(rows), rows=rows, note=note)
    match.running()
    taking = _taking_rows(match, user_id) if match.seat_of(user_id) is None else []
    if user_id == match.host_id:
        taking += _host_rows(match)
    return Post(
        head=say("press.seats"), body=_live_help(match, user_id), rows=tuple(taking), note=note
    )


def offer(match: Match, user_id: int) -> Post | None:
    """What `/play` answers where a match runs that still has a seat for this user; else None."""
    if match.seat_of(user_id) is not None or not open_to(match, user_id):
        return None
    post = seats_post(match, user_id)
    head = say("takeover.is_being_played_here", title=match.game.title)
    more = say("takeover.take_a_computers_seat")
    return msgspec.structs.replace(post, head=head, body=(more, *post.body))


def _lobby_help(rows: tuple[Row, ...]) -> tuple[str, ...]:
    """What the host's lists do, in a lobby: of one that is not there, nothing."""
    if len(rows) == 1:
        return (say("takeover.who_may_take"),)
    return say("takeover.turning_away"), say("takeover.who_may_take_below")


def _live_help(match: Match, user_id: int) -> tuple[str, ...]:
    free = match.takeable()
    if match.taking == "no":
        return (say("takeover.nobody_may_take"),)
    if not free:
        return (say("takeover.no_computer_plays"),)
    has_none = match.seat_of(user_id) is None
    if has_none and not open_to(match, user_id):
        return (match.why_not(user_id, free[0]),)
    played = ", ".join(who(match, seat) for seat in free)
    out = [say("takeover.a_computer_plays_whoever", played=played)]
    if match.guest("asks", user_id):
        out.append(say("takeover.you_have_asked", decides=DECIDES))
    elif has_none and match.taking == "free":
        out.append(say("takeover.you_get_the_seat"))
    elif has_none:
        out.append(say("takeover.you_ask", decides=DECIDES))
    return tuple(out)


def _taking_rows(match: Match, user_id: int) -> list[Row]:
    if match.guest("asks", user_id):
        return [(press(match, "withdraw"),)]
    choices = tuple(
        Choice(
            f"{SEAT_LETTERS[seat]} {short_name(match.seats[seat].name)}",
            str(seat),
            say("takeover.handed_over") if match.seats[seat].user_id else say("takeover.computer"),
        )
        for seat in open_to(match, user_id)
    )
    return (
        [Select(say("takeover.take_a_seat"), button_id(match, "sit"), choices)] if choices else []
    )


def _host_rows(match: Match) -> tuple[Row, ...]:
    out: list[Row] = []
    lobby = match.status == "lobby"
    others = [
        Choice(short_name(seat.name), str(seat.user_id))
        for seat in match.seats
        if lobby and seat.user_id not in (None, match.host_id)
    ]
    for text, verb, choices in (
        (say("takeover.ask_somebody_to_leave_2"), "eject", others),
        (say("takeover.free_a_kept_seat"), "freeseat", _named(match, "invited") if lobby else []),
        (say("takeover.let_somebody_in_again"), "letin", _named(match, "barred")),
    ):
        if choices:
            out.append(Select(text, button_id(match, verb), tuple(choices[:A_SELECT])))
    label = RULES[match.taking][0].lower()
    out.append(
        Select(
            say("takeover.a_computers_seat", label=label),
            button_id(match, "taking"),
            tuple(Choice(text, rule, detail) for rule, (text, detail) in RULES.items()),
        )
    )
    return tuple(out)


def _named(match: Match, kind: GuestKind) -> list[Choice]:
    return [Choice(short_name(guest.name), str(guest.user_id)) for guest in match.guests_of(kind)]
