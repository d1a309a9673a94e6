"""Who has to do with a match and has no seat there: invited, asked to leave, asking, watching, or
seated there before."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import msgspec
from sqlalchemy import bindparam, delete, func, insert, select, text, update

from bot.match.marks import mark_of
from bot.store.rows import GuestRow
from bot.store.statement import Run, Statement
from bot.store.tables import IS_OPEN, guests, matches, outbox, seats

FORMER_NAME: Final = "a former player"
MARK: Final = "mark"
"""Kind of a row that names nobody: its `user_id` is `mark_of` somebody who has been forgotten."""

_FIELDS: Final = GuestRow.__struct_fields__
_READ: Final = Statement(
    select(*(guests.c[name] for name in _FIELDS))
    .where(guests.c.match_id == bindparam("of_match"))
    .order_by(guests.c.n)
)
_CLEAR: Final = Statement(delete(guests).where(guests.c.match_id == bindparam("of_match")))
_INSERT: Final = Statement(insert(guests))
_LAST: Final = Statement(
    select(func.max(guests.c.n)).where(guests.c.match_id == bindparam("of_match"))
)
_INVITED: Final = Statement(
    select(func.max(guests.c.at)).where(
        guests.c.user_id == bindparam("user"), guests.c.kind == "invited"
    )
)
_KEPT_FOR: Final = Statement(
    select(guests.c.match_id)
    .join_from(guests, matches, matches.c.id == guests.c.match_id)
    .where(
        guests.c.user_id == bindparam("user"),
        guests.c.kind == "invited",
        matches.c.status == "lobby",
    )
    .order_by(matches.c.updated_at.desc())
    .limit(bindparam("most"))
)
_KNOWN_HANDS: Final = (
    Statement(
        select(seats.c.match_id, seats.c.seat)
        .join_from(seats, matches, matches.c.id == seats.c.match_id)
        .where(seats.c.user_id == bindparam("user"), matches.c.status == "live")
    ),
    Statement(
        select(guests.c.match_id, guests.c.seat)
        .join_from(guests, matches, matches.c.id == guests.c.match_id)
        .where(
            guests.c.user_id == bindparam("user"),
            guests.c.kind == "played",
            matches.c.status == "live",
        )
    ),
)
_OPEN_TO: Final = Statement(
    select(guests.c.match_id)
    .join_from(guests, matches, matches.c.id == guests.c.match_id)
    .where(guests.c.user_id == bindparam("user"), text(IS_OPEN))
    .distinct()
    .order_by(guests.c.match_id)
)
_TOUCH: Final = Statement(
    update(matches)
    .where(matches.c.id.in_(select(guests.c.match_id).where(guests.c.user_id == bindparam("user"))))
    .values(version=matches.c.version + 1)
)
_WATCHES_NO_MORE: Final = Statement(
    delete(guests).where(
        guests.c.match_id == bindparam("of_match"),
        guests.c.user_id == bindparam("user"),
        guests.c.kind == "watches",
    )
)
_NAMELESS: Final = Statement(
    update(guests)
    .where(guests.c.user_id == bindparam("user"), guests.c.kind == "played")
    .values(user_id=0, name=FORMER_NAME)
)
_FORGET: Final = Statement(delete(guests).where(guests.c.user_id == bindparam("user")))
_TELL_NOT: Final = Statement(delete(outbox).where(outbox.c.target == bindparam("to")))
TOLD_TO_ONE: Final = ("result", "out", "former", "asker")
"""Targets of the outbox that end with the id of the user who is told (`result:17`)."""


def read(run: Run, match_id: str) -> list[GuestRow]:
    """A match's guests, in order."""
    return [
        GuestRow(**dict(zip(_FIELDS, row, strict=True)))
        for row in run.rows(_READ, {"of_match": match_id})
    ]


def replace(run: Run, match_id: str, rows: Sequence[GuestRow]) -> None:
    """These are a match's guests from now on."""
    run.change(_CLEAR, {"of_match": match_id})
    run.change_many(
        _INSERT,
        [
            {"match_id": match_id, "n": n, **msgspec.structs.asdict(row)}
            for n, row in enumerate(rows)
        ],
    )


def invited_at(run: Run, user_id: int) -> int:
    """See `Store.invited_at`."""
    return run.rows(_INVITED, {"user": user_id})[0][0] or 0


def kept_for(run: Run, user_id: int, limit: int) -> list[str]:
    """See `Store.kept_for`."""
    return [row[0] for row in run.rows(_KEPT_FOR, {"user": user_id, "most": limit})]


def watches_no_more(run: Run, match_id: str, user_id: int) -> None:
    """See `Store.watches_no_more`."""
    run.change(_WATCHES_NO_MORE, {"of_match": match_id, "user": user_id})


def forget(run: Run, user_id: int) -> list[str]:
    """Forget a user who has to do with matches; call it while he still has his seats. Returns the
    open matches that may show his name for it.

    What he has seen of a running match stays with a mark: he must not play another hand there.
    """
    known: list[tuple[str, int]] = []
    for statement in _KNOWN_HANDS:
        known += [(row[0], row[1]) for row in run.rows(statement, {"user": user_id})]
    named = [row[0] for row in run.rows(_OPEN_TO, {"user": user_id})]
    run.change(_TOUCH, {"user": user_id})
    run.change(_NAMELESS, {"user": user_id})
    run.change(_FORGET, {"user": user_id})
    for target in TOLD_TO_ONE:
        run.change(_TELL_NOT, {"to": f"{target}:{user_id}"})
    for match_id, seat in dict.fromkeys(known):
        _add(run, match_id, GuestRow(user_id=mark_of(match_id, user_id), kind=MARK, seat=seat))
    return named


def _add(run: Run, match_id: str, row: GuestRow) -> None:
    last: Any = run.rows(_LAST, {"of_match": match_id})[0][0]
    n = 0 if last is None else last + 1
    run.change(_INSERT, {"match_id": match_id, "n": n, **msgspec.structs.asdict(row)})
