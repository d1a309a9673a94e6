"""The event loop that the bot runs on."""

from __future__ import annotations

import asyncio
import sys

import pytest

from bot import loop


async def running() -> str:
    return type(asyncio.get_running_loop()).__module__


@pytest.mark.parametrize("there", [True, False])
def test_it_is_uvloops_where_that_is_installed(
    monkeypatch: pytest.MonkeyPatch, there: bool
) -> None:
    if not there:
        monkeypatch.setitem(sys.modules, "uvloop", None)
    has = there and sys.platform != "win32"
    assert (loop.run(running()) == "uvloop") is has
