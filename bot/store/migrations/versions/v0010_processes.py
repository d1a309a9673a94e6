"""Processes that share the database."""

from alembic import op

from bot.store.columns import KEY, ms, snowflake, text, whole

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Add them. There is no way back: restore a backup instead."""
    op.create_table(
        "processes",
        snowflake("id", **KEY),
        text("shards"),
        whole("shard_count"),
        ms("lease_until"),
        sqlite_with_rowid=False,
    )
