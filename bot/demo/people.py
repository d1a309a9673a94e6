"""The people of a demo: they open a table and play it, pressing only what messages show them.

What each press came to is written down as its answer tells it, for the judge to compare with the
database; and now and then the bot is killed, in the middle of a press or after one.
"""

from __future__ import annotations

import asyncio
import collections
import random
from collections.abc import Callable, Sequence
from typing import Final

from bot.demo import judge, told
from bot.demo.choice import (
    ANSWERS,
    FROM_NOW_ON,
    Alike,
    AtRandom,
    Choice,
    Chooser,
    answers,
    asking,
    button,
    question,
)
from bot.demo.judge import Press, Record
from bot.demo.plan import NAMES, Plan
from bot.demo.process import BotProcess
from bot.demo.told import CALLED_BY, Evidence, Watch
from bot.local import Channel, Interaction, LocalDiscord, Message, Modal, Outcome, User, forms
from bot.local.hub import HANGS
from bot.posts import custom_ids
from bot.store import StoreError
from bot.tables import rows
from bot.words import TEXTS
from games.engine.found import find

GONE_ON_MS: Final = 30_000
"""What a table has done is shown within this time, whatever goes wrong."""
PATIENCE: Final = 90.0
"""Seconds without anything to press after which the match counts as stuck."""
LOOK_AGAIN: Final = 3.0
"""Seconds without anything to press after which people with closed messages press My hand again:
the board may look the same although they are asked anew."""
MIDST: Final = 0.06
"""Most seconds after a press at which the bot is killed in the midst of it: by then it has been
answered more often than not."""
THINKING: Final = (0.4, 2.0)
"""Seconds for which somebody looks at a question before he presses."""
HOUR: Final = 61 * 60.0
"""Seconds that pass at once by post: messages are old after an hour."""
PRESSES_AN_HOUR: Final = 8
QUIET: Final = 2.5
"""Seconds without a call of the bot after which it has told all there was to tell."""
CALLING: Final = 10.0
"""Seconds that the bot has to ring those who are to be rung now."""
GIVEN_UP: Final = 6.0
"""Seconds after which nobody waits for an answer that a process had promised before it died."""
AGREED: Final = tuple(
    TEXTS[f"hand_clicks.{key}"].partition("{")[0]
    for key in ("you_pass_every_short", "from_now", "planned")
)
"""How notes begin that say what was done. Any other note on a hand after a press is a refusal."""


class People:
    """Everyone at one table, and what they have seen."""

    def __init__(
        self,
        plan: Plan,
        local: LocalDiscord,
        bot: BotProcess,
        leap: Callable[[float], None] = lambda seconds: None,
        *,
        channel: Channel | None = None,
        excuses: Callable[[float], bool] = lambda since: False,
        rng: random.Random | None = None,
    ) -> None:
        self.plan = plan
        self.watch = Watch(local, plan.by_post, self._is_mine)
        self._calling = CALLING if plan.speed else PATIENCE
        self._leap = leap
        """Lets so many seconds pass at once, for all clocks there are."""
        self.local = local
        self.bot = bot
        self.all: list[User] = []
        self.channel = channel or local.add_channel("pit-lane")
        self._excuses = excuses
        """Whether a press that was made then may still be without an answer now."""
        self.match_id = ""
        self.log: list[Press] = []
        """Every press at the running table, in order."""
        self.presses: collections.Counter[str] = collections.Counter()
        self.refusals: collections.Counter[str] = collections.Counter()
        self.wrong: list[str] = []
        self._random = rng or random.Random(plan.seed)
        self._chooser: Chooser = Alike(plan.word) if plan.fixed else AtRandom(self._random)
        self._board_id = 0
        self._panels: dict[int, Message] = {}
        """Private panels of those whose direct messages are closed, by user."""
        self._asked_board: dict[int, tuple[int, int]] = {}
        self._done: dict[int, set[str]] = collections.defaultdict(set)
        """What stands beside the questions and has been pressed with effect, by user."""
        self._thought: dict[int, tuple[int, float]] = {}
        """What each person thinks about, by number, and when he will have decided."""
        self._pressed_at_leap = 0
        self._leapt = False
        """Time has passed, and nobody has pressed anything since."""
        self._made_at_kill = 0
        self._at_kill: Record | None = None

    # -- what people see

    def _is_mine(self, channel: Channel) -> bool:
        """Whether it is the table's channel, or somebody's direct messages who plays there."""
        here = channel is self.channel or channel.parent_id == self.channel.id
        return here or channel.recipient_id in [user.id for user in self.all]

    def board(self) -> Message:
        """The newest message of the channel that belongs to the match and calls nobody."""
        for message in reversed(self.local.messages(self.channel, self.all[0])):
            known = message.pressables or message.id == self._board_id
            if known and not message.ephemeral and message.is_v2:
                self._board_id = message.id
                return message
        raise LookupError("no board in the channel")

    def finished(self) -> bool:
        """Whether the board says that the match is over: nothing is left to press, or Again."""
        board = self.board()
        return not board.pressables or button(board, "again") is not None

    def _panel(self, user: User) -> Message | None:
        return asking(self.local, user, self._panels.get(user.id))

    def _can_go_on(self) -> bool:
        return self.finished() or any(
            self._panel(user) is not None or (self._has_news(user) and not self.plan.by_post)
            for user in self.all
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
        await self.local.until(
            lambda: button(self.local.messages(self.channel, host)[-1], "hand") is not None,
            PATIENCE,
        )
        pressed = custom_ids.read(self.board().pressables[0].custom_id)
        self.match_id = pressed.match_id if pressed is not None else ""

    async def _welcome(self, user: User, outcome: Outcome) -> None:
        """Wait until somebody who has sat down is greeted, or told that his messages are closed:
        then the bot has said all it has to, and the ids that come next are the same every time."""
        dm = self.local.dm(user)
        await self.local.until(
            lambda: bool(self.local.messages(dm, user) or outcome.interaction.follow_ups),
            PATIENCE,
        )

    async def _set_options(self, host: User) -> None:
        """Options are typed into the form that has them: the first one may bring others."""
        # Clocks must not play for people who have a whole match to press through.
        fields = find(self.plan.game).Options.__struct_fields__
        clock = {"window_seconds": "3600"} if "window_seconds" in fields else {}
        left: dict[str, str] = clock | self.plan.options
        for title in ("Options", "Options", "Options 2"):
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
        # Another process may still be showing who has sat down.
        await self.local.until(lambda: button(self.board(), verb) is not None, PATIENCE)
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
            if self.plan.most and self.made() >= self.plan.most:
                await self._agree_to_end()
                return
            ready = self._ready() or await self._look_at_hands()
            if not ready:
                try:
                    await self.local.until(self._can_go_on, LOOK_AGAIN)
                except TimeoutError:
                    idle += LOOK_AGAIN
                    if idle >= PATIENCE and not await self.table_answers():
                        raise
                    await self._nobody_is_ready()
                continue
            idle = 0.0
            if self.plan.by_post and await self._time_passes():
                continue
            user = await self._decided(ready)
            if user is not None:
                await self._press(user)

    async def table_answers(self) -> bool:
        """Whether the table is about to give an answer, for which it takes as long as the player
        did before, or has just gone on; also where the database cannot be asked now."""
        try:
            record = await judge.read(self.bot.url, self.match_id, ())
        except (StoreError, LookupError):  # its file is being written
            return True
        now = round(1000 * self.local.world.wall())
        gone_on = bool(record.moves) and record.moves[-1].at > now - GONE_ON_MS
        return gone_on or any(
            seat.held is not None and seat.held.at > now
            for seat in rows.match_of(record.match).seats
        )

    async def _agree_to_end(self) -> None:
        """Everybody types /end until the match is over."""
        for user in self.all:
            if not self.finished():
                outcome = await self.local.command(user, self.channel, "end")
                await outcome.finished()
        await self.local.until(self.finished, PATIENCE)

    def _ready(self) -> list[User]:
        return [user for user in self.all if self._panel(user) is not None]

    async def _decided(self, ready: Sequence[User]) -> User | None:
        """Who of these has thought enough, all at a time; None where the question has gone."""
        now = self.local.clock.now()
        due: dict[int, float] = {}
        for user in ready:
            number = self.asked(user)
            about, when = self._thought.get(user.id, (0, 0.0))
            if about != number:
                when = now + self._random.uniform(*THINKING) / self.plan.hurry
                self._thought[user.id] = (number, when)
            due[user.id] = when
        user = min(ready, key=lambda one: due[one.id])
        await asyncio.sleep(max(0.0, due[user.id] - now))
        return user if self.asked(user) == self._thought.pop(user.id)[0] else None

    async def _nobody_is_ready(self) -> None:
        """People look by themselves; by post only once they would have been called."""
        self._asked_board.clear()
        if not self.plan.by_post:
            return
        await self._pass(CALLED_BY + 5)
        if not await self._calls(self._somebody_looks):
            for user in await self._look_at_hands(called=False):
                self.watch.found(user)

    def _somebody_looks(self) -> bool:
        return bool(self._ready()) or any(
            self._has_news(user) and self.watch.called_since_press(user) for user in self.all
        )

    async def _time_passes(self) -> bool:
        """By post: now and then an hour is over, and after the press that follows so much time
        that whoever is asked by then must have been called. Whether any has passed."""
        pressed = len(self.log) - self._pressed_at_leap
        if pressed >= PRESSES_AN_HOUR:
            await self._pass(HOUR)
            self._pressed_at_leap = len(self.log)
            return True
        if pressed == 1 and self._leapt:
            await self._pass(CALLED_BY + 5)
            self._leapt = False
            return True
        return False

    async def _pass(self, seconds: float) -> None:
        """Let time pass once the bot has told everything, and let it call people then."""
        await self._quiet()
        self._leap(seconds)
        self._leapt = True
        # If the bot does not, the judge will say so.
        await self._calls(lambda: not any(map(self.watch.uncalled, self.all)))

    async def _calls(self, done: Callable[[], bool]) -> bool:
        """Let the bot ring until that holds; False where it does not, and the bot, however slow its
        machine, has nothing more to tell."""
        for _ in range(round(self._calling / CALLING)):
            try:
                await self.local.until(done, CALLING)
            except TimeoutError:
                if not await judge.untold(self.bot.url, self.local.world.wall()):
                    return False
            else:
                return True
        return False

    async def _quiet(self) -> None:
        """Wait until the bot has told all there is to tell."""
        before = -1
        for _ in range(round(PATIENCE / QUIET)):
            told = before == len(self.local.calls)
            if told and not await judge.untold(self.bot.url, self.local.world.wall()):
                return
            before = len(self.local.calls)
            await asyncio.sleep(QUIET)

    async def _look_at_hands(self, *, called: bool = True) -> list[User]:
        """Those with closed direct messages press My hand when the board has changed; by post only
        when they have been `called`."""
        out = []
        for user in self.all:
            if not self._has_news(user):
                continue
            if self.plan.by_post and called and not self.watch.called_since_press(user):
                continue
            board = self.board()
            self._asked_board[user.id] = self._board_now()
            custom_id = button(board, "hand")
            if custom_id is None:
                continue
            outcome = await self.local.click(user, board, custom_id)
            await self._finished(outcome.interaction)
            if outcome.ephemeral is not None:
                self._panels[user.id] = outcome.ephemeral
            if self._panel(user) is not None:
                out.append(user)
        return out

    async def press_once(self) -> bool:
        """Somebody who has something to press does so now; False where nobody has."""
        ready = self._ready() or await self._look_at_hands()
        if not ready:
            self._asked_board.clear()
            return False
        await self._press(self._random.choice(ready))
        return True

    async def look(self) -> None:
        """Those with closed direct messages press My hand."""
        self._asked_board.clear()
        await self._look_at_hands()

    def asked(self, user: User) -> int:
        """Number of the question that somebody is shown; 0 for none."""
        return question(self._panel(user))

    async def _press(self, user: User) -> None:
        panel = self._panel(user)
        assert panel is not None
        choice = self._chooser.choose(user.name, panel, self._done[user.id])
        kill = self._kill_is_due()
        self.watch.pressed(user)
        begun = self.local.begin_press(user, panel, choice.item.custom_id, choice.values)
        press = _press_of(begun, choice)
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
            await self._finished(begun)
            if begun.modal is not None:
                press.standing = "nothing"
                self._done[user.id].add(choice.item.custom_id)
                begun = await self._fill_in(user, Modal(begun, begun.modal))
                press = _press_of(begun, choice)
                self.log.append(press)
        press.took = self.local.clock.now() - begun.made_at
        self._read_answer(press, begun, panel)
        if press.standing == "made" and press.verb in FROM_NOW_ON:
            self._done[user.id].add(choice.item.custom_id)
        elif press.standing == "lost" and not (midst or self._excuses(begun.made_at)):
            self.wrong.append(f"{user.name}'s press was not answered: {press}{_how_far(begun)}.")
        if kill and not midst:
            await self.bot.kill()
        if kill:
            await self._at_rest()
            await self.bot.start()

    async def _fill_in(self, user: User, modal: Modal) -> Interaction:
        """Somebody sends a form as it stands."""
        sent = self.local.begin_submit(user, modal, {})
        await sent.done.wait()
        await self._finished(sent)
        return sent

    async def _finished(self, begun: Interaction) -> None:
        """Wait for the whole answer. One that was promised by a process that has died since never
        comes."""
        for _ in range(round(HANGS / GIVEN_UP)):
            try:
                await Outcome(self.local.hub, begun).finished(GIVEN_UP)
            except TimeoutError:
                if self._excuses(begun.made_at):
                    return
            else:
                return
        raise TimeoutError

    def _read_answer(self, press: Press, begun: Interaction, panel: Message) -> None:
        """What the answer to a press tells about it, if there is one yet."""
        if begun.failed or begun.answer is None or begun.changes == 0:
            return
        press.standing = "nothing"
        if begun.original is not panel and self._excuses(begun.made_at):
            press.standing = "lost"  # the bot could not tell whether its answer had come
            return
        if begun.original is not panel:
            said = begun.original.text if begun.original is not None else "nothing"
            self.wrong.append(f"A hand was answered elsewhere: {said}")
            return
        # By now the bot may have put something newer there, without the note of a refusal.
        panel = begun.source_then or panel
        notes = [line[2:] for line in panel.text.splitlines() if line.startswith("> ")]
        refused = [note for note in notes if not note.startswith(AGREED)]
        if press.verb == "why":
            return
        if refused:
            self.refusals[refused[0]] += 1
        elif press.verb not in ANSWERS:
            asked_again = any(each.verb == press.verb and each.sure for each in answers(panel))
            press.standing = "nothing" if press.verb == "back" or asked_again else "made"
        elif question(panel) != press.number:
            press.standing = "made"

    def evidence(self, record: Record) -> Evidence:
        """How everybody was told, once the bot has ended."""
        lost = {press.id for press in self.log if press.standing == "lost"}
        made = self.watch.close(self.bot.starts, lost)
        made.lasted = self.bot.lasted()
        made.public = told.public(record)
        return made

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
        record = await judge.read(self.bot.url, self.match_id, self.log)
        self.wrong += judge.faults(record, self.log)
        if self._at_kill is not None:
            self.wrong += judge.grown(self._at_kill, record)
        self._at_kill = record


def _how_far(begun: Interaction) -> str:
    """How far the bot came with an interaction that it did not answer whole."""
    if begun.answer is not None:
        return f", promised by an answer of type {begun.answer}"
    return "" if begun.heard else ", which no process was connected for"


def _press_of(begun: Interaction, choice: Choice) -> Press:
    pressed = choice.pressed
    return Press(
        begun.id, begun.user.id, pressed.verb, pressed.number, choice.path, at=begun.made_at
    )
