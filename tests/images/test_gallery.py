"""The README's pictures: the command draws the same files that stand there."""

from __future__ import annotations

import sys
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from games.engine.found import all_games
from images.__main__ import BOARDS, FOLDER, main

ROOT = Path(__file__).parents[2]
MOST = 2_000_000
"""Bytes of a film."""


@pytest.mark.long
def test_the_gallery_makes_the_readmes_pictures(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", ["images", "gallery", str(tmp_path / "new")])
    main()
    drawn = {each.name: each.read_bytes() for each in (tmp_path / "new").iterdir()}
    assert sorted(drawn) == sorted(each.name for each in (ROOT / FOLDER).iterdir())
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    for name, data in drawn.items():
        assert f"]({FOLDER}/{name})" in readme
        image = Image.open(BytesIO(data))
        assert (image.format, image.width) == (
            ("GIF", 600) if name.endswith("gif") else ("PNG", 1200)
        )
        assert len(data) <= MOST


def test_every_game_has_a_board_in_it() -> None:
    assert {game.name for game in all_games()} <= {scene.game for scene in BOARDS.values()}
