"""Shortcuts beside a Speed card: a Pit Stop is decided together with the card before it, or a whole
stint at once.

A plan asks once more before a Speed card that a Maneuver card bears on, and ends where something
has come between: the hand has changed otherwise than by what was planned, or the engine is damaged.
All of that lies open, so it tells nothing of a hand who is asked: that cards came or went is
counted (`Driver.hand_changes`), whatever they were.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import partial
from typing import Any, Final, Literal, TypeAlias

import msgspec

from games.engine.ask import Ask
from games.engine.plans import Offer, Offered
from games.engine.texts import filled
from games.nascards.moves import Drive, Pit, Stay
from games.nascards.speed import driven
from games.nascards.state import PIT, State
from games.nascards.track import reach

GOOD: Final = 6
"""The least Speed card that is better than one drawn blindly."""
Why: TypeAlias = Literal["pit", "hand", "engine", "card", ""]
"""What has ended a plan."""


class Stint(msgspec.Struct, frozen=True):
    """Speed cards, one a turn; then a Pit Stop and back on the track, or another turn there."""

    race: int
    turn: int
    """The turn of the first card."""
    cards: tuple[int, ...]
    pit: bool
    hand: tuple[int, ...]
    """The hand before the first one is played, lowest first."""
    changes: int
    """`Driver.hand_changes` by then."""
    engine: int
    """The engine penalty by then."""


class Stints(Offered):
    """See `games.engine.plans.Plans`."""

    kept: type[Any] = Stint

    def offers(self, view: State, ask: Ask[Any], plan: Stint | None) -> Sequence[Offer]:
        """The highest card, and either; all good cards, and a Pit Stop. None once it wins."""
        if ask.kind != "drive":
            return []
        cards = tuple(sorted(view.hand, reverse=True))
        after, wall = reach(view, ask.seat, driven(view.drivers[ask.seat], cards[:1]).total)
        if wall < 0 and after >= view.options.goal:
            return []
        good = tuple(card for card in cards if card >= GOOD)
        made = partial(_offer, view, ask.seat)
        stint = [made("stint", "pit", good)] if len(good) > 1 else []
        return [made("stay", "stay", cards[:1]), made("pit", "pit", cards[:1]), *stint]

    def answer(self, view: State, ask: Ask[Any], plan: Stint | None) -> Any | None:
        left = None if plan is None else _left(view, plan)
        if plan is None or left is None:
            back = plan is not None and ask.kind == "pit" and _stopped(view, plan)
            return Stay() if back else None
        if ask.kind == "pit":
            return Pit() if plan.pit and not left else Stay()
        if ask.kind != "drive" or (view.turn > plan.turn and _bears(view, ask.seat)):
            return None
        card = Drive(left[:1])
        return card if card in ask.options else None

    def told(self, view: State, plan: Stint | None) -> str:
        left = None if plan is None else _left(view, plan)
        if plan is None or left is None:
            return _said("back") if plan is not None and _stopped(view, plan) else ""
        name = "pit" if plan.pit else "stay"
        return _said(name, left) if left else _said(f"then_{name}")

    def ended(self, view: State, plan: Stint | None) -> str:
        why = "" if plan is None else _why(view, plan)
        return _said(f"ended_{why}") if why else ""


PLANS: Final = Stints()


def _offer(view: State, seat: int, key: str, name: str, cards: tuple[int, ...]) -> Offer:
    me = view.drivers[seat]
    held, changes, engine = tuple(sorted(me.hand)), me.hand_changes, me.engine_penalty
    plan = Stint(view.race, view.turn, cards, name == "pit", held, changes, engine)
    return Offer(key, _said(name, cards), _said(f"{key}_detail", cards), plan)


def _left(view: State, plan: Stint) -> tuple[int, ...] | None:
    """The cards that are still to be played; None where the plan counts no more."""
    return None if _is_over(view, plan) or _why(view, plan) else plan.cards[_played(view, plan) :]


def _played(view: State, plan: Stint) -> int:
    """How many of its cards a plan has played by now, if all went as planned."""
    assert view.seat is not None
    played = bool(view.drivers[view.seat].speed) and not view.looks_back
    return view.turn - plan.turn + played


def _is_over(view: State, plan: Stint) -> bool:
    """Whether nothing is left to be planned: all was done as planned, or the race is over for its
    driver."""
    assert view.seat is not None
    turns, count = view.turn - plan.turn, len(plan.cards)
    done = turns > count or (turns == count and view.phase != "pit")
    running = view.drivers[view.seat].running and not view.over
    return done or plan.race != view.race or not running or _stopped(view, plan)


def _why(view: State, plan: Stint) -> Why:
    """What has ended a plan before its time."""
    assert view.seat is not None
    if _is_over(view, plan):
        return ""
    me = view.drivers[view.seat]
    planned = Counter(plan.hand) - Counter(plan.cards[: _played(view, plan)])
    if me.status == PIT or view.pitted(view.seat):
        return "pit"
    if me.hand_changes != plan.changes:
        return "hand"
    if me.engine_penalty != plan.engine:
        return "engine"
    return "" if Counter(me.hand) == planned else "card"


def _stopped(view: State, plan: Stint) -> bool:
    """Whether the planned Pit Stop is being made, or was made in the turn before."""
    assert view.seat is not None
    after = plan.race == view.race and view.turn - plan.turn - len(plan.cards)
    in_pit = view.drivers[view.seat].status == PIT
    return plan.pit and ((after == 0 and in_pit) or (after == 1 and view.pitted(view.seat)))


def _bears(view: State, seat: int) -> bool:
    """Whether a Maneuver card of this turn bears on which Speed card is best."""
    me = view.drivers[seat]
    return bool(view.yellow_flag or me.blocked_by or me.momentum or me.speed_max > 1)


def _said(name: str, cards: Sequence[int] = ()) -> str:
    return filled(__package__, "plan", name, cards=", ".join(map(str, cards)))
