"""The lobby, with all that people type and look up there: nobody can tell the seed that waits, the
words that others have typed for the dice, nor what somebody does at home."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from pathlib import Path

import pytest

from bot.match.match import Match
from bot.posts import lobby_post
from bot.posts.pictures import Pictures
from bot.posts.posts import Post
from tests.bot.pits import NOON, opened
from tests.canary.actions import SECRET
from tests.canary.leaks import replace
from tests.canary.record import LOG, PHONES, Leak, Record, Recorder, compare, everything_logged
from tests.canary.scenes import CARDS, MINI, NASCARDS, STRANGER, WAR, Scene
from tests.canary.twins import TRUE
from tests.canary.worlds import World, steady

pytestmark = pytest.mark.by_turns

SEEDS = (bytes(range(32)), bytes(range(101, 133)))
SEALED = re.compile(r"[0-9a-f]{16,64}|[0-9a-f]{8}(?:…|\\u2026)[0-9a-f]{4}")
"""What a seed is sealed by, whole or short: the one thing of it that everybody reads."""
WORDS = ("second gear", "a **bold** word & <@1>")


class Seal(Record):
    """A record without the seals."""

    def sealed(self) -> Seal:
        for told in self.told.values():
            for texts in told.places.values():
                texts[:] = [SEALED.sub("sealed", text) for text in texts]
        return self


async def played(
    folder: Path,
    empty: Path,
    game: str,
    monkeypatch: pytest.MonkeyPatch,
    seed: bytes = SEEDS[0],
    secret: str = "",
    words: Sequence[str] = WORDS,
) -> Record:
    """What reaches everybody in a lobby with that seed, in which players type these words and the
    second one does something in secret."""
    steady(monkeypatch)
    folder.mkdir()  # noqa: ASYNC240 - nothing else runs
    with everything_logged() as paper:
        async with opened(folder, empty, wall=lambda: NOON / 1000, limits="off") as pits:
            pits.bot.matches._seed = lambda: seed
            recorder = Recorder(pits.local, paper, pits.clock)
            made = World(pits, Scene(game, ""), TRUE, recorder)
            await _lobby(made, secret, words)
    record = Seal(**vars(recorder.record))
    return record.sealed()


async def _lobby(made: World, secret: str, words: Sequence[str]) -> None:
    async def at_home() -> None:
        if secret:
            await SECRET[secret](made, made.pits.ben)

    actions: dict[str, Callable[[], Awaitable[None]]] = {
        "sitting down": partial(_sit, made),
        "words": partial(_type, made, words),
        "secret": at_home,
        "looking": partial(_look, made),
    }
    for step, action in actions.items():
        made.recorder.begin(step)
        await action()
        await made.pits.settled()
        made.recorder.end(folds=False)


async def _sit(made: World) -> None:
    pits = made.pits
    await pits.open(2, game=made.scene.game)
    await pits.press(pits.ben, "unjoin")
    await pits.press(pits.ben, "join")


async def _type(made: World, words: Sequence[str]) -> None:
    """Players type what is mixed into the dice."""
    pits = made.pits
    for user, typed in zip((pits.ann, pits.ben), words, strict=True):
        form = (await pits.press(user, "luck")).modal
        await pits.submit(user, form, {"words": typed})


async def _look(made: World) -> None:
    """Everything that can be asked for while a table waits."""
    pits = made.pits
    for user in (pits.ann, pits.ben, pits.stranger):
        for name in ("help", "hand", "games", "rules", "replay", "verify"):
            await pits.command(user, name, {"table": pits.match_id} if name == "verify" else {})
        for show in ("board", "words", "status", "standings", "chart"):
            await pits.command(user, "table", {"show": show})
        for verb in ("luck", "start", "options", "hand", "words"):
            if user is not pits.ann:
                await pits.forge(user, f"{verb}:{pits.match_id}")


def told_apart(one: Record, other: Record, *readers: str) -> list[Leak]:
    """Where readers could tell two lobbies apart."""
    return [leak for reader in readers for leak in compare(one, other, reader)]


EVERYBODY = ("Ann", "Ben", STRANGER, LOG, PHONES)
OTHERS = ("Ann", STRANGER, LOG, PHONES)


@pytest.mark.parametrize("game", [CARDS, MINI, NASCARDS, WAR])
async def test_nobody_can_tell_the_seed_in_the_lobby(
    game: str, tmp_path: Path, empty: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = await played(tmp_path / "one", empty, game, monkeypatch)
    other = await played(tmp_path / "other", empty, game, monkeypatch, SEEDS[1])
    assert told_apart(one, other, *EVERYBODY) == []
    looked = one.told[STRANGER, "looking"].places
    assert len(looked["#pit-lane, for this reader alone"]) > 10


async def test_nobody_can_tell_what_others_have_typed_for_the_dice(
    tmp_path: Path, empty: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = await played(tmp_path / "one", empty, CARDS, monkeypatch)
    words = (WORDS[0], "something else that is rather longer")
    other = await played(tmp_path / "other", empty, CARDS, monkeypatch, words=words)
    assert told_apart(one, other, *OTHERS) == []
    assert told_apart(one, other, "Ben"), "who opens the form again reads his own words"


@pytest.mark.parametrize("game", [MINI, WAR])
async def test_nobody_can_tell_what_is_built_at_home(
    game: str, tmp_path: Path, empty: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = await played(tmp_path / "one", empty, game, monkeypatch)
    other = await played(tmp_path / "other", empty, game, monkeypatch, secret="build")
    assert told_apart(one, other, "Ann", STRANGER, PHONES) == []
    assert told_apart(one, other, "Ben"), "there was something to notice"


@pytest.mark.parametrize("leak", ["seed", "words"])
async def test_a_lobby_that_tells_is_noticed(
    leak: str, tmp_path: Path, empty: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest, seeds = lobby_post.lobby, {"one": SEEDS[0], "other": SEEDS[1]}
    here = ["one"]

    def lobby(match: Match, pictures: Pictures) -> Post:
        typed = sum(len(seat.words) for seat in match.seats)
        odd = seeds[here[0]][0] % 2 if leak == "seed" else typed
        post = honest(match, pictures)
        return replace(post, body=(*post.body, f"-# {odd}"))

    monkeypatch.setattr(lobby_post, "lobby", lobby)
    one = await played(tmp_path / "one", empty, CARDS, monkeypatch, SEEDS[0])
    here[0] = "other"
    words = (WORDS[0], "something else that is rather longer")
    other = await played(tmp_path / "other", empty, CARDS, monkeypatch, SEEDS[1], words=words)
    for reader in ("Ann", STRANGER, PHONES):
        assert told_apart(one, other, reader)
