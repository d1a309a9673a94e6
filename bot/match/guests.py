"""Who has to do with a match beside its seats: invited, asked to leave, asking, watching, or seated
there before. Plain data in `Match.guests`, and what follows from it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

import msgspec

from bot.match.marks import mark_of
from bot.words import say

if TYPE_CHECKING:
    from bot.match.match import Match

Kind = Literal["invited", "barred", "asks", "watches", "played", "mark"]
"""`invited`: a lobby keeps a seat for him. `barred`: he was asked to leave, or turned away. `asks`:
he wants a computer's seat. `watches`: he is told the result. `played`: he, or a computer (user 0),
had that seat before. `mark`: somebody who has been forgotten had it; `user_id` names nobody."""
MINUTE: Final = 60_000
ASKING_MS: Final = {"live": 10 * MINUTE, "post": 24 * 60 * MINUTE}
"""How long somebody who asks for a seat waits for an answer, by pace."""

LAPSED: Final = say("guests.nobody_has_answered")
TAKEN: Final = say("guests.somebody_else")
SEAT_LEFT: Final = say("guests.that_seat_has_left")
OVER: Final = say("guests.the_match_is_over")
BARRED: Final = say("guests.the_host_asked")
TURNED_AWAY: Final = say("guests.you_were_turned_away")
SEEN: Final = say("guests.you_have_seen_another")


class Guest(msgspec.Struct, frozen=True, kw_only=True):
    """One of them. The same person may be there as several."""

    user_id: int
    kind: Kind
    seat: int = 0
    """Which seat is asked for, or was his."""
    name: str = ""
    at: int = 0
    """Since when, in ms; of who is invited, until when nobody else gets the seat."""
    first: int = 0
    """Of who played a seat, the first move that could be his; of who asks, the number of it."""
    last: int = 0
    """Of who played a seat, the last one."""


def of(match: Match, kind: Kind) -> list[Guest]:
    """All guests of a kind, the longest there first."""
    return [guest for guest in match.guests if guest.kind == kind]


def one(match: Match, kind: Kind, user_id: int) -> Guest | None:
    """That user as a guest of a kind."""
    return next((guest for guest in of(match, kind) if guest.user_id == user_id), None)


def add(match: Match, guest: Guest) -> None:
    """One more."""
    match.guests = (*match.guests, guest)


def drop(match: Match, kind: Kind, user_id: int) -> bool:
    """That user is no guest of that kind any more; False when he was none."""
    left = tuple(g for g in match.guests if (g.kind, g.user_id) != (kind, user_id))
    gone = len(left) < len(match.guests)
    match.guests = left
    return gone


def knows(match: Match, user_id: int) -> int | None:
    """The seat whose hand that user has seen when it was his; None when he has seen none."""
    mark = mark_of(match.id, user_id)
    for guest in match.guests:
        if (guest.kind, guest.user_id) in (("played", user_id), ("mark", mark)):
            return guest.seat
    return None


def takeable(match: Match) -> list[int]:
    """The seats that a computer plays now and that somebody can still play."""
    if match.status != "live" or match.table is None or match.taking == "no":
        return []
    seats = enumerate(match.seats)
    return [n for n, seat in seats if seat.computer and not match.has_left(n)]


def why_not(match: Match, user_id: int, number: int) -> str:
    """Why this user may not play a computer's seat that others may play; empty where he may."""
    if one(match, "barred", user_id):
        return TURNED_AWAY
    return "" if knows(match, user_id) in (None, number) else SEEN


def names_at(match: Match, move: int) -> tuple[str, ...]:
    """The names of those who had the seats when that move was made, by seat."""
    names = [seat.name for seat in match.seats]
    for guest in of(match, "played"):
        if guest.first <= move <= guest.last:
            names[guest.seat] = guest.name
    return tuple(names)


def tidy(match: Match, now: int) -> None:
    """Who has waited too long for a seat, or for one that nobody can take now, does not wait any
    more; once the match is over who watches is told the result, and only who has played stays."""
    over = match.status in ("finished", "ended")
    if not over and not any(guest.kind == "asks" for guest in match.guests):
        return
    left = []
    for guest in match.guests:
        sentence = _in_vain(match, guest, now, over) if guest.kind == "asks" else ""
        if sentence:
            tell_asker(match, guest, sentence)
        elif over and guest.kind == "watches":
            match.tell.append((f"result:{guest.user_id}", b""))
        elif not over or guest.kind in ("played", "invited"):
            left.append(guest)
    match.guests = tuple(left)


def _in_vain(match: Match, guest: Guest, now: int, over: bool) -> str:
    """Why somebody asks for a seat no more; empty while he does."""
    if over:
        return OVER
    if now >= guest.at + ASKING_MS[match.pace]:
        return LAPSED
    if match.has_left(guest.seat):
        return SEAT_LEFT
    return "" if match.seats[guest.seat].computer else TAKEN


def tell_asker(match: Match, guest: Guest, sentence: str) -> None:
    """Who asked for a seat is told what became of it, where he asked."""
    match.tell.append((f"asker:{guest.user_id}", sentence.encode()))


def not_here(match: Match, user_id: int) -> str:
    """What somebody is told who has no seat at this table."""
    if one(match, "barred", user_id) and match.status == "lobby":
        return BARRED
    seat = knows(match, user_id)
    if seat is not None and match.seats[seat].user_id:
        return say("guests.somebody_else_has_your_seat")
    reasons = [why_not(match, user_id, number) for number in takeable(match)]
    if "" in reasons:
        return say("guests.you_are_not_playing")
    if reasons:
        return reasons[0]
    return say("guests.you_are_not_playing_at_this_table")


def of_the_invited(match: Match) -> list[tuple[str, bytes]]:
    """What takes the notice away, with the commit after which a seat is kept for somebody no more,
    as outbox rows."""
    before = {guest.user_id for guest in match.stored_guests if guest.kind == "invited"}
    return [("unnamed", b"")] if before - kept_for(match) else []


def kept_for(match: Match) -> set[int]:
    """Whom a lobby keeps a seat for."""
    lobby = match.status == "lobby"
    return {guest.user_id for guest in of(match, "invited")} if lobby else set()
