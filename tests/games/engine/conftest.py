"""The toy game, found as if it were one of the games for as long as a test runs."""

from __future__ import annotations

import pytest

from games.engine import found
from tests.games.engine import toy


@pytest.fixture(autouse=True)
def registered_toy(monkeypatch: pytest.MonkeyPatch) -> toy.Toy:
    monkeypatch.setattr(found, "_game", lambda name: {"toy": toy.GAME}[name])
    monkeypatch.setattr(found, "NAMES", ("toy",))
    return toy.GAME
