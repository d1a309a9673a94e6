"""Tables that rest, and servers that have thrown the bot out."""

from alembic import op

from bot.store.columns import flag, ms, only, snowflake_key

revision = "0007"
down_revision = "0006"

_OPEN = "status IN ('lobby', 'live')"
_HOLDS = "status IN ('lobby', 'live') AND resting = 0"


def upgrade() -> None:
    """Add them. There is no way back: restore a backup instead."""
    op.add_column("matches", flag("resting", server_default="0"))
    # A table that rests leaves its channel to others.
    op.drop_index("uq_matches_open_channel", table_name="matches")
    op.create_index(
        "uq_matches_open_channel",
        "matches",
        ["channel_id"],
        unique=True,
        **only(_HOLDS),
    )
    op.create_index(
        "ix_matches_open_place",
        "matches",
        ["guild_id", "channel_id"],
        **only(_OPEN),
    )
    op.create_table(
        "servers",
        snowflake_key("guild_id"),
        ms("gone_at"),
    )
