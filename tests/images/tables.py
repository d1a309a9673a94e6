"""Tables to draw in tests and benchmarks: any number of them, each as it could be in play."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import msgspec

from games.carwars_cards.cards import CARDS, NUMBERS
from games.carwars_cards.options import Options
from games.carwars_cards.state import Duelist, Hit, State, Threat
from games.engine.players import Player
from games.engine.seen import BACK

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


def car(seat: int, hand_size: int = 5, **changes: Any) -> Duelist:
    """A car as it starts a duel, with changes."""
    return Duelist(seat, **{"hand": [BACK] * hand_size, **changes})


def gear(*ids: str) -> list[int]:
    return [NUMBERS[each] for each in ids]


def table(
    cars: Sequence[Duelist],
    incoming: Threat | None = None,
    *,
    hand: Sequence[int] | None = None,
    single_duel: bool = False,
    draw_pile: int = 87,
    **changes: Any,
) -> State:
    """A table in the middle of a duel, as a spectator sees it or who looks (`seat`, with that
    `hand`), with changes."""
    players = list(cars)
    if hand is not None:
        me = changes["seat"]
        players[me] = msgspec.structs.replace(players[me], hand=list(hand))
    state = State(
        Options(single_duel=single_duel),
        players,
        phase="action",
        duel=2,
        turn=14,
        dealer=0,
        operating=[each.seat for each in cars if each.status == "in"],
        draw=[BACK] * draw_pile,
        threats=[] if incoming is None else [incoming],
    )
    return msgspec.structs.replace(state, **changes)


def of_seat(view: State, seat: int) -> State:
    """What a seat sees where a spectator sees that: its cards are swerves, one laid aside."""
    me = view.players[seat]
    cards = [NUMBERS["swerve"]] * len(me.hand)
    mine = msgspec.structs.replace(me, hand=cards, queued=[(card, -1) for card in cards[:1]])
    players = [mine if player is me else player for player in view.players]
    return msgspec.structs.replace(view, players=players, seat=seat)


def incoming(source: int, target: int, side: int, **changes: Any) -> Threat:
    """An Autocannon on its way, with changes."""
    attack = Threat(NUMBERS["attack_autocannon_front"], source, target, side, 5, source)
    return msgspec.structs.replace(attack, **changes)


def _any_hits(dice: random.Random, side: str) -> list[Hit]:
    weapons = ("flamethrower", "laser", "autocannon", "missile", "machine_gun")
    hits = []
    for _ in range(dice.choice((0, 0, 1, 2, 3))):
        card = CARDS[NUMBERS[f"attack_{dice.choice(weapons)}_{side}"]]
        guarded = dice.random() < 0.4 and card.damage > 3
        armor = tuple(gear(f"armor_{side}")) if guarded else ()
        hits.append(Hit(card=card.number, armor=armor, points=card.damage - 3 * guarded))
    return hits


def any_car(dice: random.Random, seat: int, seats: int, running: bool) -> Duelist:
    """A car in any state."""
    sides = [_any_hits(dice, side) for side in ("front", "back", "left", "right")]
    swerves = [hit("swerve", 1) for _ in range(dice.choice((0, 0, 1, 3, 9)))]
    status = "in" if running else dice.choice(("out", "out", "escaped", "ejected", "quit"))
    return car(
        seat,
        status=status,
        side_damage=[sum(each.points for each in side) for side in sides],
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
        out_by=(seat + 1) % seats if status == "out" and dice.random() < 0.7 else -1,
    )


def any_incoming(dice: random.Random, cars: Sequence[Duelist]) -> Threat | None:
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


def any_table(seed: int, seats: int) -> State:
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
        attack,
        duel=dice.randint(1, 9),
        turn=dice.randint(0, 120),
        active=active,
        phase="answer" if attack else "action",
        draw_pile=dice.randint(0, 120),
        reshuffled=dice.random() < 0.3,
        single_duel=dice.random() < 0.3,
    )
