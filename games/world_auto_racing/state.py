"""The race as plain data: every card lies in exactly one of the places named here.

Cards are the numbers of `kinds.KINDS`, seats numbers from 0. The top of a pile is its last card.

The marks say who sees what (`games.engine.seen`). A view is a race in which the rest is covered, so
whatever only reads a state reads a view as well.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

import msgspec

from games.engine.kept import Context
from games.engine.players import Seat
from games.engine.seen import Backs, Open, Own, Private, Secret, Up
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

    car: Open[int] = -1
    called: Open[str] = ""
    """What its driver calls the car, of an own garage."""
    hand: Own[list[int]] = []
    """In the order the cards were drawn, the newest last."""
    garage: Backs[list[int]] = []
    junkyard: Up[list[int]] = []
    mods: Up[list[list[int]]] = []
    """Stacks from stage 1 up, in the order in which their top cards came to lie there."""
    trait: Open[int] = -1
    teams: Up[list[int]] = []
    controls: Open[list[tuple[int, int]]] = []
    """(card, seat it is aimed at or -1)."""
    progress: Open[int] = 0
    passed: Open[bool] = False
    played: Open[list[str]] = []
    """Types of the cards played this round, stopped ones too."""
    extra: Open[list[str]] = []
    """Types of which one more may be played this round, because of cards that have said so."""
    bonuses: Open[list[Bonus]] = []
    used: Open[list[Used]] = []
    shown: Open[list[int]] = []
    """Cards everybody knows to be in the hand: they were taken out of the junkyard."""
    seen: Secret[list[tuple[int, list[int]]]] = []
    """(seat, cards) of this hand that a seat has been shown and that are still there, those in
    `shown` aside."""
    looked: Private[list[tuple[int, tuple[int, ...]]]] = []
    """(seat, cards) of hands this driver was shown this round, as they were then."""
    found: Private[list[int]] = []
    """Cards of the own garage that this driver knows of: the one on top, which was looked at, or
    the whole garage, sorted, while it is searched."""
    brought: Private[list[int]] = []
    """Every card of an own garage, sorted; empty for the ready-made one."""
    last: Open[msgspec.Raw] = msgspec.Raw(b"[]")
    """The steps of the last round's progress, in the short form of `progress.short`."""
    left: Open[bool] = False
    """Has left the match for good."""

    @property
    def tops(self) -> list[int]:
        """The active mods: the top cards of their stacks."""
        return [stack[-1] for stack in self.mods]

    @property
    def front(self) -> list[int]:
        """The teams, then the controls."""
        return [*self.teams, *[card for card, _ in self.controls]]

    def bonus(self, stat: int) -> int:
        """Points of a stat gained or lost for the rest of the round."""
        return sum(bonus.points for bonus in self.bonuses if bonus.stat == stat)

    @property
    def bonus_power(self) -> int:
        """Likewise, as rule cases name it."""
        return self.bonus(0)

    @property
    def bonus_handling(self) -> int:
        """Likewise."""
        return self.bonus(1)


class Playing(msgspec.Struct):
    """The card that is being completed."""

    seat: Open[Seat]
    card: Open[int]
    on: Open[Seat] = -1
    pick: Open[int] = -1
    replace: Open[int] = -1
    how: Open[str] = ""
    """Of a mod that has entered play: `new`, `upgrade`, `swap` or `replace`."""
    stopped: Open[bool] = False
    entered: Open[bool] = False
    heard: Open[list[tuple[int, int, int, int]]] = []
    """Checks that answer its completion, as they stood before it entered play: (owner, card, copy,
    effect)."""

    @property
    def waits(self) -> bool:
        """Whether the card lies nowhere yet: checks on it come first."""
        return not (self.entered or self.stopped)


class Task(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """Something still to be done in the middle of a step; `State.todo` is a stack of them."""

    kind: str
    """A key of `choices.TASKS` or `choices.ASKED`."""
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

    def again(self, **changes: Any) -> Task:
        """The same with changes."""
        return msgspec.structs.replace(self, **changes)


class State(msgspec.Struct, omit_defaults=True):
    """A race."""

    options: Open[Options]
    drivers: Open[list[Racer]]
    """By seat."""
    beat: Open[str] = "car"
    """What comes next when nothing is to do: a key of `BEATS`, or `over`."""
    phase: Open[str] = "car"
    """`car`, `mulligan`, a step of the round, or `over`."""
    round: Open[int] = 0
    """From 1; 0 before the first."""
    active: Open[int] = -1
    """Seat whose turn it is, or that chooses its car; else -1."""
    order: Open[list[int]] = []
    """Every seat in this round's racing order; before the start is drawn, as they joined."""
    tied: Open[list[int]] = []
    """Drivers who race on alone; empty while all do."""
    conditions: Open[list[tuple[int, int]]] = []
    """(card, owner) in order of entering play, one a subtype at most."""
    courses: Open[list[tuple[int, int]]] = []
    """(card, owner) from the bottom up: only the last is active."""
    playing: Open[Playing | None] = None
    todo: Open[list[Task]] = []
    """What is to be done before the beat, the next one last."""
    redraw: Secret[list[int]] = []
    """Seats that shuffle their first hand back."""
    history: Open[list[tuple[int, ...]]] = []
    """Progress by seat after each round, the start (all 0) first."""
    places: Open[list[tuple[int, ...]]] = []
    """Final places, best first, once the race is over."""
    leaving: Secret[list[int]] = []
    """Order field: seats that leave for good when the table next goes on."""
    seat: Open[int | None] = None
    """In a view: who looks."""

    @property
    def points(self) -> tuple[int, ...]:
        """The progress of all, by seat."""
        return tuple([racer.progress for racer in self.drivers])


RaceContext: TypeAlias = Context[State]
"""What every step of a race is done in."""


def racing(state: State) -> Sequence[int]:
    """Seats still racing, in this round's racing order."""
    if not state.tied:
        return state.order
    return [seat for seat in state.order if seat in state.tied]


def affected(state: State, who: str, owner: int, on: int) -> list[int]:
    """The drivers that a card's deed is done to, in racing order; nobody when there is none."""
    if who == "self":
        return [owner]
    if who == "target":
        return [on] if on >= 0 else []
    order = racing(state)
    if who == "all":
        return list(order)
    return [order[0] if who == "leader" else order[-1]]
