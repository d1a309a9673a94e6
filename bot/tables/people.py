"""People, over all tables: what is known of each, and when each last pressed something.

Rows of the store own it, so that several processes could share it. Memory only saves reading: what
was read stays good for a minute. Presses are kept in memory at once and in the row at most once a
minute, with the press's own transaction where it has one.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import OrderedDict
from collections.abc import Callable, Iterable
from typing import Final

import msgspec

from bot.match.notices import Person, Preferences
from bot.store import Store

GOOD_MS: Final = 60_000
"""How long what was read of a person is good, and how far a stored press may lag behind."""
MOST: Final = 10_000
_prefs: Final = msgspec.json.Decoder(Preferences).decode


class People:
    """Everybody who has pressed or is called, by id."""

    def __init__(self, store: Store, now: Callable[[], int]) -> None:
        self._store = store
        self._now = now
        self._known: OrderedDict[int, Person] = OrderedDict()
        self.seen: dict[int, int] = {}
        """Last presses, in ms, as far as they are in memory."""
        self._forgotten = 0
        """How many have been forgotten."""

    def pressed(self, user_id: int) -> None:
        """He has just pressed something, whatever it was."""
        self.seen[user_id] = self._now()
        while len(self.seen) > MOST:
            del self.seen[next(iter(self.seen))]

    def to_store(self, user_id: int) -> bool:
        """Whether his last press is to be stored, too: it is a minute newer than the row's."""
        seen = self.seen.get(user_id, 0)
        known = self._known.get(user_id)
        return seen - (known.stored if known is not None else 0) >= GOOD_MS

    def stored(self, user_id: int, at: int) -> None:
        """The row has it."""
        known = self._known.get(user_id)
        if known is not None:
            known.stored = max(known.stored, at)

    async def keep_press(self, user_id: int) -> None:
        """Store a press that has changed nothing, if it is time."""
        if self.to_store(user_id):
            at = self.seen[user_id]
            await self._store.seen(user_id, at)
            await self.one(user_id)
            self.stored(user_id, at)

    async def one(self, user_id: int) -> Person:
        """What is known of a user; the defaults for a stranger."""
        while (person := self._good(user_id)) is None:
            forgotten = self._forgotten
            row, prefs = await self._store.user(user_id), Preferences()
            if forgotten != self._forgotten or self._good(user_id) is not None:
                continue  # what has been set or read meanwhile is newer, and who is gone is gone
            with contextlib.suppress(msgspec.MsgspecError):  # the usual where it cannot be read
                prefs = _prefs(row.prefs)
            self._known[user_id] = Person(
                user_id=user_id,
                closed=row.dms_closed,
                dm=row.dm_channel,
                prefs=prefs,
                stored=row.seen_at,
                read_at=self._now(),
            )
            while len(self._known) > MOST:
                self._known.popitem(last=False)
        person.seen = max(person.stored, self.seen.get(user_id, 0))
        return person

    def _good(self, user_id: int) -> Person | None:
        """What is known of a user, if it is good."""
        person = self._known.get(user_id)
        good = person is not None and self._now() - person.read_at < GOOD_MS
        return person if good else None

    async def of(self, users: Iterable[int]) -> dict[int, Person]:
        """Several at once."""
        people = await asyncio.gather(*map(self.one, users))  # in one transaction
        return {person.user_id: person for person in people}

    def closed(self, user_id: int) -> bool:
        """Whether his direct messages are known to be closed."""
        known = self._known.get(user_id)
        return known is not None and known.closed

    async def set_dm(self, user_id: int, channel: int, *, closed: bool) -> None:
        """Note his direct message channel (0: as it was) and whether it takes messages.

        Who has refused once is not asked again until he presses something that asks for it.
        """
        person = await self.one(user_id)
        person.dm, person.closed = channel or person.dm, closed
        person.read_at = self._now()
        await self._store.set_dm(user_id, person.dm, closed=closed)

    async def set_prefs(self, user_id: int, prefs: Preferences) -> None:
        """Keep what he prefers."""
        person = await self.one(user_id)
        person.prefs, person.read_at = prefs, self._now()
        await self._store.set_prefs(user_id, msgspec.json.encode(prefs))

    def forget(self, user_id: int) -> None:
        """His rows have gone."""
        self._forgotten += 1
        self._known.pop(user_id, None)
        self.seen.pop(user_id, None)
