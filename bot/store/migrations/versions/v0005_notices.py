"""What decides about calling a player: last presses, lapsed windows, muted tables, open notices."""

from alembic import op

from bot.store.columns import KEY, flag, ms, of_match, snowflake, text, whole

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Add them. There is no way back: restore a backup instead."""
    op.add_column("seats", whole("lapsed", server_default="0"))
    op.add_column("seats", flag("muted", server_default="0"))
    op.add_column("users", ms("seen_at", server_default="0"))
    op.add_column("users", text("rang", server_default=""))
    op.create_table(
        "notices",
        of_match(),
        snowflake("user_id", index=True, **KEY),
        flag("public", **KEY),
        whole("number"),
        whole("stage"),
        flag("loud"),
        snowflake("channel"),
        snowflake("message"),
        ms("at"),
        sqlite_with_rowid=False,
    )
