"""The race as plain data: every card lies in exactly one of the places named here.

Cards are the numbers of `cards.every()`, seats numbers from 0. The top of a pile is its last card.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from games.world_auto_racing.options import Options


class Bonus(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """Points of a stat for the rest of the round, gained or (negative) lost."""

    stat: int
    """0 power, 1 handling."""
    points: int
    card: int
    owner: int
    """Whose card it was."""


class Used(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """How often a limited ability has been used this round, counted for that card in play."""

    card: int
    copy: int
    """Which of several copies that its owner has in play, from 0 in order of entering."""
    effect: int
    """Place of the effect on the card; -1 counts scrap steps that the card has remained for."""
    count: int


class Racer(msgspec.Struct, omit_defaults=True):
    """One driver: car, cards and progress."""

    car: int = -1
    hand: list[int] = []
    """In the order the cards were drawn, the newest last."""
    garage: list[int] = []
    junkyard: list[int] = []
    mods: list[list[int]] = []
    """Stacks from stage 1 up, in the order in which their top cards came to lie there."""
    trait: int = -1
    teams: list[int] = []
    controls: list[tuple[int, int]] = []
    """(card, seat it is aimed at or -1)."""
    progress: int = 0
    passed: bool = False
    played: list[str] = []
    """Types of the cards played this round, stopped ones too."""
    extra: list[str] = []
    """Types of which one more may be played this round, because of cards that have said so."""
    bonuses: list[Bonus] = []
    used: list[Used] = []
    shown: list[int] = []
    """Cards everybody knows to be in the hand: they were taken out of the junkyard."""
    seen: list[tuple[int, list[int]]] = []
    """(seat, cards) of this hand that a seat has been shown and that are still there, those in
    `shown` aside."""
    looked: list[tuple[int, tuple[int, ...]]] = []
    """(seat, cards) of hands this driver was shown this round, as they were then."""
    peeked: bool = False
    """This driver knows the top card of the own garage."""
    brought: list[int] = []
    """Every card of an own garage, sorted; empty for the ready-made one."""
    last: msgspec.Raw = msgspec.Raw(b"[]")
    """The steps of the last round's progress, in the short form of `progress.short`."""
    retired: bool = False


class Playing(msgspec.Struct):
    """The card that is being completed."""

    seat: int
    card: int
    on: int = -1
    pick: int = -1
    replace: int = -1
    how: str = ""
    """Of a mod that has entered play: `new`, `upgrade`, `swap` or `replace`."""
    stopped: bool = False
    entered: bool = False
    heard: list[tuple[int, int, int, int]] = []
    """Checks that answer its completion, as they stood before it entered play: (owner, card, copy,
    effect)."""

    @property
    def waits(self) -> bool:
        """Whether the card lies nowhere yet: checks on it come first."""
        return not (self.entered or self.stopped)


class Task(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """Something still to be done in the middle of a step; `State.todo` is a stack of them."""

    kind: str
    """A key of `tasks.TASKS`."""
    seat: int
    """Whose card it is; of `cap` and `fetch`, the driver."""
    card: int = -1
    effect: int = -1
    """Place of the effect on the card."""
    at: int = -1
    """Place of the op in the effect's costs and deeds."""
    whom: int = -1
    """The driver it is done to."""
    pick: int = -1
    count: int = 0
    """How many; of `check` which copy of the card."""
    why: str = ""

    def again(self, **changes: int) -> Task:
        """The same with changes."""
        return msgspec.structs.replace(self, **changes)


class State(msgspec.Struct, omit_defaults=True):
    """A race."""

    options: Options
    drivers: list[Racer]
    """By seat."""
    beat: str = "car"
    """What comes next when nothing is to do: a key of `BEATS`, or `over`."""
    phase: str = "car"
    """What the table is at, as `WarView.phase` names it."""
    round: int = 0
    active: int = -1
    """Seat whose turn it is, or that chooses its car; else -1."""
    order: list[int] = []
    """Every seat in this round's racing order; before the start is drawn, as they joined."""
    tied: list[int] = []
    """Drivers who race on alone; empty while all do."""
    conditions: list[tuple[int, int]] = []
    """(card, owner) in order of entering play."""
    courses: list[tuple[int, int]] = []
    """(card, owner) from the bottom up."""
    playing: Playing | None = None
    todo: list[Task] = []
    """What is to be done before the beat, the next one last."""
    redraw: list[int] = []
    """Seats that shuffle their first hand back."""
    retiring: list[int] = []
    """Order field: seats that leave for good when the table next goes on."""
    history: list[tuple[int, ...]] = []
    places: list[tuple[int, ...]] = []


def racing(state: State) -> Sequence[int]:
    """Seats still racing, in this round's racing order."""
    if not state.tied:
        return state.order
    return [seat for seat in state.order if seat in state.tied]
