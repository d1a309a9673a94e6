"""Guests of a match, the move from which a seat is its player's, and when he last made one."""

from alembic import op

from bot.store.columns import KEY, ms, of_match, snowflake, text, whole

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Add them. There is no way back: restore a backup instead."""
    op.create_table(
        "guests",
        of_match(),
        whole("n", **KEY),
        snowflake("user_id", index=True),
        text("kind"),
        whole("seat"),
        text("name"),
        ms("at"),
        whole("first"),
        whole("last"),
        sqlite_with_rowid=False,
    )
    op.add_column("seats", whole("since", server_default="0"))
    op.add_column("seats", ms("acted_at", server_default="0"))
