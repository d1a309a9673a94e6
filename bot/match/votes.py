"""Votes of the people at a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

import msgspec

OFFERED: Final = -1
"""Who asks in a vote that the table itself offers: nobody."""


VoteKind = Literal["end", "undo", "hurry"]


class Vote(msgspec.Struct):
    """A question to the people at the table: end the match, take a move back, or play faster."""

    kind: VoteKind
    asked_by: int
    """Seat, or `OFFERED`."""
    number: int = 0
    """Which vote of the match it is: no button of another counts for it."""
    back_to: int = 0
    """For an undo: the last move that stays."""
    what: str = ""
    """The move that is to be taken back, in words."""
    yes: list[int] = []
    """Seats that have agreed."""
    no: list[int] = []
    """Seats that have refused."""

    def decided(self, people: Sequence[int]) -> bool:
        """Whether the people at these seats have agreed: all to an undo, most to all else."""
        agreed = [seat for seat in people if seat in self.yes]
        if self.kind == "undo":
            return bool(agreed) and len(agreed) == len(people)
        return 2 * len(agreed) > len(people)

    def lost(self, people: Sequence[int]) -> bool:
        """Whether it cannot be won any more: one no to an undo, no majority left for all else."""
        left = [seat for seat in people if seat not in self.no]
        unwanted = not self.yes and self.asked_by != OFFERED
        return self.kind == "undo" or unwanted or 2 * len(left) <= len(people)

    def say_yes(self, seat: int) -> None:
        """Agree, whatever was said before."""
        if seat not in self.yes:
            self.yes = [*self.yes, seat]
        self.no = [other for other in self.no if other != seat]

    def say_no(self, seat: int) -> None:
        """Refuse, whatever was said before."""
        self.yes = [other for other in self.yes if other != seat]
        self.no = [*(other for other in self.no if other != seat), seat]
