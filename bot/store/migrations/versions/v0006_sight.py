"""When each hand was posted, and open matches found by the channel of their thread."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Add them. There is no way back: restore a backup instead."""
    op.add_column("hands", sa.Column("at", sa.BigInteger(), nullable=False, server_default="0"))
    in_thread = sa.text("parent_id > 0 AND status IN ('lobby', 'live')")
    op.create_index(
        "ix_matches_open_parent",
        "matches",
        ["parent_id"],
        sqlite_where=in_thread,
        postgresql_where=in_thread,
    )
