"""What a car may carry, and cars of any kind for the strange matches.

Rules: Restrictions; Game Size; Car Construction; spec section 3.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Final

from games.carwars.moves import Bring
from games.carwars.options import Options
from tests.games.carwars.referee.data import BUILDS, CARDS
from tests.games.carwars.referee.fight import Item

_BUILD: Final = ("weapon", "accessory", "upgrade", "structure")
_PLACES: Final = {"front": (0,), "back": (2,), "front_or_back": (0, 2)}
HAND_CANNON: Final = 9
_TRIED: Final = 60
"""Cards that are tried for a car of any kind."""


def faults(items: list[Item], options: Options) -> list[str]:
    """What is not allowed of a car. Rules: Restrictions; Game Size; Car Construction"""
    found: list[str] = []
    spent = {"build": 0, "crew": 0}
    counts = Counter(item.number for item in items)
    for number, count in counts.items():
        card = CARDS[number]
        free = any(effect["op"] == "free_copy" for effect in card.get("effects", ()))
        if free and count % 2:
            found.append(f"{count} of {card['id']}, which come in pairs")
        purse = "build" if card["type"] in _BUILD else "crew"
        spent[purse] += card["cost"] * (count // 2 if free else count)
        if card["set"] != "core":
            found.append(f"{card['id']} is no core card")
        if card["type"] == "weapon" and card["cost"] >= 6 and options.build_points <= 24:
            found.append(f"{card['id']} is too big for a small game")
    if spent["build"] > options.build_points or spent["crew"] > options.crew_points:
        found.append(f"points spent: {spent}")
    if [item.card.get("subtype") for item in items[:2]] != ["driver", "gunner"]:
        found.append("the first two cards are no driver and gunner")
    if sum(item.card["type"] == "crew" for item in items) != 2:
        found.append("not exactly two in the crew")
    if counts[9] != 1:
        found.append("not one Hand Cannon")
    return found + _clashes(items) + _misplaced(items)


def _clashes(items: list[Item]) -> list[str]:
    found: list[str] = []
    for kind in ("accessory", "upgrade", "gear", "sidearm"):
        names = [item.name for item in items if item.card["type"] == kind]
        found += [f"{name} twice" for name, count in Counter(names).items() if count > 1]
    for kind in ("upgrade", "gear"):
        subs = [i.card["subtype"] for i in items if i.card["type"] == kind and "subtype" in i.card]
        found += [f"two of subtype {sub}" for sub, count in Counter(subs).items() if count > 1]
    plates = Counter(item.side for item in items if item.card["type"] == "structure")
    found += [f"two structures on side {side}" for side, count in plates.items() if count > 1]
    if sum(bool(item.card.get("exclusive")) for item in items) > 1:
        found.append("two exclusive cards")
    return found


def _misplaced(items: list[Item]) -> list[str]:
    found: list[str] = []
    for item in items:
        mounted = item.card["type"] in ("weapon", "accessory", "structure")
        sides = _PLACES.get(item.card.get("placement", ""), (0, 1, 2, 3)) if mounted else (-1,)
        if item.side not in sides:
            found.append(f"{item.name} on side {item.side}")
    return found


def known_car(name: str) -> Counter[tuple[int, int]]:
    """(card, side) of a car that comes with the game, the Hand Cannon among them."""
    numbers = {card["id"]: number for number, card in CARDS.items()}
    found = Counter({(HAND_CANNON, -1): 1})
    for each in BUILDS[name]["cards"] if name in BUILDS else ():
        place, _, card = each.partition(":")
        found[numbers[card], {"f": 0, "r": 1, "b": 2, "l": 3, "c": -1}[place]] += 1
    return found


def any_car(rng: random.Random, options: Options) -> Bring:
    """A legal car of whatever fits."""
    core = [number for number, card in CARDS.items() if card["set"] == "core"]
    crew = {
        kind: [n for n in core if CARDS[n].get("subtype") == kind] for kind in ("driver", "gunner")
    }
    cards = [(1, -1), (5, -1)]
    for at, kind in enumerate(crew):
        tried = [*cards]
        tried[at] = (rng.choice(crew[kind]), -1)
        cards = tried if _fits(tried, options) else cards
    for _ in range(_TRIED):
        number = rng.choice([n for n in core if CARDS[n]["type"] != "crew" and n != HAND_CANNON])
        free = any(effect["op"] == "free_copy" for effect in CARDS[number].get("effects", ()))
        added = [(number, rng.randrange(-1, 4)) for _ in range(2 if free else 1)]
        if _fits([*cards, *added], options):
            cards += added
    return Bring("", tuple(sorted(cards, key=lambda card: (card[1], card[0]))))


def _fits(cards: list[tuple[int, int]], options: Options) -> bool:
    items = [Item(number, side) for number, side in cards]
    return not faults([*items, Item(HAND_CANNON, -1)], options)
