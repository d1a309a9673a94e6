"""Cards made ready for play: what is printed on each, as tuples and functions by card number.

Every effect of the vocabulary is turned into a few values once, when a set is added, so that
playing a card looks nothing up by name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

from games.world_auto_racing import cards
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


@dataclass(frozen=True, slots=True)
class Deed:
    """One op, ready to be done or reckoned with."""

    op: str
    stat: int
    """0 power, 1 handling, -1 for both or none."""
    n: int
    x: float
    who: str
    test: Holds | None
    """Tested for each driver it affects."""
    per: Times | None
    above: tuple[int, int] | None
    """(stat, sum above which it applies)."""
    of: str
    """Card type whose subtractions are ignored, or condition subtype that counts twice."""
    theirs: bool
    """Only cards of other drivers."""
    types: tuple[str, ...]
    subtypes: tuple[str, ...]
    least: int
    """Only drivers with at least so many active mods."""
    by_owner: bool
    """The driver who loses the mod chooses it."""
    zone: str
    random: bool


@dataclass(frozen=True, slots=True)
class Doing:
    """One effect that is done: when its card is completed, used, or its check fires."""

    place: int
    """Of the effect on the card."""
    when: str
    event: str
    limit: int
    """How often in a round; 0: no limit."""
    optional: bool
    test: Holds | None
    """Tested for the owner."""
    deeds: tuple[Deed, ...]
    """Costs first."""
    costs: int
    """How many of them are costs."""


@dataclass(frozen=True, slots=True)
class Kind:
    """One card, ready for play."""

    number: int
    name: str
    type: str
    rank: int
    """Place of the type in the calculation. Rules: Progress"""
    turn: tuple[int, str]
    """Its place among its owner's checks. Ruling B13"""
    subtype: str
    tires: bool
    make: str
    line: str
    stage: int
    power: float
    handling: float
    points: float
    """Both together."""
    adds: tuple[tuple[int, float, int], ...]
    """Printed numbers that are added, as (stat, points, card)."""
    subs: tuple[tuple[int, float], ...]
    """Printed numbers that are subtracted, as (stat, points below 0)."""
    cap: int
    target: str
    sums: tuple[tuple[Holds | None, Deed], ...]
    """Static ops of the calculation, each with the test for the owner."""
    wide: bool
    """Some of them reach other drivers."""
    near: bool
    """It bears on nobody's calculation but its owner's."""
    others: tuple[tuple[Holds | None, Deed], ...]
    """Static ops that are not part of a calculation."""
    remains: int
    """Scrap steps it is not junked in."""
    effects: tuple[Doing | None, ...]
    """By place on the card; None for static ones."""
    plays: tuple[Doing, ...]
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
"""Every card, by number."""
STATICS: Final[Mapping[str, set[int]]] = {op: set() for op in OPS}
"""Cards with each static op that is part of no calculation, while they are active."""
CHECKS: Final[Mapping[str, set[int]]] = {event: set() for event in EVENTS}
"""Cards with a check on each event."""
LOWERS: Final[set[int]] = set()
"""Cards that lower a mod cap."""
SHIFTS: Final[set[int]] = set()
"""Cards that change one only while something else is so."""
ACTS: Final[set[int]] = set()
"""Cards with an action ability."""
FAR: Final[set[int]] = set()
"""Cards that change plays, caps or the safety of mods for other drivers too, or from the shared
area, where others replace them."""
BEARS: Final[set[int]] = set()
"""Cards that bear on what may be done in a turn: extra plays, mod caps, actions."""
LISTENS: Final[set[int]] = set()
"""Cards with checks on cards being played."""


def add(added: Iterable[Card]) -> None:
    """Make cards ready that have been added to the catalogue."""
    for card in added:
        kind = KINDS[card.number] = _kind(card)
        deeds = [deed for _, deed in kind.others]
        caps = [deed for deed in deeds if deed.op == "mod_cap"]
        for deed in deeds:
            STATICS[deed.op].add(card.number)
        for check in kind.checks:
            CHECKS[check.event].add(card.number)
        acts = kind.action is not None
        for listed, belongs in (
            (LOWERS, any(deed.n < 0 for deed in caps)),
            (SHIFTS, any(deed.test is not None for deed in caps)),
            (ACTS, acts),
            (FAR, any(kind.type in SHARED or deed.who != "self" for deed in deeds)),
            (BEARS, acts or any(deed.op in ("extra_play", "mod_cap") for deed in deeds)),
            (LISTENS, any(check.event not in UNPLAYED for check in kind.checks)),
        ):
            if belongs:
                listed.add(card.number)


def _kind(card: Card) -> Kind:
    effects = card.effects
    statics = [
        (holds(effect.test, card.make), _deed(op, card))
        for effect in effects
        if effect.when == "static"
        for op in effect.do
    ]
    sums = tuple(one for one in statics if one[1].op in SUMMED)
    done = tuple(
        None if effect.when == "static" else _doing(place, effect, card)
        for place, effect in enumerate(effects)
    )
    plays = tuple(one for one in done if one is not None and one.when == "play")
    action = next((one for one in done if one is not None and one.when == "action"), None)
    number = card.number
    printed = whole(card.power), whole(card.handling)
    added = () if card.type in ("car", "course") else tuple(enumerate(printed))
    pick = next((deed for one in plays for deed in one.deeds if _picks(deed)), None)
    return Kind(
        number=number,
        name=card.name,
        type=card.type,
        rank=TYPES.index(card.type),
        turn=(TYPES.index(card.type), card.subtype if card.type == "mod" else ""),
        subtype=card.subtype,
        tires=card.type == "mod" and card.subtype == TIRES,
        make=card.make,
        line=card.line,
        stage=card.stage,
        power=printed[0],
        handling=printed[1],
        points=sum(printed),
        adds=tuple([(stat, n, number) for stat, n in added if n > 0]),
        subs=tuple([(stat, n) for stat, n in added if n < 0]),
        cap=card.mod_cap,
        target=card.target,
        sums=sums,
        wide=any(deed.who != "self" for _, deed in sums),
        near=card.type != "condition" and all(deed.who == "self" for _, deed in sums),
        others=tuple(one for one in statics if one[1].op not in SUMMED),
        remains=max((deed.n for _, deed in statics if deed.op == "remains"), default=0),
        effects=done,
        plays=plays,
        action=action,
        checks=tuple(one for one in done if one is not None and one.when == "check"),
        pick=pick,
        use_pick=next((d for d in action.deeds if _picks(d)), None) if action else None,
        use_target=action is not None and any(deed.who == "target" for deed in action.deeds),
        simple=card.type != "mod" and not card.target and pick is None,
        alone=Play(number),
        discard=Discard(number),
    )


def _picks(deed: Deed) -> bool:
    """Whether the player of the card chooses a card in play for this."""
    if deed.op == "uninstall":
        return not deed.by_owner
    return deed.op == "junk_shared" and deed.zone == "condition"


def _doing(place: int, effect: Effect, card: Card) -> Doing:
    limit = effect.limit
    return Doing(
        place=place,
        when=effect.when,
        event=effect.event,
        limit=1 if limit == "round" else int(limit or 0),
        optional=effect.optional,
        test=holds(effect.test, card.make),
        deeds=tuple(_deed(op, card) for op in (*effect.cost, *effect.do)),
        costs=len(effect.cost),
    )


def _deed(op: Op, card: Card) -> Deed:
    above = op.test.stat_above if op.test is not None else None
    filters = op.filter
    return Deed(
        op=op.op,
        stat=STATS.index(op.stat) if op.stat else -1,
        n=op.rounds or (1 if op.n is None else op.n),
        x=whole(op.x or 0),
        who=op.who,
        test=holds(op.test, card.make),
        per=times(op.per),
        above=None if above is None else (STATS.index(above[0]), above[1]),
        of=op.source or op.subtype,
        theirs=op.from_ == "opponents",
        types=op.type,
        subtypes=filters.subtypes if filters else (),
        least=filters.min_active if filters else 0,
        by_owner=op.chooser == "owner",
        zone=op.zone,
        random=op.how == "random",
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


def holds(test: Test | None, make: str) -> Holds | None:
    """A function for a printed test, but for `stat_above`; None where it is always true.

    `make` is the make of the card it is printed on.
    """
    if test is None:
        return None
    tags, most = frozenset(test.condition_tag), test.mods_at_most

    def weather(state: State, seat: int) -> bool:
        names = test.condition_subtype
        return any(cards.card(card).subtype in names for card, _ in state.conditions)

    def tagged(state: State, seat: int) -> bool:
        return any(not tags.isdisjoint(cards.card(card).tags) for card, _ in state.conditions)

    every: tuple[tuple[object, Holds], ...] = (
        (test.make_match, lambda state, seat: cards.card(state.drivers[seat].car).make == make),
        (test.condition_subtype, weather),
        (tags, tagged),
        (test.course_subtype, lambda state, seat: _course(state) in test.course_subtype),
        (test.rank, RANKS[test.rank or "first"]),
        (test.hand, _largest),
        (most is not None, lambda state, seat: len(state.drivers[seat].mods) <= (most or 0)),
    )
    parts = [part for is_asked, part in every if is_asked]
    if len(parts) < 2:
        return parts[0] if parts else None
    return lambda state, seat: all(part(state, seat) for part in parts)


def _course(state: State) -> str:
    return cards.card(state.courses[-1][0]).subtype if state.courses else ""


def times(per: Per | None) -> Times | None:
    """A function for a printed "for each"; None for once."""
    if per is None:
        return None
    most, minus, subtypes, make = per.max or 1_000, per.minus, per.subtypes, per.make

    def mods(state: State, seat: int) -> int:
        tops = [cards.card(stack[-1]) for stack in state.drivers[seat].mods]
        return sum(
            (not subtypes or top.subtype in subtypes) and (not make or top.make == make)
            for top in tops
        )

    counts: Mapping[str, Times] = {
        "conditions": lambda state, seat: len(state.conditions),
        "controls_played": lambda state, seat: state.drivers[seat].played.count("control"),
        "mods": mods,
    }
    count = counts[per.count]
    return lambda state, seat: max(0, min(most, count(state, seat) - minus))
