"""What a film says: captions of one short line, and the whole fight in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from games.engine.messages import Filter, Messages
from games.engine.players import Player
from games.engine.texts import read_texts
from games.engine.voice import Voice
from games.mini_carwars import GAME
from games.mini_carwars import events as e
from games.mini_carwars.sight import LEAST
from games.mini_carwars.words.speakers import FILTERS
from images.mini_carwars.model import mph
from images.words import counted, listed, name_of, plain, shorten

MOST_ALT: Final = 1024
NAME: Final = 14
"""Characters of a name in a caption."""


def _fighters(owners: Sequence[int], x: e.Lined, v: Voice) -> str | None:
    """Who has what, where they are two; else who is there."""
    if len(owners) == len(set(owners)) == 2:
        return FILTERS["fleets"](owners, x, v)
    return listed([v.who(seat) for seat in dict.fromkeys(owners)])


def _changes(after: Sequence[int], x: e.SpeedsShown, v: Voice) -> str | None:
    """The speeds that have changed."""
    told = [f"{x.tag(n).label} {mph(now)}" for n, now in enumerate(after) if now != x.before[n]]
    return ", ".join(told) or None


def _roll(value: Any, x: Any, v: Voice) -> str:
    """A roll for control, or what a roll to hit must be."""
    if isinstance(x, e.Fired):
        return str(max(LEAST, x.need - x.sum.total))
    rolled, add = sum(x.dice), x.sum.total
    return f"{rolled} + {add} = {rolled + add}" if add else str(rolled)


_FILTERS: Final[Mapping[str, Filter]] = {
    **FILTERS,
    "changes": _changes,
    "fighters": _fighters,
    "roll": _roll,
    "same": lambda after, x, v: "" if after == x.before else None,
    "total": lambda dice, x, v: str(sum(dice)),
}
_TEXTS: Final = read_texts("games.mini_carwars")
_FILM: Final = _TEXTS["film"]
_SAID: Final = {name: text for name, text in _FILM.items() if name != "values"}
CAPTIONS: Final = Messages(
    [getattr(e, name) for name in _SAID],
    {"event": _SAID, "values": _TEXTS["values"] | _FILM["values"]},
    _FILTERS,
)


class Captions:
    """Short lines about vehicles by their labels; the tag beside a line says whose deed it is."""

    def __init__(self, players: Sequence[Player]) -> None:
        # Two names have room.
        names = [plain(name_of(players, seat), NAME) for seat in range(len(players))]
        self._voice = Voice([Player(name) for name in names], None)

    def __call__(self, x: Any, variant: str = "") -> str:
        """What is said of an event. Several things may be said of some: `variant` says which."""
        variant = variant or (x.variant(None) if hasattr(x, "variant") else "")
        path = f"event.{type(x).__name__}"
        longer = f"{path}.{variant}"
        return CAPTIONS.say(longer if CAPTIONS.has(longer) else path, x, self._voice, head=False)


def words_of(events: Sequence[Any], players: Sequence[Player]) -> str:
    """The fight in at most 1024 characters: its result first, then who was there, then what took
    vehicles out."""
    turn, deeds = 0, []
    told: dict[type[Any], str] = {e.Ended: "Nobody has won."}
    for x in events:
        if isinstance(x, e.TurnBegan):
            turn = x.turn
        elif isinstance(x, (e.Ended, e.Lined)):
            told[type(x)] = GAME.words.event(x, players, None)
        elif isinstance(x, (e.WentOut, e.Crashed, e.Collided)):
            deeds.append((turn, GAME.words.event(x, players, None)))
    hits = [x.hit for x in events if isinstance(x, e.Fired)]
    count = [counted(turn, "turn"), counted(len(hits), "shot"), counted(sum(hits), "hit")]
    head = f"The fight as a film: {', '.join(count)}."
    each = [f"Turn {turn}: {said}" for turn, said in deeds if said]
    return shorten([head, *told.values(), *each], MOST_ALT)
