"""Cards made ready for play: what is printed on each, as tuples and functions by card number.

Every effect of the vocabulary is turned into a few values once, when a set is added, so that
playing a card looks nothing up by name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final, TypeAlias

from msgspec.structs import asdict

from games.world_auto_racing.cards import Card
from games.world_auto_racing.moves import Discard, Play
from games.world_auto_racing.printed import (
    EVENTS,
    OPS,
    STATS,
    TIRES,
    TYPES,
    Effect,
    Op,
    Per,
    Test,
)
from games.world_auto_racing.state import State, racing

Holds: TypeAlias = Callable[[State, int], bool]
"""Whether something is true of a driver (by seat)."""
Times: TypeAlias = Callable[[State, int], int]
"""How many times a number counts for a driver (by seat)."""

SUMMED: Final = (
    "add", "sub", "set_base", "set_total", "cap_total", "floor_total", "mul",
    "course_min", "ignore_subs", "ignore_limits", "double_condition_subs",
)  # fmt: skip
"""Static ops that are part of a driver's calculation."""
UNPLAYED: Final = ("your_mod_uninstalled", "beginning", "scrap")
"""Events of checks that no played card sets off."""
SHARED: Final = frozenset(("condition", "course"))
"""Types that lie in the shared play area."""


class Deed(Op, frozen=True, kw_only=True):
    """One op, ready to be done or reckoned with."""

    n: int
    x: float
    index: int
    """Of its stat: 0 power, 1 handling, -1 for both or none."""
    asks: Holds
    """What the effect asks for, of the owner of the card."""
    holds: Holds
    """What the op asks for, of each driver it affects."""
    times: Times
    above: tuple[int, int] | None
    """(stat, sum above which it applies)."""


class Doing(Effect, frozen=True, kw_only=True):
    """One effect that is done: when its card is completed, used, or its check fires."""

    limit: int
    """How often in a round; 0: no limit."""
    place: int
    """Of the effect on the card."""
    holds: Holds
    """What it asks for, of the owner."""
    deeds: tuple[Deed, ...]
    """Costs first."""


class Kind(Card, frozen=True, kw_only=True):
    """One card, ready for play. Printed numbers are whole where they can be."""

    rank: int
    """Place of the type in the calculation. Rules: Progress"""
    turn: tuple[int, str]
    """Its place among its owner's checks. Ruling B13"""
    tires: bool
    points: float
    """Power and handling together."""
    adds: tuple[tuple[int, float, int], ...]
    """Printed numbers that are added, as (stat, points, card)."""
    subs: tuple[tuple[int, float], ...]
    """Printed numbers that are subtracted, as (stat, points below 0)."""
    sums: tuple[Deed, ...]
    """Static ops of the calculation."""
    wide: bool
    """Some of them reach other drivers."""
    near: bool
    """It bears on nobody's calculation but its owner's."""
    others: tuple[Deed, ...]
    """Static ops that are not part of a calculation."""
    remains: int
    """Scrap steps it is not junked in."""
    done: Mapping[int, Doing]
    """What is done, by place on the card."""
    plays: tuple[Doing, ...]
    played: frozenset[str]
    """The ops that are done when it is played."""
    action: Doing | None
    checks: tuple[Doing, ...]
    pick: Deed | None
    """What its player chooses a card in play for, when it is played."""
    use_pick: Deed | None
    """The same, when its action is used."""
    use_target: bool
    """Its action is aimed at a driver."""
    simple: bool
    """There is but one way to play it, and that is legal while its type is not spent."""
    alone: Play
    discard: Discard


KINDS: Final[dict[int, Kind]] = {}
"""Every card, by number: the house set first."""
CARS: Final[list[Kind]] = []
"""All cars, by number."""
NUMBERS: Final[dict[str, int]] = {}
"""Numbers by id."""
STAGES: Final[dict[str, int]] = {}
"""The highest stage of each line of mods."""
READY: Final[dict[int, tuple[int, ...]]] = {}
"""The ready-made garage of each car, by its number: copies repeated, sorted."""
STATICS: Final[Mapping[str, set[int]]] = {op: set() for op in OPS}
"""Cards with each static op that is part of no calculation, while they are active."""
CHECKS: Final[Mapping[str, set[int]]] = {event: set() for event in EVENTS}
"""Cards with a check on each event."""
LOWERS: Final[set[int]] = set()
"""Cards that lower a mod cap."""
SHIFTS: Final[set[int]] = set()
"""Cards that change one by more than entering and leaving play: only while something else is so,
or for other drivers too."""
FAR: Final[set[int]] = set()
"""Cards that change plays, caps or the safety of mods for other drivers too, or from the shared
area, where others replace them."""
BEARS: Final[set[int]] = set()
"""Cards that bear on what may be done in a turn: extra plays, mod caps, actions."""
LISTENS: Final[set[int]] = set()
"""Cards with checks on cards being played."""


def add(added: Iterable[Card], garages: Mapping[int, tuple[int, ...]]) -> None:
    """Add a set that has been checked: its cards by number, and a garage for each of its cars.

    Only `sets.install` calls this, once, before any table is loaded.
    """
    READY.update(garages)
    for card in added:
        kind = KINDS[card.number] = _kind(card)
        NUMBERS[card.id] = card.number
        STAGES[card.line] = max(card.stage, STAGES.get(card.line, 0))
        if card.type == "car":
            CARS.append(kind)
        deeds = kind.others
        caps = [(e, op) for e in card.effects for op in e.do if op.op == "mod_cap"]
        for deed in deeds:
            STATICS[deed.op].add(card.number)
        for check in kind.checks:
            CHECKS[check.event].add(card.number)
        for listed, belongs in (
            (LOWERS, any(deed.op == "mod_cap" and deed.n < 0 for deed in deeds)),
            (SHIFTS, any(e.test or op.test or op.who != "self" for e, op in caps)),
            (FAR, any(kind.type in SHARED or deed.who != "self" for deed in deeds)),
            (BEARS, kind.action or any(deed.op in ("extra_play", "mod_cap") for deed in deeds)),
            (LISTENS, any(check.event not in UNPLAYED for check in kind.checks)),
        ):
            if belongs:
                listed.add(card.number)


def _kind(card: Card) -> Kind:
    statics = [
        _deed(op, effect, card)
        for effect in card.effects
        if effect.when == "static"
        for op in effect.do
    ]
    sums = tuple(deed for deed in statics if deed.op in SUMMED)
    done = {
        place: _doing(place, effect, card)
        for place, effect in enumerate(card.effects)
        if effect.when != "static"
    }
    plays, uses, checks = (
        tuple(one for one in done.values() if one.when == when)
        for when in ("play", "action", "check")
    )
    printed = whole(card.power), whole(card.handling)
    added = () if card.type in ("car", "course") else tuple(enumerate(printed))
    wide, rank = any(deed.who != "self" for deed in sums), TYPES.index(card.type)
    pick = next((deed for one in plays for deed in one.deeds if deed.picks), None)
    power, handling = printed
    return Kind(
        **{**asdict(card), "power": power, "handling": handling},
        rank=rank,
        turn=(rank, card.subtype if card.type == "mod" else ""),
        tires=card.subtype == TIRES,
        points=power + handling,
        adds=tuple([(stat, n, card.number) for stat, n in added if n > 0]),
        subs=tuple([(stat, n) for stat, n in added if n < 0]),
        sums=sums,
        wide=wide,
        near=not wide and card.type != "condition",
        others=tuple(deed for deed in statics if deed.op not in SUMMED),
        remains=max((deed.n for deed in statics if deed.op == "remains"), default=0),
        done=done,
        plays=plays,
        played=frozenset(deed.op for one in plays for deed in one.deeds),
        action=next(iter(uses), None),
        checks=checks,
        pick=pick,
        use_pick=next((deed for one in uses for deed in one.deeds if deed.picks), None),
        use_target=any(deed.who == "target" for one in uses for deed in one.deeds),
        simple=not (card.type == "mod" or card.target or pick),
        alone=Play(card.number),
        discard=Discard(card.number),
    )


def _doing(place: int, effect: Effect, card: Card) -> Doing:
    limit = effect.limit
    return Doing(
        **{**asdict(effect), "limit": 1 if limit == "round" else int(limit or 0)},
        place=place,
        holds=holds(effect.test, card.make),
        deeds=tuple(_deed(op, effect, card) for op in (*effect.cost, *effect.do)),
    )


def _deed(op: Op, effect: Effect, card: Card) -> Deed:
    above = op.test.stat_above if op.test is not None else None
    n = op.rounds or (1 if op.n is None else op.n)
    return Deed(
        **{**asdict(op), "n": n, "x": whole(op.x or 0)},
        index=STATS.index(op.stat) if op.stat else -1,
        asks=holds(effect.test, card.make),
        holds=holds(op.test, card.make),
        times=times(op.per),
        above=above and (STATS.index(above[0]), above[1]),
    )


def whole(number: float) -> float:
    """The number, as an int where it is one."""
    return int(number) if number == int(number) else number


# -- printed "if" and "per" as functions of the race


def _largest(state: State, seat: int) -> bool:
    """A hand strictly larger than every opponent's."""
    mine = len(state.drivers[seat].hand)
    return all(len(state.drivers[s].hand) < mine for s in racing(state) if s != seat)


RANKS: Final[Mapping[str, Holds]] = {
    "first": lambda state, seat: racing(state)[0] == seat,
    "not_first": lambda state, seat: racing(state)[0] != seat,
    "last": lambda state, seat: racing(state)[-1] == seat,
}
"""Places in this round's racing order. Rules: Beginning"""


def holds(test: Test | None, make: str) -> Holds:
    """A function for a printed test, but for `stat_above`.

    `make` is the make of the card it is printed on.
    """
    if test is None:
        return lambda state, seat: True
    tags, most = frozenset(test.condition_tag), test.mods_at_most

    def weather(state: State, seat: int) -> bool:
        names = test.condition_subtype
        return any(KINDS[card].subtype in names for card, _ in state.conditions)

    def tagged(state: State, seat: int) -> bool:
        return any(not tags.isdisjoint(KINDS[card].tags) for card, _ in state.conditions)

    every: tuple[tuple[object, Holds], ...] = (
        (test.make_match, lambda state, seat: KINDS[state.drivers[seat].car].make == make),
        (test.condition_subtype, weather),
        (tags, tagged),
        (test.course_subtype, lambda state, seat: _course(state) in test.course_subtype),
        (test.rank, RANKS[test.rank or "first"]),
        (test.hand, _largest),
        (most is not None, lambda state, seat: len(state.drivers[seat].mods) <= (most or 0)),
    )
    parts = [part for is_asked, part in every if is_asked]
    if len(parts) == 1:
        return parts[0]
    return lambda state, seat: all(part(state, seat) for part in parts)


def _course(state: State) -> str:
    return KINDS[state.courses[-1][0]].subtype if state.courses else ""


def times(per: Per | None) -> Times:
    """A function for a printed "for each"."""
    if per is None:
        return lambda state, seat: 1
    most, minus = per.max or 1_000, per.minus

    def mods(state: State, seat: int) -> int:
        tops = [KINDS[top] for top in state.drivers[seat].tops]
        return sum(
            (not per.subtypes or top.subtype in per.subtypes)
            and (not per.make or top.make == per.make)
            for top in tops
        )

    counts: Mapping[str, Times] = {
        "conditions": lambda state, seat: len(state.conditions),
        "controls_played": lambda state, seat: state.drivers[seat].played.count("control"),
        "mods": mods,
    }
    count = counts[per.count]
    return lambda state, seat: max(0, min(most, count(state, seat) - minus))
