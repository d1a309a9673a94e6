"""Notices: the messages that call players, made to fit the calls that a match has noted.

What rings is a plain message with content beside the hand: an edit rings nobody, and the push of a
Components V2 message is empty. A notice is deleted once its question is settled. Which stand is in
rows, so a process that comes later deletes those of one that has died.

Whether somebody has answered a question that others are still asked must not show in the channel.
So what stands there follows from who is asked; direct messages also from who has answered.
"""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Awaitable, Callable
from typing import Final

import msgspec

from bot.delivery.discord_calls import Unable
from bot.delivery.opening import Opening
from bot.delivery.outbox import Handler
from bot.delivery.showing import Showing
from bot.match import calls, notices, resting
from bot.match.match import Match
from bot.match.notices import Person, Place
from bot.match.seats import Call
from bot.posts import boards, naming, takeover
from bot.posts.posts import Button, Post
from bot.posts.pressing import press
from bot.store import NoticeRow, OutboxRow
from bot.tables.matches import Matches
from bot.tables.out_of_order import HUSH
from bot.tables.sight import NotYet
from bot.tables.stored import NOTICE
from bot.words import say

INVITED: Final = -1_000_000
"""Number of the notice that names somebody whose seat is kept; below those of `bot.match.calls`."""
CALL: Final = "call"
"""What the outbox holds for a channel in which players are to be called."""
Show = Callable[[str, int], Awaitable[None]]


class Ringing:
    """Sends and deletes notices. `show` makes a player's direct message show the hand."""

    def __init__(self, matches: Matches, showing: Showing, opening: Opening, show: Show) -> None:
        self._matches = matches
        self._showing = showing
        self._opening = opening
        self._show = show
        self.handlers: dict[str, Handler] = {
            NOTICE.rstrip(":"): lambda row, seat: self._put_right(row.match_id, int(seat)),
            CALL: lambda row, _: self._call(row.match_id),
            HUSH: self._hush,
        }
        """Of rows of the outbox."""

    async def _hush(self, row: OutboxRow, _: str) -> None:
        """Take all notices of a match away."""
        for each in await self._matches.store.notices(row.match_id):
            await self.take_away(each)

    # -- what there is to be

    async def _places(self, match: Match, user: int) -> tuple[Place, ...]:
        """Where a player is called at this table now."""
        seat = match.seat_of(user)
        if seat is None:
            return ()
        person = await self._matches.people.one(user)
        closed = person.closed or await self._opening.shut_for(person)
        called = calls.call_of(match, seat)
        if called is not None and called[1].lost:
            # There is no other place, and it concerns more than one's own turn.
            return () if closed else ("dm",)
        return await self._matches.places(match, seat, closed=closed)

    def _wanted(self, match: Match, seat: int, place: Place) -> tuple[int, Call] | None:
        """The call that is to stand in a place."""
        return calls.call_of(match, seat, private=place == "dm")

    async def _put_right(self, match_id: str, seat: int) -> None:
        """Make a player's notices fit his calls, and take away those of who has no seat any more.

        The hand comes first: who looks when it rings finds what it rings for, and the order of both
        hangs on nothing. Only who looks at a private hand in the channel is not waited for: when
        the last press there was, and so when its player is called, would tell of an answer.
        """
        match = await self._matches.look(match_id)
        if match.table is not None:
            with contextlib.suppress(Unable, TimeoutError, NotYet):
                await self._show(match_id, seat)
            match = await self._matches.again(match_id)
        user = match.seats[seat].user_id if seat < len(match.seats) else None
        rows = await self._matches.store.notices(match_id)
        places = await self._places(match, user) if user is not None else ()
        each: Place
        for each in ("dm", "channel"):
            row = next((r for r in rows if r.user_id == user and r.public == (each == "channel")),
                       None)  # fmt: skip
            wanted = self._wanted(match, seat, each) if each in places else None
            if row is not None and (wanted is None or _to(row) != (wanted[0], wanted[1].stage)):
                await self.take_away(row)
                row = None
            if user is None or wanted is None or (row is not None and row.message):
                continue
            if each == "channel":
                waits = _row(match, user, *wanted, public=True, now=0)
                await self._matches.store.claim_notice(waits, _unheard)
                await self._call_soon(match_id)
            else:
                await self._send(match, seat, user, *wanted)
        match = await self._matches.again(match_id)
        for row in rows:
            if match.seat_of(row.user_id) is None and row.number != INVITED:
                await self.take_away(row)

    async def _call_soon(self, match_id: str) -> None:
        now = self._matches.now()
        await self._matches.store.post(match_id, CALL, b"", now, due=now + notices.SHARED_MS)
        self._matches.wake()

    async def take_away(self, row: NoticeRow) -> None:
        """Delete a notice; one in the channel once nobody's call stands on it any more."""
        standing = await self._matches.store.let_go_of_notice(row)
        if standing is not None and not standing.message:
            await self._find(standing)
            standing = await self._matches.store.let_go_of_notice(row)
        if standing is not None:
            if not await self._showing.remove(standing.channel, standing.message):
                raise Unable("too_fast")  # it comes again, with its row
            await self._matches.store.drop_notice(standing)

    async def _find(self, row: NoticeRow) -> None:
        """Note the message of a notice whose sender has not: he has died, or not heard from
        Discord. The same again is the same message to Discord; should there be none, it rings
        nobody, and goes at once. Who else was to be called by it still is, by another one."""
        rows = [row]
        if row.public:
            every = await self._matches.store.notices(row.match_id)
            rows = [each for each in every if each.public and each.at == row.at]
        gone = Post(head="", ring=say("ringing.settled"))
        stood: list[bool] = []
        try:
            message = await self._post(gone, *rows, silent=True, other=lambda: stood.append(True))
        except Unable as error:
            if error.reason not in ("closed_dms", "forbidden", "gone"):
                raise
            for each in rows:
                await self._matches.store.drop_notice(each)
            return
        if stood:
            await self._sent(message, *rows)
        elif await self._showing.remove(row.channel, message):
            await self._matches.store.drop_notice(row)
        else:
            raise Unable("too_fast")

    # -- in direct messages

    async def _send(self, match: Match, seat: int, user: int, number: int, call: Call) -> None:
        """Call a player by direct message, below the hand; else in the channel."""
        mine = match.seats[seat]
        if mine.user_id != user:
            return  # somebody else has just got it: that has a row of its own
        hand = mine.hand
        person = await self._matches.people.one(user)
        channel, now = hand.channel or person.dm, self._matches.now()
        if person.closed:
            await self._again(match.id, seat)
        if person.closed or not channel:
            return
        newest = await self._matches.store.newest_in_dm(user)
        row = _row(match, user, number, call, public=False, now=now, channel=channel)
        row = await self._claim(row, person, call)
        link = f"https://discord.com/channels/@me/{channel}/{hand.message}"
        link = link if hand.message not in (0, newest) else ""
        post = notice(match, seat, number, call, now, hand_link=link)
        try:
            message = await self._post(post, row)
        except Unable as error:
            if error.reason not in ("closed_dms", "forbidden"):
                raise
            await self._matches.store.drop_notice(row)
            if call.lost:
                return  # no server in common, maybe: that says nothing of his messages
            await self._opening.takes_none(user, error)
            await self._again(match.id, seat)
            return
        await self._sent(message, row)

    async def _sent(self, message: int, *rows: NoticeRow) -> None:
        """Note the message that calls these. Where none of them is to be called any more it goes:
        they have been forgotten meanwhile."""
        now, stands = self._matches.now(), False
        for row in rows:
            late = notices.late(row.at, now) if row.loud else None
            stands |= await self._matches.store.notice_sent(row, message, late)
        if not stands:
            await self._showing.remove(rows[0].channel, message)

    async def _again(self, match_id: str, seat: int) -> None:
        """Call a player elsewhere."""
        await self._matches.store.post(match_id, f"{NOTICE}{seat}", b"", self._matches.now())

    async def _claim(self, row: NoticeRow, person: Person, call: Call) -> NoticeRow:
        """Take on to send it, and find out whether it rings."""
        quiet = call.heard or person.prefs.holds_quiet(row.at)
        return await self._matches.store.claim_notice(
            row, lambda rang: notices.rings(row.at, rang, quiet=quiet)
        )

    async def _post(
        self, post: Post, *rows: NoticeRow, silent: bool = False,
        other: Callable[[], None] = lambda: None,
    ) -> int:  # fmt: skip
        """Send a notice; the same again is the same message to Discord. `other` is called where
        that says something else."""
        silent = silent or not any(row.loud for row in rows)
        key = [(row.match_id, row.user_id, row.number, row.stage) for row in rows]
        nonce = hashlib.blake2s(msgspec.json.encode(key), digest_size=12).hexdigest()
        channel = rows[0].channel
        return await self._showing.post(channel, post, nonce=nonce, silent=silent, other=other)

    # -- in the channel

    async def _call(self, match_id: str) -> None:
        """Call in one message all who are to be called in the channel now. The rows of one message
        have one `at`, and no others of the match have that."""
        match = await self._matches.look(match_id)
        store, now = self._matches.store, self._matches.now()
        rows = await store.notices(match_id)
        new = {row.user_id for row in rows if row.public and not row.message}
        due: list[tuple[NoticeRow, Call]] = []
        asks = 0
        for user in sorted(new):
            seat = match.seat_of(user)
            wanted = None
            if seat is not None and "channel" in await self._places(match, user):
                wanted = self._wanted(match, seat, "channel")
            old = next((row for row in rows if row.public and row.user_id == user), None)
            if old is not None and wanted is None:
                await self.take_away(old)
            if wanted is not None:
                # Who is asked to let somebody in is called in a message of its own.
                alone = calls.told_of(match, *wanted) is not None
                asks += alone
                at = now + asks if alone else now
                due.append((_row(match, user, *wanted, public=True, now=at), wanted[1]))
        messages: dict[int, list[tuple[NoticeRow, Call]]] = {}
        for row, call in due:
            claimed = await self._claim_public(row, rows, call)
            if not claimed.message:  # found while another's was taken away
                messages.setdefault(claimed.at, []).append((claimed, call))
        for together in messages.values():
            mine = [row for row, _ in together]
            message = await self._post(call_post(match, together, now), *mine)
            await self._sent(message, *mine)

    async def _claim_public(self, row: NoticeRow, rows: list[NoticeRow], call: Call) -> NoticeRow:
        """Find out whether a call rings. One beside a direct message rings if that has."""
        mine = [r for r in rows if r.user_id == row.user_id and not r.public and _to(r) == _to(row)]
        if mine:
            return await self._matches.store.claim_notice(row, lambda rang: (mine[0].loud, rang))
        return await self._claim(row, await self._matches.people.one(row.user_id), call)


def _to(row: NoticeRow) -> tuple[int, int]:
    """Which call a notice is: to which question, for how many times."""
    return row.number, row.stage


def _unheard(rang: str) -> tuple[bool, str]:
    """A call that waits for others to share its message: whether it rings comes out then."""
    return False, rang


def _row(
    match: Match, user: int, number: int, call: Call, *, public: bool, now: int,
    channel: int = 0,
) -> NoticeRow:  # fmt: skip
    return NoticeRow(
        match_id=match.id, user_id=user, public=public, number=number, stage=call.stage,
        channel=channel or match.channel_id, at=now,
    )  # fmt: skip


# -- what they say


def _what(match: Match, seat: int | None) -> str:
    """What is awaited, by the spectator's view."""
    table = match.running()
    spectator, asked = table.view(None), match.waiting()
    said = notices.headline(match.game, spectator, asked, naming.names_for_text(match), seat)
    return said if seat is None else notices.command(said)


def line(match: Match, seat: int | None, number: int, call: Call, due: int | None, now: int
) -> str:  # fmt: skip
    """The words of a notice: to a seat, or to all who are called in the channel (None)."""
    if call.lost:
        live = match.status == "live"
        why = resting.call(match, now) if live else resting.over(match)
        return f"{match.game.title} · {why}"
    asks = calls.told_of(match, number, call)
    request = takeover.request(match, asks, now) if asks is not None else ""
    if calls.request(match, number) is not None:
        return f"{match.game.title} · {request}"
    what = ""
    if number > 0 and match.status == "live":  # it may have ended while others were asked
        try:
            what = _what(match, seat)
        except Exception as error:
            match.failed(error)
    left = max(0, due - now) if due is not None and number > 0 else None
    head = notices.head(call.stage if number > 0 else 1, begun=call.begun)
    again = call.stage > 1
    return notices.text(head, match.game.title, what, left, again=again, more=request)


def _due(match: Match, number: int) -> int | None:
    return match.due.get(number) or match.closed.get(number)


def _window(match: Match, number: int) -> bool:
    return any(a.number == number and a.kind in match.game.windows for a in match.waiting())


def notice(
    match: Match, seat: int, number: int, call: Call, now: int, *, hand_link: str = ""
) -> Post:
    """The message that calls a player, in his direct messages."""
    buttons: list[Button] = []
    if call.lost:
        return Post(head="", ring=line(match, seat, number, call, None, now))
    if hand_link:
        buttons.append(Button(say("ringing.hand"), "", url=hand_link))
    buttons.append(Button(say("hands.board"), "", url=boards.place_link(match)))
    buttons += _buttons(match, number)
    return Post(
        head="",
        ring=line(match, seat, number, call, _due(match, number), now),
        rows=(*_answers(match, number, call), tuple(buttons)),
    )


def call_post(match: Match, rows: list[tuple[NoticeRow, Call]], now: int) -> Post:
    """The message that calls players in the channel; their rows say for whom it rings."""
    heard = tuple(row.user_id for row, _ in rows if row.loud)
    named = " ".join(f"<@{row.user_id}>" for row, _ in rows)
    asked = [(row, call) for row, call in rows if row.number > 0]
    row, call = min(asked or rows, key=lambda each: (not each[1].begun, each[1].stage))
    dues = [due for row, _ in asked if (due := _due(match, row.number)) is not None]
    said = line(match, None, row.number, call, min(dues, default=None), now)
    buttons = _buttons(match, row.number)
    if calls.request(match, row.number) is None:
        buttons = [
            press(match, "hand", style="main"),
            *buttons,
        ]
    under = (*_answers(match, row.number, call), tuple(buttons))
    return Post(head="", ring=f"{named} {said}", rows=under, mentions=heard)


def _answers(match: Match, number: int, call: Call) -> tuple[tuple[Button, ...], ...]:
    """The row of what can be said to who asks for a seat, if a notice tells of somebody."""
    asks = calls.told_of(match, number, call)
    return (takeover.answers(match, asks),) if asks is not None else ()


def _buttons(match: Match, number: int) -> list[Button]:
    out: list[Button] = []
    if _window(match, number):
        out.append(press(match, "pass", number, label=boards.pass_label(match)))
    out.append(press(match, "mute"))
    return out
