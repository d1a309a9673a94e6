"""What decides about calling a player: last presses, lapsed windows, muted tables, open notices."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Add them. There is no way back: restore a backup instead."""
    op.add_column("seats", sa.Column("lapsed", sa.Integer(), nullable=False, server_default="0"))
    op.add_column(
        "seats", sa.Column("muted", sa.SmallInteger(), nullable=False, server_default="0")
    )
    op.add_column(
        "users", sa.Column("seen_at", sa.BigInteger(), nullable=False, server_default="0")
    )
    op.add_column("users", sa.Column("rang", sa.Text(), nullable=False, server_default=""))
    op.create_table(
        "notices",
        sa.Column("match_id", sa.Text(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("public", sa.SmallInteger(), autoincrement=False, nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("stage", sa.Integer(), nullable=False),
        sa.Column("loud", sa.SmallInteger(), nullable=False),
        sa.Column("channel", sa.BigInteger(), nullable=False),
        sa.Column("message", sa.BigInteger(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["match_id"], ["matches.id"], name=op.f("fk_notices_match_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("match_id", "user_id", "public", name=op.f("pk_notices")),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_notices_user_id", "notices", ["user_id"])
