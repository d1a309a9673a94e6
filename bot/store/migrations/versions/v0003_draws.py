"""The draws that each move took. Moves stored before have none."""

from alembic import op

from bot.store.columns import blob

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add the column. There is no way back: restore a backup instead."""
    op.add_column("moves", blob("draws", nullable=True))
