"""Views of a fight made by hand, for what is said and drawn of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

import msgspec

from games.engine.ask import Ask
from games.engine.players import Player
from games.mini_carwars.buying import built
from games.mini_carwars.catalog import MODELS, NUMBERS, TOP
from games.mini_carwars.events import Tag
from games.mini_carwars.moves import Take
from games.mini_carwars.options import Options
from games.mini_carwars.state import Cloud, Rubble, State, Vehicle, Wall

PLAYERS = [Player("Ann"), Player("Ben"), Player("Cora")]
T = TypeVar("T", bound=msgspec.Struct)
OPTIONS = ("scenario", "ground", "open_sheets", "arcs")


def n(name: str) -> int:
    """The number of a model by its name."""
    return NUMBERS[name]


def replaced(struct: T, **changes: Any) -> T:
    """A struct with changes; a view and a vehicle understand more than their fields."""
    if isinstance(struct, State):
        return _view(struct, changes)  # type: ignore[return-value]
    if isinstance(struct, Vehicle):
        fresh = msgspec.json.decode(msgspec.json.encode(struct), type=Vehicle)
        return _vehicle(fresh, changes)  # type: ignore[return-value]
    return msgspec.structs.replace(struct, **changes)


def _vehicle(one: Vehicle, changes: Mapping[str, Any]) -> Vehicle:
    """`hits`, `acted`, `computers` and `boxes` go by person; `states` and `seen` (kind, mount,
    state) are of weapons; `plant_gone` and a `turret` that is gone are known to all."""
    left = dict(changes)
    for name, field in (("hits", "hits"), ("acted", "acted"), ("computers", "computer")):
        for person, value in zip(one.crew, left.pop(name, ()), strict=False):
            setattr(person, field, value)
    for person, boxes in zip(one.crew, left.pop("boxes", ()), strict=False):
        if boxes is not None:
            person.body_armor, person.boxes = True, boxes
    for weapon, state in zip(one.weapons, left.pop("states", ()), strict=False):
        _set(weapon, state)
    for kind, mount, state in left.pop("seen", ()):
        places = one.kind.places([(kind, mount)])
        free = [at for at in places or () if not one.weapons[at].seen]
        _set(one.weapons[free[0]], state)
        one.weapons[free[0]].seen = True
    if left.pop("plant_gone", False):
        one.plant = 0
    if not left.pop("turret", True):
        for weapon, mounted in zip(one.weapons, one.kind.weapons, strict=True):
            weapon.working = weapon.working and mounted.mount != TOP
    for name in ("armor", "bought", "lost", "breached", "contact"):
        if name in left:
            left[name] = list(left[name])
    return msgspec.structs.replace(one, **left)


def _set(weapon: Any, state: str) -> None:
    weapon.working = state != "gone"
    weapon.spent, weapon.fired = state == "spent", state == "fired"


def _view(view: State, changes: Mapping[str, Any]) -> State:
    """`step` is that of a question; `asked` and `person` say who is asked."""
    left = dict(changes)
    chosen = {name: left.pop(name) for name in OPTIONS if name in left}
    budget = left.pop("budget", None)
    if budget is not None:
        left["seats"] = len(budget)
        chosen |= {"budget": budget[0]}
    options = msgspec.structs.replace(view.options, **chosen)
    asked, person = left.pop("asked", view.asked), left.pop("person", view.person)
    if "step" in left:
        left["beat"] = left.pop("step")
    if "cars" in left:
        left["vehicles"] = list(left.pop("cars"))
    if "bought" in left:
        counts = enumerate(left.pop("bought"))
        left["vehicles"] = [Vehicle(owner=seat) for seat, many in counts for _ in range(many)]
    if "mine" in left:
        left["vehicles"] = [built(view.seat or 0, Take(model)) for model in left.pop("mine")]
    for name, kind in (("smoke", Cloud), ("rubble", Rubble), ("walls", Wall)):
        if name in left:
            more = (99,) if kind is Cloud else ()
            left[name] = [kind(*each, *more) for each in left[name]]
    if "road" in left:
        ends = left.pop("road") or (0, 0)
        left["sections"] = list(range(int(ends[0] // 12), int(ends[1] // 12)))
    for name in ("order", "places", "history"):
        if name in left:
            left[name] = [list(each) if name != "order" else each for each in left[name]]
    out = msgspec.structs.replace(view, options=options, **left)
    if out.step in ("fire", "speed") and asked >= 0:
        mine = out.slots(out.vehicles[asked].owner)
        who = asked, max(person, 0) if out.step == "fire" else -1
        out.slot = mine.index(who) if who in mine else 99
    elif out.step == "move" and "moving" not in changes and "asked" in changes and asked >= 0:
        out.moving = asked
    return out


def car(number: int, owner: int, model: str | int = "courier", **changes: Any) -> Vehicle:
    """A vehicle on the road, the one with number 1 five inches ahead of number 0."""
    kind = MODELS[n(model) if isinstance(model, str) else model]
    one = built(owner, Take(kind.number))
    plain: dict[str, Any] = {
        "number": number,
        "label": "ABCDEFGH"[owner],
        "y": 6.0 * number,
        "speed": 40,
        "hidden": owner != 0,
    }
    return _vehicle(one, plain | changes)


def sight(seat: int | None = 0, cars: Sequence[Vehicle] | None = None, **changes: Any) -> State:
    """What a seat sees in a duel, turn 5, phase 4, Ann about to move."""
    cars = (car(0, 0), car(1, 1)) if cars is None else cars
    plain: dict[str, Any] = {
        "turn": 5,
        "phase": 4,
        "step": "move",
        "moving": 0,
        "cars": cars,
        "order": range(len(cars)),
        "road": (-12.0, 36.0),
    }
    if "asked" not in changes:
        plain["asked"] = 0
    view = State(Options(), 2, seat=seat)
    changes = plain | changes
    if not changes["cars"] or changes["step"] == "buy":
        changes |= {"asked": -1, "moving": -1, "step": "buy"}
    return _view(view, changes)


def ask(kind: str, *options: Any, seat: int = 0, **more: Any) -> Ask[Any]:
    """A question whose default is its first option."""
    return Ask(seat, kind, options, options[0], "Rules: 8. Combat", **more)


TAGS = (
    Tag(0, 0, "A", NUMBERS["courier"]),
    Tag(1, 1, "B", NUMBERS["mini_sherman"]),
    Tag(2, 2, "C1", NUMBERS["shogun_100"]),
    Tag(3, 2, "C2", NUMBERS["shogun_100"]),
)
"""Ann's Courier, Ben's Mini Sherman, Cora's C1 and C2."""
