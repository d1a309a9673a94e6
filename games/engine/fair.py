"""The log of a match's draws that anybody can check: `tools/verify.py` and docs/fair-play.md."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence

import msgspec

from games.engine.chance import Chance, FirstSealedChance, SealedChance, commitment


class LoggedDraw(msgspec.Struct, frozen=True, omit_defaults=True):
    """One draw with what it came to: `limit` for `below`, `cards` for a shuffle."""

    n: int
    name: str
    kind: str
    result: int | tuple[int, ...]
    limit: int = 0
    cards: tuple[int, ...] = ()

    def holds(self, source: Chance) -> bool:
        """Whether that source gives this draw."""
        chance = source.at(self.n)
        if self.kind == "below":
            return self.limit > 0 and chance.below(self.limit, self.name) == self.result
        return tuple(chance.shuffled(self.cards, self.name)) == self.result


class LoggedChance:
    """A source of chance that writes down each draw taken from it.

    Sources made of this one with `at` write into the same log, where a draw taken again by a
    replay takes its own place.
    """

    __slots__ = ("_taken", "source")

    def __init__(self, source: Chance, taken: dict[int, LoggedDraw] | None = None) -> None:
        self.source = source
        self._taken: dict[int, LoggedDraw] = {} if taken is None else taken

    @property
    def draws(self) -> int:
        """How many draws have been taken."""
        return self.source.draws

    @draws.setter
    def draws(self, count: int) -> None:
        self.source.draws = count

    def below(self, limit: int, name: str) -> int:
        n = self.source.draws
        result = self.source.below(limit, name)
        self._taken[n] = LoggedDraw(n, name, "below", result, limit=limit)
        return result

    def shuffled(self, cards: Sequence[int], name: str) -> list[int]:
        n = self.source.draws
        before = tuple(cards)
        result = self.source.shuffled(before, name)
        self._taken[n] = LoggedDraw(n, name, "shuffle", tuple(result), cards=before)
        return result

    def at(self, draws: int) -> LoggedChance:
        return LoggedChance(self.source.at(draws), self._taken)

    def logged(self, since: int = 0) -> tuple[LoggedDraw, ...]:
        """The draws from number `since` up to the present count."""
        return tuple(self._taken[n] for n in range(since, self.draws))

    def forget(self) -> None:
        """Begin a new log: what has been written down is kept elsewhere."""
        self._taken.clear()


class DrawLog(msgspec.Struct, frozen=True, omit_defaults=True):
    """Draws of a match with the seed revealed. Made only once the match has ended."""

    match: str
    commitment: str
    seed: str
    words: str
    digest: str
    """`digest` of the draws, which stands on the match's last board too."""
    draws: tuple[LoggedDraw, ...]
    message: str = ""
    """Id of the message that showed the seal; empty for a match from before there was one."""


def sealed_chance(seed: bytes, match: str, message: int, words: str) -> SealedChance:
    """The source of a match; `message` is 0 for one from before there were sealing messages."""
    kind = SealedChance if message else FirstSealedChance
    return kind(seed, match, message, words)


def digest(draws: Iterable[LoggedDraw]) -> str:
    """SHA-256 of a log: each draw as a JSON list, a line each, in order."""
    lines = [
        msgspec.json.encode((d.n, d.name, d.kind, d.limit or d.cards, d.result)) for d in draws
    ]
    return hashlib.sha256(b"\n".join(lines)).hexdigest()


def reveal(
    seed: bytes, match: str, message: int, words: str, draws: Sequence[LoggedDraw]
) -> DrawLog:
    """The log with the seed: only for a match that is over."""
    return DrawLog(
        match=match,
        commitment=commitment(seed),
        seed=seed.hex(),
        words=words,
        digest=digest(draws),
        draws=tuple(draws),
        message=str(message) if message else "",
    )
