"""Views of a fight made by hand, for what is said of them."""

from __future__ import annotations

from typing import Any

from games.engine.ask import Ask
from games.engine.players import Player
from games.mini_carwars.catalog import MODELS, NUMBERS
from games.mini_carwars.events import Tag
from games.mini_carwars.view import Car, MiniView, PersonView, Sheet, WeaponView

PLAYERS = [Player("Ann"), Player("Ben"), Player("Cora")]


def n(name: str) -> int:
    """The number of a model by its name."""
    return NUMBERS[name]


def sheet(model: int, computers: tuple[int, ...] = (0, 0)) -> Sheet:
    """The record sheet of a vehicle as delivered."""
    kind = MODELS[model]
    roles = ("driver", "gunner")[: 1 + kind.gunner]
    return Sheet(
        model,
        kind.cost,
        kind.armor,
        kind.armor,
        kind.plant,
        tuple(
            WeaponView(place, weapon.kind, weapon.mount, weapon.link, "ready")
            for place, weapon in enumerate(kind.weapons)
        ),
        tuple(PersonView(role, 0, 0, 0, computers[at], False) for at, role in enumerate(roles)),
    )


def car(number: int, owner: int, model: str = "courier", **changes: Any) -> Car:
    """A vehicle on the road, the one with number 1 five inches ahead of number 0."""
    kind = MODELS[n(model)]
    plain: dict[str, Any] = {
        "number": number,
        "owner": owner,
        "label": "ABC"[owner],
        "model": kind.number,
        "name": kind.name,
        "size": kind.size,
        "length": kind.length,
        "x": 0.0,
        "y": 6.0 * number,
        "heading": 0.0,
        "speed": 40,
        "maneuvers": 0,
        "skip": 0,
        "out": "",
        "crew": (0,) * (1 + kind.gunner),
        "acted": (False,) * (1 + kind.gunner),
        "plant_gone": False,
        "turret": kind.turret,
        "breached": (),
        "lost": (0, 0, 0, 0, 0),
        "seen": (),
        "sheet": sheet(kind.number) if owner == 0 else None,
    }
    return Car(**{**plain, **changes})


def sight(seat: int | None = 0, cars: Any = None, **changes: Any) -> MiniView:
    """What a seat sees in a duel, turn 5, phase 4, Ann about to move."""
    plain: dict[str, Any] = {
        "seat": seat,
        "scenario": "road-duel",
        "ground": "plain",
        "open_sheets": False,
        "turn": 5,
        "phase": 4,
        "step": "move",
        "active": 0,
        "moving": 0,
        "asked": 0,
        "person": -1,
        "budget": (15_000, 15_000),
        "left": 0,
        "bought": (1, 1),
        "cars": (car(0, 0), car(1, 1)) if cars is None else cars,
        "mine": (),
        "order": (0, 1),
        "smoke": (),
        "rubble": (),
        "walls": (),
        "road": (-12.0, 36.0),
        "lone": -1,
        "lead": 5.0,
        "quiet": 0,
        "ended": "",
        "places": (),
    }
    return MiniView(**{**plain, **changes})


def ask(kind: str, *options: Any, seat: int = 0) -> Ask[Any]:
    """A question whose default is its first option."""
    return Ask(seat, kind, options, options[0], "Rules: 8. Combat")


TAGS = (
    Tag(0, 0, "A", NUMBERS["courier"]),
    Tag(1, 1, "B", NUMBERS["mini_sherman"]),
    Tag(2, 2, "C1", NUMBERS["shogun_100"]),
    Tag(3, 2, "C2", NUMBERS["shogun_100"]),
)
"""Ann's Courier, Ben's Mini Sherman, Cora's C1 and C2."""
