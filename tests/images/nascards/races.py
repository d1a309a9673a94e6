"""Races to draw in tests and benchmarks: any number of cars, each as it could be in play."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from games.engine.players import Player
from games.nascards import GAME
from games.nascards.options import Options
from games.nascards.state import Driver, Mod, State

# Names without figures: every number on a picture is then one of the game's.
NAMES = ("Rook", "Juniper", "Marlowe", "Odalys", "Sable", "Wren", "Petra", "Hollis")
PLAYERS = tuple(Player(name) for name in NAMES)
MIXED = tuple(Player(name, "normal" if i % 2 else "") for i, name in enumerate(NAMES))
HOSTILE = (
    Player("two\nlines\r\tand\x00\x07\x1b[31m"),
    Player("x" * 500, "easy"),
    Player("W" * 500),
    Player("日本語の名前 العربية עברית ไทย"),
    Player("\u202eRTL\u2066\u200b\ufeff \ud800\ue000"),
    Player("Z̷̡̢a̵l̶g̸o̴ 👩‍👩‍👧‍👦🏳️‍🌈 ﷽ 𝓡𝓸𝓸𝓴", "normal"),
    Player("(╯°□°)╯︵ ┻━┻" * 9, "easy"),
    Player("<@123456789012345678> **bold** `code`"),
)
EMPTY = tuple(Player(name) for name in ("", " ", "\n", "\u200b", "\x00", "\u3164", "\t", "\ufeff"))
FIRST, LAST = 11, 65
"""Numbers of the Maneuver cards."""


def driver(seat: int, hand_size: int = 8, **changes: Any) -> Driver:
    """A driver in the race, untroubled, with so many Speed cards and with changes."""
    return Driver(seat, **{"hand": [5] * hand_size, **changes})


def mods(mishap: int = 0, severity: int = 0, draft: int = 0) -> list[Mod]:
    """What one card has added to each of a car's rolls."""
    rolls = {"mishap": mishap, "severity": severity, "draft": draft}
    return [Mod(roll, points, FIRST) for roll, points in rolls.items() if points]


def race(
    drivers: Sequence[Driver],
    seat: int | None = None,
    goal: Any = 200,
    races: int = 1,
    **changes: Any,
) -> State:
    """A race under way as a seat or a spectator sees it, with changes.

    Order, pits and wrecks follow the miles; of level cars the lower seat is ahead.
    """
    by_miles = sorted(drivers, key=lambda each: -each.miles)
    wrecks = sorted(by_miles, key=lambda each: each.totaled_turn)
    order = [each.seat for each in by_miles if each.status == "track"]
    plain: dict[str, Any] = {
        "race": 1,
        "turn": 12,
        "phase": "speed",
        "active": order[0] if order else -1,
        "order": order,
        "pits": [each.seat for each in by_miles if each.status == "pit"],
        "wrecks": [each.seat for each in wrecks if each.status == "totaled"],
        "speed_pile": [5] * 33,
        "speed_discard": [3, 8, 7],
        "maneuver_pile": [FIRST] * 40,
        "maneuver_discard": [LAST] * 15,
    }
    options = Options(goal=goal, races=races)
    view: State = GAME.view(State(options, [*drivers], **{**plain, **changes}), seat)
    return view


def any_driver(
    dice: random.Random, seat: int, seats: int, phase: str, pack: int, goal: int
) -> Driver:
    """A car in any state that a phase can show."""
    status = dice.choices(("track", "pit", "totaled"), (9, 1, 1))[0]
    stray = dice.choices((0, 0, -40), (6, 1, 1))[0]
    miles = max(0, min(goal + 9, pack + dice.randint(-9, 9) + stray))
    begun = ("pit", "maneuver", "speed", "drafting", "crash").index(phase)
    others = [other for other in range(seats) if other != seat]
    out = status == "totaled"
    shown = status == "track" and begun >= 1 and dice.random() < 0.9
    rolled = status == "track" and begun >= 1 and dice.random() < 0.25
    crash = dice.randrange(10) if rolled else -1
    engine = dice.choice((0, 0, 0, -2, -3, -11)) if not out else 0
    owed = dice.choice((0, 0, 0, 0, 1, 2)) if not out else 0
    return driver(
        seat,
        0 if out else dice.randint(0, 12),
        status=status,
        miles=miles,
        pit_stops=dice.choice((0, 1, 2)),
        engine_penalty=min(engine, 4 - crash) if crash in (5, 6) else engine,
        forced_pits=max(owed, crash - 6) if crash in (7, 8, 9) else owed,
        advantages=dice.choices(range(5), k=dice.choice((0, 0, 1, 3))),
        maneuver=dice.randint(FIRST, LAST) if shown else -1,
        maneuver_done=dice.choice(("", "played", "played", "discarded")) if shown else "",
        speed=dice.choices(range(1, 11), k=dice.choice((1, 1, 2)))
        if status == "track" and begun >= 2
        else [],
        drafted=dice.choice((0, 1, 2, 3)) if status == "track" and begun >= 3 else -1,
        mods=mods(
            dice.choice((0, 0, -1, 1)), dice.choice((0, 0, -2, 1)), dice.choice((0, 0, 2, -3))
        ),
        speed_max=dice.choice((1, 1, 2)),
        momentum=dice.choice((0, 0, 5)),
        blocked_by=sorted(dice.sample(others, min(len(others), dice.choice((0,) * 8 + (1, 2)))))
        if status == "track"
        else [],
        defensive=-2 if status == "track" and dice.random() < 0.1 else 0,
        hit=rolled,
        crash=crash,
        totaled_turn=dice.randint(1, 11) if out else 0,
        cup_points=dice.choice((0, 3, 12, 104)),
        wins=dice.choice((0, 0, 1)),
    )


def any_race(seed: int, seats: int) -> State:
    """A race in any state, the same for the same seed."""
    dice = random.Random(f"{seed}/{seats}")
    goal = dice.choice((100, 200, 300, 400, 500))
    phase = dice.choice(("pit", "maneuver", "speed", "drafting", "crash"))
    pack = dice.randint(0, goal - 1)
    drivers = [any_driver(dice, seat, seats, phase, pack, goal) for seat in range(seats)]
    races = dice.choice((1, 1, 5))
    view = race(
        drivers,
        goal=goal,
        races=races,
        race=dice.randint(1, races),
        turn=dice.randint(12, 60),
        phase=phase,
        yellow_flag=dice.random() < 0.2,
        history=[[max(0, each.miles - dice.choice((0, 4, 9, 14))) for each in drivers]],
    )
    view.active = dice.choice((-1, *view.order)) if phase != "pit" else -1
    return view
