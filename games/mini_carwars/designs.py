"""Vehicles that players build at home and bring to a fight (Rules: 3. Vehicle Selection)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

import msgspec

from games.engine.ask import DesignChoice
from games.engine.designs import Designs, Fault
from games.engine.errors import Refusal
from games.mini_carwars import build_text, builds
from games.mini_carwars.builds import CREW, STOCK, Build, cost, model_of, options, plain_model, told
from games.mini_carwars.catalog import (
    EXTRAS,
    KINDS,
    MODELS,
    SIDES,
    TOP,
    Model,
)
from games.mini_carwars.moves import Bring

OPTION, ARMOR, COMPUTERS, BODY = "option", "armor", "computer", "body"
"""First words of a part's key: "option-b", "armor-front", "computer-gunner-2", "body-driver"."""
MOST_POINTS: Final = 999
"""Points of armor on one side, where the model is not known."""


class Builds:
    """`games.engine.designs.Designs` for vehicles."""

    word = "vehicle"
    Design: type[Any] = Build

    read = staticmethod(build_text.read)

    def faults(self, design: Build) -> Sequence[Fault]:
        return list(builds.faults(design))

    def rules(self) -> str:
        return told("rules", **EXTRAS)

    def title(self, design: Build) -> str:
        """ "Courier (b), $23,200"."""
        return f"{builds.name(design)}, ${cost(design):,}"

    def lines(self, design: Build) -> Sequence[str]:
        """What is delivered, how the armor stands, and who has what."""
        out = []
        if (model := model_of(design)) is not None:
            crew = "driver and gunner" if model.gunner else "driver only"
            out.append(f"{model.size.capitalize()}, {model.plant} DP power plant, {crew}")
            out.append(f"Weapons: {_weapons(model, short=False)}")
        return [*out, *build_text.fittings(design), f"Costs ${cost(design):,}"]

    def write(self, design: Build) -> str:
        """The vehicle as text: its name, its armor, then a line a person."""
        out = [f"# {self.title(design)}", builds.name(design), *build_text.fittings(design)]
        return "\n".join(out) + "\n"

    def ready(self) -> Sequence[Build]:
        """The Stock Car List: every vehicle, and with each of its options."""
        return [builds.stock(model) for model in MODELS]

    def bases(self) -> Sequence[tuple[str, str]]:
        """The stock vehicles; their options are parts."""
        return [(model.vehicle, model.name) for model in STOCK]

    def begin(self, base: str) -> Build:
        """A stock vehicle as it is delivered. Raises `Refusal` for one there is not."""
        if (model := plain_model(base)) is None:
            raise Refusal(told("no_base"))
        return builds.stock(model)

    def parts(self, design: Build) -> Sequence[tuple[str, str, str, int]]:
        """Options, armor by side, and accessories; nothing for a vehicle that is not known."""
        if (plain := plain_model(design.vehicle)) is None:
            return []
        model, armor = model_of(design) or plain, _sides(design)
        out = [
            (f"{OPTION}-{each.option}", f"Option ({each.option})", _about(each, plain),
             int(each.option == design.option))
            for each in options(design.vehicle)
        ]  # fmt: skip
        left = model.points - sum(armor)
        why = "part_left" if left > 0 else "part_many" if left < 0 else "part_all"
        about = told(why, many=builds.amount(abs(left)), points=model.points)
        out += [
            (f"{ARMOR}-{side}", f"Armor {side}", about, armor[at])
            for at, side in enumerate(SIDES)
            if at in model.armored or armor[at]
        ]
        for person, who in enumerate(CREW):
            number, worn = design.computers[person], design.body_armor[person]
            if person and not (model.gunner or number or worn):
                continue
            there = {f"{COMPUTERS}-{who}-{n}": int(number == n) for n in (1, 2)}
            there[f"{BODY}-{who}"] = int(worn)
            for (key, has), (why, thing) in zip(there.items(), EXTRAS.items(), strict=True):
                about = told(f"part_{why}", who=who, **EXTRAS)
                out.append((key, f"{thing.name} ({who})", about, has))
        return out

    def most(self, design: Build, part: str) -> int:
        """All points on one side, or one of anything else."""
        if not part.startswith(f"{ARMOR}-"):
            return 1
        model = model_of(design)
        return MOST_POINTS if model is None else model.points

    def put(self, design: Build, part: str, count: int) -> Build:
        """The vehicle with that option, computer or body armor or without it, or so many points.

        An option takes the place of another, a computer that of the same person's other one.
        """
        what, _, which = part.partition("-")
        who, _, number = which.partition("-")
        changes: dict[str, Any] = {}
        if what == OPTION and (count > 0 or design.option == which):
            return _refitted(design, which if count > 0 else "")
        if what == ARMOR and which in SIDES:
            armor = _sides(design)
            armor[SIDES.index(which)] = count
            changes["armor"] = tuple(armor)
        elif what == BODY and who in CREW:
            changes[f"{who}_armor"] = count > 0
        elif what == COMPUTERS and who in CREW and number in ("1", "2"):
            present = design.computers[CREW.index(who)]
            if count > 0 or present == int(number):
                changes[f"{who}_computer"] = int(number) if count > 0 else 0
        return msgspec.structs.replace(design, **changes)


def _sides(design: Build) -> list[int]:
    """Points by side, whatever the design holds."""
    return [*design.armor, *(0 for _ in SIDES)][: len(SIDES)]


def _refitted(design: Build, option: str) -> Build:
    """The vehicle with another option.

    Armor as it was delivered is again as delivered; what the player has placed stays. A gunner who
    is removed takes his accessories along.
    """
    before, after = model_of(design), model_of(Build(design.vehicle, option))
    changes: dict[str, Any] = {"option": option}
    if after is not None and before is not None and design.armor == before.armor:
        changes["armor"] = after.armor
    if after is not None and not after.gunner:
        changes |= {"gunner_computer": 0, "gunner_armor": False}
    return msgspec.structs.replace(design, **changes)


def _weapons(model: Model, *, short: bool) -> str:
    """ "2 linked Machine Guns front, Smokescreen back"."""
    counts = Counter((weapon.kind, weapon.mount, weapon.link) for weapon in model.weapons)
    out = []
    for (kind, mount, link), count in counts.items():
        name = KINDS[kind].short if short else KINDS[kind].name
        many = f"{count} {'linked ' if link else ''}{name}s" if count > 1 else name
        out.append(f"{many} {'turret' if mount == TOP else SIDES[mount]}")
    return ", ".join(out)


def _about(model: Model, plain: Model) -> str:
    """What an option makes of a stock vehicle, in short."""
    more = model.points - plain.points
    armor = f"; {more} more armor" if more else ""
    gunner = "; no gunner" if plain.gunner and not model.gunner else ""
    return f"{_weapons(model, short=True)}{armor}{gunner}; ${model.cost:,}"


# -- at the table


def brought(budget: int, cycles: bool | None = None, kept: int = 0) -> DesignChoice[Bring]:
    """Vehicles that may be brought for so many dollars.

    `cycles`: True for cycles only, False for cars only, None for either. `kept`: dollars the player
    has beside the budget, which must stay for vehicles still to be bought.
    Rules: 3. Vehicle Selection; 9. Scenarios
    """

    def fits(design: Any) -> str:
        if not isinstance(design, Build):
            return told("no_vehicle")
        for fault in builds.faults(design):
            return fault.sentence
        model, price = model_of(design), cost(design)
        assert model is not None
        if cycles is not None and model.cycle != cycles:
            return told("cycles_only" if cycles else "car_needed")
        if price <= budget:
            return ""
        facts = {"price": price, "money": budget + kept, "kept": kept}
        return told("dear_kept" if kept else "dear", car=builds.carried(design), **facts)

    return DesignChoice(fits, builds.bring, builds.build_of)


DESIGNS: Final[Designs] = Builds()
