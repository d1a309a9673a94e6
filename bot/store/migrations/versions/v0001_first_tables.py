"""The first tables."""

from alembic import op

from bot.store.columns import (
    KEY,
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

revision = "0001"
down_revision = None

_OPEN = "status IN ('lobby', 'live')"


def upgrade() -> None:
    """Make them. There is no way back: restore a backup instead."""
    op.create_table(
        "matches",
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
        blob("save", nullable=True),
    )
    op.create_index(
        "uq_matches_open_channel",
        "matches",
        ["channel_id"],
        unique=True,
        **only(_OPEN),
    )
    op.create_table(
        "users",
        snowflake_key("user_id"),
        flag("dms_closed"),
        snowflake("dm_channel"),
        blob("prefs"),
    )
    op.create_table(
        "deadlines",
        of_match(),
        whole("number", **KEY),
        whole("stage", **KEY),
        whole("seat"),
        ms("due_at", index=True),
        ms("lease_until"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "hands",
        of_match(),
        snowflake("user_id", **KEY),
        snowflake("channel"),
        snowflake("message"),
        text("key"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "interactions",
        snowflake_key("id"),
        of_match(primary_key=False, nullable=False),
        snowflake("user_id"),
        blob("response"),
        ms("at", index=True),
    )
    op.create_table(
        "moves",
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
    )
    op.create_table(
        "outbox",
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
    op.create_table(
        "seats",
        of_match(),
        whole("seat", **KEY),
        text("name"),
        snowflake("user_id", index=True, nullable=True),
        text("computer"),
        flag("passes"),
        whole("missed"),
        whole("seen"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "secrets",
        of_match(cascade=False),
        blob("seed"),
    )
    op.create_table(
        "notes",
        text("name", primary_key=True),
        text("value"),
    )
