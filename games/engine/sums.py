"""Numbers that carry their parts, so that a player can be shown the sum."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec


class Part(msgspec.Struct, frozen=True):
    """One summand with its reason, such as `Part(-3, "Armor")`: a name, or a key of the words for
    it. It is stored with what it is a part of."""

    points: int
    reason: str


class Sum(msgspec.Struct, frozen=True):
    """A number that the rules add up.

    >>> str(Sum((Part(7, "roll"), Part(1, "range"), Part(-3, "armor"))))
    '7 roll + 1 range − 3 armor = 5'

    A sum below the floor is not said to be equal to it:

    >>> str(Sum((Part(3, "gun"), Part(-6, "armor")), floor=0))
    '3 gun − 6 armor: 0'
    """

    parts: tuple[Part, ...]
    floor: int | None = None
    """Smallest value the rules allow, such as 0 for damage after armor."""

    @property
    def _bare(self) -> int:
        return sum(part.points for part in self.parts)

    @property
    def total(self) -> int:
        # Rules ask for it all the time: a call less is a third of its cost.
        total = 0
        for part in self.parts:
            total += part.points
        return total if self.floor is None or total > self.floor else self.floor

    def __str__(self) -> str:
        return self.told({})

    def told(self, reasons: Mapping[str, str]) -> str:
        """The sum with words for its reasons; one that has none stands as it is.

        >>> Sum((Part(7, "roll"), Part(1, "hit"))).told({"hit": "hit ahead"})
        '7 roll + 1 hit ahead = 8'
        """
        words: list[str] = []
        for part in self.parts:
            why = reasons.get(part.reason, part.reason)
            if not words:
                words.append(f"{part.points} {why}".replace("-", "−", 1))
            else:
                sign = "−" if part.points < 0 else "+"
                words.append(f"{sign} {abs(part.points)} {why}")
        equals = " =" if self.total == self._bare else ":"
        total = str(self.total).replace("-", "−")
        return f"{' '.join(words)}{equals} {total}"


def sum_of(parts: Iterable[Part]) -> Sum:
    """The sum of those parts that are not 0."""
    return Sum(tuple(part for part in parts if part.points))
