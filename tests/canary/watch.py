"""One scene watched: the true world, then each twin beside it."""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Awaitable, Callable, Collection, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Final

import pytest
from PIL import Image, ImageChops

import images
from bot.posts import naming, news
from bot.posts.posts import MAX_ALT
from games.engine.found import find
from games.engine.table import Table
from tests.canary import actions, twins
from tests.canary.actions import LET_IN
from tests.canary.parts import parts
from tests.canary.record import LOG, PHONES, Leak, Record, compare, parted
from tests.canary.scenes import BEFORE, Scene
from tests.canary.twins import TRUE, Twin
from tests.canary.worlds import Script, World, world

LOOK, FORGE, SECRET, AGAIN, DOWN = (
    "a look at everything",
    "forged presses",
    "something in secret",
    "a look after that",
    "the chat is quiet",
)
TIME: Final = "time passes"
"""Several steps, in which people are called."""
STANDING: Final = (LOOK, FORGE, SECRET, AGAIN)
"""Steps in which nobody answers."""
QUIET: Final = 5
"""Steps at the beginning of every script after which nobody may know more by the rules."""


def apart(one: bytes, other: bytes) -> str:
    """Where two pictures of a board differ, for who has to find out why."""
    shown, meant = (Image.open(io.BytesIO(each)).convert("RGB") for each in (one, other))
    if shown.size != meant.size:
        return f"{shown.size} px, not {meant.size}"
    box = ImageChops.difference(shown, meant).getbbox()
    return f"px differ in {box}" if box else f"the same px in {len(one)} bytes, not {len(other)}"


async def check_board(made: World) -> None:
    """The board in the channel is what a spectator's view gives, not that of any seat."""
    match, message = await made.match(), made.pits.board()
    game, view = match.game, match.running().view(None)
    artist, words = images.artist(game.name), game.words
    now = images.moment(game, view, match.waiting(), news.public(match))
    (picture,) = message.attachments
    names = naming.names_for_buttons(match)
    board = artist.board(view, names, now)
    drawn, alt = board.png(), board.alt_text()
    assert picture.data == drawn, f"not a spectator's picture: {apart(picture.data, drawn)}"
    headline = words.headline(view, match.waiting(), naming.names_for_text(match))
    for name, shown, meant in (
        ("alt text", picture.description, alt if len(alt) <= MAX_ALT else picture.description),
        ("title", words.title(view) in message.text, True),
        ("headline", headline in message.text, True),
    ):
        assert shown == meant, f"the board's {name} is not a spectator's"
    for line in news.fresh(match):
        assert line in message.text, f"a spectator would read: {line}"


@dataclass
class Watch:
    """A scene, what was done in it, and what has been found."""

    scene: Scene
    folder: Path
    empty: Path
    monkeypatch: pytest.MonkeyPatch
    only: Collection[str] | None = None
    """Steps to take; None: all, and then play goes on."""
    checks: bool = True
    """Whether the board is held against a spectator's view."""
    table: Table[Any] | None = None
    """The true table where the scene begins."""
    script: Script = field(default_factory=Script)
    true: Record = field(default_factory=Record)
    compared: Counter[str] = field(default_factory=Counter)
    """How often each step was compared, once for each reader."""
    unseen: list[Twin] = field(default_factory=list)
    """Twins in which all that one seat cannot see is dealt otherwise, by that seat."""
    whole: list[Twin] = field(default_factory=list)
    """Twins in which all of one seat is dealt otherwise."""
    alone: list[Twin] = field(default_factory=list)
    """Twins in which one hidden part is dealt otherwise."""
    secret: list[Twin] = field(default_factory=list)
    """Twins in which a seat does something in secret."""
    _worlds: int = 0

    async def begin(self) -> None:
        """Play the true world."""
        self.true = await self._play(TRUE)

    async def leaks(self, twin: Twin) -> list[Leak]:
        """Play a twin, and find where somebody could tell it from the true world."""
        other = await self._play(twin)
        found: list[Leak] = []
        ends = []
        for reader in twin.readers(self.scene):
            # Who had the seat knew it. From when another has it, he is to learn no more of it.
            since = LET_IN if self._changes and reader == BEFORE else ""
            end = parted(self.true, other, reader, since)
            begun = self.true.steps.index(since) if since else 0
            if end and end in self.true.steps[begun : begun + QUIET]:
                raise AssertionError(f"{self.scene.name}: the rules show {reader} {twin.name}")
            ends.append(end)
            found += compare(self.true, other, reader, end, since=since)
            self._count(end)
        if self._changes and twin.lay is not None:
            # Who is to get the seat knows nothing of it before.
            found += compare(self.true, other, self.scene.people[-1], LET_IN)
        found += compare(
            self.true, other, PHONES, parted(self.true, other, PHONES), but=self._own(twin, other)
        )
        if not twin.action:
            # Whoever runs the bot may read that somebody has pressed, but not what was dealt.
            first = next((step for step in self.true.steps if step in ends), "")
            found += compare(self.true, other, LOG, first)
        return found

    @property
    def _changes(self) -> bool:
        """Whether a seat changes its player while it is watched."""
        return self.scene.changed == "now"

    def _own(self, twin: Twin, other: Record) -> list[str]:
        """What calls whoever does something in secret, or has not to answer because of that. It
        goes with the action; what was dealt must not show even on one's own lock screen."""
        if not twin.action:
            return []
        seats = {twin.seat, *(self.true.answered ^ other.answered)}
        names = [self.scene.people[seat] for seat in sorted(seats)]
        return [f"{what} {name}" for name in names for what in ("phone of", "notices to")]

    def _count(self, end: str) -> None:
        for step in self.true.steps:
            if step == end:
                return
            self.compared[step] += 1

    async def _play(self, twin: Twin) -> Record:
        self._worlds += 1
        folder = self.folder / f"world{self._worlds}"
        folder.mkdir()
        async with world(folder, self.empty, self.scene, twin, self.monkeypatch) as made:
            if twin is TRUE:
                self.table = (await made.match()).running().fork()
                self._find_twins(self.table)
            if self.checks:
                await check_board(made)
            if self._changes:
                await actions.change_player(made)
            await self._act(made)
            if twin is TRUE and self.only is None and self.scene.moves:
                assert len(made.boards) > 1, "no board has come down"
            return made.record

    def _find_twins(self, table: Table[Any]) -> None:
        scene, people = self.scene, range(self.scene.seats)
        found = parts(table.context.state)
        owners = sorted({part.owner for part in found})
        self.whole = [twins.all_of(seat, 5) for seat in owners]
        self.unseen = [twins.dealt_for(seat, scene, 11 + seat) for seat in people]
        self.alone = [twins.part_alone(part, 3) for part in found]
        self.secret = [
            twins.in_secret(seat, action)
            for seat in people
            for action in actions.secret_actions(find(scene.game), table.asked, seat)
        ]

    async def _act(self, made: World) -> None:
        for step, action in self._steps(made):
            if self.only is None or step in self.only:
                async with made.step(step):
                    await action()
        if self.only is not None:
            if TIME in self.only:
                await actions.moments_pass(made)
            return
        await actions.go_on(made, self.script)
        if not made.twin.action:
            # An action in secret has come out by then, or was for nothing.
            await actions.time_passes(made)
            await actions.talk(made)

    def _steps(self, made: World) -> Iterator[tuple[str, Callable[[], Awaitable[None]]]]:
        yield LOOK, lambda: actions.look(made)
        yield FORGE, lambda: actions.forge(made, self.script)
        yield SECRET, lambda: actions.do_in_secret(made)
        yield AGAIN, lambda: actions.look(made, again=True)
        if self.scene.chat:
            yield DOWN, lambda: actions.come_down(made)
        for seat in made.people_asked[:-1]:
            yield f"seat {seat} answers in secret", partial(actions.answer_in_secret, made, seat)
        yield "a look in mid-window", lambda: actions.look(made, again=True)
