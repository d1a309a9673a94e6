"""When each hand was posted, and open matches found by the channel of their thread."""

from alembic import op

from bot.store.columns import ms, only

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Add them. There is no way back: restore a backup instead."""
    op.add_column("hands", ms("at", server_default="0"))
    in_thread = "parent_id > 0 AND status IN ('lobby', 'live')"
    op.create_index(
        "ix_matches_open_parent",
        "matches",
        ["parent_id"],
        **only(in_thread),
    )
