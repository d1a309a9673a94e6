"""Tables to draw in tests and benchmarks: any number of them, each as it could be in play."""

from __future__ import annotations

import random
from collections.abc import Sequence

import msgspec

from games.carwars_cards.cards import CARDS, NUMBERS
from games.carwars_cards.view import Car, CardsView, Hit, Incoming
from games.engine.players import Player

# Names without figures: every number on a picture is then one of the game's.
PLAYERS = tuple(Player(name) for name in ("Rook", "Juniper", "Marlowe", "Odalys", "Sable", "Wren"))
HOSTILE = (
    Player("two\nlines\r\tand\x00\x07\x1b[31m"),
    Player("x" * 500, "easy"),
    Player("W" * 500),
    Player("日本語の名前 العربية עברית ไทย"),
    Player("\u202eRTL\u2066\u200b\ufeff \ud800\ue000"),
    Player("Z̷̡̢a̵l̶g̸o̴ 👩‍👩‍👧‍👦🏳️‍🌈 ﷽ 𝓡𝓸𝓸𝓴", "normal"),
)
EMPTY = tuple(Player(name) for name in ("", " ", "\n", "\u200b", "\x00", "\u3164"))
GEAR = (
    *("fireproof_armor", "laser_reflective_armor", "metal_armor", "ramplate", "wheelguards"),
    *("machine_gun_jams", "laser_overheats"),
)


def hit(card: str, points: int, *armor: str) -> Hit:
    return Hit(card=NUMBERS[card], armor=tuple(NUMBERS[each] for each in armor), points=points)


def car(seat: int, **changes: object) -> Car:
    """A car as it starts a duel, with changes."""
    fresh = Car(
        seat=seat,
        status="in",
        side_damage=(0, 0, 0, 0),
        side_hits=((), (), (), ()),
        driver_damage=0,
        driver_hits=(),
        tire_damage=0,
        tire_hits=(),
        specials=(),
        hand_size=5,
        shown=(),
        score=0,
        kills=0,
        escaping=False,
        skip_turns=0,
        out_by=None,
    )
    return msgspec.structs.replace(fresh, **changes)


def gear(*ids: str) -> tuple[int, ...]:
    return tuple(NUMBERS[each] for each in ids)


def table(cars: Sequence[Car], **changes: object) -> CardsView:
    """A table in the middle of a duel, as a spectator sees it, with changes."""
    view = CardsView(
        seat=None,
        duel=2,
        turn=14,
        dealer=0,
        active=0,
        phase="action",
        cars=tuple(cars),
        draw_pile=87,
        reshuffled=False,
        discard=(),
        played=(),
        incoming=None,
        points_to_win=60,
        single_duel=False,
        hand=(),
        queued=(),
        winner=None,
    )
    return msgspec.structs.replace(view, **changes)


def incoming(source: int, target: int, side: int, **changes: object) -> Incoming:
    """An Autocannon on its way, with changes."""
    attack = Incoming(
        card=NUMBERS["attack_autocannon_front"],
        source=source,
        target=target,
        side=side,
        tire_shot=False,
        points=5,
        armor=(),
        stopped=0,
        follow_up=False,
    )
    return msgspec.structs.replace(attack, **changes)


def _any_hits(dice: random.Random, side: str) -> tuple[Hit, ...]:
    weapons = ("flamethrower", "laser", "autocannon", "missile", "machine_gun")
    hits = []
    for _ in range(dice.choice((0, 0, 1, 2, 3))):
        card = CARDS[NUMBERS[f"attack_{dice.choice(weapons)}_{side}"]]
        guarded = dice.random() < 0.4 and card.damage > 3
        armor = gear(f"armor_{side}") if guarded else ()
        hits.append(Hit(card=card.number, armor=armor, points=card.damage - 3 * guarded))
    return tuple(hits)


def any_car(dice: random.Random, seat: int, seats: int, running: bool) -> Car:
    """A car in any state."""
    sides = tuple(_any_hits(dice, side) for side in ("front", "back", "left", "right"))
    swerves = tuple(hit("swerve", 1) for _ in range(dice.choice((0, 0, 1, 3, 9))))
    status = "in" if running else dice.choice(("out", "out", "escaped", "ejected", "quit"))
    return car(
        seat,
        status=status,
        side_damage=tuple(sum(each.points for each in side) for side in sides),
        side_hits=sides,
        driver_damage=dice.choice((0, 0, 0, 1, 3, 4)),
        tire_damage=len(swerves),
        tire_hits=swerves,
        specials=gear(*dice.sample(GEAR, dice.choice((0, 0, 1, 1, 2, 3, 7)))),
        hand_size=dice.randint(0, 6) if running else 0,
        score=dice.choice((0, 10, 20, 50, 130)),
        kills=dice.choice((0, 0, 1, 2)),
        escaping=dice.random() < 0.15,
        skip_turns=dice.choice((0, 0, 0, 0, 1, 2)),
        out_by=(seat + 1) % seats if status == "out" and dice.random() < 0.7 else None,
    )


def any_incoming(dice: random.Random, cars: Sequence[Car]) -> Incoming | None:
    running = [each.seat for each in cars if each.status == "in"]
    if dice.random() < 0.5:
        return None
    source, target = dice.sample(running, 2)
    stopped = dice.choice((0, 0, 3, 6))
    tires = dice.random() < 0.2
    landed = dice.random() < 0.2
    return incoming(
        source,
        target,
        dice.randrange(4),
        tire_shot=tires,
        stopped=0 if tires else stopped,
        points=dice.choice((3, 4, 5, 6)),
        follow_up=dice.random() < 0.2,
        landed=landed,
        answer=NUMBERS["swerve"] if landed else dice.choice((-1, -1, NUMBERS["spin"])),
    )


def any_table(seed: int, seats: int) -> CardsView:
    """A table in any state, the same for the same seed."""
    dice = random.Random(f"{seed}/{seats}")
    active = dice.randrange(seats)
    sure = {active, (active + 1) % seats}
    cars = [
        any_car(dice, seat, seats, seat in sure or dice.random() < 0.75) for seat in range(seats)
    ]
    attack = any_incoming(dice, cars)
    return table(
        cars,
        duel=dice.randint(1, 9),
        turn=dice.randint(0, 120),
        active=active,
        phase="answer" if attack else "action",
        draw_pile=dice.randint(0, 120),
        reshuffled=dice.random() < 0.3,
        incoming=attack,
        single_duel=dice.random() < 0.3,
    )
