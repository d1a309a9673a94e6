"""Things players build at home and bring to a table: a garage of cards, a car of parts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

import msgspec


class Fault(msgspec.Struct, frozen=True):
    """Why a design is not legal: one sentence that says what is wrong and where."""

    sentence: str
    cite: str = ""


class Designs(Protocol):
    """The designs of one game. A design is a frozen struct of type `Design` that keeps as JSON."""

    word: str
    """What it is called: "garage"."""
    Design: type[Any]

    def faults(self, design: Any) -> Sequence[Fault]:
        """Everything that is wrong with a design; nothing for a legal one."""

    def rules(self) -> str:
        """What makes a design legal, in a few sentences for players."""

    def title(self, design: Any) -> str:
        """What it is, in a few words: "Kazeno Tsubame RS, 55 cards"."""

    def lines(self, design: Any) -> Sequence[str]:
        """What is in it, a line each, for reading."""

    def write(self, design: Any) -> str:
        """The design as text that `read` understands, for exporting."""

    def read(self, text: str) -> Any:
        """The design written in a text, legal or not.

        Raises `Refusal` with a sentence that says what cannot be understood and in which line.
        """

    def ready(self) -> Sequence[Any]:
        """Designs that come with the game."""

    def bases(self) -> Sequence[tuple[str, str]]:
        """What a new design can begin with: (key, name), such as the cars."""

    def begin(self, base: str) -> Any:
        """A design to go on from: the ready-made one of that base."""

    def parts(self, design: Any) -> Sequence[tuple[str, str, str, int]]:
        """What may be put in or taken out: (key, name, what it does in at most 100 characters,
        how many are in)."""

    def most(self, design: Any, part: str) -> int:
        """How many of that part it makes sense to ask for; a large number is typed."""

    def put(self, design: Any, part: str, count: int) -> Any:
        """The design with so many of that part (0: none). It need not be legal."""
