"""Leaks put in on purpose are noticed, each in every game that can have it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from bot.match.match import Match
from bot.posts import boards
from bot.posts.posts import Post
from games.engine.table import Table
from tests.canary.actions import LET_IN
from tests.canary.leaks import (
    ALL,
    CHANGED,
    LEAKS,
    MOVING,
    Leak,
    hand_of_the_seat,
    notice_by_the_seat,
    own_words,
)
from tests.canary.record import PHONES
from tests.canary.scenes import BEFORE, CARDS, MINI, NASCARDS, SCENES, SIXTH, WAR, Scene
from tests.canary.twins import TRUE, Twin, all_of, in_secret
from tests.canary.watch import TIME, Watch

MOMENTS = {CARDS: "negation", MINI: "speed", NASCARDS: "keep", SIXTH: "build", WAR: "mulligan"}
"""A window in each game."""


def scene_of(game: str, moment: str = "") -> Scene:
    """A scene of that game in which several are asked at once, or of another kind."""
    there = [one for one in SCENES if one.game == game]
    kind = moment if moment in [one.kind for one in there] else MOMENTS[game]
    return next(one for one in there if one.kind == kind)


def cases() -> Iterator[Any]:
    """Every leak in two of its games, which take turns; every day every other leak, in one."""
    for at, leak in enumerate(LEAKS):
        first = at // 2 % len(leak.games)
        for later, game in enumerate([*leak.games[first:], *leak.games[:first]][:2]):
            marks = (pytest.mark.long,) if at % 2 or later else ()
            yield pytest.param(leak, game, id=f"{leak.name}-{game}", marks=marks)


def twin_for(leak: Leak, table: Table[Any], asked: list[int]) -> Twin:
    """A twin that the leak tells from the true world."""
    if leak.action:
        return in_secret(asked[0], leak.action)
    for seed in range(50):
        twin = all_of(0, seed)
        assert twin.lay is not None
        if leak.tells(twin.lay(table)) != leak.tells(table):
            return twin
    raise LookupError("no twin differs in what the leak tells")


@pytest.mark.parametrize(("leak", "game"), [*cases()])
async def test_a_leak_is_noticed(
    leak: Leak, game: str, tmp_path: Path, empty: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    leak.put(monkeypatch)
    scene = scene_of(game, leak.moment)
    watch = Watch(scene, tmp_path, empty, monkeypatch, only=leak.steps, checks=False)
    await watch.begin()
    assert watch.table is not None
    asked = [ask.seat for ask in watch.table.asked]
    assert await watch.leaks(twin_for(leak, watch.table, asked))


@pytest.mark.by_turns
@pytest.mark.parametrize("leak", MOVING, ids=lambda leak: leak.name)
async def test_a_leak_where_boards_move_is_noticed(
    leak: Leak, tmp_path: Path, empty: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (game,) = leak.games
    scene = next(one for one in SCENES if one.game == game and one.moves)
    honest = Watch(scene, tmp_path / "honest", empty, monkeypatch, only=leak.steps, checks=False)
    honest.folder.mkdir()
    await honest.begin()
    assert honest.table is not None
    twin = twin_for(leak, honest.table, [])
    assert await honest.leaks(twin) == []
    leak.put(monkeypatch)
    watch = Watch(scene, tmp_path, empty, monkeypatch, only=leak.steps, checks=False)
    await watch.begin()
    assert await watch.leaks(twin)


@pytest.mark.by_turns
@pytest.mark.parametrize(
    ("leak", "game"),
    [pytest.param(leak, game, id=f"{leak.name}-{game}") for leak in CHANGED for game in leak.games],
)
async def test_a_leak_to_who_sat_there_before_is_noticed(
    leak: Leak, game: str, tmp_path: Path, empty: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    leak.put(monkeypatch)
    scene = next(one for one in SCENES if one.game == game and one.changed)
    assert scene.changed != "now"
    watch = Watch(scene, tmp_path, empty, monkeypatch, only=leak.steps, checks=False)
    await watch.begin()
    found = await watch.leaks(all_of(scene.seats - 1, 5))
    assert {one.reader for one in found} == {BEFORE}


@pytest.mark.parametrize(
    "game",
    [CARDS, *(pytest.param(game, marks=pytest.mark.long) for game in (NASCARDS, MINI, WAR))],
)
async def test_a_hand_that_follows_the_seat_when_it_changes_its_player_is_noticed(
    game: str, tmp_path: Path, empty: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = next(one for one in SCENES if one.game == game and one.changed == "now")
    twin = all_of(scene.seats - 1, 5)
    honest = Watch(scene, tmp_path / "honest", empty, monkeypatch, only=(), checks=False)
    honest.folder.mkdir()
    await honest.begin()
    assert await honest.leaks(twin) == []
    hand_of_the_seat(monkeypatch)
    watch = Watch(scene, tmp_path, empty, monkeypatch, only=(), checks=False)
    await watch.begin()
    found = await watch.leaks(twin)
    assert (BEFORE, LET_IN) in {(one.reader, one.step) for one in found}


@pytest.mark.parametrize(("game", "kind"), [(CARDS, "action")])
async def test_a_notice_made_from_a_seats_view_is_noticed(
    game: str, kind: str, tmp_path: Path, empty: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the game whose own questions tell something of what their seat holds."""
    notice_by_the_seat(monkeypatch)
    watch = Watch(scene_of(game, kind), tmp_path, empty, monkeypatch, only=(TIME,), checks=False)
    await watch.begin()
    table = watch.table
    assert table is not None
    seat = table.asks[0].seat
    twins = (all_of(seat, seed) for seed in range(50))
    twin = next(
        twin
        for twin in twins
        if twin.lay is not None and own_words(twin.lay(table), seat) != own_words(table, seat)
    )
    found = await watch.leaks(twin)
    assert PHONES in {one.reader for one in found}


class SeatsTable:
    """A table that shows everybody what the seat sees that is asked first."""

    def __init__(self, table: Table[Any]) -> None:
        self._table = table

    def __getattr__(self, name: str) -> Any:
        return getattr(self._table, name)

    def view(self, seat: int | None) -> Any:
        """The view of that seat instead of the spectator's."""
        return self._table.view(self._table.asked[0].seat if seat is None else seat)


@pytest.mark.by_turns
@pytest.mark.parametrize("game", ALL)
async def test_a_board_made_from_a_seats_view_is_noticed(
    game: str, tmp_path: Path, empty: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest = boards.undrawn

    def board(match: Match, *rest: Any) -> Post:
        table: Any = SeatsTable(match.running())
        return honest(msgspec.structs.replace(match, table=table), *rest)

    monkeypatch.setattr(boards, "undrawn", board)
    # In mid-window the duel's board reads alike from the view of anybody who is asked.
    scene = scene_of(game, "answer" if game == CARDS else "")
    watch = Watch(scene, tmp_path, empty, monkeypatch, only=())
    with pytest.raises(AssertionError, match="spectator"):
        await watch.begin()


@pytest.mark.by_turns
@pytest.mark.parametrize("game", ALL)
async def test_without_a_leak_nothing_is_noticed(
    game: str, tmp_path: Path, empty: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    watch = Watch(scene_of(game), tmp_path, empty, monkeypatch, only=())
    await watch.begin()
    assert await watch.leaks(TRUE) == []
