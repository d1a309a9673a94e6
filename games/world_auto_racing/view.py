"""What one seat may see of the race: built up from what is public, plus that seat's own cards."""

from __future__ import annotations

import msgspec


class Step(msgspec.Struct, frozen=True, gc=False):
    """One step in the calculation of a stat, in the order in which the rules take them."""

    kind: str
    """`base`, `set_base`, `add`, `sub`, `zero` (raised to 0), `set`, `cap`, `floor`, `mul`,
    `course`, `down` (rounded down) or `idle` (a control's limit that changes nothing)."""
    points: float
    """What is added, subtracted (negative), set to, limited to or multiplied by."""
    reason: str
    """Name of the car or card, or the rule's own words."""
    group: str
    """`car`, `trait`, `mod`, `team`, `control`, `condition`, `course` or `rule`."""
    after: float
    """The stat after this step."""


class Calculation(msgspec.Struct, frozen=True):
    """A driver's progress of one round, with every part named."""

    power: tuple[Step, ...]
    handling: tuple[Step, ...]
    power_total: int
    handling_total: int
    total: int


class Driver(msgspec.Struct, frozen=True, kw_only=True):
    """What everyone sees of one driver."""

    seat: int
    car: int
    """Card number of the car, or -1 before it is chosen."""
    hand_size: int
    garage_size: int
    junkyard: tuple[int, ...]
    """Public, the newest last."""
    mods: tuple[tuple[int, ...], ...]
    """Stacks from stage 1 up, in the order they entered play; the last card of each is active."""
    mod_cap: int
    trait: int
    """Card number, or -1."""
    teams: tuple[int, ...]
    controls: tuple[tuple[int, int], ...]
    """(card, seat it is aimed at or -1)."""
    progress: int
    passed: bool
    spent: tuple[str, ...]
    """Card types this driver may play no more of this round."""
    bonus_power: int
    bonus_handling: int
    """Round-long bonuses and losses so far."""
    order: int
    """Place in this round's racing order, from 1; 0 before the first round."""
    racing: bool
    """False for one who waits while tied drivers race on."""
    projected: Calculation | None
    """What the progress step would give if it came now."""
    last: Calculation | None
    """What it gave in the last round."""
    retired: bool
    place: int
    """Final place once the race is over, else 0."""


class WarView(msgspec.Struct, frozen=True, kw_only=True):
    """The whole race as one seat sees it (`seat` None: as a spectator does)."""

    seat: int | None
    length: int
    round: int
    """From 1; 0 before the first."""
    phase: str
    """`car`, `mulligan`, `beginning`, `action`, `scrap` or `over`."""
    active: int
    """Seat whose action turn it is, or whose car is being chosen; else -1."""
    drivers: tuple[Driver, ...]
    """In seat order: `drivers[seat].seat == seat`."""
    order: tuple[int, ...]
    """Seats in this round's racing order, the lead first; empty before the first round."""
    conditions: tuple[tuple[int, int], ...]
    """(card, owner), one a subtype at most, in the order they entered play."""
    courses: tuple[tuple[int, int], ...]
    """(card, owner) from the bottom up: only the last is active."""
    playing: tuple[int, int, int]
    """(seat, card, seat it is aimed at) being completed now, or (-1, -1, -1)."""
    checking: int
    """Card whose check or effect asks now, or -1."""
    choosing: int = -1
    """Seat that is asked in the middle of a step, or -1."""
    tied: tuple[int, ...]
    """Drivers who race on to break a tie at the finish; empty before that."""
    history: tuple[tuple[int, ...], ...]
    """Progress by seat after each round, the start (all 0) first."""
    places: tuple[tuple[int, ...], ...]
    """Final places, best first, once the race is over."""
    hand: tuple[int, ...]
    """This seat's own cards in the order they were drawn, the newest last."""
    found: tuple[int, ...]
    """Cards this seat may choose from in a search now (its whole garage, sorted), or the one card
    it looks at on top of its garage."""
    looked: tuple[tuple[int, tuple[int, ...]], ...]
    """(seat, cards) of hands this seat was shown this round, as they were then."""
    own_garage: tuple[int, ...]
    """All cards of this seat's own garage as it was brought, sorted; empty for a spectator."""
