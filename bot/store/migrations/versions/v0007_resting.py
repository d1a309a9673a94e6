"""Tables that rest, and servers that have thrown the bot out."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"

_OPEN = sa.text("status IN ('lobby', 'live')")
_HOLDS = sa.text("status IN ('lobby', 'live') AND resting = 0")


def upgrade() -> None:
    """Add them. There is no way back: restore a backup instead."""
    op.add_column(
        "matches", sa.Column("resting", sa.SmallInteger(), nullable=False, server_default="0")
    )
    # A table that rests leaves its channel to others.
    op.drop_index("uq_matches_open_channel", table_name="matches")
    op.create_index(
        "uq_matches_open_channel",
        "matches",
        ["channel_id"],
        unique=True,
        sqlite_where=_HOLDS,
        postgresql_where=_HOLDS,
    )
    op.create_index(
        "ix_matches_open_place",
        "matches",
        ["guild_id", "channel_id"],
        sqlite_where=_OPEN,
        postgresql_where=_OPEN,
    )
    op.create_table(
        "servers",
        sa.Column(
            "guild_id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=False,
            nullable=False,
        ),
        sa.Column("gone_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", name=op.f("pk_servers")),
    )
