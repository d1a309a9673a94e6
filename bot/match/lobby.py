"""What is done at a table before its match: sitting down, computer seats, options.

Each takes the match, and raises a `Refusal` having changed nothing where it is not allowed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import msgspec

from bot.match import drivers, guests
from bot.match.match import Match
from bot.match.names import plain_name
from bot.match.seats import Guest, Seat
from bot.match.state import BARRED, Pace
from bot.words import say
from games.engine.errors import Illegal, NotInstalled, Refusal, Stale
from games.engine.game import Game
from games.engine.voice import listed, span

KEPT_MS: Final = 10 * 60 * 1000
"""How long a seat is kept for somebody who played before; then whoever comes first has it."""


def may_set_options(match: Match, user_id: int) -> None:
    """Raise a `Refusal` for whoever may not change this table's options now."""
    match.in_lobby()
    match.host_only(user_id, say("lobby.change_the_options"))


def join(match: Match, user_id: int, name: str, now: int) -> None:
    """Sit down. A seat that is kept for somebody else cannot be had before its time is over."""
    match.in_lobby()
    if match.seat_of(user_id) is not None:
        raise Refusal(say("lobby.you_are_already"))
    if match.guest("barred", user_id):
        raise Refusal(BARRED)
    _has_room(match)
    if not guests.drop(match, "invited", user_id):
        _take_kept(match, now)
    match.seats.append(Seat(name=name, user_id=user_id))


def _has_room(match: Match) -> None:
    if len(match.seats) >= match.places:
        raise Refusal(say("lobby.all_seats_are_taken", places=match.places))


def _take_kept(match: Match, now: int) -> None:
    """Somebody else than those invited comes: where only kept seats are left, the last of them goes
    once its time is over."""
    kept = match.guests_of("invited")
    if len(match.seats) + len(kept) < match.places:
        return
    over = [guest for guest in kept if guest.at <= now]
    if not over:
        raise Refusal(say("lobby.the_free_seats", named=named(kept), at=kept[0].at // 1000))
    guests.drop(match, "invited", over[-1].user_id)


def named(people: Sequence[Guest]) -> str:
    """Guests in a sentence."""
    return listed([plain_name(guest.name) for guest in people])


def kept(match: Match) -> list[Guest]:
    """Whose seats are kept, as many as there are free seats."""
    return match.guests_of("invited")[: max(0, match.places - len(match.seats))]


def invite(match: Match, people: Sequence[tuple[int, str]], now: int) -> None:
    """Keep a seat for each of these users, by name."""
    for user_id, name in people:
        until = now + KEPT_MS
        guests.add(match, Guest(user_id=user_id, kind="invited", name=name, at=until))


def leave(match: Match, user_id: int) -> None:
    """Get up again; the next person is host, and a table without people closes. Who is invited
    gives the kept seat up."""
    match.in_lobby()
    if guests.drop(match, "invited", user_id):
        return
    seat = match.seats.pop(match.my_seat(user_id))
    match.tell.append((f"left:{user_id}", seat.hand.place()))
    people = [seat.user_id for seat in match.seats if seat.user_id]
    if not people:
        close(match, say("lobby.everyone_left_before"))
    elif match.host_id == user_id:
        match.host_id = people[0]


def add_computer(match: Match, user_id: int, level: str) -> None:
    """Give an empty seat to the computer, not one that is kept for somebody."""
    match.in_lobby()
    match.my_seat(user_id)
    _has_room(match)
    waited = kept(match)
    if len(match.seats) + len(waited) >= match.places:
        raise Refusal(say("lobby.the_free_seats_are_kept", named=named(waited)))
    taken = {seat.name for seat in match.seats}
    name = next(name for name in drivers.order(match.id) if name not in taken)
    match.seats.append(Seat(name=name, computer=level))


def drop_computer(match: Match, user_id: int, there: int = 0) -> None:
    """Take the last computer out of its seat.

    `there` is how many there were when the button was shown, 0 where it does not say: a second
    press of the same button takes no second one out.
    """
    match.in_lobby()
    match.my_seat(user_id)
    computers = [n for n, seat in enumerate(match.seats) if seat.user_id is None]
    if not computers:
        raise Refusal(say("lobby.no_computer_sits"))
    if there and len(computers) != there:
        raise Stale(say("lobby.the_seats_have_changed"))
    del match.seats[computers[-1]]


def ask_to_leave(match: Match, host_id: int, user_id: int) -> None:
    """The host takes somebody's seat back; he can join again only if the host lets him."""
    match.in_lobby()
    match.host_only(host_id, say("lobby.ask_somebody_to_leave"))
    if user_id == host_id:
        raise Refusal(say("lobby.you_are_the_host"))
    number = match.seat_of(user_id)
    if number is None:
        raise Stale(say("lobby.that_player_is_not"))
    seat = match.seats.pop(number)
    guests.add(match, Guest(user_id=user_id, kind="barred", name=seat.name))
    match.tell.append((f"out:{user_id}", seat.hand.place()))


def free_kept(match: Match, host_id: int, user_id: int) -> None:
    """The host gives a kept seat to whoever comes."""
    match.in_lobby()
    match.host_only(host_id, say("lobby.free_a_seat"))
    if not guests.drop(match, "invited", user_id):
        raise Stale(say("lobby.no_seat_is_kept"))


def let_in(match: Match, host_id: int, user_id: int) -> None:
    """The host takes back that he asked somebody to leave, or turned him away."""
    match.host_only(host_id, say("lobby.let_somebody_in_again"))
    if not guests.drop(match, "barred", user_id):
        raise Stale(say("lobby.that_player_may_join"))


def set_options(match: Match, user_id: int, options: Any, pace: Pace) -> None:
    """Change the table's options; only the host may."""
    may_set_options(match, user_id)
    match.options = options
    match.pace = pace


def preset_for(game: Game[Any], name: str, seats: int) -> Any:
    """Options of one of a game's presets, for so many seats. Raises `Refusal`."""
    preset = game.presets.get(name)
    if preset is None:
        raise Refusal(say("lobby.there_is_one_length", title=game.title))
    low, high = game.room(preset.options)
    if seats > high:
        label = game.words.preset(name)[0]
        raise Refusal(
            say("lobby.that_length_is_for", preset=label, span=span(low, high), count=seats)
        )
    return preset.options


def usual_for(game: Game[Any], seats: int) -> Any:
    """Options of a new table for so many: the standard preset's, or where that has no room for them
    those of the first that has."""
    usual = game.standard
    every = [usual, *(preset.options for preset in game.presets.values())]
    return next((options for options in every if seats <= game.room(options)[1]), usual)


def set_preset(match: Match, user_id: int, name: str) -> None:
    """Give the table the options of a preset; only the host may."""
    may_set_options(match, user_id)
    match.options = preset_for(match.game, name, len(match.seats) + len(kept(match)))
    if match.room > match.game.room(match.options)[1]:
        match.room = 0


def is_alone(match: Match) -> bool:
    """Whether the host sits in a lobby with nobody else, where it takes more to play."""
    return len(match.seats) == 1 < match.game.room(match.options)[0]


def may_play_alone(match: Match, user_id: int) -> None:
    """Raise a `Refusal` for whoever may not start the table against the computer now."""
    match.in_lobby()
    match.host_only(user_id, say("sealing.start"))
    if not is_alone(match):
        raise Stale(say("lobby.you_are_not_alone"))


def play_alone(match: Match, user_id: int) -> None:
    """As many computers as a match needs sit down beside a host who is alone."""
    may_play_alone(match, user_id)
    for _ in range(match.game.room(match.options)[0] - 1):
        add_computer(match, user_id, match.level)


def set_thread(match: Match, user_id: int, *, wanted: bool) -> None:
    """Whether the table gets a thread of its own at the start; only the host may say."""
    may_set_options(match, user_id)
    match.thread = "wanted" if wanted and not match.parent_id else ""


def set_words(match: Match, user_id: int, words: str) -> None:
    """A player's words for every draw, before the first one."""
    match.in_lobby()
    match.seats[match.my_seat(user_id)].words = words


def close(match: Match, why: str = say("lobby.nobody_started")) -> None:
    """There will be no match, for a reason that the channel is told in a sentence."""
    if match.status != "lobby":
        match.in_lobby()
    match.status, match.notice = "ended", why


def check_options(game: Game[Any], raw: dict[str, Any]) -> Any:
    """The table options a player typed; raises `Illegal` with what is wrong."""
    try:
        return msgspec.convert(raw, game.Options, strict=False)
    except msgspec.ValidationError as error:
        if isinstance(error.__cause__, NotInstalled):
            raise Illegal(str(error.__cause__)) from None
        raise Illegal(say("lobby.these_options_do_not", error=error)) from None
