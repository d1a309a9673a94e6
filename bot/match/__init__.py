"""A match as plain logic: no Discord, no database, no time."""
