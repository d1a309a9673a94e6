"""What a match's dice hang on: kind of draws, version of the rules, the message of the seal."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add the columns. There is no way back: restore a backup instead."""
    for column in (
        sa.Column("dice", sa.Integer(), nullable=False, server_default="1"),
        sa.Column("rules_version", sa.Integer(), nullable=False, server_default="0"),
        sa.Column("seal_message", sa.BigInteger(), nullable=False, server_default="0"),
    ):
        op.add_column("matches", column)
    op.add_column("moves", sa.Column("draws", sa.LargeBinary(), nullable=True))
