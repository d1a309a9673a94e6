"""A whole match without a screen: local people press only what messages show them.

The bot runs as a process of its own on a real database and is connected to a local Discord by the
real discord.py; the demo plays the people, checks what they are shown, and can kill the bot in the
middle of anything. It prints what happened and returns 0 only when the match finished and nothing
was wrong.
"""

from __future__ import annotations

import argparse
import asyncio
import collections
import hashlib
import os
import random
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Final, get_args, get_type_hints

import msgspec

from bot import custom_ids
from bot.local import Channel, LocalDiscord, Message, Outcome, Pressable, User, forms
from bot.local.openapi import find as find_openapi
from bot.settings import LOCAL_URL
from bot.store import MoveRow, Store
from games.engine.game import find
from games.engine.voice import span

NAMES: Final = ("Ann", "Ben", "Cora", "Dev", "Eve", "Finn", "Gus", "Hana")
PATIENCE: Final = 90.0
"""Seconds without anything to press after which the match counts as stuck."""
LOOK_AGAIN: Final = 3.0
"""Seconds without anything to press after which people with closed messages press My hand again:
the board may look the same although they are asked anew."""
USUAL: Final = 4
"""People at a table, where it has room for them."""
CHOICES: Final = {
    "pick": 20,
    "choose": 20,
    "some": 3,
    "order": 2,
    "passes": 1,
    "wish": 1,
    "offer": 6,
    "back": 1,
    "why": 1,
}
"""How likely a person presses what, by the verb of its custom id."""
ANSWERS: Final = ("pick", "choose", "some")
"""What may answer a question; the rest stands beside it."""
RARELY: Final = frozenset(("declare", "all"))
"""Keys of choices that people make seldom."""


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """What to play."""

    game: str
    seats: int = 0
    """People at the table; 0: four, or as many as the options allow."""
    computers: int = 0
    seed: int = 1
    options: dict[str, str] = {}
    """What the host types into the form of options, by field."""
    kill_every: int = 0
    verbose: bool = False

    @classmethod
    def of(cls, arguments: argparse.Namespace) -> Plan:
        """From the command line."""
        scenario = {"scenario": arguments.scenario} if arguments.scenario else {}
        return cls(
            game=arguments.game,
            seats=arguments.seats,
            computers=arguments.computers,
            seed=arguments.seed,
            options=dict(line.partition("=")[::2] for line in arguments.set or ())
            | ({"single_duel": "true"} if arguments.single_duel else {})
            | scenario,
            kill_every=arguments.kill_every,
            verbose=arguments.verbose,
        )

    def fault(self) -> str:
        """What is wrong with the options, in a sentence; empty when nothing is."""
        game = find(self.game)
        fields = game.Options.__struct_fields__
        own = {key: value for key, value in self.options.items() if key != "pace"}
        if (scenario := own.get("scenario")) is not None:
            known = get_args(get_type_hints(game.Options).get("scenario"))
            if scenario not in known:
                there = f"the scenarios {', '.join(known)}" if known else "no scenarios"
                return f"--scenario: {game.title} has {there}."
        unknown = own.keys() - {*fields}
        if unknown:
            names = ", ".join(("pace", *fields))
            return f"--set: {game.title} has no option {min(unknown)!r}; there are {names}."
        try:
            msgspec.convert(own, game.Options, strict=False)
        except msgspec.ValidationError as error:
            return f"--set: {error}"
        low, high = self.room()
        if self.people() < 1 or not low <= self.people() + self.computers <= high:
            return f"--seats: {game.title} has {span(low, high)} seats with these options."
        return ""

    def room(self) -> tuple[int, int]:
        """Fewest and most seats of the table."""
        game = find(self.game)
        own = {key: value for key, value in self.options.items() if key != "pace"}
        return game.room(msgspec.convert(own, game.Options, strict=False))

    def people(self) -> int:
        """People who sit down."""
        return self.seats or max(1, min(USUAL, self.room()[1] - self.computers))


class BotProcess:
    """The bot as its own process, which can be killed and started again."""

    def __init__(self, local: LocalDiscord, database: Path) -> None:
        self._local = local
        self._environment = {
            **os.environ,
            LOCAL_URL: local.url,
            "DISCORD_TOKEN": local.token,
            "DATABASE_URL": f"sqlite+aiosqlite:///{database}",
            "LOG_LEVEL": "WARNING",
        }
        self._process: asyncio.subprocess.Process | None = None
        self.kills = 0

    async def start(self) -> None:
        """Start it and wait until it is connected."""
        self._process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "bot", env=self._environment
        )
        await self._local.until(lambda: self._local.bot_online, 60)

    async def kill(self) -> None:
        """SIGKILL: nothing is put in order."""
        assert self._process is not None
        self._process.kill()
        await self._process.wait()
        self.kills += 1
        await self._local.until(lambda: not self._local.bot_online, 30)

    async def stop(self) -> int:
        """Ask it to end; returns its exit code."""
        assert self._process is not None
        if self._process.returncode is None:
            self._process.terminate()
        return await self._process.wait()


class Demo:
    """One match being played and watched."""

    def __init__(self, plan: Plan, local: LocalDiscord, bot: BotProcess) -> None:
        self.plan = plan
        self.local = local
        self.bot = bot
        self.random = random.Random(plan.seed)
        self.people: list[User] = []
        self.channel: Channel = local.add_channel("pit-lane")
        self.presses: collections.Counter[str] = collections.Counter()
        self.accepted: list[int] = []
        """Interactions whose answer said that the move was made."""
        self.refusals: collections.Counter[str] = collections.Counter()
        self.wrong: list[str] = []
        self.match = ""
        self._panels: dict[int, Message] = {}
        """Private panels of those whose direct messages are closed, by user."""
        self._asked_board: dict[int, tuple[int, int]] = {}

    # -- what people see

    def board(self) -> Message:
        """The newest message of the channel that belongs to the match."""
        for message in reversed(self.local.messages(self.channel, self.people[0])):
            if message.pressables and not message.ephemeral:
                return message
        raise LookupError("no board in the channel")

    def _button(self, message: Message, verb: str) -> str | None:
        for item in message.pressables:
            pressed = custom_ids.read(item.custom_id)
            if pressed is not None and pressed.verb == verb and not item.disabled:
                return item.custom_id
        return None

    def _panel(self, user: User) -> Message | None:
        """The message on which this person could answer a question now."""
        if not user.dms_open:
            panel = self._panels.get(user.id)
            return panel if panel is not None and self._answers(panel) else None
        for message in reversed(self.local.messages(self.local.dm(user), user)):
            if not message.deleted and self._answers(message):
                return message
        return None

    @staticmethod
    def _answers(message: Message) -> list[Pressable]:
        out = []
        for item in message.pressables:
            pressed = custom_ids.read(item.custom_id)
            if pressed is not None and pressed.verb in ANSWERS and not item.disabled:
                out.append(item)
        return out

    def finished(self) -> bool:
        """Whether the board says that the match is over."""
        return self._button(self.board(), "again") is not None

    def _can_go_on(self) -> bool:
        return self.finished() or any(
            self._panel(user) is not None or self._has_news(user) for user in self.people
        )

    def _has_news(self, user: User) -> bool:
        """Whether the board has changed since somebody with closed messages asked for the hand."""
        return not user.dms_open and self._asked_board.get(user.id) != self._board_now()

    def _board_now(self) -> tuple[int, int]:
        board = self.board()
        return board.id, board.edits

    # -- playing

    async def open_table(self) -> None:
        """/play, Join, Options, Start: as people do it."""
        many = self.plan.people()
        for number, name in enumerate(NAMES[:many]):
            # One in a larger company keeps his direct messages closed.
            dms_open = not (many >= 3 and number == many - 1)
            self.people.append(self.local.add_user(name, dms_open=dms_open))
        host = self.people[0]
        options: dict[str, object] = {"game": self.plan.game}
        if self.plan.computers:
            options |= {
                "seats": many + self.plan.computers,
                "computers": self.plan.computers,
            }
        elif many > find(self.plan.game).room(find(self.plan.game).Options())[1]:
            # They sit down before the options that make room for them are chosen.
            options["seats"] = many
        outcome = await self.local.command(host, self.channel, "play", options)
        await outcome.finished()
        for user in self.people[1:]:
            await self._press_board(user, "join")
        await self._set_options(host)
        await self._press_board(host, "start")
        pressed = custom_ids.read(self.board().pressables[0].custom_id)
        self.match = pressed.match if pressed is not None else ""

    async def _set_options(self, host: User) -> None:
        """Options are typed into the form that has them: the first one may bring others."""
        # Clocks must not play for people who have a whole match to press through.
        fields = find(self.plan.game).Options.__struct_fields__
        clock = {"window_seconds": "3600"} if "window_seconds" in fields else {}
        left: dict[str, str] = clock | self.plan.options
        for title in ("Options", "Options", "More options"):
            button = next((b for b in self.board().pressables if b.label == title), None)
            if button is None:
                continue
            outcome = await self.local.click(host, self.board(), button.custom_id)
            form = (await outcome.finished()).modal
            if form is None:
                self.wrong.append(f"{title} showed no form.")
                return
            here = {field["custom_id"] for field in forms.fields(form.body)} & left.keys()
            outcome = await self.local.submit(host, form, {name: left.pop(name) for name in here})
            await outcome.finished()
            if not left:
                return
        if left:
            self.wrong.append(f"No form of options asks for {', '.join(sorted(left))}.")

    async def _press_board(self, user: User, verb: str) -> Outcome:
        custom_id = self._button(self.board(), verb)
        if custom_id is None:
            raise LookupError(f"the board shows no button for {verb}")
        outcome = await self.local.click(user, self.board(), custom_id)
        return await outcome.finished()

    async def play(self) -> None:
        """Until the match is over."""
        moves_at_kill = 0
        idle = 0.0
        while not self.finished():
            ready = [user for user in self.people if self._panel(user) is not None]
            if not ready:
                ready = await self._look_at_hands()
            if not ready:
                try:
                    await self.local.until(self._can_go_on, LOOK_AGAIN)
                except TimeoutError:
                    idle += LOOK_AGAIN
                    if idle >= PATIENCE:
                        raise
                    self._asked_board.clear()
                continue
            idle = 0.0
            user = self.random.choice(ready)
            kill = self.plan.kill_every and (
                len(self.accepted) - moves_at_kill >= self.plan.kill_every
            )
            if kill:
                moves_at_kill = len(self.accepted)
            await self._press(user, kill=bool(kill))

    async def _look_at_hands(self) -> list[User]:
        """Those with closed direct messages press My hand when the board has changed."""
        out = []
        for user in self.people:
            if not self._has_news(user):
                continue
            board = self.board()
            self._asked_board[user.id] = self._board_now()
            custom_id = self._button(board, "hand")
            if custom_id is None:
                continue
            outcome = await self.local.click(user, board, custom_id)
            await outcome.finished()
            if outcome.ephemeral is not None:
                self._panels[user.id] = outcome.ephemeral
            if self._panel(user) is not None:
                out.append(user)
        return out

    def _choose(self, message: Message) -> Pressable:
        items, weights = [], []
        for item in message.pressables:
            pressed = custom_ids.read(item.custom_id)
            weight = CHOICES.get(pressed.verb, 0) if pressed is not None else 0
            if pressed is not None and RARELY & set(pressed.path) and not pressed.sure:
                weight = 1  # or every duel would be over in a few turns
            if weight and not item.disabled:
                items.append(item)
                weights.append(weight)
        return self.random.choices(items, weights)[0]

    async def _press(self, user: User, *, kill: bool) -> None:
        panel = self._panel(user)
        assert panel is not None
        item = self._choose(panel)
        values = None
        if item.options:
            lines = [str(option["value"]) for option in item.options]
            most = max(item.least, min(item.most, 3))
            count = self.random.randint(item.least, most)
            values = self.random.sample(lines, count)
        before = self._question(panel)
        made = self.local.begin_press(user, panel, item.custom_id, values)
        if kill and self.random.random() < 0.5:
            await self._restart()  # in the middle of whatever it was doing
        await made.done.wait()
        pressed = custom_ids.read(item.custom_id)
        verb = pressed.verb if pressed is not None else "?"
        self.presses[verb] += 1
        if self.plan.verbose:
            print(f"{user.name}: {item.label or item.custom_id} {values or ''}")
        if made.failed:
            self.presses["lost to a kill" if kill else "failed"] += 1
            if not kill:
                self.wrong.append(f"{user.name}'s {item.custom_id} was not answered.")
        else:
            await self._read_answer(panel, before, made.id, verb)
        if kill and self.bot.kills * self.plan.kill_every < len(self.accepted):
            await self._restart()

    async def _restart(self) -> None:
        await self.bot.kill()
        await self.bot.start()

    def _question(self, panel: Message) -> int:
        for item in self._answers(panel):
            pressed = custom_ids.read(item.custom_id)
            if pressed is not None:
                return pressed.number
        return 0

    async def _read_answer(self, panel: Message, before: int, made: int, verb: str) -> None:
        notes = [line[2:] for line in panel.text.splitlines() if line.startswith("> ")]
        if notes and verb not in ("why", "passes", "wish", "offer"):
            self.refusals[notes[0]] += 1
        elif verb in ("pick", "choose", "some") and self._question(panel) != before:
            self.accepted.append(made)

    # -- judging

    async def judge(self, store: Store) -> tuple[int, list[MoveRow]]:
        """Everything that is wrong goes to `wrong`; returns the moves and the log."""
        self.wrong += self.local.problems
        self.wrong += self.local.faults
        log = await store.moves(self.match)
        interactions = [move.interaction_id for move in log if move.interaction_id]
        repeated = [i for i, n in collections.Counter(interactions).items() if n > 1]
        known = set(interactions)
        # A press may make further moves at once, by standing wishes.
        if any(self._kinds(log, i).count("answer") > 1 for i in repeated):
            self.wrong.append("A press was carried out twice.")
        lost = [made for made in self.accepted if made not in known]
        if lost:
            self.wrong.append(f"{len(lost)} acknowledged moves are not in the database.")
        await self._secrets(store)
        outcome = await self.local.command(
            self.people[0], self.channel, "verify", {"table": self.match}
        )
        await outcome.finished(60)
        if "come out the same" not in outcome.text:
            self.wrong.append(f"/verify says: {outcome.text}")
        return len([move for move in log if move.kind != "start"]), log

    @staticmethod
    def _kinds(log: list[MoveRow], interaction: int) -> list[str]:
        return [move.kind for move in log if move.interaction_id == interaction]

    async def _secrets(self, store: Store) -> None:
        """Nothing that was shown holds what its reader must not know."""
        seed = await store.seed(self.match)
        forbidden = [seed.hex()] if seed is not None else []
        forbidden.append(self.local.token)
        private: dict[str, int] = {}
        for user in self.people:
            for message in self._seen_alone(user):
                for attachment in message.attachments:
                    private[hashlib.sha256(attachment.data).hexdigest()] = user.id
        for message in self.local.messages(self.channel, self.people[0]):
            if message.ephemeral:
                continue
            everything = message.text + "".join(a.description or "" for a in message.attachments)
            if any(secret in everything for secret in forbidden):
                self.wrong.append("A secret of the house stands in the channel.")
            if "Your hand" in everything:
                self.wrong.append("A hand was described in the channel.")
            for attachment in message.attachments:
                if hashlib.sha256(attachment.data).hexdigest() in private:
                    self.wrong.append("A picture of a hand stands in the channel.")
        for call in self.local.calls:
            body = msgspec.json.encode(call.body, enc_hook=str).decode()
            if any(secret in body for secret in forbidden):
                self.wrong.append(f"A secret of the house was sent: {call.method} {call.route}")

    def _seen_alone(self, user: User) -> list[Message]:
        dm = list(self.local.messages(self.local.dm(user), user))
        here = [m for m in self.local.messages(self.channel, user) if m.owner_id == user.id]
        return dm + here

    def report(self, moves: int, calls: int) -> None:
        """What happened, in a few lines."""
        kinds: collections.Counter[str] = collections.Counter()
        refused: collections.Counter[str] = collections.Counter()
        for call in self.local.calls[:calls]:
            kinds[f"{call.method} {call.route}"] += 1
            if call.status >= 400:
                refused[f"{call.status} {call.code} {call.method} {call.route}"] += 1
        result = self.board().text.splitlines()[0].removeprefix("### ")
        print(f"{result}")
        print(f"{moves} moves, {sum(self.presses.values())} presses {dict(self.presses)}")
        print(f"{calls} REST calls, {calls / max(1, moves):.2f} a move")
        for route, count in kinds.most_common():
            print(f"  {count:6} {route}")
        print(f"kills: {self.bot.kills}")
        print(f"refusals: {dict(self.refusals) or 'none'}")
        print(f"calls that Discord refused: {dict(refused) or 'none'}")
        print(f"problems: {self.wrong or 'none'}")


async def run(plan: Plan, out: Callable[[str], None] = print) -> int:
    """Play a match; 0 when it finished and nothing was wrong, else 1 (2 for a bad plan)."""
    if fault := plan.fault():
        out(fault)
        return 2
    openapi = find_openapi()
    out("bodies are checked against Discord's document"
        if openapi is not None
        else "Discord's document is not here: bodies are checked by hand alone")  # fmt: skip
    local = LocalDiscord(openapi=openapi, limits="off")
    await local.start()
    with tempfile.TemporaryDirectory(prefix="motordrome-") as folder:
        database = Path(folder) / "demo.sqlite3"
        bot = BotProcess(local, database)
        demo = Demo(plan, local, bot)
        try:
            await bot.start()
            try:
                await demo.open_table()
                await demo.play()
            except TimeoutError:
                demo.wrong.append(f"Nothing could be pressed for {PATIENCE:.0f} seconds.")
            calls = len(local.calls)
            store = await Store.open(f"sqlite+aiosqlite:///{database}")
            try:
                moves, _ = await demo.judge(store)
            finally:
                await store.close()
            if await bot.stop() != 0:
                demo.wrong.append("The bot did not end well.")
            demo.report(moves, calls)
        finally:
            await bot.stop()
            await local.stop()
    return 1 if demo.wrong else 0
