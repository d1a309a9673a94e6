"""What is done at a table before its match: sitting down, computer seats, options.

Each deed takes the session, and raises a `Refusal` having changed nothing where it is not allowed.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec

from bot.seats import Seat
from bot.session import Pace, Session
from games.engine.errors import Illegal, Refusal
from games.engine.game import Game

COMPUTER_NAMES: Final = ("Rook", "Juniper", "Marlowe", "Odalys", "Sable", "Wren", "Petra", "Tamsin")
"""Names of computer seats, in order."""


def may_set_options(session: Session, user_id: int) -> None:
    """Raise a `Refusal` for whoever may not change this table's options now."""
    session.in_lobby()
    session.host_only(user_id, "change the options")


def join(session: Session, user_id: int, name: str) -> None:
    """Sit down."""
    session.in_lobby()
    if session.seat_of(user_id) is not None:
        raise Refusal("You are already at this table.")
    _has_room(session)
    session.seats.append(Seat(name=name, user_id=user_id))


def _has_room(session: Session) -> None:
    if len(session.seats) >= session.places:
        raise Refusal(f"All {session.places} seats are taken.")


def leave(session: Session, user_id: int) -> None:
    """Get up again; the next person is host, and a table without people closes."""
    session.in_lobby()
    number = session.my_seat(user_id)
    del session.seats[number]
    people = [seat.user_id for seat in session.seats if seat.user_id]
    if not people:
        session.status = "ended"
    elif session.host_id == user_id:
        session.host_id = people[0]


def add_computer(session: Session, user_id: int, level: str) -> None:
    """Give an empty seat to the computer."""
    session.in_lobby()
    session.my_seat(user_id)
    _has_room(session)
    taken = {seat.name for seat in session.seats}
    name = next(name for name in COMPUTER_NAMES if name not in taken)
    session.seats.append(Seat(name=name, computer=level))


def drop_computer(session: Session, user_id: int) -> None:
    """Take the last computer out of its seat."""
    session.in_lobby()
    session.my_seat(user_id)
    for number in range(len(session.seats) - 1, -1, -1):
        if session.seats[number].user_id is None:
            del session.seats[number]
            return
    raise Refusal("No computer sits at this table.")


def set_options(session: Session, user_id: int, options: Any, pace: Pace) -> None:
    """Change the table's options; only the host may."""
    may_set_options(session, user_id)
    session.options = options
    session.pace = pace


def set_thread(session: Session, user_id: int, *, wanted: bool) -> None:
    """Whether the table gets a thread of its own at the start; only the host may say."""
    may_set_options(session, user_id)
    session.thread = "wanted" if wanted and not session.parent_id else ""


def set_words(session: Session, user_id: int, words: str) -> None:
    """A player's words for every draw, before the first one."""
    session.in_lobby()
    session.seats[session.my_seat(user_id)].words = words


def close(session: Session) -> None:
    """Nobody started it in time, or it could not be started."""
    if session.status != "lobby":
        session.in_lobby()
    session.status = "ended"


def check_options(game: Game[Any], raw: dict[str, Any]) -> Any:
    """The table options a player typed; raises `Illegal` with what is wrong."""
    try:
        return msgspec.convert(raw, game.Options, strict=False)
    except msgspec.ValidationError as error:
        raise Illegal(f"These options do not fit: {error}.") from None
