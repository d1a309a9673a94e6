"""What reaches each person, in order, and where two records of it differ."""

from __future__ import annotations

import hashlib
import io
import logging
import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final

import msgspec
import structlog

from bot import logs
from bot.local import Channel, LocalDiscord, User

PRESSES: Final = "presses"
PHONES: Final = "all lock screens"
"""Reader of what anybody may read: every channel, and each person's pushes and notices."""
LOG: Final = "the log"
"""Reader of what the bot logs: whoever runs it, who is to learn no hand from that."""
_IDS: Final = re.compile(r"(?<![\d.])\d{17,20}(?![\d.])")
_THREADS: Final = re.compile(
    r"(executing|operation) functools.partial\(<function SqliteConnections\._done\.[\w.<>]+ at ->, "
    r"<sqlite3\.Connection object at ->\)( completed)?"
)
"""What aiosqlite says of its thread at the loudest: which comes first hangs on the machine."""
_BEHIND: Final = re.compile(r"Can't keep up, shard ID \d+ websocket is [\d.]+s behind\.")
"""What discord.py says of a machine that is busy."""
_NOT_SHOWN: Final = ("nonce", "referenced_message")
"""A random number by which Discord knows a message that is sent twice; and the message that another
one answers, as it happens to stand at that moment: it is told by itself."""
_CLOCKS: Final = re.compile(r"\d{4}-\d\d-\d\dT[\d:.]+Z|0x[0-9a-f]{6,}")


@dataclass(frozen=True)
class Leak:
    """A place where a reader could tell two worlds apart, with what stands there in both."""

    reader: str
    step: str
    place: str
    one: str
    other: str

    def __str__(self) -> str:
        one, other = _around(self.one, self.other)
        return f"{self.reader}, {self.step}, {self.place}:\n    {one}\n    {other}"


@dataclass
class Emitted:
    """What reached one reader in one step, by place, each place in order."""

    places: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    facts: bytes = b""
    """What the rules let this reader know when the step was over."""
    folds: bool = False
    """Edits may be folded into one, as time would have it: the last one counts."""


@dataclass
class Record:
    """Everything that reached everybody, by reader and step."""

    url: str = ""
    steps: list[str] = field(default_factory=list)
    told: dict[tuple[str, str], Emitted] = field(default_factory=lambda: defaultdict(Emitted))
    answered: set[int] = field(default_factory=set)
    """Seats that have answered in mid-window, one after the other."""

    def of(
        self, reader: str, but: Collection[str] = (), since: str = ""
    ) -> Iterator[tuple[str, Emitted]]:
        """What reached a reader at other places than `but`, step by step from the step `since` on,
        without what differs by nature.

        That is: the port of this local Discord, and the ids that it gives to messages and files,
        which are numbered here in the order in which the reader meets them. Places are read one by
        one, as what goes to two channels at one moment has no order of its own.
        """
        numbers: dict[str, str] = {}

        def number(found: re.Match[str]) -> str:
            return numbers.setdefault(found[0], f"#{len(numbers)}")

        for step in self.steps[self.steps.index(since) if since else 0 :]:
            told = self.told[reader, step]
            plain = Emitted()
            for place, texts in sorted(told.places.items()):
                if place in but:
                    continue
                fold = told.folds and place not in (LOG, PRESSES)
                for text in _folded(texts) if fold else texts:
                    bare = text.replace(self.url, "local")
                    plain.places[place].append(_IDS.sub(number, bare))
            yield step, plain


class Recorder:
    """Listens to a local Discord, and to the log, while something is done there."""

    def __init__(
        self, local: LocalDiscord, paper: io.StringIO, now: Callable[[], int] = lambda: 0
    ) -> None:
        self.record = Record(local.url)
        self._local = local
        self._paper = paper
        self._now = now
        """The bot's time, in ms: when something is told must tell nothing either."""
        self._notices: set[str] = set()
        """Messages that call people: plain ones in direct messages."""
        self._pressed = 0
        self._step = ""
        self._read = 0
        local.hub.hearers.append(self._hear)

    def begin(self, step: str) -> None:
        """What is heard from now on belongs to that step."""
        assert step not in self.record.steps, step
        self._step = step
        self.record.steps.append(step)
        self._log("")

    def end(self, *, folds: bool) -> None:
        """The step is over: note what became of presses, and what was logged."""
        self._answers()
        self._log(self._step)
        for reader in (*(user.name for user in self._local.world.people()), LOG, PHONES):
            self.record.told[reader, self._step].folds = folds

    def _put(self, reader: str, place: str, text: str) -> None:
        self.record.told[reader, self._step].places[place].append(text)

    def _hear(self, kind: str, d: dict[str, Any], channel: Channel | None, only: User | None
    ) -> None:  # fmt: skip
        if kind == "state" or not self._step:
            return
        world = self._local.world
        files = [
            hashlib.sha256(world.attachments[int(each["id"])].data).hexdigest()
            for each in d.get("attachments") or ()
        ]
        shown = {name: value for name, value in d.items() if name not in _NOT_SHOWN}
        if "thread" in shown:
            # A board that comes down in the thread is one message more for a moment. Whether the
            # edit out here falls into that moment is chance; the thread's messages are read there.
            shown["thread"] = {name: x for name, x in d["thread"].items() if name != "count"}
        text = msgspec.json.encode((kind, shown, files, self._now())).decode()
        place = "everywhere" if channel is None else _place(channel)
        if only is not None and channel is not None and channel.kind != "dm":
            # Answers to presses and what the outbox sends at that moment have no order: the hand
            # that a reader looks at follows the own answer while the next press is answered, the
            # sooner the faster the machine is. What changes, and how often, is compared.
            place += ", for this reader alone"
            place += ", changed" if kind == "message_update" else ""
        for user in world.people():
            if only in (None, user) and (channel is None or world.may_see(user, channel)):
                self._put(user.name, place, text)
        self._lock_screens(kind, d, channel, only, text)

    def _lock_screens(
        self, kind: str, d: dict[str, Any], channel: Channel | None, only: User | None, text: str
    ) -> None:
        """Note what lies open for everybody: what rings, what calls, and what a channel shows."""
        if channel is None:
            return
        if kind == "push" and only is not None:
            self._put(PHONES, f"phone of {only.name}", text)
        elif channel.kind == "dm":
            if d.get("content"):
                self._notices.add(str(d["id"]))
            if str(d.get("id")) in self._notices:
                self._put(PHONES, f"notices to {channel.name}", text)
        elif only is None:
            self._put(PHONES, _place(channel), text)

    def _answers(self) -> None:
        """What each press came to: it is seen by whoever pressed."""
        for made in list(self._local.world.interactions.values()):
            if made.id > self._pressed:
                self._pressed = made.id
                came = made.type, made.answer, made.failed, made.choices, made.changes
                self._put(made.user.name, PRESSES, msgspec.json.encode(came).decode())

    def _log(self, step: str) -> None:
        text = self._paper.getvalue()
        lines = text[self._read :].splitlines()
        self._read = len(text)
        if step:
            places = self.record.told[LOG, step].places
            plain = [_CLOCKS.sub("-", line) for line in lines]
            slow = (_THREADS, _BEHIND)
            places[LOG] += [
                line for line in plain if not any(each.fullmatch(line) for each in slow)
            ]


def _place(channel: Channel) -> str:
    return "direct messages" if channel.kind == "dm" else f"#{channel.name}"


@contextmanager
def everything_logged() -> Iterator[io.StringIO]:
    """Everything is logged at its loudest, as the process logs it, on this paper."""
    before = structlog.get_config()
    handlers, level = logging.root.handlers[:], logging.root.level
    quiet = {name: logging.getLogger(name).level for name in ("discord", "alembic", "PIL")}
    paper = io.StringIO()
    logging.root.handlers.clear()
    try:
        logs.set_up("DEBUG")
        structlog.configure(logger_factory=structlog.PrintLoggerFactory(paper))
        logging.root.handlers[:] = [logging.StreamHandler(paper)]
        yield paper
    finally:
        structlog.configure(**before)
        logging.root.handlers[:] = handlers
        logging.root.setLevel(level)
        for name, number in quiet.items():
            logging.getLogger(name).setLevel(number)


def parted(one: Record, other: Record, reader: str, since: str = "") -> str:
    """The first step, from `since` on, after which the rules let a reader tell the worlds apart, if
    any."""
    for step in one.steps[one.steps.index(since) if since else 0 :]:
        mine, theirs = one.told[reader, step], other.told[reader, step]
        if step not in other.steps or mine.facts != theirs.facts:
            return step
    return ""


def compare(
    one: Record,
    other: Record,
    reader: str,
    until: str = "",
    but: Collection[str] = (),
    since: str = "",
) -> list[Leak]:
    """Where this reader was first told something else in a step, from the step `since` up to the
    step `until`; at other places than `but`."""
    told = zip(one.of(reader, but, since), other.of(reader, but, since), strict=False)
    for (step, mine), (_, theirs) in told:
        if step == until:
            break
        places = sorted({*mine.places, *theirs.places})
        if leaks := [*_leaks(reader, step, places, mine, theirs)]:
            return leaks
    return []


def _leaks(reader: str, step: str, places: Sequence[str], mine: Emitted, theirs: Emitted
) -> Iterator[Leak]:  # fmt: skip
    for place in places:
        here, there = mine.places[place], theirs.places[place]
        differ = [(a, b) for a, b in zip(here, there, strict=False) if a != b]
        if differ:
            yield Leak(reader, step, place, *differ[0])
        elif len(here) != len(there):
            more = max(here, there, key=len)[min(len(here), len(there))]
            counts = f"{len(here)} things told", f"{len(there)}, and one more is: {more}"
            yield Leak(reader, step, place, *counts)


def _folded(texts: Sequence[str]) -> list[str]:
    """The last state of each message: edits that follow each other are one."""
    out: dict[str, str] = {}
    for text in texts:
        kind, told, *_ = msgspec.json.decode(text)
        out[str(told["id"]) if kind in ("message_create", "message_update") else text] = text
    return list(out.values())


def _around(one: str, other: str) -> tuple[str, str]:
    """Both texts from a little before where they differ."""
    at = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), 0)
    start = max(0, at - 80)
    return f"…{one[start : at + 160]}…", f"…{other[start : at + 160]}…"
