"""What a soak judges beside the presses: secrets that are sent, tables that are stuck, and a stored
state that the moves do not come to."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from bot.demo import People, Plan, judge, soak
from bot.demo.process import BotProcess
from bot.demo.soak import Traffic
from bot.posts.posts import Post
from tests.bot.pits import SEED, Pits

HANDS = ("gun front, swerve, smoke", "laser left, smoke")


@pytest.mark.parametrize("secret", ["seed", "token"])
async def test_a_secret_that_is_sent_is_found(pits: Pits, secret: str) -> None:
    await pits.open(1)
    traffic = Traffic(pits.local)
    traffic.seeds = {SEED.hex().encode()}
    await pits.bot.delivery.post(pits.channel.id, Post(head="Nothing to hide"))
    traffic.look()
    assert traffic.leaks == []
    said = SEED.hex() if secret == "seed" else pits.local.token
    await pits.bot.delivery.post(pits.channel.id, Post(head=said))
    traffic.look()
    assert traffic.leaks == ["A secret of the house was sent: POST /channels/{channel_id}/messages"]


async def people_of(pits: Pits, folder: Path) -> People:
    """Ann and Ben as the people of a demo, who look at their table."""
    people = People(
        Plan(game="carwars-cards"), pits.local, BotProcess(pits.local, folder / "m.sqlite3"),
        channel=pits.channel,
    )  # fmt: skip
    people.all, people.match_id = [pits.ann, pits.ben], pits.match_id
    return people


async def test_a_table_that_is_stuck_is_found(pits: Pits, tmp_path: Path) -> None:
    await pits.lay(*HANDS)
    people, match = await people_of(pits, tmp_path), await pits.match()
    assert [*soak._stuck(match, people)] == []
    number = match.waiting()[0].number
    pits.local.misbehave.delete_message(pits.panel(pits.ann))
    assert [*soak._stuck(match, people)] == [
        f"It is stuck: question {number} is not shown to seat 0."
    ]
    people.all = []
    assert [*soak._stuck(match, people)] == [
        "It is stuck: no person is asked, and no computer plays."
    ]


async def test_a_state_that_the_moves_do_not_come_to_is_found(pits: Pits) -> None:
    await pits.deal(2)
    match = await pits.match()
    record = await judge.read_from(pits.store, pits.match_id, [])
    record = msgspec.structs.replace(record, seed=SEED)
    assert soak._as_stored(match, record) == []
    await pits.press(pits.ann, "pick", pits.panel(pits.ann), "pass")
    await pits.settled()
    assert soak._as_stored(await pits.match(), record) == [
        "Played again, the moves do not come to the stored state."
    ]
