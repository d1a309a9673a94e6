"""Finished matches packed away, and which live ones go on without anybody's press."""

from alembic import op

from bot.store.columns import blob, flag, ms, of_match, only

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Add them. There is no way back: restore a backup instead."""
    op.create_table(
        "archives",
        of_match(),
        ms("at"),
        blob("extra"),
        blob("body"),
    )
    op.add_column("matches", flag("goes_on", server_default="0"))
    # Nobody has noted which of these wait for a computer seat: the next start looks at each once.
    op.execute("UPDATE matches SET goes_on = 1 WHERE status = 'live'")
    op.create_index(
        "ix_matches_finished_at",
        "matches",
        ["finished_at"],
        **only("finished_at > 0"),
    )
