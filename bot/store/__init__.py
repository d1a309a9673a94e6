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
    BackupRefused,
    ChannelTaken,
    CopyRefused,
    DatabaseAway,
    DatabaseCorrupt,
    DatabaseLocked,
    DatabaseMissing,
    DatabaseTooNew,
    DatabaseUnwritable,
    DraftChanged,
    NameTaken,
    NoSuchDesign,
    NoSuchDraft,
    RowRefused,
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
    HandRow,
    Home,
    InteractionRow,
    LiveBoard,
    MatchLine,
    MatchRow,
    MoveRow,
    NoticeRow,
    OutboxRow,
    Outgoing,
    Place,
    SeatRow,
    ShareRow,
    Status,
    Unsure,
    UserRow,
)
from bot.store.store import Store

__all__ = [
    "OPEN",
    "UNSURE",
    "AlreadyHandled",
    "BackupRefused",
    "ChannelTaken",
    "Commit",
    "CopyRefused",
    "DatabaseAway",
    "DatabaseCorrupt",
    "DatabaseLocked",
    "DatabaseMissing",
    "DatabaseTooNew",
    "DatabaseUnwritable",
    "Deadline",
    "DesignRow",
    "DraftChanged",
    "DraftRow",
    "DueRow",
    "HandRow",
    "Home",
    "InteractionRow",
    "LiveBoard",
    "MatchLine",
    "MatchRow",
    "MoveRow",
    "NameTaken",
    "NoSuchDesign",
    "NoSuchDraft",
    "NoticeRow",
    "OutboxRow",
    "Outgoing",
    "Place",
    "RowRefused",
    "SeatRow",
    "ServerFull",
    "ShardTaken",
    "ShareRow",
    "Status",
    "Store",
    "StoreError",
    "TooManyDesigns",
    "Unsure",
    "UserRow",
    "VersionConflict",
    "new_id",
]
