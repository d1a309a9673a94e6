"""The people of a demo: they open a table and play it, pressing only what messages show them.

What each press came to is written down as its answer tells it, for the judge to compare with the
database; and now and then the bot is killed, in the middle of a press or after one.
"""

from __future__ import annotations

import asyncio
import collections
import random
from typing import Final

from bot import custom_ids
from bot.demo import judge
from bot.demo.choice import ANSWERS, WISHES, Alike, AtRandom, Chooser, button, question
from bot.demo.judge import Press, Record
from bot.demo.plan import NAMES, Plan
from bot.demo.process import BotProcess
from bot.local import Channel, Interaction, LocalDiscord, Message, Outcome, User, forms
from games.engine.game import find

PATIENCE: Final = 90.0
"""Seconds without anything to press after which the match counts as stuck."""
LOOK_AGAIN: Final = 3.0
"""Seconds without anything to press after which people with closed messages press My hand again:
the board may look the same although they are asked anew."""
MIDST: Final = 0.06
"""Most seconds after a press at which the bot is killed in the midst of it: by then it has been
answered more often than not."""
AGREED: Final = ("You pass ", "From now on ", "Planned: ")
"""How notes begin that say what was done. Any other note on a hand after a press is a refusal."""


class People:
    """Everyone at one table, and what they have seen."""

    def __init__(self, plan: Plan, local: LocalDiscord, bot: BotProcess) -> None:
        self.plan = plan
        self.local = local
        self.bot = bot
        self.all: list[User] = []
        self.channel: Channel = local.add_channel("pit-lane")
        self.match = ""
        self.log: list[Press] = []
        """Every press at the running table, in order."""
        self.presses: collections.Counter[str] = collections.Counter()
        self.refusals: collections.Counter[str] = collections.Counter()
        self.wrong: list[str] = []
        self._random = random.Random(plan.seed)
        self._chooser: Chooser = Alike(plan.word) if plan.fixed else AtRandom(self._random)
        self._panels: dict[int, Message] = {}
        """Private panels of those whose direct messages are closed, by user."""
        self._asked_board: dict[int, tuple[int, int]] = {}
        self._done: dict[int, set[str]] = collections.defaultdict(set)
        """What stands beside the questions and has been pressed with effect, by user."""
        self._made_at_kill = 0
        self._at_kill: Record | None = None

    # -- what people see

    def board(self) -> Message:
        """The newest message of the channel that belongs to the match."""
        for message in reversed(self.local.messages(self.channel, self.all[0])):
            if message.pressables and not message.ephemeral:
                return message
        raise LookupError("no board in the channel")

    def _newest(self) -> Message:
        """The newest message of the channel."""
        return self.local.messages(self.channel, self.all[0])[-1]

    def finished(self) -> bool:
        """Whether the board says that the match is over."""
        return button(self.board(), "again") is not None

    def _panel(self, user: User) -> Message | None:
        """The message on which this person could answer a question now."""
        if not user.dms_open:
            panel = self._panels.get(user.id)
            return panel if panel is not None and question(panel) else None
        for message in reversed(self.local.messages(self.local.dm(user), user)):
            if not message.deleted and question(message):
                return message
        return None

    def _can_go_on(self) -> bool:
        return self.finished() or any(
            self._panel(user) is not None or self._has_news(user) for user in self.all
        )

    def _has_news(self, user: User) -> bool:
        """Whether the board has changed since somebody with closed messages asked for the hand."""
        return not user.dms_open and self._asked_board.get(user.id) != self._board_now()

    def _board_now(self) -> tuple[int, int]:
        board = self.board()
        return board.id, board.edits

    # -- before the start

    async def open_table(self) -> None:
        """/play, Join, Options, Start: as people do it."""
        many = self.plan.people()
        for number, name in enumerate(NAMES[:many]):
            # One in a larger company keeps his direct messages closed.
            dms_open = not (many >= 3 and number == many - 1)
            self.all.append(self.local.add_user(name, dms_open=dms_open))
        host = self.all[0]
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
        await self._welcome(host, await outcome.finished())
        for user in self.all[1:]:
            await self._welcome(user, await self._press_board(user, "join"))
        await self._set_options(host)
        await self._press_board(host, "start")
        # The board is posted anew, below the sealing message.
        await self.local.until(lambda: button(self._newest(), "hand") is not None, 30)
        pressed = custom_ids.read(self.board().pressables[0].custom_id)
        self.match = pressed.match if pressed is not None else ""

    async def _welcome(self, user: User, outcome: Outcome) -> None:
        """Wait until somebody who has sat down is greeted, or told that his messages are closed:
        then the bot has said all it has to, and the ids that come next are the same every time."""
        dm = self.local.dm(user)
        await self.local.until(
            lambda: bool(self.local.messages(dm, user) or outcome.interaction.follow_ups), 30
        )

    async def _set_options(self, host: User) -> None:
        """Options are typed into the form that has them: the first one may bring others."""
        # Clocks must not play for people who have a whole match to press through.
        fields = find(self.plan.game).Options.__struct_fields__
        clock = {"window_seconds": "3600"} if "window_seconds" in fields else {}
        left: dict[str, str] = clock | self.plan.options
        for title in ("Options", "Options", "More options"):
            shown = next((b for b in self.board().pressables if b.label == title), None)
            if shown is None:
                continue
            outcome = await self.local.click(host, self.board(), shown.custom_id)
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
        custom_id = button(self.board(), verb)
        if custom_id is None:
            raise LookupError(f"the board shows no button for {verb}")
        outcome = await self.local.click(user, self.board(), custom_id)
        return await outcome.finished()

    # -- playing

    async def play(self) -> None:
        """Until the match is over. Raises `TimeoutError` when nobody has anything to press."""
        idle = 0.0
        while not self.finished():
            ready = [user for user in self.all if self._panel(user) is not None]
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
            await self._press(self._random.choice(ready))

    async def _look_at_hands(self) -> list[User]:
        """Those with closed direct messages press My hand when the board has changed."""
        out = []
        for user in self.all:
            if not self._has_news(user):
                continue
            board = self.board()
            self._asked_board[user.id] = self._board_now()
            custom_id = button(board, "hand")
            if custom_id is None:
                continue
            outcome = await self.local.click(user, board, custom_id)
            await outcome.finished()
            if outcome.ephemeral is not None:
                self._panels[user.id] = outcome.ephemeral
            if self._panel(user) is not None:
                out.append(user)
        return out

    async def _press(self, user: User) -> None:
        panel = self._panel(user)
        assert panel is not None
        choice = self._chooser.choose(user.name, panel, self._done[user.id])
        pressed = choice.pressed
        kill = self._kill_is_due()
        begun = self.local.begin_press(user, panel, choice.item.custom_id, choice.values)
        press = Press(begun.id, user.id, pressed.verb, pressed.number, choice.path)
        self.log.append(press)
        self.presses[press.verb] += 1
        if self.plan.verbose:
            print(f"{user.name}: {choice.item.label or press} {choice.values or ''}")
        midst = kill and self._random.random() < 0.5
        if midst:
            await asyncio.sleep(self._random.uniform(0, MIDST))
            await self.bot.kill()
        else:
            await begun.done.wait()
            if not begun.failed:
                await Outcome(self.local.hub, begun).finished()
        self._read_answer(press, begun, panel)
        if press.standing == "made" and press.verb in WISHES:
            self._done[user.id].add(choice.item.custom_id)
        elif press.standing == "lost" and not midst:
            self.wrong.append(f"{user.name}'s press was not answered: {press}.")
        if kill and not midst:
            await self.bot.kill()
        if kill:
            await self._at_rest()
            await self.bot.start()

    def _read_answer(self, press: Press, begun: Interaction, panel: Message) -> None:
        """What the answer to a press tells about it, if there is one yet."""
        if begun.failed or begun.answer is None or begun.changes == 0:
            return
        press.standing = "nothing"
        if begun.original is not panel:
            said = begun.original.text if begun.original is not None else "nothing"
            self.wrong.append(f"A hand was answered elsewhere: {said}")
            return
        notes = [line[2:] for line in panel.text.splitlines() if line.startswith("> ")]
        refused = [note for note in notes if not note.startswith(AGREED)]
        if press.verb == "why":
            return
        if refused:
            self.refusals[refused[0]] += 1
        elif press.verb not in ANSWERS:
            press.standing = "nothing" if press.verb == "back" else "made"
        elif question(panel) != press.number:
            press.standing = "made"

    # -- killing

    def made(self) -> int:
        """How many moves have been acknowledged."""
        return sum(press.standing == "made" for press in self.log)

    def _kill_is_due(self) -> bool:
        every = self.plan.kill_every
        if not every or self.made() - self._made_at_kill < every:
            return False
        self._made_at_kill = self.made()
        return True

    async def _at_rest(self) -> None:
        """Look at what a killed bot has left."""
        record = await judge.read(self.bot.database, self.match, self.log)
        self.wrong += judge.faults(record, self.log)
        if self._at_kill is not None:
            self.wrong += judge.grown(self._at_kill, record)
        self._at_kill = record
