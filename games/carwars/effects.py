"""What cards do: the vocabulary of `data/effects.toml`, and the one place that reads it.

`EFFECTS` has the effects of every card, read and checked. `state.Car` says which of its cards have
a say at a hook. What comes of an effect is the rule's to do. Rules: the cards' own texts
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Mapping
from typing import Any, Final, Literal, NamedTuple

import msgspec

from games.carwars.catalog import CARDS, PLACES, Item
from games.carwars.dice import NO_DICE, Colour, Icon, Pool, pool
from games.engine.rows import BadData, as_structs, read_file

Hook = Literal[
    "build", "crew", "round_start", "check_speed", "max_speed", "take_control", "manage_fires",
    "adjust_speed", "hard_accelerate", "hard_brake", "hard_speed_change", "movement", "maneuver",
    "driving_roll", "pay_control", "collision", "collision_damage", "own_phase", "own_combat",
    "any_time", "attack", "attack_action", "attack_roll", "attack_end", "defense_roll",
    "defense_result", "internal_damage", "crew_damage", "power_damage", "tire_damage",
    "weapon_damage",
]  # fmt: skip
"""When an effect is looked at."""
Period = Literal["moment", "attack", "driving_roll", "collision", "phase", "turn", "round", "game"]
"""How long a use counts: until this is over. `moment`: not at all, it can be used each time."""
Token = Literal["control", "ace"]
Cost = Literal["control", "ace", "tires", "damage_on_this"]
"""What is paid: tokens, tire damage (the tires must be there), damage tokens on the card itself."""

HAIR: Final = 6
"""Decimals of a distance that count."""


class Moment(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a guard may ask of the moment it is looked at. What has no meaning there is left out.

    Cards of the car are slots: their places in its list. Sides are 0 to 3, -1 for none.
    """

    speed: int = 0
    """1 in reverse."""
    tires: int = 0
    out_of_control: bool = False
    terrain_level: int = 0
    """The highest under the rectangle."""
    both_crew_alive: bool = True
    maneuver: bool = False
    """The movement point is a slide, or a turn past the SLIGHT zone."""
    turn_difficulty: int = 0
    """Zone of a turn, 1 to 4."""
    skids: int = 0
    """Skid-shields of the driving roll, re-rolls done."""
    die_from: str = ""
    """What put a die into the driving roll: `maneuver`, `terrain`, `hazard`, `card`."""
    attacker: int = -1
    """Slot of the crew member who attacks."""
    weapon: int = -1
    """Slot of the weapon or sidearm of this car that is used."""
    weapon_type: str = ""
    """Of the attack, whoever makes it."""
    weapon_subtype: str = ""
    range: float = 0.0
    """Between the rectangles, in L."""
    side: int = -1
    """The side of this car that is attacked."""
    side_armor: int = 0
    """Armor of that side before the attack."""
    target_side_armor: int = 0
    """Likewise, of the target of this car."""
    cover_shields: int = 0
    wrench: int = 0
    """Wrenches of the attack roll, re-rolls done."""
    own_side: int = -1
    """The side of this car that touched something."""
    first_attack: bool = False
    """Of this car in its combat phase."""
    next_same_target: bool = False
    """A later attack has the target of the one that is remembered."""
    next_weapon_type: str = ""


class Clause(NamedTuple):
    """One question of a guard."""

    asks: str
    """Field of a `Moment`."""
    how: str
    """A relation, or `is` (a flag), `this` (the card's slot), `this.side`."""
    value: Any = None


Guard = tuple[tuple[Clause, ...], ...]
"""One of these must hold, with all of its clauses; a guard of none always holds."""


class Effect(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One effect of a card. Which fields an op has is said in `data/effects.toml`."""

    hook: Hook
    op: str
    guard: Guard = ()
    cost: Mapping[Cost, int] = {}
    period: Period = "moment"
    """Of `per`, or of the hook."""
    once: bool = False
    """Once in a game; then the card is turned face down."""
    repeatable: bool = False
    """Any number of times at one event, as long as it can be paid."""
    optional: bool = False
    """Its owner may decline."""
    n: int | Literal["terrain_level"] = 0
    dice: Pool = NO_DICE
    token: Token | None = None
    icon: Icon | None = None
    kind: Literal["basic", "tire"] | None = None
    item: (
        Item | Literal["concussion_mine", "fire_mine", "foam", "oil", "smoke", "spikes", "slab", ""]
    ) = ""
    die: Colour | None = None
    frm: Colour | None = None
    to: Colour | None = None
    store: Mapping[Token, int] = {}
    wrench: Mapping[Token, int] = {}
    hit: Mapping[Token, int] = {}
    moves: tuple[Literal["straight", "slight", "slide", "turn_D1"], ...] = ()
    arcs: Literal["any"] | None = None
    weapon: str = ""
    then: Literal["", "extinguish"] = ""
    """What is done besides when it is used."""
    any: int = 0
    limit: int = 0
    delta: int = 0
    speed: int = 0
    stock: int = 0
    bp: int = 0
    max_cost: int = 0
    cap: int = 0
    shield: int = 0

    @property
    def decided(self) -> bool:
        """Whether somebody has to decide on it: it costs something, or may be declined."""
        return bool(self.cost) or self.optional


# -- reading


class Op(msgspec.Struct, forbid_unknown_fields=True):
    """What `data/effects.toml` says of an op."""

    hooks: tuple[Hook, ...]
    needs: tuple[str, ...] = ()
    may: tuple[str, ...] = ()
    chosen: bool = False


VOCABULARY: Final = read_file(__package__, "data/effects.toml")
OPS: Final = msgspec.convert(VOCABULARY["op"], dict[str, Op])
"""What an op may be, by its name, in the order in which several take their turn."""
ORDER: Final = {op: at for at, op in enumerate(OPS)}
_RELATIONS: Final[Mapping[str, Callable[[Any, Any], Any]]] = {
    "==": operator.eq, "!=": operator.ne, ">=": operator.ge, "<=": operator.le,
    ">": operator.gt, "<": operator.lt, "in": lambda one, many: one in many,
    "is": lambda flag, _: flag, "this": operator.eq, "this.side": operator.eq,
}  # fmt: skip
_CLAUSE: Final = re.compile(r"([a-z_.]+)(?:\s*(==|!=|>=|<=|>|<|\bin\b)\s*(\S.*))?")
_SIDES: Final = {name: side for side, name in PLACES.items()}


def read(place: str, row: Mapping[str, Any]) -> Effect:
    """An effect as it is written. Raises `BadData`, which tells its `place`."""
    fields = {name: row[name] for name in row if name not in ("when", "per")}
    try:
        guard = parse(row.get("when", ""))
        fields["period"] = row.get("per", VOCABULARY["hook"][row["hook"]]["event"])
        fields["dice"] = pool(row.get("dice", {}))
    except (KeyError, ValueError) as error:
        raise BadData([f"{place}: {error}"]) from error
    (effect,) = as_structs(place, [fields | {"id": row.get("op")}], Effect)
    return msgspec.structs.replace(effect, guard=guard)


def parse(written: str) -> Guard:
    """A guard such as "maneuver and speed>=4". Raises KeyError or ValueError."""
    return tuple(
        tuple(map(_clause, re.split(r"\s+and\s+", each)))
        for each in filter(None, re.split(r"\s+or\s+", written))
    )


def _clause(written: str) -> Clause:
    found = _CLAUSE.fullmatch(written.strip())
    if found is None:
        raise ValueError(f"{written!r} is no question.")
    word, how, value = found.groups("")
    asks, sort = word.replace(".", "_"), VOCABULARY["word"][word]
    if not how:
        return Clause(asks, "is")
    if value in ("this", "this.side"):
        return Clause(asks, value)
    if how == "in":
        return Clause(asks, how, tuple(_SIDES[each.strip()] for each in value[1:-1].split(",")))
    reads: Mapping[str, Callable[[str], Any]] = {"number": float, "side": _SIDES.__getitem__}
    return Clause(asks, how, reads.get(sort, str)(value))


EFFECTS: Final = {
    card.number: tuple(
        read(f"data/cards.toml: card {card.id}: effects[{at}]", row)
        for at, row in enumerate(card.effects)
    )
    for card in CARDS.values()
}
"""The effects of every card, by its number."""


# -- what applies


class Use(msgspec.Struct, frozen=True, array_like=True):
    """An effect that has been used, and counts as used until that is over."""

    slot: int
    at: int
    until: Period


class Applied(NamedTuple):
    """An effect of a living card that applies now."""

    slot: int
    card: int
    at: int
    """Its place among the effects of its card."""
    effect: Effect
    n: int
    """How many, where the effect says that the terrain tells."""

    @property
    def name(self) -> str:
        """Id of the card: what dice and parts of a sum are told of by."""
        return CARDS[self.card].id

    @property
    def ace(self) -> int:
        """Ace that it costs."""
        return self.effect.cost.get("ace", 0)

    @property
    def use(self) -> tuple[Use, ...]:
        """What is to be remembered when it is used; nothing where it may be used again at once."""
        kept = not self.effect.repeatable and self.effect.period != "moment"
        return (Use(self.slot, self.at, self.effect.period),) if kept else ()


def holds(guard: Guard, moment: Moment, slot: int = -1, side: int = -1) -> bool:
    """Whether a guard of the card in that slot, on that side, holds."""
    return not guard or any(
        all(_true(each, moment, slot, side) for each in clauses) for clauses in guard
    )


def _true(clause: Clause, moment: Moment, slot: int, side: int) -> bool:
    value = getattr(moment, clause.asks)
    if isinstance(value, float):
        value = round(value, HAIR)
    other = {"this": slot, "this.side": side}.get(clause.how, clause.value)
    return bool(_RELATIONS[clause.how](value, other))
