"""Users: their wishes, their direct messages, and forgetting them with all they have built."""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import bindparam, delete, insert, select, update

from bot.store import deadlines, guests, outbox, personal
from bot.store.guests import FORMER_NAME
from bot.store.rows import OPEN, UserRow
from bot.store.statement import Run, Statement
from bot.store.tables import (
    designs,
    drafts,
    hands,
    interactions,
    matches,
    notices,
    seats,
    shares,
    users,
)

FORMER_LEVEL: Final = "normal"
"""Level of the computer that plays on in a former player's seat."""

_user = users.c.user_id == bindparam("user")
_READ: Final = Statement(
    select(
        users.c.dms_closed, users.c.dm_channel, users.c.prefs, users.c.seen_at, users.c.rang
    ).where(_user)
)
_INSERT: Final = Statement(insert(users))
_SET_DM: Final = Statement(update(users).where(_user), ("dms_closed", "dm_channel"))
_SET_PREFS: Final = Statement(update(users).where(_user), ("prefs",))
_SET_RANG: Final = Statement(update(users).where(_user), ("rang",))
_SEEN: Final = Statement(
    update(users).where(_user, users.c.seen_at < bindparam("pressed_at")), ("seen_at",)
)

_TABLES: Final = Statement(
    select(matches.c.id, matches.c.status, matches.c.host_id, seats.c.seat)
    .join_from(seats, matches, matches.c.id == seats.c.match_id)
    .where(seats.c.user_id == bindparam("user"))
    .order_by(matches.c.id)
)
_LEAVE_OPEN: Final = Statement(
    update(seats)
    .where(seats.c.match_id == bindparam("of_match"), seats.c.user_id == bindparam("user"))
    .values(
        user_id=None,
        name=FORMER_NAME,
        computer=FORMER_LEVEL,
        passes=0,
        missed=0,
        lapsed=0,
        muted=0,
        acted_at=0,
    )
)
_LEAVE_CLOSED: Final = Statement(
    update(seats)
    .where(seats.c.match_id == bindparam("of_match"), seats.c.user_id == bindparam("user"))
    .values(user_id=None, name=FORMER_NAME, acted_at=0)
)
_REMAINING: Final = Statement(
    select(seats.c.user_id)
    .where(seats.c.match_id == bindparam("of_match"), seats.c.user_id.is_not(None))
    .order_by(seats.c.seat)
)
_CHANGE: Final = Statement(
    update(matches)
    .where(matches.c.id == bindparam("of_match"))
    .values(version=matches.c.version + 1),
    ("host_id", "status", "finished_at", "updated_at", "goes_on"),
)
_CHANGE_CLOSED: Final = Statement(
    update(matches)
    .where(matches.c.id == bindparam("of_match"))
    .values(version=matches.c.version + 1),
    ("host_id",),
)
_CHANGE_EXTRA: Final = Statement(
    update(matches).where(matches.c.id == bindparam("of_match")), ("extra",)
)
_FORGET_HOST: Final = Statement(
    update(matches).where(matches.c.host_id == bindparam("user")).values(host_id=0)
)
_FORGET: Final = tuple(
    Statement(delete(table).where(table.c.user_id == bindparam("user")))
    for table in (hands, notices, interactions, designs, drafts, shares, users)
)


def read(run: Run, user_id: int) -> UserRow:
    """See `Store.user`."""
    found = run.rows(_READ, {"user": user_id})
    if not found:
        return UserRow(user_id=user_id)
    closed, channel, prefs, seen_at, rang = found[0]
    return UserRow(
        user_id=user_id,
        dms_closed=bool(closed),
        dm_channel=channel,
        prefs=prefs,
        seen_at=seen_at,
        rang=rang,
    )


def set_dm(run: Run, user_id: int, channel: int, closed: bool) -> None:
    """See `Store.set_dm`."""
    _set(run, _SET_DM, user_id, {"dms_closed": int(closed), "dm_channel": channel})


def set_prefs(run: Run, user_id: int, prefs: bytes) -> None:
    """See `Store.set_prefs`."""
    _set(run, _SET_PREFS, user_id, {"prefs": prefs})


def seen(run: Run, user_id: int, at: int) -> None:
    """See `Store.seen`: of somebody of whom nothing is known, nothing is kept."""
    run.change(_SEEN, {"user": user_id, "seen_at": at, "pressed_at": at})


def pressed(run: Run, user_id: int, at: int) -> None:
    """Keep when a player pressed something, also of one of whom nothing was known."""
    if not run.rows(_READ, {"user": user_id}):
        _set(run, _SET_PREFS, user_id, {"prefs": b"{}"})
    seen(run, user_id, at)


def set_rang(run: Run, user_id: int, rang: str) -> None:
    """Keep when notices rang at a player's."""
    _set(run, _SET_RANG, user_id, {"rang": rang})


def _set(run: Run, statement: Statement, user_id: int, values: dict[str, Any]) -> None:
    if not run.change(statement, {"user": user_id, **values}):
        usual = {"dms_closed": 0, "dm_channel": 0, "prefs": b"{}", "seen_at": 0, "rang": ""}
        new = {**usual, **values}
        run.change(_INSERT, {"user_id": user_id, **new})


def forget(run: Run, user_id: int, now: int) -> list[str]:
    """See `Store.delete_user`."""
    changed: list[str] = []
    named = guests.forget(run, user_id)
    for match_id, status, host_id, seat in run.rows(_TABLES, {"user": user_id}):
        place = {"of_match": match_id, "user": user_id}
        extra = personal.forget_seat(run, match_id, seat)
        if extra is not None:
            run.change(_CHANGE_EXTRA, {"of_match": match_id, "extra": extra})
        if status not in OPEN:
            run.change(_LEAVE_CLOSED, place)
            host = 0 if host_id == user_id else host_id
            run.change(_CHANGE_CLOSED, {"of_match": match_id, "host_id": host})
            continue
        run.change(_LEAVE_OPEN, place)
        remaining = [row[0] for row in run.rows(_REMAINING, {"of_match": match_id})]
        host = host_id if host_id in remaining else next(iter(remaining), 0)
        run.change(
            _CHANGE,
            {
                "of_match": match_id,
                "host_id": host,
                "status": status if remaining else "ended",
                "finished_at": 0 if remaining else now,
                "updated_at": now,
                "goes_on": int(bool(remaining)),
            },
        )
        if not remaining:
            deadlines.replace(run, match_id, ())
        changed.append(match_id)
    changed += [match_id for match_id in named if match_id not in changed]
    for match_id in changed:
        outbox.put(run, match_id, "board", b"", now, now)
    run.change(_FORGET_HOST, {"user": user_id})
    for statement in _FORGET:
        run.change(statement, {"user": user_id})
    return changed
