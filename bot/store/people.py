"""Users: their preferences, their direct messages, and forgetting them with all they have built."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from sqlalchemy import bindparam, delete, select, update

from bot.store import deadlines, guests, outbox, personal
from bot.store.guests import FORMER_NAME
from bot.store.rows import OPEN, UserRow
from bot.store.statement import Query, Run, Statement, fields, of_match, of_user, plain, upsert
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

_user = of_user(users)
_READ: Final = Query(UserRow, select(*fields(UserRow, users)).where(_user))
_SET_DM: Final = upsert(users, "dms_closed", "dm_channel")
_SET_PREFS: Final = upsert(users, "prefs")
_SET_RANG: Final = upsert(users, "rang")
_PRESSED: Final = upsert(users, most=("seen_at",))
_SEEN: Final = Statement(
    update(users).where(_user, users.c.seen_at < bindparam("pressed_at")), ("seen_at",)
)

_TABLES: Final = Statement(
    select(matches.c.id, matches.c.status, matches.c.host_id, seats.c.seat)
    .join_from(seats, matches)
    .where(of_user(seats))
    .order_by(matches.c.id)
    .with_for_update()  # what is written hangs on what is read
)
_FORMER: Final = {"user_id": None, "name": FORMER_NAME, "acted_at": 0}
_LEAVE_OPEN: Final = Statement(
    update(seats)
    .where(of_match(seats), of_user(seats))
    .values(**_FORMER, computer=FORMER_LEVEL, passes=0, missed=0, lapsed=0, muted=0)
)
_LEAVE_CLOSED: Final = Statement(
    update(seats).where(of_match(seats), of_user(seats)).values(**_FORMER)
)
_REMAINING: Final = Statement(
    select(seats.c.user_id)
    .where(of_match(seats), seats.c.user_id.is_not(None))
    .order_by(seats.c.seat)
)
_anew = update(matches).where(of_match(matches)).values(version=matches.c.version + 1)
_CHANGE: Final = Statement(_anew, ("host_id", "status", "finished_at", "updated_at", "goes_on"))
_CHANGE_CLOSED: Final = Statement(_anew, ("host_id",))
_CHANGE_EXTRA: Final = Statement(update(matches).where(of_match(matches)), ("extra",))
_FORGET_HOST: Final = Statement(
    update(matches).where(matches.c.host_id == bindparam("user")).values(host_id=0)
)
_FORGET: Final = tuple(
    Statement(delete(table).where(of_user(table)))
    for table in (hands, notices, interactions, designs, drafts, shares, users)
)


def read(run: Run, user_id: int) -> UserRow:
    """What is known of a user; the defaults for a stranger."""
    return run.struct(_READ, user=user_id) or UserRow(user_id=user_id)


def set_dm(run: Run, user_id: int, channel: int, *, closed: bool) -> None:
    """Note a user's direct message channel and whether it takes messages."""
    _set(run, _SET_DM, user_id, dms_closed=closed, dm_channel=channel)


def set_prefs(run: Run, user_id: int, prefs: bytes) -> None:
    """Keep a user's preferences."""
    _set(run, _SET_PREFS, user_id, prefs=prefs)


def seen(run: Run, user_id: int, at: int) -> None:
    """Keep when a user last pressed something (a commit's `pressed` does so by itself).

    Nothing is kept of somebody of whom nothing is known yet.
    """
    run.change(_SEEN, user=user_id, seen_at=at, pressed_at=at)


def pressed(run: Run, presses: Iterable[tuple[int, int]]) -> None:
    """Keep when players pressed something (user, ms), also of those of whom nothing was known."""
    # In order: two processes that keep the same users never wait for each other.
    rows = [plain(UserRow(user_id=user_id, seen_at=at)) for user_id, at in sorted(presses)]
    run.change_many(_PRESSED, rows)


def set_rang(run: Run, user_id: int, rang: str) -> None:
    """Keep when notices rang at a player's."""
    _set(run, _SET_RANG, user_id, rang=rang)


def _set(run: Run, statement: Statement, user_id: int, **values: Any) -> None:
    run.change(statement, **plain(UserRow(user_id=user_id, **values)))


def forget(run: Run, user_id: int, now: int) -> list[str]:
    """Forget a user everywhere; returns the open matches that this has changed.

    His seats stay as a former player's, also in matches that are over or packed: in an open match
    the computer plays on, once somebody drives it (`Matches.drive`), the host is the next person,
    and the board is shown anew; also where he only asks for a seat, or is invited. Lobbies and
    matches without people are ended. His designs and drafts are gone, with what he has shared,
    answered ahead, and the words he typed before a start.

    What stays is the game's: until a running match ends a mark that he has seen a hand there
    (`bot.store.guests.forget`), his moves, with the names he gave to what he brought along, and
    `matches.words`, all players' words of a match that has started. Every draw was made with
    those, and `/verify` could not check one without them.
    """
    changed: list[str] = []
    named = guests.forget(run, user_id)
    for match_id, status, host_id, seat in run.rows(_TABLES, user=user_id):
        place = {"of_match": match_id, "user": user_id}
        extra = personal.forget_seat(run, match_id, seat)
        if extra is not None:
            run.change(_CHANGE_EXTRA, of_match=match_id, extra=extra)
        if status not in OPEN:
            run.change(_LEAVE_CLOSED, **place)
            host = 0 if host_id == user_id else host_id
            run.change(_CHANGE_CLOSED, of_match=match_id, host_id=host)
            continue
        run.change(_LEAVE_OPEN, **place)
        remaining = run.column(_REMAINING, of_match=match_id)
        host = host_id if host_id in remaining else next(iter(remaining), 0)
        run.change(
            _CHANGE,
            of_match=match_id,
            host_id=host,
            status=status if remaining else "ended",
            finished_at=0 if remaining else now,
            updated_at=now,
            goes_on=bool(remaining),
        )
        if not remaining:
            deadlines.replace(run, [(match_id, ())])
        changed.append(match_id)
    changed += [match_id for match_id in named if match_id not in changed]
    for match_id in changed:
        outbox.put(run, match_id, "board", b"", now)
    run.change(_FORGET_HOST, user=user_id)
    for statement in _FORGET:
        run.change(statement, user=user_id)
    return changed
