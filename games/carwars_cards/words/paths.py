"""An answer as a path of short keys, and a question's answers under the beginning of a path."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from games.carwars_cards.cards import ANY_SIDE, CARDS
from games.carwars_cards.moves import Discard, Play, plays
from games.engine import defaults
from games.engine.ask import Ask

DISCARD: Final = "discard"
DECLARE: Final = "declare"
PASS: Final = "pass"
PLAIN: Final = "plain"
TIRES: Final = "tires"


def path(option: Any) -> tuple[str, ...]:
    """The keys of an answer.

    An attack is card, target, side (only where the player names it), and whether a Tire Shot goes
    with it; any other card is itself, then on whom and on which side where that is chosen. All
    plays of one card have the same number of keys, so none is the beginning of another.

    >>> path(Play(24, on=1, side=2, tire_shot=True))
    ('c24', 'p1', 's2', 'tires')
    >>> path(Play(12, on=1, side=0))
    ('c12', 'p1', 'plain')
    >>> path(Discard((30, 7)))
    ('discard', 'c7c30')
    """
    if isinstance(option, Play):
        return _play(option)
    if isinstance(option, Discard):
        return (DISCARD, "".join(f"c{card}" for card in sorted(option.cards)))
    return defaults.path(option)


def _play(play: Play) -> tuple[str, ...]:
    card = CARDS[play.card]
    keys = [f"c{play.card}"]
    if play.on >= 0:
        keys.append(f"p{play.on}")
    if card.side == ANY_SIDE or (not card.sided and play.side >= 0):
        keys.append(f"s{play.side}" if play.side >= 0 else "any")
    if card.kind == "attack":
        keys.append(TIRES if play.tire_shot else PLAIN)
    return tuple(keys)


def number(key: str) -> int:
    """The number of a card, seat or side in its key."""
    return int(key[1:])


def card_numbers(key: str) -> tuple[int, ...]:
    """The cards of a discard's key: `c7c30`."""
    return tuple(int(part) for part in key.split("c")[1:])


def under(ask: Ask[Any], keys: Sequence[str]) -> list[Play]:
    """The plays whose path begins with these keys."""
    start = tuple(keys)
    return [play for play in plays(ask) if path(play)[: len(start)] == start]
