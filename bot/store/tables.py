"""The tables. Migrations build the same ones; a test compares the two."""

from __future__ import annotations

from typing import Final

from sqlalchemy import Index, MetaData, Table

from bot.store.columns import (
    KEY,
    NAMES,
    blob,
    flag,
    ms,
    of_match,
    only,
    snowflake,
    snowflake_key,
    text,
    whole,
)

metadata: Final = MetaData(naming_convention=NAMES)

IS_OPEN: Final = "status IN ('lobby', 'live')"
HOLDS: Final = f"{IS_OPEN} AND resting = 0"
"""Of an open match: it has its channel to itself. One that rests leaves it to others."""
IN_THREAD: Final = "parent_id > 0"
IS_OVER: Final = "finished_at > 0"


matches: Final = Table(
    "matches",
    metadata,
    text("id", primary_key=True),
    text("game"),
    snowflake("guild_id"),
    snowflake("channel_id"),
    snowflake("parent_id"),
    snowflake("host_id"),
    text("status"),
    whole("version"),
    text("pace"),
    text("words"),
    text("commitment"),
    whole("last_move"),
    snowflake("board_message"),
    text("board_key"),
    ms("board_at"),
    ms("created_at"),
    ms("updated_at"),
    ms("finished_at"),
    blob("options"),
    blob("extra"),
    blob("result", nullable=True),
    blob("save", nullable=True),  # late: the columns before it are read without its pages
    flag("goes_on", server_default="0"),
    flag("resting", server_default="0"),
    Index("uq_matches_open_channel", "channel_id", unique=True, **only(HOLDS)),
    Index("ix_matches_open_place", "guild_id", "channel_id", **only(IS_OPEN)),
    Index("ix_matches_open_parent", "parent_id", **only(f"{IN_THREAD} AND {IS_OPEN}")),
    Index("ix_matches_finished_at", "finished_at", **only(IS_OVER)),
)

seats: Final = Table(
    "seats",
    metadata,
    of_match(),
    whole("seat", **KEY),
    text("name"),
    snowflake("user_id", nullable=True, index=True),
    text("computer"),
    flag("passes"),
    whole("missed"),
    whole("seen"),
    whole("lapsed", server_default="0"),
    flag("muted", server_default="0"),
    whole("since", server_default="0"),
    ms("acted_at", server_default="0"),
    sqlite_with_rowid=False,
)

guests: Final = Table(
    "guests",
    metadata,
    of_match(),
    whole("n", **KEY),
    snowflake("user_id", index=True),
    text("kind"),
    whole("seat"),
    text("name"),
    ms("at"),
    whole("first"),
    whole("last"),
    sqlite_with_rowid=False,
)

hands: Final = Table(
    "hands",
    metadata,
    of_match(),
    snowflake("user_id", **KEY),
    snowflake("channel"),
    snowflake("message"),
    text("key"),
    ms("at", server_default="0"),
    sqlite_with_rowid=False,
)

# A match is never joined with its seed, and cannot be deleted while the seed is there.
secrets: Final = Table("secrets", metadata, of_match(cascade=False), blob("seed"))

moves: Final = Table(
    "moves",
    metadata,
    of_match(),
    whole("n", **KEY),
    whole("seat"),
    text("kind"),
    whole("number"),
    blob("value"),
    blob("events"),
    blob("checkpoint", nullable=True),
    text("why"),
    snowflake("interaction_id", nullable=True),
    ms("at"),
    flag("undone"),
    blob("draws", nullable=True),
)

# A match that has long been over, packed: see `bot.store.archive`.
archives: Final = Table("archives", metadata, of_match(), ms("at"), blob("extra"), blob("body"))

interactions: Final = Table(
    "interactions",
    metadata,
    snowflake_key("id"),
    of_match(primary_key=False, nullable=False),
    snowflake("user_id"),
    blob("response"),  # empty: no answer is kept
    ms("at", index=True),
)

# One row for each thing to tell: a newer one takes the older one's place, so that folding,
# claiming and cleaning up are one row's business.
outbox: Final = Table(
    "outbox",
    metadata,
    of_match(),
    text("target", primary_key=True),
    snowflake("id"),
    blob("payload"),
    ms("created_at"),
    ms("due_at", index=True),
    whole("attempts"),
    ms("lease_until"),
    snowflake("lease"),
    sqlite_with_rowid=False,
)

deadlines: Final = Table(
    "deadlines",
    metadata,
    of_match(),
    whole("number", **KEY),
    whole("stage", **KEY),
    whole("seat"),
    ms("due_at", index=True),
    ms("lease_until"),
    sqlite_with_rowid=False,
)

users: Final = Table(
    "users",
    metadata,
    snowflake_key("user_id"),
    flag("dms_closed"),
    snowflake("dm_channel"),
    blob("prefs"),
    ms("seen_at", server_default="0"),
    text("rang", server_default=""),
)

# A message that calls a player, as long as it stands: one in his direct messages (public 0) and one
# in the channel (1), which several share.
notices: Final = Table(
    "notices",
    metadata,
    of_match(),
    snowflake("user_id", **KEY, index=True),
    flag("public", **KEY),
    whole("number"),
    whole("stage"),
    flag("loud"),
    snowflake("channel"),
    snowflake("message"),
    ms("at"),
    sqlite_with_rowid=False,
)

designs: Final = Table(
    "designs",
    metadata,
    text("id", primary_key=True),
    snowflake("user_id"),
    text("game"),
    text("key"),
    text("name"),
    text("code"),
    ms("updated_at"),
    blob("body"),
    Index("uq_designs_user_id_game_key", "user_id", "game", "key", unique=True),
)

# What is being edited, kept apart from what is saved: it need not be legal.
drafts: Final = Table(
    "drafts",
    metadata,
    snowflake("user_id", **KEY),
    text("game", primary_key=True),
    text("id"),
    text("origin"),
    text("name"),
    whole("version"),
    ms("updated_at"),
    blob("body"),
    sqlite_with_rowid=False,
)

# A share is a snapshot: it has nothing but its owner in common with the design it was made of.
shares: Final = Table(
    "shares",
    metadata,
    text("code", primary_key=True),
    snowflake("user_id"),
    text("game"),
    text("name"),
    ms("shared_at"),
    blob("body"),
    Index("ix_shares_user_id_game_shared_at", "user_id", "game", "shared_at"),
)

# What the program itself has to remember between runs.
notes: Final = Table("notes", metadata, text("name", primary_key=True), text("value"))

# Servers that have thrown the bot out, until it is back or all that is of them has been deleted.
servers: Final = Table(
    "servers",
    metadata,
    snowflake_key("guild_id"),
    ms("gone_at"),
)

# What those who manage a server have set for its tables.
server_settings: Final = Table("server_settings", metadata, snowflake_key("guild_id"), blob("body"))
# Those that run now, or ran until a moment ago: see `bot.store.processes`.
processes: Final = Table(
    "processes",
    metadata,
    snowflake("id", **KEY),
    text("shards"),
    whole("shard_count"),
    ms("lease_until"),
    sqlite_with_rowid=False,
)
