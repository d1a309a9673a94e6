"""The messages of a match that are kept as they should be: board, hand, greeting."""

from __future__ import annotations

from typing import Final

from bot.delivery.pacing import BOARDS, HANDS
from bot.delivery.panels import OldHands
from bot.delivery.showing import Showing, Wanted
from bot.match import calls
from bot.match.match import Match
from bot.posts import away, boards, hands, lobby_post, plain
from bot.posts.pictures import Pictures
from bot.posts.posts import Post
from bot.posts.pressing import press
from bot.tables.matches import Matches
from bot.tables.sight import Lifts, NotYet, may_move
from bot.words import say

BOARD_AGE_MS: Final = 50 * 60 * 1000
"""Discord limits edits of messages older than an hour, so the board is posted anew before."""
GREETING: Final = "greeting"
"""What a hand's message shows before the start. The first hand is edited into it, and a notice
rings."""
BOARD_SHARE: Final = 1.2
"""Fair shares of its channel's limit from one edit of a board to the next: 1.2 s where five edits
may be made in five seconds."""
COMPUTERS_SHARE: Final = 2.0
"""The same while computers play, whom nobody has to follow move by move."""


class BoardMessage:
    """What everybody sees of a table, lobby included."""

    target = "board"
    rank = BOARDS

    def __init__(
        self, matches: Matches, pictures: Pictures, lifts: Lifts = lambda _: False
    ) -> None:
        self._matches = matches
        self._pictures = pictures
        self._lifts = lifts
        self._undrawn: Post
        self.unsure = False
        """Whether nobody knows what it shows: it is shown once more."""
        self.posted = False
        """Whether another message shows it than before."""

    def undrawn(self, match: Match) -> Post:
        """What the board shows now, its picture not drawn yet."""
        if match.status == "lobby":
            return lobby_post.lobby(match, self._pictures)
        if match.status == "ended" or match.table is None:
            return boards.closed(match, self._pictures)
        try:
            due = match.earliest_due(self._matches.now())
            return boards.undrawn(match, self._pictures, due)
        except Exception as error:
            return plain.board(match, error)

    def _looks(self, match: Match) -> str:
        """The key of what the board shows now; made once a change of a match that runs."""
        due = match.earliest_due(self._matches.now())
        kept = match.made.get("board") if match.made is not None else None
        if kept is None or kept[0] != due:
            post = self.undrawn(match)
            kept = due, post, post.key()
            if match.made is not None and match.status == "live" and not match.faults:
                match.made["board"] = kept
        key: str
        _, self._undrawn, key = kept
        return key

    async def wanted(self, match: Match) -> Wanted | None:
        """See `Thing`."""
        shown = match.board
        if match.sealing and not shown.message:
            return None  # it has just moved into a thread, and begins there
        anew = self._lifts(match) or self._has_to_move(match)
        key = self._looks(match)
        if shown.message and not anew and shown.key == key and not self.unsure:
            return None
        silent = match.status == "live"
        return Wanted(match.channel_id, shown.message, key, anew, silent)

    def _has_to_move(self, match: Match) -> bool:
        """Whether the board stands above its sealing message, where the lobby stood, or is so old
        that it cannot be edited much longer."""
        shown, now = match.board, self._matches.now()
        if match.status != "live" or not shown.message:
            return False
        if shown.message < match.seal_message:
            return True
        return now - shown.at > BOARD_AGE_MS and may_move(match, self._matches.sight, now)

    def share(self, match: Match) -> float:
        """See `Thing`."""
        return COMPUTERS_SHARE if match.goes_on else BOARD_SHARE

    async def post(self, match: Match) -> Post:
        """See `Thing`."""
        return await self._pictures.paint(self._undrawn, match.failed)

    async def shown(self, match: Match, wanted: Wanted, message: int) -> None:
        """See `Thing`."""
        self._lifts, self.unsure = lambda _: False, False
        same = message == match.board.message
        self.posted = self.posted or not same
        at = match.board.at if same else self._matches.now()
        await self._matches.board_shown(match, message, wanted.key, at)

    async def elsewhere(self, wanted: Wanted) -> bool:
        """See `Thing`."""
        return False


class HandMessage:
    """A player's hand, by direct message; nothing for who takes none."""

    rank = HANDS

    def __init__(
        self, showing: Showing, matches: Matches, pictures: Pictures, seat: int,
        *, anew: bool = False,
    ) -> None:  # fmt: skip
        self.target = f"hand:{seat}"
        self.seat = seat
        self.user = 0
        """Whose hand it is, once that is known."""
        self.channel = 0
        """The user's direct messages, once they are known."""
        self.reached = False
        self.unsure = False
        """Whether nobody knows what it shows: it is shown once more."""
        self.old: OldHands | None = None
        self.follows_at = 0
        """Not to be edited before, in ms: its player looks at a private hand in the channel."""
        self._showing = showing
        self._matches = matches
        self._pictures = pictures
        self._anew = anew

    async def wanted(self, match: Match) -> Wanted | None:
        """See `Thing`."""
        if self.seat >= len(match.seats) or match.status == "lobby":
            return None  # before the start there is no hand
        user = match.seats[self.seat].user_id
        if user is None or (await self._matches.people.one(user)).closed:
            return None
        if match.seats[self.seat].user_id != user:
            return None  # somebody else has just got it: that has a row of its own
        shown = match.seats[self.seat].hand
        key = hands.kept_key(match, self.seat)
        if shown.message and shown.key == key and not (self._anew or self.unsure):
            return None
        anew = self._anew
        if not anew:
            if self.follows_at > self._matches.now():
                raise NotYet(self.follows_at)
            anew = self.old is not None and self.old.is_anew(match, self.seat)
        return await self._to(match, user, key, anew=anew, rings=self._tells(match))

    def _tells(self, match: Match) -> bool:
        """Whether nothing but this hand tells its player that a seat is his: somebody has let him
        in. All else is for notices to ring for: the push of a hand has no text."""
        mine = match.seats[self.seat]
        called = calls.call_of(match, self.seat, private=True)
        return mine.since > 0 and not mine.hand.message and called is None

    async def _to(
        self, match: Match, user: int, key: str, *, anew: bool, rings: bool = False
    ) -> Wanted | None:
        """The message to that user. A seat whose user has changed meanwhile has a row of its own
        in the outbox: what was meant for one person never goes to another."""
        if self.user not in (0, user):
            return None
        self.user = user
        shown = match.seats[self.seat].hand
        if not self.channel:
            self.channel = shown.channel or await self._showing.open_dm(user)
        return Wanted(self.channel, shown.message, key, anew, silent=not rings)

    def share(self, match: Match) -> float:
        """See `Thing`."""
        return 0.0

    async def post(self, match: Match) -> Post:
        """See `Thing`."""
        due = match.due_of(self.seat, self._matches.now())
        back = await away.lines(self._matches, match, self.seat)
        return await hands.hand(match, self.seat, self._pictures, due_ms=due, back=back)

    async def shown(self, match: Match, wanted: Wanted, message: int) -> None:
        """See `Thing`."""
        self._anew = self.unsure = False
        self.reached = True
        new = message != match.seats[self.seat].hand.message
        if self.old is not None and not new:
            self.old.edited(match, self.seat)
        at = self._matches.now() if new else 0
        user, channel = self.user, self.channel
        await self._matches.hand_shown(match, user, channel, message, wanted.key, at)

    async def elsewhere(self, wanted: Wanted) -> bool:
        """The channel of direct messages is opened anew, once."""
        self.channel = await self._showing.open_dm(self.user, anew=True)
        return True


class Greeting(HandMessage):
    """Tries a new player's direct messages, once and quietly, before there is a hand."""

    def __init__(
        self, showing: Showing, matches: Matches, pictures: Pictures, seat: int, user: int
    ) -> None:
        super().__init__(showing, matches, pictures, seat)
        self._guest = user

    async def wanted(self, match: Match) -> Wanted | None:
        """Whoever has left meanwhile is not greeted, nor who has cards already."""
        if match.status != "lobby" or match.seat_of(self._guest) != self.seat:
            return None
        return await self._to(match, self._guest, GREETING, anew=False)

    async def post(self, match: Match) -> Post:
        """See `Thing`."""
        return Post(
            head=say("messages.you_have_a_seat", title=match.game.title),
            body=(say("messages.the_table", channel_id=match.channel_id),),
            rows=((press(match, "notify"),),),
        )
