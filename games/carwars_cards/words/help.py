"""Rules help: the topics of the rulebook and every kind of card, read from `data/help.toml`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import Final

from games.carwars_cards.cards import CARDS, SIDES, Card
from games.engine.help import read_help
from games.engine.voice import listed
from games.engine.words import Topic

SOURCES: Final = {
    "community": "from a review of the game",
    "inferred": "inferred from the rules",
    "house": "a house figure, chosen here: no source gives it",
}
"""Where a figure is from that the rulebook does not give, as a player reads it."""


@cache
def kinds() -> Sequence[Topic]:
    """Every kind of card; the four sides of one card are one entry."""
    return tuple(_kind(row) for row in read_help("games.carwars_cards")["kind"])


def _kind(row: dict[str, str]) -> Topic:
    name = row["name"]
    cards = [card for card in CARDS if card.name == name]
    text = f"{row['effect']} Play it {row['when']} {_count(cards)} {_sources(cards[0])}".strip()
    key = re.sub(r"[^a-z0-9]", "", name.lower())
    return Topic(key, name, text, row["cite"], cards[0].number)


def _count(cards: Sequence[Card]) -> str:
    """How many there are: "16 in the deck, 4 for each side."."""
    total = sum(card.count for card in cards)
    words = f"{total} in the deck"
    if len(cards) == len(SIDES):
        words += f", {cards[0].count} for each side"
    if cards[0].one_less_with_2_or_3:
        words += ", one less with two or three players"
    return words + "."


def _sources(card: Card) -> str:
    """Which figures do not stand in the rulebook, and where they are from instead."""
    figure = "damage" if card.kind == "attack" else "number"
    named = {"value": figure, "effect": "effect", "count": "count"}
    by_source: dict[str, list[str]] = {}
    for part, label in named.items():
        if card.source.get(part, "seed") != "seed":
            by_source.setdefault(card.source[part], []).append(label)
    if not by_source:
        return ""
    words = [f"{listed(labels)} ({SOURCES[source]})" for source, labels in by_source.items()]
    return f"Not in the rulebook: {listed(words)}."
