"""What is printed on a card, as data: effects in a small vocabulary. No card has code of its own.

The structs say what a file may hold, and `CARDS`, `EFFECTS` and `OPS` which of their fields go
together; `set_form` reads by both. docs/card-sets.md tells every word, `kinds` makes them fast.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Final, Literal, TypeAlias

import msgspec
from msgspec import Meta, inspect

TYPES: Final = ("car", "trait", "mod", "team", "control", "condition", "course")
"""Types of card in the order of the calculation. Rules: Progress; Ruling B10."""
PLAYED: Final = TYPES[1:]
"""Types of card that are played."""
ONCE_A_ROUND: Final = ("mod", "trait", "team", "condition", "course")
"""Types of which one may be played in a round. Rules: Action"""
STATS: Final = ("power", "handling")
WHOS: Final = ("self", "target", "all", "leader", "last")
TARGETS: Final = ("opponent", "opponent_ahead", "opponent_behind")
TIRES: Final = "Tires"
"""The subtype of mods that the mod cap does not count. Rules: Mods"""
SUBTYPES: Final[Mapping[str, tuple[str, ...]]] = {
    "mod": (
        "Body", "Brakes", "Drivetrain", "Electronics", "Engine",
        "Exhaust", "Induction", "Nitrous", "Suspension", TIRES,
    ),
    "condition": ("Law", "Light", "Surface", "Traffic", "Weather"),
    "course": ("Corner", "Mixed", "Straight", "Technical"),
}  # fmt: skip
"""Subtypes by type of card."""
TAGS: Final = ("wet", "loose", "ice")
EVENTS: Final = (
    "beginning",
    "scrap",
    *(
        f"{who}:{kind}"
        for who in ("you_play", "opponent_plays", "opponent_commits")
        for kind in PLAYED
    ),
    "you_upgrade",
    "your_mod_uninstalled",
    "targeted_by_control",
)
"""What a check can answer."""


def one_of(known: tuple[str, ...], no: str) -> Meta:
    """One of these words; `no` names the text of what an unknown one is not: "no stat"."""
    return Meta(extra={"known": known, "no": no})


def like(form: Any, no: str) -> Meta:
    """What `msgspec` takes for that form; `no` names the text of what anything else is not."""
    return Meta(extra={"form": form, "no": no})


Stat: TypeAlias = Annotated[str, one_of(STATS, "stat")]
ModSubtype: TypeAlias = Annotated[str, one_of(SUBTYPES["mod"], "mod_subtype")]
ConditionSubtype: TypeAlias = Annotated[str, one_of(SUBTYPES["condition"], "condition_subtype")]
CourseSubtype: TypeAlias = Annotated[str, one_of(SUBTYPES["course"], "course_subtype")]
Tag: TypeAlias = Annotated[str, one_of(TAGS, "tag")]
PlayedType: TypeAlias = Annotated[str, one_of(PLAYED, "played")]
OneType: TypeAlias = Annotated[
    tuple[Annotated[str, one_of(ONCE_A_ROUND, "once")], ...],
    Meta(max_length=1),
]
Make: TypeAlias = Annotated[str, Meta(min_length=1, max_length=20)]
Quarters: TypeAlias = Annotated[float, Meta(ge=0, le=10, multiple_of=0.25)]
"""A multiplier: a number of quarters, so that sums are exact."""
Count: TypeAlias = Annotated[int, Meta(ge=1, le=20)]
Points: TypeAlias = Annotated[int, Meta(ge=-20, le=20)]
AtLeast0: TypeAlias = Annotated[int, Meta(ge=0, le=20)]
To50: TypeAlias = Annotated[int, Meta(ge=0, le=50)]
Id: TypeAlias = Annotated[
    str,
    # It stands in what Discord lets us write on a button.
    like(
        Annotated[str, Meta(max_length=40, pattern="^[a-z][a-z0-9_]*$")],
        "id",
    ),
]
StatAbove: TypeAlias = Annotated[
    tuple[str, int],
    like(
        tuple[Literal["power", "handling"], To50],
        "stat_above",
    ),
]
Limit: TypeAlias = Annotated[
    int | str,
    like(
        Annotated[int, Meta(ge=1, le=9)] | Literal["round"],
        "limit",
    ),
]


class Filter(msgspec.Struct, frozen=True, omit_defaults=True):
    """Which mods, or whose, are uninstalled."""

    what: ClassVar[str] = "filter"
    subtypes: tuple[ModSubtype, ...] = ()
    """Only mods of these subtypes; empty: of any."""
    min_active: Count = 0
    """Only drivers with at least so many active mods, Tires counted."""


class Per(msgspec.Struct, frozen=True, omit_defaults=True):
    """How many times a number counts for the driver it affects."""

    what: ClassVar[str] = "per"
    count: Annotated[str, one_of(("mods", "conditions", "controls_played"), "counted")]
    subtypes: tuple[ModSubtype, ...] = ()
    make: Make = ""
    minus: Count = 0
    max: Count = 0
    """At most so often; 0: no limit."""


class Test(msgspec.Struct, frozen=True, omit_defaults=True):
    """What must be true: all that is written. Names of one sort are alternatives."""

    what: ClassVar[str] = "if"
    make_match: bool = False
    condition_subtype: tuple[ConditionSubtype, ...] = ()
    condition_tag: tuple[Tag, ...] = ()
    course_subtype: tuple[CourseSubtype, ...] = ()
    rank: Annotated[str, one_of(("first", "not_first", "last"), "rank")] = ""
    hand: Annotated[str, one_of(("largest",), "hand")] = ""
    stat_above: StatAbove | None = None
    mods_at_most: AtLeast0 | None = None


class Op(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing that a card does. Which fields belong to which op: `OPS`."""

    op: str
    stat: Stat = ""
    n: int | None = None
    x: Quarters | None = None
    who: Annotated[str, one_of(WHOS, "who")] = "self"
    duration: Annotated[str, one_of(("in_play", "round"), "duration")] = ""
    """May be written, and is always the same."""
    per: Per | None = None
    test: Test | None = msgspec.field(default=None, name="if")
    source: PlayedType = ""
    from_: Annotated[str, one_of(("opponents",), "source")] = msgspec.field(default="", name="from")
    subtype: ConditionSubtype = ""
    type: tuple[PlayedType, ...] = ()
    """One type of card, or several that are as good."""
    rounds: Annotated[int, Meta(ge=1, le=40)] | None = None
    how: Annotated[str, one_of(("choice", "random"), "how")] = ""
    filter: Filter | None = None
    chooser: Annotated[str, one_of(("owner",), "chooser")] = ""
    zone: Annotated[str, one_of(("course", "condition"), "zone")] = ""
    which: Annotated[str, one_of(("active", "choice"), "which")] = ""

    @property
    def picks(self) -> bool:
        """Whether the player of the card picks a card in play for it."""
        if self.op == "uninstall":
            return not self.chooser
        return self.op == "junk_shared" and self.zone == "condition"


class Effect(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a card does at one occasion. Which fields belong to which: `EFFECTS`."""

    when: str
    do: tuple[Op, ...]
    event: Annotated[str, one_of(EVENTS, "event")] = ""
    limit: Limit | None = None
    """`round` for once a round, or how often in a round; none: no limit."""
    optional: bool = False
    test: Test | None = msgspec.field(default=None, name="if")
    cost: tuple[Op, ...] = ()


class Sort:
    """What one sort of card, effect or op needs and may have besides, by name in a file, and which
    fields are narrower or wider than their struct says. `whens`: the occasions an op goes with."""

    def __init__(
        self, needs: str = "", may: str = "", whens: tuple[str, ...] = (), **narrow: Any
    ) -> None:
        self.needs = tuple(needs.split())
        self.fields = (*self.needs, *may.split())
        self.whens = whens
        self.narrow = {name: inspect.type_info(form) for name, form in narrow.items()}


_CARD: Final = "text power_asterisk handling_asterisk effects target"
_NAMED: Final = "id name type"


def _played(needs: str = "", may: str = "", **narrow: Any) -> Sort:
    """A card with printed points."""
    may = f"{_CARD} power handling {may}"
    return Sort(f"{_NAMED} {needs}", may, power=Points, handling=Points, **narrow)


CARDS: Final[Mapping[str, Sort]] = {
    "car": Sort(
        f"{_NAMED} power handling make mod_cap",
        f"{_CARD} plan",
        power=AtLeast0,
        handling=AtLeast0,
    ),
    "mod": _played("subtype", "make line stage", subtype=ModSubtype),
    "trait": _played(),
    "team": _played(),
    "control": _played(),
    "condition": _played("subtype", "tags", subtype=ConditionSubtype),
    "course": Sort(
        f"{_NAMED} subtype power handling",
        _CARD,
        subtype=CourseSubtype,
        power=Quarters,
        handling=Quarters,
    ),
}
"""Cards by type."""
EFFECTS: Final[Mapping[str, Sort]] = {
    "static": Sort("when do", "if"),
    "play": Sort("when do", "if"),
    "action": Sort("when do", "if limit cost"),
    "check": Sort("when do event", "if limit cost optional"),
}
"""Effects by occasion."""
WHENS: Final = tuple(EFFECTS)
_STATIC: Final = ("static",)
_DONE: Final = ("play", "action", "check")


def _op(needs: str, may: str, whens: tuple[str, ...], n: Any = Count, **narrow: Any) -> Sort:
    return Sort(f"op {needs}", may, whens, n=n, **narrow)


OPS: Final[Mapping[str, Sort]] = {
    "add": _op("stat n", "who per if duration", WHENS),
    "sub": _op("stat n", "who per if duration", WHENS),
    "set_base": _op("stat n", "who if", _STATIC, n=AtLeast0),
    "set_total": _op("stat n", "who if", _STATIC, n=AtLeast0),
    "cap_total": _op("stat n", "who if", _STATIC, n=To50),
    "floor_total": _op("stat n", "who if", _STATIC),
    "mul": _op("stat x", "who if", _STATIC),
    "course_min": _op("stat x", "who if", _STATIC),
    "ignore_subs": _op("source", "stat from who if", _STATIC),
    "ignore_limits": _op("stat", "who if", _STATIC),
    "double_condition_subs": _op("subtype", "who if", _STATIC),
    "extra_play": _op("type n", "who if", WHENS, type=OneType),
    "mod_cap": _op("n", "who if", _STATIC, n=Annotated[int, Meta(ge=-5, le=5)]),
    "protect_mods": _op("", "who if", _STATIC),
    "remains": _op("rounds", "", _STATIC),
    "draw": _op("n", "who if", _DONE),
    "discard": _op("n how", "who if", _DONE),
    "uninstall": _op("n", "who filter chooser if", _DONE),
    "uninstall_this": _op("", "", ("action", "check")),
    "junk_shared": _op("zone which", "", _DONE),
    "retrieve": _op("type n", "who if", _DONE),
    "search": _op("type n", "who if", _DONE),
    "look_hand": _op("who", "if", _DONE),
    "peek_discard": _op("", "who if", _DONE),
    "cancel": _op("", "", ("check",)),
}
"""Every op of the vocabulary."""
COSTS: Final = ("discard", "uninstall_this", "sub")
"""Ops that a cost may ask."""
