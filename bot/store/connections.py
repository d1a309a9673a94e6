"""Connections to a database, whichever it is: one that writes and one that reads, and how a
transaction is done on either.

A transaction takes many pieces of work along (`bot.store.together`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from typing import Any, ClassVar, Final

from bot.store.errors import Untouched
from bot.store.statement import Run

Work = Callable[[Run], Any]
_RETRIES: Final = 2
"""How often a piece is tried again that got in the way of another process's."""


class Joint(ABC):
    """A piece of work that can be done together with others of its kind, table by table."""

    place: str
    """What it changes. Of those that are done together each has a place of its own."""

    @abstractmethod
    def all(self, run: Run, those: Sequence[Any]) -> list[Any]:
        """Do some of its kind, itself among them; for each what it returns or why it is refused.

        Raises where one of them cannot be done after something has been written.
        """

    def __call__(self, run: Run) -> Any:
        """Do this one alone."""
        (outcome,) = self.all(run, [self])
        if isinstance(outcome, Exception):
            raise outcome
        return outcome


class Connections(ABC):
    """A database that is open."""

    @abstractmethod
    async def close(self) -> None:
        """Finish and let go. May be called twice."""

    @abstractmethod
    async def read(self, works: Sequence[Work]) -> list[Any]:
        """Do pieces of work that only read; for each what it returned or raised. All see the same
        moment, after all were asked for."""

    @abstractmethod
    async def write(self, works: Sequence[Work]) -> list[Any]:
        """Do pieces of work in one durable transaction; for each what it returned or raised.

        A piece that raises is undone alone. Raises `StoreError` when nothing has been written.
        """

    async def listen(self, heard: Callable[[Sequence[int]], None]) -> bool:
        """Call `heard` when another process has something for others to tell, until this is closed,
        with the servers where; with none where nobody knows. False where the database cannot."""
        return False

    @abstractmethod
    async def copy_log(self) -> None:
        """Copy what a log beside the database holds into it; nobody waits for it meanwhile."""

    @abstractmethod
    async def shrink(self) -> None:
        """Give free room back to the disk."""


class Connection(ABC):
    """A connection, as transactions are done on it."""

    READ: ClassVar[str]
    """Begins a transaction in which everything is of one moment."""
    WRITE: ClassVar[str]
    """Begins one that writes."""
    run: Run

    @abstractmethod
    def say(self, words: str) -> None:
        """Begin or end something."""

    @property
    @abstractmethod
    def in_transaction(self) -> bool:
        """Whether one has begun and is not over: a full disk ends it, and a lost connection."""

    @abstractmethod
    def trouble(self, error: Exception) -> Exception:
        """What an error means: a `StoreError` for one of the driver's."""

    def passes(self, error: Exception) -> bool:
        """Whether an error may be gone at the next try, because another process was in the way."""
        return False


How = Callable[[Connection, Sequence[Work]], list[Any]]
"""`looked` or `transacted`."""


def looked(connection: Connection, works: Sequence[Work]) -> list[Any]:
    """Do pieces of work that only read."""
    outcomes: list[Any] = []
    connection.say(connection.READ)
    try:
        for work in works:
            try:
                outcomes.append(work(connection.run))
            except Exception as error:
                outcomes.append(connection.trouble(error))
                # What has failed may have ended the transaction for the others.
                connection.say("ROLLBACK")
                connection.say(connection.READ)
    finally:
        if connection.in_transaction:
            connection.say("ROLLBACK")
    return outcomes


class _PieceFailed(Exception):
    """A piece of work has raised after it may have written."""


def transacted(connection: Connection, works: Sequence[Work]) -> list[Any]:
    """Do pieces of work in one transaction."""
    # Savepoints cost a quarter of a move, and hardly ever is one needed: the first try goes
    # without, and a batch with a bad piece in it is done again with them.
    try:
        return _attempt(connection, works, savepoints=False)
    except _PieceFailed:
        return _attempt(connection, works, savepoints=True)


def _attempt(connection: Connection, works: Sequence[Work], *, savepoints: bool) -> list[Any]:
    outcomes: dict[int, Any] = {}
    connection.say(connection.WRITE)
    try:
        for those in _alone(works) if savepoints else _together(works):
            pieces = [works[at] for at in those]
            done = [_apart(connection, pieces[0])] if savepoints else _plainly(connection, pieces)
            outcomes.update(zip(those, done, strict=True))
        connection.say("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.say("ROLLBACK")
        raise
    return [outcomes[at] for at in range(len(works))]


def _alone(works: Sequence[Work]) -> Iterator[list[int]]:
    return ([at] for at in range(len(works)))


def _together(works: Sequence[Work]) -> Iterator[list[int]]:
    """Which pieces are done at once. Every process takes places in the same order, so that no two
    wait for each other's rows for ever."""
    joint = [(work.place, at) for at, work in enumerate(works) if isinstance(work, Joint)]
    while joint:
        wave = {place: at for place, at in sorted(joint, reverse=True)}
        yield [*reversed(wave.values())]
        joint = [each for each in joint if each[1] not in wave.values()]
    yield from ([at] for at, work in enumerate(works) if not isinstance(work, Joint))


def _plainly(connection: Connection, pieces: Sequence[Work]) -> list[Any]:
    """Do pieces of work that cannot be undone without all others."""
    first = pieces[0]
    try:
        return (
            first.all(connection.run, pieces)
            if isinstance(first, Joint)
            else [first(connection.run)]
        )
    except Untouched as refusal:
        return [refusal]
    except Exception as error:
        if not connection.in_transaction:
            raise
        raise _PieceFailed from error


def _apart(connection: Connection, work: Work, retries: int = _RETRIES) -> Any:
    """Do a piece of work that may be undone without the others."""
    connection.say("SAVEPOINT piece")
    try:
        outcome = work(connection.run)
    except Untouched as refusal:
        outcome = refusal
    except Exception as error:
        if not connection.in_transaction:
            raise
        connection.say("ROLLBACK TO piece")
        outcome = error
    connection.say("RELEASE piece")
    if isinstance(outcome, Exception) and retries and connection.passes(outcome):
        return _apart(connection, work, retries - 1)
    return connection.trouble(outcome) if isinstance(outcome, Exception) else outcome
