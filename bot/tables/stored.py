"""Matches in memory and in the database: load one, let somebody do something to it, store what came
of it.

The row owns the match, not this process: every change is written under the version it was made
from, and made again on the newer match when somebody else was faster. What must be told about a
change (board, hands) goes into the outbox in the same transaction.
"""

from __future__ import annotations

import asyncio
import math
import random
from abc import ABC, abstractmethod
from collections import OrderedDict
from collections.abc import Callable, Sequence
from contextvars import ContextVar
from typing import Any, Final, TypeVar

import msgspec

from bot import metrics
from bot.match import guests, resting, waits
from bot.match.calls import Callers
from bot.match.faults import FaultLog
from bot.match.match import Match
from bot.match.seats import Shown
from bot.match.server_rules import full
from bot.store import (
    UNSURE,
    Outgoing,
    SeatRow,
    ServerFull,
    Store,
    StoreError,
    Unsure,
    VersionConflict,
)
from bot.tables import rows
from bot.tables.fixed import Fixed
from bot.tables.loading import CROWDED, Loading, chance_of
from bot.tables.membership import Membership
from bot.tables.out_of_order import NoSuchMatch
from bot.tables.people import People
from bot.tables.servers import Servers
from bot.tables.sight import Sight
from bot.words import say
from games.engine.errors import Refusal, Stale
from games.engine.fair import digest
from games.engine.table import Table

T = TypeVar("T")
MOMENT: Final = 0.05
"""Seconds for which a match that has been compared with the database is taken for what is stored,
within one piece of work (`begin`)."""
COMPUTERS: Final = "computers"
"""Target of the outbox: the table goes on without a person. Only where several processes share the
database; one that is alone begins by itself."""
CLOCK: Final = "board:clock"
"""Target of the outbox: the board once the time that it shows is over."""
ANSWERED_MS: Final = 2_000
"""What the answer to a press shows by itself is looked at again after so long, where nothing has
been answered."""
NOTICE: Final = "notice:"
"""What the outbox holds for a seat whose notice is to be put right."""
_KEPT: Final = 256
"""Matches kept in memory; an idle match costs nothing but its rows."""
_TRIES: Final = 12
AGAIN_SECONDS: Final = 0.01
"""How long who was slower than another process waits at most before he does it again, times the
tries: who has just won is faster, and would win again and again."""


class Kept(msgspec.Struct):
    """A match in memory, with what the database last had of it."""

    match: Match
    version: int
    seats: list[SeatRow]
    looked: float = -math.inf
    """When it was last compared with the database, or read there, on the loop's clock."""


_begun: ContextVar[float] = ContextVar("begun", default=math.inf)


def begin() -> None:
    """A piece of work begins, such as a press or the rows of the outbox that have been claimed at a
    time: what anybody in this process has read since, a moment ago, is good enough for it."""
    _begun.set(asyncio.get_running_loop().time())


class StoredMatches(ABC):
    """Matches by id. `wake` is called when something new is to be told.

    `hand_key` says what the hand of a seat depends on, so that a hand is told only when it changes.
    """

    def __init__(
        self,
        store: Store,
        member: Membership,
        *,
        hand_key: Callable[[Match, int], str],
        fixed: Fixed | None = None,
    ) -> None:
        self.store = store
        self.member = member
        self.now = now = member.now
        self.wake: Callable[[], None] = lambda: None
        self._hand_key = hand_key
        self._fixed = fixed
        self._kept: OrderedDict[str, Kept] = OrderedDict()
        self.people = People(store, now)
        self.servers = Servers(store)
        self._locks: dict[str, asyncio.Lock] = {}
        self._answers: dict[int, str] = {}
        """Presses that are to show by their answer what a row of the outbox asks for: which."""
        self.faults = FaultLog()
        self.sight = Sight()
        self.floor_ms = waits.FLOOR_MS
        """How long a secret window stays open at least; 0 lets none of its answers wait."""
        self.wake_at: Callable[[int], None] = lambda at: None
        """Has the clocks looked at then (ms); set by `Clocks`."""
        self.looked_at: Callable[[str, int], str | None] = lambda match_id, user: None
        """Key of the private hand in the channel that a user looks at; set by `Delivery`."""
        self.stored_far: Callable[[Match], None] = lambda match: None
        """Called with a match that was stored here and is at home elsewhere; set by `Delivery`."""
        self.sign: Callable[[Match], Sequence[Outgoing]] = lambda match: ()
        """What the sign of a table in a thread of its own needs; set by `Delivery`."""
        # `wake` is set later than this is handed on.
        self._loading = Loading(store, now, self.faults, lambda: self.wake())  # noqa: PLW0108

    @abstractmethod
    def drive(self, match_id: str) -> None:
        """Let computer seats play, in the background, until a person is asked."""

    # -- reading

    async def look(self, match_id: str) -> Match:
        """The match as it is now, for reading. Raises `NoSuchMatch`."""
        async with self._lock(match_id):
            match = (await self._load(match_id)).match
        self._log_faults(match)
        return match

    async def again(self, match_id: str) -> Match:
        """The match as this process has it now, for who has looked at it in the same breath: the
        database is not asked once more. What another process changes meanwhile is told by its own
        rows of the outbox. Raises `NoSuchMatch`."""
        async with self._lock(match_id):
            kept = self._kept.get(match_id)
            if kept is not None:
                return kept.match
        return await self.look(match_id)

    async def my_seat(self, match_id: str, user_id: int) -> int:
        """The seat that a user has now: somebody else may have got it while a hand was drawn.
        Raises a `Refusal` for who has none."""
        return (await self.again(match_id)).my_seat(user_id)

    def _lock(self, match_id: str) -> asyncio.Lock:
        # Only to save retries inside one process: correctness lies in the version.
        if len(self._locks) > 4 * _KEPT:
            self._locks = {k: v for k, v in self._locks.items() if v.locked()}
        return self._locks.setdefault(match_id, asyncio.Lock())

    async def _load(self, match_id: str) -> Kept:
        kept = self._kept.get(match_id)
        # Another process may have changed the match or its board, or somebody deleted it: 40 us to
        # be sure.
        if kept is not None and await self._is_true(kept):
            if match_id in self._kept:
                self._kept.move_to_end(match_id)
            return kept
        # Also where what is stored cannot be loaded: nobody goes by what was here before.
        self._kept.pop(match_id, None)
        began = asyncio.get_running_loop().time()
        row, seed = await asyncio.gather(self.store.match(match_id), self.store.seed(match_id))
        if row is None:
            raise NoSuchMatch
        match = await self._loading.match(row, seed)
        self._prepare(match)
        match.look_ahead()
        kept = Kept(match, row.version, list(row.seats), began)
        self._keep(match_id, kept)
        if rows.out_of_order_in(row.extra) or match.faults or match.forgotten:
            # Its clocks start again; what had to be forgotten is stored as forgotten.
            if not await self._commit(kept, undone=await self._forgotten(match)):
                return await self._load(match_id)
            self.wake()
            return self._kept[match_id]
        return kept

    async def _is_true(self, kept: Kept) -> bool:
        """Whether what is in memory is what is stored, but for the board and the hands' messages,
        which are put right."""
        if self.member.alone:
            return True  # what erases matches forgets them, too
        match, board = kept.match, kept.match.board
        began = asyncio.get_running_loop().time()
        if self.member.shared:
            if kept.looked >= max(_begun.get(), began - MOMENT):
                return True
            now, _ = await asyncio.gather(self.store.glance(match.id), self._read_hands(match))
        else:
            now = await self.store.glance(match.id)
        if now is None or now.version != kept.version:
            return False
        stored = (now.board_message, now.board_key, now.board_at)
        # Unless this process has noted another board meanwhile.
        if match.board is board and stored != (board.message, board.key, board.at):
            match.board = Shown(match.channel_id, *stored)
        kept.looked = began
        return True

    async def _read_hands(self, match: Match) -> None:
        """Take in which messages show the hands: other processes may have shown some."""
        before = {seat.user_id: seat.hand for seat in match.seats}
        for row in await self.store.hands_of(match.id):
            seat = match.seat_of(row.user_id)
            # Unless this process has noted another one meanwhile.
            if seat is not None and match.seats[seat].hand is before.get(row.user_id):
                stored = Shown(row.channel, row.message, row.key, row.at)
                if match.seats[seat].hand != stored:
                    match.seats[seat].hand = stored

    def _keep(self, match_id: str, kept: Kept) -> None:
        self._kept[match_id] = kept
        self._kept.move_to_end(match_id)
        while len(self._kept) > _KEPT:
            self._kept.popitem(last=False)

    async def purge(self) -> None:
        """Delete what has been kept for long enough, matches among it; none of these is to be found
        in memory."""
        await self.store.purge(self.now())
        self._kept.clear()

    async def seed(self, match_id: str) -> bytes:
        """The sealed seed of a match, for dealing only."""
        seed = await self.store.seed(match_id)
        if seed is None:
            raise NoSuchMatch
        return seed

    async def _table(self, match: Match, save: bytes, number: int | None = None) -> Table[Any]:
        """The table of a save, which must fit the rules."""
        chance = chance_of(match, await self.seed(match.id))
        return Table.load(rows.save_of(save), chance, number=number)

    # -- changing

    async def change(
        self,
        match_id: str,
        action: Callable[[Match], T],
        *,
        interaction: tuple[int, int] | None = None,
        shows: str = "",
    ) -> T:
        """Do something to a match and store it; returns what `action` returned.

        `action` may run again on a newer match. It raises a `Refusal`, having changed nothing, or
        changes the match. `interaction` is (interaction id, user id): the same interaction is
        acted on once, and raises `AlreadyHandled` when it comes again. `shows` is the target of
        the outbox whose message the answer to it shows.
        """
        refused: Refusal | None = None
        async with self._lock(match_id):
            for tries in range(_TRIES):
                if tries and self.member.shared:
                    await asyncio.sleep(random.uniform(0, tries * AGAIN_SECONDS))
                refused = None
                # The commit finds out whether what is in memory is what is stored; where others
                # change it, too, looking first costs less than to do it again.
                believed = None if self.member.shared else self._kept.get(match_id)
                kept = believed or await self._load(match_id)
                try:
                    self._prepare(kept.match)
                    result = action(kept.match)
                    kept.match.made = None
                except Refusal:
                    self._log_faults(kept.match)
                    if believed is not None and await self._load(match_id) is not believed:
                        continue  # that was said of an older match
                    raise
                except BaseException:
                    self._kept.pop(match_id, None)
                    raise
                try:
                    undone = await self._go_back(kept.match)
                    undone += await self._forgotten(kept.match, undone)
                except (Refusal, StoreError, asyncio.CancelledError):
                    # The match has the last agreement already, the database has not.
                    self._kept.pop(match_id, None)
                    raise
                except Exception as error:
                    self._kept.pop(match_id, None)
                    kept = await self._load(match_id)
                    fault = self.faults.tell(match_id, "a move could not be taken back", error)
                    kept.match.vote = None
                    refused = Refusal(say("matches.that_move_could_not", fault=fault))
                    kept.match.notice = str(refused)
                    undone = []
                if await self._commit(kept, interaction=interaction, undone=undone, shows=shows):
                    break
            else:
                raise Stale(CROWDED)
        if self.member.is_home(kept.match.guild_id):
            self.wake()
        else:  # its home is told by the commit
            self.stored_far(kept.match)
        self.drive(match_id)
        if refused is not None:
            raise refused
        return result

    async def _commit(
        self,
        kept: Kept,
        *,
        interaction: tuple[int, int] | None = None,
        undone: Sequence[int] = (),
        shows: str = "",
        driven: bool = False,
    ) -> bool:
        """Store a changed match; False when somebody else was faster. `driven`: by who plays for
        its computers, and goes on with it. Raises a `Refusal` where it takes a channel in a server
        that has as many tables as it may."""
        match = kept.match
        match.made = None
        if match.status in ("finished", "ended") and match.table is not None:
            match.digest = await self._digest(match, undone)
        now = self.now()
        self._log_faults(match)
        if match.more:
            # What was answered ahead may have been taken back.
            match.look_ahead()
        by = interaction[1] if interaction is not None else 0
        most = 0
        try:
            match.set_clocks(now, await self._callers(match, by))
            if match.takes_channel:
                most = (await self.servers.rules(match.guild_id)).most
        except BaseException:
            self._kept.pop(match.id, None)
            raise
        match.made = {}
        pressed = by if match.seat_of(by) is not None and self.people.to_store(by) else 0
        commit = rows.commit_of(
            match,
            kept.version,
            now,
            interaction=interaction,
            stored_seats=kept.seats,
            outbox=self._shared_out(match, self._to_tell(match), interaction, shows, driven),
            undone=undone,
            pressed=pressed,
            most=most,
        )
        began = asyncio.get_running_loop().time()
        try:
            version = await self.store.append(commit)
        except VersionConflict:
            self._kept.pop(match.id, None)
            return False
        except ServerFull:
            self._kept.pop(match.id, None)
            raise full(most) from None
        except BaseException:
            # The match is ahead of the database: forget it.
            self._kept.pop(match.id, None)
            raise
        metrics.MOVES.inc(len(match.moves))
        if (at := waits.next_at(match)) > now:
            self.wake_at(at)
        match.moves = []
        match.calls = []
        match.tell = []
        match.stored_guests = match.guests
        self.people.stored(pressed, now)
        match.takes_channel = match.lost = False
        self.sight.stored(match)
        self._keep(match.id, Kept(match, version, rows.seat_rows(match), began))
        return True

    def _shared_out(
        self,
        match: Match,
        out: list[Outgoing],
        interaction: tuple[int, int] | None,
        shows: str,
        driven: bool,
    ) -> list[Outgoing]:
        """What is to be told. The answer to a press shows a message by itself; as long as it has
        not been noted nobody knows what that shows. Where several processes share the work whose
        turn is a computer's is a row like the others."""
        if self.member.shared and match.goes_on and not driven:
            out.append(Outgoing(target=COMPUTERS))
        if interaction is None or shows not in [each.target for each in out]:
            return out
        if len(self._answers) >= _KEPT:
            self._answers.pop(next(iter(self._answers)))
        self._answers[interaction[0]] = shows
        later, row = self.now() + ANSWERED_MS, interaction[0]
        return [
            Outgoing(target=UNSURE + shows, due_at=later, id=row) if each.target == shows else each
            for each in out
        ]

    def unsure(
        self, match: Match, target: str, press: int = 0, *, old: bool = False
    ) -> Unsure | None:
        """What is settled by something that has just been shown of a match, perhaps in answer to a
        press, and what tells whether it is out of date; None where it settles nothing and no other
        process may have shown anything. `old`: it shows the match as it was before it was changed
        here."""
        row = press if self._answers.pop(press, "") == target else 0
        version: int | None = None
        if self.member.shared:
            kept, version = self._kept.get(match.id), -1
            if kept is not None and kept.match is match and not old:
                version = kept.version
        elif not row:
            return None
        return Unsure(target=target, version=version, at=self.now(), row=row)

    def _prepare(self, match: Match) -> None:
        """What a change of a match goes by, beside the match."""
        match.now = self.now()
        match.floor_ms = self.floor_ms
        if self._fixed is not None:
            fixed = self._fixed
            match.rng_for = lambda number: fixed.rng(f"{match.id} waits", number)

    async def _callers(self, match: Match, by: int) -> Callers:
        """What bears on calling those who are asked something new."""
        asked = [ask for ask in match.waiting() if ask.number not in match.rings]
        users = [match.seats[ask.seat].user_id for ask in asked]
        return Callers(await self.people.of(user for user in users if user), by)

    async def _digest(self, match: Match, undone: Sequence[int]) -> str:
        """The digest of all draws of a match that is over: those stored, and the last ones.

        Empty for a match of which not all have been stored.
        """
        stored = await self.store.moves(match.id)
        standing = [move for move in stored if not move.undone and move.n not in undone]
        if any(move.draws is None for move in standing):
            return ""
        new = [draw for move in match.moves for draw in move.draws]
        return digest([*rows.draws_of(standing), *new])

    def _log_faults(self, match: Match) -> None:
        for fault in match.faults:
            self.faults.note(match.id, "the rules failed", fault)
        match.faults = []

    async def _forgotten(self, match: Match, undone: Sequence[int] = ()) -> list[int]:
        """Numbers of the stored moves that went when the table went back to its checkpoint, beside
        those that are `undone` already."""
        if not match.forgotten:
            return []
        moves = await self.store.moves(match.id)
        standing = [move.n for move in moves if not move.undone and move.n not in undone]
        gone = standing[-match.forgotten :]
        match.news = [(at, told) for at, told in match.news if at not in gone]
        match.forgotten = 0
        return gone

    def _to_tell(self, match: Match) -> list[Outgoing]:
        """What has to show this change: the board, and the hands that look different now."""
        # Where its channel cannot be reached there is nothing to show it on, and what computers
        # play among themselves is told at its end.
        untold = match.resting == resting.GONE or (match.unattended and match.goes_on)
        out = [] if untold else [Outgoing(target="board")]
        if (due := match.next_clock(self.now())) is not None:
            # Whoever has answered by then: whether somebody has must not show.
            out.append(Outgoing(target=CLOCK, due_at=due))
        if match.sealing:
            out.append(Outgoing(target="seal"))
        shown = [seat for seat in range(len(match.seats)) if self._is_to_show(match, seat)]
        out += [Outgoing(target=f"hand:{seat}") for seat in shown]
        out += [*self.sight.opens(match, self.now()), *self.sign(match)]
        out += [Outgoing(target=f"{NOTICE}{seat}") for seat in sorted(set(match.calls))]
        for target, payload in (*match.tell, *guests.of_the_invited(match)):
            out.append(Outgoing(target=target, payload=payload))
        return out

    def _is_to_show(self, match: Match, number: int) -> bool:
        """Whether a seat's hand is to be shown to its player, because it looks different now."""
        seat = match.seats[number]
        # A question that is answered by itself in a moment is not put to anybody.
        if seat.user_id is None or (match.more and match.status == "live"):
            return False
        if match.table is None and not (match.status == "ended" and seat.hand.message):
            return False
        return self._is_stale(match, number, seat.user_id)

    def _is_stale(self, match: Match, seat: int, user: int) -> bool:
        """Whether what shows a seat's hand to its player shows another one: the direct message, or
        the private hand in the channel, of which the process knows where the table is at home."""
        key = self._hand_key(match, seat)
        if self.looked_at(match.id, user) not in (None, key):
            return True
        told = not self.people.closed(user) or not self.member.is_home(match.guild_id)
        return told and key != match.seats[seat].hand.key

    # -- going back

    async def _go_back(self, match: Match) -> list[int]:
        """Do the undo that the table has agreed on, if it has; returns the moves that go.

        It is stored with the last agreement: no move can come between, and no crash.
        """
        move = match.going_back()
        if move is None:
            return []
        anchor = await self.store.checkpoint(match.id, move)
        if match.table is None or anchor is None or anchor.checkpoint is None:
            raise Refusal(say("matches.there_is_no_earlier"))
        log_since = await self.store.moves(match.id, anchor.n - 1)
        standing = [m for m in log_since if not m.undone]
        table = await self._table(match, anchor.checkpoint, match.table.next_number)
        news = [(anchor.n, told) for told in rows.told_of(match.game, anchor.events)]
        for row in standing:
            if anchor.n < row.n <= move:
                news += [(row.n, told) for told in rows.replay(table, row)]
        match.restore(table, news)
        return [m.n for m in standing if m.n > move]
