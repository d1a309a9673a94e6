"""What a match keeps of its seats, of its guests and of what was done there: plain data."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from bot.match.drafts import Draft
from games.engine.fair import LoggedDraw
from games.engine.table import Emitted

MoveKind = Literal["start", "answer", "order", "clock", "computer", "wish", "forced", "again"]
"""Who made a move: `wish` is an auto answer, or one of a plan (so they are stored), `forced` what
the table gives where there is nothing to choose (`games.engine.automatic`), `again` a pass that its
player has given before to the same question, when nothing that matters was different."""


GuestKind = Literal["invited", "barred", "asks", "watches", "played", "mark"]
"""`invited`: a lobby keeps a seat for him. `barred`: he was asked to leave, or turned away. `asks`:
he wants a computer's seat. `watches`: he is told the result. `played`: he, or a computer (user 0),
had that seat before. `mark`: somebody who has been forgotten had it; `user_id` names nobody."""


class Stretch(msgspec.Struct, frozen=True, array_like=True):
    """Moves that computers made among themselves, because every person at the table was out."""

    first: int
    """Number of its first move."""
    last: int
    out: tuple[int, ...]
    """Seats that were out before it."""


class Lapse(msgspec.Struct, frozen=True, array_like=True):
    """A question whose time ran out, until its player answers another one: so long a press on it
    is told why it comes too late."""

    number: int
    upto: int
    """The last question of the same window: the board's Pass carries that number."""
    given: str
    """The label of what was answered, from that seat's view; empty where it has none."""
    first: int = 0
    """The first one, where it is known: the Pass of a notice carries any number from there on."""
    following: int | None = None
    """The question that its player was asked right after it, 0 for none; None until that is
    known."""
    read: bool = False
    """The hand says no more what was given."""
    shown: bool = False
    """A press of its player has shown him the hand that says it."""


class Held(msgspec.Struct, frozen=True, array_like=True):
    """An answer that is given later (`bot.match.waits`)."""

    number: int
    """Of its question."""
    kind: MoveKind
    answer: Any
    """As plain JSON values."""
    at: int
    """When it is given, in ms."""
    press: int = 0
    """The interaction in which its player gave it; 0 for one that is not his own."""


class Call(msgspec.Struct):
    """That a player has been called."""

    seat: int
    stage: int = 1
    """How often, to this question."""
    begun: bool = False
    """The first call said that the match has begun."""
    answered: bool = False
    """The question is answered, which nobody else may know yet."""
    lost: bool = False
    """It is for no question: the table has lost its channel. Its stage is 0."""
    heard: bool = False
    """Its player has heard all that its notice tells: that makes no sound when it stands anew."""
    request: int = 0
    """The number of a call to a request that its notice tells of too; 0 for none."""


class Stuck(msgspec.Struct):
    """Where all answers raised."""

    fault: str
    at: int
    """The first question's number at the checkpoint: at a later one this counts no more."""
    still: bool = False
    """Going back has not helped: nothing is done by itself."""
    since: int | None = None
    """Since when nobody has helped it, in ms; None before it has stood still."""


class Guest(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody who has to do with a match beside its seats; the same person may be there as
    several guests."""

    user_id: int
    kind: GuestKind
    seat: int = 0
    """Which seat is asked for, or was his."""
    name: str = ""
    at: int = 0
    """Since when, in ms; of who is invited, until when nobody else gets the seat."""
    first: int = 0
    """Of who played a seat, the first move that could be his; of who asks, the number of it."""
    last: int = 0
    """Of who played a seat, the last one."""


class Shown(msgspec.Struct, frozen=True):
    """A message that shows something of the match, and what it shows."""

    channel: int = 0
    message: int = 0
    """0 while there is none."""
    key: str = ""
    at: int = 0
    """When it was posted, in ms."""

    def place(self) -> bytes:
        """Where it is, for the outbox."""
        return msgspec.json.encode({"channel": self.channel, "message": self.message})


class Seat(msgspec.Struct):
    """One seat: who sits there and who plays it now."""

    name: str
    user_id: int | None = None
    """None for a seat that is the computer's from the start."""
    computer: str = ""
    """Level of the computer that plays the seat now; empty when its person does."""
    passes: bool = False
    """Windows are passed for this player until his next turn."""
    missed: int = 0
    seen: int = 0
    """Number of this player's last own answer, or of the move after he planned: what came of it and
    since is news to him."""
    shown: int = 0
    """Number of the move with which all had answered who were asked with this seat: what came of it
    and since is news to its player on the board."""
    auto_answers: list[str] = []
    """Kinds of question whose default is given for this player (`Game.auto_answers`)."""
    again: int = 0
    """Number of a question that this player has taken an answer back from: it is put in any case.
    """
    plan: Any = None
    """What this player has planned ahead (`Game.plans`), or None."""
    held: Held | None = None
    """This seat's answer to the open question, while it waits."""
    passed: list[str] = []
    """Windows that this player has passed, with what mattered then (`bot.match.unasked`)."""
    draft: Draft | None = None
    """An answer that is begun, where custom ids cannot carry it."""
    words: str = ""
    """This player's own words, mixed into every draw."""
    lapsed: int = 0
    """Consecutive timeouts of short windows; some of them, and the seat passes them."""
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
    """The answer, or the order."""
    told: list[Emitted]
    checkpoint: bool = False
    """The game came to a new checkpoint, so the save after this move is kept with it."""
    why: str = ""
    draws: tuple[LoggedDraw, ...] = ()
    """The draws that it took."""
    press: int = 0
    """The interaction that gave it, where that is not the one it is stored with."""
