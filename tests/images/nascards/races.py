"""Races to draw in tests and benchmarks: any number of cars, each as it could be in play."""

from __future__ import annotations

import random
from collections.abc import Sequence

import msgspec

from games.engine.players import Player
from games.nascards.view import Car, RaceView

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


def car(seat: int, **changes: object) -> Car:
    """A car in its race, untroubled, with changes."""
    fresh = Car(
        seat=seat,
        status="track",
        miles=0,
        place=0,
        hand_size=8,
        pit_stops=0,
        engine_penalty=0,
        forced_pits=0,
        advantages=(),
        maneuver=-1,
        maneuver_done="",
        speed=(),
        drafted=-1,
        mishap_mod=0,
        severity_mod=0,
        draft_mod=0,
        speed_max=1,
        momentum=0,
        blocked_by=(),
        defensive=0,
        hit=False,
        crash=-1,
        totaled_turn=0,
        cup_points=0,
        wins=0,
    )
    return msgspec.structs.replace(fresh, **changes)


def race(cars: Sequence[Car], **changes: object) -> RaceView:
    """A race under way, as a spectator sees it, with changes.

    Places, order and standings follow the miles; of level cars the lower seat is ahead.
    """
    track = sorted((each for each in cars if each.status == "track"), key=lambda each: -each.miles)
    order = tuple(each.seat for each in track)
    placed = tuple(
        msgspec.structs.replace(each, place=order.index(each.seat) + 1 if each.seat in order else 0)
        for each in cars
    )
    running = sorted(
        (each for each in cars if each.status != "totaled"),
        key=lambda each: (-each.miles, each.status == "pit"),
    )
    wrecked = sorted(
        (each for each in cars if each.status == "totaled"), key=lambda each: -each.totaled_turn
    )
    view = RaceView(
        seat=None,
        goal=200,
        races=1,
        race=1,
        turn=12,
        phase="speed",
        active=order[0] if order else -1,
        cars=placed,
        order=order,
        standings=tuple(each.seat for each in (*running, *wrecked)),
        yellow_flag=False,
        speed_pile=33,
        speed_discard=(3, 8, 7),
        maneuver_pile=40,
        maneuver_discard=15,
        history=(),
        winners=(),
        places=(),
        hand=(),
        dealt=(),
        kept=-1,
        follow=-1,
        looked=(),
    )
    return msgspec.structs.replace(view, **changes)


def any_car(dice: random.Random, seat: int, seats: int, phase: str, pack: int, goal: int) -> Car:
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
    return car(
        seat,
        status=status,
        miles=miles,
        hand_size=0 if out else dice.randint(0, 12),
        pit_stops=dice.choice((0, 1, 2)),
        engine_penalty=min(engine, 4 - crash) if crash in (5, 6) else engine,
        forced_pits=max(owed, crash - 6) if crash in (7, 8, 9) else owed,
        advantages=tuple(dice.choices(range(5), k=dice.choice((0, 0, 1, 3)))),
        maneuver=dice.randint(FIRST, LAST) if shown else -1,
        maneuver_done=dice.choice(("", "played", "played", "discarded")) if shown else "",
        speed=tuple(dice.choices(range(1, 11), k=dice.choice((1, 1, 2))))
        if status == "track" and begun >= 2
        else (),
        drafted=dice.choice((0, 1, 2, 3)) if status == "track" and begun >= 3 else -1,
        mishap_mod=dice.choice((0, 0, -1, 1)),
        severity_mod=dice.choice((0, 0, -2, 1)),
        draft_mod=dice.choice((0, 0, 2, -3)),
        speed_max=dice.choice((1, 1, 2)),
        momentum=dice.choice((0, 0, 5)),
        blocked_by=tuple(
            sorted(dice.sample(others, min(len(others), dice.choice((0,) * 8 + (1, 2)))))
        )
        if status == "track"
        else (),
        defensive=-2 if status == "track" and dice.random() < 0.1 else 0,
        hit=rolled,
        crash=crash,
        totaled_turn=dice.randint(1, 11) if out else 0,
        cup_points=dice.choice((0, 3, 12, 104)),
        wins=dice.choice((0, 0, 1)),
    )


def any_race(seed: int, seats: int) -> RaceView:
    """A race in any state, the same for the same seed."""
    dice = random.Random(f"{seed}/{seats}")
    goal = dice.choice((100, 200, 300, 400, 500))
    phase = dice.choice(("pit", "maneuver", "speed", "drafting", "crash"))
    pack = dice.randint(0, goal - 1)
    cars = [any_car(dice, seat, seats, phase, pack, goal) for seat in range(seats)]
    races = dice.choice((1, 1, 5))
    view = race(
        cars,
        goal=goal,
        races=races,
        race=dice.randint(1, races),
        turn=dice.randint(12, 60),
        phase=phase,
        yellow_flag=dice.random() < 0.2,
        history=(tuple(max(0, each.miles - dice.choice((0, 4, 9, 14))) for each in cars),),
    )
    active = dice.choice((-1, *view.order)) if phase != "pit" else -1
    return msgspec.structs.replace(view, active=active)
