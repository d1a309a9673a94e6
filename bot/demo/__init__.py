"""A whole match without a screen: local people press only what messages show them.

The bot runs as a process of its own on a real database and is connected to a local Discord by the
real discord.py. The demo plays the people, can kill the bot in the middle of anything, and judges
what is stored: `plan` is what to play, `choice` how people choose, `people` what they see and do,
`process` the bot (`inside` it), `leaps` the clock, `judge` what must be stored at the end and after
every kill, `told` how soon and how loudly people must be told; `many` plays many tables on several
processes.
"""

from __future__ import annotations

import asyncio
import collections
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

import msgspec

from bot.demo import judge, many, told
from bot.demo.judge import Record
from bot.demo.people import PATIENCE, People
from bot.demo.plan import Plan
from bot.demo.process import BotProcess
from bot.local import DISCORD, hurried
from bot.local.hub import ANSWERED_BY
from bot.store import Store

__all__ = ["People", "Plan", "play", "run"]


async def run(plan: Plan, out: Callable[[str], None] = print) -> int:
    """Play; 0 when every match finished and nothing was wrong, else 1 (2 for a bad plan)."""
    if fault := plan.fault():
        out(fault)
        return 2
    with tempfile.TemporaryDirectory(prefix="motordrome-") as name:
        folder = Path(name)
        async with many.database(plan.database, folder) as (url, _):
            if plan.many:
                wrong, _ = await many.play(plan, folder, url, out)
            else:
                people, _ = await play(plan, folder / "demo.sqlite3", out, url=url)
                wrong = people.wrong
    return 1 if wrong else 0


async def play(
    plan: Plan, database: Path, out: Callable[[str], None] = print, *, url: str = ""
) -> tuple[People, Record | None]:
    """Play a match on a new database, a file or the one at `url`, and judge it: the people, with
    all that was wrong, and what is stored in the end (None where there is no match)."""
    local, clock = many.discord_of(
        database.with_name(f"{database.name}-jumped"),
        limits=hurried(DISCORD, plan.hurry),
        count_ids=plan.fixed,
        interaction_seconds=ANSWERED_BY if plan.speed else PATIENCE,
    )
    out("bodies are checked against Discord's document"
        if local.hub.checker is not None
        else "Discord's document is not here: bodies are checked by our own rules")  # fmt: skip
    await local.start()
    bot = BotProcess(local, database, plan.word, patient=not plan.speed, hurry=plan.hurry, url=url)
    people = People(plan, local, bot, clock.leap)
    record = None
    try:
        await bot.start()
        try:
            async with asyncio.timeout(None) as patience:
                bot.died = partial(patience.reschedule, 0)
                await people.open_table()
                await people.play()
                await _secrets(people)
                await _verify(people)
        except TimeoutError:
            people.wrong.append(
                f"Nothing could be pressed for {PATIENCE:.0f} seconds."
                if bot.alive
                else f"The bot has ended by itself, with {await bot.ended()}."
            )
        if await bot.stop() != 0:
            people.wrong.append("The bot did not end well.")
        if people.match_id:
            record = await judge.read(bot.url, people.match_id, people.log)
            people.wrong += judge.faults(record, people.log) + judge.again(record)
            people.wrong += local.problems + local.faults + local.filled_by_follow_up
            found = told.counts(people.evidence(record))
            people.wrong += [
                sentence
                for name, faults in found.items()
                if plan.speed or name not in told.SPEED
                for sentence in faults
            ]
            _report(people, record, out)
            out(f"told: {', '.join(f'{name} {len(faults)}' for name, faults in found.items())}")
            out(f"digest: {judge.digest(record)}")
        out(f"problems: {people.wrong or 'none'}")
    finally:
        await bot.stop()
        await local.stop()
    return people, record


async def _secrets(people: People) -> None:
    """Nobody was shown the seed before the end, nor the token at any time. What a seat may know of
    others is the business of the tests."""
    store = await Store.open(people.bot.url)
    try:
        seed = await store.seed(people.match_id)
    finally:
        await store.close()
    secrets = [people.local.token, *([seed.hex()] if seed is not None else [])]
    for call in people.local.calls:
        body = msgspec.json.encode(call.body, enc_hook=str).decode()
        if any(secret in body for secret in secrets):
            people.wrong.append(f"A secret of the house was sent: {call.method} {call.route}")


async def _verify(people: People) -> None:
    """/verify says the same as the judge."""
    options = {"table": people.match_id}
    outcome = await people.local.command(people.all[0], people.channel, "verify", options)
    await outcome.finished(60)
    if "come out the same" not in outcome.text:
        people.wrong.append(f"/verify says: {outcome.text}")


def _report(people: People, record: Record, out: Callable[[str], None]) -> None:
    """What happened, in a few lines."""
    calls, moves = len(people.local.calls), len(record.moves) - 1
    lost = [press for press in people.log if press.standing == "lost"]
    stored = sum(record.stored(press) for press in lost)
    out(people.board().text.splitlines()[0].removeprefix("### "))
    out(f"{moves} moves {dict(collections.Counter(m.kind for m in record.moves))}")
    out(f"{len(people.log)} presses {dict(people.presses)}")
    out(f"{people.made()} presses acknowledged")
    out(f"{people.bot.kills} kills, {len(lost)} presses lost in them ({stored} of those stored)")
    out(f"{calls} REST calls, {calls / max(1, moves):.2f} a move")
    many.report_calls(people.local, out)
    out(f"refusals: {dict(people.refusals) or 'none'}")
    waits = sorted(wait.seconds for wait in people.local.waits)
    rung = sum(len(people.local.rings.pushes(user)) for user in people.all)
    out(f"answers: half within {waits[len(waits) // 2]:.2f} s, the last after {waits[-1]:.2f} s")
    out(f"{rung} pushes to {len(people.all)} people")
