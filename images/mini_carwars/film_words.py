"""What a film says: captions of one short line, and the whole fight in words."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, Final

from games.engine.players import Player
from games.mini_carwars import GAME
from games.mini_carwars import events as e
from games.mini_carwars.catalog import MODELS
from games.mini_carwars.sight import LEAST
from games.mini_carwars.words.phrases import QUARTERS, SCENARIOS, hurt, mph, points, side, weapon
from images.mini_carwars import reading
from images.words import counted, listed, name_of, plain, shorten

MOST_ALT: Final = 1024
NAME: Final = 14
"""Characters of a name in a caption."""
RESULTS: Final = {
    "none": "stays under control",
    "fishtail": "fishtails",
    "skid": "skids",
    "both": "fishtails and skids",
    "crash": "crashes and burns",
}
OUT: Final = {
    "crashed": "crashed and burned",
    "crew": "nobody aboard is awake",
    "stranded": "cannot move or shoot",
    "left": "has left the map",
}
WHY: Final = {
    "survivor": "the last in action",
    "pack": "the lone car is out",
    "lone": "every cycle is out",
    "escaped": "more than 30 inches ahead",
    "both out": "all out at one moment",
    "lost touch": "more than 60 inches apart",
    "stalemate": "30 turns without damage",
}


class Captions:
    """Short lines about vehicles by their labels; the tag beside a line says whose deed it is."""

    def __init__(self, names: Sequence[str], players: Sequence[Player]) -> None:
        self.names = names
        self.players = players

    def name(self, seat: int) -> str:
        """A player's name, cut to what two of them have room for."""
        return plain(name_of(self.players, seat), NAME)

    def lined(self, x: e.Lined) -> str:
        """Who is there."""
        names = [self.name(seat) for seat in dict.fromkeys(x.owners)]
        if len(x.owners) == len(names) == 2:
            both = zip(names, x.models, strict=True)
            return " against ".join(f"{name}'s {MODELS[model].stock}" for name, model in both)
        return f"{SCENARIOS[x.scenario]}: {listed(names)}"

    def speeds(self, x: e.SpeedsShown, out: Collection[int]) -> str:
        """The speeds that have changed, but of what is out of action."""
        told = [
            f"{self.names[n]} {reading.mph(after)}"
            for n, (before, after) in enumerate(zip(x.before, x.after, strict=True))
            if before != after and n not in out
        ]
        return f"Speeds: {', '.join(told)} mph" if told else "All keep their speeds"

    def moved(self, x: e.Moved) -> str:
        """A maneuver; nothing for straight on."""
        way = "right" if x.amount > 0 else "left"
        if x.how == "drift":
            return f"drifts {QUARTERS[str(abs(x.amount))]} {way}"
        if x.how == "pivot" and not x.amount:
            return "moves half an inch"
        if x.how in ("swerve", "pivot"):
            return f"{x.how}s {abs(x.amount)}° {way}"
        return ""

    def control(self, x: e.ControlRolled) -> str:
        """The roll, and what it came to."""
        rolled = sum(x.dice)
        added = f"{rolled} + {x.sum.total} = {rolled + x.sum.total}" if x.sum.total else f"{rolled}"
        return f"rolls {added}: {RESULTS[x.result]}"

    def slid(self, x: e.Slid) -> str:
        """Out of control."""
        return f"its rear breaks out {x.side}" if x.how == "fishtail" else "skids on"

    def collided(self, x: e.Collided) -> str:
        """What ran into what."""
        if x.other < 0:
            return f"hits a wall at {mph(abs(x.speeds[0]))}"
        if x.kind == "fixed":
            return f"hits the wreck of {self.names[x.other]} at {mph(abs(x.speeds[0]))}"
        if not x.speed:
            return f"touches {self.names[x.other]} at the same speed"
        verb = {"same direction": "bumps into", "T-bone": "T-bones"}.get(x.kind, "hits")
        front = " head-on" if x.kind == "head-on" else ""
        return f"{verb} {self.names[x.other]}{front} at {mph(x.speed)}"

    def fires(self, x: e.Fired) -> str:
        """A shot on its way."""
        return f"{weapon(x.kind, x.mount)} at {self.names[x.target]}'s {side(x.side)}"

    def fired(self, x: e.Fired) -> str:
        """A shot with its roll."""
        roll = max(LEAST, x.need - x.sum.total)
        return f"{self.fires(x)}: rolls {sum(x.dice)}, needs {roll}: {'hit' if x.hit else 'miss'}"

    def hit(self, x: e.Hit) -> str:
        """Damage, and everything that everyone has seen go with it."""
        told = [f"{side(x.side)} takes {points(x.points)}"]
        if x.breached:
            told.append("armor gone")
        if x.part in ("driver", "gunner") and x.inside and x.state:
            told.append(f"{x.part} {hurt(x.state)}")
        if x.part == "plant" and x.state:
            told.append("power plant gone")
        told += [f"{weapon(kind, mount)} lost" for _, kind, mount in x.weapons]
        return ", ".join(told)

    def went_out(self, x: e.WentOut) -> str:
        """A vehicle is out."""
        return f"is out of action: {OUT.get(x.why, x.why)}"

    def ended(self, x: e.Ended) -> str:
        """The result."""
        why = WHY.get(x.why, "")
        if not x.winners:
            return f"A draw: {why}" if why else "A draw"
        names = listed([self.name(seat) for seat in x.winners])
        win = f"{names} {'wins' if len(x.winners) == 1 else 'win'}"
        return f"{win}: {why}" if why else win


def words_of(events: Sequence[Any], players: Sequence[Player]) -> str:
    """The fight in at most 1024 characters: its result first, then who was there, then what took
    vehicles out."""
    turns = max((x.turn for x in events if isinstance(x, e.TurnBegan)), default=0)
    shots = [x for x in events if isinstance(x, e.Fired)]
    hits = sum(x.hit for x in shots)
    end = [x for x in events if isinstance(x, e.Ended)]
    told = [
        f"The fight as a film: {counted(turns, 'turn')}, {counted(len(shots), 'shot')}, "
        f"{counted(hits, 'hit')}.",
        *(GAME.words.event(x, players, None) for x in end),
        *(GAME.words.event(x, players, None) for x in events if isinstance(x, e.Lined)),
    ]
    if not end:
        told.append("Nobody has won.")
    turn, deeds = 0, []
    for x in events:
        if isinstance(x, e.TurnBegan):
            turn = x.turn
        elif isinstance(x, (e.WentOut, e.Crashed, e.Collided)) and (
            said := GAME.words.event(x, players, None)
        ):
            deeds.append(f"Turn {turn}: {said}")
    return shorten([*told, *deeds], MOST_ALT)
