"""The draws that each move took. Moves stored before have none."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add the column. There is no way back: restore a backup instead."""
    op.add_column("moves", sa.Column("draws", sa.LargeBinary(), nullable=True))
