"""What is printed on a card, as data: effects in a small vocabulary. No card has code of its own.

docs/card-sets.md tells every word; `sets` checks them when a file is read, `kinds` makes them fast.
"""

from __future__ import annotations

from typing import Final

import msgspec

TYPES: Final = ("car", "trait", "mod", "team", "control", "condition", "course")
"""Types of card in the order of the calculation. Rules: Progress; Ruling B10."""
STATS: Final = ("power", "handling")
WHENS: Final = ("static", "play", "action", "check")
WHOS: Final = ("self", "target", "all", "leader", "last")
TARGETS: Final = ("opponent", "opponent_ahead", "opponent_behind")
ONCE_A_ROUND: Final = ("mod", "trait", "team", "condition", "course")
"""Types of which one may be played in a round. Rules: Action"""
TIRES: Final = "Tires"
"""The subtype of mods that the mod cap does not count. Rules: Mods"""


class Filter(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Which mods, or whose, are uninstalled."""

    subtypes: tuple[str, ...] = ()
    """Only mods of these subtypes; empty: of any."""
    min_active: int = 0
    """Only drivers with at least so many active mods, Tires counted."""


class Per(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """How many times a number counts for the driver it affects."""

    count: str
    """`mods`, `conditions` or `controls_played`."""
    subtypes: tuple[str, ...] = ()
    make: str = ""
    minus: int = 0
    max: int = 0
    """At most so often; 0: no limit."""


class Test(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What must be true: all that is written. Names of one sort are alternatives."""

    make_match: bool = False
    condition_subtype: tuple[str, ...] = ()
    condition_tag: tuple[str, ...] = ()
    course_subtype: tuple[str, ...] = ()
    rank: str = ""
    """`first`, `not_first` or `last`."""
    hand: str = ""
    """`largest`."""
    stat_above: tuple[str, int] | None = None
    mods_at_most: int | None = None


class Op(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One thing that a card does. Which fields belong to which op: `sets.OPS`."""

    op: str
    stat: str = ""
    n: int | None = None
    x: float | None = None
    who: str = "self"
    per: Per | None = None
    test: Test | None = msgspec.field(default=None, name="if")
    source: str = ""
    from_: str = msgspec.field(default="", name="from")
    subtype: str = ""
    type: str | tuple[str, ...] = ""
    """One type of card, or several that are as good."""
    rounds: int | None = None
    how: str = ""
    filter: Filter | None = None
    chooser: str = ""
    zone: str = ""
    which: str = ""


class Effect(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What a card does at one occasion."""

    when: str
    do: tuple[Op, ...]
    event: str = ""
    limit: int | str | None = None
    """`round` for once a round, or how often in a round; none: no limit."""
    optional: bool = False
    test: Test | None = msgspec.field(default=None, name="if")
    cost: tuple[Op, ...] = ()


class Printed(msgspec.Struct, frozen=True, omit_defaults=True):
    """Everything a card does beside its numbers."""

    target: str = ""
    """Whom it aims at: `opponent`, `opponent_ahead`, `opponent_behind`; empty: nobody."""
    effects: tuple[Effect, ...] = ()
