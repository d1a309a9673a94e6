"""What users build at home: saved designs, the drafts they edit, and what they have shared."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar

import msgspec
from sqlalchemy import bindparam, delete, func, insert, select, update

from bot.store.errors import DraftChanged, NameTaken, NoSuchDesign, NoSuchDraft, TooManyDesigns
from bot.store.rows import DesignRow, DraftRow, ShareRow
from bot.store.statement import Run, Statement
from bot.store.tables import designs, drafts, shares

R = TypeVar("R", DesignRow, DraftRow, ShareRow)

_mine = (designs.c.user_id == bindparam("user")) & (designs.c.game == bindparam("of_game"))
_one = (designs.c.user_id == bindparam("user")) & (designs.c.id == bindparam("of_design"))
_FIELDS: Final = tuple(designs.c[name] for name in DesignRow.__struct_fields__)
_OF_USER: Final = Statement(select(*_FIELDS).where(_mine).order_by(designs.c.key))
_ONE: Final = Statement(select(*_FIELDS).where(_one))
_COUNT: Final = Statement(select(func.count()).select_from(designs).where(_mine))
_NAMED: Final = Statement(select(designs.c.id).where(_mine, designs.c.key == bindparam("called")))
_INSERT: Final = Statement(insert(designs))
_CHANGED: Final = ("key", "name", "code", "updated_at", "body")
_CHANGE: Final = Statement(update(designs).where(_one), _CHANGED)
_RENAME: Final = Statement(update(designs).where(_one), ("key", "name", "code", "updated_at"))
_SET_CODE: Final = Statement(update(designs).where(_one), ("code",))
_REMOVE: Final = Statement(delete(designs).where(_one))

_its_draft = (drafts.c.user_id == bindparam("user")) & (drafts.c.game == bindparam("of_game"))
_DRAFT: Final = Statement(
    select(*(drafts.c[name] for name in DraftRow.__struct_fields__)).where(_its_draft)
)
_INSERT_DRAFT: Final = Statement(insert(drafts))
_CHANGE_DRAFT: Final = Statement(
    update(drafts).where(_its_draft).values(version=drafts.c.version + 1), ("body", "updated_at")
)
_CLEAR_DRAFT: Final = Statement(delete(drafts).where(_its_draft))

_its_share = shares.c.code == bindparam("of_code")
_SHARED: Final = Statement(
    select(*(shares.c[name] for name in ShareRow.__struct_fields__)).where(_its_share)
)
_INSERT_SHARE: Final = Statement(insert(shares))
_LAPSED: Final = Statement(
    select(shares.c.code)
    .where(shares.c.user_id == bindparam("user"), shares.c.game == bindparam("of_game"))
    .order_by(shares.c.shared_at.desc(), shares.c.code)
    .offset(bindparam("most"))
)
_END_SHARE: Final = Statement(delete(shares).where(_its_share))
_END_CODE: Final = Statement(
    update(designs).where(_mine, designs.c.code == bindparam("of_code")).values(code="")
)


# -- saved designs


def of_user(run: Run, user_id: int, game: str) -> list[DesignRow]:
    """See `Store.designs`."""
    found = run.rows(_OF_USER, {"user": user_id, "of_game": game})
    return [_row(DesignRow, values) for values in found]


def _row(kind: type[R], values: tuple[Any, ...]) -> R:
    return kind(**dict(zip(kind.__struct_fields__, values, strict=True)))


def one(run: Run, user_id: int, design_id: str) -> DesignRow | None:
    """See `Store.design`."""
    found = run.rows(_ONE, {"user": user_id, "of_design": design_id})
    return _row(DesignRow, found[0]) if found else None


def save(run: Run, row: DesignRow, most: int, draft_row: DraftRow | None) -> None:
    """See `Store.save_design`."""
    if draft_row is not None:
        _check_draft(run, draft_row)
    place = {"user": row.user_id, "of_game": row.game}
    _check_name(run, row.user_id, row.game, row.key, row.id)
    before = one(run, row.user_id, row.id)
    if before is None:
        if run.rows(_COUNT, place)[0][0] >= most:
            raise TooManyDesigns
        run.change(_INSERT, msgspec.structs.asdict(row))
    else:
        same = (before.name, before.body) == (row.name, row.body)
        changed = msgspec.structs.replace(row, code=before.code if same else "")
        values = {name: getattr(changed, name) for name in _CHANGED}
        run.change(_CHANGE, {"user": row.user_id, "of_design": row.id, **values})
    if draft_row is not None:
        run.change(_CLEAR_DRAFT, place)


def _check_name(run: Run, user_id: int, game: str, key: str, design_id: str) -> None:
    """Raise `NameTaken` when another design has it."""
    named = run.rows(_NAMED, {"user": user_id, "of_game": game, "called": key})
    if named and named[0][0] != design_id:
        raise NameTaken


def rename(run: Run, user_id: int, design_id: str, key: str, name: str, now: int) -> None:
    """See `Store.rename_design`."""
    before = one(run, user_id, design_id)
    if before is None:
        raise NoSuchDesign
    if before.name == name:
        return
    _check_name(run, user_id, before.game, key, design_id)
    place = {"user": user_id, "of_design": design_id}
    run.change(_RENAME, {**place, "key": key, "name": name, "code": "", "updated_at": now})


def remove(run: Run, user_id: int, design_id: str) -> bool:
    """See `Store.delete_design`."""
    return run.change(_REMOVE, {"user": user_id, "of_design": design_id}) > 0


# -- shares


def share(
    run: Run, user_id: int, design_id: str, new_code: Callable[[], str], now: int, most: int
) -> str:
    """See `Store.share_design`."""
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
    run.change(_INSERT_SHARE, msgspec.structs.asdict(snapshot))
    run.change(_SET_CODE, {"user": user_id, "of_design": design_id, "code": code})
    place = {"user": user_id, "of_game": row.game}
    for (lapsed,) in run.rows(_LAPSED, {**place, "most": most}):
        run.change(_END_SHARE, {"of_code": lapsed})
        run.change(_END_CODE, {**place, "of_code": lapsed})
    return code


def shared(run: Run, code: str) -> ShareRow | None:
    """See `Store.shared`."""
    found = run.rows(_SHARED, {"of_code": code})
    return _row(ShareRow, found[0]) if found else None


# -- drafts


def draft(run: Run, user_id: int, game: str) -> DraftRow | None:
    """See `Store.draft`."""
    found = run.rows(_DRAFT, {"user": user_id, "of_game": game})
    return _row(DraftRow, found[0]) if found else None


def begin_draft(run: Run, row: DraftRow) -> None:
    """See `Store.begin_draft`."""
    run.change(_CLEAR_DRAFT, {"user": row.user_id, "of_game": row.game})
    run.change(_INSERT_DRAFT, msgspec.structs.asdict(row))


def change_draft(run: Run, row: DraftRow, body: bytes, now: int) -> None:
    """See `Store.change_draft`."""
    _check_draft(run, row)
    place = {"user": row.user_id, "of_game": row.game}
    run.change(_CHANGE_DRAFT, {**place, "body": body, "updated_at": now})


def _check_draft(run: Run, row: DraftRow) -> None:
    """Raise `NoSuchDraft` or `DraftChanged` unless the stored draft is the one that was read."""
    there = draft(run, row.user_id, row.game)
    if there is None or there.id != row.id:
        raise NoSuchDraft
    if there.version != row.version:
        raise DraftChanged


def drop_draft(run: Run, user_id: int, game: str, draft_id: str) -> bool:
    """See `Store.drop_draft`."""
    there = draft(run, user_id, game)
    if there is None or there.id != draft_id:
        return False
    run.change(_CLEAR_DRAFT, {"user": user_id, "of_game": game})
    return True
