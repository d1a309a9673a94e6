"""What every test keeps to."""

from __future__ import annotations

import asyncio
import selectors
import time

import pytest
from hypothesis import HealthCheck, settings

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
