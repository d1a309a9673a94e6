"""How the players of a match are named in what is posted: harmless in sentences, short on buttons,
and as they were called when a move was made."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Final

import msgspec

from bot.match import guests
from bot.match.match import Match
from bot.match.names import plain_name, short_name
from games.engine.players import Player

_SEAT: Final = re.compile(r"\{(\d+)\}")


def names_for_text(match: Match) -> list[Player]:
    """The players as sentences may name them: no markdown, no pings."""
    return [*_named(plain_name, tuple((seat.name, seat.computer) for seat in match.seats))]


def names_for_buttons(match: Match) -> list[Player]:
    """The players as buttons and pictures name them: nothing there reads markdown."""
    return [*_named(short_name, tuple((seat.name, seat.computer) for seat in match.seats))]


@lru_cache(512)
def _named(clean: Callable[[str], str], seats: tuple[tuple[str, str], ...]) -> tuple[Player, ...]:
    return tuple(Player(clean(name), computer) for name, computer in seats)


def players_at(match: Match, clean: Callable[[str], str]) -> Callable[[int], list[Player]]:
    """What gives the players as they were when a move was made, their names as `clean` writes
    them."""
    known: dict[tuple[str, ...], list[Player]] = {}

    def at(move: int) -> list[Player]:
        names = guests.names_at(match, move)
        if names not in known:
            players = zip(match.players, names, strict=True)
            known[names] = [msgspec.structs.replace(p, name=clean(name)) for p, name in players]
        return known[names]

    return at


def reader_at(match: Match, seat: int | None, move: int) -> int | None:
    """As whom the player of a seat reads what came of a move: as a spectator (None) where he did
    not have that seat yet."""
    return seat if seat is not None and move >= match.seats[seat].since else None


def notice(match: Match) -> str:
    """The house's line for everyone, with the names of those it speaks of."""
    return named(match, match.notice)


def named(match: Match, text: str) -> str:
    """A line in which names are kept as {2}, with the names."""
    return _SEAT.sub(lambda n: plain_name(match.seats[int(n[1])].name), text)


def unnamed(match: Match) -> list[Player]:
    """The players for a line in which names are to be kept so."""
    numbers = range(len(match.seats))
    return [msgspec.structs.replace(match.players[n], name=f"{{{n}}}") for n in numbers]
