"""Every scene of every game: nobody can tell what is hidden, nor what is done in secret."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from tests.canary.scenes import MORE, SCENES, Scene
from tests.canary.twins import Twin
from tests.canary.watch import AGAIN, STANDING, Watch

TURNS: Final = 3
"""Scenes of a game with actions in secret by which every action has had its turn."""
PARTS: Final = 4
"""One part in so many is dealt otherwise alone in each scene; each part in one scene of a game."""
PLAIN: Final = [
    scene for scene in SCENES if not (scene.changed or scene.thread or scene.closed or scene.both)
]
"""Scenes in the table's own channel with open direct messages, and the people who began it."""


def of_the_day() -> Iterator[Any]:
    """One scene of each game: of the first game its first, of the second its second, and so on. Of
    the others those that no long test looks at more closely."""
    games = [*dict.fromkeys(scene.game for scene in SCENES)]
    for scene in SCENES:
        of_game = [one for one in SCENES if one.game == scene.game]
        if of_game.index(scene) == games.index(scene.game):
            yield scene
        elif scene not in PLAIN:
            yield pytest.param(scene, marks=pytest.mark.long)


def chosen(scene: Scene, watch: Watch) -> Iterator[Twin]:
    """The twins of a scene that are looked at every day: in one scene what is dealt to a seat, in
    the next what is done in secret. Seats and actions take turns, and so do all that a seat holds
    and all that it cannot see; where a seat has a new player, that seat."""
    if scene.changed:
        yield next(twin for twin in watch.whole if scene.seats - 1 in twin.knows)
        return
    turn = [one for one in SCENES if one.game == scene.game].index(scene)
    if turn % 2 == 0:
        looked_at = watch.whole if turn % 4 else watch.unseen
        yield looked_at[turn // 2 % len(looked_at)]
        return
    for at, twin in enumerate(each_action(watch, turn)):
        if at % TURNS == turn // 2 % TURNS:
            yield twin


def each_action(watch: Watch, turn: int) -> Iterator[Twin]:
    """Every action in secret, once; the seats take turns from scene to scene."""
    for action in dict.fromkeys(twin.action for twin in watch.secret):
        these = [twin for twin in watch.secret if twin.action == action]
        yield these[turn % len(these)]


@pytest.mark.parametrize("scene", [*of_the_day()], ids=lambda scene: scene.name)
async def test_nobody_can_tell_what_is_hidden(
    scene: Scene, tmp_path: Path, empty: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    watch = Watch(scene, tmp_path, empty, monkeypatch)
    await watch.begin()
    for twin in chosen(scene, watch):
        for leak in await watch.leaks(twin):
            pytest.fail(f"{twin.name}: {leak}")
    assert {part.knows for part in watch.alone} >= {
        frozenset({seat}) for seat in range(scene.seats)
    }
    assert watch.compared[AGAIN] > 0


@pytest.mark.long
@pytest.mark.parametrize("scene", PLAIN, ids=lambda scene: scene.name)
async def test_nobody_can_tell_any_hidden_part(
    scene: Scene, tmp_path: Path, empty: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All that one seat cannot see, every other action in secret by one seat, and parts alone: what
    one scene of a game leaves out, the next looks at. With one part alone play does not go on: what
    comes of it is seen with all of its seat."""
    turn = PLAIN.index(scene)
    (tmp_path / "whole").mkdir()
    watch = Watch(scene, tmp_path / "whole", empty, monkeypatch)
    await watch.begin()
    unseen = watch.unseen[turn % len(watch.unseen)]
    for twin in (unseen, *[*each_action(watch, turn)][turn % 2 :: 2]):
        for leak in await watch.leaks(twin):
            pytest.fail(f"{twin.name}: {leak}")
    (tmp_path / "alone").mkdir()
    watch = Watch(scene, tmp_path / "alone", empty, monkeypatch, only=STANDING)
    await watch.begin()
    for twin in watch.alone[turn % PARTS :: PARTS]:
        for leak in await watch.leaks(twin):
            pytest.fail(f"{twin.name}: {leak}")


@pytest.mark.long
@pytest.mark.parametrize("scene", MORE, ids=lambda scene: scene.name)
async def test_nobody_can_tell_in_other_companies(
    scene: Scene, tmp_path: Path, empty: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    watch = Watch(scene, tmp_path, empty, monkeypatch)
    await watch.begin()
    first, *_, last = watch.unseen
    for twin in (first, last, *watch.whole[-1:]):
        for leak in await watch.leaks(twin):
            pytest.fail(f"{twin.name}: {leak}")
