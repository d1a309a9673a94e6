"""Vehicles that players build at home: what one is, what it costs and what is wrong with it.

A build is kept by the ids of the catalogue, which stay the same for ever; what is delivered with a
model (weapons, power plant, crew) is not part of it. Rules: 3. Vehicle Selection; Accessories
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from string import Formatter
from typing import Any, Final

import msgspec

from games.engine import voice
from games.engine.designs import Fault
from games.engine.messages import spelled
from games.engine.texts import read_texts
from games.mini_carwars.catalog import BODY_ARMOR, COMPUTERS, MODELS, SIDES, Model
from games.mini_carwars.moves import Bring

CHOICE: Final = "Rules: 3. Vehicle Selection"
LIST: Final = "Rules: Stock Car List"
EXTRAS: Final = "Rules: Accessories"
MOST_TOLD: Final = 9999
"""A number above this is told as "more than 9,999"."""
MOST_NAME: Final = 40
"""Characters of a name that is not known."""
CREW: Final = ("driver", "gunner")
VALUES: Final[Mapping[str, Mapping[str, str]]] = read_texts("games.mini_carwars")["values"]


class Build(msgspec.Struct, frozen=True):
    """A stock vehicle with at most one option, its armor as the player wants it, and extras."""

    vehicle: str = ""
    """Id of the stock vehicle."""
    option: str = ""
    """Letter of the option, or empty."""
    armor: tuple[int, ...] = (0, 0, 0, 0, 0)
    """Points by side: front, right, back, left, top."""
    driver_computer: int = 0
    """What the targeting computer adds to a roll: 0 (there is none), 1 or 2."""
    gunner_computer: int = 0
    driver_armor: bool = False
    """Body armor."""
    gunner_armor: bool = False

    @property
    def computers(self) -> tuple[int, int]:
        """The driver's and the gunner's."""
        return self.driver_computer, self.gunner_computer

    @property
    def body_armor(self) -> tuple[bool, bool]:
        """The driver's and the gunner's."""
        return self.driver_armor, self.gunner_armor


_MODELS: Final = {(model.vehicle, model.option): model for model in MODELS}
STOCK: Final = tuple(model for model in MODELS if not model.option)
"""The stock vehicles without options."""


def stock(model: Model) -> Build:
    """A model as it is delivered."""
    return Build(model.vehicle, model.option, model.armor)


def model_of(build: Build) -> Model | None:
    """The model with its option, if the Stock Car List has it."""
    return _MODELS.get((build.vehicle, build.option))


def plain_model(vehicle: str) -> Model | None:
    """The stock vehicle of that id without an option."""
    return _MODELS.get((vehicle, ""))


def options(vehicle: str) -> list[Model]:
    """A stock vehicle with each of its options."""
    return [model for model in MODELS if model.vehicle == vehicle and model.option]


def cost(build: Build) -> int:
    """Dollars, accessories included. What is not known costs nothing.

    Rules: 3. Vehicle Selection; Accessories
    """
    model, known = model_of(build), range(len(COMPUTERS))
    bought = [COMPUTERS[number].cost for number in build.computers if number in known]
    return sum(bought, BODY_ARMOR.cost * sum(build.body_armor)) + (model.cost if model else 0)


# -- what it is, in words


class _Facts(Formatter):
    """What stands after a colon may be forms, too: "# turn|# turns"."""

    def format_field(self, value: Any, format_spec: str) -> str:
        forms = "|" in format_spec
        return spelled(value, format_spec) if forms else format(value, format_spec)


_FACTS: Final = _Facts()


def told(why: str, about: str = "build", /, **facts: object) -> str:
    """A sentence about a vehicle, or something else, by its name in the texts. What somebody has
    typed (`said`) is quoted."""
    if "said" in facts:
        facts["said"] = quoted(facts["said"])
    text: str = VALUES[about][why]
    return _FACTS.format(text, **facts) if facts else text


def name(build: Build) -> str:
    """ "Courier (b)"; for what the Stock Car List has not, the ids."""
    if (model := model_of(build)) is not None:
        return model.name
    plain = plain_model(build.vehicle)
    known = quoted(build.vehicle) if plain is None else plain.name
    return f"{known} ({cut(build.option)})" if build.option else known


def cut(word: object) -> str:
    """A word that was typed, no longer than can be read."""
    return voice.cut(" ".join(str(word).split()), MOST_NAME)


def quoted(word: object) -> str:
    """The same between quotation marks."""
    return f"'{cut(word)}'"


def near(word: str, known: Sequence[str]) -> str:
    """The end of a sentence about a word that is not known."""
    return voice.hint(word, known) or "."


def amount(number: int) -> str:
    """A number as it can stand in a sentence, however large it is."""
    if number > MOST_TOLD:
        return told("more", most=MOST_TOLD)
    return str(number) if number >= -MOST_TOLD else told("less", most=MOST_TOLD)


def extras(build: Build, person: int) -> list[str]:
    """What the driver (0) or the gunner (1) has of the accessories."""
    number = build.computers[person]
    known = number in range(len(COMPUTERS))
    computer = (
        COMPUTERS[number].name.lower() if known else told("no_computer", number=amount(number))
    )
    suit = BODY_ARMOR.name.lower() if build.body_armor[person] else ""
    return [each for each in (computer, suit) if each]


def carried(build: Build) -> str:
    """ "Courier with a targeting computer and body armor": a legal build, for a sentence."""
    names = [COMPUTERS[number].name.lower() for number in sorted(build.computers) if number]
    out = [told("some" if one[0].isdigit() else "one", name=one) for one in voice.counted(names)]
    if suits := build.body_armor.count(True):
        out.append(told("suits", suit=BODY_ARMOR.name.lower(), suits=suits))
    return told("carried", car=name(build), has=voice.listed(out)) if out else name(build)


def place(side: str) -> str:
    """ "on the left", "on top"."""
    return told("on_top" if side == "top" else "on_side", side=side)


# -- what is wrong with it


def faults(build: Build) -> Iterator[Fault]:
    """Everything that makes a build illegal, what it costs apart.

    Rules: 3. Vehicle Selection; Stock Car List; Accessories
    """
    model, plain = model_of(build), plain_model(build.vehicle)
    if not build.vehicle:
        yield Fault(told("none"), LIST)
    elif plain is None:
        hint = near(build.vehicle, [each.vehicle for each in STOCK])
        yield Fault(told("unknown", said=build.vehicle, hint=hint), LIST)
    elif model is None:
        letters = [f"({each.option})" for each in options(build.vehicle)]
        only = told("only" if letters else "no_option", options=voice.listed(letters))
        yield Fault(told("option", car=plain.name, option=cut(build.option), only=only), LIST)
    yield from _armor_faults(build, model, model or plain)
    for person, who in enumerate(CREW):
        number, worn = build.computers[person], build.body_armor[person]
        nobody = person and model is not None and not model.gunner
        car = name(build)
        if number not in range(len(COMPUTERS)):
            yield Fault(told("computer", who=who, number=amount(number)), EXTRAS)
        elif number and nobody:
            yield Fault(told("no_user", car=car, computer=COMPUTERS[number].name.lower()), EXTRAS)
        if worn and nobody:
            yield Fault(told("no_wearer", car=car), EXTRAS)


def _armor_faults(build: Build, model: Model | None, known: Model | None) -> Iterator[Fault]:
    """Armor that stands where it may not, or is not all of it.

    Rules: 3. Vehicle Selection; Stock Car List
    """
    if len(build.armor) != len(SIDES):
        yield Fault(told("sides"), CHOICE)
        return
    for at, points in enumerate(build.armor):
        facts = {"side": SIDES[at], "place": place(SIDES[at]), "points": amount(points)}
        if points < 0:
            yield Fault(told("negative", **facts), CHOICE)
        elif points and known is not None and at not in known.armored:
            yield Fault(told("cycle", car=known.name, **facts), LIST)
    # The total of a model that is not known says nothing.
    if model is not None and min(build.armor) >= 0 and (left := model.points - sum(build.armor)):
        why, many, one = "left" if left > 0 else "many", amount(abs(left)), abs(left) == 1
        said = told(why, car=model.name, points=model.points, many=many, one=one)
        yield Fault(said, LIST)


# -- at the table


def bring(build: Build, name: str = "") -> Bring:
    """The answer that buys a legal build, and what its player calls it."""
    model = model_of(build)
    assert model is not None
    front, right, back, left, top = build.armor
    armor = (front, right, back, left, top)
    return Bring(model.number, armor, build.computers, build.body_armor, name)


def build_of(value: object) -> tuple[Build, str] | None:
    """The build that an answer buys, legal or not, with its name; None for another kind of
    answer."""
    if not isinstance(value, Bring):
        return None
    known = value.model in range(len(MODELS))
    bare = stock(MODELS[value.model]) if known else Build(amount(value.model))
    extras = (*value.computers, *value.body_armor)
    return Build(bare.vehicle, bare.option, value.armor, *extras), value.name
