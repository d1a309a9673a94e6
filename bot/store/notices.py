"""Notices: the messages that call players, as long as they stand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import msgspec
from sqlalchemy import bindparam, delete, func, insert, select, update

from bot.store import people
from bot.store.rows import NoticeRow
from bot.store.statement import Query, Run, Statement, fields, of_match, of_user, plain
from bot.store.tables import hands, notices

_here = of_match(notices) & of_user(notices) & (notices.c.public == bindparam("in_public"))
_rows = select(*fields(NoticeRow, notices)).order_by(notices.c.user_id, notices.c.public)
_OF_MATCH: Final = Query(NoticeRow, _rows.where(of_match(notices)))
_ONE: Final = Query(NoticeRow, _rows.where(_here))
_INSERT: Final = Statement(insert(notices))
_DROP: Final = Statement(delete(notices).where(_here))
_SHARED: Final = Statement(
    select(notices.c.user_id)
    .where(
        of_match(notices),
        notices.c.message == bindparam("standing"),
        notices.c.public == bindparam("in_public"),
    )
    .limit(2)
)
_this = (notices.c.number == bindparam("question")) & (notices.c.stage == bindparam("call"))
_DROP_THIS: Final = Statement(delete(notices).where(_here, _this))
_SENT: Final = Statement(update(notices).where(_here, _this), ("message",))
_NEWEST_HAND: Final = Statement(select(func.max(hands.c.message)).where(of_user(hands)))
_NEWEST_NOTICE: Final = Statement(
    select(func.max(notices.c.message)).where(of_user(notices), notices.c.public == 0)
)


def _place(row: NoticeRow) -> dict[str, Any]:
    return {"of_match": row.match_id, "user": row.user_id, "in_public": int(row.public)}


def _call(row: NoticeRow) -> dict[str, Any]:
    return {"question": row.number, "call": row.stage}


def every(run: Run, match_id: str) -> list[NoticeRow]:
    """The notices of a match that stand, or are being sent, by user."""
    return run.structs(_OF_MATCH, of_match=match_id)


def claim(run: Run, row: NoticeRow, ring: Callable[[str], tuple[bool, str]]) -> NoticeRow:
    """Take it on to send a notice, in place of the one there was; returns it as it is stored.

    `ring` is given when notices rang at that user's and says whether this one does, and what to
    keep of it: both are one transaction, whoever else is sending. Who has taken on the same call
    for the same question already gets that row back, and nothing rings twice; a row whose `at` is 0
    is only a wish to send it.
    """
    run.alone(row.user_id)
    place = _place(row)
    if (old := run.struct(_ONE, **place)) is not None:
        same = (old.number, old.stage) == (row.number, row.stage)
        if same and (old.at or not row.at):
            return old
        run.change(_DROP, **place)
    loud, rang = ring(people.read(run, row.user_id).rang)
    people.set_rang(run, row.user_id, rang)
    new = msgspec.structs.replace(row, loud=loud, message=0)
    run.change(_INSERT, **plain(new))
    return new


def sent(run: Run, row: NoticeRow, message: int, late: Callable[[str], str] | None = None) -> bool:
    """Note its message; False where the row has gone: its player has been forgotten.

    `late`, for one that rang long after it was taken on, makes of when notices rang at that user's
    what to keep of it.
    """
    if late is not None:
        run.alone(row.user_id)
    if not run.change(_SENT, **_place(row), **_call(row), message=message):
        return False
    if late is not None:
        people.set_rang(run, row.user_id, late(people.read(run, row.user_id).rang))
    return True


def let_go(run: Run, row: NoticeRow) -> NoticeRow | None:
    """Drop a notice whose message others share, or that nobody has begun to send. Where its message
    stands for nobody else, or may stand though nobody has noted it, nothing is dropped: returns the
    row, whose message is to be deleted first. What has taken its place meanwhile stays."""
    run.alone(row.user_id)
    place = _place(row)
    stored = run.struct(_ONE, **place)
    if stored is None or (stored.number, stored.stage) != (row.number, row.stage):
        return None
    shared = stored.message and len(run.rows(_SHARED, **place, standing=stored.message)) > 1
    if stored.at and not shared:
        return stored
    run.change(_DROP, **place)
    return None


def drop(run: Run, row: NoticeRow) -> None:
    """It has been deleted. What has taken its place meanwhile stays."""
    run.change(_DROP_THIS, **_place(row), **_call(row))


def newest_in_dm(run: Run, user_id: int) -> int:
    """The newest message with a hand or a notice in a user's direct messages; 0 for none."""
    return max(run.one(each, user=user_id) or 0 for each in (_NEWEST_HAND, _NEWEST_NOTICE))
