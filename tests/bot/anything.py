"""People who do anything at all at a bot, and what must hold whatever they did.

What they do follows from a seed: they press what they see, at the right time, late, twice, or at
once with somebody else; they press what no client shows, type every command, fill in forms; threads
are archived and locked, messages and channels deleted, time passes, and the bot's process is gone
from one moment to the next. `Anything.wrong` says what was wrong with what came of it.
"""

from __future__ import annotations

import asyncio
import random
import threading
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final

import discord
from discord.gateway import KeepAliveHandler

from bot.demo.choice import ANSWERS, AtRandom, question
from bot.demo.people import AGREED
from bot.local import Channel, Interaction, Message, Modal, NotShown, User, forms
from bot.match.match import Match
from bot.posts import custom_ids
from bot.store import MoveRow
from tests.bot.faults import capture_logs
from tests.bot.pits import Pits, _answering
from tests.canary.actions import path_to

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
"""What people type into forms and commands."""
VALUES: Final = ((), ("-1",), ("0", "0"), ("",), ("99",), ("x" * 100,), ("{}",))
"""Lines of selects that no client sends."""
SECONDS: Final = (1, 5, 15, 20, 60, 200, 3600, 26 * 3600)
RARE_SECONDS: Final = 8 * 24 * 3600
RECENT: Final = 6
"""Messages of a place that somebody may look at."""
KEPT: Final = 40
"""Presses that may be made once more, much later."""
ROUNDS: Final = 30
"""Answers in which a table that can go on must have gone on."""


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


class Anything:
    """Five people and a bot, for as long as they like."""

    def __init__(self, pits: Pits, seed: int, start: dict[str, Any] | None = None) -> None:
        self.pits = pits
        self.rng = random.Random(seed)
        self.game = GAMES[seed % len(GAMES)]
        self.people = [*pits.people[:4], pits.stranger]
        self.wrong: list[str] = []
        self.log: list[str] = []
        """What was done, in order."""
        self.presses: dict[int, Emitted] = {}
        self.matches: dict[str, list[MoveRow]] = {}
        """What was stored of each, when it was last looked at."""
        self._start = start or {}
        self._this: list[Emitted] = []
        """What was done in this step."""
        self._logs: list[Any] = []
        self._old: list[tuple[User, Message, str, tuple[str, ...] | None]] = []
        self._heard: set[int] = set()
        self._actions: list[tuple[int, Callable[[], Awaitable[None]]]] = [
            (60, self.play),
            (16, self.press),
            (8, self.twice),
            (6, self.at_once),
            (6, self.late),
            (8, self.forged),
            (12, self.command),
            (8, self.time_passes),
            (5, self.chat),
            (3, self.delete_message),
            (3, self.thread),
            (1, self.delete_channel),
            (2, self.come_and_go),
            (1, self.kick),
            (2, self.restart),
            (3, self.killed),
        ]

    # -- the whole of it

    async def go(self, steps: int) -> list[str]:
        """Do that many things; returns what was wrong, with what had been done last."""
        asyncio.get_running_loop().set_exception_handler(self._failed)
        with capture_logs() as logs:
            self._logs = logs
            self._listen()
            await self._step(self.open_table, logs)
            for _ in range(steps):
                if not await self._plays() and self.rng.random() < 0.3:
                    await self._step(self.open_table, logs)
                weights = [weight for weight, _ in self._actions]
                (_, action) = self.rng.choices(self._actions, weights)[0]
                await self._step(action, logs)
                if self.wrong:
                    break
            if not self.wrong:
                await self._step(self.goes_on, logs)
        return [f"{each} (after: {'; '.join(self.log[-12:])})" for each in self.wrong]

    async def _step(self, action: Callable[[], Awaitable[None]], logs: list[Any]) -> None:
        self._this = []
        self.log.append(action.__name__)
        try:
            await action()
        except NotShown as error:
            self.log[-1] += f" (not shown: {error})"
        await self.pits.settled()
        for told in self._this:
            self._is_answered(told)
        await self._look_at_moves()
        for line in logs:
            if line["log_level"] in ("error", "critical") or "exc_info" in line:
                self.wrong.append(f"logged: {line}")
        logs.clear()

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

    async def _plays(self) -> bool:
        """Whether anybody plays at a table that does not rest."""
        for match_id in self.matches:
            row = await self.pits.store.match(match_id)
            if row is not None and row.status == "live":
                match = await self.pits.match(match_id)
                if not match.resting and match.people():
                    return True
        return False

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
        self.log[-1] += f" {user.name} {custom_id} {values or ''} on {message.id % 10**6}"
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
        if told.made.modal is not None and self.rng.random() < 0.8:
            typed = {
                field["custom_id"]: self.rng.choice(WORDS)
                for field in forms.fields(told.made.modal)
                if field["type"] == 4 and self.rng.random() < 0.7
            }
            await self._submit(user, told.made, typed)
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
        """Somebody presses what no message shows."""
        user, message, custom_id, values = self._something()
        pressed = custom_ids.read(custom_id)
        if self.rng.random() < 0.3:
            values = self.rng.choice(VALUES)
        if pressed is not None:
            verbs = sorted(self.pits.bot.clicks._handlers)
            verb = self.rng.choice((pressed.verb, self.rng.choice(verbs)))
            match_id = self.rng.choice((pressed.match_id, *self.matches, "NOSUCH99"))
            number = max(0, pressed.number + self.rng.choice((-1, 0, 0, 1, 999)))
            path = self.rng.choice((pressed.path, pressed.path[:1], ("all",), ("c1", "p2"), ()))
            sure = self.rng.random() < 0.5
            custom_id = custom_ids.write(verb, match_id, number, path, sure=sure)
        else:
            custom_id = self.rng.choice((custom_id[:-1], f"{custom_id}0", "design:", "x"))
        await self._press(user, message, custom_id[:100], values)

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
                words = [*WORDS, *self.matches]
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
        await gone(self.pits)
        self._this = [told for told in self._this if told not in lost]
        self._logs.clear()  # what it said when its tasks were cut off nobody would have said
        await self._begin_again()

    async def _begin_again(self) -> None:
        await self.pits.start(**self._start)
        self._listen()

    # -- what must hold

    async def _look_at_moves(self) -> None:
        """Each press is stored once or not at all, as its person was told; nothing else is."""
        store = self.pits.store
        for user in self.people:
            for line in await store.matches_of(user.id):
                self.matches.setdefault(line.id, [])
        for match_id, before in [*self.matches.items()]:
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
        for told in self._this:
            self._is_stored(told)

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
    await pits.store.close()
