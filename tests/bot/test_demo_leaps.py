"""A demo's clock jumps for the local Discord and for the bot alike; what a demo is told to play."""

from __future__ import annotations

import argparse
import asyncio
import time
from pathlib import Path

import pytest

from bot import __main__ as command_line
from bot.demo import Plan
from bot.demo.leaps import Jumped, LeapingClock

HOUR = 3_600.0


def test_two_processes_jump_together(tmp_path: Path) -> None:
    mine, theirs = Jumped(tmp_path / "jumped"), Jumped(tmp_path / "jumped")
    assert mine.ms == theirs.ms == 0
    mine.add(61 * 60_000)
    mine.add(5)
    assert theirs.ms == 61 * 60_000 + 5
    assert theirs.now_ms() >= time.time_ns() // 1_000_000 + 60 * 60_000
    assert Jumped(tmp_path / "jumped").ms == theirs.ms, "a process that comes later knows it, too"


async def rung(clock: LeapingClock) -> None:
    """Let the loop come round."""
    for _ in range(3):
        await asyncio.sleep(0)


async def test_what_is_due_by_then_happens_at_once_and_in_order(tmp_path: Path) -> None:
    clock = LeapingClock(Jumped(tmp_path / "jumped"))
    happened: list[str] = []
    start, wall = clock.now(), clock.wall()
    clock.call_at(start + HOUR, lambda: happened.append("an hour"))
    clock.call_at(start + 60, lambda: happened.append("a minute"))
    clock.call_at(start + 2 * HOUR, lambda: happened.append("two hours"))
    gone = clock.call_at(start + 30, lambda: happened.append("never"))
    gone.cancel()
    gone.cancel()
    await rung(clock)
    assert happened == []
    clock.leap(HOUR + 60)
    await rung(clock)
    assert happened == ["a minute", "an hour"]
    assert clock.now() - start >= HOUR + 60
    assert clock.wall() - wall >= HOUR + 60
    clock.leap(HOUR)
    await rung(clock)
    assert happened == ["a minute", "an hour", "two hours"]
    assert clock.alarms == set()


async def test_an_alarm_that_is_set_after_a_jump_counts_from_there(tmp_path: Path) -> None:
    clock = LeapingClock(Jumped(tmp_path / "jumped"))
    clock.leap(HOUR)
    happened: list[str] = []
    clock.call_at(clock.now() + HOUR / 2, lambda: happened.append("half an hour"))
    await rung(clock)
    assert happened == []
    clock.leap(HOUR)
    await rung(clock)
    assert happened == ["half an hour"]


def plan(*words: str) -> Plan:
    arguments: argparse.Namespace = command_line._arguments(["demo", "nascards", *words])
    return Plan.of(arguments)


def test_people_think_as_long_as_people_do_unless_they_are_hurried() -> None:
    assert (plan().hurry, plan("--hurry", "10").hurry) == (1, 10)
    assert plan("--hurry", "10").fault() == ""


@pytest.mark.parametrize("many", ["0", "-1", "101"])
def test_a_hurry_that_makes_no_sense(many: str) -> None:
    assert plan("--hurry", many).fault() == "--hurry must be a whole number from 1 to 100."


def test_kills_that_make_no_sense() -> None:
    assert plan("--kill-every", "-1").fault() == (
        "--kill-every must be a whole number, and 0 for never."
    )
    assert plan("--kill-every", "0").fault() == ""


def test_an_option_with_a_value_it_does_not_take() -> None:
    assert plan("--set", "goal=far").fault().startswith("--set: NASCARDS does not take that (")


def test_a_demo_by_post() -> None:
    assert not plan().by_post
    assert plan("--pace", "post").by_post
    assert plan("--set", "pace=post").by_post
    assert plan("--pace", "post").fault() == ""
