"""Who has to do with a match and has no seat there: invited, asked to leave, asking, watching, or
seated there before."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sqlalchemy import bindparam, delete, func, insert, select, text, update

from bot.match.marks import mark_of
from bot.match.seats import Guest
from bot.store.statement import Query, Run, Statement, fields, of_match, of_user, plain
from bot.store.tables import IS_OPEN, guests, matches, outbox, seats
from bot.words import say

FORMER_NAME: Final = say("names.former_player")
MARK: Final = "mark"
"""Kind of a row that names nobody: its `user_id` is `mark_of` somebody who has been forgotten."""

_READ: Final = Query(
    Guest, select(*fields(Guest, guests)).where(of_match(guests)).order_by(guests.c.n)
)
_CLEAR: Final = Statement(delete(guests).where(of_match(guests)))
_INSERT: Final = Statement(insert(guests))
_LAST: Final = Statement(select(func.max(guests.c.n)).where(of_match(guests)))
_INVITED: Final = Statement(
    select(func.max(guests.c.at)).where(of_user(guests), guests.c.kind == "invited")
)
_KEPT_FOR: Final = Statement(
    select(guests.c.match_id)
    .join_from(guests, matches)
    .where(of_user(guests), guests.c.kind == "invited", matches.c.status == "lobby")
    .order_by(matches.c.updated_at.desc())
    .limit(bindparam("most"))
)
_KNOWN_HANDS: Final = tuple(
    Statement(
        select(table.c.match_id, table.c.seat)
        .join_from(table, matches)
        .where(of_user(table), matches.c.status == "live", *more)
    )
    for table, more in ((seats, ()), (guests, (guests.c.kind == "played",)))
)
_OPEN_TO: Final = Statement(
    select(guests.c.match_id)
    .join_from(guests, matches)
    .where(of_user(guests), text(IS_OPEN))
    .distinct()
    .order_by(guests.c.match_id)
)
_TOUCH: Final = Statement(
    update(matches)
    .where(matches.c.id.in_(select(guests.c.match_id).where(of_user(guests))))
    .values(version=matches.c.version + 1)
)
_WATCHES_NO_MORE: Final = Statement(
    delete(guests).where(of_match(guests), of_user(guests), guests.c.kind == "watches")
)
_NAMELESS: Final = Statement(
    update(guests)
    .where(of_user(guests), guests.c.kind == "played")
    .values(user_id=0, name=FORMER_NAME)
)
_FORGET: Final = Statement(delete(guests).where(of_user(guests)))
_TELL_NOT: Final = Statement(delete(outbox).where(outbox.c.target == bindparam("to")))
TOLD_TO_ONE: Final = ("result", "out", "former", "asker")
"""Targets of the outbox that end with the id of the user who is told (`result:17`)."""


def read(run: Run, match_id: str) -> list[Guest]:
    """A match's guests, in order."""
    return run.structs(_READ, of_match=match_id)


def replace(run: Run, new: Sequence[tuple[str, Sequence[Guest]]]) -> None:
    """These are the guests of matches from now on, each given with its id."""
    run.change_many(_CLEAR, [{"of_match": match_id} for match_id, _ in new])
    rows = [plain(row, match_id=id, n=n) for id, those in new for n, row in enumerate(those)]
    run.change_many(_INSERT, rows)


def invited_at(run: Run, user_id: int) -> int:
    """When a seat was last kept for that user that he has not taken, in ms; 0 for never."""
    return run.one(_INVITED, user=user_id) or 0


def kept_for(run: Run, user_id: int, limit: int = 10) -> list[str]:
    """Lobbies that keep a seat free for that user, the newest first."""
    return run.column(_KEPT_FOR, user=user_id, most=limit)


def watches_no_more(run: Run, match_id: str, user_id: int) -> None:
    """He has been told how a match that is over ended. Leaves the version alone."""
    run.change(_WATCHES_NO_MORE, of_match=match_id, user=user_id)


def forget(run: Run, user_id: int) -> list[str]:
    """Forget a user who has to do with matches; call it while he still has his seats. Returns the
    open matches that may show his name for it.

    What he has seen of a running match stays with a mark: he must not play another hand there.
    """
    known = dict.fromkeys(
        (match_id, seat) for each in _KNOWN_HANDS for match_id, seat in run.rows(each, user=user_id)
    )
    named: list[str] = run.column(_OPEN_TO, user=user_id)
    run.change(_TOUCH, user=user_id)
    run.change(_NAMELESS, user=user_id)
    run.change(_FORGET, user=user_id)
    for target in TOLD_TO_ONE:
        run.change(_TELL_NOT, to=f"{target}:{user_id}")
    for match_id, seat in known:
        last = run.one(_LAST, of_match=match_id)
        mark = Guest(user_id=mark_of(match_id, user_id), kind=MARK, seat=seat)
        n = 0 if last is None else last + 1
        run.change(_INSERT, **plain(mark, match_id=match_id, n=n))
    return named
