"""The words of a card set: types, subtypes, events and ops, and which fields go with them."""

from __future__ import annotations

from typing import Any, Final

from games.world_auto_racing.printed import (
    ONCE_A_ROUND,
    STATS,
    TARGETS,
    TYPES,
    WHENS,
    WHOS,
)
from games.world_auto_racing.set_fields import (
    Checker,
    Faults,
    flag,
    identifier,
    one_of,
    quarters,
    some_of,
    table,
    text,
    title,
    told,
    under,
    whole,
)

MOD_SUBTYPES: Final = (
    "Body",
    "Brakes",
    "Drivetrain",
    "Electronics",
    "Engine",
    "Exhaust",
    "Induction",
    "Nitrous",
    "Suspension",
    "Tires",
)
CONDITION_SUBTYPES: Final = ("Law", "Light", "Surface", "Traffic", "Weather")
COURSE_SUBTYPES: Final = ("Corner", "Mixed", "Straight", "Technical")
SUBTYPES: Final = {
    "mod": MOD_SUBTYPES,
    "condition": CONDITION_SUBTYPES,
    "course": COURSE_SUBTYPES,
}
"""Subtypes by type of card."""
TAGS: Final = ("wet", "loose", "ice")
PLAYED: Final = tuple(kind for kind in TYPES if kind != "car")
"""Types of card that are played."""
EVENTS: Final = (
    "beginning",
    "scrap",
    *(f"you_play:{kind}" for kind in PLAYED),
    *(f"opponent_plays:{kind}" for kind in PLAYED),
    *(f"opponent_commits:{kind}" for kind in PLAYED),
    "you_upgrade",
    "your_mod_uninstalled",
    "targeted_by_control",
)
"""What a check can answer."""
POINTS: Final = 20
"""Most points on a card, either way."""

# -- fields of cards

COMMON: Final[dict[str, Checker]] = {
    "id": identifier,
    "name": title(32),
    "type": one_of(TYPES, "no type of card"),
    "text": text(160, empty=True),
    "power_asterisk": flag,
    "handling_asterisk": flag,
    "effects": lambda value, where, faults: value,
    "target": one_of(TARGETS, "no target"),
}
PRINTED: Final[dict[str, Checker]] = {
    "power": whole(-POINTS, POINTS),
    "handling": whole(-POINTS, POINTS),
}
FIELDS: Final[dict[str, dict[str, Checker]]] = {
    "car": {
        **COMMON,
        "power": whole(0, POINTS),
        "handling": whole(0, POINTS),
        "make": text(20),
        "mod_cap": whole(0, 10),
        "plan": text(120, empty=True),
    },
    "mod": {
        **COMMON,
        **PRINTED,
        "subtype": one_of(MOD_SUBTYPES, "no subtype of a mod"),
        "make": text(20),
        "line": text(24),
        "stage": whole(1, 3),
    },
    "trait": {**COMMON, **PRINTED},
    "team": {**COMMON, **PRINTED},
    "control": {**COMMON, **PRINTED},
    "condition": {
        **COMMON,
        **PRINTED,
        "subtype": one_of(CONDITION_SUBTYPES, "no subtype of a condition"),
        "tags": some_of(TAGS, "no tag"),
    },
    "course": {
        **COMMON,
        "power": quarters(0, 10),
        "handling": quarters(0, 10),
        "subtype": one_of(COURSE_SUBTYPES, "no subtype of a course"),
    },
}
"""Fields by type of card."""
NEEDED: Final = {
    "car": ("power", "handling", "make", "mod_cap"),
    "mod": ("subtype",),
    "condition": ("subtype",),
    "course": ("subtype", "power", "handling"),
}
"""Fields that a card of the type cannot do without, id, name and type aside."""

# -- fields of effects

_STAT: Final = one_of(STATS, "no stat")
_TYPE: Final = one_of(PLAYED, "no type of card that is played")
_N: Final = whole(1, POINTS)


def _stat_above(value: Any, where: str, faults: Faults) -> list[Any] | None:
    if isinstance(value, list) and len(value) == 2:
        stat = _STAT(value[0], f"{where}[0]", faults)
        above = whole(0, 50)(value[1], f"{where}[1]", faults)
        return None if stat is None or above is None else [stat, above]
    faults.add(where, f'{told(value)} is no list of a stat and a number, such as ["power", 7]')
    return None


def _limit(value: Any, where: str, faults: Faults) -> int | str | None:
    if value == "round":
        return "round"
    if isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= 9:
        return value
    faults.add(where, f"{told(value)} is no limit: 'round', or a number from 1 to 9")
    return None


IFS: Final[dict[str, Checker]] = {
    "make_match": flag,
    "condition_subtype": some_of(CONDITION_SUBTYPES, "no subtype of a condition"),
    "condition_tag": some_of(TAGS, "no tag"),
    "course_subtype": some_of(COURSE_SUBTYPES, "no subtype of a course"),
    "rank": one_of(("first", "not_first", "last"), "no rank"),
    "hand": one_of(("largest",), "nothing that is asked of a hand"),
    "stat_above": _stat_above,
    "mods_at_most": whole(0, 20),
}
_FILTER: Final[dict[str, Checker]] = {
    "subtypes": some_of(MOD_SUBTYPES, "no subtype of a mod"),
    "min_active": whole(1, 20),
}
_PER: Final[dict[str, Checker]] = {
    "count": one_of(("mods", "conditions", "controls_played"), "nothing that is counted"),
    "subtypes": some_of(MOD_SUBTYPES, "no subtype of a mod"),
    "make": text(20),
    "minus": whole(1, 20),
    "max": whole(1, 20),
}


def _if(value: Any, where: str, faults: Faults) -> dict[str, Any] | None:
    found = table(value, where, faults, IFS, what="an if")
    if value == {}:
        faults.add(where, "an if asks something")
    return found or None


def _per(value: Any, where: str, faults: Faults) -> dict[str, Any] | None:
    found = table(value, where, faults, _PER, ("count",), "a per")
    for field in ("subtypes", "make"):
        if field in found and found.get("count") not in ("mods", None):
            faults.add(under(where, field), f"only mods are counted by {field}")
    return found or None


OP_FIELDS: Final[dict[str, Checker]] = {
    "op": lambda value, where, faults: value,
    "stat": _STAT,
    "n": _N,
    "x": quarters(0, 10),
    "who": one_of(WHOS, "nobody a card knows"),
    "duration": one_of(("in_play", "round"), "no duration"),
    "per": _per,
    "if": _if,
    "source": _TYPE,
    "from": one_of(("opponents",), "nobody cards come from"),
    "subtype": one_of(CONDITION_SUBTYPES, "no subtype of a condition"),
    "type": some_of(PLAYED, "no type of card that is played"),
    "rounds": whole(1, 40),
    "how": one_of(("choice", "random"), "no way to discard"),
    "filter": lambda value, where, faults: table(value, where, faults, _FILTER, what="a filter"),
    "chooser": one_of(("owner",), "nobody who chooses"),
    "zone": one_of(("course", "condition"), "no zone that is shared"),
    "which": one_of(("active", "choice"), "no way to choose"),
}
_STATIC: Final = ("static",)
_DONE: Final = ("play", "action", "check")
_ANY: Final = WHENS


class Op:
    """When an op may stand, the fields it needs, and those it may have besides."""

    def __init__(self, whens: tuple[str, ...], needs: str = "", may: str = "") -> None:
        self.whens = whens
        self.needs = tuple(needs.split())
        self.may = (*self.needs, *may.split())


OPS: Final[dict[str, Op]] = {
    "add": Op(_ANY, "stat n", "who per if duration"),
    "sub": Op(_ANY, "stat n", "who per if duration"),
    "set_base": Op(_STATIC, "stat n", "who if"),
    "set_total": Op(_STATIC, "stat n", "who if"),
    "cap_total": Op(_STATIC, "stat n", "who if"),
    "floor_total": Op(_STATIC, "stat n", "who if"),
    "mul": Op(_STATIC, "stat x", "who if"),
    "course_min": Op(_STATIC, "stat x", "who if"),
    "ignore_subs": Op(_STATIC, "source", "stat from who if"),
    "ignore_limits": Op(_STATIC, "stat", "who if"),
    "double_condition_subs": Op(_STATIC, "subtype", "who if"),
    "extra_play": Op(_ANY, "type n", "who if"),
    "mod_cap": Op(_STATIC, "n", "who if"),
    "protect_mods": Op(_STATIC, "", "who if"),
    "remains": Op(_STATIC, "rounds"),
    "draw": Op(_DONE, "n", "who if"),
    "discard": Op(_DONE, "n how", "who if"),
    "uninstall": Op(_DONE, "n", "who filter chooser if"),
    "uninstall_this": Op(("action", "check")),
    "junk_shared": Op(_DONE, "zone which"),
    "retrieve": Op(_DONE, "type n", "who if"),
    "search": Op(_DONE, "type n", "who if"),
    "look_hand": Op(_DONE, "who", "if"),
    "peek_discard": Op(_DONE, "", "who if"),
    "cancel": Op(("check",)),
}
"""Every op of the vocabulary."""
COSTS: Final = ("discard", "uninstall_this", "sub")
"""Ops that a cost may ask."""
SPECIAL: Final[dict[str, dict[str, Checker]]] = {
    "set_base": {"n": whole(0, POINTS)},
    "set_total": {"n": whole(0, POINTS)},
    "cap_total": {"n": whole(0, 50)},
    "mod_cap": {"n": whole(-5, 5)},
    "extra_play": {"type": one_of(ONCE_A_ROUND, "no type of which one is played in a round")},
}
"""Fields that are narrower or wider for an op."""
EFFECT: Final[dict[str, Checker]] = {
    "when": one_of(WHENS, "no occasion"),
    "event": one_of(EVENTS, "no event"),
    "limit": _limit,
    "optional": flag,
    "if": _if,
    "cost": lambda value, where, faults: value,
    "do": lambda value, where, faults: value,
}
EFFECT_OF: Final = {
    "static": ("when", "if", "do"),
    "play": ("when", "if", "do"),
    "action": ("when", "if", "do", "limit", "cost"),
    "check": ("when", "if", "do", "limit", "cost", "event", "optional"),
}
"""Fields of an effect by its `when`."""
