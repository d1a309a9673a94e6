"""What people were told, how soon and how loudly, and what is wrong with it.

A `Watch` notes it while a demo runs: the questions that each person's hand puts, the notices that
call them, every press. `counts` judges that afterwards. All times are seconds on the local
Discord's clock, which a demo by post lets jump.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Any, Final

import msgspec

from bot.demo import judge
from bot.demo.choice import asking, question
from bot.demo.judge import Record
from bot.local import Call, Channel, LocalDiscord, Message, User
from bot.local.hub import Wait
from bot.local.lasting import Lasted
from bot.match.notices import EVERY_MS
from bot.posts import naming
from bot.tables import rows

LATE: Final = 1.8
"""Seconds after which a press counts as answered late: by then the bot defers, and its player reads
"thinking"."""
LATE_SHARE: Final = 0.01
PRESSES: Final = (3, 5)
"""Types of interactions: components and forms. Commands look things up that may take long."""
LONG: Final = 2.0
"""Seconds that no call of the bot may last, with all that it waits for inside discord.py."""
HERE: Final = 180.0
"""Seconds after a press in which its player counts as here."""
CALLED_BY: Final = 60.0
"""Seconds after which somebody who is away must have been called, by post."""
ONE_STAGE: Final = 60.0
"""Seconds in which the same words may ring once at most: stages of a clock are farther apart."""
ANY_STAGE: Final = EVERY_MS / 1000
"""Seconds in which a person may be rung once at most. The first call may come late, and a reminder
in time; and a private hand whose process has died still puts the question before."""
GONE_BY: Final = 15.0
"""Seconds after which the notice of a settled question must be gone."""
A_MOMENT: Final = 3.0
"""Seconds by which a notice may come before the hand puts its question."""

FRAME: Final = frozenset(("your", "move", "still", "the", "match", "has", "begun", "settled"))
"""Words that a notice may hold beside its game, its players and what the spectator reads."""
_TIME_LEFT: Final = re.compile(r"\d+ (?:second|minute|hour|day)s?(?: left)?\.$")
_MENTION: Final = re.compile(r"<[@#]!?\d+>")
_WORD: Final = re.compile(r"[^\W_]+")


class Question(msgspec.Struct):
    """A question as a person's hand put it."""

    user_id: int
    number: int
    opened: float
    seen: float
    """The person's last press before that; 0: none."""
    settled: float | None = None
    """When the hand no longer put it."""

    def __str__(self) -> str:
        return f"question {self.number} of user {self.user_id}"


class Notice(msgspec.Struct):
    """A plain message that calls one person."""

    user_id: int
    text: str
    at: float
    rang: bool
    public: bool = False
    """In the channel; then it may call others, too."""
    gone: float | None = None


class Evidence(msgspec.Struct):
    """All that bears on it."""

    questions: list[Question] = []
    notices: list[Notice] = []
    waits: list[Wait] = []
    """First answers to presses and forms, those to a bot that was killed left out."""
    limited: list[Call] = []
    starts: list[float] = []
    """When each process of the bot was started."""
    lasted: list[Lasted] = []
    """The bot's calls as the bot itself saw them."""
    openings: Mapping[int, int] = {}
    """How often the bot asked to open a person's direct messages, by user."""
    ended: float = 0.0
    by_post: bool = False
    public: Sequence[AbstractSet[str]] = ()
    """The words of each headline that a spectator read, and those that stand in every notice."""


class Watch:
    """Notes what the people of a demo are asked and how they are called. `mine` are the channels
    of their table, where there are others."""

    def __init__(
        self,
        local: LocalDiscord,
        by_post: bool = False,
        mine: Callable[[Channel], bool] = lambda channel: True,
    ) -> None:
        self._local = local
        self._mine = mine
        self.evidence = Evidence(by_post=by_post)
        self._asked: dict[tuple[int, int], Question] = {}
        self._open: dict[int, Question] = {}
        self._pressed: dict[int, float] = {}
        self._notices: dict[int, list[Notice]] = {}
        """By message."""
        self._panels: dict[int, Message] = {}
        local.hub.hearers.append(self._hear)

    def pressed(self, user: User) -> None:
        """A person presses something now."""
        self._pressed[user.id] = self._local.clock.now()

    def uncalled(self, user: User) -> bool:
        """Whether the question of this person, who is away, has been open for long without a
        ring."""
        asked = self._open.get(user.id)
        return asked is not None and _is_uncalled(self.evidence, asked, self._local.clock.now())

    def called_since_press(self, user: User) -> bool:
        """Whether a notice has rung at this person since the last press."""
        since = self._pressed.get(user.id, 0.0)
        return any(
            each.rang and each.user_id == user.id and each.at > since
            for each in self.evidence.notices
        )

    def found(self, user: User) -> None:
        """This person, whom nobody had called for so long, has found a question by looking."""
        asked = self._open.get(user.id)
        if asked is not None and self.evidence.by_post:
            asked.opened -= 2 * CALLED_BY

    def _hear(self, kind: str, d: Any, channel: Channel | None, only: User | None) -> None:
        now = self._local.clock.now()
        if kind == "push" and only is not None:
            for notice in self._notices.get(int(d["message"]), ()):
                notice.rang = notice.rang or notice.user_id == only.id
        if not kind.startswith("message_") or channel is None or not self._mine(channel):
            return
        message = self._local.world.find_message(channel.id, int(d["id"]))
        if kind == "message_delete":
            for notice in self._notices.pop(int(d["id"]), ()):
                notice.gone = now
        elif kind == "message_create" and message is not None:
            self._notice(message, channel, now)
        owner = only
        if channel.kind == "dm":
            owner = self._local.world.users[channel.recipient_id or 0]
        elif only is not None and message is not None:
            self._panels[only.id] = message
        if owner is not None:
            self._ask(owner, now)

    def _notice(self, message: Message, channel: Channel, now: float) -> None:
        """Note a message that calls people: plain, the bot's own, and no answer to a press."""
        if message.is_v2 or not message.author.bot or message.interaction is not None:
            return
        called = message.mentions
        if channel.kind == "dm":
            called = [self._local.world.users[channel.recipient_id or 0]]
        public = channel.kind != "dm"
        made = [Notice(u.id, message.content, now, rang=False, public=public) for u in called]
        self.evidence.notices += made
        self._notices[message.id] = made

    def _ask(self, user: User, now: float) -> None:
        """Note which question a person's hand puts now."""
        number = question(asking(self._local, user, self._panels.get(user.id)))
        known = self._open.get(user.id)
        if known is not None and known.number == number:
            return
        if known is not None:
            known.settled = now
            del self._open[user.id]
        if not number:
            return
        asked = self._asked.get((user.id, number))
        if asked is None:
            asked = Question(user.id, number, now, self._pressed.get(user.id, 0.0))
            self._asked[user.id, number] = asked
            self.evidence.questions.append(asked)
        # A hand that is posted anew puts no question for a moment.
        asked.settled = None
        self._open[user.id] = asked

    def close(self, starts: Sequence[float], lost: AbstractSet[int]) -> Evidence:
        """Everything up to now. `lost` are interactions that a kill left without an answer."""
        local, made = self._local, self.evidence
        local.hub.hearers.remove(self._hear)
        made.waits = [
            wait for wait in local.waits if wait.type in PRESSES and wait.interaction not in lost
        ]
        made.limited = [call for call in local.limited if not call.ordered]
        made.openings = dict(local.dm_openings)
        made.starts = list(starts)
        made.ended = local.clock.now()
        return made


# -- judging


SPEED: Final = ("late answers", "long calls")
"""Kinds of faults that hang on the machine, too."""


def counts(evidence: Evidence) -> dict[str, list[str]]:
    """Every kind of fault by name, each with what is wrong in sentences; none is right."""
    return {
        "429": _limited(evidence),
        "late answers": _late(evidence),
        "long calls": _long(evidence),
        "Create DM again": _opened_again(evidence),
        "away and not called": _not_called(evidence),
        "rung twice": _rung_twice(evidence),
        "stale notices": _stale(evidence),
        "notices that tell": _telling(evidence),
    }


def _limited(evidence: Evidence) -> list[str]:
    """Refusals by rate limit, shared ones too: a bot that reads what it is told never meets one.

    The first of each limit after a kill is let pass: a new process cannot know what the old one has
    used up.
    """
    out, excused = [], set()
    for call in evidence.limited:
        process = bisect_right(evidence.starts, call.at)
        place = call.params.get("channel_id") or call.params.get("webhook_token")
        if process > 1 and (process, call.bucket, place) not in excused:
            excused.add((process, call.bucket, place))
        else:
            out.append(f"Too fast for a limit: {call.method} {call.route}")
    return out


def _late(evidence: Evidence) -> list[str]:
    """More than one press in a hundred that waited for its answer."""
    late = [wait for wait in evidence.waits if wait.answer is None or wait.seconds > LATE]
    if len(late) <= LATE_SHARE * len(evidence.waits):
        return []
    longest = max(wait.seconds for wait in late)
    return [
        f"{len(late)} of {len(evidence.waits)} presses were answered after {LATE} s, the last of "
        f"them after {longest:.1f} s."
    ]


def _long(evidence: Evidence) -> list[str]:
    return [
        f"A call of the bot lasted {call.seconds:.1f} s: {call.method} {call.path}"
        for call in evidence.lasted
        if call.seconds > LONG
    ]


def _opened_again(evidence: Evidence) -> list[str]:
    return [
        f"The direct messages of user {user} were opened {times} times."
        for user, times in evidence.openings.items()
        if times > 1
    ]


def _called(evidence: Evidence, asked: Question) -> bool:
    """Whether somebody was rung for a question. The ring may come a moment before the hand."""
    end = float("inf") if asked.settled is None else asked.settled
    mine = [each for each in evidence.notices if each.rang and each.user_id == asked.user_id]
    return any(asked.opened - A_MOMENT <= each.at <= end or _stands(each, asked) for each in mine)


def _stands(notice: Notice, asked: Question) -> bool:
    """Whether a call in the channel stands when somebody looks, whose hand is not in the direct
    messages: only looking shows the question."""
    gone = float("inf") if notice.gone is None else notice.gone
    return notice.public and notice.at < asked.opened < gone - A_MOMENT


def _is_uncalled(evidence: Evidence, asked: Question, now: float) -> bool:
    until = now if asked.settled is None else asked.settled
    away, long = asked.opened - asked.seen > HERE, until - asked.opened > CALLED_BY
    return away and long and not _called(evidence, asked)


def _not_called(evidence: Evidence) -> list[str]:
    """By post: questions to somebody who was away that were open for long and rang nobody."""
    return [
        f"By post nobody was rung for {asked}."
        for asked in evidence.questions
        if evidence.by_post and _is_uncalled(evidence, asked, evidence.ended)
    ]


def _meant(evidence: Evidence, notice: Notice) -> list[Question]:
    """The questions that a notice may call to, oldest first: those that are open then, and those
    that a hand puts a moment later."""
    return [
        asked
        for asked in evidence.questions
        if asked.user_id == notice.user_id
        and asked.opened <= notice.at + A_MOMENT
        and (asked.settled is None or asked.settled >= notice.at)
    ]


def _rung_twice(evidence: Evidence) -> list[str]:
    """Two rings, while one question is put, that say the same or follow too soon."""
    out = []
    last: dict[tuple[int, int], Notice] = {}
    for notice in evidence.notices:
        meant = _meant(evidence, notice)
        if not notice.rang or not meant:
            continue
        asked = meant[0]
        key = (asked.user_id, asked.number)
        before = last.get(key)
        if before is not None and notice.at - before.at < _least_between(before, notice):
            out.append(f"Rung twice for {asked}: {notice.text}")
        last[key] = notice
    return out


def _least_between(before: Notice, after: Notice) -> float:
    """Seconds that must lie between two rings."""
    return ONE_STAGE if _held(before.text) == _held(after.text) else ANY_STAGE


def _stale(evidence: Evidence) -> list[str]:
    """Notices that stand although their question is settled."""
    out = []
    for notice in evidence.notices:
        gone = evidence.ended if notice.gone is None else notice.gone
        if notice.public:
            # It calls several, and goes when the last of them is settled, or with the match.
            stale = notice.gone is None and evidence.ended - notice.at > GONE_BY
        else:
            settled = _settled(evidence, notice)
            stale = settled is not None and gone - settled > GONE_BY
        if stale:
            out.append(f"A notice still stood when its question was settled: {notice.text}")
    return out


def _settled(evidence: Evidence, notice: Notice) -> float | None:
    """When what a notice calls to was over; None where it is not, as far as anybody knows."""
    if meant := _meant(evidence, notice):
        return meant[-1].settled
    # One that calls to no question, such as to the match's beginning, goes with the next one.
    after = [
        each.opened
        for each in evidence.questions
        if each.user_id == notice.user_id and each.opened > notice.at
    ]
    return min(after, default=None)


def _telling(evidence: Evidence) -> list[str]:
    """Notices with a word that no spectator has read at any one time; none where nobody knows what
    spectators have read."""
    if not evidence.public:
        return []
    return [
        f"A notice tells more than a spectator reads: {notice.text}"
        for notice in evidence.notices
        if not any(_held(notice.text) <= words for words in evidence.public)
    ]


def _held(text: str) -> set[str]:
    """The words of a notice, but for the people and channels that it names and the time that is
    left."""
    return words(_TIME_LEFT.sub("", _MENTION.sub("", text)))


def words(text: str) -> set[str]:
    """The words of a text, without regard to case."""
    return {word.casefold() for word in _WORD.findall(text)}


def public(record: Record) -> list[frozenset[str]]:
    """The words of everything that a spectator could read as a match's headline, at each of its
    questions, as said to all and to each seat; with those that may stand in every notice. Nothing
    while the seed is sealed: a match that is not over cannot be played again.

    Moves are played again, from the seed, and asked for the spectator's view alone.
    """
    match = rows.match_of(record.match)
    game, players = match.game, naming.names_for_text(match)
    always = {*FRAME, *words(game.title)}.union(*(words(player.name) for player in players))
    seats = (None, *range(len(players)))
    out = []
    for table in judge.tables(record):
        view, asked = table.view(None), table.asked
        said = always.union(
            *(words(game.words.headline(_to(view, seat), asked, players)) for seat in seats)
        )
        out.append(frozenset(said))
    return out


def _to(view: Any, seat: int | None) -> Any:
    """A spectator's view that is spoken to a seat."""
    return view if seat is None else msgspec.structs.replace(view, seat=seat)
