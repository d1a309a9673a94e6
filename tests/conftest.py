"""What every test keeps to."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import os
import selectors
import time
import zlib
from collections import defaultdict
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from bot.own_postgres import lifeline
from tests import postgres

HERE = Path(__file__).parent
BY_TURNS = (HERE / "bot", HERE / "images")
"""Where every test starts a bot or draws."""

# A busy machine may stop a test for a while: how long an example takes says nothing about it.
settings.register_profile(
    "untimed", deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.load_profile("untimed")


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--slower 15` shows which tests hang on how fast the machine is."""
    parser.addoption(
        "--slower",
        type=float,
        default=1.0,
        metavar="TIMES",
        help="let the clock of every event loop run so many times too fast, as it seems to run to "
        "a process that gets only that share of a machine",
    )


def pytest_configure(config: pytest.Config) -> None:
    times: float = config.getoption("--slower")
    if times != 1:
        _hurry_clocks(times)
    if not hasattr(config, "workerinput"):  # the workers of pytest-xdist share its server
        held = contextlib.ExitStack()
        os.environ[postgres.FOLDER] = str(held.enter_context(lifeline()))
        config.add_cleanup(held.close)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Of a test with variants that starts a bot, draws or is marked `by_turns`, one variant in
    four is run every day, beginning with any of the first four; the others are long."""
    variants: dict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        by_turns = any(folder in item.path.parents for folder in BY_TURNS)
        if by_turns or item.get_closest_marker("by_turns"):
            variants[item.nodeid.partition("[")[0]].append(item)
    for name, these in variants.items():
        first = zlib.crc32(name.encode()) % min(4, len(these))
        for at, item in enumerate(these):
            if at % 4 != first:
                item.add_marker(pytest.mark.long)


def pytest_collection_finish() -> None:
    """What has been imported stays: the collector of garbage need not look at it again."""
    gc.collect()
    gc.freeze()


def _hurry_clocks(times: float) -> None:
    began, select = time.monotonic(), selectors.DefaultSelector.select

    def now(self: asyncio.BaseEventLoop) -> float:
        return began + (time.monotonic() - began) * times

    def wait(
        self: selectors.DefaultSelector, timeout: float | None = None
    ) -> list[tuple[selectors.SelectorKey, int]]:
        return select(self, timeout / times if timeout else timeout)

    asyncio.BaseEventLoop.time = now  # type: ignore[method-assign]
    selectors.DefaultSelector.select = wait  # type: ignore[method-assign]
