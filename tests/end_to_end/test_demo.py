"""Short matches of every game through the real client, while the bot is killed again and again."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from bot import demo
from bot.demo import Plan, judge

SHORT = [
    Plan(
        game="carwars-cards",
        seats=3,
        options={"single_duel": "true"},
        seed=5,
        hurry=10,
        speed=False,
    ),
    Plan(
        game="mini-carwars",
        seats=2,
        options={"scenario": "pack-attack"},
        seed=5,
        hurry=10,
        speed=False,
    ),
    Plan(
        game="nascards",
        seats=2,
        computers=1,
        options={"goal": "100"},
        seed=5,
        hurry=10,
        speed=False,
    ),
    Plan(
        game="world-auto-racing", seats=2, computers=1, options={"length": "60"}, seed=5, hurry=10
    ),
]
LONG = [
    Plan(
        game="carwars-cards",
        seats=4,
        options={"single_duel": "true"},
        seed=6,
        hurry=10,
        speed=False,
    ),
    Plan(
        game="mini-carwars", options={"scenario": "open-fight", "budget": "40000"}, seed=5, hurry=10
    ),
    Plan(
        game="nascards",
        seats=3,
        computers=1,
        options={"goal": "200"},
        seed=6,
        hurry=10,
        speed=False,
    ),
    Plan(game="world-auto-racing", seats=3, computers=1, seed=6, hurry=10, speed=False),
]


async def outcome(folder: Path, plan: Plan) -> tuple[str, int]:
    """Play a match in which nothing may be wrong; its digest, and how often the bot was killed."""
    people, record = await demo.play(plan, folder / f"{plan.kill_every}.sqlite3")
    assert people.wrong == []
    assert record is not None
    assert record.match.status == "finished"
    return judge.digest(record), people.bot.kills


async def same_with_kills(folder: Path, plan: Plan, every: int) -> None:
    """A match in which the bot is killed comes to the end of one in which it is not."""
    plan = msgspec.structs.replace(plan, fixed=True)
    calm, none = await outcome(folder, plan)
    killed, kills = await outcome(folder, msgspec.structs.replace(plan, kill_every=every))
    assert none == 0 < kills
    assert killed == calm


@pytest.mark.parametrize("plan", SHORT, ids=lambda plan: plan.game)
async def test_kills_change_nothing(plan: Plan, tmp_path: Path) -> None:
    """Nothing is lost, doubled, refused or too fast; played again, it comes to the same."""
    await same_with_kills(tmp_path, plan, 7)


@pytest.mark.long
@pytest.mark.parametrize("plan", LONG, ids=lambda plan: plan.game)
async def test_many_kills_change_nothing_in_a_long_match(plan: Plan, tmp_path: Path) -> None:
    await same_with_kills(tmp_path, plan, 3)


@pytest.mark.long
@pytest.mark.parametrize("plan", SHORT, ids=lambda plan: plan.game)
async def test_people_who_press_anything_lose_nothing(plan: Plan, tmp_path: Path) -> None:
    """Those who press always alike leave out what can be laid aside, taken back and looked up."""
    await outcome(tmp_path, msgspec.structs.replace(plan, kill_every=3))


@pytest.mark.long
async def test_by_post_who_is_away_is_called(tmp_path: Path) -> None:
    """The clock jumps by an hour again and again: whoever is asked is rung, once."""
    await outcome(
        tmp_path,
        Plan(
            game="world-auto-racing", seats=3, options={"length": "60", "pace": "post"}, seed=5,
            hurry=50, speed=False,
        ),
    )  # fmt: skip


async def test_the_command_says_what_it_came_to(capsys: pytest.CaptureFixture[str]) -> None:
    plan = Plan(
        game="world-auto-racing",
        seats=1,
        computers=1,
        options={"length": "60"},
        hurry=10,
        speed=False,
    )
    assert await demo.run(plan) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[-1] == "problems: none"
    assert said[-2].startswith("digest: ")
    assert said[-3].startswith("told: 429 0, late answers ")
    assert any(line.endswith(" presses acknowledged") for line in said)
