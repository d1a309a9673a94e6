"""How `normal` drives: many turns are judged by where they would end, and the best on paper.

A turn is worth the damage that this car could then do, less what others could do to it, with an
eye on speed, control, walls, and whatever would be touched.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache, partial
from typing import Final, NamedTuple

import msgspec

from games.carwars import outlook
from games.carwars.arena import KINDS, Kind
from games.carwars.attack import arcs_of
from games.carwars.base import (
    LENGTH,
    STRAIGHT,
    ZONES,
    Move,
    along,
    base,
    in_order,
    legs_of,
    maneuver_dice,
)
from games.carwars.catalog import DASHBOARD
from games.carwars.dice import MEANS, at_least, damage_of, plus, spread
from games.carwars.driving import SPARES, USUAL, Pace, paces
from games.carwars.ground import bodies, is_light, is_player, lying, place_of
from games.carwars.moves import Turn
from games.carwars.outlook import Step, risk
from games.carwars.sight import scene
from games.carwars.state import THING, Car, State
from games.carwars.walls import tail_at_wall
from games.engine.plane import BACK, FRONT, LEFT, RIGHT, Point
from games.engine.shapes import Pose, meeting_point, own, sweep, touching

SHIELD: Final = MEANS["yellow"]["skid_shield"]
HIT: Final = MEANS["yellow"]["hit"]
REPOSITION: Final = 1.5
"""What it costs to be swung round at a wall."""
HIDDEN: Final = 0.5
"""What it costs that a rival cannot be seen."""
REACH: Final = 0.6
"""About how far a car reaches from its middle, in L."""
NEAR: Final = 2
"""Rivals that count, the nearest first."""
TRIED: Final = 8
"""Turns that are tried on paper at most."""
PUSHED: Final = 3
"""The same of a car that touches something: pushing takes long to reckon."""
BEYOND: Final = 5.0
"""What it costs to drive at an edge, beside the harm."""
MINE: Final = {"": 0.0, "explosion": 1.5, "fire": 2.5}
"""What it costs to set something off."""
DREAD: Final = 2.5
"""What a hazard costs, of what its dice and results do."""
BEST: Final = 1.0
"""The best range, in L: beyond it each length of the key gives a target a re-roll."""
SLACK: Final = 0.5
"""So much nearer than its weapons reach, in L, a car wants to be."""
FALLS: Final = 0.6
"""So much more, as a share, damage is worth to a car at its end."""
CREW: Final = 6
"""Of the crew of a whole car: what they can take, all together."""
CHOICES: Final = 200
"""Turns that are judged by their ends at most."""


class Temper(msgspec.Struct, frozen=True):
    """How a driver weighs things; as they stand here, a steady one."""

    wants: float = 2.0
    """What damage to others is worth, of what damage to the own car costs."""
    pace: float = 1.5
    """What each step of speed is worth, up to 3."""
    pull: float = 0.8
    """What each L costs that the nearest rival is out of the best range."""
    rams: float = 0.8
    """What damage to a rival is worth that is rammed."""
    likes: tuple[str, ...] = ()
    """Styles of cars that he builds more often."""


STEADY: Final = Temper()


class Arm(NamedTuple):
    """A weapon that can still fire, in short."""

    arcs: frozenset[int] | None
    range: float
    damage: float


class Rival(NamedTuple):
    """Another car, and where it may stand when shots are fired."""

    seat: int
    car: Car
    crew: int
    arms: tuple[Arm, ...]
    poses: tuple[Pose, ...]
    falls: float


# -- fire


def arms(car: Car) -> tuple[Arm, ...]:
    """The weapons of a car that can still fire, the heaviest first."""
    found = []
    for place, card in enumerate(car.cards):
        kind = car.kind(place)
        if kind.fires and not card.down:
            wrench = {"none": 0.0, "paint": 0.0, "tire": 0.7}.get(kind.wrench, 1.0)
            damage = kind.basic + damage_of(kind.dice, wrench)
            arm = Arm(arcs_of(car, place), kind.range, damage)
            # Each of the crew may fire a sidearm.
            found += [arm] * (len(car.crew) if kind.type == "sidearm" else 1)
    return tuple(sorted(found, key=lambda arm: -arm.damage))


def arcs_to(pose: Pose, other: Pose) -> set[int]:
    """About the arcs of a car that hold part of another: those of its middle, nose and tail."""
    x, y = own(pose, other[:2])
    turn = math.radians(other[2] - pose[2])
    dx, dy = 0.45 * math.cos(turn), 0.45 * math.sin(turn)
    return {_arc(x, y), _arc(x + dx, y + dy), _arc(x - dx, y - dy)}


def _arc(ahead: float, left: float) -> int:
    if abs(ahead) >= 2 * abs(left):
        return 0 if ahead > 0 else 2
    return 3 if left > 0 else 1


def fire(
    weapons: Sequence[Arm], crew: int, arcs: set[int], far: float, block: float
) -> tuple[float, float]:
    """About what a car's attacks in a round do to a target, and what they would do without
    shields."""
    got = bare = 0.0
    for arm in weapons:
        if (arm.arcs is None or arm.arcs & arcs) and (not arm.range or far <= arm.range):
            got += max(arm.damage / 8, arm.damage - block)
            bare += arm.damage
            crew -= 1
            if crew <= 0:
                break
    return got, bare


def dearer(armor: int) -> float:
    """So much more damage is worth on a side with that armor."""
    return 1.0 + 1.5 / (1 + armor)


def falls(car: Car) -> float:
    """So much more damage to a car is worth that has less left: who falls shoots no more."""
    crew = sum(car.left(place) for place in car.crew)
    return 1.0 + FALLS * (1.0 - min(car.power / DASHBOARD.most_power, crew / CREW))


def shields(speed: int, far: float, ace: int) -> float:
    """Shields to be expected of a car at that speed, with what it may roll again."""
    return SHIELD * (speed + min(far // 2 + ace, speed))


# -- what others may do meanwhile


def rivals(view: State, seat: int) -> list[Rival]:
    """The nearest rivals; those whose turns are still to come may turn, too."""
    me = view.cars[seat]
    there = [each for each in view.alive if each != seat]
    there.sort(key=lambda n: math.hypot(view.cars[n].x - me.x, view.cars[n].y - me.y))
    out = []
    for number in there[:NEAR]:
        car = view.cars[number]
        poses: tuple[Pose, ...] = (car.pose,)
        if number not in view.acted and car.pace:
            ways = [STRAIGHT]
            if not car.out_of_control and number == there[0]:
                ways += [Move("turn", 1, ZONES[2]), Move("turn", -1, ZONES[2])]
            ends = [ahead(car.pose, (way,), car.pace, car.reverse)[-1] for way in ways]
            inside = tuple(end for end in ends if room(view, end) > 0.0)
            poses = inside or poses
        out.append(Rival(number, car, len(car.crew), arms(car), poses, falls(car)))
    return out


# -- where turns lead


def ahead(pose: Pose, moves: Sequence[Move], points: int, reverse: bool = False) -> list[Pose]:
    """Where a car stands after each point if nothing is in its way."""
    out = []
    for at in range(points):
        pose = along(pose, legs_of(pose, moves[at] if at < len(moves) else STRAIGHT, reverse))
        out.append(pose)
    return out


def room(view: State, pose: Pose) -> float:
    """How far it is from a car to the nearest edge of the arena, in L; below 0 beyond it."""
    x, y = place_of(view).size
    cos, sin = abs(math.cos(math.radians(pose[2]))), abs(math.sin(math.radians(pose[2])))
    over, up = 0.5 * cos + 0.25 * sin, 0.5 * sin + 0.25 * cos
    return min(pose[0] - over, x - pose[0] - over, pose[1] - up, y - pose[1] - up)


def free_ahead(view: State, pose: Pose, reverse: bool) -> float:
    """How far a car can go on straight, to an edge of the arena, in L."""
    (x, y), heading = place_of(view).size, math.radians(pose[2] + 180.0 * reverse)
    out = 99.0
    for at, size, part in ((pose[0], x, math.cos(heading)), (pose[1], y, math.sin(heading))):
        if abs(part) > 1e-6:
            out = min(out, ((size - at) if part > 0 else -at) / part - REACH)
    return out


def ways(points: int) -> Iterator[tuple[Move, ...]]:
    """Moves for so many points: straight, one turn or slide, or two turns."""
    yield ()
    for at in range(points):
        for move in USUAL[1:]:
            yield (STRAIGHT,) * at + (move,)
    turns = [move for move in USUAL if move.tenths in ZONES[:3]]
    for second in range(1, points):
        for one in turns:
            for other in turns:
                if one.tenths != ZONES[0] or other.tenths != ZONES[0] or second == points - 1:
                    yield (one, *(STRAIGHT,) * (second - 1), other)


def candidates(view: State, seat: int) -> list[Turn]:
    """Turns worth a look; hard acceleration only with a card that saves the power plant."""
    car, left = view.cars[seat], view.points_left
    if left is not None:
        speeds = [Pace(car.speed, car.reverse)]
    else:
        speeds = [*paces(car, tail_at_wall(view, seat))]
        if not car.automatic(*SPARES["accelerate"]):
            speeds = [pace for pace in speeds if pace.hard != "accelerate"]
    out = []
    for pace in speeds:
        points = left or pace.points
        found = [()] if car.out_of_control or not points else [*ways(points)]
        out += [Turn(pace.speed, pace.reverse, moves) for moves in found]
    if len(out) > CHOICES:
        # Two turns are left out first, evenly.
        plain = [each for each in out if sum(m != STRAIGHT for m in each.moves) < 2]
        twice = [each for each in out if sum(m != STRAIGHT for m in each.moves) == 2]
        keep = max(0, CHOICES - len(plain))
        out = plain[:CHOICES] + [twice[at * len(twice) // keep] for at in range(keep)]
    return out


@lru_cache(4096)
def _slips(moves: tuple[Move, ...], speed: int, control: int) -> float:
    """How likely the maneuvers of a turn cost all control."""
    dice = [maneuver_dice(move.tenths, speed) for move in moves if move.maneuver]
    rolled = plus(*(each for pools in dice for each in pools.values()))
    return at_least(spread(rolled), control) if control else 1.0


# -- judging


def dread(kind: Kind) -> float:
    """What it costs to drive onto a hazard."""
    worth = MINE[kind.sets_off] + 0.5 * len(kind.double) + 0.2 * sum(kind.dice.values())
    worth += 0.7 * kind.results.get("wrench", 0) + 0.4 * kind.results.get("skid_shield", 0)
    return DREAD * worth


class Judge:
    """What turns are worth to a seat; what hangs on no temper is reckoned once."""

    def __init__(self, view: State, seat: int) -> None:
        self.view, self.seat = view, seat
        self.car = view.cars[seat]
        self.crew = len(self.car.crew)
        self.arms, self.rivals = arms(self.car), rivals(view, seat)
        reach = min((arm.range for arm in self.arms[:2] if arm.range), default=BEST + SLACK)
        self.range = min(BEST, reach - SLACK)
        self._lying = cache(partial(lying, view))
        self._seen, self._driven = cache(self.at_sight), cache(self.on_paper)

    def best(self, temper: Temper) -> Turn:
        """The turn that is worth most: of those that look best, what comes of them on paper."""
        rated = [(self.looks(turn, temper), turn) for turn in candidates(self.view, self.seat)]
        rated.sort(key=lambda each: -each[0])
        hull, there = base(self.car.pose), bodies(self.view, self.seat).values()
        pushes = any(touching(hull, body.hull) for body in there)
        best, top = rated[0][1], -math.inf
        for sight, turn in rated[: PUSHED if pushes else TRIED]:
            if sight <= top:
                break
            told, worth, rams = self._driven(turn)
            worth = sight + (worth + temper.rams * rams)
            if worth > top:
                best, top = told, worth
        return best

    def looks(self, turn: Turn, temper: Temper = STEADY) -> float:
        """What a turn is worth at sight."""
        worth, most, far = self._seen(turn)
        fights = temper.wants * most - temper.pull * far
        return worth + temper.pace * min(turn.speed, 3) + fights

    def fights(self, turn: Turn, end: Pose, lost: float, ace: int) -> tuple[float, float, float]:
        """Of the shots of a round from there: damage to the rival that takes most, how far the
        nearest is out of the best range, in L, and what the others' are worth, below 0."""
        pace, worth, most, nearest = max(turn.speed, turn.reverse), 0.0, 0.0, 99.0
        for rival in self.rivals:
            mine = theirs = 0.0
            for pose in rival.poses:
                far = max(0.0, math.hypot(end[0] - pose[0], end[1] - pose[1]) - REACH)
                nearest = min(nearest, far)
                there, here = arcs_to(end, pose), arcs_to(pose, end)
                weak = dearer(min(map(rival.car.armor.__getitem__, here)))
                block = 0.0 if rival.car.out_of_control else shields(rival.car.pace, far, 0)
                mine += weak * fire(self.arms, self.crew, there, far, block)[0]
                weak = dearer(min(map(self.car.armor.__getitem__, there)))
                block = shields(pace, far, self.car.ace + ace)
                held, bare = fire(rival.arms, rival.crew, here, far, block)
                theirs += weak * (held * (1 - lost) + bare * lost)
            most = max(most, rival.falls * mine / len(rival.poses))
            worth -= theirs / len(rival.poses) / len(self.rivals)
        return most, max(0.0, nearest - self.range), worth

    def drives_onto(self, poses: Sequence[Pose]) -> float:
        """What it costs to drive onto the hazards on the way, each counted once."""
        found = {number for pose in poses for number in self._lying(pose)}
        return sum(dread(KINDS[self.view.things[number - THING].kind]) for number in found)

    def at_sight(self, turn: Turn) -> tuple[float, float, float]:
        """What a turn is worth by where it would lead, nothing but the edges being in its way; and
        of its shots what tempers weigh differently (`fights`)."""
        pace = 1 if turn.reverse else turn.speed
        poses = ahead(self.car.pose, turn.moves, self.view.points_left or pace, turn.reverse) or [
            self.car.pose
        ]
        end = poses[-1]
        least = min(room(self.view, pose) for pose in poses)
        worth = -3.0 * (turn.speed == 0)
        worth -= 0.5 * max(0, turn.speed - 4) + (abs(turn.speed - self.car.speed) > 1)
        if least < 0.0:
            return worth - HIT * pace * 2 - BEYOND, 0.0, 0.0
        free = free_ahead(self.view, end, turn.reverse)
        worth -= 0.8 * max(0.0, max(1.3, turn.speed - 0.5) - free) + self.drives_onto(poses)
        lost = _slips(turn.moves, pace, self.car.control)
        ace = sum(move.maneuver for move in turn.moves)
        most, far, theirs = self.fights(turn, end, lost, ace)
        return worth - 1.5 * lost + theirs, most, far

    def on_paper(self, turn: Turn) -> tuple[Turn, float, float]:
        """The turn as far as it is seen; what is added by everything that lies in the way, and the
        dice; and the damage to a rival that is rammed."""
        view, seat = self.view, self.seat
        after, moves = outlook.planned(view, seat, turn)
        steps, worth, rams, done = list[Step](), 0.0, 0.0, 0
        for done, move in enumerate(moves, 1):  # noqa: B007
            if (met := first_met(after, seat, move)) is not None:
                harm, rams = self.contact(*met, max(1, turn.speed), turn.reverse)
                worth += harm
                break
            step, after = outlook.step(after, seat, move)
            steps.append(step)
            if step.swung:
                worth -= REPOSITION
                break
        may = risk(steps, self.car.control)
        worth -= 2.5 * may.spun + 1.5 * may.lost
        worth -= sum(0.3 * sum(step.pool[2:3] + step.pool[4:5]) for step in steps)
        if done < len(moves):
            # What comes of it is seen before going on.
            turn = Turn(turn.speed, turn.reverse, tuple(moves[:done]), look=True)
        where = after.cars[seat].pose
        there = bodies(after, seat).items()
        hard = [body.hull for n, body in there if not is_light(after, n)]
        if turn.speed and sweep(base(where), legs_of(where, STRAIGHT, turn.reverse), hard):
            worth -= 1.0
        sights = scene(after, seat)
        worth -= HIDDEN * any(each.seat not in sights for each in self.rivals)
        return turn, worth, rams

    def contact(self, body: int, at: Point, speed: int, reverse: bool) -> tuple[float, float]:
        """What a contact on the way is worth, and what it does to a rival."""
        if is_light(self.view, body):
            return -0.2, 0.0
        harm, front = HIT * speed, self.car.armor[BACK if reverse else FRONT]
        worth, rams = -1.0 - harm * dearer(front), 0.0
        if body < THING and is_player(self.view, body):
            other = self.view.cars[body]
            forth, left = own(other.pose, at)
            beyond = abs(forth) > LENGTH / 2
            side = (FRONT if forth > 0 else BACK) if beyond else (LEFT if left > 0 else RIGHT)
            rams = harm * dearer(other.armor[side])
        return worth, rams


def first_met(state: State, seat: int, move: Move) -> tuple[int, Point] | None:
    """The body that a move newly touches first, and where. Nothing is pushed."""
    car = state.cars[seat]
    hull, legs = base(car.pose), legs_of(car.pose, move, car.reverse)
    others = {n: body.hull for n, body in bodies(state, seat).items()}
    others = {n: other for n, other in others.items() if not touching(hull, other)}
    found = sweep(hull, legs, [*others.values()])
    if found is None or not found.touched:
        return None
    keys = [*others]
    touched = [(keys[at], others[keys[at]]) for at in found.touched]
    body = in_order(found.box, touched)[0]
    return body, meeting_point(found.box, others[body])
