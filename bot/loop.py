"""The event loop that the bot runs on: uvloop's where it is installed, else asyncio's own.

uvloop is not made for Windows; everything works without it.
"""

from __future__ import annotations

import asyncio
import importlib
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


def factory() -> Callable[[], asyncio.AbstractEventLoop]:
    """What makes a loop."""
    try:
        uvloop: Any = importlib.import_module("uvloop")
    except ImportError:
        return asyncio.new_event_loop
    make: Callable[[], asyncio.AbstractEventLoop] = uvloop.new_event_loop
    return make


def run(main: Coroutine[Any, Any, T]) -> T:
    """As `asyncio.run`."""
    with asyncio.Runner(loop_factory=factory()) as runner:
        return runner.run(main)
