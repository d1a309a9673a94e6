"""Guests of a match, the move from which a seat is its player's, and when he last made one."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Add them. There is no way back: restore a backup instead."""
    op.create_table(
        "guests",
        sa.Column("match_id", sa.Text(), nullable=False),
        sa.Column("n", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("first", sa.Integer(), nullable=False),
        sa.Column("last", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["match_id"], ["matches.id"], name=op.f("fk_guests_match_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("match_id", "n", name=op.f("pk_guests")),
        sqlite_with_rowid=False,
    )
    op.create_index(op.f("ix_guests_user_id"), "guests", ["user_id"])
    op.add_column("seats", sa.Column("since", sa.Integer(), nullable=False, server_default="0"))
    op.add_column(
        "seats", sa.Column("acted_at", sa.BigInteger(), nullable=False, server_default="0")
    )
