"""Where the board stands: what is written below it, and when it comes down again.

A board that chat has buried is posted again at the bottom when somebody is asked. The bot learns
only that a message came, never what it says. All of this hangs on what everybody sees: the chat,
the clock, and who is asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

import msgspec

from bot.match.match import Match
from bot.store import OpenLine, Outgoing

IN_SECRET: Final = frozenset({"pass"})
"""Verbs of the board that answer in secret: nothing that everybody sees may change at the press,
not even where it is refused, because that hangs on what its player has answered."""
BURIED: Final = "buried"
"""Target of the outbox: the board whose id is the payload is to come down once it may."""
FRESH: Final = "fresh"
"""Target of the outbox: a thread must have a message before Discord archives it."""
AT_A_TURN: Final = 4
"""So many messages below it bury a board when a turn begins."""
AT_ANY_QUESTION: Final = 10
"""So many when any question opens."""
KEPT: Final = 32
"""Messages remembered below a board, so that those deleted again need not be counted."""
APART_MS: Final = {"live": 45_000, "post": 10 * 60_000}
"""A board stays where it is for so long, by pace."""
QUIET_MS: Final = 5_000
"""Nobody has written for so long when the board comes down: else it would be buried at once."""
THUMB_MS: Final = 4_000
"""Nobody has pressed the board for so long: a button must not move under a thumb."""
WINDOW_MS: Final = 2_000
"""While a live window runs it is looked again after so long."""
FRESH_MS: Final = 20 * 3600 * 1000
"""By post a thread gets a message at least so often: edits and presses are no activity there."""


Lifts = Callable[[Match], bool]
"""Whether a board is to be posted anew at the bottom now; may raise `NotYet`."""


class NotYet(Exception):
    """What the outbox asks for has its time later: at `at`, in ms."""

    def __init__(self, at: int) -> None:
        super().__init__()
        self.at = at


class Chat(msgspec.Struct):
    """What is below one board. Times are ms, given by the caller."""

    board: int = 0
    """Id of the board's message; 0 while there is none."""
    below: list[int] = []
    """Ids of the newest messages below it."""
    spoke_at: int = 0
    pressed_at: int = 0

    def shown(self, board: int) -> None:
        """The board is that message now."""
        if board != self.board:
            self.board = board
            self.below = [message for message in self.below if message > board]
            self.pressed_at = 0

    def wrote(self, message: int, now: int) -> None:
        """Somebody has written, perhaps the bot itself."""
        if message > self.board:
            self.below = [*self.below, message][-KEPT:]
            self.spoke_at = now

    def gone(self, messages: Iterable[int]) -> None:
        """Messages have been deleted."""
        away = set(messages)
        self.below = [message for message in self.below if message not in away]

    def pressed(self, message: int, now: int) -> None:
        """Somebody has pressed something on a message."""
        if message == self.board:
            self.pressed_at = now

    def buries(self, *, turn: bool) -> bool:
        """Whether so much is below the board that it has to come down, as a question opens:
        the first of a turn, or any."""
        return self.board > 0 and len(self.below) >= (AT_A_TURN if turn else AT_ANY_QUESTION)

    def free_at(self, pace: str, posted_at: int) -> int:
        """When the board may move, as far as chat and thumbs go; `posted_at` is its own time."""
        return max(posted_at + APART_MS[pace], self.spoke_at + QUIET_MS, self.pressed_at + THUMB_MS)


class _Watched(msgspec.Struct):
    """A live table, as it was looked at last."""

    channel: int
    chat: Chat
    number: int = 0
    """Highest number of a question that has been asked."""
    turn: tuple[int, str] = (-1, "")
    """Whose turn it was, and what its title said."""


class Sight:
    """The boards of all live tables, in memory. What is pending is in the outbox."""

    def __init__(self) -> None:
        self._watched: dict[str, _Watched] = {}
        self._in: dict[int, str] = {}
        """Match by channel: a channel has one live table at most."""

    def begin(self, boards: Iterable[OpenLine]) -> None:
        """After a start: listen below the boards that stand."""
        for board in boards:
            if board.id not in self._watched:
                self._watch(board.id, board.channel_id).chat.shown(board.board_message)

    def _watch(self, match_id: str, channel: int) -> _Watched:
        watched = self._watched.get(match_id)
        if watched is None or watched.channel != channel:
            self._drop(match_id)
            watched = self._watched[match_id] = _Watched(channel, Chat())
            self._in[channel] = match_id
        return watched

    def _drop(self, match_id: str) -> None:
        watched = self._watched.pop(match_id, None)
        if watched is not None and self._in.get(watched.channel) == match_id:
            del self._in[watched.channel]

    def _of(self, match: Match) -> _Watched | None:
        """The match's board, as it stands now; None for a table that is not live."""
        if match.status != "live" or match.resting:
            self._drop(match.id)
            return None
        watched = self._watch(match.id, match.channel_id)
        watched.chat.shown(match.board.message)
        return watched

    # -- what is heard

    def wrote(self, channel: int, message: int, now: int) -> None:
        """A message came in a channel."""
        if (match_id := self._in.get(channel)) is not None:
            self._watched[match_id].chat.wrote(message, now)

    def gone(self, channel: int, messages: Iterable[int]) -> None:
        """Messages of a channel have been deleted."""
        if (match_id := self._in.get(channel)) is not None:
            self._watched[match_id].chat.gone(messages)

    def pressed(self, match_id: str, message: int, verb: str, now: int) -> None:
        """Somebody has pressed a button of a table. What answers in secret does not count: where
        the board stands tells nobody that there was an answer."""
        watched = self._watched.get(match_id)
        if watched is not None and verb not in IN_SECRET:
            watched.chat.pressed(message, now)

    # -- what comes of it

    def opens(self, match: Match, now: int) -> list[Outgoing]:
        """What is to be done about the board as the match is stored: it comes down when chat has
        buried it and a person is asked something new."""
        watched = self._of(match)
        if watched is None or not self._asks_anew(match, watched):
            return []
        buries = watched.chat.buries
        # In most channels nobody writes, and whose turn it is costs a sentence.
        if not buries(turn=True) or not buries(turn=_turn(match) not in (None, watched.turn)):
            return []
        due = max(now, self.free_at(match))
        return [Outgoing(target=BURIED, payload=str(match.board.message).encode(), due_at=due)]

    @staticmethod
    def _asks_anew(match: Match, watched: _Watched) -> bool:
        asked = match.waiting()
        people = any(not match.seats[ask.seat].computer for ask in asked)
        return people and not match.more and max(a.number for a in asked) > watched.number

    def stored(self, match: Match) -> None:
        """The match has been stored: its questions are no news any more."""
        watched = self._of(match)
        if watched is None or not self._asks_anew(match, watched):
            return
        watched.number = max(ask.number for ask in match.waiting())
        watched.turn = _turn(match) or watched.turn

    def free_at(self, match: Match) -> int:
        """When the match's board may move, in ms, leaving windows aside."""
        watched = self._of(match)
        if watched is None:
            return 0
        return watched.chat.free_at(match.pace, match.board.at)

    def thumb_at(self, match: Match) -> int:
        """Until when somebody may be about to press the board once more, in ms."""
        watched = self._of(match)
        return 0 if watched is None else watched.chat.pressed_at + THUMB_MS


def live_window(match: Match) -> bool:
    """Whether seconds count now: players press the board to react."""
    windows = match.game.windows
    return match.pace == "live" and any(ask.kind in windows for ask in match.waiting())


def _turn(match: Match) -> tuple[int, str] | None:
    """Whose turn it is and what it is called, where a question of the turn itself is open; None in
    a window."""
    if match.table is None or any(a.kind in match.game.windows for a in match.waiting()):
        return None
    try:
        view = match.table.view(None)
        return view.active, match.game.words.title(view)
    except Exception as error:
        # A view or words that raise are told where the board is made of them.
        match.failed(error)
        return None


def may_move(match: Match, sight: Sight, now: int) -> bool:
    """Whether an old board may be posted anew now instead of edited."""
    return not live_window(match) and sight.thumb_at(match) <= now
