"""The printed "if" and "per" of effects as functions of the race."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from games.world_auto_racing import cards
from games.world_auto_racing.printed import Per, Test
from games.world_auto_racing.state import State, racing

Holds: TypeAlias = Callable[[State, int], bool]
"""Whether something is true of a driver (by seat)."""
Times: TypeAlias = Callable[[State, int], int]
"""How many times a number counts for a driver (by seat)."""


def _make_match(make: str) -> Holds:
    return lambda state, seat: cards.card(state.drivers[seat].car).make == make


def _condition_subtype(names: tuple[str, ...]) -> Holds:
    return lambda state, seat: any(
        cards.card(card).subtype in names for card, _ in state.conditions
    )


def _condition_tag(names: tuple[str, ...]) -> Holds:
    wanted = frozenset(names)
    return lambda state, seat: any(
        not wanted.isdisjoint(cards.card(card).tags) for card, _ in state.conditions
    )


def _course_subtype(names: tuple[str, ...]) -> Holds:
    return lambda state, seat: bool(
        state.courses and cards.card(state.courses[-1][0]).subtype in names
    )


def _first(state: State, seat: int) -> bool:
    """In the lead of this round's racing order. Rules: Beginning"""
    return racing(state)[0] == seat


def _not_first(state: State, seat: int) -> bool:
    return racing(state)[0] != seat


def _last(state: State, seat: int) -> bool:
    return racing(state)[-1] == seat


RANKS: Final[dict[str, Holds]] = {"first": _first, "not_first": _not_first, "last": _last}


def _largest(state: State, seat: int) -> bool:
    """A hand strictly larger than every opponent's."""
    mine = len(state.drivers[seat].hand)
    return all(len(state.drivers[s].hand) < mine for s in racing(state) if s != seat)


def _mods_at_most(most: int) -> Holds:
    return lambda state, seat: len(state.drivers[seat].mods) <= most


def holds(test: Test | None, make: str) -> Holds | None:
    """A function for a printed test, but for `stat_above`; None where it is always true.

    `make` is the make of the card it is printed on.
    """
    if test is None:
        return None
    parts: list[Holds] = []
    if test.make_match:
        parts.append(_make_match(make))
    if test.condition_subtype:
        parts.append(_condition_subtype(test.condition_subtype))
    if test.condition_tag:
        parts.append(_condition_tag(test.condition_tag))
    if test.course_subtype:
        parts.append(_course_subtype(test.course_subtype))
    if test.rank:
        parts.append(RANKS[test.rank])
    if test.hand:
        parts.append(_largest)
    if test.mods_at_most is not None:
        parts.append(_mods_at_most(test.mods_at_most))
    if len(parts) < 2:
        return parts[0] if parts else None
    return lambda state, seat: all(part(state, seat) for part in parts)


def times(per: Per | None) -> Times | None:
    """A function for a printed "for each"; None for once."""
    if per is None:
        return None
    most = per.max or 1_000
    minus = per.minus
    if per.count == "conditions":
        return lambda state, seat: max(0, min(most, len(state.conditions) - minus))
    if per.count == "controls_played":
        return lambda state, seat: max(
            0, min(most, state.drivers[seat].played.count("control") - minus)
        )
    subtypes, make = per.subtypes, per.make

    def mods(state: State, seat: int) -> int:
        count = -minus
        for stack in state.drivers[seat].mods:
            top = cards.card(stack[-1])
            count += (not subtypes or top.subtype in subtypes) and (not make or top.make == make)
        return max(0, min(most, count))

    return mods
