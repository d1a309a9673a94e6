"""What a match keeps of its seats and of what was done at them."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from bot.match.drafts import Draft
from bot.match.lapsed import Lapse
from games.engine.fair import LoggedDraw
from games.engine.table import Emitted

MoveKind = Literal["start", "answer", "order", "clock", "computer", "wish", "forced"]
"""Who made a move: `wish` is an answer that its player's standing wish or plan gave, `forced` the
only one there was, where a game with plans does not ask for it."""


class Shown(msgspec.Struct, frozen=True):
    """A message that shows something of the match, and what it shows."""

    channel: int = 0
    message: int = 0
    """0 while there is none."""
    key: str = ""
    at: int = 0
    """When it was posted, in ms."""


class Seat(msgspec.Struct):
    """One seat: who sits there and who plays it now."""

    name: str
    user_id: int | None = None
    """None for a seat that is the computer's from the start."""
    computer: str = ""
    """Level of the computer that plays the seat now; empty when its person does."""
    passes: bool = False
    """The player's wish: pass windows for me until my next turn."""
    missed: int = 0
    seen: int = 0
    """Number of this player's last own answer: what came of it and since is news to him."""
    wishes: list[str] = []
    """Kinds of question that are answered by their default for this player (`Game.standing`)."""
    again: int = 0
    """Number of a question that this player has taken an answer back from: it is put in any case.
    """
    plan: Any = None
    """What this player has planned ahead (`Game.plans`), or None."""
    draft: Draft | None = None
    """An answer that is begun, where custom ids cannot carry it."""
    words: str = ""
    """This player's own words, mixed into every draw."""
    lapsed: int = 0
    """Short windows that ran out running; some of them, and the seat passes them."""
    muted: bool = False
    """The player wants no notices of this match."""
    given: Lapse | None = None
    """What was answered for this player because time ran out, until he answers something."""
    hand: Shown = Shown()
    """The direct message with this player's hand."""
    since: int = 0
    """The first move that can be this player's: what came before is the seat's past."""
    acted_at: int = 0
    """When this player last made a move himself, in ms; 0 where that is not known."""


class Move(msgspec.Struct):
    """One line of the match's log, as it will be stored."""

    seat: int
    kind: MoveKind
    number: int
    value: Any
    told: list[Emitted]
    checkpoint: bool = False
    """The game came to a new checkpoint, so the save after this move is kept with it."""
    why: str = ""
    draws: tuple[LoggedDraw, ...] = ()
    """The draws that it took."""
