"""A scene on a running bot: the same people, ids and times in every world, and one recorder."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
import pytest

from bot.delivery.panels import QUIET_MS
from bot.local import Message, User
from bot.match.match import Match
from bot.match.seats import Move
from bot.posts import custom_ids
from bot.tables import rows
from bot.tables.sight import AT_ANY_QUESTION
from games.engine.found import find
from tests.bot.pits import NOON, Pits, ids, opened, patient, read
from tests.bot.test_own_thread import thread_of
from tests.bot.test_privacy import delete
from tests.bot.test_sight import write
from tests.bot.test_takeover import seats, take
from tests.canary.record import LOG, PHONES, Record, Recorder, everything_logged
from tests.canary.scenes import BEFORE, Scene
from tests.canary.twins import Twin, facts, other_past


@dataclass
class Script:
    """What was decided in the true world and is done again in each twin."""

    answers: list[tuple[int, Any]] = field(default_factory=list)
    forged: list[tuple[str, str, str, tuple[str, ...] | None]] = field(default_factory=list)
    """Who presses on whose question: (presser, message, custom id, values)."""


@dataclass
class World:
    """A scene on a running bot, with one of its twins laid."""

    pits: Pits
    scene: Scene
    twin: Twin
    recorder: Recorder
    told_from: int = 0
    """Number of the last move before the twin was laid."""
    people_asked: list[int] = field(default_factory=list)
    """Seats of people who are asked when the scene begins."""
    boards: set[int] = field(default_factory=set)
    """Boards that stood when the chat was quiet, one after the other."""

    @property
    def record(self) -> Record:
        """What reached everybody so far."""
        return self.recorder.record

    def user(self, name: str) -> User:
        """A person by name."""
        return _named(self.pits, name)

    @property
    def outsider(self) -> str:
        """Somebody who is not at the table, or not any more; where none can see it, a player."""
        return self.scene.people[-1] if self.scene.thread == "private" else self.scene.others[-1]

    @property
    def lookers(self) -> list[str]:
        """Who looks at everything: two at the table, and one who is not."""
        return [*dict.fromkeys((self.scene.people[0], self.scene.people[-1], self.outsider))]

    async def panel(self, user: User) -> Message:
        """The newest hand of a person: a direct message, or what My hand shows."""
        if user.dms_open:
            return self.pits.panel(user)
        shown = (await self.pits.press(user, "hand")).ephemeral
        assert shown is not None
        return shown

    async def match(self) -> Match:
        """The match."""
        return await self.pits.match()

    async def chat(self) -> None:
        """So much is written below the board that it is buried, in a scene where people do that."""
        if self.scene.chat:
            await write(self.pits, AT_ANY_QUESTION)

    @asynccontextmanager
    async def step(self, name: str, *, folds: bool = False) -> AsyncIterator[None]:
        """Do something, wait until all of it has been told, and note it under that name.

        `folds` where the number of edits hangs on the time that computers take to think.
        """
        self.recorder.begin(name)
        yield
        await self.pits.settled()
        await self._note_facts(name)
        self.recorder.end(folds=folds)

    async def _note_facts(self, step: str) -> None:
        """What the rules let each reader know by now."""
        match = await self.match()
        moves = [
            move
            for move in await self.pits.store.moves(self.pits.match_id, self.told_from)
            if not move.undone
        ]
        for reader in (*self.scene.people, *self.scene.others, LOG, PHONES):
            # Read off the seats: a planted leak may have changed what the match says.
            user = self.user(reader).id if reader not in (LOG, PHONES) else 0
            held = (seat for seat, one in enumerate(match.seats) if one.user_id == user)
            seat = next(held, None)
            table = match.table
            assert table is not None
            told = [
                msgspec.json.encode(event)
                for move in moves
                for heard, event in msgspec.json.decode(move.events)
                if heard is None or seat in heard
            ]
            known = facts(table, seat) if match.status != "ended" else b""
            sitting = [(one.computer, one.user_id) for one in match.seats]
            self.record.told[reader, step].facts = msgspec.json.encode(
                (known, told, match.status, match.notice, sitting)
            )


def steady(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same match ids in each world, and nothing that a slow machine could change."""
    monkeypatch.setattr("bot.tables.matches.new_id", ids())
    patient(monkeypatch)


@asynccontextmanager
async def world(
    folder: Path, empty: Path, scene: Scene, twin: Twin, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[World]:
    """That scene on a bot of its own, with the twin laid and shown."""
    steady(monkeypatch)
    running: list[Pits] = []

    def wall() -> float:
        """Ids tell the time, so it must be the same in every world."""
        return (running[0].clock.now if running else NOON) / 1000

    with everything_logged() as paper:
        # Limits would let the machine's speed decide how many edits are folded into one.
        async with opened(folder, empty, wall=wall, limits="off") as pits:
            running.append(pits)
            made = World(pits, scene, twin, Recorder(pits.local, paper, pits.clock))
            _set_up(pits, scene)
            await _deal(pits, scene)
            if twin.lay is not None:
                _rewrite(pits, scene, twin)
            async with made.step("the position"):
                await made.chat()
                await pits.bot.matches.change(pits.match_id, lambda match: _lay(match, made))
            asked = (await made.match()).waiting()
            made.people_asked = [ask.seat for ask in asked if ask.seat < scene.seats]
            yield made


def _named(pits: Pits, name: str) -> User:
    return next(user for user in pits.local.world.people() if user.name == name)


def _set_up(pits: Pits, scene: Scene) -> None:
    """Close the direct messages that are to be closed, and open the thread to play in."""
    for seat in scene.closed:
        pits.people[seat].dms_open = False
    if scene.thread in ("public", "private"):
        private = scene.thread == "private"
        lane = pits.local.open_thread(pits.ann, pits.channel, "garage lane", private=private)
        for user in (pits.local.world.bot, *pits.people[1 : scene.seats]):
            pits.local.add_to_thread(pits.ann, lane, user)
        pits.channel = lane


def _by_the_book(scene: Scene) -> dict[str, object]:
    """The length that has the rulebook's options, where it has room for the scene."""
    game = find(scene.game)
    preset = game.preset_of(game.Options())
    fits = scene.seats + scene.computers <= game.room(game.Options())[1]
    return {"preset": preset.name} if preset is not None and fits else {}


async def _deal(pits: Pits, scene: Scene) -> None:
    """Open a table as people do, with computers that do not play before the scene is reached."""
    # How long the table's own answers wait is drawn at random: see `tests.bot.test_waits`.
    pits.bot.matches.poker_faces = True
    given: dict[str, object] = {"game": scene.game, "seats": scene.seats + scene.computers}
    await pits.command(pits.ann, "play", {**given, **_by_the_book(scene)})
    pits.match_id = read(pits.board())[0].match_id
    joined = [_named(pits, name) for name in scene.people[1:]]
    if scene.changed:
        joined[-1] = _named(pits, BEFORE)
    for user in joined:
        await pits.press(user, "join")
    for _ in range(scene.computers):
        await pits.press(pits.ann, "computer")
    if scene.options:
        form = (await pits.press(pits.ann, "options")).modal
        await pits.submit(pits.ann, form, scene.options)
    for seat in scene.both:
        await pits.command(pits.people[seat], "notify", {"where": "both"})
    if scene.thread == "own":
        await _want_thread(pits)
    driving = pits.bot.matches.drive
    pits.bot.matches.drive = lambda match_id: None  # type: ignore[method-assign]
    await pits.press(pits.ann, "start")
    await pits.settled()
    if scene.changed in ("left", "forgotten"):
        await _change_player(pits, scene)
    pits.bot.matches.drive = driving  # type: ignore[method-assign]
    if scene.thread == "own":
        pits.channel = thread_of(pits)


async def _change_player(pits: Pits, scene: Scene) -> None:
    """The last seat gets another player while who had it looks at his hand in the channel."""
    before, after = _named(pits, BEFORE), _named(pits, scene.people[-1])
    await pits.press(before, "hand")
    if scene.changed == "forgotten":
        await pits.press(pits.ann, "taking", await seats(pits, pits.ann), values=["free"])
        await delete(pits, before)
        await take(pits, after, scene.seats - 1)
    else:
        await pits.command(before, "leave")
        await pits.settled()
        await take(pits, after, scene.seats - 1)
        await pits.press(pits.ann, "admit")
        await pits.settled()
    assert (await pits.match()).my_seat(after.id) == scene.seats - 1
    # He does not look at a private answer any more: his hand is a direct message.
    pits.clock.now += QUIET_MS
    await pits.bot.clocks.tick()
    await pits.settled()


async def _want_thread(pits: Pits) -> None:
    """The host asks for a thread of the table's own, on whichever page of the options that is."""
    for each in read(pits.board()):
        if each.verb == "options":
            custom_id = custom_ids.write("options", pits.match_id, each.number)
            form = (await pits.local.click(pits.ann, pits.board(), custom_id)).modal
            if form is not None and '"own_thread"' in json.dumps(form.body):
                await pits.submit(pits.ann, form, {"own_thread": "true"})
                return
    raise LookupError("no page of the options asks for a thread")


def _rewrite(pits: Pits, scene: Scene, twin: Twin) -> None:
    """What the start has told to those who may see the difference was something else, too."""
    game = find(scene.game)
    with closing(sqlite3.connect(pits.url.partition("///")[2])) as database, database:
        for number, events in [*database.execute("SELECT n, events FROM moves")]:
            moves = [Move(0, "start", 0, None, rows.told_of(game, events))]
            other_past(scene.game, moves, twin.knows, 8)
            told = rows.told_bytes(moves[0].told)
            database.execute("UPDATE moves SET events = ? WHERE n = ?", (told, number))


def _lay(match: Match, made: World) -> None:
    """Play to the scene, then put the twin in its place."""
    made.scene.play(match)
    twin = made.twin
    assert match.table is not None
    if twin.lay is not None:
        laid = twin.lay(match.table)
        for seat in (None, *range(len(match.seats))):
            if seat not in twin.knows and facts(laid, seat) != facts(match.table, seat):
                raise AssertionError(f"{made.scene.name}: the rules show {twin.name} to {seat}")
        match.table = laid
        other_past(match.game.name, match.moves, twin.knows, 7)
    made.told_from = match.last_move
