"""Finished matches packed away, and which live ones go on without anybody's press."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Add them. There is no way back: restore a backup instead."""
    op.create_table(
        "archives",
        sa.Column("match_id", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("extra", sa.LargeBinary(), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(
            ["match_id"], ["matches.id"], name=op.f("fk_archives_match_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("match_id", name=op.f("pk_archives")),
    )
    op.add_column(
        "matches", sa.Column("goes_on", sa.SmallInteger(), nullable=False, server_default="0")
    )
    # Nobody has noted which of these wait for a computer seat: the next start looks at each once.
    op.execute("UPDATE matches SET goes_on = 1 WHERE status = 'live'")
    op.create_index(
        "ix_matches_finished_at",
        "matches",
        ["finished_at"],
        sqlite_where=sa.text("finished_at > 0"),
        postgresql_where=sa.text("finished_at > 0"),
    )
