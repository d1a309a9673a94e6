"""The start of a match: the seal is shown to all first, and dealt is only then.

Nobody may know a draw before everybody can see what it hangs on. So Start deals nothing: the bot
posts a message with the seal and the players' words, and the id that Discord gives to it goes into
every draw. Until then the table waits.
"""

from __future__ import annotations

from typing import Final

from bot.match.match import Match
from bot.words import say
from games.engine.errors import Refusal, Stale
from games.engine.fair import LoggedChance, sealed_chance
from games.engine.table import Table

NOT_POSTED: Final = say("sealing.i_couldnt_post")
LOCKED: Final = say("sealing.this_thread_is_locked")
NOT_TAKEN: Final = say("sealing.discord_has_not_confirmed")


def may_start(match: Match, user_id: int) -> None:
    """Raise a `Refusal` for whoever may not start the table, or not yet."""
    match.in_lobby()
    match.host_only(user_id, say("sealing.start"))
    low, high = match.game.room(match.options)
    if len(match.seats) < low:
        raise Refusal(say("sealing.needs_at_least_seats", title=match.game.title, low=low))
    if len(match.seats) > high:
        raise Refusal(match.crowd())


def seal(match: Match, user_id: int) -> None:
    """The host presses Start: nothing of what goes into the draws can change from now on."""
    may_start(match, user_id)
    match.words = " / ".join(seat.words for seat in match.seats if seat.words)
    match.sealing = True
    match.starts += 1
    match.notice = ""


def deal(match: Match, seed: bytes, message: int) -> None:
    """The sealing message stands in the channel: deal. Raises `Stale` for a table that has been
    closed, or has lost its last person, meanwhile."""
    if match.status != "lobby" or not match.sealing:
        raise Stale(say("sealing.this_table_is_no"))
    match.sealing = False
    match.seal_message = message
    match.rules_version = match.game.rules_version
    chance = LoggedChance(sealed_chance(seed, match.id, message, match.words))
    match.deal(*Table.start(match.game, len(match.seats), chance, match.options))


def give_up(match: Match, why: str) -> None:
    """It could not be started: the table is a lobby again, and says why."""
    match.sealing = False
    match.words = ""
    match.notice = why
