"""Logs: one line an event, to standard error, with nothing secret in it."""

from __future__ import annotations

import logging
import sys

import discord
import structlog


def set_up(level: str) -> None:
    """Configure structlog and the standard library's logging, once."""
    number = logging.getLevelNamesMapping()[level]
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            # Where rich is installed, structlog would print the values of local variables: seeds.
            structlog.dev.ConsoleRenderer(
                colors=sys.stderr.isatty(), exception_formatter=structlog.dev.plain_traceback
            ),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(number),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )
    logging.basicConfig(
        level=number, stream=sys.stderr, format="%(levelname)s %(name)s %(message)s"
    )
    # discord.py tells every heartbeat and every request at these levels.
    logging.getLogger("discord").setLevel(max(number, logging.WARNING))
    # Pillow tells the size of every picture, and that of a hand hangs on its cards.
    logging.getLogger("PIL").setLevel(max(number, logging.WARNING))
    # This bot never speaks: voice libraries are not missed.
    discord.VoiceClient.warn_nacl = False
    discord.VoiceClient.warn_dave = False
    logging.getLogger("alembic").setLevel(logging.WARNING)
