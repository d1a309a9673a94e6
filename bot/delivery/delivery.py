"""Telling what happened: what the outbox asks for, made true in the channel and in the hands.

A row says only what to refresh (`board`, `hand:2`) or what to say; what is shown is made when it
is sent, so ten quick moves are one edit and a late row can do no harm.

`bot.delivery.outbox` claims the rows, `bot.delivery.showing` sends at Discord's pace,
`bot.delivery.messages` knows what board, hand and greeting show, `bot.delivery.sealer` posts the
seal. To add a kind of row, put its handler into `Delivery.handlers`; to post something, call
`Delivery.post`; to keep a message as it should be, give `Delivery.show` a `Thing`.
"""

from __future__ import annotations

import contextlib
from typing import Final

import discord
import msgspec
import structlog

from bot.delivery import discord_calls
from bot.delivery.discord_calls import TROUBLE, Unable
from bot.delivery.keeping import Keeping
from bot.delivery.messages import BoardMessage, Greeting, HandMessage
from bot.delivery.opening import Opening
from bot.delivery.outbox import RETRY_MS, Outbox
from bot.delivery.pacing import Pace
from bot.delivery.panels import OldHands, Panels
from bot.delivery.reposts import Lifts, Reposts
from bot.delivery.ringing import Ringing
from bot.delivery.sealer import Sealer
from bot.delivery.showing import REPLACED, Showing
from bot.delivery.threads import Threads
from bot.delivery.watchers import Teller
from bot.match import resting
from bot.match.match import Match
from bot.posts.pictures import Pictures
from bot.posts.posts import Post, sentence
from bot.store import UNSURE, OutboxRow
from bot.tables.matches import AFTER_START, Matches
from bot.tables.out_of_order import WORD
from bot.tables.sight import NotYet
from bot.tables.stored import COMPUTERS
from bot.words import say

log = structlog.get_logger(__name__)

ANEW: Final = "anew"
"""Target of the outbox: the board whose id is the payload was to come down, and nobody has heard
whether another stands by now."""
SHUT_OUT: Final = "shut"
"""Target of the outbox: what was told of a board that cannot be shown, to be taken away."""
SHUT_MS: Final = 10 * 60_000
"""It is looked again after so long; what the board itself tells is at once."""


def locked(match: Match) -> str:
    """That a thread is locked. One that is only archived wakes when something is posted there."""
    return say("delivery.the_thread_is_locked", channel=match.channel_id, match_id=match.id)


class ShutOut(msgspec.Struct, frozen=True):
    """What was told of a board that cannot be shown."""

    board: int
    """The message that was the board then; -1 once the board can be shown again."""
    messages: tuple[tuple[int, int], ...]
    """Channel and message of each who was told."""


class Delivery(Outbox, Showing):
    """Sends what the outbox holds."""

    def __init__(
        self,
        matches: Matches,
        pictures: Pictures,
        client: discord.Client,
        pace: Pace | None = None,
    ) -> None:
        Outbox.__init__(self, matches)
        Showing.__init__(self, matches, pace or Pace(), client)
        self._pictures = pictures
        self._shut_out: dict[str, ShutOut | None] = {}
        """Matches whose people have been told that the bot may not post in their channel, and with
        what; None while that is being done."""
        self.keeping = Keeping(matches.store)
        self.sealer = Sealer(matches, self, client)
        self.opening = Opening(matches, super().open_dm)
        self.ringing = Ringing(matches, self, self.opening, self.hand)
        self.panels = Panels(matches, self, pictures)
        self.threads = Threads(matches, self, client)
        self.reposts = Reposts(matches, self.lift)
        self._old_hands = OldHands(matches)
        self.handlers |= {
            "board": self._board_row,
            "seal": lambda row, _: self.sealer.seal(row.match_id),
            "hand": lambda row, seat: self.hand(row.match_id, int(seat)),
            UNSURE.rstrip(":"): self._unsure_row,
            COMPUTERS: self._computers,
            ANEW: self._anew_row,
            WORD: self._word_row,
            SHUT_OUT: self._shut_row,
            REPLACED: self._replaced_row,
            **self.ringing.handlers,
            **Teller(matches, self, self.ringing, self.board).handlers,
            **self.panels.handlers,
            **self.reposts.handlers,
            **self.threads.handlers,
        }

    # -- rows of the outbox

    async def _board_row(self, row: OutboxRow, clock: str) -> None:
        """The board; with `clock` because the time that it shows is over. Raises `NotYet` as long
        as the one after that will be over, too."""
        await self.lift(row.match_id, lambda _: False)
        await self._looks_around(row.match_id)
        if clock:
            match = await self._matches.look(row.match_id)
            if (due := match.next_clock(self._matches.now())) is not None:
                raise NotYet(due)

    async def _unsure_row(self, row: OutboxRow, message: str) -> None:
        """Show a message once more: nobody knows what it shows."""
        name, _, seat = message.partition(":")
        if name == "board":
            await self.lift(row.match_id, lambda _: False, unsure=True)
        else:
            await self.hand(row.match_id, int(seat), unsure=True)

    async def _anew_row(self, row: OutboxRow, _: str) -> None:
        """Post the board once more: what stands already is the same message to Discord."""
        board = row.payload.decode()
        await self.lift(row.match_id, lambda match: str(match.board.message) == board)

    async def _looks_around(self, match_id: str) -> None:
        """What another process has stored may call for the board, whose channel only this one
        hears, and for private hands there, which only this one knows."""
        matches = self._matches
        if not matches.member.shared:
            return
        match = await matches.again(match_id)
        for row in matches.sight.opens(match, matches.now()):
            await matches.store.post(
                match_id, row.target, row.payload, matches.now(), due=row.due_at
            )
        matches.sight.stored(match)
        for seat in match.seats:
            if seat.user_id is not None:
                await self.panels.catch_up((match_id, seat.user_id))

    async def _computers(self, row: OutboxRow, _: str) -> None:
        """Play for the computers of a table. Raises `NotYet` where this process ends before a
        person is asked: another goes on."""
        started = row.payload == AFTER_START
        if not await self._matches.play_on(row.match_id, after_start=started):
            raise NotYet(self._matches.now())

    async def _word_row(self, row: OutboxRow, _: str) -> None:
        """Tell the channel of a match that cannot be shown a sentence."""
        match = await self._matches.store.match(row.match_id)
        if match is not None:
            await self.post(match.channel_id, sentence(row.payload.decode()))

    async def _replaced_row(self, row: OutboxRow, message: str) -> None:
        """Take away a message whose place another has taken, if it has. What stays is tried
        again."""
        match = await self._matches.store.match(row.match_id)
        if match is None:
            return
        stand = {match.board_message, *(hand.message for hand in match.hands)}
        if int(message) in stand:
            return
        if not await self.remove(int(row.payload), int(message)):
            raise Unable("too_fast")

    async def _given_up(self, row: OutboxRow, error: Unable) -> None:
        if row.target == "board" and error.reason in ("forbidden", "archived"):
            await self._tell_shut_out(row.match_id, archived=error.reason == "archived")
        elif row.target == "board" and error.reason == "gone":
            await self._matches.change(row.match_id, resting.lose)

    # -- the board

    async def board_post(self, match: Match) -> Post:
        """What the board shows now, lobby included."""
        undrawn = BoardMessage(self._matches, self._pictures).undrawn(match)
        return await self._pictures.paint(undrawn, match.failed)

    async def board(self, match_id: str, *, anew: bool = False) -> None:
        """Make the board message show the match; `anew` posts it again at the bottom."""
        await self.lift(match_id, lambda _: anew)

    async def board_now(self, match_id: str, *, anew: bool = False) -> bool:
        """The same for somebody who waits for it. False where Discord does not take it: the outbox
        tries again then, but for `anew` where Discord has said no."""
        try:
            await self.board(match_id, anew=anew)
        except (Unable, *TROUBLE) as error:
            log.info("no board yet", match_id=match_id, why=str(error) or type(error).__name__)
            now, store = self._matches.now(), self._matches.store
            await store.post(match_id, "board", b"", now)
            if anew and not isinstance(error, Unable):
                stood = (await self._matches.again(match_id)).board.message
                await store.post(match_id, ANEW, str(stood).encode(), now, due=now + RETRY_MS)
            self._matches.wake()
            return False
        return True

    async def lift(self, match_id: str, lifts: Lifts, *, unsure: bool = False) -> None:
        """Make the board message show the match, and post it again at the bottom where `lifts` says
        so at the last moment. `lifts` may raise `NotYet`. `unsure`: nobody knows what it shows."""
        message = BoardMessage(self._matches, self._pictures, lifts)
        message.unsure = unsure
        await self.show(match_id, message)
        if (told := self._shut_out.pop(match_id, None)) is not None:
            await self._put_shut_out(match_id, msgspec.structs.replace(told, board=-1))
        if message.posted:
            await self.reposts.posted(await self._matches.again(match_id))

    async def is_locked(self, match: Match) -> bool:
        """Whether the table is in a locked thread, where no board can be posted."""
        if match.resting == resting.GONE:
            return False
        return await discord_calls.is_locked(self._client, match.channel_id)

    async def _tell_shut_out(self, match_id: str, *, archived: bool) -> None:
        """Tell the people of a live match, once, why its board does not move any more."""
        match = await self._matches.look(match_id)
        if match.status != "live" or match.resting or match_id in self._shut_out:
            return
        self._shut_out[match_id] = None
        try:
            await self._tell_people(match, archived=archived)
        except BaseException:
            self._shut_out.pop(match_id, None)  # the next row for the board tells them
            raise

    async def _tell_people(self, match: Match, *, archived: bool) -> None:
        """Tell everybody at a table that its board cannot be shown, unless that has been told."""
        match_id = match.id
        row = await self._matches.store.outbox_waiting(match_id, SHUT_OUT)
        before = msgspec.json.decode(row, type=ShutOut) if row is not None else None
        if before is not None and before.board == match.board.message:
            # By another process, or before this one began.
            self._shut_out[match_id] = before
            return
        messages: list[tuple[int, int]] = []
        shut = say("delivery.i_may_not_post", channel=match.channel_id)
        # Plain words: a push of anything else is empty.
        post = Post(head="", ring=locked(match) if archived else shut)
        for number in match.people():
            channel = match.seats[number].hand.channel
            if channel:
                with contextlib.suppress(Unable, *TROUBLE):
                    messages.append((channel, await self.post(channel, post)))
                    await self.hand(match_id, number, anew=True)  # below it again
        told = ShutOut(match.board.message, tuple(messages))
        if match_id in self._shut_out:
            self._shut_out[match_id] = told
            await self._put_shut_out(match_id, told, SHUT_MS)
        else:  # it has been shown meanwhile
            await self._put_shut_out(match_id, msgspec.structs.replace(told, board=-1))

    async def _put_shut_out(self, match_id: str, told: ShutOut, wait: int = 0) -> None:
        now = self._matches.now()
        payload = msgspec.json.encode(told)
        await self._matches.store.post(match_id, SHUT_OUT, payload, now, due=now + wait)
        self._matches.wake()

    async def _shut_row(self, row: OutboxRow, _: str) -> None:
        """Take away what was told of a board that cannot be shown, once it can be, or the table is
        elsewhere, rests or is over. Raises `NotYet` until then."""
        told = msgspec.json.decode(row.payload, type=ShutOut)
        match = await self._matches.look(row.match_id)
        plays = match.status == "live" and not match.resting
        if plays and match.board.message == told.board:
            raise NotYet(self._matches.now() + SHUT_MS)
        for channel, message in told.messages:
            await self.remove(channel, message)

    # -- direct messages

    async def open_dm(self, user: int, *, anew: bool = False) -> int:
        """See `Showing.open_dm`; each user's once, and through the gate."""
        return await self.opening.channel(user, anew=anew)

    async def hand(
        self, match_id: str, seat: int, *, anew: bool = False, unsure: bool = False
    ) -> None:
        """Make a player's direct message show the hand; nothing for who has none. `unsure`: nobody
        knows what it shows."""
        follows_at = await self.panels.follow(match_id, seat)
        if await self.opening.off():
            return  # a hand in the channel follows all the same
        thing = HandMessage(self, self._matches, self._pictures, seat, anew=anew)
        thing.old, thing.follows_at = self._old_hands, follows_at
        thing.unsure = unsure
        # Where nobody looks at a panel, `follow` has only looked at the match.
        if not await self._reaches(match_id, thing, looked=not follows_at):
            await self._tell_closed(await self._matches.look(match_id), thing.user)

    async def _reaches(self, match_id: str, thing: HandMessage, *, looked: bool = False) -> bool:
        """Show it by direct message; False when the player takes none, which is remembered."""
        try:
            await self.show(match_id, thing, looked=looked)
        except Unable as error:
            if error.reason not in ("closed_dms", "forbidden"):
                raise
            if (await self._matches.look(match_id)).resting == resting.GONE:
                return True  # no server in common, maybe: that says nothing of his messages
            # Not tried again before the next table: the button under the board always works.
            await self.opening.takes_none(thing.user, error)
            return False
        if thing.reached and (await self._matches.people.one(thing.user)).closed:
            await self._matches.people.set_dm(thing.user, thing.channel, closed=False)
        return True

    async def _tell_closed(self, match: Match, user: int) -> None:
        """Tell a player whose messages have just been found closed where the hand is: once, and
        without a ring where the server wants no mentions."""
        heard = (await self._matches.servers.rules(match.guild_id)).calls
        post = Post(
            head=say("delivery.a_hand_could_not"),
            body=(say("delivery.your_direct_messages", user=user),),
            mentions=(user,) if heard else (),
        )  # fmt: skip
        await self.post(match.channel_id, post)

    async def greet(self, match_id: str, user: int) -> str | None:
        """Try a new player's direct messages once, quietly. What to tell who has closed his."""
        seat = (await self._matches.look(match_id)).seat_of(user)
        if seat is None:
            return None
        try:
            thing = Greeting(self, self._matches, self._pictures, seat, user)
            return (
                None if await self._reaches(match_id, thing) else say("boards.your_direct_messages")
            )
        except (Unable, *TROUBLE) as error:
            # The hand itself will be tried again.
            log.info("not greeted", match_id=match_id, why=str(error) or type(error).__name__)
            return None
