"""Faults of ours: each has an id that players are told and the log has, and nothing secret."""

from __future__ import annotations

import hashlib
import traceback
from typing import Any, Final

import msgspec
import structlog

from bot import metrics
from bot.match.recent import Recent

log = structlog.get_logger(__name__)

_KEPT: Final = 1024
"""Faults that are not logged again."""


class _Values(Exception):
    """Stands in a traceback for an error whose text may name a card of somebody's hand."""


class Fault(msgspec.Struct, frozen=True):
    """One thing that went wrong at a table."""

    id: str
    error: BaseException
    context: dict[str, Any] = {}
    """What the log names beside it: the interaction that met it. A fault may be logged later, by
    whoever looks at the match next."""


def fault_of(match_id: str, error: BaseException) -> Fault:
    """The fault behind an error: the same error at the same place of a table has the same id."""
    cause = error.__cause__ or error
    frames = traceback.extract_tb(cause.__traceback__)
    where = f"{frames[-1].filename}:{frames[-1].lineno}" if frames else ""
    text = f"{match_id} {type(cause).__name__} {where}"
    number = hashlib.sha256(text.encode()).hexdigest()[:6].upper()
    return Fault(number, cause, structlog.contextvars.get_contextvars())


class FaultLog:
    """Logs each fault once, however often it comes, with a traceback but without any value."""

    def __init__(self) -> None:
        self._logged: Recent[str, None] = Recent(_KEPT)

    def tell(self, match_id: str, what: str, error: BaseException) -> str:
        """Log what went wrong, unless that has been done; returns the fault's id."""
        fault = fault_of(match_id, error)
        self.note(match_id, what, fault)
        return fault.id

    def note(self, match_id: str, what: str, fault: Fault) -> None:
        """Log a fault, unless that has been done."""
        metrics.FAULTS.inc()
        if fault.id in self._logged:
            return
        self._logged[fault.id] = None
        kind = type(fault.error).__name__
        shown: Any = _Values(kind).with_traceback(fault.error.__traceback__)
        about = {**fault.context, **({"match_id": match_id} if match_id else {})}
        log.error(what, fault=fault.id, **about, error=kind, exc_info=shown)
