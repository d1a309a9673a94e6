"""An answer as a path of short keys."""

from __future__ import annotations

from typing import Any

from games.carwars_cards.cards import ANY_SIDE, CARDS
from games.carwars_cards.moves import Discard, Play
from games.engine import defaults


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
        return ("discard", "".join(f"c{card}" for card in sorted(option.cards)))
    return defaults.path(option)


def _play(play: Play) -> tuple[str, ...]:
    card = CARDS[play.card]
    keys = [f"c{play.card}"]
    if play.on >= 0:
        keys.append(f"p{play.on}")
    if card.side == ANY_SIDE or (not card.sided and play.side >= 0):
        keys.append(f"s{play.side}" if play.side >= 0 else "any")
    if card.kind == "attack":
        keys.append("tires" if play.tire_shot else "plain")
    return tuple(keys)
