"""This tree against an older commit: both are measured in turns, in one run.

    python -m benchmarks.against [COMMIT] [--runs N]
    python -m benchmarks.against --shortest       this tree against itself: that it runs

The commit gets a work tree in a temporary folder and an environment of its own, of what its
`requirements.txt` pins; pip fetches that from the index it is set up for. Both bots are processes
that play on the local Discord of this tree, without limits, with the same people; each commit's
boards and moves are made in a process in its environment. The commit must have the benchmarks that
8b942c4 has. All figures are costs, so a ratio under 1 says that this tree is the better one.
"""

from __future__ import annotations

import asyncio
import contextlib
import math
import os
import platform
import statistics
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from benchmarks import arguments
from benchmarks.bot import SHORTEST as SHORTEST_BOT
from benchmarks.bot import WHOLE as WHOLE_BOT
from benchmarks.bot import Size as BotSize
from benchmarks.bot import played, sink
from benchmarks.bot_process import NOW_MS
from benchmarks.bot_tables import HERE, PATIENCE, Bot, Obeying, Place, Table, obeying, started
from benchmarks.start import deal
from bot.demo.choice import button
from bot.local import LocalDiscord, Message

COMMIT: Final = "8b942c4"
RUNS: Final = 5
AT_ONCE: Final = 5
"""Tables that are begun at once: a busy machine answers in time."""
SIDE: Final = Path(__file__).with_name("against_side.py")


class Size(NamedTuple):
    """How much is measured in a run."""

    bot: BotSize
    views: int
    """Boards of each kind of table; as many are drawn before, to warm the tiles."""
    saved: int
    """Durable moves of each table."""


WHOLE: Final = Size(WHOLE_BOT, 60, 200)
SHORTEST: Final = Size(SHORTEST_BOT, 1, 2)


# -- the other commit


def _git(*words: str) -> str:
    return subprocess.run(
        ("git", "-C", str(HERE.tree), *words), check=True, capture_output=True, text=True
    ).stdout.strip()


def resolved(commit: str) -> str:
    """The short name of a commit. Where there is none, the program ends with a sentence."""
    try:
        return _git("rev-parse", "--short", "--verify", "--end-of-options", f"{commit}^{{commit}}")
    except FileNotFoundError:
        sys.exit("Comparing with another commit needs git.")
    except subprocess.CalledProcessError:
        sys.exit(f"There is no commit {commit} here. A shallow clone lacks old ones: git fetch.")


@contextlib.contextmanager
def set_up(commit: str) -> Iterator[Place]:
    """A commit's work tree, with an environment of its own, for a while."""
    with tempfile.TemporaryDirectory(prefix="motordrome-", dir=os.environ.get("BENCH_DIR")) as it:
        tree, environment = Path(it) / "tree", Path(it) / "environment"
        python = environment / "bin" / "python"
        _git("worktree", "add", "--quiet", "--detach", str(tree), commit)
        try:
            print(f"making an environment for {commit}", flush=True)
            subprocess.run((sys.executable, "-m", "venv", environment), check=True)
            pip = (python, "-m", "pip", "install", "-qq", "--require-hashes", "--requirement")
            subprocess.run((*pip, tree / "requirements.txt"), check=True)
            yield Place(tree, str(python))
        finally:
            _git("worktree", "remove", "--force", str(tree))


class Side(NamedTuple):
    """One of the two that are compared."""

    name: str
    place: Place
    worker: Obeying
    orders: Sequence[str]
    """What its `benchmarks.bot_process` can be told; older ones know less."""


@contextlib.asynccontextmanager
async def side(name: str, place: Place) -> AsyncIterator[Side]:
    """A commit with the process that draws and saves for it."""
    # The script's own folder is not searched: its tree is another one.
    worker = Obeying(await obeying(place, "-P", str(SIDE), PYTHONPATH=str(place.tree)))
    try:
        yield Side(name, place, worker, await worker.order("orders"))
    finally:
        await worker.end()


# -- what is measured


Figures = dict[str, float]
"""What was measured of one side in one run, by the title of its row."""


def share(whole: float, count: int) -> float:
    """What one of so many costs; not a number where there was none, as may be on a busy machine."""
    return whole / count if count else math.nan


async def dealt(
    local: LocalDiscord, bot: Bot, count: int, people: int, *, closed: bool
) -> list[Table]:
    """New tables, opened and begun as people do it. If `closed`, none takes direct messages."""
    made = []
    for number in range(count):
        guests = [local.add_user(f"P{n}", dms_open=not closed) for n in range(people)]
        made.append(Table(local, local.add_channel(f"table-{number}"), guests))
    bot.know((user.id, local.dm(user).id) for each in made for user in each.people.values())
    free = asyncio.Semaphore(AT_ONCE)

    async def begin(each: Table) -> None:
        async with free:
            await deal(local, each.channel, list(each.people.values()))
            await local.until(lambda: each.dealt, PATIENCE)

    await asyncio.gather(*(begin(each) for each in made))
    await bot.settled()
    return made


async def asked(each: Table) -> tuple[int, Message] | None:
    """Somebody who is asked, and his hand, after looks at one hand after the other."""
    for user in each.people:
        if (hand := await each.open_hand(user)) is not None:
            return user, hand
    return None


async def clicked(local: LocalDiscord, bot: Bot, which: Side, size: BotSize) -> tuple[float, float]:
    """Processor seconds of the bot's process for a click, and for a plain POST of an answer.

    The click is Pass, pressed on the boards of all tables at once, with no hand in sight.
    """
    await bot.order("pictures", shown=False)
    busy = await dealt(local, bot, size.tables, 6, closed=True)
    await asked(busy[0])
    answers = [call.body for call in local.calls if call.route.startswith("/interactions/")]
    runner, url, body = await sink(answers[-1])
    count, spent, posts = 0, 0.0, []
    for _ in range(size.rounds):
        found = await asyncio.gather(*(asked(each) for each in busy))
        asking = [(each, *it) for each, it in zip(busy, found, strict=True) if it is not None]
        passing = [each for each in asking if button(each[0].board(), "pass")]
        if "look_away" in which.orders:
            await bot.order("look_away")
        before = await bot.order("cpu")
        await asyncio.gather(*(table.pass_on_board(user, 0) for table, user, _ in passing))
        await bot.settled()
        spent += await bot.order("cpu") - before
        count += len(passing)
        posts.append(await bot.order("post", url=url, body=body, count=size.posts))
        others = [each for each in asking if each not in passing]
        await asyncio.gather(*(table.choose(user, hand) for table, user, hand in others))
        await bot.settled()
    await runner.cleanup()
    return share(spent, count), statistics.median(posts)


async def bots(which: Side, size: BotSize) -> Figures:
    """A bot's processor time, with a new bot on a new local Discord."""
    local = LocalDiscord(limits="off", wall=lambda: NOW_MS / 1000)
    await local.start()
    found: Figures = {}
    try:
        async with started(local, place=which.place) as bot:
            await bot.order("pictures", shown=False)
            busy = await dealt(local, bot, size.tables, 4, closed=False)
            for shown in (False, True):
                title = f"a move, {'with' if shown else 'no'} pictures"
                await bot.order("pictures", shown=shown)
                await played(local, bot, busy, size.seconds / 3)  # warms what is kept
                play = await played(local, bot, busy, size.seconds)
                found[f"{title}: processor time, ms"] = 1000 * share(play.spent, play.moves)
                found[f"{title}: REST calls"] = share(play.calls, play.moves)
            click, post = await clicked(local, bot, which, size)
            found["a click (Pass on the board): processor time, ms"] = 1000 * click
            found["a click: times a raw POST"] = click / post
    finally:
        await local.stop()
    if unanswered := sum(each.unanswered for each in busy):
        print(f"  {which.name}: {unanswered} presses were not answered", flush=True)
    return found


async def compared(sides: Sequence[Side], size: Size, runs: int) -> dict[str, list[list[float]]]:
    """By row: each side's figures, a run each. The sides take turns with everything."""
    rows: dict[str, list[list[float]]] = {}

    def add(number: int, figures: Figures) -> None:
        for title, figure in figures.items():
            rows.setdefault(title, [[] for _ in sides])[number].append(figure)

    theirs = [{tuple(kind) for kind in await each.worker.order("kinds")} for each in sides]
    kinds = sorted(set.intersection(*theirs))
    for run in range(runs):
        print(f"run {run + 1} of {runs}, load {os.getloadavg()[0]:.1f}", flush=True)
        for number, each in enumerate(sides):
            add(number, await bots(each, size.bot))
        for game, seats in kinds:
            first = (2 * run + 1) * size.views
            for number, each in enumerate(sides):
                took = await each.worker.order(
                    "board", game=game, seats=seats, first=first, count=size.views
                )
                add(number, {f"board, {game}, {seats} cars: processor time, ms": 1000 * took})
        for way, title in (("bare", "rows that most bots write"), ("whole", "a whole move")):
            for number, each in enumerate(sides):
                first = 1 + run * size.saved
                took = await each.worker.order("saved", way=way, first=first, each=size.saved)
                add(number, {f"a durable move, {title}: us": 1e6 * took})
    return rows


# -- what is printed


class Ratio(NamedTuple):
    """This tree's figures over the other's, run by run."""

    median: float
    least: float
    most: float


def ratio(mine: Sequence[float], theirs: Sequence[float]) -> Ratio:
    """Of figures of the same runs. Raises `ValueError` where one side has more of them.

    >>> ratio([1, 2, 6], [2, 2, 2])
    Ratio(median=1.0, least=0.5, most=3.0)
    """
    each = [new / old for new, old in zip(mine, theirs, strict=True)]
    return Ratio(statistics.median(each), min(each), max(each))


def lines(names: Sequence[str], rows: Mapping[str, Sequence[Sequence[float]]]) -> Iterator[str]:
    """The lines of the table: each side's median, the ratio's median and range."""
    yield f"{'':<54}{names[0]:>10}{names[1]:>10}   ratio  range"
    for title, (mine, theirs) in rows.items():
        found = ratio(mine, theirs)
        yield (
            f"{title:<54}{statistics.median(mine):10.2f}{statistics.median(theirs):10.2f}"
            f"{found.median:8.2f}  {found.least:.2f}-{found.most:.2f}"
        )


async def measure(name: str, place: Place, size: Size, runs: int) -> None:
    """Both sides, and the table."""
    async with side("this tree", HERE) as mine, side(name, place) as theirs:
        loads = [os.getloadavg()[0]]
        rows = await compared((mine, theirs), size, runs)
        loads.append(os.getloadavg()[0])
    print(
        f"{runs} runs in turns, {size.bot.tables} tables; Python {platform.python_version()}, "
        f"{os.cpu_count()} cores, load {loads[0]:.1f} before and {loads[1]:.1f} after"
    )
    for line in lines((mine.name, theirs.name), rows):
        print(line)


def main() -> None:
    parser = arguments.parser("against", __doc__)
    parser.add_argument("commit", nargs="?", default=COMMIT, help=f"{COMMIT} if not said")
    parser.add_argument("--runs", type=int, default=RUNS, help=f"{RUNS} if not said")
    given = parser.parse_args()
    if given.shortest:
        asyncio.run(measure("itself", HERE, SHORTEST, 1))
        return
    name = resolved(given.commit)
    with set_up(name) as place:
        asyncio.run(measure(name, place, WHOLE, given.runs))


if __name__ == "__main__":
    main()
