"""The store: what matches, senders and clocks ask of the database."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from functools import partial, wraps
from typing import Any, Concatenate, ParamSpec, Self, TypeVar

from bot.store import (
    archive,
    deadlines,
    guests,
    load,
    matches,
    outbox,
    people,
    personal,
    processes,
    purge,
    servers,
)
from bot.store import designs as of_designs
from bot.store import notes as of_notes
from bot.store import notices as of_notices
from bot.store.connections import Connections
from bot.store.opening import connect
from bot.store.rows import Commit, DueRow, Home, OutboxRow
from bot.store.statement import Run
from bot.store.together import Together

T = TypeVar("T")
P = ParamSpec("P")
Work = Callable[Concatenate[Run, P], T]
Method = Callable[Concatenate["Store", P], Coroutine[Any, Any, T]]


def _reads(work: Work[P, T]) -> Method[P, T]:
    """A piece of work that only reads, as a method of the store: its own `Run` is left out."""

    @wraps(work)
    async def method(store: Store, /, *args: P.args, **more: P.kwargs) -> T:
        return await store.read(lambda run: work(run, *args, **more))

    return method


def _writes(work: Work[P, T]) -> Method[P, T]:
    """One that writes, likewise: what it wrote is on disk when the method returns."""

    @wraps(work)
    async def method(store: Store, /, *args: P.args, **more: P.kwargs) -> T:
        return await store.write(lambda run: work(run, *args, **more))

    return method


class Store:
    """One database, open. Make it with `Store.open`.

    Most methods are one piece of work each, in a transaction of its own. Every method may raise
    `StoreError`; those named in a docstring are part of the day, the others (`DatabaseLocked`,
    `DatabaseUnwritable`, `DatabaseCorrupt`) mean trouble with the file.
    """

    def __init__(self, connections: Connections) -> None:
        self._connections = connections
        self._reads = Together(connections.read)
        self._writes = Together(connections.write)
        self.read = self._reads.do
        self.write = self._writes.do

    @classmethod
    async def open(cls, url: str, *, busy_timeout_ms: int = 5_000) -> Self:
        """Open the database at a SQLAlchemy URL, make it if need be, and bring it up to date.

        The folder is made too. `busy_timeout_ms` is how long a lock of another process is waited
        for. Raises `DatabaseMissing`, `DatabaseLocked`, `DatabaseTooNew`, `DatabaseCorrupt` or
        `DatabaseUnwritable`, each with a sentence that says what to do.
        """
        return cls(await connect(url, busy_timeout_ms))

    async def close(self) -> None:
        """Finish what has been asked for, then close the file. May be called twice."""
        await self._writes.close()
        await self._reads.close()
        await self._connections.close()

    new_match = _writes(matches.create)
    match = _reads(matches.read)
    glance = _reads(matches.glance)
    hands_of = _reads(matches.hands_of)
    open_match_in = _reads(matches.open_in)
    last_match_in = _reads(matches.last_in)
    resting_of = _reads(matches.resting_of)
    open_matches_under = _reads(matches.open_under)
    open_lines = _reads(matches.open_lines)
    open_lines_at = _reads(matches.open_at)
    waits = _writes(matches.waits)
    show_anew = _writes(matches.show_anew)
    matches_of = _reads(matches.of)
    moves = _reads(matches.moves_of)
    checkpoint = _reads(matches.checkpoint)
    interaction = _reads(matches.interaction)
    board_shown = _writes(matches.board_shown)
    hand_shown = _writes(matches.hand_shown)
    seed = _reads(matches.seed)
    revealed_seed = _reads(matches.revealed_seed)
    guilds = _reads(matches.guilds)

    invited_at = _reads(guests.invited_at)
    kept_for = _reads(guests.kept_for)
    watches_no_more = _writes(guests.watches_no_more)

    post = _writes(outbox.put)
    settle = _writes(outbox.settle)
    outbox_complete = _writes(outbox.complete)
    outbox_postpone = _writes(outbox.postpone)
    outbox_fail = _writes(outbox.fail)
    outbox_waiting = _reads(outbox.waiting)
    deadline_release = _writes(deadlines.let_go)

    user = _reads(people.read)
    set_dm = _writes(people.set_dm)
    set_prefs = _writes(people.set_prefs)
    seen = _writes(people.seen)
    delete_user = _writes(people.forget)

    notices = _reads(of_notices.every)
    claim_notice = _writes(of_notices.claim)
    notice_sent = _writes(of_notices.sent)
    let_go_of_notice = _writes(of_notices.let_go)
    drop_notice = _writes(of_notices.drop)
    newest_in_dm = _reads(of_notices.newest_in_dm)

    designs = _reads(of_designs.every)
    design = _reads(of_designs.one)
    save_design = _writes(of_designs.save)
    rename_design = _writes(of_designs.rename)
    delete_design = _writes(of_designs.remove)
    share_design = _writes(of_designs.share)
    shared = _reads(of_designs.shared)
    draft = _reads(of_designs.draft)
    begin_draft = _writes(of_designs.begin_draft)
    change_draft = _writes(of_designs.change_draft)
    drop_draft = _writes(of_designs.drop_draft)

    gone_servers = _reads(servers.every)
    server_gone = _writes(servers.gone)
    server_back = _writes(servers.back)
    server_settings = _reads(servers.settings)
    change_server_settings = _writes(servers.change_settings)
    tables_in = _reads(servers.tables_in)
    shown_in = _reads(servers.shown_in)
    erase_some_of_server = _writes(servers.erase_some)

    load = _reads(load.read)

    async def listen(self, heard: Callable[[Sequence[int]], None]) -> bool:
        """Call `heard` when another process has put something into the outbox, with the ids of the
        servers whose tables it is about, or with none: it may be any. What this one puts in is told
        to others from now on. False where the database cannot tell: look by habit."""
        return await self._connections.listen(heard)

    join = _writes(processes.join)
    renew = _writes(processes.renew)
    leave = _writes(processes.leave)
    identify = _writes(processes.identify)

    note = _reads(of_notes.read)
    notes = _reads(of_notes.every)
    set_note = _writes(of_notes.write)
    change_note = _writes(of_notes.change)

    async def append(self, commit: Commit) -> int:
        """Write one change of a match and return the new version (`bot.store.matches.Append`)."""
        append = matches.Append(commit)
        # Those that are counted see what the one before has written, so they are not done together.
        version: int = await self.write(append.__call__ if commit.most else append)
        return version

    # -- the outbox and the clocks

    async def outbox_claim(
        self, limit: int, now: int, lease_ms: int = 60_000, home: Home | None = None
    ) -> list[OutboxRow]:
        """Take up to `limit` rows that are due, the longest due first, for `lease_ms`; only those
        of tables that are at `home` there, if given.

        A target is never claimed twice at a time: what is put in while it is being sent waits
        for `outbox_complete`, `outbox_fail` or the end of the lease.
        """
        # Most looks find nothing, and looking takes no write lock.
        if not await self.read(lambda run: outbox.is_due(run, now, home)):
            return []
        return await self.write(lambda run: outbox.claim(run, limit, now, lease_ms, home))

    async def deadlines_due(
        self, now: int, lease_ms: int = 30_000, limit: int = 64
    ) -> list[DueRow]:
        """Take the deadlines that are due, the longest due first, for `lease_ms`.

        A deadline ends when a commit replaces the match's deadlines; one that has not been dealt
        with comes again after the lease. Who claims one reads the match and checks that it is
        still among its deadlines before acting.
        """
        if not await self.read(lambda run: deadlines.is_due(run, now)):
            return []
        return await self.write(lambda run: deadlines.claim(run, now, lease_ms, limit))

    async def release(self) -> None:
        """Let go of what a process that has died was sending: for the start of the only one.

        With several processes it does no harm either: a message is sent or edited twice.
        """
        await self.write(outbox.release)
        await self.write(deadlines.release)

    # -- a user's data, and housekeeping

    async def data_of(self, user_id: int) -> dict[str, Any]:
        """Everything that is stored of a user, as plain JSON values; times in ms.

            {"user": {…} or None, "seats": [{"match", "game", "name", "words", "moves": […], …}],
             "designs": […], "drafts": […], "shares": […], "hands": […], "presses": […],
             "guests": [{"match_id", "kind", "seat", "at", …}]}

        Nothing of other players, and nothing that a seat may not know: of a move what he did, and
        not what came of it.
        """
        rows = await self.read(lambda run: personal.rows_of(run, user_id))
        seats = await self.read(lambda run: personal.seats_of(run, user_id))
        for seat in seats:
            log = await self.moves(seat["match"])
            seat["moves"] = personal.own_moves(log, seat["seat"], seat["since"])
        for guest in rows["guests"]:
            if guest["kind"] == "played":
                log = await self.moves(guest["match_id"])
                where = guest["seat"], guest["first"], guest["last"]
                guest["moves"] = personal.own_moves(log, *where)
        return {
            "user": next(iter(rows.pop("users")), None),
            "seats": seats,
            "presses": rows.pop("interactions"),
            **rows,
        }

    async def copy_log(self) -> None:
        """Copy what the -wal file holds into the database file. Moves go on meanwhile."""
        await self._connections.copy_log()

    async def purge(self, now: int) -> int:
        """Delete what is no longer needed; returns how many rows.

        Interactions go after an hour, lobbies that came to nothing after a day, all that is of a
        server 30 days after it has thrown the bot out, and after 30 days a match that is over is
        packed (`bot.store.archive`). What is free then is given back to the disk, but for a quarter
        of the file. It works in small bites, so that moves are not held up.
        """
        total = 0
        while gone := await self.write(lambda run: purge.old_interactions(run, now)):
            total += gone
        while lobbies := await self.read(lambda run: purge.empty_lobbies(run, now)):
            total += await self.write(partial(purge.delete_matches, match_ids=lobbies))
        for guild_id in await self.read(lambda run: servers.old(run, now)):
            while gone := await self.write(partial(servers.delete_some, guild_id=guild_id)):
                total += gone
        while ripe := await self.read(lambda run: archive.ripe(run, now)):
            packed = [await self._pack(match_id) for match_id in ripe]
            total += sum(packed)
            if not all(packed):  # changed meanwhile: the next time
                break
        await self._connections.shrink()
        return total

    async def _pack(self, match_id: str) -> int:
        """Pack a match; 0 where it has changed meanwhile."""
        match, log = await self.match(match_id), await self.moves(match_id)
        if match is None:
            return 0
        packed = await asyncio.to_thread(archive.pack, match, log)
        return await self.write(lambda run: archive.put(run, match, packed))
