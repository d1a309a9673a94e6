"""All matches, and what is done with them beside what their players do: lobbies are opened,
computer seats play, clocks ring, people are forgotten, and after a start everything goes on.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import secrets
from collections.abc import Callable, Iterator
from typing import Any, Final

import msgspec
import structlog

from bot.match import calls, lapsed, lobby, resting, stuck
from bot.match.match import LOBBY_SECONDS, Match
from bot.match.notices import Person, Place
from bot.match.seats import Seat, Shown
from bot.match.server_rules import ServerRules, full
from bot.store import (
    UNSURE,
    ChannelTaken,
    DueRow,
    Outgoing,
    ServerFull,
    Store,
    StoreError,
    new_id,
)
from bot.tables import rows
from bot.tables.fixed import Fixed
from bot.tables.loading import CROWDED
from bot.tables.membership import Membership
from bot.tables.out_of_order import NoSuchMatch, OutOfOrder
from bot.tables.stored import COMPUTERS, Kept, StoredMatches
from bot.words import say
from games.engine.chance import commitment
from games.engine.errors import Refusal, Stale
from games.engine.found import find, installed

log = structlog.get_logger(__name__)
__all__ = ["Matches", "NoSuchMatch", "OutOfOrder"]

TABLE_THERE: Final = say("matches.there_is_a_table")
REST_SECONDS: Final = 1.0
MOST_REST_SECONDS: Final = 5.0
"""How long computer seats wait, at first and at most, before they try a database in use again."""
TAKEN_UP_AT_ONCE: Final = 4
"""Tables whose computer seats are resumed at a time after a start."""
AFTER_START: Final = b"start"
"""Payload of a row of the outbox for computers: a process has begun, maybe with mended rules."""
OPENED_MS: Final = 15_000
"""The answer to who opens a table is its board. Where that has not come after so long, the board is
posted like any other; sooner there might be two."""
BATCH: Final = 12
"""Decisions of computer seats stored in one transaction."""


def _there(match: Match, user_id: int) -> str:
    """What somebody is told who opens a table where that one stands."""
    kept = match.status == "lobby" and match.guest("invited", user_id)
    return say("matches.your_seat_is_kept") if kept else TABLE_THERE


class Matches(StoredMatches):
    """Every match there is."""

    def __init__(
        self,
        store: Store,
        member: Membership,
        *,
        hand_key: Callable[[Match, int], str],
        rng: random.Random | None = None,
        fixed: Fixed | None = None,
    ) -> None:
        super().__init__(store, member, hand_key=hand_key, fixed=fixed)
        self._rng = rng or random.Random(secrets.randbits(64))
        self._seed = fixed.seed if fixed else lambda: secrets.token_bytes(32)
        self._new_id = fixed.new_id if fixed else new_id
        self._driving: dict[str, asyncio.Task[None]] = {}
        self._resuming: list[asyncio.Task[None]] = []
        self._stop = asyncio.Event()
        self.poker_faces = False
        """What a new table begins with; its host may change it."""
        self.lost_before = 0
        """Messages that are older (ms) are gone, because this Discord has forgotten them."""

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

    async def close_out_of_order(self, match_id: str, interaction: tuple[int, int]) -> None:
        """End a table that is out of order, for whoever manages its channel."""
        async with self._lock(match_id):
            await self._loading.close(match_id, interaction)

    # -- lobbies

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
        server: ServerRules = ServerRules(),  # noqa: B008 - it is frozen
    ) -> Match:
        """A new lobby with its host at the first seat, and what `furnish` does to it, as far as the
        rules of its server let it. Raises `Refusal` when the channel has a table already, or the
        server as many as it may."""
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
        match.pace = server.begins
        furnish(match)
        match.pace = server.pace_of(match.pace)
        row = rows.match_row(match, now)
        known = rows.interaction_row(interaction, now)
        board = Outgoing(target="board", due_at=now + OPENED_MS)
        for _ in range(2):
            try:
                await self.store.new_match(
                    row, seed, interaction=known, most=server.most, outgoing=[board]
                )
                break
            except ServerFull:
                raise full(server.most) from None
            except ChannelTaken as there:
                with contextlib.suppress(NoSuchMatch):
                    # One that is out of order says so; one that cannot be read is closed, and gone.
                    raise Refusal(_there(await self.look(there.match_id), user_id)) from None
        else:
            raise Refusal(TABLE_THERE)
        match.stored_guests = match.guests
        self._keep(match.id, Kept(match, row.version, list(row.seats)))
        return match

    # -- messages that show a match

    async def _noted(self, match_id: str) -> Kept | None:
        """The match in memory, if it is there, of which something has just been noted in the
        database: whoever is reading it there may have done so before."""
        if match_id not in self._kept and self._lock(match_id).locked():
            async with self._lock(match_id):
                pass
        return self._kept.get(match_id)

    async def board_shown(self, match: Match, message: int, key: str, at: int) -> None:
        """Note which message is the board and what it shows."""
        unsure = self.unsure(match, "board")
        await self.store.board_shown(match.id, message, key, at, unsure)
        kept = await self._noted(match.id)
        if kept is not None:
            kept.match.board = Shown(match.channel_id, message, key, at)

    async def hand_shown(
        self,
        match: Match,
        user_id: int,
        channel: int,
        message: int,
        key: str,
        at: int = 0,
        *,
        press: int = 0,
    ) -> None:
        """Note which direct message shows a player's hand, what it shows, and when it was posted
        (0 leaves that as it is). `press` is the interaction that it answers, if any.

        Whoever has changed the match while it was shown went by what was noted before: where it
        does not show what is true now, the outbox does."""
        sits = match.seat_of(user_id)
        unsure = None
        if sits is not None:
            old = match.table is not None and key != self._hand_key(match, sits)
            unsure = self.unsure(match, f"hand:{sits}", press, old=old)
        await self.store.hand_shown(match.id, user_id, channel, message, key, at, unsure)
        kept = await self._noted(match.id)
        seat = kept.match.seat_of(user_id) if kept is not None else None
        if kept is not None and seat is not None:
            mine = kept.match.seats[seat]
            mine.hand = Shown(channel, message, key, at or mine.hand.at)
            if not self.member.shared:  # else that has been found out by `unsure`
                await self._catch_up(kept.match, seat)

    async def answered(self, match_id: str, user_id: int, *, unheard: str = "") -> None:
        """A press on a player's direct message has been answered, which was to show the hand by
        that. Where it does not show what is true now (Discord did not take the answer, or the match
        has gone on meanwhile) the outbox does. Where others may have shown it, too, that is found
        out by the note of what was shown (`unsure`); `unheard` is the message's name where Discord
        has not said that it took the answer."""
        if self.member.shared and unheard:
            with contextlib.suppress(StoreError):
                await self.store.post(match_id, UNSURE + unheard, b"", self.now())
        kept = None if self.member.shared else self._kept.get(match_id)
        seat = kept.match.seat_of(user_id) if kept is not None else None
        if kept is not None and seat is not None:
            with contextlib.suppress(StoreError):
                await self._catch_up(kept.match, seat)

    async def _catch_up(self, match: Match, seat: int) -> None:
        """Have the outbox show a player's hand, if it does not show what is true now."""
        if self._is_to_show(match, seat):
            await self.store.post(match.id, f"hand:{seat}", b"", self.now())
            self.wake()

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

    async def places(self, match: Match, seat: int, *, closed: bool) -> tuple[Place, ...]:
        """Where the player of a seat is called: as he likes, and in the channel only where the
        server allows mentions. `closed`: no direct message reaches him."""
        person = await self.people.one(match.seats[seat].user_id or 0)
        places = () if match.seats[seat].muted else person.prefs.places(closed=closed)
        if "channel" in places and not (await self.servers.rules(match.guild_id)).calls:
            places = tuple(each for each in places if each != "channel")
        return places

    async def _player(self, match_id: str, seat: int) -> Person:
        """Who sits there; nobody's defaults where nobody does."""
        seats = (await self.look(match_id)).seats
        return await self.people.one((seats[seat].user_id if seat < len(seats) else None) or 0)

    # -- computer seats and clocks

    def drive(self, match_id: str) -> None:
        """Let computer seats play, in the background, until a person is asked. Where several
        processes share the database one of them finds the row of the outbox (`play_on`)."""
        if not self.member.shared:
            self._begin(match_id)

    async def play_on(self, match_id: str, *, after_start: bool = False) -> bool:
        """Let computer seats play until a person is asked; False where this process ends before.
        `after_start` has tables that stood still try again."""
        if after_start and (await self.look(match_id)).stuck is not None:
            await self.change(match_id, stuck.try_again)
        # Whoever plays already may have looked before that was stored which asks for it; and what
        # another process has stored this one may not have seen yet.
        await self._driven(match_id)
        await self.look(match_id)
        self._begin(match_id)
        await self._driven(match_id)
        return not self._stop.is_set()

    async def _driven(self, match_id: str) -> None:
        """Wait until nobody plays for the computers of a match here."""
        if (driving := self._driving.get(match_id)) is not None:
            await asyncio.wait([driving])

    def _begin(self, match_id: str) -> None:
        if match_id in self._driving or self._stop.is_set():
            return
        kept = self._kept.get(match_id)
        if kept is not None and not kept.match.goes_on:
            return
        task = asyncio.create_task(self._drive(match_id))
        self._driving[match_id] = task
        task.add_done_callback(lambda _: self._driving.pop(match_id, None))

    async def _drive(self, match_id: str) -> None:
        # The press after which this began has been answered: what comes is not its doing.
        structlog.contextvars.clear_contextvars()
        structlog.contextvars.bind_contextvars(match_id=match_id)
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
                await self._play_some(match)
                undone = await self._forgotten(match)
            except BaseException:
                self._kept.pop(match_id, None)
                raise
            if not match.moves and not match.faults:
                return False
            await self._commit(kept, undone=undone, driven=True)
            return True

    async def _play_some(self, match: Match) -> None:
        """Decisions of computer seats, and answers that have been given ahead, of one transaction.

        Thinking is the one thing that may take long, and changes nothing: it runs in a worker
        thread. What has been decided is played here, for others look at the match meanwhile and
        must not see half of it.
        """
        for _ in range(BATCH):
            thought = None
            if match.next_of_computer() is not None:
                thought = await asyncio.to_thread(match.think, self._rng_for(match))
            else:
                await asyncio.sleep(0)
            if not match.go_on(thought):
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

    async def forget_server(self, guild_id: int) -> int:
        """Delete every table of a server, open ones too, its settings and what is noted of it;
        returns how many tables."""
        erased = 0
        while gone := await self.store.erase_some_of_server(guild_id):
            erased += gone
        for match_id, kept in list(self._kept.items()):
            if kept.match.guild_id == guild_id:
                del self._kept[match_id]
        return erased

    # -- after a start

    async def resume(self, *, post_anew: bool = False) -> int:
        """After a start: go on with every open match; returns how many there are.

        What is still to be told waits in the outbox, and clocks are rows: only tables that wait
        for no person are loaded here, a few at a time, the others when somebody touches them.
        `post_anew` forgets the messages that showed them, for a Discord that has lost them.
        """
        if not self.member.shared:
            await self.store.release()
        if post_anew:
            self.lost_before = self.now()
            await self.store.show_anew(self.now())
        lines = await self.store.open_lines()
        self.sight.begin(line for line in lines if line.status == "live" and not line.resting)
        going = [line for line in lines if line.goes_on or not installed(line.game)]
        if self.member.shared:
            for line in going:
                if self.member.is_home(line.guild_id):
                    await self.store.post(line.id, COMPUTERS, AFTER_START, self.now())
            self.wake()
            return len(lines)
        if self._stop.is_set():
            return len(lines)
        waiting = iter([line.id for line in going])
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
        await self.play_on(match_id, after_start=True)
        async with self._lock(match_id):
            kept = self._kept.get(match_id)
            if kept is None or kept.match.goes_on or kept.match.stuck is not None:
                return
            await self.store.waits(match_id, kept.version)

    async def take_back(
        self,
        match_id: str,
        user_id: int,
        interaction: tuple[int, int] | None = None,
        *,
        number: int | None = None,
    ) -> Any:
        """Take back an answer that has had no effect yet, and return it; None for none. With the
        `number` of a question that one alone: raises `Stale` where it is not put any more."""
        async with self._lock(match_id):
            kept = await self._load(match_id)
            match = kept.match
            self._prepare(match)
            seat = match.my_seat(user_id)
            asked = [(each.seat, each.number) for each in match.waiting()]
            if number is not None and (seat, number) not in asked:
                raise Stale(say("match.that_question_has_been"))
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
