"""Notices: the messages that call players, as long as they stand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import msgspec
from sqlalchemy import bindparam, delete, func, insert, select, update

from bot.store import people
from bot.store.rows import NoticeRow
from bot.store.statement import Run, Statement
from bot.store.tables import hands, notices

_FIELDS: Final = NoticeRow.__struct_fields__
_here = (
    (notices.c.match_id == bindparam("of_match"))
    & (notices.c.user_id == bindparam("user"))
    & (notices.c.public == bindparam("in_public"))
)
_OF_MATCH: Final = Statement(
    select(*(notices.c[name] for name in _FIELDS))
    .where(notices.c.match_id == bindparam("of_match"))
    .order_by(notices.c.user_id, notices.c.public)
)
_ONE: Final = Statement(select(*(notices.c[name] for name in _FIELDS)).where(_here))
_INSERT: Final = Statement(insert(notices))
_DROP: Final = Statement(delete(notices).where(_here))
_SHARED: Final = Statement(
    select(notices.c.user_id)
    .where(
        notices.c.match_id == bindparam("of_match"),
        notices.c.message == bindparam("standing"),
        notices.c.public == bindparam("in_public"),
    )
    .limit(2)
)
_SENT: Final = Statement(
    update(notices).where(
        _here,
        notices.c.number == bindparam("question"),
        notices.c.stage == bindparam("call"),
    ),
    ("message",),
)
_NEWEST_HAND: Final = Statement(
    select(func.max(hands.c.message)).where(hands.c.user_id == bindparam("user"))
)
_NEWEST_NOTICE: Final = Statement(
    select(func.max(notices.c.message)).where(
        notices.c.user_id == bindparam("user"), notices.c.public == 0
    )
)


def _row(found: tuple[Any, ...]) -> NoticeRow:
    values = dict(zip(_FIELDS, found, strict=True))
    values["public"], values["loud"] = bool(values["public"]), bool(values["loud"])
    return NoticeRow(**values)


def _place(row: NoticeRow) -> dict[str, Any]:
    return {"of_match": row.match_id, "user": row.user_id, "in_public": int(row.public)}


def of_match(run: Run, match_id: str) -> list[NoticeRow]:
    """See `Store.notices`."""
    return [_row(found) for found in run.rows(_OF_MATCH, {"of_match": match_id})]


def claim(run: Run, row: NoticeRow, ring: Callable[[str], tuple[bool, str]]) -> NoticeRow:
    """See `Store.claim_notice`."""
    place = _place(row)
    if found := run.rows(_ONE, place):
        old = _row(found[0])
        same = (old.number, old.stage) == (row.number, row.stage)
        if same and (old.at or not row.at):
            return old
        run.change(_DROP, place)
    loud, rang = ring(people.read(run, row.user_id).rang)
    people.set_rang(run, row.user_id, rang)
    new = msgspec.structs.replace(row, loud=loud, message=0)
    run.change(_INSERT, {name: _plain(getattr(new, name)) for name in _FIELDS})
    return new


def _plain(value: Any) -> Any:
    return int(value) if isinstance(value, bool) else value


def sent(run: Run, row: NoticeRow, message: int) -> bool:
    """See `Store.notice_sent`."""
    place = {**_place(row), "question": row.number, "call": row.stage}
    return bool(run.change(_SENT, {**place, "message": message}))


def let_go(run: Run, row: NoticeRow) -> NoticeRow | None:
    """See `Store.let_go_of_notice`."""
    place = _place(row)
    stored = [_row(found) for found in run.rows(_ONE, place)]
    if not stored or (stored[0].number, stored[0].stage) != (row.number, row.stage):
        return None
    message = stored[0].message
    if message and len(run.rows(_SHARED, {**place, "standing": message})) < 2:
        return stored[0]
    run.change(_DROP, place)
    return None


def drop(run: Run, row: NoticeRow) -> None:
    """See `Store.drop_notice`."""
    run.change(_DROP, _place(row))


def newest_in_dm(run: Run, user_id: int) -> int:
    """See `Store.newest_in_dm`."""
    found = [run.rows(each, {"user": user_id})[0][0] for each in (_NEWEST_HAND, _NEWEST_NOTICE)]
    return max((message for message in found if message), default=0)
