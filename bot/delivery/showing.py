"""One message of a match that shows how things stand: posted, edited, posted anew.

Board, hand and greeting are such messages. `Showing` has what they share: the turn at Discord's
limits first, then the picture, then the message's lock for one round trip.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections import OrderedDict
from collections.abc import Callable
from typing import Final, Protocol

import discord
import msgspec
import structlog

from bot.delivery import discord_calls
from bot.delivery.discord_calls import Unable
from bot.delivery.pacing import FIRST, Pace, TakenOver
from bot.match.match import Match
from bot.posts.posts import Post
from bot.tables.matches import Matches

log = structlog.get_logger(__name__)

CALL_SECONDS: Final = 8.0
"""How long a call may hold a message's lock."""
_DRAWN: Final = 3
"""How often a message is made anew because the match has gone on; then its lock is kept for it."""
_LOCKS: Final = 2048
_FIRST_SENT_KEPT: Final = 512


REPLACED: Final = "replaced"
"""Target of the outbox: a message whose place another has taken, to be taken away."""
REPLACED_MS: Final = 10_000
"""That row is looked at so long after a message was to be replaced."""


class Wanted(msgspec.Struct, frozen=True):
    """What a message is to show."""

    channel: int
    message: int
    """The message that is there; 0 for none."""
    key: str
    """A hash of what it is to show."""
    anew: bool = False
    """Post it again at the bottom, and remove the one that is there."""
    silent: bool = False
    """A new message makes no phone ring."""


class Thing(Protocol):
    """A message of a match that is kept as it should be."""

    target: str
    """Its name among the match's messages, such as `hand:2`; also its lock's."""
    rank: int
    """See `Pace.turn`."""

    async def wanted(self, match: Match) -> Wanted | None:
        """What is to be done; None when it shows all that already. Raises `Unable`."""

    def share(self, match: Match) -> float:
        """See `Pace.turn`."""

    async def post(self, match: Match) -> Post:
        """The post, with its picture drawn."""

    async def shown(self, match: Match, wanted: Wanted, message: int) -> None:
        """Note which message shows it now."""

    async def elsewhere(self, wanted: Wanted) -> bool:
        """The channel is not there any more; True when there is another one now."""


class Showing:
    """Makes messages show what they should, at Discord's pace."""

    def __init__(self, matches: Matches, pace: Pace, client: discord.Client) -> None:
        self._matches = matches
        self._client = client
        self.pace = pace
        self.call_seconds = CALL_SECONDS
        self._locks: OrderedDict[str, asyncio.Lock] = OrderedDict()
        self._first_sent: OrderedDict[str, str] = OrderedDict()
        """What was first sent with a nonce whose call has not come to an end, by nonce."""

    def lock(self, match_id: str, target: str) -> asyncio.Lock:
        """Held while a message is being changed. A click that will itself change the message
        takes it first, so that the outbox does not send the same again."""
        key = f"{match_id}/{target}"
        lock = self._locks.get(key)
        if lock is None:
            while len(self._locks) > _LOCKS:
                old = next((k for k, v in self._locks.items() if not v.locked()), None)
                if old is None:
                    break
                del self._locks[old]
            lock = self._locks[key] = asyncio.Lock()
        return lock

    # -- messages that come and go

    async def post(
        self, channel: int, post: Post, *, nonce: str = "", rank: int = FIRST, silent: bool = False,
        other: Callable[[], None] = lambda: None,
    ) -> int:  # fmt: skip
        """Post a message in its turn, and return its id (`discord_calls.send`).

        Raises `Unable`, and `TimeoutError` when Discord takes too long.
        """
        async with self.pace.turn(channel, "send", rank=rank), asyncio.timeout(self.call_seconds):
            place = self._client.get_partial_messageable(channel)
            return await discord_calls.send(place, post, nonce=nonce, silent=silent, other=other)

    async def edit(self, channel: int, message: int, post: Post) -> None:
        """Change a message of the bot's in its turn. Raises what `post` does."""
        async with self.pace.turn(channel, "edit"), asyncio.timeout(self.call_seconds):
            await discord_calls.edit(self._client, channel, message, post)

    async def remove(self, channel: int, message: int) -> bool:
        """Take a message of the bot's away in its turn; False when it is still there."""
        place = self._client.get_partial_messageable(channel)
        try:
            async with self.pace.turn(channel, "delete"), asyncio.timeout(self.call_seconds):
                await discord_calls.delete(place, message)
        except Unable as error:
            if error.reason == "gone":
                return True
            log.info("a message stays", reason=error.reason)
            return False
        except discord_calls.TROUBLE as error:
            log.info("a message stays", why=type(error).__name__)
            return False
        return True

    async def open_dm(self, user: int, *, anew: bool = False) -> int:
        """The direct message channel with a user, in its turn. Raises `Unable`."""
        async with self.pace.turn("", "dm"), asyncio.timeout(self.call_seconds):
            return await discord_calls.open_dm(self._client, user, anew=anew)

    # -- messages that are kept as they should be

    async def show(self, match_id: str, thing: Thing, *, looked: bool = False) -> None:
        """Make a message show what it should. `looked`: the caller has looked at the match in the
        same breath. Raises `Unable`, and `TimeoutError` when Discord takes too long."""
        lost = moved = False
        while True:
            look, looked = self._matches.again if looked else self._matches.look, False
            match = await look(match_id)
            wanted = await thing.wanted(match)
            if wanted is None:
                lock = self.lock(match_id, thing.target)
                if not lock.locked():
                    return
                # Whoever holds it is about to show something, and notes only then what that was.
                async with lock:
                    continue
            new = lost or wanted.anew or not wanted.message
            try:
                if await self._in_turn(match, thing, wanted, new=new):
                    return
                lost = False
            except Unable as error:
                if not new and error.reason in ("gone", "archived"):
                    lost = True
                elif new and error.reason == "gone" and not moved:
                    moved = True
                    if not await thing.elsewhere(wanted):
                        raise
                else:
                    raise

    async def _in_turn(self, match: Match, thing: Thing, first: Wanted, *, new: bool) -> bool:
        """One call; False when something else is wanted by now."""
        turn = self.pace.turn(
            first.channel, "send" if new else "edit", rank=thing.rank, share=thing.share(match)
        )
        async with turn:
            for left in reversed(range(_DRAWN)):
                # Drawn before the lock is taken: nobody waits for a picture, unless the match goes
                # on faster than it is drawn.
                before = await thing.wanted(match)
                drawn = await thing.post(match) if before is not None else None
                async with self.lock(match.id, thing.target):
                    match = await self._matches.again(match.id)
                    wanted = await thing.wanted(match)
                    if wanted is None or not _alike(wanted, first):
                        return wanted is None
                    if before is None or before.key != wanted.key:
                        drawn = None if left else await self._drawn_last(match, thing, first)
                    if drawn is not None:
                        shown = await self._put(match, thing, wanted, drawn, new=new)
                        # What Discord has given back may be what was sent earlier: to be edited.
                        is_done = shown == wanted.key
                        break
            else:
                return False
        if new and first.message:
            await self._take_away(match.id, first)
        return is_done

    async def _drawn_last(self, match: Match, thing: Thing, first: Wanted) -> Post | None:
        """The post, drawn while the lock is held; None when something else is wanted by then: a
        hand may be somebody else's."""
        post = await thing.post(match)
        still = await thing.wanted(await self._matches.again(match.id))
        return post if still is not None and _alike(still, first) else None

    async def _put(
        self, match: Match, thing: Thing, wanted: Wanted, post: Post, *, new: bool
    ) -> str:
        """The call itself, noted; returns the key of what is shown now."""
        if not self.pace.alive():
            raise TakenOver
        if not new:
            await self._change(wanted, post)
            await thing.shown(match, wanted, wanted.message)
            return wanted.key
        if wanted.message:
            await self._to_take_away(match.id, wanted, REPLACED_MS)
        nonce = nonce_of(match.id, thing.target, wanted.message)
        message = await self._post_anew(wanted, post, nonce)
        shown = self._first_sent.pop(nonce, wanted.key)
        await thing.shown(match, msgspec.structs.replace(wanted, key=shown), message)
        return shown

    async def _to_take_away(self, match_id: str, wanted: Wanted, wait: int = 0) -> None:
        """Have the outbox take the message away whose place another takes. It is put in before the
        other is there: a process that dies at any moment leaves none behind."""
        now, target = self._matches.now(), f"{REPLACED}:{wanted.message}"
        where = str(wanted.channel).encode()
        await self._matches.store.post(
            match_id, target, where, now, due=now + wait, id=wanted.message
        )

    async def _take_away(self, match_id: str, wanted: Wanted) -> None:
        """Take the message away at once; by the row where the call was lost."""
        if await self.remove(wanted.channel, wanted.message):
            target = f"{REPLACED}:{wanted.message}"
            await self._matches.store.settle(match_id, target, wanted.message)
        else:
            await self._to_take_away(match_id, wanted)
            self._matches.wake()

    async def _change(self, wanted: Wanted, post: Post) -> None:
        async with asyncio.timeout(self.call_seconds):
            await discord_calls.edit(self._client, wanted.channel, wanted.message, post)

    async def _post_anew(self, wanted: Wanted, post: Post, nonce: str) -> int:
        place = self._client.get_partial_messageable(wanted.channel)
        self._first_sent.setdefault(nonce, wanted.key)

        def sent_before() -> None:
            """By this process or by one that is no more: what it shows is to be edited."""
            self._first_sent[nonce] = ""

        while len(self._first_sent) > _FIRST_SENT_KEPT:
            self._first_sent.popitem(last=False)
        try:
            async with asyncio.timeout(self.call_seconds):
                return await discord_calls.send(
                    place, post, nonce=nonce, silent=wanted.silent, other=sent_before
                )
        except Unable:
            self._first_sent.pop(nonce, None)
            raise


def _alike(wanted: Wanted, first: Wanted) -> bool:
    """Whether it is the same call on the same message, whatever it is to show."""
    return (wanted.channel, wanted.message, wanted.anew) == (
        first.channel, first.message, first.anew,
    )  # fmt: skip


def nonce_of(match_id: str, target: str, instead: int) -> str:
    """What makes a message that is sent twice one message: its match, its target, and the message
    whose place it takes. However far the match has gone on by the second time: what Discord gives
    back is edited then. At most 25 characters, Discord's limit."""
    named = f"{match_id}/{target}/{instead}"
    return hashlib.blake2s(named.encode(), digest_size=12).hexdigest()
