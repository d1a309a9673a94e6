"""A match made of what is stored of it, as far as that can be read and played."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import msgspec
import structlog

from bot.match import stuck
from bot.match.faults import FaultLog
from bot.match.match import LOBBY_SECONDS, Match
from bot.store import OPEN, Commit, MatchRow, Store, StoreError, VersionConflict
from bot.tables import out_of_order, rows
from bot.tables.out_of_order import NoSuchMatch, OutOfOrder
from bot.words import say
from games.engine.errors import LogDoesNotFit, NotInstalled, Refusal, RuleFailed, Stale
from games.engine.fair import LoggedChance, sealed_chance
from games.engine.found import installed
from games.engine.table import Save, Table

log = structlog.get_logger(__name__)

CROWDED: Final = say("loading.many_things_happened")


class Loading:
    """Loads matches; `wake` is called when a channel is to be told of one that cannot be loaded."""

    def __init__(
        self, store: Store, now: Callable[[], int], faults: FaultLog, wake: Callable[[], None]
    ) -> None:
        self._store = store
        self._now = now
        self._faults = faults
        self._wake = wake

    async def match(self, row: MatchRow, seed: bytes | None) -> Match:
        """The match of a row, with its table; `seed` is its seed.

        Raises `OutOfOrder` for one that cannot be played here just now, and `NoSuchMatch` for one
        that cannot be read: if it was open, it is closed by that.
        """
        if not installed(row.game):
            raise await self._stop(row, say("out_of_order.its_game_is_not", game=row.game))
        try:
            return self._read(row, seed)
        except NotInstalled as error:
            raise await self._stop(row, str(error)) from None
        except (NoSuchMatch, StoreError):
            raise
        except (msgspec.MsgspecError, ValueError) as error:
            if isinstance(error.__cause__, NotInstalled):
                raise await self._stop(row, str(error.__cause__)) from None
            raise await self._unreadable(row, error) from error
        except Exception as error:
            # Who knows what: that is no reason to throw a match away.
            fault = self._faults.tell(row.id, "a match could not be loaded", error)
            raise await self._stop(row, say("loading.it_cannot_be_loaded", fault=fault)) from error

    def _read(self, row: MatchRow, seed: bytes | None) -> Match:
        match = rows.match_of(row)
        if row.save is not None:
            if seed is None:
                raise NoSuchMatch
            table = seated(match, row.save, chance_of(match, seed))
            match.loaded(table)
            if match.status == "finished" and table.result is None:
                # The rules had failed, and the match was ended as a draw.
                table.end(rows.result_of(row.result) or stuck.nobody_first(match))
        if match.status == "lobby" and not match.closes_at:
            match.closes_at = self._now() + 1000 * LOBBY_SECONDS
        return match

    async def _stop(self, row: MatchRow, why: str) -> Refusal:
        """What to raise for a match that cannot be played here; an open one tells its channel."""
        if row.status not in OPEN:
            return NoSuchMatch(say("loading.table_cannot_be_shown", id=row.id, why=why))
        if rows.out_of_order_in(row.extra) != why and await self._write(
            out_of_order.stop(row, why, self._now())
        ):
            log.warning("a table is out of order", match_id=row.id, why=why)
        return OutOfOrder(row.id, why)

    async def _unreadable(self, row: MatchRow, error: Exception) -> NoSuchMatch:
        """What to raise for a match that cannot be read; an open one is closed with a word."""
        fault = self._faults.tell(row.id, "a match cannot be read", error)
        sentence = say("out_of_order.table_could_not", match_id=row.id, fault=fault)
        if row.status in OPEN:
            await self._write(out_of_order.close(row, sentence, self._now()))
        return NoSuchMatch(sentence)

    async def close(self, match_id: str, interaction: tuple[int, int]) -> None:
        """End a match that is out of order."""
        row = await self._store.match(match_id)
        if row is None or row.status not in OPEN:
            raise NoSuchMatch
        known = rows.interaction_row(interaction, self._now())
        word = say("loading.table_was_out", match_id=match_id)
        if not await self._write(out_of_order.close(row, word, self._now(), known)):
            raise Stale(CROWDED)

    async def _write(self, commit: Commit) -> bool:
        """False when another process was faster."""
        try:
            await self._store.append(commit)
        except VersionConflict:
            return False
        self._wake()
        return True


def chance_of(match: Match, seed: bytes) -> LoggedChance:
    """The source of a match's draws."""
    return LoggedChance(sealed_chance(seed, match.id, match.seal_message, match.words))


def seated(match: Match, save: bytes, chance: LoggedChance) -> Table[Any]:
    """The table of a save, or as much of it as the rules can still play: its checkpoint, or where
    they raise even there, that without a question."""
    parsed = rows.save_of(save)
    try:
        return Table.load(parsed, chance)
    except (LogDoesNotFit, RuleFailed) as error:
        if match.status not in OPEN:
            # Nobody plays on: what is stored of it stays, and the rules are left alone.
            return Table.load(parsed, chance, halted=True)
        failed = error
    fault = match.failed(failed)
    if isinstance(failed, LogDoesNotFit):
        match.notice, fault = say("loading.the_rules_were_mended"), ""
    match.forgotten = len(parsed.log)
    still = False
    try:
        table = Table.load(parsed, chance, forget_answers=True)
    except RuleFailed as error:
        fault, still = match.failed(error), True
        table = Table.load(parsed, chance, halted=True)
    match.loaded(table)
    match.leave_again(_leavers(table, parsed))
    if fault:
        stuck.halt(match, fault, still=still)
    return table


def _leavers(table: Table[Any], save: Save) -> list[int]:
    """The seats that have ordered to leave for good since the checkpoint of a save."""
    out = []
    for seat, value, is_order in save.log:
        order = table.game.leave_order(table.context.state, seat)
        if is_order and order is not None and bytes(value) == msgspec.json.encode(order):
            out.append(seat)
    return out
