"""All matches: load one, let somebody do something to it, store what came of it.

The row owns the match, not this process: every change is written under the version it was made
from, and made again on the newer match when somebody else was faster. What must be told about a
change (board, hands) goes into the outbox in the same transaction.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import secrets
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, TypeVar

import msgspec
import structlog

from bot.match import calls, guests, lapsed, lobby, resting, stuck, waits
from bot.match.calls import Callers
from bot.match.faults import FaultLog
from bot.match.match import LOBBY_SECONDS, Match
from bot.match.notices import Person
from bot.match.seats import Seat, Shown
from bot.store import (
    ChannelTaken,
    DueRow,
    Outgoing,
    SeatRow,
    Store,
    StoreError,
    VersionConflict,
    new_id,
)
from bot.tables import rows
from bot.tables.fixed import Fixed
from bot.tables.loading import CROWDED, Loading, chance_of
from bot.tables.out_of_order import NoSuchMatch, OutOfOrder
from bot.tables.people import People
from bot.tables.sight import Sight
from bot.words import say
from games.engine.chance import commitment
from games.engine.errors import Refusal, Stale
from games.engine.fair import digest
from games.engine.found import find, installed
from games.engine.table import Table

log = structlog.get_logger(__name__)
T = TypeVar("T")
__all__ = ["Matches", "NoSuchMatch", "OutOfOrder"]

NOTICE: Final = "notice:"
"""What the outbox holds for a seat whose notice is to be put right."""
_KEPT: Final = 256
"""Matches kept in memory; an idle match costs nothing but its rows."""
_TRIES: Final = 6
TABLE_THERE: Final = say("matches.there_is_a_table")
REST_SECONDS: Final = 1.0
MOST_REST_SECONDS: Final = 5.0
"""How long computer seats wait, at first and at most, before they try a database in use again."""
TAKEN_UP_AT_ONCE: Final = 4
"""Tables whose computer seats are resumed at a time after a start."""
BATCH: Final = 12
"""Decisions of computer seats stored in one transaction."""


class Kept(msgspec.Struct):
    """A match in memory, with what the database last had of it."""

    match: Match
    version: int
    seats: list[SeatRow]


class Matches:
    """Matches by id. `wake` is called when something new is to be told.

    `hand_key` says what the hand of a seat depends on, so that a hand is told only when it changes.
    """

    def __init__(
        self,
        store: Store,
        *,
        now: Callable[[], int],
        hand_key: Callable[[Match, int], str],
        rng: random.Random | None = None,
        fixed: Fixed | None = None,
    ) -> None:
        self.store = store
        self.now = now
        self.wake: Callable[[], None] = lambda: None
        self._hand_key = hand_key
        self._rng = rng or random.Random(secrets.randbits(64))
        self._seed = fixed.seed if fixed else lambda: secrets.token_bytes(32)
        self._new_id = fixed.new_id if fixed else new_id
        self._fixed = fixed
        self._kept: OrderedDict[str, Kept] = OrderedDict()
        self.people = People(store, now)
        self._locks: dict[str, asyncio.Lock] = {}
        self._driving: dict[str, asyncio.Task[None]] = {}
        self._resuming: list[asyncio.Task[None]] = []
        self._stop = asyncio.Event()
        self.faults = FaultLog()
        self.sight = Sight()
        self.floor_ms = waits.FLOOR_MS
        """How long a secret window stays open at least; 0 lets none of its answers wait."""
        self.poker_faces = False
        """What a new table begins with; its host may change it."""
        self.wake_at: Callable[[int], None] = lambda at: None
        """Has the clocks looked at then (ms); set by `Clocks`."""
        self.lost_before = 0
        """Messages that are older (ms) are gone, because this Discord has forgotten them."""
        self.looked_at: Callable[[str, int], bool] = lambda match_id, user: False
        """Whether that user looks at a private hand in the channel; set by `Delivery`."""
        self.sign: Callable[[Match], Sequence[Outgoing]] = lambda match: ()
        """What the sign of a table in a thread of its own needs; set by `Delivery`."""
        # `wake` is set later than this is handed on.
        self._loading = Loading(store, now, self.faults, lambda: self.wake())  # noqa: PLW0108

    async def finish(self) -> None:
        """Store what is being done in the background, and begin nothing more."""
        self._stop.set()
        while self._driving:
            await asyncio.wait(self._driving.values())

    async def close(self) -> None:
        """End the work in the background."""
        tasks = [*self._resuming, *self._driving.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

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
        row = await self.store.match(match_id)
        if row is None:
            self._kept.pop(match_id, None)
            raise NoSuchMatch
        match = await self._loading.match(row)
        self._prepare(match)
        match.look_ahead()
        kept = Kept(match, row.version, list(row.seats))
        self._keep(match_id, kept)
        if rows.out_of_order_in(row.extra) or match.faults or match.forgotten:
            # Its clocks start again; what had to be forgotten is stored as forgotten.
            if not await self._commit(kept, undone=await self._forgotten(match)):
                return await self._load(match_id)
            self.wake()
            return self._kept[match_id]
        return kept

    async def _is_true(self, kept: Kept) -> bool:
        """Whether what is in memory is what is stored, but for the board, which is put right."""
        match, board = kept.match, kept.match.board
        now = await self.store.glance(match.id)
        if now is None or now.version != kept.version:
            return False
        stored = (now.board_message, now.board_key, now.board_at)
        # Unless this process has noted another board meanwhile.
        if match.board is board and stored != (board.message, board.key, board.at):
            match.board = Shown(match.channel_id, *stored)
        return True

    async def close_out_of_order(self, match_id: str, interaction: tuple[int, int]) -> None:
        """End a table that is out of order, for whoever manages its channel."""
        async with self._lock(match_id):
            await self._loading.close(match_id, interaction)

    def _keep(self, match_id: str, kept: Kept) -> None:
        self._kept[match_id] = kept
        self._kept.move_to_end(match_id)
        while len(self._kept) > _KEPT:
            self._kept.popitem(last=False)

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
    ) -> T:
        """Do something to a match and store it; returns what `action` returned.

        `action` may run again on a newer match. It raises a `Refusal`, having changed nothing, or
        changes the match. `interaction` is (interaction id, user id): the same interaction is
        acted on once, and raises `AlreadyHandled` when it comes again.
        """
        refused: Refusal | None = None
        async with self._lock(match_id):
            for _ in range(_TRIES):
                refused = None
                # The commit finds out whether what is in memory is what is stored.
                believed = self._kept.get(match_id)
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
                if await self._commit(kept, interaction=interaction, undone=undone):
                    break
            else:
                raise Stale(CROWDED)
        self.wake()
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
    ) -> bool:
        """Store a changed match; False when somebody else was faster."""
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
        try:
            match.set_clocks(now, await self._callers(match, by))
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
            outbox=self._to_tell(match),
            undone=undone,
            pressed=pressed,
        )
        try:
            version = await self.store.append(commit)
        except VersionConflict:
            self._kept.pop(match.id, None)
            return False
        except BaseException:
            # The match is ahead of the database: forget it.
            self._kept.pop(match.id, None)
            raise
        if (at := waits.next_at(match)) > now:
            self.wake_at(at)
        match.moves = []
        match.calls = []
        match.tell = []
        match.stored_guests = match.guests
        self.people.stored(pressed, now)
        match.takes_channel = match.lost = False
        self.sight.stored(match)
        self._keep(match.id, Kept(match, version, rows.seat_rows(match)))
        return True

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
            out.append(Outgoing(target="board:clock", due_at=due))
        if match.sealing:
            out.append(Outgoing(target="seal"))
        # A question that is answered by itself in a moment is not put to anybody.
        waits = match.more and match.status == "live"
        for number, seat in enumerate(match.seats):
            user = seat.user_id
            if (
                user is not None
                and not waits
                and (match.table is not None or (match.status == "ended" and seat.hand.message))
                and (not self.people.closed(user) or self.looked_at(match.id, user))
                and self._hand_key(match, number) != seat.hand.key
            ):
                out.append(Outgoing(target=f"hand:{number}"))
        out += [*self.sight.opens(match, self.now()), *self.sign(match)]
        out += [Outgoing(target=f"{NOTICE}{seat}") for seat in sorted(set(match.calls))]
        for target, payload in (*match.tell, *guests.of_the_invited(match)):
            out.append(Outgoing(target=target, payload=payload))
        return out

    async def open(
        self,
        *,
        game: str,
        guild_id: int,
        channel_id: int,
        parent_id: int = 0,
        user_id: int,
        name: str,
        interaction: tuple[int, int] | None = None,
        furnish: Callable[[Match], None] = lambda match: None,
    ) -> Match:
        """A new lobby with its host at the first seat, and what `furnish` does to it. Raises
        `Refusal` when the channel has a table already."""
        seed = self._seed()
        rules = find(game)
        now = self.now()
        match = Match(
            id=self._new_id(),
            game=rules,
            guild_id=guild_id,
            channel_id=channel_id,
            parent_id=parent_id,
            host_id=user_id,
            options=rules.standard,
            commitment=commitment(seed),
            seats=[Seat(name=name, user_id=user_id)],
            poker_faces=self.poker_faces,
            closes_at=now + 1000 * LOBBY_SECONDS,
            created_at=now,
        )
        furnish(match)
        row = rows.match_row(match, now)
        known = rows.interaction_row(interaction, now)
        for _ in range(2):
            try:
                await self.store.new_match(row, seed, interaction=known)
                break
            except ChannelTaken as there:
                with contextlib.suppress(NoSuchMatch):
                    # One that is out of order says so; one that cannot be read is closed, and gone.
                    await self.look(there.match_id)
                    raise Refusal(TABLE_THERE) from None
        else:
            raise Refusal(TABLE_THERE)
        match.stored_guests = match.guests
        self._keep(match.id, Kept(match, row.version, list(row.seats)))
        return match

    # -- messages that show a match

    async def board_shown(self, match: Match, message: int, key: str, at: int) -> None:
        """Note which message is the board and what it shows."""
        await self.store.board_shown(match.id, message, key, at)
        kept = self._kept.get(match.id)
        if kept is not None:
            kept.match.board = Shown(match.channel_id, message, key, at)

    async def hand_shown(
        self, match: Match, user_id: int, channel: int, message: int, key: str, at: int = 0
    ) -> None:
        """Note which direct message shows a player's hand, what it shows, and when it was posted
        (0 leaves that as it is)."""
        await self.store.hand_shown(match.id, user_id, channel, message, key, at)
        kept = self._kept.get(match.id)
        seat = kept.match.seat_of(user_id) if kept is not None else None
        if kept is not None and seat is not None:
            mine = kept.match.seats[seat]
            mine.hand = Shown(channel, message, key, at or mine.hand.at)

    async def lapse_shown(self, match: Match, user_id: int) -> None:
        """A press of that user has shown him his hand: if that says what a clock has given, note
        that he has seen it. The hand is shown already, whatever becomes of the note."""
        seat = match.seat_of(user_id)
        if seat is not None and (number := lapsed.unseen(match, seat)):
            with contextlib.suppress(Refusal, StoreError):
                await self.change(match.id, lambda s: lapsed.seen(s, user_id, number))

    # -- people

    async def keep_press(self, user_id: int) -> None:
        """Store a press that has changed nothing; one that has, has been stored with what it did.

        Nobody waits for it, and a database in trouble loses no more than when somebody was here.
        """
        with contextlib.suppress(StoreError):
            await self.people.keep_press(user_id)

    async def _player(self, match_id: str, seat: int) -> Person:
        """Who sits there; nobody's defaults where nobody does."""
        seats = (await self.look(match_id)).seats
        return await self.people.one((seats[seat].user_id if seat < len(seats) else None) or 0)

    # -- computer seats and clocks

    def drive(self, match_id: str) -> None:
        """Let computer seats play, in the background, until a person is asked."""
        if match_id in self._driving or self._stop.is_set():
            return
        kept = self._kept.get(match_id)
        if kept is not None and not kept.match.goes_on:
            return
        task = asyncio.create_task(self._drive(match_id))
        self._driving[match_id] = task
        task.add_done_callback(lambda _: self._driving.pop(match_id, None))

    async def _drive(self, match_id: str) -> None:
        rest = REST_SECONDS
        while not self._stop.is_set():
            try:
                while not self._stop.is_set() and await self._computers_play(match_id):
                    self.wake()
                    rest = REST_SECONDS
            except StoreError as error:
                # Nobody else can move the table: it is tried until the database is free again.
                log.warning("computer seats wait", match_id=match_id, why=str(error))
                # asyncio.wait_for of Python 3.11 can lose a cancellation.
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(rest):
                        await self._stop.wait()
                rest = min(2 * rest, MOST_REST_SECONDS)
                continue
            except Refusal as error:
                log.warning("a computer seat could not play", match_id=match_id, why=str(error))
            except Exception as error:
                await self._stand_still(match_id, error)
            return

    async def _stand_still(self, match_id: str, error: Exception) -> None:
        """What goes on by itself has failed in a way that trying other answers does not mend."""
        fault = self.faults.tell(match_id, "a table could not go on", error)
        try:
            async with self._lock(match_id):
                kept = await self._load(match_id)
                if kept.match.goes_on:
                    stuck.halt(kept.match, fault, still=True)
                    await self._commit(kept)
        except Exception as again:
            self.faults.tell(match_id, "a table could not be stopped", again)
        self.wake()

    async def _computers_play(self, match_id: str) -> bool:
        """One transaction of what needs no person; False when there is none."""
        async with self._lock(match_id):
            kept = await self._load(match_id)
            if not kept.match.goes_on:
                return False
            match = kept.match
            match.made = None
            self._prepare(match)
            try:
                # Deciding is the one thing that may take long: it runs beside the event loop.
                await asyncio.to_thread(self._decide, match)
                undone = await self._forgotten(match)
            except BaseException:
                self._kept.pop(match_id, None)
                raise
            if not match.moves and not match.faults:
                return False
            await self._commit(kept, undone=undone)
            return True

    def _decide(self, match: Match) -> None:
        for _ in range(BATCH):
            if not match.go_on(self._rng_for(match)):
                return
            if match.stuck is not None:
                break  # what went with the checkpoint is stored before anything else
        match.look_ahead()

    def _rng_for(self, match: Match) -> random.Random:
        ask = match.next_of_computer()
        if self._fixed is None or ask is None:
            return self._rng
        return self._fixed.rng(match.id, ask.number)

    async def deadline(self, due: DueRow) -> None:
        """A clock has rung: remind its player, give the default, or close the lobby."""
        action: Callable[[Match], object]
        if due.stage == rows.RESTS:
            action = lambda match: resting.time_is_up(match, self.now())  # noqa: E731
        elif due.number == rows.LOBBY_CLOSES:
            action = lambda match: (  # noqa: E731
                lobby.close(match) if match.status == "lobby" else stuck.give_up(match)
            )
        elif due.stage in rows.RINGS:
            person = await self._player(due.match_id, due.seat)
            action = lambda match: calls.ring(match, due.number, self.now(), person)  # noqa: E731
        elif due.stage == rows.HELD:
            action = lambda match: match.release(due.number)  # noqa: E731
        else:
            action = lambda match: match.time_out(due.number)  # noqa: E731
        try:
            await self.change(due.match_id, action)
        except Refusal as error:
            log.info("a deadline was too late", match_id=due.match_id, why=str(error))

    async def forget(self, user_id: int) -> list[str]:
        """Forget a user everywhere (`Store.delete_user`); the computer plays on where he sat.

        Returns the open matches that this has changed.
        """
        changed = await self.store.delete_user(user_id, self.now())
        self.people.forget(user_id)
        for match_id, kept in list(self._kept.items()):
            seated = {seat.user_id for seat in kept.match.seats}
            if user_id in seated | {guest.user_id for guest in kept.match.guests}:
                del self._kept[match_id]
        for match_id in changed:
            try:
                # The others' hands name him, too, and the host may be called to a request of his.
                await self.change(match_id, Match.fewer_people)
            except Exception as error:
                # He is forgotten all the same, and so are the other tables told.
                self.faults.tell(match_id, "a table could not be shown anew", error)
            self.drive(match_id)
        self.wake()
        return changed

    async def resume(self, *, post_anew: bool = False) -> int:
        """After a start: go on with every open match; returns how many there are.

        What is still to be told waits in the outbox, and clocks are rows: only tables that wait
        for no person are loaded here, a few at a time, the others when somebody touches them.
        `post_anew` forgets the messages that showed them, for a Discord that has lost them.
        """
        await self.store.release()
        if post_anew:
            self.lost_before = self.now()
            await self.store.show_anew(self.now())
        self.sight.begin(await self.store.live_boards())
        lines = await self.store.open_lines()
        waiting = iter([line.id for line in lines if line.goes_on or not installed(line.game)])
        self._resuming = [
            asyncio.create_task(self._take_up(waiting)) for _ in range(TAKEN_UP_AT_ONCE)
        ]
        self.wake()
        return len(lines)

    async def _take_up(self, waiting: Iterator[str]) -> None:
        """Let computer seats and plans go on where the last process left them, and wake tables
        that were out of order or stood still."""
        for match_id in waiting:
            try:
                await self._wake_up(match_id)
            except (OutOfOrder, NoSuchMatch):
                continue  # logged when it was stopped or closed
            except StoreError as error:
                log.warning("a match waits for the database", match_id=match_id, why=str(error))
            except Exception as error:
                # One table that fails is no reason to leave all others waiting.
                self.faults.tell(match_id, "a match could not be resumed", error)

    async def _wake_up(self, match_id: str) -> None:
        if (await self.look(match_id)).stuck is not None:
            await self.change(match_id, stuck.try_again)
        self.drive(match_id)
        if (driving := self._driving.get(match_id)) is not None:
            await asyncio.wait([driving])
        async with self._lock(match_id):
            kept = self._kept.get(match_id)
            if kept is None or kept.match.goes_on or kept.match.stuck is not None:
                return
            await self.store.waits(match_id, kept.version)

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
        match.restore(table, [(at, told) for at, told in news if told.seats is None])
        return [m.n for m in standing if m.n > move]

    async def take_back(
        self, match_id: str, user_id: int, interaction: tuple[int, int] | None = None
    ) -> Any:
        """Take back an answer that has had no effect yet, and return it; None for none."""
        async with self._lock(match_id):
            kept = await self._load(match_id)
            match = kept.match
            self._prepare(match)
            seat = match.my_seat(user_id)
            held = match.unhold(user_id)
            if held is not None:
                if not await self._commit(kept, interaction=interaction):
                    raise Stale(CROWDED)
                self.wake()
                return msgspec.convert(held.answer, match.game.Answer)
            recent = await self.store.moves(match_id, max(0, match.last_move - 64))
            since = match.seats[seat].since
            own = [m for m in recent if m.seat == seat and not m.undone and m.kind != "order"]
            own = [move for move in own if move.n >= since]
            # Where there was nothing to choose there is nothing to take back.
            if not own or own[-1].kind == "forced" or not match.take_back(user_id):
                return None
            if not await self._commit(kept, undone=[own[-1].n], interaction=interaction):
                raise Stale(CROWDED)
        self.wake()
        return msgspec.json.decode(own[-1].value, type=match.game.Answer)
