"""People who do anything at all at a bot, and what must hold whatever they did.

hypothesis draws what they do: they press what they see, at the right time, late, twice, or at once
with somebody else; they press what no client shows, type every command, fill in forms; threads are
archived and locked, messages and channels deleted, time passes, and the bot's process is gone from
one moment to the next. After each step

- the stored moves, replayed, give the state that is stored and the one in memory;
- every board and every hand that stands is what it would be were it made of the stored match now;
- who did it was answered, by one sentence at most, and by one where nothing else came of it;
- nobody else saw anything of what changed nothing, and of what did only boards, hands and notices.

`Anything.wrong` says what was wrong.
"""

from __future__ import annotations

import asyncio
import random
import threading
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final, TypeVar

import discord
import msgspec
from discord.gateway import KeepAliveHandler
from hypothesis import strategies as st
from sqlalchemy import NullPool, select
from sqlalchemy.ext.asyncio import create_async_engine

from bot.demo.choice import ANSWERS, AtRandom, question
from bot.demo.people import AGREED
from bot.local import Channel, Interaction, Message, Modal, NotShown, User, forms
from bot.local.world import Json, walk
from bot.match import drafts, resting
from bot.match.match import Match
from bot.match.server_rules import ServerRules
from bot.posts import away, custom_ids, hands
from bot.posts.posts import Post, components
from bot.store import OPEN, UNSURE, MatchRow, MoveRow
from bot.store.guests import FORMER_NAME
from bot.store.tables import outbox
from bot.tables import rows
from bot.tables.loading import chance_of
from bot.words import say
from games.engine.errors import Refusal
from games.engine.table import Table
from tests.bot.pits import Pits, _answering, read, verbs
from tests.canary.actions import path_to

T = TypeVar("T")
UNDELIVERED: Final = say("delivery.a_hand_could_not")

GAMES: Final = ("carwars", "carwars-cards", "mini-carwars", "nascards", "world-auto-racing")
SMALL: Final[dict[str, dict[str, str]]] = {
    "carwars-cards": {"single_duel": "true"},
    "nascards": {"goal": "100"},
    "world-auto-racing": {"length": "60"},
}
WORDS: Final = (
    *("0", "1", "7", "-3", "22-7", "21:15", "a", "straight", "swerve left 15; fire at 8 or less"),
    *("999999999", "x" * 100, "ä€😀", "<@1> @everyone", "\u202e", "off", "all: straight; x3"),
)
"""What people type into forms and commands, beside any text."""
TYPED: Final = st.sampled_from(WORDS) | st.text(max_size=120)
VALUES: Final = st.one_of(
    st.none(),
    st.sampled_from(((), ("-1",), ("0", "0"), ("",), ("99",), ("x" * 100,), ("{}",))),
    st.lists(st.text(max_size=100), max_size=25).map(tuple),
)
"""Lines of selects that no client sends; None is the press of a button."""
PATHS: Final = st.sampled_from(((), ("all",), ("c1", "p2"))) | st.from_regex(
    r"[a-z0-9.~-]{1,40}", fullmatch=True
).map(lambda path: tuple(path.split(".")))
OTHERS: Final = ("design:", "server:", "privacy:", "notices:", "rules:")
"""How custom ids begin that belong to no table."""
IDS: Final = st.one_of(
    st.text(min_size=1, max_size=100),
    st.from_regex(custom_ids._PATTERN, fullmatch=True),
    st.from_regex(custom_ids._DESIGN, fullmatch=True),
    st.builds(
        str.__add__,
        st.sampled_from(OTHERS),
        st.text(max_size=40),
    ),
)
"""Custom ids that nobody has written, and some of a form that the bot reads."""
SECONDS: Final = (1, 5, 15, 20, 60, 200, 3600, 26 * 3600)
RARE_SECONDS: Final = 8 * 24 * 3600
RECENT: Final = 6
"""Messages of a place that somebody may look at."""
KEPT: Final = 40
"""Presses that may be made once more, much later."""
ROUNDS: Final = 30
"""Answers in which a table that can go on must have gone on."""
TAKES_IN: Final = ("discord.py: on_", "CommandTree-invoker")
"""How tasks are called that take in what Discord has told."""
OUTLIVED_MS: Final = 15_000
"""Longer than any lease of a process that has died."""
ALONE: Final = frozenset(("play", "press", "late", "forged", "forged_form", "submit", "command"))
"""Actions of one person at one moment: whatever comes of them is their doing."""
ERASES: Final = "server:sure"
"""What deletes the tables of a server."""


BESIDE: Final = ("Time ran out, so ",)
"""How notes begin that tell something else than what became of a press."""


class Emitted:
    """One thing that somebody did: its interaction, and what was there before."""

    def __init__(self, made: Interaction) -> None:
        self.made = made
        self.pressed = custom_ids.read(made.payload["data"].get("custom_id", ""))
        self.before = question(made.source) if made.source is not None else 0
        self.alone = True
        """Nobody did anything else at that moment."""
        self.shown = None if made.source is None else _looks(made.source)
        """What it was pressed on looked like."""

    @property
    def said(self) -> list[str]:
        """What its person alone reads of it beside a hand."""
        shown = [self.made.original, *self.made.follow_ups]
        lines: list[str] = []
        for message in shown:
            if message is None:
                continue
            whole = message.text.splitlines()
            if message is not self.made.source and message.ephemeral and len(whole) == 1:
                lines += whole
            lines += [line[2:] for line in whole if line.startswith("> ")]
        return [line for line in lines if not line.startswith(AGREED)]

    @property
    def refused(self) -> list[str]:
        """What of that says that nothing was done."""
        return [line for line in self.said if not line.startswith(BESIDE)]

    @property
    def new(self) -> list[Message]:
        """The messages that it was answered with."""
        made = self.made
        answers = [made.original if made.original is not made.source else None, *made.follow_ups]
        return [each for each in answers if each is not None]

    @property
    def sentences(self) -> list[str]:
        """What its person is told of it: notes on a hand, and messages of one sentence."""
        source, shown = self.made.source, self.new
        told = [m.text for m in shown if not m.pressables and not m.text.startswith("### ")]
        edited = self.made.answer == 7 or (source is not None and _looks(source) != self.shown)
        if source is not None and self.made.original is source and edited:
            shown = [source, *shown]
        lines = [line for message in shown for line in message.text.splitlines()]
        return told + [line for line in lines if line.startswith("> ")]


class Doing(msgspec.Struct, frozen=True):
    """One thing to do, drawn whole before it is done: nothing that is drawn hangs on what the bot
    does, or hypothesis could not do the same once more."""

    what: str
    """A method of `Anything`."""
    chance: random.Random
    """What of all that can be pressed then."""
    custom_id: str = ""
    values: tuple[str, ...] | None = None
    path: tuple[str, ...] = ()
    typed: Sequence[str] = WORDS


def doings(*what: str) -> st.SearchStrategy[Doing]:
    """Something of these; what stands there more often is more likely."""
    forged = {"custom_id": IDS, "values": VALUES, "path": PATHS}
    typed = {"typed": st.lists(TYPED, min_size=4, max_size=4)}
    more: dict[str, dict[str, st.SearchStrategy[Any]]] = {
        **{"forged": forged, "forged_form": {**forged, **typed}},
        **dict.fromkeys(("submit", "command"), typed),
    }

    def doing(what: str) -> st.SearchStrategy[Doing]:
        chance = st.randoms(use_true_random=True)
        return st.builds(Doing, st.just(what), chance, **more.get(what, {}))

    return st.sampled_from(what).flatmap(doing)


class Seen:
    """What there was to see, and what was stored, before somebody did something."""

    def __init__(self) -> None:
        self.messages: dict[int, tuple[Message, object]] = {}
        self.versions: dict[str, int] = {}
        self.kept: set[int] = set()
        """Ids of the messages that boards, hands, seals and notices are."""
        self.seated: set[tuple[str, int]] = set()
        """Matches and users who have a seat there."""
        self.asked: set[tuple[str, int, int]] = set()
        """Matches and users, with the number of the question that is put to each."""
        self.over: set[str] = set()
        """Matches that are over or rest: what is pressed there is answered with a hand that tells
        so."""


class Anything:
    """Five people and a bot, for as long as they like. Who is first manages the server."""

    def __init__(self, pits: Pits, game: str) -> None:
        self.pits = pits
        self.game = game
        self.rng: random.Random
        self.doing: Doing
        self.people = [*pits.people[:4], pits.stranger]
        self.people[0].manages = True
        self.wrong: list[str] = []
        self.log: list[str] = []
        """What was done, in order."""
        self.presses: dict[int, Emitted] = {}
        self.matches: dict[str, list[MoveRow]] = {}
        """What was stored of each, when it was last looked at."""
        self._this: list[Emitted] = []
        """What was done in this step."""
        self._only = False
        """Nothing but that was done in this step."""
        self._logs: list[Any] = []
        self._old: list[tuple[User, Message, str, tuple[str, ...] | None]] = []
        self._forms: list[Interaction] = []
        """Forms that were opened."""
        self._heard: set[int] = set()
        self._played: dict[str, tuple[list[int], Table[Any]]] = {}
        """The stored moves of each match so far, replayed."""
        self._excused: dict[tuple[str, int], int] = {}
        """Boards (-1) and hands that Discord did not take, with the version of their match."""

    # -- the whole of it

    def begin(self, logs: list[Any]) -> None:
        """Whatever fails from now on is wrong, and so are errors among `logs`."""
        asyncio.get_running_loop().set_exception_handler(self._failed)
        self._logs = logs
        self._listen()

    async def step(self, doing: Doing) -> None:
        """Do one thing; what was wrong is in `wrong`."""
        self.doing, self.rng = doing, doing.chance
        self._this, self._only = [], doing.what in ALONE
        self.log.append(doing.what)
        before = await self._see()
        try:
            await getattr(self, doing.what)()
        except NotShown as error:
            self.log[-1] += f" (not shown: {error})"
        await self._hears_all()
        await self.pits.settled()
        for told in self._this:
            self._is_answered(told)
        await self._look_at_moves()
        await self._look_at_messages()
        if self._only and len(self._this) == 1:
            self._is_told_alone(self._this[0], before, await self._see())
        for line in self._logs:
            if line["log_level"] in ("error", "critical") or "exc_info" in line:
                self.wrong.append(f"logged: {line}")
        self._logs.clear()

    def _failed(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        self.wrong.append(f"in the background: {context}")

    def _listen(self) -> None:
        """Note which interactions have reached the bot."""
        connection: Any = self.pits.bot._connection
        honest = connection.dispatch

        def dispatch(event: str, *given: Any) -> None:
            if event == "interaction":
                self._heard.add(given[0].id)
            honest(event, *given)

        connection.dispatch = dispatch

    async def open_table(self) -> None:
        """People sit down at a new table and start."""
        here = [user for user in self.people if user.id in self.pits.local.guild.members]
        if len(here) < 2:
            return
        host, *others = self.rng.sample(here, self.rng.randint(2, min(4, len(here))))
        place = self.pits.channel = self.pits.local.add_channel("new-lane")
        if self.rng.random() < 0.3:
            place = self.pits.local.open_thread(host, self.pits.channel, "lane")
        given: dict[str, object] = {"game": self.game}
        if self.rng.random() < 0.5:
            given |= {"seats": len(others) + 2, "computers": 1}
        told = await self._command(host, place, "play", given)
        seen = self.pits.messages(place, host)
        boards = [m for m in seen if m.pressables and m.is_v2 and not m.ephemeral]
        if not boards:
            self.log.append(f"no table: {told.said}")
            return
        board = boards[-1]
        for user in others:
            await self._click(user, board, "join")
        form = (await self._click(host, board, "options")).made
        pace = {"pace": self.rng.choice(("live", "post"))}
        if form.modal is not None:
            await self._submit(host, form, SMALL.get(self.game, {}) | pace)
        if self.rng.random() < 0.8:
            await self._click(host, board, "start")
        self.log.append(f"{self.game} with {[host.name, *(u.name for u in others)]} {given}")

    # -- doing something, and waiting until the bot has said all it says to it

    def _note(self, made: Interaction) -> Emitted:
        told = Emitted(made)
        self.presses[made.id] = told
        self._this.append(told)
        return told

    async def _answered(self, *told: Emitted) -> None:
        for each in told:
            made = each.made
            await self.pits.local.until(lambda made=made: made.id in self._heard)  # type: ignore[misc]
            each.alone = len(told) == 1
        while tasks := _answering():
            await asyncio.wait(tasks)

    async def _hears_all(self) -> None:
        """Wait until the bot has heard and taken in all that Discord has told it."""
        local, user = self.pits.local, self.people[0]
        made = local.begin_autocomplete(user, local.dm(user), "card", "name", "", {})
        await local.until(lambda: made.id in self._heard)  # what came before has come
        while doing := [t for t in asyncio.all_tasks() if t.get_name().startswith(TAKES_IN)]:
            await asyncio.wait(doing)

    def _is_answered(self, told: Emitted) -> None:
        made = told.made
        if made.answer is None or made.failed:
            self.wrong.append(f"{_what(told)} was not answered")
        elif made.original is not None and made.original.thinking:
            self.wrong.append(f"{_what(told)} is still being thought about")

    def _begin(
        self, user: User, message: Message, custom_id: str, values: Sequence[str] | None
    ) -> Emitted:
        """Press what a message shows, or what it does not show."""
        local = self.pits.local
        channel = local._shown_to(user, message)
        data: dict[str, Any] = {"custom_id": custom_id, "component_type": 2, "id": 1}
        if values is not None:
            data |= {"component_type": 3, "values": list(values)}
        made = local._begin(3, user, channel, data, message)
        self.log[-1] += f" {user.name} {custom_id!r} {values} on {message.id % 10**6}"
        told = self._note(made)
        local._send(made)
        self._old.append((user, message, custom_id, None if values is None else tuple(values)))
        if len(self._old) > KEPT:
            del self._old[self.rng.randrange(KEPT)]
        return told

    async def _press(
        self, user: User, message: Message, custom_id: str, values: Sequence[str] | None
    ) -> Emitted:
        told = self._begin(user, message, custom_id, values)
        await self._answered(told)
        if told.made.modal is not None:
            self._forms.append(told.made)
        return told

    async def _submit(self, user: User, made: Interaction, typed: dict[str, str]) -> None:
        assert made.modal is not None
        here = {field["custom_id"] for field in forms.fields(made.modal)}
        given = {name: text for name, text in typed.items() if name in here}
        sent = self.pits.local.begin_submit(user, Modal(made, made.modal), given)
        self.log[-1] += f" typed {given}"
        await self._answered(self._note(sent))

    async def _click(self, user: User, message: Message, verb: str) -> Emitted:
        found = next(i for i in message.pressables if i.custom_id.startswith(f"{verb}:"))
        return await self._press(user, message, found.custom_id, None)

    async def _command(
        self, user: User, channel: Channel, name: str, options: dict[str, object]
    ) -> Emitted:
        made = self.pits.local.begin_command(user, channel, name, options)
        told = self._note(made)
        await self._answered(told)
        return told

    # -- what people see

    def _places(self, user: User) -> list[Channel]:
        world = self.pits.local.world
        mine = [c for c in world.channels.values() if c.kind != "dm" and world.may_see(user, c)]
        return [*mine, self.pits.local.dm(user)]

    def _seen(self, user: User) -> list[Message]:
        """What somebody may press something on."""
        return [
            message
            for place in self._places(user)
            for message in self.pits.messages(place, user)[-RECENT:]
            if message.pressables and not message.deleted
        ]

    def _some_message(self) -> tuple[User, Message]:
        seen = {user: shown for user in self.people if (shown := self._seen(user))}
        if not seen:
            raise NotShown("nothing to press")
        user = self.rng.choice([*seen])
        return user, self.rng.choice(seen[user])

    def _something(self) -> tuple[User, Message, str, tuple[str, ...] | None]:
        user, message = self._some_message()
        live = [item for item in message.pressables if not item.disabled]
        if not live:
            raise NotShown("nothing to press")
        item = self.rng.choice(live)
        if not item.options:
            return user, message, item.custom_id, () if item.type != 2 else None
        lines = [str(option["value"]) for option in item.options]
        least = min(item.least, len(lines))
        count = self.rng.randint(least, max(least, min(item.most, len(lines), 4)))
        return user, message, item.custom_id, tuple(self.rng.sample(lines, count))

    # -- what they do

    async def play(self) -> None:
        """Somebody who is asked presses something on the hand."""
        hands = [
            (user, message) for user in self.people for message in self._seen(user)
            if question(message)
        ]  # fmt: skip
        if not hands:
            user = self.rng.choice(self.people)
            await self._command(user, self.rng.choice(self._places(user)), "hand", {})
            return
        user, message = self.rng.choice(hands)
        choice = AtRandom(self.rng).choose(user.name, message, frozenset())
        await self._press(user, message, choice.item.custom_id, choice.values)

    async def press(self) -> None:
        """Somebody presses something."""
        await self._press(*self._something())

    async def twice(self) -> None:
        """Somebody presses the same thing twice."""
        pressed = self._something()
        await self._answered(self._begin(*pressed), self._begin(*pressed))

    async def at_once(self) -> None:
        """Several press something at one moment, and maybe what they press goes meanwhile."""
        pressed = [self._something() for _ in range(self.rng.randint(2, 4))]
        begun = [self._begin(*each) for each in pressed]
        message = pressed[0][1]
        place = self.pits.local.world.channels[message.channel_id]
        if self.rng.random() < 0.4 and place.kind != "dm":
            self.pits.local.misbehave.delete_message(message)
            self.log[-1] += " which goes"
        await self._answered(*begun)

    async def late(self) -> None:
        """Somebody presses what was there long ago."""
        if not self._old:
            raise NotShown("nothing old")
        await self._press(*self.rng.choice(self._old))

    async def forged(self) -> None:
        """Somebody presses what no message shows, or not that one."""
        user, message, _, values = self._something()
        if self.rng.random() < 0.5:
            values = self.doing.values
        await self._press(user, message, self._forged_id(), values)

    def _forged_id(self) -> str:
        _, _, custom_id, _ = self._something()
        if self._old and self.rng.random() < 0.3:
            _, _, custom_id, _ = self.rng.choice(self._old)
        how = self.rng.choice(("as it is", "any", "cut", "parts", "parts"))
        pressed, design = custom_ids.read(custom_id), custom_ids.read_design(custom_id)
        if how == "any":
            return self.doing.custom_id
        if how == "cut":
            return custom_id[: self.rng.randint(1, len(custom_id))]
        if how == "parts" and pressed is not None:
            every = sorted({*self.pits.bot.clicks._handlers, *self.pits.bot.clicks._forms})
            verb = self.rng.choice((pressed.verb, self.rng.choice(every)))
            match_id = self.rng.choice((pressed.match_id, *self.matches, "NOSUCH99"))
            number = max(0, pressed.number + self.rng.choice((-1, 0, 0, 1, 999)))
            path = self.rng.choice((pressed.path, pressed.path[:1], self.doing.path))
            sure = self.rng.random() < 0.5
            return custom_ids.write(verb, match_id, number, path, sure=sure)[:100]
        if how == "parts" and design is not None:
            garage = self.pits.bot.clicks.garage
            action = self.rng.choice((design.action, *sorted({*garage._handlers, *garage._forms})))
            game = self.rng.choice((design.game, *GAMES, "no-such-game"))
            of = self.rng.choice((design.of, "", "d", "s7KQ2MX9A01", "r3"))
            rest = self.rng.choice((design.rest, design.rest[:-1], self.doing.custom_id))
            return custom_ids.write_design(action, game, of, rest)[:100]
        return custom_id

    async def submit(self) -> None:
        """Somebody sends a form that was opened, maybe not for the first time."""
        if not self._forms:
            raise NotShown("no form")
        made = self._forms[-1] if self.rng.random() < 0.7 else self.rng.choice(self._forms)
        assert made.modal is not None
        if made.channel.id not in self.pits.local.world.channels:
            raise NotShown("its channel is gone")
        typed = {
            field["custom_id"]: self.rng.choice(self.doing.typed)
            for field in forms.fields(made.modal)
            if field["type"] == 4 and self.rng.random() < 0.7
        }
        await self._submit(made.user, made, typed)

    async def forged_form(self) -> None:
        """A form comes back that was never opened, or with fields that it has not."""
        user, message, _, _ = self._something()
        typed = dict(zip(("text", "words", self.doing.custom_id), self.doing.typed, strict=False))
        parts = [
            {"type": 18, "id": 2 * n, "component": {"type": 4, "id": 2 * n + 1, **field}}
            for n, field in enumerate(({"custom_id": k, "value": v} for k, v in typed.items()), 1)
        ]
        data: dict[str, Any] = {"custom_id": self._forged_id(), "components": parts}
        local = self.pits.local
        channel = local._shown_to(user, message)
        made = local._begin(5, user, channel, data, message)
        made.trigger = local._begin(3, user, channel, {}, message)
        self.log[-1] += f" {user.name} {data['custom_id']!r} {typed}"
        told = self._note(made)
        local._send(made)
        await self._answered(told)

    async def command(self) -> None:
        """Somebody types a command."""
        local = self.pits.local
        commands = [c for c in local.world.commands.get(0, []) if c["type"] == 1]
        user, spec = self.rng.choice(self.people), self.rng.choice(commands)
        given: dict[str, object] = {}
        for option in spec.get("options", []):
            if not option.get("required") and self.rng.random() < 0.5:
                continue
            choices = [choice["value"] for choice in option.get("choices") or []]
            if option["type"] == 3:
                words = [self.rng.choice(self.doing.typed), *WORDS, *self.matches]
                given[option["name"]] = self.rng.choice(choices or words)
            elif option["type"] == 5:
                given[option["name"]] = self.rng.random() < 0.5
            else:
                given[option["name"]] = self.rng.choice(choices or range(1, 8))
        self.log[-1] += f" {user.name} /{spec['name']} {given}"
        place = self.rng.choice(self._places(user))
        await self._command(user, place, spec["name"], given)

    async def time_passes(self) -> None:
        """Some time passes."""
        seconds = self.rng.choice(SECONDS)
        if self.rng.random() < 0.02:
            seconds = RARE_SECONDS
        self.log[-1] += f" {seconds} s"
        await self._pass(seconds)

    async def _pass(self, seconds: int) -> None:
        self.pits.clock.now += 1000 * seconds
        await self.pits.bot.clocks.tick()
        self.pits.bot.matches.wake()

    async def chat(self) -> None:
        """Somebody writes a lot."""
        user = self.rng.choice(self.people)
        place = self.rng.choice(self._places(user))
        for _ in range(self.rng.randint(1, 12)):
            self.pits.local.write(user, place, "So there.")

    async def delete_message(self) -> None:
        """A message of the bot's is deleted."""
        user = self.rng.choice(self.people)
        place = self.rng.choice(self._places(user))
        if place.kind == "dm":
            raise NotShown("nobody deletes what another has written there")
        shown = [m for m in self.pits.messages(place, user) if m.author.bot]
        if shown:
            self.pits.local.misbehave.delete_message(self.rng.choice(shown[-RECENT:]))

    def _threads(self) -> list[Channel]:
        return [c for c in self.pits.local.world.channels.values() if c.kind == "thread"]

    async def thread(self) -> None:
        """Something happens to a thread."""
        if not (threads := self._threads()):
            user = self.rng.choice(self.people)
            self.pits.local.open_thread(user, self.pits.channel, "garage lane")
            return
        one, trouble = self.rng.choice(threads), self.pits.local.misbehave
        what = self.rng.choice(("archive", "lock", "open", "open", "delete"))
        self.log[-1] += f" {what} {one.name}"
        if what == "archive":
            trouble.archive(one, locked=self.rng.random() < 0.3)
        elif what == "lock":
            trouble.lock(one)
        elif what == "open":
            trouble.unarchive(one)
        else:
            trouble.delete_channel(one)

    async def delete_channel(self) -> None:
        """A channel is deleted, with the threads in it, and there is another one."""
        self.pits.local.misbehave.delete_channel(self.pits.channel)
        self.pits.channel = self.pits.local.add_channel("other-lane")

    async def come_and_go(self) -> None:
        """Somebody leaves the server, or closes direct messages; or the other way round."""
        local, user = self.pits.local, self.rng.choice(self.people)
        if self.rng.random() < 0.5:
            change = local.misbehave.close_dms if user.dms_open else local.misbehave.open_dms
            change(user)
        elif user.id in local.guild.members:
            local.misbehave.leave_guild(user, local.guild)
        else:
            local.misbehave.join_guild(user, local.guild)

    async def kick(self) -> None:
        """The bot is thrown out, and invited again a while later."""
        local = self.pits.local
        local.misbehave.kick_bot(local.guild)
        await self.pits.settled()
        await self._pass(self.rng.choice(SECONDS))
        await self.pits.settled()
        local.invite_bot(local.guild)
        await local.until(lambda: self.pits.bot.get_guild(local.guild.id) is not None)

    async def end(self) -> None:
        """Everybody agrees to end the table of this channel."""
        for user in self.people:
            await self._command(user, self.pits.channel, "end", {})

    async def restart(self) -> None:
        """The bot is stopped and started again."""
        await self.pits.stop()
        await self._begin_again()

    async def killed(self) -> None:
        """The bot's process is gone, maybe in the midst of something."""
        lost: list[Emitted] = []
        if self.rng.random() < 0.7:
            pressed = [self._something() for _ in range(self.rng.randint(1, 3))]
            lost = [self._begin(*each) for each in pressed]
            if self.rng.random() < 0.8:
                for told in lost:
                    made = told.made
                    await self.pits.local.until(lambda made=made: made.id in self._heard)  # type: ignore[misc]
            for _ in range(self.rng.randint(0, 60)):
                await asyncio.sleep(0)
        if self.pits.bot.member.shared:
            # What it had taken on is anybody's once its leases are over.
            self.pits.clock.now += OUTLIVED_MS
        await gone(self.pits)
        self._this = [told for told in self._this if told not in lost]
        self._logs.clear()  # what it said when its tasks were cut off nobody would have said
        await self._begin_again()

    async def _begin_again(self) -> None:
        await self.pits.start()
        self._listen()

    # -- what must hold

    async def _look_at_moves(self) -> None:
        """Each press is stored once or not at all, as its person was told; nothing else is."""
        store = self.pits.store
        for user in self.people:
            for line in await store.matches_of(user.id):
                self.matches.setdefault(line.id, [])
        erased = any(t.made.payload["data"].get("custom_id") == ERASES for t in self._this)
        for match_id, before in [*self.matches.items()]:
            row = await store.match(match_id)
            if row is None and erased:
                del self.matches[match_id]
                continue
            moves = self.matches[match_id] = await store.moves(match_id)
            old = [(m.n, m.seat, m.kind, m.value) for m in before]
            if [(m.n, m.seat, m.kind, m.value) for m in moves[: len(before)]] != old:
                self.wrong.append(f"a move of {match_id} has changed or is gone")
            if [move.n for move in moves] != list(range(1, len(moves) + 1)):
                self.wrong.append(f"the moves of {match_id} have gaps")
            answered = Counter(move.number for move in moves if move.number and not move.undone)
            if twice := [number for number, count in answered.items() if count > 1]:
                self.wrong.append(f"questions {twice} of {match_id} are answered twice")
            for move in moves[len(before) :]:
                self._is_pressed(move)
            if row is not None and row.save is not None:
                await self._comes_out_again(row, [move for move in moves if not move.undone])
        for told in self._this:
            self._is_stored(told)

    async def _comes_out_again(self, row: MatchRow, moves: list[MoveRow]) -> None:
        """The stored moves, replayed, give what is stored and what the bot has in memory."""
        match, seed = rows.match_of(row), await self.pits.store.seed(row.id)
        assert seed is not None
        assert row.save is not None
        done, table = self._played.get(row.id, ([], None))
        if table is None or [move.n for move in moves[: len(done)]] != done:
            table, told = Table.start(
                match.game, len(match.seats), chance_of(match, seed), match.options
            )
            if rows.told_bytes(told) != moves[0].events:
                self.wrong.append(f"{row.id} does not begin again as it is stored")
            done = [moves[0].n]
        for move in moves[len(done) :]:
            try:
                told = rows.replay(table, move)
            except Refusal as error:
                self.wrong.append(f"move {move.n} of {row.id} cannot be made again: {error}")
                return
            if rows.told_bytes(told) != move.events:
                self.wrong.append(f"move {move.n} of {row.id} does not come out as it is stored")
        self._played[row.id] = [move.n for move in moves], table
        stored = Table.load(rows.save_of(row.save), chance_of(match, seed))
        kept = (await self.pits.match(row.id)).table
        if kept is None or not _facts(table) == _facts(stored) == _facts(kept):
            self.wrong.append(f"the state of {row.id} is not what its moves come to")

    # -- what is shown

    async def _see(self) -> Seen:
        """What everybody sees, and what of it boards, hands, seals and notices are."""
        seen, store, world = Seen(), self.pits.store, self.pits.local.world
        for messages in world.messages.values():
            for message in messages.values():
                if message.author.bot and not message.deleted:
                    seen.messages[message.id] = message, _looks(message)
        for match_id in self.matches:
            if (row := await store.match(match_id)) is None:
                continue
            seen.versions[match_id] = row.version
            match = await self.pits.match(match_id)
            if match.status in ("finished", "ended") or match.resting:
                seen.over.add(match_id)
            seen.seated |= {(match_id, seat.user_id or 0) for seat in match.seats}
            for ask in match.waiting() if match.table is not None else ():
                seen.asked.add((match_id, match.seats[ask.seat].user_id or 0, ask.number))
            seen.kept |= {row.board_message, match.seal_message}
            seen.kept |= {hand.message for hand in row.hands}
            seen.kept |= {notice.message for notice in await store.notices(match_id)}
        panels = self.pits.bot.delivery.panels
        for panel in (*panels._panels.values(), *panels._asking.values()):
            seen.kept.add(panel.message)
        for shut in self.pits.bot.delivery._shut_out.values():
            seen.kept |= {message for _, message in (shut.messages if shut is not None else ())}
        return seen

    def _is_told_alone(self, told: Emitted, before: Seen, after: Seen) -> None:
        """Who did something was told of it, once; everybody else only of what came of it."""
        made, user = told.made, told.made.user
        changed = before.versions != after.versions
        mine = {message.id for message in told.new}
        if made.source is not None:
            mine.add(made.source.id)
        kept = before.kept | after.kept if changed or made.type == 2 else set()
        gone = {who for _, who in before.seated - after.seated}
        dm = self.pits.local.dm(user).id
        # Who has lost his seat is told that he has.
        lost = {self.pits.local.dm(each).id for each in self.people if each.id in gone}
        for number in before.messages.keys() | after.messages.keys():
            (was, looked), (now, looks) = (
                seen.messages.get(number, (None, None)) for seen in (before, after)
            )
            message = now or was
            assert message is not None
            alone = message.owner_id == user.id or message.channel_id in {dm, *lost}
            if changed and UNDELIVERED in message.text and f"<@{user.id}>" not in message.text:
                continue  # what came of it is shown by another hand, which could not be sent
            if looked != looks and not alone and number not in mine | kept:
                what = "new" if was is None else "gone" if now is None else "changed"
                self.wrong.append(f"{_what(told)}: others see that {message.text!r} is {what}")
        if made.type != 2 and any(not m.ephemeral and m.channel_id != dm for m in told.new):
            self.wrong.append(f"{_what(told)} was answered for all to see")
        if len(told.new) > 1 or len(told.sentences) > 1:
            said = [message.text for message in told.new]
            self.wrong.append(f"{_what(told)} was answered more than once: {said} {told.sentences}")
        if not (told.new or changed or made.modal is not None or made.answer == 7):
            self.wrong.append(f"{_what(told)} has changed nothing, and its person was told nothing")
        moves = [move for moves in self.matches.values() for move in moves]
        stored = any(move.interaction_id == made.id for move in moves)
        if self._means_nothing(told, before) and (stored or len(told.sentences) != 1):
            self.wrong.append(f"{_what(told)} means nothing, and led to {told.sentences}")

    def _means_nothing(self, told: Emitted, before: Seen) -> bool:
        """Whether it is no custom id of the bot's, or answers what its person is not asked."""
        made, pressed = told.made, told.pressed
        if made.type == 2:
            return False
        if pressed is None:
            return not str(made.payload["data"]["custom_id"]).startswith(OTHERS)
        asked = pressed.match_id, made.user.id, pressed.number
        tells = pressed.match_id in before.over
        return pressed.verb in ANSWERS and asked not in before.asked and not tells

    async def _look_at_messages(self) -> None:
        """Boards and hands are what they would be were they made now of what is stored."""
        bot = self.pits.bot
        waits = await self._waiting()
        for match_id in self.matches:
            row = await self.pits.store.match(match_id)
            if row is None or rows.out_of_order_in(row.extra):
                continue
            seed = await self.pits.store.seed(match_id)
            match = await bot.matches._loading.match(row, seed)
            bot.matches._prepare(match)
            match.look_ahead()
            if match.status not in OPEN and FORMER_NAME in [seat.name for seat in match.seats]:
                continue  # PRIVACY.md: messages of matches that are over stay as they are
            told = (match_id, "board") not in waits and match.resting != resting.GONE
            if self._stands(match, row, -1) and told:
                message = self._message(match.channel_id, match.board.message)
                await self._is_as_made(
                    f"the board of {match_id}", message, bot.delivery.board_post, match
                )
            for seat in range(len(match.seats)):
                await self._look_at_hands(match, row, seat, waits)

    async def _look_at_hands(
        self, match: Match, row: MatchRow, seat: int, waits: set[tuple[str, str]]
    ) -> None:
        bot, mine = self.pits.bot, match.seats[seat]
        if mine.user_id is None or away.is_away(match, seat, bot.matches.now()):
            return
        if match.status == "lobby" or (match.id, f"hand:{seat}") in waits:
            return
        person = await bot.matches.people.one(mine.user_id)
        shown = [(mine.hand.channel, mine.hand.message, hands.COMES)]
        if person.closed or not self._stands(match, row, seat):
            shown = []
        panel = bot.delivery.panels.of((match.id, mine.user_id))
        if panel is not None:
            places = await bot.matches.places(match, seat, closed=True)
            comes = hands.by_call(places) if person.closed else ""
            shown.append((panel.interaction.channel_id or 0, panel.message, comes))
        for channel, number, comes in shown:
            message = self._message(channel, number)

            async def made(
                match: Match, message: Message | None = message, comes: str = comes
            ) -> Post:
                asked = (
                    next((p for p in read(message) if p.verb == "why"), None) if message else None
                )
                path = () if asked is None else drafts.whole(mine.draft, asked.number, asked.path)
                return await hands.hand(
                    match, seat, bot.pictures, path=path, comes=comes,
                    due_ms=match.due_of(seat, bot.matches.now()),
                    opened=message is not None and "fewer" in verbs(message),
                )  # fmt: skip

            if message is not None and "why" not in verbs(message) and "back" in verbs(message):
                # A question beside the hand: whether its player is sure, or which design he brings.
                ask = match.ask_of(seat)
                if ask is None or question(message) not in (0, ask.number):
                    self.wrong.append(f"a hand of {match.id} asks what is not open")
                continue
            await self._is_as_made(f"hand {seat} of {match.id}", message, made, match)

    async def _waiting(self) -> set[tuple[str, str]]:
        """What is to be shown later: matches and targets of the outbox. What an answer was to show
        whose process is gone is shown once more in a moment."""
        engine = create_async_engine(self.pits.url, poolclass=NullPool)
        async with engine.connect() as line:
            found = await line.execute(select(outbox.c.match_id, outbox.c.target))
            return {(match_id, target.removeprefix(UNSURE)) for match_id, target in found}

    def _message(self, channel: int, message: int) -> Message | None:
        found = self.pits.local.world.find_message(channel, message)
        return None if found is None or found.deleted else found

    def _stands(self, match: Match, row: MatchRow, seat: int) -> bool:
        """Whether the bot can change the board (-1) or that seat's direct message now, and could
        when the match was last stored."""
        world, shown = self.pits.local.world, match.board if seat < 0 else match.seats[seat].hand
        channel = world.channels.get(match.channel_id if seat < 0 else shown.channel)
        free = channel is not None and not channel.archived and not channel.locked
        if channel is not None and seat >= 0:
            user = world.users[match.seats[seat].user_id or 0]
            free = user.dms_open and world.share_guild(user)
        elif channel is not None:
            free = free and world.bot_may_see(channel)
        key = match.id, seat
        if not free:
            self._excused[key] = row.version
        return free and self._excused.get(key) != row.version

    async def _is_as_made(
        self,
        what: str,
        message: Message | None,
        made: Callable[[Match], Awaitable[Post]],
        match: Match,
    ) -> None:
        if message is None:
            return
        post = await made(match)
        shown = [a.data for a in message.attachments]
        drawn = [post.picture.data] if post.picture is not None else []
        there, wanted = _parts(message.components), _parts(components(post))
        if there != wanted:
            differs = [each for each in (*there, *wanted) if (each in there) != (each in wanted)]
            self.wrong.append(f"{what} is not what it would be if it were made now: {differs}")
        elif shown != drawn:
            self.wrong.append(f"the picture of {what} is not what it would be if it were drawn now")

    def _is_pressed(self, move: MoveRow) -> None:
        if move.kind in ("answer", "order") and move.interaction_id not in self.presses:
            self.wrong.append(f"move {move.n} is a person's, and nobody has pressed it")

    def _is_stored(self, told: Emitted) -> None:
        pressed = told.pressed
        if pressed is None or told.made.type != 3 or pressed.verb not in (*ANSWERS, "order"):
            return
        moves = self.matches.get(pressed.match_id, [])
        own = [move for move in moves if move.interaction_id == told.made.id]
        answers = [move for move in own if move.kind in ("answer", "order")]
        if len(answers) > 1:
            self.wrong.append(f"{_what(told)} is stored {len(answers)} times")
        if any(move.number not in (0, pressed.number) for move in answers):
            self.wrong.append(f"{_what(told)} answers another question")
        if answers and told.alone and told.refused:
            self.wrong.append(f"{_what(told)} is stored, and was told: {told.refused}")
        shown = told.made.original
        if pressed.verb == "order" or shown is None or not told.alone or answers or told.said:
            return
        if told.before == pressed.number and question(shown) not in (0, told.before):
            self.wrong.append(f"{_what(told)} led to another question, and is not stored")

    async def goes_on(self) -> None:
        """Every table of somebody's can be woken and played on."""
        local = self.pits.local
        for user in self.people:
            local.misbehave.open_dms(user)
            local.misbehave.join_guild(user, local.guild)
        await self.pits.bot.matches.servers.change(local.guild.id, lambda _: ServerRules())
        for match_id in self.matches:
            self.pits.channel = local.add_channel(f"lane-{match_id.lower()}")
            await self._one_goes_on(match_id)

    async def _one_goes_on(self, match_id: str) -> None:
        row = await self.pits.store.match(match_id)
        if row is None or row.status != "live":
            return
        before = row.last_move
        for _ in range(ROUNDS):
            match = await self.pits.match(match_id)
            players = [seat.user_id for seat in match.seats if seat.user_id is not None]
            if match.status != "live" or match.last_move > before or not players:
                return
            await self._one_answer(match)
            await self.pits.settled()
        self.wrong.append(f"{match_id} does not go on: {match.resting or 'not resting'}")

    async def _one_answer(self, match: Match) -> None:
        """Whoever is asked is shown the hand, at the table or here, and presses something."""
        users = {user.id: user for user in self.people}
        for number, seat in enumerate(match.seats):
            user = users.get(seat.user_id or 0)
            if user is None:
                continue
            if match.resting:
                await self._command(user, self.pits.channel, "table", {"table": match.id})
            shown = await self._command(user, self.pits.channel, "hand", {"table": match.id})
            hand = shown.made.original
            match = await self.pits.match(match.id)
            ask = match.ask_of(number) if match.table is not None else None
            if hand is not None and ask is not None and question(hand) == ask.number:
                path = path_to(match.game.words.path, ask, ask.default)
                custom_id = custom_ids.write("pick", match.id, ask.number, path, sure=True)
                await self._press(user, hand, custom_id, None)
                return
        # Nobody is asked: a computer plays, or a clock runs for who has gone.
        await self._pass(200)


def _looks(message: Message) -> object:
    """All that a person sees of a message."""
    files = [(each.filename, each.data) for each in message.attachments]
    return message.text, message.pressables, message.alts, files


def _parts(shown: list[Json]) -> list[object]:
    """What components show, in order, but for a line that its reader alone is told at a press."""
    out: list[object] = []
    for part in walk(shown):
        if part["type"] == 10 and not part["content"].startswith("> "):
            out.append(part["content"])
        elif part["type"] == 12:
            out.append([item.get("description") for item in part["items"]])
        elif part["type"] in (2, 3):
            lines = [
                (o["label"], o["value"], o.get("description")) for o in part.get("options", [])
            ]
            label = part.get("label") or part.get("placeholder")
            where = part.get("custom_id") or part.get("url")
            out.append((label, where, part.get("style"), bool(part.get("disabled")), *lines))
    return out


def _facts(table: Table[Any]) -> object:
    """A table's state, what it asks but for the numbers of questions, and its result."""
    asks = [(ask.seat, ask.kind, ask.default) for ask in table.asks]
    return msgspec.json.encode(table.context.state), asks, table.result


def _what(told: Emitted) -> str:
    data = told.made.payload["data"]
    name = data.get("custom_id") or f"/{data.get('name')}"
    return f"{told.made.user.name}'s {name}"


async def gone(pits: Pits) -> None:
    """The bot's process is gone: nothing that it was doing comes to an end or is put in order."""
    bot, matches = pits.bot, pits.bot.matches
    connection: Any = bot._connection
    connection.dispatch = lambda *given: None
    doing: list[asyncio.Task[Any]] = [*bot._running, *bot.delivery._sending]
    doing += [*matches._driving.values(), *matches._resuming]
    while doing := [task for task in (*doing, *_answering()) if not task.done()]:
        for task in doing:
            task.cancel()
        await asyncio.wait(doing)
    bot.pictures.close()
    for heart in threading.enumerate():
        # A process takes its threads along; this one would beat on after the test.
        if isinstance(heart, KeepAliveHandler):
            heart.stop()
            await asyncio.to_thread(heart.join)
    await discord.Client.close(bot)
    pits._running.cancel()
    await asyncio.gather(pits._running, return_exceptions=True)
    await bot.member.leave()  # nobody waits here until its lease is over
    await pits.store.close()
