"""Vehicles that players build at home and bring to a fight (Rules: 3. Vehicle Selection)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

import msgspec

from games.engine.ask import Brought
from games.engine.designs import Designs, Fault
from games.engine.errors import Refusal
from games.mini_carwars import build_text, builds
from games.mini_carwars.builds import CREW, STOCK, Build, cost, model_of, options, plain_model
from games.mini_carwars.catalog import (
    BODY_ARMOR,
    COMPUTER,
    HIRES,
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

    def faults(self, design: Build) -> Sequence[Fault]:
        """Everything that is wrong with a vehicle, what it costs apart.

        Rules: 3. Vehicle Selection; Stock Car List; Accessories
        """
        return list(builds.faults(design))

    def rules(self) -> str:
        """What makes a vehicle legal."""
        return (
            "A car or cycle of the Stock Car List, with one of its options or none. Its points of "
            "armor may stand on its sides as you like, but all of them are placed and no more; "
            "what an option adds counts too. A cycle has armor in front and back only. The "
            "driver, and the gunner if there is one, may each have a targeting computer "
            f"(${COMPUTER.cost:,}, +{COMPUTER.to_hit} to hit) or a hi-res one (${HIRES.cost:,}, "
            f"+{HIRES.to_hit}), and body armor (${BODY_ARMOR.cost:,}, takes {BODY_ARMOR.boxes} "
            "hits). All of it is paid from the budget of the fight: a legal vehicle may still "
            "cost too much for a table."
        )

    def title(self, design: Build) -> str:
        """ "Courier (b), $23,200"."""
        return f"{builds.name(design)}, ${cost(design):,}"

    def lines(self, design: Build) -> Sequence[str]:
        """What is delivered, how the armor stands, and who has what."""
        model = model_of(design)
        out = []
        if model is not None:
            crew = "driver and gunner" if model.gunner else "driver only"
            size = model.size.capitalize()
            out.append(f"{size}, {model.plant} DP power plant, {crew}")
            out.append(f"Weapons: {_weapons(model, short=False)}")
        out += build_text.fittings(design)
        out.append(f"Costs ${cost(design):,}")
        return out

    def write(self, design: Build) -> str:
        """The vehicle as text: its name, its armor, then a line a person."""
        out = [f"# {self.title(design)}", builds.name(design), *build_text.fittings(design)]
        return "\n".join(out) + "\n"

    def read(self, text: str) -> Build:
        """The vehicle of a text. Raises `Refusal` naming every line not understood."""
        return build_text.read(text)

    def ready(self) -> Sequence[Build]:
        """The Stock Car List: every vehicle, and with each of its options."""
        return [builds.stock(model) for model in MODELS]

    def bases(self) -> Sequence[tuple[str, str]]:
        """The stock vehicles; their options are parts."""
        return [(model.vehicle, model.name) for model in STOCK]

    def begin(self, base: str) -> Build:
        """A stock vehicle as it is delivered. Raises `Refusal` for one there is not."""
        model = plain_model(base)
        if model is None:
            raise Refusal("There is no such vehicle.")
        return builds.stock(model)

    def parts(self, design: Build) -> Sequence[tuple[str, str, str, int]]:
        """Options, armor by side, and accessories; nothing for a vehicle that is not known."""
        plain = plain_model(design.vehicle)
        if plain is None:
            return []
        model = model_of(design) or plain
        out = [
            (f"{OPTION}-{each.option}", f"Option ({each.option})", _about(each, plain),
             int(each.option == design.option))
            for each in options(design.vehicle)
        ]  # fmt: skip
        armor = _sides(design)
        left = model.points - sum(armor)
        told = f"All {model.points} points are placed"
        if left > 0:
            told = f"{builds.amount(left)} of {model.points} points left to place"
        elif left < 0:
            told = f"{builds.amount(-left)} more than the {model.points} points there are"
        out += [
            (f"{ARMOR}-{side}", f"Armor {side}", told, armor[at])
            for at, side in enumerate(SIDES)
            if at in model.armored or armor[at]
        ]
        for person, who in enumerate(CREW):
            number, worn = design.computers[person], design.body_armor[person]
            if person and not (model.gunner or number or worn):
                continue
            for n, computer in ((COMPUTER.to_hit, COMPUTER), (HIRES.to_hit, HIRES)):
                about = f"+{n} to hit for the {who}'s shots, ${computer.cost:,}"
                key, title = f"{COMPUTERS}-{who}-{n}", f"{computer.name} ({who})"
                out.append((key, title, about, int(number == n)))
            about = f"Takes {BODY_ARMOR.boxes} hits before the {who} does, ${BODY_ARMOR.cost:,}"
            out.append((f"{BODY}-{who}", f"{BODY_ARMOR.name} ({who})", about, int(worn)))
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
        replace = msgspec.structs.replace
        if what == OPTION:
            if count > 0:
                return _refitted(design, which)
            return _refitted(design, "") if design.option == which else design
        if what == ARMOR and which in SIDES:
            armor = _sides(design)
            armor[SIDES.index(which)] = count
            return replace(design, armor=tuple(armor))
        who, _, number = which.partition("-")
        if who not in CREW:
            return design
        if what == BODY:
            return replace(design, **{f"{who}_armor": count > 0})
        if what == COMPUTERS and number in ("1", "2"):
            present = design.computers[CREW.index(who)]
            if count > 0:
                present = int(number)
            elif present == int(number):
                present = 0
            return replace(design, **{f"{who}_computer": present})
        return design


def _sides(design: Build) -> list[int]:
    """Points by side, whatever the design holds."""
    return [*design.armor, *(0 for _ in SIDES)][: len(SIDES)]


def _refitted(design: Build, option: str) -> Build:
    """The vehicle with another option.

    Armor as it was delivered is again as delivered; what the player has placed stays. A gunner who
    is removed takes his accessories along.
    """
    before, after = model_of(design), model_of(Build(design.vehicle, option))
    made = msgspec.structs.replace(design, option=option)
    if after is None:
        return made
    if before is not None and design.armor == before.armor:
        made = msgspec.structs.replace(made, armor=after.armor)
    if not after.gunner:
        made = msgspec.structs.replace(made, gunner_computer=0, gunner_armor=False)
    return made


def _weapons(model: Model, *, short: bool) -> str:
    """ "2 linked Machine Guns front, Smokescreen back"."""
    counts = Counter((weapon.kind, weapon.mount, weapon.link) for weapon in model.weapons)
    told = []
    for (kind, mount, link), count in counts.items():
        name = KINDS[kind].short if short else KINDS[kind].name
        many = f"{count} {'linked ' if link else ''}{name}s" if count > 1 else name
        told.append(f"{many} {'turret' if mount == TOP else SIDES[mount]}")
    return ", ".join(told)


def _about(model: Model, plain: Model) -> str:
    """What an option makes of a stock vehicle, in short."""
    told = [_weapons(model, short=True)]
    if more := model.points - plain.points:
        told.append(f"{more} more armor")
    if plain.gunner and not model.gunner:
        told.append("no gunner")
    return f"{'; '.join(told)}; ${model.cost:,}"


# -- at the table


def brought(budget: int, cycles: bool | None = None, kept: int = 0) -> Brought[Bring]:
    """Vehicles that may be brought for so many dollars.

    `cycles`: True for cycles only, False for cars only, None for either. `kept`: dollars the player
    has beside the budget, which must stay for vehicles still to be bought.
    Rules: 3. Vehicle Selection; 9. Scenarios
    """

    def fits(design: Any) -> str:
        if not isinstance(design, Build):
            return "That is no vehicle."
        for fault in DESIGNS.faults(design):
            return fault.sentence
        model = model_of(design)
        assert model is not None
        if cycles is True and not model.cycle:
            return "Only cycles may be bought here (PACK ATTACK)."
        if cycles is False and model.cycle:
            return "A car is needed here."
        if (price := cost(design)) > budget:
            told = f"This {builds.carried(design)} costs ${price:,}; you have ${budget + kept:,}"
            if kept:
                told += f", and ${kept:,} of it must stay for the vehicles you still have to buy"
            return f"{told}."
        return ""

    return Brought(fits, builds.bring, builds.build_of)


DESIGNS: Final[Designs] = Builds()
