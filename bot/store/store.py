"""The store: what matches, senders and clocks ask of the database."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Any, Self, TypeVar

from bot.store import (
    archive,
    deadlines,
    designs,
    guests,
    matches,
    notes,
    notices,
    outbox,
    people,
    personal,
    purge,
    servers,
)
from bot.store.line import Lines
from bot.store.rows import (
    Commit,
    DesignRow,
    DraftRow,
    DueRow,
    Glance,
    InteractionRow,
    LiveBoard,
    MatchLine,
    MatchRow,
    MoveRow,
    NoticeRow,
    OpenLine,
    OutboxRow,
    Place,
    ShareRow,
    UserRow,
)
from bot.store.writer import Writer

T = TypeVar("T")


class Store:
    """One database, open. Make it with `Store.open`.

    Every method may raise `StoreError`; those named in a docstring are part of the day, the
    others (`DatabaseLocked`, `DatabaseUnwritable`, `DatabaseCorrupt`) mean trouble with the file.
    Methods that write return when what they wrote is on disk.
    """

    def __init__(self, lines: Lines) -> None:
        self._lines = lines
        self._writer = Writer(lines.write)
        self._read = lines.read

    @classmethod
    async def open(cls, url: str, *, busy_timeout_ms: int = 5_000) -> Self:
        """Open the database at a SQLAlchemy URL, make it if need be, and bring it up to date.

        The folder is made too. `busy_timeout_ms` is how long a lock of another process is waited
        for. Raises `DatabaseMissing`, `DatabaseLocked`, `DatabaseTooNew`, `DatabaseCorrupt` or
        `DatabaseUnwritable`, each with a sentence that says what to do.
        """
        return cls(await Lines.open(url, busy_timeout_ms))

    async def close(self) -> None:
        """Finish what has been asked for, then close the file. May be called twice."""
        await self._writer.close()
        await self._lines.close()

    # -- matches

    async def new_match(
        self, match: MatchRow, seed: bytes, *, interaction: InteractionRow | None = None
    ) -> None:
        """Write a new match with its seats and deadlines, and put its seed away.

        Raises `ChannelTaken` when the channel has an open match, `AlreadyHandled` for an
        interaction that is known, `RowRefused` when the id is taken.
        """
        await self._writer.write(lambda run: matches.create(run, match, seed, interaction))

    async def match(self, match_id: str) -> MatchRow | None:
        """The match with its seats, hands and deadlines."""
        return await self._read(lambda run: matches.read(run, match_id))

    async def glance(self, match_id: str) -> Glance | None:
        """The version the match has now and its board, which another process may have posted
        without a new version: cheap, for checking what is kept in memory."""
        return await self._read(lambda run: matches.glance(run, match_id))

    async def open_match_in(self, channel_id: int) -> str | None:
        """Id of the lobby or live match that has that channel; one that rests has none."""
        return await self._read(lambda run: matches.open_in(run, channel_id))

    async def resting_of(self, user_id: int, channel_id: int) -> str | None:
        """Id of the match that rests and was played in that channel last, of those with a seat of
        that user."""
        return await self._read(lambda run: matches.resting_of(run, user_id, channel_id))

    async def places(self, guild_id: int | None = None) -> list[Place]:
        """Where all open matches are played, those that rest too; of one server only, if given."""
        return await self._read(lambda run: matches.places(run, guild_id))

    async def open_matches_under(self, channel_id: int) -> list[str]:
        """Ids of the lobbies and live matches in threads of that channel."""
        return await self._read(lambda run: matches.open_under(run, channel_id))

    async def live_boards(self) -> list[LiveBoard]:
        """Where the boards of all live matches stand."""
        return await self._read(matches.live_boards)

    async def open_matches(self) -> list[str]:
        """Ids of all lobbies and live matches, for going on after a restart."""
        return await self._read(matches.all_open)

    async def open_lines(self) -> list[OpenLine]:
        """All lobbies and live matches, for going on after a restart."""
        return await self._read(matches.open_lines)

    async def waits(self, match_id: str, version: int) -> None:
        """Note that a match of that version waits for a person. Leaves the version alone."""
        await self._writer.write(lambda run: matches.waits(run, match_id, version))

    async def show_anew(self, now: int) -> None:
        """Forget the messages that show open matches, and put all of them into the outbox."""
        await self._writer.write(lambda run: matches.show_anew(run, now))

    async def matches_of(self, user_id: int, limit: int = 25) -> list[MatchLine]:
        """Matches in which the user has a seat: open ones first, then the newest."""
        return await self._read(lambda run: matches.of_user(run, user_id, limit))

    async def invited_at(self, user_id: int) -> int:
        """When a seat was last kept for that user that he has not taken, in ms; 0 for never."""
        return await self._read(lambda run: guests.invited_at(run, user_id))

    async def kept_for(self, user_id: int, limit: int = 10) -> list[str]:
        """Lobbies that keep a seat free for that user, the newest first."""
        return await self._read(lambda run: guests.kept_for(run, user_id, limit))

    async def watches_no_more(self, match_id: str, user_id: int) -> None:
        """He has been told how a match that is over ended. Leaves the version alone."""
        await self._writer.write(lambda run: guests.watches_no_more(run, match_id, user_id))

    async def append(self, commit: Commit) -> int:
        """Write one change of a match in one transaction and return the new version.

        Raises `AlreadyHandled` when its interaction is known, `VersionConflict` when the match
        has another version than expected (or is gone), `ChannelTaken` when it takes a channel that
        another match has, `RowRefused` when a row breaks the rules of the database. Then nothing of
        it has been written.
        """
        return await self._writer.write(lambda run: matches.append(run, commit))

    async def moves(self, match_id: str, since: int = 0) -> list[MoveRow]:
        """The log after move `since`, in order, undone moves included."""
        return await self._read(lambda run: matches.moves_of(run, match_id, since))

    async def checkpoint(self, match_id: str, up_to: int) -> MoveRow | None:
        """The newest move up to `up_to` that stands and holds a checkpoint."""
        return await self._read(lambda run: matches.checkpoint(run, match_id, up_to))

    async def interaction(self, interaction_id: int) -> InteractionRow | None:
        """An interaction that has been acted on in the last hour."""
        return await self._read(lambda run: matches.interaction(run, interaction_id))

    async def board_shown(self, match_id: str, message: int, key: str, at: int) -> None:
        """Note which message is the board, what it shows and when it was posted.

        Leaves the version alone: showing a match does not change it.
        """
        await self._writer.write(lambda run: matches.board_shown(run, match_id, message, key, at))

    async def hand_shown(
        self, match_id: str, user_id: int, channel: int, message: int, key: str, at: int = 0
    ) -> None:
        """Note which direct message shows a player's hand, what it shows, and when it was posted
        (0 leaves that as it is).

        Leaves the version alone. Does nothing when the player no longer has a seat there.
        """
        await self._writer.write(
            lambda run: matches.hand_shown(run, match_id, user_id, channel, message, key, at)
        )

    # -- seeds

    async def seed(self, match_id: str) -> bytes | None:
        """The seed of a match, for dealing. It must reach neither a log nor a view."""
        return await self._read(lambda run: matches.seed(run, match_id))

    async def revealed_seed(self, match_id: str) -> bytes | None:
        """The seed of a match that is over; None while it is open. For showing."""
        return await self._read(lambda run: matches.revealed_seed(run, match_id))

    # -- the outbox

    async def post(
        self, match_id: str, target: str, payload: bytes, now: int, *, due: int | None = None
    ) -> None:
        """Put one thing into the outbox outside of a commit, not to be sent before `due`."""
        at = now if due is None else due
        await self._writer.write(lambda run: outbox.put(run, match_id, target, payload, at, now))

    async def outbox_claim(self, limit: int, now: int, lease_ms: int = 60_000) -> list[OutboxRow]:
        """Take up to `limit` rows that are due, the longest due first, for `lease_ms`.

        A target is never claimed twice at a time: what is put in while it is being sent waits
        for `outbox_complete`, `outbox_fail` or the end of the lease.
        """
        # Most looks find nothing, and looking takes no write lock.
        if not await self._read(lambda run: outbox.is_due(run, now)):
            return []
        return await self._writer.write(lambda run: outbox.claim(run, limit, now, lease_ms))

    async def outbox_complete(self, row: OutboxRow) -> None:
        """It has been sent. What was put in meanwhile for the same target can be claimed now."""
        await self._writer.write(lambda run: outbox.complete(run, row))

    async def outbox_postpone(self, row: OutboxRow, due_at: int) -> None:
        """Its time is later: it can be claimed again from `due_at` on, and has not failed."""
        await self._writer.write(lambda run: outbox.postpone(run, row, due_at))

    async def outbox_fail(self, row: OutboxRow, retry_at: int) -> None:
        """It could not be sent: nothing is claimed for this target before `retry_at`."""
        await self._writer.write(lambda run: outbox.fail(run, row, retry_at))

    async def release(self) -> None:
        """Let go of what a process that has died was sending: for the start of the only one.

        With several processes it does no harm either: a message is sent or edited twice.
        """
        await self._writer.write(outbox.release)
        await self._writer.write(deadlines.release)

    async def outbox_next(self) -> int | None:
        """When the next row can be claimed; None when the outbox is empty."""
        return await self._read(outbox.next_due)

    # -- deadlines

    async def deadlines_due(
        self, now: int, lease_ms: int = 30_000, limit: int = 64
    ) -> list[DueRow]:
        """Take the deadlines that are due, the longest due first, for `lease_ms`.

        A deadline ends when a commit replaces the match's deadlines; one that has not been dealt
        with comes again after the lease. Who claims one reads the match and checks that it is
        still among its deadlines before acting.
        """
        if not await self._read(lambda run: deadlines.is_due(run, now)):
            return []
        return await self._writer.write(lambda run: deadlines.claim(run, now, lease_ms, limit))

    async def deadline_release(self, row: DueRow) -> None:
        """It could not be dealt with: it can be claimed again now."""
        await self._writer.write(lambda run: deadlines.let_go(run, row))

    # -- users

    async def user(self, user_id: int) -> UserRow:
        """What is known of a user; the defaults for a stranger."""
        return await self._read(lambda run: people.read(run, user_id))

    async def set_dm(self, user_id: int, channel: int, *, closed: bool) -> None:
        """Note a user's direct message channel and whether it takes messages."""
        await self._writer.write(lambda run: people.set_dm(run, user_id, channel, closed))

    async def set_prefs(self, user_id: int, prefs: bytes) -> None:
        """Keep a user's preferences."""
        await self._writer.write(lambda run: people.set_prefs(run, user_id, prefs))

    async def seen(self, user_id: int, at: int) -> None:
        """Keep when a user last pressed something (a commit's `pressed` does so by itself).

        Nothing is kept of somebody of whom nothing is known yet.
        """
        await self._writer.write(lambda run: people.seen(run, user_id, at))

    # -- notices

    async def notices(self, match_id: str) -> list[NoticeRow]:
        """The notices of a match that stand, or are being sent, by user."""
        return await self._read(lambda run: notices.of_match(run, match_id))

    async def claim_notice(
        self, row: NoticeRow, ring: Callable[[str], tuple[bool, str]]
    ) -> NoticeRow:
        """Take it on to send a notice, in place of the one there was; returns it as it is stored.

        `ring` is given when notices rang at that user's and says whether this one does, and what
        to keep of it: both are one transaction, whoever else is sending. Who has taken on the same
        call for the same question already gets that row back, and nothing rings twice; a row whose
        `at` is 0 is only a wish to send it.
        """
        return await self._writer.write(lambda run: notices.claim(run, row, ring))

    async def notice_sent(self, row: NoticeRow, message: int) -> bool:
        """Note its message; False where the row has gone: its player has been forgotten."""
        return await self._writer.write(lambda run: notices.sent(run, row, message))

    async def let_go_of_notice(self, row: NoticeRow) -> NoticeRow | None:
        """Drop a notice whose message others share, or that has none by now. Where its message
        stands for nobody else nothing is dropped: returns the row, whose message is to be deleted
        first. What has taken its place meanwhile stays."""
        return await self._writer.write(lambda run: notices.let_go(run, row))

    async def drop_notice(self, row: NoticeRow) -> None:
        """It has been deleted."""
        await self._writer.write(lambda run: notices.drop(run, row))

    async def newest_in_dm(self, user_id: int) -> int:
        """The newest message with a hand or a notice in a user's direct messages; 0 for none."""
        return await self._read(lambda run: notices.newest_in_dm(run, user_id))

    async def change_note(self, name: str, change: Callable[[str], tuple[str, T]]) -> T:
        """Read a note (empty where there is none), write what `change` makes of it, and return
        what else it gives: all in one transaction."""
        return await self._writer.write(lambda run: notes.change(run, name, change))

    async def delete_user(self, user_id: int, now: int) -> list[str]:
        """Forget a user everywhere; returns the open matches that this has changed.

        His seats stay as a former player's, also in matches that are over or packed: in an open
        match the computer plays on, once somebody drives it (`Matches.drive`), the host is the
        next person, and the board is shown anew; also where he only asks for a seat, or is invited.
        Lobbies and matches without people are ended.
        His designs and drafts are gone, with what he has shared, wished and planned, and the words
        he typed before a start.

        What stays is the game's: until a running match ends a mark that he has seen a hand there
        (`bot.store.guests.forget`), his moves, with the names he gave to what he brought along, and
        `matches.words`, all players' words of a match that has started. Every draw was made with
        those, and `/verify` could not check one without them.
        """
        return await self._writer.write(lambda run: people.forget(run, user_id, now))

    async def data_of(self, user_id: int) -> dict[str, Any]:
        """Everything that is stored of a user, as plain JSON values; times in ms.

            {"user": {…} or None, "seats": [{"match", "game", "name", "words", "moves": […], …}],
             "designs": […], "drafts": […], "shares": […], "hands": […], "presses": […],
             "guests": [{"match_id", "kind", "seat", "at", …}]}

        Nothing of other players, and nothing that a seat may not know: of a move what he did, and
        not what came of it.
        """
        rows = await self._read(lambda run: personal.rows_of(run, user_id))
        seats = await self._read(lambda run: personal.seats_of(run, user_id))
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

    # -- designs

    async def designs(self, user_id: int, game: str) -> list[DesignRow]:
        """A user's saved designs for a game, by name."""
        return await self._read(lambda run: designs.of_user(run, user_id, game))

    async def design(self, user_id: int, design_id: str) -> DesignRow | None:
        """A saved design, if it is that user's."""
        return await self._read(lambda run: designs.one(run, user_id, design_id))

    async def save_design(
        self, row: DesignRow, *, most: int, draft: DraftRow | None = None
    ) -> None:
        """Save a design: in place of the one with its id, or as a new one; `draft` ends with it.

        A design that has changed is no longer what its share code names, and loses it. Raises
        `NoSuchDraft` or `DraftChanged` when the draft is not the stored one any more, `NameTaken`
        when another design has the key, `TooManyDesigns` when it would be one more than `most`.
        """
        await self._writer.write(lambda run: designs.save(run, row, most, draft))

    async def rename_design(
        self, user_id: int, design_id: str, key: str, name: str, now: int
    ) -> None:
        """Give a design another name. Raises `NoSuchDesign` or `NameTaken`."""
        await self._writer.write(
            lambda run: designs.rename(run, user_id, design_id, key, name, now)
        )

    async def delete_design(self, user_id: int, design_id: str) -> bool:
        """Delete a saved design; False when that user has none of that id. Its shares stay."""
        return await self._writer.write(lambda run: designs.remove(run, user_id, design_id))

    async def share_design(
        self, user_id: int, design_id: str, new_code: Callable[[], str], now: int, *, most: int
    ) -> str:
        """The share code of what a design is now; made with `new_code` unless it has one.

        A user's oldest shares of a game lapse when there are more than `most`. Raises
        `NoSuchDesign`.
        """
        return await self._writer.write(
            lambda run: designs.share(run, user_id, design_id, new_code, now, most)
        )

    async def shared(self, code: str) -> ShareRow | None:
        """What a share code names."""
        return await self._read(lambda run: designs.shared(run, code))

    async def draft(self, user_id: int, game: str) -> DraftRow | None:
        """What a user is editing for a game."""
        return await self._read(lambda run: designs.draft(run, user_id, game))

    async def begin_draft(self, row: DraftRow) -> None:
        """Begin a draft, in place of the one there was."""
        await self._writer.write(lambda run: designs.begin_draft(run, row))

    async def change_draft(self, row: DraftRow, body: bytes, now: int) -> None:
        """Change a draft that was read as `row`. Raises `NoSuchDraft` or `DraftChanged`."""
        await self._writer.write(lambda run: designs.change_draft(run, row, body, now))

    async def drop_draft(self, user_id: int, game: str, draft_id: str) -> bool:
        """Discard a draft; False when it is not there any more."""
        return await self._writer.write(
            lambda run: designs.drop_draft(run, user_id, game, draft_id)
        )

    # -- servers

    async def guilds(self) -> list[int]:
        """Ids of all servers in which a match that is kept was played."""
        return await self._read(matches.guilds)

    async def gone_servers(self) -> dict[int, int]:
        """The servers that have thrown the bot out, with when that was noted, in ms."""
        return await self._read(servers.every)

    async def server_gone(self, guild_id: int, now: int) -> None:
        """Note that a server has thrown the bot out: `purge` deletes what is of it 30 days later.

        Noted again it changes nothing.
        """
        await self._writer.write(lambda run: servers.gone(run, guild_id, now))

    async def server_back(self, guild_id: int) -> None:
        """Note that the bot is in a server again: what is of it stays."""
        await self._writer.write(lambda run: servers.back(run, guild_id))

    # -- housekeeping

    async def note(self, name: str) -> str | None:
        """Something the program has to remember between runs, such as which commands Discord has;
        None when it has not been set."""
        return await self._read(lambda run: notes.read(run, name))

    async def notes(self) -> dict[str, str]:
        """All that the program has noted, by name. There are a few."""
        return await self._read(notes.every)

    async def set_note(self, name: str, value: str) -> None:
        """Remember something under a name."""
        await self._writer.write(lambda run: notes.write(run, name, value))

    async def copy_log(self) -> None:
        """Copy what the -wal file holds into the database file. Moves go on meanwhile."""
        await self._lines.copy_log()

    async def purge(self, now: int) -> int:
        """Delete what is no longer needed; returns how many rows.

        Interactions go after an hour, lobbies that came to nothing after a day, all that is of a
        server 30 days after it has thrown the bot out, and after 30 days a match that is over is
        packed (`bot.store.archive`). What is free then is given back to the disk, but for a quarter
        of the file. It works in small bites, so that moves are not held up.
        """
        total = 0
        while gone := await self._writer.write(lambda run: purge.old_interactions(run, now)):
            total += gone
        while lobbies := await self._read(lambda run: purge.empty_lobbies(run, now)):
            total += await self._writer.write(partial(purge.delete_matches, match_ids=lobbies))
        for guild_id in await self._read(lambda run: servers.old(run, now)):
            while gone := await self._writer.write(partial(servers.delete_some, guild_id=guild_id)):
                total += gone
        while ripe := await self._read(lambda run: archive.ripe(run, now)):
            packed = [await self._pack(match_id) for match_id in ripe]
            total += sum(packed)
            if not all(packed):  # changed meanwhile: the next time
                break
        await self._lines.shrink()
        return total

    async def _pack(self, match_id: str) -> int:
        """Pack a match; 0 where it has changed meanwhile."""
        match, log = await self.match(match_id), await self.moves(match_id)
        if match is None:
            return 0
        packed = await asyncio.to_thread(archive.pack, match, log)
        return await self._writer.write(lambda run: archive.put(run, match, packed))
