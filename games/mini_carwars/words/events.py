"""What happened, in a sentence or two for the seat that reads it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from games.engine.plane import axis
from games.engine.players import Player
from games.engine.sums import Part, Sum
from games.engine.voice import Voice, listed
from games.mini_carwars import events as e
from games.mini_carwars.catalog import MODELS
from games.mini_carwars.words import damage
from games.mini_carwars.words.phrases import (
    QUARTERS,
    Fleet,
    dice,
    dollars,
    inches,
    mph,
    points,
    side,
    weapon,
)

MOST: Final = 300
"""Most characters of a sentence."""
FEW: Final = 3
"""So many vehicles are named in full where all are told of; more by their labels."""
SCENARIOS: Final = {
    "road-duel": "Road duel",
    "pack-attack": "Pack attack",
    "arena": "Arena fight",
    "open-fight": "Open fight",
}
CAUSES: Final = {
    "maneuver": "after its maneuver",
    "debris": "on debris",
    "off-road": "off the road",
    "wound": "with its driver wounded",
}
"""Why a control roll was made. Rules: Control Table"""
RESULTS: Final = {
    "none": "under control",
    "fishtail": "fishtail",
    "skid": "skid",
    "both": "fishtail and skid",
    "crash": "crash and burn",
}
"""The rows of the Control Table."""


def sentence(event: Any, players: Sequence[Player], seat: int | None) -> str:
    """The sentence for an event; empty where there is nothing to say."""
    tell = SENTENCES.get(type(event))
    if tell is None:
        return ""
    words = tell(event, Fleet(Voice(players, seat), getattr(event, "tags", ())))
    return words if len(words) <= MOST else f"{words[: MOST - 1]}…"


# -- before the fight, and its turns


def _bought(x: e.Bought, f: Fleet) -> str:
    buy = f.v.does(x.seat, "buy")
    return f"{f.v.Who(x.seat)} {buy} a {MODELS[x.model].name}: {dollars(x.dollars)} left."


def _lined(x: e.Lined, f: Fleet) -> str:
    """Who has what, how fast they start, and who is in front of whom."""
    told = [
        f"{f.v.who(seat)} with {fleet([x.models[n] for n, s in enumerate(x.owners) if s == seat])}"
        for seat in dict.fromkeys(x.owners)
    ]
    slow, fast = min(x.speeds), max(x.speeds)
    paces = f"all at {mph(fast)}" if slow == fast else f"at {slow} to {mph(fast)}"
    words = f"{SCENARIOS[x.scenario]}: {', '.join(told)}; {paces}"
    if x.gap and len(x.poses) > 1:
        front = max(range(len(x.poses)), key=lambda n: x.poses[n][1])
        ahead = f.v.who(x.owners[front])
        words += f", {ahead} {inches(x.gap)} in front"
    return f"{words}."


def fleet(models: Sequence[int]) -> str:
    """Vehicles by model, alike ones counted: "a Courier", "3 Shogun 100 and a Shogun 220"."""
    names = Counter(MODELS[model].name for model in models)
    return listed([f"a {name}" if n == 1 else f"{n} {name}" for name, n in names.items()])


def _turn_began(x: e.TurnBegan, f: Fleet) -> str:
    return f"Turn {x.turn} begins."


def _speeds(x: e.SpeedsShown, f: Fleet) -> str:
    """ "Speeds: your Courier up to 50 mph, Ben's Courier 60 mph."; what stands still before and
    after goes unsaid."""
    moving = [n for n, after in enumerate(x.after) if after or x.before[n]]
    if not moving:
        return "Nothing moves this turn."
    labels = {tag.vehicle: tag.label for tag in x.tags}
    told = []
    for n in moving:
        name = f.whose(n) if len(moving) <= FEW else labels.get(n, f.whose(n))
        told.append(f"{name} {_change(x.before[n], x.after[n])}")
    return f"Speeds: {', '.join(told)}."


def _change(before: int, after: int) -> str:
    if before == after:
        return mph(after)
    return f"{'up' if abs(after) > abs(before) else 'down'} to {mph(after)}"


def _has_quit(x: e.HasQuit, f: Fleet) -> str:
    leave, own = f.v.does(x.seat, "leave"), f.v.own(x.seat)
    return f"{f.v.Who(x.seat)} {leave} for good; {own} vehicles slow down and hold their fire."


def _ended(x: e.Ended, f: Fleet) -> str:
    if not x.winners:
        return f"{DRAWS.get(x.why, 'The fight is over')}: a draw."
    win = f.v.does(x.winners[0], "win") if len(x.winners) == 1 else "win"
    why = WON.get(x.why, "")
    return f"{f.v.Several(x.winners)} {win} the fight{f': {why}' if why else ''}."


WON: Final = {
    "survivor": "nobody else is left in action",
    "pack": "the lone car is out of action",
    "lone": "every cycle is out of action",
    "escaped": "the lone car has got more than 30 inches ahead",
}
"""Why a fight was won. Rules: 9. Scenarios"""
DRAWS: Final = {
    "both out": "Nobody is left in action",
    "lost touch": "The cars are more than 60 inches apart",
    "stalemate": "30 turns have gone by without damage",
}
"""Why nobody won. House rules"""


# -- movement


def _moved(x: e.Moved, f: Fleet) -> str:
    back = _backwards(x.path)
    how = "inch" if x.how == "pivot" and not x.amount else x.how
    words = f"{f.Whose(x.vehicle)} {MOVES[how][back]}{aside(how, x.amount, x.hold, back)}"
    return f"{words}, and is stopped on the way." if x.stopped else f"{words}."


MOVES: Final = {
    "straight": ("drives straight on", "backs straight"),
    "drift": ("drifts", "drifts backwards"),
    "swerve": ("swerves", "swerves backwards"),
    "pivot": ("pivots", "pivots backwards"),
    "inch": ("drives half an inch straight on", "backs half an inch"),
}
"""What a vehicle does: ahead, and in reverse; `inch` is a pivot without a turn.

Rules: 6. Maneuvers And Control
"""


def aside(how: str, amount: int, hold: str, backwards: bool) -> str:
    """ " half an inch to the left", " 30 degrees left about its right rear corner"."""
    way = "right" if amount > 0 else "left"
    if how == "drift":
        return f" {QUARTERS[abs(amount)]} to the {way}"
    if how in ("swerve", "pivot"):
        corner = f"{hold} {'front' if backwards else 'rear'} corner"
        return f" {abs(amount)} degrees {way} about its {corner}"
    return ""


def _backwards(path: Sequence[e.Pose]) -> bool:
    """Whether a path led against the heading at its start."""
    (x, y, heading), (to_x, to_y, _) = path[0], path[min(1, len(path) - 1)]
    ahead, along = axis(heading)
    return (to_x - x) * ahead + (to_y - y) * along < 0.0


def _skipped(x: e.Skipped, f: Fleet) -> str:
    return f"{f.Whose(x.vehicle)} loses its move of phase {x.phase} to the skid."


def _control(x: e.ControlRolled, f: Fleet) -> str:
    """ "Ann's Courier rolls for control after its maneuver: 9 + 2 (40 mph) = 11: fishtail."."""
    cause = CAUSES.get(x.cause, "")
    rolls = f"{f.Whose(x.vehicle)} rolls for control {cause}".rstrip()
    return f"{rolls}: {_total(sum(x.dice), x.sum)}: {RESULTS[x.result]}."


def _total(roll: int, added: Sum) -> str:
    """ "9 + 2 (40 mph) = 11"; a bare roll where nothing is added."""
    if not added.parts:
        return str(roll)
    parts = "".join(f" + {part.points} ({part.reason})" for part in added.parts)
    return f"{roll}{parts} = {roll + added.total}"


def with_roll(roll: int, sum_: Sum) -> str:
    """Two dice and what is added to them: "7 rolled − 1 range = 6", "7 rolled"."""
    if not sum_.parts:
        return f"{roll} rolled"
    return str(Sum((Part(roll, "rolled"), *sum_.parts), sum_.floor))


def _slid(x: e.Slid, f: Fleet) -> str:
    if x.how == "fishtail":
        words = f"The rear of {f.whose(x.vehicle)} breaks out to the {x.side}"
        return f"{words} until something stops it." if x.stopped else f"{words}."
    words = f"{f.Whose(x.vehicle)} skids on the way it was going"
    return (
        f"{words} until something stops it." if x.stopped else f"{words} and loses its next move."
    )


def _crashed(x: e.Crashed, f: Fleet) -> str:
    return f"{f.Whose(x.vehicle)} crashes and burns: everybody aboard is dead."


# -- collisions


def _collided(x: e.Collided, f: Fleet) -> str:
    """Who ran into what and how fast, then what each takes, then how they go on."""
    head = f"{f.Whose(x.vehicle)} ({mph(x.speeds[0])}) runs into"
    own = _taken(x.dice[0], x.points[0])
    if x.kind == "fixed":
        what = f"the wreck of {f.whose(x.other)}" if x.other >= 0 else "a wall"
        return f"{head} {what}: its {side(x.sides[0])} takes {own}. {_after(x)}"
    head = f"{head} {f.whose(x.other)} ({mph(x.speeds[1])}): {KINDS[x.kind]} at {mph(x.speed)}"
    other = _taken(x.dice[1], x.points[1])
    if not x.speed:
        return f"{head}, without damage. {_after(x)}"
    return (
        f"{head}. Its {side(x.sides[0])} takes {own}, the other's {side(x.sides[1])} {other}. "
        f"{_after(x)}"
    )


def _taken(faces: Sequence[int], taken: int) -> str:
    """ "21 points (6 dice)", "7 (a third of 22, from a cycle)"."""
    rolled = sum(faces)
    if taken != rolled:
        return f"{points(taken)} (a third of the {rolled} on {dice(faces)}, from a cycle)"
    return f"{points(taken)} ({dice(faces)})"


def _after(x: e.Collided) -> str:
    if x.kind == "fixed":
        return "It stops."
    if x.after == (0, 0):
        return "Both stop."
    if x.after[0] == x.after[1]:
        return f"Both go on at {mph(x.after[0])}."
    return f"They go on at {mph(x.after[0])} and {mph(x.after[1])}."


KINDS: Final = {
    "same direction": "the same direction",
    "T-bone": "a T-bone",
    "head-on": "head-on",
}
"""Kinds of collision as they are spoken of. Rules: 7. Crashes And Collisions"""


def _thrown(x: e.Thrown, f: Fleet) -> str:
    far = f"{x.quarters / 4:g}"
    return (
        f"{f.Whose(x.vehicle)} is thrown {far} {'inch' if far == '1' else 'inches'} from the crash "
        f"and comes to rest heading {round(x.pose[2])} degrees."
    )


# -- fire


def _fired(x: e.Fired, f: Fleet) -> str:
    """ "Ann's Courier fires its front MG at the left side of Ben's Courier, 5.2 inches: 7 rolled
    − 1 range = 6, needs 7: miss."."""
    by = " (its gunner)" if x.person else ""
    what = f"{f.Whose(x.vehicle)}{by} fires its {weapon(x.kind, x.mount)}"
    at = f"at the {side(x.side)} of {f.whose(x.target)}, {inches(x.range)} away"
    roll = sum(x.dice)
    end = "hit!" if x.hit else "miss."
    if roll == 2:
        return f"{what} {at}: 2 rolled, which always misses."
    return f"{what} {at}: {with_roll(roll, x.sum)}, needs {x.need}: {end}"


def _smoked(x: e.Smoked, f: Fleet) -> str:
    return f"{f.Whose(x.vehicle)} lays a smoke cloud behind it."


def _smoke_gone(x: e.SmokeGone, f: Fleet) -> str:
    return "A smoke cloud has blown away."


def _laid(x: e.Laid, f: Fleet) -> str:
    """Only with the debris variant is there something to tell. Rules: 9. Scenarios"""
    faces = [die for _, die in x.sections if die]
    if not faces:
        return ""
    bad = faces.count(6)
    what = "A road section is" if len(faces) == 1 else f"{len(faces)} road sections are"
    found = f"debris on {'it' if len(faces) == 1 else bad}" if bad else "no debris"
    return f"{what} laid out: {listed([str(die) for die in faces])} rolled, {found}."


def _went_out(x: e.WentOut, f: Fleet) -> str:
    if x.why == "crashed":
        # The crash itself has been told.
        return ""
    why = OUT.get(x.why, "")
    by = f", the work of {f.whose(x.by)}" if x.by >= 0 and x.by != x.vehicle else ""
    return f"{f.Whose(x.vehicle)} is out of action{f': {why}' if why else ''}{by}."


OUT: Final = {
    "crew": "nobody aboard is awake",
    "stranded": "it can neither move nor shoot",
    "left": "it has left the map",
    "quit": "its player has left",
}
"""Why a vehicle is out of action."""


SENTENCES: Final[Mapping[type[Any], Callable[[Any, Fleet], str]]] = {
    e.Bought: _bought,
    e.Lined: _lined,
    e.TurnBegan: _turn_began,
    e.SpeedsShown: _speeds,
    e.Moved: _moved,
    e.Skipped: _skipped,
    e.ControlRolled: _control,
    e.Slid: _slid,
    e.Crashed: _crashed,
    e.Collided: _collided,
    e.Thrown: _thrown,
    e.Fired: _fired,
    e.Hit: damage.hit,
    e.Smoked: _smoked,
    e.SmokeGone: _smoke_gone,
    e.Laid: _laid,
    e.WentOut: _went_out,
    e.HasQuit: _has_quit,
    e.Ended: _ended,
}
"""What tells each kind of event."""
