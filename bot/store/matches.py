"""Matches: made, read and changed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any, Final

from msgspec import UNSET
from sqlalchemy import bindparam, case, delete, exists, insert, select, text, update

from bot.store import archive, deadlines, guests, outbox, people, servers
from bot.store.connections import Joint
from bot.store.errors import AlreadyHandled, ChannelTaken, ServerFull, Untouched, VersionConflict
from bot.store.rows import (
    OPEN,
    UNSURE,
    Commit,
    Glance,
    HandRow,
    InteractionRow,
    MatchLine,
    MatchRow,
    MoveRow,
    OpenLine,
    Outgoing,
    SeatRow,
    Unsure,
)
from bot.store.statement import Query, Run, Statement, fields, of_match, of_user, plain, upsert
from bot.store.tables import (
    HOLDS,
    IN_THREAD,
    IS_OPEN,
    IS_OVER,
    hands,
    interactions,
    matches,
    moves,
    seats,
    secrets,
)

_id = of_match(matches)
_FIELDS: Final = tuple(column.name for column in matches.columns)
_CHANGEABLE: Final = tuple(name for name in Commit.__struct_fields__ if name in _FIELDS)
"""Fields of a commit that are columns of the match."""

_INSERT: Final = Statement(insert(matches))
_READ: Final = Statement(select(*matches.columns).where(_id))
_GLANCE: Final = Query(Glance, select(*fields(Glance, matches)).where(_id))
_OPEN_IN: Final = Statement(
    select(matches.c.id).where(matches.c.channel_id == bindparam("channel"), text(HOLDS))
)
_LAST_IN: Final = Statement(
    select(matches.c.id)
    .where(
        matches.c.channel_id == bindparam("channel"),
        text(IS_OVER),
        matches.c.last_move > 0,
    )
    .order_by(matches.c.finished_at.desc())
    .limit(1)
)
_open = select(*fields(OpenLine, matches)).where(text(IS_OPEN))
_OPEN_LINES: Final = Query(OpenLine, _open)
_OPEN_AT: Final = Query(OpenLine, _open.where(matches.c.guild_id == bindparam("guild")))
_GUILDS: Final = Statement(select(matches.c.guild_id).where(matches.c.guild_id > 0).distinct())
_RESTING_OF: Final = Statement(
    select(matches.c.id)
    .join_from(seats, matches)
    .where(
        of_user(seats),
        matches.c.channel_id == bindparam("channel"),
        matches.c.status == "live",
        matches.c.resting == 1,
    )
    .order_by(matches.c.updated_at.desc())
    .limit(1)
)
_OPEN_UNDER: Final = Statement(
    select(matches.c.id).where(
        matches.c.parent_id == bindparam("parent"), text(IN_THREAD), text(IS_OPEN)
    )
)
_WAITS: Final = Statement(
    update(matches)
    .where(_id, matches.c.version == bindparam("expected"), matches.c.goes_on == 1)
    .values(goes_on=0)
)
_OF_USER: Final = Query(
    MatchLine,
    select(*fields(MatchLine, matches, seats))
    .join_from(seats, matches)
    .where(of_user(seats))
    .order_by(text(f"{IS_OPEN} DESC"), matches.c.updated_at.desc())
    .limit(bindparam("most")),
)
_BOARD_SHOWN: Final = Statement(
    update(matches).where(_id), ("board_message", "board_key", "board_at")
)

_SEATS: Final = Query(
    SeatRow, select(*fields(SeatRow, seats)).where(of_match(seats)).order_by(seats.c.seat)
)
_WRITE_SEAT: Final = upsert(seats, *(name for name in SeatRow.__struct_fields__ if name != "seat"))
_REMOVE_SEATS: Final = Statement(
    delete(seats).where(of_match(seats), seats.c.seat >= bindparam("first"))
)

_its_hand = of_match(hands) & of_user(hands)
_HANDS: Final = Query(HandRow, select(*fields(HandRow, hands)).where(of_match(hands)))
_INSERT_HAND: Final = Statement(insert(hands))
_HAS_SEAT: Final = select(seats.c.seat).where(of_match(seats), of_user(seats))
_SEAT_OF: Final = Statement(_HAS_SEAT)
_change_hand = update(hands).where(_its_hand, exists(_HAS_SEAT))
_CHANGE_HAND: Final = Statement(_change_hand, ("channel", "message", "key"))
_CHANGE_HAND_AT: Final = Statement(_change_hand, ("channel", "message", "key", "at"))
_NO_BOARDS: Final = Statement(
    update(matches).where(text(IS_OPEN)).values(board_message=0, board_key="", board_at=0)
)
_NO_HANDS: Final = Statement(
    update(hands)
    .where(hands.c.match_id.in_(select(matches.c.id).where(text(IS_OPEN))))
    .values(message=0, key="", at=0)
)
_PLAYED: Final = Statement(
    select(seats.c.match_id, seats.c.seat)
    .join_from(seats, matches)
    .where(matches.c.status == "live", seats.c.user_id.is_not(None))
)

_INSERT_MOVE: Final = Statement(insert(moves))
_UNDO: Final = Statement(
    update(moves).where(of_match(moves), moves.c.n == bindparam("move")).values(undone=1)
)
_FORGET_SAVES: Final = Statement(
    update(moves)
    .where(of_match(moves), moves.c.n > bindparam("move"), moves.c.checkpoint.is_not(None))
    .values(checkpoint=None)
)
_move = select(*fields(MoveRow, moves)).where(of_match(moves))
_MOVES: Final = Query(MoveRow, _move.where(moves.c.n > bindparam("since")).order_by(moves.c.n))
_CHECKPOINT: Final = Query(
    MoveRow,
    _move.where(
        moves.c.n <= bindparam("up_to"),
        moves.c.undone == 0,
        moves.c.checkpoint.is_not(None),
    )
    .order_by(moves.c.n.desc())
    .limit(1),
)

_INSERT_INTERACTION: Final = Statement(
    insert(interactions).values(response=b""), (*InteractionRow.__struct_fields__, "match_id")
)
_known = select(*fields(InteractionRow, interactions)).where(
    interactions.c.id == bindparam("known")
)
_INTERACTION: Final = Query(InteractionRow, _known)

_INSERT_SEED: Final = Statement(insert(secrets))
_SEED: Final = Statement(select(secrets.c.seed).where(of_match(secrets)))
_VERSION: Final = Statement(select(matches.c.version).where(_id))
_STATUS: Final = Statement(select(matches.c.status).where(_id))


# -- making and reading


def create(
    run: Run,
    match: MatchRow,
    seed: bytes,
    *,
    interaction: InteractionRow | None = None,
    most: int = 0,
    outgoing: Sequence[Outgoing] = (),
) -> None:
    """Write a new match with its seats, its deadlines and what is to be told of it, and put its
    seed away.

    Raises `ChannelTaken` when the channel has an open match, `ServerFull` when its server has
    `most` of them (0: any number), `AlreadyHandled` for an interaction that is known, `RowRefused`
    when the id is taken.
    """
    if handled := _handled(run, interaction):
        raise handled
    if match.status in OPEN:
        there = open_in(run, match.channel_id)
        if there is not None:
            raise ChannelTaken(there)
        if servers.is_full(run, match.guild_id, most):
            raise ServerFull
    run.change(_INSERT, **{name: getattr(match, name) for name in _FIELDS})
    run.change(_INSERT_SEED, match_id=match.id, seed=seed)
    run.change_many(_WRITE_SEAT, [plain(seat, match_id=match.id) for seat in match.seats])
    deadlines.replace(run, [(match.id, match.deadlines)])
    guests.replace(run, [(match.id, match.guests)])
    outbox.put_all(run, [(match.id, each, match.created_at) for each in outgoing])
    if interaction is not None:
        run.change(_INSERT_INTERACTION, **plain(interaction, match_id=match.id))


def read(run: Run, match_id: str) -> MatchRow | None:
    """The match with its seats, hands and deadlines."""
    found = run.rows(_READ, of_match=match_id)
    if not found:
        return None
    values = dict(zip(_FIELDS, found[0], strict=True))
    values["goes_on"] = bool(values["goes_on"])
    values["resting"] = bool(values["resting"])
    if values["save"] is None and values["status"] not in OPEN:
        extra = archive.extra_of(run, match_id)
        if extra is not None:
            values |= {"extra": extra, "save": archive.save_of(run, match_id)}
    return MatchRow(
        **values,
        seats=run.structs(_SEATS, of_match=match_id),
        hands=run.structs(_HANDS, of_match=match_id),
        deadlines=deadlines.read(run, match_id),
        guests=guests.read(run, match_id),
    )


def glance(run: Run, match_id: str) -> Glance | None:
    """The version the match has now and its board, which another process may have posted without a
    new version: cheap, for checking what is kept in memory."""
    return run.struct(_GLANCE, of_match=match_id)


def hands_of(run: Run, match_id: str) -> list[HandRow]:
    """The messages that show the hands of a match, which other processes may have noted without a
    new version."""
    return run.structs(_HANDS, of_match=match_id)


def open_in(run: Run, channel_id: int) -> str | None:
    """Id of the lobby or live match that has that channel; one that rests has none."""
    return run.one(_OPEN_IN, channel=channel_id)


def last_in(run: Run, channel_id: int) -> str | None:
    """Id of the match that ended last in a channel, of those that were dealt."""
    return run.one(_LAST_IN, channel=channel_id)


def guilds(run: Run) -> list[int]:
    """Ids of all servers in which a match that is kept was played."""
    return run.column(_GUILDS)


def resting_of(run: Run, user_id: int, channel_id: int) -> str | None:
    """Id of the match that rests and was played in that channel last, of those with a seat of that
    user."""
    return run.one(_RESTING_OF, user=user_id, channel=channel_id)


def open_under(run: Run, channel_id: int) -> list[str]:
    """Ids of the lobbies and live matches in threads of that channel."""
    return run.column(_OPEN_UNDER, parent=channel_id)


def open_lines(run: Run) -> list[OpenLine]:
    """All lobbies and live matches, those that rest too."""
    return run.structs(_OPEN_LINES)


def open_at(run: Run, guild_id: int) -> list[OpenLine]:
    """Those of one server."""
    return run.structs(_OPEN_AT, guild=guild_id)


def waits(run: Run, match_id: str, version: int) -> None:
    """Note that a match of that version waits for a person. Leaves the version alone."""
    run.change(_WAITS, of_match=match_id, expected=version)


def of(run: Run, user_id: int, limit: int = 25) -> list[MatchLine]:
    """Matches in which the user has a seat: open ones first, then the newest."""
    return run.structs(_OF_USER, user=user_id, most=limit)


def moves_of(run: Run, match_id: str, since: int = 0) -> list[MoveRow]:
    """The log after move `since`, in order, undone moves included."""
    found = run.structs(_MOVES, of_match=match_id, since=since)
    return found or archive.moves_of(run, match_id, since)


def checkpoint(run: Run, match_id: str, up_to: int) -> MoveRow | None:
    """The newest move up to `up_to` that stands and holds a checkpoint."""
    return run.struct(_CHECKPOINT, of_match=match_id, up_to=up_to)


def seed(run: Run, match_id: str) -> bytes | None:
    """The seed of a match, for dealing. It must reach neither a log nor a view."""
    return run.one(_SEED, of_match=match_id)


def revealed_seed(run: Run, match_id: str) -> bytes | None:
    """The seed of a match that is over; None while it is open. For showing."""
    status = run.one(_STATUS, of_match=match_id)
    return None if status is None or status in OPEN else seed(run, match_id)


# -- changes


@cache
def _change_match(names: tuple[str, ...], closed: bool) -> Statement:
    """The UPDATE with compare and set for a set of columns; `closed`: the match is over."""
    change = (
        update(matches)
        .where(_id, matches.c.version == bindparam("expected"), ~exists(_known))
        .values(version=matches.c.version + 1)
    )
    if closed:
        first = case((matches.c.finished_at == 0, bindparam("ended")), else_=matches.c.finished_at)
        change = change.values(finished_at=first)
    return Statement(change, names, key=(matches.c.id, "of_match"))


class Append(Joint):
    """Writes one change of a match and returns the new version.

    Raises `AlreadyHandled` when its interaction is known, `VersionConflict` when the match has
    another version than expected (or is gone), `ChannelTaken` when it takes a channel that another
    match has, `ServerFull` when it does in a server that has as many tables as it may, `RowRefused`
    when a row breaks the rules of the database. Then nothing of it has been written.
    """

    def __init__(self, commit: Commit) -> None:
        self.commit = commit
        self.place = commit.match_id

    def all(self, run: Run, those: Sequence[Append]) -> list[int | Untouched]:
        return _append(run, [each.commit for each in those])


def _append(run: Run, commits: Sequence[Commit]) -> list[int | Untouched]:
    """Write changes of as many matches, a table at a time: a database takes the same statement for
    many rows in a fraction of the time that many statements take."""
    refused = {commit.match_id: _taken(run, commit) for commit in commits}
    ready = [commit for commit in commits if refused[commit.match_id] is None]
    done = _versions(run, ready)
    for commit in ready:
        if commit.match_id not in done:
            refused[commit.match_id] = _overtaken(run, commit)
    _write(run, [commit for commit in ready if commit.match_id in done])
    return [refused[each.match_id] or each.expected_version + 1 for each in commits]


def _taken(run: Run, commit: Commit) -> Untouched | None:
    """Why a commit cannot take the channel that it wants to itself."""
    if commit.channel_id is UNSET:
        return None
    if handled := _handled(run, commit.interaction):
        return handled
    there = open_in(run, commit.channel_id)
    if there not in (None, commit.match_id):
        return ChannelTaken(there)
    guild = commit.guild_id
    if guild is not UNSET and servers.is_full(run, guild, commit.most, commit.match_id):
        return ServerFull()
    return None


def _overtaken(run: Run, commit: Commit) -> Untouched:
    """Why a match has not the version that a commit was made from."""
    return _handled(run, commit.interaction) or VersionConflict(
        f"Match {commit.match_id} is no longer at version {commit.expected_version}."
    )


def _versions(run: Run, commits: Iterable[Commit]) -> set[str]:
    """Write the matches' own rows, each under its version; the ids of those that had it."""
    alike: dict[Statement, list[dict[str, Any]]] = defaultdict(list)
    for commit in commits:
        changed = _changed(commit)
        closed = commit.status is not UNSET and commit.status not in OPEN
        statement = _change_match(tuple(changed), closed)
        if closed:
            changed["ended"] = commit.at
        changed["of_match"] = commit.match_id
        changed["expected"] = commit.expected_version
        changed["known"] = commit.interaction.id if commit.interaction is not None else 0
        alike[statement].append(changed)
    return {
        each["of_match"]
        for statement, values in alike.items()
        for each, touched in zip(values, run.changed(statement, values), strict=True)
        if touched
    }


def _write(run: Run, commits: Sequence[Commit]) -> None:
    """Write all else that commits bring, of matches whose rows they have changed."""
    rows: dict[Statement, list[dict[str, Any]]] = defaultdict(list)
    for commit in commits:
        match_id = commit.match_id
        if commit.interaction is not None:
            rows[_INSERT_INTERACTION].append(plain(commit.interaction, match_id=match_id))
        for number in commit.undone:
            rows[_UNDO].append({"of_match": match_id, "move": number})
            # A save made after it, with moves that stand, holds the move all the same.
            rows[_FORGET_SAVES].append({"of_match": match_id, "move": number})
        rows[_INSERT_MOVE] += [plain(move, match_id=match_id) for move in commit.moves]
        rows[_WRITE_SEAT] += [plain(seat, match_id=match_id) for seat in commit.seats]
        if commit.seat_count is not UNSET:
            rows[_REMOVE_SEATS].append({"of_match": match_id, "first": commit.seat_count})
    for statement in _IN_ORDER:
        run.change_many(statement, rows[statement])
    people.pressed(run, [(each.pressed, each.at) for each in commits if each.pressed])
    guests.replace(run, [(c.match_id, c.guests) for c in commits if c.guests is not UNSET])
    deadlines.replace(run, [(c.match_id, c.deadlines) for c in commits if c.deadlines is not UNSET])
    outbox.put_all(run, [(c.match_id, each, c.at) for c in commits for each in c.outbox])


_IN_ORDER: Final = (
    _INSERT_INTERACTION, _UNDO, _FORGET_SAVES, _INSERT_MOVE, _WRITE_SEAT, _REMOVE_SEATS,
)  # fmt: skip


def _changed(commit: Commit) -> dict[str, Any]:
    """The match's columns that the commit writes."""
    changed: dict[str, Any] = {"updated_at": commit.at}
    for name in _CHANGEABLE:
        value = getattr(commit, name)
        if value is not UNSET:
            changed[name] = value
    if commit.moves:
        changed["last_move"] = commit.moves[-1].n
    return changed


def _handled(run: Run, new: InteractionRow | None) -> AlreadyHandled | None:
    known = new is not None and interaction(run, new.id) is not None
    return AlreadyHandled() if known else None


def interaction(run: Run, interaction_id: int) -> InteractionRow | None:
    """An interaction that has been acted on in the last hour."""
    return run.struct(_INTERACTION, known=interaction_id)


# -- what is shown


def show_anew(run: Run, now: int) -> None:
    """Forget the messages that show open matches, and put all of them into the outbox."""
    run.change(_NO_BOARDS)
    run.change(_NO_HANDS)
    for line in open_lines(run):
        outbox.put(run, line.id, "board", b"", now)
    for match_id, seat in run.rows(_PLAYED):
        outbox.put(run, match_id, f"hand:{seat}", b"", now)


def board_shown(
    run: Run, match_id: str, message: int, key: str, at: int, unsure: Unsure | None = None
) -> None:
    """Note which message is the board, what it shows and when it was posted.

    Leaves the version alone: showing a match does not change it.
    """
    shown = {"board_message": message, "board_key": key, "board_at": at}
    run.change(_BOARD_SHOWN, of_match=match_id, **shown)
    _look_again(run, match_id, unsure)


def _look_again(run: Run, match_id: str, unsure: Unsure | None) -> None:
    """Settle what an answer has shown. Where another process may have shown something else at the
    same time nobody knows which of both came last: it is shown once more."""
    if unsure is None:
        return
    target = UNSURE + unsure.target
    settled = not unsure.row or outbox.settle(run, match_id, target, unsure.row)
    if unsure.version is None:
        return
    if not settled or run.one(_VERSION, of_match=match_id) != unsure.version:
        outbox.put(run, match_id, target, b"", unsure.at)


def hand_shown(
    run: Run,
    match_id: str,
    user_id: int,
    channel: int,
    message: int,
    key: str,
    at: int = 0,
    unsure: Unsure | None = None,
) -> None:
    """Note which direct message shows a player's hand, what it shows, and when it was posted (0
    leaves that as it is).

    Leaves the version alone. Does nothing when the player no longer has a seat there.
    """
    place = {"of_match": match_id, "user": user_id}
    shown = {"channel": channel, "message": message, "key": key}
    change = _CHANGE_HAND
    if at:
        shown["at"] = at
        change = _CHANGE_HAND_AT
    if not run.change(change, **place, **shown) and run.rows(_SEAT_OF, **place):
        row = {"match_id": match_id, "user_id": user_id, **shown, "at": at}
        run.change(_INSERT_HAND, **row)
    _look_again(run, match_id, unsure)
