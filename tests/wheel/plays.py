"""Plays a question of each game and draws its board, from where the project is installed.

    python -P plays.py FOLDER

The folder is the only place that it may come from. Run by `tests.wheel.test_wheel`.
"""

from __future__ import annotations

import asyncio
import random
import sys
from functools import partial
from pathlib import Path
from typing import Final

import bot.__main__
import bot.store
import games
import images
from games.engine.chance import SeededChance
from games.engine.found import NAMES, find
from games.engine.players import Player
from games.engine.table import Table

MOST: Final = 40
"""Answers after which something must have happened."""


def play(name: str) -> None:
    """Questions of a game until something has happened, all of its rules help, and its board."""
    game = find(name)
    seats, _ = game.room(game.Options())
    players = [Player(f"P{seat}", "easy") for seat in range(seats)]
    table, told = Table.start(game, seats, SeededChance(1), game.Options())
    ask = table.asks[0]
    prompt = game.words.prompt(table.view(ask.seat), ask, players)
    said = ""
    for _ in range(MOST):
        said += "".join(game.words.event(t.event, players, None) for t in told if t.reaches(None))
        if said:
            break
        ask = table.asks[0]
        decision = game.computers["easy"].decide(
            table.view(ask.seat), ask, partial(table.imagine, ask.seat), random.Random(1)
        )
        told = table.answer(ask.seat, ask.number, decision.answer)
    topics = [topic.text for topic in (*game.words.topics(), *game.words.cards())]
    view = table.view(None)
    now = images.moment(game, view, table.asked, [each.event for each in told])
    board = images.artist(name).board(view, players, now).png()
    assert prompt
    assert said
    assert all(topics)
    assert board.startswith(b"\x89PNG")
    print(f"{name}: {prompt}")


async def store(folder: Path) -> None:
    """An empty database, by way of all migrations."""
    opened = await bot.store.Store.open(f"sqlite+aiosqlite:///{folder / 'bot.sqlite3'}")
    await opened.close()


def main(folder: Path) -> None:
    """All games of ours, and a database."""
    for package in (bot, games, images):
        assert Path(str(package.__file__)).is_relative_to(folder), package.__file__
    for name in NAMES:
        play(name)
    asyncio.run(store(Path.cwd()))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
