"""Rules help: the manual's topics from `data/help.toml`, and every card of the catalogue."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from games.engine.voice import listed, upper
from games.engine.words import Topic
from games.world_auto_racing import cards
from games.world_auto_racing.cards import Card
from games.world_auto_racing.words.phrases import full_stop, numbers

HOUSE: Final = "House card set: the publisher's card list is not public."
"""Said of every card of the house set."""
CITES: Final = {
    "car": "Rules: Car",
    "mod": "Rules: Mods",
    "trait": "Rules: Trait",
    "control": "Rules: Control",
    "condition": "Rules: Condition",
    "course": "Rules: Course",
    "team": "Rules: Team",
}
"""The manual's heading for each type of card."""
TAGS: Final = {"wet": "wet", "loose": "loose", "ice": "frozen"}
"""What a condition is, as cards ask for it."""


def kinds() -> Sequence[Topic]:
    """Every card there is now, cars first. Sets may be added, so nothing is kept."""
    every = [*cards.cars(), *(card for card in cards.every() if card.type != "car")]
    ready = {car.name: Counter(_ready(car)) for car in cards.cars()}
    names = Counter(card.name for card in every)
    keys = Counter(_key(card) for card in every)
    return tuple(
        Topic(
            _key(card) if keys[_key(card)] == 1 else f"{_key(card)}{card.number}",
            card.name if names[card.name] == 1 else f"{card.name} ({card.set_name})",
            _text(card, ready),
            CITES.get(card.type, "Rules: Card Types"),
            card.number,
        )
        for card in every
    )


def _ready(car: Card) -> Sequence[int]:
    """The car's ready-made garage; a car of another set may have none."""
    try:
        return cards.ready(car.number)
    except KeyError:
        return ()


def _key(card: Card) -> str:
    return re.sub(r"[^a-z0-9]", "", card.id.lower()) or f"card{card.number}"


def _text(card: Card, ready: Mapping[str, Counter[int]]) -> str:
    """Type and numbers, then what it does, what it needs and where it is from."""
    told = [_type(card), _numbers(card), _needs(card), card.text.strip()]
    if card.plan:
        told.append(f"Plan: {card.plan}")
    told += [_garages(card, ready), _origin(card)]
    return " ".join(full_stop(part) for part in told if part)


def _type(card: Card) -> str:
    """ "Engine mod by Harrow, Stage 2 of Big-Bore Block"."""
    words = upper(f"{card.subtype} {card.type}".strip())
    if card.make:
        words += f" by {card.make}"
    if card.stage:
        words += f", Stage {card.stage} of {card.line or card.name}"
    tags = [TAGS.get(tag, tag) for tag in card.tags]
    return f"{words}, {listed(tags)}" if tags else words


def _numbers(card: Card) -> str:
    """The printed numbers, and what a course or a condition does with them."""
    told = numbers(card, stars=True)
    if card.type == "car":
        return upper(f"{told}, mod cap {card.mod_cap}")
    if card.type == "course":
        return f"Multiplies for everyone: {told}"
    if not told:
        return ""
    return f"For everyone: {told}" if card.type == "condition" else upper(told)


def _needs(card: Card) -> str:
    if card.type != "mod" or card.stage < 2:
        return ""
    return f"Needs the active Stage {card.stage - 1} of {card.line or 'its line'} on your car"


def _garages(card: Card, ready: Mapping[str, Counter[int]]) -> str:
    """In which ready-made garages it is: "Ready-made garages: Harrow Marauder 427 (3)"."""
    holds = [f"{car} ({held[card.number]})" for car, held in ready.items() if held[card.number]]
    return f"Ready-made garages: {listed(holds)}" if holds else ""


def _origin(card: Card) -> str:
    return HOUSE if card.source == "house" else f"Card set: {card.set_name}"
