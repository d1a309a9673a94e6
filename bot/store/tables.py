"""The tables. Migrations build the same ones; a test compares the two."""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import (
    BigInteger,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    SmallInteger,
    Table,
    Text,
    text,
)

metadata: Final = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
    }
)

_SNOWFLAKE_KEY: Final = BigInteger().with_variant(Integer, "sqlite")
"""SQLite makes the row number of an INTEGER key, and another tree for a BIGINT."""

IS_OPEN: Final = "status IN ('lobby', 'live')"
"""As text: SQLite uses a partial index only for a condition it can read."""
HOLDS: Final = f"{IS_OPEN} AND resting = 0"
"""Of an open match: it has its channel to itself. One that rests leaves it to others."""
IN_THREAD: Final = "parent_id > 0"
IS_OVER: Final = "finished_at > 0"


def _match(*, cascade: bool = True) -> Column[str]:
    return Column(
        "match_id",
        Text,
        ForeignKey("matches.id", ondelete="CASCADE" if cascade else None),
        primary_key=True,
    )


def _whole(name: str, **more: Any) -> Column[int]:
    return Column(name, Integer, nullable=False, **more)


def _flag(name: str) -> Column[int]:
    """0 or 1."""
    return Column(name, SmallInteger, nullable=False)


def _id(name: str, **more: Any) -> Column[int]:
    """An id of Discord; 0 where there is none."""
    return Column(name, BigInteger, nullable=False, **more)


def _ms(name: str) -> Column[int]:
    """UTC milliseconds; 0 for never."""
    return Column(name, BigInteger, nullable=False)


def _words(name: str) -> Column[str]:
    return Column(name, Text, nullable=False)


def _blob(name: str, *, nullable: bool = False) -> Column[bytes]:
    return Column(name, LargeBinary, nullable=nullable)


matches: Final = Table(
    "matches",
    metadata,
    Column("id", Text, primary_key=True),
    _words("game"),
    _id("guild_id"),
    _id("channel_id"),
    _id("parent_id"),
    _id("host_id"),
    _words("status"),
    _whole("version"),
    _words("pace"),
    _words("words"),
    _words("commitment"),
    _whole("last_move"),
    _id("board_message"),
    _words("board_key"),
    _ms("board_at"),
    _ms("created_at"),
    _ms("updated_at"),
    _ms("finished_at"),
    _blob("options"),
    _blob("extra"),
    _blob("result", nullable=True),
    _blob("save", nullable=True),  # late: the columns before it are read without its pages
    Column("goes_on", SmallInteger, nullable=False, server_default="0"),
    Column("resting", SmallInteger, nullable=False, server_default="0"),
    Index(
        "uq_matches_open_channel",
        "channel_id",
        unique=True,
        sqlite_where=text(HOLDS),
        postgresql_where=text(HOLDS),
    ),
    Index(
        "ix_matches_open_place",
        "guild_id",
        "channel_id",
        sqlite_where=text(IS_OPEN),
        postgresql_where=text(IS_OPEN),
    ),
    Index(
        "ix_matches_open_parent",
        "parent_id",
        sqlite_where=text(f"{IN_THREAD} AND {IS_OPEN}"),
        postgresql_where=text(f"{IN_THREAD} AND {IS_OPEN}"),
    ),
    Index(
        "ix_matches_finished_at",
        "finished_at",
        sqlite_where=text(IS_OVER),
        postgresql_where=text(IS_OVER),
    ),
)

seats: Final = Table(
    "seats",
    metadata,
    _match(),
    _whole("seat", primary_key=True, autoincrement=False),
    _words("name"),
    Column("user_id", BigInteger, nullable=True, index=True),
    _words("computer"),
    _flag("passes"),
    _whole("missed"),
    _whole("seen"),
    _whole("lapsed", server_default="0"),
    Column("muted", SmallInteger, nullable=False, server_default="0"),
    Column("since", Integer, nullable=False, server_default="0"),
    Column("acted_at", BigInteger, nullable=False, server_default="0"),
    sqlite_with_rowid=False,
)

guests: Final = Table(
    "guests",
    metadata,
    _match(),
    _whole("n", primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, nullable=False, index=True),
    _words("kind"),
    _whole("seat"),
    _words("name"),
    _ms("at"),
    _whole("first"),
    _whole("last"),
    sqlite_with_rowid=False,
)

hands: Final = Table(
    "hands",
    metadata,
    _match(),
    _id("user_id", primary_key=True, autoincrement=False),
    _id("channel"),
    _id("message"),
    _words("key"),
    Column("at", BigInteger, nullable=False, server_default="0"),
    sqlite_with_rowid=False,
)

# A match is never joined with its seed, and cannot be deleted while the seed is there.
secrets: Final = Table("secrets", metadata, _match(cascade=False), _blob("seed"))

moves: Final = Table(
    "moves",
    metadata,
    _match(),
    _whole("n", primary_key=True, autoincrement=False),
    _whole("seat"),
    _words("kind"),
    _whole("number"),
    _blob("value"),
    _blob("events"),
    _blob("checkpoint", nullable=True),
    _words("why"),
    Column("interaction_id", BigInteger, nullable=True),
    _ms("at"),
    _flag("undone"),
    _blob("draws", nullable=True),
)

# A match that has long been over, packed: see `bot.store.archive`.
archives: Final = Table("archives", metadata, _match(), _ms("at"), _blob("extra"), _blob("body"))

interactions: Final = Table(
    "interactions",
    metadata,
    Column("id", _SNOWFLAKE_KEY, primary_key=True, autoincrement=False),
    Column("match_id", Text, ForeignKey("matches.id", ondelete="CASCADE"), nullable=False),
    _id("user_id"),
    _blob("response"),
    Column("at", BigInteger, nullable=False, index=True),
)

# One row for each thing to tell: a newer one takes the older one's place, so that folding,
# claiming and cleaning up are one row's business.
outbox: Final = Table(
    "outbox",
    metadata,
    _match(),
    Column("target", Text, primary_key=True),
    _id("id"),
    _blob("payload"),
    _ms("created_at"),
    Column("due_at", BigInteger, nullable=False, index=True),
    _whole("attempts"),
    _ms("lease_until"),
    _id("lease"),
    sqlite_with_rowid=False,
)

deadlines: Final = Table(
    "deadlines",
    metadata,
    _match(),
    _whole("number", primary_key=True, autoincrement=False),
    _whole("stage", primary_key=True, autoincrement=False),
    _whole("seat"),
    Column("due_at", BigInteger, nullable=False, index=True),
    _ms("lease_until"),
    sqlite_with_rowid=False,
)

users: Final = Table(
    "users",
    metadata,
    Column("user_id", _SNOWFLAKE_KEY, primary_key=True, autoincrement=False),
    _flag("dms_closed"),
    _id("dm_channel"),
    _blob("prefs"),
    Column("seen_at", BigInteger, nullable=False, server_default="0"),
    Column("rang", Text, nullable=False, server_default=""),
)

# A message that calls a player, as long as it stands: one in his direct messages (public 0) and one
# in the channel (1), which several share.
notices: Final = Table(
    "notices",
    metadata,
    _match(),
    _id("user_id", primary_key=True, autoincrement=False, index=True),
    Column("public", SmallInteger, nullable=False, primary_key=True, autoincrement=False),
    _whole("number"),
    _whole("stage"),
    _flag("loud"),
    _id("channel"),
    _id("message"),
    _ms("at"),
    sqlite_with_rowid=False,
)

designs: Final = Table(
    "designs",
    metadata,
    Column("id", Text, primary_key=True),
    _id("user_id"),
    _words("game"),
    _words("key"),
    _words("name"),
    _words("code"),
    _ms("updated_at"),
    _blob("body"),
    Index("uq_designs_user_id_game_key", "user_id", "game", "key", unique=True),
)

# What is being edited, kept apart from what is saved: it need not be legal.
drafts: Final = Table(
    "drafts",
    metadata,
    _id("user_id", primary_key=True, autoincrement=False),
    Column("game", Text, primary_key=True),
    _words("id"),
    _words("origin"),
    _words("name"),
    _whole("version"),
    _ms("updated_at"),
    _blob("body"),
    sqlite_with_rowid=False,
)

# A share is a snapshot: it has nothing but its owner in common with the design it was made of.
shares: Final = Table(
    "shares",
    metadata,
    Column("code", Text, primary_key=True),
    _id("user_id"),
    _words("game"),
    _words("name"),
    _ms("shared_at"),
    _blob("body"),
    Index("ix_shares_user_id_game_shared_at", "user_id", "game", "shared_at"),
)

# What the program itself has to remember between runs.
notes: Final = Table("notes", metadata, Column("name", Text, primary_key=True), _words("value"))

# Servers that have thrown the bot out, until it is back or all that is of them has been deleted.
servers: Final = Table(
    "servers",
    metadata,
    Column("guild_id", _SNOWFLAKE_KEY, primary_key=True, autoincrement=False),
    _ms("gone_at"),
)
