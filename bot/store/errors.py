"""What can go wrong with the database, each as one sentence that says what to do."""

from __future__ import annotations


class StoreError(Exception):
    """The store cannot do it. The text is a sentence for the operator."""


class DatabaseMissing(StoreError):
    """There is no database at that address and none can be made."""


class DatabaseLocked(StoreError):
    """Another program has held the database for longer than the busy timeout."""


class DatabaseTooNew(StoreError):
    """The database was made by a newer version of this program."""


class DatabaseCorrupt(StoreError):
    """The file is damaged, or is not a database of this program."""


class DatabaseUnwritable(StoreError):
    """The database cannot be written: read-only, or the disk is full."""


class DatabaseAway(DatabaseUnwritable):
    """The database's server does not answer."""


class CopyRefused(StoreError):
    """A database cannot be copied there. Nothing has been changed."""


class BackupRefused(StoreError):
    """A backup cannot be made or restored there. Nothing has been changed."""


class RowRefused(StoreError):
    """A row breaks the database's rules (a duplicate key, a missing match). Nothing was written."""


class Untouched(StoreError):
    """Decided before anything was written, so there is nothing to undo."""


class VersionConflict(Untouched):
    """The match has changed since it was read, or is gone: read it again."""


class AlreadyHandled(Untouched):
    """This interaction has been acted on before."""


class NoSuchDesign(Untouched):
    """That user has no design of that id."""


class NoSuchDraft(Untouched):
    """The draft has been saved, discarded or replaced."""


class DraftChanged(Untouched):
    """The draft has been changed since it was read: read it again."""


class NameTaken(Untouched):
    """The user has another design of that name."""


class TooManyDesigns(Untouched):
    """The user has as many designs of that game as are kept."""


class ServerFull(Untouched):
    """The server has as many open tables as it may."""


class ChannelTaken(Untouched):
    """The channel has an open table already."""

    def __init__(self, match_id: str) -> None:
        super().__init__(f"Table {match_id} is open in this channel.")
        self.match_id = match_id


class ShardTaken(Untouched):
    """Another process has a shard that this one wants, or counts shards otherwise."""

    def __init__(self, why: str, process: int, until: int) -> None:
        super().__init__(why)
        self.process = process
        """Which process."""
        self.until = until
        """When its lease ends, by the database's clock, in ms."""
