"""Rules help: the topics of the rulebook and every card, read from `data/help.toml`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final

from games.engine.help import read_help
from games.engine.voice import listed
from games.engine.words import Topic
from games.nascards.cards import MANEUVERS, Maneuver
from games.nascards.tables import severity
from games.nascards.words.limits import LIMITS
from games.nascards.words.phrases import miles, plain

CARDS: Final = "Rules: Maneuver Deck Card List"
"""Where Maneuver cards stand in the rulebook."""
SPEED: Final = "Rules: The Speed Deck"
"""Where Speed cards do."""
SOURCES: Final = {
    "inferred": "inferred from the rules",
    "house": "a house rule, chosen here",
}
"""Where a fact is from that the rulebook does not give, as a player reads it."""
FACTS: Final = {
    "name": "name",
    "restriction": "restriction",
    "numbers": "figures",
    "reading": "reading",
}
"""What of a card has a source of its own, as a player reads it."""


@cache
def _cards() -> Mapping[str, dict[str, str]]:
    return {row["id"]: row for row in read_help("games.nascards")["card"]}


@cache
def cards() -> Sequence[Topic]:
    """Every Speed card, then every Maneuver card."""
    maneuvers = [_maneuver(card) for card in MANEUVERS.values()]
    return (*(_speed(value) for value in range(1, 11)), *maneuvers)


def _speed(value: int) -> Topic:
    points = severity((value,))
    rolls = (
        f"If you crash in that turn, your Severity Roll gets {plain(points)}."
        if points < 0
        else f"If you crash in that turn, your Severity Roll gets +{points}."
        if points
        else "It does not change your Severity Roll."
    )
    text = (
        f"Played in the Speed Phase, it moves your car {miles(value)}. {rolls} There are 6 in the "
        "deck; with 7 cars 7, with 8 cars 8 (house figures: the book only allows more)."
    )
    return Topic(f"speed{value}", f"Speed card {value}", text, SPEED, value)


def _maneuver(card: Maneuver) -> Topic:
    row = _cards()[card.id]
    limit = LIMITS[card.restriction].sentence if card.restriction else ""
    text = " ".join(
        words for words in (row["does"], limit, row.get("reading", ""), _sources(card)) if words
    )
    return Topic(card.id.replace("_", ""), card.name, text, CARDS, card.number)


def _sources(card: Maneuver) -> str:
    """Which facts the rulebook does not give, and where they are from instead."""
    by_source: dict[str, list[str]] = {}
    for fact, label in FACTS.items():
        source = card.source.get(fact, "seed")
        if source != "seed":
            by_source.setdefault(source, []).append(label)
    told = [f"{listed(facts)} ({SOURCES[source]})" for source, facts in by_source.items()]
    return f"Left open by the rulebook: {listed(told)}." if told else ""


def does(card: int) -> str:
    """What a Maneuver card does, in a sentence or two."""
    return _cards()[MANEUVERS[card].id]["does"]


def short(card: int) -> str:
    """The same in a few words, at most 34 characters, beginning small: "you +3, car ahead −1"."""
    return _cards()[MANEUVERS[card].id]["short"]
