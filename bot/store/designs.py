"""What users build at home: saved designs, the drafts they edit, and what they have shared."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import msgspec
from sqlalchemy import bindparam, delete, func, insert, select, update

from bot.store.errors import DraftChanged, NameTaken, NoSuchDesign, NoSuchDraft, TooManyDesigns
from bot.store.rows import DesignRow, DraftRow, ShareRow
from bot.store.statement import Query, Run, Statement, fields, of_user, plain
from bot.store.tables import designs, drafts, shares

_mine = of_user(designs) & (designs.c.game == bindparam("of_game"))
_one = of_user(designs) & (designs.c.id == bindparam("of_design"))
_FIELDS: Final = fields(DesignRow, designs)
_OF_USER: Final = Query(DesignRow, select(*_FIELDS).where(_mine).order_by(designs.c.key))
_ONE: Final = Query(DesignRow, select(*_FIELDS).where(_one))
_COUNT: Final = Statement(select(func.count()).select_from(designs).where(_mine))
_NAMED: Final = Statement(select(designs.c.id).where(_mine, designs.c.key == bindparam("called")))
_INSERT: Final = Statement(insert(designs))
_CHANGED: Final = ("key", "name", "code", "updated_at", "body")
_CHANGE: Final = Statement(update(designs).where(_one), _CHANGED)
_SET_CODE: Final = Statement(update(designs).where(_one), ("code",))
_REMOVE: Final = Statement(delete(designs).where(_one))

_its_draft = of_user(drafts) & (drafts.c.game == bindparam("of_game"))
_DRAFT: Final = Query(DraftRow, select(*fields(DraftRow, drafts)).where(_its_draft))
_INSERT_DRAFT: Final = Statement(insert(drafts))
_CHANGE_DRAFT: Final = Statement(
    update(drafts).where(_its_draft).values(version=drafts.c.version + 1), ("body", "updated_at")
)
_CLEAR_DRAFT: Final = Statement(delete(drafts).where(_its_draft))

_its_share = shares.c.code == bindparam("of_code")
_SHARED: Final = Query(ShareRow, select(*fields(ShareRow, shares)).where(_its_share))
_INSERT_SHARE: Final = Statement(insert(shares))
_LAPSED: Final = Statement(
    select(shares.c.code)
    .where(of_user(shares), shares.c.game == bindparam("of_game"))
    .order_by(shares.c.shared_at.desc(), shares.c.code)
    .offset(bindparam("most"))
)
_END_SHARE: Final = Statement(delete(shares).where(_its_share))
_END_CODE: Final = Statement(
    update(designs).where(_mine, designs.c.code == bindparam("of_code")).values(code="")
)


# -- saved designs


def every(run: Run, user_id: int, game: str) -> list[DesignRow]:
    """A user's saved designs for a game, by name."""
    return run.structs(_OF_USER, user=user_id, of_game=game)


def one(run: Run, user_id: int, design_id: str) -> DesignRow | None:
    """A saved design, if it is that user's."""
    return run.struct(_ONE, user=user_id, of_design=design_id)


def save(run: Run, row: DesignRow, *, most: int, draft: DraftRow | None = None) -> None:
    """Save a design: in place of the one with its id, or as a new one; `draft` ends with it.

    A design that has changed is no longer what its share code names, and loses it. Raises
    `NoSuchDraft` or `DraftChanged` when the draft is not the stored one any more, `NameTaken` when
    another design has the key, `TooManyDesigns` when it would be one more than `most`.
    """
    run.alone(row.user_id)
    if draft is not None:
        _check_draft(run, draft)
    place = {"user": row.user_id, "of_game": row.game}
    _check_name(run, row.user_id, row.game, row.key, row.id)
    before = one(run, row.user_id, row.id)
    if before is None:
        if run.column(_COUNT, **place)[0] >= most:
            raise TooManyDesigns
        run.change(_INSERT, **plain(row))
    else:
        same = (before.name, before.body) == (row.name, row.body)
        changed = msgspec.structs.replace(row, code=before.code if same else "")
        values = {name: getattr(changed, name) for name in _CHANGED}
        run.change(_CHANGE, user=row.user_id, of_design=row.id, **values)
    if draft is not None:
        run.change(_CLEAR_DRAFT, **place)


def _check_name(run: Run, user_id: int, game: str, key: str, design_id: str) -> None:
    """Raise `NameTaken` when another design has it."""
    if run.one(_NAMED, user=user_id, of_game=game, called=key) not in (None, design_id):
        raise NameTaken


def rename(run: Run, user_id: int, design_id: str, key: str, name: str, now: int) -> None:
    """Give a design another name. Raises `NoSuchDesign` or `NameTaken`."""
    run.alone(user_id)
    before = one(run, user_id, design_id)
    if before is None:
        raise NoSuchDesign
    if before.name == name:
        return
    _check_name(run, user_id, before.game, key, design_id)
    new = {"key": key, "name": name, "code": "", "updated_at": now, "body": before.body}
    run.change(_CHANGE, user=user_id, of_design=design_id, **new)


def remove(run: Run, user_id: int, design_id: str) -> bool:
    """Delete a saved design; False when that user has none of that id. Its shares stay."""
    return run.change(_REMOVE, user=user_id, of_design=design_id) > 0


# -- shares


def share(
    run: Run, user_id: int, design_id: str, new_code: Callable[[], str], now: int, *, most: int
) -> str:
    """The share code of what a design is now; made with `new_code` unless it has one.

    A user's oldest shares of a game lapse when there are more than `most`. Raises `NoSuchDesign`.
    """
    run.alone(user_id)
    row = one(run, user_id, design_id)
    if row is None:
        raise NoSuchDesign
    if row.code:
        return row.code
    code = new_code()
    while shared(run, code) is not None:
        code = new_code()
    snapshot = ShareRow(
        code=code, user_id=user_id, game=row.game, name=row.name, shared_at=now, body=row.body
    )
    run.change(_INSERT_SHARE, **plain(snapshot))
    run.change(_SET_CODE, user=user_id, of_design=design_id, code=code)
    place = {"user": user_id, "of_game": row.game}
    for lapsed in run.column(_LAPSED, **place, most=most):
        run.change(_END_SHARE, of_code=lapsed)
        run.change(_END_CODE, **place, of_code=lapsed)
    return code


def shared(run: Run, code: str) -> ShareRow | None:
    """What a share code names."""
    return run.struct(_SHARED, of_code=code)


# -- drafts


def draft(run: Run, user_id: int, game: str) -> DraftRow | None:
    """What a user is editing for a game."""
    return run.struct(_DRAFT, user=user_id, of_game=game)


def begin_draft(run: Run, row: DraftRow) -> None:
    """Begin a draft, in place of the one there was."""
    run.alone(row.user_id)
    run.change(_CLEAR_DRAFT, user=row.user_id, of_game=row.game)
    run.change(_INSERT_DRAFT, **plain(row))


def change_draft(run: Run, row: DraftRow, body: bytes, now: int) -> None:
    """Change a draft that was read as `row`. Raises `NoSuchDraft` or `DraftChanged`."""
    run.alone(row.user_id)
    _check_draft(run, row)
    new = {"body": body, "updated_at": now}
    run.change(_CHANGE_DRAFT, user=row.user_id, of_game=row.game, **new)


def _check_draft(run: Run, row: DraftRow) -> None:
    """Raise `NoSuchDraft` or `DraftChanged` unless the stored draft is the one that was read."""
    there = draft(run, row.user_id, row.game)
    if there is None or there.id != row.id:
        raise NoSuchDraft
    if there.version != row.version:
        raise DraftChanged


def drop_draft(run: Run, user_id: int, game: str, draft_id: str) -> bool:
    """Discard a draft; False when it is not there any more."""
    run.alone(user_id)
    there = draft(run, user_id, game)
    if there is None or there.id != draft_id:
        return False
    run.change(_CLEAR_DRAFT, user=user_id, of_game=game)
    return True
