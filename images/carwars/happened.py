"""What of the last events a board shows. A board is no history: an attack stays until its attacker
or its target drives, what was lost until that car drives, all else until the next car does."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import msgspec

from games.carwars import GAME
from games.carwars import events as e
from games.carwars.damage import tire_room
from games.carwars.defense import shields
from games.carwars.dice import total
from games.carwars.state import State
from games.engine.sums import Part, Sum
from games.engine.texts import read_texts
from images.film import captions
from images.news import News
from images.shots import Latest

_TOLD: Final = 8
"""As many facts are told at most."""


class Shot(msgspec.Struct, frozen=True):
    """An attack that was made."""

    attack: e.Attacked
    after: tuple[Any, ...] = ()
    """What came of it."""

    @property
    def defense(self) -> e.Defended | None:
        """None: what was attacked does not defend."""
        return next((x for x in self.after if isinstance(x, e.Defended)), None)

    @property
    def line(self) -> tuple[int, ...]:
        """Who attacks what with which card."""
        x = self.attack
        return x.seat, x.place, x.target

    @property
    def through(self) -> tuple[int, int]:
        """Basic and tire damage that gets through."""
        defense, attack = self.defense, self.attack
        if defense is None:
            return attack.basic.total, attack.tire.total
        return defense.through, defense.through_tire

    @property
    def held(self) -> bool:
        """Nothing of it got through."""
        return not (any(self.through) or self.attack.fire or self.attack.explosion)


def pending(view: State) -> Shot | None:
    """The attack that is being resolved, if any: as its dice lie now."""
    fight = view.attack
    if fight is None or not fight.dice:
        return None
    kind = view.cars[fight.seat].kind(fight.weapon)
    basic, tire = fight.basic, fight.tire
    if not fight.defended:
        rolled = total(fight.dice)
        tire = rolled.wrench * (kind.wrench == "tire")
        basic = kind.basic + rolled.hit + rolled.wrench * (kind.wrench == "basic")
    attack = e.Attacked(
        fight.seat, fight.crew, kind.number, fight.weapon, fight.target, fight.side,
        tuple(fight.dice), Sum((Part(basic, "hits"),)), Sum((Part(tire, "hits"),)),
        fight.fire, fight.explosion, tuple(fight.extras), fight.distance,
    )  # fmt: skip
    if not fight.defended:
        return Shot(attack)
    cancel, saved = shields(view), total(fight.defense).skid_shield
    off = min(cancel, tire)
    less, burst = min(cancel - off, basic), min(tire - off, tire_room(view.target))
    defense = e.Defended(
        fight.target, tuple(fight.defense), saved, fight.cover, fight.spent, off, less,
        basic - less + tire - off - burst, burst,
    )  # fmt: skip
    return Shot(attack, (defense,))


_COMES: Final = (
    e.Defended, e.ArmorLost, e.CardDrawn, e.ItemHit, e.CrewHit, e.PowerLost, e.TiresLost,
    e.FireStarted, e.Exploded,
)  # fmt: skip
"""What comes of an attack, of its target."""
_SHOWN: Final = (
    e.Attacked, *_COMES[:2], *_COMES[3:], e.Collided, e.PiledUp, e.Spun, e.Wrecked, e.Repositioned,
    e.Stuck, e.FireBurned, e.ThingHit,
)  # fmt: skip


def latest(events: Sequence[Any]) -> Latest:
    """What a board shows of the last public events."""
    driven, start, mover, hurt = dict[int, int](), 0, -1, dict[int, tuple[int, int]]()
    shots, last = list[tuple[int, list[Any]]](), dict[int, tuple[int, int]]()
    for at, x in enumerate(events):
        if isinstance(x, e.Moved):
            driven[x.seat] = at
            if x.seat != mover:
                mover, start, hurt = x.seat, at, {}
        elif isinstance(x, e.Attacked):
            shots.append((at, [x]))
            hurt = {}
        elif isinstance(x, e.RoundBegan):
            hurt = {}
        elif isinstance(x, _COMES) and shots and x.seat == shots[-1][1][0].target:
            shots[-1][1].append(x)
        if isinstance(x, e.ArmorLost):
            side, points = hurt.get(x.seat, (x.side, 0))
            last[x.seat] = hurt[x.seat] = x.side, x.points + points * (side == x.side)

    def fresh(at: int, x: Any) -> bool:
        seats = (x.seat, x.target) if isinstance(x, e.Attacked) else (getattr(x, "seat", -1),)
        return all(driven.get(seat, -1) < at for seat in seats)

    facts = [x for at, x in enumerate(events) if isinstance(x, _SHOWN) and fresh(at, x)]
    blows = dict[tuple[int, int], tuple[int, int]]()
    for x in facts:
        if isinstance(x, e.ArmorLost):
            before = blows.get((x.seat, x.side), (0, 0))[0]
            blows[x.seat, x.side] = before + x.points, x.left
    drive = events[start:] if mover >= 0 else ()
    return Latest(
        tuple(Shot(attack, tuple(after)) for at, (attack, *after) in shots if fresh(at, attack)),
        tuple((*struck, *points) for struck, points in blows.items()),
        tuple(dict.fromkeys(x.at for x in drive if isinstance(x, e.Collided | e.PiledUp))),
        tuple(x.path for x in drive if _marks(x) and x.path),
        last=last,
        told=tuple(facts[-_TOLD:]),
        news=tuple(News(GAME).recent(events)),
    )


def _marks(x: Any) -> bool:
    """Whether tires leave marks."""
    return isinstance(x, e.Spun) or (isinstance(x, e.Moved) and bool(x.move.maneuver))


class FightNews(News):
    """What cars did last."""

    recent = staticmethod(latest)


_TEXTS: Final = read_texts("images.carwars")
SAID: Final = captions(GAME, _TEXTS["film"])
"""Short lines about events, for films."""
NEWS: Final = FightNews(GAME, captions(GAME, {**_TEXTS["film"], **_TEXTS["news"]}))
