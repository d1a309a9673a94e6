"""How sentences of events put what they hold: the filters of `data/words.en.toml`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from games.carwars_cards import kinds
from games.carwars_cards.cards import ARMOR_LIMIT, CARDS, DRIVER_LIMIT, SIDES, TIRE_LIMIT
from games.carwars_cards.events import AttackDeclared, DamageTaken, DuelEnded, MatchEnded
from games.carwars_cards.words.phrases import WEAPON, a, earned, name, place
from games.engine.messages import Filter
from games.engine.sums import Sum
from games.engine.voice import Voice, count, counted, listed, upper

LIMITS: Final = {"side": ARMOR_LIMIT, "driver": DRIVER_LIMIT, "tires": TIRE_LIMIT}
"""Points of damage that each bears, by `DamageTaken.where`."""


def _titles(cards: Sequence[int]) -> str:
    """Cards by title, copies counted: "Spin, 2 Armor (front)"."""
    return listed(counted([CARDS[card].title for card in cards]))


def _weapon(card: int) -> str:
    """The weapon that gear or a jam is against."""
    return WEAPON[{**kinds.WEAPON_OF_PROOF, **kinds.WEAPON_OF_JAM}[card]]


def _sum(sum_: Sum) -> str:
    """ " (6 Laser − 3 Armor = 3)" where a number has parts worth showing."""
    return f" ({sum_})" if len(sum_.parts) > 1 else ""


def _made(sum_: Sum) -> str:
    """ " (2 Debris)", " (6 Laser − 3 Armor = 3)": which card did it, and what armor took off."""
    return _sum(sum_) or "".join(f" ({part.points} {part.reason})" for part in sum_.parts)


def _left(total: int, event: DamageTaken) -> str:
    left = LIMITS[event.where] - total
    return f"{left} of {LIMITS[event.where]} left" if left > 0 else "none left"


def _place(side: int, event: AttackDeclared) -> str:
    return place(side, event.tire_shot)


def _earned(scores: Sequence[int], event: DuelEnded, voice: Voice) -> str:
    """ " Ann gets 30, now 50: 10 for a kill, 20 for the win."; without kills, not what for."""
    scored = []
    for seat, (got, now) in enumerate(zip(event.points, scores, strict=True)):
        words = f"{voice.who(seat)} {voice.does(seat, 'get')} {got}"
        words += f", now {now}" if now != got else ""
        if event.kills:
            tied = event.winner < 0
            words += f": {earned(event.kills[seat], seat in event.survivors, tied)}"
        scored += [words] if got else []
    return f" {upper('; '.join(scored))}." if scored else ""


def _order(scores: Sequence[int], event: MatchEnded, voice: Voice) -> str:
    seats = [seat for place in event.places for seat in place]
    return ", ".join(f"{voice.who(seat)} {scores[seat]}" for seat in seats)


FILTERS: Final[Mapping[str, Filter]] = {
    "name": lambda card, event, voice: name(card),
    "a": lambda card, event, voice: a(card),
    "titles": lambda cards, event, voice: _titles(cards),
    "guns": lambda cards, event, voice: listed([f"{_weapon(card)}s" for card in cards]),
    "weapon": lambda card, event, voice: _weapon(card),
    "stop": lambda card, event, voice: str(kinds.STOP[card]),
    "side": lambda side, event, voice: SIDES[side],
    "side_of": lambda card, event, voice: SIDES[kinds.SIDE[card]],
    "place": lambda side, event, voice: _place(side, event),
    "own": lambda seat, event, voice: voice.own(seat),
    "points": lambda sum_, event, voice: count(sum_.total, "point"),
    "total": lambda sum_, event, voice: str(sum_.total),
    "sum": lambda sum_, event, voice: _sum(sum_),
    "made": lambda sum_, event, voice: _made(sum_),
    "left": lambda total, event, voice: _left(total, event),
    "earned": _earned,
    "order": _order,
}
"""By the name that stands after the colon."""
