"""Pictures are packed in threads of their own: never in the thread that runs the bot."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Any

import pytest
from isal import isal_zlib

from bot.posts.pictures import Pictures
from bot.posts.posts import Picture, Post
from games.engine.chance import SeededChance
from games.engine.found import find
from games.engine.players import Player
from games.engine.table import Table

PLAYERS: Sequence[Player] = (Player("Rook"), Player("Juniper"))


async def test_no_picture_is_packed_in_the_thread_of_the_loop(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    packs = isal_zlib.compress
    threads: list[str] = []

    def packing(data: Any, level: int) -> bytes:
        threads.append(threading.current_thread().name)
        return packs(data, level)

    def failed(error: Exception) -> str:
        raise error

    monkeypatch.setattr(isal_zlib, "compress", packing)
    game = find("carwars-cards")
    table, _ = Table.start(game, 2, SeededChance(1))
    view, asked = table.view(None), table.asked
    pictures = Pictures()
    shown: list[Picture] = [
        pictures.board(game, view, asked, PLAYERS),
        pictures.result(game, view, PLAYERS),
    ]
    for picture in shown:
        await pictures.paint(Post(head="Board", picture=picture), failed)
    await pictures.hand(game, table.view(0), table.ask_of(0), PLAYERS)
    await pictures.sheet(game, view, PLAYERS, 0)
    await pictures.card(game, 1)
    pictures.close()
    assert len(threads) == 5
    assert all(name.startswith("pictures") for name in threads)
