"""What those who manage a server have set for its tables."""

from alembic import op

from bot.store.columns import blob, snowflake_key

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Add them. There is no way back: restore a backup instead."""
    op.create_table("server_settings", snowflake_key("guild_id"), blob("body"))
