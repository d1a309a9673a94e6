"""Logs: one line an event, to standard error, with nothing secret in it.

A line names the match and the interaction that it is about, also a line of a library: they are
bound where a press is taken up (`bot.presses.door`, `bot.tables.actor`) or a row of the outbox is
sent. What went wrong has the id (`fault`) that the player was told.
"""

from __future__ import annotations

import logging
import sys
from typing import Any

import discord
import structlog


def set_up(level: str) -> None:
    """Configure structlog and the standard library's logging, once."""
    number = logging.getLevelNamesMapping()[level]
    noted: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    # Where rich is installed, structlog would print the values of local variables: seeds.
    line = structlog.dev.ConsoleRenderer(
        colors=sys.stderr.isatty(), exception_formatter=structlog.dev.plain_traceback
    )
    structlog.configure(
        processors=[*noted, line],
        wrapper_class=structlog.make_filtering_bound_logger(number),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )
    of_libraries = logging.StreamHandler(sys.stderr)
    of_libraries.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, line],
            foreign_pre_chain=[*noted, structlog.stdlib.add_logger_name],
        )
    )
    logging.basicConfig(level=number, handlers=[of_libraries])
    for name in (
        "alembic",
        "discord",  # it tells every heartbeat and every request below that
        "PIL",  # the size of every picture, and that of a hand hangs on its cards
        "aiosqlite",  # every statement with its values, and a copy writes hands that way
    ):
        logging.getLogger(name).setLevel(max(number, logging.WARNING))
    # This bot never speaks: voice libraries are not missed.
    discord.VoiceClient.warn_nacl = False
    discord.VoiceClient.warn_dave = False
