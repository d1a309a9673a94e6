"""Telling what happened: claims rows of the outbox and makes the channel and the hands show it.

A row says only what to refresh (`board`, `hand:2`) or what to say; what is shown is made when it
is sent, so ten quick moves are one edit and a late row can do no harm.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Final, Literal

import discord
import structlog

from bot import boards, discord_calls, hands, plain, posts, sealing
from bot.asleep import WORD
from bot.discord_calls import Unable
from bot.panels import OldHands, Panels
from bot.pictures import Pictures
from bot.posts import Post
from bot.reposts import Reposts
from bot.session import Session
from bot.sessions import Sessions
from bot.sight import NotYet, may_move
from bot.store import DatabaseLocked, DatabaseUnwritable, OutboxRow, StoreError
from bot.threads import Threads
from games.engine.errors import Refusal

Handler = Callable[[OutboxRow], Awaitable[None]]
log = structlog.get_logger(__name__)

BOARD_AGE_MS: Final = 50 * 60 * 1000
"""Discord limits edits of messages older than an hour, so the board is posted anew before."""
GREETING: Final = "greeting"
"""What a hand's message shows before the start. The first hand is posted anew: phones ring for a
new message, not for an edit."""
RETRY_MS: Final = 5_000
MOST_TRIES: Final = 8


class Delivery:
    """Sends what the outbox holds."""

    def __init__(self, sessions: Sessions, pictures: Pictures, client: discord.Client) -> None:
        self._sessions = sessions
        self._pictures = pictures
        self._client = client
        self._awake = asyncio.Event()
        self._locks: OrderedDict[str, asyncio.Lock] = OrderedDict()
        self._sending: set[asyncio.Task[None]] = set()
        self._held: list[OutboxRow] = []
        """Claimed, and neither sent nor freed, because the database could not be written."""
        self._shut_out: set[str] = set()
        """Matches whose people have been told that the bot may not post in their channel."""
        self._stopping = False
        self.panels = Panels(sessions)
        self.threads = Threads(sessions, client)
        self.reposts = Reposts(sessions, self.board_below)
        self._old_hands = OldHands(sessions.now)
        self.handlers: dict[str, Handler] = {**self.reposts.handlers, **self.threads.handlers}
        """What sends rows of the outbox, by target."""
        sessions.wake = self._awake.set

    def lock(self, match_id: str, target: str) -> asyncio.Lock:
        """Held while a message is being changed. A click that will itself change the message
        takes it first, so that the outbox does not send the same again."""
        key = f"{match_id}/{target}"
        lock = self._locks.get(key)
        if lock is None:
            while len(self._locks) > 2048:
                old = next((k for k, v in self._locks.items() if not v.locked()), None)
                if old is None:
                    break
                del self._locks[old]
            lock = self._locks[key] = asyncio.Lock()
        return lock

    async def run(self) -> None:
        """Until cancelled."""
        try:
            while not self._stopping:
                self._awake.clear()
                if not await self._started():
                    # asyncio.wait_for of Python 3.11 can lose a cancellation.
                    with contextlib.suppress(TimeoutError):
                        async with asyncio.timeout(1.0):
                            await self._awake.wait()
        finally:
            if not self._stopping:
                await self.cancel()

    async def cancel(self) -> None:
        """Give up what is being sent: it is sent after the next start."""
        for task in self._sending:
            task.cancel()
        await asyncio.gather(*self._sending, return_exceptions=True)

    async def finish(self) -> None:
        """Send what is being sent; what else is in the outbox waits for the next start."""
        self._stopping = True
        self._awake.set()
        while self._sending:
            await asyncio.wait(self._sending)

    async def _started(self) -> int:
        """`send_due`; a database in use is looked at again after a while."""
        try:
            await self._let_go()
            return await self.send_due()
        except StoreError as error:
            log.warning("the outbox could not be read", why=str(error))
            return 0

    async def send_due(self) -> int:
        """Start sending everything that is due; returns how many rows."""
        store = self._sessions.store
        claimed = await store.outbox_claim(32, self._sessions.now())
        for row in claimed:
            task = asyncio.create_task(self._send(row))
            self._sending.add(task)
            task.add_done_callback(self._sending.discard)
        return len(claimed)

    async def _let_go(self) -> None:
        """Free the rows that a database in trouble has kept, as soon as it can be written again."""
        while self._held:
            # What fails meanwhile is held behind it.
            await self._sessions.store.outbox_fail(self._held[0], self._sessions.now())
            del self._held[0]

    async def _send(self, row: OutboxRow) -> None:
        try:
            await self._settle(row)
        except StoreError as error:
            # Nothing is wrong with the row, and nobody else may take it until it is let go.
            log.warning("a row of the outbox waits", match=row.match_id, why=str(error))
            self._held.append(row)
        else:
            # What was put in for the same target meanwhile can go now.
            self._awake.set()

    async def _settle(self, row: OutboxRow) -> None:
        """Send what a row asks for, and note what came of it."""
        store = self._sessions.store
        try:
            await self._deliver(row)
        except NotYet as later:
            await store.outbox_postpone(row, later.at)
        except Unable as error:
            log.info("not delivered", match=row.match_id, what=row.target, reason=error.reason)
            if error.reason == "too_fast" and row.attempts < MOST_TRIES:
                await self._later(row)
            else:
                await store.outbox_complete(row)
                if row.target == "board" and error.reason == "forbidden":
                    await self._tell_shut_out(row.match_id)
        except Refusal:  # the match is gone or asleep, or has gone on meanwhile
            await store.outbox_complete(row)
        except (DatabaseLocked, DatabaseUnwritable):
            raise
        except Exception as error:
            self._sessions.faults.tell(row.match_id, f"not delivered: {row.target}", error)
            if row.attempts >= MOST_TRIES:
                await store.outbox_complete(row)
            else:
                await self._later(row)
        else:
            await store.outbox_complete(row)

    async def _later(self, row: OutboxRow) -> None:
        wait = RETRY_MS * 2**row.attempts
        await self._sessions.store.outbox_fail(row, self._sessions.now() + wait)

    async def _deliver(self, row: OutboxRow) -> None:
        if row.target == "board":
            await self.board(row.match_id)
        elif row.target == "seal":
            await self.seal(row.match_id)
        elif row.target.startswith("hand:"):
            await self.hand(row.match_id, int(row.target.removeprefix("hand:")))
        elif row.target.startswith("ping:"):
            await self.ping(row.match_id, int(row.target.removeprefix("ping:")))
        elif row.target == WORD:
            await self._word(row.match_id, row.payload.decode())
        elif row.target in self.handlers:
            await self.handlers[row.target](row)
        else:
            raise ValueError(f"an outbox row for {row.target!r}")

    # -- the seal

    async def seal(self, match_id: str) -> None:
        """Post the sealing message of a match that waits for it, and deal.

        Where it cannot be posted the table is a lobby again, and says why.
        """
        async with self.lock(match_id, "seal"):
            session = await self._sessions.look(match_id)
            if not session.sealing or session.status != "lobby":
                return
            channel = self._client.get_partial_messageable(session.channel_id)
            post = boards.seal(session)
            try:
                # Its text names the start, so another press of Start posts another message.
                message = await discord_calls.send(channel, post, nonce=post.key())
            except (Unable, *discord_calls.TROUBLE) as error:
                log.info("not sealed", match=match_id, why=type(error).__name__)
                why = sealing.NOT_POSTED if isinstance(error, Unable) else sealing.NOT_TAKEN
                await self._sessions.change(match_id, lambda s: sealing.give_up(s, why))
                return
            seed = await self._sessions.seed(match_id)
            try:
                await self._sessions.change(match_id, lambda s: sealing.deal(s, seed, message))
            except (Refusal, StoreError):
                raise
            except Exception as error:
                fault = self._sessions.faults.tell(match_id, "not dealt", error)
                why = sealing.NOT_DEALT.format(fault=fault)
                await self._sessions.change(match_id, lambda s: sealing.give_up(s, why))

    async def seal_seen(self, session: Session) -> Literal["there", "changed", "gone", "unseen"]:
        """What has become of the sealing message."""
        channel = self._client.get_partial_messageable(session.channel_id)
        try:
            message = await discord_calls.read(channel, session.seal_message)
        except Unable as error:
            return "gone" if error.reason == "gone" else "unseen"
        except discord_calls.TROUBLE:
            return "unseen"
        # The sentences around it may be others in another release of the bot.
        shown = "\n".join(posts.texts(message.components))
        sealed = (session.id, session.commitment, posts.plain_text(session.words))
        kept = message.edited_at is None and all(each in shown for each in sealed)
        return "there" if kept else "changed"

    async def _word(self, match_id: str, sentence: str) -> None:
        """Tell the channel of a match that cannot be shown a sentence."""
        row = await self._sessions.store.match(match_id)
        if row is not None:
            channel = self._client.get_partial_messageable(row.channel_id)
            await discord_calls.send(channel, Post(head=sentence))

    # -- the board

    async def board_post(self, session: Session) -> Post:
        """What the board shows now, lobby included."""
        return await self._pictures.paint(self._undrawn(session), session.failed)

    def _undrawn(self, session: Session) -> Post:
        if session.status == "lobby":
            return boards.lobby(session)
        if session.status == "ended" or session.table is None:
            return boards.closed(session)
        try:
            return boards.undrawn(session, self._pictures, session.earliest_due())
        except Exception as error:
            return plain.board(session, error)

    async def board(self, match_id: str, *, anew: bool = False) -> None:
        """Make the board message show the match; `anew` posts it again at the bottom."""
        async with self.lock(match_id, "board"):
            await self._show_board(match_id, anew=anew)
        self._shut_out.discard(match_id)

    async def board_below(self, match_id: str) -> None:
        """Post the board again at the bottom."""
        await self.board(match_id, anew=True)

    async def _tell_shut_out(self, match_id: str) -> None:
        """Tell the people of a live match, once, why its board does not move any more."""
        session = await self._sessions.look(match_id)
        if session.status != "live" or match_id in self._shut_out:
            return
        self._shut_out.add(match_id)
        post = Post(
            head="The board cannot be shown",
            body=(
                f"I may not post in <#{session.channel_id}> any more. Your match is safe and goes "
                "on in your hands. Ask who runs the server for View Channel, Send Messages, Attach "
                "Files and Read Message History there, then use `/table`.",
            ),
        )
        for number in session.people():
            channel = session.seats[number].hand.channel
            if channel:
                with contextlib.suppress(Unable):
                    await discord_calls.send(self._client.get_partial_messageable(channel), post)
                    await self.hand(match_id, number, anew=True)  # below it again

    async def _show_board(self, match_id: str, *, anew: bool) -> None:
        session = await self._sessions.look(match_id)
        post = self._undrawn(session)
        channel = self._client.get_partial_messageable(session.channel_id)
        shown = session.board
        now = self._sessions.now()
        live = session.status == "live"
        old = live and now - shown.at > BOARD_AGE_MS
        old = old and may_move(session, self._sessions.sight, now)
        # The board of a match stands below its sealing message: until then it is the lobby's.
        above = live and shown.message < session.seal_message
        stays = shown.message and not (anew or old or above)
        if stays and shown.key == post.key():
            return
        post = await self._pictures.paint(post, session.failed)
        if stays:
            try:
                await discord_calls.edit(channel, shown.message, post)
            except Unable as error:
                if error.reason not in ("gone", "archived"):
                    raise
            else:
                await self._sessions.board_shown(session, shown.message, post.key(), shown.at)
                return
        message = await discord_calls.send(channel, post, silent=live)
        await self._sessions.board_shown(session, message, post.key(), now)
        await self.reposts.posted(session)
        if shown.message:
            await self._remove(channel, shown.message)

    async def _remove(self, channel: discord.PartialMessageable, message: int) -> None:
        try:
            await discord_calls.delete(channel, message)
        except Unable as error:
            log.info("old message stays", reason=error.reason)

    # -- hands

    async def remove_hand(self, channel: int, message: int) -> bool:
        """Take a direct message away that shows a hand; False when Discord does not let the bot."""
        place = self._client.get_partial_messageable(channel)
        try:
            await discord_calls.delete(place, message)
        except Unable as error:
            return error.reason == "gone"
        except (discord.DiscordException, OSError) as error:
            log.info("a hand stays", why=type(error).__name__)
            return False
        return True

    async def hand(self, match_id: str, seat: int, *, anew: bool = False) -> None:
        """Make a player's direct message show the hand; nothing for who has none."""
        async with self.lock(match_id, f"hand:{seat}"):
            session = await self._sessions.look(match_id)
            if seat >= len(session.seats):
                return
            user = session.seats[seat].user_id
            if user is None:
                return
            key = hands.hand_key(session, seat)
            closed = await self._sessions.dms_closed(user)
            follows_at = await self.panels.follow(
                (match_id, seat),
                key,
                lambda: hands.hand(
                    session, seat, self._pictures, due_ms=session.due_of(seat), by_dm=not closed
                ),
            )
            if closed:
                return
            shown = session.seats[seat].hand
            anew = anew or (shown.key == GREETING and session.table is not None)
            if shown.message and shown.key == key and not anew:
                return
            silent = False
            if not anew:
                if follows_at > self._sessions.now():
                    raise NotYet(follows_at)
                anew = silent = self._old_hands.is_anew(session, seat)
            post = await hands.hand(session, seat, self._pictures, due_ms=session.due_of(seat))
            if not await self._show_hand(session, seat, user, post, key, anew=anew, silent=silent):
                await self._tell_closed(session, user)

    async def _show_hand(
        self,
        session: Session,
        seat: int,
        user: int,
        post: Post,
        key: str,
        *,
        anew: bool,
        silent: bool = False,
    ) -> bool:
        """Show it by direct message; False when the player takes none, which is remembered."""
        shown = session.seats[seat].hand
        try:
            dm = shown.channel or await discord_calls.open_dm(self._client, user)
            channel = self._client.get_partial_messageable(dm)
            if shown.message and not anew:
                try:
                    await discord_calls.edit(channel, shown.message, post)
                except Unable as error:
                    if error.reason != "gone":
                        raise
                else:
                    await self._sessions.hand_shown(session, user, dm, shown.message, key)
                    return True
            message = await discord_calls.send(channel, post, silent=silent)
            now = self._sessions.now()
            await self._sessions.hand_shown(session, user, dm, message, key, now)
            if shown.message:
                await self._remove(channel, shown.message)
        except Unable as error:
            if error.reason not in ("closed_dms", "forbidden"):
                raise
            # Not tried again before the next table: the button under the board always works.
            await self._sessions.set_dms(user, 0, closed=True)
            return False
        if await self._sessions.dms_closed(user):
            await self._sessions.set_dms(user, dm, closed=False)
        return True

    async def _tell_closed(self, session: Session, user: int) -> None:
        """Tell a player whose messages have just been found closed where the hand is: once."""
        channel = self._client.get_partial_messageable(session.channel_id)
        post = Post(
            head="A hand could not be delivered",
            body=(f"<@{user}>, your direct messages are closed, so use **My hand** under the "
                  "board. Nothing else changes.",),
            mentions=(user,),
        )  # fmt: skip
        await discord_calls.send(channel, post)

    async def greet(self, match_id: str, user: int) -> bool:
        """Try a new player's direct messages once, quietly. False when they are closed.

        Whoever has left meanwhile is not greeted, nor who has cards already.
        """
        seat = (await self._sessions.look(match_id)).seat_of(user)
        async with self.lock(match_id, f"hand:{seat}"):
            session = await self._sessions.look(match_id)
            if session.status != "lobby" or seat is None or session.seat_of(user) != seat:
                return True
            post = Post(
                head=f"You have a seat: {session.game.title}",
                body=(f"The table is in <#{session.channel_id}>. Your hand will come here.",),
            )
            try:
                return await self._show_hand(session, seat, user, post, GREETING, anew=False)
            except Unable as error:
                # The hand itself will be tried again.
                log.info("not greeted", match=match_id, reason=error.reason)
                return True

    async def ping(self, match_id: str, seat: int) -> None:
        """Remind a player that the clock runs: by direct message, else in the channel."""
        session = await self._sessions.look(match_id)
        ask = session.ask_of(seat)
        user = session.seats[seat].user_id
        if ask is None or user is None:
            return
        if not await self._sessions.dms_closed(user):
            await self.hand(match_id, seat, anew=True)
            return
        due = session.due_of(seat)
        until = f" <t:{due // 1000}:R>" if due is not None else ""
        channel = self._client.get_partial_messageable(session.channel_id)
        post = Post(
            head="Your move",
            body=(f"<@{user}>, the table waits for you until{until}. Press **My hand**.",),
            mentions=(user,),
        )
        await discord_calls.send(channel, post)
