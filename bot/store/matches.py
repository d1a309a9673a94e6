"""Matches: made, read and changed."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

import msgspec
from msgspec import UNSET
from sqlalchemy import bindparam, case, delete, insert, select, text, update

from bot.store import archive, deadlines, guests, outbox, people
from bot.store.errors import AlreadyHandled, ChannelTaken, VersionConflict
from bot.store.rows import (
    OPEN,
    Commit,
    Glance,
    HandRow,
    InteractionRow,
    LiveBoard,
    MatchLine,
    MatchRow,
    MoveRow,
    OpenLine,
    Place,
    SeatRow,
)
from bot.store.statement import Run, Statement
from bot.store.tables import (
    HOLDS,
    IN_THREAD,
    IS_OPEN,
    hands,
    interactions,
    matches,
    moves,
    seats,
    secrets,
)

_id = matches.c.id == bindparam("of_match")
_FIELDS: Final = tuple(column.name for column in matches.columns)
_CHANGEABLE: Final = (
    "save",
    "status",
    "host_id",
    "pace",
    "words",
    "options",
    "extra",
    "result",
    "goes_on",
    "resting",
    "guild_id",
    "channel_id",
    "parent_id",
    "board_message",
    "board_key",
    "board_at",
)
"""Fields of a commit that are columns of the match."""

_INSERT: Final = Statement(insert(matches))
_READ: Final = Statement(select(*matches.columns).where(_id))
_GLANCE: Final = Statement(
    select(
        matches.c.version, matches.c.board_message, matches.c.board_key, matches.c.board_at
    ).where(_id)
)
_OPEN_IN: Final = Statement(
    select(matches.c.id).where(matches.c.channel_id == bindparam("channel"), text(HOLDS))
)
_PLACE: Final = (matches.c.id, matches.c.guild_id, matches.c.channel_id, matches.c.resting)
_PLACES: Final = Statement(select(*_PLACE).where(text(IS_OPEN)))
_PLACES_AT: Final = Statement(
    select(*_PLACE).where(matches.c.guild_id == bindparam("guild"), text(IS_OPEN))
)
_GUILDS: Final = Statement(select(matches.c.guild_id).where(matches.c.guild_id > 0).distinct())
_RESTING_OF: Final = Statement(
    select(matches.c.id)
    .join_from(seats, matches, matches.c.id == seats.c.match_id)
    .where(
        seats.c.user_id == bindparam("user"),
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
_LIVE_BOARDS: Final = Statement(
    select(matches.c.id, matches.c.channel_id, matches.c.board_message).where(
        text(IS_OPEN), matches.c.status == "live"
    )
)
_ALL_OPEN: Final = Statement(select(matches.c.id).where(text(IS_OPEN)))
_OPEN_LINES: Final = Statement(
    select(matches.c.id, matches.c.game, matches.c.goes_on).where(text(IS_OPEN))
)
_WAITS: Final = Statement(
    update(matches)
    .where(_id, matches.c.version == bindparam("expected"), matches.c.goes_on == 1)
    .values(goes_on=0)
)
_OF_USER: Final = Statement(
    select(
        *(matches.c[name] for name in MatchLine.__struct_fields__ if name != "seat"), seats.c.seat
    )
    .join_from(seats, matches, matches.c.id == seats.c.match_id)
    .where(seats.c.user_id == bindparam("user"))
    .order_by(text(f"{IS_OPEN} DESC"), matches.c.updated_at.desc())
    .limit(bindparam("most"))
)
_BOARD_SHOWN: Final = Statement(
    update(matches).where(_id), ("board_message", "board_key", "board_at")
)

_SEATS: Final = Statement(
    select(*(seats.c[name] for name in SeatRow.__struct_fields__))
    .where(seats.c.match_id == bindparam("of_match"))
    .order_by(seats.c.seat)
)
_INSERT_SEAT: Final = Statement(insert(seats))
_CHANGE_SEAT: Final = Statement(
    update(seats).where(
        seats.c.match_id == bindparam("of_match"), seats.c.seat == bindparam("number")
    ),
    (
        "name",
        "user_id",
        "computer",
        "passes",
        "missed",
        "seen",
        "lapsed",
        "muted",
        "since",
        "acted_at",
    ),
)
_REMOVE_SEATS: Final = Statement(
    delete(seats).where(
        seats.c.match_id == bindparam("of_match"), seats.c.seat >= bindparam("first")
    )
)

_its_hand = (hands.c.match_id == bindparam("of_match")) & (hands.c.user_id == bindparam("user"))
_HANDS: Final = Statement(
    select(*(hands.c[name] for name in HandRow.__struct_fields__)).where(
        hands.c.match_id == bindparam("of_match")
    )
)
_INSERT_HAND: Final = Statement(insert(hands))
_CHANGE_HAND: Final = Statement(update(hands).where(_its_hand), ("channel", "message", "key"))
_CHANGE_HAND_AT: Final = Statement(
    update(hands).where(_its_hand), ("channel", "message", "key", "at")
)
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
    .join_from(seats, matches, matches.c.id == seats.c.match_id)
    .where(matches.c.status == "live", seats.c.user_id.is_not(None))
)
_HAS_SEAT: Final = Statement(
    select(seats.c.seat).where(
        seats.c.match_id == bindparam("of_match"), seats.c.user_id == bindparam("user")
    )
)

_MOVE_FIELDS: Final = MoveRow.__struct_fields__
_INSERT_MOVE: Final = Statement(insert(moves))
_UNDO: Final = Statement(
    update(moves)
    .where(moves.c.match_id == bindparam("of_match"), moves.c.n == bindparam("move"))
    .values(undone=1)
)
_FORGET_SAVES: Final = Statement(
    update(moves)
    .where(
        moves.c.match_id == bindparam("of_match"),
        moves.c.n > bindparam("move"),
        moves.c.checkpoint.is_not(None),
    )
    .values(checkpoint=None)
)
_MOVES: Final = Statement(
    select(*(moves.c[name] for name in _MOVE_FIELDS))
    .where(moves.c.match_id == bindparam("of_match"), moves.c.n > bindparam("since"))
    .order_by(moves.c.n)
)
_CHECKPOINT: Final = Statement(
    select(*(moves.c[name] for name in _MOVE_FIELDS))
    .where(
        moves.c.match_id == bindparam("of_match"),
        moves.c.n <= bindparam("up_to"),
        moves.c.undone == 0,
        moves.c.checkpoint.is_not(None),
    )
    .order_by(moves.c.n.desc())
    .limit(1)
)

_INSERT_INTERACTION: Final = Statement(insert(interactions))
_INTERACTION: Final = Statement(
    select(*(interactions.c[name] for name in InteractionRow.__struct_fields__)).where(
        interactions.c.id == bindparam("known")
    )
)

_INSERT_SEED: Final = Statement(insert(secrets))
_SEED: Final = Statement(select(secrets.c.seed).where(secrets.c.match_id == bindparam("of_match")))
_STATUS: Final = Statement(select(matches.c.status).where(_id))


# -- making and reading


def create(run: Run, match: MatchRow, seed: bytes, interaction: InteractionRow | None) -> None:
    """See `Store.new_match`."""
    if interaction is not None:
        _check_new(run, interaction)
    if match.status in OPEN:
        there = open_in(run, match.channel_id)
        if there is not None:
            raise ChannelTaken(there)
    run.change(_INSERT, {name: getattr(match, name) for name in _FIELDS})
    run.change(_INSERT_SEED, {"match_id": match.id, "seed": seed})
    run.change_many(
        _INSERT_SEAT, [{"match_id": match.id, **msgspec.structs.asdict(s)} for s in match.seats]
    )
    deadlines.write(run, match.id, match.deadlines)
    guests.replace(run, match.id, match.guests)
    if interaction is not None:
        _write_interaction(run, match.id, interaction)


def read(run: Run, match_id: str) -> MatchRow | None:
    """See `Store.match`."""
    key = {"of_match": match_id}
    found = run.rows(_READ, key)
    if not found:
        return None
    fields = dict(zip(_FIELDS, found[0], strict=True))
    fields["goes_on"] = bool(fields["goes_on"])
    fields["resting"] = bool(fields["resting"])
    if fields["save"] is None and fields["status"] not in OPEN:
        extra = archive.extra_of(run, match_id)
        if extra is not None:
            fields |= {"extra": extra, "save": archive.save_of(run, match_id)}
    return MatchRow(
        **fields,
        seats=[_seat(row) for row in run.rows(_SEATS, key)],
        hands=[_row(HandRow, row) for row in run.rows(_HANDS, key)],
        deadlines=deadlines.read(run, match_id),
        guests=guests.read(run, match_id),
    )


def _row(kind: Any, row: tuple[Any, ...]) -> Any:
    return kind(**dict(zip(kind.__struct_fields__, row, strict=True)))


def _seat(row: tuple[Any, ...]) -> SeatRow:
    number, name, user_id, computer, passes, missed, seen, lapsed, muted, since, acted_at = row
    return SeatRow(
        seat=number,
        name=name,
        user_id=user_id,
        computer=computer,
        passes=bool(passes),
        missed=missed,
        seen=seen,
        lapsed=lapsed,
        muted=bool(muted),
        since=since,
        acted_at=acted_at,
    )


def glance(run: Run, match_id: str) -> Glance | None:
    """See `Store.glance`."""
    found = run.rows(_GLANCE, {"of_match": match_id})
    return Glance(*found[0]) if found else None


def open_in(run: Run, channel_id: int) -> str | None:
    """See `Store.open_match_in`."""
    found = run.rows(_OPEN_IN, {"channel": channel_id})
    return found[0][0] if found else None


def places(run: Run, guild_id: int | None) -> list[Place]:
    """See `Store.places`."""
    found = run.rows(_PLACES, {}) if guild_id is None else run.rows(_PLACES_AT, {"guild": guild_id})
    return [Place(of, guild, channel, bool(resting)) for of, guild, channel, resting in found]


def guilds(run: Run) -> list[int]:
    """See `Store.guilds`."""
    return [row[0] for row in run.rows(_GUILDS, {})]


def resting_of(run: Run, user_id: int, channel_id: int) -> str | None:
    """See `Store.resting_of`."""
    found = run.rows(_RESTING_OF, {"user": user_id, "channel": channel_id})
    return found[0][0] if found else None


def open_under(run: Run, parent_id: int) -> list[str]:
    """See `Store.open_matches_under`."""
    return [row[0] for row in run.rows(_OPEN_UNDER, {"parent": parent_id})]


def live_boards(run: Run) -> list[LiveBoard]:
    """See `Store.live_boards`."""
    return [LiveBoard(*row) for row in run.rows(_LIVE_BOARDS, {})]


def all_open(run: Run) -> list[str]:
    """See `Store.open_matches`."""
    return [row[0] for row in run.rows(_ALL_OPEN, {})]


def open_lines(run: Run) -> list[OpenLine]:
    """See `Store.open_lines`."""
    return [OpenLine(of, game, bool(goes_on)) for of, game, goes_on in run.rows(_OPEN_LINES, {})]


def waits(run: Run, match_id: str, version: int) -> None:
    """See `Store.waits`."""
    run.change(_WAITS, {"of_match": match_id, "expected": version})


def of_user(run: Run, user_id: int, limit: int) -> list[MatchLine]:
    """See `Store.matches_of`."""
    return [_row(MatchLine, row) for row in run.rows(_OF_USER, {"user": user_id, "most": limit})]


def moves_of(run: Run, match_id: str, since: int) -> list[MoveRow]:
    """See `Store.moves`."""
    found = [_move(row) for row in run.rows(_MOVES, {"of_match": match_id, "since": since})]
    return found or archive.moves_of(run, match_id, since)


def checkpoint(run: Run, match_id: str, up_to: int) -> MoveRow | None:
    """See `Store.checkpoint`."""
    found = run.rows(_CHECKPOINT, {"of_match": match_id, "up_to": up_to})
    return _move(found[0]) if found else None


def _move(row: tuple[Any, ...]) -> MoveRow:
    values = dict(zip(_MOVE_FIELDS, row, strict=True))
    values["undone"] = bool(values["undone"])
    return MoveRow(**values)


def seed(run: Run, match_id: str) -> bytes | None:
    """See `Store.seed`."""
    found = run.rows(_SEED, {"of_match": match_id})
    return found[0][0] if found else None


def revealed_seed(run: Run, match_id: str) -> bytes | None:
    """See `Store.revealed_seed`."""
    found = run.rows(_STATUS, {"of_match": match_id})
    return seed(run, match_id) if found and found[0][0] not in OPEN else None


# -- one change


@cache
def _change_match(names: tuple[str, ...], closed: bool) -> Statement:
    """The UPDATE with compare and set for a set of columns; `closed`: the match is over."""
    change = (
        update(matches)
        .where(_id, matches.c.version == bindparam("expected"))
        .values(version=matches.c.version + 1)
    )
    if closed:
        first = case((matches.c.finished_at == 0, bindparam("ended")), else_=matches.c.finished_at)
        change = change.values(finished_at=first)
    return Statement(change, names)


def append(run: Run, commit: Commit) -> int:
    """See `Store.append`."""
    match_id, at = commit.match_id, commit.at
    if commit.interaction is not None:
        _check_new(run, commit.interaction)
    if commit.channel_id is not UNSET:
        there = open_in(run, commit.channel_id)
        if there is not None and there != match_id:
            raise ChannelTaken(there)
    changed = _changed(commit)
    closed = commit.status is not UNSET and commit.status not in OPEN
    statement = _change_match(tuple(changed), closed)
    if closed:
        changed["ended"] = at
    changed["of_match"] = match_id
    changed["expected"] = commit.expected_version
    if not run.change(statement, changed):
        raise VersionConflict(
            f"Match {match_id} is no longer at version {commit.expected_version}."
        )
    _write_press(run, commit)
    for number in commit.undone:
        run.change(_UNDO, {"of_match": match_id, "move": number})
        # A save made after it, with moves that stand, holds the move all the same.
        run.change(_FORGET_SAVES, {"of_match": match_id, "move": number})
    for move in commit.moves:
        values = msgspec.structs.asdict(move)
        values["match_id"] = match_id
        run.change(_INSERT_MOVE, values)
    for seat in commit.seats:
        _write_seat(run, match_id, seat)
    if commit.seat_count is not UNSET:
        run.change(_REMOVE_SEATS, {"of_match": match_id, "first": commit.seat_count})
    _replace(run, commit)
    for out in commit.outbox:
        outbox.put(run, match_id, out.target, out.payload, out.due_at or at, at)
    return commit.expected_version + 1


def _replace(run: Run, commit: Commit) -> None:
    """Write what a commit gives as a whole."""
    if commit.guests is not UNSET:
        guests.replace(run, commit.match_id, commit.guests)
    if commit.deadlines is not UNSET:
        deadlines.replace(run, commit.match_id, commit.deadlines)


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


def _write_seat(run: Run, match_id: str, seat: SeatRow) -> None:
    values = msgspec.structs.asdict(seat)
    number = values.pop("seat")
    if not run.change(_CHANGE_SEAT, {"of_match": match_id, "number": number, **values}):
        run.change(_INSERT_SEAT, {"match_id": match_id, "seat": number, **values})


def _check_new(run: Run, interaction: InteractionRow) -> None:
    found = run.rows(_INTERACTION, {"known": interaction.id})
    if found:
        raise AlreadyHandled(_row(InteractionRow, found[0]).response)


def _write_press(run: Run, commit: Commit) -> None:
    if commit.interaction is not None:
        _write_interaction(run, commit.match_id, commit.interaction)
    if commit.pressed:
        people.pressed(run, commit.pressed, commit.at)


def _write_interaction(run: Run, match_id: str, new: InteractionRow) -> None:
    run.change(_INSERT_INTERACTION, {"match_id": match_id, **msgspec.structs.asdict(new)})


def interaction(run: Run, interaction_id: int) -> InteractionRow | None:
    """See `Store.interaction`."""
    found = run.rows(_INTERACTION, {"known": interaction_id})
    return _row(InteractionRow, found[0]) if found else None


# -- what is shown


def show_anew(run: Run, now: int) -> None:
    """See `Store.show_anew`."""
    run.change(_NO_BOARDS, {})
    run.change(_NO_HANDS, {})
    for match_id in all_open(run):
        outbox.put(run, match_id, "board", b"", now, now)
    for match_id, seat in run.rows(_PLAYED, {}):
        outbox.put(run, match_id, f"hand:{seat}", b"", now, now)


def board_shown(run: Run, match_id: str, message: int, key: str, at: int) -> None:
    """See `Store.board_shown`."""
    shown = {"board_message": message, "board_key": key, "board_at": at}
    run.change(_BOARD_SHOWN, {"of_match": match_id, **shown})


def hand_shown(
    run: Run, match_id: str, user_id: int, channel: int, message: int, key: str, at: int
) -> None:
    """See `Store.hand_shown`."""
    place = {"of_match": match_id, "user": user_id}
    if not run.rows(_HAS_SEAT, place):
        return
    shown = {"channel": channel, "message": message, "key": key}
    change = _CHANGE_HAND
    if at:
        shown["at"] = at
        change = _CHANGE_HAND_AT
    if not run.change(change, {**place, **shown}):
        row = {"match_id": match_id, "user_id": user_id, **shown, "at": at}
        run.change(_INSERT_HAND, row)
