"""A running bot, a local Discord and some people at a table: what every test of the bot stands in.

Nothing is replaced: the client is discord.py, the database a file, and people press only what is
on a message, unless a test forges a press. Time is `Pits.clock`, which stands still until a test
moves it.
"""

from __future__ import annotations

import asyncio
import itertools
import random
import shutil
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

import pytest

from bot.app import Motordrome
from bot.delivery.pacing import Kind
from bot.local import (
    DISCORD,
    Channel,
    LocalDiscord,
    Message,
    Modal,
    Outcome,
    Pressable,
    User,
    hurried,
    openapi,
)
from bot.local.hub import HANGS
from bot.match.match import Match
from bot.posts import custom_ids
from bot.settings import Settings
from bot.store import Store
from bot.tables.membership import Membership
from games.carwars_cards import GAME
from games.carwars_cards.state import Duelist, State
from games.engine.chance import SeededChance
from games.engine.fair import LoggedChance
from games.engine.table import Table
from tests.games.carwars_cards.duel import cards
from tests.store.rows import next_due

DOCUMENT = openapi.find()
"""Discord's document, None where it is absent: then bodies are checked by hand alone."""
NAMES = ("Ann", "Ben", "Cora", "Dev", "Eve", "Finn", "Gil")
NOON = 1_800_000_000_000
"""When every test begins, in ms."""
MINUTE = 60_000
SEED = bytes(range(32))
PATIENT = 600.0
"""Seconds: how long an answer or a call may take here. That one comes late is a test's own doing,
never the machine's."""
LIMITS = replace(hurried(DISCORD, 10), identify=None)
"""Discord's rate limits with windows a tenth as long. A bot that starts again need not wait: who
takes turns at that is for `test_identify`."""


@dataclass
class Clock:
    """The time the bot goes by, in ms."""

    now: int = NOON

    def __call__(self) -> int:
        return self.now


def watch_turns(bot: Motordrome, waited: list[str]) -> None:
    """Note turns that are taken with a message's lock held, or inside another turn."""
    delivery, holds = bot.delivery, Counter[object]()
    lock, turn = delivery.lock, delivery.pace.turn

    @contextmanager
    def holding() -> Iterator[None]:
        task = asyncio.current_task()
        holds[task] += 1
        try:
            yield
        finally:
            holds[task] -= 1
            if not holds[task]:
                del holds[task]

    class Watched(asyncio.Lock):
        """A message's lock; whoever holds it is noted."""

        async def acquire(self) -> Literal[True]:
            await super().acquire()
            self._held = holding()
            self._held.__enter__()
            return True

        def release(self) -> None:
            self._held.__exit__(None, None, None)
            super().release()

    def watched_lock(match_id: str, target: str) -> asyncio.Lock:
        delivery._locks.setdefault(f"{match_id}/{target}", Watched())
        return lock(match_id, target)

    @asynccontextmanager
    async def watched_turn(place: int | str, kind: Kind, **how: Any) -> AsyncIterator[None]:
        if holds[asyncio.current_task()]:
            waited.append(f"{kind} in {place}")
        async with turn(place, kind, **how):
            with holding():
                yield

    # A lock inside a turn is the right order, and a second lock is no turn: only turns are noted.
    delivery.lock = watched_lock  # type: ignore[method-assign]
    delivery.pace.turn = watched_turn  # type: ignore[method-assign]


@dataclass(frozen=True)
class Stored:
    """What the database holds of a match that a refused action must leave alone."""

    version: int
    save: bytes | None
    moves: int
    status: str


async def begin(
    local: LocalDiscord,
    store: Store,
    clock: Clock,
    settings: Settings | None = None,
    **options: Any,
) -> tuple[Motordrome, asyncio.Task[None]]:
    """A bot that is ready, and the task it runs in."""
    bot = Motordrome(
        settings or Settings(),
        store,
        now=clock,
        rng=random.Random(1),
        guild_ready_timeout=0,
        **options,
    )
    bot.matches._seed = lambda: SEED
    bot.delivery.opening.every_ms = 0
    # Nothing is sent by itself between two lines of a test: the order would hang on the machine.
    # `test_outbox` tries the outbox with nobody to wake it.
    bot.delivery.every = 3600.0
    bot.clocks._every = 3600.0
    bot.matches.wake_at = lambda at: None
    # No answer waits; tests of the waits turn it on.
    bot.matches.floor_ms = 0
    running = asyncio.create_task(bot.start(local.token))
    ready = asyncio.create_task(bot.wait_until_ready())
    await asyncio.wait((running, ready), return_when=asyncio.FIRST_COMPLETED)
    if running.done():
        ready.cancel()
        running.result()
    return bot, running


class Pits:
    """People, a channel and the bot. `match_id` is the table that was opened last."""

    def __init__(self, local: LocalDiscord, url: str, clock: Clock) -> None:
        self.local = local
        self.url = url
        self.clock = clock
        self.people = [local.add_user(name) for name in NAMES]
        self.ann, self.ben, self.cora, self.dev, *_ = self.people
        self.stranger = local.add_user("Zoe")
        self.channel = local.add_channel("pit-lane")
        self.match_id = ""
        self.patience_ms = 5_000
        """How long the bot waits for a database that is in use, from its next start."""
        self.waited: list[str] = []
        """Turns at Discord's limits that were taken with a message's lock held, or inside a turn:
        whoever wants that lock waits for the limit too."""
        self.store: Store
        self.bot: Motordrome
        self._running: asyncio.Task[None]

    async def start(self, **options: Any) -> None:
        """Start the bot on the database, or start it again."""
        self.store = await Store.open(self.url, busy_timeout_ms=self.patience_ms)
        member = await Membership.join(self.store, self.url, self.clock)
        member._set_clock = lambda ahead: None  # type: ignore[method-assign] # it is `clock`
        options["member"] = member
        self.bot, self._running = await begin(self.local, self.store, self.clock, **options)
        watch_turns(self.bot, self.waited)

    async def stop(self) -> None:
        """Stop the bot. What is in the database is all that remains of it."""
        await self.bot.close()
        await self._running
        await self.bot.member.leave()
        await self.store.close()

    # -- what is stored

    async def match(self, match_id: str = "") -> Match:
        """The match as the bot has it."""
        return await self.bot.matches.look(match_id or self.match_id)

    async def stored(self, match_id: str = "") -> Stored:
        """The match as the database has it."""
        row = await self.store.match(match_id or self.match_id)
        assert row is not None
        return Stored(row.version, row.save, row.last_move, row.status)

    async def settled(self) -> None:
        """Wait until everything has been told and no computer is thinking."""
        async with asyncio.timeout(HANGS):
            while True:
                told, matches = await self.told(), self.bot.matches
                driving = [*matches._driving.values(), *matches._resuming]
                working = [*(t for t in driving if not t.done()), *_answering()]
                working += self.bot.delivery._sending
                if working:
                    await asyncio.wait(working)
                elif told:
                    return
                elif self._sleeps:
                    # A clock that a test has moved tells nobody that something is due now.
                    matches.wake()

    async def told(self) -> bool:
        """Whether the outbox has nothing to do, whatever people are being answered."""
        due = await next_due(self.store)
        idle = self._sleeps and not self.bot.delivery._sending
        return idle and (due is None or due > self.clock())

    @property
    def _sleeps(self) -> bool:
        """Whether the outbox sleeps: it does so only after it has started to send whatever it had
        claimed."""
        awake = self.bot.delivery._awake
        return bool(awake._waiters) and not awake.is_set()

    # -- what people see

    def messages(self, channel: Channel | None = None, user: User | None = None) -> list[Message]:
        """The messages of a channel that a person sees."""
        return self.local.messages(channel or self.channel, user or self.ann)

    def public(self, channel: Channel | None = None) -> list[Message]:
        """What everybody sees in the channel, beside sealing messages."""
        return [m for m in self.messages(channel) if not m.ephemeral and not _seals(m)]

    def seals(self, channel: Channel | None = None) -> list[Message]:
        """The sealing messages of a channel."""
        return [m for m in self.messages(channel) if _seals(m)]

    def board(self, channel: Channel | None = None) -> Message:
        """The newest public message with something to press."""
        shown = [m for m in self.public(channel) if m.pressables and m.is_v2]
        assert shown, "there is no board in the channel"
        return shown[-1]

    def panel(self, user: User) -> Message:
        """The newest direct message of a person, beside notices."""
        return [m for m in self.messages(self.local.dm(user), user) if not m.content][-1]

    def notices(self, user: User) -> list[Message]:
        """The notices that stand in a person's direct messages."""
        return [m for m in self.messages(self.local.dm(user), user) if m.content]

    def seen(self, *but: User) -> list[tuple[int, str]]:
        """Everything that people other than these, and everyone together, can read now."""
        places = [self.channel, *(self.local.dm(u) for u in self.people if u not in but)]
        return [
            (message.id, message.text + "".join(message.alts))
            for place in places
            for message in self.local.world.messages[place.id].values()
            if message.owner_id not in [u.id for u in but]
        ]

    # -- what people do

    async def command(
        self,
        user: User,
        name: str,
        options: Mapping[str, object] | None = None,
        channel: Channel | None = None,
    ) -> Outcome:
        """Type a command and wait for its whole answer; `/play` opens the card game if not said."""
        options = _with_game(name, options or {})
        outcome = await self.local.command(user, channel or self.channel, name, options)
        return await self.answered(outcome)

    async def raw_command(
        self, user: User, name: str, options: Mapping[str, object], channel: Channel | None = None
    ) -> Outcome:
        """A command with values that no client would send."""
        options = _with_game(name, options)
        here = channel or self.channel
        data: dict[str, Any] = {"name": name, "type": 1}
        command = self.local.find_command(here, name)
        kinds = {option["name"]: option["type"] for option in command.get("options", [])}
        data["id"] = command["id"]
        data["options"] = [
            {"name": key, "type": kinds.get(key, 3), "value": value}
            for key, value in options.items()
        ]
        made = self.local._send(self.local._begin(2, user, here, data))
        return await self.answered(await self.local._outcome(made))

    async def press(
        self,
        user: User,
        verb: str,
        message: Message | None = None,
        *path: str,
        values: Sequence[str] | None = None,
    ) -> Outcome:
        """Press what is on a message (the board, unless one is given) by its verb and path; where
        it is not shown, *More choices* first."""
        message = message or self.board()
        if not _is_on(message, verb, *path) and "rest" in verbs(message):
            await self.press(user, "rest", message)
            message = self.local.world.messages[message.channel_id][message.id]
        custom_id = find(message, verb, *path)
        if values is None:
            outcome = await self.local.click(user, message, custom_id)
        else:
            outcome = await self.local.select(user, message, custom_id, values)
        return await self.answered(outcome)

    async def answered(self, outcome: Outcome) -> Outcome:
        """Wait until the bot has said all it says to that, which may be nothing."""
        if outcome.interaction.answer != 6:
            await outcome.finished()
        await self.handled()
        return outcome

    async def handled(self) -> None:
        """Wait until the bot has done all that is to be done about what has come to it."""
        while tasks := _answering():
            await asyncio.wait(tasks)

    async def forge(
        self,
        user: User,
        custom_id: str,
        message: Message | None = None,
        values: Sequence[str] | None = None,
    ) -> Outcome:
        """Press what is not there."""
        outcome = await self.local.forge(user, message or self.board(), custom_id, values)
        return await self.answered(outcome)

    async def submit(self, user: User, form: Modal | None, values: Mapping[str, str]) -> Outcome:
        """Send a form that was shown."""
        assert form is not None
        return await self.answered(await self.local.submit(user, form, dict(values)))

    async def open(
        self,
        seats: int = 2,
        *,
        game: str = "carwars-cards",
        computers: int = 0,
        options: Mapping[str, str] | None = None,
        channel: Channel | None = None,
        people: Sequence[User] | None = None,
    ) -> str:
        """A lobby with so many people in it; returns the match's id."""
        # Everybody is asked everything, but for the ten phases of a turn.
        self.bot.matches.poker_faces = game != "mini-carwars"
        host, *others = (people or self.people)[:seats]
        given: dict[str, object] = {"game": game}
        if computers:
            given |= {"seats": max(2, seats + computers), "computers": computers}
        await self.command(host, "play", given, channel)
        self.match_id = read(self.board(channel))[0].match_id
        for user in others:
            await self.press(user, "join", self.board(channel))
        if options:
            form = (await self.press(host, "options", self.board(channel))).modal
            await self.submit(host, form, options)
        return self.match_id

    async def deal(self, seats: int = 2, **how: Any) -> str:
        """A table that has been started, with everything told."""
        match_id = await self.open(seats, **how)
        host = (how.get("people") or self.people)[0]
        await self.press(host, "start", self.board(how.get("channel")))
        await self.settled()
        return match_id

    async def lay(self, *hands: str, **state: Any) -> str:
        """A started table whose duel has been put at seat 0's action, with these hands.

        Cards are written as in the tests of the rules: "laser front, swerve". All mean to leave, so
        they are asked for an escape at the end of their turns.
        """
        seats = len(hands)
        match_id = await self.deal(seats)
        made = State(
            state.pop("options", None) or GAME.Options(single_duel=True, window_seconds=3600),
            [Duelist(seat, hand=cards(hand), leaving=True) for seat, hand in enumerate(hands)],
            **{
                "beat": "action",
                "duel": 1,
                "turn": 1,
                "dealer": seats - 1,
                "operating": list(range(seats)),
                "draw": cards("armor front") * 40,
                **state,
            },
        )

        def put(match: Match) -> None:
            assert match.table is not None
            number = match.table.next_number
            table = Table(GAME, made, LoggedChance(SeededChance(1)), number)
            table._beats()
            match.loaded(table)
            match.news = []

        await self.bot.matches.change(match_id, put)
        await self.settled()
        return match_id

    def walk_to(self, user: User, *keys: str) -> str:
        """The custom id on a person's panel whose path ends with these keys."""
        return find(self.panel(user), "pick", *keys)


def _seals(message: Message) -> bool:
    return message.text.startswith("### Dice sealed")


def _answering() -> list[asyncio.Task[Any]]:
    """What discord.py is still doing about interactions."""
    names = ("discord.py: on_interaction", "CommandTree-invoker")
    return [task for task in asyncio.all_tasks() if task.get_name() in names]


def read(message: Message) -> list[custom_ids.Pressed]:
    """The custom ids of a message, taken apart."""
    return [
        pressed
        for item in message.pressables
        if (pressed := custom_ids.read(item.custom_id)) is not None
    ]


def verbs(message: Message) -> list[str]:
    """What can be pressed on a message."""
    return [pressed.verb for pressed in read(message)]


def _is_on(message: Message, verb: str, *path: str) -> bool:
    """Whether there is something to press with that verb and such a path."""
    return any(
        pressed.verb == verb and (not path or pressed.path[-len(path) :] == path)
        for pressed in read(message)
    )


def find(message: Message, verb: str, *path: str) -> str:
    """The custom id with that verb, and with a path that ends so."""
    for item in message.pressables:
        pressed = custom_ids.read(item.custom_id)
        if pressed and pressed.verb == verb and (not path or pressed.path[-len(path) :] == path):
            return item.custom_id
    raise LookupError(f"no {verb} {path} among {[p.custom_id for p in message.pressables]}")


def item(message: Message, verb: str) -> Pressable:
    """The thing to press with that verb."""
    return message.pressable(find(message, verb))


def question(message: Message) -> int:
    """Number of the question a panel puts; 0 when it puts none."""
    numbers = [p.number for p in read(message) if p.verb in ("pick", "choose", "some")]
    return numbers[0] if numbers else 0


async def follow_up(outcome: Outcome) -> str:
    """What the outcome says to this person alone."""
    private = [m.text for m in outcome.messages if m.ephemeral]
    return "\n".join(private)


WORDS_OF_A_FAULT = ("Traceback", "Error", "Exception", "  File ", "<bot.", "object at 0x")


def judge(local: LocalDiscord) -> None:
    """What must hold after every test, whatever it did."""
    assert local.problems == [], local.problems
    assert local.faults == [], local.faults
    for messages in local.world.messages.values():
        for message in messages.values():
            for word in WORDS_OF_A_FAULT:
                assert word not in message.text, message.text
            assert not message.mention_everyone


def keeps_no_view(bot: Motordrome) -> bool:
    """Whether discord.py holds nothing of what has been sent."""
    kept = bot._connection._view_store
    return not (kept._views or kept._synced_message_views or kept._modals or kept._dynamic_items)


@asynccontextmanager
async def opened(
    tmp_path: Path,
    empty: Path | None = None,
    prepare: Callable[[Pits, Path], None] = lambda pits, file: None,
    url: str = "",
    **options: Any,
) -> AsyncIterator[Pits]:
    """The setting, up and running; judged and taken down at the end.

    `prepare` changes the copied database before the bot starts on it. `url` is another database.
    """
    file = tmp_path / "motordrome.sqlite3"
    if empty is not None:
        shutil.copy(empty, file)
    clock = Clock()
    # Ids of messages go into the dice. Counted, they hang neither on the time nor on how many
    # commands, pictures and presses there were.
    fixed = {
        "openapi": DOCUMENT,
        "limits": LIMITS,
        "wall": lambda: clock() / 1000,
        "count_ids": True,
        "interaction_seconds": PATIENT,
    }
    local = LocalDiscord(**{**fixed, **options})
    await local.start()
    local.point_client_here()
    pits = Pits(local, url or f"sqlite+aiosqlite:///{file}", clock)
    prepare(pits, file)
    try:
        await pits.start()
        try:
            yield pits
            await pits.settled()
            assert keeps_no_view(pits.bot)
            assert pits.waited == [], "a turn was taken with a lock held, or inside a turn"
        finally:
            await pits.stop()
    finally:
        await local.stop()
    judge(local)


def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """No answer is promised, and no call given up, because the machine is slow."""
    for each in ("answering.PATIENCE", "answering.CALL_SECONDS", "showing.CALL_SECONDS"):
        monkeypatch.setattr(f"bot.delivery.{each}", PATIENT)


def _with_game(command: str, options: Mapping[str, object]) -> Mapping[str, object]:
    return {"game": "carwars-cards", **options} if command == "play" else options


def ids(first: str = "TABLE") -> Any:
    """Ids of matches in a row, so that the same seed deals the same cards in every run."""
    count = itertools.count(1)
    return lambda: f"{first}{next(count):03}"
