"""Telling one person something, once: the result to who watches, a sentence to who lost a seat.

All of it is plain text with `content`, because a phone shows nothing of a Components V2 message.
`say` is the one place that decides where it goes.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final

import msgspec
import structlog

from bot.delivery.discord_calls import Unable
from bot.delivery.outbox import Handler
from bot.delivery.ringing import INVITED, Ringing
from bot.delivery.showing import Showing
from bot.match import guests, resting
from bot.match.match import Match
from bot.match.names import plain_name
from bot.match.seats import Guest
from bot.posts import boards
from bot.posts.posts import Post
from bot.store import NoticeRow, OutboxRow
from bot.tables.matches import Matches
from bot.words import say
from games.engine.errors import Refusal

log = structlog.get_logger(__name__)

MOST: Final = 100
"""Watchers of a match who are told its result."""


class Where(msgspec.Struct, frozen=True):
    """The message that showed somebody a hand."""

    channel: int = 0
    message: int = 0


_where_of: Final = msgspec.json.Decoder(Where).decode


# -- asking for it


def watch(match: Match, user_id: int, now: int) -> None:
    """He wants to be told the result."""
    match.running()
    seat = match.seat_of(user_id)
    if seat is not None and not match.has_left(seat):
        raise Refusal(say("watchers.you_play"))
    if match.guest("watches", user_id):
        raise Refusal(say("watchers.i_will_tell"))
    if len(match.guests_of("watches")) >= MOST:
        raise Refusal(say("watchers.people_are_told", most=MOST))
    guests.add(match, Guest(user_id=user_id, kind="watches", at=now))


def watch_no_more(match: Match, user_id: int) -> None:
    """He does not."""
    if not guests.drop(match, "watches", user_id):
        raise Refusal(say("watchers.i_would_not"))


# -- telling it


def host(match: Match) -> str:
    """The host's name in a sentence."""
    seat = match.seat_of(match.host_id)
    return plain_name(match.seats[seat].name) if seat is not None else say("names.somebody")


def result(match: Match) -> str:
    """How a match ended, in plain text that fits a lock screen."""
    end = say("watchers.ended_early")
    if match.status == "finished" and match.table is not None and match.table.result:
        end = boards.winners(match)
    return say(
        "watchers.the_match_you_watched",
        title=match.game.title,
        end=end[:1].upper(),
        end2=end[1:],
    )


class Teller:
    """Tells what rows of the outbox say to one person, or of whom. `board` makes a match's board
    show it."""

    def __init__(
        self,
        matches: Matches,
        showing: Showing,
        ringing: Ringing,
        board: Callable[[str], Awaitable[None]],
    ) -> None:
        self._matches = matches
        self._showing = showing
        self._ringing = ringing
        self._board = board
        self.handlers: dict[str, Handler] = {
            "result": self._result,
            "out": self._out,
            "left": self._left,
            "former": self._former,
            "named": self._name,
            "unnamed": lambda row, _: self._unname(row.match_id),
        }
        """Of rows of the outbox."""

    async def _result(self, row: OutboxRow, user: str) -> None:
        match = await self._matches.look(row.match_id)
        await self.say(match, int(user), result(match), str(row.id))
        await self._matches.store.watches_no_more(match.id, int(user))

    async def _out(self, row: OutboxRow, user: str) -> None:
        match = await self._matches.look(row.match_id)
        where = _where_of(row.payload)
        sentence = say("watchers.the_host_has_asked", title=match.game.title)
        await self.say(match, int(user), sentence, str(row.id), where)
        await self._left(row, user)

    async def _left(self, row: OutboxRow, _: str) -> None:
        """Who has left a lobby is not told any more that he has a seat."""
        where = _where_of(row.payload)
        if where.message:
            await self._showing.remove(where.channel, where.message)

    async def say(
        self, match: Match, user: int, text: str, nonce: str, where: Where | None = None
    ) -> None:
        """Tell one person a sentence by direct message, or where those are closed by a mention in
        the channel.

        With `where` no direct message is opened: it goes where one is open, else to the channel.
        """
        known = await self._matches.people.one(user)
        dm = 0 if known.closed else known.dm or (where.channel if where else 0)
        try:
            if not dm and where is None and not known.closed:
                dm = await self._showing.open_dm(user)
            if dm:
                gone = match.resting == resting.GONE
                link = "" if gone else f" {boards.board_link(match)}"
                post = Post(head="", ring=text + link)
                await self._showing.post(dm, post, nonce=nonce)
                return
        except Unable as error:
            if error.reason not in ("closed_dms", "forbidden", "gone"):
                raise
            if match.resting == resting.GONE:
                return  # no server in common, maybe: that says nothing of his messages
            if error.reason != "gone":
                await self._matches.people.set_dm(user, 0, closed=True)
        if match.resting == resting.GONE:
            return
        post = Post(head="", ring=f"<@{user}> {text}", mentions=(user,))
        await self._showing.post(match.channel_id, post, nonce=nonce)

    async def _name(self, row: OutboxRow, _: str) -> None:
        """Name, once, those whose seats a new table keeps; below the lobby they are to press. The
        message goes when none of them is waited for any more."""
        match = await self._matches.look(row.match_id)
        named = msgspec.json.decode(row.payload, type=list[int])
        users = [user for user in named if user in guests.kept_for(match)]
        if not users:
            return
        await self._board(match.id)
        match = await self._matches.look(match.id)
        mentions = " ".join(f"<@{user}>" for user in users)
        server = await self._matches.servers.rules(match.guild_id)
        post = Post(
            head="",
            ring=say(
                "watchers.plays_again_your_seat",
                mentions=mentions,
                host=host(match),
                title=match.game.title,
                board_link=boards.board_link(match),
            ),
            mentions=tuple(users) if server.calls else (),
        )
        store, channel, now = self._matches.store, match.channel_id, self._matches.now()
        claimed = [
            await store.claim_notice(
                NoticeRow(
                    match_id=match.id, user_id=user, public=True, number=INVITED, stage=0,
                    channel=channel, at=now,
                ),
                lambda rang: (False, rang),
            )
            for user in users
        ]  # fmt: skip
        message = await self._showing.post(channel, post, nonce=str(row.id))
        if not any([await store.notice_sent(each, message) for each in claimed]):
            await self._showing.remove(channel, message)
        await self._unname(match.id)

    async def _unname(self, match_id: str) -> None:
        """Take away what names those whom no seat is kept for any more."""
        rows = await self._matches.store.notices(match_id)
        invited = guests.kept_for(await self._matches.look(match_id))
        for row in rows:
            if row.number == INVITED and row.user_id not in invited:
                await self._ringing.take_away(row)

    async def _former(self, row: OutboxRow, user: str) -> None:
        """Take a hand off the message of somebody whose seat another has: an edit, which rings
        nobody."""
        match, where = await self._matches.look(row.match_id), _where_of(row.payload)
        seat = match.knows(int(user))
        if match.seat_of(int(user)) is not None or seat is None:
            return
        now = plain_name(match.seats[seat].name)
        body = say("watchers.the_computer_played", now=now, channel_id=match.channel_id)
        post = Post(
            head=say("watchers.has_your_seat", title=match.game.title, now=now), body=(body,)
        )
        try:
            await self._showing.edit(where.channel, where.message, post)
        except Unable as error:
            log.info("an old hand stays", reason=error.reason)
