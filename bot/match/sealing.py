"""The start of a match: the seal is shown to all first, and dealt is only then.

Nobody may know a draw before everybody can see what it hangs on. So Start deals nothing: the bot
posts a message with the seal and the players' words, and the id that Discord gives to it goes into
every draw. Until then the table waits.
"""

from __future__ import annotations

from typing import Final

from bot.match.session import Session
from bot.words import say
from games.engine.errors import Refusal, Stale
from games.engine.fair import LoggedChance, sealed_chance
from games.engine.table import Table

NOT_POSTED: Final = say("sealing.i_couldnt_post")
LOCKED: Final = say("sealing.this_thread_is_locked")
NOT_TAKEN: Final = say("sealing.discord_has_not_confirmed")


def may_start(session: Session, user_id: int) -> None:
    """Raise a `Refusal` for whoever may not start the table, or not yet."""
    session.in_lobby()
    session.host_only(user_id, say("sealing.start"))
    low, high = session.game.room(session.options)
    if len(session.seats) < low:
        raise Refusal(say("sealing.needs_at_least_seats", title=session.game.title, low=low))
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
        raise Stale(say("sealing.this_table_is_no"))
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
