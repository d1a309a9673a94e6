"""Designs that users keep, the drafts they edit, and what they share."""

from alembic import op

from bot.store.columns import KEY, blob, ms, snowflake, text, whole

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Make the tables. There is no way back: restore a backup instead."""
    op.create_table(
        "designs",
        text("id", primary_key=True),
        snowflake("user_id"),
        text("game"),
        text("key"),
        text("name"),
        text("code"),
        ms("updated_at"),
        blob("body"),
    )
    op.create_index(
        "uq_designs_user_id_game_key", "designs", ["user_id", "game", "key"], unique=True
    )
    op.create_table(
        "drafts",
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
    op.create_table(
        "shares",
        text("code", primary_key=True),
        snowflake("user_id"),
        text("game"),
        text("name"),
        ms("shared_at"),
        blob("body"),
    )
    op.create_index(
        "ix_shares_user_id_game_shared_at", "shares", ["user_id", "game", "shared_at"], unique=False
    )
