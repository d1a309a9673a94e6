"""The log of a match's draws that anybody can check: `tools/verify.py` and docs/fair-play.md."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from games.engine.chance import SealedChance, commitment


class LoggedDraw(msgspec.Struct, frozen=True, omit_defaults=True):
    """One draw with what it came to: `limit` for `below`, `cards` for a shuffle."""

    n: int
    name: str
    kind: str
    result: int | tuple[int, ...]
    limit: int = 0
    cards: tuple[int, ...] = ()


class DrawLog(msgspec.Struct, frozen=True):
    """Every draw of a match with the seed revealed. Made only once the match has ended."""

    match: str
    commitment: str
    seed: str
    words: str
    draws: tuple[LoggedDraw, ...]


class LoggedChance(SealedChance):
    """The sealed stream, writing down each draw. Draws taken again by a replay are the same draws.

    `taken` is shared by every source made of this one with `at`: loading or undoing a table
    leaves one log.
    """

    __slots__ = ("taken",)

    def __init__(
        self,
        seed: bytes,
        match: str,
        words: str = "",
        draws: int = 0,
        taken: dict[int, LoggedDraw] | None = None,
    ) -> None:
        super().__init__(seed, match, words, draws)
        self.taken: dict[int, LoggedDraw] = {} if taken is None else taken

    def below(self, limit: int, name: str) -> int:
        n = self.draws
        result = super().below(limit, name)
        self.taken[n] = LoggedDraw(n, name, "below", result, limit=limit)
        return result

    def shuffled(self, cards: Sequence[int], name: str) -> list[int]:
        n = self.draws
        result = super().shuffled(cards, name)
        self.taken[n] = LoggedDraw(n, name, "shuffle", tuple(result), cards=tuple(cards))
        return result

    def at(self, draws: int) -> LoggedChance:
        return LoggedChance(self._seed, self._match, self._words, draws, self.taken)

    def reveal(self) -> DrawLog:
        """The log with the seed: only for a match that is over."""
        return DrawLog(
            match=self._match,
            commitment=commitment(self._seed),
            seed=self._seed.hex(),
            words=self._words,
            draws=tuple(self.taken[n] for n in sorted(self.taken) if n < self.draws),
        )


def as_json(log: DrawLog) -> Any:
    """The log as plain JSON values."""
    return msgspec.to_builtins(log)
