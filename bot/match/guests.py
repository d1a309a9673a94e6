"""Who has to do with a match beside its seats: invited, asked to leave, asking, watching, or seated
there before. Plain data in `Match.guests`, and what follows from it.
"""

from __future__ import annotations

from typing import Final

from bot.match.seats import Guest, GuestKind
from bot.match.state import MatchState
from bot.words import say

MINUTE: Final = 60_000
ASKING_MS: Final = {"live": 10 * MINUTE, "post": 24 * 60 * MINUTE}
"""How long somebody who asks for a seat waits for an answer, by pace."""

LAPSED: Final = say("guests.nobody_has_answered")
SEAT_LEFT: Final = say("guests.that_seat_has_left")
OVER: Final = say("guests.the_match_is_over")


def add(match: MatchState, guest: Guest) -> None:
    """One more."""
    match.guests = (*match.guests, guest)


def drop(match: MatchState, kind: GuestKind, user_id: int) -> bool:
    """That user is no guest of that kind any more; False when he was none."""
    left = tuple(g for g in match.guests if (g.kind, g.user_id) != (kind, user_id))
    gone = len(left) < len(match.guests)
    match.guests = left
    return gone


def names_at(match: MatchState, move: int) -> tuple[str, ...]:
    """The names of those who had the seats when that move was made, by seat."""
    names = [seat.name for seat in match.seats]
    for guest in match.guests_of("played"):
        if guest.first <= move <= guest.last:
            names[guest.seat] = guest.name
    return tuple(names)


def tidy(match: MatchState, now: int) -> None:
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


def _in_vain(match: MatchState, guest: Guest, now: int, over: bool) -> str:
    """Why somebody asks for a seat no more; empty while he does."""
    if over:
        return OVER
    if now >= guest.at + ASKING_MS[match.pace]:
        return LAPSED
    if match.has_left(guest.seat):
        return SEAT_LEFT
    return "" if match.seats[guest.seat].computer else say("guests.somebody_else")


def tell_asker(match: MatchState, guest: Guest, sentence: str) -> None:
    """Who asked for a seat is told what became of it, where he asked."""
    match.tell.append((f"asker:{guest.user_id}", sentence.encode()))


def of_the_invited(match: MatchState) -> list[tuple[str, bytes]]:
    """What takes the notice away, with the commit after which a seat is kept for somebody no more,
    as outbox rows."""
    before = {guest.user_id for guest in match.stored_guests if guest.kind == "invited"}
    return [("unnamed", b"")] if before - kept_for(match) else []


def kept_for(match: MatchState) -> set[int]:
    """Whom a lobby keeps a seat for."""
    lobby = match.status == "lobby"
    return {guest.user_id for guest in match.guests_of("invited")} if lobby else set()
