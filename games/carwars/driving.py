"""A turn of the movement phase: its question, the speed, and how it goes on from point to point
(Rules: Movement).

The parts of its answer are the speed (`v3`; `vr0` in reverse), a move for each movement point (`s`,
`l225`, `r75`, `al`, `ar`), and `go` (all further points are straight) or `ask` (its player is asked
again).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache, partial
from typing import Final, Literal, NamedTuple, TypeAlias

from msgspec.structs import replace

from games.carwars.arena import Arena
from games.carwars.base import STRAIGHT, ZONES, Move, base, legs_of, zone
from games.carwars.damage import lose_power, lose_tires, use
from games.carwars.effects import Applied, Hook
from games.carwars.events import SpeedSet
from games.carwars.ground import place_of, walls
from games.carwars.moves import Turn
from games.carwars.state import Car, Live, State, Turning
from games.carwars.travel import travel
from games.carwars.walls import tail_at_wall
from games.engine.ask import Ask, Step, Typed, Walked, parts_of, put
from games.engine.errors import Illegal
from games.engine.shapes import Pose
from games.engine.texts import filled

GO: Final = "go"
ASK: Final = "ask"
SPEED: Final = "Rules: Adjust Speed"
DRIVE: Final = "Rules: Drive"
ALL: Final = frozenset(("straight", "turn", "slide", "boost", "slab"))
"""Every sort of move."""
MOST_TENTHS: Final = ZONES[-1]

_TURNS: Final = tuple(Move("turn", side, end) for side in (1, -1) for end in ZONES)
_SLIDES: Final = (Move("slide", 1), Move("slide", -1))
USUAL: Final = (STRAIGHT, *_SLIDES, *_TURNS)
"""The usual moves: turns to the edges of the zones. Any other angle may be turned, too."""
NUMBERS: Final[Mapping[str, int]] = {move.key: at for at, move in enumerate(_TURNS, 1)}
"""By key of a usual turn: its number, in the picture of the hand and on what is pressed."""
EXTRAS: Final[Mapping[str, tuple[Hook, str]]] = {
    "boost": ("movement", "extra_straight"),
    "slab": ("movement", "drop"),
}
"""Moves that take no movement point, and the effects that they are. Rules: Thundercat Battery; The
Slab"""
SPARES: Final[Mapping[str, tuple[Hook, str]]] = {
    "accelerate": ("hard_accelerate", "ignore_power_damage"),
    "brake": ("hard_brake", "ignore_tire_damage"),
}
"""What takes the damage of a hard change away."""
_MOVES: Final = {move.key: move for move in (*USUAL, Move("boost"), Move("slab"))}
_TURN: Final = re.compile("([lr])([1-9][0-9]{0,2})")
_SPEED: Final = re.compile("v(r?)([0-5])")
_TYPED: Final = re.compile(r"(?:([lr])[a-z]*\s*)?([0-9]{1,2})(?:[.,]([0-9]))?(?:\s*([lr])[a-z]*)?")

said: Final = partial(filled, "games.carwars", "refused")


MOST: Final = 2
"""Steps of speed in a turn, the second one a hard change."""
Hard: TypeAlias = Literal["accelerate", "brake", ""]


class Pace(NamedTuple):
    """What a player may set the speed to."""

    speed: int
    reverse: bool = False
    hard: Hard = ""

    @property
    def points(self) -> int:
        """Movement points that it gives. Rules: Adjust Speed"""
        return 1 if self.reverse else self.speed

    @property
    def key(self) -> str:
        return f"v{'r' if self.reverse else ''}{self.speed}"


def pace_of(key: str) -> Pace:
    """The speed of a key such as `v3`."""
    return Pace(int(key[-1]), "r" in key)


def hard(change: int) -> Hard:
    """What a change of speed is as a hard one. Rules: Hard Acceleration; Hard Braking"""
    return "" if abs(change) != MOST else "accelerate" if change > 0 else "brake"


def earned(car: Car, speed: int) -> int:
    """Ace for committing to a maneuver at this speed. Rules: Ace Tokens; Chassis Brace"""
    return 1 + car.number("maneuver", "gain", replace(car.moment(maneuver=True), speed=speed))


def paces(car: Car, tail_at_wall: bool) -> tuple[Pace, ...]:
    """What a car may set its speed to, the one nearest to its present one first.

    Keep, one step, or one step and a hard one. Reverse and 1 are next to each other, and moving
    between stopped and reverse keeps speed 0. Reverse may not be chosen while the tail touches a
    wall.

    Rules: Adjust Speed; Hard Acceleration; Hard Braking; Rulings 31, 47
    """
    now, out = car.speed, list[Pace]()
    for change in (0, 1, -1, 2, -2):
        speed = now + change
        if not 0 <= speed <= car.limit or (change == -2 and not car.tires):
            continue
        ways = (car.reverse, not car.reverse) if not speed else (False,)
        out += [Pace(speed, way, hard(change)) for way in ways if not (way and tail_at_wall)]
    for each in car.offered("adjust_speed", "set_speed"):
        speed = min(each.effect.speed, car.limit)
        out += [Pace(speed)] * all(pace.speed != speed for pace in out)
    return tuple(out)


def steers(car: Car) -> frozenset[str]:
    """The sorts of moves that a car may make: out of control straight ones, and those that a card
    allows. Rules: Out Of Control; Possum"""
    if not car.out_of_control:
        return ALL
    op = "allow_when_out_of_control"
    cards = car.automatic("movement", op)
    return frozenset(("straight", "slab", *(name for each in cards for name in each.effect.moves)))


def has_choice(car: Car) -> bool:
    """Whether it can do anything but drive straight. Rules: Out Of Control; Possum"""
    return bool(steers(car) - {"straight", "slab"})


def may(sorts: frozenset[str], move: Move) -> bool:
    """Whether a move is of these sorts."""
    if sorts == ALL or move.kind != "turn":
        return move.kind in sorts
    return ("slight", "turn_D1", "")[min(2, zone(move.tenths))] in sorts


# -- part by part


class Turns:
    """The answers to one question: what speeds there are, and how many points are left."""

    def __init__(self, paces: Sequence[Pace], left: int | None, car: Car) -> None:
        self._paces = {pace.key: pace for pace in paces}
        self._left, self._sorts = left, steers(car)
        self._usual = [move for move in USUAL if may(self._sorts, move)]
        self._extras = [key for key, effect in EXTRAS.items() if car.offered(*effect)]

    def keys(self, parts: tuple[str, ...]) -> Sequence[str]:
        """The usual parts that may come next. Raises `Illegal`."""
        if not parts:
            return tuple(self._paces)
        if parts[-1] in (GO, ASK):
            self.read(parts)
            return ()
        _, room, moves = self._begun(parts)
        done = moves or self._left is not None
        extras = [key for key in self._extras if key not in parts and (done or key != "slab")]
        if not room or len(self._usual) == 1:
            return (GO, *extras)
        return (*(move.key for move in self._usual), GO, *extras, *([ASK] if moves else ()))

    def read(self, parts: tuple[str, ...]) -> Turn:
        """The turn of a whole path. Raises `Illegal`."""
        if not parts or parts[-1] not in (GO, ASK):
            raise Illegal(said("unfinished"), DRIVE)
        pace, room, moves = self._begun(parts[:-1])
        look = parts[-1] == ASK
        if look and not (room and moves):
            raise Illegal(said("nothing_left"), DRIVE)
        return Turn(pace.speed, pace.reverse, tuple(moves), look)

    def _begun(self, parts: tuple[str, ...]) -> tuple[Pace, int, list[Move]]:
        """What some parts begin: the speed, points without a move, and the moves."""
        pace = self._paces.get(parts[0]) if parts else None
        if pace is None:
            sound = parts and _SPEED.fullmatch(parts[0])
            raise Illegal(said("speed" if sound else "unknown_part"), SPEED)
        moves = [move_of(key) for key in parts[1:]]
        points = pace.points if self._left is None else self._left
        extras = [move.kind for move in moves if move.is_extra]
        if len(moves) - len(extras) > points:
            raise Illegal(said("too_many", points=points, moves=len(moves) - len(extras)), DRIVE)
        if not all(may(self._sorts, move) for move in moves):
            why = "out_of_control" if len(self._usual) == 1 else "possum"
            raise Illegal(said(why), "Rules: Out Of Control")
        too_soon = self._left is None and [move.kind for move in moves[:1]] == ["slab"]
        if too_soon or len({*extras}) < len(extras) or not {*extras} <= {*self._extras}:
            raise Illegal(said("no_extra"), DRIVE)
        return pace, points - len(moves) + len(extras), moves

    def typed(self, parts: tuple[str, ...]) -> Typed | None:
        """Any angle may be typed where a move may come."""
        if not parts or parts[-1] in (GO, ASK):
            return None
        _, room, _ = self._begun(parts)
        if not room or len(self._usual) == 1:
            return None
        return Typed(said("angle_label"), said("angle_about"), _angle, usual=said("angle_usual"))

    @property
    def walked(self) -> Walked[Turn]:
        return Walked("turn", self.keys, self.read, parts_of(Turn), self.typed)


def move_of(key: str) -> Move:
    """The move of a part. Raises `Illegal`."""
    if (move := _MOVES.get(key)) is not None:
        return move
    if (found := _TURN.fullmatch(key)) and int(found[2]) <= MOST_TENTHS:
        return Move("turn", 1 if found[1] == "l" else -1, int(found[2]))
    raise Illegal(said("unknown_part"), DRIVE)


def _angle(text: str) -> tuple[str, ...]:
    """The part of an angle as it is typed: `left 37.5`, `12r`. Raises `Illegal`."""
    found = _TYPED.fullmatch(text.strip().lower())
    if found is not None and bool(found[1]) != bool(found[4]):
        tenths = int(found[2]) * 10 + int(found[3] or 0)
        if 0 < tenths <= MOST_TENTHS:
            return (f"{found[1] or found[4]}{tenths}",)
    raise Illegal(said("angle"), "Rules: Turn")


HELD: Final = 3
"""With so much control it is paid where nobody says otherwise: for fires, and for a hard change
where a card lets it. spec 13; Ruling 62"""
LOW: Final = 2
"""With so little control a player may wish to be asked before the next point."""


def turn(context: Live) -> Step[None] | None:
    """The next car's turn: its player sets the speed and draws the moves.

    Rules: Movement; Adjust Speed; Drive
    """
    state = context.state
    if (turn := state.turn) is not None:
        walked, default = turns(state, turn.seat).walked, usual(state, turn.seat)
        kind, cite = ("drive", DRIVE) if turn.begun else ("turn", SPEED)
        ask = Ask[Turn](turn.seat, kind, (), default, cite, walked=walked)
        return put(ask, partial(_turn, context, turn))
    state.active = state.next
    if state.active < 0:
        state.phase, state.acted, state.beat = "combat", [], "attack"
        for car in state.cars:
            car.over("phase")
            car.opened = []
            for card in car.cards:
                card.used = False
    else:
        state.turn = Turning(state.active)
    return None


def _turn(context: Live, turn: Turning, answer: Turn) -> None:
    if not turn.begun:
        turn.begun = True
        _adjust(context, answer)
    turn.moves, turn.look = list(answer.moves), answer.look
    context.state.beat = "point"
    if context.state.mover.out or not (turn.left or turn.moves):
        finish(context.state)


def turning(state: State) -> Turning:
    """The turn that is being driven."""
    assert state.turn is not None
    return state.turn


def turns(state: State, seat: int) -> Turns:
    """What a car may answer to the question of its turn, or of what is left of it."""
    car, left = state.cars[seat], state.points_left
    if left is not None:
        return Turns((Pace(car.speed, car.reverse),), left, car)
    return Turns(paces(car, tail_at_wall(state, seat)), None, car)


def paying(car: Car, change: Hard) -> list[Applied]:
    """The card by which control pays for a hard change, where it does. Tires and power don't come
    back, and control does. Rules: Ghost; Ruling 62"""
    kills = change == "accelerate" and car.power == 1
    found = car.offered("hard_speed_change", "replace_damage")
    return found[:1] if car.control >= HELD or kills else []


def strain(car: Car, change: int) -> Literal["accelerate", "brake", "spared", "paid", "card", ""]:
    """What a change of speed costs: hard damage, or what a card makes of that; `card` where a card
    alone allows it; empty for nothing. Rules: Adjust Speed"""
    if change > MOST:
        return "card"
    if not (how := hard(change)):
        return ""
    if car.automatic(*SPARES[how]):
        return "spared"
    return "paid" if paying(car, how) else how


def _adjust(context: Live, answer: Turn) -> None:
    """Set the speed; what a hard change costs comes at once.

    Rules: Adjust Speed; Hard Acceleration; Hard Braking
    """
    seat, car = turning(context.state).seat, context.state.mover
    before, was = car.speed, car.reverse
    pace = Pace(answer.speed, answer.reverse, hard(answer.speed - before))
    sets = car.offered("adjust_speed", "set_speed") if answer.speed - before > MOST else []
    car.speed, car.reverse = pace.speed, pace.reverse
    turning(context.state).left = pace.points
    saved = car.automatic(*SPARES[pace.hard]) if pace.hard else []
    card = saved[0].card if saved else -1
    context.emit(SpeedSet(seat, before, car.speed, car.reverse, was, pace.hard, card))
    for each in sets:
        use(context, seat, each)
    if not pace.hard or saved:
        return
    if found := paying(car, pace.hard):
        use(context, seat, found[0])
    elif pace.hard == "accelerate":
        lose_power(context, seat, "accelerate", 1)
    else:
        lose_tires(context, seat, "brake", 1)


def advance(state: State) -> None:
    """The point is over: the next one, or the end of the turn.

    Its player is asked again where that was wished, and where what was planned counts no more, if
    there is anything to choose. Rules: Drive; Ruling 56
    """
    turn, car = turning(state), state.mover
    car.over("driving_roll", "collision")
    turn.left -= 1
    if car.out or (turn.left <= 0 and not turn.moves):
        finish(state)
        return
    if 0 < car.control <= LOW and car.standing.look == "low":
        turn.moves, turn.look = [], True
    asks = turn.look and not turn.moves and has_choice(car)
    state.beat = "turn" if asks else "point"


def finish(state: State) -> None:
    """The turn is over."""
    state.acted.append(turning(state).seat)
    state.turn, state.active, state.beat = None, -1, "turn"


# -- what nobody chose


def usual(state: State, seat: int) -> Turn:
    """The turn of who does not answer: the present speed, and straight; where that meets a wall,
    the nearest turn that does not. Ruling 44"""
    car, left = state.cars[seat], state.points_left
    reverse = car.reverse and (left is not None or not tail_at_wall(state, seat))
    if left is None:
        left = car.pace
    if car.reverse and not reverse:
        left = 0
    if car.out_of_control:
        return Turn(car.speed, reverse)
    moves = _away(place_of(state), car.pose, left, reverse) if left else ()
    return Turn(car.speed, reverse, () if moves == (STRAIGHT,) else moves)


@lru_cache(512)
def _away(where: Arena, pose: Pose, left: int, reverse: bool) -> tuple[Move, ...]:
    """One move, as nearly straight as can be, after which the way straight on meets no wall; if
    every way meets one, that which does so last."""
    best, far = (STRAIGHT,), -1
    for first in sorted((move for move in USUAL if move.kind != "slide"), key=lambda m: m.tenths):
        at, done = _free(where, pose, first, reverse), 0
        while at is not None and done < left - 1:
            at, done = _free(where, at, STRAIGHT, reverse), done + 1
        if at is not None:
            return (first,)
        if done > far:
            best, far = (first,), done
    return best


def _free(where: Arena, pose: Pose, move: Move, reverse: bool) -> Pose | None:
    """Where a move ends that meets no wall; None where it does."""
    way = travel(base(pose), legs_of(pose, move, reverse), walls(where))
    return None if way.stopped else way.pose
