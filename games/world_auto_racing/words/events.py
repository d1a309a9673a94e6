"""How the texts of what happened (`data/words.en.toml`) put cards, sums and orders."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from games.engine.messages import Filter
from games.engine.voice import Voice
from games.world_auto_racing import cards
from games.world_auto_racing.words import sums
from games.world_auto_racing.words.phrases import cards_named, name, worth

MOST: Final = 300
"""Most characters of a sentence."""


def _aim(on: int, event: Any, v: Voice) -> str:
    """What a card was played on: " on Ben", " on Ben's Semi-Slicks", " on Drizzle"."""
    if event.pick < 0:
        return f" on {v.who(on)}" if on >= 0 else ""
    whose = f"{v.whose(on)} " if on >= 0 else ""
    return f" on {whose}{name(event.pick)}"


def _standing(order: Sequence[int], event: Any, v: Voice) -> str:
    """Drivers in that order, each with the progress made."""
    return ", ".join(f"{v.who(seat)} {event.progress[seat]}" for seat in order)


def _sum(calculation: Any, event: Any, v: Voice) -> str:
    """Both stats part by part; without parts where the sentence would be too long."""
    words = sums.progress(calculation)
    rest = len(f"{v.Who(event.seat)}: . {_gained(event.after, event, v)}.")
    if len(words) + rest <= MOST:
        return words
    return f"power {calculation.power_total}, handling {calculation.handling_total}"


def _gained(after: int, event: Any, v: Voice) -> str:
    return f"+{after - event.before}: {event.before} to {after}"


FILTERS: Final[Mapping[str, Filter]] = {
    "active": lambda card, event, v: f" {name(card)} is active again." if card >= 0 else "",
    "aim": _aim,
    "because": lambda card, event, v: f" ({name(card)})" if card >= 0 else "",
    "finish": lambda places, event, v: _standing([s for p in places for s in p], event, v),
    "gained": _gained,
    "name": lambda card, event, v: name(card),
    "names": lambda held, event, v: cards_named(held) or "no cards",
    "over": lambda mods, event, v: str(mods - event.cap),
    "own": lambda seat, event, v: v.own(seat),
    "row": lambda seats, event, v: ", ".join(map(v.who, seats)),
    "size": lambda points, event, v: str(abs(points)),
    "standing": _standing,
    "sum": _sum,
    "worth": lambda card, event, v: worth(cards.card(card)),
}
"""How its sentences put values, by the name that stands after the colon."""
