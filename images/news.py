"""What has just happened, at the foot of a board: the newest public events, a line each with the
plate of who did it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from games.engine.game import Game
from games.engine.messages import Messages
from games.engine.players import Player
from games.engine.texts import filled
from images.cars import SeatPlate
from images.film import Captions, brief
from images.parts import Drawn, Part, Text, column, row, space
from images.pen import Figure
from images.theme import DEEP, GAP, MUTE, PAPER

TALL: Final = 80
"""Height of the strip with two lines, px."""
LOW: Final = 44
"""The same with one."""
_ROW: Final = 38
PLATE: Final = 32
"""Height of a plate in it, px."""
_HEAD: Final = 84
_KEPT: Final = 6
"""So many events are asked for a line; some have none."""


class Line(NamedTuple):
    """A line of news."""

    words: str
    plates: Sequence[Figure] = ()
    """Of whose deed it is, and perhaps to whom it was done."""
    who: str = ""
    """The same in words, where the line does not name it."""


def strip(lines: Sequence[Line], most: int = 2) -> Part | None:
    """The last one or two lines, the newest below and lit; nothing where there are none."""
    # What several did alike, or one did again, stands there once.
    once = [line for at, line in enumerate(lines) if line not in lines[at + 1 :]]
    shown, parts = once[-most:], list[Part]()
    for at, line in enumerate(shown, 1):
        plates = [Drawn(each, say="") for each in line.plates]
        size, ink = (40, PAPER) if at == len(shown) else (34, MUTE)
        words = Text(line.words, size, ink, "t", grow=1)
        parts.append(row(*plates, words, gap=10, height=_ROW))
    if not parts:
        return None
    told = "; ".join(f"{line.who}{line.words}" for line in shown)
    head = Text(filled("images", "news", "head"), 34, MUTE, width=_HEAD)
    return row(
        Part(width=GAP), head, column(space(), *parts, space(), gap=0, grow=1), Part(width=GAP),
        panel=DEEP, corner=0, gap=0, height=TALL if most > 1 else LOW,
        say=filled("images", "news", "said", told=told),
    )  # fmt: skip


class News:
    """What a game's boards tell of its last events, by the short lines of its films or else in its
    sentences; small events have none."""

    def __init__(
        self,
        game: Game[Any],
        said: Messages | None = None,
        *,
        dull: tuple[type[Any], ...] = (),
        by: tuple[type[Any], ...] = (),
    ) -> None:
        """`dull` events have no line either; of those in `by` a line tells what `by` did."""
        self._game, self._said, self._dull, self._by = game, said, dull, by

    def recent(self, events: Sequence[Any]) -> Any:
        """What of the last public events a board shows: those that may have a line."""
        told = [x for x in events if not (self._game.is_quiet(x) or isinstance(x, self._dull))]
        told = told[-2 * _KEPT :]
        once = [x for x in told if not any(self._game.is_told_by(x, other) for other in told)]
        return tuple(once[-_KEPT:])

    def strip(
        self, recent: Sequence[Any] | None, players: Sequence[Player], most: int = 2
    ) -> Part | None:
        """The strip at the foot of a board, of at most so many lines."""
        return strip(self.lines(recent or (), players), most)

    def lines(self, recent: Sequence[Any], players: Sequence[Player]) -> list[Line]:
        """What is told of some events."""
        named, say = brief(players), Captions(self._said, players) if self._said else None
        lines = []
        for x in recent:
            words = (say and say(x)) or self._game.words.event(x, named, None).rstrip(".")
            lines += [Line(words, *self.doer(x))] if words else []
        return lines

    def doer(self, x: Any) -> tuple[Sequence[Figure], str]:
        """The plates of a line, and in words what it does not say of whose deed it is."""
        seat = self._seat(x)
        return [SeatPlate(seat, PLATE, ground=DEEP)] if seat >= 0 else [], ""

    def _seat(self, x: Any) -> int:
        if isinstance(x, self._by):
            return int(x.by)
        for name in ("seat", "winner", "first", "seats"):
            seats = getattr(x, name, None)
            if seats is not None:
                one = (seats,) if isinstance(seats, int) else seats
                return one[0] if len(one) == 1 else -1
        return -1
