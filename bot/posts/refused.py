"""What people typed into forms and was refused, so that they need not type it again."""

from __future__ import annotations

from collections import OrderedDict
from typing import Final, Generic, TypeVar

T = TypeVar("T")

_MOST: Final = 256
"""Refused forms kept for their players."""


class Refused(Generic[T]):
    """By table (empty for none, the game's name for a garage) and user. In memory alone: after
    another start of the process a form shows what stands."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, int], T] = OrderedDict()

    def keep(self, match_id: str, user_id: int, typed: T) -> None:
        """Remember what was refused."""
        self._kept[match_id, user_id] = typed
        self._kept.move_to_end((match_id, user_id))
        while len(self._kept) > _MOST:
            self._kept.popitem(last=False)

    def drop(self, match_id: str, user_id: int) -> None:
        """Forget it: another form was taken."""
        self._kept.pop((match_id, user_id), None)

    def last(self, match_id: str, user_id: int) -> T | None:
        """What was refused last, or None."""
        return self._kept.get((match_id, user_id))
