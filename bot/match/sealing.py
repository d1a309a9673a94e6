"""The start of a match: the seal is shown to all first, and dealt is only then.

Nobody may know a draw before everybody can see what it hangs on. So Start deals nothing: the bot
posts a message with the seal and the players' words, and the id that Discord gives to it goes into
every draw. Until then the table waits.
"""

from __future__ import annotations

from typing import Final

from bot.match.session import Session
from games.engine.errors import Refusal, Stale
from games.engine.fair import LoggedChance, sealed_chance
from games.engine.table import Table

NOT_DEALT: Final = "Something went wrong while dealing (fault {fault}). Nothing has been dealt."
NOT_POSTED: Final = (
    "I couldn't post the sealing message in this channel, so nothing has been dealt. Check that I "
    "may send messages here, then press **Start** again."
)
LOCKED: Final = (
    "This thread is locked, so I couldn't post the sealing message and nothing has been dealt. Ask "
    "who runs the server to unlock it, then press **Start** again."
)
NOT_TAKEN: Final = (
    "Discord has not confirmed the sealing message, so nothing has been dealt. Press **Start** "
    "again: a new message will count, not one that may stand here already."
)


def may_start(session: Session, user_id: int) -> None:
    """Raise a `Refusal` for whoever may not start the table, or not yet."""
    session.in_lobby()
    session.host_only(user_id, "start it")
    low, high = session.game.room(session.options)
    if len(session.seats) < low:
        raise Refusal(
            f"{session.game.title} needs at least {low} seats: ask a friend to "
            "join, or add a computer."
        )
    if len(session.seats) > high:
        raise Refusal(session.crowd())


def seal(session: Session, user_id: int) -> None:
    """The host presses Start: nothing of what goes into the draws can change from now on."""
    may_start(session, user_id)
    session.words = " / ".join(seat.words for seat in session.seats if seat.words)
    session.sealing = True
    session.starts += 1
    session.notice = ""


def deal(session: Session, seed: bytes, message: int) -> None:
    """The sealing message stands in the channel: deal. Raises `Stale` for a table that has been
    closed, or has lost its last person, meanwhile."""
    if session.status != "lobby" or not session.sealing:
        raise Stale("This table is no longer being started.")
    session.sealing = False
    session.seal_message = message
    session.rules_version = session.game.rules_version
    chance = LoggedChance(sealed_chance(seed, session.id, message, session.words))
    session.deal(*Table.start(session.game, len(session.seats), chance, session.options))


def give_up(session: Session, why: str) -> None:
    """It could not be started: the table is a lobby again, and says why."""
    session.sealing = False
    session.words = ""
    session.notice = why
