"""Where matches are kept: one database, moves durable and cheap.

    store = await Store.open("sqlite+aiosqlite:///var/motordrome.sqlite3")  # or postgresql://…
    await store.new_match(MatchRow(...), seed)
    version = await store.append(Commit(match_id=..., expected_version=0, at=now, moves=[...]))
    await store.close()

Every write is durable when its call returns, and is written whole or not at all. Writes of one
process are gathered into few transactions (`bot.store.together`); times come in as `now`, in UTC
milliseconds.
"""

from bot.store.errors import (
    AlreadyHandled,
    ChannelTaken,
    DatabaseAway,
    DatabaseLocked,
    DatabaseUnwritable,
    DraftChanged,
    NameTaken,
    NoSuchDesign,
    NoSuchDraft,
    ServerFull,
    ShardTaken,
    StoreError,
    TooManyDesigns,
    VersionConflict,
)
from bot.store.ids import new_id
from bot.store.rows import (
    OPEN,
    UNSURE,
    Commit,
    Deadline,
    DesignRow,
    DraftRow,
    DueRow,
    Home,
    InteractionRow,
    MatchRow,
    MoveRow,
    NoticeRow,
    OpenLine,
    OutboxRow,
    Outgoing,
    SeatRow,
    Unsure,
)
from bot.store.store import Store

__all__ = [
    "OPEN",
    "UNSURE",
    "AlreadyHandled",
    "ChannelTaken",
    "Commit",
    "DatabaseAway",
    "DatabaseLocked",
    "DatabaseUnwritable",
    "Deadline",
    "DesignRow",
    "DraftChanged",
    "DraftRow",
    "DueRow",
    "Home",
    "InteractionRow",
    "MatchRow",
    "MoveRow",
    "NameTaken",
    "NoSuchDesign",
    "NoSuchDraft",
    "NoticeRow",
    "OpenLine",
    "OutboxRow",
    "Outgoing",
    "SeatRow",
    "ServerFull",
    "ShardTaken",
    "Store",
    "StoreError",
    "TooManyDesigns",
    "Unsure",
    "VersionConflict",
    "new_id",
]
