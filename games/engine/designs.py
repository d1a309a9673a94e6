"""Things players build at home and bring to a table: a garage of cards, a car of parts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, Protocol

import msgspec

from games.engine.errors import Refusal

MOST_WRONG: Final = 8
"""Lines of a text that are told when they cannot be understood, and names that get a hint."""


class Fault(msgspec.Struct, frozen=True):
    """Why a design is not legal: one sentence that says what is wrong and where."""

    sentence: str
    cite: str = ""


class Designs(Protocol):
    """The designs of one game. A design is a frozen struct of type `Design` that keeps as JSON."""

    word: str
    """What it is called: "garage"."""
    Design: type[Any]
    at_once: bool
    """To choose a part that is not in puts one in; else its player is asked how many."""

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


def read_lines(text: str, most: int, take: Callable[[str], None], say: Callable[..., str]) -> None:
    """Have each line of a text taken, at most so many. Raises `Refusal` naming those that cannot be
    understood; `say` has the sentences `long` and `line`."""
    lines, wrong = text.splitlines(), list[str]()
    if len(lines) > most:
        raise Refusal(say("long", lines=len(lines), most=most))
    for at, line in enumerate(lines, 1):
        try:
            take(line)
        except Refusal as refusal:
            wrong.append(say("line", at=at, why=refusal))
        # Looking for near names is long work: no more of it than is told.
        if len(wrong) == MOST_WRONG:
            break
    if wrong:
        raise Refusal(" ".join(wrong))
